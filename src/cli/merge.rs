//! `schemefmt merge`: git's merge driver. It formats the three versions of a file before git merges them, so that a branch from before
//! the project was formatted does not conflict with layout.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args as Group, ValueHint};

use super::args::up_to;
use super::context::ContextIo as _;
use super::git::{self, Merged};
use super::request::{nothing_requested, project, tell_errors};
use super::run::ExitStatus;
use super::{terminal, work, write};
use crate::project::paths::shown;
use crate::project::{Extent, How, Outcome, Target, read};

/// Git merge driver that formats all three versions first. Exit with status 1 on conflicts.
#[derive(Debug, Group)]
pub struct MergeArgs {
    /// The version that both sides started from; git's %O.
    #[arg(value_hint = ValueHint::FilePath)]
    pub base: PathBuf,

    /// Our version, which is replaced by the result; git's %A.
    #[arg(value_hint = ValueHint::FilePath)]
    pub ours: PathBuf,

    /// Their version; git's %B.
    #[arg(value_hint = ValueHint::FilePath)]
    pub theirs: PathBuf,

    /// The path that selects the configuration, git's %P; by default, that of our version.
    #[arg(value_hint = ValueHint::FilePath)]
    pub path: Option<PathBuf>,

    /// The length of the conflict markers; git's %L.
    #[arg(long, value_name = "LENGTH", default_value = "7", value_parser = up_to::<MAX_MARKER_SIZE>)]
    pub marker_size: NonZeroUsize,

    /// The labels of the conflict markers for our version, the base and their version; git's %X, %S and %Y.
    #[arg(short = 'L', long, value_name = "NAME", num_args = 3, allow_hyphen_values = true, default_values = NAMES)]
    pub labels: Vec<String>,
}

/// The maximum length of the conflict markers.
const MAX_MARKER_SIZE: usize = 1000;

/// The names of the versions, in git's order.
const NAMES: [&str; 3] = ["ours", "base", "theirs"];

/// The three versions of a text, in that order.
type Versions = Vec<Vec<u8>>;

/// Replaces our version by the merge of all three.
///
/// # Errors
/// Returns an error if a version cannot be read, if git cannot merge them, or if the result cannot be written.
pub fn run(args: &MergeArgs) -> anyhow::Result<ExitStatus> {
    let read = |path: &PathBuf| {
        read::regular(path, read::MAX_SOURCE).context_io(format!("{}: cannot read", shown(path)))
    };
    let [base, ours, theirs] = [read(&args.base)?, read(&args.ours)?, read(&args.theirs)?];
    let path = args.path.as_ref().unwrap_or(&args.ours);
    let versions = with_ends_of_ours([&ours, &base, &theirs]);
    let merged = match target(path)? {
        Some(target) => merge_formatted(&versions, &target, args),
        None => merge(&versions, args),
    };
    let merged = merged.with_context(|| shown(path))?;
    write::replace(&args.ours, &ours, &merged.text)?;
    Ok(match merged.conflicts {
        0 => ExitStatus::Success,
        _ => ExitStatus::Different,
    })
}

/// The file at `path`, if it is to be formatted.
fn target(path: &Path) -> anyhow::Result<Option<Target>> {
    let mut project = project(&nothing_requested()?)?;
    let found = project.buffer(path, How::Found, b"");
    tell_errors(&mut project);
    Ok(found.and_then(Result::ok))
}

/// Merges the versions as the formatter writes them and, if that conflicts, as they are: lines that are filled anew hold changes that
/// were lines apart.
fn merge_formatted(
    versions: &[Vec<u8>],
    target: &Target,
    args: &MergeArgs,
) -> anyhow::Result<Merged> {
    let all = versions.iter().map(|version| formatted(version, target));
    let Some(all) = all.collect::<Option<Versions>>() else {
        warn(
            target,
            "cannot format all versions; merging them as they are",
        );
        return merge(versions, args);
    };
    let mut merged = merge(&all, args)?;
    for tried in [&merged, &merge(versions, args)?] {
        if tried.conflicts == 0
            && let Some(text) = formatted(&tried.text, target)
        {
            return Ok(Merged { text, conflicts: 0 });
        }
    }
    if merged.conflicts == 0 {
        warn(target, "cannot parse the merge result");
        merged.conflicts = 1;
    }
    Ok(merged)
}

fn warn(target: &Target, what: &str) {
    terminal::message(&format!("schemefmt: {}: {what}\n", shown(&target.path)));
}

/// The formatted text of a version; none if it is left alone or cannot be formatted.
fn formatted(version: &[u8], target: &Target) -> Option<Vec<u8>> {
    let examined = work::guarded(|| Ok(target.examine(version, &Extent::Whole))).ok()?;
    match examined.outcome {
        Outcome::Unchanged => Some(version.to_owned()),
        Outcome::Changed(output) => Some(output.bytes),
        Outcome::LeftAlone(_) | Outcome::InPart(_) | Outcome::Broken(_) | Outcome::Failed => None,
    }
}

/// The versions with the line ends of ours, the first: otherwise no line would be equal.
fn with_ends_of_ours(versions: [&[u8]; 3]) -> Versions {
    let ours = line_end(versions[0]);
    let version = |version: &[u8]| match (ours, line_end(version)) {
        (Some(end), Some(other)) if other != end => {
            let lines = version.split(|byte| *byte == b'\n');
            let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
            lines.collect::<Vec<_>>().join(end)
        }
        _ => version.to_owned(),
    };
    versions.map(version).to_vec()
}

/// What ends the first line of a text, if a line feed does.
fn line_end(text: &[u8]) -> Option<&'static [u8]> {
    let first = memchr::memchr(b'\n', text)?;
    Some(if text[..first].ends_with(b"\r") {
        b"\r\n"
    } else {
        b"\n"
    })
}

/// Merges the versions line by line.
fn merge(versions: &[Vec<u8>], args: &MergeArgs) -> anyhow::Result<Merged> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let paths = NAMES.map(|name| folder.path().join(name));
    for (path, text) in paths.iter().zip(versions) {
        fs::write(path, text).context_io(format!("{}: cannot write", shown(path)))?;
    }
    git::merge(&paths, &args.labels, args.marker_size.get())
}
