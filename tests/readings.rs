//! Texts on which readers differ: what stays as it was written, and what is refused or warned of. Each expectation was seen to be
//! the same data as the text for Guile, Chez, Gambit, Chicken, MIT and Racket, as far as they can read it.

use schemefmt::Dialect;
use schemefmt::options::{EndOfLine, Identifiers};
use schemefmt::{Options, format};

fn auto() -> Options {
    Options::default()
}

fn asked_for(dialect: Dialect) -> Options {
    let mut options = Options::default();
    options.dialect = dialect;
    options
}

fn ending_in(end_of_line: EndOfLine) -> Options {
    let mut options = Options::default();
    options.end_of_line = end_of_line;
    options
}

fn formatted(text: &str, options: &Options) -> String {
    let formatted = format(text.as_bytes(), options);
    let formatted = formatted.unwrap_or_else(|error| panic!("{text:?}: {error}"));
    String::from_utf8(formatted.output).expect("UTF-8, as it came")
}

/// Texts, and what comes out where nobody says what they are written for.
const UNDER_AUTO: &[(&str, &str)] = &[
    // A backslash in a symbol: a letter, an escape, or the beginning of one, before what may be a comment or a string.
    ("(f '(\\x7C;\n b) c)", "(f '(\\x7C;\n     b)\n   c)\n"),
    ("(a b\\;c\n d)", "(a b\\;c\n   d)\n"),
    ("(a b\\x41;c d\n e)", "(a b\\x41;c d\n   e)\n"),
    ("(f b\\ c\n d)", "(f b\\ c d)\n"),
    // Bars, which are letters to some, and backslashes between them.
    ("(|a;b| c\n d)", "(|a;b| c\n d)\n"),
    ("(a|b;c| d\n e)", "(a|b;c| d\n e)\n"),
    ("(f |a b|\n c)", "(f |a b| c)\n"),
    // To Chez one is a letter after what may begin a number.
    ("(f -list|;b|\n c)", "(f -list|;b|\n   c)\n"),
    ("(1|5 \"a|6  \"\n b)", "(1|5 \"a|6  \" b)\n"),
    // A block comment of Guile's after a name is no argument, whichever line it is on.
    (
        "(let loop #! c !#\n((x 1))\n(f x))",
        "(let loop #! c !#\n    ((x 1))\n  (f x))\n",
    ),
    // `#!` after the beginning, a block comment of Guile's, and a first line that goes on.
    ("(a #! foo  bar\n b)", "(a #! foo  bar\n   b)\n"),
    ("(a #!/foo  bar\n b)", "(a #!/foo  bar\n   b)\n"),
    (
        "#!/usr/bin/env gsi\n;; see !# here and there\n(bar)\n",
        "#!/usr/bin/env gsi\n;; see !# here and there\n(bar)\n",
    ),
    (
        "#!/usr/bin/env racket \\\n-x  foo\n(bar  a)\n",
        "#!/usr/bin/env racket \\\n-x  foo\n(bar a)\n",
    ),
    // The blank without which `#! ` would be no comment, or the first line would go on.
    ("(#! \n )", "(#! \n )\n"),
    ("(#!\n)", "(#!\n )\n"),
    ("(a . #!\n)", "(a . #!\n   )\n"),
    ("#! \n(a  b)", "#! \n(a b)\n"),
    ("#!/bin/sh -x \\ \n(a  b)", "#!/bin/sh -x \\ \n(a b)\n"),
    ("'#lang x \\ ", "' #lang x \\ \n"),
    // Quotation marks within a symbol are letters to Guile, and one of them to Chicken.
    ("(f a`#;x\n b)", "(f a`#;x\n   b)\n"),
    ("{#,  #|c|# #!r6rs}", "{#,  #|c|# #!r6rs}\n"),
    // What touches a curly bracket goes on touching it, on whatever line a sign is; a foreign text that begins within a name.
    ("( {\na}  1.5|53)", "({ a} 1.5|53)\n"),
    // And a comment that is more than that for some, after a mark or a bracket that it does not touch.
    ("#,@ #! !#", "#,@ #! !#\n"),
    ("(f { #! a  !#\n b})", "(f { #! a  !#\n     b})\n"),
    ("(f list'(a   b)\n c)", "(f list'(a b) c)\n"),
    // To Gambit `#:` takes what follows, to Chicken `##` makes a letter of everything.

    // That may be the line's end, after which there is none to write.

    // A region that is left alone, with what is a letter to some.
    (
        "(#!r6rs (\n;; schemefmt: off\nb   c\u{b}))",
        "(#!r6rs\n (\n;; schemefmt: off\nb   c\u{b}\n  ))\n",
    ),
    ("#/re/i#\\\n  define", "#/re/i#\\\n\ndefine\n"),
    // To MIT a symbol ends at its second bar; to Gambit a character at a backslash.
    ("(|a b|#;x c\n d)", "(|a b|#;x c\n d)\n"),
    ("(#\\s\\a;b\n c)", "(#\\s\\a;b\n c)\n"),
    // To Chez curly brackets are symbols, and more than a line's end ends a comment.

    // A directive may end at a character beyond ASCII.

    // A letter beyond ASCII is no white space: for those who take the brace for a letter, too, nothing has to stay here.
    ("(f {x\n \u{3bb}}   #/a/)", "(f {x \u{3bb}} #/a/)\n"),
    // White space beyond ASCII before what begins something long.

    // And on a line of its own: a symbol to some, with no blank lines around it.
    ("library\n\u{a0}\n(b)", "library\n\u{a0}\n(b)\n"),
    ("library\n\n\u{a0}\n\n(b)", "library\n\n\u{a0}\n\n(b)\n"),
    // A `#` that ends a token for some.
    ("(#ci#;x\n b)", "(#ci#;x\n b)\n"),
    ("(#true#;x\n b)", "(#true#;x\n b)\n"),
    (
        "(list #t#;(skipped)\n  2)",
        "(list #t#;(skipped)\n      2)\n",
    ),
    ("(list a#;(skipped)\n  2)", "(list a#;(skipped)\n      2)\n"),
    // What is a comment's blank for some is a character for others.
    ("(list #\\a#;(b)\n  2)", "(list #\\a#;(b)\n      2)\n"),
    ("(#!r6rsa\\x41;b\n c)", "(#!r6rsa\\x41;b\n c)\n"),
    // And one that touches a curly bracket, which is a letter to Guile.
    ("{}#;x\n(a  b)", "{}#;x\n(a b)\n"),
    ("(list #\\#\"x\"   b)", "(list #\\# \"x\" b)\n"),
    // Curly brackets after it.

    // A slash in a class, or before what goes on, which ends a regular expression for Gauche and not for LIPS.
    ("(f #/\\/[^/]+$/\n x)", "(f #/\\/[^/]+$/ x)\n"),
    ("(f #/[^(/]  +/\n x)", "(f #/[^(/]  +/ x)\n"),
    ("(f #/a/b  c/\n x)", "(f #/a/b  c/ x)\n"),
    ("(f #/a  b/i\n x)", "(f #/a  b/i x)\n"),
    // Kawa's text with expressions in it.
    ("(f #<p>a  b</p>)\n(g    h)", "(f #<p>a  b</p>)\n(g h)\n"),
    // The same where only those who take braces for letters, and Kawa, can read the text.

    // Nor a space that would make a comment for Chicken.
    ("x;\n#!;", "x ;\n#!;\n"),
    ("' #!;x\na", "' #!;x\na\n"),
    // A comment that continues one which is more than that for some.
    (
        "(define#\\a \"a\nb\" ; a\n       ; b\n c)",
        "(define#\\a \"a\nb\" ; a\n       ; b\n c)\n",
    ),
    ("#! ; a\n   ; b", "#! ; a\n; b\n"),
    // A region that ends where a curly bracket touches it.
    (
        "{ define '\n; schemefmt: off\n'}",
        "{ define\n  '\n; schemefmt: off\n'}\n",
    ),
    // Gambit's infix expressions.
    (
        "\\if (x) {\n a;\n} else {\n b;\n}\n(c  d)",
        "\\if (x) {\n a;\n} else {\n b;\n}\n(c d)\n",
    ),
    // SRFI 105.
    (
        "#!curly-infix\n{f(x)  +  (g)(x)}\n(f(x)  (g)[x]\n {f}(x))",
        "#!curly-infix\n{f(x) + (g)(x)}\n(f(x) (g)[x] {f}(x))\n",
    ),
    (
        "(#!curly-infix+1x)\n{f(x)  +  y}",
        "(#!curly-infix+1x)\n{f(x) + y}\n",
    ),
    ("(f(x)  (g)(x))", "(f (x) (g) (x))\n"),
    ("#><##!curly-infix((a)(b))", "#><##!curly-infix((a)(b))\n"),
    // White space beyond ASCII, where the text tells that it is some.
    ("#!r6rs (a\u{a0}b\n c)", "#!r6rs\n(a\u{a0}b c)\n"),
    // A byte order mark that is a letter to some.
    ("\u{feff} a", "\u{feff}\na\n"),
    ("\u{feff} a\r\nb", "\u{feff}\r\na\r\nb\r\n"),
    (
        "\u{feff}#;(define (f x) (g   x) (h x))\n",
        "\u{feff}#;(define (f x) (g   x) (h x))\n",
    ),
    ("\u{feff}#TRUE  a", "\u{feff}#TRUE\na\n"),
    ("\u{feff}1-2I  a", "\u{feff}1-2I\na\n"),
    ("\u{feff}-.5E3  a", "\u{feff}-.5E3\na\n"),
    ("\u{feff}#\\\"  a ;b\" c", "\u{feff}#\\\"  a ;b\" c\n"),
    ("\u{feff}a", "\u{feff}a\n"),
    ("\u{feff}\n(a)", "\u{feff}(a)\n"),
    // Spellings.
    ("(#\\x3BB 1-3/0I +0/0I)", "(#\\x3BB 1-3/0I +0/0I)\n"),
    ("(+.41e22@.776E6)", "(+.41e22@.776E6)\n"),
    (
        "#!r6rs\n(-5S+26|9 #\\x3BB #XF)",
        "#!r6rs\n(-5S+26|9 #\\x3BB #xf)\n",
    ),
    (
        "(import (scheme base))\n(#TRUE #\\X41 #\\x3BB #T)",
        "(import (scheme base))\n(#TRUE #\\X41 #\\x3BB #t)\n",
    ),
    ("{#XF} (#XF)", "{#XF}\n(#xf)\n"),
    // Raw strings, where the text can be read in two ways and where it cannot.
    ("(f #\"\"a   b\"\"   c)", "(f #\"\"a   b\"\" c)\n"),
    ("(f #\"\"a;b\"\"   c\n  d)", "(f #\"\"a;b\"\"   c\n   d)\n"),
    ("(f #\"\"a;b\"\"   c)", "(f #\"\"a;b\"\" c)\n"),
    ("(f #\"\"a  |b\"\"   c)", "(f #\"\"a  |b\"\" c)\n"),
    ("(f #\"x\"a\n  b\"x\"   c)", "(f #\"x\"a\n  b\"x\"\n   c)\n"),
    (
        "(f #\"a\"   (b   c) #\"a\")",
        "(f #\"a\"   (b   c) #\"a\")\n",
    ),
    ("(f #\"a\"   (b   #\"a\"))", "(f #\"a\" (b #\"a\"))\n"),
    ("(f #\"a ~b\"   c)", "(f #\"a ~b\" c)\n"),
    (
        "'#\"\"  a\"\" #;  #\"\"(  \"\"",
        "'#\"\"  a\"\"\n#; #\"\"(  \"\"\n",
    ),
    (
        "(use gauche.net)\n(f #\"\"a   b\"\")",
        "(use gauche.net)\n(f #\"\" a b \"\")\n",
    ),
    // STklos writes modules as Gauche does.
    (
        "(define-module a)\n(f #\"\"a   b\"\"   c)",
        "(define-module a)\n(f #\"\"a   b\"\" c)\n",
    ),
    (
        "(select-module STklos)\n(f #\"-\"a; b\"-\"   c)",
        "(select-module STklos)\n(f #\"-\"a; b\"-\" c)\n",
    ),
    (
        "(define-module a)\n(f #\"x ~y\"   \"b\")",
        "(define-module a)\n(f #\"x ~y\" \"b\")\n",
    ),
    // A sign within one is none.
    (
        "(f #\"\"(^x  (g x))\"\"   c)",
        "(f #\"\"(^x  (g x))\"\" c)\n",
    ),
    // What only some readers take.
    ("(. x)", "(. x)\n"),
    ("(a . < . b)", "(a . < . b)\n"),
    ("(a ')", "(a ')\n"),
    ("(a #;)", "(a #;)\n"),
    ("#;", "#;\n"),
];

