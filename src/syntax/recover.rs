//! Finds the stretches of an unreadable text to leave alone so that the rest can be read.

use std::iter::{Peekable, once};
use std::ops::Range;

use crate::syntax::lexemes::{self, Lexeme, is_container};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::margin::separate_forms;
use crate::syntax::parser;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::Tree;
use crate::text::lines::{Lines, ends_lines_alike, line_end};
use crate::text::width::{TAB, column};

/// The depth to which the forms of nested libraries are separated, such as those in `begin` in a library in a module.
const LIBRARY_LEVELS: usize = 4;

/// Parses a text, which need not be well-formed. What cannot be read consists of the stretches in [`Tree::unreadable`], and [`Tree::error`]
/// says why. In such a stretch, a closing bracket closes the innermost list, whatever their shapes, or is a node by itself, as an opening
/// one deeper than [`MAX_DEPTH`](parser::MAX_DEPTH) is; the end of the stretch closes what is open.
pub fn parse(text: &str, switches: Switches) -> Tree {
    let parsed = parser::parse_whole(&mut Lexer::new(text, switches));
    parsed.unwrap_or_else(|error| {
        parser::parse_unreadable(text, switches, error, around_forms(text, switches))
    })
}

/// A way to find the stretches of an unreadable text to leave alone; its result is none if there is no other form, or if the indentation does not
/// tell the forms apart.
pub(crate) type Recovery = fn(&str, Switches) -> Option<Vec<Range<usize>>>;

/// The ways to do so, in the order in which they are tried. Whoever formats whole texts alone names none of them, so that a module for
/// that does not hold them.
pub(crate) const RECOVERIES: [Recovery; 2] = [
    around_forms,
    // Leaves alone the forms at top level that cannot be read, libraries among them.
    |text, switches| unreadable_stretches(text, switches, 0),
];

/// Leaves alone the forms that cannot be read, also those in libraries.
pub(crate) fn around_forms(text: &str, switches: Switches) -> Option<Vec<Range<usize>>> {
    unreadable_stretches(text, switches, LIBRARY_LEVELS)
}

/// The stretches of a text that cannot be read, in source order: whole lines, each without its last line end. They hold the unreadable
/// forms, with the comments that are indented below them; what lies between a form that lacks a closing bracket and one that has an
/// extra one; and all that follows a doubtful string or block comment. Of a library that holds an unreadable form, and of those in it as many
/// `levels` down, only the forms in it that cannot be read belong to a stretch, if they are indented; the last one ends before the library's
/// closing bracket. None if there is no other form, or if the indentation does not tell the forms apart.
fn unreadable_stretches(
    text: &str,
    switches: Switches,
    levels: usize,
) -> Option<Vec<Range<usize>>> {
    let found = separate_forms(text, switches);
    if found.is_unindented {
        return None;
    }
    let mut is_readable = !found.readable.is_empty();
    let lines = Lines::of(text);
    let own = line_end(text);
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for stretch in between(text, switches, &lines, found.readable) {
        let is_certain = found.doubtful.is_none_or(|from| stretch.end <= from);
        let within = is_certain.then(|| within_library(text, own, switches, &stretch, levels));
        let within = within.flatten();
        is_readable |= within.is_some();
        stretches.extend(within.unwrap_or_else(|| vec![stretch]));
    }
    if let Some(doubtful) = found.doubtful {
        let start = lines.start_of(doubtful);
        let last = stretches.pop_if(|stretch| stretch.end > start);
        let start = last.map_or(start, |last| last.start.min(start));
        stretches.push(start..without_last_line_end(text).len());
    }
    is_readable.then_some(stretches)
}

/// The stretches between the forms that can be read; those that may belong together are one.
fn between(
    text: &str,
    switches: Switches,
    lines: &Lines,
    readable: Vec<Range<usize>>,
) -> Vec<Range<usize>> {
    let (lexemes, _) = lexemes::lexemes(text, switches);
    let lexemes_before = |offset| lexemes.partition_point(|it| (it.start as usize) < offset);
    let mut comments = comments(text, switches).peekable();
    let mut stretches: Vec<Range<usize>> = Vec::new();
    // The first stretch that lacks a closing bracket.
    let mut lacking: Option<usize> = None;
    let mut from = 0;
    let end = text.len();
    for form in readable.into_iter().chain(once(end..end)) {
        let until = lexemes_before(form.start);
        let code = &lexemes[from..until];
        // Nobody begins a form with a bracket and blanks: the bracket was added after a form that lacks one.
        let mut start = text[form.start..form.end].trim_start().chars().skip(1);
        if !code.is_empty() && start.next().is_some_and(char::is_whitespace) {
            continue;
        }
        from = lexemes_before(form.end);
        let (Some(first), Some(last)) = (code.first(), code.last()) else {
            continue;
        };
        // A line end may be part of a lexeme, as in a character.
        let mut stretch = lines.around(text, &(first.start as usize..last.end as usize - 1));
        let next = lexemes.get(until);
        take_comments(text, lines, &mut stretch, next, &mut comments);
        stretches.push(stretch);
        let Balance { lacks, closes } = Balance::of(code);
        match lacking {
            // The forms in between may belong to a list of that one.
            Some(start) if closes => {
                let end = stretches.drain(start + 1..).next_back();
                stretches[start].end = end.map_or(stretches[start].end, |last| last.end);
            }
            None if lacks => lacking = Some(stretches.len() - 1),
            _ => {}
        }
    }
    stretches
}

