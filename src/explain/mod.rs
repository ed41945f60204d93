//! Explains why a list is laid out as it is: here as data, in [`words`] as text.

#[cfg(feature = "explain")]
pub mod remedies;
#[cfg(feature = "explain")]
pub mod words;

use std::ops::Range;

use crate::dialects::{Detected, Dialect, Reason};
use crate::forms::Column;
use crate::forms::rules::Rules;
use crate::layout::newline::Newline;
pub use crate::layout::reason::{
    Cost, Decision, Explanation, LineStart, RightSide, Rows, Second, TrailingComment, Why,
};
use crate::options::Options;
use crate::pipeline::{detect, read, read_whole, with_tree};
use crate::sort;
pub use crate::sort::Order;
use crate::syntax::data::Data;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::pairs::{Pair, pairs};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{NodeId, NodeKind, Tree};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::{Lines, Position, start_of_line};
use crate::text::source::Source;
use crate::text::width::width;

/// Explains a list of a text. With a line and a column (both from 1), this is the innermost list there; with only a line, or at a column
/// outside of all lists, it is the outermost list that starts on the line or, if there is none, the innermost one around it. Returns
/// `None` if there is no such list.
///
/// # Errors
/// Returns an error if the text cannot be read, like [`format`](crate::format), and the list is in a broken form.
pub fn explain(
    input: &[u8],
    options: &Options,
    line: usize,
    column: Option<usize>,
) -> Result<Option<Explanation>, Diagnostic> {
    let source = Source::decode(input)?;
    let text = source.text.as_ref();
    let reading = read(text, source.encoding, options);
    let Some(list) = list_at(text, &reading.tree, line, column) else {
        return reading.whole().map(|_| None);
    };
    let explain =
        |list| reading.lay_out(text, options, Newline::PLAIN, |layout| layout.explain(list));
    let first = first_of_line(text, line);
    let begins_line = first == Some(reading.tree.nodes[list].start as usize);
    let Some(mut explanation) = explain(list)? else {
        return Ok(None);
    };
    let tree = &reading.tree;
    let order = sort::order_of(
        Data { text, tree },
        reading.dialect.dialect,
        &options.style,
        list,
    );
    explanation.order = order.map(|order| reading.order(order));
    let output = reading.print(text, options, Newline::PLAIN)?;
    let printed = place_in(text, &output, reading.switches, &explanation.span);
    if let Some((_, printed)) = printed.filter(|(_, printed)| !printed.contains('\n')) {
        explanation.whys.clear();
        (explanation.rows, explanation.inner) = (None, None);
        explanation.width = Some(width(&printed));
    }
    if let Some(first) = first.filter(|_| column.is_none() || begins_line) {
        explanation.right = RightSide::new(text, &output, reading.switches, line);
        let place = Placed::new(text, &output, reading.switches, tree, first);
        explanation.start = match place {
            None => None,
            Some(Placed { column, around }) => {
                let around = match around {
                    None => None,
                    Some((list, under)) => explain(list)?.map(|list| (list, under)),
                };
                Some(Box::new(LineStart {
                    line,
                    column,
                    around,
                }))
            }
        };
    }
    Ok(Some(explanation))
}

/// The column of a list in the output, and its text there without the margin to its left.
fn place_in(
    text: &str,
    output: &str,
    switches: Switches,
    span: &Range<usize>,
) -> Option<(usize, String)> {
    let tokens = pairs(text, output, switches).map(|pair| pair.token);
    let within = tokens.skip_while(|[old, _]| old.start < span.start);
    let within = within.take_while(|[old, _]| old.start < span.end);
    let mut within = within.map(|[_, new]| new);
    let first = within.next()?;
    let end = within.last().map_or(first.end, |last| last.end);
    let column = first.start - start_of_line(output, first.start);
    let margin = format!("\n{:column$}", "");
    Some((column, output[first.start..end].replace(&margin, "\n")))
}

#[cfg(feature = "explain")]
impl Explanation {
    /// Whether the list is on one line although its form does not allow this width: nothing in it can begin a line.
    fn exceeds_limit(&self) -> bool {
        let limit = self.form.limits.at(self.role);
        let is_wider = |width| width > usize::from(limit);
        !self.is_unlimited && self.whys.is_empty() && self.width.is_some_and(is_wider)
    }
}