/// Texts with a form that stays as it is, since something in it may reach beyond it for some reader, and what comes out.
#[rustfmt::skip]
const DISPUTED: &[(&str, &str)] = &[
    ("(x foo\\\"a   b\" foo\\\"c   d\")", "(x foo\\\"a   b\" foo\\\"c   d\")\n"),
    ("(1|a\n |a  b|:)", "(1|a\n |a  b|:)\n"),
    ("(f |a;b| |)\n|\n c)", "(f |a;b| |)\n|\n c)\n"),
    ("(|a\\| \"x|   y |\")", "(|a\\| \"x|   y |\")\n"),
    ("(f a'#|b  c|#\n d)", "(f a'#|b  c|# d)\n"),
    ("(f {'#|b  c|#\n d})", "(f {'#|b  c|#\n d})\n"),
    ("(f {#+@#;x  #<#E\n;\nE\n})", "(f {#+@#;x  #<#E\n;\nE\n})\n"),
    ("(#:  a\n b)", "(#:  a b)\n"),
    ("(#:\na\n b)", "(#:\na\n b)\n"),
    ("(f\n  #:\n  (newline))", "(f\n  #:\n  (newline))\n"),
    ("(f\n  #:\n\n  (newline))", "(f\n  #:\n\n  (newline))\n"),
    ("(f #:\n)", "(f #:\n)\n"),
    ("#: #;(x  y)#`", "#: #;(x  y)#`\n"),
    ("#:;c)", "#: ;c)\n"),
    ("#:  ;c)", "#:  ;c)\n"),
    ("(f #: ;c\n\n a)", "(f #: ;c\n\n   a)\n"),
    ("#(#:\n|a  b|)", "#(#:\n|a  b|)\n"),
    ("(f '(1|a\n b) c)|a\\|  b|", "(f '(1|a\n b) c)|a\\|  b|\n"),
    ("'#:\n(a)", "'#:\n(a)\n"),
    ("a #! #\\\n\nb", "a\n#! #\\\n\nb\n"),
    ("\\x; -5S+26|9#!eof", "\\x; -5S+26|9#!eof\n"),
    ("#(a\\x;b#|c|#-5S+26|9; c \\\n)", "#(a\\x;b#|c|#-5S+26|9; c \\\n)\n"),
    ("a\\x;b|\\t|#<< E\na\n E\n", "a\\x;b|\\t|#<< E\na\n E\n"),
    (
        "(1.5E3|53#:|a  b| #;(x  y)1#|9@1E3)\n",
        "(1.5E3|53#:|a  b| #;(x  y)1#|9@1E3)\n",
    ),
    (
        "'(#FALSE#;x #!curly-infix\n){f(x)  +  (g)(x)}",
        "'(#FALSE#;x #!curly-infix\n){f(x)  +  (g)(x)}\n",
    ),
    (
        "(f (#! #|c|# \"a\\\n   b\" ;; c  \n\n) (g  x))",
        "(f (#! #|c|# \"a\\\n   b\" ;; c  \n\n) (g  x))\n",
    ),
    ("a\r\n#!  #\\\r\n\u{c}\r\nb", "a\r\n#!  #\\\r\n\u{c}\r\nb\r\n"),
    ("(a  b)\n(f '|c  d|\n '|e\\|f|)\n(g   h)\n", "(a b)\n(f '|c  d| '|e\\|f|)\n(g h)\n"),
    ("(##a|b  c|\n d)", "(##a|b  c| d)\n"),
    ("{#{g0  a}\n(g    h)", "{#{g0  a}\n(g h)\n"),
    ("(a ;b\u{85}\\\n c)", "(a ;b\u{85}\\\n c)\n"),
    ("(#!curly-infix\u{85} \n  #{a}   b}#)", "(#!curly-infix\u{85} #{a}   b}#)\n"),
    ("(\u{85}#<<END\nEND\n)", "(\u{85}#<<END\nEND\n)\n"),
    ("(#ci#ci#<<E \na  b\nE \n)", "(#ci#ci#<<E \na  b\nE \n)\n"),
    ("(#:#|a  b|#\n c)", "(#:#|a  b|# c)\n"),
    ("(list a#;x #\\ \n b)", "(list a#;x #\\ \n      b)\n"),
    ("(list #\\a#\"x\"   b)", "(list #\\a#\"x\" b)\n"),
    ("(|a  b| #!eof#|c  |#)", "(|a  b| #!eof#|c  |#)\n"),
    ("(f {a}#|b  c|#\n d)", "(f {a}#|b  c|# d)\n"),
    ("(f #{a}   b}#\n c)", "(f #{a}   b}# c)\n"),
    ("(f #:#{a}   b}#\n c)", "(f #:#{a}   b}# c)\n"),
    ("(f #{a ;b\n c} d)", "(f #{a ;b\n c}\n   d)\n"),
    ("#!curly-infix\n{#{a}   b}#}", "#!curly-infix\n{#{a}   b}#}\n"),
    ("&{ \n{}#\"};\"", "&{ \n{}#\"};\"\n"),
    ("(f \\a // b;\n+ c;\n d)", "(f \\a // b;\n+ c;\n d)\n"),
];

