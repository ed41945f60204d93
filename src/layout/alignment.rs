//! Columns that the author aligned by hand: which gaps between items keep their width.
//!
//! Items are compared in *rows*. These are neighbouring lists that each start a line, such as bindings and clauses, and the
//! lines of one list. A gap of two blanks or more is kept if the item after it is as far from the start of its row as the
//! corresponding item of the row above or below; of two numbers, the ends may be. The distances are those of the output: they are
//! computed from left to right, including the gaps already decided, so the same gaps are kept when the output is formatted again.
//!
//! Where lines are kept, this holds for every list, and is decided when it is measured. In the canonical layout, it holds for
//! bindings, and is decided when their column is known: they are measured, and shapes are chosen around them, as if nothing
//! were aligned.

use super::arrange::Step;
use super::choice::CostBasis;
use super::shape::Shape;
use super::{BROKEN, Layout};
use crate::forms::Column;
use crate::options::{HandAlignment, RowBreaks};
use crate::syntax::tree::{NodeId, NodeKind, Placement};
use crate::text::width::column;
use rustc_hash::FxHashMap;
use std::mem;
use std::ops::Range;

/// Gaps before items that are not one column wide.
#[derive(Default)]
pub(super) struct Gaps(FxHashMap<NodeId, usize>);

impl Gaps {
    pub(super) fn set(&mut self, item: NodeId, width: usize) {
        self.0.insert(item, width);
    }
}

/// A row, while it is compared with its neighbours.
struct RowCursor<I> {
    items: I,
    /// The distance from the start of the row to the end of its last item; none if the rest does not count for alignment.
    end: Option<usize>,
    /// The next item, and the width of the gap before it in the source.
    next: Option<(NodeId, usize)>,
}

impl<I: Iterator<Item = NodeId>> RowCursor<I> {
    fn new(layout: &Layout<'_>, mut items: I) -> Self {
        let first = items.next();
        RowCursor {
            items,
            end: first.and_then(|first| layout.flat_width(first)),
            next: None,
        }
    }

    /// Moves to the next item, if it is on the row's line.
    fn advance(&mut self, layout: &Layout<'_>) {
        self.next = self
            .end
            .and_then(|_| self.items.next())
            .filter(|item| !layout.node(*item).begins_line())
            .map(|item| (item, layout.gap_before(item)));
    }

    /// The distance of the next item from the start of the row, if the gap before it is kept.
    fn position(&self) -> Option<usize> {
        let (_, gap) = self.next?;
        Some(self.end? + gap)
    }

    /// The distance of the end of the next item from the start of the row, if that item is a number and the gap before it is kept.
    fn end_of_number(&self, layout: &Layout<'_>) -> Option<usize> {
        let (item, _) = self.next?;
        let is_number = layout.node(item).kind == NodeKind::Atom
            && layout
                .source(item)
                .bytes()
                .any(|byte| byte.is_ascii_digit())
            && layout
                .source(item)
                .bytes()
                .all(|byte| b"0123456789+-.".contains(&byte));
        Some(self.position()? + layout.flat_width(item)?).filter(|_| is_number)
    }
}

/// A binding where it is, as it is without wide gaps.
struct PlacedBinding {
    id: NodeId,
    column: usize,
    /// The width of what must follow it on its line.
    suffix: usize,
    /// Its shape, if it is on several lines.
    shape: Option<Shape>,
}

/// Whether the next items of two rows are aligned on purpose: at their starts or, for numbers, at their ends.
fn is_aligned<I: Iterator<Item = NodeId>>(
    layout: &Layout<'_>,
    a: &RowCursor<I>,
    b: &RowCursor<I>,
) -> bool {
    let is_wide = |row: &RowCursor<I>| row.next.is_some_and(|(_, gap)| gap > 1);
    let (start, end) = (a.position(), a.end_of_number(layout));
    (is_wide(a) || is_wide(b))
        && (start.is_some() && start == b.position()
            || end.is_some() && end == b.end_of_number(layout))
}