/// The comments of a text.
fn comments(text: &str, switches: Switches) -> impl Iterator<Item = Token> {
    let kinds = [TokenKind::LineComment, TokenKind::BlockComment];
    Lexer::new(text, switches).filter(move |token| kinds.contains(&token.kind))
}

/// A text without its last line end.
fn without_last_line_end(text: &str) -> &str {
    let rest = text.strip_suffix("\r\n");
    rest.or(text.strip_suffix(['\n', '\r'])).unwrap_or(text)
}

/// The stretches that cannot be read of one that is a library with its forms indented. The lines of the text end in `own`.
fn within_library(
    text: &str,
    own: u8,
    switches: Switches,
    stretch: &Range<usize>,
    levels: usize,
) -> Option<Vec<Range<usize>>> {
    let code = &text[stretch.clone()];
    if !ends_lines_alike(code, own) {
        return None;
    }
    let (lexemes, _) = lexemes::lexemes(code, switches);
    let [opener, rest @ .., closer] = &lexemes[..] else {
        return None;
    };
    let is_one = is_container(code, &lexemes) && closer.kind == opener.kind.counterpart();
    let opens_line = |it: &&Lexeme| it.is_first && it.opens() == 1;
    let body = rest.iter().filter(opens_line).map(|it| it.column).min()?;
    let first = lexemes
        .iter()
        .position(|it| it.is_first && it.column == body)?;
    let opened = lexemes::opens(&lexemes[..first]);
    let start = Lines::of(code).start_of(lexemes[first].start as usize);
    let inner = &code[start..closer.start as usize];
    if !is_one || body <= opener.column || opened != 1 || !ends_lines_alike(inner, own) {
        return None;
    }
    let offset = stretch.start + start;
    let moved = |found: Range<usize>| offset + found.start..offset + found.end;
    let found = unreadable_stretches(inner, switches, levels.checked_sub(1)?)?;
    Some(found.into_iter().map(moved).collect())
}

/// The effects of a stretch on the forms around it.
struct Balance {
    /// Whether it may lack a closing bracket.
    lacks: bool,
    /// Whether it may close a list of a form before it.
    closes: bool,
}

impl Balance {
    fn of(code: &[Lexeme]) -> Self {
        let margin = code.first().map_or(0, |first| first.column);
        let is_at_margin = |it: &Lexeme| it.is_first && it.column <= margin;
        let closes_at_margin = |it: &Lexeme| is_at_margin(it) && it.opens() < 0;
        let (mut opens, mut has_inner_forms) = (0, false);
        for lexeme in code {
            has_inner_forms |= opens > 0 && is_at_margin(lexeme);
            opens += lexeme.opens();
        }
        Balance {
            lacks: opens > 0 || has_inner_forms && !code.last().is_some_and(closes_at_margin),
            closes: opens < 0 || code.iter().any(closes_at_margin),
        }
    }
}

