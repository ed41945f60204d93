//! The shape of a broken list whose lines are the author's.

use super::Layout;
use super::types::{Decision, Second, Shape};
use crate::forms::{Column, Stay};
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, Placement};

impl Layout<'_> {
    /// The shape of a list, which follows from its form, from where the author put its second item, and from what the text has
    /// shown; and the reason for it.
    pub(super) fn kept(&self, id: NodeId) -> (Shape, Decision) {
        let shape = self.kept_by_rules(id);
        let Some(second) = self.second_in_source(id) else {
            return (shape, Decision::Kept);
        };
        let (shape, habit) = self.as_learned(id, second, shape);
        if let Some(shape) = self.by_own_columns(id, second, shape) {
            return (shape, Decision::Convention);
        }
        let decision = match habit {
            Some(habit) => Decision::Habit(habit),
            None if self.has_authors_column(id) || self.is_column(id, shape) => Decision::Column,
            None => Decision::Kept,
        };
        (self.as_column(id, shape), decision)
    }

    /// The shape according to the rules, whatever the text has shown. Where lists stay broken, this is what their columns are compared with,
    /// too.
    pub(super) fn kept_by_rules(&self, id: NodeId) -> Shape {
        let form = self.form(id);
        let fixed = self.fixed(id, form);
        let Some((_, next)) = self.first_and_next(id) else {
            return fixed;
        };
        let (second, decision) = match self.forced(id, next) {
            Some(forced) => forced,
            None => (self.as_it_stands(id, next), Decision::Kept),
        };
        // An operator known only by a pattern may be a procedure: if its first argument is below it without need, authors usually put all
        // arguments at +1, unless all its lines are where its form has them. What is commented out shows nothing.
        let may_be_call = form.stay == Stay::Leading
            && decision == Decision::Kept
            && self.node(next).kind.is_datum()
            && !(second == Second::Below && self.is_ruled(id, second, fixed));
        if may_be_call || form.strategy.has_operator_alone() {
            return self.with_second(second, form.strategy, fixed);
        }
        // A body that starts beside its operator continues under its first form.
        let continues = second == Second::Beside
            && (decision == Decision::Kept && fixed.is_all_body()
                || self.continues_under_second(id, form) && !self.is_clause_in_place(id)
                || self.is_table_under_second(id));
        let rest = if continues { Column::Align } else { fixed.rest };
        Shape { rest, ..fixed }
    }

    /// Where the second item of a list is, and what decides where the rest goes.
    pub(super) fn decide_kept(&self, id: NodeId) -> Option<(Second, Decision)> {
        let (_, next) = self.first_and_next(id)?;
        let decision = match self.forced(id, next) {
            Some((_, decision)) => decision,
            None => self.kept(id).1,
        };
        Some((self.as_it_stands(id, next), decision))
    }

    /// Where the second item is in the source, or will be since nothing may follow the first. A comment is only beside that if what is below
    /// hangs from it.
    pub(super) fn second_in_source(&self, id: NodeId) -> Option<Second> {
        let (first, next) = self.first_and_next(id)?;
        let may_follow =
            self.flat_width(first).is_some() || self.style.line_breaks == LineBreaks::Keep;
        match may_follow {
            true => Some(self.as_it_stands(id, next)),
            false => Some(Second::Below),
        }
    }

    /// Where what follows the first item of a list is.
    pub(super) fn as_it_stands(&self, list: NodeId, next: NodeId) -> Second {
        if self.hangs_below_comment(list, next) {
            Second::Beside
        } else if self.node(next).placement != Placement::Free || self.source_breaks(next) {
            Second::Below
        } else {
            Second::Beside
        }
    }
}
