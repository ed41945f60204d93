//! Where the comments between the items of a broken list go.

use super::Layout;
use super::columns::Columns;
use super::steps::Step;
use crate::syntax::tree::{NodeId, NodeKind, Placement};

/// A comment to be placed, and what has to be known for that.
#[derive(Clone, Copy)]
pub(super) struct Remark {
    pub comment: NodeId,
    /// Its placement in the source.
    pub place: Placement,
    /// The number of blank lines before it.
    pub blank: u8,
    /// The index of the next item.
    pub index: usize,
    /// Whether it comes directly after an opening bracket that a comment may touch.
    pub is_first: bool,
    /// Whether there are only comments between it and such a bracket.
    pub is_before_items: bool,
}

impl Columns {
    /// Where a comment goes, and its column.
    pub(super) fn comment(&self, remark: Remark) -> (Step, usize) {
        let Remark { comment, blank, .. } = remark;
        match remark.place {
            // A comment directly after the opening bracket is placed like an item, and so are its continuations.
            Placement::Trailing if remark.is_first => (Step::Touch(comment), self.first()),
            Placement::Continued if remark.is_before_items => {
                (Step::OwnLine(comment, 0), self.first())
            }
            Placement::Trailing => (Step::Trailing(comment), 0),
            Placement::Continued => (Step::Continued(comment), 0),
            Placement::Margin => (Step::OwnLine(comment, blank), 0),
            Placement::OwnLine | Placement::Free => {
                (Step::OwnLine(comment, blank), self.of_line(remark.index))
            }
        }
    }
}

impl Layout<'_> {
    /// Whether nothing may follow on the last line of a node: it ends in a comment or a here string.
    pub(super) fn is_open_ended(&self, id: NodeId) -> bool {
        let kind = self.node(id).kind;
        match kind {
            NodeKind::LineComment | NodeKind::HereString | NodeKind::Page => true,
            kind if kind.is_prefix() => {
                let last = self.tree.children(id).last();
                last.is_some_and(|last| self.is_open_ended(last))
            }
            _ => false,
        }
    }
}
