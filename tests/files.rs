//! What the command does to files and folders of all kinds, beyond what a transcript can show.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a test says why it is skipped")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use folder::Folder;

mod folder;

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

#[test]
fn permissions_are_kept() {
    let folder = Folder::new();
    for mode in [0o600, 0o640, 0o644, 0o755, 0o660] {
        folder.write("a.scm", MESSY);
        folder.set_mode("a.scm", mode);
        folder.run(["a.scm"]).ends(0);
        assert_eq!(folder.read("a.scm"), GOOD);
        assert_eq!(
            fs::metadata(folder.path("a.scm")).unwrap().mode() & 0o7777,
            mode
        );
    }
}

#[test]
fn the_owner_is_kept() {
    let folder = Folder::new();
    let path = folder.write("a.scm", MESSY);
    if std::os::unix::fs::chown(&path, Some(NOBODY), Some(NOBODY)).is_err() {
        return eprintln!("skipped: only root can give files away");
    }
    folder.run(["a.scm"]).ends(0);
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!((metadata.uid(), metadata.gid()), (NOBODY, NOBODY));
    assert_eq!(folder.read("a.scm"), GOOD);
}

#[test]
fn writable_foreign_file_keeps_its_owner() {
    let folder = Folder::new();
    folder.write("a.scm", MESSY);
    folder.set_mode("a.scm", 0o666);
    let owner = fs::metadata(folder.path("a.scm")).unwrap().uid();
    let other = if owner == 0 {
        1
    } else {
        return eprintln!("skipped: this needs root");
    };
    // The helper gives everything to nobody; this file goes to somebody else in the meantime.
    if folder.run_unprivileged(&["--version"]).is_none() {
        return;
    }
    std::os::unix::fs::chown(folder.path("a.scm"), Some(other), Some(other)).unwrap();
    let output = Command::new("setpriv")
        .args([
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            "sh",
            "-c",
            "exec \"$@\"",
            "sh",
        ])
        .arg(copy_for_nobody(&folder))
        .arg("a.scm")
        .current_dir(folder.0.path())
        .output()
        .unwrap();
    Ran(output).ends(0);
    assert_eq!(folder.read("a.scm"), GOOD);
    assert_eq!(fs::metadata(folder.path("a.scm")).unwrap().uid(), other);
    assert_eq!(folder.names(), ["a.scm", "program"]);
}

/// An access control list as the kernel takes it: who, what they may, and their number.
#[cfg(target_os = "linux")]
fn access_control_list(entries: &[(u16, u16, u32)]) -> Vec<u8> {
    let mut list = 2u32.to_le_bytes().to_vec();
    for (who, may, number) in entries {
        list.extend(who.to_le_bytes());
        list.extend(may.to_le_bytes());
        list.extend(number.to_le_bytes());
    }
    list
}

/// The owner may read and write, nobody in particular may read and write, and the group may only read, though the bits of the
/// mode that are the group's say otherwise: they are the most that any of these may.
#[cfg(target_os = "linux")]
const GROUP_READS: [(u16, u16, u32); 5] = [
    (0x01, 6, u32::MAX),
    (0x02, 6, NOBODY),
    (0x04, 4, u32::MAX),
    (0x10, 6, u32::MAX),
    (0x20, 0, u32::MAX),
];

/// Sets an extended attribute; whether that can be done here.
#[cfg(target_os = "linux")]
fn set_attribute(path: &Path, name: &str, value: &[u8]) -> bool {
    let set = rustix::fs::setxattr(path, name, value, rustix::fs::XattrFlags::empty());
    if let Err(error) = &set {
        eprintln!("skipped: {name} cannot be set: {error}");
    }
    set.is_ok()
}

/// The mode of a file and its extended attributes of these names.
#[cfg(target_os = "linux")]
fn attributes(path: &Path, names: &[&str]) -> (u32, Vec<Option<Vec<u8>>>) {
    let value = |name: &&str| {
        let mut value = vec![0; 256];
        let size = rustix::fs::getxattr(path, *name, &mut value[..]).ok()?;
        value.truncate(size);
        Some(value)
    };
    let mode = fs::metadata(path).unwrap().mode();
    (mode, names.iter().map(value).collect())
}

#[cfg(target_os = "linux")]
const LIST: &str = "system.posix_acl_access";

