//! Votes of the authors' calls on the layout of an operator.
//!
//! A rule needs calls in several files, and its share of them has to hold without the file that has the most, so that no generated file
//! decides; for a pattern, also without the operator that has the most. An operator without rule and definition may be a procedure, so
//! nearly all of its calls must agree: smaller majorities are mostly chance.

use std::collections::{BTreeMap, BTreeSet};

use schemefmt::internals::call_sites::{CallSite, Indentation};
use schemefmt::internals::forms::attributes;
use schemefmt::internals::forms::project::body_at;
use schemefmt::internals::forms::rules::Provenance;
use schemefmt::internals::forms::{CALL, Column, Row};

/// The calls of each operator, with the files that contain them.
pub(super) type Sites = BTreeMap<String, Vec<(usize, CallSite)>>;

/// The macros of a project whose definitions say how they are laid out; none if those of a macro differ.
pub(super) type Macros = BTreeMap<String, Option<Row>>;

/// The number of calls that an operator must have for a vote.
pub(super) const QUORUM: usize = 8;

/// The number of files that must contain them.
pub(super) const FILES: usize = 3;

/// The number of operators that must have them for a vote on a pattern.
const OPERATORS: usize = 3;

/// The indentation of arguments under an operator that is alone on its line, in columns.
const UNDER: u8 = 1;

/// The share of its calls that a vote on a form requires, in percent.
const MAJORITY: usize = 75;

/// The share of its calls that any other vote requires, in percent.
const UNANIMITY: usize = 90;

/// Words that begin a clause and are not operators.
const NO_OPERATORS: [&str; 2] = ["else", "=>"];

/// A row for an operator, with the number of calls that are laid out like it.
pub(super) type WinningRow = (Row, usize);

/// Adds the calls of each pattern such as `*-configuration`: those of all operators that it matches and that no rule names, if there are
/// several.
pub(super) fn add_patterns(sites: &mut Sites) {
    let mut patterns = Sites::new();
    for (name, sites) in &*sites {
        if !sites.iter().all(|(_, site)| is_foreign(site)) {
            continue;
        }
        let (Some((start, _)), Some((_, end))) = (name.split_once('-'), name.rsplit_once('-'))
        else {
            continue;
        };
        for (part, pattern) in [(start, format!("{start}-*")), (end, format!("*-{end}"))] {
            if !part.is_empty() {
                patterns
                    .entry(pattern)
                    .or_default()
                    .extend_from_slice(sites);
            }
        }
    }
    patterns.retain(|_, sites| {
        let operators: BTreeSet<_> = sites.iter().map(|(_, site)| &site.operator).collect();
        operators.len() >= OPERATORS
    });
    sites.extend(patterns);
}

/// Whether no rule names the operator of a call.
fn is_foreign(site: &CallSite) -> bool {
    site.rule.as_ref().is_none_or(Provenance::is_pattern)
}

/// The rows to try for an operator: that of its definition in another file, and those that most of its calls follow, the one with
/// the most distinguished arguments first.
pub(super) fn rows(name: &str, sites: &[(usize, CallSite)], macros: &Macros) -> Vec<WinningRow> {
    if NO_OPERATORS.contains(&name) {
        return Vec::new();
    }
    let mut rows = Vec::new();
    if let Some(Some(row)) = macros.get(name)
        && sites.iter().any(|(_, site)| is_foreign(site))
    {
        rows.push((*row, sites.len()));
    }
    let files: BTreeSet<_> = sites.iter().map(|(file, _)| file).collect();
    if sites.len() >= QUORUM && files.len() >= FILES {
        let has_rule = sites.iter().any(|(_, site)| site.rule.is_some());
        let is_form = has_rule || macros.contains_key(name);
        rows.extend(winning_rows(name, sites, is_form));
    }
    rows
}

/// Whether an operator has a built-in row by its name.
pub(super) fn is_known(sites: &[(usize, CallSite)]) -> bool {
    let mut rules = sites.iter().filter_map(|(_, site)| site.rule.as_ref());
    rules.any(|rule| matches!(rule, Provenance::BuiltIn | Provenance::Pack(_)))
}

