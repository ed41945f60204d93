//! Files that are named like Scheme files but are something else.

use std::path::Path;

use memchr::{memchr, memchr_iter};

/// What such a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// Queries of tree-sitter: `highlights.scm` and the like, in editors and grammars.
    TreeSitterQuery,
    /// A circuit diagram, also named `.sch`.
    Schematic,
}

impl Foreign {
    /// What to call it, including the article.
    pub fn name(self) -> &'static str {
        match self {
            Foreign::TreeSitterQuery => "a tree-sitter query",
            Foreign::Schematic => "a circuit diagram",
        }
    }
}

/// Determines what `bytes`, the content of the file at `path`, are if they are not Scheme.
///
/// A query is recognized by a predicate such as `(#match? @name "x")`, which no Scheme reader accepts, or by a capture,
/// `@name` after what it names. Captures count anywhere below a folder `queries`, and elsewhere only between top-level
/// forms, where Scheme has no use for them.
pub fn recognize(path: &Path, bytes: &[u8]) -> Option<Foreign> {
    if bytes.starts_with(b"<?xml") || bytes.starts_with(b"EESchema") {
        return Some(Foreign::Schematic);
    }
    if path.extension().is_none_or(|extension| extension != "scm") || !has_capture(bytes) {
        return None;
    }
    let in_queries = path
        .components()
        .any(|component| component.as_os_str() == "queries");
    let marks = marks(bytes);
    let is_query =
        marks.predicates > 0 || marks.top_captures > 0 || (in_queries && marks.captures > 0);
    is_query.then_some(Foreign::TreeSitterQuery)
}

/// Whether there is an `@name` anywhere, perhaps in a comment, where there can be a capture: every query has one.
fn has_capture(bytes: &[u8]) -> bool {
    memchr_iter(b'@', bytes).any(|at| is_capture(bytes, at))
}

/// Whether the `@` at an offset is apart from what precedes it, and a name follows.
fn is_capture(bytes: &[u8], at: usize) -> bool {
    let is_apart = at == 0 || is_blank_or_closer(bytes[at - 1]);
    is_apart && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
}

/// Counts the marks of a query outside strings and comments.
#[derive(Debug, Default, PartialEq, Eq)]
struct Marks {
    /// `(#match? @name`.
    predicates: usize,
    /// ` @name` after a closing bracket, a string or a name.
    captures: usize,
    /// Those of them that are outside all brackets and follow a closing bracket or a string.
    top_captures: usize,
}

fn marks(bytes: &[u8]) -> Marks {
    let mut marks = Marks::default();
    let mut depth = 0usize;
    // The last byte that is neither a blank nor part of a comment.
    let mut last = b'(';
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        let at = bytes.len() - rest.len();
        rest = after;
        match byte {
            b';' => {
                rest = &rest[memchr(b'\n', rest).unwrap_or(rest.len())..];
                continue;
            }
            b'"' => rest = after_string(rest),
            b'(' | b'[' => {
                depth += 1;
                marks.predicates += usize::from(byte == b'(' && is_predicate(rest));
            }
            // Block comments, characters, vectors and keywords: only Scheme has these, and the comments may contain
            // anything.
            b'#' if matches!(rest.first(), Some(b'|' | b'!' | b'\\' | b'(' | b':')) => {
                return Marks::default();
            }
            b')' | b']' => depth = depth.saturating_sub(1),
            b'@' if is_capture(bytes, at) => {
                let follows_group = matches!(last, b')' | b']' | b'"' | b'*' | b'+' | b'?');
                marks.captures += usize::from(!matches!(last, b'(' | b'['));
                marks.top_captures += usize::from(depth == 0 && follows_group);
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            last = byte;
        }
    }
    marks
}

fn is_blank_or_closer(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b')' | b']' | b'"')
}

/// The text after a string whose opening quote has been read.
fn after_string(bytes: &[u8]) -> &[u8] {
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return &bytes[at + 1..],
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    &[]
}

/// Whether an opening parenthesis is followed by `#name? @capture` or `#name! ...`.
fn is_predicate(bytes: &[u8]) -> bool {
    let Some(name) = bytes.strip_prefix(b"#") else {
        return false;
    };
    let end = name
        .iter()
        .position(|b| !(b.is_ascii_lowercase() || matches!(b, b'-' | b'_')));
    end.is_some_and(|end| {
        end >= 2
            && matches!(name[end], b'?' | b'!')
            && name.get(end + 1).is_some_and(|&b| b.is_ascii_whitespace())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognized(path: &str, text: &str) -> Option<Foreign> {
        recognize(Path::new(path), text.as_bytes())
    }

    #[test]
    fn queries_are_told_from_scheme() {
        let query = Some(Foreign::TreeSitterQuery);
        assert_eq!(recognized("a.scm", "(comment) @comment\n"), query);
        assert_eq!(recognized("a.scm", "[\"if\" \"else\"] @keyword"), query);
        assert_eq!(recognized("a.scm", "((a) @b (#match? @b \"x\"))"), query);
        assert_eq!(recognized("queries/a.scm", "((a) @b)"), query);
        assert_eq!(recognized("a.sld", "(comment) @comment\n"), None);
    }

    #[test]
    fn scheme_is_no_query() {
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
