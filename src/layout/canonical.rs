//! The shapes of a broken list between which widths and lines decide.

use super::columns::USUAL;
use super::types::{Candidates, Criterion, Decision, Rows, Second, Shape};
use super::{Layout, Slot};
use crate::forms::{Column, Form, Role, Stay, Strategy};
use crate::options::{Columns, CondStyle, RowBreaks};
use crate::syntax::tree::{NodeId, NodeKind};

// At each of the widths below, the layout agrees with authors as often as at the best one, to 0.05 in a hundred line starts:
// `benches/records/style.md` says how others compare.

/// The column after which the arguments of a call do not start if the operator can be alone on its line.
const FAR_RIGHT: usize = 52;

/// The widest operator that is alone on its line only if the line would otherwise exceed the width.
const SHORT_OPERATOR: usize = 5;

/// The widest operator that is alone on its line, for a single argument, only if that takes no more lines.
const MIDDLING_OPERATOR: usize = 8;

/// The widest operator beside which a procedure of several lines is put as the first argument.
const PROCEDURE_OPERATOR: usize = 13;

/// The widest operator beside which arguments are put of which a later one is such a procedure.
const LATER_PROCEDURE_OPERATOR: usize = 17;

/// The widest operator that is alone on its line only if that takes fewer lines; a wider one is if it takes no more.
const WIDE_OPERATOR: usize = 21;

/// The widest one if an argument is a list that takes several lines in any case.
const WIDE_OPERATOR_OF_LINES: usize = 10;

/// The width from which on a distinguished list drops below its operator if that saves lines.
const LONG_OPERATOR: usize = 12;

/// The widest name of a binding beside which a value of several lines is put.
const SHORT_NAME: usize = 9;

/// The number of data and comments in a `cond` or a call from which on all else begins below its operator, so that no small change
/// within moves all of it.
const LARGE_LIST: usize = 200;

