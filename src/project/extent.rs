//! Which part of a text is formatted or repaired.

use std::borrow::Cow;
use std::mem::take;
use std::ops::Range;

use schemefmt::internals::hunks::{Hunk, hunks};
use schemefmt::internals::range::format_fragment;
use schemefmt::internals::syntax::pairs::Changes;
use schemefmt::internals::text::source::{text_of, without_mark};
use schemefmt::{
    Accept, Diagnostic, Formatted, Options, Repaired, format, format_range, format_readable,
    repair_ranges,
};

/// Which part of a text is formatted or repaired. Its portions are ranges of bytes or, before the text is read, what flags and git name.
#[derive(Clone, Debug)]
pub(crate) enum Extent<Portion = Range<usize>> {
    /// All of it.
    Whole,
    /// All of it that can be read: see [`format_readable`].
    Readable,
    /// The data that these ranges touch.
    Ranges(Vec<Portion>),
    /// The data that these whole lines touch, which have changed: see [`format_changed_lines`].
    Changed(Vec<Portion>),
    /// The data of a fragment that has this number of columns before it: see [`format_fragment`].
    Fragment(usize),
}

impl Extent {
    /// Formats this part of a text.
    ///
    /// # Errors
    /// Returns the errors of [`format()`].
    pub(crate) fn format(&self, bytes: &[u8], options: &Options) -> Result<Formatted, Diagnostic> {
        match self {
            Extent::Whole => format(bytes, options),
            Extent::Readable => format_readable(bytes, options),
            Extent::Ranges(ranges) => format_range(bytes, ranges, options),
            Extent::Changed(lines) => format_changed_lines(bytes, lines.clone(), options),
            Extent::Fragment(columns) => format_fragment(bytes, *columns, options),
        }
    }

    /// Repairs the forms in this part of a text.
    ///
    /// # Errors
    /// Returns the errors of [`repair_ranges`].
    pub(crate) fn repair(
        &self,
        bytes: &[u8],
        accept: Accept,
        options: &Options,
    ) -> Result<Repaired, Diagnostic> {
        let whole = 0..bytes.len();
        let ranges = self.ranges().unwrap_or(std::slice::from_ref(&whole));
        repair_ranges(bytes, ranges, accept, options)
    }

    /// The ranges that it is limited to, if it is to some.
    pub(crate) fn ranges(&self) -> Option<&[Range<usize>]> {
        match self {
            Extent::Whole | Extent::Readable | Extent::Fragment(_) => None,
            Extent::Ranges(ranges) | Extent::Changed(ranges) => Some(ranges),
        }
    }
}

/// The maximum number of times that a text is formatted until nothing changes. Each time, the selection grows by at least
/// one list; two rounds are usual.
const ROUNDS: usize = 20;

/// Formats the data that changed lines touch, and repeats this for as long as that changes further lines, so that in the
/// end all lines that differ from the original are formatted. If a line is joined with the start of a list, that list is
/// selected, too.
fn format_changed_lines(
    bytes: &[u8],
    mut lines: Vec<Range<usize>>,
    options: &Options,
) -> Result<Formatted, Diagnostic> {
    let mut formatted = format_range(bytes, &lines, options)?;
    // Warnings and the sorted text are about the text as it was.
    let warnings = take(&mut formatted.warnings);
    let mut sorted = formatted.sorted.take();
    let mut before = Cow::Borrowed(bytes);
    for _ in 1..ROUNDS {
        if formatted.output == *before {
            break;
        }
        lines = changed_lines(&before, &formatted, &lines);
        before = Cow::Owned(formatted.output);
        formatted = format_range(&before, &lines, options)?;
        formatted.changes = Changes::Unknown(formatted.switches);
        sorted = formatted.sorted.take().or(sorted);
    }
    formatted.warnings = warnings;
    formatted.sorted = sorted;
    Ok(formatted)
}

