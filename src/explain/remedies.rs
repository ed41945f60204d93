//! The settings for `schemefmt.toml` that the reasons for a change name, and those of them that keep a line as it is written: each is tried
//! once.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::line::Explainer;
use super::{BreakReason, Explanation, LineChange, LineDifference, LineExplanation, laid_out};
use crate::emit;
use crate::forms::attributes::{self, Atom};
use crate::forms::rules::{Location, Provenance, Rule};
use crate::forms::{BODY, CALL, RestKind, Row, Strategy};
use crate::options::{self, Declaration, LineBreaks, Options};
use crate::pipeline::read;
use crate::text::diagnostics::counted;
use crate::text::source::Source;

/// A line for `schemefmt.toml`, and the options with it.
pub(super) struct Remedy {
    table: &'static str,
    /// The option; for a rule, the table.
    key: &'static str,
    line: String,
    options: Options,
}

/// The table of rules for operators.
const FORMS: &str = "forms";
/// The option that is advised only if nothing else helps.
const LINE_BREAKS: &str = "line-breaks";

/// The settings that the reasons for the changes of a line name and that each keep it as it is written, those first with the smallest diff
/// of the file. Only one that makes the diff smaller is advised, unless none does.
pub(super) fn advice(input: &[u8], options: &Options, line: &LineExplanation) -> Vec<Remedy> {
    let mut seen = FxHashSet::default();
    let mut named: Vec<_> = line
        .changes
        .iter()
        .flat_map(|it| named(it, options))
        .collect();
    named.retain(|it| seen.insert(it.line.clone()));
    let diff = |options: &Options, line| diff(input, options, line);
    let Some(now) = diff(options, None) else {
        return Vec::new();
    };
    let kept = |it: Remedy| {
        // A rule or another way to break lines that harms elsewhere is no remedy for a line.
        let may_harm = [FORMS, LINE_BREAKS].contains(&it.key);
        let diff = diff(&it.options, Some(line.line))?;
        (diff < now || !may_harm).then_some((diff, it))
    };
    let mut found: Vec<_> = named.into_iter().filter_map(kept).collect();
    if found.is_empty() {
        found = values(options, LINE_BREAKS).filter_map(kept).collect();
    }
    found.sort_by_key(|(diff, _)| *diff);
    let saving = found.iter().filter(|(diff, _)| *diff < now).count();
    found.truncate(saving.max(1));
    // Of several values for an option, and of several rules, one is enough.
    let mut seen = FxHashSet::default();
    found.retain(|(_, it)| it.key == LINE_BREAKS || seen.insert(it.key));
    let found = found.into_iter().map(|(diff, mut it)| {
        let lines = counted(diff, "line");
        let effect = format!("the diff of this file has {lines} instead of {now}");
        it.line = format!("{:<32} # {effect}", it.line);
        it
    });
    found.collect()
}

/// The size of the diff of a text under some options, in removed and added lines, if these keep a line.
fn diff(input: &[u8], options: &Options, kept: Option<usize>) -> Option<usize> {
    let source = Source::decode(input).ok()?;
    let text = source.text.as_ref();
    let reading = read(text, source.encoding, options);
    let diff = |it: &Explainer<'_>| {
        let stays = kept.is_none_or(|line| it.differences(line).is_empty());
        stays.then(|| it.diff())
    };
    laid_out(text, options, &reading, diff).ok()?
}

/// The options that the layout of a list depends on.
pub(super) fn asked(list: &Explanation, options: &Options) -> impl Iterator<Item = &'static str> {
    let (form, mode) = (&list.form, options.style.line_breaks);
    let strategy = form.strategy;
    let is_call = strategy.is_call();
    let breaks = mode != LineBreaks::Keep;
    let is_definition = strategy == Strategy::Definition;
    let has_alone = strategy.has_operator_alone() && strategy != Strategy::Cond;
    let provenance = list.rule.as_ref().map(|rule| &rule.provenance);
    let asked = [
        ("style.if-arms", form.rest_kind == Some(RestKind::IfArms)),
        (
            "style.library-body",
            form.rest_kind == Some(RestKind::LibraryBody),
        ),
        ("style.body-indent", form.rest == BODY),
        ("style.cond", breaks && strategy == Strategy::Cond),
        ("style.calls", is_call),
        ("style.call-atoms", breaks && is_call),
        ("style.head-alone", has_alone),
        ("style.head-alone-from", breaks && is_call),
        ("style.keyword-values", breaks && list.has_keywords),
        (
            "style.one-line-defines",
            mode == LineBreaks::Canonical && is_definition,
        ),
        ("rows", breaks && strategy.is_table()),
        ("columns", mode != LineBreaks::Canonical),
    ];
    let asked = asked.into_iter().filter(|(_, is_asked)| *is_asked);
    let rules = provenance.and_then(Provenance::option);
    asked.map(|(key, _)| key).chain(rules)
}

