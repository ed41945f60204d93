//! How probable a text is, by the way in which its author writes.
//!
//! A text with brackets is the outcome of choices: what comes next in a list, or that it ends; whether that begins a line; and in which
//! column, if it does. [`Model`] counts what an author chose, and weighs another text by these counts. Where they have not chosen
//! often enough, what most authors choose fills in: the tables of [`measured`].

use rustc_hash::FxHashMap;

use super::arities::arity;
use super::lexemes::Lexeme;
use super::measured;
use super::outline::{ITEM_KINDS, ItemKind, Key, LIST_KINDS, List, ListKind, hash, walk};

/// Items of a list that are told apart; those after these count like the last.
pub(super) const ITEMS: usize = 6;
/// States of a list that say how probable it is that the next item begins a line.
pub(super) const STATES: usize = 4;
/// Where a line may begin in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stand {
    /// Like the line before in its list, and where the layout puts it.
    SameAndRight,
    /// Like the line before.
    Same,
    /// Where the layout puts it.
    Right,
    /// Under another item, or one or two columns to the right of the bracket.
    Aligned,
    /// Elsewhere to the right of the bracket.
    Inside,
    /// To the right of the start of the bracket's line.
    Left,
    /// To the left of that, or below it.
    FarLeft,
}

/// The number of these.
pub(super) const STANDS: usize = 7;
/// The tables for where a line begins: one whose list has had no line yet, one whose list has, and one that closes its list.
pub(super) const LINES: usize = 3;
/// The last of these.
const CLOSING: usize = LINES - 1;

/// How much the author's own choices are mixed with what most authors choose: as many of the latter, as if these had been seen.
const PRIOR_ITEMS: f64 = 4.0;
const PRIOR_LIKE: f64 = 3.0;
const PRIOR_BREAKS: f64 = 20.0;
const PRIOR_STANDS: f64 = 30.0;
/// The least probability of anything.
const LEAST: f64 = 1e-4;

/// The logarithm of the probability of a datum at top level that does not begin a line there, or is no list.
const TOP_STRAY: f64 = -8.0;
/// That of another list at top level that is not at the margin.
const TOP_SECOND: f64 = -2.0;

/// The share of round brackets, and how much a list's shape follows that of the list before it.
const ROUND: f64 = 0.98;
const LIKE_THE_ONE_BEFORE: f64 = 0.9;

/// How often each of some things was chosen.
pub type Counted<const N: usize> = [u32; N];

fn sum(tally: &[u32]) -> f64 {
    tally.iter().map(|count| f64::from(*count)).sum()
}

/// The probability of a choice, given the probability that it had before these were counted.
fn probability(tally: &[u32], chosen: usize, before: f64, weight: f64) -> f64 {
    let counted = f64::from(tally[chosen]);
    ((counted + weight * before) / (sum(tally) + weight)).max(LEAST)
}

/// The share of a choice.
fn share(tally: &[u32], chosen: usize) -> f64 {
    (f64::from(tally[chosen]) + 0.5) / (sum(tally) + 0.5 * tally.len() as f64)
}

/// A choice of an author, at an item or at the end of a list.
#[derive(Clone, Copy)]
enum AuthorChoice<'t> {
    /// What comes next in the list.
    Next(ItemKind),
    /// Whether this name, which is an item, is used as an operator.
    Use(&'t str, bool),
    /// Whether the brackets of the list, which ends, are others than round ones.
    Shape(bool),
    /// Whether the item begins a line.
    Break(bool),
    /// Where the line begins: the table that counts it, and the place.
    Line(usize, Stand),
}

/// Goes through a text, and visits each choice: the list in which it is made, the index of the lexeme, and what is chosen. `laid_out`
/// has the lexemes where the layout places them.
fn choices<'t>(
    text: &'t str,
    lexemes: &[Lexeme],
    laid_out: &[Lexeme],
    mut visit: impl FnMut(&List<'_>, usize, AuthorChoice<'t>),
) {
    walk(text, lexemes, |list, number, next| {
        let lexeme = &lexemes[number];
        let is_item = next != ItemKind::End;
        let is_at_top = list.kind == ListKind::Top;
        let mut visit = |choice| visit(list, number, choice);
        visit(AuthorChoice::Next(next));
        if let Some(is_operator) = use_of(list, next) {
            visit(AuthorChoice::Use(&text[lexeme.span()], is_operator));
        }
        if !is_item && !is_at_top {
            visit(AuthorChoice::Shape(list.due != b')'));
        }
        if is_item && list.count > 0 && !is_at_top {
            visit(AuthorChoice::Break(lexeme.is_first));
        }
        if let Some((line, stand)) = stand(list, number, next, lexemes, laid_out) {
            visit(AuthorChoice::Line(line, stand));
        }
    });
}

