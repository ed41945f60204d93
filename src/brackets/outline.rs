//! The lists of a text as its lexemes have them, and what stands where in each.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::arities::arity;
use super::lexemes::{Lexeme, LexemeKind};
use crate::forms::packs::built_in;
use crate::forms::{Role, Row};

/// What an item of a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// There is none: the list ends.
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

/// What a list is to the list around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ListKind {
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
    /// A list after a keyword, and what follows a keyword.
    Value,
}

/// The number of kinds.
pub(super) const LIST_KINDS: usize = 9;

/// A list that is open.
#[derive(Clone, Copy, Default)]
pub(super) struct OpenList {
    /// The index of its bracket among the lexemes; none at the top level.
    pub(super) opener: Option<usize>,
    pub(super) kind: ListKind,
    /// Its operator; empty if that is not a name.
    operator: Operator,
    /// The number of its items so far.
    pub(super) count: u8,
    /// Whether an item after the first has begun a line.
    pub(super) is_broken: bool,
    /// What its items after the first were.
    pub(super) seen: [u8; ITEM_KINDS],
    /// The column of the last item that began a line.
    pub(super) body: Option<u32>,
    /// The columns of its second and third item, if these are on the line of the bracket.
    pub(super) beside: [Option<u32>; 2],
    /// Whether the last item takes several lines.
    pub(super) is_after_lines: bool,
    /// The first lexeme of its last item was a mark that is waiting for its datum.
    waits: bool,
    /// Whether that mark quotes.
    quotes: bool,
    /// The hash of the keyword that the next item follows.
    keyword: Option<u64>,
    /// Whether its second item is a name.
    is_named: bool,
    /// The bracket that closes it.
    pub(super) due: u8,
    /// The one that closes the last list in it, and the last list before it in the list around it.
    last_due: Option<u8>,
    pub(super) due_before: Option<u8>,
}

/// What is known of an operator by its name.
#[derive(Clone, Copy, Default)]
struct Operator {
    hash: u64,
    row: Option<&'static Row>,
    /// The fewest and the most items of a list with it.
    arity: Option<(u8, u8)>,
}

/// What tells names apart.
pub(super) fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    hasher.finish()
}

/// What a list's items are judged by: its operator, if that is a name, and its kind otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) kind: ListKind,
    operator: u64,
}

impl OpenList {
    /// What its next item is judged by, with how many there are before it: those after a keyword are the first of its value.
    pub(super) fn key(&self) -> (Key, usize) {
        let (kind, operator, count) = match self.keyword {
            Some(keyword) => (ListKind::Value, keyword, 0),
            None => (self.kind, self.operator.hash, usize::from(self.count)),
        };
        (Key { kind, operator }, count)
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
        if self.keyword.is_some() {
            return ListKind::Value;
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
        let form = match self.operator.row? {
            Row::ByFirst(_, form) if self.is_named => form,
            Row::Always(form) | Row::ByFirst(form, _) => form,
            Row::IfString(_) => return None,
        };
        Some(form.role(usize::from(self.count)))
    }

    /// The fewest and the most items that it may have; none if that is not known of its operator, or if a keyword's value comes next.
    pub(super) fn arity(&self) -> Option<(u8, u8)> {
        self.operator.arity.filter(|_| self.keyword.is_none())
    }
}

/// Goes through lexemes, and visits each item and each end before it is counted: the list that it is in, the index of the lexeme, and
/// what it is. Brackets that do not match are taken as they come.
pub(super) fn walk(
    text: &str,
    lexemes: &[Lexeme],
    mut visit: impl FnMut(&OpenList, usize, ItemKind),
) {
    let mut open = vec![OpenList::default()];
    for (number, lexeme) in lexemes.iter().enumerate() {
        let Some(list) = open.last_mut() else { break };
        if let LexemeKind::Close(_) = lexeme.kind {
            visit(list, number, ItemKind::End);
            if open.len() > 1 {
                close(&mut open, lexemes, number);
            }
            continue;
        }
        let was_marked = std::mem::take(&mut list.waits);
        let item = item(lexemes, number);
        let quotes = list.quotes && was_marked;
        let is_vector = text.as_bytes()[lexeme.start as usize] == b'#';
        let kind = list.kind_of_next(item, quotes || was_marked && is_vector);
        if !was_marked {
            visit(list, number, item);
            note(list, lexeme, item);
            list.keyword = None;
        }
        match lexeme.kind {
            LexemeKind::Prefix => {
                let mark = &text[lexeme.span()];
                list.quotes = quotes || matches!(mark, "'" | "`" | "#'" | "#`");
                list.waits = true;
            }
            LexemeKind::Open(due) => {
                let due_before = list.last_due.replace(due);
                open.push(OpenList {
                    opener: Some(number),
                    kind,
                    due,
                    due_before,
                    ..OpenList::default()
                });
            }
            LexemeKind::Leaf => name(list, &text[lexeme.span()], was_marked),
            LexemeKind::Close(_) => {}
        }
    }
}

/// Closes the last open list with the bracket at an index.
fn close(open: &mut Vec<OpenList>, lexemes: &[Lexeme], number: usize) {
    let closed = open.pop();
    if let (Some(closed), Some(list)) = (closed, open.last_mut()) {
        let first = closed.opener.unwrap_or(number);
        let mut rest = lexemes[first..=number].iter().skip(1);
        list.is_after_lines |= rest.any(|lexeme| lexeme.is_first);
    }
}

/// Notes what a leaf, which is the last item of a list or belongs to it, says about the items after it.
fn name(list: &mut OpenList, name: &str, is_marked: bool) {
    if is_keyword(name) && list.kind != ListKind::Data {
        list.keyword = Some(hash(name));
    }
    if list.count == 1 && list.kind == ListKind::Call && !is_marked {
        list.operator = Operator {
            hash: hash(name),
            row: built_in().name(name).map(|rule| &rule.row),
            arity: arity(name),
        };
    }
    if list.count == 2 {
        list.is_named = true;
    }
}

/// Whether a name is a keyword, whose value follows.
fn is_keyword(name: &str) -> bool {
    name.len() > 2 && (name.starts_with("#:") || name.starts_with(':') != name.ends_with(':'))
}

/// Notes that an item begins with a lexeme.
fn note(list: &mut OpenList, lexeme: &Lexeme, item: ItemKind) {
    if list.count > 0 {
        let seen = &mut list.seen[item as usize];
        *seen = seen.saturating_add(1);
    }
    list.is_after_lines = false;
    if lexeme.is_first && list.opener.is_some() {
        list.is_broken |= list.count > 0;
        list.body = Some(lexeme.column);
    } else if !list.is_broken {
        match list.count {
            1 => list.beside[0] = Some(lexeme.column),
            2 => list.beside[1] = Some(lexeme.column),
            _ => {}
        }
    }
    list.count = list.count.saturating_add(1);
}

/// What begins with a lexeme that does not close a list.
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
