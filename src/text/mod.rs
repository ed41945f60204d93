//! A text as it comes: its characters, lines and widths, and what is to be said about places in it.

pub mod diagnostics;
pub mod lines;
pub mod source;
pub(crate) mod width;
pub mod words;
