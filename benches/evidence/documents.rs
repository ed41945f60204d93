//! What becomes of the code in documents: how many blocks there are in each folder, how many change, and why others are left.
//!
//! Whether anything changes around the code is judged by lines that look like fences, without the recognizers: each line that changes
//! has to stand between two of them. The output is formatted again, which must change nothing.
//!
//! `cargo run --release --example documents -- FOLDER...`; with `OUT=FOLDER`, the formatted documents are written there, and with
//! `SAMPLE=200`, that many of the blocks that change are shown before and after, chosen at random.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemefmt::internals::documents::{
    ChangedBlock, DEFAULT, FormattedDocument, Notation, format_document,
};
use schemefmt::{Diagnostic, Options};
use walkdir::WalkDir;

#[path = "../common/mod.rs"]
mod common;
#[path = "../../tests/support/fences.rs"]
mod fences;

use common::Random;

/// What has been counted in a folder.
#[derive(Default)]
struct Tally {
    documents: usize,
    found: usize,
    changed: usize,
    left: BTreeMap<String, usize>,
    failed: usize,
    outside: usize,
    unstable: usize,
}

fn main() {
    let out = std::env::var_os("OUT").map(PathBuf::from);
    let verbose = std::env::var_os("VERBOSE").is_some();
    let sample = std::env::var("SAMPLE").ok().and_then(|it| it.parse().ok());
    let mut blocks = Vec::new();
    for folder in std::env::args().skip(1) {
        let mut tally = Tally::default();
        for entry in WalkDir::new(&folder).into_iter().flatten() {
            let path = entry.path();
            let Some(notation) = Notation::of(path).filter(|_| path.is_file()) else {
                continue;
            };
            let Ok(bytes) = std::fs::read(path) else {
                continue;
            };
            let output = tally.add(path, notation, &bytes, verbose, &mut blocks);
            if let (Some(out), Some(output)) = (&out, output) {
                let target = out.join(path.strip_prefix("/").unwrap_or(path));
                let made = target.parent().map(std::fs::create_dir_all);
                made.and_then(|_| std::fs::write(target, output).ok());
            }
        }
        tally.tell(&folder);
    }
    show(blocks, sample.unwrap_or(0));
}

/// Shows some blocks, chosen at random but always the same.
fn show(mut blocks: Vec<(PathBuf, ChangedBlock)>, sample: usize) {
    let mut random = Random::new(1);
    for _ in 0..sample.min(blocks.len()) {
        let (path, block) = blocks.swap_remove(random.below(blocks.len()));
        let [before, after] = block.code;
        println!("==== {}\n{before}---- after\n{after}", path.display());
    }
}

/// Formats a document by itself, as it is without a configuration.
fn formatted(notation: &Notation, bytes: &[u8]) -> Result<FormattedDocument, Diagnostic> {
    let mut options = Options::default();
    let (key, value) = DEFAULT;
    options.set(key, value).expect("it takes the value");
    format_document(bytes, notation, None, &options)
}

impl Tally {
    /// Counts what becomes of a document, and returns it if it changes.
    fn add(
        &mut self,
        path: &Path,
        notation: &Notation,
        bytes: &[u8],
        verbose: bool,
        blocks: &mut Vec<(PathBuf, ChangedBlock)>,
    ) -> Option<Vec<u8>> {
        self.documents += 1;
        let FormattedDocument {
            output,
            found,
            changed,
            left,
            ..
        } = match formatted(notation, bytes) {
            Ok(formatted) => formatted,
            Err(error) => {
                self.failed += 1;
                println!("{}: {error}", path.display());
                return None;
            }
        };
        self.found += found;
        self.changed += changed.len();
        blocks.extend(changed.into_iter().map(|block| (path.to_owned(), block)));
        for block in left {
            if verbose {
                println!("{}:{}: {}", path.display(), block.line, block.reason);
            }
            let reason = block.reason.to_string();
            let kind = reason.split('`').step_by(2).collect::<Vec<_>>().join("…");
            *self.left.entry(kind).or_default() += 1;
        }
        if let Some(line) = fences::changed_outside(path, bytes, &output) {
            self.outside += 1;
            println!("{}:{line}: outside", path.display());
        }
        let again = formatted(notation, &output).map(|again| again.output);
        if again.as_ref() != Ok(&output) {
            self.unstable += 1;
            println!("{}: unstable", path.display());
        }
        (output != bytes).then_some(output)
    }

    fn tell(&self, folder: &str) {
        let left: usize = self.left.values().sum();
        println!(
            "{folder}: {} documents, {} blocks: {} change, {left} are left, {} stay; \
             {} documents failed, {} lines outside, {} documents unstable",
            self.documents,
            self.found,
            self.changed,
            self.found - self.changed - left,
            self.failed,
            self.outside,
            self.unstable
        );
        for (reason, count) in &self.left {
            println!("  {count} {reason}");
        }
    }
}
