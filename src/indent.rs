//! The column of a line that is being typed.
//!
//! The text is cut off at the start of the line. A placeholder for the next item is appended, the open lists are closed after it, and the
//! layout computes its column. The lines before it are kept, as with `line-breaks = "keep"`; if columns are learned, the forms after the
//! line follow. When many lines are indented at once, one layout gives all columns.
//!
//! The lists are closed here, not by the parser, for which `]` may close a `(`: while somebody types, that list is still open.

use std::ops::Range;

use crate::dialects::language;
use crate::layout::newline::Leading;
use crate::layout::places::Printed;
use crate::options::{Closers, Columns, EndOfLine, LineBreaks, Options};
use crate::pipeline::{Reading, detect, read};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::pairs::{Difference, Replaced};
use crate::syntax::parser::closer;
use crate::syntax::token::{Token, TokenKind};
use crate::text::lines::{self, Lines, is_at_margin};
use crate::text::source::{Encoding, Source};
use crate::text::{Edit, replaced};

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
    let first = rest.trim_start_matches([' ', '\t']).chars().next();
    let typed = match first {
        Some(c) if !c.is_whitespace() && !"()[]{}'`,#;".contains(c) => "x",
        _ => "()",
    };
    let kept = keeping_lines(options);
    let close = |switches| {
        let mut closed = Closed::new(before, None, switches).filter(|it| it.ends_in_blanks)?;
        // In the first column, a bracket within a list would begin another form.
        if !closed.open.is_empty() {
            closed.text.push(' ');
        }
        let balanced = closed.finish(typed);
        Some((closed, balanced))
    };
    let (closed, text, reading) = read_closed([before, text], rest, source.encoding, &kept, close)?;
    let newline = reading.newline(&text, &kept, EndOfLine::Lf);
    let offset = closed.text.len();
    let column = reading.lay_out(&text, &kept, newline, |layout| {
        layout.column_of_item(offset)
    });
    Some((column.ok()??, newline.leading))
}

/// The edits that indent the lines that a span of `input` touches, where the layout knows their columns, and that empty the blank ones.
/// Nothing else changes. None if the text cannot be read even with its open lists closed, or if it must stay as it is.
#[doc(hidden)]
pub fn indent_lines(input: &[u8], span: Range<usize>, options: &Options) -> Option<Vec<Edit>> {
    let source = Source::decode(input).ok()?;
    let text = source.text.as_ref();
    // A span that ends at the start of a line does not touch that line.
    let span = source.span_of(span.start..span.end.max(span.start + 1) - 1);
    let all_lines = Lines::of(text);
    let lines = all_lines.around(text, &span);
    let after = &text[lines.end..];
    let mut kept = keeping_lines(options);
    kept.style.closers = Closers::Keep;
    let close = |switches| {
        let closed = Closed::new(text, Some(&lines), switches)?;
        let balanced = closed.finish("");
        Some((closed, balanced))
    };
    let (closed, balanced, reading) = read_closed([text; 2], after, source.encoding, &kept, close)?;
    let newline = reading.newline(&balanced, &kept, EndOfLine::Lf);
    let Printed {
        output, changes, ..
    } = reading.print(&balanced, &kept, newline).ok()?;
    let edit = |(start, new): (Range<usize>, &str)| {
        let is_wanted = lines.start <= start.start && start.start <= lines.end;
        let old = is_wanted.then(|| &text[start.clone()])?;
        let is_blank = old.chars().all(|c| matches!(c, ' ' | '\t'));
        (is_blank && old != new).then(|| Edit {
            span: source.byte_span(start, &all_lines),
            text: source.bytes(new),
        })
    };
    let mut edits = Vec::new();
    let is_gap = |it: &Difference| balanced[it.old.clone()].trim().is_empty();
    for Difference { old, new } in Replaced::differences(&changes).filter(is_gap) {
        // All lines but the last are blank. A form feed stays where it is.
        let after = &balanced[old.end..];
        let is_before_token = old.end < closed.text.len() && !after.starts_with('\u{c}');
        let mut starts: Vec<Range<usize>> = line_starts(&balanced, old).collect();
        let last = starts.pop().filter(|_| is_before_token);
        let indentation = line_starts(&output, new).last().map(|it| &output[it]);
        let blank = starts.into_iter().map(|start| (start, ""));
        edits.extend(blank.chain(last.zip(indentation)).filter_map(&edit));
    }
    Some(edits)
}

