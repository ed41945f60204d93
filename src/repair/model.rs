//! How probable a text is, by the way in which its author writes.
//!
//! A text with brackets is the outcome of choices: what comes next in a list, or that it ends; whether that begins a line; and in which
//! column, if it does. [`Model`] counts what an author chose, and weighs another text by these counts. Where they have not chosen
//! often enough, what most authors choose fills in: the tables of [`measured`].

use std::hash::{Hash as _, Hasher as _};
use std::ops::AddAssign;

use rustc_hash::{FxHashMap, FxHasher};

use super::arities::arity;
use super::measured;
use super::outline::{Event, Key, LIST_KINDS, ListKind, OpenList, SYMBOLS, Symbol, walk};
use crate::culprit::code::Lexeme;

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

fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    hasher.finish()
}

/// How often each of some things was chosen.
#[derive(Clone, Copy, Debug)]
pub struct Tally<const N: usize>(pub [u32; N]);

impl<const N: usize> Default for Tally<N> {
    fn default() -> Self {
        Tally([0; N])
    }
}

impl<const N: usize> AddAssign<usize> for Tally<N> {
    fn add_assign(&mut self, chosen: usize) {
        self.0[chosen] += 1;
    }
}

impl<const N: usize> Tally<N> {
    fn sum(&self) -> f64 {
        self.0.iter().map(|count| f64::from(*count)).sum()
    }

    /// The probability of a choice, given the probability that it had before these were counted.
    fn probability(&self, chosen: usize, before: f64, weight: f64) -> f64 {
        let counted = f64::from(self.0[chosen]);
        ((counted + weight * before) / (self.sum() + weight)).max(LEAST)
    }

    /// The share of a choice.
    fn share(&self, chosen: usize) -> f64 {
        (f64::from(self.0[chosen]) + 0.5) / (self.sum() + 0.5 * N as f64)
    }
}

/// What an author, or what all authors, chose.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// By a list's kind and the number of its items so far.
    pub items: [[Tally<SYMBOLS>; ITEMS]; LIST_KINDS],
    /// By a list's kind and state: whether the next item began a line.
    pub breaks: [[Tally<2>; STATES]; LIST_KINDS],
    /// By what begins the line: where it begins.
    pub stands: [Tally<STANDS>; LINES],
}

impl Counts {
    /// Adds what another author chose.
    pub fn add(&mut self, other: &Counts) {
        fn add<const N: usize>(own: &mut Tally<N>, other: &Tally<N>) {
            own.0
                .iter_mut()
                .zip(other.0)
                .for_each(|(own, other)| *own += other);
        }
        let items = other.items.as_flattened().iter();
        self.items
            .as_flattened_mut()
            .iter_mut()
            .zip(items)
            .for_each(|(own, other)| add(own, other));
        let breaks = other.breaks.as_flattened().iter();
        self.breaks
            .as_flattened_mut()
            .iter_mut()
            .zip(breaks)
            .for_each(|(own, other)| add(own, other));
        self.stands
            .iter_mut()
            .zip(&other.stands)
            .for_each(|(own, other)| add(own, other));
    }

    /// The counts in ten-thousandths of what each list or line was counted for, as they stand in the source.
    pub fn tables(&self) -> String {
        fn row<const N: usize>(tally: &Tally<N>) -> String {
            let sum = tally.sum().max(1.0);
            let parts = tally
                .0
                .iter()
                .map(|count| format!("{:.0}", 1e4 * f64::from(*count) / sum));
            format!("Tally([{}])", parts.collect::<Vec<_>>().join(", "))
        }
        let table = |rows: Vec<String>| format!("[{}]", rows.join(", "));
        let items = self
            .items
            .iter()
            .map(|kind| table(kind.iter().map(row).collect()));
        let breaks = self
            .breaks
            .iter()
            .map(|kind| table(kind.iter().map(row).collect()));
        let stands = self.stands.iter().map(row);
        [items.collect(), breaks.collect(), stands.collect()]
            .map(table)
            .join(";\n")
    }
}

/// How one author writes.
#[derive(Clone, Default)]
pub(super) struct Model {
    own: Counts,
    /// By operator, or kind, and the number of items so far.
    by_operator: FxHashMap<(Key, u8), Tally<SYMBOLS>>,
    /// By name: how often it was no operator, and how often it was one.
    names: FxHashMap<u64, Tally<2>>,
    /// By operator, or kind, and by kind: the shapes of brackets, round and other.
    shapes: FxHashMap<Key, Tally<2>>,
    shapes_of_kind: [Tally<2>; LIST_KINDS],
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
    astray: usize,
}

impl Standing {
    fn add(&mut self, stand: usize, count: usize) {
        self.lines += count;
        self.astray += if stand >= Stand::Aligned as usize {
            count
        } else {
            0
        };
    }

    /// Whether so many lines are astray that lines say little about brackets: more than every fifth, besides one.
    pub(super) fn is_off(self) -> bool {
        5 * self.astray > self.lines + 5
    }
}

