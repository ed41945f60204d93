//! Makes tables of the packs of rows, and puts the commit into the version that the command shows.

// The modules of the library are public there.
#![allow(unreachable_pub)]

#[allow(dead_code)]
#[path = "src/forms/attributes.rs"]
mod attributes;
#[allow(dead_code)]
#[path = "src/forms/form.rs"]
mod form;
#[path = "src/forms/rows.rs"]
mod rows;
#[allow(dead_code)]
#[path = "src/syntax/mod.rs"]
mod syntax;
#[allow(dead_code)]
#[path = "src/text/mod.rs"]
mod text;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use form::{Form, Pattern, Role, Row};
use rows::PackRows;

/// The folder of the packs, and the one that the others build on.
const FORMS: &str = "src/forms";
const CORE: &str = "core.scm";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={FORMS}");
    if let Err(message) = write_packs() {
        println!("cargo::error={message}");
    }
    if env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        // There is one stack, and no other for what nests deep.
        println!("cargo:rustc-link-arg-bins=-zstack-size={}", 9 << 20);
    }
    let version = env!("CARGO_PKG_VERSION");
    let version = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    };
    println!("cargo:rustc-env=SCHEMEFMT_VERSION={version}");
}

/// Writes the packs as tables in Rust.
fn write_packs() -> Result<(), Box<dyn Error>> {
    let core = read(&Path::new(FORMS).join(CORE), None)?;
    let mut packs = Vec::new();
    let entries = fs::read_dir(FORMS)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = entries.collect::<Result<_, _>>()?;
    files.sort_unstable();
    for file in files {
        if file.extension().is_some_and(|name| name == "scm") && !file.ends_with(CORE) {
            let rows = read(&file, Some(&core))?;
            let provenance = format!("Pack({:?})", rows.name);
            packs.push(pack(&rows, &provenance, &provenance));
        }
    }
    let tables = format!(
        "static CORE: Pack = {};\n/// All packs but the core.\npub static PACKS: [Pack; {}] = [{}];",
        pack(&core, "BuiltIn", "Pattern(pattern)"),
        packs.len(),
        packs.join(", ")
    );
    let out = env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("packs.rs"), tables)?;
    Ok(())
}

/// Reads a pack.
fn read(file: &Path, core: Option<&PackRows>) -> Result<PackRows, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    rows::read(&text, core).map_err(|fault| format!("{}:{fault}", file.display()).into())
}

/// A pack, with the provenance of its rules for names and for patterns.
fn pack(rows: &PackRows, of_name: &str, of_pattern: &str) -> String {
    let (mut names, mut rules) = (Vec::new(), Vec::new());
    for (name, row) in &rows.names {
        let rule = rule(row, of_name);
        let known = rules.iter().position(|known| *known == rule);
        names.push((&**name, known.unwrap_or(rules.len())));
        if known.is_none() {
            rules.push(rule);
        }
    }
    let patterns = rows.patterns.iter().map(|(name, row)| {
        let name = match name {
            Pattern::Prefix(start) => format!("Pattern::Prefix({start:?})"),
            Pattern::Suffix(end) => format!("Pattern::Suffix({end:?})"),
            Pattern::Within(part) => format!("Pattern::Within({part:?})"),
        };
        let provenance = of_pattern.replace("pattern", &name);
        format!("({name}, {}),", rule(row, &provenance))
    });
    format!(
        "Pack {{ name: {:?}, dialects: &{:?}, libraries: &{:?}, values_below: {}, fields_below: {}, names: \
         &{names:?}, index: OnceLock::new(), rules: &[{}], patterns: &[{}] }}",
        rows.name,
        rows.dialects,
        rows.libraries,
        rows.values_below,
        rows.fields_below,
        rules.join(", "),
        patterns.collect::<String>()
    )
}

fn rule(row: &Row, provenance: &str) -> String {
    let row = match row {
        Row::Always(own) => format!("Always({})", form(own)),
        Row::ByFirst(list, name) => format!("ByFirst({}, {})", form(list), form(name)),
        Row::IfNamed(named, least) => format!("IfNamed({}, {least})", form(named)),
    };
    format!("Rule {{ row: Row::{row}, provenance: Provenance::{provenance} }}")
}

fn form(form: &Form) -> String {
    let rest_kind = match form.rest_kind {
        Some(kind) => format!("Some(RestKind::{kind:?})"),
        None => "None".to_owned(),
    };
    let parts: Vec<String> = form.parts.as_slice().iter().map(role).collect();
    format!(
        "Form {{ strategy: Strategy::{:?}, stay: Stay::{:?}, distinguished: {}, drop: Column::{:?}, rest: Column::{:?}, \
         rest_kind: {}, limits: {:?}, first: {}, parts: Roles::new(&[{}]) }}",
        form.strategy,
        form.stay,
        form.distinguished,
        form.drop,
        form.rest,
        rest_kind,
        form.limits,
        role(&form.first),
        parts.join(", ")
    )
}

fn role(role: &Role) -> String {
    match role {
        Role::Bindings(kind) => format!("Role::Bindings(BindingsKind::{kind:?})"),
        Role::Clause(kind) => format!("Role::Clause(ClauseKind::{kind:?})"),
        role => format!("Role::{role:?}"),
    }
}

/// The commit and its date: from git in a clone, from the file that cargo leaves in a published package.
fn commit() -> Option<String> {
    let root = env::var("CARGO_MANIFEST_DIR").ok()?;
    if let Ok(info) = std::fs::read_to_string(format!("{root}/.cargo_vcs_info.json")) {
        let hash = info.split("\"sha1\": \"").nth(1)?;
        return hash.get(..9).map(str::to_owned);
    }
    // A clone of something else that this package lies in says nothing about it.
    if !git(&["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    // Every commit, checkout and rebase adds a line to this log.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={log}");
    git(&["log", "-1", "--format=%h %cs"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
