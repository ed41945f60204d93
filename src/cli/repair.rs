//! `schemefmt repair`: puts brackets right where the indentation leaves no doubt, and formats nothing.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::{Args as Group, ValueHint};

use schemefmt::internals::text::source::Source;
use schemefmt::{Diagnostic, Options, Severity, Verdict as Outcome, repair, repair_ranges};

use super::args::{ConfigArgs, InputArgs, OutputArgs, StyleArgs};
use super::part::{Portion, Scope};
use super::report::{
    Deed, Finding, Listing, Mode, OutputFormat, Rendering, Report, Reporter, Verdict,
};
use super::request::{project, request};
use super::run::ExitStatus;
use super::span::LineSpan;
use super::{diff, terminal, work, write};
use crate::project::{Discovery, Extent, How, Problem, Target, io_message, read};

/// Put brackets right where the indentation leaves no doubt; format nothing. Exit with status 2 if anything could not be repaired.
#[derive(Debug, Group)]
pub struct RepairArgs {
    /// Files and folders to repair; `-` for standard input, which is repaired to standard output.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath, required = true)]
    pub paths: Vec<PathBuf>,

    /// Say what would be repaired, without writing; exit with status 1 if anything would be.
    #[arg(short, long)]
    pub check: bool,

    /// Show what would be repaired as a unified diff, without writing; exit with status 1 if anything would be.
    #[arg(short, long)]
    pub diff: bool,

    /// Repair only the forms that touch these lines, counted from 1, such as 10-20,31 or 40-.
    #[arg(
        long,
        value_name = "LINES",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub lines: Vec<LineSpan>,

    /// Where the input comes from.
    #[command(flatten)]
    pub input: InputArgs,
    /// Where the configuration comes from.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Options, of which only the dialect matters here.
    #[command(flatten)]
    pub style: StyleArgs,
    /// How results are reported.
    #[command(flatten)]
    pub output: OutputArgs,
}

impl RepairArgs {
    /// What to do with the results.
    fn rendering(&self) -> Rendering {
        let mode = super::args::ModeArgs {
            check: self.check,
            diff: self.diff,
            list_different: false,
            print0: false,
            write: false,
            exit_non_zero_on_format: false,
            verify_with: None,
        };
        Rendering {
            listing: Listing::Nothing,
            deed: Deed::Repair,
            ..Rendering::of(&mode, &self.output)
        }
    }

    fn scope(&self) -> Scope {
        match self.lines.is_empty() {
            true => Scope::Whole,
            false => Scope::Portions(self.lines.iter().copied().map(Portion::Lines).collect()),
        }
    }
}

/// Does what the arguments ask for.
///
/// # Errors
/// Returns an error if the run as a whole cannot be done; what cannot be repaired is reported.
pub fn run(args: &RepairArgs) -> anyhow::Result<ExitStatus> {
    ensure!(
        args.config.show_config.is_none() && args.config.explain.is_none(),
        "--show-config and --explain do not repair; leave out `repair`"
    );
    let mut project = project(&request(&args.config, &args.style, &args.input)?)?;
    let rendering = args.rendering();
    work::silence_panics();
    let is_stdin = args.paths[..] == [PathBuf::from("-")];
    if is_stdin {
        let name = args.input.stdin_filepath.as_deref();
        let target = project.target(name.unwrap_or(Path::new("<stdin>")));
        let problems = project.take_problems();
        let Some(target) = target.filter(|_| problems.is_empty()) else {
            let mut reporter = Reporter::new(rendering, problems.len());
            for problem in &problems {
                reporter.tell(Report::of_problem(problem))?;
            }
            reporter.finish()?;
            return Ok(ExitStatus::Failure);
        };
        return stdin(args, &target, rendering);
    }
    ensure!(
        !args.paths.contains(&PathBuf::from("-")),
        "`-` cannot be combined with other paths"
    );
    if !args.lines.is_empty() && (args.paths.len() > 1 || args.paths[0].is_dir()) {
        bail!("--lines applies to one file, or to standard input");
    }
    let naming = match args.input.force_exclude {
        true => How::Found,
        false => How::Named,
    };
    let mut discovery = Discovery::new(&mut project, naming);
    args.paths.iter().for_each(|path| discovery.add(path));
    let items: Vec<Result<Target, Problem>> = discovery.into_items();
    let mut reporter = Reporter::new(rendering, items.len());
    for item in &items {
        reporter.tell(match item {
            Ok(target) => in_place(args, target, rendering),
            Err(problem) => Report::of_problem(problem),
        })?;
    }
    let summary = reporter.finish().context("cannot write standard output")?;
    Ok(status(summary.failed, summary.changed, rendering.mode))
}

