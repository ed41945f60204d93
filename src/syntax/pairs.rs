//! A text and its formatted version, side by side. Formatting only changes the spelling of some tokens and what is between tokens, so
//! the tokens correspond one to one, and no diff has to be searched for.

use std::ops::Range;

use super::lexer::{Lexer, Lexis};
use super::token::TokenKind;

/// A token of both texts, and the gap before it. The last one is the empty token at the end.
pub(crate) struct Pair {
    /// The gap, in the text and in its formatted version.
    pub(crate) gap: [Range<usize>; 2],
    /// The token.
    pub(crate) token: [Range<usize>; 2],
}

/// The tokens of a text and of its formatted version, in order, but for white space.
pub(crate) fn pairs<'t>(old: &'t str, new: &'t str, lexis: Lexis) -> impl Iterator<Item = Pair> {
    let tokens = |text: &'t str| {
        Lexer::new(text, lexis)
            .filter(|token| token.kind != TokenKind::Whitespace)
            .map(|token| token.span())
    };
    let ends = std::iter::once((old.len()..old.len(), new.len()..new.len()));
    let (mut old_end, mut new_end) = (0, 0);
    tokens(old)
        .zip(tokens(new))
        .chain(ends)
        .map(move |(old, new)| {
            let gap = [old_end..old.start, new_end..new.start];
            (old_end, new_end) = (old.end, new.end);
            Pair {
                gap,
                token: [old, new],
            }
        })
}
