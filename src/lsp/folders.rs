//! The projects of a client's files: one for each folder that it has opened, and one for the parent folder of each file outside
//! these.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::settings;
use crate::project::{How, Problem, Project, RequestedOption, paths};

/// The folders of a client.
#[derive(Default)]
pub struct Folders {
    /// Those that it has opened, by paths without `..` and links.
    opened: BTreeMap<PathBuf, Folder>,
    /// Those of files outside these.
    others: BTreeMap<PathBuf, Folder>,
    /// The configuration that the client sets for all of them.
    configuration: Vec<RequestedOption>,
}

/// A folder: the project of the files in it.
struct Folder {
    project: Project,
    /// Whether the client has configured this one separately.
    is_configured: bool,
}

impl Folders {
    /// Opens a folder.
    pub fn open(&mut self, path: &Path) {
        let place = paths::place_of(path);
        let folder = Folder::new(&place, &self.configuration);
        self.opened.insert(place, folder);
        self.others.clear();
    }

    /// Closes a folder.
    pub fn close(&mut self, path: &Path) {
        self.opened.remove(&paths::place_of(path));
    }

    /// The folders that are open.
    pub fn opened(&self) -> impl Iterator<Item = &Path> {
        self.opened.keys().map(PathBuf::as_path)
    }

    /// The folder of a buffer without a file, for the purpose of configuration.
    pub fn nowhere(&self) -> PathBuf {
        let first = self.opened.keys().next().cloned();
        first
            .or_else(|| std::env::current_dir().ok())
            .unwrap_or_default()
    }

    /// The project of the file at an absolute path.
    pub fn project(&mut self, path: &Path) -> &mut Project {
        let above = path
            .ancestors()
            .find(|folder| self.opened.contains_key(*folder));
        let folder = match above {
            Some(above) => self.opened.get_mut(above),
            None => None,
        };
        &mut match folder {
            Some(folder) => folder,
            None => {
                let folder = path.parent().unwrap_or(path);
                let make = || Folder::new(folder, &self.configuration);
                self.others.entry(folder.to_owned()).or_insert_with(make)
            }
        }
        .project
    }

    /// Of the projects outside open folders, keeps only those of these files.
    pub fn keep_others<'p>(&mut self, paths: impl Iterator<Item = &'p Path>) {
        let folders: BTreeSet<&Path> = paths.filter_map(Path::parent).collect();
        self.others.retain(|folder, _| folders.contains(&**folder));
    }

    /// Applies the client's configuration, for all folders or for one that is open. Returns what is wrong with it, one message for
    /// each value.
    pub fn configure(&mut self, path: Option<&Path>, configuration: &Value) -> Vec<String> {
        let (options, wrong) = settings::read(configuration);
        match path {
            None => {
                let without_own = self
                    .opened
                    .values_mut()
                    .filter(|folder| !folder.is_configured);
                for folder in without_own.chain(self.others.values_mut()) {
                    folder.project.set_defaults(&options);
                }
                self.configuration = options;
            }
            Some(path) => {
                if let Some(folder) = self.opened.get_mut(path) {
                    folder.project.set_defaults(&options);
                    folder.is_configured = true;
                }
            }
        }
        wrong
    }

    /// Forgets the content of all files that configure others.
    pub fn forget(&mut self) {
        for folder in self.opened.values_mut().chain(self.others.values_mut()) {
            folder.project.forget();
        }
    }

    /// All ancestors of the folders that are open.
    pub fn above(&self) -> BTreeSet<&Path> {
        let above = self
            .opened
            .keys()
            .flat_map(|folder| folder.ancestors().skip(1));
        above.collect()
    }

    /// The problems of all configuration files read since the last call, by their absolute paths, after the files `again` have been
    /// read again.
    pub fn problems(&mut self, again: &[PathBuf]) -> BTreeMap<PathBuf, Problem> {
        let mut problems = BTreeMap::new();
        for (path, Folder { project, .. }) in self.opened.iter_mut().chain(&mut self.others) {
            for file in again {
                let is_above = file.parent().is_some_and(|folder| path.starts_with(folder));
                if is_above || file.starts_with(path) {
                    project.forget();
                    let _ = project.buffer(file, How::Found);
                }
            }
            let found = project.take_problems().into_iter();
            problems.extend(found.map(|problem| (path.join(&problem.path), problem)));
        }
        problems
    }
}

impl Folder {
    fn new(path: &Path, defaults: &[RequestedOption]) -> Self {
        let mut project = Project::unasked(path.to_owned());
        project.set_defaults(defaults);
        Folder {
            project,
            is_configured: false,
        }
    }
}
