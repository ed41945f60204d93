//! Explains the layout of a line and a list in words: how the line changes, which rule lays out the list, why it is on one line or on
//! several, and what to add to `schemefmt.toml` to change that.

use std::fmt::Write as _;

use super::remedies::{advice, asked, toml};
use super::{
    BreakReason, Cost, Decision, Explained, Explanation, Habit, LineChange, LineDifference,
    LineStart, Order, Rows, Second, Under,
};
use crate::emit;
use crate::forms::rules;
use crate::forms::{Column, Form, PLAIN, RECORD, Role, Stay, Strategy};
use crate::options::{
    self, BlankLines, CallAtoms, HandAlignment, IndentStyle, LineBreaks, OneLineDefines, Options,
};
use crate::text::diagnostics::counted;

/// The explanation of a spot of a text, which is shown as the file `name`, under some options. `config` is what its configuration is shown
/// as.
pub fn text(
    input: &[u8],
    explained: &Explained,
    name: &str,
    config: &str,
    options: &Options,
) -> String {
    let style = &options.style;
    let mut out = String::new();
    let Explained { list, line } = explained;
    match (list, line) {
        (Some(list), _) => title(&mut out, list, name),
        (None, Some(line)) => {
            let what = if line.is_blank {
                "a blank line"
            } else {
                "outside of all forms"
            };
            let _ = writeln!(out, "{name}:{}: {what}", line.line);
        }
        (None, None) => {}
    }
    let order = list.as_ref().and_then(|list| list.order.as_ref());
    if let Some(line) = line.as_ref().filter(|_| order != Some(&Order::Unsorted)) {
        if line.changes.is_empty() {
            row(&mut out, "change", "none: this line stays as it is written");
        }
        for it in &line.changes {
            row(&mut out, "change", &change(it, line.line, style));
        }
    }
    if let Some(list) = list {
        describe(&mut out, list, name, options);
    }
    if let Some(start) = line.as_ref().and_then(|line| line.start.as_ref()) {
        row(&mut out, "column", &column(start));
    }
    if let Some(inner) = list.as_ref().and_then(|list| list.inner.as_ref()) {
        out.push('\n');
        title(&mut out, inner, name);
        row(&mut out, "here", &here(inner, style));
    }
    let changed = line.as_ref().filter(|line| !line.changes.is_empty());
    if list.is_none() && changed.is_none() {
        return out;
    }
    if let Some(line) = changed {
        let settings = advice(input, options, line);
        let line = format!("line {} as it is written", line.line);
        let _ = match settings.len() {
            0 => writeln!(out, "\nNo setting in {config} keeps {line}."),
            count => {
                let these = if count == 1 { "this" } else { "one of these" };
                let toml = toml(&settings);
                write!(out, "\nTo keep {line}, add {these} to {config}:\n\n{toml}")
            }
        };
    }
    out + "\nTo keep a form as it is written, put `; schemefmt: skip` on a line of its own above it.\n"
}

/// What changes, and why, for a line in question.
fn change(change: &LineChange, own: usize, style: &options::Style) -> String {
    let [token, now] = &change.token;
    let (line, end) = match change.line {
        line if line == own => ("it".to_owned(), String::new()),
        line => (format!("line {line}"), format!(" on line {line}")),
    };
    let token_there = format!("`{token}`{end}");
    match change.difference {
        LineDifference::Indentation { has_tabs } => indentation(has_tabs, style),
        LineDifference::Column => {
            let [from, to] = change.columns;
            let why = match (&change.cause, &change.start) {
                (Some(cause), _) => {
                    let cause = self::change(cause, own, style);
                    format!(", since {cause}")
                }
                (None, Some(start)) if change.line != own => format!(": {}", under(start)),
                _ => String::new(),
            };
            format!("{line} moves from column {from} to {to}{why}")
        }
        LineDifference::Joined => {
            let why = joined(change, style);
            format!("{line} is joined to the line before: {why}")
        }
        LineDifference::Broken => {
            let why = broken(change, style);
            format!("a line break is added before {token_there}: {why}")
        }
        LineDifference::Gap(blanks) => gap(change, blanks, &token_there, style),
        LineDifference::Spelling => {
            let is_identifier = token.starts_with(char::is_alphabetic);
            let option = if is_identifier {
                "identifiers"
            } else {
                "literals"
            };
            format!("{token_there} becomes `{now}`: set by the option `{option}`")
        }
        LineDifference::TrailingBlanks => {
            "blanks at the end of a line are always removed".to_owned()
        }
        LineDifference::BlankLines(lines) => blank_lines(change, lines, style),
        LineDifference::LineEnd { is_missing: true } => "the last line gets a line end".to_owned(),
        LineDifference::LineEnd { .. } => {
            "its line end becomes that of the file: set by the option `end-of-line`".to_owned()
        }
    }
}

