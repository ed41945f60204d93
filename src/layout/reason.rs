//! Explains why a list is on one line or on several, and its shape, from what measuring has recorded and from the choice of the shape.

use std::ops::Range;

use memchr::memchr_iter;
use rustc_hash::FxHashMap;

use super::places::Place;
use super::trace::Visits;
pub use super::types::{Cost, Decision, Habit, Rows, Second, Under};
use super::{BROKEN, Layout, Slot};
use crate::forms::attributes::{MAX_ARGS, REST};
use crate::forms::project::body_at;
use crate::forms::rules::Rule;
use crate::forms::{Column, Form, Role, Row};
use crate::options::LineBreaks;
use crate::sort::Order;
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::lines::{Lines, Position, line_end};

/// How a list is laid out, and why.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The line on which the list starts, from 1.
    pub line: usize,
    /// The column at which it starts, from 1, in characters.
    pub column: usize,
    /// Its span in the text.
    pub span: Range<usize>,
    /// The list's text if that is short; otherwise its text up to the end of its first element, and the closing bracket.
    pub shown: String,
    /// The list's operator, if that is a name for which there may be a rule.
    pub operator: Option<String>,
    /// Whether a keyword is among its items.
    pub has_keywords: bool,
    /// The list's role in the list around it.
    pub role: Role,
    /// How it is laid out.
    pub form: Form,
    /// The rule for the operator; none for a plain call, for a list without an operator, and for one whose operator does
    /// not matter, such as a clause.
    pub rule: Option<Rule>,
    /// The row for the operator with which its last lines begin where they do in the text; none if that takes no rule.
    pub written: Option<Row>,
    /// The name or the pattern of names for which that rule is written.
    pub row_name: Option<String>,
    /// The list's width on one line, in columns; none if what is in it cannot be on one line.
    pub width: Option<usize>,
    /// Whether forms have no limits on that width here: in quoted data, and if the author's lines are kept.
    pub is_unlimited: bool,
    /// The reasons why the list is not on one line; empty if it is.
    pub reasons: Vec<BreakReason>,
    /// Where the second element is, and what decided it; none if the list is on one line or has no second element.
    pub shape: Option<(Second, Decision)>,
    /// How many of its items go on each line; none if it is on one line, or if the author's lines are kept.
    pub rows: Option<Rows>,
    /// How the order of its items is treated, if it contains imports or exports and the options sort these.
    pub order: Option<Order>,
    /// The innermost list inside it that needs several lines by itself, if that is the reason.
    pub inner: Option<Box<Explanation>>,
}

/// A reason why a list is not on one line. Things inside the list are given by their line, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakReason {
    /// On one line it would be `width` columns wide, but its form allows only `limit`; 0 means that it is never on one
    /// line.
    Limit {
        /// Its width on one line.
        width: usize,
        /// The limit for its form.
        limit: usize,
    },
    /// The line would extend to a column beyond the line width.
    Width {
        /// The column.
        end: usize,
        /// The line width.
        width: usize,
    },
    /// It defines a procedure and is not next to another definition, or no definition may be on one line.
    Definition,
    /// The other clauses in the same list take several lines.
    Clauses,
    /// A list in it takes several lines.
    Inner,
    /// A comment in it ends the line.
    Comment(usize),
    /// A blank line in it is kept.
    Blank(usize),
    /// A string or other text in it spans several lines.
    Text(usize),
    /// The author's lines are kept, and this one starts inside it.
    Verbatim(usize),
    /// The author broke it, and what the author broke stays broken.
    Author,
    /// Its closing bracket stays alone on its line.
    Closer,
    /// Its opening bracket stays at the end of its line.
    Opener,
}

/// What measuring has recorded about lists.
pub(super) type Notes = FxHashMap<NodeId, Note>;

/// What measuring has recorded about a list.
pub(super) struct Note {
    /// Its role in the list around it.
    pub role: Role,
    /// Its width on one line, given only its contents, or [`BROKEN`].
    pub width: u32,
    /// Whether forms have no limits there.
    pub is_unlimited: bool,
    /// Why it must not be on one line although its contents could be.
    pub reasons: Vec<BreakReason>,
}

