//! How often a damaged text is repaired: `cargo run --release --example repair -- FOLDER...`. Each folder in a FOLDER is a project.
//!
//! A real file is damaged at a random place, always the same one for the same files, and repaired. The tokens of the outcome are
//! compared with those of the file: it is restored if they are the same, left alone if it still cannot be read, and wrong
//! otherwise. Half of the projects are held out: nothing was measured or chosen by them. `--measure` prints the tables of
//! `src/repair/measured.rs` as the other half has them. `REPAIR_CASES` sets the number of cases of each kind in each project; with
//! `REPAIR_WRONG`, the wrong cases in view are listed, and with `IN_VIEW` the others are left out.
#![allow(clippy::print_stdout)]

#[path = "../common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use common::{Random, children, is_held_out, shuffled_files};
use schemefmt::internals::repair::{Counts, Tally, measure};
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::TokenKind;
use schemefmt::{Options, Repaired, Verdict, repair};

/// Cases of each kind of damage in each project.
const PER_PROJECT: usize = 24;
/// Files of a project that are damaged.
const FILES: usize = 40;
/// Lines a file may have.
const LINES: std::ops::RangeInclusive<usize> = 20..=1000;

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Writing {
    AsItIs,
    BadlyIndented,
    Tabs,
    Unindented,
}

/// What is done to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Damage {
    CloserRemoved,
    CloserAdded,
    OpenerRemoved,
    OpenerAdded,
    OtherShape,
    /// So many closing brackets are missing at the end of a form at top level.
    TooFew(usize),
    TooMany(usize),
    TwoForms,
    QuoteRemoved,
    /// The rest of a line has not been typed yet.
    MidEdit,
}

const ANYWHERE: [Damage; 5] = [
    Damage::CloserRemoved,
    Damage::CloserAdded,
    Damage::OpenerRemoved,
    Damage::OpenerAdded,
    Damage::OtherShape,
];
const AT_THE_END: [Damage; 6] = [
    Damage::TooFew(1),
    Damage::TooFew(2),
    Damage::TooFew(3),
    Damage::TooMany(1),
    Damage::TooMany(2),
    Damage::TooMany(3),
];
const OTHERS: [Damage; 3] = [Damage::TwoForms, Damage::QuoteRemoved, Damage::MidEdit];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Restored,
    LeftAlone,
    Wrong,
}

struct Case {
    path: PathBuf,
    line: usize,
    writing: Writing,
    damage: Damage,
    is_held_out: bool,
    outcome: Outcome,
    /// Whether what was found best restores the text.
    is_best: bool,
    certainty: f64,
}

fn main() {
    let folders: Vec<PathBuf> = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .map(PathBuf::from)
        .flat_map(|folder| children(&folder))
        .filter(|path| path.is_dir())
        .collect();
    if env::args().any(|argument| argument == "--measure") {
        return print_tables(&folders);
    }
    let is_wanted = |folder: &&PathBuf| env::var_os("IN_VIEW").is_none() || !is_held_out(folder);
    let wanted: Vec<&PathBuf> = folders.iter().filter(is_wanted).collect();
    let cases = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(folder) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let made = of_project(folder);
                    cases.lock().expect("no thread panicked").extend(made);
                }
            });
        }
    });
    let mut cases = cases.into_inner().expect("no thread panicked");
    cases.sort_by(|a: &Case, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    if env::var_os("REPAIR_WRONG").is_some() {
        for case in cases
            .iter()
            .filter(|case| !case.is_held_out && case.outcome == Outcome::Wrong)
        {
            println!(
                "{:?} {:?} {}:{} {:.1}",
                case.writing,
                case.damage,
                case.path.display(),
                case.line,
                case.certainty
            );
        }
    }
    for (title, half) in [("in view", false), ("held out", true)] {
        println!("\n{title}");
        let of_half = || cases.iter().filter(|case| case.is_held_out == half);
        table(of_half());
        curve(
            "anywhere",
            of_half().filter(|case| ANYWHERE.contains(&case.damage)),
        );
        curve(
            "at the end",
            of_half().filter(|case| AT_THE_END.contains(&case.damage)),
        );
    }
}

