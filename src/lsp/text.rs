//! The text of a buffer, which the client edits; converts the client's lines and columns to byte offsets and back.
//!
//! In the protocol a line ends at LF, CR LF or a single CR, whatever ends a line in Scheme.

use std::fmt;
use std::ops::Range;

use gen_lsp_types as lsp;
use ropey::Rope;
use schemefmt::Edit;
use schemefmt::internals::text::source::without_mark;
use serde::{Deserialize, Serialize};

/// The unit in which positions count columns, by its name in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ColumnUnit {
    /// Bytes.
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-16 code units, which every client supports.
    #[serde(rename = "utf-16")]
    Utf16,
    /// Characters.
    #[serde(rename = "utf-32")]
    Utf32,
}

impl ColumnUnit {
    /// The number of units before a character of a text.
    fn units(self, rope: &Rope, char: usize) -> usize {
        match self {
            ColumnUnit::Utf8 => rope.char_to_byte(char),
            ColumnUnit::Utf16 => rope.char_to_utf16_cu(char),
            ColumnUnit::Utf32 => char,
        }
    }

    /// The number of characters before a unit of a text; within a character, those before it.
    fn chars(self, rope: &Rope, units: usize) -> usize {
        match self {
            ColumnUnit::Utf8 => rope.byte_to_char(units),
            ColumnUnit::Utf16 => rope.utf16_cu_to_char(units),
            ColumnUnit::Utf32 => units,
        }
    }
}

/// A text that the client edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    rope: Rope,
    /// The unit of the client's columns.
    unit: ColumnUnit,
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rope.fmt(out)
    }
}

impl Text {
    /// The text of a buffer that has just been opened, of a client that counts columns in a unit.
    pub(super) fn new(text: &str, unit: ColumnUnit) -> Self {
        let rope = Rope::from_str(text);
        Text { rope, unit }
    }

    /// The length of its byte order mark, in bytes; 0 if it has none.
    pub(super) fn mark(&self) -> usize {
        let start: String = self.rope.chars().take("\u{FEFF}#lang".len()).collect();
        start.len() - without_mark(start.as_bytes()).len()
    }

    /// Replaces a range, or everything, by a text.
    pub(super) fn change(&mut self, range: Option<lsp::Range>, new: &str) {
        let Some(range) = range else {
            self.rope = Rope::from_str(new);
            return;
        };
        let chars = self.chars(range);
        self.rope.remove(chars.clone());
        self.rope.insert(chars.start, new);
    }

    /// The characters of a line, which is counted from 0, without its line end. Beyond the last line there are none, at the end of the
    /// text.
    fn line(&self, line: usize) -> Range<usize> {
        let Some(content) = self.rope.get_line(line) else {
            return self.rope.len_chars()..self.rope.len_chars();
        };
        let start = self.rope.line_to_char(line);
        let backwards = content.chars_at(content.len_chars()).reversed();
        let line_end = backwards.take_while(|c| matches!(c, '\n' | '\r')).count();
        start..start + content.len_chars() - line_end
    }

    /// The span of a line in bytes, without its line end; none beyond the last line.
    pub(super) fn line_span(&self, line: usize) -> Option<Range<usize>> {
        let exists = line < self.rope.len_lines();
        exists.then(|| self.bytes(self.line(line)))
    }

    fn bytes(&self, chars: Range<usize>) -> Range<usize> {
        self.rope.char_to_byte(chars.start)..self.rope.char_to_byte(chars.end)
    }

    /// The characters of a range, whose ends may be in either order. A position beyond the last line is the end of the text, and one
    /// beyond the end of a line that end.
    fn chars(&self, range: lsp::Range) -> Range<usize> {
        let char = |position: lsp::Position| {
            let line = self.line(position.line as usize);
            let [start, end] = [line.start, line.end].map(|char| self.unit.units(&self.rope, char));
            let units = end.min(start.saturating_add(position.character as usize));
            self.unit.chars(&self.rope, units)
        };
        let [a, b] = [range.start, range.end].map(char);
        a.min(b)..a.max(b)
    }

    /// The span of a range in bytes.
    pub(super) fn span(&self, range: lsp::Range) -> Range<usize> {
        self.bytes(self.chars(range))
    }

    /// The position of a byte; within a line end it is that of the line end.
    pub(super) fn position(&self, offset: usize) -> lsp::Position {
        let char = self.rope.byte_to_char(offset.min(self.rope.len_bytes()));
        let line = self.rope.char_to_line(char);
        let Range { start, end } = self.line(line);
        let [start, char] = [start, char.min(end)].map(|char| self.unit.units(&self.rope, char));
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        lsp::Position {
            line: number(line),
            character: number(char - start),
        }
    }

    /// The range of a span in bytes.
    pub(super) fn range(&self, span: Range<usize>) -> lsp::Range {
        let [start, end] = [span.start, span.end].map(|offset| self.position(offset));
        lsp::Range { start, end }
    }

    /// The range of a span of the text without its byte order mark.
    pub(super) fn range_after_mark(&self, span: &Range<usize>) -> lsp::Range {
        let mark = self.mark();
        self.range(span.start + mark..span.end + mark)
    }

    /// Edits in the protocol's format. None of them splits a CR LF or joins one: no position lies inside it, and some clients would
    /// count CR and LF as two line ends.
    pub(super) fn text_edits(&self, edits: Vec<Edit>) -> Vec<lsp::TextEdit> {
        let edits = edits.into_iter().map(|edit| {
            let (span, new_text) = self.with_whole_line_ends(edit);
            let range = self.range(span);
            lsp::TextEdit { range, new_text }
        });
        edits.collect()
    }

    /// Edits of the document `uri` in the protocol's format.
    pub(super) fn workspace_edit(&self, uri: &lsp::Uri, edits: Vec<Edit>) -> lsp::WorkspaceEdit {
        lsp::WorkspaceEdit {
            changes: Some([(uri.clone(), self.text_edits(edits))].into()),
            ..Default::default()
        }
    }

    fn with_whole_line_ends(&self, edit: Edit) -> (Range<usize>, String) {
        let Range { mut start, mut end } = edit.span;
        let mut new = String::from_utf8_lossy(&edit.text).into_owned();
        let byte = |at: usize| self.rope.get_byte(at);
        let before = |at: usize| byte(at.checked_sub(1)?);
        let begins_with_feed = if new.is_empty() {
            byte(end) == Some(b'\n')
        } else {
            new.starts_with('\n')
        };
        if before(start) == Some(b'\r') && (begins_with_feed || byte(start) == Some(b'\n')) {
            start -= 1;
            new.insert(0, '\r');
        }
        let joins_end = new.ends_with('\r') || before(end) == Some(b'\r');
        if joins_end && byte(end) == Some(b'\n') {
            end += 1;
            new.push('\n');
        }
        (start..end, new)
    }
}
