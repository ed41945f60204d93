//! Texts of extreme shapes, formatted on a small stack: done, or refused with a place.
//!
//! No time is measured here, but whatever is quadratic in one of these sizes is felt. Each size is a compromise for debug
//! builds.

use schemefmt::internals::forms::project::emacs::dir_locals;
use schemefmt::{Configuration, Options, format};
use std::thread;

/// Formats a text on a stack of 1 MiB; the output, or the error's code and the offset where it points.
fn formatted(text: String) -> Result<String, (&'static str, usize)> {
    thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || match format(text.as_bytes(), &Options::default()) {
            Ok(formatted) => Ok(String::from_utf8(formatted.output).expect("UTF-8 stays UTF-8")),
            Err(error) => Err((error.code, error.labels[0].span.start)),
        })
        .expect("a thread")
        .join()
        .expect("no panic")
}

/// `before` so many times, `inner`, and `after` as often.
fn nested(depth: usize, before: &str, inner: &str, after: &str) -> String {
    before.repeat(depth) + inner + &after.repeat(depth)
}

#[test]
fn a_million_parentheses_are_rejected_at_the_depth_limit() {
    assert_eq!(formatted("(".repeat(1_000_000)), Err(("too-deep", 1000)));
    assert_eq!(
        formatted(nested(1_000_000, "(", "", ")")),
        Err(("too-deep", 1000))
    );
}

#[test]
fn a_million_quotes_are_rejected_at_the_depth_limit() {
    assert_eq!(formatted("'".repeat(1_000_000)), Err(("too-deep", 1000)));
    assert_eq!(
        formatted("#;".repeat(100_000) + &" a".repeat(100_000)),
        Err(("too-deep", 2000))
    );
}

#[test]
fn maximum_depth_is_laid_out() {
    for (before, after) in [
        ("(", ")"),
        ("(f ", ")"),
        ("(f (g a) ", " (h b))"),
        ("(an-operator-name a ", ")"),
        ("(cond (a b) ", ")"),
        ("(let ((x 1)) ", ")"),
        ("(define (f x) ", ")"),
        ("(f ; c\n", " ; d\n)"),
        ("'", ""),
        ("#;", " a"),
        ("a,@(b ", ")"),
        ("{a", "}"),
        ("#|c|# (", ")"),
    ] {
        let text = nested(499, before, "x", after);
        let once = formatted(text).expect("it is laid out");
        assert_eq!(
            formatted(once.clone()).as_deref(),
            Ok(once.as_str()),
            "{before}"
        );
    }
}

#[test]
fn long_flat_texts_are_laid_out() {
    let many = 20_000;
    for text in [
        format!("(list{})", " abcdefgh".repeat(many)),
        format!("'({})", " 12".repeat(many)),
        format!("(begin{})", " (f x)".repeat(many)),
        format!("(f\n{})", "  a ; comment\n".repeat(many)),
        "a ; comment\n".repeat(many),
        format!("(f a\n{})", "  ; comment\n".repeat(many)),
        format!("(f a ; comment\n{})", "     ; comment\n".repeat(many)),
        format!("(a {}b)", "#|c|# ".repeat(400)),
        format!("(a\n{}b)", "#|c|#\n".repeat(many)),
        format!("(f {}b)", "#;a ".repeat(many)),
        nested(many, "#|", "", "|#"),
        "a'".repeat(many) + "a",
        "{a}".repeat(many),
        ".[(a b)]".repeat(many),
        "a|b c|".repeat(many),
        "#{ ".repeat(many),
        "#>a\n".repeat(many),
        "x\n".to_owned() + &"#! a\n".repeat(many),
        "x\n".to_owned() + &"#! a!#\n".repeat(many),
        format!("#<<END\n{}END\n", "EN\n".repeat(many)),
        format!("(define-module (a){})", " #:export (a b)".repeat(many)),
        format!("(cond {}(else (c)))", "(a b) ".repeat(many)),
        format!("(f {})", "... ".repeat(many)),
        format!("(match x {})", ": a ".repeat(many)),
        format!("(f {})", "\"a\nb\" ".repeat(many)),
        "; schemefmt: off\n".repeat(many),
        "(f\n; schemefmt: off\n a  b\n; schemefmt: on\n)\n".repeat(many / 4),
    ] {
        let start: String = text.chars().take(20).collect();
        let once = formatted(text).unwrap_or_else(|error| panic!("{start}: {error:?}"));
        assert_eq!(
            formatted(once.clone()).as_deref(),
            Ok(once.as_str()),
            "{start}"
        );
    }
}

