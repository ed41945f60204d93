//! What the command prints, and where.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Folder, MESSY, Ran, shell};

#[cfg(target_os = "linux")]
#[test]
fn reports_are_well_formed_for_unusual_names() {
    let folder = Folder::new();
    for name in [
        &b"a b,c:d%.scm"[..],
        b"\xe9.scm",
        b"<&\">'.scm",
        b"x\x01y.scm",
    ] {
        folder.write(OsStr::from_bytes(name), MESSY);
        folder.write(
            Path::new("bad").join(OsStr::from_bytes(name)),
            "(a \"<&>\"\n",
        );
    }
    for format in ["json", "gitlab", "sarif"] {
        let ran = folder.run(["--check", "--output-format", format, "."]);
        ran.ends(2);
        let parsed: Result<serde_json::Value, _> = serde_json::from_slice(&ran.0.stdout);
        assert!(parsed.is_ok(), "{format}: {parsed:?}\n{}", ran.out());
    }
    let lines = folder
        .run(["--check", "--output-format", "github", "."])
        .ends(2)
        .out();
    assert_eq!(lines.lines().count(), 8);
    assert!(lines.contains("file=a b%2Cc%3Ad%25.scm,"), "{lines}");
    let sarif = folder
        .run(["--check", "--output-format", "sarif", "."])
        .out();
    assert!(sarif.contains("\"uri\": \"%E9.scm\""), "{sarif}");
    let xml = folder
        .run(["--check", "--output-format", "checkstyle", "."])
        .out();
    assert!(
        xml.contains("&lt;&amp;&quot;&gt;'.scm") && !xml.contains('\u{1}'),
        "{xml}"
    );
}

#[test]
fn closed_pipe_ends_the_run_with_a_count() {
    let folder = Folder::new();
    for number in 0..500 {
        folder.write(format!("{number}.scm"), MESSY.repeat(20));
    }
    let said = |arguments: &[&str]| {
        let mut child = folder
            .command()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        Ran(child.wait_with_output().unwrap()).ends(1).err()
    };
    assert_eq!(said(&["--diff", "--quiet", "."]), "");
    let stopped = said(&["--diff", "."]);
    let done = stopped
        .strip_prefix("Stopped after ")
        .and_then(|rest| rest.strip_suffix(" of 500 files: the output was closed\n"));
    let done: Option<usize> = done.and_then(|done| done.parse().ok());
    assert!(done.is_some_and(|done| done < 500), "{stopped}");
}

#[test]
fn unwritable_output_is_an_error() {
    let folder = Folder::new();
    folder.write("a.scm", MESSY);
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        return eprintln!("skipped: there is no /dev/full");
    };
    let output = folder
        .command()
        .args(["--diff", "a.scm"])
        .stdout(full)
        .output()
        .unwrap();
    Ran(output).ends(2).says("cannot write standard output");
    for flags in ["--help", "--version", "man", "completions bash"] {
        shell(&folder, &format!("\"$0\" {flags} >/dev/full"))
            .ends(2)
            .says("cannot write standard output");
    }
}

#[test]
fn colours_follow_flags_and_environment() {
    let folder = Folder::new();
    folder.write("a.scm", MESSY);
    let escapes = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = folder
            .command()
            .args(arguments)
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        (output.stdout.contains(&0x1b), output.stderr.contains(&0x1b))
    };
    assert_eq!(escapes(&["--diff", "a.scm"], &[]), (false, false));
    assert_eq!(
        escapes(&["--diff", "a.scm"], &[("CLICOLOR_FORCE", "1")]),
        (true, false)
    );
    assert_eq!(
        escapes(
            &["--diff", "a.scm", "--color", "always"],
            &[("NO_COLOR", "1")]
        ),
        (true, false)
    );
    assert_eq!(
        escapes(
            &["--diff", "a.scm", "--color=never"],
            &[("CLICOLOR_FORCE", "1")]
        ),
        (false, false)
    );
    assert_eq!(
        escapes(&["missing.scm", "--color=always"], &[]),
        (false, true)
    );
}

#[test]
fn a_diff_can_be_applied() {
    let folder = Folder::new();
    folder.write(
        "with blank.scm",
        format!("{}\n(last   one)", MESSY.repeat(3)),
    );
    folder.write("crlf.scm", "(a   b)\r\n(c)\r\n");
    folder.write("cr.scm", "(a   \"x\ry\")\n");
    let diff = folder.run(["--diff", "."]).ends(1).0.stdout.clone();
    let patch = Command::new("patch")
        .args(["-p0", "--binary", "--quiet"])
        .current_dir(folder.0.path())
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut patch) = patch else {
        return eprintln!("skipped: there is no patch");
    };
    patch.stdin.take().unwrap().write_all(&diff).unwrap();
    assert!(patch.wait().unwrap().success());
    folder.run(["--check", "."]).ends(0);
}

