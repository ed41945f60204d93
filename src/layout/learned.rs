//! Learns columns from the lists of a text whose lines are the author's. With `columns = "learned"`, they outweigh the rules.
//!
//! Which lists a habit is learned from does not depend on columns, but for lists that stand in one column. A habit counts only if more lists
//! follow it than follow the rules, and lists that do either stay. No habit moves a line to the first column; lines stay there for another
//! reason. As lines move, other lists may come to count, which is why a text is laid out until its layout stands.

use std::cell::Cell;
use std::mem;

use rustc_hash::{FxHashMap, FxHashSet};

use super::types::{Habit, Second, Shape};
use super::{Layout, Word};
use crate::forms::{self, BindingsKind, ClauseKind, Column, Form, RestKind, Role, Stay, Strategy};
use crate::options::{Columns, LineBreaks, RowBreaks};
use crate::syntax::tree::{NodeId, NodeKind, Placement};

/// The fewest lists that show a habit.
pub(super) const MIN_LISTS: u32 = 3;

/// The last column in which forms at top level, and bindings from their form, may be indented by habit.
const MAX_MARGIN: usize = 8;

/// What counts for one of two kinds of lists, given how much there is of both, and the number of these lists: of a kind that the text hardly
/// has, what the other one has, and of two such kinds, all.
pub(super) fn counted([own, other]: [u32; 2], lists: [u32; 2]) -> u32 {
    match lists.map(|it| it < MIN_LISTS) {
        [true, true] => own + other,
        [true, false] => other,
        [false, _] => own,
    }
}

/// The largest indentation that fewer lists show: one or two columns are a style, and more may be a mistake.
pub(super) const USUAL: u8 = 2;

/// The indentation of first arguments below an operator, where the rest has the usual one.
const DEEP: u8 = 4;

/// Lines that share a habit: those of one operator, with or without asterisks at its end, or, if few lists have it, those of one form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct LineClass<'a> {
    operator: Option<&'a str>,
    form: Form,
    second: Second,
    part: ListPart,
}

/// The part of a list that some of its lines belong to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ListPart {
    /// The distinguished items.
    Distinguished,
    /// The item after the one beside the operator, if others begin a line below it.
    Next,
    Rest,
}

/// The columns of the lines in some lists.
#[derive(Clone, Debug, Default)]
struct Tally {
    lists: u32,
    lines: u32,
    /// The number of lists whose lines stand where the rules put them.
    ruled: u32,
    /// The number of lists whose last item is a list, as that of a body usually is.
    bodies: u32,
    columns: FxHashMap<Column, ColumnTally>,
}

/// Where the lines of a list stand that are in one column: under the second item, if they are, and so far from the bracket.
type ShownColumns = [Option<Column>; 2];

/// How often lists show a column.
#[derive(Clone, Copy, Debug, Default)]
struct ColumnTally {
    lists: u32,
    /// In how many of them the rules put the lines there.
    ruled: u32,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.lists += other.lists;
        self.lines += other.lines;
        self.ruled += other.ruled;
        self.bodies += other.bodies;
        for (column, shown) in other.columns {
            let own = self.columns.entry(column).or_default();
            own.lists += shown.lists;
            own.ruled += shown.ruled;
        }
    }

    /// Adds a list whose lines all stand in these columns, if they stand in one: where the rules put them or not.
    fn add_list(&mut self, shown: ShownColumns, is_ruled: bool) {
        self.lists += 1;
        self.ruled += u32::from(is_ruled);
        for column in shown.into_iter().flatten() {
            let tally = self.columns.entry(column).or_default();
            tally.lists += 1;
            tally.ruled += u32::from(is_ruled);
        }
    }

    /// The column of most lists, and how many of them the rules put elsewhere, if these are more than those that do not stand there.
    fn usual(&self) -> Option<(Column, u32)> {
        let unruled = |shown: &ColumnTally| shown.lists - shown.ruled;
        let is_most = |shown: &ColumnTally| unruled(shown) > self.lists - shown.lists;
        let usual = self.columns.iter().find(|(_, shown)| is_most(shown));
        usual.map(|(column, shown)| (*column, unruled(shown)))
    }

    /// The column of at least three quarters of the lists or, for the rest of a list, that of more than half.
    fn habit(&self, class: LineClass<'_>) -> Option<Habit> {
        let rank = |column| match column {
            Column::Indent(by) => u8::MAX - by,
            Column::Align | Column::First => u8::MAX,
        };
        let order = |(column, shown): &(&Column, &ColumnTally)| (shown.lists, rank(**column));
        let (&column, shown) = self.columns.iter().max_by_key(order)?;
        let agreeing = shown.lists;
        let is_common = agreeing >= MIN_LISTS && 4 * agreeing >= 3 * self.lists;
        // Nobody begins the lines of a body at +1 by mistake, if all do.
        let is_narrow_body = class.form.rest == forms::BODY && column == Column::Indent(1);
        let several = if is_narrow_body { 2 } else { MIN_LISTS };
        // Few lists show one if they agree on a column of several lines; those of one form, also if it is usual; calls, if it is that of
        // bodies and one ends in a list.
        let is_shown = self.lists >= MIN_LISTS
            || agreeing == self.lists && self.lines >= several
            || class.operator.is_none()
                && class.second == Second::Below
                && class.form.rest != Column::First
                && matches!(column, Column::Indent(..=USUAL))
            || class.operator.is_some()
                && class.form.strategy.is_call()
                && agreeing == self.lists
                && self.bodies > 0
                && column == Column::Indent(USUAL);
        let is_most = class.part == ListPart::Rest && is_shown && 2 * agreeing > self.lists;
        let is_habit = agreeing > self.ruled && (is_common || is_most);
        is_habit.then_some(Habit {
            column,
            agreeing,
            lists: self.lists,
        })
    }
}

