//! Texts for property tests: trees and token soup from every grammar, with every kind of gap between tokens.

// Each test binary uses its own part of this module.
#![allow(dead_code)]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use schemefmt::Options;
use schemefmt::options::{self, Declaration};
use std::fmt;

/// Data that are one token, of every kind and every grammar.
const ATOMS: &[&str] = &[
    // Operators with a row in the table of forms, and names that match its patterns.
    "define",
    "lambda",
    "let",
    "let*",
    "letrec",
    "if",
    "cond",
    "case",
    "case-lambda",
    "when",
    "unless",
    "begin",
    "and",
    "or",
    "do",
    "receive",
    "guard",
    "define-record-type",
    "define-syntax",
    "syntax-rules",
    "syntax-case",
    "library",
    "define-library",
    "define-module",
    "export",
    "import",
    "only",
    "set!",
    "not",
    "assert",
    "match",
    "match-lambda",
    "call/cc",
    "dynamic-wind",
    "cond-expand",
    "test-equal",
    "format",
    "define-foo",
    "with-foo",
    "call-with-foo",
    "quote",
    "else",
    "=>",
    "...",
    "#:export",
    "#:use-module",
    "#:key",
    "key:",
    ":key",
    "loop",
    "x",
    "y",
    "an-operator-with-a-long-name",
    "a-rather-long-variable-name-that-fills-most-of-a-line-of-eighty-columns",
    // Numbers.
    "0",
    "-1",
    "+5",
    "1.5",
    ".5",
    "5.",
    "1/2",
    "1E3",
    "1e-3",
    "#XfF",
    "#e#x1A",
    "#E1.5",
    "+i",
    "-I",
    "1+2I",
    "+INF.0",
    "-nan.0",
    "1@2",
    "15##",
    "1.5|53",
    "1T3",
    // Booleans and characters.
    "#t",
    "#F",
    "#true",
    "#\\a",
    "#\\A",
    "#\\space",
    "#\\SPACE",
    "#\\newline",
    "#\\x41",
    "#\\X41",
    "#\\(",
    "#\\)",
    "#\\;",
    "#\\\"",
    "#\\'",
    "#\\#",
    "#\\\\",
    "#\\|",
    "#\\{",
    "#\\,",
    "#\\ ",
    "#\\\t",
    "#\\\u{3bb}",
    "#\\U+41",
    "#\\nul",
    // Symbols.
    "||",
    "|a b|",
    "foo|a ; b|bar",
    "|\\||",
    "a\\x41;b",
    "\\(",
    "a.b",
    "..",
    "+",
    "-",
    "1+",
    "-1+",
    "\u{3bb}",
    "caf\u{e9}",
    "\u{6f22}\u{5b57}",
    "#{g0 a b}",
    "#{a}#",
    "##sys#x",
    "#%app",
    "#nil",
    "#0#",
    "#*101",
    "#!eof",
    "#!default",
    "#!optional",
    "#<unspecified>",
    "#\u{e9}",
    "a\u{a0}b",
    "a\u{2028}b",
    "a\u{b}b",
    // Strings.
    "\"\"",
    "\"a b\"",
    "\"a\tb\"",
    "\"a;b\"",
    "\"\\\"\"",
    "\"\\\\\"",
    "\"a\nb\"",
    "\"a\\\n   b\"",
    "\"a\r\nb\"",
    "\"a\\x41;\"",
    "\"(\"",
    "\"trailing  \n\"",
    "#\"raw\"",
    "#u8\"ab\"",
    "#*\"ab\"",
    "#`\"a ,b\"",
    "\"\u{6f22}\"",
    // Regular expressions, char sets, here strings, foreign text.
    "#/re/i",
    "#/(/",
    "#[a-z]",
    "#[[:alpha:])]",
    "#<<END\nraw ( text\nEND\n",
    "#<#T\n\"\nT\n",
    "#>raw ( text<#",
];

/// Prefixes.
const PREFIXES: &[&str] = &[
    "'", "`", ",", ",@", "#'", "#`", "#,", "#,@", "#&", "#0=", "#1=", "#?=", "#?,", "#~", "#$",
    "#$@", "#+", "#;",
];

/// Brackets.
const BRACKETS: &[(&str, &str)] = &[
    ("(", ")"),
    ("(", ")"),
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("#(", ")"),
    ("#vu8(", ")"),
    ("#U8(", ")"),
    ("#[", "]"),
    ("#2a(", ")"),
    ("#hash(", ")"),
    ("#s[", "]"),
];

