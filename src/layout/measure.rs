//! The first pass: what each list is, and how wide everything is on one line.

use super::find::Finder;
use super::{BROKEN, Layout, Measured, Word};
use crate::forms::{self, ClauseKind, Form, Limits, Part, Style};
use crate::options::{DataRows, OneLineDefines};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{NodeId, NodeKind, Place};
use crate::width::width_on_one_line;

impl<'a> Layout<'a> {
    /// Measures a top-level form. `grouped` says whether it is a definition beside another.
    pub(super) fn measure_form(&mut self, id: NodeId, grouped: bool) {
        let nodes = self.node(id).next as usize - id;
        self.base = id;
        self.spellings.clear();
        self.memo.get_mut().clear();
        self.measured.clear();
        self.measured.resize(
            nodes,
            Measured {
                form: None,
                width: BROKEN,
                spelling: 0,
                reach: 0,
                word: Word::Other,
                as_is: true,
            },
        );
        self.measure(id, Part::TopLevel);
        self.break_lone_definition(id, grouped);
    }

    fn measure(&mut self, id: NodeId, part: Part) {
        let node = self.node(id);
        let text = &self.text[node.start as usize..node.head_end as usize];
        match node.kind {
            NodeKind::List => self.measure_list(id, part),
            kind if kind.is_prefix() => self.measure_prefix(id, part),
            NodeKind::LineComment | NodeKind::BlockComment | NodeKind::Page => {}
            kind => {
                self.spell(id, kind, text);
                if kind == NodeKind::Atom {
                    self.measured_mut(id).word = Word::of(text);
                }
                if let Some(width) = width_on_one_line(self.head_text(id)) {
                    let measured = self.measured_mut(id);
                    measured.width = width as u32;
                    measured.reach = width as u32;
                }
            }
        }
    }

    /// Finds the canonical spelling of a token.
    fn spell(&mut self, id: NodeId, kind: NodeKind, text: &str) {
        let kind = match kind {
            NodeKind::Atom => TokenKind::Atom,
            NodeKind::Character => TokenKind::Character,
            NodeKind::List => TokenKind::Open,
            _ => return,
        };
        if let Some(spelling) = self.normalizer.spelling(kind, text) {
            self.spellings.push(spelling.into());
            let index = self.spellings.len() as u32;
            let measured = self.measured_mut(id);
            measured.spelling = index;
            measured.as_is = false;
        }
    }

    fn measure_prefix(&mut self, id: NodeId, part: Part) {
        let node = self.node(id);
        let prefix = &self.text[node.start as usize..node.head_end as usize];
        let inner = match node.kind {
            NodeKind::Prefix => forms::after_prefix(prefix, part),
            _ => part,
        };
        let mut reach = 0;
        for child in self.tree.children(id) {
            self.measure(child, inner);
            reach = reach.max(self.measured(child).reach);
        }
        let measured = self.measured_mut(id);
        measured.form = Some(&forms::PREFIXED);
        measured.reach = reach.saturating_add(node.head_end - node.start + 1);
        self.sum(id, 0);
    }

    fn measure_list(&mut self, id: NodeId, part: Part) {
        let node = self.node(id);
        let opener = &self.text[node.start as usize..node.head_end as usize];
        if opener.len() > 1 {
            self.spell(id, NodeKind::List, opener);
        }
        let form = self.finder().find(id, part).form;
        self.measured_mut(id).form = Some(form);
        let mut index = 0;
        let mut arrows = 0;
        let mut defines = false;
        let mut previous = None;
        let mut reach = Reach::new(opener.len() as u32 + 1);
        for child in self.tree.children(id) {
            let kind = self.node(child).kind;
            self.measure(child, self.part(form, index, previous));
            reach.add(index, form, self.measured(child));
            index += usize::from(kind.is_datum());
            arrows += usize::from(self.measured(child).word == Word::Arrow);
            defines |= kind == NodeKind::List && self.is_procedure_definition(child);
            previous = Some(child);
        }
        self.measured_mut(id).reach = reach.total;
        if defines {
            self.break_lone_definitions(id);
        }
        self.break_clauses(id, form);
        self.sum(id, 1);
        if form.style == Style::Data && self.style.data_rows == DataRows::Keep && self.has_rows(id)
        {
            self.measured_mut(id).width = BROKEN;
        }
        let after = index.saturating_sub(1 + arrows + usize::from(form.distinguished));
        if let Some(width) = self.flat_width(id)
            && width > limit(&form.limits, part, after)
        {
            self.measured_mut(id).width = BROKEN;
        }
    }

    /// Whether the author broke a line between the items of a list.
    fn has_rows(&self, id: NodeId) -> bool {
        let items = self.items(id);
        items
            .clone()
            .zip(items.skip(1))
            .any(|(before, after)| self.source_breaks(before, after))
    }

