//! What writing keeps of a file, and what becomes of those that cannot be written.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Folder, GOOD, MESSY, NOBODY, Ran, copy_program};

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
    let set = xattr::set(path, name, value);
    if let Err(error) = &set {
        eprintln!("skipped: {name} cannot be set: {error}");
    }
    set.is_ok()
}

/// The mode of a file and its extended attributes of these names.
#[cfg(target_os = "linux")]
fn attributes(path: &Path, names: &[&str]) -> (u32, Vec<Option<Vec<u8>>>) {
    let value = |name: &&str| xattr::get(path, name).unwrap();
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
fn failed_file_keeps_its_bytes() {
    let folder = Folder::new();
    let wrong: [&[u8]; 5] = [b"(a\n", b"(a   ]\n", b")\n", b"(\"a\n", b"#|\n"];
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