/// What an author, or what all authors, chose.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// By a list's kind and the number of its items so far.
    pub items: [[Counted<ITEM_KINDS>; ITEMS]; LIST_KINDS],
    /// By a list's kind and state: whether the next item began a line.
    pub breaks: [[Counted<2>; STATES]; LIST_KINDS],
    /// By what begins the line: where it begins.
    pub stands: [Counted<STANDS>; LINES],
}

impl Counts {
    /// Counts what the author of a text chose.
    pub(super) fn learn(&mut self, text: &str, lexemes: &[Lexeme], laid_out: &[Lexeme]) {
        choices(text, lexemes, laid_out, |list, _, choice| {
            self.count(list, choice)
        });
    }

    fn count(&mut self, list: &List<'_>, choice: AuthorChoice<'_>) {
        match choice {
            AuthorChoice::Next(_) if list.kind == ListKind::Top => {}
            AuthorChoice::Next(next) => {
                let (key, place) = place(list);
                self.items[key.kind as usize][place][next as usize] += 1;
            }
            AuthorChoice::Break(is_first) => {
                self.breaks[list.kind as usize][state(list)][usize::from(is_first)] += 1;
            }
            AuthorChoice::Line(line, stand) => self.stands[line][stand as usize] += 1,
            AuthorChoice::Use(..) | AuthorChoice::Shape(_) => {}
        }
    }
}

/// How one author writes.
#[derive(Clone, Default)]
pub(super) struct Model {
    pub(super) own: Counts,
    /// By operator, or kind, and the number of items so far.
    by_operator: FxHashMap<(Key, u8), Counted<ITEM_KINDS>>,
    /// By name: how often it was no operator, and how often it was one.
    names: FxHashMap<u64, Counted<2>>,
    /// By operator, or kind, and by kind: the shapes of brackets, round and other.
    shapes: FxHashMap<Key, Counted<2>>,
    shapes_of_kind: [Counted<2>; LIST_KINDS],
}

/// How a text's lines stand, apart from how probable that is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    /// The logarithm of its probability.
    pub(super) evidence: f64,
    /// The part of it that is about the columns of lines.
    pub(super) lines: f64,
    pub(super) standing: Standing,
}

/// How lines that begin with an item stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    pub(super) lines: usize,
    /// Those that stand neither where the layout puts them nor like the line before.
    pub(super) astray: usize,
}

impl Standing {
    fn add(&mut self, stand: usize, count: usize) {
        self.lines += count;
        if stand >= Stand::Aligned as usize {
            self.astray += count;
        }
    }

    /// Whether so many lines are astray that lines say little about brackets: more than every fifth, besides one.
    pub(super) fn is_off(self) -> bool {
        5 * self.astray > self.lines + 5
    }
}

impl Model {
    /// Counts what the author of a text chose.
    pub(super) fn learn(&mut self, text: &str, lexemes: &[Lexeme], laid_out: &[Lexeme]) {
        choices(text, lexemes, laid_out, |list, _, choice| {
            self.own.count(list, choice);
            match choice {
                AuthorChoice::Next(next) if list.kind != ListKind::Top => {
                    let (key, place) = place(list);
                    let tally = self.by_operator.entry((key, place as u8)).or_default();
                    tally[next as usize] += 1;
                }
                AuthorChoice::Use(name, is_operator) => {
                    self.names.entry(hash(name)).or_default()[usize::from(is_operator)] += 1;
                }
                AuthorChoice::Shape(shape) => {
                    self.shapes_of_kind[list.kind as usize][usize::from(shape)] += 1;
                    self.shapes.entry(list.key().0).or_default()[usize::from(shape)] += 1;
                }
                AuthorChoice::Next(_) | AuthorChoice::Break(_) | AuthorChoice::Line(..) => {}
            }
        });
    }

    /// Weighs a text.
    pub(super) fn weigh(&self, text: &str, lexemes: &[Lexeme], laid_out: &[Lexeme]) -> Weight {
        let mut weight = Weight::default();
        let add = |list: &List<'_>, number: usize, choice: AuthorChoice<'_>| match choice {
            AuthorChoice::Next(next) if list.kind == ListKind::Top => {
                weight.evidence += at_top(list, number, next, lexemes);
            }
            AuthorChoice::Next(next) => weight.evidence += self.of_item(list, next as usize).ln(),
            AuthorChoice::Use(name, is_operator) => {
                weight.evidence += self.of_name(name, is_operator).ln();
            }
            AuthorChoice::Shape(shape) => weight.evidence += self.of_shape(list, shape).ln(),
            AuthorChoice::Break(is_first) => {
                let (kind, state) = (list.kind as usize, state(list));
                let chosen = usize::from(is_first);
                let before = share(&measured::BREAKS[kind][state], chosen);
                let own = &self.own.breaks[kind][state];
                weight.evidence += probability(own, chosen, before, PRIOR_BREAKS).ln();
            }
            AuthorChoice::Line(line, stand) => {
                let stand = stand as usize;
                let before = share(&measured::STANDS_BY_LINE[line], stand);
                let own = &self.own.stands[line];
                weight.lines += probability(own, stand, before, PRIOR_STANDS).ln();
                if line != CLOSING {
                    weight.standing.add(stand, 1);
                }
            }
        };
        choices(text, lexemes, laid_out, add);
        weight.evidence += weight.lines;
        weight
    }

