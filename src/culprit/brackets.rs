//! Finds which bracket is missing and which is extra: the change after which the fewest lines are at odds with the
//! brackets.
//!
//! A line fits a list if it starts to the right of the list's bracket, and either under its items or two columns to the
//! right of the bracket. [`cost`] says how badly a line fits a list. Changes are compared by the sum over all lines, which
//! can be computed without reading the text again for each change. If a list is closed early, every line after that stays
//! in its own list or, if that would have been the closed one, moves to the list around it; if a list is not closed, the
//! lines after it move into that list. So a forward pass computes what each item costs in its own list and in the list
//! around that, and a backward pass sums up the differences.

use std::ops::Range;

use super::code::{Item, Kind};

/// A change that makes the brackets balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// A closing bracket is missing.
    Close {
        /// The index of the item before it.
        after: usize,
        /// The index of the bracket that it closes.
        opener: usize,
        /// The evidence: the first item on a line that fits the enclosing list better.
        witness: Option<usize>,
    },
    /// An opening bracket is extra.
    DropOpener {
        /// The index of the bracket.
        opener: usize,
    },
    /// A closing bracket is extra.
    Drop {
        /// The index of the bracket.
        closer: usize,
        /// The evidence: the first item on a line that fits better into the list that the bracket closes.
        witness: Option<usize>,
        /// The closing bracket without an opening one.
        unmatched: usize,
    },
    /// An opening bracket is missing.
    Open {
        /// The index of the item after it.
        before: usize,
        /// The evidence, as above.
        witness: Option<usize>,
        /// The closing bracket without an opening one.
        unmatched: usize,
    },
}

impl Edit {
    /// Applies the change to items.
    pub(super) fn apply(&self, items: &[Item]) -> Vec<Item> {
        let mut items = items.to_vec();
        match *self {
            Edit::Close { after, opener, .. } => {
                let Item { end, .. } = items[after];
                let kind = match items[opener].kind {
                    Kind::Open(due) => Kind::Close(due),
                    kind => kind,
                };
                let closer = Item {
                    start: end,
                    is_first: false,
                    kind,
                    ..items[after]
                };
                items.insert(after + 1, closer);
            }
            Edit::Drop { closer, .. } => {
                items.remove(closer);
            }
            Edit::DropOpener { opener } => {
                let dropped = items.remove(opener);
                if let Some(next) = items.get_mut(opener) {
                    next.is_first |= dropped.is_first;
                }
                let rest = items[opener..].iter_mut().enumerate();
                rest.take_while(|(i, item)| *i == 0 || !item.is_first)
                    .for_each(|(_, item)| item.column = item.column.saturating_sub(1));
            }
            Edit::Open {
                before, unmatched, ..
            } => {
                let kind = match items[unmatched].kind {
                    Kind::Close(due) => Kind::Open(due),
                    kind => kind,
                };
                let opener = Item {
                    end: items[before].start,
                    kind,
                    ..items[before]
                };
                items[before].is_first = false;
                items.insert(before, opener);
            }
        }
        items
    }
}

/// The cost of a line that starts at or to the left of the line on which its list starts.
const FAR_LEFT: i32 = 4;
/// The cost of a line that starts to the right of that, but not to the right of its list's bracket.
const LEFT: i32 = 2;
/// The cost of a line that is in its list, but not where its items are.
const ASKEW: i32 = 1;
/// The cost of a line outside all lists that does not start where the form does.
const STRAY: i32 = 3;
/// The cost of a closing bracket whose shape differs from the opening one.
const MISMATCH: i32 = 6;
/// The cost of a bracket without a counterpart.
const UNMATCHED: i32 = 1000;
/// The number of lines after a bracket that are examined in the list around it.
const WINDOW: usize = 24;

/// Lists whose items may be at column 0, so that they may contain whole programs.
const CONTAINERS: [&str; 7] = [
    "library",
    "define-library",
    "module",
    "begin",
    "cond-expand",
    "else",
    "unit",
];

/// Operators that start such a list and say nothing about where its items are.
const HEADERS: [&str; 4] = ["export", "import", "provide", "require"];

/// Whether items start with a definition.
pub(super) fn is_definition(text: &str, items: &[Item]) -> bool {
    let head = items.get(1).map(|head| &text[head.span()]);
    head.is_some_and(|head| head.starts_with("define"))
}

