//! A formatter for Scheme source code.
//!
//! Bytes go in and bytes come out. The text is split into tokens; the tokens are parsed into a tree that keeps every
//! comment; the tree is laid out in the canonical style; and the result is compared with the input, token by token, before
//! it is returned.
//!
//! [`format()`] is the main entry point. [`Options`] control the output, a [`Diagnostic`] says why a text cannot be
//! formatted, and [`diagnose()`] says where the mistakes probably are.

#![deny(missing_docs)]

// The stages; docs/ARCHITECTURE.md has their order.
mod dialects;
mod forms;
mod layout;
pub mod options;
mod pipeline;
mod syntax;
mod text;
mod verify;

// What uses the pipeline.
mod culprit;
mod debug;
mod explain;
mod hunks;
mod indent;
mod observe;
mod range;

pub use culprit::diagnose;
pub use dialects::{Detected, Dialect, Reason, UnknownDialect};
pub use indent::indentation;
pub use options::Options;
pub use pipeline::{Formatted, format};
pub use range::{Edit, edits, edits_between, format_range};
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
    pub mod verify {
        pub use crate::verify::*;
    }
    pub mod debug {
        pub use crate::debug::*;
    }
    pub mod explain {
        pub use crate::explain::*;
    }
    pub mod hunks {
        pub use crate::hunks::*;
    }
    pub mod observe {
        pub use crate::observe::*;
    }
    pub mod range {
        pub use crate::range::*;
    }
}