    fn finder(&self) -> Finder<'a> {
        Finder {
            text: self.text,
            tree: self.tree,
            rules: self.rules,
        }
    }

    /// What an item of a list is, by its index and the item before.
    fn part(&self, form: &Form, index: usize, previous: Option<NodeId>) -> Part {
        match form.part(index) {
            Part::Module if previous.is_some_and(|id| self.exports(id)) => Part::Exports,
            Part::Module if previous.is_some_and(|id| self.is_keyword(id)) => Part::Data,
            Part::Module => Part::Declaration,
            part => part,
        }
    }

    /// Whether a node is a keyword of a module that names follow which it exports.
    fn exports(&self, id: NodeId) -> bool {
        matches!(
            self.head_text(id),
            "#:export" | "#:re-export" | "#:replace" | "#:export-syntax" | ":export"
        )
    }

    /// Breaks the definitions among the children that stand alone.
    fn break_lone_definitions(&mut self, id: NodeId) {
        let mut previous: Option<NodeId> = None;
        let mut children = self.tree.children(id).peekable();
        while let Some(child) = children.next() {
            if self.node(child).place == Place::Trailing {
                continue;
            }
            let grouped = previous.is_some_and(|before| self.is_beside(before, child))
                || children
                    .peek()
                    .is_some_and(|after| self.is_beside(child, *after));
            self.break_lone_definition(child, grouped);
            previous = Some(child);
        }
    }

    fn is_procedure_definition(&self, id: NodeId) -> bool {
        self.measured(id)
            .form
            .is_some_and(|form| form.style == Style::Definition)
    }

    fn break_lone_definition(&mut self, id: NodeId, grouped: bool) {
        let one_line = match self.style.one_line_defines {
            OneLineDefines::Grouped => grouped,
            OneLineDefines::Fits => true,
            OneLineDefines::Never => false,
        };
        if !one_line && self.is_procedure_definition(id) {
            self.measured_mut(id).width = BROKEN;
        }
    }

    /// Breaks clauses that go with others: the rules of a `syntax-rules` where one of them is broken, and the last clause of
    /// a `cond`, which is the `else`, where all the others are; but none whose bodies are atoms.
    fn break_clauses(&mut self, id: NodeId, form: &Form) {
        let Some(Part::Clause(kind)) = form.parts.last() else {
            return;
        };
        let clauses: Vec<NodeId> = self.items(id).skip(form.parts.len()).collect();
        let Some((last, others)) = clauses.split_last() else {
            return;
        };
        let is_broken = |clause: &NodeId| self.measured(*clause).width == BROKEN;
        let follow: &[NodeId] = match kind {
            ClauseKind::Syntax if clauses.iter().any(is_broken) => &clauses,
            ClauseKind::Cond | ClauseKind::Guard
                if !others.is_empty() && others.iter().all(is_broken) =>
            {
                std::slice::from_ref(last)
            }
            _ => return,
        };
        for clause in follow {
            let is_list = |item: NodeId| self.node(item).kind == NodeKind::List;
            if is_list(*clause) && self.items(*clause).skip(1).any(is_list) {
                self.measured_mut(*clause).width = BROKEN;
            }
        }
    }

    /// Sets a list's or a prefix's width from its children's; `closers` is the width of the closing bracket.
    fn sum(&mut self, id: NodeId, closers: usize) {
        let node = self.node(id);
        let spaces = usize::from(node.spaced.after_head) + usize::from(node.spaced.before_end);
        let Some(head) = width_on_one_line(self.head_text(id)) else {
            return;
        };
        let mut total = head + spaces + closers;
        let mut as_is = self.measured(id).as_is;
        let mut end = node.head_end as usize;
        let bytes = self.text.as_bytes();
        for (index, child) in self.tree.children(id).enumerate() {
            let inner = self.node(child);
            let Some(child_width) = self.flat_width(child) else {
                return;
            };
            if inner.place != Place::Free || index > 0 && inner.blank > 0 {
                return;
            }
            let gap = usize::from(index > 0 || node.spaced.after_head);
            total += child_width + usize::from(index > 0);
            let start = inner.start as usize;
            as_is &= self.measured(child).as_is
                && start - end == gap
                && (gap == 0 || bytes[end] == b' ');
            end = inner.end as usize;
        }
        let gap = usize::from(node.spaced.before_end);
        as_is &= node.end as usize - end == closers + gap && (gap == 0 || bytes[end] == b' ');
        let measured = self.measured_mut(id);
        measured.as_is = as_is;
        measured.width = u32::try_from(total).unwrap_or(BROKEN);
    }
}

/// Adds up a list's reach: how far right its items can start, and how far they reach from there.
struct Reach {
    /// More than the column of the next item on the first line.
    first_line: u32,
    /// More than the column of the items that follow.
    rest: u32,
    /// The width of a keyword before, whose value stands beside it.
    keyword: u32,
    total: u32,
}

impl Reach {
    /// `opener` is the width of the opening bracket and what may follow it.
    fn new(opener: u32) -> Self {
        Reach {
            first_line: opener,
            rest: opener,
            keyword: 0,
            total: opener,
        }
    }

    fn add(&mut self, index: usize, form: &Form, item: &Measured<'_>) {
        let width = match item.width {
            BROKEN => item.reach,
            width => width,
        };
        let stays = index == 0 || form.may_stay(index);
        let column = if stays {
            self.first_line
        } else {
            self.rest.max(4) + self.keyword
        };
        self.total = self
            .total
            .max(column.saturating_add(item.reach).saturating_add(2));
        if stays {
            self.first_line = self.first_line.saturating_add(width).saturating_add(1);
        }
        if index == 0 {
            self.rest = self.first_line;
        }
        self.keyword = match item.word {
            Word::Keyword | Word::Arrow => width + 1,
            Word::Ellipsis | Word::Other => 0,
        };
    }
}

/// The one-line limit for a form that is a `part` of the list around it and has `after` items after the distinguished.
fn limit(limits: &Limits, part: Part, after: usize) -> usize {
    let limit = if after >= usize::from(limits.many_from) {
        limits.many
    } else {
        limits.at(part)
    };
    match limit {
        u16::MAX => usize::MAX,
        limit => usize::from(limit),
    }
}
