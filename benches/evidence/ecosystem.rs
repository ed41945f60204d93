//! What changes for users between two versions: formats real repositories with both programs, each by the configurations that are there,
//! and writes a report in Markdown. Files that one of them refuses are counted; what changes is counted, and shown, of the others.
//!
//! `cargo run --release --example ecosystem -- OLD NEW LIST`, with two programs and a list such as `benches/ecosystem.txt`: on each line the
//! address of a repository, a commit, and why it is there. `REPOSITORIES=FOLDER` has them as folders `OWNER+NAME`; what is not there is
//! fetched by git, and left out if that fails.
#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use similar::TextDiff;
use walkdir::WalkDir;

/// The hunks that are shown.
const SHOWN: usize = 10;

/// The lines that are shown of each, before and after.
const LINES: usize = 30;

/// What a run over a folder gave.
struct Run {
    /// The texts of its files.
    texts: BTreeMap<PathBuf, String>,
    /// The files with errors.
    refused: BTreeSet<PathBuf>,
    took: Duration,
}

/// Lines that differ: where, and what they were and are.
struct Hunk {
    place: String,
    lines: usize,
    diff: String,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [old, new, list] = &arguments[..] else {
        anyhow::bail!("expected OLD NEW LIST");
    };
    let repositories = std::env::var_os("REPOSITORIES").map(PathBuf::from);
    let mut hunks = Vec::new();
    let mut missing = Vec::new();
    println!("| repository | files | changed | lines | refused | over 80 columns | seconds |");
    println!("|---|---|---|---|---|---|---|");
    let list = std::fs::read_to_string(list)?;
    let mut compared = 0;
    for line in list.lines() {
        let mut words = line.split_whitespace();
        let (Some(address), Some(commit)) = (words.next(), words.next()) else {
            continue;
        };
        let scratch = tempfile::tempdir()?;
        match folder(address, commit, repositories.as_deref(), scratch.path()) {
            Some(folder) => {
                compare(address, &folder, [old, new], &mut hunks)?;
                compared += 1;
            }
            None => missing.push(address),
        }
    }
    if !missing.is_empty() {
        println!("\nNot to be had: {}.", missing.join(", "));
    }
    anyhow::ensure!(compared > 0, "none of the repositories could be had");
    hunks.sort_by_key(|hunk: &Hunk| std::cmp::Reverse(hunk.lines));
    println!("\n{} hunks differ.", hunks.len());
    for Hunk { place, lines, diff } in hunks.iter().take(SHOWN) {
        let of = |sign| diff.lines().filter(move |it| it.starts_with(sign));
        let shown: Vec<&str> = of('-').take(LINES).chain(of('+').take(LINES)).collect();
        let shown = shown.join("\n");
        println!("\n`{place}`, {lines} lines\n\n````diff\n{shown}\n````");
    }
    Ok(())
}

/// The folder of a repository at a commit, fetched into `scratch` unless it is among `repositories`.
fn folder(
    address: &str,
    commit: &str,
    repositories: Option<&Path>,
    scratch: &Path,
) -> Option<PathBuf> {
    let mut parts = address.rsplit('/');
    let (name, owner) = (parts.next()?, parts.next()?);
    let here = repositories.map(|all| all.join(format!("{owner}+{name}")));
    if let Some(here) = here.filter(|here| here.is_dir()) {
        return Some(here);
    }
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(scratch).args(arguments);
        command
            .env("GIT_TERMINAL_PROMPT", "0")
            .stderr(Stdio::null());
        command
            .stdout(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let is_fetched = git(&["init", "-q"])
        && git(&["fetch", "-q", "--depth=1", address, commit])
        && git(&["checkout", "-q", "FETCH_HEAD"]);
    is_fetched.then(|| scratch.to_owned())
}

/// Writes the row of a repository, and adds the hunks in which the outputs of two programs differ.
fn compare(
    address: &str,
    folder: &Path,
    programs: [&String; 2],
    hunks: &mut Vec<Hunk>,
) -> anyhow::Result<()> {
    let [old, new] = [run(programs[0], folder)?, run(programs[1], folder)?];
    let (mut changed, mut lines) = (0, 0);
    for (path, before) in &old.texts {
        let after = new.texts.get(path).map_or("", String::as_str);
        let is_refused = [&old, &new].iter().any(|run| run.refused.contains(path));
        if before == after || is_refused {
            continue;
        }
        changed += 1;
        let diff = TextDiff::from_lines(before.as_str(), after);
        for group in diff.grouped_ops(0) {
            let mut hunk = Hunk {
                place: format!("{address}: {}", path.display()),
                lines: 0,
                diff: String::new(),
            };
            for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                hunk.lines += 1;
                write!(hunk.diff, "{}{change}", change.tag())?;
            }
            lines += hunk.lines;
            hunks.push(hunk);
        }
    }
    let wide = |run: &Run| {
        let all = run.texts.values().flat_map(|text| text.lines());
        all.filter(|line| line.chars().count() > 80).count()
    };
    println!(
        "| {address} | {} | {changed} | {lines} | {} → {} | {} → {} | {:.1} → {:.1} |",
        old.texts.len(),
        old.refused.len(),
        new.refused.len(),
        wide(&old),
        wide(&new),
        old.took.as_secs_f64(),
        new.took.as_secs_f64(),
    );
    Ok(())
}

/// Formats a copy of a folder.
fn run(program: &str, folder: &Path) -> anyhow::Result<Run> {
    let copy = tempfile::tempdir()?;
    for entry in WalkDir::new(folder).into_iter().flatten() {
        let target = copy.path().join(entry.path().strip_prefix(folder)?);
        match entry.file_type() {
            kind if kind.is_dir() => std::fs::create_dir_all(target)?,
            kind if kind.is_file() => drop(std::fs::copy(entry.path(), target)?),
            _ => {}
        }
    }
    let start = Instant::now();
    let program = std::path::absolute(program)?;
    let output = Command::new(program)
        .args(["--quiet", "."])
        .current_dir(copy.path())
        .output()?;
    let took = start.elapsed();
    let said = String::from_utf8_lossy(&output.stderr);
    let mut texts = BTreeMap::new();
    let files = WalkDir::new(copy.path()).into_iter().flatten();
    for entry in files.filter(|entry| entry.file_type().is_file()) {
        let path = entry.path().strip_prefix(copy.path())?.to_owned();
        let is_scheme = path
            .extension()
            .is_some_and(|it| EXTENSIONS.iter().any(|known| it == *known));
        if is_scheme {
            let bytes = std::fs::read(entry.path())?;
            texts.insert(path, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    Ok(Run {
        texts,
        refused: refused(&said),
        took,
    })
}

/// The files with errors, by what a program says of them: below each error stands its place.
fn refused(said: &str) -> BTreeSet<PathBuf> {
    let mut is_error = false;
    let places = said.lines().filter_map(|line| {
        if let Some((_, place)) = line.split_once("--> ") {
            return is_error.then_some(place);
        }
        is_error = line.starts_with("error") || is_error && !line.starts_with("warning");
        None
    });
    let files = places.filter_map(|place| place.rsplitn(3, ':').last());
    files.map(PathBuf::from).collect()
}

/// The extensions of the files that are compared.
const EXTENSIONS: [&str; 10] = [
    "scm", "ss", "sls", "sld", "sps", "sch", "stk", "bgl", "rkt", "scme",
];
