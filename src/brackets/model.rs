//! The probability of a text, given its author's habits.
//!
//! A text results from choices: which item comes next in a list, or that the list ends; whether the item begins a line; and where in its
//! list that line begins. [`Model`] counts the author's choices, and weighs another text by these counts. If there are too few, the choices of
//! most authors fill in: the tables of [`measured`].

use rustc_hash::FxHashMap;

use super::arities::arity;
use super::candidates::Candidate;
use super::measured::{self, Counted, ITEMS, LINES, STATES};
use super::outline::{
    ITEM_KINDS, ItemKind, Key, LINE_POSITIONS, LIST_KINDS, LinePosition, List, ListKind, hash, walk,
};
use crate::syntax::lexemes::Lexeme;

/// The index of the table for lines that close a list, the last of the tables for positions.
const CLOSING: usize = LINES - 1;

/// The weight of the prior probability of the next item, as a number of the author's choices.
const PRIOR_ITEMS: f64 = 4.0;
/// The weight of the probability of the next item regardless of the items before it, as a number of those items.
const PRIOR_LIKE: f64 = 3.0;
/// The weight of the line breaks of most authors, as a number of the author's choices.
const PRIOR_BREAKS: f64 = 20.0;
/// The weight of the positions of lines of most authors, as a number of the author's choices.
const PRIOR_POSITIONS: f64 = 30.0;
/// The minimum probability.
const MIN_PROBABILITY: f64 = 1e-4;

/// The logarithm of the probability of an atom or the like at top level, or of a further datum there that is not at the margin.
const TOP_STRAY: f64 = -8.0;
/// The logarithm of the probability of a further list or marked datum at top level that is at the margin.
const TOP_SECOND: f64 = -2.0;

/// The prior probability that a list has round brackets.
const ROUND: f64 = 0.98;
/// The probability that a list takes the shape of its brackets from the list before it.
const LIKE_THE_ONE_BEFORE: f64 = 0.9;

fn sum(tally: &[u32]) -> f64 {
    tally.iter().map(|count| f64::from(*count)).sum()
}

/// The probability of a choice, given its prior probability.
fn probability(tally: &[u32], chosen: usize, before: f64, weight: f64) -> f64 {
    let counted = f64::from(tally[chosen]);
    ((counted + weight * before) / (sum(tally) + weight)).max(MIN_PROBABILITY)
}

/// The relative frequency of a choice.
fn share(tally: &[u32], chosen: usize) -> f64 {
    (f64::from(tally[chosen]) + 0.5) / (sum(tally) + 0.5 * tally.len() as f64)
}

/// A choice of an author, at an item or at the end of a list.
#[derive(Clone, Copy)]
enum AuthorChoice<'t> {
    /// The next item at top level, and whether it begins a line where the text begins.
    Top(ItemKind, bool),
    /// The next item of the list.
    Next(ItemKind),
    /// Whether this name, an item, is used as an operator.
    Use(&'t str, bool),
    /// Whether the list, which ends, has brackets that are not round.
    Shape(bool),
    /// Whether the item begins a line.
    Break(bool),
    /// Where the line is, and the table that counts it.
    Line(usize, LinePosition),
}

/// Visits each choice in a text, with its list.
fn choices<'t>(
    text: &'t str,
    lexemes: &[Lexeme],
    mut visit: impl FnMut(&List<'_>, AuthorChoice<'t>),
) {
    walk(text, lexemes, |list, number, next| {
        let lexeme = &lexemes[number];
        let mut visit = |choice| visit(list, choice);
        if list.kind == ListKind::Top {
            let is_at_margin = lexeme.is_first && lexeme.column == lexemes[0].column;
            return visit(AuthorChoice::Top(next, is_at_margin));
        }
        visit(AuthorChoice::Next(next));
        if let Some(is_operator) = use_of(list, next) {
            visit(AuthorChoice::Use(&text[lexeme.span()], is_operator));
        }
        if next == ItemKind::End {
            visit(AuthorChoice::Shape(list.due != b')'));
        } else if list.open.count > 0 {
            visit(AuthorChoice::Break(lexeme.is_first));
        }
        if list.open.opener.is_some() && lexeme.is_first {
            let line = match next {
                ItemKind::End => CLOSING,
                _ => usize::from(list.open.body.is_some()),
            };
            let position = match list.open.body {
                Some(column) if column == lexeme.column => LinePosition::Same,
                _ => list.position(lexeme.column),
            };
            visit(AuthorChoice::Line(line, position));
        }
    });
}

