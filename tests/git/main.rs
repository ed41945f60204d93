//! What the command does with git, in repositories that each test makes.
//!
//! Without git these tests are reported as ignored; with `GIT_REQUIRED` set, they fail.

#[cfg(unix)]
use std::process::Command;

use libtest_mimic::{Arguments, Trial};

/// Lists the functions of a module as trials.
#[cfg(unix)]
macro_rules! trials {
    ($($test:ident,)+) => {
        pub(crate) fn trials() -> Vec<libtest_mimic::Trial> {
            vec![$(libtest_mimic::Trial::test(stringify!($test), || {
                $test();
                Ok(())
            })),+]
        }
    };
}

#[cfg(unix)]
mod changed;
#[cfg(unix)]
#[path = "../folder/mod.rs"]
mod folder;
#[cfg(unix)]
mod merge;
#[cfg(unix)]
mod repository;

#[cfg(unix)]
fn trials() -> Vec<Trial> {
    let is_missing = Command::new("git").arg("--version").output().is_err();
    let is_ignored = is_missing && std::env::var_os("GIT_REQUIRED").is_none();
    let trials = changed::trials().into_iter().chain(merge::trials());
    trials
        .map(|trial| trial.with_ignored_flag(is_ignored))
        .collect()
}

#[cfg(not(unix))]
fn trials() -> Vec<Trial> {
    Vec::new()
}

fn main() {
    libtest_mimic::run(&Arguments::from_args(), trials()).exit();
}
