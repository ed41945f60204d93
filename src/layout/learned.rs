//! Learns columns from the lines of a text if lines are kept. With `columns = "learned"`, they outweigh the rules.
//!
//! Learning is stable: the output shows the same habits as the source. The number of lines that a habit is learned from does not depend on
//! columns, and a habit counts only if more lines follow it than follow the rules, so any line that either has moved follows it in the
//! output. No habit moves a line to the first column; lines stay there for another reason.

use rustc_hash::{FxHashMap, FxHashSet};

use super::types::{Habit, Second, Shape, Step};
use super::{Layout, Place};
use crate::forms::{Column, Form};
use crate::options::Columns;
use crate::syntax::tree::{NodeId, NodeKind, Placement};

/// The fewest lines that show a habit.
const FEWEST: u32 = 3;

/// Lines that share a habit: those of one operator or, if each operator has too few, those of one form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Case<'a> {
    operator: Option<&'a str>,
    form: Form,
    second: Second,
    is_rest: bool,
}

/// The columns of some lines.
#[derive(Clone, Debug, Default)]
struct Tally {
    lines: u32,
    /// The number of lines where the rules put them.
    ruled: u32,
    /// The number of lines at each distance from the bracket, in columns; at least one.
    columns: FxHashMap<u8, u32>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.lines += other.lines;
        self.ruled += other.ruled;
        for (column, lines) in other.columns {
            *self.columns.entry(column).or_default() += lines;
        }
    }

    /// The column of at least three quarters of the lines, if fewer lines follow the rules.
    fn habit(&self) -> Option<Habit> {
        let (&column, &agreeing) = self.columns.iter().max_by_key(|(_, lines)| **lines)?;
        let is_habit =
            agreeing >= FEWEST && 4 * agreeing >= 3 * self.lines && agreeing > self.ruled;
        is_habit.then_some(Habit {
            column,
            agreeing,
            lines: self.lines,
        })
    }
}

/// The habits of a text.
#[derive(Default)]
pub(super) struct Learned<'a> {
    tallies: FxHashMap<Case<'a>, Tally>,
    /// The lists whose body starts in the first column. Their items stay there.
    flush: FxHashSet<NodeId>,
}

impl<'a> Learned<'a> {
    fn habit(&self, case: Case<'a>) -> Option<Habit> {
        let of_operator = self.tallies.get(&case);
        let tally = of_operator.or_else(|| self.tallies.get(&case.of_form()))?;
        tally.habit()
    }
}

impl Case<'_> {
    fn of_form(self) -> Self {
        Case {
            operator: None,
            ..self
        }
    }
}

impl<'a> Layout<'a> {
    /// Whether columns are learned from the text.
    pub(super) fn learns_columns(&self) -> bool {
        self.style.line_breaks.keeps_columns() && self.style.columns == Columns::Learned
    }

    /// Learns the columns of the lines of the whole text, which has been measured; `unwritten` is an item that stands for text
    /// to come, and shows nothing.
    pub(super) fn learn(&mut self, unwritten: Option<NodeId>) {
        if !self.learns_columns() {
            return;
        }
        let mut learned = Learned::default();
        self.learn_flush(unwritten, &mut learned.flush);
        for id in 0..self.tree.nodes.len() {
            self.learn_list(id, unwritten, &mut learned);
        }
        let tallies = &mut learned.tallies;
        let is_few = |_: &Case<'_>, tally: &mut Tally| tally.lines < FEWEST;
        let few: Vec<_> = tallies.extract_if(is_few).collect();
        for (case, tally) in few {
            tallies.entry(case.of_form()).or_default().add(tally);
        }
        self.learned = learned;
    }

    /// Finds the lists around a body that begins in the first column, such as a library's: two items or more, and at least half of
    /// those that begin a line, begin it there. A procedure is none, nor is anything in one.
    fn learn_flush(&self, unwritten: Option<NodeId>, flush: &mut FxHashSet<NodeId>) {
        let mut next: Vec<NodeId> = self.tree.top_level().collect();
        while let Some(id) = next.pop() {
            let node = self.node(id);
            if node.kind != NodeKind::List || self.measured(id).is_procedure_definition() {
                continue;
            }
            let lines = self
                .tree
                .items(id)
                .skip(1)
                .filter(|item| self.node(*item).begins_line() && Some(*item) != unwritten);
            let (first, all) = lines.fold((0, 0), |(first, all), item| {
                (first + usize::from(self.is_in_first_column(item)), all + 1)
            });
            if first >= 2 && 2 * first >= all {
                flush.insert(id);
            }
            next.extend(self.tree.items(id));
        }
    }