/// The texts of a project, in a random order that is always the same.
fn texts(folder: &Path, random: &mut Random) -> Vec<(PathBuf, String)> {
    let mut texts = Vec::new();
    for path in shuffled_files(folder, random) {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let reads = schemefmt::format(text.as_bytes(), &Options::default())
            .is_ok_and(|formatted| formatted.untouched.is_none());
        if LINES.contains(&text.lines().count()) && reads {
            texts.push((path, text));
        }
        if texts.len() == FILES {
            break;
        }
    }
    texts
}

fn of_project(folder: &Path) -> Vec<Case> {
    let is_held_out = is_held_out(folder);
    let name = folder.file_name().unwrap_or_default().as_encoded_bytes();
    let mut random = Random::new(name.iter().map(|byte| u64::from(*byte)).sum());
    let texts = texts(folder, &mut random);
    let per_project = env::var("REPAIR_CASES")
        .ok()
        .and_then(|count| count.parse().ok());
    let per_project: usize = per_project.unwrap_or(PER_PROJECT);
    let mut cases = Vec::new();
    let kinds = [&ANYWHERE[..], &AT_THE_END[..], &OTHERS[..]].concat();
    let as_it_is = kinds
        .iter()
        .map(|damage| (Writing::AsItIs, *damage, per_project));
    let others = [Writing::BadlyIndented, Writing::Tabs, Writing::Unindented].into_iter();
    let others = others.flat_map(|writing| {
        let kinds = [&ANYWHERE[..], &AT_THE_END[..]].concat();
        kinds
            .into_iter()
            .map(move |damage| (writing, damage, per_project / 4))
    });
    for (writing, damage, count) in as_it_is.chain(others) {
        let mut turn = 0;
        let mut made = 0;
        while made < count && turn < 3 * count && !texts.is_empty() {
            let (path, text) = &texts[turn % texts.len()];
            turn += 1;
            let text = written(text, writing, &mut random);
            let Some((damaged, at)) = damage_to(&text, damage, &mut random) else {
                continue;
            };
            if schemefmt::format(damaged.as_bytes(), &Options::default()).is_ok() {
                continue;
            }
            let (outcome, is_best, certainty) = outcome(&text, &damaged);
            made += 1;
            cases.push(Case {
                path: path.clone(),
                line: text[..at].matches('\n').count() + 1,
                writing,
                damage,
                is_held_out,
                outcome,
                is_best,
                certainty,
            });
        }
    }
    cases
}

/// A text as someone else would indent it.
fn written(text: &str, writing: Writing, random: &mut Random) -> String {
    let line = |line: &str| {
        let code = line.trim_start_matches([' ', '\t']);
        let blanks = line.len() - code.len();
        match writing {
            Writing::AsItIs => line.to_owned(),
            Writing::Unindented => code.to_owned(),
            Writing::Tabs => format!(
                "{}{}{code}",
                "\t".repeat(blanks / 8),
                " ".repeat(blanks % 8)
            ),
            Writing::BadlyIndented if blanks == 0 || random.below(4) > 0 => line.to_owned(),
            Writing::BadlyIndented => {
                let moved = (blanks + random.below(5)).saturating_sub(2);
                format!("{}{code}", " ".repeat(moved.max(1)))
            }
        }
    };
    let lines: Vec<String> = text.split('\n').map(line).collect();
    lines.join("\n")
}

/// A bracket: its place, its depth, whether it opens.
struct Bracket {
    at: usize,
    depth: usize,
    opens: bool,
}

fn brackets(text: &str) -> (Vec<Bracket>, Vec<usize>, Vec<usize>) {
    let (mut brackets, mut starts, mut quotes) = (Vec::new(), Vec::new(), Vec::new());
    let mut depth = 0;
    for token in Lexer::new(text, Switches::COMMON) {
        let (start, end) = (token.start as usize, token.end as usize);
        match token.kind {
            TokenKind::Open => {
                depth += 1;
                brackets.push(Bracket {
                    at: end - 1,
                    depth,
                    opens: true,
                });
            }
            TokenKind::Close => {
                brackets.push(Bracket {
                    at: start,
                    depth,
                    opens: false,
                });
                depth = depth.saturating_sub(1);
            }
            TokenKind::String if text[start..].starts_with('"') => quotes.extend([start, end - 1]),
            _ => {}
        }
        if depth > 0
            && !matches!(
                token.kind,
                TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment
            )
        {
            starts.push(start);
        }
    }
    (brackets, starts, quotes)
}

