//! Texts that no layout of S-expressions may touch: other languages of Racket, and readers that see the indentation.

use std::ops::Range;

use crate::diagnostics::Diagnostic;
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{NodeKind, Tree};

/// Languages of Racket that are written in S-expressions. With a `/` at its end a name stands for all that begin so; any other also
/// for what follows it after a `/`, as in `racket/base`.
const S_EXPRESSIONS: [&str; 31] = [
    "racket",
    "typed/",
    "typed-racket",
    "scheme",
    "mzscheme",
    "r5rs",
    "r6rs",
    "r7rs",
    "lazy",
    "plai",
    "plait",
    "plai-typed",
    "htdp/",
    "s-exp",
    "sicp",
    "eopl",
    "pie",
    "rosette",
    "swindle",
    "frtime",
    "racklog",
    "deinprogramm/",
    "slideshow",
    "racketscript",
    "turnstile",
    "hackett",
    "gamble",
    "malt",
    "web-server",
    "info",
    "setup/infotab",
];

/// Languages that are written otherwise, and how.
const OTHERS: [(&str, &str); 10] = [
    ("scribble", "is text with `@` commands"),
    ("pollen", "is text with `@` commands"),
    ("datalog", "is written as facts and rules"),
    ("algol60", "is written as Algol"),
    ("rhombus", "is not written in S-expressions"),
    ("honu", "is not written in S-expressions"),
    ("brag", "is a grammar"),
    ("at-exp", "adds `@` expressions"),
    ("sweet-exp", "makes indentation part of the program"),
    ("reader", "has a reader of its own"),
];

/// Why a text is passed through as it stands, if it is.
pub(crate) fn foreign(text: &str, tree: &Tree) -> Option<Diagnostic> {
    for id in tree.top_level() {
        let node = &tree.nodes[id];
        let span = node.start as usize..node.end as usize;
        let word = &text[span.clone()];
        match node.kind {
            NodeKind::LineComment => {
                if let Some(reason) = foreign_language(word, span) {
                    return Some(reason);
                }
            }
            NodeKind::Directive if word == "#!sweet" || word.starts_with("#!reader=srfi/:49") => {
                let message = format!(
                    "`{word}` makes indentation part of the program; the file is left as it is"
                );
                return Some(Diagnostic::warning("indentation-sensitive", message, span));
            }
            NodeKind::Atom | NodeKind::List | NodeKind::Raw => {
                if let Some(reason) = foreign_reader(&text[span.start..], span) {
                    return Some(reason);
                }
            }
            _ => {}
        }
    }
    None
}

/// The same of a text that cannot be read: another language has brackets and quotes of its own. It begins with its name.
pub(crate) fn foreign_unread(text: &str) -> Option<Diagnostic> {
    for token in Lexer::new(text, Lexis::COMMON) {
        let word = token.text(text);
        match token.kind {
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment => {}
            TokenKind::Shebang if word.starts_with("#!") => {}
            TokenKind::Shebang => {
                return foreign_language(word, token.start as usize..token.end as usize);
            }
            _ => {
                let (start, end) = (token.start as usize, token.end as usize);
                return foreign_reader(&text[start..], start..end);
            }
        }
    }
    None
}

/// Why `rest`, what is left of a text, is passed through, if it begins with a reader of its own. Those that DrRacket writes at the
/// head of a student's program read S-expressions.
fn foreign_reader(rest: &str, span: Range<usize>) -> Option<Diagnostic> {
    let reader = rest.strip_prefix("#reader")?;
    let is_name_over = reader.starts_with([' ', '(', '"', '\t']);
    if !is_name_over || reader.starts_with("(lib \"htdp-") {
        return None;
    }
    let message = "`#reader` reads what follows in a way of its own; the file is left as it is";
    Some(Diagnostic::warning(
        "foreign-language",
        message,
        span.start..span.start + "#reader".len(),
    ))
}

/// Why a text in which `word` stands is passed through, if that is the `#lang` line of a language that is none of ours.
fn foreign_language(word: &str, span: Range<usize>) -> Option<Diagnostic> {
    // `#!racket` is the same to Racket, but a directive of others too.
    let line = word.strip_prefix("#lang")?.trim();
    let language = line.split_ascii_whitespace().next().unwrap_or_default();
    if S_EXPRESSIONS.iter().any(|known| is_of(language, known)) {
        return None;
    }
    let why = OTHERS
        .iter()
        .find(|(known, _)| is_of(language, known))
        .map_or("is not known to be written in S-expressions", |(_, why)| {
            why
        });
    let message = format!("`#lang {line}` {why}; the file is left as it is");
    Some(Diagnostic::warning("foreign-language", message, span))
}

/// Whether a language is the one that a name of the lists above stands for.
fn is_of(language: &str, known: &str) -> bool {
    language
        .strip_prefix(known)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || known.ends_with('/'))
}
