//! How a run reports: what the flags ask for, and the reporter that does it.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

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
    /// The files with errors that have been reported with their excerpts, and a line for each other one, for the end.
    shown: usize,
    more_errors: Vec<String>,
    progress: Option<Progress>,
}

/// The number of files whose errors are reported with their excerpts; the others have one line each.
const MAX_EXCERPTS: usize = 5;

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
            shown: 0,
            more_errors: Vec::new(),
            progress: Progress::new(&rendering),
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
        } else if let Some(line) = self.beyond_excerpts(&report) {
            self.more_errors.push(line);
        } else if self.rendering.output.verbose || !report.findings.is_empty() {
            if let Some(progress) = &self.progress {
                progress.clear();
            }
            human::write(&report, &self.rendering, &mut self.out)?;
        }
        self.done += 1;
        if let Some(progress) = &mut self.progress {
            progress.tell(self.done, self.total);
        }
        Ok(())
    }

    /// The errors of a file in one line, if enough files with errors have been reported in full.
    fn beyond_excerpts(&mut self, report: &Report) -> Option<String> {
        let line = human::errors_in_a_line(report)?;
        self.shown += 1;
        let is_beyond = self.shown > MAX_EXCERPTS && !self.rendering.output.verbose;
        is_beyond.then_some(line)
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
        let took = self.progress.and_then(Progress::end);
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        terminal::message(&human::more_errors(&self.more_errors));
        if self.rendering.told == Told::Everything {
            let (done, total) = (self.done, self.total);
            terminal::message(&match done < total {
                true => format!("Stopped after {done} of {total} files: the output was closed\n"),
                false => human::summary(&self.summary, &self.rendering, took),
            });
        }
        Ok(self.summary)
    }
}

/// A line on a terminal that shows how far a long run is.
struct Progress {
    start: Instant,
    /// The age of the run when the line was last written.
    last: Option<Duration>,
}

/// A run that takes longer is a long one.
const LONG: Duration = Duration::from_millis(500);

/// The columns that the line takes at most.
const WIDTH: usize = 40;

/// How often the line is written at most.
const INTERVAL: Duration = Duration::from_millis(100);

impl Progress {
    /// Progress is for people at a terminal who are told everything.
    fn new(rendering: &Rendering<'_>) -> Option<Self> {
        let is_human = rendering.output.output_format == OutputFormat::Human;
        let is_seen = is_human && rendering.told == Told::Everything && io::stderr().is_terminal();
        is_seen.then(|| Progress {
            start: Instant::now(),
            last: None,
        })
    }

    fn tell(&mut self, done: usize, total: usize) {
        let age = self.start.elapsed();
        if self.is_due(age) {
            let line = format!("{done} of {total} files, {} s", age.as_secs());
            terminal::message(&format!("\r{line:<WIDTH$}"));
        }
    }

    /// Whether the line is to be written in a run of this age; it is told that it was.
    fn is_due(&mut self, age: Duration) -> bool {
        let is_due = age >= self.last.map_or(LONG, |last| last + INTERVAL);
        if is_due {
            self.last = Some(age);
        }
        is_due
    }

    /// Clears the line before something else is written.
    fn clear(&self) {
        if self.last.is_some() {
            terminal::message(&format!("\r{:<WIDTH$}\r", ""));
        }
    }

    /// Clears the line at the end, and returns how long the run took if it was a long one.
    fn end(self) -> Option<Duration> {
        self.clear();
        let age = self.start.elapsed();
        (age >= LONG).then_some(age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_tells_its_progress_now_and_then() {
        let mut progress = Progress {
            start: Instant::now(),
            last: None,
        };
        let ages = [0, 499, 500, 550, 599, 600, 2000, 2099];
        let is_due = ages.map(|age| progress.is_due(Duration::from_millis(age)));
        assert_eq!(
            is_due,
            [false, false, true, false, false, true, true, false]
        );
    }
}
