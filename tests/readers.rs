//! Real readers find the same data in a text before and after it is formatted.
//!
//! Three campaigns, each with the same texts every time: literals drawn from the reports' grammars, tokens of every dialect beside each
//! other, and libraries whose imports and exports get sorted, which have to be the same data as those that an oracle has sorted.
//! `READER_LITERALS` sets how many literals of each grammar are tried, `READER_TEXTS` how many texts of tokens, `READER_LIBRARIES` how many
//! libraries,
//! `READER_SEED` which, and `READER` the one reader that is asked, which may be one of `others`; `READER_FAULTS` sets how many
//! faults are shown. `READER_FILES` names a folder whose files are read as well, instead of literals and tokens. Readers that are
//! not installed are left out, and the report says so, which is why this test has a `main` of its own; with `READERS_REQUIRED`
//! set they are faults.
#![allow(clippy::print_stdout, missing_docs)]

#[path = "support/libraries.rs"]
mod libraries;
#[path = "readers/neighbours.rs"]
mod neighbours;
#[path = "readers/others.rs"]
mod others;
#[path = "readers/schemes.rs"]
mod schemes;
mod support;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use neighbours::{LineEnds, Neighbours, Pieces, Random};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use schemefmt::Dialect;
use schemefmt::Options;
use schemes::{CHEZ, CHICKEN, GAMBIT, GUILE, MIT, PAIRS, RACKET, SCRIPT, SchemeReader};

/// The grammars that literals are drawn from; each is formatted under the dialect of its name.
const GRAMMARS: [Dialect; 5] = [
    Dialect::Auto,
    Dialect::R5rs,
    Dialect::R6rs,
    Dialect::R7rs,
    Dialect::Tiny,
];

/// A reader in one of its modes.
struct Judge {
    name: &'static str,
    reader: &'static SchemeReader,
    /// Stands before each text.
    directive: &'static str,
    /// The dialect that it reads.
    dialect: Dialect,
    /// Which dialects' texts it is to find unchanged.
    scope: Scope,
    /// The line ends that texts may have before, and the settings of those that they get.
    line_ends: &'static [(LineEnds, &'static str)],
    /// Whether a text has something that this reader takes otherwise than every report has it, and every other reader.
    is_odd: fn(&str) -> bool,
}

/// The dialects whose texts are a reader's concern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// The reader's own, those of the reports, and what holds for any reader.
    Any,
    /// Only the reader's own.
    Own,
}

const JUDGES: [Judge; 7] = [
    Judge::new(&GUILE, Dialect::Guile),
    Judge::new(&CHEZ, Dialect::Chez),
    Judge {
        name: "chez #!r6rs",
        reader: &CHEZ,
        directive: "#!r6rs ",
        ..Judge::new(&CHEZ, Dialect::R6rs)
    },
    Judge::new(&GAMBIT, Dialect::Gambit),
    Judge::new(&CHICKEN, Dialect::Chicken),
    Judge::new(&MIT, Dialect::Mit),
    Judge::new(&RACKET, Dialect::Racket),
];

/// The line ends of texts that any reader takes, the most frequent several times.
const ALL_LINE_ENDS: &[(LineEnds, &str)] = &{
    use LineEnds::{CrLf, Lf, Mixed};
    [
        (Lf, "auto"),
        (Lf, "auto"),
        (Lf, "auto"),
        (Lf, "lf"),
        (Lf, "crlf"),
        (CrLf, "auto"),
        (CrLf, "lf"),
        (CrLf, "crlf"),
        (Mixed, "auto"),
        (Mixed, "lf"),
        (Mixed, "crlf"),
    ]
};

/// A text before and after.
type Pair = (String, String);

