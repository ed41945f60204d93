//! Ranges of a text: only what they touch is laid out, and where it stands. `«` and `»` mark a range in the cases.

#[path = "support/draws.rs"]
mod draws;
mod soup;

use std::ops::Range;

use proptest::prelude::*;
use schemefmt::internals::dialects::ambiguous::is_plain;
use schemefmt::internals::indent::indent_lines;
use schemefmt::internals::range::{Extent, format_extent};
use schemefmt::internals::syntax::lexer::Lexer;
use schemefmt::internals::syntax::parser;
use schemefmt::internals::syntax::token::{Token, TokenKind};
use schemefmt::internals::syntax::tree::{NodeId, NodeKind};
use schemefmt::internals::text::lines::Lines;
use schemefmt::options::{
    Closers, Columns, Identifiers, IndentStyle, LineBreaks, SortExports, SortImports,
};
use schemefmt::{
    Diagnostic, Dialect, Edit, Formatted, Options, edits, edits_between, format, format_range,
    format_readable, indentation,
};

use soup::Choices;

/// A marked text without its marks, and the range between them.
fn unmarked(marked: &str) -> (String, Range<usize>) {
    let (before, rest) = marked.split_once('«').expect("a mark");
    let (within, after) = rest.split_once('»').expect("a second mark");
    let range = before.len()..before.len() + within.len();
    (format!("{before}{within}{after}"), range)
}

#[track_caller]
fn check(marked: &str, expected: &str) {
    let (text, range) = unmarked(marked);
    let options = Options::default();
    let once = format_one(text.as_bytes(), range, &options).expect("it can be read");
    assert_eq!(String::from_utf8_lossy(&once.output), expected, "{marked}");
}

#[test]
fn only_touched_data_change() {
    // A form among others, and the comment that belongs to it.
    check(
        "(a  b)\n;; c\n(«d  e») ; f\n(g  h)\n",
        "(a  b)\n;; c\n(d e) ; f\n(g  h)\n",
    );
    // Blanks after a comment at the end of a range are not in it.
    check("(a  b)\n(«c  d») ; e  \n\n", "(a  b)\n(c d) ; e  \n\n");
    check("(«a  b») ; c  ", "(a b) ; c  ");
    // Comments above it move along.
    check(
        "(define (d)\n    ; b\n      ;; c\n   «(e  f)»\n   (g  h))\n",
        "(define (d)\n  ; b\n  ;; c\n  (e f)\n   (g  h))\n",
    );
    // An item of a list, where it stands.
    check(
        "(define (f x)\n    (list  x\n      «(g    y\n  z)»))\n",
        "(define (f x)\n    (list  x\n           (g y z)))\n",
    );
    // What something stands before on its line stays there.
    check("(f   «(a   b)»  c)\n", "(f   (a b)  c)\n");
    // Several items of a list that fits its line, though something before them is not as it would be.
    check("(f   «xyz   b)\n»", "(f   xyz b)\n");
    check("(f   «xyz   b»   c)\n", "(f   xyz b   c)\n");
    check("(define (f) «(g  a)   b»)\n", "(define (f) (g a)\n  b)\n");
    // Several items, which the layout breaks as it does.
    check(
        "(begin\n       «(a  b) (c\n d)» (e   f))\n",
        "(begin\n  (a b)\n  (c d) (e   f))\n",
    );
    // A body of a form that stands badly itself.
    check(
        "      (let ((a 1))\n (f  a)\n «(g  a)»)\n",
        "      (let ((a 1))\n (f  a)\n        (g a))\n",
    );
}

/// A range within or around a raw string (SRFI 267) leaves its bytes alone, whatever they look like.
#[test]
fn raw_strings_stay_in_ranges() {
    let code = r###"(g  #"--"a " ;  b
   (c   "--"  d)"###;
    let output = code.replace("(g  #", "(g #").replace("  d)", "\n   d)");
    check(
        &format!("(a  b)\n«{code}»\n(e  f)\n"),
        &format!("(a  b)\n{output}\n(e  f)\n"),
    );
    let within = code.replace("(c   ", "«(c»   ");
    check(&within, code);
    check(&format!("{code}\n(«e  f»)\n"), &format!("{code}\n(e f)\n"));
}

/// A line feed that goes was the text's only one, and what ended a comment.
#[test]
fn the_last_line_feed_of_a_text_stays() {
    let text = b"(\nf); c\r(g x) ; d\r";
    let error = format_one(text, 0..3, &Options::default()).expect_err("another program");
    assert_eq!(error.code, "ambiguous");
    assert_eq!(error.labels[0].span, 7..8);
}

