//! Line ends and indentation of the output.

use super::tabs;
use crate::options::{EndOfLine, IndentStyle, LineBreaks, Style};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{NodeKind, Tree};
use crate::text::lines::line_end;
use crate::text::width::TAB;

/// More blanks than nearly every line starts with.
pub(super) const BLANKS: &str = "                                                                ";

/// How the lines of a text are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Newline {
    /// The line end.
    pub end: &'static str,
    /// The indentation.
    pub leading: Leading,
    /// The distance of the tab stops in the source and in the output, in columns.
    pub tab: usize,
}

impl Newline {
    /// Line feeds and blanks.
    pub(crate) const PLAIN: Self = Newline {
        end: "\n",
        leading: Leading::Blanks,
        tab: TAB,
    };

    /// Whether a text ends in a line end.
    pub(crate) fn ends(&self, text: &str) -> bool {
        text.as_bytes().last() == self.end.as_bytes().last()
    }

    /// How lines are written in a text under a style, given the choice of line ends.
    pub(crate) fn of(
        text: &str,
        switches: Switches,
        tree: &Tree,
        style: &Style,
        ends: EndOfLine,
    ) -> Self {
        // The canonical layout does not depend on how a text was indented.
        let tab = match style.line_breaks {
            LineBreaks::Canonical => TAB,
            _ => tabs::distance(text, tree),
        };
        Newline {
            end: end_of_line(text, switches, tree, ends),
            leading: Leading::of(text, tree, style, tab),
            tab,
        }
    }
}

/// The characters of an indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leading {
    Blanks,
    /// A tab for every so many columns, and blanks for the rest.
    Tabs(usize),
}

impl Leading {
    /// The indentation that a style chooses for a text whose tab stops are so many columns apart.
    fn of(text: &str, tree: &Tree, style: &Style, tab: usize) -> Self {
        match (style.indentation, style.line_breaks) {
            (IndentStyle::Tabs, _) => Leading::Tabs(tab),
            (IndentStyle::Spaces, _) | (_, LineBreaks::Canonical) => Leading::Blanks,
            (IndentStyle::Auto, _) => Leading::of_most_lines(text, tree, tab),
        }
    }

    /// Tabs, if more than two of three lines have them that are indented far enough for one: in a text with fewer, they are usually left
    /// over. Lines that begin within a token do not count, since they are left unchanged.
    fn of_most_lines(text: &str, tree: &Tree, tab: usize) -> Self {
        let (mut tabs, mut blanks) = (0, 0);
        let mut nodes = tree.nodes.iter().peekable();
        for end in memchr::memchr_iter(line_end(text), text.as_bytes()) {
            let start = end + 1;
            while nodes.next_if(|it| it.head_end as usize <= start).is_some() {}
            let is_within = nodes.peek().is_some_and(|it| (it.start as usize) < start);
            let line = &text[start..];
            let code = line.trim_start_matches([' ', '\t']);
            let indentation = &line[..line.len() - code.len()];
            if is_within || code.starts_with(['\n', '\r']) {
                continue;
            }
            tabs += u32::from(indentation.contains('\t'));
            blanks += u32::from(!indentation.contains('\t') && indentation.len() >= TAB);
        }
        if tabs > 2 * blanks {
            Leading::Tabs(tab)
        } else {
            Leading::Blanks
        }
    }

    /// The numbers of tabs and of blanks that reach a column.
    #[inline]
    fn tabs_and_blanks(self, columns: usize) -> (usize, usize) {
        match self {
            Leading::Blanks => (0, columns),
            Leading::Tabs(tab) => (columns / tab, columns % tab),
        }
    }

    /// The number of characters that indent a line by this many columns.
    pub(super) fn length(self, columns: usize) -> usize {
        let (tabs, blanks) = self.tabs_and_blanks(columns);
        tabs + blanks
    }

    /// Writes what indents a line by this many columns.
    #[inline]
    pub(crate) fn write(self, columns: usize, out: &mut String) {
        let (tabs, mut blanks) = self.tabs_and_blanks(columns);
        out.extend(std::iter::repeat_n('\t', tabs));
        while blanks > 0 {
            let some = blanks.min(BLANKS.len());
            out.push_str(&BLANKS[..some]);
            blanks -= some;
        }
    }

    /// The text of a line after the indentation that would be written for this many columns, if it begins with that.
    #[inline]
    pub(super) fn strip(self, columns: usize, line: &[u8]) -> Option<&[u8]> {
        let (tabs, blanks) = self.tabs_and_blanks(columns);
        let (indentation, rest) = line.split_at_checked(tabs + blanks)?;
        let is_tab = |(index, byte): (usize, &u8)| *byte == if index < tabs { b'\t' } else { b' ' };
        let is_right = match self {
            Leading::Blanks => indentation.iter().all(|byte| *byte == b' '),
            Leading::Tabs(_) => indentation.iter().enumerate().all(is_tab),
        };
        is_right.then_some(rest)
    }
}

/// The line ending to write for a text.
fn end_of_line(text: &str, switches: Switches, tree: &Tree, choice: EndOfLine) -> &'static str {
    match (first_line_end(text, switches, tree), choice) {
        // If carriage returns end the lines, they also do so within here strings and verbatim regions, so they stay.
        ("\r", _) => "\r",
        (own, EndOfLine::Auto) => own,
        (_, EndOfLine::Lf) => "\n",
        (_, EndOfLine::CrLf) => "\r\n",
    }
}

/// The line ending of a text: `\r` if it has no other; otherwise that of its first line end between two tokens, or `\n` if
/// there is none. Line ends inside strings and verbatim regions do not count, since they are left alone.
fn first_line_end(text: &str, switches: Switches, tree: &Tree) -> &'static str {
    if line_end(text) == b'\r' {
        return "\r";
    }
    let mut nodes = tree.nodes.iter().peekable();
    let mut verbatim_end = 0;
    let mut before = TokenKind::Whitespace;
    for token in Lexer::new(text, switches) {
        while let Some(node) = nodes.next_if(|node| node.start <= token.start) {
            // The head of a prefix may include a token that is glued to it.
            let is_verbatim = node.kind != NodeKind::Page;
            verbatim_end = if is_verbatim { node.head_end } else { 0 };
        }
        // A verbatim node may include the start of the white space after it.
        let start = token.start.max(verbatim_end).min(token.end) as usize;
        if token.kind == TokenKind::Whitespace
            && let Some(i) = memchr::memchr(b'\n', &text.as_bytes()[start..token.end as usize])
        {
            // A comment extends to the line feed; a carriage return may also be data, as in `#\` before a line break, or verbatim.
            let return_before = text[..start + i].ends_with('\r');
            let ends_comment = matches!(before, TokenKind::LineComment | TokenKind::Shebang);
            let is_own = i > 0 || ends_comment && verbatim_end < token.start;
            return if return_before && is_own {
                "\r\n"
            } else {
                "\n"
            };
        }
        before = token.kind;
    }
    "\n"
}
