//! `--explain FILE:LINE`: which rule lays out the form on a line, in numbers, and where the rule comes from.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context as _;
use schemefmt::explain::{Explanation, explain};
use schemefmt::forms::{Column, PLAIN, Part, Stay, Strategy};
use schemefmt::options::Options;
use schemefmt::source::Source;

use super::excerpt::Drawn;
use super::report::Finding;
use crate::project::forms;
use crate::project::paths::shown;

/// A line of a file, written `FILE:LINE`.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
}

impl FromStr for Spot {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // What compilers print goes on with a column.
        let parts: Vec<&str> = text.trim_end_matches(':').rsplitn(3, ':').collect();
        let (path, line) = match parts[..] {
            [column, line, path]
                if column.parse::<usize>().is_ok() && line.parse::<usize>().is_ok() =>
            {
                (path.to_owned(), line)
            }
            [line, rest, path] => (format!("{path}:{rest}"), line),
            [line, path] => (path.to_owned(), line),
            _ => return Err("expected FILE:LINE"),
        };
        match line.parse() {
            Ok(line) if line > 0 => Ok(Spot {
                path: path.into(),
                line,
            }),
            _ => Err("expected FILE:LINE, with the number of a line"),
        }
    }
}

/// Explains the form at a spot.
///
/// # Errors
/// A file that cannot be read, and a line without a form.
pub fn run(spot: &Spot, options: &Options) -> anyhow::Result<String> {
    let name = shown(&spot.path);
    let bytes = fs::read(&spot.path).with_context(|| format!("{name}: cannot read"))?;
    let explanation = explain(&bytes, options, spot.line).map_err(|diagnostic| {
        let source = Source::decode(&bytes);
        let text = source.as_ref().map_or("", |source| &source.text);
        let findings = Finding::of_all(&[diagnostic], text, &spot.path);
        Drawn::of(findings.into_iter().map(|finding| finding.text))
    })?;
    let explanation =
        explanation.with_context(|| format!("{name}: there is no form on line {}", spot.line))?;
    Ok(text(&explanation, &spot.path))
}

fn text(explanation: &Explanation, path: &Path) -> String {
    let Explanation {
        line,
        head,
        part,
        form,
        rule,
    } = explanation;
    let name = shown(path);
    let mut out = format!("{name}:{line}: {head} ...)\n");
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(out, "  {name:<9} {value}");
    };
    match rule {
        Some(rule) => {
            row(
                "rule",
                &forms::show(head.trim_start_matches(['(', '[']), &rule.row),
            );
            row("source", &rule.source.clone().in_file(&name).to_string());
        }
        None => row("rule", of_no_rule(*part, form.strategy)),
    }
    row("stays", &stays(form.stay));
    row("rest", &rest(form.rest));
    row("one line", &one_line(explanation));
    out
}

/// What decides where an operator does not.
fn of_no_rule(part: Part, strategy: Strategy) -> &'static str {
    match part {
        Part::Data | Part::Quoted => "data",
        Part::Params | Part::Signature => "parameters",
        Part::Bindings(_) => "a list of bindings",
        Part::Binding | Part::DoBinding => "a binding",
        Part::DoTest => "the test of a `do`",
        Part::Clause(_) | Part::Guard => "a clause",
        Part::Exports | Part::Spec | Part::Module => "a part of a library",
        _ if strategy == Strategy::Call => "a plain call: no rule for its operator",
        _ => "a list without an operator",
    }
}

fn stays(stay: Stay) -> String {
    match stay {
        Stay::Count(0) => "nothing after the first element stays on its line".to_owned(),
        Stay::Count(1) => "1 element stays on the line of the first".to_owned(),
        Stay::Count(k) => format!("{k} elements stay on the line of the first"),
        Stay::NameAndType => "the name stays on the line of the first element".to_owned(),
        Stay::Leading | Stay::LeadingAndParameters => {
            "what stands before the first list stays on the line of the first element".to_owned()
        }
    }
}

fn rest(rest: Column) -> String {
    match rest {
        Column::Align => "under the second element".to_owned(),
        Column::First => "under the first element".to_owned(),
        Column::Indent(by) => format!("{by} columns right of the opening bracket"),
    }
}

fn one_line(explanation: &Explanation) -> String {
    let limits = &explanation.form.limits;
    let place = match explanation.part {
        Part::TopLevel | Part::Body | Part::Declaration => "in a body",
        Part::Value => "as a value that is bound",
        _ => "as an argument",
    };
    let columns = |limit| match limit {
        0 => "never".to_owned(),
        PLAIN => "as wide as the line".to_owned(),
        limit => format!("up to {limit} columns"),
    };
    let limit = limits.at(explanation.part);
    let mut text = format!("{}, {place}", columns(limit));
    if let Some(many) = limits.many
        && many.limit < limit
    {
        let _ = write!(
            text,
            "; {} with {} or more items after the ones that stay",
            columns(many.limit),
            many.from
        );
    }
    text
}
