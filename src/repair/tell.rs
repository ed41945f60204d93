//! What is said about repairs, and why a form is left alone.

use std::ops::Range;

use super::draft::{BracketChange, Mishap};
use super::{Examination, Judged, Proposal, Verdict};
use crate::range::Edit;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::Lines;
use crate::text::source::{ByteOffsets, Source};

/// Why a form is left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Obstacle {
    #[error("several changes fit the indentation about as well")]
    Ambiguous,
    #[error("no change of up to three brackets makes it readable")]
    TooMany,
    #[error("comparing all changes would take too long")]
    TooLarge,
    #[error("the text is not indented, so nothing says where brackets belong")]
    Unindented,
    #[error("too many lines begin where their brackets do not put them")]
    Astray,
    #[error("the line seems to be unfinished")]
    Unfinished,
    #[error("a merge conflict cuts through the form")]
    Conflict,
    #[error("a quotation mark may be missing or extra before its end")]
    OpenString,
    #[error("the form around it cannot be read either")]
    Around,
    #[error("the text could not be read after the changes that seem right")]
    Unreadable,
}

/// The span from the first marker of a merge conflict to the last one, if there are any.
pub(super) fn conflict(text: &str) -> Option<Range<usize>> {
    let markers = text
        .match_indices("<<<<<<< ")
        .chain(text.match_indices(">>>>>>> "));
    let is_at_start = |at: &usize| text[..*at].is_empty() || text[..*at].ends_with(['\n', '\r']);
    let places: Vec<usize> = markers.map(|(at, _)| at).filter(is_at_start).collect();
    Some(*places.iter().min()?..places.iter().max()? + 1)
}

/// Whether a change is where something seems to be unfinished: a bracket is added at the end of a line behind a blank or an opening
/// bracket, or the opening bracket that ends a line is taken away.
pub(super) fn is_unfinished(text: &str, changes: &[BracketChange]) -> bool {
    changes.iter().any(|change| {
        let rest = &text[change.span.end..];
        let line = rest.split(['\n', '\r']).next().unwrap_or(rest);
        let is_last = line.trim().is_empty();
        let follows_opener = text[..change.span.start].ends_with(['(', '[', '{']);
        match change.mishap(text) {
            Mishap::LostAtTheEnd | Mishap::CloserLost => {
                is_last && (!line.is_empty() || follows_opener)
            }
            Mishap::OpenerAdded => is_last,
            _ => false,
        }
    })
}

/// How many lines end as they do while they are typed: in a blank or an opening bracket.
pub(super) fn open_ends(text: &str) -> usize {
    let ends = [' ', '\t', '(', '[', '{'];
    let lines = text.split(['\n', '\r']);
    lines.filter(|line| line.ends_with(ends)).count()
}

/// Whether changes end a form before a line at the margin that begins with something other than a list, and may belong to it.
pub(super) fn may_go_on(text: &str, after: &str, changes: &[BracketChange]) -> bool {
    let ends = |change: &BracketChange| change.mishap(text) == Mishap::LostAtTheEnd;
    if !changes.iter().any(ends) {
        return false;
    }
    let lines = after.split(['\n', '\r']).map(str::trim_start);
    let mut code = lines.filter(|line| !line.is_empty() && !line.starts_with(';'));
    code.next()
        .is_some_and(|line| line.starts_with(|c: char| c.is_alphanumeric() || c == '"'))
}

/// Tells what becomes of the forms of a text, in source order.
pub(super) struct VerdictWriter<'s> {
    source: &'s Source<'s>,
    lines: Lines,
    /// The offsets in the input, from the form on.
    offsets: ByteOffsets<'s>,
}

impl<'s> VerdictWriter<'s> {
    pub(super) fn new(source: &'s Source<'s>) -> Self {
        VerdictWriter {
            source,
            lines: Lines::of(&source.text),
            offsets: ByteOffsets::of(source),
        }
    }

    /// The verdict on the next form.
    pub(super) fn verdict(&mut self, form: &Range<usize>, examined: &Examination) -> Verdict {
        let text = self.source.text.as_ref();
        self.offsets.at(form.start);
        let best = &examined.judged;
        let proposal = |judged| self.proposal(form, judged, examined.certainty);
        let Some(obstacle) = examined.obstacle else {
            return Verdict::Repaired(proposal(&best[0]));
        };
        let label = |judged: &Judged| {
            let changes = judged.draft.sorted();
            let change = changes.first()?;
            let span = change.span_in(form);
            let said = maybe(&text[span.clone()], change, changes.len());
            Some((span, said))
        };
        let mut labels = best.iter().filter_map(label);
        let nowhere = || (form.start..form.start + 1, String::new());
        let (span, said) = labels.next().unwrap_or_else(nowhere);
        let message = format!("not repaired: {obstacle}");
        let mut error = Diagnostic::error("not-repaired", message, span);
        error.labels[0].message = said;
        let error = labels.fold(error, |error, (span, said)| error.with_label(span, said));
        let proposals = best.iter().map(proposal).collect();
        Verdict::LeftAlone(error.located(text, &self.lines), proposals)
    }

    /// A draft for the form, as edits of the input.
    fn proposal(&self, form: &Range<usize>, judged: &Judged, certainty: f64) -> Proposal {
        let text = self.source.text.as_ref();
        let mut offsets = self.offsets;
        let changes = judged.draft.sorted();
        let edits = changes.iter().map(|change| {
            let span = change.span_in(form);
            Edit {
                span: offsets.at(span.start)..offsets.at(span.end),
                text: change.bracket.into_iter().collect(),
            }
        });
        let told = |change: &&BracketChange| {
            let span = change.span_in(form);
            Diagnostic::warning("repaired", done(&text[span.clone()], change), span)
                .with_note("no other change of as few brackets fits the form and its indentation nearly as well")
                .located(text, &self.lines)
        };
        Proposal {
            edits: edits.collect(),
            changes: changes.iter().map(told).collect(),
            certainty,
        }
    }
}

/// What a change does to what stands there.
fn done(old: &str, change: &BracketChange) -> String {
    match (old, change.bracket.map(char::from)) {
        ("", Some(new)) => format!("inserted a `{new}`"),
        (old, Some(new)) => format!("replaced `{old}` by `{new}`"),
        (old, None) => format!("removed a `{old}`"),
    }
}

/// What may be wrong where a change is possible, one of so many.
fn maybe(old: &str, change: &BracketChange, count: usize) -> String {
    let more = match count {
        1 => String::new(),
        count => format!(", and {} more", count - 1),
    };
    match (old, change.bracket.map(char::from)) {
        ("", Some(new)) => format!("a `{new}` may be missing here{more}"),
        (old, Some(new)) => format!("this `{old}` may have to be a `{new}`{more}"),
        (old, None) => format!("this `{old}` may be extra{more}"),
    }
}