/// Without this list the group could write: its bits of the mode are those of the mask.
#[cfg(target_os = "linux")]
#[test]
fn access_control_lists_and_other_attributes_are_kept() {
    let folder = Folder::new();
    let path = folder.write("a.scm", MESSY);
    let other = folder.write("linked.scm", MESSY);
    fs::hard_link(&other, folder.path("link.scm")).unwrap();
    for path in [&path, &other] {
        let list = access_control_list(&GROUP_READS);
        let set = set_attribute(path, "user.note", b"mine") && set_attribute(path, LIST, &list);
        if !set {
            return;
        }
    }
    let names = ["user.note", LIST];
    let before = attributes(&path, &names);
    assert!(before.1[1].is_some());
    folder.run(["."]).ends(0).says("2 files reformatted");
    assert_eq!(attributes(&path, &names), before);
    assert_eq!(attributes(&other, &names), before);
    assert_eq!(folder.read("a.scm"), GOOD);
    assert_eq!(folder.read("link.scm"), GOOD);
    assert_eq!(folder.names(), ["a.scm", "link.scm", "linked.scm"]);
}

/// What a folder gives to every new file allows more than this file did.
#[cfg(target_os = "linux")]
#[test]
fn default_acl_of_the_folder_is_not_inherited() {
    let folder = Folder::new();
    let path = folder.write("a.scm", MESSY);
    let list = access_control_list(&GROUP_READS);
    if !set_attribute(folder.0.path(), "system.posix_acl_default", &list) {
        return;
    }
    folder.set_mode("a.scm", 0o664);
    folder.run(["a.scm"]).ends(0);
    assert_eq!(folder.read("a.scm"), GOOD);
    assert_eq!(attributes(&path, &[LIST]), (0o100_664, vec![None]));
}

/// As containers have it: the file cannot be renamed, so that it is overwritten.
#[cfg(target_os = "linux")]
#[test]
fn mounted_file_is_overwritten() {
    let folder = Folder::new();
    folder.write("outside.scm", MESSY);
    folder.write("inside/a.scm", "");
    // Mounted where nobody else sees it, and gone with the shell.
    let script = "mount --bind outside.scm inside/a.scm || exit 77; \"$0\" inside/a.scm; echo $?; ls -A inside";
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", script])
        .arg(env!("CARGO_BIN_EXE_schemefmt"))
        .current_dir(folder.0.path())
        .output();
    let Some(output) = output.ok().filter(|output| !output.stdout.is_empty()) else {
        return eprintln!("skipped: no file can be mounted here");
    };
    let ran = Ran(output);
    assert_eq!(ran.out(), "0\na.scm\n", "{}", ran.err());
    assert_eq!(folder.read("outside.scm"), GOOD);
}

fn copy_for_nobody(folder: &Folder) -> PathBuf {
    let program = folder.path("program");
    copy_program(&program);
    program
}

#[test]
fn a_read_only_file_is_refused_and_the_others_go_on() {
    let folder = Folder::new();
    folder.write("a.scm", MESSY);
    folder.write("b.scm", MESSY);
    folder.set_mode("a.scm", 0o444);
    folder
        .run(["."])
        .ends(2)
        .says("a.scm: cannot write: the file is read-only");
    assert_eq!(folder.read("a.scm"), MESSY);
    assert_eq!(folder.read("b.scm"), GOOD);
    assert_eq!(folder.names(), ["a.scm", "b.scm"]);
    // Looking needs no permission to write.
    folder.run(["--check", "a.scm"]).ends(1);
}

#[test]
fn a_read_only_folder_is_refused() {
    let folder = Folder::new();
    folder.write("sub/a.scm", MESSY);
    folder.write("b.scm", MESSY);
    folder.set_mode("sub", 0o555);
    let Some(ran) = folder.run_unprivileged(&["."]) else {
        return;
    };
    folder.set_mode("sub", 0o755);
    ran.ends(2)
        .says("sub/a.scm: cannot write: cannot create files in its folder: permission denied");
    assert_eq!(folder.read("sub/a.scm"), MESSY);
    assert_eq!(folder.read("b.scm"), GOOD);
}

#[test]
fn unreadable_files_get_one_line_each() {
    let folder = Folder::new();
    folder.write("a.scm", MESSY);
    folder.write("secret/b.scm", MESSY);
    folder.write("c.scm", MESSY);
    folder.set_mode("a.scm", 0o000);
    folder.set_mode("secret", 0o000);
    let Some(ran) = folder.run_unprivileged(&["."]) else {
        return;
    };
    folder.set_mode("a.scm", 0o644);
    folder.set_mode("secret", 0o755);
    ran.ends(2)
        .says("a.scm: cannot read: permission denied\n")
        .says("secret: permission denied\n");
    assert_eq!(ran.err().lines().count(), 3, "{}", ran.err());
    assert_eq!(folder.read("c.scm"), GOOD);
    assert_eq!(folder.read("a.scm"), MESSY);
}