/// Counts of choices.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// How often each kind of item came next, by the list's kind and the number of its items so far.
    pub items: [[Counted<ITEM_KINDS>; ITEMS]; LIST_KINDS],
    /// How often the next item did not begin a line, and how often it did, by the list's kind and state.
    pub breaks: [[Counted<2>; STATES]; LIST_KINDS],
    /// How often a line began at each position, for the first line in its list, for later ones, and for a line that closes its list.
    pub positions: [Counted<LINE_POSITIONS>; LINES],
}

impl Counts {
    /// Counts what the author of a text chose.
    pub(super) fn learn(&mut self, text: &str, lexemes: &[Lexeme]) {
        choices(text, lexemes, |list, choice| self.count(list, choice));
    }

    fn count(&mut self, list: &List<'_>, choice: AuthorChoice<'_>) {
        match choice {
            AuthorChoice::Next(next) => {
                let (key, count) = key_and_count(list);
                self.items[key.kind as usize][count][next as usize] += 1;
            }
            AuthorChoice::Break(is_first) => {
                self.breaks[list.kind as usize][state(list)][usize::from(is_first)] += 1;
            }
            AuthorChoice::Line(line, position) => self.positions[line][position as usize] += 1,
            AuthorChoice::Top(..) | AuthorChoice::Use(..) | AuthorChoice::Shape(_) => {}
        }
    }
}

/// The habits of one author.
#[derive(Clone, Default)]
pub(super) struct Model {
    pub(super) own: Counts,
    /// The next item, by operator or kind, and the number of items so far.
    by_operator: FxHashMap<(Key, u8), Counted<ITEM_KINDS>>,
    /// For each name, how often it was not an operator, and how often it was.
    names: FxHashMap<u64, Counted<2>>,
    /// The shapes of brackets, round and other, by operator or kind, and by kind.
    shapes: FxHashMap<Key, Counted<2>>,
    shapes_of_kind: [Counted<2>; LIST_KINDS],
}

/// A candidate, and its weight.
pub(super) struct Judged {
    pub(super) candidate: Candidate,
    /// The logarithm of the probability of the change and of the text after it.
    pub(super) weight: f64,
}

impl Judged {
    /// How probable it is, as a multiple of the best one's probability.
    pub(super) fn odds(&self, best: &Judged) -> f64 {
        libm::exp(self.weight - best.weight)
    }
}

impl Model {
    /// Counts what the author of a text chose.
    pub(super) fn learn(&mut self, text: &str, lexemes: &[Lexeme]) {
        choices(text, lexemes, |list, choice| {
            self.own.count(list, choice);
            match choice {
                AuthorChoice::Next(next) => {
                    let (key, count) = key_and_count(list);
                    let tally = self.by_operator.entry((key, count as u8)).or_default();
                    tally[next as usize] += 1;
                }
                AuthorChoice::Use(name, is_operator) => {
                    self.names.entry(hash(name)).or_default()[usize::from(is_operator)] += 1;
                }
                AuthorChoice::Shape(shape) => {
                    self.shapes_of_kind[list.kind as usize][usize::from(shape)] += 1;
                    self.shapes.entry(list.key()).or_default()[usize::from(shape)] += 1;
                }
                AuthorChoice::Top(..) | AuthorChoice::Break(_) | AuthorChoice::Line(..) => {}
            }
        });
    }

    /// The logarithm of the probability of a text.
    pub(super) fn weigh(&self, text: &str, lexemes: &[Lexeme]) -> f64 {
        let mut weight = 0.0;
        choices(text, lexemes, |list, choice| {
            weight += match choice {
                AuthorChoice::Top(next, is_at_margin) => {
                    at_top(list.open.count, next, is_at_margin)
                }
                AuthorChoice::Next(next) => libm::log(self.of_item(list, next as usize)),
                AuthorChoice::Use(name, is_operator) => libm::log(self.of_name(name, is_operator)),
                AuthorChoice::Shape(shape) => libm::log(self.of_shape(list, shape)),
                AuthorChoice::Break(is_first) => libm::log(self.of_break(list, is_first)),
                AuthorChoice::Line(line, position) => libm::log(self.of_line(line, position)),
            };
        });
        weight
    }

    /// The probability that the next item begins a line, or does not.
    fn of_break(&self, list: &List<'_>, is_first: bool) -> f64 {
        let (kind, state, chosen) = (list.kind as usize, state(list), usize::from(is_first));
        let before = share(&measured::BREAKS[kind][state], chosen);
        probability(&self.own.breaks[kind][state], chosen, before, PRIOR_BREAKS)
    }

