//! From the arguments to the exit status.

use std::fs;
use std::io::{self, IsTerminal as _};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::CommandFactory as _;
use schemefmt::Severity;

use super::args::{Args, Command, ModeArgs, OutputArgs, StyleArgs};
use super::cache::Cache;
use super::context::ContextIo as _;
use super::debug::{self, DebugStage};
use super::excerpt::Drawn;
use super::explain::{self, Spot};
use super::part::{Asked, Scope};
use super::progress::Progress;
use super::report::{
    Action, Naming, OutputFormat, Rendering, Report, Reporter, Summary, Verbosity,
};
use super::request::request;
use super::show::{self, Reach};
use super::terminal::{self, Paint};
use super::verify_with::Witness;
use super::work::{self, Scopes, Task};
use super::{changed, completions, filter, init, suggest};
#[cfg(feature = "lsp")]
use crate::lsp;
use crate::project::paths::shown;
use crate::project::{Discovery, How, Item, Kind, Problem, Project, Request, io_message, read};

/// The exit status; the numbers are those of ruff, prettier and StyLua.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// Success: everything is done, or there was nothing to do.
    Success = 0,
    /// Something is not formatted, and the flags ask for that to be reported; or an editor has left the language server
    /// without asking it to shut down, for which the protocol has the same number.
    Different = 1,
    /// Something went wrong; everything else was done nevertheless.
    Failure = 2,
}

/// Does what the arguments ask for.
///
/// # Errors
/// Returns an error if the run as a whole cannot be done; an error in a single file is reported and counted instead.
pub fn run(args: Args) -> anyhow::Result<ExitStatus> {
    if let Some(command) = args.command {
        return other_task(command);
    }
    let mut project = project(&request(&args.config, &args.style, &args.input)?)?;
    if let Some(path) = &args.config.show_config {
        return show_config(&mut project, &args, path);
    }
    if let Some(spot) = &args.config.explain {
        return explain_at(&mut project, &args, spot);
    }
    if let Some(stage) = args.debug {
        return debug_stage(&mut project, &args.paths, stage);
    }
    let form = form(&args.mode, &args.output);
    let diff = args.mode.diff.then(|| match form.format {
        OutputFormat::Human => terminal::stdout_paint(),
        _ => Paint::Plain,
    });
    let witness = args.mode.verify_with.as_deref();
    let witness = witness.map(Witness::find).transpose()?;
    let asked = Asked::of(&args.part);
    work::silence_panics();
    let summary = match paths(&args, &asked)? {
        Paths::Stdin => {
            // A filter prints nothing but its output, and what a witness could not verify.
            let verbosity = match form.action {
                Action::Write if witness.is_none() => Verbosity::Quiet,
                _ => form.verbosity,
            };
            let path = args.input.stdin_filepath.as_deref();
            let Asked::Scope(part) = asked else {
                bail!(
                    "standard input is not a file in a git repository, so there is nothing to compare it with"
                );
            };
            ensure!(
                form.format == OutputFormat::Human || form.action != Action::Write,
                "standard output cannot hold both the formatted text and a report; add --check or --diff, or leave out --output-format"
            );
            filter::run(
                project,
                path,
                part,
                Rendering { verbosity, ..form },
                diff,
                witness,
            )?
        }
        Paths::Files(paths) => {
            let naming = if args.input.force_exclude {
                How::Found
            } else {
                How::Named
            };
            match asked {
                Asked::Scope(Scope::Fragment(_)) => {
                    bail!("--fragment applies to standard input, not to paths")
                }
                Asked::Scope(Scope::Pieces(_)) => ensure!(
                    paths.len() == 1 && !paths[0].is_dir(),
                    "--lines and --range apply to one file, or to standard input"
                ),
                _ => {}
            }
            let mut discovery = Discovery::new(&mut project, naming);
            let missing = match form.action {
                Action::Write => missing(&args.paths),
                Action::Check => Vec::new(),
            };
            // A path that does not exist is a mistake, and something quite different may have been meant.
            let parts = match asked {
                _ if !missing.is_empty() => {
                    missing.iter().for_each(|path| discovery.refuse(path));
                    Scopes::Same(Scope::Whole)
                }
                Asked::Changes(since) => {
                    Scopes::Each(changed::discover(&paths, &since, &mut discovery)?)
                }
                Asked::Scope(part) => {
                    paths.iter().for_each(|path| discovery.add(path));
                    Scopes::Same(part)
                }
            };
            let mut items = discovery.into_items();
            let cache = args.input.cache.as_ref().and_then(|folder| {
                let cache = Cache::open(folder.as_deref());
                let at = folder.as_deref().unwrap_or(Path::new("--cache"));
                let problem = |error| items.push(Item::Problem(without_cache(at, &error)));
                cache.map_err(problem).ok()
            });
            let task = Task {
                project: &project,
                form,
                diff,
                parts,
                witness,
                cache,
            };
            format_files(&items, &task, args.output.jobs)?
        }
    };
    Ok(status(&summary, &args.mode))
}

