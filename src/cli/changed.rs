//! The files of a run on changes: those that git lists and a walk would find, and which part of each to format.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::git::{ChangeKind, FileChange, GitComparison, Since};
use super::part::Scope;
use crate::project::{Discovery, Target};

/// The error for a partly staged file: its formatted text would be neither what is staged nor what the file holds.
const PARTLY_STAGED: &str = "only some of the changes in this file are staged, so it is left as it is; stage the rest, or set it \
     aside with `git stash --keep-index`";

/// The error for a file with merge conflicts.
const UNMERGED: &str = "this file has merge conflicts, so it is left as it is; resolve them first";

/// A file that changed.
struct ChangedFile {
    target: Target,
    change: FileChange,
    /// The key of its work tree.
    tree: PathBuf,
}

/// Finds the changed files among or below `roots`, and the part of each to format. The keys of the result are the places of
/// the targets.
///
/// # Errors
/// Returns an error if git cannot tell what has changed.
pub fn discover(
    roots: &[PathBuf],
    since: &Since,
    discovery: &mut Discovery<'_>,
) -> anyhow::Result<HashMap<PathBuf, Scope>> {
    let mut trees: HashMap<PathBuf, WorkTree> = HashMap::new();
    let mut found = Vec::new();
    for root in roots {
        // Git lists the target of a link, not the link.
        let Ok(place) = root.canonicalize() else {
            discovery.add(root);
            continue;
        };
        let key = folder_of_repository(&place);
        if !trees.contains_key(&key) {
            trees.insert(key.clone(), WorkTree::compare(&key, since)?);
        }
        for (at, change) in trees[&key].below(&place) {
            let path = match at.strip_prefix(&place) {
                Ok(below) if at != &place => root.join(below),
                _ => root.clone(),
            };
            found.extend(discovery.find(&place, path, at).map(|target| ChangedFile {
                target,
                change: change.clone(),
                tree: key.clone(),
            }));
        }
    }
    let scopes = scopes(&trees, &found)?;
    for ChangedFile {
        target,
        change,
        tree,
    } in found
    {
        if change.kind == ChangeKind::Unmerged {
            discovery.fail(&target.path, UNMERGED);
        } else if trees[&tree].partly_staged.contains(&change.path) {
            discovery.fail(&target.path, PARTLY_STAGED);
        } else if scopes.contains_key(&target.place) {
            discovery.push(target);
        }
    }
    Ok(scopes)
}

/// The part of each file to format, by its place. A file of which only lines were deleted has none.
fn scopes(
    trees: &HashMap<PathBuf, WorkTree>,
    files: &[ChangedFile],
) -> anyhow::Result<HashMap<PathBuf, Scope>> {
    let mut scopes = HashMap::new();
    for (key, tree) in trees {
        let files = || files.iter().filter(|file| file.tree == *key);
        let changes: Vec<&FileChange> = files().map(|file| &file.change).collect();
        let mut lines = tree.comparison.lines(&changes)?;
        scopes.extend(files().filter_map(|ChangedFile { target, change, .. }| {
            let scope = match change.kind {
                ChangeKind::New => Scope::Whole,
                _ => Scope::Changed(lines.remove(&change.path).filter(|it| !it.is_empty())?),
            };
            Some((target.place.clone(), scope))
        }));
    }
    Ok(scopes)
}

/// The changes in a work tree.
struct WorkTree {
    comparison: GitComparison,
    /// Sorted by the places of the files.
    changes: Vec<(PathBuf, FileChange)>,
    /// Files with unstaged changes, if these matter.
    partly_staged: HashSet<PathBuf>,
}

impl WorkTree {
    fn compare(folder: &Path, since: &Since) -> anyhow::Result<Self> {
        let comparison = GitComparison::of(folder, since)?;
        let changes = comparison.changes()?.into_iter();
        let mut changes: Vec<_> = changes
            .map(|change| (comparison.top().join(&change.path), change))
            .collect();
        changes.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(WorkTree {
            partly_staged: comparison.partly_staged()?,
            changes,
            comparison,
        })
    }

    /// The changes of the file at `place`, or of the files below it.
    fn below(&self, place: &Path) -> &[(PathBuf, FileChange)] {
        let start = self.changes.partition_point(|(at, _)| &**at < place);
        let from_there = &self.changes[start..];
        &from_there[..from_there.partition_point(|(at, _)| at.starts_with(place))]
    }
}

/// The nearest folder at or above a place that has a repository; if there is none, the folder that contains the place.
fn folder_of_repository(place: &Path) -> PathBuf {
    let folder = match place.is_dir() {
        true => place,
        false => place.parent().unwrap_or(place),
    };
    let repository = folder
        .ancestors()
        .find(|folder| folder.join(".git").exists());
    repository.unwrap_or(folder).to_owned()
}