fn main() -> ExitCode {
    let literals = number("READER_LITERALS", 1_000);
    let texts = number("READER_TEXTS", 1_000);
    let libraries = libraries(number("READER_LIBRARIES", 300));
    let seed = number("READER_SEED", 7);
    let mut faults = Vec::new();
    let literals = GRAMMARS.map(|grammar| (grammar, draw(grammar, literals)));
    let only = std::env::var("READER").ok();
    let asked: Vec<&Judge> = match &only {
        Some(only) => {
            let all = JUDGES.iter().chain(&others::OTHERS);
            all.filter(|judge| judge.name == only).collect()
        }
        None => JUDGES.iter().collect(),
    };
    assert!(!asked.is_empty(), "there is no reader {only:?}");
    for judge in asked {
        let Some(program) = judge.program() else {
            println!("{:12} not installed, LEFT OUT", judge.name);
            if std::env::var_os("READERS_REQUIRED").is_some() {
                faults.push(format!("{} is not installed", judge.name));
            }
            continue;
        };
        if let Some(folder) = std::env::var_os("READER_FILES") {
            for dialect in [Dialect::Auto, judge.dialect] {
                judge.try_files(&program, Path::new(&folder), dialect, &mut faults);
            }
            continue;
        }
        let grammars = literals.iter().filter(|_| judge.scope == Scope::Any);
        for (grammar, literals) in grammars {
            judge.try_literals(&program, literals, *grammar, grammar.name(), &mut faults);
        }
        judge.try_libraries(&program, &libraries, &mut faults);
        let (_, literals) = &literals[0];
        judge.try_literals(&program, literals, judge.dialect, "its own", &mut faults);
        let texts: Vec<Text> = judge.draw(&program, seed as u64).take(texts).collect();
        if judge.scope == Scope::Any {
            judge.try_texts(&program, &texts, Dialect::Auto, &mut faults);
        }
        judge.try_texts(&program, &texts, judge.dialect, &mut faults);
    }
    let shown = number("READER_FAULTS", 20);
    for fault in faults.iter().take(shown) {
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

/// Random libraries as an oracle has sorted them, and as the formatter has.
fn libraries(count: usize) -> Vec<Pair> {
    let library = |seed| {
        let library = libraries::library(seed);
        let mut options = Options::default();
        for (key, value) in [
            ("dialect", library.dialect),
            ("style.sort-imports", "sorted"),
            ("style.sort-exports", "sorted"),
        ] {
            options.set(key, value).expect("a value of the option");
        }
        let formatted = schemefmt::format(library.shuffled.as_bytes(), &options);
        let after = formatted.expect("it can be read").output;
        (
            library.sorted,
            String::from_utf8(after).expect("UTF-8, as it came"),
        )
    };
    (0..count as u64).map(library).collect()
}

/// A number that the environment sets.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |number| {
        let number = number.parse();
        number.unwrap_or_else(|error| panic!("{name} is not a number: {error}"))
    })
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

/// Tokens beside each other, and how they are formatted.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Text {
    pieces: Pieces,
    line_ends: LineEnds,
    /// The setting.
    end_of_line: &'static str,
    width: usize,
}

impl Text {
    /// The text before and after; none if it is refused.
    fn format(&self, dialect: Dialect) -> Option<(Pair, Dialect)> {
        let text = self.line_ends.write(&self.pieces.concat());
        let mut options = Options::default();
        options.dialect = dialect;
        options
            .set("end-of-line", self.end_of_line)
            .expect("a value of the option");
        options.style.line_width = self.width.into();
        let formatted = schemefmt::format(text.as_bytes(), &options).ok()?;
        let after = String::from_utf8(formatted.output).expect("UTF-8, as it came");
        Some(((text, after), formatted.dialect.dialect))
    }

    /// This text without each of its pieces in turn, or with plainer line ends.
    fn smaller(&self) -> Vec<Text> {
        let mut smaller: Vec<Text> = (0..self.pieces.len())
            .map(|left_out| {
                let mut text = self.clone();
                text.pieces.remove(left_out);
                text
            })
            .collect();
        if self.line_ends != LineEnds::Lf || self.end_of_line != "auto" {
            smaller.push(Text {
                line_ends: LineEnds::Lf,
                end_of_line: "auto",
                ..self.clone()
            });
        }
        if self.width != 80 {
            smaller.push(Text {
                width: 80,
                ..self.clone()
            });
        }
        smaller
    }
}

/// What a reader says of a text before and after.
#[derive(Clone)]
struct Difference {
    text: Text,
    pair: Pair,
    dialect: Dialect,
    verdict: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Text {
            end_of_line, width, ..
        } = &self.text;
        let (before, after) = &self.pair;
        write!(
            out,
            "{} at {width}, {end_of_line}: {} {before:?} became {after:?}",
            self.dialect, self.verdict
        )
    }
}

impl Difference {
    fn is_fault(&self) -> bool {
        matches!(
            self.verdict.as_str(),
            "lost" | "different" | "misread" | "died"
        )
    }

