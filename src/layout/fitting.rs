//! Aligned gaps where they are decided as soon as the column of a list is known: those that fit there.
//!
//! Lists are measured, and shapes are chosen around them, as if nothing were aligned, and their lines are those that they have then. A row
//! that does not fit gives up its gaps, but those of a table of data, which is found before, stay on one line.

use super::types::{Cost, CostBasis, Gaps, Rows, Shape, Step};
use super::{Layout, Slot};
use crate::syntax::tree::{NodeId, NodeKind};
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// The column of the line that it begins on.
    line: usize,
}

/// The lists among these that are on several lines.
fn broken_ones(lists: &[PlacedList]) -> impl Iterator<Item = NodeId> {
    let broken = lists.iter().filter(|list| list.shape.is_some());
    broken.map(|list| list.id)
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
        let may_align = match self.style.line_breaks.has_limits() {
            true => !self.wide.is_empty(),
            false => !self.keeps_alignment() && self.keeps_columns_of_rows(),
        };
        let line = self.learned.line.get();
        let gaps = may_align.then(|| self.gaps_inside(id, shape, slot, around));
        self.learned.line.set(line);
        (shape, gaps.flatten().map(Box::new))
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
        let has_rows = shape.rows == Rows::Keep && !self.style.line_breaks.has_limits();
        let has_wide_gap =
            self.has_wide_gap(inside.clone()) || has_rows && self.has_numbers_below(id);
        if !has_wide_gap && self.style.line_breaks.has_limits() {
            return None;
        }
        let mut found = Gaps::default();
        if has_wide_gap && let Some(around) = around {
            self.take_gaps(id, around, &mut found);
        }
        // Where lists stay broken, they are placed even if nothing may be aligned: gaps that do not stay must change neither the choices
        // nor their order.
        let lists = self.placed_lists(id, shape, slot, &found);
        if !has_wide_gap {
            return None;
        }
        let lines = self.lines_in(id, shape, slot, None);
        let begins_line = |item| lines.binary_search(&item).is_ok();
        // Lists that share a line in the output are no neighbouring rows there, nor are those that begin in different columns.
        let mut blocks = self.blocks(inside, |id| shape.rows == Rows::One || begins_line(id));
        let column = |row: &NodeId| {
            let index = lists.binary_search_by_key(row, |list| list.id).ok()?;
            Some(lists[index].slot.column)
        };
        // A row that is commented out has no column of its own.
        let is_beside = |a: Option<usize>, b| a.zip(b).is_none_or(|(a, b)| a == b);
        blocks = (blocks.iter())
            .flat_map(|block| block.chunk_by(|a, b| is_beside(column(a), column(b))))
            .map(<[NodeId]>::to_vec)
            .collect();
        let gaps = self.fitting_gaps(&blocks, &lists, &found);
        // In the canonical layout, no numbers are padded, so rows of them would lose a part of their columns.
        if (has_rows || self.has_wide_pairs(id, |item| self.is_after_wide_gap(item)))
            && let Some(gaps) = &gaps
            && let Some(own) = self.gaps_of_lines(id, shape, slot, gaps, &lines, lists)
            && (has_rows || self.has_wide_pairs(id, |item| self.gap(item, Some(&own)) > 1))
        {
            return Some(own);
        }
        let stays =
            |gaps: &Gaps| shape.rows == Rows::One || self.lines_fit(id, shape, slot, &lines, gaps);
        Some(gaps.filter(stays).unwrap_or(found))
    }

    /// The gaps to keep in the lines of a list as rows, which begin with these items, besides those found in the lists inside it, which are
    /// placed without them. None if they do not fit, or if a list that was compared as a row is broken with them each time.
    fn gaps_of_lines(
        &self,
        id: NodeId,
        shape: Shape,
        slot: Slot,
        inside: &Gaps,
        lines: &[NodeId],
        mut lists: Vec<PlacedList>,
    ) -> Option<Gaps> {
        let is_at_margin = |row: &Vec<NodeId>| {
            row.first()
                .is_some_and(|item| self.stays_in_first_column(id, *item))
        };
        let rows = self.lines_as_rows(id, shape, |item| lines.binary_search(&item).is_ok());
        for _ in 0..MAX_TRIES {
            let mut gaps = Gaps {
                broken: broken_ones(&lists).collect(),
                ..inside.clone()
            };
            let mut cursors = self.padded_lines(id, shape, &rows, &mut gaps);
            let mut cursors = &mut cursors[..];
            for rows in rows.chunk_by(|a, b| is_at_margin(a) == is_at_margin(b)) {
                let (block, rest) = cursors.split_at_mut(rows.len());
                self.align(block, &mut gaps);
                cursors = rest;
            }
            lists = self.placed_lists(id, shape, slot, &gaps);
            if !self.lines_fit(id, shape, slot, lines, &gaps)
                || !self.misfits(&lists, &gaps).is_empty()
            {
                return None;
            }
            if !broken_ones(&lists).any(|list| gaps.inner_rows.contains(&list)) {
                return Some(gaps);
            }
        }
        None
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
    /// its gaps gives them up, as it will have none when it is read again. None if that does not help.
    fn fitting_gaps(
        &self,
        blocks: &[Vec<NodeId>],
        lists: &[PlacedList],
        found: &Gaps,
    ) -> Option<Gaps> {
        let rows = lists.iter().filter_map(|list| {
            let is_row = |block: &Vec<NodeId>| block.binary_search(&list.id).is_ok();
            let shape = list.shape.filter(|_| blocks.iter().any(is_row))?;
            Some((list, shape))
        });
        let (mut lines, mut broken) = (FxHashMap::default(), FxHashSet::default());
        for (list, shape) in rows {
            self.learned.line.set(list.line);
            let begun = self.lines_in(list.id, shape, list.slot, None);
            lines.insert(list.id, begun);
            let inside = self.placed_lists(list.id, shape, list.slot, &Gaps::default());
            broken.extend(broken_ones(&inside));
        }
        let lines = Rc::new(lines);
        let mut misfits = FxHashMap::default();
        for _ in 0..MAX_TRIES {
            let mut gaps = Gaps {
                lines: Rc::clone(&lines),
                broken: broken.clone(),
                misfits,
                ..found.clone()
            };
            for block in blocks {
                self.align_block(block, &mut gaps);
            }
            if gaps.before.is_empty() {
                return Some(gaps);
            }
            let further = self.misfits(lists, &gaps);
            if further.is_empty() {
                return Some(gaps);
            }
            misfits = gaps.misfits;
            for list in further {
                misfits
                    .entry(list.id)
                    .and_modify(|again| *again = true)
                    .or_insert(false);
            }
        }
        None
    }

    /// The lists that do not fit with these gaps. A trial that makes too many choices proves nothing.
    fn misfits<'l>(&self, lists: &'l [PlacedList], gaps: &Gaps) -> Vec<&'l PlacedList> {
        let fits = |it: &&PlacedList| {
            gaps.fits_never(it.id) || self.aligned_fits(it, gaps) && !self.trials.borrow().is_full()
        };
        lists.iter().filter(|it| !fits(it)).collect()
    }

    /// The items that begin a line in a list of this shape, with these gaps or none.
    fn lines_in(&self, id: NodeId, shape: Shape, slot: Slot, gaps: Option<&Gaps>) -> Vec<NodeId> {
        let mut lines = Vec::new();
        self.arrange_seldom(id, shape, slot, gaps, &mut |step, slot| {
            let (Step::Touch(item) | Step::Space(item, _) | Step::Line(item, _)) = step else {
                return None;
            };
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

    /// Whether these lines of a list stay as they are with these gaps, and fit.
    fn lines_fit(
        &self,
        id: NodeId,
        shape: Shape,
        slot: Slot,
        lines: &[NodeId],
        gaps: &Gaps,
    ) -> bool {
        let mut fit = self.lines_in(id, shape, slot, Some(gaps)) == lines;
        // What no gap moves is where it would be anyway.
        let mut is_moved = false;
        self.arrange_seldom(id, shape, slot, Some(gaps), &mut |step, slot| {
            if let Step::Touch(item) | Step::Space(item, _) | Step::Line(item, _) = step {
                is_moved &= !matches!(step, Step::Line(..));
                is_moved |= self.padding(self.node(item).start, Some(gaps)) > 0;
                let is_row = !is_moved;
                is_moved |= gaps.wider(item) > 0;
                let is_within = || match self.flat_width(item) {
                    Some(width) if self.is_flat(item, slot) => {
                        is_row && self.is_too_wide_anyway(item, slot, width)
                            || self.is_within(item, slot, width + gaps.wider(item))
                    }
                    _ => slot.end(self.narrowest(item)) <= self.width,
                };
                fit &= !is_moved || is_within();
            }
            None
        });
        fit
    }

    /// Whether a row of this width exceeds the width even without its gaps. Two blanks before a value may count for its width when it is
    /// read again, as most values may have them then.
    fn is_too_wide_anyway(&self, row: NodeId, slot: Slot, width: usize) -> bool {
        let value = self.value_after_head(row);
        slot.end(width) > self.width && value.is_none_or(|value| self.gap_before(value) != 2)
    }

    /// Whether an item on one line that its gaps make this wide fits in a slot.
    pub(super) fn is_within(&self, item: NodeId, slot: Slot, width: usize) -> bool {
        slot.end(width) <= self.width
            || self.table_rows.contains(&item)
            || self.is_tolerated(item, slot, width)
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
        Some(gaps).filter(|gaps| !gaps.before.is_empty())
    }

    /// The lists in a list of this shape, where they are, with these gaps before them.
    fn placed_lists(&self, id: NodeId, shape: Shape, slot: Slot, gaps: &Gaps) -> Vec<PlacedList> {
        let mut lists = Vec::new();
        self.arrange_seldom(id, shape, slot, Some(gaps), &mut |step, slot| {
            let (Step::Touch(item) | Step::Space(item, _) | Step::Line(item, _)) = step else {
                return None;
            };
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
        PlacedList {
            id,
            slot,
            shape,
            line: self.learned.line.get(),
        }
    }

    /// Whether a list, in the shape that it has without gaps, fits with those, and whether its lines stay.
    fn aligned_fits(&self, list: &PlacedList, gaps: &Gaps) -> bool {
        let PlacedList {
            id,
            slot,
            shape,
            line,
        } = *list;
        self.learned.line.set(line);
        let wider = gaps.wider(id);
        // What joins a column is on no line of the author's.
        let is_joined = self.joins_column(id, gaps);
        let Some(shape) = shape else {
            let is_within = |width| match is_joined {
                true => slot.end(width + wider) <= self.width,
                false => {
                    self.is_too_wide_anyway(id, slot, width)
                        || self.is_within(id, slot, width + wider)
                }
            };
            return wider == 0 || self.flat_width(id).is_some_and(is_within);
        };
        let is_as_before =
            |before: &Vec<NodeId>| self.lines_in(id, shape, slot, Some(gaps)) == *before;
        let mut stays = gaps.lines.get(&id).is_none_or(is_as_before);
        self.arrange_seldom(id, shape, slot, Some(gaps), &mut |step, slot| {
            if let Step::Touch(item) | Step::Space(item, _) = step {
                let suffix = slot.suffix + gaps.wider(item);
                let inside = self.list_on_one_line(item);
                let is_row = inside.is_some_and(|list| gaps.inner_rows.contains(&list));
                let may_break = suffix == slot.suffix && !is_row;
                stays &= may_break || self.fits(item, Slot { suffix, ..slot });
                let is_within = |width| slot.end(width) <= self.width || !self.is_flat(item, slot);
                stays &= !is_joined || self.flat_width(item).is_none_or(is_within);
            }
            None
        });
        let basis = CostBasis {
            has_lines: false,
            trial: Some(gaps),
        };
        let cost = || self.cost_of(id, shape, slot, basis).0;
        let is_within = |cost: Cost| cost.over == 0 && !(is_joined && cost.tolerated > 0);
        stays && (wider == 0 || is_within(cost()))
    }

    /// Whether one of these gaps in a list is not the author's.
    fn joins_column(&self, id: NodeId, gaps: &Gaps) -> bool {
        self.tree.items(id).any(|item| {
            let gap = gaps.before.get(&self.node(item).start);
            gap.is_some_and(|gap| self.node(item).begins_line() || *gap != self.gap_before(item))
                || gaps.wider(item) > 0 && self.joins_column(item, gaps)
        })
    }
}