#[test]
fn white_space_and_closers_select_nothing() {
    for marked in [
        "(a  b«)\n\n»(c  d)\n",
        "(a  (b  c«))»\n",
        "«»  (a  b)\n",
        "(a«  »b)\n",
    ] {
        check(marked, &marked.replace(['«', '»'], ""));
    }
    // Nor do those at the start of a range, whatever follows them.
    check(
        "(f  a\n  b ; c\n«   )\n(g   b)»\n",
        "(f  a\n  b ; c\n   )\n(g b)\n",
    );
    check(
        "(f  '((a\n b\n« ) )  )\n\n ; c\n(g   b)»\n",
        "(f  '((a\n b\n ) )  )\n\n; c\n(g b)\n",
    );
    check("(f  (a  b\n«  ) (c   d\n»  ))\n", "(f  (a  b\n  ) (c d))\n");
    // In the middle, they belong to what surrounds the data on both sides.
    check(
        "(f  a\n« b\n )\n(g   b)»\n(h  i)\n",
        "(f a b)\n(g b)\n(h  i)\n",
    );
    // The last line of a form touches its last datum, not all of it.
    check("(a  b\n«   (c  d))»\n", "(a  b\n    (c d))\n");
}

#[test]
fn position_selects_its_datum() {
    check("(a  (b«»b  c))\n", "(a  (bb  c))\n");
    check("(a  «»(b  c))\n", "(a  (b c))\n");
}

#[test]
fn unbalanced_forms_elsewhere_are_ignored() {
    check(
        "((a  b\n\n(c  d\n  «(e   f)»)\n\n(g)\n",
        "((a  b\n\n(c  d\n    (e f))\n\n(g)\n",
    );
    check("((a  b\n\n«(c  d)»\n\n(g)\n", "((a  b\n\n(c d)\n\n(g)\n");
    check("(a  b))\n\n«(c  d)»\n", "(a  b))\n\n(c d)\n");
    check(
        "(library (a)\n  (b  (c)\n  «(d   e)»\n  (f   g))\n",
        "(library (a)\n  (b  (c)\n  (d e)\n  (f   g))\n",
    );
    // The form is laid out by the dialect of the whole text, where a clause on several lines has all of them go on a line below.
    let clauses = "  (cond\n   (a\n    b\n    c)\n   (d)))\n";
    check(
        "(define-module (m))\n(define (f)\n «(cond (a\n b\n c) (d)))\n»\n(define (g\n",
        &format!("(define-module (m))\n(define (f)\n{clauses}\n(define (g\n"),
    );
    // A line within a string is no form.
    let options = Options::default();
    let text = b"(a \"\n(b   c)\n\"\n";
    let error = format_one(text, 5..9, &options).expect_err("it is open");
    assert_eq!(error.code, "unclosed-list");
    // It may be in the list that is closed below.
    let error = format_one(b"((a  b\n\n(c  d)\n\n(g))\n", 9..12, &options).expect_err("it is open");
    assert_eq!(error.code, "unclosed-list");
    let error = format_one(b"(a  b\n\n(c  d)\n", 1..2, &options).expect_err("it is open");
    assert_eq!(error.code, "unclosed-list");
}

/// The text with the forms formatted that can be read, and the code of the first error about the others.
fn readable(text: &str, options: &Options) -> Result<(String, Option<&'static str>), Diagnostic> {
    let formatted = format_readable(text.as_bytes(), options)?;
    let output = String::from_utf8(formatted.output).expect("it is UTF-8");
    Ok((output, formatted.errors.first().map(|error| error.code)))
}

