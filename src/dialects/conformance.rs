//! Whether a text conforms to the lexical grammar of a report: warnings that cite the violated rule.
//!
//! Only the reports have such a grammar, so there are no warnings for the other dialects. What can be listed is in two
//! tables: the `SPELLINGS` that a report has, and the `Sections` with its rules. What the four grammars have in common
//! (matching brackets, terminated strings) is left to the parser.

use unicode_general_category::{GeneralCategory, get_general_category};

use crate::dialects::Dialect;
use crate::dialects::normalize::{is_r5rs_initial, is_r5rs_subsequent, is_r5rs_word, scalar_value};
use crate::syntax::number;
use crate::syntax::token::{Token, TokenKind};
use crate::text::diagnostics::Diagnostic;
use Standard::{R5rs, R6rs, R7rs, Tiny};

/// The reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standard {
    R5rs,
    R6rs,
    R7rs,
    Tiny,
}

/// Spellings, and the reports that have them: brackets, marks, comments, directives, booleans, characters with a name, and the
/// escapes of strings.
const SPELLINGS: &[(&[Standard], &str)] = &[
    (&[R5rs, R6rs, R7rs, Tiny], "( ' #t #f"),
    (&[R5rs, R6rs, R7rs], r#"#( ` , ,@ #\space #\newline \" \\"#),
    (
        &[R6rs, R7rs],
        r"#| #; #\alarm #\backspace #\delete #\return #\tab \a \b \t \n \r",
    ),
    (
        &[R6rs],
        r"[ #vu8( #' #` #, #,@ #!r6rs #\nul #\linefeed #\vtab #\page #\esc \v \f",
    ),
    (
        &[R7rs],
        r"#u8( #!fold-case #!no-fold-case #true #false #\escape #\null \|",
    ),
];

/// The sections of R5RS, R6RS and R7RS that have a rule.
type Sections = [&'static str; 3];

/// A violation of the rule in some sections: its code and a message.
type Violation = (&'static str, String, Sections);

const LEXICAL: Sections = ["R5RS §7.1.1", "R6RS §4.2.1", "R7RS §7.1.1"];
const COMMENTS: Sections = ["R5RS §2.2", "R6RS §4.2.3", "R7RS §2.2"];
const DIRECTIVES: Sections = ["R5RS §7.1.1", "R6RS §4.2.3", "R7RS §2.1"];
const BRACKETS: Sections = ["R5RS §2.3", "R6RS §4.2.1", "R7RS §2.3"];
const STRINGS: Sections = ["R5RS §6.3.5", "R6RS §4.2.7", "R7RS §6.7"];
const CHARACTERS: Sections = ["R5RS §6.3.4", "R6RS §4.2.6", "R7RS §6.6"];
const NUMBERS: Sections = ["R5RS §6.2.4", "R6RS §4.2.8", "R7RS §6.2.5"];
const IDENTIFIERS: Sections = ["R5RS §7.1.1", "R6RS §4.2.4", "R7RS §7.1.1"];
const BARS: Sections = ["R5RS §2.3", "R6RS §4.2.4", "R7RS §2.1"];

/// The rule for everything that the tiny Scheme leaves out.
const TINY: &str =
    "the tiny Scheme: identifiers, integers, #t, #f, lists, quotes and comments to the line's end";

/// The warnings for the tokens of `text` under `dialect`, in source order. Empty except for `r5rs`, `r6rs`, `r7rs` and
/// `tiny`.
pub fn check(tokens: impl Iterator<Item = Token>, text: &str, dialect: Dialect) -> Vec<Diagnostic> {
    let report = match dialect {
        Dialect::R5rs => R5rs,
        Dialect::R6rs => R6rs,
        Dialect::R7rs => R7rs,
        Dialect::Tiny => Tiny,
        _ => return Vec::new(),
    };
    let mut warnings = Vec::new();
    let mut before: Option<Token> = None;
    for token in tokens {
        let word = token.text(text);
        let found = report.token(token.kind, word).or_else(|| {
            let before = before.filter(|before| before.end == token.start)?;
            report.joint(before.kind, token.kind, word)
        });
        warnings.extend(found.map(|(code, message, sections)| {
            Diagnostic::warning(code, message, token.span()).with_note(report.rule(sections))
        }));
        before = Some(token);
    }
    warnings
}

impl Standard {
    fn name(self) -> &'static str {
        ["R5RS", "R6RS", "R7RS", "the tiny Scheme"][self as usize]
    }

    /// The rule in one of these sections.
    fn rule(self, [r5rs, r6rs, r7rs]: Sections) -> &'static str {
        [r5rs, r6rs, r7rs, TINY][self as usize]
    }

    fn has(self, spelling: &str) -> bool {
        let mut rows = SPELLINGS
            .iter()
            .filter(|(standards, _)| standards.contains(&self));
        rows.any(|(_, spellings)| spellings.split(' ').any(|known| known == spelling))
    }

    fn not_in(self, code: &'static str, what: &str, sections: Sections) -> Option<Violation> {
        let message = format!("{what} is not in {}", self.name());
        Some((code, message, sections))
    }

    fn token(self, kind: TokenKind, text: &str) -> Option<Violation> {
        let not_in = |code, what, sections| self.not_in(code, what, sections);
        let is_alien = |c: char| !matches!(c, ' ' | '\t' | '\n' | '\x0C');
        let this_not_in = |code, sections| self.not_in(code, &format!("`{text}`"), sections);
        match kind {
            // In the other reports, further white space is up to the implementation (R5RS §2.2, R7RS §7.1.1) or a Unicode
            // category, which the lexer checks (R6RS §4.2.1).
            TokenKind::Whitespace if self == Tiny && text.contains(is_alien) => {
                not_in("white-space", "white space such as this", LEXICAL)
            }
            TokenKind::Shebang if self == Tiny => {
                not_in("hash-syntax", "a first line with `#!`", LEXICAL)
            }
            TokenKind::String if self == Tiny => not_in("string", "a string", LEXICAL),
            TokenKind::Character if self == Tiny => not_in("character", "a character", LEXICAL),
            TokenKind::BlockComment if text.starts_with("#!") => {
                not_in("block-comment", "`#! ... !#`", COMMENTS)
            }
            TokenKind::BlockComment if !self.has("#|") => {
                not_in("block-comment", "`#| ... |#`", COMMENTS)
            }
            TokenKind::DatumComment if !self.has(text) => this_not_in("datum-comment", COMMENTS),
            TokenKind::Directive if !self.has(text) => this_not_in("directive", DIRECTIVES),
            TokenKind::Raw if text.starts_with("#!eof") => {
                not_in("directive", "`#!eof`", DIRECTIVES)
            }
            TokenKind::Raw => not_in("hash-syntax", "this `#` syntax", LEXICAL),
            TokenKind::Open if !self.has(text) => match text {
                "[" | "{" => {
                    let message = format!("`{text}` is reserved in {}", self.name());
                    Some(("bracket", message, BRACKETS))
                }
                _ => this_not_in("vector-prefix", LEXICAL),
            },
            TokenKind::Prefix if !self.has(text) && !self.is_label(text, "=") => {
                this_not_in("prefix", LEXICAL)
            }
            TokenKind::String => self.string(text),
            TokenKind::Character => self.character(text),
            TokenKind::Atom => self.atom(text),
            _ => None,
        }
    }

    /// Checks two adjacent tokens, the first of which needs a delimiter after it (R5RS §7.1.1, R6RS §4.2.1, R7RS §7.1.1).
    fn joint(self, before: TokenKind, kind: TokenKind, text: &str) -> Option<Violation> {
        use TokenKind::{Atom, Character, Close, Dot, LineComment, Whitespace};
        let needs_delimiter = matches!(before, Atom | Character | Dot);
        let delimits = matches!(kind, Whitespace | LineComment | Close)
            || text.starts_with(['(', '[', '"'])
            || self == R6rs && text.starts_with('#');
        if !needs_delimiter || delimits {
            return None;
        }
        let message = format!(
            "{} requires a delimiter between this and the token before it",
            self.name()
        );
        Some(("delimiter", message, LEXICAL))
    }

    fn string(self, text: &str) -> Option<Violation> {
        let Some(mut rest) = text.strip_prefix('"') else {
            return match is_raw(text) {
                true => self.not_in("raw-string", "a raw string", LEXICAL),
                false => self.not_in("string-prefix", "a string with a prefix", LEXICAL),
            };
        };
        while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
            rest = &rest[at..];
            let Some(len) = self.escape(rest) else {
                let escaped: String = rest.chars().skip(1).take(1).map(visible).collect();
                let what = format!("the escape `\\{escaped}`");
                return self.not_in("string-escape", &what, STRINGS);
            };
            rest = &rest[len..];
        }
        None
    }

    /// The length of the string escape at the start of `rest`.
    fn escape(self, rest: &str) -> Option<usize> {
        let escape = &rest[..1 + rest[1..].chars().next()?.len_utf8()];
        match (self, escape) {
            _ if self.has(escape) => Some(escape.len()),
            (R6rs | R7rs, "\\x") | (R7rs, "\\X") => hex_escape(rest),
            (R6rs | R7rs, _) => Some(1 + line_continuation(&rest[1..])?),
            _ => None,
        }
    }

    fn character(self, text: &str) -> Option<Violation> {
        let name = text.strip_prefix("#\\")?;
        let lower = text.to_ascii_lowercase();
        let hex = |marker: char| name.strip_prefix(marker).and_then(scalar_value).is_some();
        let is_known = match self {
            _ if name.chars().count() == 1 => true,
            // Case is significant in `#\A`, not in `#\Space`.
            R5rs => self.has(&lower),
            R6rs => self.has(text) || hex('x'),
            R7rs => self.has(text) || hex('x') || hex('X'),
            Tiny => false,
        };
        if is_known {
            return None;
        }
        if !self.has(&lower) {
            return self.not_in("character-name", &format!("`{text}`"), CHARACTERS);
        }
        let message = format!(
            "the case of a character name is significant in {}: `{lower}`",
            self.name()
        );
        Some(("character-case", message, CHARACTERS))
    }

    fn atom(self, text: &str) -> Option<Violation> {
        if self.is_number(text) || self.is_identifier(text) {
            return None;
        }
        if text.starts_with('#') {
            return self.hash(text);
        }
        let begins_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let after_signs = text.trim_start_matches(['+', '-']).trim_start_matches('.');
        let name = self.name();
        if begins_with_digit(text) {
            let message = format!(
                "`{text}` is not a number of {name}, and an identifier cannot begin with a digit"
            );
            return Some(("number-like", message, IDENTIFIERS));
        }
        if self != Tiny && begins_with_digit(after_signs) {
            let message = format!("`{text}` is neither a number nor an identifier of {name}");
            return Some(("number-like", message, IDENTIFIERS));
        }
        if text.contains('|') && self != R7rs {
            return self.not_in("bar", "`|`", BARS);
        }
        let message = match text.chars().find(|&c| !self.is_subsequent(c)) {
            Some(c) => format!("`{}` cannot stand in an identifier of {name}", visible(c)),
            None => format!("`{text}` is not an identifier of {name}"),
        };
        Some(("identifier", message, IDENTIFIERS))
    }

    /// Checks an atom that starts with `#` and is no number.
    fn hash(self, text: &str) -> Option<Violation> {
        // The case of a boolean is insignificant, but not in the tiny Scheme.
        let is_boolean =
            self != Tiny && !text.starts_with("#!") && self.has(&text.to_ascii_lowercase());
        if self.has(text) || is_boolean || self.is_label(text, "#") {
            return None;
        }
        let this = format!("`{text}`");
        match text.as_bytes().get(1).map(u8::to_ascii_lowercase) {
            Some(b'!') => self.not_in("directive", &this, DIRECTIVES),
            Some(b':') => self.not_in("keyword", &format!("the keyword {this}"), LEXICAL),
            Some(b'b' | b'o' | b'd' | b'x' | b'e' | b'i') if self != Tiny => {
                let message = format!("{this} is not a number of {}", self.name());
                Some(("number-like", message, NUMBERS))
            }
            _ => self.not_in("hash-syntax", &this, LEXICAL),
        }
    }

    /// Whether a token is a label, up to this end (R7RS §2.4).
    fn is_label(self, text: &str, end: &str) -> bool {
        let label = text
            .strip_prefix('#')
            .and_then(|rest| rest.strip_suffix(end));
        let is_number = |label: &str| label.bytes().all(|byte| byte.is_ascii_digit());
        self == R7rs && label.is_some_and(|label| !label.is_empty() && is_number(label))
    }

    fn is_number(self, text: &str) -> bool {
        let lacking = match self {
            R5rs => number::NOT_IN_R5RS,
            R6rs => number::NOT_IN_R6RS,
            R7rs => number::NOT_IN_R7RS,
            Tiny => {
                let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
                return !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            }
        };
        number::is_number(text.as_bytes(), lacking)
    }

    fn is_identifier(self, text: &str) -> bool {
        match self {
            R5rs => is_r5rs_word(text) || matches!(text, "+" | "-" | "..."),
            R6rs => is_r6rs_identifier(text),
            R7rs => is_r7rs_identifier(text),
            Tiny => text.starts_with(is_tiny_letter) && text.chars().all(|c| self.is_subsequent(c)),
        }
    }

    /// Whether an identifier may contain this character after the first one.
    fn is_subsequent(self, c: char) -> bool {
        match self {
            Tiny => is_tiny_letter(c) || c.is_ascii_digit(),
            _ if c.is_ascii() => is_r5rs_subsequent(c),
            R5rs => false,
            R6rs => is_initial(c) || is_mark_or_digit(c),
            R7rs => is_initial(c) || is_mark_or_digit(c) || is_joiner(c),
        }
    }
}

