//! Learns columns from the lists of a text whose lines are the author's. With `columns = "learned"`, they outweigh the rules.
//!
//! Which lists a habit is learned from does not depend on columns, but for lists that stand in one column. A habit counts only if more lists
//! follow it than follow the rules, and lists that do either stay. No habit moves a line to the first column; lines stay there for another
//! reason. As lines move, other lists may come to count, which is why a text is laid out until its layout stands.

use rustc_hash::FxHashMap;

use super::columns::{DEEP, ShownColumns, USUAL};
use super::types::{Habit, Second, Shape};
use super::{Layout, Word};
use crate::forms::{self, Column, Form, RestKind, Stay, Strategy};
use crate::options::{Columns, LineBreaks, RowBreaks};
use crate::syntax::tree::{NodeId, NodeKind, Placement};

/// The fewest lists that show a habit.
pub(super) const MIN_LISTS: u32 = 3;

/// What counts for one of two kinds of lists, given how much there is of both, and the number of these lists: of a kind that the text hardly
/// has, what the other one has, and of two such kinds, all.
pub(super) fn counted([own, other]: [u32; 2], lists: [u32; 2]) -> u32 {
    match lists.map(|it| it < MIN_LISTS) {
        [true, true] => own + other,
        [true, false] => other,
        [false, _] => own,
    }
}

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

/// The habits of a text.
#[derive(Default)]
pub(super) struct Learned<'a> {
    tallies: FxHashMap<LineClass<'a>, Tally>,
    /// The columns in which most lists stand, wherever the rules put them: those that the rules indent, and those that they continue under
    /// the second item.
    usual: [Option<Column>; 2],
    /// The lists whose rest stands where the rules put it, and in which columns that is.
    ruled: FxHashMap<NodeId, ShownColumns>,
    /// An item that stands for text to come, and shows nothing.
    pub(super) unwritten: Option<NodeId>,
}

/// What lists show while they are compared with the rules.
#[derive(Default)]
struct Shown<'a> {
    tallies: FxHashMap<LineClass<'a>, Tally>,
    /// All lists together, whatever their operators, by the two kinds of [`Learned::usual`].
    together: [Tally; 2],
    /// The lists whose rest stands where the rules put it.
    ruled: FxHashMap<NodeId, ShownColumns>,
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
        self.find_margins();
        self.find_authors_columns();
        self.learn_parts(&[ListPart::Rest]);
        // A list in one column shows where its rest goes.
        self.learn_parts(&[ListPart::Distinguished, ListPart::Next]);
    }

    /// Learns the columns of these parts of all lists.
    fn learn_parts(&mut self, parts: &[ListPart]) {
        let mut shown = Shown::default();
        for id in 0..self.tree.nodes.len() {
            self.learn_list(id, parts, &mut shown);
        }
        let mut tallies = shown.tallies;
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
            self.learned.usual = usual_columns(&shown.together);
        }
        self.learned.ruled.extend(shown.ruled);
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
    fn learn_list(&self, id: NodeId, parts: &[ListPart], found: &mut Shown<'a>) {
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
