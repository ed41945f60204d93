//! Errors with an excerpt of the source, drawn like those of rustc by annotate-snippets, its renderer. They are drawn in
//! colours, which are dropped when they are written to where these are not wanted.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use schemefmt::internals::text::lines::{Lines, line_end};
use schemefmt::{Diagnostic, Label, Severity};

/// The longest line, in bytes, that is shown with several labels.
const MAX_LINE: usize = 2000;

/// Renders a diagnostic with the lines of text that it concerns; on one line, if it concerns the text as a whole.
pub(crate) fn render(diagnostic: &Diagnostic, text: &str, lines: &Lines, path: &str) -> String {
    if diagnostic.labels.is_empty() {
        return line(
            diagnostic.severity,
            &format!("{path}: {}", diagnostic.message),
        );
    }
    let level = level(diagnostic.severity);
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    let around = |labels: &[Label]| {
        let spans = labels.iter().map(|label| &label.span);
        let start = spans.clone().map(|span| span.start).min().unwrap_or(0);
        let end = spans.map(|span| span.end).max().unwrap_or(0);
        lines.around(text, &(start..end))
    };
    let mut labels = &diagnostic.labels[..];
    // All between two labels of a line is shown, and a line can be the whole of a large file.
    if text[around(labels)].lines().any(|it| it.len() > MAX_LINE) {
        labels = &labels[..1];
    }
    let range = around(labels);
    // For the renderer, only a line feed ends a line.
    let shown = match line_end(text) {
        b'\n' => Cow::Borrowed(&text[range.clone()]),
        _ => Cow::Owned(text[range.clone()].replace('\r', "\n")),
    };
    let annotations = labels.iter().enumerate().map(|(index, label)| {
        let kind = match index {
            0 => AnnotationKind::Primary,
            _ => AnnotationKind::Context,
        };
        let message = Some(label.message.as_str()).filter(|message| !message.is_empty());
        kind.span(label.span.start - range.start..label.span.end - range.start)
            .label(message)
    });
    let snippet = Snippet::source(shown)
        .line_start(lines.line(range.start))
        .path(path)
        .annotations(annotations);
    group = group.element(snippet);
    if let Some(note) = &diagnostic.note {
        group = group.element(Level::NOTE.message(note));
    }
    format!("{}\n\n", Renderer::styled().render(&[group]))
}

/// One line, for something without a position in a text.
pub(crate) fn line(severity: Severity, message: &str) -> String {
    let title = Group::with_title(level(severity).primary_title(message));
    format!("{}\n", Renderer::styled().render(&[title]))
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}
