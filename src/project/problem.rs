//! What is wrong with a file, as data; displaying it is up to the caller.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemefmt::{Diagnostic, Severity};

/// The code of problems with what was to be formatted.
pub(crate) const INPUT: &str = "io";

/// What is wrong with one file that was read, or should have been.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The file.
    pub path: PathBuf,
    /// The text whose bytes the spans count; empty if there is none.
    pub text: Arc<str>,
    /// What is wrong, in source order. A diagnostic without a span concerns the file as a whole.
    pub diagnostics: Vec<Diagnostic>,
}

impl Problem {
    /// What is wrong with the text of the file at `path`.
    pub(crate) fn new(path: &Path, text: &str, diagnostics: Vec<Diagnostic>) -> Self {
        Problem {
            path: path.to_owned(),
            text: text.into(),
            diagnostics,
        }
    }

    /// A problem with a file as a whole.
    pub(crate) fn whole_file(
        severity: Severity,
        code: &'static str,
        path: &Path,
        message: impl Into<String>,
    ) -> Self {
        let diagnostic = Diagnostic::whole(severity, code, message);
        Problem::new(path, "", vec![diagnostic])
    }

    /// A file that cannot be read.
    pub(crate) fn unread(code: &'static str, path: &Path, error: &io::Error) -> Self {
        let message = format!("cannot read: {}", io_message(error));
        Problem::whole_file(Severity::Error, code, path, message)
    }

    /// The content of a file; one that cannot be read becomes another problem.
    pub(crate) fn or_report<T>(
        read: io::Result<T>,
        code: &'static str,
        path: &Path,
        problems: &mut Vec<Problem>,
    ) -> Option<T> {
        let add = |error| problems.push(Problem::unread(code, path, &error));
        read.map_err(add).ok()
    }

    /// Whether it has a diagnostic with this code. That of [`INPUT`] concerns what was to be formatted, and not what configures it.
    pub(crate) fn has(&self, code: &str) -> bool {
        self.diagnostics.iter().any(|found| found.code == code)
    }

    /// Whether the file cannot be used, so that files that depend on it cannot be formatted.
    pub(crate) fn is_error(&self) -> bool {
        let mut diagnostics = self.diagnostics.iter();
        diagnostics.any(|found| found.severity == Severity::Error)
    }
}

/// The message of a system error, without its number if there is a plain description, and without the path of a temporary file.
pub(crate) fn io_message(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::FileTooLarge => "the file would exceed the size limit".to_owned(),
        io::ErrorKind::StorageFull => "no space left on the device".to_owned(),
        _ => {
            let message = error.to_string();
            // This is how tempfile adds the path.
            match message.split_once(" at path \"") {
                Some((cause, _)) => cause.to_owned(),
                None => message,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_an_error_names_no_temporary_file() {
        let no_folder = tempfile::NamedTempFile::new().unwrap();
        let error = tempfile::NamedTempFile::new_in(no_folder.path()).unwrap_err();
        assert!(error.to_string().contains(".tmp"), "{error}");
        let cause = std::fs::read_dir(no_folder.path()).unwrap_err();
        assert_eq!(io_message(&error), io_message(&cause));
    }
}