/// The blanks at the starts of the lines that begin in a gap between tokens.
fn line_starts(text: &str, gap: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut next = gap.start;
    let lines = text[gap.clone()].split(['\n', '\r']).map(move |line| {
        let start = next;
        next = start + line.len() + 1;
        start..start + line.len()
    });
    lines.skip(usize::from(gap.start > 0))
}

/// Options that keep lines. Learned columns count only if lines are kept anyway.
fn keeping_lines(options: &Options) -> Options {
    let mut options = options.clone();
    if options.style.line_breaks != LineBreaks::Keep {
        options.style.line_breaks = LineBreaks::Keep;
        options.style.columns = Columns::Rules;
    }
    options
}

/// Closes and reads a text under the switches of its dialect, given its part `before` a line and all of it. If columns are learned, the
/// top-level forms `after` it are read, too, since they show columns. None if all of it must stay as it is.
fn read_closed<'s>(
    [before, text]: [&str; 2],
    after: &str,
    encoding: Encoding,
    options: &Options,
    close: impl Fn(Switches) -> Option<(Closed<'s>, String)>,
) -> Option<(Closed<'s>, String, Reading)> {
    if language::foreign_unread(before, &options.racket_languages).is_some() {
        return None;
    }
    let learns = options.style.columns == Columns::Learned;
    let later = learns.then(|| after.find("\n(")).flatten();
    let read = |switches| {
        let (closed, mut balanced) = close(switches)?;
        let later = later.and_then(|start| Closed::new(&after[start..], None, switches));
        balanced.extend(later.map(|later| later.finish("")));
        let reading = read(&balanced, encoding, options);
        Some((closed, balanced, reading))
    };
    let common = options.dialect.switches_for(text);
    // It seldom matters where the dialect differs from that.
    let is_right = |(closed, _, reading): &(Closed<'_>, String, Reading)| {
        let others = reading.switches.symmetric_difference(common);
        !closed.lexer.depends_on(others)
    };
    let found = read(common).filter(is_right);
    let found = found.or_else(|| read(detect(before, options).dialect.switches_for(text)));
    found.filter(|(_, balanced, reading)| {
        let is_unreadable = reading.tree.unreadable.contains(&(0..balanced.len()));
        reading.foreign.is_none() && !is_unreadable
    })
}

/// A text whose open lists can be closed. Its offsets are those of the original.
struct Closed<'s> {
    lexer: Lexer<'s>,
    text: String,
    /// The opening brackets of the open lists, outermost first.
    open: Vec<Token>,
    /// Whether it ends between tokens.
    ends_in_blanks: bool,
}

