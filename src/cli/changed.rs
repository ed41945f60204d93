//! The files of a run on changes: those that git lists and a walk would find, and which part of each to format.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::git::{GitChange, GitComparison};
use super::region::Portion;
use crate::project::{Discovery, Extent, Target, read};

/// Finds the changed files among or below `roots`, and the part of each to format. The keys of the result are the absolute
/// paths of the targets.
///
/// # Errors
/// Returns an error if git fails.
pub(super) fn discover(
    roots: &[PathBuf],
    since: Option<&str>,
    discovery: &mut Discovery<'_>,
) -> anyhow::Result<HashMap<PathBuf, Extent<Portion>>> {
    let mut trees: BTreeMap<PathBuf, WorkTree> = BTreeMap::new();
    for root in roots {
        // Git lists the target of a link, not the link.
        let Ok(absolute) = root.canonicalize() else {
            discovery.add(root);
            continue;
        };
        let tree = match trees.entry(folder_of_repository(&absolute)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let comparison = GitComparison::of(new.key(), since)?;
                new.insert(WorkTree {
                    changes: comparison.changes()?,
                    comparison,
                    found: Vec::new(),
                })
            }
        };
        tree.find(root, &absolute, discovery);
    }
    let mut extents = HashMap::new();
    for tree in trees.into_values() {
        tree.add_to(discovery, &mut extents)?;
    }
    Ok(extents)
}

/// The changes in a work tree.
struct WorkTree {
    comparison: GitComparison,
    /// The changes of the files, by their absolute paths.
    changes: BTreeMap<PathBuf, GitChange>,
    /// The changed files among those that are asked about.
    found: Vec<Target>,
}

impl WorkTree {
    /// Finds the changed files at or below a root, whose absolute path is `absolute`.
    fn find(&mut self, root: &Path, absolute: &Path, discovery: &mut Discovery<'_>) {
        let from_there = self.changes.range(absolute.to_owned()..);
        for (at, _) in from_there.take_while(|(at, _)| at.starts_with(absolute)) {
            let path = match at.strip_prefix(absolute) {
                Ok(below) if at != absolute => root.join(below),
                _ => root.to_owned(),
            };
            self.found.extend(discovery.find(absolute, path, at));
        }
    }

    /// Adds what was found to the files of a run, and the part of each to the extents. A file of which only lines were deleted has none.
    fn add_to(
        self,
        discovery: &mut Discovery<'_>,
        extents: &mut HashMap<PathBuf, Extent<Portion>>,
    ) -> anyhow::Result<()> {
        let edits = self.found.iter().filter_map(|target| {
            let (absolute, change) = self.changes.get_key_value(&target.absolute_path)?;
            match change {
                GitChange::Edited(before) => Some((&**absolute, &**before)),
                GitChange::New | GitChange::Refused(_) => None,
            }
        });
        let lines = self.comparison.lines(&edits.collect::<Vec<_>>())?;
        for target in self.found {
            let absolute = &target.absolute_path;
            let extent = match (&self.changes[absolute], lines.get(absolute)) {
                (GitChange::Refused(why), _) => {
                    discovery.fail(&target.path, *why);
                    continue;
                }
                (GitChange::New, _) => Extent::Whole,
                (GitChange::Edited(_), Some(lines)) if !lines.is_empty() => {
                    Extent::Changed(lines.clone())
                }
                (GitChange::Edited(_), _) => continue,
            };
            extents.insert(absolute.clone(), extent);
            discovery.push(target);
        }
        Ok(())
    }
}

/// The nearest folder at or above an absolute path with a repository, or else the folder that contains the path.
fn folder_of_repository(absolute: &Path) -> PathBuf {
    let folder = if absolute.is_dir() {
        absolute
    } else {
        absolute.parent().unwrap_or(absolute)
    };
    read::work_tree_of(folder).unwrap_or(folder).to_owned()
}
