//! The steps of an arrangement: what comes next in a list, and who takes it.

use crate::syntax::tree::NodeId;

/// What comes next in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An item right after the opening bracket.
    Touch(NodeId),
    /// An item after a space, or after the gap that the author aligned it by.
    Space(NodeId),
    /// An item on a new line, after so many blank ones.
    Line(NodeId, u8),
    /// A comment at the end of the line.
    Trailing(NodeId),
    /// A comment on a line of its own, after so many blank ones.
    OwnLine(NodeId, u8),
    /// A comment below a trailing one, at its column.
    Continued(NodeId),
    /// The closing bracket on a new line, since a comment ends the last one.
    Close,
}

/// Takes the steps of an arrangement.
pub(super) trait Sink {
    /// The next step, at a column; `trail` is the width of what must follow on the same line. Gives the column after an
    /// item of several lines or a comment, if something may follow there.
    fn step(&mut self, step: Step, column: usize, trail: usize) -> Option<usize>;
}
