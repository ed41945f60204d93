//! Columns that the author aligned by hand: which gaps between items keep their width.
//!
//! Items are compared in *rows*. These are neighbouring lists that each start a line, such as bindings and clauses, the lines of one list,
//! and the lists that begin in the same column of such rows. A gap of two blanks or more is kept if the item after it begins as far from
//! the start of its row as the corresponding item of the row above or below, or, for two atoms, if it ends as far from it; where lines are
//! kept, rows without such an item are passed over, and any list close by will do. A gap of three blanks or more is kept even alone:
//! between the lines of a list unless the layout is canonical, or, where lines are kept, beside other rows. Blanks inside brackets are kept
//! where first items or closing brackets end in the same column, or where the digits of numbers begin in it; so are those before numbers
//! that begin lines. The distances are those of the output: they are computed from left to right, including the gaps already decided, so
//! the same gaps are kept when the output is formatted again. A gap takes the blanks that the items before it lose.
//!
//! Where lines are kept, this holds for every list, and is decided when it is measured. Elsewhere, [`fitting`](super::fitting) decides it when
//! the column of a list is known. In the canonical layout, gaps that are all alike are no column.
//!
//! Before that, [`settled`](super::settled) finds rows that stay as they are.
//!
//! Where broken lists stay broken, two blanks before the value of a clause or binding stay if most of the text have two.

use super::ends::{Padded, paddings};
use super::learned::MIN_LISTS;
use super::settled::{DELIBERATE, REACH};
use super::types::{Gaps, Shape};
use super::{BROKEN, Layout, Slot, Written};
use crate::forms::{Column, RestKind, Role, Strategy};
use crate::options::{HandAlignment, LineBreaks, RowBreaks};
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement};
use crate::text::width::width;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::vec;
use std::{iter, mem};

/// The most blanks by which an item misses a column that it joins.
const MAX_SLIP: usize = 2;

/// A row, while it is compared with its neighbours.
pub(super) struct RowCursor {
    /// The list that it is, unless it is a line.
    list: Option<NodeId>,
    items: vec::IntoIter<NodeId>,
    /// The distance from the start of the row to the end of its last item; none if the rest does not count for alignment.
    end: Option<usize>,
    /// The next item, and the width of the gap before it in the source, with the blanks that the row loses before it.
    next: Option<(NodeId, usize)>,
    /// The number of blanks that the items since the last wide gap lose.
    lost: usize,
    /// The number of blanks inside these items that are kept.
    regained: usize,
    /// The first item of a line, from which the columns of items behind others of several lines count; none for a list, nor for a line
    /// that begins with blanks.
    first: Option<NodeId>,
    /// Whether the next item is behind one of several lines; nothing after it counts.
    is_behind_lines: bool,
    /// Whether it is a line of numbers, all gaps of which stay.
    is_of_numbers: bool,
    /// The number of its paragraph.
    paragraph: usize,
}

impl RowCursor {
    fn new(list: Option<NodeId>, items: impl Iterator<Item = NodeId>) -> Self {
        let mut items = items.collect::<Vec<_>>().into_iter();
        let first = items.next();
        RowCursor {
            list,
            next: first.map(|first| (first, 0)),
            items,
            end: Some(0),
            lost: 0,
            regained: 0,
            first: first.filter(|_| list.is_none()),
            is_behind_lines: false,
            is_of_numbers: false,
            paragraph: 0,
        }
    }

    /// A line of a list, with these blanks before it.
    fn of_line(items: &[NodeId], padding: usize, is_of_numbers: bool) -> Self {
        RowCursor {
            end: Some(padding),
            first: items.first().copied().filter(|_| padding == 0),
            is_of_numbers,
            ..RowCursor::new(None, items.iter().copied())
        }
    }

    /// Moves to the next item, if it is on the row's line.
    fn advance(&mut self, layout: &Layout<'_>, found: &Gaps) {
        let was_behind = mem::replace(&mut self.is_behind_lines, self.end.is_none());
        let goes_on = self.end.is_some() || self.first.is_some() && !was_behind;
        let item = self.items.next().filter(|_| goes_on);
        let begins_line = |item| match self.list {
            Some(_) if layout.keeps_alignment() => layout.node(item).begins_line(),
            // The first item may be the one that begins a line.
            Some(list) => {
                let line = found.lines.get(&list);
                line.is_some_and(|line| item >= *line)
            }
            None => false,
        };
        let next = item.filter(|item| !begins_line(*item));
        if next.is_none() && item.is_some() {
            self.end = None;
        }
        let gap = |item| match self.is_misfit(found) || layout.node(item).begins_line() {
            true => 1,
            false => match layout.gap_before(item) {
                gap if gap == 1 || layout.is_number(item) => gap,
                gap => gap + self.lost,
            },
        };
        self.next = next.map(|item| (item, gap(item)));
    }

    /// Whether the gaps of a row are given up.
    fn is_misfit(&self, found: &Gaps) -> bool {
        self.list.is_some_and(|list| found.misfits.contains(&list))
    }

    /// The distance of the next item from the start of the row, if the gap before it is kept.
    fn position(&self) -> Option<usize> {
        let (_, gap) = self.next?;
        Some(self.end? + gap)
    }

