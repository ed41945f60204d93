//! Writes lines to a text, and aligns the comments at their ends.

use super::doc::{self, Mark, Piece};
use super::newline::Newline;
use crate::text::width::{column, width};
use memchr::memrchr;
use std::fmt::Write as _;

/// A line that ends with a trailing comment.
#[derive(Clone, Copy, Debug)]
struct CommentLine {
    /// The end of the code before the comment, as an offset into the output.
    code_end: usize,
    /// The width of the code.
    code: usize,
    /// The width of the comment's first line.
    comment: usize,
    /// Whether the comment stays beside the code, whatever the neighbouring lines do.
    is_apart: bool,
    mark: Mark,
}

/// Writes texts and line breaks to a text, without blanks at the ends of lines, and aligns trailing comments.
///
/// Trailing comments on consecutive lines share a column if all of them stay within the width there.
pub(crate) struct Printer {
    out: String,
    newline: Newline,
    width: usize,
    comment_column: Option<usize>,
    /// The columns to indent before the next text, if there is more text on this line.
    indentation: usize,
    /// The consecutive lines with trailing comments at the end of what has been written.
    comments: Vec<CommentLine>,
    /// The kind of the text being written.
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
    /// A printer with empty output. `comment_column` is the smallest column of a trailing comment.
    pub(crate) fn new(
        newline: Newline,
        width: usize,
        comment_column: Option<usize>,
        capacity: usize,
    ) -> Self {
        Printer {
            out: String::with_capacity(capacity),
            newline,
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
            self.out.push_str(self.newline.end);
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
                let end = text.find(self.newline.end).unwrap_or(text.len());
                let code = &self.out[self.start_of_line()..];
                // A comment after nothing but closing brackets says what they close, and nearly always stands right beside them.
                let closes = || {
                    code.bytes()
                        .all(|byte| matches!(byte, b' ' | b'\t' | b')' | b']'))
                };
                self.comments.push(CommentLine {
                    code_end: self.out.len(),
                    code: column(code),
                    comment: width(&text[..end]),
                    is_apart: self.comment_column.is_none()
                        && mark == Mark::Trailing { column: None }
                        && closes(),
                    mark,
                });
                self.commented = true;
                self.out.push(' ');
            }
            _ => {
                let columns = std::mem::take(&mut self.indentation);
                self.newline.leading.write(columns, &mut self.out);
            }
        }
        self.out.push_str(text);
        self.ended =
            self.mark == Some(Mark::Whole) && text.as_bytes().ends_with(&[self.line_end()]);
    }

    /// The last byte of a line end.
    fn line_end(&self) -> u8 {
        match self.newline.end {
            "\r" => b'\r',
            _ => b'\n',
        }
    }

    /// The start of the current line; a text with line breaks may have been written on it.
    fn start_of_line(&self) -> usize {
        memrchr(self.line_end(), &self.out.as_bytes()[self.line..])
            .map_or(self.line, |i| self.line + i + 1)
    }

    /// Moves the comments of the last consecutive lines with comments to their columns. Called at the end of the line after
    /// them.
    fn align_comments(&mut self) {
        let comments = std::mem::take(&mut self.comments);
        let Some(first) = comments.first().map(|comment| comment.code_end) else {
            return;
        };
        let columns = self.columns(&comments);
        let tail = self.out.split_off(first);
        let mut written = 0;
        for (comment, column) in comments.iter().zip(columns) {
            let end = comment.code_end - first;
            self.out.push_str(&tail[written..end]);
            match comment.mark {
                Mark::Continued => self.newline.leading.write(column, &mut self.out),
                Mark::Trailing { .. } | Mark::Whole => {
                    let blanks = column.saturating_sub(comment.code);
                    self.out.extend(std::iter::repeat_n(' ', blanks));
                }
            }
            written = end + 1;
        }
        self.out.push_str(&tail[written..]);
    }

    /// The columns of comments on consecutive lines, the last of which have been written.
    fn columns(&self, comments: &[CommentLine]) -> Vec<usize> {
        let aligned = || comments.iter().filter(|comment| !comment.is_apart);
        let shared = aligned().map(|comment| match comment.mark {
            Mark::Trailing { column } => (comment.code + 1).max(column.unwrap_or(0)),
            Mark::Continued | Mark::Whole => 0,
        });
        let shared = shared.chain(self.comment_column).max().unwrap_or(0);
        // If the author's columns are kept, so are lines that are too long.
        let is_kept =
            |comment: &CommentLine| matches!(comment.mark, Mark::Trailing { column: Some(_) });
        let fits = aligned().any(is_kept)
            || aligned().all(|comment| shared + comment.comment <= self.width);
        let own = |comment: &CommentLine| {
            if fits && !comment.is_apart {
                shared
            } else {
                comment.code + 1
            }
        };
        let is_trailing = |comment: &CommentLine| comment.mark != Mark::Continued;
        let last_trailing = comments.iter().rposition(is_trailing).unwrap_or_default();
        // An own-line comment below, in the same column, would be read as continuing the last one.
        let collides = self.comment_below(comments) == Some(own(&comments[last_trailing]));
        let mut column = shared;
        let columns = comments.iter().enumerate().map(|(index, comment)| {
            if is_trailing(comment) {
                let moves = collides && (fits && !comment.is_apart || index == last_trailing);
                column = own(comment) + usize::from(moves);
            }
            column
        });
        columns.collect()
    }

    /// The column of the own-line comment below the last of some comments, if there is one.
    fn comment_below(&self, comments: &[CommentLine]) -> Option<usize> {
        let rest = &self.out[comments.last()?.code_end..];
        let below = rest[rest.find(self.newline.end)?..].trim_start_matches(['\n', '\r']);
        let code = below.trim_start_matches([' ', '\t']);
        let blanks = &below[..below.len() - code.len()];
        code.starts_with(';').then(|| column(blanks))
    }
}
