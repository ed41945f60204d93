//! Patterns for file names, in .gitignore syntax. Only the matcher of the crate `ignore` is used.

use std::iter;
use std::path::{Component, Path};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder, Glob};

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

/// Whether the file at `path` is selected: the pattern for it decides, or else that for the nearest folder around it.
pub fn takes_below(matchers: &[Arc<Gitignore>], path: &Path) -> bool {
    let folders = path.ancestors().skip(1);
    let folders = folders.map(|folder| (folder, Kind::Folder));
    let mut steps = iter::once((path, Kind::File)).chain(folders);
    let decision = steps.find_map(|(step, kind)| last_match(matchers, step, kind));
    decision.is_some_and(|decision| decision.is_ignore())
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
            let matchers = matcher(here, &patterns).unwrap();
            assert_eq!(
                takes_below(&matchers, Path::new(file)),
                is_taken,
                "{patterns:?} {file}"
            );
        }
    }
}