fn other_shape(bracket: u8) -> &'static str {
    match bracket {
        b'(' => "[",
        b')' => "]",
        b'[' => "(",
        _ => ")",
    }
}

/// A damaged text, and where it is damaged; none if it has no place for this.
fn damage_to(text: &str, damage: Damage, random: &mut Random) -> Option<(String, usize)> {
    let (brackets, starts, quotes) = brackets(text);
    let mut pick = |places: Vec<usize>| match places.len() {
        0 => None,
        count => Some(places[random.below(count)]),
    };
    let of_kind = |opens: bool| {
        let found = brackets.iter().filter(|bracket| bracket.opens == opens);
        found.map(|bracket| bracket.at).collect::<Vec<_>>()
    };
    let run_at = |at: usize| {
        text[..=at]
            .bytes()
            .rev()
            .take_while(|byte| *byte == b')')
            .count()
    };
    let ends = |least: usize| {
        let found = brackets
            .iter()
            .filter(|bracket| bracket.depth == 1 && !bracket.opens);
        let found = found.map(|bracket| bracket.at);
        found.filter(|at| run_at(*at) >= least).collect::<Vec<_>>()
    };
    let mut changed = text.to_owned();
    let at = match damage {
        Damage::CloserRemoved | Damage::OpenerRemoved => {
            let at = pick(of_kind(damage == Damage::OpenerRemoved))?;
            changed.remove(at);
            at
        }
        Damage::CloserAdded | Damage::OpenerAdded => {
            let at = pick(starts)?;
            // A closing bracket goes behind what stands before.
            let behind = text[..at].trim_end().len();
            let line_has_comment = text[..behind].rsplit('\n').next()?.contains(';');
            match damage {
                Damage::CloserAdded if line_has_comment => return None,
                Damage::CloserAdded => changed.insert(behind, ')'),
                _ => changed.insert(at, '('),
            }
            at
        }
        Damage::OtherShape => {
            let at = pick([of_kind(true), of_kind(false)].concat())?;
            changed.replace_range(at..=at, other_shape(text.as_bytes()[at]));
            at
        }
        Damage::TooFew(count) => {
            let at = pick(ends(count))?;
            changed.replace_range(at + 1 - count..=at, "");
            at
        }
        Damage::TooMany(count) => {
            let at = pick(ends(1))?;
            changed.insert_str(at, &")))"[..count]);
            at
        }
        Damage::TwoForms => {
            let (first, second) = (pick(of_kind(false))?, pick(of_kind(false))?);
            let (first, second) = (first.min(second), first.max(second));
            if !text[first..second].contains("\n\n(") {
                return None;
            }
            changed.remove(second);
            changed.remove(first);
            first
        }
        Damage::QuoteRemoved => {
            let at = pick(quotes)?;
            changed.remove(at);
            at
        }
        Damage::MidEdit => {
            let at = pick(starts)?;
            let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
            changed.replace_range(at..end, "");
            at
        }
    };
    Some((changed, at))
}

/// The tokens of a text that mean something.
fn tokens(text: &str) -> Vec<&str> {
    let means = |kind| {
        !matches!(
            kind,
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment
        )
    };
    Lexer::new(text, Switches::COMMON)
        .filter(|token| means(token.kind))
        .map(|token| token.text(text))
        .collect()
}

/// A text with the most probable proposal for each broken form, however certain, and the least of their certainties.
fn best(repaired: &Repaired, damaged: &str) -> Option<(String, f64)> {
    let (mut output, mut least) = (damaged.to_owned(), f64::MAX);
    for verdict in repaired.verdicts.iter().rev() {
        let proposal = match verdict {
            Verdict::Repaired(proposal) => proposal,
            Verdict::LeftAlone(_, proposals) => proposals.first()?,
            _ => return None,
        };
        least = least.min(proposal.certainty);
        for edit in proposal.edits.iter().rev() {
            output.replace_range(edit.span.clone(), str::from_utf8(&edit.text).ok()?);
        }
    }
    Some((output, least))
}