/// Texts that are refused where nobody says what they are written for: what stays would be read otherwise, or they are unreadable to
/// those who read as most do.
const REFUSED: &[(&str, &str)] = &[
    ("((a#>b ( c<# )  . d)", "unclosed-list"),
    (" \\\n;\n#/ {", "unterminated-regexp"),
    ("(f #<p>it's  \"a</p>\n g)", "unterminated-string"),
    ("(f &{it's  \"a}\n g)", "unterminated-string"),
    // A raw string without an end, unless it can be a string of another kind.
    ("(f #\"\"a)\n(g)", "unterminated-raw-string"),
    ("(f #\"x\"a \"y\")\n(g)", "unterminated-raw-string"),
    ("(f #\"\"a; b\"\"\n", "unclosed-list"),
];

#[test]
fn ambiguous_tokens_stay() {
    for (text, expected) in UNDER_AUTO.iter().chain(DISPUTED) {
        assert_eq!(formatted(text, &auto()), *expected, "{text:?}");
    }
}

#[test]
fn far_hazards_are_rejected() {
    for (text, code) in REFUSED {
        let error = format(text.as_bytes(), &auto()).expect_err(text);
        assert_eq!(error.code, *code, "{text:?}");
        assert!(error.labels[0].span.end <= text.len(), "{text:?}");
    }
}

#[test]
fn kept_text_stays_at_any_width() {
    for (text, _) in UNDER_AUTO.iter().chain(DISPUTED) {
        for width in 1..40 {
            let mut options = auto();
            options.style.line_width = width.into();
            let once = match format(text.as_bytes(), &options) {
                Ok(formatted) => formatted.output,
                Err(error) => panic!("{text:?} at {width}: {error}"),
            };
            let twice = format(&once, &options).map(|formatted| formatted.output);
            assert_eq!(twice.as_ref(), Ok(&once), "{text:?} at {width}");
        }
    }
}

#[test]
fn requested_dialect_is_certain() {
    let cases = [
        (Dialect::R6rs, "(f '(\\x7C;\n b) c)", "(f '(\\x7C; b) c)\n"),
        (Dialect::Chez, "(f '(\\x7C;\n b) c)", "(f '(\\x7C; b) c)\n"),
        (
            Dialect::Guile,
            "(f '(\\x7C;\n b) c)",
            "(f '(\\x7C;\n     b)\n   c)\n",
        ),
        // What begins a comment for others is a letter after a backslash, and a comment for those who take that for a letter.
        (Dialect::Racket, "(a b\\;c\n d)", "(a b\\;c d)\n"),
        (Dialect::Mit, "(a b\\;c\n d)", "(a b\\;c\n   d)\n"),
        (
            Dialect::Gambit,
            "(define x \\1+2; y)",
            "(define x \\1+2; y)\n",
        ),
        // A `#` ends a symbol.
        (Dialect::R6rs, "(f 'a#;x\n b)", "(f 'a#;x\n   b)\n"),
        (Dialect::R6rs, "(1.5E3|53 #\\x3BB)", "(1.5e3|53 #\\x3bb)\n"),
        (Dialect::R7rs, "(#TRUE #\\X41)", "(#true #\\x41)\n"),
        (Dialect::R7rs, "(f #\"\"a   b\"\")", "(f #\"\"a   b\"\")\n"),
        (Dialect::R7rs, "(f   #\"a ~b\")", "(f #\"a ~b\")\n"),
        (
            Dialect::Stklos,
            "(f #\"\"a   b\"\")",
            "(f #\"\"a   b\"\")\n",
        ),
        (
            Dialect::Racket,
            "(f #\"\"a   b\"\")",
            "(f #\"\" a b \"\")\n",
        ),
        (
            Dialect::Gambit,
            "(f #\"\"a   b\"\")",
            "(f #\"\" a b \"\")\n",
        ),
    ];
    for (dialect, text, expected) in cases {
        assert_eq!(
            formatted(text, &asked_for(dialect)),
            expected,
            "{text:?} under {dialect}"
        );
    }
}

