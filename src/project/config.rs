//! The configuration: which values apply to a file, and where each comes from.
//!
//! There are four layers, each of which overrides those before: the defaults, `.editorconfig`, the nearest `schemefmt.toml`
//! in the file's folder or above, and the flags. A layer is a list of [`Assignment`]s.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::Gitignore;
use schemefmt::internals::config::patterns::{self, InvalidPattern};
use schemefmt::internals::config::reader::{self, REQUIRED_VERSION};
use schemefmt::internals::config::selection::{FileSelection, Inclusion};
use schemefmt::internals::config::settings::{self, Settings};
use schemefmt::internals::config::{Assignment, Section, chosen};
use schemefmt::internals::documents::{self, Notation};
use schemefmt::internals::emit;
use schemefmt::options::{LineWidth, ProjectRules};
use schemefmt::{Configuration, Severity};
use toml::de::DeTable;

use super::editorconfig::EditorConfigs;
use super::editors::{EditorFiles, EditorSettings, Library};
use super::paths::{absolute_path, below, shown};
use super::problem::Problem;
use super::read::{self, Nearest};
use super::{Files, Project, Request, editorconfig};

/// What has been read; each file is read once.
#[derive(Default)]
pub(super) struct FilesRead {
    by_folder: HashMap<PathBuf, Option<Arc<FolderConfig>>>,
    /// The configuration of each folder; none if its file is invalid.
    configs: Nearest<Option<Arc<Config>>>,
    editorconfig: EditorConfigs,
    editors: EditorFiles,
    /// The matchers of ignore files by folder and file; none for a file that cannot be read.
    pub ignore_files: HashMap<(PathBuf, PathBuf, &'static str), Option<Arc<Gitignore>>>,
}

/// A configuration along with the request, which overrides it.
pub(crate) struct Config {
    /// The file, if there is one.
    pub path: Option<PathBuf>,
    /// What both say.
    pub contents: Configuration,
}

/// What applies to the files in a folder.
pub(crate) struct FolderConfig {
    /// The nearest `schemefmt.toml`, along with the request.
    pub config: Arc<Config>,
    /// What all of these override.
    defaults: Arc<[Assignment]>,
    /// The `.editorconfig` files, outermost first.
    editorconfig: Vec<Arc<editorconfig::File>>,
    editors: EditorSettings,
}

impl Project {
    /// The configuration for the files in `folder`, an absolute path; none if its file is invalid, or another one that it depends on
    /// cannot be read, which is a problem the first time.
    pub(crate) fn config_of(&mut self, folder: &Path) -> Option<Arc<FolderConfig>> {
        if let Some(known) = self.found.by_folder.get(folder) {
            return known.clone();
        }
        let config = self.nearest_config(folder).and_then(|config| {
            let mut found = FolderConfig {
                config,
                defaults: Arc::clone(&self.defaults),
                editorconfig: Vec::new(),
                editors: EditorSettings::default(),
            };
            if self.editorconfig == Files::Read {
                let files = &mut self.found.editorconfig;
                found.editorconfig = files.all(folder, &mut self.problems)?;
            }
            let settings = chosen(&found.assignments(folder));
            let is_followed = settings.options.emacs_rules != ProjectRules::Ignore;
            if is_followed || found.config.contents.overrides(settings::EMACS_RULES) {
                let libraries = self.libraries(&found.config, &settings.emacs_files);
                let (files, problems) = (&mut self.found.editors, &mut self.problems);
                found.editors = files.settings(folder, &libraries, &self.here, problems)?;
            }
            Some(Arc::new(found))
        });
        let known = &mut self.found.by_folder;
        known.insert(folder.to_owned(), config.clone());
        config
    }

    /// The Emacs Lisp files that a configuration lists: relative to it, and within its project, or, if a flag lists them, relative
    /// to the current folder and anywhere.
    fn libraries(&self, config: &Config, listed: &[String]) -> Vec<Library> {
        let base = config.path.as_deref().and_then(Path::parent);
        let sections = self.requested.sections.iter();
        let mut asked = sections.flat_map(|section| &section.assignments);
        let is_asked = asked.any(|asked| asked.setting.key() == settings::EMACS_FILES);
        let root = base
            .filter(|_| !is_asked)
            .map(|base| read::root_of(&absolute_path(&self.here.join(base))).to_owned());
        let library = |file: &String| Library {
            path: base.unwrap_or(Path::new("")).join(file),
            root: root.clone(),
        };
        listed.iter().map(library).collect()
    }

