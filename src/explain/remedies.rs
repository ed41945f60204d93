//! Finds settings for `schemefmt.toml` that change the layout of a form.
//!
//! Those that put it on one line, or on several, follow from its widths. All others are found by trial: the text is laid out under each
//! value of each option that concerns the layout, and under other rules for the operator.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use super::{Explanation, RightSide, Why, first_of_line, place_in};
use crate::brackets::arities::arity;
use crate::emit;
use crate::forms::attributes::{MAX_ARGS, REST};
use crate::forms::project::body_at;
use crate::forms::rules::{Location, Provenance, Rule};
use crate::forms::{CALL, Column, Row, body_form};
use crate::hunks::hunks;
use crate::layout::newline::Newline;
use crate::options::{self, Declaration, EndOfLine, LineBreaks, Options, Style, TrailingComments};
use crate::pipeline::read;
use crate::syntax::lexer::Switches;
use crate::syntax::pairs::{Pair, pairs};
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::diagnostics::counted;
use crate::text::lines::{Lines, start_of_line};
use crate::text::source::Source;
use crate::text::width::width;

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
/// The options that do not decide how a line is written if its breaks are the author's, or decide more than the layout.
const KEPT_ANYWAY: [&str; 7] = [
    "line-breaks",
    "dialect",
    "identifiers",
    "end-of-line",
    "style.preset",
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

/// The settings that are found by trial, and what they are for.
pub struct Advice {
    /// What each of the settings is for.
    pub aim: Aim,
    /// The settings, those first that change the fewest lines of the text.
    pub remedies: Vec<Remedy>,
}

/// What settings are for that are found by trial.
pub enum Aim {
    /// To keep this line as it is written.
    Keep(usize),
    /// To lay out a form, or the line in question, differently. No setting keeps the line named here, which changes although its breaks
    /// may be the author's.
    Change(Option<usize>),
}

/// The settings that each keep the line in question as it is written, if it changes and there are some; otherwise those that each lay out a
/// form, or that line, differently. Where the author's lines are kept, other lines are among them only if nothing else helps.
pub fn advice(input: &[u8], options: &Options, explanation: &Explanation) -> Advice {
    let change = |unkept, remedies| Advice {
        aim: Aim::Change(unkept),
        remedies,
    };
    let Ok(source) = Source::decode(input) else {
        return change(None, Vec::new());
    };
    let may_stay = options.style.line_breaks != LineBreaks::Canonical;
    let line = explanation.right.line.filter(|_| may_stay);
    let keeping = line.and_then(|line| Some((line, keeping(&source, options, line)?)));
    match keeping {
        Some((line, remedies)) if !remedies.is_empty() => Advice {
            aim: Aim::Keep(line),
            remedies,
        },
        none => {
            let mut remedies = differing(&source, options, explanation).unwrap_or_default();
            // Whoever asks why a line changes does not want others to change.
            remedies.retain(|remedy| none.is_none() || !remedy.line.starts_with("line-breaks"));
            change(none.map(|(line, _)| line), remedies)
        }
    }
}

/// The settings that each keep a line as it is written, if it changes.
fn keeping(source: &Source<'_>, options: &Options, line: usize) -> Option<Vec<Remedy>> {
    let relayout = Relayout::new(source, options, None)?;
    let stays = |output: &str| is_as_written(source.text.as_ref(), output, relayout.switches, line);
    if stays(&relayout.now) {
        return None;
    }
    let settings = settings(options, |key| !KEPT_ANYWAY.contains(&key));
    let tried = settings.chain(distances(source, options, line));
    let tried = tried.filter_map(|attempt| relayout.outcome(attempt));
    let kept = tried.filter(|(_, output, _)| stays(output));
    let kept = kept.map(|(lines, _, remedy)| (lines, None, remedy));
    Some(fewest_first(kept.collect()))
}

/// The settings that each lay out a form, or the line in question, differently.
fn differing(
    source: &Source<'_>,
    options: &Options,
    explanation: &Explanation,
) -> Option<Vec<Remedy>> {
    // Columns are found in blanks.
    let relayout = Relayout::new(source, options, Some(Newline::PLAIN))?;
    let around = explanation.start.as_ref();
    let around = around.and_then(|start| start.around.as_ref());
    let layout = |output: &str| {
        let place = |list: &Explanation| {
            place_in(source.text.as_ref(), output, relayout.switches, &list.span)
        };
        let (column, list) = place(explanation)?;
        let around = around.and_then(|(list, _)| place(list));
        Some((list, around.map(|(around, _)| column.abs_diff(around))))
    };
    let layout_now = layout(&relayout.now);
    let operators = [Some(explanation), around.map(|(list, _)| list)];
    let rules = operators
        .into_iter()
        .flatten()
        .flat_map(|list| rules(options, list));
    let concerns_layout =
        |key: &str| LAYOUT.contains(&key) || key.starts_with("style.") && !NOT_TRIED.contains(&key);
    let tried = settings(options, concerns_layout).chain(rules);
    let tried = tried.filter_map(|attempt| relayout.outcome(attempt));
    let mut found: Vec<_> = tried
        .map(|(lines, output, remedy)| (lines, layout(&output), remedy))
        .filter(|(_, layout, _)| *layout != layout_now)
        .collect();
    // Where lines are kept, other lines are advised only if nothing else helps.
    let is_kept = options.style.line_breaks == LineBreaks::Keep;
    let breaks = |remedy: &Remedy| is_kept && remedy.line.starts_with("line-breaks");
    if found.iter().any(|(.., remedy)| !breaks(remedy)) {
        found.retain(|(.., remedy)| !breaks(remedy));
    }
    Some(fewest_first(found))
}

/// A text that is laid out again under other settings.
struct Relayout<'s> {
    source: &'s Source<'s>,
    /// How lines are written; if none, as the settings have it.
    newline: Option<Newline>,
    switches: Switches,
    /// The output under the present settings.
    now: String,
}