/// What the layout makes of a text: its lexemes again, as it places them. None if it could not be laid out.
pub(super) type LaidOut<'l> = Option<&'l [Lexeme]>;

impl Model {
    /// Counts what the author of a text chose.
    pub(super) fn learn(&mut self, text: &str, lexemes: &[Lexeme], laid_out: LaidOut<'_>) {
        walk(text, lexemes, |list, number, event| {
            if list.kind != ListKind::Top {
                let (key, place) = place(list);
                let symbol = symbol_of(&event);
                self.own.items[key.kind as usize][place] += symbol;
                *self.by_operator.entry((key, place as u8)).or_default() += symbol;
            }
            if let Some(is_operator) = use_of(list, &event) {
                let name = hash(&text[lexemes[number].span()]);
                *self.names.entry(name).or_default() += usize::from(is_operator);
            }
            if let Event::End = event {
                let shape = usize::from(list.due != b')');
                self.shapes_of_kind[list.kind as usize] += shape;
                *self.shapes.entry(list.key().0).or_default() += shape;
            }
            let lexeme = &lexemes[number];
            if let (Event::Item(_), true) = (&event, list.count > 0 && list.kind != ListKind::Top) {
                self.own.breaks[list.kind as usize][state(list)] += usize::from(lexeme.is_first);
            }
            if let Some((line, stand)) = stand(list, number, &event, lexemes, laid_out) {
                self.own.stands[line] += stand;
            }
        });
    }

    /// Counts what is chosen in a text that may be wrong in places, but for what operators and names have been used for: one wrong use
    /// of a rare one would count too much.
    pub(super) fn learn_roughly(&mut self, text: &str, lexemes: &[Lexeme], laid_out: LaidOut<'_>) {
        let mut rough = Model::default();
        rough.learn(text, lexemes, laid_out);
        self.own.add(&rough.own);
    }

    /// How the author's lines stand.
    pub(super) fn standing(&self) -> Standing {
        let mut standing = Standing::default();
        for tally in &self.own.stands[..LINES - 1] {
            for (stand, count) in tally.0.iter().enumerate() {
                standing.add(stand, *count as usize);
            }
        }
        standing
    }

    /// What has been counted.
    pub(super) fn counts(&self) -> &Counts {
        &self.own
    }

    /// Weighs a text.
    pub(super) fn weigh(&self, text: &str, lexemes: &[Lexeme], laid_out: LaidOut<'_>) -> Weight {
        let mut weight = Weight::default();
        walk(text, lexemes, |list, number, event| {
            weight.evidence += match (list.kind, &event) {
                (ListKind::Top, Event::Item(symbol)) => at_top(list, number, *symbol, lexemes),
                (ListKind::Top, Event::End) => TOP_STRAY,
                _ => self.of_item(list, symbol_of(&event)).ln(),
            };
            if let Some(is_operator) = use_of(list, &event) {
                let name = &text[lexemes[number].span()];
                weight.evidence += self.of_name(name, is_operator).ln();
            }
            if let (Event::End, true) = (&event, list.kind != ListKind::Top) {
                weight.evidence += self.of_shape(list).ln();
            }
            let lexeme = &lexemes[number];
            if let (Event::Item(_), true) = (&event, list.count > 0 && list.kind != ListKind::Top) {
                let (kind, state) = (list.kind as usize, state(list));
                let chosen = usize::from(lexeme.is_first);
                let before = measured::BREAKS[kind][state].share(chosen);
                let own = &self.own.breaks[kind][state];
                weight.evidence += own.probability(chosen, before, PRIOR_BREAKS).ln();
            }
            if let Some((line, stand)) = stand(list, number, &event, lexemes, laid_out) {
                let before = measured::STANDS_BY_LINE[line].share(stand);
                let own = &self.own.stands[line];
                weight.lines += own.probability(stand, before, PRIOR_STANDS).ln();
                if let Event::Item(_) = event {
                    weight.standing.add(stand, 1);
                }
            }
        });
        weight.evidence += weight.lines;
        weight
    }

    /// The probability of what comes next in a list: items of a list are like those before them.
    fn of_item(&self, list: &OpenList, symbol: usize) -> f64 {
        let apart = self.of_item_apart(list, symbol);
        let seen: f64 = list.seen.iter().map(|count| f64::from(*count)).sum();
        if symbol == Symbol::End as usize || seen == 0.0 {
            return apart;
        }
        let goes_on = (1.0 - self.of_item_apart(list, Symbol::End as usize)).max(LEAST);
        let share = apart / goes_on;
        let like = f64::from(list.seen[symbol]);
        goes_on * (like + PRIOR_LIKE * share) / (seen + PRIOR_LIKE)
    }

