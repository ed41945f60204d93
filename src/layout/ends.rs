//! What ends in one column of neighbouring rows, or begins its digits in one: which blanks stay before it. These are first items, closing
//! brackets, and the numbers that begin the lines of a list.

use super::Layout;
use super::types::{Gaps, Shape};
use crate::forms::Column;
use crate::syntax::number;
use crate::syntax::tree::NodeId;

/// The first item or the closing bracket of a row, which blanks before it may align with those of neighbouring rows.
#[derive(Clone, Copy)]
pub(super) struct Padded {
    /// Its offset in the source.
    pub(super) offset: u32,
    /// How far from the start of the row the item would end, or the bracket be, without these blanks.
    pub(super) end: usize,
    /// The number of blanks before it in the source.
    pub(super) blanks: usize,
    /// The width of the sign before its digits, if it is a number.
    pub(super) sign: Option<usize>,
}

/// Whether the same is padded in two rows, so that it is aligned.
fn are_aligned(a: &Option<Padded>, b: &Option<Padded>) -> bool {
    a.as_ref()
        .zip(b.as_ref())
        .is_some_and(|(a, b)| a.is_aligned(b))
}

impl Padded {
    /// Whether it ends where another one does, or begins its digits there.
    pub(super) fn is_aligned(&self, other: &Padded) -> bool {
        let end = |it: &Padded| it.blanks + it.end;
        let digits = |it: &Padded| Some(it.blanks + it.sign?);
        end(self) == end(other) || digits(self).is_some() && digits(self) == digits(other)
    }
}

/// Finds the blanks to keep before what ends in the same column of adjacent rows, and returns their number for each row. A
/// difference of one blank is usually a slip, unless it is before a number or there are blanks in all rows.
pub(super) fn paddings(rows: &[Option<Padded>], found: &mut Gaps) -> Vec<usize> {
    let mut paddings = Vec::with_capacity(rows.len());
    for rows in rows.chunk_by(are_aligned) {
        let ends = rows.iter().flatten().map(|row| row.end);
        let last = ends.max().unwrap_or(0);
        let slip = usize::from(rows.iter().flatten().any(|row| row.blanks == 0));
        let has_sign = rows.iter().flatten().any(|row| row.sign == Some(1));
        let is_aligned = |row: &Padded| match row.sign {
            Some(sign) => last > row.end || has_sign && sign == 0,
            None => last > row.end + slip,
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

impl Layout<'_> {
    /// Whether a number begins a line of a list.
    pub(super) fn has_numbers_below(&self, id: NodeId) -> bool {
        let begins_with_number = |id| self.node(id).begins_line() && self.is_number(id);
        self.tree.items(id).any(begins_with_number)
    }

    /// Keeps the gaps before and between the numbers of the first line of a list that are before the one under which the others begin.
    pub(super) fn keep_gaps_before_rows(&self, id: NodeId, first_row: &[NodeId], found: &mut Gaps) {
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

    /// For each line of a list of this shape, the number that begins it, if there is one: numbers may be aligned at their ends, but
    /// not with distinguished items, which have a column of their own.
    pub(super) fn padded_numbers(
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
        let is_rest = |index: usize, item: &NodeId| match index {
            0 => !(begins_line(item) && self.is_in_first_column(*item)),
            _ => begins_line(item) && *item >= rest && !self.is_in_first_column(*item),
        };
        let column = |(index, row): (usize, &Vec<NodeId>)| {
            let first = *row.first().filter(|item| is_rest(index, item))?;
            Some(self.column_of(first))
        };
        let columns: Vec<_> = rows.iter().enumerate().map(column).collect();
        let is_column_of_first = self.column_of_rows(id, shape) == Column::First;
        let first = match rows[0].first() {
            Some(item) if is_column_of_first && !begins_line(item) => {
                Some(self.column_of_first(id))
            }
            Some(_) if is_column_of_first => columns.iter().flatten().min().copied(),
            None => columns.iter().flatten().min().copied(),
            Some(item) if self.gap_before(*item) == 1 && self.flat_width(id + 1).is_some() => {
                columns[0]
            }
            // The one beside the operator would lose its own blanks, or is behind an item of several lines.
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
        rows.iter().enumerate().map(padded).collect()
    }

    /// The column of the first item of a list in the source, without the blanks before it that do not stay.
    fn column_of_first(&self, id: NodeId) -> usize {
        let list = self.node(id);
        match self.padding_of_first(id) {
            0 => {
                self.source_column(list.head_end as usize)
                    + usize::from(list.has_space_after_head())
            }
            _ => self.column_of(id + 1),
        }
    }

    /// The width of the sign of an item, if that is a number.
    pub(super) fn sign_width(&self, item: NodeId) -> Option<usize> {
        let is_signed = self.source(item).starts_with(['-', '+']);
        self.is_number(item).then_some(usize::from(is_signed))
    }

    /// Where lines begin below the first line of a list of this shape, of which an operator that is a number is a part if it touches the
    /// bracket.
    pub(super) fn column_of_rows(&self, id: NodeId, shape: Shape) -> Column {
        match shape.rest {
            Column::Indent(1) if self.is_number(id + 1) && !self.begins_below(id) => Column::First,
            rest => rest,
        }
    }

    /// Whether an item is a number.
    pub(super) fn is_number(&self, item: NodeId) -> bool {
        number::recognize(self.source(item).as_bytes()).is_some()
    }
}
