//! Aligned gaps where they are decided as soon as the column of a list is known: those that fit there.
//!
//! Lists are measured, and shapes are chosen around them, as if nothing were aligned, and their lines are those that they have then. A row
//! that does not fit gives up its gaps, but those of a table of data, which is found before, stay on one line.

use super::types::{Gaps, Rows, Shape, Step};
use super::{Layout, Slot};
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind};
use rustc_hash::FxHashSet;
use std::mem;
use std::rc::Rc;

/// How often the gaps of some rows are found, each time without those that did not fit.
const MAX_TRIES: usize = 4;

/// A list where it is, as it is without wide gaps: a binding, or any row.
struct PlacedList {
    id: NodeId,
    slot: Slot,
    /// Its shape, if it is on several lines.
    shape: Option<Shape>,
}

impl Layout<'_> {
    /// The shape of a broken list to be written, and the gaps to keep in its lines and in the lists inside it, unless a line would not fit
    /// or a value would go to the next line. `around` has the gaps before its own items that the lists beside it have decided.
    pub(super) fn shape_and_gaps(
        &self,
        id: NodeId,
        slot: Slot,
        around: Option<&Gaps>,
    ) -> (Shape, Option<Box<Gaps>>) {
        let shape = self.shape(id, slot);
        let may_align = match self.style.line_breaks {
            LineBreaks::Canonical => !self.wide.is_empty(),
            _ => !self.keeps_alignment() && self.keeps_columns_of_rows(),
        };
        let gaps = may_align.then(|| self.gaps_inside(id, shape, slot, around));
        let gaps = gaps.flatten();
        if gaps.as_ref().is_some_and(|gaps| !gaps.before.is_empty()) {
            self.may_change_again.set(true);
        }
        (shape, gaps.map(Box::new))
    }

    /// The gaps to keep in the lines of a list of this shape, and in the lists inside it.
    #[inline(never)]
    fn gaps_inside(
        &self,
        id: NodeId,
        shape: Shape,
        slot: Slot,
        around: Option<&Gaps>,
    ) -> Option<Gaps> {
        let inside = id + 1..self.node(id).next as usize;
        let has_rows = shape.rows == Rows::Keep && self.style.line_breaks != LineBreaks::Canonical;
        let has_wide_gap =
            self.has_wide_gap(inside.clone()) || has_rows && self.has_numbers_below(id);
        if !has_wide_gap {
            return None;
        }
        let mut found = Gaps::default();
        if let Some(around) = around {
            self.take_gaps(id, around, &mut found);
        }
        let lists = self.placed_lists(id, shape, slot, &found);
        let lines = self.lines_in(id, shape, slot, None);
        let begins_line = |item| lines.binary_search(&item).is_ok();
        // Lists that share a line in the output are no neighbouring rows there.
        let blocks = self.blocks(inside, |id| shape.rows == Rows::One || begins_line(id));
        let gaps = self.fitting_gaps(&blocks, &lists, &found);
        // In the canonical layout, no numbers are padded, so rows of them would lose a part of their columns.
        if (has_rows || self.has_wide_pairs(id, |item| self.is_after_wide_gap(item)))
            && let Some(gaps) = &gaps
            && let Some(own) = self.gaps_of_lines(id, shape, slot, gaps, &lines)
            && (has_rows || self.has_wide_pairs(id, |item| self.gap(item, Some(&own)) > 1))
        {
            return Some(own);
        }
        let stay = |gaps: &Gaps| {
            shape.rows == Rows::One || self.lines_in(id, shape, slot, Some(gaps)) == lines
        };
        Some(gaps.filter(stay).unwrap_or(found))
    }

    /// The gaps to keep in the lines of a list as rows, which begin with these items, besides those found in the lists inside it. None if they
    /// do not fit.
    fn gaps_of_lines(
        &self,
        id: NodeId,
        shape: Shape,
        slot: Slot,
        inside: &Gaps,
        lines: &[NodeId],
    ) -> Option<Gaps> {
        let is_at_margin = |row: &Vec<NodeId>| {
            row.first()
                .is_some_and(|item| self.stays_in_first_column(id, *item))
        };
        let rows = self.lines_as_rows(id, shape, |item| lines.binary_search(&item).is_ok());
        let mut gaps = inside.clone();
        let mut cursors = self.padded_lines(id, shape, &rows, &mut gaps);
        let mut cursors = &mut cursors[..];
        for rows in rows.chunk_by(|a, b| is_at_margin(a) == is_at_margin(b)) {
            let (block, rest) = cursors.split_at_mut(rows.len());
            self.align(block, &mut gaps);
            cursors = rest;
        }
        let stay = self.lines_in(id, shape, slot, Some(&gaps)) == lines;
        stay.then_some(gaps)
    }

    /// Whether the value of a keyword in a list is after a wide gap.
    fn has_wide_pairs(&self, id: NodeId, is_after_wide_gap: impl Fn(NodeId) -> bool) -> bool {
        let mut follows_keyword = false;
        self.tree.items(id).any(|item| {
            let is_value = mem::replace(&mut follows_keyword, self.is_keyword(item));
            is_value && is_after_wide_gap(item)
        })
    }

    /// The gaps to keep in blocks of neighbouring lists, which are placed without them, and those found before. A list that does not fit with
    /// its gaps gives them up. None if that does not help.
    fn fitting_gaps(
        &self,
        blocks: &[Vec<NodeId>],
        lists: &[PlacedList],
        found: &Gaps,
    ) -> Option<Gaps> {
        let first_line = |list: &PlacedList| {
            let lines = self.lines_in(list.id, list.shape?, list.slot, None);
            Some((list.id, lines.first().copied().unwrap_or(NodeId::MAX)))
        };
        let lines = Rc::new(lists.iter().filter_map(first_line).collect());
        let mut misfits = FxHashSet::default();
        for _ in 0..MAX_TRIES {
            let mut gaps = Gaps {
                lines: Rc::clone(&lines),
                misfits,
                ..found.clone()
            };
            for block in blocks {
                self.align_block(block, &mut gaps);
            }
            let fits = |list: &PlacedList| {
                gaps.misfits.contains(&list.id) || self.aligned_fits(list, &gaps)
            };
            let further = lists.iter().filter(|list| !fits(list)).map(|list| list.id);
            let further: Vec<_> = further.collect();
            if further.is_empty() {
                return Some(gaps);
            }
            misfits = gaps.misfits;
            misfits.extend(further);
        }
        None
    }

    /// The items that begin a line in a list of this shape, with these gaps or none.
    fn lines_in(&self, id: NodeId, shape: Shape, slot: Slot, gaps: Option<&Gaps>) -> Vec<NodeId> {
        let mut lines = Vec::new();
        self.arrange_seldom(id, shape, slot, gaps, &mut |step, slot| {
            let item = step.item()?;
            if matches!(step, Step::Line(..)) {
                lines.push(item);
            }
            self.end_before_next(item, slot)
        });
        lines
    }

    /// The column after an item in a slot, if it has several lines and the next item may follow there.
    fn end_before_next(&self, item: NodeId, slot: Slot) -> Option<usize> {
        let next = self.node(item).next as usize;
        let may_follow =
            next < self.tree.nodes.len() && !self.source_breaks(next) && !self.is_flat(item, slot);
        may_follow.then(|| self.end(item, slot)).flatten()
    }

    /// Takes the gaps before the items of a list, and before those of the lists inside it that gaps widen.
    fn take_gaps(&self, id: NodeId, from: &Gaps, found: &mut Gaps) {
        let mut take = |offset| {
            if let Some(gap) = from.before.get(&offset) {
                found.before.insert(offset, *gap);
            }
        };
        take(self.node(id).end - 1);
        self.tree
            .items(id)
            .for_each(|item| take(self.node(item).start));
        for item in self.tree.items(id) {
            if let Some(wider) = from.wider.get(&item) {
                found.wider.insert(item, *wider);
                found.counted.insert(item, *wider);
                self.take_gaps(item, from, found);
            }
        }
    }

    /// Whether an item on one line that its gaps make this wide fits in a slot.
    pub(super) fn is_within(&self, item: NodeId, slot: Slot, width: usize) -> bool {
        slot.end(width) <= self.width || self.is_tolerated(item, slot, width)
    }

    /// The gaps to keep in neighbouring definitions and calls at top level, where broken lists stay broken.
    pub(super) fn gaps_at_top_level(&self) -> Option<&Gaps> {
        if self.wide.is_empty() || self.keeps_alignment() {
            return None;
        }
        let gaps = self.at_top_level.get_or_init(|| {
            let mut gaps = Gaps::default();
            for block in self.blocks(0..self.tree.nodes.len(), |_| true) {
                let lists = block.iter().map(|id| self.placed(*id, Slot::default()));
                let lists = Vec::from_iter(lists);
                if let Some(found) = self.fitting_gaps(&[block], &lists, &Gaps::default()) {
                    gaps.before.extend(found.before);
                    gaps.wider.extend(found.wider);
                }
            }
            gaps
        });
        let gaps = Some(gaps).filter(|gaps| !gaps.before.is_empty());
        if gaps.is_some() {
            self.may_change_again.set(true);
        }
        gaps
    }

    /// The lists in a list of this shape, where they are, with these gaps before them.
    fn placed_lists(&self, id: NodeId, shape: Shape, slot: Slot, gaps: &Gaps) -> Vec<PlacedList> {
        let mut lists = Vec::new();
        self.arrange_seldom(id, shape, slot, Some(gaps), &mut |step, slot| {
            let item = step.item()?;
            if self.node(item).kind != NodeKind::DatumComment
                && let Some(list) = self.list_after_prefixes(item)
            {
                let before = (self.node(list).start - self.node(item).start) as usize;
                let column = slot.column + before;
                lists.push(self.placed(list, Slot { column, ..slot }));
            }
            self.end_before_next(item, slot)
        });
        lists
    }

    fn placed(&self, id: NodeId, slot: Slot) -> PlacedList {
        let is_flat = self.is_flat(id, slot);
        let shape = (!is_flat).then(|| self.shape(id, slot));
        PlacedList { id, slot, shape }
    }

    /// Whether a list, in the shape that it has without gaps, fits with those: all of it, if it is on one line, or what they widen.
    fn aligned_fits(&self, list: &PlacedList, gaps: &Gaps) -> bool {
        let PlacedList { id, slot, shape } = *list;
        let wider = gaps.wider(id);
        let Some(shape) = shape else {
            // What is too wide even without its gaps is so anyway.
            let is_within =
                |width| slot.end(width) > self.width || self.is_within(id, slot, width + wider);
            return wider == 0 || self.flat_width(id).is_some_and(is_within);
        };
        let mut fit = true;
        self.arrange_seldom(id, shape, slot, Some(gaps), &mut |step, slot| {
            if let Step::Touch(item) | Step::Space(item, _) = step {
                let wider = gaps.wider(item);
                let suffix = slot.suffix + wider;
                fit &= wider == 0 || self.fits(item, Slot { suffix, ..slot });
            }
            None
        });
        fit
    }
}