    /// The probability of what comes next in a list, whatever its items are.
    fn of_item_apart(&self, list: &OpenList, symbol: usize) -> f64 {
        let (key, place) = place(list);
        let generic = &measured::ITEMS_BY_KIND[key.kind as usize][place];
        let counted = &self.own.items[key.kind as usize][place];
        let of_kind = |symbol: usize| counted.probability(symbol, generic.share(symbol), 50.0);
        let kind = of_kind(symbol);
        let before = match key.operator.arity.filter(|_| key.kind == list.kind) {
            None => kind,
            Some((fewest, most)) => {
                let ends = match list.count {
                    count if count < fewest => 0.002,
                    count if count >= most => 0.998,
                    _ if most == u8::MAX => generic.share(Symbol::End as usize),
                    _ => 0.5,
                };
                match symbol == Symbol::End as usize {
                    true => ends,
                    false => (1.0 - ends) * kind / (1.0 - of_kind(Symbol::End as usize)).max(0.01),
                }
            }
        };
        match self.by_operator.get(&(key, place as u8)) {
            Some(counted) => counted.probability(symbol, before, PRIOR_ITEMS),
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
            Some(counted) => counted.probability(usize::from(is_operator), before, 1.0),
            None => before,
        }
    }

    /// The probability of the shape of a list's brackets.
    fn of_shape(&self, list: &OpenList) -> f64 {
        let shape = usize::from(list.due != b')');
        let usual = if shape == 0 { ROUND } else { 1.0 - ROUND };
        let kind = self.shapes_of_kind[list.kind as usize].probability(shape, usual, 1.0);
        let own = match self.shapes.get(&list.key().0) {
            Some(counted) => counted.probability(shape, kind, 2.0),
            None => kind,
        };
        match list.due_before {
            Some(due) if due == list.due => own + (1.0 - own) * LIKE_THE_ONE_BEFORE,
            Some(_) => own * (1.0 - LIKE_THE_ONE_BEFORE),
            None => own,
        }
    }
}

/// How probable it is that an item stands at the top level between two brackets at the margin: the first one is a list, and there is no
/// other one.
fn at_top(list: &OpenList, number: usize, symbol: Symbol, lexemes: &[Lexeme]) -> f64 {
    let lexeme = &lexemes[number];
    let begins_form = lexeme.is_first && lexeme.column == lexemes[0].column;
    match (symbol, list.count) {
        (Symbol::Atom | Symbol::Other, _) => TOP_STRAY,
        (_, 0) => 0.0,
        _ if begins_form => TOP_SECOND,
        _ => TOP_STRAY,
    }
}

/// Whether an item is a name that is used as an operator; none if it is no name, or stands where names are not used.
fn use_of(list: &OpenList, event: &Event) -> Option<bool> {
    let is_used = !matches!(
        list.kind,
        ListKind::Data | ListKind::Parameters | ListKind::Value | ListKind::Top
    );
    match event {
        Event::Item(Symbol::Atom) if is_used && list.count > 0 => Some(false),
        Event::Item(Symbol::Atom) if list.kind == ListKind::Call => Some(true),
        _ => None,
    }
}

fn symbol_of(event: &Event) -> usize {
    match event {
        Event::Item(symbol) => *symbol as usize,
        Event::End => Symbol::End as usize,
    }
}

/// What the next item of a list is judged by.
fn place(list: &OpenList) -> (Key, usize) {
    let (key, count) = list.key();
    (key, count.min(ITEMS - 1))
}

fn state(list: &OpenList) -> usize {
    usize::from(list.is_broken) * 2 + usize::from(list.is_after_lines)
}

/// Where a line begins, if a lexeme begins one in a list: the table that counts it, and the place.
fn stand(
    list: &OpenList,
    number: usize,
    event: &Event,
    lexemes: &[Lexeme],
    laid_out: LaidOut<'_>,
) -> Option<(usize, usize)> {
    let opener = list.opener?;
    let lexeme = &lexemes[number];
    if !lexeme.is_first {
        return None;
    }
    let (bracket, column) = (&lexemes[opener], lexeme.column);
    let is_same = list.body == Some(column);
    let is_right = match event {
        Event::End => column == bracket.column || column == bracket.indent,
        Event::Item(_) => laid_out.is_some_and(|laid_out| {
            let offset = |lexemes: &[Lexeme]| {
                i64::from(lexemes[number].column) - i64::from(lexemes[opener].column)
            };
            laid_out[number].is_first && offset(laid_out) == offset(lexemes)
        }),
    };
    let is_aligned = column == bracket.column + 1
        || column == bracket.column + 2
        || list.beside.contains(&Some(column));
    let line = match event {
        Event::End => 2,
        Event::Item(_) => usize::from(list.body.is_some()),
    };
    let stand = match (is_same, is_right) {
        (true, true) => Stand::SameAndRight,
        (true, false) => Stand::Same,
        (false, true) => Stand::Right,
        (false, false) if is_aligned => Stand::Aligned,
        (false, false) if column > bracket.column => Stand::Inside,
        (false, false) if column > bracket.indent => Stand::Left,
        (false, false) => Stand::FarLeft,
    };
    Some((line, stand as usize))
}
