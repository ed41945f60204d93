//! Which items of a broken list start a line: in the canonical layout, this depends on width and form; otherwise, they are
//! those that start one in the source.

use super::arrange::{Arrangement, Following};
use super::learned::{MIN_LISTS, USUAL, counted};
use super::types::{Gaps, Rows};
use super::units::Joint;
use super::{BROKEN, Layout, Slot, Word};
use crate::forms::{Column, RestKind, Role, Stay, Strategy};
use crate::options::{Closers, LineBreaks};
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement};
use rustc_hash::{FxHashMap, FxHashSet};

/// The widest string after which an atom stays on its line.
const LONG_STRING: usize = 30;

/// The most columns by which a procedure of several lines beside a keyword is to the right of that.
const FAR_VALUE: usize = 20;

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

impl Arrangement<'_, '_> {
    /// Whether the next item starts a line, if it could also continue one at the column `free`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn begins_line(
        &self,
        item: NodeId,
        node: &Node,
        following: Following,
        free: usize,
    ) -> bool {
        let Some(previous) = self.previous else {
            // The first item of a list touches its bracket; a datum commented out by `#;` may be on the next line.
            return self.layout.begins_below(self.list);
        };
        match self.layout.style.line_breaks {
            LineBreaks::Keep => node.begins_line(),
            _ => self.breaks_canonically(previous, item, node, following, free),
        }
    }

    /// Whether an item after another one starts a line in the canonical layout.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn breaks_canonically(
        &self,
        previous: NodeId,
        item: NodeId,
        node: &Node,
        Following { must, should }: Following,
        free: usize,
    ) -> bool {
        let layout = self.layout;
        // What is behind the header of a definition stays on its line only if all before it does. What is commented out
        // stays there only in a list on one line.
        let may_stay = (self.index <= self.shape.stay || self.is_skipped_name(item, node))
            && (self.is_on_one_line
                || node.kind != NodeKind::DatumComment && !self.begins_with_header());
        let is_bound = layout.is_bound(item);
        let shares = self.shares(previous, item);
        if !(may_stay || is_bound || shares) {
            return true;
        }
        if self.shape.sets_apart
            && (self.is_apart(previous, layout.node(previous))
                || self.is_apart(item, node)
                || self.index > 1 && self.has_line_with_comment(item, node))
        {
            return true;
        }
        let (line, beside) = (self.of_line(), free + self.gap(item, free));
        let right_edge = layout.right_edge(line);
        let fits = |column, suffix| self.fits(item, Slot { column, suffix }, line);
        // What the author broke may be beside others in his rows.
        let can_fit = || beside + layout.narrowest(item) + must <= right_edge;
        let hangs = || {
            let is_hung = self.shape.rows == Rows::Keep && layout.is_authors(item);
            // Its first line is the end of a line of the author's, which may be wider.
            is_hung && (can_fit() || beside + layout.narrowest(item) <= layout.widest)
        };
        let is_message =
            || self.layout.form(self.list).stay == Stay::Message && layout.is_destination(previous);
        // Parameters or a value beside a name go on below, unless they are only a guess.
        let is_named = |previous: NodeId| {
            let is_known = matches!(layout.form(self.list).stay, Stay::Count(_));
            is_known && self.index == 2 && !layout.is_list(previous)
        };
        // The author may have put the first argument below one that is commented out, or below a directive.
        let is_second =
            self.index == 1 && (layout.node(previous).kind.is_datum() || !layout.stays_apart(item));
        let stays = may_stay
            && !(self.index == 1
                && (self.strategy == Strategy::Fill
                    && self.takes_value_below(item, should, beside)
                    || self.is_behind_skipped(previous)))
            && (is_second
                || !layout.stays_apart(item)
                    && (layout.is_bindings(item)
                        || fits(beside, must)
                        || is_message()
                        || is_named(previous) && can_fit()));
        let stays = stays || is_bound && !self.drops(previous, item, beside, must);
        let is_in_row_of_numbers = || layout.rows_of_numbers.contains(&self.list);
        !(stays || shares && (fits(beside, should) || hangs() || is_in_row_of_numbers()))
    }

    /// Whether the list is a definition, or one like it whose first argument is a list or a keyword.
    #[inline]
    fn begins_with_header(&self) -> bool {
        let layout = self.layout;
        let has_header = || {
            let next = layout.first_and_next(self.list).map(|(_, next)| next);
            next.is_some_and(|next| layout.is_list(next) || layout.is_keyword(next))
        };
        self.strategy == Strategy::Definition
            || layout.form(self.list).stay == Stay::LeadingAndParameters && has_header()
    }

    /// Whether an item is commented out behind the names that a form begins with, and stays with them: a name does, and a list where the
    /// author had it there.
    #[inline]
    fn is_skipped_name(&self, item: NodeId, node: &Node) -> bool {
        let stay = || &self.layout.form(self.list).stay;
        node.kind == NodeKind::DatumComment
            && (!self.layout.is_list(item) || self.shape.sets_apart && !node.begins_line())
            && self.index > 1
            && self.index == self.shape.stay + 1
            && self.is_on_one_line
            && matches!(stay(), Stay::Leading | Stay::LeadingAndParameters)
    }

    /// Whether an item, not the first, is commented out by `#;` on a line of its own in the source.
    #[inline]
    fn is_apart(&self, item: NodeId, node: &Node) -> bool {
        let is_last = || node.next == self.node.next;
        node.kind == NodeKind::DatumComment
            && item > self.list + 1
            && node.begins_line()
            && (is_last() || self.layout.node(node.next as usize).begins_line())
    }

    /// Whether an item drops below the one that it belongs to, since only that fits. Some lists do as the value of a keyword if they have
    /// several lines.
    #[cold]
    fn drops(&self, previous: NodeId, item: NodeId, beside: usize, must: usize) -> bool {
        let (layout, node) = (self.layout, self.layout.node(item));
        let line = self.of_line();
        // A value beside its keyword or name in the source stays there on the author's line, which may be wider.
        let is_beside = layout.style.line_breaks == LineBreaks::Persistent && !node.begins_line();
        let right_edge = |column| match is_beside && column == beside {
            true => layout.right_edge(line).max(layout.widest),
            false => layout.right_edge(line),
        };
        let is_within = |width: usize, column| column + width <= right_edge(column);
        let fits_with = |must, column| {
            let width = layout.flat_width(item);
            width.is_some_and(|width| is_within(width + must, column))
        };
        let fits = |column| fits_with(must, column);
        let can_fit = |column| is_within(layout.narrowest(item) + must, column);
        match node.kind {
            _ if layout.measured(item).joint == Joint::Fixed => false,
            kind if kind.has_children() => {
                let has_lines = layout.drops_values
                    && self.strategy != Strategy::Module
                    && layout.is_keyword(previous);
                let is_default = self.strategy == Strategy::Fill && layout.is_keyword(previous);
                let is_better_below = || {
                    let below = self.column_of_further_value(previous, item);
                    self.is_far(item, beside) || below.is_some_and(fits)
                };
                let only_below = || !can_fit(beside) && can_fit(line);
                !fits(beside)
                    && (has_lines || is_default && fits(line) || is_better_below() || only_below())
            }
            _ => {
                // What has to follow may drop as well.
                let drops_alone = || fits_with(0, line) && !fits_with(0, beside);
                !layout.is_above_tail(item, self.node.next)
                    && !fits(beside)
                    && (fits(line) || drops_alone())
            }
        }
    }

    /// The column of an item below `previous` if that is a list and the item a further value of the same keyword, in the canonical layout.
    fn column_of_further_value(&self, previous: NodeId, item: NodeId) -> Option<usize> {
        let layout = self.layout;
        let (_, column) = self.above.filter(|(above, _)| *above == previous)?;
        (layout.style.line_breaks == LineBreaks::Canonical && layout.is_bound(item))
            .then_some(column)
    }

    /// Whether an item is a procedure or a loop that begins far to the right of the lines of this list, in the canonical layout.
    fn is_far(&self, item: NodeId, beside: usize) -> bool {
        let layout = self.layout;
        let body = layout.form(item).rest;
        layout.style.line_breaks == LineBreaks::Canonical
            && beside > self.of_line() + FAR_VALUE
            && matches!(body, Column::Indent(2..))
    }

    /// Whether an item on one line fits in a slot, where one that begins a line is at the column `line`. What joins a line is on no line of
    /// the author's.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fits(&self, item: NodeId, slot: Slot, line: usize) -> bool {
        let layout = self.layout;
        layout.flat_width(item).is_some_and(|width| {
            slot.end(width) <= layout.right_edge(line) || self.fits_beyond(item, slot, line, width)
        })
    }

    /// Whether an item of this width stays on one line though it ends beyond the right edge.
    #[inline(never)]
    fn fits_beyond(&self, item: NodeId, slot: Slot, line: usize, width: usize) -> bool {
        let layout = self.layout;
        let gains_little = || layout.gains_little(slot.end(width), || slot.column);
        (slot.column == line || !(layout.node(item).begins_line() || self.has_joined))
            && (layout.is_tolerated(item, slot, width) || slot.column > line && gains_little())
    }

    /// Whether an item of a filled list is the keyword of a header that goes to the next line since its value fits only there, not behind
    /// the item before, at the column `beside`.
    #[inline(never)]
    fn takes_value_below(&self, item: NodeId, should: usize, beside: usize) -> bool {
        let (layout, line) = (self.layout, self.of_line());
        // That a wider line is tolerated there is no reason.
        let width = layout.flat_width(item).unwrap_or(BROKEN as usize) + should;
        let fits = |column| column + width <= layout.right_edge(line);
        let value = layout.node(item).next;
        layout.is_keyword(item)
            && value < self.node.next
            && layout.is_bound(value as usize)
            && layout.flat_width(value as usize).is_some()
            && !fits(beside)
            && fits(line)
    }

    /// Whether the item behind `previous` begins a line since that is commented out and the items are all of a kind, in the canonical
    /// layout.
    fn is_behind_skipped(&self, previous: NodeId) -> bool {
        self.layout.node(previous).kind == NodeKind::DatumComment
            && self.layout.style.line_breaks == LineBreaks::Canonical
            && self.shape.rest == Column::Align
    }

    /// Whether an item goes on the last line of the one before it, which has several lines and ends at a column: an ellipsis does, and
    /// what the author put there in a list that stays broken, but for the lists of a body.
    #[cold]
    pub(super) fn follows_lines(&self, item: NodeId, node: &Node, must: usize, end: usize) -> bool {
        let layout = self.layout;
        if layout.measured(item).word == Word::Ellipsis {
            let is_apart =
                |previous| self.shape.sets_apart && self.is_apart(previous, layout.node(previous));
            return layout.is_bound(item) && !self.previous.is_some_and(is_apart);
        }
        let beside = Slot {
            column: end + self.gap(item, end),
            suffix: must,
        };
        let is_body = matches!(self.shape.rest, Column::Indent(_))
            && layout.form(self.list).role(self.index) == Role::Body;
        let is_within = |width| beside.end(width) <= layout.right_edge(self.of_line());
        self.previous
            .is_some_and(|previous| layout.is_authors(previous))
            && !node.begins_line()
            && !(is_body && layout.is_list(item))
            && (layout.is_flat(item, beside)
                || layout.is_authors(item) && is_within(layout.narrowest(item)))
    }

    /// Whether an atom begins a line of the source that ends in a comment, and what is on that line stays on one. Joined to the line before,
    /// the comment would be about the items there, too.
    #[inline]
    fn has_line_with_comment(&self, item: NodeId, node: &Node) -> bool {
        node.begins_line() && !node.kind.has_children() && self.has_comment_behind(item)
    }

    /// Whether a comment ends the line of an atom that begins it, and what is on that line stays on one.
    #[inline(never)]
    fn has_comment_behind(&self, item: NodeId) -> bool {
        let layout = self.layout;
        if layout.is_bound(item) {
            return false;
        }
        let line = self.of_line();
        // In a call, any atom that begins a line stays there.
        let fills = !matches!(self.shape.rows, Rows::One | Rows::Pack);
        let mut end = line;
        for id in layout.tree.siblings(item..self.node.next as usize) {
            let next = layout.node(id);
            if next.placement == Placement::Trailing {
                return true;
            }
            let goes_on = id == item || !next.begins_line() && (layout.is_bound(id) || fills);
            let Some(width) = layout.flat_width(id).filter(|_| goes_on) else {
                return false;
            };
            end += width + usize::from(id != item);
            if end > layout.right_edge(line) {
                return false;
            }
        }
        false
    }

    /// Whether an item goes on the line of the one before it if it fits there.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn shares(&self, previous: NodeId, item: NodeId) -> bool {
        match self.shape.rows {
            Rows::One => false,
            Rows::Fill => self.index > self.shape.stay,
            Rows::Pack => {
                let is_apart = self.shape.sets_apart && self.layout.source_breaks(item);
                self.index > 1 && !is_apart && self.packs(previous, item)
            }
            Rows::Keep => self.is_in_row(previous, item),
        }
    }

    /// Whether an item and the one before it are atoms that share a line.
    #[inline(never)]
    fn packs(&self, previous: NodeId, item: NodeId) -> bool {
        let ends_one_line = self.is_on_one_line && self.layout.node(item).next == self.node.next;
        !self.layout.is_bound(previous) && !ends_one_line && self.layout.packs(previous, item)
    }

    /// Whether an item is in the author's row of the one before it, in which it may stay.
    #[inline]
    fn is_in_row(&self, previous: NodeId, item: NodeId) -> bool {
        let leaves = self.layout.source_breaks(item)
            || self.strategy == Strategy::Definition && self.is_form_of_body(previous, item)
            || self.index == 1 && self.shape.stay == 0 && self.is_below_operator(previous);
        !leaves
    }

    /// Whether an item is a form in the body of a definition that stays broken, and begins a line though it does not in the source: behind
    /// the header or a string, which may document the definition, or since it is commented out.
    #[inline(never)]
    fn is_form_of_body(&self, previous: NodeId, item: NodeId) -> bool {
        let layout = self.layout;
        let form = layout.form(self.list);
        let [above, own] = [previous, item].map(|it| layout.node(it).kind);
        let follows = form.role(self.index - 1) == Role::Body
            && own != NodeKind::DatumComment
            && (above != NodeKind::String || own == NodeKind::Atom);
        layout.style.line_breaks == LineBreaks::Persistent
            && form.role(self.index) == Role::Body
            && !follows
    }

    /// Whether the second item goes below the operator, the one before it, since it has a choice and the shape says so.
    #[inline(never)]
    fn is_below_operator(&self, previous: NodeId) -> bool {
        let form = self.layout.form(self.list);
        let choices = || {
            let fixed = self.layout.fixed(self.list, form);
            self.layout.second_choices(self.list, form, fixed)
        };
        self.layout.node(previous).kind.is_datum() && choices().is_some()
    }
}

