//! What the command does to files and folders of all kinds, beyond what a transcript can show.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a test says why it is skipped")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use folder::Folder;

mod discovery;
mod filter;
#[path = "../folder/mod.rs"]
mod folder;
mod output;
mod repair;
mod settings;
mod writing;

const MESSY: &str = "(define (square x)   (* x x))\n";

const GOOD: &str = "(define (square x)\n  (* x x))\n";

/// A user and group that own nothing.
const NOBODY: u32 = 65534;

impl Folder {
    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_schemefmt"));
        command
            .current_dir(self.0.path())
            .env_remove("NO_COLOR")
            .stdin(Stdio::null());
        command
    }

    fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Ran {
        Ran(self.command().args(arguments).output().unwrap())
    }

    /// Runs as somebody who may not do everything; `None` if that cannot be arranged.
    fn run_unprivileged(&self, arguments: &[&str]) -> Option<Ran> {
        let is_root = fs::metadata(self.0.path()).unwrap().uid() == 0;
        if !is_root {
            return Some(self.run(arguments));
        }
        let owned = Command::new("chown")
            .args(["-R", "65534:65534"])
            .arg(self.0.path())
            .status();
        let program = self.path("schemefmt.copy");
        copy_program(&program);
        let output = Command::new("setpriv")
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .arg(&program)
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output();
        fs::remove_file(program).unwrap();
        match (owned, output) {
            (Ok(_), Ok(output)) => Some(Ran(output)),
            _ => {
                eprintln!("skipped: this is root, and there is no setpriv");
                None
            }
        }
    }

    fn set_mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// All names in the folder, sorted.
    fn names(&self) -> Vec<OsString> {
        let mut names: Vec<OsString> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        names
    }
}

/// Copies the program. Another process does: what a child that another test starts meanwhile has open for writing, nobody can run.
fn copy_program(to: &Path) {
    let mut copy = Command::new("cp");
    copy.arg(env!("CARGO_BIN_EXE_schemefmt")).arg(to);
    assert!(copy.status().unwrap().success());
}

/// What a run left.
struct Ran(Output);

impl Ran {
    #[track_caller]
    fn ends(&self, status: i32) -> &Self {
        assert_eq!(
            self.0.status.code(),
            Some(status),
            "{}{}",
            self.out(),
            self.err()
        );
        self
    }

    fn out(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    fn err(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    #[track_caller]
    fn says(&self, text: &str) -> &Self {
        assert!(
            self.err().contains(text),
            "expected {text:?} in {}",
            self.err()
        );
        self
    }
}

/// Runs a line of a shell in which `$0` is the command.
#[track_caller]
fn shell(folder: &Folder, line: &str) -> Ran {
    let program = env!("CARGO_BIN_EXE_schemefmt");
    let output = Command::new("sh")
        .args(["-c", line, program])
        .current_dir(folder.0.path())
        .output();
    Ran(output.unwrap())
}

/// Runs the program with this on standard input.
fn piped(folder: &Folder, arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = folder
        .command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    Ran(child.wait_with_output().unwrap())
}
