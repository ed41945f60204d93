//! Finds the line on which a quotation mark is missing or extra, and the mark if it is written twice.
//!
//! After such a line, code is read as strings and strings as code. So every line is read in both ways, starting in code and
//! starting in a string. Each reading has a cost: for marks that touch a name, for code in a string, and for prose in code.
//! The result is the line from which the other reading costs less.

use std::ops::Range;

use memchr::{memchr_iter, memmem};

use crate::syntax::conflict::conflicts;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::Token;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::line_end;
use LexicalState::{Code, String};

/// The cost of a mark that touches a name.
const GLUED: i64 = 2;
/// The cost of a line that starts like code in a string, or like prose in code.
const UNLIKELY: i64 = 1;
/// The cost of a text that ends within a string.
const UNENDED: i64 = 20;
/// The minimum difference in cost between the readings.
const MARGIN: i64 = 4;

/// How much more than the least a line may cost for a doubled mark on it to be the wrong one.
const SLACK: i64 = 1;

/// What a line starts in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LexicalState {
    Code,
    String,
}

impl LexicalState {
    /// What it changes to at a mark.
    fn other(self) -> Self {
        match self {
            LexicalState::Code => LexicalState::String,
            LexicalState::String => LexicalState::Code,
        }
    }
}

/// The result of reading a line.
#[derive(Clone, Copy)]
struct LineReading {
    cost: i64,
    /// The number of the next line to read; a block comment can span many.
    next: usize,
    /// What that starts in.
    state: LexicalState,
    /// The least likely mark on the line, or the last one.
    mark: Option<usize>,
}

/// The lines of a text.
struct LineTable<'s> {
    bytes: &'s [u8],
    /// The start of each line, and the end of the text.
    starts: Vec<usize>,
    /// The ends of block comments.
    ends: Vec<usize>,
    /// The merge conflicts, whose lines are not read.
    conflicts: Vec<Range<usize>>,
}

