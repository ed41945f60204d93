//! Processes one file: reads, formats, verifies and writes it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use schemefmt::internals::hunks::hunks;
use schemefmt::internals::text::source::Source;
use schemefmt::{Diagnostic, Severity};

use super::cache::{Cache, Key};
use super::part::Scope;
use super::report::{Action, Finding, OutputFormat, Rendering, Report, Verdict};
use super::terminal::Paint;
use super::verify_with::{Testimony, Witness};
use super::{diff, write};
use crate::project::{
    Examined, Fate, Output, Project, REPORT_IT, Target, foreign, io_message, read,
};

/// What to do with every file.
pub struct Task<'a> {
    /// The settings of the files.
    pub project: &'a Project,
    /// Whether to write files, and what to report about them.
    pub form: Rendering,
    /// Whether and how to make diffs.
    pub diff: Option<Paint>,
    /// Which part of each file to format.
    pub parts: Scopes,
    /// The Scheme to ask, in addition to our own verification, whether the data are the same.
    pub witness: Option<Witness>,
    /// The texts that need not be formatted.
    pub cache: Option<Cache>,
}

/// Which part of each file to format.
pub enum Scopes {
    /// The same part of every file.
    Same(Scope),
    /// The part for each place of a target.
    Each(HashMap<PathBuf, Scope>),
}

impl Scopes {
    /// Which part of the file at `place` to format.
    fn of(&self, place: &Path) -> &Scope {
        match self {
            Scopes::Same(part) => part,
            Scopes::Each(parts) => parts.get(place).unwrap_or(&Scope::Whole),
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

    /// The result for a text that is already formatted, if there is nothing to say about it.
    fn unchanged() -> Self {
        Work {
            output: None,
            verdict: Verdict::Unchanged,
            findings: Vec::new(),
        }
    }

    fn is_unchanged(&self) -> bool {
        self.verdict == Verdict::Unchanged && self.findings.is_empty()
    }

    /// The result for the text at `path`. A panic, which would be a bug, is reported as an error.
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
        let Some((cache, key)) = self.key(target, bytes) else {
            return self.formatted(target, bytes);
        };
        if cache.contains(key) {
            return Work::unchanged();
        }
        let work = self.formatted(target, bytes);
        if work.is_unchanged() {
            cache.add(key);
        }
        work
    }

    /// The cache and the key of the text of a target, if that is to be formatted whole.
    fn key(&self, target: &Target, bytes: &[u8]) -> Option<(&Cache, Key)> {
        let cache = self.cache.as_ref()?;
        let is_whole = *self.parts.of(&target.place) == Scope::Whole;
        if !is_whole || foreign::recognize(&target.place, bytes).is_some() {
            return None;
        }
        let settings = self.project.settings(&target.config, &target.place);
        Some((cache, cache.key(settings.options, bytes)))
    }

    fn formatted(&self, target: &Target, bytes: &[u8]) -> Work {
        match self.parts.of(&target.place).extent(bytes) {
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
        let work = self.witnessed(&target.path, &bytes, work);
        if let (Action::Write, Some(output)) = (self.form.action, &work.output)
            && let Err(error) = write::replace(&target.path, &bytes, &output.bytes)
        {
            return failed(format!("{error:#}"));
        }
        self.report(&target.path, &bytes, work)
    }

    /// The result for a text after asking the witness, if there is one and anything changes. A text that the witness cannot
    /// read in the first place gets a warning.
    pub fn witnessed(&self, path: &Path, before: &[u8], mut work: Work) -> Work {
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
                Severity::Warning,
                format!("{name} cannot compare data whose labels make them circular or endless"),
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
                // People are shown the name of the file or a diff.
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
    use std::str::FromStr as _;

    use super::super::part::Piece;
    use super::super::report::{Naming, Verbosity};
    use super::super::span::LineSpan;
    use super::*;
    use crate::project::Request;

    #[test]
    fn a_text_that_is_known_is_not_formatted() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        let messy = b"((a)   @b)\n";
        let mut project = Project::new(&Request::nothing(here.clone())).unwrap();
        std::fs::create_dir(here.join("queries")).unwrap();
        let mut target = |name: &str| {
            std::fs::write(here.join(name), messy).unwrap();
            project.target(&here.join(name)).unwrap()
        };
        let [known, other, query] =
            ["known.scm", "other.scm", "queries/known.scm"].map(&mut target);
        let mut task = Task {
            project: &project,
            form: Rendering {
                format: OutputFormat::Human,
                verbosity: Verbosity::Normal,
                action: Action::Check,
                naming: Naming::Not,
            },
            diff: None,
            parts: Scopes::Same(Scope::Whole),
            witness: None,
            cache: Some(Cache::open(Some(&here.join("cache"))).unwrap()),
        };
        assert_eq!(task.process(&known).verdict, Verdict::Changed);
        // As if it had been found formatted.
        let (cache, key) = task.key(&known, messy).unwrap();
        cache.add(key);
        task.cache.take().unwrap().save().unwrap();
        task.cache = Some(Cache::open(Some(&here.join("cache"))).unwrap());
        assert_eq!(task.process(&known).verdict, Verdict::Unchanged);
        assert_eq!(task.process(&other).verdict, Verdict::Changed);
        // The same text with the same name is something else in this folder.
        assert_eq!(task.process(&query).verdict, Verdict::Failed);
        let lines = LineSpan::from_str("1").unwrap();
        task.parts = Scopes::Same(Scope::Pieces(vec![Piece::Lines(lines)]));
        assert_eq!(task.process(&known).verdict, Verdict::Changed);
    }

    #[test]
    fn a_panic_is_an_error() {
        silence_panics();
        let result: Result<(), String> = guarded(|| panic!("one file is wrong"));
        let _ = panic::take_hook();
        assert!(result.unwrap_err().contains("one file is wrong"));
    }
}
