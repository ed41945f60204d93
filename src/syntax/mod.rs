//! From text to a lossless tree.
//!
//! The [`lexer`] cuts the text into [`token`]s, every byte into exactly one of them; the [`parser`] matches brackets and
//! prefixes into the flat [`tree`] and drops white space, keeping of it only what carries meaning for the reader of the
//! program: blank lines, and where each comment stands.

pub mod chars;
pub mod lexer;
pub mod number;
pub mod parser;
pub mod token;
pub mod tree;
pub(crate) mod words;
