//! Patterns of file names, written as in .gitignore; the `ignore` crate's matcher is the only thing taken from it.

use std::borrow::Borrow;
use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// A longer pattern is that of no path, in bytes; what nests in one is compiled by recursion.
pub const LONGEST: usize = 4096;

/// A matcher for these patterns, which hold from `folder` down; none for no patterns.
///
/// # Errors
/// The first pattern that is none.
pub fn matcher(folder: &Path, patterns: &[String]) -> Result<Vec<Gitignore>, WrongPattern> {
    if patterns.is_empty() {
        return Ok(Vec::new());
    }
    let mut builder = GitignoreBuilder::new(folder);
    builder.allow_unclosed_class(false);
    for pattern in patterns {
        if pattern.len() > LONGEST {
            let reason = format!("it has more than {LONGEST} bytes");
            return Err(WrongPattern::new(pattern, reason));
        }
        let added = builder.add_line(None, pattern);
        added.map_err(|error| WrongPattern::new(pattern, error))?;
    }
    // All of them together, if they are too many.
    let built = builder.build();
    let matcher = built.map_err(|error| WrongPattern::new(&patterns.concat(), error))?;
    Ok(vec![matcher])
}

/// What is no pattern, and why.
#[derive(Debug, thiserror::Error)]
#[error("wrong pattern `{}`: {reason}", start(pattern))]
pub struct WrongPattern {
    /// The pattern as it was written.
    pub pattern: String,
    reason: String,
}

impl WrongPattern {
    fn new(pattern: &str, reason: impl ToString) -> Self {
        WrongPattern {
            pattern: pattern.to_owned(),
            reason: reason.to_string(),
        }
    }
}

/// As much of a pattern as a message has room for.
fn start(pattern: &str) -> &str {
    &pattern[..pattern.floor_char_boundary(200)]
}

/// Whether the last matcher with an opinion on `path`, an absolute path, takes it. A matcher has none on what is not below
/// its folder.
pub fn takes<M: Borrow<Gitignore>>(matchers: &[M], path: &Path, kind: Kind) -> bool {
    matchers
        .iter()
        .rev()
        .map(Borrow::borrow)
        .filter(|matcher| path.starts_with(matcher.path()))
        .map(|matcher| matcher.matched(path, kind == Kind::Folder))
        .find(|opinion| !opinion.is_none())
        .is_some_and(|opinion| opinion.is_ignore())
}

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything but a folder.
    File,
    /// A folder.
    Folder,
}
