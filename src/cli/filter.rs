//! Formats or repairs standard input to standard output, in the way that editors need.

use std::io;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};

use super::args::{Args, OutputFormat};
use super::report::{Rendering, Report, Reporter, Summary, Task, Told};
use super::scope::Scope;
use super::terminal;
use super::work::{self, Job};
use crate::project::{Examination, Extent, Origin, Outcome, Project, Target, read};
use schemefmt::internals::text::source::Source;

/// The name of standard input, if no other is given.
const STDIN: &str = "<stdin>";

/// Formats or repairs a part of standard input. Text to be left alone is copied, such as YAML in a `.sls` file. Text that cannot be
/// formatted gives no output, so that an editor keeps its text. A fragment that cannot be formatted is copied, because editors replace the
/// selection by the output of a filter whatever its status; so is what cannot be repaired.
///
/// # Errors
/// Returns an error if standard input or output fails, or if the flags concern files only.
pub(super) fn run(
    mut project: Project,
    args: &Args,
    scope: Scope,
    mut job: Job<'_>,
) -> anyhow::Result<Summary> {
    let Scope::Given(extent) = scope else {
        bail!(
            "standard input is not a file in a git repository, so there is nothing to compare it with"
        );
    };
    let Rendering { task, mode, .. } = job.rendering;
    let format = job.rendering.output.output_format;
    let is_repair = matches!(task, Task::Repair(_));
    let is_reported = format != OutputFormat::Human;
    ensure!(
        !mode.writes() || !is_reported || is_repair && format == OutputFormat::Json,
        "standard output cannot contain both the formatted text and a report; add --check or --diff, or leave out --output-format"
    );
    if mode.writes() && !is_repair {
        job.rendering.told = told(args);
    }
    let path = args.input.stdin_filepath.as_deref();
    let bytes = read::all(io::stdin(), read::MAX_SOURCE).context("cannot read standard input")?;
    let mut reporter = Reporter::new(job.rendering, 1);
    let is_copied = is_repair || matches!(extent, Extent::Fragment(_) | Extent::Readable);
    let name = path.unwrap_or(Path::new(STDIN));
    let target = target(&mut project, path, &bytes);
    for problem in project.take_problems() {
        reporter.write(Report::of_problem(&problem))?;
    }
    let examined = target.map(|target| match target {
        Ok(target) => work::guarded(|| job.examine(&target, &bytes, &extent)),
        Err(examined) => Ok(examined),
    });
    let (has_failed, output) = match &examined {
        Some(Ok(examined)) => (examined.outcome == Outcome::Failed, &examined.output),
        Some(Err(_)) | None => (true, &None),
    };
    let text = output.as_ref().map_or(&bytes, |output| &output.bytes);
    if mode.writes() && !is_reported && (is_copied || !has_failed) {
        terminal::print(text)?;
    }
    let output = Source::decode(text)
        .ok()
        .filter(|_| is_reported && is_repair);
    let output = output.map(|output| output.text.into_owned());
    match examined {
        Some(Ok(examined)) => {
            let report = job.report(name, &bytes, examined);
            reporter.write(Report { output, ..report })?;
        }
        Some(Err(failure)) => reporter.write(Report::failed(name, failure))?,
        None => {}
    }
    Ok(reporter.finish()?)
}

/// The target for a text that may be that of the file at a path, or the outcome if it is left alone; none if the configuration is invalid.
fn target(
    project: &mut Project,
    path: Option<&Path>,
    text: &[u8],
) -> Option<Result<Target, Examination>> {
    let Some(path) = path else {
        let target = project.target(Path::new(STDIN))?;
        let how = Origin::Chosen;
        return Some(Ok(Target { how, ..target }));
    };
    project.buffer(path, Origin::Named, text)
}

/// What a filter tells besides its output, which editors take with it: errors, and what somebody asked for, which is how the text violates
/// a dialect.
fn told(args: &Args) -> Told {
    if args.style.dialect.is_some() && !args.output.quiet {
        Told::Warnings
    } else {
        Told::Errors
    }
}