/// Where parts of a list begin in the source.
struct SourceColumns {
    bracket: usize,
    first: Option<usize>,
    /// The second item, if it is beside the first.
    next: Option<usize>,
}

impl SourceColumns {
    /// The column of lines that a rule puts there.
    fn at(&self, rule: Column) -> Option<usize> {
        match rule {
            Column::Indent(by) => Some(self.bracket + usize::from(by)),
            Column::First => self.first,
            Column::Align => self.next.or(self.first),
        }
    }

    /// The column of the rest of a list that has this shape.
    fn at_rest(&self, shape: Shape) -> Option<usize> {
        match shape.rest {
            Column::Align if self.next.is_none() => self.at(shape.drop),
            rest => self.at(rest),
        }
    }

    /// What lines show that stand in this column.
    fn shown_by(&self, column: Option<usize>) -> ShownColumns {
        let align = self.next.filter(|_| column == self.next);
        let distance = column.and_then(|column| column.checked_sub(self.bracket));
        let indent = distance.and_then(|distance| u8::try_from(distance).ok());
        let indent = indent.filter(|distance| *distance > 0);
        [align.map(|_| Column::Align), indent.map(Column::Indent)]
    }
}

/// A list whose lines begin in a column that its form does not give: one in data whose lines all begin in one, whatever their depth, or
/// one that hangs from the end of a line.
#[derive(Clone, Copy)]
struct AuthorsColumn {
    /// The list around all such data, or the one that hangs.
    outermost: NodeId,
    /// The column of the lines in the source.
    column: usize,
    /// How far that is from the bracket of the outermost list, if it moves along with that.
    indent: Option<isize>,
}

/// The habits of a text.
#[derive(Default)]
pub(super) struct Learned<'a> {
    tallies: FxHashMap<LineClass<'a>, Tally>,
    /// All lists together, whatever their operators: those that the rules indent, and those that they continue under the second item.
    together: [Tally; 2],
    /// The columns in which most of these stand, wherever the rules put them.
    usual: [Option<Column>; 2],
    /// The lists whose body starts in the first column. Their items stay there.
    flush: FxHashSet<NodeId>,
    /// The lists whose rest stands where the rules put it, and in which columns that is.
    ruled: FxHashMap<NodeId, ShownColumns>,
    /// The lists in data that are filled like prose, and those that hang.
    authors_columns: FxHashMap<NodeId, AuthorsColumn>,
    /// The lists in which atoms that begin lines, such as the labels among some instructions, stand to the left of the others.
    labelled: FxHashSet<NodeId>,
    /// The outermost list of the last of these to be arranged, and its column in the output.
    outermost: Cell<Option<(NodeId, usize)>>,
    /// An item that stands for text to come, and shows nothing.
    unwritten: Option<NodeId>,
    /// The columns of the forms and comments at top level that are indented.
    margins: FxHashMap<NodeId, usize>,
}

/// The columns of most lists, by two kinds of them. Few of one kind show theirs if the other one has it, too.
fn usual_columns(together: &[Tally; 2]) -> [Option<Column>; 2] {
    let usual = together.each_ref().map(Tally::usual);
    let lists = together.each_ref().map(|it| it.lists);
    // Two lists do if there are no others, and one body at +4, where many have it, if there is no other body.
    let is_only = |column, kind: usize| {
        let unruled = together.each_ref().map(|it| {
            let shown = it.columns.get(&column);
            shown.map_or(0, |shown| shown.lists - shown.ruled)
        });
        let [all, all_unruled] = [lists, unruled].map(|it| it[0] + it[1]);
        let is_deep_body = kind == 0 && column == Column::Indent(DEEP);
        is_deep_body && unruled[0] == lists[0] || all_unruled > 1 && all_unruled == all
    };
    [0, 1].map(|kind| {
        let (column, _) = usual[kind]?;
        let mut shown = usual.into_iter().flatten();
        let is_shown = shown.any(|(other, lists)| other == column && lists >= MIN_LISTS);
        (is_shown || is_only(column, kind)).then_some(column)
    })
}