impl<'s> Relayout<'s> {
    fn new(source: &'s Source<'s>, options: &Options, newline: Option<Newline>) -> Option<Self> {
        let mut relayout = Relayout {
            source,
            newline,
            switches: Switches::empty(),
            now: String::new(),
        };
        (relayout.now, relayout.switches) = relayout.print(options)?;
        Some(relayout)
    }

    fn print(&self, options: &Options) -> Option<(String, Switches)> {
        let text = self.source.text.as_ref();
        let reading = read(text, self.source.encoding, options);
        let own = || reading.newline(text, options, EndOfLine::Lf);
        let newline = self.newline.unwrap_or_else(own);
        let output = reading.print(text, options, newline).ok()?;
        Some((output, reading.switches))
    }

    /// The lines that an attempt changes, its output, and what to write.
    fn outcome(&self, (table, line, options): Attempt) -> Option<(usize, String, Remedy)> {
        let (output, _) = self.print(&options)?;
        let hunks = hunks(&self.now, &output, self.switches);
        let lines = hunks.iter().map(|hunk| hunk.lines.len().max(1)).sum();
        let effect = format!("changes {} of this file", counted(lines, "line"));
        let remedy = Remedy {
            table,
            line,
            effect,
        };
        Some((lines, output, remedy))
    }
}

/// Some settings, those first that change the fewest lines. Of several rules with the same result, one is enough.
fn fewest_first(mut found: Vec<(usize, Option<Placing>, Remedy)>) -> Vec<Remedy> {
    found.sort_by_key(|(lines, ..)| *lines);
    let mut remedies = Vec::new();
    let mut seen = Vec::new();
    for (_, result, remedy) in found {
        if remedy.table != FORMS {
            remedies.push(remedy);
        } else if !seen.contains(&result) {
            seen.push(result);
            remedies.push(remedy);
        }
    }
    remedies.truncate(MAX_FOUND);
    remedies
}