/// A list, or the top level.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    /// The index of its bracket among the items.
    opener: usize,
    /// The bracket that closes it; 0 for the top level.
    due: u8,
    column: u32,
    indent: u32,
    /// The number of its items, including the last one as soon as that starts.
    count: u32,
    /// Whether its first item is not a list.
    begins_with_word: bool,
    /// Whether the last item so far is a mark that is waiting for its datum.
    waits: bool,
    /// The columns of its second and third items, if these are on the line of the bracket.
    second: Option<u32>,
    third: Option<u32>,
    /// Whether the second is a name or a signature, with which no line of a body is aligned.
    is_definition: bool,
    /// The column of its first item that starts a line.
    body: Option<u32>,
    /// Whether its operator is one of [`CONTAINERS`].
    pub(super) is_container: bool,
}

impl List {
    /// Whether it may contain lines at the column of its own line, as libraries do.
    pub(super) fn is_open_ended(&self) -> bool {
        self.is_container && self.body.is_none_or(|body| body <= self.column)
    }

    fn is_aligned(&self, column: u32) -> bool {
        column == self.column + 1 && !(self.begins_with_word && self.second.is_some())
            || column == self.column + 2
            || [self.third, self.body].contains(&Some(column))
            || self.second == Some(column) && !self.is_definition
    }
}

/// The cost of having the first item of a line in a list.
fn cost(item: &Item, list: &List) -> i32 {
    let column = item.column;
    if list.due == 0 {
        return if column == list.column { 0 } else { STRAY };
    }
    if let Kind::Close(_) = item.kind {
        return match column {
            _ if column == list.column || column == list.indent || list.is_aligned(column) => 0,
            _ if column < list.indent && !list.is_open_ended() => FAR_LEFT,
            _ => ASKEW,
        };
    }
    if column <= list.indent {
        if list.is_open_ended() { 0 } else { FAR_LEFT }
    } else if column <= list.column {
        LEFT
    } else if list.is_aligned(column) {
        0
    } else {
        ASKEW
    }
}

/// The cost of closing a list with a bracket.
fn mismatch(shape: u8, list: &List) -> i32 {
    match list.due {
        0 => UNMATCHED,
        due if due == shape => 0,
        _ => MISMATCH,
    }
}

/// A walk over items that keeps track of the open lists.
pub(super) struct Walk<'a> {
    text: &'a str,
    items: &'a [Item],
    /// The lists so far; the first is the top level.
    pub(super) lists: Vec<List>,
    /// The indices of the open lists.
    pub(super) open: Vec<usize>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(text: &'a str, items: &'a [Item]) -> Self {
        Walk {
            text,
            items,
            lists: vec![List {
                column: items.first().map_or(0, |first| first.column),
                ..List::default()
            }],
            open: Vec::new(),
        }
    }

    /// The index of the open list `up` levels out from the innermost one; 0 is the top level.
    fn around(&self, up: usize) -> usize {
        match self.open.len().checked_sub(up + 1) {
            Some(index) => self.open[index],
            None => 0,
        }
    }

    /// Processes the item with this index; returns the index of the list that it closes, if it closes one.
    pub(super) fn step(&mut self, number: usize) -> Option<usize> {
        let item = self.items[number];
        if let Kind::Close(_) = item.kind {
            return self.open.pop();
        }
        let innermost = self.around(0);
        let outer = self.around(1);
        let is_head = self.lists[innermost].count == 0;
        let is_header = || HEADERS.contains(&&self.text[item.span()]);
        if is_head && item.kind == Kind::Leaf {
            let is_container = CONTAINERS.contains(&&self.text[item.span()]);
            let List { opener, column, .. } = self.lists[innermost];
            let says_where = innermost != 0 && self.items[opener].is_first && !is_header();
            let outer = &mut self.lists[outer];
            if says_where && outer.is_container {
                outer.body.get_or_insert(column);
            }
            self.lists[innermost].begins_with_word = true;
            self.lists[innermost].is_definition = is_definition(self.text, &self.items[opener..]);
            self.lists[innermost].is_container = is_container && innermost != 0;
        }
        let list = &mut self.lists[innermost];
        if !list.waits {
            list.count += 1;
            if item.indent == list.indent && !item.is_first && list.body.is_none() {
                match list.count {
                    2 => list.second = Some(item.column),
                    3 => list.third = Some(item.column),
                    _ => {}
                }
            }
            if item.is_first && !list.is_container {
                list.body.get_or_insert(item.column);
            }
        }
        list.waits = item.kind == Kind::Prefix;
        if let Kind::Open(due) = item.kind {
            self.open.push(self.lists.len());
            self.lists.push(List {
                opener: number,
                due,
                column: item.column,
                indent: item.indent,
                ..List::default()
            });
        }
        None
    }
}

