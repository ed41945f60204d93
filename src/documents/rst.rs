//! reStructuredText: the directive `code-block` and its other names.

use std::ops::Range;

use crate::dialects::Dialect;
use crate::text::width::column;

use super::code::blanks;
use super::{Block, dialect_named, lines};

/// The names of the directive.
const DIRECTIVES: [&str; 3] = ["code-block::", "code::", "sourcecode::"];

/// The contents of the directives of a document whose language is a Scheme.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let all: Vec<Range<usize>> = lines(text).collect();
    let mut blocks = Vec::new();
    let mut next = 0;
    while let Some(line) = all.get(next) {
        next += 1;
        let content = &text[line.clone()];
        let Some(dialect) = directive(content) else {
            continue;
        };
        let indentation = column(blanks(content));
        let is_inside = |line: &&Range<usize>| {
            let content = &text[(*line).clone()];
            content.trim().is_empty() || column(blanks(content)) > indentation
        };
        let inside = all[next..].iter().take_while(is_inside).count();
        blocks.extend(block(text, &all[next..next + inside], dialect));
        next += inside;
    }
    blocks
}

/// The dialect that a directive names.
fn directive(line: &str) -> Option<Dialect> {
    let rest = line.trim_start().strip_prefix(".. ")?.trim_start();
    let language = DIRECTIVES.iter().find_map(|name| rest.strip_prefix(name))?;
    dialect_named(language.trim())
}

/// The block in the lines that belong to a directive: options, a blank line, and the code.
fn block(text: &str, inside: &[Range<usize>], dialect: Dialect) -> Option<Block> {
    let is_option = |line: &&Range<usize>| text[(*line).clone()].trim_start().starts_with(':');
    let options = inside.iter().take_while(is_option).count();
    let code = &inside[options..];
    if !text[code.first()?.clone()].trim().is_empty() {
        return None;
    }
    let indented = code
        .iter()
        .filter(|line| !text[(*line).clone()].trim().is_empty());
    let indentation = indented
        .map(|line| blanks(&text[line.clone()]))
        .min_by_key(|it| it.len())?;
    // What is indented in another way is found to be uneven.
    let after = |line: &Range<usize>| match text[line.clone()].starts_with(indentation) {
        true => line.start + indentation.len()..line.end,
        false => line.clone(),
    };
    Some(Block {
        dialect,
        lines: code.iter().map(after).collect(),
        is_literal: true,
    })
}