impl Layout<'_> {
    /// The shapes to choose from according to a list's form and to what is on its first line.
    pub(super) fn canonical(&self, id: NodeId, slot: Slot) -> Candidates {
        let fixed = self.fixed(id, self.form(id));
        if let Some((shape, decision)) = self.forced_shape(id, fixed, slot) {
            return Candidates::One(shape, decision);
        }
        self.free_candidates(id, fixed, slot)
    }

    /// The shape of a call whose last arguments the author put at +2 below the first ones, if these fit on the line of the operator: lists,
    /// of which one is a procedure or another form with a body, or takes several lines. As the author's rows, it is not counted among the
    /// costs.
    pub(super) fn with_bodies_below(&self, id: NodeId, slot: Slot) -> Option<Shape> {
        let keeps_columns =
            self.style.rows == RowBreaks::Keep && self.style.columns == Columns::Learned;
        if self.form(id).strategy != Strategy::Call || !keeps_columns {
            return None;
        }
        let mut items = self.tree.children(id).peekable();
        let (mut beside, mut end) = (0, slot.column);
        while let Some(item) = items.next_if(|item| !self.node(*item).begins_line()) {
            let is_datum = self.node(item).kind.is_datum();
            end += self.flat_width(item).filter(|_| is_datum)? + 1;
            beside += 1;
        }
        let is_below = |item: NodeId| {
            let node = self.node(item);
            node.kind == NodeKind::List
                && node.begins_line()
                && !self.is_bound(item)
                && self.column_of(item) == self.column_of(id) + usize::from(USUAL)
        };
        let has_body = |item: NodeId| {
            self.takes_lines(item) || matches!(self.form(item).rest, Column::Indent(2..))
        };
        let is_body = items.clone().any(has_body) && items.all(is_below);
        let is_free = || self.by_first_line(id, slot).is_none();
        (beside > 1 && end <= self.width && is_body && is_free()).then(|| Shape {
            stay: beside - 1,
            distinguished: beside - 1,
            rest: Column::Indent(USUAL),
            rows: Rows::One,
            ..self.fixed(id, self.form(id))
        })
    }

    /// The shape of a list that may have its operator alone, if what is on its first line allows only one.
    pub(super) fn forced_shape(
        &self,
        id: NodeId,
        fixed: Shape,
        slot: Slot,
    ) -> Option<(Shape, Decision)> {
        let strategy = self.form(id).strategy;
        let has_choice = strategy.has_operator_alone();
        let (second, decision) = has_choice.then(|| self.by_first_line(id, slot))??;
        Some((self.with_second(second, strategy, fixed), decision))
    }

    /// The shapes to choose from if nothing but the form and the widths decides.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn free_candidates(&self, id: NodeId, fixed: Shape, slot: Slot) -> Candidates {
        let form = self.form(id);
        match form.strategy {
            Strategy::Fixed
            | Strategy::Touching
            | Strategy::Definition
            | Strategy::Bindings
            | Strategy::Module => Candidates::One(fixed, Decision::Form),
            Strategy::Fill | Strategy::Data | Strategy::Import | Strategy::Export => {
                Candidates::One(self.filled(id, form, fixed), Decision::Form)
            }
            // No operator is alone for the sake of a message that would fit below its destination.
            Strategy::Aligned
                if form.stay == Stay::Message && slot.end(self.reach(id, fixed)) <= self.width =>
            {
                Candidates::One(fixed, Decision::Form)
            }
            Strategy::Aligned => {
                let under = self.alone(form.strategy, fixed);
                Candidates::Two(fixed, under, Criterion::Width)
            }
            Strategy::Drop => self.drop(id, fixed, slot.column),
            Strategy::Call | Strategy::Elements => self.call(id, form.strategy, fixed, slot),
            Strategy::Test => {
                let under = self.alone(form.strategy, fixed);
                Candidates::Two(self.beside(form.strategy, fixed), under, Criterion::Width)
            }
            Strategy::Cond => self.cond(id, fixed),
            Strategy::Binding => self.binding(id, fixed),
        }
    }

    /// Where the second item is, and why, if what is on the first line decides that: nothing follows an item of several lines.
    pub(super) fn by_first_line(&self, id: NodeId, slot: Slot) -> Option<(Second, Decision)> {
        let (first, next) = self.first_and_next(id)?;
        if let Some(forced) = self.forced(id, next) {
            return Some(forced);
        }
        // What the author put behind the first item stays there.
        if self.is_authors(first) && !self.source_breaks(next) {
            return None;
        }
        let has_parts = self.node(first).kind.has_children();
        let ends_line = match self.flat_width(first) {
            None => true,
            Some(_) => has_parts && !self.is_flat(first, Slot::at(slot.column + 1)),
        };
        ends_line.then_some((Second::Below, Decision::Alone))
    }

    /// The shape of a list that is no call: data, parameters, what is exported or imported.
    fn filled(&self, id: NodeId, form: &Form, fixed: Shape) -> Shape {
        // Items that belong to the first one stay beside it, whatever the rows.
        let is_beside = self
            .first_and_next(id)
            .is_some_and(|(_, second)| self.is_bound(second));
        let rest = if is_beside && self.continues_under_second(id, form) {
            Column::Align
        } else {
            fixed.rest
        };
        let rows = match self.rows_of_numbers.contains(&id) {
            true => Rows::Keep,
            false => self.rows(id, form),
        };
        Shape {
            rows,
            rest,
            ..fixed
        }
    }

    fn call(&self, id: NodeId, strategy: Strategy, fixed: Shape, slot: Slot) -> Candidates {
        let (beside, under) = (self.beside(strategy, fixed), self.alone(strategy, fixed));
        let mut items = self.tree.items(id);
        let operator_width = items.next().and_then(|operator| self.flat_width(operator));
        let operator_width = operator_width.unwrap_or(0);
        let only = match (items.next(), items.next()) {
            (only, None) => only,
            _ => None,
        };
        let is_list = only.is_some_and(|only| self.is_list(only));
        // A string goes below the operator only if it fits there; so does what is verbatim, such as `_"a message"`.
        if let (Some(only), Column::Indent(indent)) = (only, under.rest)
            && matches!(self.node(only).kind, NodeKind::String | NodeKind::Raw)
            && let Some(width) = self.flat_width(only)
            && slot.end(usize::from(indent) + width + 1) > self.width
        {
            return Candidates::One(beside, Decision::String);
        }
        // The widest operator beside which a single list as the argument is put. Quoted lists are usually long.
        let widest = match only.map(|only| self.node(only).kind) {
            Some(NodeKind::List) => Some(MIDDLING_OPERATOR),
            Some(_) if is_list => Some(SHORT_OPERATOR),
            _ => None,
        };
        if operator_width > SHORT_OPERATOR {
            if slot.column + operator_width + 2 > FAR_RIGHT {
                return Candidates::One(under, Decision::FarRight);
            }
            if self.is_large(id) {
                return Candidates::One(under, Decision::Large(LARGE_LIST));
            }
        }
        if operator_width > PROCEDURE_OPERATOR
            && let Some(widest) = self.widest_beside_procedure(id)
            && operator_width > widest
        {
            return Candidates::One(under, Decision::Wide(widest));
        }
        if let Some(widest) = widest.filter(|widest| operator_width > *widest) {
            return Candidates::One(under, Decision::Wide(widest));
        }
        let has_widest = widest.is_some() && operator_width > SHORT_OPERATOR;
        let criterion = if has_widest {
            Criterion::Lines { saved: 0 }
        } else if !self.style.head_alone_from.holds_for(operator_width) {
            Criterion::Width
        } else {
            let saved = u32::from(!self.is_better_alone(id, operator_width));
            Criterion::Lines { saved }
        };
        Candidates::Two(beside, under, criterion)
    }

    fn drop(&self, id: NodeId, fixed: Shape, column: usize) -> Candidates {
        let mut items = self.tree.items(id);
        let operator = items.next().and_then(|operator| self.flat_width(operator));
        let (Some(operator), Some(first)) = (operator, items.next()) else {
            return Candidates::One(fixed, Decision::Form);
        };
        let beside = Slot::at(column + operator + 2);
        if fixed.stay == 0
            || operator < LONG_OPERATOR
            || !self.is_list(first)
            || self.fits(first, beside)
        {
            return Candidates::One(fixed, Decision::Form);
        }
        let dropped = Shape { stay: 0, ..fixed };
        if beside.column > FAR_RIGHT {
            return Candidates::One(dropped, Decision::FarRight);
        }
        Candidates::Two(fixed, dropped, Criterion::Lines { saved: 1 })
    }

    /// The row says where the first clause goes if no option does.
    fn cond(&self, id: NodeId, fixed: Shape) -> Candidates {
        let hang = Shape { stay: 1, ..fixed };
        let under = self.alone(Strategy::Cond, fixed);
        match self.style.cond {
            CondStyle::Auto if fixed.stay == 0 => Candidates::One(under, Decision::Form),
            CondStyle::Auto if self.is_large(id) => {
                Candidates::One(under, Decision::Large(LARGE_LIST))
            }
            CondStyle::Auto => Candidates::Two(hang, under, Criterion::Lines { saved: 2 }),
            CondStyle::Hang => Candidates::One(hang, Decision::Style("cond")),
            CondStyle::Break => Candidates::One(under, Decision::Style("cond")),
        }
    }

    /// The widest operator beside which the arguments of a call are put, if one of them is a procedure of several lines.
    fn widest_beside_procedure(&self, id: NodeId) -> Option<usize> {
        let is_broken_procedure = |item: NodeId| {
            self.flat_width(item).is_none()
                && self.form(item).parts.as_slice().first() == Some(&Role::Params)
        };
        match self.tree.items(id).skip(1).position(is_broken_procedure)? {
            0 => Some(PROCEDURE_OPERATOR),
            _ => Some(LATER_PROCEDURE_OPERATOR),
        }
    }

    /// Whether an operator of this width is alone on its line if that takes no more lines.
    fn is_better_alone(&self, id: NodeId, operator_width: usize) -> bool {
        let mut arguments = self.tree.items(id).skip(1);
        operator_width > WIDE_OPERATOR
            || operator_width > WIDE_OPERATOR_OF_LINES && arguments.any(|it| self.takes_lines(it))
    }

    /// Whether an item is a list that takes several lines wherever it is, but for data, whose rows the author can change.
    fn takes_lines(&self, item: NodeId) -> bool {
        self.node(item).kind == NodeKind::List
            && self.flat_width(item).is_none()
            && !self.form(item).strategy.is_table()
    }

    /// Whether a list is so large that a small change should not move all of it.
    fn is_large(&self, id: NodeId) -> bool {
        self.node(id).next as usize - id > LARGE_LIST
    }

    fn binding(&self, id: NodeId, fixed: Shape) -> Candidates {
        let beside = fixed.with_value_beside();
        let name = self.tree.items(id).next();
        match name.and_then(|name| self.flat_width(name)) {
            Some(width) if width <= SHORT_NAME => {
                Candidates::Two(beside, fixed, Criterion::Lines { saved: 1 })
            }
            _ => Candidates::One(fixed, Decision::Wide(SHORT_NAME)),
        }
    }
}
