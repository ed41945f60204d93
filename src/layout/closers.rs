//! Brackets of the author's that stay alone on their lines, or at the ends of them.

use super::Layout;
use super::columns::USUAL;
use super::learned::{MIN_LISTS, counted};
use super::types::Gaps;
use crate::forms::{RestKind, Strategy};
use crate::options::{Closers, LineBreaks};
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which brackets of a text stay.
#[derive(Default)]
pub(super) struct KeptBrackets {
    /// Whether those of all lists do: of lists without a prefix, and with one.
    kinds: [bool; 2],
    /// The lists whose closing bracket stays alone on its line, as most with their operator do, or because the line above or below has
    /// nothing but such brackets.
    closed_below: FxHashSet<NodeId>,
    /// Whether most closing brackets that are alone on their lines are at +1.
    closed_at_one: bool,
}

/// The lists of an operator that are on several lines.
#[derive(Default)]
struct ClosedLists {
    /// The number of those whose closing bracket is alone on its line.
    alone: u32,
    /// Whether these are enough to show a habit.
    are_enough: bool,
    /// The number of all.
    broken: u32,
}

impl<'a> Layout<'a> {
    /// Finds which brackets stay. That depends on how many there are of which kind, unless an option says it.
    pub(super) fn find_kept_brackets(&mut self) {
        if !self.may_keep_brackets() {
            return;
        }
        if self.style.closers == Closers::Keep {
            self.brackets.kinds = [true; 2];
        } else {
            let alone = self.lists_that_may_close(|id| self.source_closes_below(id));
            let alone: Vec<NodeId> = alone.collect();
            self.brackets.kinds = self.most_close_below(&alone);
            self.brackets.closed_below = self.closed_by_operator(&alone);
            let beside = self.closed_beside(&alone);
            self.brackets.closed_below.extend(beside);
        }
        self.brackets.closed_at_one = self.learns_columns() && self.most_close_at_one();
    }

    /// Whether the datum commented out by a `#;` is on the next line, or data that begin at the margin are, or what follows a bracket that
    /// stays at the end of its line.
    #[inline]
    pub(super) fn begins_below(&self, id: NodeId) -> bool {
        self.style.line_breaks != LineBreaks::Canonical && self.author_begins_below(id)
    }

    #[inline(never)]
    fn author_begins_below(&self, id: NodeId) -> bool {
        let first = self.tree.items(id).next();
        let kind = self.node(id).kind;
        // If a comment follows the prefix, every layout puts the datum below it.
        let is_bare_prefix = || kind.is_prefix() && first == Some(id + 1);
        (kind == NodeKind::DatumComment
            || self.style.line_breaks == LineBreaks::Keep && is_bare_prefix()
            || self.keeps_brackets(id) && self.may_begin_below(id)
            || self.is_flush(id) && self.begins_at_margin(id))
            && first.is_some_and(|item| self.node(item).begins_line())
    }

    /// Whether the datum below a prefix begins in its column: where the lines are kept, one directly below does, and one below a comment
    /// if the author put it there.
    #[inline(never)]
    pub(super) fn is_under_prefix(&self, prefix: NodeId) -> bool {
        let under = |item: NodeId| self.column_of(item) == self.column_of(prefix);
        self.style.line_breaks == LineBreaks::Keep
            && self.tree.items(prefix).next().is_some_and(|item| {
                self.node(item).begins_line() && (item == prefix + 1 || under(item))
            })
    }

    /// Whether the first item of a list may begin a line below its bracket: that is no brace, and no comment is between them, unless lines
    /// are kept.
    fn may_begin_below(&self, id: NodeId) -> bool {
        let Some(first) = self.tree.items(id).next() else {
            return false;
        };
        let may_be_below = match self.style.line_breaks {
            LineBreaks::Keep => first == id + 1 || self.node(id + 1).begins_line(),
            _ => first == id + 1 && self.source(id) != "{",
        };
        self.node(id).kind == NodeKind::List && may_be_below
    }

