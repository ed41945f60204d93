//! Sorted imports and exports: what is sorted, what is not, and that nothing gets lost.

use schemefmt::internals::explain::{Order, orders};
use schemefmt::{Options, edits, format, format_range};

#[path = "support/libraries.rs"]
mod libraries;

fn options(settings: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (key, value) in settings {
        options.set(key, value).expect("a value of the option");
    }
    options
}

const SORTED: [(&str, &str); 2] = [
    ("style.sort-imports", "sorted"),
    ("style.sort-exports", "sorted"),
];

#[track_caller]
fn sorted(text: &str) -> String {
    let output = format(text.as_bytes(), &options(&SORTED))
        .expect("it can be read")
        .output;
    String::from_utf8(output).expect("it is UTF-8")
}

/// The number of random libraries.
fn count() -> u64 {
    let count = std::env::var("LIBRARIES").ok();
    count.and_then(|count| count.parse().ok()).unwrap_or(1000)
}

/// What is sorted is what the oracle has sorted, comments and all, and what is sorted once stays.
#[test]
fn random_libraries_are_sorted_as_the_oracle_has_them() {
    for seed in 0..count() {
        let library = libraries::library(seed);
        for breaks in ["canonical", "keep"] {
            let settings = [
                ("dialect", library.dialect),
                ("rows", "canonical"),
                ("alignment", "collapse"),
                ("line-breaks", breaks),
            ];
            let plain = options(&settings);
            let sorting = options(&[&settings[..], &SORTED].concat());
            let text = |text: &str, options: &Options| {
                let formatted = format(text.as_bytes(), options).expect(text);
                String::from_utf8(formatted.output).expect("it is UTF-8")
            };
            let once = text(&library.shuffled, &sorting);
            assert_eq!(text(&once, &sorting), once, "{seed}: {}", library.shuffled);
            if breaks == "canonical" {
                assert_eq!(
                    once,
                    text(&library.sorted, &plain),
                    "{seed}: {}",
                    library.shuffled
                );
            }
            let left = orders(once.as_bytes(), &sorting).expect("it can be read");
            let unsorted = left.iter().filter(|(_, order)| *order == Order::Unsorted);
            assert_eq!(unsorted.count(), 0, "{seed}: {once}");
        }
    }
}

#[test]
fn items_are_sorted_within_their_groups() {
    for (before, after) in [
        (
            "(import (srfi 13) (B) (srfi 2) (a) (a))\n(export)\n",
            "(import (a) (a) (B) (srfi 2) (srfi 13))\n(export)\n",
        ),
        // By the name of the set, and so are the names of `only`.
        (
            "(export)\n(import (rename (c) (a b)) (b) (only (a) z y))\n",
            "(export)\n(import (only (a) y z) (b) (rename (c) (a b)))\n",
        ),
        // A comment goes with what it is about.
        (
            "(export c ; of c\n        b #;d a)\n",
            "(export #;d a\n        b c ; of c\n        )\n",
        ),
        (
            "(export c\n        ;; of a\n        a)\n",
            "(export\n  ;; of a\n  a\n  c)\n",
        ),
        // Blanks behind a comment.
        (
            "(export c ; of c  \n        b)\n",
            "(export b\n        c ; of c\n        )\n",
        ),
        // A comment that heads a group, and blank lines.
        (
            "(export\n ;; one\n b\n a\n ;; two\n d\n c\n\n z\n y)\n",
            "(export\n  ;; one\n  a\n  b\n  ;; two\n  c\n  d\n\n  y\n  z)\n",
        ),
        (
            "#lang racket\n(require z (for-syntax y x) (only-in b d c) a)\n(provide d (struct-out c))\n",
            "#lang racket\n(require z (for-syntax x y) a (only-in b c d))\n(provide (struct-out c) d)\n",
        ),
        (
            "(define-module (m)\n  #:use-module (c)\n  #:use-module (b)\n  #:export (e d))\n",
            "(define-module (m)\n  #:use-module (b)\n  #:use-module (c)\n  #:export (d e))\n",
        ),
        (
            "(define-module m\n  (use srfi-13)\n  (use srfi-1)\n  (export b a))\n(select-module m)\n",
            "(define-module m\n  (use srfi-1)\n  (use srfi-13)\n  (export a b))\n(select-module m)\n",
        ),
    ] {
        assert_eq!(sorted(before), after);
        assert_eq!(sorted(after), after);
    }
}

