//! Formatting a part of a text, and formatting as edits.

use std::ops::Range;

use crate::layout::printer::Printer;
use crate::layout::some::SiblingRun;
use crate::options::{EndOfLine, Options};
use crate::pipeline::{Formatted, Reading, detect, format, format_read, normalizer, read};
use crate::syntax::lexer::Switches;
use crate::syntax::pairs::{Difference, differences};
use crate::syntax::tree::NodeId;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::{Lines, Position};
use crate::text::replaced;
use crate::text::source::{ByteOffsets, Encoding, Source, text_of, without_mark};
use crate::verify;

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
    if ranges.contains(&(0..input.len())) {
        return format(input, options);
    }
    let spans_of = |source: &Source<'_>| -> Vec<Range<usize>> {
        let spans = ranges.iter().map(|range| source.span_of(range.clone()));
        spans.collect()
    };
    let balanced = |source: &Source<'_>, reading| {
        let text = source.text.as_ref();
        let whole = Window {
            bounds: 0..text.len(),
            text,
            reading,
        };
        let output = whole.formatted(&spans_of(source), source.encoding, options)?;
        Ok(Formatted {
            output: source.encode(output)?,
            warnings: whole.reading.warnings(text, options),
            dialect: whole.reading.dialect,
            switches: whole.reading.switches,
            untouched: None,
        })
    };
    let unbalanced =
        |source: &Source<'_>, fault| format_unbalanced(source, &spans_of(source), options, fault);
    format_read(input, options, balanced, unbalanced)
}

/// Formats the top-level forms that spans touch in a text that is unbalanced as a whole. `fault` is what is wrong with it, which
/// is also the error if these forms cannot be told from the rest.
fn format_unbalanced(
    source: &Source<'_>,
    spans: &[Range<usize>],
    options: &Options,
    fault: Diagnostic,
) -> Result<Formatted, Diagnostic> {
    let text = source.text.as_ref();
    let dialect = detect(text, options);
    // A form that shows no dialect has that of the whole text.
    let mut options = options.clone();
    options.rules.dialect = dialect.dialect;
    let mut replacements = Vec::new();
    for bounds in regions(text, spans) {
        let text = &text[bounds.clone()];
        let Ok(reading) = read(text, source.encoding, &options) else {
            return Err(fault);
        };
        let region = Window {
            bounds,
            text,
            reading,
        };
        let formatted = region.formatted(spans, source.encoding, &options)?;
        replacements.push((region.bounds, formatted));
    }
    let output = replaced(text, replacements);
    // A region may have started inside a string.
    let switches = dialect.dialect.switches();
    let normalizer = normalizer(&dialect, &options);
    verify::verify(text, &output, switches, &normalizer).map_err(|_| fault)?;
    Ok(Formatted {
        output: source.encode(output)?,
        dialect,
        switches,
        warnings: Vec::new(),
        untouched: None,
    })
}

/// A part of a text that is read separately: the whole text, or some top-level forms.
struct Window<'s> {
    /// Its position in the text.
    bounds: Range<usize>,
    text: &'s str,
    reading: Reading,
}

/// The top-level forms that spans touch in a text that is unbalanced as a whole, as far as these can be told apart.
fn regions(text: &str, spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut regions: Vec<Range<usize>> =
        spans.iter().map(|span| forms_around(text, span)).collect();
    regions.sort_unstable_by_key(|region| region.start);
    regions.dedup_by(|next, last| {
        let overlaps = next.start < last.end;
        if overlaps {
            last.end = last.end.max(next.end);
        }
        overlaps
    });
    regions
}

/// The stretch from the last line at or before a span that starts with an opening bracket to the next such line after the
/// span.
fn forms_around(text: &str, span: &Range<usize>) -> Range<usize> {
    let begins_form = |line: &usize| text[*line..].starts_with(['(', '[']);
    let is_line_end = |(_, c): &(usize, char)| matches!(c, '\n' | '\r');
    let before = text[..span.start].char_indices().rev();
    let mut lines = before.filter(is_line_end).map(|(end, _)| end + 1);
    let after = text[span.end..].char_indices().filter(is_line_end);
    let start = lines.find(begins_form).unwrap_or(0);
    let end = after
        .map(|(end, _)| span.end + end + 1)
        .find(begins_form)
        .unwrap_or(text.len());
    start..end
}

