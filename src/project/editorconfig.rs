//! The properties in `.editorconfig` that have a meaning here: `max_line_length`, `end_of_line` and `indent_style`.
//!
//! Many tools share this file, so a value without a meaning here (`max_line_length = off`, `end_of_line = cr`) is ignored
//! rather than an error. How far lines are indented is determined by the style and never taken from it.
//!
//! A section's header is a glob, and is matched as a pattern of `.gitignore`, which has the same names, folders and `{a,b}`. Unlike
//! there, `{a}` is `a`, and empty choices, `{,a}`, ranges, `{1..9}`, and headers with a brace that is not closed match nothing.
//! <https://spec.editorconfig.org/#glob-expressions>

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::Gitignore;
use schemefmt::internals::config::Assignment;
use schemefmt::internals::config::patterns::{self, Kind};
use schemefmt::internals::config::settings::{self, Setting, Settings};

use super::paths::shown;
use super::problem::Problem;
use super::read::{self, Nearest};

/// The names of the properties, and of the options they set.
const PROPERTIES: [(&str, &str); 3] = [
    ("max_line_length", "line-width"),
    ("end_of_line", "end-of-line"),
    ("indent_style", "indentation"),
];

/// The values that have other names here.
const VALUES: [(&str, &str); 2] = [("space", "spaces"), ("tab", "tabs")];

/// The files of any folder; each is read once. None for one that cannot be read.
pub(super) type EditorConfigs = Nearest<Option<Arc<File>>>;

/// One file.
pub(super) struct File {
    path: PathBuf,
    /// Whether the files further out are ignored.
    is_root: bool,
    /// The properties that have a meaning here, in source order.
    properties: Vec<Property>,
}

/// A property that has a meaning here.
struct Property {
    /// The files that its section applies to.
    files: Vec<Arc<Gitignore>>,
    setting: Setting,
    /// The value as a word; none cancels an earlier one.
    words: Option<Vec<String>>,
    /// The line it is on, from 1.
    line: usize,
}

