//! Which items of a broken list start a line: in the canonical layout, this depends on width and form; otherwise, they are
//! those that start one in the source.

use super::Layout;
use super::shape::{Rows, Shape};
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind};

/// What must or should follow an item on its line.
#[derive(Clone, Copy, Default)]
pub(super) struct Following {
    /// The width of what has to be there: closing brackets, an ellipsis.
    pub must: usize,
    /// The width of what should be there: all that, or the value of a keyword and the like.
    pub should: usize,
}

/// An item to be placed, and what has to be known for that.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub item: NodeId,
    /// The item's index in the list; the operator is item 0.
    pub index: usize,
    /// The item before it.
    pub previous: Option<NodeId>,
    /// Whether it may share the line of an atom: that is not the value of a keyword, and the list is still on several lines.
    pub may_share: bool,
    /// Whether `#;` stands before it.
    pub is_commented_out: bool,
    /// The item's column if it starts a line.
    pub line: usize,
    /// Whether it stays with the item before it.
    pub belongs: bool,
    /// Whether it goes below that if it takes several lines.
    pub may_drop: bool,
    pub following: Following,
}

/// The widest string after which an atom stays on its line.
const LONG_STRING: usize = 30;

impl Layout<'_> {
    /// Whether an item starts a line, if it could also continue one at the column `free`.
    #[inline(always)]
    pub(super) fn begins_line(&self, shape: &Shape, next: &Candidate, free: usize) -> bool {
        match self.style.line_breaks {
            LineBreaks::Canonical => self.breaks_canonically(shape, next, free),
            LineBreaks::Keep => self.broken_by_author(next),
        }
    }

    /// Whether an item starts a line in the source. The first item of a list always touches its bracket; a datum commented
    /// out by `#;` may be on the next line.
    fn broken_by_author(&self, next: &Candidate) -> bool {
        let may_break = next.previous.is_some() || next.is_commented_out;
        may_break && self.node(next.item).begins_line()
    }

    /// Whether the datum commented out by a `#;` is on the next line.
    pub(super) fn begins_below(&self, id: NodeId) -> bool {
        let node = self.node(id);
        self.keeps_lines()
            && node.kind == NodeKind::DatumComment
            && self
                .items(id)
                .next()
                .is_some_and(|item| self.node(item).begins_line())
    }

    /// Whether an item starts a line in the canonical layout.
    #[inline(always)]
    fn breaks_canonically(&self, shape: &Shape, next: &Candidate, free: usize) -> bool {
        let (item, beside) = (next.item, free + self.gap(next.item));
        let Following { must, should } = next.following;
        if next.previous.is_none() {
            return false;
        }
        let margin = self.margin(next.line);
        let fits = |column: usize, trail: usize| {
            self.flat_width(item)
                .is_some_and(|width| column + width + trail <= margin)
        };
        let kind = self.node(item).kind;
        let is_atom = kind != NodeKind::List && !kind.is_prefix();
        let stays = next.index <= shape.stay
            && (next.index == 1 || self.is_bindings(item) || fits(beside, must));
        let drops = || match is_atom {
            true => fits(next.line, must) && !fits(beside, must),
            false => next.may_drop && !fits(beside, must),
        };
        let stays = stays || next.belongs && !drops();
        !(stays || self.goes_on(shape, next) && fits(beside, should))
    }

    /// Whether an item goes on the line of the one before it if it fits there.
    fn goes_on(&self, shape: &Shape, next: &Candidate) -> bool {
        match shape.rows {
            Rows::One => false,
            Rows::Fill => next.index > shape.stay,
            Rows::Pack => {
                let packs = |before| self.packs(before, next.item);
                next.may_share && next.previous.is_some_and(packs)
            }
            Rows::Keep => next
                .previous
                .is_some_and(|before| !self.source_breaks(before, next.item)),
        }
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

    /// Whether the author put two siblings on different lines, as far as the layout allows that.
    pub(super) fn source_breaks(&self, before: NodeId, after: NodeId) -> bool {
        self.node(after).begins_line() && !self.belongs(before, after)
    }
}
