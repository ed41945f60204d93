//! Columns that the author aligned by hand: which gaps between items keep their width.
//!
//! Items are compared in *rows*. These are neighbouring lists that each start a line, such as bindings and clauses, the
//! lines of one list, and the lists that begin in the same column of such rows. A gap of two blanks or more is kept if the item
//! after it begins as far from the start of its row as the corresponding item of the row above or below, or, for two atoms, if it
//! ends as far from it; where lines are kept, rows without such an item are passed over. Blanks inside brackets are kept where
//! first items or closing brackets end in the same column, or where the digits of numbers begin in it; so are those before numbers that
//! begin lines. The distances are those of the output: they are computed from left to right, including the gaps already decided, so the same
//! gaps are kept when the output is formatted again. A gap takes the blanks that the items before it lose.
//!
//! Where lines are kept, this holds for every list, and is decided when it is measured. Elsewhere, it is decided when the column of a
//! list is known: lists are measured, and shapes are chosen around them, as if nothing were aligned, and their lines are those that
//! they have then. A row that does not fit gives up its gaps, but those of a table of data, which is found before, stay on one line. In the
//! canonical layout, gaps that are all alike are no column.
//!
//! Before that, [`settled`](super::settled) finds rows that stay as they are.
//!
//! Where broken lists stay broken, two blanks before the value of a clause or binding stay if most of the text have two.

use super::comments::Trailing;
use super::learned::MIN_LISTS;
use super::types::{CostBasis, Gaps, Rows, Shape, Step};
use super::{BROKEN, Layout, Slot, Written};
use crate::forms::{Column, RestKind, Role, Strategy};
use crate::options::{HandAlignment, LineBreaks, RowBreaks};
use crate::syntax::number;
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement};
use crate::text::width::{column, column_from, width};
use rustc_hash::{FxHashMap, FxHashSet};
use std::mem;
use std::ops::Range;
use std::rc::Rc;
use std::vec;

/// The most blanks by which an item misses a column that it joins.
const MAX_SLIP: usize = 2;

/// The most bytes from the start of a line over which a column is counted each time.
const NEAR: usize = 1000;

/// How often the gaps of some rows are found, each time without those that did not fit.
const MAX_TRIES: usize = 4;

/// The first item or the closing bracket of a row, which blanks before it may align with those of neighbouring rows.
#[derive(Clone, Copy)]
struct Padded {
    /// Its offset in the source.
    offset: u32,
    /// How far from the start of the row the item would end, or the bracket be, without these blanks.
    end: usize,
    /// The number of blanks before it in the source.
    blanks: usize,
    /// The width of the sign before its digits, if it is a number.
    sign: Option<usize>,
}

/// Whether the same is padded in two rows, so that it is aligned.
fn are_aligned(a: &Option<Padded>, b: &Option<Padded>) -> bool {
    a.as_ref()
        .zip(b.as_ref())
        .is_some_and(|(a, b)| a.is_aligned(b))
}

impl Padded {
    /// Whether it ends where another one does, or begins its digits there.
    fn is_aligned(&self, other: &Padded) -> bool {
        let end = |it: &Padded| it.blanks + it.end;
        let digits = |it: &Padded| Some(it.blanks + it.sign?);
        end(self) == end(other) || digits(self).is_some() && digits(self) == digits(other)
    }
}

