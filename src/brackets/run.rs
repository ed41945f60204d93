//! Finds the change of one run of closing brackets that the columns of all lines require.

use std::ops::Range;

use super::candidates::{Candidate, DelimiterChange};
use super::fit::{Fix, FixStep};
use crate::syntax::lexemes::{Lexeme, LexemeKind};

/// The change of one run of closing brackets, at the end of a line, after which each line stands in the list that its column says, if
/// there is exactly one: a line stands in the innermost list that begins to the left of it. The lists that open at `containers` may hold
/// lines at any column, and end where the lexemes do.
pub(super) fn one_run(lexemes: &[Lexeme], containers: &[usize]) -> Option<Candidate> {
    // For each open list, its index among the lexemes and the bracket that closes it.
    let mut open: Vec<(usize, u8)> = Vec::new();
    let mut found: Option<Candidate> = None;
    // The closing brackets after the last other lexeme.
    let mut run = 0..0;
    for number in 0..=lexemes.len() {
        let lexeme = lexemes.get(number);
        if lexeme.is_some_and(|lexeme| lexeme.opens() < 0) {
            run.end = number + 1;
            continue;
        }
        if lexeme.is_none_or(|lexeme| lexeme.is_first && number > 0) {
            let ends = |(opener, _): &(usize, u8)| match lexeme {
                Some(line) => {
                    lexemes[*opener].column >= line.column && !containers.contains(opener)
                }
                None => true,
            };
            let count = open.iter().rev().take_while(|list| ends(list)).count();
            let due: Vec<u8> = open
                .drain(open.len() - count..)
                .map(|(_, due)| due)
                .collect();
            if !closes(&lexemes[run.clone()], &due) {
                let candidate = candidate(lexemes, run.clone(), &due)?;
                if found.replace(candidate).is_some() {
                    return None;
                }
            }
            if open.is_empty() && lexeme.is_some() {
                return None;
            }
        } else {
            for closer in &lexemes[run.clone()] {
                let (_, due) = open.pop()?;
                if closer.kind != LexemeKind::Close(due) {
                    return None;
                }
            }
            if open.is_empty() && !run.is_empty() {
                return None;
            }
        }
        if let Some(LexemeKind::Open(due)) = lexeme.map(|lexeme| lexeme.kind) {
            open.push((number, due));
        }
        run = number + 1..number + 1;
    }
    found
}

/// Whether a run closes these lists, innermost last.
fn closes(run: &[Lexeme], due: &[u8]) -> bool {
    let brackets = run.iter().map(|closer| closer.kind);
    brackets.eq(due.iter().rev().map(|due| LexemeKind::Close(*due)))
}

/// The maximum number of brackets that may be lost or added in one run.
const MAX_IN_RUN: usize = 64;

/// The change that makes a run close these lists, innermost last, by only adding or only removing brackets.
fn candidate(lexemes: &[Lexeme], run: Range<usize>, due: &[u8]) -> Option<Candidate> {
    // A mark has an opening bracket after it that was lost.
    let is_marked = run.start > 0 && lexemes[run.start - 1].kind == LexemeKind::Prefix;
    let is_long = due.len().abs_diff(run.len()) > MAX_IN_RUN;
    if run.start == 0 || is_long || is_marked {
        return None;
    }
    let mut candidate = Candidate::unchanged(lexemes);
    let mut rest = due.iter().rev().peekable();
    let mut number = run.start;
    for closer in &lexemes[run.clone()] {
        let is_due = |due: &&u8| closer.kind == LexemeKind::Close(**due);
        if rest.next_if(is_due).is_some() {
            number += 1;
        } else {
            candidate = candidate.after(FixStep {
                fix: Fix::Drop(number),
                cost: 0,
            })?;
        }
    }
    for due in rest {
        let fix = Fix::Insert(number, LexemeKind::Close(*due));
        candidate = candidate.after(FixStep { fix, cost: 0 })?;
        number += 1;
    }
    let adds = due.len() > run.len();
    let is_one_way = |change: &DelimiterChange| change.delimiter.is_some() == adds;
    candidate
        .changes
        .iter()
        .all(is_one_way)
        .then_some(candidate)
}
