//! Finds settings for `schemefmt.toml` that change the layout of a form.
//!
//! Those that put it on one line, or on several, follow from its widths. All others are found by trial: the text is laid out under each
//! value of each option that concerns the layout, and under other rules for the operator.

use std::fmt::Write as _;
use std::sync::Arc;

use super::line::{TextAndOutput, first_of_line, place_in};
use super::{Explained, Explanation, LineExplanation, Why};
use crate::brackets::arities::arity;
use crate::emit;
use crate::forms::attributes::{self, Atom, MAX_ARGS, REST};
use crate::forms::project::body_at;
use crate::forms::rules::{Location, Provenance, Rule};
use crate::forms::{CALL, Column, Row, body_form};
use crate::hunks::hunks;
use crate::layout::newline::Newline;
use crate::options::{self, Declaration, LineBreaks, Options, Style, TrailingComments};
use crate::pipeline::read;
use crate::syntax::lexer::Switches;
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::diagnostics::counted;
use crate::text::lines::start_of_line;
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

const LINE_BREAKS: &str = "line-breaks";
/// The options outside of the table `style` that concern the layout, but for the line width.
const LAYOUT: [&str; 5] = [LINE_BREAKS, "rows", "closers", "columns", "alignment"];
/// The options in that table that do not decide how a list is laid out.
const NOT_TRIED: [&str; 4] = [
    "style.preset",
    "style.trailing-comments",
    "style.sort-imports",
    "style.sort-exports",
];
/// The options that decide how a text is read, the values of others, or the order of items.
const KEPT_ANYWAY: [&str; 4] = [
    "dialect",
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
    let (operator, row) = limitable(explanation)?;
    let value = emit::show_one_line(operator, &row, columns);
    Some(Remedy {
        table: FORMS,
        line: format!("{} = {value}", emit::key(operator)),
        effect: format!("on one line up to {columns} columns"),
    })
}

/// The operator of a form, and the row to give a one-line limit.
fn limitable(explanation: &Explanation) -> Option<(&str, Row)> {
    let operator = explanation.operator.as_deref()?;
    let is_call = explanation.form.strategy.is_call();
    match &explanation.rule {
        // This row lays out only forms with a string.
        Some(rule) if !(is_call && matches!(rule.row, Row::IfNamed(..))) => {
            Some((operator, rule.row))
        }
        _ if is_call => Some((operator, Row::Always(CALL))),
        _ => None,
    }
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
    /// The settings, the best ones first.
    pub remedies: Vec<Remedy>,
}

/// What settings are for that are found by trial.
pub enum Aim {
    /// To keep this line, which changes, as it is written.
    Keep(usize),
    /// To lay out a form differently.
    Change,
}

/// The settings that each keep the line in question as it is written, if it changes; otherwise those that each lay out the form differently.
pub fn advice(input: &[u8], options: &Options, explained: &Explained) -> Advice {
    let form = explained.form.as_ref();
    let line = explained.line.as_ref();
    let source = Source::decode(input).ok();
    let source = source.as_ref();
    match line.filter(|line| !line.changes.is_empty()) {
        Some(line) => Advice {
            aim: Aim::Keep(line.line),
            remedies: source
                .and_then(|source| keeping(source, options, line, form))
                .unwrap_or_default(),
        },
        None => Advice {
            aim: Aim::Change,
            remedies: source
                .zip(form)
                .and_then(|(source, form)| differing(source, options, form, line))
                .unwrap_or_default(),
        },
    }
}

