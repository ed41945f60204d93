//! The first pass: finds the form of each list, and the width of everything on one line.

use std::ops::Range;

use super::reason::{BreakReason, Note};
use super::types::Gaps;
use super::units::{Joint, Units};
use super::{BROKEN, Layout, Measured, Word, Written};
use crate::dialects::Dialect;
use crate::forms::find::Finder;
use crate::forms::rules::{Rule, Rules};
use crate::forms::{self, ClauseKind, Form, Role, Row, Stay, Strategy};
use crate::options::{LineBreaks, OneLineDefines};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement};
use crate::text::width::width_on_one_line;
use rustc_hash::FxHashMap;

/// The width from which on a rule of a macro is broken if another one is.
const SHORT_RULE: u32 = 35;

/// The columns by which a clause may exceed its limit if most of the others are on one line.
const CLAUSE_SLACK: u32 = 10;

/// The width from which on a clause, an `else` too, is broken if no other one is on one line.
const LONE_CLAUSE: u32 = 40;

/// The fewest clauses among which one is broken, or not, as the others are.
const MANY_CLAUSES: usize = 3;

impl<'a> Layout<'a> {
    /// Measures the whole text: a second time if values stay behind two blanks, which only the first time shows.
    pub(super) fn measure_all(&mut self) {
        let all = 0..self.tree.nodes.len();
        self.measure_top_level(all.clone());
        if self.has_double_blanks() {
            self.gaps = Gaps::default();
            self.keeps_double_blanks = true;
            self.measure_top_level(all);
        }
        self.learn(None);
    }

    /// Measures some top-level forms.
    pub(super) fn measure_top_level(&mut self, nodes: Range<NodeId>) {
        self.measured
            .resize(self.tree.nodes.len(), Measured::NOTHING);
        for id in self.tree.siblings(nodes.clone()) {
            self.measure(id, Role::TopLevel);
        }
        self.break_lone_definitions(nodes.clone());
        if self.keeps_alignment() {
            self.align_lists(nodes);
        }
    }

    /// Measures a node, given its role, and everything inside it.
    fn measure(&mut self, id: NodeId, role: Role) {
        match self.node(id).kind {
            NodeKind::List => self.measure_list(id, role),
            kind if kind.is_prefix() => self.measure_prefix(id, role),
            _ => *self.measured_mut(id) = self.leaf(id),
        }
    }

