//! `schemefmt.toml`: turns its text into assignments, or into a problem that says where it is wrong and what was probably
//! meant.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use schemefmt::internals::forms::rules::{Layer, Location, Provenance, Rule};
use schemefmt::internals::text::lines::Lines;
use schemefmt::{Diagnostic, Severity};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::assignment::{Assignment, Config, Origin};
use super::paths::{below, place_of, shown};
use super::problem::Problem;
use super::selection::{Inclusion, Selection};
use super::settings::{self, Expected, Setting, Settings, Value};
use super::written;
use super::{forms, patterns};

/// The table of layout rules, whose keys are not fixed.
const FORMS: &str = "forms";

/// What other tools call an option.
const SYNONYMS: [(&str, &str); 9] = [
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

/// Reads the configuration file at `path`, whose content is `bytes`; paths are shown relative to `here`.
///
/// # Errors
/// Returns everything that is wrong with it.
pub fn read(path: &Path, here: &Path, bytes: io::Result<Vec<u8>>) -> Result<Config, Problem> {
    let bytes = bytes.map_err(|error| Problem::unread(Severity::Error, "config", path, &error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Problem::whole_file(Severity::Error, "config", path, "is not UTF-8"))?;
    let path: Arc<Path> = Arc::from(path);
    let place = place_of(&path);
    let mut reader = ConfigReader::new(&text, &below(here, &path), |line| {
        Origin::File(Arc::clone(&path), line)
    });
    reader.document();
    let config = reader.finish(&path, place.parent().unwrap_or(&place))?;
    Ok(Config {
        path: Some(path),
        ..config
    })
}

/// Reads `KEY=VALUE` like a line of a file in `folder`. A value that is not TOML is taken as a string, so that shell users
/// do not need quotes within quotes.
///
/// # Errors
/// Returns what is wrong with it.
pub fn line(line: &str, folder: &Path) -> Result<Config, Problem> {
    let text = match (DeTable::parse(line), line.split_once('=')) {
        (Err(_), Some((key, value))) => format!("{key}={}", written::quoted(value.trim())),
        _ => line.to_owned(),
    };
    let name = format!("--config {line}");
    let mut reader = ConfigReader::new(&text, Path::new(&name), |_| Origin::Request(name.clone()));
    reader.document();
    reader.finish(Path::new("--config"), folder)
}

/// Walks a document and gathers its contents.
struct ConfigReader<'a, F> {
    text: &'a str,
    lines: Lines,
    /// The name for the sources of its layout rules.
    name: Arc<str>,
    origin: F,
    assignments: Vec<Assignment>,
    rules: Layer,
    diagnostics: Vec<Diagnostic>,
}

impl<'a, F: Fn(usize) -> Origin> ConfigReader<'a, F> {
    fn new(text: &'a str, name: &Path, origin: F) -> Self {
        ConfigReader {
            text,
            lines: Lines::of(text),
            name: shown(name).into(),
            origin,
            assignments: Vec::new(),
            rules: Layer::default(),
            diagnostics: Vec::new(),
        }
    }

    /// What the document says about the files in `folder` and below; or what is wrong with it, as the file at `path`.
    fn finish(mut self, path: &Path, folder: &Path) -> Result<Config, Problem> {
        let selection = self.selection(folder);
        if self.diagnostics.is_empty() {
            return Ok(Config {
                path: None,
                assignments: self.assignments,
                rules: self.rules.into(),
                selection,
            });
        }
        let start = |diagnostic: &Diagnostic| Some(diagnostic.labels.first()?.span.start);
        self.diagnostics.sort_by_key(start);
        Err(Problem {
            path: path.to_owned(),
            text: self.text.into(),
            diagnostics: self.diagnostics,
        })
    }

    fn document(&mut self) {
        let (document, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let span = error.span().unwrap_or_default();
            self.diagnostics
                .push(Diagnostic::error("config", error.message(), span));
        }
        if self.diagnostics.is_empty() {
            self.table("", document.get_ref());
        }
    }

    fn table(&mut self, prefix: &str, table: &DeTable<'_>) {
        for (name, value) in table {
            let key = format!("{prefix}{}", name.get_ref());
            match value.get_ref() {
                DeValue::Table(rules) if key == FORMS => self.forms(rules),
                DeValue::Table(inner) if is_table(&key) => self.table(&format!("{key}."), inner),
                _ if key == FORMS || is_table(&key) => {
                    let expected = Expected {
                        what: "a table".to_owned(),
                        nearest: None,
                    };
                    self.wrong(value.span(), &format!("wrong value for `{key}`"), expected);
                }
                _ => self.option(&key, name.span(), value),
            }
        }
    }

    /// Reads the table `[forms]`: operators, or patterns such as `define-*`, and their rules.
    fn forms(&mut self, table: &DeTable<'_>) {
        for (operator, rule) in table {
            match forms::read(rule) {
                Ok(row) => {
                    let provenance = Provenance::Configuration(Location {
                        file: Some(Arc::clone(&self.name)),
                        line: self.lines.line(operator.span().start),
                    });
                    forms::insert(
                        &mut self.rules,
                        operator.get_ref(),
                        Rule { row, provenance },
                    );
                }
                Err((span, expected)) => {
                    let message = format!("wrong layout rule for `{}`", operator.get_ref());
                    self.wrong(span, &message, expected);
                }
            }
        }
    }

    fn option(&mut self, key: &str, name: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let Some(setting) = settings::find(key) else {
            let message = format!("there is no option `{key}`");
            let mut diagnostic = Diagnostic::error("config", message, name);
            if let Some(meant) = probably(key) {
                diagnostic = diagnostic.with_note(format!("did you mean `{meant}`?"));
            }
            self.diagnostics.push(diagnostic);
            return;
        };
        let message = || format!("wrong value for `{key}`");
        let Some(understood) = value_of(value.get_ref()) else {
            let expected = Expected {
                what: setting.accepts(),
                nearest: None,
            };
            return self.wrong(value.span(), &message(), expected);
        };
        match setting.set(&mut Settings::default(), &understood) {
            Ok(()) => self.assignments.push(Assignment {
                setting,
                value: understood,
                origin: (self.origin)(self.lines.line(name.start)),
            }),
            Err(expected) => self.wrong(value.span(), &message(), expected),
        }
    }

    fn wrong(&mut self, span: Range<usize>, message: &str, expected: Expected) {
        let mut diagnostic = Diagnostic::error("config", message, span);
        for label in &mut diagnostic.labels {
            label.message = format!("expected {}", expected.what);
        }
        diagnostic.note = expected
            .nearest
            .map(|nearest| format!("did you mean `{nearest}`?"));
        self.diagnostics.push(diagnostic);
    }

    /// Reads the patterns of `include` and `exclude`, which apply to `folder` and below.
    fn selection(&mut self, folder: &Path) -> Selection {
        let mut selection = Selection::default();
        for Assignment { setting, value, .. } in &self.assignments {
            let Value::List(list) = value else { continue };
            let key = setting.key();
            if !matches!(key, "include" | "exclude") {
                continue;
            }
            let read = match key {
                "include" => Inclusion::new(folder, list).map(|it| selection.include = Some(it)),
                _ => patterns::matcher(folder, list).map(|it| selection.exclude = Some(it)),
            };
            if let Err(wrong) = read {
                let start = self.text.find(&wrong.pattern);
                let span = start.map(|start| start..start + wrong.pattern.len());
                self.diagnostics.push(Diagnostic::error(
                    "config",
                    wrong.to_string(),
                    span.unwrap_or_default(),
                ));
            }
        }
        selection
    }
}

/// Whether any option is in the table `key`.
fn is_table(key: &str) -> bool {
    settings::settings().any(|setting| setting.table_and_name().0 == key)
}

/// The option that was probably meant by an unknown key.
fn probably(key: &str) -> Option<String> {
    let key = key.replace('_', "-");
    let last = key.rsplit('.').next().unwrap_or(&key);
    let synonym = SYNONYMS
        .iter()
        .find(|(theirs, _)| *theirs == last)
        .map(|(_, ours)| ours);
    let moved = || settings::settings().find(|setting| setting.table_and_name().1 == last);
    if let Some(ours) = synonym {
        return Some((*ours).to_owned());
    }
    if let Some(setting) = moved() {
        return Some(setting.key().to_owned());
    }
    let tables = settings::settings().map(|setting| setting.table_and_name().0);
    let keys: Vec<&str> = settings::settings()
        .map(Setting::key)
        .chain(tables.filter(|table| !table.is_empty()))
        .chain([FORMS])
        .collect();
    settings::nearest(&key, &keys)
}

fn value_of(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            Value::Number(i64::from_str_radix(number.as_str(), number.radix()).ok()?)
        }
        DeValue::Array(items) => Value::List(
            items
                .iter()
                .map(|item| item.get_ref().as_str().map(str::to_owned))
                .collect::<Option<_>>()?,
        ),
        DeValue::Boolean(truth) => Value::Text(truth.to_string()),
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => {
            return None;
        }
    })
}