impl LineClass<'_> {
    /// Whether the lines are the author's also where others may move: those below an operator that is alone on its line, or that of
    /// imports or exports, those of calls, and the bodies of clauses and libraries.
    fn is_learned_where_lines_move(self, rows: RowBreaks) -> bool {
        let strategy = self.form.strategy;
        match self.second {
            Second::Beside => {
                strategy.has_operator_alone()
                    || !strategy.is_table() && self.form.stay != Stay::Count(0)
            }
            Second::Below => {
                let has_rows = matches!(strategy, Strategy::Export | Strategy::Import);
                let is_body = match self.form.rest_kind {
                    Some(RestKind::ClauseBody) => strategy != Strategy::Binding,
                    kind => kind == Some(RestKind::LibraryBody),
                };
                strategy.has_operator_alone() || is_body || has_rows && rows == RowBreaks::Keep
            }
        }
    }

    fn of_form(self) -> Self {
        LineClass {
            operator: None,
            ..self
        }
    }
}

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

impl<'a> Layout<'a> {
    /// Whether columns are learned from the text.
    pub(super) fn learns_columns(&self) -> bool {
        self.style.line_breaks != LineBreaks::Canonical && self.style.columns == Columns::Learned
    }

    /// Learns the columns of the lines of the whole text, which has been measured; `unwritten` is an item that stands for text
    /// to come, and shows nothing.
    pub(super) fn learn(&mut self, unwritten: Option<NodeId>) {
        self.learned.unwritten = unwritten;
        if !self.learns_columns() {
            return;
        }
        self.learned.margins = self.margins();
        self.learned.flush = self.flush_lists();
        self.learned.authors_columns = self.authors_columns();
        let lists = (0..self.tree.nodes.len()).filter(|id| self.has_labels(*id));
        self.learned.labelled = lists.collect();
        self.learn_parts(&[ListPart::Rest]);
        // A list in one column shows where its rest goes.
        self.learn_parts(&[ListPart::Distinguished, ListPart::Next]);
    }

    /// The columns in which forms and comments at top level stay, where that is not the first one. A list stays in the column of most lists,
    /// or in one that three or more share, neighbours if it is at +1. Anything else goes with the next list, or with what its line begins
    /// with.
    fn margins(&self) -> FxHashMap<NodeId, usize> {
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
        self.learned.margins.get(&form).copied().unwrap_or(0)
    }

    /// Learns the columns of these parts of all lists.
    fn learn_parts(&mut self, parts: &[ListPart]) {
        let mut found = Learned::default();
        for id in 0..self.tree.nodes.len() {
            self.learn_list(id, parts, &mut found);
        }
        let mut tallies = found.tallies;
        let is_few = |class: &LineClass<'_>, tally: &Tally| {
            class.operator.is_some() && tally.lists < MIN_LISTS
        };
        let few = tallies.iter().filter(|(class, tally)| is_few(class, tally));
        let few: Vec<_> = few
            .map(|(class, tally)| (class.of_form(), tally.clone()))
            .collect();
        for (form, tally) in few {
            tallies.entry(form).or_default().add(tally);
        }
        self.learned.tallies.extend(tallies);
        if parts == [ListPart::Rest] {
            self.learned.usual = usual_columns(&found.together);
        }
        self.learned.ruled.extend(found.ruled);
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

    /// Finds the lists in data that are filled like prose, and those that hang.
    fn authors_columns(&self) -> FxHashMap<NodeId, AuthorsColumn> {
        let mut columns = FxHashMap::from_iter(self.hanging_bindings());
        let mut id = 0;
        while id < self.tree.nodes.len() {
            if self.node(id).kind != NodeKind::List {
                id += 1;
                continue;
            }
            let inside = id + 1..self.node(id).next as usize;
            if let Some(found) = self.filled_like_prose(id) {
                let lists = (id..inside.end).filter(|id| self.node(*id).kind.has_children());
                columns.extend(lists.map(|id| (id, found)));
                id = inside.end;
                continue;
            }
            if let Some(found) = self.hanging(id) {
                columns.insert(id, found);
            }
            id += 1;
        }
        columns
    }

