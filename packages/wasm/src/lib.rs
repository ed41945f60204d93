//! The library as a module of WebAssembly that needs nothing from where it runs.
//!
//! Its interface is plain. A caller asks for room by [`reserve`], writes the options and the text there, calls [`format`],
//! [`toml`], [`options`] or, if it is built with these features, `indentation`, `explain`, `repair` and `format_readable`, and reads
//! the answer: a report in JSON, and the text that was formatted or repaired, of which each is told by where it starts and how long
//! it is.
//! `packages/npm/module.js` is such a caller.
//!
//! The options are a text `KEY NUL VALUE NUL KEY NUL VALUE NUL ...`, by their names in `schemefmt.toml`; `file-name` is one of
//! them. No function panics on any text or options. Should one run out of memory all the same, it traps, and the caller takes a
//! new instance.

use std::cell::RefCell;
use std::ops::Range;
use std::path::Path;

#[cfg(feature = "indentation")]
use schemefmt::internals::indent;
use schemefmt::internals::dialects::foreign;
use schemefmt::internals::{emit, explain};
use schemefmt::options::{self, Options};
use schemefmt::{Diagnostic, Dialect, Formatted, Position, Severity};
use serde::Serialize;

/// What is asked, and what is answered.
#[derive(Default)]
struct Exchange {
    input: Vec<u8>,
    report: Vec<u8>,
    text: Vec<u8>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// Makes room for `length` bytes of input and tells where; it holds until the next call of any function.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.input.clear();
        exchange.input.resize(length, 0);
        exchange.input.as_mut_ptr()
    })
}

/// Where the report of the last call starts.
#[unsafe(no_mangle)]
pub extern "C" fn report_start() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.report.as_ptr())
}

/// Bytes of the report of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn report_length() -> usize {
    EXCHANGE.with_borrow(|exchange| exchange.report.len())
}

/// Where the text that the last call made starts.
#[unsafe(no_mangle)]
pub extern "C" fn text_start() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.text.as_ptr())
}

/// Bytes of the text that the last call made; none if it made none.
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    EXCHANGE.with_borrow(|exchange| exchange.text.len())
}

/// Formats the input, of which the first `split` bytes are the options.
///
/// The report has `formatted` (whether there is a text), `dialect`, `reason`, `width` (the columns of a line), `skipped` (a
/// diagnostic or null) and `diagnostics`; or only `wrongOption`, a sentence.
#[unsafe(no_mangle)]
pub extern "C" fn format(split: usize) {
    answer(split, |options, source| {
        formatted(source, options, schemefmt::format)
    });
}

/// Formats the forms of the input that can be read, of which the first `split` bytes are the options.
///
/// The report is that of [`format`]. If there is a text all the same, `diagnostics` has the errors of the forms that are as they were.
#[cfg(feature = "repair")]
#[unsafe(no_mangle)]
pub extern "C" fn format_readable(split: usize) {
    answer(split, |options, source| {
        formatted(source, options, schemefmt::format_readable)
    });
}

/// Why a text is not taken for Scheme although its file is named so.
fn foreign(source: &[u8], options: &Options) -> Option<Diagnostic> {
    let name = options.file_name.as_ref()?;
    let reason = foreign::reason(Path::new(name), source)?;
    Some(Diagnostic::whole(Severity::Warning, "not-scheme", reason))
}

/// The report on a text that is formatted by `work`, or cannot be, and what it is then.
fn formatted(
    source: &[u8],
    options: &Options,
    work: impl Fn(&[u8], &Options) -> Result<Formatted, Diagnostic>,
) -> (Vec<u8>, Vec<u8>) {
    let (dialect, reason) = explain::dialect(source, options).ok().unzip();
    let (text, skipped, diagnostics) = match foreign(source, options) {
        Some(foreign) => (Some(source.to_vec()), Some(foreign), Vec::new()),
        None => match work(source, options) {
            Ok(formatted) => {
                let diagnostics = if formatted.errors.is_empty() {
                    formatted.warnings
                } else {
                    errors(source, options, formatted.errors)
                };
                (Some(formatted.output), formatted.skipped, diagnostics)
            }
            Err(error) => (None, None, errors(source, options, vec![error])),
        },
    };
    let report = json(&Report {
        formatted: text.is_some(),
        dialect: dialect.map(Dialect::name),
        reason,
        width: (options.style.line_width).columns(dialect.unwrap_or_default()),
        skipped: skipped.as_ref().map(Finding::of),
        diagnostics: diagnostics.iter().map(Finding::of).collect(),
    });
    (report, text.unwrap_or_default())
}

