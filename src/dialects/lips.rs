//! What LIPS makes of a string of several lines depends on the column where it stands.

use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::{Token, TokenKind};
use crate::text::lines::start_of_line;

/// The strings of a text, read by `switches`, that would be others for LIPS in `output`, a text with the same tokens: that reader
/// takes from every line of a string as many spaces as there are before the string and its quotation mark.
pub(crate) fn moved_strings(text: &str, output: &str, switches: Switches) -> Vec<Token> {
    let long = |text: &'_ str| -> Vec<Token> {
        let tokens = Lexer::new(text, switches);
        let is_long =
            |token: &Token| token.kind == TokenKind::String && token.text(text).contains("\n ");
        tokens.filter(is_long).collect()
    };
    let (old, new) = (long(text), long(output));
    let pairs = old.into_iter().zip(new);
    let moved = pairs.filter(|(old, new)| !spaces(text, *old).eq(spaces(output, *new)));
    moved.map(|(old, _)| old).collect()
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