    fn is_stuck(&self) -> bool {
        self.verdict == "stuck"
    }
}

impl Judge {
    const fn new(reader: &'static SchemeReader, dialect: Dialect) -> Judge {
        Judge {
            name: reader.name,
            reader,
            directive: "",
            dialect,
            scope: Scope::Any,
            line_ends: ALL_LINE_ENDS,
            is_odd: |_| false,
        }
    }

    /// The program's path, where it is installed.
    fn program(&self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        let folders: Vec<_> = std::env::split_paths(&path).collect();
        self.reader.find_in(&folders)
    }

    /// Whether what this reader makes of a text of a dialect is a concern of ours: it is the reader's own, of a report that it
    /// reads, or a text that any reader may be given.
    fn concerns(&self, dialect: Dialect) -> bool {
        let is_any = match dialect {
            Dialect::Auto | Dialect::R5rs => true,
            Dialect::R7rs => !matches!(
                self.dialect,
                Dialect::Chez | Dialect::R6rs | Dialect::Racket
            ),
            _ => false,
        };
        dialect == self.dialect || self.scope == Scope::Any && is_any
    }

    /// Whether a text leaves the mode that the directive before it sets: what follows is not of the judge's dialect.
    fn is_left_by(&self, text: &str) -> bool {
        !self.directive.is_empty() && text.contains("#!chezscheme")
    }

    /// Texts that belong to a seed, most of them of tokens that the reader knows.
    fn draw(&self, program: &Path, seed: u64) -> impl Iterator<Item = Text> {
        let can_read = |texts: &[String]| -> Vec<bool> {
            let pairs: Vec<Pair> = texts
                .iter()
                .map(|text| (text.clone(), text.clone()))
                .collect();
            let verdicts = self.verdicts(program, &pairs);
            verdicts
                .iter()
                .map(|verdict| verdict != "unreadable")
                .collect()
        };
        let mut random = Random(!seed);
        Neighbours::new(seed, can_read).map(move |pieces| {
            let (line_ends, end_of_line) = random.of(self.line_ends);
            Text {
                pieces,
                line_ends,
                end_of_line,
                width: random.of(&[1, 12, 20, 40, 80]),
            }
        })
    }

