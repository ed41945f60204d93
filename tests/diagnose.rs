//! Where errors are reported: at the place that the indentation points at.

use schemefmt::{Diagnostic, Options, diagnose};

/// Stands in a text where an error is due, and is no part of it.
const MARK: char = '▲';

fn errors(text: &str) -> Vec<Diagnostic> {
    diagnose(text.as_bytes(), &Options::default())
}

/// Texts with a [`MARK`] at the first place of each error, and the code and a part of the message of the first.
#[rustfmt::skip]
const TEXTS: &[(&str, &str, &str)] = &[
    // A closing bracket is missing where the next line stands left of the items of its list.
    ("(define (f)\n  (let ((x 1)▲\n    (g x)))\n", "unclosed-list", "a `)` is probably missing here"),
    ("(define (f)\n  (g (h 1)▲\n  (i 2))\n\n(define (j) 3)\n", "unclosed-list", "a `)` is perhaps missing here"),
    ("(define (f)\n  (if (g)\n      (h 1)\n      (i 2)▲\n  (j))\n", "unclosed-list", "`)`"),
    ("(define (f)\n  (cond ((g) 1)\n        ((h 2)▲ ; comment\n        (else 3)))\n", "unclosed-list", "`)`"),
    // At the end of a form, which the next one at column 0 ends.
    ("(define (f)\n  (g)▲\n\n;; More.\n(define (h) 3)\n", "unclosed-list", "`)`"),
    ("(define x 1)\n(define (f)\n  (g)▲\n", "unclosed-list", "`)`"),
    // Brackets that are missing at one place are one error, as where a text breaks off.
    ("(define (f)\n  (g (h 1▲\n\n(define (i) 3)\n", "unclosed-list", "a `)` is probably missing here, and 2 more"),
    ("(define (f)\n  (let ((x 1))\n    (if x\n        (g (h (i 1▲\n", "unclosed-list", "a `)` is perhaps missing here, and 5 more"),
    // In libraries, whose bodies stand at column 2 or 0.
    ("(library (a)\n  (export f)\n  (import (rnrs))\n  (define (f)\n    (g 1)▲\n  (define (h)\n    (i 2)))\n", "unclosed-list", "`)`"),
    ("(library (a)\n(export f)\n(import (rnrs))\n(define (f)\n  (g 1)▲\n(define (h)\n  (i 2)))\n", "unclosed-list", "`)`"),
    ("(define-library (a)\n  (export f)\n  (begin\n\n(define (f)\n  (g 1)▲\n\n(define (h)\n  (i 2))\n))\n", "unclosed-list", "`)`"),
    ("(define-library (a)\n  (export f)\n  (begin\n    (define (f)\n      (g 1))))▲)\n", "unmatched-closer", "this `)` is probably extra"),
    // The bracket that is missing is the one that the list begins with.
    ("(define (f)\n  (let ([x (g 1)▲\n        [y 2])\n    x))\n", "unclosed-list", "a `]` is probably missing here"),
    // A closing bracket is one too many where the lines after it stand in the list that it closes.
    ("(define (f)\n  (let ((x 1))▲)\n    (g x)\n    (h x)))\n", "unmatched-closer", "this `)` is probably extra"),
    ("(define (f x)▲)\n  (g x)\n  (h x))\n\n(define (i) 3)\n", "unmatched-closer", "extra"),
    ("(library (a)\n  (export f)\n  (define (f)\n    (g 1))▲)\n  (define (h)\n    (i 2)))\n", "unmatched-closer", "extra"),
    // No line of a body is aligned with a signature, so a line there belongs to the list that the bracket closes.
    ("(define (f x)\n  (cond ((g x) 1)▲)\n        ((h x) 2)\n        ((i x) 3)\n        (else 4)))\n", "unmatched-closer", "extra"),
    // Nothing but its number speaks against the last.
    ("(define x 1)▲)\n(define y 2)\n", "unmatched-closer", "extra, or one that opens is missing before it"),
    ("(define (f x)\n  (+ x 1))▲)\n", "unmatched-closer", "extra, or one that opens is missing before it"),
    // Lines that all begin at the margin say nothing: forms begin with definitions and after blank lines, and end before the next.
    ("(define (f x)\n(if (g x)\n(h x)\n(i x))▲\n(define (j x)\n(k x))\n\n(define y\n(l 1))\n", "unclosed-list", "perhaps missing"),
    // Those of the others do, where only a few begin there.
    ("(library (a)\n(export f\ng)\n  (import (rnrs))\n  (define (f)\n    (g 1)▲\n  (define (h)\n    (i 2)))\n", "unclosed-list", "probably missing"),
    // An opening bracket is missing before lines that stand in its list.
    ("▲define (f x)\n  (g x)\n  (h x))\n\n(define (i) 3)\n", "unmatched-closer", "a `(` is probably missing here"),
    // Or is one too many.
    ("(▲(define (f x y)\n  (g x\n     y)\n  (h x))\n\n(define (i) 3)\n", "unclosed-list", "this `(` is perhaps extra"),
    // Each broken form for itself; the second of these is whole.
    ("(define (f)\n  (g)▲\n\n(define (h) 1)\n\n(define (i)\n  (j))▲)\n\n(define (k)\n  (l)▲\n", "unclosed-list", "`)`"),
    ("(define (f)\n  (g (h▲]))\n\n(define (i)\n  (j)▲\n", "mismatched-closer", "expected `)`, found `]`"),
    // A form written at column 0 throughout is no two broken ones.
    ("(define x '(\n(a b)\n(c d)\n))\n\n(define (f)\n  (g)▲\n", "unclosed-list", "`)`"),
    // Strings: the line on which the parity of the marks changes.
    ("(define (f)\n  (display ▲\"one)\n  (display \"two\"))\n\n(define (g)\n  (display \"three\"))\n", "unterminated-string", "on this line"),
    ("(define (f)\n  (display one▲\")\n  (display \"two\"))\n\n(define (g)\n  (display \"three\"))\n", "unterminated-string", "on this line"),
    ("(define a \"x\")\n(define (f)\n  (display ▲\"one))\n", "unterminated-string", "unterminated string"),
    // Nothing after the mark is reported until it is right.
    ("(define (f)\n  (g)▲\n\n(define (h)\n  (display ▲\"one)\n  (display \"two\"))\n\n(define (i)\n  (j)))\n", "unclosed-list", "`)`"),
    // The mark itself, where no other place is nearly as probable.
    ("(define (f)\n  (display ▲\"\"Cannot open the file:\")\n  (newline))\n\n(define (g)\n  (display \"three\"))\n", "unterminated-string", "this `\"` is probably extra"),
    // Bars and block comments: where they were opened.
    ("(define (f)\n  (g)▲\n\n(define ▲|a b)\n(define c 1)\n", "unclosed-list", "`)`"),
    ("(define a 1)\n▲#| note\n(define b 2)\n", "unterminated-comment", "unterminated block comment"),
];

