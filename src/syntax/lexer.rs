//! The lexer: splits a text into tokens, with every byte in exactly one token.
//!
//! Scheme readers differ on what a few characters mean; a [`Switches`] says which reading to use. A text that ends within a
//! string, a comment or a `|symbol|` is still split into tokens; the first such fault is recorded in [`Lexer::fault`].

use crate::syntax::chars::{
    CLASSES, Class, Classes, class, is_hard, is_keyword, is_r6rs_whitespace,
};
use crate::syntax::conflict::{begins_with_marker, conflict, conflicts};
use crate::syntax::markup;
use crate::syntax::token::{Token, TokenKind};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::{is_at_margin, line_end};
use crate::text::swar;
use bitflags::bitflags;
use memchr::{memchr, memchr2, memchr2_iter, memmem};
use std::ops::Range;

bitflags! {
    /// The switches of a reading: what a few characters mean where readers differ.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Switches: u32 {
        /// `|` quotes a part of a symbol.
        const BARS = 1;
        /// `{` and `}` are brackets.
        const BRACES = 1 << 1;
        /// Unicode's white space is white space (R6RS §4.2.1).
        const UNICODE_SPACE = 1 << 2;
        /// `#/re/` is a regular expression and `#[...]` a char set (Gauche, Sagittarius). Other readers accept `#/` and
        /// `#[` only as the start of a vector, if at all.
        const REGEXPS = 1 << 3;
        /// `#~ #$ #$@ #+ #+@` are prefixes (Guile's G-expressions).
        const GEXPS = 1 << 4;
        /// `\` between bars escapes what follows; for Chez and Racket it is a letter there.
        const BAR_ESCAPES = 1 << 5;
        /// `\` in a symbol quotes the next character; for Guile and MIT it is a letter.
        const ESCAPES = 1 << 6;
        /// Where `\` quotes, `\x41;` is one character (R6RS §4.2.4, Chez); for Chicken and Racket it is `x41` and a comment.
        const HEX_ESCAPES = 1 << 7;
        /// `\` starts an infix expression (Gambit).
        const INFIX = 1 << 8;
        /// `1.5|53` is a number with a mantissa width (R6RS §4.2.8, Chez); for others the bar quotes.
        const WIDTHS = 1 << 9;
        /// In `#/re/`, a slash in a class does not end the regular expression, nor does one after which a token goes on
        /// (LIPS). Needs `REGEXPS`.
        const INNER_SLASHES = 1 << 10;
        /// `#<p>a</p>` and `&{a}` are one token each, with the blanks in them (Kawa; SRFI 107, 109).
        const MARKUP = 1 << 11;
        /// A bar within a symbol that does not begin with one quotes, too; for MIT it is a letter there, and a quoted symbol ends at
        /// its second bar.
        const INNER_BARS = 1 << 12;
        /// `#` ends a symbol (R6RS, Chez), so that `a#|b|#` is one and a comment; for others it is a letter there.
        const HASH_ENDS = 1 << 13;
        /// `#{x :: t}` is an annotation, which may hold others (Typed Racket), and no symbol that ends at the first brace.
        const ANNOTATIONS = 1 << 14;
        /// `#"X"a"X"` is a string, with any text without a quotation mark for X (SRFI 267). Other readers see a string after a
        /// prefix, `#"X"`, if they accept that.
        const RAW_STRINGS = 1 << 15;
        /// What touches a `[` may be one datum with that list, as in `Byte[]` (IronScheme) and `(f)[0]` (Kawa), and so may letters with
        /// the list or string that they touch, as in `(f):name` (Kawa).
        const SUBSCRIPTS = 1 << 16;
        /// The reading for a text of an unknown dialect.
        const COMMON = Self::BARS.bits()
            | Self::BRACES.bits()
            | Self::BAR_ESCAPES.bits()
            | Self::ESCAPES.bits()
            | Self::HEX_ESCAPES.bits()
            | Self::WIDTHS.bits()
            | Self::INNER_BARS.bits();
    }
}

impl Switches {
    /// The index of this reading's table in [`CLASSES`], which depends on `BARS`, `BRACES` and `UNICODE_SPACE`.
    const fn index(self) -> usize {
        (self.bits() & 7) as usize
    }

    /// Whether a token of a kind may make up one datum with what begins with this byte and touches it: a subscript, or the rest of a literal
    /// that the lexer does not know, such as `#/(a)b/`. After a `]`, only within such a datum: `[a 1][b 2]` are two for whoever writes
    /// them.
    pub(crate) fn joins(self, kind: TokenKind, before: &str, after: u8) -> bool {
        if !self.contains(Switches::SUBSCRIPTS) {
            return false;
        }
        let goes_on = || match after {
            b'.' => false,
            b'[' => true,
            _ => matches!(class(after), Class::Constituent | Class::Wide),
        };
        match kind {
            // Gauche's `^[x]`.
            TokenKind::Atom => after == b'[' && before != "^",
            TokenKind::Close => before.ends_with(')') && goes_on(),
            TokenKind::String => goes_on(),
            _ => false,
        }
    }
}

