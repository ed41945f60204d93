//! A text, prepared for judging its indentation: its tokens without white space and comments, and the column of each.

use std::mem;

use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser::{closer, opener_of};
use crate::syntax::token::TokenKind;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::line_end;
use crate::text::width::{TAB, column as column_of, column_from};

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

/// The number of lists that lexemes open and do not close; negative if they close more than they open.
pub(crate) fn opens(lexemes: &[Lexeme]) -> i64 {
    lexemes.iter().map(Lexeme::opens).sum()
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

/// Operators of lists whose items may be at column 0, so that they may contain whole programs.
pub(crate) const CONTAINERS: [&str; 7] = [
    "library",
    "define-library",
    "module",
    "begin",
    "cond-expand",
    "else",
    "unit",
];
/// Operators in the header of a library. Their columns say nothing about those of its forms.
const HEADERS: [&str; 4] = ["export", "import", "provide", "require"];

/// The lexeme after the first, which is the head of a list if that opens one; empty if there is none.
pub(crate) fn head<'t>(text: &'t str, lexemes: &[Lexeme]) -> &'t str {
    lexemes.get(1).map_or("", |head| &text[head.span()])
}

/// Whether lexemes start with a definition.
pub(crate) fn is_definition(text: &str, lexemes: &[Lexeme]) -> bool {
    head(text, lexemes).starts_with("define")
}

/// Whether lexemes start with a list that may hold whole programs.
pub(crate) fn is_container(text: &str, lexemes: &[Lexeme]) -> bool {
    CONTAINERS.contains(&head(text, lexemes))
}

/// Whether lexemes start with a list that belongs to the header of a library.
pub(crate) fn is_header(text: &str, lexemes: &[Lexeme]) -> bool {
    HEADERS.contains(&head(text, lexemes))
}

/// Whether lexemes start with a definition, a declaration or a list that may hold whole programs.
pub(crate) fn is_declaration(text: &str, lexemes: &[Lexeme]) -> bool {
    is_definition(text, lexemes) || is_header(text, lexemes) || is_container(text, lexemes)
}

/// A list that is open after some lexemes, or the top level.
#[derive(Clone, Copy, Default)]
pub(crate) struct OpenList<'t> {
    /// The index of its bracket among the lexemes; none at the top level.
    pub(crate) opener: Option<usize>,
    /// The column of its bracket; at the top level, of the first lexeme.
    pub(crate) column: u32,
    /// Its first item, if that is a name, a number or a string; otherwise empty.
    pub(crate) head: &'t str,
    /// The column of the last item that began a line, apart from the declarations of a library.
    pub(crate) body: Option<u32>,
    /// The number of its items so far, or the largest one.
    pub(crate) count: u8,
    /// Whether its last item is a prefix that still needs its datum.
    pub(crate) waits: bool,
}

impl<'t> OpenList<'t> {
    /// A list without items.
    pub(crate) fn at(opener: Option<usize>, column: u32) -> Self {
        OpenList {
            opener,
            column,
            ..OpenList::default()
        }
    }

    /// The lists that some lexemes leave open, innermost last. Brackets that do not match are taken as they come.
    pub(crate) fn after(text: &'t str, lexemes: &[Lexeme]) -> Vec<Self> {
        let mut open: Vec<Self> = Vec::new();
        for (opener, lexeme) in lexemes.iter().enumerate() {
            if lexeme.opens() < 0 {
                open.pop();
                continue;
            }
            if let Some(list) = open.last_mut() {
                list.note(text, &lexemes[opener..]);
            }
            if lexeme.opens() > 0 {
                open.push(OpenList::at(Some(opener), lexeme.column));
            }
        }
        open
    }

    /// Records what begins with the first of these lexemes in it.
    pub(crate) fn note(&mut self, text: &'t str, lexemes: &[Lexeme]) {
        let lexeme = &lexemes[0];
        let was_marked = mem::replace(&mut self.waits, lexeme.kind == LexemeKind::Prefix);
        if was_marked {
            return;
        }
        let declares = lexeme.opens() > 0 && self.is_container() && is_header(text, lexemes);
        if lexeme.is_first && !declares && self.opener.is_some() {
            self.body = Some(lexeme.column);
        }
        if lexeme.kind == LexemeKind::Leaf && self.count == 0 {
            self.head = &text[lexeme.span()];
        }
        self.count = self.count.saturating_add(1);
    }

    /// Whether it may hold whole programs.
    pub(crate) fn is_container(&self) -> bool {
        self.opener.is_some() && CONTAINERS.contains(&self.head)
    }

    /// Whether it may contain lines at the column of its own line, as libraries do.
    pub(crate) fn is_open_ended(&self) -> bool {
        self.is_container() && self.body.is_none_or(|body| body <= self.column)
    }

    /// Whether it begins with a name, defines nothing, and none of its items has begun a line.
    pub(crate) fn is_header(&self) -> bool {
        !self.head.is_empty() && !self.head.starts_with("define") && self.body.is_none()
    }
}

/// The indices of each closing bracket, in order, and of the opening one that it closes, whatever their shapes.
pub(crate) fn closings(lexemes: &[Lexeme]) -> impl Iterator<Item = (usize, Option<usize>)> {
    let mut open = Vec::new();
    let numbered = lexemes.iter().enumerate();
    numbered.filter_map(move |(number, lexeme)| match lexeme.kind {
        LexemeKind::Open(_) => {
            open.push(number);
            None
        }
        LexemeKind::Close(_) => Some((number, open.pop())),
        LexemeKind::Prefix | LexemeKind::Leaf => None,
    })
}

/// The lexemes of a text, and the error about a token that extends to the end of the text because it is not closed.
pub(crate) fn lexemes(text: &str, switches: Switches) -> (Vec<Lexeme>, Option<Diagnostic>) {
    let line_end = char::from(line_end(text));
    // The start of the last lexeme.
    let (mut offset, mut column) = (0, 0);
    let mut lexemes: Vec<Lexeme> = Vec::new();
    let mut line: Option<u32> = None;
    let mut lexer = Lexer::new(text, switches);
    for token in lexer.by_ref() {
        let kind = match token.kind {
            TokenKind::Open => LexemeKind::Open(closer(text.as_bytes()[token.end as usize - 1])),
            TokenKind::Close => LexemeKind::Close(text.as_bytes()[token.start as usize]),
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
        let between = &text[offset..token.start as usize];
        offset = token.start as usize;
        let last_line_end = between.rfind(line_end);
        column = match last_line_end {
            Some(end) => column_of(&between[end + 1..], TAB),
            None => column_from(column, between, TAB),
        };
        let is_first = last_line_end.is_some() || line.is_none();
        let indent = line.filter(|_| !is_first).unwrap_or(column as u32);
        line = Some(indent);
        lexemes.push(Lexeme {
            start: token.start,
            end: token.end,
            column: column as u32,
            indent,
            is_first,
            kind,
        });
    }
    let fault = lexer.fault().cloned();
    let unclosed = fault.filter(|fault| fault.code.starts_with("unterminated"));
    (lexemes, unclosed)
}
