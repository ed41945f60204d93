//! Texts that no layout of S-expressions may touch: other languages of Racket, and readers that see the indentation.

use std::ops::Range;

use crate::diagnostics::Diagnostic;
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{NodeKind, Tree};

/// Languages of Racket that are written in S-expressions, or the beginnings of their names.
const S_EXPRESSIONS: [&str; 9] = [
    "racket",
    "typed/racket",
    "scheme",
    "r5rs",
    "r6rs",
    "lazy",
    "plai",
    "htdp/",
    "s-exp",
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
            _ => return None,
        }
    }
    None
}

/// Why a text in which `word` stands is passed through, if that is the `#lang` line of a language that is none of ours.
fn foreign_language(word: &str, span: Range<usize>) -> Option<Diagnostic> {
    let language = word.strip_prefix("#lang")?.trim();
    if S_EXPRESSIONS
        .iter()
        .any(|known| language.starts_with(known))
    {
        return None;
    }
    let message =
        format!("`#lang {language}` is not written in S-expressions; the file is left as it is");
    Some(Diagnostic::warning("foreign-language", message, span))
}
