//! Restores a lost or added quotation mark, where one place for it is far more probable than all others.
//!
//! At each of the [places](super::quotes) where a mark may be wrong, the form has to be sound after the change. The changes are ranked by
//! where lines stand, as those of brackets are, and by the words around: a name that the text uses elsewhere is code rather than part
//! of a string.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::arities::arity;
use super::candidates::{DelimiterChange, Draft};
use super::examine::{BrokenText, ExaminedForm, MOST_WORK_IN_ALL, with_probabilities};
use super::obstacles::Obstacle;
use crate::forms::packs::built_in;
use crate::syntax::lexemes::{LexemeKind, lexemes};
use crate::syntax::lexer::Lexer;
use crate::syntax::margin::{beginning_before, broken};
use crate::syntax::parser;
use crate::syntax::quotes::places;
use crate::syntax::token::{Token, TokenKind};
use crate::text::lines::Lines;
use crate::text::replaced;

/// The probability from which a change is made.
const CERTAIN: f64 = 0.98;

// Natural logarithms of probabilities, counted in lines with strings.

/// Lexemes in code: a bracket, a name that is used elsewhere, another word, and a word unlike a name.
const BRACKET_IN_CODE: f64 = -0.6;
const IN_CODE: [f64; 3] = [-0.9, -3.2, -5.2];
/// Lexemes in strings, likewise.
const BRACKET_IN_STRING: f64 = -0.7;
const IN_STRING: [f64; 3] = [-1.8, -0.8, -1.1];
/// A string at the start of a list, and an empty one.
const FIRST: f64 = -2.0;
const EMPTY: f64 = -3.6;
/// A string that contains brackets.
const BRACKETED: f64 = -2.2;
/// A string that begins or ends with a blank, or that has several lines; a comment behind code.
const BLANK_AT_AN_END: f64 = -3.2;
const SEVERAL_LINES: f64 = -4.2;
const COMMENT: f64 = -3.0;

