//! Computes how well the lines of a form fit its brackets, and which change of one bracket makes them fit better.
//!
//! A line fits a list if it starts to the right of the list's bracket, and either under its items or two columns to the
//! right of the bracket. [`cost`] says how badly a line fits a list. Changes are compared by the sum over all lines, which
//! can be computed without reading the text again for each change. If a list is closed early, every line after that stays
//! in its own list or, if that would have been the closed one, moves to the list around it; if a list is not closed, the
//! lines after it move into that list. So a forward pass computes what each lexeme costs in its own list and in the list
//! around that, and a backward pass sums up the differences.

use rustc_hash::FxHashMap;

use super::outline::{LinePosition, List, Walk};
use crate::syntax::lexemes::{Lexeme, LexemeKind};

/// A change that brings the brackets closer to balance.
#[derive(Clone, Copy)]
pub(super) struct FixStep {
    pub(super) fix: Fix,
    /// The change of the total cost of all lines.
    pub(super) cost: i32,
}

/// A change of one bracket; lexemes are given by their indices.
#[derive(Clone, Copy)]
pub(super) enum Fix {
    /// A bracket is missing before a lexeme, or after the last one.
    Insert(usize, LexemeKind),
    /// This bracket is extra.
    Drop(usize),
    /// This bracket has another shape.
    Reshape(usize, LexemeKind),
}

impl Fix {
    /// Applies the change to lexemes.
    pub(super) fn apply(self, lexemes: &mut Vec<Lexeme>) {
        match self {
            Fix::Insert(number, kind @ LexemeKind::Open(_)) => {
                let next = &mut lexemes[number];
                let end = next.start;
                let opener = Lexeme { end, kind, ..*next };
                next.is_first = false;
                lexemes.insert(number, opener);
            }
            Fix::Insert(number, kind) => {
                let last = lexemes[number - 1];
                let closer = Lexeme {
                    start: last.end,
                    is_first: false,
                    kind,
                    ..last
                };
                lexemes.insert(number, closer);
            }
            Fix::Drop(number) => {
                let dropped = lexemes.remove(number);
                // Lines keep their columns where only a closing bracket goes.
                if dropped.opens() < 0 {
                    return;
                }
                let rest = lexemes[number..].iter_mut();
                rest.take_while(|lexeme| !lexeme.is_first)
                    .for_each(|lexeme| lexeme.column = lexeme.column.saturating_sub(1));
                if let Some(next) = lexemes.get_mut(number) {
                    next.is_first |= dropped.is_first;
                }
            }
            Fix::Reshape(number, kind) => lexemes[number].kind = kind,
        }
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

/// The cost of having the first lexeme of a line in a list.
fn cost(lexeme: &Lexeme, list: &List<'_>) -> i32 {
    let column = lexeme.column;
    if list.due == 0 {
        return if column == list.open.column { 0 } else { STRAY };
    }
    let is_closer = lexeme.opens() < 0;
    match list.position(column) {
        LinePosition::FarLeft | LinePosition::Left if is_closer => {
            // It may be under the opening bracket, or under the start of the line of that.
            if column == list.open.column || column == list.indent {
                0
            } else {
                ASKEW
            }
        }
        LinePosition::FarLeft if list.open.is_open_ended() => 0,
        LinePosition::FarLeft => FAR_LEFT,
        LinePosition::Left => LEFT,
        LinePosition::Inside => ASKEW,
        _ => 0,
    }
}

/// The cost of closing a list with a bracket.
fn mismatch(shape: u8, list: &List<'_>) -> i32 {
    match list.due {
        0 => UNMATCHED,
        due if due == shape => 0,
        _ => MISMATCH,
    }
}

/// The cost of a lexeme, as found by the forward pass.
#[derive(Clone, Copy)]
struct Costs {
    /// Its cost in its list.
    here: i32,
    /// Its cost in the enclosing list.
    around: i32,
    /// The part of its cost in its list that depends on its column.
    stands: i32,
}

/// The forward pass.
struct Course<'t> {
    costs: Vec<Costs>,
    /// The list that each closing bracket closes, in order; the top level for a bracket that closes nothing.
    closed: Vec<List<'t>>,
    /// The lists that remain open.
    open: Vec<List<'t>>,
}

fn course<'t>(text: &'t str, lexemes: &'t [Lexeme]) -> Course<'t> {
    let mut walk = Walk::new(text, lexemes);
    let mut costs = Vec::with_capacity(lexemes.len());
    let mut closed = Vec::new();
    for (number, lexeme) in lexemes.iter().enumerate() {
        let (inner, outer) = (walk.list(0), walk.list(1));
        let stands = |list: &List<'_>| {
            if lexeme.is_first && number > 0 {
                cost(lexeme, list)
            } else {
                0
            }
        };
        let matches = |list: &List<'_>| match lexeme.kind {
            LexemeKind::Close(shape) => mismatch(shape, list),
            _ => 0,
        };
        costs.push(Costs {
            here: stands(inner) + matches(inner),
            around: stands(outer) + matches(outer),
            stands: stands(inner),
        });
        if lexeme.opens() < 0 {
            closed.push(*inner);
        }
        walk.step(number);
    }
    Course {
        costs,
        closed,
        open: walk.into_open(),
    }
}

/// How badly the lines of a text with these lexemes fit its lists.
pub(super) fn misfit(text: &str, lexemes: &[Lexeme]) -> i32 {
    let costs = course(text, lexemes).costs;
    costs.iter().map(|costs| costs.stands).sum()
}

