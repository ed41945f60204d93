//! Reads files that may be anything, such as a pipe without a writer or a device without an end, and finds the nearest file for a folder.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::paths::shown;

/// The names of a configuration file, by precedence.
pub(crate) const FILE_NAMES: [&str; 2] = ["schemefmt.toml", ".schemefmt.toml"];

/// The file of the properties that many editors share.
pub(super) const EDITORCONFIG: &str = ".editorconfig";

/// The file in which Emacs looks for the variables of the files in a folder and its subfolders.
pub(super) const DIR_LOCALS: &str = ".dir-locals.el";

/// The file in which scmindent and `raco fixw` look. One above the project is the user's, and not that of everybody.
pub(super) const LISPWORDS: &str = ".lispwords";

/// The names of ignore files; the later one has precedence.
pub(super) const GITIGNORE: &str = ".gitignore";
pub(super) const OWN_IGNORE: &str = ".schemefmtignore";

/// The names of all files that configure a folder.
const SETTINGS: [&str; 7] = [
    FILE_NAMES[0],
    FILE_NAMES[1],
    EDITORCONFIG,
    DIR_LOCALS,
    LISPWORDS,
    GITIGNORE,
    OWN_IGNORE,
];

/// The maximum size of a configuration, an ignore file or a file of rules, in bytes.
pub(crate) const MAX_SETTINGS: u64 = 1 << 20;

/// The maximum size of a source file, in bytes.
pub(crate) const MAX_SOURCE: u64 = 1 << 31;

/// The content of a file that was found rather than named: a regular file, or a link to one, of at most `most` bytes.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a regular file, or is larger.
pub(crate) fn regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Check this before opening the file: opening a pipe waits for its writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    // Do not read a large file only to refuse it; it may be nothing but a hole.
    if size > most {
        return Err(too_large(most));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX))?;
    fill(bytes, file, most)
}

/// The content of a settings file that was found in `folder`, an absolute path without links, or above it. Within the project, a
/// link leads only to other files of the project: errors in a file are shown in reports, and the links of a
/// project may come from strangers. Files above the project belong to the user.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a regular file, is too large, or is outside of the project.
pub(crate) fn found(path: &Path, folder: &Path) -> io::Result<Vec<u8>> {
    let root = Some(root_of(folder));
    within(path, root.filter(|root| path.starts_with(root)))
}

/// The content of a settings file, which must be in the folder `root`, an absolute path without links, or below it, if there is one.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a regular file, is too large, or is not there.
pub(crate) fn within(path: &Path, root: Option<&Path>) -> io::Result<Vec<u8>> {
    let bytes = regular(path, MAX_SETTINGS)?;
    match root {
        Some(root) if !path.canonicalize()?.starts_with(root) => {
            let message = format!("outside the project in {}", shown(root));
            Err(io::Error::other(message))
        }
        _ => Ok(bytes),
    }
}

/// The folder of the project that a folder belongs to, as absolute paths: the git work tree, or else the outermost folder above with
/// settings in it.
pub(crate) fn root_of(folder: &Path) -> &Path {
    let has_settings = |folder: &&Path| SETTINGS.iter().any(|name| exists(&folder.join(name)));
    let outermost = || folder.ancestors().filter(has_settings).last();
    let work_tree = work_tree_of(folder);
    work_tree.or_else(outermost).unwrap_or(folder)
}

/// The nearest folder at or above a folder with a repository of git.
pub(crate) fn work_tree_of(folder: &Path) -> Option<&Path> {
    let mut folders = folder.ancestors();
    folders.find(|folder| folder.join(".git").exists())
}

/// The content of a file that was named, which may be a pipe, of at most `most` bytes.
///
/// # Errors
/// Returns an error if the file cannot be read, or has more bytes.
pub(crate) fn bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    all(File::open(path)?, most)
}

/// Everything in a stream, at most `most` bytes.
///
/// # Errors
/// Returns an error if the stream cannot be read, or has more bytes.
pub(crate) fn all(stream: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    fill(Vec::new(), stream, most)
}

/// Whether something has this name, and so has to be read or reported as unreadable, even a dangling link or a folder.
pub(crate) fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn fill(mut bytes: Vec<u8>, stream: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    stream.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

fn too_large(most: u64) -> io::Error {
    io::Error::other(format!("larger than {} MiB", most >> 20))
}

/// What was found in folders, each of which is searched once. It applies in its folder and below, as far as the next such file.
#[derive(Default)]
pub(super) struct Nearest<T> {
    by_folder: HashMap<PathBuf, Option<T>>,
}

impl<T: Clone> Nearest<T> {
    /// What is in a folder, an absolute path, or else in the nearest one above. `find` searches one folder.
    pub(super) fn of(
        &mut self,
        folder: &Path,
        find: &mut dyn FnMut(&Path) -> Option<T>,
    ) -> Option<T> {
        if let Some(known) = self.by_folder.get(folder) {
            return known.clone();
        }
        let found = find(folder).or_else(|| self.of(folder.parent()?, find));
        self.by_folder.insert(folder.to_owned(), found.clone());
        found
    }
}
