//! The files of a run about what changed: those that git names and a walk would find, and which part of each.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::git::{Change, ChangeKind, Comparison, Since, WorkTree};
use super::part::Scope;
use crate::project::paths::place_of;
use crate::project::{Discovery, How};

/// What is told of a file of which not everything is staged: what is formatted would be neither what is staged nor all of it.
const PARTLY_STAGED: &str = "only a part of what changed in this file is staged, so it stays as it is; stage the rest, or put it \
     aside with `git stash --keep-index`";

/// What is told of a file in the middle of a merge.
const UNMERGED: &str =
    "git has not merged this file, so it stays as it is; resolve the conflict first";

/// A file that changed.
struct Found {
    path: PathBuf,
    how: How,
    change: Change,
    /// The key of its work tree.
    tree: PathBuf,
}

/// Gathers those files below `roots`, files and folders, that changed, and says which part of each is meant; the keys are the
/// places of the targets.
///
/// # Errors
/// Whatever keeps git from telling.
pub fn discover(
    roots: &[PathBuf],
    since: &Since,
    discovery: &mut Discovery<'_>,
) -> anyhow::Result<HashMap<PathBuf, Scope>> {
    let mut trees: HashMap<PathBuf, Tree> = HashMap::new();
    let mut found = Vec::new();
    for root in roots {
        // Git tells of what a link leads to, not of the link.
        let Ok(place) = root.canonicalize() else {
            discovery.add(root);
            continue;
        };
        let key = folder_of_repository(&place);
        let tree = match trees.get(&key) {
            Some(tree) => tree,
            None => trees
                .entry(key.clone())
                .or_insert(Tree::compare(&key, since)?),
        };
        for (at, change) in tree.below(&place) {
            let (path, how) = if *at == place {
                (root.clone(), How::Named)
            } else {
                let below = at.strip_prefix(&place).unwrap_or(at);
                (root.join(below), How::Found)
            };
            if discovery.finds(&place, at) {
                let (change, tree) = (change.clone(), key.clone());
                found.push(Found {
                    path,
                    how,
                    change,
                    tree,
                });
            }
        }
    }
    let mut parts = HashMap::new();
    for (key, tree) in &trees {
        let of_tree = found.iter().filter(|file| file.tree == *key);
        let changes: Vec<&Change> = of_tree.clone().map(|file| &file.change).collect();
        let lines = tree.comparison.lines(&changes)?;
        parts.extend(of_tree.filter_map(|file| {
            let part = match file.change.kind {
                ChangeKind::New => Scope::Whole,
                // Where lines were only taken away, nothing is left that somebody wrote.
                _ => Scope::Changed(
                    lines
                        .get(&file.change.path)
                        .filter(|lines| !lines.is_empty())?
                        .clone(),
                ),
            };
            Some((place_of(&file.path), part))
        }));
    }
    for Found {
        path,
        how,
        change,
        tree,
    } in found
    {
        if change.kind == ChangeKind::Unmerged {
            discovery.fail(&path, UNMERGED.to_owned());
        } else if trees[&tree].partly_staged.contains(&change.path) {
            discovery.fail(&path, PARTLY_STAGED.to_owned());
        } else if parts.contains_key(&place_of(&path)) {
            match how {
                How::Named => discovery.add(&path),
                How::Found => discovery.add_found(path),
            }
        }
    }
    Ok(parts)
}

/// What changed in a work tree.
struct Tree {
    comparison: Comparison,
    /// By the files' places, in their order.
    changes: Vec<(PathBuf, Change)>,
    /// Files with changes that are not staged, where that matters.
    partly_staged: HashSet<PathBuf>,
}

impl Tree {
    fn compare(folder: &Path, since: &Since) -> anyhow::Result<Self> {
        let tree = WorkTree::of(folder)?;
        let comparison = tree.compare(since)?;
        let changes = comparison.changes()?.into_iter();
        let mut changes: Vec<_> = changes
            .map(|change| (tree.top().join(&change.path), change))
            .collect();
        changes.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(Tree {
            partly_staged: comparison.partly_staged()?,
            changes,
            comparison,
        })
    }

    /// The changes of the file at `place`, or of the files below it.
    fn below(&self, place: &Path) -> &[(PathBuf, Change)] {
        let start = self.changes.partition_point(|(at, _)| &**at < place);
        let from_there = &self.changes[start..];
        &from_there[..from_there.partition_point(|(at, _)| at.starts_with(place))]
    }
}

/// The nearest folder upwards from a place that has a repository, or that the place is in if there is none.
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
