//! Replaces the contents of a file atomically: the file is either as it was or completely new.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard};

use anyhow::{Context as _, bail, ensure};
use tempfile::{NamedTempFile, PersistError, TempPath};

use super::attributes::Attributes;
use super::context::ContextIo as _;
use crate::project::io_message;
use crate::project::paths::shown;

/// Replaces the contents of the file at `path`, which were `old` when it was read, by `new`.
///
/// The new text is written to a temporary file beside the target, flushed to disk, and exchanged with the target. Links are
/// followed, so a symbolic link stays a link. Permissions, owner, access control lists and other extended attributes are
/// kept. A file with several names (hard links), a file whose attributes cannot be given to another one, and a file that is
/// a mount point are overwritten instead: see [`overwrite`].
///
/// # Errors
/// Returns an error if the file cannot be written, is read-only, or was changed by another program since it was read, unless
/// that wrote the same new text, as another run does. After an error, the file is as it was or as that program left it, and
/// nothing is left beside it except for what the message names.
pub fn replace(path: &Path, old: &[u8], new: &[u8]) -> anyhow::Result<()> {
    let _writing = begin();
    replace_observed(path, old, new, |_| ())
}

/// Moments at which another program may interfere, as tests do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// The file is found and opened.
    Opened,
    /// The temporary file is complete.
    Written,
    /// The file is as it was read.
    Compared,
    /// The new text is in place, and what was there before is beside it.
    Exchanged,
    /// What was there before was not as expected, and has been put back.
    PutBack,
}

/// The message if the file has changed since it was read.
const CHANGED: &str = "file changed on disk; not overwritten";

fn replace_observed(
    path: &Path,
    old: &[u8],
    new: &[u8],
    mut now: impl FnMut(Moment),
) -> anyhow::Result<()> {
    let target = path.canonicalize().context_io("cannot find the file")?;
    let (file, attributes) = open(&target)?;
    now(Moment::Opened);
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut temporary = tempfile::Builder::new()
        .prefix(".schemefmt-")
        .suffix(".tmp")
        .tempfile_in(folder)
        .context_io("cannot write: cannot create files in its folder")?;
    temporary.write_all(new).context_io("cannot write")?;
    let is_alike = attributes.give(temporary.as_file());
    temporary.as_file().sync_data().context_io("cannot write")?;
    now(Moment::Written);
    // Another run may have been quicker: then the new text replaces itself.
    let is_expected = |path: &Path| {
        let is_now = || {
            open_regular(path).is_some_and(|mut file| {
                Attributes::of(&file).is_ok_and(|own| own == attributes)
                    && (holds(&mut file, old) || holds(&mut file, new))
            })
        };
        // A file that another run is replacing has no name left.
        is_now() || is_now()
    };
    ensure!(is_expected(&target), CHANGED);
    now(Moment::Compared);
    let rescue = inode(&file);
    // Windows renames nothing onto a file that is open.
    #[cfg(windows)]
    drop(file);
    // A WebAssembly module sees no permissions, so that a new file might have others.
    let may_exchange = is_alike && attributes.names == 1 && !cfg!(target_family = "wasm");
    let temporary = if may_exchange {
        exchange(temporary, &target, is_expected, new, now)?
    } else {
        Some(temporary)
    };
    let Some(temporary) = temporary else {
        return Ok(());
    };
    if let (false, Some(lost)) = (is_alike, attributes.lost_by_writing()) {
        bail!("cannot write: its {lost} would be lost");
    }
    let rescue = keep_beside(temporary, &folder.join(format!(".schemefmt-{rescue}.tmp")))?;
    #[cfg(windows)]
    let (file, _) = open(&target)?;
    overwrite(file, old, new, &attributes, rescue)
}

