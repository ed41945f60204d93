//! Words and flags of other tools, and what to type here instead.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _};

use super::args::Args;
use crate::project::paths::shown;

/// Names of tasks in other tools, as words or as flags, and ours. An empty one is that of formatting, which needs no flag.
const OTHERS: [(&[&str], &[&str]); 13] = [
    (&["format", "fmt", "fix", "apply"], &[""]),
    (&["lint", "verify"], &["--check"]),
    (&["dry-run", "dryrun", "no-write"], &["--check", "--diff"]),
    (
        &["config", "print-config", "dump-config", "get-config"],
        &["--show-config"],
    ),
    (&["list", "list-files"], &["--list-different"]),
    (&["stdin", "stdout"], &["-"]),
    (&["server", "lsp-server", "language-server"], &["lsp"]),
    (&["style"], &["--config style.NAME=VALUE"]),
    (&["ignore", "ignore-path", "ignore-file"], &["--exclude"]),
    (&["parallel", "threads"], &["--jobs"]),
    (&["hidden"], &["--include"]),
    (&["git"], &["--changed", "--staged"]),
    (&["keep"], &["--line-breaks=keep"]),
];

/// The flags or tasks of a command that do what other tools call by a name.
fn ours(command: &Command, name: &str) -> Vec<String> {
    let has = |flag: &str| {
        // What formats files can also check them.
        let name = flag.strip_prefix("--").unwrap_or("check");
        flags(command).any(|known| name.split([' ', '=']).next() == Some(known))
    };
    if let Some((_, ours)) = OTHERS.iter().find(|(names, _)| names.contains(&name)) {
        let ours = ours.iter().filter(|flag| has(flag));
        return ours.map(|it| (*it).to_owned()).collect();
    }
    let own = flags(command).filter(|flag| *flag == name);
    let own = own.map(|flag| format!("--{flag}"));
    let tasks = command.get_subcommands().map(Command::get_name);
    let tasks = tasks.filter(|task| *task == name).map(str::to_owned);
    own.chain(tasks).collect()
}

fn flags(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter_map(|flag| flag.get_long())
}

/// Rejects paths that begin with such a word, by whose name nothing exists, and names the right command.
///
/// # Errors
/// That is the error.
pub(super) fn reject_word(paths: &[PathBuf]) -> anyhow::Result<()> {
    let [first, rest @ ..] = paths else {
        return Ok(());
    };
    let mut command = Args::command();
    command.build();
    let word = shown(first);
    let ours = ours(&command, &word);
    if ours.is_empty() {
        return Ok(());
    }
    let rest: Vec<String> = rest.iter().map(|path| shown(path)).collect();
    let with_operand = |ours: &String| {
        let name = ours.strip_prefix("--");
        let mut flags = command.get_arguments();
        let flag = flags.find(|flag| name.is_some() && flag.get_long() == name);
        let flag = flag.filter(|flag| flag.get_action().takes_values());
        let values = flag.and_then(|flag| flag.get_value_names());
        let operand = match (&rest[..], values) {
            ([], Some([value, ..])) => value.to_string(),
            (_, None) if matches!(&**ours, "--version" | "--help" | "lsp") => String::new(),
            ([], None) if ours == "-" => String::new(),
            ([], _) => ".".to_owned(),
            _ => rest.join(" "),
        };
        let words = ["schemefmt", ours, &operand].map(str::to_owned);
        let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
        format!("`{}`", words.join(" "))
    };
    let ours: Vec<String> = ours.iter().map(with_operand).collect();
    bail!(
        "no command, file or folder named `{word}`; use {}",
        ours.join(" or ")
    )
}

/// Replaces the parser's own tip about an unknown flag by a better one, if there is one.
pub(super) fn with_tip(mut usage: clap::Error) -> clap::Error {
    let mut all = Args::command();
    all.build();
    let task = std::env::args().nth(1);
    let command = task.and_then(|task| all.find_subcommand(task));
    let command = command.unwrap_or(&all);
    let flag = match usage.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if usage.kind() == ErrorKind::UnknownArgument => flag,
        _ => return usage,
    };
    let name = flag.strip_prefix("--").unwrap_or_default();
    // Of an option, such as `--style.cond`.
    let name = name.split('.').next().unwrap_or_default();
    let ours = ours(command, name);
    let quoted = ours.iter().map(|ours| match &**ours {
        flag if flag.starts_with('-') => format!("'{flag}'"),
        task => format!("'schemefmt {task}'"),
    });
    let tip = match ours.first().map(String::as_str) {
        None => {
            // A file of this name is hardly meant.
            if !Path::new(flag).exists() {
                usage.remove(ContextKind::Suggested);
            }
            return usage;
        }
        Some("") => {
            "no flag is needed: files are written unless '--check' or '--diff' is given".to_owned()
        }
        Some(_) => format!("use {}", quoted.collect::<Vec<_>>().join(" or ")),
    };
    usage.remove(ContextKind::SuggestedArg);
    usage.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec![tip.into()]),
    );
    usage.insert(
        ContextKind::Usage,
        ContextValue::StyledStr(command.clone().render_usage()),
    );
    usage
}
