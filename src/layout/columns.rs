//! Where the items of a list go: the columns of the style guide.
//!
//! Numbers in, a column out. What begins a line is none of this module's business, so the same columns serve the canonical
//! lines, the author's, a range of a text and a line that is still to be written.

use super::shape::Shape;
use crate::forms::Column;

/// The columns of a list's items, as far as they are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// Where the list itself begins: its opening bracket, or a prefix.
    list: usize,
    /// Where its first item stands that begins no line.
    first: usize,
    /// Where that goes if it begins one.
    first_line: usize,
    /// Where its second item stands, if it is beside the first.
    second: Option<usize>,
    /// The last item that is not the rest.
    distinguished: usize,
    /// Where distinguished items go.
    drop: Column,
    /// Where the rest goes.
    rest: Column,
}

impl Columns {
    /// The columns of a list at `list`, whose first item is at `first`, or at `first_line` if it begins a line.
    pub(super) fn new(list: usize, first: usize, first_line: usize, shape: &Shape) -> Self {
        Columns {
            list,
            first,
            first_line,
            second: None,
            distinguished: shape.distinguished,
            drop: shape.drop,
            rest: shape.rest,
        }
    }

    /// Where the first item stands that begins no line.
    #[inline]
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// Notes where the second item stands that begins no line.
    #[inline]
    pub(super) fn note_second(&mut self, column: usize) {
        self.second = Some(column);
    }

    /// Where item `index` goes if it begins a line; the operator is item 0.
    #[inline]
    pub(super) fn of_line(&self, index: usize) -> usize {
        if index == 0 {
            self.first_line
        } else if index <= self.distinguished {
            self.at(self.drop)
        } else {
            self.at(self.rest)
        }
    }

    #[inline]
    fn at(&self, column: Column) -> usize {
        match column {
            Column::Indent(by) => self.list + usize::from(by),
            Column::Align => self.second.unwrap_or(self.first),
            Column::First => self.first,
        }
    }
}
