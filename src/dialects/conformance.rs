//! Whether a text conforms to the lexical grammar of a report: warnings that cite the broken rule.
//!
//! Only the reports have such a grammar, so there are no warnings for the other dialects. There is one function for each
//! kind of token; each returns what is wrong with the token according to the report, and the section that says so. What the
//! four grammars have in common (matching brackets, terminated strings) is left to the parser.

use unicode_general_category::{GeneralCategory, get_general_category};

use crate::dialects::Dialect;
use crate::dialects::normalize::{CHARACTER_NAMES, is_r5rs_word, scalar_value};
use crate::syntax::number;
use crate::syntax::token::{Token, TokenKind};
use crate::text::diagnostics::Diagnostic;

/// The reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standard {
    R5rs,
    R6rs,
    R7rs,
    Tiny,
}

/// A violation: a stable code, a sentence, and the rule.
struct Violation {
    code: &'static str,
    message: String,
    rule: &'static str,
}

fn finding(
    code: &'static str,
    message: impl Into<String>,
    rule: &'static str,
) -> Option<Violation> {
    Some(Violation {
        code,
        message: message.into(),
        rule,
    })
}

/// The warnings for the tokens of `text` under `dialect`, in source order. Empty except for `r5rs`, `r6rs`, `r7rs` and
/// `tiny`.
pub fn check(tokens: impl Iterator<Item = Token>, text: &str, dialect: Dialect) -> Vec<Diagnostic> {
    let report = match dialect {
        Dialect::R5rs => Standard::R5rs,
        Dialect::R6rs => Standard::R6rs,
        Dialect::R7rs => Standard::R7rs,
        Dialect::Tiny => Standard::Tiny,
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
        if let Some(Violation {
            code,
            message,
            rule,
        }) = found
        {
            let span = token.start as usize..token.end as usize;
            warnings.push(Diagnostic::warning(code, message, span).with_note(rule));
        }
        before = Some(token);
    }
    warnings
}

