//! Finds the forms of a text that cannot be read, and those of them that cannot be read themselves.
//!
//! A parser notices a missing bracket only at the end of the text, and an extra one only where there is nothing left to
//! close. Both places can be far from the mistake. The author's indentation says more: what starts at column 0 starts a
//! form, and what starts at the column of a list is not in it.

use std::cmp::Reverse;
use std::ops::Range;

use crate::syntax::conflict::FIRST_MARKER;
use crate::syntax::lexemes::{self, Lexeme, LexemeKind, OpenList, opens};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser;
use crate::syntax::quotes;
use crate::text::lines::{Lines, ends_lines_alike, line_end};

/// The maximum number of lexemes in a form whose lines are judged, which takes some hundred bytes for each. Of a larger form, the
/// parser's error is reported.
pub(crate) const MAX_LEXEMES: usize = 1 << 17;
/// The maximum number of forms that may stand before a library.
const MAX_HEADERS: usize = 16;

/// A form that may be unreadable.
struct Stretch {
    lexemes: Range<usize>,
    /// Whether a library or the like may be open around a part of it.
    is_held: bool,
}

/// The forms that may be unreadable, in source order except for libraries: each stretch between two brackets at the margin, unless the
/// brackets that it lacks belong to a library around it.
fn forms_to_examine(text: &str, lexemes: &[Lexeme]) -> Vec<Stretch> {
    let forms = margin_forms(text, lexemes);
    let is_definition = |form: &MarginForm| form.is_definition(text, lexemes);
    // How many libraries are open, the form with which the outermost starts, and the one that closed it.
    let (mut held, mut holder, mut last_held) = (0, 0, None);
    let stretch = |lexemes, is_held| Stretch { lexemes, is_held };
    let mut found = Vec::new();
    let mut number = 0;
    while number < forms.len() {
        let form = &forms[number];
        let own = &lexemes[form.lexemes.clone()];
        if own.len() > MAX_LEXEMES {
            found.push(stretch(form.lexemes.clone(), held > 0));
            number += 1;
            continue;
        }
        let open = OpenList::after(text, own);
        let holds = number + 1 < forms.len() && holds(&open, &forms);
        let pair = &forms[number..forms.len().min(number + 2)];
        let are_definitions = pair.len() == 2 && pair.iter().all(is_definition);
        let end = form.closes_at.filter(|_| held == 0 && !are_definitions);
        match (form.unmatched(), open.len(), end) {
            (0, opened @ 1.., _) if holds => {
                if held == 0 {
                    (holder, last_held) = (number, None);
                }
                held += opened;
            }
            (closed @ 1.., 0, _) if closed <= held => {
                held -= closed;
                if held == 0 {
                    last_held = Some(number);
                }
            }
            (1, 0, _) if held == 0 && last_held.is_some() => {
                // The library extends to here.
                let early = last_held.take().unwrap_or(number);
                found.push(stretch(forms[early].lexemes.clone(), false));
            }
            // The author puts lines of this form at the margin.
            (0, 1.., Some(end)) => {
                found.push(stretch(form.lexemes.start..forms[end].lexemes.end, true));
                number = end;
            }
            _ => found.push(stretch(form.lexemes.clone(), held > 0)),
        }
        number += 1;
    }
    if held > 0 {
        let start = forms.get(holder).map_or(0, |form| form.lexemes.start);
        found.push(stretch(start..lexemes.len(), true));
    }
    found
}

