//! Reports the errors of a text that cannot be read, with their places.

use super::candidates::{guess, is_uneven};
use super::examine::{Accept, ExaminedForm, Examiner, Unreadable};
use super::obstacles::Obstacle;
use super::report::{UNCLOSED, errors};
use crate::options::Options;
use crate::pipeline::read;
use crate::syntax::conflict::{CONFLICT, conflict, is_conflict};
use crate::syntax::lexemes::{Lexeme, lexemes, opens};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::margin::{MAX_LEXEMES, MarginLines};
use crate::syntax::parser;
use crate::syntax::quotes::{self, Suspect};
use crate::syntax::typographic;
use crate::text::diagnostics::{Diagnostic, Severity, counted};
use crate::text::lines::Lines;
use crate::text::source::Source;

/// The code of the error about a string that is not closed.
const UNTERMINATED: &str = "unterminated-string";

/// The maximum number of errors reported.
const MAX_REPORTED: usize = 10;
/// The maximum number of errors searched for, and so counted.
const MAX_COUNTED: usize = 1000;

/// Finds what keeps a text from being read: the errors of each unreadable form, in source order, each at the offset where the
/// indentation suggests the mistake. Empty for a text that [`format()`](crate::format()) can read. At most ten errors are returned, followed
/// by one that says how many more there are, and by warnings of typographic quotation marks.
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
    let mut errors = Diagnosis::of(text, &unreadable);
    // After a wrong quotation mark, code may be prose.
    let wrong_mark = errors.iter().find(|error| error.code == UNTERMINATED);
    let end = wrong_mark.map_or(text.len(), |error| error.primary_span().start);
    let reading = read(text, source.encoding, options);
    let quotes = typographic::warnings(text, reading.full_tree());
    errors.extend(quotes.filter(|it| it.primary_span().start < end));
    let lines = Lines::of(text);
    let errors = errors.into_iter();
    let located = errors.map(|error| source.located(error, &lines));
    located.collect()
}

/// The errors of a text, as far as they have been found.
struct Diagnosis<'t> {
    text: &'t str,
    switches: Switches,
    errors: Vec<Diagnostic>,
    /// Whether the indentation says nothing about brackets.
    is_flat: bool,
}

