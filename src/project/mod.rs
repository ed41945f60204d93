//! What a folder says about how to format its files: which files are Scheme, what is configured for each, and which layout
//! rules the project already has.
//!
//! A [`Project`] is created from a [`Request`], plain values that override whatever the files say. It reads each file once,
//! and callers can have it [`forget`](Project::forget) what it read. It reports what is wrong with a file as a
//! [`Problem`]: nothing here prints, colours or exits.
//!
//! In reading order: [`config`] finds the settings for a file, from the nearest `schemefmt.toml`, the [`editorconfig`] files
//! and the rules for editors ([`editors`]). [`ignored`] and [`selection`](schemefmt::internals::config::selection) say which
//! files of a folder to format, and [`discover`] finds them. [`examine`] formats a text, or the part of it that an [`Extent`]
//! selects, with the settings for its path; [`suggest`] finds the settings that change a folder's files least.

// The command alone has no use for what the language server needs.
#![cfg_attr(not(feature = "lsp"), allow(dead_code))]

mod config;
pub(crate) mod dialects;
mod discover;
mod editorconfig;
mod editors;
mod examine;
mod first_lines;
mod ignored;
pub(crate) mod parallel;
pub(crate) mod paths;
mod problem;
pub(crate) mod read;
pub(crate) mod schema;
pub(crate) mod suggest;

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use config::configuration_line;
pub(crate) use discover::{Discovery, Origin, Target};
pub(crate) use examine::{Examination, Outcome, Output, REPORT_IT};
pub(crate) use first_lines::{generated, sign_of_program};
pub(crate) use problem::{INPUT, Problem, io_message};
pub(crate) use read::FILE_NAMES;

use config::{Config, FilesRead};
use ignored::Skipped;
pub(crate) use ignored::is_hidden;
use schemefmt::Configuration;
use schemefmt::internals::config::Assignment;
use schemefmt::internals::config::patterns::Kind;
pub(crate) use schemefmt::internals::range::Extent;

/// What a caller asks for, which overrides the files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// The folder that relative names and patterns refer to and in which a walk is assumed to start, as an absolute path.
    pub here: PathBuf,
    /// Which `schemefmt.toml` to use.
    pub config_file: ConfigFile,
    /// Whether to read `.editorconfig`.
    pub editorconfig: Files,
    /// Whether to read `.gitignore` and `.schemefmtignore`.
    pub ignore_files: Files,
    /// Options and layout rules as lines of a `schemefmt.toml`, `KEY=VALUE`, which override those of files.
    pub lines: Vec<String>,
    /// Options that override everything.
    pub options: Vec<Assignment>,
    /// Patterns of additional files to format in folders.
    pub include: Vec<String>,
    /// Patterns of additional files and folders to skip.
    pub exclude: Vec<String>,
}

/// Which `schemefmt.toml` to use.
#[derive(Clone, Debug, Default)]
pub(crate) enum ConfigFile {
    /// The nearest one in each file's folder or above.
    #[default]
    Nearest,
    /// This one, for all files.
    Given(PathBuf),
    /// None.
    Nothing,
}

/// Whether to read files of some kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Files {
    /// Read them.
    #[default]
    Read,
    /// Ignore them.
    Pass,
}

impl Request {
    /// Asks for nothing beyond what the files say, relative to a folder given as an absolute path.
    pub(crate) fn nothing(here: PathBuf) -> Self {
        Request {
            here,
            ..Request::default()
        }
    }
}

/// What the folders say about their files, as far as that has been read.
#[derive(Default)]
pub(crate) struct Project {
    here: PathBuf,
    /// The assignments of the request that files can override; later ones override earlier ones.
    defaults: Arc<[Assignment]>,
    /// The rest of the request, which overrides files.
    requested: Configuration,
    /// The configuration of all folders, if the request names one or disables them.
    given: Option<Arc<Config>>,
    editorconfig: Files,
    ignore_files: Files,
    found: FilesRead,
    /// The last valid configuration file in each folder; none if there was no file.
    last_valid: HashMap<PathBuf, Option<Arc<Config>>>,
    problems: Vec<Problem>,
}

