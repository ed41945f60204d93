//! Which part of each text the flags select: all of it, the requested lines and ranges, or the changed lines.

use std::ops::Range;
use std::path::{Path, PathBuf};

use schemefmt::internals::text::diagnostics::counted;
use schemefmt::internals::text::lines::Lines;
use schemefmt::internals::text::source::{text_of, without_mark};
use schemefmt::{Diagnostic, Position, Severity};

use super::args::PartArgs;
use super::git::HEAD;
use super::region::{Portion, Region};
use super::report::Task;
use crate::project::Extent;
use crate::project::paths::shown;

/// What the flags select.
pub(super) enum Scope {
    /// This part of each text.
    Given(Extent<Portion>),
    /// The lines that have changed since this commit; if there is none, those that are staged.
    Changes(Option<String>),
}

impl Scope {
    /// What the flags select.
    pub(super) fn of(args: &PartArgs) -> Self {
        let head = args.changed.then(|| HEAD.to_owned());
        let since = args.since.clone().or(head);
        if since.is_some() || args.staged {
            return Scope::Changes(since);
        }
        if let Some(column) = args.fragment {
            return Scope::Given(Extent::Fragment(column.get() - 1));
        }
        let portions = [&args.lines[..], &args.range].concat();
        Scope::Given(if !portions.is_empty() {
            Extent::Ranges(portions)
        } else if args.tolerant {
            Extent::Readable
        } else {
            Extent::Whole
        })
    }
}

/// The command that formats the parts of files that the flags select; none for whole files and for standard input.
pub(super) fn command_for(task: Task, args: &PartArgs, paths: &[PathBuf]) -> Option<String> {
    let are_of_a_file = paths.iter().any(|path| path != Path::new("-"));
    let list = |flag: &str, portions: &[Portion]| {
        let portions: Vec<String> = portions.iter().map(Portion::to_string).collect();
        let is_shown = are_of_a_file && !portions.is_empty();
        is_shown.then(|| format!("--{flag} {}", portions.join(",")))
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

/// An extent with its portions as ranges of the bytes of a text.
///
/// # Errors
/// Returns an error if a portion is outside the text.
pub(super) fn in_bytes(extent: &Extent<Portion>, bytes: &[u8]) -> Result<Extent, Diagnostic> {
    Ok(match extent {
        Extent::Whole => Extent::Whole,
        Extent::Readable => Extent::Readable,
        // If carriage returns end the lines, git takes the text for a single line.
        Extent::Changed(_) if !bytes.contains(&b'\n') => Extent::Whole,
        Extent::Changed(lines) => Extent::Changed(ranges(lines, bytes)?),
        Extent::Ranges(portions) => Extent::Ranges(ranges(portions, bytes)?),
        Extent::Fragment(columns) => Extent::Fragment(*columns),
    })
}

/// The ranges of portions in the bytes of a file.
fn ranges(portions: &[Portion], bytes: &[u8]) -> Result<Vec<Range<usize>>, Diagnostic> {
    let rest = without_mark(bytes);
    let mark = bytes.len() - rest.len();
    let text = text_of(rest);
    let lines = Lines::of(&text);
    let line = |number| start_of(number, &text, &lines);
    let offset = |position| offset_of(position, &text, &lines);
    let range = |portion: &Portion| {
        let range = match *portion {
            Portion::Lines { first, last } => {
                let (start, last) = (line(first)?, line(last.unwrap_or(lines.count()))?);
                start..lines.around(&text, &(last..last)).end
            }
            Portion::Range(Region { start, end }) => offset(start)?..offset(end)?,
        };
        Ok(mark + range.start..mark + range.end)
    };
    portions.iter().map(range).collect()
}

/// The offset of a position in a text.
///
/// # Errors
/// Returns what the text has instead.
pub(super) fn offset_of(
    position: Position,
    text: &str,
    lines: &Lines,
) -> Result<usize, Diagnostic> {
    let Position { line, column } = position;
    let start = start_of(line, text, lines)?;
    lines.offset(text, position).ok_or_else(|| {
        let content = &text[lines.around(text, &(start..start))];
        let count = counted(content.chars().count(), "character");
        out_of_range(format!(
            "line {line} has no column {column}: it has {count}"
        ))
    })
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

    fn of(extent: &Extent<Portion>, bytes: &[u8]) -> Result<Vec<Range<usize>>, String> {
        match in_bytes(extent, bytes) {
            Ok(Extent::Ranges(ranges) | Extent::Changed(ranges)) => Ok(ranges),
            Ok(_) => Ok(one(0..bytes.len())),
            Err(diagnostic) => Err(diagnostic.message),
        }
    }

    #[test]
    fn portions_are_ranges_of_the_bytes_of_the_file() {
        let portions = |text: &str| {
            let portion = Portion::lines(text).or_else(|_| Portion::range(text));
            Extent::Ranges(vec![portion.unwrap()])
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
            assert_eq!(of(&portions(text), bytes), Ok(one(expected)), "{text}");
        }
        for (text, expected) in [
            ("4", "no line 4: the text has 2 lines"),
            ("1-5", "no line 5: the text has 2 lines"),
            ("1:5-2:1", "line 1 has no column 5: it has 3 characters"),
            ("1:1-9:1", "no line 9: the text has 2 lines"),
        ] {
            assert_eq!(
                of(&portions(text), utf8),
                Err(expected.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_text_without_line_feeds_is_one_line_to_git() {
        let first = Extent::Changed(vec![Portion::Lines {
            first: 1,
            last: Some(1),
        }]);
        assert_eq!(of(&first, b"a\rb\r"), Ok(one(0..4)));
        assert_eq!(of(&first, b"a\nb\n"), Ok(one(0..1)));
    }
}
