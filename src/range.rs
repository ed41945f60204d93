//! Formatting a part of a text, and formatting as edits.

use std::ops::Range;

use crate::options::{Options, SortExports, SortImports};
pub use crate::pipeline::Extent;
use crate::pipeline::{Formatted, format, format_text, read};
use crate::syntax::pairs::{Changes, Difference};
use crate::syntax::recover::{RECOVERIES, Recovery};
use crate::text::Edit;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::{Lines, Position, begins_line};
use crate::text::source::{Source, text_of, without_mark};

impl Position {
    /// The byte offset in `input` of this line and column, both from 1; none if there is no such position. The last column of a
    /// line is the one after its last character.
    ///
    /// A byte order mark takes no column. In 8-bit text, each byte is a character.
    ///
    /// ```
    /// use schemefmt::Position;
    ///
    /// let at = |line, column| Position { line, column }.offset_in("(λ x)\ny".as_bytes());
    /// assert_eq!((at(1, 4), at(2, 2)), (Some(4), Some(8)));
    /// assert_eq!((at(1, 7), at(3, 1)), (None, None));
    /// ```
    pub fn offset_in(self, input: &[u8]) -> Option<usize> {
        let rest = without_mark(input);
        let text = text_of(rest);
        let offset = Lines::of(&text).offset(&text, self)?;
        Some(input.len() - rest.len() + offset)
    }
}

/// Formats the data of `input` that `ranges` touch, and leaves all other bytes as they are. A range is a span of byte
/// offsets in `input`, where a byte order mark counts; an empty range is a position. [`Position::offset_in`] gives the offset of
/// a line and column.
///
/// For each range, the shortest run of siblings that covers the data it touches is formatted, with its comments, in the
/// innermost list around the range. These data are laid out in place as items of that list; if something precedes the first
/// one on its line, that one stays there. All other bytes stay. White space and closing brackets within a range select
/// nothing.
///
/// - What formatting the whole text would not change stays as it is, and formatting the same range again changes nothing.
/// - A range that covers the whole text gives the same result as [`format()`].
/// - Unbalanced brackets elsewhere do not matter, as long as the top-level forms that a range touches can be found: each
///   goes from a line that starts with an opening bracket to the next such line.
/// - The result is verified like that of [`format()`].
///
/// ```
/// use schemefmt::{Options, format_range};
///
/// let text = b"(f  x)\n(let ((a  1))\n(g  a))\n";
/// let formatted = format_range(text, &[21..27], &Options::default())?;
/// assert_eq!(formatted.output, b"(f  x)\n(let ((a  1))\n  (g a))\n");
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
///
/// # Errors
/// Returns the errors of [`format()`] that concern a top-level form touched by a range.
pub fn format_range(
    input: &[u8],
    ranges: &[Range<usize>],
    options: &Options,
) -> Result<Formatted, Diagnostic> {
    format_extent(input, &Extent::Ranges(ranges.to_vec()), options)
}

/// Formats a part of `input`, whose portions are byte offsets.
///
/// # Errors
/// Returns the errors of [`format_range`] and, for a whole text or a fragment, of [`format()`]; usually, a fragment's brackets do not
/// balance.
#[doc(hidden)]
pub fn format_extent(
    input: &[u8],
    extent: &Extent,
    options: &Options,
) -> Result<Formatted, Diagnostic> {
    let portions = extent.portions().unwrap_or_default();
    if portions.contains(&(0..input.len())) {
        return format(input, options);
    }
    let mut options = options.clone();
    if let Extent::Fragment(_) = extent {
        // Nothing says whether its order matters.
        options.style.sort_imports = SortImports::Keep;
        options.style.sort_exports = SortExports::Keep;
    }
    let recoveries: &[Recovery] = match extent {
        Extent::Whole | Extent::Fragment(_) => &[],
        Extent::Readable | Extent::Ranges(_) | Extent::Changed(_) => &RECOVERIES,
    };
    format_text(input, extent.clone(), &options, recoveries)
}

