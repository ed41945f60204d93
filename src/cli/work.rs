//! One file on its way: read, formatted, compared, written.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use schemefmt::Formatted;
use schemefmt::diagnostics::{Diagnostic, Severity};
use schemefmt::hunks::hunks;
use schemefmt::options::Options;
use schemefmt::source::{Encoding, Source};
use schemefmt::syntax::lexer::Lexis;

use super::args::OutputFormat;
use super::report::{self, Action, Finding, Form, Report, Verdict};
use super::terminal::Paint;
use super::{diff, write};
use crate::project::config::Configs;
use crate::project::discover::{How, Target};
use crate::project::{foreign, read};

/// What is done with every file.
pub struct Task<'a> {
    /// What holds for a file.
    pub configs: &'a Configs,
    /// Whether files are written, and what is told about them.
    pub form: Form,
    /// Whether, and how, diffs are made.
    pub diff: Option<Paint>,
}

/// A text that went through the library.
pub struct Examined {
    /// The text as it should be; `None` if it is so already, or is to stay as it is.
    pub output: Option<Output>,
    /// What became of it.
    pub verdict: Verdict,
    /// What there is to say about it.
    pub findings: Vec<Finding>,
}

/// A text as it should be.
pub struct Output {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How it is cut into tokens.
    pub lexis: Lexis,
}

impl Task<'_> {
    /// Takes one file all the way. A panic, which would be a bug, is an error about this one file.
    pub fn process(&self, target: &Target) -> Report {
        guarded(|| self.unguarded(target))
            .unwrap_or_else(|panic| Report::failed(&target.path, vec![bug(&target.path, &panic)]))
    }

    fn unguarded(&self, target: &Target) -> Report {
        let failed = |message| {
            Report::failed(
                &target.path,
                vec![Finding::whole_file("io", &target.path, message)],
            )
        };
        let bytes = match read::regular(&target.path, read::MOST_SOURCE) {
            Ok(bytes) => bytes,
            Err(error) => return failed(format!("cannot read: {}", report::io_message(&error))),
        };
        let options = self.configs.settings(&target.config, &target.place).options;
        let examined = examine(&target.path, &target.place, &bytes, &options, target.how);
        if let (Action::Write, Some(output)) = (self.form.action, &examined.output)
            && let Err(error) = write::replace(&target.path, &bytes, &output.bytes)
        {
            return failed(format!("{error:#}"));
        }
        self.report(&target.path, &bytes, examined)
    }

    /// The report on a text that was `before`.
    pub fn report(&self, path: &Path, before: &[u8], examined: Examined) -> Report {
        let Examined {
            output,
            verdict,
            mut findings,
        } = examined;
        let mut diff = Vec::new();
        if let (Action::Check, Some(after)) = (self.form.action, &output) {
            match self.form.format {
                // People are told the name of the file, or shown a diff.
                OutputFormat::Human => findings.push(Finding::unformatted()),
                _ => findings.extend(unformatted(before, after)),
            }
            if let Some(paint) = self.diff {
                diff = diff::unified(path, before, &after.bytes, paint);
            }
        }
        Report {
            path: path.to_owned(),
            verdict,
            findings,
            diff,
        }
    }
}

/// A finding for each run of lines that are not formatted.
fn unformatted(before: &[u8], after: &Output) -> Vec<Finding> {
    let (Ok(before), Ok(formatted)) = (Source::decode(before), Source::decode(&after.bytes)) else {
        return vec![Finding::unformatted()];
    };
    hunks(&before.text, &formatted.text, after.lexis)
        .iter()
        .map(|hunk| Finding::of_hunk(hunk, &before, &formatted))
        .collect()
}

/// Takes a text through the library. `place` is where the file is, `path` what it is called in messages. A panic, which would
/// be a bug, is an error.
pub fn examine_guarded(
    path: &Path,
    place: &Path,
    bytes: &[u8],
    options: &Options,
    how: How,
) -> Examined {
    guarded(|| examine(path, place, bytes, options, how)).unwrap_or_else(|panic| Examined {
        output: None,
        verdict: Verdict::Failed,
        findings: vec![bug(path, &panic)],
    })
}

