//! Shows the shapes that lists take, for developers of the layout.

use std::fmt::Write as _;

use super::Layout;
use super::steps::{Sink, Step};
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::lines::Lines;

impl Layout<'_> {
    /// One line for each list and prefix that is not on one line with an enclosing one: its position in the source, its
    /// form, its column, and its shape if it has several lines. The contents of a list are indented under it.
    pub(crate) fn shapes(mut self) -> String {
        let lines = Lines::of(self.text);
        let mut out = String::new();
        let mut previous = None;
        let mut end = 0;
        while end < self.tree.nodes.len() {
            let batch = end..self.end_of_batch(end);
            end = batch.end;
            self.measure_forms(batch.clone(), previous);
            let mut trace = Trace {
                layout: &self,
                lines: &lines,
                depth: 0,
                out: &mut out,
            };
            for id in self.tree.siblings(batch.clone()) {
                self.choices
                    .borrow_mut()
                    .begin(self.node(id).next as usize - id);
                trace.node(id, 0, 0);
            }
            previous = self.last_form(batch).or(previous);
        }
        out
    }
}

struct Trace<'l, 'a> {
    layout: &'l Layout<'a>,
    lines: &'l Lines,
    /// The number of lists of several lines around the current one.
    depth: usize,
    out: &'l mut String,
}

impl Trace<'_, '_> {
    fn node(&mut self, id: NodeId, column: usize, trail: usize) {
        let layout = self.layout;
        let node = layout.node(id);
        if node.kind != NodeKind::List && !node.kind.is_prefix() {
            return;
        }
        let at = self.lines.position(layout.text, node.start as usize);
        let operator = layout
            .items(id)
            .next()
            .map_or("", |first| match layout.node(first).kind {
                NodeKind::Atom => layout.head_text(first),
                _ => "",
            });
        let strategy = layout.measured(id).form.map(|form| form.strategy);
        let _ = write!(
            self.out,
            "{}{at}: {}{operator}",
            "  ".repeat(self.depth),
            layout.head_text(id)
        );
        if let Some(strategy) = strategy {
            let _ = write!(self.out, ", {strategy:?}");
        }
        if layout.is_flat(id, column, trail) {
            let _ = writeln!(self.out, ", column {column}, on one line");
            return;
        }
        let shape = layout.shape(id, column, trail);
        let _ = writeln!(self.out, ", column {column}, {shape:?}");
        self.depth += 1;
        layout.arrange(id, shape, column, trail, self);
        self.depth -= 1;
    }
}

impl Sink for Trace<'_, '_> {
    fn step(&mut self, step: Step, column: usize, trail: usize) -> Option<usize> {
        if let Step::Touch(child) | Step::Space(child) | Step::Line(child, _) = step {
            self.node(child, column, trail);
        }
        // If the author's lines are kept, this assumes that nothing can follow an item of several lines.
        None
    }
}
