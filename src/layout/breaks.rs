//! Which items of a broken list start a line: in the canonical layout, this depends on width and form; otherwise, they are
//! those that start one in the source.

use super::arrange::{Arrangement, Following};
use super::types::Rows;
use super::units::Joint;
use super::{BROKEN, Layout, Slot, Word};
use crate::forms::{Column, Role, Stay, Strategy};
use crate::options::LineBreaks;
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement};

/// The widest string after which an atom stays on its line.
const LONG_STRING: usize = 30;

/// The most columns by which a procedure of several lines beside a keyword is to the right of that.
const FAR_VALUE: usize = 20;

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

impl Layout<'_> {
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