/// Whether a string with a prefix is a raw one (SRFI 267): `#"X"a"X"`.
fn is_raw(text: &str) -> bool {
    let rest = text.strip_prefix("#\"").unwrap_or_default();
    let inside = rest.find('"').map(|length| &text[1..length + 3]);
    inside.is_some_and(|delimiter| rest.len() > delimiter.len() && rest.ends_with(delimiter))
}

/// R6RS §4.2.4.
fn is_r6rs_identifier(text: &str) -> bool {
    let subsequents = |mut rest: &str| {
        while let Some(c) = rest.chars().next() {
            let len = match hex_escape(rest) {
                Some(len) if rest.starts_with("\\x") => len,
                _ if R6rs.is_subsequent(c) => c.len_utf8(),
                _ => return false,
            };
            rest = &rest[len..];
        }
        true
    };
    let is_first = |c: char| is_initial(c) || c == '\\';
    match text.strip_prefix("->") {
        Some(rest) => subsequents(rest),
        None => {
            matches!(text, "+" | "-" | "...") || text.starts_with(is_first) && subsequents(text)
        }
    }
}

/// R7RS §7.1.1, with the characters beyond ASCII of §2.1.
fn is_r7rs_identifier(text: &str) -> bool {
    let inside = text
        .strip_prefix('|')
        .and_then(|rest| rest.strip_suffix('|'));
    if let Some(inside) = inside {
        return is_r7rs_quoted(inside);
    }
    let is_first = |c: char| is_initial(c) || is_joiner(c);
    let begins_word = |rest: &str| rest.starts_with(|c| is_first(c) || "+-@".contains(c));
    let begins_dotted = |rest: &str| begins_word(rest) || rest.starts_with('.');
    let begins = match text.strip_prefix(['+', '-']) {
        Some(rest) => {
            rest.is_empty()
                || begins_word(rest)
                || rest.strip_prefix('.').is_some_and(begins_dotted)
        }
        None => text.starts_with(is_first) || text.strip_prefix('.').is_some_and(begins_dotted),
    };
    begins && text.chars().all(|c| R7rs.is_subsequent(c))
}

