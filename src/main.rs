//! The `schemefmt` command. [`cli`] is what it does, on what [`project`] says; [`lsp`] is the language server, on the same.

mod cli;
#[cfg(feature = "lsp")]
mod lsp;
mod project;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
