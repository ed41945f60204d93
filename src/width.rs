//! Widths as a terminal shows them.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The width of a text without line breaks, in columns: wide characters are 2, combining ones 0.
#[inline]
pub(crate) fn width(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.width()
    }
}

/// The column after `line`, a text that begins at column 0; a tab goes on to the next multiple of 8.
pub(crate) fn column(line: &str) -> usize {
    let mut column = 0;
    for c in line.chars() {
        column = match c {
            '\t' => (column / 8 + 1) * 8,
            c => column + c.width().unwrap_or(0),
        };
    }
    column
}
