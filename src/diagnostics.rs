//! Errors and warnings, as data: what is wrong and the spans it concerns. How they look is the caller's business.

use std::ops::Range;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The text cannot be formatted.
    Error,
    /// The text was formatted, but it breaks a rule of the dialect that was asked for.
    Warning,
}

/// A span of the decoded text (see [`crate::source::Source::text`]) with a word on what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Byte offsets in the decoded text.
    pub span: Range<usize>,
    /// What stands there, such as «opened here»; may be empty.
    pub message: String,
}

/// One finding about a source text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A stable kebab-case name, such as `unclosed-list`.
    pub code: &'static str,
    /// One sentence, without a final stop.
    pub message: String,
    /// Where: the first label is the place that is reported, the others explain it; none for what concerns the whole text.
    pub labels: Vec<Label>,
    /// The rule of the report that is broken, such as «R6RS §4.2.1», or how to mend it.
    pub note: Option<String>,
}

impl Diagnostic {
    /// An error at `span`, with an empty label.
    pub fn error(code: &'static str, message: impl Into<String>, span: Range<usize>) -> Self {
        Self::new(Severity::Error, code, message, span)
    }

    /// A warning at `span`, with an empty label.
    pub fn warning(code: &'static str, message: impl Into<String>, span: Range<usize>) -> Self {
        Self::new(Severity::Warning, code, message, span)
    }

    /// Something about a text as a whole.
    pub fn whole(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            code,
            message: message.into(),
            labels: Vec::new(),
            note: None,
        }
    }

    fn new(
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        span: Range<usize>,
    ) -> Self {
        Self::whole(severity, code, message).with_label(span, "")
    }

    /// Adds a span with its message.
    #[must_use]
    pub fn with_label(mut self, span: Range<usize>, message: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            message: message.into(),
        });
        self
    }

    /// Adds the note.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }
}