/// A row, while it is compared with its neighbours.
struct RowCursor {
    /// The list that it is, unless it is a line.
    list: Option<NodeId>,
    items: vec::IntoIter<NodeId>,
    /// The distance from the start of the row to the end of its last item; none if the rest does not count for alignment.
    end: Option<usize>,
    /// The next item, and the width of the gap before it in the source, with the blanks that the row loses before it.
    next: Option<(NodeId, usize)>,
    /// The number of blanks that the items since the last wide gap lose.
    lost: usize,
    /// The first item of a line, from which the columns of items behind others of several lines count; none for a list, nor for a line
    /// that begins with blanks.
    first: Option<NodeId>,
    /// Whether the next item is behind one of several lines; nothing after it counts.
    is_behind_lines: bool,
    /// Whether it is a line of numbers, all gaps of which stay.
    is_of_numbers: bool,
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
            first: first.filter(|_| list.is_none()),
            is_behind_lines: false,
            is_of_numbers: false,
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
                let line = found.lines.get(&list).and_then(|lines| lines.first());
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
        self.list
            .is_some_and(|list| found.misfits.contains_key(&list))
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
        let is_near = own.abs_diff(gap) <= MAX_SLIP || gap <= 1 + MAX_SLIP;
        (is_near && (own > 1 || !layout.is_number(item))).then_some(gap)
    }

    /// The distance of the end of the next item from the start of the row, if that item is no list and the gap before it is kept.
    fn end_of_next(&self, layout: &Layout<'_>) -> Option<usize> {
        let (item, _) = self.next?;
        let is_list = layout.is_list(item);
        Some(self.position()? + layout.flat_width(item)?).filter(|_| !is_list)
    }

    /// Whether blanks may stay inside the brackets of a row. Where lines move, one on several lines has none.
    fn may_be_padded(&self, found: &Gaps) -> bool {
        let stays = |list| !found.lines.contains_key(&list) && !found.broken.contains(&list);
        self.list.is_some_and(stays) && !self.is_misfit(found)
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

/// A list where it is, as it is without wide gaps: a binding, or any row.
struct PlacedList {
    id: NodeId,
    slot: Slot,
    /// Its shape, if it is on several lines.
    shape: Option<Shape>,
}

/// The lists among these that are on several lines.
fn broken_ones(lists: &[PlacedList]) -> impl Iterator<Item = NodeId> {
    let broken = lists.iter().filter(|list| list.shape.is_some());
    broken.map(|list| list.id)
}

/// Whether the next items of two rows are aligned: at their starts or, for atoms, at their ends.
fn is_aligned(layout: &Layout<'_>, a: &RowCursor, b: &RowCursor) -> bool {
    let (start, end) = (a.position(), a.end_of_next(layout));
    start.is_some() && start == b.position() || end.is_some() && end == b.end_of_next(layout)
}

/// The position of the next items of most rows, of those with room for a wide gap before it.
fn common_column(rows: &[RowCursor]) -> Option<usize> {
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
    (most.len() >= MIN_LISTS as usize && 2 * most.len() > all).then_some(column)
}

/// Finds the blanks to keep before what ends in the same column of adjacent rows, and returns their number for each row. A
/// difference of one blank is usually a slip, unless it is before a number.
fn paddings(rows: &[Option<Padded>], found: &mut Gaps) -> Vec<usize> {
    let mut paddings = Vec::with_capacity(rows.len());
    for rows in rows.chunk_by(are_aligned) {
        let ends = rows.iter().flatten().map(|row| row.end);
        let last = ends.max().unwrap_or(0);
        let has_sign = rows.iter().flatten().any(|row| row.sign == Some(1));
        let is_aligned = |row: &Padded| match row.sign {
            Some(sign) => last > row.end || has_sign && sign == 0,
            None => last > row.end + 1,
        };
        let stays = rows.iter().flatten().any(is_aligned);
        for row in rows {
            let padding = row.filter(|_| stays).map_or(0, |row| row.blanks);
            if let Some(row) = row.filter(|_| padding > 0) {
                found.before.insert(row.offset, padding);
            }
            paddings.push(padding);
        }
    }
    paddings
}

impl<'a> Layout<'a> {
    /// Whether all of the author's columns are kept.
    pub(super) fn keeps_alignment(&self) -> bool {
        self.style.line_breaks.keeps_columns() && self.style.alignment != HandAlignment::Collapse
    }

    /// Whether the author's columns are kept in rows, where they fit if lines move.
    pub(super) fn keeps_columns_of_rows(&self) -> bool {
        match self.style.alignment {
            HandAlignment::Auto => {
                self.style.line_breaks.keeps_columns() || self.style.rows == RowBreaks::Keep
            }
            chosen => chosen == HandAlignment::Keep,
        }
    }

    /// The width of the gap before an item that does not start a line. `aligned` has the gaps in the list that holds it, if they have been
    /// found for the slot of that list.
    #[inline(always)]
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
    #[inline(always)]
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

    /// Whether an item is after a gap that may be wider than usual, or is a list that ends in one.
    fn is_after_wide_gap(&self, id: NodeId) -> bool {
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
    fn has_wide_gap(&self, nodes: Range<NodeId>) -> bool {
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

    /// Whether a number begins a line of a list.
    fn has_numbers_below(&self, id: NodeId) -> bool {
        let begins_with_number = |id| self.node(id).begins_line() && self.is_number(id);
        self.tree.items(id).any(begins_with_number)
    }

    /// The lines of a list as rows to be compared, with the blanks before the numbers that begin them.
    fn padded_lines(
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
        rows.map(|(row, padding)| RowCursor {
            end: Some(padding),
            first: row.first().copied().filter(|_| padding == 0),
            is_of_numbers,
            ..RowCursor::new(None, row.iter().copied())
        })
        .collect()
    }

    /// Keeps the gaps before and between the numbers of the first line of a list that are before the one under which the others begin.
    fn keep_gaps_before_rows(&self, id: NodeId, first_row: &[NodeId], found: &mut Gaps) {
        let (list, first) = (self.node(id), self.node(id + 1));
        let is_apart = |item: &NodeId| !self.node(*item).begins_line();
        let under = first_row.first().copied().unwrap_or(NodeId::MAX);
        if under == id + 1 || list.has_space_after_head() || first.begins_line() {
            return;
        }
        let blanks = self.blanks_before(list.head_end, first.start);
        if let Some(blanks) = blanks.filter(|blanks| *blanks > 0) {
            found.before.insert(first.start, blanks);
        }
        let items = self.tree.items(id).skip(1).take_while(is_apart);
        let items = items.take_while(|item| *item <= under);
        for item in items.filter(|item| self.gap_before(*item) > 1) {
            found.set(self.node(item), self.gap_before(item));
        }
    }

    /// The lines of a list of this shape as rows. The items of the first line count from the item under which the other lines start.
    fn lines_as_rows(
        &self,
        id: NodeId,
        shape: Shape,
        begins_line: impl Fn(NodeId) -> bool,
    ) -> Vec<Vec<NodeId>> {
        let apart = match self.column_of_rows(id, shape) {
            Column::First => 0,
            Column::Align => 1,
            Column::Indent(_) => usize::MAX,
        };
        let mut rows: Vec<Vec<NodeId>> = vec![Vec::new()];
        for (index, item) in self.tree.items(id).enumerate() {
            if index > 0 && begins_line(item) {
                rows.push(Vec::new());
            }
            if rows.len() > 1 || index >= apart {
                rows.last_mut().into_iter().for_each(|row| row.push(item));
            }
        }
        rows
    }

    /// For each line of a list of this shape, the number that begins it, if there is one: numbers may be aligned at their ends, but
    /// not with distinguished items, which have a column of their own.
    fn padded_numbers(
        &self,
        id: NodeId,
        shape: Shape,
        rows: &[Vec<NodeId>],
    ) -> Vec<Option<Padded>> {
        let mut rest = self
            .lines(id)
            .filter(|(index, _)| *index > shape.distinguished);
        let rest = rest.next().map_or(NodeId::MAX, |(_, item)| item);
        let begins_line = |item: &NodeId| self.node(*item).begins_line();
        let is_rest = |index: usize, item: &NodeId| {
            index == 0 || begins_line(item) && *item >= rest && !self.is_in_first_column(*item)
        };
        let column = |(index, row): (usize, &Vec<NodeId>)| {
            let first = *row.first().filter(|item| is_rest(index, item))?;
            Some(self.column_of(first))
        };
        let columns: Vec<_> = rows.iter().enumerate().map(column).collect();
        let is_column_of_first = self.column_of_rows(id, shape) == Column::First;
        let first = match rows[0].first() {
            Some(item) if is_column_of_first && !begins_line(item) => {
                let list = self.node(id);
                let after = usize::from(list.has_space_after_head());
                Some(self.source_column(list.head_end as usize) + after)
            }
            Some(_) if is_column_of_first => columns.iter().flatten().min().copied(),
            None => columns.iter().flatten().min().copied(),
            Some(item) if self.gap_before(*item) == 1 => columns[0],
            // The one beside the operator would lose its own blanks.
            Some(_) => None,
        };
        let padded = |(index, row): (usize, &Vec<NodeId>)| {
            let item = row.first().filter(|item| self.is_number(**item))?;
            Some(Padded {
                offset: self.node(*item).start,
                end: self.flat_width(*item)?,
                blanks: columns[index]?.checked_sub(first?)?,
                sign: self.sign_width(*item),
            })
        };
        let padded: Vec<_> = rows.iter().enumerate().map(padded).collect();
        let kept = paddings(&padded, &mut Gaps::default());
        // The other lines are padded for the first one, so without its blanks, they lose theirs, too.
        let loses_first = padded[0].is_some_and(|first| kept[0] < first.blanks);
        // Lines that come out in one column are padded only if the first one is aligned with all of them.
        let below = kept.iter().zip(&columns).skip(1);
        let mut below = below.filter_map(|(kept, column)| column.and(Some(kept)));
        let is_column = below
            .next()
            .is_none_or(|one| below.all(|other| other == one));
        let is_first_aligned = padded.iter().all(|row| are_aligned(&padded[0], row));
        if loses_first || is_column && !is_first_aligned {
            vec![None; rows.len()]
        } else {
            padded
        }
    }

    /// Finds the lists in data that are rows of a table, which stay on one line: most of them have their second item in one column.
    pub(super) fn find_table_rows(&mut self, data: NodeId) {
        let inside = data + 1..self.node(data).next as usize;
        if !self.has_wide_gap(inside.clone()) {
            return;
        }
        for mut block in self.blocks(inside, |id| self.node(id).begins_line()) {
            let is_on_line = |id: &NodeId| {
                let mut lines = self.text[self.node(*id).span()].bytes();
                self.flat_width(*id).is_some() && !lines.any(|byte| matches!(byte, b'\n' | b'\r'))
            };
            block.retain(is_on_line);
            let rows = block.iter().map(|id| self.tree.items(*id));
            let rows = rows.map(|items| RowCursor::new(None, items));
            let mut rows: Vec<_> = rows.collect();
            let found = Gaps::default();
            for row in &mut rows {
                let first = row.next.and_then(|(first, _)| self.flat_width(first));
                row.end = first;
                row.advance(self, &found);
            }
            if common_column(&rows).is_some() {
                self.table_rows.extend(block);
            }
        }
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
    fn value_after_head(&self, id: NodeId) -> Option<NodeId> {
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
        if self.style.line_breaks.has_limits() || self.wide.is_empty() {
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

    /// Neighbouring lists among some siblings that may be aligned: each run of two or more that begin lines, if there is a wide gap in
    /// it. At top level, a blank line ends one.
    fn blocks(
        &self,
        siblings: Range<NodeId>,
        begins_line: impl Fn(NodeId) -> bool,
    ) -> Vec<Vec<NodeId>> {
        let is_top_level = siblings.start == 0;
        // Conditions among the clauses of a loop are rows, too.
        let has_conditions = !is_top_level
            && !self.style.line_breaks.has_limits()
            && self.form(siblings.start - 1).role(0) == Role::Binding;
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
            if node.kind == NodeKind::DatumComment && node.begins_line() && !begins_paragraph {
                // What is commented out is a row like the others, if it may be one.
                block.extend(self.commented_row(id));
                continue;
            }
            let goes_on = node.kind == NodeKind::List && begins_line(id) && !begins_paragraph;
            if !goes_on {
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
    fn widen_row(&self, row: Option<NodeId>, by: usize, found: &mut Gaps) {
        found.widen(row, by);
        found.widen(row.and_then(|row| self.comment_of_row(row)), by);
    }

    /// Finds the gaps to keep in neighbouring lists.
    fn align_block(&self, block: &[NodeId], found: &mut Gaps) {
        if !self.style.line_breaks.has_limits() {
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
        let may_be_padded = !self.style.line_breaks.has_limits();
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

    /// Compares rows with their neighbours, item by item from the left, and finds the gaps to keep.
    fn align(&self, rows: &mut [RowCursor], found: &mut Gaps) {
        self.set_gaps(rows, found);
        loop {
            rows.iter_mut().for_each(|row| row.advance(self, found));
            if rows.iter().all(|row| row.next.is_none()) {
                return;
            }
            let has_position = |row: &&RowCursor| row.position().is_some();
            let going_on: Vec<_> = rows.iter().filter(has_position).collect();
            let runs = || going_on.chunk_by(|a, b| is_aligned(self, a, b));
            let common = common_column(rows).filter(|_| runs().any(|run| self.are_on_purpose(run)));
            let beside = common.map(|common| self.items_beside_column(&going_on, common));
            let beside = beside.unwrap_or_default();
            for run in runs() {
                let are_on_purpose = self.are_on_purpose(run);
                for row in run {
                    let stays = are_on_purpose || row.is_of_numbers;
                    if let Some((item, own)) = row.next
                        && !row.list.is_some_and(|list| found.fits_never(list))
                        && let may_join = beside.contains(&item)
                        && self.may_join(row.list, found)
                        && let joined = common.filter(|_| may_join)
                        && let joined = joined.and_then(|common| row.gap_to(common, self))
                        && let gap = if stays { own } else { joined.unwrap_or(1) }
                        && gap > 1
                        && self.gap(item, Some(found)) == 1
                    {
                        found.set(self.node(item), gap);
                        self.widen_row(row.list, gap - 1, found);
                    }
                }
            }
            for row in &mut *rows {
                let gap = row.next.map_or(0, |(item, _)| self.gap(item, Some(found)));
                row.end = row.end.map(|end| end + gap);
                row.lost = if gap > 1 { 0 } else { row.lost };
            }
            self.align_behind_lines(rows, found);
            self.set_gaps(rows, found);
        }
    }

    /// Finds the columns of items after wide gaps that are behind others of several lines: that of the last row above that has one, or else
    /// of the next below, if they miss it by little.
    fn align_behind_lines(&self, rows: &[RowCursor], found: &mut Gaps) {
        let mut column = None;
        for row in rows.iter().chain(rows.iter().rev()) {
            column = row.end.filter(|_| row.next.is_some()).or(column);
            if let (Some((item, gap)), Some(first), None) = (row.next, row.first, row.end)
                && gap > 1
                && let Some(column) = column
                && (self.column_of(first) + column).abs_diff(self.column_of(item)) <= MAX_SLIP
            {
                let offset = self.node(item).start;
                found.before.insert(offset, gap);
                found.behind_lines.entry(offset).or_insert(column);
            }
        }
    }

    /// The next items of those rows that are in one paragraph with a row whose next item is in a column.
    fn items_beside_column(&self, rows: &[&RowCursor], column: usize) -> FxHashSet<NodeId> {
        let id = |row: &RowCursor| row.list.or(row.next.map(|(item, _)| item));
        let goes_on = |a: &&RowCursor, b: &&RowCursor| {
            id(a).zip(id(b)).is_none_or(|(a, b)| {
                let mut between = self.tree.siblings(self.node(a).next as usize..b + 1);
                between.all(|id| self.node(id).blank() == 0)
            })
        };
        let paragraphs = rows.chunk_by(goes_on);
        let has_column =
            |rows: &&[&RowCursor]| rows.iter().any(|row| row.position() == Some(column));
        let beside = paragraphs.filter(has_column).flatten();
        beside.filter_map(|row| Some(row.next?.0)).collect()
    }

    /// Whether an item of a row, a list or a line, may join a column. Where lines move, none of a list without wide gaps does.
    fn may_join(&self, list: Option<NodeId>, found: &Gaps) -> bool {
        list.is_none_or(|list| {
            let inside = list + 1..self.node(list).next as usize;
            let may_join = self.keeps_alignment()
                || found.lines.contains_key(&list)
                || self.has_wide_gap(inside);
            may_join && !found.settled.contains(&list)
        })
    }

    /// Whether the next items of some rows, each aligned with the one above, are so on purpose: there is a wide gap before one. In the
    /// canonical layout, gaps that are all alike are no column.
    fn are_on_purpose(&self, rows: &[&RowCursor]) -> bool {
        let gap = |row: &RowCursor| row.next.map(|(_, gap)| gap);
        let differ = |rows: &[&RowCursor]| gap(rows[0]) != gap(rows[1]);
        rows.len() > 1
            && rows.iter().any(|row| gap(row) > Some(1))
            && (!self.style.line_breaks.has_limits() || rows.windows(2).any(differ))
    }

    /// Passes the next item of each row, which begins where the row ends so far, and finds the gaps to keep in lists among them.
    fn set_gaps(&self, rows: &mut [RowCursor], found: &mut Gaps) {
        let cell = |row: &RowCursor| {
            let (item, _) = row.next?;
            let list = self.list_on_one_line(item)?;
            let before = self.node(list).start - self.node(item).start;
            Some((row.end? + before as usize, list)).filter(|_| !found.broken.contains(&list))
        };
        let cells: Vec<_> = rows.iter().map(cell).collect();
        for (row, cell) in rows.iter().zip(&cells) {
            // What is in a row that gives up its gaps does so, too.
            let misfit = row.list.and_then(|list| found.misfits.get(&list).copied());
            if let Some((misfit, (_, list))) = misfit.zip(*cell) {
                found.misfits.insert(list, misfit);
            }
        }
        let column = |cell: &Option<(usize, NodeId)>| cell.map(|(column, _)| column);
        let neighbours = cells.chunk_by(|a, b| a.is_some() && column(a) == column(b));
        for cells in neighbours.filter(|cells| cells.len() > 1) {
            let lists: Vec<_> = cells.iter().flatten().map(|(_, list)| *list).collect();
            if self.has_wide_gap(lists[0]..self.node(lists[lists.len() - 1]).next as usize) {
                let before = found.before.len();
                self.align_block(&lists, found);
                if found.before.len() > before {
                    // What has given up its gaps may break.
                    let is_row =
                        |list: &NodeId| found.wider(*list) > 0 || !found.misfits.contains_key(list);
                    let lists: Vec<_> = lists.into_iter().filter(is_row).collect();
                    found.inner_rows.extend(lists);
                }
            }
        }
        for row in rows {
            let Some((item, _)) = row.next else {
                continue;
            };
            let inside = self.list_on_one_line(item);
            let wider = inside.map_or(0, |list| found.wider(list));
            if let (Some(row), Some(inside)) = (row.list, inside) {
                let counted = found.counted.insert(inside, wider).unwrap_or(0);
                self.widen_row(Some(row), wider - counted, found);
            }
            if wider > 0 && self.node(item).kind.is_prefix() {
                found.wider.insert(item, wider);
            }
            row.lost += self.blanks_lost(item, wider);
            let is_broken = inside.is_some_and(|list| found.broken.contains(&list));
            row.end = row
                .end
                .zip(self.flat_width(item))
                .filter(|_| !is_broken)
                .map(|(end, width)| end + width + wider);
        }
    }

    /// The number of columns that an item on one line loses to what it is in the source, given those by which gaps widen it.
    fn blanks_lost(&self, item: NodeId, wider: usize) -> usize {
        let source = &self.text[self.node(item).span()];
        let is_same = self.measured(item).written == Written::AsInSource;
        match self.flat_width(item) {
            Some(own)
                if !is_same
                    && !self.style.line_breaks.has_limits()
                    && !source.contains(['\n', '\r', '\t']) =>
            {
                width(source).saturating_sub(own + wider)
            }
            _ => 0,
        }
    }

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
        let gaps = may_align.then(|| self.gaps_inside(id, shape, slot, around));
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
    fn is_within(&self, item: NodeId, slot: Slot, width: usize) -> bool {
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
        PlacedList { id, slot, shape }
    }

    /// Whether a list, in the shape that it has without gaps, fits with those, and whether its lines stay.
    fn aligned_fits(&self, list: &PlacedList, gaps: &Gaps) -> bool {
        let PlacedList { id, slot, shape } = *list;
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
        stays && (wider == 0 || self.cost_of(id, shape, slot, basis).0.over == 0)
    }

    /// Whether one of these gaps in a list is not the author's.
    fn joins_column(&self, id: NodeId, gaps: &Gaps) -> bool {
        self.tree.items(id).any(|item| {
            let gap = gaps.before.get(&self.node(item).start);
            gap.is_some_and(|gap| self.node(item).begins_line() || *gap != self.gap_before(item))
                || gaps.wider(item) > 0 && self.joins_column(item, gaps)
        })
    }

    /// The width in the source of the gap before an item that does not start a line, but no less than that of the space to
    /// be written.
    pub(super) fn gap_before(&self, item: NodeId) -> usize {
        let end = self.node(item).start as usize;
        let blanks = &self.text[self.end_before(item)..end];
        let start = end - blanks.len() + blanks.trim_end_matches([' ', '\t']).len();
        self.width_of_blanks(start..end).max(1)
    }

    /// The width of what is between two offsets, if it is blanks.
    pub(super) fn blanks_before(&self, start: u32, end: u32) -> Option<usize> {
        let blanks = start as usize..end as usize;
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let are_blanks = self.text.as_bytes()[blanks.clone()].iter().all(is_blank);
        are_blanks.then(|| self.width_of_blanks(blanks))
    }

    fn width_of_blanks(&self, blanks: Range<usize>) -> usize {
        if !self.text[blanks.clone()].contains('\t') {
            return blanks.len();
        }
        // Beyond that, many tabs on one line would take too long.
        self.near_line_start(blanks.end).map_or(0, |start| {
            self.column_between(start, 0, blanks.end) - self.column_between(start, 0, blanks.start)
        })
    }

    /// The list that an item on one line is, or has after its prefixes.
    fn list_on_one_line(&self, item: NodeId) -> Option<NodeId> {
        self.flat_width(item)?;
        self.list_after_prefixes(item)
    }

    /// The list that an item is, or has after its prefixes.
    fn list_after_prefixes(&self, item: NodeId) -> Option<NodeId> {
        let is_prefix = |id: &NodeId| self.node(*id).kind.is_prefix();
        let mut inside = (item..self.node(item).next as usize).skip_while(is_prefix);
        inside
            .next()
            .filter(|id| self.node(*id).kind == NodeKind::List)
    }

    /// The width of the sign of an item, if that is a number.
    fn sign_width(&self, item: NodeId) -> Option<usize> {
        let is_signed = self.source(item).starts_with(['-', '+']);
        self.is_number(item).then_some(usize::from(is_signed))
    }

    /// Where lines begin below the first line of a list of this shape, of which an operator that is a number is a part.
    fn column_of_rows(&self, id: NodeId, shape: Shape) -> Column {
        match shape.rest {
            Column::Indent(1) if self.is_number(id + 1) => Column::First,
            rest => rest,
        }
    }

    /// Whether an item is a number.
    pub(super) fn is_number(&self, item: NodeId) -> bool {
        number::recognize(self.source(item).as_bytes()).is_some()
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

    /// The blanks directly before an item.
    pub(super) fn blanks_at(&self, item: NodeId) -> &'a str {
        let before = &self.text[self.end_before(item)..self.node(item).start as usize];
        &before[before.trim_end_matches([' ', '\t']).len()..]
    }

    /// What a trailing comment shares with its neighbours.
    pub(super) fn trailing(&self, comment: NodeId, is_beside_opener: bool) -> Trailing {
        let start = self.node(comment).start as usize;
        let source = column(&self.text[self.line_start(start)..start]);
        let may_stay = self.style.alignment != HandAlignment::Collapse;
        let source = may_stay.then_some(source);
        let gap = self.gap_before(comment);
        let keeps_lines = self.style.line_breaks == LineBreaks::Keep && source.is_some();
        let follows = self.style.line_breaks != LineBreaks::Canonical;
        let source = source.filter(|_| follows);
        Trailing {
            source,
            code: source.map_or(0, |source| source.saturating_sub(gap)),
            gap: if keeps_lines { gap } else { 1 },
            least: source.filter(|_| gap > 1).unwrap_or(0),
            is_unlimited: keeps_lines,
            is_apart: is_beside_opener,
        }
    }

    /// The column of an offset in the source. A tab within a token is as wide as it was measured, so that the column is the same in the
    /// output.
    pub(super) fn source_column(&self, offset: usize) -> usize {
        match self.near_line_start(offset) {
            Some(start) => self.column_between(start, 0, offset),
            None => self.far_column(offset),
        }
    }

    /// The start of a line, unless it is far before an offset.
    fn near_line_start(&self, offset: usize) -> Option<usize> {
        let from = self.text.floor_char_boundary(offset.saturating_sub(NEAR));
        match self.text[from..offset].rfind(self.line_end()) {
            Some(end) => Some(from + end + 1),
            None => (from == 0).then_some(0),
        }
    }

    /// The column of an offset that is far from the start of its line. What was found before is known, so that each stretch of a line is
    /// passed once.
    #[cold]
    fn far_column(&self, offset: usize) -> usize {
        let mut known = self.far_columns.borrow_mut();
        let before = known.range(..=offset).next_back();
        let on_line = before.filter(|(at, _)| !self.text[**at..offset].contains(self.line_end()));
        let (mut at, mut column) = match on_line {
            Some((at, column)) => (*at, *column),
            None => (self.line_start(offset), 0),
        };
        while at + NEAR < offset {
            let next = self.end_of_token(at + NEAR).min(offset);
            column = self.column_between(at, column, next);
            known.insert(next, column);
            at = next;
        }
        self.column_between(at, column, offset)
    }

    /// The end of the token that an offset is in; the offset, or one just before it, if that is between tokens.
    fn end_of_token(&self, offset: usize) -> usize {
        let nodes = &self.tree.nodes;
        let next = nodes.partition_point(|node| node.head_end as usize <= offset);
        match nodes.get(next) {
            Some(node) if (node.start as usize) < offset => node.head_end as usize,
            _ => self.text.floor_char_boundary(offset),
        }
    }

    /// The column of an offset, given that of one before it on its line, which is not in a token that begins on this line.
    pub(super) fn column_between(&self, start: usize, mut reached: usize, offset: usize) -> usize {
        let line = &self.text[start..offset];
        if !line.trim_start_matches('\t').contains(['\t', '\r']) {
            return column_from(reached, line);
        }
        let nodes = &self.tree.nodes;
        let first = nodes.partition_point(|node| node.head_end as usize <= start);
        let mut at = start;
        for node in &nodes[first..] {
            let token = (node.start as usize).max(start)..node.head_end as usize;
            if token.start >= offset {
                break;
            }
            reached = column_from(reached, &self.text[at..token.start]);
            at = token.end.min(offset);
            let text = &self.text[token.start..at];
            reached = match text.rfind('\r') {
                Some(end) => column(&text[end + 1..]),
                None if (node.start as usize) < start => column(text),
                None => reached + width(text),
            };
        }
        column_from(reached, &self.text[at..offset])
    }
}
