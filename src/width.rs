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

/// The same of any text; none if it has a line break in it.
#[inline]
pub(crate) fn width_on_one_line(text: &str) -> Option<usize> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Some(text.len());
    }
    (!text.contains(['\n', '\r'])).then(|| width(text))
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
