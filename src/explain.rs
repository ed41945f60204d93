//! Why a list is laid out as it is.

use std::ops::ControlFlow;

use crate::diagnostics::Diagnostic;
use crate::dialect::{Detected, Dialect, Reason};
use crate::forms::{Form, Part};
use crate::layout::find::Finder;
use crate::lines::Lines;
use crate::options::Options;
use crate::rules::{Rule, Rules};
use crate::source::Source;
use crate::syntax::lexer::Lexer;
use crate::syntax::token::TokenKind;
use crate::width::width;
use crate::{detect, with_tree};

/// How a list is laid out, and why.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The line that the list starts on, from 1.
    pub line: usize,
    /// The list's text up to the end of its first element.
    pub head: String,
    /// What it is to the list around it.
    pub part: Part,
    /// How it is laid out.
    pub form: Form,
    /// The rule that its operator has; none for a plain call, for a list whose operator has no say, such as a clause, and for
    /// one that has none.
    pub rule: Option<Rule>,
}

/// Explains the outermost list that starts on a line, or else the innermost one around it; none if there is neither.
///
/// # Errors
/// A text that cannot be read, as [`format`](crate::format) has it.
pub fn explain(
    input: &[u8],
    options: &Options,
    line: usize,
) -> Result<Option<Explanation>, Diagnostic> {
    with_tree(input, options, |finder| {
        let Finder { text, tree, .. } = finder;
        let lines = Lines::of(text);
        let start = lines.start(line)?;
        let end = lines.around(text, &(start..start)).end;
        let mut explained = None;
        let mut starts_here = false;
        for id in tree.top_level() {
            finder.walk(id, Part::TopLevel, &mut |id, part, found| {
                let node = &tree.nodes[id];
                let (from, to) = (node.start as usize, node.end as usize);
                if starts_here || from > end || to <= start {
                    return ControlFlow::Break(());
                }
                starts_here = from >= start;
                let first = tree.children(id).next();
                let head_end = first.map_or(node.head_end, |first| tree.nodes[first].head_end);
                explained = Some(Explanation {
                    line: lines.line(from),
                    head: text[from..head_end as usize].to_owned(),
                    part,
                    form: *found.form,
                    rule: found.rule.cloned(),
                });
                ControlFlow::Continue(())
            });
        }
        explained
    })
}

/// The dialect of a text, and what decided. The text need not balance.
///
/// # Errors
/// A text that cannot be decoded, as [`format`](crate::format) has it.
pub fn dialect(input: &[u8], options: &Options) -> Result<(Dialect, String), Diagnostic> {
    let source = Source::decode(input)?;
    let Detected { dialect, reason } = detect(&source.text, options);
    let reason = match reason {
        Reason::Asked => "asked for".to_owned(),
        Reason::Text(start) => {
            let line = Lines::of(&source.text).line(start);
            format!("line {line}: {}", quote(&source.text, start))
        }
        Reason::FileName(end) => format!("the name ends in {end}"),
        Reason::Nothing => "nothing in the text tells".to_owned(),
    };
    Ok((dialect, reason))
}

/// Columns after which a datum that is quoted breaks off.
const QUOTED: usize = 60;

/// The datum that begins at an offset, on one line and without comments; what is long is left out at the end.
fn quote(text: &str, start: usize) -> String {
    let mut quoted = String::new();
    let mut closers = Vec::new();
    let mut is_apart = false;
    for token in Lexer::new(text, Dialect::Auto.lexis()) {
        match token.kind {
            _ if (token.start as usize) < start => continue,
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment => {
                is_apart = true;
                continue;
            }
            TokenKind::Open if token.text(text).ends_with('[') => closers.push(']'),
            TokenKind::Open => closers.push(')'),
            TokenKind::Close => {
                is_apart = false;
                closers.pop();
            }
            _ => {}
        }
        let word = token
            .text(text)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let is_first = quoted.is_empty() || quoted.ends_with(['(', '[']);
        if width(&quoted) + width(&word) > QUOTED {
            quoted.push_str(if is_first { "..." } else { " ..." });
            quoted.extend(closers.iter().rev());
            break;
        }
        if is_apart && !is_first {
            quoted.push(' ');
        }
        quoted.push_str(&word);
        is_apart = false;
        if closers.is_empty() {
            break;
        }
    }
    quoted
}

/// All rules that hold for a text.
///
/// # Errors
/// A text that cannot be read, as [`format`](crate::format) has it.
pub fn rules(input: &[u8], options: &Options) -> Result<Rules, Diagnostic> {
    with_tree(input, options, |finder| finder.rules.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "(define (f x)\n  (let ((y 1))\n    y\n    (g y)))\n";

    fn at(line: usize) -> Option<(usize, String)> {
        let found = explain(TEXT.as_bytes(), &Options::default(), line).unwrap();
        found.map(|found| (found.line, found.head))
    }

    #[test]
    fn the_outermost_list_of_a_line_or_the_innermost_around_it() {
        assert_eq!(at(1), Some((1, "(define".to_owned())));
        assert_eq!(at(2), Some((2, "(let".to_owned())));
        assert_eq!(at(3), Some((2, "(let".to_owned())));
        assert_eq!(at(4), Some((4, "(g".to_owned())));
        assert_eq!(at(9), None);
        assert_eq!(at(0), None);
    }

    #[test]
    fn what_decides_about_the_dialect_is_quoted_whole() {
        let long = "(library (a) (export first second third fourth fifth sixth seventh eighth))";
        let cases = [
            (
                "\n(import\n  ( scheme base ) ; all\n  (b))",
                "line 3: (scheme base)",
            ),
            (
                "(library ; it\n  (a)\n (export))",
                "line 1: (library (a) (export))",
            ),
            (
                long,
                "line 1: (library (a) (export first second third fourth fifth sixth ...))",
            ),
            ("; x\n#lang racket/base\n(", "line 2: #lang racket/base"),
            ("(f '(1 \"a) b\"", "nothing in the text tells"),
            ("x\n(define (f [a #!optional b]) (", "line 2: #!optional"),
            ("(##car [x ; y\n z])", "line 1: (##car [x z])"),
            ("#!r6rs (", "line 1: #!r6rs"),
            ("(import (rnrs)", "line 1: (rnrs)"),
        ];
        for (text, reason) in cases {
            let found = dialect(text.as_bytes(), &Options::default()).unwrap();
            assert_eq!(found.1, reason, "{text}");
        }
    }

    #[test]
    fn a_rule_knows_its_source() {
        let rule = explain(TEXT.as_bytes(), &Options::default(), 2).unwrap();
        let rule = rule.and_then(|found| found.rule).unwrap();
        assert_eq!(rule.source.to_string(), "built-in");
    }
}
