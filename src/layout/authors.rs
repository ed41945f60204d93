//! Lists whose lines begin in a column of the author's that no form gives: data filled like prose, lists that hang, and labels among
//! instructions.

use super::Layout;
use super::columns::USUAL;
use super::learned::MIN_LISTS;
use crate::forms::Strategy;
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind, Placement};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// The farthest that bindings hang from their form, in columns.
const MAX_HANGING: usize = 8;

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

/// All such lists of a text.
#[derive(Default)]
pub(super) struct AuthorsColumns {
    /// The lists in data that are filled like prose, and those that hang.
    columns: FxHashMap<NodeId, AuthorsColumn>,
    /// The lists in which atoms that begin lines, such as the labels among some instructions, stand to the left of the others.
    labelled: FxHashSet<NodeId>,
    /// The outermost list of the last of these to be arranged, and its column in the output.
    outermost: Cell<Option<(NodeId, usize)>>,
}

impl Layout<'_> {
    /// Finds the lists whose lines are in columns of the author's.
    pub(super) fn find_authors_columns(&mut self) {
        self.authors.columns = self.authors_columns();
        let lists = (0..self.tree.nodes.len()).filter(|id| self.has_labels(*id));
        self.authors.labelled = lists.collect();
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
        let (mut all, mut hanging, mut indents) = (0, Vec::new(), [0; MAX_HANGING + 1]);
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
            if (1..=MAX_HANGING).contains(&indent) && column <= self.column_of(id) {
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
        if self.authors.columns.is_empty() {
            return None;
        }
        let found = self.authors.columns.get(&list)?;
        if found.outermost == list {
            self.authors.outermost.set(Some((list, at)));
        }
        let outermost = self.authors.outermost.get();
        let outermost = outermost.filter(|(list, _)| *list == found.outermost);
        let moved = outermost.and_then(|(_, at)| Some(at.saturating_add_signed(found.indent?)));
        Some(moved.unwrap_or(found.column))
    }

    /// Whether a list is in data that are filled like prose, or hangs.
    pub(super) fn has_authors_column(&self, list: NodeId) -> bool {
        self.authors.columns.contains_key(&list)
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
        !self.authors.labelled.is_empty() && self.authors.labelled.contains(&list)
    }
}
