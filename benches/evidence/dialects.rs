//! Which dialects are detected in whose files: `cargo run --release --example dialects -- FOLDER...`. Each folder in a FOLDER
//! is a project.
//!
//! A line is a project and how many of its files are told to be in each dialect. The table in `benches/records/detection.md` is made of
//! these.
#![allow(clippy::print_stdout)]

#[path = "../common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::{children, scheme_files};
use schemefmt::Dialect;
use schemefmt::internals::dialects::detected;
use schemefmt::internals::syntax::recover;

fn main() {
    let is_verbose = std::env::var_os("VERBOSE").is_some();
    let folders = std::env::args().skip(1);
    for folder in folders.flat_map(|folder| children(Path::new(&folder))) {
        let mut files = Vec::new();
        scheme_files(&folder, &mut files);
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for path in files {
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let tree = recover::parse(&text, Dialect::Auto.switches());
            let name = path.to_string_lossy();
            let detected = detected(&text, &tree, Some(&name));
            if is_verbose {
                println!("{name} {} {:?}", detected.dialect, detected.reason);
            }
            *found.entry(detected.dialect.name()).or_default() += 1;
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_by_key(|(_, files)| std::cmp::Reverse(*files));
        let found: Vec<String> = found
            .iter()
            .map(|(name, files)| format!("{name} {files}"))
            .collect();
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        println!("{name}: {}", found.join(", "));
    }
}