#[test]
fn a_symbolic_link_stays_one() {
    let folder = Folder::new();
    folder.write("real/a.scm", MESSY);
    fs::create_dir(folder.path("links")).unwrap();
    symlink("../real/a.scm", folder.path("links/a.scm")).unwrap();
    folder.run(["links/a.scm"]).ends(0);
    assert_eq!(
        fs::read_link(folder.path("links/a.scm")).unwrap(),
        Path::new("../real/a.scm")
    );
    assert_eq!(folder.read("real/a.scm"), GOOD);
    assert_eq!(fs::read_dir(folder.path("links")).unwrap().count(), 1);
}

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
fn hard_links_stay_together() {
    let folder = Folder::new();
    let path = folder.write("a.scm", format!("{MESSY}{}", "(a)\n".repeat(100)));
    fs::hard_link(&path, folder.path("b.scm")).unwrap();
    let before = fs::metadata(&path).unwrap().ino();
    // Once, under the first name.
    assert_eq!(
        folder.run(["-v", "."]).ends(0).err(),
        "Reformatted: a.scm\n1 file reformatted\n"
    );
    assert!(folder.read("a.scm").starts_with(GOOD));
    assert_eq!(folder.read("a.scm"), folder.read("b.scm"));
    assert_eq!(fs::metadata(folder.path("a.scm")).unwrap().ino(), before);
    assert_eq!(fs::metadata(folder.path("b.scm")).unwrap().ino(), before);
    assert_eq!(folder.names(), ["a.scm", "b.scm"]);
}

