//! Converts URIs of files to paths and back.

use std::path::{Path, PathBuf};

use url::Url;

/// The maximal length of a URI, in bytes. No system has files with longer paths.
const MAX_LENGTH: usize = 1 << 13;

/// The path of the file that a URI names; none if it names something else, such as a buffer without a file.
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    let url = Url::parse(uri).ok().filter(|_| uri.len() <= MAX_LENGTH)?;
    if url.scheme() != "file" {
        return None;
    }
    url.to_file_path().ok()
}

/// The URI of the file at an absolute path.
pub(super) fn uri(path: &Path) -> String {
    Url::from_file_path(path).map_or_else(|()| String::new(), String::from)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn uris_of_files_are_decoded() {
        for (uri, path) in [
            ("file:///a/b.scm", Some("/a/b.scm")),
            ("file:///with%20blank/%CE%BB.scm", Some("/with blank/λ.scm")),
            ("file:///λ ü.scm", Some("/λ ü.scm")),
            ("FILE://localhost/a", Some("/a")),
            ("file:/a", Some("/a")),
            ("file:///a#L1", Some("/a")),
            ("file:///100%25", Some("/100%")),
            ("file:///100%", Some("/100%")),
            ("file:///C%3A/a", Some("/C:/a")),
            ("file://server/a", None),
            ("untitled:Untitled-1", None),
            ("untitled:/a", None),
            ("", None),
        ] {
            assert_eq!(super::path(uri).as_deref(), path.map(Path::new), "{uri}");
        }
        let long = format!("file://{}", "/a".repeat(MAX_LENGTH));
        assert_eq!(super::path(&long), None);
    }

    #[test]
    fn paths_round_trip_through_uris() {
        let plain = Path::new("/a/λ b%#?.scm");
        assert_eq!(uri(plain), "file:///a/%CE%BB%20b%25%23%3F.scm");
        assert_eq!(path(&uri(plain)).as_deref(), Some(plain));
    }
}
