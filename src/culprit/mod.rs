//! Finds out what is wrong with a text that cannot be read, and where, from its indentation; each broken form is examined
//! separately.
//!
//! A parser notices a missing bracket only at the end of the text, and an extra one only where there is nothing left to
//! close. Both places can be far from the mistake. The author's indentation says more: what starts at column 0 starts a
//! form, and what starts at the column of a list is not in it.

pub(crate) mod brackets;
pub(crate) mod code;
mod habits;
mod quotes;
pub(crate) mod readable;

use std::ops::Range;

use crate::dialects::language;
use crate::options::Options;
use crate::pipeline::{Unread, read};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser::{self, opener_of};
use crate::text::diagnostics::{Diagnostic, Severity};
use crate::text::lines::Lines;
use crate::text::put_in_order;
use crate::text::source::Source;
use brackets::{Fix, Repair, Walk};
use code::{Lexeme, LexemeKind};

/// The maximum number of errors reported.
const MOST: usize = 10;
/// The maximum number of changes searched for in one form.
const MOST_REPAIRS: usize = 3;
/// The maximum number of lexemes in a form whose lines are judged, which takes some hundred bytes for each. Of a larger form, the
/// parser's error is reported.
const MOST_LEXEMES: usize = 1 << 17;
/// The maximum number of errors searched for, and so counted.
const LIMIT: usize = 1000;

/// The maximum number of forms that may stand before a library.
const MOST_HEADERS: usize = 16;

const UNCLOSED: &str = "unclosed-list";
const UNMATCHED: &str = "unmatched-closer";

/// Finds what keeps a text from being read: the errors of each broken form, in source order, each at the place where the
/// indentation suggests the mistake. Empty for a text that [`format()`](crate::format()) can read. At most ten errors are returned, followed
/// by one that says how many more there are, and by warnings of marks that are none in Scheme.
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
    let errors = match read(text, source.encoding, options) {
        Err(Unread { error, switches })
            if language::foreign_unread(text, &options.racket_languages).is_none() =>
        {
            Diagnosis::of(text, switches, &error)
        }
        _ => return Vec::new(),
    };
    let lines = Lines::of(text);
    let located = errors.into_iter().map(|error| error.located(text, &lines));
    located.collect()
}

/// What is wrong with a text, as far as it has been examined.
struct Diagnosis<'t> {
    text: &'t str,
    switches: Switches,
    errors: Vec<Diagnostic>,
    /// The number of libraries and the like that are open.
    held: usize,
    /// Whether the lines say nothing about brackets.
    is_flat: bool,
}

impl<'t> Diagnosis<'t> {
    /// Diagnoses a text that cannot be read. `error` is the parser's error.
    fn of(text: &'t str, switches: Switches, error: &Diagnostic) -> Vec<Diagnostic> {
        // The lexemes of a large text take more room than all else, so they are not kept.
        let (is_flat, warnings) = {
            let (lexemes, _) = code::lexemes(text, switches, 0);
            (
                MarginLines::of(&lexemes).is_flat(),
                habits::habits(text, &lexemes),
            )
        };
        let mut diagnosis = Diagnosis {
            text,
            switches,
            errors: Vec::new(),
            held: 0,
            is_flat,
        };
        let mut from = Some(0);
        for _ in 0..MOST {
            from = from.and_then(|from| diagnosis.stretch(from));
        }
        let mut errors = diagnosis.errors;
        if errors.is_empty() {
            errors.push(error.clone());
        }
        put_in_order(&mut errors, |error| (place(error).start, place(error).end));
        let more = errors.len().saturating_sub(MOST);
        errors.truncate(MOST);
        if let [only] = &mut errors[..]
            && only.code == UNCLOSED
            && place(only).end < text.trim_end().len()
        {
            let end = text.len()..text.len();
            *only = only.clone().with_label(end, "the file ends here");
        }
        if more > 0 {
            let plural = if more == 1 { "" } else { "s" };
            let message = format!("{more} more error{plural}");
            errors.push(Diagnostic::whole(Severity::Error, "more-errors", message));
        }
        errors.extend(warnings);
        errors
    }

