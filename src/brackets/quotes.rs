//! Finds the line on which a quotation mark is missing or extra.
//!
//! After such a line, code is read as strings and strings as code. So every line is read in both ways, starting in code and
//! starting in a string. Each reading has a cost: for marks that touch a name, for code in a string, and for prose in code.
//! The result is the line from which the other reading costs less.

use std::ops::Range;

use memchr::{memchr_iter, memmem};

use crate::text::diagnostics::Diagnostic;
use crate::text::lines::line_end;

/// The cost of a mark that touches a name.
const GLUED: i64 = 2;
/// The cost of a line that starts like code in a string, or like prose in code.
const UNLIKELY: i64 = 1;
/// The cost of a text that ends within a string.
const UNENDED: i64 = 20;
/// How much less the other reading must cost.
const MARGIN: i64 = 4;

/// The result of reading a line.
#[derive(Clone, Copy)]
struct LineReading {
    cost: i64,
    /// The number of the next line to read; a block comment can span many.
    next: usize,
    /// Whether it starts in a string.
    in_string: bool,
    /// The least likely mark on the line, or the last one.
    mark: Option<usize>,
}

/// The part of a text that is read.
struct LineTable<'s> {
    bytes: &'s [u8],
    /// The start of each line, and the end of the text.
    starts: Vec<usize>,
    /// The ends of block comments.
    ends: Vec<usize>,
}

impl<'s> LineTable<'s> {
    fn new(text: &'s str, from: usize) -> Self {
        let bytes = text.as_bytes();
        let after = |end: usize| from + end + 1;
        let mut starts = vec![from];
        starts.extend(memchr_iter(line_end(text), &bytes[from..]).map(after));
        if starts.last() != Some(&bytes.len()) {
            starts.push(bytes.len());
        }
        let ends = memmem::find_iter(&bytes[from..], b"|#").map(|at| after(at) + 1);
        LineTable {
            bytes,
            starts,
            ends: ends.collect(),
        }
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn line(&self, line: usize) -> Range<usize> {
        self.starts[line]..self.starts[line + 1]
    }

    /// Reads a line, which starts in a string or in code.
    fn read(&self, line: usize, mut in_string: bool) -> LineReading {
        let Range { start, end } = self.line(line);
        let mut next = line + 1;
        let mut cost = self.first_cost(start..end, in_string);
        let mut mark = None;
        let mut worst = 0;
        let mut pos = start;
        while pos < end {
            let byte = self.bytes[pos];
            match (in_string, byte) {
                (_, b'\\') => pos += 1,
                (_, b'"') => {
                    let glued = if in_string {
                        self.touches_after(pos)
                    } else {
                        self.touches_before(pos, start)
                    };
                    let price = if glued { GLUED } else { 0 };
                    if price >= worst {
                        (worst, mark) = (price, Some(pos));
                    }
                    cost += price;
                    in_string = !in_string;
                }
                (false, b';') => break,
                (false, b'#') if self.bytes.get(pos + 1) == Some(&b'|') => {
                    let after = self.ends.partition_point(|end| *end < pos + 4);
                    let Some(&after) = self.ends.get(after) else {
                        next = self.count();
                        break;
                    };
                    if after > end {
                        // The rest of its last line is skipped, since it would be read again for each line before.
                        next = self.starts.partition_point(|start| *start < after);
                        break;
                    }
                    pos = after;
                    continue;
                }
                _ => {}
            }
            pos += 1;
        }
        LineReading {
            cost,
            next: next.min(self.count()),
            in_string,
            mark,
        }
    }

    /// The cost of the start of a line.
    fn first_cost(&self, line: Range<usize>, in_string: bool) -> i64 {
        let bytes = &self.bytes[line];
        let blank = bytes
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let unlikely = match (in_string, bytes.get(blank)) {
            (true, Some(b'(' | b';' | b'[')) => true,
            (false, Some(first)) => blank == 0 && first.is_ascii_alphabetic(),
            _ => false,
        };
        if unlikely { UNLIKELY } else { 0 }
    }

    /// Whether a name precedes the mark at `pos`, rather than a blank, a bracket or the prefix of a string.
    fn touches_before(&self, pos: usize, start: usize) -> bool {
        let before = &self.bytes[start.max(pos.saturating_sub(5))..pos];
        let is_outside =
            |byte: &u8| !byte.is_ascii_alphanumeric() && !b"#*?!-.:)]\"%".contains(byte);
        let name = before.rsplit(is_outside).next().unwrap_or_default();
        !name.is_empty() && !name.contains(&b'#')
    }

    /// Whether what follows the mark at `pos` is something that cannot follow a string.
    fn touches_after(&self, pos: usize) -> bool {
        let after = self.bytes.get(pos + 1);
        after.is_some_and(|byte| !b" \t\r\n\x0C)]};#".contains(byte))
    }
}

/// A line on which a mark is probably missing or extra.
pub(super) struct Suspect {
    /// The line, including its end.
    pub(super) line: Range<usize>,
    /// The least likely mark on it.
    pub(super) mark: Option<usize>,
}

impl Suspect {
    /// The error; `unclosed` is the parser's error, on another line.
    pub(super) fn error(&self, unclosed: Option<&Diagnostic>) -> Diagnostic {
        let mark = self
            .mark
            .map_or(self.line.start..self.line.start, |mark| mark..mark + 1);
        let message = "a `\"` is probably missing or extra on this line";
        let error = Diagnostic::error("unterminated-string", message, mark);
        match unclosed {
            Some(fault) => error.with_label(fault.place(), "so this string is unterminated"),
            None => error,
        }
    }
}

/// Finds the line on which a mark is probably missing or extra, if there is one, from the offset `from` on.
pub(super) fn suspect(text: &str, from: usize) -> Option<Suspect> {
    let lines = LineTable::new(text, from);
    let count = lines.count();
    // The total cost from each line on, if that starts in code and if it starts in a string.
    let mut rest = vec![[0, UNENDED]; count + 1];
    for line in (0..count).rev() {
        for in_string in [false, true] {
            let reading = lines.read(line, in_string);
            rest[line][usize::from(in_string)] =
                reading.cost + rest[reading.next][usize::from(reading.in_string)];
        }
    }
    let mut best: Option<(i64, Suspect)> = None;
    let (mut line, mut in_string, mut before) = (0, false, 0);
    while line < count {
        let reading = lines.read(line, in_string);
        let range = lines.line(line);
        let here = lines.first_cost(range.clone(), in_string) + i64::from(reading.mark.is_none());
        let all = before + here + rest[reading.next][usize::from(!reading.in_string)];
        if best.as_ref().is_none_or(|(least, _)| all < *least) {
            let mark = reading.mark;
            best = Some((all, Suspect { line: range, mark }));
        }
        before += reading.cost;
        (line, in_string) = (reading.next, reading.in_string);
    }
    let (all, suspect) = best?;
    (all + MARGIN <= rest[0][0]).then_some(suspect)
}