/// With what a line is indented, and why.
fn indentation(has_tabs: bool, style: &options::Style) -> String {
    let (gone, new) = match has_tabs {
        true => ("blanks", "tabs"),
        false => ("tabs", "blanks"),
    };
    let why = match (style.indentation, style.line_breaks) {
        (IndentStyle::Auto, LineBreaks::Keep) if has_tabs => {
            "most indented lines of this file have some"
        }
        (IndentStyle::Auto, LineBreaks::Keep) => {
            "at most two of three indented lines of this file have tabs"
        }
        _ => "set by the option `indentation`",
    };
    format!("{new} replace the {gone} that indent it: {why}")
}

/// Why a token is on the line of the one before it.
fn joined(change: &LineChange, style: &options::Style) -> String {
    let Some(list) = &change.list else {
        return "a prefix stays beside its datum".to_owned();
    };
    let shown = format!("{} on line {}", list.shown, list.line);
    let index = change.index;
    let staying = match list.form.stay {
        Stay::Count(count) => usize::from(count),
        _ => 2,
    };
    match list.shape {
        _ if change.is_of_closer() => match style.line_breaks {
            LineBreaks::Keep => "set by the option `closers`".to_owned(),
            _ => "a closing bracket begins no line".to_owned(),
        },
        _ if index == 0 => "the first element stays beside its bracket".to_owned(),
        _ if change.token[0] == "..." => "`...` stays beside what it repeats".to_owned(),
        _ if list.reasons.is_empty() => {
            let width = list.width.map(|width| format!(", of {width} columns"));
            let more = match style.line_breaks {
                LineBreaks::Persistent => ", and lists like it do not stay broken",
                _ => "",
            };
            let width = width.unwrap_or_default();
            format!("{shown} fits on one line{width}{more}")
        }
        Some((second, decision)) if index == 1 => {
            format!(
                "in {shown}, the second element is {}",
                shape(second, decision)
            )
        }
        _ if index > staying => match list.rows {
            Some(rows) => format!("in {shown}, {}", lines(rows, list.form.strategy, style)),
            None => format!("as the form of {shown} has it"),
        },
        _ => format!("in {shown}, {}", stays(list.form.stay)),
    }
}

/// Why a token begins a line.
fn broken(change: &LineChange, style: &options::Style) -> String {
    let Some(list) = &change.list else {
        return "each form at top level has lines of its own".to_owned();
    };
    let of = |list: &Explanation| {
        format!(
            "{} on line {} is {}",
            list.shown,
            list.line,
            here(list, style)
        )
    };
    match &list.inner {
        Some(inner) => format!("{}; {}", of(list), of(inner)),
        None => of(list),
    }
}

/// How a gap on a line changes, and why.
fn gap(change: &LineChange, blanks: [usize; 2], token: &str, style: &options::Style) -> String {
    let is_first = change.list.is_some() && change.index == 0;
    let may_stay =
        style.line_breaks != LineBreaks::Canonical && (is_first || change.is_of_closer());
    match blanks {
        [from, to] if change.token[0].starts_with(';') => {
            format!(
                "the comment gets {} before it instead of {from}",
                counted(to, "blank")
            )
        }
        [0, _] => format!("a blank is added before {token}"),
        [_, 0] if may_stay => format!(
            "the blanks before {token} are removed: they stay only where most such brackets of the file have some"
        ),
        [_, 0] => format!("the blanks before {token} are always removed"),
        [from, to] if from == to => format!("blanks replace the tab before {token}"),
        [_, 1] => closed_gap(token, style),
        [from, to] => format!(
            "the {from} blanks before {token} become {to}, to align it with the lines above or below"
        ),
    }
}