/// The offset of the first character of a line that is not blank.
fn first_of_line(text: &str, line: usize) -> Option<usize> {
    let start = Lines::of(text).start(line)?;
    let blanks = text[start..].find(|c| !matches!(c, ' ' | '\t'))?;
    let is_blank = text[start + blanks..].starts_with(['\n', '\r']);
    (!is_blank).then_some(start + blanks)
}

/// The place of a token that begins a line in the output.
struct Placed {
    /// Its column, from 1.
    column: usize,
    /// The list around it, and the element at that column; none at top level.
    around: Option<(NodeId, Column)>,
}

impl Placed {
    /// The place of the token at an offset of a text; none if it begins no line of the `output`.
    fn new(
        text: &str,
        output: &str,
        switches: Switches,
        tree: &Tree,
        offset: usize,
    ) -> Option<Placed> {
        let is_around = |id: &NodeId| {
            let node = &tree.nodes[*id];
            node.kind == NodeKind::List && (node.start as usize) < offset
        };
        let list = tree.around(offset..offset + 1).filter(is_around).last();
        let start = |id: NodeId| tree.nodes[id].start as usize;
        let mut items = list
            .into_iter()
            .flat_map(|list| tree.children(list))
            .map(start);
        let wanted = [list.map(start), items.next(), items.next(), Some(offset)];
        // The line and the column of these in the output.
        let mut places = [None; 4];
        for Pair { gap, token, .. } in pairs(text, output, switches) {
            let wanted = wanted.iter().position(|it| *it == Some(token[0].start));
            let Some(index) = wanted else { continue };
            let line = start_of_line(output, token[1].start);
            places[index] = Some((line, width(&output[line..token[1].start])));
            if token[0].start == offset {
                places[3] = places[index].filter(|_| gap[1].start <= line);
            }
        }
        let [bracket, first, second, own] = places;
        let (_, column) = own?;
        let under = match (bracket, first, second) {
            (Some((at, _)), _, Some((second, there))) if at == second && there == column => {
                Column::Align
            }
            (_, Some((_, there)), _) if there == column => Column::First,
            (bracket, ..) => {
                let (_, bracket) = bracket.unwrap_or_default();
                Column::Indent(u8::try_from(column.checked_sub(bracket)?).ok()?)
            }
        };
        Some(Placed {
            column: column + 1,
            around: list.map(|list| (list, under)),
        })
    }
}

impl RightSide {
    /// What follows a gap on a line of a text.
    fn new(text: &str, output: &str, switches: Switches, line: usize) -> RightSide {
        let lines = Lines::of(text);
        let mut right = RightSide {
            line: Some(line),
            ..RightSide::default()
        };
        // The lines of trailing comments, in the text and in the output, with their columns there and the blanks before them.
        let mut comments: Vec<([usize; 2], usize, usize)> = Vec::new();
        let mut printed = 0;
        for Pair { gap, token, kind } in pairs(text, output, switches) {
            let [before, after] = [&text[gap[0].clone()], &output[gap[1].clone()]];
            let own = lines.line(token[0].start);
            let breaks = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count();
            printed += breaks(after);
            let is_beside = gap[0].start > 0 && breaks(before) + breaks(after) == 0;
            if is_beside && kind == Some(TokenKind::LineComment) {
                let start = start_of_line(output, token[1].start);
                let column = width(&output[start..token[1].start]) + 1;
                comments.push(([own, printed], column, after.len()));
            } else if is_beside && own == line && width(before) > 1 {
                let gap = match after.len() {
                    1 => &mut right.closed_gap,
                    _ => &mut right.kept_gap,
                };
                gap.get_or_insert_with(|| text[token[0].clone()].to_owned());
            }
            printed += breaks(&output[token[1].clone()]);
        }
        let mut blocks =
            comments.chunk_by(|(a, column, _), (b, other, _)| a[1] + 1 == b[1] && column == other);
        let block = blocks.find(|block| block.iter().any(|(lines, ..)| lines[0] == line));
        let block = block.unwrap_or_default();
        right.comment =
            block
                .iter()
                .find(|(lines, ..)| lines[0] == line)
                .map(|(_, column, blanks)| TrailingComment {
                    column: *column,
                    blanks: *blanks,
                    aligned: block
                        .iter()
                        .map(|(lines, ..)| lines[0])
                        .filter(|own| *own != line)
                        .collect(),
                });
        right
    }
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
            format!("line {line}: {}", quote(&source.text, start))
        }
        Reason::FileName(end) => format!("the name ends in {end}"),
        Reason::Nothing => "nothing in the text identifies a dialect".to_owned(),
    };
    Ok((dialect, reason))
}

