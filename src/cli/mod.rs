//! The command: flags in, files found, configuration read, results written and reported.
//!
//! In reading order: [`args`] says what can be asked for, [`run`] does it; [`project`](crate::project) finds the files and what
//! holds for each, [`work`] takes one file through the library, [`write`](mod@write) replaces it, [`report`] tells.
//! Only this part of the package touches the file system, the environment and the terminal.

pub(crate) mod args;
mod attributes;
mod changed;
mod completions;
mod debug;
mod diff;
pub(crate) mod excerpt;
mod explain;
mod filter;
mod git;
mod init;
mod parallel;
mod part;
mod progress;
mod remedies;
pub(crate) mod report;
mod request;
mod run;
pub(crate) mod show;
mod span;
mod suggest;
mod terminal;
mod verify_with;
mod work;
mod write;

use std::process::ExitCode;

use clap::Parser as _;
use run::ExitStatus;
use terminal::Paint;

/// Reads the arguments, runs, and turns the end of the run into the process's status.
pub fn main() -> ExitCode {
    let ended = match args::Args::try_parse() {
        Ok(args) => {
            terminal::set_color(args.color);
            run::run(args)
        }
        Err(said) => tell(&said),
    };
    let status = ended.unwrap_or_else(|error| {
        terminal::say(&excerpt::ending(&error));
        ExitStatus::Failure
    });
    ExitCode::from(status as u8)
}

/// Tells what the parser of the arguments has to say: what is wrong with them, or the help and the version that they ask for.
fn tell(said: &clap::Error) -> anyhow::Result<ExitStatus> {
    let text = said.render();
    if said.use_stderr() {
        terminal::say(&match terminal::stderr_paint() {
            Paint::Plain => text.to_string(),
            Paint::Colored => text.ansi().to_string(),
        });
        return Ok(ExitStatus::Failure);
    }
    let text = match terminal::stdout_paint() {
        Paint::Plain => text.to_string(),
        Paint::Colored => text.ansi().to_string(),
    };
    terminal::print(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