/// Where the input is.
enum Paths {
    /// On standard input.
    Stdin,
    /// In these files and folders.
    Files(Vec<PathBuf>),
}

fn paths(args: &Args, asked: &Asked) -> anyhow::Result<Paths> {
    if let Some(list) = &args.input.files0_from {
        return Ok(Paths::Files(read_list(list)?));
    }
    match args.paths.as_slice() {
        // As with git, the changes below the current folder.
        [] if matches!(asked, Asked::Changes(_)) && args.input.stdin_filepath.is_none() => {
            Ok(Paths::Files(vec![PathBuf::from(".")]))
        }
        [] if args.input.stdin_filepath.is_none() && io::stdin().is_terminal() => {
            bail!(
                "nothing to format: give files or folders, or `-` for standard input (see --help)"
            )
        }
        [] => stdin(&args.mode),
        [only] if only == Path::new("-") => stdin(&args.mode),
        paths => {
            ensure!(
                !paths.iter().any(|path| path == Path::new("-")),
                "`-` cannot be combined with other paths"
            );
            ensure!(
                args.input.stdin_filepath.is_none(),
                "--stdin-filepath applies to standard input, not to paths"
            );
            refuse_task(paths)?;
            Ok(Paths::Files(args.paths.clone()))
        }
    }
}

fn stdin(mode: &ModeArgs) -> anyhow::Result<Paths> {
    ensure!(
        !mode.write,
        "--write applies to files and folders; standard input is formatted to standard output"
    );
    Ok(Paths::Stdin)
}

/// Those of the paths that do not exist.
fn missing(paths: &[PathBuf]) -> Vec<&Path> {
    let is_missing = |path: &&Path| {
        fs::metadata(path).is_err_and(|error| {
            matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            )
        })
    };
    paths
        .iter()
        .map(PathBuf::as_path)
        .filter(is_missing)
        .collect()
}

/// The words that other tools expect before the paths, and our flag for each.
const THEIR_TASKS: [(&str, &str); 3] = [("check", "--check "), ("format", ""), ("fmt", "")];

/// Rejects such a word, if nothing exists by that name, and suggests the right command.
fn refuse_task(paths: &[PathBuf]) -> anyhow::Result<()> {
    let Some((first, rest)) = paths.split_first() else {
        return Ok(());
    };
    let task = THEIR_TASKS
        .iter()
        .find(|(word, _)| first == Path::new(word));
    let Some((word, flag)) = task.filter(|_| !missing(std::slice::from_ref(first)).is_empty())
    else {
        return Ok(());
    };
    let paths = match rest {
        [] => ".".to_owned(),
        rest => {
            let shown: Vec<String> = rest.iter().map(|path| shown(path)).collect();
            shown.join(" ")
        }
    };
    bail!(
        "there is no command `{word}`, nor a file or folder of that name; write `schemefmt {flag}{paths}`"
    )
}

/// The paths of a list whose entries end with a NUL byte; `-` is standard input.
///
/// # Errors
/// Returns an error if the list cannot be read.
fn read_list(list: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let content = || {
        if list == Path::new("-") {
            return read::all(io::stdin(), read::MOST_SOURCE);
        }
        read::bounded(list, read::MOST_SOURCE)
    };
    let bytes = content().context_io(format!("{}: cannot read the list", list.display()))?;
    let names = bytes
        .split(|&byte| byte == 0)
        .filter(|name| !name.is_empty());
    Ok(names.map(path_from_bytes).collect())
}