impl Project {
    /// Reads nothing yet, except for the file that the request names.
    ///
    /// # Errors
    /// Returns what is wrong with the request.
    pub(crate) fn new(request: &Request) -> Result<Self, Problem> {
        let requested = config::requested(request)?;
        let given = match &request.config_file {
            ConfigFile::Nearest => None,
            ConfigFile::Nothing => Some(config::with(&requested, None, Configuration::default())),
            // It may be a pipe.
            ConfigFile::Given(path) => {
                let config = config::configuration_file(
                    path,
                    &request.here,
                    read::bounded(path, read::MAX_SETTINGS),
                )?;
                Some(config::with(&requested, Some(path), config))
            }
        };
        Ok(Project {
            requested,
            given,
            editorconfig: request.editorconfig,
            ignore_files: request.ignore_files,
            ..Project::without_request(request.here.clone())
        })
    }

    /// A project without a request, with paths relative to a folder given as an absolute path. Reads nothing yet.
    pub(crate) fn without_request(here: PathBuf) -> Self {
        Project {
            here,
            ..Project::default()
        }
    }

    /// Sets the options that apply where no file sets them.
    pub(crate) fn set_defaults(&mut self, defaults: &[Assignment]) {
        self.defaults = defaults.into();
        // Whether to read Emacs rules is one of these options.
        self.forget();
    }

    /// A named file, which need not exist, as a target; none if its configuration is invalid. What applies to a folder is
    /// what applies to the files in it.
    pub(crate) fn target(&mut self, path: &Path) -> Option<Target> {
        let absolute = paths::absolute_path(path);
        let folder = if absolute.is_dir() {
            &*absolute
        } else {
            absolute.parent().unwrap_or(&absolute)
        };
        let config = self.config_of(folder)?;
        Some(Target::new(
            path.to_owned(),
            absolute,
            config,
            Origin::Named,
        ))
    }

    /// Why the file or folder at an absolute path would be skipped in a walk from the current folder or, if it is outside
    /// that, from the top of its work tree.
    pub(crate) fn skipped(&mut self, absolute: &Path, kind: Kind) -> Option<Skipped> {
        let here = self.here.clone();
        self.skips(absolute, kind, Path::new(""), &here, true)
    }

    /// Why the file or folder at `absolute` is skipped: because a pattern matches it or a folder between it and `top`, or because of its
    /// own name or that of a folder between it and `named`. With `skips_hidden`, so are hidden ones that no pattern names.
    fn skips(
        &mut self,
        absolute: &Path,
        kind: Kind,
        top: &Path,
        named: &Path,
        skips_hidden: bool,
    ) -> Option<Skipped> {
        let folder = absolute.parent().unwrap_or(absolute);
        let above = self.ignore_files_above(folder);
        let (Some(above), Some(inner)) = (above, self.ignore_files_in(folder)) else {
            return Some(Skipped::Unknown);
        };
        let matchers = above.with(inner);
        let config = self.config_of(folder);
        let selection = config.map(|folder| folder.selection().clone());
        let selection = selection.unwrap_or_default();
        let steps = absolute.ancestors().take_while(|step| is_below(step, top));
        let steps: Vec<&Path> = steps.collect();
        let name_of = |step: &&Path| -> Option<OsString> {
            let name = step.file_name().filter(|_| is_below(step, named))?;
            Some(name.to_owned())
        };
        let mut folders = steps.iter().skip(1).filter_map(name_of);
        let is_in_hidden = folders.any(|name| ignored::is_hidden(&name));
        let found = steps.iter().rev().find_map(|step| {
            let kind = if *step == absolute {
                kind
            } else {
                Kind::Folder
            };
            let by_name = name_of(step)
                .and_then(|name| Skipped::by_name(&name, kind, &selection))
                .filter(|reason| skips_hidden || *reason != Skipped::Hidden);
            by_name.or_else(|| Skipped::by_pattern(&matchers, &selection, step, kind))
        });
        let is_unnamed = || skips_hidden && is_in_hidden && !selection.includes(absolute);
        found.or_else(|| is_unnamed().then_some(Skipped::Hidden))
    }

    /// Returns what was wrong with the files read since the last call, with paths relative to the folder of the request.
    pub(crate) fn take_problems(&mut self) -> Vec<Problem> {
        let mut problems = std::mem::take(&mut self.problems);
        for problem in &mut problems {
            problem.path = paths::below(&self.here, &problem.path);
        }
        problems
    }

    /// Forgets what was read of all files, any of which may have changed since. If a configuration has become invalid, the
    /// last valid one continues to apply.
    pub(crate) fn forget(&mut self) {
        self.found = FilesRead::default();
    }
}

/// Whether a path leads to something in a folder or below it.
fn is_below(path: &Path, folder: &Path) -> bool {
    path != folder && path.starts_with(folder)
}

