//! How well the lines of a form fit its brackets, and which change of one bracket makes them fit better.
//!
//! A line fits a list if it starts to the right of the list's bracket, and either under its items or two columns to the
//! right of the bracket. [`cost`] says how badly a line fits a list. Changes are compared by the sum over all lines, which
//! can be computed without reading the text again for each change. If a list is closed early, every line after that stays
//! in its own list or, if that would have been the closed one, moves to the list around it; if a list is not closed, the
//! lines after it move into that list. So a forward pass computes what each lexeme costs in its own list and in the list
//! around that, and a backward pass sums up the differences.

use super::lexemes::{Lexeme, LexemeKind};

/// A change that brings the brackets closer to balance.
pub(super) struct FixStep {
    pub(super) fix: Fix,
    /// The closing bracket without an opening one, if there is one.
    pub(super) unmatched: Option<usize>,
    /// How much the cost of all lines changes.
    pub(super) cost: i32,
}

/// A change of one bracket; lexemes are given by their indices.
#[derive(Clone, Copy)]
pub(super) enum Fix {
    /// A closing bracket is missing after a lexeme, for this opening one.
    Close { after: usize, opener: usize },
    /// An opening bracket is missing before a lexeme.
    Open { before: usize },
    /// This opening bracket is extra.
    DropOpener { opener: usize },
    /// This closing bracket is extra.
    DropCloser { closer: usize },
}

