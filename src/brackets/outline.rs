//! Tracks the open lists of a text, lexeme by lexeme, with their items and columns.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::arities::arity;
use crate::forms::packs::built_in;
use crate::forms::{Role, Row};
use crate::syntax::lexemes::{Lexeme, LexemeKind, OpenList};

/// The kind of an item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// None: the list ends.
    End,
    /// A name, a number, a string.
    Atom,
    /// A datum with a mark before it, such as a quotation.
    Marked,
    /// A list that begins with a name.
    Call,
    /// A list that begins with a list.
    Nest,
    /// A list without items, or one that begins with something else.
    Other,
}

/// The number of kinds of items.
pub(super) const ITEM_KINDS: usize = 6;

/// The kind of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum ListKind {
    /// The top level.
    #[default]
    Top,
    /// A list that begins with a name.
    Call,
    /// A list that begins with a list or with something else.
    Nest,
    /// The bindings of `let` and its kin.
    Bindings,
    /// A name and its value, in the former.
    Binding,
    /// A clause of `cond` and its kin.
    Clause,
    /// The parameters of a definition.
    Parameters,
    /// A list in a quotation.
    Data,
}

/// The number of kinds.
pub(super) const LIST_KINDS: usize = 8;

/// Where a line begins in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinePosition {
    /// In the column of the line before in its list.
    Same,
    /// Under its second or third item.
    Beside,
    /// One or two columns to the right of the bracket.
    Indented,
    /// Anywhere else to the right of the bracket.
    Inside,
    /// To the right of the start of the bracket's line.
    Left,
    /// To the left of that, or below it.
    FarLeft,
}

/// The number of positions.
pub(super) const LINE_POSITIONS: usize = 6;

/// An open list, or the top level.
#[derive(Clone, Copy, Default)]
pub(super) struct List<'t> {
    pub(super) open: OpenList<'t>,
    /// The bracket that closes it; 0 for the top level.
    pub(super) due: u8,
    /// The column of the first lexeme on the line of its bracket.
    pub(super) indent: u32,
    /// The number of the line of its bracket.
    line: usize,
    pub(super) kind: ListKind,
    /// Whether an item after the first has begun a line.
    pub(super) is_broken: bool,
    /// The kinds of its items after the first.
    pub(super) seen: [u8; ITEM_KINDS],
    /// The columns of its second and third item, if these are on the line of the bracket.
    pub(super) beside: [Option<u32>; 2],
    /// Whether the last item takes several lines.
    pub(super) is_after_lines: bool,
    /// Whether its last item is a prefix that quotes.
    quotes: bool,
    /// Whether its second item is a name.
    pub(super) is_named: bool,
    /// The bracket that closes the last list in it, and the last list before it in the list around it.
    last_due: Option<u8>,
    pub(super) due_before: Option<u8>,
}

/// Distinguishes names.
pub(super) fn hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

/// The key for a list's items: its operator, if that is a name, and otherwise its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) kind: ListKind,
    operator: u64,
}

impl<'t> List<'t> {
    /// A list whose bracket stands where a lexeme does.
    pub(super) fn at(opener: Option<usize>, lexeme: &Lexeme, due: u8) -> Self {
        List {
            open: OpenList::at(opener, lexeme.column),
            due,
            indent: lexeme.indent,
            ..List::default()
        }
    }

    /// Its operator; empty if that is not a name.
    fn operator(&self) -> &'t str {
        match self.kind {
            ListKind::Call => self.open.head,
            _ => "",
        }
    }

    /// The key for its items.
    pub(super) fn key(&self) -> Key {
        let operator = hash(self.operator());
        Key {
            kind: self.kind,
            operator,
        }
    }

    /// The kind of a list that is its next item.
    fn kind_of_next(&self, item: ItemKind, quotes: bool) -> ListKind {
        let own = match item {
            ItemKind::Call => ListKind::Call,
            _ => ListKind::Nest,
        };
        if quotes || self.kind == ListKind::Data {
            return ListKind::Data;
        }
        match (self.kind, self.role_of_next()) {
            (ListKind::Bindings, _) => ListKind::Binding,
            (ListKind::Call, Some(Role::Bindings(_))) => ListKind::Bindings,
            (ListKind::Call, Some(Role::Signature | Role::Params)) => ListKind::Parameters,
            (ListKind::Call, Some(Role::Clause(_))) => ListKind::Clause,
            _ => own,
        }
    }

    /// The role of a list that is its next item, by the row of its operator.
    fn role_of_next(&self) -> Option<Role> {
        let form = match &built_in().name(self.operator())?.row {
            Row::IfNamed(..) => return None,
            row => row.for_first(!self.is_named),
        };
        Some(form.role(usize::from(self.open.count)))
    }

    /// The fewest and the most items that it may have; none if they are unknown.
    pub(super) fn arity(&self) -> Option<(u8, u8)> {
        arity(self.operator())
    }

    /// The position of a line that begins in this column, regardless of the line before in the list.
    pub(super) fn position(&self, column: u32) -> LinePosition {
        if column <= self.indent {
            LinePosition::FarLeft
        } else if column <= self.open.column {
            LinePosition::Left
        } else if self.beside.contains(&Some(column)) {
            LinePosition::Beside
        } else if column <= self.open.column + 2 {
            LinePosition::Indented
        } else {
            LinePosition::Inside
        }
    }

    /// Records an item that begins with a lexeme, before it is counted.
    fn note(&mut self, lexeme: &Lexeme, item: ItemKind) {
        let count = self.open.count;
        if count > 0 {
            let seen = &mut self.seen[item as usize];
            *seen = seen.saturating_add(1);
        }
        self.is_after_lines = false;
        if lexeme.is_first && self.open.opener.is_some() {
            self.is_broken |= count > 0;
        } else if !self.is_broken {
            match count {
                1 => self.beside[0] = Some(lexeme.column),
                2 => self.beside[1] = Some(lexeme.column),
                _ => {}
            }
        }
    }
}