impl<'t> Diagnosis<'t> {
    /// Diagnoses a text that cannot be read.
    fn of(text: &'t str, unreadable: &Unreadable) -> Vec<Diagnostic> {
        let switches = unreadable.switches;
        // The lexemes of a large text take more memory than everything else, so they are not kept.
        let (is_flat, unclosed) = {
            let (lexemes, unclosed) = lexemes(text, switches);
            (MarginLines::of(&lexemes).is_flat(), unclosed)
        };
        let mut diagnosis = Diagnosis {
            text,
            switches,
            errors: Vec::new(),
            is_flat,
        };
        if unreadable.error.code == CONFLICT {
            diagnosis.conflicts();
        } else {
            for examined in &unreadable.examined {
                if diagnosis.errors.len() < MAX_COUNTED {
                    diagnosis.form(examined);
                }
            }
            diagnosis.unclosed(unreadable, unclosed);
        }
        let mut errors = diagnosis.errors;
        if errors.is_empty() {
            errors.push(unreadable.error.clone());
        }
        errors.sort_by_key(|error| (error.primary_span().start, error.primary_span().end));
        let more = errors.len().saturating_sub(MAX_REPORTED);
        errors.truncate(MAX_REPORTED);
        if let [only] = &mut errors[..]
            && only.code == UNCLOSED
            && only.primary_span().end < text.trim_end().len()
        {
            let end = text.len()..text.len();
            *only = only.clone().with_label(end, "the file ends here");
        }
        if more > 0 {
            let message = counted(more, "more error");
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

    /// Reports the line with an odd quotation mark, or what extends to the end of the text because it is not closed. Nothing after that is
    /// reported, since it may be read wrongly until that is repaired.
    fn unclosed(&mut self, unreadable: &Unreadable, unclosed: Option<Diagnostic>) {
        // The parser says in which list of its form it is.
        let of_parser = |fault: Diagnostic| {
            let before = &self.text[..fault.primary_span().start];
            let form = before.rfind("\n(").map_or(0, |end| end + 1);
            let parsed = parser::parse_whole(&mut Lexer::new(&self.text[form..], self.switches));
            let error = parsed.err().map(|error| error.moved(|at| at + form));
            error
                .filter(|error| error.code == fault.code)
                .unwrap_or(fault)
        };
        let is_string = |fault: &Diagnostic| fault.code == UNTERMINATED;
        let comes_first = |suspect: &Suspect| {
            let is_after = |it: &Diagnostic| suspect.line.start <= it.primary_span().start;
            unclosed
                .as_ref()
                .is_none_or(|it| is_string(it) || is_after(it))
        };
        let suspect = quotes::suspect(self.text, self.switches).filter(comes_first);
        let Some(suspect) = suspect else {
            self.errors.extend(unclosed.map(of_parser));
            return;
        };
        let holds = |it: &&ExaminedForm| it.form.contains(&suspect.line.start);
        let examined = unreadable.examined.iter().find(holds);
        if examined.is_some_and(|it| it.changes_string(self.text)) {
            return;
        }
        let error = match unclosed {
            Some(fault) if suspect.line.contains(&fault.primary_span().start) => of_parser(fault),
            fault => suspect.error(fault.filter(is_string).as_ref()),
        };
        self.report(vec![error], examined);
    }

    /// Diagnoses a form.
    fn form(&mut self, examined: &ExaminedForm) {
        let start = examined.form.start;
        let text = &self.text[examined.form.clone()];
        let best = examined.judged.first().map(|(judged, _)| &judged.candidate);
        if examined.changes_string(self.text) {
            let changes = best.into_iter().flat_map(|best| &best.changes);
            let error = changes.map(|change| {
                let message = "this `\"` is probably extra";
                Diagnostic::error(UNTERMINATED, message, change.span_in(&examined.form))
            });
            return self.report(error.collect(), Some(examined));
        }
        if best.is_none() && matches!(examined.obstacle, Some(Obstacle::OpenString { .. })) {
            return;
        }
        let (lexemes, _) = lexemes(text, self.switches);
        let found = if lexemes.len() > MAX_LEXEMES || !is_uneven(&lexemes) {
            Vec::new()
        } else {
            match best {
                Some(best) => {
                    let how_surely = match examined.obstacle {
                        None => "probably",
                        Some(_) => "perhaps",
                    };
                    together(errors(text, &lexemes, best, how_surely), 0)
                }
                None => self.guess(text, lexemes),
            }
        };
        if !found.is_empty() {
            let found = found.into_iter().map(|it| it.moved(|at| at + start));
            return self.report(found.collect(), Some(examined));
        }
        // Mismatched brackets, and whatever else the parser rejects.
        if let Err(error) = parser::parse_whole(&mut Lexer::new(text, self.switches)) {
            let examined = Some(examined).filter(|_| error.code == "mismatched-closer");
            self.report(vec![error.moved(|at| at + start)], examined);
        }
    }

    /// The errors of a form whose candidates are not compared.
    fn guess(&self, text: &str, mut lexemes: Vec<Lexeme>) -> Vec<Diagnostic> {
        let how_surely = if self.is_flat {
            let lines = lexemes.iter_mut();
            lines.for_each(|lexeme| lexeme.is_first = false);
            "perhaps"
        } else {
            "probably"
        };
        let candidate = guess(text, &lexemes);
        let open = opens(&candidate.lexemes);
        let errors = errors(text, &lexemes, &candidate, how_surely);
        together(errors, open.max(0) as usize)
    }

    /// Reports the errors of a form, and whether it can be repaired.
    fn report(&mut self, mut errors: Vec<Diagnostic>, examined: Option<&ExaminedForm>) {
        if let Some(examined) = examined
            && let Some(last) = errors.last_mut()
        {
            last.is_repairable = examined.obstacle.is_none();
            last.note = Some(match examined.obstacle {
                None => "`schemefmt repair` fixes this".to_owned(),
                Some(obstacle) => format!("no repair is certain: {obstacle}"),
            });
        }
        self.errors.extend(errors);
    }
}

/// The errors of a form, with a single error for all brackets missing at the same offset. This many lists are still open: if
/// everything else is missing at one offset, as at the end of a truncated text, their brackets are, too.
fn together(errors: Vec<Diagnostic>, open: usize) -> Vec<Diagnostic> {
    let are_at_one_place = |a: &Diagnostic, b: &Diagnostic| {
        a.code == UNCLOSED && b.code == UNCLOSED && a.primary_span() == b.primary_span()
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
