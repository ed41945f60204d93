//! Patterns for file names, in .gitignore syntax. Only the matcher of the crate `ignore` is used.

use std::iter;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder, Glob};
use rustc_hash::FxHashMap;

/// The maximum length of a pattern, in bytes. No path is longer, and nesting in a pattern is compiled by recursion.
pub const MAX_LENGTH: usize = 4096;

/// A matcher for these patterns, which apply to `folder` and below; none if there are no patterns.
///
/// # Errors
/// Returns the first invalid pattern.
pub fn matcher(folder: &Path, patterns: &[String]) -> Result<Vec<Arc<Gitignore>>, InvalidPattern> {
    if patterns.is_empty() {
        return Ok(Vec::new());
    }
    let mut builder = GitignoreBuilder::new(folder);
    builder.allow_unclosed_class(false);
    for pattern in patterns {
        let wrong = |reason: String| InvalidPattern {
            pattern: pattern.clone(),
            reason,
        };
        if pattern.len() > MAX_LENGTH {
            return Err(wrong(format!("it has more than {MAX_LENGTH} bytes")));
        }
        let path = Path::new(pattern.trim_start_matches('!'));
        if let Some(Component::CurDir | Component::ParentDir) = path.components().next() {
            let reason =
                "it matches nothing; patterns are relative to the folder, and `/` stands for it";
            return Err(wrong(reason.to_owned()));
        }
        let added = builder.add_line(None, pattern);
        added.map_err(|error| wrong(error.to_string()))?;
    }
    // The patterns are too large only when taken together.
    let matcher = builder.build().map_err(|error| InvalidPattern {
        pattern: patterns.concat(),
        reason: error.to_string(),
    })?;
    Ok(vec![Arc::new(matcher)])
}

/// An invalid pattern, and why it is invalid.
#[derive(Debug, thiserror::Error)]
#[error("invalid pattern `{}`: {reason}", start(pattern))]
pub struct InvalidPattern {
    /// The pattern as it was written, or all of them.
    pub pattern: String,
    reason: String,
}

/// As much of a pattern as fits into a message.
fn start(pattern: &str) -> &str {
    &pattern[..pattern.floor_char_boundary(200)]
}

/// The pattern by which the last matcher that has one for `path`, an absolute path, selects it, if it does. A matcher does not apply
/// to paths outside its folder, nor to the folder itself.
pub fn selecting_pattern<'m>(
    matchers: &'m [Arc<Gitignore>],
    path: &Path,
    kind: Kind,
) -> Option<&'m Glob> {
    match last_match(matchers, path, kind)? {
        Match::Ignore(pattern) => Some(pattern),
        Match::None | Match::Whitelist(_) => None,
    }
}

/// What a matcher says of the file at `path`: the pattern for it decides, or else that for the nearest folder around it.
fn decision<'m>(matchers: &'m [Arc<Gitignore>], path: &Path) -> Option<Match<&'m Glob>> {
    let folders = path.ancestors().skip(1);
    let folders = folders.map(|folder| (folder, Kind::Folder));
    let mut steps = iter::once((path, Kind::File)).chain(folders);
    steps.find_map(|(step, kind)| last_match(matchers, step, kind))
}

/// Patterns that apply to a folder and below.
#[derive(Debug)]
pub struct Patterns {
    folder: PathBuf,
    patterns: Vec<String>,
    matchers: Vec<Arc<Gitignore>>,
}

impl Patterns {
    /// These patterns, relative to `folder`.
    ///
    /// # Errors
    /// Returns the first invalid pattern.
    pub fn new(folder: &Path, patterns: Vec<String>) -> Result<Self, InvalidPattern> {
        Ok(Patterns {
            folder: folder.to_owned(),
            matchers: matcher(folder, &patterns)?,
            patterns,
        })
    }
}

/// Finds those of many patterns that take a file, without asking each.
#[derive(Clone, Debug)]
pub struct PatternIndex {
    /// The indices of what takes every file.
    always: Vec<usize>,
    others: Option<Arc<SearchTree>>,
}

/// Patterns in a binary tree, in which each half has a matcher for all of its patterns.
#[derive(Debug)]
struct SearchTree {
    /// One for each folder; none if the patterns are too large together, so that each half has to be asked.
    matchers: Option<Vec<Arc<Gitignore>>>,
    inside: Parts,
}

#[derive(Debug)]
enum Parts {
    /// The indices of those with the same patterns.
    One(Vec<usize>),
    Halves(Box<[SearchTree; 2]>),
}

