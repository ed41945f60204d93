//! Chooses between the shapes of a list by their costs.

use super::types::{Candidates, Cost, CostBasis, Criterion, Decision, Second, Shape, Step};
use super::{Layout, Slot};
use crate::options::LineBreaks;
use crate::syntax::tree::NodeId;
use crate::text::width::width;
use rustc_hash::FxHashMap;

/// A choice between two shapes, and its cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// Whether the second shape was chosen.
    is_second: bool,
    cost: Cost,
    /// Whether the lines are in the cost.
    has_lines: bool,
}

/// The choices made for a top-level form, by node, column and what follows. Their number is limited so that the search
/// takes time linear in the form's size; a form that needs more choices gets the narrower shape from then on.
#[derive(Default)]
pub(super) struct Choices {
    known: FxHashMap<(u32, u32, u32), Choice>,
    max: usize,
}

/// The number of choices that any form may make. Real forms make at most a tenth of that, at a width of 40 columns.
const MAX_CHOICES: usize = 1 << 16;

/// The number of choices that is enough for nearly every form.
const USUAL_CHOICES: usize = 1 << 10;

impl Choices {
    /// Makes room for a form with this many nodes. Most choices of other forms are not worth their memory.
    pub(super) fn begin(&mut self, nodes: usize) {
        if self.known.len() > USUAL_CHOICES {
            self.known.clear();
        }
        self.max = self.known.len() + MAX_CHOICES + nodes / 2;
    }

    pub(super) fn is_full(&self) -> bool {
        self.known.len() >= self.max
    }
}

