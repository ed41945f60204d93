//! The diagnostics of a session: those of buffers, which the client requests or is sent, and those of configuration files.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use gen_lsp_types::{self as lsp, Uri};
use schemefmt::Severity;
use serde_json::{Value, json};

use super::session::Session;
use super::text::Text;
use super::{log, report, uri};
use crate::project::{Extent, Outcome, Problem};

impl<W: Write> Session<W> {
    /// Whether diagnostics are to be sent.
    pub(super) fn is_due(&self) -> bool {
        !self.shown.to_push.is_empty()
    }

    /// The diagnostics of a buffer, or a report that they have not changed.
    pub(super) fn pull_diagnostics(
        &mut self,
        params: &lsp::DocumentDiagnosticParams,
    ) -> lsp::DocumentDiagnosticReport {
        let uri = &params.text_document.uri;
        let revision = self.buffers.get(uri).map_or(0, |buffer| buffer.revision);
        let result_id = revision.to_string();
        // Without a watch on files, a configuration may have changed unnoticed.
        if params.previous_result_id.as_ref() == Some(&result_id) && self.client.watches {
            let unchanged = lsp::UnchangedDocumentDiagnosticReport::new(result_id);
            return lsp::RelatedUnchangedDocumentDiagnosticReport::new(None, unchanged).into();
        }
        let items = self.diagnostics(uri);
        let report = lsp::FullDocumentDiagnosticReport::new(Some(result_id), items);
        lsp::RelatedFullDocumentDiagnosticReport::new(None, report).into()
    }

    fn diagnostics(&mut self, uri: &Uri) -> Vec<lsp::Diagnostic> {
        let client = self.client;
        let Some((examined, text)) = self.examine(uri, |_| Extent::Whole) else {
            return Vec::new();
        };
        let found = report::diagnostics(&examined.diagnostics, text, uri, &client);
        if let Some(buffer) = self.buffers.get_mut(uri) {
            buffer.is_advised &= matches!(
                examined.outcome,
                Outcome::Failed | Outcome::LeftAlone { .. }
            );
        }
        found
    }

    /// Sends the diagnostics that are due.
    pub(super) fn push_diagnostics(&mut self) {
        for uri in std::mem::take(&mut self.shown.to_push) {
            let found = catch_unwind(AssertUnwindSafe(|| self.diagnostics(&uri)));
            self.publish(uri, found.unwrap_or_default());
        }
        self.publish_wrong_files(&[]);
    }

    pub(super) fn publish(&mut self, uri: Uri, diagnostics: Vec<lsp::Diagnostic>) {
        let params = json!({ "uri": uri, "diagnostics": diagnostics });
        self.out.notify("textDocument/publishDiagnostics", params);
    }

    /// Notes that the diagnostics of a buffer may have changed.
    pub(super) fn touch(&mut self, uri: &Uri) {
        self.shown.revision += 1;
        if let Some(buffer) = self.buffers.get_mut(uri) {
            buffer.revision = self.shown.revision;
            if !self.client.pulls {
                self.shown.to_push.insert(uri.clone());
            }
        }
    }

    /// Notes that the diagnostics of all buffers may have changed.
    pub(super) fn touch_all(&mut self) {
        let all: Vec<Uri> = self.buffers.keys().cloned().collect();
        for uri in &all {
            self.touch(uri);
        }
        if self.client.pulls && self.client.refreshes {
            self.out
                .ask("workspace/diagnostic/refresh", Value::Null, None);
        }
    }

    /// Publishes the diagnostics of configuration files: those read since the last time, those that have `changed`, and, if the client does
    /// not report changes of files, all that were invalid.
    pub(super) fn publish_wrong_files(&mut self, changed: &[PathBuf]) {
        let again = if self.client.watches {
            changed.to_owned()
        } else {
            self.shown.config.keys().cloned().collect()
        };
        let problems = self.folders.problems(&again);
        for path in &again {
            if !problems.contains_key(path) && self.shown.config.remove(path).is_some() {
                self.publish(Uri(uri::uri(path)), Vec::new());
            }
        }
        for (path, problem) in problems {
            let text = Text::new(&problem.text, self.client.encoding);
            let uri = Uri(uri::uri(&path));
            let found = report::diagnostics(&problem.diagnostics, &text, &uri, &self.client);
            if self.shown.config.get(&path) != Some(&found) {
                self.shown.config.insert(path.clone(), found.clone());
                self.publish(uri, found);
                self.warn_of(&path, &problem);
            }
        }
    }

    /// Reports that a configuration file is invalid, and which configuration applies instead.
    fn warn_of(&mut self, path: &Path, problem: &Problem) {
        let Some(error) = problem
            .diagnostics
            .iter()
            .find(|it| it.severity == Severity::Error)
        else {
            return;
        };
        let position = error.position().map(|at| format!(":{at}"));
        let effect = if self.folders.is_configured(path) {
            "the settings from before stay in effect"
        } else {
            "nothing is formatted until it is fixed"
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let position = position.unwrap_or_default();
        let message = format!("{name}{position}: {error}; {effect}");
        log(&message);
        let params = lsp::ShowMessageParams::new(lsp::MessageType::Warning, message);
        self.out.notify("window/showMessage", params);
    }
}