/// How many blank lines are left, and why.
fn blank_lines(change: &LineChange, [from, to]: [usize; 2], style: &options::Style) -> String {
    let why = match (&change.list, &*change.token[0]) {
        (Some(_), _) if change.is_of_closer() => "none stays before a closing bracket",
        (Some(_), _) if change.index == 0 => "none stays after an opening bracket",
        (Some(_), _) if to > 1 => "at most two stay in a library",
        (Some(_), _) => "at most one stays inside a form",
        (None, "") => "none stays at the end of a file",
        (None, _) if to == 0 => "none stays at the start of a file",
        (None, _) => match style.blank_lines {
            BlankLines::Two => "at most two stay at top level, set by the option `blank-lines`",
            BlankLines::One => "at most one stays at top level, set by the option `blank-lines`",
        },
    };
    match to {
        0 if from == 1 => format!("it is removed: {why}"),
        0 => format!("{from} blank lines are removed: {why}"),
        to => format!("{from} blank lines become {to}: {why}"),
    }
}

/// A list of a file, and its position.
fn title(out: &mut String, list: &Explanation, file: &str) {
    let _ = writeln!(out, "{file}:{}:{}: {}", list.line, list.column, list.shown);
}

fn row(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(out, "  {name:<9} {value}");
}

/// The rule of a list, and the layout that follows from it.
fn describe(out: &mut String, explanation: &Explanation, file: &str, options: &Options) {
    let style = &options.style;
    let form = &explanation.form;
    match (&explanation.rule, &explanation.row_name) {
        (Some(rule), Some(name)) => {
            let shown = match rule.provenance {
                rules::Provenance::BuiltIn | rules::Provenance::Pattern(_) => name.clone(),
                _ => format!("{} = {}", emit::key(name), emit::show(name, &rule.row)),
            };
            let source = rule.provenance.clone().in_file(file).to_string();
            row(out, "rule", &shown);
            row(out, "source", &source);
        }
        _ => row(out, "rule", of_no_rule(explanation.role, form)),
    }
    row(out, "stays", &stays(form.stay));
    row(out, "rest", &under_what(form.rest));
    row(out, "one line", &one_line(explanation));
    row(out, "here", &here(explanation, style));
    if let Some((second, decision)) = explanation.shape {
        row(out, "shape", &shape(second, decision));
    }
    if let Some(rows) = explanation.rows {
        row(out, "lines", lines(rows, explanation.form.strategy, style));
    }
    if !explanation.reasons.is_empty() {
        let asked = asked(explanation, options).map(|key| key.trim_start_matches("style."));
        let operator = explanation.operator.as_ref();
        let rule = operator.map(|operator| format!("a rule for `{operator}` under [forms]"));
        let all: Vec<String> = asked.map(str::to_owned).chain(rule).collect();
        if !all.is_empty() {
            row(out, "set by", &all.join(", "));
        }
    }
    match &explanation.order {
        None => {}
        Some(Order::Sorted) => row(out, "order", "sorted by name"),
        Some(Order::Unsorted) => row(out, "order", "not sorted by name; formatting sorts it"),
        Some(Order::Kept(why)) => row(out, "order", &format!("stays: {why}")),
    }
}

/// Where a line begins, and under what.
fn column(start: &LineStart) -> String {
    let LineStart { line, column, .. } = start;
    format!("line {line} begins in column {column}: {}", under(start))
}

/// What a line begins under.
fn under(start: &LineStart) -> String {
    let Some((around, under, line)) = &start.around else {
        return "it is at top level".to_owned();
    };
    let list = format!("{} on line {}", around.shown, around.line);
    match *under {
        Under::Column(column) => {
            let why = why_there(around, column);
            format!("{} of {list}{why}", under_what(column))
        }
        Under::Item(_) => format!("in line with what is on line {line} in {list}"),
        Under::Author => format!("where the author has it in {list}"),
    }
}

/// Which lists show a habit.
fn shown_by(habit: Habit) -> String {
    match habit {
        Habit { lists: 1, .. } => ", where the author has it".to_owned(),
        Habit {
            agreeing, lists, ..
        } => format!(", as in {agreeing} of {lists} such lists of this file"),
    }
}

/// Why a line of a list begins in a column under this element, where it is the text and not the rule that says so.
fn why_there(list: &Explanation, under: Column) -> String {
    match list.shape {
        Some((_, Decision::Habit(habit))) if habit.column == under => shown_by(habit),
        Some((_, Decision::Column)) => ", where all lines of that list begin".to_owned(),
        _ => String::new(),
    }
}