    /// The nearest file in `folder` or above, along with the request; none if it is invalid.
    fn nearest_config(&mut self, folder: &Path) -> Option<Arc<Config>> {
        if let Some(given) = &self.given {
            return Some(Arc::clone(given));
        }
        let found = self.found.configs.of(folder, &mut |ancestor| {
            let mut paths = read::FILE_NAMES.iter().map(|name| ancestor.join(name));
            let path = paths.find(|path| read::exists(path));
            let read = path.map(|path| {
                let config = configuration_file(&path, &self.here, read::found(&path, folder));
                config.map(|config| with(&self.requested, Some(&path), config))
            });
            let valid = match read.transpose() {
                Ok(valid) => {
                    self.last_valid.insert(ancestor.to_owned(), valid.clone());
                    Some(valid)
                }
                Err(problem) => {
                    // It must not format the project even as it did before.
                    let refuses = problem.has(REQUIRED_VERSION);
                    self.problems.push(problem);
                    let last_valid = self.last_valid.get(ancestor);
                    last_valid.filter(|_| !refuses).cloned()
                }
            };
            valid.map_or(Some(None), |valid| valid.map(Some))
        });
        found.unwrap_or_else(|| Some(with(&self.requested, None, Configuration::default())))
    }
}

impl FolderConfig {
    /// The settings for the file at `path`, an absolute path in the folder.
    pub(crate) fn settings(&self, path: &Path) -> Settings {
        let contents = &self.config.contents;
        let mut settings = contents.settings(path, &self.assignments(path));
        settings.options.rules.project = Arc::clone(&self.editors.rules);
        settings
    }

    /// Which files of the folder are formatted.
    pub(crate) fn selection(&self) -> &FileSelection {
        &self.config.contents.selection
    }

    /// The line width that the project asks for in the file at `path`: the configured one, or Emacs's fill column.
    pub(crate) fn configured_width(&self, path: &Path) -> Option<usize> {
        let options = chosen(&self.assignments(path)).options;
        let configured = match options.style.line_width {
            LineWidth::Columns(columns) => Some(columns),
            _ => None,
        };
        configured.max(self.editors.variables.fill_column)
    }

    /// All assignments for the file at `path`; later ones override earlier ones.
    pub(crate) fn assignments(&self, path: &Path) -> Vec<Assignment> {
        let mut layers: Vec<Assignment> = of_documents(path).into_iter().collect();
        layers.extend_from_slice(&self.defaults);
        layers.extend(self.editors.indentation());
        layers.extend(editorconfig::assignments(&self.editorconfig, path));
        layers.extend(self.config.contents.assignments(path).cloned());
        layers
    }
}

/// The defaults for the file at `path`, if it is a document.
fn of_documents(path: &Path) -> Option<Assignment> {
    let (key, value) = Notation::of(path).map(|_| documents::DEFAULT)?;
    Assignment::of_word(key, value, "default in documents")
}

/// The configuration in the file at `path`, if there is one, along with the request.
pub(super) fn with(
    requested: &Configuration,
    path: Option<&Path>,
    mut contents: Configuration,
) -> Arc<Config> {
    contents.sections.extend(requested.sections.iter().cloned());
    contents.selection.extend(requested.selection.clone());
    let path = path.map(Path::to_owned);
    Arc::new(Config { path, contents })
}

/// Reads the configuration file at `path`, whose content is `bytes`; paths are shown relative to `here`.
///
/// # Errors
/// Returns everything that is wrong with it.
pub(super) fn configuration_file(
    path: &Path,
    here: &Path,
    bytes: io::Result<Vec<u8>>,
) -> Result<Configuration, Problem> {
    let bytes = bytes.map_err(|error| Problem::unread("config", path, &error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Problem::whole_file(Severity::Error, "config", path, "is not UTF-8"))?;
    let absolute = absolute_path(path);
    let folder = absolute.parent().unwrap_or(&absolute);
    let shown_path = shown(path);
    let origin = |line| format!("{shown_path}:{line}");
    reader::read(&text, folder, &shown(&below(here, path)), origin)
        .map_err(|diagnostics| Problem::new(path, &text, diagnostics))
}

/// Reads `KEY=VALUE` like a line of a file in `folder`. A value that is not TOML is taken as a string, so that shell users
/// do not need quotes within quotes.
///
/// # Errors
/// Returns what is wrong with it.
pub(crate) fn configuration_line(line: &str, folder: &Path) -> Result<Configuration, Problem> {
    let text = match (DeTable::parse(line), line.split_once('=')) {
        (Err(_), Some((key, value))) => format!("{key}={}", emit::quoted(value.trim())),
        _ => line.to_owned(),
    };
    let name = format!("--config {line}");
    reader::read(&text, folder, &shown(Path::new(&name)), |_| name.clone())
        .map_err(|diagnostics| Problem::new(Path::new("--config"), &text, diagnostics))
}

/// The contents of a request, as a configuration.
pub(super) fn requested(request: &Request) -> Result<Configuration, Problem> {
    let here = &request.here;
    let wrong = |flag: &'static str| {
        move |wrong: InvalidPattern| {
            let message = wrong.to_string();
            Problem::whole_file(Severity::Error, "config", Path::new(flag), message)
        }
    };
    let mut all = Configuration {
        selection: FileSelection {
            include_too: Inclusion::new(here, &request.include).map_err(wrong("--include"))?,
            exclude_too: patterns::matcher(here, &request.exclude).map_err(wrong("--exclude"))?,
            ..FileSelection::default()
        },
        ..Configuration::default()
    };
    for line in &request.lines {
        let read = configuration_line(line, &request.here)?;
        all.sections.extend(read.sections);
        all.selection.extend(read.selection);
    }
    all.sections.push(Arc::new(Section {
        assignments: request.options.clone(),
        ..Section::default()
    }));
    Ok(all)
}