/// The best settings that each keep a line as it is written, those first with the smallest diff of the file. Another way to break lines is
/// among them only if nothing else helps, and what makes the diff larger only if everything does.
fn keeping(
    source: &Source<'_>,
    options: &Options,
    line: &LineExplanation,
    form: Option<&Explanation>,
) -> Option<Vec<Remedy>> {
    let relayout = Relayout::new(source, options, None)?;
    let may_keep = |key: &str, value: &str| {
        let is_more_kept = match options.style.line_breaks {
            LineBreaks::Canonical => value != "canonical",
            LineBreaks::Persistent => value == "keep",
            LineBreaks::Keep => false,
        };
        !KEPT_ANYWAY.contains(&key) && (key != LINE_BREAKS || is_more_kept)
    };
    let lists = line.changes.iter().filter_map(|it| it.list.as_deref());
    let lists: Vec<&Explanation> = form.into_iter().chain(lists).collect();
    let limits = lists.iter().filter_map(|list| unbroken(options, list));
    let rules = lists.iter().flat_map(|list| rules_of(options, list));
    let tried = settings(options, &may_keep)
        .chain(distances(source, options, line.line))
        .chain(limits)
        .chain(rules);
    let is_larger = |it: &Relaid| it.diff > relayout.diff;
    let stays = |it: &Relaid| {
        let text = source.text.as_ref();
        let both = TextAndOutput::new(text, &it.output, relayout.switches);
        // A rule that harms elsewhere is no remedy for a line.
        let is_harmful = is_larger(it) && it.remedy.table == FORMS;
        !is_harmful && both.differences(line.line).is_empty()
    };
    let kept = tried.filter_map(|attempt| relayout.relaid(attempt));
    let rank = |it: &Relaid| (is_larger(it), it.is_of_breaks());
    let mut kept = best_of(kept.filter(stays).collect(), &rank, |it| it.diff);
    // What saves much less than the best one keeps the line by accident.
    let saved = |it: &Relaid| relayout.diff.saturating_sub(it.diff);
    let most = kept.first().map_or(0, saved);
    kept.retain(|it| it.is_of_breaks() || 2 * saved(it) >= most);
    if kept.first().is_some_and(is_larger) {
        kept.truncate(1);
    }
    let remedies = kept.into_iter().map(|it| Remedy {
        effect: format!(
            "the diff of this file has {} instead of {}",
            counted(it.diff, "line"),
            relayout.diff
        ),
        ..it.remedy
    });
    Some(remedies.collect())
}

/// The settings that each lay out a form differently, those first that change the fewest lines.
fn differing(
    source: &Source<'_>,
    options: &Options,
    form: &Explanation,
    line: Option<&LineExplanation>,
) -> Option<Vec<Remedy>> {
    // Columns are found in blanks.
    let relayout = Relayout::new(source, options, Some(Newline::PLAIN))?;
    let around = line.and_then(|line| Some(&line.start.as_ref()?.around.as_ref()?.0));
    let layout = |output: &str| {
        let place = |list: &Explanation| {
            place_in(source.text.as_ref(), output, relayout.switches, &list.span)
        };
        let (column, list) = place(form)?;
        let around = around.and_then(place);
        Some((list, around.map(|(around, _)| column.abs_diff(around))))
    };
    let layout_now = layout(&relayout.now);
    let operators = [Some(form), around].into_iter().flatten();
    let rules = operators.flat_map(|list| rules_of(options, list));
    let concerns_layout = |key: &str, value: &str| {
        let is_layout = LAYOUT.contains(&key) || key.starts_with("style.");
        is_layout && !NOT_TRIED.contains(&key) && (key != LINE_BREAKS || value == "canonical")
    };
    let tried = settings(options, &concerns_layout).chain(rules);
    let tried = tried.filter_map(|attempt| {
        let relaid = relayout.relaid(attempt)?;
        let placing = layout(&relaid.output);
        Some(Relaid { placing, ..relaid })
    });
    let found = tried.filter(|relaid| relaid.placing != layout_now);
    // Where lines are kept, other lines are advised only if nothing else helps.
    let is_kept = options.style.line_breaks == LineBreaks::Keep;
    let rank = |it: &Relaid| (is_kept && it.is_of_breaks(), it.diff > relayout.diff);
    let found = best_of(found.collect(), &rank, |it| it.lines);
    Some(found.into_iter().map(|it| it.remedy).collect())
}

/// A text that is laid out again under other settings.
struct Relayout<'s> {
    source: &'s Source<'s>,
    /// How lines are written; if none, as the settings have it.
    newline: Option<Newline>,
    switches: Switches,
    /// The output under the present settings.
    now: String,
    /// The size of the diff from the text to that, in removed and added lines.
    diff: usize,
}

/// What an attempt leads to.
struct Relaid {
    output: String,
    /// The number of lines that differ from the present output.
    lines: usize,
    /// The size of the diff from the text, in removed and added lines.
    diff: usize,
    /// What becomes of the form, if that matters.
    placing: Option<Placing>,
    remedy: Remedy,
}

impl Relaid {
    /// Whether it is due to another way to break lines.
    fn is_of_breaks(&self) -> bool {
        self.remedy.line.starts_with(LINE_BREAKS)
    }
}

impl<'s> Relayout<'s> {
    fn new(source: &'s Source<'s>, options: &Options, newline: Option<Newline>) -> Option<Self> {
        let mut relayout = Relayout {
            source,
            newline,
            switches: Switches::empty(),
            now: String::new(),
            diff: 0,
        };
        (relayout.now, relayout.switches) = relayout.print(options)?;
        relayout.diff = relayout.diff(&relayout.now);
        Some(relayout)
    }

