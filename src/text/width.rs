//! Widths as a terminal shows them.

use crate::text::swar;
use unicode_width::UnicodeWidthStr;

/// The width of a text without line breaks, in columns: wide characters are 2, combining ones 0.
#[inline]
pub(crate) fn width(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.width()
    }
}

/// The width of any text; none if it contains a line break.
#[inline]
pub(crate) fn width_on_one_line(text: &str) -> Option<usize> {
    if swar::is_printable(text.as_bytes()) {
        return Some(text.len());
    }
    other_width_on_one_line(text)
}

#[cold]
fn other_width_on_one_line(text: &str) -> Option<usize> {
    (!text.contains(['\n', '\r'])).then(|| width(text))
}

/// The distance of tab stops, in columns, in a text that shows no other.
pub const TAB: usize = 8;

/// The column after `line`, a text that starts at column 0; a tab advances to the next tab stop, and these are so many columns apart.
pub(crate) fn column(line: &str, tab: usize) -> usize {
    column_from(0, line, tab)
}

/// The column after a text without line breaks that starts at the given column.
pub fn column_from(start: usize, text: &str, tab: usize) -> usize {
    let mut pieces = text.split('\t');
    let first = start + pieces.next().map_or(0, width);
    pieces.fold(first, |column, piece| {
        (column / tab + 1) * tab + width(piece)
    })
}
