//! The Scheme readers that can be asked which data a text contains, as data.

use std::env::consts::EXE_SUFFIX;
use std::fmt::Write as _;
use std::path::PathBuf;

/// A Scheme system, and the program that it runs to compare texts with its reader.
#[derive(Debug)]
pub struct SchemeReader {
    /// Its name, as for `--dialect`.
    pub name: &'static str,
    /// The possible names of its interpreter.
    pub programs: &'static [&'static str],
    /// Arguments that make the interpreter run the file [`SCRIPT`], read none of its user's files, and exit.
    pub arguments: &'static [&'static str],
    /// The program.
    pub script: &'static str,
    /// The units of its strings.
    pub units: Units,
    /// Which part of it treats a file's first line specially.
    pub script_line: ScriptLine,
}

/// Which part of a Scheme knows that a first line starting with `#!/` or `#! ` is not Scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptLine {
    /// The reader.
    Read,
    /// The loader of files. The reader does not see the line.
    Skipped,
}

/// The units of a Scheme's strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// Unicode characters.
    Characters,
    /// Bytes.
    Bytes,
}

/// The file that holds the program.
pub const SCRIPT: &str = "judge.scm";

/// The file with the texts, in the folder in which the program runs.
pub const PAIRS: &str = "pairs";

/// The program for a reader: a part specific to the reader, and the common part.
macro_rules! script {
    ($own:literal) => {
        concat!(include_str!($own), include_str!("judge.scm"))
    };
}

/// GNU Guile.
pub const GUILE: SchemeReader = SchemeReader {
    name: "guile",
    programs: &["guile", "guile3.0"],
    arguments: &["--no-auto-compile", "-s", SCRIPT],
    script: script!("guile.scm"),
    units: Units::Characters,
    script_line: ScriptLine::Read,
};

/// Chez Scheme.
pub const CHEZ: SchemeReader = SchemeReader {
    name: "chez",
    programs: &["chezscheme", "chez", "scheme"],
    arguments: &["--script", SCRIPT],
    script: script!("chez.scm"),
    units: Units::Characters,
    script_line: ScriptLine::Skipped,
};

/// Gambit.
pub const GAMBIT: SchemeReader = SchemeReader {
    name: "gambit",
    programs: &["gsi"],
    arguments: &["-f", SCRIPT],
    script: script!("gambit.scm"),
    units: Units::Characters,
    script_line: ScriptLine::Skipped,
};

/// Chicken.
pub const CHICKEN: SchemeReader = SchemeReader {
    name: "chicken",
    programs: &["csi", "chicken-csi"],
    arguments: &["-s", SCRIPT],
    script: script!("chicken.scm"),
    units: Units::Bytes,
    script_line: ScriptLine::Read,
};

/// MIT/GNU Scheme.
pub const MIT: SchemeReader = SchemeReader {
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
    units: Units::Characters,
    script_line: ScriptLine::Skipped,
};

/// Racket.
pub const RACKET: SchemeReader = SchemeReader {
    name: "racket",
    programs: &["racket"],
    arguments: &[SCRIPT],
    script: script!("racket.scm"),
    units: Units::Characters,
    script_line: ScriptLine::Read,
};

impl SchemeReader {
    /// The file of its interpreter in one of these folders.
    pub fn find_in(&self, folders: impl Iterator<Item = PathBuf> + Clone) -> Option<PathBuf> {
        let files = |program| {
            let name = format!("{program}{EXE_SUFFIX}");
            folders.clone().map(move |folder| folder.join(&name))
        };
        self.programs
            .iter()
            .flat_map(files)
            .find(|file| file.is_file())
    }

    /// What the reader sees of a text and of its formatted version.
    pub fn seen<'t>(&self, before: &'t str, after: &'t str) -> (&'t str, &'t str) {
        let is_script = before.starts_with("#!/") || before.starts_with("#! ");
        let line = before.find('\n').map_or(before, |end| &before[..end]);
        let line = line.strip_suffix('\r').unwrap_or(line);
        match (self.script_line, after.strip_prefix(line)) {
            (ScriptLine::Skipped, Some(rest)) if is_script => (&before[line.len()..], rest),
            _ => (before, after),
        }
    }

    /// Encodes texts for [`PAIRS`]: each is a list of numbers, one for each unit.
    pub fn encode<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> String {
        let mut codes = String::new();
        for text in texts {
            codes.push('(');
            match self.units {
                Units::Characters => text.chars().for_each(|c| push(&mut codes, c.into())),
                Units::Bytes => text.bytes().for_each(|byte| push(&mut codes, byte.into())),
            }
            codes.push_str(")\n");
        }
        codes
    }
}

fn push(codes: &mut String, code: u32) {
    // Writing to a string cannot fail.
    let _ = write!(codes, "{code} ");
}
