//! Texts that no layout of S-expressions may touch: other languages of Racket, and readers that see the indentation.

use crate::diagnostics::Diagnostic;
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
                let Some(language) = word.strip_prefix("#lang") else {
                    continue;
                };
                let language = language.trim();
                if !S_EXPRESSIONS
                    .iter()
                    .any(|known| language.starts_with(known))
                {
                    let message = format!(
                        "`#lang {language}` is not written in S-expressions; the file is left as it is"
                    );
                    return Some(Diagnostic::warning("foreign-language", message, span));
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
