//! The other readings of a text: where readers of Scheme differ on what its bytes mean, what has to stay as it stands so that
//! each of them finds in the output what it finds in the input.
//!
//! A text is laid out by one reading. Where it holds a sign on which readers differ ([`Lexer::signs`]) and its dialect is not
//! certain, it is cut into tokens by each of the others that can read it, too. A token of theirs that lies across several of
//! ours is a part that must not change ([`Kept`]).

use crate::syntax::chars::{Class, class};
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::parser;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::Kept;

/// Of some readings those by which a text can be read, and by which its tokens may be others than by `lexis`, in which it
/// holds `signs`.
pub(crate) fn plausible(
    text: &str,
    lexis: Lexis,
    signs: Lexis,
    readings: impl Iterator<Item = Lexis>,
) -> Vec<Lexis> {
    let mut found = Vec::new();
    for reading in readings {
        if signs.has_any(reading.symmetric_difference(lexis))
            && !found.contains(&reading)
            && parser::parse(&mut Lexer::new(text, reading), |_, _| ()).is_ok()
        {
            found.push(reading);
        }
    }
    found
}

/// The parts of a text read by `lexis` that have to stay as they stand for the sake of those who read it by one of `others`, in
/// the order of their beginnings.
pub(crate) fn kept(text: &str, lexis: Lexis, others: &[Lexis]) -> Vec<Kept> {
    let mut parts = Vec::new();
    for other in others {
        let mut own = tokens(text, lexis).peekable();
        for token in tokens(text, *other) {
            while own.next_if(|own| own.end <= token.start).is_some() {}
            if let Some(part) = part(text, own.peek(), token) {
                parts.push(part);
            }
        }
    }
    parts.sort_by_key(|part| part.span.start);
    parts
}

fn tokens(text: &str, lexis: Lexis) -> impl Iterator<Item = Token> {
    Lexer::new(text, lexis).filter(|token| token.kind != TokenKind::Whitespace)
}

/// What has to stay for the sake of a token of another reading, where `own` is the token of ours that it begins in or before.
fn part(text: &str, own: Option<&Token>, token: Token) -> Option<Kept> {
    let ends_line = is_line(token.kind);
    let word = token.text(text);
    if own == Some(&token) || !ends_line && !word.bytes().any(may_be_a_joint) {
        return None;
    }
    let mut start = token.start;
    if let Some(own) = own.filter(|own| own.start < token.end) {
        start = start.min(own.start);
        let is_within = own.start <= token.start && token.end <= own.end;
        // The line end that ends it stands within ours too, or ends ours.
        let ends_well = !ends_line || token.end < own.end || is_line(own.kind);
        if is_within && ends_well {
            return None;
        }
    }
    // The blanks at a line's end belong to nobody, but for the one that makes `#! ` a comment.
    let length = match ends_line {
        true if word.trim_ascii_end() == "#!" => word.len().min("#! ".len()),
        true => word.trim_ascii_end().len(),
        false => word.len(),
    };
    Some(Kept {
        span: start as usize..token.start as usize + length,
        ends_line,
    })
}

/// Whether a token of this kind goes on to the end of its line.
fn is_line(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LineComment | TokenKind::Shebang)
}

/// Whether the layout may put white space at this byte, or change it: it is white space to somebody, or ends a token for
/// somebody.
fn may_be_a_joint(byte: u8) -> bool {
    !matches!(
        class(byte),
        Class::Constituent | Class::Hash | Class::Bar | Class::Backslash
    )
}