fn examine(path: &Path, place: &Path, bytes: &[u8], options: &Options, how: How) -> Examined {
    let verdict = |verdict, findings| Examined {
        output: None,
        verdict,
        findings,
    };
    if let Some(foreign) = foreign::recognize(place, bytes) {
        let reason = format!("this is {}, not Scheme", foreign.name());
        return match how {
            How::Found => verdict(Verdict::LeftAlone(reason), Vec::new()),
            How::Named => verdict(
                Verdict::Failed,
                vec![Finding::whole_file("not-scheme", path, reason)],
            ),
        };
    }
    let formatted = match format(bytes, options) {
        Ok(formatted) => formatted,
        Err(diagnostic) => return verdict(Verdict::Failed, vec![locate(&diagnostic, bytes, path)]),
    };
    let (shown, more) = formatted
        .warnings
        .split_at(formatted.warnings.len().min(MOST_WARNINGS));
    let mut findings: Vec<Finding> = shown
        .iter()
        .map(|warning| locate(warning, bytes, path))
        .collect();
    if !more.is_empty() {
        findings.push(Finding::more_warnings(path, more.len()));
    }
    if let Some(reason) = formatted.untouched {
        let verdict = Verdict::LeftAlone(reason.message.clone());
        if how == How::Named {
            findings.push(locate(
                &Diagnostic {
                    severity: Severity::Warning,
                    ..reason
                },
                bytes,
                path,
            ));
        }
        return Examined {
            output: None,
            verdict,
            findings,
        };
    }
    if formatted.output == bytes {
        return verdict(Verdict::Unchanged, findings);
    }
    Examined {
        output: Some(Output {
            bytes: formatted.output,
            lexis: formatted.lexis,
        }),
        verdict: Verdict::Changed,
        findings,
    }
}

/// Warnings about one file that are told; each costs a pass over it.
const MOST_WARNINGS: usize = 50;

/// What to do about an error in this program.
const REPORT_IT: &str = concat!(
    "this is a bug in schemefmt; please report it with the file at ",
    env!("CARGO_PKG_REPOSITORY"),
    "/issues"
);

fn format(bytes: &[u8], options: &Options) -> Result<Formatted, Diagnostic> {
    schemefmt::format(bytes, options).map_err(|diagnostic| match diagnostic {
        Diagnostic {
            code: "internal",
            note: None,
            ..
        } => diagnostic.with_note(REPORT_IT),
        _ => diagnostic,
    })
}

fn bug(path: &Path, panic: &str) -> Finding {
    Finding::whole_file(
        "internal",
        path,
        format!("internal error: {panic}; {REPORT_IT}"),
    )
}

thread_local! {
    /// Inside [`guarded`], what the last panic of this thread said.
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps panics inside [`guarded`] from being printed: they are reported like other errors.
pub fn silence_panics() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        LAST_PANIC.with_borrow_mut(|last| match last {
            Some(last) => *last = info.to_string(),
            None => print(info),
        });
    }));
}

/// Runs `work`; an error is what a panic in it said.
fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    LAST_PANIC.set(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let said = LAST_PANIC.take().unwrap_or_default();
    result.map_err(|_| said)
}

/// A diagnostic of the library, with the places in the file's text.
fn locate(diagnostic: &Diagnostic, bytes: &[u8], path: &Path) -> Finding {
    // Where the text cannot even be decoded, there is nothing to show of it.
    let undecoded = Source {
        text: "".into(),
        encoding: Encoding::EightBit,
        bom: false,
    };
    Finding::located(
        diagnostic,
        &Source::decode(bytes).unwrap_or(undecoded),
        path,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        silence_panics();
        let result: Result<(), String> = guarded(|| panic!("one file is wrong"));
        let _ = panic::take_hook();
        assert!(result.unwrap_err().contains("one file is wrong"));
    }
}
