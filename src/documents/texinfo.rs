//! Texinfo: `@lisp`, and `@example` where it names a Scheme.

use crate::dialects::Dialect;

use super::printed::{PrintedCode, Printing};
use super::{Block, LeftReason, dialect_named, lines};

/// The names of environments that contain code.
const CODE: [&str; 2] = ["lisp", "smalllisp"];

/// Environments without commands, or with commands of another language. `@bye` ends the document.
const LITERAL: [&str; 12] = [
    "verbatim",
    "ignore",
    "macro",
    "rmacro",
    "linemacro",
    "tex",
    "latex",
    "html",
    "docbook",
    "xml",
    "displaymath",
    "bye",
];

/// Commands on a line of their own between lines of code, which print nothing.
const BETWEEN: [&str; 14] = [
    "group",
    "cartouche",
    "c",
    "comment",
    "cindex",
    "findex",
    "kindex",
    "pindex",
    "tindex",
    "vindex",
    "need",
    "noindent",
    "page",
    "anchor",
];

/// Commands that print their argument.
const WRAPPERS: [&str; 20] = [
    "asis", "b", "code", "command", "dfn", "emph", "env", "file", "i", "kbd", "key", "option", "r",
    "samp", "slanted", "strong", "t", "url", "var", "w",
];

/// Commands that print a sign.
const SIGNS: [(&str, &str); 15] = [
    ("dots", "..."),
    ("enddots", "...."),
    ("atchar", "@"),
    ("lbracechar", "{"),
    ("rbracechar", "}"),
    ("backslashchar", "\\"),
    ("hashchar", "#"),
    ("comma", ","),
    ("minus", "-"),
    ("result", "⇒"),
    ("print", "⊣"),
    ("error", "error→"),
    ("expansion", "↦"),
    ("equiv", "≡"),
    ("point", "★"),
];

/// The code of a document. Commands between its lines divide it into blocks.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<(&str, Option<Block>)> = None;
    // The first block of the environment that is open.
    let mut first = 0;
    for line in lines(text) {
        let content = &text[line.clone()];
        let (command, argument) = command(content).unwrap_or_default();
        let Some((environment, block)) = &mut open else {
            open = begun_by(command, argument);
            first = blocks.len();
            continue;
        };
        let is_end = command == "end" && argument == *environment;
        let name = if command == "end" { argument } else { command };
        match block {
            Some(block) if is_end || BETWEEN.contains(&name) => {
                let next = Block {
                    other: block.other.clone(),
                    ..Block::new(block.dialect)
                };
                blocks.push(std::mem::replace(block, next));
            }
            Some(block) => {
                if command == "example" || CODE.contains(&command) {
                    let all = blocks[first..].iter_mut().chain([&mut *block]);
                    all.for_each(|it| it.other = Some(line.clone()));
                }
                block.lines.push(line);
            }
            None => {}
        }
        if is_end {
            open = None;
        }
    }
    blocks
}

/// The environment that a command begins, if it is of interest: its name, and its first block if it contains code.
fn begun_by<'t>(command: &'t str, argument: &str) -> Option<(&'t str, Option<Block>)> {
    let language = argument.split([',', ' ']).next().unwrap_or_default();
    let dialect = match command {
        "example" if !CODE.contains(&language) => Some(dialect_named(language)?),
        name if name == "example" || CODE.contains(&name) => Some(Dialect::Auto),
        name if LITERAL.contains(&name) => None,
        _ => return None,
    };
    Some((command, dialect.map(Block::new)))
}

/// The command that a line begins with, and the rest of the line without a comment.
fn command(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start().strip_prefix('@')?;
    let (name, rest) = line.split_at(length_of_name(line));
    let rest = rest.split("@c ").next().unwrap_or_default();
    Some((name, rest.trim()))
}

fn length_of_name(text: &str) -> usize {
    text.len()
        - text
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .len()
}

/// What code with markup prints.
///
/// # Errors
/// Returns the first command that is not known to print a fixed text or its argument.
pub(super) fn print(code: &str) -> Result<PrintedCode, LeftReason> {
    let markup = |at: usize| {
        let name = code[at..].strip_prefix('@').map_or(0, length_of_name);
        LeftReason::Markup(format!("`{}`", &code[at..=at + name]))
    };
    let mut printing = Printing::default();
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at + c.len_utf8()..];
        at += match c {
            '@' if rest.starts_with(['@', '{', '}']) => {
                printing.print(&rest[..1], at);
                2
            }
            '@' => {
                let (name, rest) = rest.split_at(length_of_name(rest));
                let sign = SIGNS.iter().find(|(known, _)| *known == name);
                match sign {
                    Some((_, sign)) if rest.starts_with("{}") => {
                        printing.print(sign, at);
                        name.len() + 3
                    }
                    None if WRAPPERS.contains(&name) && rest.starts_with('{') => {
                        printing.open(at);
                        name.len() + 2
                    }
                    _ => return Err(markup(at)),
                }
            }
            '}' => {
                printing.close().ok_or_else(|| markup(at))?;
                1
            }
            '{' => return Err(markup(at)),
            c => {
                printing.print(c.encode_utf8(&mut [0; 4]), at);
                c.len_utf8()
            }
        };
    }
    let unclosed = || LeftReason::Markup("a brace is not closed".to_owned());
    printing.finish(code.len()).ok_or_else(unclosed)
}