/// What ends the first and the last line of a here string belongs to it, whatever ends the others.
#[test]
fn here_strings_keep_their_line_ends() {
    let cases = [
        (
            EndOfLine::CrLf,
            "(define b #<<END\nabc\nEND\n)\n(a)\n",
            "(define b\r\n  #<<END\nabc\nEND\n)\r\n(a)\r\n",
        ),
        (
            EndOfLine::Lf,
            "(define b #<<END\r\nabc\r\nEND\r\n)\r\n(a)\r\n",
            "(define b\n  #<<END\r\nabc\r\nEND\r\n)\n(a)\n",
        ),
        (
            EndOfLine::Auto,
            "(a)\r\n(define b #<<END\nabc\nEND\n)\r\n",
            "(a)\r\n(define b\r\n  #<<END\nabc\nEND\n)\r\n",
        ),
        // To Chez, which takes `\x;` for an escape and the next datum for a comment, the carriage return is a character.
        (
            EndOfLine::Lf,
            "(a)\r\na\\x;b#;x #\\\r\n(c)\r\n",
            "(a)\na\\x;b#;x #\\\r\n(c)\n",
        ),
        // What touches the tag, and a tag with a blank.
        (
            EndOfLine::Auto,
            "#<<END \nabc\nEND\n   (a    b)\nEND \n(a   b)",
            "#<<END \nabc\nEND\n   (a    b)\nEND \n(a b)\n",
        ),
        (EndOfLine::CrLf, "#<<E\na\nE\nb", "#<<E\na\nE\nb\r\n"),
        (
            EndOfLine::CrLf,
            "#<<E\na\nE\n\n\nb",
            "#<<E\na\nE\n\r\n\r\nb\r\n",
        ),
        (EndOfLine::CrLf, "#<<E\na\nE\n;c", "#<<E\na\nE\n;c\r\n"),
        // Nothing is added to one that the text ends with.
        (EndOfLine::CrLf, "(b)\n#<<E\na\nE", "(b)\r\n#<<E\na\nE"),
    ];
    for (end_of_line, text, expected) in cases {
        let options = ending_in(end_of_line);
        assert_eq!(
            formatted(text, &options),
            expected,
            "{text:?} in {end_of_line:?}"
        );
        assert_eq!(
            formatted(expected, &options),
            expected,
            "{expected:?} in {end_of_line:?}"
        );
    }
}

