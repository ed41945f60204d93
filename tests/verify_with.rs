//! `--verify-with`: another Scheme reads what is written, or nothing is written.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a test says why it is skipped")]

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const MESSY: &str = "(define (square x)   (* x x))\n";
const GOOD: &str = "(define (square x)\n  (* x x))\n";

/// Runs the command in a folder, with standard input.
fn run(folder: &Path, path: Option<&Path>, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_schemefmt"));
    command.args(arguments).current_dir(folder);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // What ends before it has read this does not want it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder with a file in it, and with a program that is called `guile` and is this shell script.
fn impostor(script: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.scm"), MESSY).unwrap();
    let programs = folder.path().join("bin");
    fs::create_dir(&programs).unwrap();
    let written = folder.path().join("script");
    fs::write(&written, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&written, fs::Permissions::from_mode(0o755)).unwrap();
    // Not by this process: what a child that another test starts meanwhile has open for writing, nobody can run.
    let mut copy = Command::new("cp");
    copy.arg(&written).arg(programs.join("guile"));
    assert!(copy.status().unwrap().success());
    folder
}

/// Formats that file so.
fn with_impostor(script: &str, arguments: &[&str]) -> (Output, String) {
    let folder = impostor(script);
    let path = folder.path().join("bin");
    let arguments = [&["--verify-with", "guile"], arguments].concat();
    let output = run(folder.path(), Some(&path), &arguments, MESSY);
    let text = fs::read_to_string(folder.path().join("a.scm")).unwrap();
    (output, text)
}

#[test]
fn differently_read_output_is_not_written() {
    for (said, reason) in [
        (
            "different",
            "guile reads different data from the formatted text",
        ),
        (
            "lost",
            "guile can read the original text but not the formatted one",
        ),
    ] {
        let script = format!("echo verdict {said}");
        for mode in [&["a.scm"][..], &["--check", "a.scm"], &["--diff", "a.scm"]] {
            let (output, text) = with_impostor(&script, mode);
            assert_eq!(output.status.code(), Some(2), "{mode:?}");
            assert_eq!(text, MESSY);
            assert!(
                error(&output).contains(&format!("a.scm: {reason}")),
                "{}",
                error(&output)
            );
            assert!(output.stdout.is_empty());
        }
        let (output, _) = with_impostor(&script, &["-"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        assert!(error(&output).contains(&format!("<stdin>: {reason}")));
    }
}

#[test]
fn unreadable_original_is_written_with_a_warning() {
    let (output, text) = with_impostor("echo verdict unreadable", &["a.scm"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text, GOOD);
    let warning =
        "warning: a.scm: guile cannot read the original text, so it has not verified the result";
    assert!(error(&output).contains(warning), "{}", error(&output));
}

#[test]
fn incomparable_data_are_an_error() {
    let reason = "guile cannot compare data whose labels make them circular or endless";
    for arguments in [&["a.scm"][..], &["--check", "a.scm"], &["-"]] {
        let (output, text) = with_impostor("echo verdict endless", arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text, MESSY, "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(error(&output).contains(reason), "{}", error(&output));
    }
}

#[test]
fn crashing_reader_is_an_error_for_the_file() {
    let (output, text) = with_impostor("exit 7", &["a.scm"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text, MESSY);
    let message = "a.scm: guile cannot verify this: it exited without output (exit status: 7)";
    assert!(error(&output).contains(message), "{}", error(&output));
}

#[test]
fn formatted_files_are_not_verified() {
    let folder = impostor("exit 7");
    fs::write(folder.path().join("a.scm"), GOOD).unwrap();
    let path = folder.path().join("bin");
    let output = run(
        folder.path(),
        Some(&path),
        &["--verify-with", "guile", "a.scm"],
        "",
    );
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
}

#[test]
fn missing_reader_ends_the_run() {
    let folder = impostor("exit 0");
    let path = folder.path().join("bin");
    let output = run(
        folder.path(),
        Some(&path),
        &["--verify-with", "racket", "a.scm"],
        "",
    );
    assert_eq!(output.status.code(), Some(2));
    let message = "--verify-with racket: no such program in PATH (looked for racket)";
    assert!(error(&output).contains(message), "{}", error(&output));
    assert_eq!(
        fs::read_to_string(folder.path().join("a.scm")).unwrap(),
        MESSY
    );
    // A folder that is named from where one stands does not count.
    let output = run(
        folder.path(),
        Some(Path::new("bin")),
        &["--verify-with", "guile", "a.scm"],
        "",
    );
    assert_eq!(output.status.code(), Some(2));
}

/// The readers themselves, each with texts in its own syntax.
#[test]
fn readers_agree_with_themselves() {
    let texts = [
        ("guile", "(define-module (a))\n#{a   b}#  #:key #'a"),
        (
            "guile",
            "(use-modules (guix gexp))\n#~(f   #$a:out #$@b #+(c)  #+@d #$ @e)",
        ),
        (
            "chez",
            "#!/usr/bin/scheme --script\n#!chezscheme\n(a  #%car #&b #{g   x})",
        ),
        (
            "gambit",
            "#!/usr/bin/env gsi\n(declare (block))\n(##car   key: #!optional)",
        ),
        (
            "chicken",
            "(import (chicken base))\n(a  #<<END\n  b  c\nEND\n)",
        ),
        (
            "mit",
            "(declare (usual-integrations))\n(define (f   #!optional x) #!default)",
        ),
        (
            "racket",
            "#lang racket\n(define   x #rx\"a  b\") #hash((a  . 1)) λ #&#hasheq((\"a\" .  1) (2 . #hasheqv((\"b\"  . c))))",
        ),
    ];
    for (name, text) in texts {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.scm");
        fs::write(&file, text).unwrap();
        let output = run(folder.path(), None, &["--verify-with", name, "a.scm"], "");
        if error(&output).contains("no such program") {
            eprintln!("skipped: {name} is not installed");
            assert!(
                std::env::var_os("READERS_REQUIRED").is_none(),
                "{name} is not installed"
            );
            continue;
        }
        assert_eq!(output.status.code(), Some(0), "{name}: {}", error(&output));
        assert!(
            !error(&output).contains("warning"),
            "{name}: {}",
            error(&output)
        );
        assert_ne!(fs::read_to_string(&file).unwrap(), text, "{name}");
    }
}

/// Data that go round in circles are not followed for ever, and no reader runs what it reads.
#[test]
fn readers_are_asked_about_ambiguous_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let evil = folder.path().join("evil");
    let write = format!("(call-with-output-file   {evil:?} newline)");
    let texts = [
        "(#0=(a  . #0#))".to_owned(),
        format!("#.{write}"),
        format!("#,{write}"),
        format!("#reader{evil:?}   x"),
        "(a   b".to_owned(),
    ];
    for name in ["guile", "chez", "gambit", "chicken", "mit", "racket"] {
        for text in &texts {
            let output = run(folder.path(), None, &["--verify-with", name, "-"], text);
            let errors = error(&output);
            assert!(
                !errors.contains("cannot verify"),
                "{name}: {text}: {errors}"
            );
            // Guile and Chicken do not read labels; the others say so, and then nothing is written.
            let reads_labels = !matches!(name, "guile" | "chicken");
            if reads_labels && text.contains("#0=") && !errors.contains("no such program") {
                assert!(errors.contains("circular"), "{name}: {text}: {errors}");
                assert_eq!(output.status.code(), Some(2), "{name}: {text}");
                assert!(output.stdout.is_empty(), "{name}: {text}");
            }
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
