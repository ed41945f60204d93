//! reStructuredText: the directive `code-block` and its synonyms.

use std::ops::Range;

use crate::dialects::Dialect;
use crate::text::width::{TAB, column};

use super::code::blanks;
use super::{Block, dialect_named, lines};

/// The names of the directive.
const DIRECTIVES: [&str; 3] = ["code-block::", "code::", "sourcecode::"];

/// Directives that contain text of another kind.
const LITERAL: [&str; 3] = ["raw::", "parsed-literal::", "math::"];

/// The contents of all directives whose language is a Scheme.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let all: Vec<Range<usize>> = lines(text).collect();
    let mut blocks = Vec::new();
    let mut next = 0;
    let is_blank = |line: &Range<usize>| text[line.clone()].trim().is_empty();
    while let Some(line) = all.get(next) {
        let is_apart = next == 0 || is_blank(&all[next - 1]);
        next += 1;
        let content = &text[line.clone()];
        let before = before_text(content);
        let own = &content[before.len()..];
        let Some(dialect) = content_of(own).filter(|_| is_apart || !own.starts_with("..")) else {
            continue;
        };
        let indentation = column(before, TAB);
        let is_inside = |line: &&Range<usize>| {
            is_blank(line) || column(blanks(&text[(*line).clone()]), TAB) > indentation
        };
        let inside = all[next..].iter().take_while(is_inside).count();
        blocks.extend(dialect.and_then(|it| block(text, &all[next..next + inside], it)));
        next += inside;
    }
    blocks
}

/// The kind of the indented lines below a line: none for prose, otherwise code in a dialect, or in no Scheme.
fn content_of(line: &str) -> Option<Option<Dialect>> {
    let line = line.trim_end();
    let Some(rest) = line.strip_prefix(".. ") else {
        return (line == ".." || line.ends_with("::")).then_some(None);
    };
    let rest = rest.trim_start();
    let is_comment = !rest.contains("::") && !rest.starts_with(['_', '[']);
    match argument(rest, &DIRECTIVES) {
        Some(language) => Some(dialect_named(language.trim())),
        None if is_comment || argument(rest, &LITERAL).is_some() => Some(None),
        None => None,
    }
}

/// What follows the name of one of these directives.
fn argument<'t>(directive: &'t str, names: &[&str]) -> Option<&'t str> {
    names.iter().find_map(|name| {
        let (own, after) = directive.split_at_checked(name.len())?;
        own.eq_ignore_ascii_case(name).then_some(after)
    })
}

/// The prefix of the text on a line: blanks, and marks of list items.
fn before_text(line: &str) -> &str {
    let is_numbered = |mark: &str| {
        let number = mark.strip_suffix(['.', ')']).unwrap_or_default();
        (1..4).contains(&number.len()) && !number.starts_with('.')
    };
    let mut rest = line.trim_start();
    while let Some((mark, after)) = rest.split_once(' ')
        && (["-", "*", "+"].contains(&mark) || is_numbered(mark))
    {
        rest = after.trim_start();
    }
    &line[..line.len() - rest.len()]
}

/// The block in the lines of a directive: options, a blank line, and the code.
fn block(text: &str, inside: &[Range<usize>], dialect: Dialect) -> Option<Block> {
    let is_blank = |line: &Range<usize>| text[line.clone()].trim().is_empty();
    let options = inside.iter().position(is_blank)?;
    let code = &inside[options..];
    if options > 0 && !text[inside[0].clone()].trim_start().starts_with(':') {
        return None;
    }
    let indented = code.iter().filter(|line| !is_blank(line));
    let indentation = indented
        .map(|line| blanks(&text[line.clone()]))
        .min_by_key(|it| it.len())?;
    // Lines that are indented otherwise are reported as uneven later.
    let after = |line: &Range<usize>| {
        if text[line.clone()].starts_with(indentation) {
            line.start + indentation.len()..line.end
        } else {
            line.clone()
        }
    };
    let lines: Vec<Range<usize>> = code.iter().map(after).collect();
    let begins_block = |line: &&Range<usize>| {
        let directive = text[(*line).clone()].strip_prefix(".. ");
        directive.is_some_and(|it| argument(it.trim_start(), &DIRECTIVES).is_some())
    };
    Some(Block {
        other: lines.iter().find(begins_block).cloned(),
        lines,
        ..Block::new(dialect)
    })
}
