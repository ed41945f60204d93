//! Real readers find the same data in a literal before and after it is formatted.
//!
//! `READER_LITERALS` sets how many literals of each grammar are tried. Readers that are not installed are left out,
//! and the report says so, which is why this test has a `main` of its own; with `READERS_REQUIRED` set they are faults.
#![allow(clippy::print_stdout, missing_docs)]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use schemefmt::Options;
use schemefmt::dialect::Dialect;

/// The grammars that literals are drawn from; each is formatted under the dialect of its name.
const GRAMMARS: [Dialect; 5] = [
    Dialect::Auto,
    Dialect::R5rs,
    Dialect::R6rs,
    Dialect::R7rs,
    Dialect::Tiny,
];

/// A reader that may be installed.
struct Reader {
    name: &'static str,
    /// What it may be called.
    programs: &'static [&'static str],
    arguments: &'static [&'static str],
    /// Defines `try`.
    prelude: &'static str,
    /// Stands before each text.
    directive: &'static str,
    /// The reader's own dialect, whose literals `auto` draws are formatted under too.
    dialect: Dialect,
}

const CHEZ: Reader = Reader {
    name: "chez",
    programs: &["chezscheme", "chez", "scheme"],
    arguments: &["--script", "judge.scm"],
    prelude: "(define (try thunk) (guard (c (#t 'unreadable)) (thunk)))",
    directive: "",
    dialect: Dialect::Chez,
};

const READERS: [Reader; 6] = [
    Reader {
        name: "guile",
        programs: &["guile"],
        arguments: &["--no-auto-compile", "-s", "judge.scm"],
        prelude: "(define (try thunk) (catch #t thunk (lambda _ 'unreadable)))",
        directive: "",
        dialect: Dialect::Guile,
    },
    CHEZ,
    Reader {
        name: "chez #!r6rs",
        directive: "#!r6rs ",
        dialect: Dialect::R6rs,
        ..CHEZ
    },
    Reader {
        name: "gambit",
        programs: &["gsi"],
        arguments: &["judge.scm"],
        prelude: "(define (try thunk) (with-exception-catcher (lambda (e) 'unreadable) thunk))",
        directive: "",
        dialect: Dialect::Gambit,
    },
    Reader {
        name: "chicken",
        programs: &["csi"],
        arguments: &["-s", "judge.scm"],
        prelude: "(import (chicken condition)) (define (try thunk) (handle-exceptions e 'unreadable (thunk)))",
        directive: "",
        dialect: Dialect::Chicken,
    },
    Reader {
        name: "mit",
        programs: &["mit-scheme"],
        arguments: &[
            "--quiet",
            "--no-init-file",
            "--load",
            "judge.scm",
            "--eval",
            "(%exit 0)",
        ],
        prelude: "(define (try thunk) (call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'unreadable)) thunk))))",
        directive: "",
        dialect: Dialect::Mit,
    },
];

/// A literal before and after.
type Pair = (String, String);

fn main() -> ExitCode {
    let count = match std::env::var("READER_LITERALS").map(|count| count.parse()) {
        Ok(Ok(count)) => count,
        Ok(Err(error)) => {
            println!("READER_LITERALS is not a number: {error}");
            return ExitCode::FAILURE;
        }
        Err(_) => 1_000,
    };
    let mut faults = Vec::new();
    let drawn = GRAMMARS.map(|grammar| (grammar, draw(grammar, count)));
    for reader in &READERS {
        let Some(program) = reader.program() else {
            println!("{:12} not installed, LEFT OUT", reader.name);
            if std::env::var_os("READERS_REQUIRED").is_some() {
                faults.push(format!("{} is not installed", reader.name));
            }
            continue;
        };
        for (grammar, literals) in &drawn {
            reader.try_out(&program, literals, *grammar, grammar.name(), &mut faults);
        }
        let (_, literals) = &drawn[0];
        reader.try_out(&program, literals, reader.dialect, "its own", &mut faults);
    }
    for fault in faults.iter().take(20) {
        println!("{fault}");
    }
    match faults.len() {
        0 => ExitCode::SUCCESS,
        faults => {
            println!("{faults} faults");
            ExitCode::FAILURE
        }
    }
}

