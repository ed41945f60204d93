//! Formats standard input to standard output, in the way that editors need.

use std::io;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};

use super::part::{Asked, Scope};
use super::report::{Mode, OutputFormat, Report, Reporter, Summary, Verbosity, Verdict};
use super::terminal;
use super::work::{self, Job, Work};
use crate::project::{How, Project, read};

/// The name of standard input, if no other is given.
const STDIN: &str = "<stdin>";

/// Formats a part of standard input. Text to be left alone is copied. For text that cannot be formatted there is no output,
/// so that an editor keeps what it has. A fragment that cannot be formatted is copied, because editors replace the
/// selection by the output of a filter whatever its status.
///
/// # Errors
/// Returns an error if standard input or output fails, or if the flags ask for what only files have.
pub fn run(
    mut project: Project,
    path: Option<&Path>,
    asked: Asked,
    mut job: Job,
) -> anyhow::Result<Summary> {
    let Asked::Scope(scope) = asked else {
        bail!(
            "standard input is not a file in a git repository, so there is nothing to compare it with"
        );
    };
    let mode = job.rendering.mode;
    ensure!(
        job.rendering.format == OutputFormat::Human || mode == Mode::Check,
        "standard output cannot hold both the formatted text and a report; add --check or --diff, or leave out --output-format"
    );
    if mode == Mode::Write && job.witness.is_none() {
        // A filter prints nothing but its output, and what a witness could not verify.
        job.rendering.verbosity = Verbosity::Quiet;
    }
    let bytes = read::all(io::stdin(), read::MOST_SOURCE).context("cannot read standard input")?;
    let mut reporter = Reporter::new(job.rendering, 1);
    let is_fragment = matches!(scope, Scope::Fragment(_));
    let name = path.unwrap_or(Path::new(STDIN));
    let work = work::guarded(name, || {
        let examined = scope.extent(&bytes).map(|extent| match path {
            Some(path) => project.examine_buffer(path, How::Named, &bytes, &extent),
            None => {
                let target = project.target(name)?;
                Some(target.examine(&bytes, &extent))
            }
        });
        Some(Work::of(name, &bytes, examined.transpose()?))
    });
    let work = work.unwrap_or_else(|bug| Some(Work::failed(name, bug)));
    for problem in project.take_problems() {
        reporter.tell(Report::of_problem(&problem))?;
    }
    let work = work.map(|work| job.witnessed(&bytes, work));
    let is_done = work
        .as_ref()
        .is_some_and(|work| work.report.verdict != Verdict::Failed);
    if mode == Mode::Write && (is_done || is_fragment) {
        ensure!(
            !terminal::is_closed(),
            "cannot write standard output: it is closed"
        );
        let output = work.as_ref().and_then(|work| work.output.as_ref());
        terminal::print(output.map_or(&bytes, |output| &output.bytes))?;
    }
    if let Some(work) = work {
        reporter.tell(job.report(&bytes, work))?;
    }
    Ok(reporter.finish()?)
}
