//! Chooses the dialects of folders: only where it matters that they are set.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use schemefmt::{Dialect, Options, format};

use super::trial::{changed_lines, required};
use super::{Proposal, SourceFile};
use crate::project::dialects;
use crate::project::parallel::on_each;

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
    fn of(dialect: Dialect, file: &SourceFile, given: &[Proposal]) -> Effect {
        let mut options = file.options(given);
        let before = read(file, &options);
        options.dialect = dialect;
        let after = read(file, &options);
        match (&before, &after) {
            _ if before == after => Effect::Nothing,
            ((true, _), (false, _)) => Effect::Resolves,
            ((_, Some((_, before))), (_, Some((_, after)))) => Effect::LaidOut(*before, *after),
            ((_, Some(_)), (_, None)) => Effect::Fails,
            ((_, None), _) => Effect::Nothing,
        }
    }
}

/// Whether readers disagree about some part of a text, and its output with the lines of the diff; none if it cannot be formatted.
fn read(file: &SourceFile, options: &Options) -> (bool, Option<(Vec<u8>, usize)>) {
    match format(&file.bytes, options) {
        Ok(formatted) => {
            let is_ambiguous = formatted.warnings.iter().any(|it| it.code == "ambiguous");
            let lines = changed_lines(&file.bytes, &formatted);
            let is_formatted = formatted.skipped.is_none();
            (
                is_ambiguous,
                is_formatted.then_some((formatted.output, lines)),
            )
        }
        Err(error) => (error.code == "ambiguous", None),
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
            Effect::of(dialect, &files[*index], given)
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