/// The width, in columns, at which a quoted datum is truncated.
const QUOTED: usize = 60;

/// The datum at an offset, on one line, without comments, and truncated if it is long.
fn quote(text: &str, start: usize) -> String {
    let mut quoted = String::new();
    let mut closers = Vec::new();
    let mut is_apart = false;
    for token in Lexer::new(text, Dialect::Auto.switches_for(text)) {
        match token.kind {
            _ if (token.start as usize) < start => continue,
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment => {
                is_apart = true;
                continue;
            }
            TokenKind::Open if token.text(text).ends_with('[') => closers.push(']'),
            TokenKind::Open => closers.push(')'),
            TokenKind::Close => {
                is_apart = false;
                closers.pop();
            }
            _ => {}
        }
        let word = token
            .text(text)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let is_first = quoted.is_empty() || quoted.ends_with(['(', '[']);
        if width(&quoted) + width(&word) > QUOTED {
            quoted.push_str(if is_first { "..." } else { " ..." });
            quoted.extend(closers.iter().rev());
            break;
        }
        if is_apart && !is_first {
            quoted.push(' ');
        }
        quoted.push_str(&word);
        is_apart = false;
        if closers.is_empty() {
            break;
        }
    }
    quoted
}

/// The lists of a text that the options may sort, in order, with how each is treated. Their spans are in the decoded text.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn orders(input: &[u8], options: &Options) -> Result<Vec<(Range<usize>, Order)>, Diagnostic> {
    let source = Source::decode(input)?;
    let text = source.text.as_ref();
    let reading = read_whole(text, source.encoding, options)?;
    let tree = &reading.tree;
    let lists = sort::lists(Data { text, tree }, reading.dialect.dialect).into_iter();
    let order = |list: sort::SortableList| {
        let order = list.order(&options.style)?;
        Some((list.span.clone(), reading.order(order)))
    };
    Ok(lists.filter_map(order).collect())
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
        found.map(|found| (found.line, found.column, found.shown))
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
    fn comments_and_gaps_of_a_line() {
        let text = "(f a ;  x\n   (g    b   c) ; y\n\n   d) ; z\n";
        let right = |line| {
            let found = explain(text.as_bytes(), &Options::default(), line, None).unwrap();
            let right = found.unwrap().right;
            let comment = right.comment.map(|it| (it.column, it.blanks, it.aligned));
            (comment, right.closed_gap)
        };
        assert_eq!(right(1), (Some((12, 7, vec![2])), None));
        assert_eq!(right(2), (Some((12, 1, vec![1])), Some("b".to_owned())));
        assert_eq!(right(4), (Some((7, 1, vec![])), None));
    }

    #[test]
    fn dialect_evidence_is_quoted_in_full() {
        let long = "(library (a) (export first second third fourth fifth sixth seventh eighth))";
        let cases = [
            (
                "\n(import\n  ( scheme base ) ; all\n  (b))",
                "line 3: (scheme base)",
            ),
            (
                "(library ; it\n  (a)\n (export))",
                "line 1: (library (a) (export))",
            ),
            (
                long,
                "line 1: (library (a) (export first second third fourth fifth sixth ...))",
            ),
            ("; x\n#lang racket/base\n(", "line 2: #lang racket/base"),
            (
                "(f '(1 \"a) b\"",
                "nothing in the text identifies a dialect",
            ),
            ("x\n(define (f [a #!nounbound b]) (", "line 2: #!nounbound"),
            ("(##car [x ; y\n z])", "line 1: (##car [x z])"),
            ("#!r6rs (", "line 1: #!r6rs"),
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
        let rule = rule.and_then(|found| found.rule).unwrap();
        assert_eq!(rule.provenance.to_string(), "built-in");
    }
}
