//! The configuration: which values apply to a file, and where each comes from.
//!
//! There are four layers, each of which overrides those before: the defaults, `.editorconfig`, the nearest `schemefmt.toml`
//! in the file's folder or above, and the flags. A layer is a list of [`Assignment`]s.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemefmt::Severity;
use schemefmt::internals::forms::rules::Layer;
use schemefmt::options::ProjectRules;

use super::assignment::{Assignment, Config, Origin};
use super::editorconfig::EditorConfigs;
use super::emacs::EmacsRules;
use super::patterns::WrongPattern;
use super::problem::Problem;
use super::selection::{Inclusion, Selection};
use super::settings::{self, Settings, Value};
use super::{ConfigFile, Files, Request, RequestedOption, file, patterns, read};

/// Finds the configuration of any file, and reads each configuration file once.
pub struct Configs {
    here: PathBuf,
    /// The assignments of the request that files can override; later ones override earlier ones.
    defaults: Vec<Assignment>,
    /// The assignments of the request.
    requested: Config,
    source: Lookup,
    /// None if no `.editorconfig` is to be read.
    editorconfig: Option<EditorConfigs>,
    /// The configuration of each folder; none if its file is invalid.
    by_folder: HashMap<PathBuf, Option<Arc<Config>>>,
    /// What each file said when it was right.
    by_file: HashMap<PathBuf, Arc<Config>>,
    problems: Vec<Problem>,
    emacs: EmacsRules,
}

/// Where the configuration comes from.
enum Lookup {
    /// The nearest file in the same folder or above.
    Nearest,
    /// One file for everything; no configuration if it is invalid.
    Given(PathBuf, Option<Arc<Config>>),
    /// Nowhere.
    Nothing,
}

/// The names of a configuration file, by precedence.
pub const FILE_NAMES: [&str; 2] = ["schemefmt.toml", ".schemefmt.toml"];

impl Configs {
    /// Configurations without a request; paths are relative to a folder.
    pub fn unasked(here: &Path) -> Self {
        Configs {
            here: here.to_owned(),
            defaults: Vec::new(),
            requested: Config::default(),
            source: Lookup::Nearest,
            editorconfig: Some(EditorConfigs::default()),
            by_folder: HashMap::new(),
            by_file: HashMap::new(),
            problems: Vec::new(),
            emacs: EmacsRules::new(here),
        }
    }

    /// Processes the request.
    ///
    /// # Errors
    /// Returns the first thing that is wrong with it.
    pub fn new(request: &Request) -> Result<Self, Problem> {
        let mut configs = Configs {
            requested: requested(request)?,
            editorconfig: match request.editorconfig {
                Files::Read => Some(EditorConfigs::default()),
                Files::Pass => None,
            },
            ..Configs::unasked(&request.here)
        };
        configs.source = match &request.config_file {
            ConfigFile::Nearest => Lookup::Nearest,
            ConfigFile::Nothing => Lookup::Nothing,
            ConfigFile::Given(path) => Lookup::Given(path.clone(), Some(configs.given(path)?)),
        };
        Ok(configs)
    }

    /// Sets the options that apply where no file sets them.
    pub fn set_defaults(&mut self, defaults: &[RequestedOption]) {
        self.defaults = in_order(defaults.iter().filter_map(assignment).collect());
        // Whether to read Emacs rules is one of these options.
        self.emacs = EmacsRules::new(&self.here);
    }

    /// Reads an explicitly named file, which may be a pipe.
    fn given(&self, path: &Path) -> Result<Arc<Config>, Problem> {
        let config = file::read(path, &self.here, read::bounded)?;
        Ok(Arc::new(self.finish(config)))
    }

    /// The configuration for what is in `folder`, an absolute path; `None` if its file is invalid, which
    /// [`take_problems`](Self::take_problems) reports once.
    pub fn of_folder(&mut self, folder: &Path) -> Option<Arc<Config>> {
        let config = self.config_of(folder)?;
        if let Some(editorconfig) = &mut self.editorconfig {
            editorconfig.gather(folder);
        }
        self.gather_emacs_rules(&config, folder);
        Some(config)
    }

    fn config_of(&mut self, folder: &Path) -> Option<Arc<Config>> {
        if let Lookup::Given(_, config) = &self.source {
            return config.clone();
        }
        if let Some(known) = self.by_folder.get(folder) {
            return known.clone();
        }
        let config = match self.file_in(folder) {
            Some(path) => match file::read(&path, &self.here, read::regular) {
                Ok(config) => {
                    let config = Arc::new(self.finish(config));
                    self.by_file.insert(path, Arc::clone(&config));
                    Some(config)
                }
                Err(problem) => {
                    self.problems.push(problem);
                    self.by_file.get(&path).cloned()
                }
            },
            None => match folder.parent() {
                Some(parent) => self.config_of(parent),
                None => Some(Arc::new(self.finish(Config::default()))),
            },
        };
        self.by_folder.insert(folder.to_owned(), config.clone());
        config
    }

    fn gather_emacs_rules(&mut self, config: &Config, folder: &Path) {
        if self.emacs.of(folder).is_some() {
            return;
        }
        // `.editorconfig` cannot set these options.
        let settings = chosen(&self.over(Vec::new(), config));
        if settings.options.emacs_rules == ProjectRules::Ignore {
            return;
        }
        // Relative to the file that lists them, or to the current folder.
        let place = config.path.as_deref().and_then(Path::parent);
        let libraries: Vec<PathBuf> = settings
            .emacs_files
            .iter()
            .map(|file| place.map_or_else(|| PathBuf::from(file), |place| place.join(file)))
            .collect();
        self.emacs.gather(folder, &libraries);
    }

