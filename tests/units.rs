//! Small promises of the library's parts: rules in layers, places in a text, names of dialects, other languages.

use schemefmt::Dialect;
use schemefmt::internals::forms::packs::built_in;
use schemefmt::internals::forms::rules::{Layer, Provenance, Rule};
use schemefmt::internals::forms::{self, Pattern, Row};
use schemefmt::{Options, format};

fn rule(source: &'static str) -> Rule {
    Rule {
        row: forms::any_definition(),
        provenance: Provenance::Pattern(Pattern::Prefix(source)),
    }
}

fn prefix(start: &str) -> Pattern<String> {
    Pattern::Prefix(start.to_owned())
}

/// Of several patterns the longest holds, of two of one length the one that came first.
#[test]
fn longest_pattern_wins() {
    let mut layer = Layer::default();
    assert!(layer.is_empty());
    assert_eq!(layer.rules().len(), 0);
    layer.insert_pattern(prefix("ab"), rule("ab"));
    assert!(!layer.is_empty());
    layer.insert_pattern(prefix("abcd"), rule("abcd"));
    layer.insert_pattern(prefix("a"), rule("a"));
    layer.insert_pattern(Pattern::Suffix("cd".to_owned()), rule("cd"));
    layer.insert_pattern(Pattern::Within("bc".to_owned()), rule("bc"));
    layer.insert("abcde", rule("name"));
    assert_eq!(layer.rules().len(), 6);
    let found = |name: &str| layer.pattern(name).map(|rule| rule.provenance.clone());
    let expected = |source| Some(Provenance::Pattern(Pattern::Prefix(source)));
    assert_eq!(found("abcde"), expected("abcd"));
    assert_eq!(found("abc"), expected("bc"));
    assert_eq!(found("ab"), expected("ab"));
    assert_eq!(found("aXcd"), expected("cd"));
    assert_eq!(found("aX"), expected("a"));
    assert_eq!(found("abXcd"), expected("ab"));
    assert_eq!(found("X"), None);
    let names: Vec<_> = layer.rules().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["abcde", "abcd*", "*bc*", "ab*", "*cd", "a*"]);
    let mut named = Layer::default();
    named.insert("a", rule("a"));
    assert!(!named.is_empty());
}

/// Every short pattern and every name that is not much longer.
#[test]
fn patterns_match_literally() {
    let words = |most: usize| {
        let mut words = vec![String::new()];
        for from in 0.. {
            let Some(word) = words.get(from).filter(|word| word.len() < most).cloned() else {
                return words;
            };
            words.extend(["a", "b", "é"].map(|letter| format!("{word}{letter}")));
        }
        words
    };
    for part in &words(4) {
        let [prefix, suffix, within] = [
            Pattern::Prefix(part),
            Pattern::Suffix(part),
            Pattern::Within(part),
        ];
        for name in &words(6) {
            assert_eq!(
                prefix.matches(name),
                name.starts_with(part),
                "{prefix} {name}"
            );
            assert_eq!(
                suffix.matches(name),
                name.ends_with(part),
                "{suffix} {name}"
            );
            assert_eq!(within.matches(name), name.contains(part), "{within} {name}");
        }
    }
}

/// A carriage return in a text of other line ends does not end a comment.
#[test]
fn comments_with_any_content_are_aligned() {
    let text = "(g (f \"\nxxxx\" ;\rc\n   ;\n   `;\n))\n";
    let again = |text: &[u8]| format(text, &Options::default()).unwrap().output;
    let once = again(text.as_bytes());
    assert_eq!(again(&once), once, "{:?}", String::from_utf8_lossy(&once));
}

/// A carriage return in a text of other line ends starts no line, so what follows it is in no column with the lines below.
#[test]
fn a_carriage_return_begins_no_column() {
    let text = "#(a\rb\n\n  ; c\nd\n\ne)\n";
    let mut options = Options::default();
    options.set("line-breaks", "keep").unwrap();
    let output = format(text.as_bytes(), &options).unwrap().output;
    assert_eq!(output, b"#(a b\n\n  ; c\nd\n\ne)\n");
}

