//! Which part of a text is formatted: all of it, the requested lines and ranges, or the changed lines.

use std::ops::Range;
use std::path::{Path, PathBuf};

use schemefmt::internals::text::diagnostics::counted;
use schemefmt::internals::text::lines::Lines;
use schemefmt::internals::text::source::{text_of, without_mark};
use schemefmt::{Diagnostic, Position, Severity};

use super::args::PartArgs;
use super::git::HEAD;
use super::report::Task;
use super::span::{Portion, Span};
use crate::project::Extent;
use crate::project::paths::shown;

/// The part that the flags select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A given part of each text.
    Scope(Scope),
    /// The lines that have changed since this commit; if there is none, those that are staged.
    Changes(Option<String>),
}

impl Part {
    /// The part that the flags select.
    pub(super) fn of(args: &PartArgs) -> Self {
        let head = args.changed.then(|| HEAD.to_owned());
        let since = args.since.clone().or(head);
        if since.is_some() || args.staged {
            return Part::Changes(since);
        }
        if let Some(column) = args.fragment {
            return Part::Scope(Scope::Fragment(column.get() - 1));
        }
        let pieces = [&args.lines[..], &args.range].concat();
        Part::Scope(if !pieces.is_empty() {
            Scope::Portions(pieces)
        } else if args.tolerant {
            Scope::Readable
        } else {
            Scope::Whole
        })
    }
}

/// The command that formats the parts of files that the flags select; none for whole files and for standard input.
pub(super) fn command_for(task: Task, args: &PartArgs, paths: &[PathBuf]) -> Option<String> {
    let are_of_a_file = paths.iter().any(|path| path != Path::new("-"));
    let list = |flag: &str, pieces: &[Portion]| {
        let pieces: Vec<String> = pieces.iter().map(Portion::to_string).collect();
        let is_shown = are_of_a_file && !pieces.is_empty();
        is_shown.then(|| format!("--{flag} {}", pieces.join(",")))
    };
    let flags = [
        list("lines", &args.lines),
        list("range", &args.range),
        args.since.as_ref().map(|since| format!("--since {since}")),
        args.changed.then(|| "--changed".to_owned()),
        args.staged.then(|| "--staged".to_owned()),
    ];
    let flags: Vec<String> = flags.into_iter().flatten().collect();
    if flags.is_empty() {
        return None;
    }
    let program = match task {
        Task::Format => "schemefmt",
        Task::Repair(_) => "schemefmt repair",
    };
    let paths = paths.iter().map(|path| shown(path));
    let words = [program.to_owned()].into_iter().chain(flags).chain(paths);
    Some(words.collect::<Vec<_>>().join(" "))
}

/// Which part of a text is formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// All of it.
    Whole,
    /// All of it that can be read.
    Readable,
    /// The data that these pieces touch.
    Portions(Vec<Portion>),
    /// The data that these lines touch. They are git's, so only a line feed ends a line.
    Changed(Vec<Portion>),
    /// All of it, as a fragment of another text, with this many columns before it on its line.
    Fragment(usize),
}

impl Scope {
    /// The corresponding extent of a text, in bytes.
    ///
    /// # Errors
    /// Returns an error if a piece is outside the text.
    pub(super) fn extent(&self, bytes: &[u8]) -> Result<Extent, Diagnostic> {
        Ok(match self {
            Scope::Whole => Extent::Whole,
            Scope::Readable => Extent::Readable,
            // If carriage returns end the lines, git takes the text for a single line.
            Scope::Changed(_) if !bytes.contains(&b'\n') => Extent::Whole,
            Scope::Changed(lines) => Extent::Changed(ranges(lines, bytes)?),
            Scope::Portions(pieces) => Extent::Ranges(ranges(pieces, bytes)?),
            Scope::Fragment(columns) => Extent::Fragment(*columns),
        })
    }
}

