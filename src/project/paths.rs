//! Paths: how they identify files, and how they are shown to people.

use std::path::{Path, PathBuf};

/// The absolute path of a file or folder, which need not exist, with links and `..` resolved in the existing folders above
/// it.
pub fn place_of(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if whole.is_dir() {
        return whole.canonicalize().unwrap_or(whole);
    }
    match (whole.parent(), whole.file_name()) {
        (Some(parent), Some(name)) => place_of(parent).join(name),
        _ => whole,
    }
}

/// A path relative to a folder, if it is below that.
pub fn below(folder: &Path, path: &Path) -> PathBuf {
    without_dot(path.strip_prefix(folder).unwrap_or(path)).to_owned()
}

/// A path as it is shown to people: without a leading `./`, and with `/` on every system.
pub fn shown(path: &Path) -> String {
    let text = without_dot(path).to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' {
        return text.into_owned();
    }
    text.replace(std::path::MAIN_SEPARATOR, "/")
}

/// The path without a leading `./`; the current folder itself keeps it.
pub fn without_dot(path: &Path) -> &Path {
    path.strip_prefix(".")
        .ok()
        .filter(|rest| !rest.as_os_str().is_empty())
        .unwrap_or(path)
}