    /// The width of the gap before the next item if that is in a column, which it misses by little. A number after one blank may be aligned
    /// at its end.
    fn gap_to(&self, column: usize, layout: &Layout<'_>) -> Option<usize> {
        let (item, own) = self.next?;
        let gap = column.checked_sub(self.end?)?;
        let is_near = own.abs_diff(gap) <= MAX_SLIP;
        let may_join = match layout.is_number(item) {
            true => is_near && own > 1,
            false => is_near || gap <= 1 + MAX_SLIP,
        };
        may_join.then_some(gap)
    }

    /// The distance of the end of the next item from the start of the row, if that item is no list and the gap before it is kept.
    fn end_of_next(&self, layout: &Layout<'_>) -> Option<usize> {
        let (item, _) = self.next?;
        let is_list = layout.is_list(item);
        Some(self.position()? + layout.flat_width(item)?).filter(|_| !is_list)
    }

    /// Whether blanks may stay inside the brackets of a row.
    fn may_be_padded(&self, found: &Gaps) -> bool {
        self.list.is_some() && !self.is_misfit(found)
    }

    /// The first item, if it may have blanks before it.
    fn first_padded(&self, layout: &Layout<'_>, found: &Gaps) -> Option<Padded> {
        let (list, (item, _)) = (layout.node(self.list?), self.next?);
        let node = layout.node(item);
        let may_be_padded =
            !layout.is_list(item) && !list.has_space_after_head() && self.may_be_padded(found);
        Some(Padded {
            offset: node.start,
            end: layout.flat_width(item)?,
            blanks: layout.blanks_before(list.head_end, node.start)?,
            sign: layout.sign_width(item),
        })
        .filter(|_| may_be_padded)
    }

    /// The closing bracket, if it may have blanks before it.
    fn closer_padded(&self, layout: &Layout<'_>, found: &Gaps) -> Option<Padded> {
        let list = self.list?;
        let (node, last) = (layout.node(list), layout.tree.items(list).last()?);
        let may_be_padded = layout.flat_width(list).is_some()
            && !node.has_space_before_end()
            && self.may_be_padded(found);
        Some(Padded {
            offset: node.end - 1,
            end: self.end?,
            blanks: layout.blanks_before(layout.node(last).end, node.end - 1)?,
            sign: None,
        })
        .filter(|_| may_be_padded)
    }
}

/// Whether the next items of two rows are aligned: at their starts or, for atoms, at their ends.
fn is_aligned(layout: &Layout<'_>, a: &RowCursor, b: &RowCursor) -> bool {
    let (start, end) = (a.position(), a.end_of_next(layout));
    start.is_some() && start == b.position() || end.is_some() && end == b.end_of_next(layout)
}

/// The position of the next items of most rows, of those with room for a wide gap before it: of three or more, `least` of them or more
/// behind a wide gap.
fn common_column(rows: &[RowCursor], least: usize) -> Option<usize> {
    let is_wide = |row: &&RowCursor| row.next.is_some_and(|(_, gap)| gap > 1);
    let wide = rows.iter().filter(is_wide);
    let mut positions: Vec<_> = wide.filter_map(RowCursor::position).collect();
    positions.sort_unstable();
    let runs = positions.chunk_by(|a, b| a == b);
    let most = runs.max_by_key(|run| run.len())?;
    let column = most[0];
    let has_room =
        |row: &&RowCursor| row.next.is_some() && row.end.is_some_and(|end| end + 1 < column);
    let all = rows.iter().filter(has_room).count();
    let is_there = |row: &&RowCursor| row.position() == Some(column);
    let there = rows.iter().filter(is_there).count();
    let is_column = most.len() >= least && there >= MIN_LISTS as usize;
    (is_column && 2 * most.len() > all).then_some(column)
}

/// The gap before the next item of a row.
struct GapOfRow<'r> {
    row: &'r RowCursor,
    /// The gap in the source, or the one in the column that it joins.
    own: usize,
    /// The gap that is kept, or 1.
    gap: usize,
    /// Whether the item is aligned on purpose, even if behind one blank.
    is_aligned: bool,
}

impl<'a> Layout<'a> {
    /// Whether all of the author's columns are kept.
    pub(super) fn keeps_alignment(&self) -> bool {
        self.style.line_breaks == LineBreaks::Keep
            && self.style.alignment != HandAlignment::Collapse
    }

    /// Whether the author's columns are kept in rows, where they fit if lines move.
    pub(super) fn keeps_columns_of_rows(&self) -> bool {
        match self.style.alignment {
            HandAlignment::Auto => {
                self.style.line_breaks == LineBreaks::Keep || self.style.rows == RowBreaks::Keep
            }
            chosen => chosen == HandAlignment::Keep,
        }
    }

