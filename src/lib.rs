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

/// The internals, for the command, the tests, the benchmarks and the fuzz targets. They change without notice.
#[doc(hidden)]
pub mod internals {
    pub mod text {
        pub use crate::text::*;
    }
    pub mod syntax {
        pub use crate::syntax::*;
    }
    pub mod dialects {
        pub use crate::dialects::*;
    }
    pub mod forms {
        pub use crate::forms::*;
    }
    pub mod emit {
        pub use crate::emit::*;
    }
    #[cfg(feature = "toml")]
    pub mod config {
        pub use crate::config::*;
    }
    pub mod verify {
        pub use crate::verify::*;
    }
    pub mod debug {
        pub use crate::debug::*;
    }
    #[cfg(feature = "documents")]
    pub mod documents {
        pub use crate::documents::*;
    }
    pub mod explain {
        pub use crate::explain::*;
    }
    pub mod structure {
        pub use crate::structure::*;
    }
    pub mod hunks {
        pub use crate::hunks::*;
    }
    pub mod indent {
        pub use crate::indent::*;
    }
    pub mod call_sites {
        pub use crate::call_sites::*;
    }
    pub mod range {
        pub use crate::range::*;
    }
    pub mod brackets {
        pub use crate::brackets::*;
    }
}
