//! Where the input is: on standard input, or in files and folders.

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};

use super::args::{Args, ModeArgs};
use super::failure::ContextIo as _;
use super::scope::Scope;
use super::slips::reject_word;
use crate::project::paths::{paths_of, shown};
use crate::project::{Extent, read};

/// Where the input is.
pub(super) enum Input {
    /// On standard input.
    Stdin,
    /// In these files and folders.
    Paths(Vec<PathBuf>),
}

impl Input {
    /// The input that the flags and paths name. Without a path, read-only modes apply to the current folder: a forgotten path must not pass
    /// as an empty file.
    ///
    /// # Errors
    /// Returns an error if they contradict each other, name nothing, or name a list that cannot be read.
    pub(super) fn of(args: &Args, scope: &Scope) -> anyhow::Result<Self> {
        if let Some(list) = &args.input.files0_from {
            return Ok(Input::Paths(read_list(list)?));
        }
        let has_stdin_path = args.input.stdin_filepath.is_some();
        let is_about_folders = match scope {
            // As with git, the changes below the current folder.
            Scope::Changes(_) => true,
            Scope::Given(Extent::Whole | Extent::Readable) => !args.mode.writes(),
            Scope::Given(_) => false,
        };
        match args.paths.as_slice() {
            [] if is_about_folders && !has_stdin_path => Ok(Input::Paths(vec![PathBuf::from(".")])),
            [] if !has_stdin_path && io::stdin().is_terminal() => bail!(
                "nothing to format: give files or folders, or `-` for standard input (see --help)"
            ),
            [] => stdin(&args.mode),
            [only] if only == Path::new("-") => stdin(&args.mode),
            paths => {
                ensure!(
                    !paths.iter().any(|path| path == Path::new("-")),
                    "`-` cannot be combined with other paths"
                );
                ensure!(
                    !has_stdin_path,
                    "--stdin-filepath applies to standard input, not to paths"
                );
                if is_missing(&paths[0]) {
                    reject_word(paths)?;
                }
                Ok(Input::Paths(paths.to_owned()))
            }
        }
    }
}

fn stdin(mode: &ModeArgs) -> anyhow::Result<Input> {
    ensure!(
        !mode.write,
        "--write applies to files and folders; standard input is formatted to standard output"
    );
    Ok(Input::Stdin)
}

/// Whether there is nothing at a path.
pub(super) fn is_missing(path: &Path) -> bool {
    fs::metadata(path).is_err_and(|error| {
        matches!(
            error.kind(),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
        )
    })
}

/// The paths of a list whose entries end with a NUL byte; `-` is standard input.
fn read_list(list: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let bytes = if list == Path::new("-") {
        read::all(io::stdin(), read::MAX_SOURCE)
    } else {
        read::bounded(list, read::MAX_SOURCE)
    };
    let bytes = bytes.context_io(format!("{}: cannot read the list", shown(list)))?;
    Ok(paths_of(&bytes))
}
