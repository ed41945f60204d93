//! Tokens: the pieces into which the lexer splits a source text. Every byte of the text belongs to exactly one token.

use std::ops::Range;

/// The kind of a token. The lexer determines it from the text alone; whether a number or a character is well-formed is
/// checked in `normalize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// A run of white space, including line ends and form feeds.
    Whitespace,
    /// `; ...` up to, not including, the line end.
    LineComment,
    /// `#| ... |#`, nested, and Guile's `#! ... !#`.
    BlockComment,
    /// `#;`, which comments out the next datum.
    DatumComment,
    /// A comment-like `#!name`, such as `#!r6rs` or `#!fold-case`.
    Directive,
    /// `#!` at the first byte, or `#lang`, up to the end of the line.
    Shebang,
    /// A string, including its prefix.
    String,
    /// Text that is copied as it is: a here string, a regular expression, a char set, foreign text, a merge
    /// conflict, or everything after a top-level `#!eof`.
    Raw,
    /// `#\x`, `#\space`, `#\x41`.
    Character,
    /// A symbol, a number, a boolean, a keyword: a maximal run of constituents.
    Atom,
    /// The dot of a dotted pair, as a token by itself.
    Dot,
    /// An opening bracket, including its prefix: `(`, `[`, `{`, `#(`, `#vu8(`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// `'`, `` ` ``, `,`, `,@`, `#'` and the other marks that precede one datum, including `#0=`.
    Prefix,
}

/// A token: its kind and the byte span of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token's kind.
    pub kind: TokenKind,
    /// The byte offset of its first byte.
    pub start: u32,
    /// The byte offset after its last byte.
    pub end: u32,
}

impl Token {
    /// The number of lists that it opens; negative if it closes one.
    pub(crate) fn opens(&self) -> i32 {
        match self.kind {
            TokenKind::Open => 1,
            TokenKind::Close => -1,
            _ => 0,
        }
    }

    /// The token's span in its source.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The token's text in its source.
    pub fn text<'s>(&self, source: &'s str) -> &'s str {
        &source[self.span()]
    }

    /// The end of a line comment without trailing blanks. They do not belong to it, except for the one that
    /// makes `#! ` a comment, and those without which the `\` before them would make a first line go on.
    pub fn end_of_comment(&self, source: &str) -> u32 {
        let text = self.text(source);
        let trimmed = text.trim_ascii_end();
        let has_own =
            self.kind == TokenKind::Shebang && (trimmed == "#!" || trimmed.ends_with('\\'));
        if has_own {
            self.end_of_line(source)
        } else {
            self.start + trimmed.len() as u32
        }
    }

    /// Where a comment that goes on to the line's end ends with the blanks there.
    pub fn end_of_line(&self, source: &str) -> u32 {
        self.start + self.text(source).trim_end_matches('\r').len() as u32
    }

    /// Whether the token is a comment that goes on to the line's end.
    pub fn is_line(&self) -> bool {
        matches!(self.kind, TokenKind::LineComment | TokenKind::Shebang)
    }
}
