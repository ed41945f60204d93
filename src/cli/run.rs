//! From the arguments to the exit status.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};

use super::args::{Args, Command};
use super::input::{Input, is_missing};
use super::region::Portion;
use super::report::{ExitStatus, Rendering, Report, Reporter, Summary, Task, Told};
use super::request::{project, request, tell_errors};
use super::scope::{Scope, command_for};
use super::work::Job;
use super::{changed, completions, explain, filter, init, manual, merge, show, terminal};
#[cfg(feature = "lsp")]
use crate::lsp;
use crate::project::parallel::{in_order, processors};
use crate::project::paths::shown;
use crate::project::schema::schema;
use crate::project::{Discovery, Extent, Origin, Problem, Project, Target};

/// Does what the arguments ask for.
///
/// # Errors
/// Returns an error if the run as a whole cannot be done; an error in a single file is reported and counted instead.
pub(super) fn run(args: Args) -> anyhow::Result<ExitStatus> {
    match args.command {
        Some(command) => other_command(command),
        None => perform(&args, Task::Format),
    }
}

/// Does this to the files or the text that the arguments name, or answers a question about them.
fn perform(args: &Args, task: Task) -> anyhow::Result<ExitStatus> {
    terminal::set_color(args.output.color);
    let project = project(&request(&args.config, &args.style, &args.input)?)?;
    if let Some(path) = &args.question.show_config {
        ensure_no_paths("--show-config", &args.paths)?;
        return tell_about(project, path, |project, target| {
            Ok(show::show(project, target))
        });
    }
    if let Some(spot) = &args.question.explain {
        ensure_no_paths("--explain", &args.paths)?;
        return tell_about(project, &spot.path, |_, target| {
            ensure_program("--explain", target)?;
            let config = target.config.config.path.as_deref();
            explain::line(spot, config, &target.settings().options)
        });
    }
    if let Some(stage) = args.debug {
        let [path] = &args.paths[..] else {
            bail!("--debug takes exactly one file");
        };
        return tell_about(project, path, |_, target| {
            ensure_program("--debug", target)?;
            explain::stage(path, &target.settings().options, stage)
        });
    }
    let job = Job {
        rendering: Rendering {
            task,
            mode: &args.mode,
            output: &args.output,
            told: if args.output.quiet {
                Told::Errors
            } else {
                Told::Everything
            },
        },
        command: command_for(task, &args.part, &args.paths),
    };
    let scope = Scope::of(&args.part);
    let summary = match Input::of(args, &scope)? {
        Input::Stdin => filter::run(project, args, scope, job)?,
        Input::Paths(paths) => {
            let items = discover(project, &paths, scope, args)?;
            work_on(&items, &job, args.output.jobs)?
        }
    };
    Ok(ExitStatus::of(&summary, &args.mode))
}

/// A file to format and which part of it, or why there is none.
type WorkItem = Result<(Target, Extent<Portion>), Problem>;

/// Finds the files to format, and which part of each. What else the project holds is dropped: the work needs the memory.
fn discover(
    mut project: Project,
    paths: &[PathBuf],
    scope: Scope,
    args: &Args,
) -> anyhow::Result<Vec<WorkItem>> {
    match scope {
        Scope::Given(Extent::Fragment(_)) => {
            bail!("--fragment applies to standard input, not to paths")
        }
        Scope::Given(Extent::Ranges(_)) => ensure!(
            paths.len() == 1 && !paths[0].is_dir(),
            "--lines and --range apply to one file, or to standard input"
        ),
        _ => {}
    }
    let naming = if args.input.force_exclude {
        Origin::Found
    } else {
        Origin::Named
    };
    let mut discovery = Discovery::new(&mut project, naming);
    let (mut extents, mut others) = (HashMap::new(), Extent::Whole);
    let missing: Vec<&PathBuf> = args.paths.iter().filter(|path| is_missing(path)).collect();
    match scope {
        // A path that does not exist is a mistake, and something quite different may have been meant.
        _ if args.mode.writes() && !missing.is_empty() => {
            for path in missing {
                discovery.fail(path, "no such file or folder; nothing was written");
            }
        }
        Scope::Changes(since) => {
            extents = changed::discover(paths, since.as_deref(), &mut discovery)?
        }
        Scope::Given(extent) => {
            paths.iter().for_each(|path| discovery.add(path));
            others = extent;
        }
    }
    if args.output.verbose {
        for (path, reason) in discovery.skipped() {
            terminal::message(&format!("Skipped: {} ({reason})\n", shown(path)));
        }
    }
    let with_extent = |target: Target| {
        let extent = extents.get(&target.absolute_path).unwrap_or(&others);
        (target, extent.clone())
    };
    let items = discovery.into_items().into_iter();
    Ok(items.map(|item| item.map(with_extent)).collect())
}