/// Opens a file to be replaced, and reads its attributes.
fn open(target: &Path) -> anyhow::Result<(File, Attributes)> {
    // Check explicitly: a rename would still succeed, and root may write anything. A WebAssembly module sees no permissions.
    let metadata = fs::metadata(target).context_io("cannot find the file")?;
    ensure!(
        cfg!(target_family = "wasm") || !metadata.permissions().readonly(),
        "cannot write: the file is read-only"
    );
    loop {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).open(target);
        let file = file.context_io("cannot write")?;
        let attributes = Attributes::of(&file).context_io("cannot read its permissions")?;
        // Without a name, it has been replaced by another run in this moment.
        if attributes.names > 0 {
            return Ok((file, attributes));
        }
    }
}

/// Exchanges the temporary file, which holds `new`, with the target. The previous file can then be examined: it is deleted
/// if it `is_expected`, and otherwise put back. No system offers to compare and rename atomically.
///
/// Returns the temporary file if nothing was exchanged because another file is mounted on the target, as in containers: a
/// rename cannot remove that.
fn exchange(
    temporary: NamedTempFile,
    target: &Path,
    is_expected: impl Fn(&Path) -> bool,
    new: &[u8],
    mut now: impl FnMut(Moment),
) -> anyhow::Result<Option<NamedTempFile>> {
    match swap(temporary.path(), target) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(error).context_io("cannot find the file");
        }
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy => return Ok(Some(temporary)),
        // Not every system and not every file system can do this.
        Err(_) => return rename(temporary, target),
    }
    // From here on, this name may refer to what another program wrote: nothing deletes it unseen.
    let (_, beside) = temporary.keep().map_err(|error| error.error)?;
    let shown = shown(&beside);
    let remove = || {
        fs::remove_file(&beside)
            .context_io(format!("cannot delete {shown}, which is no longer needed"))
    };
    now(Moment::Exchanged);
    if is_expected(&beside) {
        remove()?;
        return Ok(None);
    }
    swap(&beside, target)
        .with_context(|| format!("file changed on disk; that version is now in {shown}"))?;
    now(Moment::PutBack);
    if open_regular(&beside).is_some_and(|mut file| holds(&mut file, new)) {
        remove()?;
        bail!(CHANGED);
    }
    // Another program changed it again while the new text was in place; that version wins.
    swap(&beside, target)
        .with_context(|| format!("file changed on disk; its latest version is now in {shown}"))?;
    bail!("file changed on disk twice; the first version is now in {shown}")
}

/// Lets two files change places at once.
#[cfg(target_os = "linux")]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(target_os = "linux"))]
fn swap(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Replaces the target by the temporary file, if the two cannot be exchanged. Changes that another program has made since
/// the target was last examined are lost.
fn rename(temporary: NamedTempFile, target: &Path) -> anyhow::Result<Option<NamedTempFile>> {
    let Err(PersistError { error, file }) = temporary.persist(target) else {
        return Ok(None);
    };
    if error.kind() == io::ErrorKind::ResourceBusy {
        return Ok(Some(file));
    }
    let beside = shown(file.path());
    let failed = Err(error).context_io("cannot write");
    match file.close() {
        Ok(()) => failed,
        Err(_) => failed.context(format!("cannot delete the temporary file {beside}")),
    }
}

/// Opens what a name refers to if that is a regular file; not a link, and without waiting for a pipe.
fn open_regular(path: &Path) -> Option<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    let file = options.open(path).ok()?;
    file.metadata()
        .is_ok_and(|metadata| metadata.is_file())
        .then_some(file)
}

/// Gives the temporary file a name that a later run on the target finds, and that two concurrent runs cannot share.
fn keep_beside(temporary: NamedTempFile, path: &Path) -> anyhow::Result<TempPath> {
    match temporary.into_temp_path().persist_noclobber(path) {
        Ok(()) => Ok(TempPath::try_from_path(path)?),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => bail!(
            "another run is overwriting it, or was interrupted while doing so; the complete new text is in {}; put it in place or \
             delete it",
            shown(path)
        ),
        Err(error) => Err(error.error).context_io("cannot write"),
    }
}

/// A number that identifies a file in its folder, whatever its name; 0 if there is none.
#[cfg(unix)]
fn inode(file: &File) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    file.metadata().map_or(0, |metadata| metadata.ino())
}

