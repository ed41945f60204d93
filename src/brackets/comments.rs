//! Finds closing brackets that have become part of a comment.

use std::ops::Range;

use super::candidates::{Candidate, DelimiterChange};
use super::fit::{Fix, FixStep};
use super::obstacles::rows_after;
use crate::syntax::lexemes::{self, Lexeme, OpenList, opens};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::TokenKind;
use crate::text::lines::line_end;

/// The maximum number of comments that are examined for a form.
const MAX_COMMENTS: usize = 16;
/// The maximum number of brackets in a comment that are taken for code.
const MAX_IN_COMMENT: i64 = 64;

/// A comment that follows code and holds closing brackets without opening ones: these may have been code.
pub(super) struct ClosingComment {
    /// Its offset.
    start: usize,
    /// The offset after the last empty line before it.
    paragraph: usize,
    /// The number of these brackets.
    count: i64,
    /// Whether it begins a line.
    is_first: bool,
    /// Whether it ends in these brackets, and is no code if it begins a line.
    is_last: bool,
}

/// The comments of a text that hold closing brackets, in source order.
pub(super) fn closing_comments(text: &str, switches: Switches) -> Vec<ClosingComment> {
    let line_end = char::from(line_end(text));
    let (mut found, mut paragraph) = (Vec::new(), 0);
    // Whether code is the last thing that is no white space, and whether it is on this line.
    let (mut is_after_code, mut is_first) = (false, true);
    for token in Lexer::new(text, switches) {
        let (start, code) = (token.start as usize, token.text(text));
        match token.kind {
            TokenKind::Whitespace => {
                let line_ends = code.matches(line_end).count();
                is_first |= line_ends > 0;
                if line_ends > 1 {
                    paragraph = token.end as usize;
                }
            }
            TokenKind::LineComment => {
                let (lexemes, _) = lexemes::lexemes(code.trim_start_matches(';'), switches);
                let count = -opens(&lexemes);
                if is_after_code && count > 0 {
                    found.push(ClosingComment {
                        start,
                        paragraph,
                        count,
                        is_first,
                        is_last: ends_in(code, count) && !(is_first && code.contains('(')),
                    });
                }
                is_after_code = false;
            }
            _ => (is_after_code, is_first) = (true, false),
        }
    }
    found
}

/// Whether a comment ends in this many closing brackets, which are no face.
fn ends_in(comment: &str, count: i64) -> bool {
    let closers = [')', ']', '}'];
    let comment = comment.trim_end();
    let words = comment.trim_end_matches(closers);
    comment.len() - words.len() >= count as usize && !words.ends_with([':', ';', '-'])
}

/// The change of a form that adds the brackets of the only comment that ends in as many as the form lacks, right before that comment.
pub(super) fn from_comment(
    text: &str,
    form: &Range<usize>,
    lexemes: &[Lexeme],
    comments: &[ClosingComment],
) -> Option<Candidate> {
    let lacking = opens(lexemes);
    let first = comments.partition_point(|comment| comment.start < form.start);
    let near = comments[first..].iter().take(MAX_COMMENTS);
    let near = near.take_while(|comment| {
        let between = text.get(form.end..comment.start);
        between.is_none_or(|between| between.trim().is_empty())
    });
    let mut suspects = near.filter(|comment| comment.count == lacking);
    let comment = suspects.next().filter(|comment| comment.is_last)?;
    let at = comment.start - form.start;
    let number = lexemes.partition_point(|lexeme| (lexeme.start as usize) < at);
    if suspects.next().is_some() || lacking > MAX_IN_COMMENT {
        return None;
    }
    let mut open = OpenList::after(&text[form.clone()], &lexemes[..number]);
    let mut candidate = Candidate::unchanged(lexemes);
    for place in 0..lacking as usize {
        let opener = open.pop()?.opener?;
        let fix = Fix::Insert(number + place, lexemes[opener].kind.counterpart());
        candidate = candidate.after(FixStep { fix, cost: 0 })?;
    }
    Some(candidate)
}

/// Whether one of some comments holds as many closing brackets as a form lacks, and a candidate adds these elsewhere than right before it. Data
/// at the margin seem to follow the form, so a comment counts up to the next empty line, with what these data lack, too.
pub(super) fn closes_in_comment(
    text: &str,
    form: &Range<usize>,
    candidate: &Candidate,
    comments: &[ClosingComment],
    switches: Switches,
) -> bool {
    let lacking = |span: Range<usize>| opens(&lexemes::lexemes(&text[span], switches).0);
    let own = lacking(form.clone());
    let with_rows = form.end + rows_after(text, &text[form.end..], switches).1;
    let with_rows = lacking(form.start..with_rows);
    let first = comments.partition_point(|comment| comment.start < form.start);
    let near = comments[first..].iter().filter(|comment| !comment.is_first);
    let near = near.take(MAX_COMMENTS);
    let mut near = near.take_while(|comment| comment.paragraph < form.end);
    near.any(|comment| {
        let is_before_it = |change: &DelimiterChange| {
            let between = text.get(change.span_in(form).end..comment.start);
            change.delimiter.is_some() && between.is_some_and(|between| between.trim().is_empty())
        };
        let is_inside = comment.start < form.end;
        let is_of_rows = || {
            let count = comment.count;
            count == with_rows || !is_inside && count == lacking(form.start..comment.start)
        };
        // This form seems to be a row of the one before it.
        let is_of_row = || {
            comment.paragraph < form.start
                && comment.count > own
                && lacking(comment.paragraph..form.start) > 0
        };
        (comment.count == own || is_of_rows()) && !candidate.changes.iter().all(is_before_it)
            || is_inside && is_of_row()
    })
}