/// Whether the lists that a form leaves open may contain the forms after it, as libraries do.
fn holds(open: &[OpenList<'_>], forms: &[MarginForm]) -> bool {
    let is_last = |form: &MarginForm| form.closes_in_paragraph == Some(forms.len() - 1);
    let ends_a_library =
        forms.last().is_some_and(|form| form.unmatched() > 0) && !forms.iter().any(is_last);
    open.iter().all(|list| {
        list.is_open_ended() || (list.is_container() || list.is_header()) && ends_a_library
    })
}

/// The library or module that extends from a form to the end of the text, if the forms in it stand at the margin like itself: the index of
/// its first lexeme, and those of the brackets of the lists that hold the other forms.
fn library(text: &str, lexemes: &[Lexeme]) -> Option<(usize, Vec<usize>)> {
    let forms = margin_forms(text, lexemes);
    let header = forms.iter().take(MAX_HEADERS).find(|form| {
        form.unmatched() == 0
            && form.lexemes.len() < MAX_LEXEMES
            && opens(&lexemes[form.lexemes.clone()]) > 0
    })?;
    let start = header.lexemes.start;
    let open = OpenList::after(text, &lexemes[header.lexemes.clone()]);
    let is_last = header.lexemes.end == lexemes.len();
    let openers = open.iter().filter_map(|list| list.opener);
    (!is_last && holds(&open, &forms)).then(|| (start, openers.collect()))
}

/// The forms of a text that cannot be read, as far as they can be separated, each with its lines.
pub(crate) struct SeparatedForms {
    /// The unbalanced forms.
    pub(crate) unbalanced: Vec<Range<usize>>,
    /// The forms around some of these, which may be readable after the repair of the inner ones.
    pub(crate) around: Vec<Range<usize>>,
    /// The balanced forms.
    pub(crate) balanced: Vec<Range<usize>>,
    /// The balanced forms that are independent of the unreadable ones, in source order.
    pub(crate) readable: Vec<Range<usize>>,
    /// The offset from which strings may have been taken for code, or code for strings.
    pub(crate) doubtful: Option<usize>,
    /// The quotation mark that is most probably wrong.
    pub(crate) mark: Option<usize>,
    /// Whether lines within lists begin at the margin, too.
    pub(crate) is_unindented: bool,
    /// A library that holds the last form of the text: its range, and where the brackets of the lists are in it that hold forms at the
    /// margin, by lexemes.
    pub(crate) library: Option<(Range<usize>, Vec<usize>)>,
}

/// The pieces of a form. A datum at the margin after a blank line is a separate piece, and so is a merge conflict. If a list is open, a name
/// or a number there belongs to it: these are hardly ever a program's forms.
fn pieces(text: &str, lexemes: &[Lexeme], form: Stretch) -> Vec<Stretch> {
    let is_held = form.is_held;
    let piece = |lexemes| Stretch { lexemes, is_held };
    let form = form.lexemes;
    let margin = lexemes[form.start].column;
    let mut pieces = Vec::new();
    let mut start = form.start;
    let mut height = 0;
    for number in form.start + 1..form.end {
        height += lexemes[number - 1].opens();
        let lexeme = &lexemes[number];
        let is_at_margin = lexeme.is_first && lexeme.column <= margin;
        let code = &text[lexeme.span()];
        let is_item = height > 0 && lexeme.kind == LexemeKind::Leaf && !code.starts_with('"');
        let is_conflict = || height == 0 && code.starts_with(FIRST_MARKER);
        let begins_piece = || is_apart(text, lexemes, number) && !is_item || is_conflict();
        if is_at_margin && lexeme.opens() == 0 && begins_piece() {
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

/// The number of lines at the margin, and of all lines.
pub(crate) struct MarginLines {
    count: usize,
    of: usize,
    /// The number of lines at the margin that open a list.
    opening: usize,
    /// The number of these before another line at the margin.
    unindented: usize,
}

impl MarginLines {
    pub(crate) fn of(lexemes: &[Lexeme]) -> Self {
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
            if opens(line) > 0 && is_at_margin(line) {
                found.opening += 1;
                found.unindented += usize::from(is_at_margin(next));
            }
        }
        found
    }

    /// Whether more than a third of the lines that open a list at the margin are followed by another line there.
    fn is_unindented(&self) -> bool {
        self.unindented >= 2 && 3 * self.unindented > self.opening
    }

    /// Whether nearly all of them are, and most lines begin at the margin, so that indentation says nothing.
    pub(crate) fn is_flat(&self) -> bool {
        self.unindented >= 2 && 4 * self.unindented > 3 * self.opening && 2 * self.count > self.of
    }
}

/// Whether a bracket was probably lost in a form although it is balanced, as in `library (a)`: a line at the margin or outside of all
/// lists begins with an atom, and goes on.
pub(crate) fn lacks_opener(form: &[Lexeme]) -> bool {
    let mut height = 0;
    form.windows(2).any(|pair| {
        let is_outside = height == 0 || pair[0].column <= form[0].column;
        height += pair[0].opens();
        let begins_line = pair[0].is_first && !pair[1].is_first;
        is_outside && begins_line && pair[0].kind == LexemeKind::Leaf
    })
}

/// Separates the forms of a text that cannot be read.
pub(crate) fn separate_forms(text: &str, switches: Switches) -> SeparatedForms {
    let (lexemes, unclosed) = lexemes::lexemes(text, switches);
    let suspect = quotes::suspect(text, switches);
    let mark = suspect.as_ref().and_then(|suspect| suspect.mark);
    let suspect = suspect.map(|suspect| suspect.line.start);
    let unclosed = unclosed.map(|fault| fault.primary_span().start);
    let doubtful = suspect.into_iter().chain(unclosed).min();
    let found = forms_to_examine(text, &lexemes);
    let lines = Lines::of(text);
    let own = line_end(text);
    let (mut unbalanced, mut balanced, mut readable) = (Vec::new(), Vec::new(), Vec::new());
    let found = found
        .into_iter()
        .flat_map(|form| pieces(text, &lexemes, form));
    for Stretch {
        lexemes: form,
        is_held,
    } in found
    {
        let code = &lexemes[form.clone()];
        let first = code[0].start as usize;
        let start = lines.start_of(first);
        // A line end may be part of a lexeme, as in a character.
        let last = lexemes[form.end - 1].end as usize - 1;
        let end = lines.start(lines.line(last) + 1).unwrap_or(text.len());
        // A comment may end before the form on its first line.
        let form = &text[first..end];
        let is_balanced = ends_lines_alike(form, own)
            && parser::parse_whole(&mut Lexer::new(form, switches)).is_ok();
        if !is_balanced {
            unbalanced.push(start..end);
            continue;
        }
        let is_certain = !is_held && doubtful.is_none_or(|from| end <= from);
        if is_certain && !lacks_opener(code) {
            readable.push(start..end);
        }
        balanced.push(start..end);
    }
    readable.sort_unstable_by_key(|form| form.start);
    readable.dedup_by(|next, last| next.start < last.end);
    let (apart, around) = apart_and_around(unbalanced);
    let library = library(text, &lexemes).map(|(start, openers)| {
        let start = lines.start_of(lexemes[start].start as usize);
        (start..text.len(), openers)
    });
    SeparatedForms {
        unbalanced: apart,
        library,
        around,
        balanced,
        readable,
        doubtful,
        mark: mark.or(unclosed),
        is_unindented: MarginLines::of(&lexemes).is_unindented(),
    }
}

/// The forms that hold no other one, and those that do.
fn apart_and_around(mut forms: Vec<Range<usize>>) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    // The forms in a library come before the library.
    forms.sort_by_key(|form| (form.end, Reverse(form.start)));
    let (mut apart, mut around): (Vec<Range<usize>>, _) = (Vec::new(), Vec::new());
    for form in forms {
        match apart.last() {
            Some(last) if form.start < last.end => around.push(form),
            _ => apart.push(form),
        }
    }
    (apart, around)
}

/// A stretch of lexemes from a bracket at the margin, or from the start of the text. In a text without indentation, the bracket must begin
/// a definition or follow a blank line.
struct MarginForm {
    pub(crate) lexemes: Range<usize>,
    /// Opening minus closing brackets, from the start of the text to the start of the stretch.
    before: i64,
    /// The minimum of this level within the stretch.
    least: i64,
    /// The first stretch, this one or one after it, that brings the brackets down to the level before this one. If there is none, the next.
    closes_at: Option<usize>,
    /// The stretch that brings them lowest in the same paragraph before the next definition, if it closes any list of this one.
    closes_in_paragraph: Option<usize>,
}

impl MarginForm {
    fn is_definition(&self, text: &str, lexemes: &[Lexeme]) -> bool {
        lexemes::is_definition(text, &lexemes[self.lexemes.clone()])
    }

    /// The number of closing brackets in it that close lists opened before it.
    fn unmatched(&self) -> usize {
        (self.before - self.least).max(0) as usize
    }
}

fn margin_forms(text: &str, lexemes: &[Lexeme]) -> Vec<MarginForm> {
    let begins_line = |lexeme: &&Lexeme| lexeme.is_first && lexeme.opens() == 1;
    // This is nearly always column 0.
    let openers = lexemes.iter().filter(begins_line);
    // The first form may lack its bracket.
    let columns = openers.chain(lexemes.first()).map(|lexeme| lexeme.column);
    let margin = columns.min().unwrap_or(0);
    let is_flat = MarginLines::of(lexemes).is_flat();
    let begins_form = |number: usize| {
        let lexeme = &lexemes[number];
        let is_at_margin = begins_line(&lexeme) && lexeme.column == margin;
        is_at_margin
            && (!is_flat
                || lexemes::is_definition(text, &lexemes[number..])
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
                closes_in_paragraph: None,
            });
        }
        height += lexeme.opens();
        if let Some(form) = forms.last_mut() {
            form.lexemes.end = number + 1;
            form.least = form.least.min(height);
        }
    }
    find_ends(text, lexemes, &mut forms, height);
    forms
}

