//! A text: its characters, lines and widths, and diagnostics about places in it.

pub mod diagnostics;
pub mod lines;
pub mod source;
pub mod swar;
pub mod width;

use std::ops::Range;

/// An edit of a text: a span, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The span, in byte offsets into the original text; empty for an insertion.
    pub span: Range<usize>,
    /// The replacement.
    pub text: Vec<u8>,
}

/// A text with some of its spans, given in order, replaced.
pub(crate) fn replaced<S: AsRef<str>>(
    text: &str,
    replacements: impl IntoIterator<Item = (Range<usize>, S)>,
) -> String {
    let mut output = String::with_capacity(text.len() + text.len() / 8);
    let mut written = 0;
    for (span, new) in replacements {
        output.push_str(&text[written..span.start]);
        output.push_str(new.as_ref());
        written = span.end;
    }
    output.push_str(&text[written..]);
    output
}