    /// Whether the closing bracket of a list stays alone on its line, as the author put it: by the options, or below a body in the first
    /// column, where the last form would seem to close too much, or that of a library, or because something follows it, such as a comment
    /// that says what it closes.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn closes_below(&self, id: NodeId) -> bool {
        let before_closer = (self.node(id).end as usize).wrapping_sub(2);
        let before = self.text.as_bytes().get(before_closer);
        before.is_some_and(u8::is_ascii_whitespace) && self.keeps_closer_below(id)
    }

    #[inline(never)]
    fn keeps_closer_below(&self, id: NodeId) -> bool {
        (self.is_closer_kept(id)
            || self.is_flush(id)
            || self.may_keep_brackets() && (self.is_open_at_end(id) || self.is_library(id)))
            && self.source_closes_below(id)
    }

    /// Whether a closing bracket stays alone on its line, if the author put it there, whatever the form of its list.
    fn is_closer_kept(&self, id: NodeId) -> bool {
        self.is_of_kept_kind(id)
            || self.brackets.closed_below.contains(&id)
            || self.may_keep_brackets()
                && (self.is_followed_on_line(id) || self.is_set_apart_at_end(id))
    }

    /// Whether a blank line is before the closing bracket of a list, where more is to be written.
    fn is_set_apart_at_end(&self, id: NodeId) -> bool {
        let blanks = self.blanks_inside_end(id);
        let line_end = if blanks.contains('\n') { '\n' } else { '\r' };
        blanks.matches(line_end).count() > 1
    }

    /// The number of blank lines before a closing bracket that begins a line: one if the author put it there and left any.
    #[cold]
    pub(super) fn blank_line_before_closer(&self, id: NodeId) -> u8 {
        u8::from(self.closes_below(id) && self.is_set_apart_at_end(id))
    }

    /// Whether brackets of the author's may stay alone on their lines.
    #[inline]
    fn may_keep_brackets(&self) -> bool {
        self.style.line_breaks != LineBreaks::Canonical && self.style.closers != Closers::Join
    }

    /// Whether a comment or another item follows the closing bracket of a list on its line, behind other brackets at most.
    fn is_followed_on_line(&self, list: NodeId) -> bool {
        let (end, id) = (self.node(list).end as usize, self.node(list).next as usize);
        self.tree.nodes.get(id).is_some_and(|next| {
            // Forms at top level begin lines.
            let may_follow = || next.placement == Placement::Free && self.around(id).is_some();
            let between = &self.text[end..next.start as usize];
            let is_on_line = between.trim_matches([' ', '\t', ')', ']', '}']).is_empty();
            is_on_line && (next.placement == Placement::Trailing || may_follow())
        })
    }

    /// Whether a list is a library, or what one exports or imports.
    pub(super) fn is_library(&self, id: NodeId) -> bool {
        let form = self.form(id);
        form.rest_kind == Some(RestKind::LibraryBody)
            || matches!(
                form.strategy,
                Strategy::Module | Strategy::Export | Strategy::Import
            )
    }

    /// Whether the brackets of a list stay since those of all lists of its kind do.
    #[inline]
    fn is_of_kept_kind(&self, id: NodeId) -> bool {
        let kinds = self.brackets.kinds;
        kinds != [false; 2] && kinds[usize::from(self.has_prefix(id))]
    }

    /// Whether the brackets of a list stay alone on their lines, or at the ends of them.
    #[inline]
    pub(super) fn keeps_brackets(&self, id: NodeId) -> bool {
        self.is_of_kept_kind(id) || self.may_keep_brackets() && self.is_open_at_end(id)
    }

    /// The atom that a list of two elements or more begins with, as in the source.
    pub(super) fn operator_of(&self, id: NodeId) -> Option<&'a str> {
        let (first, _) = self.first_and_next(id)?;
        (self.node(first).kind == NodeKind::Atom).then(|| self.source(first))
    }

    /// The lists whose closing bracket stays alone on its line because those of most lists with their operator are: of two or more, or of a
    /// single one that has three lines or more, as a table does.
    fn closed_by_operator(&self, alone: &[NodeId]) -> FxHashSet<NodeId> {
        let mut tallies: FxHashMap<&str, ClosedLists> = FxHashMap::default();
        for id in alone {
            if let Some(operator) = self.operator_of(*id) {
                let tally = tallies.entry(operator).or_default();
                tally.alone += 1;
                tally.are_enough |= tally.alone > 1 || self.has_several_lines(*id);
            }
        }
        tallies.retain(|_, tally| tally.are_enough);
        if tallies.is_empty() {
            return FxHashSet::default();
        }
        for id in self.lists_that_may_close(|id| self.is_on_lines(id)) {
            let operator = self.operator_of(id);
            if let Some(tally) = operator.and_then(|it| tallies.get_mut(it)) {
                tally.broken += 1;
            }
        }
        tallies.retain(|_, tally| 2 * tally.alone > tally.broken);
        let has_operator = |id: &NodeId| {
            let operator = self.operator_of(*id);
            operator.is_some_and(|operator| tallies.contains_key(operator))
        };
        let lists = 0..self.tree.nodes.len();
        lists
            .filter(|id| self.node(*id).kind == NodeKind::List && self.source_closes_below(*id))
            .filter(has_operator)
            .collect()
    }

    /// Which of these lists, whose closing brackets are alone on their lines, end behind a line of brackets that stay alone, which theirs
    /// would join, or directly before one.
    fn closed_beside(&self, alone: &[NodeId]) -> FxHashSet<NodeId> {
        let mut ends_in_closers = FxHashSet::default();
        let mut beside = FxHashSet::default();
        if alone.is_empty() {
            return beside;
        }
        let keeps_lines = self.style.line_breaks == LineBreaks::Keep;
        let is_kept = |id| self.is_closer_kept(id) || keeps_lines && self.is_open_at_end(id);
        let last_list = |id| {
            let last = self.tree.items(id).last();
            last.and_then(|last| self.list_after_prefixes(last))
        };
        let alone: FxHashSet<NodeId> = alone.iter().copied().collect();
        for id in (0..self.tree.nodes.len()).rev() {
            if self.node(id).kind != NodeKind::List {
                continue;
            }
            let follows = last_list(id).is_some_and(|last| ends_in_closers.contains(&last));
            let is_alone = alone.contains(&id);
            if follows && is_alone {
                beside.insert(id);
            }
            if follows || is_alone && is_kept(id) {
                ends_in_closers.insert(id);
            }
        }
        // Outer lists first.
        for id in (0..self.tree.nodes.len()).filter(|id| alone.contains(id)) {
            let last = last_list(id).filter(|last| alone.contains(last));
            if is_kept(id) || beside.contains(&id) {
                beside.extend(last);
            }
        }
        beside
    }

    /// The lists that count and whose closing bracket may join the line before: below a comment or a here string, it has to be on one of its
    /// own.
    fn lists_that_may_close(
        &self,
        counts: impl Fn(NodeId) -> bool,
    ) -> impl Iterator<Item = NodeId> {
        (0..self.tree.nodes.len()).filter(move |id| {
            let last = || self.tree.children(*id).last();
            self.node(*id).kind == NodeKind::List
                && counts(*id)
                && !last().is_some_and(|last| self.is_open_ended(last))
        })
    }

    /// Whether an item of a list begins a line in the source.
    fn is_on_lines(&self, id: NodeId) -> bool {
        let mut items = self.tree.items(id);
        items.any(|item| self.node(item).begins_line())
    }

    /// Whether the author put the opening bracket of a list at the end of its line; where his lines are not kept, that of one that is no call
    /// and whose closing bracket starts a line.
    #[inline(never)]
    fn is_open_at_end(&self, id: NodeId) -> bool {
        let is_framed = || !self.form(id).strategy.is_call() && self.source_closes_below(id);
        self.may_begin_below(id)
            && self.node(id + 1).begins_line()
            && (self.style.line_breaks == LineBreaks::Keep || is_framed())
    }

    /// Whether a list has a prefix, as in `'(a b)`.
    fn has_prefix(&self, id: NodeId) -> bool {
        let before = id.checked_sub(1).map(|before| self.node(before));
        let is_prefix = |it: &Node| it.kind == NodeKind::Prefix && it.next == self.node(id).next;
        before.is_some_and(is_prefix)
    }

    /// Whether most lists of the text that are on several lines have their closing bracket alone on its line: those without a prefix, and
    /// those with one.
    fn most_close_below(&self, alone: &[NodeId]) -> [bool; 2] {
        if (alone.len() as u32) < MIN_LISTS {
            return [false; 2];
        }
        let count = |lists: &mut dyn Iterator<Item = NodeId>| {
            let mut counts = [0; 2];
            lists.for_each(|id| counts[usize::from(self.has_prefix(id))] += 1);
            counts
        };
        let alone = count(&mut alone.iter().copied());
        let broken = count(&mut self.lists_that_may_close(|id| self.is_on_lines(id)));
        [0, 1].map(|kind: usize| {
            let both = |of: [u32; 2]| [of[kind], of[1 - kind]];
            let alone = counted(both(alone), both(broken));
            alone >= MIN_LISTS && 2 * alone > counted(both(broken), both(broken))
        })
    }

    /// Whether most closing brackets that are alone on their lines are at +1.
    fn most_close_at_one(&self) -> bool {
        let (mut at_one, mut all) = (0, 0);
        for id in self.lists_that_may_close(|id| self.source_closes_below(id)) {
            let closer = self.source_column(self.node(id).end as usize - 1);
            at_one += u32::from(closer == self.column_of(id) + 1);
            all += 1;
        }
        at_one >= MIN_LISTS && 2 * at_one > all
    }

    /// The column of the closing bracket of a list, which is written at a column, if that bracket stays under the opening one, to the
    /// left of it, where a body is, under the second item or, if most brackets are there, at +1.
    pub(super) fn column_of_closer(&self, id: NodeId, at: usize) -> Option<usize> {
        let closer = self.node(id).end - 1;
        let is_usual = || {
            let (closer, own) = (self.source_column(closer as usize), self.column_of(id));
            let second = || {
                self.first_and_next(id)
                    .map(|(_, next)| self.column_of(next))
            };
            closer <= own
                || closer == own + usize::from(USUAL)
                || closer == own + 1 && self.brackets.closed_at_one
                || second() == Some(closer)
        };
        // A list that begins no line may begin one in the output, or the other way round, so that its bracket would be anywhere. Where
        // lines move, the second item may join the first.
        let may_join = || {
            let next = self.around(id).and_then(|list| self.first_and_next(list));
            self.style.line_breaks != LineBreaks::Keep && next.is_some_and(|(_, next)| next == id)
        };
        let is_kept = || self.keeps_brackets(id) || self.brackets.closed_below.contains(&id);
        let is_sure = is_kept() || self.keeps_break(id) && !may_join();
        (is_sure && self.learns_columns() && is_usual()).then(|| self.as_far(closer, id, at))
    }

    /// The column of the first item of a list, which is written at a column, if its bracket ends its line; and whether it is that of all
    /// lines. `gaps` are those found so far, if they are not those of the whole text.
    pub(super) fn column_below_bracket(
        &self,
        id: NodeId,
        at: usize,
        gaps: Option<&Gaps>,
    ) -> Option<(usize, bool)> {
        if !self.learns_columns() || !self.begins_below(id) || self.has_authors_column(id) {
            return None;
        }
        let first = self.tree.items(id).next()?;
        let lines = self.lines(id);
        let lines = lines.filter(|(_, item)| !self.stays_in_first_column(id, *item));
        let mut lines = lines.peekable();
        let is_column = lines.peek().is_some() && lines.all(|(_, item)| self.is_under(item, first));
        // It is not moved to the margin, where it would stay for another reason, nor left there.
        let column = match self.is_in_first_column(first) {
            true => self.first_column(id, at),
            // Blanks before a number that is aligned with others come on top of it.
            false => {
                let start = self.node(first).start;
                let far = self.as_far(start, id, at);
                far.saturating_sub(self.padding(start, gaps)).max(1)
            }
        };
        Some((column, is_column))
    }

    /// The column of what is at an offset in a list, as far from the list's bracket, which is written at a column, as in the source.
    pub(super) fn as_far(&self, offset: u32, list: NodeId, at: usize) -> usize {
        (at + self.source_column(offset as usize)).saturating_sub(self.column_of(list))
    }

    /// Whether the closing bracket of a list that is not empty is on a later line than its last item in the source.
    #[inline(never)]
    pub(super) fn source_closes_below(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let last = self.node(node.next as usize - 1);
        let is_behind = || {
            let between = last.head_end as usize..node.end as usize - 1;
            self.text[between].trim().is_empty()
        };
        match last.kind {
            // Behind a here string, it is whatever the author did, and behind a form feed, it will be.
            NodeKind::HereString if is_behind() => false,
            NodeKind::Page if is_behind() => true,
            _ => last.start > node.start && self.blanks_inside_end(id).contains(['\n', '\r']),
        }
    }

    /// The blanks and line ends before the closing bracket of a list.
    fn blanks_inside_end(&self, id: NodeId) -> &str {
        let node = self.node(id);
        let last = self.node(node.next as usize - 1);
        let inside = &self.text[last.head_end as usize..node.end as usize - 1];
        &inside[inside.trim_end_matches([' ', '\t', '\n', '\r']).len()..]
    }
}
