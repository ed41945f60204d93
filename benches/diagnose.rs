//! How far from the mistake an error is reported: `cargo bench --bench diagnose -- FOLDER...`. Each folder in a FOLDER is a project.
//!
//! One bracket is deleted or added at a random place of a real file, always the same for the same files, and the line that
//! [`schemefmt::diagnose`] points at first is compared with the line of the change; so is that of the plain error that
//! [`schemefmt::format`] gives. Every project has as many cases as any other, if it has the files. The heuristics were made
//! with half of the projects in view; the other half is told apart.
#![allow(clippy::print_stdout)]

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use common::{Random, children, is_held_out, shuffled_files};
use schemefmt::Options;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::TokenKind;

/// Changes tried in each project, of each kind.
const PER_PROJECT: usize = 30;
/// Lines a file may have.
const LINES: std::ops::RangeInclusive<usize> = 60..=5000;

/// What is done to a bracket.
const KINDS: [&str; 6] = [
    "closer deleted",
    "closer added",
    "opener deleted",
    "opener added",
    "quote deleted",
    "quote added",
];

fn main() {
    let mut folders: Vec<PathBuf> = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .map(PathBuf::from)
        .flat_map(|folder| children(&folder))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders.dedup();
    let mut cases = Vec::new();
    let mut projects = [0, 0];
    for folder in &folders {
        let is_held_out = is_held_out(folder);
        let made = of_project(folder, is_held_out);
        projects[usize::from(is_held_out)] += usize::from(!made.is_empty());
        cases.extend(made);
    }
    println!(
        "{} cases in {} projects; {} of these were held out",
        cases.len(),
        projects[0] + projects[1],
        projects[1]
    );
    for (title, half) in [("in view", false), ("held out", true)] {
        println!("\n{title}");
        table(cases.iter().filter(|case| case.is_held_out == half));
    }
    println!("\nall");
    table(cases.iter());
    if env::var_os("DIAGNOSE_WORST").is_some() {
        for case in cases
            .iter()
            .filter(|case| !case.is_held_out && case.found.distance > 2)
        {
            println!(
                "{} {}:{} told {} plain {}",
                KINDS[case.kind],
                case.path.display(),
                case.line,
                case.line as i64 + case.found.signed,
                case.line as i64 + case.plain.signed,
            );
        }
    }
}

/// Where an error was reported.
struct Place {
    /// Lines from the change.
    distance: usize,
    signed: i64,
    /// Whether it is in the same innermost definition.
    is_in_definition: bool,
}

struct Case {
    path: PathBuf,
    line: usize,
    kind: usize,
    is_one_form: bool,
    is_held_out: bool,
    found: Place,
    plain: Place,
}

/// The brackets and quotation marks of a text that reads.
struct Brackets {
    /// By what they are, closing, opening, quotation: byte offset and line of each.
    marks: [Vec<(usize, usize)>; 3],
    /// First and last line of each form or definition.
    definitions: Vec<(usize, usize)>,
    is_one_form: bool,
}

fn brackets(text: &str) -> Brackets {
    let mut marks = [Vec::new(), Vec::new(), Vec::new()];
    let mut definitions = Vec::new();
    let mut forms = 0;
    let mut is_library = false;
    // Line of the opener, and whether it begins a definition.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut line = 1;
    let mut is_head = false;
    for token in Lexer::new(text, Switches::COMMON) {
        let word = token.text(text);
        match token.kind {
            TokenKind::Open => {
                forms += usize::from(open.is_empty());
                marks[1].push((token.end as usize - 1, line));
                open.push((line, open.is_empty()));
                is_head = true;
            }
            TokenKind::Close => {
                marks[0].push((token.start as usize, line));
                if let Some((first, true)) = open.pop() {
                    definitions.push((first, line));
                }
                is_head = false;
            }
            TokenKind::String if word.starts_with('"') => {
                marks[2].push((token.start as usize, line));
                let last = line + word.matches('\n').count();
                marks[2].push((token.end as usize - 1, last));
            }
            TokenKind::Atom => {
                if let Some(last) = open.last_mut()
                    && is_head
                {
                    last.1 |= word.starts_with("define");
                    is_library |= word == "library" || word == "define-library";
                }
                is_head = false;
            }
            _ => {}
        }
        line += word.matches('\n').count();
    }
    Brackets {
        marks,
        definitions,
        is_one_form: forms <= 2 || is_library,
    }
}

