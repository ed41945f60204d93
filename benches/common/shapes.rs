//! Texts of many shapes, for what must not depend on the shape.

use super::code;

/// A shape: its name, and what makes a text of about so many bytes.
pub(crate) type Shape = (&'static str, fn(usize) -> String);

/// Every shape.
pub(crate) const SHAPES: [Shape; 22] = [
    ("ordinary code", code),
    ("nested calls", |size| {
        nested(size, 200, "(call argument ", "x", ")")
    }),
    ("calls nested last", |size| {
        nested(size, 60, "(f ", "x", ")")
    }),
    ("nested lets", |size| {
        nested(
            size,
            100,
            "(let ((name (value of it))) (display name) ",
            "x",
            ")",
        )
    }),
    ("if chains", |size| {
        nested(
            size,
            150,
            "(if (test of-something) (consequent of-it) ",
            "x",
            ")",
        )
    }),
    ("prefixes", |size| nested(size, 900, "'", "x", " ")),
    ("one wide call", |size| {
        around(size, "(call", " argument", ")")
    }),
    ("one wide body", |size| {
        around(size, "(begin", " (display it) (newline)", ")")
    }),
    ("quoted data", |size| {
        around(size, "'(", "(key . 123) symbol 45 ", ")")
    }),
    ("a vector", |size| around(size, "#(", "1 2 345 67890 ", ")")),
    ("two long lines", |size| {
        let line = "(a b ) ( )  (c) ".repeat(size / 32);
        format!("(f {line}\n   {line})\n")
    }),
    ("comments", |size| {
        around(size, "(begin", " x ; remark\n ; another\n", ")")
    }),
    ("block comments", |size| {
        around(size, "(f", " #| a #| b |# |# x", ")")
    }),
    ("strings", |size| {
        around(size, "(list", " \"a text\\nof two lines\"", ")")
    }),
    ("macros", |size| {
        around(
            size,
            "",
            "(define-syntax m (syntax-rules () ((_ x b ...) (let x b ...))))\n",
            "",
        )
    }),
    ("operators that are used once", |size| {
        let call = |number| format!("(my-form{number} x\n   (f x)\n   (g x))\n");
        (0..size / 36).map(call).collect()
    }),
    // As many nodes as bytes allow.
    ("empty lists in one", |size| around(size, "(", "()", ")")),
    ("digits in a vector", |size| around(size, "#(", "1 ", ")")),
    ("short calls in one list", |size| {
        around(size, "(", "(f a) ", ")")
    }),
    ("an atom and a comment each", |size| {
        around(size, "(", "a ; b\n", ")")
    }),
    ("empty lists at top level", |size| {
        around(size, "", "()", "")
    }),
    ("empty lists, nested", |size| {
        nested(size, 500, "(", "", ")")
    }),
];

/// Shapes of one item again and again: a name, what is before the items, an item, and what is after them.
const REPEATED: [(&str, &str, &str, &str); 54] = [
    ("raw strings", "", "(f #\"X\"a\"X\" )", ""),
    ("types in a match", "(match x", " : a", ")"),
    ("aligned items on a line", "(list", "  (a   1)", ")"),
    ("aligned rows", "'(", "(a    1)\n  (bcd  2)\n  ", ")"),
    (
        "cells beside a column",
        "(f",
        "\n (x (c  d))\n (x (c  d))\n (x (c d))",
        ")",
    ),
    (
        "padded brackets",
        "(let ([ a b ]",
        "\n      [ c d ]",
        ") a)",
    ),
    ("lists where others end", "(f", " (g\n x)", ")"),
    ("definitions where others end", "", "(define x\n y) ", ""),
    ("comments in an outline", "", "; a\n  ; b\n", ""),
    ("closers alone", "", "(f\n  (g x\n    )\n  )\n", ""),
    ("wide gaps", "(f", "   a", ")"),
    (
        "wide gaps at ends of rows",
        "'(",
        "(a   )\n  (bcd )\n  ",
        ")",
    ),
    ("keywords and values", "(f", " #:key value", ")"),
    (
        "keywords and values on a line below",
        "(f\n",
        " #:key value",
        ")",
    ),
    ("clauses", "(cond ", "((f a) (g b))\n", "(else c))"),
    ("cases", "(case x ", "((a b) (g b))\n", "(else c))"),
    ("strings of two lines", "(f", " \"a\nb\"", ")"),
    ("here strings", "", "(f #<<END\ntext\nEND\n)\n", ""),
    ("datum comments", "(f", " #;(a b) c", ")"),
    ("datum comments at the margin", "", "#;(a b)\n", "(f)"),
    ("prefixed atoms", "(f", " 'a `b ,c", ")"),
    ("names in bars", "(f", " |a b|", ")"),
    ("characters", "(f", " #\\a #\\(", ")"),
    ("numbers to respell", "(f", " #XFF 1E5 #T", ")"),
    ("brackets", "(let (", "[a 1]\n", ") b)"),
    ("braces", "", "{a}\n", ""),
    ("pairs", "(f", " (a . b)", ")"),
    ("blank lines", "", "(f)\n\n\n\n", ""),
    ("comments at the margin", "", "; a\n", ""),
    ("page breaks", "", "\u{c}\n(f)\n", ""),
    ("block comments at the margin", "", "#| a |#\n", ""),
    ("trailing comments", "(f", " a ; b\n", ")"),
    ("a record", "(define-record-type a (b) c", " (d e)", ")"),
    (
        "rules of a macro",
        "(define-syntax m (syntax-rules () ",
        "((_ a) (b a))\n",
        "))",
    ),
    ("patterns", "(match x ", "((a . b) c)\n", ")"),
    ("bindings", "(let (", "(a 1)\n", ") b)"),
    (
        "aligned bindings",
        "(let* (",
        "(a    1)\n(bcd  2)\n",
        ") b)",
    ),
    ("imports", "(import ", "(a b)\n", ")"),
    ("exports", "(export ", "a b\n", ")"),
    (
        "exports of a module",
        "(define-module (a)",
        " #:export (a b)",
        ")",
    ),
    (
        "contracts",
        "(provide (contract-out ",
        "[a (-> b c)]\n",
        "))",
    ),
    ("skipped forms", "", "; schemefmt: skip\n(f  x)\n", ""),
    (
        "verbatim regions",
        "",
        "; schemefmt: off\n(f  x)\n; schemefmt: on\n",
        "",
    ),
    ("ellipses", "(f", " ...", ")"),
    ("one long name", "(f ", "abcdefgh-", " x)"),
    ("one long string", "(f \"", "abc def ", "\")"),
    ("one long comment", "; ", "abc def ", "\n(f)"),
    ("carriage returns", "", "(f\r a)\r", ""),
    ("carriage returns and line feeds", "", "(f\r\n a)\r\n", ""),
    ("tabs", "(f", "\n\ta\tb", ")"),
    (
        "letters beyond ASCII",
        "(f",
        " \u{3BB}\u{2192}\u{5B57}",
        ")",
    ),
    ("definitions", "", "(define (f x)\n  (g x))\n", ""),
    ("registrations", "", "(test \"a\" (f) 1)\n", ""),
    (
        "definitions beside each other",
        "",
        "(define a 1)  (define b 2) ",
        "",
    ),
];

/// Shapes of nested forms: a name, the depth, what opens a level, what is innermost, and what closes a level.
const NESTED: [(&str, usize, &str, &str, &str); 14] = [
    ("nested brackets", 400, "(f [a ", "x", "])"),
    ("nested quasi-quotations", 100, "`(a ,(b ", "x", "))"),
    ("nested lambdas", 100, "(lambda (x) (f x) ", "x", ")"),
    ("nested conds", 60, "(cond ((f a) ", "x", ") (else (g)))"),
    ("nested bodies", 200, "(begin\n(f)\n", "x", "\n)"),
    ("nested definitions", 60, "(define (f x) (g) ", "x", ")"),
    ("nested vectors", 300, "#(a ", "x", ")"),
    ("nested data", 200, "(a (b c) ", "x", ")"),
    ("comments in nested calls", 200, "(f ; c\n", "x", "\n)"),
    ("comments behind brackets", 400, "(f (g\n ", "x", ")) ; c\n"),
    ("items behind brackets", 400, "(f 'a\n ", "x", "\n ) x"),
    ("nested datum comments", 300, "#; ", "x", " y"),
    ("nested block comments", 900, "#| ", "x", " |#"),
    (
        "bindings nested in bindings",
        60,
        "(let ((a ",
        "x",
        ") (b 1)) a)",
    ),
];

/// The shapes that whole commands are measured with: the others, and many more.
pub(crate) fn all(size: usize) -> impl Iterator<Item = (&'static str, String)> {
    let made = SHAPES.iter().map(move |(name, make)| (*name, make(size)));
    let repeated = REPEATED.iter();
    let repeated =
        repeated.map(move |(name, open, item, close)| (*name, around(size, open, item, close)));
    let nests = NESTED.iter();
    let nests = nests.map(move |(name, depth, open, core, close)| {
        (*name, nested(size, *depth, open, core, close))
    });
    made.chain(repeated).chain(nests)
}

/// Forms of so many levels, as many as fit.
fn nested(size: usize, depth: usize, open: &str, core: &str, close: &str) -> String {
    let form = format!("{}{core}{}\n", open.repeat(depth), close.repeat(depth));
    form.repeat((size / form.len()).max(1))
}

/// One form with as many items as fit.
fn around(size: usize, open: &str, item: &str, close: &str) -> String {
    format!("{open}{}{close}\n", item.repeat(size / item.len()))
}