/// What is wrong with a text of which the parser says this: where the brackets are, if the module can repair them.
#[cfg(feature = "repair")]
fn errors(source: &[u8], options: &Options, of_parser: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_bug = of_parser.iter().any(|error| error.code == "internal");
    let found = schemefmt::diagnose(source, options);
    if is_bug || found.is_empty() { of_parser } else { found }
}

#[cfg(not(feature = "repair"))]
fn errors(_: &[u8], _: &Options, of_parser: Vec<Diagnostic>) -> Vec<Diagnostic> {
    of_parser
}

/// Puts the brackets of the input right, of which the first `split` bytes are the options.
///
/// The report has `repaired`, the number of forms that are, and `leftAlone`, the diagnostics of those that are not; or only
/// `wrongOption`, a sentence.
#[cfg(feature = "repair")]
#[unsafe(no_mangle)]
pub extern "C" fn repair(split: usize) {
    answer(split, |options, source| {
        let foreign = foreign(source, options);
        let found = foreign.map_or_else(|| schemefmt::repair(source, options), Err);
        let (text, verdicts, undecoded) = match found {
            Ok(repaired) => (repaired.output, repaired.verdicts, None),
            Err(error) => (source.to_vec(), Vec::new(), Some(error)),
        };
        let left_alone = verdicts.iter().filter_map(|it| it.refusal.as_ref());
        let left_alone: Vec<_> = left_alone.chain(&undecoded).map(Finding::of).collect();
        let report = json(&Mended {
            repaired: verdicts.len() + undecoded.iter().len() - left_alone.len(),
            left_alone,
        });
        (report, text)
    });
}

/// Says why the innermost form at a line and a column of the input, both from 1, is laid out as it is; the first `split` bytes are
/// the options.
///
/// The report has `text`, null where there is no form and where the input cannot be read; or only `wrongOption`, a sentence.
#[cfg(feature = "explain")]
#[unsafe(no_mangle)]
pub extern "C" fn explain(split: usize, line: usize, column: usize) {
    answer(split, |options, source| {
        let name = options.file_name.as_deref().unwrap_or("source");
        let found = explain::explain(source, options, line, Some(column));
        let text = found.ok().flatten();
        let text =
            text.map(|found| explain::prose::text(source, &found, name, "schemefmt.toml", options));
        (json(&Told { text }), Vec::new())
    });
}

/// Tells what a line of the input, which counts from 1, is to be indented with while it is typed; the first `split` bytes are the options.
///
/// The report has `text`, null where the line must stay as it is; or only `wrongOption`, a sentence.
#[cfg(feature = "indentation")]
#[unsafe(no_mangle)]
pub extern "C" fn indentation(split: usize, line: usize) {
    answer(split, |options, source| {
        let start = Position { line, column: 1 }.offset_in(source);
        let start = start.filter(|_| foreign(source, options).is_none());
        let text = start.and_then(|start| indent::leading(source, start, options));
        (json(&Told { text }), Vec::new())
    });
}

/// Writes the `schemefmt.toml` that says the same as the options, which are the whole input: what differs from the default.
///
/// The report has `text`; or only `wrongOption`, a sentence.
#[unsafe(no_mangle)]
pub extern "C" fn toml(split: usize) {
    answer(split, |chosen, _| {
        let mut base = Options::default();
        let mut text = String::new();
        let mut table = "";
        for option in options::declared() {
            let value = option.get(chosen);
            if value == option.get(&base) {
                continue;
            }
            // One that sets others leaves only what differs from these to be said.
            let _ = base.set(option.key, &value);
            let (of_table, name) = option.key.split_once('.').unwrap_or(("", option.key));
            if of_table != table {
                table = of_table;
                let apart = if text.is_empty() { "" } else { "\n" };
                text += &format!("{apart}[{table}]\n");
            }
            text += &format!("{name} = {}\n", emit::as_toml(&value));
        }
        (json(&Told { text: Some(text) }), Vec::new())
    });
}

