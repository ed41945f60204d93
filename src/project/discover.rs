//! Which files a run concerns: those named, and the Scheme files in the folders named.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemefmt::Severity;
use walkdir::WalkDir;

use super::Project;
use super::assignment::Config;
use super::first_lines;
use super::ignored;
use super::paths::place_of;
use super::patterns::{self, Kind};
use super::problem::{Problem, io_message};
use super::selection::Selected;

/// A file to work on.
pub struct Target {
    /// The path as it was given or found, for opening and showing the file.
    pub path: PathBuf,
    /// The same as an absolute path without links in the folders above the file, for finding its configuration.
    pub place: PathBuf,
    /// The configuration of its folder.
    pub config: Arc<Config>,
    /// How it came here.
    pub how: How,
}

/// How a file became part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It was named explicitly.
    Named,
    /// It was found in a folder, or named by a hook that names everything (`--force-exclude`).
    Found,
}

/// One step of a run.
pub enum Item {
    /// A file to work on.
    Target(Target),
    /// A problem with a file met on the way.
    Problem(Problem),
}

/// Gathers the items of a run, in the order of the arguments and then by name, each file once.
pub struct Discovery<'a> {
    project: &'a mut Project,
    naming: How,
    seen: HashSet<Identity>,
    left_out: BTreeMap<&'static str, LeftOut>,
    items: Vec<Item>,
}

/// The files with an extension that other languages use, too; these files are not formatted.
#[derive(Default)]
struct LeftOut {
    /// Those that look like Scheme.
    scheme: Vec<PathBuf>,
    /// The number of those that do not.
    others: usize,
}

impl<'a> Discovery<'a> {
    /// Creates an empty discovery. `naming` says how explicitly named paths are treated.
    pub fn new(project: &'a mut Project, naming: How) -> Self {
        Discovery {
            project,
            naming,
            seen: HashSet::new(),
            left_out: BTreeMap::new(),
            items: Vec::new(),
        }
    }