/// The most bytes of an annotation, or of an interpolated string beyond its second quotation mark, so that the search for their ends
/// stays short.
const MAX_ANNOTATION: usize = 1 << 12;

/// The code of the fault of a raw string without an end.
pub(crate) const UNTERMINATED_RAW_STRING: &str = "unterminated-raw-string";

/// Names after `#!` that are comment-like: they say how to continue reading, and are not data.
const DIRECTIVES: [&str; 17] = [
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
    "curly-infix-and-bracket-lists",
    "core",
    "compatible",
    "nobacktrace",
    "nounbound",
    "deprecated",
    "sweet",
];

/// Whether `name`, which follows a `#!`, is comment-like.
fn is_directive(name: &str) -> bool {
    DIRECTIVES.contains(&name) || name.starts_with("read-macro=") || name.starts_with("reader=")
}

/// An iterator over the tokens of a text.
#[derive(Clone, Debug)]
pub struct Lexer<'s> {
    text: &'s str,
    switches: Switches,
    classes: &'static Classes,
    /// The switches that decided something so far.
    met: Switches,
    cursor: Cursor,
    /// LF, or CR in a text without LF.
    line_end: u8,
    /// The start of the text's first token.
    first: usize,
    fault: Option<Diagnostic>,
    /// Whether all of the last atom but its first byte consists of plain letters, digits and signs.
    ends_plainly: bool,
    next_brace: SearchCache,
    next_foreign_end: SearchCache,
    next_script_end: SearchCache,
    /// The text's merge conflicts, from when the first one may begin.
    conflicts: Option<Vec<Range<usize>>>,
}

/// The position of a lexer between two tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The start of the next token.
    pub(crate) pos: usize,
    /// The number of open brackets.
    pub(crate) depth: i32,
}

/// White space between two tokens, or nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whitespace {
    /// Its end.
    pub(crate) end: usize,
    /// The number of line ends in it.
    pub(crate) line_ends: usize,
    /// Whether it is one space.
    pub(crate) is_space: bool,
}

/// The next occurrence of something that is searched for repeatedly, so that no part of a text is searched twice: where the search
/// began, and what it found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SearchCache(Option<(usize, usize)>);

impl SearchCache {
    /// The first occurrence at or after `from`; `search` finds it.
    pub(crate) fn find(
        &mut self,
        from: usize,
        search: impl FnOnce() -> Option<usize>,
    ) -> Option<usize> {
        let (start, next) = self
            .0
            .filter(|(start, next)| (*start..=*next).contains(&from))
            .unwrap_or_else(|| (from, search().map_or(usize::MAX, |i| from + i)));
        self.0 = Some((start, next));
        (next != usize::MAX).then_some(next)
    }
}

impl<'s> Lexer<'s> {
    /// Creates a lexer at the start of `text`.
    pub fn new(text: &'s str, switches: Switches) -> Self {
        let mut lexer = Lexer {
            text,
            switches,
            classes: &CLASSES[switches.index()],
            met: Switches::empty(),
            cursor: Cursor::default(),
            line_end: line_end(text),
            first: 0,
            fault: None,
            ends_plainly: false,
            next_brace: SearchCache::default(),
            next_foreign_end: SearchCache::default(),
            next_script_end: SearchCache::default(),
            conflicts: None,
        };
        lexer.first = lexer.whitespace(0).end;
        lexer
    }

    /// The position of this lexer.
    #[inline]
    pub(crate) fn cursor(&self) -> Cursor {
        self.cursor
    }

    /// Continues at a position that this lexer has been at, or would have been at: one after the same tokens.
    #[inline]
    pub(crate) fn resume(&mut self, cursor: Cursor) {
        self.cursor = cursor;
    }

    /// Continues where a token begins, within so many brackets, and as if there had been no fault.
    pub(crate) fn resume_at(&mut self, pos: usize, depth: i32) {
        self.fault = None;
        self.cursor = Cursor { pos, depth };
    }

    /// Skips white space, if there is any.
    #[inline]
    pub(crate) fn skip_whitespace(&mut self) -> Whitespace {
        let white = self.whitespace(self.cursor.pos);
        self.cursor.pos = white.end;
        white
    }