/// Lists the options. The report has `version` and `options`, each with its `key`, `about`, the `names` and the `numbers` (the
/// first and the last, or null) that it takes, and its `default`.
#[unsafe(no_mangle)]
pub extern "C" fn options() {
    let default = Options::default();
    let options = options::declared().map(|option| {
        let numbers = option.values.numbers.as_ref();
        Choice {
            key: option.key,
            about: option.about().collect::<Vec<_>>().join(" "),
            names: option.values.names,
            numbers: numbers.map(|range| [*range.start(), *range.end()]),
            default: option.get(&default),
        }
    });
    let options = options.collect();
    let version = env!("SCHEMEFMT_PACKAGE_VERSION");
    give(json(&Choices { version, options }), Vec::new());
}

/// Answers a call by what `work` makes of its options and its text.
fn answer(split: usize, work: impl FnOnce(&Options, &[u8]) -> (Vec<u8>, Vec<u8>)) {
    let input = EXCHANGE.with_borrow_mut(|exchange| std::mem::take(&mut exchange.input));
    let (chosen, source) = input.split_at(split.min(input.len()));
    let (report, text) = match read(chosen) {
        Ok(options) => work(&options, source),
        Err(error) => (
            json(&Wrong {
                wrong_option: error.message,
            }),
            Vec::new(),
        ),
    };
    give(report, text);
}

fn give(report: Vec<u8>, text: Vec<u8>) {
    EXCHANGE.with_borrow_mut(|exchange| {
        *exchange = Exchange {
            input: Vec::new(),
            report,
            text,
        };
    });
}

/// The options that a text says. One that sets others comes before these, wherever it stands.
fn read(chosen: &[u8]) -> Result<Options, Diagnostic> {
    let chosen = String::from_utf8_lossy(chosen);
    let mut words = chosen.split_terminator('\0');
    let mut pairs = Vec::new();
    while let (Some(key), Some(value)) = (words.next(), words.next()) {
        pairs.push((key, value));
    }
    let mut read = Options::default();
    for option in options::declared() {
        for (_, value) in pairs.iter().filter(|(key, _)| *key == option.key) {
            read.set(option.key, value)?;
        }
    }
    for (key, value) in pairs {
        match key {
            "file-name" => read.file_name = Some(value.to_owned()),
            key if options::find(key).is_some() => {}
            // This says that there is none.
            _ => read.set(key, value)?,
        }
    }
    Ok(read)
}

/// No report has a map whose keys are no strings, the only thing that JSON cannot say.
fn json(report: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(report).unwrap_or_default()
}

#[derive(Serialize)]
struct Report<'a> {
    formatted: bool,
    dialect: Option<&'static str>,
    reason: Option<String>,
    width: usize,
    skipped: Option<Finding<'a>>,
    diagnostics: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Finding<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    note: Option<&'a str>,
    labels: Vec<Place<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    message: &'a str,
    start: Spot,
    end: Spot,
}

#[derive(Serialize)]
struct Spot {
    line: usize,
    column: usize,
}

#[cfg(feature = "repair")]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Mended<'a> {
    repaired: usize,
    left_alone: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Told {
    text: Option<String>,
}

#[derive(Serialize)]
struct Wrong {
    #[serde(rename = "wrongOption")]
    wrong_option: String,
}

#[derive(Serialize)]
struct Choices {
    version: &'static str,
    options: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    key: &'static str,
    about: String,
    names: &'static [&'static str],
    numbers: Option<[usize; 2]>,
    default: String,
}

impl<'a> Finding<'a> {
    fn of(found: &'a Diagnostic) -> Self {
        let places = found.labels.iter().filter_map(|label| {
            let Range { start, end } = label.lines.as_ref()?;
            Some(Place {
                message: &label.message,
                start: Spot::of(start),
                end: Spot::of(end),
            })
        });
        Finding {
            severity: match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: found.code,
            message: &found.message,
            note: found.note.as_deref(),
            labels: places.collect(),
        }
    }
}

impl Spot {
    fn of(at: &Position) -> Self {
        Spot {
            line: at.line,
            column: at.column,
        }
    }
}
