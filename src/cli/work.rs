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
use crate::project::{Examined, Fate, Output, REPORT_IT, Target, io_message, read};

/// What to do with every text.
pub struct Job {
    /// Whether to write files, and what to report about them.
    pub rendering: Rendering,
    /// The Scheme to ask, in addition to our own verification, whether the data are the same.
    pub witness: Option<Witness>,
}

/// What to do with every file.
pub struct Task {
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
    /// What there is to say about it.
    pub report: Report,
    /// The formatted text; none if the text is already formatted, or is left as it is.
    pub output: Option<Output>,
}

impl Work {
    /// The result for the file at `path` if it is left as it is, for these reasons.
    pub fn failed(path: &Path, findings: Vec<Finding>) -> Self {
        Work {
            report: Report::new(path, Verdict::Failed, findings),
            output: None,
        }
    }

    /// The result of formatting the text at `path`; an error is a reason not to, without a place in the text.
    pub fn of(path: &Path, bytes: &[u8], examined: Result<Examined, Diagnostic>) -> Self {
        let examined = match examined {
            Ok(examined) => examined,
            Err(reason) => return Work::failed(path, Finding::of_all(&[reason], "", path)),
        };
        let findings = match examined.diagnostics[..] {
            [] => Vec::new(),
            _ => Finding::of_all(&examined.diagnostics, &Source::to_show(bytes), path),
        };
        let (verdict, output) = match examined.fate {
            Fate::Unchanged => (Verdict::Unchanged, None),
            Fate::Changed(output) => (Verdict::Changed, Some(output)),
            Fate::LeftAlone(reason) => (Verdict::LeftAlone(reason), None),
            Fate::Failed => (Verdict::Failed, None),
        };
        let report = Report::new(path, verdict, findings);
        Work { report, output }
    }
}

impl Task {
    /// Processes one file from start to finish. A panic, which would be a bug, is reported as an error in this one file.
    pub fn process(&self, target: &Target) -> Report {
        let path = &target.path;
        let report = guarded(path, || self.unguarded(target)).flatten();
        report.unwrap_or_else(|findings| Report::new(path, Verdict::Failed, findings))
    }

    /// The report on a file; an error is what there is to say if it cannot be read or written.
    fn unguarded(&self, target: &Target) -> Result<Report, Vec<Finding>> {
        let path = &target.path;
        let failed = |message| vec![Finding::whole_file("io", path, message)];
        let bytes = read::regular(path, read::MOST_SOURCE)
            .map_err(|error| failed(format!("cannot read: {}", io_message(&error))))?;
        let extent = self.scopes.of(&target.place).extent(&bytes);
        let examined = extent.map(|extent| target.examine(&bytes, &extent));
        let work = Work::of(path, &bytes, examined);
        let work = self.job.witnessed(&bytes, work);
        if let (Mode::Write, Some(output)) = (self.job.rendering.mode, &work.output) {
            write::replace(path, &bytes, &output.bytes)
                .map_err(|error| failed(format!("{error:#}")))?;
        }
        Ok(self.job.report(&bytes, work))
    }
}

impl Job {
    /// The result for a text after asking the witness, if there is one and anything changes. A text that the witness cannot
    /// read in the first place gets a warning.
    pub fn witnessed(&self, before: &[u8], work: Work) -> Work {
        let (Some(witness), Some(after)) = (&self.witness, &work.output) else {
            return work;
        };
        let name = witness.name();
        let (severity, message) = match witness.ask(before, &after.bytes) {
            Ok(Testimony::Same) => return work,
            Ok(Testimony::Different) => (
                Severity::Error,
                format!("{name} reads different data from the formatted text; {REPORT_IT}"),
            ),
            Ok(Testimony::Lost) => (
                Severity::Error,
                format!("{name} can read the original text but not the formatted one; {REPORT_IT}"),
            ),
            Ok(Testimony::Unreadable) => (
                Severity::Warning,
                format!("{name} cannot read the original text, so it has not verified the result"),
            ),
            Ok(Testimony::Endless) => (
                Severity::Error,
                format!(
                    "{name} cannot compare data whose labels make them circular or endless; \
                     without --verify-with it can be formatted"
                ),
            ),
            Err(error) => (
                Severity::Error,
                format!("{name} cannot verify this: {error:#}"),
            ),
        };
        let Work { mut report, output } = work;
        if severity == Severity::Error {
            let finding = Finding::whole_file("verify-with", &report.path, message);
            return Work::failed(&report.path, vec![finding]);
        }
        let warning = Diagnostic::whole(severity, "not-verified", message);
        let findings = Finding::of_all(&[warning], "", &report.path);
        report.findings.extend(findings);
        Work { report, output }
    }

    /// The report on a text that was `before`.
    pub fn report(&self, before: &[u8], work: Work) -> Report {
        let Work { mut report, output } = work;
        let (Mode::Check, Some(after)) = (self.rendering.mode, &output) else {
            return report;
        };
        match self.rendering.format {
            // People are shown the name of the file or a diff.
            OutputFormat::Human => report.findings.push(Finding::unformatted()),
            _ => report.findings.extend(unformatted(before, after)),
        }
        if let Some(paint) = self.rendering.diff {
            report.diff = diff::unified(&report.path, before, &after.bytes, paint);
        }
        report
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

/// Works on the file at `path`. A panic, which would be a bug, becomes a finding.
///
/// # Errors
/// Returns that finding.
pub fn guarded<R>(path: &Path, work: impl FnOnce() -> R) -> Result<R, Vec<Finding>> {
    LAST_PANIC.set(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let said = LAST_PANIC.take().unwrap_or_default();
    result.map_err(|_| {
        let message = format!("internal error: {said}; {REPORT_IT}");
        vec![Finding::whole_file("internal", path, message)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        silence_panics();
        let result = guarded(Path::new("a.scm"), || panic!("one file is wrong"));
        let _ = panic::take_hook();
        let findings: Vec<Finding> = result.err().unwrap();
        assert!(findings[0].message.contains("one file is wrong"));
    }
}
