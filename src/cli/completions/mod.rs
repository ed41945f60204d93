//! Completions for shells, by clap_complete's dynamic engine: a shell asks this program for candidates at the cursor.
//!
//! The scripts for bash, zsh and fish are our own, since those of clap_complete mistake names with blanks, do not complete
//! `--flag=value` in bash, and offer nothing the first time in zsh.

use std::io;

use clap::CommandFactory as _;
use clap_complete::env::{CompleteEnv, Shells};

use super::args::Args;

/// The environment variable that requests completions; its value is the name of the shell.
const VARIABLE: &str = "_SCHEMEFMT_COMPLETE";

/// The script for a shell.
///
/// # Errors
/// Returns an error if no script can be written for a shell of this name.
pub(super) fn script(shell: &str) -> io::Result<Vec<u8>> {
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
pub(super) fn answer() -> clap::error::Result<bool> {
    let here = std::env::current_dir().ok();
    CompleteEnv::with_factory(Args::command)
        .var(VARIABLE)
        .try_complete(std::env::args_os(), here.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_has_a_script() {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let script = String::from_utf8(script(shell).unwrap()).unwrap();
            assert!(script.contains(VARIABLE), "{shell}");
        }
        assert!(script("tcsh").is_err());
    }
}
