//! Explains why a list is laid out as it is, and why a line changes: here as data, in [`prose`] as text.

mod line;
#[cfg(feature = "explain")]
pub mod prose;
#[cfg(feature = "explain")]
mod remedies;

use std::ops::Range;

use self::line::{Explainer, first_of_line};
pub use self::line::{LineChange, LineDifference, LineExplanation, LineStart};
use crate::dialects::{Detected, Dialect, Reason};
use crate::forms::rules::Rules;
pub use crate::layout::reason::{
    BreakReason, Cost, Decision, Explanation, Habit, Rows, Second, Under,
};
use crate::options::Options;
use crate::pipeline::{Reading, detect, read, read_whole, with_tree};
use crate::sort;
pub use crate::sort::Order;
use crate::syntax::data::Data;
use crate::syntax::tree::{NodeId, NodeKind, Tree};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::{Lines, Position};
use crate::text::source::Source;

/// What is asked about a spot of a text.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The list there; none outside of all lists, and for a blank line.
    pub list: Option<Explanation>,
    /// The line there; none if only the list is in question.
    pub line: Option<LineExplanation>,
}

/// Explains a spot of a text. With a line and a column (both from 1), this is the innermost list there; with only a line, or at a column
/// outside of all lists, it is the line, with the outermost list that starts on it or, if there is none, the innermost one around it.
/// Returns `None` if there is neither.
///
/// # Errors
/// Returns an error if the text is left alone, or if it cannot be read, like [`format`](crate::format), and the list is in an unreadable
/// form.
pub fn explain(
    input: &[u8],
    options: &Options,
    line: usize,
    column: Option<usize>,
) -> Result<Option<Explained>, Diagnostic> {
    Source::read(input, |source| explained(source, options, line, column))
}

fn explained(
    source: &Source<'_>,
    options: &Options,
    line: usize,
    column: Option<usize>,
) -> Result<Option<Explained>, Diagnostic> {
    let text = source.text.as_ref();
    let mut reading = read(text, source.encoding, options);
    if let Some(reason) = reading.foreign.take() {
        return Err(reason);
    }
    let first = first_of_line(text, line);
    let list = list_at(text, &reading.tree, line, column);
    let list = list.filter(|_| first.is_some() || column.is_some());
    let reading = match list {
        Some(_) => reading,
        None => reading.whole()?,
    };
    let tree = &reading.tree;
    let begins_line = |list: NodeId| first == Some(tree.nodes[list].start as usize);
    let is_line = column.is_none() || list.is_some_and(begins_line);
    // What follows the last line end is no line if it is empty.
    let is_outside = |start| start == text.len();
    if list.is_none() && !is_line || Lines::of(text).start(line).is_none_or(is_outside) {
        return Ok(None);
    }
    laid_out(text, options, &reading, |explainer| Explained {
        list: list.and_then(|list| explainer.list(list)),
        line: is_line.then(|| explainer.line(line)),
    })
    .map(Some)
}

/// Lays out a text, and passes what explains it to `work`.
fn laid_out<T: Send>(
    text: &str,
    options: &Options,
    reading: &Reading,
    work: impl FnOnce(&Explainer<'_>) -> T + Send,
) -> Result<T, Diagnostic> {
    let newline = reading.newline(text, options, options.end_of_line);
    reading.lay_out(text, options, newline, |mut layout| {
        let places = layout.traced();
        work(&Explainer::new(text, options, reading, &layout, &places))
    })
}

fn list_at(text: &str, tree: &Tree, line: usize, column: Option<usize>) -> Option<NodeId> {
    let lines = Lines::of(text);
    let start = lines.start(line)?;
    let end = lines.around(text, &(start..start)).end;
    let is_list = |id: &NodeId| tree.nodes[*id].kind == NodeKind::List;
    let around = |offset: usize| {
        let path: Vec<NodeId> = tree.around(offset..offset + 1).collect();
        let innermost = list_of(tree, *path.last()?);
        innermost.or_else(|| path.into_iter().rfind(is_list))
    };
    let of_line = || {
        let begins_here = |id: &NodeId| (start..=end).contains(&(tree.nodes[*id].start as usize));
        let mut lists = (0..tree.nodes.len()).filter(is_list);
        lists.find(begins_here).or_else(|| around(start))
    };
    let at = |column| around(lines.offset(text, Position { line, column }).unwrap_or(end));
    column.and_then(at).or_else(of_line)
}

/// The list at a node, which may be one of its prefixes.
fn list_of(tree: &Tree, mut id: NodeId) -> Option<NodeId> {
    while tree.nodes[id].kind == NodeKind::Prefix {
        id = tree.children(id).last()?;
    }
    (tree.nodes[id].kind == NodeKind::List).then_some(id)
}

/// The maximum length, in characters, of what is shown of a line that identifies a dialect.
const MAX_SIGN: usize = 60;

/// The dialect of a text, which may be unbalanced, and the reason for it.
///
/// # Errors
/// Returns an error if the text cannot be decoded, like [`format`](crate::format).
pub fn dialect(input: &[u8], options: &Options) -> Result<(Dialect, String), Diagnostic> {
    let source = Source::decode(input)?;
    let Detected { dialect, reason } = detect(&source.text, options);
    let reason = match reason {
        Reason::Asked => "set explicitly".to_owned(),
        Reason::Text(start) => {
            let line = Lines::of(&source.text).line(start);
            let sign = source.text[start..].lines().next().unwrap_or_default();
            let shown: String = sign.chars().take(MAX_SIGN).collect();
            format!("line {line}: {shown}")
        }
        Reason::FileName(end) => format!("the name ends in {end}"),
        Reason::Nothing => "nothing in the text identifies a dialect".to_owned(),
    };
    Ok((dialect, reason))
}

/// The lists of a text that the options may sort, in order, with how each is treated. Their spans are in bytes.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn orders(input: &[u8], options: &Options) -> Result<Vec<(Range<usize>, Order)>, Diagnostic> {
    Source::read(input, |source| {
        let text = source.text.as_ref();
        let reading = read_whole(text, source.encoding, options)?;
        let tree = &reading.tree;
        let lists = sort::lists(Data { text, tree }, reading.dialect.dialect).into_iter();
        let lines = Lines::of(text);
        let order = |list: sort::SortableList| {
            let order = list.order(&options.style)?;
            let span = source.byte_span(list.span.clone(), &lines);
            Some((span, reading.order(order)))
        };
        Ok(lists.filter_map(order).collect())
    })
}

