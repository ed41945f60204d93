//! The first pass: what each list is, and how wide everything is on one line.

use std::ops::Range;

use super::find::Finder;
use super::{BROKEN, Layout, Measured, Word};
use crate::forms::{self, ClauseKind, Form, Limits, Part, Stay, Style};
use crate::options::{DataRows, OneLineDefines};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Node, NodeId, NodeKind, Place};
use crate::width::{width, width_on_one_line};

impl<'a> Layout<'a> {
    /// Measures top-level forms; `previous` is the one before them, trailing comments aside.
    pub(super) fn measure_forms(&mut self, forms: Range<NodeId>, mut previous: Option<NodeId>) {
        self.base = forms.start;
        self.spellings.clear();
        self.memo.get_mut().clear();
        self.measured.clear();
        self.measured.resize(
            forms.len(),
            Measured {
                form: None,
                width: BROKEN,
                spelling: 0,
                reach: 0,
                word: Word::Other,
                as_is: true,
            },
        );
        for id in self.tree.siblings(forms) {
            self.measure(id, Part::TopLevel);
            if self.is_procedure_definition(id) {
                let next = self.node(id).next as usize;
                let is_beside = |before, after| self.is_beside(before, after);
                let grouped = previous.is_some_and(|before| is_beside(before, id))
                    || next < self.tree.nodes.len() && is_beside(id, next);
                self.break_lone_definition(id, grouped);
            }
            if self.node(id).place != Place::Trailing {
                previous = Some(id);
            }
        }
    }

    fn measure(&mut self, id: NodeId, part: Part) {
        match self.node(id).kind {
            NodeKind::List => self.measure_list(id, part),
            kind if kind.is_prefix() => self.measure_prefix(id, part),
            _ => self.measure_leaf(id),
        }
    }

    #[inline]
    fn measure_leaf(&mut self, id: NodeId) {
        let node = self.node(id);
        if matches!(
            node.kind,
            NodeKind::LineComment | NodeKind::BlockComment | NodeKind::Page
        ) {
            return;
        }
        let text = &self.text[node.start as usize..node.end as usize];
        let spelling = match node.kind {
            NodeKind::Atom => self.spell(TokenKind::Atom, text),
            NodeKind::Character => self.spell(TokenKind::Character, text),
            NodeKind::String => self.spell(TokenKind::String, text),
            _ => 0,
        };
        let written = match spelling {
            0 => text,
            index => &self.spellings[index as usize - 1],
        };
        let width = width_on_one_line(written).map(|width| width as u32);
        *self.measured_mut(id) = Measured {
            form: None,
            width: width.unwrap_or(BROKEN),
            spelling,
            reach: width.unwrap_or_else(|| width_of_first_line(written)),
            word: match node.kind {
                NodeKind::Atom => Word::of(text),
                _ => Word::Other,
            },
            as_is: spelling == 0,
        };
    }

    /// Finds the canonical spelling of a token: its index plus 1, or 0 where the token already has it.
    #[inline]
    fn spell(&mut self, kind: TokenKind, text: &str) -> u32 {
        match self.normalizer.spelling(kind, text) {
            Some(spelling) => {
                self.spellings.push(spelling.into());
                self.spellings.len() as u32
            }
            None => 0,
        }
    }

    fn measure_prefix(&mut self, id: NodeId, part: Part) {
        let (node, text) = (self.node(id), self.text);
        let prefix = &text[node.start as usize..node.head_end as usize];
        let inner = match node.kind {
            NodeKind::Prefix => forms::after_prefix(prefix, part),
            _ => part,
        };
        let mut reach = 0;
        let mut line = Line::new(node, prefix);
        for child in self.tree.children(id) {
            self.measure(child, inner);
            reach = reach.max(self.measured(child).reach);
            line.add(self.node(child), self.measured(child), text);
        }
        let measured = self.measured_mut(id);
        measured.form = Some(&forms::PREFIXED);
        measured.reach = reach.saturating_add(node.head_end - node.start + 1);
        line.end(node, measured, text);
    }

    fn measure_list(&mut self, id: NodeId, part: Part) {
        let (node, text) = (self.node(id), self.text);
        let opener = &text[node.start as usize..node.head_end as usize];
        if opener.len() > 1 {
            let spelling = self.spell(TokenKind::Open, opener);
            let measured = self.measured_mut(id);
            measured.spelling = spelling;
            measured.as_is = spelling == 0;
        }
        let form = self.find(id, part);
        self.measured_mut(id).form = Some(form);
        let mut index = 0;
        let mut arrows = 0;
        let mut defines = false;
        let mut previous = None;
        let mut reach = Reach::new(opener.len() as u32 + 1);
        let mut line = Line::new(node, opener);
        for child in self.tree.children(id) {
            let inner = self.node(child);
            match inner.kind {
                NodeKind::List => {
                    self.measure_list(child, self.part(form, index, previous));
                    defines |= self.is_procedure_definition(child);
                }
                kind if kind.is_prefix() => {
                    self.measure_prefix(child, self.part(form, index, previous));
                }
                _ => self.measure_leaf(child),
            }
            if index == 2 && form.stay == Stay::NameAndType {
                // Neither has a value after it.
                self.measured_mut(child).word = Word::Other;
            }
            let measured = self.measured(child);
            reach.add(index, form, measured);
            line.add(inner, measured, text);
            index += usize::from(inner.kind.is_datum());
            arrows += usize::from(measured.word == Word::Arrow);
            previous = Some(child);
        }
        self.measured_mut(id).reach = reach.total;
        line.end(node, self.measured_mut(id), text);
        let mut broken = defines && self.break_lone_definitions(id);
        if let Some(Part::Clause(kind)) = form.parts.last() {
            broken |= self.break_clauses(id, form, *kind);
        }
        if broken {
            self.measured_mut(id).width = BROKEN;
        }
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

    /// Whether the author broke a line between the items of a list; what is commented out before them stays beside the first.
    fn has_rows(&self, id: NodeId) -> bool {
        let items = self
            .items(id)
            .skip_while(|item| !self.node(*item).kind.is_datum());
        items
            .clone()
            .zip(items.skip(1))
            .any(|(before, after)| self.source_breaks(before, after))
    }

    /// The form of a list.
    fn find(&mut self, id: NodeId, part: Part) -> &'a Form {
        let finder = Finder {
            text: self.text,
            tree: self.tree,
            rules: self.rules,
        };
        let known = &mut self.operators;
        let rule = |name| *known.entry(name).or_insert_with(|| finder.rules.rule(name));
        finder.find_by(id, part, rule).form
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

    /// Breaks the definitions among the children that stand alone, and says whether there are any.
    fn break_lone_definitions(&mut self, id: NodeId) -> bool {
        let mut any = false;
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
            any |= self.break_lone_definition(child, grouped);
            previous = Some(child);
        }
        any
    }

