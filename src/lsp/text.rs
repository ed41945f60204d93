//! The text of a buffer, which the client edits; converts the client's lines and columns to byte offsets and back.
//!
//! In the protocol a line ends at LF, CR LF or a single CR, whatever ends a line in Scheme.

use std::ops::Range;

use gen_lsp_types::{Position, PositionEncodingKind, TextEdit};
use schemefmt::Edit;

/// The unit in which positions count columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client supports.
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The first supported one of those that a client offers, in its order.
    pub fn of_client(offered: &[PositionEncodingKind]) -> Self {
        let known = offered.iter().find_map(|kind| match kind {
            PositionEncodingKind::UTF8 => Some(Encoding::Utf8),
            PositionEncodingKind::UTF16 => Some(Encoding::Utf16),
            PositionEncodingKind::UTF32 => Some(Encoding::Utf32),
            PositionEncodingKind::Custom(_) => None,
        });
        known.unwrap_or(Encoding::Utf16)
    }

    /// Its name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The length of a text in this unit.
    fn units(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => text.chars().count(),
        }
    }

    /// The byte offset of a column. Within a character it is the offset of the character, and beyond the end that of the end.
    fn offset(self, text: &str, units: usize) -> usize {
        let length = |c: char| match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        };
        let mut left = units;
        for (offset, c) in text.char_indices() {
            match left.checked_sub(length(c)) {
                Some(rest) if left > 0 => left = rest,
                _ => return offset,
            }
        }
        text.len()
    }
}

/// A text that the client edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    text: String,
    /// The byte offset of each line; the first one is 0.
    lines: Vec<usize>,
}