impl EditorConfigs {
    /// The files that apply in `folder`, an absolute path, outermost first; none if one cannot be read.
    pub(super) fn all(
        &mut self,
        folder: &Path,
        problems: &mut Vec<Problem>,
    ) -> Option<Vec<Arc<File>>> {
        let mut files = Vec::new();
        let mut from = Some(folder.to_owned());
        while let Some(file) = from.and_then(|from| {
            self.of(&from, &mut |ancestor| {
                File::read(&ancestor.join(read::EDITORCONFIG), folder, problems)
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
pub(super) fn assignments(files: &[Arc<File>], path: &Path) -> Vec<Assignment> {
    let mut found: Vec<Assignment> = Vec::new();
    for file in files {
        for property in file.about(path) {
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

    /// Reads a text. If a line is invalid, the whole is ignored, along with the files further out.
    fn parse(path: &Path, text: &str) -> File {
        let mut file = File {
            path: path.to_owned(),
            is_root: false,
            properties: Vec::new(),
        };
        let mut header = None;
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        for (index, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with(COMMENT) {
                continue;
            }
            let line = without_comment(line);
            let inside = line.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
            if let Some(inside) = inside.filter(|inside| !inside.is_empty()) {
                header = Some(inside);
                continue;
            }
            let pair = line.split_once('=');
            let pair = pair.map(|(key, value)| (key.trim(), value.trim()));
            match (pair.filter(|(key, _)| !key.is_empty()), header) {
                (Some((key, value)), Some(header)) => {
                    let folder = path.parent().unwrap_or(path);
                    let property = Property::new(folder, header, key, value, index + 1);
                    file.properties.extend(property);
                }
                (Some((key, value)), None) if key.eq_ignore_ascii_case("root") => {
                    file.is_root = value.eq_ignore_ascii_case("true");
                }
                (Some(_), None) => {}
                (None, _) => {
                    file.is_root = true;
                    file.properties.clear();
                    break;
                }
            }
        }
        file
    }

    /// The properties for the file at `path`, in source order.
    fn about(&self, path: &Path) -> impl Iterator<Item = &Property> {
        let properties = self.properties.iter();
        properties.filter(move |property| {
            patterns::selecting_pattern(&property.files, path, Kind::File).is_some()
        })
    }
}

/// What comments start with.
const COMMENT: [char; 2] = [';', '#'];

/// A line without the comment that may follow a header.
fn without_comment(line: &str) -> &str {
    match line.rsplit_once(']') {
        Some((header, after)) if line.starts_with('[') && after.contains(COMMENT) => {
            &line[..=header.len()]
        }
        _ => line,
    }
}

impl Property {
    /// The property that a pair sets in a section of the file in a folder, if it has a meaning here. A value without a meaning (`unset`,
    /// `off`) cancels an earlier one.
    fn new(folder: &Path, header: &str, key: &str, value: &str, line: usize) -> Option<Property> {
        let (_, ours) = PROPERTIES
            .iter()
            .find(|(theirs, _)| key.eq_ignore_ascii_case(theirs))?;
        let setting = settings::find(ours)?;
        let text = value.to_ascii_lowercase();
        let other = VALUES.iter().find(|(theirs, _)| *theirs == text);
        let words = vec![other.map_or(text, |(_, ours)| (*ours).to_owned())];
        let is_right = setting.set(&mut Settings::default(), &words);
        // In a pattern, `**` stands for whole folders only.
        let pattern = header.replace("**", "**/*").replace("**/*/", "**/");
        Some(Property {
            files: patterns::matcher(folder, &[pattern]).ok()?,
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
            std::fs::write(folder.join(read::EDITORCONFIG), text).unwrap();
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
        write("a/wrong", "[*]\nend_of_line = lf\nno pair\n");
        write("a/wrong/root", "root = true\n[*]\nmax_line_length = 50\n");
        let mut files = EditorConfigs::default();
        let mut problems = Vec::new();
        for (folder, expected) in [
            ("a/root", &["end-of-line:3"][..]),
            ("a/wrong/below", &[]),
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
    fn globs_follow_the_specification() {
        for (header, matching, others) in [
            ("*", &["a.scm", "b/c.scm"][..], &[][..]),
            (
                "*.scm",
                &["a.scm", "b/.scm", "b/c/d.scm"],
                &["a.scmx", "a.ss"],
            ),
            ("a.scm", &["a.scm", "b/a.scm"], &["aa.scm"]),
            ("/a.scm", &["a.scm"], &["b/a.scm"]),
            (
                "b/*.scm",
                &["b/a.scm"],
                &["a.scm", "c/b/a.scm", "b/c/a.scm"],
            ),
            (
                "b/**.scm",
                &["b/a.scm", "b/c/a.scm"],
                &["b.scm", "c/b/a.scm"],
            ),
            ("b/**", &["b/a.scm", "b/c/a.scm"], &["a.scm"]),
            (
                "b/**/a.scm",
                &["b/a.scm", "b/c/a.scm", "b/c/d/a.scm"],
                &["ba.scm"],
            ),
            ("**.scm", &["a.scm", "b/c/a.scm"], &["a.ss"]),
            ("**/a.scm", &["a.scm", "b/c/a.scm"], &["ba.scm"]),
            ("a?c", &["abc", "x/abc"], &["ac", "a/c", "abbc"]),
            ("[ab].scm", &["a.scm", "b.scm"], &["c.scm", "ab.scm"]),
            ("[!ab].scm", &["c.scm"], &["a.scm", "b.scm"]),
            ("[a-c].scm", &["b.scm"], &["d.scm", "-.scm"]),
            ("[]a].scm", &["].scm", "a.scm"], &["b.scm"]),
            ("*.{scm,ss}", &["a.scm", "b/a.ss"], &["a.sld"]),
            ("{a,b/c}.scm", &["a.scm", "b/c.scm"], &["c.scm"]),
            ("{a,b{c,d}e}.x", &["a.x", "bce.x", "bde.x"], &["be.x"]),
            ("a,b", &["a,b"], &["a", "b"]),
            ("a\\*\\{b", &["a*{b"], &["ax{b"]),
        ] {
            let text = format!("[{header}]\nindent_style = tab\n");
            let file = File::parse(Path::new("/top/.editorconfig"), &text);
            let is_about = |path: &str| file.about(&Path::new("/top").join(path)).count() == 1;
            for path in matching {
                assert!(is_about(path), "[{header}] is about {path}");
            }
            for path in others {
                assert!(!is_about(path), "[{header}] is not about {path}");
            }
        }
    }

    #[test]
    fn parses_every_kind_of_line() {
        let wrong = ["no pair", "= x", "[]", "[x"];
        let right = [
            "",
            "  ; comment",
            "# [x",
            "[x] # comment",
            "[#] ",
            "key=",
            "a = b = c",
            "\u{FEFF}[x]",
        ];
        let is_wrong = |line: &str| File::parse(Path::new("/.editorconfig"), line).is_root;
        for line in wrong {
            assert!(is_wrong(line), "{line}");
        }
        for line in right {
            assert!(!is_wrong(line), "{line}");
        }
    }
}
