//! The properties in `.editorconfig` that have a meaning here: `max_line_length`, `end_of_line` and `indent_style`.
//!
//! Many tools share this file, so a value without a meaning here (`max_line_length = off`, `end_of_line = cr`) is ignored
//! rather than an error. How far lines are indented is determined by the style and never taken from it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::Gitignore;
use schemefmt::internals::config::Assignment;
use schemefmt::internals::config::patterns::{self, Kind};
use schemefmt::internals::config::settings::{self, Setting, Settings};

use super::nearest::Nearest;
use super::paths::shown;
use super::problem::Problem;
use super::read;

/// The names of the properties, and of the options they set.
const PROPERTIES: [(&str, &str); 3] = [
    ("max_line_length", "line-width"),
    ("end_of_line", "end-of-line"),
    ("indent_style", "indentation"),
];

/// The values that have other names here.
const VALUES: [(&str, &str); 2] = [("space", "spaces"), ("tab", "tabs")];

/// The name of these files.
pub const NAME: &str = ".editorconfig";

/// The files of any folder; each is read once. None for one that cannot be read.
pub type EditorConfigs = Nearest<Option<Arc<File>>>;

/// One file.
pub struct File {
    path: PathBuf,
    /// Whether the files further out are ignored.
    is_root: bool,
    /// The properties that have a meaning here, in source order.
    properties: Vec<Property>,
}

/// A property that has a meaning here.
struct Property {
    /// The files that it applies to.
    files: Vec<Arc<Gitignore>>,
    setting: Setting,
    /// The value as a word; none cancels an earlier one.
    words: Option<Vec<String>>,
    /// The line it is on, from 1.
    line: usize,
}

impl EditorConfigs {
    /// The files that apply in `folder`, an absolute path, outermost first; none if one cannot be read.
    pub fn all(&mut self, folder: &Path, problems: &mut Vec<Problem>) -> Option<Vec<Arc<File>>> {
        let mut files = Vec::new();
        let mut from = Some(folder.to_owned());
        while let Some(file) = from.and_then(|from| {
            self.of(&from, &mut |place| {
                File::read(&place.join(NAME), folder, problems)
            })
        }) {
            let file = file?;
            let outer = file.path.parent().and_then(Path::parent);
            from = outer.filter(|_| !file.is_root).map(Path::to_owned);
            files.push(file);
        }
        files.reverse();
        Some(files)
    }
}

/// What these files, outermost first, set for the file at `path`, an absolute path.
pub fn assignments(files: &[Arc<File>], path: &Path) -> Vec<Assignment> {
    let mut found: Vec<Assignment> = Vec::new();
    for file in files {
        let applies = |property: &&Property| {
            patterns::selecting_pattern(&property.files, path, Kind::File).is_some()
        };
        for property in file.properties.iter().filter(applies) {
            let setting = property.setting;
            found.retain(|assignment| assignment.setting.key() != setting.key());
            found.extend(property.words.clone().map(|words| Assignment {
                setting,
                words,
                origin: format!("{}:{}", shown(&file.path), property.line).into(),
            }));
        }
    }
    found
}

impl File {
    /// Reads the file at a path, if there is one. It was found in a folder or above it.
    fn read(path: &Path, folder: &Path, problems: &mut Vec<Problem>) -> Option<Option<Arc<File>>> {
        read::exists(path).then(|| {
            let bytes = read::found(path, folder);
            let bytes = Problem::or_report(bytes, "editorconfig", path, problems)?;
            Some(Arc::new(File::parse(
                path,
                &String::from_utf8_lossy(&bytes),
            )))
        })
    }

    /// Reads a text. Lines that are neither headers nor pairs are ignored.
    fn parse(path: &Path, text: &str) -> File {
        let mut file = File {
            path: path.to_owned(),
            is_root: false,
            properties: Vec::new(),
        };
        let mut files = None;
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        for (index, line) in text.lines().map(str::trim).enumerate() {
            // A comment may follow a header.
            let header = line.strip_prefix('[').and_then(|it| it.rsplit_once(']'));
            if let Some((header, _)) = header {
                files = Some(files_of(path, header));
            } else if let Some((key, value)) = line.split_once('=') {
                let (key, value) = (key.trim(), value.trim());
                match &files {
                    Some(files) => {
                        let property = Property::new(files, key, value, index + 1);
                        file.properties.extend(property);
                    }
                    None if key.eq_ignore_ascii_case("root") => {
                        file.is_root = value.eq_ignore_ascii_case("true");
                    }
                    None => {}
                }
            }
        }
        file
    }
}

/// The files that a header in the file at `path` is about: a glob, and so a pattern as in .gitignore, except that `**` matches anything
/// wherever it is. Numbers such as `{1..9}` match as they are written.
fn files_of(path: &Path, header: &str) -> Vec<Arc<Gitignore>> {
    let steps = header.split('/').map(|step| match step.strip_prefix("**") {
        Some(rest) if !rest.is_empty() => format!("**/*{rest}"),
        _ => step.to_owned(),
    });
    let pattern = steps.collect::<Vec<_>>().join("/");
    let folder = path.parent().unwrap_or(path);
    patterns::matcher(folder, &[pattern]).unwrap_or_default()
}

