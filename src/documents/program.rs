//! Tells programs from blocks that only look like them, such as transcripts.

use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::{Token, TokenKind};

/// Why a block is left unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeftReason {
    /// A session with an interpreter, recognized by its prompts.
    #[error("a transcript")]
    Transcript,
    /// Expressions with their values or output.
    #[error("it shows results")]
    Results,
    /// A grammar or an outline: a top-level atom begins an indented line.
    #[error("an atom is indented, but in no list")]
    Outline,
    /// Another language, or only names; the text says which.
    #[error("not Scheme: {0}")]
    NotScheme(&'static str),
    /// Lines are marked as added or deleted.
    #[error("a diff")]
    Diff,
    /// The code cannot be read, or is in another language; the text says why.
    #[error("{0}")]
    Unreadable(String),
    /// Markup that must not move; the text says which.
    #[error("markup: {0}")]
    Markup(String),
    /// Lines have different prefixes.
    #[error("its lines do not begin alike")]
    Uneven,
    /// Lines end with a carriage return.
    #[error("it has carriage returns")]
    CarriageReturns,
    /// The encoding of letters is unknown.
    #[error("letters that are not in UTF-8")]
    Encoding,
    /// Another block seems to begin or end in it.
    #[error("another block seems to begin or end in it")]
    Unclosed,
    /// The document would be read differently.
    #[error("the document would not be the same")]
    Misread,
}

/// Prompts of interpreters and shells.
const PROMPTS: [&str; 18] = [
    "> ", ">>> ", "$ ", "% ", "λ > ", "λ> ", "|  ", "scheme@(", "guile>", "gsi>", "gxi>", "gosh>",
    "gosh$", "csi>", "chibi>", "cyclone>", "stklos>", "sash>",
];

/// Signs that only precede results.
const RESULTS: [&str; 4] = ["⇒", "⟹", "⊣", "error→"];

const BRACE: LeftReason = LeftReason::NotScheme("there is a brace in no list");

/// Signs for omitted code.
const ELLIPSES: [&str; 3] = ["...", "....", "…"];

/// Checks the lines of code for signs that it is not a program.
pub(super) fn check(code: &str) -> Result<(), LeftReason> {
    if code.lines().any(is_prompt) {
        Err(LeftReason::Transcript)
    } else if code.lines().any(is_of_diff) {
        Err(LeftReason::Diff)
    } else {
        Ok(())
    }
}

/// Checks the tokens of code: it shows no results, is indented as lists are, and is Scheme, which means that nearly all of its lines belong
/// to lists.
pub(super) fn check_tokens(code: &str, switches: Switches) -> Result<(), LeftReason> {
    let mut lines = LineCounts::default();
    for token in Lexer::new(code, switches) {
        lines.add(token, token.text(code))?;
    }
    lines.end()?;
    match lines.of_lists {
        0 => Err(LeftReason::NotScheme("there is no list")),
        _ if lines.has_prose => Err(LeftReason::NotScheme("words stand beside each other")),
        lists if lists * 10 < lines.total * 9 => {
            Err(LeftReason::NotScheme("too few of its lines are of lists"))
        }
        _ => Ok(()),
    }
}

/// Counts of code lines, without blank lines and comments.
#[derive(Default)]
struct LineCounts {
    total: usize,
    /// Lines that consist of lists, or of parts of one.
    of_lists: usize,
    /// The number of open lists.
    depth: usize,
    /// Whether the current line has a list, and a top-level atom.
    has_list: bool,
    has_atom: bool,
    /// Whether the current line is indented, and has nothing on it so far.
    is_indented: bool,
    /// Whether two top-level atoms stand on one line.
    has_prose: bool,
    /// The end of the last top-level atom.
    atom_end: u32,
}

impl LineCounts {
    fn add(&mut self, token: Token, text: &str) -> Result<(), LeftReason> {
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
                return Err(LeftReason::NotScheme("a sign touches the word before it"));
            }
            TokenKind::Atom => self.add_atom(text, begins_indented)?,
            TokenKind::String | TokenKind::Character => self.has_atom |= self.depth == 0,
            _ => {}
        }
        self.atom_end = token.end;
        Ok(())
    }

    fn add_atom(&mut self, text: &str, begins_indented: bool) -> Result<(), LeftReason> {
        let is_at_top = self.depth == 0 && !ELLIPSES.contains(&text);
        let is_of_signs = !text.contains(char::is_alphanumeric);
        match () {
            () if RESULTS.iter().any(|mark| text.starts_with(mark)) => Err(LeftReason::Results),
            () if text.contains(['{', '}']) && !text.starts_with("#{") => Err(BRACE),
            () if is_at_top && is_of_signs => Err(LeftReason::Results),
            () if is_at_top && begins_indented => Err(LeftReason::Outline),
            () => {
                self.has_prose |= is_at_top && self.has_atom;
                self.has_atom |= is_at_top;
                Ok(())
            }
        }
    }

    /// Ends a line.
    fn end(&mut self) -> Result<(), LeftReason> {
        if self.has_list && self.has_atom {
            return Err(LeftReason::NotScheme("a word stands beside a list"));
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
    // Chicken's prompt is `#;1>`.
    let chicken = line.strip_prefix("#;").is_some_and(|rest| {
        rest.starts_with(is_number) && rest.trim_start_matches(is_number).starts_with('>')
    });
    let is_prompt = |prompt: &&str| line.starts_with(*prompt);
    chicken || after_number.starts_with("]=>") || PROMPTS.iter().any(is_prompt)
}

/// Whether a line is one of a diff: added, deleted, or a hunk header.
fn is_of_diff(line: &str) -> bool {
    let changed = line.strip_prefix(['+', '-']);
    let is_code = |rest: &str| {
        let code = rest.trim_start();
        code.starts_with(['(', '[', ';', ')'])
    };
    line.starts_with("@@ ") || changed.is_some_and(is_code)
}
