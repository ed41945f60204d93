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

use super::nearest::Nearest;
use super::paths;
use super::problem::Problem;
use super::read;

/// The file in which Emacs looks for the variables of the files in a folder and its subfolders.
pub const DIR_LOCALS: &str = ".dir-locals.el";

/// The file in which scmindent and `raco fixw` look. One above the project is the user's, and not that of everybody.
pub const LISPWORDS: &str = ".lispwords";

/// What a project tells editors about the files in a folder.
#[derive(Default)]
pub struct EditorSettings {
    /// Its layout rules.
    pub rules: Arc<Layer>,
    /// Its other variables.
    pub variables: Variables,
    /// The file that sets these variables.
    pub file: Option<PathBuf>,
}

impl EditorSettings {
    /// The option that `indent-tabs-mode` sets.
    pub fn indentation(&self) -> Option<Assignment> {
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
pub struct Library {
    /// Its path.
    pub path: PathBuf,
    /// The folder it has to be in; none if it may be anywhere.
    pub root: Option<PathBuf>,
}

/// The files for editors; each is read once.
#[derive(Default)]
pub struct EditorFiles {
    dir_locals: Nearest<PathBuf>,
    lispwords: Nearest<PathBuf>,
    /// The text of each file: none if it cannot be read, and an empty one if it says nothing that can be understood.
    texts: HashMap<PathBuf, Option<Arc<str>>>,
    /// What a `.dir-locals.el` declares for a subfolder, with `""` for all folders it does not name; without a folder, what another
    /// file does.
    declared: HashMap<(PathBuf, Option<String>), (Arc<Layer>, Variables)>,
}

impl EditorFiles {
    /// What applies to the files in `folder`, an absolute path; none if a file cannot be read. `libraries` are Emacs Lisp files; later
    /// ones override earlier ones. Paths are shown relative to `here`.
    pub fn settings(
        &mut self,
        folder: &Path,
        libraries: &[Library],
        here: &Path,
        problems: &mut Vec<Problem>,
    ) -> Option<EditorSettings> {
        let shown = |path: &Path| Arc::from(paths::shown(&paths::below(here, path)));
        let mut layers: Vec<Arc<Layer>> = Vec::new();
        let own = |folder: &Path, name| Some(folder.join(name)).filter(|path| read::exists(path));
        let lispwords = |folder: &Path| own(folder, LISPWORDS);
        let found = self.lispwords.of(folder, &mut { lispwords });
        if let Some(path) = found.filter(|path| path.starts_with(read::root_of(folder))) {
            let text = self.text(&path, problems, || read::found(&path, folder))?;
            let read = |text: &str| lispwords::read(text, &shown(&path));
            let declared = self.declared(&path, text, None, problems, read);
            layers.extend(declared.map(|(rules, _)| rules));
        }
        let mut is_complete = true;
        for library in libraries {
            let Library { path, root } = library;
            let read = || read::within(path, root.as_deref());
            let Some(text) = self.text(path, problems, read) else {
                is_complete = false;
                continue;
            };
            let read = |text: &str| emacs::library(text, &shown(path));
            let declared = self.declared(path, text, None, problems, read);
            layers.extend(declared.map(|(rules, _)| rules));
        }
        let mut settings = EditorSettings::default();
        let dir_locals = |folder: &Path| own(folder, DIR_LOCALS);
        if let Some(path) = self.dir_locals.of(folder, &mut { dir_locals }) {
            let text = self.text(&path, problems, || read::found(&path, folder))?;
            let top = path.parent().unwrap_or(&path);
            let below = paths::plain(folder.strip_prefix(top).unwrap_or(Path::new("")));
            let has_folders = emacs::names_folders(&text);
            let named = if has_folders { &*below } else { "" };
            let read = |text: &str| emacs::dir_locals(text, &shown(&path), named);
            let declared = self.declared(&path, text, Some(named), problems, read);
            if let Some((rules, variables)) = declared {
                layers.push(rules);
                settings.variables = variables;
                settings.file = Some(path);
            }
        }
        settings.rules = together(layers.into_iter());
        is_complete.then_some(settings)
    }

    /// What `read` finds in the text of the file at `path`, for the subfolder `below` if the file distinguishes folders.
    fn declared(
        &mut self,
        path: &Path,
        text: Arc<str>,
        below: Option<&str>,
        problems: &mut Vec<Problem>,
        read: impl FnOnce(&str) -> Result<Declarations, Diagnostic>,
    ) -> Option<(Arc<Layer>, Variables)> {
        let key = (path.to_owned(), below.map(str::to_owned));
        if let Some(known) = self.declared.get(&key) {
            return Some(known.clone());
        }
        match read(&text) {
            Ok(Declarations { rules, variables }) => {
                let declared = (Arc::new(rules), variables);
                Some(self.declared.entry(key).or_insert(declared).clone())
            }
            Err(mut diagnostic) => {
                diagnostic.severity = Severity::Warning;
                diagnostic.code = "emacs-rules";
                // The problem would be the same for every folder.
                self.texts.insert(path.to_owned(), Some("".into()));
                problems.push(Problem::new(path, &text, vec![diagnostic]));
                None
            }
        }
    }

    /// The text of the file at `path`, which `read` reads if it is not known; none if it cannot be read.
    fn text(
        &mut self,
        path: &Path,
        problems: &mut Vec<Problem>,
        read: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> Option<Arc<str>> {
        if let Some(known) = self.texts.get(path) {
            return known.clone();
        }
        let bytes = Problem::or_report(read(), "emacs-rules", path, problems);
        let text: Option<Arc<str>> = bytes.map(|bytes| match Source::decode(&bytes) {
            Ok(source) => source.text.into(),
            Err(_) => "".into(),
        });
        self.texts.insert(path.to_owned(), text.clone());
        text
    }
}