impl Standard {
    fn name(self) -> &'static str {
        match self {
            Standard::R5rs => "R5RS",
            Standard::R6rs => "R6RS",
            Standard::R7rs => "R7RS",
            Standard::Tiny => "the tiny Scheme",
        }
    }

    /// Picks the value for this report.
    fn pick<T>(self, r5rs: T, r6rs: T, r7rs: T, tiny: T) -> T {
        match self {
            Standard::R5rs => r5rs,
            Standard::R6rs => r6rs,
            Standard::R7rs => r7rs,
            Standard::Tiny => tiny,
        }
    }

    fn token(self, kind: TokenKind, text: &str) -> Option<Violation> {
        match kind {
            TokenKind::LineComment | TokenKind::Close | TokenKind::Dot => None,
            TokenKind::Whitespace => self.white_space(text),
            TokenKind::BlockComment if text.starts_with("#!") => {
                self.not_in("block-comment", "`#! ... !#`", self.comments())
            }
            TokenKind::BlockComment => self.comment("block-comment", "`#| ... |#`"),
            TokenKind::DatumComment => self.comment("datum-comment", "`#;`"),
            TokenKind::Shebang => match self {
                Standard::Tiny => self.not_in("hash-syntax", "a first line with `#!`", TINY),
                _ => None,
            },
            TokenKind::Directive => self.directive(text),
            TokenKind::Open => self.opening(text),
            TokenKind::Prefix => self.prefix(text),
            TokenKind::Raw if text.starts_with("#!eof") => self.directive("#!eof"),
            TokenKind::Raw => self.not_in("hash-syntax", "this `#` syntax", self.lexical()),
            TokenKind::String => self.string(text),
            TokenKind::Character => self.character(text),
            TokenKind::Atom => self.atom(text),
        }
    }

    /// Checks two adjacent tokens, the first of which needs a delimiter after it (R5RS §7.1.1, R6RS §4.2.1, R7RS §7.1.1).
    fn joint(self, before: TokenKind, kind: TokenKind, text: &str) -> Option<Violation> {
        let needs_delimiter = matches!(
            before,
            TokenKind::Atom | TokenKind::Character | TokenKind::Dot
        );
        let delimits = matches!(
            kind,
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::Close
        ) || text.starts_with(['(', '[', '"'])
            || self == Standard::R6rs && text.starts_with('#');
        if !needs_delimiter || delimits {
            return None;
        }
        finding(
            "delimiter",
            format!(
                "{} requires a delimiter between this and the token before it",
                self.name()
            ),
            self.lexical(),
        )
    }

    fn white_space(self, text: &str) -> Option<Violation> {
        // In the other reports, further white space is up to the implementation (R5RS §2.2, R7RS §7.1.1) or a Unicode
        // category, which the lexer checks (R6RS §4.2.1).
        let alien = |c: char| !matches!(c, ' ' | '\t' | '\n' | '\x0C');
        if self != Standard::Tiny || !text.contains(alien) {
            return None;
        }
        self.not_in("white-space", "white space such as this", TINY)
    }

    fn comment(self, code: &'static str, what: &str) -> Option<Violation> {
        match self {
            Standard::R6rs | Standard::R7rs => None,
            Standard::R5rs | Standard::Tiny => self.not_in(code, what, self.comments()),
        }
    }

    fn directive(self, text: &str) -> Option<Violation> {
        let known = self.pick(
            &[][..],
            &["#!r6rs"],
            &["#!fold-case", "#!no-fold-case"],
            &[],
        );
        if known.contains(&text) {
            return None;
        }
        let rule = self.pick("R5RS §7.1.1", "R6RS §4.2.3", "R7RS §2.1", TINY);
        self.not_in("directive", &format!("`{text}`"), rule)
    }

    fn opening(self, text: &str) -> Option<Violation> {
        let known = self.pick(
            &["(", "#("][..],
            &["(", "[", "#(", "#vu8("],
            &["(", "#(", "#u8("],
            &["("],
        );
        if known.contains(&text) {
            return None;
        }
        match text {
            "[" | "{" => finding(
                "bracket",
                format!("`{text}` is reserved in {}", self.name()),
                self.pick("R5RS §2.3", "R6RS §4.2.1", "R7RS §2.3", TINY),
            ),
            _ => self.not_in(
                "vector-prefix",
                &format!("`{text}`"),
                self.pick("R5RS §7.1.1", "R6RS §4.2.1", "R7RS §7.1.1", TINY),
            ),
        }
    }

    fn prefix(self, text: &str) -> Option<Violation> {
        let label = self == Standard::R7rs && text.starts_with('#') && text.ends_with('=');
        let known = self.pick(
            &["'", "`", ",", ",@"][..],
            &["'", "`", ",", ",@", "#'", "#`", "#,", "#,@"],
            &["'", "`", ",", ",@"],
            &["'"],
        );
        if label || known.contains(&text) {
            return None;
        }
        self.not_in("prefix", &format!("`{text}`"), self.lexical())
    }

    fn string(self, text: &str) -> Option<Violation> {
        if self == Standard::Tiny {
            return self.not_in("string", "a string", TINY);
        }
        let Some(inside) = text.strip_prefix('"') else {
            return self.not_in("string-prefix", "a string with a prefix", self.lexical());
        };
        let rule = self.pick("R5RS §6.3.5", "R6RS §4.2.7", "R7RS §6.7", TINY);
        let mut rest = inside;
        while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
            rest = &rest[at + 1..];
            let Some(len) = self.escape(rest) else {
                let escaped: String = rest.chars().take(1).collect();
                let what = format!("the escape `\\{}`", escaped.escape_debug());
                return self.not_in("string-escape", &what, rule);
            };
            rest = &rest[len..];
        }
        None
    }

    /// The length of the string escape at the start of `rest`, which follows the backslash.
    fn escape(self, rest: &str) -> Option<usize> {
        let first = rest.chars().next()?;
        let letters = self.pick("\"\\", "abtnvfr\"\\", "abtnr\"\\|", "");
        if letters.contains(first) {
            return Some(1);
        }
        match (self, first) {
            (Standard::R5rs | Standard::Tiny, _) => None,
            (_, 'x') | (Standard::R7rs, 'X') => hex_scalar(&rest[1..]).map(|len| 1 + len),
            _ => line_continuation(rest),
        }
    }

    fn character(self, text: &str) -> Option<Violation> {
        if self == Standard::Tiny {
            return self.not_in("character", "a character", TINY);
        }
        let name = text.strip_prefix("#\\")?;
        if name.chars().count() == 1 {
            return None;
        }
        let names: &[&str] = self.pick(
            &["space", "newline"],
            &[
                "nul",
                "alarm",
                "backspace",
                "tab",
                "linefeed",
                "newline",
                "vtab",
                "page",
                "return",
                "esc",
                "space",
                "delete",
            ],
            &[
                "alarm",
                "backspace",
                "delete",
                "escape",
                "newline",
                "null",
                "return",
                "space",
                "tab",
            ],
            &[],
        );
        let rule = self.pick("R5RS §6.3.4", "R6RS §4.2.6", "R7RS §6.6", TINY);
        let known = match self {
            // Case is significant in `#\A`, not in `#\Space`.
            Standard::R5rs => names.iter().any(|known| known.eq_ignore_ascii_case(name)),
            Standard::R6rs => names.contains(&name) || is_hex_character(name, "x"),
            Standard::R7rs => names.contains(&name) || is_hex_character(name, "xX"),
            Standard::Tiny => false,
        };
        if known {
            return None;
        }
        let is_cased = CHARACTER_NAMES
            .iter()
            .any(|known| *known != name && known.eq_ignore_ascii_case(name));
        if is_cased && names.contains(&name.to_ascii_lowercase().as_str()) {
            return finding(
                "character-case",
                format!(
                    "the case of a character name is significant in {}: `#\\{}`",
                    self.name(),
                    name.to_ascii_lowercase()
                ),
                rule,
            );
        }
        self.not_in("character-name", &format!("`{text}`"), rule)
    }

    fn atom(self, text: &str) -> Option<Violation> {
        if self.is_number(text) || self.is_identifier(text) || self.is_boolean(text) {
            return None;
        }
        if let Some(syntax) = text.strip_prefix('#') {
            return self.hash(text, syntax);
        }
        let rule = self.pick("R5RS §7.1.1", "R6RS §4.2.4", "R7RS §7.1.1", TINY);
        let unsigned = text.trim_start_matches(['+', '-']);
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let message = format!(
                "`{text}` is not a number of {}, and an identifier cannot begin with a digit",
                self.name()
            );
            return finding("number-like", message, rule);
        }
        if self != Standard::Tiny
            && (text.starts_with(['+', '-']) || text.starts_with('.'))
            && unsigned
                .trim_start_matches('.')
                .starts_with(|c: char| c.is_ascii_digit())
        {
            let message = format!(
                "`{text}` is neither a number nor an identifier of {}",
                self.name()
            );
            return finding("number-like", message, rule);
        }
        if text.contains('|') && self != Standard::R7rs {
            let rule = self.pick("R5RS §2.3", "R6RS §4.2.4", "R7RS §2.1", TINY);
            return self.not_in("bar", "`|`", rule);
        }
        let stranger = text.chars().find(|&c| !self.is_subsequent(c));
        let message = match stranger {
            Some(c) => format!(
                "`{}` cannot stand in an identifier of {}",
                c.escape_debug(),
                self.name()
            ),
            None => format!("`{text}` is not an identifier of {}", self.name()),
        };
        finding("identifier", message, rule)
    }

    /// Checks an atom that starts with `#`.
    fn hash(self, text: &str, syntax: &str) -> Option<Violation> {
        let digits = syntax.trim_start_matches(|c: char| c.is_ascii_digit());
        match (self, syntax.as_bytes()) {
            (Standard::R7rs, [b'0'..=b'9', ..]) if digits == "#" => None,
            (_, [b'!', ..]) => self.directive(text),
            (_, [b':', ..]) => {
                self.not_in("keyword", &format!("the keyword `{text}`"), self.lexical())
            }
            (Standard::Tiny, _) => self.not_in("hash-syntax", &format!("`{text}`"), TINY),
            (
                _,
                [
                    b'b' | b'o' | b'd' | b'x' | b'e' | b'i' | b'B' | b'O' | b'D' | b'X' | b'E'
                    | b'I',
                    ..,
                ],
            ) => {
                let rule = self.pick("R5RS §6.2.4", "R6RS §4.2.8", "R7RS §6.2.5", TINY);
                let message = format!("`{text}` is not a number of {}", self.name());
                finding("number-like", message, rule)
            }
            _ => self.not_in("hash-syntax", &format!("`{text}`"), self.lexical()),
        }
    }

    fn is_boolean(self, text: &str) -> bool {
        let is = |known: &str| known.eq_ignore_ascii_case(text);
        match self {
            Standard::Tiny => matches!(text, "#t" | "#f"),
            Standard::R7rs => is("#t") || is("#f") || is("#true") || is("#false"),
            Standard::R5rs | Standard::R6rs => is("#t") || is("#f"),
        }
    }

    fn is_number(self, text: &str) -> bool {
        let grammar = match self {
            Standard::R5rs => &number::R5RS,
            Standard::R6rs => &number::R6RS,
            Standard::R7rs => &number::R7RS,
            Standard::Tiny => {
                let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
                return !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            }
        };
        number::recognize(text.as_bytes(), grammar).is_some()
    }

    fn is_identifier(self, text: &str) -> bool {
        match self {
            Standard::R5rs => is_r5rs_word(text) || matches!(text, "+" | "-" | "..."),
            Standard::R6rs => is_r6rs_identifier(text),
            Standard::R7rs => is_r7rs_identifier(text),
            Standard::Tiny => {
                text.starts_with(is_tiny_letter)
                    && text
                        .chars()
                        .all(|c| is_tiny_letter(c) || c.is_ascii_digit())
            }
        }
    }

    /// Whether an identifier may contain this character after the first one.
    fn is_subsequent(self, c: char) -> bool {
        match self {
            Standard::Tiny => is_tiny_letter(c) || c.is_ascii_digit(),
            _ if c.is_ascii() => is_initial(c) || c.is_ascii_digit() || "+-.@".contains(c),
            Standard::R5rs => false,
            Standard::R6rs => is_initial(c) || is_mark_or_digit(c),
            Standard::R7rs => is_initial(c) || is_mark_or_digit(c) || is_joiner(c),
        }
    }

    fn not_in(self, code: &'static str, what: &str, rule: &'static str) -> Option<Violation> {
        finding(code, format!("{what} is not in {}", self.name()), rule)
    }

    /// The rule that defines the lexical structure.
    fn lexical(self) -> &'static str {
        self.pick("R5RS §7.1.1", "R6RS §4.2.1", "R7RS §7.1.1", TINY)
    }

    /// The rule that defines comments.
    fn comments(self) -> &'static str {
        self.pick("R5RS §2.2", "R6RS §4.2.3", "R7RS §2.2", TINY)
    }
}