fn work_on(
    items: &[WorkItem],
    job: &Job<'_>,
    threads: Option<NonZeroUsize>,
) -> anyhow::Result<Summary> {
    let is_writing = job.rendering.mode.writes();
    let threads = threads.unwrap_or_else(|| default_threads(items.len(), is_writing));
    let mut reporter = Reporter::new(job.rendering, items.len());
    let mut written = Ok(());
    let work = |item: &WorkItem| match item {
        Ok((target, extent)) => job.process(target, extent),
        Err(problem) => Report::of_problem(problem),
    };
    in_order(items, threads, work, |report| {
        written = reporter.write(report);
        // Keep writing files even after the reader of the reports has gone.
        let is_pointless = reporter.is_output_closed() && !is_writing;
        if written.is_err() || is_pointless {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let summary = written
        .and_then(|()| reporter.finish())
        .context("cannot write standard output")?;
    if let (false, 1.., Some(command)) = (is_writing, summary.changed, &job.command)
        && job.rendering.told == Told::Everything
    {
        terminal::message(&format!("To fix only these changes, run: {command}\n"));
    }
    Ok(summary)
}

/// The number of files to process in parallel by default: enough to use all processors.
fn default_threads(files: usize, is_writing: bool) -> NonZeroUsize {
    // Counting the processors takes longer than formatting a small file.
    if files <= 1 {
        return NonZeroUsize::MIN;
    }
    if is_writing {
        // A writer spends most of its time waiting for the disk.
        return processors().saturating_mul(WRITERS);
    }
    processors()
}

/// The number of files being written for each processor.
const WRITERS: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// Rejects paths for a flag that takes its own.
fn ensure_no_paths(flag: &str, paths: &[PathBuf]) -> anyhow::Result<()> {
    match paths {
        [] => Ok(()),
        [other, ..] => bail!("{flag} takes one path at a time; remove `{}`", shown(other)),
    }
}

/// Rejects a document for a flag that does not concern it.
fn ensure_program(flag: &str, target: &Target) -> anyhow::Result<()> {
    ensure!(
        target.notation().is_none(),
        "{flag} does not support documents: `{}`",
        shown(&target.path)
    );
    Ok(())
}

/// Prints a text about one file, or why there is no configuration for it.
fn tell_about(
    mut project: Project,
    path: &Path,
    text: impl FnOnce(&mut Project, &Target) -> anyhow::Result<String>,
) -> anyhow::Result<ExitStatus> {
    let Some(target) = project.target(path) else {
        tell_errors(&project.take_problems());
        return Ok(ExitStatus::Failure);
    };
    terminal::print(text(&mut project, &target)?.as_bytes())?;
    Ok(ExitStatus::Success)
}

fn other_command(command: Command) -> anyhow::Result<ExitStatus> {
    let text = match command {
        Command::Init(args) => init::run(&args)?.into_bytes(),
        Command::Repair(args) => {
            let task = Task::Repair(args.accept());
            return perform(&Args::from(*args), task);
        }
        Command::Merge(args) => return merge::run(&args),
        Command::Completions { shell } => completions::script(&shell)?,
        Command::Man { command } => manual::page(command.as_deref())?,
        Command::Schema => format!("{:#}\n", schema()).into_bytes(),
        #[cfg(feature = "lsp")]
        Command::Lsp { .. } => {
            let ended = lsp::serve().context("lost the connection to the editor")?;
            return Ok(match ended {
                lsp::End::Agreed => ExitStatus::Success,
                lsp::End::Abrupt => ExitStatus::Different,
            });
        }
    };
    terminal::print(&text)?;
    Ok(ExitStatus::Success)
}