/// The lines of a formatted text that differ from the text before, or that correspond to `lines` of it; in bytes.
fn changed_lines(
    before: &[u8],
    formatted: &Formatted,
    lines: &[Range<usize>],
) -> Vec<Range<usize>> {
    let mark = before.len() - without_mark(before).len();
    let old = text_of(without_mark(before));
    let new = text_of(without_mark(&formatted.output));
    let hunks = hunks(&old, &new, &Changes::Unknown(formatted.switches));
    let moved = lines.iter().map(|line| {
        let offset = |offset: usize| moved(&hunks, offset.saturating_sub(mark));
        offset(line.start).start + mark..offset(line.end).end + mark
    });
    let changed = hunks
        .iter()
        .map(|hunk| hunk.after.start + mark..hunk.after.end + mark);
    moved.chain(changed).collect()
}

/// Where hunks move a position in a text; a position inside a hunk moves to somewhere in its replacement.
fn moved(hunks: &[Hunk], offset: usize) -> Range<usize> {
    let index = hunks.partition_point(|hunk| hunk.before.end <= offset);
    match hunks.get(index) {
        Some(hunk) if hunk.before.start <= offset => hunk.after.clone(),
        _ => {
            let last = index.checked_sub(1).map(|index| &hunks[index]);
            let (old, new) = last.map_or((0, 0), |hunk| (hunk.before.end, hunk.after.end));
            let offset = offset - old + new;
            offset..offset
        }
    }
}

#[cfg(test)]
mod tests {
    use schemefmt::Dialect;
    use schemefmt::options::SortImports;

    use super::*;

    fn one(range: Range<usize>) -> Vec<Range<usize>> {
        std::iter::once(range).collect()
    }

    fn formatted(extent: &Extent, text: &str) -> String {
        let formatted = extent.format(text.as_bytes(), &Options::default());
        String::from_utf8(formatted.unwrap().output).unwrap()
    }

    #[test]
    fn newly_differing_lines_are_formatted() {
        // The second line is joined with the first, on which a list starts, so that list is selected.
        let text = "(f   x (g  1\n  a)\n c)\n";
        let two_lines = one(13..20);
        let once = formatted(&Extent::Ranges(two_lines.clone()), text);
        assert_eq!(once, "(f   x (g 1 a) c)\n");
        let format_changed_lines = formatted(&Extent::Changed(two_lines), text);
        assert_eq!(format_changed_lines, "(f x (g 1 a) c)\n");
        let all = Extent::Changed(one(0..format_changed_lines.len()));
        assert_eq!(formatted(&all, &format_changed_lines), format_changed_lines);
    }

    #[test]
    fn several_rounds_report_on_the_text_before() {
        let text = "(import (b)\n   (a))\n(f   x (g  1\n  #:a)\n c)\n";
        let mut options = Options::default();
        options.dialect = Dialect::R7rs;
        options.style.sort_imports = SortImports::Programs;
        let all = Extent::Changed(one(0..text.len() - 3));
        let formatted = all.format(text.as_bytes(), &options).unwrap();
        assert_eq!(formatted.output, b"(import (a) (b))\n(f x (g 1 #:a) c)\n");
        assert!(
            formatted
                .sorted
                .is_some_and(|it| it.starts_with(b"(import (a)"))
        );
        let span = formatted.warnings[0].labels[0].span.clone();
        assert_eq!(&text[span], "#:a");
    }

    #[test]
    fn positions_move_with_their_lines() {
        let hunk = |before, after| Hunk {
            lines: 0..0,
            before,
            after,
        };
        let hunks = [hunk(4..8, 4..6), hunk(10..10, 8..12)];
        for (before, after) in [
            (0, 0..0),
            (3, 3..3),
            (4, 4..6),
            (7, 4..6),
            (8, 6..6),
            (9, 7..7),
            (10, 12..12),
            (11, 13..13),
        ] {
            assert_eq!(moved(&hunks, before), after, "{before}");
        }
    }

    #[test]
    fn byte_order_mark_and_8_bit_letters_keep_positions() {
        let lines = |text: &[u8], changed| {
            let before = text.to_vec();
            let extent = Extent::Changed(one(changed));
            let formatted = extent.format(&before, &Options::default());
            formatted.unwrap().output
        };
        let marked = "\u{FEFF}(a   b)\n(c   d)\n".as_bytes();
        assert_eq!(lines(marked, 12..19), "\u{FEFF}(a   b)\n(c d)\n".as_bytes());
        let latin = b"(\xE9   b)\n(\xE9   d)\n";
        assert_eq!(lines(latin, 9..16), b"(\xE9   b)\n(\xE9 d)\n");
    }
}
