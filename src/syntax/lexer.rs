//! The lexer: text in, tokens out, every byte in exactly one token.
//!
//! Readers of Scheme differ in what a few characters mean; a [`Lexis`] says which reading is taken. A text that ends within a
//! string, a comment or a `|symbol|` still comes out as tokens; the first such fault is kept in [`Lexer::fault`].

use crate::diagnostics::Diagnostic;
use crate::syntax::chars::{CLASSES, Class, Classes, class, is_hard, is_r6rs_whitespace};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::words;
use memchr::{memchr, memchr2, memmem};

/// The readings on which dialects differ: a set of switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexis(u8);

impl Lexis {
    /// `|` quotes a part of a symbol.
    pub const BARS: Lexis = Lexis(1);
    /// `{` and `}` are brackets.
    pub const BRACES: Lexis = Lexis(2);
    /// `#/re/` is a regular expression and `#[...]` a char set (Gauche, Sagittarius). Nobody reads `#/` and `#[` otherwise but
    /// as the start of a vector.
    pub const REGEXPS: Lexis = Lexis(8);
    /// `#~ #$ #$@ #+ #+@` are prefixes (Guile's G-expressions).
    pub const GEXPS: Lexis = Lexis(16);
    /// Unicode's white space is white space (R6RS §4.2.1).
    pub const UNICODE_SPACE: Lexis = Lexis(4);

    /// What a text of an unknown dialect is read by.
    pub const COMMON: Lexis = Lexis(Self::BARS.0 | Self::BRACES.0);

    /// This reading with `other` switched on too.
    #[must_use]
    pub const fn with(self, other: Lexis) -> Lexis {
        Lexis(self.0 | other.0)
    }

    /// This reading with `other` switched off.
    #[must_use]
    pub const fn without(self, other: Lexis) -> Lexis {
        Lexis(self.0 & !other.0)
    }

    /// The switches in which two readings differ.
    pub const fn difference(self, other: Lexis) -> Lexis {
        Lexis(self.0 ^ other.0)
    }

    /// The place of this reading's table in [`CLASSES`]: by `BARS`, `BRACES` and `UNICODE_SPACE`.
    const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Whether all of `other` is switched on.
    pub const fn has(self, other: Lexis) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Names after `#!` that are comment-like: they say how to read on, and are no data.
const DIRECTIVES: [&str; 16] = [
    "r6rs",
    "r7rs",
    "fold-case",
    "no-fold-case",
    "chezscheme",
    "vicare",
    "ikarus",
    "larceny",
    "err5rs",
    "curly-infix",
    "core",
    "compatible",
    "nobacktrace",
    "nounbound",
    "deprecated",
    "sweet",
];

/// Whether `name`, what follows `#!`, is comment-like.
fn is_directive(name: &str) -> bool {
    DIRECTIVES.contains(&name) || name.starts_with("read-macro=") || name.starts_with("reader=")
}

/// An iterator over the tokens of a text.
#[derive(Clone, Debug)]
pub struct Lexer<'s> {
    text: &'s str,
    lexis: Lexis,
    classes: &'static Classes,
    /// Switches of the lexis on which the tokens so far depend, of `REGEXPS` and `GEXPS`.
    met: Lexis,
    place: Place,
    /// LF, or CR in a text that has no LF.
    line_end: u8,
    /// Where the text's first token begins.
    first: usize,
    fault: Option<Diagnostic>,
    next_brace: Ahead,
    next_foreign_end: Ahead,
    next_script_end: Ahead,
}

/// Where a lexer stands between two tokens.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Where the next token begins.
    pub(crate) pos: usize,
    /// How many brackets are open.
    depth: i32,
}

/// White space between two tokens, or nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whitespace {
    /// Where it ends.
    pub(crate) end: usize,
    /// How many of its characters end a line.
    pub(crate) line_ends: usize,
}

/// Where something comes next that is searched for again and again, so that no part of a text is searched twice.
#[derive(Clone, Copy, Debug, Default)]
struct Ahead(Option<usize>);