    /// Diagnoses the text from an offset on, as far as a line with an odd quotation mark. Returns the offset of the first form after
    /// such a line.
    fn stretch(&mut self, from: usize) -> Option<usize> {
        let (lexemes, unclosed) = code::lexemes(self.text, self.switches, from);
        let is_string = |fault: &Diagnostic| fault.code == "unterminated-string";
        let may_be_quote = unclosed.as_ref().is_none_or(is_string);
        let suspect = may_be_quote.then(|| quotes::suspect(self.text, from));
        let suspect = suspect.flatten();
        let last = match (&suspect, &unclosed) {
            (Some(suspect), _) => Some(suspect.line.end),
            (None, Some(fault)) => Some(place(fault).start + 1),
            (None, None) => None,
        };
        // The form that contains it says nothing about brackets.
        let end = last.map_or(lexemes.len(), |last| {
            beginning_before(self.text, &lexemes, last)
        });
        let forms = forms_to_examine(self.text, &lexemes[..end], last.is_none(), &mut self.held);
        for form in forms {
            if self.errors.len() >= LIMIT {
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
        let error = match unclosed {
            Some(fault) if suspect.line.contains(&place(&fault).start) => of_form()
                .filter(|said| said.code == fault.code)
                .unwrap_or(fault),
            fault => suspect.tell(fault.as_ref()),
        };
        self.errors.push(error);
        let next = self.text[suspect.line.end..].find("\n(")?;
        Some(suspect.line.end + next + 1)
    }

    /// The parser's error for a part of the text.
    fn of_reader(&self, part: Range<usize>) -> Option<Diagnostic> {
        let mut lexer = Lexer::new(&self.text[part.clone()], self.switches);
        let parsed = parser::parse(&mut lexer);
        parsed.err().map(|error| error.moved(|at| at + part.start))
    }

    /// Diagnoses a form.
    fn form(&mut self, form: &[Lexeme]) {
        if form.len() > MOST_LEXEMES {
            return self.otherwise(form);
        }
        let mut lexemes = form.to_vec();
        if self.is_flat {
            let lines = lexemes.iter_mut();
            lines.for_each(|lexeme| lexeme.is_first = false);
        }
        let mut errors = Vec::new();
        while errors.len() < MOST_REPAIRS
            && let Some(repair) = brackets::repair(self.text, &lexemes)
        {
            errors.push(self.tell(&lexemes, &repair));
            lexemes = repair.apply(&lexemes);
        }
        if errors.is_empty() {
            return self.otherwise(form);
        }
        let open = Walk::through(self.text, &lexemes).open.len();
        self.errors.extend(together(errors, open));
    }

    /// The error for a change that would fix it.
    fn tell(&self, lexemes: &[Lexeme], repair: &Repair) -> Diagnostic {
        let probably = if self.is_flat { "perhaps" } else { "probably" };
        let span = |lexeme: usize| lexemes[lexeme].span();
        let closer = |lexeme: usize| match lexemes[lexeme].kind {
            LexemeKind::Close(closer) | LexemeKind::Open(closer) => closer,
            LexemeKind::Prefix | LexemeKind::Leaf => b')',
        };
        let missing = |bracket: u8| {
            let bracket = char::from(bracket);
            format!("a `{bracket}` is {probably} missing here")
        };
        let (mut error, evidence) = match repair.fix {
            Fix::Close { after, opener } => {
                let at = span(after).end;
                let error = Diagnostic::error(UNCLOSED, missing(closer(opener)), at..at);
                let error = error.with_label(span(opener), "opened here");
                (error, "indented like what follows that list")
            }
            Fix::Open { before } => {
                let at = span(before).start;
                let opener = opener_of(repair.unmatched.map_or(b')', closer));
                let error = Diagnostic::error(UNMATCHED, missing(opener), at..at);
                (error, "indented as part of the list that begins there")
            }
            Fix::DropOpener { opener } => {
                let message = format!("this `{}` is {probably} extra", &self.text[span(opener)]);
                (Diagnostic::error(UNCLOSED, message, span(opener)), "")
            }
            Fix::DropCloser { closer: extra } => {
                let mut message =
                    format!("this `{}` is {probably} extra", char::from(closer(extra)));
                if repair.witness.is_none() {
                    message += ", or one that opens is missing before it";
                }
                let error = Diagnostic::error(UNMATCHED, message, span(extra));
                (error, "indented as part of the list that it closes")
            }
        };
        if let Some(witness) = repair.witness {
            error = error.with_label(span(witness), evidence);
        }
        if let Some(closer) = repair.unmatched
            && repair.fix != (Fix::DropCloser { closer })
        {
            error = error.with_label(span(closer), "so this one closes nothing");
        }
        error
    }

    /// Diagnoses a form for other errors: mismatched brackets, and whatever the parser rejects.
    fn otherwise(&mut self, form: &[Lexeme]) {
        if let (Some(first), Some(last)) = (form.first(), form.last()) {
            let error = self.of_reader(first.start as usize..last.end as usize);
            self.errors.extend(error);
        }
    }
}

/// A form that may be broken.
struct Candidate {
    lexemes: Range<usize>,
    /// Whether a library or the like may be open around a part of it.
    is_held: bool,
}

/// The forms that may be broken, in source order but for libraries: each stretch between two brackets at the margin, unless what it
/// lacks belongs to a library around it. `held` counts the libraries and the like that are open.
fn forms_to_examine(
    text: &str,
    lexemes: &[Lexeme],
    is_to_the_end: bool,
    held: &mut usize,
) -> Vec<Candidate> {
    let forms = margin_forms(text, lexemes);
    let is_definition = |form: &MarginForm| form.is_definition(text, lexemes);
    // The form with which the outermost library starts, and the one that closed it.
    let (mut holder, mut last_held) = (0, None);
    let candidate = |lexemes, held: usize| Candidate {
        lexemes,
        is_held: held > 0,
    };
    let mut found = Vec::new();
    let mut number = 0;
    while number < forms.len() {
        let form = &forms[number];
        let own = &lexemes[form.lexemes.clone()];
        if own.len() > MOST_LEXEMES {
            found.push(candidate(form.lexemes.clone(), *held));
            number += 1;
            continue;
        }
        let walk = Walk::through(text, own);
        let holds = number + 1 < forms.len() && holds(&walk, &forms);
        let next = forms.get(number + 1);
        let are_definitions = is_definition(form) && next.is_some_and(is_definition);
        let end = form.closes_at.filter(|_| *held == 0 && !are_definitions);
        match (form.unmatched(), walk.open.len(), end) {
            (0, opened @ 1.., _) if holds => {
                if *held == 0 {
                    (holder, last_held) = (number, None);
                }
                *held += opened;
            }
            (closed @ 1.., 0, _) if closed <= *held => {
                *held -= closed;
                if *held == 0 {
                    last_held = Some(number);
                }
            }
            (1, 0, _) if *held == 0 && last_held.is_some() => {
                // The library extends to here.
                let early = last_held.take().unwrap_or(number);
                found.push(candidate(forms[early].lexemes.clone(), *held));
            }
            // The author puts lines of this form at the margin.
            (0, 1.., Some(end)) => {
                found.push(Candidate {
                    lexemes: form.lexemes.start..forms[end].lexemes.end,
                    is_held: true,
                });
                number = end;
            }
            _ => found.push(candidate(form.lexemes.clone(), *held)),
        }
        number += 1;
    }
    if *held > 0 && is_to_the_end {
        let start = forms.get(holder).map_or(0, |form| form.lexemes.start);
        found.push(candidate(start..lexemes.len(), *held));
    }
    found
}

/// Whether the lists that a form leaves open are libraries and the like, to which the forms after it may belong.
fn holds(walk: &Walk<'_>, forms: &[MarginForm]) -> bool {
    let ends_a_library = forms.last().is_some_and(|form| form.unmatched() > 0);
    walk.open.iter().all(|&list| {
        let list = &walk.lists[list];
        list.is_open_ended() || (list.is_container || list.is_header()) && ends_a_library
    })
}

/// The library or module that extends from a form to the end of the text, if the forms in it stand at the margin like itself: the index of
/// its first lexeme, and those of the brackets of the lists that hold the other forms.
fn library(text: &str, lexemes: &[Lexeme]) -> Option<(usize, Vec<usize>)> {
    let forms = margin_forms(text, lexemes);
    let header = forms.iter().take(MOST_HEADERS).find(|form| {
        form.unmatched() == 0 && form.lexemes.len() < MOST_LEXEMES && {
            let own = &lexemes[form.lexemes.clone()];
            own.iter().map(Lexeme::opens).sum::<i64>() > 0
        }
    })?;
    let start = header.lexemes.start;
    let walk = Walk::through(text, &lexemes[header.lexemes.clone()]);
    let is_last = header.lexemes.end == lexemes.len();
    let openers = walk.open.iter().map(|list| walk.lists[*list].opener);
    (!is_last && holds(&walk, &forms)).then(|| (start, openers.collect()))
}

/// The forms of a text that cannot be read, as far as these can be told apart, each with its lines.
pub(crate) struct Broken {
    /// Those whose brackets do not balance.
    pub(crate) forms: Vec<Range<usize>>,
    /// Those around some of these, which may be read after these are repaired.
    pub(crate) around: Vec<Range<usize>>,
    /// Those whose brackets do.
    pub(crate) sound: Vec<Range<usize>>,
    /// Those of these that stand for themselves whatever the broken ones mean, in source order.
    pub(crate) readable: Vec<Range<usize>>,
    /// The offset from which on a string may have been taken for code, or code for a string.
    pub(crate) doubtful: Option<usize>,
    /// Whether lines inside of lists begin at the margin like those of the forms.
    pub(crate) is_unindented: bool,
    /// A library that holds the last form of the text: its range, and where the brackets of the lists are in it that hold forms at the
    /// margin, by lexemes.
    pub(crate) library: Option<(Range<usize>, Vec<usize>)>,
}

/// The pieces of a form: data at the margin that follow after a blank line are apart from it.
fn pieces(text: &str, lexemes: &[Lexeme], form: Candidate) -> Vec<Candidate> {
    let is_held = form.is_held;
    let piece = |lexemes| Candidate { lexemes, is_held };
    let form = form.lexemes;
    let margin = lexemes[form.start].column;
    let mut pieces = Vec::new();
    let mut start = form.start;
    for number in form.start + 1..form.end {
        let lexeme = &lexemes[number];
        let is_at_margin = lexeme.is_first && lexeme.column <= margin;
        if is_at_margin && lexeme.opens() == 0 && is_apart(text, lexemes, number) {
            pieces.push(piece(start..number));
            start = number;
        }
    }
    pieces.push(piece(start..form.end));
    pieces
}

/// Whether there is a line without code between a lexeme and the one before.
fn is_apart(text: &str, lexemes: &[Lexeme], number: usize) -> bool {
    let before = number.checked_sub(1).map(|before| &lexemes[before]);
    before.is_some_and(|before| {
        let between = &text[before.end as usize..lexemes[number].start as usize];
        between.matches('\n').count() > 1
    })
}

/// How many lines begin at the margin, and of how many.
struct MarginLines {
    count: usize,
    of: usize,
    /// How many of them open a list.
    opening: usize,
    /// How many of these are followed by another line at the margin.
    unindented: usize,
}

impl MarginLines {
    fn of(lexemes: &[Lexeme]) -> Self {
        let margin = lexemes
            .iter()
            .filter(|lexeme| lexeme.is_first)
            .map(|lexeme| lexeme.column)
            .min();
        let lines: Vec<&[Lexeme]> = lexemes.chunk_by(|_, next| !next.is_first).collect();
        let is_at_margin = |line: &[Lexeme]| Some(line[0].column) == margin;
        let mut found = MarginLines {
            count: lines.iter().filter(|line| is_at_margin(line)).count(),
            of: lines.len(),
            opening: 0,
            unindented: 0,
        };
        for pair in lines.windows(2) {
            let (line, next) = (pair[0], pair[1]);
            let is_open = line.iter().map(Lexeme::opens).sum::<i64>() > 0;
            if is_open && is_at_margin(line) {
                found.opening += 1;
                found.unindented += usize::from(is_at_margin(next));
            }
        }
        found
    }

    /// Whether such lines that open a list are followed by another one there, more often than every third one is.
    fn is_unindented(&self) -> bool {
        self.unindented >= 2 && 3 * self.unindented > self.opening
    }

    /// Whether nearly all of these are, and most lines begin at the margin, so that the lines say nothing.
    fn is_flat(&self) -> bool {
        self.unindented >= 2 && 4 * self.unindented > 3 * self.opening && 2 * self.count > self.of
    }
}

/// Finds the broken forms of a text.
pub(crate) fn broken(text: &str, switches: Switches) -> Broken {
    let (lexemes, unclosed) = code::lexemes(text, switches, 0);
    let suspect = quotes::suspect(text, 0).map(|suspect| suspect.line.start);
    let unclosed = unclosed.map(|fault| place(&fault).start);
    let doubtful = suspect.into_iter().chain(unclosed).min();
    let mut held = 0;
    let found = forms_to_examine(text, &lexemes, true, &mut held);
    let lines = Lines::of(text);
    let (mut forms, mut sound, mut readable) = (Vec::new(), Vec::new(), Vec::new());
    let found = found
        .into_iter()
        .flat_map(|form| pieces(text, &lexemes, form));
    for Candidate {
        lexemes: form,
        is_held,
    } in found
    {
        let first = lexemes[form.start].start as usize;
        let start = lines.start_of(first);
        let end = lexemes[form.end - 1].end as usize;
        let end = lines.start(lines.line(end) + 1).unwrap_or(text.len());
        // A comment may end before the form on its first line.
        if parser::parse(&mut Lexer::new(&text[first..end], switches)).is_err() {
            forms.push(start..end);
            continue;
        }
        if !is_held && doubtful.is_none_or(|from| end <= from) {
            readable.push(start..end);
        }
        sound.push(start..end);
    }
    put_in_order(&mut readable, |form| (form.start, 0));
    readable.dedup_by(|next, last| next.start < last.end);
    // Of a library and the forms in it, these come first.
    put_in_order(&mut forms, |form| (form.end, !form.start));
    let (mut apart, mut around): (Vec<Range<usize>>, _) = (Vec::new(), Vec::new());
    for form in forms {
        match apart.last() {
            Some(last) if form.start < last.end => around.push(form),
            _ => apart.push(form),
        }
    }
    let library = library(text, &lexemes).map(|(start, openers)| {
        let start = lines.start_of(lexemes[start].start as usize);
        (start..text.len(), openers)
    });
    Broken {
        forms: apart,
        library,
        around,
        sound,
        readable,
        doubtful,
        is_unindented: MarginLines::of(&lexemes).is_unindented(),
    }
}

/// The position at which an error is reported.
fn place(error: &Diagnostic) -> Range<usize> {
    error
        .labels
        .first()
        .map_or(0..0, |label| label.span.clone())
}

/// The index of the lexeme that starts the last form before an offset.
fn beginning_before(text: &str, lexemes: &[Lexeme], offset: usize) -> usize {
    let until = lexemes.partition_point(|lexeme| (lexeme.start as usize) < offset);
    margin_forms(text, &lexemes[..until])
        .last()
        .map_or(0, |form| form.lexemes.start)
}

/// A stretch of lexemes that starts with a bracket at the margin, or at the start of the text; in a text without indentation, with such
/// a bracket that begins a definition or is apart from the line before.
struct MarginForm {
    lexemes: Range<usize>,
    /// Opening minus closing brackets, from the start of the text to the start of the stretch.
    before: i64,
    /// The minimum of that after any lexeme of the stretch.
    least: i64,
    /// The first stretch, this one or one after it, that brings the brackets down to the level before this one.
    closes_at: Option<usize>,
}

impl MarginForm {
    fn is_definition(&self, text: &str, lexemes: &[Lexeme]) -> bool {
        brackets::is_definition(text, &lexemes[self.lexemes.clone()])
    }

    /// The number of closing brackets in it that close lists opened before it.
    fn unmatched(&self) -> usize {
        (self.before - self.least).max(0) as usize
    }
}

fn margin_forms(text: &str, lexemes: &[Lexeme]) -> Vec<MarginForm> {
    let begins_line = |lexeme: &&Lexeme| lexeme.is_first && lexeme.opens() == 1;
    // Nearly always column 0.
    let columns = lexemes.iter().filter(begins_line);
    let margin = columns.map(|lexeme| lexeme.column).min().unwrap_or(0);
    let is_flat = MarginLines::of(lexemes).is_flat();
    let begins_form = |number: usize| {
        let lexeme = &lexemes[number];
        let is_at_margin = begins_line(&lexeme) && lexeme.column == margin;
        is_at_margin
            && (!is_flat
                || brackets::is_definition(text, &lexemes[number..])
                || is_apart(text, lexemes, number))
    };
    let mut forms: Vec<MarginForm> = Vec::new();
    let mut height = 0;
    for (number, lexeme) in lexemes.iter().enumerate() {
        if forms.is_empty() || begins_form(number) {
            forms.push(MarginForm {
                lexemes: number..number,
                before: height,
                least: i64::MAX,
                closes_at: None,
            });
        }
        height += lexeme.opens();
        if let Some(form) = forms.last_mut() {
            form.lexemes.end = number + 1;
            form.least = form.least.min(height);
        }
    }
    // The stretches to the right, nearest last, each with a lower level than all in between.
    let mut lower: Vec<usize> = Vec::new();
    for number in (0..forms.len()).rev() {
        let MarginForm { before, least, .. } = forms[number];
        lower.truncate(lower.partition_point(|&form| forms[form].least < least));
        lower.push(number);
        let nearest = lower.partition_point(|&form| forms[form].least <= before);
        forms[number].closes_at = nearest.checked_sub(1).map(|i| lower[i]);
    }
    forms
}

/// The errors of a form, with a single error for all brackets missing at the same place. This many lists are still open: if
/// everything else is missing at one place, as at the end of a truncated text, their brackets are, too.
fn together(errors: Vec<Diagnostic>, open: usize) -> Vec<Diagnostic> {
    let mut places: Vec<(Diagnostic, usize)> = Vec::new();
    for error in errors {
        let first = places.iter_mut().find(|(first, _)| {
            let is_unclosed = first.code == UNCLOSED && error.code == UNCLOSED;
            is_unclosed && place(first) == place(&error)
        });
        let Some((first, more)) = first else {
            places.push((error, 0));
            continue;
        };
        for label in error.labels {
            if !first.labels.contains(&label) {
                first.labels.push(label);
            }
        }
        *more += 1;
    }
    if let [(_, more @ 1..)] = &mut places[..] {
        *more += open;
    }
    let counted = |(mut error, more): (Diagnostic, usize)| {
        if more > 0 {
            error.message = format!("{}, and {more} more", error.message);
        }
        error
    };
    places.into_iter().map(counted).collect()
}