#[test]
fn errors_point_at_the_mistake() {
    for (marked, code, message) in TEXTS {
        let text = marked.replace(MARK, "");
        let found = errors(&text);
        let mut shown = text.clone();
        for error in found.iter().rev() {
            shown.insert(error.labels[0].span.start, MARK);
        }
        assert_eq!(shown, *marked, "{found:#?}");
        assert_eq!(found[0].code, *code, "{marked}");
        assert!(found[0].message.contains(message), "{marked}\n{found:#?}");
    }
}

#[test]
fn typographic_quotation_marks_are_named_after_the_errors() {
    for (text, expected) in [
        ("(define (f)\n  (g “one; two”)\n", Some(17)),
        ("(define (f)\n  (g ‘(1 2))\n", Some(17)),
        ("(define (f)\n  (g “one\")\n", Some(17)),
        // After a wrong mark, what was a string is read as code.
        ("(f \"a)\n(g \"the “one”\")\n", None),
        ("(f \"“one”\" ; ‘two’\n", None),
    ] {
        let found = errors(text);
        let quotes = found.iter().skip(1);
        let quotes = quotes.filter(|it| it.code == "typographic-quote");
        let starts: Vec<usize> = quotes.map(|it| it.labels[0].span.start).collect();
        assert_eq!(starts, Vec::from_iter(expected), "{text}\n{found:#?}");
    }
}

/// The list that something unterminated is in is one of its own form.
#[test]
fn what_is_unterminated_is_in_a_list_of_its_form() {
    for (text, list) in [
        ("(a . b c)\n(d #)\n(e \"x)\n", Some(16)),
        ("(define a (f 1)\n\n(define b 2)\n#|  (c\n", None),
        ("(define a (f 1)\n\n(define b |2)\n", Some(17)),
    ] {
        let found = errors(text);
        let labels = found.iter().flat_map(|error| &error.labels);
        let around = labels.filter(|label| label.message == "in this list");
        let starts: Vec<usize> = around.map(|label| label.span.start).collect();
        assert_eq!(starts, Vec::from_iter(list), "{text}\n{found:#?}");
    }
}

#[test]
fn errors_say_what_repair_does() {
    for (text, message, note) in [
        (
            "(define (f)\n  (g 1))\n\n(define (h)\n  (let ((x 1))\n    (i x))\n\n(define j 2)\n",
            "a `)` is probably missing here",
            "`schemefmt repair` fixes this",
        ),
        (
            "(define (f)\n  (g (h x y z))\n\n(define (k)\n  (m))\n",
            "a `)` is perhaps missing here",
            "no repair is certain: the indentation does not tell where on the line",
        ),
        (
            "(define (f)\n  (g (h [i j))))\n\n(define (k)\n  (m))\n",
            "expected `]`, found `)`",
            "no repair is certain: the indentation does not tell where on the line",
        ),
        (
            "(define (f x)\n  (display \"\"Done.\")\n  (newline))\n\n(define (g)\n  (display \"three\"))\n",
            "this `\"` is probably extra",
            "`schemefmt repair` fixes this",
        ),
        (
            "(define (f x)\n  (display \"x)\n  (newline))\n\n(define (g)\n  (display \"three\"))\n",
            "a `\"` is probably missing or extra on this line",
            "no repair is certain: a quotation mark may be missing or extra",
        ),
    ] {
        let found = errors(text);
        assert_eq!(found[0].message, message, "{text}");
        assert_eq!(found[0].note.as_deref(), Some(note), "{text}");
    }
}
