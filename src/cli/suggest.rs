//! Writes a suggested configuration as a `schemefmt.toml`, with the evidence for each line of it above the line.

use std::fmt::Write as _;
use std::path::PathBuf;

use schemefmt::internals::config::settings::Setting;
use schemefmt::internals::emit::{self, as_toml, key};
use schemefmt::internals::text::diagnostics::counted;

use crate::project::paths::shown;
use crate::project::suggest::{Chosen, Evidence, Proposal, Suggestion};

/// The most files that are named of those that cannot be formatted.
const MAX_NAMED: usize = 5;

/// A way to break lines fits a project if its diff has at most this many tenths as many lines as the files, removed and added.
const MAX_TENTHS_CHANGED: usize = 6;

/// Respelled literals are counted apart if this many lines change only in these, or one in a hundred.
const MANY_RESPELLED: usize = 50;

/// The text of the configuration, with settings that say which files it is for, and without the dialects of single folders.
pub fn text(suggestion: &Suggestion, patterns: &[String]) -> String {
    let evidence = evidence(suggestion);
    let mut text: String = evidence.lines().map(|line| format!("# {line}\n")).collect();
    for line in patterns {
        let _ = write!(text, "\n{line}");
    }
    let dialect = of_all(&suggestion.dialects);
    let dialect = dialect.map(|dialect| format!("dialect = {}\n", as_toml(dialect)));
    let of_table = |table: &str| {
        let chosen = suggestion.chosen.iter();
        let of_table = chosen.filter(|chosen| place(&chosen.choice).0 == table);
        of_table.map(line).collect::<String>()
    };
    let top = dialect.unwrap_or_default() + &of_table("");
    if !top.is_empty() {
        let _ = write!(text, "\n{top}");
    }
    for table in ["style", "forms"] {
        let lines = of_table(table);
        if !lines.is_empty() {
            let _ = write!(text, "\n[{table}]\n{lines}");
        }
    }
    text
}

/// What was read, and how large the diff is without the configuration and with it, to print and to write.
pub fn evidence(suggestion: &Suggestion) -> String {
    let is_given = |chosen: &Chosen| chosen.evidence.is_none();
    let without = if suggestion.chosen.iter().any(is_given) {
        "with the requested options alone"
    } else {
        "by default"
    };
    let mut text = format!(
        "Suggested from {}, {}.\nThe diff has {} {without}, removed and added, and {} with this configuration.\n",
        counted(suggestion.files, "file"),
        counted(suggestion.lines, "line"),
        counted(suggestion.without, "line"),
        suggestion.with
    );
    text += &line_breaks(suggestion);
    text += &respelled(suggestion);
    text + &left_out(suggestion) + &dominant(suggestion)
}

/// How large the diff is in each way to break lines, and the one that fits; empty if one was given.
fn line_breaks(suggestion: &Suggestion) -> String {
    let ways = &suggestion.by_line_breaks;
    let is_few = |(_, changed): &&(_, usize)| changed * 10 <= suggestion.lines * MAX_TENTHS_CHANGED;
    let Some((fitting, _)) = ways.iter().find(is_few).or(ways.last()) else {
        return String::new();
    };
    let sizes: Vec<String> = ways
        .iter()
        .map(|(way, size)| format!("{way} {size}"))
        .collect();
    let sizes = sizes.join(", ");
    let advice = match *fitting {
        "canonical" => String::new(),
        fitting => format!(" Try --line-breaks {fitting}."),
    };
    format!("By line-breaks, each with what is suggested for it: {sizes}.{advice}\n")
}

