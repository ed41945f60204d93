//! Replaces the contents of a file: it is either as it was or completely new, but for files that a rename would change.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard};

use anyhow::ensure;
use tempfile::NamedTempFile;

use super::failure::ContextIo as _;
use crate::project::paths::shown;

/// Replaces the contents of the file at `path`, which were `old` when it was read, by `new`.
///
/// The new text is written to a temporary file beside the target, flushed to disk, and renamed. Links are followed, so a
/// symbolic link stays a link; mode and owner are kept. A file that a rename would not leave as it is, because of further
/// names (hard links), an access control list, extended attributes, an owner who cannot be given, or a mount, is overwritten
/// instead.
///
/// # Errors
/// Returns an error if the file cannot be written, is read-only, or was changed by another program since it was read, unless
/// that wrote the same new text, as another run does. After an error, the file is as it was or as that program left it; if it
/// could only be overwritten in part, the message names the file that holds the new text.
pub(super) fn replace(path: &Path, old: &[u8], new: &[u8]) -> anyhow::Result<()> {
    let _writing = begin();
    let target = path.canonicalize().context_io("cannot find the file")?;
    let metadata = fs::metadata(&target).context_io("cannot find the file")?;
    // Check explicitly: a rename would still succeed, and root may write anything. A WebAssembly module sees no permissions.
    ensure!(
        cfg!(target_family = "wasm") || !metadata.permissions().readonly(),
        "cannot write: the file is read-only"
    );
    let writable = OpenOptions::new().write(true).open(&target);
    drop(writable.context_io("cannot write")?);
    let mut temporary = tempfile::Builder::new()
        .prefix(".schemefmt-")
        .suffix(".tmp")
        .tempfile_in(target.parent().unwrap_or(Path::new(".")))
        .context_io("cannot write: cannot create files in its folder")?;
    temporary.write_all(new).context_io("cannot write")?;
    temporary.as_file().sync_data().context_io("cannot write")?;
    let may_rename = give_owner(&temporary, &metadata).is_ok()
        && attributes(temporary.path())
            .is_ok_and(|given| attributes(&target).is_ok_and(|own| own == given));
    if may_rename {
        let permissions = metadata.permissions();
        temporary
            .as_file()
            .set_permissions(permissions)
            .context_io("cannot write")?;
    }
    let now = fs::read(&target).context_io("cannot find the file")?;
    if now == new {
        return Ok(());
    }
    ensure!(now == old, "file changed on disk; not overwritten");
    if !may_rename {
        return overwrite(&target, new, temporary);
    }
    match temporary.persist(&target) {
        Ok(_) => Ok(()),
        // Another file is mounted here, as in containers.
        Err(error) if error.error.kind() == io::ErrorKind::ResourceBusy => {
            overwrite(&target, new, error.file)
        }
        Err(error) => Err(error.error).context_io("cannot write"),
    }
}

/// Gives a new file the owner of another one. Its permissions come later: they are for this owner.
#[cfg(unix)]
fn give_owner(file: &NamedTempFile, like: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    fchown(file, Some(like.uid()), Some(like.gid()))
}

#[cfg(not(unix))]
fn give_owner(_: &NamedTempFile, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

/// What a file has besides its contents, mode and owner: the number of its names, and extended attributes, of which an access
/// control list is one. A new file may have some, from its folder.
#[cfg(unix)]
fn attributes(path: &Path) -> io::Result<impl PartialEq> {
    use std::collections::BTreeMap;
    use std::os::unix::fs::MetadataExt as _;
    // Not every file system supports extended attributes.
    let names = xattr::list(path).into_iter().flatten();
    let extended: io::Result<BTreeMap<_, _>> = names
        .map(|name| Ok((name.clone(), xattr::get(path, name)?)))
        .collect();
    Ok((fs::metadata(path)?.nlink(), extended?))
}

/// On Windows, no attributes are compared; a WebAssembly module cannot read them, which is an error.
#[cfg(not(unix))]
fn attributes(_: &Path) -> io::Result<impl PartialEq> {
    if cfg!(target_family = "wasm") {
        return Err(io::ErrorKind::Unsupported.into());
    }
    Ok(())
}

/// Writes into the file itself. Meanwhile, the whole new text is beside it.
fn overwrite(target: &Path, new: &[u8], beside: NamedTempFile) -> anyhow::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .open(target)
        .context_io("cannot write")?;
    let written = file
        .write_all(new)
        .and_then(|()| file.set_len(new.len() as u64))
        .and_then(|()| file.sync_data());
    if written.is_ok() {
        return Ok(());
    }
    let (_, beside) = beside.keep()?;
    let beside = shown(&beside);
    written.context_io(format!(
        "cannot write all of the file; its new text is in {beside}"
    ))
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
        // This is what a shell returns for a process that SIGINT ended.
        std::process::exit(128 + 2);
    });
}

/// A WebAssembly module receives no signals.
#[cfg(target_family = "wasm")]
fn end_after_writes() {}

#[cfg(test)]
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
        assert_eq!(
            format!("{error:#}"),
            "file changed on disk; not overwritten"
        );
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(names(folder.path()), ["a.scm"]);
    }

    #[test]
    fn slower_run_accepts_identical_result() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.scm");
        fs::write(&path, "new").unwrap();
        replace(&path, b"old", b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["a.scm"]);
    }

    #[test]
    fn deleted_file_is_not_recreated() {
        let folder = tempfile::tempdir().unwrap();
        assert!(replace(&folder.path().join("a.scm"), b"old", b"new").is_err());
        assert!(names(folder.path()).is_empty());
    }

    /// The device that is always full takes the place of the file.
    #[cfg(target_os = "linux")]
    #[test]
    fn failed_overwriting_names_the_new_text() {
        let folder = tempfile::tempdir().unwrap();
        let beside = NamedTempFile::new_in(folder.path()).unwrap();
        let name = beside.path().file_name().unwrap().to_owned();
        let error = overwrite(Path::new("/dev/full"), b"new", beside).unwrap_err();
        assert!(
            format!("{error:#}").contains(name.to_str().unwrap()),
            "{error:#}"
        );
        assert_eq!(names(folder.path()), [name.to_str().unwrap()]);
    }
}
