//! The column of a line that is being typed.
//!
//! The text is cut off where the line begins. An item is put there that stands for the text to come, the open lists are closed behind
//! it, and the layout computes its column. The lines before it are kept as they are, as with `line-breaks = "keep"`.

use crate::dialects::language;
use crate::layout::newline::{Leading, Newline};
use crate::layout::some::item_at;
use crate::options::{LineBreaks, Options};
use crate::pipeline::{detect, read};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser::closer;
use crate::syntax::token::TokenKind;
use crate::text::lines;
use crate::text::source::Source;

/// The column, from 0, to which the line with the byte `offset` of `input` is to be indented, judging by the text before that line. None
/// if the line must stay as it is: in a string, a block comment or a part that is excluded from formatting, or if the whole text is.
///
/// The text need not balance. A line that begins with an opening bracket in the first column begins a form at top level, and a closing
/// bracket without an opening one is ignored. Of the text from `offset` on, only the first character on the line matters: whether it
/// begins an atom or something else.
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

/// What indents that line: tabs or blanks, up to that column.
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
    let (line_end, end_of_line) = match lines::line_end(text) {
        b'\r' => ('\r', "\r"),
        _ => ('\n', "\n"),
    };
    let line = text[..offset].rfind(line_end).map_or(0, |end| end + 1);
    let (before, rest) = text.split_at(line);
    if language::foreign_unread(before).is_some() {
        return None;
    }
    let switches = detect(before, options).dialect.switches();
    let closed = Closed::new(before, rest, switches, end_of_line)?;
    let kept = Options {
        style: options.style.clone().line_breaks(LineBreaks::Keep),
        ..options.clone()
    };
    // If the text before the form cannot be parsed, the form alone may be.
    let (reading, start) = [0, closed.form].into_iter().find_map(|start| {
        let reading = read(&closed.text[start..], source.encoding, &kept);
        Some((reading.ok()?, start))
    })?;
    let text = &closed.text[start..];
    if language::foreign(text, &reading.tree).is_some() {
        return None;
    }
    let (path, item) = item_at(&reading.tree, closed.item - start)?;
    let newline = Newline {
        end: end_of_line,
        leading: Leading::of(text, &reading.tree, &options.style),
    };
    let column = reading.lay_out(text, &kept, newline, |mut layout| {
        layout.column_of_item(&path, item)
    });
    Some((column.ok()?, newline.leading))
}

/// A text that ends with an item on a line of its own and the closing brackets of all open lists.
struct Closed {
    text: String,
    /// The offset of the form at top level that contains the item.
    form: usize,
    /// The offset of the item.
    item: usize,
}

impl Closed {
    /// Closes the lines `before` the one that begins with `rest`; none if they end within a token.
    fn new(before: &str, rest: &str, switches: Switches, end_of_line: &str) -> Option<Self> {
        let mut text = String::with_capacity(before.len() + 16);
        let mut form = 0;
        // The closing brackets of the open lists.
        let mut open = Vec::new();
        let mut ends_in_blanks = true;
        let mut lexer = Lexer::new(before, switches);
        for token in lexer.by_ref() {
            let lexeme = token.text(before);
            ends_in_blanks = token.kind == TokenKind::Whitespace;
            match token.kind {
                TokenKind::Open => {
                    if begins_line(before, token.start as usize) && lexeme.len() == 1 {
                        if !open.is_empty() {
                            text.extend(open.drain(..).rev());
                            text.push_str(end_of_line);
                        }
                        form = text.len();
                    }
                    open.push(char::from(closer(
                        before.as_bytes()[token.end as usize - 1],
                    )));
                    text.push_str(lexeme);
                }
                TokenKind::Close if open.last().is_none_or(|closer| !lexeme.ends_with(*closer)) => {
                    text.extend(lexeme.chars().map(|_| ' '));
                }
                TokenKind::Close => {
                    open.pop();
                    text.push_str(lexeme);
                }
                _ => text.push_str(lexeme),
            }
        }
        if !ends_in_blanks || lexer.fault().is_some() {
            return None;
        }
        let item = text.len();
        let first = rest.trim_start_matches([' ', '\t']).chars().next();
        text.push_str(match first {
            Some(c) if !c.is_whitespace() && !"()[]{}'`,#;".contains(c) => "x",
            _ => "()",
        });
        text.extend(open.into_iter().rev());
        Some(Closed { text, form, item })
    }
}

/// Whether nothing stands before an offset on its line.
fn begins_line(text: &str, offset: usize) -> bool {
    let before = text[..offset].chars().next_back();
    before.is_none_or(|c| matches!(c, '\n' | '\r'))
}