impl Layout<'_> {
    /// Makes room for the choices of a form with this many nodes.
    pub(super) fn begin(&self, nodes: usize) {
        self.choices.borrow_mut().begin(nodes);
        self.trials.borrow_mut().begin(nodes);
    }

    /// The shapes to choose from where a broken list is written, unless its lines are kept.
    fn candidates(&self, id: NodeId, slot: Slot) -> Candidates {
        match self.costed(id, slot) {
            Candidates::One(shape, decision) if !self.style.line_breaks.keeps_broken_lists() => {
                let (shape, decision) = self.in_rows(id, slot, shape, decision);
                Candidates::One(shape, decision)
            }
            candidates => candidates,
        }
    }

    /// The shapes to choose from by their costs, which the author's rows in the canonical layout have not.
    fn costed(&self, id: NodeId, slot: Slot) -> Candidates {
        if self.style.line_breaks.keeps_broken_lists() {
            self.persistent(id, slot)
        } else {
            self.canonical(id, slot)
        }
    }

    /// The shape of a list that is broken there.
    pub(super) fn shape(&self, id: NodeId, slot: Slot) -> Shape {
        if self.style.line_breaks == LineBreaks::Keep {
            return self.kept(id).0;
        }
        match self.candidates(id, slot) {
            Candidates::One(shape, _) => shape,
            Candidates::Two(first, second, criterion) => {
                let two = (first, second, criterion);
                let choice = self.choose(id, slot, two, CostBasis::default());
                if choice.is_second { second } else { first }
            }
        }
    }

    /// Where the second item is of a list that is broken there, and what decides it; none if there is no second item.
    pub(super) fn decide(&self, id: NodeId, slot: Slot) -> Option<(Second, Decision)> {
        let (_, item) = self.first_and_next(id)?;
        if self.style.line_breaks == LineBreaks::Keep {
            return self.decide_kept(id);
        }
        let shape = self.shape(id, slot);
        let mut second = Second::Below;
        self.arrange_seldom(id, shape, slot, None, &mut |step, _| {
            if matches!(step, Step::Space(beside, _) if beside == item) {
                second = Second::Beside;
            }
            None
        });
        let decision = match (self.by_first_line(id, slot), self.candidates(id, slot)) {
            (Some((_, decision)), _) | (None, Candidates::One(_, decision)) => decision,
            (None, Candidates::Two(first, other, criterion)) => {
                let other = if shape == first { other } else { first };
                let basis = CostBasis {
                    has_lines: criterion != Criterion::Width,
                    trial: None,
                };
                let cost = |shape| self.cost_of(id, shape, slot, basis);
                Decision::Cost(cost(shape), cost(other))
            }
        };
        Some((second, decision))
    }

    /// The cost of a node in a slot.
    #[inline]
    fn cost(&self, id: NodeId, slot: Slot, basis: CostBasis<'_>) -> Cost {
        if self.fits(id, slot) {
            return Cost::default();
        }
        self.cost_if_wide(id, slot, basis)
    }

    /// The cost of a node that is broken or exceeds the width.
    fn cost_if_wide(&self, id: NodeId, slot: Slot, basis: CostBasis<'_>) -> Cost {
        let is_leaf = !self.node(id).kind.has_children();
        if let Some(width) = self.flat_width(id)
            && (is_leaf || self.is_flat(id, slot))
        {
            return Cost {
                over: self.beyond(slot.end(width)),
                lines: 0,
            };
        }
        if is_leaf {
            let text = self.head_text(id);
            return Cost {
                over: self.beyond(slot.column + width_of_first_line(text)),
                lines: text.bytes().filter(|b| *b == b'\n').count() as u32,
            };
        }
        match self.costed(id, slot) {
            Candidates::One(shape, _) => self.cost_of(id, shape, slot, basis),
            Candidates::Two(first, second, own) => {
                let two = (first, second, own);
                self.choose(id, slot, two, basis).cost
            }
        }
    }

    /// The number of columns by which a line that ends at a column exceeds the width.
    fn beyond(&self, end: usize) -> u32 {
        u32::try_from(end.saturating_sub(self.width)).unwrap_or(u32::MAX)
    }

    /// Chooses between two shapes by the criterion for them; `basis` is what counts around them.
    fn choose(
        &self,
        id: NodeId,
        slot: Slot,
        (first, second, own): (Shape, Shape, Criterion),
        mut basis: CostBasis<'_>,
    ) -> Choice {
        let choices = match basis.trial {
            None => &self.choices,
            Some(_) => &self.trials,
        };
        basis.has_lines |= own != Criterion::Width;
        let key = (id as u32, slot.column as u32, slot.suffix as u32);
        if let Some(known) = choices.borrow().known.get(&key)
            && known.has_lines >= basis.has_lines
        {
            return *known;
        }
        let choice = |is_second, cost| Choice {
            is_second,
            cost,
            has_lines: basis.has_lines,
        };
        if choices.borrow().is_full() {
            return choice(true, Cost::default());
        }
        let cost = |shape| self.cost_of(id, shape, slot, basis);
        // Far to the right nothing fits any more: choose the narrower shape without a search.
        let chosen = if slot.column > self.width {
            choice(true, cost(second))
        } else {
            let preferred = cost(first);
            let other = (!own.is_met(preferred)).then(|| cost(second));
            match other.filter(|other| own.prefers(*other, preferred)) {
                Some(other) => choice(true, other),
                None => choice(false, preferred),
            }
        };
        choices.borrow_mut().known.insert(key, chosen);
        chosen
    }

    /// The cost of a shape of a list.
    pub(super) fn cost_of(
        &self,
        id: NodeId,
        shape: Shape,
        slot: Slot,
        basis: CostBasis<'_>,
    ) -> Cost {
        let mut total = Cost::default();
        self.arrange(id, shape, slot, basis.trial, &mut |step, slot| {
            let (item, lines) = match step {
                Step::Touch(item) | Step::Space(item, _) => (Some(item), 0),
                Step::Line(item, blank) => (Some(item), 1 + u32::from(blank)),
                Step::OwnLine(..) | Step::Continued(_) | Step::Close => (None, 1),
                Step::Trailing(_) => (None, 0),
            };
            let own = item.map(|item| self.cost(item, slot, basis));
            let own = own.unwrap_or_default();
            total.over = total.over.saturating_add(own.over);
            if basis.has_lines {
                total.lines = total.lines.saturating_add(own.lines).saturating_add(lines);
            }
            None
        });
        total
    }
}

/// The width of the first line of a text with several lines.
#[cold]
pub(super) fn width_of_first_line(text: &str) -> usize {
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    width(&text[..end])
}
