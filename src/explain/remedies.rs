//! Finds settings for `schemefmt.toml` that change the layout of a form.
//!
//! Those that put it on one line, or on several, follow from its widths. All others are found by trial: the text is laid out under each
//! value of each option that concerns the layout, and under other rules for the operator.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use super::{Explanation, RightSide, Why, place_in};
use crate::brackets::arities::arity;
use crate::emit;
use crate::forms::rules::{Location, Provenance, Rule};
use crate::forms::{CALL, Row, body_form};
use crate::hunks::hunks;
use crate::layout::newline::Newline;
use crate::options::{self, Declaration, LineBreaks, Options, Style, TrailingComments};
use crate::pipeline::read;
use crate::text::diagnostics::counted;
use crate::text::source::Source;

/// A line of a `schemefmt.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// The table that contains it; empty for none.
    pub table: &'static str,
    /// `key = value`.
    pub line: String,
    /// The effect of the line.
    pub effect: String,
}

/// The options outside of the table `style` that concern the layout, but for the line width.
const LAYOUT: [&str; 5] = ["line-breaks", "rows", "closers", "columns", "alignment"];
/// The options in that table that do not decide how a list is laid out.
const NOT_TRIED: [&str; 4] = [
    "style.preset",
    "style.trailing-comments",
    "style.sort-imports",
    "style.sort-exports",
];
/// The maximum number of settings found by trial.
const MAX_FOUND: usize = 5;
/// The numbers of arguments before a body that are tried, the most common ones first.
const TRIED_ARGS: [u8; 3] = [1, 2, 0];
/// The table of rules for operators.
const FORMS: &str = "forms";

/// The settings that together put a form on one line; none if something prevents it but its width.
pub fn one_line(explanation: &Explanation) -> Vec<Remedy> {
    let of_why = |why: &Why| match why {
        Why::Limit { width, .. } => limited(explanation, *width),
        Why::Width { end, .. } => Some(Remedy {
            table: "",
            line: format!("line-width = {end}"),
            effect: "so that this form fits".to_owned(),
        }),
        _ => None,
    };
    let remedies: Option<Vec<Remedy>> = explanation.whys.iter().map(of_why).collect();
    remedies.unwrap_or_default()
}

/// The setting that breaks a form that is on one line, if its operator is the project's own.
pub fn several(explanation: &Explanation) -> Option<Remedy> {
    // A single argument usually stays beside the operator, whatever the limit is, and nothing else breaks what exceeds it already.
    let may_break = !explanation.is_unlimited
        && !explanation.exceeds_limit()
        && explanation.whys.is_empty()
        && explanation.arguments > 1
        && own_operator(explanation).is_some();
    may_break.then(|| limited(explanation, explanation.width?.checked_sub(1)?))?
}

/// The one-line limit of a form.
fn limited(explanation: &Explanation, columns: usize) -> Option<Remedy> {
    let operator = explanation.operator.as_deref()?;
    let is_call = explanation.form.strategy.is_call();
    let row = match &explanation.rule {
        // This row lays out only forms with a string.
        Some(rule) if !(is_call && matches!(rule.row, Row::IfNamed(..))) => rule.row,
        _ if is_call => Row::Always(CALL),
        _ => return None,
    };
    let value = emit::show_one_line(operator, &row, columns);
    Some(Remedy {
        table: FORMS,
        line: format!("{} = {value}", emit::key(operator)),
        effect: format!("on one line up to {columns} columns"),
    })
}

/// The operator of a form, if the program knows nothing about it: neither a procedure of the reports nor one with a built-in row.
fn own_operator(explanation: &Explanation) -> Option<&str> {
    let is_built_in =
        |rule: &Rule| matches!(rule.provenance, Provenance::BuiltIn | Provenance::Pack(_));
    let operator = explanation.operator.as_deref()?;
    let is_known = arity(operator).is_some() || explanation.rule.as_ref().is_some_and(is_built_in);
    (!is_known).then_some(operator)
}

