//! Puts the commit into the version that the command shows.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
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