/// Whether a list is on one line, and if not, why.
fn here(explanation: &Explanation, style: &options::Style) -> String {
    let reasons: Vec<String> = explanation
        .reasons
        .iter()
        .map(|found| why(found, style))
        .collect();
    let limit = usize::from(explanation.form.limits.at(explanation.role));
    match explanation.width {
        _ if !reasons.is_empty() => format!("on several lines: {}", reasons.join("; ")),
        // Nothing in it can begin a line.
        Some(width) if !explanation.is_unlimited && width > limit => {
            format!("on one line, of {width} columns, since nothing in it begins a line")
        }
        Some(width) => format!("on one line, of {width} columns"),
        None => "on one line".to_owned(),
    }
}

fn why(why: &BreakReason, style: &options::Style) -> String {
    match why {
        BreakReason::Limit { width, limit } => match limit {
            0 => "it is never on one line".to_owned(),
            limit => format!("on one line it would have {width} columns (the limit is {limit})"),
        },
        BreakReason::Width { end, width } => {
            format!("on one line it would reach column {end} (the line width is {width})")
        }
        BreakReason::Definition => match style.one_line_defines {
            OneLineDefines::Never => "procedure definitions are never on one line",
            _ => "a one-line definition must stand directly next to another one",
        }
        .to_owned(),
        BreakReason::Clauses => "the other clauses take several lines".to_owned(),
        BreakReason::Inner => "a form in it takes several lines".to_owned(),
        BreakReason::Comment(line) => format!("the comment on line {line} ends the line"),
        BreakReason::Blank(line) => format!("the blank line before line {line} is kept"),
        BreakReason::Text(line) => format!("a token on line {line} contains a line break"),
        BreakReason::Closer => "its closing bracket stays alone on its line".to_owned(),
        BreakReason::Opener => "its opening bracket stays at the end of its line".to_owned(),
        BreakReason::Author => {
            "the author broke it; to have it on one line, join its lines by hand".to_owned()
        }
        BreakReason::Verbatim(line) => {
            format!("line breaks are kept, and there is one before line {line}")
        }
    }
}

/// Where the second element is, and what decided that.
fn shape(second: Second, decision: Decision) -> String {
    let (this, other) = match second {
        Second::Beside => ("beside the first element", "under it"),
        Second::Below => ("under the first element", "beside it"),
    };
    let because = match decision {
        Decision::Form => "the form has no other shape".to_owned(),
        Decision::Style(option) => format!("set by the option `{option}`"),
        Decision::Width => "beside it, the line would be too long".to_owned(),
        Decision::Author => "the author put it there".to_owned(),
        Decision::Kept => "line breaks are kept".to_owned(),
        Decision::Habit(habit) => {
            let columns = match habit.column {
                Column::Indent(by) => format!("indented by {by}"),
                Column::Align | Column::First => "under the second element".to_owned(),
            };
            format!(
                "the author put it there; the rest is {columns}{}",
                shown_by(habit)
            )
        }
        Decision::Column => "line breaks are kept, and all lines begin in one column".to_owned(),
        Decision::Convention => "line breaks are kept, and a convention has lines there".to_owned(),
        Decision::Rows => "the author's rows are kept, most of which fit".to_owned(),
        Decision::Alone => "nothing can follow the first element on its line".to_owned(),
        Decision::Belongs => "the two belong together, and they fit".to_owned(),
        Decision::FarRight => "beside it, the rest would be too far to the right".to_owned(),
        Decision::Wide(columns) => {
            format!("the first has more than {columns} columns, and only one element follows")
        }
        Decision::Large(size) => {
            format!("the list has at least {size} data and comments")
        }
        Decision::String => "the string does not fit under it either".to_owned(),
        Decision::Cost(own, _) if own == Cost::default() => "everything fits".to_owned(),
        Decision::Cost(own, other_cost) => {
            format!("{}; {other}, {}", cost(own), cost(other_cost))
        }
    };
    format!("{this}: {because}")
}

/// How many items go on each line, and why.
fn lines(rows: Rows, strategy: Strategy, style: &options::Style) -> &'static str {
    match (rows, strategy) {
        (Rows::Keep, _) => "as many items per line as the author put there",
        (Rows::Fill, _) => "as many items per line as fit",
        (Rows::Pack, _) if style.sets_apart() => {
            "one item per line, since they do not fit on one; an atom shares the line of an atom before it unless the author put it below"
        }
        (Rows::Pack, _) => {
            "one item per line, since they do not fit on one; an atom shares the line of an atom before it"
        }
        (Rows::One, Strategy::Call) => match style.call_atoms {
            CallAtoms::OnePerLine => "one per line, set by the option `call-atoms`",
            CallAtoms::Pack => {
                "one per line, since two strings come first, like the words of a command"
            }
        },
        (Rows::One, Strategy::Export) => "one per line, since they are exported",
        (Rows::One, Strategy::Data | Strategy::Import) => {
            "one per line, since there are lists among them"
        }
        (Rows::One, Strategy::Elements) => "one per line, since they are the elements of a list",
        (Rows::One, Strategy::Test | Strategy::Binding | Strategy::Aligned) => "one per line",
        (Rows::One, _) => "one per line, since the form has a body, clauses or bindings",
    }
}

