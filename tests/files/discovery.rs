//! Which files are found, by which names and links.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::{Folder, GOOD, MESSY};

#[test]
fn links_in_folders_are_not_followed_and_loops_end() {
    let folder = Folder::new();
    let elsewhere = Folder::new();
    elsewhere.write("b.scm", MESSY);
    folder.write("a.scm", MESSY);
    symlink(".", folder.path("loop")).unwrap();
    symlink("two.scm", folder.path("one.scm")).unwrap();
    symlink("one.scm", folder.path("two.scm")).unwrap();
    symlink("nowhere.scm", folder.path("dangling.scm")).unwrap();
    symlink(elsewhere.path("b.scm"), folder.path("b.scm")).unwrap();
    let ran = folder.run(["."]);
    assert_eq!(ran.ends(0).err(), "1 file reformatted\n");
    assert_eq!(elsewhere.read("b.scm"), MESSY);
    folder.run(["one.scm"]).ends(2).says("one.scm: ");
    folder
        .run(["dangling.scm"])
        .ends(2)
        .says("dangling.scm: no such file or folder");
}

#[test]
fn named_folder_link_is_followed() {
    let folder = Folder::new();
    folder.write("real/sub/a.scm", MESSY);
    symlink("real", folder.path("link")).unwrap();
    let ran = folder.run(["--check", "link"]);
    assert_eq!(ran.ends(1).out(), "Would reformat: link/sub/a.scm\n");
}

#[test]
fn file_named_twice_is_formatted_once() {
    let folder = Folder::new();
    folder.write("sub/a.scm", MESSY);
    symlink("sub/a.scm", folder.path("link.scm")).unwrap();
    let ran = folder.run([
        "--check",
        "sub/a.scm",
        "./sub/../sub/a.scm",
        "sub",
        ".",
        "link.scm",
    ]);
    assert_eq!(ran.ends(1).out(), "Would reformat: sub/a.scm\n");
}

// Other systems' file systems do not take such names.
#[cfg(target_os = "linux")]
#[test]
fn unusual_file_names_work() {
    let folder = Folder::new();
    let names: Vec<OsString> = [
        &b"with blank.scm"[..],
        b"with\nline.scm",
        b"\xe9\xff.scm",
        b"'\"$(x)`.scm",
        b"-l.scm",
        "\u{3bb}.scm".as_bytes(),
    ]
    .into_iter()
    .map(|name| OsString::from_vec(name.to_owned()))
    .collect();
    for name in &names {
        folder.write(name, MESSY);
    }
    let listed = folder.run(["-l", "."]).ends(1).0.stdout.clone();
    for name in &names {
        assert!(
            listed
                .windows(name.len())
                .any(|bytes| bytes == name.as_bytes()),
            "{name:?}"
        );
    }
    let mut sorted: Vec<_> = names.iter().map(|name| name.as_bytes()).collect();
    sorted.sort_unstable();
    let list: Vec<u8> = sorted
        .iter()
        .flat_map(|name| [name, &b"\0"[..]].concat())
        .collect();
    assert_eq!(folder.run(["-l0", "."]).ends(1).0.stdout, list);
    folder.write("list", list);
    folder
        .run(["--files0-from", "list"])
        .ends(0)
        .says("6 files reformatted");
    for name in &names {
        assert_eq!(folder.read(name), GOOD, "{name:?}");
    }
    folder.run(["--check", "."]).ends(0);
}

#[test]
fn gitignore_is_honoured_as_git_does() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("repo/.git/info")).unwrap();
    folder.write("repo/.git/info/exclude", "private.scm\n");
    folder.write(".gitignore", "outside.scm\n");
    folder.write("repo/.gitignore", "*.scm\n!kept.scm\n/build/\n");
    folder.write("repo/sub/.gitignore", "!again.scm\n");
    let files = [
        "outside.sls",
        "kept.scm",
        "dropped.scm",
        "build/kept.scm",
        "sub/again.scm",
        "sub/kept.scm",
        "sub/private.sls",
    ];
    for file in files {
        folder.write(Path::new("repo").join(file), MESSY);
    }
    folder.write("repo/.git/info/exclude", "private.sls\n");
    let listed = |arguments: &[&str]| folder.run(arguments).ends(1).out();
    let all = "repo/kept.scm\nrepo/outside.sls\nrepo/sub/again.scm\nrepo/sub/kept.scm\n";
    assert_eq!(listed(&["-l", "repo"]), all);
    // From inside, the files above count as well.
    assert_eq!(
        listed(&["-l", "repo/sub"]),
        "repo/sub/again.scm\nrepo/sub/kept.scm\n"
    );
    assert_eq!(
        listed(&["-l", "--no-ignore", "repo"]).lines().count(),
        files.len()
    );
    assert_eq!(listed(&["-l", "repo/dropped.scm"]), "repo/dropped.scm\n");
    let named: Vec<String> = files.iter().map(|file| format!("repo/{file}")).collect();
    let hook = folder.run(
        ["-l", "--force-exclude"]
            .into_iter()
            .chain(named.iter().map(String::as_str)),
    );
    let mut found: Vec<String> = hook.ends(1).out().lines().map(str::to_owned).collect();
    found.sort();
    assert_eq!(found.join("\n") + "\n", all);
}