/// A number given to a name keeps what is known of the name: its limits, and what its items are.
#[test]
fn body_count_keeps_other_row_properties() {
    let call = Row::Always(forms::CALL);
    assert!(!call.has_body_after(0));
    let Row::Always(body) = call.with_body_after(1) else {
        panic!("one form");
    };
    assert_eq!(body.limits, forms::CALL.limits);
    assert_eq!(body.parts, forms::body_form(1).parts);
    assert!(Row::Always(body).has_body_after(1));
    assert!(!Row::Always(body).has_body_after(2));
    let data = Row::Always(forms::DATA);
    let Row::Always(body) = data.with_body_after(2) else {
        panic!("one form");
    };
    assert_eq!(body.parts, forms::body_form(2).parts);
    let Some(Row::Always(when)) = built_in().name("when").map(|rule| rule.row) else {
        panic!("`when` has one form");
    };
    let Row::Always(body) = Row::Always(when).with_body_after(2) else {
        panic!("one form");
    };
    assert_eq!((body.limits, body.parts), (when.limits, when.parts));
    assert_ne!(body.parts, forms::body_form(2).parts);
    assert_eq!(body.distinguished, 2);
    // Leading atoms are no number of arguments.
    let with = built_in().pattern("with-a").expect("a pattern").row;
    assert!(!with.has_body_after(1));
}

#[test]
fn a_dialect_is_shown_by_its_name() {
    for dialect in Dialect::ALL {
        assert_eq!(dialect.to_string(), dialect.name());
    }
    assert_eq!(std::format!("{:>6}|", Dialect::R6rs), "  r6rs|");
}

/// A text with a sign of a dialect, or a file name that is one.
struct Sign {
    text: String,
    file_name: Option<String>,
}

/// The signs in each row of the table in docs/dialects.md, and the row's dialect.
fn documented_signs() -> Vec<(Vec<Sign>, Dialect)> {
    let page = include_str!("../docs/dialects.md");
    let table = page.split("| sign | dialect |\n|---|---|\n").nth(1);
    let rows = table.expect("the table").lines();
    let rows = rows.take_while(|line| !line.starts_with("| none of these"));
    // What names an implementation has the dialect of that.
    let rows = rows.filter(|line| !line.contains("| that "));
    let row = |line: &str| {
        let (signs, dialect) = line.rsplit_once(" | ").expect("two columns");
        let dialect = dialect.trim_matches([' ', '|', '`']);
        let signs = signs.split('`').skip(1).step_by(2).filter_map(sign);
        (signs.collect(), dialect.parse().expect("a dialect"))
    };
    rows.map(row).collect()
}

/// A sign as the table has it: `...` is anything, and brackets may be left open. None for a mere word.
fn sign(shown: &str) -> Option<Sign> {
    if shown.starts_with('.') {
        return Some(Sign {
            text: String::new(),
            file_name: Some(format!("a{shown}")),
        });
    }
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    if shown.bytes().all(is_letter) {
        return None;
    }
    // One of the clauses that the row lists.
    let text = shown.replace("(clause ...", "(export a");
    let text = text.replace("...", "a").replace("\\|", "|");
    let open = text.matches('(').count() - text.matches(')').count();
    Some(Sign {
        text: text + &")".repeat(open) + "\n",
        file_name: None,
    })
}

fn detected_with(text: &str, file_name: Option<&String>) -> Dialect {
    let mut options = Options::default();
    options.file_name = file_name.cloned();
    let found = format(text.as_bytes(), &options);
    found.expect("it balances").dialect.dialect
}

/// Each sign shows its dialect, whatever signs of the rows below there are, too.
#[test]
fn documented_signs_are_those_of_the_program() {
    let rows = documented_signs();
    assert!(rows.len() > 20);
    for (number, (signs, dialect)) in rows.iter().enumerate() {
        let below: Vec<&Sign> = rows[number + 1..]
            .iter()
            .flat_map(|(signs, _)| signs)
            .collect();
        for Sign { text, file_name } in signs {
            let name = file_name.as_ref();
            assert_eq!(detected_with(text, name), *dialect, "{text:?} {name:?}");
            for other in &below {
                let ((Some(_), None) | (None, _)) = (name, &other.file_name) else {
                    continue;
                };
                let both = format!("{text}{}", other.text);
                let name = name.or(other.file_name.as_ref());
                assert_eq!(detected_with(&both, name), *dialect, "{both:?} {name:?}");
            }
        }
    }
}

