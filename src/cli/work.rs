//! Processes one file: reads, formats or repairs, verifies and writes it.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use schemefmt::internals::text::diagnostics::INTERNAL;
use schemefmt::internals::text::lines::Lines;
use schemefmt::internals::text::source::Source;
use schemefmt::{Diagnostic, Severity};

use super::args::OutputFormat;
use super::region::Portion;
use super::report::{self, FileVerdict, Finding, MAX_FINDINGS, Rendering, Report, Task};
use super::scope::in_bytes;
use super::{diff, terminal, write};
use crate::project::{Examination, Extent, Outcome, Output, REPORT_IT, Target, io_message, read};

/// What to do with every text.
pub(super) struct Job<'a> {
    /// Whether to write files, and what to report about them.
    pub rendering: Rendering<'a>,
    /// The command that formats only the selected parts, if the flags select any.
    pub command: Option<String>,
}

/// The code of the diagnostic that reports an edit.
const REPAIRED: &str = "repaired";

impl Job<'_> {
    /// Does the job on a part of a file.
    pub(super) fn process(&self, target: &Target, extent: &Extent<Portion>) -> Report {
        let path = &target.path;
        let report = guarded(|| {
            let failed = |message| Diagnostic::whole(Severity::Error, "io", message);
            let bytes = read::regular(path, read::MAX_SOURCE)
                .map_err(|error| failed(format!("cannot read: {}", io_message(&error))))?;
            let examined = self.examine(target, &bytes, extent)?;
            if self.rendering.mode.writes()
                && let Some(output) = &examined.output
            {
                write::replace(path, &bytes, &output.bytes)
                    .map_err(|error| failed(format!("{error:#}")))?;
            }
            Ok(self.report(path, &bytes, examined))
        });
        report.unwrap_or_else(|failure| Report::failed(path, failure))
    }

    /// Formats or repairs a part of a text.
    ///
    /// # Errors
    /// Returns an error if there is no such part.
    pub(super) fn examine(
        &self,
        target: &Target,
        bytes: &[u8],
        extent: &Extent<Portion>,
    ) -> Result<Examination, Diagnostic> {
        let extent = in_bytes(extent, bytes)?;
        Ok(match self.rendering.task {
            Task::Format => target.examine(bytes, &extent),
            Task::Repair(accept) => target.repair(bytes, &extent, accept),
        })
    }

    /// The report on a text that was `before`.
    pub(super) fn report(&self, path: &Path, before: &[u8], examined: Examination) -> Report {
        let command = self.command.as_deref();
        let Rendering { task, mode, .. } = self.rendering;
        let is_human = self.rendering.output.output_format == OutputFormat::Human;
        let most = match task {
            // Programs make these edits.
            Task::Repair(_) if !is_human => usize::MAX,
            _ => MAX_FINDINGS,
        };
        let mut findings = match &examined.diagnostics[..] {
            [] => Vec::new(),
            diagnostics => Finding::of_first(most, diagnostics, &Source::to_show(before), path),
        };
        if let (false, Task::Format, Outcome::Changed, Some(after)) =
            (mode.writes(), task, &examined.outcome, &examined.output)
        {
            if is_human {
                // People are shown the name of the file or a diff.
                findings.push(Finding::unformatted(command));
            } else {
                findings.extend(unformatted(before, after, command));
            }
        }
        let repairs = findings.iter_mut().filter(|found| found.code == REPAIRED);
        let repaired = examined.verdicts.iter().filter(|it| it.refusal.is_none());
        let candidates = repaired.flat_map(|it| it.candidates.first());
        for (finding, edit) in repairs.zip(candidates.flat_map(|it| &it.edits)) {
            finding.replacement = Some(String::from_utf8_lossy(&edit.text).into_owned());
        }
        let diff = match &examined.output {
            Some(after) if mode.diff => {
                let is_colored = is_human && terminal::is_colored();
                diff::unified(path, before, &after.bytes, is_colored)
            }
            _ => Vec::new(),
        };
        let forms = match &examined.verdicts[..] {
            [] => Vec::new(),
            verdicts => Source::decode(before)
                .map(|source| report::forms(verdicts, &source))
                .unwrap_or_default(),
        };
        Report {
            diff,
            forms,
            left: examined.left,
            ..Report::new(path, FileVerdict::Examined(examined.outcome), findings)
        }
    }
}

/// One finding for each run of unformatted lines, which this command formats.
fn unformatted(before: &[u8], after: &Output, command: Option<&str>) -> Vec<Finding> {
    let (Ok(before), Ok(formatted)) = (Source::decode(before), Source::decode(&after.bytes)) else {
        return vec![Finding::unformatted(command)];
    };
    let lines = Lines::of(&before.text);
    after
        .hunks(&before.text, &formatted.text)
        .iter()
        .map(|hunk| Finding::of_hunk(hunk, &before, &lines, &formatted, command))
        .collect()
}

/// Does some work. A panic, which would be a bug, has been printed with its source line, and becomes an error.
///
/// # Errors
/// Returns the error of the work, or a report of that bug.
pub(super) fn guarded<R>(work: impl FnOnce() -> Result<R, Diagnostic>) -> Result<R, Diagnostic> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let message = format!("internal error; {REPORT_IT}");
        Err(Diagnostic::whole(Severity::Error, INTERNAL, message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let result: Result<(), Diagnostic> = guarded(|| panic!("one file is wrong"));
        assert!(result.unwrap_err().message.contains("internal error"));
    }
}