#[test]
fn a_long_string_is_one_token() {
    let text = format!("\"{}\"\n", "a b\n".repeat(1_000_000));
    assert_eq!(formatted(text.clone()), Ok(text));
}

/// Each of the other readings is tried once, whatever makes the first one fail.
#[test]
fn texts_unbalanced_in_every_reading_are_rejected() {
    assert_eq!(
        formatted("(f \"a\" |b| ".repeat(300)),
        Err(("unclosed-list", 299 * 11))
    );
    let error = formatted("(f \"a\" |b| {c} ".repeat(100_000));
    assert_eq!(error, Err(("too-deep", 14_996)));
}

/// Where rules stand is told of each; where every one counted the lines before it, this took minutes.
#[test]
fn many_rules_for_emacs_know_their_lines() {
    const RULES: usize = 200_000;
    let rules: String = (0..RULES)
        .map(|n| format!("(eval . (put 'f{n} 'scheme-indent-function 1))\n"))
        .collect();
    let text = format!("((scheme-mode\n{rules}))\n");
    let declared = dir_locals(&text, &"rules.el".into(), "").expect("balanced");
    let layer = declared.rules;
    assert_eq!(layer.rules().len(), RULES);
    for n in [0, RULES - 1] {
        let rule = layer.name(&format!("f{n}")).expect("a rule");
        let expected = format!("rules.el:{}, for Emacs", n + 2);
        assert_eq!(rule.provenance.to_string(), expected);
    }
}

/// Each table of a configuration applies to a file of its own; where every file was held against every table, this took half a minute.
#[test]
fn many_overrides_apply_to_many_files() {
    const FILES: usize = 3000;
    let table = |n: usize| {
        format!(
            "[[overrides]]\nfiles = [\"d/f{n}.scm\"]\nline-width = {}\n",
            n % 90 + 10
        )
    };
    let text: String = (0..FILES).map(table).collect();
    let configuration = Configuration::from_toml(&text).expect("it is valid");
    for n in 0..FILES {
        let options = configuration.options(format!("d/f{n}.scm"));
        assert_eq!(options.style.line_width, (n % 90 + 10).into());
    }
}

/// Nested bindings of two aligned values each; `next` draws a number below its argument.
fn aligned_bindings(depth: usize, next: &mut impl FnMut(usize) -> usize) -> String {
    if depth == 0 {
        return ["0", "(f x)", "(some-call with-arguments)"][next(3)].to_owned();
    }
    let mut name = || ["a", "bb", "ccc", "name", "index"][next(5)];
    let (a, b) = (name(), name());
    let width = a.len().max(b.len()) + 1 + next(3);
    let x = aligned_bindings(depth - 1, next);
    let mut value = || {
        let depth = if next(3) == 0 { depth - 1 } else { 0 };
        aligned_bindings(depth, next)
    };
    let (y, z) = (value(), value());
    format!("(let* (({a:width$}{x})\n ({b:width$}{y}))\n (g {z} b))")
}

#[test]
fn unfitting_alignment_does_not_affect_other_choices() {
    let mut state: u32 = 11;
    let mut next = |below: usize| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345) % (1 << 31);
        (state >> 16) as usize % below
    };
    let mut options = Options::default();
    options.style.line_width = 100.into();
    let text = aligned_bindings(13, &mut next);
    let once = format(text.as_bytes(), &options).expect("it can be read");
    let twice = format(&once.output, &options).expect("it can be read");
    assert!(once.output == twice.output);
}