/// The settings that the reasons for a change name.
fn named(change: &LineChange, options: &Options) -> Vec<Remedy> {
    let around = change.start.as_ref().and_then(|it| it.around.as_ref());
    let (keys, list): (&[&'static str], _) = match change.difference {
        LineDifference::Indentation { .. } => (&["indentation"], None),
        LineDifference::Spelling => (&["literals", "identifiers"], None),
        LineDifference::LineEnd { .. } => (&["end-of-line"], None),
        LineDifference::BlankLines(_) => (&["style.blank-lines"], None),
        LineDifference::Gap(_) => (&["alignment"], None),
        LineDifference::TrailingBlanks => (&[], None),
        LineDifference::Joined if change.index == 0 || change.is_of_closer() => {
            (&["closers"], None)
        }
        LineDifference::Joined | LineDifference::Broken => (&[], change.list.as_deref()),
        LineDifference::Column => (&[], around.map(|(list, ..)| list)),
    };
    let mut found: Vec<_> = keys.iter().flat_map(|key| values(options, key)).collect();
    let inner = list.and_then(|list| list.inner.as_deref());
    for list in list.into_iter().chain(inner) {
        found.extend(asked(list, options).flat_map(|key| values(options, key)));
        found.extend(limits(options, list));
        let now = list.rule.as_ref().map(|rule| rule.row);
        let rows = [Row::Always(CALL)].into_iter().chain(list.written);
        let operator = list.operator.as_deref().into_iter();
        found.extend(operator.flat_map(|operator| {
            let rows = rows.clone().filter(|row| now != Some(*row));
            rows.map(|row| ruled(options, operator, row))
        }));
    }
    let cause = change.cause.iter();
    found.extend(cause.flat_map(|cause| named(cause, options)));
    found
}

/// An option with another value.
fn setting(options: &Options, option: &Declaration, value: &str) -> Option<Remedy> {
    let mut with = options.clone();
    with.set(option.key, value).ok()?;
    let (table, key) = option.key.split_once('.').unwrap_or(("", option.key));
    Some(Remedy {
        table,
        key: option.key,
        line: format!("{key} = {}", emit::as_toml(value)),
        options: with,
    })
}

/// Each other value of an option.
fn values(options: &Options, key: &str) -> impl Iterator<Item = Remedy> {
    let option = options::find(key).into_iter();
    option.flat_map(|option| {
        let names = option.values.names;
        let others = option.tried.iter().filter(|it| !names.contains(it));
        let values = names.iter().chain(others);
        let values = values.filter(|value| option.get(options) != **value);
        values.filter_map(|value| setting(options, option, value))
    })
}

/// A rule for an operator, and the options with it.
fn ruled(options: &Options, operator: &str, row: Row) -> Remedy {
    let provenance = Provenance::Configuration(Location::here(0));
    let mut with = options.clone();
    let rules = Arc::make_mut(&mut with.rules.configuration);
    rules.insert(operator, Rule { row, provenance });
    let value = emit::show(operator, &row);
    Remedy {
        table: FORMS,
        key: FORMS,
        line: format!("{} = {value}", emit::key(operator)),
        options: with,
    }
}

/// The settings that by themselves put a list on one line.
fn limits(options: &Options, broken: &Explanation) -> Vec<Remedy> {
    match broken.reasons[..] {
        [BreakReason::Width { end, .. }] => {
            let key = "line-width";
            let exact = options::find(key).and_then(|it| setting(options, it, &end.to_string()));
            values(options, key).chain(exact).collect()
        }
        [BreakReason::Limit { width, .. }] => limited(options, broken, width).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The rule for the operator of a list that has it on one line of this width.
fn limited(options: &Options, broken: &Explanation, columns: usize) -> Option<Remedy> {
    let operator = broken.operator.as_deref()?;
    let is_call = broken.form.strategy.is_call();
    let row = match &broken.rule {
        // This row lays out only forms with a string.
        Some(rule) if !(is_call && matches!(rule.row, Row::IfNamed(..))) => rule.row,
        _ if is_call => Row::Always(CALL),
        _ => return None,
    };
    let limit = [Atom::Number(u64::try_from(columns).ok()?)];
    let row_with = attributes::set(row, "one-line", &limit).ok()?;
    let value = emit::show_one_line(operator, &row, columns);
    Some(Remedy {
        line: format!("{} = {value}", emit::key(operator)),
        ..ruled(options, operator, row_with)
    })
}

/// The lines as TOML, with those in no table first.
pub(super) fn toml(settings: &[Remedy]) -> String {
    let tables = ["", "style", FORMS].into_iter().filter_map(|table| {
        let lines = settings.iter().filter(|it| it.table == table);
        let lines: Vec<&str> = lines.map(|it| &*it.line).collect();
        let title = if table.is_empty() {
            String::new()
        } else {
            format!("[{table}]\n")
        };
        (!lines.is_empty()).then(|| format!("{title}{}\n", lines.join("\n")))
    });
    tables.collect::<Vec<_>>().join("\n")
}
