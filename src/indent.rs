//! The column of a line that is being typed.
//!
//! The text is cut off at the start of the line. A placeholder for the next item is appended, the open lists are closed after it, and the
//! layout computes its column. The lines before it are kept, as with `line-breaks = "keep"`; if columns are learned, the forms after the
//! line follow. When many lines are indented at once, one layout gives all columns.

use std::ops::Range;

use crate::dialects::{Dialect, language};
use crate::layout::newline::Leading;
use crate::layout::some::item_at;
use crate::options::{Columns, EndOfLine, LineBreaks, Options};
use crate::pipeline::{detect, read_whole};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::pairs::pairs;
use crate::syntax::parser::closer;
use crate::syntax::token::{Token, TokenKind};
use crate::text::Edit;
use crate::text::lines::{self, Lines};
use crate::text::source::{ByteOffsets, Source};

/// The column, from 0, to which the line with the byte `offset` of `input` is to be indented, judging by the text before that line. None
/// if the line must stay as it is: in a string, a block comment or a part that is excluded from formatting, or if the whole text is.
///
/// The text need not balance. A line that begins with an opening bracket in the first column begins a form at top level, and a closing
/// bracket without an opening one is ignored. Of the text from `offset` on, only the first character on the line matters: whether it
/// begins an atom or something else; and, where columns are learned, the forms at top level after the line.
///
/// ```
/// use schemefmt::{Options, indentation};
///
/// let typed = b"(define (f x)\n(g x\n";
/// let column = |offset| indentation(typed, offset, &Options::default());
/// assert_eq!((column(14), column(19)), (Some(2), Some(3)));
/// assert_eq!(indentation(b"(f \"a\n", 6, &Options::default()), None);
/// ```
pub fn indentation(input: &[u8], offset: usize, options: &Options) -> Option<usize> {
    indented(input, offset, options).map(|(column, _)| column)
}

/// The indentation of that line: tabs or blanks, up to that column.
#[doc(hidden)]
pub fn leading(input: &[u8], offset: usize, options: &Options) -> Option<String> {
    let (column, leading) = indented(input, offset, options)?;
    let mut text = String::new();
    leading.write(column, &mut text);
    Some(text)
}

fn indented(input: &[u8], offset: usize, options: &Options) -> Option<(usize, Leading)> {
    let source = Source::decode(input).ok()?;
    let text = source.text.as_ref();
    let offset = source.span_of(offset..offset).start;
    let line_end = char::from(lines::line_end(text));
    let line = text[..offset].rfind(line_end).map_or(0, |end| end + 1);
    let (before, rest) = text.split_at(line);
    let dialect = dialect_of(before, options)?;
    let switches = dialect.switches_for(text);
    let closed = Closed::new(before, None, switches).filter(|it| it.ends_in_blanks)?;
    let (item, form) = (closed.text.len(), closed.form);
    let first = rest.trim_start_matches([' ', '\t']).chars().next();
    let typed = closed.finish(match first {
        Some(c) if !c.is_whitespace() && !"()[]{}'`,#;".contains(c) => "x",
        _ => "()",
    });
    let kept = keeping_lines(options);
    // If the later forms or the text before the form cannot be parsed, the form alone may be.
    let whole = with_later_forms(&typed, rest, switches, &kept);
    let texts = whole.iter().map(|whole| (&**whole, 0));
    let (reading, text, start) = texts
        .chain([0, form].map(|start| (&typed[start..], start)))
        .find_map(|(text, start)| {
            let reading = read_whole(text, source.encoding, &kept);
            Some((reading.ok()?, text, start))
        })?;
    if reading.foreign.is_some() {
        return None;
    }
    let (path, item) = item_at(&reading.tree, item - start)?;
    let newline = reading.newline(text, &kept, EndOfLine::Lf);
    let column = reading.lay_out(text, &kept, newline, |mut layout| {
        layout.column_of_item(&path, item)
    });
    Some((column.ok()?, newline.leading))
}

