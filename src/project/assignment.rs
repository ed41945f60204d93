//! Settings with their values, and where these were found: the result of reading configuration files.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::Gitignore;
use schemefmt::internals::forms::rules::Layer;

use super::paths::shown;
use super::patterns::{self, Kind};
use super::selection::Selection;
use super::settings::{Setting, Value};

/// A setting with its value, and where that was found.
#[derive(Clone)]
pub struct Assignment {
    /// The option.
    pub setting: Setting,
    /// The value. It was validated when it was read.
    pub value: Value,
    /// Where it was found.
    pub origin: Origin,
}

/// Where a value was found.
#[derive(Clone, Debug)]
pub enum Origin {
    /// In this file, on this line.
    File(Arc<Path>, usize),
    /// In the request; this is what asks for it.
    Request(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path, line) => write!(out, "{}:{line}", shown(path)),
            Origin::Request(by) => write!(out, "{by}"),
        }
    }
}

/// The contents of a `schemefmt.toml`; empty if there is none.
#[derive(Default)]
pub struct Config {
    /// The file, if there is one.
    pub path: Option<Arc<Path>>,
    /// What it says; later sections override earlier ones.
    pub(super) sections: Vec<Arc<Section>>,
    /// Which files it selects.
    pub(super) selection: Selection,
}

impl Config {
    /// What applies to the file at `path`, an absolute path; later sections override earlier ones.
    fn sections(&self, path: &Path) -> impl Iterator<Item = &Section> {
        let sections = self.sections.iter().map(Arc::as_ref);
        sections.filter(|section| section.applies_to(path))
    }

    /// The options that it sets for the file at `path`; later assignments override earlier ones.
    pub(super) fn assignments(&self, path: &Path) -> impl Iterator<Item = &Assignment> {
        let sections = self.sections(path);
        sections.flat_map(|section| &section.assignments)
    }

    /// Whether it sets an option for some files alone.
    pub(super) fn overrides(&self, key: &str) -> bool {
        let mut sections = self.sections.iter();
        let sets = |said: &Assignment| said.setting.key() == key;
        sections.any(|section| section.files.is_some() && section.assignments.iter().any(sets))
    }

    /// Its layout rules for the file at `path`.
    pub(super) fn rules(&self, path: &Path) -> Arc<Layer> {
        together(
            self.sections(path)
                .map(|section| Arc::clone(&section.rules)),
        )
    }
}

/// Layers of rules as one; later ones override earlier ones.
pub fn together(layers: impl Iterator<Item = Arc<Layer>>) -> Arc<Layer> {
    let layers = layers.filter(|layer| !layer.is_empty());
    let all = layers.reduce(|mut all, layer| {
        Arc::make_mut(&mut all).extend(Layer::clone(&layer));
        all
    });
    all.unwrap_or_default()
}

/// Options and layout rules, and the files that they apply to.
#[derive(Default)]
pub struct Section {
    /// The patterns of these files; none for all files.
    pub files: Option<Vec<Gitignore>>,
    /// The options that it sets.
    pub assignments: Vec<Assignment>,
    /// Its layout rules.
    pub rules: Arc<Layer>,
}

impl Section {
    /// Whether it applies to the file at `path`, an absolute path: a pattern takes it, or a folder that it is in.
    pub fn applies_to(&self, path: &Path) -> bool {
        let Some(files) = &self.files else {
            return true;
        };
        let mut folders = path.ancestors().skip(1);
        patterns::takes(files, path, Kind::File)
            || folders.any(|folder| patterns::takes(files, folder, Kind::Folder))
    }
}