#[cfg(not(unix))]
fn inode(_: &File) -> u64 {
    0
}

/// Overwrites a file in place, which is the only way to keep its other names, or attributes that cannot be given to another
/// file.
///
/// The whole new text is still beside it, in `rescue`: it has proved that there is room, and should the machine stop in the
/// middle, it is the copy to recover from. If writing fails, the old text is put back. An interrupt waits for the end.
fn overwrite(
    mut file: File,
    old: &[u8],
    new: &[u8],
    attributes: &Attributes,
    rescue: TempPath,
) -> anyhow::Result<()> {
    // The name may lead elsewhere by now than when the file was opened: what is overwritten has to be what was read.
    if !holds(&mut file, old) {
        ensure!(holds(&mut file, new), CHANGED);
        return Ok(());
    }
    let Err(error) = put(&mut file, new) else {
        ensure!(
            attributes.give(&file),
            "written, but its permissions could not be preserved"
        );
        return Ok(());
    };
    if put(&mut file, old).is_err() && !holds(&mut file, old) {
        let rescue = rescue.keep()?;
        let (error, rescue) = (io_message(&error), shown(&rescue));
        bail!(
            "cannot write: {error}; the file is partly written, and the complete new text is in {rescue}"
        );
    }
    Err(error).context_io("cannot write")
}

/// Whether an open file contains this text.
fn holds(file: &mut File, text: &[u8]) -> bool {
    let mut content = Vec::with_capacity(text.len());
    file.rewind()
        .and_then(|_| file.read_to_end(&mut content))
        .is_ok_and(|_| content == text)
}

fn put(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_data()
}

/// Makes a write beyond the process's limit for the size of files (`ulimit -f`) an error like any other, instead of the end of the
/// process: what was begun is then taken away.
pub fn outlive_size_limits() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        use std::sync::{Arc, atomic::AtomicBool};
        // The flag is never read: that there is a handler is enough.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::<AtomicBool>::default());
    }
}

/// Every write holds this for reading; when a signal ends the process, it is taken for writing.
static WRITES: RwLock<()> = RwLock::new(());

/// Starts a write, for which a signal then waits: no half-written file and no temporary file is left behind.
fn begin() -> RwLockReadGuard<'static, ()> {
    static HANDLER: Once = Once::new();
    // Without a handler, a signal ends the process at once, as it does before the first write.
    HANDLER.call_once(end_after_writes);
    WRITES.read().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the signals that ask the process to end wait for the writes. The process then ends as it would have without this,
/// so that its parent sees the cause.
#[cfg(unix)]
fn end_after_writes() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{iterator::Signals, low_level};
    let ignored = ignored_signals();
    let signals = [SIGHUP, SIGINT, SIGTERM];
    let heeded = signals
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(heeded) else {
        return;
    };
    let wait = move || {
        for signal in signals.forever() {
            let _all_written = WRITES.write().unwrap_or_else(PoisonError::into_inner);
            let _ = low_level::emulate_default_handler(signal);
        }
    };
    let _ = std::thread::Builder::new().spawn(wait);
}

/// The signals that the parent process ignores (`nohup`), one bit for each; empty if unknown.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

#[cfg(windows)]
fn end_after_writes() {
    #[expect(clippy::exit, reason = "this is what an interrupt is to do")]
    let _ = ctrlc::set_handler(|| {
        let _all_written = WRITES.write().unwrap_or_else(PoisonError::into_inner);
        // As for a process that SIGINT ended under a shell.
        std::process::exit(128 + 2);
    });
}

/// A WebAssembly module receives no signals.
#[cfg(target_family = "wasm")]
fn end_after_writes() {}

