//! Writes a suggested configuration as a `schemefmt.toml`, with the number that speaks for each line of it above the line.

use std::fmt::Write as _;

use schemefmt::internals::config::settings::Setting;
use schemefmt::internals::emit::{self, as_toml, key};
use schemefmt::internals::text::diagnostics::counted;

use super::init::of_all;
use crate::project::paths::shown;
use crate::project::suggest::{Changed, ChosenOption, ChosenRule, Suggestion};

/// The most files that are named of those that cannot be formatted.
const MAX_NAMED: usize = 5;

/// A way to break lines fits a project if it changes at most this many tenths of the lines.
const MAX_TENTHS_CHANGED: usize = 3;

/// The text of the configuration, with settings that say which files it is for, and without the dialects of single folders.
pub fn text(suggestion: &Suggestion, patterns: &[String]) -> String {
    let evidence = evidence(suggestion);
    let mut text: String = evidence.lines().map(|line| format!("# {line}\n")).collect();
    for line in patterns {
        let _ = write!(text, "\n{line}");
    }
    if let Some(dialect) = of_all(&suggestion.dialects) {
        let reason = "Nine in ten of the files that show a dialect show this one, and no more lines change with it.";
        let _ = write!(text, "\n# {reason}\ndialect = {}\n", as_toml(dialect));
    }
    write_options(&mut text, &suggestion.options);
    write_rules(&mut text, &suggestion.rules);
    text
}

/// What was read, and how many lines change without the configuration and with it, to print and to write.
pub fn evidence(suggestion: &Suggestion) -> String {
    let (files, lines) = (suggestion.files, suggestion.lines);
    let changes = |changed: Changed| {
        let share = percent(changed.lines, lines);
        let change = match changed.lines {
            1 => "1 line changes".to_owned(),
            count => format!("{count} lines change"),
        };
        let (unchanged, all) = (files - changed.files, counted(files, "file"));
        format!("{change} ({share}); unchanged: {unchanged} of {all}")
    };
    let sample = match suggestion.read {
        all if all == suggestion.total => String::new(),
        some => format!("a sample, {some} of "),
    };
    let mut text = format!(
        "Suggested from {sample}{}, with {lines} lines.\nWithout this configuration, {}.\nWith it, {}.\n",
        counted(suggestion.total, "file"),
        changes(suggestion.without),
        changes(suggestion.with)
    );
    text += &line_breaks(suggestion);
    text + &left_out(suggestion) + &dominant(suggestion)
}

/// What changes in each way to break lines, and the one that fits; empty if one was given.
fn line_breaks(suggestion: &Suggestion) -> String {
    let share = |changed: &Changed| percent(changed.lines, suggestion.lines);
    let ways = suggestion.by_line_breaks.iter();
    let shares: Vec<String> = ways
        .clone()
        .map(|(way, changed)| format!("{way} {}", share(changed)))
        .collect();
    let is_few =
        |(_, changed): &&(_, Changed)| changed.lines * 10 <= suggestion.lines * MAX_TENTHS_CHANGED;
    let Some((fitting, _)) = ways.clone().find(is_few).or(ways.last()) else {
        return String::new();
    };
    let shares = shares.join(", ");
    match *fitting {
        "canonical" => format!("Lines that change by line-breaks: {shares}.\n"),
        fitting => format!(
            "Lines that change by line-breaks: {shares}. For this project, try {fitting}:\n\
             `schemefmt init --suggest --line-breaks {fitting}` optimizes for that.\n"
        ),
    }
}

/// The files that cannot be formatted, in a line; empty if there are none.
fn left_out(suggestion: &Suggestion) -> String {
    let named: Vec<String> = suggestion.left_out.iter().map(|path| shown(path)).collect();
    if named.is_empty() {
        return String::new();
    }
    let (first, others) = named.split_at(named.len().min(MAX_NAMED));
    let more = match others.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let first = first.join(", ");
    format!("Excluded, since they cannot be formatted: {first}{more}\n")
}

/// The files with most of the changes, and flags that exclude them; empty if there are none.
fn dominant(suggestion: &Suggestion) -> String {
    let dominant = &suggestion.dominant;
    if dominant.is_empty() {
        return String::new();
    }
    let lines: usize = dominant.iter().map(|(_, lines)| lines).sum();
    let files = counted(dominant.len(), "file");
    let flags = dominant.iter();
    let flags: String = flags
        .map(|(path, _)| format!(" --exclude {}", shown(path)))
        .collect();
    format!("{lines} of these lines are in {files}; if nobody edits these, exclude them:{flags}\n")
}

fn write_options(text: &mut String, options: &[ChosenOption]) {
    let mut table = "";
    for chosen in options {
        let (new_table, name) = Setting::Format(chosen.option).table_and_name();
        if new_table != table {
            table = new_table;
            let _ = writeln!(text, "\n[{table}]");
        }
        let reason = match chosen.saved {
            Some(saved) => format!("{saved} fewer lines change."),
            None => "As requested.".to_owned(),
        };
        let value = as_toml(&chosen.value);
        let _ = writeln!(text, "\n# {reason}");
        let _ = writeln!(text, "{name} = {value}");
    }
}

fn write_rules(text: &mut String, rules: &[ChosenRule]) {
    if !rules.is_empty() {
        text.push_str("\n[forms]\n");
    }
    for rule in rules {
        let _ = writeln!(
            text,
            "# {} of {} calls are laid out like this; {} fewer lines change.\n{} = {}",
            rule.votes,
            rule.calls,
            rule.saved,
            key(&rule.name),
            emit::show(&rule.name, &rule.row)
        );
    }
}

fn percent(part: usize, total: usize) -> String {
    format!("{:.1}%", 100.0 * part as f64 / total.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestion_names_sample_and_failures() {
        let suggestion = Suggestion {
            total: 6,
            read: 3,
            files: 2,
            left_out: vec!["b.scm".into()],
            lines: 200,
            without: Changed {
                lines: 15,
                files: 1,
            },
            with: Changed::default(),
            by_line_breaks: Vec::new(),
            dialects: vec![("".into(), "guile"), ("a".into(), "racket")],
            options: Vec::new(),
            rules: Vec::new(),
            dominant: vec![("c.scm".into(), 12)],
        };
        assert_eq!(
            text(&suggestion, &[]),
            "# Suggested from a sample, 3 of 6 files, with 200 lines.\n\
             # Without this configuration, 15 lines change (7.5%); unchanged: 1 of 2 files.\n\
             # With it, 0 lines change (0.0%); unchanged: 2 of 2 files.\n\
             # Excluded, since they cannot be formatted: b.scm\n\
             # 12 of these lines are in 1 file; if nobody edits these, exclude them: --exclude c.scm\n\
             \n# Nine in ten of the files that show a dialect show this one, and no more lines change with it.\ndialect = \"guile\"\n"
        );
    }
}
