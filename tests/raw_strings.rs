//! Raw strings (SRFI 267) beside tokens of every kind, as a model of their readers finds them before and after a text is formatted.
//!
//! Readers with raw strings cannot be asked here, and a reader without them may be meant as well. So the model is of both kinds: it splits
//! a text into tokens, without white space and comments, with raw strings or with `#"..."` as a string of another kind.
//! `RAW_STRING_TEXTS` sets how many texts are tried.
#![allow(missing_docs)]

#[path = "readers/neighbours.rs"]
#[allow(dead_code, reason = "other tests need more of it")]
mod neighbours;

use neighbours::{Neighbours, Random};
use schemefmt::options::{LineBreaks, Literals};
use schemefmt::{Dialect, Options, format};

/// What `#"` begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HashQuote {
    RawString,
    OtherString,
}

/// The tokens of a text, as far as they are data; none if the text ends within one, or its brackets do not match.
fn tokens(text: &str, hash_quote: HashQuote) -> Option<Vec<&str>> {
    let mut tokens = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            _ if first.is_ascii_whitespace() => 1,
            ';' => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("#|") => block_comment(rest)?,
            '(' | '[' => {
                open.push(if first == '(' { ')' } else { ']' });
                1
            }
            ')' | ']' => {
                (open.pop()? == first).then_some(())?;
                1
            }
            _ if prefix(rest) > 0 => prefix(rest),
            '"' => quoted(rest, 0)?,
            '#' if rest.starts_with("#\"") => match hash_quote {
                HashQuote::RawString => raw_string(rest)?,
                HashQuote::OtherString => quoted(rest, 1)?,
            },
            _ => symbol(rest)?,
        };
        let is_datum = !first.is_ascii_whitespace() && first != ';' && !rest.starts_with("#|");
        tokens.extend(is_datum.then(|| &rest[..length]));
        at += length;
    }
    open.is_empty().then_some(tokens)
}

/// The length of the mark that a text starts with, before a datum; otherwise 0.
fn prefix(text: &str) -> usize {
    let label = text.strip_prefix('#').unwrap_or_default();
    let rest = label.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < label.len() && rest.starts_with('=') {
        return text.len() - rest.len() + 1;
    }
    let marks = ["#;", "#,@", "#'", "#`", "#,", ",@", "'", "`", ","];
    let mark = marks.iter().find(|mark| text.starts_with(**mark));
    mark.map_or(0, |mark| mark.len())
}

