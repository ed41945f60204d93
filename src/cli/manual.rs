//! The manual pages, and the examples that the help shows, too.

use anyhow::Context as _;
use clap::{Command, CommandFactory as _};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::args::Args;

/// A term, and what it means.
type Entry = (&'static str, &'static str);

/// What people want of each command, by its name; the program itself has none.
const EXAMPLES: [(&str, &[Entry]); 8] = [
    (
        "",
        &[
            ("schemefmt .", "format all Scheme files of this folder"),
            (
                "schemefmt --check",
                "fail if any of them is not formatted, as in CI",
            ),
            ("schemefmt --diff a.scm", "show what would change"),
            (
                "schemefmt --changed",
                "format only the lines changed since the last git commit",
            ),
            (
                "schemefmt - <a.scm >b.scm",
                "format standard input, as from an editor",
            ),
        ],
    ),
    (
        "init",
        &[
            (
                "schemefmt init",
                "write a configuration with every option explained",
            ),
            (
                "schemefmt init --suggest",
                "write the one that changes this folder's files least",
            ),
            (
                "schemefmt init --suggest --line-breaks keep",
                "the one that does so where the author's line breaks are kept",
            ),
        ],
    ),
    (
        "repair",
        &[
            (
                "schemefmt repair a.scm",
                "put the brackets right where that is certain",
            ),
            ("schemefmt repair --diff a.scm", "show what would change"),
        ],
    ),
    (
        "merge",
        &[(
            "schemefmt merge -- %O %A %B %P",
            "what git is told to run, as merge.schemefmt.driver",
        )],
    ),
    (
        "completions",
        &[(
            "schemefmt completions bash",
            "print what bash reads at its start",
        )],
    ),
    (
        "man",
        &[
            (
                "schemefmt man >schemefmt.1",
                "write this program's manual page",
            ),
            (
                "schemefmt man init >schemefmt-init.1",
                "write that of a command",
            ),
        ],
    ),
    (
        "schema",
        &[(
            "schemefmt schema >schemefmt.schema.json",
            "write the schema to a file",
        )],
    ),
    (
        "lsp",
        &[("schemefmt lsp", "what an editor runs for each project")],
    ),
];

const FILES: [Entry; 5] = [
    (
        "schemefmt.toml, .schemefmt.toml",
        "The configuration: the nearest one in the folder of a file or above it.",
    ),
    (
        ".editorconfig",
        "The width, the line ends, and tabs or blanks, where schemefmt.toml does not set them.",
    ),
    (
        ".gitignore, .schemefmtignore",
        "Files and folders that are skipped in folders.",
    ),
    (
        ".dir-locals.el",
        "Indentation rules for Emacs, which the layout follows, and whether it indents with tabs.",
    ),
    (
        "node_modules, bower_components, vendor, vendored, third_party, third-party",
        "Folders that are always skipped, as are hidden ones, unless they are named.",
    ),
];

const ENVIRONMENT: [Entry; 4] = [
    ("NO_COLOR", "If set and not empty, nothing is coloured."),
    (
        "CLICOLOR_FORCE",
        "If set and not 0, output is coloured even where no terminal reads it.",
    ),
    (
        "TERM",
        "If dumb, nothing is coloured, and no progress is shown.",
    ),
    (
        "PATH",
        "Where git and the programs for --verify-with are found.",
    ),
];

const EXIT_STATUS: [Entry; 3] = [
    ("0", "Everything is done, or there was nothing to do."),
    (
        "1",
        "Something is not formatted, and a flag such as --check asks for that.",
    ),
    (
        "2",
        "Something went wrong; the other files were formatted nevertheless.",
    ),
];

/// The text after the options in the help of the program.
pub fn after_help() -> String {
    let [(_, examples), ..] = EXAMPLES;
    let width = examples.iter().map(|(line, _)| line.len()).max();
    let width = width.unwrap_or_default();
    let lines = examples.iter();
    let lines = lines.map(|(line, meaning)| format!("  {line:<width$}  {meaning}\n"));
    let lines: String = lines.collect();
    format!(
        "Examples:\n{lines}\nExit status: 0 on success, 1 if something is not formatted, 2 on an error."
    )
}

/// The manual page of a command, or of the program, as roff.
///
/// # Errors
/// Returns an error if there is no such command.
pub fn page(name: Option<&str>) -> anyhow::Result<Vec<u8>> {
    // What `help` prints needs no page.
    let mut program = Args::command().disable_help_subcommand(true);
    program.build();
    let command = match name {
        Some(name) => program.find_subcommand(name).with_context(|| {
            let known = commands().join(", ");
            format!("there is no command `{name}`; there are {known}")
        })?,
        None => &program,
    };
    let command = command.clone();
    let mut page = Vec::new();
    let has_commands = command.has_subcommands();
    let man = Man::new(command).source(format!(
        "schemefmt {}",
        program.get_version().unwrap_or_default()
    ));
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    let mut more = Roff::new();
    let of_command = |(command, _): &&(&str, &[Entry])| *command == name.unwrap_or_default();
    for (_, examples) in EXAMPLES.iter().filter(of_command) {
        section(&mut more, "EXAMPLES", examples);
    }
    section(&mut more, "FILES", &FILES);
    section(&mut more, "ENVIRONMENT", &ENVIRONMENT);
    section(&mut more, "EXIT STATUS", &EXIT_STATUS);
    more.to_writer(&mut page)?;
    Ok(page)
}

fn section(page: &mut Roff, heading: &str, entries: &[Entry]) {
    page.control("SH", [heading]);
    for (term, meaning) in entries {
        page.control("TP", []);
        page.text([bold(*term)]);
        page.text([roman(*meaning)]);
    }
}

/// The commands that have a manual page of their own.
pub fn commands() -> Vec<String> {
    let program = Args::command();
    let names = program.get_subcommands().map(Command::get_name);
    names.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_examples_that_can_be_parsed() {
        for name in commands() {
            assert!(page(Some(&name)).is_ok(), "{name}");
            assert!(
                EXAMPLES.iter().any(|(command, _)| *command == name),
                "{name}"
            );
        }
        for (line, _) in EXAMPLES.iter().flat_map(|(_, examples)| *examples) {
            let words = line.split(' ').filter(|word| !word.starts_with(['<', '>']));
            let parsed = Args::command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{line}");
        }
    }
}
