//! Where every Scheme reader ends a token.

use super::chars::{is_hard, is_keyword};
use super::token::TokenKind;

/// The directive of SRFI 105, after which a list forms one datum with what it touches.
pub(crate) const CURLY_INFIX: &str = "#!curly-infix";

/// Whether every reader sees two tokens where a token of this kind touches another one.
pub(crate) fn is_boundary(kind: TokenKind, before: &str, after: &str) -> bool {
    let last = before.as_bytes()[before.len() - 1];
    let first = after.as_bytes()[0];
    let may_go_on = match (first, kind) {
        (_, TokenKind::Atom) if last == b'\\' => true,
        // `#vu8(` is one token, and for some reader so is any other such word.
        (b'(' | b'[' | b'"', TokenKind::Atom) => {
            before.contains('#') && !is_keyword(before) || last == b'.' && first == b'['
        }
        // In `#\a#"b"`, some readers begin another token at the second `#`.
        (b'(' | b'[' | b'"', TokenKind::Character) => has_inner_hash(before),
        _ => false,
    };
    if may_go_on {
        return false;
    }
    let ends = match kind {
        // The last byte of `#\(` is not a bracket.
        TokenKind::Open | TokenKind::Close | TokenKind::String => is_hard(last),
        TokenKind::Raw => is_ended_line(before),
        _ => false,
    };
    ends || is_hard(first)
}

/// Whether a raw token is a here string, which ends at the end of its line. Others may end in a line end that is quoted.
pub(crate) fn is_ended_line(raw: &str) -> bool {
    raw.starts_with("#<") && raw.ends_with(['\n', '\r'])
}

/// Whether a token contains a `#` after its first character, or after the character that a character literal denotes.
pub(crate) fn has_inner_hash(text: &str) -> bool {
    let literal = text.strip_prefix("#\\").unwrap_or(text);
    literal.chars().skip(1).any(|c| c == '#')
}

/// Whether a directive is that of SRFI 105, or Guile's variant of it.
pub(crate) fn is_curly_infix(directive: &str) -> bool {
    directive.starts_with(CURLY_INFIX)
}

/// Whether tokens of this kind are comments, but for data commented out by `#;`.
pub(crate) fn is_comment(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::LineComment | TokenKind::BlockComment | TokenKind::Shebang
    )
}