/// A program that makes the edits needs all of them.
#[test]
fn all_repairs_are_reported_as_json() {
    let folder = Folder::new();
    folder.write("a.scm", "(define (f x)\n  (g x)\n\n".repeat(60));
    let ran = folder.run(["repair", "--check", "--output-format", "json", "a.scm"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out()).unwrap();
    let count = |of: &str| report["files"][0][of].as_array().unwrap().len();
    assert_eq!((count("findings"), count("forms")), (60, 60));
}

#[test]
fn repair_reports_what_formatting_refuses() {
    let folder = Folder::new();
    folder.write("a.scm", "(f (\\if (x) y; else z;#:\r\n)\r\n   x)");
    folder.run(["repair", "a.scm"]).ends(2);
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

#[test]
fn every_folder_has_its_own_rules_of_emacs() {
    let folder = Folder::new();
    let rules = r#"((scheme-mode . ((eval . (put 'mine 'scheme-indent-function 1))))
 ( ; a comment
  "b" . ((scheme-mode . ((eval . (put 'mine 'scheme-indent-function 2)))))))
"#;
    folder.write(".dir-locals.el", rules);
    let mine = |arguments: &str| format!("(mine {arguments}\n  {})\n", "a-body-of-it ".repeat(7));
    for name in [
        "x.scm",
        "a/x.scm",
        "a/c/x.scm",
        "b/x.scm",
        "b/c/x.scm",
        "z/x.scm",
    ] {
        folder.write(name, mine("one two"));
    }
    folder.run(["."]).ends(0);
    let [one, two] = ["x.scm", "b/x.scm"].map(|name| folder.read(name));
    assert!(
        one.starts_with("(mine one\n  two\n  a-body-of-it\n"),
        "{one}"
    );
    assert!(two.starts_with("(mine one two\n  a-body-of-it\n"), "{two}");
    for (name, expected) in [("a", &one), ("a/c", &one), ("z", &one), ("b/c", &two)] {
        assert_eq!(&folder.read(format!("{name}/x.scm")), expected, "{name}");
    }
}

#[test]
fn indentation_setting_of_the_project_applies() {
    let folder = Folder::new();
    let variables =
        "((scheme-mode (indent-tabs-mode . t)) (\"a\" (nil (indent-tabs-mode . nil))))\n";
    folder.write(".dir-locals.el", variables);
    folder.write(".editorconfig", "[c.scm]\nindent_style = space\n");
    folder.write("b/.editorconfig", "[*.scm]\nindent_style = space\n");
    folder.write("b/schemefmt.toml", "indentation = \"tabs\"\n");
    for (name, indentation) in [
        ("x.scm", "\t"),
        ("a/x.scm", "        "),
        ("c.scm", "        "),
        ("b/x.scm", "\t"),
    ] {
        folder.write(name, "(list-copy b ; c\na)\n");
        folder.run([name]).ends(0);
        let expected = format!("(list-copy b ; c\n{indentation}   a)\n");
        assert_eq!(folder.read(name), expected, "{name}");
    }
}

#[test]
fn a_file_may_be_a_library_of_emacs_and_its_local_variables() {
    let folder = Folder::new();
    let rules = "((scheme-mode . ((lisp-local-indent . (mine 1)) (eval . (put 'yours 'scheme-indent-function 1)))))\n";
    folder.write(".dir-locals.el", rules);
    folder.write("schemefmt.toml", "emacs-files = [\".dir-locals.el\"]\n");
    let body = "a-body-of-it ".repeat(7);
    folder.write("x.scm", format!("(mine one {body})\n(yours one {body})\n"));
    folder.run(["."]).ends(0);
    let text = folder.read("x.scm");
    for form in [
        "(mine one\n  a-body-of-it\n",
        "(yours one\n  a-body-of-it\n",
    ] {
        assert!(text.contains(form), "{text}");
    }
}

#[test]
fn unchanged_files_are_not_touched() {
    let folder = Folder::new();
    let path = folder.write("a.scm", GOOD);
    let before = fs::metadata(&path).unwrap();
    folder.run(["."]).ends(0);
    let after = fs::metadata(&path).unwrap();
    assert_eq!(
        (before.ino(), before.ctime(), before.ctime_nsec()),
        (after.ino(), after.ctime(), after.ctime_nsec())
    );
}

#[test]
fn line_ends_and_byte_order_mark_are_kept() {
    let folder = Folder::new();
    let crlf = GOOD.replace('\n', "\r\n");
    for (name, before, after) in [
        ("crlf.scm", MESSY.replace('\n', "\r\n"), crlf.clone()),
        (
            "bom.scm",
            format!("\u{FEFF}{MESSY}"),
            format!("\u{FEFF}{GOOD}"),
        ),
        (
            "both.scm",
            format!("\u{FEFF}{}", MESSY.replace('\n', "\r\n")),
            format!("\u{FEFF}{crlf}"),
        ),
    ] {
        folder.write(name, before);
        folder.run([name]).ends(0);
        assert_eq!(folder.read(name), after, "{name}");
        folder.run(["--check", name]).ends(0);
    }
    folder.run(["--end-of-line", "lf", "crlf.scm"]).ends(0);
    assert_eq!(folder.read("crlf.scm"), GOOD);
    folder.run(["--end-of-line", "crlf", "crlf.scm"]).ends(0);
    assert_eq!(folder.read("crlf.scm"), crlf);
}

#[test]
fn non_utf8_bytes_are_preserved() {
    let folder = Folder::new();
    let path = folder.write("a.scm", b"(display   \"caf\xe9\")\n");
    let diff = folder.run(["--diff", "a.scm"]);
    assert!(
        diff.ends(1)
            .0
            .stdout
            .windows(4)
            .any(|bytes| bytes == b"caf\xe9")
    );
    folder.run(["a.scm"]).ends(0);
    assert_eq!(fs::read(path).unwrap(), b"(display \"caf\xe9\")\n");
}

#[test]
fn empty_files_are_formatted_already() {
    let folder = Folder::new();
    folder.write("a.scm", "");
    assert_eq!(folder.run(["."]).ends(0).err(), "1 file left unchanged\n");
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
fn files_are_written_after_output_closes() {
    let folder = Folder::new();
    for number in 0..100 {
        folder.write(format!("{number}.scm"), MESSY);
    }
    let mut child = folder
        .command()
        .args(["--output-format", "json", "."])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ran = Ran(child.wait_with_output().unwrap());
    assert_eq!(ran.ends(0).err(), "100 files reformatted\n");
    folder.run(["--check", "."]).ends(0);
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

#[test]
fn closed_output_is_an_error_but_null_device_is_fine() {
    let folder = Folder::new();
    shell(&folder, "echo '(a)' | \"$0\" - >&-")
        .ends(2)
        .says("cannot write standard output: it is closed");
    shell(&folder, "echo '(a)' | \"$0\" - >/dev/null").ends(0);
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

/// What a shell would call the end of a run on many files that gets a signal as soon as it is writing, and how many of the
/// files it had written; 0 for a run that ended by itself.
fn signalled(signal: &str, started_by: &[&str]) -> (i32, usize) {
    let folder = Folder::new();
    let before = "(a   b)\n".repeat(50);
    let after = "(a b)\n".repeat(50);
    for number in 0..3000 {
        folder.write(format!("{number}.scm"), &before);
    }
    let program = [started_by, &[env!("CARGO_BIN_EXE_schemefmt"), "."]].concat();
    let mut child = Command::new(program[0])
        .args(&program[1..])
        .current_dir(folder.0.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while folder.read("1000.scm") == before {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
    }
    let killed = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let status = child.wait().unwrap();
    let mut written = 0;
    for name in folder.names() {
        let text = folder.read(&name);
        assert!(
            text == before || text == after,
            "{name:?} is half written, or a temporary file"
        );
        written += usize::from(text == after);
    }
    let ended = status.signal().map_or(0, |number| 128 + number);
    (status.code().unwrap_or(ended), written)
}

#[test]
fn signal_leaves_whole_files_only() {
    for (signal, status) in [("-HUP", 129), ("-INT", 130), ("-TERM", 143)] {
        let (ended, written) = signalled(signal, &[]);
        // On a slow machine it may have ended before the signal came.
        assert!(
            ended == status || ended == 0 && written == 3000,
            "{signal}: {ended}, {written} written"
        );
    }
}

#[test]
fn ignored_signal_stays_ignored() {
    if cfg!(target_os = "linux") {
        assert_eq!(signalled("-HUP", &["nohup"]), (0, 3000));
    }
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
fn failed_file_keeps_its_bytes() {
    let folder = Folder::new();
    let wrong: [&[u8]; 5] = [b"(a\n", b"(a   ]\n", b")\n", b"\"a\n", b"#|\n"];
    for text in wrong {
        let path = folder.write("a.scm", text);
        let before = fs::metadata(&path).unwrap();
        folder.run(["a.scm"]).ends(2).says("a.scm:1:");
        assert_eq!(fs::read(&path).unwrap(), text);
        assert_eq!(
            fs::metadata(&path).unwrap().mtime_nsec(),
            before.mtime_nsec()
        );
        assert_eq!(folder.names(), ["a.scm"]);
    }
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

/// A broken text, the same after repair, and one that cannot be repaired.
const BROKEN: &str =
    "(define (f x)\n  (let ((y (g x)))\n    (h y x))\n\n(define (g x)\n  (car (cdr x)))\n";
const REPAIRED: &str =
    "(define (f x)\n  (let ((y (g x)))\n    (h y x)))\n\n(define (g x)\n  (car (cdr x)))\n";
const UNSURE: &str = "(define (foo x)\n  (bar (if x\n           y\n           z w)\n  (list x))\n";

#[test]
fn a_repair_ends_with_its_own_status() {
    let folder = Folder::new();
    folder.write("broken.scm", BROKEN);
    folder.write("unsure.scm", UNSURE);
    folder.write("sound.scm", REPAIRED);
    folder.run(["repair", "--check", "sound.scm"]).ends(0);
    folder.run(["repair", "--check", "."]).ends(3);
    folder.run(["repair", "--check", "broken.scm"]).ends(1);
    folder.run(["repair", "--diff", "broken.scm"]).ends(1);
    assert_eq!(folder.read("broken.scm"), BROKEN);
    folder.run(["repair", "."]).ends(3);
    assert_eq!(folder.read("broken.scm"), REPAIRED);
    assert_eq!(folder.read("unsure.scm"), UNSURE);
    folder.run(["repair", "broken.scm", "sound.scm"]).ends(0);
    // What is certain in a text is repaired, whatever else is wrong in it.
    folder.write("both.scm", format!("{BROKEN}\n{UNSURE}"));
    folder.run(["repair", "both.scm"]).ends(3);
    assert_eq!(folder.read("both.scm"), format!("{REPAIRED}\n{UNSURE}"));
}

#[test]
fn invalid_configuration_prevents_repair() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).unwrap();
    folder.write("sub/schemefmt.toml", "line-width = true\n");
    folder.write("sub/broken.scm", BROKEN);
    for arguments in [&["repair", "sub"][..], &["repair", "sub/broken.scm"]] {
        folder.run(arguments).ends(2).says("schemefmt.toml");
    }
    let filter = ["repair", "--stdin-filepath", "sub/a.scm", "-"];
    piped(&folder, &filter, BROKEN.as_bytes()).ends(2);
    assert_eq!(folder.read("sub/broken.scm"), BROKEN);
}

#[test]
fn filter_repairs_certain_forms() {
    let folder = Folder::new();
    let filter = |arguments: &[&str], input: &str, status| {
        let arguments = [&["repair"], arguments, &["-"]].concat();
        let ran = piped(&folder, &arguments, input.as_bytes());
        ran.ends(status).out()
    };
    assert_eq!(filter(&[], BROKEN, 0), REPAIRED);
    assert_eq!(filter(&["--lines", "5-6"], BROKEN, 0), BROKEN);
    assert_eq!(filter(&[], REPAIRED, 0), REPAIRED);
    assert_eq!(filter(&[], UNSURE, 3), UNSURE);
    // The report in JSON has the text as well.
    let report = filter(&["--output-format", "json"], BROKEN, 0);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["files"][0]["output"], REPAIRED);
    assert_eq!(filter(&["--check"], BROKEN, 1), "");
    assert!(filter(&["--diff"], BROKEN, 1).contains("+    (h y x)))"));
}

#[test]
fn repair_edits_are_reported_as_json() {
    let folder = Folder::new();
    folder.write("both.scm", format!("{BROKEN}\n{UNSURE}"));
    let ran = folder.run(["repair", "--check", "--output-format", "json", "both.scm"]);
    let report: serde_json::Value = serde_json::from_slice(&ran.ends(3).0.stdout).unwrap();
    let findings = &report["files"][0]["findings"];
    let place = |line, column| {
        let place = serde_json::json!({ "line": line, "column": column });
        serde_json::json!({ "start": place, "end": place })
    };
    assert_eq!(findings[0]["code"], "repaired");
    assert_eq!(findings[0]["region"], place(3, 13));
    assert_eq!(findings[0]["replacement"], ")");
    assert_eq!(findings[1]["code"], "not-repaired");
    assert!(findings[1]["replacement"].is_null());
    assert!(!findings[1]["related"].as_array().unwrap().is_empty());
    let forms = &report["files"][0]["forms"];
    assert_eq!(forms[0]["status"], "repaired");
    assert_eq!(
        forms[0]["candidates"][0]["edits"][0]["region"],
        place(3, 13)
    );
    assert_eq!(forms[1]["reason"], "ambiguous");
    let probability = &forms[1]["candidates"][0]["probability"];
    assert!((0.01..0.9).contains(&probability.as_f64().unwrap()));
}

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

#[test]
fn invalid_configuration_is_located_and_nothing_written() {
    for (text, place, message) in [
        ("exclude = [\"a[\"]\n", "1:13", "invalid pattern `a[`"),
        ("exclude = [\"./a\"]\n", "1:13", "it matches nothing"),
        (
            "required-version = \"one\"\n",
            "1:20",
            "invalid value for `required-version`",
        ),
        (
            "required-version = \"=9.9.9\"\n",
            "1:20",
            "the project requires =9.9.9",
        ),
        ("rows = \"2025\"\n", "1:8", "^^^^^^ expected \"keep\""),
        (
            "line-width = 80\nemacs-rules = 1\n",
            "2:15",
            "^ expected true or false",
        ),
        (
            "[[overrides]]\nline-width = 8\n",
            "1:1",
            "expected files = [...]",
        ),
        (
            "[[overrides]]\nfiles = []\n",
            "2:9",
            "invalid value for `files`",
        ),
        (
            "[[overrides]]\nfiles = [\"a[\"]\n",
            "2:11",
            "invalid pattern `a[`",
        ),
        (
            "[[overrides]]\nfiles = [\"a\"]\nrequired-version = \"0.1\"\n",
            "3:1",
            "`required-version` is not allowed in [[overrides]]",
        ),
    ] {
        let folder = Folder::new();
        folder.write("a.scm", MESSY);
        folder.write("schemefmt.toml", text);
        let place = format!("schemefmt.toml:{place}\n");
        folder.run(["."]).ends(2).says(message).says(&place);
        assert_eq!(folder.read("a.scm"), MESSY);
    }
}

#[test]
fn distant_option_names_are_not_suggested() {
    let folder = Folder::new();
    folder.write("a.scm", GOOD);
    for (key, meant) in [
        ("foo", None),
        ("lines", None),
        ("style.x", None),
        ("style.forms", None),
        ("style.cnod", Some("style.cond")),
        ("cnod", Some("style.cond")),
        ("stile.cond", Some("style")),
        ("style.line-width", Some("line-width")),
        ("override", Some("overrides")),
        ("version", Some("required-version")),
    ] {
        let ran = folder.run(["--config", &format!("{key}=1"), "--check"]);
        let meant = meant.map(|meant| format!("did you mean `{meant}`?"));
        let said = ran.ends(2).err();
        match meant {
            Some(meant) => assert!(said.contains(&meant), "{said}"),
            None => assert!(!said.contains("did you mean"), "{said}"),
        }
    }
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
    let readme = include_str!("../README.md");
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

#[test]
fn every_setting_works_as_a_flag() {
    let folder = Folder::new();
    folder.write("a.scm", MESSY);
    folder.write("b.scm", "(mine  x\n  (display \"text\"))\n");
    folder.write("given.toml", "line-width = 20\nexclude = [\"*.scm\"]\n");
    let flags = ["-l", ".", "--config", "given.toml", "--config"];
    let with = |more: &[&str]| folder.run([&flags, more].concat());
    assert_eq!(with(&["exclude=['b.scm']"]).ends(1).out(), "a.scm\n");
    assert_eq!(
        with(&["include=['b.*']", "--config", "exclude=[]"])
            .ends(1)
            .out(),
        "b.scm\n"
    );
    with(&["exclude=['{b']"])
        .ends(2)
        .says("invalid pattern `{b`");
    let rule = folder.run([
        "b.scm",
        "--config",
        "forms.mine=1",
        "--config",
        "given.toml",
    ]);
    rule.ends(0);
    assert_eq!(folder.read("b.scm"), "(mine x\n  (display \"text\"))\n");
}

/// Makes a pipe; whether that can be done here.
fn pipe(path: &Path) -> bool {
    let made = Command::new("mkfifo").arg(path).status();
    let made = made.is_ok_and(|status| status.success());
    if !made {
        eprintln!("skipped: there is no mkfifo");
    }
    made
}

/// Whatever stands where a configuration or an ignore file does is read only if it is a file, and not without end; it is never
/// passed over in silence.
#[test]
fn unreadable_settings_are_reported() {
    let folder = Folder::new();
    let large = " ".repeat((1 << 20) + 1);
    for name in [
        ".editorconfig",
        ".dir-locals.el",
        ".gitignore",
        ".schemefmtignore",
        "rules.el",
        "schemefmt.toml",
    ] {
        fs::create_dir_all(folder.path(".git")).unwrap();
        folder.write("schemefmt.toml", "emacs-files = [\"rules.el\"]\n");
        folder.write("rules.el", "");
        let path = folder.path(name);
        let _ = fs::remove_file(&path);
        let cases: [(&dyn Fn() -> bool, &str); 5] = [
            (&|| fs::create_dir(&path).is_ok(), "not a regular file"),
            (
                &|| symlink("nowhere", &path).is_ok(),
                "no such file or folder",
            ),
            (&|| pipe(&path), "not a regular file"),
            (
                &|| symlink("/dev/zero", &path).is_ok(),
                "not a regular file",
            ),
            (&|| fs::write(&path, &large).is_ok(), "larger than 1 MiB"),
        ];
        for (make, reason) in cases {
            if !make() {
                continue;
            }
            folder.write("a.scm", MESSY);
            let ran = folder.run(["."]);
            ran.says(&format!("{name}: cannot read: {reason}\n"));
            ran.ends(2);
            // Without its configuration nothing is formatted, wherever that stands.
            assert_eq!(folder.read("a.scm"), MESSY, "{name}");
            if path.is_dir() {
                fs::remove_dir(&path).unwrap()
            } else {
                fs::remove_file(&path).unwrap()
            }
        }
    }
}

/// Settings of a project may come from others, and what is wrong with them is shown to everyone: a link leads to no file elsewhere.
#[test]
fn settings_outside_of_the_project_are_not_shown() {
    let elsewhere = Folder::new();
    let secret = elsewhere.write("secret", "SECRET = no [[ valid (((\n");
    let cases = [
        ".editorconfig",
        ".dir-locals.el",
        ".gitignore",
        ".schemefmtignore",
        "schemefmt.toml",
        ".schemefmt.toml",
    ];
    for top in [".git", "schemefmt.toml"] {
        for name in cases {
            if top == name || top == "schemefmt.toml" && name == ".schemefmt.toml" {
                continue;
            }
            let folder = Folder::new();
            match top {
                ".git" => fs::create_dir(folder.path(".git")).unwrap(),
                top => drop(folder.write(top, "")),
            }
            folder.write("sub/a.scm", MESSY);
            symlink(&secret, folder.path("sub").join(name)).unwrap();
            let ran = folder.run(["."]);
            ran.ends(2).says(&format!(
                "error: sub/{name}: cannot read: outside the project in "
            ));
            assert!(!ran.err().contains("SECRET"), "{}", ran.err());
            assert_eq!(folder.read("sub/a.scm"), MESSY, "{name}");
            // In the project, a link is as good as a file.
            fs::remove_file(folder.path("sub").join(name)).unwrap();
            folder.write("shared", "");
            symlink("../shared", folder.path("sub").join(name)).unwrap();
            folder.run(["."]).ends(0);
        }
    }
}

/// What is said about a file that shows no dialect names the one that most files of the run show.
#[test]
fn advice_on_a_dialect_names_that_of_the_other_files() {
    let folder = Folder::new();
    let disputed = "(f foo\\\"a\n b\" foo\\\"c   d\"\n x)\n";
    folder.write("a.scm", disputed);
    folder.run(["a.scm"]).says("set the file's dialect");
    for name in ["b.scm", "c.scm"] {
        folder.write(name, "(use-modules (ice-9 match))\n");
    }
    folder.write("d.scm", "(define-library (d))\n");
    folder
        .run(["."])
        .says("; most files of this run show guile\n");
    assert_eq!(folder.read("a.scm"), disputed);
}

/// `init` sets the dialect on which the files agree, and that of a folder that differs.
#[test]
fn init_writes_the_dialects_that_files_show() {
    let folder = Folder::new();
    for number in 0..30 {
        folder.write(format!("{number}.scm"), "(use-modules (ice-9 match))\n");
        // Guile's clauses of a `cond` begin on the next line.
        let text = "(cond\n (a-long-name another-name)\n (else yet-another-name))\n";
        folder.write(format!("none/{number}.scm"), text);
    }
    for number in 0..3 {
        folder.write(format!("a*b/{number}.scm"), "#lang racket\n(f '|\\|)\n");
    }
    folder.run(["init"]).ends(0);
    let text = folder.read("schemefmt.toml");
    assert!(text.contains("\ndialect = \"guile\"\n"), "{text}");
    let last = "\n[[overrides]]\nfiles = [\"/a\\\\*b/\"]\ndialect = \"racket\"\n";
    assert!(text.ends_with(last), "{text}");
    let shown = folder.run(["--show-config", "a*b/1.scm"]);
    assert!(shown.ends(0).out().contains("dialect = \"racket\""));
    // A flag decides.
    folder.run(["init", "--force", "--dialect", "chez"]).ends(0);
    let text = folder.read("schemefmt.toml");
    assert!(
        text.contains("\ndialect = \"chez\"\n") && !text.contains("[[overrides]]\nfiles = [\"/a")
    );
}

/// A folder that is named by a link is formatted as it is where it stands; a hook, which names everything, follows no link.
#[test]
fn outside_link_is_followed_only_if_named() {
    let elsewhere = Folder::new();
    let line = "(a-name another-name)\n";
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

#[test]
fn rules_outside_of_the_project_are_not_shown() {
    let elsewhere = Folder::new();
    let secret = elsewhere.write("secret.el", "(SECRET\n");
    let folder = Folder::new();
    fs::create_dir(folder.path("top")).unwrap();
    fs::create_dir(folder.path("top/.git")).unwrap();
    folder.write("beside.el", "(SECRET\n");
    symlink(&secret, folder.path("top/link.el")).unwrap();
    for named in [
        secret.to_str().unwrap(),
        "../beside.el",
        "link.el",
        "sub/../../beside.el",
    ] {
        folder.write("top/sub/a.scm", MESSY);
        folder.write("top/schemefmt.toml", format!("emacs-files = [{named:?}]\n"));
        let ran = folder.run(["top/sub/a.scm"]);
        ran.ends(2).says(" cannot read: outside the project in ");
        assert!(!ran.err().contains("SECRET"), "{}", ran.err());
        assert_eq!(folder.read("top/sub/a.scm"), MESSY, "{named}");
    }
    // Whoever runs the command may name what they like.
    folder.write("top/sub/a.scm", MESSY);
    let line = format!("emacs-files=[{:?}]", folder.path("beside.el"));
    folder
        .run(["--config", &line, "top/sub/a.scm"])
        .ends(0)
        .says("SECRET");
    // So may their own configuration, above the project.
    folder.write("top/schemefmt.toml", "");
    folder.write("rules.el", "(put 'square 'scheme-indent-function 1)\n");
    fs::remove_file(folder.path("top/schemefmt.toml")).unwrap();
    symlink(
        elsewhere.write("own.toml", "line-width = 20\n"),
        folder.path("schemefmt.toml"),
    )
    .unwrap();
    folder.write("top/sub/a.scm", "(a-long-name another-name)\n");
    folder.run(["-l", "top/sub/a.scm"]).ends(1);
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

#[test]
fn named_configuration_may_be_a_pipe() {
    let folder = Folder::new();
    folder.write("a.scm", "(one two three)\n");
    if !pipe(&folder.path("pipe")) {
        return;
    }
    let path = folder.path("pipe");
    let writer = std::thread::spawn(move || fs::write(path, "line-width = 10\n").unwrap());
    folder.run(["-l", "--config", "pipe", "a.scm"]).ends(1);
    writer.join().unwrap();
    folder
        .run(["--config", "/dev/zero", "a.scm"])
        .ends(2)
        .says("cannot read: larger than 1 MiB");
}

/// What is wrong with a configuration is told of its first errors; each costs a pass over the file.
#[test]
fn a_thousand_errors_in_a_configuration_are_short() {
    let folder = Folder::new();
    folder.write("a.scm", MESSY);
    let rules: String = (0..50_000).map(|n| format!("f{n} = \"x\"\n")).collect();
    folder.write("schemefmt.toml", format!("[forms]\n{rules}"));
    let ran = folder.run(["a.scm"]);
    ran.ends(2)
        .says("schemefmt.toml:2:6")
        .says("schemefmt.toml: 49950 more errors");
    assert_eq!(folder.read("a.scm"), MESSY);
    folder.write("schemefmt.toml", format!("{} = 1\n", "x".repeat(1 << 19)));
    folder.run(["a.scm"]).ends(2).says("unknown option");
}

/// In .gitignore braces are characters; in a configuration and in flags they are alternatives.
#[test]
fn braces_in_ignore_files_are_those_of_git() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path(".git")).unwrap();
    let names = ["a.scm", "b.scm", "{a,b}.scm", "c{.scm", "[d.scm"];
    for name in names {
        folder.write(name, MESSY);
    }
    folder.write(".gitignore", "{a,b}.scm\n[d.scm\n");
    folder.write(".schemefmtignore", "c{.*\n");
    assert_eq!(
        folder.run(["-l", "."]).ends(1).out(),
        "[d.scm\na.scm\nb.scm\n"
    );
    assert_eq!(
        folder
            .run(["-l", ".", "--exclude", "{a,b}.scm"])
            .ends(1)
            .out(),
        "[d.scm\n"
    );
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