/// All rules that apply to a text.
///
/// # Errors
/// Returns an error if the text cannot be read, like [`format`](crate::format).
pub fn rules(input: &[u8], options: &Options) -> Result<Rules, Diagnostic> {
    with_tree(input, options, |finder| finder.rules.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "(define (f x)\n  (let ((y '(1)))\n    y\n    (g y)))\n";

    fn at(line: usize, column: Option<usize>) -> Option<(usize, usize, String)> {
        let found = explain(TEXT.as_bytes(), &Options::default(), line, column).unwrap();
        let list = found.and_then(|found| found.list);
        list.map(|found| (found.line, found.column, found.shown))
    }

    #[test]
    fn finds_the_outermost_list_of_a_line() {
        let found = |line, column, shown: &str| Some((line, column, shown.to_owned()));
        assert_eq!(at(1, None), found(1, 1, "(define ...)"));
        assert_eq!(at(2, None), found(2, 3, "(let ...)"));
        assert_eq!(at(3, None), found(2, 3, "(let ...)"));
        assert_eq!(at(4, None), found(4, 5, "(g y)"));
        assert_eq!(at(9, None), None);
        assert_eq!(at(0, None), None);
    }

    #[test]
    fn the_innermost_list_at_a_column() {
        let found = |line, column, shown: &str| Some((line, column, shown.to_owned()));
        assert_eq!(at(1, Some(1)), found(1, 1, "(define ...)"));
        assert_eq!(at(1, Some(9)), found(1, 9, "(f x)"));
        assert_eq!(at(2, Some(1)), found(1, 1, "(define ...)"));
        assert_eq!(at(2, Some(10)), found(2, 9, "(y '(1))"));
        assert_eq!(at(2, Some(12)), found(2, 13, "(1)"), "at its quote");
        assert_eq!(at(3, Some(5)), found(2, 3, "(let ...)"));
        assert_eq!(at(4, Some(10)), found(2, 3, "(let ...)"), "its bracket");
        assert_eq!(at(3, Some(99)), found(2, 3, "(let ...)"), "beyond the line");
        assert_eq!(at(5, Some(1)), None);
    }

    #[test]
    fn gaps_of_a_line() {
        let text = "(f a ;  x\n   (g    b   c) ; y\n\n   d) ; z\n";
        let gaps = |line| {
            let found = explain(text.as_bytes(), &Options::default(), line, None).unwrap();
            let changes = found.unwrap().line.unwrap().changes.into_iter();
            let gaps = changes.filter_map(|change| match change.difference {
                LineDifference::Gap(blanks) => Some((change.token[0].clone(), blanks)),
                _ => None,
            });
            gaps.collect::<Vec<_>>()
        };
        let gap = |token: &str, blanks| (token.to_owned(), blanks);
        assert_eq!(gaps(1), [gap(";  x", [1, 7])]);
        assert_eq!(gaps(2), [gap("b", [4, 1])]);
        assert_eq!(gaps(4), []);
    }

    /// Where line feeds end lines, a lone carriage return is white space.
    #[test]
    fn carriage_returns_end_no_line() {
        let text = b"(f\r   a)\n(g\r b)\n";
        for line in [1, 2] {
            let found = explain(text, &Options::default(), line, None).unwrap();
            let changes = found.unwrap().line.unwrap().changes;
            let [change] = &changes[..] else {
                panic!("one change on line {line}: {changes:?}");
            };
            assert!(matches!(change.difference, LineDifference::Gap(_)));
            assert_eq!(change.line, line);
        }
    }

    #[test]
    fn dialect_evidence_is_shown() {
        let long = "(library (a) (export first second third fourth fifth sixth seventh eighth))";
        let cases = [
            (
                "\n(import\n  (scheme base) ; all\n  (b))",
                "line 3: (scheme base) ; all",
            ),
            (
                long,
                "line 1: (library (a) (export first second third fourth fifth sixth s",
            ),
            ("; x\n#lang racket/base\n(", "line 2: #lang racket/base"),
            (
                "(f '(1 \"a) b\"",
                "nothing in the text identifies a dialect",
            ),
            ("#!r6rs\r\n(", "line 1: #!r6rs"),
            ("(import (rnrs)", "line 1: (rnrs)"),
        ];
        for (text, reason) in cases {
            let found = dialect(text.as_bytes(), &Options::default()).unwrap();
            assert_eq!(found.1, reason, "{text}");
        }
    }

    #[test]
    fn rules_name_their_source() {
        let rule = explain(TEXT.as_bytes(), &Options::default(), 2, None).unwrap();
        let rule = rule.and_then(|found| found.list?.rule).unwrap();
        assert_eq!(rule.provenance.to_string(), "built-in");
    }
}