impl Property {
    /// The property that a pair in a section sets, if it has a meaning here. A value without a meaning (`unset`, `off`) cancels
    /// an earlier one.
    fn new(files: &[Arc<Gitignore>], key: &str, value: &str, line: usize) -> Option<Property> {
        let (_, ours) = PROPERTIES
            .iter()
            .find(|(theirs, _)| key.eq_ignore_ascii_case(theirs))?;
        let setting = settings::find(ours)?;
        let text = value.to_ascii_lowercase();
        let other = VALUES.iter().find(|(theirs, _)| *theirs == text);
        let words = vec![other.map_or(text, |(_, ours)| (*ours).to_owned())];
        let is_right = setting.set(&mut Settings::default(), &words);
        Some(Property {
            files: files.to_vec(),
            setting,
            words: is_right.then_some(words),
            line,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editorconfig_sections_apply_to_a_folder() {
        let show = |found: &Assignment| {
            let (_, line) = found.origin.rsplit_once(':').unwrap();
            format!("{}:{line}", found.setting.key())
        };
        let top = tempfile::tempdir().unwrap();
        let write = |folder: &str, text: &str| {
            let folder = top.path().join(folder);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join(NAME), text).unwrap();
        };
        write(
            "",
            "root = TRUE\n[*]\nMax_Line_Length = 70\n[b/*.scm]\nend_of_line = CRLF\n",
        );
        write(
            "a",
            "[*.scm]\nmax_line_length = 60\n[d/*]\nend_of_line = lf\n",
        );
        write("a/off", "[*]\nmax_line_length = off\n");
        write("a/tabs", "[*]\nindent_style = TAB\nindent_size = 4\n");
        write("a/root", "root = true\n[x.scm]\nend_of_line = lf\n");
        write("a/wrong", "[x\n[*] # all\nno pair\nend_of_line = lf\n");
        write("a/wrong/root", "root = true\n[*]\nmax_line_length = 50\n");
        let mut files = EditorConfigs::default();
        let mut problems = Vec::new();
        for (folder, expected) in [
            ("a/root", &["end-of-line:3"][..]),
            ("a/wrong/below", &["line-width:2", "end-of-line:4"]),
            ("a/wrong/root", &["line-width:3"]),
            ("a/d", &["line-width:2", "end-of-line:4"]),
            ("a/off", &[]),
            ("a/tabs", &["line-width:2", "indentation:2"]),
            ("b", &["line-width:3", "end-of-line:5"]),
            ("a", &["line-width:2"]),
            ("", &["line-width:3"]),
        ] {
            let path = top.path().join(folder).join("x.scm");
            let files = files.all(path.parent().unwrap(), &mut problems);
            let found = assignments(&files.unwrap(), &path);
            let shown: Vec<String> = found.iter().map(show).collect();
            assert_eq!(shown, expected, "{folder}");
        }
        assert!(problems.is_empty());
    }

    #[test]
    fn headers_follow_the_specification() {
        let is_about = |header: &str, path: &str| {
            let files = files_of(Path::new("/top/.editorconfig"), header);
            let path = Path::new("/top").join(path);
            patterns::selecting_pattern(&files, &path, Kind::File).is_some()
        };
        for (header, matching, others) in [
            ("*", &["a.scm", "b/c.scm"][..], &[][..]),
            ("*.scm", &["a.scm", "b/.scm", "b/c/d.scm"], &["a.scmx"]),
            ("a.scm", &["a.scm", "b/a.scm"], &["aa.scm", "a.scm/b"]),
            ("/a.scm", &["a.scm"], &["b/a.scm"]),
            ("b/*.scm", &["b/a.scm"], &["c/b/a.scm", "b/c/a.scm"]),
            ("b/**.scm", &["b/a.scm", "b/c/a.scm"], &["b.scm"]),
            ("b/**", &["b/a.scm", "b/c/a.scm"], &["a.scm"]),
            ("b/**/a.scm", &["b/a.scm", "b/c/d/a.scm"], &["ba.scm"]),
            ("**.scm", &["a.scm", "b/c/a.scm"], &["a.ss"]),
            ("**/a.scm", &["a.scm", "b/c/a.scm"], &["ba.scm"]),
            ("a?c", &["abc", "x/abc"], &["ac", "a/c", "abbc"]),
            ("[ab].scm", &["a.scm", "b.scm"], &["c.scm", "ab.scm"]),
            ("[!ab].scm", &["c.scm"], &["a.scm", "b.scm"]),
            ("[a-c].scm", &["b.scm"], &["d.scm", "-.scm"]),
            ("*.{scm,ss}", &["a.scm", "b/a.ss"], &["a.sld"]),
            ("{a,b{c,d}e}.x", &["a.x", "bce.x"], &["be.x"]),
            ("{b,c}/**.x", &["b/a.x", "c/b/a.x"], &["a.x"]),
            ("a,b", &["a,b"], &["a", "b"]),
            ("a\\*\\{b", &["a*{b"], &["ax{b"]),
        ] {
            for path in matching {
                assert!(is_about(header, path), "[{header}] is about {path}");
            }
            for path in others {
                assert!(!is_about(header, path), "[{header}] is not about {path}");
            }
        }
    }

    /// Most of these would take years if every possibility were tried.
    #[test]
    fn headers_match_in_bounded_time() {
        let name = format!("/{}.scm", "a".repeat(200));
        for header in [
            "b{a,?,[a],[ab]}".to_owned() + &"{a,?,[a],[ab],[ac]}".repeat(200),
            "*a".repeat(1000) + "b",
            "**?".repeat(1000) + "b",
            "[".repeat(patterns::MAX_LENGTH),
            "{".repeat(patterns::MAX_LENGTH),
            "{a,".repeat(1000) + &"}".repeat(1000),
        ] {
            let files = files_of(Path::new("/.editorconfig"), &header);
            let selecting = patterns::selecting_pattern(&files, Path::new(&name), Kind::File);
            assert!(selecting.is_none());
        }
    }
}
