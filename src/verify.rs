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
    // The lexer is a function of the text.
    if input == output {
        return Ok(());
    }
    let mut old = Significant::new(input, lexis);
    let mut new = Significant::new(output, lexis);
    loop {
        match (old.advance(), new.advance()) {
            (true, true) => {}
            (false, false) => return Ok(()),
            (true, false) => {
                return Err(bug(format!("`{}` was lost", shown(old.text())), old.token));
            }
            (false, true) => {
                let end = Token {
                    kind: TokenKind::Whitespace,
                    start: input.len() as u32,
                    end: input.len() as u32,
                };
                return Err(bug(format!("`{}` appeared", shown(new.text())), end));
            }
        }
        if !is_same(&old, &new) && !is_respelled(&old, &new, normalizer) {
            return Err(bug(
                format!("`{}` became `{}`", shown(old.text()), shown(new.text())),
                old.token,
            ));
        }
        if old.touches() != new.touches() && !may_be_joined_otherwise(&old, &new) {
            return Err(bug(
                format!("the space before `{}` changed", shown(old.text())),
                old.token,
            ));
        }
    }
}

fn shown(text: &str) -> &str {
    let end = text.char_indices().nth(40).map_or(text.len(), |(i, _)| i);
    &text[..end]
}

fn bug(what: String, token: Token) -> Diagnostic {
    Diagnostic::error(
        "internal",
        format!("formatting would have changed the program: {what}"),
        token.start as usize..token.end as usize,
    )
    .with_note("this is a bug in schemefmt, and nothing was written; please report it with the lines shown here")
}

/// Goes through the tokens of a text that are not white space.
struct Significant<'s> {
    lexer: Lexer<'s>,
    token: Token,
    /// The token before; an empty one, beyond any text, before the first.
    previous: Token,
}

impl<'s> Significant<'s> {
    fn new(text: &'s str, lexis: Lexis) -> Self {
        let nothing = Token {
            kind: TokenKind::Whitespace,
            start: u32::MAX,
            end: u32::MAX,
        };
        Significant {
            lexer: Lexer::new(text, lexis),
            token: nothing,
            previous: nothing,
        }
    }

    /// Goes on to the next token, if there is one.
    #[inline]
    fn advance(&mut self) -> bool {
        self.previous = self.token;
        for token in &mut self.lexer {
            if token.kind != TokenKind::Whitespace {
                self.token = token;
                return true;
            }
        }
        false
    }

    fn text(&self) -> &'s str {
        self.token.text(self.lexer.text())
    }

    fn before(&self) -> &'s str {
        self.previous.text(self.lexer.text())
    }

    #[inline]
    fn bytes(&self) -> &'s [u8] {
        &self.lexer.text().as_bytes()[self.token.start as usize..self.token.end as usize]
    }

    /// Whether the token before touches this one.
    #[inline]
    fn touches(&self) -> bool {
        self.previous.end == self.token.start
    }
}

#[inline]
fn is_same(old: &Significant<'_>, new: &Significant<'_>) -> bool {
    old.token.kind == new.token.kind
        && match (old.bytes(), new.bytes()) {
            // Half of the tokens are brackets.
            ([old], [new]) => old == new,
            (old, new) => old == new,
        }
}

/// Whether a token has become its canonical spelling, or a comment has lost the blanks at its end.
#[cold]
fn is_respelled(old: &Significant<'_>, new: &Significant<'_>, normalizer: &Normalizer) -> bool {
    if old.token.kind != new.token.kind {
        return false;
    }
    match old.token.kind {
        TokenKind::LineComment | TokenKind::Shebang => {
            // Other blanks than ASCII's may be letters of an 8-bit text.
            old.bytes().trim_ascii_end() == new.bytes().trim_ascii_end()
        }
        kind => normalizer
            .spelling(kind, old.text())
            .is_some_and(|spelling| *spelling == *new.text()),
    }
}

/// Whether two tokens that touch in one text may stand apart in the other.
#[cold]
fn may_be_joined_otherwise(old: &Significant<'_>, new: &Significant<'_>) -> bool {
    if old.touches() {
        may_come_apart(old.previous.kind, old.before(), old.token.kind, old.text())
    } else {
        may_be_joined(new.previous.kind, new.before(), new.text())
    }
}

/// Whether a space may be put between two tokens: where every reader sees a boundary.
fn may_come_apart(kind: TokenKind, before: &str, next: TokenKind, after: &str) -> bool {
    is_boundary(kind, before, after) || is_comment(kind) || is_comment(next)
}

/// Whether the space between two tokens may be taken away: inside of brackets, unless some reader takes them for letters,
/// and after some prefixes.
fn may_be_joined(kind: TokenKind, before: &str, after: &str) -> bool {
    match (kind, before) {
        (TokenKind::Open, _) => !before.ends_with('{'),
        (TokenKind::Prefix, "'" | "`" | ",@" | "#'") => true,
        (TokenKind::Prefix, "," | "#,") => !after.starts_with('@'),
        (TokenKind::Prefix, "#`") => !after.starts_with('"'),
        _ => matches!(after, ")" | "]"),
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
    let may_go_on = match first {
        // `#vu8(` is one token, and so is any other such word to some reader.
        b'(' | b'[' | b'"' if kind == TokenKind::Atom => {
            before.contains('#') || last == b'.' && first == b'['
        }
        _ => false,
    };
    if may_go_on {
        return false;
    }
    // The last byte of `#\(` is no bracket.
    let ends = matches!(kind, TokenKind::Open | TokenKind::Close | TokenKind::String);
    is_hard(first) || ends && is_hard(last)
}