fn of_project(folder: &Path, is_held_out: bool) -> Vec<Case> {
    let options = Options::default();
    let name = folder.file_name().unwrap_or_default().as_encoded_bytes();
    let mut random = Random::new(name.iter().map(|byte| u64::from(*byte)).sum());
    let mut texts = Vec::new();
    for path in shuffled_files(folder, &mut random) {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let reads = schemefmt::format(text.as_bytes(), &options)
            .is_ok_and(|formatted| formatted.skipped.is_none());
        if LINES.contains(&text.lines().count()) && reads {
            let brackets = brackets(&text);
            texts.push((path, text, brackets));
        }
        if texts.len() == PER_PROJECT {
            break;
        }
    }
    let mut cases = Vec::new();
    for kind in 0..KINDS.len() {
        for turn in 0..PER_PROJECT {
            if texts.is_empty() {
                break;
            }
            let (path, text, brackets) = &texts[turn % texts.len()];
            let of_kind = &brackets.marks[kind / 2];
            if of_kind.len() < 40 {
                continue;
            }
            let (at, line) = of_kind[random.below(of_kind.len())];
            let mut changed = text.clone();
            if kind % 2 == 0 {
                changed.remove(at);
            } else {
                changed.insert_str(at, &text[at..=at]);
            }
            let Err(plain) = schemefmt::format(changed.as_bytes(), &options) else {
                continue;
            };
            let diagnosis = schemefmt::diagnose(changed.as_bytes(), &options);
            let line_of = |offset| changed[..offset].matches('\n').count() + 1;
            let definition = brackets
                .definitions
                .iter()
                .filter(|(first, last)| (*first..=*last).contains(&line))
                .min_by_key(|(first, last)| last - first);
            let place = |error: &schemefmt::Diagnostic| {
                let told = line_of(error.labels[0].span.start);
                Place {
                    distance: told.abs_diff(line),
                    signed: told as i64 - line as i64,
                    is_in_definition: definition
                        .is_none_or(|(first, last)| (*first..=*last).contains(&told)),
                }
            };
            cases.push(Case {
                path: path.clone(),
                line,
                kind,
                is_one_form: brackets.is_one_form,
                is_held_out,
                found: place(&diagnosis[0]),
                plain: place(&plain),
            });
        }
    }
    cases
}

fn table<'a>(cases: impl Iterator<Item = &'a Case>) {
    let mut rows: BTreeMap<(usize, bool), Vec<&Case>> = BTreeMap::new();
    for case in cases {
        rows.entry((case.kind, case.is_one_form))
            .or_default()
            .push(case);
    }
    println!(
        "| | cases | within 2 lines | median | p90 | max | right definition | plain: within 2 | median | p90 | max | right definition | worse than plain |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for ((kind, is_one_form), cases) in &rows {
        let form = if *is_one_form {
            "one form"
        } else {
            "separate forms"
        };
        row(&format!("{}, {form}", KINDS[*kind]), cases);
    }
    let all = |kinds: std::ops::Range<usize>| -> Vec<&Case> {
        let of_kinds = rows.iter().filter(|((kind, _), _)| kinds.contains(kind));
        of_kinds
            .flat_map(|(_, cases)| cases.iter().copied())
            .collect()
    };
    row("closers", &all(0..2));
    row("brackets", &all(0..4));
    row("quotes", &all(4..6));
}

fn row(name: &str, cases: &[&Case]) {
    let figures = |place: fn(&Case) -> &Place| {
        let mut distances: Vec<usize> = cases.iter().map(|case| place(case).distance).collect();
        distances.sort_unstable();
        let at = |share: f64| {
            let last = distances.len().saturating_sub(1);
            distances
                .get((share * last as f64) as usize)
                .copied()
                .unwrap_or(0)
        };
        format!(
            "{:.1} % | {} | {} | {} | {:.1} %",
            percent(distances.iter().filter(|d| **d <= 2).count(), cases.len()),
            at(0.5),
            at(0.9),
            at(1.0),
            percent(
                cases
                    .iter()
                    .filter(|case| place(case).is_in_definition)
                    .count(),
                cases.len()
            )
        )
    };
    let worse = cases
        .iter()
        .filter(|case| case.found.distance > case.plain.distance.max(2))
        .count();
    println!(
        "| {name} | {} | {} | {} | {worse} |",
        cases.len(),
        figures(|case| &case.found),
        figures(|case| &case.plain),
    );
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
