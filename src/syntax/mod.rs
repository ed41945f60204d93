//! From text to a lossless tree.
//!
//! The [`lexer`] splits the text into [`token`]s, with every byte in exactly one of them. The [`parser`] matches brackets
//! and prefixes into the flat [`tree`]. It drops white space, except for what is meaningful to people who read the program:
//! blank lines, and the placement of comments.

pub(crate) mod boundary;
pub mod chars;
pub mod conflict;
pub(crate) mod data;
pub(crate) mod lexemes;
pub mod lexer;
pub(crate) mod margin;
pub(crate) mod markup;
pub mod number;
pub mod pairs;
pub mod parser;
mod pragma;
pub(crate) mod quotes;
pub mod recover;
pub mod token;
pub mod tree;
pub(crate) mod typographic;
pub mod verbatim;
