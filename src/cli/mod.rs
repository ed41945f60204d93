//! The command: parses flags, finds files, reads the configuration, writes results and reports them.
//!
//! In reading order: [`args`] defines the command line, and [`run`] executes it; [`project`](crate::project) finds the
//! files and their settings; [`work`] formats one file with the library; [`write`](mod@write) replaces the file; [`report`]
//! reports the results. Only this part of the package uses the file system, the environment and the terminal.

pub(crate) mod args;
mod changed;
mod completions;
mod diff;
pub(crate) mod excerpt;
mod explain;
mod failure;
mod filter;
mod git;
mod init;
mod input;
mod manual;
mod merge;
mod region;
pub(crate) mod report;
mod request;
mod run;
mod scope;
pub(crate) mod show;
mod slips;
mod suggest;
mod terminal;
mod work;
mod write;

use std::io::ErrorKind;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser as _;
use report::ExitStatus;

/// Parses the arguments, runs the command, and returns the exit status of the process.
pub(crate) fn main() -> ExitCode {
    #[cfg(target_os = "wasi")]
    enter_pwd();
    let ended = match completions::answer() {
        Ok(true) => Ok(ExitStatus::Success),
        Ok(false) => match args::Args::try_parse() {
            Ok(args) => run::run(args),
            Err(usage) => print_usage(&slips::with_tip(usage)),
        },
        Err(usage) => print_usage(&usage),
    };
    let status = ended.unwrap_or_else(|error| {
        terminal::message(&failure::ending(&error));
        ExitStatus::Failure
    });
    ExitCode::from(status as u8)
}

/// Changes to the folder named by `PWD`: a WebAssembly module starts in `/`.
#[cfg(target_os = "wasi")]
fn enter_pwd() {
    if let Some(folder) = std::env::var_os("PWD") {
        // If there is no such folder, the first missing file is reported.
        let _ = std::env::set_current_dir(folder);
    }
}

/// Prints what the argument parser has to say: an error, or the help or version that was asked for.
fn print_usage(usage: &clap::Error) -> anyhow::Result<ExitStatus> {
    match usage.print() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write standard output")
        }
        _ if usage.use_stderr() => Ok(ExitStatus::Failure),
        _ => Ok(ExitStatus::Success),
    }
}
