//! Which files and folders a walk skips: those listed in `.gitignore` and `.schemefmtignore`, hidden ones, and vendored
//! ones.

use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};
use schemefmt::internals::config::patterns::{self, Kind, MAX_LENGTH};
use schemefmt::internals::config::selection::Selection;

use super::paths::shown;
use super::problem::Problem;
use super::{Files, Project, read};

/// The names of ignore files; the later one has precedence.
pub(super) const GITIGNORE: &str = ".gitignore";
pub(super) const OWN: &str = ".schemefmtignore";

/// Folders that hold vendored code.
const VENDORED: [&str; 6] = [
    "node_modules",
    "bower_components",
    "vendor",
    "vendored",
    "third_party",
    "third-party",
];

/// Why a walk skips a file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Skipped {
    /// Its name begins with a dot.
    Hidden,
    /// It is a folder for vendored code.
    Vendored,
    /// This pattern of an ignore file matches.
    Ignored { pattern: String, file: PathBuf },
    /// This pattern of the configuration or of a flag matches.
    Excluded(String),
    /// A hook has named it, and it is a link.
    Link,
    /// A hook has named it, and it is something else than Scheme.
    Foreign,
    /// A hook has named it, and it is a document that is not included.
    Document,
    /// An ignore file that applies to it cannot be read.
    Unknown,
}

/// Whether a file or folder with this name is hidden.
pub(crate) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

impl Skipped {
    /// The reason to skip something below the folder that was named, if its name alone is one. What is hidden is not skipped if a pattern
    /// of the selection names it.
    pub(crate) fn by_name(name: &OsStr, kind: Kind, selection: &Selection) -> Option<Skipped> {
        if is_hidden(name) {
            return (!selection.reaches(name)).then_some(Skipped::Hidden);
        }
        let is_vendored = VENDORED.iter().any(|vendored| name == *vendored);
        (kind == Kind::Folder && is_vendored).then_some(Skipped::Vendored)
    }

    /// The reason in ignore files or in a configuration, if there is one.
    pub(crate) fn by_pattern(
        matchers: &[Arc<Gitignore>],
        selection: &Selection,
        path: &Path,
        kind: Kind,
    ) -> Option<Skipped> {
        let ignored =
            patterns::selecting_pattern(matchers, path, kind).map(|pattern| Skipped::Ignored {
                pattern: pattern.original().to_owned(),
                file: pattern.from().unwrap_or(Path::new("")).to_owned(),
            });
        let excluded = || selection.excluded_by(path, kind);
        ignored.or_else(|| Some(Skipped::Excluded(excluded()?.original().to_owned())))
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = |pattern: &String| shown(Path::new(pattern));
        match self {
            Skipped::Hidden => out.write_str("hidden"),
            Skipped::Vendored => out.write_str("vendored code, judging by its name"),
            Skipped::Ignored { pattern, file } => {
                write!(out, "ignored by `{}` in {}", escaped(pattern), shown(file))
            }
            Skipped::Excluded(pattern) => write!(out, "excluded by `{}`", escaped(pattern)),
            Skipped::Link => out.write_str("a symbolic link"),
            Skipped::Foreign => out.write_str("not Scheme, judging by its name and first lines"),
            Skipped::Unknown => out.write_str("an ignore file cannot be read"),
            Skipped::Document => out.write_str("a document not matched by `include`"),
        }
    }
}

impl Project {
    /// The ignore files in `folder`, an absolute path; none if one cannot be read.
    pub(crate) fn ignore_files_in(&mut self, folder: &Path) -> Option<Vec<Arc<Gitignore>>> {
        [GITIGNORE, OWN]
            .iter()
            .map(|name| self.matcher(folder, folder.join(name), Some(folder)))
            .collect()
    }

    /// The ignore files above `folder`, an absolute path, outermost first; none if one cannot be read. `.gitignore` files apply as in
    /// git: from the top of the work tree down, preceded by the user's and the repository's own ignore files.
    pub(crate) fn ignore_files_above(&mut self, folder: &Path) -> Option<Vec<Arc<Gitignore>>> {
        let top = read::work_tree_of(folder);
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
            .map(|(folder, file, below)| self.matcher(folder, file, below))
            .collect()
    }

    /// The matcher of a file whose patterns apply to `folder` and below; none if it cannot be read. If it was found, that was in the
    /// folder `below` or above it; otherwise it belongs to the user.
    fn matcher(
        &mut self,
        folder: &Path,
        file: PathBuf,
        below: Option<&Path>,
    ) -> Option<Arc<Gitignore>> {
        if self.ignore_files == Files::Pass {
            return Some(Arc::new(Gitignore::empty()));
        }
        let key = (folder.to_owned(), file);
        if let Some(matcher) = self.found.ignore_files.get(&key) {
            return matcher.clone();
        }
        let matcher = read(folder, &key.1, below);
        let matcher = Problem::or_report(matcher, "ignore-file", &key.1, &mut self.problems);
        let matcher = matcher.map(Arc::new);
        self.found.ignore_files.insert(key, matcher.clone());
        matcher
    }
}

/// The matcher of an ignore file, which need not exist. As in git, a line that is not a valid pattern is ignored. Other than in git,
/// `{a,b}` stands for both.
fn read(folder: &Path, file: &Path, below: Option<&Path>) -> io::Result<Gitignore> {
    if !read::exists(file) {
        return Ok(Gitignore::empty());
    }
    let bytes = match below {
        Some(below) => read::found(file, below),
        None => read::regular(file, read::MAX_SETTINGS),
    }?;
    let text = String::from_utf8_lossy(&bytes);
    let mut builder = GitignoreBuilder::new(folder);
    builder.allow_unclosed_class(false);
    for line in text.strip_prefix('\u{FEFF}').unwrap_or(&text).lines() {
        if line.len() <= MAX_LENGTH {
            let mut add = |line: &str| builder.add_line(Some(file.to_owned()), line).is_ok();
            // For git, braces are letters, so one may be alone.
            let _ = add(line) || add(&line.replace('{', r"\{").replace('}', r"\}"));
        }
    }
    builder.build().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_vendored_folders_are_documented() {
        let option = schemefmt::internals::config::settings::find("exclude").unwrap();
        let option = option.about().join(" ");
        let page = include_str!("../../docs/configuration.md");
        for name in VENDORED {
            assert!(option.contains(name), "{name}");
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }
}
