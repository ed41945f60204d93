//! Files that are named like Scheme files but are something else.

use std::path::Path;

use memchr::memchr_iter;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::TokenKind;
use schemefmt::internals::text::source::text_of;

/// Queries of tree-sitter: `highlights.scm` and the like, in editors and grammars.
const QUERY: &str = "a tree-sitter query";

/// Circuit diagrams, whose files are named `.sch`, like some Scheme files.
const SCHEMATIC: &str = "a circuit diagram";

/// Returns what the file at `path` with the content `bytes` is, if it is not Scheme.
///
/// A query is recognized by a predicate such as `(#match? @name "x")`, which no Scheme reader accepts, or by a capture,
/// `@name` after what it names. Captures count anywhere below a folder `queries`, and elsewhere only between top-level
/// forms, where Scheme has no use for them.
pub(crate) fn recognize(path: &Path, bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"<?xml") || bytes.starts_with(b"EESchema") {
        return Some(SCHEMATIC);
    }
    if path.extension().is_none_or(|extension| extension != "scm") {
        return None;
    }
    // Every query has a capture, and few other files have what looks like one.
    let may_be_query = memchr_iter(b'@', bytes).any(|at| is_capture(bytes, at));
    let in_queries = path.iter().any(|part| part == "queries");
    (may_be_query && is_query(&text_of(bytes), in_queries)).then_some(QUERY)
}

/// Whether the `@` at an offset is apart from what precedes it, and a name follows.
fn is_capture(bytes: &[u8], at: usize) -> bool {
    let is_closer = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b')' | b']' | b'"');
    let is_apart = at == 0 || is_closer(bytes[at - 1]);
    is_apart && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
}

/// Block comments, directives, characters, vectors and keywords: only Scheme has these.
const OF_SCHEME: [&str; 5] = ["#|", "#!", "#\\", "#(", "#:"];

/// Whether a text looks like a query and not like Scheme.
fn is_query(text: &str, in_queries: bool) -> bool {
    let mut is_query = false;
    let mut depth = 0usize;
    let mut last = "(";
    for token in Lexer::new(text, Switches::COMMON) {
        let token_text = token.text(text);
        match token.kind {
            _ if OF_SCHEME.iter().any(|start| token_text.starts_with(start)) => return false,
            TokenKind::Whitespace | TokenKind::LineComment => continue,
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Atom if is_capture(text.as_bytes(), token.start as usize) => {
                let follows_group = depth == 0 && last.ends_with([')', ']', '"', '*', '+', '?']);
                is_query |= follows_group || in_queries && !matches!(last, "(" | "[");
            }
            TokenKind::Atom => is_query |= last == "(" && is_predicate(token_text),
            _ => {}
        }
        last = token_text;
    }
    is_query
}

/// Whether an operator is `#name?` or `#name!`.
fn is_predicate(operator: &str) -> bool {
    let name = operator.strip_prefix('#');
    let name = name.and_then(|name| name.strip_suffix(['?', '!']));
    name.is_some_and(|name| {
        name.len() > 1 && name.chars().all(|c| matches!(c, 'a'..='z' | '-' | '_'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognized(path: &str, text: &str) -> Option<&'static str> {
        recognize(Path::new(path), text.as_bytes())
    }

    #[test]
    fn tree_sitter_queries_are_recognized() {
        let query = Some(QUERY);
        assert_eq!(recognized("a.scm", "(comment) @comment\n"), query);
        assert_eq!(recognized("a.scm", "[\"if\" \"else\"] @keyword"), query);
        assert_eq!(recognized("a.scm", "((a) @b (#match? @b \"x\"))"), query);
        assert_eq!(recognized("queries/a.scm", "((a) @b)"), query);
        assert_eq!(recognized("a.sld", "(comment) @comment\n"), None);
    }

    #[test]
    fn scheme_is_not_a_query() {
        for scheme in [
            "`(a ,@b)",
            "`(a ,@(b) ,@c)",
            "(@ (ice-9 match) match)",
            "(define x `(html (@ (lang \"en\")) \"a @b\")) ; (a) @b",
            "(#t @x)",
            "(#:key @x)",
            "#!\n(call) @deffn\n!#",
            "#|\n(call) @deffn\n|#",
            "(a #\\;) @b",
            "(define @x 1)\n(set! y @x)",
        ] {
            assert_eq!(recognized("a.scm", scheme), None, "{scheme}");
        }
    }
}
