//! What happened, as data, and the formats for reporting it.
//!
//! A [`Report`] concerns one file. A [`Reporter`] takes them one after the other: [`human`] prints each as it comes; each of the
//! other formats is a function from all reports to a text.

mod checkstyle;
mod github;
mod gitlab;
mod human;
mod json;
mod junit;
mod rendering;
mod reporter;
mod sarif;
mod xml;

use std::path::{Path, PathBuf};

use schemefmt::internals::documents::LeftBlock;
use schemefmt::internals::hunks::Hunk;
use schemefmt::internals::text::lines::Lines;
use schemefmt::internals::text::source::{Encoding, Source};
use schemefmt::{Diagnostic, Severity};

pub(crate) use json::forms;
pub(crate) use rendering::{ExitStatus, Rendering, Summary, Task, Told};
pub(crate) use reporter::Reporter;

use super::excerpt;
use super::region::Region;
use crate::project::paths::{below, plain, shown};
use crate::project::{INPUT, Outcome, Problem};

/// What became of one file.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// The file, as it was given or found.
    pub path: PathBuf,
    /// What became of it.
    pub verdict: FileVerdict,
    /// The findings about it.
    pub findings: Vec<Finding>,
    /// The unified diff, if requested.
    pub diff: Vec<u8>,
    /// The blocks of a document that are left as they are.
    pub left: Vec<LeftBlock>,
    /// Its unreadable forms, if it was to be repaired, in the only format that has them.
    pub forms: Vec<serde_json::Value>,
    /// Its text after repair, if only the report holds it.
    pub output: Option<String>,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileVerdict {
    /// It was to be formatted or repaired.
    Examined(Outcome),
    /// It is an invalid configuration, so the files it applies to were left alone.
    Unusable,
    /// It is a configuration without errors, but perhaps with warnings; it is not counted.
    Consulted,
}

/// One thing to say about a file.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// A stable name in kebab case.
    pub code: &'static str,
    /// Whether this is an error or a warning.
    pub severity: Severity,
    /// One sentence, without a full stop.
    pub message: String,
    /// Where it is; none if it concerns the whole file.
    pub region: Option<Region>,
    /// The replacement for that region.
    pub replacement: Option<String>,
    /// Other places that explain it.
    pub related: Vec<(Region, String)>,
    /// How to fix it, or the rule that the text violates.
    pub note: Option<String>,
    /// The finding as rendered for people; empty if the verdict already says it.
    pub text: String,
}

/// The maximum number of findings reported for one file.
pub(crate) const MAX_FINDINGS: usize = 50;

/// The code of the finding that a file is not formatted.
pub(crate) const UNFORMATTED: &str = "unformatted";

impl Report {
    /// The path as other programs expect it: relative to the current folder if it is below that.
    fn plain_path(&self) -> String {
        plain(&below_here(&self.path))
    }

    /// The report on the file at `path`, without a diff.
    pub(crate) fn new(path: &Path, verdict: FileVerdict, findings: Vec<Finding>) -> Self {
        Report {
            path: path.to_owned(),
            verdict,
            findings,
            diff: Vec::new(),
            left: Vec::new(),
            forms: Vec::new(),
            output: None,
        }
    }

    /// The report on a file that cannot be formatted, for a reason without a position in its text.
    pub(crate) fn failed(path: &Path, reason: Diagnostic) -> Self {
        Report::new(
            path,
            FileVerdict::Examined(Outcome::Failed),
            Finding::of_first(1, &[reason], &Source::of_text(""), path),
        )
    }

    /// The report on a path that cannot be formatted, or on a file that configures others.
    pub(crate) fn of_problem(problem: &Problem) -> Self {
        let (source, path) = (Source::of_text(&problem.text), &problem.path);
        let findings = Finding::of_first(MAX_FINDINGS, &problem.diagnostics, &source, path);
        let verdict = if !problem.is_error() {
            FileVerdict::Consulted
        } else if problem.has(INPUT) {
            FileVerdict::Examined(Outcome::Failed)
        } else {
            FileVerdict::Unusable
        };
        Report::new(&problem.path, verdict, findings)
    }
}

