//! Files that apply in their folder and below it, as far as the next such file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What was found in folders; each is searched once.
#[derive(Default)]
pub(super) struct Nearest<T> {
    by_folder: HashMap<PathBuf, Option<T>>,
}

impl<T: Clone> Nearest<T> {
    /// What is in a folder, an absolute path, or else in the nearest one above. `find` searches one folder.
    pub(super) fn of(
        &mut self,
        folder: &Path,
        find: &mut dyn FnMut(&Path) -> Option<T>,
    ) -> Option<T> {
        if let Some(known) = self.by_folder.get(folder) {
            return known.clone();
        }
        let found = find(folder).or_else(|| self.of(folder.parent()?, find));
        self.by_folder.insert(folder.to_owned(), found.clone());
        found
    }
}
