//! Which files of a folder are formatted.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::{Gitignore, Glob};

use super::patterns::{self, InvalidPattern, Kind};

/// The extensions of Scheme files.
pub const EXTENSIONS: [&str; 10] = [
    "scm", "ss", "sls", "sps", "sld", "sch", "stk", "bgl", "scme", "rkt",
];

/// Extensions that other languages use, too, so that the text decides: tests for Chez Scheme or troff manuscripts, Bigloo or
/// SuperCollider, SCE or Scilab.
const SHARED: [&str; 3] = ["ms", "sc", "sce"];

/// Extensions of other Lisps, whose files begin with a list, too.
pub const OTHER_LISPS: [&str; 13] = [
    "asd", "cl", "clj", "cljc", "cljs", "edn", "el", "fnl", "hy", "janet", "lfe", "lisp", "lsp",
];

/// The pattern for scripts: executable files without an extension whose first line names a Scheme.
pub const SCRIPTS: &str = "#!";

/// The patterns of a configuration and of the flags. Most runs have none, so nothing has to be compiled.
#[derive(Clone, Debug, Default)]
pub struct FileSelection {
    /// What the configuration includes; without that, Scheme extensions and scripts.
    pub include: Option<Inclusion>,
    /// What is included in addition.
    pub include_too: Inclusion,
    /// What the configuration excludes.
    pub exclude: Option<Vec<Arc<Gitignore>>>,
    /// What is excluded in addition.
    pub exclude_too: Vec<Arc<Gitignore>>,
}

/// Files to format.
#[derive(Clone, Debug, Default)]
pub struct Inclusion {
    patterns: Vec<Arc<Gitignore>>,
    /// Whether [`SCRIPTS`] is among the patterns.
    scripts: bool,
    /// The hidden names in the patterns, such as `.guix`.
    hidden: Vec<String>,
}

/// Whether a file with a given name is formatted if it is found in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// Yes.
    Yes,
    /// Only if it is a script for a Scheme.
    Script,
    /// Only if its text begins as that of a program in Scheme: other languages use its extension, too.
    Shared,
    /// No.
    No,
}

impl Inclusion {
    /// The selection by these patterns, which apply to `folder` and below.
    ///
    /// # Errors
    /// Returns the first invalid pattern.
    pub fn new(folder: &Path, patterns: &[String]) -> Result<Self, InvalidPattern> {
        let names = patterns.iter().flat_map(|pattern| pattern.split('/'));
        Ok(Inclusion {
            hidden: names
                .filter(|name| name.starts_with('.'))
                .map(str::to_owned)
                .collect(),
            patterns: patterns::matcher(folder, patterns)?,
            scripts: patterns.iter().any(|pattern| pattern == SCRIPTS),
        })
    }

    fn extend(&mut self, other: Inclusion) {
        self.patterns.extend(other.patterns);
        self.scripts |= other.scripts;
        self.hidden.extend(other.hidden);
    }

    /// Whether a pattern matches the file at `path`, an absolute path.
    pub fn takes(&self, path: &Path) -> bool {
        patterns::selecting_pattern(&self.patterns, path, Kind::File).is_some()
    }
}

impl FileSelection {
    /// Adds the patterns of `other`, which take precedence.
    pub fn extend(&mut self, other: FileSelection) {
        self.include = other.include.or(self.include.take());
        self.include_too.extend(other.include_too);
        self.exclude = other.exclude.or(self.exclude.take());
        self.exclude_too.extend(other.exclude_too);
    }

    /// Whether the file at `path`, an absolute path, is formatted if it is found in a folder.
    pub fn selects(&self, path: &Path) -> Selected {
        let extension = path.extension();
        let has_extension = |ending: &&str| extension.is_some_and(|own| own == *ending);
        let include = self.include.as_ref();
        let by_name = match include {
            Some(include) => include.takes(path),
            None => EXTENSIONS.iter().any(has_extension),
        };
        let scripts = include.is_none_or(|include| include.scripts) || self.include_too.scripts;
        if by_name || self.include_too.takes(path) {
            Selected::Yes
        } else if scripts && extension.is_none() {
            Selected::Script
        } else if include.is_none() && SHARED.iter().any(has_extension) {
            Selected::Shared
        } else {
            Selected::No
        }
    }

    /// Whether a pattern of what to include names a hidden file or folder: such a pattern reaches into the folder.
    pub fn reaches(&self, name: &OsStr) -> bool {
        let mut hidden = self.inclusions().flat_map(|inclusion| &inclusion.hidden);
        hidden.any(|it| name == &**it)
    }

    /// Whether a pattern of what to include matches the file at `path`, an absolute path.
    pub fn includes(&self, path: &Path) -> bool {
        self.inclusions().any(|inclusion| inclusion.takes(path))
    }

    fn inclusions(&self) -> impl Iterator<Item = &Inclusion> {
        self.include.iter().chain([&self.include_too])
    }

    /// The pattern by which the file or folder at `path`, an absolute path, is excluded, if it is.
    pub fn excluded_by(&self, path: &Path, kind: Kind) -> Option<&Glob> {
        let exclude = self.exclude.as_deref().unwrap_or_default();
        patterns::selecting_pattern(exclude, path, kind)
            .or_else(|| patterns::selecting_pattern(&self.exclude_too, path, kind))
    }
}
