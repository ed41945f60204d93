//! A folder of its own for a test.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder that is gone after the test.
pub(crate) struct Folder(pub TempDir);

impl Folder {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    /// The path of something in it.
    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, in folders that are made if they are missing. Returns its path.
    pub(crate) fn write(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// The text of a file.
    pub(crate) fn read(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}