/// Gaps that are white space alone.
const SPACES: &[&str] = &[
    " ",
    " ",
    " ",
    "\n",
    "\n",
    "",
    "  ",
    "\t",
    "\n  ",
    "\n\n",
    "\n\n\n\n",
    " \n",
    "\n\t ",
    "\u{c}",
    "\n\u{c}\n",
    " \n \n ",
    "\r",
];

/// White space that only some dialects read.
const WIDE_BLANKS: &[&str] = &[
    "\u{a0}", "\u{3000}", "\u{2028}", "\u{85}", "\u{feff}", "\u{b}",
];

/// Gaps with a comment or a directive in them.
const COMMENTS: &[&str] = &[
    " ; trailing\n",
    ";touching\n",
    " ; \n",
    ";\n",
    "\n; own line\n",
    "\n;; at the margin\n\n",
    "\n    ;; indented\n    ",
    "\n\n  ; after a blank line\n",
    " ; first\n ; second\n",
    " ; a\n   ; b\n     ; c\n",
    " #| block |# ",
    "#|touching|#",
    "\n#| own line |#\n",
    "\n  #| own line |#\n\n  ",
    " #| two\nlines |# ",
    "\n #| two\n      lines |#\n",
    " #| nested #| in |# out |#\n",
    " #|a|# #|b|# ",
    " #| before a wide blank |#\u{a0}\n",
    "\n  ;;@doc two returns\r\r\n  ",
    " #;gone ",
    " #; gone ",
    " #;#;gone also ",
    " #;(gone away)\n",
    "\n#;\n",
    " #!fold-case ",
    "\n#!r6rs\n",
    "\n; schemefmt: off\n",
    "\n; schemefmt: on\n",
    "\n; schemefmt: skip\n",
    " ; schemefmt: skip\n",
    " ; blanks after   \n",
    " ; \u{6f22}\u{5b57}\n",
];

/// Pieces that no tree holds: lone brackets, dots, things unterminated.
const LOOSE: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ".",
    "#(",
    "'",
    ",",
    ",@",
    "`",
    "#;",
    "\"",
    "|",
    "#|",
    "|#",
    "#\\",
    "#",
    "\\",
    "#!",
    "#<<E\n",
    ";",
    "#!/bin/sh\n",
    "!#",
    "#! x\n",
    "#lang racket\n",
    "\u{0}",
    "@",
    "#/",
    "#[",
    "<#",
    "#>",
    "#{",
];

/// Beginnings of texts: nothing, or what tells a dialect.
const HEADERS: &[&str] = &[
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "#!r6rs\n",
    "#!/usr/bin/env guile\n!#\n",
    "#!chezscheme\n",
    "#!nobacktrace\n",
    "#lang racket\n",
    "#lang scribble/base\n",
    "#!sweet\n",
    "(use-modules (a))\n",
    "(define-module a)\n(select-module a)\n",
    "(import (scheme base))\n",
    "(import (rnrs))\n",
    "(declare (block))\n",
];

fn gap() -> impl Strategy<Value = &'static str> {
    prop_oneof![8 => select(SPACES), 2 => select(COMMENTS)]
}

fn atom() -> impl Strategy<Value = &'static str> {
    select(ATOMS)
}

/// A datum with the gap before it, as text.
fn datum() -> impl Strategy<Value = String> {
    let leaf = (gap(), atom()).prop_map(|(gap, atom)| format!("{gap}{atom}"));
    leaf.prop_recursive(6, 48, 7, |inner| {
        prop_oneof![
            4 => (gap(), select(BRACKETS), vec(inner.clone(), 0..7), gap())
                .prop_map(|(gap, (open, close), items, last)| format!("{gap}{open}{}{last}{close}", items.concat())),
            1 => (gap(), select(BRACKETS), vec(inner.clone(), 1..4), gap(), inner.clone(), gap())
                .prop_map(|(gap, (open, close), items, dot, tail, last)| {
                    format!("{gap}{open}{}{dot} .{tail}{last}{close}", items.concat())
                }),
            1 => (gap(), select(PREFIXES), inner).prop_map(|(gap, prefix, datum)| format!("{gap}{prefix}{datum}")),
        ]
    })
}