    /// Formats the literals under a dialect and has them read.
    fn try_literals(
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
                // A reader may take one text for two things.
                _ if pair.0 == pair.1 || (self.is_odd)(&pair.0) => false,
                "lost" | "different" | "died" => true,
                // What a reader of another dialect makes of a report's literal is not the report's concern.
                "misread" => dialect == Dialect::Auto || dialect == self.dialect,
                _ => false,
            };
            if fault {
                faults.push(format!("{} under {dialect}: {verdict} {pair:?}", self.name));
            }
        }
        println!(
            "{:12} {grammar:8} {} literals, {changed} rewritten: {counts:?}",
            self.name,
            pairs.len()
        );
    }

    /// Has libraries read as they are sorted.
    fn try_libraries(&self, program: &Path, libraries: &[Pair], faults: &mut Vec<String>) {
        let verdicts = self.verdicts(program, libraries);
        let mut counts = BTreeMap::new();
        for (pair, verdict) in libraries.iter().zip(&verdicts) {
            *counts.entry(verdict.as_str()).or_insert(0) += 1;
            if matches!(verdict.as_str(), "lost" | "different" | "misread" | "died") {
                faults.push(format!("{}: {verdict} {pair:?}", self.name));
            }
        }
        println!("{:12} {} libraries: {counts:?}", self.name, libraries.len());
    }

    /// Formats the files in a folder, each in a dialect or in the one that it tells itself, and has them read.
    fn try_files(&self, program: &Path, folder: &Path, dialect: Dialect, faults: &mut Vec<String>) {
        let mut files = Vec::new();
        files_in(folder, &mut files);
        let mut pairs = Vec::new();
        let mut names = Vec::new();
        for file in files {
            let Ok(text) = std::fs::read_to_string(&file) else {
                continue;
            };
            let mut options = Options::default();
            options.file_name = Some(file.to_string_lossy().into_owned());
            options.dialect = dialect;
            let Ok(formatted) = schemefmt::format(text.as_bytes(), &options) else {
                continue;
            };
            let after = String::from_utf8(formatted.output).expect("UTF-8, as it came");
            pairs.push((text, after));
            names.push(file);
        }
        let verdicts = self.verdicts(program, &pairs);
        let mut counts = BTreeMap::new();
        for (name, verdict) in names.iter().zip(&verdicts) {
            *counts.entry(verdict.as_str()).or_insert(0) += 1;
            if matches!(verdict.as_str(), "lost" | "different" | "misread" | "died") {
                faults.push(format!(
                    "{} under {dialect}: {verdict} {}",
                    self.name,
                    name.display()
                ));
            }
        }
        println!(
            "{:12} {:8} {} files: {counts:?}",
            self.name,
            dialect.name(),
            pairs.len()
        );
    }

    /// Formats the texts under a dialect, or under the one that each tells itself, and has them read.
    fn try_texts(
        &self,
        program: &Path,
        texts: &[Text],
        dialect: Dialect,
        faults: &mut Vec<String>,
    ) {
        let judged = self.differences(program, texts, dialect);
        let mut counts = BTreeMap::new();
        for difference in &judged {
            *counts.entry(difference.verdict.as_str()).or_insert(0) += 1;
        }
        println!(
            "{:12} {:8} {} texts, {} rewritten: {counts:?}",
            self.name,
            dialect.name(),
            texts.len(),
            judged.len(),
        );
        let may_be_fault = |told: &Difference| told.is_fault() || told.is_stuck();
        let mut differences: Vec<_> = judged.into_iter().filter(may_be_fault).collect();
        // A symbol that is in no table, or a reader's own mistake, is not even the same in the same text, and a reader may hang on
        // the text as it was.
        let with_itself = differences
            .iter()
            .map(|fault| (fault.pair.0.clone(), fault.pair.0.clone()));
        let mut verdicts = self
            .verdicts(program, &with_itself.collect::<Vec<_>>())
            .into_iter();
        differences.retain(|told| {
            let alone = verdicts.next().unwrap_or_default();
            if alone == "stuck" {
                println!("{:12} hangs on {:?} as it is", self.name, told.pair.0);
            }
            alone == "same"
        });
        let mut smallest = self.smallest(program, differences, dialect);
        let count = smallest.len();
        smallest.retain(|fault| !(self.is_odd)(&fault.pair.0) && !(self.is_odd)(&fault.pair.1));
        if smallest.len() < count {
            let odd = count - smallest.len();
            println!(
                "{:12} {odd} differences, each made as small as it goes, are in what it alone reads so",
                self.name
            );
        }
        faults.extend(
            smallest
                .iter()
                .map(|fault| format!("{}: {fault}", self.name)),
        );
    }

    /// What the reader says of the texts that are rewritten under a dialect, as far as they concern it.
    fn differences(&self, program: &Path, texts: &[Text], dialect: Dialect) -> Vec<Difference> {
        let formatted = texts.iter().filter_map(|text| {
            let (pair, dialect) = text.format(dialect)?;
            let is_concern =
                pair.0 != pair.1 && self.concerns(dialect) && !self.is_left_by(&pair.0);
            is_concern.then_some((text, pair, dialect))
        });
        let formatted: Vec<_> = formatted.collect();
        let pairs: Vec<Pair> = formatted.iter().map(|(_, pair, _)| pair.clone()).collect();
        let verdicts = self.verdicts(program, &pairs);
        formatted
            .into_iter()
            .zip(verdicts)
            .map(|((text, pair, dialect), verdict)| Difference {
                text: text.clone(),
                pair,
                dialect,
                verdict,
            })
            .collect()
    }

    /// The same differences in texts of which no piece can be left out.
    fn smallest(
        &self,
        program: &Path,
        mut differences: Vec<Difference>,
        dialect: Dialect,
    ) -> Vec<Difference> {
        let mut smallest = BTreeMap::new();
        while !differences.is_empty() {
            let mut next = Vec::new();
            let smaller: Vec<Vec<Text>> = differences
                .iter()
                .map(|fault| fault.text.smaller())
                .collect();
            let all: Vec<Text> = smaller.iter().flatten().cloned().collect();
            let faults: HashMap<Text, Difference> = self
                .differences(program, &all, dialect)
                .into_iter()
                .filter(Difference::is_fault)
                .map(|fault| (fault.text.clone(), fault))
                .collect();
            for (fault, smaller) in differences.into_iter().zip(smaller) {
                match smaller.iter().find_map(|text| faults.get(text)) {
                    Some(smaller) => next.push(smaller.clone()),
                    None => drop(smallest.insert(fault.pair.clone(), fault)),
                }
            }
            // Many come to the same.
            let mut seen = HashSet::new();
            next.retain(|fault| seen.insert(fault.text.clone()));
            differences = next;
        }
        smallest.into_values().collect()
    }

    /// What the reader says of each pair: `died` if it ended there without a word, `stuck` if it says nothing for a while.
    fn verdicts(&self, program: &Path, pairs: &[Pair]) -> Vec<String> {
        let temporary = tempfile::tempdir().expect("a folder");
        let folder = temporary.path();
        std::fs::write(folder.join(SCRIPT), self.reader.script).expect("a file in it");
        let mut verdicts = Vec::new();
        while verdicts.len() < pairs.len() {
            // What a reader keeps of all that it has read slows it down.
            let left = pairs[verdicts.len()..].iter().take(500);
            let texts: Vec<String> = left
                .clone()
                .flat_map(|(before, after)| <[&str; 2]>::from(self.reader.seen(before, after)))
                .map(|text| format!("{}{text}", self.directive))
                .collect();
            let codes = self.reader.encode(texts.iter().map(String::as_str));
            std::fs::write(folder.join(PAIRS), codes).expect("a file in it");
            let (said, end) = self.run(program, folder);
            let is_short = said.len() < left.len();
            verdicts.extend(said);
            if is_short {
                verdicts.push(end.to_owned());
            }
        }
        verdicts
    }

    /// What the reader says of the pairs in a folder, and how it came to its end.
    fn run(&self, program: &Path, folder: &Path) -> (Vec<String>, &'static str) {
        let mut command = limited(program);
        command.args(self.reader.arguments).current_dir(folder);
        // A reader that is given no file reads the program from its input.
        let input = match self.reader.arguments {
            [] => File::open(folder.join(SCRIPT)).expect("a file").into(),
            _ => Stdio::null(),
        };
        let command = command.stdin(input).stdout(Stdio::piped());
        let mut child = Running(
            command
                .stderr(Stdio::null())
                .spawn()
                .expect("the reader runs"),
        );
        let output = BufReader::new(child.0.stdout.take().expect("a pipe"));
        let (sender, lines) = mpsc::channel();
        let listener = thread::spawn(move || {
            let lines = output.split(b'\n').map_while(Result::ok);
            lines.for_each(|line| drop(sender.send(line)));
        });
        let mut verdicts = Vec::new();
        // Whatever else it says, a reader that gives no verdict is stuck.
        let mut last = Instant::now();
        let end = loop {
            match lines.recv_timeout(PATIENCE.saturating_sub(last.elapsed())) {
                Ok(line) => {
                    let line = String::from_utf8_lossy(&line);
                    // Some say their prompt before it.
                    if let Some((_, verdict)) = line.split_once("verdict ") {
                        verdicts.push(verdict.to_owned());
                        last = Instant::now();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break "died",
                Err(RecvTimeoutError::Timeout) => break "stuck",
            }
        };
        drop(child);
        listener.join().expect("no panic");
        (verdicts, end)
    }
}

/// How long a reader may take for a pair.
const PATIENCE: Duration = Duration::from_secs(30);

/// A reader at work, which does not outlive this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended just now.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A command that runs a program. Where there is a shell, the program ends after some minutes of work, even if this test was
/// killed while it was stuck.
fn limited(program: &Path) -> Command {
    if !cfg!(unix) {
        return Command::new(program);
    }
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -t 600; exec \"$@\"", "sh"])
        .arg(program);
    command
}

/// The files of Scheme in a folder and those in it, in alphabetical order.
fn files_in(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            files_in(&path, files);
        } else if matches!(
            extension,
            Some("scm" | "ss" | "sls" | "sld" | "sps" | "sch" | "stk")
        ) {
            files.push(path);
        }
    }
}

/// A text that is one literal, formatted; without the line end that every file has.
fn format(literal: &str, dialect: Dialect) -> String {
    let mut options = Options::default();
    options.dialect = dialect;
    let formatted = schemefmt::format(literal.as_bytes(), &options)
        .unwrap_or_else(|error| panic!("{literal:?} under {dialect}: {error}"));
    let mut output = String::from_utf8(formatted.output).expect("UTF-8, as it came");
    if output.ends_with('\n') {
        output.pop();
    }
    output
}
