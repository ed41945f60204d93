//! Which line ending the output gets.

use crate::options::EndOfLine;
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{NodeKind, Tree};
use crate::text::lines::line_end;

/// The line ending to write for a text.
pub(crate) fn end_of_line(
    text: &str,
    lexis: Lexis,
    tree: &Tree,
    choice: EndOfLine,
) -> &'static str {
    match (first_line_end(text, lexis, tree), choice) {
        // If carriage returns end the lines, they also do so within here strings and verbatim regions, so they stay.
        ("\r", _) => "\r",
        (own, EndOfLine::Auto) => own,
        (_, EndOfLine::Lf) => "\n",
        (_, EndOfLine::CrLf) => "\r\n",
    }
}

/// The line ending of a text: `\r` if it has no other; otherwise that of its first line end between two tokens, or `\n` if
/// there is none. Line ends inside strings and verbatim regions do not count, since they are left alone.
fn first_line_end(text: &str, lexis: Lexis, tree: &Tree) -> &'static str {
    if line_end(text) == b'\r' {
        return "\r";
    }
    let mut nodes = tree.nodes.iter().peekable();
    let mut verbatim_end = 0;
    let mut before = TokenKind::Whitespace;
    for token in Lexer::new(text, lexis) {
        while let Some(node) = nodes.next_if(|node| node.start <= token.start) {
            // The head of a prefix may extend to what is glued to it.
            let is_verbatim = node.kind != NodeKind::Page;
            verbatim_end = if is_verbatim { node.head_end } else { 0 };
        }
        // What is verbatim may include the start of the white space after it.
        let start = token.start.max(verbatim_end).min(token.end) as usize;
        if token.kind == TokenKind::Whitespace
            && let Some(i) = memchr::memchr(b'\n', &text.as_bytes()[start..token.end as usize])
        {
            // A comment extends to the line feed; a carriage return may also be data, as in `#\` before a line break.
            let return_before = text[..start + i].ends_with('\r');
            let is_own = i > 0 || matches!(before, TokenKind::LineComment | TokenKind::Shebang);
            return if return_before && is_own {
                "\r\n"
            } else {
                "\n"
            };
        }
        before = token.kind;
    }
    "\n"
}