/// The starts of forms: the operator and what comes before the body.
const FORMS: &[&str] = &[
    "define x",
    "define (f x . rest)",
    "define ((curried a) b)",
    "define-values (a b)",
    "define-syntax swap!",
    "define-record-type point",
    "syntax-rules ()",
    "syntax-case x ()",
    "lambda (x y)",
    "lambda args",
    "case-lambda",
    "let",
    "let loop",
    "let* ([a 1] (b 2))",
    "let-values ([(a b) (f x)])",
    "do",
    "do ((i 0 (+ i 1)))",
    "do ([i 0 (+ i 1)] [j 0]) ((= i 10) j)",
    "if",
    "if (null? x)",
    "cond",
    "case x",
    "when (pair? x)",
    "unless #t",
    "begin",
    "and",
    "guard (e [#t e])",
    "parameterize ((p 1))",
    "match x",
    "match-lambda",
    "library (a b)",
    "define-library (a b)",
    "define-module (a b)",
    "export",
    "import",
    "(only (a b) c)",
    "cond-expand",
    "set! x",
    "format #t \"~a\"",
    "test-equal \"name\"",
    "for-each",
    "f",
    "an-operator-with-a-long-name",
    ",#'let",
    "x . y",
    "else",
    "[x]",
    "(f x)",
    "#(a b)",
    "a =>",
    "#:key 1",
];

/// Data that are common in code.
const COMMON: &[&str] = &[
    "x",
    "y",
    "a",
    "b",
    "1",
    "-1.5",
    "#t",
    "#\\a",
    "\"a b\"",
    "\"\"",
    "\"a longer string, to be shown\"",
    "()",
    "(f x)",
    "(a . b)",
    "[x 1]",
    "#(1 2)",
    "'a",
    "`(a ,b ,@c)",
    "'()",
    "...",
    "=>",
    "else",
    "#:key",
    "key:",
    "\"two\nlines\"",
    ".",
    "a-name-of-some-length",
];

/// Gaps as in code: most are one blank or a line break with an indentation.
fn code_gap() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        12 => Just(" "),
        8 => select(&["\n  ", "\n    ", "\n      ", "\n          ", "\n", "\n\n  "][..]),
        2 => select(SPACES),
        1 => select(WIDE_BLANKS),
        2 => select(COMMENTS),
    ]
}

/// A form with the gap before it, as text.
fn form() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![4 => select(COMMON), 1 => select(ATOMS)];
    let leaf = (code_gap(), leaf).prop_map(|(gap, atom)| format!("{gap}{atom}"));
    leaf.prop_recursive(5, 60, 6, |inner| {
        let bracket =
            prop_oneof![8 => Just(("(", ")")), 3 => Just(("[", "]")), 1 => Just(("#(", ")"))];
        let prefix = prop_oneof![10 => Just(""), 1 => select(PREFIXES), 1 => Just("#;")];
        let start = prop_oneof![3 => select(FORMS), 2 => Just("")];
        let before = prop_oneof![8 => Just(""), 1 => code_gap()];
        (
            code_gap(),
            prefix,
            bracket,
            before,
            start,
            vec(inner, 0..6),
            prop_oneof![8 => Just(""), 1 => code_gap()],
        )
            .prop_map(|(gap, prefix, (open, close), before, start, items, last)| {
                let items = items.concat();
                let items = if start.is_empty() {
                    items.trim_start_matches(' ')
                } else {
                    &items
                };
                format!("{gap}{prefix}{open}{before}{start}{items}{last}{close}")
            })
    })
}

/// A text that nearly always balances, of forms as in real code.
pub(crate) fn code() -> impl Strategy<Value = String> {
    (select(HEADERS), vec(form(), 1..4), line_end()).prop_map(|(header, forms, line_end)| {
        format!("{header}{}\n", forms.concat()).replace('\n', line_end)
    })
}

/// A text that mostly balances.
pub(crate) fn program() -> impl Strategy<Value = String> {
    (select(HEADERS), vec(datum(), 0..5), gap(), line_end()).prop_map(
        |(header, data, last, line_end)| {
            format!("{header}{}{last}", data.concat()).replace('\n', line_end)
        },
    )
}

/// A text without comments that speak to the formatter.
pub(crate) fn plain_program() -> impl Strategy<Value = String> {
    program().prop_map(|text| text.replace("schemefmt:", "to nobody:"))
}

/// Tokens and pieces of tokens in any order.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![3 => select(ATOMS), 2 => select(PREFIXES), 4 => select(LOOSE)];
    (vec((gap(), piece), 0..24), line_end()).prop_map(|(pieces, line_end)| {
        let text: String = pieces
            .into_iter()
            .flat_map(|(gap, piece)| [gap, piece])
            .collect();
        text.replace('\n', line_end)
    })
}

