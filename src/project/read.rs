//! Reading files that may be anything: a pipe that nobody writes to, a device without an end.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// Bytes that a configuration, an ignore file or a file of rules may have.
pub const MOST_SETTINGS: u64 = 1 << 20;

/// Bytes that a source file may have.
pub const MOST_SOURCE: u64 = 1 << 31;

/// The content of a file that was met rather than named: a regular file, or a link to one, of at most `most` bytes.
///
/// # Errors
/// Whatever hinders reading, what is no regular file, and one that is larger.
pub fn regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Before it is opened: to open a pipe is to wait for its writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    // A large one, of nothing but a hole perhaps, is not read in vain.
    if size > most {
        return Err(too_large(most));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX))?;
    fill(bytes, file, most)
}

/// The content of what was named, a pipe perhaps, of at most `most` bytes.
///
/// # Errors
/// Whatever hinders reading, and what has more bytes.
pub fn bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    all(File::open(path)?, most)
}

/// All that comes out of a stream, at most `most` bytes.
///
/// # Errors
/// Whatever hinders reading, and a stream that has more bytes.
pub fn all(stream: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    fill(Vec::new(), stream, most)
}

/// Whether there is something of this name that is no folder, and so is to be read or to be told why it cannot be.
pub fn is_there(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_dir())
}

fn fill(mut bytes: Vec<u8>, stream: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    stream.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

fn too_large(most: u64) -> io::Error {
    io::Error::other(format!("it is larger than {} MiB", most >> 20))
}
