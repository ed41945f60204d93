//! What the decisions about a broken list are made of: its shapes, what they cost, its gaps, the steps in which it is written, and
//! the reasons.

use crate::forms::Column;
use crate::syntax::tree::{Node, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::rc::Rc;

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
    /// Whether what the author commented out by `#;` on a line of its own stays on one, and an atom on its line with a comment or among
    /// the arguments of a call.
    pub sets_apart: bool,
}

impl Shape {
    /// Whether all items after the first are a body, indented from the opening bracket.
    pub(super) fn is_all_body(&self) -> bool {
        self.distinguished == 0 && matches!(self.rest, Column::Indent(_))
    }

    /// This shape of a binding with its value beside the name, if that is on one line; otherwise, the value goes where it does in this one.
    pub(super) fn with_value_beside(self) -> Self {
        Shape {
            stay: 1,
            distinguished: 1,
            drop: self.rest,
            ..self
        }
    }
}

/// How many items of the rest go on each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One item, with what belongs to it.
    One,
    /// As many items as fit.
    Fill,
    /// One item; if it is an atom, the atoms right after it that fit, too.
    Pack,
    /// As many items as in the source.
    Keep,
}

/// The shapes that a broken list can take.
pub(super) enum Candidates {
    /// Only this one, and why.
    One(Shape, Decision),
    /// A preferred shape and another one, which is chosen if it is better by the criterion.
    Two(Shape, Shape, Criterion),
}

/// The criterion by which the second shape is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Criterion {
    /// It exceeds the width by less, or by as much and tears less.
    Width,
    /// So it does, or it does so as much and saves this many lines.
    Lines { saved: u32 },
    /// The preferred shape, which is the author's, tears something, and this one exceeds the width by no more and tears less. If there is a
    /// `gain`, it may tear as much: if it is narrower by that, [`MIN_GAINED`] columns or more for each one that is still tolerated beyond
    /// the width.
    Author { gain: Option<u32> },
}

/// How many columns a shape has to gain over the author's for each one that is tolerated beyond the width.
const MIN_GAINED: u32 = 4;

impl Criterion {
    /// Whether the preferred shape is the author's.
    pub(super) fn is_authors(self) -> bool {
        matches!(self, Criterion::Author { .. })
    }

    /// Whether the number of lines counts.
    pub(super) fn has_lines(self) -> bool {
        matches!(self, Criterion::Lines { .. })
    }

    /// Whether no shape can be better than one of this cost.
    pub(super) fn is_met(self, cost: Cost) -> bool {
        match self {
            Criterion::Width => (cost.over, cost.torn) == (0, 0),
            Criterion::Lines { .. } => cost == Cost::default(),
            Criterion::Author { .. } => cost.torn == 0,
        }
    }

    /// Whether the second shape is chosen, if it costs `second` and the preferred one `first`, and the fewest columns that it has to save where
    /// both exceed the width are `min_gain`.
    pub(super) fn prefers(self, second: Cost, first: Cost, min_gain: u32) -> bool {
        let order = second.order(first, min_gain);
        match self {
            Criterion::Width => order.is_lt(),
            Criterion::Lines { saved } => {
                order.is_lt() || order.is_eq() && second.lines + saved <= first.lines
            }
            Criterion::Author { gain } => {
                let tears_less = match gain {
                    Some(gain) if MIN_GAINED * second.tolerated <= gain => {
                        second.torn <= first.torn
                    }
                    _ => second.torn < first.torn,
                };
                second.over <= first.over && tears_less
            }
        }
    }
}

/// The cost of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// The number of columns beyond the width, summed over all lines but those that are tolerated.
    pub over: u32,
    /// The number of short lists that are broken, and of the author's lines and lists in them that are.
    pub torn: u32,
    /// That of the lines that are tolerated, since they are the author's.
    pub tolerated: u32,
    /// The number of line breaks, if they count.
    pub lines: u32,
}

impl Cost {
    /// How this cost of a shape compares with that of the preferred one, but for the lines.
    fn order(self, preferred: Cost, min_gain: u32) -> Ordering {
        let gain = preferred.over.saturating_sub(self.over);
        let over = match self.over {
            1.. if (1..min_gain).contains(&gain) => Ordering::Equal,
            over => over.cmp(&preferred.over),
        };
        over.then(self.torn.cmp(&preferred.torn))
    }