/// What the forward pass has found out about an item.
#[derive(Clone, Copy)]
struct Step {
    /// Its cost in its list.
    here: i32,
    /// Its cost in the enclosing list.
    around: i32,
    /// The part of the former that depends on its position.
    stands: i32,
    /// Its list; for a closing bracket, the list that it closes.
    list: usize,
}

/// The forward pass.
struct Course {
    steps: Vec<Step>,
    lists: Vec<List>,
    /// The lists that remain open.
    open: Vec<usize>,
    /// The first closing bracket that does not close anything.
    unmatched: Option<usize>,
}

fn course(text: &str, items: &[Item]) -> Course {
    let mut walk = Walk::new(text, items);
    let mut steps = Vec::with_capacity(items.len());
    let mut unmatched = None;
    for (number, item) in items.iter().enumerate() {
        let list = walk.around(0);
        let price = |list: &List| {
            let mut price = 0;
            if item.is_first && number > 0 {
                price += cost(item, list);
            }
            if let Kind::Close(shape) = item.kind {
                price += mismatch(shape, list);
            }
            price
        };
        let here = price(&walk.lists[list]);
        steps.push(Step {
            here,
            stands: match item.kind {
                Kind::Close(shape) => here - mismatch(shape, &walk.lists[list]),
                _ => here,
            },
            around: price(&walk.lists[walk.around(1)]),
            list,
        });
        if matches!(item.kind, Kind::Close(_)) && list == 0 {
            unmatched.get_or_insert(number);
        }
        walk.step(number);
    }
    Course {
        steps,
        open: walk.open,
        lists: walk.lists,
        unmatched,
    }
}

/// The change that best reconciles the brackets with the lines, if there are not as many opening as closing brackets.
pub(super) fn repair(text: &str, items: &[Item]) -> Option<Edit> {
    let course = course(text, items);
    match course.unmatched {
        Some(unmatched) => Some(fewer(items, &course, unmatched)),
        None if course.open.is_empty() => None,
        None => {
            let close = more(items, &course)?;
            Some(doubled(text, items, &close).unwrap_or(close))
        }
    }
}

/// The cost of all lines and all brackets.
fn total(text: &str, items: &[Item]) -> i32 {
    let course = course(text, items);
    let open = course.open.len() as i32 * UNMATCHED;
    course.steps.iter().map(|step| step.here).sum::<i32>() + open
}

/// As an alternative to adding a closing bracket: the change that drops one of two opening brackets, as in `((define`, if
/// the lines fit better then.
fn doubled(text: &str, items: &[Item], close: &Edit) -> Option<Edit> {
    let Edit::Close { after, opener, .. } = *close else {
        return None;
    };
    let is_doubled = |opener: usize| {
        items.get(opener + 1).is_some_and(|next| {
            let [first, second] = [items[opener].kind, next.kind];
            matches!((first, second), (Kind::Open(_), Kind::Open(_)))
                && next.start == items[opener].end
        })
    };
    let before = opener.checked_sub(1).filter(|before| is_doubled(*before));
    let opener = before.or_else(|| is_doubled(opener).then_some(opener))?;
    let drop = Edit::DropOpener { opener };
    // Inside a form, `((` starts clauses and bindings.
    let is_on_line = opener == 0 && items[1..=after].iter().all(|item| !item.is_first);
    let (dropped, closed) = (drop.apply(items), close.apply(items));
    let gain = total(text, &closed) - total(text, &dropped);
    (gain > 0 || gain == 0 && is_on_line).then_some(drop)
}

/// The best place for an additional closing bracket.
fn more(items: &[Item], course: &Course) -> Option<Edit> {
    // By the number of open lists: what closing a list here changes for the items after it.
    let mut changes = vec![-UNMATCHED; course.open.len() + 1];
    changes[0] = 0;
    let mut best: Option<(i32, usize)> = None;
    for (number, item) in items.iter().enumerate().rev() {
        if changes.len() > 1
            && let Some(change) = changes.last()
            && best.is_none_or(|(least, _)| *change < least)
        {
            best = Some((*change, number));
        }
        let Step { here, around, .. } = course.steps[number];
        match item.kind {
            Kind::Open(_) => {
                changes.pop();
            }
            Kind::Close(_) => changes.extend(changes.last().copied()),
            _ => {}
        }
        if let Some(change) = changes.last_mut() {
            *change += around - here;
        }
    }
    let (_, after) = best?;
    // The list that is open there.
    let mut open = Vec::new();
    for (number, item) in items[..=after].iter().enumerate() {
        match item.kind {
            Kind::Open(_) => open.push(number),
            Kind::Close(_) => {
                open.pop();
            }
            _ => {}
        }
    }
    let opener = open.pop()?;
    let mut height = 0i64;
    let mut least = 0i64;
    let mut witness = None;
    for (number, item) in items.iter().enumerate().skip(after + 1) {
        let Step { here, around, .. } = course.steps[number];
        if item.is_first && height == least && around < here {
            witness = Some(number);
            break;
        }
        match item.kind {
            Kind::Open(_) => height += 1,
            Kind::Close(_) => {
                height -= 1;
                least = least.min(height);
            }
            _ => {}
        }
    }
    Some(Edit::Close {
        after,
        opener,
        witness,
    })
}