/// What may stand between the bars of R7RS §7.1.1.
fn is_r7rs_quoted(mut rest: &str) -> bool {
    while let Some(at) = rest.find(['\\', '|']) {
        let escape = &rest[at..];
        let len = match escape.as_bytes() {
            [b'\\', b'a' | b'b' | b't' | b'n' | b'r' | b'|', ..] => Some(2),
            _ => hex_escape(escape),
        };
        match len {
            Some(len) => rest = &escape[len..],
            None => return false,
        }
    }
    true
}

/// Whether an identifier may start with this character. R5RS §7.1.1, R6RS §4.2.4 and R7RS §2.1 agree, except that R5RS is
/// limited to ASCII.
fn is_initial(c: char) -> bool {
    use GeneralCategory::*;
    if c.is_ascii() {
        return is_r5rs_initial(c);
    }
    matches!(
        get_general_category(c),
        UppercaseLetter
            | LowercaseLetter
            | TitlecaseLetter
            | ModifierLetter
            | OtherLetter
            | NonspacingMark
            | LetterNumber
            | OtherNumber
            | DashPunctuation
            | ConnectorPunctuation
            | OtherPunctuation
            | CurrencySymbol
            | MathSymbol
            | ModifierSymbol
            | OtherSymbol
            | PrivateUse
    )
}

