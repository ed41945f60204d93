//! Formats or repairs a text with the settings for its path. Every front end uses this.

use std::path::Path;
use std::slice;

use schemefmt::internals::config::patterns::Kind;
use schemefmt::internals::documents::{
    ChangedBlock, LeftBlock, Notation, edits_of_blocks, format_document, hunks_of_blocks,
};
use schemefmt::internals::hunks::{Hunk, hunks};
use schemefmt::internals::range::{Extent, edits_to, format_extent};
use schemefmt::internals::syntax::pairs::Changes;
use schemefmt::internals::text::diagnostics::INTERNAL;
use schemefmt::internals::text::swar;
use schemefmt::{Accept, Diagnostic, Edit, Severity, Verdict, repair_ranges};

use super::Project;
use super::discover::{Origin, Target, how_to_format};
use super::first_lines::generated;
use super::paths::shown;

/// The outcome of formatting or repairing a text, with everything there is to report.
#[derive(Clone, Debug)]
pub(crate) struct Examination {
    /// The outcome.
    pub outcome: Outcome,
    /// The formatted or repaired text, or what could be formatted or repaired of it, if that differs.
    pub output: Option<Output>,
    /// The diagnostics.
    pub diagnostics: Vec<Diagnostic>,
    /// The verdicts on the unreadable forms of a text to repair.
    pub verdicts: Vec<Verdict>,
    /// The blocks of a document that are left unchanged.
    pub left: Vec<LeftBlock>,
}

/// The outcome for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The text is already formatted.
    Unchanged,
    /// It is formatted or repaired, or would be.
    Changed,
    /// The brackets are still wrong after repair.
    Unrepaired,
    /// The text is left unchanged because it is not Scheme or not to be formatted.
    LeftAlone {
        /// The reason.
        reason: String,
        /// How to have it formatted, if a setting can do that.
        advice: Option<String>,
    },
    /// The text, or some of it, cannot be formatted or repaired.
    Failed,
}

/// A formatted or repaired text.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The kind of its content.
    pub content: Content,
}

/// The content of a formatted text.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// A program, and how it has changed.
    Program(Changes),
    /// Prose with code: the blocks that have changed.
    Document(Vec<ChangedBlock>),
}

/// The advice for a bug in this program.
pub(crate) const REPORT_IT: &str = concat!(
    "this is a bug in schemefmt; please report it with the file at ",
    env!("CARGO_PKG_REPOSITORY"),
    "/issues"
);

impl Examination {
    fn new(outcome: Outcome, diagnostics: Vec<Diagnostic>) -> Self {
        Examination {
            outcome,
            output: None,
            diagnostics,
            verdicts: Vec::new(),
            left: Vec::new(),
        }
    }

    /// The outcome for a text that is not formatted for this reason.
    pub(crate) fn left_alone(reason: impl Into<String>, advice: Option<String>) -> Self {
        let reason = reason.into();
        Examination::new(Outcome::LeftAlone { reason, advice }, Vec::new())
    }

    /// The outcome for a text that is not Scheme for this reason; an error if the file was named.
    fn not_scheme(how: Origin, path: &Path, reason: &str) -> Self {
        let advice = how_to_format(path);
        if how == Origin::Found {
            let advice = format!("{}: {reason}; {advice}", shown(path));
            return Examination::left_alone(reason, Some(advice));
        }
        let message = format!("{reason}; {advice}");
        Examination::failed(Diagnostic::whole(Severity::Error, "not-scheme", message))
    }

    /// The outcome for a text with an error, to which advice is added if it reveals a bug in this program.
    fn failed(mut error: Diagnostic) -> Self {
        if error.code == INTERNAL && error.note.is_none() {
            error = error.with_note(REPORT_IT);
        }
        Examination::new(Outcome::Failed, vec![error])
    }
}

impl Output {
    /// A program and how it has changed; none if it is as `before`.
    fn of_program(bytes: Vec<u8>, changes: Changes, before: &[u8]) -> Option<Self> {
        let content = Content::Program(changes);
        (!swar::equal(&bytes, before)).then_some(Output { bytes, content })
    }

    /// The edits that turn the text before into this one.
    ///
    /// Returns an error if that text cannot be decoded.
    pub(crate) fn edits(&self, before: &[u8]) -> Result<Vec<Edit>, Diagnostic> {
        match &self.content {
            Content::Program(changes) => edits_to(before, &self.bytes, changes),
            Content::Document(changed) => edits_of_blocks(before, &self.bytes, changed),
        }
    }

    /// The hunks in which a decoded text and this one, decoded, differ.
    pub(crate) fn hunks(&self, before: &str, after: &str) -> Vec<Hunk> {
        match &self.content {
            Content::Program(changes) => hunks(before, after, changes),
            Content::Document(changed) => hunks_of_blocks(before, after, changed),
        }
    }
}

