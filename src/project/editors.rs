//! The rules that a project has for editors: those in the nearest `.dir-locals.el` in a file's folder or above, which is
//! where Emacs looks, in the Emacs Lisp files that the configuration lists, and in the nearest `.lispwords` of the project. A file
//! that cannot be read is an error, and has no rules.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemefmt::internals::config::{Assignment, together};
use schemefmt::internals::forms::project::emacs::{self, Declarations, Variables};
use schemefmt::internals::forms::project::lispwords;
use schemefmt::internals::forms::rules::Layer;
use schemefmt::internals::text::source::Source;
use schemefmt::{Diagnostic, Severity};

use super::paths;
use super::problem::Problem;
use super::read::{self, Nearest};

/// What a project tells editors about the files in a folder.
#[derive(Default)]
pub(super) struct EditorSettings {
    /// Its layout rules.
    pub rules: Arc<Layer>,
    /// Its other variables.
    pub variables: Variables,
    /// The file that sets these variables.
    pub file: Option<PathBuf>,
}

impl EditorSettings {
    /// The option that `indent-tabs-mode` sets.
    pub(super) fn indentation(&self) -> Option<Assignment> {
        let value = if self.variables.indents_with_tabs? {
            "tabs"
        } else {
            "spaces"
        };
        let file = paths::shown(self.file.as_deref()?);
        Assignment::of_word("indentation", value, file)
    }
}

/// An Emacs Lisp file that the configuration lists.
pub(super) struct Library {
    /// Its path.
    pub path: PathBuf,
    /// The folder it has to be in; none if it may be anywhere.
    pub root: Option<PathBuf>,
}

/// The files for editors; each is read once.
#[derive(Default)]
pub(super) struct EditorFiles {
    /// Each `.dir-locals.el`, and its text; none for one that cannot be read.
    dir_locals: Nearest<Option<(PathBuf, Arc<str>)>>,
    lispwords: Nearest<PathBuf>,
    /// The rules of each other file; none for one that cannot be read.
    rules: HashMap<PathBuf, Option<Arc<Layer>>>,
}

impl EditorFiles {
    /// What applies to the files in `folder`, an absolute path; none if a file cannot be read. `libraries` are Emacs Lisp files; later
    /// ones override earlier ones. Paths are shown relative to `here`.
    pub(super) fn settings(
        &mut self,
        folder: &Path,
        libraries: &[Library],
        here: &Path,
        problems: &mut Vec<Problem>,
    ) -> Option<EditorSettings> {
        let shown = |path: &Path| Arc::from(paths::shown(&paths::below(here, path)));
        let own = |folder: &Path, name| Some(folder.join(name)).filter(|path| read::exists(path));
        // Whatever cannot be read is a problem, not only the first.
        let mut layers: Vec<Option<Arc<Layer>>> = Vec::new();
        let found = self
            .lispwords
            .of(folder, &mut |ancestor| own(ancestor, read::LISPWORDS));
        if let Some(path) = found.filter(|path| path.starts_with(read::root_of(folder))) {
            let bytes = || read::found(&path, folder);
            let read = |text: &str| lispwords::read(text, &shown(&path));
            layers.push(self.rules(&path, bytes, read, problems));
        }
        for Library { path, root } in libraries {
            let bytes = || read::within(path, root.as_deref());
            let read = |text: &str| emacs::library(text, &shown(path));
            layers.push(self.rules(path, bytes, read, problems));
        }
        let mut settings = EditorSettings::default();
        let dir_locals = self.dir_locals.of(folder, &mut |ancestor| {
            let path = own(ancestor, read::DIR_LOCALS)?;
            let read = |text: &str| emacs::dir_locals(text, &shown(&path), "");
            let text = understood(&path, read::found(&path, folder), read, problems);
            Some(text.map(|(text, _)| (path, text)))
        });
        if let Some(dir_locals) = dir_locals {
            let (path, text) = dir_locals?;
            let top = path.parent().unwrap_or(&path);
            let below = paths::plain(folder.strip_prefix(top).unwrap_or(Path::new("")));
            let declared = emacs::dir_locals(&text, &shown(&path), &below).unwrap_or_default();
            layers.push(Some(Arc::new(declared.rules)));
            settings.variables = declared.variables;
            settings.file = Some(path);
        }
        let layers: Option<Vec<Arc<Layer>>> = layers.into_iter().collect();
        settings.rules = together(layers?.into_iter());
        Some(settings)
    }

    /// The rules that `read` finds in the text of the file at `path`, whose content `bytes` reads; none if it cannot be read.
    fn rules(
        &mut self,
        path: &Path,
        bytes: impl FnOnce() -> io::Result<Vec<u8>>,
        read: impl FnOnce(&str) -> Result<Declarations, Diagnostic>,
        problems: &mut Vec<Problem>,
    ) -> Option<Arc<Layer>> {
        if let Some(known) = self.rules.get(path) {
            return known.clone();
        }
        let understood = understood(path, bytes(), read, problems);
        let rules = understood.map(|(_, declared)| Arc::new(declared.rules));
        self.rules.insert(path.to_owned(), rules.clone());
        rules
    }
}

/// The text of a file, and what `read` finds in it: nothing if that cannot be understood. None if the file cannot be read.
fn understood(
    path: &Path,
    bytes: io::Result<Vec<u8>>,
    read: impl FnOnce(&str) -> Result<Declarations, Diagnostic>,
    problems: &mut Vec<Problem>,
) -> Option<(Arc<str>, Declarations)> {
    let bytes = Problem::or_report(bytes, "emacs-rules", path, problems)?;
    let source = Source::decode(&bytes);
    let text = source.map_or_else(|_| "".into(), |source| source.text);
    let declared = read(&text).unwrap_or_else(|mut diagnostic| {
        diagnostic.severity = Severity::Warning;
        diagnostic.code = "emacs-rules";
        problems.push(Problem::new(path, &text, vec![diagnostic]));
        Declarations::default()
    });
    Some((text.into(), declared))
}