/// Why a gap becomes one blank.
fn closed_gap(after: &str, style: &options::Style) -> String {
    let why = match (style.alignment, style.line_breaks) {
        (HandAlignment::Collapse, _) => "set by the option `alignment`",
        (_, LineBreaks::Keep) => "it aligns nothing with the lines above and below",
        _ => "it aligns nothing with the lines above and below, or does not fit so",
    };
    format!("the blanks before {after} become one: {why}")
}

fn cost(cost: Cost) -> String {
    let over = match cost.over {
        0 => "everything fits".to_owned(),
        1 => "1 column would be beyond the line width".to_owned(),
        over => format!("{over} columns would be beyond the line width"),
    };
    let over = match cost.torn {
        0 => over,
        1 => format!("{over}, and 1 short list or line would be broken"),
        torn => format!("{over}, and {torn} short lists or lines would be broken"),
    };
    match cost.lines {
        0 => over,
        1 => format!("{over}, with 1 line break"),
        lines => format!("{over}, with {lines} line breaks"),
    }
}

/// What decides the layout if no rule for an operator does.
fn of_no_rule(role: Role, form: &Form) -> &'static str {
    match role {
        Role::Data | Role::Quoted => "data",
        Role::Params | Role::Signature => "parameters",
        Role::Bindings(_) => "a list of bindings",
        Role::Binding | Role::DoBinding => "a binding",
        Role::DoTest => "the test of a `do`",
        Role::Clause(_) | Role::Guard => "a clause",
        Role::Exports | Role::Spec | Role::Module | Role::Declaration => "a part of a library",
        _ if *form == RECORD => "a record: its arguments are fields",
        _ if form.strategy == Strategy::Call => "a plain call: no rule for its operator",
        _ => "a list without an operator",
    }
}

fn stays(stay: Stay) -> String {
    match stay {
        Stay::Count(0) => "nothing after the first element stays on its line".to_owned(),
        Stay::Count(1) => "1 element stays on the line of the first".to_owned(),
        Stay::Count(k) => format!("{k} elements stay on the line of the first"),
        Stay::NameAndType | Stay::NameAndClauses => {
            "the name stays on the line of the first element".to_owned()
        }
        Stay::Judgment => "the elements up to `≫` stay on the line of the first".to_owned(),
        Stay::LabelAndConstant => {
            "the label of a test stays on the line of the first element".to_owned()
        }
        Stay::Message => "the message stays on the line of the first element".to_owned(),
        Stay::Leading | Stay::LeadingAndParameters => {
            "the elements before the first list stay on the line of the first".to_owned()
        }
    }
}

/// Where something stands in a list.
fn under_what(column: Column) -> String {
    match column {
        Column::Align => "under the second element".to_owned(),
        Column::First => "under the first element".to_owned(),
        Column::Indent(0) => "under the opening bracket".to_owned(),
        Column::Indent(by) => {
            let columns = counted(by.into(), "column");
            format!("{columns} right of the opening bracket")
        }
    }
}

fn one_line(explanation: &Explanation) -> String {
    let limits = &explanation.form.limits;
    if explanation.is_unlimited {
        return "up to the line width".to_owned();
    }
    let role = match explanation.role {
        Role::TopLevel | Role::Body | Role::Declaration => "in a body",
        Role::Value => "as a bound value",
        _ => "as an argument",
    };
    let columns = |limit| match limit {
        0 => "never".to_owned(),
        PLAIN => "up to the line width".to_owned(),
        limit => format!("up to {limit} columns"),
    };
    let limit = limits.at(explanation.role);
    let mut text = format!("{}, {role}", columns(limit));
    if let Some((from, many)) = limits.many
        && many < limit
    {
        let at_most = match many {
            0 => "never on one line".to_owned(),
            _ => columns(many),
        };
        let _ = write!(
            text,
            "; but {at_most} if {from} or more items follow the header"
        );
    }
    text
}
