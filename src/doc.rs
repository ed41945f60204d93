//! Documents: the only module that names the crate `pretty`.
//!
//! A layout is a document in Wadler's sense: texts, line breaks, nesting. Where a form has several shapes the choice has been
//! made before its document is built, from measured widths and known columns, so nothing here is left to the renderer to
//! try: groups, alignment to a column that only the renderer knows, and alternatives would each decide again what the layout
//! has decided, and cost more than linear time in `pretty`.

use crate::width::{column, width};
use memchr::memrchr;
use std::cell::OnceCell;
use std::fmt::Write as _;

use pretty::{Doc as Node, RefDoc, Render, RenderAnnotated};
use typed_arena::Arena;

/// As many blanks as most lines begin with, and more.
pub(crate) const BLANKS: &str = "                                                                ";

/// What a layout writes, piece by piece.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece<'t> {
    /// A text.
    Text(&'t str),
    /// A text that ends its line, such as a comment after a line break or some code. A line break must follow.
    Comment(Mark, &'t str),
    /// A line break, after so many empty lines, and the blanks up to a column.
    Line(usize, u8),
}

/// A document that lives in a [`Docs`].
type Doc<'d> = RefDoc<'d, Mark>;

/// What a text means to the printer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A comment at the end of a line.
    Trailing {
        /// Where it stays if the code leaves room.
        column: Option<usize>,
    },
    /// A comment on a line of its own, at the column of the trailing comment above.
    Continued,
    /// Text that may end in the line end that follows it, as a here string does.
    Whole,
}

/// An arena of documents.
struct Docs<'d> {
    arena: Arena<Node<'d, Doc<'d>, Mark>>,
    /// The documents of line breaks, by column.
    lines: [OnceCell<Doc<'d>>; 80],
}

impl<'d> Docs<'d> {
    fn new() -> Self {
        Docs {
            arena: Arena::new(),
            lines: [const { OnceCell::new() }; 80],
        }
    }