    /// Measures a node that is neither a list nor a prefix.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn leaf(&mut self, id: NodeId) -> Measured<'a> {
        let node = self.node(id);
        if node.is_plain() {
            Measured::plain(node)
        } else {
            self.other_leaf(id)
        }
    }

    /// Measures a node that is neither a list nor a prefix, nor plain.
    fn other_leaf(&mut self, id: NodeId) -> Measured<'a> {
        let node = self.node(id);
        let written = match node.kind {
            NodeKind::LineComment | NodeKind::BlockComment | NodeKind::Page => {
                return Measured::NOTHING;
            }
            NodeKind::Atom => self.spell(TokenKind::Atom, id),
            NodeKind::Character => self.spell(TokenKind::Character, id),
            NodeKind::String => self.spell(TokenKind::String, id),
            _ => Written::AsInSource,
        };
        let token = match written {
            Written::Respelled => &self.spellings[&id],
            Written::AsInSource | Written::Otherwise => self.source(id),
        };
        let width = match node.kind {
            NodeKind::HereString => BROKEN,
            _ => width_on_one_line(token).map_or(BROKEN, |width| width as u32),
        };
        Measured {
            form: None,
            width,
            word: match node.kind {
                NodeKind::Atom => Word::of(self.source(id)),
                _ => Word::Other,
            },
            written,
            joint: Joint::Free,
        }
    }

    /// Records the canonical spelling of a node's own token, if that differs from the source.
    #[inline]
    fn spell(&mut self, kind: TokenKind, id: NodeId) -> Written {
        let token = self.source(id);
        match self.normalizer.spelling(kind, token) {
            Some(spelling) if !self.touches_brace(self.node(id), token) => {
                self.spellings.insert(id, spelling.into());
                Written::Respelled
            }
            _ => Written::AsInSource,
        }
    }

    /// Whether a brace, which is a letter for some readers, touches the own token of a node.
    #[cold]
    fn touches_brace(&self, node: &Node, token: &str) -> bool {
        let is_brace = |byte: Option<&u8>| matches!(byte, Some(b'{' | b'}'));
        let text = self.text.as_bytes();
        let (start, end) = (node.start as usize, node.start as usize + token.len());
        is_brace(text[..start].last()) || is_brace(text.get(end))
    }

    fn measure_prefix(&mut self, id: NodeId, role: Role) {
        let (node, text) = (self.node(id), self.text);
        let prefix = &text[node.head()];
        let inner = match node.kind {
            NodeKind::Prefix => forms::after_prefix(prefix, role),
            _ => role,
        };
        let mut line = OneLine::new(node, text, Written::AsInSource, self.style.line_breaks);
        let around = self.is_quoted;
        self.is_quoted |= inner == Role::Quoted;
        for child in self.tree.children(id) {
            self.measure(child, inner);
            line.add(self.node(child), self.measured(child), text);
        }
        self.is_quoted = around;
        *self.measured_mut(id) = Measured {
            form: Some(&forms::ARGUMENTS),
            width: line.width(node),
            word: Word::Other,
            written: Written::AsInSource.with_inside(line.is_as_in_source(node, text)),
            joint: Joint::Free,
        };
    }

    fn measure_list(&mut self, id: NodeId, role: Role) {
        let (node, text) = (self.node(id), self.text);
        let own = match node.has_short_head() {
            true => Written::AsInSource,
            false => self.spell(TokenKind::Open, id),
        };
        let form = self.find(id, role);
        let mut line = OneLine::new(node, text, own, self.style.line_breaks);
        // Two tokens may touch in the output without doing so in the source.
        line.is_plain &= form.strategy != Strategy::Touching;
        self.measure_items(id, form, &mut line);
        let width = line.width(node);
        *self.measured_mut(id) = Measured {
            form: Some(form),
            width,
            word: Word::Other,
            written: own.with_inside(line.is_as_in_source(node, text)),
            joint: Joint::Free,
        };
        let is_unlimited = self.is_quoted || self.style.line_breaks != LineBreaks::Canonical;
        if let Some(notes) = &mut self.notes {
            let note = Note {
                role,
                width,
                is_unlimited,
                reasons: Vec::new(),
            };
            notes.insert(id, note);
        }
        if !line.is_plain {
            self.break_as_author(id, form, &line, width);
        }
        if !is_unlimited {
            self.limit(id, role, form, &line, width);
        }
        if self.keeps_double_blanks {
            self.keep_double_blank(id);
        }
        if self.style.line_breaks != LineBreaks::Canonical {
            self.keep_columns(id, form);
        }
    }

    /// Keeps the author's columns within a list, as far as the style does.
    fn keep_columns(&mut self, id: NodeId, form: &Form) {
        if !self.padded_kinds.is_empty() {
            self.keep_padding(id);
        }
        if self.has_wide_gap(id + 1..self.node(id).next as usize) {
            self.keep_groups_of_numbers(id);
        }
        if self.keeps_alignment() {
            self.align_list(id);
        } else if self.style.line_breaks == LineBreaks::Persistent {
            self.find_rows_of_atoms(id);
            if !self.wide.is_empty()
                && (form.strategy == Strategy::Data
                    || [forms::ARGUMENTS, forms::LABELLED].contains(form))
            {
                self.find_table_rows(id);
            }
        }
    }

    /// Breaks a list of this width on one line if the author did and the style has it stay so.
    fn break_as_author(&mut self, id: NodeId, form: &Form, line: &OneLine, width: u32) {
        if self.closes_below(id) {
            self.break_list(id, BreakReason::Closer);
        } else if self.keeps_brackets(id) && self.begins_below(id) {
            self.break_list(id, BreakReason::Opener);
        }
        if !line.is_broken {
            return;
        }
        // What is wider than a line is broken in any case.
        let has_rows = width as usize <= self.width && self.has_rows_of_numbers(id, form);
        if has_rows {
            self.rows_of_numbers.insert(id);
        }
        if has_rows || self.stays_broken(id, form) {
            self.break_list(id, BreakReason::Author);
        }
    }

    /// Breaks a list of this width on one line if it exceeds the limit of its form, or if something in it has its own line.
    fn limit(&mut self, id: NodeId, role: Role, form: &Form, line: &OneLine, width: u32) {
        let before = line.marks + 1 + usize::from(form.distinguished);
        let after = line.items.saturating_sub(before);
        let limit = form.limits.of(role, after).into();
        // Whether a clause may be a little wider than that depends on the others.
        let may_stay = || {
            matches!(role, Role::Clause(kind) if kind != ClauseKind::Syntax)
                && limit > 0
                && width <= limit + CLAUSE_SLACK
        };
        if width != BROKEN && width > limit && !may_stay() {
            let (width, limit) = (width as usize, limit as usize);
            self.break_list(id, BreakReason::Limit { width, limit });
        }
        let inside = id + 1..self.node(id).next as usize;
        let mut breaks = line.defines && self.break_lone_definitions(inside);
        if let Some(Role::Clause(kind)) = form.parts.last() {
            breaks |= self.break_clauses(id, form, kind);
        }
        if breaks {
            self.measured_mut(id).width = BROKEN;
        }
    }

    /// Measures what is inside a list.
    #[inline]
    fn measure_items(&mut self, id: NodeId, form: &Form, line: &mut OneLine) {
        let may_pair = self.may_have_pairs(form);
        match line.is_plain && form.parts.grouped().is_none() && !may_pair {
            true => self.measure_plain_items(id, form, line),
            false => self.measure_other_items(id, form, line, may_pair),
        }
    }

    /// Measures what is inside a plain list where only words join items: it has none.
    #[inline]
    fn measure_plain_items(&mut self, id: NodeId, form: &Form, line: &mut OneLine) {
        let end = self.node(id).next as usize;
        let mut child = id + 1;
        while child < end {
            let inner = self.node(child);
            if inner.kind.has_children() {
                let role = self.role(form, line.items, None);
                self.measure(child, role);
                line.defines |= self.measured(child).is_procedure_definition();
            } else {
                *self.measured_mut(child) = Measured::plain(inner);
            }
            line.add_plain(self.measured(child));
            child = inner.next as usize;
        }
    }

    /// Measures what is inside a list, where items may belong together or touch; quoted names may begin pairs if `may_pair`.
    fn measure_other_items(&mut self, id: NodeId, form: &Form, line: &mut OneLine, may_pair: bool) {
        let (node, text) = (self.node(id), self.text);
        let mut units = Units::new(form, node, may_pair);
        let mut previous = None;
        // Where the name of a type may be.
        let type_index = match form.stay {
            Stay::NameAndType => Some(2),
            Stay::LeadingAndParameters => Some(1),
            _ => None,
        };
        let is_gauche = matches!(self.rules.dialect, Dialect::Gauche | Dialect::Sagittarius);
        let may_touch =
            !line.is_plain && (is_gauche || self.keeps_touching()) && !self.tree.is_neoteric;
        // A manual loop, so that each child is looked up only once.
        let mut child = id + 1;
        while child < node.next as usize {
            let inner = self.node(child);
            let touches = may_touch && self.touches(id, form, previous, child);
            if touches {
                line.gap = 0;
                self.gaps.set(inner, 0);
            }
            if inner.kind.has_children() {
                let role = self.role(form, line.items, previous);
                self.measure(child, role);
                line.defines |= self.measured(child).is_procedure_definition();
            } else {
                *self.measured_mut(child) = self.leaf(child);
            }
            if type_index == Some(line.items) && self.is_type_name(child) {
                // No value follows this one.
                self.measured_mut(child).word = Word::Other;
            }
            units.pass(self, child, inner);
            if touches && form.strategy != Strategy::Touching {
                self.measured_mut(child).joint = Joint::Fixed;
            }
            line.add(inner, self.measured(child), text);
            previous = Some(child);
            child = inner.next as usize;
        }
    }

    /// Whether what touches the item before it in the source may do so in the output, as in Racket's `#:do[...]` and Gerbil's `(f x)...`.
    fn keeps_touching(&self) -> bool {
        matches!(self.rules.dialect, Dialect::Racket | Dialect::Gerbil)
            && self.style.line_breaks != LineBreaks::Canonical
    }

    /// Whether an item touches the one before it, where that is possible: a type behind its colons does where the author has it so, as in
    /// Gauche's `x::(const char*)`, and so do a list behind a keyword in Racket and an ellipsis in Gerbil; the parameters of `^` always do in
    /// the canonical layout, except in quoted data.
    #[inline(never)]
    fn touches(&self, list: NodeId, form: &Form, previous: Option<NodeId>, item: NodeId) -> bool {
        let (Some(previous), inner) = (previous, self.node(item)) else {
            return false;
        };
        let is_in_source = self.node(previous).end == inner.start;
        let is_parameters = || {
            (is_in_source || self.style.line_breaks == LineBreaks::Canonical)
                && form.strategy == Strategy::Touching
                && !self.is_quoted
                && previous == list + 1
                && self.source(previous) == "^"
                && !self.begins_below(list)
                && matches!(&self.text[inner.head()], "(" | "[")
                && inner.line_ends < self.style.line_breaks.kept_line_ends()
        };
        let is_list = inner.kind == NodeKind::List;
        match self.rules.dialect {
            _ if self.keeps_touching() && !is_in_source => false,
            Dialect::Racket => is_list && self.is_keyword(previous),
            Dialect::Gerbil => self.source(item) == "...",
            _ => is_list && (self.text[..inner.start as usize].ends_with("::") || is_parameters()),
        }
    }

    /// What finds the forms of lists.
    pub(super) fn finder(&self) -> Finder<'a> {
        Finder {
            text: self.text,
            tree: self.tree,
            rules: self.rules,
        }
    }

    /// Finds the form of a list, given its role.
    fn find(&mut self, id: NodeId, role: Role) -> &'a Form {
        let finder = self.finder();
        let known = &mut self.known;
        finder
            .find_by(id, role, |name| rule_of(known, finder.rules, name))
            .form
    }

    /// The row of a keyword, if it has one.
    pub(super) fn row_of_keyword(&mut self, keyword: &'a str) -> Option<&'a Row> {
        let rule = rule_of(&mut self.known, self.rules, keyword);
        rule.filter(|rule| !rule.provenance.is_pattern())
            .map(|rule| &rule.row)
    }

    /// The role of an item of a list, given its index and the item before it.
    fn role(&mut self, form: &Form, index: usize, previous: Option<NodeId>) -> Role {
        match form.role(index) {
            Role::Module if previous.is_some_and(|id| self.exports(id)) => Role::Exports,
            Role::Module if previous.is_some_and(|id| self.is_keyword(id)) => Role::Data,
            Role::Module => Role::Declaration,
            // A condition among the clauses of a loop.
            Role::Binding if previous.is_some_and(|id| self.is_keyword(id)) => Role::Arg,
            // A list of literals among clauses.
            Role::Clause(_) if previous.is_some_and(|id| self.has_value(id)) => Role::Data,
            Role::Body
                if self.rules.dialect == Dialect::Racket
                    && previous.is_some_and(|id| self.lists_literals(id)) =>
            {
                Role::Data
            }
            role => role,
        }
    }

    /// Whether a node is a keyword, and not one whose row says that it has no value.
    fn has_value(&mut self, id: NodeId) -> bool {
        let has_none = |row: &Row| row.form().distinguished == 0;
        self.is_keyword(id) && !self.row_of_keyword(self.source(id)).is_some_and(has_none)
    }

    /// Whether a node is the keyword before the literals of a syntax class.
    fn lists_literals(&self, id: NodeId) -> bool {
        self.is_keyword(id) && self.head_text(id).ends_with("literals")
    }

    /// Whether a node is a keyword of a module clause that is followed by exported names.
    fn exports(&self, id: NodeId) -> bool {
        forms::EXPORTING.contains(&self.head_text(id))
    }

    /// Breaks the definitions of procedures among some siblings that must not be on one line; returns whether there are any.
    fn break_lone_definitions(&mut self, siblings: Range<NodeId>) -> bool {
        let mut any = false;
        // The sibling before, not counting trailing comments.
        let mut previous: Option<NodeId> = None;
        for id in self.tree.siblings(siblings.clone()) {
            if self.measured(id).is_procedure_definition()
                && self.style.line_breaks == LineBreaks::Canonical
            {
                let next = self.node(id).next as usize;
                let may_be_on_one_line = match self.style.one_line_defines {
                    OneLineDefines::Grouped => {
                        previous.is_some_and(|before| self.is_beside(before, id))
                            || next < siblings.end && self.is_beside(id, next)
                    }
                    OneLineDefines::Fits => true,
                    OneLineDefines::Never => false,
                };
                if !may_be_on_one_line {
                    self.break_list(id, BreakReason::Definition);
                    any = true;
                }
            }
            if self.node(id).placement != Placement::Trailing {
                previous = Some(id);
            }
        }
        any
    }

    /// Breaks the clauses that are too wide, and some along with others: all but the short rules of a `syntax-rules` if one of them is
    /// broken, and the only clause of a `cond` on one line, if it is not short among many. Clauses whose bodies are atoms are not broken
    /// along. Returns whether any clause is broken here.
    #[inline(never)]
    fn break_clauses(&mut self, id: NodeId, form: &Form, kind: ClauseKind) -> bool {
        let clauses: Vec<NodeId> = self
            .tree
            .items(id)
            .skip(form.parts.as_slice().len())
            .collect();
        let mut breaks = self.break_wide_clauses(&clauses);
        let is_broken = |clause: NodeId| self.measured(clause).width == BROKEN;
        let mut unbroken = clauses.iter().copied().filter(|it| !is_broken(*it));
        let number = unbroken.clone().count();
        let (follow, least) = match (kind, unbroken.next()) {
            (ClauseKind::Syntax, Some(_)) if number < clauses.len() => (clauses, SHORT_RULE),
            (ClauseKind::Cond | ClauseKind::Guard, Some(only))
                if number == 1 && clauses.len() >= MANY_CLAUSES =>
            {
                (vec![only], LONE_CLAUSE)
            }
            _ => return breaks,
        };
        for clause in follow {
            let is_list = |item: NodeId| self.node(item).kind == NodeKind::List;
            if (least..BROKEN).contains(&self.measured(clause).width)
                && is_list(clause)
                && self.tree.items(clause).skip(1).any(is_list)
            {
                self.break_list(clause, BreakReason::Clauses);
                breaks = true;
            }
        }
        breaks
    }

    /// Breaks clauses that exceed their limit, which those of one body were allowed to do by little when they were measured, unless most of the
    /// others are on one line. Returns whether any is broken.
    fn break_wide_clauses(&mut self, clauses: &[NodeId]) -> bool {
        let (mut fitting, mut number, mut wide) = (0, 0, Vec::new());
        for clause in clauses.iter().copied() {
            if self.node(clause).kind == NodeKind::List {
                let limit = self.form(clause).limits.arg.into();
                let width = self.measured(clause).width;
                number += 1;
                match width {
                    BROKEN => {}
                    _ if width <= limit => fitting += 1,
                    _ => wide.push((clause, width, limit)),
                }
            }
        }
        // For each of the wide ones, those that fit are three in five of the others.
        let are_like_most = number >= MANY_CLAUSES && fitting * 5 >= (number - 1) * 3;
        if wide.is_empty() || are_like_most {
            return false;
        }
        for (clause, width, limit) in wide {
            let (width, limit) = (width as usize, limit as usize);
            self.break_list(clause, BreakReason::Limit { width, limit });
        }
        true
    }
}

