//! The `schemefmt` command. [`cli`] implements it, and [`lsp`] implements the language server, both on top of [`project`].

mod cli;
#[cfg(feature = "lsp")]
mod lsp;
mod project;

use std::process::ExitCode;

/// musl's own allocator gives freed memory back to the system at once, and has to ask for it again for the next file.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    cli::main()
}