/// The settings that each lay out a form, or the line in question, differently; those first that change the fewest lines of the text.
/// Where the author's lines are kept, other lines are among them only if nothing else helps.
pub fn found(input: &[u8], options: &Options, explanation: &Explanation) -> Vec<Remedy> {
    let Ok(source) = Source::decode(input) else {
        return Vec::new();
    };
    let text = source.text.as_ref();
    let laid_out = |options: &Options| {
        let reading = read(text, source.encoding, options);
        let output = reading.print(text, options, Newline::PLAIN).ok()?;
        Some((output, reading.switches))
    };
    let Some((now, switches)) = laid_out(options) else {
        return Vec::new();
    };
    let around = explanation.start.as_ref();
    let around = around.and_then(|start| start.around.as_ref());
    let layout = |output: &str| {
        let (column, list) = place_in(text, output, switches, &explanation.span)?;
        let around = around.and_then(|(list, _)| place_in(text, output, switches, &list.span));
        Some((list, around.map(|(around, _)| column.abs_diff(around))))
    };
    let layout_now = layout(&now);
    let operators = [Some(explanation), around.map(|(list, _)| list)];
    let rules = operators
        .into_iter()
        .flatten()
        .flat_map(|list| rules(options, list));
    let remedy = |(table, line, options): Attempt| {
        let (output, _) = laid_out(&options)?;
        let hunks = hunks(&now, &output, switches);
        let lines = hunks.iter().map(|hunk| hunk.lines.len().max(1)).sum();
        let effect = format!("changes {} of this file", counted(lines, "line"));
        let remedy = Remedy {
            table,
            line,
            effect,
        };
        let layout = layout(&output);
        (layout != layout_now).then_some((lines, layout, remedy))
    };
    let mut found: Vec<_> = settings(options).chain(rules).filter_map(remedy).collect();
    // Where lines are kept, other lines are advised only if nothing else helps.
    let is_kept = options.style.line_breaks == LineBreaks::Keep;
    let breaks = |remedy: &Remedy| is_kept && remedy.line.starts_with("line-breaks");
    if found.iter().any(|(.., remedy)| !breaks(remedy)) {
        found.retain(|(.., remedy)| !breaks(remedy));
    }
    found.sort_by_key(|(lines, ..)| *lines);
    // Of several rules that lay it out alike, one is enough.
    let mut seen = Vec::new();
    found.retain(|(_, layout, remedy)| {
        let is_repeated = remedy.table == FORMS && seen.contains(layout);
        seen.extend((remedy.table == FORMS).then(|| layout.clone()));
        !is_repeated
    });
    let found = found.into_iter().map(|(.., remedy)| remedy);
    found.take(MAX_FOUND).collect()
}

/// A table of `schemefmt.toml`, a line in it, and the options with it.
type Attempt = (&'static str, String, Options);

/// Each other value of the options that concern the layout. Only the style breaks lines where the author does not.
fn settings(options: &Options) -> impl Iterator<Item = Attempt> {
    let concerns_layout = |option: &&Declaration| {
        LAYOUT.contains(&option.key)
            || option.key.starts_with("style.") && !NOT_TRIED.contains(&option.key)
    };
    let setting = |option: &'static Declaration, value: &str| {
        let is_new = option.get(options) != value
            && !matches!((option.key, value), ("line-breaks", "keep" | "persistent"));
        let mut with = options.clone();
        option.set(&mut with, value).ok().filter(|()| is_new)?;
        let (table, key) = option.key.split_once('.').unwrap_or(("", option.key));
        Some((table, format!("{key} = {}", emit::as_toml(value)), with))
    };
    options::declared()
        .filter(concerns_layout)
        .flat_map(move |option| {
            let values = option.values.names.iter().chain(option.tried);
            let values: BTreeSet<_> = values.collect();
            values
                .into_iter()
                .filter_map(move |value| setting(option, value))
        })
}

/// Other rules for the operator of a form, unless it is one of the reports: a plain call, as a project may have a procedure with the name
/// of a built-in form, and a body after some arguments if there is no such form.
fn rules(options: &Options, explanation: &Explanation) -> Vec<Attempt> {
    let operator = explanation.operator.as_deref();
    let Some(operator) = operator.filter(|operator| arity(operator).is_none()) else {
        return Vec::new();
    };
    let is_own = own_operator(explanation).is_some();
    let has_body = |args: &u8| is_own && usize::from(*args) < explanation.arguments;
    let bodies = TRIED_ARGS.into_iter().filter(has_body);
    let bodies = bodies.map(|args| (args.to_string(), Row::Always(body_form(args))));
    let call = ("\"call\"".to_owned(), Row::Always(CALL));
    let now = explanation.rule.as_ref().map(|rule| rule.row);
    let attempt = |(value, row): (String, Row)| {
        let provenance = Provenance::Configuration(Location::here(0));
        let mut with = options.clone();
        let rules = Arc::make_mut(&mut with.rules.configuration);
        rules.insert(operator, Rule { row, provenance });
        (FORMS, format!("{} = {value}", emit::key(operator)), with)
    };
    let rows = [call].into_iter().chain(bodies);
    rows.filter(|(_, row)| now != Some(*row))
        .map(attempt)
        .collect()
}

/// The setting that moves a trailing comment.
pub fn trailing_comment(right: &RightSide, chosen: &Style) -> Option<Remedy> {
    let is_aligned = chosen.trailing_comments == TrailingComments::Align;
    let moves = is_aligned && right.comment.as_ref()?.blanks > 1;
    moves.then(|| Remedy {
        table: "style",
        line: "trailing-comments = \"beside\"".to_owned(),
        effect: "trailing comments one blank after the code".to_owned(),
    })
}

/// The lines as TOML, with those in no table first.
pub fn toml(remedies: &[Remedy]) -> String {
    let mut text = String::new();
    for table in ["", "style", FORMS] {
        let lines: Vec<&Remedy> = remedies.iter().filter(|line| line.table == table).collect();
        if lines.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        if !table.is_empty() {
            let _ = writeln!(text, "[{table}]");
        }
        for Remedy { line, effect, .. } in lines {
            let _ = writeln!(text, "{line:<32} # {effect}");
        }
    }
    text
}