    fn print(&self, options: &Options) -> Option<(String, Switches)> {
        let text = self.source.text.as_ref();
        let reading = read(text, self.source.encoding, options);
        let own = || reading.newline(text, options, options.end_of_line);
        let newline = self.newline.unwrap_or_else(own);
        let output = reading.print(text, options, newline).ok()?;
        Some((output, reading.switches))
    }

    fn diff(&self, output: &str) -> usize {
        let hunks = hunks(&self.source.text, output, self.switches);
        let lines = hunks
            .iter()
            .map(|hunk| hunk.changed_lines(&self.source.text, output));
        lines.sum()
    }

    fn relaid(&self, (table, line, options): Attempt) -> Option<Relaid> {
        let (output, _) = self.print(&options)?;
        let hunks = hunks(&self.now, &output, self.switches);
        let lines = hunks.iter().map(|hunk| hunk.lines.len().max(1)).sum();
        let effect = format!("changes {} of this file", counted(lines, "line"));
        Some(Relaid {
            lines,
            diff: self.diff(&output),
            output,
            placing: None,
            remedy: Remedy {
                table,
                line,
                effect,
            },
        })
    }
}

/// The first ones of those with the lowest rank. Of several values for a key, and of several rules with the same result, one is enough.
fn best_of(
    mut found: Vec<Relaid>,
    rank: &dyn Fn(&Relaid) -> (bool, bool),
    cost: fn(&Relaid) -> usize,
) -> Vec<Relaid> {
    let best = found.iter().map(rank).min();
    found.retain(|it| Some(rank(it)) == best);
    found.sort_by_key(cost);
    let mut seen = Vec::new();
    found.retain(|it| {
        let name = match it.remedy.line.split_once(" = ") {
            _ if it.remedy.table == FORMS => "",
            Some((key, _)) if key != LINE_BREAKS => key,
            _ => &it.remedy.line,
        };
        let id = (name.to_owned(), it.placing.clone());
        let is_new = !seen.contains(&id);
        seen.push(id);
        is_new
    });
    found.truncate(MAX_FOUND);
    found
}

/// The text of a list, and its distance from the list around it.
type Placing = (String, Option<usize>);

/// A table of `schemefmt.toml`, a line in it, and the options with it.
type Attempt = (&'static str, String, Options);

/// Each other value of some options.
fn settings<'a>(
    options: &'a Options,
    is_tried: &'a dyn Fn(&str, &str) -> bool,
) -> impl Iterator<Item = Attempt> + 'a {
    let setting = move |option: &'static Declaration, value: &str| {
        let is_new = option.get(options) != value && is_tried(option.key, value);
        let mut with = options.clone();
        option.set(&mut with, value).ok().filter(|()| is_new)?;
        let (table, key) = option.key.split_once('.').unwrap_or(("", option.key));
        Some((table, format!("{key} = {}", emit::as_toml(value)), with))
    };
    options::declared().flat_map(move |option| {
        let names = option.values.names;
        let others = option.tried.iter().filter(|it| !names.contains(it));
        let values = names.iter().chain(others);
        values.filter_map(move |value| setting(option, value))
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

/// The setting that by itself puts a form, or the innermost one that breaks it, on one line.
fn unbroken(options: &Options, explanation: &Explanation) -> Option<Attempt> {
    let broken = explanation.inner.as_deref().unwrap_or(explanation);
    let ([remedy], [why]) = (&one_line(broken)[..], &broken.whys[..]) else {
        return None;
    };
    let mut with = options.clone();
    match why {
        Why::Limit { width, .. } => {
            let (operator, row) = limitable(broken)?;
            let limit = [Atom::Number(u64::try_from(*width).ok()?)];
            let row = attributes::set(row, "one-line", &limit).ok()?;
            return Some((FORMS, remedy.line.clone(), ruled(options, operator, row).2));
        }
        Why::Width { end, .. } => with.set("line-width", &end.to_string()).ok()?,
        _ => return None,
    }
    Some(("", remedy.line.clone(), with))
}

/// Other rules for the operator of a form, unless it is one of the reports: a plain call, as a project may have a procedure with the name
/// of a built-in form, and a body after some arguments if there is no such form.
fn rules_of(options: &Options, explanation: &Explanation) -> Vec<Attempt> {
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
pub fn trailing_comment(line: &LineExplanation, chosen: &Style) -> Option<Remedy> {
    let is_aligned = chosen.trailing_comments == TrailingComments::Align;
    let moves = is_aligned && line.comment.as_ref()?.blanks > 1;
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
