//! Org: source blocks.

use super::code::blanks;
use super::printed::{PrintedCode, as_written};
use super::{Block, LeftReason, dialect_named, lines};

/// Blocks that contain lines. Other blocks contain elements, such as source blocks.
const OF_LINES: [&str; 5] = ["src", "example", "export", "comment", "verse"];

/// The source blocks of a document in a Scheme. A block must end before the next headline.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, Option<Block>)> = None;
    for line in lines(text) {
        let content = &text[line.clone()];
        // A headline ends what is open.
        if content.starts_with('*') && content.trim_start_matches('*').starts_with(' ') {
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
            // Where one is meant literally, a comma precedes it.
            if keyword.starts_with("begin_") {
                block.other.get_or_insert(line.clone());
            }
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

/// Code prints as it is written, with two exceptions: a comma that protects a line from being markup, and a reference to another block,
/// whose lines are printed with everything before the reference.
pub(super) fn print(code: &str) -> Result<PrintedCode, LeftReason> {
    let is_escaped = |line: &str| {
        let line = &line[blanks(line).len()..];
        let rest = line.trim_start_matches(',');
        rest.len() < line.len() && (rest.starts_with('*') || rest.starts_with("#+"))
    };
    let is_markup = |line: &&str| is_escaped(line) || has_reference(line);
    match code.lines().find(is_markup) {
        Some(line) => Err(LeftReason::Markup(format!("`{}`", line.trim()))),
        None => as_written(code),
    }
}

/// Whether a line contains `<<name>>`. The name may contain blanks, but does not begin or end with one.
fn has_reference(line: &str) -> bool {
    let name = line.split_once("<<").and_then(|(_, rest)| {
        let (name, _) = rest.split_once(">>")?;
        Some(name)
    });
    name.is_some_and(|name| !name.is_empty() && name.trim() == name)
}
