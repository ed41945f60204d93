//! The reader of `schemefmt.toml`: turns its text into assignments and layout rules, or says where it is wrong and what was
//! probably meant.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use semver::{Version, VersionReq};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::forms;
use super::patterns::{self, InvalidPattern, Patterns};
use super::selection::Inclusion;
use super::settings::{self, Invalid, Setting, Settings};
use super::{Assignment, Configuration, Section};
use crate::forms::rules::{Location, Provenance, Rule};
use crate::text::lines::Lines;
use crate::text::source::Source;
use crate::{Diagnostic, options};

/// The table of layout rules, whose keys are not fixed.
pub const FORMS: &str = "forms";

/// The key for the versions that a project requires, and the code of the diagnostic for any other version.
pub const REQUIRED_VERSION: &str = "required-version";

/// The key of the sections for some files.
pub const OVERRIDES: &str = "overrides";

/// The key of the patterns of these files in such a section.
pub const FILES: &str = "files";

/// Names of options in other tools.
const SYNONYMS: [(&str, &str); 10] = [
    ("version", REQUIRED_VERSION),
    ("max-width", "line-width"),
    ("max-line-length", "line-width"),
    ("print-width", "line-width"),
    ("column-width", "line-width"),
    ("line-length", "line-width"),
    ("fill-column", "line-width"),
    ("newline-style", "end-of-line"),
    ("line-endings", "end-of-line"),
    ("line-ending", "end-of-line"),
];

/// Reads the text of a `schemefmt.toml` in a folder, to which its patterns are relative. `name` goes into the sources of its layout rules,
/// and `origin` describes where an option on a line comes from, from 1.
///
/// # Errors
/// Returns all mistakes in it, in source order.
pub fn read(
    text: &str,
    folder: &Path,
    name: &str,
    origin: impl Fn(usize) -> String,
) -> Result<Configuration, Vec<Diagnostic>> {
    let mut reader = ConfigReader {
        text,
        lines: Lines::of(text),
        name: name.into(),
        origin,
        folder,
        configuration: Configuration::default(),
        diagnostics: Vec::new(),
    };
    reader.document();
    reader.finish()
}

/// The diagnostic for an error of the TOML parser.
pub fn syntax_error(error: &toml::de::Error) -> Diagnostic {
    Diagnostic::error("config", error.message(), error.span().unwrap_or_default())
}

/// The diagnostic for what cannot be the name of an operator, at a span.
pub fn invalid_name(name: &str, span: Range<usize>) -> Diagnostic {
    let message = format!("`{name}` is no operator, and no pattern such as `define-*`");
    Diagnostic::error("config", message, span)
}

/// What a layout rule is called in messages.
pub fn rule_for(operator: &str) -> String {
    format!("layout rule for `{operator}`")
}

/// Walks a document and gathers its contents.
struct ConfigReader<'a, F> {
    text: &'a str,
    lines: Lines,
    /// The name for the sources of its layout rules.
    name: Arc<str>,
    origin: F,
    /// The folder to which its patterns are relative.
    folder: &'a Path,
    configuration: Configuration,
    diagnostics: Vec<Diagnostic>,
}

