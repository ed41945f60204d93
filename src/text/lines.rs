//! Lines and columns; this is the only module that counts them.
//!
//! A line ends where a line comment does: at a line feed, or at a carriage return if the text has no line feed.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use memchr::{memchr, memchr_iter, memchr2};

/// A position in a text, as people and reports write it.
///
/// ```
/// # use schemefmt::{Options, format};
/// let error = format("(λ x))".as_bytes(), &Options::default()).unwrap_err();
/// let position = error.position().unwrap();
/// assert_eq!((position.line, position.column), (1, 6));
/// assert_eq!(position.to_string(), "1:6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl fmt::Display for Position {
    /// `LINE:COLUMN`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.line, self.column)
    }
}

/// The character that ends lines, and with them line comments, in a text: LF, or CR if there is no LF.
pub fn line_end(text: &str) -> u8 {
    match memchr2(b'\n', b'\r', text.as_bytes()) {
        Some(i) if text.as_bytes()[i] == b'\r' && memchr(b'\n', text.as_bytes()).is_none() => b'\r',
        _ => b'\n',
    }
}

/// Whether a part of a text has the same lines by itself; `own` is the [`line_end`] of the text. Otherwise, the only line ends in it are
/// carriage returns that end no line of the text.
pub(crate) fn ends_lines_alike(part: &str, own: u8) -> bool {
    own == b'\r' || line_end(part) == own
}

/// The line ending for what is added to a text.
pub fn end_of_line(text: &str) -> &'static str {
    match line_end(text) {
        b'\r' => "\r",
        _ if text.contains("\r\n") => "\r\n",
        _ => "\n",
    }
}

/// The start of the line with a byte offset, where only line feeds end lines.
pub(crate) fn start_of_line(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |end| end + 1)
}

/// Whether an offset is at the start of a text or behind a line end of either kind.
pub(crate) fn is_at_margin(text: &str, offset: usize) -> bool {
    offset == 0 || text[..offset].ends_with(['\n', '\r'])
}

/// Whether nothing but blanks is before an offset on its line.
pub(crate) fn begins_line(text: &str, offset: usize) -> bool {
    is_at_margin(text, text[..offset].trim_end_matches([' ', '\t']).len())
}

/// Whether a span reaches into a stretch of lines, apart from the blanks at its end. A position touches what begins there.
pub(crate) fn touches(text: &str, stretch: &Range<usize>, span: &Range<usize>) -> bool {
    let end = stretch.start + text[stretch.clone()].trim_end().len();
    span.start <= end && stretch.start < span.end.max(span.start + 1)
}

/// The distance in bytes of the marks from which columns are counted.
const STEP: usize = 4096;

/// The line starts of a text. They are found in one pass, so that any number of positions can be looked up.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The byte offset of each line start; the first is 0.
    starts: Vec<usize>,
    /// The number of characters before each [`mark`]; only known once a column far from the start of its line was asked for. A
    /// line can be the whole of a large text: counting from its start for each of many columns would take quadratic time.
    marks: OnceLock<Vec<usize>>,
}

impl Lines {
    /// Finds the line starts of a text.
    pub fn of(text: &str) -> Self {
        let ends = memchr_iter(line_end(text), text.as_bytes());
        Lines {
            starts: std::iter::once(0).chain(ends.map(|at| at + 1)).collect(),
            marks: OnceLock::new(),
        }
    }

    /// The line, from 1, that contains a byte offset. A line includes its own line end.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset)
    }

    /// The start of a line, counted from 1, if it exists.
    pub fn start(&self, line: usize) -> Option<usize> {
        self.starts.get(line.checked_sub(1)?).copied()
    }

    /// The start of the line that contains a byte offset.
    pub fn start_of(&self, offset: usize) -> usize {
        self.starts[self.line(offset) - 1]
    }

    /// The lines that contain the bytes of a range, without the end of the last one. `text` must be the same text.
    pub fn around(&self, text: &str, range: &Range<usize>) -> Range<usize> {
        let after = self.starts.get(self.line(range.end));
        let end = after.map_or(text.len(), |start| {
            text[..*start].trim_end_matches(['\n', '\r']).len()
        });
        self.start_of(range.start)..end.max(range.end)
    }

    /// The number of lines. What follows the last line end counts as a line, even if it is empty.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The byte offset of a line and column. The last column of a line is the one after its last character. Returns `None`
    /// if there is no such position. `text` must be the same text.
    pub fn offset(&self, text: &str, position: Position) -> Option<usize> {
        let start = self.start(position.line)?;
        let end = self.around(text, &(start..start)).end;
        let before = position.column.checked_sub(1)?;
        let (from, count) = if before <= STEP {
            (start, before)
        } else {
            let count = self.characters(text, start) + before;
            let index = self
                .marks(text)
                .partition_point(|characters| *characters <= count)
                - 1;
            (mark(text, index), count - self.marks(text)[index])
        };
        let rest = text.get(from..end)?;
        let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
        Some(from + ends.nth(count)?)
    }

    /// The line and column of a byte offset. `text` must be the same text.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = text.floor_char_boundary(offset);
        let line = self.line(offset);
        let start = self.starts[line - 1];
        let before = if offset - start <= STEP {
            text[start..offset].chars().count()
        } else {
            self.characters(text, offset) - self.characters(text, start)
        };
        Position {
            line,
            column: before + 1,
        }
    }

    /// The number of characters before a byte offset, counted from the last mark before it.
    pub(crate) fn characters(&self, text: &str, offset: usize) -> usize {
        let index = offset / STEP;
        self.marks(text)[index] + text[mark(text, index)..offset].chars().count()
    }

    /// The number of characters before each [`mark`].
    fn marks(&self, text: &str) -> &[usize] {
        self.marks.get_or_init(|| {
            let steps = (0..=text.len() / STEP).scan((0, 0), |(before, characters), index| {
                let at = mark(text, index);
                *characters += text[*before..at].chars().count();
                *before = at;
                Some(*characters)
            });
            steps.collect()
        })
    }
}