/// The rule for an operator, which is looked up once.
#[inline]
fn rule_of<'a>(
    known: &mut FxHashMap<&'a str, Option<&'a Rule>>,
    rules: &'a Rules,
    name: &'a str,
) -> Option<&'a Rule> {
    // Most operators are known: looking one up takes less than an entry.
    match known.get(name) {
        Some(rule) => *rule,
        None => {
            let rule = rules.rule(name);
            known.insert(name, rule);
            rule
        }
    }
}

/// Sums up what a list or a prefix is on one line: its width, whether the source already has it so, and what is in it.
struct OneLine {
    /// The width so far; [`BROKEN`] or more if it must not be on one line.
    width: u64,
    /// Whether everything so far is in the source as it would be written.
    is_as_in_source: bool,
    /// Whether the gaps in the source are those to write, and nothing in it connects its neighbours.
    is_plain: bool,
    /// The end of the last child in the source.
    end: u32,
    /// The width of the gap before the next child: 1 or 0.
    gap: u32,
    /// The number of line breaks before the next child in the source that break the line.
    breaks: u8,
    /// The number of line breaks that do so before the children after the first one.
    later_breaks: u8,
    /// The number of data.
    items: usize,
    /// The number of those that do not count for its limits: `=>`, and `...` with the atom that it repeats.
    marks: usize,
    /// Whether one of them defines a procedure.
    defines: bool,
    /// Whether there is a line break between children in the source.
    is_broken: bool,
}

