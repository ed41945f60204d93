//! A text, prepared for judging its indentation: its tokens without white space and comments, and the column of each.

use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser::{closer, opener_of};
use crate::syntax::token::TokenKind;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::line_end;
use crate::text::width::{column as column_of, column_from};

/// The kind of a lexeme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LexemeKind {
    /// An opening bracket; this bracket closes it.
    Open(u8),
    /// A closing bracket.
    Close(u8),
    /// A mark that belongs to the next datum.
    Prefix,
    /// Any other datum.
    Leaf,
}

/// A token that is code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    /// The byte offset of its first byte.
    pub(crate) start: u32,
    /// The byte offset after its last byte.
    pub(crate) end: u32,
    /// The column at which it starts, from 0; a tab advances to a multiple of 8.
    pub(crate) column: u32,
    /// The column of the first lexeme on its line.
    pub(crate) indent: u32,
    /// Whether it is that lexeme itself.
    pub(crate) is_first: bool,
    /// Its kind.
    pub(crate) kind: LexemeKind,
}

impl LexemeKind {
    /// The counterpart of this bracket; other lexemes stay the same.
    pub(crate) fn counterpart(self) -> Self {
        match self {
            LexemeKind::Open(closer) => LexemeKind::Close(closer),
            LexemeKind::Close(closer) => LexemeKind::Open(closer),
            LexemeKind::Prefix | LexemeKind::Leaf => self,
        }
    }

    /// The bracket itself; none for other lexemes.
    pub(crate) fn bracket(self) -> Option<u8> {
        match self {
            LexemeKind::Open(closer) => Some(opener_of(closer)),
            LexemeKind::Close(closer) => Some(closer),
            LexemeKind::Prefix | LexemeKind::Leaf => None,
        }
    }
}

impl Lexeme {
    /// The number of lists that it opens; negative if it closes one.
    pub(crate) fn opens(&self) -> i64 {
        match self.kind {
            LexemeKind::Open(_) => 1,
            LexemeKind::Close(_) => -1,
            LexemeKind::Prefix | LexemeKind::Leaf => 0,
        }
    }

    /// Its span in the text.
    pub(crate) fn span(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The lexemes of a text from the offset `from` on, at which a token starts, and the error about a token that extends to the end
/// of the text because it is not closed.
pub(crate) fn lexemes(
    text: &str,
    switches: Switches,
    from: usize,
) -> (Vec<Lexeme>, Option<Diagnostic>) {
    let rest = &text[from..];
    let line_end = char::from(line_end(text));
    // The start of the last lexeme.
    let (mut offset, mut column) = (0, 0);
    let mut lexemes: Vec<Lexeme> = Vec::new();
    let mut line: Option<u32> = None;
    let mut lexer = Lexer::new(rest, switches);
    for token in lexer.by_ref() {
        let kind = match token.kind {
            TokenKind::Open => LexemeKind::Open(closer(rest.as_bytes()[token.end as usize - 1])),
            TokenKind::Close => LexemeKind::Close(rest.as_bytes()[token.start as usize]),
            TokenKind::Prefix | TokenKind::DatumComment => LexemeKind::Prefix,
            TokenKind::String
            | TokenKind::Raw
            | TokenKind::Character
            | TokenKind::Atom
            | TokenKind::Dot => LexemeKind::Leaf,
            TokenKind::Whitespace
            | TokenKind::LineComment
            | TokenKind::BlockComment
            | TokenKind::Directive
            | TokenKind::Shebang => continue,
        };
        let between = &rest[offset..token.start as usize];
        offset = token.start as usize;
        let last_line_end = between.rfind(line_end);
        column = match last_line_end {
            Some(end) => column_of(&between[end + 1..]),
            None => column_from(column, between),
        };
        let is_first = last_line_end.is_some() || line.is_none();
        let indent = line.filter(|_| !is_first).unwrap_or(column as u32);
        line = Some(indent);
        lexemes.push(Lexeme {
            start: from as u32 + token.start,
            end: from as u32 + token.end,
            column: column as u32,
            indent,
            is_first,
            kind,
        });
    }
    let fault = lexer.fault().cloned();
    let unclosed = fault.filter(|fault| fault.code.starts_with("unterminated"));
    (lexemes, unclosed.map(|fault| fault.moved(|at| at + from)))
}
