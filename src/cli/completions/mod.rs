//! Completions for shells, by clap_complete's dynamic engine: a shell asks this program for candidates at the cursor.
//!
//! The scripts for bash, zsh and fish are our own, since those of clap_complete mistake names with blanks, do not complete
//! `--flag=value` in bash, and offer nothing the first time in zsh.

use std::ffi::OsStr;
use std::io;

use clap::CommandFactory as _;
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter as _};
use clap_complete::env::{CompleteEnv, Shells};
use schemefmt::internals::config::settings::settings;

use super::args::Args;

/// The environment variable that requests completions; its value is the name of the shell.
const VARIABLE: &str = "_SCHEMEFMT_COMPLETE";

/// The names of the supported shells.
pub fn shells() -> Vec<&'static str> {
    Shells::builtins().names().collect()
}

/// The script for a shell.
///
/// # Errors
/// Returns an error if no script can be written for a shell of this name.
pub fn script(shell: &str) -> io::Result<Vec<u8>> {
    Ok(match shell {
        "bash" => include_bytes!("script.bash").to_vec(),
        "fish" => include_bytes!("script.fish").to_vec(),
        "zsh" => include_bytes!("script.zsh").to_vec(),
        _ => {
            let shells = Shells::builtins();
            let known = shells.completer(shell).ok_or(io::ErrorKind::NotFound)?;
            let (name, mut script) = ("schemefmt", Vec::new());
            known.write_registration(VARIABLE, name, name, name, &mut script)?;
            script
        }
    })
}

/// Answers a script, if this process was started by one. Returns whether it was.
///
/// # Errors
/// Returns an error if clap_complete does not understand the request.
pub fn answer() -> clap::error::Result<bool> {
    let here = std::env::current_dir().ok();
    CompleteEnv::with_factory(Args::command)
        .var(VARIABLE)
        .try_complete(std::env::args_os(), here.as_deref())
}

/// Candidates for `--config`: files, keys of options, and their values.
pub fn config(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut candidates = PathCompleter::file().complete(current);
    let current = current.to_string_lossy();
    let possible = settings().flat_map(|setting| {
        let start = format!("{}=", setting.key());
        if current.starts_with(&start) {
            let names = setting.names().iter();
            names.map(|name| start.clone() + name).collect()
        } else {
            vec![start]
        }
    });
    let possible = possible.filter(|word| word.starts_with(&*current));
    candidates.extend(possible.map(CompletionCandidate::new));
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config_at(current: &str) -> Vec<String> {
        let candidates = config(OsStr::new(current)).into_iter();
        candidates
            .map(|candidate| candidate.get_value().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn options_and_their_values_are_offered() {
        assert_eq!(config_at("style.con"), ["style.cond="]);
        assert_eq!(config_at("line-b"), ["line-breaks="]);
        assert_eq!(
            config_at("line-breaks="),
            [
                "line-breaks=canonical",
                "line-breaks=persistent",
                "line-breaks=keep"
            ]
        );
        assert_eq!(config_at("line-breaks=k"), ["line-breaks=keep"]);
        assert_eq!(config_at("include="), Vec::<String>::new());
    }

    #[test]
    fn every_shell_has_a_script() {
        assert_eq!(shells(), ["bash", "elvish", "fish", "powershell", "zsh"]);
        for shell in shells() {
            let script = String::from_utf8(script(shell).unwrap()).unwrap();
            assert!(script.contains(VARIABLE), "{shell}");
        }
        assert!(script("tcsh").is_err());
    }
}
