//! Takes the code of a block out of the document, and puts it back.

use std::ops::Range;

use crate::dialects::Dialect;
use crate::text::lines::start_of_line;
use crate::text::width::{TAB, column};

use super::{Block, LeftReason};

/// The code of a block, from its first to its last line that is not blank.
#[derive(Debug)]
pub(super) struct Code<'d> {
    /// The dialect that its language names.
    pub(super) dialect: Dialect,
    /// Its lines in the document, including their prefixes, without the end of the last one.
    pub(super) span: Range<usize>,
    /// The lines without the prefix of the notation.
    lines: Vec<Range<usize>>,
    /// Where each line begins in the code.
    starts: Vec<usize>,
    /// The prefix of the first line: marks of the notation, and the blanks that all lines begin with.
    prefix: &'d str,
    /// The number of those blanks.
    blanks: usize,
    /// The line in it that seems to begin or end another block.
    pub(super) other: Option<Range<usize>>,
    /// Whether it can be separated from its prefixes: all lines have the same one, and the code consists of their bytes.
    is_separable: bool,
}

impl<'d> Code<'d> {
    /// The code of a block; none if all of its lines are blank.
    pub(super) fn of(text: &'d str, block: &Block) -> Option<Self> {
        let is_code = |line: &Range<usize>| !is_blank(&text[line.clone()]);
        let first = block.lines.iter().position(is_code)?;
        let last = block.lines.iter().rposition(is_code)?;
        let lines = block.lines[first..=last].to_vec();
        let mut common = blanks(&text[lines[0].clone()]);
        for line in lines.iter().filter(|line| is_code(line)) {
            let both = common.bytes().zip(text[line.clone()].bytes());
            common = &common[..both.take_while(|(a, b)| a == b).count()];
        }
        let mark = |line: &Range<usize>| &text[start_of_line(text, line.start)..line.start];
        let mut others = lines.iter().filter(|line| is_code(line));
        let starts = lines.iter().scan(0, |next, line| {
            let start = *next;
            *next += line.len().saturating_sub(common.len()) + 1;
            Some(start)
        });
        let is_even = others.all(|line| mark(line) == mark(&lines[0]));
        let prefix = &text[start_of_line(text, lines[0].start)..lines[0].start + common.len()];
        Some(Code {
            starts: starts.collect(),
            dialect: block.dialect,
            other: block.other.clone(),
            span: start_of_line(text, lines[0].start)..lines.last()?.end,
            is_separable: is_even && block.is_literal && !prefix.contains('\r'),
            prefix,
            blanks: common.len(),
            lines,
        })
    }

    /// The width of the prefix, in columns.
    pub(super) fn indentation(&self) -> usize {
        column(self.prefix, TAB)
    }

    /// The code without the blanks that all of its lines begin with. Every line ends with a line feed.
    ///
    /// # Errors
    /// Returns why the code cannot be separated from its prefixes.
    pub(super) fn written(&self, text: &str) -> Result<String, LeftReason> {
        let lines = self.lines.iter().map(|line| {
            let line = &text[line.clone()];
            [line.get(self.blanks..).unwrap_or(""), "\n"]
        });
        let written: String = lines.flatten().collect();
        if !self.is_separable {
            Err(LeftReason::Uneven)
        } else if written.contains('\r') {
            Err(LeftReason::CarriageReturns)
        } else {
            Ok(written)
        }
    }

    /// The parts of the code, as offsets in [`written`](Self::written), that spans of the document touch.
    pub(super) fn touched(&self, spans: &[Range<usize>]) -> Vec<Range<usize>> {
        let touching = spans
            .iter()
            .filter(|span| span.start <= self.span.end && self.span.start <= span.end);
        touching
            .map(|span| self.offset(span.start)..self.offset(span.end))
            .collect()
    }

    /// The offset in the code of a byte of the document, or the nearest one.
    fn offset(&self, in_document: usize) -> usize {
        let index = self.lines.partition_point(|line| line.end < in_document);
        let index = index.min(self.lines.len() - 1);
        let line = self.begin(index)..self.lines[index].end;
        self.starts[index] + in_document.clamp(line.start, line.end) - line.start
    }

    /// The offset in the document of an offset in the code.
    pub(super) fn in_document(&self, offset: usize) -> usize {
        let index = self.starts.partition_point(|start| *start <= offset) - 1;
        let offset = self.begin(index) + offset - self.starts[index];
        offset.min(self.lines[index].end)
    }

    /// Where a line begins in the document, without the blanks that all lines begin with.
    fn begin(&self, index: usize) -> usize {
        let line = &self.lines[index];
        line.end.min(line.start + self.blanks)
    }

    /// The text that replaces the span of the block when `new` is its code. All lines end like the first one.
    pub(super) fn put_back(&self, text: &str, new: &str) -> String {
        let has_cr = text[self.lines[0].end..].starts_with('\r');
        let end = if has_cr { "\r\n" } else { "\n" };
        let lines = new.strip_suffix('\n').unwrap_or(new).split('\n');
        let lines = lines.map(|line| match line {
            "" => self.prefix.trim_end().to_owned(),
            line => format!("{}{line}", self.prefix),
        });
        lines.collect::<Vec<_>>().join(end)
    }
}

fn is_blank(line: &str) -> bool {
    blanks(line).len() == line.len()
}

/// The blanks at the beginning of a line.
pub(super) fn blanks(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
