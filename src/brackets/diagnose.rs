//! Reports the errors of a text that cannot be read, with their places.

use std::ops::Range;

use super::candidates::{guess, is_uneven};
use super::examine::{Accept, ExaminedForm, Examiner, Unreadable};
use super::report::{UNCLOSED, errors};
use crate::options::Options;
use crate::syntax::conflict::{CONFLICT, conflict, is_conflict};
use crate::syntax::lexemes::{Lexeme, lexemes};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::margin::{MAX_LEXEMES, MarginLines, beginning_before, forms_to_examine};
use crate::syntax::parser;
use crate::syntax::quotes;
use crate::text::diagnostics::{Diagnostic, Severity};
use crate::text::lines::Lines;
use crate::text::source::Source;

/// The maximum number of errors reported.
const MAX_REPORTED: usize = 10;
/// The maximum number of errors searched for, and so counted.
const MAX_COUNTED: usize = 1000;

/// The note on an error of which the repair is certain, for a terminal. Editors name their own command instead.
#[doc(hidden)]
pub const REPAIRABLE: &str = "`schemefmt repair` fixes this";

/// Finds what keeps a text from being read: the errors of each broken form, in source order, each at the place where the
/// indentation suggests the mistake. Empty for a text that [`format()`](crate::format()) can read. At most ten errors are returned, followed
/// by one that says how many more there are.
///
/// ```
/// use schemefmt::{Options, diagnose};
///
/// let text = b"(define (f)\n  (let ((x 1)\n    (g x)))\n\n(define (h)\n  (i)\n";
/// let errors = diagnose(text, &Options::default());
/// let places: Vec<_> = errors.iter().filter_map(|error| error.position()).collect();
/// assert_eq!((places[0].line, places[1].line), (2, 6));
/// assert_eq!(errors[0].to_string(), "a `)` is probably missing here");
/// ```
///
/// This takes longer than [`format()`](crate::format()) takes to fail, but still time linear in the size of the text.
pub fn diagnose(input: &[u8], options: &Options) -> Vec<Diagnostic> {
    let source = match Source::decode(input) {
        Ok(source) => source,
        Err(error) => return vec![error],
    };
    let text = source.text.as_ref();
    let examiner = Examiner {
        encoding: source.encoding,
        options,
        accept: Accept::Certain,
    };
    let whole = 0..text.len();
    let Some(unreadable) = examiner.examine(text, std::slice::from_ref(&whole)) else {
        return Vec::new();
    };
    let errors = Diagnosis::of(text, &unreadable);
    let lines = Lines::of(text);
    let located = errors.into_iter().map(|error| error.located(text, &lines));
    located.collect()
}

/// The errors of a text, as far as it has been examined.
struct Diagnosis<'t> {
    text: &'t str,
    switches: Switches,
    examined: &'t [ExaminedForm],
    errors: Vec<Diagnostic>,
    /// The end of the last examined form that was reported.
    reported: usize,
    /// The number of open lists that may contain whole programs, such as libraries.
    held: usize,
    /// Whether the indentation says nothing about brackets.
    is_flat: bool,
}

impl<'t> Diagnosis<'t> {
    /// Diagnoses a text that cannot be read.
    fn of(text: &'t str, unreadable: &'t Unreadable) -> Vec<Diagnostic> {
        let switches = unreadable.switches;
        // The lexemes of a large text take more memory than everything else, so they are not kept.
        let is_flat = MarginLines::of(&lexemes(text, switches, 0).0).is_flat();
        let mut diagnosis = Diagnosis {
            text,
            switches,
            examined: &unreadable.examined,
            errors: Vec::new(),
            reported: 0,
            held: 0,
            is_flat,
        };
        if unreadable.error.code == CONFLICT {
            diagnosis.conflicts();
        } else {
            let mut from = Some(0);
            for _ in 0..MAX_REPORTED {
                from = from.and_then(|from| diagnosis.stretch(from));
            }
        }
        let mut errors = diagnosis.errors;
        if errors.is_empty() {
            errors.push(unreadable.error.clone());
        }
        errors.sort_by_key(|error| (error.place().start, error.place().end));
        let more = errors.len().saturating_sub(MAX_REPORTED);
        errors.truncate(MAX_REPORTED);
        if let [only] = &mut errors[..]
            && only.code == UNCLOSED
            && only.place().end < text.trim_end().len()
        {
            let end = text.len()..text.len();
            *only = only.clone().with_label(end, "the file ends here");
        }
        if more > 0 {
            let plural = if more == 1 { "" } else { "s" };
            let message = format!("{more} more error{plural}");
            errors.push(Diagnostic::whole(Severity::Error, "more-errors", message));
        }
        errors
    }