impl Text {
    /// The text of a buffer that has just been opened.
    pub fn new(text: String) -> Self {
        let mut lines = vec![0];
        lines.extend(line_starts(&text));
        Text { text, lines }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Applies changes in their order: each replaces a range, or everything, by a text.
    pub fn change(
        &mut self,
        changes: impl Iterator<Item = (Option<gen_lsp_types::Range>, String)>,
        encoding: Encoding,
    ) {
        // Editors that replace a word everywhere begin at the end. Such changes do not move one another and are applied in one go.
        let mut together: Vec<(Range<usize>, String)> = Vec::new();
        for (range, new) in changes {
            let Some(range) = range else {
                together.clear();
                *self = Text::new(new);
                continue;
            };
            let last = together.last().map(|(span, _)| span.start);
            let mut span = self.span(range, encoding);
            // On the line of the change before, columns may count the text that it has inserted.
            let stays = last.is_none_or(|last| self.line_span(self.line(last)).start > span.end);
            if !stays {
                self.replace_all(std::mem::take(&mut together));
                span = self.span(range, encoding);
            }
            together.push((span, new));
        }
        self.replace_all(together);
    }

    /// Replaces ranges by texts. The ranges are in reverse order.
    fn replace_all(&mut self, replacements: Vec<(Range<usize>, String)>) {
        match &replacements[..] {
            [] => return,
            [(range, new)] => return self.replace(range.clone(), new),
            _ => {}
        }
        let mut text = String::with_capacity(self.text.len());
        let mut written = 0;
        for (range, new) in replacements.iter().rev() {
            text.push_str(&self.text[written..range.start]);
            text.push_str(new);
            written = range.end;
        }
        text.push_str(&self.text[written..]);
        *self = Text::new(text);
    }

    /// Replaces a range by a text. The text after it is moved, but only the lines around it are scanned.
    fn replace(&mut self, range: Range<usize>, new: &str) {
        let Range { start, end } = range;
        // A CR before the range and an LF after it may come together as one line end, or be separated.
        let first = self.line(start.saturating_sub(1));
        let last = self.line(end);
        let from = self.lines[first];
        let until = match self.lines.get(last + 1) {
            Some(next) => next - end + start + new.len(),
            None => self.text.len() - end + start + new.len(),
        };
        self.text.replace_range(start..end, new);
        for line in &mut self.lines[last + 1..] {
            *line = *line - end + start + new.len();
        }
        let starts = line_starts(&self.text[from..until]).map(|at| from + at);
        // The start of the next line is in the list already.
        let starts: Vec<usize> = match last + 1 < self.lines.len() {
            true => starts.filter(|at| *at < until).collect(),
            false => starts.collect(),
        };
        self.lines.splice(first + 1..=last, starts);
    }

    /// The number of lines.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The line, from 0, of an offset.
    fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|start| *start <= offset) - 1
    }

    /// The span of a line, which is counted from 0, without its line end. Beyond the last line it is empty, at the end of the text.
    pub fn line_span(&self, line: usize) -> Range<usize> {
        let Some(&start) = self.lines.get(line) else {
            return self.text.len()..self.text.len();
        };
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let content = self.text[start..end].trim_end_matches(['\n', '\r']);
        start..start + content.len()
    }

    /// The offset of a position. Beyond the last line it is the end of the text, and beyond the end of a line that end.
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let line = self.line_span(position.line as usize);
        line.start + encoding.offset(&self.text[line.clone()], position.character as usize)
    }

    /// The span of a range, whose ends may be in either order.
    pub fn span(&self, range: gen_lsp_types::Range, encoding: Encoding) -> Range<usize> {
        let (a, b) = (
            self.offset(range.start, encoding),
            self.offset(range.end, encoding),
        );
        a.min(b)..a.max(b)
    }

    /// What converts offsets to positions.
    pub fn positions(&self, encoding: Encoding) -> Positions<'_> {
        Positions {
            text: self,
            encoding,
            line: 0,
            offset: 0,
            units: 0,
        }
    }

    /// Edits in the protocol's format. None of them splits a CR LF or joins one: no position lies inside it, and some clients would
    /// count CR and LF as two line ends.
    pub fn text_edits(&self, edits: Vec<Edit>, encoding: Encoding) -> Vec<TextEdit> {
        let mut positions = self.positions(encoding);
        let edits = edits.into_iter().map(|edit| {
            let (span, new_text) = self.with_whole_line_ends(edit);
            TextEdit {
                range: positions.range(span),
                new_text,
            }
        });
        edits.collect()
    }

    fn with_whole_line_ends(&self, edit: Edit) -> (Range<usize>, String) {
        let bytes = self.text.as_bytes();
        let Range { mut start, mut end } = edit.span;
        let mut new = match String::from_utf8(edit.text) {
            Ok(new) => new,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        };
        let before = start.checked_sub(1).map(|at| bytes[at]);
        let after = bytes.get(end).copied();
        let starts_with_feed = match new.is_empty() {
            true => after == Some(b'\n'),
            false => new.starts_with('\n'),
        };
        let splits_start =
            before == Some(b'\r') && (starts_with_feed || bytes.get(start) == Some(&b'\n'));
        if splits_start {
            start -= 1;
            new.insert(0, '\r');
        }
        let splits_end =
            after == Some(b'\n') && (new.ends_with('\r') || end > 0 && bytes[end - 1] == b'\r');
        if splits_end {
            end += 1;
            new.push('\n');
        }
        (start..end, new)
    }
}

/// The offsets behind the line ends of a text.
fn line_starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'\n', b'\r', bytes)
        .filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
        .map(|at| at + 1)
}

/// Converts offsets to positions. Offsets in ascending order take time only for the text between them, so that a long line is not
/// counted again from its start for each.
pub struct Positions<'t> {
    text: &'t Text,
    encoding: Encoding,
    line: usize,
    /// The last offset converted, and its column.
    offset: usize,
    units: usize,
}

impl Positions<'_> {
    /// The position of an offset; within a line end it is that of the line end.
    pub fn at(&mut self, offset: usize) -> Position {
        let text = self.text;
        let offset = text.text.floor_char_boundary(offset);
        let line = text.line(offset);
        let span = text.line_span(line);
        let offset = offset.min(span.end);
        if line != self.line || offset < self.offset {
            (self.line, self.offset, self.units) = (line, span.start, 0);
        }
        self.units += self.encoding.units(&text.text[self.offset..offset]);
        self.offset = offset;
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position {
            line: number(line),
            character: number(self.units),
        }
    }

    /// The range of a span.
    pub fn range(&mut self, span: Range<usize>) -> gen_lsp_types::Range {
        gen_lsp_types::Range {
            start: self.at(span.start),
            end: self.at(span.end),
        }
    }
}
