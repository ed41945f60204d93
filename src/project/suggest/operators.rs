//! The rules that could be suggested: those that an author's broken calls follow, for operators whose calls change.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::Arc;

use schemefmt::Options;
use schemefmt::internals::call_sites::{Indentation, call_sites};
use schemefmt::internals::forms::attributes;
use schemefmt::internals::forms::project::body_at;
use schemefmt::internals::forms::{CALL, Column, Row};
use schemefmt::internals::hunks::hunks;
use schemefmt::internals::syntax::pairs::Changes;

use super::{Proposal, SourceFile, layer};
use crate::project::parallel::on_each;

/// The number of operators that a pattern must match.
const OPERATORS: usize = 3;

/// The rows that are tried for an operator, those that most of its calls follow.
const ROWS: usize = 3;

/// Words that begin a clause and are not operators.
const NO_OPERATORS: [&str; 2] = ["else", "=>"];

/// The broken calls of an operator, or of those that match a pattern.
#[derive(Default)]
pub(super) struct Calls {
    operators: BTreeSet<String>,
    /// The number of calls that are indented so.
    indentations: BTreeMap<Indentation, usize>,
    /// The lines in them that change.
    changed: usize,
}

impl Calls {
    /// The most lines of the diff that a rule for them can save: each line that changes is removed and added.
    pub(super) fn most_saved(&self) -> isize {
        2 * self.changed.cast_signed()
    }

    /// The rows that most of them follow, for an operator or a pattern of this name.
    pub(super) fn rows(&self, name: &str) -> Vec<Row> {
        let mut followed: Vec<(usize, Row)> = Vec::new();
        for (indentation, calls) in &self.indentations {
            let row = match indentation {
                Indentation::Aligned => Row::Always(CALL),
                Indentation::Under => body_at(name, 0, Column::Indent(1)),
                Indentation::Body { columns, most, .. }
                    if attributes::REST.contains(columns) && *most <= attributes::MAX_ARGS =>
                {
                    body_at(name, *most, Column::Indent(*columns))
                }
                _ => continue,
            };
            match followed.iter_mut().find(|(_, known)| *known == row) {
                Some((known, _)) => *known += calls,
                None => followed.push((*calls, row)),
            }
        }
        followed.sort_by_key(|(calls, _)| std::cmp::Reverse(*calls));
        let rows = followed.into_iter().map(|(_, row)| row);
        rows.take(ROWS).collect()
    }
}

/// The operators whose calls change under some settings, and patterns for several of them.
pub(super) fn changed(
    files: &[&SourceFile],
    settings: &[&Proposal],
    jobs: NonZeroUsize,
) -> BTreeMap<String, Calls> {
    let rules = Arc::new(layer(settings));
    let found = on_each(files, jobs, |file| {
        let mut options = file.options(settings.iter().copied());
        options.rules.configuration = Arc::clone(&rules);
        calls(file, &options)
    });
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
    calls
}

/// A call that its author has broken.
struct Call {
    operator: String,
    indentation: Indentation,
    /// The lines in it that change.
    changed: usize,
}

/// The calls of a file that are broken, with the lines in them that formatting changes.
fn calls(file: &SourceFile, options: &Options) -> Vec<Call> {
    let Ok(formatted) = schemefmt::format(&file.bytes, options) else {
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
    let sites = call_sites(&file.bytes, options).unwrap_or_default();
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
