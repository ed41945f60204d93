//! The line on which a quotation mark is missing or one too many.
//!
//! After such a line code is read as strings and strings as code. So every line is read both ways, beginning in code and beginning in
//! a string, and each reading has a cost: marks that touch a name, code that stands in a string, prose that stands
//! in code. The line sought is the one at which the other reading begins to be the better.

use std::ops::Range;

use memchr::memchr_iter;

use crate::diagnostics::Diagnostic;

/// What a mark costs that touches a name.
const GLUED: i64 = 2;
/// What a line costs that begins like code in a string, or like prose in code.
const UNLIKELY: i64 = 1;
/// What it costs that the text ends within a string.
const UNENDED: i64 = 20;
/// How much better the other reading has to be.
const MARGIN: i64 = 4;

/// Whether a line begins in a string.
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

/// How a line is read.
#[derive(Clone, Copy)]
struct Reading {
    cost: i64,
    /// The number of the line that is read next; a block comment can go over many.
    next: usize,
    state: State,
    /// The mark that is the least likely in it, or the last.
    mark: Option<usize>,
}

struct Lines<'s> {
    bytes: &'s [u8],
    /// Where each line begins, and the end of the text.
    starts: Vec<usize>,
    /// Where block comments end.
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
                        // What follows on its last line is passed over: it would be read again for each line before.
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

    /// What it costs that a line begins as it does.
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

    /// Whether what stands before the mark at `pos` is a name, rather than a blank, a bracket or what belongs to a string.
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

    /// Whether what stands after the mark at `pos` is none of what may follow a string.
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

/// A line on which a mark is probably missing or one too many.
pub(super) struct Suspect {
    /// The line, its end included.
    pub(super) line: Range<usize>,
    /// The mark on it that is the least likely.
    mark: Option<usize>,
}

impl Suspect {
    /// The same where the text stands `by` bytes on in a larger one.
    pub(super) fn moved(self, by: usize) -> Self {
        Suspect {
            line: self.line.start + by..self.line.end + by,
            mark: self.mark.map(|mark| mark + by),
        }
    }

    /// The error; `unclosed` is the reader's, on another line.
    pub(super) fn tell(&self, unclosed: Option<&Diagnostic>) -> Diagnostic {
        let mark = self
            .mark
            .map_or(self.line.start..self.line.start, |mark| mark..mark + 1);
        let message = "a `\"` is probably missing or one too many on this line";
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

/// The line on which a mark is probably missing or one too many, if there is one.
pub(super) fn suspect(text: &str, line_end: u8) -> Option<Suspect> {
    let lines = Lines::new(text, line_end);
    let count = lines.count();
    // What the lines from a line on cost, by the state that it begins in.
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
