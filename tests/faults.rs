//! Whatever happens to the command, a file is as it was or completely new.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a test says why it is skipped")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

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

/// Runs a process on each file at the same time; one at least succeeds.
fn format_at_once(files: [&Path; 2]) {
    let mut children = files.map(|file| command(file).spawn().unwrap());
    let codes = children
        .each_mut()
        .map(|child| child.wait().unwrap().code());
    assert!(codes.contains(&Some(0)), "{codes:?}");
}

/// Of two processes on one file, one may find that the other was faster, and say so.
#[test]
fn concurrent_processes_leave_file_whole() {
    for _ in 0..10 {
        let (folder, file) = folder_with_file();
        format_at_once([&file, &file]);
        assert_eq!(fs::read_to_string(&file).unwrap(), tidy());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// The same of a file with another name, which is overwritten in place.
#[test]
fn concurrent_processes_leave_linked_file_whole() {
    for _ in 0..10 {
        let (folder, file) = folder_with_file();
        let other = folder.path().join("b.scm");
        fs::hard_link(&file, &other).unwrap();
        format_at_once([&file, &other]);
        assert_eq!(fs::read_to_string(&file).unwrap(), tidy());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}

/// A file with another name, killed at any moment, is whole, or the whole new text is beside it.
#[test]
fn killed_at_any_moment_a_linked_file_can_be_recovered() {
    let (folder, file) = folder_with_file();
    fs::hard_link(&file, folder.path().join("b.scm")).unwrap();
    let start = Instant::now();
    assert!(command(&file).status().unwrap().success());
    let whole_run = start.elapsed();
    for round in 0..40u32 {
        fs::write(&file, messy()).unwrap();
        let mut child = command(&file).spawn().unwrap();
        thread::sleep(whole_run * (20 + round) / 60);
        child.kill().unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let beside: Vec<PathBuf> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "tmp"))
            .collect();
        assert!(
            text == messy()
                || text == tidy()
                || beside
                    .iter()
                    .any(|path| fs::read_to_string(path).unwrap() == tidy()),
            "nothing to recover from in round {round}"
        );
        for path in beside {
            fs::remove_file(path).unwrap();
        }
    }
}

/// Somebody makes the name lead to another file and back all the time. Whether that file is formatted is up to them, but it is
/// whole, and nothing is left beside it.
#[test]
fn alternating_link_leaves_files_whole() {
    let (folder, file) = folder_with_file();
    let elsewhere = tempfile::tempdir().unwrap();
    let victim = elsewhere.path().join("victim.scm");
    fs::write(&victim, "(define (victim   x)  x)\n").unwrap();
    let (link, own) = (folder.path().join("link"), folder.path().join("own"));
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !end.load(Ordering::Relaxed) {
                std::os::unix::fs::symlink(&victim, &link).unwrap();
                fs::rename(&link, &file).unwrap();
                fs::write(&own, messy()).unwrap();
                fs::rename(&own, &file).unwrap();
            }
        });
        for _ in 0..40 {
            command(folder.path()).status().unwrap();
        }
        end.store(true, Ordering::Relaxed);
    });
    let text = fs::read_to_string(&victim).unwrap();
    assert!(
        text == "(define (victim   x)  x)\n" || text == "(define (victim x)\n  x)\n",
        "{text}"
    );
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 1);
    // The last name is a file's again.
    let text = fs::read_to_string(&file).unwrap();
    assert!(text == messy() || text == tidy());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A process that `ulimit -f` ends leaves the file as it was, and perhaps a temporary file.
#[test]
fn a_limit_for_the_size_of_files_changes_nothing() {
    for further_name in [":", "ln a.scm b.scm"] {
        let (folder, file) = folder_with_file();
        let script = format!("{further_name} && ulimit -f 4 && \"$1\" a.scm");
        let output = Command::new("sh")
            .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_schemefmt")])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(!output.status.success());
        assert_eq!(fs::read_to_string(&file).unwrap(), messy());
    }
}

/// On a disk that has no room for a second text, the first one stays, and nothing else does.
#[test]
fn a_full_disk_changes_nothing() {
    let (folder, file) = folder_with_file();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    for further_name in [":", "ln a.scm b.scm"] {
        // Mounted where nobody else sees it, and gone with the shell.
        let script = format!(
            "mount -t tmpfs -o size=80k none \"$1\" && cp \"$2\" \"$1/a.scm\" || exit 77\n\
             cd \"$1\" && {further_name} && \"$3\" a.scm; echo $?\n\
             cmp a.scm \"$2\" && ls -A"
        );
        let output = Command::new("unshare")
            .args(["--mount", "sh", "-c", &script, "sh"])
            .args([&disk, &file])
            .arg(env!("CARGO_BIN_EXE_schemefmt"))
            .output();
        let Some(output) = output.ok().filter(|output| output.stdout.len() > 1) else {
            return eprintln!("skipped: no disk can be mounted here");
        };
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("error: a.scm: cannot write: no space left on the device\n"),
            "{said}"
        );
        let names = String::from_utf8_lossy(&output.stdout).replace("b.scm\n", "");
        assert_eq!(names, "2\na.scm\n");
    }
}
