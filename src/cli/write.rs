//! Putting a new text in a file's place: the file is as it was or completely new, whatever happens.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard};

use anyhow::{Context as _, bail};
use tempfile::NamedTempFile;

use super::report;

/// Replaces the content of the file at `path`, which was `old` when it was read, by `new`.
///
/// The new text is written to a temporary file beside the target, brought to the disk, and renamed over it. Links are
/// followed, so a symbolic link stays one; the permissions are kept, and the owner where that is allowed. A file with further
/// names (hard links), or one whose owner cannot be kept, is overwritten instead: see [`overwrite`].
///
/// # Errors
/// Whatever hinders writing, a read-only file, and a file that somebody else has changed since it was read. The file then is
/// as it was, and nothing is left beside it.
pub fn replace(path: &Path, old: &[u8], new: &[u8]) -> anyhow::Result<()> {
    let _writing = begin();
    let target = path.canonicalize().context_io("cannot find it any more")?;
    let metadata = fs::metadata(&target).context_io("cannot find it any more")?;
    // A rename would succeed all the same, and root may write anything.
    if metadata.permissions().readonly() {
        bail!("cannot write: the file is read-only");
    }
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&target)
        .context_io("cannot write")?;
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut temporary = tempfile::Builder::new()
        .prefix(".schemefmt-")
        .suffix(".tmp")
        .tempfile_in(folder)
        .context_io("cannot write: its folder takes no new file")?;
    temporary.write_all(new).context_io("cannot write")?;
    let kept = keep_attributes(&temporary, &metadata).context_io("cannot keep its permissions")?;
    temporary.as_file().sync_data().context_io("cannot write")?;

    // Somebody may still come between this and the rename; no system offers to compare and rename at once.
    if fs::read(&target).context_io("cannot read it again")? != old {
        bail!("somebody else has changed it meanwhile: left as it is");
    }
    match kept {
        Attributes::Kept if !has_further_names(&metadata) => {
            temporary
                .persist(&target)
                .map_err(|error| error.error)
                .context_io("cannot write")?;
        }
        Attributes::Kept | Attributes::Lost => {
            overwrite(&mut file, old, new).context_io("cannot write")?;
        }
    }
    Ok(())
}

/// Whether the temporary file became what the target is.
enum Attributes {
    Kept,
    /// Not the owner's.
    #[cfg_attr(not(unix), expect(dead_code, reason = "no owner is looked at there"))]
    Lost,
}

#[cfg(unix)]
fn keep_attributes(temporary: &NamedTempFile, target: &Metadata) -> io::Result<Attributes> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let own = temporary.as_file().metadata()?;
    let same_owner = (own.uid(), own.gid()) == (target.uid(), target.gid());
    // Before the permissions: a change of owner takes some of them away.
    if !same_owner && fchown(temporary.as_file(), Some(target.uid()), Some(target.gid())).is_err() {
        return Ok(Attributes::Lost);
    }
    temporary.as_file().set_permissions(target.permissions())?;
    Ok(Attributes::Kept)
}

#[cfg(not(unix))]
fn keep_attributes(temporary: &NamedTempFile, target: &Metadata) -> io::Result<Attributes> {
    temporary.as_file().set_permissions(target.permissions())?;
    Ok(Attributes::Kept)
}

#[cfg(unix)]
fn has_further_names(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
fn has_further_names(_: &Metadata) -> bool {
    false
}

/// Overwrites a file in place, the only way to keep its other names or its owner.
///
/// The temporary file with the whole new text is still there: it has proved that there is room, and should the machine stop
/// in the middle, it is the copy to recover from. If writing fails, the old text is put back. An interrupt waits for the end.
fn overwrite(file: &mut File, old: &[u8], new: &[u8]) -> io::Result<()> {
    // The name may lead elsewhere by now than when the file was opened: what is overwritten has to be what was read.
    let mut content = Vec::with_capacity(old.len());
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut content)?;
    if content != old {
        return Err(io::Error::other("somebody else has changed it meanwhile"));
    }
    let result = put(file, new);
    if result.is_err() {
        // The first error is the one to tell; this one would say the same.
        let _ = put(file, old);
    }
    result
}

fn put(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_data()
}

/// Held for reading by every write, for writing by the end of the process on Ctrl-C.
static WRITES: RwLock<()> = RwLock::new(());

/// Begins a write, which an interrupt then waits for: no half file and no temporary file stays behind.
fn begin() -> RwLockReadGuard<'static, ()> {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler an interrupt ends the process at once, as it does before the first write.
        let _ = ctrlc::set_handler(end_after_writes);
    });
    WRITES.read().unwrap_or_else(PoisonError::into_inner)
}

#[expect(clippy::exit, reason = "this is what an interrupt is to do")]
fn end_after_writes() {
    let _all_written = WRITES.write().unwrap_or_else(PoisonError::into_inner);
    // As a shell has it for a process that SIGINT ended.
    std::process::exit(128 + 2);
}

/// Puts what was being done before the system's message.
trait ContextIo<T> {
    fn context_io(self, doing: &'static str) -> anyhow::Result<T>;
}

impl<T> ContextIo<T> for io::Result<T> {
    fn context_io(self, doing: &'static str) -> anyhow::Result<T> {
        self.map_err(|error| anyhow::anyhow!(report::io_message(&error)))
            .context(doing)
    }
}

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
    fn what_somebody_else_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.scm");
        fs::write(&path, "theirs").unwrap();
        let error = replace(&path, b"read", b"new").unwrap_err();
        assert!(
            format!("{error:#}").contains("changed it meanwhile"),
            "{error:#}"
        );
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(names(folder.path()), ["a.scm"]);
    }

    #[test]
    fn a_write_that_fails_puts_the_old_text_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.scm");
        fs::write(&path, "old").unwrap();
        let mut read_only = File::open(&path).unwrap();
        assert!(overwrite(&mut read_only, b"old", b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }

    #[test]
    fn what_is_overwritten_is_what_was_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.scm");
        fs::write(&path, "another file").unwrap();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&path)
            .unwrap();
        assert!(overwrite(&mut file, b"old", b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"another file");
    }
}