#[test]
fn merge_conflicts_stay() {
    let conflict =
        "<<<<<<< HEAD\n  (b   1)\n||||||| base\n=======\n  \"(c\n>>>>>>> it's \"it\" (2)\n";
    for (text, expected) in [
        ("¦", "¦"),
        ("(a   b)\n¦(c   d)\n", "(a b)\n¦(c d)\n"),
        ("(a   b)\n¦(c   d)\n¦", "(a b)\n¦(c d)\n¦"),
        // The form around one stays, too, even if it lacks a bracket or has an extra one.
        (
            "(a   b)\n(c   (d\n¦  e))\n\n(f   g)\n",
            "(a b)\n(c   (d\n¦  e))\n\n(f g)\n",
        ),
        (
            "(a   b)\n(c '(1   2\n¦  3)\n\n(f   g)\n",
            "(a b)\n(c '(1   2\n¦  3)\n\n(f g)\n",
        ),
        ("(a   b))\n¦(f   g)\n", "(a   b))\n¦(f g)\n"),
        (
            "(library (a)\n  (export  b)\n\n  (c   (d\n¦    e))\n\n  (f  g))\n",
            "(library (a)\n  (export b)\n\n  (c   (d\n¦    e))\n\n  (f g))\n",
        ),
    ] {
        for end in ["\n", "\r\n"] {
            let put_in = |text: &str| text.replace('¦', conflict).replace('\n', end);
            let (text, expected) = (put_in(text), put_in(expected));
            for line_breaks in [LineBreaks::Canonical, LineBreaks::Keep] {
                let mut options = Options::default();
                options.style.line_breaks = line_breaks;
                let error = format(text.as_bytes(), &options).expect_err("it has conflicts");
                assert_eq!(error.code, "merge-conflict", "{text}");
                let place = error.labels.first().map(|label| label.span.start);
                assert_eq!(place, text.find("<<<<"), "{text}");
                if expected != text {
                    let found = Ok((expected.clone(), Some("merge-conflict")));
                    assert_eq!(readable(&text, &options), found);
                }
                let again = format_readable(expected.as_bytes(), &options);
                assert!(again.is_err() || again.is_ok_and(|it| it.output == expected.as_bytes()));
            }
        }
    }
    let conflict = conflict.replace(['"', '(', ')'], "");
    for text in [
        "(define ======= 1)\n(define <<<<<<< >>>>>>>)\n",
        "<<<<<<<\n(a)\n",
        "=======\n>>>>>>>\n",
        &format!("(a \"\n{conflict}\")\n"),
        &format!("#|\n{conflict}|#\n(a)\n"),
    ] {
        let formatted = format(text.as_bytes(), &Options::default());
        assert!(formatted.is_ok(), "{text}");
    }
    // What is left of a conflict.
    for text in ["<<<<<<< HEAD\n(a)\n", "(a)\n=======\n>>>>>>> HEAD\n"] {
        let error = format(text.as_bytes(), &Options::default()).expect_err("it has a marker");
        assert_eq!(error.code, "merge-conflict", "{text}");
    }
    // At the margin, the markers would be those of a conflict.
    let indented = " <<<<<<<\n =======\n >>>>>>>\n";
    let error = format(indented.as_bytes(), &Options::default()).expect_err("it would be one");
    assert_eq!(error.code, "merge-conflict");
}

#[test]
fn blank_lines_between_here_strings_stay() {
    let text = "#<<A\nx\nA\n\n#<<B\ny\nB\n\n#XfF\n";
    let formatted = format(text.as_bytes(), &Options::default()).expect("it can be read");
    let expected = text.replace("#XfF", "#xff");
    assert_eq!(String::from_utf8_lossy(&formatted.output), expected);
    let edits = edits_between(text.as_bytes(), &formatted).expect("it can be decoded");
    assert_eq!(edited(text.as_bytes(), &edits), expected.as_bytes());
}

#[test]
fn unreadable_forms_are_left_alone() {
    for (text, expected, code) in [
        (
            "(a  b)\n\n\n\n(c  (d)\n    (e\n  ; f\n; g\n(h  i)\n",
            "(a b)\n\n\n(c  (d)\n    (e\n  ; f\n; g\n(h i)\n",
            "unclosed-list",
        ),
        (
            "(a  b))  \n(c  d)\n",
            "(a  b))  \n(c d)\n",
            "unmatched-closer",
        ),
        (
            "(a  b)\r\n(c  d]\r\n",
            "(a b)\r\n(c  d]\r\n",
            "mismatched-closer",
        ),
        (
            "(a  b)\n(c  \"d)\n(e  \"f\")\n",
            "(a b)\n(c  \"d)\n(e  \"f\")\n",
            "unterminated-string",
        ),
        // What ends them stays, too, and so does what ends the text.
        (
            "(define   x 1)\n(f \"abc)",
            "(define x 1)\n(f \"abc)",
            "unterminated-string",
        ),
        ("'1\r\n[|\n", "'1\r\n[|\n", "unterminated-symbol"),
        ("(a  b)\n#| c", "(a b)\n#| c", "unterminated-comment"),
        (
            "(a  b)\r\n(c  (d\n  e)\n\n(f  g)\n(h\r\n\n \n",
            "(a b)\r\n(c  (d\n  e)\n\r\n(f g)\r\n(h\r\n\n \n",
            "unclosed-list",
        ),
        // Of a library, the last form that is unreadable keeps the library's bracket behind it.
        (
            "(library (a)\n  (export  b)\n\n  (define  b\n    (c  d)\n\n  (define e  f))\n",
            "(library (a)\n  (export b)\n\n  (define  b\n    (c  d)\n\n  (define e f))\n",
            "unclosed-list",
        ),
        (
            "(define-library (a)\n  (export  b)\n  (begin\n    (define  b  #T)\n    (define  c  #T)))) ; d\n(e  f)\n",
            "(define-library (a)\n  (export b)\n  (begin\n    (define b #t)\n    (define  c  #T)))) ; d\n(e f)\n",
            "unmatched-closer",
        ),
        // If its forms would be moved, all of it stays.
        (
            "(a  b)\n(library (c)\n    (define  d)\n    (define  (e f))\n",
            "(a b)\n(library (c)\n    (define  d)\n    (define  (e f))\n",
            "unclosed-list",
        ),
        // What a macro definition says holds, though it cannot be read.
        (
            concat!(
                "(define-syntax with-it\n  (syntax-rules ()\n    ((_ x body ...) (let ((it x)) body ...)))\n\n",
                "(with-it 1 (display \"a string of some length\") (display \"and a second string for a second line\"))\n"
            ),
            concat!(
                "(define-syntax with-it\n  (syntax-rules ()\n    ((_ x body ...) (let ((it x)) body ...)))\n\n",
                "(with-it 1\n  (display \"a string of some length\")\n  (display \"and a second string for a second line\"))\n"
            ),
            "unclosed-list",
        ),
    ] {
        let found = readable(text, &Options::default()).expect("some of it can be read");
        assert_eq!(found, (expected.to_owned(), Some(code)), "{text}");
        let again = readable(expected, &Options::default()).expect("some of it can be read");
        assert_eq!(again, found, "{text}");
    }
    // The lines of a form and those of others begin in the same column.
    let flat = "(define (f x)\n(if x\n(g  x)\n(h x)\n(define (g x)\n(if x\n(h  x)\n";
    let error = readable(flat, &Options::default()).expect_err("nothing can be told apart");
    assert_eq!(error.code, "unclosed-list");
    // `#!eof` ends the text at top level, but not in the list that is open.
    let found = readable("(\n\n#!eof )\n(f\n  (g)\n(a  b)\n", &Options::default());
    let expected = "(\n\n#!eof )\n(f\n  (g)\n(a b)\n".to_owned();
    assert_eq!(found, Ok((expected, Some("unclosed-list"))));
    let whole = readable("(a  b)\n", &Options::default());
    assert_eq!(whole, Ok(("(a b)\n".to_owned(), None)));
}

