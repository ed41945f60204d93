//! Where the comments between the items of a broken list go.

use super::Layout;
use super::columns::Columns;
use super::steps::Step;
use crate::syntax::tree::{NodeId, NodeKind, Placement};

/// A comment that is to be put somewhere, and what there is to know for it.
#[derive(Clone, Copy)]
pub(super) struct Remark {
    pub comment: NodeId,
    /// How it stands to the lines around it in the source.
    pub place: Placement,
    /// Blank lines before it.
    pub blank: u8,
    /// Which item comes next.
    pub index: usize,
    /// Whether it stands right after an opening bracket that a comment may touch.
    pub is_first: bool,
    /// Whether only comments stand between it and such a bracket.
    pub is_before_items: bool,
    /// Whether all items stand before it, the last of them at this column.
    pub after_items: Option<usize>,
}

impl Columns {
    /// What becomes of a comment, and its column.
    pub(super) fn comment(&self, remark: Remark) -> (Step, usize) {
        let Remark { comment, blank, .. } = remark;
        match remark.place {
            // A comment right after the opening bracket stands like an item, and so does what goes on with it.
            Placement::Trailing if remark.is_first => (Step::Touch(comment), self.first()),
            Placement::Continued if remark.is_before_items => {
                (Step::OwnLine(comment, 0), self.first())
            }
            Placement::Trailing => (Step::Trailing(comment), 0),
            Placement::Continued => (Step::Continued(comment), 0),
            Placement::Margin => (Step::OwnLine(comment, blank), 0),
            Placement::OwnLine | Placement::Free => {
                let column = remark
                    .after_items
                    .unwrap_or_else(|| self.of_line(remark.index));
                (Step::OwnLine(comment, blank), column)
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
