//! Lists whose lines stay where they are since a convention of their own puts them there, however few of them a text has.

use super::Layout;
use super::columns::{DEEP, USUAL};
use super::types::{Second, Shape};
use crate::forms::{self, Column, RestKind, Role, Strategy};
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind};
use std::mem;

/// The columns of a list's lines: that of its first items, if they are apart from the rest, and that of the rest.
struct LinesInColumns {
    /// The index of the last of these first items, or 0.
    deep: usize,
    /// The column of these.
    above: Column,
    /// How far the rest is from the opening bracket.
    rest: Option<u8>,
    /// The index of the last item that begins a line.
    last: usize,
    /// Whether the rest is under the second item.
    is_under: bool,
}

impl Layout<'_> {
    /// The shape in which the lines of a list stay where they are, since a convention of their own puts them there: under the first
    /// argument, the first arguments at +4 and the rest at +2, or all lines in one of the columns of such lists.
    pub(super) fn by_convention(&self, id: NodeId, second: Second, shape: Shape) -> Option<Shape> {
        let next = self.first_and_next(id).filter(|_| second == Second::Beside);
        if !self.may_have_convention(id, next.map(|(_, next)| next)) {
            return None;
        }
        let follows_skipped = self.follows_skipped(shape, next);
        let lines = self.lines_in_columns(id, next, shape, follows_skipped)?;
        let (deep, column) = match lines.rest {
            None if lines.deep > 0 => (0, DEEP),
            rest => (lines.deep, rest?),
        };
        // The rules may have all of them there.
        let is_ruled = lines.last <= shape.distinguished && shape.drop == Column::Align;
        let stays = match deep {
            // A tab may put the body of a definition under its name.
            _ if lines.is_under => {
                !(is_ruled || usize::from(column) == self.newline.tab && self.is_definition(id))
            }
            0 => self.may_begin_at(id, second, shape, column),
            _ if lines.above != Column::Indent(DEEP) => column == USUAL,
            _ => column == USUAL && self.may_be_deep(id, second, next),
        };
        let rest = match lines.is_under {
            true => Column::Align,
            false => Column::Indent(column),
        };
        let drop = if deep > 0 { lines.above } else { rest };
        let is_rest_unknown =
            self.style.line_breaks == LineBreaks::Keep && lines.last <= shape.distinguished;
        let (distinguished, rest) = match deep == 0 && is_rest_unknown {
            true => (shape.distinguished, shape.rest),
            false => (deep, rest),
        };
        stays.then_some(Shape {
            distinguished: distinguished.max(follows_skipped.into()),
            drop,
            rest,
            ..shape
        })
    }

    /// The columns of the lines of a list, if the first of them may be in one and the others are in another. `next` are its first two items,
    /// if the second is beside the first.
    fn lines_in_columns(
        &self,
        id: NodeId,
        next: Option<(NodeId, NodeId)>,
        shape: Shape,
        follows_skipped: bool,
    ) -> Option<LinesInColumns> {
        let (form, bracket) = (self.form(id), self.column_of(id));
        let under = next.filter(|_| form.rest != Column::Align);
        let under = under.map_or(0, |(first, next)| self.column_beside(first, next));
        let mut found = LinesInColumns {
            deep: 0,
            above: Column::Indent(DEEP),
            rest: None,
            last: 0,
            is_under: false,
        };
        for (index, item) in self.lines(id) {
            if index == 1 && follows_skipped || self.stays_in_first_column(id, item) {
                continue;
            }
            let before = mem::replace(&mut found.last, index);
            let column = self.column_of(item);
            let by = u8::try_from(column.checked_sub(bracket)?).ok()?;
            match found.rest {
                None if found.deep == 0 && column == under && by > USUAL => {
                    (found.is_under, found.rest) = (true, Some(by));
                }
                None if by == DEEP => found.deep = index,
                None if found.deep == 0 || index > found.deep => found.rest = Some(by),
                Some(rest) if rest == by => {}
                // The body comes after clauses under the first argument, or after bindings under a `let` that is alone.
                Some(column) if by == USUAL && form.rest == forms::BODY => {
                    found.above = match column {
                        _ if found.is_under => Column::Align,
                        1 if next.is_none() && before <= shape.distinguished => Column::Indent(1),
                        _ => return None,
                    };
                    (found.is_under, found.deep, found.rest) = (false, before, Some(by));
                }
                _ => return None,
            }
        }
        Some(found)
    }

    /// Whether the first of several distinguished items follows a datum that is commented out beside the operator, so that its line shows
    /// nothing.
    fn follows_skipped(&self, shape: Shape, next: Option<(NodeId, NodeId)>) -> bool {
        let is_skipped = |(_, next)| self.node(next).kind == NodeKind::DatumComment;
        shape.distinguished > 1 && next.is_some_and(is_skipped)
    }

    /// Whether a convention may put the first lines of a list at +4, given what is beside its operator.
    fn may_be_deep(&self, id: NodeId, second: Second, next: Option<(NodeId, NodeId)>) -> bool {
        let form = self.form(id);
        second == Second::Below
            || form.rest_kind == Some(RestKind::IfArms)
            || form.strategy.is_call()
            || form.strategy == Strategy::Drop
            // The parameters are there, and the body is not.
            || form.rest == forms::BODY && next.is_some_and(|(_, name)| !self.is_list(name))
    }

    /// Whether a convention of its own may put the lines of a list where they are, given what is beside its first item.
    fn may_have_convention(&self, id: NodeId, next: Option<NodeId>) -> bool {
        let (node, form) = (self.node(id), self.form(id));
        let begins_below = self
            .tree
            .items(id)
            .next()
            .is_some_and(|it| self.node(it).begins_line());
        let is_wide = !node.has_short_head() || node.has_space_after_head() && !begins_below;
        let is_listed = matches!(form.strategy, Strategy::Import | Strategy::Export);
        let has_operator = form.rest != Column::First
            && (is_listed || forms::PATTERNS.contains(form) || !form.strategy.is_table());
        // Quoted code has one where data would go under the list after a name.
        let is_record = |next| self.node(id + 1).kind == NodeKind::Atom && self.is_list(next);
        let may_be_code = form.strategy == Strategy::Data && next.is_some_and(is_record);
        // Behind blanks, the first item is no column after the bracket, and what is under it would be at +2. A form feed gets its own line.
        let is_padded = || {
            self.node(id + 1).kind == NodeKind::Page
                || !begins_below
                    && self.source_column(node.head_end as usize) != self.column_of(id + 1)
        };
        self.learns_columns()
            && (!self.is_flush(id) || self.is_library(id))
            && !is_wide
            && (has_operator
                || form.rest_kind == Some(RestKind::ClauseBody)
                || form.lists_parameters()
                || may_be_code)
            && !is_padded()
    }

    /// Whether a convention has all lines of a list so far from its bracket.
    fn may_begin_at(&self, id: NodeId, second: Second, shape: Shape, by: u8) -> bool {
        let form = self.form(id);
        let strategy = form.strategy;
        let is_clause =
            form.rest_kind == Some(RestKind::ClauseBody) && strategy != Strategy::Binding;
        let has_clauses = || {
            shape.distinguished > 0 && matches!(form.role(shape.distinguished + 1), Role::Clause(_))
        };
        let has_list = || {
            let may_begin = |item| self.is_list(item) || self.is_keyword(item);
            self.tree.items(id).skip(1).any(may_begin)
        };
        match (second, by) {
            (Second::Below, 1) => strategy != Strategy::Definition,
            (Second::Below, USUAL) => true,
            // As Emacs has the arguments of `dynamic-wind`, and some authors those of all calls.
            (Second::Below, DEEP) => {
                form.has_arguments_as_body()
                    || strategy.is_call() && self.style.line_breaks == LineBreaks::Keep
            }
            (Second::Beside, 1) => {
                strategy.is_call()
                    || is_clause
                    || forms::PATTERNS.contains(form)
                    || form.lists_parameters()
                    || has_clauses()
            }
            (Second::Beside, USUAL) => {
                is_clause
                    || form.rest_kind == Some(RestKind::IfArms)
                    || self.fixed(id, form).rest == forms::BODY
                    || matches!(strategy, Strategy::Import | Strategy::Export)
                    || has_list()
                    || strategy.is_call() && self.has_several_lines(id)
            }
            (Second::Beside, _) => self.is_under_item(id, by.into()),
            _ => false,
        }
    }

    /// Whether an item on the first line of a list begins so far from the bracket, here and in the output: a parameter or, if lines are kept,
    /// a clause, or an argument under which there are two lines or more, or a list under which one is.
    fn is_under_item(&self, id: NodeId, by: usize) -> bool {
        let form = self.form(id);
        let keeps_columns = self.style.line_breaks == LineBreaks::Keep;
        if !keeps_columns && !form.lists_parameters() {
            return false;
        }
        let bracket = self.column_of(id);
        let hangs = keeps_columns && form.strategy.is_call();
        let has_several = self.has_several_lines(id);
        let are_lists = self.lines(id).all(|(_, line)| self.is_list(line));
        // A gap may become narrower, and what is behind it moves.
        let goes_on = |(index, item): &(usize, NodeId)| {
            let has_gap = hangs && *index > 0 && self.gap_before(*item) > 1;
            !self.node(*item).begins_line() && !has_gap
        };
        let mut line = self.tree.items(id).enumerate().take_while(goes_on);
        line.any(|(index, item)| {
            let is_argument =
                hangs && index > 1 && (has_several || are_lists && self.is_list(item));
            let is_above =
                is_argument || matches!(form.role(index), Role::Clause(_) | Role::Parameter);
            is_above && self.column_of(item) == bracket + by
        })
    }
}
