//! Shows the shapes that lists take, for developers of the layout.

use std::fmt::Write as _;

use super::places::Gap;
use super::types::{Gaps, Step};
use super::{Layout, Slot};
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::diagnostics::counted;
use crate::text::lines::Lines;

impl Layout<'_> {
    /// One line for each list and prefix that is not on one line with an enclosing one: its position in the source, its
    /// form, its column, and its shape if it has several lines. The contents of a list are indented under it.
    pub(crate) fn shapes(mut self) -> String {
        let lines = Lines::of(self.text);
        let mut out = String::new();
        self.measure_all();
        for top in self.tree.top_level() {
            self.visit(top, &mut |id, slot, depth| {
                let line = self.shape_line(id, slot, &lines);
                let _ = writeln!(out, "{}{line}", "  ".repeat(depth));
            });
        }
        out
    }

    /// One line for each place: its position in the source, the gap before it, and what is written there.
    pub(crate) fn shown_places(mut self) -> String {
        let lines = Lines::of(self.text);
        self.measure_all();
        let places = self.places();
        places.iter().fold(String::new(), |mut out, place| {
            let at = lines.position(self.text, self.span_at(place).start);
            let gap = match (place.gap, place.columns) {
                (Gap::Line(0), column) => format!("line at column {column}"),
                (Gap::Line(blank), column) => {
                    format!(
                        "line at column {column}, after {}",
                        counted(blank.into(), "blank line")
                    )
                }
                (_, 0) => "nothing".to_owned(),
                (_, width) => counted(width as usize, "blank"),
            };
            let _ = writeln!(out, "{at}: {gap}, {:?}", self.text_at(place));
            out
        })
    }

    fn shape_line(&self, id: NodeId, slot: Slot, lines: &Lines) -> String {
        let column = slot.column;
        let at = lines.position(self.text, self.node(id).start as usize);
        let operator = self.tree.items(id).next();
        let operator = operator.filter(|first| self.node(*first).kind == NodeKind::Atom);
        let operator = operator.map_or("", |first| self.head_text(first));
        let form = self.measured(id).form;
        let form = form.map_or(String::new(), |form| format!(", {:?}", form.strategy));
        let shape = if self.is_flat(id, slot) {
            "on one line".to_owned()
        } else {
            format!("{:?}", self.shape(id, slot))
        };
        let head = self.head_text(id);
        format!("{at}: {head}{operator}{form}, column {column}, {shape}")
    }

    /// Calls `visit` for each list and prefix of a top-level form that is not on one line with an enclosing one, from the
    /// outside in, with its slot and the number of lists and prefixes of several lines around it.
    pub(super) fn visit(&self, top: NodeId, visit: &mut impl FnMut(NodeId, Slot, usize)) {
        self.begin(self.node(top).next as usize - top);
        self.visit_from(top, Slot::default(), 0, self.gaps_at_top_level(), visit);
    }

    /// Does so from a list in a slot and at a depth, with these gaps before its items.
    fn visit_from(
        &self,
        id: NodeId,
        slot: Slot,
        depth: usize,
        gaps: Option<&Gaps>,
        visit: &mut impl FnMut(NodeId, Slot, usize),
    ) {
        let node = self.node(id);
        if !node.kind.has_children() {
            return;
        }
        visit(id, slot, depth);
        if self.is_flat(id, slot) {
            return;
        }
        let (shape, inside) = self.shape_and_gaps(id, slot, gaps);
        let inside = inside.as_deref();
        self.arrange_seldom(id, shape, slot, inside.or(gaps), &mut |step, slot| {
            if let Step::Touch(child) | Step::Space(child, _) | Step::Line(child, _) = step {
                self.visit_from(child, slot, depth + 1, inside, visit);
                return self.end(child, slot);
            }
            None
        });
    }
}