#[test]
fn order_that_may_matter_stays() {
    for text in [
        "(import (b) (a))\n(f)\n",
        "(begin (import (b) (a)))\n(export a)\n",
        "(define-library (l)\n  (export)\n  (cond-expand (x (import (b) (a)))))\n",
        "(library (l)\n  (export)\n  (import (a))\n  (f)\n  (import (c) (b)))\n",
        "'(define-library (l) (export b a))\n",
        "(define-syntax m\n  (syntax-rules ()\n    ((_) (export b a))))\n",
        "#lang racket\n(require (prefix-in p: b) a)\n",
        "(export b ,a)\n",
        "(export b ...)\n",
        // The comment may be about one item or about both.
        "(export c\n        ;; of b\n        b\n        a)\n",
        "; schemefmt: skip\n(export b a)\n",
    ] {
        let output = sorted(text);
        let tokens = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(tokens(&output), tokens(text));
    }
    let programs = options(&[("style.sort-imports", "programs")]);
    let output = format(b"(import (b) (a))\n(f)\n", &programs).expect("it can be read");
    assert_eq!(output.output, b"(import (a) (b))\n(f)\n");
}

/// The reasons why lists stay, as they are explained.
#[test]
fn what_stays_has_a_reason() {
    for (text, reason) in [
        (
            "(import (b) (a))\n",
            "`sort-imports = \"programs\"` sorts it, too",
        ),
        ("(export b ,a)\n", "`,a` is not among what is sorted"),
        (
            "(export c\n        ;; of b\n        b\n        a)\n",
            "a comment may be about one item or about several",
        ),
        // Only some readers know `@`.
        (
            "#lang at-exp racket/base\n(provide b a)\n@f{x}\n",
            "readers disagree",
        ),
    ] {
        let orders = orders(text.as_bytes(), &options(&SORTED)).expect("it can be read");
        let reasons = orders.iter().filter_map(|(_, order)| match order {
            Order::Kept(why) => Some(why.to_string()),
            _ => None,
        });
        let reasons: Vec<String> = reasons.collect();
        assert!(
            reasons.iter().any(|it| it.contains(reason)),
            "{text}: {reasons:?}"
        );
        let after = sorted(text);
        let (before, after) = (text.split_whitespace(), after.split_whitespace());
        assert!(before.eq(after), "{text}");
    }
}

/// That the reading by which the dialect is detected fails says nothing of the dialect's own.
#[test]
fn a_text_that_its_dialect_reads_is_sorted() {
    let text = "#lang racket\n(provide b a)\n(define c '|x\\|)\n";
    assert_eq!(sorted(text), text.replace("b a", "a b"));
    let orders = orders(text.as_bytes(), &options(&SORTED)).expect("it can be read");
    assert_eq!(orders[0].1, Order::Unsorted);
    // What no reader of the dialect reads is read by another one, and stays.
    let text = "#lang racket\n(provide b a)\n(define c '|x)\n";
    assert_eq!(sorted(text), text);
}

#[test]
fn a_list_is_sorted_only_if_all_of_it_is_asked_for() {
    let text = "(export c b a)\n(import (z)\n        (y))\n(f  x)\n";
    let only = |from: &str, to: &str| {
        let span = text.find(from).unwrap()..text.find(to).unwrap() + to.len();
        let formatted = format_range(text.as_bytes(), &[span], &options(&SORTED));
        String::from_utf8(formatted.expect("it can be read").output).expect("it is UTF-8")
    };
    assert_eq!(only("b", "b"), text);
    assert_eq!(only("(export", "a)"), text.replace("c b a", "a b c"));
    assert_eq!(only("(y", "(y"), text);
    let all = only("(import", "(f  x)");
    assert_eq!(all, "(export c b a)\n(import (y) (z))\n(f x)\n");
}

/// Edits pair the tokens of both texts by their places.
#[test]
fn edits_describe_moves() {
    for seed in 0..200 {
        let text = libraries::library(seed).shuffled;
        let options = options(&SORTED);
        let mut edited = text.clone().into_bytes();
        for edit in edits(text.as_bytes(), &options)
            .expect("it can be read")
            .iter()
            .rev()
        {
            edited.splice(edit.span.clone(), edit.text.iter().copied());
        }
        assert_eq!(
            String::from_utf8(edited).expect("it is UTF-8"),
            sorted(&text)
        );
    }
}
