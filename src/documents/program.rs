//! Whether the code of a block is a program, or something that only looks like one, such as a transcript.

use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::{Token, TokenKind};

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
    /// Another language, or names alone, as this says.
    #[error("not Scheme: {0}")]
    NotScheme(&'static str),
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

const BRACE: WhyLeft = WhyLeft::NotScheme("there is a brace in no list");

/// What stands for code that is left out.
const ELLIPSES: [&str; 3] = ["...", "....", "…"];

/// Checks by its lines that code is a program.
pub(super) fn check(code: &str) -> Result<(), WhyLeft> {
    if code.lines().any(is_prompt) {
        return Err(WhyLeft::Transcript);
    }
    if code.lines().any(is_of_diff) {
        return Err(WhyLeft::Diff);
    }
    if is_numbered(code) {
        Err(WhyLeft::LineNumbers)
    } else {
        Ok(())
    }
}

/// Checks by its tokens that code shows no results, that its lines are indented as those of lists, and that it is Scheme: nearly all
/// of its lines are of lists.
pub(super) fn check_tokens(code: &str, switches: Switches) -> Result<(), WhyLeft> {
    let mut lines = LineCounts::default();
    for token in Lexer::new(code, switches) {
        lines.add(token, token.text(code))?;
    }
    lines.end()?;
    match lines.of_lists {
        0 => Err(WhyLeft::NotScheme("there is no list")),
        lists if lists * 10 < lines.total * 9 => {
            Err(WhyLeft::NotScheme("too few of its lines are of lists"))
        }
        _ => Ok(()),
    }
}

/// The lines of code, without those that are blank or comments.
#[derive(Default)]
struct LineCounts {
    total: usize,
    /// Those that hold lists alone, or parts of one.
    of_lists: usize,
    /// The lists that are open.
    depth: usize,
    /// Whether there is a list, and an atom at top level, on the line at hand.
    has_list: bool,
    has_atom: bool,
    /// Whether the line at hand is indented, and has nothing on it so far.
    is_indented: bool,
    /// Where the last atom at top level ends.
    atom_end: u32,
}

impl LineCounts {
    fn add(&mut self, token: Token, text: &str) -> Result<(), WhyLeft> {
        let begins_indented = std::mem::take(&mut self.is_indented);
        let touches_atom = self.has_atom && self.atom_end == token.start;
        match token.kind {
            TokenKind::Whitespace if text.contains('\n') => {
                self.end()?;
                self.is_indented = !text.ends_with('\n');
            }
            TokenKind::Open if self.depth == 0 && text == "{" => return Err(BRACE),
            TokenKind::Open => {
                self.depth += 1;
                self.has_list = true;
            }
            TokenKind::Close => self.depth = self.depth.saturating_sub(1),
            TokenKind::LineComment | TokenKind::Prefix
                if touches_atom && text.starts_with([';', ',']) =>
            {
                return Err(WhyLeft::NotScheme("a sign touches the word before it"));
            }
            TokenKind::Atom => self.add_atom(text, begins_indented)?,
            TokenKind::String | TokenKind::Character => self.has_atom |= self.depth == 0,
            _ => {}
        }
        self.atom_end = token.end;
        Ok(())
    }

    fn add_atom(&mut self, text: &str, begins_indented: bool) -> Result<(), WhyLeft> {
        let is_at_top = self.depth == 0 && !ELLIPSES.contains(&text);
        let is_of_signs = !text.contains(char::is_alphanumeric);
        match () {
            () if RESULTS.iter().any(|mark| text.starts_with(mark)) => Err(WhyLeft::Results),
            () if text.contains(['{', '}']) && !text.starts_with("#{") => Err(BRACE),
            () if is_at_top && is_of_signs => Err(WhyLeft::Results),
            () if is_at_top && begins_indented => Err(WhyLeft::Outline),
            () => {
                self.has_atom |= is_at_top;
                Ok(())
            }
        }
    }

    /// Ends a line.
    fn end(&mut self) -> Result<(), WhyLeft> {
        if self.has_list && self.has_atom {
            return Err(WhyLeft::NotScheme("a word stands beside a list"));
        }
        self.total += usize::from(self.has_list || self.has_atom);
        self.of_lists += usize::from(self.has_list);
        self.has_list = self.depth > 0;
        self.has_atom = false;
        Ok(())
    }
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
