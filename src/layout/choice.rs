//! Chooses between the shapes of a list by their costs.

use super::types::{Candidates, Cost, Criterion, Decision, Second, Shape, Step};
use super::{Layout, Slot};
use crate::forms::Stay;
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
    /// The column after it, if something may follow there.
    end: Option<usize>,
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

/// The widest call, or list of data, that is torn if it is broken in the canonical layout, in columns: an outer break is better than
/// one in it.
const SHORT_LIST: usize = 50;

/// The fewest columns that a canonical shape has to save if a line exceeds the width in any case.
const MIN_GAIN: u32 = 10;

/// The most nodes of a list with one shape whose cost is added up anew each time.
const FEW_NODES: usize = 60;

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
    }

    /// The shapes to choose from where a broken list is written, unless its lines are kept.
    fn candidates(&self, id: NodeId, slot: Slot) -> Candidates {
        let form = self.form(id);
        let strategy = form.strategy;
        if self.style.line_breaks != LineBreaks::Persistent
            && let Some(shape) = self.with_bodies_below(id, slot)
        {
            return Candidates::One(shape, Decision::Author);
        }
        match self.costed(id, slot) {
            Candidates::One(shape, decision)
                if strategy.is_table() && self.style.line_breaks != LineBreaks::Persistent =>
            {
                let (shape, decision) = self.in_rows(id, slot, shape, decision);
                Candidates::One(shape, decision)
            }
            Candidates::Two(first, second, criterion) if strategy.is_call() => {
                let rows = self.in_equal_rows(id, slot, first, second);
                rows.map_or(Candidates::Two(first, second, criterion), |shape| {
                    Candidates::One(shape, Decision::Rows)
                })
            }
            Candidates::One(shape, decision)
                if form.stay == Stay::LeadingAndParameters && self.style.sets_apart() =>
            {
                Candidates::One(self.in_rows_of_definition(id, shape), decision)
            }
            candidates => candidates,
        }
    }

    /// The shapes between which costs decide. In the canonical layout, the author's rows are not among these.
    fn costed(&self, id: NodeId, slot: Slot) -> Candidates {
        if self.style.line_breaks == LineBreaks::Persistent {
            self.persistent(id, slot)
        } else {
            self.canonical(id, slot)
        }
    }

    /// The shape of a list that is broken there. It is chosen as if it set nothing apart, so the lines for that cost nothing.
    pub(super) fn shape(&self, id: NodeId, slot: Slot) -> Shape {
        let mut shape = self.chosen(id, slot);
        shape.sets_apart = self.style.sets_apart();
        shape
    }

    /// The shape that is chosen there.
    fn chosen(&self, id: NodeId, slot: Slot) -> Shape {
        if self.style.line_breaks == LineBreaks::Keep {
            return self.kept(id).0;
        }
        match self.candidates(id, slot) {
            Candidates::One(shape, _) => shape,
            Candidates::Two(first, second, criterion) => {
                let two = (first, second, criterion);
                let choice = self.choose(id, slot, two, false);
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
        let mut second = Second::Below;
        self.arrange_seldom(
            id,
            self.shape(id, slot),
            slot,
            None,
            &mut |step, slot| match step {
                Step::Space(beside, _) if beside == item => {
                    second = Second::Beside;
                    None
                }
                Step::Touch(first) if second == Second::Below => self.end(first, slot),
                _ => None,
            },
        );
        let shape = self.chosen(id, slot);
        if let (_, Some(habit)) = self.with_learned_rest(id, shape)
            && self.is_authors(id)
        {
            return Some((second, Decision::Habit(habit)));
        }
        let decision = match (self.by_first_line(id, slot), self.candidates(id, slot)) {
            (Some((_, decision)), _) | (None, Candidates::One(_, decision)) => decision,
            (None, Candidates::Two(first, other, criterion)) => {
                let other = if shape == first { other } else { first };
                if criterion.is_authors() && shape == first {
                    return Some((second, Decision::Author));
                }
                let has_lines = criterion.has_lines();
                let cost = |shape| self.cost_of(id, shape, slot, has_lines).0;
                Decision::Cost(cost(shape), cost(other))
            }
        };
        Some((second, decision))
    }

    /// The column after a node in a slot, if something may follow there.
    pub(super) fn end(&self, id: NodeId, slot: Slot) -> Option<usize> {
        match self.style.line_breaks {
            // This assumes that nothing follows an item of several lines.
            LineBreaks::Keep => None,
            _ => self.cost(id, slot, false).1,
        }
    }

    /// The cost of a node in a slot, and if that has several lines, the column after it, if something may follow there.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn cost(&self, id: NodeId, slot: Slot, has_lines: bool) -> (Cost, Option<usize>) {
        match self.flat_width(id) {
            Some(width) if slot.end(width) <= self.width => (Cost::default(), None),
            _ => self.cost_if_wide(id, slot, has_lines),
        }
    }

    /// The cost of a node that is broken or exceeds the width, and the column after it.
    #[inline(never)]
    fn cost_if_wide(&self, id: NodeId, slot: Slot, has_lines: bool) -> (Cost, Option<usize>) {
        let is_leaf = !self.node(id).kind.has_children();
        if let Some(width) = self.flat_width(id)
            && (is_leaf || self.is_flat(id, slot))
        {
            let beyond = self.beyond(slot.end(width));
            let (over, tolerated) = match self.is_tolerated(id, slot, width) {
                true => (0, beyond),
                false => (beyond, 0),
            };
            let cost = Cost {
                over,
                tolerated,
                ..Cost::default()
            };
            return (cost, None);
        }
        if is_leaf {
            let text = self.head_text(id);
            let cost = Cost {
                over: self.beyond(slot.column + width_of_first_line(text)),
                lines: text.bytes().filter(|b| *b == b'\n').count() as u32,
                ..Cost::default()
            };
            return (cost, self.end_of_leaf(id, slot.column));
        }
        match self.costed(id, slot) {
            Candidates::One(shape, _) if self.node(id).next as usize - id <= FEW_NODES => {
                self.cost_of(id, shape, slot, has_lines)
            }
            Candidates::One(shape, _) => {
                let only = || (false, self.cost_of(id, shape, slot, has_lines));
                let chosen = self.remembered(id, slot, has_lines, false, only);
                (chosen.cost, chosen.end)
            }
            Candidates::Two(first, second, own) => {
                let two = (first, second, own);
                let chosen = self.choose(id, slot, two, has_lines);
                (chosen.cost, chosen.end)
            }
        }
    }

    /// Whether a list is torn if it is broken: a call or data on one line, which is short if only the style decides. Data whose rows are
    /// not kept would be torn again each time.
    fn tears(&self, id: NodeId) -> bool {
        let form = self.form(id);
        let (widest, is_data) = match self.style.line_breaks {
            LineBreaks::Canonical => (SHORT_LIST, form.strategy.is_table()),
            _ => (usize::MAX, self.may_keep_rows(form)),
        };
        self.flat_width(id).is_some_and(|width| width <= widest)
            && (form.strategy.is_call() || is_data)
    }

    /// The number of columns by which a line that ends at a column exceeds the width.
    fn beyond(&self, end: usize) -> u32 {
        u32::try_from(end.saturating_sub(self.width)).unwrap_or(u32::MAX)
    }

    /// Chooses between two shapes by the criterion for them; `has_lines` says whether line breaks count around them.
    fn choose(
        &self,
        id: NodeId,
        slot: Slot,
        (first, second, own): (Shape, Shape, Criterion),
        mut has_lines: bool,
    ) -> Choice {
        has_lines |= own.has_lines();
        self.remembered(id, slot, has_lines, !own.is_authors(), || {
            let cost = |shape| self.cost_of(id, shape, slot, has_lines);
            // Far to the right nothing fits any more: choose the narrower shape without a search.
            if slot.column > self.width && !own.is_authors() {
                return (true, cost(second));
            }
            let preferred = cost(first);
            let other = (!own.is_met(preferred.0)).then(|| cost(second));
            // Where lists stay broken, the next run has other lines to compare, and would choose otherwise for so few columns.
            let min_gain = match self.style.line_breaks {
                LineBreaks::Canonical => MIN_GAIN,
                _ => 0,
            };
            match other.filter(|other| own.prefers(other.0, preferred.0, min_gain)) {
                Some(other) => (true, other),
                None => (false, preferred),
            }
        })
    }

    /// The choice that `work` makes for a list in a slot, or has made before: whether the second shape was chosen, and its cost. If no more
    /// choices may be made, `otherwise` says whether it is the second.
    #[inline]
    fn remembered(
        &self,
        id: NodeId,
        slot: Slot,
        has_lines: bool,
        otherwise: bool,
        work: impl FnOnce() -> (bool, (Cost, Option<usize>)),
    ) -> Choice {
        let key = (id as u32, slot.column as u32, slot.suffix as u32);
        if let Some(known) = self.choices.borrow().known.get(&key)
            && known.has_lines >= has_lines
        {
            return *known;
        }
        let choice = |(is_second, (cost, end))| Choice {
            is_second,
            cost,
            end,
            has_lines,
        };
        if self.choices.borrow().is_full() {
            return choice((otherwise, (Cost::default(), None)));
        }
        let chosen = choice(work());
        self.choices.borrow_mut().known.insert(key, chosen);
        chosen
    }

    /// The cost of a shape of a list, and the column after the list, if something may follow there.
    pub(super) fn cost_of(
        &self,
        id: NodeId,
        shape: Shape,
        slot: Slot,
        has_lines: bool,
    ) -> (Cost, Option<usize>) {
        let mut total = Cost::default();
        let is_authors = self.is_authors(id);
        let (mut is_broken, mut closes_below) = (false, false);
        let end = self.arrange(id, shape, slot, None, &mut |step, slot| {
            let item = match step {
                Step::Touch(item) | Step::Space(item, _) => item,
                Step::Line(item, blank) => {
                    is_broken = true;
                    let is_new = is_authors && !self.node(item).begins_line();
                    total.add_line(1 + u32::from(blank), is_new.into());
                    item
                }
                Step::OwnLine(..) | Step::Continued(_) | Step::Close(_) => {
                    closes_below = matches!(step, Step::Close(_));
                    total.add_line(1, 0);
                    return None;
                }
                Step::Trailing(_) => return None,
            };
            let (own, end) = self.cost(item, slot, has_lines);
            total.add(own);
            end
        });
        if is_broken && self.tears(id) {
            total.add_line(0, 1);
        }
        if !has_lines {
            total.lines = 0;
        }
        (
            total,
            end.map(|end| self.end_of_broken(id, end, closes_below)),
        )
    }
}

/// The width of the first line of a text with several lines.
#[cold]
pub(super) fn width_of_first_line(text: &str) -> usize {
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    width(&text[..end])
}
