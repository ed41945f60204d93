//! Why a list is on one line or on several, and in which shape. The layout itself records these decisions while it
//! measures.

use memchr::memchr_iter;
use rustc_hash::FxHashMap;

use super::choice::Cost;
use super::shape::{Candidates, Counts, Second, Shape};
use super::steps::{Sink, Step};
use super::{BROKEN, Layout, Measured};
use crate::forms::{self, Form, Role, Strategy};
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::lines::line_end;

/// A reason why a list is not on one line. Things inside the list are given by their line, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// On one line it would be `width` columns wide, but its form allows only `limit`; 0 means that it is never on one
    /// line.
    Limit {
        /// Its width on one line.
        width: usize,
        /// The limit for its form.
        limit: usize,
    },
    /// The line would extend to this column.
    Width(usize),
    /// It defines a procedure and is not next to another definition, or no definition may be on one line.
    Definition,
    /// The other clauses in the same list take several lines.
    Clauses,
    /// A list in it takes several lines.
    Inner,
    /// A comment in it ends the line.
    Comment(usize),
    /// A blank line in it is kept.
    Blank(usize),
    /// A string or other text in it spans several lines.
    Text(usize),
    /// Rows of data or of exported names are kept as the author broke them.
    Rows,
    /// The author's lines are kept, and this one starts inside it.
    Kept(usize),
}

/// How the elements after the first one of a broken list are arranged, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shaped {
    /// Whether something is beside the first element.
    pub is_beside: bool,
    /// What decided this.
    pub by: Decision,
}

/// What decides the shape of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The form allows only one shape.
    Form,
    /// The line ends after the first element: a comment or a blank line follows, the element itself has several lines, or
    /// the author's lines are kept.
    Alone,
    /// The operator is long, and beside it the rest would be far to the right or consists of a single list.
    Operator,
    /// The only argument is a string that exceeds the width in every shape.
    String,
    /// The cost of this shape, compared with that of the other one.
    Costs(Costs, Costs),
}

/// The cost of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// The number of columns beyond the width, summed over all lines.
    pub over: u32,
    /// The number of line breaks, if they count.
    pub lines: Option<u32>,
}

/// What there is to say about a list.
pub(crate) struct Reasons<'a> {
    pub list: NodeId,
    pub part: Role,
    pub form: &'a Form,
    /// Its width on one line, if its contents can be on one line.
    pub width: Option<usize>,
    /// Its maximum width on one line, in columns; none if it may be as wide as the line.
    pub limit: Option<usize>,
    /// Whether forms have no such limits there: in quoted data, and if the author's lines are kept.
    pub is_unlimited: bool,
    /// The reasons why it is not on one line; empty if it is.
    pub whys: Vec<Why>,
    /// How it is broken, if it is.
    pub shape: Option<Shaped>,
    /// The innermost list in it that needs several lines by itself, if that is the reason.
    pub inner: Option<Box<Reasons<'a>>>,
}

/// What the layout has recorded about the lists it has measured.
#[derive(Default)]
pub(super) struct Notes(FxHashMap<NodeId, Note>);

/// What the layout has recorded about a list.
#[derive(Clone, Copy)]
pub(super) struct Note {
    /// Its role in the list around it.
    pub part: Role,
    /// Its width on one line, given only its contents, or [`BROKEN`].
    pub width: u32,
    /// Its one-line limit, or [`BROKEN`]; none if forms have no limits here.
    pub limit: Option<u32>,
    /// Whether one of these reasons breaks it.
    pub is_lone_definition: bool,
    pub follows_clauses: bool,
    pub has_rows: bool,
}

impl Default for Note {
    fn default() -> Self {
        Note {
            part: Role::Data,
            width: BROKEN,
            limit: None,
            is_lone_definition: false,
            follows_clauses: false,
            has_rows: false,
        }
    }
}

impl<'a> Layout<'a> {
    /// Records something about a list, if that is to be explained.
    #[inline]
    pub(super) fn note(&mut self, id: NodeId, note: impl FnOnce(&mut Note)) {
        if let Some(notes) = &mut self.notes {
            note(notes.0.entry(id).or_default());
        }
    }