    /// Adds the cost of a part.
    #[inline]
    pub(super) fn add(&mut self, part: Cost) {
        // Columns may add up to more than a text has bytes; the others may not.
        self.over = self.over.saturating_add(part.over);
        self.tolerated = self.tolerated.saturating_add(part.tolerated);
        self.torn += part.torn;
        self.lines += part.lines;
    }

    /// Adds line breaks, and how much they tear.
    #[inline]
    pub(super) fn add_line(&mut self, lines: u32, torn: u32) {
        self.lines = self.lines.saturating_add(lines);
        self.torn = self.torn.saturating_add(torn);
    }
}

/// Gaps that are not as wide as usual: one column between items, none inside of a bracket.
#[derive(Clone, Default)]
pub(super) struct Gaps {
    /// Their widths, by the offset in the source of what is after them.
    pub(super) before: FxHashMap<u32, usize>,
    /// For items behind others of several lines, the distances from the start of their line instead, by the same offsets.
    pub(super) behind_lines: FxHashMap<u32, usize>,
    /// The number of columns by which they widen a list.
    pub(super) wider: FxHashMap<NodeId, usize>,
    /// How many of these columns are counted for the row around a list.
    pub(super) counted: FxHashMap<NodeId, usize>,
    /// The first item that begins a line in each list that is broken without gaps.
    pub(super) lines: Rc<FxHashMap<NodeId, NodeId>>,
    /// The lists that give up the gaps of their source since they do not fit with them.
    pub(super) misfits: FxHashSet<NodeId>,
    /// The rows that stay as they are in the source.
    pub(super) settled: FxHashSet<NodeId>,
}

impl Gaps {
    pub(super) fn set(&mut self, item: &Node, width: usize) {
        self.before.insert(item.start, width);
    }

    pub(super) fn widen(&mut self, list: Option<NodeId>, by: usize) {
        if let Some(list) = list.filter(|_| by > 0) {
            *self.wider.entry(list).or_default() += by;
        }
    }

    /// The number of columns by which such gaps widen a list.
    #[inline(never)]
    pub(super) fn wider(&self, list: NodeId) -> usize {
        self.wider.get(&list).copied().unwrap_or(0)
    }
}

/// The next step in a list.
///
/// The receiver of the steps gets each one with its slot. It returns the column after an item of several lines or a comment, if
/// something may follow there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An item directly after the opening bracket.
    Touch(NodeId),
    /// An item after a gap of this width, which is one column unless the author aligned it.
    Space(NodeId, usize),
    /// An item on a new line, after this many blank lines.
    Line(NodeId, u8),
    /// A comment at the end of the line.
    Trailing(NodeId),
    /// A comment on its own line, after this many blank lines.
    OwnLine(NodeId, u8),
    /// A comment below a trailing comment, in the same column.
    Continued(NodeId),
    /// The closing bracket on a new line, after this many blank lines: because a comment ends the last one, or because the author put it
    /// there.
    Close(u8),
}

impl Step {
    /// The item, if it is no comment.
    pub(super) fn item(self) -> Option<NodeId> {
        match self {
            Step::Touch(item) | Step::Space(item, _) | Step::Line(item, _) => Some(item),
            Step::Trailing(_) | Step::OwnLine(..) | Step::Continued(_) | Step::Close(_) => None,
        }
    }
}

/// What a line stands under, and so why it begins in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Under {
    /// What the form or the style says, for an item that stands there.
    Column(Column),
    /// An item or a comment on a line above, in the same list.
    Item(NodeId),
    /// Nothing: the author has it where it aligns with other lines, or where all lines or the text itself begin.
    Author,
}

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
    Kept,
    /// The author's lines are kept, and the rest goes where it is in most lists like this one in the text.
    Habit(Habit),
    /// The author's lines are kept, which all begin in one column.
    Column,
    /// The author's lines are kept, which begin where a convention has them.
    Convention,
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

/// A column that the lists of a text show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    /// Where they begin.
    pub column: Column,
    /// The number of lists whose lines begin there.
    pub agreeing: u32,
    /// The number of all such lists.
    pub lists: u32,
}
