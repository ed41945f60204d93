//! The projects of a client's files: one for each folder that it has opened, and one for the parent folder of each file outside
//! these.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::settings::{self, ClientSettings};
use crate::project::{Extent, Origin, Problem, Project, paths};

/// The folders of a client.
#[derive(Default)]
pub(super) struct Folders {
    /// The folders that it has opened, and the folders of files outside these, by paths without `..` and links.
    all: BTreeMap<PathBuf, Folder>,
    /// The configuration that the client sets for all of them.
    configuration: ClientSettings,
}

/// A folder: the project of the files in it.
struct Folder {
    project: Project,
    /// Whether a text is formatted only if all of it can be read.
    is_strict: bool,
    state: FolderState,
}

/// The state of a folder in the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FolderState {
    /// It is not open; only files in it are.
    Outside,
    /// It is open.
    Open,
    /// It is open, and configured separately.
    Configured,
}

impl Folders {
    /// Opens a folder.
    pub(super) fn open(&mut self, path: &Path) {
        let absolute = paths::absolute_path(path);
        let folder = Folder::new(&absolute, FolderState::Open, &self.configuration);
        self.keep_others(iter::empty());
        self.all.insert(absolute, folder);
    }

    /// Closes a folder.
    pub(super) fn close(&mut self, path: &Path) {
        self.all.remove(&paths::absolute_path(path));
    }

    /// The folders that are open.
    pub(super) fn opened(&self) -> impl Iterator<Item = &Path> {
        let opened = self.all.iter().filter(|(_, folder)| folder.is_open());
        opened.map(|(path, _)| path.as_path())
    }

    /// The folder of a buffer without a file, for the purpose of configuration.
    pub(super) fn nowhere(&self) -> PathBuf {
        let first = self.opened().next().map(Path::to_owned);
        first
            .or_else(|| std::env::current_dir().ok())
            .unwrap_or_default()
    }

    /// The project of the file at an absolute path.
    pub(super) fn project(&mut self, path: &Path) -> &mut Project {
        &mut self.folder(path).project
    }

    /// The part of the file at an absolute path to format when all of it is to be formatted.
    pub(super) fn whole(&mut self, path: &Path) -> Extent {
        if self.folder(path).is_strict {
            Extent::Whole
        } else {
            Extent::Readable
        }
    }

    fn folder(&mut self, path: &Path) -> &mut Folder {
        let is_open = |path: &&Path| self.all.get(*path).is_some_and(Folder::is_open);
        let opened = path.ancestors().find(is_open);
        let folder = opened.or(path.parent()).unwrap_or(path);
        let make = || Folder::new(folder, FolderState::Outside, &self.configuration);
        self.all.entry(folder.to_owned()).or_insert_with(make)
    }

    /// Drops the projects outside open folders that have none of these files.
    pub(super) fn keep_others<'p>(&mut self, paths: impl Iterator<Item = &'p Path>) {
        let folders: BTreeSet<&Path> = paths.filter_map(Path::parent).collect();
        self.all
            .retain(|path, folder| folder.is_open() || folders.contains(&**path));
    }

    /// Applies the client's configuration, for all folders or for one that is open. Returns what is wrong with it, one message for
    /// each value.
    pub(super) fn configure(&mut self, path: Option<&Path>, configuration: &Value) -> Vec<String> {
        let (settings, wrong) = settings::read(configuration);
        match path {
            None => {
                let without_own = |it: &&mut Folder| it.state != FolderState::Configured;
                for folder in self.all.values_mut().filter(without_own) {
                    folder.configure(&settings);
                }
                self.configuration = settings;
            }
            Some(path) => {
                if let Some(folder) = self.all.get_mut(path).filter(|it| it.is_open()) {
                    folder.configure(&settings);
                    folder.state = FolderState::Configured;
                }
            }
        }
        wrong
    }

    /// Whether a valid configuration applies to the file at an absolute path.
    pub(super) fn is_configured(&mut self, path: &Path) -> bool {
        self.project(path).target(path).is_some()
    }

    /// Forgets the content of all files that configure others.
    pub(super) fn forget(&mut self) {
        for folder in self.all.values_mut() {
            folder.project.forget();
        }
    }

    /// The problems of all configuration files read since the last call, by their absolute paths, after the files `again` have been
    /// read again.
    pub(super) fn problems(&mut self, again: &[PathBuf]) -> BTreeMap<PathBuf, Problem> {
        let mut problems = BTreeMap::new();
        for (path, Folder { project, .. }) in &mut self.all {
            for file in again {
                let is_above = file.parent().is_some_and(|folder| path.starts_with(folder));
                if is_above || file.starts_with(path) {
                    project.forget();
                    let _ = project.buffer(file, Origin::Found, b"");
                }
            }
            let found = project.take_problems().into_iter();
            problems.extend(found.map(|problem| (path.join(&problem.path), problem)));
        }
        problems
    }
}

impl Folder {
    fn new(path: &Path, state: FolderState, settings: &ClientSettings) -> Self {
        let mut folder = Folder {
            project: Project::without_request(path.to_owned()),
            is_strict: false,
            state,
        };
        folder.configure(settings);
        folder
    }

    fn configure(&mut self, settings: &ClientSettings) {
        self.project.set_defaults(&settings.options);
        self.is_strict = settings.is_strict;
    }

    fn is_open(&self) -> bool {
        self.state != FolderState::Outside
    }
}