    /// The column of data whose lines, three or more and some of them in inner lists, all begin in one.
    fn filled_like_prose(&self, id: NodeId) -> Option<AuthorsColumn> {
        if self.style.line_breaks != LineBreaks::Keep || self.form(id).strategy != Strategy::Data {
            return None;
        }
        let inside = id + 1..self.node(id).next as usize;
        // A form feed gets a line of its own.
        let is_line = |id: &NodeId| self.keeps_break(*id) && self.node(*id).kind != NodeKind::Page;
        let mut lines = inside.filter(is_line);
        let first = lines.next()?;
        let column = self.column_of(first);
        let is_prose = !self.is_flush(id)
            && first != id + 1
            && self.are_in_several_lists(id)
            && lines.all(|line| self.column_of(line) == column);
        // No line moves to the first column.
        let indent = column.checked_sub(self.column_of(id)).filter(|by| *by > 0);
        is_prose.then_some(AuthorsColumn {
            outermost: id,
            column,
            indent: indent.map(|by| by as isize),
        })
    }

    /// The column of the lines of a list that hangs from the end of a line: all are indented as a body is, but from what begins that
    /// line or from a list around it that does.
    fn hanging(&self, id: NodeId) -> Option<AuthorsColumn> {
        let first = self.tree.items(id).next()?;
        let begins_line = |id| self.node(id).begins_line();
        if begins_line(id) || begins_line(first) || self.flat_width(id).is_some() {
            return None;
        }
        let (column, own) = (self.only_column(id)?, self.column_of(id));
        if self.is_bindings(id) || self.is_flush(id) {
            return None;
        }
        let line = self.first_on_line(id)?;
        let is_around = |item: &NodeId| *item == line || self.node(*item).next as usize > id;
        let is_indented = |item| self.column_of(item) + usize::from(USUAL) == column;
        (line..id)
            .filter(is_around)
            .any(is_indented)
            .then(|| AuthorsColumn {
                outermost: id,
                column,
                indent: Some(column as isize - own as isize),
            })
    }

    /// The bindings that hang: all lines of each are left of what is beside its bracket, and in most bindings of the text they are so many
    /// columns from the bracket of the form around.
    fn hanging_bindings(&self) -> Vec<(NodeId, AuthorsColumn)> {
        let (mut all, mut hanging, mut indents) = (0, Vec::new(), [0; MAX_MARGIN + 1]);
        let is_list = |id: &NodeId| self.node(*id).kind == NodeKind::List;
        let lists = (0..self.tree.nodes.len()).filter(is_list);
        let broken = lists.filter(|id| self.flat_width(*id).is_none());
        for id in broken.filter(|id| self.is_bindings(*id)) {
            let (Some(around), Some(column)) = (self.around(id), self.only_column(id)) else {
                continue;
            };
            all += 1;
            let outer = self.column_of(around);
            let indent = column.saturating_sub(outer);
            if (1..=MAX_MARGIN).contains(&indent) && column <= self.column_of(id) {
                hanging.push((id, outer));
                indents[indent] += 1;
            }
        }
        let is_usual = |lists: &u32| *lists >= MIN_LISTS && 2 * lists > all;
        let Some(usual) = indents.iter().position(is_usual) else {
            return Vec::new();
        };
        let columns = hanging.into_iter().map(|(id, outer)| {
            let column = outer + usual;
            let moved = column.cast_signed() - self.column_of(id).cast_signed();
            let column = AuthorsColumn {
                outermost: id,
                column,
                indent: Some(moved),
            };
            (id, column)
        });
        columns.collect()
    }

    /// The first node on the line of another one in the source, if there are no more between them than the widest line may have columns.
    fn first_on_line(&self, id: NodeId) -> Option<NodeId> {
        let mut before = (id.saturating_sub(self.widest)..=id).rev();
        before.find(|it| self.node(*it).begins_line())
    }

    /// Whether three items or more begin a line in a list and those inside it, and not all of them in the same list.
    fn are_in_several_lists(&self, id: NodeId) -> bool {
        let begins_line = |item: &NodeId| {
            self.keeps_break(*item) && self.node(*item).placement == Placement::Free
        };
        // What is commented out stands under its `#;`, as the lines around that do.
        let lists = id..self.node(id).next as usize;
        let lists = lists.filter(|it| self.node(*it).kind == NodeKind::List);
        let lines = lists.map(|list| self.tree.items(list).filter(begins_line).count());
        let (all, most) = lines.fold((0, 0), |(all, most), own| (all + own, own.max(most)));
        all >= MIN_LISTS as usize && most < all
    }

