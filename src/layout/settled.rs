//! Rows that stay as the author wrote them, whatever the structure of the lists, since each wide gap in them has a reason in a row above or
//! below. It has one there if what is directly behind the gap
//!
//! - begins in the column of the corresponding item,
//! - begins in the column of any token, if one of the two gaps is three blanks wide or more, or
//! - is an atom and ends where another one does;
//!
//! or if something before the next wide gap is the same token in the same column, or a number that ends where an atom does.
//!
//! A row without a reason for each is none for those below it.

use super::Layout;
use super::types::Gaps;
use crate::syntax::tree::{NodeId, NodeKind, Placement};
use crate::text::width::width;

/// The width from which on a gap is deliberate.
pub(super) const DELIBERATE: usize = 3;

/// How far a row may be from the one that has a reason for a gap in it. The rows between the two are blank in those columns.
pub(super) const REACH: usize = 8;

/// A row on one line, as it is in the source.
struct WrittenRow {
    list: NodeId,
    /// What is inside, in order.
    tokens: Vec<WrittenToken>,
    /// The columns where its own atoms end, in order.
    ends: Vec<usize>,
}

/// An item of a row or of what is inside it, or the closing bracket of a list.
struct WrittenToken {
    /// The item, or the list that the bracket closes.
    id: NodeId,
    is_closer: bool,
    /// Its offset in the source.
    offset: u32,
    /// How far from the start of the row it begins.
    column: usize,
    /// The width of the gap before it.
    gap: usize,
    /// How much wider than otherwise that is.
    wider: usize,
    /// The token that it is directly inside, unless that is the row.
    around: Option<usize>,
    /// How many items of the row begin before it.
    items: usize,
}

impl WrittenToken {
    /// Whether two tokens of the same kind are the same item of their rows, or close their rows or the same item of these.
    fn corresponds(&self, other: &WrittenToken) -> bool {
        match (self.around, other.around) {
            (None, None) => self.is_closer || self.items == other.items,
            (Some(_), Some(_)) => self.is_closer && self.items == other.items,
            _ => false,
        }
    }

    /// Whether the gap before it is wider than usual: before an item, one blank is.
    fn is_apart(&self) -> bool {
        self.gap > usize::from(!self.is_closer)
    }
}

impl WrittenRow {
    fn at(&self, column: usize) -> Option<&WrittenToken> {
        let index = self.tokens.binary_search_by_key(&column, |it| it.column);
        index.ok().map(|index| &self.tokens[index])
    }

    /// What is behind each wide gap, up to the next one.
    fn cells(&self) -> impl Iterator<Item = &[WrittenToken]> {
        let cells = self.tokens.chunk_by(|_, next| !next.is_apart());
        cells.filter(|cell| cell[0].is_apart())
    }

    /// Whether a column is in a wide gap, or behind the row.
    fn is_blank_at(&self, column: usize) -> bool {
        let next = self.tokens.partition_point(|it| it.column <= column);
        match self.tokens.get(next) {
            Some(next) => next.is_apart() && next.column - next.gap <= column,
            None => self.tokens.last().is_some_and(|last| last.column < column),
        }
    }
}

