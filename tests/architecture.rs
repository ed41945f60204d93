//! The modules depend on each other as `docs/contributing/ARCHITECTURE.md` lists them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// The modules in the order of the page.
fn listed() -> Vec<&'static str> {
    let page = include_str!("../docs/contributing/ARCHITECTURE.md");
    let list = page.split("```\n").nth(1).expect("the list of modules");
    let names = list.lines().filter_map(|line| line.split(' ').next());
    names
        .map(|name| name.trim_end_matches(".rs").trim_end_matches('/'))
        .collect()
}

/// The Rust files in a folder and below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}

#[test]
fn modules_take_only_from_those_above() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let order = listed();
    let place = |name: &str| order.iter().position(|listed| *listed == name);
    let uses = Regex::new(r"(?:crate|schemefmt::internals)::([a-z_]+)").unwrap();
    let mut found = BTreeSet::new();
    for path in files(&source) {
        let name = path.strip_prefix(&source).unwrap();
        let module = name
            .iter()
            .next()
            .unwrap()
            .to_str()
            .unwrap()
            .trim_end_matches(".rs");
        if ["lib", "main"].contains(&module) {
            continue;
        }
        let own = place(module).unwrap_or_else(|| panic!("{module} is not listed"));
        found.insert(module.to_owned());
        let text = fs::read_to_string(&path).unwrap();
        // The tests of a module may use what they like.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for line in code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            for used in uses.captures_iter(line).filter_map(|used| place(&used[1])) {
                assert!(used <= own, "{}: {}", name.display(), line.trim());
            }
            let is_command = module == "cli" || !line.contains("clap");
            assert!(is_command, "{}: {}", name.display(), line.trim());
        }
    }
    assert_eq!(
        found.len(),
        order.len(),
        "the page lists a module that does not exist"
    );
}
