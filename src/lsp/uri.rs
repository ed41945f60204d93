//! Converts URIs of files to paths and back.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A syntax of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paths {
    /// Absolute paths begin with `/`.
    Unix,
    /// Absolute paths begin with the letter of a drive, or the name of a server.
    Windows,
}

/// The syntax of this system.
const HERE: Paths = match cfg!(windows) {
    true => Paths::Windows,
    false => Paths::Unix,
};

/// The maximal length of a path in a URI, in bytes. No system has files with longer ones.
const LONGEST: usize = 1 << 13;

/// The path of the file that a URI names; none if it names something else, such as a buffer without a file.
pub fn path(uri: &str) -> Option<PathBuf> {
    Some(PathBuf::from(os_string(path_in(HERE, uri)?)?))
}

/// The URI of the file at an absolute path.
pub fn uri(path: &Path) -> String {
    uri_in(HERE, path.as_os_str().as_encoded_bytes())
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    Some(std::os::unix::ffi::OsStringExt::from_vec(bytes))
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

fn path_in(paths: Paths, uri: &str) -> Option<Vec<u8>> {
    let (scheme, rest) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    if rest.len() > LONGEST {
        return None;
    }
    // A query or a fragment belongs to the same file.
    let rest = &rest[..rest.find(['?', '#']).unwrap_or(rest.len())];
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/')?),
        None => ("", rest),
    };
    let path = decoded(path)?;
    let is_local = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    if !path.starts_with(b"/") || path.contains(&0) {
        return None;
    }
    match paths {
        Paths::Unix => is_local.then_some(path),
        Paths::Windows if !is_local => Some([b"//", host.as_bytes(), &path].concat()),
        // The slash before a drive is not part of the path.
        Paths::Windows => Some(match path[1..] {
            [letter, b':', ref rest @ ..] if letter.is_ascii_alphabetic() => {
                [&[letter.to_ascii_uppercase(), b':'], rest].concat()
            }
            _ => path,
        }),
    }
}

fn uri_in(paths: Paths, path: &[u8]) -> String {
    let mut uri = "file://".to_owned();
    let path = match paths {
        Paths::Unix => path.to_vec(),
        Paths::Windows => {
            let slashes = path
                .iter()
                .map(|byte| if *byte == b'\\' { b'/' } else { *byte });
            slashes.collect()
        }
    };
    let path = match (paths, &path[..]) {
        (Paths::Windows, [b'/', b'/', b'?', b'/', b'U', b'N', b'C', b'/', server @ ..]) => server,
        // A verbatim path of the system.
        (Paths::Windows, [b'/', b'/', b'?', plain @ ..]) => plain,
        // The name of a server follows the two slashes.
        (Paths::Windows, [b'/', b'/', server @ ..]) => server,
        (Paths::Windows, [letter, ..]) if letter.is_ascii_alphabetic() => {
            uri.push('/');
            &path
        }
        _ => &path,
    };
    for &byte in path {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// Decodes `%XX`; none if a `%` is not followed by two hexadecimal digits.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        let digit = |byte: u8| char::from(byte).to_digit(16);
        bytes.push((digit(digits[0])? * 16 + digit(digits[1])?) as u8);
        rest = after;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_of(paths: Paths, uri: &str) -> Option<String> {
        path_in(paths, uri).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn uris_of_files_are_decoded() {
        for (uri, path) in [
            ("file:///a/b.scm", Some("/a/b.scm")),
            ("file:///with%20blank/%CE%BB.scm", Some("/with blank/λ.scm")),
            ("file:///λ.scm", Some("/λ.scm")),
            ("FILE://localhost/a", Some("/a")),
            ("file:/a", Some("/a")),
            ("file:///a#L1", Some("/a")),
            ("file:///100%25", Some("/100%")),
            ("file:///C%3A/a", Some("/C:/a")),
            ("file:///a%", None),
            ("file:///a%2", None),
            ("file:///a%zz", None),
            ("file:///a%00b", None),
            ("file://server/a", None),
            ("file://", None),
            ("file:a", None),
            ("untitled:Untitled-1", None),
            ("", None),
        ] {
            assert_eq!(path_of(Paths::Unix, uri).as_deref(), path, "{uri}");
        }
    }

    #[test]
    fn windows_has_drives_and_servers() {
        for (uri, path) in [
            ("file:///c%3A/Users/%C3%A9/a%20b.scm", "C:/Users/é/a b.scm"),
            ("file:///C:/a.scm", "C:/a.scm"),
            ("file://server/share/a.scm", "//server/share/a.scm"),
            ("file:///plain", "/plain"),
        ] {
            assert_eq!(path_of(Paths::Windows, uri).as_deref(), Some(path), "{uri}");
        }
    }

    #[test]
    fn windows_own_paths_become_plain() {
        for (path, uri) in [
            ("\\\\?\\C:\\a", "file:///C%3A/a"),
            ("\\\\?\\UNC\\server\\share", "file://server/share"),
        ] {
            assert_eq!(uri_in(Paths::Windows, path.as_bytes()), uri);
        }
    }

    #[test]
    fn paths_become_uris_that_lead_back() {
        for (paths, path, uri) in [
            (Paths::Unix, "/a/λ b%.scm", "file:///a/%CE%BB%20b%25.scm"),
            (Paths::Windows, "C:\\a b\\c.scm", "file:///C%3A/a%20b/c.scm"),
            (Paths::Windows, "\\\\server\\share", "file://server/share"),
        ] {
            assert_eq!(uri_in(paths, path.as_bytes()), uri);
            assert_eq!(path_of(paths, uri), Some(path.replace('\\', "/")));
        }
    }
}
