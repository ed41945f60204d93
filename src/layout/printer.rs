//! Writes lines to a text, and aligns the comments at their ends.

use super::doc::{self, Mark, Piece};
use crate::text::width::{column, width};
use memchr::memrchr;
use std::fmt::Write as _;

/// As many blanks as nearly every line starts with.
pub(super) const BLANKS: &str = "                                                                ";

/// A line that ends with a trailing comment, as offsets into the output.
#[derive(Clone, Copy, Debug)]
struct CommentLine {
    line: usize,
    code_end: usize,
    mark: Mark,
}

/// Writes documents to a text, without blanks at the ends of lines, and aligns trailing comments.
///
/// Trailing comments on consecutive lines share a column if all of them stay within the width there.
pub(crate) struct Printer {
    out: String,
    end_of_line: &'static str,
    width: usize,
    comment_column: Option<usize>,
    /// Blanks to write before the next text, if there is more text on this line.
    indentation: usize,
    /// The consecutive lines with trailing comments at the end of what has been written.
    comments: Vec<CommentLine>,
    /// What the text being written is.
    pub(super) mark: Option<Mark>,
    /// Whether the current line has a trailing comment.
    commented: bool,
    /// Whether the line end has already been written, as part of the text before it.
    ended: bool,
    line: usize,
    /// The pieces that have been written, one per line, if they are recorded.
    pieces: Option<String>,
}

impl Printer {
    /// A printer with empty output. `comment_column` is where trailing comments start unless they have to go further right.
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

    /// A printer that also records the documents it is called with: see [`Printer::pieces`].
    pub(crate) fn recording(mut self) -> Self {
        self.pieces = Some(String::new());
        self
    }

    /// Writes some pieces.
    pub(super) fn print(&mut self, pieces: &[Piece<'_>]) {
        if let Some(seen) = &mut self.pieces {
            for piece in pieces {
                let _ = writeln!(seen, "{piece:?}");
            }
        }
        doc::write(pieces, self);
    }

    /// Indents the current line by this many columns more, if there is text on it.
    pub(super) fn indent(&mut self, columns: usize) {
        self.indentation += columns;
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

    /// The pieces that have been written, one per line, if they were recorded.
    pub(crate) fn pieces(self) -> String {
        self.pieces.unwrap_or_default()
    }

    /// The output.
    pub(crate) fn finish(mut self) -> String {
        self.align_comments();
        self.out
    }

    /// Writes a text, which the current mark describes.
    pub(super) fn text(&mut self, text: &str) {
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
        self.ended =
            self.mark == Some(Mark::Whole) && text.as_bytes().ends_with(&[self.line_end()]);
    }

    /// The last byte of what ends a line.
    fn line_end(&self) -> u8 {
        match self.end_of_line {
            "\r" => b'\r',
            _ => b'\n',
        }
    }

    /// The start of the current line; a text with line breaks may have been written on it.
    fn start_of_line(&self) -> usize {
        memrchr(self.line_end(), &self.out.as_bytes()[self.line..])
            .map_or(self.line, |i| self.line + i + 1)
    }

    /// Moves the comments of the last consecutive lines with comments to their column. Called at the end of the line after
    /// them.
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
        // If the author's columns are kept, so are lines that are too long.
        let is_kept = |c: &CommentLine| matches!(c.mark, Mark::Trailing { column: Some(_) });
        let fits = comments.iter().any(is_kept)
            || widths
                .iter()
                .all(|(_, comment)| shared + comment <= self.width);
        // An own-line comment below, in the same column, would be read as continuing the last one.
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
