//! Where the lines of a list stand in the source.

use super::Layout;
use super::types::{Second, Shape};
use crate::forms::{Column, Strategy};
use crate::syntax::tree::{NodeId, Placement};

/// The largest indentation that fewer lists show: one or two columns are a style, and more may be a mistake.
pub(super) const USUAL: u8 = 2;

/// The indentation of first arguments below an operator, where the rest has the usual one.
pub(super) const DEEP: u8 = 4;

/// Where the lines of a list stand that are in one column: under the second item, if they are, and so far from the bracket.
pub(super) type ShownColumns = [Option<Column>; 2];

/// Where parts of a list begin in the source.
pub(super) struct SourceColumns {
    bracket: usize,
    first: Option<usize>,
    /// The second item, if it is beside the first.
    next: Option<usize>,
}

impl SourceColumns {
    /// The column of lines that a rule puts there.
    pub(super) fn at(&self, rule: Column) -> Option<usize> {
        match rule {
            Column::Indent(by) => Some(self.bracket + usize::from(by)),
            Column::First => self.first,
            Column::Align => self.next.or(self.first),
        }
    }

    /// The column of the rest of a list that has this shape.
    pub(super) fn at_rest(&self, shape: Shape) -> Option<usize> {
        match shape.rest {
            Column::Align if self.next.is_none() => self.at(shape.drop),
            rest => self.at(rest),
        }
    }

    /// What lines show that stand in this column.
    pub(super) fn shown_by(&self, column: Option<usize>) -> ShownColumns {
        let align = self.next.filter(|_| column == self.next);
        let distance = column.and_then(|column| column.checked_sub(self.bracket));
        let indent = distance.and_then(|distance| u8::try_from(distance).ok());
        let indent = indent.filter(|distance| *distance > 0);
        [align.map(|_| Column::Align), indent.map(Column::Indent)]
    }
}

impl Layout<'_> {
    /// The column of all lines of a list, if they stand in one.
    pub(super) fn only_column(&self, id: NodeId) -> Option<usize> {
        let (_, first) = self.lines(id).next()?;
        let mut lines = self.lines(id);
        let is_one = lines.all(|(_, item)| self.is_under(item, first));
        is_one.then(|| self.column_of(first))
    }

    /// Whether all lines of a list stand where this shape puts them, if its second item is there.
    pub(super) fn is_ruled(&self, id: NodeId, second: Second, shape: Shape) -> bool {
        self.are_ruled(id, second, shape).all(|is_ruled| is_ruled)
    }

    /// Whether each line of a list stands where this shape puts it, if its second item is there.
    pub(super) fn are_ruled(
        &self,
        id: NodeId,
        second: Second,
        shape: Shape,
    ) -> impl Iterator<Item = bool> {
        let columns = self.source_columns(id, second);
        self.lines(id).map(move |(index, item)| {
            let column = match index <= shape.distinguished {
                true => columns.at(shape.drop),
                false => columns.at_rest(shape),
            };
            column == Some(self.column_of(item))
        })
    }

    /// A shape without distinguished items, if all items that begin a line, some of them distinguished, stand in one column in the source.
    pub(super) fn as_column(&self, id: NodeId, shape: Shape) -> Shape {
        let is_column = self.is_column(id, shape);
        Shape {
            distinguished: if is_column { 0 } else { shape.distinguished },
            ..shape
        }
    }

    /// Whether all items that begin a line, some of them distinguished and some not, stand in one column, but not in the first, where
    /// indentation is missing unless this shape has none; and columns are learned.
    pub(super) fn is_column(&self, id: NodeId, shape: Shape) -> bool {
        if !self.learns_columns() {
            return false;
        }
        let distinguished = shape.distinguished;
        let mut lines = self.lines(id);
        let Some((index, first)) = lines.next() else {
            return false;
        };
        let mut last = index;
        index <= distinguished
            && (!self.is_in_first_column(first) || shape.rest == Column::Indent(0))
            && lines.all(|(index, item)| {
                last = index;
                self.is_under(item, first)
            })
            && last > distinguished
    }

    /// Whether the lines of data, of exported names, or of what a list is applied to, all begin under the second item. They stay there, but
    /// no other list learns that.
    pub(super) fn is_table_under_second(&self, id: NodeId) -> bool {
        let Some((first, second)) = self.first_and_next(id) else {
            return false;
        };
        let mut lines = self.lines(id).peekable();
        let form = self.form(id);
        let is_applied = || {
            form.rest == Column::First && form.parts.as_slice().is_empty() && self.is_list(first)
        };
        self.learns_columns()
            && (matches!(form.strategy, Strategy::Data | Strategy::Export) || is_applied())
            && self.second_in_source(id) == Some(Second::Beside)
            && lines.peek().is_some()
            && lines.all(|(_, item)| self.column_of(item) == self.column_beside(first, second))
    }

    /// Whether all items of a clause that begin a line stand under the first one, or where the style puts them.
    pub(super) fn is_clause_in_place(&self, id: NodeId) -> bool {
        let form = self.form(id);
        let columns = self.source_columns(id, Second::Below);
        let are_at = |column| {
            self.lines(id)
                .all(|(_, item)| Some(self.column_of(item)) == column)
        };
        let has_columns = form.strategy != Strategy::Data && !self.is_flush(id);
        let is_under_first = || self.learns_columns() && are_at(columns.first);
        has_columns && (is_under_first() || are_at(columns.at(self.fixed(id, form).rest)))
    }

    /// The items of a list that begin a line in the source, after the first one, with their indices.
    pub(super) fn lines(&self, id: NodeId) -> impl Iterator<Item = (usize, NodeId)> + Clone {
        let mut next = 0;
        self.tree.items(id).filter_map(move |item| {
            let (index, node) = (next, self.node(item));
            next += usize::from(node.kind.is_element());
            let begins_line = node.begins_line() && !self.is_unwritten(item);
            (index > 0 && begins_line).then_some((index, item))
        })
    }

    /// Whether two items of a list or more begin a line.
    pub(super) fn has_several_lines(&self, id: NodeId) -> bool {
        self.lines(id).nth(1).is_some()
    }

    /// Whether an item stands for text to come.
    pub(super) fn is_unwritten(&self, item: NodeId) -> bool {
        self.learned.unwritten == Some(item)
    }

    /// Where an item begins in the source.
    pub(super) fn column_of(&self, item: NodeId) -> usize {
        self.source_column(self.node(item).start as usize)
    }

    /// Where what is beside the first item of a list begins. A comment there moves up to that.
    pub(super) fn column_beside(&self, first: NodeId, next: NodeId) -> usize {
        match self.node(next).placement {
            Placement::Free => self.column_of(next),
            _ => self.source_column(self.node(first).end as usize) + 1,
        }
    }

    /// Where a list and its first two items begin.
    pub(super) fn source_columns(&self, id: NodeId, second: Second) -> SourceColumns {
        let next = self.first_and_next(id).filter(|_| second == Second::Beside);
        SourceColumns {
            bracket: self.column_of(id),
            // It may be commented out.
            first: self.tree.items(id).next().map(|it| self.column_of(it)),
            next: next.map(|(first, next)| self.column_beside(first, next)),
        }
    }
}
