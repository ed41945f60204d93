//! Repairs: what is certain is put right, what is not is left alone, and nothing but brackets ever changes.

use proptest::prelude::*;
use schemefmt::{Options, Verdict, format, repair, repair_ranges};

/// The text after repair, if every broken form is repaired.
fn repaired(text: &str) -> Option<String> {
    let repaired = repair(text.as_bytes(), &Options::default()).expect("it is UTF-8");
    let is_whole = |verdict: &Verdict| matches!(verdict, Verdict::Repaired(_));
    let output = String::from_utf8(repaired.output).expect("it stays UTF-8");
    repaired.verdicts.iter().all(is_whole).then_some(output)
}

/// Why a text is left alone, byte for byte.
fn refusal(text: &str) -> String {
    let repaired = repair(text.as_bytes(), &Options::default()).expect("it is UTF-8");
    assert_eq!(repaired.output, text.as_bytes());
    match &repaired.verdicts[..] {
        [Verdict::LeftAlone(reason, _), ..] => reason.message.clone(),
        other => panic!("not left alone: {other:?}"),
    }
}

const SOUND: &str = "\
(define (f x)
  (let ((y (g x)))
    (if (null? y)
        (h y)
        (k y 2))))

(define (g x)
  (car (cdr x)))

(define (h x)
  (let ((z (g x)))
    (display z)
    (newline)))
";

#[test]
fn brackets_at_the_end_of_a_form() {
    for (old, broken) in [
        ("(k y 2))))", "(k y 2)))"),
        ("(k y 2))))", "(k y 2)))))"),
        ("(k y 2))))", "(k y 2))))))"),
        ("(newline)))", "(newline))"),
        ("(newline)))", "(newline)))))"),
    ] {
        let text = SOUND.replace(old, broken);
        assert_eq!(repaired(&text).as_deref(), Some(SOUND), "{broken}");
    }
}

#[test]
fn a_bracket_of_the_wrong_shape() {
    let text = SOUND.replace("(g x)))\n    (if", "(g x]))\n    (if");
    assert_eq!(repaired(&text).as_deref(), Some(SOUND));
}

#[test]
fn what_is_read_stays() {
    assert_eq!(repaired(SOUND).as_deref(), Some(SOUND));
}

#[test]
fn what_does_not_tell_is_left_alone() {
    let unindented = "(define (f x)\n(if (null? x)\n(g x)\n(h x))\n(define (g x)\n(car x))\n";
    assert!(refusal(unindented).contains("not indented"));
    let conflict =
        format!("<<<<<<< mine\n(define a (f 1)\n=======\n(define a 2)\n>>>>>>> theirs\n{SOUND}");
    assert!(refusal(&conflict).contains("merge conflict"));
    // The third marker is no bar that is left open.
    let conflict = conflict.replace("=======", "||||||| base\n(define a (f\n=======");
    assert!(refusal(&conflict).contains("merge conflict"));
    let unfinished = SOUND.replace("(car (cdr x)))", "(car ");
    assert!(refusal(&unfinished).contains("unfinished"));
    // A line that is not typed yet, by what its lists lack or by how it ends.
    for (old, typed) in [
        ("(car (cdr x)))", "(if"),
        ("(display z)\n    (newline)))", ""),
        ("(let ((z (g x)))\n    (display z)\n    (newline)))", ""),
        ("(display z)\n    (newline)))", "(display \n    (newline)))"),
        ("(display z)\n    (newline)))", "(\n    (newline)))"),
    ] {
        let text = SOUND.replace(old, typed);
        assert!(refusal(&text).contains("unfinished"), "{text}");
    }
    let truncated = "(define (f x)\n  (a (b (c (d (e\n";
    assert!(refusal(truncated).contains("three brackets"));
    let open = SOUND.replace("(display z)", "(display \"z)");
    assert!(refusal(&open).contains("quotation mark"));
}

#[test]
fn lines_that_are_astray_confirm_nothing() {
    let astray = "(define (f x)\n     (let ((y (g x)))\n  (if (null? y)\n             (h y)\n   (k y 2)\n        (m y))\n (n y)\n      (o y))\n";
    assert!(refusal(astray).contains("do not put them"));
}

