//! Formatting gives a located error or a text that holds the same tokens and that formatting does not change.

#![no_main]

mod promises;
mod relex;

use libfuzzer_sys::fuzz_target;
use schemefmt::Dialect;
use schemefmt::options::{
    Closers, HandAlignment, IndentStyle, LineBreaks, Literals, Options, RowBreaks,
};

const DIALECTS: [Dialect; 8] = [
    Dialect::Auto,
    Dialect::R5rs,
    Dialect::R6rs,
    Dialect::R7rs,
    Dialect::Tiny,
    Dialect::Guile,
    Dialect::Gauche,
    Dialect::Chez,
];

fuzz_target!(|input: (u8, u8, u8, &[u8])| {
    let (width, dialect, choices, bytes) = input;
    let mut options = Options::default();
    options.dialect = DIALECTS[dialect as usize % DIALECTS.len()];
    options.literals = match choices & 1 {
        0 => Literals::Normalize,
        _ => Literals::Keep,
    };
    options.style.line_breaks = match (choices & 2, choices & 128) {
        (0, _) => LineBreaks::Canonical,
        (_, 0) => LineBreaks::Keep,
        _ => LineBreaks::Persistent,
    };
    options.style.alignment = match choices & 4 {
        0 => HandAlignment::Collapse,
        _ => HandAlignment::Keep,
    };
    options.style.closers = match choices & 8 {
        0 => Closers::Join,
        _ => Closers::Keep,
    };
    options.style.rows = match choices & 16 {
        0 => RowBreaks::Keep,
        _ => RowBreaks::Canonical,
    };
    options.style.indentation = match choices & 96 {
        0 => IndentStyle::Auto,
        32 => IndentStyle::Spaces,
        _ => IndentStyle::Tabs,
    };
    options.style.line_width = (width as usize % 121).into();
    promises::kept(bytes, &options);
});
