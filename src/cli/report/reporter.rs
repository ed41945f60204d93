//! How a run reports: what the flags ask for, and the reporter that does it.

use std::collections::BTreeSet;
use std::io::{self, Write as _};

use clap::ValueEnum;

use schemefmt::Accept;

use super::{FileVerdict, Report, checkstyle, github, gitlab, human, json, junit, sarif};
use crate::cli::args::{ModeArgs, OutputArgs};
use crate::cli::progress::Progress;
use crate::cli::terminal::{self, Stdout};

/// What is done to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// They are formatted.
    Format,
    /// Their brackets are repaired, by these candidates.
    Repair(Accept),
}

/// The format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people: file names, diffs, and errors with excerpts.
    Human,
    /// One JSON object; docs/automation.md lists its fields.
    Json,
    /// Annotations for GitHub Actions.
    Github,
    /// GitLab's code quality report.
    Gitlab,
    /// SARIF 2.1.0.
    Sarif,
    /// Checkstyle XML.
    Checkstyle,
    /// JUnit XML, one test case per file.
    Junit,
}

/// What to do with the results, and how to report them.
#[derive(Clone, Copy, Debug)]
pub struct Rendering<'a> {
    /// What is done to files.
    pub task: Task,
    /// Whether they are written, and how unformatted ones are shown.
    pub mode: &'a ModeArgs,
    /// In which format and in how much detail results are reported.
    pub output: &'a OutputArgs,
    /// What people are told besides the requested output.
    pub told: Told,
}

/// What people are told besides the requested output; each of these includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub enum Told {
    Errors,
    Warnings,
    /// The progress and the summary, too.
    Everything,
}

/// The number of files for each outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Reformatted, or unformatted.
    pub changed: usize,
    /// Already formatted.
    pub unchanged: usize,
    /// Left alone.
    pub left_alone: usize,
    /// How to have some of these formatted.
    pub advice: BTreeSet<String>,
    /// Still broken after repair.
    pub broken: usize,
    /// Failed.
    pub failed: usize,
    /// Configurations that cannot be used.
    pub unusable: usize,
    /// The blocks of documents that were left alone.
    pub blocks: usize,
}

impl Summary {
    fn count(&mut self, report: &Report) {
        self.blocks += report.left.len();
        match &report.verdict {
            FileVerdict::Unchanged => self.unchanged += 1,
            FileVerdict::Changed => self.changed += 1,
            FileVerdict::LeftAlone(why) => {
                self.left_alone += 1;
                self.advice.extend(why.advice.clone());
            }
            FileVerdict::Broken => self.broken += 1,
            FileVerdict::Failed => self.failed += 1,
            FileVerdict::Unusable => self.unusable += 1,
            FileVerdict::Consulted => {}
        }
    }
}

/// Reports what happened, in the requested format.
pub struct Reporter<'a> {
    rendering: Rendering<'a>,
    out: Stdout,
    progress: Progress,
    summary: Summary,
    /// The reports so far, for formats that are written at the end.
    kept: Vec<Report>,
}

impl<'a> Reporter<'a> {
    /// Creates a reporter for this many reports.
    pub fn new(rendering: Rendering<'a>, total: usize) -> Self {
        Reporter {
            rendering,
            out: Stdout::new(),
            progress: Progress::new(
                total,
                rendering.told == Told::Everything && !rendering.output.verbose,
            ),
            summary: Summary::default(),
            kept: Vec::new(),
        }
    }

    /// Reports on one file.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written; that it is closed is not an error.
    pub fn write(&mut self, report: Report) -> io::Result<()> {
        self.summary.count(&report);
        if self.rendering.output.output_format != OutputFormat::Human {
            self.kept.push(report);
        } else if self.rendering.output.verbose || !report.findings.is_empty() {
            self.progress.clear();
            human::write(&report, &self.rendering, &mut self.out)?;
        }
        self.progress.step();
        Ok(())
    }

    /// Whether the reader of the output has gone.
    pub fn is_output_closed(&self) -> bool {
        self.out.is_closed()
    }

    /// Prints the rest of the report and the summary, or that not all reports have come: then a summary would be wrong.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written; that it is closed is not an error.
    pub fn finish(mut self) -> io::Result<Summary> {
        let text = match self.rendering.output.output_format {
            OutputFormat::Human => String::new(),
            OutputFormat::Json => json::render(&self.kept, &self.summary),
            OutputFormat::Github => github::render(&self.kept),
            OutputFormat::Gitlab => gitlab::render(&self.kept),
            OutputFormat::Sarif => sarif::render(&self.kept),
            OutputFormat::Checkstyle => checkstyle::render(&self.kept),
            OutputFormat::Junit => junit::render(&self.kept),
        };
        let unfinished = self.progress.finish();
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        if self.rendering.told == Told::Everything {
            terminal::message(&match unfinished {
                Some((done, total)) => {
                    format!("Stopped after {done} of {total} files: the output was closed\n")
                }
                None => human::summary(&self.summary, &self.rendering),
            });
        }
        Ok(self.summary)
    }
}