    /// Reports the merge conflicts alone, since other errors may come from them.
    fn conflicts(&mut self) {
        let tokens = Lexer::new(self.text, self.switches);
        let conflicts = tokens.filter(|token| is_conflict(token, self.text));
        let errors = conflicts.map(|token| conflict(self.text, &token.span()));
        self.errors.extend(errors.take(MAX_COUNTED));
    }

    /// Diagnoses the text from an offset on, as far as a line with an odd quotation mark. Returns the offset of the first form after
    /// such a line.
    fn stretch(&mut self, from: usize) -> Option<usize> {
        let (lexemes, unclosed) = lexemes(self.text, self.switches, from);
        let is_string = |fault: &Diagnostic| fault.code == "unterminated-string";
        let may_be_quote = unclosed.as_ref().is_none_or(is_string);
        let suspect = may_be_quote.then(|| quotes::suspect(self.text, self.switches, from));
        let suspect = suspect.flatten();
        let last = match (&suspect, &unclosed) {
            (Some(suspect), _) => Some(suspect.line.end),
            (None, Some(fault)) => Some(fault.place().start + 1),
            (None, None) => None,
        };
        // The indentation of the form around it says nothing about brackets.
        let end = last.map_or(lexemes.len(), |last| {
            beginning_before(self.text, &lexemes, last)
        });
        let forms = forms_to_examine(self.text, &lexemes[..end], last.is_none(), &mut self.held);
        for form in forms {
            if self.errors.len() >= MAX_COUNTED {
                break;
            }
            self.form(&lexemes[form.lexemes]);
        }
        let form = lexemes
            .get(end)
            .map_or(from, |lexeme| lexeme.start as usize);
        let of_form = || self.of_reader(form..self.text.len());
        let Some(suspect) = suspect else {
            let error = unclosed.map(|fault| of_form().unwrap_or(fault));
            self.errors.extend(error);
            return None;
        };
        let mut examined = self.examined.iter();
        let examined = examined.find(|it| it.form.contains(&suspect.line.start));
        let certain = examined.and_then(|it| {
            let change = it.repair()?.changes.first()?;
            let is_of_string = change.is_of_string(&self.text[it.form.clone()]);
            is_of_string.then(|| change.span_in(&it.form))
        });
        let error = match (certain, unclosed) {
            (Some(place), _) => {
                let message = "this `\"` is probably extra";
                Diagnostic::error("unterminated-string", message, place)
            }
            (None, Some(fault)) if suspect.line.contains(&fault.place().start) => of_form()
                .filter(|said| said.code == fault.code)
                .unwrap_or(fault),
            (None, fault) => suspect.error(fault.as_ref()),
        };
        self.report(vec![error], examined);
        let next = self.text[suspect.line.end..].find("\n(")?;
        Some(suspect.line.end + next + 1)
    }

    /// The parser's error for a part of the text.
    fn of_reader(&self, part: Range<usize>) -> Option<Diagnostic> {
        let mut lexer = Lexer::new(&self.text[part.clone()], self.switches);
        let parsed = parser::parse_whole(&mut lexer);
        parsed.err().map(|error| error.moved(|at| at + part.start))
    }