impl BrokenText<'_> {
    /// Examines the form in which a quotation mark is missing or extra, if its repair clearly separates strings from code.
    pub(super) fn examine_string(&self, mark: Option<usize>) -> Option<ExaminedForm> {
        let places = places(self.text);
        let (first, last) = (places.first()?.start, places.last()?.end);
        let lines = Lines::of(self.text).around(self.text, &(first..last));
        let form = self.form_around(&lines);
        let text = &self.text[form.clone()];
        if text.len() * places.len() > MOST_WORK_IN_ALL {
            return None;
        }
        let drafts = places
            .into_iter()
            .filter_map(|place| self.draft(text, place.start - form.start..place.end - form.start));
        let drafts: Vec<Draft> = drafts.collect();
        let mended = replaced(self.text, [(form.clone(), drafts.first()?.applied(text))]);
        let found = broken(&mended, self.switches);
        if found.doubtful.is_some() {
            return None;
        }
        let (dialect, options) = (self.dialect.clone(), &self.options);
        let rest = BrokenText::new(&mended, self.switches, dialect, options);
        let mut judged = self.judge_all(text, drafts, &rest.model(&found.sound));
        let names = rest.names(&lines);
        let lines = lines.start - form.start..lines.end - form.start;
        for judged in &mut judged {
            let end = lines.end.saturating_add_signed(judged.draft.growth());
            let words = self.words(&judged.draft.applied(text), &(lines.start..end), &names);
            judged.weight.evidence = judged.weight.lines + words;
        }
        judged.sort_by(|a, b| b.weight.evidence.total_cmp(&a.weight.evidence));
        let best = judged.first()?;
        let odds = judged.iter().map(|it| it.odds(best));
        let probability = 1.0 / odds.sum::<f64>();
        Some(ExaminedForm {
            form,
            judged: with_probabilities(judged, probability),
            signs: None,
            obstacle: (probability < CERTAIN).then_some(Obstacle::OpenString { mark }),
        })
    }

    /// The form that contains some lines: up to the next line at the margin that begins with a bracket.
    fn form_around(&self, lines: &Range<usize>) -> Range<usize> {
        let (lexemes, _) = lexemes(self.text, self.switches, 0);
        let first = lexemes.get(beginning_before(self.text, &lexemes, lines.end));
        let first = first
            .map_or(0, |first| first.start as usize)
            .min(lines.start);
        let start = Lines::of(self.text).start_of(first);
        let margin = &self.text[start..first];
        let begins_form = |line: &&str| {
            let code = line.strip_prefix(margin);
            code.is_some_and(|code| code.starts_with(['(', '[', '{']))
        };
        let after = &self.text[lines.end..];
        let rest = after
            .split_inclusive(['\n', '\r'])
            .take_while(|line| !begins_form(line));
        start..lines.end + rest.map(str::len).sum::<usize>()
    }

    /// The draft that removes the mark at a place in a form, or inserts one; none if the form cannot be read after it.
    fn draft(&self, form: &str, place: Range<usize>) -> Option<Draft> {
        let change = DelimiterChange {
            delimiter: place.is_empty().then_some(b'"'),
            run: 1,
            place: place.start,
            span: place,
        };
        let mut draft = Draft {
            changes: vec![change],
            lexemes: Vec::new(),
            cost: 0,
        };
        let applied = draft.applied(form);
        parser::parse(&mut Lexer::new(&applied, self.switches)).ok()?;
        draft.lexemes = lexemes(&applied, self.switches, 0).0;
        Some(draft)
    }

    /// The names in the code of the text, except on some lines.
    fn names(&self, lines: &Range<usize>) -> FxHashSet<&str> {
        let (lexemes, _) = lexemes(self.text, self.switches, 0);
        let leaves = lexemes
            .iter()
            .filter(|it| it.kind == LexemeKind::Leaf)
            .map(|it| it.span());
        let others = leaves.filter(|it| it.end <= lines.start || it.start > lines.end);
        others.map(|it| &self.text[it]).collect()
    }

    /// The probability of the words on some lines of a form, given their places in code, strings and comments.
    fn words(&self, form: &str, lines: &Range<usize>, names: &FxHashSet<&str>) -> f64 {
        let sort = |word: &str| {
            if names.contains(word) || arity(word).is_some() || built_in().name(word).is_some() {
                0
            } else if word.ends_with(':')
                || word.contains(|c: char| c.is_uppercase() || "~\\.@%/".contains(c))
            {
                2
            } else {
                1
            }
        };
        let of_words = |text: &str| -> f64 {
            let words = text.split(|c: char| c.is_whitespace() || "()[]{}'\"`,;".contains(c));
            let words = words.filter(|word| word.contains(char::is_alphabetic));
            words.map(|word| IN_STRING[sort(word)]).sum()
        };
        let of_token = |token: Token| {
            let here = &form[token.span().start.max(lines.start)..token.span().end.min(lines.end)];
            match token.kind {
                TokenKind::Open | TokenKind::Close => BRACKET_IN_CODE,
                TokenKind::Atom if here.contains(char::is_alphabetic) => IN_CODE[sort(here)],
                TokenKind::Atom => IN_CODE[0],
                TokenKind::String => {
                    let inside = token.text(form).trim_matches('"');
                    let brackets = here.matches(['(', ')', '[', ']']).count();
                    let signs = [
                        (form[..token.span().start].ends_with(['(', '[']), FIRST),
                        (inside.is_empty(), EMPTY),
                        (brackets > 0, BRACKETED),
                        (inside.starts_with(' '), BLANK_AT_AN_END),
                        (inside.ends_with(' '), BLANK_AT_AN_END),
                        (inside.contains('\n'), SEVERAL_LINES),
                    ];
                    let signs = signs.into_iter().filter(|(is_there, _)| *is_there);
                    of_words(here)
                        + BRACKET_IN_STRING * brackets as f64
                        + signs.map(|(_, weight)| weight).sum::<f64>()
                }
                TokenKind::LineComment => COMMENT + of_words(here),
                _ => 0.0,
            }
        };
        let touches = |it: &Token| (it.start as usize) < lines.end && it.end as usize > lines.start;
        let tokens = Lexer::new(form, self.switches).filter(touches);
        tokens.map(of_token).sum()
    }
}
