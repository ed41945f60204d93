//! Finds the line on which a quotation mark is missing or extra.
//!
//! After such a line, code is read as strings and strings as code. So every line is read in both ways, starting in code and
//! starting in a string. Each reading has a cost: for marks that touch a name, for code in a string, and for prose in code.
//! The result is the line from which the other reading costs less.

use std::ops::Range;

use memchr::memchr_iter;

use crate::text::diagnostics::Diagnostic;

/// The cost of a mark that touches a name.
const GLUED: i64 = 2;
/// The cost of a line that starts like code in a string, or like prose in code.
const UNLIKELY: i64 = 1;
/// The cost of a text that ends within a string.
const UNENDED: i64 = 20;
/// How much less the other reading must cost.
const MARGIN: i64 = 4;

/// Whether a line starts inside a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Code,
    String,
}

impl State {
    fn other(self) -> State {
        match self {
            State::Code => State::String,
            State::String => State::Code,
        }
    }
}

/// The result of reading a line.
#[derive(Clone, Copy)]
struct Reading {
    cost: i64,
    /// The number of the next line to read; a block comment can span many.
    next: usize,
    state: State,
    /// The least likely mark on the line, or the last one.
    mark: Option<usize>,
}

struct Lines<'s> {
    bytes: &'s [u8],
    /// The start of each line, and the end of the text.
    starts: Vec<usize>,
    /// The ends of block comments.
    ends: Vec<usize>,
}

impl<'s> Lines<'s> {
    fn new(text: &'s str, line_end: u8) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        starts.extend(memchr_iter(line_end, bytes).map(|end| end + 1));
        if starts.last() != Some(&bytes.len()) {
            starts.push(bytes.len());
        }
        Lines {
            bytes,
            starts,
            ends: memchr::memmem::find_iter(bytes, b"|#")
                .map(|at| at + 2)
                .collect(),
        }
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn read(&self, line: usize, mut state: State) -> Reading {
        let (start, end) = (self.starts[line], self.starts[line + 1]);
        let mut next = line + 1;
        let mut cost = self.first_cost(start..end, state);
        let mut mark = None;
        let mut worst = 0;
        let mut pos = start;
        while pos < end {
            let byte = self.bytes[pos];
            match (state, byte) {
                (_, b'\\') => pos += 1,
                (_, b'"') => {
                    let glued = match state {
                        State::Code => self.touches_before(pos, start),
                        State::String => self.touches_after(pos),
                    };
                    let price = if glued { GLUED } else { 0 };
                    if price >= worst {
                        (worst, mark) = (price, Some(pos));
                    }
                    cost += price;
                    state = state.other();
                }
                (State::Code, b';') => break,
                (State::Code, b'#') if self.bytes.get(pos + 1) == Some(&b'|') => {
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
        Reading {
            cost,
            next: next.min(self.count()),
            state,
            mark,
        }
    }

    /// The cost of the start of a line.
    fn first_cost(&self, line: Range<usize>, state: State) -> i64 {
        let bytes = &self.bytes[line];
        let blank = bytes
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let unlikely = match (state, bytes.get(blank)) {
            (State::String, Some(b'(' | b';' | b'[')) => true,
            (State::Code, Some(first)) => blank == 0 && first.is_ascii_alphabetic(),
            _ => false,
        };
        if unlikely { UNLIKELY } else { 0 }
    }

    /// Whether a name precedes the mark at `pos`, rather than a blank, a bracket or the prefix of a string.
    fn touches_before(&self, pos: usize, start: usize) -> bool {
        let before = &self.bytes[start..pos];
        let name = before
            .iter()
            .rev()
            .take(5)
            .take_while(|byte| {
                byte.is_ascii_alphanumeric()
                    || matches!(
                        byte,
                        b'#' | b'*' | b'?' | b'!' | b'-' | b'.' | b':' | b')' | b']' | b'"' | b'%'
                    )
            })
            .count();
        let name = &before[before.len() - name..];
        !name.is_empty() && !name.contains(&b'#')
    }

    /// Whether what follows the mark at `pos` is something that cannot follow a string.
    fn touches_after(&self, pos: usize) -> bool {
        let after = self.bytes.get(pos + 1);
        after.is_some_and(|byte| {
            !matches!(
                byte,
                b' ' | b'\t' | b'\r' | b'\n' | b'\x0C' | b')' | b']' | b'}' | b';' | b'#'
            )
        })
    }
}

/// A line on which a mark is probably missing or extra.
pub(super) struct Suspect {
    /// The line, including its end.
    pub(super) line: Range<usize>,
    /// The least likely mark on it.
    mark: Option<usize>,
}

impl Suspect {
    /// Moves it to a larger text in which this text starts `by` bytes from the beginning.
    pub(super) fn moved(self, by: usize) -> Self {
        Suspect {
            line: self.line.start + by..self.line.end + by,
            mark: self.mark.map(|mark| mark + by),
        }
    }

    /// The error; `unclosed` is the parser's error, on another line.
    pub(super) fn tell(&self, unclosed: Option<&Diagnostic>) -> Diagnostic {
        let mark = self
            .mark
            .map_or(self.line.start..self.line.start, |mark| mark..mark + 1);
        let message = "a `\"` is probably missing or extra on this line";
        let error = Diagnostic::error("unterminated-string", message, mark);
        match unclosed {
            Some(fault) => error.with_label(
                super::place(fault),
                "so this string is not closed before the end of the file",
            ),
            None => error,
        }
    }
}

/// Finds the line on which a mark is probably missing or extra, if there is one.
pub(super) fn suspect(text: &str, line_end: u8) -> Option<Suspect> {
    let lines = Lines::new(text, line_end);
    let count = lines.count();
    // The total cost from each line on, by the state in which that line starts.
    let mut rest = vec![[0, UNENDED]; count + 1];
    for line in (0..count).rev() {
        for state in [State::Code, State::String] {
            let reading = lines.read(line, state);
            rest[line][state as usize] = reading.cost + rest[reading.next][reading.state as usize];
        }
    }
    let mut best: Option<(i64, usize, Option<usize>)> = None;
    let (mut line, mut state, mut before) = (0, State::Code, 0);
    while line < count {
        let reading = lines.read(line, state);
        let range = lines.starts[line]..lines.starts[line + 1];
        let here = lines.first_cost(range, state) + i64::from(reading.mark.is_none());
        let all = before + here + rest[reading.next][reading.state.other() as usize];
        if best.is_none_or(|(least, ..)| all < least) {
            best = Some((all, line, reading.mark));
        }
        before += reading.cost;
        (line, state) = (reading.next, reading.state);
    }
    let (all, line, mark) = best?;
    let is_better = all + MARGIN <= rest[0][State::Code as usize];
    is_better.then(|| Suspect {
        line: lines.starts[line]..lines.starts[line + 1],
        mark,
    })
}
