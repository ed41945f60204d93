//! The other readings of a text. Where Scheme readers differ on what its bytes mean, some parts must not change, so that
//! each reader finds in the output what it finds in the input.
//!
//! A text is laid out by one reading. If it contains a sign on which readers differ ([`Lexer::signs`]) and its dialect is
//! not certain, it is also split into tokens by each of the other readings under which it can be read. If one of their
//! tokens overlaps several of ours, that part must not change ([`Kept`]).

use crate::syntax::chars::{Class, class};
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::parser;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::Kept;

/// Selects from some readings those under which a text can be read, and under which its tokens may differ from those under
/// `lexis`, given that it contains `signs`.
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
            && can_read(text, reading)
        {
            found.push(reading);
        }
    }
    found
}

/// Whether a text can be read by a reading. A dot may stand anywhere: some readers take it where others do not.
fn can_read(text: &str, reading: Lexis) -> bool {
    let parsed = parser::parse(&mut Lexer::new(text, reading), |_, _| ());
    parsed.map_or_else(|error| error.code == "misplaced-dot", |_| true)
}

/// The parts of a text read by `lexis` that must not change for the sake of those who read it by one of `others`, in order
/// of their starts.
pub(crate) fn kept(text: &str, lexis: Lexis, others: &[Lexis]) -> Vec<Kept> {
    let mut parts = Vec::new();
    if others.is_empty() {
        return parts;
    }
    let mut others: Vec<_> = others
        .iter()
        .map(|other| tokens(text, *other).peekable())
        .collect();
    for own in tokens(text, lexis).map(Some).chain([None]) {
        for other in &mut others {
            // Those that start in this token of ours, or before it and after the last one.
            let starts_here = |token: &Token| own.is_none_or(|own| token.start < own.end);
            while let Some(token) = other.next_if(starts_here) {
                parts.extend(part(text, own.as_ref(), token));
            }
        }
    }
    parts.sort_by_key(|part| part.span.start);
    parts
}

fn tokens(text: &str, lexis: Lexis) -> impl Iterator<Item = Token> {
    Lexer::new(text, lexis).filter(|token| token.kind != TokenKind::Whitespace)
}

/// The part that must not change because of a token of another reading; `own` is the token of ours in which, or before
/// which, it starts.
fn part(text: &str, own: Option<&Token>, token: Token) -> Option<Kept> {
    let ends_line = token.is_line();
    let word = token.text(text);
    if own == Some(&token) || !ends_line && !word.bytes().any(may_be_a_joint) {
        return None;
    }
    // `#~(`, one bracket for some readers: what touches a mark goes on touching it.
    let is_mark_and_bracket = |own: &Token| {
        own.kind == TokenKind::Prefix
            && token.kind == TokenKind::Open
            && own.start == token.start
            && own.end + 1 == token.end
    };
    if own.is_some_and(is_mark_and_bracket) {
        return None;
    }
    let mut start = token.start;
    if let Some(own) = own.filter(|own| own.start < token.end) {
        start = start.min(own.start);
        // The blanks at the end of a comment of ours go, and what ends in one of them is no comment.
        let own_end = match own.is_line() && !ends_line {
            true => own.end_of_comment(text),
            false => own.end,
        };
        let is_within = own.start <= token.start && token.end <= own_end;
        // The line end that ends it is inside ours, too, or ends ours.
        let ends_well = !ends_line || token.end < own.end || own.is_line();
        if is_within && ends_well {
            return None;
        }
    }
    let end = match ends_line {
        true => token.end_of_comment(text),
        false => token.end,
    };
    Some(Kept {
        span: start as usize..end as usize,
        ends_line,
    })
}

/// The strings of a text, read by `lexis`, that would be others for LIPS in `output`, a text with the same tokens: that reader
/// takes from every line of a string as many spaces as there are before the string and its quotation mark.
pub(crate) fn moved_strings(text: &str, output: &str, lexis: Lexis) -> Vec<Token> {
    let long = |text: &'_ str| -> Vec<Token> {
        let tokens = Lexer::new(text, lexis);
        let is_long =
            |token: &Token| token.kind == TokenKind::String && token.text(text).contains("\n ");
        tokens.filter(is_long).collect()
    };
    let (old, new) = (long(text), long(output));
    let pairs = old.into_iter().zip(new);
    let moved = pairs.filter(|(old, new)| !spaces(text, *old).eq(spaces(output, *new)));
    moved.map(|(old, _)| old).collect()
}

/// How many spaces LIPS leaves before each line of a string but the first.
fn spaces(text: &str, token: Token) -> impl Iterator<Item = usize> {
    let before = &text[..token.start as usize];
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    // It counts in UTF-16.
    let column = before[before.len() - column..].encode_utf16().count();
    let lines = token.text(text).split('\n').skip(1);
    lines.map(move |line| {
        let spaces = line.bytes().take_while(|byte| *byte == b' ').count();
        spaces.saturating_sub(column + 1)
    })
}

/// Whether the layout may insert or change white space at this byte: some reader takes it for white space, or for the end
/// of a token.
fn may_be_a_joint(byte: u8) -> bool {
    !matches!(
        class(byte),
        Class::Constituent | Class::Hash | Class::Bar | Class::Backslash
    )
}
