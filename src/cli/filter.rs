//! Formats standard input to standard output, in the way that editors need.

use std::io;
use std::path::Path;

use anyhow::{Context as _, ensure};

use super::part::Scope;
use super::report::{Action, Rendering, Report, Reporter, Summary, Verdict};
use super::terminal::{self, Paint};
use super::verify_with::Witness;
use super::work::{self, Scopes, Task, Work};
use crate::project::{How, Project, read};

/// The name of standard input, if no other is given.
const STDIN: &str = "<stdin>";

/// Formats a part of standard input. Text to be left alone is copied. For text that cannot be formatted there is no output,
/// so that an editor keeps what it has. A fragment that cannot be formatted is copied, because editors replace the
/// selection by the output of a filter whatever its status.
///
/// # Errors
/// Returns an error if standard input or output fails.
pub fn run(
    mut project: Project,
    path: Option<&Path>,
    part: Scope,
    form: Rendering,
    diff: Option<Paint>,
    witness: Option<Witness>,
) -> anyhow::Result<Summary> {
    let bytes = read::all(io::stdin(), read::MOST_SOURCE).context("cannot read standard input")?;
    let mut reporter = Reporter::new(form);
    let name = path.unwrap_or(Path::new(STDIN));
    let is_fragment = matches!(part, Scope::Fragment(_));
    let work = match part.extent(&bytes) {
        Ok(extent) => {
            let examined = work::guarded(|| match path {
                Some(path) => project.examine_buffer(path, How::Named, &bytes, &extent),
                None => {
                    let target = project.target(name)?;
                    Some(project.examine(&target, &bytes, &extent))
                }
            });
            for problem in project.take_problems() {
                reporter.tell(Report::of_problem(&problem))?;
            }
            let Some(examined) = examined.transpose() else {
                if is_fragment {
                    pass(form.action, &bytes)?;
                }
                return Ok(reporter.finish()?);
            };
            Work::new(name, &bytes, examined)
        }
        Err(diagnostic) => Work::failed(name, &diagnostic),
    };
    let task = Task {
        project: &project,
        form,
        diff,
        parts: Scopes::Same(part),
        witness,
        cache: None,
    };
    let work = task.witnessed(name, &bytes, work);
    if work.verdict != Verdict::Failed || is_fragment {
        let output = work.output.as_ref();
        pass(form.action, output.map_or(&bytes, |output| &output.bytes))?;
    }
    reporter.tell(task.report(name, &bytes, work))?;
    Ok(reporter.finish()?)
}

/// Writes the result, if it is wanted.
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