/// A sign of a dialect is one whatever stands between its tokens, and only as code.
#[test]
fn signs_are_seen_through_white_space_and_comments() {
    for (text, dialect) in [
        ("(define-module (a))", Dialect::Guile),
        ("( ;c\n define-module\n\n ;d\n (a))", Dialect::Guile),
        ("(define-module #|c|# (a))", Dialect::Guile),
        ("(define-module a)", Dialect::Gauche),
        ("(define-module\n  a)", Dialect::Gauche),
        ("(use-modules)", Dialect::Guile),
        ("(a (use-modules))", Dialect::Auto),
        ("(a use-modules (b))", Dialect::Auto),
        ("(import\n (rnrs))", Dialect::R6rs),
        ("(import (a) #|b|# ( rnrs\n base ))", Dialect::R6rs),
        ("(import (a rnrs))", Dialect::Auto),
        ("(import '(b) #;(rnrs) (c))", Dialect::Auto),
        ("(define (f a #!optional b) c)", Dialect::Auto),
        ("(define (f a \"b\" #!nounbound))", Dialect::Sagittarius),
        ("(a b ##c)", Dialect::Auto),
        ("(a (##c))", Dialect::Gambit),
    ] {
        let found = format(text.as_bytes(), &Options::default()).expect("it balances");
        assert_eq!(found.dialect.dialect, dialect, "{text:?}");
    }
}

