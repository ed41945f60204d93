//! Which part of a text is formatted or repaired.

use std::ops::Range;

use schemefmt::internals::hunks::hunks;
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

/// The maximum number of times that the lines to format grow. Each time, they grow by at least one.
const ROUNDS: usize = 20;

/// Formats the data that changed lines touch, and all on lines that differ because of that, so that in the end all lines that differ from
/// the original are formatted: if a line is joined with the start of a list, that list is selected, too.
fn format_changed_lines(
    bytes: &[u8],
    mut lines: Vec<Range<usize>>,
    options: &Options,
) -> Result<Formatted, Diagnostic> {
    let mut formatted = format_range(bytes, &lines, options)?;
    for _ in 0..ROUNDS {
        let before = lines.len();
        lines.sort_unstable_by_key(|line| line.start);
        lines.extend(other_lines(bytes, &formatted, &lines));
        if lines.len() == before {
            break;
        }
        formatted = format_range(bytes, &lines, options)?;
    }
    Ok(formatted)
}

/// The lines that differ in a formatted text and are not among `lines`, which are in order; in bytes of the text before.
fn other_lines(before: &[u8], formatted: &Formatted, lines: &[Range<usize>]) -> Vec<Range<usize>> {
    if formatted.output == before {
        return Vec::new();
    }
    let mark = before.len() - without_mark(before).len();
    let [old, new] = [before, &formatted.output].map(|bytes| text_of(without_mark(bytes)));
    let hunks = hunks(&old, &new, &Changes::Unknown(formatted.switches)).into_iter();
    let changed = hunks.map(|hunk| hunk.before.start + mark..hunk.before.end + mark);
    let mut lines = lines.to_vec();
    lines.dedup_by(|line, last| {
        let goes_on = line.start <= last.end;
        last.end = last.end.max(if goes_on { line.end } else { 0 });
        goes_on
    });
    let is_among = |span: &Range<usize>| {
        let after = lines.partition_point(|line| line.start <= span.start);
        let around = after.checked_sub(1).map(|index| &lines[index]);
        around.is_some_and(|line| span.end <= line.end)
    };
    changed
        .filter(|span| !span.is_empty() && !is_among(span))
        .collect()
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
