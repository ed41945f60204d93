//! Where the items of a broken list go, given its shape. Measuring a shape and writing it both follow these steps.

use super::Layout;
use super::shape::{Rows, Shape};
use crate::forms::{Column, Part};
use crate::syntax::tree::{NodeId, NodeKind, Place};
use crate::width::width;

/// What comes next in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An item right after the opening bracket.
    Touch(NodeId),
    /// An item after a space.
    Space(NodeId),
    /// An item on a new line, after so many blank ones.
    Line(NodeId, u8),
    /// An item of a row: after a space if it fits there, else on a new line at column `target`.
    Soft {
        /// The item.
        item: NodeId,
        /// Where a new line starts.
        target: usize,
        /// Whether it fits.
        fits: bool,
    },
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
    /// The next step, at a column; `trail` is the width of what must follow on the same line.
    fn step(&mut self, step: Step, column: usize, trail: usize);
}

impl Layout<'_> {
    /// Goes through the children of a list or prefix that stands at `column` and is broken. `trail` columns follow its
    /// closing bracket.
    pub(super) fn arrange(
        &self,
        id: NodeId,
        shape: Shape,
        column: usize,
        trail: usize,
        sink: &mut impl Sink,
    ) {
        let node = self.node(id);
        let head = self.head_text(id);
        // Of a block comment of several lines, what counts is the last one, which stands as it stood.
        let first_column = match head.rfind(['\n', '\r']) {
            Some(line_end) => width(&head[line_end + 1..]),
            None => column + width(head),
        } + usize::from(node.spaced.after_head);
        let closers = if node.kind == NodeKind::List {
            trail + 1 + usize::from(node.spaced.before_end)
        } else {
            trail
        };
        let is_module = self
            .measured(id)
            .form
            .is_some_and(|form| form.parts.last() == Some(&Part::Module));
        let mut second_column = None;
        let column_of = |target: Column, second: Option<usize>| match (target, second) {
            (Column::Indent(by), _) => column + usize::from(by),
            (Column::Align, Some(second)) => second,
            (Column::Align | Column::First, _) => first_column,
        };
        // The column after what has been put on the current line, or none where nothing may follow on it.
        let mut free = Some(first_column);
        let mut index = 0;
        let mut last_column = first_column;
        let mut previous: Option<NodeId> = None;
        let last_item = self.items(id).last();
        let mut children = self.tree.children(id).peekable();
        while let Some(child) = children.next() {
            let inner = self.node(child);
            let after = match children.peek() {
                None => closers,
                Some(next) if self.is_ellipsis(*next) => 4 + closers,
                Some(_) => 0,
            };
            let target = if index == 0 {
                first_column
            } else if index <= shape.distinguished && index > 0 {
                column_of(shape.drop, second_column)
            } else {
                column_of(shape.rest, second_column)
            };
            // No blank line stands after an opening bracket, and at most one inside of a form.
            let blank = if child == id + 1 {
                0
            } else {
                inner.blank.min(1)
            };
            match inner.place {
                Place::Trailing => {
                    sink.step(Step::Trailing(child), 0, 0);
                    free = None;
                    continue;
                }
                Place::Continued => {
                    sink.step(Step::Continued(child), 0, 0);
                    free = None;
                    continue;
                }
                Place::OwnLine | Place::Margin => {
                    let at = match inner.place {
                        Place::Margin => 0,
                        _ if last_item.is_none_or(|last| child > last) => last_column,
                        _ => target,
                    };
                    sink.step(Step::OwnLine(child, blank), at, 0);
                    free = None;
                    continue;
                }
                Place::Free => {}
            }
            let here = free.filter(|_| blank == 0);
            // A module's keyword may have several values.
            let belongs = previous.is_some_and(|previous| {
                self.belongs(previous, child)
                    || is_module && index > 2 && !self.is_keyword_node(child)
            });
            let (step, at) = match here {
                Some(_) if previous.is_none() => (Step::Touch(child), first_column),
                Some(at) if (index == 1 || self.is_bindings(child)) && index <= shape.stay => {
                    (Step::Space(child), at + 1)
                }
                Some(at) if index <= shape.stay && self.fits(child, at + 1, after) => {
                    (Step::Space(child), at + 1)
                }
                Some(at) if belongs => (Step::Space(child), at + 1),
                // An ellipsis goes on after the closing bracket of what it repeats.
                None if belongs && blank == 0 && self.closes_before(previous, child) => {
                    (Step::Space(child), last_column)
                }
                Some(at)
                    if shape.rows == Rows::Fill
                        && index > shape.stay
                        && self.stays_whole(child, target.min(at + 1), after) =>
                {
                    let fits = self.fits(child, at + 1, after);
                    let step = Step::Soft {
                        item: child,
                        target,
                        fits,
                    };
                    (step, if fits { at + 1 } else { target })
                }
                _ => (Step::Line(child, blank), target),
            };
            sink.step(step, at, after);
            if index == 1 && matches!(step, Step::Space(_)) {
                second_column = Some(at);
            }
            if !belongs || index == 0 {
                last_column = at;
            }
            let fits = self.fits(child, at, after);
            free = match self.flat_width(child) {
                Some(width) if fits || inner.kind != NodeKind::List && !inner.kind.is_prefix() => {
                    Some(at + width)
                }
                _ => None,
            };
            previous = Some(child);
            index += usize::from(inner.kind.is_datum() || inner.kind == NodeKind::Dot);
        }
        if node.kind == NodeKind::List && self.ends_in_comment(id) {
            sink.step(Step::Close, last_column, closers);
        }
    }

    /// Whether an item of a row takes one line, if it begins at a column.
    fn stays_whole(&self, id: NodeId, column: usize, after: usize) -> bool {
        let kind = self.node(id).kind;
        let is_leaf = kind != NodeKind::List && !kind.is_prefix();
        self.fits(id, column, after) || is_leaf && self.flat_width(id).is_some()
    }

    /// Whether a list is the bindings of a named `let`, which stay beside its name.
    fn is_bindings(&self, id: NodeId) -> bool {
        self.measured(id)
            .form
            .is_some_and(|form| form.first == Part::Binding)
    }

    /// Whether `item` is an ellipsis right after a list.
    fn closes_before(&self, previous: Option<NodeId>, item: NodeId) -> bool {
        self.is_ellipsis(item)
            && previous.is_some_and(|previous| {
                let node = self.node(previous);
                node.kind == NodeKind::List && node.next as usize == item
            })
    }

    /// Whether nothing may follow on the last line of what is inside a list or a prefix: it ends in a comment or a here
    /// string.
    pub(super) fn ends_in_comment(&self, id: NodeId) -> bool {
        let Some(last) = self.tree.children(id).last() else {
            return false;
        };
        let node = self.node(last);
        match node.kind {
            NodeKind::LineComment | NodeKind::HereString => true,
            NodeKind::BlockComment => node.place == Place::Trailing,
            kind if kind.is_prefix() => self.ends_in_comment(last),
            _ => false,
        }
    }

    /// Whether an item stays on the line of the one before it: the tail of a dotted pair, the value of a keyword, what a
    /// `=>` hands on to, an ellipsis.
    fn belongs(&self, previous: NodeId, item: NodeId) -> bool {
        let before = self.node(previous);
        match before.kind {
            NodeKind::Dot => true,
            NodeKind::Atom => {
                let text = self.head_text(previous);
                self.is_arrow(previous)
                    || is_keyword(text) && !self.is_keyword_node(item)
                    || self.is_ellipsis(item)
            }
            _ => self.is_ellipsis(item),
        }
    }

    fn is_keyword_node(&self, id: NodeId) -> bool {
        self.node(id).kind == NodeKind::Atom && is_keyword(self.head_text(id))
    }

    /// Whether a node is the `=>` of a clause.
    pub(super) fn is_arrow(&self, id: NodeId) -> bool {
        self.node(id).kind == NodeKind::Atom && self.head_text(id) == "=>"
    }

    fn is_ellipsis(&self, id: NodeId) -> bool {
        self.node(id).kind == NodeKind::Atom && self.head_text(id) == "..."
    }
}

/// Whether an atom is a keyword: `#:key`, `:key`, `key:`.
fn is_keyword(atom: &str) -> bool {
    let bare = atom
        .strip_prefix("#:")
        .or_else(|| atom.strip_prefix(':'))
        .or_else(|| atom.strip_suffix(':'));
    bare.is_some_and(|name| !name.is_empty() && !name.ends_with(':'))
}