/// The dialect of a text that need not balance; none if the text must stay as it is.
fn dialect_of(text: &str, options: &Options) -> Option<Dialect> {
    let foreign = language::foreign_unread(text, &options.racket_languages);
    foreign.is_none().then(|| detect(text, options).dialect)
}

/// The edits that indent the lines that a span of `input` touches, where the layout knows their columns, and that empty the blank ones.
/// Nothing else changes. None if the text cannot be read even with its open lists closed, or if it must stay as it is.
#[doc(hidden)]
pub fn indent_lines(input: &[u8], span: Range<usize>, options: &Options) -> Option<Vec<Edit>> {
    let source = Source::decode(input).ok()?;
    let text = source.text.as_ref();
    // A span that ends at the start of a line does not touch that line.
    let span = source.span_of(span.start..span.end.max(span.start + 1) - 1);
    let lines = Lines::of(text).around(text, &span);
    let after = &text[lines.end..];
    let dialect = dialect_of(text, options)?;
    let switches = dialect.switches_for(text);
    let mut closed = Closed::new(text, Some(lines), switches)?;
    let lines = std::mem::take(&mut closed.lines);
    let balanced = closed.finish("");
    let kept = keeping_lines(options);
    let whole = with_later_forms(&balanced, after, switches, &kept);
    let (reading, balanced) = [whole, Some(balanced)]
        .into_iter()
        .flatten()
        .find_map(|text| Some((read_whole(&text, source.encoding, &kept).ok()?, text)))?;
    if reading.foreign.is_some() {
        return None;
    }
    let newline = reading.newline(&balanced, &kept, EndOfLine::Lf);
    let output = reading.print(&balanced, &kept, newline).ok()?;
    let mut pairs = pairs(&balanced, &output, reading.switches);
    let mut offsets = ByteOffsets::of(&source);
    let edits = lines.into_iter().filter_map(|line| {
        let new = match line.first {
            None => "",
            Some(first) => {
                let pair = pairs.find(|pair| pair.token[0].start == first)?;
                line_start(&output, &pair.gap[1])?
            }
        };
        let old = &text[line.blanks.clone()];
        // A form feed before the first token stays, and so does where it puts that token.
        let is_blank = old.chars().all(|c| matches!(c, ' ' | '\t'));
        (is_blank && old != new).then(|| Edit {
            span: offsets.at(line.blanks.start)..offsets.at(line.blanks.end),
            text: source.bytes(new),
        })
    });
    Some(edits.collect())
}

/// The blanks at the start of the line on which a gap ends; none if no line starts in the gap.
fn line_start<'t>(text: &'t str, gap: &Range<usize>) -> Option<&'t str> {
    let blanks = &text[gap.clone()];
    match blanks.rfind(['\n', '\r']) {
        Some(end) => Some(&blanks[end + 1..]),
        None => (gap.start == 0).then_some(blanks),
    }
}

/// Options that keep lines. Learned columns count only if lines are kept anyway.
fn keeping_lines(options: &Options) -> Options {
    let columns = match options.style.line_breaks {
        LineBreaks::Keep => options.style.columns,
        LineBreaks::Canonical | LineBreaks::Persistent => Columns::Rules,
    };
    let style = options.style.clone().line_breaks(LineBreaks::Keep);
    Options {
        style: style.columns(columns),
        ..options.clone()
    }
}

/// A text with the top-level forms of the text after it, which show columns, too; none if columns are not learned.
fn with_later_forms(
    text: &str,
    after: &str,
    switches: Switches,
    options: &Options,
) -> Option<String> {
    let learns = options.style.columns == Columns::Learned;
    let forms = learns.then(|| after.find("\n(")).flatten()?;
    let later = Closed::new(&after[forms..], None, switches)?.finish("");
    Some([text, &later].concat())
}

/// A text whose open lists can be closed.
struct Closed {
    text: String,
    /// The offset of the last form at top level.
    form: usize,
    /// The closing brackets of the open lists, outermost first.
    open: Vec<char>,
    /// Whether it ends between tokens.
    ends_in_blanks: bool,
    /// The lines to indent.
    lines: Vec<Line>,
}

