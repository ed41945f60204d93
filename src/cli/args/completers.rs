//! The values that a shell offers for some flags.

use std::ffi::OsStr;

use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter as _};
use clap_complete::env::Shells;
use schemefmt::internals::config::settings::settings;

/// The names of the supported shells.
pub(super) fn shells() -> Vec<&'static str> {
    Shells::builtins().names().collect()
}

/// Candidates for `--config`: files, keys of options, and their values.
pub(super) fn config(current: &OsStr) -> Vec<CompletionCandidate> {
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
    fn shells_are_those_with_scripts() {
        assert_eq!(shells(), ["bash", "elvish", "fish", "powershell", "zsh"]);
    }
}
