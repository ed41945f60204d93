//! Which files and folders a walk skips: those listed in `.gitignore` and `.schemefmtignore`, hidden ones, and vendored
//! ones.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};
use regex::{Captures, Regex};

use super::patterns::{Kind, LONGEST};
use super::problem::Problem;
use super::{Files, read};

/// The ignore files of any folder; each is read once.
pub struct IgnoreFiles {
    files: Files,
    /// The matchers by folder and file; none for a file without patterns.
    known: HashMap<(PathBuf, PathBuf), Option<Arc<Gitignore>>>,
}

/// The names of ignore files; the later one has precedence.
pub const GITIGNORE: &str = ".gitignore";
pub const OWN: &str = ".schemefmtignore";

/// Folders that hold vendored code.
const VENDORED: [&str; 6] = [
    "node_modules",
    "bower_components",
    "vendor",
    "vendored",
    "third_party",
    "third-party",
];

/// Whether the name alone is a reason to skip something below the folder that was named.
pub fn is_hidden_or_vendored(name: &OsStr, kind: Kind) -> bool {
    let hidden = name.as_encoded_bytes().starts_with(b".");
    hidden || (kind == Kind::Folder && VENDORED.iter().any(|vendored| name == *vendored))
}

impl IgnoreFiles {
    /// Nothing read yet, or, if files are passed over, ever.
    pub fn new(files: Files) -> Self {
        IgnoreFiles {
            files,
            known: HashMap::new(),
        }
    }

    /// Discards what was read.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// The ignore files in `folder`, an absolute path.
    pub fn of(&mut self, folder: &Path, problems: &mut Vec<Problem>) -> Vec<Arc<Gitignore>> {
        [GITIGNORE, OWN]
            .iter()
            .filter_map(|name| self.matcher(folder, folder.join(name), Some(folder), problems))
            .collect()
    }

    /// The ignore files above `folder`, an absolute path, outermost first. `.gitignore` files apply as in git: from the top
    /// of the work tree down, preceded by the user's and the repository's own ignore files.
    pub fn above(&mut self, folder: &Path, problems: &mut Vec<Problem>) -> Vec<Arc<Gitignore>> {
        let top = folder
            .ancestors()
            .find(|ancestor| ancestor.join(".git").exists());
        let mut files: Vec<(&Path, PathBuf, Option<&Path>)> = Vec::new();
        if let Some(top) = top {
            files.extend(gitconfig_excludes_path().map(|path| (top, path, None)));
            files.push((top, top.join(".git/info/exclude"), None));
        }
        let mut above: Vec<&Path> = folder.ancestors().skip(1).collect();
        above.reverse();
        for ancestor in above {
            if top.is_some_and(|top| ancestor.starts_with(top)) {
                files.push((ancestor, ancestor.join(GITIGNORE), Some(folder)));
            }
            files.push((ancestor, ancestor.join(OWN), Some(folder)));
        }
        files
            .into_iter()
            .filter_map(|(folder, file, below)| self.matcher(folder, file, below, problems))
            .collect()
    }

    /// The matcher of a file whose patterns apply to `folder` and below; none if it has no patterns. If it was found, that was in
    /// the folder `below` or above it; otherwise it belongs to the user.
    fn matcher(
        &mut self,
        folder: &Path,
        file: PathBuf,
        below: Option<&Path>,
        problems: &mut Vec<Problem>,
    ) -> Option<Arc<Gitignore>> {
        if self.files == Files::Pass {
            return None;
        }
        let key = (folder.to_owned(), file);
        if let Some(matcher) = self.known.get(&key) {
            return matcher.clone();
        }
        let matcher = match read(folder, &key.1, below) {
            Ok(matcher) => matcher.map(Arc::new),
            Err(error) => {
                let problem = Problem::unread("ignore-file", &key.1, &error);
                problems.push(problem);
                None
            }
        };
        self.known.insert(key, matcher.clone());
        matcher
    }
}

/// The matcher of an ignore file, if the file exists. As in git, a line that is not a valid pattern is ignored.
fn read(folder: &Path, file: &Path, below: Option<&Path>) -> io::Result<Option<Gitignore>> {
    if !read::is_there(file) {
        return Ok(None);
    }
    let bytes = match below {
        Some(below) => read::found(file, below),
        None => read::regular(file, read::MOST_SETTINGS),
    }?;
    let text = String::from_utf8_lossy(&bytes);
    let mut builder = GitignoreBuilder::new(folder);
    builder.allow_unclosed_class(false);
    for line in text.strip_prefix('\u{FEFF}').unwrap_or(&text).lines() {
        if line.len() <= LONGEST {
            let _ = builder.add_line(None, &with_plain_braces(line));
        }
    }
    let matcher = builder.build().map_err(io::Error::other)?;
    Ok(Some(matcher).filter(|matcher| !matcher.is_empty()))
}

/// A line of an ignore file with its braces escaped: for git they are literal, but for the matcher they are alternatives.
fn with_plain_braces(line: &str) -> Cow<'_, str> {
    if !line.contains(['{', '}']) {
        return line.into();
    }
    // What is escaped already stays as it is, and so does a set, in which a bracket in first place is one of its characters. A set
    // that does not end makes the line an invalid pattern.
    let Ok(pieces) = Regex::new(r"\\.?|\[[!^]?.[^\]]*\]|\[.*|[{}]") else {
        return line.into();
    };
    pieces.replace_all(line, |piece: &Captures<'_>| match &piece[0] {
        brace @ ("{" | "}") => format!("\\{brace}"),
        other => other.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_are_characters_as_in_git() {
        for (line, escaped) in [
            ("*.scm", "*.scm"),
            ("a{b,c}", "a\\{b,c\\}"),
            ("\\{\\\\{", "\\{\\\\\\{"),
            ("[{]{", "[{]\\{"),
            ("[]{]{", "[]{]\\{"),
            ("[!]{]}", "[!]{]\\}"),
            ("[{}", "[{}"),
            ("λ{", "λ\\{"),
            ("{\\", "\\{\\"),
        ] {
            assert_eq!(with_plain_braces(line), escaped);
        }
    }
}
