//! Whether the code of a block is a program, or something that only looks like one, such as a transcript.

use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::TokenKind;

/// Why a block is left as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyLeft {
    /// A session with an interpreter, by its prompts.
    #[error("a transcript")]
    Transcript,
    /// Expressions with what they evaluate to or print.
    #[error("it shows results")]
    Results,
    /// A grammar or an outline: an atom at top level begins an indented line.
    #[error("an atom is indented, but in no list")]
    Outline,
    /// Every line begins with its number.
    #[error("its lines are numbered")]
    LineNumbers,
    /// Lines are added and deleted.
    #[error("a diff")]
    Diff,
    /// It cannot be read, or is in another language, as this says.
    #[error("{0}")]
    Unreadable(String),
    /// Markup that may not be moved, as this says.
    #[error("markup: {0}")]
    Markup(String),
    /// Some lines are indented less than others by the notation.
    #[error("its lines do not begin alike")]
    Uneven,
    /// Lines end without a line feed.
    #[error("it has carriage returns")]
    CarriageReturns,
    /// Letters whose encoding is not known.
    #[error("letters that are not in UTF-8")]
    Encoding,
    /// The document would be read otherwise.
    #[error("the document would not be the same")]
    Misread,
}

/// What the prompts of interpreters and shells begin with; a number may precede them.
const PROMPTS: [&str; 19] = [
    "> ", ">>> ", "$ ", "% ", "λ > ", "λ> ", "|  ", "]=>", "scheme@(", "guile>", "gsi>", "gxi>",
    "gosh>", "gosh$", "csi>", "chibi>", "cyclone>", "stklos>", "sash>",
];

/// What stands before results and nowhere else.
const RESULTS: [&str; 4] = ["⇒", "⟹", "⊣", "error→"];

/// What stands before results at the top level, and for something else elsewhere, such as the arrow of `cond`.
const ARROWS: [&str; 13] = [
    "=>", "==>", "===>", "->", "-->", "--->", "→", "⟶", "↦", "≡", "★", ":=", "::=",
];

/// Checks by its lines that code is a program.
pub(super) fn check(code: &str) -> Result<(), WhyLeft> {
    if code.lines().any(is_prompt) {
        return Err(WhyLeft::Transcript);
    }
    if code.lines().any(is_of_diff) {
        return Err(WhyLeft::Diff);
    }
    match is_numbered(code) {
        true => Err(WhyLeft::LineNumbers),
        false => Ok(()),
    }
}

/// Checks by its tokens that code shows no results, and that its lines are indented as those of lists.
pub(super) fn check_tokens(code: &str, switches: Switches) -> Result<(), WhyLeft> {
    let mut depth = 0usize;
    let mut is_indented = false;
    for token in Lexer::new(code, switches) {
        let text = token.text(code);
        let begins_indented = std::mem::take(&mut is_indented);
        match token.kind {
            TokenKind::Whitespace => is_indented = text.contains('\n') && !text.ends_with('\n'),
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Atom if RESULTS.iter().any(|mark| text.starts_with(mark)) => {
                return Err(WhyLeft::Results);
            }
            TokenKind::Atom if depth == 0 && ARROWS.contains(&text) => {
                return Err(WhyLeft::Results);
            }
            TokenKind::Atom if depth == 0 && begins_indented => return Err(WhyLeft::Outline),
            _ => {}
        }
    }
    Ok(())
}

fn is_prompt(line: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit();
    let after_number = line.trim_start_matches(is_number).trim_start();
    let prompts = PROMPTS.iter();
    let is_numbered = |rest: &str| rest.len() < line.len() && rest.starts_with("]=>");
    // Chicken's, `#;1>`.
    let chicken = line.strip_prefix("#;").is_some_and(|rest| {
        rest.starts_with(is_number) && rest.trim_start_matches(is_number).starts_with('>')
    });
    chicken || is_numbered(after_number) || prompts.clone().any(|prompt| line.starts_with(prompt))
}

/// Whether a line is one that a diff adds, deletes or counts.
fn is_of_diff(line: &str) -> bool {
    let changed = line.strip_prefix(['+', '-']);
    let is_code = |rest: &str| {
        let code = rest.trim_start();
        code.starts_with(['(', '[', ';', ')'])
    };
    line.starts_with("@@ ") || changed.is_some_and(is_code)
}

/// Whether lines begin with successive numbers, all that are not blank and at least two.
fn is_numbered(code: &str) -> bool {
    let lines = code
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.is_empty());
    let numbers = lines.map(|line| {
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        line[..digits].parse::<u32>().ok()
    });
    let numbers: Vec<Option<u32>> = numbers.collect();
    let follows = |pair: &[Option<u32>]| match pair {
        [Some(a), Some(b)] => a.checked_add(1) == Some(*b),
        _ => false,
    };
    numbers.len() > 1 && numbers.windows(2).all(follows)
}
