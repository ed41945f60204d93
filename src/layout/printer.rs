//! Writes lines to a text, and aligns the comments at their ends.

use super::newline::Newline;
use crate::text::width::{column, column_from, width};
use memchr::memrchr;
use std::fmt::Write as _;

/// The pieces that a layout consists of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'t> {
    /// Text.
    Text(&'t str),
    /// Text that ends its line, such as a comment, on a line of its own or after code. A line break must follow.
    Comment(Mark, &'t str),
    /// A line break, followed by this many empty lines, and blanks up to a column. A text must follow.
    Line(usize, u8),
}

/// The kind of a text for the printer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A comment at the end of a line. The text begins with the author's blanks before it, if they may stay.
    Trailing(Trailing),
    /// A comment on its own line, in the column of the trailing comment above.
    Continued,
    /// Text that may already include the line end that follows it, as a here string does.
    Whole,
}

/// What a trailing comment shares with its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Trailing {
    /// Its column in the source, if only comments in one column there are aligned.
    pub source: Option<usize>,
    /// The width of the gap before it if it is aligned with no other.
    pub gap: usize,
    /// The column where it stays among others if the code leaves room; 0 if it does not stay.
    pub least: usize,
    /// Whether it may exceed the width, since lines are kept.
    pub is_unlimited: bool,
    /// Whether it is in no column with the comments above but for one in the source: the list that it is in begins on its line, or no
    /// comments are aligned.
    pub is_apart: bool,
}

/// A line that ends with a trailing comment, or a comment that continues the one above.
#[derive(Clone, Copy, Debug)]
struct CommentLine {
    /// The end of the code before the comment, as an offset into the output.
    code_end: usize,
    /// The width of the code.
    code: usize,
    /// The number of blanks after it, as they have been written so far.
    blanks: usize,
    /// The width of the comment's first line.
    comment: usize,
    /// What it shares with its neighbours.
    trailing: Trailing,
    /// Whether only closing brackets are before it. It says what they close, and nearly always stands right beside them.
    is_after_closers: bool,
    is_continued: bool,
}

impl CommentLine {
    /// Whether the comment on the next line may be in one column with it.
    fn may_align(&self, next: &CommentLine) -> bool {
        next.is_continued
            || self.trailing.source == next.trailing.source
                && (next.trailing.source.is_some() || !next.trailing.is_apart)
                && !self.is_after_closers
                && !next.is_after_closers
    }
}

/// Writes texts and line breaks to a text, without blanks at the ends of lines, and aligns trailing comments.
///
/// Trailing comments on consecutive lines share a column if all of them stay within the width there.
pub(crate) struct Printer {
    out: String,
    newline: Newline,
    width: usize,
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
    /// A printer with empty output.
    pub(crate) fn new(newline: Newline, width: usize, capacity: usize) -> Self {
        Printer {
            out: String::with_capacity(capacity),
            newline,
            width,
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

    /// Records some pieces that are about to be written, if it records any.
    pub(super) fn record(&mut self, pieces: &[Piece<'_>]) {
        if let Some(seen) = &mut self.pieces {
            for piece in pieces {
                let _ = writeln!(seen, "{piece:?}");
            }
        }
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
                self.comments.push(self.comment_line(mark, text));
                self.commented = true;
                if !text.starts_with([' ', '\t']) {
                    self.out.push(' ');
                }
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

    /// The current line, before a comment at its end.
    fn comment_line(&self, mark: Mark, text: &str) -> CommentLine {
        let comment = text.trim_start_matches([' ', '\t']);
        let end = comment.find(self.newline.end).unwrap_or(comment.len());
        let code = &self.out[self.start_of_line()..];
        let is_closer = |byte| matches!(byte, b' ' | b'\t' | b')' | b']');
        let line = CommentLine {
            code_end: self.out.len(),
            code: column(code),
            blanks: (text.len() - comment.len()).max(1),
            comment: width(&comment[..end]),
            trailing: Trailing::default(),
            is_after_closers: code.bytes().all(is_closer),
            is_continued: false,
        };
        match (mark, self.comments.last()) {
            (Mark::Trailing(trailing), _) => CommentLine { trailing, ..line },
            (Mark::Continued | Mark::Whole, above) => CommentLine {
                is_continued: true,
                is_after_closers: above.is_some_and(|above| above.is_after_closers),
                trailing: above.map_or(line.trailing, |above| above.trailing),
                ..line
            },
        }
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
        let mut columns = Vec::with_capacity(comments.len());
        for group in comments.chunk_by(CommentLine::may_align) {
            let is_last = columns.len() + group.len() == comments.len();
            let below = self.comment_below(&comments).filter(|_| is_last);
            columns.extend(self.columns(group, below));
        }
        let tail = self.out.split_off(first);
        let mut written = 0;
        for (comment, column) in comments.iter().zip(columns) {
            let end = comment.code_end - first;
            self.out.push_str(&tail[written..end]);
            written = end + comment.blanks;
            if comment.is_continued {
                self.newline.leading.write(column, &mut self.out);
            } else if column_from(comment.code, &tail[end..written]) == column {
                self.out.push_str(&tail[end..written]);
            } else {
                let blanks = column.saturating_sub(comment.code);
                self.out.extend(std::iter::repeat_n(' ', blanks));
            }
        }
        self.out.push_str(&tail[written..]);
    }

    /// The columns of comments on consecutive lines that may be in one; `below` is that of an own-line comment on the next line.
    fn columns(&self, comments: &[CommentLine], below: Option<usize>) -> Vec<usize> {
        let trailing = || comments.iter().filter(|comment| !comment.is_continued);
        let shared = |least: fn(&CommentLine) -> usize| {
            let columns = trailing().map(|comment| (comment.code + 1).max(least(comment)));
            columns.max().unwrap_or(0)
        };
        let is_unlimited = trailing().any(|comment| comment.trailing.is_unlimited);
        let fits = |shared: &usize| {
            is_unlimited || trailing().all(|comment| shared + comment.comment <= self.width)
        };
        let columns = [shared(|comment| comment.trailing.least), shared(|_| 0)];
        // A single one keeps its distance where lines are kept.
        let keeps_gap = is_unlimited && trailing().nth(1).is_none();
        let shared = columns.into_iter().find(fits).filter(|_| !keeps_gap);
        // A comment that is too long anywhere takes no column from the others.
        let own = |comment: &CommentLine| {
            let column = (comment.code + 1).max(comment.trailing.least);
            let stays = !keeps_gap && column + comment.comment <= self.width;
            let alone = if stays {
                column
            } else {
                comment.code + comment.trailing.gap
            };
            shared.unwrap_or(alone)
        };
        let last = comments.iter().rposition(|comment| !comment.is_continued);
        // An own-line comment below, in the same column, would be read as continuing the last one.
        let collides = below.is_some() && below == last.map(|last| own(&comments[last]));
        let mut column = columns[1];
        let columns = comments.iter().enumerate().map(|(index, comment)| {
            if !comment.is_continued {
                let moves = collides && (shared.is_some() || Some(index) == last);
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
