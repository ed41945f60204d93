//! Which line ends the output gets.

use crate::options::EndOfLine;
use crate::syntax::lexer::{self, Lexer, Lexis};
use crate::syntax::token::TokenKind;

/// The line end to write for a text.
pub(crate) fn end_of_line(text: &str, lexis: Lexis, choice: EndOfLine) -> &'static str {
    match (first_line_end(text, lexis), choice) {
        // Where carriage returns end the lines, they do so within here strings and verbatim regions too: they stay.
        ("\r", _) => "\r",
        (own, EndOfLine::Auto) => own,
        (_, EndOfLine::Lf) => "\n",
        (_, EndOfLine::CrLf) => "\r\n",
    }
}

/// The line ends of a text: `\r` if it has no others, else its first line end between two tokens, `\n` where there is none.
/// Those inside of strings do not count, since they stay as they are.
fn first_line_end(text: &str, lexis: Lexis) -> &'static str {
    if lexer::line_end(text) == b'\r' {
        return "\r";
    }
    let mut before = TokenKind::Whitespace;
    for token in Lexer::new(text, lexis) {
        if token.kind == TokenKind::Whitespace
            && let Some(i) = memchr::memchr(b'\n', token.text(text).as_bytes())
        {
            // A comment goes on to the line feed; a carriage return may also be data, as in `#\` and a line break.
            let return_before = text[..token.start as usize + i].ends_with('\r');
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