/// Draws literals, always the same ones.
fn draw(grammar: Dialect, count: usize) -> Vec<String> {
    let strategy = support::literal(grammar.name());
    let mut runner = TestRunner::deterministic();
    let mut literal = || strategy.new_tree(&mut runner).map(|tree| tree.current());
    (0..count)
        .map(|_| literal().expect("a strategy without filters"))
        .collect()
}

impl Reader {
    /// The program's path, where it is installed.
    fn program(&self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        let folders: Vec<_> = std::env::split_paths(&path).collect();
        let mut names = self.programs.iter();
        names.find_map(|name| {
            let mut files = folders.iter().map(|folder| folder.join(name));
            files.find(|file| file.is_file())
        })
    }

    /// Formats the literals under a dialect and has them read.
    fn try_out(
        &self,
        program: &Path,
        literals: &[String],
        dialect: Dialect,
        grammar: &str,
        faults: &mut Vec<String>,
    ) {
        let pairs: Vec<Pair> = literals
            .iter()
            .map(|literal| (literal.clone(), format(literal, dialect)))
            .collect();
        let changed = pairs
            .iter()
            .filter(|(before, after)| before != after)
            .count();
        let verdicts = self.verdicts(program, &pairs);
        let mut counts = BTreeMap::new();
        for (pair, verdict) in pairs.iter().zip(&verdicts) {
            *counts.entry(verdict.as_str()).or_insert(0) += 1;
            let fault = match verdict.as_str() {
                "lost" | "different" => true,
                // What a reader of another dialect makes of a report's literal is not the report's concern.
                "misread" => dialect == Dialect::Auto || dialect == self.dialect,
                _ => false,
            };
            if fault {
                faults.push(format!("{} under {dialect}: {verdict} {pair:?}", self.name));
            }
        }
        if verdicts.len() != pairs.len() {
            let (reader, at) = (self.name, pairs.get(verdicts.len()));
            faults.push(format!("{reader} under {dialect} died at {at:?}"));
        }
        println!(
            "{:12} {grammar:8} {} literals, {changed} rewritten: {counts:?}",
            self.name,
            pairs.len()
        );
    }

    /// What the reader says of each pair; fewer than the pairs if it dies.
    fn verdicts(&self, program: &Path, pairs: &[Pair]) -> Vec<String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(self.name);
        let script = format!("{}\n{}", self.prelude, include_str!("readers/judge.scm"));
        let mut codes = String::new();
        for text in pairs.iter().flat_map(|(before, after)| [before, after]) {
            codes.push('(');
            for character in self.directive.chars().chain(text.chars()) {
                let _ = write!(codes, "{} ", u32::from(character));
            }
            codes.push_str(")\n");
        }
        std::fs::create_dir_all(&folder).expect("a folder of the target directory");
        std::fs::write(folder.join("judge.scm"), script).expect("a file in it");
        std::fs::write(folder.join("pairs"), codes).expect("a file in it");
        let output = Command::new(program)
            .args(self.arguments)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .expect("the reader runs");
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| line.strip_prefix("verdict "))
            .map(str::to_owned)
            .collect()
    }
}

/// A text that is one literal, formatted; without the line end that every file has.
fn format(literal: &str, dialect: Dialect) -> String {
    let options = Options::default().dialect(dialect);
    let formatted = schemefmt::format(literal.as_bytes(), &options)
        .unwrap_or_else(|error| panic!("{literal:?} under {dialect}: {error}"));
    let mut output = String::from_utf8(formatted.output).expect("UTF-8, as it came");
    if output.ends_with('\n') {
        output.pop();
    }
    output
}