#[test]
fn work_is_bounded() {
    let line = "    (g (h x) (k (l y) z) (m x y))\n";
    let large = format!("(define (f x)\n  (begin\n{}\n", line.repeat(20_000));
    assert!(refusal(&large).contains("too long"));
    // No draft of such a form is even made: each would be as large as the form.
    assert!(refusal(&"(".repeat(100_000)).contains("too long"));
    assert!(refusal(&format!("(f {}", "(g x) ".repeat(30_000))).contains("too long"));
    // All forms are broken; the first ones are repaired.
    let many = "(define (f x)\n  (let ((y (g x)))\n    (if (null? y)\n        (h y)\n        (k y 2)))\n\n".repeat(20_000);
    let repaired = repair(many.as_bytes(), &Options::default()).expect("it is UTF-8");
    let is_whole = |verdict: &Verdict| matches!(verdict, Verdict::Repaired(_));
    let (first, last) = (&repaired.verdicts[0], &repaired.verdicts[19_999]);
    assert!(is_whole(first) && !is_whole(last));
}

#[test]
fn a_library_that_stays_broken_leaves_its_forms_alone() {
    let open = format!(
        "(library (a b)\n(export f)\n\n{}",
        SOUND.replace("2))))", "2)))")
    );
    assert!(refusal(&open).contains("form around it"));
    let closed = format!("{open})\n");
    assert_eq!(repaired(&closed), Some(closed.replace("2)))", "2))))")));
}

#[test]
fn candidates_are_told() {
    let repaired = repair(
        b"(define (foo x)\n  (bar (baz x (qux y)\n  (list x))\n",
        &Options::default(),
    )
    .expect("it is UTF-8");
    let [Verdict::LeftAlone(reason, proposals)] = &repaired.verdicts[..] else {
        panic!("{:?}", repaired.verdicts);
    };
    assert!(reason.message.contains("several changes"));
    assert!(proposals.len() > 1 && proposals.iter().all(|proposal| !proposal.edits.is_empty()));
}

/// A text without its brackets.
fn without_brackets(text: &[u8]) -> Vec<u8> {
    let is_other = |byte: &u8| !b"()[]{}".contains(byte);
    text.iter().copied().filter(is_other).collect()
}

fn soup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "(define ",
        "(let ((",
        "))",
        ")))",
        "x",
        "\"",
        "|",
        "'",
        "#;",
        "#|",
        "|#",
        ";",
        "\n",
        "\n\n",
        "\n  ",
        "\n    ",
        " ",
        "\t",
        "#\\(",
        "\r\n",
        "é",
        "#(",
        ". ",
        "#:k",
        "<<<<<<< a\n",
        "`",
        ",@",
        "1",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn nothing_but_brackets_changes(text in soup()) {
        let options = Options::default();
        let repaired = repair(text.as_bytes(), &options).expect("it is UTF-8");
        prop_assert_eq!(without_brackets(&repaired.output), without_brackets(text.as_bytes()));
        if format(text.as_bytes(), &options).is_ok() {
            prop_assert_eq!(&repaired.output, text.as_bytes());
        }
        let mut edited = text.as_bytes().to_vec();
        for verdict in repaired.verdicts.iter().rev() {
            if let Verdict::Repaired(proposal) = verdict {
                for edit in proposal.edits.iter().rev() {
                    edited.splice(edit.span.clone(), edit.text.iter().copied());
                }
            }
        }
        prop_assert_eq!(&repaired.output, &edited);
    }
}

/// The broken forms that are examined because they touch a span.
fn examined(text: &str, span: std::ops::Range<usize>) -> usize {
    let repaired = repair_ranges(text.as_bytes(), &[span], &Options::default());
    repaired.expect("it is UTF-8").verdicts.len()
}

#[test]
fn only_forms_that_touch_a_span() {
    let text = "(define (f x)\n  (g x)\n(define (h x)\n  (k x)\n\n(define (i x)\n  (l x))\n";
    let starts: Vec<usize> = text.match_indices("(define").map(|(at, _)| at).collect();
    assert_eq!(examined(text, 0..text.len()), 2);
    assert_eq!(examined(text, 0..starts[1]), 1);
    assert_eq!(examined(text, starts[1] - 1..starts[1] + 1), 2);
    assert_eq!(examined(text, starts[1]..starts[1]), 1);
    assert_eq!(examined(text, starts[2] - 1..text.len()), 0);
}