#[test]
fn an_excerpt_of_a_very_long_line_is_short() {
    let folder = Folder::new();
    folder.write("a.scm", format!("(a {}", "(b c) ".repeat(100_000)));
    let ran = folder.run(["a.scm"]);
    ran.ends(2).says("a.scm:1:1");
    assert!(ran.err().len() < 5_000, "{} bytes", ran.err().len());
}

#[test]
fn readme_example_is_accurate() {
    let readme = include_str!("../../README.md");
    let mut blocks = readme
        .split("```scheme\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap());
    let folder = Folder::new();
    folder.write("a.scm", blocks.next().unwrap());
    folder.run(["a.scm"]).ends(0);
    assert_eq!(folder.read("a.scm"), blocks.next().unwrap());
}

#[test]
fn completions_and_manual() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.run(["completions", shell]).ends(0).out();
        assert!(script.contains("_SCHEMEFMT_COMPLETE"), "{shell}");
    }
    let offered = |words: &[&str]| {
        let mut command = folder.command();
        command
            .env("_SCHEMEFMT_COMPLETE", "fish")
            .args(["--", "schemefmt"]);
        let ran = Ran(command.args(words).output().unwrap()).ends(0).out();
        let words = ran.lines().filter_map(|line| line.split('\t').next());
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    folder.write("a file.scm", MESSY);
    assert_eq!(offered(&["--list"]), ["--list-different"]);
    assert_eq!(offered(&["--check", "--dialect", "gu"]), ["guile"]);
    assert_eq!(offered(&["--config", "style.con"]), ["style.cond="]);
    assert_eq!(offered(&["a"]), ["a file.scm"]);
    assert_eq!(offered(&["init", "--s"]), ["--suggest"]);
    assert_eq!(offered(&["repair", "--ch"]), ["--check"]);
    let manual = folder.run(["man"]).ends(0).out();
    assert!(
        manual.contains(".TH schemefmt 1") && manual.contains("stdin\\-filepath"),
        "{manual}"
    );
}

/// Terminals obey control characters, wherever they are.
#[test]
fn control_characters_in_names_are_escaped() {
    let hidden = [
        "\u{1b}[31m",
        "\n",
        "\r",
        "\t",
        "\u{7f}",
        "\u{9b}2J",
        "\u{202e}",
        "\u{8}",
    ];
    for control in hidden {
        let folder = Folder::new();
        let name = format!("a{control}\"\\b");
        let shown = |name: &str| {
            let octal = |c: char| {
                c.to_string()
                    .bytes()
                    .map(|byte| format!("\\{byte:03o}"))
                    .collect::<String>()
            };
            let first = control.chars().next().unwrap();
            name.replace(first, &octal(first))
        };
        let scheme = format!("{name}.scm");
        let broken = format!("{name}-broken.scm");
        let place = format!("{broken}:1");
        folder.write(&scheme, MESSY);
        folder.write(&broken, "(f\n");
        folder.write(format!("{name}/schemefmt.toml"), "line-width = x\n");
        folder.write(format!("{name}/a.scm"), MESSY);
        let runs = [
            vec!["--check", "."],
            vec!["--check", "--verbose", "--isolated", "."],
            vec!["--diff", "."],
            vec!["."],
            vec!["nowhere", &scheme[..scheme.len() - 1]],
            vec!["--explain", &place],
            vec!["--show-config", &name],
            vec!["--lines", "9", &scheme],
            vec!["--changed", &name],
            vec!["init", &name],
            vec!["--config", &name, "."],
            vec!["--files0-from", &name],
        ];
        for arguments in runs {
            let ran = folder.run(&arguments);
            let said = ran.out() + &ran.err();
            let is_plain =
                |c: char| c == '\n' || !c.is_control() && !hidden.contains(&c.to_string().as_str());
            assert!(said.chars().all(is_plain), "{arguments:?}: {said:?}");
            assert!(!said.contains(&name), "{arguments:?}: {said:?}");
        }
        folder.write(&scheme, MESSY);
        folder.run(["--check", &scheme]).ends(1);
        assert!(
            folder
                .run(["--check", &scheme])
                .out()
                .contains(&shown(&scheme))
        );
        // Programs get the name as it is.
        let listed = folder.run(["-l", &scheme]);
        assert_eq!(listed.out(), format!("{scheme}\n"));
    }
}
