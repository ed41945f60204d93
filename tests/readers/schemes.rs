//! The Scheme implementations that are asked, as data.

use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;

/// A Scheme system, and the program that it runs to compare texts with its reader.
#[derive(Debug)]
pub(super) struct SchemeReader {
    /// Its name, as for `--dialect`.
    pub name: &'static str,
    /// The possible names of its interpreter.
    pub programs: &'static [&'static str],
    /// Arguments that make the interpreter run the file [`SCRIPT`] without start-up files, and exit.
    pub arguments: &'static [&'static str],
    /// The program.
    pub script: &'static str,
    /// Whether its strings are of bytes, not of characters.
    pub has_byte_strings: bool,
    /// Whether its loader of files skips a first line that starts with `#!/` or `#! `, so that its reader knows nothing of such lines.
    pub skips_script_line: bool,
}

/// The file that holds the program.
pub(super) const SCRIPT: &str = "judge.scm";

/// The file with the texts, in the folder in which the program runs.
pub(super) const PAIRS: &str = "pairs";

/// The program for a reader: a part specific to the reader, and the common part.
macro_rules! script {
    ($own:literal) => {
        concat!(include_str!($own), include_str!("judge.scm"))
    };
}

/// GNU Guile.
pub(super) const GUILE: SchemeReader = SchemeReader {
    name: "guile",
    programs: &["guile", "guile3.0"],
    arguments: &["--no-auto-compile", "-s", SCRIPT],
    script: script!("guile.scm"),
    has_byte_strings: false,
    skips_script_line: false,
};

/// Chez Scheme.
pub(super) const CHEZ: SchemeReader = SchemeReader {
    name: "chez",
    programs: &["chezscheme", "chez", "scheme"],
    arguments: &["--script", SCRIPT],
    script: script!("chez.scm"),
    has_byte_strings: false,
    skips_script_line: true,
};

/// Gambit.
pub(super) const GAMBIT: SchemeReader = SchemeReader {
    name: "gambit",
    programs: &["gsi"],
    arguments: &["-f", SCRIPT],
    script: script!("gambit.scm"),
    has_byte_strings: false,
    skips_script_line: true,
};

/// Chicken.
pub(super) const CHICKEN: SchemeReader = SchemeReader {
    name: "chicken",
    programs: &["csi", "chicken-csi"],
    arguments: &["-s", SCRIPT],
    script: script!("chicken.scm"),
    has_byte_strings: true,
    skips_script_line: false,
};

/// MIT/GNU Scheme.
pub(super) const MIT: SchemeReader = SchemeReader {
    name: "mit",
    programs: &["mit-scheme"],
    arguments: &[
        "--quiet",
        "--no-init-file",
        "--load",
        SCRIPT,
        "--eval",
        "(%exit 0)",
    ],
    script: script!("mit.scm"),
    has_byte_strings: false,
    skips_script_line: true,
};

/// Racket.
pub(super) const RACKET: SchemeReader = SchemeReader {
    name: "racket",
    programs: &["racket"],
    arguments: &[SCRIPT],
    script: script!("racket.scm"),
    has_byte_strings: false,
    skips_script_line: false,
};

impl SchemeReader {
    /// The file of its interpreter in the first of these folders that has one.
    pub(super) fn find_in(&self, folders: &[PathBuf]) -> Option<PathBuf> {
        let names = self
            .programs
            .iter()
            .map(|program| format!("{program}{EXE_SUFFIX}"));
        let mut files = names.flat_map(|name| folders.iter().map(move |folder| folder.join(&name)));
        files.find(|file| file.is_file())
    }

    /// What the reader sees of a text and of its formatted version.
    pub(super) fn seen<'t>(&self, before: &'t str, after: &'t str) -> (&'t str, &'t str) {
        let is_script = before.starts_with("#!/") || before.starts_with("#! ");
        let line = before.find('\n').map_or(before, |end| &before[..end]);
        let line = line.strip_suffix('\r').unwrap_or(line);
        match after.strip_prefix(line) {
            Some(rest) if is_script && self.skips_script_line => (&before[line.len()..], rest),
            _ => (before, after),
        }
    }

    /// Encodes texts for [`PAIRS`]: each is a list of numbers, one for each unit of its strings.
    pub(super) fn encode<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> String {
        let list = |text: &str| {
            let codes: String = if self.has_byte_strings {
                text.bytes().map(|byte| format!("{byte} ")).collect()
            } else {
                text.chars().map(|c| format!("{} ", u32::from(c))).collect()
            };
            format!("({codes})\n")
        };
        texts.into_iter().map(list).collect()
    }
}
