//! Finds the files of a run: those named, and the Scheme files in the folders named.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemefmt::Severity;
use schemefmt::internals::config::patterns::Kind;
use schemefmt::internals::config::selection::{OTHER_LISPS, Selected};
use schemefmt::internals::config::settings::Settings;
use schemefmt::internals::dialects::foreign::{self, NOT_SCHEME};
use schemefmt::internals::documents::Notation;
use walkdir::WalkDir;

use super::Project;
use super::config::FolderConfig;
use super::first_lines;
use super::ignored::{self, IgnoreFiles, Skipped};
use super::paths::{absolute_path, shown};
use super::problem::{self, Problem, io_message};

/// A file to work on.
pub(crate) struct Target {
    /// The path as it was given or found, for opening and showing the file.
    pub path: PathBuf,
    /// Its absolute path, without links in the folders above the file, for finding its configuration.
    pub absolute_path: PathBuf,
    /// The configuration of its folder.
    pub config: Arc<FolderConfig>,
    /// How it came here.
    pub how: Origin,
}

/// How a file became part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It was named explicitly.
    Named,
    /// It was found in a folder, or named by a hook that names everything (`--force-exclude`).
    Found,
    /// Somebody has said that it is Scheme, as of a text without a name.
    Chosen,
}

impl Target {
    /// A file whose folder has this configuration.
    pub(crate) fn new(
        mut path: PathBuf,
        mut absolute_path: PathBuf,
        config: Arc<FolderConfig>,
        how: Origin,
    ) -> Self {
        // Joined paths have room for twice their length.
        path.shrink_to_fit();
        absolute_path.shrink_to_fit();
        Target {
            path,
            absolute_path,
            config,
            how,
        }
    }

    /// Why a file with this text is not taken for a program in Scheme or a document; none if it is. Everything that takes a text by the
    /// name of its file alone has to ask this.
    pub(super) fn foreign(&self, text: &[u8]) -> Option<&'static str> {
        let is_asked_for = self.how == Origin::Chosen
            || self
                .config
                .selection()
                .include_too
                .takes(&self.absolute_path)
            || Notation::of(&self.absolute_path).is_some();
        if is_asked_for {
            None
        } else if is_other_lisp(&self.absolute_path) && !self.is_named_so() {
            Some(NOT_SCHEME)
        } else {
            foreign::reason(&self.absolute_path, text)
        }
    }

    /// Whether its name is that of a file to format.
    pub(super) fn is_named_so(&self) -> bool {
        self.config.selection().selects(&self.absolute_path) == Selected::Yes
    }

    /// Its settings.
    pub(crate) fn settings(&self) -> Settings {
        self.config.settings(&self.absolute_path)
    }
}

/// Gathers the files of a run, and the problems with finding them, in the order of the arguments and then by name; each file once.
pub(crate) struct Discovery<'a> {
    project: &'a mut Project,
    naming: Origin,
    seen: HashSet<Identity>,
    skipped: Vec<(PathBuf, Skipped)>,
    items: Vec<Result<Target, Problem>>,
}

impl<'a> Discovery<'a> {
    /// Creates an empty discovery. `naming` says how explicitly named paths are treated.
    pub(crate) fn new(project: &'a mut Project, naming: Origin) -> Self {
        Discovery {
            project,
            naming,
            seen: HashSet::new(),
            skipped: Vec::new(),
            items: Vec::new(),
        }
    }

    /// The Scheme files and the folders that were skipped, and why.
    pub(crate) fn skipped(&self) -> &[(PathBuf, Skipped)] {
        &self.skipped
    }

    /// Returns what was gathered.
    pub(crate) fn into_items(mut self) -> Vec<Result<Target, Problem>> {
        self.take_problems();
        self.items
    }