impl Window<'_> {
    /// The region with the parts that spans of the whole text touch laid out.
    fn formatted(
        &self,
        spans: &[Range<usize>],
        encoding: Encoding,
        options: &Options,
    ) -> Result<String, Diagnostic> {
        let Window { text, reading, .. } = self;
        let mut runs = Vec::new();
        for span in spans {
            self.touch(span, &mut runs);
        }
        runs.sort_unstable_by_key(|(_, span)| span.start);
        let runs: Vec<SiblingRun> = runs.into_iter().map(|(run, _)| run).collect();
        // Line endings follow those of the surroundings.
        let newline = reading.newline(text, options, EndOfLine::Auto);
        let width = options.style.line_width.columns(reading.dialect.dialect);
        let printer = || Printer::new(newline, width, options.style.comment_column.fixed(), 0);
        let rewrites = reading.lay_out(text, options, newline, |mut layout| {
            layout.rewrites(&runs, reading.switches, printer)
        })?;
        let output = replaced(text, rewrites);
        reading.verify(text, &output, encoding, options)?;
        Ok(output)
    }

    /// Adds what a span of the whole text touches. Overlapping runs are merged.
    fn touch(&self, span: &Range<usize>, runs: &mut Vec<(SiblingRun, Range<usize>)>) {
        let Range { start, end } = self.bounds;
        if span.end < start || span.start > end {
            return;
        }
        let tree = &self.reading.tree;
        let within = |offset: usize| offset.clamp(start, end) - start;
        let mut span = within(span.start)..within(span.end);
        while let Some(run) = SiblingRun::touched(tree, &span) {
            let found = run.span(tree);
            let overlapping = runs
                .iter()
                .position(|(_, other)| other.start < found.end && found.start < other.end);
            let Some(index) = overlapping else {
                runs.push((run, found));
                return;
            };
            let (_, other) = runs.swap_remove(index);
            span = other.start.min(found.start)..other.end.max(found.end);
        }
    }
}

/// The span of the innermost list that starts its line and contains a span of `input`; none if there is no such list, as in a
/// verbatim region. Prefixes before its bracket belong to it. All are byte offsets.
///
/// # Errors
/// Returns an error if `input` cannot be read.
#[doc(hidden)]
pub fn list_around(
    input: &[u8],
    span: Range<usize>,
    options: &Options,
) -> Result<Option<Range<usize>>, Diagnostic> {
    let source = Source::decode(input)?;
    let text = source.text.as_ref();
    let span = source.span_of(span);
    let tree = read(text, source.encoding, options)
        .map_err(|unread| unread.error)?
        .tree;
    let begins_line = |id: &NodeId| {
        let before = text[..tree.nodes[*id].start as usize].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    };
    let is_list = |id: &NodeId| tree.nodes[*id].kind.has_children();
    let lists = tree.around(span).filter(is_list);
    let found = lists.filter(begins_line).last().map(|id| &tree.nodes[id]);
    let mut offsets = ByteOffsets::of(&source);
    Ok(found.map(|list| offsets.at(list.start as usize)..offsets.at(list.end as usize)))
}

/// An edit of a text: a span, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The span, in byte offsets into the original text; empty for an insertion.
    pub span: Range<usize>,
    /// The replacement.
    pub text: Vec<u8>,
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
    edits_to(input, &formatted.output, formatted.switches)
}

/// The edits from a text to what it has been formatted to, given how both are cut into tokens.
///
/// # Errors
/// Those of decoding `input`.
#[doc(hidden)]
pub fn edits_to(input: &[u8], output: &[u8], switches: Switches) -> Result<Vec<Edit>, Diagnostic> {
    if output == input {
        return Ok(Vec::new());
    }
    edits_of(input, output, |old, new| differences(old, new, switches))
}

/// The edits that make up for the differences of two texts, as `find` finds them in what they are decoded to.
///
/// # Errors
/// Those of decoding the texts.
pub(crate) fn edits_of(
    input: &[u8],
    output: &[u8],
    find: impl FnOnce(&str, &str) -> Vec<Difference>,
) -> Result<Vec<Edit>, Diagnostic> {
    let (old, new) = (Source::decode(input)?, Source::decode(output)?);
    let mut offsets = ByteOffsets::of(&old);
    let edits = find(&old.text, &new.text).into_iter().map(|found| Edit {
        span: offsets.at(found.old.start)..offsets.at(found.old.end),
        text: new.bytes(&new.text[found.new]),
    });
    Ok(edits.collect())
}
