//! What may be respelled in each dialect, as data.

use crate::syntax::number::{self, Component, Grammar};

/// What is respelled in a dialect, for each class of literals. `normalize` applies it.
#[derive(Debug)]
pub struct Policy {
    /// The grammar that a number must match as a whole before its letters are lowered; `None` keeps all numbers as written.
    pub numbers: Option<&'static Grammar>,
    /// A number with one of these parts keeps its spelling.
    pub kept_numbers: &'static [Component],
    /// `#T`, `#TRUE`.
    pub booleans: Booleans,
    /// Character names, `#\Space`.
    pub character_names: Case,
    /// The digits of `#\x3BB`.
    pub character_digits: Case,
    /// The `X` of `#\X41`, where `character_digits` are lowered.
    pub character_marker: Case,
    /// Characters that are written by name after `#\` rather than as themselves.
    pub named_characters: &'static [(char, &'static str)],
    /// `#U8(`.
    pub bytevectors: Case,
    /// `\X3BB;` in strings and identifiers, if the options ask for it.
    pub escapes: Case,
    /// Identifiers, if the options ask for it.
    pub identifiers: Case,
}

/// What happens to the letter case of a class of literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// It stays as written.
    Keep,
    /// It becomes lower case.
    Lower,
}

/// Which booleans become lower case. `#t` and `#true` are never exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Booleans {
    /// None.
    Keep,
    /// `#T` and `#F`.
    Short,
    /// `#T` and `#F`, and `#true` and `#false` in any case.
    ShortAndLong,
}

/// Only what all readers read as the same datum. For Racket, `#\x3BB` is `#\x` and a symbol, and some polar numbers are
/// symbols.
pub(super) const AUTO: Policy = Policy {
    numbers: Some(&number::UNION),
    kept_numbers: &[Component::Placeholders, Component::Width, Component::Polar],
    booleans: Booleans::Short,
    character_names: Case::Lower,
    character_digits: Case::Keep,
    character_marker: Case::Keep,
    named_characters: &[(' ', "space"), ('\t', "tab"), ('\n', "newline")],
    bytevectors: Case::Lower,
    escapes: Case::Keep,
    identifiers: Case::Keep,
};

/// Case is insignificant except in strings and in `#\A` (R5RS §2, §6.3.4); there are two character names.
pub(super) const R5RS: Policy = Policy {
    numbers: Some(&number::R5RS),
    kept_numbers: &[Component::Placeholders],
    named_characters: &[(' ', "space"), ('\n', "newline")],
    bytevectors: Case::Keep,
    identifiers: Case::Lower,
    ..AUTO
};

/// Case is significant except in booleans, numbers and hexadecimal scalar values (R6RS §4.2.1).
pub(super) const R6RS: Policy = Policy {
    numbers: Some(&number::R6RS),
    kept_numbers: &[],
    character_names: Case::Keep,
    character_digits: Case::Lower,
    bytevectors: Case::Keep,
    escapes: Case::Lower,
    ..AUTO
};

/// Guile reads a number with a mantissa width as a symbol.
pub(super) const GUESSED_R6RS: Policy = Policy {
    kept_numbers: AUTO.kept_numbers,
    character_digits: AUTO.character_digits,
    ..R6RS
};

/// Case is significant except in what the lexical grammar spells out, apart from character names (R7RS §7.1.1).
pub(super) const R7RS: Policy = Policy {
    numbers: Some(&number::R7RS),
    kept_numbers: &[],
    booleans: Booleans::ShortAndLong,
    character_names: Case::Keep,
    character_digits: Case::Lower,
    character_marker: Case::Lower,
    escapes: Case::Lower,
    ..AUTO
};

/// Chicken reads `#TRUE` as `#t` and a symbol.
pub(super) const GUESSED_R7RS: Policy = Policy {
    kept_numbers: AUTO.kept_numbers,
    booleans: AUTO.booleans,
    character_digits: AUTO.character_digits,
    character_marker: AUTO.character_marker,
    ..R7RS
};

/// Readers that accept `#\x3BB`.
pub(super) const HEX_CHARACTERS: Policy = Policy {
    character_digits: Case::Lower,
    ..AUTO
};

/// Case is not known to be insignificant.
pub(super) const NOTHING: Policy = Policy {
    numbers: None,
    kept_numbers: &[],
    booleans: Booleans::Keep,
    character_names: Case::Keep,
    character_digits: Case::Keep,
    character_marker: Case::Keep,
    named_characters: &[],
    bytevectors: Case::Keep,
    escapes: Case::Keep,
    identifiers: Case::Keep,
};

/// Readers that accept `#TRUE` as `#t`, and `15##E3` in either case.
pub(super) const LONG_BOOLEANS: Policy = Policy {
    kept_numbers: &[Component::Width],
    booleans: Booleans::ShortAndLong,
    ..HEX_CHARACTERS
};

/// Chicken reads `#TRUE` as `#t` and a symbol, and other signs of these dialects as they do.
pub(super) const GUESSED_LONG_BOOLEANS: Policy = Policy {
    kept_numbers: AUTO.kept_numbers,
    booleans: AUTO.booleans,
    ..LONG_BOOLEANS
};

/// Chez accepts mantissa widths as well.
pub(super) const CHEZ: Policy = Policy {
    kept_numbers: &[],
    booleans: Booleans::ShortAndLong,
    ..HEX_CHARACTERS
};

/// Chicken reads `#TRUE` as `#t` and `RUE`.
pub(super) const CHICKEN: Policy = Policy {
    kept_numbers: &[Component::Width],
    ..HEX_CHARACTERS
};
