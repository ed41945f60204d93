//! What some implementation reads and the reports do not know: its bytes stay in every kind of file.

use schemefmt::options::LineBreaks;
use schemefmt::{Options, format};

/// Each literal, and who reads it.
const LITERALS: [(&str, &str); 61] = [
    (r"#/(\d+):(\d+)/", "Gauche, Mosh, Sagittarius, STklos, Kawa"),
    (r"#/a  b/i", "Gauche"),
    (r"#/[^\/]+ +/", "Gauche"),
    (r#"#"a~(f "b  c")d""#, "Gauche"),
    (r#"#"a ~b  c""#, "Gauche"),
    (r#"#`"a ,(f x)  b""#, "Gauche"),
    ("#[a-z  ]", "Gauche, Sagittarius"),
    ("#[^[:alpha:]  _]", "Gauche"),
    ("#*\"a  b\"", "Gauche"),
    ("#u8\"a  b\"", "Gauche, Sagittarius"),
    ("#?=x", "Gauche"),
    ("#rx\"a  b\"", "Racket"),
    ("#px#\"a  b\"", "Racket"),
    ("#\"a  b\"", "Racket, Bigloo"),
    ("#:key", "Guile, Racket"),
    ("key:", "Gambit, Chicken"),
    (":key", "Gauche, SBCL's readers"),
    ("#%$prim", "Chez"),
    ("#%app", "Racket"),
    ("#$prim", "Chez"),
    ("#&box", "Chez, Racket"),
    ("#vfx(1 2)", "Chez"),
    ("#3(1 2)", "Chez"),
    ("#0=(a . #0#)", "R7RS, Chez"),
    ("#!eof", "Chez, Chicken"),
    ("#!default", "MIT, Gambit"),
    ("#!unspecific", "MIT"),
    ("#!base-rtd", "Chez"),
    ("#{a b}", "Chez"),
    ("#{a  b}#", "Guile"),
    ("#~(a #$b)", "Guile"),
    ("#+a", "Guile"),
    ("#,(date 1 2)", "SRFI 10"),
    ("#<<E\na  b\nE\n", "Gambit, Chicken, Racket"),
    ("#<#E\na  #(b)\nE\n", "Chicken"),
    ("#>int  f;<#", "Chicken"),
    ("#\"X\"a  b\"X\"", "SRFI 267"),
    ("#<p>a  b</p>", "Kawa, SRFI 107"),
    ("&{a  b}", "Kawa, SRFI 109"),
    ("&{a &[b  c] d}", "Kawa, SRFI 109"),
    ("int[]", "Kawa"),
    ("::int[]", "Kawa"),
    ("Byte[]", "IronScheme"),
    ("String[][]", "IronScheme"),
    ("List[String]", "Kawa"),
    ("a[0]", "Kawa"),
    ("a[0][1]:b", "Kawa"),
    ("\"a\"[0]", "Kawa"),
    ("(h)[1]", "Kawa"),
    ("(this):name", "Kawa"),
    ("a:b:c", "Kawa"),
    ("|six.x+y|", "Gambit"),
    ("#d1.5", "all"),
    ("#\\x41", "R6RS, R7RS"),
    ("#\\C-\\]", "MIT"),
    ("#t#", "Racket"),
    ("#hash((a . b))", "Racket"),
    ("#s(a 1)", "Racket"),
    ("#ci", "Racket"),
    ("#@(a)", "Scheme48"),
    ("#.(f)", "Gerbil, Common Lisp"),
];

/// Each kind of file: its name, and what is around the form with the literal.
const FILES: [(&str, &str, &str); 12] = [
    ("a.scm", "", ""),
    ("a.ss", "", ""),
    ("a.scm", "(import (scheme base))\n", ""),
    ("a.scm", "(import (scheme base) (gauche base))\n", ""),
    ("a.scm", "(import (rnrs) (mosh))\n", ""),
    ("a.scm", "#!/usr/bin/env gosh\n(import (scheme base))\n", ""),
    ("a.scm", "#!/usr/bin/env mosh\n(import (rnrs))\n", ""),
    (
        "a.sld",
        "(define-library (a)\n  (import (scheme base))\n  (begin\n",
        "))\n",
    ),
    ("a.sld", "", ""),
    (
        "a.sls",
        "(library (a)\n  (export f)\n  (import (rnrs))\n",
        ")\n",
    ),
    ("a.sls", "", ""),
    ("a.sps", "#!r6rs\n(import (rnrs))\n", ""),
];

const MODES: [LineBreaks; 3] = [
    LineBreaks::Canonical,
    LineBreaks::Persistent,
    LineBreaks::Keep,
];

/// A text in a file with this name, as it comes out; the error's code if it is refused.
fn formatted(text: &str, file: &str, mode: LineBreaks) -> Result<String, &'static str> {
    let mut options = Options::default();
    options.file_name = Some(file.to_owned());
    options.style.line_breaks = mode;
    let formatted = format(text.as_bytes(), &options).map_err(|error| error.code)?;
    Ok(String::from_utf8(formatted.output).unwrap())
}

#[test]
fn bytes_of_literals_stay() {
    let mut lost = Vec::new();
    for (literal, readers) in LITERALS {
        for (file, before, after) in FILES {
            // What names its reader is not for others.
            let is_named = before.contains("gauche") || before.contains("gosh");
            if is_named && !readers.contains("Gauche") {
                continue;
            }
            for mode in MODES {
                let text = format!("{before}(define   (f)   (g   {literal}   xs))\n{after}");
                match formatted(&text, file, mode) {
                    Ok(output) if output.contains(literal) => {}
                    output => lost.push(format!("{literal} ({readers}) in {text:?}: {output:?}")),
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// Texts of tools, in files with these names, which come out as they are.
const TEXTS: [(&str, &str); 9] = [
    (
        "a.rkt",
        ";; The first three lines of this file were inserted by DrRacket. They record metadata\n\
         ;; about the language level of this file in a form that our tools can easily process.\n\
         #reader(lib \"htdp-beginner-abbr-reader.ss\" \"lang\")((modname a) (read-case-sensitive #t)  (teachpacks ((lib \"image.rkt\" \"teachpack\" \"2htdp\"))))\n\
         (f 1)\n",
    ),
    (
        "a.rkt",
        "#reader(lib \"DMdA-vanilla-reader.ss\" \"deinprogramm\")((modname |a b|) (read-case-sensitive #f) (teachpacks ()) (deinprogramm-settings #(#f write repeating-decimal #f #t none explicit #f ())))\n\
         (f 1)\n",
    ),
    ("a.scm", ",time (f  x)\n,m (newra)\n(f x)\n"),
    ("a.scm", ",use (srfi 1)\n"),
    ("a.scm", ",open srfi-1  srfi-2\n,config\n(f x)\n"),
    ("a.scm", ",bt #:full? #t ; why\n(f x)\n"),
    ("a.scm", "#+debug (f)\n"),
    ("a.scm", "#+(or a  b) (f)\n(f x)\n"),
    ("a.scm", "(f #-debug (g) y)\n"),
];

#[test]
fn lines_of_tools_stay() {
    for (file, text) in TEXTS {
        for mode in MODES {
            assert_eq!(formatted(text, file, mode).as_deref(), Ok(text), "{mode:?}");
        }
    }
}

#[test]
fn feature_stays_beside_its_datum() {
    let text = "(define (f)\n  (g #+debug (h \"a rather long text, so that the line is broken\") #+(not debug) (i \"another long text\")))\n";
    for mode in MODES {
        let output = formatted(text, "a.scm", mode).unwrap();
        assert!(
            output.contains("#+debug (h") && output.contains("#+(not debug) (i"),
            "{output}"
        );
    }
}
