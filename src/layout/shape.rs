//! The shapes that a broken list can take, depending on its form and the style.

use super::arrange::Step;
use super::choice::Cost;
use super::learned::Habit;
use super::{Layout, Place, Word};
use crate::forms::{self, Column, Form, RestOption, Role, Stay, Strategy};
use crate::options::{
    Alignment, CallAtoms, CaseLambdaClauses, ClauseBodies, CondStyle, Exports, HeadAlone, RowBreaks,
};
use crate::syntax::tree::{NodeId, NodeKind, Placement};

/// How a broken list is divided into lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The items after the first that stay on its line while they fit.
    pub stay: usize,
    /// The number of items after the first that are not part of the rest.
    pub distinguished: usize,
    /// Where distinguished items go if they do not stay on the first line.
    pub drop: Column,
    /// Where the rest goes.
    pub rest: Column,
    /// The number of items of the rest on each line.
    pub rows: Rows,
}

impl Shape {
    /// Whether all items after the first are a body, indented from the opening bracket.
    fn is_all_body(&self) -> bool {
        self.distinguished == 0 && matches!(self.rest, Column::Indent(_))
    }
}

/// How many items of the rest go on each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// One, with what belongs to it.
    One,
    /// As many as fit.
    Fill,
    /// One, and with an atom the atoms right after it that fit.
    Pack,
    /// As many as in the source.
    Keep,
}

/// The criterion by which the second shape is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Criterion {
    /// It exceeds the width by less.
    Width,
    /// It exceeds the width by less, or by as much and saves this many lines.
    Lines { saved: u32 },
}

// At each of the widths below, the layout agrees with authors as often as at the best one, to 0.05 in a hundred line starts:
// `benches/records/style.md` says how others compare.

/// The column after which the arguments of a call do not start if the operator can be alone on its line.
const FAR_RIGHT: usize = 52;

/// The widest operator that is alone on its line only if the line would otherwise exceed the width.
const SHORT_OPERATOR: usize = 5;

/// The widest operator that is alone on its line, for a single argument, only if that takes no more lines.
const MIDDLING_OPERATOR: usize = 8;

/// The widest operator that is alone on its line only if that takes fewer lines; a wider one is if it takes no more.
const WIDE_OPERATOR: usize = 21;

/// The width from which on a distinguished list drops below its operator if that saves lines.
const LONG_OPERATOR: usize = 12;

/// The widest name of a binding beside which a value of several lines is put.
const SHORT_NAME: usize = 9;

/// The number of data and comments in a `cond` or a call from which on all else begins below its operator, so that no small change
/// within moves all of it.
const LARGE_LIST: usize = 200;

/// Up to this many strings among data go one per line.
const FEW_STRINGS: usize = 8;

/// Where the second item of a broken list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Second {
    /// On the line of the first item.
    Beside,
    /// On a later line.
    Below,
}

/// The reason for the shape of a broken list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The form allows only one shape.
    Form,
    /// This option of the table `[style]` allows only one shape.
    Style(&'static str),
    /// The author's lines are kept.
    Verbatim,
    /// The author's lines are kept, and the rest goes where most lines like these are in the text.
    Habit(Habit),
    /// The author broke the list and put the second item there.
    Author,
    /// Beside the first item, the second one would exceed the width, however narrow everything is.
    Width,
    /// The author's rows are kept, most of which fit.
    Rows,
    /// Nothing can follow on the line of the first item: a comment or a blank line follows, or it has several lines itself.
    Alone,
    /// The second item stays with the first where it fits, such as the value of a keyword.
    Belongs,
    /// Beside the first item, the others would be far to the right.
    FarRight,
    /// The first item is wider than this many columns.
    Wide(usize),
    /// It holds this many data and comments or more.
    Large(usize),
    /// The only argument is a string that exceeds the width in every shape.
    String,
    /// The cost of this shape, compared with that of the other one.
    Cost(Cost, Cost),
}

/// The shapes that a broken list can take.
pub(super) enum Candidates {
    /// Only this one, and why.
    One(Shape, Decision),
    /// A preferred shape and another one, which is chosen if it is better by the criterion.
    Two(Shape, Shape, Criterion),
}

/// Whether a list laid out in this way may have its operator alone on its line.
fn has_operator_alone(strategy: Strategy) -> bool {
    matches!(
        strategy,
        Strategy::Call | Strategy::Elements | Strategy::Test | Strategy::Aligned | Strategy::Cond
    )
}