    /// Adds a named path. A link's target belongs to the project in which it is.
    pub(crate) fn add(&mut self, path: &Path) {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => return self.fail(path, io_message(&error)),
        };
        let kind = Kind::of(metadata.is_dir());
        let absolute = absolute_path(path);
        if self.naming == Origin::Found {
            // As in a walk, links are not followed.
            let link = path.is_symlink().then_some(Skipped::Link);
            if let Some(reason) = link.or_else(|| self.project.skipped(&absolute, kind)) {
                self.skipped.push((path.to_owned(), reason));
                return;
            }
        }
        match kind {
            Kind::Folder => {
                let Some(above) = self.project.ignore_files_above(&absolute) else {
                    return;
                };
                match self.folder(path, &absolute, &above, false) {
                    Encounter::Nothing => self.fail(path, "no Scheme files here"),
                    Encounter::Skipped => {
                        self.fail(path, "all Scheme files here are ignored or excluded")
                    }
                    Encounter::Work => {}
                }
            }
            Kind::File if metadata.is_file() => {
                let folder = absolute.parent().unwrap_or(&absolute);
                let Some(config) = self.config_of(folder) else {
                    return;
                };
                let (path, how) = (path.to_owned(), self.naming);
                match how {
                    _ if may_be_named(&config, &absolute, how) => {
                        self.push(Target::new(path, absolute, config, how));
                    }
                    // `schemefmt *` must not do harm.
                    Origin::Named | Origin::Chosen => {
                        let advice = how_to_format(&path);
                        self.fail(&path, format!("{NOT_SCHEME}; {advice}"));
                    }
                    Origin::Found => {
                        let document = Notation::of(&absolute).map(|_| Skipped::Document);
                        let reason = document.unwrap_or(Skipped::Foreign);
                        self.skipped.push((path, reason));
                    }
                }
            }
            Kind::File => self.fail(path, "neither a file nor a folder"),
        }
    }

    /// The file at an absolute path, which git lists, as a target, shown as `path`, if a walk through the folder at `root`, which is an
    /// absolute path, too, would find it, hidden or not. For `root` itself, if the file is formatted when it is named.
    pub(crate) fn find(&mut self, root: &Path, path: PathBuf, absolute: &Path) -> Option<Target> {
        let config = self.config_of(absolute.parent().unwrap_or(absolute))?;
        let (is_found, how) = if root == absolute {
            let is_taken = self.naming == Origin::Named
                || self.project.skipped(absolute, Kind::File).is_none();
            let is_found = is_taken && may_be_named(&config, absolute, self.naming);
            (is_found, self.naming)
        } else {
            let is_selected = is_selected(config.selection().selects(absolute), absolute);
            let is_found = is_selected
                && self
                    .project
                    .skips(absolute, Kind::File, root, root, false)
                    .is_none();
            (is_found, Origin::Found)
        };
        is_found.then(|| Target::new(path, absolute.to_owned(), config, how))
    }

    /// The configuration of a folder; reports the problems with it.
    fn config_of(&mut self, folder: &Path) -> Option<Arc<FolderConfig>> {
        let config = self.project.config_of(folder);
        self.take_problems();
        config
    }

    fn take_problems(&mut self) {
        let problems = self.project.take_problems();
        self.items.extend(problems.into_iter().map(Err));
    }

    /// Reports why a file or folder cannot be formatted.
    pub(crate) fn fail(&mut self, path: &Path, message: impl Into<String>) {
        let problem = Problem::whole_file(Severity::Error, problem::INPUT, path, message);
        self.items.push(Err(problem));
    }

    /// Adds a target, unless it is there under another name.
    pub(crate) fn push(&mut self, target: Target) {
        // A file that has disappeared by now is reported when it is read.
        let is_known = identity(&target.path).is_ok_and(|identity| !self.seen.insert(identity));
        if !is_known {
            self.items.push(Ok(target));
        }
    }

    /// Adds the Scheme files in a folder and below it, to which the ignore files `above` apply, too. Links in it are not
    /// followed: the files they point to are formatted where they are, and cycles of links do no harm. In a hidden folder, only what a
    /// pattern includes is added.
    fn folder(
        &mut self,
        path: &Path,
        absolute: &Path,
        above: &IgnoreFiles,
        is_hidden: bool,
    ) -> Encounter {
        let (Some(folder), Some(own)) = (
            self.config_of(absolute),
            self.project.ignore_files_in(absolute),
        ) else {
            return Encounter::Work;
        };
        let matchers = above.with(own);
        let mut encounter = Encounter::Nothing;
        let entries = WalkDir::new(path).min_depth(1).max_depth(1);
        for entry in entries.sort_by_file_name() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let message = error.io_error().map(io_message);
                    let message = message.unwrap_or_else(|| error.to_string());
                    self.fail(error.path().unwrap_or(path), message);
                    encounter = Encounter::Work;
                    continue;
                }
            };
            let kind = match entry.file_type() {
                it if it.is_dir() => Kind::Folder,
                it if it.is_file() => Kind::File,
                _ => continue,
            };
            let absolute = absolute.join(entry.file_name());
            let selection = folder.selection();
            let is_unnamed = is_hidden && kind == Kind::File && !selection.includes(&absolute);
            let skipped = Skipped::by_name(entry.file_name(), kind, selection)
                .or_else(|| Skipped::by_pattern(&matchers, selection, &absolute, kind))
                .or_else(|| is_unnamed.then_some(Skipped::Hidden));
            encounter = encounter.max(match (kind, skipped) {
                (Kind::Folder, None) => {
                    let is_hidden = is_hidden || ignored::is_hidden(entry.file_name());
                    self.folder(entry.path(), &absolute, &matchers, is_hidden)
                }
                (Kind::Folder, Some(reason)) => self.skip(entry.into_path(), reason),
                (Kind::File, skipped) => {
                    self.encounter(entry.into_path(), absolute, &folder, skipped)
                }
            });
        }
        encounter
    }

    /// Records why something is skipped.
    fn skip(&mut self, path: PathBuf, reason: Skipped) -> Encounter {
        self.skipped.push((path, reason));
        Encounter::Skipped
    }

    /// Adds a file in a folder, if it is Scheme and not skipped.
    fn encounter(
        &mut self,
        path: PathBuf,
        absolute: PathBuf,
        folder: &Arc<FolderConfig>,
        skipped: Option<Skipped>,
    ) -> Encounter {
        match (folder.selection().selects(&absolute), skipped) {
            (Selected::Yes, Some(reason)) => self.skip(path, reason),
            (selected, None) if is_selected(selected, &absolute) => {
                self.push(Target::new(
                    path,
                    absolute,
                    Arc::clone(folder),
                    Origin::Found,
                ));
                Encounter::Work
            }
            _ => Encounter::Nothing,
        }
    }
}