/// What is no S-expression, or is told by its indentation, comes out as it went in, and the user is told.
#[test]
fn other_languages_are_left_alone() {
    for (text, code) in [
        ("#lang scribble/base\n(a   b)\n", Some("foreign-language")),
        (
            "#lang at-exp scribble/base\n(a   b)\n",
            Some("foreign-language"),
        ),
        (
            "#lang at-exp racket\n(a   @b{c\n})\n",
            Some("foreign-language"),
        ),
        (
            "#lang at-exp racket\n(a   b)\n@;{ (c   d)\n}\n",
            Some("foreign-language"),
        ),
        (
            "#lang at-exp racket\n(a   b) @c{\"}\n(d \"e\n\")\n",
            Some("foreign-language"),
        ),
        ("; c\n#lang at-exp racket\n(a   b)\n", None),
        ("#lang curly-fn at-exp racket/base\n(a   b)\n", None),
        ("#!sweet\n(a   b)\n", Some("indentation-sensitive")),
        (
            "#!reader=srfi/:49\n(a   b)\n",
            Some("indentation-sensitive"),
        ),
        ("(c)\n#!sweet\n(a   b)\n", Some("indentation-sensitive")),
        (
            "#!/usr/bin/env -S guile --language=wisp\n!#\n(a   b)\n",
            Some("indentation-sensitive"),
        ),
        (
            "#!/bin/sh\n# -*- wisp -*-\nexec guile -s \"$0\"\n!#\n(a   b)\n",
            Some("indentation-sensitive"),
        ),
        (
            "#!/bin/sh\nexec guile --language elisp -s \"$0\"\n!#\n(a   b)\n",
            Some("foreign-language"),
        ),
        (
            "#!/bin/sh\nexec guile --language=scheme -s \"$0\"\n!#\n(a   b)\n",
            None,
        ),
        (
            "#!/usr/bin/env -S guile --language=ecmascript\nf({a: [1, '(']});\n",
            Some("foreign-language"),
        ),
        (
            "; -*- mode: wisp; coding: utf-8 -*-\na   b\n",
            Some("indentation-sensitive"),
        ),
        (";; -*- mode: scheme -*-\n(a   b)\n", None),
        (";; -*- scheme -*-\n(a   b)\n", None),
        (
            "(a   b)\ndefine (f x)\n  g x\n",
            Some("indentation-sensitive"),
        ),
        ("define\n f x\n  g x\n", Some("indentation-sensitive")),
        ("let ((a b))\n  c   a\n", Some("indentation-sensitive")),
        ("define\nlambda\n(a   b)\n", None),
        // An operator that nobody knows, above what is indented below it.
        (
            "(import  (a))\nfor-all x xs\n  print  x\n",
            Some("indentation-sensitive"),
        ),
        ("(a   b)\nc d\n\n  e\n", None),
        ("(a   b)\nc (d\n  e)\n", None),
        ("(a   b)\nc\n  d\n", None),
        (
            "(a   b)\n; Local Variables:\n; indent-tabs-mode: nil\n; mode: wisp\n; End:\n",
            Some("indentation-sensitive"),
        ),
        (
            "(a   b)\n; Local Variables:\n; mode: scheme\n; End:\n",
            None,
        ),
        ("; vim: ft=wisp\n(a   b)\n", Some("indentation-sensitive")),
        (
            "(a   b)\n; vim: set sw=2 filetype=wisp :\n",
            Some("indentation-sensitive"),
        ),
        ("; vim: ft=scheme\n(a   b)\n", None),
        (
            "#!/usr/bin/env -S guile -x .sw -s\n!#\n(a   b)\n",
            Some("indentation-sensitive"),
        ),
        ("#!/usr/bin/env -S guile -x .sls -s\n!#\n(a   b)\n", None),
        ("#lang datalog\n(a   b)\n", Some("foreign-language")),
        // Of an unknown language, the text shows that it is written in S-expressions, or does not.
        ("#lang nobody/knows\n(a   b)\n", None),
        ("#lang racketeer\n; c\n(a   b)\n[d (@  e)]\n", None),
        ("#lang racketeer\n", Some("foreign-language")),
        ("#lang racketeer\n (a   b)\n", Some("foreign-language")),
        ("#lang racketeer\n(a   b)\nc\n", Some("foreign-language")),
        ("#lang racketeer\n(a   @b{c})\n", Some("foreign-language")),
        ("#lang racketeer\n(a   @b[c])\n", Some("foreign-language")),
        ("#lang racketeer\n(a   @b|{c}|)\n", Some("foreign-language")),
        ("#lang racketeer\n(a   @(b){c})\n", Some("foreign-language")),
        ("#lang racketeer\n(a   @'b{c})\n", Some("foreign-language")),
        ("#lang racketeer\n(a   @\"b\")\n", Some("foreign-language")),
        // An at-reader reads the same whatever stands between.
        ("#lang racketeer\n(a   @b)\n", None),
        ("#lang racketeer\n(a @b   {c})\n", None),
        ("#lang racketeer\n(a   @b-c/d e)\n", None),
        ("#lang racketeer\n(a   b)\n{c}\n", Some("foreign-language")),
        ("#lang curly-fn racketeer\nc\n", Some("foreign-language")),
        ("#lang curly-fn\n(a   b)\n", Some("foreign-language")),
        (
            "#reader scribble/reader\n(a   b)\n",
            Some("foreign-language"),
        ),
        (
            "#reader(lib \"htdp-beginner-reader.ss\" \"lang\")((modname a))\n(a   b)\n",
            None,
        ),
        (
            ";; -*- mode: emacs-lisp -*-\n(a   b)\n",
            Some("foreign-language"),
        ),
        (
            "#!/bin/sh\nexec guile --language=\"wisp\" \"$0\"\n!#\n(a   b)\n",
            Some("indentation-sensitive"),
        ),
        (";; -*- mode: scheme -*-\n(a   b)\n", None),
        ("#lang sicp\n(a   b)\n", None),
        ("#lang eopl\n(a   b)\n", None),
        ("#lang pie\n(a   b)\n", None),
        ("#lang rosette/safe\n(a   b)\n", None),
        ("#lang swindle\n(a   b)\n", None),
        ("#lang typed/racket/base\n(a   b)\n", None),
        ("#lang htdp/bsl+\n(a   b)\n", None),
        ("#lang r5rs\n(a   b)\n", None),
        ("#lang scheme/gui\n(a   b)\n", None),
        ("#lang racket\n(a   b)\n", None),
        ("#lang  racket/base\n(a   b)\n", None),
        ("#lang s-exp \"a.rkt\"\n(a   b)\n", None),
        ("#!reader=srfi/:5\n(a   b)\n", None),
        ("#!fold-case\n(a   b)\n", None),
        ("; #lang scribble\n(a   b)\n", None),
        ("(#!sweet)\n(a   b)\n", None),
    ] {
        let found = format(text.as_bytes(), &Options::default()).expect("it balances");
        let skipped = found.skipped.map(|reason| reason.code);
        assert_eq!(skipped, code, "{text:?}");
        assert_eq!(found.output == text.as_bytes(), code.is_some(), "{text:?}");
    }
}