impl FixStep {
    /// Applies the change to lexemes.
    pub(super) fn apply(&self, lexemes: &[Lexeme]) -> Vec<Lexeme> {
        let mut lexemes = lexemes.to_vec();
        match self.fix {
            Fix::Close { after, opener } => {
                let closer = Lexeme {
                    start: lexemes[after].end,
                    is_first: false,
                    kind: lexemes[opener].kind.counterpart(),
                    ..lexemes[after]
                };
                lexemes.insert(after + 1, closer);
            }
            Fix::Open { before } => {
                let kind = self.unmatched.map(|closer| lexemes[closer].kind);
                let opener = Lexeme {
                    end: lexemes[before].start,
                    kind: kind.unwrap_or(LexemeKind::Close(b')')).counterpart(),
                    ..lexemes[before]
                };
                lexemes[before].is_first = false;
                lexemes.insert(before, opener);
            }
            Fix::DropOpener { opener } => {
                let dropped = lexemes.remove(opener);
                if let Some(next) = lexemes.get_mut(opener) {
                    next.is_first |= dropped.is_first;
                }
                let rest = lexemes[opener..].iter_mut().enumerate();
                rest.take_while(|(i, lexeme)| *i == 0 || !lexeme.is_first)
                    .for_each(|(_, lexeme)| lexeme.column = lexeme.column.saturating_sub(1));
            }
            Fix::DropCloser { closer } => {
                lexemes.remove(closer);
            }
        }
        lexemes
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

/// Whether lexemes start with a definition.
pub(super) fn is_definition(text: &str, lexemes: &[Lexeme]) -> bool {
    let head = lexemes.get(1).map(|head| &text[head.span()]);
    head.is_some_and(|head| head.starts_with("define"))
}

/// Whether lexemes start with a definition, a declaration or a list that may hold whole programs.
pub(super) fn is_declaration(text: &str, lexemes: &[Lexeme]) -> bool {
    let head = lexemes.get(1).map(|head| &text[head.span()]);
    let is_header = head.is_some_and(|head| HEADERS.contains(&head));
    is_definition(text, lexemes) || is_header || is_container(text, lexemes)
}

/// Whether lexemes start with a list that may hold whole programs.
pub(super) fn is_container(text: &str, lexemes: &[Lexeme]) -> bool {
    let head = lexemes.get(1).map(|head| &text[head.span()]);
    head.is_some_and(|head| CONTAINERS.contains(&head))
}

/// A list, or the top level.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    /// The index of its bracket among the lexemes.
    pub(super) opener: usize,
    /// The bracket that closes it; 0 for the top level.
    due: u8,
    column: u32,
    indent: u32,
    /// The number of its items, including the last one as soon as that starts.
    count: u32,
    /// Whether its first item is not a list.
    begins_with_word: bool,
    /// Whether the last lexeme so far is a mark that is waiting for its datum.
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

    /// Whether it begins with a name, defines nothing, and none of its items has begun a line.
    pub(super) fn is_header(&self) -> bool {
        self.begins_with_word && !self.is_definition && self.body.is_none()
    }

    fn is_aligned(&self, column: u32) -> bool {
        column == self.column + 1 && !(self.begins_with_word && self.second.is_some())
            || column == self.column + 2
            || [self.third, self.body].contains(&Some(column))
            || self.second == Some(column) && !self.is_definition
    }
}

/// The cost of having the first lexeme of a line in a list.
fn cost(lexeme: &Lexeme, list: &List) -> i32 {
    let column = lexeme.column;
    if list.due == 0 {
        return if column == list.column { 0 } else { STRAY };
    }
    if let LexemeKind::Close(_) = lexeme.kind {
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

/// A walk over lexemes that keeps track of the open lists.
pub(super) struct Walk<'a> {
    text: &'a str,
    lexemes: &'a [Lexeme],
    /// The lists so far; the first is the top level.
    pub(super) lists: Vec<List>,
    /// The indices of the open lists.
    pub(super) open: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(text: &'a str, lexemes: &'a [Lexeme]) -> Self {
        Walk {
            text,
            lexemes,
            lists: vec![List {
                column: lexemes.first().map_or(0, |first| first.column),
                ..List::default()
            }],
            open: Vec::new(),
        }
    }

    /// The walk that has gone over all lexemes.
    pub(super) fn through(text: &'a str, lexemes: &'a [Lexeme]) -> Self {
        let mut walk = Walk::new(text, lexemes);
        (0..lexemes.len()).for_each(|number| walk.step(number));
        walk
    }

    /// The index of the open list `up` levels out from the innermost one; 0 is the top level.
    fn around(&self, up: usize) -> usize {
        match self.open.len().checked_sub(up + 1) {
            Some(index) => self.open[index],
            None => 0,
        }
    }

    /// Processes the lexeme with this index.
    fn step(&mut self, number: usize) {
        let lexeme = self.lexemes[number];
        if let LexemeKind::Close(_) = lexeme.kind {
            self.open.pop();
            return;
        }
        let innermost = self.around(0);
        let outer = self.around(1);
        let is_head = self.lists[innermost].count == 0;
        let is_header = || HEADERS.contains(&&self.text[lexeme.span()]);
        if is_head && lexeme.kind == LexemeKind::Leaf {
            let is_container = CONTAINERS.contains(&&self.text[lexeme.span()]);
            let List { opener, column, .. } = self.lists[innermost];
            let says_where = innermost != 0 && self.lexemes[opener].is_first && !is_header();
            let outer = &mut self.lists[outer];
            if says_where && outer.is_container {
                outer.body.get_or_insert(column);
            }
            self.lists[innermost].begins_with_word = true;
            self.lists[innermost].is_definition = is_definition(self.text, &self.lexemes[opener..]);
            self.lists[innermost].is_container = is_container && innermost != 0;
        }
        let list = &mut self.lists[innermost];
        if !list.waits {
            list.count += 1;
            if lexeme.indent == list.indent && !lexeme.is_first && list.body.is_none() {
                match list.count {
                    2 => list.second = Some(lexeme.column),
                    3 => list.third = Some(lexeme.column),
                    _ => {}
                }
            }
            if lexeme.is_first && !list.is_container {
                list.body.get_or_insert(lexeme.column);
            }
        }
        list.waits = lexeme.kind == LexemeKind::Prefix;
        if let LexemeKind::Open(due) = lexeme.kind {
            self.open.push(self.lists.len());
            self.lists.push(List {
                opener: number,
                due,
                column: lexeme.column,
                indent: lexeme.indent,
                ..List::default()
            });
        }
    }
}

/// What a lexeme costs, as the forward pass has found.
#[derive(Clone, Copy)]
struct Costs {
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
    costs: Vec<Costs>,
    lists: Vec<List>,
    /// The lists that remain open.
    open: Vec<usize>,
    /// The first closing bracket that does not close anything.
    unmatched: Option<usize>,
}

impl Course {
    /// The opening bracket of the innermost list that is open before a lexeme, or at the end.
    fn opener_before(&self, number: usize) -> Option<usize> {
        let list = match self.costs.get(number) {
            Some(costs) => costs.list,
            None => *self.open.last()?,
        };
        (list != 0).then(|| self.lists[list].opener)
    }
}

fn course(text: &str, lexemes: &[Lexeme]) -> Course {
    let mut walk = Walk::new(text, lexemes);
    let mut costs = Vec::with_capacity(lexemes.len());
    let mut unmatched = None;
    for (number, lexeme) in lexemes.iter().enumerate() {
        let list = walk.around(0);
        let stands = |list: &List| {
            if lexeme.is_first && number > 0 {
                cost(lexeme, list)
            } else {
                0
            }
        };
        let matches = |list: &List| match lexeme.kind {
            LexemeKind::Close(shape) => mismatch(shape, list),
            _ => 0,
        };
        let (inner, outer) = (&walk.lists[list], &walk.lists[walk.around(1)]);
        costs.push(Costs {
            here: stands(inner) + matches(inner),
            around: stands(outer) + matches(outer),
            stands: stands(inner),
            list,
        });
        if matches!(lexeme.kind, LexemeKind::Close(_)) && list == 0 {
            unmatched.get_or_insert(number);
        }
        walk.step(number);
    }
    Course {
        costs,
        open: walk.open,
        lists: walk.lists,
        unmatched,
    }
}

/// Every change of one bracket that brings the brackets closer to balance: for the first closing bracket without an opening one, if there
/// is one, or for a list that is not closed.
pub(super) fn steps(text: &str, lexemes: &[Lexeme]) -> Vec<FixStep> {
    let course = course(text, lexemes);
    if let Some(unmatched) = course.unmatched {
        let places = places_to_open(lexemes, &course, unmatched).into_iter();
        let step = |place: OpeningPlace| FixStep {
            fix: place.fix(lexemes),
            // An opening bracket gets the shape of the one that closes it.
            unmatched: Some(place.closer),
            cost: place.cost,
        };
        return places.map(step).collect();
    }
    let mut steps = Vec::new();
    for (cost, after) in places_to_close(lexemes, &course) {
        let Some(opener) = course.opener_before(after + 1) else {
            continue;
        };
        let step = |fix| FixStep {
            fix,
            unmatched: None,
            cost,
        };
        if opener == after {
            steps.push(step(Fix::DropOpener { opener }));
        }
        steps.push(step(Fix::Close { after, opener }));
    }
    steps
}

/// The first line after an offset that fits its list better with these lexemes than with those before: its first lexeme.
pub(super) fn evidence(
    text: &str,
    before: &[Lexeme],
    after: &[Lexeme],
    offset: usize,
) -> Option<Lexeme> {
    let lines = |lexemes: &[Lexeme]| {
        let costs = course(text, lexemes).costs;
        let lines = lexemes.iter().zip(costs).filter(|(lexeme, _)| {
            lexeme.is_first && lexeme.start as usize >= offset && lexeme.opens() >= 0
        });
        let line = |(lexeme, costs): (&Lexeme, Costs)| (*lexeme, costs.stands);
        lines.map(line).collect::<Vec<_>>()
    };
    let (before, after) = (lines(before), lines(after));
    let mut after = after.into_iter().peekable();
    for (line, cost) in before {
        while after
            .next_if(|(other, _)| other.start < line.start)
            .is_some()
        {}
        if let Some((other, better)) = after.peek()
            && other.start == line.start
            && *better < cost
        {
            return Some(line);
        }
    }
    None
}

/// What a closing bracket after each lexeme would change for the lexemes after it, last one first. Dropping an opening bracket
/// changes what closing its list at once would.
fn places_to_close(lexemes: &[Lexeme], course: &Course) -> Vec<(i32, usize)> {
    // By the number of open lists: what closing a list here changes for the lexemes after it.
    let mut changes = vec![-UNMATCHED; course.open.len() + 1];
    changes[0] = 0;
    let mut places = Vec::with_capacity(lexemes.len());
    for (number, lexeme) in lexemes.iter().enumerate().rev() {
        if changes.len() > 1
            && let Some(change) = changes.last()
        {
            places.push((*change, number));
        }
        match lexeme.opens() {
            1 => drop(changes.pop()),
            -1 => changes.extend(changes.last().copied()),
            _ => {}
        }
        if let Some(change) = changes.last_mut() {
            *change += course.costs[number].around - course.costs[number].here;
        }
    }
    places
}

/// A list that is open, as seen from the end.
struct Rest {
    /// The indices of the first lexemes of the lines in it, last one first.
    lines: Vec<usize>,
    /// The bracket that closes it.
    closer: usize,
    /// What changes after that bracket if it closes not this list but the unclosed list in it.
    change: i32,
}

impl Rest {
    fn new(closer: usize, change: i32) -> Self {
        Rest {
            lines: Vec::new(),
            closer,
            change,
        }
    }

    /// How much the cost of what follows changes if the list `extra` is still open here.
    fn change(&self, lexemes: &[Lexeme], course: &Course, extra: &List) -> i32 {
        let lines = self.lines.iter().rev().take(WINDOW);
        let lines = lines.map(|&line| cost(&lexemes[line], extra) - course.costs[line].stands);
        let closed = match lexemes[self.closer].kind {
            LexemeKind::Close(shape) => {
                let list = &course.lists[course.costs[self.closer].list];
                mismatch(shape, extra) - mismatch(shape, list)
            }
            _ => 0,
        };
        lines.sum::<i32>() + closed + self.change
    }
}

/// A place before the first bracket that closes nothing: a closing bracket to drop, or a lexeme to open a list before.
struct OpeningPlace {
    /// How much the cost of all lines changes.
    cost: i32,
    number: usize,
    /// The bracket that closes the list that is then open.
    closer: usize,
}

impl OpeningPlace {
    fn fix(&self, lexemes: &[Lexeme]) -> Fix {
        match lexemes[self.number].opens() {
            -1 => Fix::DropCloser {
                closer: self.number,
            },
            _ => Fix::Open {
                before: self.number,
            },
        }
    }
}

/// All such places, last one first.
fn places_to_open(lexemes: &[Lexeme], course: &Course, unmatched: usize) -> Vec<OpeningPlace> {
    let mut open = vec![Rest::new(unmatched, 0)];
    let mut places = vec![OpeningPlace {
        cost: -UNMATCHED,
        number: unmatched,
        closer: unmatched,
    }];
    for (number, lexeme) in lexemes[..unmatched].iter().enumerate().rev() {
        if lexeme.opens() == 1 {
            open.pop();
        }
        let Some(rest) = open.last_mut() else { break };
        let (extra, price) = match lexeme.kind {
            LexemeKind::Close(shape) => {
                let extra = course.lists[course.costs[number].list];
                (extra, -mismatch(shape, &extra))
            }
            _ => {
                let shape = lexemes[rest.closer].kind.counterpart();
                let extra = opened_before(lexemes, number, shape);
                (extra, if lexeme.is_first { 1 } else { 2 })
            }
        };
        let after = rest.change(lexemes, course, &extra);
        places.push(OpeningPlace {
            cost: after + price,
            number,
            closer: rest.closer,
        });
        if lexeme.opens() == -1 {
            open.push(Rest::new(number, after));
        }
        if lexeme.is_first
            && let Some(rest) = open.last_mut()
        {
            rest.lines.push(number);
        }
    }
    places
}

/// The list that a bracket of this shape would open before a lexeme.
fn opened_before(lexemes: &[Lexeme], number: usize, shape: LexemeKind) -> List {
    let next = lexemes.get(number + 1).filter(|next| !next.is_first);
    List {
        due: match shape {
            LexemeKind::Open(due) => due,
            _ => b')',
        },
        column: lexemes[number].column,
        indent: lexemes[number].indent,
        second: next.map(|next| next.column + 1),
        ..List::default()
    }
}
