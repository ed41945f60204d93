//! Removes a quotation mark that is written twice.

use std::ops::Range;

use super::candidates::{Candidate, DelimiterChange};
use super::examine::{BrokenText, ExaminedForm, SURE};
use super::model::Model;
use crate::syntax::lexemes::lexemes;
use crate::syntax::margin::{beginning_before, broken};
use crate::syntax::quotes::doubled;
use crate::text::lines::Lines;
use crate::text::replaced;

impl BrokenText<'_> {
    /// Examines the form in which a quotation mark is written twice, if its repair clearly separates strings from code.
    pub(super) fn examine_string(&self) -> Option<ExaminedForm> {
        let mark = doubled(self.text, self.switches)?;
        let form = self.form_around(mark..mark + 1);
        let text = &self.text[form.clone()];
        let place = mark - form.start;
        let mut candidate = Candidate {
            changes: vec![DelimiterChange {
                span: place..place + 1,
                delimiter: None,
                run: 1,
                place,
            }],
            ..Candidate::unchanged(&[])
        };
        let applied = candidate.applied(text);
        candidate.lexemes = lexemes(&applied, self.switches).0;
        let mended = replaced(self.text, [(form.clone(), applied)]);
        if broken(&mended, self.switches).doubtful.is_some() {
            return None;
        }
        Some(ExaminedForm {
            form,
            judged: vec![(self.judge(text, candidate, &Model::default())?, SURE)],
            obstacle: None,
        })
    }

    /// The form that contains some lines: up to the next line at the margin that begins with a bracket.
    fn form_around(&self, mark: Range<usize>) -> Range<usize> {
        let lines = Lines::of(self.text).around(self.text, &mark);
        let (lexemes, _) = lexemes(self.text, self.switches);
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
}
