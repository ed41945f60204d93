//! What `.editorconfig` says that has a meaning here: `max_line_length` and `end_of_line`.
//!
//! The file is shared by many tools, so a value that means nothing here (`max_line_length = off`, `end_of_line = cr`) is no
//! error but not there. Indentation is what the style is about and is not taken from it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ec4rs::{ConfigFile, Properties, PropertiesSource as _, Section};

use super::config::{Assignment, Origin};
use super::settings::{self, Settings, Value};

/// Its names and ours.
const PROPERTIES: [(&str, &str); 2] = [
    ("max_line_length", "line-width"),
    ("end_of_line", "end-of-line"),
];

/// What the files are called.
const NAME: &str = ".editorconfig";

/// Finds what holds in any folder; reads each file once.
#[derive(Default)]
pub struct EditorConfigs {
    /// The files that hold in a folder, the outermost first.
    by_folder: HashMap<PathBuf, Vec<Arc<File>>>,
}

/// One file.
struct File {
    folder: PathBuf,
    /// Whether those further out do not hold.
    is_root: bool,
    /// None where there is something wrong.
    sections: Option<Vec<Section>>,
}

impl EditorConfigs {
    /// Gathers what holds for the files in `folder`, an absolute path.
    pub fn gather(&mut self, folder: &Path) {
        if self.by_folder.contains_key(folder) {
            return;
        }
        let own = File::read(folder);
        let mut files = Vec::new();
        if let Some(parent) = folder.parent()
            && !own.as_ref().is_some_and(|file| file.is_root)
        {
            self.gather(parent);
            files.extend(self.by_folder.get(parent).into_iter().flatten().cloned());
        }
        files.extend(own.map(Arc::new));
        self.by_folder.insert(folder.to_owned(), files);
    }

    /// What was gathered for the file at `path`, an absolute path. Where there is something wrong with a file, nothing.
    pub fn assignments(&self, path: &Path) -> Vec<Assignment> {
        let folder = path.parent().unwrap_or(path);
        match self.by_folder.get(folder) {
            Some(files) if !files.is_empty() => properties(files, path)
                .map(|properties| assignments(&properties))
                .unwrap_or_default(),
            _ => Vec::new(),
        }
    }
}

impl File {
    /// Reads the file that stands in `folder`.
    fn read(folder: &Path) -> Option<File> {
        let mut file = ConfigFile::open(folder.join(NAME)).ok()?;
        Some(File {
            folder: folder.to_owned(),
            is_root: file.reader.is_root,
            sections: file.by_ref().collect::<Result<_, _>>().ok(),
        })
    }
}

fn properties(files: &[Arc<File>], path: &Path) -> Option<Properties> {
    let mut properties = Properties::new();
    for file in files {
        let below = path.strip_prefix(&file.folder).unwrap_or(path);
        for section in file.sections.as_ref()? {
            section.apply_to(&mut properties, below).ok()?;
        }
    }
    Some(properties)
}

fn assignments(properties: &Properties) -> Vec<Assignment> {
    PROPERTIES
        .iter()
        .filter_map(|(property, key)| {
            let raw = properties.get_raw_for_key(property).filter_unset();
            let text = raw.into_option()?.to_ascii_lowercase();
            let value = text.parse().map_or(Value::Text(text), Value::Number);
            let setting = settings::find(key)?;
            setting.set(&mut Settings::default(), &value).ok()?;
            let (file, line) = raw.source()?;
            Some(Assignment {
                setting,
                value,
                origin: Origin::File(Arc::from(file), line),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_the_same_read_once_as_read_anew() {
        let top = tempfile::tempdir().unwrap();
        let write = |folder: &str, text: &str| {
            let folder = top.path().join(folder);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join(NAME), text).unwrap();
        };
        write(
            "",
            "root = true\n[*]\nmax_line_length = 70\n[b/*.scm]\nend_of_line = crlf\n",
        );
        write(
            "a",
            "[*.scm]\nmax_line_length = 60\n[d/*]\nend_of_line = lf\n",
        );
        write("a/root", "root = true\n[x.scm]\nend_of_line = lf\n");
        write("a/wrong", "[*]\nend_of_line = lf\nno pair\n");
        write("a/wrong/root", "root = true\n[*]\nmax_line_length = 50\n");
        let told = |found: &[Assignment]| -> Vec<String> {
            let line = |one: &Assignment| format!("{:?} at {}", one.value, one.origin);
            found.iter().map(line).collect()
        };
        let mut files = EditorConfigs::default();
        for (folder, said) in [
            ("a/root", 1),
            ("a/wrong/below", 0),
            ("a/wrong/root", 1),
            ("a/d", 2),
            ("b", 2),
            ("a", 1),
            ("", 1),
        ] {
            let path = top.path().join(folder).join("x.scm");
            files.gather(path.parent().unwrap());
            let found = files.assignments(&path);
            let anew = ec4rs::properties_of(&path);
            let anew = anew.as_ref().map(assignments).unwrap_or_default();
            assert_eq!(found.len(), said, "{folder}");
            assert_eq!(told(&found), told(&anew), "{folder}");
        }
    }
}
