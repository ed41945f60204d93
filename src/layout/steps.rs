//! The steps of an arrangement: what comes next in a list, and who processes it.

use crate::syntax::tree::NodeId;

/// What comes next in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An item directly after the opening bracket.
    Touch(NodeId),
    /// An item after a space, or after the gap by which the author aligned it.
    Space(NodeId),
    /// An item on a new line, after this many blank lines.
    Line(NodeId, u8),
    /// A comment at the end of the line.
    Trailing(NodeId),
    /// A comment on its own line, after this many blank lines.
    OwnLine(NodeId, u8),
    /// A comment below a trailing comment, in the same column.
    Continued(NodeId),
    /// The closing bracket on a new line, because a comment ends the last one.
    Close,
}

/// Processes the steps of an arrangement.
pub(super) trait Sink {
    /// Processes the next step, at a column; `trail` is the width of what must follow on the same line. Returns the column
    /// after an item of several lines or a comment, if something may follow there.
    fn step(&mut self, step: Step, column: usize, trail: usize) -> Option<usize>;
}
