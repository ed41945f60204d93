//! `schemefmt.toml`: its text to assignments, or to findings that say where it is wrong and what was probably meant.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use schemefmt::diagnostics::Diagnostic;
use schemefmt::rules::{Layer, Rule};
use schemefmt::source::{Encoding, LineEnds, Source};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::config::{Assignment, Config, Origin};
use super::discover::place_of;
use super::read::MOST_SETTINGS;
use super::selection::{Filters, Inclusion};
use super::settings::{self, Expected, Setting, Settings, Value};
use super::{forms, patterns};
use crate::cli::excerpt::Drawn;
use crate::cli::report::{self, Finding};

/// The table of layout rules, the one whose keys are not known beforehand.
const FORMS: &str = "forms";

/// Errors in one file that are told; each costs a pass over it.
const MOST_FINDINGS: usize = 50;

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

/// Reads a configuration file, the way that `read` does.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(
    path: &Path,
    read: fn(&Path, u64) -> io::Result<Vec<u8>>,
) -> Result<Config, Vec<Finding>> {
    let name = report::below_here(path);
    let whole = |message: String| vec![Finding::whole_file("config", &name, message)];
    let bytes = read(path, MOST_SETTINGS)
        .map_err(|error| whole(format!("cannot read: {}", report::io_message(&error))))?;
    let text = String::from_utf8(bytes).map_err(|_| whole("is not UTF-8".to_owned()))?;
    let path: Arc<Path> = Arc::from(path);
    let mut reader = Reader::new(&text, |line| Origin::File(Arc::clone(&path), line));
    reader.document();
    let place = place_of(&path);
    let filters = reader.filters(place.parent().unwrap_or(&place));
    let findings = reader.findings(&name);
    if !findings.is_empty() {
        return Err(findings);
    }
    let (assignments, rules) = (reader.assignments, reader.rules);
    Ok(Config {
        path: Some(path),
        assignments,
        rules: rules.into(),
        filters,
    })
}

/// Reads the `KEY=VALUE` of `--config`, as a file in `folder` would say it. A value that is not TOML is a string, to save the
/// shell's user from quotes in quotes.
///
/// # Errors
/// What is wrong with it, with an excerpt.
pub fn one_option(argument: &str, folder: &Path) -> anyhow::Result<Config> {
    let text = match (DeTable::parse(argument), argument.split_once('=')) {
        (Err(_), Some((key, value))) => format!("{key}={}", settings::quoted(value.trim())),
        _ => argument.to_owned(),
    };
    let mut reader = Reader::new(&text, |_| Origin::Flag(format!("--config {argument}")));
    reader.document();
    let filters = reader.filters(folder);
    let findings = reader.findings(Path::new("--config"));
    if findings.is_empty() {
        return Ok(Config {
            path: None,
            assignments: reader.assignments,
            rules: reader.rules.into(),
            filters,
        });
    }
    let drawn = findings.into_iter().map(|finding| finding.text);
    Err(anyhow::Error::msg(Drawn(drawn.collect())))
}

/// Goes through a document and gathers what it says.
struct Reader<'a, F> {
    text: &'a str,
    lines: LineEnds,
    origin: F,
    assignments: Vec<Assignment>,
    rules: Layer,
    diagnostics: Vec<Diagnostic>,
}

impl<'a, F: Fn(usize) -> Origin> Reader<'a, F> {
    fn new(text: &'a str, origin: F) -> Self {
        Reader {
            text,
            lines: LineEnds::of(text),
            origin,
            assignments: Vec::new(),
            rules: Layer::default(),
            diagnostics: Vec::new(),
        }
    }

    /// What was wrong, from the top down.
    fn findings(&self, name: &Path) -> Vec<Finding> {
        let source = Source {
            text: self.text.into(),
            encoding: Encoding::Utf8,
            bom: false,
        };
        let mut diagnostics: Vec<&Diagnostic> = self.diagnostics.iter().collect();
        diagnostics
            .sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span.start));
        let (shown, more) = diagnostics.split_at(diagnostics.len().min(MOST_FINDINGS));
        let shown = shown
            .iter()
            .map(|diagnostic| Finding::located(diagnostic, &source, name));
        let more = (!more.is_empty()).then(|| {
            let message = format!("{} more errors", more.len());
            Finding::whole_file("config", name, message)
        });
        shown.chain(more).collect()
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
                _ => self.option(&key, name.span(), value),
            }
        }
    }

    /// The table `[forms]`: an operator, or a pattern such as `define-*`, and its rule.
    fn forms(&mut self, table: &DeTable<'_>) {
        for (operator, rule) in table {
            match forms::read(rule) {
                Ok(row) => {
                    let origin = (self.origin)(self.lines.line(operator.span().start));
                    let source = origin.source();
                    forms::insert(&mut self.rules, operator.get_ref(), Rule { row, source });
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

    /// The patterns of `include` and `exclude`, which hold from `folder` down.
    fn filters(&mut self, folder: &Path) -> Filters {
        let mut filters = Filters::default();
        for Assignment { setting, value, .. } in &self.assignments {
            let Value::List(list) = value else { continue };
            let key = setting.key();
            if !matches!(key, "include" | "exclude") {
                continue;
            }
            let read = match key {
                "include" => Inclusion::new(folder, list).map(|it| filters.include = Some(it)),
                _ => patterns::matcher(folder, list).map(|it| filters.exclude = Some(it)),
            };
            match read {
                Ok(()) => {}
                Err(error) => {
                    let span = span_of_word(self.text, list);
                    self.diagnostics
                        .push(Diagnostic::error("config", format!("{error:#}"), span));
                }
            }
        }
        filters
    }
}

/// Whether some option is in the table `key`.
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

/// Where the first pattern of the list stands that is no pattern.
fn span_of_word(text: &str, list: &[String]) -> Range<usize> {
    let wrong = list
        .iter()
        .find(|pattern| patterns::matcher(Path::new(""), &[*pattern]).is_err());
    wrong
        .and_then(|pattern| text.find(pattern).map(|at| at..at + pattern.len()))
        .unwrap_or_default()
}
