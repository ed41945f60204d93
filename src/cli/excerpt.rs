//! Errors with an excerpt of the source, drawn like those of rustc by annotate-snippets, its renderer. They are drawn in
//! colours, which are dropped when they are written to where these are not wanted.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use schemefmt::internals::text::lines::Lines;
use schemefmt::{Diagnostic, Severity};

/// Bytes of source to show around a span. A line can be the whole of a large file, and spans can be far apart.
const AROUND: usize = 2000;

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
    for excerpt in excerpts(diagnostic, text, lines) {
        let annotations = excerpt.labels.clone().map(|index| {
            let label = &diagnostic.labels[index];
            let kind = if index == 0 {
                AnnotationKind::Primary
            } else {
                AnnotationKind::Context
            };
            let within = |offset: usize| {
                let offset = offset.clamp(excerpt.range.start, excerpt.range.end);
                text.floor_char_boundary(offset) - excerpt.range.start
            };
            let message = Some(label.message.as_str()).filter(|message| !message.is_empty());
            kind.span(within(label.span.start)..within(label.span.end))
                .label(message)
        });
        let first = lines.position(text, excerpt.range.start);
        let shown = &text[excerpt.range.clone()];
        // For the renderer, only a line feed ends a line.
        let has_returns = lines.line(excerpt.range.end) > first.line && !shown.contains('\n');
        let shown = if has_returns {
            Cow::Owned(shown.replace('\r', "\n"))
        } else {
            Cow::Borrowed(shown)
        };
        let snippet = Snippet::source(shown)
            .line_start(first.line)
            .annotations(annotations);
        group = if first.column == 1 {
            group.element(snippet.path(path))
        } else {
            // The renderer would count the column from where the line was cut.
            let label = &diagnostic.labels[excerpt.labels.start];
            let at = lines.position(text, label.span.start);
            group
                .element(Origin::path(path).line(at.line).char_column(at.column))
                .element(snippet)
        };
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

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

/// A piece of the text, with the indices of the labels in it.
struct Excerpt {
    range: Range<usize>,
    labels: Range<usize>,
}

/// The pieces of the text to show: a single piece if that is short enough, otherwise one for each label.
fn excerpts(diagnostic: &Diagnostic, text: &str, lines: &Lines) -> Vec<Excerpt> {
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for (index, label) in diagnostic.labels.iter().enumerate() {
        let range = lines_around(text, lines, &label.span);
        if let Some(last) = excerpts.last_mut() {
            let both = last.range.start.min(range.start)..last.range.end.max(range.end);
            if both.len() <= 2 * AROUND {
                last.range = both;
                last.labels.end = index + 1;
                continue;
            }
        }
        excerpts.push(Excerpt {
            range,
            labels: index..index + 1,
        });
    }
    excerpts
}

/// The lines that contain the span, cut if they are too long.
fn lines_around(text: &str, lines: &Lines, span: &Range<usize>) -> Range<usize> {
    let floor = |offset| text.floor_char_boundary(offset);
    let start = floor(span.start);
    let end = floor(span.end.min(start + AROUND));
    let whole = lines.around(text, &(start..end));
    let from = floor(whole.start.max(start.saturating_sub(AROUND)));
    from..floor(whole.end.min(end + AROUND))
}