fn outcome(text: &str, damaged: &str) -> (Outcome, bool, f64) {
    let Ok(repaired) = repair(damaged.as_bytes(), &Options::default()) else {
        return (Outcome::LeftAlone, false, 0.0);
    };
    let output = String::from_utf8(repaired.output.clone()).unwrap_or_default();
    let is_restored = |output: &str| tokens(output) == tokens(text);
    let (best, certainty) = best(&repaired, damaged).unwrap_or_default();
    let is_best = is_restored(&best);
    let outcome = match schemefmt::format(output.as_bytes(), &Options::default()) {
        Ok(_) if is_restored(&output) => Outcome::Restored,
        Ok(_) => Outcome::Wrong,
        Err(_) => Outcome::LeftAlone,
    };
    (outcome, is_best, certainty)
}

fn table<'a>(cases: impl Iterator<Item = &'a Case>) {
    let mut rows: BTreeMap<(Writing, String), Vec<&Case>> = BTreeMap::new();
    for case in cases {
        let mut titles = vec![format!("{:?}", case.damage)];
        if ANYWHERE.contains(&case.damage) {
            titles.push("anywhere".to_owned());
        }
        if AT_THE_END.contains(&case.damage) {
            titles.push("at the end".to_owned());
        }
        if case.writing != Writing::AsItIs {
            titles.remove(0);
        }
        for title in titles {
            rows.entry((case.writing, title)).or_default().push(case);
        }
    }
    println!("                                   cases  restored  left alone  wrong   best");
    for ((writing, title), cases) in rows {
        let share = |outcome| {
            let count = cases.iter().filter(|case| case.outcome == outcome).count();
            100.0 * count as f64 / cases.len() as f64
        };
        let best = cases.iter().filter(|case| case.is_best).count() as f64;
        println!(
            "{:14} {title:18} {:6}   {:5.1}%      {:5.1}%  {:5.2}%  {:5.1}%",
            format!("{writing:?}"),
            cases.len(),
            share(Outcome::Restored),
            share(Outcome::LeftAlone),
            share(Outcome::Wrong),
            100.0 * best / cases.len() as f64,
        );
    }
}

/// What other bounds of certainty would give.
fn curve<'a>(title: &str, cases: impl Iterator<Item = &'a Case>) {
    let cases: Vec<_> = cases
        .filter(|case| case.writing == Writing::AsItIs)
        .collect();
    for bound in [1.0, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0] {
        let sure = cases.iter().filter(|case| case.certainty >= bound);
        let (right, wrong): (Vec<&&Case>, Vec<&&Case>) = sure.partition(|case| case.is_best);
        let share = |part: usize| 100.0 * part as f64 / cases.len().max(1) as f64;
        println!(
            "{title:10} at {bound:3.1}: restored {:5.1}%  wrong {:5.2}%",
            share(right.len()),
            share(wrong.len())
        );
    }
}

/// Prints what the projects in view chose.
fn print_tables(folders: &[PathBuf]) {
    let mut all = Counts::default();
    let (mut read, mut counted) = (0, 0);
    for folder in folders.iter().filter(|folder| !is_held_out(folder)) {
        let mut random = Random::new(1);
        for (_, text) in texts(folder, &mut random) {
            read += 1;
            let counts = measure(text.as_bytes(), &Options::default(), &mut all);
            counted += usize::from(counts.is_some());
        }
    }
    let tables = [
        scaled(all.items.as_flattened()),
        scaled(all.breaks.as_flattened()),
        scaled(&all.stands),
    ];
    println!("// {counted} of {read} files\n{}", tables.join("\n"));
}

/// Tallies in ten-thousandths of what each list or line was counted for, one a line.
fn scaled<const N: usize>(tallies: &[Tally<N>]) -> String {
    let row = |tally: &Tally<N>| {
        let sum = tally.iter().sum::<u32>().max(1);
        let parts = tally.map(|count| (10_000 * count + sum / 2) / sum);
        format!("{parts:?},\n")
    };
    tallies.iter().map(row).collect()
}