#[test]
fn tabs_and_lone_brackets_stay_in_ranges() {
    let formatted = |marked: &str, options: &Options| {
        let (text, range) = unmarked(marked);
        let output = format_one(text.as_bytes(), range, options).expect("it can be read");
        String::from_utf8(output.output).expect("it is UTF-8")
    };
    let mut tabs = Options::default();
    tabs.style.indentation = IndentStyle::Tabs;
    // The first datum of the range begins a line, and the others follow it; what is around keeps its blanks.
    assert_eq!(
        formatted("(some-list 1\n  «2\n 3»\n           4)\n", &tabs),
        "(some-list 1\n\t   2 3\n           4)\n"
    );
    assert_eq!(
        formatted("(f\t«(some-list (g   h) ; c\n i)»)\n", &tabs),
        "(f\t(some-list (g h) ; c\n\t\t   i))\n"
    );
    let mut kept = Options::default();
    kept.style.line_breaks = LineBreaks::Keep;
    // Most lines have tabs.
    assert_eq!(
        formatted("(some-list 1\n\t   2\n «(g\n  )»\n\t   4)\n", &kept),
        "(some-list 1\n\t   2\n\t   (g)\n\t   4)\n"
    );
    kept.style.closers = Closers::Keep;
    assert_eq!(
        formatted("(f\n «(g  a\n b\n  )\n(h) »\n    )\n", &kept),
        "(f\n (g a\n    b\n    )\n (h) \n    )\n"
    );
}

#[test]
fn values_stay_aligned_in_ranges() {
    let around = |first: &str| {
        format!("(do ({first}\n     (rest items (cdr  rest)))\n    ((null? rest)))\n")
    };
    let aligned = around("(sum  0     (+ sum (car rest)))");
    check(&around("«(sum  0     (+  sum (car rest)))»"), &aligned);
    // A part of a binding, too, though only its neighbours tell what is aligned in it.
    check(&around("(«sum  0     (+  sum (car rest))»)"), &aligned);
    check(&around("(sum  «0     (+  sum (car rest))»)"), &aligned);
}

#[test]
fn several_ranges_may_touch_one_another() {
    let text = b"(a  b)\n(c  (d  e)  f)\n(g  h)\n";
    let options = Options::default();
    let output = |ranges: &[Range<usize>]| {
        let formatted = format_range(text, ranges, &options).expect("it can be read");
        String::from_utf8(formatted.output).expect("it is UTF-8")
    };
    assert_eq!(output(&[1..2, 23..24]), "(a  b)\n(c  (d  e)  f)\n(g  h)\n");
    assert_eq!(output(&[0..1, 22..23]), "(a b)\n(c  (d  e)  f)\n(g h)\n");
    // The inner list, and then all of the outer one.
    assert_eq!(output(&[11..12, 7..8]), "(a  b)\n(c (d e) f)\n(g  h)\n");
    assert_eq!(output(&[7..8, 11..12]), "(a  b)\n(c (d e) f)\n(g  h)\n");
}