/// Forms that can be read, most of which formatting changes.
const SOUND: &[&str] = &[
    "(define   x 1)",
    "(f   (g 1)\n y)",
    "(let ((a  1))\n(g a))",
    "'1",
    "; comment",
    "(f  ; comment\n  x)",
    "#| block |#   (f)",
    "\"a\nb\"",
    "(library (a)\n  (export   b)\n\n  (define b   1))",
];

/// Forms that cannot be read, and pieces that break what follows.
const BROKEN: &[&str] = &[
    "(f \"abc)",
    "(f \"a\nb",
    "\"",
    "(f |abc)",
    "[|",
    "#| block",
    "(f #| a\nb",
    "#<n",
    "(f #<n a=\"b\"",
    "(f &{a",
    "#/re",
    "(f #[a",
    "(f #\"X\"a)",
    "#<<END\n(x",
    "#<#END\n(x",
    "(f #>x",
    "(f #{a",
    "(f `#\"a",
    "(f #!",
    "(f\n  (g   x)",
    "(f   x))",
    "(f   x]\n  ; comment",
    "((",
    ")",
    "#(1   2",
    "(f . )",
    "(f\0 x)",
    "(library (a)\n  (export   b)\n  (define (b\n    x)\n  (define c   1))",
    "<<<<<<< HEAD\n(f   x)\n=======\n(f \"\n>>>>>>> it's",
    "(f\n<<<<<<<\n  x)\n=======\n  y)\n>>>>>>>",
    "<<<<<<< HEAD\n(f   x)",
    ">>>>>>> it's",
    "'",
    "#;",
    "(f #\\",
    "\\",
];

/// A text with lines of its own for what cannot be read, and any line ends.
pub(crate) fn broken() -> impl Strategy<Value = String> {
    const ENDS: &[&str] = &[
        "\n", "\n", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "  \n", "\r\r\n",
    ];
    let form = prop_oneof![select(SOUND), select(BROKEN), atom(),];
    let form = (form, line_end()).prop_map(|(form, end)| form.replace('\n', end));
    let last = prop_oneof![1 => Just(""), 2 => select(ENDS), 1 => Just("\n \n")];
    let between = prop_oneof![2 => Just("\n"), 1 => select(ENDS)];
    (select(HEADERS), vec((form, between), 1..6), last).prop_map(|(header, forms, last)| {
        let mut text = header.to_owned();
        for (number, (form, end)) in forms.iter().enumerate() {
            text += form;
            text += if number + 1 < forms.len() { end } else { last };
        }
        text
    })
}

/// Bytes whose debug output can be read.
#[derive(Clone)]
pub(crate) struct Bytes(pub Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Any bytes, most of them those that mean something to a reader.
pub(crate) fn bytes() -> impl Strategy<Value = Bytes> {
    let byte = prop_oneof![
        12 => select(b"()[]{}'`,@#;|\\\". \n\n\r\t\x0cxX0!<>:/=+-~$&*?e".as_slice()),
        1 => any::<u8>(),
    ];
    vec(byte, 0..60).prop_map(Bytes)
}

fn line_end() -> impl Strategy<Value = &'static str> {
    prop_oneof![4 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r")]
}

/// Options whose debug output leaves out the table of forms.
#[derive(Clone)]
pub(crate) struct Choices(pub Options);

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = options::declared().map(|option| (option.key, option.get(&self.0)));
        f.debug_map().entries(values).finish()
    }
}

/// Options at random: every option that is declared, numbers up to 120.
pub(crate) fn options() -> impl Strategy<Value = Choices> {
    let values: Vec<_> = options::declared().map(value).collect();
    values.prop_map(|values| {
        let mut options = Options::default();
        for (option, value) in options::declared().zip(values) {
            options.set(option.key, &value).expect("a right value");
        }
        Choices(options)
    })
}

/// A value of an option, often the default.
fn value(option: &'static Declaration) -> BoxedStrategy<String> {
    let default = option.get(&Options::default());
    let number = (1..=120usize).prop_map(|number| number.to_string()).boxed();
    let any = match (option.values.names, &option.values.numbers) {
        ([], _) => prop_oneof![1 => Just("40".to_owned()), 3 => number].boxed(),
        (names, None) => select(names).prop_map(str::to_owned).boxed(),
        (names, Some(_)) => {
            let name = select(names).prop_map(str::to_owned);
            prop_oneof![2 => name, 1 => number].boxed()
        }
    };
    prop_oneof![1 => Just(default), 2 => any].boxed()
}