/// Every change of one bracket that brings the brackets closer to balance: for the first closing bracket without an opening one, if there
/// is one, or for a list that is not closed.
pub(super) fn steps(text: &str, lexemes: &[Lexeme]) -> Vec<FixStep> {
    let mut course = course(text, lexemes);
    let closes_nothing = |list: &List<'_>| list.open.opener.is_none();
    if let Some(unmatched) = course.closed.iter().position(closes_nothing) {
        course.closed.truncate(unmatched);
        return places_to_open(lexemes, course);
    }
    places_to_close(lexemes, course)
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
    let after = lines(after).into_iter();
    let after: FxHashMap<u32, i32> = after.map(|(line, cost)| (line.start, cost)).collect();
    let is_worse = |(line, cost): &(Lexeme, i32)| {
        let better = after.get(&line.start);
        better.is_some_and(|better| better < cost)
    };
    let worse = lines(before).into_iter().find(is_worse);
    worse.map(|(line, _)| line)
}

/// Each offset for a closing bracket, last one first, and each opening bracket that can be dropped, which changes what closing its list at
/// once would.
fn places_to_close(lexemes: &[Lexeme], mut course: Course<'_>) -> Vec<FixStep> {
    // For each open list, its bracket, and what closing it here changes for the lexemes after it.
    let opened = |list: &List<'_>| list.open.opener.map(|opener| (opener, -UNMATCHED));
    let mut open: Vec<(usize, i32)> = course.open.iter().filter_map(opened).collect();
    let mut steps = Vec::with_capacity(lexemes.len());
    for (number, lexeme) in lexemes.iter().enumerate().rev() {
        if let Some(&(opener, cost)) = open.last() {
            if opener == number {
                let fix = Fix::Drop(opener);
                steps.push(FixStep { fix, cost });
            }
            let closer = lexemes[opener].kind.counterpart();
            let fix = Fix::Insert(number + 1, closer);
            steps.push(FixStep { fix, cost });
        }
        match lexeme.opens() {
            1 => drop(open.pop()),
            -1 => {
                let opener = course.closed.pop().and_then(|list| list.open.opener);
                let change = open.last().map_or(0, |(_, change)| *change);
                open.extend(opener.map(|opener| (opener, change)));
            }
            _ => {}
        }
        if let Some((_, change)) = open.last_mut() {
            *change += course.costs[number].around - course.costs[number].here;
        }
    }
    steps
}

/// An open list, seen from the end.
struct Rest {
    /// The indices of the first lexemes of the lines in it, last one first.
    lines: Vec<usize>,
    /// The bracket that closes it.
    closer: usize,
    /// The change of cost after that bracket if it closes the unclosed list in this one instead.
    change: i32,
    /// The cost of its shape here.
    mismatch: i32,
}

impl Rest {
    /// The change of the cost of all following lines if the list `extra` is still open here.
    fn change(&self, lexemes: &[Lexeme], course: &Course<'_>, extra: &List<'_>) -> i32 {
        let lines = self.lines.iter().rev().take(WINDOW);
        let lines = lines.map(|&line| cost(&lexemes[line], extra) - course.costs[line].stands);
        let closed = match lexemes[self.closer].kind {
            LexemeKind::Close(shape) => mismatch(shape, extra) - self.mismatch,
            _ => 0,
        };
        lines.sum::<i32>() + closed + self.change
    }
}

/// Each offset before the first bracket that closes nothing, last one first: a closing bracket to drop, or a lexeme to open a list
/// before. That bracket is the one after the lists of `course.closed`.
fn places_to_open(lexemes: &[Lexeme], mut course: Course<'_>) -> Vec<FixStep> {
    let mut closers = (0..lexemes.len()).filter(|number| lexemes[*number].opens() < 0);
    let Some(unmatched) = closers.nth(course.closed.len()) else {
        return Vec::new();
    };
    let rest = |closer, change, mismatch| Rest {
        lines: Vec::new(),
        closer,
        change,
        mismatch,
    };
    let mut open = vec![rest(unmatched, 0, UNMATCHED)];
    let mut steps = vec![FixStep {
        fix: Fix::Drop(unmatched),
        cost: -UNMATCHED,
    }];
    for (number, lexeme) in lexemes[..unmatched].iter().enumerate().rev() {
        if lexeme.opens() == 1 {
            open.pop();
        }
        let Some(around) = open.last() else { break };
        // An opening bracket gets the shape of the one that closes it.
        let opener = lexemes[around.closer].kind.counterpart();
        if let LexemeKind::Close(shape) = lexeme.kind {
            let extra = course.closed.pop().unwrap_or_default();
            let mismatch = mismatch(shape, &extra);
            let change = around.change(lexemes, &course, &extra);
            // Nothing is marked without an opening bracket.
            let is_marked = number > 0 && lexemes[number - 1].kind == LexemeKind::Prefix;
            let fix = match is_marked {
                true => Fix::Insert(number, lexeme.kind.counterpart()),
                false => Fix::Drop(number),
            };
            steps.push(FixStep {
                fix,
                cost: change - mismatch,
            });
            open.push(rest(number, change, mismatch));
        } else {
            let extra = opened_before(lexemes, number, opener);
            steps.push(FixStep {
                fix: Fix::Insert(number, opener),
                cost: around.change(lexemes, &course, &extra),
            });
        }
        if lexeme.is_first
            && let Some(rest) = open.last_mut()
        {
            rest.lines.push(number);
        }
    }
    steps
}

/// The list that a bracket of this shape would open before a lexeme.
fn opened_before(lexemes: &[Lexeme], number: usize, shape: LexemeKind) -> List<'static> {
    let next = lexemes.get(number + 1).filter(|next| !next.is_first);
    let due = match shape {
        LexemeKind::Open(due) => due,
        _ => b')',
    };
    let mut list = List::at(None, &lexemes[number], due);
    list.beside[0] = next.map(|next| next.column + 1);
    list
}
