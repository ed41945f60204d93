//! One file on its way: read, formatted, compared, written.

use std::cell::RefCell;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use schemefmt::Formatted;
use schemefmt::diagnostics::{Diagnostic, Severity};
use schemefmt::options::Options;
use schemefmt::source::{Encoding, Source};

use super::config::Configs;
use super::discover::foreign;
use super::discover::{How, Target};
use super::report::{self, Action, Finding, Report, Verdict};
use super::terminal::Paint;
use super::{diff, write};

/// What is done with every file.
pub struct Task<'a> {
    /// What holds for a file.
    pub configs: &'a Configs,
    /// Whether files are written.
    pub action: Action,
    /// Whether, and how, diffs are made.
    pub diff: Option<Paint>,
}

/// A text that went through the library.
pub struct Examined {
    /// The text as it should be; `None` if it is so already, or is to stay as it is.
    pub output: Option<Vec<u8>>,
    /// What became of it.
    pub verdict: Verdict,
    /// What there is to say about it.
    pub findings: Vec<Finding>,
}

impl Task<'_> {
    /// Takes one file all the way.
    pub fn process(&self, target: &Target) -> Report {
        let failed = |message| {
            Report::failed(
                &target.path,
                vec![Finding::whole_file("io", &target.path, message)],
            )
        };
        let bytes = match fs::read(&target.path) {
            Ok(bytes) => bytes,
            Err(error) => return failed(format!("cannot read: {}", report::io_message(&error))),
        };
        let options = self.configs.settings(&target.config, &target.place).options;
        let examined = examine(&target.path, &target.place, &bytes, &options, target.how);
        if let (Action::Write, Some(output)) = (self.action, &examined.output)
            && let Err(error) = write::replace(&target.path, &bytes, output)
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
        if let (Action::Check, Some(after)) = (self.action, &output) {
            findings.push(Finding::unformatted(before, after));
            if let Some(paint) = self.diff {
                diff = diff::unified(path, before, after, paint);
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

/// Takes a text through the library. `place` is where the file is, `path` what it is called in messages.
pub fn examine(path: &Path, place: &Path, bytes: &[u8], options: &Options, how: How) -> Examined {
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
    let mut findings: Vec<Finding> = formatted
        .warnings
        .iter()
        .map(|warning| locate(warning, bytes, path))
        .collect();
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
        output: Some(formatted.output),
        verdict: Verdict::Changed,
        findings,
    }
}

/// [`schemefmt::format`], where a panic, which would be a bug, is an error about this one file.
fn format(bytes: &[u8], options: &Options) -> Result<Formatted, Diagnostic> {
    let result = guarded(|| schemefmt::format(bytes, options));
    let bug = |diagnostic: Diagnostic| {
        let where_to = concat!(env!("CARGO_PKG_REPOSITORY"), "/issues");
        diagnostic.with_note(format!(
            "this is a bug in schemefmt; please report it with the file at {where_to}"
        ))
    };
    match result {
        Ok(Err(diagnostic)) if diagnostic.code == "internal" && diagnostic.note.is_none() => {
            Err(bug(diagnostic))
        }
        Ok(result) => result,
        Err(panic) => Err(bug(Diagnostic::error(
            "internal",
            format!("internal error: {panic}"),
            0..0,
        ))),
    }
}

thread_local! {
    /// What the last panic of this thread said.
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps panics from being printed: they are reported like other errors.
pub fn silence_panics() {
    panic::set_hook(Box::new(|info| {
        LAST_PANIC.with(|last| last.replace(info.to_string()));
    }));
}

/// Runs `work`; an error is what a panic in it said.
fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| LAST_PANIC.with(RefCell::take))
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
