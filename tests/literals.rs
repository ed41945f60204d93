//! The canonical spelling of literals: what is rewritten and what is kept, by dialect.

mod support;

use proptest::prelude::*;
use schemefmt::Dialect;
use schemefmt::internals::dialects::normalize::{Normalizer, Respelled};
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::TokenKind;
use support::literal;

/// `text` with the canonical spelling of each of its tokens.
fn respell(text: &str, normalizer: &Normalizer) -> String {
    Lexer::new(text, Switches::COMMON)
        .map(|token| {
            let text = token.text(text);
            normalizer
                .spelling(token.kind, text)
                .unwrap_or_else(|| text.to_owned())
        })
        .collect()
}

fn normalizer(dialect: Dialect) -> Normalizer {
    Normalizer::new(dialect.policy(), Respelled::LITERALS)
}

/// Texts and what `auto` makes of them.
#[test]
fn case_is_normalized() {
    let cases = [
        ("#E#X1Af", "#e#x1af"),
        ("1E3-2.5S1I", "1e3-2.5s1i"),
        ("(racket -I x)", "(racket -I x)"),
        ("1T3", "1T3"),
        ("+NaN.0 -NaN.0", "+nan.0 -NaN.0"),
        (r"(#\SPACE #\NewLine)", r"(#\space #\newline)"),
        (r"(eq? c #\ )", r"(eq? c #\space)"),
        ("(eq? c #\\\t)", r"(eq? c #\tab)"),
        ("(eq? c #\\\n)", r"(eq? c #\newline)"),
        ("#\\\r #\\\x0C", "#\\\r #\\\x0C"),
        // To Racket the second is `#\x` and a symbol.
        (r"#\X41 #\x3BB #\X", r"#\X41 #\x3BB #\X"),
        (r"(a\x41;b c)", r"(a\x41;b c)"),
        (r#""\X41;\x3BB;""#, r#""\X41;\x3BB;""#),
        (r"#!fold-case ABC #\A #T", r"#!fold-case ABC #\A #t"),
        ("'|a;B(|", "'|a;B(|"),
        (
            "1+ -1+ 2X2 #NIL #36rFF #:KW Kw: ##Sym",
            "1+ -1+ 2X2 #NIL #36rFF #:KW Kw: ##Sym",
        ),
        (
            "\"#T 1E3\" ;#T 1E3\n #| #T |#",
            "\"#T 1E3\" ;#T 1E3\n #| #T |#",
        ),
        ("(a . #T)", "(a . #t)"),
        ("a #!eof #T", "a #!eof #T"),
    ];
    for (text, expected) in cases {
        assert_eq!(respell(text, &normalizer(Dialect::Auto)), expected);
    }
}

/// A token and its spelling under `auto`, `r5rs`, `r6rs` and `r7rs`; `=` where it is kept.
const BY_DIALECT: &[(&str, [&str; 4])] = &[
    // Letters of prefixes, in both orders.
    ("#XFF", ["#xff"; 4]),
    ("#B101", ["#b101"; 4]),
    ("#O17", ["#o17"; 4]),
    ("#D10", ["#d10"; 4]),
    ("#E1.5", ["#e1.5"; 4]),
    ("#I1/2", ["#i1/2"; 4]),
    ("#X#E1A", ["#x#e1a"; 4]),
    ("#e#xAb/Cd", ["#e#xab/cd"; 4]),
    // Exponent markers: the letter stays the same one.
    ("1E3", ["1e3"; 4]),
    ("1.5E-3", ["1.5e-3"; 4]),
    ("1S3", ["1s3", "1s3", "1s3", "="]),
    ("1F3", ["1f3", "1f3", "1f3", "="]),
    ("1D3", ["1d3", "1d3", "1d3", "="]),
    ("1L3", ["1l3", "1l3", "1l3", "="]),
    ("1T3", ["="; 4]),
    // Imaginary units.
    ("1+2I", ["1+2i"; 4]),
    ("1-I", ["1-i"; 4]),
    ("+5I", ["+5i"; 4]),
    ("-.5I", ["-.5i"; 4]),
    ("#X-AI", ["#x-ai"; 4]),
    // Racket takes some of these for symbols.
    ("1E3@-2E1", ["=", "1e3@-2e1", "1e3@-2e1", "1e3@-2e1"]),
    (
        "+.41e22@.776E6",
        ["=", "+.41e22@.776e6", "+.41e22@.776e6", "+.41e22@.776e6"],
    ),
    // No number: symbols, to some readers.
    ("1-3/0I", ["="; 4]),
    ("+0/0I", ["="; 4]),
    ("#XF/00", ["="; 4]),
    ("#XF/0A", ["#xf/0a"; 4]),
    ("+I", ["="; 4]),
    ("-I", ["="; 4]),
    ("#D+I", ["#d+I"; 4]),
    ("+I+1", ["="; 4]),
    ("+I.5", ["="; 4]),
    // Infinities and NaN, alone.
    ("+INF.0", ["+inf.0", "=", "+inf.0", "+inf.0"]),
    ("-Inf.0", ["-inf.0", "=", "-inf.0", "-inf.0"]),
    ("+NaN.0", ["+nan.0", "=", "+nan.0", "+nan.0"]),
    ("-NaN.0", ["="; 4]),
    ("+INF.0I", ["="; 4]),
    ("1+INF.0i", ["="; 4]),
    ("+inf.0-2I", ["="; 4]),
    // Style, not case.
    ("#d10", ["="; 4]),
    ("1e+3", ["="; 4]),
    (".5", ["="; 4]),
    ("5.", ["="; 4]),
    ("007", ["="; 4]),
    ("+5", ["="; 4]),
    ("1.50", ["="; 4]),
    // Placeholders and mantissa widths.
    ("15##", ["="; 4]),
    ("15##E3", ["="; 4]),
    ("1.5E3|53", ["=", "=", "1.5e3|53", "="]),
    ("-5S+26|9", ["=", "=", "-5s+26|9", "="]),
    // Booleans.
    ("#T", ["#t"; 4]),
    ("#F", ["#f"; 4]),
    ("#t", ["="; 4]),
    ("#true", ["="; 4]),
    ("#TRUE", ["=", "=", "=", "#true"]),
    ("#False", ["=", "=", "=", "#false"]),
    // Not numbers.
    ("#XFG", ["="; 4]),
    ("#B12", ["="; 4]),
    ("1E", ["="; 4]),
    ("0XFF", ["="; 4]),
    ("#X", ["="; 4]),
    ("#E#E1", ["="; 4]),
    ("1E3x", ["="; 4]),
    ("#XFFλ", ["="; 4]),
    ("１E3", ["="; 4]),
    // Characters.
    (r"#\SPACE", [r"#\space", r"#\space", "=", "="]),
    (r"#\NewLine", [r"#\newline", r"#\newline", "=", "="]),
    (r"#\TAB", [r"#\tab", r"#\tab", "=", "="]),
    (r"#\Nul", [r"#\nul", r"#\nul", "=", "="]),
    (r"#\NULL", [r"#\null", r"#\null", "=", "="]),
    (r"#\Return", [r"#\return", r"#\return", "=", "="]),
    (r"#\LineFeed", [r"#\linefeed", r"#\linefeed", "=", "="]),
    (r"#\Page", [r"#\page", r"#\page", "=", "="]),
    (r"#\Backspace", [r"#\backspace", r"#\backspace", "=", "="]),
    (r"#\Delete", [r"#\delete", r"#\delete", "=", "="]),
    (r"#\Rubout", [r"#\rubout", r"#\rubout", "=", "="]),
    (r"#\Altmode", [r"#\altmode", r"#\altmode", "=", "="]),
    (r"#\Escape", [r"#\escape", r"#\escape", "=", "="]),
    (r"#\ESC", [r"#\esc", r"#\esc", "=", "="]),
    (r"#\Alarm", [r"#\alarm", r"#\alarm", "=", "="]),
    (r"#\VTab", [r"#\vtab", r"#\vtab", "=", "="]),
    (r"#\nul", ["="; 4]),
    (r"#\linefeed", ["="; 4]),
    (r"#\Foo", ["="; 4]),
    (r"#\x3BB", ["=", "=", r"#\x3bb", r"#\x3bb"]),
    (r"#\x00BB", ["=", "=", r"#\x00bb", r"#\x00bb"]),
    (r"#\X41", ["=", "=", "=", r"#\x41"]),
    (r"#\X3BB", ["=", "=", "=", r"#\x3bb"]),
    (r"#\xD800", ["="; 4]),
    (r"#\x11FFFF", ["="; 4]),
    (r"#\xFG", ["="; 4]),
    (r"#\A", ["="; 4]),
    (r"#\X", ["="; 4]),
    (r"#\Λ", ["="; 4]),
    (r"#\U+41", ["="; 4]),
    (r"#\U41", ["="; 4]),
    ("#\\ ", [r"#\space"; 4]),
    ("#\\\n", [r"#\newline"; 4]),
    ("#\\\t", [r"#\tab", "=", r"#\tab", r"#\tab"]),
    ("#\\\x0C", ["="; 4]),
    ("#\\\r", ["="; 4]),
    ("#\\\u{a0}", ["="; 4]),
    // Openings.
    ("#U8(", ["#u8(", "=", "=", "#u8("]),
    ("#VU8(", ["="; 4]),
    ("#vu8(", ["="; 4]),
    ("#F32(", ["="; 4]),
    // What has its own case.
    (r#""\X41;\x3BB;""#, ["="; 4]),
    (r"a\x4A;", ["="; 4]),
    (r"|\X41;\x4A;|", ["="; 4]),
    ("|Foo|", ["="; 4]),
    ("Foo", ["="; 4]),
    ("ABC", ["="; 4]),
    ("#!FOLD-CASE", ["="; 4]),
    ("#*101", ["="; 4]),
    ("#:KW", ["="; 4]),
];

#[test]
fn every_literal_class_by_dialect() {
    let dialects = [Dialect::Auto, Dialect::R5rs, Dialect::R6rs, Dialect::R7rs];
    for (text, spellings) in BY_DIALECT {
        let kind = kind_of(text);
        for (dialect, expected) in dialects.into_iter().zip(spellings) {
            let spelling = normalizer(dialect).spelling(kind, text);
            let expected = (*expected != "=").then_some(*expected);
            assert_eq!(spelling.as_deref(), expected, "{text} under {dialect}");
        }
    }
}

#[test]
fn tiny_and_keep_change_nothing() {
    let keep = Normalizer::new(Dialect::Auto.policy(), Respelled::empty());
    for (text, _) in BY_DIALECT {
        let kind = kind_of(text);
        assert_eq!(
            normalizer(Dialect::Tiny).spelling(kind, text),
            None,
            "{text}"
        );
        assert_eq!(keep.spelling(kind, text), None, "{text}");
    }
}

/// What single readers take beyond what all of them do.
#[test]
fn permissive_readers() {
    let spelling = |dialect, text| normalizer(dialect).spelling(kind_of(text), text);
    for dialect in [Dialect::Guile, Dialect::Chez, Dialect::Gambit, Dialect::Mit] {
        assert_eq!(spelling(dialect, "#TRUE").as_deref(), Some("#true"));
        assert_eq!(spelling(dialect, "15##E3").as_deref(), Some("15##e3"));
    }
    assert_eq!(spelling(Dialect::Chicken, "#TRUE"), None);
    assert_eq!(
        spelling(Dialect::Chicken, "15##E3").as_deref(),
        Some("15##e3")
    );
    assert_eq!(spelling(Dialect::Chez, "1E3|53").as_deref(), Some("1e3|53"));
    assert_eq!(spelling(Dialect::Guile, "1E3|53"), None);
    for dialect in [
        Dialect::Guile,
        Dialect::Chez,
        Dialect::Gambit,
        Dialect::Chicken,
        Dialect::Mit,
        Dialect::Gauche,
        Dialect::Chibi,
        Dialect::Sagittarius,
        Dialect::Vicare,
    ] {
        assert_eq!(spelling(dialect, r"#\x3BB").as_deref(), Some(r"#\x3bb"));
    }
    assert_eq!(spelling(Dialect::Racket, r"#\x3BB"), None);
    // Ikarus and Vicare read R6RS.
    assert_eq!(spelling(Dialect::Vicare, r"#\Space"), None);
    for dialect in [
        Dialect::Gauche,
        Dialect::Chibi,
        Dialect::Racket,
        Dialect::Sagittarius,
    ] {
        assert_eq!(spelling(dialect, "#T").as_deref(), Some("#t"));
        assert_eq!(spelling(dialect, "#TRUE"), None);
    }
}

#[test]
fn identifiers_fold_under_r5rs_on_request() {
    let fold = |dialect: Dialect| {
        Normalizer::new(
            dialect.policy(),
            Respelled::LITERALS | Respelled::IDENTIFIERS,
        )
    };
    let cases = [
        (
            "(Define (List->Vector X!) 'Foo)",
            "(define (list->vector x!) 'foo)",
        ),
        ("+I -I 1T3 #\\A #T", "+I -I 1T3 #\\A #t"),
        ("|Foo| Foo|Bar| \"Foo\" ;Foo", "|Foo| Foo|Bar| \"Foo\" ;Foo"),
        ("Λ aΛ É #:Kw A\\x41;B A{B", "Λ aΛ É #:Kw A\\x41;B a{b"),
        ("#Foo(A) -X .X @X", "#Foo(a) -X .X @X"),
    ];
    for (text, expected) in cases {
        assert_eq!(respell(text, &fold(Dialect::R5rs)), expected);
    }
    // What is folded already has no other spelling.
    for text in ["foo", "list->vector", "+i", "1e3", "..."] {
        let spelling = fold(Dialect::R5rs).spelling(TokenKind::Atom, text);
        assert_eq!(spelling, None, "{text}");
    }
    for dialect in Dialect::ALL {
        let folds = respell("Foo", &fold(dialect)) == "foo";
        assert_eq!(folds, dialect == Dialect::R5rs, "{dialect}");
    }
}

#[test]
fn escapes_fold_on_request() {
    let fold = |dialect: Dialect| {
        Normalizer::new(dialect.policy(), Respelled::LITERALS | Respelled::ESCAPES)
    };
    let cases = [
        (r#""\X41;\x3BB;""#, r#""\x41;\x3bb;""#),
        (r#""\\X41;\\\X4A;""#, r#""\\X41;\\\x4a;""#),
        (r#""\xD800; \X41 \XG; \N""#, r#""\xD800; \X41 \XG; \N""#),
        (r#"#u8"\X41;" "λ\X41;""#, r#"#u8"\X41;" "λ\X41;""#),
        (r"A\x4A;B |A\x4A;\X4B;|", r"A\x4a;B |A\x4a;\x4b;|"),
        // Outside bars `\X` escapes the X alone, and a comment follows.
        (r"A\X4A;B", r"A\X4A;B"),
    ];
    for (text, expected) in cases {
        for dialect in [Dialect::R6rs, Dialect::R7rs] {
            assert_eq!(respell(text, &fold(dialect)), expected, "under {dialect}");
        }
        for dialect in [Dialect::Auto, Dialect::R5rs, Dialect::Tiny, Dialect::Guile] {
            assert_eq!(respell(text, &fold(dialect)), text, "under {dialect}");
        }
    }
    assert_eq!(respell("1E3", &fold(Dialect::R6rs)), "1e3");
}

#[test]
fn documents_agree_on_the_number_of_implementations() {
    // All but `auto`, the three reports and the tiny Scheme.
    let number = (Dialect::ALL.len() - 5).to_string();
    for text in [
        include_str!("../README.md"),
        include_str!("../docs/dialects.md"),
        include_str!("../packages/site/index.html"),
        include_str!("../Cargo.toml"),
    ] {
        let said = text
            .match_indices(" implementations")
            .filter_map(|(at, _)| {
                let digits = text[..at].rsplit(|c: char| !c.is_ascii_digit()).next()?;
                Some(digits).filter(|digits| !digits.is_empty())
            });
        let said: Vec<_> = said.collect();
        assert!(
            !said.is_empty() && said.iter().all(|it| *it == number),
            "{said:?}"
        );
    }
}

/// The users' table promises what the code does.
#[test]
fn documented_spellings_match_the_code() {
    let dialects = [Dialect::Auto, Dialect::R5rs, Dialect::R6rs, Dialect::R7rs];
    let table = include_str!("../docs/dialects.md")
        .split_once("## Rewritten literals")
        .and_then(|(_, rest)| rest.split_once("\n| written |"))
        .and_then(|(_, rest)| rest.split_once("\n\n"))
        .map(|(table, _)| table.replace("\\|", "¦"))
        .expect("the table");
    let rows: Vec<Vec<_>> = table
        .lines()
        .skip(2)
        .map(|row| {
            row.split('|')
                .map(|cell| cell.trim().replace('¦', "|"))
                .collect()
        })
        .collect();
    assert!(rows.len() > 20, "rows are missing");
    for row in rows {
        let literal = row[1].trim_matches('`');
        for (dialect, cell) in dialects.into_iter().zip(&row[2..]) {
            let spelling = normalizer(dialect).spelling(kind_of(literal), literal);
            let expected = (cell != "=").then_some(cell.trim_matches('`'));
            assert_eq!(spelling.as_deref(), expected, "{literal} under {dialect}");
        }
    }
}

/// The kind of the one token that `text` is.
fn kind_of(text: &str) -> TokenKind {
    let bars = Lexer::new(text, Switches::COMMON);
    let no_bars = Lexer::new(text, Switches::COMMON.difference(Switches::BARS));
    let tokens: Vec<_> = if text.starts_with('|') { bars } else { no_bars }.collect();
    match tokens[..] {
        [token] => token.kind,
        _ => panic!("{text:?} is not one token"),
    }
}

/// Every normalizer that there is.
fn normalizers() -> impl Iterator<Item = Normalizer> {
    Dialect::ALL.into_iter().flat_map(|dialect| {
        [
            Normalizer::new(dialect.policy(), Respelled::LITERALS),
            Normalizer::new(dialect.policy(), Respelled::all()),
        ]
    })
}

/// Checks the promises for every token of `text`: a spelling is canonical, has the kind of what it replaces, differs from it
/// in the case of ASCII letters at most, blanks after `#\` apart, and is one token.
fn check(text: &str) {
    for token in Lexer::new(text, Switches::COMMON) {
        let before = token.text(text);
        for normalizer in normalizers() {
            let Some(after) = normalizer.spelling(token.kind, before) else {
                continue;
            };
            assert_ne!(before, after, "a change that is none");
            let tokens: Vec<_> = Lexer::new(&after, Switches::COMMON).collect();
            assert_eq!(tokens.len(), 1, "{before:?} falls apart in {after:?}");
            assert_eq!(tokens[0].kind, token.kind, "{before:?} against {after:?}");
            assert_eq!(
                normalizer.spelling(token.kind, &after),
                None,
                "{before:?} to {after:?}"
            );
            let blank = matches!(before, "#\\ " | "#\\\t" | "#\\\n");
            assert!(
                blank || before.eq_ignore_ascii_case(&after),
                "{before:?} to {after:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn literals_of_every_grammar_keep_the_promises(
        text in prop_oneof![4 => literal("auto"), 1 => literal("tiny")]
    ) {
        check(&text);
    }

    #[test]
    fn near_literals_keep_the_promises(text in "[-+.#0-9a-fA-FiInNtTuUxXsSlL@/|\\\\;() \n]{0,12}") {
        check(&text);
    }

    #[test]
    fn any_text_keeps_the_promises(text in "\\PC{0,40}") {
        check(&text);
    }
}
