//! One file on its way: read, formatted, compared, written.

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use schemefmt::internals::hunks::hunks;
use schemefmt::internals::source::Source;
use schemefmt::{Diagnostic, Severity};

use super::part::Scope;
use super::report::{Action, Finding, OutputFormat, Rendering, Report, Verdict};
use super::terminal::Paint;
use super::verify_with::{Testimony, Witness};
use super::{diff, write};
use crate::project::{Examined, Fate, Output, Project, REPORT_IT, Target, io_message, read};

/// What is done with every file.
pub struct Task<'a> {
    /// What holds for a file.
    pub project: &'a Project,
    /// Whether files are written, and what is told about them.
    pub form: Rendering,
    /// Whether, and how, diffs are made.
    pub diff: Option<Paint>,
    /// What of each file is formatted.
    pub parts: Scopes,
    /// The Scheme that is asked, besides our own verification, whether the data are the same.
    pub witness: Option<Witness>,
}

/// What of each file is formatted.
pub enum Scopes {
    /// The same of all.
    Same(Scope),
    /// By the places of the targets.
    Each(HashMap<PathBuf, Scope>),
}

impl Scopes {
    /// What of the file at `place` is formatted.
    fn of(&self, place: &Path) -> &Scope {
        match self {
            Scopes::Same(part) => part,
            Scopes::Each(parts) => parts.get(place).unwrap_or(&Scope::Whole),
        }
    }
}

/// What was made of a text.
pub struct Work {
    /// The text as it should be; `None` if it is so already, or is to stay as it is.
    pub output: Option<Output>,
    /// What became of it.
    pub verdict: Verdict,
    /// What there is to say about it.
    pub findings: Vec<Finding>,
}

impl Work {
    /// Nothing was made of the file at `path`, for a reason that is no place in its text.
    pub fn failed(path: &Path, reason: &Diagnostic) -> Self {
        Work {
            output: None,
            verdict: Verdict::Failed,
            findings: Finding::of_all(std::slice::from_ref(reason), "", path),
        }
    }

    /// What was made of the text at `path`. A panic, which would be a bug, is an error.
    pub fn new(path: &Path, bytes: &[u8], examined: Result<Examined, String>) -> Self {
        let examined = match examined {
            Ok(examined) => examined,
            Err(panic) => {
                return Work {
                    output: None,
                    verdict: Verdict::Failed,
                    findings: vec![bug(path, &panic)],
                };
            }
        };
        let findings = match examined.diagnostics[..] {
            [] => Vec::new(),
            // Where the text cannot even be decoded, there is nothing to show of it.
            _ => {
                let source = Source::decode(bytes);
                let text = source.as_ref().map_or("", |source| &source.text);
                Finding::of_all(&examined.diagnostics, text, path)
            }
        };
        let (verdict, output) = match examined.fate {
            Fate::Unchanged => (Verdict::Unchanged, None),
            Fate::Changed(output) => (Verdict::Changed, Some(output)),
            Fate::LeftAlone(reason) => (Verdict::LeftAlone(reason), None),
            Fate::Failed => (Verdict::Failed, None),
        };
        Work {
            output,
            verdict,
            findings,
        }
    }
}

impl Task<'_> {
    /// Formats what is meant of the text of a target.
    fn work(&self, target: &Target, bytes: &[u8]) -> Work {
        match self.parts.of(&target.place).extent(bytes) {
            Ok(extent) => {
                let examined = self.project.examine(target, bytes, &extent);
                Work::new(&target.path, bytes, Ok(examined))
            }
            Err(diagnostic) => Work::failed(&target.path, &diagnostic),
        }
    }

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
            Err(error) => return failed(format!("cannot read: {}", io_message(&error))),
        };
        let work = self.work(target, &bytes);
        let work = self.witnessed(&target.path, &bytes, work);
        if let (Action::Write, Some(output)) = (self.form.action, &work.output)
            && let Err(error) = write::replace(&target.path, &bytes, &output.bytes)
        {
            return failed(format!("{error:#}"));
        }
        self.report(&target.path, &bytes, work)
    }

    /// What was made of a text, once the witness has been asked about it, if there is one and anything is to change.
    /// Of a text that it cannot read in the first place there is a warning.
    pub fn witnessed(&self, path: &Path, before: &[u8], mut work: Work) -> Work {
        let (Some(witness), Some(after)) = (&self.witness, &work.output) else {
            return work;
        };
        let name = witness.name();
        let (severity, message) = match witness.ask(before, &after.bytes) {
            Ok(Testimony::Same) => return work,
            Ok(Testimony::Different) => (
                Severity::Error,
                format!("{name} reads other data in the formatted text; {REPORT_IT}"),
            ),
            Ok(Testimony::Lost) => (
                Severity::Error,
                format!("{name} reads this text, and not the formatted one; {REPORT_IT}"),
            ),
            Ok(Testimony::Unreadable) => (
                Severity::Warning,
                format!("{name} cannot read this text, so it has not verified anything"),
            ),
            Ok(Testimony::Endless) => (
                Severity::Warning,
                format!("{name} has not verified data that labels make endless"),
            ),
            Err(error) => (
                Severity::Error,
                format!("{name} cannot verify this: {error:#}"),
            ),
        };
        match severity {
            Severity::Error => Work {
                output: None,
                verdict: Verdict::Failed,
                findings: vec![Finding::whole_file("verify-with", path, message)],
            },
            Severity::Warning => {
                let warning = Diagnostic::whole(severity, "not-verified", message);
                work.findings.extend(Finding::of_all(&[warning], "", path));
                work
            }
        }
    }

    /// The report on a text that was `before`.
    pub fn report(&self, path: &Path, before: &[u8], work: Work) -> Report {
        let Work {
            output,
            verdict,
            mut findings,
        } = work;
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
pub fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    LAST_PANIC.set(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let said = LAST_PANIC.take().unwrap_or_default();
    result.map_err(|_| said)
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
