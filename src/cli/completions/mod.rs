//! The scripts that let a shell complete the command.
//!
//! Those for bash, zsh and fish are written here, from clap's own description of the command. The scripts that
//! clap_complete generates offer tasks or files where either is possible, and in fish they offer nothing after a flag that
//! expects a value. Its dynamic scripts, which are still unstable, start a process at every key and complete paths without
//! the shell, so that `~` and blanks go wrong. For the other shells, clap_complete's scripts have to do.

mod bash;
mod fish;
mod zsh;

use clap::{Arg, ArgAction, Command, ValueHint};
use clap_complete::Shell;

/// The script for a shell.
pub fn script(shell: Shell, mut command: Command) -> String {
    command.build();
    match shell {
        Shell::Bash => bash::script(&Grammar::of(&command)),
        Shell::Fish => fish::script(&Grammar::of(&command)),
        Shell::Zsh => zsh::script(&Grammar::of(&command)),
        other => {
            let mut text = Vec::new();
            clap_complete::generate(other, &mut command, "schemefmt", &mut text);
            String::from_utf8_lossy(&text).into_owned()
        }
    }
}

/// What can follow the program's name.
struct Grammar {
    /// Formatting, which has no name.
    formatting: Task,
    /// The tasks that can be named by the first word instead.
    tasks: Vec<Task>,
    /// The names of these, with descriptions.
    names: Vec<(String, String)>,
}

/// Something that the command can do.
struct Task {
    name: String,
    flags: Vec<Flag>,
    operand: Value,
}

/// A flag.
struct Flag {
    /// All its spellings, including the dashes.
    spellings: Vec<String>,
    about: String,
    value_name: String,
    /// Its value.
    value: Value,
    /// The spellings that cannot be combined with it, including its own unless it may be repeated.
    excludes: Vec<String>,
}

/// What is possible at some place.
enum Value {
    /// Nothing.
    Nothing,
    /// Something that a shell cannot know.
    Unknown,
    /// A file or a folder.
    Path,
    /// A folder.
    Folder,
    /// One of these, with a description.
    OneOf(Vec<(String, String)>),
}

impl Grammar {
    fn of(command: &Command) -> Self {
        Grammar {
            formatting: Task::of(command, operand(command)),
            names: names(command),
            tasks: command
                .get_subcommands()
                .map(|task| match names(task) {
                    none if none.is_empty() => Task::of(task, operand(task)),
                    // `help`, which takes the name of a task.
                    names => Task::of(task, Value::OneOf(names)),
                })
                .collect(),
        }
    }
}

impl Task {
    fn of(command: &Command, operand: Value) -> Self {
        let flags = command.get_arguments().filter(|arg| !arg.is_positional());
        Task {
            name: command.get_name().to_owned(),
            flags: flags
                .filter(|arg| !arg.is_hide_set())
                .map(|arg| Flag::of(command, arg))
                .collect(),
            operand,
        }
    }
}

impl Flag {
    fn of(command: &Command, arg: &Arg) -> Self {
        let mut excludes: Vec<String> = command
            .get_arg_conflicts_with(arg)
            .into_iter()
            .flat_map(spellings)
            .collect();
        if !matches!(arg.get_action(), ArgAction::Append) {
            excludes.extend(spellings(arg));
        }
        let value_names = arg.get_value_names().unwrap_or_default();
        Flag {
            spellings: spellings(arg),
            about: text(arg.get_help()),
            value_name: value_names
                .first()
                .map(ToString::to_string)
                .unwrap_or_default(),
            value: value(arg),
            excludes,
        }
    }
}

/// The subcommands of a command, with descriptions.
fn names(command: &Command) -> Vec<(String, String)> {
    let tasks = command.get_subcommands();
    tasks
        .map(|task| (task.get_name().to_owned(), text(task.get_about())))
        .collect()
}

/// What a command takes besides its flags.
fn operand(command: &Command) -> Value {
    command
        .get_positionals()
        .next()
        .map_or(Value::Nothing, value)
}

fn value(arg: &Arg) -> Value {
    if !arg.get_action().takes_values() {
        return Value::Nothing;
    }
    let values = arg.get_possible_values();
    if !values.is_empty() {
        let values = values.iter().filter(|value| !value.is_hide_set());
        return Value::OneOf(
            values
                .map(|value| (value.get_name().to_owned(), text(value.get_help())))
                .collect(),
        );
    }
    match arg.get_value_hint() {
        ValueHint::AnyPath | ValueHint::FilePath => Value::Path,
        ValueHint::DirPath => Value::Folder,
        _ => Value::Unknown,
    }
}

fn spellings(arg: &Arg) -> Vec<String> {
    let short = arg.get_short_and_visible_aliases().unwrap_or_default();
    let long = arg.get_long_and_visible_aliases().unwrap_or_default();
    let short = short.into_iter().map(|letter| format!("-{letter}"));
    short
        .chain(long.into_iter().map(|name| format!("--{name}")))
        .collect()
}

/// A help text, which is a single line.
fn text(help: Option<&clap::builder::StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default()
}

/// Escapes each of `special` with a backslash.
fn escaped(text: &str, special: &[char]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if special.contains(&character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Args;

    #[test]
    fn every_flag_and_every_task_is_in_every_script() {
        let mut command = Args::command();
        command.build();
        let grammar = Grammar::of(&command);
        let names: Vec<&str> = grammar.tasks.iter().map(|task| &*task.name).collect();
        let known = ["init", "completions", "man", "lsp", "help"].into_iter();
        let built = known.filter(|name| *name != "lsp" || cfg!(feature = "lsp"));
        assert_eq!(names, built.collect::<Vec<_>>());
        for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
            let script = script(shell, Args::command());
            for name in &names {
                assert!(script.contains(name), "{shell}: {name}");
            }
            for spelling in grammar
                .formatting
                .flags
                .iter()
                .flat_map(|flag| &flag.spellings)
            {
                let spelling = match shell {
                    Shell::Fish => spelling.trim_start_matches('-'),
                    _ => spelling,
                };
                assert!(script.contains(spelling), "{shell}: {spelling}");
            }
        }
    }

    #[test]
    fn a_task_has_only_its_own_flags() {
        let mut command = Args::command();
        command.build();
        let grammar = Grammar::of(&command);
        let init = &grammar.tasks[0];
        let flags: Vec<&str> = init
            .flags
            .iter()
            .flat_map(|flag| &flag.spellings)
            .map(|name| &**name)
            .collect();
        let own = [
            "--suggest",
            "--line-width",
            "--width",
            "--line-breaks",
            "--dialect",
            "--no-normalize",
            "--fold-identifiers",
            "--end-of-line",
            "-h",
            "--help",
        ];
        assert_eq!(flags, own);
    }
}
