//! Repairs: what is certain is put right, what is not is left alone, and nothing but brackets and quotation marks ever changes.

use proptest::prelude::*;
use schemefmt::{Accept, Options, Verdict, format, repair, repair_ranges};

#[path = "support/draws.rs"]
mod draws;

/// The text after repair, if every broken form is repaired.
fn repaired(text: &str) -> Option<String> {
    let repaired = repair(text.as_bytes(), &Options::default()).expect("it is UTF-8");
    let is_whole = |verdict: &Verdict| verdict.refusal.is_none();
    let output = String::from_utf8(repaired.output).expect("it stays UTF-8");
    repaired.verdicts.iter().all(is_whole).then_some(output)
}

/// Why the first form of a text is left alone, as is the text, byte for byte.
fn refusal(text: &str) -> &'static str {
    let repaired = repair(text.as_bytes(), &Options::default()).expect("it is UTF-8");
    let reason = repaired.verdicts.first().and_then(|it| it.reason);
    assert!(reason.is_none() || repaired.output == text.as_bytes());
    reason.unwrap_or("repaired")
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

/// Nothing is written into a raw string, whatever it looks like.
#[test]
fn raw_strings_stay() {
    for string in [
        "#\"\"one; two\"\"",
        "#\"x\"(a\n(b))) \" ;\"x\"",
        "#\"(\" \"(\"",
    ] {
        let sound = format!("(define s {string})\n\n{SOUND}");
        assert_eq!(repaired(&sound).as_deref(), Some(&*sound));
        let broken = sound.replace("(k y 2))))", "(k y 2)))");
        assert_eq!(repaired(&broken).as_deref(), Some(&*sound));
        let broken = sound.replacen(&format!("{string})"), string, 1);
        let mended = repaired(&broken).unwrap_or(broken);
        assert!(mended.contains(string), "{mended}");
    }
    assert_eq!(
        refusal("(define s #\"\"one (two)\n\n(define t 1\n"),
        "open-string"
    );
}

#[test]
fn one_run_that_every_line_asks_for() {
    for (old, broken) in [
        // Four too many behind the last, and in the middle of a form.
        ("(car (cdr x)))", "(car (cdr x)))))))"),
        ("(let ((y (g x)))", "(let ((y (g x)"),
        ("(let ((z (g x)))", "(let ((z (g x)))))"),
        // An item was appended behind the closing brackets.
        ("(h y)\n", "(h y))))\n"),
    ] {
        let text = SOUND.replace(old, broken);
        assert_eq!(repaired(&text).as_deref(), Some(SOUND), "{broken}");
    }
}

#[test]
fn the_end_of_a_library() {
    let library = "(library (a b)\n(export f)\n\n(define (f x)\n  (let ((y x))\n    (g y)))\n\n(define (g y)\n  (car (cdr y))))\n";
    assert!(format(library.as_bytes(), &Options::default()).is_ok());
    for broken in ["(cdr y)))\n", "(cdr y)))))\n", "(cdr y))))))\n"] {
        let text = library.replace("(cdr y))))\n", broken);
        assert_eq!(repaired(&text).as_deref(), Some(library), "{broken}");
    }
}

#[test]
fn no_bracket_is_missing() {
    // The rest is missing, or it is a comment.
    let cut_off =
        "(define (f x)\n  (let ((y x))\n    (when y\n      (unless x\n        (display y)\n";
    assert_eq!(refusal(cut_off), "cut-off");
    let comment = SOUND.replace("    (if (null? y)", ";   (if (null? y)");
    assert_eq!(refusal(&comment), "commented-out");
    // They are in the comment at the end of the last line, and the data stand at the margin.
    let swallowed = "(define x '((a . 1)   ; one\n(b . 2)   ; two :)\n(c . 3)   ; three))\n(f x)\n";
    assert_eq!(refusal(swallowed), "commented-out");
    // Right before the comment, they are not in doubt.
    let before = "(define x '((a . 1 ; one)\n(b . 2)))\n\n(f x)\n";
    let expected = before.replace("1 ;", "1) ;");
    assert_eq!(repaired(before), Some(expected));
    let before = "(define (f x)\n  (g x) ; note)\n\n(h)\n";
    let expected = before.replace("(g x)", "(g x))");
    assert_eq!(repaired(before), Some(expected));
    // A header alone is not closed at once.
    let header = format!("(block kernel\n\n{SOUND}");
    assert_eq!(refusal(&header), "unfinished");
}

