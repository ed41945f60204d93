//! The verifier under sabotage: outputs that differ from their input in one token, comment or joint, each of which it must
//! refuse. Over all kinds of tokens, and exhaustively over the positions of a sample that has every kind.

use schemefmt::Dialect;
use schemefmt::internals::dialects::normalize::{Normalizer, Respelled};
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::TokenKind;
use schemefmt::internals::verify::verify;

/// A text with tokens of every kind, with comments between them and joints of every sort.
const SAMPLE: &str = "#!/usr/bin/env scheme\n\
    ; a line comment\n\
    #!r6rs\n\
    (define (f x . rest) #| block |# 'a `(b ,c ,@d) #'e #0=(1 . #0#) ; trailing\n\
      #!fold-case\n\
      (list \"a string\" #\\a #\\space #\\( 1.5 #xff #t |a b| c\\x41;d) #;(gone)\n\
      #(1 2) #vu8(3) [x y] { z } {w} x'y a,b #&box . #<<END\nraw\nEND\n\
    )\n\
    #!eof what ( is not read\n";

/// A piece of a text: a token, or a run of white space.
#[derive(Clone)]
struct Piece {
    kind: TokenKind,
    text: String,
}

impl Piece {
    fn is_space(&self) -> bool {
        self.kind == TokenKind::Whitespace
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    Lexer::new(text, Switches::COMMON)
        .map(|token| Piece {
            kind: token.kind,
            text: token.text(text).to_owned(),
        })
        .collect()
}

fn text_of(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

fn is_refused(output: &str) -> bool {
    let normalizer = Normalizer::new(Dialect::Auto.policy(), Respelled::LITERALS);
    match verify(SAMPLE, output, Switches::COMMON, &normalizer) {
        Ok(()) => false,
        Err(differences) => {
            assert!(differences.iter().all(|it| it.code == "internal"));
            true
        }
    }
}

/// Positions of the pieces that are tokens.
fn token_positions(pieces: &[Piece]) -> impl Iterator<Item = usize> + '_ {
    (0..pieces.len()).filter(|i| !pieces[*i].is_space())
}

/// The sample's pieces with the one at `i` replaced.
fn replaced(i: usize, by: &[Piece]) -> String {
    let mut pieces = pieces(SAMPLE);
    pieces.splice(i..=i, by.iter().cloned());
    text_of(&pieces)
}

fn space(text: &str) -> Piece {
    Piece {
        kind: TokenKind::Whitespace,
        text: text.to_owned(),
    }
}

#[test]
fn sample_covers_every_kind_and_passes() {
    use TokenKind as Kind;
    let sample = pieces(SAMPLE);
    for kind in [
        Kind::Whitespace,
        Kind::LineComment,
        Kind::BlockComment,
        Kind::DatumComment,
        Kind::Directive,
        Kind::Shebang,
        Kind::String,
        Kind::Raw,
        Kind::Character,
        Kind::Atom,
        Kind::Dot,
        Kind::Open,
        Kind::Close,
        Kind::Prefix,
    ] {
        assert!(sample.iter().any(|piece| piece.kind == kind), "{kind:?}");
    }
    assert!(!is_refused(SAMPLE));
}

#[test]
fn a_lost_token_is_refused() {
    let sample = pieces(SAMPLE);
    for i in token_positions(&sample) {
        for instead in ["", " ", "\n"] {
            let output = replaced(i, &[space(instead)]);
            assert!(is_refused(&output), "without `{}`", sample[i].text);
        }
    }
}

#[test]
fn a_doubled_token_is_refused() {
    let sample = pieces(SAMPLE);
    for i in token_positions(&sample) {
        for between in ["", " ", "\n"] {
            let output = replaced(i, &[sample[i].clone(), space(between), sample[i].clone()]);
            assert!(is_refused(&output), "`{}` twice", sample[i].text);
        }
    }
}

#[test]
fn swapped_tokens_are_refused() {
    let sample = pieces(SAMPLE);
    let tokens: Vec<usize> = token_positions(&sample).collect();
    for (n, i) in tokens.iter().enumerate() {
        for j in &tokens[n + 1..] {
            if sample[*i].text == sample[*j].text {
                continue;
            }
            let mut swapped = sample.clone();
            swapped.swap(*i, *j);
            assert!(
                is_refused(&text_of(&swapped)),
                "`{}` and `{}` swapped",
                sample[*i].text,
                sample[*j].text
            );
        }
    }
}

/// A token, comment or directive that has gone elsewhere, however far.
#[test]
fn a_moved_token_is_refused() {
    let sample = pieces(SAMPLE);
    for from in token_positions(&sample) {
        for to in token_positions(&sample) {
            let (low, high) = (from.min(to), from.max(to));
            let crossed = sample[low..=high].iter().filter(|piece| !piece.is_space());
            if crossed.clone().all(|piece| piece.text == sample[from].text) {
                continue;
            }
            let mut moved = sample.clone();
            let piece = moved.remove(from);
            moved.insert(to, piece);
            let text: String = moved
                .iter()
                .map(|piece| format!("{}\n", piece.text))
                .collect();
            assert!(is_refused(&text), "`{}` moved to {to}", sample[from].text);
        }
    }
}

/// Every byte of a token counts, but for the blanks at a comment's end.
#[test]
fn a_changed_token_is_refused() {
    let sample = pieces(SAMPLE);
    for i in token_positions(&sample) {
        let old = &sample[i].text;
        for (at, byte) in old.bytes().enumerate() {
            for new in [b'x', b'(', b')', b'"', b';', b'#', b'|', b'\\', b' ', b'\n'] {
                if new == byte {
                    continue;
                }
                let mut changed = old.clone().into_bytes();
                changed[at] = new;
                let changed = String::from_utf8(changed).expect("ASCII stays ASCII");
                let output = replaced(
                    i,
                    &[Piece {
                        kind: sample[i].kind,
                        text: changed.clone(),
                    }],
                );
                assert!(is_refused(&output), "`{old}` became `{changed}`");
            }
        }
    }
}

#[test]
fn a_split_token_is_refused() {
    let sample = pieces(SAMPLE);
    for i in token_positions(&sample) {
        let old = &sample[i].text;
        for at in 1..old.len() {
            for blank in [" ", "\n"] {
                // A here string brings its line end along.
                if blank == &old[at..] {
                    continue;
                }
                let output = replaced(i, &[space(&old[..at]), space(blank), space(&old[at..])]);
                assert!(is_refused(&output), "`{old}` split at {at}");
            }
        }
    }
}

/// Taking white space away is refused but inside of round and square brackets and after some prefixes.
#[test]
fn glued_tokens_are_refused() {
    let sample = pieces(SAMPLE);
    let mut refused = 0;
    for i in 1..sample.len() - 1 {
        if !sample[i].is_space() {
            continue;
        }
        let (before, after) = (sample[i - 1].text.as_str(), sample[i + 1].text.as_str());
        let output = replaced(i, &[]);
        if before == "(" || after == ")" && !before.starts_with("#<<") {
            continue;
        }
        assert!(is_refused(&output), "`{before}` and `{after}` glued");
        refused += 1;
    }
    assert!(refused > 20, "only {refused} joints tried");
}

/// Putting white space in between two tokens that touch is refused where some reader takes them for one.
#[test]
fn separated_tokens_are_rejected() {
    let sample = pieces(SAMPLE);
    let mut separated = Vec::new();
    for i in 1..sample.len() {
        let (before, after) = (&sample[i - 1], &sample[i]);
        if before.is_space() || after.is_space() {
            continue;
        }
        let mut output = sample.clone();
        output.insert(i, space(" "));
        if is_refused(&text_of(&output)) {
            separated.push(format!("{} {}", before.text, after.text));
        }
    }
    assert_eq!(
        separated,
        [
            "' a", ", c", ",@ d", "#' e", "{ w", "w }", "x '", "' y", "a ,", ", b", "#& box"
        ]
    );
}

/// What the formatter itself does to white space and comments passes.
#[test]
fn white_space_may_change() {
    let sample = pieces(SAMPLE);
    for i in 0..sample.len() {
        let after_raw = i > 0 && sample[i - 1].kind == TokenKind::Raw;
        if sample[i].is_space() && !after_raw {
            let output = replaced(i, &[space("\n \t\n")]);
            assert!(!is_refused(&output), "white space {i}");
        }
        if sample[i].kind == TokenKind::LineComment {
            let output = replaced(i, &[sample[i].clone(), space("  ")]);
            assert!(!is_refused(&output), "blanks after `{}`", sample[i].text);
        }
    }
}

/// A respelling passes if it is the canonical one, and only then.
#[test]
fn only_canonical_spellings_pass() {
    let normalizer = Normalizer::new(Dialect::Auto.policy(), Respelled::LITERALS);
    let passes = |old: &str, new: &str| verify(old, new, Switches::COMMON, &normalizer).is_ok();
    assert!(passes("#XFF #T #\\SPACE", "#xff #t #\\space"));
    assert!(!passes("#XFF", "#xfe"));
    assert!(!passes("#xff", "#XFF"));
    assert!(!passes("#T", "#f"));
    assert!(!passes("ABC", "abc"));
    assert!(!passes("\"ABC\"", "\"abc\""));
    assert!(!passes("; #T", "; #t"));
    let keep = Normalizer::new(Dialect::Auto.policy(), Respelled::empty());
    assert!(verify("#T", "#t", Switches::COMMON, &keep).is_err());
}

/// Every kind of joint, and whether it may come apart or be closed.
#[test]
fn token_joints() {
    let normalizer = Normalizer::new(Dialect::Auto.policy(), Respelled::LITERALS);
    let passes = |old: &str, new: &str| verify(old, new, Switches::COMMON, &normalizer).is_ok();
    for (apart, together) in [
        ("( a)", "(a)"),
        ("(a )", "(a)"),
        ("[ a ]", "[a]"),
        ("' a", "'a"),
        ("` a", "`a"),
        (",@ a", ",@a"),
        ("#' a", "#'a"),
        (", a", ",a"),
        ("#, a", "#,a"),
        ("#` a", "#`a"),
        ("(^ (a) b)", "(^(a) b)"),
        ("[^ [a] b]", "[^[a] b]"),
    ] {
        assert!(passes(apart, together), "{apart}");
    }
    for (apart, together) in [
        ("(a)", "( a )"),
        ("\"a\"b", "\"a\" b"),
        ("(a)b", "(a) b"),
        ("a(b)", "a (b)"),
        ("a[b]", "a [b]"),
        ("a.(b)", "a. (b)"),
        ("#:a(b)", "#:a (b)"),
        ("a\"b\"", "a \"b\""),
        ("a;b", "a ;b"),
        ("'#|b|#a", "' #|b|# a"),
        ("'#|b|#\na", "' #|b|#\na"),
    ] {
        assert!(passes(apart, together), "{apart}");
    }
    for (old, new) in [
        ("a (b)", "a(b)"),
        ("^ (b)", "^(b)"),
        ("(a ^ (b))", "(a ^(b))"),
        ("(^ {b})", "(^{b})"),
        ("\"a\" b", "\"a\"b"),
        ("{ a}", "{a}"),
        ("{a }", "{a}"),
        ("#0= a", "#0=a"),
        (", @a", ",@a"),
        ("#, @a", "#,@a"),
        ("#` \"a\"", "#`\"a\""),
        ("a#b(c)", "a#b (c)"),
        ("#:a#b(c)", "#:a#b (c)"),
        ("#:(c)", "#: (c)"),
        ("a#b\"c\"", "a#b \"c\""),
        ("a.[b]", "a. [b]"),
        (".[b]", ". [b]"),
        ("a'b", "a 'b"),
        ("#\\(a", "#\\( a"),
        ("#\\;'a", "#\\; 'a"),
        ("{a}", "{ a}"),
        ("#&a", "#& a"),
    ] {
        assert!(!passes(old, new), "{old}");
    }
}

/// What a literal consists of stays together though the lexer takes it apart.
#[test]
fn unknown_literals_are_not_taken_apart() {
    let reading = Switches::COMMON.union(Switches::SUBSCRIPTS);
    let normalizer = Normalizer::new(Dialect::Auto.policy(), Respelled::LITERALS);
    for (old, new) in [
        (r"#/(\d+):(\d+)/", r"#/(\d+) :(\d+)/"),
        (r"#/(\d+):(\d+)/", r"#/(\d+):(\d+) /"),
        ("#/a(b)c/", "#/a(b) c/"),
        (r#"#"a~(f "b")c""#, r#"#"a~(f " b")c""#),
        ("Byte[]", "Byte []"),
        ("(int[] 1)", "(int [] 1)"),
        ("(f)[0]", "(f) [0]"),
        ("(f):name", "(f) :name"),
        ("\"a\":length", "\"a\" :length"),
    ] {
        assert!(verify(old, new, reading, &normalizer).is_err(), "{old}");
    }
}

/// What is the same to the byte is no proof where the texts' line ends are told otherwise, or a character is cut in two.
#[test]
fn equal_bytes_may_be_different_tokens() {
    let normalizer = Normalizer::new(Dialect::Auto.policy(), Respelled::LITERALS);
    let unicode = Switches::COMMON.union(Switches::UNICODE_SPACE);
    let passes = |old: &str, new: &str| verify(old, new, unicode, &normalizer).is_ok();
    // With a line feed in the text the comment goes on to it, and without one to the carriage return.
    assert!(!passes(";a\rb c\n", ";a\rb c\r"));
    assert!(!passes(";a\rb c\r", ";a\rb c\n"));
    assert!(passes("a\rb c\n", "a\rb c\r"));
    // Two characters that share their first byte: a letter or white space, or both white space.
    assert!(!passes("a\u{a2}b", "a\u{a0}b"));
    assert!(!passes("a\u{a0}b", "a\u{a2}b"));
    assert!(!passes("a\u{a2}", "a\u{a3}"));
    assert!(!passes("é è", "é é"));
    assert!(passes("a\u{2002}b", "a\u{2003}b"));
    assert!(passes("é\u{2002}b", "é\u{2003}b"));
}

/// The error says which token it is about.
#[test]
fn the_error_names_the_token() {
    let normalizer = Normalizer::new(Dialect::Auto.policy(), Respelled::LITERALS);
    let message = |old: &str, new: &str| {
        let mut found = verify(old, new, Switches::COMMON, &normalizer).expect_err("they differ");
        let error = found.remove(0);
        assert!(error.note.is_some_and(|note| note.contains("report")));
        (error.message, error.labels[0].span.clone())
    };
    let (changed, span) = message("a bc", "a bd");
    assert!(changed.contains("`bc` became `bd`"), "{changed}");
    assert_eq!(span, 2..4);
    assert!(message("a b", "a").0.contains("`b` was lost"));
    assert!(message("a", "a b").0.contains("`b` appeared"));
    assert!(message("a'b", "a 'b").0.contains("the space before `'`"));
}

/// Joints that differ are all told, and then the first token that does.
#[test]
fn differences_are_collected() {
    let normalizer = Normalizer::new(Dialect::Auto.policy(), Respelled::LITERALS);
    let spans = |old: &str, new: &str| -> Vec<_> {
        let found = verify(old, new, Switches::COMMON, &normalizer).expect_err("they differ");
        let labels = found.iter().map(|it| it.labels[0].span.clone());
        labels.collect()
    };
    assert_eq!(spans("a'b (c) {d}", "a 'b (c) { d}"), [1..2, 9..10]);
    assert_eq!(spans("a'b c d e'f", "a 'b d e 'f"), [1..2, 4..5]);
}