impl<F: Fn(usize) -> String> ConfigReader<'_, F> {
    /// The contents of the document, or its mistakes.
    fn finish(mut self) -> Result<Configuration, Vec<Diagnostic>> {
        if self.diagnostics.is_empty() {
            return Ok(self.configuration);
        }
        let start = |diagnostic: &Diagnostic| Some(diagnostic.labels.first()?.span.start);
        self.diagnostics.sort_by_key(start);
        let source = Source::of_text(self.text);
        let wrong = self.diagnostics.into_iter();
        let located = wrong.map(|diagnostic| source.located(diagnostic, &self.lines));
        Err(located.collect())
    }

    fn document(&mut self) {
        let (document, errors) = DeTable::parse_recoverable(self.text);
        self.diagnostics.extend(errors.iter().map(syntax_error));
        let document = document.get_ref();
        if let Some(required) = document.get(REQUIRED_VERSION) {
            self.required_version(required);
        }
        if !self.diagnostics.is_empty() {
            return;
        }
        let mut of_all = Section::default();
        for (name, value) in document {
            if ![REQUIRED_VERSION, OVERRIDES].contains(&name.get_ref().as_ref()) {
                self.entry(&mut of_all, name.get_ref(), name.span(), value);
            }
        }
        self.configuration.sections.push(Arc::new(of_all));
        if let Some(overrides) = document.get(OVERRIDES) {
            self.overrides(overrides);
        }
    }

    /// Checks that this is a version that the project asks for. Others may not even know its options.
    fn required_version(&mut self, required: &Spanned<DeValue<'_>>) {
        let word = required.get_ref().as_str().unwrap_or_default();
        let Ok(versions) = VersionReq::parse(word) else {
            let expected = "versions such as \">=0.1, <0.3\"";
            return self.invalid_value(REQUIRED_VERSION, required, expected, None);
        };
        let version = env!("CARGO_PKG_VERSION");
        if !Version::parse(version).is_ok_and(|version| versions.matches(&version)) {
            let message = format!("this is schemefmt {version}, but the project requires {word}");
            let wrong = Diagnostic::error(REQUIRED_VERSION, message, required.span());
            self.diagnostics.push(wrong);
        }
    }

    /// Reads `[[overrides]]`: patterns of files, and what applies to these.
    fn overrides(&mut self, overrides: &Spanned<DeValue<'_>>) {
        let DeValue::Array(sections) = overrides.get_ref() else {
            let expected = "tables, each under [[overrides]]";
            return self.invalid_value(OVERRIDES, overrides, expected, None);
        };
        for section in sections {
            let DeValue::Table(table) = section.get_ref() else {
                self.invalid_value(OVERRIDES, section, "a table", None);
                continue;
            };
            let (key, list) = match table.get(FILES) {
                Some(files) => (FILES, files),
                None => (OVERRIDES, section),
            };
            let patterns = strings(list.get_ref()).filter(|patterns| !patterns.is_empty());
            let Some(patterns) = patterns else {
                let expected = "files = [...], with the patterns of some files";
                self.invalid_value(key, list, expected, None);
                continue;
            };
            let mut of_some = Section::default();
            for (name, value) in table {
                let key = name.get_ref().as_ref();
                let is_of_all = [REQUIRED_VERSION, OVERRIDES].contains(&key);
                if is_of_all || settings::find(key).is_some_and(Setting::is_about_folders) {
                    let message = format!("`{key}` is not allowed in [[overrides]]");
                    self.wrong(message, name.span());
                } else if key != FILES {
                    self.entry(&mut of_some, key, name.span(), value);
                }
            }
            match Patterns::new(self.folder, patterns) {
                Ok(files) => of_some.files = Some(files),
                Err(wrong) => self.invalid_pattern(&wrong, list),
            }
            self.configuration.sections.push(Arc::new(of_some));
        }
    }

    /// Reads an option, or a table of options or of rules.
    fn entry(
        &mut self,
        section: &mut Section,
        key: &str,
        name: Range<usize>,
        value: &Spanned<DeValue<'_>>,
    ) {
        match value.get_ref() {
            DeValue::Table(rules) if key == FORMS => self.forms(section, rules),
            DeValue::Table(inner) if is_table(key) => {
                for (name, value) in inner {
                    let key = format!("{key}.{}", name.get_ref());
                    self.entry(section, &key, name.span(), value);
                }
            }
            _ if key == FORMS || is_table(key) => {
                self.invalid_value(key, value, "a table", None);
            }
            _ => self.option(section, key, name, value),
        }
    }

    /// Reads the table `[forms]`: operators, or patterns such as `define-*`, and their rules.
    fn forms(&mut self, section: &mut Section, table: &DeTable<'_>) {
        let layer = Arc::make_mut(&mut section.rules);
        for (operator, rule) in table {
            if !forms::is_name(operator.get_ref()) {
                self.diagnostics
                    .push(invalid_name(operator.get_ref(), operator.span()));
                continue;
            }
            match forms::read(rule) {
                Ok(row) => {
                    let provenance = Provenance::Configuration(Location {
                        file: Some(Arc::clone(&self.name)),
                        line: self.lines.line(operator.span().start),
                    });
                    forms::insert(layer, operator.get_ref(), Rule { row, provenance });
                }
                Err(error) => {
                    let wrong = error.diagnostic(&rule_for(operator.get_ref()));
                    self.diagnostics.push(wrong);
                }
            }
        }
    }

    fn option(
        &mut self,
        section: &mut Section,
        key: &str,
        name: Range<usize>,
        value: &Spanned<DeValue<'_>>,
    ) {
        let Some(setting) = settings::find(key) else {
            let message = format!("unknown option `{key}`");
            let mut diagnostic = Diagnostic::error("config", message, name);
            if let Some(instead) = options::instead_of(key) {
                diagnostic = diagnostic.with_note(instead);
            } else if let Some(meant) = similar_key(key) {
                diagnostic = diagnostic.with_note(format!("did you mean `{meant}`?"));
            }
            self.diagnostics.push(diagnostic);
            return;
        };
        let words = words_of(setting, value.get_ref());
        let words = words.filter(|words| setting.set(&mut Settings::default(), words));
        let Some(words) = words else {
            let word = value.get_ref().as_str().unwrap_or_default();
            let nearest = settings::nearest(word, setting.names());
            return self.invalid_value(key, value, setting.accepts(), nearest);
        };
        if setting.is_about_folders() {
            self.select(key, &words, value);
        }
        section.assignments.push(Assignment {
            setting,
            words,
            origin: (self.origin)(self.lines.line(name.start)).into(),
        });
    }

    fn invalid_value(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        expected: impl Into<String>,
        nearest: Option<String>,
    ) {
        let invalid = Invalid::at(value, expected, nearest);
        let wrong = invalid.diagnostic(&format!("value for `{key}`"));
        self.diagnostics.push(wrong);
    }

    /// Reads the patterns of `include` and `exclude`.
    fn select(&mut self, key: &str, patterns: &[String], list: &Spanned<DeValue<'_>>) {
        let selection = &mut self.configuration.selection;
        let read = match key {
            "include" => Inclusion::new(self.folder, patterns)
                .map(|inclusion| selection.include = Some(inclusion)),
            "exclude" => patterns::matcher(self.folder, patterns)
                .map(|matcher| selection.exclude = Some(matcher)),
            _ => Ok(()),
        };
        if let Err(wrong) = read {
            self.invalid_pattern(&wrong, list);
        }
    }

    /// A pattern in a list.
    fn invalid_pattern(&mut self, wrong: &InvalidPattern, list: &Spanned<DeValue<'_>>) {
        let mut items = list.get_ref().as_array().into_iter().flatten();
        let item = items.find(|item| item.get_ref().as_str() == Some(&wrong.pattern));
        let span = item.unwrap_or(list).span();
        // Without its quotation marks, unless something in it is escaped.
        let found = self.text[span.clone()].find(&wrong.pattern);
        let start = found.map(|at| span.start + at);
        let span = start.map_or(span, |start| start..start + wrong.pattern.len());
        self.wrong(wrong.to_string(), span);
    }

    fn wrong(&mut self, message: String, span: Range<usize>) {
        let wrong = Diagnostic::error("config", message, span);
        self.diagnostics.push(wrong);
    }
}