fn status(failed: usize, changed: usize, mode: Mode) -> ExitStatus {
    match (failed, changed, mode) {
        (1.., ..) => ExitStatus::Failure,
        (0, 1.., Mode::Check) => ExitStatus::Different,
        _ => ExitStatus::Success,
    }
}

/// Repairs standard input to standard output. What cannot be repaired is copied as it is.
fn stdin(args: &RepairArgs, target: &Target, rendering: Rendering) -> anyhow::Result<ExitStatus> {
    ensure!(
        rendering.format == OutputFormat::Human || rendering.mode == Mode::Check,
        "standard output cannot hold both the repaired text and a report; add --check or --diff, or leave out --output-format"
    );
    let bytes = read::all(io::stdin(), read::MOST_SOURCE).context("cannot read standard input")?;
    let Attended {
        report,
        output,
        is_left,
    } = guarded(&target.path, || attended(args, target, &bytes, rendering));
    if rendering.mode == Mode::Write {
        terminal::print(output.as_deref().unwrap_or(&bytes))?;
    }
    let has_failed = is_left || report.verdict == Verdict::Failed;
    let mut reporter = Reporter::new(rendering, 1);
    reporter.tell(report)?;
    let summary = reporter.finish()?;
    Ok(status(
        usize::from(has_failed),
        summary.changed,
        rendering.mode,
    ))
}

/// Repairs a file in place.
fn in_place(args: &RepairArgs, target: &Target, rendering: Rendering) -> Report {
    let path = &target.path;
    let failed = |message: String| {
        let error = Diagnostic::whole(Severity::Error, "io", message);
        Attended::failed(path, Finding::of_all(&[error], "", path)).report
    };
    let bytes = match read::regular(path, read::MOST_SOURCE) {
        Ok(bytes) => bytes,
        Err(error) => return failed(format!("cannot read: {}", io_message(&error))),
    };
    let attended = guarded(path, || attended(args, target, &bytes, rendering));
    if let (Mode::Write, Some(output)) = (rendering.mode, &attended.output)
        && let Err(error) = write::replace(path, &bytes, output)
    {
        return failed(format!("{error:#}"));
    }
    attended.report
}

/// What came of a text.
struct Attended {
    report: Report,
    /// The repaired text, if anything is repaired.
    output: Option<Vec<u8>>,
    /// Whether a form is left alone.
    is_left: bool,
}

impl Attended {
    fn failed(path: &Path, findings: Vec<Finding>) -> Self {
        Attended {
            report: Report::new(path, Verdict::Failed, findings),
            output: None,
            is_left: true,
        }
    }
}

fn guarded(path: &Path, work: impl FnOnce() -> Attended) -> Attended {
    work::guarded(work)
        .unwrap_or_else(|bug| Attended::failed(path, Finding::of_all(&[bug], "", path)))
}

fn attended(args: &RepairArgs, target: &Target, bytes: &[u8], rendering: Rendering) -> Attended {
    let path = &target.path;
    let options: Options = target.settings().options;
    let repaired = match args.scope().extent(bytes) {
        Ok(Extent::Ranges(ranges)) => repair_ranges(bytes, &ranges, &options),
        Ok(_) => repair(bytes, &options),
        Err(error) => Err(error),
    };
    let repaired = match repaired {
        Ok(repaired) => repaired,
        Err(error) => return Attended::failed(path, Finding::of_all(&[error], "", path)),
    };
    let mut is_left = false;
    let mut said: Vec<Diagnostic> = Vec::new();
    for outcome in &repaired.verdicts {
        match outcome {
            Outcome::Repaired(proposal) => said.extend(proposal.changes.iter().cloned()),
            Outcome::LeftAlone(reason, _) => {
                is_left = true;
                said.push(reason.clone());
            }
            _ => {}
        }
    }
    let mut findings = Finding::of_all(&said, &Source::to_show(bytes), path);
    let made = repaired
        .verdicts
        .iter()
        .filter_map(|outcome| match outcome {
            Outcome::Repaired(proposal) => Some(&proposal.edits),
            _ => None,
        });
    let told = findings
        .iter_mut()
        .filter(|finding| finding.code == "repaired");
    for (finding, edit) in told.zip(made.flatten()) {
        finding.replacement = Some(String::from_utf8_lossy(&edit.text).into_owned());
    }
    let output = (repaired.output != bytes).then_some(repaired.output);
    let verdict = match (is_left, &output) {
        (true, _) => Verdict::Failed,
        (false, Some(_)) => Verdict::Changed,
        (false, None) => Verdict::Unchanged,
    };
    let mut report = Report::new(path, verdict, findings);
    if let (Some(paint), Some(output)) = (rendering.diff, &output) {
        report.diff = diff::unified(path, bytes, output, paint);
    }
    Attended {
        report,
        output,
        is_left,
    }
}
