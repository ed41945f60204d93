//! How authors indent the arguments of each operator: `cargo run --release --example operators -- [--least N] FOLDER...`. Each
//! folder in a FOLDER is a project.
//!
//! Every call that its author has broken into lines is a use; what is counted is where its arguments stand. A line is an
//! operator, its uses, how many of them agree with the layout's own rule, the projects with a use, and how many uses have each
//! indentation: `body 1` is a body after one argument, at +2 or +3. A pattern of names that the rule is for has a line
//! of its own. The evidence beside the rows in `src/forms/*.scm` is
//! made of these: a use agrees with a row that has the indentation of the row, whether or not the file is one that the row's pack holds
//! for.
#![allow(clippy::print_stdout)]

#[path = "../common/mod.rs"]
mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use common::calls::{may_be_body, with_expected};
use common::{children, scheme_files};
use schemefmt::Options;
use schemefmt::internals::call_sites::Indentation;
use schemefmt::internals::forms::rules::Provenance;
use schemefmt::options::LineBreaks;

/// No more uses than that are counted of one project, so that none decides alone.
const MOST_USES: usize = 200;

/// What has been seen of an operator.
#[derive(Default)]
struct Seen {
    uses: BTreeMap<usize, Vec<Indentation>>,
    /// Uses that are as the rule has them.
    agreeing: usize,
}

/// The indentations that a use can be an example of; it can be one of several bodies.
const CANDIDATES: [&str; 7] = [
    "aligned", "under", "body 4", "body 3", "body 2", "body 1", "body 0",
];

/// Whether a use is an example. Bodies stand at +2, and in some projects at +3.
fn is(indentation: Indentation, candidate: &str) -> bool {
    match candidate.strip_prefix("body ") {
        Some(k) => k
            .parse()
            .is_ok_and(|k| may_be_body(indentation, 2, k) || may_be_body(indentation, 3, k)),
        None if candidate == "aligned" => indentation == Indentation::Aligned,
        None => indentation == Indentation::Under,
    }
}

fn agrees(indentation: Indentation, expected: Indentation) -> bool {
    match expected {
        Indentation::Body { columns, most, .. } => may_be_body(indentation, columns, most),
        Indentation::Aligned | Indentation::Under => {
            matches!(indentation, Indentation::Aligned | Indentation::Under)
        }
        other => indentation == other,
    }
}

fn main() {
    let mut least = 10;
    let mut folders = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--least" => {
                least = arguments
                    .next()
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(least)
            }
            folder => folders.extend(children(Path::new(folder))),
        }
    }
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for (project, folder) in folders.iter().filter(|folder| folder.is_dir()).enumerate() {
        let mut files = Vec::new();
        scheme_files(folder, &mut files);
        for path in files {
            let mut options = Options::default();
            options.file_name = Some(path.to_string_lossy().into_owned());
            options.style.line_breaks = LineBreaks::Keep;
            let bytes = fs::read(&path).unwrap_or_default();
            for (site, expected) in with_expected(&bytes, &options) {
                let pattern = match site.rule {
                    Some(Provenance::Pattern(pattern)) => Some(format!("\"{pattern}\"")),
                    _ => None,
                };
                for name in pattern.into_iter().chain([site.operator]) {
                    let seen = seen.entry(name).or_default();
                    let uses = seen.uses.entry(project).or_default();
                    if uses.len() < MOST_USES {
                        uses.push(site.indentation);
                        seen.agreeing +=
                            usize::from(expected.is_some_and(|it| agrees(site.indentation, it)));
                    }
                }
            }
        }
    }
    for (operator, seen) in seen {
        let uses: Vec<Indentation> = seen.uses.values().flatten().copied().collect();
        if uses.len() < least {
            continue;
        }
        let count = |candidate: &&str| uses.iter().filter(|one| is(**one, candidate)).count();
        let projects: BTreeSet<&usize> = seen.uses.keys().collect();
        print!(
            "{operator}\t{}\t{}\t{}",
            uses.len(),
            seen.agreeing,
            projects.len()
        );
        for candidate in CANDIDATES {
            print!("\t{candidate}: {}", count(&candidate));
        }
        println!();
    }
}
