//! Texts of many shapes, for what must not depend on the shape.

use super::code;

/// A shape: its name, and what makes a text of about so many bytes.
pub(crate) type Shape = (&'static str, fn(usize) -> String);

/// Every shape.
pub(crate) const SHAPES: [Shape; 20] = [
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

/// Forms of so many levels, as many as fit.
fn nested(size: usize, depth: usize, open: &str, core: &str, close: &str) -> String {
    let form = format!("{}{core}{}\n", open.repeat(depth), close.repeat(depth));
    form.repeat((size / form.len()).max(1))
}

/// One form with as many items as fit.
fn around(size: usize, open: &str, item: &str, close: &str) -> String {
    format!("{open}{}{close}\n", item.repeat(size / item.len()))
}
