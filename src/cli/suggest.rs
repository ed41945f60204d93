//! Writes a suggested configuration as a `schemefmt.toml`, with the evidence for each line of it above the line.

use std::fmt::Write as _;
use std::path::PathBuf;

use schemefmt::internals::config::settings::Setting;
use schemefmt::internals::emit::{self, as_toml, key};
use schemefmt::internals::text::diagnostics::counted;

use crate::project::paths::shown;
use crate::project::suggest::{
    Chosen, ChosenLineBreaks, Evidence, MUCH_SMALLER, Proposal, Suggestion,
};

/// The most files that are named.
const MAX_NAMED: usize = 5;

/// Respelled literals are counted apart if this many lines change only in these, or one in a hundred.
const MANY_RESPELLED: usize = 50;

/// What each value of `line-breaks` does.
const LINE_BREAKS: [(&str, &str); 3] = [
    ("canonical", "the style breaks all lines"),
    ("persistent", "lists that are broken stay so"),
    ("keep", "the author breaks all lines"),
];

/// The text of the configuration, with settings that say which files it is for, and without the dialects of single folders. `command`
/// suggests another one, followed by a value of `line-breaks`.
pub(super) fn text(suggestion: &Suggestion, patterns: &[String], command: &str) -> String {
    let evidence = evidence(suggestion, command);
    let mut text: String = evidence.lines().map(|line| format!("# {line}\n")).collect();
    for line in patterns {
        let _ = write!(text, "\n{line}");
    }
    let dialect = of_all(&suggestion.dialects);
    let dialect = dialect.map(|dialect| format!("dialect = {}\n", as_toml(dialect)));
    let of_table = |table: &str| {
        let chosen = suggestion.chosen.iter();
        let of_table = chosen.filter(|chosen| table_and_name(&chosen.choice).0 == table);
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
pub(super) fn evidence(suggestion: &Suggestion, command: &str) -> String {
    let is_decided = suggestion.line_breaks.is_some();
    let is_given = suggestion.chosen.iter().any(|it| it.evidence.is_none());
    let (start, others) = match is_given && !is_decided {
        true => ("With the requested options, the", "no other setting"),
        false => ("The", "no setting"),
    };
    let alone = match &suggestion.line_breaks {
        Some(ChosenLineBreaks { value, .. }) if *value != "canonical" => {
            format!(" with line-breaks = \"{value}\" alone")
        }
        None if is_given => String::new(),
        _ => " by default".to_owned(),
    };
    let size = counted(suggestion.without, "removed and added line");
    let comparison = match (suggestion.without, suggestion.with) {
        (0, _) => "is empty".to_owned(),
        (without, with) if without <= with => format!("has {size}; {others} reduces that"),
        (_, with) => format!("has {size}{alone}, and {with} with this configuration"),
    };
    let files = counted(suggestion.files, "file");
    let lines = counted(suggestion.lines, "line");
    let line_breaks = line_breaks(suggestion, command);
    format!("Suggested from {files}, {lines}.\n{start} diff {comparison}.\n")
        + &line_breaks
        + &respelled(suggestion)
        + &unreadable(&suggestion.unreadable)
}

/// How large the diff is in each way to break lines, and how to choose another; empty if one was given.
fn line_breaks(suggestion: &Suggestion, command: &str) -> String {
    let Some(ChosenLineBreaks { value, changed }) = &suggestion.line_breaks else {
        return String::new();
    };
    let others = changed.iter().filter(|(other, _)| other != value);
    let (other, _) = others.min_by_key(|(_, size)| *size).unwrap_or(&changed[0]);
    let mut text = "Changed lines for each value of line-breaks:\n".to_owned();
    for ((value, size), (_, about)) in changed.iter().zip(LINE_BREAKS) {
        let _ = writeln!(text, "  {value:<10}  {about:<29}  {size:>6}");
    }
    let [(_, canonical), (_, persistent), _] = changed;
    let reason = match *value {
        "canonical" if MUCH_SMALLER * persistent > *canonical => {
            ", since persistent changes more than a third as many lines"
        }
        _ => "",
    };
    let _ = writeln!(
        text,
        "Written for {value}{reason}; for another value, such as {other}: {command} {other}"
    );
    text
}

/// How many lines change only in the spelling of literals; empty if that is few.
fn respelled(suggestion: &Suggestion) -> String {
    match suggestion.respelled {
        few if few < MANY_RESPELLED && few * 100 < suggestion.with.max(1) => String::new(),
        many => format!(
            "{many} of the {} lines change only the spelling of numbers and characters; literals = \"keep\" avoids that.\n",
            suggestion.with
        ),
    }
}

/// The files with errors, in a line; empty if there are none.
pub(super) fn unreadable(files: &[PathBuf]) -> String {
    match &*names(files) {
        "" => String::new(),
        files => format!("Excluded because of errors in them: {files}.\n"),
    }
}

/// What to do next, to print, for the folder of the configuration.
pub(super) fn next_steps(suggestion: &Suggestion, folder: &str) -> String {
    let mut steps = String::new();
    let dominant = &suggestion.dominant;
    let lines: usize = dominant.iter().map(|(_, lines)| lines).sum();
    let files: Vec<PathBuf> = dominant.iter().map(|(path, _)| path.clone()).collect();
    if !files.is_empty() {
        let files = names(&files);
        let _ = writeln!(
            steps,
            "{lines} of the {} lines are in {files}; --exclude FILE leaves a file out, if nobody edits it.",
            suggestion.with
        );
    }
    if suggestion.with > 0 {
        let format = format!("schemefmt {folder}");
        let steps_of = [
            (&*format!("schemefmt --diff {folder}"), "see what changes"),
            (&*format, "format it"),
            ("git commit -am Format", "commit that by itself"),
            (
                "git rev-parse HEAD >> .git-blame-ignore-revs",
                "have git blame ignore that commit",
            ),
            (
                &*format!("schemefmt --check {folder}"),
                "check it in a hook or in CI: docs/automation.md",
            ),
        ];
        steps.push_str("Next:\n");
        for (command, about) in steps_of {
            let _ = writeln!(steps, "  {command:<44}  # {about}");
        }
    }
    steps
}

/// The names of files, of the first ones if there are many.
fn names(paths: &[PathBuf]) -> String {
    let (first, others) = paths.split_at(paths.len().min(MAX_NAMED));
    let first: Vec<String> = first.iter().map(|path| shown(path)).collect();
    let more = match others.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    first.join(", ") + &more
}

/// The table of a setting, and its name there.
fn table_and_name(choice: &Proposal) -> (&str, String) {
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
    let (_, name) = table_and_name(&chosen.choice);
    let value = match &chosen.choice {
        Proposal::Option { value, .. } => as_toml(value),
        Proposal::Form { name, row } => emit::show(name, row),
    };
    let reason = chosen.evidence.map(|evidence| reason(&evidence));
    format!("{}{name} = {value}\n", reason.unwrap_or_default())
}

/// The evidence for a setting, as a comment.
fn reason(evidence: &Evidence) -> String {
    let saved = counted(evidence.saved, "line");
    let helped = counted(evidence.helped, "file");
    let files = match evidence.harmed {
        0 => format!(" in {helped}"),
        harmed => format!(": better in {helped}, worse in {harmed}"),
    };
    format!("# Saves {saved}{files}.\n")
}

/// The dialect of a whole project, of those of its folders.
pub(super) fn of_all(dialects: &[(PathBuf, &'static str)]) -> Option<&'static str> {
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
            unreadable: Vec::new(),
            lines: 200,
            without: 30,
            with: 20,
            respelled: 0,
            line_breaks: None,
            dialects: Vec::new(),
            chosen: Vec::new(),
            dominant: Vec::new(),
        }
    }

    fn option(key: &str) -> Proposal {
        Proposal::Option {
            option: schemefmt::options::find(key).unwrap(),
            value: "72".to_owned(),
        }
    }

    #[test]
    fn evidence_names_what_stands_out() {
        let suggestion = Suggestion {
            unreadable: vec!["b.scm".into()],
            respelled: 3,
            dialects: vec![("".into(), "guile"), ("a".into(), "racket")],
            dominant: vec![("c.scm".into(), 8), ("d.scm".into(), 4)],
            ..suggestion()
        };
        assert_eq!(
            text(&suggestion, &[], ""),
            "# Suggested from 2 files, 200 lines.\n\
             # The diff has 30 removed and added lines by default, and 20 with this configuration.\n\
             # 3 of the 20 lines change only the spelling of numbers and characters; literals = \"keep\" avoids that.\n\
             # Excluded because of errors in them: b.scm.\n\
             \ndialect = \"guile\"\n"
        );
        assert_eq!(
            next_steps(&suggestion, ".").lines().next(),
            Some(
                "12 of the 20 lines are in c.scm, d.scm; --exclude FILE leaves a file out, if nobody edits it."
            )
        );
    }

    #[test]
    fn that_nothing_helps_is_said() {
        let given = Chosen {
            choice: option("line-width"),
            evidence: None,
        };
        let by_default = "The diff has 20 removed and added lines; no setting reduces that.";
        let with_given = "With the requested options, the diff has 20 removed and added lines; no other setting reduces that.";
        for (without, chosen, expected) in [
            (0, vec![], "The diff is empty."),
            (20, vec![], by_default),
            (20, vec![given], with_given),
        ] {
            let suggestion = Suggestion {
                without,
                chosen,
                ..suggestion()
            };
            assert_eq!(evidence(&suggestion, "").lines().nth(1), Some(expected));
        }
    }

    #[test]
    fn settings_are_grouped_by_table() {
        let evidence = |harmed| {
            Some(Evidence {
                saved: 9,
                helped: 4,
                harmed,
            })
        };
        let form = Proposal::Form {
            name: "a".to_owned(),
            row: schemefmt::internals::forms::Row::Always(schemefmt::internals::forms::CALL),
        };
        let chosen = [
            (option("line-width"), None),
            (form, evidence(0)),
            (option("style.head-alone-from"), evidence(1)),
        ];
        let chosen = chosen.map(|(choice, evidence)| Chosen { choice, evidence });
        let written = text(
            &Suggestion {
                chosen: chosen.to_vec(),
                ..suggestion()
            },
            &[],
            "",
        );
        let settings = written.split_once("\n\n").unwrap().1;
        assert_eq!(
            settings,
            "line-width = 72\n\
             \n[style]\n# Saves 9 lines: better in 4 files, worse in 1.\nhead-alone-from = 72\n\
             \n[forms]\n# Saves 9 lines in 4 files.\na = \"call\"\n"
        );
        assert!(written.contains(
            "With the requested options, the diff has 30 removed and added lines, and 20 with"
        ));
    }

    #[test]
    fn every_way_to_break_lines_is_counted() {
        let suggestion = Suggestion {
            line_breaks: Some(ChosenLineBreaks {
                value: "persistent",
                changed: [("canonical", 60), ("persistent", 20), ("keep", 1)],
            }),
            ..suggestion()
        };
        assert_eq!(
            line_breaks(&suggestion, "schemefmt init --line-breaks"),
            "Changed lines for each value of line-breaks:\n\
             \x20 canonical   the style breaks all lines         60\n\
             \x20 persistent  lists that are broken stay so      20\n\
             \x20 keep        the author breaks all lines         1\n\
             Written for persistent; for another value, such as keep: schemefmt init --line-breaks keep\n"
        );
    }
}
