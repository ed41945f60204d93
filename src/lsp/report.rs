//! Diagnostics in the protocol's format.

use gen_lsp_types as lsp;
use schemefmt::{Diagnostic, Severity};

use super::client::Client;
use super::text::Text;

/// Converts the diagnostics of a text, whose URI is needed for references to other places in it.
pub(super) fn diagnostics(
    found: &[Diagnostic],
    text: &Text,
    uri: &lsp::Uri,
    client: &Client,
) -> Vec<lsp::Diagnostic> {
    let one = |diagnostic: &Diagnostic| {
        let mut ranges = diagnostic.labels.iter().map(|label| {
            let range = text.range(label.span.clone());
            (range, label.message.clone())
        });
        // A diagnostic about the text as a whole is shown at its start.
        let (range, here) = ranges.next().unwrap_or_default();
        let related: Vec<_> = ranges
            .filter(|(_, message)| client.related && !message.is_empty())
            .map(|(range, message)| lsp::DiagnosticRelatedInformation {
                location: lsp::Location {
                    uri: uri.clone(),
                    range,
                },
                message,
            })
            .collect();
        let note = match diagnostic.is_repairable {
            true => Some("a quick fix is available"),
            false => diagnostic.note.as_deref(),
        };
        let here = Some(&*here).filter(|it| !it.is_empty());
        let message = [Some(&*diagnostic.message), here, note];
        let message: Vec<&str> = message.into_iter().flatten().collect();
        lsp::Diagnostic {
            range,
            severity: Some(match diagnostic.severity {
                Severity::Error => lsp::DiagnosticSeverity::Error,
                Severity::Warning => lsp::DiagnosticSeverity::Warning,
            }),
            code: Some(diagnostic.code.to_owned().into()),
            source: Some("schemefmt".to_owned()),
            message: message.join("\n").into(),
            related_information: (!related.is_empty()).then_some(related),
            ..lsp::Diagnostic::default()
        }
    };
    found.iter().map(one).collect()
}