/// The rows that most calls follow, unless most are laid out as expected.
fn winning_rows(name: &str, sites: &[(usize, CallSite)], is_form: bool) -> Vec<WinningRow> {
    let columns: BTreeSet<u8> = sites
        .iter()
        .filter_map(|(_, site)| match site.indentation {
            Indentation::Body { columns, .. } => Some(columns),
            Indentation::Under => Some(UNDER),
            _ => None,
        })
        .filter(|columns| attributes::REST.contains(columns))
        .collect();
    let after = (0..=attributes::MAX_ARGS).rev();
    let bodies = after.flat_map(|after| columns.iter().map(move |&columns| (after, columns)));
    // Arguments that are all at +2 are those of a form; a procedure's are so by chance.
    let bodies = bodies.filter(|&(after, columns)| is_form || after > 0 || columns == UNDER);
    let share = if is_form { MAJORITY } else { UNANIMITY };
    let mut winning_rows = Vec::new();
    for body in bodies.map(Some).chain([None]) {
        let follows = |indentation: Indentation| match body {
            Some((0, UNDER)) if indentation == Indentation::Under => true,
            Some((after, columns)) => indentation.may_be_body(columns, after),
            None => indentation.is_plain(),
        };
        let expected = sites
            .iter()
            .filter(|(_, site)| site.expected.is_some_and(&follows));
        if is_majority(sites, follows, share) && expected.count() * 2 <= sites.len() {
            let row = body.map_or(Row::Always(CALL), |(after, columns)| {
                body_at(name, after, Column::Indent(columns))
            });
            let votes = sites.iter().filter(|(_, site)| follows(site.indentation));
            winning_rows.push((row, votes.count()));
        }
    }
    winning_rows
}

/// Whether this share of the calls, in percent, is indented so, also without the file and without the operator that has the most.
fn is_majority(
    sites: &[(usize, CallSite)],
    follows: impl Fn(Indentation) -> bool,
    share: usize,
) -> bool {
    holds_without_most(sites, &follows, share, |(file, _)| *file)
        && holds_without_most(sites, &follows, share, |(_, site)| &*site.operator)
}

/// Whether this share of the calls, in percent, is indented so, with the group that has the most calls and without it.
fn holds_without_most<'s, G: Ord>(
    sites: &'s [(usize, CallSite)],
    follows: impl Fn(Indentation) -> bool,
    share: usize,
    group: impl Fn(&'s (usize, CallSite)) -> G,
) -> bool {
    let mut groups: BTreeMap<G, (usize, usize)> = BTreeMap::new();
    for site in sites {
        let (votes, calls) = groups.entry(group(site)).or_default();
        *votes += usize::from(follows(site.1.indentation));
        *calls += 1;
    }
    let sum = |sums: (usize, usize), more: &(usize, usize)| (sums.0 + more.0, sums.1 + more.1);
    let (votes, calls) = groups.values().fold((0, 0), sum);
    let most = groups.values().max_by_key(|(_, calls)| *calls);
    let (most_votes, most_calls) = most.copied().unwrap_or_default();
    votes * 100 >= calls * share && (votes - most_votes) * 100 >= (calls - most_calls) * share
}

/// Whether the arguments of most operators without a rule are indented rather than aligned.
pub(super) fn are_indented(sites: &Sites) -> bool {
    let (mut indented, mut aligned) = (0, 0);
    for sites in sites.values() {
        let count = |wanted: fn(Indentation) -> bool| {
            let plain = sites.iter().filter(|(_, site)| site.rule.is_none());
            plain.filter(|(_, site)| wanted(site.indentation)).count()
        };
        let bodies = count(|indentation| matches!(indentation, Indentation::Body { .. }));
        let others = count(|indentation| indentation == Indentation::Aligned);
        indented += usize::from(bodies > others);
        aligned += usize::from(others > bodies);
    }
    indented > aligned
}
