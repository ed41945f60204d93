//! Reports the errors in the brackets of a form.

use std::ops::Range;

use super::candidates::{Candidate, DelimiterChange, Mistake};
use super::examine::ExaminedForm;
use super::fit::evidence;
use super::model::Judged;
use super::obstacles::Obstacle;
use crate::syntax::lexemes::{Lexeme, closings};
use crate::text::Edit;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::Lines;
use crate::text::source::Source;

/// The verdict on an unreadable form.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The bytes of the form in the input.
    pub form: Range<usize>,
    /// The candidates for its repair, most probable first; at most three.
    pub candidates: Vec<PossibleRepair>,
    /// The reason why the form is left alone, at the most probable offset; none if the first candidate is applied.
    pub refusal: Option<Diagnostic>,
    /// A short name of that reason, such as `ambiguous`, for programs.
    #[doc(hidden)]
    pub reason: Option<&'static str>,
}

/// A possible repair of a form.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PossibleRepair {
    /// The edits of the input, in source order.
    pub edits: Vec<Edit>,
    /// A description of each edit with its position, in the same order.
    pub changes: Vec<Diagnostic>,
    /// The probability that this is the right repair, from 0 to 1.
    #[doc(hidden)]
    pub probability: f64,
}

/// The code of an error about a list that is not closed.
pub(super) const UNCLOSED: &str = "unclosed-list";
/// The code of an error about a bracket that closes nothing.
const UNMATCHED: &str = "unmatched-closer";

/// The errors of a form that a candidate would repair, each where a change is. `how_surely` is "probably" or "perhaps".
pub(super) fn errors(
    text: &str,
    lexemes: &[Lexeme],
    candidate: &Candidate,
    how_surely: &str,
) -> Vec<Diagnostic> {
    let mut closed = closed_lists(&candidate.lexemes).into_iter();
    // The first closing bracket that closes nothing.
    let unmatched = closings(lexemes).find(|(_, opener)| opener.is_none());
    let unmatched = unmatched.map(|(closer, _)| lexemes[closer].span());
    let [is, has_to_be] = [
        format!("is {how_surely}"),
        format!("{how_surely} has to be"),
    ];
    let error = |change: &DelimiterChange| {
        let span = change.span.clone();
        let witness = evidence(text, lexemes, &candidate.lexemes, span.start);
        let mut message = wrong(&text[span.clone()], change, [&is, &has_to_be]);
        let mistake = change.mistake(text);
        let (code, meaning) = match mistake {
            Mistake::LostAtTheEnd | Mistake::CloserLost => {
                (UNCLOSED, "indented like what follows that list")
            }
            Mistake::OpenerLost => (UNMATCHED, "indented as part of the list that begins there"),
            Mistake::AddedAtTheEnd | Mistake::CloserAdded => {
                if witness.is_none() {
                    message += ", or one that opens is missing before it";
                }
                (UNMATCHED, "indented as part of the list that it closes")
            }
            Mistake::OpenerAdded => (UNCLOSED, ""),
            Mistake::OtherShape => ("mismatched-closer", ""),
        };
        let mut error = Diagnostic::error(code, message, span);
        if matches!(mistake, Mistake::LostAtTheEnd | Mistake::CloserLost)
            && let Some(opener) = closed.next()
        {
            error = error.with_label(opener, "opened here");
        }
        if let Some(line) = witness.filter(|_| mistake != Mistake::OtherShape) {
            error = error.with_label(line.span(), meaning);
        }
        match unmatched.clone().filter(|_| error.code == UNMATCHED) {
            Some(closer) if closer != change.span => {
                error.with_label(closer, "so this one closes nothing")
            }
            _ => error,
        }
    };
    let changes = candidate.changes.iter().map(error);
    changes.collect()
}

/// The opening brackets of the lists that added brackets close.
fn closed_lists(lexemes: &[Lexeme]) -> Vec<Range<usize>> {
    let added = closings(lexemes).filter(|(closer, _)| lexemes[*closer].span().is_empty());
    let closed = added.filter_map(|(_, opener)| Some(lexemes[opener?].span()));
    closed.collect()
}

/// Converts the examined forms of a text to verdicts, in source order.
pub(super) struct VerdictWriter<'s> {
    source: &'s Source<'s>,
    lines: Lines,
}

impl<'s> VerdictWriter<'s> {
    pub(super) fn new(source: &'s Source<'s>) -> Self {
        VerdictWriter {
            source,
            lines: Lines::of(&source.text),
        }
    }

