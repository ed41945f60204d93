//! The modules depend on each other as `docs/contributing/ARCHITECTURE.md` lists them, and the files of a room on each other in no circle.

use std::collections::{BTreeMap, BTreeSet};
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

/// The code of a file, without comments and its tests, which may use what they like.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let tests = Regex::new(r"#\[cfg\(test\)\]\n(#\[.*\n)*mod tests \{").unwrap();
    let code = tests.split(&text).next().unwrap().lines();
    let code = code.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
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
        for line in code(&path).lines() {
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

/// The rooms whose files form no circles.
const ROOMS: [&str; 6] = ["brackets", "cli", "explain", "layout", "syntax", "text"];

/// The code of each file of a room, by its module, such as `cli::report::json`. What a `mod.rs` only passes on is no part of it.
fn room(name: &str) -> BTreeMap<String, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let passed_on = Regex::new(r"(?m)^pub(?:\(crate\))? use [^;]+;").unwrap();
    let module = |path: PathBuf| {
        let place = path.strip_prefix(&source).unwrap().with_extension("");
        let names = place.iter().filter_map(|name| name.to_str());
        let names: Vec<&str> = names.filter(|name| *name != "mod").collect();
        let code = passed_on.replace_all(&code(&path), "").into_owned();
        (names.join("::"), code)
    };
    files(&source.join(name)).into_iter().map(module).collect()
}

/// The paths of a tree such as `a::{b, c::d}`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((before, rest)) = tree.split_once('{') else {
        return vec![tree.to_owned()];
    };
    let inner = rest.rsplit_once('}').unwrap().0;
    let mut depth = 0;
    let pieces = inner.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let paths = pieces.flat_map(|piece| expanded(&format!("{before}{}", piece.trim())));
    paths.collect()
}

/// The other modules of a room that one of them names.
fn named<'m>(module: &str, modules: &'m BTreeMap<String, String>) -> BTreeSet<&'m str> {
    let code = &modules[module];
    let uses = Regex::new(r"(?m)^\s*use ([^;]+);").unwrap();
    let paths = Regex::new(r"\b[a-z_]+(?:::\w+)+").unwrap();
    let mut found: Vec<String> = paths
        .find_iter(code)
        .map(|it| it.as_str().to_owned())
        .collect();
    found.extend(uses.captures_iter(code).flat_map(|used| expanded(&used[1])));
    let absolute = |path: String| {
        let (mut path, mut place) = (path.as_str(), module);
        if let Some(rest) = path.strip_prefix("crate::") {
            return rest.to_owned();
        }
        while let Some(rest) = path.strip_prefix("super::") {
            (path, place) = (
                rest,
                place.rsplit_once("::").map_or("", |(around, _)| around),
            );
        }
        format!("{place}::{path}")
    };
    let module_of = |path: String| {
        let mut path = path.as_str();
        loop {
            if let Some((known, _)) = modules.get_key_value(path) {
                return Some(known.as_str());
            }
            path = path.rsplit_once("::")?.0;
        }
    };
    let found = found.into_iter().map(absolute).filter_map(module_of);
    found.filter(|it| *it != module).collect()
}

#[test]
fn files_of_a_room_form_no_circle() {
    for name in ROOMS {
        let mut modules = room(name);
        // `Layout` has something of each of its files, and all of them add methods to it.
        modules.remove("layout");
        let mut left: BTreeMap<&str, BTreeSet<&str>> = modules
            .keys()
            .map(|module| (module.as_str(), named(module, &modules)))
            .collect();
        assert!(left.values().any(|named| named.len() > 1), "{name} is read");
        // Whatever names nothing that is left is in no circle.
        while let Some(free) = left
            .iter()
            .find(|(_, named)| !named.iter().any(|it| left.contains_key(it)))
            .map(|(free, _)| *free)
        {
            left.remove(free);
        }
        assert!(left.is_empty(), "{name} has circles: {left:#?}");
    }
}
