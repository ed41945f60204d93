//! Lines and regions of a text, as flags and git name them.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use schemefmt::Position;
use schemefmt::internals::text::lines::Lines;

/// A requested or changed portion of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Portion {
    /// Lines, counted from 1.
    Lines {
        /// The first line.
        first: usize,
        /// The last line; none for the last line of the text.
        last: Option<usize>,
    },
    /// The text between two positions.
    Range(Region),
}

/// The text from one position up to, but not including, another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// Its start.
    pub start: Position,
    /// Its end.
    pub end: Position,
}

impl Region {
    /// The positions of a range of bytes of a text.
    pub(crate) fn of(range: &Range<usize>, text: &str, lines: &Lines) -> Self {
        let [start, end] = [range.start, range.end].map(|offset| lines.position(text, offset));
        Region { start, end }
    }

    /// The first and the last line that it touches; an empty one touches the line after it.
    pub(crate) fn lines(&self) -> (usize, usize) {
        let last = match self.end {
            Position { line, column: 1 } => line - 1,
            Position { line, .. } => line,
        };
        (self.start.line, last.max(self.start.line))
    }
}

impl fmt::Display for Portion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Portion::Lines { first, last: None } => write!(out, "{first}-"),
            Portion::Lines {
                first,
                last: Some(last),
            } if last == first => write!(out, "{last}"),
            Portion::Lines {
                first,
                last: Some(last),
            } => write!(out, "{first}-{last}"),
            Portion::Range(Region { start, end }) => write!(out, "{start}-{end}"),
        }
    }
}

/// The error about something that is no lines, such as a range of positions.
const EXPECTED_LINES: &str = "expected lines such as `10-20`";

impl Portion {
    /// Parses `10`, `10-20`, `10-` or `-20`.
    ///
    /// # Errors
    /// Returns what is wrong with it.
    pub(crate) fn lines(text: &str) -> Result<Self, String> {
        let (first, last) = match text.split_once('-') {
            _ if text.contains(':') => return Err(EXPECTED_LINES.to_owned()),
            None => (number(text)?, Some(number(text)?)),
            Some(("", "")) => return Err(EXPECTED_LINES.to_owned()),
            Some((first, "")) => (number(first)?, None),
            Some(("", last)) => (1, Some(number(last)?)),
            Some((first, last)) => (number(first)?, Some(number(last)?)),
        };
        if last.is_some_and(|last| last < first) {
            return Err("the last line comes before the first".to_owned());
        }
        Ok(Portion::Lines { first, last })
    }

    /// Parses `LINE:COLUMN-LINE:COLUMN`.
    ///
    /// # Errors
    /// Returns what is wrong with it.
    pub(crate) fn range(text: &str) -> Result<Self, String> {
        let expected = || "expected a range such as `10:1-20:15`".to_owned();
        let (start, end) = text.split_once('-').ok_or_else(expected)?;
        let position = |text: &str| {
            let (line, column) = text.split_once(':').ok_or_else(expected)?;
            Ok::<_, String>(Position {
                line: number(line)?,
                column: number(column)?,
            })
        };
        let (start, end) = (position(start)?, position(end)?);
        if end < start {
            return Err("the end comes before the start".to_owned());
        }
        Ok(Portion::Range(Region { start, end }))
    }
}

/// The largest number of a line or a column: no text is so long.
const MAX: usize = 1 << 31;

/// Parses the number of a line or a column.
///
/// # Errors
/// Returns what is wrong with it.
pub(super) fn number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("lines and columns count from 1".to_owned()),
        Ok(number) if number <= MAX && !text.starts_with('+') => Ok(number),
        _ => Err(format!("`{text}` is not a line or column number")),
    }
}

/// A line of a file, written `FILE:LINE` or `FILE:LINE:COLUMN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: Option<usize>,
}

impl FromStr for Spot {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Compilers print another colon behind it.
        let text = text.strip_suffix(':').unwrap_or(text);
        let (rest, last) = text.rsplit_once(':').ok_or("expected FILE:LINE")?;
        let last = number(last)?;
        let before = rest.rsplit_once(':').filter(|(path, _)| !path.is_empty());
        let with_column =
            before.and_then(|(path, line)| Some((path, number(line).ok()?, Some(last))));
        let (path, line, column) = with_column.unwrap_or((rest, last, None));
        Ok(Spot {
            path: path.into(),
            line,
            column,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let (lines, range) = (Portion::lines, Portion::range);
        let span = |first, last| Ok(Portion::Lines { first, last });
        assert_eq!(lines("10"), span(10, Some(10)));
        assert_eq!(lines("10-20"), span(10, Some(20)));
        assert_eq!(lines("10-"), span(10, None));
        assert_eq!(lines("-20"), span(1, Some(20)));
        for wrong in [
            "",
            "0",
            "0-3",
            "x",
            "1-x",
            "2-1",
            "1-2-3",
            "+1",
            " 1",
            "2147483649",
            "1-18446744073709551615",
        ] {
            assert!(lines(wrong).is_err(), "{wrong:?}");
        }
        for wrong in ["-", "10:20", "1:2-3:4"] {
            assert_eq!(lines(wrong), Err(EXPECTED_LINES.to_owned()), "{wrong:?}");
        }
        assert!(range("2:3-2:3").is_ok());
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
            assert!(range(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn parses_spots() {
        let spot = |path: &str, line, column| Spot {
            path: path.into(),
            line,
            column,
        };
        let cases = [
            ("a.scm:3", Some(spot("a.scm", 3, None))),
            ("a.scm:3:", Some(spot("a.scm", 3, None))),
            ("a.scm:3:7", Some(spot("a.scm", 3, Some(7)))),
            ("a.scm:3:7:", Some(spot("a.scm", 3, Some(7)))),
            ("C:/a.scm:3", Some(spot("C:/a.scm", 3, None))),
            ("a:b.scm:3:7", Some(spot("a:b.scm", 3, Some(7)))),
            ("a.scm", None),
            ("a.scm:0", None),
            ("a.scm:3:0", None),
            ("a.scm:x", None),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse().ok(), expected, "{text}");
        }
    }
}