impl PatternIndex {
    /// Prepares the search for the indices of those that take a file: those without patterns take every one.
    pub fn new<'p>(all: impl Iterator<Item = Option<&'p Patterns>>) -> Self {
        let (mut always, mut others) = (Vec::new(), Vec::<(Vec<usize>, &Patterns)>::new());
        let mut known = FxHashMap::default();
        for (index, patterns) in all.enumerate() {
            let Some(patterns) = patterns else {
                always.push(index);
                continue;
            };
            let own = (&patterns.folder, &patterns.patterns);
            let at = *known.entry(own).or_insert(others.len());
            match others.get_mut(at) {
                Some((indices, _)) => indices.push(index),
                None => others.push((vec![index], patterns)),
            }
        }
        PatternIndex {
            always,
            others: (!others.is_empty()).then(|| Arc::new(SearchTree::new(&others))),
        }
    }

    /// The indices of those that take the file at `path`, in order.
    pub fn find(&self, path: &Path) -> Vec<usize> {
        let mut found = self.always.clone();
        if let Some(others) = &self.others {
            others.find(path, &mut found);
        }
        found.sort_unstable();
        found
    }
}

impl SearchTree {
    fn new(all: &[(Vec<usize>, &Patterns)]) -> Self {
        if let [(indices, patterns)] = all {
            return SearchTree {
                matchers: Some(patterns.matchers.clone()),
                inside: Parts::One(indices.clone()),
            };
        }
        let of_folder = |all: &[(Vec<usize>, &Patterns)]| {
            let patterns = all.iter().flat_map(|(_, it)| it.patterns.iter().cloned());
            matcher(&all[0].1.folder, &patterns.collect::<Vec<_>>()).ok()
        };
        let folders = all.chunk_by(|(_, one), (_, other)| one.folder == other.folder);
        let matchers: Option<Vec<_>> = folders.map(of_folder).collect();
        let (first, second) = all.split_at(all.len() / 2);
        SearchTree {
            matchers: matchers.map(|matchers| matchers.concat()),
            inside: Parts::Halves(Box::new([first, second].map(SearchTree::new))),
        }
    }

    fn find(&self, path: &Path, found: &mut Vec<usize>) {
        let decision = self.matchers.as_ref().map(|it| decision(it, path));
        match (&self.inside, decision) {
            (Parts::Halves(_), Some(None)) => {}
            (Parts::Halves(halves), _) => halves.iter().for_each(|half| half.find(path, found)),
            (Parts::One(indices), Some(Some(decision))) if decision.is_ignore() => {
                found.extend(indices);
            }
            (Parts::One(_), _) => {}
        }
    }
}

/// The last pattern that matches `path`, and whether it selects or excludes it.
fn last_match<'m>(
    matchers: &'m [Arc<Gitignore>],
    path: &Path,
    kind: Kind,
) -> Option<Match<&'m Glob>> {
    let of_path = |matcher: &&Arc<Gitignore>| {
        path.starts_with(matcher.path()) && path.as_os_str() != matcher.path().as_os_str()
    };
    let matchers = matchers.iter().rev().filter(of_path);
    let mut opinions = matchers.map(|matcher| matcher.matched(path, kind == Kind::Folder));
    opinions.find(|opinion| !opinion.is_none())
}

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything except a folder.
    File,
    /// A folder.
    Folder,
}

impl Kind {
    /// The kind of something that is a folder or not.
    pub fn of(is_folder: bool) -> Self {
        if is_folder { Kind::Folder } else { Kind::File }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_pattern_decides() {
        let here = Path::new("/project");
        for (patterns, file, is_taken) in [
            (&["tests/"][..], "/project/tests/deep/a.scm", true),
            (&["tests/**"], "/project/tests/deep/a.scm", true),
            (
                &["tests/", "!tests/deep/"],
                "/project/tests/deep/a.scm",
                false,
            ),
            (&["tests/", "!tests/deep/"], "/project/tests/a.scm", true),
            (&["tests/", "!a.scm"], "/project/tests/a.scm", false),
            (&["*", "!a.scm"], "/project/a.scm", false),
            (&["*", "!a.scm"], "/project/b.scm", true),
            (&["!a.scm"], "/project/b.scm", false),
            (&["*/"], "/project/a.scm", false),
            (&["*"], "/elsewhere/a.scm", false),
        ] {
            let patterns: Vec<String> = patterns.iter().map(|&it| it.to_owned()).collect();
            let own = Patterns::new(here, patterns).unwrap();
            let other = Patterns::new(Path::new("/"), vec!["/other/".to_owned()]).unwrap();
            let search = PatternIndex::new([Some(&other), None, Some(&own)].into_iter());
            let expected: &[usize] = if is_taken { &[1, 2] } else { &[1] };
            assert_eq!(
                search.find(Path::new(file)),
                expected,
                "{:?} {file}",
                own.patterns
            );
        }
    }
}
