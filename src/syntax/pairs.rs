//! A text and its formatted version, side by side. Formatting only changes the spelling of some tokens and what is between tokens, so
//! the tokens correspond one to one, and no diff has to be searched for.

use std::ops::Range;

use super::lexer::{Lexer, Switches};
use super::token::TokenKind;
use crate::text::swar;

/// A token of both texts, and the gap before it. The last one is the empty token at the end.
pub struct Pair {
    /// The gap, in the text and in its formatted version.
    pub gap: [Range<usize>; 2],
    /// The token.
    pub token: [Range<usize>; 2],
    /// The kind of the token; none at the end.
    pub kind: Option<TokenKind>,
}

/// The tokens of a text and of its formatted version, in order, but for white space.
pub fn pairs<'t>(old: &'t str, new: &'t str, switches: Switches) -> impl Iterator<Item = Pair> {
    let tokens = |text: &'t str| {
        Lexer::new(text, switches)
            .filter(|token| token.kind != TokenKind::Whitespace)
            .map(|token| (token.span(), Some(token.kind)))
    };
    let end = |text: &str| (text.len()..text.len(), None);
    let ends = std::iter::once((end(old), end(new)));
    let (mut old_end, mut new_end) = (0, 0);
    tokens(old)
        .zip(tokens(new))
        .chain(ends)
        .map(move |((old, kind), (new, _))| {
            let gap = [old_end..old.start, new_end..new.start];
            (old_end, new_end) = (old.end, new.end);
            Pair {
                gap,
                token: [old, new],
                kind,
            }
        })
}

/// Where a text and its formatted version differ: a span of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The span in the text.
    pub old: Range<usize>,
    /// What it becomes in the formatted version.
    pub new: Range<usize>,
}

/// A span of a text that its formatted version replaces.
#[derive(Clone, Copy, Debug)]
pub struct Replaced {
    /// Where it begins in the text.
    pub(crate) start: u32,
    /// Its length in the text, in bytes.
    old: u32,
    /// The length of what replaces it, in bytes.
    new: u32,
}

impl Replaced {
    /// A span of a text, and the length of what replaces it.
    #[inline]
    pub(crate) fn new(old: Range<usize>, new: usize) -> Self {
        Replaced {
            start: old.start as u32,
            old: old.len() as u32,
            new: new as u32,
        }
    }

    /// What is replaced in a text, in order, as spans of both texts.
    pub(crate) fn differences(replaced: &[Self]) -> impl Iterator<Item = Difference> {
        let mut grown = 0;
        replaced.iter().map(move |&Replaced { start, old, new }| {
            let (old_length, new_length) = (old as usize, new as usize);
            let old = start as usize..start as usize + old_length;
            let start = old.start.strict_add_signed(grown);
            grown += new_length.cast_signed() - old_length.cast_signed();
            let new = start..start + new_length;
            Difference { old, new }
        })
    }
}

/// How a text and its formatted version differ.
#[derive(Clone, Debug)]
pub enum Changes {
    /// In these gaps and tokens, as the layout has noted them, in order.
    Noted(Vec<Replaced>),
    /// As the tokens tell, into which both are split in this way.
    Unknown(Switches),
}

impl Changes {
    /// The differences of both texts, in order: one for each gap or token that differs, as small as possible, and one for those that would
    /// touch, whose order would be ambiguous. Any two texts are equal but for these.
    pub(crate) fn differences(&self, old: &str, new: &str) -> Vec<Difference> {
        match self {
            Changes::Noted(changes) => smallest(old, new, Replaced::differences(changes)),
            Changes::Unknown(switches) => {
                let sides = pairs(old, new, *switches).flat_map(|pair| [pair.gap, pair.token]);
                let all = sides.map(|[old, new]| Difference { old, new });
                smallest(old, new, all)
            }
        }
    }
}

/// The parts of two texts that differ, where `all` of them may.
fn smallest(old: &str, new: &str, all: impl Iterator<Item = Difference>) -> Vec<Difference> {
    let mut found: Vec<Difference> = Vec::new();
    for it in all {
        if swar::equal(
            &old.as_bytes()[it.old.clone()],
            &new.as_bytes()[it.new.clone()],
        ) {
            continue;
        }
        let difference = difference((old, it.old), (new, it.new));
        match found.last_mut() {
            Some(last) if last.old.end == difference.old.start => {
                last.old.end = difference.old.end;
                last.new.end = difference.new.end;
            }
            _ => found.push(difference),
        }
    }
    found
}

/// How two pieces of texts differ.
fn difference(
    (old, before): (&str, Range<usize>),
    (new, after): (&str, Range<usize>),
) -> Difference {
    let (old, new) = (&old[before.clone()], &new[after.clone()]);
    let start = common(old.chars(), new.chars());
    let end = common(old[start..].chars().rev(), new[start..].chars().rev());
    Difference {
        old: before.start + start..before.end - end,
        new: after.start + start..after.end - end,
    }
}

/// The length, in bytes, of what two iterators have in common at their current positions.
fn common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b)
        .take_while(|(a, b)| a == b)
        .map(|(c, _)| c.len_utf8())
        .sum()
}
