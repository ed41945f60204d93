//! What LIPS makes of a string of several lines depends on the column where it stands.

use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Node, NodeKind, Tree};
use crate::syntax::verbatim::Verbatim;
use crate::text::lines::start_of_line;

/// Whether a string has a line from which LIPS may take spaces.
fn is_indented(string: &str) -> bool {
    string.contains("\n ")
}

/// The forms at top level with a string of which LIPS may take spaces.
pub(crate) fn kept_forms(text: &str, tree: &Tree) -> Vec<Verbatim> {
    let is_string = |node: &Node| node.kind == NodeKind::String && is_indented(node.text(text));
    let forms = tree.top_level().filter(|form| {
        let next = tree.nodes[*form].next as usize;
        tree.nodes[*form..next].iter().any(is_string)
    });
    let kept = forms.map(|form| Verbatim {
        span: tree.nodes[form].span(),
        ends_line: false,
    });
    kept.collect()
}

/// A string of a text, read by `switches`, that would be another one for LIPS in `output`, a text with the same tokens: that reader
/// takes from every line of a string as many spaces as there are before the string and its quotation mark.
pub(crate) fn moved_string(text: &str, output: &str, switches: Switches) -> Option<Token> {
    let strings = |text| Lexer::new(text, switches).filter(|it| it.kind == TokenKind::String);
    let mut pairs = strings(text).zip(strings(output));
    let moved = pairs.find(|(old, new)| {
        is_indented(old.text(text)) && !spaces(text, *old).eq(spaces(output, *new))
    });
    moved.map(|(old, _)| old)
}

/// How many spaces LIPS leaves before each line of a string but the first.
fn spaces(text: &str, token: Token) -> impl Iterator<Item = usize> {
    let start = token.start as usize;
    // It counts in UTF-16.
    let column = text[start_of_line(text, start)..start]
        .encode_utf16()
        .count();
    let lines = token.text(text).split('\n').skip(1);
    lines.map(move |line| {
        let spaces = line.bytes().take_while(|byte| *byte == b' ').count();
        spaces.saturating_sub(column + 1)
    })
}
