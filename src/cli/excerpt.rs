//! Errors with an excerpt of the source, drawn like those of rustc by annotate-snippets, its renderer. They are drawn in
//! colours, which are dropped when they are written to where these are not wanted.

use std::borrow::Cow;
use std::mem;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use schemefmt::internals::text::lines::Lines;
use schemefmt::{Diagnostic, Label, Severity};

use super::report::{Finding, MAX_FINDINGS};

/// The distance in bytes from the first place up to which others are shown with it: one line can be the whole of a large file.
const NEAR: usize = 2000;

/// Renders a diagnostic with the lines of text that it concerns; on one line, if it concerns the text as a whole.
pub fn render(diagnostic: &Diagnostic, text: &str, lines: &Lines, path: &str) -> String {
    if diagnostic.labels.is_empty() {
        return line(
            diagnostic.severity,
            &format!("{path}: {}", diagnostic.message),
        );
    }
    let level = level(diagnostic.severity);
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    let mut kind = AnnotationKind::Primary;
    let mut rest = &diagnostic.labels[..];
    while let [first, ..] = rest {
        let is_near = |label: &&Label| label.span.start.abs_diff(first.span.start) <= NEAR;
        let (labels, others) = rest.split_at(rest.iter().take_while(is_near).count());
        rest = others;
        let spans = labels.iter().map(|Label { span, .. }| {
            let end = span.end.min(span.start + NEAR);
            text.floor_char_boundary(span.start)..text.floor_char_boundary(end)
        });
        let all = spans
            .clone()
            .reduce(|all, span| all.start.min(span.start)..all.end.max(span.end));
        let whole = lines.around(text, &all.unwrap_or_default());
        let annotations = labels.iter().zip(spans).map(|(label, span)| {
            let message = Some(label.message.as_str()).filter(|message| !message.is_empty());
            mem::replace(&mut kind, AnnotationKind::Context)
                .span(span.start - whole.start..span.end - whole.start)
                .label(message)
        });
        let shown = Cow::Borrowed(&text[whole.clone()]);
        // For the renderer, only a line feed ends a line.
        let shown = match memchr::memchr(b'\n', text.as_bytes()) {
            Some(_) => shown,
            None => shown.replace('\r', "\n").into(),
        };
        let snippet = Snippet::source(shown).line_start(lines.line(whole.start));
        group = group.element(snippet.path(path).annotations(annotations));
    }
    if let Some(note) = &diagnostic.note {
        group = group.element(Level::NOTE.message(note));
    }
    format!("{}\n\n", Renderer::styled().render(&[group]))
}

/// One line, for something without a position in a text.
pub fn line(severity: Severity, message: &str) -> String {
    let title = Group::with_title(level(severity).primary_title(message));
    format!("{}\n", Renderer::styled().render(&[title]))
}

/// An error that ends a run: one line, or something already rendered.
pub fn ending(error: &anyhow::Error) -> String {
    error.downcast_ref().map_or_else(
        || line(Severity::Error, &format!("{error:#}")),
        |Drawn(text)| text.clone(),
    )
}

/// An error that has been through [`render`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Drawn(pub String);

impl Drawn {
    /// The error that ends a run because of something in a text.
    pub fn of(diagnostics: &[Diagnostic], text: &str, path: &Path) -> anyhow::Error {
        let findings = Finding::of_first(MAX_FINDINGS, diagnostics, text, path);
        let texts = findings.into_iter().map(|finding| finding.text);
        Drawn(texts.collect()).into()
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}