#[test]
fn ranges_together_equal_ranges_one_by_one() {
    // One stands as it should, one is in an indented form, two are in one list, one is behind a blank line.
    let text = "(a b)\n  (c  d\n (e))\n(f  (g  h)  (i  j)  k)\n\n(l\n  (m))\n(n   o)\n";
    let options = Options::default();
    let data = ["(a", "(e", "(g", "(i", "(m"];
    let ranges = data.map(|datum| {
        let start = text.find(datum).expect("it is there");
        start..start + datum.len()
    });
    let at_once = format_range(text.as_bytes(), &ranges, &options).expect("it can be read");
    // From the last one on, so that places stay.
    let each = ranges
        .iter()
        .rev()
        .fold(text.as_bytes().to_vec(), |text, range| {
            let formatted = format_one(&text, range.clone(), &options);
            formatted.expect("it can be read").output
        });
    assert_eq!(
        String::from_utf8_lossy(&at_once.output),
        String::from_utf8_lossy(&each)
    );
    assert_eq!(
        String::from_utf8_lossy(&each),
        "(a b)\n  (c  d\n      (e))\n(f  (g h)  (i j)  k)\n\n(l\n (m))\n(n   o)\n"
    );
}

#[test]
fn trailing_comments_stay_in_their_column() {
    let text = "(define a 1)      ; one\n(define long-name ; two\n  (f 2))          ; three\n";
    let options = Options::default();
    let formatted = format(text.as_bytes(), &options)
        .expect("it can be read")
        .output;
    for start in 0..formatted.len() {
        let again = format_one(&formatted, start..start + 1, &options).expect("it can be read");
        assert_eq!(
            String::from_utf8_lossy(&again.output),
            String::from_utf8_lossy(&formatted)
        );
    }
}

#[test]
fn edits_are_gaps_and_literals() {
    let text = "\u{feff}(λ  #T\n   (b))\n".as_bytes();
    let edit = |span: Range<usize>, text: &str| Edit {
        span,
        text: text.as_bytes().to_vec(),
    };
    // What touches is one edit.
    let expected = [edit(7..8, ""), edit(9..13, "t")];
    assert_eq!(edits(text, &Options::default()), Ok(expected.to_vec()));
    let text = b"a\n; c\r";
    assert_eq!(edits(text, &Options::default()), Ok(vec![edit(5..6, "\n")]));
    // 8-bit text: each byte is a character.
    let text = b"(\xe9  \xff)\n";
    assert_eq!(edits(text, &Options::default()), Ok(vec![edit(3..4, "")]));
}

/// Columns that the whole text shows hold for any part of it: each line is moved by hand, and put back by whatever formats it.
#[test]
fn learned_columns_are_the_same_for_every_part() {
    let mut options = Options::default();
    options.style.line_breaks = LineBreaks::Keep;
    options.style.columns = Columns::Learned;
    let form = concat!(
        "(define (paint canvas)\n",
        "  (unless (ready? canvas)\n",
        "      (prepare canvas)\n",
        "      (clear canvas))\n",
        "  (show\n",
        "      canvas\n",
        "      (quote white)))\n",
    );
    let text = format!("(library (paint)\n{}(define done 1))\n", form.repeat(5));
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len() + 1;
        let column = line.len() - line.trim_start().len();
        let moved = format!("{} {}", &text[..start], &text[start..]);
        let bytes = moved.as_bytes();
        let shown = |output: Vec<u8>| String::from_utf8_lossy(&output).into_owned();
        // What is not in the first column does not stay in it.
        if column > 0 {
            let whole = format(bytes, &options).map(|it| shown(it.output));
            assert_eq!(whole, Ok(text.clone()), "{moved}");
            let part = format_one(bytes, range.clone(), &options).map(|it| shown(it.output));
            assert_eq!(part, Ok(text.clone()), "{moved}");
            let indented = indent_lines(bytes, range, &options).map(|it| edited(bytes, &it));
            assert_eq!(indented.map(shown), Some(text.clone()), "{moved}");
            assert_eq!(indentation(bytes, start, &options), Some(column), "{moved}");
        }
        start += line.len();
    }
}

