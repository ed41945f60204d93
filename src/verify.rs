//! The last stage: the output is lexed again, and its tokens and comments are compared with the input's.
//!
//! It shares nothing with the parser and the layout but the lexer and the table of canonical spellings, so that whatever goes
//! wrong between the two is seen here, in every build, before anything is written.

use crate::diagnostics::Diagnostic;
use crate::normalize::Normalizer;
use crate::syntax::chars::is_hard;
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::token::{Token, TokenKind};

/// Checks that `output` holds the same tokens and comments as `input`, under normalization, and that tokens that some
/// reader would take for one if they touched stand apart, or touch, as they did.
///
/// # Errors
/// Where the two differ first, as a span of `input`.
pub fn verify(
    input: &str,
    output: &str,
    lexis: Lexis,
    normalizer: &Normalizer,
) -> Result<(), Diagnostic> {
    let mut before = Significant::new(input, lexis);
    let mut after = Significant::new(output, lexis);
    loop {
        match (before.next(), after.next()) {
            (None, None) => return Ok(()),
            (Some(old), Some(new)) => {
                if !is_same(&old, &new, normalizer) {
                    return Err(bug(
                        format!("`{}` became `{}`", shown(old.text), shown(new.text)),
                        &old.token,
                    ));
                }
                if !is_joined_alike(&old, &new) {
                    return Err(bug(
                        format!("the space before `{}` changed", shown(old.text)),
                        &old.token,
                    ));
                }
            }
            (Some(old), None) => {
                return Err(bug(format!("`{}` was lost", shown(old.text)), &old.token));
            }
            (None, Some(new)) => {
                let end = Token {
                    kind: TokenKind::Whitespace,
                    start: input.len() as u32,
                    end: input.len() as u32,
                };
                return Err(bug(format!("`{}` appeared", shown(new.text)), &end));
            }
        }
    }
}

fn shown(text: &str) -> &str {
    let end = text.char_indices().nth(40).map_or(text.len(), |(i, _)| i);
    &text[..end]
}

fn bug(what: String, token: &Token) -> Diagnostic {
    Diagnostic::error(
        "internal",
        format!("formatting would have changed the program: {what}"),
        token.start as usize..token.end as usize,
    )
    .with_note("this is a bug in schemefmt, and nothing was written; please report it with the lines shown here")
}

/// A token that is not white space, and how it stands to the one before.
struct Item<'s> {
    token: Token,
    text: &'s str,
    /// The token before, if it touches this one.
    touched: Option<(TokenKind, &'s str)>,
}

/// The tokens of a text that are not white space.
struct Significant<'s> {
    text: &'s str,
    lexer: Lexer<'s>,
    previous: Option<Token>,
}

impl<'s> Significant<'s> {
    fn new(text: &'s str, lexis: Lexis) -> Self {
        Significant {
            text,
            lexer: Lexer::new(text, lexis),
            previous: None,
        }
    }
}

impl<'s> Iterator for Significant<'s> {
    type Item = Item<'s>;

    fn next(&mut self) -> Option<Item<'s>> {
        let token = self.lexer.find(|t| t.kind != TokenKind::Whitespace)?;
        let before = self.previous.replace(token);
        Some(Item {
            token,
            text: token.text(self.text),
            touched: before
                .filter(|p| p.end == token.start)
                .map(|p| (p.kind, p.text(self.text))),
        })
    }
}

fn is_same(old: &Item<'_>, new: &Item<'_>, normalizer: &Normalizer) -> bool {
    if old.token.kind == new.token.kind && old.text == new.text {
        return true;
    }
    match old.token.kind {
        TokenKind::LineComment | TokenKind::Shebang => {
            old.token.kind == new.token.kind && old.text.trim_end() == new.text.trim_end()
        }
        kind => {
            kind == new.token.kind
                && normalizer
                    .spelling(kind, old.text)
                    .is_some_and(|spelling| *spelling == *new.text)
        }
    }
}

/// Whether the joint before a token is as it was, or may be as it is.
fn is_joined_alike(old: &Item<'_>, new: &Item<'_>) -> bool {
    match (old.touched, new.touched) {
        (Some(_), Some(_)) | (None, None) => true,
        // A space was put in: safe where every reader sees a boundary.
        (Some((kind, before)), None) => {
            let boundary = is_boundary(kind, before, old.text);
            let hash = kind == TokenKind::Atom
                && before.contains('#')
                && matches!(old.text.as_bytes()[0], b'(' | b'[' | b'"');
            boundary && !hash || is_comment(kind) || is_comment(old.token.kind)
        }
        // A space was taken away.
        (None, Some((kind, before))) => {
            is_boundary(kind, before, new.text)
                || kind == TokenKind::Prefix
                    && match before {
                        "'" | "`" | ",@" | "#'" => true,
                        "," | "#," => !new.text.starts_with('@'),
                        "#`" => !new.text.starts_with('"'),
                        _ => false,
                    }
        }
    }
}

fn is_comment(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::LineComment | TokenKind::BlockComment | TokenKind::Shebang
    )
}

/// Whether every reader sees two tokens where a token of a kind and another touch.
fn is_boundary(kind: TokenKind, before: &str, after: &str) -> bool {
    let last = before.as_bytes()[before.len() - 1];
    let first = after.as_bytes()[0];
    if last == b'.' && first == b'[' {
        return false;
    }
    // The last byte of `#\(` is no bracket.
    let ends = matches!(kind, TokenKind::Open | TokenKind::Close | TokenKind::String);
    is_hard(first) || ends && is_hard(last)
}