impl<'a> Layout<'a> {
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
        self.kept_brackets[usize::from(self.has_prefix(id))]
            || self.closed_below.contains(&id)
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

    /// The lists whose closing bracket is alone on its line and could join the one before, where it depends on how many there are whether
    /// it does.
    pub(super) fn closed_alone(&self) -> Vec<NodeId> {
        let style = self.style;
        if style.line_breaks == LineBreaks::Canonical || style.closers != Closers::Auto {
            return Vec::new();
        }
        self.lists_that_may_close(|id| self.source_closes_below(id))
            .collect()
    }

    /// Whether brackets stay alone on their lines, or at the end of them: those of lists without a prefix, and with one, given those that
    /// are [alone](Layout::closed_alone).
    pub(super) fn kept_brackets(&self, alone: &[NodeId]) -> [bool; 2] {
        match (self.style.line_breaks, self.style.closers) {
            (LineBreaks::Canonical, _) => [false; 2],
            (_, Closers::Auto) => self.most_close_below(alone),
            (_, chosen) => [chosen == Closers::Keep; 2],
        }
    }

    /// Whether those of a list stay so.
    #[inline]
    pub(super) fn keeps_brackets(&self, id: NodeId) -> bool {
        let is_kept = || self.kept_brackets[usize::from(self.has_prefix(id))];
        self.kept_brackets != [false; 2] && is_kept()
            || self.may_keep_brackets() && self.is_open_at_end(id)
    }