/// What the configuration says of a Racket language counts more than what is known or shown of it; the last word that applies decides.
#[test]
fn languages_are_chosen() {
    for (chosen, text, is_formatted) in [
        (&["mine"][..], "#lang mine\nc  (a   b)\n", true),
        (&["mine"], "#lang mine/base\nc  (a   b)\n", true),
        (&["mine"], "#lang miner\nc  (a   b)\n", false),
        (&["!mine"], "#lang mine\n(a   b)\n", false),
        (&["!racket"], "#lang racket/base\n(a   b)\n", false),
        (
            &["!racket", "racket/base"],
            "#lang racket/base\n(a   b)\n",
            true,
        ),
        (&["scribble/lp"], "#lang scribble/lp\n(a   b)\n", true),
    ] {
        let mut options = Options::default();
        options.racket_languages = chosen.iter().map(|it| (*it).to_owned()).collect();
        let found = format(text.as_bytes(), &options).expect("it balances");
        assert_eq!(found.skipped.is_none(), is_formatted, "{chosen:?} {text:?}");
    }
}

/// `@` expressions stay, with the forms that hold them.
#[test]
fn forms_with_at_expressions_are_left_alone() {
    for (text, expected) in [
        (
            "#lang at-exp racket\n(a   b)\n(c   @d{e})   ; f\n(g   h)\n",
            "#lang at-exp racket\n(a b)\n(c   @d{e})   ; f\n(g h)\n",
        ),
        (
            "#lang at-exp racket\n@a[b   c]{d   e}   (f   g)\n(h   i@j)\n",
            "#lang at-exp racket\n@a[b   c]{d   e}   (f   g)\n(h i@j)\n",
        ),
    ] {
        let found = format(text.as_bytes(), &Options::default()).expect("it balances");
        assert_eq!(String::from_utf8_lossy(&found.output), expected);
    }
}

/// A pack lays out the texts of its community, and of no other.
#[test]
fn packs_apply_to_importers_of_their_libraries() {
    let formatted = |text: &str| {
        let formatted = format(text.as_bytes(), &Options::default()).expect("it balances");
        String::from_utf8(formatted.output).expect("ASCII")
    };
    let text = "(package (name \"hello\") (version \"2.10\") (source (origin (method url-fetch) (uri \"hello\"))))\n";
    let body = "(package\n  (name \"hello\")";
    let call = "(package (name \"hello\")\n";
    for (imports, expected) in [
        (
            "(define-module (gnu packages hello)\n  #:use-module (guix packages))\n",
            body,
        ),
        (
            "(import (rnrs) (only (guix packages) package origin))\n",
            body,
        ),
        ("(define-library (a)\n  (import (guix packages)))\n", body),
        ("(use-modules (srfi srfi-1))\n", call),
        ("", call),
    ] {
        let output = formatted(&format!("{imports}{text}"));
        assert!(output.contains(expected), "{output}");
    }
    // Packs outrank the built-in table, and their patterns the built-in patterns.
    let module = "(module a (import b))\n";
    let text = "(instantiate::entry (name (the-name-of-the-entry-in-the-table e)) (value (the-value-of-the-entry e)))\n";
    let body = "(instantiate::entry\n   (name";
    assert!(formatted(&format!("{module}{text}")).contains(body));
    assert!(!formatted(text).contains(body));
}
