//! Suggests settings for `schemefmt.toml` that change the layout of a form.

use std::fmt::Write as _;

use super::{Decision, Explanation, Second, Why};
use crate::emit;
use crate::forms::rules::Provenance;
use crate::forms::{CALL, RestOption, Row, Strategy};
use crate::options::{self, Alignment, Exports, HeadAlone, LineBreaks};

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

fn remedy(table: &'static str, key: &str, value: &str, effect: impl Into<String>) -> Remedy {
    Remedy {
        table,
        line: format!("{key} = {value}"),
        effect: effect.into(),
    }
}

fn form(operator: &str, value: &str, effect: impl Into<String>) -> Remedy {
    remedy("forms", &emit::key(operator), value, effect)
}

/// The settings that together put a form on one line; none if something prevents it that no setting changes.
pub fn one_line(explanation: &Explanation) -> Vec<Remedy> {
    let of_why = |why: &Why| match why {
        Why::Limit { width, .. } => limited(explanation, *width),
        Why::Width { end, .. } => {
            let columns = end.to_string();
            Some(remedy("", "line-width", &columns, "columns of a line"))
        }
        Why::Definition => {
            let effect = "procedure definitions on one line wherever they fit";
            Some(remedy("style", "one-line-defines", "\"fits\"", effect))
        }
        Why::Closer => {
            let effect = "closing brackets at the ends of lines";
            Some(remedy("", "closers", "\"join\"", effect))
        }
        _ => None,
    };
    let remedies: Option<Vec<Remedy>> = explanation.whys.iter().map(of_why).collect();
    remedies.unwrap_or_default()
}

/// The setting that breaks a form that is on one line.
pub fn several(explanation: &Explanation) -> Option<Remedy> {
    match explanation.form.strategy {
        _ if explanation.is_unlimited || !explanation.whys.is_empty() => None,
        // A single argument usually stays beside the operator, whatever the limit is.
        _ if explanation.arguments < 2 => None,
        Strategy::Definition => {
            let effect = "no procedure definition on one line";
            Some(remedy("style", "one-line-defines", "\"never\"", effect))
        }
        _ => limited(explanation, explanation.width?.checked_sub(1)?),
    }
}

/// The one-line limit of a form.
fn limited(explanation: &Explanation, columns: usize) -> Option<Remedy> {
    let operator = explanation.operator.as_deref()?;
    let is_call = explanation.form.strategy.is_call();
    let row = match &explanation.rule {
        // This row lays out only forms with a string.
        Some(rule) if !(is_call && matches!(rule.row, Row::IfString(_))) => rule.row,
        _ if is_call => Row::Always(CALL),
        _ => return None,
    };
    let value = emit::show_one_line(operator, &row, columns);
    let effect = format!("on one line up to {columns} columns");
    Some(form(operator, &value, effect))
}

/// The settings that each break a form differently, or lay it out at other columns.
pub fn other_layouts(explanation: &Explanation, chosen: &options::Style) -> Vec<Remedy> {
    let Some((second, decision)) = explanation.shape else {
        return Vec::new();
    };
    let is_authors = chosen.line_breaks == LineBreaks::Keep || decision == Decision::Author;
    let by_rules = |key, value, what| {
        let effect = format!("{what} by the rules of the style");
        remedy("", key, value, effect)
    };
    let canonical = is_authors.then(|| by_rules("line-breaks", "\"canonical\"", "line breaks"));
    let other_style = match decision {
        Decision::Rows => Some(by_rules("rows", "\"canonical\"", "rows broken")),
        // No option overrules the author.
        Decision::Author | Decision::Width if explanation.form.strategy == Strategy::Cond => None,
        Decision::Habit(_) => Some(by_rules("columns", "\"rules\"", "columns")),
        _ => other_style(explanation, second, chosen),
    };
    let is_without_rule = explanation.rule.is_none() && explanation.arguments > 1;
    let of_call = is_without_rule.then_some(("1", "1 distinguished argument, then a body"));
    let remedies = [canonical, other_style, other_rule(explanation, of_call)];
    remedies.into_iter().flatten().collect()
}

/// The style option that decides how a form is broken, with another value.
fn other_style(
    explanation: &Explanation,
    second: Second,
    chosen: &options::Style,
) -> Option<Remedy> {
    let (form, arguments) = (&explanation.form, explanation.arguments);
    let (key, value, effect) = match (form.strategy, second) {
        // There, only columns can be chosen.
        (Strategy::Cond | Strategy::Export | Strategy::Data, _)
            if chosen.line_breaks == LineBreaks::Keep =>
        {
            return None;
        }
        (Strategy::Cond, Second::Beside) => {
            ("cond", "\"break\"", "the first clause on the next line")
        }
        (Strategy::Cond, Second::Below) => ("cond", "\"hang\"", "the first clause beside `cond`"),
        (Strategy::Fixed, _) => match form.option? {
            RestOption::IfArms => match chosen.if_arms {
                Alignment::Two => ("if-arms", "\"align\"", "the arms under the test"),
                _ => ("if-arms", "2", "the arms indented by 2 columns"),
            },
            RestOption::LibraryBody => {
                if chosen.library_body.is_flush(form) {
                    ("library-body", "2", "the body indented by 2 columns")
                } else {
                    ("library-body", "0", "the body not indented")
                }
            }
            RestOption::CaseLambdaClauses | RestOption::ClauseBodies => return None,
        },
        (Strategy::Call | Strategy::Elements, Second::Beside) if arguments > 1 => {
            match chosen.calls {
                Alignment::Two => ("calls", "\"align\"", "the other arguments under the first"),
                _ => ("calls", "2", "the other arguments indented by 2 columns"),
            }
        }
        (Strategy::Call | Strategy::Elements, Second::Below) if arguments > 0 => {
            match chosen.head_alone {
                HeadAlone::Two => ("head-alone", "1", "the arguments indented by 1 column"),
                _ => ("head-alone", "2", "the arguments indented by 2 columns"),
            }
        }
        (Strategy::Export, _) => match chosen.exports {
            Exports::Fill => ("exports", "\"one-per-line\"", "one name per line"),
            _ => ("exports", "\"fill\"", "as many names on a line as fit"),
        },
        _ => return None,
    };
    Some(remedy("style", key, value, effect))
}

/// The settings that start the line in question at another column: they lay out the list around it differently.
pub fn moving(explanation: &Explanation, chosen: &options::Style) -> Vec<Remedy> {
    let start = explanation.start.as_deref();
    let Some((list, _)) = start.and_then(|start| start.around.as_ref()) else {
        return Vec::new();
    };
    let is_same = (list.line, list.column) == (explanation.line, explanation.column);
    let mut remedies = if is_same {
        Vec::new()
    } else {
        other_layouts(list, chosen)
    };
    if remedies.is_empty() {
        remedies.extend(other_rule(
            list,
            Some(("0", "a body, indented by 2 columns")),
        ));
    }
    remedies
}

/// Another rule for the operator of a form: a given one if the form is laid out as a plain call, otherwise, instead of an inferred rule or
/// one for another program, none.
fn other_rule(explanation: &Explanation, of_call: Option<(&str, &'static str)>) -> Option<Remedy> {
    let operator = explanation.operator.as_deref()?;
    let (value, effect) = match &explanation.rule {
        _ if explanation.form.strategy == Strategy::Call => of_call?,
        Some(rule) if rule.provenance != Provenance::BuiltIn => ("\"call\"", "a plain call"),
        _ => return None,
    };
    Some(form(operator, value, effect))
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