/// What was found to change what a reader reads: the dialect, the text, and what becomes of it, if it is not refused.
#[rustfmt::skip]
const FOUND: &[(Dialect, &str, Result<&str, &str>)] = &[
    // NUL is a letter to some, and no infix expression of Gambit's goes on beyond it.
    (Dialect::Auto, "(a \\P\0; c\n d)\n", Err("nul")),
    (Dialect::Auto, "(a \\\n\0; c\n d)\n", Err("nul")),
    // A vertical tab is white space to Racket, and the rest of the line says in which language.
    (Dialect::Auto, "\u{b}#lang racket\n(f  x)\n", Ok("\u{b}#lang racket\n(f x)\n")),
    (Dialect::Racket, "\u{b}#lang a |\n|\n", Ok("\u{b}#lang a |\n|\n")),
    // To Guile a brace is a letter, and `#lang` goes on after it.
    (Dialect::Guile, "{}#lang racket\n(f  x)\n", Ok("{}#lang racket\n(f x)\n")),
    (Dialect::Auto, "(f {a  b}#lang  c\n d)\n", Ok("(f {a  b}#lang  c\n   d)\n")),
    // To Guile a directive begins after a bit vector.
    (Dialect::Guile, "(f #*10#!curly-infix \n  {f(x)  +  (g)(x)})\n", Ok("(f #*10#!curly-infix \n  {f(x)  +  (g)(x)})\n")),
    // To Racket and Chicken the bar quotes, and the comment begins after `\\x41`.
    (Dialect::Auto, "'(-5S+26|9\n|a\\x41;  b| ;; c  \n\n)", Ok("'(-5S+26|9\n|a\\x41;  b| ;; c  \n\n)\n")),
    (Dialect::Racket, "'(-5S+26|9\n|a\\x41;  b| ;; c  \n\n)", Ok("'(-5S+26|9\n|a\\x41 ;  b| ;; c\n  )\n")),
    // To Chez the first bar is a letter there.
    (Dialect::Auto, "+.x|\\t|\u{c}#e1.5|53", Err("ambiguous")),
    (Dialect::Chez, "+.x|\\t|\u{c}#e1.5|53", Ok("+.x|\\t|\u{c}#e1.5|53\n")),
    // To Chicken it is a datum, and a here string without an end.
    (Dialect::Auto, "#lang at-exp racket\r\n(f x)\r\n", Ok("#lang at-exp racket\r\n(f x)\r\n")),
    (Dialect::Chicken, "#!optional \r\n  #<<A\n(\r\n A\nA\r\n!#", Ok("#!optional \r\n  #<<A\n(\r\n A\nA\r\n!#\n")),
    // MIT accepts a text that ends between bars.
    (Dialect::Mit, "|a\\|  b|1|a\n", Ok("|a\\|  b|1|a\n")),
    (Dialect::Chicken, "\\;\0|\n |\n", Err("nul")),
    // To Chez `\x;` is an escape, though without digits.
    (Dialect::Chez, "(f a\\x;(b c)\n d)\n", Ok("(f a\\x;(b c)\n   d)\n")),
    (Dialect::Auto, "\\x;#||#\\$\n", Ok("\\x;#||#\\$\n")),
    // To Guile a symbol begins within what is a bit vector's beginning.
    (Dialect::Guile, "(a #*10#{b;c}#\n d)\n", Ok("(a #*10#{b;c}#\n   d)\n")),
    (Dialect::Auto, "(a #*10#{b;c}#\n d)\n", Ok("(a #*10#{b;c}#\n   d)\n")),
    // A vertical tab is white space to Chicken, a byte order mark to Racket and Gambit.
    (Dialect::Chicken, "(a \u{b}#! x  y\n b)\n", Ok("(a \u{b}#! x  y\n   b)\n")),
    (Dialect::Chicken, "\u{b}#<<E\nx  y\nE\n", Ok("\u{b}#<<E\nx  y\nE\n")),
    (Dialect::Racket, "(\u{feff}#<<E\na  b\nE\n)", Ok("(\u{feff}#<<E\na  b\nE\n)\n")),
    (Dialect::Gambit, "(a\n\u{feff}#TRUE)", Ok("(a \u{feff}#TRUE)\n")),
    // What ends Gambit's infix expression is in a comment, and after it a keyword takes the line's end.
    (
        Dialect::Auto,
        "(f (\\if (x) y; else z;#:\r\n)\r\n   x)",
        Ok("(f (\\if (x) y; else z;#:\r\n    )\r\n   x)\r\n"),
    ),
    // Nobody can quote with the only bar of a text.
    (Dialect::Auto, "(q  #d225.5|22-inf.0i)", Ok("(q #d225.5|22-inf.0i)\n")),
    (Dialect::Guile, "(#{a}   b}##*10#{b;c}# ;; c\n)", Ok("(#{a}   b}##*10#{b;c}# ;; c\n )\n")),
    (Dialect::Guile, "[#*10#{b;c}##|c\n|#\n1#|9@1E3]", Ok("[#*10#{b;c}##|c\n|#\n1#|9@1E3]\n")),
    (Dialect::Auto, "(define-library (a))\n#(#{a}   b}#)", Ok("(define-library (a))\n#(#{a}   b}#)\n")),
    // To Gambit a bar ends what is before it, and a here string begins.
    (Dialect::Gambit, "|(|#<< E\na\n E\n", Ok("|(|#<< E\na\n E\n")),
    // To Gambit a keyword takes a symbol that ends at a backslash.
    (Dialect::Gambit, "[#:\u{c}a\\x;b]", Ok("[#:\u{c}a\\x;b]\n")),
    // To Guile a comment begins between the bars, and braces, which are letters, need not be closed.
    (Dialect::Guile, "{ |a;b| #|c|# } #|c|# #foo\n", Ok("{ |a;b| #|c|# } #|c|# #foo\n")),
    (Dialect::Auto, "{(f)(x)|a;b| #;(x  y)}\n", Ok("{(f)(x)|a;b| #;(x  y)}\n")),
    // What is odd may begin in a run and go on after a blank in it.
    (Dialect::Auto, "{&{a   b}\\x41;#<<END\nEND\n}", Ok("{&{a   b}\\x41;#<<END\nEND\n}\n")),
    (Dialect::Racket, "{&{a   b}\\x41;#<<END\nEND\n}", Ok("{&{a   b}\\x41 ;#<<END\n END }\n")),
    // A list of bindings that stays is one still: the bodies stand below each other.
    (
        Dialect::Auto,
        "(let ((o (\\x41;make x)))\n  (map a)\n  (map b))\n",
        Ok("(let ((o (\\x41;make x)))\n  (map a)\n  (map b))\n"),
    ),
    // To Racket `#lang` ends after its name.
    (Dialect::Racket, "#lang racket #|c|# #<< E\na\n E\n", Ok("#lang racket #|c|# #<< E\na\n E\n")),
    // A hash after an escape ends a symbol, and with it begins a datum comment.
    (Dialect::R6rs, "\\x7C;#;x #\\\t\n", Ok("\\x7C;#;x #\\\u{9}\n")),
    // A sign of a dialect may be one of another, which takes `#TRUE` for two data.
    (Dialect::Auto, "#TRUE #!optional\n", Ok("#TRUE\n#!optional\n")),
    (Dialect::Chicken, "(#TRUE #!optional)\n", Ok("(#TRUE #!optional)\n")),
    // To Chez this is a symbol, and no number to respell.
    (Dialect::Chez, "(q 1#|9@1E3)\n", Ok("(q 1#|9@1E3)\n")),
    (Dialect::Chez, "(q '1#|9@1E3)\n(a   |b  c|)\n", Ok("(q '1#|9@1E3)\n(a   |b  c|)\n")),
    (Dialect::Auto, "(q  1#|9@1E3)\n", Ok("(q 1#|9@1E3)\n")),
    // The bars are in comments for those for whom the backslash is a letter.
    (Dialect::Auto, "(f \\x7C; #;x #|c\n|#\n)", Ok("(f \\x7C; #;x #|c\n|#\n)\n")),
    (Dialect::Auto, "'(\\x7C;(f (g  x) y)#|c\n|#\n)", Ok("'(\\x7C;(f (g  x) y)#|c\n|#\n)\n")),
    // To Chez a directive ends a character's name, and a symbol begins after it.
    (Dialect::R6rs, "#\\nul#!r6rs\\x7C;", Ok("#\\nul#!r6rs\\x7C;\n")),
    // Gambit reads what R7RS has, too, and its keyword takes the semicolon.
    (Dialect::Auto, "(define-library (a))\n(#:;c\n)\n", Ok("(define-library (a))\n(#:;c\n )\n")),
    (Dialect::Chez, "{a + b}\\x;", Ok("{a + b}\\x;\n")),
    // To Racket there is white space, and what begins after the comment goes on between bars.
    (Dialect::Auto, "(f '(\u{85}#;x 1'2#|c\n|#\n\n b) c)", Ok("(f '(\u{85}#;x 1'2#|c\n|#\n\n b) c)\n")),
    (
        Dialect::Guile,
        "#! /bin/sh\n#(!# #;(x  y)|a;b| #;x )\n(c   d)\n",
        Ok("#! /bin/sh\n#(!# #;(x  y)|a;b| #;x )\n(c d)\n"),
    ),
    (Dialect::Auto, "#(\\x41;#|c\n|#\n\\|)\n", Ok("#(\\x41;#|c\n|#\n\\|)\n")),
    // To Chez a brace is a symbol.
    (Dialect::Chez, "\\x;}\n(a   b)\n", Ok("\\x;}\n(a b)\n")),
    // To Gambit a datum is commented out, and a keyword takes the next line.
    (Dialect::Gambit, "a#;x #:\n#I1/2\n(a   b)\n", Ok("a#;x #:\n#I1/2\n(a b)\n")),
    // Nothing begins between bars.
    (Dialect::Bigloo, "(f |#!b|   c)\n(g   |#!b|)\n", Ok("(f |#!b| c)\n(g |#!b|)\n")),
    // To MIT there is white space before the bar.
    (
        Dialect::Mit,
        "(if aaaaaaaaaaaa (bbbbbbbbbb \u{85}|a\\|  b|) cccccccc)\n",
        Ok("(if aaaaaaaaaaaa\n    (bbbbbbbbbb \u{85}|a\\|  b|)\n    cccccccc)\n"),
    ),
    // To Racket each line that begins so is a comment, and the last one a symbol.
    (
        Dialect::Racket,
        "(f '(#! foo  bar\n#! a  b\n!##|c\n|#\n\n b) c)\n",
        Ok("(f '(#! foo  bar\n#! a  b\n!##|c\n|#\n\n b) c)\n"),
    ),
    // To Guile the comment of the first line ends at the `!#`, and another one begins after it.
    (Dialect::Guile, "#! /bin/sh\n#(!#|a;b|   #;x )\n(c   d)\n", Ok("#! /bin/sh\n#(!#|a;b|   #;x )\n(c d)\n")),
];

#[test]
fn former_counterexamples_do_not_change() {
    for (dialect, text, expected) in FOUND {
        let now = format(text.as_bytes(), &asked_for(*dialect));
        let now = now.map(|now| String::from_utf8(now.output).expect("UTF-8, as it came"));
        let now = now.as_deref().map_err(|error| error.code);
        assert_eq!(now, *expected, "{text:?} under {dialect}");
    }
}

