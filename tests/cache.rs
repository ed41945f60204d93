//! `--cache`: what a run remembers, and that it says the same as one without.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a test says why it is skipped")]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use folder::Folder;

mod folder;

const MESSY: &str = "(define (square x)   (* x x))\n";
const GOOD: &str = "(define (square x)\n  (* x x))\n";

impl Folder {
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_schemefmt"));
        self.command(program).args(arguments).output().unwrap()
    }

    /// The number of texts that are remembered: entries of 20 bytes after the first line.
    fn remembered(&self) -> usize {
        let Ok(content) = fs::read(self.path("cache/formatted")) else {
            return 0;
        };
        let entries = content.strip_prefix(b"schemefmt cache 1\n").unwrap();
        assert_eq!(entries.len() % 20, 0);
        entries.len() / 20
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Exit status, standard output and standard error.
fn said(output: &Output) -> (Option<i32>, String, String) {
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Files of every fate. Two are formatted and need no word.
fn of_every_fate() -> Folder {
    let folder = Folder::new();
    folder.write("good.scm", GOOD);
    folder.write("sub/good.sld", "(define-library (a)\n  (export b))\n");
    folder.write("messy.scm", MESSY);
    folder.write("error.scm", "(define (f x)\n");
    folder.write("warning.scm", "(f (. args))\n");
    folder.write("other.rkt", "#lang scribble/base\n@title{x}\n");
    folder.write("queries/query.scm", "((a) @b)\n");
    folder
}

#[test]
fn a_run_with_a_cache_says_what_one_without_says() {
    let folder = of_every_fate();
    for flags in [
        &["--check", "--verbose"][..],
        &["--diff"],
        &["--list-different", "--quiet"],
        &["--check", "--output-format", "json"],
        &["--check", "--output-format", "junit"],
    ] {
        let without = said(&folder.run(&[flags, &["."]].concat()));
        assert_eq!(without.0, Some(2));
        for _ in ["empty", "filled"] {
            let with = said(&folder.run(&[flags, &["--cache=cache", "."]].concat()));
            assert_eq!(with, without);
            assert_eq!(folder.remembered(), 2);
        }
        fs::remove_dir_all(folder.path("cache")).unwrap();
    }
}

#[test]
fn only_what_was_found_formatted_is_remembered() {
    let folder = of_every_fate();
    folder.run(&["--cache=cache", "."]);
    assert_eq!(folder.read("messy.scm"), GOOD);
    // The two that need no word; what this run has written is the next one's to find formatted, and is a copy of one of them.
    assert_eq!(folder.remembered(), 2);
    folder.write("longer.scm", MESSY.repeat(2));
    folder.run(&["--cache=cache", "longer.scm"]);
    assert_eq!(folder.remembered(), 2);
    folder.run(&["--cache=cache", "longer.scm"]);
    assert_eq!(folder.remembered(), 3);
}

#[test]
fn parts_of_files_and_standard_input_are_not_remembered() {
    let folder = Folder::new();
    folder.write("a.scm", GOOD);
    folder.run(&["--cache=cache", "--lines", "1", "a.scm"]);
    folder.run(&["--cache=cache", "--range", "1:1-1:2", "a.scm"]);
    folder.run(&["--cache=cache", "--check", "--stdin-filepath", "a.scm"]);
    assert_eq!(folder.remembered(), 0);
    folder.run(&["--cache=cache", "a.scm"]);
    assert_eq!(folder.remembered(), 1);
    // The file is known, and yet a line that it does not have is an error.
    let beyond = said(&folder.run(&["--cache=cache", "--lines", "9", "a.scm"]));
    assert_eq!(beyond, said(&folder.run(&["--lines", "9", "a.scm"])));
    assert_eq!(beyond.0, Some(2));
}

#[test]
fn whatever_decides_the_result_is_looked_at_again() {
    let folder = Folder::new();
    folder.write(
        "a.scm",
        "(my-form x\n  (call with several arguments for it)\n  (call with several arguments for it))\n",
    );
    let status = |flags: &[&str]| {
        let all = [flags, &["--check", "--cache=cache", "a.scm"]].concat();
        folder.run(&all).status.code()
    };
    let rule = "(put 'my-form 'scheme-indent-function 1)\n";
    let locals = format!("((scheme-mode (eval . {})))\n", rule.trim());
    assert_eq!(status(&[]), Some(1));
    // Each of these makes the file formatted, and then is gone again.
    for (name, content) in [
        ("schemefmt.toml", "[forms]\nmy-form = 1\n"),
        (".dir-locals.el", &locals),
    ] {
        folder.write(name, content);
        assert_eq!(status(&[]), Some(0), "{name}");
        fs::remove_file(folder.path(name)).unwrap();
        assert_eq!(status(&[]), Some(1), "{name}");
    }
    assert_eq!(status(&["--config", "forms.my-form=1"]), Some(0));
    assert_eq!(status(&[]), Some(1));
    // The same size, and the same time of the last change.
    folder.write("a.scm", "(f a\n");
    let path = folder.write("a.scm", "(f aa)\n");
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(status(&[]), Some(0));
    fs::write(&path, "(f  a)\n").unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(time).unwrap();
    assert_eq!(status(&[]), Some(1));
}

#[test]
fn another_build_remembers_for_itself() {
    let folder = Folder::new();
    folder.write("a.scm", GOOD);
    folder.run(&["--cache=cache", "a.scm"]);
    let other = folder.path("other");
    copy_program(&other);
    let ran = folder
        .command(&other)
        .args(["--cache=cache", "a.scm"])
        .output();
    assert!(ran.unwrap().status.success());
    assert_eq!(folder.remembered(), 2);
}

#[test]
fn runs_at_the_same_time() {
    let folder = Folder::new();
    for number in 0..40 {
        folder.write(format!("{number}.scm"), format!("(f {number})\n"));
    }
    let program = Path::new(env!("CARGO_BIN_EXE_schemefmt"));
    let start = |_| {
        let mut command = folder.command(program);
        command
            .args(["--check", "--cache=cache", "."])
            .stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let runs: Vec<_> = (0..8).map(start).collect();
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    assert_eq!(folder.remembered(), 40);
    assert_eq!(
        names(&folder.path("cache")),
        [".gitignore", "CACHEDIR.TAG", "formatted"]
    );
}

#[test]
fn the_folder_by_default_is_the_users() {
    let folder = Folder::new();
    folder.write("a.scm", GOOD);
    let program = Path::new(env!("CARGO_BIN_EXE_schemefmt"));
    let run = |xdg: &Path| {
        let mut command = folder.command(program);
        command.args(["--check", "--cache", "a.scm"]);
        command
            .env("HOME", folder.path("home"))
            .env("XDG_CACHE_HOME", xdg);
        assert!(command.output().unwrap().status.success());
    };
    run(&folder.path("xdg"));
    assert!(folder.path("xdg/schemefmt/formatted").is_file());
    // As the specification says, a relative path is ignored.
    run(Path::new("relative"));
    assert!(!folder.path("relative").exists());
    let of_home = match std::env::consts::OS {
        "macos" => "home/Library/Caches/schemefmt/formatted",
        _ => "home/.cache/schemefmt/formatted",
    };
    assert!(folder.path(of_home).is_file());
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_cache_is_kept_in_a_folder_that_is_new_or_empty_or_tagged() {
    let folder = Folder::new();
    folder.write("a.scm", GOOD);
    fs::create_dir(folder.path("empty")).unwrap();
    for cache in ["new/folder", "empty"] {
        for _ in ["made", "found"] {
            let said = said(&folder.run(&["--check", &format!("--cache={cache}"), "a.scm"]));
            assert_eq!(said.2, "1 file already formatted\n");
            let cache = folder.path(cache);
            assert_eq!(names(&cache), [".gitignore", "CACHEDIR.TAG", "formatted"]);
            assert_eq!(fs::read(cache.join(".gitignore")).unwrap(), b"*\n");
        }
    }
    // The cache of another program: what it ignores is up to that.
    folder.write(
        "theirs/CACHEDIR.TAG",
        "Signature: 8a477f597d28d172789f06886806bc55",
    );
    folder.write("theirs/file", "");
    folder.run(&["--check", "--cache=theirs", "a.scm"]);
    assert_eq!(
        names(&folder.path("theirs")),
        ["CACHEDIR.TAG", "file", "formatted"]
    );
}

#[test]
fn a_folder_with_other_files_is_no_cache() {
    let folder = Folder::new();
    folder.write("a.scm", GOOD);
    folder.write("formatted", "mine");
    let (status, out, err) = said(&folder.run(&["--check", "--cache=.", "a.scm"]));
    assert_eq!((status, out), (Some(0), String::new()));
    assert_eq!(
        err,
        "warning: .: cannot keep a cache here: this folder holds other files; name one that does not exist yet\n\
         1 file already formatted\n"
    );
    assert_eq!(names(&folder.path(".")), ["a.scm", "formatted"]);
    assert_eq!(folder.read("formatted"), "mine");
}

#[test]
fn a_cache_that_cannot_be_written_is_a_warning() {
    let folder = Folder::new();
    folder.write("a.scm", GOOD);
    folder.write("file", "");
    let (status, _, err) = said(&folder.run(&["--check", "--cache=file", "a.scm"]));
    assert_eq!(status, Some(0));
    assert!(
        err.starts_with("warning: file: cannot keep a cache here: "),
        "{err}"
    );
    let (status, out, err) = said(&folder.run(&["--quiet", "--check", "--cache=file", "a.scm"]));
    assert_eq!((status, out, err), (Some(0), String::new(), String::new()));
    // A folder in which somebody who may not do everything cannot write.
    fs::create_dir(folder.path("closed")).unwrap();
    let set_mode = |name: &str, mode| {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode("closed", 0o555);
    let program = folder.path("program");
    copy_program(&program);
    let mut command = if fs::metadata(folder.0.path()).unwrap().uid() == 0 {
        set_mode(".", 0o755);
        let mut command = folder.command(Path::new("setpriv"));
        command
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .arg(program);
        command
    } else {
        folder.command(&program)
    };
    let Ok(output) = command
        .args(["--check", "--cache=closed", "a.scm"])
        .output()
    else {
        return eprintln!("skipped: this is root, and there is no setpriv");
    };
    let (status, _, err) = said(&output);
    assert_eq!(status, Some(0), "{err}");
    assert!(
        err.contains("closed: cannot keep a cache here: permission denied"),
        "{err}"
    );
}

/// Copies the program. Another process does: what a child that another test starts meanwhile has open for writing, nobody can run.
fn copy_program(to: &Path) {
    let mut copy = Command::new("cp");
    copy.arg(env!("CARGO_BIN_EXE_schemefmt")).arg(to);
    assert!(copy.status().unwrap().success());
}
