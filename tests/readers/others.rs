//! Readers that are only asked by name, with `READER`: they take more to install than the gate has time for, or read what this
//! crate has no reading for, so that what they say has to be judged.

use schemefmt::Dialect;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::{Token, TokenKind as Kind};

use super::neighbours::LineEnds;
use super::schemes::{PAIRS, SCRIPT, SchemeReader};
use super::{Judge, Scope};

/// Scheme 48, which takes its program from its input.
const SCHEME48: SchemeReader = SchemeReader {
    name: "scheme48",
    programs: &["scheme48"],
    arguments: &[],
    script: concat!(include_str!("scheme48.scm"), include_str!("judge.scm")),
    has_byte_strings: false,
    skips_script_line: true,
};

/// SISC.
const SISC: SchemeReader = SchemeReader {
    name: "sisc",
    programs: &["sisc"],
    arguments: &["-x", SCRIPT],
    script: concat!(include_str!("sisc.scm"), include_str!("judge.scm")),
    has_byte_strings: false,
    skips_script_line: true,
};

/// LIPS, in a folder of npm's that `NODE_PATH` names.
const LIPS: SchemeReader = SchemeReader {
    name: "lips",
    programs: &["node"],
    arguments: &[SCRIPT],
    script: concat!(include_str!("lips.js"), include_str!("judge.js")),
    has_byte_strings: false,
    skips_script_line: true,
};

/// BiwaScheme, found in the same way.
const BIWA: SchemeReader = SchemeReader {
    name: "biwa",
    programs: &["node"],
    arguments: &[SCRIPT],
    script: concat!(include_str!("biwa.js"), include_str!("judge.js")),
    has_byte_strings: false,
    skips_script_line: true,
};

/// Steel, by the program of the crate in `tests/readers/steel`, which compares texts by itself.
const STEEL: SchemeReader = SchemeReader {
    name: "steel",
    programs: &["steel-judge"],
    arguments: &[PAIRS],
    script: "",
    has_byte_strings: false,
    skips_script_line: true,
};

pub(crate) const OTHERS: [Judge; 5] = [
    Judge::new(&SCHEME48, Dialect::Scheme48),
    Judge {
        scope: Scope::Own,
        is_odd: is_odd_to_sisc,
        ..Judge::new(&SISC, Dialect::R5rs)
    },
    Judge {
        scope: Scope::Own,
        is_odd: is_odd_to_lips,
        ..Judge::new(&LIPS, Dialect::Lips)
    },
    Judge {
        scope: Scope::Own,
        // A carriage return is a letter to it.
        line_ends: &[(LineEnds::Lf, "lf")],
        is_odd: is_odd_to_biwa,
        ..Judge::new(&BIWA, Dialect::Biwa)
    },
    Judge {
        scope: Scope::Own,
        is_odd: is_odd_to_steel,
        ..Judge::new(&STEEL, Dialect::Steel)
    },
];

/// Whether there is what SISC has otherwise: form feeds, backslashes and all beyond ASCII are letters to it, bars in a symbol are
/// not what they are to others, and a number with an imaginary part is a symbol.
fn is_odd_to_sisc(text: &str) -> bool {
    let is_imaginary = |token: Token| {
        let word = token.text(text);
        word.starts_with(|c: char| matches!(c, '+' | '-' | '.' | '#') || c.is_ascii_digit())
            && word.ends_with(['i', 'I'])
    };
    text.contains(['\u{c}', '\\', '|'])
        || !text.is_ascii()
        || Lexer::new(text, Switches::COMMON).any(is_imaginary)
}

/// Whether something goes on for LIPS that ends for others: a symbol or a literal up to a blank, a bracket or a `'`, so that
/// `a;b` is one, a character by a line end, and what starts with `#!` beyond everything.
fn is_odd_to_lips(text: &str) -> bool {
    let goes_on = |(kind, before, after): (Kind, &str, &str)| {
        let is_word = match kind {
            Kind::Atom | Kind::Character | Kind::Dot | Kind::Raw => true,
            Kind::String | Kind::Prefix => before.starts_with('#'),
            _ => false,
        };
        is_word && !after.starts_with(['(', ')', '[', ']', '\''])
    };
    text.contains("#!")
        || text.contains("#\\\r")
        || [Switches::empty(), Switches::BARS, Switches::REGEXPS]
            .into_iter()
            .any(|switches| joints(text, switches).any(goes_on))
}

/// Whether there is a form feed, which is a letter to BiwaScheme, or a dot that touches a string, which is one, too.
fn is_odd_to_biwa(text: &str) -> bool {
    text.contains('\u{c}') || joints(text, Switches::COMMON).any(|(kind, ..)| kind == Kind::Dot)
}

/// Whether a token ends where it does not for Steel, to whose tokens that start with `#` or like a number everything belongs up
/// to a blank or a bracket, so that `#t;b` is one symbol, and a first line that starts with `#!`, whatever follows.
fn is_odd_to_steel(text: &str) -> bool {
    let goes_on = |(_, before, after): (Kind, &str, &str)| {
        let first = |c: char| matches!(c, '#' | '+' | '-' | '.') || c.is_ascii_digit();
        before.starts_with(first) && !after.starts_with(['(', ')', '[', ']'])
    };
    text.starts_with("#!") || joints(text, Switches::COMMON).any(goes_on)
}

/// The tokens of a text that touch the next one: their kinds and texts, and the next ones.
fn joints(text: &str, switches: Switches) -> impl Iterator<Item = (Kind, &str, &str)> {
    let tokens: Vec<_> = Lexer::new(text, switches).collect();
    let touching: Vec<_> = tokens
        .windows(2)
        .filter(|pair| pair.iter().all(|token| token.kind != Kind::Whitespace))
        .map(|pair| (pair[0].kind, pair[0].text(text), pair[1].text(text)))
        .collect();
    touching.into_iter()
}
