//! Finds settings for `schemefmt.toml` that keep a line as it is written or change the layout of a list, by trial: the text is laid out
//! under each value of each option, under other rules for the operators around, and with other limits for the list on one line.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::line::{TextAndOutput, first_of_line, last_line};
use super::{BreakReason, Explained, Explanation, LineExplanation};
use crate::brackets::arities::arity;
use crate::emit;
use crate::forms::attributes::{self, Atom, MAX_ARGS, REST};
use crate::forms::project::body_at;
use crate::forms::rules::{Location, Provenance, Rule};
use crate::forms::{CALL, Column, Row, body_form};
use crate::hunks::hunks;
use crate::layout::Layout;
use crate::layout::places::Printed;
use crate::options::{self, Declaration, Options};
use crate::pipeline::{Reading, read};
use crate::syntax::lexer::Switches;
use crate::syntax::pairs::{Changes, Difference, Replaced};
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

const LINE_BREAKS: &str = "line-breaks";
const LINE_WIDTH: &str = "line-width";
/// The options that decide how a text is read, the values of others, or the order of items.
const NOT_TRIED: [&str; 3] = ["dialect", "style.sort-imports", "style.sort-exports"];
/// The maximum number of settings that are advised.
const MAX_FOUND: usize = 5;
/// The numbers of arguments before a body that are tried, the most common ones first.
const TRIED_ARGS: [u8; 3] = [1, 2, 0];
/// The number of lists around a line whose operators get rules.
const NEAREST: usize = 12;
/// The table of rules for operators.
const FORMS: &str = "forms";

/// The best settings that each keep the line in question as it is written, if it changes; otherwise those that each lay out the list
/// there differently.
pub fn advice(input: &[u8], options: &Options, explained: &Explained) -> Vec<Remedy> {
    let source = Source::decode(input).ok();
    let found = source.and_then(|source| found(&source, options, explained));
    found.unwrap_or_default()
}

fn found(source: &Source<'_>, options: &Options, explained: &Explained) -> Option<Vec<Remedy>> {
    let Explained { list, line } = explained;
    let line = line.as_ref();
    let relayout = Relayout::new(source, options, list.as_ref(), line)?;
    let changing = line.filter(|line| !line.changes.is_empty());
    let distances = changing
        .iter()
        .flat_map(|line| distances(source, options, line.line));
    let changes = line.iter().flat_map(|line| &line.changes);
    let changed = changes.filter_map(|change| change.list.as_deref());
    let mut lists: Vec<&Explanation> = list.iter().chain(changed).collect();
    let mut seen = FxHashSet::default();
    lists.retain(|list| seen.insert(list.span.start));
    let limits = lists.iter().filter_map(|list| limited(options, list));
    let around = line.and_then(LineExplanation::around);
    let rules = lists.iter().copied().chain(around);
    let rules = rules.flat_map(|list| rules_of(options, list));
    let mut seen = FxHashSet::default();
    let tried = settings(options)
        .chain(distances)
        .chain(limits)
        .chain(rules)
        .filter(|(table, line, _)| seen.insert((*table, line.clone())));
    Some(match changing {
        Some(line) => keeping(&relayout, tried, line.line),
        None => differing(&relayout, tried, list.as_ref()?, line),
    })
}