/// Laid out, the text can be read by those who take bars for letters, too.
#[test]
fn a_layout_that_more_readers_can_read_is_stable() {
    let text = "(define j2 {sleep 1 | {echo0 abc; sleep 2; echo def; sleep 3} | $(loop-port-read-u8 (sh-stdin))})\n";
    let expected = "(define j2\n  {sleep 1\n   | {echo0 abc; sleep 2; echo def; sleep 3} | $\n   (loop-port-read-u8 (sh-stdin))})\n";
    assert_eq!(formatted(text, &auto()), expected);
    assert_eq!(formatted(expected, &auto()), expected);
}

/// What keeps a byte order mark apart from a token moves no comment.
#[test]
fn a_comment_after_a_byte_order_mark_keeps_its_blanks() {
    let mut options = auto();
    options.set("line-breaks", "keep").expect("a value");
    let text = "\u{feff}\n '  ;c\na\n";
    let kept = formatted(text, &options);
    assert_eq!(kept, "\u{feff}\n'  ;c\n a\n");
    assert_eq!(formatted(&kept, &options), kept);
}

/// The text around a form that readers disagree about, and the form.
const AROUND: (&str, &str) = (
    "(a   b)\n(f foo\\\"a\n b\" foo\\\"c   d\"\n x)\n",
    "(c   d)\n",
);

#[test]
fn a_disputed_form_stays_and_the_rest_is_formatted() {
    let (disputed, after) = AROUND;
    let text = [disputed, after].concat();
    let formatted = format(text.as_bytes(), &auto()).expect("only one form is disputed");
    let expected = text.replace("(a   b)", "(a b)").replace("(c   d)", "(c d)");
    assert_eq!(String::from_utf8(formatted.output), Ok(expected));
    let [warning] = formatted.warnings.as_slice() else {
        panic!("not one warning: {:?}", formatted.warnings);
    };
    assert_eq!(warning.code, "ambiguous");
    assert_eq!(warning.position().expect("a place").line, 2);
    let note = warning.note.as_deref().expect("what to do");
    let mut words = note.split(|c: char| !c.is_ascii_alphanumeric());
    assert!(
        words.any(|word| word.parse() == Ok(Dialect::R7rs)),
        "{note}"
    );
}

/// Each text is formatted as a whole, without a warning, by the rules of the one reader that it is for.
#[test]
fn a_known_dialect_settles_what_readers_disagree_about() {
    let cases = [
        (
            Dialect::Racket,
            "(f '\\|   '|a  b|)\n",
            "(f '\\| '|a  b|)\n",
        ),
        (
            Dialect::Auto,
            "#lang racket\n(f '\\|   '|a  b|)\n",
            "#lang racket\n(f '\\| '|a  b|)\n",
        ),
        (Dialect::Racket, "(f   #:)\n", "(f #:)\n"),
        (
            Dialect::Racket,
            "(f   #js\"a  b\" c)\n",
            "(f #js\"a  b\" c)\n",
        ),
        // A string of a language that extends Racket's reader.
        (
            Dialect::Racket,
            "(f #js\"a ; b\"\n c)\n",
            "(f #js\"a ; b\" c)\n",
        ),
        // To MIT, a vertical tab is white space.
        (Dialect::Mit, "(f  a\u{b}#\\ )\n", "(f a\u{b}#\\ )\n"),
        (
            Dialect::Mit,
            "(f  \u{b}|a\\|  b|)\n",
            "(f \u{b}|a\\|  b|)\n",
        ),
        (Dialect::Racket, "(f   #:|a  b|)\n", "(f #:|a  b|)\n"),
        (Dialect::Racket, "(set-draw#!   x)\n", "(set-draw#! x)\n"),
        (
            Dialect::Racket,
            "(f '|\\|   '|b  c|)\n",
            "(f '|\\| '|b  c|)\n",
        ),
        (
            Dialect::Chez,
            "(f   a#|b  \"c|# d)\n",
            "(f a#|b  \"c|# d)\n",
        ),
        (
            Dialect::Gambit,
            "(f   '|six.x\\|y|   '|a  b|)\n",
            "(f '|six.x\\|y| '|a  b|)\n",
        ),
        (
            Dialect::Auto,
            "(##f   '|six.x\\|y|   '|a  b|)\n",
            "(##f '|six.x\\|y| '|a  b|)\n",
        ),
        (
            Dialect::Mit,
            "(f   'c:\\|   '|a  b|)\n",
            "(f 'c:\\| '|a  b|)\n",
        ),
        (
            Dialect::Gauche,
            "(f   #/\"/   '|\\||)\n",
            "(f #/\"/ '|\\||)\n",
        ),
        (
            Dialect::Sagittarius,
            "(f   #/\"/   '|\\||)\n",
            "(f #/\"/ '|\\||)\n",
        ),
    ];
    for (dialect, text, expected) in cases {
        let formatted = format(text.as_bytes(), &asked_for(dialect));
        let formatted = formatted.unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(
            String::from_utf8(formatted.output).as_deref(),
            Ok(expected),
            "{dialect}"
        );
        assert!(
            formatted.warnings.is_empty(),
            "{text:?}: {:?}",
            formatted.warnings
        );
    }
    let mut named = auto();
    named.file_name = Some("a.rkt".to_owned());
    let formatted = format(b"(f '\\|   '|a  b|)\n", &named).expect("it is Racket");
    assert_eq!(formatted.output, b"(f '\\| '|a  b|)\n");
    // The name of such a file says more than what other dialects have, too.
    let formatted = format(b"(module-name a)\n(b . < . c)\n", &named).expect("it is Racket");
    assert_eq!(formatted.warnings, []);
}

/// A comment that touches an atom is a part of it for some readers: that datum alone stays.
#[test]
fn annotations_of_typed_racket_nest() {
    for lang in ["typed/racket", "typed-scheme"] {
        let text = format!("#lang {lang}\n#{{(f   #{{x :: A}}) :: B}}\n(g   #{{y :: C}})\n");
        let expected = format!("#lang {lang}\n#{{(f   #{{x :: A}}) :: B}}\n(g #{{y :: C}})\n");
        assert_eq!(formatted(&text, &auto()), expected);
    }
}

#[test]
fn a_comment_glued_to_an_atom_leaves_one_datum_alone() {
    let text = "(f   x#|c  c|#   y)\n";
    assert_eq!(formatted(text, &auto()), "(f x#|c  c|# y)\n");
    let long = "(f   x#|c\n  c|#   y)\n(g   h)\n";
    assert_eq!(formatted(long, &auto()), "(f x#|c\n  c|#\n   y)\n(g h)\n");
}

#[test]
fn universally_invalid_syntax_is_a_located_error() {
    let cases = [
        ("'(1 . 2 3)", 4),
        ("(1 . )", 3),
        ("(1 . #;2)", 3),
        ("(a b . c 'd)", 5),
        ("(a . (b . c) d)", 3),
        ("(a . b . )", 7),
        ("(a . b c . d)", 9),
        ("(a . b . c . d)", 11),
        ("(a #|b|# . c d)", 9),
        ("[a . b c]", 3),
        // Without quoting bars there would be a comment.
        ("(|a;b| (a .) ; c\n)", 10),
    ];
    for (text, at) in cases {
        let error = format(text.as_bytes(), &auto()).expect_err(text);
        assert_eq!(error.code, "misplaced-dot", "{text}");
        assert_eq!(error.labels[0].span, at..at + 1, "{text}");
    }
    for text in [
        "(a . b)",
        "(a . #;b c)",
        "(a . b #;c)",
        "(a . #|b|# c)",
        "(a #|b|# . c)",
        "(a . 'b)",
        "{a . b c}",
        "(a . b'c)",
    ] {
        let formatted = format(text.as_bytes(), &auto());
        assert_eq!(
            formatted.map(|formatted| formatted.warnings),
            Ok(Vec::new()),
            "{text}"
        );
    }
}

