//! Reasons for leaving a form alone.

use std::ops::Range;

use super::candidates::{Candidate, DelimiterChange, Mistake};
use crate::forms::packs::built_in;
use crate::syntax::conflict::{FIRST_MARKER, LAST_MARKER};
use crate::syntax::lexemes::{self, Lexeme, LexemeKind, head, is_declaration, opens};
use crate::syntax::lexer::Switches;
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

/// The lexemes of what follows a form in its paragraph, up to the next form that is code, and their length in bytes.
pub(super) fn rows_after(text: &str, after: &str, switches: Switches) -> (Vec<Lexeme>, usize) {
    let line_end = char::from(line_end(text));
    let lines = after.split_inclusive(line_end).take(MAX_DATA);
    let lines = lines.take_while(|line| !line.trim().is_empty());
    let near = &after[..lines.map(str::len).sum()];
    let (mut lexemes, _) = lexemes::lexemes(near, switches);
    let mut level = 0;
    let next = (0..lexemes.len()).find(|&number| {
        let is_next = level <= 0 && begins_code(near, &lexemes[number..]);
        level += lexemes[number].opens();
        is_next
    });
    let length = next.map_or(near.len(), |next| lexemes[next].start as usize);
    lexemes.truncate(next.unwrap_or(lexemes.len()));
    (lexemes, length)
}

/// Whether lexemes start with a list whose operator is known to form code.
fn begins_code(text: &str, lexemes: &[Lexeme]) -> bool {
    let is_known = || built_in().name(head(text, lexemes)).is_some();
    lexemes[0].opens() == 1 && (is_declaration(text, lexemes) || is_known())
}

/// Whether what follows a form in its paragraph is no code: a list that begins with a number, a string or another list, has a dot in it, or
/// goes on at the margin, or a line with the same kinds of items as the form's last one.
pub(super) fn is_before_data(text: &str, own: &[Lexeme], after: &str, switches: Switches) -> bool {
    let (rows, _) = rows_after(text, after, switches);
    if let Some(last) = own.chunk_by(|_, next| !next.is_first).next_back()
        && let Some(row) = rows.chunk_by(|_, next| !next.is_first).next()
        && is_like(last, row)
        && !begins_code(text, last)
    {
        return true;
    }
    // A form with two opening brackets at its start is code where the author writes others like it.
    let nests = own.get(1).is_none_or(|head| head.opens() != 1);
    let mut level = 0;
    (0..rows.len()).any(|number| {
        let lexeme = rows[number];
        let is_head = number > 0 && rows[number - 1].opens() == 1;
        let word = &after[lexeme.span()];
        let is_literal = word.starts_with(|c: char| c.is_ascii_digit() || c == '"');
        let is_nest = nests && lexeme.opens() == 1;
        let is_datum = word == "." || is_head && (is_literal || is_nest);
        let is_row = lexeme.is_first && lexeme.column == rows[0].column && lexeme.opens() >= 0;
        let goes_on = is_row && !begins_code(after, &rows[number..]);
        let is_data = level == 1 && is_datum || level > 0 && goes_on;
        level += lexeme.opens();
        is_data
    })
}

/// Whether two lines are alike, and whole lists.
fn is_like(line: &[Lexeme], other: &[Lexeme]) -> bool {
    let kinds = |line: &[Lexeme]| line.iter().map(|it| it.kind).collect::<Vec<_>>();
    opens(line) == 0 && line[0].opens() == 1 && kinds(line) == kinds(other)
}