/// Whether the width may put the second item of such a list below the first. Elsewhere, only the author does.
pub(super) fn width_decides(strategy: Strategy) -> bool {
    strategy != Strategy::Fixed
}

impl Layout<'_> {
    /// The shapes to choose from where a broken list is written.
    ///
    /// The author's rows are kept there, but cost nothing: another shape around the list would join those that then fit on one
    /// line, and without them that shape would not be chosen again.
    pub(super) fn written_candidates(&self, id: NodeId, place: Place) -> Candidates {
        let form = self.form(id);
        let (mut shape, decision) = match self.candidates(id, place) {
            Candidates::One(shape, decision) => (shape, decision),
            candidates => return candidates,
        };
        if self.lists_below(id, form) {
            (shape.stay, shape.distinguished) = (0, 0);
        }
        if self.keeps_lines() || !self.may_keep_rows(form) || !self.rows_fit(id, shape, place) {
            return Candidates::One(shape, decision);
        }
        shape.rows = Rows::Keep;
        if self.continues_under_second(id, form) {
            shape.rest = Column::Align;
        }
        Candidates::One(shape, Decision::Rows)
    }

    /// The shapes to choose from for a list that is broken there.
    pub(super) fn candidates(&self, id: NodeId, place: Place) -> Candidates {
        match self.ruled_candidates(id, place) {
            Candidates::One(shape, decision) if self.keeps_lines() => {
                let (shape, habit) = self.as_learned(id, shape);
                Candidates::One(shape, habit.map_or(decision, Decision::Habit))
            }
            candidates => candidates,
        }
    }

    /// The shapes to choose from according to the rules, whatever the text has shown.
    fn ruled_candidates(&self, id: NodeId, place: Place) -> Candidates {
        let form = self.form(id);
        let fixed = self.fixed(id, form);
        // An operator known only by a pattern may be a procedure: if its first argument is below it without need, authors usually put all
        // arguments at +1.
        let may_be_call = self.keeps_lines() && form.stay == Stay::Leading;
        let may_be_alone = has_operator_alone(form.strategy);
        if (may_be_call || may_be_alone)
            && let Some((second, decision)) = self.forced(id, place.column)
            && (may_be_alone || decision == Decision::Verbatim)
        {
            let shape = match second {
                Second::Below => self.alone(form.strategy, fixed),
                Second::Beside => self.beside(form.strategy, fixed),
            };
            return Candidates::One(self.with_authors_rows(id, form, shape), decision);
        }
        if self.style.line_breaks.keeps_broken_lists()
            && let Some(candidate) = self.authors_candidate(id, form, fixed, place)
        {
            return candidate;
        }
        match form.strategy {
            _ if self.keeps_lines() => {
                let continues = match self.forced(id, place.column) {
                    // A body that starts beside its operator continues under its first form.
                    Some((Second::Beside, Decision::Verbatim)) if fixed.is_all_body() => true,
                    Some((Second::Beside, _)) => self.continues_under_second(id, form),
                    _ => false,
                };
                let rest = if continues { Column::Align } else { fixed.rest };
                Candidates::One(Shape { rest, ..fixed }, Decision::Verbatim)
            }
            Strategy::Fixed
            | Strategy::Touching
            | Strategy::Definition
            | Strategy::Bindings
            | Strategy::Module => Candidates::One(fixed, Decision::Form),
            Strategy::Fill | Strategy::Data | Strategy::Import | Strategy::Export => {
                Candidates::One(self.filled(id, form, fixed), Decision::Form)
            }
            Strategy::Aligned => {
                let under = self.alone(form.strategy, fixed);
                Candidates::Two(fixed, under, Criterion::Width)
            }
            Strategy::Drop => self.drop(id, fixed, place.column),
            Strategy::Call | Strategy::Elements => self.call(id, form.strategy, fixed, place),
            Strategy::Test => {
                let under = self.alone(form.strategy, fixed);
                Candidates::Two(self.beside(form.strategy, fixed), under, Criterion::Width)
            }
            Strategy::Cond => self.cond(id, fixed),
            Strategy::Binding => self.binding(id, fixed),
        }
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

    /// Whether a list is broken since the author broke it, or something in it.
    fn is_broken_by_author(&self, id: NodeId) -> bool {
        self.style.line_breaks.keeps_broken_lists() && self.flat_width(id).is_none()
    }

    /// The shape of a list whose second item is where the author put it, or below the first if only that can fit.
    ///
    /// Whether it can is a question about tokens alone. The cost of a shape depends on what else is broken, and so on whether the
    /// text has been formatted before.
    fn authors_candidate(
        &self,
        id: NodeId,
        form: &Form,
        fixed: Shape,
        place: Place,
    ) -> Option<Candidates> {
        let (beside, below) = self.second_choices(id, form, fixed)?;
        let (first, next) = self.first_and_next(id)?;
        let is_broken = self.is_broken_by_author(id);
        let can_fit = |shape| place.end(self.reach(id, shape)) <= self.width;
        let is_below =
            || self.node(next).place != Placement::Free || self.source_breaks(first, next);
        let (shape, decision) = if self.belongs(first, next) {
            (below, Decision::Belongs)
        } else if is_broken && is_below() {
            (below, Decision::Author)
        } else if width_decides(form.strategy) && !can_fit(beside) && can_fit(below) {
            return Some(Candidates::One(below, Decision::Width));
        } else if is_broken {
            (beside, Decision::Author)
        } else {
            return None;
        };
        let shape = self.with_authors_rows(id, form, shape);
        Some(Candidates::One(shape, decision))
    }

    /// A shape of a list, with the author's rows if it is a call that is broken since the author broke it, and the second item is
    /// where the author put it.
    fn with_authors_rows(&self, id: NodeId, form: &Form, shape: Shape) -> Shape {
        if form.strategy.is_call() && self.is_broken_by_author(id) {
            Shape {
                rows: Rows::Keep,
                ..shape
            }
        } else {
            shape
        }
    }

    /// Where the second item of a list is, and why, if that does not depend on the list's shape.
    pub(super) fn forced(&self, id: NodeId, column: usize) -> Option<(Second, Decision)> {
        let (first, next) = self.first_and_next(id)?;
        let node = self.node(next);
        if node.place != Placement::Free || node.blank() > 0 {
            return Some((Second::Below, Decision::Alone));
        }
        if self.belongs(first, next) {
            return Some((Second::Beside, Decision::Belongs));
        }
        if self.keeps_lines() {
            let second = if node.begins_line() {
                Second::Below
            } else {
                Second::Beside
            };
            return Some((second, Decision::Verbatim));
        }
        let has_parts = self.node(first).kind.has_children();
        let ends_line = match self.flat_width(first) {
            None => true,
            Some(_) => has_parts && !self.is_flat(first, Place::at(column + 1)),
        };
        ends_line.then_some((Second::Below, Decision::Alone))
    }

    /// The second item of a list, and the list's shape according to where that item is in the source.
    pub(super) fn second_as_it_stands(&self, id: NodeId) -> Option<(NodeId, Shape)> {
        let form = self.form(id);
        let (first, next) = self.first_and_next(id)?;
        let node = self.node(next);
        let is_below =
            node.place != Placement::Free || node.begins_line() && !self.belongs(first, next);
        let fixed = self.fixed(id, form);
        let shape = match form.strategy {
            strategy if is_below && has_operator_alone(strategy) => self.alone(strategy, fixed),
            strategy => self.beside(strategy, fixed),
        };
        Some((next, shape))
    }

    /// The first datum of a list, or the dot before it, and what follows.
    pub(super) fn first_and_next(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        let is_item = |kind: NodeKind| kind.is_datum() || kind == NodeKind::Dot;
        let mut children = self
            .tree
            .children(id)
            .skip_while(|child| !is_item(self.node(*child).kind));
        Some((children.next()?, children.next()?))
    }

    /// The shape according to a form's numbers and the style's options.
    pub(super) fn fixed(&self, id: NodeId, form: &Form) -> Shape {
        let mut rest = self.tree.items(id).skip(1);
        // The atoms at the start, but no keywords, nor a string after a name, which documents it; and the two items after them.
        let leading = || {
            let is_leading = |(index, item): &(usize, NodeId)| {
                let is_string = self.node(*item).kind == NodeKind::String;
                !self.is_list(*item) && !self.is_keyword(*item) && (*index == 0 || !is_string)
            };
            let atoms = rest.clone().enumerate().take_while(is_leading).count();
            let mut after = rest.clone().skip(atoms);
            (atoms, after.next(), after.next())
        };
        let (stay, distinguished) = match form.stay {
            Stay::Count(stay) => (stay.into(), stay.max(form.distinguished).into()),
            Stay::NameAndType => {
                let has_type = rest.nth(1).is_some_and(|item| self.is_type_name(item));
                let stay = 1 + usize::from(has_type);
                (stay, stay)
            }
            Stay::NameAndClauses => {
                let mut clauses = rest.skip(1);
                let is_clause = |item: NodeId| self.is_module_clause(item);
                (
                    1,
                    1 + clauses.by_ref().take_while(|item| is_clause(*item)).count(),
                )
            }
            Stay::Leading => {
                let (atoms, _, body) = leading();
                let stay = atoms.max(body.is_some().into());
                (stay, stay)
            }
            Stay::LeadingAndParameters => {
                let (atoms, parameters, body) = leading();
                let has_parameters = parameters.is_some_and(|item| self.is_list(item));
                let has_parameters = atoms == 1 && has_parameters && body.is_some();
                let distinguished = atoms.max(1);
                (distinguished + usize::from(has_parameters), distinguished)
            }
        };
        Shape {
            stay,
            distinguished,
            drop: form.drop,
            rest: self.rest(form, stay),
            rows: Rows::One,
        }
    }

    /// Where the rest of a form goes if this many items stay, according to the style's options.
    fn rest(&self, form: &Form, stay: usize) -> Column {
        let style = self.style;
        match form.option {
            Some(RestOption::IfArms) if style.if_arms == Alignment::Two => Column::Indent(2),
            Some(RestOption::LibraryBody) if style.library_body.is_flush(form) => Column::Indent(0),
            Some(RestOption::ClauseBodies) if style.clause_bodies == ClauseBodies::Two => {
                Column::Indent(2)
            }
            Some(RestOption::CaseLambdaClauses)
                if style.case_lambda_clauses == CaseLambdaClauses::One =>
            {
                Column::Indent(1)
            }
            // An only argument is no body.
            _ if form.stay == Stay::Leading && stay == 0 => Column::Indent(1),
            _ if form.rest == forms::BODY => {
                Column::Indent(style.body_indent.columns(self.rules.dialect))
            }
            _ => form.rest,
        }
    }

    /// The shape of a list that is no call: data, parameters, what is exported or imported.
    fn filled(&self, id: NodeId, form: &Form, fixed: Shape) -> Shape {
        // Items that belong to the first one stay beside it, whatever the rows.
        let is_beside = self
            .first_and_next(id)
            .is_some_and(|(first, second)| self.belongs(first, second));
        let rest = if is_beside && self.continues_under_second(id, form) {
            Column::Align
        } else {
            fixed.rest
        };
        Shape {
            rows: self.rows(id, form),
            rest,
            ..fixed
        }
    }

    fn call(&self, id: NodeId, strategy: Strategy, fixed: Shape, place: Place) -> Candidates {
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
            && place.end(usize::from(indent) + width + 1) > self.width
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
            if place.column + operator_width + 2 > FAR_RIGHT {
                return Candidates::One(under, Decision::FarRight);
            }
            if self.is_large(id) {
                return Candidates::One(under, Decision::Large(LARGE_LIST));
            }
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
            let saved = u32::from(operator_width <= WIDE_OPERATOR);
            Criterion::Lines { saved }
        };
        Candidates::Two(beside, under, criterion)
    }

    /// A list whose second item is beside the operator.
    fn beside(&self, strategy: Strategy, fixed: Shape) -> Shape {
        Shape {
            rest: match self.style.calls {
                Alignment::Two if strategy.is_call() => Column::Indent(2),
                _ => fixed.rest,
            },
            rows: self.call_rows(strategy, fixed),
            ..fixed
        }
    }

    /// A list whose operator is alone on its line.
    fn alone(&self, strategy: Strategy, fixed: Shape) -> Shape {
        Shape {
            stay: 0,
            distinguished: 0,
            rows: self.call_rows(strategy, fixed),
            rest: match self.style.head_alone {
                // Clauses are indented by one column, whatever the option for calls says.
                _ if strategy == Strategy::Cond => Column::Indent(1),
                HeadAlone::One => Column::Indent(1),
                HeadAlone::Two => Column::Indent(2),
            },
            ..fixed
        }
    }

    /// The number of arguments of a call on a line.
    fn call_rows(&self, strategy: Strategy, fixed: Shape) -> Rows {
        match (strategy, self.style.call_atoms) {
            (Strategy::Call, CallAtoms::Pack) => Rows::Pack,
            _ => fixed.rows,
        }
    }

    fn drop(&self, id: NodeId, fixed: Shape, column: usize) -> Candidates {
        let mut items = self.tree.items(id);
        let operator = items.next().and_then(|operator| self.flat_width(operator));
        let (Some(operator), Some(first)) = (operator, items.next()) else {
            return Candidates::One(fixed, Decision::Form);
        };
        // Its row says that a list never stays.
        if fixed.stay < fixed.distinguished {
            let stay = usize::from(!self.is_list(first));
            return Candidates::One(Shape { stay, ..fixed }, Decision::Form);
        }
        let beside = Place::at(column + operator + 2);
        if operator < LONG_OPERATOR || !self.is_list(first) || self.fits(first, beside) {
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

    /// Whether a list is so large that a small change should not move all of it.
    fn is_large(&self, id: NodeId) -> bool {
        self.node(id).next as usize - id > LARGE_LIST
    }

    fn binding(&self, id: NodeId, fixed: Shape) -> Candidates {
        let beside = Shape {
            stay: 1,
            distinguished: 1,
            ..fixed
        };
        let name = self.tree.items(id).next();
        match name.and_then(|name| self.flat_width(name)) {
            Some(width) if width <= SHORT_NAME => {
                Candidates::Two(beside, fixed, Criterion::Lines { saved: 1 })
            }
            _ => Candidates::One(fixed, Decision::Wide(SHORT_NAME)),
        }
    }

    /// Whether a node is a list, or a prefix of one.
    pub(super) fn is_list(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.kind == NodeKind::List
            || node.kind.is_prefix() && self.tree.children(id).any(|child| self.is_list(child))
    }

    /// Whether a node is an empty list, or a prefix of one, such as `'()`.
    pub(super) fn is_empty_list(&self, id: NodeId) -> bool {
        let mut children = self.tree.children(id);
        match (self.node(id).kind, children.next(), children.next()) {
            (NodeKind::List, None, _) => true,
            (kind, Some(only), None) => kind.is_prefix() && self.is_empty_list(only),
            _ => false,
        }
    }

    /// Whether an item is the name of a record's type as Scheme 48 writes it, `:type`.
    pub(super) fn is_type_name(&self, id: NodeId) -> bool {
        self.node(id).kind == NodeKind::Atom && self.head_text(id).starts_with(':')
    }

    /// Whether an item is a clause at the start of a module.
    fn is_module_clause(&self, id: NodeId) -> bool {
        let first = self
            .tree
            .items(id)
            .next()
            .filter(|_| self.node(id).kind == NodeKind::List);
        first.is_some_and(|first| forms::MODULE_CLAUSES.contains(&self.head_text(first)))
    }

    /// Whether a list is a name with its parameters, of which one has a default value or a type, as in `(port 80)`.
    fn has_defaults(&self, id: NodeId, form: &Form) -> bool {
        let has_default = |item: NodeId| {
            let mut items = self.tree.items(item);
            let name = items.next().map(|name| self.node(name).kind);
            self.node(item).kind == NodeKind::List
                && name == Some(NodeKind::Atom)
                && items.count() == 1
        };
        form.parts.as_slice().last() == Some(&Role::Parameter)
            && self.tree.items(id).skip(1).any(has_default)
    }

    /// Whether a list of this form may keep the author's rows, by the options.
    pub(super) fn may_keep_rows(&self, form: &Form) -> bool {
        let is_table = match form.strategy {
            Strategy::Data | Strategy::Import | Strategy::Fill => true,
            Strategy::Export => self.style.exports == Exports::Auto,
            _ => false,
        };
        is_table && self.style.rows == RowBreaks::Keep
    }

    /// Whether most of the author's rows fit on a line at the place of a list of this shape.
    fn rows_fit(&self, id: NodeId, shape: Shape, place: Place) -> bool {
        let plain = self.plain_rows(id, shape, place);
        debug_assert!(plain.is_none_or(|plain| plain == self.arranged_rows(id, shape, place)));
        let (rows, beyond) = plain.unwrap_or_else(|| self.arranged_rows(id, shape, place));
        2 * beyond < rows
    }

    /// The number of the author's rows, and that of the lines in which rows go on that do not fit.
    fn arranged_rows(&self, id: NodeId, shape: Shape, place: Place) -> (usize, usize) {
        let (mut rows, mut beyond) = (1, 0);
        let kept = Shape {
            rows: Rows::Keep,
            ..shape
        };
        self.arrange(id, kept, place, None, &mut |step, _| {
            if let Step::Line(item, _) = step {
                if self.node(item).begins_line() {
                    rows += 1
                } else {
                    beyond += 1
                }
            }
            None
        });
        (rows, beyond)
    }

    /// What [`arranged_rows`](Self::arranged_rows) returns, if that takes only sums: there are no comments, and no item stays with another.
    /// Tables are long, and nearly all are like that.
    fn plain_rows(&self, id: NodeId, shape: Shape, place: Place) -> Option<(usize, usize)> {
        let list = self.node(id);
        let is_plain = list.kind == NodeKind::List
            && self.measured(id).word != Word::Around
            && self.has_no_gaps()
            && shape.stay == 0
            && ![shape.drop, shape.rest].contains(&Column::Align);
        if !is_plain {
            return None;
        }
        let first = self.first_column(id, place.column);
        let column_of = |column| match column {
            Column::Indent(by) => place.column + usize::from(by),
            Column::First | Column::Align => first,
        };
        let (drop, rest) = (column_of(shape.drop), column_of(shape.rest));
        let closers = place.suffix + 1 + usize::from(list.has_space_before_end());
        let (mut rows, mut beyond) = (1, 0);
        // The column after the item before, if another one may follow there.
        let mut free = None;
        for (index, child) in self.tree.children(id).enumerate() {
            let node = self.node(child);
            if node.place != Placement::Free || !node.kind.is_datum() {
                return None;
            }
            let line = if index <= shape.distinguished {
                drop
            } else {
                rest
            };
            let suffix = if node.next == list.next { closers } else { 0 };
            let width = self.flat_width(child);
            let fits =
                |free: &usize| width.is_some_and(|it| free + 1 + it + suffix <= self.margin(line));
            let column = match free.filter(|free| !node.begins_line() && fits(free)) {
                _ if index == 0 => first,
                Some(free) => free + 1,
                None => {
                    rows += usize::from(node.begins_line());
                    beyond += usize::from(!node.begins_line());
                    if self.stays_in_first_column(id, child) {
                        0
                    } else {
                        line
                    }
                }
            };
            let is_flat =
                !node.kind.has_children() || self.is_flat(child, Place { column, suffix });
            free = width.filter(|_| is_flat).map(|width| column + width);
        }
        Some((rows, beyond))
    }

    /// Whether the author put what is exported or imported below the operator, and rows are kept.
    fn lists_below(&self, id: NodeId, form: &Form) -> bool {
        matches!(form.strategy, Strategy::Import | Strategy::Export)
            && self.style.rows == RowBreaks::Keep
            && !self.keeps_lines()
            && self
                .first_and_next(id)
                .is_some_and(|(_, next)| self.node(next).begins_line())
    }

    /// Whether the rest of a list without an operator goes under its second item, which the author put beside the first: in a clause
    /// the body that begins there, in data lists after a name. What follows a keyword is put beside it in any case.
    fn continues_under_second(&self, id: NodeId, form: &Form) -> bool {
        let Some((first, second)) = self.first_and_next(id) else {
            return false;
        };
        let is_clause = form.rest == Column::First && form.parts.as_slice() == [Role::Body];
        let is_record = form.strategy == Strategy::Data
            && self.node(first).kind == NodeKind::Atom
            && self.is_list(second);
        let is_arrow = self.measured(second).word == Word::Arrow;
        (is_clause && !is_arrow || is_record) && !self.source_breaks(first, second)
    }

    /// The number of items on a line of a list that is not a call.
    fn rows(&self, id: NodeId, form: &Form) -> Rows {
        match form.strategy {
            Strategy::Fill if self.has_defaults(id, form) => Rows::Pack,
            Strategy::Data => self.data_rows(id),
            Strategy::Import if self.tree.items(id).any(|item| self.is_list(item)) => Rows::One,
            Strategy::Export => match self.style.exports {
                Exports::Auto | Exports::OnePerLine => Rows::One,
                Exports::Fill => Rows::Fill,
            },
            _ => Rows::Fill,
        }
    }

    /// Whether data is filled: atoms are, unless they are a few strings.
    fn data_rows(&self, id: NodeId) -> Rows {
        let mut strings = 0;
        let mut others = 0;
        for item in self.tree.items(id) {
            match self.node(item).kind {
                _ if self.is_list(item) => return Rows::One,
                NodeKind::String => strings += 1,
                _ => others += 1,
            }
        }
        if others == 0 && strings <= FEW_STRINGS {
            Rows::One
        } else {
            Rows::Fill
        }
    }
}