#[cfg(test)]
mod tests {
    use schemefmt::internals::config::settings::Settings;
    use schemefmt::options::CondStyle;

    use super::*;

    /// What becomes of the text of a file.
    fn examined(project: &mut Project, path: &Path, how: Origin, text: &str) -> Examination {
        let text = text.as_bytes();
        let target = project.buffer(path, how, text).unwrap();
        target.map_or_else(|other| other, |it| it.examine(text, &Extent::Whole))
    }

    /// A long-lived project, observed through its files.
    struct Watched {
        folder: tempfile::TempDir,
        project: Project,
    }

    impl Watched {
        fn new(request: impl FnOnce(Request) -> Request) -> Self {
            let folder = tempfile::tempdir().unwrap();
            std::fs::create_dir(folder.path().join("sub")).unwrap();
            let here = folder.path().canonicalize().unwrap();
            let project = Project::new(&request(Request::nothing(here))).unwrap();
            Watched { folder, project }
        }

        /// Writes a file and reports the change.
        fn write(&mut self, name: &str, text: &str) {
            let path = paths::absolute_path(&self.folder.path().join(name));
            std::fs::write(&path, text).unwrap();
            self.project.forget();
        }

        fn remove(&mut self, name: &str) {
            let path = paths::absolute_path(&self.folder.path().join(name));
            std::fs::remove_file(&path).unwrap();
            self.project.forget();
        }

        fn settings(&mut self) -> Option<Settings> {
            let target = self.project.target(&self.folder.path().join("sub/a.scm"))?;
            Some(target.settings())
        }

        fn width(&mut self) -> Option<usize> {
            let options = self.settings()?.options;
            Some(options.style.line_width.columns(options.dialect))
        }

        /// Whether the project's rules for editors know an operator.
        fn knows(&mut self, operator: &str) -> bool {
            let rules = self.settings().unwrap().options.rules;
            rules.project.name(operator).is_some()
        }
    }

    #[test]
    fn changed_configuration_is_reloaded() {
        let mut watched = Watched::new(|request| request);
        assert_eq!(watched.width(), Some(80));
        watched.write("schemefmt.toml", "line-width = 70\n");
        assert_eq!(watched.width(), Some(70));
        watched.write("sub/.editorconfig", "[*]\nmax_line_length = 50\n");
        assert_eq!(watched.width(), Some(70));
        watched.write("sub/schemefmt.toml", "line-width = \n");
        assert_eq!(watched.width(), Some(70));
        assert!(watched.project.take_problems()[0].is_error());
        watched.write("sub/schemefmt.toml", "");
        assert_eq!(watched.width(), Some(50));
        watched.write("sub/schemefmt.toml", "line-width = 60\n");
        assert_eq!(watched.width(), Some(60));
        watched.write("sub/schemefmt.toml", "line-width = \n");
        assert_eq!(watched.width(), Some(60));
        assert_eq!(watched.project.take_problems().len(), 1);
        watched.write("sub/schemefmt.toml", "");
        assert_eq!(watched.width(), Some(50));
        watched.remove("sub/.editorconfig");
        assert_eq!(watched.width(), Some(80));
        watched.remove("sub/schemefmt.toml");
        assert_eq!(watched.width(), Some(70));
        assert!(watched.project.take_problems().is_empty());
    }

    #[test]
    fn nothing_is_formatted_by_a_configuration_that_was_never_valid() {
        let mut watched = Watched::new(|request| request);
        watched.write("schemefmt.toml", "line-width = \n");
        assert_eq!(watched.width(), None);
        watched.remove("schemefmt.toml");
        assert_eq!(watched.width(), Some(80));
        watched.write("schemefmt.toml", "line-width = \n");
        assert_eq!(watched.width(), Some(80));
        watched.write("schemefmt.toml", "required-version = \"=9.9.9\"\n");
        assert_eq!(watched.width(), None);
    }

    #[test]
    fn a_text_that_is_not_scheme_is_refused() {
        let mut watched = Watched::new(|request| request);
        let mut outcome = |name: &str, how: Origin, text: &str| {
            let path = watched.folder.path().join(name);
            examined(&mut watched.project, &path, how, text).outcome
        };
        let python = "def f(x):\n";
        assert!(matches!(
            outcome("b.py", Origin::Named, python),
            Outcome::Failed
        ));
        assert!(matches!(
            outcome("b.py", Origin::Found, python),
            Outcome::LeftAlone { .. }
        ));
        assert!(matches!(
            outcome("b.py", Origin::Named, "(f  x)\n"),
            Outcome::Changed
        ));
        assert!(matches!(
            outcome("b.py", Origin::Named, ""),
            Outcome::Unchanged
        ));
        assert!(matches!(
            outcome("b.scm", Origin::Named, python),
            Outcome::LeftAlone { .. }
        ));
        assert!(matches!(
            outcome("b.scm", Origin::Chosen, python),
            Outcome::Changed
        ));
    }