    /// Nothing.
    fn nil() -> Doc<'d> {
        RefDoc(&Node::Nil)
    }

    /// A document in the arena. The allocator of `pretty` would first ask whether it is one of those that all arenas share.
    #[inline]
    fn alloc(&'d self, node: Node<'d, Doc<'d>, Mark>) -> Doc<'d> {
        RefDoc(self.arena.alloc(node))
    }

    /// A text. How wide it is matters to nobody here: lines have been broken before.
    #[inline]
    fn text(&'d self, text: &'d str) -> Doc<'d> {
        self.alloc(Node::BorrowedText(text))
    }

    /// The document of some pieces.
    fn document(&'d self, pieces: &[Piece<'d>]) -> Doc<'d> {
        pieces.iter().fold(Self::nil(), |done, piece| {
            let doc = match *piece {
                Piece::Text(text) => self.text(text),
                Piece::Comment(mark, text) => self.alloc(Node::Annotated(mark, self.text(text))),
                Piece::Line(column, blank) => self.line(column, blank),
            };
            self.append(done, doc)
        })
    }

    /// One after the other.
    #[inline]
    fn append(&'d self, left: Doc<'d>, right: Doc<'d>) -> Doc<'d> {
        match *left.0 {
            Node::Nil => right,
            _ => self.alloc(Node::Append(left, right)),
        }
    }

    /// A line break, after `blank` empty lines, and the blanks up to a column. Lines that begin alike share their document.
    fn line(&'d self, column: usize, blank: u8) -> Doc<'d> {
        let shared = self.lines.get(column).filter(|_| blank == 0);
        if let Some(known) = shared.and_then(OnceCell::get) {
            return *known;
        }
        let line = RefDoc(&Node::Hardline);
        let lines = (0..blank).fold(line, |lines, _| self.append(lines, line));
        let nested = match column {
            0 => lines,
            // A line is indented like the document after the line break, so one must follow within the nesting.
            _ => {
                let ended = self.alloc(Node::Append(lines, Self::nil()));
                self.alloc(Node::Nest(column as isize, ended))
            }
        };
        match shared {
            Some(cell) => *cell.get_or_init(|| nested),
            None => nested,
        }
    }
}

/// A line that a trailing comment ends, as offsets into the output.
#[derive(Clone, Copy, Debug)]
struct CommentLine {
    line: usize,
    code_end: usize,
    mark: Mark,
}

/// Writes documents to a text: it leaves no blanks at line ends, and it aligns trailing comments.
///
/// Trailing comments of consecutive lines share a column where every one of them stays within the width there.
pub(crate) struct Printer {
    out: String,
    end_of_line: &'static str,
    width: usize,
    comment_column: Option<usize>,
    /// Blanks that stand before the next text, if one follows on this line.
    indentation: usize,
    /// The consecutive lines with trailing comments that have been written last.
    comments: Vec<CommentLine>,
    /// The comment that is being written.
    mark: Option<Mark>,
    /// Whether the current line has a trailing comment.
    commented: bool,
    /// Whether the line end has been written already, with the text before it.
    ended: bool,
    line: usize,
    /// The pieces that have been written, one a line, if anybody asks.
    pieces: Option<String>,
}

impl Printer {
    /// A printer to an empty text; `comment_column` is where trailing comments start if they need not go further right.
    pub(crate) fn new(
        end_of_line: &'static str,
        width: usize,
        comment_column: Option<usize>,
        capacity: usize,
    ) -> Self {
        Printer {
            out: String::with_capacity(capacity),
            end_of_line,
            width,
            comment_column,
            indentation: 0,
            comments: Vec::new(),
            mark: None,
            commented: false,
            ended: false,
            line: 0,
            pieces: None,
        }
    }

    /// The same, to tell with what documents it has been called: see [`Printer::pieces`].
    pub(crate) fn recording(mut self) -> Self {
        self.pieces = Some(String::new());
        self
    }

    /// Writes some pieces after what has been written.
    pub(crate) fn print(&mut self, pieces: &[Piece<'_>]) {
        if let Some(seen) = &mut self.pieces {
            for piece in pieces {
                let _ = writeln!(seen, "{piece:?}");
            }
        }
        let docs = Docs::new();
        // A printer takes whatever comes.
        let Ok(()) = docs.document(pieces).render_raw(self.width, self);
    }

    /// Ends the current line.
    pub(crate) fn newline(&mut self) {
        if !self.commented {
            self.align_comments();
        }
        if !std::mem::take(&mut self.ended) {
            self.out.push_str(self.end_of_line);
        }
        self.indentation = 0;
        self.commented = false;
        self.line = self.out.len();
    }

    /// The pieces that have been written, one a line, if they were recorded.
    pub(crate) fn pieces(self) -> String {
        self.pieces.unwrap_or_default()
    }

    /// What has been written.
    pub(crate) fn finish(mut self) -> String {
        self.align_comments();
        self.out
    }

    fn text(&mut self, text: &str) {
        match self.mark {
            Some(mark) if mark != Mark::Whole => {
                let line = self.start_of_line();
                self.comments.push(CommentLine {
                    line,
                    code_end: self.out.len(),
                    mark,
                });
                self.commented = true;
                self.out.push(' ');
            }
            _ => {
                while self.indentation > 0 {
                    let n = self.indentation.min(BLANKS.len());
                    self.out.push_str(&BLANKS[..n]);
                    self.indentation -= n;
                }
            }
        }
        self.out.push_str(text);
        self.ended = self.mark == Some(Mark::Whole) && text.ends_with(['\n', '\r']);
    }

    /// Where the current line starts; a text with line breaks may have been written on it.
    fn start_of_line(&self) -> usize {
        let line_end = if self.end_of_line == "\r" {
            b'\r'
        } else {
            b'\n'
        };
        memrchr(line_end, &self.out.as_bytes()[self.line..])
            .map_or(self.line, |i| self.line + i + 1)
    }

    /// Moves the comments of the last lines that have any to their column. Called at the end of the line after them.
    fn align_comments(&mut self) {
        if self.comments.is_empty() {
            return;
        }
        let comments = std::mem::take(&mut self.comments);
        let first = comments[0].code_end;
        let tail = self.out.split_off(first);
        let text = |from: usize, to: usize| &tail[from - first..to - first];
        let code_width = |c: &CommentLine| match c.line.checked_sub(first) {
            None => column(&self.out[c.line..]),
            Some(_) => column(text(c.line, c.code_end)),
        };
        let comment_end = |c: &CommentLine| {
            let rest = text(c.code_end, first + tail.len());
            c.code_end + rest.find(self.end_of_line).unwrap_or(rest.len())
        };
        let widths: Vec<(usize, usize)> = comments
            .iter()
            .map(|c| (code_width(c), width(text(c.code_end + 1, comment_end(c)))))
            .collect();
        let shared = comments
            .iter()
            .zip(&widths)
            .map(|(c, (code, _))| match c.mark {
                Mark::Trailing { column } => (code + 1).max(column.unwrap_or(0)),
                Mark::Continued | Mark::Whole => 0,
            })
            .chain(self.comment_column)
            .max()
            .unwrap_or(0);
        // Where the author's columns are kept, so are lines that are too long.
        let is_kept = |c: &CommentLine| matches!(c.mark, Mark::Trailing { column: Some(_) });
        let fits = comments.iter().any(is_kept)
            || widths
                .iter()
                .all(|(_, comment)| shared + comment <= self.width);
        // An own-line comment below, at the same column, would be read as going on with the last one.
        let below = tail[comment_end(&comments[comments.len() - 1]) - first..]
            .trim_start_matches(['\n', '\r']);
        let code_below = below.trim_start_matches(' ');
        let comment_below = code_below
            .starts_with(';')
            .then(|| below.len() - code_below.len());
        let mut at = shared;
        let mut written = first;
        let own = |code: usize| if fits { shared } else { code + 1 };
        let last_trailing = comments
            .iter()
            .rposition(|c| c.mark != Mark::Continued)
            .unwrap_or_default();
        let collides = comment_below == Some(own(widths[last_trailing].0));
        for (i, c) in comments.iter().enumerate() {
            let (code, _) = widths[i];
            if c.mark != Mark::Continued {
                at = own(code);
                if collides && (fits || i == last_trailing) {
                    at += 1;
                }
            }
            self.out.push_str(text(written, c.code_end));
            let blanks = at.saturating_sub(code);
            self.out.extend(std::iter::repeat_n(' ', blanks));
            written = c.code_end + 1;
        }
        self.out.push_str(text(written, first + tail.len()));
    }
}

impl Render for Printer {
    type Error = std::convert::Infallible;

    /// `pretty` writes indentation through this method, and only that.
    fn write_str(&mut self, blanks: &str) -> Result<usize, Self::Error> {
        self.indentation += blanks.len();
        Ok(blanks.len())
    }

    fn write_str_all(&mut self, text: &str) -> Result<(), Self::Error> {
        match text {
            "\n" => self.newline(),
            text => self.text(text),
        }
        Ok(())
    }

    fn fail_doc(&self) -> Self::Error {
        unreachable!("no document holds a failure")
    }
}

impl RenderAnnotated<'_, Mark> for Printer {
    fn push_annotation(&mut self, mark: &Mark) -> Result<(), Self::Error> {
        self.mark = Some(*mark);
        Ok(())
    }

    fn pop_annotation(&mut self) -> Result<(), Self::Error> {
        self.mark = None;
        Ok(())
    }
}