/// A comment that ends in as many closing brackets as a form lacks had these from the code before it, if no line says otherwise.
#[test]
fn brackets_in_a_comment() {
    for (old, broken, mended) in [
        ("(h y)\n", "(h y ; one)\n", "(h y) ; one)\n"),
        (
            "(g x)))\n    (if",
            "(g x ; one)))\n    (if",
            "(g x))) ; one)))\n    (if",
        ),
        ("(cdr x)))", "(cdr x) ; one))", "(cdr x))) ; one))"),
        (
            "(newline)))",
            "(newline)\n    ; one))",
            "(newline)))\n    ; one))",
        ),
    ] {
        let text = SOUND.replace(old, broken);
        assert_eq!(
            repaired(&text),
            Some(SOUND.replace(old, mended)),
            "{broken}"
        );
    }
    // Some of those at the end of a table, and those behind names at the margin.
    let after_opener = "(define (f x)\n  (catch #t\n   (lambda ( ; one)\n     (g x)\n     (h x))\n   (lambda (k) k)))\n";
    for (text, old, new) in [
        (after_opener, " ; one", ") ; one"),
        (
            "(define x '((a 1)\n(b 2)\n(c 3)) ; three)\n(f x)\n",
            " ; three",
            ") ; three",
        ),
        (
            "(vector (a 1 ; one)\n(b 2)\n(c 3))\n(f x)\n",
            " ; one",
            ") ; one",
        ),
        ("(names (\"a\"\n\nb\n\nc\n ; d))\n\n(f)\n", "c\n", "c))\n"),
    ] {
        assert_eq!(repaired(text), Some(text.replace(old, new)));
    }
    // A face and code are none.
    for (old, broken) in [
        ("(h y)\n        (k y 2))))", "(h y) ; :)\n        (k y 2)))"),
        ("(k y 2))))", "(k y 2)\n  ; (l z))))"),
    ] {
        let text = SOUND.replace(old, broken);
        assert_eq!(refusal(&text), "commented-out", "{text}");
    }
}

/// Names at the margin belong to the list that is open before them, so it is not closed there.
#[test]
fn names_at_the_margin() {
    for end in ["", "\n)", ")"] {
        let text = format!("(names (\"a\"\n\nb\n\nc\n{end}\n(f)\n");
        assert_eq!(refusal(&text), "ambiguous", "{text}");
    }
    // A string or a skipped form does not.
    for after in ["\"done\"\n", "#;\n(h 1)\n"] {
        let text = format!("(define (f x)\n  (g x)\n\n{after}");
        assert_eq!(repaired(&text), Some(text.replace("(g x)", "(g x))")));
    }
}

/// A sound form with rows at the margin is not the end of a library that an earlier form opens.
#[test]
fn rows_at_the_margin_close_their_form() {
    let sound = "(define x '((a 1)\n(b 2)\n(c 3)))\n";
    let text = format!("(import (scheme base)\n        (scheme write)\n\n{sound}");
    let mended = text.replace("write)", "write))");
    assert_eq!(repaired(&text), Some(mended));
    // The first bracket of such a form was lost.
    let text = format!("(f)\n\n{}", &sound[1..]);
    let mended = repaired(&text);
    assert!(mended.is_none_or(|it| it.ends_with(sound)));
}

/// A mark is never left without its datum.
#[test]
fn an_empty_list_has_a_mark() {
    let sound = SOUND.replace("(h y)", "'()");
    let text = sound.replace("'()", "')");
    assert!(repaired(&text).is_none_or(|it| it == sound));
}

/// A name has one value, so the list of that does not end before another one.
#[test]
fn a_name_has_one_value() {
    let text = "(define x\n  (list (a b)\n  (c d))\n\n(f x)\n";
    assert_eq!(refusal(text), "ambiguous");
}

