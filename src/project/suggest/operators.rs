//! The rules that could be suggested: those that an author's broken calls follow, for operators whose calls change.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use schemefmt::internals::call_sites::{Indentation, call_sites};
use schemefmt::internals::forms::attributes;
use schemefmt::internals::forms::project::body_at;
use schemefmt::internals::forms::{CALL, Column, Row};
use schemefmt::internals::hunks::hunks;
use schemefmt::internals::syntax::pairs::Changes;

use super::trial::on_each;
use super::{Proposal, SourceFile};

/// The number of operators that a pattern must match.
const OPERATORS: usize = 3;

/// The rows that are tried for an operator, those that most of its calls follow.
const ROWS: usize = 3;

/// Words that begin a clause and are not operators.
const NO_OPERATORS: [&str; 2] = ["else", "=>"];

/// The broken calls of an operator, or of those that match a pattern.
#[derive(Default)]
struct Calls {
    operators: BTreeSet<String>,
    /// The number of calls that are indented so.
    indentations: BTreeMap<Indentation, usize>,
    /// The lines in them that change.
    changed: usize,
}

/// The rules to try beside some settings, each with the changed lines in the calls of its operator.
pub(super) fn rules(
    files: &[&SourceFile],
    settings: &[&Proposal],
    jobs: NonZeroUsize,
) -> Vec<(Proposal, usize)> {
    let found = on_each(files, jobs, |file| calls(file, settings));
    let mut calls: BTreeMap<String, Calls> = BTreeMap::new();
    for call in found.into_iter().flatten() {
        for name in patterns(&call.operator).chain([call.operator.clone()]) {
            let calls = calls.entry(name).or_default();
            calls.operators.insert(call.operator.clone());
            *calls.indentations.entry(call.indentation).or_default() += 1;
            calls.changed += call.changed;
        }
    }
    calls.retain(|name, calls| {
        let is_pattern = name.contains('*') && !calls.operators.contains(name);
        calls.changed > 0 && (!is_pattern || calls.operators.len() >= OPERATORS)
    });
    let rules = calls.into_iter().flat_map(|(name, calls)| {
        let rows = rows(&name, calls.indentations);
        rows.into_iter().map(move |row| {
            let name = name.clone();
            (Proposal::Form { name, row }, calls.changed)
        })
    });
    rules.collect()
}

/// A call that its author has broken.
struct Call {
    operator: String,
    indentation: Indentation,
    /// The lines in it that change.
    changed: usize,
}

/// The calls of a file that are broken, with the lines in them that formatting changes.
fn calls(file: &SourceFile, settings: &[&Proposal]) -> Vec<Call> {
    let options = file.options(settings.iter().copied());
    let Ok(formatted) = schemefmt::format(&file.bytes, &options) else {
        return Vec::new();
    };
    let [before, after] = [&file.bytes, &formatted.output].map(|it| String::from_utf8_lossy(it));
    let hunks = hunks(&before, &after, &Changes::Unknown(formatted.switches));
    // The changed lines before each line.
    let mut changed = vec![0];
    for hunk in hunks {
        changed.resize(
            hunk.lines.start.max(changed.len()),
            changed[changed.len() - 1],
        );
        let so_far = changed[changed.len() - 1];
        changed.extend((1..=hunk.lines.len()).map(|lines| so_far + lines));
    }
    let before_line = |line: usize| changed[line.min(changed.len() - 1)];
    let sites = call_sites(&file.bytes, &options).unwrap_or_default();
    let sites = sites.into_iter().flatten();
    let sites = sites.filter(|site| !NO_OPERATORS.contains(&&*site.operator));
    let calls = sites.map(|site| Call {
        changed: before_line(site.lines.end - 1) - before_line(site.lines.start - 1),
        operator: site.operator,
        indentation: site.indentation,
    });
    calls.collect()
}

/// The patterns that match an operator: its first word and its last word.
fn patterns(operator: &str) -> impl Iterator<Item = String> {
    let start = operator
        .split_once('-')
        .map(|(start, _)| format!("{start}-*"));
    let end = operator.rsplit_once('-').map(|(_, end)| format!("*-{end}"));
    start
        .into_iter()
        .chain(end)
        .filter(|pattern| pattern.len() > 2)
}

/// The rows that most of some calls follow.
fn rows(name: &str, indentations: BTreeMap<Indentation, usize>) -> Vec<Row> {
    let mut followed: Vec<(usize, Row)> = Vec::new();
    for (indentation, calls) in indentations {
        let row = match indentation {
            Indentation::Aligned => Row::Always(CALL),
            Indentation::Under => body_at(name, 0, Column::Indent(1)),
            Indentation::Body { columns, most, .. }
                if attributes::REST.contains(&columns) && most <= attributes::MAX_ARGS =>
            {
                body_at(name, most, Column::Indent(columns))
            }
            _ => continue,
        };
        match followed.iter_mut().find(|(_, known)| *known == row) {
            Some((known, _)) => *known += calls,
            None => followed.push((calls, row)),
        }
    }
    followed.sort_by_key(|(calls, _)| std::cmp::Reverse(*calls));
    followed
        .into_iter()
        .take(ROWS)
        .map(|(_, row)| row)
        .collect()
}