/// An indented text keeps its column, also that of its first form, whole and in ranges.
#[test]
fn a_text_that_is_indented_stays_so() {
    let mut options = Options::default();
    options.set("line-breaks", "keep").expect("it is an option");
    let text = "  (define a 1)\n  (define b 2)\n  (define c\n   3)\n";
    let expected = "  (define a 1)\n  (define b 2)\n  (define c\n    3)\n";
    let whole = format(text.as_bytes(), &options).expect("it can be read");
    assert_eq!(whole.output, expected.as_bytes());
    let range = format_one(text.as_bytes(), 0..text.len(), &options).expect("it can be read");
    assert_eq!(range.output, expected.as_bytes());
}

/// Formats what one range touches.
fn format_one(
    input: &[u8],
    range: Range<usize>,
    options: &Options,
) -> Result<Formatted, Diagnostic> {
    format_range(input, std::slice::from_ref(&range), options)
}

/// The text with edits made.
fn edited(input: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut end = 0;
    for edit in edits {
        output.extend_from_slice(&input[end..edit.span.start]);
        output.extend_from_slice(&edit.text);
        end = edit.span.end;
    }
    output.extend_from_slice(&input[end..]);
    output
}

/// Where a place went: one within what changed, to the end of that.
fn moved(place: usize, edits: &[Edit]) -> usize {
    let before = edits.iter().take_while(|edit| edit.span.start < place);
    before.fold(place, |moved, edit| {
        let skipped = edit.span.end.saturating_sub(place);
        moved + skipped + edit.text.len() - edit.span.len()
    })
}

/// Whatever is asked for of whatever text: an error with a place, or the promises.
fn is_sound(input: &[u8], range: Range<usize>, options: &Options) -> Result<(), TestCaseError> {
    let once = match format_one(input, range.clone(), options) {
        Ok(once) => once,
        Err(error) => {
            prop_assert_ne!(error.code, "internal", "{}", error);
            return Ok(());
        }
    };
    let is_bug = |warning: &Diagnostic| warning.code == "internal";
    prop_assert!(!once.warnings.iter().any(is_bug), "{:?}", once);
    let edits = edits_between(input, &once).expect("it can be decoded");
    prop_assert_eq!(&edited(input, &edits), &once.output);
    for pair in edits.windows(2) {
        prop_assert!(pair[0].span.end < pair[1].span.start, "{:?}", pair);
    }
    let Ok(whole) = format(input, options) else {
        return Ok(());
    };
    // What is formatted stays.
    let again = format_one(&whole.output, range.clone(), options);
    let shown = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
    if range != (0..whole.output.len()) && whole.skipped.is_none() {
        prop_assert_eq!(
            again.map(|again| shown(&again.output)),
            Ok(shown(&whole.output))
        );
    }
    let all = format_one(input, 0..input.len(), options).expect("it can be formatted");
    prop_assert_eq!(shown(&all.output), shown(&whole.output));
    Ok(())
}

/// The forms of a text that can be read are formatted, and nothing else changes: what is wrong stays with its line end, and from something
/// unterminated on, everything stays.
fn is_left_alone(text: &str, options: &Options) -> Result<(), TestCaseError> {
    let formatted = match format_readable(text.as_bytes(), options) {
        Ok(formatted) => formatted,
        Err(error) => {
            prop_assert_ne!(error.code, "internal", "{}", error);
            return Ok(());
        }
    };
    let edits = edits_between(text.as_bytes(), &formatted).expect("it can be decoded");
    prop_assert_eq!(&edited(text.as_bytes(), &edits), &formatted.output);
    if formatted.errors.is_empty() {
        return Ok(());
    }
    let output = String::from_utf8(formatted.output).expect("it is UTF-8");
    let lines = Lines::of(text);
    let whole = format(text.as_bytes(), options).err();
    let is_unterminated = |error: &Diagnostic| {
        let is_whole = |whole: &Diagnostic| whole.labels[0].span == error.labels[0].span;
        error.code.starts_with("unterminated") && whole.as_ref().is_some_and(is_whole)
    };
    for error in &formatted.errors {
        let at = error.labels[0].span.start;
        let start = lines.start_of(at);
        if is_unterminated(error) {
            prop_assert!(output.ends_with(&text[start..]), "{:?}", output);
        } else {
            let line = text[lines.around(text, &(start..at))].trim();
            prop_assert!(output.contains(line), "{:?} in {:?}", line, output);
        }
    }
    stays(&output, options)
}

/// Formatting a text around its unreadable forms changes nothing.
fn stays(text: &str, options: &Options) -> Result<(), TestCaseError> {
    match readable(text, options) {
        Ok((output, _)) => prop_assert_eq!(output, text),
        Err(error) => prop_assert_ne!(error.code, "internal", "{}", error),
    }
    Ok(())
}