impl Ahead {
    /// The first place at or after `from`, which no call before was beyond; `search` finds it.
    fn find(&mut self, from: usize, search: impl FnOnce() -> Option<usize>) -> Option<usize> {
        let next = match self.0 {
            Some(next) if next >= from => next,
            _ => search().map_or(usize::MAX, |i| from + i),
        };
        self.0 = Some(next);
        (next != usize::MAX).then_some(next)
    }
}

impl<'s> Lexer<'s> {
    /// A lexer at the start of `text`.
    pub fn new(text: &'s str, lexis: Lexis) -> Self {
        let mut lexer = Lexer {
            text,
            lexis,
            classes: &CLASSES[lexis.index()],
            met: Lexis(0),
            place: Place::default(),
            line_end: line_end(text),
            first: 0,
            fault: None,
            next_brace: Ahead::default(),
            next_foreign_end: Ahead::default(),
            next_script_end: Ahead::default(),
        };
        lexer.first = lexer.whitespace(0).end;
        lexer
    }

    /// Where this lexer stands.
    #[inline]
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Goes on at a place that this lexer has stood at, or where it would stand: after the same tokens.
    #[inline]
    pub(crate) fn resume(&mut self, place: Place) {
        self.place = place;
    }

    /// Goes over white space, if there is any.
    #[inline]
    pub(crate) fn skip_whitespace(&mut self) -> Whitespace {
        let white = self.whitespace(self.place.pos);
        self.place.pos = white.end;
        white
    }

    /// Whether a token would come out of any text with the same line ends that has the same tokens before it, the same bytes
    /// up to `end`, which is between two characters, and any after; even if the last of those bytes were another that is white
    /// space.
    ///
    /// A closing bracket depends on nothing after it. Other tokens depend on the class of the character after them, which is
    /// that of all white space; comments on their line end, which must not be that last byte. What begins with `#!`, `#<`, `#>`
    /// or `#{` may have been searched for its end in vain.
    #[inline]
    pub fn is_settled(&self, token: Token, end: usize) -> bool {
        let start = token.start as usize;
        let needed = match token.kind {
            TokenKind::Close => 0,
            TokenKind::LineComment | TokenKind::Shebang => 2,
            _ => 1,
        };
        let after = token.end as usize;
        let known = after + needed <= end;
        let searched = self.bytes()[start] == b'#'
            && matches!(self.at(start + 1), Some(b'!' | b'<' | b'>' | b'{'));
        known && !searched
    }