/// The rule for everything that the tiny Scheme leaves out.
const TINY: &str =
    "the tiny Scheme: identifiers, integers, #t, #f, lists, quotes and comments to the line's end";

/// R6RS §4.2.4.
fn is_r6rs_identifier(text: &str) -> bool {
    let word = match text {
        "+" | "-" | "..." => return true,
        _ => text.strip_prefix("->"),
    };
    let (mut first, mut rest) = match word {
        Some(rest) => (false, rest),
        None => (!text.is_empty(), text),
    };
    let peculiar = word.is_some();
    while let Some(c) = rest.chars().next() {
        let len = match rest.strip_prefix("\\x").and_then(hex_scalar) {
            Some(len) => 2 + len,
            None if is_initial(c) || !first && Standard::R6rs.is_subsequent(c) => c.len_utf8(),
            None => return false,
        };
        first = false;
        rest = &rest[len..];
    }
    peculiar || !text.is_empty()
}

/// R7RS §7.1.1, with the characters beyond ASCII of §2.1.
fn is_r7rs_identifier(text: &str) -> bool {
    if let Some(inside) = text
        .strip_prefix('|')
        .and_then(|rest| rest.strip_suffix('|'))
    {
        return is_r7rs_quoted(inside);
    }
    let subsequent = |text: &str| text.chars().all(|c| Standard::R7rs.is_subsequent(c));
    let sign_subsequent = |c: char| is_initial(c) || is_joiner(c) || "+-@".contains(c);
    let dotted =
        |rest: &str| rest.starts_with(|c| sign_subsequent(c) || c == '.') && subsequent(rest);
    match text.chars().next() {
        Some('+' | '-') => {
            let rest = &text[1..];
            rest.is_empty()
                || rest.starts_with(sign_subsequent) && subsequent(rest)
                || rest.strip_prefix('.').is_some_and(dotted)
        }
        Some('.') => dotted(&text[1..]),
        Some(c) => (is_initial(c) || is_joiner(c)) && subsequent(text),
        None => false,
    }
}