    /// Whether an item begins a line in the first column.
    fn is_in_first_column(&self, item: NodeId) -> bool {
        let before = &self.text.as_bytes()[..self.node(item).start as usize];
        before
            .last()
            .is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// Whether an item or comment of a list that begins a line stays in the first column.
    pub(super) fn stays_in_first_column(&self, list: NodeId, item: NodeId) -> bool {
        !self.learned.flush.is_empty()
            && self.learned.flush.contains(&list)
            && self.is_in_first_column(item)
    }

    /// The shape of a list after its text's habits, and the habit for its rest, if there is one.
    pub(super) fn as_learned(&self, id: NodeId, shape: Shape) -> (Shape, Option<Habit>) {
        if self.learned.tallies.is_empty() {
            return (shape, None);
        }
        let habit = |is_rest| self.learned.habit(self.case(id, is_rest)?);
        let (drop, rest) = (habit(false), habit(true));
        let column = |habit: Habit| Column::Indent(habit.column);
        let shape = Shape {
            drop: drop.map_or(shape.drop, column),
            rest: rest.map_or(shape.rest, column),
            ..shape
        };
        (shape, rest)
    }

    /// The lines to which those of a list belong.
    fn case(&self, id: NodeId, is_rest: bool) -> Option<Case<'a>> {
        let (first, next) = self.first_and_next(id)?;
        let next = self.node(next);
        let is_below = next.place != Placement::Free || next.begins_line();
        Some(Case {
            operator: (self.node(first).kind == NodeKind::Atom).then(|| self.source(first)),
            form: *self.measured(id).form?,
            second: if is_below {
                Second::Below
            } else {
                Second::Beside
            },
            is_rest,
        })
    }

    /// Compares the lines of a list with the rules.
    fn learn_list(&self, id: NodeId, unwritten: Option<NodeId>, learned: &mut Learned<'a>) {
        let node = self.node(id);
        // The column of an item after one of several lines is not known here.
        let is_known = |first| self.flat_width(first).is_some();
        let mut items = self.tree.items(id);
        if node.kind != NodeKind::List
            || self.flat_width(id).is_some()
            || !items.next().is_some_and(is_known)
            || !items.any(|item| self.node(item).begins_line())
        {
            return;
        }
        let Some(start) = self.source_column(node.start as usize) else {
            return;
        };
        let shape = self.shape(id, Place::default());
        let mut index = 0;
        let (mut previous, mut above) = (None, None);
        self.arrange(id, shape, Place::default(), None, &mut |step, ruled| {
            let (Step::Touch(item) | Step::Space(item, _) | Step::Line(item, _)) = step else {
                return None;
            };
            let node = self.node(item);
            let part = index;
            index += usize::from(node.kind.is_datum() || node.kind == NodeKind::Dot);
            let previous = previous.replace(item);
            if previous.is_some_and(|previous| self.is_beside_keyword(id, previous, item)) {
                above = Some(item);
            }
            let counts = part > 0
                && !above.is_some_and(|above| self.is_under(item, above))
                && node.place == Placement::Free
                && node.begins_line()
                && Some(item) != unwritten;
            if counts
                && let Some(column) = self.source_column(node.start as usize)
                && let Some(case) = self.case(id, part > shape.distinguished)
            {
                let tally = learned.tallies.entry(case).or_default();
                let column = column.checked_sub(start);
                tally.lines += 1;
                tally.ruled += u32::from(column == Some(ruled.column));
                let column = column.and_then(|column| u8::try_from(column).ok());
                if let Some(column) = column.filter(|column| *column > 0) {
                    *tally.columns.entry(column).or_default() += 1;
                }
            }
            None
        });
    }
}
