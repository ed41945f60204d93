//! Finds settings for `schemefmt.toml` that change the layout of a form.
//!
//! Those that put it on one line, or on several, follow from its widths. All others are found by trial: the text is laid out under each
//! value of each option that concerns the layout, and under other rules for the operator.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use super::{Explanation, RightSide, Why};
use crate::brackets::arities::arity;
use crate::emit;
use crate::forms::project::body_after;
use crate::forms::rules::{Location, Provenance, Rule};
use crate::forms::{CALL, Row};
use crate::hunks::hunks;
use crate::layout::newline::Newline;
use crate::options::{self, Declaration, Options, Style, TrailingComments};
use crate::pipeline::read;
use crate::syntax::lexer::Switches;
use crate::syntax::pairs::pairs;
use crate::text::diagnostics::counted;
use crate::text::lines::start_of_line;
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

/// The settings that together put a form on one line; none if something prevents it but its width.
pub fn one_line(explanation: &Explanation) -> Vec<Remedy> {
    let of_why = |why: &Why| match why {
        Why::Limit { width, .. } => limited(explanation, *width),
        Why::Width { end, .. } => Some(Remedy {
            table: "",
            line: format!("line-width = {end}"),
            effect: "columns of a line".to_owned(),
        }),
        _ => None,
    };
    let remedies: Option<Vec<Remedy>> = explanation.whys.iter().map(of_why).collect();
    remedies.unwrap_or_default()
}

/// The setting that breaks a form that is on one line, if its operator is the project's own.
pub fn several(explanation: &Explanation) -> Option<Remedy> {
    // A single argument usually stays beside the operator, whatever the limit is.
    let may_break = !explanation.is_unlimited
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
        table: "forms",
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
        .filter_map(|list| rule(options, list));
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
        (layout(&output) != layout_now).then_some((lines, remedy))
    };
    let mut found: Vec<_> = settings(options).chain(rules).filter_map(remedy).collect();
    found.sort_by_key(|(lines, _)| *lines);
    let found = found.into_iter().map(|(_, remedy)| remedy);
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

/// Another rule for the operator of a form, if it is the project's own.
fn rule(options: &Options, explanation: &Explanation) -> Option<Attempt> {
    let operator = own_operator(explanation)?;
    let (value, row) = match &explanation.rule {
        Some(_) => ("\"call\"", Row::Always(CALL)),
        None => ("1", body_after(operator, 1)),
    };
    let provenance = Provenance::Configuration(Location::here(0));
    let mut with = options.clone();
    let rules = Arc::make_mut(&mut with.rules.configuration);
    rules.insert(operator, Rule { row, provenance });
    Some(("forms", format!("{} = {value}", emit::key(operator)), with))
}

/// The column of a list in the output, and its text there without the margin to its left.
fn place_in(
    text: &str,
    output: &str,
    switches: Switches,
    span: &Range<usize>,
) -> Option<(usize, String)> {
    let tokens = pairs(text, output, switches).map(|pair| pair.token);
    let within = tokens.skip_while(|[old, _]| old.start < span.start);
    let within = within.take_while(|[old, _]| old.start < span.end);
    let mut within = within.map(|[_, new]| new);
    let first = within.next()?;
    let end = within.last().map_or(first.end, |last| last.end);
    let column = first.start - start_of_line(output, first.start);
    let margin = format!("\n{:column$}", "");
    Some((column, output[first.start..end].replace(&margin, "\n")))
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
    for table in ["", "style", "forms"] {
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
