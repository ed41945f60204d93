//! Processes one file: reads, formats, verifies and writes it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use schemefmt::internals::hunks::hunks;
use schemefmt::internals::text::source::Source;
use schemefmt::{Diagnostic, Severity};

use super::part::Scope;
use super::report::{Finding, Mode, OutputFormat, Rendering, Report, Verdict};
use super::verify_with::{Testimony, Witness};
use super::{diff, write};
use crate::project::{Examined, Fate, Output, Project, REPORT_IT, Target, io_message, read};

/// What to do with every text.
pub struct Job {
    /// Whether to write files, and what to report about them.
    pub rendering: Rendering,
    /// The Scheme to ask, in addition to our own verification, whether the data are the same.
    pub witness: Option<Witness>,
}

/// What to do with every file.
pub struct Task<'a> {
    /// The settings of the files.
    pub project: &'a Project,
    /// Which part of each file to format.
    pub scopes: Scopes,
    /// What to do with its text.
    pub job: Job,
}

/// Which part of each file to format.
pub enum Scopes {
    /// This part of every file.
    Same(Scope),
    /// The part for each place of a target.
    Each(HashMap<PathBuf, Scope>),
}

impl Scopes {
    /// Which part of the file at `place` to format.
    fn of(&self, place: &Path) -> &Scope {
        match self {
            Scopes::Same(scope) => scope,
            Scopes::Each(scopes) => scopes.get(place).unwrap_or(&Scope::Whole),
        }
    }
}

/// The result of formatting a text.
pub struct Work {
    /// The formatted text; `None` if the text is already formatted, or is left as it is.
    pub output: Option<Output>,
    /// What became of it.
    pub verdict: Verdict,
    /// The findings.
    pub findings: Vec<Finding>,
}

impl Work {
    /// The result for the file at `path` if it cannot be processed, for a reason without a place in its text.
    pub fn failed(path: &Path, reason: &Diagnostic) -> Self {
        Work {
            output: None,
            verdict: Verdict::Failed,
            findings: Finding::of_all(std::slice::from_ref(reason), "", path),
        }
    }

    /// The result for a text that must not be written, for this reason.
    fn refused(finding: Finding) -> Self {
        Work {
            output: None,
            verdict: Verdict::Failed,
            findings: vec![finding],
        }
    }

    /// The result with a warning that the witness has not verified it.
    fn doubted(mut self, path: &Path, message: String) -> Self {
        let warning = Diagnostic::whole(Severity::Warning, "not-verified", message);
        self.findings.extend(Finding::of_all(&[warning], "", path));
        self
    }

    /// The result for the text at `path`. A panic, which would be a bug, is reported as an error.
    pub fn new(path: &Path, bytes: &[u8], examined: Result<Examined, String>) -> Self {
        let examined = match examined {
            Ok(examined) => examined,
            Err(panic) => return Work::refused(bug(path, &panic)),
        };
        let findings = match examined.diagnostics[..] {
            [] => Vec::new(),
            // If the text cannot even be decoded, there is no excerpt to show.
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
    /// Formats the requested part of the text of a target.
    fn work(&self, target: &Target, bytes: &[u8]) -> Work {
        match self.scopes.of(&target.place).extent(bytes) {
            Ok(extent) => {
                let examined = self.project.examine(target, bytes, &extent);
                Work::new(&target.path, bytes, Ok(examined))
            }
            Err(diagnostic) => Work::failed(&target.path, &diagnostic),
        }
    }

    /// Processes one file from start to finish. A panic, which would be a bug, is reported as an error in this one file.
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
        let work = self.job.witnessed(&target.path, &bytes, work);
        if let (Mode::Write, Some(output)) = (self.job.rendering.mode, &work.output)
            && let Err(error) = write::replace(&target.path, &bytes, &output.bytes)
        {
            return failed(format!("{error:#}"));
        }
        self.job.report(&target.path, &bytes, work)
    }
}

impl Job {
    /// The result for a text after asking the witness, if there is one and anything changes. A text that the witness cannot
    /// read in the first place gets a warning.
    pub fn witnessed(&self, path: &Path, before: &[u8], work: Work) -> Work {
        let (Some(witness), Some(after)) = (&self.witness, &work.output) else {
            return work;
        };
        let name = witness.name();
        let refused = match witness.ask(before, &after.bytes) {
            Ok(Testimony::Same) => return work,
            Ok(Testimony::Different) => {
                format!("{name} reads different data from the formatted text; {REPORT_IT}")
            }
            Ok(Testimony::Lost) => {
                format!("{name} can read the original text but not the formatted one; {REPORT_IT}")
            }
            Ok(Testimony::Unreadable) => {
                return work.doubted(
                    path,
                    format!(
                        "{name} cannot read the original text, so it has not verified the result"
                    ),
                );
            }
            Ok(Testimony::Endless) => {
                return work.doubted(
                    path,
                    format!(
                        "{name} cannot compare data whose labels make them circular or endless"
                    ),
                );
            }
            Err(error) => format!("{name} cannot verify this: {error:#}"),
        };
        Work::refused(Finding::whole_file("verify-with", path, refused))
    }

    /// The report on a text that was `before`.
    pub fn report(&self, path: &Path, before: &[u8], work: Work) -> Report {
        let Work {
            output,
            verdict,
            mut findings,
        } = work;
        let mut diff = Vec::new();
        if let (Mode::Check, Some(after)) = (self.rendering.mode, &output) {
            match self.rendering.format {
                // People are shown the name of the file or a diff.
                OutputFormat::Human => findings.push(Finding::unformatted()),
                _ => findings.extend(unformatted(before, after)),
            }
            if let Some(paint) = self.rendering.diff {
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

/// One finding for each run of unformatted lines.
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
    /// Inside [`guarded`], the message of this thread's last panic.
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps panics inside [`guarded`] from being printed; they are reported like other errors.
pub fn silence_panics() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        LAST_PANIC.with_borrow_mut(|last| match last {
            Some(last) => *last = info.to_string(),
            None => print(info),
        });
    }));
}

/// Runs `work`; if it panics, the error is the panic's message.
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
