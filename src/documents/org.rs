//! Org: source blocks.

use super::code::blanks;
use super::printed::{Printed, as_written};
use super::{Block, WhyLeft, dialect_named, lines};

/// Blocks that hold lines; others hold elements, source blocks among them.
const OF_LINES: [&str; 5] = ["src", "example", "export", "comment", "verse"];

/// The source blocks of a document whose language is a Scheme. A block that does not end before the next headline is none.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, Option<Block>)> = None;
    for line in lines(text) {
        let content = &text[line.clone()];
        if is_headline(content) {
            open = None;
            continue;
        }
        let (keyword, rest) = keyword(content).unwrap_or_default();
        let Some((end, block)) = &mut open else {
            let name = keyword.strip_prefix("begin_");
            open = name.filter(|name| OF_LINES.contains(name)).map(|name| {
                let language = rest.split_whitespace().next().unwrap_or_default();
                let dialect = dialect_named(language).filter(|_| name == "src");
                (format!("end_{name}"), dialect.map(Block::new))
            });
            continue;
        };
        if keyword == *end && rest.trim().is_empty() {
            blocks.extend(block.take());
            open = None;
        } else if let Some(block) = block {
            block.lines.push(line);
        }
    }
    blocks
}

/// The keyword of a line `#+KEYWORD rest`, in lower case, and the rest.
fn keyword(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start().strip_prefix("#+")?;
    let end = line.find([' ', '\t']).unwrap_or(line.len());
    Some((line[..end].to_ascii_lowercase(), &line[end..]))
}

fn is_headline(line: &str) -> bool {
    let rest = line.trim_start_matches('*');
    rest.len() < line.len() && rest.starts_with(' ')
}

/// Code prints what it is, but for a comma that keeps a line from being markup, and for a reference to another block: each line of
/// that comes with all that stands before the reference.
pub(super) fn print(code: &str) -> Result<Printed, WhyLeft> {
    let is_escaped = |line: &str| {
        let line = &line[blanks(line).len()..];
        let rest = line.trim_start_matches(',');
        rest.len() < line.len() && (rest.starts_with('*') || rest.starts_with("#+"))
    };
    let is_markup = |line: &&str| is_escaped(line) || has_reference(line);
    match code.lines().find(is_markup) {
        Some(line) => Err(WhyLeft::Markup(format!("`{}`", line.trim()))),
        None => as_written(code),
    }
}

/// Whether a line has `<<name>>` in it; the name may have blanks in it, but not around it.
fn has_reference(line: &str) -> bool {
    let name = line.split_once("<<").and_then(|(_, rest)| {
        let (name, _) = rest.split_once(">>")?;
        Some(name)
    });
    name.is_some_and(|name| !name.is_empty() && name.trim() == name)
}