impl Project {
    /// The target for the file at `path`, which need not exist, with the `text` that an editor has; an empty one is taken for Scheme. The
    /// error is the outcome for a text that is not formatted. Returns `None` if its configuration is invalid;
    /// [`take_problems`](Self::take_problems) reports why.
    pub(crate) fn buffer(
        &mut self,
        path: &Path,
        how: Origin,
        text: &[u8],
    ) -> Option<Result<Target, Examination>> {
        let target = Target {
            how,
            ..self.target(path)?
        };
        let here = self.here.clone();
        let file = &target.absolute_path;
        // Somebody has opened it, hidden or not.
        if let Some(reason) = self.skips(file, Kind::File, Path::new(""), &here, false) {
            return Some(Err(Examination::left_alone(reason.to_string(), None)));
        }
        Some(match target.foreign(text) {
            // The name alone has brought it here.
            Some(reason) if target.is_named_so() => {
                Err(Examination::not_scheme(Origin::Found, path, reason))
            }
            Some(reason) => Err(Examination::not_scheme(how, path, reason)),
            None => Ok(target),
        })
    }
}

impl Target {
    /// Its notation, if it is a document.
    pub(crate) fn notation(&self) -> Option<&'static Notation> {
        Notation::of(&self.absolute_path)
    }

    /// Formats its text.
    pub(crate) fn examine(&self, bytes: &[u8], extent: &Extent) -> Examination {
        match self.notation() {
            Some(notation) => self.examine_document(notation, bytes, extent),
            None => self.examine_program(bytes, extent),
        }
    }

    /// The outcome for its text if it is not Scheme, or if nobody has named it and a program has written it.
    pub(crate) fn left_out(&self, bytes: &[u8]) -> Option<Examination> {
        if let Some(reason) = self.foreign(bytes) {
            return Some(Examination::not_scheme(self.how, &self.path, reason));
        }
        let reason = generated(bytes).filter(|_| self.how == Origin::Found)?;
        Some(Examination::left_alone(reason, None))
    }

    fn examine_document(&self, notation: &Notation, bytes: &[u8], extent: &Extent) -> Examination {
        let options = self.settings().options;
        // A fragment of a document is taken for a document.
        let formatted = match format_document(bytes, notation, extent.portions(), &options) {
            Ok(formatted) => formatted,
            Err(error) => return Examination::failed(error),
        };
        let output = (!formatted.changed.is_empty()).then_some(Output {
            bytes: formatted.output,
            content: Content::Document(formatted.changed),
        });
        let outcome = match output {
            Some(_) => Outcome::Changed,
            None => Outcome::Unchanged,
        };
        Examination {
            output,
            left: formatted.left,
            ..Examination::new(outcome, formatted.warnings)
        }
    }

    fn examine_program(&self, bytes: &[u8], extent: &Extent) -> Examination {
        if let Some(left_out) = self.left_out(bytes) {
            return left_out;
        }
        let options = self.settings().options;
        let formatted = match format_extent(bytes, extent, &options) {
            Ok(formatted) => formatted,
            Err(error) if error.code == INTERNAL => return Examination::failed(error),
            Err(error) => {
                let diagnostics = schemefmt::diagnose(bytes, &options);
                return if diagnostics.is_empty() {
                    Examination::failed(error)
                } else {
                    Examination::new(Outcome::Failed, diagnostics)
                };
            }
        };
        let mut diagnostics = formatted.warnings;
        let output = Output::of_program(formatted.output, formatted.changes, bytes);
        let outcome = match formatted.skipped {
            _ if !formatted.errors.is_empty() => {
                diagnostics.extend(schemefmt::diagnose(bytes, &options));
                Outcome::Failed
            }
            Some(reason) => {
                let outcome = Outcome::LeftAlone {
                    reason: reason.message.clone(),
                    advice: reason.note.clone(),
                };
                diagnostics.extend(Some(reason).filter(|_| self.how == Origin::Named));
                outcome
            }
            None if output.is_none() => Outcome::Unchanged,
            None => Outcome::Changed,
        };
        Examination {
            output,
            ..Examination::new(outcome, diagnostics)
        }
    }

    /// Repairs its text, or the forms that a part of it touches.
    pub(crate) fn repair(&self, bytes: &[u8], extent: &Extent, accept: Accept) -> Examination {
        if self.notation().is_some() {
            return Examination::left_alone("a document, not a program", None);
        }
        if let Some(left_out) = self.left_out(bytes) {
            return left_out;
        }
        let options = self.settings().options;
        let whole = 0..bytes.len();
        let ranges = extent.portions().unwrap_or(slice::from_ref(&whole));
        let repaired = match repair_ranges(bytes, ranges, accept, &options) {
            Ok(repaired) => repaired,
            Err(error) => return Examination::failed(error),
        };
        let diagnostics = repaired.verdicts.iter().flat_map(|verdict| {
            match (&verdict.refusal, verdict.candidates.first()) {
                (Some(refusal), _) => vec![refusal.clone()],
                (None, best) => best.map_or_else(Vec::new, |best| best.changes.clone()),
            }
        });
        let diagnostics = diagnostics.collect();
        let changes = Changes::Unknown(options.dialect.switches());
        let output = Output::of_program(repaired.output, changes, bytes);
        let outcome = match output {
            _ if repaired.verdicts.iter().any(|it| it.refusal.is_some()) => Outcome::Unrepaired,
            None => Outcome::Unchanged,
            Some(_) => Outcome::Changed,
        };
        Examination {
            output,
            verdicts: repaired.verdicts,
            ..Examination::new(outcome, diagnostics)
        }
    }
}