/// What may stand between the bars of R7RS §7.1.1.
fn is_r7rs_quoted(mut rest: &str) -> bool {
    while let Some(at) = rest.find(['\\', '|']) {
        let Some(escaped) = rest[at..].strip_prefix('\\') else {
            return false;
        };
        let len = match escaped.as_bytes() {
            [b'a' | b'b' | b't' | b'n' | b'r' | b'|', ..] => 1,
            [b'x' | b'X', ..] => match hex_scalar(&escaped[1..]) {
                Some(len) => 1 + len,
                None => return false,
            },
            _ => return false,
        };
        rest = &escaped[len..];
    }
    true
}

/// Whether an identifier may start with this character. R5RS §7.1.1, R6RS §4.2.4 and R7RS §2.1 agree, except that R5RS is
/// limited to ASCII.
fn is_initial(c: char) -> bool {
    use GeneralCategory::*;
    if c.is_ascii() {
        return c.is_ascii_alphabetic() || "!$%&*/:<=>?^_~".contains(c);
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

/// Zero width joiner and non-joiner (R7RS §2.1).
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// In the tiny Scheme, signs and points count as letters, and so does every byte beyond ASCII.
fn is_tiny_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || !c.is_ascii() || "+-.*/<=>!?:$%_&^~".contains(c)
}

/// Whether `name` is one of the letters in `markers` followed by a hex scalar value.
fn is_hex_character(name: &str, markers: &str) -> bool {
    name.starts_with(|c| markers.contains(c)) && scalar_value(&name[1..]).is_some()
}

/// The length of the hex scalar value and semicolon at the start of `rest`.
fn hex_scalar(rest: &str) -> Option<usize> {
    let len = rest.find(';')?;
    scalar_value(&rest[..len]).map(|_| len + 1)
}

/// The length of the blanks, line end and blanks at the start of `rest` (R6RS §4.2.7, R7RS §6.7).
fn line_continuation(rest: &str) -> Option<usize> {
    let blank = |c: char| c == '\t' || get_general_category(c) == GeneralCategory::SpaceSeparator;
    let line_end = rest.trim_start_matches(blank);
    let ends = ["\r\n", "\r\u{85}", "\n", "\r", "\u{85}", "\u{2028}"];
    let next = ends.iter().find_map(|end| line_end.strip_prefix(end))?;
    Some(rest.len() - next.trim_start_matches(blank).len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lexer::{Lexer, Lexis};

    const REPORTS: [(char, Dialect); 4] = [
        ('5', Dialect::R5rs),
        ('6', Dialect::R6rs),
        ('7', Dialect::R7rs),
        ('t', Dialect::Tiny),
    ];

    /// The codes of the warnings for `text`.
    fn codes(text: &str, dialect: Dialect) -> String {
        let warnings = check(Lexer::new(text, Lexis::COMMON), text, dialect);
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
    fn what_a_report_has_is_not_warned_of() {
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
    fn what_it_lacks_is() {
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
        let warnings = check(Lexer::new(text, Lexis::COMMON), text, Dialect::R5rs);
        assert_eq!(warnings[0].labels[0].span, 3..4);
        assert_eq!(warnings[0].message, "`[` is reserved in R5RS");
        assert_eq!(warnings[0].note.as_deref(), Some("R5RS §2.3"));
        assert!(codes("[#:a 1+ #\\Space]", Dialect::Auto).is_empty());
        assert!(codes("[#:a 1+ #\\Space]", Dialect::Guile).is_empty());
    }
}