    #[test]
    fn defaults_apply_without_configuration() {
        let default = |key, value| Assignment::of_word(key, value, "the editor").unwrap();
        let mut watched = Watched::new(|request| request);
        watched
            .project
            .set_defaults(&[default("style.cond", "hang"), default("line-width", "90")]);
        let style = |watched: &mut Watched| watched.settings().unwrap().options.style;
        assert_eq!(style(&mut watched).line_width, 90.into());
        assert_eq!(style(&mut watched).cond, CondStyle::Hang);
        watched.write("schemefmt.toml", "[style]\ncond = \"break\"\n");
        assert_eq!(style(&mut watched).line_width, 90.into());
        assert_eq!(style(&mut watched).cond, CondStyle::Break);
        watched.write(".editorconfig", "[*]\nmax_line_length = 50\n");
        assert_eq!(style(&mut watched).line_width, 50.into());
    }

    #[test]
    fn changed_rules_for_editors_are_reloaded() {
        let rule = |name: &str| format!("(put '{name} 'scheme-indent-function 1)\n");
        let mut watched = Watched::new(|request| request);
        assert!(!watched.knows("mine"));
        watched.write("rules.el", &rule("mine"));
        watched.write("schemefmt.toml", "emacs-files = [\"rules.el\"]\n");
        assert!(watched.knows("mine"));
        watched.write("rules.el", &rule("other"));
        assert!(watched.knows("other") && !watched.knows("mine"));
        let locals = "((scheme-mode (eval . (put 'local 'scheme-indent-function 1))))\n";
        watched.write(".dir-locals.el", locals);
        assert!(watched.knows("local") && watched.knows("other"));
        watched.remove(".dir-locals.el");
        assert!(!watched.knows("local"));
        watched.write(".lispwords", "(local 1)\n");
        assert!(watched.knows("local"));
        // Then it is above the project.
        watched.write("sub/.git", "");
        assert!(!watched.knows("local"));
    }

    #[test]
    fn changed_ignore_files_are_reloaded() {
        let mut watched = Watched::new(|request| request);
        let path = watched.folder.path().join("sub/a.scm");
        let excluded = |watched: &mut Watched| {
            let examined = examined(&mut watched.project, &path, Origin::Found, "(f)\n");
            matches!(examined.outcome, Outcome::LeftAlone { .. })
        };
        assert!(!excluded(&mut watched));
        watched.write(".schemefmtignore", "a.scm\n");
        assert!(excluded(&mut watched));
        watched.write(".schemefmtignore", "b.scm\n");
        assert!(!excluded(&mut watched));
    }

    #[test]
    fn forgotten_files_are_reloaded() {
        let mut watched = Watched::new(|request| request);
        watched.write("schemefmt.toml", "line-width = 70\n");
        assert_eq!(watched.width(), Some(70));
        let path = watched.folder.path().join("schemefmt.toml");
        std::fs::write(&path, "line-width = 60\n").unwrap();
        assert_eq!(watched.width(), Some(70));
        watched.project.forget();
        assert_eq!(watched.width(), Some(60));
        std::fs::write(&path, "line-width\n").unwrap();
        watched.project.forget();
        assert_eq!(watched.width(), Some(60));
        assert_eq!(watched.project.take_problems().len(), 1);
    }

    #[test]
    fn buffer_uses_settings_of_its_path() {
        let mut watched = Watched::new(|request| request);
        let path = watched.folder.path().join("sub/a.sld");
        watched.write("schemefmt.toml", "line-width = 8\n");
        let mut examine = |text| examined(&mut watched.project, &path, Origin::Named, text);
        let examined = examine("(f a b c)");
        assert_eq!(examined.outcome, Outcome::Changed);
        assert_eq!(examined.output.unwrap().bytes, b"(f a b\n   c)\n");
        let wrong = examine("(f");
        assert!(matches!(wrong.outcome, Outcome::Failed));
        assert_eq!(wrong.diagnostics[0].code, "unclosed-list");
    }
}
