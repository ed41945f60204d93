//! Removes a quotation mark that is written twice, and replaces typographic ones.

use std::ops::Range;

use super::candidates::{Candidate, DelimiterChange};
use super::examine::{ExaminedForm, SURE, UnreadableText};
use super::model::Judged;
use crate::options::Options;
use crate::pipeline::read;
use crate::syntax::lexemes::lexemes;
use crate::syntax::margin::separate_forms;
use crate::syntax::quotes::suspect;
use crate::syntax::typographic;
use crate::text::lines::Lines;
use crate::text::source::Source;
use crate::text::{Edit, replaced};

/// The ways to replace the typographic quotation marks that touch a span of a text, which need not be readable: the edits of each way.
#[doc(hidden)]
pub fn straight_quotes(input: &[u8], span: Range<usize>, options: &Options) -> Vec<Vec<Edit>> {
    let Ok(source) = Source::decode(input) else {
        return Vec::new();
    };
    let (text, span) = (source.text.as_ref(), source.span_of(span));
    let reading = read(text, source.encoding, options);
    let lines = Lines::of(text);
    let mut ways = typographic::replacements(text, reading.full_tree(), &span);
    for edit in ways.iter_mut().flatten() {
        edit.span = source.byte_span(edit.span.clone(), &lines);
    }
    ways
}

impl UnreadableText<'_> {
    /// Examines the form in which a quotation mark is written twice, if the form can be read without it, and strings and code are told
    /// apart everywhere then.
    pub(super) fn examine_string(&self) -> Option<ExaminedForm> {
        let mark = suspect(self.text, self.switches)?.doubled?;
        let mended = replaced(self.text, [(mark..mark + 1, "")]);
        let found = separate_forms(&mended, self.switches);
        let mut balanced = found.balanced.into_iter();
        let form = balanced.find(|form| form.contains(&mark) && found.doubtful.is_none())?;
        let start = mark - form.start;
        let candidate = Candidate {
            changes: vec![DelimiterChange {
                span: start..start + 1,
                delimiter: None,
                run: 1,
                run_start: start,
            }],
            ..Candidate::unchanged(&lexemes(&mended[form.clone()], self.switches).0)
        };
        let weight = 0.0;
        Some(ExaminedForm {
            form: form.start..form.end + 1,
            judged: vec![(Judged { candidate, weight }, SURE)],
            obstacle: None,
        })
    }
}
