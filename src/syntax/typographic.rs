//! Typographic quotation marks at the start of a token, where text from a book or a word processor has been pasted.

use std::ops::Range;

use memchr::memchr_iter;

use super::tree::{NodeKind, Tree};
use crate::text::Edit;
use crate::text::diagnostics::Diagnostic;

/// A typographic mark, those that close what it opens, and what Scheme has instead.
struct Mark(char, &'static [char], &'static [&'static str]);

const MARKS: [Mark; 5] = [
    Mark('“', &['”'], &["\""]),
    Mark('”', &['”'], &["\""]),
    Mark('„', &['“', '”'], &["\""]),
    Mark('‘', &[], &["'", "`"]),
    Mark('’', &[], &["'"]),
];

/// The byte in UTF-8 with which each of the marks begins.
const START: u8 = b'\xE2';

/// The mark with which some text begins.
fn mark_of(text: &str) -> Option<&'static Mark> {
    MARKS.iter().find(|mark| text.starts_with(mark.0))
}

/// The spans of the tokens of a tree that begin with a mark, in source order.
fn marked<'t>(
    text: &'t str,
    tree: &'t Tree,
) -> impl Iterator<Item = (Range<usize>, &'static Mark)> + 't {
    // Few texts have any, so the trees of the others are not searched.
    let mut starts = memchr_iter(START, text.as_bytes());
    let has_marks = starts.any(|start| mark_of(&text[start..]).is_some());
    let nodes = tree.nodes.iter().filter(move |_| has_marks);
    let tokens = nodes.filter(|node| matches!(node.kind, NodeKind::Atom | NodeKind::Raw));
    tokens.filter_map(|token| Some((token.span(), mark_of(token.text(text))?)))
}

/// A warning for each token that begins with a mark, which Scheme takes for part of a name.
pub(crate) fn warnings<'t>(text: &'t str, tree: &'t Tree) -> impl Iterator<Item = Diagnostic> + 't {
    marked(text, tree).map(|(token, Mark(mark, _, instead))| {
        let message = format!("`{mark}` is part of a name in Scheme; use `{}`", instead[0]);
        let span = token.start..token.start + mark.len_utf8();
        Diagnostic::warning("typographic-quote", message, span)
    })
}

/// The ways to replace the mark at the start of each token that touches a span: the edits of each way. A mark around text is replaced
/// at both ends of it, or not at all.
pub(crate) fn replacements(text: &str, tree: &Tree, span: &Range<usize>) -> Vec<Vec<Edit>> {
    let touches = |token: &Range<usize>| token.start <= span.end && token.end >= span.start;
    let touched = marked(text, tree).filter(|(token, _)| touches(token));
    let ways = touched.flat_map(|(token, Mark(mark, closers, instead))| {
        let inside = token.start + mark.len_utf8();
        let end = match closers {
            [] if text[inside..token.end].ends_with('’') => return Vec::new(),
            [] => None,
            _ => {
                let is_end = |c: char| "“”„\"\\".contains(c);
                let end = text[inside..].find(is_end).map(|length| inside + length);
                let end = end.filter(|end| text[*end..].starts_with(*closers));
                let Some(end) = end else { return Vec::new() };
                Some(end..end + '”'.len_utf8())
            }
        };
        let spans = [Some(token.start..inside), end];
        let way = |new: &&str| {
            let spans = spans.iter().flatten().cloned();
            let text = new.as_bytes();
            let edits = spans.map(|span| Edit {
                span,
                text: text.to_vec(),
            });
            edits.collect()
        };
        instead.iter().map(way).collect()
    });
    ways.collect()
}