/// What is written right in a fragment at a column stays.
fn is_stable_fragment(text: &str, column: usize, options: &Options) -> Result<(), TestCaseError> {
    if let Ok(once) = format_extent(text.as_bytes(), &Extent::Fragment(column), options) {
        let again = format_extent(&once.output, &Extent::Fragment(column), options);
        let again = again.map(|it| String::from_utf8_lossy(&it.output).into_owned());
        let once = String::from_utf8_lossy(&once.output).into_owned();
        prop_assert_eq!(again, Ok(once));
    }
    Ok(())
}

#[test]
fn second_runs_over_fragments_change_nothing() {
    let keep: &[_] = &[("line-breaks", "keep")];
    let persistent: &[_] = &[("line-breaks", "persistent")];
    let wide = "(aa a a aa a a aaaaa aaaaaaa a aaaa a a a aa aa aa aaa aaa a aa a aa a a a aa a aa a aaa a a a a)a(\na())";
    for (settings, column, text) in [
        // What is in a comment to the end of the line for some reader, once a line ends there.
        (&[][..], 0, "{x(e \\;\u{c})}"),
        (&[], 7, "\n(\\xa; l[\r]||)"),
        // Tabs in tokens before what follows on the line, which may move.
        (&[], 24, "(\"\t\"\n) [;\n]"),
        (keep, 24, "#+\ta(I\n)[(a\n)\n]"),
        (
            &[("line-breaks", "keep"), ("closers", "keep")],
            24,
            "\"\t\"(a\n)",
        ),
        // Carriage returns that would end lines without the line feed.
        (&[], 7, "()\r{\n}"),
        // A dot beside a key, above what is commented out.
        (
            &[("line-breaks", "persistent"), ("line-width", "10")],
            3,
            "( when  . #( cond . #;gone define ) ) ",
        ),
        // A line that is wider than usual, and becomes longer.
        (persistent, 7, wide),
    ] {
        let mut options = Options::default();
        for (key, value) in settings {
            options.set(key, value).expect("a right value");
        }
        let stable = is_stable_fragment(text, column, &options);
        assert!(stable.is_ok(), "{text:?} {settings:?}: {stable:?}");
    }
}

fn range_in(text: &[u8], (start, length): (usize, usize)) -> Range<usize> {
    let start = start % (text.len() + 1);
    start..(start + length).min(text.len())
}

