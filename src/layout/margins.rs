//! Margins of the author's: the columns of forms at top level that are indented, and the lists whose items stay in the first column.

use super::Layout;
use super::learned::MIN_LISTS;
use crate::forms::{BindingsKind, ClauseKind, RestKind, Role, Strategy};
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The last column in which forms at top level may be indented.
const MAX_MARGIN: usize = 8;

/// What stays at a margin.
#[derive(Default)]
pub(super) struct Margins {
    /// The columns of the forms and comments at top level that are indented.
    forms: FxHashMap<NodeId, usize>,
    /// The lists whose body starts in the first column. Their items stay there.
    flush: FxHashSet<NodeId>,
}

impl Layout<'_> {
    /// Finds what stays at a margin.
    pub(super) fn find_margins(&mut self) {
        self.margins.forms = self.margins_of_forms();
        self.margins.flush = self.flush_lists();
    }

    /// The columns in which forms and comments at top level stay, where that is not the first one. A list stays in the column of most lists,
    /// or in one that three or more share, neighbours if it is at +1. Anything else goes with the next list, or with what its line begins
    /// with.
    fn margins_of_forms(&self) -> FxHashMap<NodeId, usize> {
        let forms: Vec<NodeId> = self.tree.top_level().collect();
        let shows = |id: &NodeId| {
            let node = self.node(*id);
            let begins_line = node.kind == NodeKind::List && node.begins_line();
            begins_line && self.learned.unwritten != Some(*id)
        };
        let lists = forms.iter().copied().filter(shows);
        let lists: Vec<(NodeId, usize)> = lists.map(|id| (id, self.column_of(id))).collect();
        let mut at = [0; MAX_MARGIN + 1];
        for (_, column) in lists.iter().filter(|(_, column)| *column <= MAX_MARGIN) {
            at[*column] += 1;
        }
        let are_enough = |lists: usize| lists >= MIN_LISTS as usize;
        let usual = (1..=MAX_MARGIN).find(|column| 2 * at[*column] > lists.len());
        let usual = usual.filter(|_| are_enough(lists.len()));
        let mut margins = FxHashMap::default();
        for run in lists.chunk_by(|(_, a), (_, b)| a == b) {
            let column = run[0].1;
            // What one blank indents may be a slip.
            let lists = if column > 1 {
                at[column.min(MAX_MARGIN)]
            } else {
                run.len()
            };
            let is_run = column <= MAX_MARGIN && are_enough(lists);
            let margin = if is_run { Some(column) } else { usual };
            if let Some(margin) = margin.filter(|_| column > 0) {
                margins.extend(run.iter().map(|(list, _)| (*list, margin)));
            }
        }
        let begins_line = |id: NodeId| id == 0 || self.node(id).begins_line();
        let mut below = usual;
        for id in forms.iter().rev().copied().filter(|id| begins_line(*id)) {
            if shows(&id) {
                below = margins.get(&id).copied();
            } else if let Some(margin) = below.filter(|_| self.column_of(id) > 0) {
                margins.insert(id, margin);
            }
        }
        let mut before = None;
        for id in forms {
            if begins_line(id) {
                before = margins.get(&id).copied();
            } else if let Some(margin) = before {
                margins.insert(id, margin);
            }
        }
        margins
    }

    /// The column of a form at top level, or a comment, that begins a line.
    pub(super) fn margin_of(&self, form: NodeId) -> usize {
        self.margins.forms.get(&form).copied().unwrap_or(0)
    }

    /// Finds the lists around a body that begins in the first column: two items or more begin a line there, or one in a library or above a
    /// closing bracket there, and at least half of those that begin one. A procedure is no such list, nor is an arm of an `if`, nor
    /// anything in one.
    fn flush_lists(&self) -> FxHashSet<NodeId> {
        let mut flush = FxHashSet::default();
        let keeps_all = self.style.line_breaks == LineBreaks::Keep;
        let mut next: Vec<NodeId> = self.tree.top_level().collect();
        while let Some(id) = next.pop() {
            if self.node(id).kind.is_prefix() {
                next.extend(self.tree.children(id));
                continue;
            }
            if self.node(id).kind != NodeKind::List || self.is_in_procedure(id) {
                continue;
            }
            next.extend(self.tree.items(id));
            if !keeps_all && !self.may_stay_broken(self.form(id)) {
                continue;
            }
            // Where lines move, some may join that of the operator.
            let joined = if keeps_all { 0 } else { self.joined(id) };
            let lines = self.lines(id).filter(|(index, _)| *index > joined);
            let all = lines.clone().count();
            let first = lines.filter(|(_, item)| self.is_in_first_column(*item));
            let first = first.count();
            // One is enough beside the clauses of a library, or above a closing bracket in the first column.
            let is_library = self.form(id).rest_kind == Some(RestKind::LibraryBody);
            let clauses = self.tree.items(id).filter(|item| {
                is_library && self.is_module_clause(*item) && !self.is_in_first_column(*item)
            });
            let closer = || self.source_column(self.node(id).end as usize - 1);
            let is_enough = is_library || self.source_closes_below(id) && closer() == 0;
            let least = if is_enough { 1 } else { 2 };
            if first >= least && 2 * first + clauses.count() >= all {
                flush.insert(id);
            }
        }
        flush
    }

    /// The number of items that stay on the line of the operator, wherever the author put them.
    fn joined(&self, id: NodeId) -> usize {
        let form = self.form(id);
        let fixed = self.fixed(id, form);
        let keeps_rows = form.strategy.is_table() || self.second_choices(id, form, fixed).is_some();
        if keeps_rows { 0 } else { fixed.stay }
    }

    /// Whether the items of data begin on a line of their own, in the first column.
    pub(super) fn begins_at_margin(&self, id: NodeId) -> bool {
        let first = self.tree.items(id).next().filter(|first| *first == id + 1);
        self.form(id).strategy == Strategy::Data
            && first.is_some_and(|it| self.node(it).begins_line() && self.is_in_first_column(it))
    }

    /// Whether what is in a list is usually a part of a procedure.
    fn is_in_procedure(&self, id: NodeId) -> bool {
        let form = self.form(id);
        let is_procedures = |role: &Role| {
            matches!(
                role,
                Role::Params
                    | Role::Bindings(BindingsKind::Named)
                    | Role::Clause(ClauseKind::Lambda)
            )
        };
        self.measured(id).is_procedure_definition()
            || form.rest_kind == Some(RestKind::IfArms)
            || form.parts.as_slice().iter().any(is_procedures)
    }

    /// Whether an item begins a line in the first column.
    pub(super) fn is_in_first_column(&self, item: NodeId) -> bool {
        let before = &self.text[..self.node(item).start as usize];
        before.is_empty() || before.ends_with([self.line_end(), '\u{c}'])
    }

    /// Whether the body of a list stays in the first column.
    #[inline]
    pub(super) fn is_flush(&self, list: NodeId) -> bool {
        !self.margins.flush.is_empty() && self.margins.flush.contains(&list)
    }

    /// Whether an item or comment of a list that begins a line goes in the first column: it stands there, or did not begin one and is
    /// behind the second item; or it is a string of several lines, which the author began there so that they are one below the other.
    #[inline]
    pub(super) fn stays_in_first_column(&self, list: NodeId, item: NodeId) -> bool {
        self.is_flush(list) && self.is_flush_line(list, item)
            || matches!(
                self.node(item).kind,
                NodeKind::String | NodeKind::HereString
            ) && self.is_text_at_margin(item)
    }

    #[cold]
    fn is_text_at_margin(&self, item: NodeId) -> bool {
        self.learns_columns()
            && self.node(item).begins_line()
            && self.is_in_first_column(item)
            && self.source(item).contains(['\n', '\r'])
    }

    #[cold]
    fn is_flush_line(&self, list: NodeId, item: NodeId) -> bool {
        let is_further =
            |(_, second)| item > second || item == second && self.begins_at_margin(list);
        match self.node(item).begins_line() {
            true => {
                let joins = item == list + 1 && !self.begins_below(list);
                self.is_in_first_column(item) && !joins
            }
            false => self.first_and_next(list).is_some_and(is_further),
        }
    }
}