/// Data at the margin belong to the form before if they close lists of it, so no brackets are added there and removed here.
#[test]
fn data_at_the_margin() {
    for (lost, candidates) in [
        (
            "(vector (a 1\n(b 2)\n(c 3))\n(f x)\n",
            ["(a 1)\n", "(c 3)))\n"],
        ),
        (
            "(set! x '((a (1) 2) ; one\n(b (2) 3\n(c (3) 4)))\n(f x)\n",
            ["(b (2) 3)\n", "(c (3) 4))))\n"],
        ),
    ] {
        let repaired = repair(lost.as_bytes(), &Options::default()).expect("it is broken");
        assert_eq!(repaired.verdicts.len(), 1, "{lost}");
        for candidate in &repaired.verdicts[0].candidates {
            assert_eq!(candidate.edits.len(), 1, "{lost} {candidate:?}");
        }
        let output = String::from_utf8(repaired.output).expect("it is UTF-8");
        let adds = candidates.iter().any(|it| output.contains(it));
        assert!(output == lost || adds, "{output}");
    }
}

/// Data after a form that lacks brackets are probably in it.
#[test]
fn data_after_a_form() {
    for text in [
        "(set! x '((a . 1)\n(b . 2)\n(f x)\n",
        "(define x '((a 1) ; one\n(2 3)\n\n(f x)\n",
        "(list (a)\n(\"b\" c)\n",
        "(define (f x)\n  (cond ((a x) 1)\n((b x) 2)\n",
        "(define-record-type x\n  (a b-c)\n(d e-f)\n(g h-i)\n",
        "(define-record-type x\n  (a b-c)\n(d e-f\n(g h-i))\n",
    ] {
        assert_eq!(refusal(text), "unindented", "{text}");
    }
    // Neither is a parameter list, nor what follows an empty line.
    for after in ["(define (g . y)\n  (h 1))\n", "\n(1 . 2)\n"] {
        let lost = format!("(define (f x)\n  (g x)\n{after}");
        assert_eq!(repaired(&lost), Some(lost.replacen("(g x)", "(g x))", 1)));
    }
}

#[test]
fn the_first_bracket_of_a_text() {
    let text = "(library (a)\n  (export b)\n  (import (c))\n  (define (b x)\n    (d x)))\n";
    assert_eq!(repaired(&text[1..]).as_deref(), Some(text));
    assert_eq!(refusal("f x))\n"), "ambiguous");
}

#[test]
fn no_bracket_is_inserted_before_what_has_one() {
    for text in [
        "(define x\n  '(begin . \"x\")))\n\n(define y 1)\n",
        "(define (f x)\n  (cond ((g x) 1)\n        (else 2))))\n\n(define y 1)\n",
    ] {
        let verdicts = repair(text.as_bytes(), &Options::default())
            .expect("it is broken")
            .verdicts;
        for edit in verdicts
            .iter()
            .flat_map(|it| &it.candidates)
            .flat_map(|it| &it.edits)
        {
            let rest = &text[edit.span.end..];
            let is_opener = edit.text.first() == Some(&b'(');
            assert!(
                !is_opener || !rest.starts_with(['.', '(']),
                "{edit:?} {text}"
            );
        }
    }
}

#[test]
fn the_best_place_on_a_line_is_taken_if_asked_for() {
    let text = "(define (f x)\n  (g (h x y z))\n\n(define (k x)\n  (m x))\n";
    assert_eq!(refusal(text), "ambiguous-place");
    let whole = 0..text.len();
    let best = repair_ranges(text.as_bytes(), &[whole], Accept::Best, &Options::default());
    let output = best.expect("it is UTF-8").output;
    assert!(format(&output, &Options::default()).is_ok());
    assert_eq!(output.len(), text.len() + 1);
}

#[test]
fn a_bracket_of_the_wrong_shape() {
    let text = SOUND.replace("(g x)))\n    (if", "(g x]))\n    (if");
    assert_eq!(repaired(&text).as_deref(), Some(SOUND));
}

