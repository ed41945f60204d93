//! Formats a text with the settings for its path. Every front end uses this.

use std::path::Path;

use schemefmt::internals::config::patterns::Kind;
use schemefmt::internals::range::edits_to;
use schemefmt::internals::syntax::lexer::Lexis;
use schemefmt::internals::text::words;
use schemefmt::{Diagnostic, Edit, Severity};

use super::discover::{How, Target};
use super::extent::Extent;
use super::{Project, foreign};

/// What became of a text, and what there is to report about it.
#[derive(Clone, Debug)]
pub struct Examined {
    /// What became of it.
    pub fate: Fate,
    /// The diagnostics; their spans are spans of the decoded text.
    pub diagnostics: Vec<Diagnostic>,
}

/// What became of a text.
#[derive(Clone, Debug)]
pub enum Fate {
    /// It is already formatted.
    Unchanged,
    /// This is its formatted version.
    Changed(Output),
    /// It is left as it is because it is not Scheme or not to be formatted, for this reason.
    LeftAlone(String),
    /// It cannot be formatted.
    Failed,
}

/// A formatted text.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How it is split into tokens.
    pub lexis: Lexis,
}

/// The advice for a bug in this program.
pub const REPORT_IT: &str = concat!(
    "this is a bug in schemefmt; please report it with the file at ",
    env!("CARGO_PKG_REPOSITORY"),
    "/issues"
);

impl Examined {
    fn left_alone(reason: String) -> Self {
        Examined {
            fate: Fate::LeftAlone(reason),
            diagnostics: Vec::new(),
        }
    }

    fn failed(diagnostics: Vec<Diagnostic>) -> Self {
        Examined {
            fate: Fate::Failed,
            diagnostics,
        }
    }
}

impl Output {
    /// What it changes in the text before.
    ///
    /// # Errors
    /// Those of decoding that text.
    pub fn edits(&self, before: &[u8]) -> Result<Vec<Edit>, Diagnostic> {
        edits_to(before, &self.bytes, self.lexis)
    }
}

impl Project {
    /// The target for the text of the file at `path`, which need not exist, as an editor has it. The error says why the file is
    /// left alone. Returns `None` if its configuration is invalid, which [`take_problems`](Self::take_problems) reports.
    pub fn buffer(&mut self, path: &Path, how: How) -> Option<Result<Target, String>> {
        let target = self.target(path)?;
        if self.skipped(&target.place, Kind::File).is_some() {
            return Some(Err("ignored or excluded".to_owned()));
        }
        Some(Ok(Target { how, ..target }))
    }

    /// Formats a text on behalf of the file at `path`; `None` if [`buffer`](Self::buffer) returns that.
    pub fn examine_buffer(
        &mut self,
        path: &Path,
        how: How,
        bytes: &[u8],
        extent: &Extent,
    ) -> Option<Examined> {
        Some(match self.buffer(path, how)? {
            Ok(target) => target.examine(bytes, extent),
            Err(reason) => Examined::left_alone(reason),
        })
    }
}

impl Target {
    /// Formats its text.
    pub fn examine(&self, bytes: &[u8], extent: &Extent) -> Examined {
        if let Some(foreign) = foreign::recognize(&self.place, bytes) {
            let reason = format!("this is {}, not Scheme", foreign.name());
            if self.how == How::Found {
                return Examined::left_alone(reason);
            }
            let error = Diagnostic::whole(Severity::Error, "not-scheme", reason);
            return Examined::failed(vec![error]);
        }
        let options = self.settings().options;
        let formatted = match extent.format(bytes, &options) {
            Ok(formatted) => formatted,
            Err(bug) if bug.code == "internal" && bug.note.is_none() => {
                return Examined::failed(vec![bug.with_note(REPORT_IT)]);
            }
            Err(error) => {
                let mut told = schemefmt::diagnose(bytes, &options);
                if told.is_empty() {
                    told.push(error);
                }
                return Examined::failed(told);
            }
        };
        let mut diagnostics = formatted.warnings;
        let fate = match formatted.untouched {
            Some(reason) => {
                let fate = Fate::LeftAlone(reason.message.clone());
                if self.how == How::Named {
                    diagnostics.push(reason);
                }
                fate
            }
            None if words::equal(&formatted.output, bytes) => Fate::Unchanged,
            None => Fate::Changed(Output {
                bytes: formatted.output,
                lexis: formatted.lexis,
            }),
        };
        Examined { fate, diagnostics }
    }
}
