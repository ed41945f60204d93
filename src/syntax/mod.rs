//! From text to a lossless tree.

pub mod token;