/// Whether a line of a text is as it is written in the output: its tokens, and the blanks around them.
fn is_as_written(text: &str, output: &str, switches: Switches, line: usize) -> bool {
    let lines = Lines::of(text);
    let [start, end] = [line, line + 1].map(|line| lines.start(line).unwrap_or(text.len()));
    let is_here = |place: &Range<usize>| (start..end).contains(&place.start);
    pairs(text, output, switches).all(|Pair { gap, token, .. }| {
        let gaps = [&text[gap[0].clone()], &output[gap[1].clone()]];
        let [before, after] = gaps.map(|gap| gap.rsplit_once('\n').unwrap_or(("", gap)).1);
        let is_broken = gaps.map(|gap| gap.contains('\n'));
        // Blanks at the end of a line never stay.
        let is_cut = is_here(&gap[0]) && is_broken[0] && gaps[0].starts_with([' ', '\t']);
        let stays = before == after
            && is_broken[0] == is_broken[1]
            && text[token[0].clone()] == output[token[1].clone()];
        !is_cut && (stays || !is_here(&token[0]))
    })
}

/// The text of a list, and its distance from the list around it.
type Placing = (String, Option<usize>);

/// A table of `schemefmt.toml`, a line in it, and the options with it.
type Attempt = (&'static str, String, Options);

/// Each other value of some options. Only the style breaks lines where the author does not.
fn settings(options: &Options, is_tried: fn(&str) -> bool) -> impl Iterator<Item = Attempt> {
    let setting = |option: &'static Declaration, value: &str| {
        let is_new = option.get(options) != value
            && !matches!((option.key, value), ("line-breaks", "keep" | "persistent"));
        let mut with = options.clone();
        option.set(&mut with, value).ok().filter(|()| is_new)?;
        let (table, key) = option.key.split_once('.').unwrap_or(("", option.key));
        Some((table, format!("{key} = {}", emit::as_toml(value)), with))
    };
    options::declared()
        .filter(move |option| is_tried(option.key))
        .flat_map(move |option| {
            let values = option.values.names.iter().chain(option.tried);
            let values: BTreeSet<_> = values.collect();
            values
                .into_iter()
                .filter_map(move |value| setting(option, value))
        })
}

/// Rules for the operators of the lists around a line that keep its distance from their brackets, the innermost list first.
fn distances(source: &Source<'_>, options: &Options, line: usize) -> Vec<Attempt> {
    let text = source.text.as_ref();
    let tree = &read(text, source.encoding, options).tree;
    let start = |id: NodeId| tree.nodes[id].start as usize;
    let column = |offset: usize| width(&text[start_of_line(text, offset)..offset]);
    let Some(first) = first_of_line(text, line) else {
        return Vec::new();
    };
    let around = tree.around(first..first + 1);
    let lists: Vec<NodeId> = around
        .filter(|id| tree.nodes[*id].kind == NodeKind::List)
        .collect();
    let mut attempts = Vec::new();
    for list in lists.into_iter().rev() {
        let items = tree.items(list);
        let items: Vec<NodeId> = items.filter(|item| start(*item) <= first).collect();
        let [operator, .., item] = items[..] else {
            continue;
        };
        let operator = &tree.nodes[operator];
        let distance = column(start(item)).checked_sub(column(start(list)));
        let distance = distance.and_then(|it| u8::try_from(it).ok());
        let distance = distance.filter(|it| REST.contains(it));
        if operator.kind != NodeKind::Atom || !tree.nodes[item].begins_line() {
            continue;
        }
        let operator = operator.text(text);
        let most = u8::try_from(items.len() - 2).unwrap_or(MAX_ARGS);
        let bodies = 0..=most.min(MAX_ARGS);
        let bodies =
            bodies.filter_map(|args| Some(body_at(operator, args, Column::Indent(distance?))));
        let rows = [Row::Always(CALL)].into_iter().chain(bodies);
        attempts.extend(rows.map(|row| ruled(options, operator, row)));
    }
    attempts
}

/// A rule for an operator, and the options with it.
fn ruled(options: &Options, operator: &str, row: Row) -> Attempt {
    let provenance = Provenance::Configuration(Location::here(0));
    let mut with = options.clone();
    let rules = Arc::make_mut(&mut with.rules.configuration);
    rules.insert(operator, Rule { row, provenance });
    let value = emit::show(operator, &row);
    (FORMS, format!("{} = {value}", emit::key(operator)), with)
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
    let bodies = bodies.map(|args| Row::Always(body_form(args)));
    let now = explanation.rule.as_ref().map(|rule| rule.row);
    let rows = [Row::Always(CALL)].into_iter().chain(bodies);
    rows.filter(|row| now != Some(*row))
        .map(|row| ruled(options, operator, row))
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
