//! The report for people: requested output goes to standard output, everything else to standard error.

use std::io::{self, Write};
use std::iter::once;
use std::time::Duration;

use schemefmt::Severity;
use schemefmt::internals::text::diagnostics::counted;

use super::rendering::{Rendering, Summary, Task, Told};
use super::{FileVerdict, Finding, Report, UNFORMATTED};
use crate::cli::terminal::{self, Stdout};
use crate::project::Outcome;
use crate::project::paths::{shown, without_dot};

/// The maximum number of lines on how to have files formatted that were left alone.
const MAX_ADVICE: usize = 5;

/// Reports on one file.
pub(super) fn write(
    report: &Report,
    rendering: &Rendering<'_>,
    out: &mut Stdout,
) -> io::Result<()> {
    let is_told_all = rendering.told == Told::Everything;
    if report.verdict == FileVerdict::Examined(Outcome::Changed) {
        let mode = rendering.mode;
        if mode.list_different {
            // The path, byte for byte, for programs that open it.
            out.write_all(without_dot(&report.path).as_os_str().as_encoded_bytes())?;
            out.write_all(if mode.print0 { b"\0" } else { b"\n" })?;
        } else if mode.check && rendering.task == Task::Format && is_told_all {
            // Repairs are reported edit by edit.
            writeln!(out, "Would reformat: {}", shown(&report.path))?;
        }
    }
    out.write_all(&report.diff)?;
    for finding in &report.findings {
        if finding.severity == Severity::Error || rendering.told >= Told::Warnings {
            write_stderr(&finding.text, out)?;
        }
    }
    if rendering.output.verbose && is_told_all {
        for line in verbose(report, rendering.mode.writes()) {
            write_stderr(&line, out)?;
        }
    }
    Ok(())
}

/// Writes to standard error, after what has already been written to standard output.
fn write_stderr(text: &str, out: &mut Stdout) -> io::Result<()> {
    if !text.is_empty() {
        out.flush()?;
        terminal::message(text);
    }
    Ok(())
}

/// What became of a file, and the blocks in it that are left as they are.
fn verbose(report: &Report, is_written: bool) -> impl Iterator<Item = String> {
    let path = shown(&report.path);
    let line = match &report.verdict {
        FileVerdict::Examined(Outcome::Changed) if is_written => {
            Some(format!("Reformatted: {path}\n"))
        }
        FileVerdict::Examined(Outcome::Unchanged) => Some(format!("Unchanged: {path}\n")),
        FileVerdict::Examined(Outcome::LeftAlone { reason, .. }) => {
            Some(format!("Left alone: {path} ({reason})\n"))
        }
        // There is a finding or a diff.
        _ => None,
    };
    let left = report.left.iter().map(move |block| {
        let (line, reason) = (block.line, &block.reason);
        format!("Left alone: {path}:{line} ({reason})\n")
    });
    line.into_iter().chain(left)
}

/// The errors of a file in one line; none if it has no errors.
pub(super) fn errors_in_a_line(report: &Report) -> Option<String> {
    let is_error =
        |finding: &&Finding| finding.severity == Severity::Error && finding.code != UNFORMATTED;
    let mut errors = report.findings.iter().filter(is_error);
    let first = errors.next()?;
    let place = match &first.region {
        Some(region) => format!(":{}:{}", region.start.line, region.start.column),
        None => String::new(),
    };
    let more = match errors.count() {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let (path, code, message) = (shown(&report.path), first.code, &first.message);
    Some(format!("{path}{place}: error[{code}]: {message}{more}\n"))
}

/// The lines for files with errors that were not reported in full.
pub(super) fn more_errors(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let count = counted(lines.len(), "more file");
    let title = format!("{count} with errors; --verbose shows each in full:\n");
    title + &lines.concat()
}

/// The last lines: the summary, with the time of a long run, and how to have what was left alone formatted.
pub(super) fn summary(
    summary: &Summary,
    rendering: &Rendering<'_>,
    took: Option<Duration>,
) -> String {
    let (changed, unchanged) = match (rendering.task, rendering.mode.writes()) {
        (Task::Format, true) => ("reformatted", "left unchanged"),
        (Task::Format, false) => ("would be reformatted", "already formatted"),
        (Task::Repair(_), true) => ("repaired", "left unchanged"),
        (Task::Repair(_), false) => ("would be repaired", "already readable"),
    };
    let all = [
        (summary.changed, "file", changed),
        (summary.unchanged, "file", unchanged),
        (summary.left_alone, "file", "left alone"),
        (summary.unrepaired, "file", "still broken"),
        (summary.failed - summary.failed_folders, "file", "failed"),
        (summary.failed_folders, "folder", "failed"),
        (summary.blocks, "block", "left alone"),
        (summary.unusable, "configuration", "cannot be used"),
    ];
    let some = all.into_iter().filter(|(count, ..)| *count > 0);
    let parts = some.map(|(count, thing, what)| format!("{} {what}", counted(count, thing)));
    let parts: Vec<String> = parts.collect();
    let mut counts = if parts.is_empty() {
        "Nothing to do".to_owned()
    } else {
        parts.join(", ")
    };
    if let Some(took) = took {
        counts += &format!(" in {:.1} s", took.as_secs_f64());
    }
    let advice = summary.advice.iter().take(MAX_ADVICE).cloned();
    let more = summary.advice.len().saturating_sub(MAX_ADVICE);
    let more = (more > 0).then(|| format!("... and {more} more, which --verbose lists"));
    let lines = once(counts).chain(advice).chain(more);
    lines.map(|line| line + "\n").collect()
}
