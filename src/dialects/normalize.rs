//! The canonical spelling of a literal.
//!
//! A spelling changes only in letter case, or when a name replaces the white-space character after `#\`. A token that does
//! not match the grammar of its dialect as a whole, or that is not ASCII, keeps its spelling. A [`Policy`] for each dialect
//! says what changes; this module knows how. The caller must exclude tokens that touch a neighbour.

use bitflags::bitflags;

use crate::dialects::{Lowered, Policy};
use crate::syntax::number::{self, Component};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{NodeKind, Tree};

/// Names of characters, including those of R5RS §6.3.4, R6RS §4.2.6 and R7RS §6.6. A name is never replaced by a synonym.
pub const CHARACTER_NAMES: [&str; 16] = [
    "space",
    "newline",
    "tab",
    "nul",
    "null",
    "return",
    "linefeed",
    "page",
    "backspace",
    "delete",
    "rubout",
    "altmode",
    "escape",
    "esc",
    "alarm",
    "vtab",
];

bitflags! {
    /// The tokens to respell.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Respelled: u8 {
        /// Numbers, characters, booleans and the openings of vectors.
        const LITERALS = 1;
        /// Identifiers, in lower case.
        const IDENTIFIERS = 1 << 1;
    }
}

/// Respells the tokens of one file.
#[derive(Clone, Copy, Debug)]
pub struct Normalizer {
    policy: &'static Policy,
    respelled: Respelled,
    /// Whether every atom that does not start like a literal keeps its spelling.
    keeps_names: bool,
}

impl Normalizer {
    /// A normalizer for texts under a policy.
    pub fn new(policy: &'static Policy, respelled: Respelled) -> Self {
        Normalizer {
            policy,
            respelled,
            keeps_names: !respelled.contains(Respelled::IDENTIFIERS),
        }
    }

    /// The text with its identifiers folded to lower case, if the options ask for that and it changes any; offsets stay the
    /// same. Forms are still looked up by the names as written.
    pub(crate) fn fold(&self, text: &str, tree: &Tree) -> Option<String> {
        if !self.respelled.contains(Respelled::IDENTIFIERS) {
            return None;
        }
        let mut folded = text.to_owned();
        for node in &tree.nodes {
            let span = node.span();
            if node.kind == NodeKind::Atom
                && self.identifier(&text[span.clone()]).is_some()
                && let Some(letters) = folded.get_mut(span)
            {
                letters.make_ascii_lowercase();
            }
        }
        (folded != text).then_some(folded)
    }