    /// The text that is cut into tokens.
    pub fn text(&self) -> &'s str {
        self.text
    }

    /// The first fault met so far: something unterminated, or NUL outside strings and comments.
    pub fn fault(&self) -> Option<&Diagnostic> {
        self.fault.as_ref()
    }

    /// Whether the tokens so far could be others by a reading that differs from this one in `switches`.
    pub fn depends_on(&self, switches: Lexis) -> bool {
        let decided_by_tokens = Lexis::REGEXPS.0 | Lexis::GEXPS.0;
        switches.0 & decided_by_tokens & self.met.0 != 0
            || switches.0 & (Lexis::BARS.0 | Lexis::BRACES.0) != 0
            || switches.has(Lexis::UNICODE_SPACE)
                && self.bytes().iter().any(|byte| class(*byte) == Class::Wide)
    }

    fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    #[inline]
    fn at(&self, pos: usize) -> Option<u8> {
        self.bytes().get(pos).copied()
    }

    fn fail(&mut self, code: &'static str, message: &str, start: usize, length: usize) {
        if self.fault.is_none() {
            let end = (start + length).min(self.text.len());
            self.fault = Some(Diagnostic::error(code, message, start..end));
        }
    }

    /// The end of the line that holds `pos`, its line end not included.
    fn end_of_line(&self, pos: usize) -> usize {
        memchr(self.line_end, &self.bytes()[pos..]).map_or(self.text.len(), |i| pos + i)
    }

    /// The class of the byte at `pos` under the lexis, the end of the text counted as white space.
    #[inline]
    fn class_at(&self, pos: usize) -> Class {
        match self.at(pos).map(|byte| self.classes[byte as usize]) {
            None => Class::Space,
            Some(Class::Wide) => match self.char_at(pos) {
                Some(c) if is_r6rs_whitespace(c) => Class::Space,
                _ => Class::Constituent,
            },
            Some(class) => class,
        }
    }

    /// The character at `pos`; none at the end or within a character.
    fn char_at(&self, pos: usize) -> Option<char> {
        self.text.get(pos..)?.chars().next()
    }

    /// The end of a run of bytes at `pos`, or a place before it: `run` tells how many of eight bytes belong to the run.
    #[inline]
    fn skip_run(&self, mut pos: usize, run: impl Fn([u8; 8]) -> usize) -> usize {
        while let Some(eight) = self.bytes().get(pos..).and_then(|rest| rest.first_chunk()) {
            let length = run(*eight);
            pos += length;
            if length < 8 {
                break;
            }
        }
        pos
    }

    /// The white space at `start`, if there is any.
    #[inline]
    fn whitespace(&self, start: usize) -> Whitespace {
        // Most of it is one space.
        let end = start + usize::from(self.at(start) == Some(b' '));
        match self.at(end).map(|byte| self.classes[byte as usize]) {
            Some(Class::Space | Class::Wide) => self.long_whitespace(start),
            _ => Whitespace { end, line_ends: 0 },
        }
    }

    /// The same where there may be more than a space.
    fn long_whitespace(&self, start: usize) -> Whitespace {
        let mut end = start;
        let mut line_ends = 0;
        while let Some(byte) = self.at(end) {
            match self.classes[byte as usize] {
                Class::Space => {
                    line_ends += usize::from(byte == self.line_end);
                    end = self.skip_run(end + 1, words::spaces);
                }
                Class::Wide => match self.wide_whitespace(end) {
                    0 => break,
                    width => end += width,
                },
                _ => break,
            }
        }
        Whitespace { end, line_ends }
    }

    /// The bytes of the character at `pos`, which is none of the plain ones, if it is white space.
    #[cold]
    fn wide_whitespace(&self, pos: usize) -> usize {
        match self.class_at(pos) {
            Class::Space => self.char_width(pos),
            _ => 0,
        }
    }

    /// The bytes of the character at `pos`.
    fn char_width(&self, pos: usize) -> usize {
        self.char_at(pos).map_or(1, char::len_utf8)
    }

    /// The end of the text quoted from `start` up to the byte `quote`, in which `\` escapes the next byte.
    fn quoted(&mut self, start: usize, quote: u8, token: usize, what: &str) -> usize {
        let mut pos = start;
        while let Some(i) = memchr2(quote, b'\\', &self.bytes()[pos..]) {
            pos += i + 1;
            if self.at(pos - 1) == Some(quote) {
                return pos;
            }
            pos += self.char_at(pos).map_or(0, char::len_utf8);
        }
        let (code, length) = match quote {
            b'"' => ("unterminated-string", 1),
            b'|' => ("unterminated-symbol", 1),
            _ => ("unterminated-regexp", 2),
        };
        self.fail(
            code,
            &format!("this {what} is not closed before the end of the file"),
            token,
            length,
        );
        self.text.len()
    }

    /// The end of the nested block comment that opens at `start`.
    fn block_comment(&mut self, start: usize) -> usize {
        let bytes = self.bytes();
        let mut depth = 1usize;
        let mut pos = start + 2;
        while let Some(i) = memchr2(b'|', b'#', &bytes[pos..]) {
            pos += i;
            match (bytes[pos], bytes.get(pos + 1)) {
                (b'|', Some(b'#')) => {
                    pos += 2;
                    depth -= 1;
                    if depth == 0 {
                        return pos;
                    }
                }
                (b'#', Some(b'|')) => {
                    pos += 2;
                    depth += 1;
                }
                _ => pos += 1,
            }
        }
        self.fail(
            "unterminated-comment",
            "this block comment is not closed before the end of the file",
            start,
            2,
        );
        self.text.len()
    }

    /// The end of the atom whose constituents go on at `pos`; `token` is where it began.
    #[inline]
    fn atom(&mut self, pos: usize, token: usize) -> usize {
        let mut pos = self.skip_run(pos, words::plain_constituents);
        // Every byte of a character beyond ASCII is a constituent, unless white space among them matters.
        while let Some(byte) = self.at(pos) {
            match self.classes[byte as usize] {
                Class::Constituent | Class::Hash => pos += 1,
                Class::Bar | Class::Backslash | Class::Nul | Class::Wide => {
                    return self.rest_of_atom(pos, token);
                }
                _ => break,
            }
        }
        pos
    }

    /// The same where the constituents go on with one that is not plain.
    #[cold]
    fn rest_of_atom(&mut self, mut pos: usize, token: usize) -> usize {
        loop {
            match self.class_at(pos) {
                Class::Constituent | Class::Hash => pos += self.char_width(pos),
                Class::Bar if self.is_mantissa_width(token, pos) => pos += 1,
                Class::Bar => pos = self.quoted(pos + 1, b'|', token, "symbol"),
                Class::Backslash => pos = self.escape(pos),
                Class::Nul => {
                    self.fail(
                        "nul",
                        "a NUL character outside strings and comments",
                        pos,
                        1,
                    );
                    pos += 1;
                }
                _ => return pos,
            }
        }
    }

    /// Whether the `|` at `pos` begins the mantissa width of a number, as in `1.5|53` (R6RS §4.2.8), rather than a quoted part
    /// of a symbol: what stands before it begins like a number, and digits follow it to the end of the token.
    fn is_mantissa_width(&self, token: usize, pos: usize) -> bool {
        let digits = self.bytes()[pos + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        // The look back comes last: what it looks at may hold many bars.
        digits > 0
            && matches!(
                self.class_at(pos + 1 + digits),
                Class::Space | Class::Open | Class::Close | Class::Quote | Class::Semicolon
            )
            && matches!(self.bytes()[token], b'0'..=b'9' | b'+' | b'-' | b'.' | b'#')
            && self.bytes()[token..pos].iter().any(u8::is_ascii_digit)
    }

    /// The end of the escape in a symbol at `pos`: `\x41;`, or `\` and one character. That may be white space: to some
    /// readers it is a part of the symbol, and to the others the symbol ends there, so the same white space has to stay.
    fn escape(&mut self, pos: usize) -> usize {
        if self.at(pos + 1) == Some(b'x') {
            let digits = self.bytes()[pos + 2..]
                .iter()
                .take_while(|b| b.is_ascii_hexdigit())
                .count();
            if digits > 0 && self.at(pos + 2 + digits) == Some(b';') {
                return pos + 3 + digits;
            }
        }
        let Some(escaped) = self.char_at(pos + 1) else {
            self.fail("unterminated-symbol", "`\\` at the end of the file", pos, 1);
            return self.text.len();
        };
        pos + 1 + escaped.len_utf8()
    }

    /// The end of the character literal at `start`.
    fn character(&mut self, start: usize) -> usize {
        let Some(first) = self.char_at(start + 2) else {
            self.fail(
                "unterminated-character",
                "`#\\` at the end of the file",
                start,
                2,
            );
            return self.text.len();
        };
        let mut pos = start + 2 + first.len_utf8();
        if first.is_ascii() {
            match class(first as u8) {
                Class::Constituent | Class::Hash | Class::Backslash | Class::Wide => {}
                Class::Nul => {
                    self.fail(
                        "nul",
                        "a NUL character outside strings and comments",
                        start + 2,
                        1,
                    );
                }
                _ => return pos,
            }
        }
        loop {
            match self.class_at(pos) {
                Class::Constituent => match self.at(pos) {
                    Some(b'{' | b'}') => return pos,
                    _ => pos += self.char_width(pos),
                },
                Class::Hash => pos += 1,
                // MIT writes `#\C-\]`.
                Class::Backslash => pos = self.escape(pos),
                _ => return pos,
            }
        }
    }

    /// The token that begins with `#` at `start`.
    fn hash(&mut self, start: usize) -> (TokenKind, usize) {
        use TokenKind::{Atom, BlockComment, Character, DatumComment, Open, Prefix, Raw, String};
        let Some(next) = self.at(start + 1) else {
            return (Atom, start + 1);
        };
        match next {
            b'/' | b'[' => self.met = self.met.with(Lexis::REGEXPS),
            b'~' | b'$' | b'+' => self.met = self.met.with(Lexis::GEXPS),
            _ => {}
        }
        match next {
            b'|' => return (BlockComment, self.block_comment(start)),
            b';' => return (DatumComment, start + 2),
            b'\\' => return (Character, self.character(start)),
            b'(' => return (Open, start + 2),
            b'[' if self.lexis.has(Lexis::REGEXPS) => return (Raw, self.char_set(start)),
            b'[' => return (Open, start + 2),
            b'"' => return (String, self.quoted(start + 2, b'"', start, "string")),
            b'!' => return self.bang(start),
            b'\'' | b'&' => return (Prefix, start + 2),
            b'`' if self.at(start + 2) != Some(b'"') => return (Prefix, start + 2),
            b'`' => return (String, self.quoted(start + 3, b'"', start, "string")),
            b',' if self.at(start + 2) == Some(b'@') => return (Prefix, start + 3),
            b',' => return (Prefix, start + 2),
            b'/' if self.lexis.has(Lexis::REGEXPS) => {
                let end = self.quoted(start + 2, b'/', start, "regular expression");
                return (Raw, self.atom(end, start));
            }
            b'?' if matches!(self.at(start + 2), Some(b'=' | b',')) => return (Prefix, start + 3),
            b'~' | b'$' | b'+' if self.lexis.has(Lexis::GEXPS) => {
                let spliced = next != b'~' && self.at(start + 2) == Some(b'@');
                return (Prefix, start + 2 + usize::from(spliced));
            }
            b'{' => {
                let rest = &self.bytes()[start..];
                if let Some(brace) = self.next_brace.find(start, || memchr(b'}', rest)) {
                    let end = brace + 1;
                    return (Atom, end + usize::from(self.at(end) == Some(b'#')));
                }
            }
            b'<' if matches!(self.at(start + 2), Some(b'<' | b'#')) => {
                return (Raw, self.here_string(start));
            }
            b'>' => {
                let (from, rest) = (start + 2, &self.bytes()[start + 2..]);
                if let Some(end) = self
                    .next_foreign_end
                    .find(from, || memmem::find(rest, b"<#"))
                {
                    return (Raw, end + 2);
                }
            }
            b'0'..=b'9' => {
                let digits = self.bytes()[start + 1..]
                    .iter()
                    .take_while(|b| b.is_ascii_digit())
                    .count();
                let after = start + 1 + digits;
                match self.at(after) {
                    Some(b'=') => return (Prefix, after + 1),
                    Some(b'#') => return (Atom, after + 1),
                    _ => {}
                }
            }
            _ => {}
        }
        let end = self.atom(start + 1, start);
        if &self.text[start..end] == "#lang" && self.place.depth == 0 {
            return (TokenKind::Shebang, self.end_of_line(start));
        }
        match self.at(end) {
            Some(b'(' | b'[') => (Open, end + 1),
            Some(b'"') if is_string_prefix(&self.text[start..end]) => {
                (String, self.quoted(end + 1, b'"', start, "string"))
            }
            _ => (Atom, end),
        }
    }

    /// The end of the char set at `start`, `#[...]` with `[:name:]` and `\` escapes in it.
    fn char_set(&mut self, start: usize) -> usize {
        let mut pos = start + 2;
        let mut depth = 1;
        while let Some(byte) = self.at(pos) {
            pos += 1;
            match byte {
                b'\\' => pos += self.char_at(pos).map_or(0, char::len_utf8),
                b'[' if self.at(pos) == Some(b':') => depth += 1,
                b']' => {
                    depth -= 1;
                    if depth == 0 {
                        return pos;
                    }
                }
                _ => {}
            }
        }
        self.fail(
            "unterminated-char-set",
            "this char set is not closed before the end of the file",
            start,
            2,
        );
        self.text.len()
    }

    /// The end of the here string at `start`: its tag ends the line, and a line that is the tag ends the string.
    fn here_string(&mut self, start: usize) -> usize {
        let bytes = self.bytes();
        let tag_end = self.end_of_line(start);
        let tag = bytes[start + 3..tag_end].trim_ascii_end();
        let mut pos = tag_end;
        while !tag.is_empty() && pos < bytes.len() {
            let line = pos + 1;
            pos = self.end_of_line(line.min(bytes.len()));
            let found = bytes.get(line..pos).unwrap_or_default();
            if found.strip_suffix(b"\r").unwrap_or(found) == tag {
                return line + tag.len();
            }
        }
        self.fail(
            "unterminated-here-string",
            "this here string is not closed before the end of the file",
            start,
            3,
        );
        bytes.len()
    }

    /// The token that begins with `#!` at `start`.
    fn bang(&mut self, start: usize) -> (TokenKind, usize) {
        let bytes = self.bytes();
        let mut end = start + 2;
        while self.at(end).is_some_and(|b| !is_hard(b)) {
            end += 1;
        }
        let name = &self.text[start + 2..end];
        if is_directive(name) {
            return (TokenKind::Directive, end);
        }
        let script = name.is_empty() || name.starts_with('/');
        if script || start == self.first {
            // Guile's block comment: `!#` stands at a line's start or after white space.
            let search = || {
                memmem::find_iter(&bytes[end..], b"!#")
                    .find(|i| class(bytes[end + i - 1]) == Class::Space)
            };
            if let Some(script_end) = self.next_script_end.find(end, search) {
                return (TokenKind::BlockComment, script_end + 2);
            }
        }
        if script && start == self.first {
            return (TokenKind::Shebang, self.end_of_line(start));
        }
        (TokenKind::Atom, end)
    }
}