/// Whether a character may continue an identifier but not start it: Nd, Mc and Me (R6RS §4.2.4, R7RS §2.1).
fn is_mark_or_digit(c: char) -> bool {
    matches!(
        get_general_category(c),
        GeneralCategory::DecimalNumber
            | GeneralCategory::SpacingMark
            | GeneralCategory::EnclosingMark
    )
}

/// A character, or its number if it is invisible or looks like another.
fn visible(c: char) -> String {
    use GeneralCategory::*;
    match get_general_category(c) {
        Control | Format | Unassigned | NonspacingMark | EnclosingMark | SpaceSeparator
        | LineSeparator | ParagraphSeparator | PrivateUse => c.escape_unicode().to_string(),
        _ => c.to_string(),
    }
}

/// Zero width joiner and non-joiner (R7RS §2.1).
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// In the tiny Scheme, signs and points count as letters, and so does every byte beyond ASCII.
fn is_tiny_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || !c.is_ascii() || "+-.*/<=>!?:$%_&^~".contains(c)
}

/// The length of the blanks, line end and blanks at the start of `rest` (R6RS §4.2.7, R7RS §6.7).
fn line_continuation(rest: &str) -> Option<usize> {
    let blank = |c: char| c == '\t' || get_general_category(c) == GeneralCategory::SpaceSeparator;
    let line_end = rest.trim_start_matches(blank);
    let ends = ["\r\n", "\r\u{85}", "\n", "\r", "\u{85}", "\u{2028}"];
    let next = ends.iter().find_map(|end| line_end.strip_prefix(end))?;
    Some(rest.len() - next.trim_start_matches(blank).len())
}