/// A line to indent.
struct Line {
    /// The blanks at its start in the original text.
    blanks: Range<usize>,
    /// The offset of its first token in the text whose lists can be closed; none if it is blank.
    first: Option<usize>,
}

impl Closed {
    /// Copies a text, or the part up to the last of some lines to indent. None if the copy would end within a token. An opening bracket in
    /// the first column closes the lists before it, unless its line is to be indented. Unmatched closing brackets are left out; one that
    /// begins a line to indent gets an item before it, which has the column of the next item.
    fn new(original: &str, wanted: Option<Range<usize>>, switches: Switches) -> Option<Self> {
        let mut closed = Closed {
            text: String::with_capacity(original.len() + 16),
            form: 0,
            open: Vec::new(),
            ends_in_blanks: true,
            lines: Vec::new(),
        };
        let end = wanted.as_ref().map_or(original.len(), |it| it.end);
        let is_wanted = |line: &Range<usize>| {
            let wanted = wanted.as_ref();
            wanted.is_some_and(|it| it.start <= line.start && line.start <= it.end)
        };
        // The blanks before the next token, if it begins its line.
        let mut leading = Some(0..0);
        let mut lexer = Lexer::new(original, switches);
        for token in lexer.by_ref().take_while(|it| it.start as usize <= end) {
            closed.ends_in_blanks = token.kind == TokenKind::Whitespace;
            if wanted.is_none() {
                closed.copy(original, token, None);
            } else if closed.ends_in_blanks {
                let mut lines = line_starts(original, &token.span(), leading.take());
                leading = lines.pop();
                let first = None;
                let blank = lines.into_iter().filter(is_wanted);
                closed
                    .lines
                    .extend(blank.map(|blanks| Line { blanks, first }));
                closed.text.push_str(token.text(original));
            } else {
                let blanks = leading.take().filter(is_wanted);
                closed.copy(original, token, blanks);
            }
        }
        lexer.fault().is_none().then_some(closed)
    }

    /// Copies a token, given the blanks before it if it begins a line to indent.
    fn copy(&mut self, original: &str, token: Token, leading: Option<Range<usize>>) {
        let lexeme = token.text(original);
        let first = self.text.len();
        match token.kind {
            TokenKind::Open => {
                let is_first = begins_line(original, token.start as usize);
                if is_first && lexeme.len() == 1 && leading.is_none() {
                    if !self.open.is_empty() {
                        self.text.extend(self.open.drain(..).rev());
                        self.text.push(char::from(lines::line_end(original)));
                    }
                    self.form = self.text.len();
                }
                let bracket = original.as_bytes()[token.end as usize - 1];
                self.open.push(char::from(closer(bracket)));
                self.text.push_str(lexeme);
            }
            TokenKind::Close => {
                let innermost = self.open.last();
                if !innermost.is_some_and(|closer| lexeme.ends_with(*closer)) {
                    self.text.extend(lexeme.chars().map(|_| ' '));
                    return;
                }
                if leading.is_some() {
                    self.text.push_str("()");
                }
                self.open.pop();
                self.text.push_str(lexeme);
            }
            _ => self.text.push_str(lexeme),
        }
        let first = Some(first);
        self.lines
            .extend(leading.map(|blanks| Line { blanks, first }));
    }

    /// The text with an item at its end and its lists closed.
    fn finish(mut self, item: &str) -> String {
        self.text.push_str(item);
        self.text.extend(self.open.into_iter().rev());
        self.text
    }
}

/// The blanks at the starts of lines in a stretch of white space that something follows. The first line begins at `leading`, if that is
/// given.
fn line_starts(
    text: &str,
    space: &Range<usize>,
    leading: Option<Range<usize>>,
) -> Vec<Range<usize>> {
    let mut starts: Vec<Range<usize>> = Vec::new();
    let mut start = leading.map(|it| it.start);
    for (at, c) in text[space.clone()].char_indices() {
        let at = space.start + at;
        if matches!(c, '\n' | '\r') {
            starts.extend(start.map(|start| start..at));
            start = Some(at + 1);
        }
    }
    starts.extend(start.map(|start| start..space.end));
    starts
}

