//! Chooses the dialects of folders: only where it matters that they are set.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use schemefmt::{Dialect, Options, format};

use super::trial::{changed_lines, on_each, required};
use super::{Proposal, SourceFile};
use crate::project::dialects;

/// How a text is read under some settings.
#[derive(PartialEq, Eq)]
struct DialectReading {
    /// Whether readers disagree about some part of it.
    is_ambiguous: bool,
    /// The output, and the lines of the diff; none if it cannot be formatted.
    formatted: Option<(Vec<u8>, usize)>,
}

impl DialectReading {
    fn of(file: &SourceFile, options: &Options) -> DialectReading {
        match format(&file.bytes, options) {
            Ok(formatted) => DialectReading {
                is_ambiguous: formatted.warnings.iter().any(|it| it.code == "ambiguous"),
                formatted: Some(formatted)
                    .filter(|it| it.skipped.is_none())
                    .map(|it| (it.output.clone(), changed_lines(&file.bytes, &it))),
            },
            Err(error) => DialectReading {
                is_ambiguous: error.code == "ambiguous",
                formatted: None,
            },
        }
    }
}

/// What setting the dialect changes about a text.
#[derive(Clone, Copy)]
enum Effect {
    Nothing,
    /// It can no longer be formatted.
    Fails,
    /// It is no longer ambiguous.
    Resolves,
    /// It is laid out otherwise, with this many lines in the diff before and after.
    LaidOut(usize, usize),
}

impl Effect {
    fn of(before: &DialectReading, after: &DialectReading) -> Effect {
        match (&before.formatted, &after.formatted) {
            _ if before == after => Effect::Nothing,
            _ if before.is_ambiguous && !after.is_ambiguous => Effect::Resolves,
            (Some((_, before)), Some((_, after))) => Effect::LaidOut(*before, *after),
            (Some(_), None) => Effect::Fails,
            (None, _) => Effect::Nothing,
        }
    }
}

/// Sets the dialects on which the files of folders agree, where a text is ambiguous without it or the diff gets smaller by as much as an
/// option must save, unless a file cannot be formatted then. `shown` has the files that show a dialect, and `given` the options that are
/// given. Returns the names of the dialects with the folders, outer folders first.
pub(super) fn choose(
    files: &mut [SourceFile],
    shown: &[(PathBuf, Dialect)],
    given: &[Proposal],
    jobs: NonZeroUsize,
) -> Vec<(PathBuf, &'static str)> {
    let mut effects = HashMap::new();
    dialects::by_folder(shown, |folder, name| {
        let Ok(dialect) = name.parse() else {
            return false;
        };
        let indices = 0..files.len();
        let inside: Vec<usize> = indices
            .filter(|index| files[*index].path.starts_with(folder))
            .collect();
        let mut unknown = inside.clone();
        unknown.retain(|index| !effects.contains_key(&(*index, name)));
        let found = on_each(&unknown, jobs, |index| {
            let file = &files[*index];
            let mut options = file.options(given);
            let without = DialectReading::of(file, &options);
            options.dialect = dialect;
            Effect::of(&without, &DialectReading::of(file, &options))
        });
        effects.extend(unknown.iter().map(|index| (*index, name)).zip(found));
        let is_inner = inside
            .iter()
            .any(|index| files[*index].settings.options.dialect != Dialect::Auto);
        let found = inside.iter().map(|index| effects[&(*index, name)]);
        let is_set = helps(found, is_inner);
        if is_set {
            for index in inside {
                files[index].settings.options.dialect = dialect;
            }
            // What was found is compared with the settings before.
            effects.clear();
        }
        is_set
    })
}

/// Whether these effects together are worth a setting, possibly inside a folder that has another one.
fn helps(effects: impl Iterator<Item = Effect>, is_inner: bool) -> bool {
    let (mut resolves, mut lines) = (false, [0, 0]);
    for effect in effects {
        match effect {
            Effect::Nothing => {}
            Effect::Fails => return false,
            Effect::Resolves => resolves = true,
            Effect::LaidOut(before, after) => lines = [lines[0] + before, lines[1] + after],
        }
    }
    let [before, after] = lines;
    after + required(before) <= before || (resolves || is_inner) && after <= before
}

/// The fewest groups of folders that can be written one after the other, later ones taking precedence, each with its dialect: folders
/// inside others come after these.
pub(crate) fn groups<'d>(
    dialects: &'d [(PathBuf, &'static str)],
) -> Vec<(&'static str, Vec<&'d Path>)> {
    let mut groups: Vec<(usize, &str, Vec<&Path>)> = Vec::new();
    for (folder, dialect) in dialects {
        let is_around =
            |(outer, _): &&(PathBuf, &str)| folder != outer && folder.starts_with(outer);
        let depth = dialects.iter().filter(is_around).count();
        let of_group = groups.iter_mut();
        match of_group
            .into_iter()
            .find(|it| (it.0, it.1) == (depth, *dialect))
        {
            Some((.., folders)) => folders.push(folder),
            None => groups.push((depth, dialect, vec![folder])),
        }
    }
    groups.sort_by_key(|(depth, ..)| *depth);
    groups
        .into_iter()
        .map(|(_, dialect, folders)| (dialect, folders))
        .collect()
}