/// Whether any option is in the table `key`.
fn is_table(key: &str) -> bool {
    settings::settings().any(|setting| setting.table_and_name().0 == key)
}

/// The option with a name similar to an unknown key.
fn similar_key(key: &str) -> Option<String> {
    let key = key.replace('_', "-");
    let (table, name) = key.rsplit_once('.').unwrap_or(("", &key));
    if let Some((_, ours)) = SYNONYMS.iter().find(|(theirs, _)| *theirs == name) {
        return Some((*ours).to_owned());
    }
    let options = settings::settings().map(Setting::table_and_name);
    let (tables, mut known): (Vec<&str>, Vec<&str>) = options.unzip();
    // In a table, an option is meant, not the table.
    if table.is_empty() {
        known.extend(tables);
        known.extend([FORMS, OVERRIDES, REQUIRED_VERSION]);
    }
    let meant = settings::nearest(name, &known)?;
    let option = settings::settings().find(|setting| setting.table_and_name().1 == meant);
    Some(option.map_or(meant, |option| option.key().to_owned()))
}

/// The words of a value for an option; none if it has another type.
fn words_of(setting: Setting, value: &DeValue<'_>) -> Option<Vec<String>> {
    match (setting, value) {
        (Setting::Files(_), list) => strings(list),
        // Numbers are written without quotes.
        (_, DeValue::String(word)) if !setting.names().contains(&word.as_ref()) => None,
        (_, DeValue::String(word)) => Some(vec![word.to_string()]),
        (_, DeValue::Boolean(truth)) => Some(vec![truth.to_string()]),
        (_, DeValue::Integer(number)) => {
            let number = i64::from_str_radix(number.as_str(), number.radix());
            Some(vec![number.ok()?.to_string()])
        }
        _ => None,
    }
}

/// The strings in a list.
fn strings(list: &DeValue<'_>) -> Option<Vec<String>> {
    let items = list.as_array()?.iter();
    items
        .map(|item| item.get_ref().as_str().map(str::to_owned))
        .collect()
}