    /// The column of all lines of a list that is written at a column, if it is in data that are filled like prose, or hangs. For the outermost
    /// of such lists, it notes that column, on which those of the lists in it depend.
    #[inline]
    pub(super) fn authors_column(&self, list: NodeId, at: usize) -> Option<usize> {
        if self.learned.authors_columns.is_empty() {
            return None;
        }
        let found = self.learned.authors_columns.get(&list)?;
        if found.outermost == list {
            self.learned.outermost.set(Some((list, at)));
        }
        let outermost = self.learned.outermost.get();
        let outermost = outermost.filter(|(list, _)| *list == found.outermost);
        let moved = outermost.and_then(|(_, at)| Some(at.saturating_add_signed(found.indent?)));
        Some(moved.unwrap_or(found.column))
    }

    /// Whether a list is in data that are filled like prose, or hangs.
    pub(super) fn has_authors_column(&self, list: NodeId) -> bool {
        self.learned.authors_columns.contains_key(&list)
    }

    /// Whether two atoms or more that begin lines of a list stand in one column, as labels do, and the lists that begin its other lines, two
    /// or more, stand in one to the right of that; the first item of data is such an atom.
    fn has_labels(&self, id: NodeId) -> bool {
        if self.node(id).kind != NodeKind::List || self.flat_width(id).is_some() {
            return false;
        }
        let is_data = self.form(id).strategy == Strategy::Data;
        let first = self.tree.items(id).next().filter(|_| is_data);
        let lines = self.lines(id).map(|(_, item)| item);
        let mut columns = [None; 2];
        let (mut counts, mut goes_back) = ([0; 2], false);
        for item in first.into_iter().chain(lines) {
            let kind = match self.node(item).kind {
                NodeKind::Atom if !self.is_keyword(item) => 0,
                NodeKind::List => 1,
                _ => return false,
            };
            let column = self.column_of(item);
            if *columns[kind].get_or_insert(column) != column {
                return false;
            }
            counts[kind] += 1;
            goes_back |= kind == 0 && counts[1] > 0;
        }
        goes_back
            && counts.iter().all(|count| *count > 1)
            && columns[0] > Some(self.column_of(id))
            && columns[0] < columns[1]
    }

