//! What is reported of a run, in how much detail, and how the run ends.

use std::collections::BTreeSet;

use schemefmt::Accept;

use super::{FileVerdict, Report};
use crate::cli::args::{ModeArgs, OutputArgs};
use crate::project::Outcome;

/// What is done to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// They are formatted.
    Format,
    /// Their brackets are repaired, by these candidates.
    Repair(Accept),
}

/// What to do with the results, and how to report them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rendering<'a> {
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
pub(crate) enum Told {
    Errors,
    Warnings,
    /// The summary, too.
    Everything,
}

/// The number of files for each outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Reformatted, or unformatted.
    pub changed: usize,
    /// Already formatted.
    pub unchanged: usize,
    /// Left alone.
    pub left_alone: usize,
    /// How to have some of these formatted.
    pub advice: BTreeSet<String>,
    /// Not repaired.
    pub unrepaired: usize,
    /// Failed, folders among them.
    pub failed: usize,
    /// The folders without files to format.
    pub failed_folders: usize,
    /// Configurations that cannot be used.
    pub unusable: usize,
    /// The blocks of documents that were left alone.
    pub blocks: usize,
}

impl Summary {
    pub(super) fn count(&mut self, report: &Report) {
        self.blocks += report.left.len();
        match &report.verdict {
            FileVerdict::Examined(Outcome::Unchanged) => self.unchanged += 1,
            FileVerdict::Examined(Outcome::Changed) => self.changed += 1,
            FileVerdict::Examined(Outcome::LeftAlone { advice, .. }) => {
                self.left_alone += 1;
                self.advice.extend(advice.clone());
            }
            FileVerdict::Examined(Outcome::Unrepaired) => self.unrepaired += 1,
            FileVerdict::Examined(Outcome::Failed) => {
                self.failed += 1;
                self.failed_folders += usize::from(report.path.is_dir());
            }
            FileVerdict::Unusable => self.unusable += 1,
            FileVerdict::Consulted => {}
        }
    }
}

/// The exit status; the numbers are those of ruff, prettier and StyLua.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Success: everything is done, or there was nothing to do.
    Success = 0,
    /// Something is not formatted, and the flags ask for that to be reported; or an editor has left the language server
    /// without asking it to shut down, for which the protocol has the same number.
    Different = 1,
    /// Something went wrong; everything else was done nevertheless.
    Failure = 2,
    /// Brackets are still wrong after repair.
    Unrepaired = 3,
}

impl ExitStatus {
    /// The status of a run with this result.
    pub(crate) fn of(summary: &Summary, mode: &ModeArgs) -> Self {
        let fails_on_change = !mode.writes() || mode.exit_non_zero_on_format;
        match summary {
            Summary { failed: 1.., .. } | Summary { unusable: 1.., .. } => ExitStatus::Failure,
            Summary {
                unrepaired: 1.., ..
            } => ExitStatus::Unrepaired,
            Summary { changed: 1.., .. } if fails_on_change => ExitStatus::Different,
            _ => ExitStatus::Success,
        }
    }
}