/// How many lines change only in the spelling of literals; empty if that is few.
fn respelled(suggestion: &Suggestion) -> String {
    match suggestion.respelled {
        few if few < MANY_RESPELLED && few * 100 < suggestion.with.max(1) => String::new(),
        many => format!(
            "{many} of these are there only for the spelling of numbers and characters, which literals = \"keep\" leaves.\n"
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

/// The files with most of the changes; empty if there are none.
fn dominant(suggestion: &Suggestion) -> String {
    let dominant = &suggestion.dominant;
    if dominant.is_empty() {
        return String::new();
    }
    let lines: usize = dominant.iter().map(|(_, lines)| lines).sum();
    let files: Vec<String> = dominant.iter().map(|(path, _)| shown(path)).collect();
    let files = files.join(", ");
    format!("{lines} of these lines are in {files}; --exclude FILE leaves out what nobody edits.\n")
}

/// The table of a setting, and its name there.
fn place(choice: &Proposal) -> (&str, String) {
    match choice {
        Proposal::Option { option, .. } => {
            let (table, name) = Setting::Format(option).table_and_name();
            (table, name.to_owned())
        }
        Proposal::Form { name, .. } => ("forms", key(name)),
    }
}

/// A setting as it is written, with the evidence above it.
fn line(chosen: &Chosen) -> String {
    let (_, name) = place(&chosen.choice);
    let value = match &chosen.choice {
        Proposal::Option { value, .. } => as_toml(value),
        Proposal::Form { name, row } => emit::show(name, row),
    };
    let reason = chosen.evidence.map(|evidence| reason(&evidence));
    format!("{}{name} = {value}\n", reason.unwrap_or_default())
}

/// The evidence for a setting, as a comment.
fn reason(evidence: &Evidence) -> String {
    let calls = match evidence.calls {
        Some((votes, calls)) => format!("{votes} of {calls} calls; "),
        None => String::new(),
    };
    let harmed = match evidence.harmed {
        0 => String::new(),
        files => format!("; {files} get worse"),
    };
    let files = counted(evidence.helped, "file");
    format!(
        "# {calls}{} fewer, in {files}{harmed}.\n",
        counted(evidence.saved, "line")
    )
}

/// The dialect of a whole project, of those of its folders.
pub fn of_all(dialects: &[(PathBuf, &'static str)]) -> Option<&'static str> {
    let of_all = dialects
        .iter()
        .find(|(folder, _)| folder.as_os_str().is_empty());
    of_all.map(|(_, dialect)| *dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggestion() -> Suggestion {
        Suggestion {
            files: 2,
            left_out: Vec::new(),
            lines: 200,
            without: 30,
            with: 20,
            respelled: 0,
            by_line_breaks: Vec::new(),
            dialects: Vec::new(),
            chosen: Vec::new(),
            dominant: Vec::new(),
        }
    }

    #[test]
    fn evidence_names_what_stands_out() {
        let suggestion = Suggestion {
            left_out: vec!["b.scm".into()],
            respelled: 3,
            dialects: vec![("".into(), "guile"), ("a".into(), "racket")],
            dominant: vec![("c.scm".into(), 12)],
            ..suggestion()
        };
        assert_eq!(
            text(&suggestion, &[]),
            "# Suggested from 2 files, 200 lines.\n\
             # The diff has 30 lines by default, removed and added, and 20 with this configuration.\n\
             # 3 of these are there only for the spelling of numbers and characters, which literals = \"keep\" leaves.\n\
             # Excluded, since they cannot be formatted: b.scm\n\
             # 12 of these lines are in c.scm; --exclude FILE leaves out what nobody edits.\n\
             \ndialect = \"guile\"\n"
        );
    }

    #[test]
    fn settings_are_grouped_by_table() {
        let option = |key| Proposal::Option {
            option: schemefmt::options::find(key).unwrap(),
            value: "72".to_owned(),
        };
        let evidence = |harmed, calls| {
            Some(Evidence {
                saved: 9,
                helped: 4,
                harmed,
                calls,
            })
        };
        let form = Proposal::Form {
            name: "a".to_owned(),
            row: schemefmt::internals::forms::Row::Always(schemefmt::internals::forms::CALL),
        };
        let chosen = [
            (option("line-width"), None),
            (form, evidence(0, Some((8, 9)))),
            (option("style.head-alone-from"), evidence(1, None)),
        ];
        let chosen = chosen.map(|(choice, evidence)| Chosen { choice, evidence });
        let written = text(
            &Suggestion {
                chosen: chosen.to_vec(),
                ..suggestion()
            },
            &[],
        );
        let settings = written.split_once("\n\n").unwrap().1;
        assert_eq!(
            settings,
            "line-width = 72\n\
             \n[style]\n# 9 lines fewer, in 4 files; 1 get worse.\nhead-alone-from = 72\n\
             \n[forms]\n# 8 of 9 calls; 9 lines fewer, in 4 files.\na = \"call\"\n"
        );
        assert!(written.contains("30 lines with the requested options alone"));
    }

    #[test]
    fn the_first_way_with_a_small_diff_is_recommended() {
        let advice = |sizes: [usize; 3]| {
            let ways = ["canonical", "persistent", "keep"];
            line_breaks(&Suggestion {
                by_line_breaks: ways.into_iter().zip(sizes).collect(),
                ..suggestion()
            })
        };
        let start = "By line-breaks, each with what is suggested for it: canonical";
        assert_eq!(
            advice([120, 50, 9]),
            format!("{start} 120, persistent 50, keep 9.\n")
        );
        assert!(advice([121, 50, 9]).ends_with("keep 9. Try --line-breaks persistent.\n"));
        assert!(advice([999, 500, 200]).ends_with(" Try --line-breaks keep.\n"));
    }
}
