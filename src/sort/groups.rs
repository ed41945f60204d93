//! The groups of a list: items that may be reordered, each with its comments.
//!
//! A blank line ends a group. A comment after an item on its line belongs to that item. Comments on the lines above items either belong to
//! the items or head groups: if each of them has one item below it, up to the next such comment or the end of the group, they belong to the
//! items; if each has several, and the first of them begins the group, they head groups of their own. Otherwise, the group is unclear. A
//! datum after `#;` belongs to the item after it.

use std::ops::Range;

use crate::syntax::data::Data;
use crate::syntax::tree::{Node, NodeId, NodeKind};

use super::KeptReason;
use super::key::SortKey;

/// An item with its comments.
#[derive(Debug)]
pub(crate) struct SortItem {
    pub(super) span: Range<usize>,
    pub(super) key: SortKey,
    /// Whether it begins with a comment on a line of its own.
    pub(super) begins_with_comment: bool,
    /// Whether it ends with a comment.
    pub(super) ends_with_comment: bool,
    /// Its start without the comments above it.
    own_start: usize,
}

/// Items that may be reordered, in the order of the text; at least one.
#[derive(Debug)]
pub(crate) struct Group {
    pub(super) items: Vec<SortItem>,
    /// Whether it is unclear which comments head the group and which ones belong to items.
    pub(super) is_unclear: bool,
}

impl Group {
    /// Whether the items are in order.
    pub(super) fn is_sorted(&self) -> bool {
        self.items.is_sorted_by(|a, b| a.key <= b.key)
    }

    /// From the first item to the last.
    pub(super) fn span(&self) -> Range<usize> {
        let [first, .., last] = &self.items[..] else {
            return self.items[0].span.clone();
        };
        first.span.start..last.span.end
    }
}

/// The kind of a datum in a list.
pub(super) enum ElementKind {
    /// An item.
    Item,
    /// An item for another phase, which is not reordered with the others.
    OfPhase,
    /// A keyword that begins an item; the next datum is the rest of the item.
    Keyword,
    /// Anything else.
    Other,
}

/// Collects groups from nodes.
struct Collector<'t, P> {
    data: Data<'t>,
    /// Tells the kind of a datum.
    part: P,
    groups: Vec<Group>,
    /// The items of the current group.
    items: Vec<SortItem>,
    /// Whether these are for another phase.
    is_of_phase: bool,
    /// The comments, and perhaps a keyword, since the last datum.
    pending: Vec<NodeId>,
    /// Whether there is a keyword among them.
    follows_keyword: bool,
}

/// The groups of the items among siblings.
///
/// # Errors
/// Returns the reason why they cannot be sorted.
pub(super) fn groups(
    data: Data<'_>,
    nodes: impl Iterator<Item = NodeId>,
    part: impl Fn(NodeId) -> Result<ElementKind, KeptReason>,
) -> Result<Vec<Group>, KeptReason> {
    let mut collector = Collector {
        data,
        part,
        groups: Vec::new(),
        items: Vec::new(),
        is_of_phase: false,
        pending: Vec::new(),
        follows_keyword: false,
    };
    for id in nodes {
        collector.add(id)?;
    }
    collector.end_items();
    Ok(collector.groups)
}

impl<P: Fn(NodeId) -> Result<ElementKind, KeptReason>> Collector<'_, P> {
    fn node(&self, id: NodeId) -> &Node {
        &self.data.tree.nodes[id]
    }

    fn add(&mut self, id: NodeId) -> Result<(), KeptReason> {
        let node = *self.node(id);
        if node.blank() > 0 {
            self.end_group();
        }
        match (node.kind, self.items.last_mut()) {
            (NodeKind::LineComment, item)
                if node.placement.belongs_to_code() && self.pending.is_empty() =>
            {
                // Without an item, it is after something else.
                if let Some(item) = item {
                    item.span.end = node.end as usize;
                    item.ends_with_comment = true;
                }
            }
            // Whether it ends its line depends on the next node.
            (NodeKind::BlockComment, _) if node.placement.belongs_to_code() => {
                return Err(KeptReason::not_sorted(self.data, id));
            }
            (NodeKind::LineComment | NodeKind::BlockComment | NodeKind::DatumComment, _) => {
                self.pending.push(id);
            }
            _ => self.add_datum(id)?,
        }
        Ok(())
    }

    fn add_datum(&mut self, id: NodeId) -> Result<(), KeptReason> {
        let datum = match self.node(id).kind {
            // Its last child is the datum after it.
            NodeKind::InlineComment => self.data.tree.children(id).last(),
            _ => Some(id),
        };
        let datum = datum.ok_or_else(|| KeptReason::not_sorted(self.data, id))?;
        match (self.part)(datum)? {
            ElementKind::Keyword if !self.follows_keyword => {
                self.pending.push(id);
                self.follows_keyword = true;
            }
            ElementKind::Other if !self.follows_keyword => self.end_group(),
            part => {
                let is_of_phase = matches!(part, ElementKind::OfPhase);
                if is_of_phase != self.is_of_phase {
                    self.end_items();
                    self.is_of_phase = is_of_phase;
                }
                self.add_item(id, datum);
            }
        }
        Ok(())
    }

    fn add_item(&mut self, id: NodeId, datum: NodeId) {
        let mut parts = std::mem::take(&mut self.pending);
        self.follows_keyword = false;
        parts.push(id);
        let is_comment = |id: &&NodeId| {
            let kind = self.node(**id).kind;
            matches!(kind, NodeKind::LineComment | NodeKind::BlockComment)
        };
        let above = parts.iter().take_while(is_comment).count();
        let start = |part: NodeId| self.node(part).start as usize;
        self.items.push(SortItem {
            span: start(parts[0])..self.node(id).end as usize,
            key: SortKey::of(self.data, datum),
            begins_with_comment: above > 0,
            ends_with_comment: false,
            own_start: start(parts[above]),
        });
    }

    /// Ends a group before a blank line or something that is not an item. Comments before that stay where they are.
    fn end_group(&mut self) {
        self.end_items();
        self.pending.clear();
        self.follows_keyword = false;
    }

    fn end_items(&mut self) {
        let mut items = std::mem::take(&mut self.items);
        let commented = items.iter().enumerate();
        let commented = commented.filter(|(_, item)| item.begins_with_comment);
        let heads: Vec<usize> = commented.map(|(index, _)| index).collect();
        let ends = heads.iter().skip(1).copied().chain([items.len()]);
        let sizes: Vec<usize> = heads
            .iter()
            .zip(ends)
            .map(|(head, end)| end - head)
            .collect();
        let are_headings = heads.first() == Some(&0) && sizes.iter().all(|size| *size > 1);
        if are_headings {
            for size in sizes {
                let rest = items.split_off(size);
                items[0].span.start = items[0].own_start;
                items[0].begins_with_comment = false;
                self.groups.push(Group {
                    items: std::mem::replace(&mut items, rest),
                    is_unclear: false,
                });
            }
        } else if !items.is_empty() {
            self.groups.push(Group {
                items,
                is_unclear: sizes.iter().any(|size| *size > 1),
            });
        }
    }
}