/// The length of the hex escape `\x41;` at the start of a text (R6RS §4.2.7, R7RS §6.7). The `x` may be upper case.
fn hex_escape(text: &str) -> Option<usize> {
    let digits = text.strip_prefix("\\x").or(text.strip_prefix("\\X"))?;
    let len = digits.find(|c: char| !c.is_ascii_hexdigit())?;
    let is_escape = digits[len..].starts_with(';') && scalar_value(&digits[..len]).is_some();
    is_escape.then_some(2 + len + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lexer::{Lexer, Switches};

    const REPORTS: [(char, Dialect); 4] = [
        ('5', Dialect::R5rs),
        ('6', Dialect::R6rs),
        ('7', Dialect::R7rs),
        ('t', Dialect::Tiny),
    ];

    /// The codes of the warnings for `text`.
    fn codes(text: &str, dialect: Dialect) -> String {
        let switches = Switches::COMMON.union(Switches::RAW_STRINGS);
        let warnings = check(Lexer::new(text, switches), text, dialect);
        let codes: Vec<_> = warnings.iter().map(|warning| warning.code).collect();
        codes.join(" ")
    }

    /// A text and the reports under which it is faultless.
    const FAULTLESS: &[(&str, &str)] = &[
        ("567t", "(define x '(a . b)) ; comment"),
        ("567t", "(+ -12 +7 007 - x->y a! $%&*/:<=>?^_~)"),
        ("67t", "->x"),
        ("567t", "#t #f"),
        (
            "567",
            "#T #F \"a\\\"b\\\\\" #\\a #\\( #\\space #\\newline `(a ,b ,@c) #(1)",
        ),
        ("567", "#\\A #\\x #\\; ..."),
        ("567", "1.5e3 #xFF 1/2 1@2 +i"),
        ("5", "#\\Space #\\NEWLINE 15## #x1##"),
        ("56", "1s3"),
        ("67", "#| a #| b |# |# #; (x) c"),
        (
            "67",
            "+inf.0 -nan.0 \"\\a\\n\\x3BB;\" #\\x3BB #\\tab #\\alarm #\\return #\\delete",
        ),
        ("67", "\"a\\ \n  b\" \u{3bb} a\u{301} \u{2192}"),
        ("6", "[a b] #vu8(1) #'x #`x #,x #,@x #!r6rs \"\\v\\f\""),
        (
            "6",
            "#\\nul #\\esc #\\vtab #\\page #\\linefeed \\x41;b 1.5 ->",
        ),
        (
            "7",
            "#u8(1) #0=(a . #0#) #!fold-case #true #FALSE |a b\\x41;\\n| ||",
        ),
        (
            "7",
            "#\\null #\\escape #\\X41 \"\\|\\X41;\" +.x .x -- +@ 1e3",
        ),
        ("t", "-1x +a a.b .a .. / \u{e9}\u{85}\u{a0}"),
    ];

    #[test]
    fn syntax_of_a_report_draws_no_warning() {
        for (reports, text) in FAULTLESS {
            for (report, dialect) in REPORTS {
                assert_eq!(
                    codes(text, dialect).is_empty(),
                    reports.contains(report),
                    "{text} under {dialect}: {}",
                    codes(text, dialect)
                );
            }
        }
    }

    /// A text with one fault, and its code under each report, `-` where it has none.
    const FAULTS: &[(&str, [&str; 4])] = &[
        ("[", ["bracket", "-", "bracket", "bracket"]),
        ("{", ["bracket"; 4]),
        ("#(", ["-", "-", "-", "vector-prefix"]),
        (
            "#vu8(",
            ["vector-prefix", "-", "vector-prefix", "vector-prefix"],
        ),
        (
            "#u8(",
            ["vector-prefix", "vector-prefix", "-", "vector-prefix"],
        ),
        ("#f64(", ["vector-prefix"; 4]),
        ("#| |#", ["block-comment", "-", "-", "block-comment"]),
        ("#;", ["datum-comment", "-", "-", "datum-comment"]),
        ("#!r6rs", ["directive", "-", "directive", "directive"]),
        ("#!fold-case", ["directive", "directive", "-", "directive"]),
        ("#!default", ["directive"; 4]),
        ("#!eof (", ["directive"; 4]),
        ("#!/bin/sh\n", ["-", "-", "-", "hash-syntax"]),
        ("#'", ["prefix", "-", "prefix", "prefix"]),
        ("`", ["-", "-", "-", "prefix"]),
        ("#&", ["prefix"; 4]),
        ("#1=", ["prefix", "prefix", "-", "prefix"]),
        ("#1#", ["hash-syntax", "hash-syntax", "-", "hash-syntax"]),
        ("#:kw", ["keyword"; 4]),
        ("#true", ["hash-syntax", "hash-syntax", "-", "hash-syntax"]),
        ("##car", ["hash-syntax"; 4]),
        ("#*101", ["hash-syntax"; 4]),
        ("\"a\"", ["-", "-", "-", "string"]),
        ("\"\\n\"", ["string-escape", "-", "-", "string"]),
        ("\"\\v\"", ["string-escape", "-", "string-escape", "string"]),
        ("\"\\|\"", ["string-escape", "string-escape", "-", "string"]),
        (
            "\"\\q\"",
            ["string-escape", "string-escape", "string-escape", "string"],
        ),
        (
            "\"\\X41;\"",
            ["string-escape", "string-escape", "-", "string"],
        ),
        (
            "\"\\xD800;\"",
            ["string-escape", "string-escape", "string-escape", "string"],
        ),
        (
            "\"\\x41\"",
            ["string-escape", "string-escape", "string-escape", "string"],
        ),
        (
            "#u8\"a\"",
            ["string-prefix", "string-prefix", "string-prefix", "string"],
        ),
        (
            "#\"\"a\"\"",
            ["raw-string", "raw-string", "raw-string", "string"],
        ),
        (
            "#\"a\\\"b\"a\\\"",
            ["raw-string", "raw-string", "raw-string", "string"],
        ),
        (
            "#\\Space",
            ["-", "character-case", "character-case", "character"],
        ),
        (
            "#\\nul",
            ["character-name", "-", "character-name", "character"],
        ),
        (
            "#\\null",
            ["character-name", "character-name", "-", "character"],
        ),
        ("#\\x41", ["character-name", "-", "-", "character"]),
        (
            "#\\X41",
            ["character-name", "character-name", "-", "character"],
        ),
        (
            "#\\xD800",
            [
                "character-name",
                "character-name",
                "character-name",
                "character",
            ],
        ),
        (
            "#\\rubout",
            [
                "character-name",
                "character-name",
                "character-name",
                "character",
            ],
        ),
        ("15##", ["-", "number-like", "number-like", "number-like"]),
        ("1T3", ["number-like"; 4]),
        ("1+", ["number-like"; 4]),
        ("2x2", ["number-like"; 4]),
        ("-1+", ["number-like", "number-like", "number-like", "-"]),
        (".5.", ["number-like", "number-like", "number-like", "-"]),
        (
            "#xfg",
            ["number-like", "number-like", "number-like", "hash-syntax"],
        ),
        ("1.5", ["-", "-", "-", "number-like"]),
        ("|a b|", ["bar", "bar", "-", "bar"]),
        ("a|b|", ["bar", "bar", "identifier", "bar"]),
        ("-x", ["identifier", "identifier", "-", "-"]),
        ("@x", ["identifier"; 4]),
        (".x", ["identifier", "identifier", "-", "-"]),
        ("a\\x41;", ["identifier", "-", "identifier", "identifier"]),
        ("\u{3bb}", ["identifier", "-", "-", "-"]),
        ("\u{661}x", ["identifier", "identifier", "identifier", "-"]),
        ("a'", ["delimiter", "delimiter", "delimiter", "delimiter"]),
        ("\r\n", ["-", "-", "-", "white-space"]),
    ];

    #[test]
    fn other_syntax_draws_a_warning() {
        for (text, expected) in FAULTS {
            for ((_, dialect), expected) in REPORTS.into_iter().zip(expected) {
                let found = codes(text, dialect);
                let expected = if *expected == "-" { "" } else { expected };
                assert_eq!(found, expected, "{text} under {dialect}");
            }
        }
    }

    #[test]
    fn a_warning_names_the_rule_and_the_place() {
        let text = "(f [a])";
        let warnings = check(Lexer::new(text, Switches::COMMON), text, Dialect::R5rs);
        assert_eq!(warnings[0].labels[0].span, 3..4);
        assert_eq!(warnings[0].message, "`[` is reserved in R5RS");
        assert_eq!(warnings[0].note.as_deref(), Some("R5RS §2.3"));
        assert!(codes("[#:a 1+ #\\Space]", Dialect::Auto).is_empty());
        assert!(codes("[#:a 1+ #\\Space]", Dialect::Guile).is_empty());
    }

    #[test]
    fn hex_escapes() {
        assert_eq!(hex_escape(r"\x41;b"), Some(5));
        assert_eq!(hex_escape(r"\X3bB;"), Some(6));
        for bad in [r"\x;", r"\x41", r"x41;", r"\xg;", r"\n", r"\xD800;"] {
            assert_eq!(hex_escape(bad), None);
        }
    }
}