/// The byte offset of a mark, counted from 0: the first byte of a character.
fn mark(text: &str, index: usize) -> usize {
    text.floor_char_boundary(index * STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_at_a_line_feed_or_else_at_a_carriage_return() {
        for (text, expected) in [
            ("a\nb\r\nc\rd\n\ne", [1, 2, 3, 3, 5]),
            ("a\rb\rc\rd\r\re", [1, 2, 3, 4, 6]),
            ("abcde", [1; 5]),
        ] {
            let lines = Lines::of(text);
            let line_of = |word: &str| lines.line(text.find(word).unwrap());
            assert_eq!(["a", "b", "c", "d", "e"].map(line_of), expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_holds_its_end() {
        let text = "ab\r\n\nc";
        let lines = Lines::of(text);
        assert_eq!([2, 3, 4, 5].map(|offset| lines.line(offset)), [1, 1, 2, 3]);
        assert_eq!(
            [1, 2, 3].map(|line| lines.start(line)),
            [Some(0), Some(4), Some(5)]
        );
        assert_eq!((lines.start(0), lines.start(4)), (None, None));
        assert_eq!(lines.around(text, &(1..1)), 0..2);
        assert_eq!(lines.around(text, &(4..4)), 4..4);
        assert_eq!(lines.around(text, &(1..5)), 0..6);
    }

    #[test]
    fn lines_and_columns_count_from_1_columns_in_characters() {
        let text = "aé(\n\nλλ)";
        let lines = Lines::of(text);
        for (offset, position) in [
            (0, "1:1"),
            (1, "1:2"),
            (2, "1:2"),
            (3, "1:3"),
            (4, "1:4"),
            (5, "2:1"),
            (6, "3:1"),
            (8, "3:2"),
            (11, "3:4"),
        ] {
            assert_eq!(
                lines.position(text, offset).to_string(),
                position,
                "at {offset}"
            );
        }
        let text = "(λ\r\"ж\" x";
        let lines = Lines::of(text);
        let at = |word: &str| lines.position(text, text.find(word).unwrap()).to_string();
        assert_eq!(at("λ"), "1:2");
        assert_eq!(at("x"), "2:5");
        assert_eq!(lines.position(text, text.len() + 9).to_string(), "2:6");
    }

    #[test]
    fn columns_of_a_long_line_are_counted_from_its_last_mark() {
        // Characters of one to four bytes, so that some marks are in the middle of one.
        let text = format!("(λ)\n{}\n(λ)", "(aλ→🐑)".repeat(2 * STEP));
        let lines = Lines::of(&text);
        let end = text.rfind('\n').unwrap();
        let characters = text[..=end].char_indices().skip(4);
        for (column, (at, character)) in (1..).zip(characters) {
            let expected = Position { line: 2, column };
            assert_eq!(lines.position(&text, at), expected, "at {at}");
            assert_eq!(lines.offset(&text, expected), Some(at));
            assert!(at - mark(&text, at / STEP) < STEP + character.len_utf8());
        }
        assert_eq!(lines.position(&text, text.len()).to_string(), "3:4");
        let beyond = Position {
            line: 2,
            column: text.len(),
        };
        assert_eq!(lines.offset(&text, beyond), None);
        // Whatever was asked for, the characters are counted once, mark by mark.
        assert_eq!(lines.marks.get().unwrap().len(), text.len() / STEP + 1);
        let short = Lines::of("(f)");
        short.position("(f)", 2);
        assert!(short.marks.get().is_none());
    }

    #[test]
    fn positions_convert_back_to_offsets() {
        let text = "aé(\r\n\nλλ)";
        let lines = Lines::of(text);
        assert_eq!(lines.count(), 3);
        let offset = |line, column| lines.offset(text, Position { line, column });
        for (line, columns) in [(1, 4), (2, 1), (3, 4)] {
            for column in 1..=columns {
                let found = offset(line, column).unwrap();
                assert_eq!(lines.position(text, found), Position { line, column });
            }
            assert_eq!(offset(line, columns + 1), None);
            assert_eq!(offset(line, 0), None);
        }
        assert_eq!((offset(0, 1), offset(4, 1)), (None, None));
    }
}
