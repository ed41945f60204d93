//! Standard input to standard output, as editors want it.

use std::io;
use std::path::Path;

use anyhow::{Context as _, ensure};

use super::report::{Action, Form, Report, Reporter, Summary, Verdict};
use super::terminal::{self, Paint};
use super::verify_with::Witness;
use super::work::{self, Task, Work};
use crate::project::{Project, read};

/// What standard input is called where nothing else is said.
const STDIN: &str = "<stdin>";

/// Formats standard input. Of text that is to stay as it is the same comes out; of text that cannot be formatted, nothing,
/// so that an editor keeps what it has.
///
/// # Errors
/// Standard input or output that fails.
pub fn run(
    mut project: Project,
    path: Option<&Path>,
    form: Form,
    diff: Option<Paint>,
    witness: Option<Witness>,
) -> anyhow::Result<Summary> {
    let bytes = read::all(io::stdin(), read::MOST_SOURCE).context("cannot read standard input")?;
    let mut reporter = Reporter::new(form);
    let name = path.unwrap_or(Path::new(STDIN));
    let examined = work::guarded(|| match path {
        Some(path) => project.examine_buffer(path, &bytes),
        None => Some(project.target(name)?).map(|target| project.examine(&target, &bytes)),
    });
    for problem in project.take_problems() {
        reporter.tell(Report::of_problem(&problem))?;
    }
    let Some(examined) = examined.transpose() else {
        return Ok(reporter.finish()?);
    };
    let work = Work::new(name, &bytes, examined);
    let task = Task {
        project: &project,
        form,
        diff,
        witness,
    };
    let work = task.witnessed(name, &bytes, work);
    if work.verdict != Verdict::Failed {
        let output = work.output.as_ref();
        pass(form.action, output.map_or(&bytes, |output| &output.bytes))?;
    }
    reporter.tell(task.report(name, &bytes, work))?;
    Ok(reporter.finish()?)
}

/// Writes the result, if it was asked for.
fn pass(action: Action, bytes: &[u8]) -> anyhow::Result<()> {
    if action == Action::Write {
        ensure!(
            !terminal::is_closed(),
            "cannot write standard output: it is closed"
        );
        terminal::print(bytes)?;
    }
    Ok(())
}