    /// The atom that a list of two elements or more begins with, as in the source.
    pub(super) fn operator_of(&self, id: NodeId) -> Option<&'a str> {
        let (first, _) = self.first_and_next(id)?;
        (self.node(first).kind == NodeKind::Atom).then(|| self.source(first))
    }

    /// The lists whose closing bracket stays alone on its line because those of most lists with their operator are: of two or more, or of a
    /// single one that has three lines or more, as a table does.
    pub(super) fn closed_by_operator(&self, alone: &[NodeId]) -> FxHashSet<NodeId> {
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
    pub(super) fn closed_beside(&self, alone: &[NodeId]) -> FxHashSet<NodeId> {
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
    pub(super) fn most_close_at_one(&self) -> bool {
        if !self.learns_columns() || self.style.closers == Closers::Join {
            return false;
        }
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
                || closer == own + 1 && self.closes_at_one
                || second() == Some(closer)
        };
        // A list that begins no line may begin one in the output, or the other way round, so that its bracket would be anywhere. Where
        // lines move, the second item may join the first.
        let may_join = || {
            let next = self.around(id).and_then(|list| self.first_and_next(list));
            self.style.line_breaks != LineBreaks::Keep && next.is_some_and(|(_, next)| next == id)
        };
        let is_kept = || self.keeps_brackets(id) || self.closed_below.contains(&id);
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

    /// Whether two neighbours are atoms that may share a line. Keywords start a line, and so do a string after another string
    /// and whatever follows a long string, which is usually a message.
    pub(super) fn packs(&self, before: NodeId, item: NodeId) -> bool {
        let is_string = |id| self.node(id).kind == NodeKind::String;
        let is_short = |id| {
            self.flat_width(id)
                .is_some_and(|width| width <= LONG_STRING)
        };
        let is_atom = |id| !self.is_keyword(id) && (!self.is_list(id) || self.is_empty_list(id));
        is_atom(before)
            && is_atom(item)
            && !(is_string(before) && (is_string(item) || !is_short(before)))
    }
}
