//! Standard input as the text to format.

use std::process::{Command, Stdio};

use super::{Folder, GOOD, MESSY, Ran, piped, shell};

#[test]
fn a_filter_gives_bytes_or_nothing() {
    let folder = Folder::new();
    let filter = |input: &[u8]| piped(&folder, &["-"], input);
    assert_eq!(
        filter(b"(a\r\n  \"\xe9\")\r\n").ends(0).0.stdout,
        b"(a \"\xe9\")\r\n"
    );
    assert_eq!(filter(b"").ends(0).0.stdout, b"");
    assert_eq!(filter(b"(a").ends(2).0.stdout, b"");
}

/// Editors put whatever a filter prints into the text, so it warns only of what somebody asked for.
#[test]
fn a_filter_warns_of_what_a_named_dialect_lacks() {
    let folder = Folder::new();
    let text = b"(f   #\\qqq \"\\q\")\n";
    let told = |arguments: &[&str]| {
        let ran = piped(&folder, &[arguments, &["-"]].concat(), text);
        assert_eq!(ran.ends(0).out(), "(f #\\qqq \"\\q\")\n");
        ran.err()
    };
    let warnings = told(&["--dialect", "r7rs"]);
    assert!(warnings.starts_with("warning[character-name]: `#\\qqq` is not in R7RS\n"));
    assert!(warnings.contains("warning[string-escape]: the escape `\\q` is not in R7RS\n"));
    assert!(warnings.trim_end().ends_with("R7RS §6.7"), "{warnings}");
    assert_eq!(told(&["--dialect", "r7rs", "--quiet"]), "");
    assert_eq!(told(&[]), "");
}

#[test]
fn read_only_modes_default_to_current_directory() {
    let modes: [&[&str]; 5] = [
        &["--check"],
        &["--diff"],
        &["-l"],
        &["--check", "--output-format", "json"],
        &["--check", "--output-format", "github"],
    ];
    let (empty, folder) = (Folder::new(), Folder::new());
    folder.write("a.scm", MESSY);
    for mode in modes {
        empty.run(mode).ends(2);
        folder.run(mode).ends(1);
        let piped = |arguments: &[&str]| piped(&folder, arguments, GOOD.as_bytes());
        piped(mode).ends(1);
        piped(&[mode, &["-"]].concat()).ends(0);
        piped(&[mode, &["--stdin-filepath", "b.scm"]].concat()).ends(0);
        let closed = format!("exec \"$0\" {} <&-", mode.join(" "));
        let closed = Command::new("sh")
            .args(["-c", &closed, env!("CARGO_BIN_EXE_schemefmt")])
            .current_dir(folder.0.path())
            .output();
        Ran(closed.unwrap()).ends(1);
        #[cfg(target_os = "linux")]
        on_a_terminal(&folder, mode).ends(1);
    }
    // What writes is a filter then, and so is what concerns a part of one text.
    assert_eq!(folder.run::<&str>([]).ends(0).0.stdout, b"");
    folder.run(["--check", "--lines", "1"]).ends(0);
    assert_eq!(folder.read("a.scm"), MESSY);
}

/// Runs the program where standard input, output and error are a terminal.
#[cfg(target_os = "linux")]
fn on_a_terminal(folder: &Folder, arguments: &[&str]) -> Ran {
    let line = format!(
        "{} {}",
        env!("CARGO_BIN_EXE_schemefmt"),
        arguments.join(" ")
    );
    let mut script = Command::new("script");
    script
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::null());
    Ran(script.current_dir(folder.0.path()).output().unwrap())
}

/// The path that standard input stands for has other names in ruff, Biome and clang-format.
#[test]
fn aliases_of_stdin_filepath() {
    let folder = Folder::new();
    folder.write(".schemefmtignore", "ignored.scm\n");
    for flag in [
        "--stdin-filepath",
        "--stdin-filename",
        "--stdin-file-path",
        "--assume-filename",
    ] {
        let line = format!("echo '(a   b)' | \"$0\" {flag} ignored.scm -");
        assert_eq!(shell(&folder, &line).ends(0).out(), "(a   b)\n", "{flag}");
    }
}
