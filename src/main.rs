//! The `schemefmt` command. [`cli`] is what it does, on what [`project`] says.

mod cli;
mod project;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
