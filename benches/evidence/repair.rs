//! How often a damaged text is repaired: `cargo run --release --example repair -- FOLDER...`. Each folder in a FOLDER is a project.
//!
//! A real file is damaged at a random place, always the same one for the same files, and repaired. The tokens of the outcome are
//! compared with those of what it should be: it is restored if they are the same, left alone if it still cannot be read, and wrong
//! otherwise, by another place on the same line or by another structure. Half of the projects are held out: nothing was measured or
//! chosen by them. `--measure` prints the tables of `src/brackets/measured.rs` as the other half has them. `REPAIR_CASES` sets the number of
//! cases of each kind in each project; with `REPAIR_WRONG`, the wrong cases in view are listed, and with `IN_VIEW` the others are left out.
#![allow(clippy::print_stdout)]

#[path = "../common/mod.rs"]
mod common;
mod damage;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use common::{Random, children, is_held_out, shuffled_files};
use damage::{Damage, Damaged, GROUPS, damage_to, parents, tokens};
use schemefmt::internals::brackets::{Counted, Counts, measure};
use schemefmt::{Options, repair};

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Restored,
    LeftAlone,
    /// Another place on the same line, which leaves each line under the same parents.
    OtherPlace,
    OtherStructure,
}

struct Case {
    path: PathBuf,
    line: usize,
    writing: Writing,
    group: &'static str,
    damage: Damage,
    is_held_out: bool,
    outcome: Outcome,
    /// What the best candidate makes of each broken form, together.
    best: Outcome,
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
    cases.sort_by(|a: &Case, b| (&a.path, a.line, a.damage).cmp(&(&b.path, b.line, b.damage)));
    if env::var_os("REPAIR_WRONG").is_some() {
        let is_wrong =
            |case: &&Case| matches!(case.outcome, Outcome::OtherPlace | Outcome::OtherStructure);
        for case in cases
            .iter()
            .filter(|case| !case.is_held_out)
            .filter(is_wrong)
        {
            let (path, line) = (case.path.display(), case.line);
            println!(
                "{:?} {:?} {:?} {path}:{line}",
                case.writing, case.damage, case.outcome
            );
        }
    }
    for (title, half) in [("in view", false), ("held out", true)] {
        println!("\n{title}");
        table(cases.iter().filter(|case| case.is_held_out == half));
    }
    println!("\nall");
    table(cases.iter());
}

/// The texts of a project, in a random order that is always the same.
fn texts(folder: &Path, random: &mut Random) -> Vec<(PathBuf, String)> {
    let mut texts = Vec::new();
    for path in shuffled_files(folder, random) {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let reads = schemefmt::format(text.as_bytes(), &Options::default())
            .is_ok_and(|formatted| formatted.skipped.is_none());
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
    let kinds = |groups: &'static [damage::Group]| {
        groups
            .iter()
            .flat_map(|(group, damages)| damages.iter().map(move |damage| (*group, *damage)))
    };
    let as_it_is = kinds(&GROUPS).map(|kind| (Writing::AsItIs, kind, per_project));
    let others = [Writing::BadlyIndented, Writing::Tabs, Writing::Unindented].into_iter();
    let others = others
        .flat_map(|writing| kinds(&GROUPS[..2]).map(move |kind| (writing, kind, per_project / 4)));
    for (writing, (group, damage), count) in as_it_is.chain(others) {
        let mut turn = 0;
        let mut made = 0;
        while made < count && turn < 3 * count && !texts.is_empty() {
            let (path, text) = &texts[turn % texts.len()];
            turn += 1;
            let text = written(text, writing, &mut random);
            let Some(damaged) = damage_to(&text, damage, &mut random) else {
                continue;
            };
            if schemefmt::format(damaged.text.as_bytes(), &Options::default()).is_ok() {
                continue;
            }
            let (outcome, best) = outcome(&damaged);
            made += 1;
            cases.push(Case {
                path: path.clone(),
                line: text[..damaged.at].matches('\n').count() + 1,
                writing,
                group,
                damage,
                is_held_out,
                outcome,
                best,
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

/// What became of a text, and what the best candidate would make of it.
fn outcome(damaged: &Damaged) -> (Outcome, Outcome) {
    let Ok(repaired) = repair(damaged.text.as_bytes(), &Options::default()) else {
        return (Outcome::LeftAlone, Outcome::LeftAlone);
    };
    let judge = |output: &str| match schemefmt::format(output.as_bytes(), &Options::default()) {
        Err(_) => Outcome::LeftAlone,
        Ok(_) => match &damaged.truth {
            Some(truth) if tokens(output) == tokens(truth) => Outcome::Restored,
            Some(truth) if parents(output) == parents(truth) => Outcome::OtherPlace,
            _ => Outcome::OtherStructure,
        },
    };
    let mut best = damaged.text.clone();
    for verdict in repaired.verdicts.iter().rev() {
        let candidate = verdict.candidates.first();
        let edits = candidate
            .iter()
            .flat_map(|candidate| candidate.edits.iter().rev());
        for edit in edits {
            let new = str::from_utf8(&edit.text).unwrap_or_default();
            best.replace_range(edit.span.clone(), new);
        }
    }
    let output = String::from_utf8(repaired.output).unwrap_or_default();
    (judge(&output), judge(&best))
}

fn table<'a>(cases: impl Iterator<Item = &'a Case>) {
    let mut rows: BTreeMap<(Writing, usize, String), Vec<&Case>> = BTreeMap::new();
    for case in cases {
        let order = GROUPS
            .iter()
            .position(|group| group.0 == case.group)
            .unwrap_or_default();
        let all = format!("all {}", case.group);
        rows.entry((case.writing, order, all))
            .or_default()
            .push(case);
        if case.writing == Writing::AsItIs {
            let own = format!("{:?}", case.damage);
            rows.entry((case.writing, order, own))
                .or_default()
                .push(case);
        }
    }
    println!(
        "| writing | damage | cases | restored | left alone | other place | other structure | best |"
    );
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for ((writing, _, title), cases) in rows {
        let share = |is_counted: &dyn Fn(&Case) -> bool| {
            let count = cases.iter().filter(|case| is_counted(case)).count();
            100.0 * count as f64 / cases.len() as f64
        };
        let of = |outcome| share(&move |case: &Case| case.outcome == outcome);
        println!(
            "| {writing:?} | {title} | {} | {:.1}% | {:.1}% | {:.2}% | {:.2}% | {:.1}% |",
            cases.len(),
            of(Outcome::Restored),
            of(Outcome::LeftAlone),
            of(Outcome::OtherPlace),
            of(Outcome::OtherStructure),
            share(&|case: &Case| case.best == Outcome::Restored),
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
        scaled(&all.positions),
    ];
    println!("// {counted} of {read} files\n{}", tables.join("\n"));
}

/// Tallies in ten-thousandths of what each list or line was counted for, one a line.
fn scaled<const N: usize>(tallies: &[Counted<N>]) -> String {
    let row = |tally: &Counted<N>| {
        let sum = tally.iter().sum::<u32>().max(1);
        let parts = tally.map(|count| (10_000 * count + sum / 2) / sum);
        format!("{parts:?},\n")
    };
    tallies.iter().map(row).collect()
}
