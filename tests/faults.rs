//! Whatever happens to the command, a file is as it was or completely new.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

const LINES: usize = 2000;

fn messy() -> String {
    "(define (f   x)  (g x  y))\n".repeat(LINES)
}

fn tidy() -> String {
    "(define (f x) (g x y))\n".repeat(LINES)
}

fn folder_with_file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.scm");
    fs::write(&file, messy()).unwrap();
    (folder, file)
}

fn command(file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_schemefmt"));
    command
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Killed at once, at any moment, with no time to clean up: of a half written text, nothing but a temporary file is left,
/// whose name no later run takes for a source.
#[test]
fn killed_at_any_moment_the_file_is_whole() {
    let (folder, file) = folder_with_file();
    let start = Instant::now();
    assert!(command(&file).status().unwrap().success());
    let whole_run = start.elapsed();
    assert_eq!(fs::read_to_string(&file).unwrap(), tidy());
    for round in 0..40u32 {
        fs::write(&file, messy()).unwrap();
        let mut child = command(&file).spawn().unwrap();
        thread::sleep(whole_run * round / 40);
        child.kill().unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            text == messy() || text == tidy(),
            "half written in round {round}"
        );
        for entry in fs::read_dir(folder.path()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(
                name == "a.scm" || name.starts_with(".schemefmt-") && name.ends_with(".tmp"),
                "{name}"
            );
        }
    }
}

/// Of two processes on one file, one may find that the other was faster, and say so.
#[test]
fn two_processes_on_one_file_leave_it_whole() {
    for _ in 0..10 {
        let (folder, file) = folder_with_file();
        let mut children = [
            command(&file).spawn().unwrap(),
            command(&file).spawn().unwrap(),
        ];
        let codes = children
            .each_mut()
            .map(|child| child.wait().unwrap().code());
        assert!(codes.contains(&Some(0)), "{codes:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), tidy());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// An editor that saves while the file is being formatted has the last word, but for the blink between the last look at the
/// file and the rename, which this test stays clear of: the other text is there before the command can have read the file.
#[test]
fn what_an_editor_saved_is_not_overwritten() {
    let (_folder, file) = folder_with_file();
    let saved = file.with_extension("saved");
    fs::write(&saved, "; saved\n").unwrap();
    let mut child = command(&file).spawn().unwrap();
    fs::rename(&saved, &file).unwrap();
    child.wait().unwrap();
    thread::sleep(Duration::from_millis(1));
    assert_eq!(fs::read_to_string(&file).unwrap(), "; saved\n");
}