/// The open lists, as seen from the end.
#[derive(Default)]
struct Rest {
    /// The indices of the first items of the lines in it, last one first.
    lines: Vec<usize>,
    /// The bracket that closes it; none if it is not closed.
    closer: Option<usize>,
    /// What changes after that bracket if it closes not this list but the unclosed list in it.
    change: i32,
}

/// The best closing bracket to drop, or the best place for an additional opening bracket, before the first bracket that
/// closes nothing.
fn fewer(items: &[Item], course: &Course, unmatched: usize) -> Edit {
    let mut open = vec![Rest {
        closer: Some(unmatched),
        ..Rest::default()
    }];
    // How much the cost of an item changes if the list `extra` is still open after it.
    let change = |rest: &Rest, extra: &List| {
        let lines = rest.lines.iter().rev().take(WINDOW);
        let lines = lines.map(|&line| cost(&items[line], extra) - course.steps[line].stands);
        let closed = rest
            .closer
            .map_or(UNMATCHED, |closer| match items[closer].kind {
                Kind::Close(shape) => {
                    mismatch(shape, extra)
                        - mismatch(shape, &course.lists[course.steps[closer].list])
                }
                _ => 0,
            });
        lines.sum::<i32>() + closed + rest.change
    };
    let mut best = (-UNMATCHED, unmatched, true);
    for number in (0..unmatched).rev() {
        let item = &items[number];
        let Step { list, .. } = course.steps[number];
        match item.kind {
            Kind::Close(shape) => {
                if let Some(rest) = open.last() {
                    let after = change(rest, &course.lists[list]);
                    let all = after - mismatch(shape, &course.lists[list]);
                    if all < best.0 {
                        best = (all, number, true);
                    }
                    open.push(Rest {
                        closer: Some(number),
                        change: after,
                        ..Rest::default()
                    });
                }
            }
            Kind::Open(_) => {
                open.pop();
            }
            Kind::Leaf | Kind::Prefix => {}
        }
        if let Some(rest) = open.last_mut() {
            if !matches!(item.kind, Kind::Close(_)) {
                let shape = rest.closer.map_or(b')', |closer| match items[closer].kind {
                    Kind::Close(shape) => shape,
                    _ => b')',
                });
                let extra = List {
                    due: shape,
                    column: item.column,
                    indent: item.indent,
                    second: items
                        .get(number + 1)
                        .filter(|next| !next.is_first)
                        .map(|next| next.column + 1),
                    ..List::default()
                };
                let all = change(rest, &extra) + if item.is_first { 1 } else { 2 };
                if all < best.0 {
                    best = (all, number, false);
                }
            }
            if item.is_first {
                rest.lines.push(number);
            }
        }
    }
    let (_, number, is_closer) = best;
    if is_closer {
        let extra = course.lists[course.steps[number].list];
        Edit::Drop {
            closer: number,
            witness: witness(items, course, number + 1..unmatched, &extra),
            unmatched,
        }
    } else {
        let extra = List {
            due: b')',
            column: items[number].column,
            indent: items[number].indent,
            ..List::default()
        };
        Edit::Open {
            before: number,
            witness: witness(items, course, number + 1..unmatched, &extra),
            unmatched,
        }
    }
}

/// The first item in a stretch that starts a line, is in the list in which the stretch starts, and fits better into
/// `extra`.
fn witness(items: &[Item], course: &Course, stretch: Range<usize>, extra: &List) -> Option<usize> {
    let mut depth = 0usize;
    for number in stretch.clone() {
        let item = &items[number];
        let is_better = || cost(item, extra) < course.steps[number].stands;
        if depth == 0 && item.is_first && is_better() {
            return Some(number);
        }
        match item.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) => depth = depth.checked_sub(1)?,
            Kind::Prefix | Kind::Leaf => {}
        }
    }
    None
}
