//! A text as it comes: its characters, lines and widths, and diagnostics about places in it.

pub mod diagnostics;
pub mod lines;
pub mod source;
pub mod width;
pub mod words;

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

/// Puts items in the order of two numbers, such as where they start and end; those with the same ones stay in theirs. One sort of
/// numbers serves items of every type, which keeps the module for WebAssembly small.
pub(crate) fn put_in_order<T>(items: &mut Vec<T>, place: impl Fn(&T) -> (usize, usize)) {
    let mut order: Vec<_> = (items.iter().map(place).zip(0..)).collect();
    order.sort_unstable();
    let mut taken: Vec<_> = items.drain(..).map(Some).collect();
    let in_order = order
        .into_iter()
        .filter_map(|(_, at): (_, usize)| taken[at].take());
    items.extend(in_order);
}
