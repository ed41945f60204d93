//! The configuration: which values hold for a file, and where each comes from.
//!
//! A value is looked for in four layers, the later ones winning: the defaults, `.editorconfig`, the nearest
//! `schemefmt.toml` upwards from the file, the flags. A layer is a list of [`Assignment`]s to rows of [`settings`].

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use schemefmt::options::ProjectRules;
use schemefmt::rules::{self, Layer, Location};

use super::editorconfig::EditorConfigs;
use super::emacs::EmacsRules;
use super::selection::{Filters, Inclusion};
use super::settings::{self, Setting, Settings, Value};
use super::{file, patterns, read};
use crate::cli::args::{ConfigArgs, InputArgs, StyleArgs};
use crate::cli::excerpt::Drawn;
use crate::cli::report::{self, Finding};

/// A setting with its value and where that was found.
#[derive(Clone)]
pub struct Assignment {
    /// The option.
    pub setting: Setting,
    /// What to set it to. That it is right was checked where it was read.
    pub value: Value,
    /// Where it was found.
    pub origin: Origin,
}

/// Where a value was found.
#[derive(Clone, Debug)]
pub enum Origin {
    /// In a file, at a line.
    File(Arc<Path>, usize),
    /// On the command line.
    Flag(String),
}

impl Origin {
    /// The same as the source of a layout rule.
    pub(super) fn source(&self) -> rules::Source {
        let location = match self {
            Origin::File(path, line) => Location {
                file: Some(report::below_here(path).display().to_string().into()),
                line: *line,
            },
            Origin::Flag(flag) => Location {
                file: Some(flag.as_str().into()),
                line: 1,
            },
        };
        rules::Source::Configuration(location)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path, line) => write!(out, "{}:{line}", path.display()),
            Origin::Flag(flag) => write!(out, "{flag}"),
        }
    }
}

/// What one `schemefmt.toml` says, or nothing where there is none.
#[derive(Default)]
pub struct Config {
    /// The file, if there is one.
    pub path: Option<Arc<Path>>,
    /// The options that it sets.
    pub(super) assignments: Vec<Assignment>,
    /// Its layout rules.
    pub(super) rules: Arc<Layer>,
    /// Which files it selects.
    pub(super) filters: Filters,
}

/// Finds the configuration of any file; reads each file of it once.
pub struct Configs {
    flags: Vec<Assignment>,
    flag_rules: Layer,
    flag_filters: Filters,
    source: Source,
    /// None where no `.editorconfig` is read.
    editorconfig: Option<EditorConfigs>,
    by_folder: HashMap<PathBuf, Option<Arc<Config>>>,
    findings: Vec<(PathBuf, Vec<Finding>)>,
    emacs: EmacsRules,
}

/// Where the configuration comes from.
enum Source {
    /// The nearest file upwards.
    Nearest,
    /// One file for everything.
    Given(Arc<Config>),
    /// Nowhere.
    Nothing,
}

/// The names of a configuration file, the first one first.
pub const FILE_NAMES: [&str; 2] = ["schemefmt.toml", ".schemefmt.toml"];

impl Configs {
    /// Takes the flags in.
    ///
    /// # Errors
    /// A file or an option that `--config` names and that is not right.
    pub fn new(config: &ConfigArgs, style: &StyleArgs, input: &InputArgs) -> anyhow::Result<Self> {
        let here = std::env::current_dir().context("cannot tell the current folder")?;
        let flag_filters = Filters {
            include_too: Inclusion::new(&here, &input.include).context("--include")?,
            exclude_too: patterns::matcher(&here, &input.exclude).context("--exclude")?,
            ..Filters::default()
        };
        let mut configs = Configs {
            flags: Vec::new(),
            flag_rules: Layer::default(),
            flag_filters,
            source: if config.no_config || config.isolated {
                Source::Nothing
            } else {
                Source::Nearest
            },
            editorconfig: (!config.no_config && !config.no_editorconfig)
                .then(EditorConfigs::default),
            by_folder: HashMap::new(),
            findings: Vec::new(),
            emacs: EmacsRules::default(),
        };
        let mut files = Vec::new();
        for argument in &config.config {
            if Path::new(argument).is_file() || !argument.contains('=') {
                files.push(Path::new(argument));
            } else {
                let said = file::one_option(argument, &here)?;
                configs.flags.extend(said.assignments);
                configs.flag_rules.extend(Arc::unwrap_or_clone(said.rules));
                configs.flag_filters.extend(said.filters);
            }
        }
        // What the flags say has to be there for every file.
        for file in files {
            configs.take_file(file)?;
        }
        configs.flags.extend(flags(style));
        if config.isolated {
            configs.flags.extend(isolation());
        }
        Ok(configs)
    }

    fn take_file(&mut self, path: &Path) -> anyhow::Result<()> {
        if matches!(self.source, Source::Given(_)) {
            bail!(
                "--config names a second file, {}; there can be one",
                path.display()
            );
        }
        // What is named may be a pipe.
        match file::read(path, read::bounded).map(|config| self.finish(config)) {
            Ok(config) => self.source = Source::Given(Arc::new(config)),
            Err(findings) => {
                let text: String = findings.into_iter().map(|finding| finding.text).collect();
                return Err(anyhow::Error::msg(Drawn(text)));
            }
        }
        Ok(())
    }

