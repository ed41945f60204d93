//! Writes lines to a text, without blanks at their ends.

use super::newline::Newline;

/// Writes texts and line breaks.
pub(super) struct Printer {
    out: String,
    newline: Newline,
    /// The columns to indent before the next text, if there is more text on this line.
    indentation: usize,
    /// Whether the text being written may include the line end that follows it, as a here string does.
    pub(super) is_whole: bool,
    /// Whether the line end has already been written, as part of the text before it.
    has_ended: bool,
}

impl Printer {
    /// A printer with empty output, which may follow a line end.
    pub(super) fn new(newline: Newline, capacity: usize, has_ended: bool) -> Self {
        Printer {
            out: String::with_capacity(capacity),
            newline,
            indentation: 0,
            is_whole: false,
            has_ended,
        }
    }

    /// Indents the current line by this many columns more, if there is text on it.
    pub(super) fn indent(&mut self, columns: usize) {
        self.indentation += columns;
    }

    /// Ends the current line.
    pub(super) fn newline(&mut self) {
        if !std::mem::take(&mut self.has_ended) {
            self.out.push_str(self.newline.end);
        }
        self.indentation = 0;
    }

    /// Writes a text.
    pub(super) fn text(&mut self, text: &str) {
        let columns = std::mem::take(&mut self.indentation);
        self.newline.leading.write(columns, &mut self.out);
        self.out.push_str(text);
        self.has_ended = self.is_whole && self.newline.ends(text);
    }

    /// The output.
    pub(super) fn finish(self) -> String {
        self.out
    }
}