    /// Returns what was wrong with the files read since the last call.
    pub fn take_problems(&mut self) -> Vec<Problem> {
        let mut problems = std::mem::take(&mut self.problems);
        if let Some(editorconfig) = &mut self.editorconfig {
            problems.extend(editorconfig.take_problems());
        }
        problems.extend(self.emacs.take_problems());
        problems
    }

    /// Discards what was read from all files.
    pub fn forget(&mut self) {
        self.read_given_again();
        self.by_folder.clear();
        self.editorconfig = self.editorconfig.take().map(|_| EditorConfigs::default());
        self.emacs = EmacsRules::new(&self.here);
    }

    fn read_given_again(&mut self) {
        let Lookup::Given(given, _) = &self.source else {
            return;
        };
        let given = given.clone();
        let config = self.given(&given);
        let config = config.map_err(|problem| self.problems.push(problem)).ok();
        self.source = Lookup::Given(given, config);
    }

    /// Discards what was read from the file at `path`, an absolute path.
    pub fn changed(&mut self, path: &Path) {
        let folder = path.parent().unwrap_or(path);
        if matches!(&self.source, Lookup::Given(given, _) if self.here.join(given) == path) {
            self.read_given_again();
        }
        self.by_folder.retain(|known, _| !known.starts_with(folder));
        if let Some(editorconfig) = &mut self.editorconfig {
            editorconfig.changed(path);
        }
        self.emacs.changed(path);
    }

    /// The settings for the file at `path`, an absolute path, in a folder with this configuration.
    pub fn settings(&self, config: &Config, path: &Path) -> Settings {
        let mut settings = chosen(&self.assignments(config, path));
        let rules = &mut settings.options.rules;
        rules.configuration = Arc::clone(&config.rules);
        if let Some(project) = path.parent().and_then(|folder| self.emacs.of(folder)) {
            rules.project = Arc::clone(project);
        }
        settings.options.file_name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        settings
    }

    /// The line width that the project asks for in the file at `path`: the configured one, or Emacs's fill column.
    pub fn stated_width(&self, config: &Config, path: &Path) -> Option<usize> {
        let layers = self.assignments(config, path);
        let configured = layers
            .iter()
            .rfind(|said| said.setting.key() == "line-width");
        let configured = configured.and_then(|said| match said.value {
            Value::Number(width) => usize::try_from(width).ok(),
            Value::Text(_) | Value::List(_) => None,
        });
        let folder = path.parent();
        configured.max(folder.and_then(|folder| self.emacs.fill_column(folder)))
    }

    /// All assignments for the file at `path`; later ones override earlier ones.
    pub fn assignments(&self, config: &Config, path: &Path) -> Vec<Assignment> {
        let editorconfig = self.editorconfig.as_ref();
        let editorconfig = editorconfig.map(|files| files.assignments(path));
        self.over(editorconfig.unwrap_or_default(), config)
    }

    /// The defaults of the request, followed by these assignments and those of the configuration and the request.
    fn over(&self, mut layers: Vec<Assignment>, config: &Config) -> Vec<Assignment> {
        layers.extend(config.assignments.iter().cloned());
        layers.extend(self.requested.assignments.iter().cloned());
        [self.defaults.clone(), in_order(layers)].concat()
    }

    fn file_in(&self, folder: &Path) -> Option<PathBuf> {
        match self.source {
            Lookup::Nothing | Lookup::Given(..) => None,
            Lookup::Nearest => FILE_NAMES
                .iter()
                .map(|name| folder.join(name))
                .find(|path| read::is_there(path)),
        }
    }

    /// Adds the patterns and layout rules of the request to those of the file.
    fn finish(&self, mut config: Config) -> Config {
        config.selection.extend(self.requested.selection.clone());
        if !self.requested.rules.is_empty() {
            Arc::make_mut(&mut config.rules).extend(Layer::clone(&self.requested.rules));
        }
        config
    }
}

/// The contents of a request, as a configuration.
fn requested(request: &Request) -> Result<Config, Problem> {
    let here = &request.here;
    let wrong = |flag: &'static str| {
        move |wrong: WrongPattern| {
            let message = wrong.to_string();
            Problem::whole_file(Severity::Error, "config", Path::new(flag), message)
        }
    };
    let mut all = Config {
        selection: Selection {
            include_too: Inclusion::new(here, &request.include).map_err(wrong("--include"))?,
            exclude_too: patterns::matcher(here, &request.exclude).map_err(wrong("--exclude"))?,
            ..Selection::default()
        },
        ..Config::default()
    };
    for line in &request.lines {
        let said = file::line(line, &request.here)?;
        all.assignments.extend(said.assignments);
        Arc::make_mut(&mut all.rules).extend(Arc::unwrap_or_clone(said.rules));
        all.selection.extend(said.selection);
    }
    all.assignments
        .extend(request.options.iter().filter_map(assignment));
    Ok(all)
}

/// Turns an option of a request into an assignment.
fn assignment(option: &RequestedOption) -> Option<Assignment> {
    Some(Assignment {
        setting: settings::find(option.key)?,
        value: Value::of_word(&option.value),
        origin: Origin::Request(option.by.clone()),
    })
}

/// These assignments with the presets first, since any other assignment overrides what a preset sets.
fn in_order(mut assignments: Vec<Assignment>) -> Vec<Assignment> {
    assignments.sort_by_key(|assignment| assignment.setting.key() != settings::PRESET);
    assignments
}

/// The settings that these assignments result in; later ones override earlier ones.
fn chosen(assignments: &[Assignment]) -> Settings {
    let mut settings = Settings::default();
    for assignment in assignments {
        // Assignments only hold valid values.
        let _ = assignment.setting.set(&mut settings, &assignment.value);
    }
    settings
}