    /// The width of the gap before an item that does not start a line. `aligned` has the gaps in the list that holds it, if they have been
    /// found for the slot of that list.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn gap(&self, item: NodeId, aligned: Option<&Gaps>) -> usize {
        // Most texts have none, and this is asked before nearly every item.
        if aligned.is_none() && self.has_no_gaps() {
            1
        } else {
            self.gap_found(self.node(item).start, aligned).unwrap_or(1)
        }
    }

    #[cold]
    fn gap_found(&self, offset: u32, aligned: Option<&Gaps>) -> Option<usize> {
        let aligned = aligned.and_then(|gaps| gaps.before.get(&offset));
        aligned.or_else(|| self.gaps.before.get(&offset)).copied()
    }

    /// How far from the start of its line an item is that is behind one of several lines, if it is in a column.
    #[cold]
    pub(super) fn distance_behind_lines(
        &self,
        item: NodeId,
        aligned: Option<&Gaps>,
    ) -> Option<usize> {
        let offset = &self.node(item).start;
        let aligned = aligned.and_then(|gaps| gaps.behind_lines.get(offset));
        aligned
            .or_else(|| self.gaps.behind_lines.get(offset))
            .copied()
    }

    /// Whether no item in the whole text is aligned.
    #[inline]
    pub(super) fn has_no_gaps(&self) -> bool {
        self.gaps.before.is_empty()
    }

    /// The number of blanks inside of a bracket, before the first item or the closing bracket at an offset in the source, or before an item
    /// there that begins a line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn padding(&self, offset: u32, aligned: Option<&Gaps>) -> usize {
        if aligned.is_none() && self.has_no_gaps() {
            0
        } else {
            self.gap_found(offset, aligned).unwrap_or(0)
        }
    }

    /// The items after a gap that may be wider than usual, and the lists that end in one, in source order. Few lists have any, so no
    /// others are compared.
    pub(super) fn after_wide_gaps(&self) -> Vec<NodeId> {
        let nodes = self.tree.wide_gaps.iter().map(|id| *id as NodeId);
        let is_wide = |id: &NodeId| *id < self.tree.nodes.len() && self.is_after_wide_gap(*id);
        let mut wide: Vec<NodeId> = nodes.filter(is_wide).collect();
        wide.sort_unstable();
        wide.dedup();
        wide
    }

    /// The nodes after blank lines, in source order.
    pub(super) fn after_blank_lines(&self) -> Vec<NodeId> {
        let nodes = 0..self.tree.nodes.len();
        nodes.filter(|id| self.node(*id).blank() > 0).collect()
    }

    /// Whether an item is after a gap that may be wider than usual, or is a list that ends in one.
    pub(super) fn is_after_wide_gap(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let text = self.text.as_bytes();
        let starts = || match text[..node.start as usize] {
            [.., b'\t'] => self.gap_before(id) > 1,
            [.., before, b' '] => matches!(before, b' ' | b'\t' | b'(' | b'['),
            _ => false,
        };
        let ends = || {
            node.kind == NodeKind::List
                && matches!(text[..node.end as usize - 1], [.., b' ' | b'\t'])
        };
        node.placement == Placement::Free && (!node.begins_line() && starts() || ends())
    }

    /// Whether a gap before one of some nodes may be wider than one column.
    pub(super) fn has_wide_gap(&self, nodes: Range<NodeId>) -> bool {
        let first = self.wide.partition_point(|id| *id < nodes.start);
        self.wide.get(first).is_some_and(|id| *id < nodes.end)
    }

    /// Finds the gaps to keep within the lines of a list and in the lists inside it, all of which have been measured.
    pub(super) fn align_list(&mut self, id: NodeId) {
        let inside = id + 1..self.node(id).next as usize;
        if self.flat_width(id).is_some()
            || !self.has_wide_gap(inside.clone()) && !self.has_numbers_below(id)
        {
            return;
        }
        // The lists that begin its lines are to the left of what is behind them.
        self.align_lists(inside);
        let shape = self.shape(id, Slot::default());
        let rows = self.lines_as_rows(id, shape, |item| self.node(item).begins_line());
        if rows.len() > 1 {
            let mut found = Gaps::default();
            let mut rows = self.padded_lines(id, shape, &rows, &mut found);
            self.align(&mut rows, &mut found);
            self.keep(found);
        }
    }

    /// The lines of a list as rows to be compared, with the blanks before the numbers that begin them.
    pub(super) fn padded_lines(
        &self,
        id: NodeId,
        shape: Shape,
        rows: &[Vec<NodeId>],
        found: &mut Gaps,
    ) -> Vec<RowCursor> {
        let is_of_numbers =
            self.is_number(id + 1) && rows.iter().flatten().all(|item| self.is_number(*item));
        if is_of_numbers {
            self.keep_gaps_before_rows(id, &rows[0], found);
        }
        let numbers = self.padded_numbers(id, shape, rows);
        let rows = rows.iter().zip(paddings(&numbers, found));
        rows.map(|(row, padding)| RowCursor::of_line(row, padding, is_of_numbers))
            .collect()
    }

    /// The lines of a list of this shape as rows. The items of the first line count from the item under which the other lines start.
    pub(super) fn lines_as_rows(
        &self,
        id: NodeId,
        shape: Shape,
        begins_line: impl Fn(NodeId) -> bool,
    ) -> Vec<Vec<NodeId>> {
        let apart = match self.column_of_rows(id, shape) {
            Column::First => 0,
            Column::Align => 1,
            Column::Indent(by) => self.item_above(id, by.into()).unwrap_or(usize::MAX),
        };
        let mut rows: Vec<Vec<NodeId>> = vec![Vec::new()];
        let (mut index, mut previous) = (0, None);
        for item in self.tree.items(id) {
            if previous.is_some() && begins_line(item) {
                rows.push(Vec::new());
            }
            if rows.len() > 1 || index >= apart {
                rows.last_mut().into_iter().for_each(|row| row.push(item));
            }
            index += usize::from(self.node(item).kind.is_element());
            previous = Some(item);
        }
        rows
    }

    /// The index of the item, after the first one, that begins so far from the bracket of a list if single blanks are between the items on
    /// its first line. Lines that begin there hang from it.
    fn item_above(&self, id: NodeId, by: usize) -> Option<usize> {
        let mut end = self.source(id).len();
        let mut items = self.tree.items(id).enumerate();
        let (_, first) = items.next()?;
        end += self.flat_width(first)? + 1;
        for (index, item) in items {
            if end > by || self.node(item).begins_line() {
                return None;
            }
            if end == by {
                return Some(index);
            }
            end += self.flat_width(item)? + 1;
        }
        None
    }

    /// Finds the lists in another one that are rows of a table, which stay on one line: three neighbours or more that have equally many
    /// atoms, three or more, of the same kinds, and are data, calls, or forms with one operator. If each is wider than a line by itself,
    /// all are broken.
    pub(super) fn find_rows_of_atoms(&mut self, table: NodeId) {
        if self.flat_width(table).is_some() {
            return;
        }
        // The first one may be beside the operator.
        let begins_line = |index, id| index < 2 || self.node(id).begins_line();
        let items = self.tree.items(table).enumerate();
        let rows =
            items.filter(|(index, id)| begins_line(*index, *id) && self.is_row_of_atoms(*id));
        let rows: Vec<NodeId> = rows.map(|(_, id)| id).collect();
        let follows = |a: &NodeId, b: &NodeId| {
            let kinds = |id| self.tree.children(id).map(|item| self.node(item).kind);
            let is_next = self.node(*a).next as usize == *b && self.node(*b).begins_line();
            let is_plain = |id| {
                let strategy = self.form(id).strategy;
                strategy == Strategy::Data || strategy.is_call()
            };
            let have_one_operator = || self.operator_of(*a) == self.operator_of(*b);
            is_next
                && kinds(*a).eq(kinds(*b))
                && (is_plain(*a) && is_plain(*b) || have_one_operator())
        };
        let fits = |id: &NodeId| {
            self.flat_width(*id)
                .is_some_and(|width| width <= self.width)
        };
        let is_table = |rows: &&[NodeId]| rows.len() >= MIN_LISTS as usize && rows.iter().any(fits);
        let found: Vec<NodeId> = rows
            .chunk_by(follows)
            .filter(is_table)
            .flatten()
            .copied()
            .collect();
        self.table_rows.extend(found);
    }

    /// Finds the lists in data that are rows of a table, which stay on one line: most of them have their second item in one column.
    pub(super) fn find_table_rows(&mut self, data: NodeId) {
        let inside = data + 1..self.node(data).next as usize;
        if !self.has_wide_gap(inside.clone()) {
            return;
        }
        for mut block in self.blocks(inside, |id| self.node(id).begins_line()) {
            block.retain(|id| self.is_on_line_of_source(*id));
            let rows = block.iter().map(|id| self.tree.items(*id));
            let rows = rows.map(|items| RowCursor::new(None, items));
            let mut rows: Vec<_> = rows.collect();
            let found = Gaps::default();
            for row in &mut rows {
                let first = row.next.and_then(|(first, _)| self.flat_width(first));
                row.end = first;
                row.advance(self, &found);
            }
            if common_column(&rows, MIN_LISTS as usize).is_some() {
                self.table_rows.extend(block);
            }
        }
    }

    /// Whether a list is on one line, also in the source.
    fn is_on_line_of_source(&self, id: NodeId) -> bool {
        let mut lines = self.text[self.node(id).span()].bytes();
        self.flat_width(id).is_some() && !lines.any(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// Whether a list is on one line and has three items or more, all of them atoms.
    fn is_row_of_atoms(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let is_atom = |item| !self.node(item).kind.has_children();
        node.kind == NodeKind::List
            && self.tree.children(id).all(is_atom)
            && self.tree.children(id).nth(2).is_some()
            && self.is_on_line_of_source(id)
    }

    /// Finds the gaps to keep in neighbouring lists among some siblings, and widens these lists.
    pub(super) fn align_lists(&mut self, siblings: Range<NodeId>) {
        for block in self.blocks(siblings, |id| self.node(id).begins_line()) {
            let mut found = Gaps::default();
            self.align_block(&block, &mut found);
            self.keep(found);
        }
    }

    /// Keeps gaps, and widens the lists around them.
    pub(super) fn keep(&mut self, found: Gaps) {
        self.gaps.before.extend(found.before);
        self.gaps.behind_lines.extend(found.behind_lines);
        for (list, wider) in found.wider {
            let measured = self.measured_mut(list);
            if measured.width != BROKEN {
                measured.width += wider as u32;
                measured.written = measured.written.with_inside(false);
            }
        }
    }

    /// The value of a binding, which may follow a type, or what follows the first item of a clause. So may two items in square brackets be
    /// laid out anywhere.
    pub(super) fn value_after_head(&self, id: NodeId) -> Option<NodeId> {
        if self.node(id).kind != NodeKind::List {
            return None;
        }
        let mut items = self.tree.items(id).skip(1);
        let (next, other) = (items.next()?, items.next());
        let is_pair = || other.is_none() && self.source(id) == "[";
        let may_have_value = self.form(id).rest_kind == Some(RestKind::ClauseBody) || is_pair();
        let value = match self.source(next) {
            ":" => items.next(),
            _ => Some(next),
        };
        value.filter(|value| may_have_value && self.node(*value).placement == Placement::Free)
    }

    /// Whether most clauses and bindings of the text have two blanks before their value, which then stay. Where lines move, a value below
    /// its name may have had two. What may be other data, such as a default or a row of numbers, does not count.
    pub(super) fn has_double_blanks(&self) -> bool {
        if self.style.line_breaks == LineBreaks::Canonical || self.wide.is_empty() {
            return false;
        }
        let (mut double, mut below, mut all) = (0, 0, 0);
        let mut id = 0;
        while id < self.tree.nodes.len() {
            // Parameters have defaults.
            if self.form(id).strategy == Strategy::Fill {
                id = self.node(id).next as usize;
                continue;
            }
            if let Some(value) = self.value_after_head(id)
                && !self.is_number(id + 1)
            {
                let begins_line = self.node(value).begins_line();
                let is_below = begins_line && self.flat_width(id).is_none();
                below += u32::from(is_below && !self.keeps_alignment());
                double += u32::from(!begins_line && self.gap_before(value) == 2);
                all += u32::from(!is_below);
            }
            id += 1;
        }
        let (double, all) = (double + below, all + below);
        double > below && double >= MIN_LISTS && 2 * double > all
    }

    /// Keeps two blanks before the value of a list that has been measured, if it is a clause or a binding.
    pub(super) fn keep_double_blank(&mut self, id: NodeId) {
        let value = self.value_after_head(id);
        let value = value.filter(|value| !self.node(*value).begins_line());
        if let Some(value) = value
            && self.gap_before(value) == 2
        {
            let mut found = Gaps::default();
            found.set(self.node(value), 2);
            found.widen(Some(id), 1);
            self.keep(found);
        }
    }

    /// Keeps two blanks between numbers in a list that has been measured, if that divides them into groups: two gaps or more have two, and
    /// more have one.
    pub(super) fn keep_groups_of_numbers(&mut self, id: NodeId) {
        let mut found = Gaps::default();
        let (mut single, mut double, mut above) = (0, 0, false);
        for item in self.tree.items(id) {
            let is_number = self.is_number(item);
            if mem::replace(&mut above, is_number) && is_number && !self.node(item).begins_line() {
                match self.gap_before(item) {
                    1 => single += 1,
                    2 => {
                        found.set(self.node(item), 2);
                        double += 1;
                    }
                    _ => return,
                }
            }
        }
        if double > 1 && single > double {
            found.widen(Some(id), double);
            self.keep(found);
        }
    }

    /// Neighbouring lists among some siblings that may be aligned: each run of two or more that begin lines, if there is a wide gap in
    /// it. At top level, a blank line ends one.
    pub(super) fn blocks(
        &self,
        siblings: Range<NodeId>,
        begins_line: impl Fn(NodeId) -> bool,
    ) -> Vec<Vec<NodeId>> {
        let first = siblings.start;
        let is_top_level = first == 0;
        // Conditions among the clauses of a loop are rows, too.
        let has_conditions = !is_top_level
            && self.style.line_breaks != LineBreaks::Canonical
            && self.form(first - 1).role(0) == Role::Binding;
        let mut value = None;
        let mut block: Vec<NodeId> = Vec::new();
        let mut blocks: Vec<Vec<NodeId>> = Vec::new();
        for id in self.tree.siblings(siblings) {
            let node = self.node(id);
            if node.placement != Placement::Free || value == Some(id) {
                continue;
            }
            if has_conditions && !block.is_empty() && begins_line(id) && self.has_value_beside(id) {
                value = Some(node.next as usize);
                block.push(id);
                continue;
            }
            let begins_paragraph = is_top_level && node.blank() > 0;
            let is_apart = begins_line(id) || id == first;
            if node.kind == NodeKind::DatumComment && is_apart && !begins_paragraph {
                // What is commented out is a row like the others, if it may be one. The first one may come to stand beside its bracket.
                block.extend(self.commented_row(id));
                continue;
            }
            let goes_on = node.kind == NodeKind::List && begins_line(id) && !begins_paragraph;
            // An atom among them, such as a label, ends no table of the author's.
            let is_label = node.kind == NodeKind::Atom
                && block.len() > 1
                && !is_top_level
                && self.style.line_breaks != LineBreaks::Canonical
                && begins_line(id);
            if !goes_on && !is_label {
                blocks.push(mem::take(&mut block));
            }
            if node.kind == NodeKind::List {
                block.push(id);
            }
        }
        blocks.push(block);
        let may_align = |block: &Vec<NodeId>| match block[..] {
            [first, .., last] => self.has_wide_gap(first..self.node(last).next as usize),
            _ => false,
        };
        blocks.retain(may_align);
        blocks
    }

    /// Whether an item is a keyword that begins a line with its value.
    fn has_value_beside(&self, item: NodeId) -> bool {
        let next = self.tree.nodes.get(self.node(item).next as usize);
        let is_value = |next: &Node| next.placement == Placement::Free && !next.begins_line();
        self.is_keyword(item) && self.node(item).begins_line() && next.is_some_and(is_value)
    }

    /// The list directly after a `#;`, if it is on one line.
    fn commented_row(&self, comment: NodeId) -> Option<NodeId> {
        let list = comment + 1;
        let is_row = self.tree.nodes.get(list).is_some_and(|node| {
            node.kind == NodeKind::List && node.start == self.node(comment).head_end
        });
        (is_row && self.flat_width(list).is_some()).then_some(list)
    }

    /// The `#;` directly before a list.
    fn comment_of_row(&self, list: NodeId) -> Option<NodeId> {
        let before = list.checked_sub(1)?;
        let is_comment = self.node(before).kind == NodeKind::DatumComment;
        (is_comment && self.node(before).head_end == self.node(list).start).then_some(before)
    }

    /// Widens a row, and the `#;` that it may be behind.
    pub(super) fn widen_row(&self, row: Option<NodeId>, by: usize, found: &mut Gaps) {
        found.widen(row, by);
        found.widen(row.and_then(|row| self.comment_of_row(row)), by);
    }

    /// Finds the gaps to keep in neighbouring lists.
    pub(super) fn align_block(&self, block: &[NodeId], found: &mut Gaps) {
        if self.style.line_breaks != LineBreaks::Canonical {
            self.settle(block, found);
        }
        // A list begins behind its bracket and the `#;` before that, a keyword with its value as it is.
        let row = |id: &NodeId| {
            let node = self.node(*id);
            let (list, before, items) = match node.kind {
                NodeKind::List => {
                    let start = self
                        .comment_of_row(*id)
                        .map_or(node, |id| self.node(id))
                        .start;
                    (
                        Some(*id),
                        node.head_end - start,
                        *id + 1..node.next as usize,
                    )
                }
                _ => (None, 0, *id..self.node(node.next as usize).next as usize),
            };
            let items = self.tree.siblings(items);
            let items = items.filter(|id| self.node(*id).placement == Placement::Free);
            RowCursor {
                end: Some(before as usize),
                ..RowCursor::new(list, items)
            }
        };
        let mut rows: Vec<_> = block.iter().map(row).collect();
        let may_be_padded = self.style.line_breaks != LineBreaks::Canonical;
        if may_be_padded {
            let firsts = rows.iter().map(|row| row.first_padded(self, found));
            let paddings = self.pad(&rows, firsts.collect(), found);
            for (row, padding) in rows.iter_mut().zip(paddings) {
                row.end = row.end.map(|end| end + padding);
            }
        }
        self.align(&mut rows, found);
        if may_be_padded {
            let closers = rows.iter().map(|row| row.closer_padded(self, found));
            self.pad(&rows, closers.collect(), found);
        }
    }

    /// Finds the blanks to keep before these items or brackets of rows, and widens the rows by those that were not found before.
    fn pad(&self, rows: &[RowCursor], padded: Vec<Option<Padded>>, found: &mut Gaps) -> Vec<usize> {
        let padding = |it: &Option<Padded>| it.map_or(0, |it| self.padding(it.offset, Some(found)));
        let before: Vec<_> = padded.iter().map(padding).collect();
        let mut paddings = paddings(&padded, found);
        for ((row, before), padding) in rows.iter().zip(before).zip(&mut paddings) {
            self.widen_row(row.list, padding.saturating_sub(before), found);
            *padding = before.max(*padding);
        }
        paddings
    }

    /// The fewest wide gaps that show a column. Where all columns are kept, the gaps of two rows that are aligned stay without one.
    fn fewest_wide_gaps(&self) -> usize {
        match self.keeps_alignment() {
            true => MIN_LISTS as usize,
            false => 2,
        }
    }

    /// Compares rows with their neighbours, item by item from the left, and finds the gaps to keep.
    pub(super) fn align(&self, rows: &mut [RowCursor], found: &mut Gaps) {
        let mut lists = rows.iter().filter_map(|row| row.list);
        let line = lists.find(|list| self.node(*list).begins_line());
        self.number_paragraphs(rows);
        self.set_gaps(rows, found);
        loop {
            rows.iter_mut().for_each(|row| row.advance(self, found));
            if rows.iter().all(|row| row.next.is_none()) {
                return;
            }
            let has_position = |row: &&RowCursor| row.position().is_some();
            let going_on: Vec<_> = rows.iter().filter(has_position).collect();
            let runs = going_on.chunk_by(|a, b| is_aligned(self, a, b));
            let on_purpose: Vec<bool> = runs
                .flat_map(|run| iter::repeat_n(self.are_on_purpose(run), run.len()))
                .collect();
            let common = common_column(rows, self.fewest_wide_gaps()).filter(|common| {
                let is_there = |row: &&&RowCursor| row.position() == Some(*common);
                let mut there = going_on.iter().filter(is_there);
                on_purpose.contains(&true) || there.any(|row| self.is_deliberate(row))
            });
            let beside = common.map(|common| self.items_beside_column(&going_on, common));
            let beside = beside.unwrap_or_default();
            let gaps = going_on.iter().enumerate().filter_map(|(index, row)| {
                let (item, own) = row.next.filter(|_| !row.is_misfit(found))?;
                let may_join = |_: &usize| {
                    let is_in_place = || own > 1 || self.is_in_place(row, line);
                    beside.contains(&item) && self.may_join(row.list, found) && is_in_place()
                };
                let joined = common.filter(may_join);
                let joined = joined.and_then(|common| row.gap_to(common, self));
                let gap = match joined {
                    _ if on_purpose[index] || row.is_of_numbers => own,
                    Some(joined) => joined,
                    // A list around this one may still keep the gaps in the items before it.
                    None if self.is_deliberate(row) => self.gap_before(item),
                    None if self.stays_alone(index, &going_on) => own,
                    None => 1,
                };
                Some(GapOfRow {
                    row,
                    own: joined.unwrap_or(own),
                    gap,
                    is_aligned: on_purpose[index],
                })
            });
            let mut gaps: Vec<_> = gaps.collect();
            self.keep_all_or_none(&mut gaps);
            self.keep_found(gaps, found);
            for row in &mut *rows {
                let gap = row.next.map_or(0, |(item, _)| self.gap(item, Some(found)));
                row.end = row.end.map(|end| end + gap);
                if gap > 1 {
                    (row.lost, row.regained) = (0, 0);
                }
            }
            self.align_behind_lines(rows, found);
            self.set_gaps(rows, found);
        }
    }

    /// Numbers the paragraphs that blank lines between rows make of these.
    fn number_paragraphs(&self, rows: &mut [RowCursor]) {
        let nodes_before = |id| self.after_blank_lines.partition_point(|it| *it < id);
        let (mut paragraph, mut after) = (0, 0);
        for row in rows {
            if let Some(start) = row.list.or(row.next.map(|(item, _)| item)) {
                paragraph += nodes_before(start + 1).saturating_sub(nodes_before(after));
                let end = row.list.or(row.items.as_slice().last().copied());
                after = self.node(end.unwrap_or(start)).next as usize;
            }
            row.paragraph = paragraph;
        }
    }

    /// Records those gaps of rows that are wide and have not been found before, and widens the rows. A gap that was found before gives back
    /// the blanks that it took, if the lists before it have got theirs back since.
    fn keep_found(&self, gaps: Vec<GapOfRow<'_>>, found: &mut Gaps) {
        for GapOfRow { row, gap, .. } in gaps {
            let Some((item, _)) = row.next.filter(|_| gap > 1) else {
                continue;
            };
            let before = self.gap(item, Some(found));
            if before == 1 {
                found.set(self.node(item), gap);
                self.widen_row(row.list, gap - 1, found);
            } else if let Some(list) = row.list {
                let back = before.saturating_sub(gap).min(row.regained);
                found.set(self.node(item), before - back);
                for it in [Some(list), self.comment_of_row(list)]
                    .into_iter()
                    .flatten()
                {
                    found.wider.entry(it).and_modify(|wider| *wider -= back);
                }
            }
        }
    }

    /// Finds the columns of items after wide gaps that are behind others of several lines: that of the last row above that has one, or of
    /// the next below, whichever they miss by less, if that is little.
    fn align_behind_lines(&self, rows: &[RowCursor], found: &mut Gaps) {
        let mut column = None;
        for row in rows.iter().chain(rows.iter().rev()) {
            column = row.end.filter(|_| row.next.is_some()).or(column);
            if let (Some((item, gap)), Some(first), None) = (row.next, row.first, row.end)
                && gap > 1
                && let Some(column) = column
                && self.slip(first, item, column) <= MAX_SLIP
            {
                let offset = self.node(item).start;
                found.before.insert(offset, gap);
                let nearest = found.behind_lines.entry(offset).or_insert(column);
                if self.slip(first, item, column) < self.slip(first, item, *nearest) {
                    *nearest = column;
                }
            }
        }
    }

    /// By how much an item misses a column that counts from the first item of its row.
    fn slip(&self, first: NodeId, item: NodeId, column: usize) -> usize {
        (self.column_of(first) + column).abs_diff(self.column_of(item))
    }

    /// Where one of the wide gaps before the next items of neighbouring rows stays, all of them do: a table that is half mended is worse
    /// than one with a slip.
    fn keep_all_or_none(&self, gaps: &mut [GapOfRow<'_>]) {
        if self.style.line_breaks == LineBreaks::Canonical {
            return;
        }
        let is_wide = |it: &GapOfRow<'_>| it.own > 1 || it.is_aligned;
        let goes_on = |a: &GapOfRow<'_>, b: &GapOfRow<'_>| {
            is_wide(a) && is_wide(b) && a.row.paragraph == b.row.paragraph
        };
        for run in gaps.chunk_by_mut(goes_on) {
            if run.iter().any(|it| it.gap > 1 || it.is_aligned) {
                let closed = run.iter_mut().filter(|it| it.gap == 1);
                closed.for_each(|it| it.gap = it.own);
            }
        }
    }

    /// The next items of those rows that are in one paragraph with a row whose next item is in a column, or would be behind one blank.
    fn items_beside_column(&self, rows: &[&RowCursor], column: usize) -> FxHashSet<NodeId> {
        let paragraphs = rows.chunk_by(|a, b| a.paragraph == b.paragraph);
        let is_in_column = |row: &&RowCursor| {
            row.position() == Some(column) || row.end.is_some_and(|end| end + 1 == column)
        };
        let has_column = |rows: &&[&RowCursor]| rows.iter().any(is_in_column);
        let beside = paragraphs.filter(has_column).flatten();
        beside.filter_map(|row| Some(row.next?.0)).collect()
    }

    /// Whether an item of a row, a line or a list with wide gaps, may join a column.
    fn may_join(&self, list: Option<NodeId>, found: &Gaps) -> bool {
        list.is_none_or(|list| {
            let inside = list + 1..self.node(list).next as usize;
            self.has_wide_gap(inside) && !found.settled.contains(&list)
        })
    }

    /// Whether a row is a line, or a list that begins one or stands in the column of `line`, another row that does.
    fn is_in_place(&self, row: &RowCursor, line: Option<NodeId>) -> bool {
        row.list.is_none_or(|list| {
            let is_under = || line.is_none_or(|line| self.is_under(line, list));
            self.node(list).begins_line() || is_under()
        })
    }

    /// Whether the next items of some rows, each aligned with the one above, are so on purpose: there is a wide gap before one. In the
    /// canonical layout, gaps that are all alike are no column.
    fn are_on_purpose(&self, rows: &[&RowCursor]) -> bool {
        let gap = |row: &RowCursor| row.next.map(|(_, gap)| gap);
        let differ = |rows: &[&RowCursor]| gap(rows[0]) != gap(rows[1]);
        rows.len() > 1
            && rows.iter().any(|row| gap(row) > Some(1))
            && (self.style.line_breaks != LineBreaks::Canonical || rows.windows(2).any(differ))
    }

    /// Whether the gap before the next item of a row is so wide that it stays even if nothing is aligned with it. Where lines move, only
    /// one between the lines of a list is.
    fn is_deliberate(&self, row: &RowCursor) -> bool {
        let is_kept = self.style.line_breaks != LineBreaks::Canonical && row.list.is_none();
        (is_kept || self.keeps_alignment()) && row.next.is_some_and(|(_, gap)| gap >= DELIBERATE)
    }

    /// Whether a gap stays though the rows above and below are not aligned: it is deliberate, or, where lines are kept, that of another
    /// list close by is aligned with it.
    fn stays_alone(&self, index: usize, rows: &[&RowCursor]) -> bool {
        let row = rows[index];
        let near = index.saturating_sub(REACH)..rows.len().min(index + REACH + 1);
        // Where lines move, what is aligned with it now may not be in the output.
        let is_beyond = self.keeps_alignment() && row.list.is_some();
        let is_aligned = |other: usize| other != index && is_aligned(self, row, rows[other]);
        self.is_deliberate(row) || is_beyond && near.into_iter().any(is_aligned)
    }

    /// Passes the next item of each row, which begins where the row ends so far, and finds the gaps to keep in lists among them.
    fn set_gaps(&self, rows: &mut [RowCursor], found: &mut Gaps) {
        let cell = |row: &RowCursor| {
            let (item, _) = row.next?;
            let list = self.list_on_one_line(item)?;
            let before = self.node(list).start - self.node(item).start;
            Some((row.end? + before as usize, list)).filter(|_| !found.lines.contains_key(&list))
        };
        let cells: Vec<_> = rows.iter().map(cell).collect();
        for (row, cell) in rows.iter().zip(&cells) {
            // What is in a row that gives up its gaps does so, too.
            if row.is_misfit(found) {
                found.misfits.extend(cell.map(|(_, list)| list));
            }
        }
        for lists in self.lists_in_columns(cells) {
            if self.has_wide_gap(lists[0]..self.node(lists[lists.len() - 1]).next as usize) {
                self.align_block(&lists, found);
            }
        }
        for row in rows {
            let Some((item, _)) = row.next else {
                continue;
            };
            let inside = self.list_on_one_line(item);
            let wider = inside.map_or(0, |list| found.wider(list));
            if let (Some(list), Some(inside)) = (row.list, inside) {
                let counted = found.counted.insert(inside, wider).unwrap_or(0);
                row.regained += wider - counted;
                self.widen_row(Some(list), wider - counted, found);
            }
            if wider > 0 && self.node(item).kind.is_prefix() {
                found.wider.insert(item, wider);
            }
            row.lost += self.blanks_lost(item, wider);
            let is_broken = inside.is_some_and(|list| found.lines.contains_key(&list));
            let end = row.end.zip(self.flat_width(item)).filter(|_| !is_broken);
            row.end = end.map(|(end, width)| end + width + wider);
        }
    }

    /// The lists among the next items of rows, given with their columns, that are in one: two or more in each. Where lines move, these are
    /// neighbours; otherwise, rows without a list there are passed over.
    fn lists_in_columns(&self, mut cells: Vec<Option<(usize, NodeId)>>) -> Vec<Vec<NodeId>> {
        let column = |cell: &Option<(usize, NodeId)>| cell.map(|(column, _)| column);
        if self.keeps_alignment() {
            cells.retain(Option::is_some);
            cells.sort_by_key(column);
        }
        let neighbours = cells.chunk_by(|a, b| a.is_some() && column(a) == column(b));
        neighbours
            .filter(|cells| cells.len() > 1)
            .map(|cells| cells.iter().flatten().map(|(_, list)| *list).collect())
            .collect()
    }

    /// The number of columns that an item on one line loses to what it is in the source, given those by which gaps widen it.
    fn blanks_lost(&self, item: NodeId, wider: usize) -> usize {
        let source = &self.text[self.node(item).span()];
        let is_same = self.measured(item).written == Written::AsInSource;
        match self.flat_width(item) {
            Some(own)
                if !is_same
                    && self.style.line_breaks != LineBreaks::Canonical
                    && !source.contains(['\n', '\r', '\t']) =>
            {
                width(source).saturating_sub(own + wider)
            }
            _ => 0,
        }
    }

    /// The list that an item on one line is, or has after its prefixes.
    pub(super) fn list_on_one_line(&self, item: NodeId) -> Option<NodeId> {
        self.flat_width(item)?;
        self.list_after_prefixes(item)
    }

    /// The list that an item is, or has after its prefixes.
    pub(super) fn list_after_prefixes(&self, item: NodeId) -> Option<NodeId> {
        let is_prefix = |id: &NodeId| self.node(*id).kind.is_prefix();
        let mut inside = (item..self.node(item).next as usize).skip_while(is_prefix);
        inside
            .next()
            .filter(|id| self.node(*id).kind == NodeKind::List)
    }
}