    /// Measures the forms of the text up to the one that contains a list, and explains the list.
    pub(crate) fn explain(mut self, list: NodeId) -> Reasons<'a> {
        let mut previous = None;
        let mut batch = 0..self.end_of_batch(0);
        while batch.end <= list {
            previous = self.last_form(batch.clone()).or(previous);
            batch = batch.end..self.end_of_batch(batch.end);
        }
        self.notes = Some(Notes::default());
        self.measure_forms(batch.clone(), previous);
        let mut forms = self.tree.siblings(batch);
        let form = forms.find(|form| (*form..self.node(*form).next as usize).contains(&list));
        // Every list is in a form.
        let form = form.unwrap_or(list);
        let nodes = self.node(form).next as usize - form;
        self.choices.borrow_mut().begin(nodes);
        self.reasons(form, list)
    }

    /// The column of a list, and the columns that follow it on its line; none inside something on one line.
    fn place(&self, form: NodeId, list: NodeId) -> Option<(usize, usize)> {
        let mut around = form;
        let (mut column, mut trail) = (0, 0);
        while around != list {
            if self.is_flat(around, column, trail) {
                return None;
            }
            let mut search = Search {
                end_of: |child: NodeId| self.node(child).next as usize,
                list,
                found: None,
            };
            self.arrange(
                around,
                self.shape(around, column, trail),
                column,
                trail,
                &mut search,
            );
            (around, column, trail) = search.found?;
        }
        Some((column, trail))
    }

    fn reasons(&self, form_around: NodeId, list: NodeId) -> Reasons<'a> {
        let place = self.place(form_around, list);
        let notes = self.notes.as_ref().and_then(|notes| notes.0.get(&list));
        let note = notes.copied().unwrap_or_default();
        let Measured { form, width, .. } = *self.measured(list);
        let mut whys = Vec::new();
        let mut inner = None;
        if let Some((why, culprit)) = self.within(list) {
            whys.push(why);
            inner = culprit.map(|culprit| Box::new(self.reasons(form_around, culprit)));
        }
        if note.has_rows {
            whys.push(Why::Rows);
        }
        if whys.is_empty() {
            whys.extend(self.own(note, width, place));
        }
        let is_broken = !whys.is_empty();
        let columns = |width| (width != BROKEN).then_some(width as usize);
        Reasons {
            list,
            part: note.part,
            form: form.unwrap_or(&forms::DATA),
            width: columns(note.width),
            limit: note.limit.and_then(columns),
            is_unlimited: note.limit.is_none(),
            whys,
            shape: place
                .filter(|_| is_broken)
                .map(|(column, trail)| self.shaped(list, column, trail)),
            inner,
        }
    }

    /// Why a list whose contents can be on one line is not: everything that would have to change.
    fn own(&self, note: Note, width: u32, place: Option<(usize, usize)>) -> Vec<Why> {
        let mut whys = Vec::new();
        if let Some(limit) = note.limit
            && note.width > limit
        {
            whys.push(Why::Limit {
                width: note.width as usize,
                limit: limit as usize,
            });
        }
        if note.is_lone_definition {
            whys.push(Why::Definition);
        }
        if note.follows_clauses && whys.is_empty() && width == BROKEN {
            whys.push(Why::Clauses);
        }
        if let Some((column, trail)) = place {
            let end = column + note.width as usize + trail;
            if end > self.margin(column) {
                whys.push(Why::Width(end));
            }
        }
        whys
    }

    /// What in a list keeps it from being on one line, and the innermost list that does so by itself, if there is just one.
    fn within(&self, list: NodeId) -> Option<(Why, Option<NodeId>)> {
        let mut around = list;
        let mut culprit = None;
        // Whatever is broken down there is what breaks the list.
        loop {
            let mut children = self.tree.children(around).enumerate();
            let found = children.find_map(|(index, child)| {
                let node = self.node(child);
                if index > 0 && node.blank() > 0 {
                    return Some((Why::Blank(self.line_of(child)), child));
                }
                if index > 0 && self.keeps_lines() && node.begins_line() {
                    return Some((Why::Kept(self.line_of(child)), child));
                }
                if self.measured(child).width != BROKEN {
                    return None;
                }
                let line = self.line_of(child);
                let why = match node.kind {
                    NodeKind::LineComment | NodeKind::BlockComment | NodeKind::Page => {
                        Why::Comment(line)
                    }
                    kind if kind == NodeKind::List || kind.is_prefix() => Why::Inner,
                    _ => Why::Text(line),
                };
                Some((why, child))
            });
            match found {
                Some((Why::Inner, child)) => {
                    around = child;
                    if self.node(child).kind == NodeKind::List {
                        culprit = Some(child);
                    }
                }
                Some((why, _)) if culprit.is_none() => return Some((why, None)),
                // A comment of several lines precedes a datum.
                None if self.node(around).kind.is_prefix() && culprit.is_none() => {
                    return Some((Why::Comment(self.line_of(around)), None));
                }
                _ => return culprit.map(|culprit| (Why::Inner, Some(culprit))),
            }
        }
    }

    /// The line of the source on which a node starts.
    fn line_of(&self, id: NodeId) -> usize {
        let before = &self.text.as_bytes()[..self.node(id).start as usize];
        memchr_iter(line_end(self.text), before).count() + 1
    }

    /// The shape of a broken list, and what decided it.
    fn shaped(&self, list: NodeId, column: usize, trail: usize) -> Shaped {
        let shape = self.shape(list, column, trail);
        let cost = |shape: Shape, counts: Counts| {
            let Cost { over, lines } = self.cost_of(list, shape, column, trail, counts);
            let lines = (counts != Counts::Width).then_some(lines);
            Costs { over, lines }
        };
        let form = self.measured(list).form.unwrap_or(&forms::DATA);
        let by = match self.candidates(list, column, trail) {
            Candidates::One(only)
                if only.stay == 0 && matches!(self.second(list, column), Some(Second::Below)) =>
            {
                Decision::Alone
            }
            Candidates::One(only)
                if only.stay == 0
                    && matches!(
                        form.strategy,
                        Strategy::Call | Strategy::Elements | Strategy::Drop
                    ) =>
            {
                Decision::Operator
            }
            Candidates::One(only)
                if only.stay > 0
                    && matches!(form.strategy, Strategy::Call | Strategy::Elements)
                    && self.second(list, column).is_none() =>
            {
                Decision::String
            }
            Candidates::One(_) => Decision::Form,
            Candidates::Two(first, second, counts) => {
                let other = if shape == first { second } else { first };
                Decision::Costs(cost(shape, counts), cost(other, counts))
            }
        };
        Shaped {
            is_beside: shape.stay > 0,
            by,
        }
    }
}

/// Finds the child that contains a list.
struct Search<F> {
    end_of: F,
    list: NodeId,
    found: Option<(NodeId, usize, usize)>,
}

impl<F: Fn(NodeId) -> usize> Sink for Search<F> {
    fn step(&mut self, step: Step, column: usize, trail: usize) -> Option<usize> {
        if let Step::Touch(child) | Step::Space(child) | Step::Line(child, _) = step
            && (child..(self.end_of)(child)).contains(&self.list)
        {
            self.found = Some((child, column, trail));
        }
        // If the author's lines are kept, it does not matter how far to the right they are.
        None
    }
}
