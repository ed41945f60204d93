//! Errors and warnings as data: what is wrong, and which spans it concerns. How to display them is up to the caller.

use std::ops::Range;

use crate::text::lines::Position;

/// The code of a diagnostic about a bug in this crate.
#[doc(hidden)]
pub const INTERNAL: &str = "internal";

/// The severity of a diagnostic.
///
/// ```
/// # use schemefmt::{Dialect, Options, Severity, format};
/// let mut options = Options::default();
/// options.dialect = Dialect::R7rs;
/// let formatted = format(b"(f #:key)", &options)?;
/// assert_eq!(formatted.warnings[0].severity, Severity::Warning);
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The text cannot be formatted.
    Error,
    /// The text was formatted, but it breaks a rule of an explicitly chosen dialect, or only some readers accept it.
    Warning,
}

/// A span of the text, with a message about it.
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
    /// Byte offsets in the input, like those of an [`Edit`](crate::Edit).
    pub span: Range<usize>,
    /// The lines and columns where the span starts and ends. Diagnostics that the library returns always have them.
    pub lines: Option<Range<Position>>,
    /// A message about the span, such as "opened here"; may be empty.
    pub message: String,
}

/// Something wrong at one position in a source text.
///
/// ```
/// # use schemefmt::{Options, Severity, format};
/// let error = format(b"(f x))", &Options::default()).unwrap_err();
/// assert_eq!(error.severity, Severity::Error);
/// assert_eq!(error.to_string(), "unmatched `)`");
/// assert_eq!(error.labels[0].span, 5..6);
/// let position = error.position().unwrap();
/// assert_eq!((position.line, position.column), (1, 6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Diagnostic {
    /// Whether this is an error or a warning.
    pub severity: Severity,
    /// A stable name in kebab case, such as `unclosed-list`.
    pub code: &'static str,
    /// One sentence, without a full stop.
    pub message: String,
    /// The spans concerned. The first label is the one to report, and the others explain it. Empty if the diagnostic
    /// concerns the whole text.
    pub labels: Vec<Label>,
    /// The rule of the report that is violated, such as "R6RS §4.2.1", or how to fix the problem.
    pub note: Option<String>,
    /// Whether a repair of the brackets is certain. A note says so, for a terminal.
    #[doc(hidden)]
    pub is_repairable: bool,
}

impl Diagnostic {
    /// Creates an error at `span`, with an empty label.
    #[doc(hidden)]
    pub fn error(code: &'static str, message: impl Into<String>, span: Range<usize>) -> Self {
        Self::whole(Severity::Error, code, message).with_label(span, "")
    }

    /// Creates a warning at `span`, with an empty label.
    #[doc(hidden)]
    pub fn warning(code: &'static str, message: impl Into<String>, span: Range<usize>) -> Self {
        Self::whole(Severity::Warning, code, message).with_label(span, "")
    }

    /// Creates a diagnostic about a text as a whole.
    #[doc(hidden)]
    pub fn whole(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            code,
            message: message.into(),
            labels: Vec::new(),
            note: None,
            is_repairable: false,
        }
    }

    /// Adds a span with a message, unless it has that one.
    #[doc(hidden)]
    #[must_use]
    pub fn with_label(mut self, span: Range<usize>, message: impl Into<String>) -> Self {
        let message = message.into();
        let is_same = |label: &Label| label.span == span && label.message == message;
        if !self.labels.iter().any(is_same) {
            self.labels.push(Label {
                span,
                lines: None,
                message,
            });
        }
        self
    }

    /// The line and column to report, if the diagnostic concerns a position in the text.
    pub fn position(&self) -> Option<Position> {
        let lines = self.labels.first()?.lines.as_ref()?;
        Some(lines.start)
    }

    /// The span that it is about, or an empty one.
    pub(crate) fn primary_span(&self) -> Range<usize> {
        self.labels.first().map_or(0..0, |label| label.span.clone())
    }

    /// Moves the diagnostic to another text, in which each offset of this text has this `offset`.
    #[doc(hidden)]
    #[must_use]
    pub fn moved(mut self, offset: impl Fn(usize) -> usize) -> Self {
        for label in &mut self.labels {
            label.span = offset(label.span.start)..offset(label.span.end);
        }
        self
    }

    /// Adds a note.
    #[doc(hidden)]
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }
}

/// A number of things, such as "1 file" or "2 files".
pub fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}
