//! The shapes of a broken list that stays as the author broke it, as far as widths allow.

use super::types::{Candidates, Criterion, Decision, Rows, Second, Shape};
use super::{Layout, Slot};
use crate::forms::{Column, Form, Stay, Strategy};
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind};

/// The most data and comments in a list whose second item may leave the place where the author put it, so that something inside stays
/// whole: no small change should move more.
const SMALL_LIST: usize = 60;

impl Layout<'_> {
    /// The shapes to choose from: only one if the author broke the list.
    pub(super) fn persistent(&self, id: NodeId, slot: Slot) -> Candidates {
        let fixed = self.fixed(id, self.form(id));
        let forced = self.forced_shape(id, fixed, slot);
        let forced = forced.map(|(shape, decision)| Candidates::One(shape, decision));
        let candidates = forced
            .or_else(|| self.authors_candidates(id, fixed, slot))
            .unwrap_or_else(|| self.free_candidates(id, fixed, slot));
        // A list that cannot be on one line has the author's rows, unless the width moves its second item to another line.
        let is_broken = self.flat_width(id).is_none();
        let is_dropped = matches!(candidates, Candidates::One(_, Decision::Width));
        let finish = |mut shape: Shape| {
            if is_broken && !is_dropped {
                shape = self.in_authors_rows(id, shape, slot);
                let is_below = |second: &Second| *second == Second::Below;
                let second = self.second_in_source(id);
                // Parameters fill lines, wherever the second one is.
                let fills = self.form(id).lists_parameters();
                let second = second.filter(|second| fills || is_below(second) == (shape.stay == 0));
                let kept = second.and_then(|second| self.by_own_columns(id, second, shape));
                if let Some(kept) = kept {
                    return kept;
                }
            }
            self.as_column(id, self.with_learned_rest(id, shape).0)
        };
        match candidates {
            Candidates::One(shape, decision) => Candidates::One(finish(shape), decision),
            Candidates::Two(first, second, criterion) => {
                Candidates::Two(finish(first), finish(second), criterion)
            }
        }
    }

    /// A shape of a list that the author broke, with his rows. A body that begins beside its operator, or beside the test of its
    /// clause, continues under its first form, and so does data that is all under its second item.
    fn in_authors_rows(&self, id: NodeId, mut shape: Shape, slot: Slot) -> Shape {
        let form = self.form(id);
        if !self.may_stay_broken(form) {
            return shape;
        }
        if self.lists_below(id, form) {
            (shape.stay, shape.distinguished) = (0, 0);
        }
        let has_body =
            shape.is_all_body() && !form.strategy.has_operator_alone() && !form.strategy.is_table();
        let forced = self.by_first_line(id, slot).map(|(second, _)| second);
        let is_beside =
            forced != Some(Second::Below) && self.second_in_source(id) == Some(Second::Beside);
        let continues = || self.continues_under_second(id, form) && !self.is_clause_in_place(id);
        // What is bound to the first item begins no body.
        let is_body = is_beside && forced.is_none() && (has_body || continues());
        if is_body || is_beside && self.is_table_under_second(id) {
            let under = Shape {
                stay: 1,
                rest: Column::Align,
                ..shape
            };
            if slot.end(self.reach(id, under)) <= self.widest {
                shape = under;
            } else if is_body {
                return shape;
            }
        }
        shape.rows = Rows::Keep;
        shape
    }

    /// The shapes of a list whose second item may be beside the first, as in the one shape, or below it, as in the other; none if
    /// it has no such choice.
    pub(super) fn second_choices(
        &self,
        id: NodeId,
        form: &Form,
        fixed: Shape,
    ) -> Option<(Shape, Shape)> {
        let strategy = form.strategy;
        match strategy {
            // An only argument may be below in any case.
            Strategy::Aligned if fixed.stay == 0 => None,
            Strategy::Call | Strategy::Elements | Strategy::Test | Strategy::Aligned => {
                Some((self.beside(strategy, fixed), self.alone(strategy, fixed)))
            }
            Strategy::Cond => {
                let hang = Shape { stay: 1, ..fixed };
                Some((hang, self.alone(strategy, fixed)))
            }
            Strategy::Drop | Strategy::Fixed | Strategy::Definition if fixed.distinguished > 0 => {
                let first = self.tree.items(id).nth(1)?;
                let may_stay = strategy == Strategy::Drop || fixed.stay >= fixed.distinguished;
                let beside = Shape {
                    stay: fixed.stay.max(1),
                    ..fixed
                };
                // What is known by its name alone may be a procedure, and so may what the author laid out like a call.
                let may_drop = self.is_list(first)
                    || self.node(first).kind == NodeKind::String
                    || matches!(form.stay, Stay::Leading | Stay::LeadingAndParameters)
                    || self.node(first).begins_line()
                        && (self.is_column(id, fixed) || self.is_deep(id, fixed));
                (may_stay && may_drop).then_some((beside, Shape { stay: 0, ..fixed }))
            }
            Strategy::Binding => Some((fixed.with_value_beside(), fixed)),
            _ => None,
        }
    }

    /// Whether a convention has the first arguments of a list further to the right than the rest.
    #[cold]
    fn is_deep(&self, id: NodeId, fixed: Shape) -> bool {
        let kept = self.by_convention(id, Second::Below, fixed);
        kept.is_some_and(|kept| kept.distinguished > 0)
    }

    /// The shapes of a list whose second item is where the author put it, or below the first if only that can fit, or if that tears
    /// less.
    ///
    /// Whether it can is a question about tokens alone. Columns beyond the width depend on what else is broken, and so on whether
    /// the text has been formatted before. What is torn does not: it counts only the first time, since it is the author's from then on.
    fn authors_candidates(&self, id: NodeId, fixed: Shape, slot: Slot) -> Option<Candidates> {
        let form = self.form(id);
        let (beside, below) = self.second_choices(id, form, fixed)?;
        let (first, next) = self.first_and_next(id)?;
        let is_broken = self.flat_width(id).is_none();
        // A line that is the author's may be wider.
        let width = if is_broken { self.widest } else { self.width };
        let can_fit = |shape, width| slot.end(self.reach(id, shape)) <= width;
        // Lines that stay elsewhere need not fit under the second item.
        let kept_can_fit = || {
            let kept = self.by_convention(id, Second::Beside, beside);
            kept.is_some_and(|kept| can_fit(kept, width))
        };
        let is_below = || self.as_it_stands(id, next) == Second::Below;
        let may_drop = form.strategy.may_drop() && !(is_broken && self.has_habit_beside(id));
        let is_small = self.node(id).next as usize - id <= SMALL_LIST;
        // Several arguments on the line below an operator that is alone are no better than the author's line.
        let has_own_line = || {
            let further = self.node(next).next;
            further >= self.node(id).next || self.source_breaks(further as usize)
        };
        // What is behind a first item of several lines stays there, and so does a message that would fit below its destination.
        let is_movable = self.flat_width(first).is_some()
            && form.stay != Stay::Message
            && (form.strategy.has_operator_alone() || form.strategy == Strategy::Binding);
        Some(if self.is_bound(next) {
            Candidates::One(below, Decision::Belongs)
        } else if is_broken && is_below() {
            Candidates::One(below, Decision::Author)
        } else if may_drop
            && !can_fit(beside, width)
            && can_fit(below, self.width)
            && !(is_broken && kept_can_fit())
        {
            Candidates::One(below, Decision::Width)
        } else if !is_broken {
            return None;
        } else if may_drop && is_movable && is_small {
            let gain = self.flat_width(first).filter(|_| has_own_line());
            let gain = gain.map(|gain| gain as u32);
            Candidates::Two(beside, below, Criterion::Author { gain })
        } else {
            Candidates::One(beside, Decision::Author)
        })
    }

    /// Whether a list of this form may keep the author's lines.
    pub(super) fn may_stay_broken(&self, form: &Form) -> bool {
        !form.strategy.is_table() || self.may_keep_rows(form)
    }

    /// Whether a list of this form stays broken since the author broke it.
    pub(super) fn stays_broken(&self, id: NodeId, form: &Form) -> bool {
        if self.style.line_breaks != LineBreaks::Persistent || !self.may_stay_broken(form) {
            return false;
        }
        let mut items = self.tree.items(id).skip(1);
        items.any(|item| self.source_breaks(item))
    }

    /// Whether an item has several lines since the author broke it.
    pub(super) fn is_authors(&self, item: NodeId) -> bool {
        self.style.line_breaks == LineBreaks::Persistent && self.flat_width(item).is_none()
    }
}