const STRINGS: &str = "\
(define (f path)
  (unless (file-exists? path)
    (error \"Cannot open the file:\" path))
  (display \"Done.\")
  (newline))

(define (g x)
  (display \"three\")
  (f (string-append x \".txt\")))
";

#[test]
fn quotation_marks_written_twice() {
    // What is broken, and whether anything is certain if a bracket is lost in `f`, too.
    for (old, broken, is_apart) in [
        ("\"Cannot", "\"\"Cannot", false),
        ("file:\"", "file:\"\"", false),
        ("\".txt", "\"\".txt", true),
    ] {
        let text = STRINGS.replace(old, broken);
        assert_eq!(repaired(&text).as_deref(), Some(STRINGS), "{broken}");
        let both = text.replace("(newline))\n", "(newline)\n");
        assert_ne!(text, both);
        if is_apart {
            let first = repair(both.as_bytes(), &Options::default()).expect("it is UTF-8");
            assert_eq!(first.output, text.as_bytes());
        } else {
            assert_eq!(refusal(&both), "open-string", "{both}");
        }
    }
    for (old, broken) in [
        // One is missing or extra: where, would be a guess.
        ("\"Done.\"", "\"Done."),
        ("(f (string-append x", "(f \"(string-append x"),
        ("file:\" path", "file: path"),
        ("\"three\"", "\"three"),
        ("\"Done.\"", "Done.\""),
    ] {
        let text = STRINGS.replace(old, broken);
        assert_ne!(text, STRINGS);
        assert_eq!(refusal(&text), "open-string", "{broken}");
    }
    let two = STRINGS
        .replace("\"Done", "\"\"Done")
        .replace("\".txt", "\"\".txt");
    assert_eq!(refusal(&two), "open-string");
}

#[test]
fn readable_text_stays() {
    assert_eq!(repaired(SOUND).as_deref(), Some(SOUND));
}

#[test]
fn ambiguous_forms_are_left_alone() {
    let unindented = "(define (f x)\n(if (null? x)\n(g x)\n(h x))\n(define (g x)\n(car x))\n";
    assert_eq!(refusal(unindented), "unindented");
    let conflict =
        format!("<<<<<<< mine\n(define a (f 1)\n=======\n(define a 2)\n>>>>>>> theirs\n{SOUND}");
    assert_eq!(refusal(&conflict), "conflict");
    // The third marker is no bar that is left open.
    let conflict = conflict.replace("=======", "||||||| base\n(define a (f\n=======");
    assert_eq!(refusal(&conflict), "conflict");
    let unfinished = SOUND.replace("(car (cdr x)))", "(car ");
    assert_eq!(refusal(&unfinished), "unfinished");
    // A line that is not typed yet, by what its lists lack or by how it ends.
    for (old, typed) in [
        ("(car (cdr x)))", "(if"),
        ("(display z)\n    (newline)))", ""),
        ("(let ((z (g x)))\n    (display z)\n    (newline)))", ""),
        ("(display z)\n    (newline)))", "(display \n    (newline)))"),
        ("(display z)\n    (newline)))", "(\n    (newline)))"),
    ] {
        let text = SOUND.replace(old, typed);
        assert_eq!(refusal(&text), "unfinished", "{text}");
    }
    let truncated = "(define (f x)\n  (a (b (c (d (e\n";
    assert_eq!(refusal(truncated), "cut-off");
    let open = SOUND.replace("(display z)", "(display \"z)");
    assert_eq!(refusal(&open), "open-string");
    let repaired = repair(open.as_bytes(), &Options::default()).expect("it is UTF-8");
    let error = &repaired.verdicts[0]
        .refusal
        .as_ref()
        .expect("it is left alone");
    assert_eq!(Some(error.labels[0].span.start), open.find('"'));
}

#[test]
fn inconsistent_lines_confirm_nothing() {
    let astray = "(define (f x)\n     (let ((y (g x)))\n  (if (null? y)\n             (h y)\n   (k y 2)\n        (m y))\n (n y)\n      (o y))\n";
    assert_eq!(refusal(astray), "ambiguous");
}

#[test]
fn work_is_bounded() {
    let line = "    (g (h x) (k (l y) z) (m x y))\n";
    let large = format!("(define (f x)\n  (begin\n{}\n", line.repeat(20_000));
    // One run makes every line stand where its column says, however many changes there are to compare.
    assert_eq!(refusal(&large), "repaired");
    let large = large + "  (g (h x\n  (i x)\n";
    assert_eq!(refusal(&large), "too-large");
    // No draft of such a form is even made: each would be as large as the form.
    assert_eq!(refusal(&"(".repeat(100_000)), "too-large");
    let wide = format!("(f {}", "(g x) ".repeat(30_000));
    assert_eq!(refusal(&wide), "too-large");
    // All forms are broken; the first ones are repaired.
    let many = "(define (f x)\n  (let ((y (g x)))\n    (if (null? y)\n        (h y)\n        (k y 2)))\n\n".repeat(20_000);
    let repaired = repair(many.as_bytes(), &Options::default()).expect("it is UTF-8");
    let (first, last) = (&repaired.verdicts[0], &repaired.verdicts[19_999]);
    assert!(first.refusal.is_none() && last.refusal.is_some());
}

#[test]
fn broken_library_leaves_its_forms_alone() {
    let open = format!(
        "(library (a b)\n(export f)\n\n{}",
        SOUND.replace("2))))", "2)))")
    );
    assert_eq!(refusal(&open), "outer-form");
    let closed = format!("{open})\n");
    assert_eq!(repaired(&closed), Some(closed.replace("2)))", "2))))")));
}

#[test]
fn a_bracket_alone_at_the_margin_stays() {
    let open = format!("(module-of a\n  b\n  c\n\n{SOUND}\n)  ; End.\n");
    assert!(format(open.as_bytes(), &Options::default()).is_ok());
    // Closing the first form and removing the last bracket would make this readable, too.
    let text = open.replace("(car (cdr x)))", "(car (cdr x))");
    assert_eq!(refusal(&text), "outer-form");
    let alone = b"(define (f)\n  1)\n)\n";
    let repaired = repair(alone, &Options::default()).expect("it is UTF-8");
    let refusal = repaired.verdicts[0].refusal.as_ref().expect("a refusal");
    assert_eq!(
        refusal.message,
        "not repaired: a bracket alone at the margin may close an earlier form"
    );
}

#[test]
fn brackets_inserted_at_one_place_are_one_edit() {
    let text = b"(define (f x)\n  (g (h x\n\n(define (g)\n  2)\n";
    let repaired = repair(text, &Options::default()).expect("it is UTF-8");
    let candidate = &repaired.verdicts[0].candidates[0];
    assert_eq!(candidate.edits.len(), 1);
    assert_eq!(candidate.edits[0].text, b")))");
    let messages = candidate.changes.iter().map(|change| &change.message);
    assert!(messages.eq(["inserted `)))`"]));
}

#[test]
fn candidates_are_reported() {
    let repaired = repair(
        b"(define (foo x)\n  (bar (if x\n           y\n           z w)\n  (list x))\n",
        &Options::default(),
    )
    .expect("it is UTF-8");
    let [verdict] = &repaired.verdicts[..] else {
        panic!("{:?}", repaired.verdicts);
    };
    assert!(verdict.refusal.is_some());
    let candidates = &verdict.candidates;
    assert!(candidates.len() > 1 && candidates.iter().all(|it| !it.edits.is_empty()));
    let probability: f64 = candidates.iter().map(|it| it.probability).sum();
    assert!(probability > 0.0 && probability <= 1.0);
}

/// A text without its brackets and quotation marks.
fn without_brackets(text: &[u8]) -> Vec<u8> {
    let is_other = |byte: &u8| !b"()[]{}\"".contains(byte);
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
    #![proptest_config(ProptestConfig { cases: 20_000, ..draws::config() })]

    #[test]
    fn nothing_but_brackets_changes(text in soup()) {
        let options = Options::default();
        let Ok(repaired) = repair(text.as_bytes(), &options) else {
            // Something else is wrong.
            prop_assert!(format(text.as_bytes(), &options).is_err());
            return Ok(());
        };
        if format(&repaired.output, &options).is_err() {
            prop_assert!(repaired.verdicts.iter().any(|it| it.refusal.is_some()));
        }
        let again = repair(&repaired.output, &options);
        prop_assert!(again.is_ok_and(|again| again.output == repaired.output)
            || format(&repaired.output, &options).is_err());
        prop_assert_eq!(without_brackets(&repaired.output), without_brackets(text.as_bytes()));
        if format(text.as_bytes(), &options).is_ok() {
            prop_assert_eq!(&repaired.output, text.as_bytes());
        }
        let mut edited = text.as_bytes().to_vec();
        for verdict in repaired.verdicts.iter().rev().filter(|it| it.refusal.is_none()) {
            for edit in verdict.candidates[0].edits.iter().rev() {
                edited.splice(edit.span.clone(), edit.text.iter().copied());
            }
        }
        prop_assert_eq!(&repaired.output, &edited);
    }
}

/// The broken forms that are examined because they touch a span.
fn examined(text: &str, span: std::ops::Range<usize>) -> usize {
    let repaired = repair_ranges(
        text.as_bytes(),
        &[span],
        Accept::Certain,
        &Options::default(),
    );
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