/// Finds where each stretch is closed, given the level at the end of the text.
fn find_ends(text: &str, lexemes: &[Lexeme], forms: &mut [MarginForm], mut after: i64) {
    // The stretches to the right, nearest last, each with a lower level than all in between.
    let mut lower: Vec<usize> = Vec::new();
    // The one with the lowest level in the rest of the paragraph, before the next definition.
    let mut deepest: Option<usize> = None;
    for number in (0..forms.len()).rev() {
        let MarginForm { before, least, .. } = forms[number];
        let closer = |lower: &[usize]| {
            let count = lower.partition_point(|&form| forms[form].least <= before);
            count.checked_sub(1).map(|i| lower[i])
        };
        let later = closer(&lower);
        lower.truncate(lower.partition_point(|&form| forms[form].least < least));
        lower.push(number);
        // A stretch may open lists after others that it closes.
        let nearest = if after > before {
            later
        } else {
            closer(&lower)
        };
        let in_paragraph = deepest.filter(|&form| forms[form].least < after);
        forms[number].closes_in_paragraph = in_paragraph;
        forms[number].closes_at = nearest.or(in_paragraph);
        let deeper = deepest.filter(|&form| forms[form].least < least);
        let begins_anew = is_apart(text, lexemes, forms[number].lexemes.start)
            || forms[number].is_definition(text, lexemes);
        deepest = (!begins_anew).then(|| deeper.unwrap_or(number));
        after = before;
    }
}