proptest! {
    #![proptest_config(draws::config())]

    #[test]
    fn ranges_of_programs_are_sound(
        text in soup::program(),
        Choices(mut options) in soup::options(),
        at in (0usize..1000, 0usize..60),
    ) {
        // Folded, an operator may have another rule.
        options.identifiers = Identifiers::Keep;
        is_sound(text.as_bytes(), range_in(text.as_bytes(), at), &options)?;
    }

    #[test]
    fn ranges_of_soup_are_sound(
        text in soup::soup(),
        Choices(mut options) in soup::options(),
        at in (0usize..1000, 0usize..60),
    ) {
        options.identifiers = Identifiers::Keep;
        is_sound(text.as_bytes(), range_in(text.as_bytes(), at), &options)?;
    }

    #[test]
    fn what_stands_right_in_a_fragment_stays(
        text in soup::plain_program(),
        Choices(options) in soup::options(),
        column in 0usize..30,
    ) {
        is_stable_fragment(&text, column, &options)?;
    }

    #[test]
    fn what_is_formatted_stays_as_a_fragment(
        text in soup::program(),
        Choices(mut options) in soup::options(),
    ) {
        options.style.sort_imports = SortImports::Keep;
        options.style.sort_exports = SortExports::Keep;
        if let Ok(once) = format(text.as_bytes(), &options) {
            let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let again = format_extent(&once.output, &Extent::Fragment(0), &options);
            prop_assert_eq!(again.map(|it| shown(&it.output)), Ok(shown(&once.output)));
        }
    }

    #[test]
    fn the_readable_forms_of_soup_stay_as_they_are_formatted(
        forms in prop::collection::vec(soup::soup(), 1..6),
        Choices(options) in soup::options(),
    ) {
        let text = forms.join("\n(a  b)\n");
        if let Ok((output, _)) = readable(&text, &options) {
            stays(&output, &options)?;
        }
    }

    #[test]
    fn what_cannot_be_read_stays(text in soup::broken(), Choices(options) in soup::options()) {
        is_left_alone(&text, &options)?;
    }

    #[test]
    fn indenting_changes_only_the_starts_of_lines(
        text in prop_oneof![soup::program(), soup::soup()],
        Choices(options) in soup::options(),
    ) {
        let indented = indent_lines(text.as_bytes(), 0..text.len(), &options);
        let indented = indented.map(|edits| edited(text.as_bytes(), &edits));
        let indented = indented.map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        let indented = indented.unwrap_or_else(|| text.clone());
        let unindented = |text: &str| -> Vec<String> {
            let lines = text.split(['\n', '\r']);
            lines.map(|line| line.trim_start_matches([' ', '\t']).to_owned()).collect()
        };
        prop_assert_eq!(unindented(&text), unindented(&indented));
    }

    #[test]
    fn closing_brackets_at_the_edges_select_nothing(
        text in soup::plain_program(),
        Choices(mut options) in soup::options(),
        (first, count) in (0usize..300, 1usize..40),
    ) {
        options.dialect = Dialect::Guile;
        let input = text.as_bytes();
        let Ok(Formatted { switches, .. }) = format_range(input, &[], &options) else {
            return Err(TestCaseError::reject("it does not balance"));
        };
        let tokens: Vec<Token> = Lexer::new(&text, switches).collect();
        let Ok(tree) = parser::parse_whole(&mut Lexer::new(&text, switches)) else {
            return Err(TestCaseError::reject("it balances by another reading"));
        };
        // What touches, as in `a(b )`, is one datum with all that is in it.
        prop_assume!(tree.nodes.iter().all(|node| node.kind != NodeKind::Raw));
        // So may be what is kept for other readers.
        prop_assume!(is_plain(&text, &tree));
        let first = first % tokens.len().max(1);
        let chosen = &tokens[first.min(tokens.len())..(first + count).min(tokens.len())];
        // A page break is kept, so it is not white space only.
        let is_data = |token: &Token| match token.kind {
            TokenKind::Close => false,
            TokenKind::Whitespace => token.text(&text).contains('\u{c}'),
            _ => true,
        };
        // What follows a block comment belongs to it.
        let is_blank = |token: &&Token| matches!(token.kind, TokenKind::Whitespace | TokenKind::LineComment);
        let before = tokens[..first.min(tokens.len())].iter().rfind(|token| !is_blank(token));
        prop_assume!(before.is_none_or(|token| token.kind != TokenKind::BlockComment));
        let (Some(start), Some(end)) = (chosen.first(), chosen.last()) else {
            return Ok(());
        };
        // What stands between a prefix and its datum, such as a commented-out datum, belongs to the datum.
        let is_within = |id: NodeId| {
            let datum = tree.children(id).last().map(|datum| &tree.nodes[datum]);
            tree.nodes[id].head_end <= start.start && datum.is_some_and(|datum| start.start <= datum.start)
        };
        let mut prefixes = (0..tree.nodes.len()).filter(|id| tree.nodes[*id].kind.is_prefix());
        prop_assume!(!prefixes.any(is_within));
        let range = start.start as usize..end.end as usize;
        let formatted = format_one(input, range.clone(), &options).map(|formatted| formatted.output);
        prop_assume!(range != (0..input.len()));
        let within = chosen.iter().find(|token| is_data(token)).zip(chosen.iter().rfind(|token| is_data(token)));
        let expected = match within {
            Some((start, end)) => format_one(input, start.start as usize..end.end as usize, &options).map(|formatted| formatted.output),
            None => Ok(input.to_vec()),
        };
        let shown = |output: Result<Vec<u8>, Diagnostic>| output.map(|output| String::from_utf8_lossy(&output).into_owned());
        prop_assert_eq!(shown(formatted), shown(expected), "{:?} of {:?}", range, text);
    }

    #[test]
    fn the_same_range_again_changes_nothing(
        text in soup::plain_program(),
        Choices(options) in soup::options(),
        at in (0usize..1000, 0usize..60),
    ) {
        let mut options = options;
        options.style.line_breaks = LineBreaks::Canonical;
        let input = text.as_bytes();
        let range = range_in(input, at);
        let Ok(once) = format_one(input, range.clone(), &options) else {
            return Err(TestCaseError::reject("it does not balance"));
        };
        let edits = edits_between(input, &once).expect("it can be decoded");
        let (start, end) = (moved(range.start, &edits), moved(range.end, &edits));
        // White space at the ends is formatted with the whole.
        prop_assume!((start..end) != (0..once.output.len()));
        let again = format_one(&once.output, start..end, &options).expect("it can be read");
        let shown = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
        if shown(&again.output) != shown(&once.output) {
            // Whether the rows of data fit is seen only when the part of them has been broken. Then nothing changes any more.
            let lower = text.to_lowercase();
            let starts_data = |start: &str| lower.contains(start);
            prop_assert!(["'", "`", "#hash(", "#hash[", "#(", "#[", "#s(", "#s[", "u8("].into_iter().any(starts_data), "{range:?} of {text:?}");
            let edits = edits_between(&once.output, &again).expect("it can be decoded");
            let (start, end) = (moved(start, &edits), moved(end, &edits));
            let third = format_one(&again.output, start..end, &options).expect("it can be read");
            prop_assert_eq!(shown(&third.output), shown(&again.output), "{:?} of {:?}", range, text);
        }
    }
}
