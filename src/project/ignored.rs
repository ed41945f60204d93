//! Which files and folders a walk skips: those listed in `.gitignore` and `.schemefmtignore`, hidden ones, vendored ones, and those that
//! git's attributes call generated or vendored.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder, Glob, gitconfig_excludes_path};
use schemefmt::internals::config::patterns::{self, Kind, MAX_LENGTH};
use schemefmt::internals::config::selection::FileSelection;
use schemefmt::internals::dialects::foreign::NOT_SCHEME;

use super::paths::shown;
use super::problem::Problem;
use super::{Files, Project, read};

/// The file of git's attributes, and those by which GitHub tells files that nobody edits.
const ATTRIBUTES: &str = ".gitattributes";
const UNEDITED: [&str; 2] = ["linguist-generated", "linguist-vendored"];

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Skipped {
    /// Its name begins with a dot.
    #[error("hidden")]
    Hidden,
    /// It is a folder for vendored code.
    #[error("vendored code, judging by its name")]
    Vendored,
    /// This pattern of an ignore file matches.
    #[error("ignored by `{}` in {}", shown(pattern.as_ref()), shown(file))]
    Ignored { pattern: String, file: PathBuf },
    /// This pattern of the configuration or of a flag matches.
    #[error("excluded by `{}`", shown(_0.as_ref()))]
    Excluded(String),
    /// A file of git's attributes gives it this one.
    #[error("`{name}` in {}", shown(file))]
    Attribute { name: &'static str, file: PathBuf },
    /// A hook has named it, and it is a link.
    #[error("a symbolic link")]
    Link,
    /// A hook has named it, and it is something else than Scheme.
    #[error("{NOT_SCHEME}")]
    Foreign,
    /// A hook has named it, and it is a document that is not included.
    #[error("a document not matched by `include`")]
    Document,
    /// An ignore file that applies to it cannot be read.
    #[error("an ignore file cannot be read")]
    Unknown,
}

/// Whether a file or folder with this name is hidden.
pub(crate) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

impl Skipped {
    /// The reason to skip something below the folder that was named, if its name alone is one. What is hidden is not skipped if a pattern
    /// of the selection names it.
    pub(crate) fn by_name(name: &OsStr, kind: Kind, selection: &FileSelection) -> Option<Skipped> {
        if is_hidden(name) {
            return (!selection.reaches(name)).then_some(Skipped::Hidden);
        }
        let is_vendored = VENDORED.iter().any(|vendored| name == *vendored);
        (kind == Kind::Folder && is_vendored).then_some(Skipped::Vendored)
    }

    /// The reason in ignore files or in a configuration, if there is one.
    pub(crate) fn by_pattern(
        files: &IgnoreFiles,
        selection: &FileSelection,
        path: &Path,
        kind: Kind,
    ) -> Option<Skipped> {
        let from = |pattern: &Glob| pattern.from().unwrap_or(Path::new("")).to_owned();
        let ignored = || {
            let pattern = patterns::selecting_pattern(&files.ignored, path, kind)?;
            Some(Skipped::Ignored {
                pattern: pattern.original().to_owned(),
                file: from(pattern),
            })
        };
        let excluded = || {
            let pattern = selection.excluded_by(path, kind)?;
            Some(Skipped::Excluded(pattern.original().to_owned()))
        };
        // Attributes are those of files.
        let attribute = || {
            let all = UNEDITED.iter().zip(&files.unedited);
            let mut all = all.filter(|_| kind == Kind::File);
            all.find_map(|(name, matchers)| {
                let pattern = patterns::selecting_pattern(matchers, path, kind)?;
                let file = from(pattern);
                Some(Skipped::Attribute { name, file })
            })
        };
        ignored().or_else(excluded).or_else(attribute)
    }
}

/// What the files in a folder, and those above it, say of what to skip.
#[derive(Clone, Default)]
pub(crate) struct IgnoreFiles {
    /// The matchers of ignore files; a later one has precedence.
    ignored: Vec<Arc<Gitignore>>,
    /// The matchers of what has each of the attributes in [`UNEDITED`].
    unedited: [Vec<Arc<Gitignore>>; UNEDITED.len()],
}

impl IgnoreFiles {
    /// These, and those of a folder below.
    pub(crate) fn with(&self, below: IgnoreFiles) -> Self {
        let mut all = self.clone();
        all.ignored.extend(below.ignored);
        for (all, below) in all.unedited.iter_mut().zip(below.unedited) {
            all.extend(below);
        }
        all
    }
}

impl Project {
    /// The ignore files in `folder`, an absolute path; none if one cannot be read.
    pub(crate) fn ignore_files_in(&mut self, folder: &Path) -> Option<IgnoreFiles> {
        let mut files = IgnoreFiles::default();
        for name in [read::GITIGNORE, read::OWN_IGNORE] {
            let matcher = self.matcher(folder, folder.join(name), Some(folder))?;
            files.ignored.push(matcher);
        }
        self.add_attributes(&mut files, folder, folder)?;
        Some(files)
    }

    /// The ignore files above `folder`, an absolute path, outermost first; none if one cannot be read. `.gitignore` files apply as in
    /// git: from the top of the work tree down, preceded by the user's and the repository's own ignore files.
    pub(crate) fn ignore_files_above(&mut self, folder: &Path) -> Option<IgnoreFiles> {
        let top = read::work_tree_of(folder);
        let mut files = IgnoreFiles::default();
        if let Some(top) = top {
            let own = [
                gitconfig_excludes_path(),
                Some(top.join(".git/info/exclude")),
            ];
            for path in own.into_iter().flatten() {
                files.ignored.push(self.matcher(top, path, None)?);
            }
        }
        let mut above: Vec<&Path> = folder.ancestors().skip(1).collect();
        above.reverse();
        for ancestor in above {
            if top.is_some_and(|top| ancestor.starts_with(top)) {
                let matcher =
                    self.matcher(ancestor, ancestor.join(read::GITIGNORE), Some(folder))?;
                files.ignored.push(matcher);
                self.add_attributes(&mut files, ancestor, folder)?;
            }
            let matcher = self.matcher(ancestor, ancestor.join(read::OWN_IGNORE), Some(folder))?;
            files.ignored.push(matcher);
        }
        Some(files)
    }

    /// Adds what git's attributes in a folder say, as [`Self::matcher`] finds it; none if they cannot be read.
    fn add_attributes(
        &mut self,
        files: &mut IgnoreFiles,
        folder: &Path,
        below: &Path,
    ) -> Option<()> {
        for (name, matchers) in UNEDITED.iter().zip(&mut files.unedited) {
            let path = folder.join(ATTRIBUTES);
            let parse = |text: &str| attributes(text, name);
            matchers.push(self.matcher_by(folder, path, Some(below), name, parse)?);
        }
        Some(())
    }

    /// The matcher of an ignore file, as [`Self::matcher_by`] finds it.
    fn matcher(
        &mut self,
        folder: &Path,
        file: PathBuf,
        below: Option<&Path>,
    ) -> Option<Arc<Gitignore>> {
        self.matcher_by(folder, file, below, "", str::to_owned)
    }

    /// The matcher of a file whose patterns, which `parse` finds in its text, apply to `folder` and below; none if it cannot be read. If it
    /// was found, that was in the folder `below` or above it; otherwise it belongs to the user. `what` tells apart the matchers of one file.
    fn matcher_by(
        &mut self,
        folder: &Path,
        file: PathBuf,
        below: Option<&Path>,
        what: &'static str,
        parse: impl Fn(&str) -> String,
    ) -> Option<Arc<Gitignore>> {
        if self.ignore_files == Files::Pass {
            return Some(Arc::new(Gitignore::empty()));
        }
        let key = (folder.to_owned(), file, what);
        if let Some(matcher) = self.found.ignore_files.get(&key) {
            return matcher.clone();
        }
        let matcher = read(folder, &key.1, below, parse);
        let matcher = Problem::or_report(matcher, "ignore-file", &key.1, &mut self.problems);
        let matcher = matcher.map(Arc::new);
        self.found.ignore_files.insert(key, matcher.clone());
        matcher
    }
}

/// The patterns, in .gitignore syntax, for what has this attribute according to a file of attributes: it may be set, set to `true`, unset or
/// set to anything else.
fn attributes(text: &str, name: &str) -> String {
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let pattern = words
            .next()
            .filter(|pattern| !pattern.starts_with(['#', '!', '[']))?;
        let state = |word: &str| match word.split_once('=') {
            Some((own, value)) => (own == name).then_some(value == "true"),
            None => (word.trim_start_matches(['-', '!']) == name).then_some(word == name),
        };
        let is_set = words.filter_map(state).next_back()?;
        Some(format!("{}{pattern}\n", if is_set { "" } else { "!" }))
    });
    lines.collect()
}

/// The matcher of an ignore file, which need not exist. As in git, a line that is not a valid pattern is ignored. Other than in git,
/// `{a,b}` stands for both.
fn read(
    folder: &Path,
    file: &Path,
    below: Option<&Path>,
    parse: impl Fn(&str) -> String,
) -> io::Result<Gitignore> {
    if !read::exists(file) {
        return Ok(Gitignore::empty());
    }
    let bytes = match below {
        Some(below) => read::found(file, below),
        None => read::regular(file, read::MAX_SETTINGS),
    }?;
    let text = parse(&String::from_utf8_lossy(&bytes));
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
    fn attributes_are_patterns() {
        let text = "# a\n*.scm linguist-generated\na.scm text -linguist-generated\nb.scm linguist-generated=true\n\
                    c.scm linguist-generated=false linguist-vendored\nd.scm\n";
        assert_eq!(
            attributes(text, UNEDITED[0]),
            "*.scm\n!a.scm\nb.scm\n!c.scm\n"
        );
        assert_eq!(attributes(text, UNEDITED[1]), "c.scm\n");
    }

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