/// The settings that each keep a line as it is written, those first with the smallest diff of the file. What does not make the diff smaller is
/// among them only if nothing does.
fn keeping(
    relayout: &Relayout<'_>,
    tried: impl Iterator<Item = Attempt>,
    line: usize,
) -> Vec<Remedy> {
    let stays = |it: &Relaid| {
        // A rule or another way to break lines that harms elsewhere is no remedy for a line.
        let is_harmful = !relayout.saves(it) && (it.remedy.table == FORMS || it.is_of_breaks());
        !is_harmful && relayout.with(&it.output).differences(line).is_empty()
    };
    let kept = tried.filter(|(.., options)| relayout.may_keep_line(options));
    let kept = kept.filter_map(|attempt| relayout.relaid(attempt));
    let (saving, others): (Vec<_>, Vec<_>) = kept.filter(stays).partition(|it| relayout.saves(it));
    let mut kept = match saving.is_empty() {
        true => best_of(others, |it| it.diff).into_iter().take(1).collect(),
        false => best_of(saving, |it| it.diff),
    };
    // What saves much less than the best one keeps the line by accident.
    let saved = |it: &Relaid| relayout.diff.saturating_sub(it.diff);
    let most = kept.first().map_or(0, saved);
    kept.retain(|it| it.is_of_breaks() || 2 * saved(it) >= most);
    let remedies = kept.into_iter().map(|it| Remedy {
        effect: format!(
            "the diff of this file has {} instead of {}",
            counted(it.diff, "line"),
            relayout.diff
        ),
        ..it.remedy
    });
    remedies.collect()
}

/// The settings that each lay out a list and the rest of its line differently, those first that change the fewest lines.
fn differing(
    relayout: &Relayout<'_>,
    tried: impl Iterator<Item = Attempt>,
    list: &Explanation,
    line: Option<&LineExplanation>,
) -> Vec<Remedy> {
    let around = line.and_then(LineExplanation::around);
    let origin = around.unwrap_or(list).span.start;
    let text = relayout.source.text.as_ref();
    let lines = Lines::of(text);
    let line_end = line.and_then(|line| lines.start(line.line));
    let line_end = line_end.map_or(0, |start| lines.around(text, &(start..start)).end);
    let span = list.span.start..list.span.end.max(line_end);
    let now = relayout.with(&relayout.now).placing(&span, origin);
    let broken = list.inner.as_deref().unwrap_or(list);
    let tried = tried.filter(|(.., options)| relayout.may_differ(options));
    let found = tried.filter_map(|attempt| {
        let mut relaid = relayout.relaid(attempt)?;
        let both = relayout.with(&relaid.output);
        relaid.placing = both.placing(&span, origin);
        let is_joined = !broken.reasons.is_empty() && both.width_on_line(&broken.span).is_some();
        // Any other line width changes forms at random.
        let is_advised = is_joined || !relaid.remedy.line.starts_with(LINE_WIDTH);
        let changes = format!("changes {} of this file", counted(relaid.lines, "line"));
        relaid.remedy.effect = match is_joined {
            true => format!("puts {} on one line, {changes}", broken.shown),
            false => changes,
        };
        (is_advised && relaid.placing != now).then_some(relaid)
    });
    let found = best_of(found.collect(), |it| it.lines).into_iter();
    found.map(|it| it.remedy).collect()
}

/// A text that is laid out again under other settings.
struct Relayout<'s> {
    source: &'s Source<'s>,
    switches: Switches,
    /// The output under the present settings.
    now: String,
    /// The size of the diff from the text to that, in removed and added lines.
    diff: usize,
    options: &'s Options,
    reading: Reading,
    /// The top-level forms at the spot in question and beside it, and their output under the present settings. Most attempts fail there,
    /// so that the rest of the text need not be laid out.
    forms: Range<NodeId>,
    forms_now: String,
    /// The line in question, up to its last character.
    line: Option<Range<usize>>,
}

/// What an attempt leads to.
struct Relaid {
    output: String,
    /// The number of lines that differ from the present output.
    lines: usize,
    /// The size of the diff from the text, in removed and added lines.
    diff: usize,
    /// Where the tokens of the list are, if that matters.
    placing: Vec<[usize; 2]>,
    remedy: Remedy,
}

impl Relaid {
    /// Whether it is due to another way to break lines.
    fn is_of_breaks(&self) -> bool {
        self.remedy.line.starts_with(LINE_BREAKS)
    }
}