    fn is_procedure_definition(&self, id: NodeId) -> bool {
        self.measured(id)
            .form
            .is_some_and(|form| form.style == Style::Definition)
    }

    fn break_lone_definition(&mut self, id: NodeId, grouped: bool) -> bool {
        let one_line = match self.style.one_line_defines {
            OneLineDefines::Grouped => grouped,
            OneLineDefines::Fits => true,
            OneLineDefines::Never => false,
        };
        let breaks = !one_line && self.is_procedure_definition(id);
        if breaks {
            self.measured_mut(id).width = BROKEN;
        }
        breaks
    }

    /// Breaks clauses that go with others: the rules of a `syntax-rules` where one of them is broken, and the last clause of
    /// a `cond`, which is the `else`, where all the others are; but none whose bodies are atoms. Says whether any is broken.
    fn break_clauses(&mut self, id: NodeId, form: &Form, kind: ClauseKind) -> bool {
        let clauses: Vec<NodeId> = self.items(id).skip(form.parts.len()).collect();
        let Some((last, others)) = clauses.split_last() else {
            return false;
        };
        let is_broken = |clause: &NodeId| self.measured(*clause).width == BROKEN;
        let follow: &[NodeId] = match kind {
            ClauseKind::Syntax if clauses.iter().any(is_broken) => &clauses,
            ClauseKind::Cond | ClauseKind::Guard
                if !others.is_empty() && others.iter().all(is_broken) =>
            {
                std::slice::from_ref(last)
            }
            _ => return false,
        };
        for clause in follow {
            let is_list = |item: NodeId| self.node(item).kind == NodeKind::List;
            if is_list(*clause) && self.items(*clause).skip(1).any(is_list) {
                self.measured_mut(*clause).width = BROKEN;
            }
        }
        // It takes a broken one for another to be broken.
        true
    }
}

/// The width of the first line of a text of several lines.
#[cold]
fn width_of_first_line(text: &str) -> u32 {
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    width(&text[..end]) as u32
}

/// Adds up the width of a list or a prefix on one line, and finds whether it stands so in the source.
struct Line {
    /// The width so far; none if it may not stand on one line.
    width: Option<usize>,
    as_is: bool,
    /// Where the last child ends in the source.
    end: usize,
    /// Whether a space belongs before the next child.
    spaced: bool,
    /// Whether a child has been added.
    begun: bool,
}

impl Line {
    fn new(node: &Node, head: &str) -> Self {
        let width = match head.len() {
            1 => Some(1),
            _ => width_on_one_line(head),
        };
        Line {
            width: width.map(|width| width + usize::from(node.spaced.after_head)),
            as_is: true,
            end: node.head_end as usize,
            spaced: node.spaced.after_head,
            begun: false,
        }
    }

    #[inline]
    fn add(&mut self, child: &Node, measured: &Measured<'_>, text: &str) {
        let Some(width) = self.width else {
            return;
        };
        let breaks =
            // Comments that have a place have no width.
            measured.width == BROKEN || self.begun && child.blank > 0;
        if breaks {
            self.width = None;
            return;
        }
        self.width = Some(width + measured.width as usize + usize::from(self.begun));
        self.as_is &= measured.as_is && self.is_gap(child.start as usize, self.spaced, text);
        self.end = child.end as usize;
        self.spaced = true;
        self.begun = true;
    }

    /// Whether there is one space up to `next`, if there should be one, and else nothing.
    fn is_gap(&self, next: usize, spaced: bool, text: &str) -> bool {
        next - self.end == usize::from(spaced) && (!spaced || text.as_bytes()[self.end] == b' ')
    }

    /// Notes what was found for the list or the prefix.
    fn end(&self, node: &Node, measured: &mut Measured<'_>, text: &str) {
        let Some(width) = self.width else {
            return;
        };
        let closer = usize::from(node.kind == NodeKind::List);
        let space = node.spaced.before_end;
        measured.as_is &= self.as_is && self.is_gap(node.end as usize - closer, space, text);
        measured.width = u32::try_from(width + closer + usize::from(space)).unwrap_or(BROKEN);
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