impl Finding {
    /// Its severity, as most formats name it.
    fn level(&self) -> &'static str {
        match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }

    /// The findings about the file at `path`. Of more than `most`, the first ones and the number of the rest.
    pub(crate) fn of_first(
        most: usize,
        diagnostics: &[Diagnostic],
        source: &Source<'_>,
        path: &Path,
    ) -> Vec<Self> {
        let text = source.text.as_ref();
        let lines = Lines::of(text);
        let offset = |byte| source.span_of(byte..byte).start;
        let (first, more) = diagnostics.split_at(diagnostics.len().min(most));
        let first = first
            .iter()
            .map(|diagnostic| Finding::of(&diagnostic.clone().moved(offset), text, &lines, path));
        let more = more.first().map(|first| {
            let (code, what) = match first.severity {
                Severity::Error => (first.code, "errors"),
                Severity::Warning => ("more-warnings", "warnings"),
            };
            let message = format!("{} more {what}", more.len());
            let more = Diagnostic::whole(first.severity, code, message);
            Finding::of(&more, text, &lines, path)
        });
        first.chain(more).collect()
    }

    /// The finding of a diagnostic whose spans are spans of the decoded text.
    fn of(diagnostic: &Diagnostic, text: &str, lines: &Lines, path: &Path) -> Self {
        let mut labels = diagnostic.labels.iter().map(|label| {
            let region = Region::of(&label.span, text, lines);
            (region, label.message.clone())
        });
        Finding {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            region: labels.next().map(|(span, _)| span),
            replacement: None,
            related: labels.collect(),
            note: diagnostic.note.clone(),
            text: excerpt::render(diagnostic, text, lines, &shown(path)),
        }
    }

    /// The finding that a file is not formatted, or the part of it that this command formats.
    pub(crate) fn unformatted(command: Option<&str>) -> Self {
        let message = match command {
            Some(command) => format!("not formatted; run `{command}`"),
            None => "not formatted; run schemefmt on it".to_owned(),
        };
        Finding {
            code: UNFORMATTED,
            severity: Severity::Error,
            message,
            region: None,
            replacement: None,
            related: Vec::new(),
            note: None,
            text: String::new(),
        }
    }

    /// The finding that some lines of a text are not formatted, and their replacement.
    pub(crate) fn of_hunk(
        hunk: &Hunk,
        before: &Source<'_>,
        lines: &Lines,
        after: &Source<'_>,
        command: Option<&str>,
    ) -> Self {
        // The characters of an 8-bit text do not say which bytes they stand for.
        let is_text = before.encoding == Encoding::Utf8;
        Finding {
            region: Some(Region::of(&hunk.before, &before.text, lines)),
            replacement: is_text.then(|| after.text[hunk.after.clone()].to_owned()),
            ..Finding::unformatted(command)
        }
    }
}

/// All findings of some reports, each with its report.
fn findings(reports: &[Report]) -> impl Iterator<Item = (&Report, &Finding)> {
    reports.iter().flat_map(|report| {
        let findings = report.findings.iter();
        findings.map(move |finding| (report, finding))
    })
}

/// A path for other programs: relative to the current folder if it is below that.
pub(crate) fn below_here(path: &Path) -> PathBuf {
    below(&std::env::current_dir().unwrap_or_default(), path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::region::Portion;

    fn finding(before: &[u8], after: &[u8], hunk: &Hunk) -> Finding {
        let [before, after] = [before, after].map(|bytes| Source::decode(bytes).unwrap());
        Finding::of_hunk(hunk, &before, &Lines::of(&before.text), &after, None)
    }

    #[test]
    fn a_hunk_at_the_end_of_the_text() {
        let hunk = Hunk {
            lines: 2..3,
            before: 2..6,
            after: 2..6,
        };
        let found = finding("a\n ĳb".as_bytes(), "a\nĳb\n".as_bytes(), &hunk);
        let region = found.region.unwrap();
        assert_eq!(Ok(Portion::Range(region)), Portion::range("2:1-2:4"));
        assert_eq!(region.lines(), (2, 2));
        assert_eq!(found.replacement.as_deref(), Some("ĳb\n"));
    }

    #[test]
    fn inserted_lines_have_an_empty_region() {
        let hunk = Hunk {
            lines: 2..2,
            before: 2..2,
            after: 2..3,
        };
        let found = finding(b"a\nb\n", b"a\n\nb\n", &hunk);
        let region = found.region.unwrap();
        assert_eq!(Ok(Portion::Range(region)), Portion::range("2:1-2:1"));
        assert_eq!(region.lines(), (2, 2));
    }

    #[test]
    fn no_replacement_for_8_bit_text() {
        let hunk = Hunk {
            lines: 1..2,
            before: 0..4,
            after: 0..3,
        };
        let found = finding(b" \xE9\n", b"\xE9\n", &hunk);
        assert_eq!(found.replacement, None);
    }
}
