//! The dialects that the files of a project show, for its configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemefmt::internals::config::settings::Settings;
use schemefmt::{Dialect, Reason, format_range};

/// The fewest files that speak for a folder.
const MIN_FILES: usize = 3;

/// The dialect that a text shows, if it does.
pub(crate) fn shown(text: &[u8], settings: &Settings) -> Option<Dialect> {
    let read = format_range(text, &[], &settings.options).ok()?.dialect;
    let is_shown = matches!(read.reason, Reason::Text(_) | Reason::FileName(_));
    is_shown.then_some(read.dialect)
}

/// How many files show each dialect, by its name.
type FilesByDialect = BTreeMap<&'static str, usize>;

/// The dialect that nine in ten of the files show that show one.
fn agreed(counts: &FilesByDialect) -> Option<&'static str> {
    let all: usize = counts.values().sum();
    let (name, count) = counts.iter().max_by_key(|(_, count)| **count)?;
    (*count >= MIN_FILES && 10 * count >= 9 * all).then_some(*name)
}

/// The names of the dialects on which the files of folders agree, unless it is that of a folder around them or not to be `set` for the
/// folder; outer folders come first. The paths are relative to the project, which is the empty path itself.
pub(crate) fn by_folder(
    shown: &[(PathBuf, Dialect)],
    mut set: impl FnMut(&Path, &'static str) -> bool,
) -> Vec<(PathBuf, &'static str)> {
    let mut counts: BTreeMap<&Path, FilesByDialect> = BTreeMap::new();
    for (path, dialect) in shown {
        for folder in path.ancestors().skip(1) {
            let counts = counts.entry(folder).or_default();
            *counts.entry(dialect.name()).or_default() += 1;
        }
    }
    let mut found: Vec<(PathBuf, &'static str)> = Vec::new();
    for (folder, counts) in counts {
        let around = found.iter().rfind(|(outer, _)| folder.starts_with(outer));
        let around = around.map(|(_, dialect)| *dialect);
        let dialect = agreed(&counts).filter(|it| Some(*it) != around);
        if let Some(dialect) = dialect.filter(|it| set(folder, it)) {
            found.push((folder.to_owned(), dialect));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_differ_have_a_dialect_of_their_own() {
        let all = |parts: &[(&str, usize, Dialect)]| -> Vec<(PathBuf, Dialect)> {
            let parts = parts.iter();
            let files = parts.flat_map(|(folder, count, dialect)| {
                let path = move |number| Path::new(folder).join(format!("{number}.{dialect}"));
                (0..*count).map(move |number| (path(number), *dialect))
            });
            files.collect()
        };
        let guile = ("", 27, Dialect::Guile);
        let found = |parts: &[_]| by_folder(&all(parts), |_, _| true);
        let path = PathBuf::from;
        assert_eq!(
            found(&[guile, ("a/b", 3, Dialect::Racket)]),
            [(path(""), "guile"), (path("a"), "racket")]
        );
        assert_eq!(
            found(&[guile, ("a", 2, Dialect::Racket)]),
            [(path(""), "guile")]
        );
        let mixed = [guile, ("a", 4, Dialect::Racket), ("a/c", 9, Dialect::Guile)];
        assert_eq!(found(&mixed), [(path(""), "guile")]);
        let only_below = |folder: &Path, _: &str| folder != path("");
        assert_eq!(
            by_folder(&all(&mixed), only_below),
            [(path("a/c"), "guile")]
        );
        assert_eq!(
            found(&[("a", 5, Dialect::Chez), ("b", 5, Dialect::Gauche)]),
            [(path("a"), "chez"), (path("b"), "gauche")]
        );
    }
}
