//! Reasons for leaving a form alone.

use std::ops::Range;

use super::candidates::{Candidate, DelimiterChange, Mistake};
use crate::forms::packs::built_in;
use crate::syntax::conflict::{FIRST_MARKER, LAST_MARKER};
use crate::syntax::lexemes::{self, Lexeme, LexemeKind};
use crate::syntax::lexer::Switches;

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
    #[error("a line that is a comment would balance the form")]
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
    let is_at_start = |at: &usize| text[..*at].is_empty() || text[..*at].ends_with(['\n', '\r']);
    let places: Vec<usize> = markers.map(|(at, _)| at).filter(is_at_start).collect();
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
    let opens = |lexemes: &[Lexeme]| lexemes.iter().map(Lexeme::opens).sum::<i64>();
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

/// Whether a candidate closes every list that is open before the last line of a text, and these are so many that the text seems to be cut off.
pub(super) fn is_cut_off(lexemes: &[Lexeme], candidate: &Candidate) -> bool {
    let begins_line = |lexeme: &Lexeme| lexeme.is_first && lexeme.opens() >= 0;
    let last = lexemes.iter().rposition(begins_line).unwrap_or(0);
    let open: i64 = lexemes[..last].iter().map(Lexeme::opens).sum();
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
