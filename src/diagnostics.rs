//! Errors and warnings, as data: what is wrong and the spans it concerns. How they look is the caller's business.

use std::ops::Range;

use crate::lines::{Lines, Position};

/// How bad a finding is.
///
/// ```
/// # use schemefmt::{Dialect, Options, Severity, format};
/// let formatted = format(b"(f #:key)", &Options::default().dialect(Dialect::R7rs))?;
/// assert_eq!(formatted.warnings[0].severity, Severity::Warning);
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The text cannot be formatted.
    Error,
    /// The text was formatted, but it breaks a rule of the dialect that was asked for.
    Warning,
}

/// A span of the text with a word on what stands there.
///
/// ```
/// # use schemefmt::{Options, format};
/// let error = format(b"(f\n  (g x)", &Options::default()).unwrap_err();
/// let [opened, end] = &error.labels[..] else { panic!() };
/// assert_eq!((opened.span.clone(), &*opened.message), (0..1, "opened here"));
/// assert_eq!(end.lines.as_ref().unwrap().start.to_string(), "2:8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// Byte offsets in the text without its byte order mark. Of an 8-bit text, each byte of 0x80 or more counts as two.
    pub span: Range<usize>,
    /// Where the span starts and ends; what [`format()`](crate::format()) gives always has it.
    pub lines: Option<Range<Position>>,
    /// What stands there, such as «opened here»; may be empty.
    pub message: String,
}

/// What is wrong with a source text, at one place.
///
/// ```
/// # use schemefmt::{Options, Severity, format};
/// let error = format(b"(f x))", &Options::default()).unwrap_err();
/// assert_eq!(error.severity, Severity::Error);
/// assert_eq!(error.to_string(), "`)` closes nothing");
/// assert_eq!(error.labels[0].span, 5..6);
/// let position = error.position().unwrap();
/// assert_eq!((position.line, position.column), (1, 6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
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
    #[doc(hidden)]
    pub fn error(code: &'static str, message: impl Into<String>, span: Range<usize>) -> Self {
        Self::new(Severity::Error, code, message, span)
    }

    /// A warning at `span`, with an empty label.
    #[doc(hidden)]
    pub fn warning(code: &'static str, message: impl Into<String>, span: Range<usize>) -> Self {
        Self::new(Severity::Warning, code, message, span)
    }

    /// Something about a text as a whole.
    #[doc(hidden)]
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
    #[doc(hidden)]
    #[must_use]
    pub fn with_label(mut self, span: Range<usize>, message: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            lines: None,
            message: message.into(),
        });
        self
    }

    /// The line and column that are reported, if it is about a place in the text.
    pub fn position(&self) -> Option<Position> {
        let lines = self.labels.first()?.lines.as_ref()?;
        Some(lines.start)
    }

    /// The same with the lines and columns of its spans, which are of `text`.
    #[must_use]
    pub(crate) fn located(mut self, text: &str, lines: &Lines) -> Self {
        for label in &mut self.labels {
            let Range { start, end } = label.span;
            label.lines = Some(lines.position(text, start)..lines.position(text, end));
        }
        self
    }

    /// The same finding where the text stands `by` bytes on in a larger one.
    #[must_use]
    pub(crate) fn moved(mut self, by: usize) -> Self {
        for label in &mut self.labels {
            label.span = label.span.start + by..label.span.end + by;
        }
        self
    }

    /// Adds the note.
    #[doc(hidden)]
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }
}