/// Formats the top-level forms of `input` that can be read, and leaves the unreadable ones alone, if the indentation tells these apart;
/// [`Formatted::errors`] is what is wrong then. The forms in a library that holds an unreadable form are formatted, too, if that leaves
/// them at their column. What follows a string or a block comment that may be unterminated stays. A text that can be read is formatted as
/// [`format()`] does it.
///
/// ```
/// use schemefmt::{Options, format_readable};
///
/// let formatted = format_readable(b"(f  x)\n(g  (x)\n\n(h  x)\n", &Options::default())?;
/// assert_eq!(formatted.output, b"(f x)\n(g  (x)\n\n(h x)\n");
/// assert_eq!(formatted.errors[0].code, "unclosed-list");
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
///
/// # Errors
/// Returns the error of [`format()`] if nothing can be formatted by itself.
pub fn format_readable(input: &[u8], options: &Options) -> Result<Formatted, Diagnostic> {
    format_extent(input, &Extent::Readable, options)
}

/// The span of the innermost list that starts its line and contains a span of `input`; none if there is no such list, as in a
/// verbatim region or an unreadable form. Prefixes before its bracket belong to it. All are byte offsets.
///
/// # Errors
/// Returns an error if `input` cannot be decoded.
#[doc(hidden)]
pub fn list_around(
    input: &[u8],
    span: Range<usize>,
    options: &Options,
) -> Result<Option<Range<usize>>, Diagnostic> {
    let source = Source::decode(input)?;
    let text = source.text.as_ref();
    let span = source.span_of(span);
    let tree = read(text, source.encoding, options).tree;
    let around = tree.around(span).map(|id| &tree.nodes[id]);
    let lists = around.filter(|node| node.kind.has_children());
    let found = lists
        .filter(|list| begins_line(text, list.start as usize))
        .last();
    Ok(found.map(|list| source.byte_span(list.span(), &Lines::of(text))))
}

/// Returns what formatting changes in `input` as edits, in source order: one for each gap between two tokens that changes and
/// one for each literal that changes, each as small as possible, and one for those that would touch. The tokens of input and
/// output correspond one to one, so no diff has to be computed.
///
/// ```
/// use schemefmt::{Edit, Options, edits};
///
/// let edit = Edit { span: 3..4, text: Vec::new() };
/// assert_eq!(edits(b"(f  #t)\n", &Options::default())?, [edit]);
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
///
/// # Errors
/// Returns the errors of [`format()`].
pub fn edits(input: &[u8], options: &Options) -> Result<Vec<Edit>, Diagnostic> {
    let formatted = format(input, options)?;
    edits_between(input, &formatted)
}

/// Returns the edits for a text that has already been formatted, as a whole or in part.
///
/// # Errors
/// Returns an error if `input` cannot be decoded.
pub fn edits_between(input: &[u8], formatted: &Formatted) -> Result<Vec<Edit>, Diagnostic> {
    edits_to(input, &formatted.output, &formatted.changes)
}

/// The edits from a text to what it has been formatted to, given how both differ.
///
/// # Errors
/// Returns an error if `input` cannot be decoded.
#[doc(hidden)]
pub fn edits_to(input: &[u8], output: &[u8], changes: &Changes) -> Result<Vec<Edit>, Diagnostic> {
    if output == input {
        return Ok(Vec::new());
    }
    edits_of(input, output, |old, new| changes.differences(old, new))
}