    /// Whether this token would be the same in any text with the same line ends, the same tokens before it, the same bytes
    /// up to `end` (which is between two characters), and arbitrary bytes after that; even if the last of these bytes were
    /// another kind of white space.
    ///
    /// A closing bracket does not depend on anything after it. Other tokens depend on the class of the character after
    /// them, which is the same for all white space; comments depend on their line end, which must not be that last byte.
    /// For something that starts with `#!`, `#<`, `#>`, `#{`, `#"` or a conflict marker, an end may have been searched for without success, and an
    /// infix expression may continue.
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
        let searched = match self.bytes()[start] {
            b'#' => matches!(self.at(start + 1), Some(b'!' | b'<' | b'>' | b'{' | b'"')),
            b'\\' => token.kind == TokenKind::Raw,
            b'<' | b'=' | b'>' => begins_with_marker(&self.text[start..]),
            _ => false,
        };
        known && !searched
    }

    /// Whether the last token, an atom, consists of plain letters, digits and signs after its first byte.
    #[inline]
    pub(crate) fn ends_plainly(&self) -> bool {
        self.ends_plainly
    }

    /// The switches of its reading.
    pub(crate) fn switches(&self) -> Switches {
        self.switches
    }

    /// The text that is being split into tokens.
    pub fn text(&self) -> &'s str {
        self.text
    }

    /// The first fault so far: something unterminated, a merge conflict, or NUL outside strings and comments.
    pub fn fault(&self) -> Option<&Diagnostic> {
        self.fault.as_ref()
    }

    /// Whether the tokens so far might be different under a reading that differs from this one in `switches`, none of which
    /// is one of the table of classes.
    pub fn depends_on(&self, switches: Switches) -> bool {
        self.met.intersects(switches)
    }

    /// Records that the current token depends on these switches.
    #[cold]
    fn depend_on(&mut self, switch: Switches) {
        self.met = self.met.union(switch);
    }

    fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    #[inline]
    fn at(&self, pos: usize) -> Option<u8> {
        self.bytes().get(pos).copied()
    }

    /// Records that something that starts at `start`, with an opener of this length in bytes, cannot be read; returns the end of the
    /// text.
    #[cold]
    fn fail(&mut self, code: &'static str, message: &str, start: usize, length: usize) -> usize {
        if self.fault.is_none() {
            let end = (start + length).min(self.text.len());
            self.fault = Some(Diagnostic::error(code, message, start..end));
        }
        self.text.len()
    }

    /// The end of the text, which ends what is not closed.
    #[cold]
    fn unclosed(&mut self, code: &'static str, what: &str, start: usize, length: usize) -> usize {
        self.fail(code, &format!("unterminated {what}"), start, length)
    }

    #[cold]
    fn nul(&mut self, pos: usize) {
        self.fail(
            "nul",
            "a NUL character outside strings and comments",
            pos,
            1,
        );
    }

    /// The end of the line that contains `pos`, without its line end.
    fn end_of_line(&self, pos: usize) -> usize {
        memchr(self.line_end, &self.bytes()[pos..]).map_or(self.text.len(), |i| pos + i)
    }

    /// The class of the byte at `pos` under the switches; the end of the text counts as white space.
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

    /// The character at `pos`; none at the end of the text or inside a character.
    fn char_at(&self, pos: usize) -> Option<char> {
        self.text.get(pos..)?.chars().next()
    }

    /// The end of a run of bytes at `pos`, or a position before it: `run` returns how many of eight bytes belong to the
    /// run.
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

    /// The end of the white space at `start`, if there is any.
    #[inline]
    fn whitespace(&self, start: usize) -> Whitespace {
        // In most cases it is one space.
        let end = start + usize::from(self.at(start) == Some(b' '));
        match self.at(end).map(|byte| self.classes[byte as usize]) {
            Some(Class::Space | Class::Wide) => self.long_whitespace(start),
            _ => Whitespace {
                end,
                line_ends: 0,
                is_space: end > start,
            },
        }
    }

    /// The end of white space that is more than one space.
    fn long_whitespace(&self, start: usize) -> Whitespace {
        let mut end = start;
        let mut line_ends = 0;
        while let Some(byte) = self.at(end) {
            match self.classes[byte as usize] {
                Class::Space => {
                    line_ends += usize::from(byte == self.line_end);
                    end = self.skip_run(end + 1, swar::spaces);
                }
                Class::Wide => match self.wide_whitespace(end) {
                    0 => break,
                    width => end += width,
                },
                _ => break,
            }
        }
        Whitespace {
            end,
            line_ends,
            is_space: false,
        }
    }

    /// The length of the character at `pos`, which is not a plain one, if it is white space.
    #[cold]
    fn wide_whitespace(&self, pos: usize) -> usize {
        match self.class_at(pos) {
            Class::Space => self.char_width(pos),
            _ => 0,
        }
    }

    /// The length of the character at `pos`.
    fn char_width(&self, pos: usize) -> usize {
        self.char_at(pos).map_or(1, char::len_utf8)
    }

    /// The end of the quoted text that starts at `start`, up to the byte `quote`. `\` escapes the next character, unless
    /// the reading says otherwise for bars.
    fn quoted(&mut self, start: usize, quote: u8, token: usize) -> usize {
        let mut pos = start;
        while let Some(i) = memchr2(quote, b'\\', &self.bytes()[pos..]) {
            pos += i + 1;
            if self.at(pos - 1) == Some(quote) {
                return pos;
            }
            if quote == b'|' {
                self.depend_on(Switches::BAR_ESCAPES);
                if !self.switches.contains(Switches::BAR_ESCAPES) {
                    continue;
                }
            }
            pos += self.char_at(pos).map_or(0, char::len_utf8);
        }
        let (code, what) = match quote {
            b'|' => ("unterminated-symbol", "symbol"),
            _ => ("unterminated-string", "string"),
        };
        self.unclosed(code, what, token, 1)
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
        self.unclosed("unterminated-comment", "block comment", start, 2)
    }

    /// The end of the atom that starts at `token` and whose constituents continue at `pos`.
    #[inline]
    fn atom(&mut self, pos: usize, token: usize) -> usize {
        let mut pos = self.skip_run(pos, swar::plain_constituents);
        let mut is_plain = true;
        // Every byte of a character beyond ASCII is a constituent, unless white space among these characters matters.
        while let Some(byte) = self.at(pos) {
            let class = self.classes[byte as usize];
            match class {
                Class::Constituent => {
                    is_plain &= swar::is_plain(byte);
                    pos += 1;
                }
                Class::Hash => {
                    if self.ends_at_hash(token) {
                        break;
                    }
                    is_plain = false;
                    pos += 1;
                }
                Class::Bar
                | Class::Backslash
                | Class::Nul
                | Class::Wide
                | Class::Prefix
                | Class::OpenBrace => {
                    self.ends_plainly = false;
                    return self.rest_of_atom(pos, token);
                }
                _ => break,
            }
        }
        self.ends_plainly = is_plain;
        pos
    }

    /// Whether a `#` ends the symbol that starts at `token`; it is a part of a number.
    #[cold]
    fn ends_at_hash(&mut self, token: usize) -> bool {
        self.depend_on(Switches::HASH_ENDS);
        let may_go_on = matches!(self.bytes()[token], b'#' | b'0'..=b'9' | b'+' | b'-' | b'.');
        self.switches.contains(Switches::HASH_ENDS) && !may_go_on
    }

    /// The end of an atom whose next constituent is not a plain one.
    #[cold]
    fn rest_of_atom(&mut self, mut pos: usize, token: usize) -> usize {
        loop {
            match self.class_at(pos) {
                Class::Constituent => pos += self.char_width(pos),
                Class::Hash if self.ends_at_hash(token) => return pos,
                Class::Hash => pos += 1,
                Class::Prefix if self.bytes()[token..].starts_with(b"&`{") => {
                    return self.text_in_braces(pos + 1, token).unwrap_or(pos);
                }
                Class::Bar if self.is_mantissa_width(token, pos) => {
                    self.depend_on(Switches::WIDTHS);
                    pos += 1;
                }
                Class::Bar => {
                    self.depend_on(Switches::INNER_BARS | Switches::WIDTHS);
                    let quotes_anywhere = self.switches.contains(Switches::INNER_BARS);
                    if !quotes_anywhere && pos > token {
                        pos += 1;
                        continue;
                    }
                    pos = self.quoted(pos + 1, b'|', token);
                    if !quotes_anywhere {
                        return pos;
                    }
                }
                Class::Backslash => {
                    self.depend_on(Switches::INFIX | Switches::ESCAPES | Switches::HEX_ESCAPES);
                    if self.switches.contains(Switches::INFIX) {
                        return pos;
                    }
                    pos = self.escape(pos);
                }
                Class::Nul => {
                    self.nul(pos);
                    pos += 1;
                }
                Class::OpenBrace => return self.text_in_braces(pos, token).unwrap_or(pos),
                _ => return pos,
            }
        }
    }

    /// The end of the atom that starts at `token`, if it may be text in braces, like `&{a b}`, the first of which is at `brace`.
    fn text_in_braces(&mut self, brace: usize, token: usize) -> Option<usize> {
        if self.bytes()[token] != b'&' {
            return None;
        }
        self.depend_on(Switches::MARKUP);
        if !self.switches.contains(Switches::MARKUP) {
            return None;
        }
        let end = markup::end_of_braces(self.bytes(), brace);
        Some(self.end_of_markup(end, token))
    }

    /// The end of the literal with markup at `start`, if it has one.
    fn end_of_markup(&mut self, end: Option<usize>, start: usize) -> usize {
        end.unwrap_or_else(|| self.unclosed("unterminated-literal", "literal", start, 2))
    }

    /// Whether the `#<` at `start` starts an element.
    fn begins_element(&mut self, start: usize) -> bool {
        if !markup::may_begin(&self.bytes()[start + 2..]) {
            return false;
        }
        self.depend_on(Switches::MARKUP);
        self.switches.contains(Switches::MARKUP)
    }

    /// The end of the regular expression at `start`, with its flags.
    fn regexp(&mut self, start: usize) -> usize {
        let mut in_class = false;
        let mut pos = start + 2;
        while let Some(byte) = self.at(pos) {
            pos += 1;
            match byte {
                b'\\' => pos += self.char_width(pos),
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' => {
                    if in_class || !self.ends_after_flags(pos) {
                        self.depend_on(Switches::INNER_SLASHES);
                        if self.switches.contains(Switches::INNER_SLASHES) {
                            continue;
                        }
                    }
                    return self.atom(pos, start);
                }
                _ => {}
            }
        }
        self.unclosed("unterminated-regexp", "regular expression", start, 2)
    }

    /// Whether only the flags of a regular expression stand between `pos` and what ends a token for LIPS.
    fn ends_after_flags(&self, pos: usize) -> bool {
        let is_flag = |byte: &&u8| b"gimsuy".contains(byte);
        let after = pos + self.bytes()[pos..].iter().take_while(is_flag).count();
        match self.class_at(after) {
            Class::Space | Class::Open | Class::Close => true,
            _ => self.at(after) == Some(b'\''),
        }
    }

    /// Whether the `|` at `pos` starts the mantissa width of a number, as in `1.5|53` (R6RS §4.2.8), rather than a quoted
    /// part of a symbol: the token up to here starts like a number, and only digits follow.
    fn is_mantissa_width(&self, token: usize, pos: usize) -> bool {
        let digits = self.digits(pos + 1, u8::is_ascii_digit);
        // Look back last, since many bars may precede.
        self.switches.contains(Switches::WIDTHS)
            && digits > 0
            && matches!(
                self.class_at(pos + 1 + digits),
                Class::Space | Class::Open | Class::Close | Class::Quote | Class::Semicolon
            )
            && match &self.bytes()[token..pos] {
                [b'#', letter, ..] => b"bodxei".contains(&letter.to_ascii_lowercase()),
                number => is_number_like(number),
            }
            && self.bytes()[token..pos].iter().any(u8::is_ascii_digit)
    }

    /// The end of the escape in a symbol at `pos`: `\x41;`, or `\` and one character, or only the `\` if that is a letter.
    /// The character may be white space: for some readers it is part of the symbol, and for others the symbol ends there,
    /// so the white space must not change.
    fn escape(&mut self, pos: usize) -> usize {
        if !self.switches.contains(Switches::ESCAPES) {
            return pos + 1;
        }
        if self.at(pos + 1) == Some(b'x') && self.switches.contains(Switches::HEX_ESCAPES) {
            let digits = self.digits(pos + 2, u8::is_ascii_hexdigit);
            if digits > 0 && self.at(pos + 2 + digits) == Some(b';') {
                return pos + 3 + digits;
            }
        }
        self.escaped(pos)
    }

    /// The end of the `\` at `pos` and the character it escapes.
    fn escaped(&mut self, pos: usize) -> usize {
        let Some(escaped) = self.char_at(pos + 1) else {
            return self.fail("unterminated-symbol", "`\\` at the end of the file", pos, 1);
        };
        pos + 1 + escaped.len_utf8()
    }

    /// The end of Gambit's infix expression at `start`: a `;` or a `}` outside brackets, unless `else` or `while` follows.
    /// Strings and comments are as in C.
    fn infix(&mut self, start: usize) -> usize {
        self.depend_on(Switches::INFIX);
        let mut depth = 0;
        let mut pos = start + 1;
        while let Some(byte) = self.at(pos) {
            let rest = &self.bytes()[pos..];
            pos += match byte {
                b'"' | b'\'' => match markup::end_of_quoted(rest, byte, 1) {
                    Some(length) => length,
                    None => break,
                },
                b'/' if rest.starts_with(b"//") => memchr(b'\n', rest).unwrap_or(rest.len()),
                b'/' if rest.starts_with(b"/*") => {
                    memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2)
                }
                _ => 1,
            };
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
            let may_end = match byte {
                b';' | b'}' => depth == 0,
                _ if depth < 0 => break,
                _ => false,
            };
            let goes_on = || {
                let rest = self.bytes()[pos..].trim_ascii_start();
                rest.starts_with(b"else") || rest.starts_with(b"while")
            };
            if may_end && !goes_on() {
                return pos;
            }
        }
        self.unclosed("unterminated-infix", "infix expression", start, 1)
    }

    /// The end of the merge conflict with a line that begins at `start`, if there is one. Its first marker may be in a comment or a string
    /// that ends within it.
    #[cold]
    fn conflict(&mut self, start: usize) -> Option<usize> {
        let text = self.text;
        let all = self.conflicts.get_or_insert_with(|| conflicts(text));
        let index = all.partition_point(|span| span.end <= start);
        let span = all
            .get(index)
            .filter(|span| span.start <= start && is_at_margin(text, start))?;
        self.fault.get_or_insert_with(|| conflict(text, span));
        Some(span.end)
    }

    /// The token at `start`, which starts with `<`, `=` or `>`: the rest of a merge conflict, or an atom.
    fn conflict_or_atom(&mut self, start: usize) -> (TokenKind, usize) {
        let may_be_conflict = begins_with_marker(&self.text[start..]);
        match may_be_conflict.then(|| self.conflict(start)).flatten() {
            Some(end) => (TokenKind::Raw, end),
            None => (TokenKind::Atom, self.atom(start + 1, start)),
        }
    }

    /// The end of the character literal at `start`.
    fn character(&mut self, start: usize) -> usize {
        let Some(first) = self.char_at(start + 2) else {
            let message = "`#\\` at the end of the file";
            return self.fail("unterminated-character", message, start, 2);
        };
        let mut pos = start + 2 + first.len_utf8();
        if first.is_ascii() {
            match class(first as u8) {
                Class::Constituent | Class::Hash | Class::Backslash | Class::Wide => {}
                Class::Nul => self.nul(start + 2),
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
                // MIT writes `#\C-\]`; for Gambit a character ends there.
                Class::Backslash => {
                    self.depend_on(Switches::INFIX);
                    if self.switches.contains(Switches::INFIX) {
                        return pos;
                    }
                    pos = self.escaped(pos);
                }
                _ => return pos,
            }
        }
    }

    /// The token at `start`, which starts with `#`; keeps count of the brackets.
    fn hash_at_depth(&mut self, start: usize) -> (TokenKind, usize) {
        let (kind, end) = self.hash(start);
        match kind {
            TokenKind::Open => self.cursor.depth += 1,
            // No reader reads what follows: it becomes part of this token, as it is.
            TokenKind::Atom if self.cursor.depth == 0 && &self.text[start..end] == "#!eof" => {
                return (TokenKind::Raw, self.text.len());
            }
            _ => {}
        }
        (kind, end)
    }

    /// Whether the `.` at `start` is a token by itself.
    fn is_dot(&self, start: usize) -> bool {
        self.class_at(start + 1) == Class::Space
            || matches!(self.at(start + 1), Some(b'(' | b')' | b'"' | b';'))
    }

    /// The token at `start`, which starts with `#`.
    fn hash(&mut self, start: usize) -> (TokenKind, usize) {
        let Some(next) = self.at(start + 1) else {
            return (TokenKind::Atom, start + 1);
        };
        match next {
            b'/' | b'[' => self.depend_on(Switches::REGEXPS),
            b'~' | b'$' | b'+' => self.depend_on(Switches::GEXPS),
            _ => {}
        }
        self.hash_mark(start, next)
            .unwrap_or_else(|| self.hash_word(start))
    }

    /// The token at `start`, if `#` and the byte after it determine what it is.
    fn hash_mark(&mut self, start: usize, next: u8) -> Option<(TokenKind, usize)> {
        use TokenKind::{Atom, BlockComment, Character, DatumComment, Open, Prefix, Raw, String};
        let after = self.at(start + 2);
        Some(match next {
            b'|' => (BlockComment, self.block_comment(start)),
            b';' => (DatumComment, start + 2),
            b'\\' => (Character, self.character(start)),
            b'[' if self.switches.contains(Switches::REGEXPS) => (Raw, self.char_set(start)),
            b'(' | b'[' => (Open, start + 2),
            b'"' => (String, self.hash_string(start)),
            b'!' => self.bang(start),
            b'`' if after == Some(b'"') => (String, self.quoted(start + 3, b'"', start)),
            b',' if after == Some(b'@') => (Prefix, start + 3),
            b'\'' | b'&' | b'`' | b',' => (Prefix, start + 2),
            b'/' if self.switches.contains(Switches::REGEXPS) => (Raw, self.regexp(start)),
            b'?' if matches!(after, Some(b'=' | b',')) => (Prefix, start + 3),
            b'~' | b'$' | b'+' if self.switches.contains(Switches::GEXPS) => {
                let spliced = next != b'~' && after == Some(b'@');
                (Prefix, start + 2 + usize::from(spliced))
            }
            b'{' => {
                let rest = &self.bytes()[start..];
                let end = self.next_brace.find(start, || memchr(b'}', rest))? + 1;
                let end = self.end_of_annotation(start).unwrap_or(end);
                (Atom, end + usize::from(self.at(end) == Some(b'#')))
            }
            b'<' if matches!(after, Some(b'<' | b'#')) => (Raw, self.here_string(start)),
            b'<' if self.begins_element(start) => {
                let end = markup::end_of_element(self.bytes(), start);
                (Raw, self.end_of_markup(end, start))
            }
            b'>' => {
                let (from, rest) = (start + 2, &self.bytes()[start + 2..]);
                let search = || memmem::find(rest, b"<#");
                (Raw, self.next_foreign_end.find(from, search)? + 2)
            }
            b'0'..=b'9' => {
                let end = start + 1 + self.digits(start + 1, u8::is_ascii_digit);
                match self.at(end)? {
                    b'=' => (Prefix, end + 1),
                    b'#' => (Atom, end + 1),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// The end of the annotation at `start`, if there are any in this reading, and it is not too long to be one.
    fn end_of_annotation(&self, start: usize) -> Option<usize> {
        if !self.switches.contains(Switches::ANNOTATIONS) {
            return None;
        }
        let bytes = &self.bytes()[start..self.text.len().min(start + MAX_ANNOTATION)];
        let mut depth = 0;
        let end = memchr2_iter(b'{', b'}', bytes).find(|at| {
            depth += if bytes[*at] == b'{' { 1 } else { -1 };
            depth == 0
        })?;
        Some(start + end + 1)
    }

    /// The end of the string at `start`, which starts with `#"`.
    fn hash_string(&mut self, start: usize) -> usize {
        self.depend_on(Switches::RAW_STRINGS);
        if !self.switches.contains(Switches::RAW_STRINGS) {
            let end = self.quoted(start + 2, b'"', start);
            let is_interpolated = self.switches.contains(Switches::REGEXPS);
            let longer =
                is_interpolated.then(|| end_of_interpolated(&self.text[start..], end - start));
            return longer.flatten().map_or(end, |length| start + length);
        }
        let bytes = self.bytes();
        let inside = memchr(b'"', &bytes[start + 2..]).map(|length| start + 2 + length + 1);
        let end = inside.and_then(|inside| {
            let delimiter = &bytes[start + 1..inside];
            let length = memmem::find(&bytes[inside..], delimiter)?;
            Some(inside + length + delimiter.len())
        });
        end.unwrap_or_else(|| self.unclosed(UNTERMINATED_RAW_STRING, "raw string", start, 2))
    }

    /// The token at `start`, whose `#` a word follows: an atom, or what begins a line, a vector or a string.
    fn hash_word(&mut self, start: usize) -> (TokenKind, usize) {
        let end = self.atom(start + 1, start);
        if &self.text[start..end] == "#lang" && self.cursor.depth == 0 {
            return (TokenKind::Shebang, self.end_of_line(start));
        }
        match self.at(end) {
            Some(b'(' | b'[') if !is_keyword(&self.text[start..end]) => (TokenKind::Open, end + 1),
            Some(b'"') if is_string_prefix(&self.text[start..end]) => {
                (TokenKind::String, self.quoted(end + 1, b'"', start))
            }
            _ => (TokenKind::Atom, end),
        }
    }

    /// The number of digits at `pos`.
    fn digits(&self, pos: usize, is_digit: impl Fn(&u8) -> bool) -> usize {
        let digits = self.bytes()[pos..].iter();
        digits.take_while(|byte| is_digit(byte)).count()
    }

    /// The end of the char set at `start`: `#[...]`, which may contain `[:name:]` and `\` escapes.
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
        self.unclosed("unterminated-char-set", "char set", start, 2)
    }

    /// The end of the here string at `start`: its tag is the rest of the line, and a line equal to the tag ends the string.
    /// The ends of these two lines belong to the token: for readers that only know line feeds, a carriage return is part of
    /// the tag.
    fn here_string(&mut self, start: usize) -> usize {
        let bytes = self.bytes();
        let mut line_end = self.end_of_line(start);
        let tag = &bytes[start + 3..line_end];
        while line_end + 1 < bytes.len() {
            let line = line_end + 1;
            line_end = self.end_of_line(line);
            if &bytes[line..line_end] == tag {
                return (line_end + 1).min(bytes.len());
            }
        }
        self.unclosed("unterminated-here-string", "here string", start, 3)
    }

    /// The token at `start`, which starts with `#!`.
    fn bang(&mut self, start: usize) -> (TokenKind, usize) {
        let bytes = self.bytes();
        let rest = &self.text[start + 2..];
        let end = start + 2 + rest.find(ends_directive).unwrap_or(rest.len());
        if is_directive(&self.text[start + 2..end]) {
            return (TokenKind::Directive, end);
        }
        let is_script = match self.at(start + 2) {
            None => true,
            Some(byte) => {
                byte == b'/'
                    || is_hard(byte)
                    || self.class_at(start + 2) == Class::Space
                    || start == self.first && names_program(rest)
            }
        };
        if is_script || start == self.first {
            // Guile's block comment: its `!#` is at the start of a line or after white space.
            let search = || {
                memmem::find_iter(&bytes[end..], b"!#")
                    .find(|i| class(bytes[end + i - 1]) == Class::Space)
            };
            if let Some(script_end) = self.next_script_end.find(end, search) {
                return (TokenKind::BlockComment, script_end + 2);
            }
        }
        if is_script && start == self.first {
            (TokenKind::Shebang, self.end_of_line(start))
        } else {
            (TokenKind::Atom, self.atom(start + 2, start))
        }
    }
}

/// The length of Gauche's string `#"..."` at the start of a text, if an expression in it, as in `#"a~(f "b")c"`, holds the quotation mark
/// that would end it after `plain` bytes.
fn end_of_interpolated(text: &str, plain: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[..text.len().min(plain + MAX_ANNOTATION)];
    memmem::find(&bytes[..plain], b"~(")?;
    let (mut depth, mut in_string) = (0, false);
    let mut pos = 2;
    while let Some(byte) = bytes.get(pos) {
        pos += 1;
        match byte {
            b'\\' => pos += text.get(pos..)?.chars().next()?.len_utf8(),
            b'"' if depth == 0 => return (pos > plain).then_some(pos),
            b'"' => in_string = !in_string,
            b'(' if !in_string && (depth > 0 || bytes[pos - 2] == b'~') => depth += 1,
            b')' if !in_string && depth > 0 => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether the first word of `rest`, which follows a `#!`, is a path, as in `#!../bin/scheme --script`, or an option follows it on its
/// line, as in `#!gsc -:dq-`: an operating system takes such a first line for the program to run.
fn names_program(rest: &str) -> bool {
    let line = rest.split(['\n', '\r']).next().unwrap_or_default();
    let (word, arguments) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let option = arguments.trim_start().strip_prefix('-');
    word.contains('/') || option.is_some_and(|it| it.starts_with(|c: char| !c.is_whitespace()))
}

/// Whether the name of a directive ends at this character for every reader.
fn ends_directive(c: char) -> bool {
    match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => {
            is_hard(byte)
                || matches!(
                    byte,
                    b'#' | b'|' | b'\\' | b'{' | b'}' | b'\'' | b'`' | b',' | b'+' | 0x0B
                )
        }
        _ => !c.is_alphanumeric(),
    }
}

/// Whether a text may be a number in some radix. It is looked through from its end, since one that a bar has quoted can be long.
fn is_number_like(text: &[u8]) -> bool {
    let may_go_on = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'+' | b'-' | b'.' | b'/' | b'@' | b'#' | b'|')
    };
    let may_begin = match text {
        [b'.', b'.', ..] => false,
        [first, ..] => matches!(first, b'0'..=b'9' | b'+' | b'-' | b'.'),
        [] => false,
    };
    may_begin && text.iter().rev().all(may_go_on)
}

/// Whether `prefix` and a string that touches it make one token.
fn is_string_prefix(prefix: &str) -> bool {
    matches!(
        prefix,
        "#*" | "#**" | "#u8" | "#rx" | "#px" | "#rx#" | "#px#"
    )
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn next(&mut self) -> Option<Token> {
        let start = self.cursor.pos;
        let first = self.at(start)?;
        let (kind, end) = match self.classes[first as usize] {
            Class::Space => (TokenKind::Whitespace, self.whitespace(start).end),
            Class::Open | Class::OpenBrace => {
                self.cursor.depth += 1;
                (TokenKind::Open, start + 1)
            }
            Class::Close | Class::CloseBrace => {
                self.cursor.depth -= 1;
                (TokenKind::Close, start + 1)
            }
            Class::Quote => (TokenKind::String, self.quoted(start + 1, b'"', start)),
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
            Class::Constituent if matches!(first, b'<'..=b'>') => self.conflict_or_atom(start),
            Class::Constituent => (TokenKind::Atom, self.atom(start + 1, start)),
            Class::Backslash if self.switches.contains(Switches::INFIX) => {
                (TokenKind::Raw, self.infix(start))
            }
            _ => (TokenKind::Atom, self.atom(start, start)),
        };
        self.cursor.pos = end;
        // Source::decode rejects texts whose offsets do not fit.
        Some(Token {
            kind,
            start: start as u32,
            end: end as u32,
        })
    }
}