impl<'s> Closed<'s> {
    /// Copies a text, or the part up to the last of some lines to indent. None if the copy would end within a token. An opening bracket in
    /// the first column begins a form, unless its line is to be indented. A form that is still open there is closed in its own space, and
    /// closing brackets without an opening one become blanks.
    fn new(original: &'s str, lines: Option<&Range<usize>>, switches: Switches) -> Option<Self> {
        let mut lexer = Lexer::new(original, switches);
        let end = lines.map_or(original.len(), |it| it.end);
        let is_indented = |at: usize| lines.is_some_and(|it| it.start <= at && at <= it.end);
        let begins_form = |token: &Token| {
            let start = token.start as usize;
            is_at_margin(original, start) && token.span().len() == 1 && !is_indented(start)
        };
        let mut open: Vec<Token> = Vec::new();
        let mut replacements: Vec<(Range<usize>, String)> = Vec::new();
        let mut ends_in_blanks = true;
        let mut copied = 0;
        while let Some(token) = lexer.next().filter(|it| it.start as usize <= end) {
            ends_in_blanks = token.kind == TokenKind::Whitespace;
            copied = token.end as usize;
            if token.kind == TokenKind::Open {
                if let Some(first) = open.first().filter(|_| begins_form(&token)) {
                    let form = first.start as usize..token.start as usize;
                    let before = replacements.partition_point(|(it, _)| it.end <= form.start);
                    replacements.truncate(before);
                    replacements.push((form.clone(), stand_in(&original[form], switches)));
                    open.clear();
                }
                open.push(token);
            } else if token.kind == TokenKind::Close && close(original, &mut open, &token).is_none()
            {
                replacements.push((token.span(), " ".repeat(token.span().len())));
            }
        }
        let text = replaced(&original[..copied], replacements);
        let is_whole = lexer.fault().is_none();
        is_whole.then_some(Closed {
            lexer,
            text,
            open,
            ends_in_blanks,
        })
    }

    /// The text with an item at its end and its lists closed.
    fn finish(&self, item: &str) -> String {
        let original = self.lexer.text();
        let closers = self.open.iter().rev();
        let closers: String = closers.map(|it| closer_of(original, it)).collect();
        [&self.text, item, &closers].concat()
    }
}

/// A form that is left open, closed after the last datum that leaves room for the brackets, with the same length and the same number of
/// lines; an atom if there is none. It may have prefixes before it.
fn stand_in(form: &str, switches: Switches) -> String {
    let mut room = form.bytes().filter(|byte| !is_line_end(*byte)).count();
    let mut open: Vec<Token> = Vec::new();
    let mut end = 0;
    for token in Lexer::new(form, switches) {
        let text = token.text(form);
        room -= text.bytes().filter(|byte| !is_line_end(*byte)).count();
        match token.kind {
            TokenKind::Open => open.push(token),
            TokenKind::Close => drop(close(form, &mut open, &token)),
            TokenKind::String | TokenKind::Raw | TokenKind::Character | TokenKind::Atom => {}
            _ => continue,
        }
        if open.len() <= room {
            end = token.end as usize;
        }
    }
    let closed = Closed::new(&form[..end], None, switches).filter(|it| !it.open.is_empty());
    let mut text = closed.map_or_else(|| "x".to_owned(), |closed| closed.finish(""));
    let mut used = text.len() - end;
    text.extend(form[end..].bytes().filter_map(|byte| {
        let is_used = used > 0 && !is_line_end(byte);
        used -= usize::from(is_used);
        let blank = if is_line_end(byte) { byte } else { b' ' };
        (!is_used).then_some(char::from(blank))
    }));
    text
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Takes the opening bracket of a closing one from the open ones; none if it has no such bracket.
fn close(text: &str, open: &mut Vec<Token>, closing: &Token) -> Option<Token> {
    open.pop_if(|it| closing.text(text).ends_with(closer_of(text, it)))
}

/// The closing bracket for an opening one.
fn closer_of(text: &str, open: &Token) -> char {
    char::from(closer(text.as_bytes()[open.end as usize - 1]))
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
            ("(\nf a)\n", "(\n f a)\n"),
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

    /// A closing bracket that is alone on its line is where formatting puts it, if it stays there.
    #[test]
    fn closing_brackets_stay_where_they_are_kept() {
        let text = "(parameterize\n  ((a 1))\n  (f)\n)\n".repeat(3);
        let mut options = Options::default();
        options.style.line_breaks = LineBreaks::Keep;
        options.style.closers = Closers::Keep;
        let formatted = crate::format(text.as_bytes(), &options);
        assert_eq!(formatted.map(|it| it.output), Ok(text.clone().into()));
        let edits = indent_lines(text.as_bytes(), 0..text.len(), &options);
        assert_eq!(edits, Some(Vec::new()));
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
        let unclosed = "(f (a\n(g b\nc)\n";
        assert_eq!(
            indented(unclosed, 11..12).as_deref(),
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
