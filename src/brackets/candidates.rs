//! Finds changes that balance the brackets of a form.

use std::hash::BuildHasher;
use std::mem::discriminant;
use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::arities::fewest_when_done;
use super::fit::{Fix, FixStep, steps};
use super::outline::{ItemKind, walk};
use crate::syntax::lexemes::{Lexeme, LexemeKind, closings, is_declaration, opens};
use crate::text::replaced;

/// The maximum number of brackets that are changed in a form.
pub(super) const MAX_CHANGES: usize = 3;
/// The maximum number of candidates that are weighed, and that follow from one change.
const MAX_CANDIDATES: usize = 96;
/// The maximum number of candidates that are pursued if one change is not enough.
const MAX_PURSUED: usize = 12;

/// The limit on the work for one text: lexemes and bytes of all candidates.
pub(super) const MAX_WORK: usize = 1 << 22;
/// A change of a text: a span, and the bracket or quotation mark that takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DelimiterChange {
    pub(super) span: Range<usize>,
    pub(super) delimiter: Option<u8>,
    /// The number of brackets in the run here. Any of them may be the lost or added one.
    pub(super) run: usize,
    /// The start of that run.
    pub(super) run_start: usize,
}

/// The mistake that a change of a bracket undoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mistake {
    /// A closing bracket was lost where only closing brackets follow.
    LostAtTheEnd,
    /// A closing bracket was added there.
    AddedAtTheEnd,
    CloserLost,
    CloserAdded,
    OtherShape,
    OpenerLost,
    OpenerAdded,
}

impl DelimiterChange {
    /// Its span in the text, given that of the form.
    pub(super) fn span_in(&self, form: &Range<usize>) -> Range<usize> {
        form.start + self.span.start..form.start + self.span.end
    }

    /// Whether only closing brackets follow it in a form's text.
    pub(super) fn is_last(&self, text: &str) -> bool {
        text[self.span.start..].trim_end().chars().all(closes)
    }

    /// The mistake that this change of a form's text undoes.
    pub(super) fn mistake(&self, text: &str) -> Mistake {
        let old = text[self.span.clone()].chars().next();
        match (old, self.delimiter.map(char::from)) {
            (Some(_), Some(_)) => Mistake::OtherShape,
            (None, Some(new)) if closes(new) && self.is_last(text) => Mistake::LostAtTheEnd,
            (Some(old), None) if closes(old) && self.is_last(text) => Mistake::AddedAtTheEnd,
            (None, Some(new)) if closes(new) => Mistake::CloserLost,
            (None, _) => Mistake::OpenerLost,
            (Some(old), None) if closes(old) => Mistake::CloserAdded,
            (Some(_), None) => Mistake::OpenerAdded,
        }
    }
}

fn closes(c: char) -> bool {
    matches!(c, ')' | ']' | '}')
}

/// Changes that balance the brackets of a form.
#[derive(Clone)]
pub(super) struct Candidate {
    /// The changes, in the order of the text.
    pub(super) changes: Vec<DelimiterChange>,
    pub(super) lexemes: Vec<Lexeme>,
    /// The cost of all lines after it, compared with before.
    pub(super) cost: i32,
}

impl Candidate {
    pub(super) fn unchanged(lexemes: &[Lexeme]) -> Self {
        Candidate {
            changes: Vec::new(),
            lexemes: lexemes.to_vec(),
            cost: 0,
        }
    }

    /// This candidate with one more change, whose cost is added; none if that would take a mark with it, or undo another one.
    pub(super) fn after(&self, FixStep { fix, cost }: FixStep) -> Option<Candidate> {
        let change = change_of(&self.lexemes, fix)?;
        let mut changes = self.changes.clone();
        let key = |change: &DelimiterChange| (change.span.start, change.span.end);
        let index = changes.partition_point(|other| key(other) <= key(&change));
        changes.insert(index, change);
        // There are many candidates, so they take no more memory than they need.
        let mut lexemes = Vec::with_capacity(self.lexemes.len() + 1);
        lexemes.extend_from_slice(&self.lexemes);
        fix.apply(&mut lexemes);
        Some(Candidate {
            changes,
            lexemes,
            cost: self.cost + cost,
        })
    }

    /// The structure: for each line, a hash of the lines of the lists that are open at its start.
    pub(super) fn structure(&self) -> Vec<Option<u64>> {
        let mut structure = Vec::new();
        // For each open list, the hash of its line and of the lines of the lists around it.
        let mut open: Vec<u64> = Vec::new();
        let (mut line, mut last) = (0_u64, None);
        for lexeme in &self.lexemes {
            line += u64::from(lexeme.is_first);
            if lexeme.opens() >= 0 && last.replace(line) != Some(line) {
                structure.push(open.last().copied());
            }
            match lexeme.kind {
                LexemeKind::Open(_) => open.push(FxBuildHasher.hash_one((open.last(), line))),
                LexemeKind::Close(_) => drop(open.pop()),
                LexemeKind::Prefix | LexemeKind::Leaf => {}
            }
        }
        structure
    }

