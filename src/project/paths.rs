//! Paths: how they identify files, and how they are shown to people.

use std::path::{Path, PathBuf};

/// The absolute path of a file or folder, which need not exist, with links and `..` resolved in the existing folders above
/// it.
pub(crate) fn absolute_path(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if whole.is_dir() {
        return whole.canonicalize().unwrap_or(whole);
    }
    match (whole.parent(), whole.file_name()) {
        (Some(parent), Some(name)) => absolute_path(parent).join(name),
        _ => whole,
    }
}

/// The paths in a list whose entries end with a NUL byte.
pub(crate) fn paths_of(list: &[u8]) -> Vec<PathBuf> {
    let names = list.split(|&byte| byte == 0);
    let names = names.filter(|name| !name.is_empty());
    names.map(path_of_bytes).collect()
}

/// The path that these bytes name.
#[cfg(unix)]
pub(crate) fn path_of_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
pub(crate) fn path_of_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// A path relative to a folder, if it is below that.
pub(crate) fn below(folder: &Path, path: &Path) -> PathBuf {
    without_dot(path.strip_prefix(folder).unwrap_or(path)).to_owned()
}

/// A path as it is shown to people: like [`plain`], with what could move a terminal's cursor or turn the text around in octal, as in C.
pub(crate) fn shown(path: &Path) -> String {
    let mut shown = String::new();
    for c in plain(path).chars() {
        if is_hidden(c) {
            let bytes = c.to_string().into_bytes();
            shown.extend(bytes.iter().map(|byte| format!("\\{byte:03o}")));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A path as git and patch write it between quotation marks.
pub(crate) fn quoted(path: &Path) -> String {
    let plain = plain(path).replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", shown(Path::new(&plain)))
}

/// A word of a command as a shell takes it, to show.
pub(crate) fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-+./=,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", shown(Path::new(&word.replace('\'', "'\\''"))))
}

/// Whether a terminal does something else than to show this character.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A path for programs: without a leading `./`, and with `/` on every system.
pub(crate) fn plain(path: &Path) -> String {
    let text = without_dot(path).to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' {
        return text.into_owned();
    }
    text.replace(std::path::MAIN_SEPARATOR, "/")
}

/// The path without a leading `./`; the current folder itself keeps it.
pub(crate) fn without_dot(path: &Path) -> &Path {
    path.strip_prefix(".")
        .ok()
        .filter(|rest| !rest.as_os_str().is_empty())
        .unwrap_or(path)
}