impl Layout<'_> {
    /// Breaks a list that has been measured.
    #[inline]
    pub(super) fn break_list(&mut self, id: NodeId, reason: BreakReason) {
        self.measured_mut(id).width = BROKEN;
        if let Some(note) = self.notes.as_mut().and_then(|notes| notes.get_mut(&id)) {
            note.reasons.push(reason);
        }
    }

    /// Puts everything in its place and records the reasons, so that lists and lines can be explained.
    pub(crate) fn traced(&mut self) -> Vec<Place> {
        self.notes = Some(Notes::default());
        self.measure_all();
        self.places()
    }

    /// Each node that is not in a list on one line, as it is written.
    pub(crate) fn visits(&self) -> Visits {
        let mut visits = Visits::default();
        for top in self.tree.top_level() {
            self.visit(top, &mut |visited| {
                visits.insert(visited.id, visited);
            });
        }
        visits
    }

    /// The node with which a line moves that stands there in a list.
    pub(crate) fn anchor(&self, list: NodeId, under: Under) -> NodeId {
        let item = |index| self.tree.items(list).nth(index);
        let found = match under {
            Under::Item(above) => Some(above),
            Under::Column(Column::First) => item(0),
            Under::Column(Column::Align) => item(1),
            Under::Column(Column::Indent(_)) | Under::Author => None,
        };
        found.unwrap_or(list)
    }

    /// Explains a list of a text that has been traced.
    pub(crate) fn explain(&self, list: NodeId, visits: &Visits) -> Option<Explanation> {
        let note = self.notes.as_ref()?.get(&list)?;
        let slot = visits.get(&list).map(|visited| visited.slot);
        let mut reasons = note.reasons.clone();
        let mut inner = None;
        match self.within(list) {
            // Only its contents break it.
            Some((reason, culprit)) => {
                reasons = vec![reason];
                inner = culprit;
            }
            None => reasons.extend(slot.and_then(|slot| self.beyond_width(note, slot))),
        }
        let slot = slot.filter(|_| !reasons.is_empty());
        let finder = self.finder();
        let found = finder.find(list, note.role);
        let operator = finder.tree.items(list).next();
        let operator = operator.and_then(|operator| finder.operator_name(operator));
        let operator = operator.filter(|_| found.rule.is_some() || found.form.strategy.is_call());
        let start = self.node(list).start as usize;
        let Position { line, column } = Lines::of(self.text).position(self.text, start);
        Some(Explanation {
            line,
            column,
            span: self.node(list).span(),
            shown: self.shown(list),
            operator: operator.map(str::to_owned),
            has_keywords: self.tree.items(list).any(|item| self.is_keyword(item)),
            role: note.role,
            form: *found.form,
            rule: found.rule.cloned(),
            written: operator.and_then(|operator| self.row_as_written(list, operator)),
            row_name: operator
                .zip(found.rule)
                .map(|(name, rule)| self.rules.row_name(name, rule)),
            rows: slot.and_then(|slot| self.rows_of(list, slot)),
            width: (note.width != BROKEN).then_some(note.width as usize),
            is_unlimited: note.is_unlimited,
            reasons,
            shape: slot.and_then(|slot| self.decide(list, slot)),
            order: None,
            inner: inner.and_then(|inner| self.explain(inner, visits).map(Box::new)),
        })
    }

    /// The row for the operator of a list that has its last lines where they are in the source, and the lines before them beside these or
    /// as arguments.
    fn row_as_written(&self, list: NodeId, operator: &str) -> Option<Row> {
        let mut rest = self.tree.items(list).skip(1);
        let begins_line = |item: NodeId| self.node(item).begins_line();
        let column = |item| begins_line(item).then(|| self.column_of(item));
        let last = rest.clone().filter_map(column).last()?;
        let args = u8::try_from(rest.position(|item| column(item) == Some(last))?).ok()?;
        let distance = u8::try_from(last.checked_sub(self.column_of(list))?).ok()?;
        (args <= MAX_ARGS && REST.contains(&distance))
            .then(|| body_at(operator, args, Column::Indent(distance)))
    }

    /// How many items go on each line of a broken list, if it is not the author who decides.
    fn rows_of(&self, list: NodeId, slot: Slot) -> Option<Rows> {
        self.first_and_next(list)?;
        let is_kept = self.style.line_breaks == LineBreaks::Keep;
        (!is_kept).then(|| self.shape(list, slot).rows)
    }

    /// Whether a list whose contents can be on one line would exceed the width there.
    fn beyond_width(&self, note: &Note, slot: Slot) -> Option<BreakReason> {
        let end = slot.end(note.width as usize);
        (note.width != BROKEN && end > self.right_edge(slot.column)).then_some(BreakReason::Width {
            end,
            width: self.width,
        })
    }

    /// The contents that keep a list or a prefix from being on one line, and the innermost list that does so by itself, if there is one.
    fn within(&self, list: NodeId) -> Option<(BreakReason, Option<NodeId>)> {
        let mut children = self.tree.children(list).enumerate();
        children.find_map(|(index, child)| {
            let node = self.node(child);
            let at_line = |reason: fn(usize) -> BreakReason| (reason(self.line_of(child)), None);
            match node.kind {
                _ if index > 0 && node.blank() > 0 => Some(at_line(BreakReason::Blank)),
                _ if index > 0 && node.line_ends >= self.style.line_breaks.kept_line_ends() => {
                    Some(at_line(BreakReason::Verbatim))
                }
                _ if self.measured(child).width != BROKEN => None,
                NodeKind::LineComment | NodeKind::BlockComment | NodeKind::Page => {
                    Some(at_line(BreakReason::Comment))
                }
                NodeKind::List => {
                    let culprit = self.within(child).and_then(|(_, culprit)| culprit);
                    Some((BreakReason::Inner, culprit.or(Some(child))))
                }
                // If the datum of a prefix does not break it, a comment of several lines before the datum does.
                kind if kind.is_prefix() => {
                    let within = self.within(child);
                    Some(within.unwrap_or_else(|| at_line(BreakReason::Comment)))
                }
                _ => Some(at_line(BreakReason::Text)),
            }
        })
    }

    /// The line of the source on which a node starts.
    fn line_of(&self, id: NodeId) -> usize {
        let before = &self.text.as_bytes()[..self.node(id).start as usize];
        memchr_iter(line_end(self.text), before).count() + 1
    }

    /// A list as it is shown: either whole or only its start.
    fn shown(&self, list: NodeId) -> String {
        /// The largest size, in bytes, of a list that is shown whole.
        const SHORT: usize = 40;

        let node = self.node(list);
        let piece = |start: u32, end: u32| &self.text[start as usize..end as usize];
        let is_short = |text: &&str| text.len() <= SHORT && !text.contains(['\n', '\r']);
        let whole = piece(node.start, node.end);
        if is_short(&whole) {
            return whole.to_owned();
        }
        let opener = piece(node.start, node.head_end);
        let closer = piece(node.end - 1, node.end);
        let first = self.tree.items(list).next().map_or("", |first| {
            let first = self.node(first);
            let head = piece(first.start, first.head_end);
            Some(piece(first.start, first.end))
                .filter(is_short)
                .unwrap_or(head)
        });
        format!("{opener}{first} ...{closer}")
    }
}