/// The edits that make up for the differences of two texts, as `find` finds them in what they are decoded to.
///
/// # Errors
/// Returns an error if one of the texts cannot be decoded.
pub(crate) fn edits_of(
    input: &[u8],
    output: &[u8],
    find: impl FnOnce(&str, &str) -> Vec<Difference>,
) -> Result<Vec<Edit>, Diagnostic> {
    let (old, new) = (Source::decode(input)?, Source::decode(output)?);
    let lines = Lines::of(&old.text);
    let edits = find(&old.text, &new.text).into_iter().map(|found| Edit {
        span: old.byte_span(found.old, &lines),
        text: new.bytes(&new.text[found.new]),
    });
    Ok(edits.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::Dialect;

    fn formatted(text: &[u8], columns: usize) -> Result<Vec<u8>, String> {
        match format_extent(text, &Extent::Fragment(columns), &Options::default()) {
            Ok(formatted) => Ok(formatted.output),
            Err(diagnostic) => Err(diagnostic.code.to_owned()),
        }
    }

    #[test]
    fn a_fragment_stays_at_the_column_of_its_first_line() {
        for (before, columns, after) in [
            ("    (f  x)\n  (g\n y)\n", 0, "    (f x)\n    (g y)\n"),
            ("   (f  x)\n  (g)\n (h)\n", 0, "   (f x)\n   (g)\n   (h)\n"),
            ("  (f  x)\n(g)\n (h)\n", 0, "  (f x)\n  (g)\n  (h)\n"),
            (" (f  x)\n  (g\n y)\n", 0, " (f x)\n (g y)\n"),
            ("(f  x)\n  (g\n y)\n", 0, "(f x)\n(g y)\n"),
            ("\t(f  x)\n(g)\n", 0, "\t(f x)\n        (g)\n"),
            // In the source, the first comment stands in that column.
            ("  (f\n) ; a\n ; b\n", 0, "  (f) ; a\n  ; b\n"),
            // It starts in the middle of a line and ends in the middle of one.
            ("(f  x)\n  (g)", 10, "(f x)\n          (g)"),
            ("(f  x)", 0, "(f x)"),
            // Blank lines and what follows the last datum are kept, and the data stay on their lines.
            ("\n \n  1 2\n3   4  \n\n", 0, "\n \n  1 2\n  3   4  \n\n"),
            ("  ; a\n   ; b\n(f\n x) ; c", 0, "  ; a\n  ; b\n  (f x) ; c"),
            ("  (f  x)\r\n (g)\r\n", 0, "  (f x)\r\n  (g)\r\n"),
            ("  (f  x)\r (g)\r", 0, "  (f x)\r  (g)\r"),
            ("", 0, ""),
            ("  \n", 3, "  \n"),
            ("    else", 0, "    else"),
            ("   \"a\n  b\"   ", 0, "   \"a\n  b\"   "),
        ] {
            let after = Ok(after.as_bytes().to_vec());
            assert_eq!(formatted(before.as_bytes(), columns), after, "{before:?}");
        }
        let latin = b"\n  (\xE9  \xE8)\n(b)\n".as_slice();
        assert_eq!(
            formatted(latin, 0),
            Ok(b"\n  (\xE9 \xE8)\n  (b)\n".to_vec())
        );
        let spaced = "  (f  x)\n\u{A0}(b)\n".as_bytes();
        assert_eq!(formatted(spaced, 0), Ok("  (f x)\n  \u{A0}(b)\n".into()));
        let marked = "\u{FEFF} (λ  x)\n(b)\n".as_bytes();
        assert_eq!(formatted(marked, 0), Ok("\u{FEFF} (λ x)\n (b)\n".into()));
    }

    #[test]
    fn fragment_keeps_its_column() {
        for column in 0..60 {
            let indented = |by: usize| " ".repeat(by);
            let expected = format!("{0}(f)\n{0}; c\n{0}(g)\n", indented(column));
            // A comment at column 0 stays there, as it does elsewhere.
            for other in 1..60 {
                let text = format!("{}(f)\n{1}; c\n{1}(g)\n", indented(column), indented(other));
                assert_eq!(formatted(text.as_bytes(), 0), Ok(expected.clone().into()));
            }
        }
    }

    #[test]
    fn comments_beside_forms_of_a_fragment_are_aligned() {
        let text = "  (f (g)) ; a\n  (g)     ; b\n\n  (h) ; c\n";
        assert_eq!(formatted(text.as_bytes(), 0), Ok(text.into()));
    }

    #[test]
    fn options_do_not_move_a_fragment() {
        for (key, value) in [
            ("dialect", "bigloo"),
            ("style.body-indent", "3"),
            ("style.head-alone", "2"),
            ("line-breaks", "persistent"),
            ("line-breaks", "keep"),
        ] {
            let mut options = Options::default();
            options.set(key, value).unwrap();
            for text in [
                "    (f x)\n    (g x)\n",
                "  (f x) (g\n         y)\n  ; c\n  (h)",
            ] {
                let formatted =
                    format_extent(text.as_bytes(), &Extent::Fragment(0), &options).unwrap();
                let shown = String::from_utf8(formatted.output).unwrap();
                assert_eq!(shown.lines().next_back(), text.lines().next_back(), "{key}");
                let again =
                    format_extent(shown.as_bytes(), &Extent::Fragment(0), &options).unwrap();
                assert_eq!(String::from_utf8(again.output).unwrap(), shown, "{key}");
            }
        }
    }

    #[test]
    fn a_datum_follows_what_has_moved_on_its_line() {
        assert_eq!(
            formatted(b"(f   x) (g ; c\n y)", 4),
            Ok(b"(f x) (g ; c\n           y)".to_vec())
        );
    }

    #[test]
    fn fragment_width_starts_at_its_column() {
        let text = format!("({} b)\n", "a".repeat(40));
        assert_eq!(formatted(text.as_bytes(), 30), Ok(text.clone().into()));
        // It would take 83 of the 80 columns.
        let broken = format!("({}\n{}b)\n", "a".repeat(40), " ".repeat(41));
        assert_eq!(formatted(text.as_bytes(), 40), Ok(broken.into()));
    }

    #[test]
    fn a_second_run_changes_nothing_in_a_fragment() {
        for (mode, text) in [
            ("persistent", "(a\n  \"\")"),
            ("keep", "(()\n e\n[]\n a)"),
            ("canonical", "( )';\na;"),
            ("canonical", "a;\n ;"),
        ] {
            let mut options = Options::default();
            options.set("line-breaks", mode).unwrap();
            let once = format_extent(text.as_bytes(), &Extent::Fragment(7), &options).unwrap();
            let twice = format_extent(&once.output, &Extent::Fragment(7), &options).unwrap();
            assert_eq!(once.output, twice.output, "{text:?}");
        }
    }

    #[test]
    fn offsets_in_a_fragment_are_its_own() {
        let error = |columns| {
            format_extent(b"(f\n x", &Extent::Fragment(columns), &Options::default()).unwrap_err()
        };
        assert_eq!(error(7).labels, error(0).labels);
        let bytes = b"\xEF\xBB\xBF(f   \xCE\xBB)\n";
        let formatted = format_extent(bytes, &Extent::Fragment(7), &Options::default()).unwrap();
        assert_eq!(formatted.output, b"\xEF\xBB\xBF(f \xCE\xBB)\n");
        let edits = edits_between(bytes, &formatted).unwrap();
        assert_eq!(edits.len(), 1);
        assert_eq!(edits[0].span, 6..8);
    }

    #[test]
    fn unbalanced_fragment_is_an_error() {
        for text in ["  (f", "  x)", "  (f)) (g)", "  (f)) (g", "\"", "#|"] {
            assert!(formatted(text.as_bytes(), 0).is_err(), "{text}");
        }
    }

    fn one(range: Range<usize>) -> Vec<Range<usize>> {
        std::iter::once(range).collect()
    }

    fn formatted_part(extent: &Extent, text: &str) -> String {
        let formatted = format_extent(text.as_bytes(), extent, &Options::default());
        String::from_utf8(formatted.unwrap().output).unwrap()
    }

    #[test]
    fn newly_differing_lines_are_formatted() {
        // The second line is joined with the first, on which a list starts, so that list is selected.
        let text = "(f   x (g  1\n  a)\n c)\n";
        let two_lines = one(13..20);
        let once = formatted_part(&Extent::Ranges(two_lines.clone()), text);
        assert_eq!(once, "(f   x (g 1 a) c)\n");
        let changed = formatted_part(&Extent::Changed(two_lines), text);
        assert_eq!(changed, "(f x (g 1 a) c)\n");
        let all = Extent::Changed(one(0..changed.len()));
        assert_eq!(formatted_part(&all, &changed), changed);
    }

    #[test]
    fn lines_are_formatted_as_a_whole() {
        // The list that begins on the first line is formatted with what follows it, and so with what precedes it.
        let text = "(define (f)  (let ((a 1))\n   (g))\n  (h))\n(i  j)\n";
        let changed = Extent::Changed(one(26..40));
        let expected = "(define (f)\n  (let ((a 1))\n    (g))\n  (h))\n(i  j)\n";
        assert_eq!(formatted_part(&changed, text), expected);
    }

    #[test]
    fn reports_are_on_the_text_before() {
        let text = "(import (b)\n   (a))\n(f   x (g  1\n  #:a)\n c)\n";
        let mut options = Options {
            dialect: Dialect::R7rs,
            ..Options::default()
        };
        options.style.sort_imports = SortImports::Programs;
        let all = Extent::Changed(one(0..text.len() - 3));
        let formatted = format_extent(text.as_bytes(), &all, &options).unwrap();
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
            let formatted = format_extent(&before, &extent, &Options::default());
            formatted.unwrap().output
        };
        let marked = "\u{FEFF}(a   b)\n(c   d)\n".as_bytes();
        assert_eq!(lines(marked, 12..19), "\u{FEFF}(a   b)\n(c d)\n".as_bytes());
        let latin = b"(\xE9   b)\n(\xE9   d)\n";
        assert_eq!(lines(latin, 9..16), b"(\xE9   b)\n(\xE9 d)\n");
    }
}
