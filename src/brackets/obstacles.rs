//! Reasons for leaving a form alone.

use std::ops::Range;

use super::candidates::{Candidate, DelimiterChange, Mistake};
use crate::forms::packs::built_in;
use crate::syntax::conflict::{FIRST_MARKER, LAST_MARKER};
use crate::syntax::lexemes::{self, Lexeme, LexemeKind, opens};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::TokenKind;
use crate::text::lines::{is_at_margin, line_end};

/// The number of missing brackets from which a text seems to be cut off.
const CUT_OFF: usize = 4;

/// Why a form is left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Obstacle {
    #[error("several changes fit the indentation about as well")]
    Ambiguous,
    #[error("the indentation does not tell where on the line")]
    Place,
    #[error("no change of up to three brackets makes it readable")]
    TooMany,
    #[error("comparing all changes would take too long")]
    TooLarge,
    #[error("the text is not indented, so nothing says where brackets belong")]
    Unindented,
    #[error("the line seems to be unfinished")]
    Unfinished,
    #[error("the text seems to end in the middle of the form")]
    CutOff,
    #[error("a comment would balance the form")]
    Commented,
    #[error("a merge conflict cuts through the form")]
    Conflict,
    #[error("a quotation mark may be missing or extra")]
    OpenString { mark: Option<usize> },
    #[error("the form around it cannot be read either")]
    Around,
    #[error("a bracket alone at the margin may close an earlier form")]
    AtMargin,
    #[error("the text could not be read after the changes that seem right")]
    Unreadable,
}

impl Obstacle {
    /// Its short name, for programs.
    pub(super) fn code(self) -> &'static str {
        match self {
            Obstacle::Ambiguous => "ambiguous",
            Obstacle::Place => "ambiguous-place",
            Obstacle::TooMany => "too-many-changes",
            Obstacle::TooLarge => "too-large",
            Obstacle::Unindented => "unindented",
            Obstacle::Unfinished => "unfinished",
            Obstacle::CutOff => "cut-off",
            Obstacle::Commented => "commented-out",
            Obstacle::Conflict => "conflict",
            Obstacle::OpenString { .. } => "open-string",
            Obstacle::Around | Obstacle::AtMargin => "outer-form",
            Obstacle::Unreadable => "unreadable",
        }
    }
}

/// The span from the first marker of a merge conflict to the last one, if there are any. One that is resolved in part lacks some.
pub(super) fn conflict(text: &str) -> Option<Range<usize>> {
    let markers = text
        .match_indices(FIRST_MARKER)
        .chain(text.match_indices(LAST_MARKER));
    let places = markers.map(|(at, _)| at);
    let places: Vec<usize> = places.filter(|at| is_at_margin(text, *at)).collect();
    Some(*places.iter().min()?..places.iter().max()? + 1)
}

/// Whether a change is in unfinished code: it adds a bracket at the end of a line after a blank or an opening bracket, or removes an
/// opening bracket that ends a line.
pub(super) fn is_unfinished(text: &str, changes: &[DelimiterChange]) -> bool {
    changes.iter().any(|change| {
        let rest = &text[change.span.end..];
        let line = rest.split(['\n', '\r']).next().unwrap_or(rest);
        let is_last = line.trim().is_empty();
        let follows_opener = text[..change.span.start].ends_with(['(', '[', '{']);
        match change.mistake(text) {
            Mistake::LostAtTheEnd | Mistake::CloserLost => {
                is_last && (!line.is_empty() || follows_opener)
            }
            Mistake::OpenerAdded => is_last,
            _ => false,
        }
    })
}

/// A quotation mark that makes it doubtful what is a string: it begins a string that closes a list and contains a form at the margin.
pub(super) fn doubtful_mark(text: &str, lexemes: &[Lexeme]) -> Option<usize> {
    let holds_form = |it: &&Lexeme| {
        let word = &text[it.span()];
        word.starts_with("\")") && word.contains("\n(")
    };
    lexemes.iter().find(holds_form).map(|it| it.start as usize)
}

/// The number of lines that end like unfinished ones: in a blank or an opening bracket.
pub(super) fn open_ends(text: &str) -> usize {
    let lines = text.split(['\n', '\r']);
    lines
        .filter(|line| line.ends_with([' ', '\t', '(', '[', '{']))
        .count()
}

/// Whether a line of a form, or one beside it, is a comment that would balance the form if it were code.
pub(super) fn is_commented(
    text: &str,
    form: &Range<usize>,
    switches: Switches,
    lexemes: &[Lexeme],
) -> bool {
    let open = opens(lexemes);
    let is_missing = |line: &str| {
        let code = line.trim_start().strip_prefix(';');
        code.is_some_and(|code| opens(&lexemes::lexemes(code, switches).0) == -open)
    };
    let before = text[..form.start].trim_end().rsplit(['\n', '\r']).next();
    let after = text[form.end..].split(['\n', '\r']).next();
    let lines = text[form.clone()].split(['\n', '\r']);
    open != 0 && lines.chain(before).chain(after).any(is_missing)
}