    /// The mistake that all of its changes undo, if it is the same.
    pub(super) fn only_mistake(&self, text: &str) -> Option<Mistake> {
        let mut mistakes = self.changes.iter().map(|change| change.mistake(text));
        let first = mistakes.next()?;
        mistakes.all(|other| other == first).then_some(first)
    }

    /// Whether it makes the same changes as another one.
    pub(super) fn is_like(&self, other: &Candidate) -> bool {
        let change = |it: &DelimiterChange| (it.span.clone(), it.delimiter);
        let others = other.changes.iter().map(change);
        self.changes.iter().map(change).eq(others)
    }

    /// The number of bytes that it adds to the text.
    pub(super) fn growth(&self) -> isize {
        let changes = self.changes.iter();
        let of_change = |change: &DelimiterChange| {
            isize::from(change.delimiter.is_some()) - isize::from(!change.span.is_empty())
        };
        changes.map(of_change).sum()
    }

    /// The text with its changes made.
    pub(super) fn applied(&self, text: &str) -> String {
        let changes = self.changes.iter().map(|change| {
            let new: String = change.delimiter.map(char::from).into_iter().collect();
            (change.span.clone(), new)
        });
        replaced(text, changes)
    }

    /// Whether a closing bracket is added to a list that has fewer items than its operator requires.
    pub(super) fn falls_short(&self, text: &str) -> bool {
        // These say whether a closing bracket is added in the current run of them, and whether one ends a list that is too short.
        let (mut is_added, mut is_short) = (false, false);
        let mut falls_short = false;
        walk(text, &self.lexemes, |list, number, next| {
            if next != ItemKind::End {
                (is_added, is_short) = (false, false);
                return;
            }
            let lexeme = &self.lexemes[number];
            is_added |= lexeme.start == lexeme.end;
            is_short |= list.open.count < fewest_when_done(list.open.head);
            falls_short |= is_added && is_short;
        });
        falls_short
    }

    /// Whether a name is defined as several values, the second on a line of its own, as if the list of the first ended too early.
    pub(super) fn defines_twice(&self, text: &str) -> bool {
        let mut defines_twice = false;
        walk(text, &self.lexemes, |list, number, next| {
            let has_value = list.open.head == "define" && list.is_named && list.open.count == 3;
            let is_second = next != ItemKind::End && self.lexemes[number].is_first;
            defines_twice |= has_value && is_second;
        });
        defines_twice
    }
}

/// The first mistake in brackets.
enum Imbalance {
    /// There are too few or too many.
    Number,
    /// This closing bracket has another shape than the opening one.
    Shape { opener: usize, closer: usize },
}

fn imbalance(lexemes: &[Lexeme]) -> Option<Imbalance> {
    if opens(lexemes) != 0 {
        return Some(Imbalance::Number);
    }
    let mut shape = None;
    for (closer, opener) in closings(lexemes) {
        let Some(opener) = opener else {
            return Some(Imbalance::Number);
        };
        if lexemes[closer].kind.counterpart() != lexemes[opener].kind {
            shape.get_or_insert(Imbalance::Shape { opener, closer });
        }
    }
    shape
}

/// Whether some bracket has no counterpart of any shape.
pub(super) fn is_uneven(lexemes: &[Lexeme]) -> bool {
    matches!(imbalance(lexemes), Some(Imbalance::Number))
}

/// The candidates that balance a form with the fewest changes; none if there are too many candidates, if more than [`MAX_CHANGES`] changes are
/// needed, or if it is too much work. Adjacent brackets count as one. The lexemes of all candidates are added to `work`.
pub(super) fn candidates(text: &str, lexemes: &[Lexeme], work: &mut usize) -> Vec<Candidate> {
    let mut candidates = vec![Candidate::unchanged(lexemes)];
    for _ in 0..MAX_CHANGES {
        // Candidates that are not made yet: what each is made from, and the change to make.
        let (mut balanced, mut unbalanced) = (Vec::new(), Vec::new());
        let mut seen = FxHashSet::default();
        for (from, candidate) in candidates.iter().enumerate() {
            if *work > MAX_WORK {
                return Vec::new();
            }
            for step in further(text, candidate, work) {
                let made = candidate.after(step);
                if let Some(made) = made.filter(|made| seen.insert(fingerprint(made))) {
                    match imbalance(&made.lexemes) {
                        None => balanced.push((from, step)),
                        Some(_) => unbalanced.push((from, step)),
                    }
                }
            }
        }
        let is_done = !balanced.is_empty();
        let (mut next, most) = match is_done {
            true => (balanced, MAX_CANDIDATES),
            false => (unbalanced, MAX_PURSUED),
        };
        next.sort_by_key(|(from, step)| candidates[*from].cost + step.cost);
        let next = next.into_iter();
        let next = next.filter_map(|(from, step)| candidates[from].after(step));
        candidates = next.take(most).collect();
        if is_done {
            return candidates;
        }
    }
    Vec::new()
}

