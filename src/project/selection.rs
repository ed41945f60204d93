//! Which files of a folder are formatted.

use std::path::Path;

use ignore::gitignore::Gitignore;

use super::patterns::{self, Kind, WrongPattern};

/// The endings of Scheme files' names.
pub const EXTENSIONS: [&str; 8] = ["scm", "ss", "sls", "sps", "sld", "sch", "stk", "rkt"];

/// Endings that the files of other languages have as well: tests of Chez Scheme or manuscripts for troff, Bigloo or
/// SuperCollider, SCE or Scilab.
pub const SHARED: [&str; 3] = ["ms", "sc", "sce"];

/// What stands in a list of patterns for the scripts: executable files without an ending whose first line names a Scheme.
pub const SCRIPTS: &str = "#!";

/// The patterns of a configuration and of the flags. There are none in most runs, so that nothing need be compiled.
#[derive(Clone, Default)]
pub struct Selection {
    /// What the configuration includes; where it does not say, the endings of Scheme files' names and scripts.
    pub include: Option<Inclusion>,
    /// What is included besides.
    pub include_too: Inclusion,
    /// What the configuration skips.
    pub exclude: Option<Vec<Gitignore>>,
    /// What is skipped besides.
    pub exclude_too: Vec<Gitignore>,
}

/// Files that are formatted.
#[derive(Clone, Default)]
pub struct Inclusion {
    patterns: Vec<Gitignore>,
    /// Whether [`SCRIPTS`] is among them.
    scripts: bool,
}

/// Whether a file of some name is formatted if it is found in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    Yes,
    /// If it is a script for a Scheme.
    Script,
    /// No, though it may be Scheme: it has this ending, one of [`SHARED`].
    Shared(&'static str),
    No,
}

impl Inclusion {
    /// What these patterns, which hold from `folder` down, say.
    ///
    /// # Errors
    /// The first pattern that is none.
    pub fn new(folder: &Path, patterns: &[String]) -> Result<Self, WrongPattern> {
        Ok(Inclusion {
            patterns: patterns::matcher(folder, patterns)?,
            scripts: patterns.iter().any(|pattern| pattern == SCRIPTS),
        })
    }

    fn extend(&mut self, other: Inclusion) {
        self.patterns.extend(other.patterns);
        self.scripts |= other.scripts;
    }

    fn takes(&self, path: &Path) -> bool {
        patterns::takes(&self.patterns, path, Kind::File)
    }
}

impl Selection {
    /// Takes in what `other` says, which holds where both say something.
    pub fn extend(&mut self, other: Selection) {
        self.include = other.include.or(self.include.take());
        self.include_too.extend(other.include_too);
        self.exclude = other.exclude.or(self.exclude.take());
        self.exclude_too.extend(other.exclude_too);
    }

    /// Whether the file at `path`, an absolute path, is formatted if it is found in a folder.
    pub fn selects(&self, path: &Path) -> Selected {
        let extension = path.extension();
        let one_of = |endings: &[&'static str]| {
            let ends = |ending: &&&str| extension.is_some_and(|extension| extension == **ending);
            endings.iter().find(ends).copied()
        };
        let include = self.include.as_ref();
        let by_name = match include {
            Some(include) => include.takes(path),
            None => one_of(&EXTENSIONS).is_some(),
        };
        let scripts = include.is_none_or(|include| include.scripts) || self.include_too.scripts;
        if by_name || self.include_too.takes(path) {
            Selected::Yes
        } else if scripts && extension.is_none() {
            Selected::Script
        } else {
            let shared = one_of(&SHARED).filter(|_| include.is_none());
            shared.map_or(Selected::No, Selected::Shared)
        }
    }

    /// Whether the file or folder at `path`, an absolute path, is skipped.
    pub fn excludes(&self, path: &Path, kind: Kind) -> bool {
        let exclude = self.exclude.as_ref();
        exclude.is_some_and(|exclude| patterns::takes(exclude, path, kind))
            || patterns::takes(&self.exclude_too, path, kind)
    }
}
