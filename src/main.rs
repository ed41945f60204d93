//! The `schemefmt` command. [`cli`] implements it, and [`lsp`] implements the language server, both on top of [`project`].

mod cli;
#[cfg(feature = "lsp")]
mod lsp;
mod project;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