/// Extends a stretch to the whole lines of the comments in it, and over the comments between it and the `next` form that are indented
/// more than that.
fn take_comments(
    text: &str,
    lines: &Lines,
    stretch: &mut Range<usize>,
    next: Option<&Lexeme>,
    comments: &mut Peekable<impl Iterator<Item = Token>>,
) {
    let (next, margin) = next.map_or((text.len(), 0), |it| (it.start as usize, it.column));
    let is_before = |token: &Token| token.end as usize <= stretch.start;
    while comments.next_if(is_before).is_some() {}
    let is_indented = |start| column(&text[lines.start_of(start)..start], TAB) > margin as usize;
    while let Some(comment) = comments.next_if(|token| {
        let start = token.start as usize;
        start < stretch.end || start < next && is_indented(start)
    }) {
        // A carriage return at its end belongs to the line end.
        let Range { start, end } = comment.span();
        let around = lines.around(text, &(start..end - 1));
        stretch.start = stretch.start.min(around.start);
        stretch.end = stretch.end.max(around.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_forms_are_separated() {
        for (text, expected) in [
            ("(a)\n(b\n(c)\n", vec!["(b"]),
            ("  (a)\n  (b\n\n  (c)\n", vec!["  (b"]),
            (
                "(a)\r\n(b (c)\r\n  ; d\r\n\r\n; e\r\n(f)\r\n",
                vec!["(b (c)\r\n  ; d"],
            ),
            // The comments belong to the lines that they begin and end on.
            ("#| b\n|# (c #| d\n|#\n(e)\n", vec!["#| b\n|# (c #| d\n|#"]),
            ("(a)\n(b))\n(c)\n\n(d\n", vec!["(b))", "(d"]),
            // Nothing after a doubtful string or comment is read.
            ("(a)\n(b \"c)\n(d)\n", vec!["(b \"c)\n(d)"]),
            ("(a)\n(b) #| c\n(d)\n", vec!["(b) #| c\n(d)"]),
            ("(a)\n#| c\n(d)\n", vec!["#| c\n(d)"]),
            // A library is left alone as a whole, unless its forms are indented.
            (
                "(a)\n(library (b)\n  (export c)\n\n(define c\n  (d\n\n(define e\n  f)\n)\n\n(g)\n",
                vec!["(library (b)\n  (export c)\n\n(define c\n  (d\n\n(define e\n  f)\n)"],
            ),
            (
                "(library (a)\n  (export b)\n  (define c\n    (d)\n    ; e\n  ; f\n  (define g)) ; h\n",
                vec!["  (define c\n    (d)\n    ; e"],
            ),
            // The last one in a library ends before the library's bracket.
            (
                "(define-library (a)\n (begin\n  (define b)\n  (define (c d))\n)\n(e)\n",
                vec!["  (define (c d)"],
            ),
            ("(module a\n  (b)\n  (c (d))))\n", vec!["  (c (d)))"]),
            // Its forms cannot be told from its beginning, or from what follows a doubtful string.
            (
                "(a)\n(library (b\n  (c)\n  (d))\n",
                vec!["(library (b\n  (c)\n  (d))"],
            ),
            (
                "(a)\n(library (b)\n  (c)\n  (d \"e)\n  (f))\n",
                vec!["(library (b)\n  (c)\n  (d \"e)\n  (f))"],
            ),
            ("(a)\r(b\r(c)\r", vec!["(b"]),
            (
                "(a (b\n  (c)\n(d)\n(e))\n(f)\n(g\n",
                vec!["(a (b\n  (c)\n(d)\n(e))", "(g"],
            ),
            (
                "(a)\n(b (c)\n(  (d)\n   e))\n(f)\n",
                vec!["(b (c)\n(  (d)\n   e))"],
            ),
            // A bracket at the margin may close any of the forms before it.
            (
                "(a\n b\n(c)\n\n(d (e)\n f\n\n(g)\n)\n(h)\n",
                vec!["(a\n b\n(c)\n\n(d (e)\n f\n\n(g)\n)"],
            ),
            // A merge conflict cannot be read, nor can the form around it.
            (
                "(a)\n<<<<<<<\n(b\n=======\n\"\n>>>>>>> \"(\n(c)\n",
                vec!["<<<<<<<\n(b\n=======\n\"\n>>>>>>> \"("],
            ),
            (
                "(a)\n(b\n<<<<<<<\n  c)\n=======\n  d)\n>>>>>>>\n\n(e)\n",
                vec!["(b\n<<<<<<<\n  c)\n=======\n  d)\n>>>>>>>"],
            ),
            // A line that begins with an atom and goes on lacks a bracket before it.
            (
                "(a)\nlibrary (b)\n  (export c)\n(d)\n(e))\nf\n(g)\n",
                vec!["(a)\nlibrary (b)\n  (export c)", "(e))\nf"],
            ),
            (
                "module a racket\n(b)\n(c)\n)\n(d)\n",
                vec!["module a racket", "(c)\n)"],
            ),
            (
                "(library (a)\n  (export b)\ndefine (b)\n  1)\n(c))\n(d)\n",
                vec!["(library (a)\n  (export b)\ndefine (b)\n  1)\n(c))"],
            ),
            // Lines at the margin may belong to a form, or it lacks a bracket and one of them has an extra one.
            ("(a\n(b))\n(c)\n(d\n", vec!["(a\n(b))", "(d"]),
        ] {
            let found = around_forms(text, Switches::COMMON).unwrap_or_default();
            let found: Vec<&str> = found.into_iter().map(|it| &text[it]).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
