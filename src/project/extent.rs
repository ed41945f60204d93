//! Which part of a text is formatted or repaired.

use std::ops::Range;

use schemefmt::internals::range::{format_fragment, format_lines};
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
    /// The data that these whole lines touch, which have changed: see [`format_lines`].
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
            Extent::Changed(lines) => format_lines(bytes, lines, options),
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
        let changed = formatted(&Extent::Changed(two_lines), text);
        assert_eq!(changed, "(f x (g 1 a) c)\n");
        let all = Extent::Changed(one(0..changed.len()));
        assert_eq!(formatted(&all, &changed), changed);
    }

    #[test]
    fn lines_are_formatted_as_a_whole() {
        // The list that begins on the first line is formatted with what follows it, and so with what precedes it.
        let text = "(define (f)  (let ((a 1))\n   (g))\n  (h))\n(i  j)\n";
        let changed = Extent::Changed(one(26..40));
        let expected = "(define (f)\n  (let ((a 1))\n    (g))\n  (h))\n(i  j)\n";
        assert_eq!(formatted(&changed, text), expected);
    }

    #[test]
    fn reports_are_on_the_text_before() {
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
