//! Texts that must not be laid out as S-expressions: other Racket languages, and readers that depend on indentation.

use std::ops::Range;

use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{NodeKind, Tree};
use crate::text::diagnostics::Diagnostic;

/// Racket languages that are written in S-expressions. A name that ends in `/` matches every name that starts with it; any
/// other name also matches with something after a `/`, as in `racket/base`.
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

/// Languages that are written differently, and how.
const OTHERS: [(&str, &str); 10] = [
    ("scribble", "is text with `@` commands"),
    ("pollen", "is text with `@` commands"),
    ("datalog", "is written in facts and rules"),
    ("algol60", "has the syntax of Algol"),
    ("rhombus", "is not written in S-expressions"),
    ("honu", "is not written in S-expressions"),
    ("brag", "is a grammar"),
    ("at-exp", "adds `@` expressions"),
    ("sweet-exp", "makes indentation part of the program"),
    ("reader", "has a reader of its own"),
];

/// The reason why a text is returned unchanged, if it is.
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

/// The reason why a text that cannot be read is returned unchanged, if it is written in another language, which has its own
/// brackets and quotes. That language's name is at the start.
pub(crate) fn foreign_unread(text: &str) -> Option<Diagnostic> {
    let precedes = |token: &Token| match token.kind {
        TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment => true,
        TokenKind::Shebang => token.text(text).starts_with("#!"),
        _ => false,
    };
    let token = Lexer::new(text, Switches::COMMON).find(|token| !precedes(token))?;
    let span = token.start as usize..token.end as usize;
    match token.kind {
        TokenKind::Shebang => foreign_language(token.text(text), span),
        _ => foreign_reader(&text[span.start..], span),
    }
}

/// The reason why `rest`, the remainder of a text, is returned unchanged, if it starts with its own reader. The readers
/// that DrRacket writes at the top of a student's program read S-expressions.
fn foreign_reader(rest: &str, span: Range<usize>) -> Option<Diagnostic> {
    let reader = rest.strip_prefix("#reader")?;
    let is_name_over = reader.starts_with([' ', '(', '"', '\t']);
    if !is_name_over || reader.starts_with("(lib \"htdp-") {
        return None;
    }
    let message = "`#reader` changes how the rest is read; the file is left as it is";
    Some(Diagnostic::warning(
        "foreign-language",
        message,
        span.start..span.start + "#reader".len(),
    ))
}

/// The reason why a text that contains `word` is returned unchanged, if that is the `#lang` line of an unknown language.
fn foreign_language(word: &str, span: Range<usize>) -> Option<Diagnostic> {
    // `#!racket` means the same to Racket, but other dialects use it as a directive.
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

/// Whether an entry in the lists above matches a language.
fn is_of(language: &str, known: &str) -> bool {
    language
        .strip_prefix(known)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || known.ends_with('/'))
}