impl Layout<'_> {
    /// Whether all of the author's columns are kept.
    pub(super) fn keeps_alignment(&self) -> bool {
        self.style.line_breaks.keeps_columns() && self.style.alignment != HandAlignment::Collapse
    }

    /// Whether the author's columns of bindings are kept, and no others.
    fn keeps_values(&self) -> bool {
        !self.style.line_breaks.keeps_columns()
            && match self.style.alignment {
                HandAlignment::Auto => self.style.rows == RowBreaks::Keep,
                chosen => chosen == HandAlignment::Keep,
            }
    }

    /// The width of the gap before an item that does not start a line. `aligned` has the gaps in the list that holds it, if they have been
    /// found for the place of that list.
    #[inline(always)]
    pub(super) fn gap(&self, item: NodeId, aligned: Option<&Gaps>) -> usize {
        // Most texts have none, and this is asked before nearly every item.
        if aligned.is_none() && self.gaps.0.is_empty() {
            1
        } else {
            self.gap_found(item, aligned)
        }
    }

    #[cold]
    fn gap_found(&self, item: NodeId, aligned: Option<&Gaps>) -> usize {
        let aligned = aligned.and_then(|gaps| gaps.0.get(&item));
        *aligned.or_else(|| self.gaps.0.get(&item)).unwrap_or(&1)
    }

    /// The items after a gap that may be wider than one column, in source order. Few lists have any, so no others are compared.
    pub(super) fn after_wide_gaps(&self) -> Vec<NodeId> {
        let nodes = 0..self.tree.nodes.len();
        nodes.filter(|id| self.is_after_wide_gap(*id)).collect()
    }

    /// Whether an item is after a gap that may be wider than one column.
    fn is_after_wide_gap(&self, id: NodeId) -> bool {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let node = self.node(id);
        let before = &self.text.as_bytes()[..node.start as usize];
        node.place == Placement::Free
            && !node.begins_line()
            && (before.ends_with(b"\t") || before.iter().rev().take(2).all(is_blank))
    }

    /// Whether a gap before one of some nodes may be wider than one column.
    fn has_wide_gap(&self, nodes: Range<NodeId>) -> bool {
        let first = self.wide.partition_point(|id| *id < nodes.start);
        self.wide.get(first).is_some_and(|id| *id < nodes.end)
    }

    /// Finds the gaps to keep within the lines of a list and in the lists inside it, all of which have been measured.
    pub(super) fn align_list(&mut self, id: NodeId) {
        let inside = id + 1..self.node(id).next as usize;
        if self.flat_width(id).is_some() || !self.has_wide_gap(inside.clone()) {
            return;
        }
        // The items of the first line count from the item under which the other lines start.
        let shape = self.shape(id, 0, 0);
        let apart = match shape.rest {
            Column::First => 0,
            Column::Align => 1,
            Column::Indent(_) => usize::MAX,
        };
        let mut rows: Vec<Vec<NodeId>> = vec![Vec::new()];
        for (index, item) in self.tree.items(id).enumerate() {
            if index > 0 && self.node(item).begins_line() {
                rows.push(Vec::new());
            }
            if rows.len() > 1 || index >= apart {
                rows.last_mut().into_iter().for_each(|row| row.push(item));
            }
        }
        if rows.len() > 1 {
            let mut rows: Vec<_> = rows
                .into_iter()
                .map(|row| RowCursor::new(self, row.into_iter()))
                .collect();
            let found = self.align(&mut rows);
            self.gaps.0.extend(found.0);
        }
        self.align_lists(inside);
    }

    /// Finds the gaps to keep in neighbouring lists among some siblings, and widens these lists.
    pub(super) fn align_lists(&mut self, siblings: Range<NodeId>) {
        for block in self.blocks(siblings) {
            if !self.has_wide_gap(block[0]..self.node(block[block.len() - 1]).next as usize) {
                continue;
            }
            let found = self.align_block(&block);
            self.gaps.0.extend(found.0);
            for id in block {
                let wider = self.wider(id, None);
                let measured = self.measured_mut(id);
                if wider > 0 && measured.width != BROKEN {
                    measured.width += wider as u32;
                    measured.written = measured.written.with_inside(false);
                }
            }
        }
    }

    /// The number of columns by which the gaps in a list exceed one column each.
    fn wider(&self, id: NodeId, aligned: Option<&Gaps>) -> usize {
        let gaps = self.tree.items(id).map(|item| self.gap(item, aligned));
        gaps.map(|gap| gap.saturating_sub(1)).sum()
    }

    /// Neighbouring lists among some siblings that may be aligned: each run of two or more.
    fn blocks(&self, siblings: Range<NodeId>) -> Vec<Vec<NodeId>> {
        let mut block: Vec<NodeId> = Vec::new();
        let mut blocks: Vec<Vec<NodeId>> = Vec::new();
        for id in self.tree.siblings(siblings) {
            let node = self.node(id);
            if node.place != Placement::Free {
                continue;
            }
            let goes_on = node.kind == NodeKind::List && node.begins_line() && node.blank() == 0;
            if !goes_on {
                blocks.push(mem::take(&mut block));
            }
            if node.kind == NodeKind::List {
                block.push(id);
            }
        }
        blocks.push(block);
        blocks.retain(|block| block.len() > 1);
        blocks
    }

    /// Finds the gaps to keep in neighbouring lists.
    fn align_block(&self, block: &[NodeId]) -> Gaps {
        let mut rows: Vec<_> = block
            .iter()
            .map(|id| RowCursor::new(self, self.tree.items(*id)))
            .collect();
        self.align(&mut rows)
    }

    /// Compares rows with their neighbours, item by item from the left, and finds the gaps to keep.
    fn align<I: Iterator<Item = NodeId>>(&self, rows: &mut [RowCursor<I>]) -> Gaps {
        let mut found = Gaps::default();
        loop {
            rows.iter_mut().for_each(|row| row.advance(self));
            if rows.iter().all(|row| row.next.is_none()) {
                return found;
            }
            let mut above = false;
            for index in 0..rows.len() {
                let below =
                    index + 1 < rows.len() && is_aligned(self, &rows[index], &rows[index + 1]);
                let stays = mem::replace(&mut above, below) || below;
                let Some((item, gap)) = rows[index].next else {
                    continue;
                };
                if stays && gap > 1 && self.gap(item, None) == 1 {
                    found.set(item, gap);
                }
            }
            for row in &mut *rows {
                row.end = row.next.and_then(|(item, _)| {
                    Some(row.end? + self.gap(item, Some(&found)) + self.flat_width(item)?)
                });
            }
        }
    }

    /// The shape of a list to be written, broken at a column, with `suffix` columns after it; and if it is bindings, the gaps to keep in
    /// them: all or, if a line would not fit or a value would go to the next line, none.
    pub(super) fn shape_and_gaps(
        &self,
        id: NodeId,
        column: usize,
        suffix: usize,
    ) -> (Shape, Option<Gaps>) {
        let shape = self.shape(id, column, suffix);
        if !self.keeps_values() || !self.is_bindings(id) {
            return (shape, None);
        }
        // They are placed even if nothing may be aligned: gaps that do not stay must change neither the choices nor their order.
        let bindings = self.bindings(id, shape, column, suffix);
        let mut parts = self.tree.items(id).flat_map(|item| self.tree.items(item));
        if !parts.any(|part| self.is_after_wide_gap(part)) {
            return (shape, None);
        }
        let mut gaps = Gaps::default();
        for block in self.blocks(id + 1..self.node(id).next as usize) {
            gaps.0.extend(self.align_block(&block).0);
        }
        let fit = bindings.iter().all(|it| self.aligned_fits(it, &gaps));
        // A trial that makes too many choices proves nothing.
        let is_known = !self.trials.borrow().is_full();
        (shape, (fit && is_known).then_some(gaps))
    }

    /// The bindings in a list of this shape, where they are.
    fn bindings(
        &self,
        id: NodeId,
        shape: Shape,
        column: usize,
        suffix: usize,
    ) -> Vec<PlacedBinding> {
        let mut bindings = Vec::new();
        self.arrange(
            id,
            shape,
            column,
            suffix,
            None,
            &mut |step, column, suffix| {
                if let Step::Touch(id) | Step::Space(id, _) | Step::Line(id, _) = step
                    && self.node(id).kind == NodeKind::List
                {
                    let is_flat = self.is_flat(id, column, suffix);
                    bindings.push(PlacedBinding {
                        id,
                        column,
                        suffix,
                        shape: (!is_flat).then(|| self.shape(id, column, suffix)),
                    });
                }
                None
            },
        );
        bindings
    }

    /// Whether a binding, in the shape that it has without gaps, fits with those, and whether everything that
    /// the author put beside its name stays there.
    fn aligned_fits(&self, binding: &PlacedBinding, gaps: &Gaps) -> bool {
        let PlacedBinding {
            id, column, suffix, ..
        } = *binding;
        let wider = self.wider(id, Some(gaps));
        let Some(shape) = binding.shape else {
            return wider == 0 || self.fits(id, column, suffix + wider);
        };
        let mut stays = true;
        self.arrange(id, shape, column, suffix, Some(gaps), &mut |step, _, _| {
            if let Step::Line(item, _) = step {
                stays &= self.node(item).begins_line();
            }
            None
        });
        let basis = CostBasis {
            has_lines: false,
            trial: Some(gaps),
        };
        stays && (wider == 0 || self.cost_of(id, shape, column, suffix, basis).over == 0)
    }

    /// The width in the source of the gap before an item that does not start a line, but no less than that of the space to
    /// be written.
    fn gap_before(&self, item: NodeId) -> usize {
        let end = self.node(item).start as usize;
        let blanks = &self.text[self.end_before(item)..end];
        let start = end - blanks.len() + blanks.trim_end_matches([' ', '\t']).len();
        if !self.text[start..end].contains('\t') {
            return (end - start).max(1);
        }
        match (self.source_column(end), self.source_column(start)) {
            (Some(end), Some(start)) => end - start,
            _ => 1,
        }
    }

    /// The end of the last leaf or opening bracket before an item. A character or a symbol may end in a blank.
    fn end_before(&self, item: NodeId) -> usize {
        let Some(before) = item.checked_sub(1).map(|before| self.node(before)) else {
            return 0;
        };
        let end = if before.end <= self.node(item).start {
            before.end
        } else {
            before.head_end
        };
        end as usize
    }

    /// The column where a trailing comment stays if the code leaves room: its column in the source, if that is more than
    /// one space after the code. None if the style aligns comments.
    pub(super) fn kept_comment_column(&self, comment: NodeId) -> Option<usize> {
        if !self.keeps_alignment() {
            return None;
        }
        Some(match self.gap_before(comment) {
            1 => 0,
            _ => self
                .source_column(self.node(comment).start as usize)
                .unwrap_or(0),
        })
    }

    /// The column of an offset in the source, unless its line is too long to be aligned with another.
    pub(super) fn source_column(&self, offset: usize) -> Option<usize> {
        const LONGEST: usize = 1000;
        let from = self
            .text
            .floor_char_boundary(offset.saturating_sub(LONGEST));
        let line = match self.text[from..offset].rfind(['\n', '\r']) {
            Some(end) => from + end + 1,
            None if from == 0 => 0,
            None => return None,
        };
        Some(column(&self.text[line..offset]))
    }
}
