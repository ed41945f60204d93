//! The rules that a project has for Emacs: those in the nearest `.dir-locals.el` in a file's folder or above, which is
//! where Emacs looks, and those in the Emacs Lisp files that the configuration lists. A file that cannot be read draws a
//! warning and has no rules.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemefmt::internals::forms::project::emacs;
use schemefmt::internals::forms::rules::Layer;
use schemefmt::internals::text::source::Source;
use schemefmt::{Diagnostic, Severity};

use super::paths;
use super::problem::Problem;
use super::read;

/// The file in which Emacs looks for the variables of the files in a folder and its subfolders.
const DIR_LOCALS: &str = ".dir-locals.el";

/// A folder, relative to that of the file, with `/` as the separator.
fn below(file: &Path, folder: &Path) -> String {
    let top = file.parent().unwrap_or(file);
    let below = folder.strip_prefix(top).unwrap_or(Path::new(""));
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// Finds the rules for any folder, and reads each file once.
pub struct EmacsRules {
    /// The folder relative to which paths are shown.
    here: PathBuf,
    by_folder: HashMap<PathBuf, Arc<Layer>>,
    /// The rules of a `.dir-locals.el` for a subfolder, with `""` for all folders it does not name; without a folder, the
    /// rules of an Emacs Lisp file.
    by_file: HashMap<(PathBuf, Option<String>), Arc<Layer>>,
    /// The nearest `.dir-locals.el` of each folder.
    nearest: HashMap<PathBuf, Option<PathBuf>>,
    texts: HashMap<PathBuf, Option<Arc<str>>>,
    problems: Vec<Problem>,
}

impl EmacsRules {
    /// Creates an empty cache; paths are shown relative to `here`.
    pub fn new(here: &Path) -> Self {
        EmacsRules {
            here: here.to_owned(),
            by_folder: HashMap::new(),
            by_file: HashMap::new(),
            nearest: HashMap::new(),
            texts: HashMap::new(),
            problems: Vec::new(),
        }
    }

    /// The rules for the files in `folder`, an absolute path, as far as they have been gathered.
    pub fn of(&self, folder: &Path) -> Option<&Arc<Layer>> {
        self.by_folder.get(folder)
    }

    /// Gathers the rules for the files in `folder`. `libraries` are Emacs Lisp files; later ones override earlier ones.
    pub fn gather(&mut self, folder: &Path, libraries: &[PathBuf]) {
        if self.by_folder.contains_key(folder) {
            return;
        }
        let mut layers: Vec<Arc<Layer>> = libraries
            .iter()
            .filter_map(|path| self.layer(path, None, emacs::library))
            .collect();
        if let Some(path) = self.nearest(folder) {
            let below = match self.text(&path) {
                Some(text) if emacs::names_folders(&text) => below(&path, folder),
                _ => String::new(),
            };
            let rules = |text: &str, file: &_| emacs::dir_locals(text, file, &below);
            layers.extend(self.layer(&path, Some(&below), rules));
        }
        let layer = match &layers[..] {
            [only] => Arc::clone(only),
            _ => Arc::new(layers.iter().fold(Layer::default(), |mut all, layer| {
                all.extend(Layer::clone(layer));
                all
            })),
        };
        self.by_folder.insert(folder.to_owned(), layer);
    }

    /// The fill column that Emacs uses for the files in `folder`, as far as it has been gathered.
    pub fn fill_column(&self, folder: &Path) -> Option<usize> {
        let path = self.nearest.get(folder)?.as_ref()?;
        let text = self.texts.get(path)?.as_ref()?;
        emacs::fill_column(text, &below(path, folder))
    }

    /// Returns the problems with the files read since the last call.
    pub fn take_problems(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.problems)
    }

    /// Discards what was read from the file at `path`, an absolute path, and everything derived from it or from a
    /// configuration there.
    pub fn changed(&mut self, path: &Path) {
        let folder = path.parent().unwrap_or(path);
        self.texts.remove(path);
        self.by_file.retain(|(file, _), _| file != path);
        self.nearest.retain(|known, _| !known.starts_with(folder));
        self.by_folder.clear();
    }

    /// What `read` finds in the file at `path`, for the subfolder `below` if the file distinguishes folders.
    fn layer(
        &mut self,
        path: &Path,
        below: Option<&str>,
        read: impl FnOnce(&str, &Arc<str>) -> Result<Layer, Diagnostic>,
    ) -> Option<Arc<Layer>> {
        let text = self.text(path)?;
        let key = (path.to_owned(), below.map(str::to_owned));
        if let Some(known) = self.by_file.get(&key) {
            return Some(Arc::clone(known));
        }
        let name = paths::below(&self.here, path);
        match read(&text, &name.display().to_string().into()) {
            Ok(layer) => Some(Arc::clone(self.by_file.entry(key).or_insert(layer.into()))),
            Err(mut diagnostic) => {
                diagnostic.severity = Severity::Warning;
                diagnostic.code = "emacs-rules";
                // The problem would be the same for every folder.
                self.texts.insert(path.to_owned(), None);
                self.problems.push(Problem {
                    path: path.to_owned(),
                    text,
                    diagnostics: vec![diagnostic],
                });
                None
            }
        }
    }

    fn text(&mut self, path: &Path) -> Option<Arc<str>> {
        if let Some(known) = self.texts.get(path) {
            return known.clone();
        }
        let text = match read::regular(path, read::MOST_SETTINGS) {
            Ok(bytes) => Source::decode(&bytes)
                .ok()
                .map(|source| Arc::from(source.text)),
            Err(error) => {
                let problem = Problem::unread(Severity::Warning, "emacs-rules", path, &error);
                self.problems.push(problem);
                None
            }
        };
        self.texts.insert(path.to_owned(), text.clone());
        text
    }

    fn nearest(&mut self, folder: &Path) -> Option<PathBuf> {
        if let Some(known) = self.nearest.get(folder) {
            return known.clone();
        }
        let here = folder.join(DIR_LOCALS);
        let found = if read::is_there(&here) {
            Some(here)
        } else {
            folder.parent().and_then(|parent| self.nearest(parent))
        };
        self.nearest.insert(folder.to_owned(), found.clone());
        found
    }
}