#[test]
fn partially_valid_syntax_is_a_located_warning() {
    let cases = [
        ("(. x)", "leading-dot", 1),
        ("(a . < . b)", "infix-dot", 7),
        ("(a . < . b) (c . < . d)", "infix-dot", 7),
        (". x", "misplaced-dot", 0),
        ("(a '. b)", "misplaced-dot", 4),
        ("(a ')", "lone-prefix", 3),
        ("(a #;)", "lone-prefix", 3),
        ("(a)\n#;", "lone-prefix", 4),
        ("(a)\n,@", "lone-prefix", 4),
    ];
    for (text, code, at) in cases {
        let formatted = format(text.as_bytes(), &auto()).expect(text);
        let warnings = formatted.warnings.iter();
        let found: Vec<_> = warnings
            .map(|warning| (warning.code, warning.labels[0].span.start))
            .collect();
        assert_eq!(found, [(code, at)], "{text}");
    }
}

#[test]
fn a_token_has_one_warning_in_a_report() {
    for text in ["(f #;)", "(f #1=)", "(f #')", "(f `)"] {
        for dialect in [Dialect::R5rs, Dialect::R6rs, Dialect::R7rs, Dialect::Tiny] {
            let warnings = format(text.as_bytes(), &asked_for(dialect))
                .expect(text)
                .warnings;
            let found: Vec<_> = warnings.iter().map(|it| it.code).collect();
            assert_eq!(found, ["lone-prefix"], "{text} under {dialect}");
        }
    }
}

#[test]
fn valid_syntax_of_a_dialect_has_no_warning() {
    let warnings = |text: &str, dialect| {
        let formatted = format(text.as_bytes(), &asked_for(dialect)).expect(text);
        formatted.warnings.len()
    };
    for dialect in Dialect::ALL {
        let takes = |text, takers: &[Dialect]| {
            assert_eq!(
                warnings(text, dialect) == 0,
                takers.contains(&dialect),
                "{text} under {dialect}"
            );
        };
        takes("(lambda (. a) a)", &[Dialect::Guile, Dialect::Gambit]);
        takes("(a . < . b)", &[Dialect::Racket]);
    }
    let found = format(b"(use-modules (a))\n(lambda (. a) a)\n", &auto()).unwrap();
    assert_eq!(found.warnings, []);
}

