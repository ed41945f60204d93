//! The columns of a list's items, according to the style guide.
//!
//! This module computes columns from numbers alone. It does not decide what starts a line, so the same columns serve the
//! canonical lines, the author's lines, a range of a text, and a line that is yet to be written.

use super::shape::Shape;
use crate::forms::Column;

/// The columns of a list's items, as far as they are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// The column of the list itself: of its opening bracket, or of a prefix.
    list: usize,
    /// The column of its first item, if that does not start a line.
    first: usize,
    /// The column of its first item if that starts a line.
    first_line: usize,
    /// The column of its second item, if that is beside the first.
    second: Option<usize>,
    /// The shape of the list.
    shape: Shape,
}

impl Columns {
    /// The columns of a list at `list`, whose first item is at `first`, or at `first_line` if it starts a line.
    pub(super) fn new(list: usize, first: usize, first_line: usize, shape: Shape) -> Self {
        Columns {
            list,
            first,
            first_line,
            second: None,
            shape,
        }
    }

    /// The column of the first item, if that does not start a line.
    #[inline]
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// Records the column of the second item, if that does not start a line.
    #[inline]
    pub(super) fn note_second(&mut self, column: usize) {
        self.second = Some(column);
    }

    /// The column of item `index` if it starts a line; the operator is item 0.
    #[inline]
    pub(super) fn of_line(&self, index: usize) -> usize {
        if index == 0 {
            self.first_line
        } else if index <= self.shape.distinguished {
            self.at(self.shape.drop)
        } else {
            self.at(self.shape.rest)
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
