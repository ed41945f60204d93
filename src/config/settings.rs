//! All options of the configuration: the formatting options, as the library declares them, and those of the project itself.
//!
//! The reader of `schemefmt.toml`, the flags, `--show-config` and `schemefmt init` all iterate over [`settings`].

use std::ops::Range;

use toml::Spanned;

use super::selection::{EXTENSIONS, SCRIPTS};
use crate::Diagnostic;
use crate::emit::{as_toml, quoted};
use crate::options::{self, Declaration, Options};

/// The settings for one file: how to format it, and which files of a folder to format.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The library's options.
    pub options: Options,
    /// Files to format in folders, as .gitignore patterns.
    pub include: Vec<String>,
    /// Files and folders to skip, as .gitignore patterns.
    pub exclude: Vec<String>,
    /// Emacs Lisp files with layout rules.
    pub emacs_files: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            options: Options::default(),
            include: EXTENSIONS
                .iter()
                .map(|extension| ["*.", extension].concat())
                .chain([SCRIPTS.to_owned()])
                .collect(),
            exclude: Vec::new(),
            emacs_files: Vec::new(),
        }
    }
}

/// Words longer than this, in bytes, are not compared with names.
const MAX_WORD: usize = 100;

/// The option that lists Emacs Lisp files.
pub const EMACS_FILES: &str = "emacs-files";

/// The option that says whether those and the like apply.
pub const EMACS_RULES: &str = "emacs-rules";

/// One option of the configuration.
#[derive(Clone, Copy, Debug)]
pub enum Setting {
    /// A formatting option.
    Format(&'static Declaration),
    /// An option that lists files.
    Files(&'static FileList),
}

/// An option whose value is a list of files or of patterns for their names.
#[derive(Debug)]
pub struct FileList {
    key: &'static str,
    /// What the list contains.
    holds: &'static str,
    about: &'static str,
    get: fn(&Settings) -> &Vec<String>,
    get_mut: fn(&mut Settings) -> &mut Vec<String>,
}

static FILE_LISTS: [FileList; 4] = [
    FileList {
        key: "include",
        holds: "patterns",
        about: "Files to format in folders: patterns as in .gitignore, relative to this file's folder. `#!` stands for\n\
                executable files without an extension whose first line names a Scheme.",
        get: |settings| &settings.include,
        get_mut: |settings| &mut settings.include,
    },
    FileList {
        key: "exclude",
        holds: "patterns",
        about: "Files and folders to skip: patterns as in .gitignore, relative to this file's folder. Folders\n\
                that are hidden or vendored (node_modules, bower_components, vendor, vendored, third_party, third-party)\n\
                are always skipped.",
        get: |settings| &settings.exclude,
        get_mut: |settings| &mut settings.exclude,
    },
    FileList {
        key: EMACS_FILES,
        holds: "files",
        about: "Emacs Lisp files with more indentation rules, relative to this file's folder.",
        get: |settings| &settings.emacs_files,
        get_mut: |settings| &mut settings.emacs_files,
    },
    FileList {
        key: "racket-languages",
        holds: "languages",
        about: "Racket languages, as named after `#lang`, that are formatted or, after `!`, are not.",
        get: |settings| &settings.options.racket_languages,
        get_mut: |settings| &mut settings.options.racket_languages,
    },
];

/// Every option, with the top-level keys of `schemefmt.toml` first.
pub fn settings() -> impl Iterator<Item = Setting> {
    let files = FILE_LISTS.iter().map(Setting::Files);
    let all = options::declared().map(Setting::Format).chain(files);
    let (style, top): (Vec<_>, Vec<_>) = all.partition(|setting| setting.key().contains('.'));
    top.into_iter().chain(style)
}

/// Finds the option with this name.
pub fn find(key: &str) -> Option<Setting> {
    settings().find(|setting| setting.key() == key)
}

/// A value that is wrong somewhere.
#[derive(Debug)]
pub struct Invalid {
    /// What is wrong.
    pub span: Range<usize>,
    /// What should have been given: "a number from 1 to 1000".
    pub expected: String,
    /// The most similar valid value.
    pub nearest: Option<String>,
}

impl Invalid {
    /// Something else is expected here.
    pub fn at<T>(
        found: &Spanned<T>,
        expected: impl Into<String>,
        nearest: Option<String>,
    ) -> Invalid {
        Invalid {
            span: found.span(),
            expected: expected.into(),
            nearest,
        }
    }

    /// The diagnostic, which says what the value is.
    pub fn diagnostic(self, what: &str) -> Diagnostic {
        let mut diagnostic = Diagnostic::error("config", format!("invalid {what}"), self.span);
        for label in &mut diagnostic.labels {
            label.message = format!("expected {}", self.expected);
        }
        let nearest = self.nearest;
        diagnostic.note = nearest.map(|nearest| format!("did you mean `{nearest}`?"));
        diagnostic
    }
}

impl Setting {
    /// Whether it concerns folders as a whole, and so cannot differ from file to file.
    pub fn is_about_folders(self) -> bool {
        matches!(self, Setting::Files(_))
    }

    /// The option's name in `schemefmt.toml`; `style.cond` is `cond` in the table `[style]`.
    pub fn key(self) -> &'static str {
        match self {
            Setting::Format(option) => option.key,
            Setting::Files(list) => list.key,
        }
    }

    /// The table that contains it, empty for none, and its name there.
    pub fn table_and_name(self) -> (&'static str, &'static str) {
        self.key().split_once('.').unwrap_or(("", self.key()))
    }

    /// The option's documentation: sentences, wrapped into lines.
    pub fn about(self) -> Vec<&'static str> {
        match self {
            Setting::Format(option) => option.about().collect(),
            Setting::Files(list) => list.about.lines().collect(),
        }
    }

    /// Sets the option to a value: the words of a list, or one word. Returns whether it takes that.
    pub fn set(self, settings: &mut Settings, words: &[String]) -> bool {
        match (self, words) {
            (Setting::Files(list), _) => {
                *(list.get_mut)(settings) = words.to_vec();
                true
            }
            (Setting::Format(option), [word]) => settings.options.set(option.key, word).is_ok(),
            (Setting::Format(_), _) => false,
        }
    }

    /// The option's value in `settings`, as TOML.
    pub fn show(self, settings: &Settings) -> String {
        match self {
            Setting::Format(option) => as_toml(&option.get(&settings.options)),
            Setting::Files(list) => {
                let words = (list.get)(settings).iter().map(|word| quoted(word));
                format!("[{}]", words.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The names among the valid values.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Setting::Format(option) => option.values.names,
            Setting::Files(_) => &[],
        }
    }

    /// A description of the valid values, written as TOML.
    pub fn accepts(self) -> String {
        match self {
            Setting::Format(option) => option.values.listed(as_toml),
            Setting::Files(list) => format!("a list of {}", list.holds),
        }
    }
}

/// The one of `possibilities` that `word` was probably meant to be.
pub fn nearest(word: &str, possibilities: &[&str]) -> Option<String> {
    // A comparison takes time proportional to the product of the lengths.
    if word.len() > MAX_WORD {
        return None;
    }
    similar::get_close_matches(word, possibilities, 1, 0.7)
        .first()
        .map(|&name| name.to_owned())
}