/// Whether an offset is the first on its line, apart from blanks.
fn begins_line(text: &str, offset: usize) -> bool {
    let before = text[..offset].chars().next_back();
    before.is_none_or(|c| matches!(c, '\n' | '\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indented(text: &str, span: Range<usize>) -> Option<String> {
        let edits = indent_lines(text.as_bytes(), span, &Options::default())?;
        let mut indented = text.to_owned();
        for edit in edits.into_iter().rev() {
            let new = std::str::from_utf8(&edit.text).unwrap();
            indented.replace_range(edit.span, new);
        }
        Some(indented)
    }

    #[test]
    fn lines_are_indented_and_nothing_else_changes() {
        for (text, expected) in [
            (
                "(define (f x)\n(g x\n#T))\n",
                "(define (f x)\n  (g x\n     #T))\n",
            ),
            ("  (f)\n   \n\t(g)\n", "(f)\n\n(g)\n"),
            (
                "(f)\n\u{c}\n (g)\n \u{c}(h)\n",
                "(f)\n\u{c}\n(g)\n \u{c}(h)\n",
            ),
            ("(f  a\n; why\nb ) ; it\n", "(f  a\n   ; why\n   b ) ; it\n"),
            ("(f a\n)\n(g\n)", "(f a\n   )\n(g\n )"),
            (
                "(f x \"a\n  b\"\nc #| x\n y |#\nd)",
                "(f x \"a\n  b\"\n   c #| x\n y |#\n   d)",
            ),
            ("(f a\nb", "(f a\n   b"),
            ("a)\n )\n b", "a)\n )\nb"),
            ("\u{FEFF}(f a\r\nb)\r\n", "\u{FEFF}(f a\r\n   b)\r\n"),
            (
                "; schemefmt: off\n   (f\n a)\n",
                "; schemefmt: off\n   (f\n a)\n",
            ),
        ] {
            let found = indented(text, 0..text.len());
            assert_eq!(found.as_deref(), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn only_the_lines_of_a_span_are_indented() {
        let text = "(f a\nb\nc\nd)\n(g\n";
        let line = |n: usize| (5 + 2 * n)..(7 + 2 * n);
        assert_eq!(
            indented(text, line(1)).as_deref(),
            Some("(f a\nb\n   c\nd)\n(g\n")
        );
        assert_eq!(
            indented(text, 9..9).as_deref(),
            Some("(f a\nb\nc\n   d)\n(g\n")
        );
        assert_eq!(indented(text, 0..1).as_deref(), Some(text));
        // What is left open before them ends where a form begins.
        let broken = "(f (a\n(g b\nc)\n";
        assert_eq!(
            indented(broken, 11..12).as_deref(),
            Some("(f (a\n(g b\n   c)\n")
        );
    }

    #[test]
    fn fixed_lines_are_not_indented() {
        for text in [
            "#lang scribble/manual\n @(f\na)",
            "(f \"a\n b",
            "(f #\\nonsense-here\n. )",
        ] {
            assert_eq!(indented(text, 0..text.len()), None, "{text:?}");
        }
    }

    /// Lines that the formatter has written stay, and those of an unindented program come to where it puts them.
    #[test]
    fn a_program_is_indented_as_it_is_formatted() {
        for program in [
            include_str!("../testdata/typed/r7rs.scm"),
            include_str!("../testdata/typed/guile.scm"),
            include_str!("../testdata/typed/gauche.scm"),
            include_str!("../testdata/typed/racket.rkt"),
        ] {
            let flat: String = program
                .lines()
                .map(|line| line.trim_start().to_owned() + "\n")
                .collect();
            for text in [program, &flat] {
                assert_eq!(indented(text, 0..text.len()).as_deref(), Some(program));
            }
        }
    }
}
