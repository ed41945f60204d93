//! The configuration: what the text of a `schemefmt.toml` says.
//!
//! [`reader`] turns the text into [`Section`]s of [`Assignment`]s and layout rules, or into what is wrong with it. It knows the
//! options by the table of [`settings`], and the rules by [`forms`]. Files are named by [`patterns`]: those of a section, and
//! those of a folder that the command is to format, its [`selection`].

mod assignment;
pub mod forms;
pub mod patterns;
pub mod reader;
pub mod selection;
pub mod settings;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use toml::de::DeValue;

pub use assignment::{Assignment, Section, chosen, together};

use crate::Diagnostic;
use crate::forms::rules::{Layer, Location, Provenance, Rule};
use crate::options::Options;
use crate::text::lines::Lines;
use crate::text::source::Source;
use patterns::PatternIndex;
use selection::FileSelection;
use settings::Settings;

/// The name that a configuration has where its text comes without one.
const NAME: &str = "schemefmt.toml";

/// The contents of a `schemefmt.toml`; by default, those of an empty one.
///
/// It applies to a folder. Its `[[overrides]]` make the options differ from file to file, so ask for those of a path. The options
/// that say which files the command formats (`include`, `exclude`) are checked and have no other effect. `emacs-files` has none
/// either: the library opens no files.
///
/// ```
/// use schemefmt::{Configuration, format};
///
/// let configuration = Configuration::from_toml(
///     r#"
///     line-width = 25
///     [[overrides]]
///     files = ["tests/"]
///     forms.it-holds = 1
///     "#,
/// )?;
/// let text = b"(it-holds 'sum (= 3 (+ 1 2)))";
/// let formatted = format(text, &configuration.options("tests/sum.scm")).unwrap();
/// assert_eq!(formatted.output, b"(it-holds 'sum\n  (= 3 (+ 1 2)))\n");
/// let formatted = format(text, &configuration.options("src/sum.scm")).unwrap();
/// assert_eq!(formatted.output, b"(it-holds 'sum\n          (= 3 (+ 1 2)))\n");
/// # Ok::<(), Vec<schemefmt::Diagnostic>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// Its sections; later ones override earlier ones.
    #[doc(hidden)]
    pub sections: Vec<Arc<Section>>,
    /// The sections for some files, by their patterns, once they have been looked for.
    #[doc(hidden)]
    pub by_pattern: OnceLock<PatternIndex>,
    /// Which files it selects.
    #[doc(hidden)]
    pub selection: FileSelection,
}

impl Configuration {
    /// Reads the text of a `schemefmt.toml`. [The guide](https://github.com/schemefmt/schemefmt/blob/main/docs/configuration.md)
    /// says what it can hold.
    ///
    /// ```
    /// use schemefmt::Configuration;
    ///
    /// let wrong = Configuration::from_toml("line-width = 80\nstyle.cond = \"hung\"\n").unwrap_err();
    /// assert_eq!(wrong[0].message, "invalid value for `style.cond`");
    /// assert_eq!(wrong[0].labels[0].span, 29..35);
    /// assert_eq!(wrong[0].position().unwrap().to_string(), "2:14");
    /// assert_eq!(wrong[0].note.as_deref(), Some("did you mean `hang`?"));
    /// ```
    ///
    /// # Errors
    /// Returns everything that is wrong with the text, in source order, with spans in bytes of `text`. A `required-version` that
    /// does not admit the version of this crate is an error.
    pub fn from_toml(text: &str) -> Result<Self, Vec<Diagnostic>> {
        reader::read(text, Path::new(""), NAME, |line| format!("{NAME}:{line}"))
    }

    /// The options for the file at `path`, which is relative to the folder of the `schemefmt.toml`, has `/` or the system's own
    /// separators, and need not exist. They include the file's name, from which the dialect may be known.
    ///
    /// The command formats a file with these options, too, unless it finds more to follow: an `.editorconfig`, or the project's
    /// rules for Emacs in other files. It leaves files alone that only have the name of Scheme ones, such as queries of
    /// tree-sitter.
    pub fn options(&self, path: impl AsRef<Path>) -> Options {
        let path = path.as_ref();
        let assignments: Vec<_> = self.assignments(path).cloned().collect();
        self.settings(path, &assignments).options
    }

    /// The settings that these assignments result in for the file at `path`, with its name and its layout rules.
    #[doc(hidden)]
    pub fn settings(&self, path: &Path, assignments: &[Assignment]) -> Settings {
        let mut settings = chosen(assignments);
        let rules = self.sections_of(path).map(|section| &section.rules);
        settings.options.rules.configuration = together(rules.map(Arc::clone));
        settings.options.file_name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        settings
    }

    /// The options that it sets for the file at `path`; later assignments override earlier ones.
    #[doc(hidden)]
    pub fn assignments(&self, path: &Path) -> impl Iterator<Item = &Assignment> {
        let sections = self.sections_of(path);
        sections.flat_map(|section| &section.assignments)
    }

    /// Whether it sets an option only for some files.
    #[doc(hidden)]
    pub fn overrides(&self, key: &str) -> bool {
        let mut sections = self.sections.iter();
        let sets = |it: &Assignment| it.setting.key() == key;
        sections.any(|section| section.files.is_some() && section.assignments.iter().any(sets))
    }

    /// The sections that apply to the file at `path`, since a pattern takes it or a folder that it is in; later ones override earlier
    /// ones. The path starts with the folder to which the patterns are relative.
    fn sections_of(&self, path: &Path) -> impl Iterator<Item = &Section> {
        let search = self.by_pattern.get_or_init(|| {
            let sections = self.sections.iter();
            PatternIndex::new(sections.map(|section| section.files.as_ref()))
        });
        let found = search.find(path).into_iter();
        found.map(|index| &*self.sections[index])
    }
}

impl Options {
    /// Sets the layout rule of an operator, or of a pattern such as `define-*`, as the table `[forms]` of a `schemefmt.toml`
    /// does: `rule` is a value of TOML. [The guide](https://github.com/schemefmt/schemefmt/blob/main/docs/forms.md) lists what a
    /// rule can say.
    ///
    /// ```
    /// use schemefmt::{Options, format};
    ///
    /// let mut options = Options::default();
    /// options.set_form("with-lock", "{ args = 1, one-line = 0 }")?;
    /// options.set_form("my-let", r#"{ like = "let" }"#)?;
    /// let formatted = format(b"(my-let ((a 1)) (with-lock a (work)))", &options)?;
    /// assert_eq!(formatted.output, b"(my-let ((a 1))\n  (with-lock a\n    (work)))\n");
    /// # Ok::<(), schemefmt::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Returns what is wrong with the operator, or with the rule, with a span in bytes of `rule`.
    pub fn set_form(&mut self, operator: &str, rule: &str) -> Result<(), Diagnostic> {
        let wrong = |wrong| Source::of_text(rule).located(wrong, &Lines::of(rule));
        if !forms::is_name(operator) {
            return Err(wrong(reader::invalid_name(operator, 0..0)));
        }
        let value = DeValue::parse(rule).map_err(|error| wrong(reader::syntax_error(&error)))?;
        let row = forms::read(&value)
            .map_err(|error| wrong(error.diagnostic(&reader::rule_for(operator))))?;
        let provenance = Provenance::Configuration(Location {
            file: Some("Options::set_form".into()),
            line: 1,
        });
        let layer: &mut Layer = Arc::make_mut(&mut self.rules.configuration);
        forms::insert(layer, operator, Rule { row, provenance });
        Ok(())
    }
}