    /// Diagnoses a form.
    fn form(&mut self, form: &[Lexeme]) {
        if form.len() > MAX_LEXEMES || !is_uneven(form) {
            return self.otherwise(form);
        }
        // Those with candidates for a bracket.
        let examined = self.examined_in(form).iter().filter_map(|it| {
            let candidate = &it.judged.first()?.0.candidate;
            let is_of_string = candidate.changes[0].is_of_string(&self.text[it.form.clone()]);
            (!is_of_string).then_some((it, candidate))
        });
        let examined: Vec<_> = examined.collect();
        if examined.is_empty() {
            return self.guess(form);
        }
        for (examined, best) in examined {
            let Range { start, end } = examined.form;
            if start >= self.reported {
                self.reported = end;
                let text = &self.text[start..end];
                let (lexemes, _) = lexemes(text, self.switches, 0);
                let how_surely = match examined.obstacle {
                    None => "probably",
                    Some(_) => "perhaps",
                };
                let errors = errors(text, &lexemes, best, how_surely).into_iter();
                let errors = errors.map(|error| error.moved(|at| at + start));
                self.report(together(errors.collect(), 0), Some(examined));
            }
        }
    }

    /// The examined forms that share a part with a form.
    fn examined_in(&self, form: &[Lexeme]) -> &'t [ExaminedForm] {
        let (Some(first), Some(last)) = (form.first(), form.last()) else {
            return &[];
        };
        let examined = self.examined;
        let from = examined.partition_point(|it| it.form.end <= first.start as usize);
        let end = examined.partition_point(|it| it.form.start < last.end as usize);
        &examined[from..end]
    }

    /// Diagnoses a form whose candidates are not compared.
    fn guess(&mut self, form: &[Lexeme]) {
        let mut lexemes = form.to_vec();
        let how_surely = if self.is_flat {
            let lines = lexemes.iter_mut();
            lines.for_each(|lexeme| lexeme.is_first = false);
            "perhaps"
        } else {
            "probably"
        };
        let candidate = guess(self.text, &lexemes);
        let errors = errors(self.text, &lexemes, &candidate, how_surely);
        if errors.is_empty() {
            return self.otherwise(form);
        }
        let open: i64 = candidate.lexemes.iter().map(Lexeme::opens).sum();
        let errors = together(errors, open.max(0) as usize);
        self.report(errors, self.examined_in(form).first());
    }

    /// Diagnoses a form for other errors: mismatched brackets, and whatever the parser rejects.
    fn otherwise(&mut self, form: &[Lexeme]) {
        if let (Some(first), Some(last)) = (form.first(), form.last()) {
            let error = self.of_reader(first.start as usize..last.end as usize);
            let examined = self.examined_in(form).first();
            let is_mismatch = |error: &Diagnostic| error.code == "mismatched-closer";
            let examined = examined.filter(|_| error.as_ref().is_some_and(is_mismatch));
            self.report(error.into_iter().collect(), examined);
        }
    }

    /// Reports the errors of a form, and whether it can be repaired.
    fn report(&mut self, mut errors: Vec<Diagnostic>, examined: Option<&ExaminedForm>) {
        if let Some(examined) = examined
            && let Some(last) = errors.pop()
        {
            let note = match examined.obstacle {
                None => REPAIRABLE.to_owned(),
                Some(obstacle) => format!("no repair is certain: {obstacle}"),
            };
            errors.push(last.with_note(note));
        }
        self.errors.extend(errors);
    }
}

/// The errors of a form, with a single error for all brackets missing at the same place. This many lists are still open: if
/// everything else is missing at one place, as at the end of a truncated text, their brackets are, too.
fn together(errors: Vec<Diagnostic>, open: usize) -> Vec<Diagnostic> {
    let are_at_one_place = |a: &Diagnostic, b: &Diagnostic| {
        a.code == UNCLOSED && b.code == UNCLOSED && a.place() == b.place()
    };
    let places: Vec<&[Diagnostic]> = errors.chunk_by(are_at_one_place).collect();
    let open = match &places[..] {
        [[_, _, ..]] => open,
        _ => 0,
    };
    let as_one = |errors: &&[Diagnostic]| {
        let mut error = errors[0].clone();
        for label in errors[1..].iter().flat_map(|other| &other.labels) {
            if !error.labels.contains(label) {
                error.labels.push(label.clone());
            }
        }
        let more = errors.len() - 1 + open;
        if more > 0 {
            error.message = format!("{}, and {more} more", error.message);
        }
        error
    };
    places.iter().map(as_one).collect()
}