    /// The probability that a line begins at this position.
    fn of_line(&self, line: usize, position: LinePosition) -> f64 {
        let chosen = position as usize;
        let before = share(&measured::POSITIONS_BY_LINE[line], chosen);
        probability(&self.own.positions[line], chosen, before, PRIOR_POSITIONS)
    }

    /// The probability of the next item in a list, which is usually like those before it.
    fn of_item(&self, list: &List<'_>, item: usize) -> f64 {
        let apart = self.of_item_apart(list, item);
        let seen: f64 = list.seen.iter().map(|count| f64::from(*count)).sum();
        if item == ItemKind::End as usize || seen == 0.0 {
            return apart;
        }
        let goes_on = (1.0 - self.of_item_apart(list, ItemKind::End as usize)).max(MIN_PROBABILITY);
        let share = apart / goes_on;
        let like = f64::from(list.seen[item]);
        goes_on * (like + PRIOR_LIKE * share) / (seen + PRIOR_LIKE)
    }

    /// The probability of the next item in a list, regardless of the items before it.
    fn of_item_apart(&self, list: &List<'_>, item: usize) -> f64 {
        let (key, count) = key_and_count(list);
        let generic = &measured::ITEMS_BY_KIND[key.kind as usize][count];
        let counted = &self.own.items[key.kind as usize][count];
        let of_kind = |item: usize| probability(counted, item, share(generic, item), 50.0);
        let kind = of_kind(item);
        let before = match list.arity() {
            None => kind,
            Some((fewest, most)) => {
                let ends = match list.open.count {
                    count if count < fewest => 0.002,
                    count if count >= most => 0.998,
                    _ if most == u8::MAX => share(generic, ItemKind::End as usize),
                    _ => 0.5,
                };
                if item == ItemKind::End as usize {
                    ends
                } else {
                    (1.0 - ends) * kind / (1.0 - of_kind(ItemKind::End as usize)).max(0.01)
                }
            }
        };
        match self.by_operator.get(&(key, count as u8)) {
            Some(counted) => probability(counted, item, before, PRIOR_ITEMS),
            None => before.max(MIN_PROBABILITY),
        }
    }

    /// The probability that a name is used as an operator, or is not.
    fn of_name(&self, name: &str, is_operator: bool) -> f64 {
        let is_literal = name.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '#'));
        let before = match arity(name) {
            Some(_) => 0.95,
            None if is_literal => 0.05,
            None => 0.5,
        };
        let before = if is_operator { before } else { 1.0 - before };
        match self.names.get(&hash(name)) {
            Some(counted) => probability(counted, usize::from(is_operator), before, 1.0),
            None => before,
        }
    }

    /// The probability of the shape of a list's brackets.
    fn of_shape(&self, list: &List<'_>, shape: bool) -> f64 {
        let usual = if shape { 1.0 - ROUND } else { ROUND };
        let shape = usize::from(shape);
        let kind = probability(&self.shapes_of_kind[list.kind as usize], shape, usual, 1.0);
        let own = match self.shapes.get(&list.key()) {
            Some(counted) => probability(counted, shape, kind, 2.0),
            None => kind,
        };
        match list.due_before {
            Some(due) if due == list.due => own + (1.0 - own) * LIKE_THE_ONE_BEFORE,
            Some(_) => own * (1.0 - LIKE_THE_ONE_BEFORE),
            None => own,
        }
    }
}

/// The probability of the next item at top level between two brackets at the margin: usually, there is one list and nothing else.
fn at_top(count: u8, next: ItemKind, is_at_margin: bool) -> f64 {
    match (next, count) {
        (ItemKind::Atom | ItemKind::Other | ItemKind::End, _) => TOP_STRAY,
        (_, 0) => 0.0,
        _ if is_at_margin => TOP_SECOND,
        _ => TOP_STRAY,
    }
}

/// Whether an item is a name used as an operator; none if it is not a name, or if names are not evaluated there.
fn use_of(list: &List<'_>, next: ItemKind) -> Option<bool> {
    let is_used = !matches!(list.kind, ListKind::Data | ListKind::Parameters);
    match next {
        ItemKind::Atom if is_used && list.open.count > 0 => Some(false),
        ItemKind::Atom if list.kind == ListKind::Call => Some(true),
        _ => None,
    }
}

/// The key for the items of a list, and the number of those so far, as far as it is told apart.
fn key_and_count(list: &List<'_>) -> (Key, usize) {
    (list.key(), usize::from(list.open.count).min(ITEMS - 1))
}

fn state(list: &List<'_>) -> usize {
    usize::from(list.is_broken) * 2 + usize::from(list.is_after_lines)
}