    /// The extensions shared with other languages of which every file met looks like Scheme.
    pub fn left_out(&self) -> impl Iterator<Item = &'static str> {
        let left_out = self.left_out.iter();
        let of_scheme = left_out.filter(|(_, left_out)| left_out.others == 0);
        of_scheme.map(|(ending, _)| *ending)
    }

    /// Returns what was gathered.
    pub fn into_items(mut self) -> Vec<Item> {
        for (ending, LeftOut { scheme, .. }) in &self.left_out {
            let [path, more @ ..] = &scheme[..] else {
                continue;
            };
            let more = match more.len() {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            let message = format!(
                "skipped{more}: it looks like Scheme, but other languages also use *.{ending}; \
                 include or exclude \"*.{ending}\""
            );
            let warning = Problem::whole_file(Severity::Warning, "left-out", path, message);
            self.items.push(Item::Problem(warning));
        }
        self.take_problems();
        self.items
    }

    /// Reports a named path that does not exist; in this case, nothing at all is written.
    pub fn refuse(&mut self, path: &Path) {
        self.fail(
            path,
            "no such file or folder; nothing was written".to_owned(),
        );
    }

    /// Reports a named file that is not Scheme: naming every file in a folder must not do harm.
    fn refuse_text(&mut self, path: &Path) {
        let name = path.file_name().unwrap_or_default().display();
        self.fail(
            path,
            format!(
                "not Scheme, judging by its name and its beginning; to format it anyway, pass --include \"{name}\""
            ),
        );
    }

    /// Adds a named path.
    pub fn add(&mut self, path: &Path) {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => return self.fail(path, io_message(&error)),
        };
        let kind = if metadata.is_dir() {
            Kind::Folder
        } else {
            Kind::File
        };
        let place = place_of(path);
        if self.naming == How::Found && self.project.excludes(&place, kind) {
            return;
        }
        match kind {
            Kind::Folder => self.folder(path, &place),
            Kind::File if metadata.is_file() => {
                let folder = place.parent().unwrap_or(&place);
                if let Some(config) = self.config_of(folder) {
                    if !may_be_named(&config, &place) {
                        if self.naming == How::Named {
                            self.refuse_text(path);
                        }
                        return;
                    }
                    let target = Target {
                        path: path.to_owned(),
                        place,
                        config,
                        how: self.naming,
                    };
                    self.file(target, Ok(metadata));
                }
            }
            Kind::File => self.fail(path, "neither a file nor a folder".to_owned()),
        }
    }

    /// Whether a walk through the folder at `root` would find the file at `place`; both are absolute paths. For `root`
    /// itself, whether the file is formatted if it is named.
    pub fn finds(&mut self, root: &Path, place: &Path) -> bool {
        let folder = place.parent().unwrap_or(place);
        let Some(config) = self.config_of(folder) else {
            return false;
        };
        if root == place {
            let is_taken = self.naming == How::Named || !self.project.excludes(place, Kind::File);
            return is_taken && may_be_named(&config, place);
        }
        let selected = match config.selection.selects(place) {
            Selected::Yes => true,
            Selected::Script => first_lines::is_script(place),
            Selected::Shared(_) | Selected::No => false,
        };
        selected && !self.project.excludes_below(root, place)
    }

    /// Adds a file that a walk [`finds`](Self::finds).
    pub fn add_found(&mut self, path: PathBuf) {
        let place = place_of(&path);
        if let Some(config) = self.config_of(place.parent().unwrap_or(&place)) {
            let metadata = fs::metadata(&path);
            let how = How::Found;
            self.file(
                Target {
                    path,
                    place,
                    config,
                    how,
                },
                metadata,
            );
        }
    }

    /// The configuration of a folder; reports the problems with it.
    fn config_of(&mut self, folder: &Path) -> Option<Arc<Config>> {
        let config = self.project.config_of(folder);
        self.take_problems();
        config
    }

    fn take_problems(&mut self) {
        let problems = self.project.take_problems();
        self.items.extend(problems.into_iter().map(Item::Problem));
    }

    /// Reports why a file or folder cannot be formatted.
    pub fn fail(&mut self, path: &Path, message: String) {
        let problem = Problem::whole_file(Severity::Error, "io", path, message);
        self.items.push(Item::Problem(problem));
    }

    fn leave_out(&mut self, ending: &'static str, path: &Path) {
        let left_out = self.left_out.entry(ending).or_default();
        if first_lines::is_scheme(path) {
            left_out.scheme.push(path.to_owned());
        } else {
            left_out.others += 1;
        }
    }

    fn file(&mut self, target: Target, metadata: io::Result<Metadata>) {
        // A file that has disappeared in the meantime is reported when it is read.
        let is_known =
            metadata.is_ok_and(|metadata| !self.seen.insert(identity(&target.path, &metadata)));
        if !is_known {
            self.items.push(Item::Target(target));
        }
    }

    /// Walks a folder without following links in it: the files they point to are formatted where they are, and cycles of
    /// links do no harm.
    fn folder(&mut self, root: &Path, place: &Path) {
        let mut levels: Vec<Level> = Vec::new();
        let mut matchers = self.project.ignore_files.above(place);
        let mut met = Met::Nothing;
        let mut walk = WalkDir::new(root).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    let message = error
                        .io_error()
                        .map_or_else(|| error.to_string(), io_message);
                    self.fail(&path, message);
                    met = Met::Work;
                    continue;
                }
            };
            levels.truncate(entry.depth());
            if let Some(level) = levels.last() {
                matchers.truncate(level.matchers);
            }
            let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
            let here = if entry.depth() == 0 {
                place.to_owned()
            } else {
                place.join(below)
            };
            let kind = match entry.file_type() {
                _ if entry.depth() == 0 => Kind::Folder,
                file_type if file_type.is_dir() => Kind::Folder,
                file_type if file_type.is_file() => Kind::File,
                _ => continue,
            };
            let skipped = levels.last().is_some_and(|level| {
                ignored::is_hidden_or_vendored(entry.file_name(), kind)
                    || patterns::takes(&matchers, &here, kind)
                    || level.config.selection.excludes(&here, kind)
            });
            match kind {
                Kind::Folder if skipped => {
                    met = met.max(Met::Skipped);
                    walk.skip_current_dir();
                }
                Kind::Folder => {
                    let Some(config) = self.config_of(&here) else {
                        met = Met::Work;
                        walk.skip_current_dir();
                        continue;
                    };
                    matchers.extend(self.project.ignore_files.of(&here));
                    levels.push(Level {
                        config,
                        matchers: matchers.len(),
                    });
                }
                Kind::File => {
                    let Some(level) = levels.last() else { continue };
                    let path = entry.path();
                    let selected = match level.config.selection.selects(&here) {
                        Selected::Yes => true,
                        Selected::Script => !skipped && first_lines::is_script(path),
                        Selected::Shared(ending) => {
                            if !skipped {
                                self.leave_out(ending, path);
                            }
                            false
                        }
                        Selected::No => false,
                    };
                    if !selected {
                        continue;
                    }
                    if skipped {
                        met = met.max(Met::Skipped);
                        continue;
                    }
                    met = Met::Work;
                    let metadata = fs::metadata(entry.path());
                    let target = Target {
                        path: entry.into_path(),
                        place: here,
                        config: Arc::clone(&level.config),
                        how: How::Found,
                    };
                    self.file(target, metadata);
                }
            }
        }
        match met {
            Met::Nothing => self.fail(root, "no Scheme files here".to_owned()),
            Met::Skipped => {
                self.fail(
                    root,
                    "all Scheme files here are ignored or excluded".to_owned(),
                );
            }
            Met::Work => {}
        }
    }
}

/// Whether a named file may be formatted: its name is that of a Scheme file, or its text begins with a list.
fn may_be_named(config: &Config, place: &Path) -> bool {
    config.selection.selects(place) == Selected::Yes || first_lines::may_be_scheme(place)
}

/// A folder on the path from the root of a walk to the current one.
struct Level {
    config: Arc<Config>,
    /// The number of matchers that apply to its contents.
    matchers: usize,
}

/// The most significant thing that a walk has met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Met {
    Nothing,
    /// Something that is skipped.
    Skipped,
    /// A file to format, or something that has been reported.
    Work,
}

/// Identifies a file, whatever its names.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(_: &Path, metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity(path: &Path, _: &Metadata) -> Identity {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
