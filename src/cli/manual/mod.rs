//! The manual pages, and the examples that the help shows, too.

use anyhow::Context as _;
use clap::{Command, CommandFactory as _};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::args::{AFTER_HELP, Args};

/// Like [`AFTER_HELP`] for each command, a paragraph each.
const EXAMPLES: &str = include_str!("examples.txt");

/// The sections that end every page.
const SECTIONS: &[u8] = include_bytes!("sections.roff");

/// The examples of a command, or of the program.
fn examples(name: Option<&str>) -> impl Iterator<Item = &'static str> {
    let (text, start) = match name {
        Some(name) => (EXAMPLES, format!("schemefmt {name} ")),
        None => (AFTER_HELP, "schemefmt ".to_owned()),
    };
    let lines = text.lines().map(str::trim_start);
    let paragraph = lines.skip_while(move |line| !line.starts_with(&start));
    paragraph.take_while(|line| !line.is_empty())
}

/// The manual page of a command, or of the program, as roff.
///
/// # Errors
/// Returns an error if there is no such command.
pub(super) fn page(name: Option<&str>) -> anyhow::Result<Vec<u8>> {
    // What `help` prints needs no page.
    let mut program = Args::command().disable_help_subcommand(true);
    program.build();
    let command = match name {
        Some(name) => program.find_subcommand(name).with_context(|| {
            let known = commands().join(", ");
            format!("unknown command `{name}`; expected {known}")
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
    let mut section = Roff::new();
    section.control("SH", ["EXAMPLES"]);
    for (line, meaning) in examples(name).filter_map(|it| it.split_once("  ")) {
        section.control("TP", []);
        section.text([bold(line)]);
        section.text([roman(meaning.trim_start())]);
    }
    section.to_writer(&mut page)?;
    page.extend_from_slice(SECTIONS);
    Ok(page)
}

/// The commands that have a manual page of their own.
pub(super) fn commands() -> Vec<String> {
    let program = Args::command();
    let names = program.get_subcommands().map(Command::get_name);
    names.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_valid_examples() {
        for name in commands() {
            assert!(page(Some(&name)).is_ok(), "{name}");
            assert!(examples(Some(&name)).next().is_some(), "{name}");
        }
        let of_commands = EXAMPLES.lines().filter(|line| !line.is_empty());
        for line in examples(None).chain(of_commands) {
            let (line, meaning) = line.split_once("  ").unwrap();
            assert_ne!(meaning.trim_start(), "", "{line}");
            let words = line.split(' ').filter(|word| !word.starts_with(['<', '>']));
            let parsed = Args::command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{line}");
        }
    }
}
