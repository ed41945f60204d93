//! Where the items of a broken list go, given its shape. Measuring a shape and writing it both follow these steps.

use super::shape::{Rows, Shape};
use super::{BROKEN, Layout, Word};
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
        let first_column = self.first_column(id, column);
        let closers = if node.kind == NodeKind::List {
            trail + 1 + usize::from(node.spaced.before_end)
        } else {
            trail
        };
        let is_module = self
            .measured(id)
            .form
            .is_some_and(|form| form.parts.last() == Some(&Part::Module));
        // White space after a curly bracket is not free.
        let last_of_head = self.text.as_bytes()[node.head_end as usize - 1];
        let touches = node.kind == NodeKind::List && last_of_head != b'{';
        let mut has_keywords = false;
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
        let mut last_item = None;
        let mut last_child = None;
        // By hand, so that each child is looked up once.
        let end = node.next as usize;
        let mut next = id + 1;
        while next < end {
            let child = next;
            let inner = self.node(child);
            next = inner.next as usize;
            last_child = Some(child);
            // What follows on the line whatever happens, and what should: it stays with the item.
            let (after, unit) = if next == end {
                (closers, closers)
            } else if self.belongs(child, next) && self.node(next).place == Place::Free {
                let is_last = self.node(next).next == node.next;
                let beyond = if is_last { closers } else { 0 };
                let width = self.flat_width(next).unwrap_or(BROKEN as usize);
                match self.is_ellipsis(next) {
                    true => (4 + beyond, 4 + beyond),
                    false => (0, 1 + width + beyond),
                }
            } else {
                (0, 0)
            };
            let target = if index == 0 {
                first_column
            } else if index <= shape.distinguished {
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
                // A comment right after the opening bracket stands like an item, and so does what goes on with it.
                Place::Trailing if child == id + 1 && touches => {
                    sink.step(Step::Touch(child), first_column, 0);
                    free = None;
                    continue;
                }
                Place::Continued if previous.is_none() && touches => {
                    sink.step(Step::OwnLine(child, 0), first_column, 0);
                    free = None;
                    continue;
                }
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
                        _ if self.is_after_items(id, child, &mut last_item) => last_column,
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
            let is_keyword = self.is_keyword(child);
            let belongs = previous.is_some_and(|previous| self.belongs(previous, child))
                || is_module && has_keywords && !is_keyword;
            has_keywords |= is_keyword;
            let (step, at) = match here {
                Some(_) if previous.is_none() => (Step::Touch(child), first_column),
                Some(at) if (index == 1 || self.is_bindings(child)) && index <= shape.stay => {
                    (Step::Space(child), at + 1)
                }
                Some(at) if index <= shape.stay && self.fits(child, at + 1, after) => {
                    (Step::Space(child), at + 1)
                }
                Some(at) if belongs && !self.would_fit_only(child, target, at + 1, after) => {
                    (Step::Space(child), at + 1)
                }
                // An ellipsis goes on after the closing bracket of what it repeats.
                None if belongs && blank == 0 && self.closes_before(previous, child) => {
                    (Step::Space(child), last_column)
                }
                Some(at)
                    if self.goes_on(shape, index, previous, child)
                        && self.fits(child, at + 1, unit) =>
                {
                    (Step::Space(child), at + 1)
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
        if node.kind == NodeKind::List && last_child.is_some_and(|child| self.is_open_ended(child))
        {
            sink.step(Step::Close, last_column, closers);
        }
    }

    /// The column after the opening bracket or the prefix of a node at `column`.
    fn first_column(&self, id: NodeId, column: usize) -> usize {
        let node = self.node(id);
        let after = usize::from(node.spaced.after_head);
        if node.head_end - node.start == 1 {
            return column + 1 + after;
        }
        let head = self.head_text(id);
        // Of a block comment of several lines, what counts is the last one, which stands as it stood.
        match head.rfind(['\n', '\r']) {
            Some(line_end) => width(&head[line_end + 1..]) + after,
            None => column + width(head) + after,
        }
    }

    /// Whether an atom fits at a column and not at another, further right.
    fn would_fit_only(&self, id: NodeId, column: usize, right: usize, trail: usize) -> bool {
        let node = self.node(id);
        node.kind != NodeKind::List
            && !node.kind.is_prefix()
            && self.fits(id, column, trail)
            && !self.fits(id, right, trail)
    }

    /// Whether an item stands on the line of the one before it if it fits there.
    fn goes_on(&self, shape: Shape, index: usize, previous: Option<NodeId>, item: NodeId) -> bool {
        match shape.rows {
            Rows::One => false,
            Rows::Fill => index > shape.stay,
            Rows::Keep => previous.is_some_and(|before| !self.source_breaks(before, item)),
        }
    }

    /// Whether the author broke the line between two siblings that the layout may have on two lines.
    pub(super) fn source_breaks(&self, before: NodeId, after: NodeId) -> bool {
        let between = self.node(before).end as usize..self.node(after).start as usize;
        let has_break = self.text[between]
            .bytes()
            .any(|byte| matches!(byte, b'\n' | b'\r'));
        has_break && !self.belongs(before, after)
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

    /// Whether a comment comes after all items of a list; `last_item` keeps the last of them, once it is known.
    fn is_after_items(
        &self,
        list: NodeId,
        comment: NodeId,
        last_item: &mut Option<Option<NodeId>>,
    ) -> bool {
        let last = last_item.get_or_insert_with(|| self.items(list).last());
        last.is_none_or(|last| last < comment)
    }

    /// Whether nothing may follow on the last line of a node: it ends in a comment or a here string.
    fn is_open_ended(&self, id: NodeId) -> bool {
        let node = self.node(id);
        match node.kind {
            NodeKind::LineComment | NodeKind::HereString | NodeKind::Page => true,
            kind if kind.is_prefix() => {
                let last = self.tree.children(id).last();
                last.is_some_and(|last| self.is_open_ended(last))
            }
            _ => false,
        }
    }

    /// Whether an item stays on the line of the one before it: the tail of a dotted pair, the value of a keyword, what a
    /// `=>` hands on to, an ellipsis.
    fn belongs(&self, previous: NodeId, item: NodeId) -> bool {
        if self.is_ellipsis(item) {
            return true;
        }
        match self.measured(previous).word {
            Word::Arrow => true,
            Word::Keyword => !self.is_keyword(item),
            Word::Other | Word::Ellipsis => self.node(previous).kind == NodeKind::Dot,
        }
    }

    pub(super) fn is_keyword(&self, id: NodeId) -> bool {
        self.measured(id).word == Word::Keyword
    }

    fn is_ellipsis(&self, id: NodeId) -> bool {
        self.measured(id).word == Word::Ellipsis
    }
}
