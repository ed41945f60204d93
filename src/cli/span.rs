//! Lines and spans of a text, as flags and git name them.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use schemefmt::Position;
use schemefmt::internals::text::lines::Lines;

/// A range of lines, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSpan {
    /// The first line.
    pub first: usize,
    /// The last line; none for the last line of the text.
    pub last: Option<usize>,
}

/// The text from one position up to, but not including, another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its start.
    pub start: Position,
    /// Its end.
    pub end: Position,
}

impl Span {
    /// The positions of a range of bytes of a text.
    pub fn of(range: &Range<usize>, text: &str, lines: &Lines) -> Self {
        let [start, end] = [range.start, range.end].map(|offset| lines.position(text, offset));
        Span { start, end }
    }

    /// The first and the last line that it touches; an empty one touches the line after it.
    pub fn lines(&self) -> (usize, usize) {
        let last = match self.end {
            Position { line, column: 1 } => line - 1,
            Position { line, .. } => line,
        };
        (self.start.line, last.max(self.start.line))
    }
}

impl fmt::Display for LineSpan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) if last == self.first => write!(out, "{last}"),
            Some(last) => write!(out, "{}-{last}", self.first),
            None => write!(out, "{}-", self.first),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.start, self.end)
    }
}

impl FromStr for LineSpan {
    type Err = String;

    /// `10`, `10-20`, `10-` or `-20`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = match text.split_once('-') {
            None => (number(text)?, Some(number(text)?)),
            Some(("", "")) => return Err("expected lines such as `10-20`".to_owned()),
            Some((first, "")) => (number(first)?, None),
            Some(("", last)) => (1, Some(number(last)?)),
            Some((first, last)) => (number(first)?, Some(number(last)?)),
        };
        if last.is_some_and(|last| last < first) {
            return Err("the last line comes before the first".to_owned());
        }
        Ok(LineSpan { first, last })
    }
}

impl FromStr for Span {
    type Err = String;

    /// `LINE:COLUMN-LINE:COLUMN`.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || "expected a range such as `10:1-20:15`".to_owned();
        let (start, end) = text.split_once('-').ok_or_else(expected)?;
        let place = |place: &str| {
            let (line, column) = place.split_once(':').ok_or_else(expected)?;
            Ok::<_, String>(Position {
                line: number(line)?,
                column: number(column)?,
            })
        };
        let (start, end) = (place(start)?, place(end)?);
        if end < start {
            return Err("the end comes before the start".to_owned());
        }
        Ok(Span { start, end })
    }
}

/// The largest number of a line or a column: no text is so long.
const MAX: usize = 1 << 31;

/// Parses the number of a line or a column.
///
/// # Errors
/// Returns what is wrong with it.
pub fn number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("lines and columns count from 1".to_owned()),
        Ok(number) if number <= MAX && !text.starts_with('+') => Ok(number),
        _ => Err(format!("`{text}` is not a line or column number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Result<LineSpan, String> {
        text.parse()
    }

    #[test]
    fn lines_are_read() {
        let span = |first, last| Ok(LineSpan { first, last });
        assert_eq!(lines("10"), span(10, Some(10)));
        assert_eq!(lines("10-20"), span(10, Some(20)));
        assert_eq!(lines("10-"), span(10, None));
        assert_eq!(lines("-20"), span(1, Some(20)));
        for wrong in [
            "",
            "-",
            "0",
            "0-3",
            "x",
            "1-x",
            "2-1",
            "1-2-3",
            "+1",
            "1:2-3:4",
            " 1",
            "2147483649",
            "1-18446744073709551615",
        ] {
            assert!(lines(wrong).is_err(), "{wrong:?}");
        }
        assert!("2:3-2:3".parse::<Span>().is_ok());
        for wrong in [
            "",
            "1:1",
            "1-2",
            "2:3-2:2",
            "0:1-1:1",
            "1:0-1:1",
            "a:1-2:1",
            "1:1-2:1:1",
            "1:1-1:18446744073709551615",
        ] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong:?}");
        }
    }
}
