//! From text to a lossless tree.

pub mod number;
pub mod token;