impl Layout<'_> {
    /// Finds the rows among neighbouring lists that stay as they are, and their gaps.
    pub(super) fn settle(&self, block: &[NodeId], found: &mut Gaps) {
        let row = |id: &NodeId| self.written_row(*id, found);
        let mut rows: Vec<_> = block.iter().map(row).collect();
        for index in 0..rows.len() {
            if !self.has_reasons(&rows, index) {
                rows[index] = None;
            }
        }
        for (index, row) in rows.iter().enumerate() {
            let Some(row) = row else {
                continue;
            };
            for cell in row.cells() {
                let reason = self.reason(&rows, index, cell);
                found.settled.extend(reason.map(|other| other.list));
                found.settled.insert(row.list);
            }
        }
        for row in rows.iter().flatten() {
            self.keep_as_written(row, found);
        }
    }

    /// A list as it is in the source, if its gaps are all that may change in it.
    fn written_row(&self, list: NodeId, found: &Gaps) -> Option<WrittenRow> {
        let node = self.node(list);
        let source = &self.text[node.span()];
        let may_stay = node.kind == NodeKind::List
            && !found.misfits.contains(&list)
            && !source.contains(['\n', '\r', '\t']);
        let flat = self.flat_width(list).filter(|_| may_stay)?;
        let tokens = self.tokens_of_row(list, found)?;
        let wider: usize = tokens.iter().map(|token| token.wider).sum();
        let atoms = tokens
            .iter()
            .filter(|it| it.around.is_none() && !self.is_list(it.id));
        let ends = atoms.map(|it| it.column + width(&self.text[self.node(it.id).span()]));
        let row = WrittenRow {
            list,
            ends: ends.collect(),
            tokens,
        };
        (width(source) == flat + found.wider(list) + wider).then_some(row)
    }

    /// What is inside a list on one line, and what closes it; none if a gap in it is narrower in the source, or a bracket is padded otherwise.
    fn tokens_of_row(&self, list: NodeId, found: &Gaps) -> Option<Vec<WrittenToken>> {
        let mut tokens: Vec<WrittenToken> = Vec::new();
        // The lists that are open, and their tokens; the row has none.
        let mut open: Vec<(NodeId, Option<usize>)> = vec![(list, None)];
        let (mut at, mut reached, mut items) = (self.node(list).start, 0, 0);
        let mut column_of = |offset: u32| {
            reached += width(&self.text[at as usize..offset as usize]);
            at = offset;
            reached
        };
        let mut id = list + 1;
        while let Some(&(inside, around)) = open.last() {
            let outer = self.node(inside);
            if outer.next as usize == id {
                open.pop();
                if outer.kind == NodeKind::List {
                    let (offset, gap) = (outer.end - 1, self.blanks_before_end(inside));
                    tokens.push(WrittenToken {
                        id: inside,
                        is_closer: true,
                        offset,
                        column: column_of(offset),
                        gap,
                        wider: gap.checked_sub(self.padding(offset, Some(found)))?,
                        around,
                        items,
                    });
                }
                continue;
            }
            let (node, gap) = (self.node(id), self.blanks_at(id).len());
            let is_first = inside + 1 == id;
            let usual = match is_first {
                true => self.padding(node.start, Some(found)),
                false => self.gap(id, Some(found)),
            };
            if node.placement != Placement::Free || is_first && gap != usual {
                return None;
            }
            tokens.push(WrittenToken {
                id,
                is_closer: false,
                offset: node.start,
                column: column_of(node.start),
                gap: if is_first { 0 } else { gap },
                wider: gap.checked_sub(usual)?,
                around,
                items,
            });
            items += usize::from(around.is_none());
            if node.kind.has_children() {
                open.push((id, Some(tokens.len() - 1)));
            }
            id += 1;
        }
        // One blank before a bracket in a row without other gaps is a slip, unless the list is empty.
        let is_empty_cell =
            |it: &WrittenToken| it.around.is_some() && self.tree.items(it.id).next().is_none();
        let may_align = |it: &WrittenToken| !it.is_closer || is_empty_cell(it);
        let is_table = tokens.iter().any(|it| it.is_apart() && may_align(it));
        let has_padded = tokens.iter().any(|it| it.is_closer && it.wider > 0);
        (is_table || !has_padded).then_some(tokens)
    }

    /// The number of blanks before the closing bracket of a list.
    fn blanks_before_end(&self, list: NodeId) -> usize {
        let inside =
            &self.text[self.node(list).head_end as usize..self.node(list).end as usize - 1];
        inside.len() - inside.trim_end_matches(' ').len()
    }

    /// Whether each wide gap in a row has a reason.
    fn has_reasons(&self, rows: &[Option<WrittenRow>], index: usize) -> bool {
        let mut cells = rows[index].iter().flat_map(WrittenRow::cells);
        cells.all(|cell| self.reason(rows, index, cell).is_some())
    }

    /// The row above or below that has a reason for the gap before a cell of a row.
    fn reason<'r>(
        &self,
        rows: &'r [Option<WrittenRow>],
        index: usize,
        cell: &[WrittenToken],
    ) -> Option<&'r WrittenRow> {
        let above = rows[index.saturating_sub(REACH)..index].iter().rev();
        let below = rows[index + 1..].iter().take(REACH);
        let first = &cell[0];
        self.reason_among(above.clone(), first, Self::has_reason)
            .or_else(|| self.reason_among(below.clone(), first, Self::has_reason))
            .or_else(|| {
                let mut others = cell[1..].iter().filter(|it| !it.is_closer);
                others.find_map(|token| {
                    self.reason_among(above.clone(), token, Self::has_same)
                        .or_else(|| self.reason_among(below.clone(), token, Self::has_same))
                })
            })
    }

    /// The next of some rows that is not blank in the column of a token, if it has a reason for that.
    fn reason_among<'r>(
        &self,
        rows: impl Iterator<Item = &'r Option<WrittenRow>>,
        token: &WrittenToken,
        has_reason: impl Fn(&Self, &WrittenRow, &WrittenToken) -> bool,
    ) -> Option<&'r WrittenRow> {
        let mut rows = rows.map_while(Option::as_ref);
        let next = rows.find(|row| !row.is_blank_at(token.column))?;
        has_reason(self, next, token).then_some(next)
    }

    /// Whether a row has a reason for the gap directly before a token of another row.
    fn has_reason(&self, row: &WrittenRow, token: &WrittenToken) -> bool {
        let is_beside = row.at(token.column).is_some_and(|it| {
            it.is_closer == token.is_closer
                && (token.gap.max(it.gap) >= DELIBERATE || it.corresponds(token))
        });
        if token.is_closer {
            return is_beside;
        }
        is_beside || self.has_same(row, token) || self.ends_with_atom(row, token)
    }

    /// Whether a row has the same token in the same column, or an atom that ends where a number does.
    fn has_same(&self, row: &WrittenRow, token: &WrittenToken) -> bool {
        let is_same =
            |it: &WrittenToken| !it.is_closer && self.word_at(it.id) == self.word_at(token.id);
        row.at(token.column).is_some_and(is_same)
            || self.is_number(token.id) && self.ends_with_atom(row, token)
    }

    /// Whether an atom of a row ends where one of the row around a token does.
    fn ends_with_atom(&self, row: &WrittenRow, token: &WrittenToken) -> bool {
        let is_atom = token.around.is_none() && !self.is_list(token.id);
        let end = || token.column + width(&self.text[self.node(token.id).span()]);
        is_atom && row.ends.binary_search(&end()).is_ok()
    }

    /// The text from the start of a node to the next blank or closing bracket.
    fn word_at(&self, id: NodeId) -> &str {
        let source = &self.text[self.node(id).span()];
        source.split([' ', ')', ']']).next().unwrap_or(source)
    }

    /// Keeps the gaps of a row, and widens what they are in.
    fn keep_as_written(&self, row: &WrittenRow, found: &mut Gaps) {
        for token in row.tokens.iter().filter(|it| it.wider > 0) {
            found.before.insert(token.offset, token.gap);
            self.widen_row(Some(row.list), token.wider, found);
            let mut around = token.around;
            while let Some(index) = around {
                let outer = &row.tokens[index];
                found.widen(Some(outer.id), token.wider);
                if self.node(outer.id).kind == NodeKind::List {
                    *found.counted.entry(outer.id).or_default() += token.wider;
                }
                around = outer.around;
            }
        }
    }
}