impl OneLine {
    /// `own` says how the opening bracket or the prefix is written.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new(node: &Node, text: &str, own: Written, line_breaks: LineBreaks) -> Self {
        let width = match node.has_short_head() {
            true => 1,
            false => width_on_one_line(&text[node.head()])
                .map_or(u64::from(BROKEN), |width| width as u64),
        };
        OneLine {
            width,
            is_as_in_source: own == Written::AsInSource,
            is_plain: node.is_plain(),
            end: node.head_end,
            gap: node.has_space_after_head().into(),
            // `#;` may be above its datum and, where all lines are kept, so may any other prefix; apart from that, what precedes the first
            // child does not matter.
            breaks: match (node.kind, line_breaks) {
                (NodeKind::DatumComment, LineBreaks::Keep | LineBreaks::Persistent) => 1,
                (kind, LineBreaks::Keep) if kind.is_prefix() => 1,
                _ => u8::MAX,
            },
            later_breaks: line_breaks.kept_line_ends(),
            items: 0,
            marks: 0,
            defines: false,
            is_broken: false,
        }
    }

    /// Adds a child of a plain list.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn add_plain(&mut self, measured: &Measured<'_>) {
        self.width += u64::from(self.gap) + u64::from(measured.width);
        self.is_as_in_source &= measured.written == Written::AsInSource;
        self.gap = 1;
        self.items += 1;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn add(&mut self, child: &Node, measured: &Measured<'_>, text: &str) {
        self.width += u64::from(self.gap) + u64::from(measured.width);
        self.is_as_in_source &= measured.written == Written::AsInSource;
        if !self.is_plain {
            if child.line_ends >= self.breaks {
                self.width += u64::from(BROKEN);
            }
            self.is_broken |= child.begins_line();
            self.breaks = self.later_breaks;
            self.is_as_in_source = self.is_as_in_source && self.is_gap(child.start, self.gap, text);
            self.end = child.end;
            if measured.word != Word::Other {
                self.add_word(child, measured.word, text);
            }
        }
        self.gap = 1;
        self.items += usize::from(child.kind.is_datum());
    }

    /// Counts a child that connects its neighbours.
    fn add_word(&mut self, child: &Node, word: Word, text: &str) {
        self.marks += match word {
            Word::Arrow => 1,
            // An atom that is repeated may stand for nothing.
            Word::Ellipsis => 1 + usize::from(Self::follows_atom(child, text)),
            _ => 0,
        };
    }

    /// Whether what is before a child is an atom.
    #[cold]
    fn follows_atom(child: &Node, text: &str) -> bool {
        let before = &text[..child.start as usize];
        !before.trim_end().ends_with([')', ']'])
    }

    /// Whether there is a gap of this width before `next`, consisting of spaces.
    #[inline]
    fn is_gap(&self, next: u32, gap: u32, text: &str) -> bool {
        next - self.end == gap && (gap == 0 || text.as_bytes()[self.end as usize] == b' ')
    }

    /// The total width, or [`BROKEN`].
    #[inline]
    fn width(&self, node: &Node) -> u32 {
        let closer = u64::from(node.has_space_before_end()) + u64::from(closer(node));
        u32::try_from(self.width + closer).unwrap_or(BROKEN)
    }

    /// Whether the source already has all of it on one line as it would be written.
    #[inline]
    fn is_as_in_source(&self, node: &Node, text: &str) -> bool {
        let end = node.end - closer(node);
        let is_gap = self.is_plain || self.is_gap(end, node.has_space_before_end().into(), text);
        self.is_as_in_source && is_gap
    }
}

/// The width of a node's closing bracket, if it has one.
#[inline]
fn closer(node: &Node) -> u32 {
    u32::from(node.kind == NodeKind::List)
}