/// A walk over lexemes that keeps track of the open lists. Brackets that do not match are taken as they come.
pub(super) struct Walk<'t> {
    text: &'t str,
    lexemes: &'t [Lexeme],
    /// The open lists; the first is the top level.
    open: Vec<List<'t>>,
    /// How many lines have begun.
    line: usize,
}

impl<'t> Walk<'t> {
    pub(super) fn new(text: &'t str, lexemes: &'t [Lexeme]) -> Self {
        let top = List {
            open: OpenList::at(None, lexemes.first().map_or(0, |first| first.column)),
            ..List::default()
        };
        Walk {
            text,
            lexemes,
            open: vec![top],
            line: 0,
        }
    }

    /// The lists that are open, innermost last.
    pub(super) fn into_open(mut self) -> Vec<List<'t>> {
        self.open.split_off(1)
    }

    /// The open list `up` levels out from the innermost one, or the top level.
    pub(super) fn list(&self, up: usize) -> &List<'t> {
        &self.open[self.open.len().saturating_sub(up + 1)]
    }

    /// The item that the next lexeme begins in the innermost list, or its end; none if the lexeme belongs to the item before it.
    fn item(&self, number: usize) -> Option<ItemKind> {
        match self.lexemes[number].kind {
            LexemeKind::Close(_) => Some(ItemKind::End),
            _ => (!self.list(0).open.waits).then(|| item(self.lexemes, number)),
        }
    }

    /// Processes the lexeme with this index.
    pub(super) fn step(&mut self, number: usize) {
        let (text, lexemes) = (self.text, self.lexemes);
        let lexeme = &lexemes[number];
        self.line += usize::from(lexeme.is_first);
        if let LexemeKind::Close(_) = lexeme.kind {
            if self.open.len() > 1 {
                let closed = self.open.pop();
                let has_lines = closed.is_some_and(|closed| closed.line < self.line);
                self.innermost().is_after_lines |= has_lines;
            }
            return;
        }
        let (item, line) = (item(lexemes, number), self.line);
        let list = self.innermost();
        let was_marked = list.open.waits;
        let quotes = list.quotes && was_marked;
        let is_vector = text.as_bytes()[lexeme.start as usize] == b'#';
        let kind = match lexeme.kind {
            LexemeKind::Open(_) => list.kind_of_next(item, quotes || was_marked && is_vector),
            _ => ListKind::Top,
        };
        if !was_marked {
            list.note(lexeme, item);
        }
        list.open.note(text, &lexemes[number..]);
        match lexeme.kind {
            LexemeKind::Prefix => {
                let mark = &text[lexeme.span()];
                list.quotes = quotes || matches!(mark, "'" | "`" | "#'" | "#`");
            }
            LexemeKind::Open(due) => {
                let due_before = list.last_due.replace(due);
                self.open.push(List {
                    line,
                    kind,
                    due_before,
                    ..List::at(Some(number), lexeme, due)
                });
            }
            LexemeKind::Leaf => list.is_named |= list.open.count == 2,
            LexemeKind::Close(_) => {}
        }
    }

    fn innermost(&mut self) -> &mut List<'t> {
        let last = self.open.len() - 1;
        &mut self.open[last]
    }
}

/// Visits each item, and the end of each list, before it is counted: its list, the index of the lexeme, and its kind.
pub(super) fn walk(
    text: &str,
    lexemes: &[Lexeme],
    mut visit: impl FnMut(&List<'_>, usize, ItemKind),
) {
    let mut walk = Walk::new(text, lexemes);
    for number in 0..lexemes.len() {
        if let Some(item) = walk.item(number) {
            visit(walk.list(0), number, item);
        }
        walk.step(number);
    }
}

/// The kind of the item that begins with a lexeme. The lexeme does not close a list.
fn item(lexemes: &[Lexeme], number: usize) -> ItemKind {
    match lexemes[number].kind {
        LexemeKind::Leaf | LexemeKind::Close(_) => ItemKind::Atom,
        LexemeKind::Prefix => ItemKind::Marked,
        LexemeKind::Open(_) => match lexemes.get(number + 1).map(|next| next.kind) {
            Some(LexemeKind::Leaf) => ItemKind::Call,
            Some(LexemeKind::Open(_)) => ItemKind::Nest,
            _ => ItemKind::Other,
        },
    }
}