#[test]
fn misused_pragmas_draw_a_warning() {
    let cases: [(&str, &[(&str, usize)]); 17] = [
        ("; schemefmt: skip\n(f  a)\n", &[]),
        ("(f  a) ; schemefmt: skip\n", &[]),
        ("; schemefmt: off\n(f  a)\n; schemefmt: on\n(g)\n", &[]),
        ("; schemefmt: ignore\n(f)\n", &[("unknown-pragma", 0)]),
        ("(f)\n;; schemefmt: offf\n", &[("unknown-pragma", 4)]),
        ("; schemefmt: off a table\n(f)\n", &[("unknown-pragma", 0)]),
        ("; schemefmt off\n(f)\n", &[("unknown-pragma", 0)]),
        ("; Schemefmt: Skip\n(f)\n", &[("unknown-pragma", 0)]),
        ("(f)\n; schemefmt: off\n(g  a)\n", &[("misused-pragma", 4)]),
        (
            "(f\n ; schemefmt: off\n a)\n(g)\n",
            &[("misused-pragma", 4)],
        ),
        ("(f)\n; schemefmt: on\n", &[("misused-pragma", 4)]),
        ("(f) ; schemefmt: off\n(g)\n", &[("misused-pragma", 4)]),
        ("( ; schemefmt: skip\n f)\n", &[("misused-pragma", 2)]),
        ("(f)\n; schemefmt: skip\n", &[("misused-pragma", 4)]),
        ("(f\n; schemefmt: skip\n)\n", &[("misused-pragma", 3)]),
        ("; schemefmt: skip\n; why\n(f  a)\n", &[]),
        ("; schemefmt: see the manual\n(f)\n", &[]),
    ];
    for (text, expected) in cases {
        let formatted = format(text.as_bytes(), &auto()).expect(text);
        let warnings = formatted.warnings.iter();
        let found: Vec<_> = warnings
            .map(|warning| (warning.code, warning.labels[0].span.start))
            .collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn typographic_quotation_marks_draw_a_warning() {
    for (text, expected) in [
        ("(f ‘(1 2 3))\n", &["‘"][..]),
        ("(f ’a)\n", &["’"]),
        ("(f “text” 1)\n", &["“"]),
        ("(f '“one two” „drei“)\n", &["“", "„"]),
        ("(f \"“one”\" |“two”| #\\“) ; “three”\n#| ‘four’ |#\n", &[]),
        ("'(don’t panic f’)\n(f \"—\" –)\n", &[]),
    ] {
        for dialect in [Dialect::Auto, Dialect::Guile, Dialect::R7rs] {
            let mut options = auto();
            options.dialect = dialect;
            let formatted = format(text.as_bytes(), &options).expect(text);
            let warnings = formatted.warnings.iter();
            let found = warnings.filter(|warning| warning.code == "typographic-quote");
            let found = found.map(|warning| &text[warning.labels[0].span.clone()]);
            assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
        }
    }
}

/// The second byte of a character may be a backslash or a bar in these.
#[test]
fn unsupported_encodings_are_rejected() {
    let rejected = |text: &[u8]| {
        let error = format(text, &auto()).err()?;
        let span = error.labels[0].span.clone();
        Some((
            error.code,
            String::from_utf8_lossy(&text[span]).into_owned(),
        ))
    };
    for declaration in [
        ";; -*- coding: shift_jis -*-",
        ";; -*- mode: scheme; coding: Shift-JIS-unix -*-",
        "#!/bin/sh\n; coding=cp932",
        "#| -*- coding: iso-2022-jp -*- |#",
        ";; coding: gb18030",
        ";; coding: big5-hkscs",
        "#| Encoding: ms936 |#",
        ";; coding: windows-936-dos",
        ";; -*-coding:cn-big5-*-",
        ";; fileencoding=johab",
        "#|\n  -*- coding: IBM943 -*-\n|#",
        ";; coding:\tutf-7",
        ";; coding: latin-1, or rather, coding: johab",
        ";; -*- coding: x-sjis -*-",
        ";; -*- coding: japanese-shift-jis-unix -*-",
        ";; -*- coding: hz -*-",
    ] {
        let text = [declaration.as_bytes(), b"\n(a   \"\xE9\")\n"].concat();
        let expected = Some(("encoding", "coding".to_owned()));
        assert_eq!(rejected(&text), expected, "{declaration}");
        // A text that is UTF-8 all the same can be read, but not one that shifts between character sets.
        assert_eq!(
            rejected(&[declaration.as_bytes(), "\n(a \"é\")\n".as_bytes()].concat()),
            None
        );
        assert_eq!(
            rejected(&[declaration.as_bytes(), b"\n(a \"\x1B$B\")\n"].concat()),
            expected
        );
    }
    let far = format!("{};; coding: shift_jis\n", ";; far\n".repeat(100));
    for declaration in [
        ";; -*- coding: utf-8 -*-",
        ";; -*- coding: euc-jp -*-",
        ";; -*- coding: Latin-1-unix; mode: scheme -*-",
        "; coding: KOI8-R",
        "; coding: windows-1251-dos",
        ";; how to code: encoding:\n;; johab",
        "(define coding: shift_jis)",
        ";; encoding of shift_jis",
        ";; Percent-encoding: see RFC 3986",
        &far,
    ] {
        let text = [declaration.as_bytes(), b"\n(a   \"\xE9\")\n"].concat();
        assert_eq!(rejected(&text), None, "{declaration}");
    }
}

#[test]
fn utf_16_is_refused() {
    let units = "\u{feff}; a comment\r\n(a   b)\r\n".encode_utf16();
    let units: Vec<u16> = units.collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for bytes in [little, big] {
        let error = format(&bytes, &auto()).expect_err("it is UTF-16");
        assert_eq!(error.code, "encoding");
        assert_eq!(error.message, "this file is in UTF-16; save it as UTF-8");
        assert!(error.labels.is_empty());
    }
    // In 8-bit text, these are letters.
    let formatted = format(b"\xFF\xFE\n(a   b)\n", &auto()).unwrap();
    assert_eq!(formatted.output, b"\xFF\xFE\n(a b)\n");
}

/// A text that only some can read, or that would be another program once it is laid out.
#[test]
fn unkeepable_text_is_a_located_error() {
    // Only those for whom a `#` ends a symbol can read this.
    let error = format(b"(f#;)#!r6rs", &auto()).expect_err("a comment");
    assert_eq!(error.code, "unclosed-list");
    // And only Chez, for which a carriage return ends a comment, can read this.
    let error = format(b";\r;\r((\n))", &auto()).expect_err("a comment");
    assert_eq!(error.code, "unmatched-closer");
    // Chicken cannot read what the text ends with, but would take the line end after it for a comment's.
    assert_eq!(formatted("a #!", &auto()), "a\n#!\n");
    // Racket goes on after a `\` that a line feed follows, and not after one that a carriage return follows.
    let text = "#!/bin/sh \\\r\n-x foo\r\n(a   b)\r\n";
    assert_eq!(
        formatted(text, &auto()),
        "#!/bin/sh \\\r\n-x\r\nfoo\r\n(a b)\r\n"
    );
    let error = format(text.as_bytes(), &ending_in(EndOfLine::Lf)).expect_err("another program");
    assert_eq!(error.code, "ambiguous");
}

/// A vertical tab is white space to some, so a directive ends before it for all.
#[test]
fn a_directive_ends_before_a_vertical_tab() {
    let vicare = asked_for(Dialect::Vicare);
    assert_eq!(
        formatted("()#!chezscheme\u{b}", &vicare),
        "()\n#!chezscheme\n"
    );
    assert_eq!(
        formatted("#!r6rs\u{b}\n(f   x)\n", &auto()),
        "#!r6rs\u{b}\n(f x)\n"
    );
}

/// LIPS takes from each line of a string as many spaces as there are before its text.
#[test]
fn column_dependent_strings_stay_under_lips() {
    let lips = asked_for(Dialect::Lips);
    // At column 4 all four spaces go, and at column 2 only three.
    let moved = "(define (f   x)\n    \"a\n    b\"\n  x)\n";
    assert_eq!(formatted(moved, &lips), moved);
    assert_ne!(formatted(moved, &auto()), moved);
    // The form around it stays, whatever its layout, and no other.
    let others = formatted("(f   x)\n(g   \"a\n   b\")\n(h   \"a\nb\")\n", &lips);
    assert_eq!(others, "(f x)\n(g   \"a\n   b\")\n(h \"a\nb\")\n");
    // A form that is itself moved takes its string along.
    let error = format("(a)  \"b\n  c\"\n".as_bytes(), &lips).expect_err("another string");
    assert_eq!(error.code, "ambiguous");
    assert_eq!(error.labels[0].span, 5..12);
}

/// Steel reads a comment that starts with `;;@doc` as a string.
#[test]
fn steel_documentation_keeps_trailing_blanks() {
    let text = ";;@doc\n;; a  \n;; \n\n;;b \t\n(f x) ; d \n;; e \n";
    let expected = ";;@doc\n;; a  \n;; \n\n;;b \t\n(f x) ; d\n;; e\n";
    assert_eq!(formatted(text, &auto()), expected);
    assert_eq!(formatted("; @doc \n; a \n", &auto()), "; @doc\n; a\n");
    assert_eq!(
        formatted(";@doc \r\n; a \r\n", &auto()),
        ";@doc \r\n; a \r\n"
    );
}

/// Forms are looked up by the names that are written.
#[test]
fn folded_identifiers_are_laid_out_as_folded() {
    let mut options = asked_for(Dialect::R5rs);
    options.identifiers = Identifiers::Fold;
    let text = "(DEFINE (F X) (LET ((Y \"Y\")) (Cond ((Foo? Y) 1) (ELSE #T))))\n(DEFINE (g x) (display 1))";
    let folded = formatted(text, &options);
    assert_eq!(folded, formatted(&folded, &options));
    let lower = text
        .replace("\"Y\"", "\"-\"")
        .to_lowercase()
        .replace("\"-\"", "\"Y\"");
    assert_eq!(folded, formatted(&lower, &options));
}

/// White space in what Gambit takes for an infix expression is looked at once.
#[test]
fn long_white_space_after_a_backslash_takes_linear_time() {
    let text = format!("(f \\x{}y)\n", " ".repeat(1_000_000));
    assert_eq!(formatted(&text, &auto()), "(f \\x y)\n");
}

/// What precedes a bar is searched once.
#[test]
fn many_bars_in_a_symbol_take_linear_time() {
    let text = format!("x{}\n", "||".repeat(500_000));
    assert_eq!(formatted(&text, &auto()), text);
}

/// Block comments that stand one after the other are not within each other.
#[test]
fn many_block_comments_do_not_nest() {
    let text = format!("('{}a)\n", "#|b|# ".repeat(2000));
    assert_eq!(formatted(&text, &auto()), text);
}

/// What has to be searched for is searched for once, however often something begins.
#[test]
fn many_token_starts_take_linear_time() {
    for unit in [
        "'#!",
        "'#!x",
        "#!fold-case",
        "#!r6rs",
        "\u{2028}#!x",
        "1|",
        "1|a|",
        "+|",
        ".|",
        "\\",
        "#/a/b ",
        "#<a ",
        "&{",
        "a\\ ",
        "a#;b ",
        "#! ",
        "{'",
        "#{",
        ";\r",
        "|a;b| ",
    ] {
        let text = unit.repeat(100_000 / unit.len());
        // Many of them cannot be read.
        drop(format(text.as_bytes(), &auto()));
    }
}
