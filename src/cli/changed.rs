//! The files of a run on changes: those that git lists and a walk would find, and which part of each to format.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::git::{ChangeKind, FileChange, GitComparison, Since};
use super::part::Scope;
use crate::project::{Discovery, Target, read};

/// The error for a partly staged file: its formatted text would match neither the index nor the file.
const PARTLY_STAGED: &str = "only some of the changes in this file are staged, so it is left as it is; stage the rest, or set it \
     aside with `git stash --keep-index`";

/// The error for a file with merge conflicts.
const UNMERGED: &str = "unresolved merge conflicts; resolve them first";

/// Finds the changed files among or below `roots`, and the part of each to format. The keys of the result are the places of
/// the targets.
///
/// # Errors
/// Returns an error if git fails.
pub fn discover(
    roots: &[PathBuf],
    since: &Since,
    discovery: &mut Discovery<'_>,
) -> anyhow::Result<HashMap<PathBuf, Scope>> {
    let mut trees: BTreeMap<PathBuf, WorkTree> = BTreeMap::new();
    for root in roots {
        // Git lists the target of a link, not the link.
        let Ok(place) = root.canonicalize() else {
            discovery.add(root);
            continue;
        };
        let tree = match trees.entry(folder_of_repository(&place)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let tree = WorkTree::compare(new.key(), since)?;
                new.insert(tree)
            }
        };
        tree.find(root, &place, discovery);
    }
    let mut scopes = HashMap::new();
    for tree in trees.into_values() {
        tree.add_to(discovery, &mut scopes)?;
    }
    Ok(scopes)
}

/// The changes in a work tree.
struct WorkTree {
    comparison: GitComparison,
    /// By the places of the files.
    changes: BTreeMap<PathBuf, FileChange>,
    /// Files with unstaged changes, if these matter.
    partly_staged: HashSet<PathBuf>,
    /// The changed files among those that are asked about.
    found: Vec<(Target, FileChange)>,
}

impl WorkTree {
    fn compare(folder: &Path, since: &Since) -> anyhow::Result<Self> {
        let comparison = GitComparison::of(folder, since)?;
        let changes = comparison.changes()?.into_iter();
        let changes = changes.map(|change| (comparison.top().join(&change.path), change));
        Ok(WorkTree {
            changes: changes.collect(),
            partly_staged: comparison.partly_staged()?,
            comparison,
            found: Vec::new(),
        })
    }

    /// Finds the changed files at or below a root, which is at `place`.
    fn find(&mut self, root: &Path, place: &Path, discovery: &mut Discovery<'_>) {
        let from_there = self.changes.range(place.to_owned()..);
        for (at, change) in from_there.take_while(|(at, _)| at.starts_with(place)) {
            let path = match at.strip_prefix(place) {
                Ok(below) if at != place => root.join(below),
                _ => root.to_owned(),
            };
            let target = discovery.find(place, path, at);
            self.found.extend(target.map(|it| (it, change.clone())));
        }
    }

    /// Adds what was found to the files of a run, and the part of each to the scopes. A file of which only lines were deleted has none.
    fn add_to(
        self,
        discovery: &mut Discovery<'_>,
        scopes: &mut HashMap<PathBuf, Scope>,
    ) -> anyhow::Result<()> {
        let changes: Vec<&FileChange> = self.found.iter().map(|(_, change)| change).collect();
        let lines = self.comparison.lines(&changes)?;
        for (target, FileChange { path, kind }) in self.found {
            let scope = match (kind, lines.get(&path)) {
                (ChangeKind::Unmerged, _) => {
                    discovery.fail(&target.path, UNMERGED);
                    continue;
                }
                _ if self.partly_staged.contains(&path) => {
                    discovery.fail(&target.path, PARTLY_STAGED);
                    continue;
                }
                (ChangeKind::New, _) => Scope::Whole,
                (ChangeKind::Edited(_), Some(lines)) if !lines.is_empty() => {
                    Scope::Changed(lines.clone())
                }
                (ChangeKind::Edited(_), _) => continue,
            };
            scopes.insert(target.place.clone(), scope);
            discovery.push(target);
        }
        Ok(())
    }
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
