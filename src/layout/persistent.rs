//! The shapes of a broken list that stays as the author broke it, as far as widths allow.

use super::types::{Candidates, Decision, Rows, Second, Shape};
use super::{Layout, Slot};
use crate::forms::{Column, Form, Stay, Strategy};
use crate::syntax::tree::{NodeId, NodeKind};

impl Layout<'_> {
    /// The shapes to choose from: only one if the author broke the list.
    pub(super) fn persistent(&self, id: NodeId, slot: Slot) -> Candidates {
        let fixed = self.fixed(id, self.form(id));
        let only = self.forced_shape(id, fixed, slot);
        let only = only.or_else(|| self.authors_shape(id, fixed, slot));
        let candidates = match only {
            Some((shape, decision)) => Candidates::One(shape, decision),
            None => self.free_candidates(id, fixed, slot),
        };
        // A list that cannot be on one line has the author's rows, unless the width moves its second item to another line. Then, a body in
        // the first column has one item on each line, so that it stays there.
        let is_broken = self.flat_width(id).is_none();
        let is_dropped = matches!(candidates, Candidates::One(_, Decision::Width));
        let finish = |mut shape: Shape| {
            if is_broken && !is_dropped {
                shape = self.in_authors_rows(id, shape, slot);
                let is_below = |second: &Second| *second == Second::Below;
                let second = self.second_in_source(id);
                let second = second.filter(|second| is_below(second) == (shape.stay == 0));
                let kept = second.and_then(|second| self.by_convention(id, second, shape));
                if let Some(kept) = kept {
                    return kept;
                }
            } else if is_broken && self.is_flush(id) {
                shape.rows = Rows::One;
            }
            self.as_column(id, self.with_learned_rest(id, shape))
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
        let has_body = shape.is_all_body() && !form.strategy.has_operator_alone();
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
            if slot.end(self.reach(id, under)) <= self.width {
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
                // What is known by its name alone may be a procedure.
                let may_drop = self.is_list(first)
                    || self.node(first).kind == NodeKind::String
                    || matches!(form.stay, Stay::Leading | Stay::LeadingAndParameters);
                (may_stay && may_drop).then_some((beside, Shape { stay: 0, ..fixed }))
            }
            Strategy::Binding => Some((fixed.with_value_beside(), fixed)),
            _ => None,
        }
    }

    /// The shape of a list whose second item is where the author put it, or below the first if only that can fit.
    ///
    /// Whether it can is a question about tokens alone. The cost of a shape depends on what else is broken, and so on whether the
    /// text has been formatted before.
    fn authors_shape(&self, id: NodeId, fixed: Shape, slot: Slot) -> Option<(Shape, Decision)> {
        let form = self.form(id);
        let (beside, below) = self.second_choices(id, form, fixed)?;
        let (_, next) = self.first_and_next(id)?;
        let is_broken = self.flat_width(id).is_none();
        let can_fit = |shape| slot.end(self.reach(id, shape)) <= self.width;
        let is_below = || self.as_it_stands(id, next) == Second::Below;
        if self.is_bound(next) {
            Some((below, Decision::Belongs))
        } else if is_broken && is_below() {
            Some((below, Decision::Author))
        } else if form.strategy.may_drop()
            && !can_fit(beside)
            && can_fit(below)
            && !(is_broken && self.has_habit_beside(id))
        {
            Some((below, Decision::Width))
        } else if is_broken {
            Some((beside, Decision::Author))
        } else {
            None
        }
    }

    /// Whether a list of this form may keep the author's lines.
    pub(super) fn may_stay_broken(&self, form: &Form) -> bool {
        !form.strategy.is_table() || self.may_keep_rows(form)
    }

    /// Whether a list of this form stays broken since the author broke it. Only a line break counts that such a list has again: none
    /// before an item that stays on the line of the one before it.
    pub(super) fn stays_broken(&self, id: NodeId, form: &Form) -> bool {
        if !self.style.line_breaks.keeps_broken_lists() || !self.may_stay_broken(form) {
            return false;
        }
        let next = self.first_and_next(id).map(|(_, next)| next);
        let may_be_below = || {
            let shape = self.fixed(id, form);
            shape.stay == 0
                || self.lists_below(id, form)
                || self.second_choices(id, form, shape).is_some()
        };
        let mut lines = self
            .tree
            .items(id)
            .skip(1)
            .filter(|item| self.source_breaks(*item));
        lines.any(|item| Some(item) != next || may_be_below())
    }

    /// Whether an item has several lines since the author broke it.
    pub(super) fn is_authors(&self, item: NodeId) -> bool {
        self.style.line_breaks.keeps_broken_lists() && self.flat_width(item).is_none()
    }
}
