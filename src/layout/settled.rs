//! Rows that stay as the author wrote them, as each wide gap in them has a reason in the text of a neighbouring row, whatever the
//! structure of the two: the same token begins in the same column or, if one of the gaps is three blanks wide or more, any token, or the
//! corresponding item does, or an atom of its own ends in the same column.
//!
//! A reason holds only if the row that has it stays as it is, too, so rows without reasons are removed until none is left. What remains is
//! the same in the output, and therefore stays when that is formatted again.

use super::Layout;
use super::types::Gaps;
use crate::syntax::tree::{NodeId, NodeKind, Placement};
use crate::text::width::width;

/// The width from which on a gap is deliberate.
const DELIBERATE: usize = 3;

/// A row on one line, as it is in the source.
struct WrittenRow {
    list: NodeId,
    /// What is inside, in order.
    tokens: Vec<Token>,
    /// The columns where its own atoms end, in order.
    ends: Vec<usize>,
}

/// An item of a row or of what is inside it.
struct Token {
    id: NodeId,
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

impl Token {
    /// Whether two tokens are the same item of their rows.
    fn corresponds(&self, other: &Token) -> bool {
        let are_items = self.around.is_none() && other.around.is_none();
        are_items && self.items == other.items
    }
}

impl WrittenRow {
    fn at(&self, column: usize) -> Option<&Token> {
        let index = self.tokens.binary_search_by_key(&column, |it| it.column);
        index.ok().map(|index| &self.tokens[index])
    }

    fn wide(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(|it| it.gap > 1)
    }
}

impl Layout<'_> {
    /// Finds the rows among neighbouring lists that stay as they are, and their gaps.
    pub(super) fn settle(&self, block: &[NodeId], found: &mut Gaps) {
        let row = |id: &NodeId| self.written_row(*id, found);
        let mut rows: Vec<_> = block.iter().map(row).collect();
        let mut unchecked: Vec<_> = (0..rows.len()).rev().collect();
        while let Some(index) = unchecked.pop() {
            if !self.has_reasons(&rows, index) {
                rows[index] = None;
                unchecked.extend(
                    [index + 1, index.wrapping_sub(1)]
                        .iter()
                        .filter(|it| **it < rows.len()),
                );
            }
        }
        for (index, row) in rows.iter().enumerate() {
            for token in row.iter().flat_map(WrittenRow::wide) {
                let reason = self.reason(&rows, index, token);
                found.settled.extend(reason.map(|row| row.list));
                found.settled.extend(row.iter().map(|row| row.list));
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
            && !found.lines.contains_key(&list)
            && !found.broken.contains(&list)
            && !found.misfits.contains_key(&list)
            && !source.contains(['\n', '\r', '\t']);
        let flat = self.flat_width(list).filter(|_| may_stay)?;
        let mut row = WrittenRow {
            list,
            tokens: Vec::new(),
            ends: Vec::new(),
        };
        let (mut at, mut column, mut added) = (node.start as usize, 0, 0);
        let mut around: Vec<usize> = Vec::new();
        let mut items = 0;
        for id in list + 1..node.next as usize {
            let inner = self.node(id);
            while around
                .last()
                .is_some_and(|it| self.node(row.tokens[*it].id).next as usize <= id)
            {
                around.pop();
            }
            column += width(&self.text[at..inner.start as usize]);
            at = inner.start as usize;
            let gap = self.blanks_at(id).len();
            let is_first = self.node(id - 1).next as usize > id;
            if inner.placement != Placement::Free || is_first && gap > 0 {
                return None;
            }
            let usual = if is_first {
                0
            } else {
                self.gap(id, Some(found))
            };
            added += gap.checked_sub(usual)?;
            if around.is_empty() && !self.is_list(id) {
                row.ends.push(column + width(&self.text[inner.span()]));
            }
            row.tokens.push(Token {
                id,
                column,
                gap,
                wider: gap - usual,
                around: around.last().copied(),
                items,
            });
            items += usize::from(around.is_empty());
            if inner.kind.has_children() {
                around.push(row.tokens.len() - 1);
            }
        }
        (width(source) == flat + found.wider(list) + added).then_some(row)
    }

    /// Whether each wide gap in a row has a reason in the row above or below.
    fn has_reasons(&self, rows: &[Option<WrittenRow>], index: usize) -> bool {
        let mut wide = rows[index].iter().flat_map(WrittenRow::wide);
        wide.all(|token| self.reason(rows, index, token).is_some())
    }

    /// The row above or below that has a reason for the gap before a token in a row.
    fn reason<'r>(
        &self,
        rows: &'r [Option<WrittenRow>],
        index: usize,
        token: &Token,
    ) -> Option<&'r WrittenRow> {
        let row = |index: Option<usize>| rows.get(index?)?.as_ref();
        let mut beside = [row(index.checked_sub(1)), row(Some(index + 1))]
            .into_iter()
            .flatten();
        beside.find(|row| self.has_reason(row, token))
    }

    fn has_reason(&self, row: &WrittenRow, token: &Token) -> bool {
        let starts = row.at(token.column).is_some_and(|it| {
            token.gap.max(it.gap) >= DELIBERATE
                || it.corresponds(token)
                || self.word_at(it.id) == self.word_at(token.id)
        });
        let ends = || {
            let end = token.column + width(&self.text[self.node(token.id).span()]);
            token.around.is_none()
                && !self.is_list(token.id)
                && row.ends.binary_search(&end).is_ok()
        };
        starts || ends()
    }

    /// The text from the start of a node to the next blank or closing bracket.
    fn word_at(&self, id: NodeId) -> &str {
        let source = &self.text[self.node(id).span()];
        source.split([' ', ')', ']']).next().unwrap_or(source)
    }

    /// Keeps the gaps of a row, and widens what they are in.
    fn keep_as_written(&self, row: &WrittenRow, found: &mut Gaps) {
        for token in row.wide().filter(|it| it.wider > 0) {
            found.set(self.node(token.id), token.gap);
            found.widen(Some(row.list), token.wider);
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
