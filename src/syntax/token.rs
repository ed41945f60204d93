//! Tokens: what the lexer cuts a source text into. Every byte of the text belongs to exactly one token.

/// What a token is. The lexer decides this from the text alone; whether a number or a character is well formed is
/// `normalize`'s business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// A run of white space, line ends and form feeds included.
    Whitespace,
    /// `; ...` up to, not including, the line end.
    LineComment,
    /// `#| ... |#`, nested, and Guile's `#! ... !#`.
    BlockComment,
    /// `#;`, which comments out the datum that follows.
    DatumComment,
    /// A comment-like `#!name`, such as `#!r6rs` or `#!fold-case`.
    Directive,
    /// `#!` at the first byte up to the line end, or `#lang` up to it.
    Shebang,
    /// A string, its prefix included.
    String,
    /// Text that is copied as it stands: a here string, a regular expression, a char set, foreign text, or whatever
    /// follows a top-level `#!eof`.
    Raw,
    /// `#\x`, `#\space`, `#\x41`.
    Character,
    /// A symbol, a number, a boolean, a keyword: a maximal run of constituents.
    Atom,
    /// The dot of a dotted pair, standing alone.
    Dot,
    /// An opening bracket with what is written before it: `(`, `[`, `{`, `#(`, `#vu8(`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// `'`, `` ` ``, `,`, `,@`, `#'` and the other marks that stand before one datum, `#0=` included.
    Prefix,
}

/// A token: its kind and the byte span of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Byte offset of its first byte.
    pub start: u32,
    /// Byte offset after its last byte.
    pub end: u32,
}

impl Token {
    /// The token's text in the source it was cut from.
    pub fn text<'s>(&self, source: &'s str) -> &'s str {
        &source[self.start as usize..self.end as usize]
    }
}
