//! Which files and folders a walk skips: by .gitignore and .schemefmtignore, because they are hidden, or because they are
//! other people's.

use std::ffi::OsStr;
use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::patterns::Kind;

/// Whether ignore files are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoreFiles {
    /// They are.
    Read,
    /// They are not (`--no-ignore`).
    Pass,
}

/// The names of ignore files; what the later one says wins.
const GITIGNORE: &str = ".gitignore";
const OWN: &str = ".schemefmtignore";

/// Folders of other people's code.
const VENDORED: [&str; 6] = [
    "node_modules",
    "bower_components",
    "vendor",
    "vendored",
    "third_party",
    "third-party",
];

/// Whether this name alone, below the folder that was named, is a reason to skip.
pub fn is_hidden_or_vendored(name: &OsStr, kind: Kind) -> bool {
    let hidden = name.as_encoded_bytes().starts_with(b".");
    hidden || (kind == Kind::Folder && VENDORED.iter().any(|vendored| name == *vendored))
}

impl IgnoreFiles {
    /// The ignore files that stand in `folder`, an absolute path.
    pub fn of(self, folder: &Path) -> Vec<Gitignore> {
        match self {
            IgnoreFiles::Read => [GITIGNORE, OWN]
                .iter()
                .filter_map(|name| read(folder, &folder.join(name)))
                .collect(),
            IgnoreFiles::Pass => Vec::new(),
        }
    }

    /// The ignore files above `folder`, an absolute path, the outermost first. A .gitignore counts as git has it: from the
    /// work tree's top down, with the user's own ignores and those of the repository before.
    pub fn above(self, folder: &Path) -> Vec<Gitignore> {
        if self == IgnoreFiles::Pass {
            return Vec::new();
        }
        let top = folder
            .ancestors()
            .find(|ancestor| ancestor.join(".git").exists());
        let mut found = Vec::new();
        if let Some(top) = top {
            found.push(Gitignore::global().0);
            found.extend(read(top, &top.join(".git/info/exclude")));
        }
        let mut above: Vec<&Path> = folder.ancestors().skip(1).collect();
        above.reverse();
        for ancestor in above {
            if top.is_some_and(|top| ancestor.starts_with(top)) {
                found.extend(read(ancestor, &ancestor.join(GITIGNORE)));
            }
            found.extend(read(ancestor, &ancestor.join(OWN)));
        }
        found
    }
}

/// The matcher of an ignore file. As in git, a line that is no pattern is passed over.
fn read(folder: &Path, file: &Path) -> Option<Gitignore> {
    if !file.is_file() {
        return None;
    }
    let mut builder = GitignoreBuilder::new(folder);
    builder.add(file);
    builder.build().ok().filter(|matcher| !matcher.is_empty())
}
