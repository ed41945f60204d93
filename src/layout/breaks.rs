//! Which items of a broken list begin a line: by width and form in the canonical layout, or those that begin one in the
//! source.

use super::Layout;
use super::shape::{Rows, Shape};
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind};

/// What must or should stand on an item's line after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Following {
    /// The width of what stands there whatever happens: closing brackets, an ellipsis.
    pub must: usize,
    /// The width of what should: that, or the value of a keyword and its like.
    pub should: usize,
}

/// An item that is to be put somewhere, and what there is to know for it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub item: NodeId,
    /// Which item of the list it is; the operator is item 0.
    pub index: usize,
    /// The item before it.
    pub previous: Option<NodeId>,
    /// Whether that stays with the one before it, as the value of a keyword does.
    pub previous_belongs: bool,
    /// Whether the list would be on one line, which it may not be, if this did not begin another.
    pub must_break: bool,
    /// Whether `#;` stands before it.
    pub is_commented_out: bool,
    /// Where it goes if it begins a line.
    pub line: usize,
    /// Whether it stays with the item before.
    pub belongs: bool,
    pub following: Following,
}

/// The widest string after which an atom stays on its line.
const LONG_STRING: usize = 30;

impl Layout<'_> {
    /// Whether an item begins a line that may follow on one at the column `free`.
    #[inline(always)]
    pub(super) fn begins_line(&self, shape: &Shape, next: &Candidate, free: usize) -> bool {
        match self.style.line_breaks {
            LineBreaks::Canonical => self.breaks_canonically(shape, next, free),
            LineBreaks::Keep => self.broken_by_author(next),
        }
    }

    /// Whether an item begins a line in the source. The first one of a list touches its bracket all the same; what `#;`
    /// comments out may stand below it.
    fn broken_by_author(&self, next: &Candidate) -> bool {
        let may_break = next.previous.is_some() || next.is_commented_out;
        may_break && self.node(next.item).begins_line
    }

    /// Whether what a `#;` comments out stands below it.
    pub(super) fn begins_below(&self, id: NodeId) -> bool {
        let node = self.node(id);
        self.keeps_lines()
            && node.kind == NodeKind::DatumComment
            && self
                .items(id)
                .next()
                .is_some_and(|item| self.node(item).begins_line)
    }

    /// Whether an item begins a line in the canonical layout.
    #[inline(always)]
    fn breaks_canonically(&self, shape: &Shape, next: &Candidate, free: usize) -> bool {
        let (item, beside) = (next.item, free + 1);
        let Following { must, should } = next.following;
        if next.previous.is_none() {
            return false;
        }
        let stays = next.index <= shape.stay
            && (next.index == 1 || self.is_bindings(item) || self.fits(item, beside, must));
        let stays = stays || next.belongs && !self.fits_only(item, next.line, beside, must);
        !(stays || self.goes_on(shape, next) && self.fits(item, beside, should))
    }

    /// Whether an atom fits at a column and not at another, further right.
    fn fits_only(&self, id: NodeId, column: usize, right: usize, trail: usize) -> bool {
        let kind = self.node(id).kind;
        kind != NodeKind::List
            && !kind.is_prefix()
            && self.fits(id, column, trail)
            && !self.fits(id, right, trail)
    }

    /// Whether an item stands on the line of the one before it if it fits there.
    fn goes_on(&self, shape: &Shape, next: &Candidate) -> bool {
        match shape.rows {
            Rows::One => false,
            Rows::Fill => next.index > shape.stay,
            Rows::Pack => {
                next.index > 1
                    && !next.must_break
                    && !next.previous_belongs
                    && next
                        .previous
                        .is_some_and(|before| self.packs(before, next.item))
            }
            Rows::Keep => next
                .previous
                .is_some_and(|before| !self.source_breaks(before, next.item)),
        }
    }

    /// Whether two neighbours are atoms that may share a line. Keywords begin one, and so do a string after another and what
    /// follows a long one, which is most often a message.
    pub(super) fn packs(&self, before: NodeId, item: NodeId) -> bool {
        let is_string = |id| self.node(id).kind == NodeKind::String;
        let is_short = |id| {
            self.flat_width(id)
                .is_some_and(|width| width <= LONG_STRING)
        };
        let may_share = |id| !self.is_keyword(id) && !self.is_list(id);
        may_share(before)
            && may_share(item)
            && !(is_string(before) && (is_string(item) || !is_short(before)))
    }

    /// Whether the author broke the line between two siblings that the layout may have on two lines.
    pub(super) fn source_breaks(&self, before: NodeId, after: NodeId) -> bool {
        self.node(after).begins_line && !self.belongs(before, after)
    }
}