impl<'s> Relayout<'s> {
    fn new(
        source: &'s Source<'s>,
        options: &'s Options,
        list: Option<&Explanation>,
        line: Option<&LineExplanation>,
    ) -> Option<Self> {
        let text = source.text.as_ref();
        let reading = read(text, source.encoding, options);
        let start = line.and_then(|line| first_of_line(text, line.line));
        let line = start.map(|start| Lines::of(text).around(text, &(start..start)));
        let spans = list
            .map(|list| list.span.clone())
            .into_iter()
            .chain(line.clone());
        let span = spans.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end));
        let forms = reading.tree.forms_around(&span.unwrap_or(0..text.len()));
        let (Printed { output, changes }, switches) = print(source, options)?;
        let diff = diff(source, &output, &Changes::Noted(changes));
        let forms_now = forms_under(text, options, &reading, forms.clone())?.output;
        Some(Relayout {
            options,
            reading,
            forms,
            forms_now,
            line,
            source,
            switches,
            now: output,
            diff,
        })
    }

    /// The text with one of its outputs.
    fn with<'t>(&'t self, output: &'t str) -> TextAndOutput<'t> {
        TextAndOutput::new(&self.source.text, output, self.switches)
    }

    /// The top-level forms at the spot, under other options; none if these change how the text is read.
    fn forms(&self, options: &Options) -> Option<Printed> {
        if options.identifiers != self.options.identifiers {
            return None;
        }
        forms_under(
            &self.source.text,
            options,
            &self.reading,
            self.forms.clone(),
        )
    }

    /// Whether the output may differ at the spot under other options.
    fn may_differ(&self, options: &Options) -> bool {
        self.forms(options)
            .is_none_or(|printed| printed.output != self.forms_now)
    }

    /// Whether the line may stay as it is written under other options.
    fn may_keep_line(&self, options: &Options) -> bool {
        let (Some(line), Some(Printed { output, changes })) = (&self.line, self.forms(options))
        else {
            return true;
        };
        let first = self.reading.tree.nodes[self.forms.start].start as usize;
        Replaced::differences(&changes).all(|Difference { old, new }| {
            let new = &output[new.start - first..new.end - first];
            old.end < line.start
                || old.start >= line.end
                || old.start < line.start && last_line(&self.source.text[old]) == last_line(new)
        })
    }

    /// Whether an attempt makes the diff of the text smaller.
    fn saves(&self, relaid: &Relaid) -> bool {
        relaid.diff < self.diff
    }

    /// What an attempt leads to; none if nothing changes.
    fn relaid(&self, (table, line, options): Attempt) -> Option<Relaid> {
        let (Printed { output, changes }, _) = print(self.source, &options)?;
        if output == self.now {
            return None;
        }
        let hunks = hunks(&self.now, &output, &Changes::Unknown(self.switches));
        Some(Relaid {
            lines: hunks.iter().map(|hunk| hunk.lines.len().max(1)).sum(),
            diff: diff(self.source, &output, &Changes::Noted(changes)),
            output,
            placing: Vec::new(),
            remedy: Remedy {
                table,
                line,
                effect: String::new(),
            },
        })
    }
}