    pub(super) fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        self.source.located(diagnostic, &self.lines)
    }

    /// The verdict on a form.
    pub(super) fn verdict(&self, examined: &ExaminedForm) -> Verdict {
        let form = &examined.form;
        let candidates = examined.judged.iter();
        let candidates =
            candidates.map(|(judged, probability)| self.candidate(form, judged, *probability));
        Verdict {
            candidates: candidates.collect(),
            form: self.source.byte_span(form.clone(), &self.lines),
            refusal: examined.obstacle.map(|it| self.refusal(examined, it)),
            reason: examined.obstacle.map(Obstacle::code),
        }
    }

    /// Why a form is left alone.
    fn refusal(&self, examined: &ExaminedForm, obstacle: Obstacle) -> Diagnostic {
        let form = &examined.form;
        let text = self.source.text.as_ref();
        let label = |(judged, _): &(Judged, f64)| {
            let changes = &judged.candidate.changes;
            let change = changes.first()?;
            let span = change.span_in(form);
            let mut message = wrong(&text[span.clone()], change, ["may be", "may have to be"]);
            if changes.len() > 1 {
                message += &format!(", and {} more", changes.len() - 1);
            }
            Some((span, message))
        };
        let mut labels = examined.judged.iter().filter_map(label);
        let start = match obstacle {
            Obstacle::OpenString { mark: Some(mark) } => mark,
            _ => form.start,
        };
        let whole = || (start..start + 1, String::new());
        let (span, label) = labels.next().unwrap_or_else(whole);
        let mut message = format!("not repaired: {obstacle}");
        if let (Obstacle::Place, Some((judged, _))) = (obstacle, examined.judged.first()) {
            let line = self.lines.position(text, span.start).line;
            let change = &judged.candidate.changes[0];
            let wrong = amiss(&text[change.span_in(form)], change);
            message = format!("not repaired: line {line} {wrong}; {obstacle}");
        }
        let mut error = Diagnostic::error("not-repaired", message, span);
        error.labels[0].message = label;
        let error = labels.fold(error, |error, (span, label)| error.with_label(span, label));
        self.located(error)
    }

    /// A candidate for the form, as edits of the input.
    fn candidate(&self, form: &Range<usize>, judged: &Judged, probability: f64) -> PossibleRepair {
        let text = self.source.text.as_ref();
        // Brackets inserted at one offset are one edit.
        let changes = judged.candidate.changes.chunk_by(|a, b| a.span == b.span);
        let (edits, changes) = changes
            .map(|changes| {
                let span = changes[0].span_in(form);
                let new: Vec<u8> = changes.iter().filter_map(|it| it.delimiter).collect();
                let message = done(&text[span.clone()], &String::from_utf8_lossy(&new));
                let edit = Edit {
                    span: self.source.byte_span(span.clone(), &self.lines),
                    text: new,
                };
                let warning = Diagnostic::warning("repaired", message, span)
                    .with_note("no other change fits the form and its indentation nearly as well");
                (edit, self.located(warning))
            })
            .unzip();
        PossibleRepair {
            edits,
            changes,
            probability,
        }
    }
}

/// The mistake that a change repairs, as a message.
fn amiss(old: &str, change: &DelimiterChange) -> String {
    match (old, change.delimiter.map(char::from)) {
        ("", Some(new)) => format!("lacks one `{new}`"),
        (old, Some(_)) => format!("has a `{old}` that does not match"),
        (old, None) => format!("has one `{old}` too many"),
    }
}

/// Describes a change of a text into another one.
fn done(old: &str, new: &str) -> String {
    match (old, new) {
        ("", _) if new.len() == 1 => format!("inserted a `{new}`"),
        ("", _) => format!("inserted `{new}`"),
        (_, "") => format!("removed a `{old}`"),
        _ => format!("replaced `{old}` by `{new}`"),
    }
}

/// What is wrong where a change is made. The words for how certain that is are such as "may be" and "may have to be".
fn wrong(old: &str, change: &DelimiterChange, [is, has_to_be]: [&str; 2]) -> String {
    match (old, change.delimiter.map(char::from)) {
        ("", Some(new)) => format!("a `{new}` {is} missing here"),
        (old, Some(new)) => format!("this `{old}` {has_to_be} a `{new}`"),
        (old, None) => format!("this `{old}` {is} extra"),
    }
}
