//! What may be respelled in each dialect, as data.

use crate::syntax::number::Component;
use Component::{InfNan, Marker, Placeholders, Polar, Width};
use Lowered::{
    Booleans, Bytevectors, CharacterDigits, CharacterMarker, CharacterNames, Identifiers,
    LongBooleans,
};

/// What is respelled in a dialect. `normalize` applies it.
#[derive(Debug)]
pub struct Policy {
    /// A number with one of these parts keeps its spelling; `None` keeps all numbers as written.
    pub kept_numbers: Option<&'static [Component]>,
    /// Characters that are written by name after `#\` rather than as themselves.
    pub named_characters: &'static [(char, &'static str)],
    /// What else becomes lower case.
    pub lowered: &'static [Lowered],
}

/// A class of tokens whose letters become lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowered {
    /// `#T` and `#F`. `#t` and `#true` are never exchanged.
    Booleans,
    /// `#true` and `#false`, and these in any other case.
    LongBooleans,
    /// Character names, `#\Space`.
    CharacterNames,
    /// The digits of `#\x3BB`.
    CharacterDigits,
    /// `#\X41` with its digits.
    CharacterMarker,
    /// `#U8(`.
    Bytevectors,
    /// Identifiers, if the options ask for it.
    Identifiers,
}

/// Only what all readers read as the same datum. For Racket, `#\x3BB` is `#\x` and a symbol, and some polar numbers are
/// symbols.
pub(super) const AUTO: Policy = Policy {
    kept_numbers: Some(&[Placeholders, Width, Polar]),
    named_characters: &[(' ', "space"), ('\t', "tab"), ('\n', "newline")],
    lowered: &[Booleans, CharacterNames, Bytevectors],
};

/// Case is insignificant except in strings and in `#\A` (R5RS §2, §6.3.4); there are two character names.
pub(super) const R5RS: Policy = Policy {
    kept_numbers: Some(&[Placeholders, Width, InfNan]),
    named_characters: &[(' ', "space"), ('\n', "newline")],
    lowered: &[Booleans, CharacterNames, Identifiers],
};

/// Case is significant except in booleans, numbers and hexadecimal scalar values (R6RS §4.2.1).
pub(super) const R6RS: Policy = Policy {
    kept_numbers: Some(&[Placeholders]),
    lowered: &[Booleans, CharacterDigits],
    ..AUTO
};

/// Guile reads a number with a mantissa width as a symbol.
pub(super) const GUESSED_R6RS: Policy = Policy {
    lowered: &[Booleans],
    ..AUTO
};

/// Case is significant except in what the lexical grammar spells out, apart from character names (R7RS §7.1.1).
pub(super) const R7RS: Policy = Policy {
    kept_numbers: Some(&[Placeholders, Width, Marker]),
    lowered: &[
        Booleans,
        LongBooleans,
        CharacterDigits,
        CharacterMarker,
        Bytevectors,
    ],
    ..AUTO
};

/// Chicken reads `#TRUE` as `#t` and a symbol.
pub(super) const GUESSED_R7RS: Policy = Policy {
    kept_numbers: Some(&[Placeholders, Width, Polar, Marker]),
    lowered: &[Booleans, Bytevectors],
    ..AUTO
};

/// Readers that accept `#\x3BB`.
pub(super) const HEX_CHARACTERS: Policy = Policy {
    lowered: &[Booleans, CharacterNames, CharacterDigits, Bytevectors],
    ..AUTO
};

/// Case is not known to be insignificant.
pub(super) const NOTHING: Policy = Policy {
    kept_numbers: None,
    named_characters: &[],
    lowered: &[],
};

/// Readers that accept `#TRUE` as `#t`, and `15##E3` in either case.
pub(super) const LONG_BOOLEANS: Policy = Policy {
    kept_numbers: Some(&[Width]),
    ..CHEZ
};

/// Chez accepts mantissa widths as well.
pub(super) const CHEZ: Policy = Policy {
    kept_numbers: Some(&[]),
    lowered: &[
        Booleans,
        LongBooleans,
        CharacterNames,
        CharacterDigits,
        Bytevectors,
    ],
    ..AUTO
};

/// Chicken reads `#TRUE` as `#t` and `RUE`.
pub(super) const CHICKEN: Policy = Policy {
    kept_numbers: Some(&[Width]),
    ..HEX_CHARACTERS
};