    /// The canonical spelling of a token of this kind; `None` if it already has that or must keep its own.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn spelling(&self, kind: TokenKind, text: &str) -> Option<String> {
        match kind {
            // Most tokens are names.
            TokenKind::Atom if self.keeps_names && !is_literal(text) => None,
            _ => self.other_spelling(kind, text),
        }
    }

    fn other_spelling(&self, kind: TokenKind, text: &str) -> Option<String> {
        match kind {
            TokenKind::Atom => self.atom(text),
            TokenKind::Character => self.character(text),
            TokenKind::Open => self.opening(text),
            _ => None,
        }
    }

    fn atom(&self, text: &str) -> Option<String> {
        let literal = is_literal(text);
        let upper = || text.bytes().any(|b| b.is_ascii_uppercase());
        if literal
            && self.respelled.contains(Respelled::LITERALS)
            && upper()
            && let Some(spelling) = self.boolean(text).or_else(|| self.number(text))
        {
            return Some(spelling);
        }
        if self.respelled.contains(Respelled::IDENTIFIERS) && !literal && upper() {
            return self.identifier(text);
        }
        None
    }

    fn boolean(&self, text: &str) -> Option<String> {
        let short = canonical(text, &["#t", "#f"]).filter(|_| self.lowers(Lowered::Booleans));
        let long =
            || canonical(text, &["#true", "#false"]).filter(|_| self.lowers(Lowered::LongBooleans));
        short.or_else(long).map(str::to_owned)
    }

    fn number(&self, text: &str) -> Option<String> {
        let kept = self.policy.kept_numbers?;
        let parts = number::recognize(text.as_bytes())?;
        let is_kept = |part: &Component| match part {
            part if kept.contains(part) => true,
            // An infinity is respelled only if it is the whole number, and `-nan.0` never is: readers differ on
            // everything else.
            Component::InfNan => {
                text.len() != "+inf.0".len() || text.eq_ignore_ascii_case("-nan.0")
            }
            // No such number exists: it is a symbol, or cannot be read.
            Component::ZeroDenominator => true,
            _ => false,
        };
        // To Chez, this is a symbol.
        let is_symbol = [Component::Placeholders, Component::Width];
        if parts.iter().any(is_kept) || is_symbol.iter().all(|part| parts.contains(part)) {
            return None;
        }
        // `+I` alone is a symbol in Chibi, and is used as an option of commands.
        let kept = usize::from(parts.contains(&Component::BareUnit));
        let (lowered, unit) = text.split_at(text.len() - kept);
        let spelling = lowered.to_ascii_lowercase() + unit;
        (spelling != text).then_some(spelling)
    }

    fn identifier(&self, text: &str) -> Option<String> {
        let folds = self.lowers(Lowered::Identifiers) && is_r5rs_word(text);
        folds.then(|| text.to_ascii_lowercase())
    }

    fn character(&self, text: &str) -> Option<String> {
        let name = text.strip_prefix("#\\")?;
        if !self.respelled.contains(Respelled::LITERALS) {
            return None;
        }
        let mut characters = name.chars();
        if let (Some(only), None) = (characters.next(), characters.next()) {
            let mut named = self.policy.named_characters.iter();
            return named
                .find(|(character, _)| *character == only)
                .map(|(_, name)| format!("#\\{name}"));
        }
        let class = match name.split_at_checked(1) {
            Some(("x", digits)) if scalar_value(digits).is_some() => Lowered::CharacterDigits,
            Some(("X", digits)) if scalar_value(digits).is_some() => Lowered::CharacterMarker,
            _ if canonical(name, &CHARACTER_NAMES).is_some() => Lowered::CharacterNames,
            _ => return None,
        };
        let spelling = text.to_ascii_lowercase();
        (self.lowers(class) && spelling != text).then_some(spelling)
    }

    fn opening(&self, text: &str) -> Option<String> {
        let lowers = text == "#U8("
            && self.respelled.contains(Respelled::LITERALS)
            && self.lowers(Lowered::Bytevectors);
        lowers.then(|| "#u8(".to_owned())
    }

    fn lowers(&self, class: Lowered) -> bool {
        self.policy.lowered.contains(&class)
    }
}

/// Whether an atom starts like a number, boolean or similar; some identifiers do, too.
#[inline]
fn is_literal(atom: &str) -> bool {
    matches!(
        atom.as_bytes(),
        [b'0'..=b'9' | b'+' | b'-' | b'.' | b'#', ..]
    )
}

/// The value of hex digits that denote a Unicode scalar value, with leading zeros allowed (R6RS §4.2.6, R7RS §6.6).
pub fn scalar_value(digits: &str) -> Option<char> {
    let hex = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let value = u32::from_str_radix(digits, 16).ok();
    value.filter(|_| hex).and_then(char::from_u32)
}

/// The one of `known` that equals `text` except for letter case, unless they are identical.
fn canonical(text: &str, known: &[&'static str]) -> Option<&'static str> {
    let mut known = known.iter().copied();
    known.find(|name| name.eq_ignore_ascii_case(text) && *name != text)
}

/// Whether `text` is an identifier of R5RS §7.1.1, not counting the peculiar ones, which contain no letters.
pub fn is_r5rs_word(text: &str) -> bool {
    text.starts_with(is_r5rs_initial) && text.chars().all(is_r5rs_subsequent)
}

/// Whether an identifier of R5RS may start with this character.
pub fn is_r5rs_initial(c: char) -> bool {
    c.is_ascii_alphabetic() || "!$%&*/:<=>?^_~".contains(c)
}

/// Whether an identifier of R5RS may contain this character after the first one.
pub fn is_r5rs_subsequent(c: char) -> bool {
    is_r5rs_initial(c) || c.is_ascii_digit() || "+-.@".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalar_values() {
        assert_eq!(scalar_value("41"), Some('A'));
        assert_eq!(scalar_value("0003bB"), Some('λ'));
        assert_eq!(scalar_value("10FFFF"), Some('\u{10FFFF}'));
        for bad in ["", "g", "+41", "110000", "D800", "4 1", "fffffffffffffffff"] {
            assert_eq!(scalar_value(bad), None, "{bad}");
        }
    }
}
