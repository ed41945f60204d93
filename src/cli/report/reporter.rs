//! How a run reports: what the flags ask for, and the reporter that does it.

use std::io::{self, Write as _};

use super::rendering::{Rendering, Summary, Told};
use super::{Report, checkstyle, github, gitlab, human, json, junit, sarif};
use crate::cli::args::OutputFormat;
use crate::cli::terminal::{self, Stdout};

/// Reports what happened, in the requested format.
pub(crate) struct Reporter<'a> {
    rendering: Rendering<'a>,
    out: Stdout,
    /// The number of reports to come, and of those that have.
    total: usize,
    done: usize,
    summary: Summary,
    /// The reports so far, for formats that are written at the end.
    kept: Vec<Report>,
}

impl<'a> Reporter<'a> {
    /// Creates a reporter for this many reports.
    pub(crate) fn new(rendering: Rendering<'a>, total: usize) -> Self {
        Reporter {
            rendering,
            out: Stdout::new(),
            total,
            done: 0,
            summary: Summary::default(),
            kept: Vec::new(),
        }
    }

    /// Reports on one file.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written; that it is closed is not an error.
    pub(crate) fn write(&mut self, report: Report) -> io::Result<()> {
        self.summary.count(&report);
        if self.rendering.output.output_format != OutputFormat::Human {
            self.kept.push(report);
        } else if self.rendering.output.verbose || !report.findings.is_empty() {
            human::write(&report, &self.rendering, &mut self.out)?;
        }
        self.done += 1;
        Ok(())
    }

    /// Whether the reader of the output has gone.
    pub(crate) fn is_output_closed(&self) -> bool {
        self.out.is_closed()
    }

    /// Prints the rest of the report and the summary, or that not all reports have come: then a summary would be wrong.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written; that it is closed is not an error.
    pub(crate) fn finish(mut self) -> io::Result<Summary> {
        let text = match self.rendering.output.output_format {
            OutputFormat::Human => String::new(),
            OutputFormat::Json => json::render(&self.kept, &self.summary),
            OutputFormat::Github => github::render(&self.kept),
            OutputFormat::Gitlab => gitlab::render(&self.kept),
            OutputFormat::Sarif => sarif::render(&self.kept),
            OutputFormat::Checkstyle => checkstyle::render(&self.kept),
            OutputFormat::Junit => junit::render(&self.kept),
        };
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        if self.rendering.told == Told::Everything {
            let (done, total) = (self.done, self.total);
            terminal::message(&match done < total {
                true => format!("Stopped after {done} of {total} files: the output was closed\n"),
                false => human::summary(&self.summary, &self.rendering),
            });
        }
        Ok(self.summary)
    }
}
