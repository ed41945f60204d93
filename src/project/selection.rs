//! Which files of a folder are formatted.

use std::path::Path;

use ignore::gitignore::Gitignore;

use super::patterns::{self, Kind};
use super::settings::EXTENSIONS;

/// The patterns of a configuration and of the flags. There are none in most runs, so that nothing need be compiled.
#[derive(Clone, Default)]
pub struct Filters {
    /// What the configuration includes; where it does not say, the endings of Scheme files' names.
    pub include: Option<Vec<Gitignore>>,
    /// What is included besides.
    pub include_too: Vec<Gitignore>,
    /// What the configuration skips.
    pub exclude: Option<Vec<Gitignore>>,
    /// What is skipped besides.
    pub exclude_too: Vec<Gitignore>,
}

impl Filters {
    /// Takes in what `other` says, which holds where both say something.
    pub fn extend(&mut self, other: Filters) {
        self.include = other.include.or(self.include.take());
        self.include_too.extend(other.include_too);
        self.exclude = other.exclude.or(self.exclude.take());
        self.exclude_too.extend(other.exclude_too);
    }

    /// Whether the file at `path`, an absolute path, is formatted if it is found in a folder.
    pub fn includes(&self, path: &Path) -> bool {
        let by_name = || {
            let extension = path.extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
        };
        let include = self.include.as_ref();
        include.map_or_else(by_name, |include| {
            patterns::takes(include, path, Kind::File)
        }) || patterns::takes(&self.include_too, path, Kind::File)
    }

    /// Whether the file or folder at `path`, an absolute path, is skipped.
    pub fn excludes(&self, path: &Path, kind: Kind) -> bool {
        let exclude = self.exclude.as_ref();
        exclude.is_some_and(|exclude| patterns::takes(exclude, path, kind))
            || patterns::takes(&self.exclude_too, path, kind)
    }
}