/// What ends a line comment in this text: LF, or CR where there is no LF.
pub(crate) fn line_end(text: &str) -> u8 {
    match memchr2(b'\n', b'\r', text.as_bytes()) {
        Some(i) if text.as_bytes()[i] == b'\r' && memchr(b'\n', text.as_bytes()).is_none() => b'\r',
        _ => b'\n',
    }
}

/// Whether `prefix` and the string that touches it are one token.
fn is_string_prefix(prefix: &str) -> bool {
    matches!(
        prefix,
        "#*" | "#**" | "#u8" | "#rx" | "#px" | "#rx#" | "#px#"
    )
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline(always)]
    fn next(&mut self) -> Option<Token> {
        let start = self.place.pos;
        let first = self.at(start)?;
        let (kind, end) = match self.classes[first as usize] {
            Class::Space => (TokenKind::Whitespace, self.whitespace(start).end),
            Class::Open | Class::OpenBrace => {
                self.place.depth += 1;
                (TokenKind::Open, start + 1)
            }
            Class::Close | Class::CloseBrace => {
                self.place.depth -= 1;
                (TokenKind::Close, start + 1)
            }
            Class::Quote => (
                TokenKind::String,
                self.quoted(start + 1, b'"', start, "string"),
            ),
            Class::Semicolon => (TokenKind::LineComment, self.end_of_line(start)),
            Class::Prefix => {
                let spliced = first == b',' && self.at(start + 1) == Some(b'@');
                (TokenKind::Prefix, start + 1 + usize::from(spliced))
            }
            Class::Hash => self.hash_at_depth(start),
            Class::Wide if self.class_at(start) == Class::Space => {
                (TokenKind::Whitespace, self.whitespace(start).end)
            }
            Class::Constituent if first == b'.' && self.is_dot(start) => {
                (TokenKind::Dot, start + 1)
            }
            Class::Constituent => (TokenKind::Atom, self.atom(start + 1, start)),
            _ => (TokenKind::Atom, self.atom(start, start)),
        };
        self.place.pos = end;
        Some(self.token(kind, start, end))
    }
}

impl Lexer<'_> {
    /// The token that begins with `#` at `start`; keeps count of the brackets.
    fn hash_at_depth(&mut self, start: usize) -> (TokenKind, usize) {
        let (kind, end) = self.hash(start);
        match kind {
            TokenKind::Open => self.place.depth += 1,
            // What follows is not read by anybody: it goes with this token, as it stands.
            TokenKind::Atom if self.place.depth == 0 && &self.text[start..end] == "#!eof" => {
                return (TokenKind::Raw, self.text.len());
            }
            _ => {}
        }
        (kind, end)
    }

    /// Whether the `.` at `start` stands alone.
    fn is_dot(&self, start: usize) -> bool {
        self.class_at(start + 1) == Class::Space
            || matches!(self.at(start + 1), Some(b'(' | b')' | b'"' | b';'))
    }

    fn token(&self, kind: TokenKind, start: usize, end: usize) -> Token {
        // Source::decode refuses texts whose offsets do not fit.
        Token {
            kind,
            start: start as u32,
            end: end as u32,
        }
    }
}
