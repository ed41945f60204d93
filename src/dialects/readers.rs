//! The lexes of real readers.

use crate::syntax::lexer::Lexis;

/// Those that a text of an unknown dialect may be written for.
pub const ALL: &[Lexis] = &[
    WITH_REGEXPS,
    LIPS,
    KAWA,
    WITH_UNICODE_SPACE,
    GUILE,
    GUILE_WITH_BARS,
    GUILE_WITH_BRACES,
    CHEZ,
    GAMBIT,
    CHICKEN,
    MIT,
    RACKET,
];

/// Those of Guile, by its options.
pub const OF_GUILE: &[Lexis] = &[GUILE, GUILE_WITH_BARS, GUILE_WITH_BRACES];

/// Gauche and Sagittarius.
pub const WITH_REGEXPS: Lexis = Lexis::COMMON.with(Lexis::REGEXPS);
/// LIPS.
pub const LIPS: Lexis = WITH_REGEXPS.with(Lexis::INNER_SLASHES);
/// Kawa.
pub const KAWA: Lexis = WITH_REGEXPS.with(Lexis::MARKUP);
/// R6RS.
pub const WITH_UNICODE_SPACE: Lexis = Lexis::COMMON.with(Lexis::UNICODE_SPACE);

/// R6RS, where a `#` ends a symbol, a boolean and a character (§4.2.1).
pub const R6RS: Lexis = WITH_UNICODE_SPACE
    .without(Lexis::SYMBOL_HASHES)
    .without(Lexis::BOOLEAN_HASHES)
    .without(Lexis::LONG_BOOLEAN_HASHES)
    .without(Lexis::CHARACTER_HASHES)
    .without(Lexis::KEYWORD_HASHES);

/// Only Guile's reader has `#! ... !#`, and only those of Chez and R6RS have mantissa widths.
const OTHERS: Lexis = Lexis::COMMON
    .without(Lexis::SCRIPT_BLOCKS)
    .without(Lexis::WIDTHS);

/// Guile 3.0 with the option `r7rs-symbols`.
pub const GUILE_WITH_BARS: Lexis = OTHERS
    .without(Lexis::BRACES)
    .without(Lexis::ESCAPES)
    .without(Lexis::BOOLEAN_HASHES)
    .with(Lexis::LONG_HASH_BRACES)
    .with(Lexis::BANG_BLOCKS)
    .with(Lexis::GEXPS)
    .with(Lexis::INNER_QUOTES)
    .with(Lexis::INNER_BACKQUOTES)
    .without(Lexis::LONG_BOOLEAN_HASHES)
    .without(Lexis::KEYWORD_HASHES);

/// Guile 3.0.
pub const GUILE: Lexis = GUILE_WITH_BARS.without(Lexis::BARS);

/// Guile 3.0 after `#!curly-infix`.
pub const GUILE_WITH_BRACES: Lexis = GUILE.with(Lexis::BRACES);

/// Chez Scheme 9.5.
pub const CHEZ: Lexis = OTHERS
    .with(Lexis::WIDTHS)
    .with(Lexis::NUMBER_BARS)
    .with(Lexis::UNICODE_SPACE)
    .with(Lexis::LONE_BRACES)
    .with(Lexis::COMMENT_ENDS)
    .without(Lexis::BAR_ESCAPES)
    .without(Lexis::SYMBOL_HASHES)
    .without(Lexis::BOOLEAN_HASHES)
    .without(Lexis::LONG_BOOLEAN_HASHES)
    .without(Lexis::CHARACTER_HASHES)
    .without(Lexis::KEYWORD_HASHES);

/// Gambit 4.9.
pub const GAMBIT: Lexis = OTHERS
    .with(Lexis::INFIX)
    .with(Lexis::LONE_BARS)
    .with(Lexis::OPEN_KEYWORDS)
    .without(Lexis::HASH_BRACES);

/// Chicken 5.3.
pub const CHICKEN: Lexis = OTHERS
    .with(Lexis::LATE_SCRIPTS)
    .with(Lexis::BLANK_SCRIPTS)
    .with(Lexis::INNER_BACKQUOTES)
    .with(Lexis::SYSTEM_NAMES)
    .without(Lexis::MARK_HASHES)
    .without(Lexis::HEX_ESCAPES)
    .without(Lexis::BOOLEAN_HASHES)
    .without(Lexis::HASH_BRACES);

/// MIT/GNU Scheme 12.1.
pub const MIT: Lexis = OTHERS
    .with(Lexis::UNICODE_SPACE)
    .with(Lexis::LONE_BARS)
    .without(Lexis::INNER_BARS)
    .without(Lexis::ESCAPES);

/// Racket 8.
pub const RACKET: Lexis = OTHERS
    .with(Lexis::UNICODE_SPACE)
    .with(Lexis::LATE_SCRIPTS)
    .with(Lexis::CONTINUED_SCRIPTS)
    .without(Lexis::MARK_HASHES)
    .without(Lexis::BAR_ESCAPES)
    .without(Lexis::HEX_ESCAPES)
    .without(Lexis::CHARACTER_HASHES)
    .without(Lexis::HASH_BRACES);