/// A comment after code on its line that holds closing brackets without opening ones: these may have been code.
pub(super) struct ClosingComment {
    /// Its offset.
    start: usize,
    /// The offset after the last empty line before it.
    paragraph: usize,
    /// The number of these brackets.
    count: i64,
}

/// The comments of a text that hold closing brackets, in source order.
pub(super) fn closing_comments(text: &str, switches: Switches) -> Vec<ClosingComment> {
    let line_end = char::from(line_end(text));
    let (mut found, mut paragraph, mut is_after_code) = (Vec::new(), 0, false);
    for token in Lexer::new(text, switches) {
        let (start, code) = (token.start as usize, token.text(text));
        match token.kind {
            TokenKind::Whitespace => {
                let line_ends = code.matches(line_end).count();
                is_after_code &= line_ends == 0;
                if line_ends > 1 {
                    paragraph = token.end as usize;
                }
            }
            TokenKind::LineComment if is_after_code => {
                let (lexemes, _) = lexemes::lexemes(code.trim_start_matches(';'), switches);
                let count = -opens(&lexemes);
                found.extend((count > 0).then_some(ClosingComment {
                    start,
                    paragraph,
                    count,
                }));
            }
            TokenKind::LineComment => {}
            _ => is_after_code = true,
        }
    }
    found
}

/// The maximum number of comments that are examined for a form.
const MAX_COMMENTS: usize = 16;

/// Whether one of some comments holds as many closing brackets as a form lacks, and a candidate adds these elsewhere than right before it. Data
/// at the margin seem to follow the form, so a comment counts up to the next empty line.
pub(super) fn closes_in_comment(
    text: &str,
    form: &Range<usize>,
    lexemes: &[Lexeme],
    candidate: &Candidate,
    comments: &[ClosingComment],
) -> bool {
    let lacking = opens(lexemes);
    let first = comments.partition_point(|comment| comment.start < form.start);
    let near = comments[first..].iter().take(MAX_COMMENTS);
    let mut near = near.take_while(|comment| comment.paragraph < form.end);
    near.any(|comment| {
        let is_before_it = |change: &DelimiterChange| {
            let between = text.get(change.span_in(form).end..comment.start);
            change.delimiter.is_some() && between.is_some_and(|between| between.trim().is_empty())
        };
        comment.count == lacking && !candidate.changes.iter().all(is_before_it)
    })
}

/// Whether a candidate closes every list that is open before the last line of a text, and these are so many that the text seems to be cut off.
pub(super) fn is_cut_off(lexemes: &[Lexeme], candidate: &Candidate) -> bool {
    let begins_line = |lexeme: &Lexeme| lexeme.is_first && lexeme.opens() >= 0;
    let last = lexemes.iter().rposition(begins_line).unwrap_or(0);
    let open = opens(&lexemes[..last]);
    candidate.changes.len() >= CUT_OFF && candidate.growth() >= open as isize
}

/// Whether a form that lacks a bracket is only the first line of a library or the like: an unknown operator and perhaps a name, before
/// other forms.
pub(super) fn is_header(text: &str, lexemes: &[Lexeme], after: &str) -> bool {
    let [first, operator, rest @ ..] = lexemes else {
        return false;
    };
    let is_name = |lexeme: &Lexeme| {
        lexeme.kind == LexemeKind::Leaf && !text[lexeme.span()].starts_with(['"', '#'])
    };
    first.opens() == 1
        && is_name(operator)
        && rest.len() <= 1
        && rest.iter().all(is_name)
        && after.contains('(')
        && built_in().name(&text[operator.span()]).is_none()
}

/// The number of lines after a form in which data are searched.
const MAX_DATA: usize = 16;

/// Whether what follows a form in its paragraph is no code: a list that begins with a number or a string, or has a dot in it.
pub(super) fn is_before_data(text: &str, after: &str, switches: Switches) -> bool {
    let line_end = char::from(line_end(text));
    let lines = after.split_inclusive(line_end).take(MAX_DATA);
    let lines = lines.take_while(|line| !line.trim().is_empty());
    let near = &after[..lines.map(str::len).sum()];
    let (lexemes, _) = lexemes::lexemes(near, switches);
    let mut level = 0;
    lexemes.windows(2).any(|pair| {
        level += pair[0].opens();
        let word = &near[pair[1].span()];
        let is_literal = word.starts_with(|c: char| c.is_ascii_digit() || c == '"');
        let is_head = pair[0].opens() == 1;
        level == 1 && (word == "." || is_head && is_literal)
    })
}
