//! Errors that end a run: a message of the system with what was being done, or an excerpt of the source.

use std::fmt::Display;
use std::io;
use std::path::Path;

use anyhow::Context as _;
use schemefmt::internals::text::source::Source;
use schemefmt::{Diagnostic, Severity};

use super::excerpt;
use super::report::{Finding, MAX_FINDINGS};
use crate::project::io_message;

/// Adds context to system errors.
pub(super) trait ContextIo<T> {
    /// Prefixes the system's message, without its number, with what was being done.
    fn context_io(self, doing: impl Display + Send + Sync + 'static) -> anyhow::Result<T>;
}

impl<T> ContextIo<T> for io::Result<T> {
    fn context_io(self, doing: impl Display + Send + Sync + 'static) -> anyhow::Result<T> {
        self.map_err(|error| anyhow::anyhow!(io_message(&error)))
            .context(doing)
    }
}

/// An error that ends a run: one line, or something already rendered.
pub(super) fn ending(error: &anyhow::Error) -> String {
    error.downcast_ref().map_or_else(
        || excerpt::line(Severity::Error, &format!("{error:#}")),
        |Drawn(text)| text.clone(),
    )
}

/// An error that is drawn already.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Drawn(pub String);

impl Drawn {
    /// The error that ends a run because of something in a text.
    pub(super) fn of(
        diagnostics: &[Diagnostic],
        source: &Source<'_>,
        path: &Path,
    ) -> anyhow::Error {
        let findings = Finding::of_first(MAX_FINDINGS, diagnostics, source, path);
        let texts = findings.into_iter().map(|finding| finding.text);
        Drawn(texts.collect()).into()
    }
}
