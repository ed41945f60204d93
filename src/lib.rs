//! A formatter for Scheme source code.
//!
//! Bytes go in and bytes come out. The text is split into tokens; the tokens are parsed into a tree that keeps every
//! comment; the tree is laid out in the canonical style; and the result is compared with the input, token by token, before
//! it is returned.
//!
//! # A text
//!
//! [`format()`] is the main entry point. [`Options`] control the output, a [`Diagnostic`] says why a text cannot be formatted, and
//! [`diagnose()`] says where the mistakes probably are.
//!
//! ```
//! use schemefmt::{Dialect, Options, format};
//!
//! let mut options = Options::default();
//! options.dialect = Dialect::Guile;
//! let formatted = format(b"(define (square x)   (* x x))", &options)?;
//! assert_eq!(formatted.output, b"(define (square x)\n  (* x x))\n");
//! # Ok::<(), schemefmt::Diagnostic>(())
//! ```
//!
//! # A part of a text
//!
//! [`format_range`] leaves everything else alone. Its ranges are byte offsets in the input, as all offsets here are;
//! [`Position::offset_in`] finds the offset of a line and column. [`edits`] are for editors: the smallest replacements that
//! format the text.
//!
//! ```
//! use schemefmt::{Options, Position, format_range};
//!
//! let text = b"(f  x)\n(g  x)\n(h  x)\n";
//! let at = |line, column| Position { line, column }.offset_in(text).unwrap();
//! let formatted = format_range(text, &[at(2, 1)..at(2, 7)], &Options::default())?;
//! assert_eq!(formatted.output, b"(f  x)\n(g x)\n(h  x)\n");
//! # Ok::<(), schemefmt::Diagnostic>(())
//! ```
//!
//! # A configuration
//!
//! With the feature `toml`, a `Configuration` is what the text of a `schemefmt.toml` says, and gives the options with which the
//! command formats a file.
//!
#![cfg_attr(feature = "toml", doc = "```")]
#![cfg_attr(not(feature = "toml"), doc = "```ignore")]
//! use schemefmt::{Configuration, format};
//!
//! let text = "line-width = 20\n[forms]\nwith-lock = 1\n";
//! let options = Configuration::from_toml(text)?.options("src/main.scm");
//! let formatted = format(b"(with-lock the-lock (work))", &options).unwrap();
//! assert_eq!(formatted.output, b"(with-lock the-lock\n  (work))\n");
//! # Ok::<(), Vec<schemefmt::Diagnostic>>(())
//! ```
//!
//! # What is not part of the interface
//!
//! The hidden module `internals` is there for the `schemefmt` command, its tests and benchmarks. Whatever is in it changes or goes
//! with any release, and no version number says so. The default features are those of the command; a program that embeds the
//! library wants `default-features = false`, with `toml` or nothing.

#![deny(missing_docs)]

// The stages; docs/contributing/ARCHITECTURE.md has their order.
#[cfg(feature = "toml")]
mod config;
mod dialects;
mod emit;
mod forms;
mod layout;
pub mod options;
mod pipeline;
mod sort;
mod syntax;
mod text;
mod verify;

// What uses the pipeline.
mod brackets;
mod call_sites;
mod debug;
#[cfg(feature = "documents")]
mod documents;
mod explain;
mod hunks;
mod indent;
mod range;
mod structure;

pub use brackets::{Accept, PossibleRepair, Repaired, Verdict, diagnose, repair, repair_ranges};
#[cfg(feature = "toml")]
pub use config::Configuration;
pub use dialects::{Detected, Dialect, Reason};
pub use indent::indentation;
pub use options::Options;
pub use pipeline::{Formatted, format};
pub use range::{edits, edits_between, format_range, format_readable};
pub use text::Edit;
pub use text::diagnostics::{Diagnostic, Label, Severity};
pub use text::lines::Position;

/// Makes modules public in a hidden one.
macro_rules! internals {
    ($($(#[$attribute:meta])? $name:ident,)*) => {
        /// The internals, for the command, the tests, the benchmarks and the fuzz targets. They change without notice.
        #[doc(hidden)]
        pub mod internals {
            $($(#[$attribute])? pub mod $name { pub use crate::$name::*; })*
        }
    };
}

internals! {
    text,
    syntax,
    dialects,
    forms,
    emit,
    #[cfg(feature = "toml")]
    config,
    verify,
    debug,
    #[cfg(feature = "documents")]
    documents,
    explain,
    structure,
    hunks,
    indent,
    call_sites,
    range,
    brackets,
}