    /// The configuration for what is in `folder`, an absolute path; `None` if it is in a file that is not right, of which
    /// [`take_findings`](Self::take_findings) tells once.
    pub fn of_folder(&mut self, folder: &Path) -> Option<Arc<Config>> {
        let config = self.config_of(folder)?;
        if let Some(editorconfig) = &mut self.editorconfig {
            editorconfig.gather(folder);
        }
        self.gather_emacs_rules(&config, folder);
        Some(config)
    }

    fn config_of(&mut self, folder: &Path) -> Option<Arc<Config>> {
        match &self.source {
            Source::Given(config) => return Some(Arc::clone(config)),
            Source::Nothing | Source::Nearest => {}
        }
        if let Some(known) = self.by_folder.get(folder) {
            return known.clone();
        }
        let config = match self.file_in(folder) {
            Some(path) => match file::read(&path, read::regular) {
                Ok(config) => Some(Arc::new(self.finish(config))),
                Err(findings) => {
                    self.findings.push((path, findings));
                    None
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
        // What .editorconfig says is not about these rules.
        let settings = chosen(&self.over(Vec::new(), config));
        if settings.options.emacs_rules == ProjectRules::Ignore {
            return;
        }
        // Relative to the file that names them, or to the current folder.
        let place = config.path.as_deref().and_then(Path::parent);
        let libraries: Vec<PathBuf> = settings
            .emacs_files
            .iter()
            .map(|file| place.map_or_else(|| PathBuf::from(file), |place| place.join(file)))
            .collect();
        self.emacs.gather(folder, &libraries);
    }

    /// What could not be read of `.editorconfig` and of the rules for Emacs since the last call.
    pub fn take_warnings(&mut self) -> Vec<(PathBuf, Finding)> {
        let editorconfig = self.editorconfig.as_mut();
        let mut warnings = editorconfig.map_or_else(Vec::new, EditorConfigs::take_warnings);
        warnings.extend(self.emacs.take_warnings());
        warnings
    }

    /// What was wrong in the files read since the last call, by file.
    pub fn take_findings(&mut self) -> Vec<(PathBuf, Vec<Finding>)> {
        std::mem::take(&mut self.findings)
    }

    /// What holds for the file at `path`, an absolute path, in a folder with this configuration.
    pub fn settings(&self, config: &Config, path: &Path) -> Settings {
        let mut settings = chosen(&self.layers(config, path));
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

    /// All assignments for the file at `path`, the winning ones last.
    pub fn layers(&self, config: &Config, path: &Path) -> Vec<Assignment> {
        let editorconfig = self.editorconfig.as_ref();
        let editorconfig = editorconfig.map(|files| files.assignments(path));
        self.over(editorconfig.unwrap_or_default(), config)
    }

    /// These assignments and then those of the configuration and the flags.
    fn over(&self, mut layers: Vec<Assignment>, config: &Config) -> Vec<Assignment> {
        layers.extend(config.assignments.iter().cloned());
        layers.extend(self.flags.iter().cloned());
        // What a preset sets, any other assignment sets anew.
        layers.sort_by_key(|assignment| assignment.setting.key() != settings::PRESET);
        layers
    }

    fn file_in(&self, folder: &Path) -> Option<PathBuf> {
        match self.source {
            Source::Nothing | Source::Given(_) => None,
            Source::Nearest => FILE_NAMES
                .iter()
                .map(|name| folder.join(name))
                .find(|path| read::is_there(path)),
        }
    }

    /// Puts the patterns and the layout rules of the flags beside those of the file.
    fn finish(&self, mut config: Config) -> Config {
        config.filters.extend(self.flag_filters.clone());
        if !self.flag_rules.is_empty() {
            Arc::make_mut(&mut config.rules).extend(self.flag_rules.clone());
        }
        config
    }
}

impl Config {
    /// Which files of a folder with this configuration are formatted.
    pub fn filters(&self) -> &Filters {
        &self.filters
    }
}

/// What these assignments, the winning ones last, come to.
fn chosen(assignments: &[Assignment]) -> Settings {
    let mut settings = Settings::default();
    for assignment in assignments {
        // Only right values become assignments.
        let _ = assignment.setting.set(&mut settings, &assignment.value);
    }
    settings
}

/// `--isolated` as assignments: nothing is taken from what the project says to other programs.
fn isolation() -> impl Iterator<Item = Assignment> {
    ["emacs-rules", "macro-rules"]
        .into_iter()
        .filter_map(|key| {
            Some(Assignment {
                setting: settings::find(key)?,
                value: Value::Text("false".to_owned()),
                origin: Origin::Flag("--isolated".to_owned()),
            })
        })
}

/// The style's flags as assignments.
fn flags(style: &StyleArgs) -> impl Iterator<Item = Assignment> {
    style.given.iter().filter_map(|given| {
        let number = given.value.parse().map(Value::Number);
        Some(Assignment {
            setting: settings::find(given.flag.sets)?,
            value: number.unwrap_or_else(|_| Value::Text(given.value.clone())),
            origin: Origin::Flag(format!("--{}", given.flag.name)),
        })
    })
}