#[test]
fn a_large_tree_in_a_stable_order() {
    let folder = Folder::new();
    for outer in 0..40 {
        for inner in 0..50 {
            folder.write(format!("{outer:02}/{inner:02}/a.scm"), MESSY);
        }
    }
    let one = folder.run(["-l", "-j1", "."]).ends(1).out();
    let mut sorted: Vec<&str> = one.lines().collect();
    sorted.sort_unstable();
    assert_eq!(one.lines().collect::<Vec<_>>(), sorted);
    assert_eq!(sorted.len(), 2000);
    assert_eq!(folder.run(["-l", "-j16", "."]).ends(1).out(), one);
    folder.run(["."]).ends(0).says("2000 files reformatted");
    folder.run(["--check", "."]).ends(0);
}

#[test]
fn only_files_and_folders_are_taken() {
    let folder = Folder::new();
    if !Command::new("mkfifo")
        .arg(folder.path("pipe.scm"))
        .status()
        .is_ok_and(|status| status.success())
    {
        return eprintln!("skipped: there is no mkfifo");
    }
    folder
        .run(["pipe.scm"])
        .ends(2)
        .says("pipe.scm: neither a file nor a folder");
    folder.write("a.scm", MESSY);
    folder.run(["."]).ends(0);
}

/// A folder that is named by a link is formatted as it is where it stands; a hook, which names everything, follows no link.
#[test]
fn outside_link_is_followed_only_if_named() {
    let elsewhere = Folder::new();
    let line = "(a-name another)\n";
    elsewhere.write("schemefmt.toml", "line-width = 10\n");
    elsewhere.write(".schemefmtignore", "ignored.scm\n");
    for name in ["a.scm", "sub/b.scm", "ignored.scm"] {
        elsewhere.write(name, line);
    }
    let folder = Folder::new();
    fs::create_dir(folder.path(".git")).unwrap();
    folder.write("c.scm", MESSY);
    symlink(elsewhere.path("."), folder.path("link")).unwrap();
    symlink(elsewhere.path("a.scm"), folder.path("a.scm")).unwrap();
    for arguments in [&["."][..], &["--force-exclude", "link", "a.scm", "c.scm"]] {
        folder.write("c.scm", MESSY);
        folder.run(arguments).ends(0);
        assert_eq!(folder.read("c.scm"), GOOD);
        assert_eq!(elsewhere.read("a.scm"), line, "{arguments:?}");
    }
    let listed = folder.run(["-l", "link"]);
    assert_eq!(listed.ends(1).out(), "link/a.scm\nlink/sub/b.scm\n");
    folder.run(["link"]).ends(0);
    assert_ne!(elsewhere.read("sub/b.scm"), line);
    assert_eq!(elsewhere.read("ignored.scm"), line);
}

/// Unlike in git, braces are alternatives, as in a configuration and in flags, but one that is not closed is a letter. A bracket that is not closed makes
/// a line invalid.
#[test]
fn braces_in_ignore_files_are_alternatives() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path(".git")).unwrap();
    for name in ["a.scm", "b.scm", "c.scm", "[d.scm", "e{f.scm"] {
        folder.write(name, MESSY);
    }
    folder.write(".gitignore", "{a,b}.scm\n[d.scm\ne{f.scm\n");
    assert_eq!(folder.run(["-l", "."]).ends(1).out(), "[d.scm\nc.scm\n");
}

/// Brackets that are not closed, and braces in braces: each of these took time with the square of its length, or all of the
/// stack.
#[test]
fn bracket_patterns_are_bounded() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path(".git")).unwrap();
    folder.write("a.scm", MESSY);
    let [brackets, braces] = [("[", ""), ("{", "}")].map(|(open, close)| {
        let half = (1 << 19) - 100;
        open.repeat(half) + "a" + &close.repeat(half)
    });
    for text in [&brackets, &braces] {
        folder.write(".gitignore", text);
        folder.write(".editorconfig", format!("[{text}]\nmax_line_length = 70\n"));
        folder.run(["-l", "."]).ends(1);
    }
    // A whole file of the longest lines that are looked at.
    let lines = |line: String| format!("{line}\n").repeat(250);
    folder.write(".gitignore", lines("[".repeat(4096)));
    let header = format!("[{}]\nmax_line_length = 70", "[".repeat(4000));
    folder.write(".editorconfig", lines(header));
    folder.run(["-l", "."]).ends(1);
    for pattern in [brackets, braces] {
        folder.write("schemefmt.toml", format!("exclude = [\"{pattern}\"]\n"));
        folder
            .run(["."])
            .ends(2)
            .says("it has more than 4096 bytes");
    }
    assert_eq!(folder.read("a.scm"), MESSY);
    // As deep as such a pattern can be.
    let nested = "{".repeat(2047) + "a," + &"}".repeat(2047);
    folder.write("schemefmt.toml", format!("exclude = [\"{nested}\"]\n"));
    let ran = folder.run(["-l", "."]);
    assert!(ran.0.status.code().is_some(), "{}", ran.err());
}
