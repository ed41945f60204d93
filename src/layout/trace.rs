//! Shows the shapes that lists take, for developers of the layout.

use std::fmt::Write as _;

use super::arrange::Arrangement;
use super::places::Gap;
use super::types::{Gaps, Step, Under};
use super::{Layout, Slot};
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::diagnostics::counted;
use crate::text::lines::Lines;
use rustc_hash::FxHashMap;

impl Layout<'_> {
    /// One line for each list and prefix that is not on one line with an enclosing one: its position in the source, its
    /// form, its column, and its shape if it has several lines. The contents of a list are indented under it.
    pub(crate) fn shapes(mut self) -> String {
        let lines = Lines::of(self.text);
        let mut out = String::new();
        self.measure_all();
        for top in self.tree.top_level() {
            self.visit(top, &mut |it| {
                if self.node(it.id).kind.has_children() {
                    let line = self.shape_line(it.id, it.slot, &lines);
                    let _ = writeln!(out, "{}{line}", "  ".repeat(it.depth));
                }
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

    /// Calls `visit` for a top-level form and each node in it that is not in a list on one line, in order.
    pub(super) fn visit(&self, top: NodeId, visit: &mut impl FnMut(Visited)) {
        self.begin(self.node(top).next as usize - top);
        let visited = Visited {
            id: top,
            slot: Slot::default(),
            depth: 0,
            under: None,
        };
        self.visit_from(visited, self.gaps_at_top_level(), visit);
    }

    /// Does so from a node with these gaps before its items.
    fn visit_from(&self, visited: Visited, gaps: Option<&Gaps>, visit: &mut impl FnMut(Visited)) {
        let (id, slot, depth) = (visited.id, visited.slot, visited.depth + 1);
        visit(visited);
        if !self.node(id).kind.has_children() || self.is_flat(id, slot) {
            return;
        }
        let (shape, inside) = self.shape_and_gaps(id, slot, gaps);
        let inside = inside.as_deref();
        let mut arrangement = Arrangement::new(self, id, shape, slot, inside.or(gaps));
        for child in self.tree.children(id) {
            let under = arrangement.under(child);
            arrangement.child(child, self.node(child), &mut |step, slot| {
                let begins_line = matches!(step, Step::Line(..) | Step::OwnLine(..));
                let visited = Visited {
                    id: child,
                    slot,
                    depth,
                    under: begins_line.then_some((id, under)),
                };
                self.visit_from(visited, inside, visit);
                self.end(step.item()?, slot)
            });
        }
    }
}

/// Nodes that are written in slots.
pub(crate) type Visits = FxHashMap<NodeId, Visited>;

/// A node that is written in a slot.
#[derive(Clone, Copy)]
pub(crate) struct Visited {
    pub id: NodeId,
    pub(super) slot: Slot,
    /// The number of lists and prefixes of several lines around it.
    pub depth: usize,
    /// If it begins a line in a list or after a prefix: that one, and what the line stands under.
    pub under: Option<(NodeId, Under)>,
}