/// A key that is different for candidates with different results.
fn fingerprint(candidate: &Candidate) -> u64 {
    let kinds = candidate.lexemes.iter().map(|lexeme| lexeme.kind);
    FxBuildHasher.hash_one(kinds.collect::<Vec<_>>())
}

/// The changes to make one more of; none if the candidates after them are too much work.
fn further(text: &str, candidate: &Candidate, work: &mut usize) -> Vec<FixStep> {
    let lexemes = &candidate.lexemes;
    match imbalance(lexemes) {
        None => Vec::new(),
        Some(Imbalance::Shape { opener, closer }) => {
            let like = |number: usize, other: usize| FixStep {
                fix: Fix::Reshape(number, lexemes[other].kind.counterpart()),
                cost: 0,
            };
            vec![like(opener, closer), like(closer, opener)]
        }
        Some(Imbalance::Number) => {
            let mut found = steps(text, lexemes);
            found.retain(|step| !opens_what_is_open(text, lexemes, step.fix));
            found.sort_by_key(|step| step.cost);
            found.truncate(MAX_CANDIDATES);
            *work += (found.len() + 1) * lexemes.len();
            if *work > MAX_WORK {
                found.clear();
            }
            found
        }
    }
}

/// The cheapest changes of single brackets, one after the other, for a form whose candidates are not compared.
pub(super) fn guess(text: &str, lexemes: &[Lexeme]) -> Candidate {
    let mut candidate = Candidate::unchanged(lexemes);
    while candidate.changes.len() < MAX_CHANGES && is_uneven(&candidate.lexemes) {
        let steps = steps(text, &candidate.lexemes).into_iter();
        let drops_opener =
            |fix| matches!(fix, Fix::Drop(number) if candidate.lexemes[number].opens() > 0);
        let cheapest = steps.min_by_key(|step| (step.cost, drops_opener(step.fix)));
        let Some(next) = cheapest.and_then(|step| candidate.after(step)) else {
            break;
        };
        candidate = next;
    }
    candidate
}

/// Whether a fix adds an opening bracket where none can be missing: before a dot, or before the bracket of a whole form, a definition or a
/// declaration, as in `((define`.
fn opens_what_is_open(text: &str, lexemes: &[Lexeme], fix: Fix) -> bool {
    let Fix::Insert(before, LexemeKind::Open(_)) = fix else {
        return false;
    };
    let lexeme = lexemes[before];
    match lexeme.opens() {
        1 => before == 0 || is_declaration(text, &lexemes[before..]),
        _ => &text[lexeme.span()] == ".",
    }
}

/// A fix as a change of the text; none if it would take a mark with it, or undo another one.
fn change_of(lexemes: &[Lexeme], fix: Fix) -> Option<DelimiterChange> {
    // The length and the start of the run of brackets of this kind, whatever their shapes, around an index.
    let run_around = |number: usize, kind: LexemeKind| {
        let is_of_run = |lexeme: &&Lexeme| discriminant(&lexeme.kind) == discriminant(&kind);
        let before = lexemes[..number].iter().rev().take_while(is_of_run).count();
        let count = before + lexemes[number..].iter().take_while(is_of_run).count();
        let first = lexemes.get(number - before).or(lexemes.last());
        (count, first.map_or(0, |first| first.start as usize))
    };
    let (span, bracket, run, run_start) = match fix {
        Fix::Insert(number, kind) => {
            let at = match kind {
                LexemeKind::Open(_) => lexemes[number].start as usize,
                // The bracket is added at the end of its run on the line.
                _ => {
                    let is_of_run = |next: &&Lexeme| next.kind == kind && !next.is_first;
                    let run = lexemes[number..].iter().take_while(is_of_run).count();
                    lexemes[number - 1 + run].end as usize
                }
            };
            let (run, run_start) = run_around(number, kind);
            (at..at, kind.bracket(), run + 1, run_start)
        }
        Fix::Drop(number) | Fix::Reshape(number, _) if lexemes[number].span().len() != 1 => {
            return None;
        }
        Fix::Drop(number) => {
            let lexeme = lexemes[number];
            let (run, run_start) = run_around(number, lexeme.kind);
            (lexeme.span(), None, run, run_start)
        }
        Fix::Reshape(number, kind) => {
            let lexeme = lexemes[number];
            (lexeme.span(), kind.bracket(), 1, lexeme.start as usize)
        }
    };
    Some(DelimiterChange {
        span,
        delimiter: bracket,
        run,
        run_start,
    })
}