impl<'s> LineTable<'s> {
    fn new(text: &'s str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        starts.extend(memchr_iter(line_end(text), bytes).map(|end| end + 1));
        if starts.last() != Some(&bytes.len()) {
            starts.push(bytes.len());
        }
        let ends = memmem::find_iter(bytes, b"|#").map(|at| at + 2);
        LineTable {
            bytes,
            starts,
            ends: ends.collect(),
            conflicts: conflicts(text),
        }
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn line(&self, line: usize) -> Range<usize> {
        self.starts[line]..self.starts[line + 1]
    }

    /// Reads a line that starts in this state.
    fn read(&self, line: usize, mut state: LexicalState) -> LineReading {
        let Range { start, end } = self.line(line);
        let mut next = line + 1;
        let conflict = self.conflicts.binary_search_by_key(&start, |it| it.start);
        if let (Ok(conflict), Code) = (conflict, state) {
            let last = self.conflicts[conflict].end;
            next = self.starts.partition_point(|start| *start < last);
            return LineReading {
                cost: 0,
                next: next.min(self.count()),
                state,
                mark: None,
            };
        }
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
                        Code => self.touches_before(pos, start),
                        String => self.touches_after(pos),
                    };
                    let price = if glued { GLUED } else { 0 };
                    if price >= worst {
                        (worst, mark) = (price, Some(pos));
                    }
                    cost += price;
                    state = state.other();
                }
                (Code, b';') => break,
                (Code, b'#') if self.bytes.get(pos + 1) == Some(&b'|') => {
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
            state,
            mark,
        }
    }

    /// The cost of the start of a line.
    fn first_cost(&self, line: Range<usize>, state: LexicalState) -> i64 {
        let bytes = &self.bytes[line];
        let is_code = |byte: &u8| !matches!(byte, b' ' | b'\t');
        let Some(first) = bytes.iter().position(is_code) else {
            return 0;
        };
        let unlikely = match state {
            Code => first == 0 && bytes[first].is_ascii_alphabetic(),
            String => matches!(bytes[first], b'(' | b';' | b'['),
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

    /// Whether the character after the mark at `pos` cannot follow a string.
    fn touches_after(&self, pos: usize) -> bool {
        let after = self.bytes.get(pos + 1);
        after.is_some_and(|byte| !b" \t\r\n\x0C)]};#".contains(byte))
    }
}

/// A line on which a mark is probably missing or extra.
pub(crate) struct Suspect {
    /// The line, including its end.
    pub(crate) line: Range<usize>,
    /// The least likely mark on it.
    pub(crate) mark: Option<usize>,
    /// The one mark that is written twice where code and strings may change places.
    pub(crate) doubled: Option<usize>,
}

impl Suspect {
    /// The error; `unclosed` is the parser's error, on another line.
    pub(crate) fn error(&self, unclosed: Option<&Diagnostic>) -> Diagnostic {
        let mark = self
            .mark
            .map_or(self.line.start..self.line.start, |mark| mark..mark + 1);
        let message = "a `\"` is probably missing or extra on this line";
        let error = Diagnostic::error("unterminated-string", message, mark);
        match unclosed {
            Some(fault) => error.with_label(fault.primary_span(), "so this string is unterminated"),
            None => error,
        }
    }
}

/// A line that may be the first to be read in the other way at its end.
struct Turn {
    line: usize,
    /// The least likely mark.
    mark: Option<usize>,
    /// The cost of the text if a mark is changed here, but for the other marks on the line.
    cost: i64,
}

impl LineTable<'_> {
    /// The cost of the text as it is, and its lines, each read as if all marks before it were right.
    fn turns(&self) -> (i64, Vec<Turn>) {
        let count = self.count();
        // The cost of the text from each line on, if the line starts in code, and if it starts in a string.
        let mut rest = vec![[0, UNENDED]; count + 1];
        for line in (0..count).rev() {
            for state in [Code, String] {
                let reading = self.read(line, state);
                rest[line][state as usize] =
                    reading.cost + rest[reading.next][reading.state as usize];
            }
        }
        let mut turns = Vec::new();
        let (mut line, mut state, mut before) = (0, Code, 0);
        while line < count {
            let reading = self.read(line, state);
            let (mark, next) = (reading.mark, reading.next);
            let here = self.first_cost(self.line(line), state) + i64::from(mark.is_none());
            turns.push(Turn {
                line,
                mark,
                cost: before + here + rest[next][reading.state.other() as usize],
            });
            before += reading.cost;
            (line, state) = (next, reading.state);
        }
        (rest[0][0], turns)
    }

    /// The marks on a line that are written twice at the start or the end of a string: the first of each.
    fn doubled(&self, text: &str, turn: &Turn) -> impl Iterator<Item = usize> {
        let Range { start, end } = self.line(turn.line);
        let pairs = text[start..end].match_indices("\"\"");
        let pairs = pairs.map(move |(at, _)| start + at);
        pairs.filter(move |at| self.touches_before(*at, start) || self.touches_after(at + 1))
    }
}

/// Whether a text has raw strings, in which a mark says nothing about the marks after it. None is suspected there.
fn has_raw_strings(text: &str, switches: Switches) -> bool {
    let is_raw = |token: Token| token.text(text).starts_with("#\"");
    switches.contains(Switches::RAW_STRINGS) && Lexer::new(text, switches).any(is_raw)
}

/// Finds the line on which a mark is probably missing or extra, if there is one: that from which the other reading costs less.
pub(crate) fn suspect(text: &str, switches: Switches) -> Option<Suspect> {
    if has_raw_strings(text, switches) {
        return None;
    }
    let lines = LineTable::new(text);
    let (cost, turns) = lines.turns();
    let best = turns.iter().min_by_key(|turn| turn.cost)?;
    if best.cost + MARGIN > cost {
        return None;
    }
    let near = turns.iter().filter(|turn| turn.cost <= best.cost + SLACK);
    let mut doubled = near.flat_map(|turn| lines.doubled(text, turn));
    let first = doubled.next();
    Some(Suspect {
        line: lines.line(best.line),
        mark: best.mark,
        doubled: first.filter(|_| doubled.next().is_none()),
    })
}
