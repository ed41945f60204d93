//! The shapes of a broken list that stays as the author broke it, as far as widths allow.

use super::types::{Candidates, Decision, Rows, Shape};
use super::{Layout, Place};
use crate::forms::{Form, Strategy};
use crate::syntax::tree::{NodeId, Placement};

impl Layout<'_> {
    /// The shapes to choose from: only one if the author broke the list.
    pub(super) fn persistent(&self, id: NodeId, place: Place) -> Candidates {
        let form = self.form(id);
        let fixed = self.fixed(id, form);
        let only = self.forced_shape(id, fixed, place);
        let Some((mut shape, decision)) = only.or_else(|| self.authors_shape(id, fixed, place))
        else {
            return match self.free_candidates(id, fixed, place) {
                Candidates::One(shape, decision) => {
                    Candidates::One(self.as_column(id, shape), decision)
                }
                Candidates::Two(first, second, criterion) => {
                    let learned = |shape| self.with_learned_rest(id, shape);
                    Candidates::Two(learned(first), learned(second), criterion)
                }
            };
        };
        // In a call that the author broke, and whose second item is where the author put it, the author's rows are kept.
        let is_authors = form.strategy.is_call() && self.flat_width(id).is_none();
        if is_authors && decision != Decision::Width {
            shape.rows = Rows::Keep;
        }
        let shape = self.with_learned_rest(id, shape);
        Candidates::One(self.as_column(id, shape), decision)
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
            Strategy::Drop | Strategy::Fixed if fixed.distinguished > 0 => {
                let first = self.tree.items(id).nth(1)?;
                let may_stay = strategy == Strategy::Drop || fixed.stay >= fixed.distinguished;
                let beside = Shape {
                    stay: fixed.stay.max(1),
                    ..fixed
                };
                (may_stay && self.is_list(first)).then_some((beside, Shape { stay: 0, ..fixed }))
            }
            Strategy::Binding => {
                let beside = Shape {
                    stay: 1,
                    distinguished: 1,
                    ..fixed
                };
                Some((beside, fixed))
            }
            _ => None,
        }
    }

    /// The shape of a list whose second item is where the author put it, or below the first if only that can fit.
    ///
    /// Whether it can is a question about tokens alone. The cost of a shape depends on what else is broken, and so on whether the
    /// text has been formatted before.
    fn authors_shape(&self, id: NodeId, fixed: Shape, place: Place) -> Option<(Shape, Decision)> {
        let form = self.form(id);
        let (beside, below) = self.second_choices(id, form, fixed)?;
        let (first, next) = self.first_and_next(id)?;
        let is_broken = self.flat_width(id).is_none();
        let can_fit = |shape| place.end(self.reach(id, shape)) <= self.width;
        let is_below =
            || self.node(next).place != Placement::Free || self.source_breaks(first, next);
        if self.belongs(first, next) {
            Some((below, Decision::Belongs))
        } else if is_broken && is_below() {
            Some((below, Decision::Author))
        } else if form.strategy.may_drop() && !can_fit(beside) && can_fit(below) {
            Some((below, Decision::Width))
        } else if is_broken {
            Some((beside, Decision::Author))
        } else {
            None
        }
    }

    /// Whether a list of this form stays broken since the author broke it. Only a line break counts that such a list has again: none
    /// before an item that stays on the line of the one before it.
    pub(super) fn stays_broken(&self, id: NodeId, form: &Form) -> bool {
        let may_break = match form.strategy {
            Strategy::Fill | Strategy::Data | Strategy::Import | Strategy::Export => {
                self.may_keep_rows(form)
            }
            _ => true,
        };
        if !self.style.line_breaks.keeps_broken_lists() || !may_break {
            return false;
        }
        let mut pairs = self.tree.items(id).zip(self.tree.items(id).skip(1));
        let begins_line = |(before, item): (NodeId, NodeId)| self.source_breaks(before, item);
        let is_below = pairs.next().is_some_and(begins_line);
        let may_be_below = || {
            let shape = self.fixed(id, form);
            shape.stay == 0 || self.second_choices(id, form, shape).is_some()
        };
        pairs.any(begins_line) || is_below && may_be_below()
    }

    /// Whether the author put two items on different lines of a list that stays broken.
    pub(super) fn stays_apart(&self, before: NodeId, after: NodeId) -> bool {
        self.style.line_breaks.keeps_broken_lists() && self.source_breaks(before, after)
    }
}