    /// The probability of what comes next in a list: items of a list are like those before them.
    fn of_item(&self, list: &List<'_>, item: usize) -> f64 {
        let apart = self.of_item_apart(list, item);
        let seen: f64 = list.seen.iter().map(|count| f64::from(*count)).sum();
        if item == ItemKind::End as usize || seen == 0.0 {
            return apart;
        }
        let goes_on = (1.0 - self.of_item_apart(list, ItemKind::End as usize)).max(LEAST);
        let share = apart / goes_on;
        let like = f64::from(list.seen[item]);
        goes_on * (like + PRIOR_LIKE * share) / (seen + PRIOR_LIKE)
    }

    /// The probability of what comes next in a list, whatever its items are.
    fn of_item_apart(&self, list: &List<'_>, item: usize) -> f64 {
        let (key, place) = place(list);
        let generic = &measured::ITEMS_BY_KIND[key.kind as usize][place];
        let counted = &self.own.items[key.kind as usize][place];
        let of_kind = |item: usize| probability(counted, item, share(generic, item), 50.0);
        let kind = of_kind(item);
        let before = match list.arity() {
            None => kind,
            Some((fewest, most)) => {
                let ends = match list.count {
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
        match self.by_operator.get(&(key, place as u8)) {
            Some(counted) => probability(counted, item, before, PRIOR_ITEMS),
            None => before.max(LEAST),
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
        let own = match self.shapes.get(&list.key().0) {
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

/// How probable it is that this comes next at the top level between two brackets at the margin: the first item is a list, and there is no
/// other one.
fn at_top(list: &List<'_>, number: usize, next: ItemKind, lexemes: &[Lexeme]) -> f64 {
    let lexeme = &lexemes[number];
    let begins_form = lexeme.is_first && lexeme.column == lexemes[0].column;
    match (next, list.count) {
        (ItemKind::Atom | ItemKind::Other | ItemKind::End, _) => TOP_STRAY,
        (_, 0) => 0.0,
        _ if begins_form => TOP_SECOND,
        _ => TOP_STRAY,
    }
}

/// Whether an item is a name that is used as an operator; none if it is no name, or stands where names are not used.
fn use_of(list: &List<'_>, next: ItemKind) -> Option<bool> {
    let is_used = !matches!(
        list.kind,
        ListKind::Data | ListKind::Parameters | ListKind::Value | ListKind::Top
    );
    match next {
        ItemKind::Atom if is_used && list.count > 0 => Some(false),
        ItemKind::Atom if list.kind == ListKind::Call => Some(true),
        _ => None,
    }
}

/// What the next item of a list is judged by.
fn place(list: &List<'_>) -> (Key, usize) {
    let (key, count) = list.key();
    (key, count.min(ITEMS - 1))
}

fn state(list: &List<'_>) -> usize {
    usize::from(list.is_broken) * 2 + usize::from(list.is_after_lines)
}

/// Where a line begins, if a lexeme begins one in a list: the table that counts it, and the place.
fn stand(
    list: &List<'_>,
    number: usize,
    next: ItemKind,
    lexemes: &[Lexeme],
    laid_out: &[Lexeme],
) -> Option<(usize, Stand)> {
    let opener = list.opener?;
    let lexeme = &lexemes[number];
    if !lexeme.is_first {
        return None;
    }
    let column = lexeme.column;
    let is_same = list.body == Some(column);
    let offset =
        |lexemes: &[Lexeme]| i64::from(lexemes[number].column) - i64::from(lexemes[opener].column);
    let is_right = match next {
        ItemKind::End => column == list.column || column == list.indent,
        _ => laid_out[number].is_first && offset(laid_out) == offset(lexemes),
    };
    let line = match next {
        ItemKind::End => CLOSING,
        _ => usize::from(list.body.is_some()),
    };
    let stand = match (is_same, is_right) {
        (true, true) => Stand::SameAndRight,
        (true, false) => Stand::Same,
        (false, true) => Stand::Right,
        (false, false) if list.is_aligned(column) => Stand::Aligned,
        (false, false) if column > list.column => Stand::Inside,
        (false, false) if column > list.indent => Stand::Left,
        (false, false) => Stand::FarLeft,
    };
    Some((line, stand))
}