/// The ranges of pieces in the bytes of a file.
fn ranges(pieces: &[Portion], bytes: &[u8]) -> Result<Vec<Range<usize>>, Diagnostic> {
    let rest = without_mark(bytes);
    let mark = bytes.len() - rest.len();
    let text = text_of(rest);
    let lines = Lines::of(&text);
    let line = |number| start_of(number, &text, &lines);
    let offset = |position| offset_of(position, &text, &lines);
    let range = |piece: &Portion| {
        let range = match *piece {
            Portion::Lines { first, last } => {
                let (start, last) = (line(first)?, line(last.unwrap_or(lines.count()))?);
                start..lines.around(&text, &(last..last)).end
            }
            Portion::Between(Span { start, end }) => offset(start)?..offset(end)?,
        };
        Ok(mark + range.start..mark + range.end)
    };
    pieces.iter().map(range).collect()
}

/// The offset of a place in a text.
///
/// # Errors
/// Returns what the text has instead.
pub(super) fn offset_of(
    position: Position,
    text: &str,
    lines: &Lines,
) -> Result<usize, Diagnostic> {
    start_of(position.line, text, lines)?;
    let Position { line, column } = position;
    let none = || out_of_range(format!("line {line} has no column {column}"));
    lines.offset(text, position).ok_or_else(none)
}

/// The offset of the start of a line, given its number, from 1.
///
/// # Errors
/// Returns how many lines the text has instead.
fn start_of(line: usize, text: &str, lines: &Lines) -> Result<usize, Diagnostic> {
    lines.start(line).ok_or_else(|| {
        // Only editors count what follows the last line end as a line.
        let is_ended = text.ends_with(['\n', '\r']);
        let count = lines.count() - usize::from(is_ended);
        let count = counted(count, "line");
        out_of_range(format!("no line {line}: the text has {count}"))
    })
}

fn out_of_range(message: String) -> Diagnostic {
    Diagnostic::whole(Severity::Error, "range", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(range: Range<usize>) -> Vec<Range<usize>> {
        std::iter::once(range).collect()
    }

    fn of(part: &Scope, bytes: &[u8]) -> Result<Vec<Range<usize>>, String> {
        match part.extent(bytes) {
            Ok(Extent::Ranges(ranges) | Extent::Changed(ranges)) => Ok(ranges),
            Ok(_) => Ok(one(0..bytes.len())),
            Err(diagnostic) => Err(diagnostic.message),
        }
    }

    #[test]
    fn pieces_are_ranges_of_the_bytes_of_the_file() {
        let pieces = |text: &str| {
            let piece = Portion::lines(text).or_else(|_| Portion::range(text));
            Scope::Portions(vec![piece.unwrap()])
        };
        let utf8 = "(λ)\r\n(b)\r\n".as_bytes();
        let marked = "\u{FEFF}(λ)\n(b)\n".as_bytes();
        let latin = b"(\xE9\xE8)\n(b)\n";
        for (text, bytes, expected) in [
            ("1", utf8, 0..4),
            ("2", utf8, 6..9),
            ("3", utf8, 11..11),
            ("1-", utf8, 0..11),
            ("1:2-1:3", utf8, 1..3),
            ("1:4-2:4", utf8, 4..9),
            ("2", marked, 8..11),
            ("1:2-1:3", marked, 4..6),
            ("1:2-2:1", &latin[..], 1..5),
            ("1", b"", 0..0),
            ("2", b"a\rb\rc", 2..3),
        ] {
            assert_eq!(of(&pieces(text), bytes), Ok(one(expected)), "{text}");
        }
        for (text, expected) in [
            ("4", "no line 4: the text has 2 lines"),
            ("1-5", "no line 5: the text has 2 lines"),
            ("1:5-2:1", "line 1 has no column 5"),
            ("1:1-9:1", "no line 9: the text has 2 lines"),
        ] {
            assert_eq!(of(&pieces(text), utf8), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_text_without_line_feeds_is_one_line_to_git() {
        let first = Scope::Changed(vec![Portion::Lines {
            first: 1,
            last: Some(1),
        }]);
        assert_eq!(of(&first, b"a\rb\r"), Ok(one(0..4)));
        assert_eq!(of(&first, b"a\nb\n"), Ok(one(0..1)));
    }
}
