//! Offsets in the public interface: all count bytes of the input, whatever its encoding and its line ends.

use std::ops::Range;

use schemefmt::options::SortImports;
use schemefmt::{
    Diagnostic, Dialect, Options, Reason, diagnose, edits, format, format_range, format_readable,
    repair,
};

/// A text with letters beyond ASCII in every encoding, with and without a byte order mark, and with each line end.
fn encodings(text: &str) -> impl Iterator<Item = Vec<u8>> {
    let utf_8 = text.as_bytes().to_vec();
    let latin_1 = text.chars().map(|c| u8::try_from(u32::from(c)));
    let latin_1 = latin_1.collect::<Result<Vec<u8>, _>>().expect("Latin 1");
    let marked = |bytes: &Vec<u8>| [b"\xEF\xBB\xBF", &bytes[..]].concat();
    let all = [marked(&utf_8), marked(&latin_1), utf_8, latin_1];
    all.into_iter().flat_map(|bytes| {
        let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
        [&b"\n"[..], b"\r\n", b"\r"].map(|end| lines.join(end))
    })
}

/// Where these bytes are.
fn find(input: &[u8], bytes: &[u8]) -> Range<usize> {
    let mut windows = input.windows(bytes.len());
    let start = windows.position(|it| it == bytes).expect("they are there");
    start..start + bytes.len()
}

/// The span of the first label, whose line and column lead to the same byte.
fn place(input: &[u8], diagnostic: &Diagnostic) -> Range<usize> {
    for label in &diagnostic.labels {
        let lines = label.lines.as_ref().expect("they are known");
        assert_eq!(lines.start.offset_in(input), Some(label.span.start));
        assert_eq!(lines.end.offset_in(input), Some(label.span.end));
    }
    diagnostic.labels[0].span.clone()
}

#[test]
fn errors_count_bytes() {
    let options = Options::default();
    for input in encodings("(\u{e9}  \"\u{e9}\")\n\n(f\n  \u{e9}  ]  \u{e9})\n") {
        let wrong = find(&input, b"]");
        let error = format(&input, &options).expect_err("a bracket");
        assert_eq!(place(&input, &error), wrong);
        let part = find(&input, b"(f");
        let error = format_range(&input, &[part], &options).expect_err("a bracket");
        assert_eq!(place(&input, &error), wrong);
        let found = diagnose(&input, &options);
        assert_eq!(place(&input, &found[0]), wrong);
        let formatted = format_readable(&input, &options).expect("one form");
        assert_eq!(place(&input, &formatted.errors[0]), wrong);
        assert!(formatted.output.len() < input.len());
    }
}

#[test]
fn warnings_and_signs_count_bytes() {
    let mut r7rs = Options::default();
    r7rs.dialect = Dialect::R7rs;
    for input in encodings("(\u{e9}  \"\u{e9}\")\n(use-modules (\u{e9}))\n(\u{e9}  #:key)\n") {
        let key = find(&input, b"#:key");
        let formatted = format(&input, &r7rs).expect("it balances");
        assert_eq!(place(&input, &formatted.warnings[0]), key);
        let formatted =
            format_range(&input, std::slice::from_ref(&key), &r7rs).expect("it balances");
        assert_eq!(place(&input, &formatted.warnings[0]), key);
        let detected = format(&input, &Options::default()).expect("it balances");
        let start = find(&input, b"(use-modules").start;
        assert_eq!(detected.dialect.reason, Reason::Text(start));
        let edits = edits(&input, &r7rs).expect("it balances");
        assert_eq!(edits.last().expect("a change").span.end, key.start);
    }
}

#[test]
fn a_sign_in_a_sorted_text_counts_bytes_of_the_input() {
    let mut options = Options::default();
    options.style.sort_imports = SortImports::Programs;
    for input in encodings("(import (\u{e9}\u{e9}\u{e9}) (chicken) (a))\n") {
        let formatted = format(&input, &options).expect("a text without errors");
        assert!(
            !formatted.output.starts_with(&input[..input.len() - 2]),
            "sorted"
        );
        let sign = find(&input, b"(chicken)").start;
        assert_eq!(formatted.dialect.reason, Reason::Text(sign));
    }
}

#[test]
fn repairs_count_bytes() {
    let text = "(define (\u{e9} x)\n  (car  (cdr x))\n\n(define (g \u{e9})\n  (let ((y (g \u{e9})))\n    (h y \u{e9}))\n";
    for input in encodings(text) {
        let repaired = repair(&input, &Options::default()).expect("by brackets");
        assert_eq!(repaired.verdicts.len(), 2);
        for (verdict, start) in repaired
            .verdicts
            .iter()
            .zip([&b"(define (\xE9"[..], b"(define (g"])
        {
            let start = start.strip_suffix(b"\xE9").unwrap_or(start);
            assert!(input[verdict.form.clone()].starts_with(start));
            let best = &verdict.candidates[0];
            for (edit, change) in best.edits.iter().zip(&best.changes) {
                assert_eq!(place(&input, change), edit.span);
            }
            assert!(verdict.refusal.is_none());
        }
        let second = &repaired.verdicts[1].candidates[0].edits[0];
        assert!(input[..second.span.start].ends_with(b"))"));
    }
    // One that is not certain says where it would be.
    for input in encodings("(\u{e9} 1)\n(define (\u{e9} x)\n  (a (b (c (d (\u{e9}\n") {
        let repaired = repair(&input, &Options::default()).expect("by brackets");
        let refusal = repaired.verdicts[0].refusal.as_ref().expect("in doubt");
        let at = place(&input, refusal).start;
        assert!(at >= find(&input, b"(define").start && at <= input.len());
    }
}

/// What cannot be decoded has a place, too.
#[test]
fn errors_about_encodings_count_bytes() {
    for mark in [&b""[..], b"\xEF\xBB\xBF"] {
        let input = [mark, b"; \xE9\n; coding: shift_jis\n(f)\n"].concat();
        let error = format(&input, &Options::default()).expect_err("not readable");
        assert_eq!(error.code, "encoding");
        assert_eq!(place(&input, &error), find(&input, b"coding"));
        assert_eq!(error.position().expect("a place").line, 2);
    }
}

/// Each form that cannot be read has an error of its own.
#[test]
fn each_form_that_is_left_has_its_error() {
    let text = b"(f  x)\n(g  (x)\n\n(h  x)\n(i  x]\n\n(j  x)\n(k  \"x)\n";
    let formatted = format_readable(text, &Options::default()).expect("forms that can be read");
    let errors = formatted.errors.iter();
    let errors: Vec<_> = errors.map(|it| (it.code, place(text, it).start)).collect();
    let at = |bytes| find(text, bytes).start;
    assert_eq!(
        errors,
        [
            ("unclosed-list", at(b"(g")),
            ("mismatched-closer", at(b"]")),
            ("unterminated-string", at(b"\"x")),
        ]
    );
}