#[cfg(unix)]
fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The warning that the cache in this folder cannot be used, which is no reason to stop.
fn without_cache(path: &Path, error: &io::Error) -> Problem {
    let message = format!("cannot keep a cache here: {}", io_message(error));
    Problem::whole_file(Severity::Warning, "cache", path, message)
}

fn format_files(
    items: &[Item],
    task: &Task<'_>,
    jobs: Option<NonZeroUsize>,
) -> anyhow::Result<Summary> {
    let form = task.form;
    let jobs = jobs.unwrap_or_else(|| default_jobs(items.len(), form.action));
    let mut reporter = Reporter::new(form);
    let mut progress = Progress::new(items.len(), form.verbosity == Verbosity::Normal);
    let mut done = 0;
    let mut in_vain = false;
    let mut told = Ok(());
    let work = |item: &Item| -> Report {
        match item {
            Item::Target(target) => task.process(target),
            Item::Problem(problem) => Report::of_problem(problem),
        }
    };
    super::parallel::in_order(items, jobs, work, |report| {
        done += 1;
        progress.step(done);
        told = if reporter.is_silent_on(&report) {
            reporter.tell(report)
        } else {
            progress.aside(|| reporter.tell(report))
        };
        // Keep writing files even if nobody reads the reports any more.
        in_vain = reporter.is_unheard() && form.action == Action::Check;
        if told.is_err() || in_vain {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    progress.finish();
    if let Some(cache) = &task.cache
        && let Err(error) = cache.save()
    {
        let problem = without_cache(cache.folder(), &error);
        told = told.and_then(|()| reporter.tell(Report::of_problem(&problem)));
    }
    told.and_then(|()| match in_vain && done < items.len() {
        true => Ok(reporter.stop(done, items.len())),
        false => reporter.finish(),
    })
    .context("cannot write standard output")
}

/// The number of files to process in parallel by default: enough to keep the processors busy.
fn default_jobs(files: usize, action: Action) -> NonZeroUsize {
    // Counting the processors takes longer than formatting a small file.
    if files <= 1 {
        return NonZeroUsize::MIN;
    }
    let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    match action {
        Action::Check => processors,
        // A writer spends most of its time waiting for the disk.
        Action::Write => processors.saturating_mul(WRITERS),
    }
}

/// The number of files being written for each processor.
const WRITERS: NonZeroUsize = NonZeroUsize::new(4).unwrap();

fn form(mode: &ModeArgs, output: &OutputArgs) -> Rendering {
    let action = if mode.check || mode.diff || mode.list_different {
        Action::Check
    } else {
        Action::Write
    };
    let naming = match (mode.list_different, mode.check) {
        (true, _) => Naming::Path,
        (false, true) => Naming::Sentence,
        (false, false) => Naming::Not,
    };
    let verbosity = match (output.quiet, output.verbose) {
        (true, _) => Verbosity::Quiet,
        (false, true) => Verbosity::Verbose,
        (false, false) => Verbosity::Normal,
    };
    Rendering {
        format: output.output_format,
        verbosity,
        action,
        naming,
    }
}

fn status(summary: &Summary, mode: &ModeArgs) -> ExitStatus {
    let asked = mode.check || mode.diff || mode.list_different || mode.exit_non_zero_on_format;
    match summary {
        Summary { failed: 1.., .. } => ExitStatus::Failure,
        Summary { changed: 1.., .. } if asked => ExitStatus::Different,
        _ => ExitStatus::Success,
    }
}

/// The project that the request asks for; an error about it is rendered like one about a file.
fn project(request: &Request) -> anyhow::Result<Project> {
    Project::new(request).map_err(|problem| {
        let findings = Report::of_problem(&problem).findings;
        Drawn::of(findings.into_iter().map(|finding| finding.text))
    })
}

fn show_config(project: &mut Project, args: &Args, path: &Path) -> anyhow::Result<ExitStatus> {
    ensure_alone("--show-config", args)?;
    let Some(target) = project.target(path) else {
        return tell_problems(project);
    };
    let kind = if target.place.is_dir() {
        Kind::Folder
    } else {
        Kind::File
    };
    let reach = match project.excludes(&target.place, kind) {
        true => Reach::Named,
        false => Reach::Everywhere,
    };
    terminal::print(show::show(project, &target, reach).as_bytes())?;
    Ok(ExitStatus::Success)
}

/// Rejects paths for a flag that does not concern them.
fn ensure_alone(flag: &str, args: &Args) -> anyhow::Result<()> {
    if let Some(other) = args.paths.first() {
        bail!("{flag} takes one path at a time; remove `{}`", shown(other));
    }
    Ok(())
}

fn explain_at(project: &mut Project, args: &Args, spot: &Spot) -> anyhow::Result<ExitStatus> {
    ensure_alone("--explain", args)?;
    let Some(target) = project.target(&spot.path) else {
        return tell_problems(project);
    };
    let options = project.settings(&target.config, &target.place).options;
    terminal::print(explain::run(spot, &options)?.as_bytes())?;
    Ok(ExitStatus::Success)
}

fn debug_stage(
    project: &mut Project,
    paths: &[PathBuf],
    stage: DebugStage,
) -> anyhow::Result<ExitStatus> {
    let [path] = paths else {
        bail!("--debug takes exactly one file");
    };
    let Some(target) = project.target(path) else {
        return tell_problems(project);
    };
    let options = project.settings(&target.config, &target.place).options;
    terminal::print(debug::run(path, &options, stage)?.as_bytes())?;
    Ok(ExitStatus::Success)
}

/// Reports why there is no configuration.
fn tell_problems(project: &mut Project) -> anyhow::Result<ExitStatus> {
    let mut reporter = Reporter::new(Rendering {
        format: OutputFormat::Human,
        verbosity: Verbosity::Quiet,
        action: Action::Check,
        naming: Naming::Not,
    });
    for problem in project.take_problems() {
        reporter.tell(Report::of_problem(&problem))?;
    }
    reporter.finish()?;
    Ok(ExitStatus::Failure)
}

fn other_task(command: Command) -> anyhow::Result<ExitStatus> {
    let mut text = Vec::new();
    match command {
        Command::Init {
            folder,
            suggest: true,
            style,
        } => text.extend(suggested(&folder, &style)?.into_bytes()),
        Command::Init { folder, style, .. } => {
            init::ensure_none(&folder)?;
            let path = init::write(&folder, &style, &shared_patterns(&folder)?)?;
            text.extend(format!("Wrote {}\n", path.display()).into_bytes());
        }
        Command::Completions { shell } => {
            text.extend(completions::script(shell, Args::command()).into_bytes());
        }
        Command::Man => clap_mangen::Man::new(Args::command()).render(&mut text)?,
        #[cfg(feature = "lsp")]
        Command::Lsp { .. } => {
            let ended = lsp::serve().context("the connection with the editor has ended")?;
            return Ok(match ended {
                lsp::End::Agreed => ExitStatus::Success,
                lsp::End::Abrupt => ExitStatus::Different,
            });
        }
    }
    terminal::print(&text)?;
    Ok(ExitStatus::Success)
}

/// Writes to a folder the configuration that changes its files least, with the given options.
fn suggested(folder: &Path, style: &StyleArgs) -> anyhow::Result<String> {
    init::ensure_none(folder)?;
    let include = shared_patterns(folder)?;
    let mut project = project(&Request {
        include: include.clone(),
        ..nothing_requested()?
    })?;
    let mut discovery = Discovery::new(&mut project, How::Named);
    discovery.add(folder);
    let files = discovery.into_items().into_iter().filter_map(|item| {
        let Item::Target(target) = item else {
            return None;
        };
        Some(suggest::File {
            bytes: std::fs::read(&target.path).ok()?,
            settings: project.settings(&target.config, &target.place),
            width: project.stated_width(&target.config, &target.place),
        })
    });
    let files: Vec<_> = files.collect();
    ensure!(
        !files.is_empty(),
        "{}: no Scheme files here to suggest a configuration from",
        shown(folder)
    );
    let suggestion = suggest::suggest(files, style, &include, jobs(None));
    suggest::write(folder, &suggestion)
}

fn nothing_requested() -> anyhow::Result<Request> {
    let here = std::env::current_dir().context("cannot tell the current folder")?;
    Ok(Request::nothing(here))
}

/// Patterns for the files below a folder that look like Scheme but have an extension shared with other languages.
fn shared_patterns(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut project = project(&nothing_requested()?)?;
    let mut discovery = Discovery::new(&mut project, How::Named);
    discovery.add(folder);
    let endings = discovery.left_out();
    Ok(endings.map(|ending| format!("*.{ending}")).collect())
}

fn jobs(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}
