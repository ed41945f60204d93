//! The dialects of Scheme and how they differ, as data.

/// A dialect: a lexical grammar with its rules of case. `Auto` is what every reader agrees on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// No dialect known: only what all readers read alike is rewritten.
    #[default]
    Auto,
    /// R5RS §7.1.1.
    R5rs,
    /// R6RS §4.2.
    R6rs,
    /// R7RS §7.1.1.
    R7rs,
    /// The tiny 8-bit Scheme.
    Tiny,
    /// GNU Guile.
    Guile,
    /// Chez Scheme.
    Chez,
    /// Gambit.
    Gambit,
    /// Chicken.
    Chicken,
    /// Gauche.
    Gauche,
    /// MIT/GNU Scheme.
    Mit,
    /// Chibi.
    Chibi,
    /// Racket's S-expression languages.
    Racket,
    /// Sagittarius.
    Sagittarius,
    /// Vicare and Ikarus.
    Vicare,
}

/// Why a dialect was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detected {
    /// The dialect.
    pub dialect: Dialect,
    /// The marker that decided, such as «(define-module (» or «the name ends in .sld», or that nothing did.
    pub reason: String,
}