/// The first ones; other line breaks are among them only if nothing else is found. Of several values for a key, and of several rules with
/// the same result, one is enough.
fn best_of(mut found: Vec<Relaid>, cost: fn(&Relaid) -> usize) -> Vec<Relaid> {
    if !found.iter().all(Relaid::is_of_breaks) {
        found.retain(|it| !it.is_of_breaks());
    }
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

/// A text laid out under some options, and how it is read.
fn print(source: &Source<'_>, options: &Options) -> Option<(Printed, Switches)> {
    let text = source.text.as_ref();
    let reading = read(text, source.encoding, options);
    let newline = reading.newline(text, options, options.end_of_line);
    let printed = reading.print(text, options, newline).ok()?;
    Some((printed, reading.switches))
}

/// Some top-level forms of a text, laid out under some options.
fn forms_under(
    text: &str,
    options: &Options,
    reading: &Reading,
    forms: Range<NodeId>,
) -> Option<Printed> {
    let newline = reading.newline(text, options, options.end_of_line);
    let print = |layout: Layout<'_>| layout.print_forms(forms);
    reading.lay_out(text, options, newline, print).ok()
}

/// The size of the diff from a text to its output, in removed and added lines.
fn diff(source: &Source<'_>, output: &str, changes: &Changes) -> usize {
    let hunks = hunks(&source.text, output, changes).into_iter();
    hunks
        .map(|hunk| hunk.changed_lines(&source.text, output))
        .sum()
}

/// A table of `schemefmt.toml`, a line in it, and the options with it.
type Attempt = (&'static str, String, Options);

/// An option with another value.
fn setting(options: &Options, option: &Declaration, value: &str) -> Option<Attempt> {
    let mut with = options.clone();
    with.set(option.key, value).ok()?;
    let (table, key) = option.key.split_once('.').unwrap_or(("", option.key));
    Some((table, format!("{key} = {}", emit::as_toml(value)), with))
}

/// Each other value of the options.
fn settings(options: &Options) -> impl Iterator<Item = Attempt> {
    let tried = options::declared().filter(|option| !NOT_TRIED.contains(&option.key));
    tried.flat_map(move |option| {
        let names = option.values.names;
        let others = option.tried.iter().filter(|it| !names.contains(it));
        let values = names.iter().chain(others);
        let values = values.filter(|value| option.get(options) != **value);
        values.filter_map(move |value| setting(options, option, value))
    })
}

/// Rules for the operators of the nearest lists around a line that keep its distance from their brackets, the innermost list first.
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
    for list in lists.into_iter().rev().take(NEAREST) {
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

/// The setting that by itself puts a list, or the innermost one that breaks it, on one line.
fn limited(options: &Options, explanation: &Explanation) -> Option<Attempt> {
    let broken = explanation.inner.as_deref().unwrap_or(explanation);
    let columns = match broken.reasons[..] {
        [BreakReason::Width { end, .. }] => {
            return setting(options, options::find(LINE_WIDTH)?, &end.to_string());
        }
        [BreakReason::Limit { width, .. }] => width,
        _ => return None,
    };
    let operator = broken.operator.as_deref()?;
    let is_call = broken.form.strategy.is_call();
    let row = match &broken.rule {
        // This row lays out only forms with a string.
        Some(rule) if !(is_call && matches!(rule.row, Row::IfNamed(..))) => rule.row,
        _ if is_call => Row::Always(CALL),
        _ => return None,
    };
    let limit = [Atom::Number(u64::try_from(columns).ok()?)];
    let (.., with) = ruled(
        options,
        operator,
        attributes::set(row, "one-line", &limit).ok()?,
    );
    let value = emit::show_one_line(operator, &row, columns);
    Some((FORMS, format!("{} = {value}", emit::key(operator)), with))
}

/// Other rules for the operator of a list, unless it is one of the reports: a plain call, as a project may have a procedure with the name
/// of a built-in form, and a body after some arguments if there is no such form.
fn rules_of(options: &Options, explanation: &Explanation) -> Vec<Attempt> {
    let operator = explanation.operator.as_deref();
    let Some(operator) = operator.filter(|operator| arity(operator).is_none()) else {
        return Vec::new();
    };
    let provenance = explanation.rule.as_ref().map(|rule| &rule.provenance);
    let is_own = !matches!(provenance, Some(Provenance::BuiltIn | Provenance::Pack(_)));
    let has_body = |args: &u8| is_own && usize::from(*args) < explanation.arguments;
    let bodies = TRIED_ARGS.into_iter().filter(has_body);
    let bodies = bodies.map(|args| Row::Always(body_form(args)));
    let now = explanation.rule.as_ref().map(|rule| rule.row);
    let rows = [Row::Always(CALL)].into_iter().chain(bodies);
    rows.filter(|row| now != Some(*row))
        .map(|row| ruled(options, operator, row))
        .collect()
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