/// How to have the file at `path` formatted although it is not taken for Scheme.
pub(super) fn how_to_format(path: &Path) -> String {
    let name = shown(path.file_name().unwrap_or_default().as_ref());
    format!("to format it anyway, pass --include \"{name}\"")
}

/// Whether a named file may be formatted: its name is that of a Scheme file or a document, or its text begins with a list and its name is
/// not that of another Lisp. Hooks name
/// every file without an extension, and of these, only scripts may be; documents have to be included.
fn may_be_named(folder: &FolderConfig, absolute: &Path, how: Origin) -> bool {
    let selected = folder.selection().selects(absolute);
    let is_document = Notation::of(absolute).is_some();
    let may_be_scheme = || !is_other_lisp(absolute) && first_lines::may_be_scheme(absolute);
    match how {
        Origin::Named | Origin::Chosen => {
            selected == Selected::Yes || is_document || may_be_scheme()
        }
        Origin::Found => {
            let has_other_name = !is_document && absolute.extension().is_some();
            is_selected(selected, absolute) || has_other_name && may_be_scheme()
        }
    }
}

/// Whether a file has the name of one in another Lisp.
fn is_other_lisp(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| OTHER_LISPS.contains(&extension))
}

/// Whether a walk takes a file, if nothing in its folders skips it.
fn is_selected(selected: Selected, absolute: &Path) -> bool {
    match selected {
        Selected::Yes => true,
        Selected::Script => first_lines::is_script(absolute),
        Selected::Shared => first_lines::is_scheme(absolute),
        Selected::No => false,
    }
}

/// The most significant result of a walk so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Encounter {
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
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = fs::metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    path.canonicalize()
}
