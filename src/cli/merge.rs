//! `schemefmt merge`: git's merge driver. It formats the three versions of a file before git merges them, so that a branch from before
//! the project was formatted does not conflict with layout.

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use schemefmt::Options;
use schemefmt::internals::syntax::recover;
use schemefmt::internals::text::source::without_mark;
use schemefmt::options::LineBreaks;

use super::args::{MergeArgs, VERSION_NAMES};
use super::failure::ContextIo as _;
use super::git::{self, Merged};
use super::report::ExitStatus;
use super::request::{nothing_requested, project, tell_errors};
use super::{terminal, work, write};
use crate::project::paths::shown;
use crate::project::{Extent, Origin, Outcome, Target, read};

/// The three versions of a text, in that order.
type Versions = Vec<Vec<u8>>;

/// Replaces our version by the merge of all three.
///
/// # Errors
/// Returns an error if a version cannot be read, if git cannot merge them, or if the result cannot be written.
pub(super) fn run(args: &MergeArgs) -> anyhow::Result<ExitStatus> {
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
    let found = project.buffer(path, Origin::Found, b"");
    tell_errors(&project.take_problems());
    Ok(found.and_then(Result::ok))
}

/// Merges the versions as the formatter writes them. If that conflicts, they are tried as they are, and with an item on each line: a
/// line that is filled anew holds changes that were lines apart.
fn merge_formatted(
    versions: &[Vec<u8>],
    target: &Target,
    args: &MergeArgs,
) -> anyhow::Result<Merged> {
    let layouts: [&dyn Fn() -> Option<Versions>; 3] = [
        &|| all_formatted(versions, target),
        &|| Some(versions.to_vec()),
        &|| item_by_item(versions, target),
    ];
    let mut first = None;
    for layout in layouts {
        let Some(versions) = layout() else {
            break;
        };
        let merged = merge(&versions, args)?;
        if merged.conflicts == 0
            && let Some(text) = formatted(&merged.text, target)
        {
            return Ok(Merged { text, ..merged });
        }
        first.get_or_insert(merged);
    }
    let Some(mut merged) = first else {
        warn(
            target,
            "cannot format all versions; merging them as they are",
        );
        return merge(versions, args);
    };
    if merged.conflicts == 0 {
        warn(target, "cannot parse the merge result");
        merged.conflicts = 1;
    }
    Ok(merged)
}

/// All versions, formatted; none if one of them cannot be.
fn all_formatted(versions: &[Vec<u8>], target: &Target) -> Option<Versions> {
    let all = versions.iter().map(|version| formatted(version, target));
    all.collect()
}

/// All versions, formatted, with every item on its own line in those top-level forms that differ between them. The other forms stay, since
/// this would undo their rows and aligned values. None if a version cannot be formatted, or if its lines would stay, as in the prose of a
/// document.
fn item_by_item(versions: &[Vec<u8>], target: &Target) -> Option<Versions> {
    let mut options = target.settings().options;
    if options.style.line_breaks == LineBreaks::Keep || target.notation().is_some() {
        return None;
    }
    let versions = all_formatted(versions, target)?;
    let texts = versions.iter().map(|version| {
        let forms = top_level_forms(version, &options)?.into_iter();
        Some(forms.map(|form| &version[form]).collect())
    });
    let texts: Vec<HashSet<&[u8]>> = texts.collect::<Option<_>>()?;
    let is_common = |form: &[u8]| texts.iter().all(|forms| forms.contains(form));
    options.style.line_width = 0.into();
    let broken = versions.iter().map(|version| {
        let mut forms = top_level_forms(version, &options)?;
        forms.retain(|form| !is_common(&version[form.clone()]));
        let formatted = work::guarded(|| schemefmt::format_range(version, &forms, &options));
        Some(formatted.ok()?.output)
    });
    broken.collect()
}

/// The spans of the top-level forms of a text in UTF-8.
fn top_level_forms(text: &[u8], options: &Options) -> Option<Vec<Range<usize>>> {
    let switches = schemefmt::format(text, options).ok()?.switches;
    let rest = without_mark(text);
    let mark = text.len() - rest.len();
    let tree = recover::parse(std::str::from_utf8(rest).ok()?, switches);
    let forms = tree.top_level().map(|form| &tree.nodes[form]);
    let spans = forms.map(|form| mark + form.start as usize..mark + form.end as usize);
    Some(spans.collect())
}

fn warn(target: &Target, what: &str) {
    terminal::message(&format!("schemefmt: {}: {what}\n", shown(&target.path)));
}

/// The formatted text of a version; none if it is left alone or cannot be formatted.
fn formatted(version: &[u8], target: &Target) -> Option<Vec<u8>> {
    let examined = work::guarded(|| Ok(target.examine(version, &Extent::Whole))).ok()?;
    match examined.outcome {
        Outcome::Unchanged => Some(version.to_owned()),
        Outcome::Changed => examined.output.map(|output| output.bytes),
        Outcome::LeftAlone { .. } | Outcome::Unrepaired | Outcome::Failed => None,
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
    let paths = VERSION_NAMES.map(|name| folder.path().join(name));
    for (path, text) in paths.iter().zip(versions) {
        fs::write(path, text).context_io(format!("{}: cannot write", shown(path)))?;
    }
    git::merge(&paths, &args.labels, args.marker_size.get())
}