#[cfg(test)]
#[allow(clippy::print_stderr, reason = "a test says why it is skipped")]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap();
        names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn concurrent_writes_are_preserved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.scm");
        fs::write(&path, "theirs").unwrap();
        let error = replace(&path, b"read", b"new").unwrap_err();
        assert!(
            format!("{error:#}").contains("file changed on disk"),
            "{error:#}"
        );
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(names(folder.path()), ["a.scm"]);
    }

    /// The folder after an interference at some moment, and the message about `a.scm`.
    fn meanwhile(mut act: impl FnMut(Moment, &Path)) -> (tempfile::TempDir, anyhow::Result<()>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.scm");
        fs::write(&path, "old").unwrap();
        let result = replace_observed(&path, b"old", b"new", |moment| act(moment, &path));
        (folder, result)
    }

    /// Writes as editors do, to another file that is then renamed.
    fn save(path: &Path, text: &str) {
        let other = path.with_extension("saved");
        fs::write(&other, text).unwrap();
        fs::rename(other, path).unwrap();
    }

    const BEFORE: [Moment; 3] = [Moment::Opened, Moment::Written, Moment::Compared];

    #[track_caller]
    fn assert_message(result: anyhow::Result<()>, message: &str) {
        let error = format!("{:#}", result.unwrap_err());
        assert!(error.contains(message), "{error}");
    }

    /// If the two files cannot be exchanged, the last of [`BEFORE`] is too late.
    fn can_exchange() -> bool {
        let mut exchanged = false;
        let (_folder, result) = meanwhile(|moment, _| exchanged |= moment == Moment::Exchanged);
        result.unwrap();
        if !exchanged {
            eprintln!("in part skipped: files cannot change places here");
        }
        exchanged
    }

    fn moments() -> impl Iterator<Item = Moment> {
        let can_exchange = can_exchange();
        let moments = BEFORE.into_iter();
        moments.filter(move |moment| can_exchange || *moment != Moment::Compared)
    }

    #[test]
    fn concurrent_saves_are_preserved() {
        for saving in [save, |path: &Path, text: &str| {
            fs::write(path, text).unwrap()
        }] {
            for when in moments() {
                let (folder, result) = meanwhile(|moment, path| {
                    if moment == when {
                        saving(path, "theirs");
                    }
                });
                assert_message(result, "file changed on disk; not overwritten");
                let path = folder.path().join("a.scm");
                assert_eq!(fs::read(path).unwrap(), b"theirs", "{when:?}");
                assert_eq!(names(folder.path()), ["a.scm"], "{when:?}");
            }
        }
    }

    #[test]
    fn slower_run_accepts_identical_result() {
        for when in moments() {
            let (folder, result) = meanwhile(|moment, path| {
                if moment == when {
                    save(path, "new");
                }
            });
            result.unwrap();
            assert_eq!(fs::read(folder.path().join("a.scm")).unwrap(), b"new");
            assert_eq!(names(folder.path()), ["a.scm"], "{when:?}");
        }
    }

    #[test]
    fn saves_over_the_new_text_are_preserved() {
        if !can_exchange() {
            return;
        }
        let (folder, result) = meanwhile(|moment, path| {
            if moment == Moment::Exchanged {
                save(path, "theirs");
            }
        });
        result.unwrap();
        assert_eq!(fs::read(folder.path().join("a.scm")).unwrap(), b"theirs");
        assert_eq!(names(folder.path()), ["a.scm"]);
    }

    #[test]
    fn the_last_of_two_saves_stays_and_the_first_is_not_lost() {
        if !can_exchange() {
            return;
        }
        let (folder, result) = meanwhile(|moment, path| match moment {
            Moment::Compared => save(path, "first"),
            Moment::Exchanged => save(path, "last"),
            _ => {}
        });
        assert_message(result, "twice");
        assert_eq!(fs::read(folder.path().join("a.scm")).unwrap(), b"last");
        let mut others = names(folder.path());
        others.retain(|name| name != "a.scm");
        assert_eq!(others.len(), 1);
        assert_eq!(fs::read(folder.path().join(&others[0])).unwrap(), b"first");
    }

    #[test]
    fn deleted_file_is_not_recreated() {
        for when in moments() {
            let (folder, result) = meanwhile(|moment, path| {
                if moment == when {
                    fs::remove_file(path).unwrap();
                }
            });
            assert!(result.is_err());
            assert!(names(folder.path()).is_empty(), "{when:?}");
        }
    }

    #[cfg(unix)]
    mod unix {
        use super::*;
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
        use std::process::Command;

        fn set_mode(path: &Path, mode: u32) {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).unwrap().mode() & 0o777
        }

        #[test]
        fn replacement_link_is_not_followed() {
            for when in moments() {
                let elsewhere = tempfile::tempdir().unwrap();
                let victim = elsewhere.path().join("victim");
                fs::write(&victim, "victim").unwrap();
                let (folder, result) = meanwhile(|moment, path| {
                    if moment == when {
                        fs::remove_file(path).unwrap();
                        symlink(&victim, path).unwrap();
                    }
                });
                assert_message(result, "file changed on disk");
                assert_eq!(fs::read(&victim).unwrap(), b"victim", "{when:?}");
                assert_eq!(fs::read_link(folder.path().join("a.scm")).unwrap(), victim);
                assert_eq!(names(folder.path()), ["a.scm"], "{when:?}");
            }
        }

        #[test]
        fn replacement_folder_is_preserved() {
            for when in moments() {
                let (folder, result) = meanwhile(|moment, path| {
                    if moment == when {
                        fs::remove_file(path).unwrap();
                        fs::create_dir(path).unwrap();
                        fs::write(path.join("theirs"), "").unwrap();
                    }
                });
                assert!(result.is_err());
                assert_eq!(names(&folder.path().join("a.scm")), ["theirs"], "{when:?}");
                assert_eq!(names(folder.path()), ["a.scm"], "{when:?}");
            }
        }

        #[test]
        fn added_hard_link_stays_linked() {
            if !can_exchange() {
                return;
            }
            for when in moments() {
                let (folder, result) = meanwhile(|moment, path| {
                    if moment == when {
                        fs::hard_link(path, path.with_extension("too")).unwrap();
                    }
                });
                assert_message(result, "file changed on disk");
                let ino = |name| fs::metadata(folder.path().join(name)).unwrap().ino();
                assert_eq!(ino("a.scm"), ino("a.too"), "{when:?}");
                assert_eq!(fs::read(folder.path().join("a.scm")).unwrap(), b"old");
            }
        }

        /// As root, who may do anything, runs a test as the user nobody. Returns whether to run the test in this process.
        fn run_as_nobody(test: &str) -> bool {
            let folder = tempfile::tempdir().unwrap();
            if fs::metadata(folder.path()).unwrap().uid() != 0 {
                return true;
            }
            let program = folder.path().join("tests");
            // Not by this process: no one can execute a file that a child started by another test has open for writing.
            let mut copy = Command::new("cp");
            copy.arg(std::env::current_exe().unwrap()).arg(&program);
            assert!(copy.status().unwrap().success());
            for path in [folder.path(), &program] {
                chown(path, Some(65534), Some(65534)).unwrap();
            }
            let output = Command::new("setpriv")
                .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
                .arg(&program)
                .arg(format!(
                    "{}::{test}",
                    module_path!().split_once("::").unwrap().1
                ))
                .arg("--exact")
                .env("TMPDIR", folder.path())
                .output();
            match output {
                Ok(output) => {
                    let stdout = String::from_utf8_lossy(&output.stdout);
                    assert!(
                        output.status.success() && stdout.contains("1 passed"),
                        "{stdout}"
                    );
                }
                Err(_) => eprintln!("skipped: this is root, and there is no setpriv"),
            }
            false
        }

        #[test]
        fn folder_becomes_inaccessible() {
            if !run_as_nobody("folder_becomes_inaccessible") {
                return;
            }
            for when in [
                Moment::Opened,
                Moment::Written,
                Moment::Compared,
                Moment::Exchanged,
            ] {
                if when == Moment::Exchanged && !can_exchange() {
                    continue;
                }
                let (folder, result) = meanwhile(|moment, path| {
                    if moment == when {
                        set_mode(path.parent().unwrap(), 0o500);
                    }
                });
                set_mode(folder.path(), 0o700);
                let expected: &[u8] = if when == Moment::Exchanged {
                    b"new"
                } else {
                    b"old"
                };
                assert_eq!(
                    fs::read(folder.path().join("a.scm")).unwrap(),
                    expected,
                    "{when:?}"
                );
                // No one can delete anything in a closed folder, but it is reported.
                let left = names(folder.path())
                    .into_iter()
                    .find(|name| name != "a.scm");
                assert_eq!(left.is_none(), when == Moment::Opened);
                assert_message(
                    result,
                    left.as_deref()
                        .unwrap_or("cannot create files in its folder"),
                );
            }
        }

        #[test]
        fn file_becomes_inaccessible() {
            if !run_as_nobody("file_becomes_inaccessible") {
                return;
            }
            for closed in [0o000, 0o400, 0o444] {
                for when in moments() {
                    let (folder, result) = meanwhile(|moment, path| {
                        if moment == when {
                            set_mode(path, closed);
                        }
                    });
                    assert!(result.is_err(), "{when:?}");
                    let path = folder.path().join("a.scm");
                    assert_eq!(mode(&path), closed, "{when:?}");
                    set_mode(&path, 0o600);
                    assert_eq!(fs::read(path).unwrap(), b"old", "{when:?}");
                    assert_eq!(names(folder.path()), ["a.scm"], "{when:?}");
                }
            }
        }

        #[test]
        fn leftover_of_a_killed_run_is_reported() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.scm");
            fs::write(&path, "old").unwrap();
            fs::hard_link(&path, folder.path().join("b.scm")).unwrap();
            let rescue = format!(".schemefmt-{}.tmp", fs::metadata(&path).unwrap().ino());
            fs::write(folder.path().join(&rescue), "whole").unwrap();
            assert_message(replace(&path, b"old", b"new"), &rescue);
            assert_eq!(fs::read(&path).unwrap(), b"old");
            assert_eq!(fs::read(folder.path().join(&rescue)).unwrap(), b"whole");
            fs::remove_file(folder.path().join(&rescue)).unwrap();
            replace(&path, b"old", b"new").unwrap();
            assert_eq!(fs::read(folder.path().join("b.scm")).unwrap(), b"new");
            assert_eq!(names(folder.path()).len(), 2);
        }
    }

    /// A file to overwrite, and the rescue copy beside it.
    fn with_rescue(text: &str) -> (tempfile::TempDir, TempPath) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.scm"), text).unwrap();
        let rescue = folder.path().join("rescue");
        fs::write(&rescue, "new").unwrap();
        (folder, TempPath::try_from_path(rescue).unwrap())
    }

    #[test]
    fn failed_write_restores_the_old_text() {
        let (folder, rescue) = with_rescue("old");
        let path = folder.path().join("a.scm");
        let read_only = File::open(&path).unwrap();
        let attributes = Attributes::of(&read_only).unwrap();
        assert!(overwrite(read_only, b"old", b"new", &attributes, rescue).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a.scm"]);
    }

    #[test]
    fn overwrites_only_the_text_it_read() {
        let (folder, rescue) = with_rescue("another file");
        let path = folder.path().join("a.scm");
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&path)
            .unwrap();
        let attributes = Attributes::of(&file).unwrap();
        assert_message(
            overwrite(file, b"old", b"new", &attributes, rescue),
            "file changed on disk",
        );
        assert_eq!(fs::read(&path).unwrap(), b"another file");
        assert_eq!(names(folder.path()), ["a.scm"]);
        // Another run has already written the new text.
        let (folder, rescue) = with_rescue("new");
        let path = folder.path().join("a.scm");
        let read_only = File::open(&path).unwrap();
        let attributes = Attributes::of(&read_only).unwrap();
        overwrite(read_only, b"old", b"new", &attributes, rescue).unwrap();
        assert_eq!(names(folder.path()), ["a.scm"]);
    }
}