fn block_comment(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    loop {
        match text.get(at..at + 2).unwrap_or("  ") {
            "#|" => (depth, at) = (depth + 1, at + 2),
            "|#" => (depth, at) = (depth - 1, at + 2),
            _ => at += text[at..].chars().next()?.len_utf8(),
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// The length of something between two marks, the first of which is at an offset; a backslash escapes the character after it.
fn quoted(text: &str, from: usize) -> Option<usize> {
    let mut characters = text[from..].char_indices();
    let (_, mark) = characters.next()?;
    loop {
        match characters.next()? {
            (_, '\\') => drop(characters.next()?),
            (at, c) if c == mark => return Some(from + at + 1),
            _ => {}
        }
    }
}

fn raw_string(text: &str) -> Option<usize> {
    let (delimiter, rest) = text[2..].split_once('"')?;
    let delimiter = format!("\"{delimiter}\"");
    Some(text.len() - rest.len() + rest.find(&delimiter)? + delimiter.len())
}

/// The length of a character, or of a symbol or the like, in which bars quote; none if it is only read with an extension.
fn symbol(text: &str) -> Option<usize> {
    let mut at = 0;
    if let Some(rest) = text.strip_prefix('#') {
        let next = rest.chars().next()?;
        at = match next {
            '(' => return Some(1),
            '\\' => 2 + rest[1..].chars().next()?.len_utf8(),
            ':' | '0'..='9' | 'a'..='z' | 'A'..='Z' => 1,
            _ => return None,
        };
        // A mark is a character by itself.
        if text[..at].ends_with(|c: char| c.is_whitespace() || "()[]\";'`,|".contains(c)) {
            return Some(at);
        }
    }
    while let Some(next) = text[at..].chars().next() {
        at += match next {
            '|' => quoted(&text[at..], 0)?,
            _ if next.is_ascii_whitespace() || "()[]\";'`,".contains(next) => break,
            '\\' | '{' | '}' => return None,
            _ => next.len_utf8(),
        };
    }
    Some(at)
}

/// Pieces of delimiters, and of what is between them.
const PIECES: &[&str] = &[
    "", "", "", "a", "a  b", "-", " ", ";", "#|", "|#", "(", ")", "[", "]", "|", "\\", "'", "#",
    "#;", "#\\", "\n", "  \n", "\n  ", "{", "}", ",@", "λ", "\t",
];

/// A random raw string.
fn draw_raw_string(random: &mut Random) -> String {
    let mut pieces = |others: &[&str]| -> String {
        let count = random.below(4);
        let from = (0..count).map(|_| random.below(PIECES.len() + others.len()));
        let from: Vec<usize> = from.collect();
        let piece = |at: usize| PIECES.get(at).or_else(|| others.get(at - PIECES.len()));
        from.into_iter().filter_map(piece).copied().collect()
    };
    loop {
        let delimiter = format!("\"{}\"", pieces(&[]));
        let inside = pieces(&[
            "\"",
            "\"",
            "\"\"",
            "\\\"",
            "#\"",
            &delimiter[..delimiter.len() - 1],
        ]);
        let string = format!("#{delimiter}{inside}{delimiter}");
        if raw_string(&string) == Some(string.len()) {
            return string;
        }
    }
}

fn texts() -> impl Iterator<Item = String> {
    let count =
        std::env::var("RAW_STRING_TEXTS").map_or(2_000, |count| count.parse().expect("a number"));
    let can_read = |texts: &[String]| {
        let can_read = |text: &String| tokens(text, HashQuote::RawString).is_some();
        texts.iter().map(can_read).collect()
    };
    let mut random = Random(267);
    let neighbours = Neighbours::new(267, can_read).take(count);
    neighbours.map(move |pieces| {
        let mut pieces: Vec<String> = pieces.into_iter().map(str::to_owned).collect();
        for _ in 0..1 + random.below(2) {
            let at = random.below(pieces.len() + 1);
            pieces.insert(at, draw_raw_string(&mut random));
        }
        pieces.concat()
    })
}

/// Formats a text in a mode; none if it is refused, or shows that it is for readers of the other kind.
fn formatted(text: &str, kind: HashQuote, dialect: Dialect, mode: LineBreaks) -> Option<String> {
    let mut options = Options::default();
    options.dialect = dialect;
    options.style.line_breaks = mode;
    options.literals = Literals::Keep;
    let formatted = format(text.as_bytes(), &options).ok()?;
    let has_others = [Dialect::Racket, Dialect::Gauche, Dialect::Gambit];
    let is_other = has_others.contains(&formatted.dialect.dialect);
    let output = String::from_utf8(formatted.output).expect("UTF-8, as it came");
    (kind == HashQuote::OtherString || !is_other).then_some(output)
}

#[test]
fn a_model_of_their_readers_finds_the_same() {
    const MODES: [LineBreaks; 3] = [
        LineBreaks::Canonical,
        LineBreaks::Persistent,
        LineBreaks::Keep,
    ];
    let kinds = [
        (
            HashQuote::RawString,
            [Dialect::Auto, Dialect::Stklos, Dialect::R7rs],
        ),
        (
            HashQuote::OtherString,
            [Dialect::Auto, Dialect::Gauche, Dialect::Bigloo],
        ),
    ];
    let mut faults = Vec::new();
    for (kind, dialects) in kinds {
        let mut tried = 0;
        let settings = dialects
            .into_iter()
            .flat_map(|dialect| MODES.map(|mode| (dialect, mode)));
        for text in texts() {
            let Some(before) = tokens(&text, kind) else {
                continue;
            };
            for (dialect, mode) in settings.clone() {
                let Some(after) = formatted(&text, kind, dialect, mode) else {
                    continue;
                };
                tried += 1;
                if tokens(&after, kind).as_ref() != Some(&before) {
                    let how = format!("{kind:?} {dialect} {mode:?}");
                    faults.push(format!("{how}: {text:?} became {after:?}"));
                }
            }
        }
        assert!(tried > 0, "{kind:?}");
    }
    let shown = &faults[..faults.len().min(20)];
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        shown.join("\n")
    );
}