    /// Whether the lines of a list stay as far from its bracket as they are, since there are labels among them.
    #[inline]
    pub(super) fn is_labelled(&self, list: NodeId) -> bool {
        !self.learned.labelled.is_empty() && self.learned.labelled.contains(&list)
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
        !self.learned.flush.is_empty() && self.learned.flush.contains(&list)
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

    /// The shape of a list after its text's habits, if its second item is there, and the habit for its rest, if there is one.
    pub(super) fn as_learned(
        &self,
        id: NodeId,
        second: Second,
        mut shape: Shape,
    ) -> (Shape, Option<Habit>) {
        if self.learned.tallies.is_empty() || self.has_own_column(id) {
            return (shape, None);
        }
        let habit = |part| self.habit(self.line_class(id, second, part));
        let next = habit(ListPart::Next).filter(|_| self.has_next(id, second));
        if let Some(next) = next {
            (shape.distinguished, shape.drop) = (2, next.column);
        } else if let Some(distinguished) = habit(ListPart::Distinguished) {
            shape.drop = distinguished.column;
        }
        // One or two lists far from their brackets show nothing to lists that the author did not break.
        let is_far = |rest: &Habit| {
            rest.lists < MIN_LISTS && matches!(rest.column, Column::Indent(by) if by > DEEP)
        };
        let is_new = || self.lines(id).next().is_none();
        let rest = habit(ListPart::Rest)
            .filter(|rest| !(self.follows_rules(id, second, *rest) || is_far(rest) && is_new()));
        shape.rest = rest.map_or(shape.rest, |rest| rest.column);
        (shape, rest)
    }

    /// Whether the rest of a list stands where the rules put it, and not where this habit would. It stays there.
    fn follows_rules(&self, id: NodeId, second: Second, habit: Habit) -> bool {
        let shown = self.learned.ruled.get(&id);
        shown.is_some_and(|shown| !shown.contains(&Some(habit.column)))
            && self.second_in_source(id) == Some(second)
    }

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

    /// The shape in which the lines of a list stay where they are: in the column of most lists, or where a convention of their own puts them.
    pub(super) fn by_own_columns(&self, id: NodeId, second: Second, shape: Shape) -> Option<Shape> {
        self.by_usual_column(id, second, shape)
            .or_else(|| self.by_convention(id, second, shape))
    }

    /// The shape of a list whose lines go in the column of most lists: its first line stands there, and so do more lines than stand where
    /// this shape would put them.
    fn by_usual_column(&self, id: NodeId, second: Second, shape: Shape) -> Option<Shape> {
        let column = self.learned.usual[self.continues_beside(id, second)]?;
        let usual = self.source_columns(id, second).at(column)?;
        let is_usual = |(_, item): &(usize, NodeId)| self.column_of(*item) == usual;
        let ruled = self
            .are_ruled(id, second, shape)
            .filter(|is_ruled| *is_ruled);
        let stays = self.lines(id).next().is_some_and(|first| is_usual(&first))
            && self.lines(id).filter(is_usual).count() > ruled.count()
            && self.may_have_usual_column(id)
            && !self.has_own_column(id);
        stays.then_some(Shape {
            drop: column,
            rest: column,
            ..shape
        })
    }

    /// Whether the column of a list's lines may be that of most lists: the list is no table.
    fn may_have_usual_column(&self, id: NodeId) -> bool {
        let strategy = self.form(id).strategy;
        let may_be_indented = !strategy.is_table() && strategy != Strategy::Bindings;
        self.learns_columns() && may_be_indented && !self.is_flush(id)
    }

    /// Whether the rules have a list go on under its second item, as 0 or 1.
    fn continues_beside(&self, id: NodeId, second: Second) -> usize {
        usize::from(second == Second::Beside && self.form(id).rest == Column::Align)
    }

    /// The column of all lines of a list, if they stand in one.
    fn only_column(&self, id: NodeId) -> Option<usize> {
        let (_, first) = self.lines(id).next()?;
        let mut lines = self.lines(id);
        let is_one = lines.all(|(_, item)| self.is_under(item, first));
        is_one.then(|| self.column_of(first))
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

    /// Whether all lines of a list stand where this shape puts them, if its second item is there.
    pub(super) fn is_ruled(&self, id: NodeId, second: Second, shape: Shape) -> bool {
        self.are_ruled(id, second, shape).all(|is_ruled| is_ruled)
    }

    /// Whether each line of a list stands where this shape puts it, if its second item is there.
    fn are_ruled(&self, id: NodeId, second: Second, shape: Shape) -> impl Iterator<Item = bool> {
        let columns = self.source_columns(id, second);
        self.lines(id).map(move |(index, item)| {
            let column = match index <= shape.distinguished {
                true => columns.at(shape.drop),
                false => columns.at_rest(shape),
            };
            column == Some(self.column_of(item))
        })
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

    /// A shape without distinguished items, if all items that begin a line, some of them distinguished, stand in one column in the source.
    pub(super) fn as_column(&self, id: NodeId, shape: Shape) -> Shape {
        let is_column = self.is_column(id, shape);
        Shape {
            distinguished: if is_column { 0 } else { shape.distinguished },
            ..shape
        }
    }

    /// Whether all items that begin a line, some of them distinguished and some not, stand in one column, but not in the first, where
    /// indentation is missing unless this shape has none; and columns are learned.
    pub(super) fn is_column(&self, id: NodeId, shape: Shape) -> bool {
        if !self.learns_columns() {
            return false;
        }
        let distinguished = shape.distinguished;
        let mut lines = self.lines(id);
        let Some((index, first)) = lines.next() else {
            return false;
        };
        let mut last = index;
        index <= distinguished
            && (!self.is_in_first_column(first) || shape.rest == Column::Indent(0))
            && lines.all(|(index, item)| {
                last = index;
                self.is_under(item, first)
            })
            && last > distinguished
    }

    /// Whether a list neither follows habits nor shows any: a table that hangs from its second item, or one with lines that begin with
    /// numbers aligned at their ends.
    fn has_own_column(&self, id: NodeId) -> bool {
        let is_padded = |(_, item)| self.padding(self.node(item).start, None) > 0;
        // Where lines move, blanks before numbers are only found when their list is written.
        let are_numbers = |((_, above), (_, item)): ((usize, NodeId), (usize, NodeId))| {
            self.is_number(above) && self.is_number(item)
        };
        let may_be_padded = || {
            self.style.line_breaks == LineBreaks::Persistent
                && self.lines(id).zip(self.lines(id).skip(1)).any(are_numbers)
                && self.only_column(id).is_none()
        };
        self.is_table_under_second(id)
            || !self.has_no_gaps() && self.lines(id).any(is_padded)
            || may_be_padded()
    }

    /// Whether an item after the two behind the operator, of which the first is beside it, begins a line.
    fn has_next(&self, id: NodeId, second: Second) -> bool {
        second == Second::Beside && self.lines(id).any(|(index, _)| index > 2)
    }

    /// What lists with lines of this class show or, if there are few, those of its form.
    fn habit(&self, class: LineClass<'a>) -> Option<Habit> {
        let tallies = &self.learned.tallies;
        let of_operator = tallies.get(&class);
        let habit = of_operator.and_then(|tally| tally.habit(class));
        if of_operator.is_some_and(|tally| tally.lists >= MIN_LISTS) {
            return habit;
        }
        habit.or_else(|| tallies.get(&class.of_form())?.habit(class.of_form()))
    }

    /// Whether the lines of data, of exported names, or of what a list is applied to, all begin under the second item. They stay there, but
    /// no other list learns that.
    pub(super) fn is_table_under_second(&self, id: NodeId) -> bool {
        let Some((first, second)) = self.first_and_next(id) else {
            return false;
        };
        let mut lines = self.lines(id).peekable();
        let form = self.form(id);
        let is_applied = || {
            form.rest == Column::First && form.parts.as_slice().is_empty() && self.is_list(first)
        };
        self.learns_columns()
            && (matches!(form.strategy, Strategy::Data | Strategy::Export) || is_applied())
            && self.second_in_source(id) == Some(Second::Beside)
            && lines.peek().is_some()
            && lines.all(|(_, item)| self.column_of(item) == self.column_beside(first, second))
    }

    /// Whether all items of a clause that begin a line stand under the first one, or where the style puts them.
    pub(super) fn is_clause_in_place(&self, id: NodeId) -> bool {
        let form = self.form(id);
        let columns = self.source_columns(id, Second::Below);
        let are_at = |column| {
            self.lines(id)
                .all(|(_, item)| Some(self.column_of(item)) == column)
        };
        let has_columns = form.strategy != Strategy::Data && !self.is_flush(id);
        let is_under_first = || self.learns_columns() && are_at(columns.first);
        has_columns && (is_under_first() || are_at(columns.at(self.fixed(id, form).rest)))
    }

    /// The items of a list that begin a line in the source, after the first one, with their indices.
    pub(super) fn lines(&self, id: NodeId) -> impl Iterator<Item = (usize, NodeId)> + Clone {
        let mut next = 0;
        self.tree.items(id).filter_map(move |item| {
            let (index, node) = (next, self.node(item));
            next += usize::from(node.kind.is_element());
            let begins_line = node.begins_line() && !self.is_unwritten(item);
            (index > 0 && begins_line).then_some((index, item))
        })
    }

    /// Whether two items of a list or more begin a line.
    pub(super) fn has_several_lines(&self, id: NodeId) -> bool {
        self.lines(id).nth(1).is_some()
    }

    /// Whether an item stands for text to come.
    pub(super) fn is_unwritten(&self, item: NodeId) -> bool {
        self.learned.unwritten == Some(item)
    }

    /// The class of the lines in a part of a list.
    fn line_class(&self, id: NodeId, second: Second, part: ListPart) -> LineClass<'a> {
        let operator = self.operator_of(id);
        LineClass {
            operator: operator.map(|operator| operator.trim_end_matches('*')),
            form: *self.form(id),
            second,
            part,
        }
    }

    /// Compares the lines in parts of a list with the rules.
    fn learn_list(&self, id: NodeId, parts: &[ListPart], found: &mut Learned<'a>) {
        let Some((second, shape)) = self.teaching_shape(id) else {
            return;
        };
        let columns = self.source_columns(id, second);
        let has_next = shape.distinguished <= 1 && self.has_next(id, second);
        let part_of = |index| match index {
            2 if has_next => ListPart::Next,
            _ if index <= shape.distinguished => ListPart::Distinguished,
            _ => ListPart::Rest,
        };
        let mut with_next = shape;
        with_next.distinguished = shape.distinguished.max(2 * usize::from(has_next));
        let is_column = self.is_column(id, with_next);
        if parts == [ListPart::Rest] && self.may_have_usual_column(id) {
            self.learn_usual_column(id, second, shape, &mut found.together);
        }
        let last = self.tree.items(id).last();
        let ends_in_list = last.is_some_and(|last| self.is_list(last));
        for &part in parts {
            let mut lines = self.lines(id).filter(|(index, _)| part_of(*index) == part);
            let Some((_, line)) = lines.next() else {
                continue;
            };
            let is_rest = |index| part == ListPart::Rest && index > shape.distinguished;
            let counts = |(index, _): &(usize, _)| part_of(*index) == part || is_rest(*index);
            let all = self.lines(id).filter(counts);
            let class = self.line_class(id, second, part);
            let tally = found.tallies.entry(class).or_default();
            tally.lines += all.count() as u32;
            tally.bodies += u32::from(ends_in_list);
            let shown = if part != ListPart::Rest && is_column {
                columns.at_rest(self.as_learned(id, second, shape).0)
            } else {
                let is_one = lines.all(|(_, item)| self.is_under(item, line));
                is_one.then(|| self.column_of(line))
            };
            let ruled = match part {
                ListPart::Distinguished => columns.at(shape.drop),
                ListPart::Next => columns.at_rest(self.as_learned(id, second, shape).0),
                ListPart::Rest => columns.at_rest(shape),
            };
            let is_ruled = shown.is_some() && shown == ruled;
            let shown = columns.shown_by(shown);
            tally.add_list(shown, is_ruled);
            let is_under =
                |(index, item)| index <= shape.distinguished || self.is_under(item, line);
            if part == ListPart::Rest && is_ruled && self.lines(id).all(is_under) {
                found.ruled.insert(id, shown);
            }
        }
    }

    /// Counts the column of a list that has all its lines in one.
    fn learn_usual_column(
        &self,
        id: NodeId,
        second: Second,
        shape: Shape,
        together: &mut [Tally; 2],
    ) {
        let column = self.only_column(id);
        let is_ruled = column.is_some() && self.is_ruled(id, second, shape);
        let [_, shown] = self.source_columns(id, second).shown_by(column);
        together[self.continues_beside(id, second)].add_list([None, shown], is_ruled);
    }

    /// Where an item begins in the source.
    pub(super) fn column_of(&self, item: NodeId) -> usize {
        self.source_column(self.node(item).start as usize)
    }

    /// Where what is beside the first item of a list begins. A comment there moves up to that.
    fn column_beside(&self, first: NodeId, next: NodeId) -> usize {
        match self.node(next).placement {
            Placement::Free => self.column_of(next),
            _ => self.source_column(self.node(first).end as usize) + 1,
        }
    }

    /// Where a list and its first two items begin.
    fn source_columns(&self, id: NodeId, second: Second) -> SourceColumns {
        let next = self.first_and_next(id).filter(|_| second == Second::Beside);
        SourceColumns {
            bracket: self.column_of(id),
            // It may be commented out.
            first: self.tree.items(id).next().map(|it| self.column_of(it)),
            next: next.map(|(first, next)| self.column_beside(first, next)),
        }
    }

    /// Where a list's second item is, and its shape by the rules, if it shows habits: if it is code on several lines, these are the
    /// author's, and no parameters are under one beside a keyword.
    fn teaching_shape(&self, id: NodeId) -> Option<(Second, Shape)> {
        let is_broken = self.node(id).kind == NodeKind::List && self.flat_width(id).is_none();
        if !is_broken || self.has_authors_column(id) || self.is_labelled(id) {
            return None;
        }
        let second = self.second_in_source(id)?;
        let is_shown = match self.style.line_breaks {
            LineBreaks::Keep => !self.has_own_column(id) && !self.has_items_under(id),
            LineBreaks::Persistent => {
                self.line_class(id, second, ListPart::Rest)
                    .is_learned_where_lines_move(self.style.rows)
                    && !self.has_own_column(id)
                    && !self.has_items_under(id)
            }
            LineBreaks::Canonical => false,
        };
        is_shown.then(|| (second, self.kept_by_rules(id)))
    }

    /// Whether a line of a list begins under the last item under which others stay.
    fn has_items_under(&self, id: NodeId) -> bool {
        let mut above = None;
        let mut pairs = self.tree.items(id).zip(self.tree.items(id).skip(1));
        pairs.any(|(before, item)| {
            if self.is_above_others(id, before, item) {
                above = Some(item);
            }
            let is_line = self.node(item).begins_line();
            is_line && above.is_some_and(|above| self.is_under(item, above))
        })
    }

    /// A shape after the text's habits, where lists stay broken, and the habit: the author decides what is below an operator alone on its
    /// line, and where calls go on.
    pub(super) fn with_learned_rest(&self, id: NodeId, shape: Shape) -> (Shape, Option<Habit>) {
        let next = self.first_and_next(id).map(|(_, next)| next);
        let is_comment = next.is_some_and(|next| {
            self.node(next).placement != Placement::Free && !self.hangs_below_comment(id, next)
        });
        let is_arrow = |next| self.measured(next).word == Word::Arrow;
        let is_bound = || next.is_some_and(|next| self.is_bound(next) || is_arrow(next));
        let second = match shape.stay {
            0 if !is_bound() => Second::Below,
            _ if is_comment => Second::Below,
            _ => Second::Beside,
        };
        if self
            .line_class(id, second, ListPart::Rest)
            .is_learned_where_lines_move(self.style.rows)
        {
            self.as_learned(id, second, shape)
        } else {
            (shape, None)
        }
    }

    /// Whether the text shows where a list goes on whose second item is beside the first. Such a list does not drop that: it would no
    /// longer show it.
    pub(super) fn has_habit_beside(&self, id: NodeId) -> bool {
        let class = self.line_class(id, Second::Beside, ListPart::Rest);
        class.is_learned_where_lines_move(self.style.rows) && self.habit(class).is_some()
    }
}
