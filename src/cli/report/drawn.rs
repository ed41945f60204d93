//! Errors that end a run, drawn with an excerpt of the source where there is one.

use std::path::Path;

use schemefmt::internals::text::source::Source;
use schemefmt::{Diagnostic, Severity};

use super::{Finding, MAX_FINDINGS};
use crate::cli::excerpt::line;

/// An error that ends a run: one line, or something already rendered.
pub(crate) fn ending(error: &anyhow::Error) -> String {
    error.downcast_ref().map_or_else(
        || line(Severity::Error, &format!("{error:#}")),
        |Drawn(text)| text.clone(),
    )
}

/// An error that is drawn already.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Drawn(pub String);

impl Drawn {
    /// The error that ends a run because of something in a text.
    pub(crate) fn of(
        diagnostics: &[Diagnostic],
        source: &Source<'_>,
        path: &Path,
    ) -> anyhow::Error {
        let findings = Finding::of_first(MAX_FINDINGS, diagnostics, source, path);
        let texts = findings.into_iter().map(|finding| finding.text);
        Drawn(texts.collect()).into()
    }
}
