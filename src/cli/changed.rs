//! The files of a run on changes: those that git lists and a walk would find, and which part of each to format.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::git::{GitChange, GitComparison};
use super::part::Scope;
use crate::project::{Discovery, read};

/// A comparison in a work tree, and the changes that it finds, by the places of the files.
type WorkTree = (GitComparison, BTreeMap<PathBuf, GitChange>);

/// Finds the changed files among or below `roots`, and the part of each to format. The keys of the result are the places of
/// the targets.
///
/// # Errors
/// Returns an error if git fails.
pub fn discover(
    roots: &[PathBuf],
    since: Option<&str>,
    discovery: &mut Discovery<'_>,
) -> anyhow::Result<HashMap<PathBuf, Scope>> {
    let mut trees: BTreeMap<PathBuf, WorkTree> = BTreeMap::new();
    let mut scopes = HashMap::new();
    for root in roots {
        // Git lists the target of a link, not the link.
        let Ok(place) = root.canonicalize() else {
            discovery.add(root);
            continue;
        };
        let (comparison, changes) = match trees.entry(folder_of_repository(&place)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let comparison = GitComparison::of(new.key(), since)?;
                let changes = comparison.changes()?;
                new.insert((comparison, changes))
            }
        };
        let from_there = changes.range(place.clone()..);
        for (at, change) in from_there.take_while(|(at, _)| at.starts_with(&place)) {
            let path = match at.strip_prefix(&place) {
                Ok(below) if *at != place => root.join(below),
                _ => root.clone(),
            };
            let Some(target) = discovery.find(&place, path, at) else {
                continue;
            };
            let scope = match change {
                GitChange::Refused(why) => {
                    discovery.fail(&target.path, *why);
                    continue;
                }
                GitChange::New => Scope::Whole,
                GitChange::Edited(before) => Scope::Changed(comparison.lines(at, before)?),
            };
            // Of some files, only lines were deleted.
            if scope != Scope::Changed(Vec::new()) {
                scopes.insert(at.clone(), scope);
                discovery.push(target);
            }
        }
    }
    Ok(scopes)
}

/// The nearest folder at or above a place with a repository, or else the folder that contains the place.
fn folder_of_repository(place: &Path) -> PathBuf {
    let folder = if place.is_dir() {
        place
    } else {
        place.parent().unwrap_or(place)
    };
    read::work_tree_of(folder).unwrap_or(folder).to_owned()
}
