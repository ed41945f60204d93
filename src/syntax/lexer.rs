//! The lexer: splits a text into tokens, with every byte in exactly one token.
//!
//! Scheme readers differ on what a few characters mean; a [`Lexis`] says which reading to use. A text that ends within a
//! string, a comment or a `|symbol|` is still split into tokens; the first such fault is recorded in [`Lexer::fault`].

use crate::syntax::chars::{CLASSES, Class, Classes, class, is_hard, is_r6rs_whitespace};
use crate::syntax::markup;
use crate::syntax::token::{Token, TokenKind};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::line_end;
use crate::text::words;
use memchr::{memchr, memchr2, memchr3, memmem};

/// A reading, where readers differ: a set of switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexis(u64);

impl Lexis {
    /// `|` quotes a part of a symbol.
    pub const BARS: Lexis = Lexis(1);
    /// `{` and `}` are brackets.
    pub const BRACES: Lexis = Lexis(1 << 1);
    /// Unicode's white space is white space (R6RS §4.2.1).
    pub const UNICODE_SPACE: Lexis = Lexis(1 << 2);
    /// `#/re/` is a regular expression and `#[...]` a char set (Gauche, Sagittarius). Other readers accept `#/` and `#[`
    /// only as the start of a vector, if at all.
    pub const REGEXPS: Lexis = Lexis(1 << 3);
    /// `#~ #$ #$@ #+ #+@` are prefixes (Guile's G-expressions).
    pub const GEXPS: Lexis = Lexis(1 << 4);
    /// `|` quotes in the middle of a symbol as it does at the start; for MIT it is a letter there.
    pub const INNER_BARS: Lexis = Lexis(1 << 5);
    /// `\` between bars escapes what follows; for Chez and Racket it is a letter there.
    pub const BAR_ESCAPES: Lexis = Lexis(1 << 6);
    /// `\` in a symbol quotes the next character; for Guile and MIT it is a letter.
    pub const ESCAPES: Lexis = Lexis(1 << 7);
    /// Where `\` quotes, `\x41;` is one character (R6RS §4.2.4, Chez); for Chicken and Racket it is `x41` and a comment.
    pub const HEX_ESCAPES: Lexis = Lexis(1 << 8);
    /// `\` starts an infix expression (Gambit).
    pub const INFIX: Lexis = Lexis(1 << 9);
    /// `1.5|53` is a number with a mantissa width (R6RS §4.2.8, Chez); for others the bar quotes.
    pub const WIDTHS: Lexis = Lexis(1 << 10);
    /// `#` continues a symbol; for Chez it ends one.
    pub const SYMBOL_HASHES: Lexis = Lexis(1 << 11);
    /// `#` continues `#t` and `#f`; for Guile, Chez and Chicken it ends them.
    pub const BOOLEAN_HASHES: Lexis = Lexis(1 << 12);
    /// `#` continues a character literal; for Chez and Racket it ends one.
    pub const CHARACTER_HASHES: Lexis = Lexis(1 << 13);
    /// `#{a b}` is a symbol; for Gambit, Chicken and Racket it opens a list.
    pub const HASH_BRACES: Lexis = Lexis(1 << 14);
    /// Such a symbol ends at `}#` (Guile).
    pub const LONG_HASH_BRACES: Lexis = Lexis(1 << 15);
    /// `#!` before a blank or `/`, and at the start of the text, may start a block comment, which ends at a `!#` after a
    /// blank.
    pub const SCRIPT_BLOCKS: Lexis = Lexis(1 << 16);
    /// `#!` without a known name starts a block comment, which ends at the next `!#` (Guile).
    pub const BANG_BLOCKS: Lexis = Lexis(1 << 17);
    /// `#!` before a space or `/` starts a comment to the end of the line, anywhere in the text (Chicken, Racket).
    pub const LATE_SCRIPTS: Lexis = Lexis(1 << 18);
    /// Such a comment continues after a line that ends in `\` (Racket).
    pub const CONTINUED_SCRIPTS: Lexis = Lexis(1 << 19);
    /// A token that starts with `|` ends at the next `|`, and no other token continues at a `|` that quotes (Gambit, MIT).
    pub const LONE_BARS: Lexis = Lexis(1 << 20);
    /// `|` is a letter after what may be the start of a number in some radix (Chez).
    pub const NUMBER_BARS: Lexis = Lexis(1 << 21);
    /// `#!` before any white space starts such a comment, even before a line end (Chicken).
    pub const BLANK_SCRIPTS: Lexis = Lexis(1 << 22);
    /// `'` and `,` continue a symbol or a number (Guile).
    pub const INNER_QUOTES: Lexis = Lexis(1 << 23);
    /// `` ` `` continues a symbol or a number (Guile, Chicken).
    pub const INNER_BACKQUOTES: Lexis = Lexis(1 << 24);
    /// `#` continues `#:`; for Guile and Chez it ends it.
    pub const KEYWORD_HASHES: Lexis = Lexis(1 << 25);
    /// `#:` takes the next character, even white space or a bracket, and a `:` after a closing bar ends the token (Gambit).
    pub const OPEN_KEYWORDS: Lexis = Lexis(1 << 26);
    /// `#` continues the marks `#ci`, `#cs`, `#$` and `#+`; for Chicken and Racket it ends them.
    pub const MARK_HASHES: Lexis = Lexis(1 << 27);
    /// `|` and `\` are letters in a name that begins with `##` (Chicken).
    pub const SYSTEM_NAMES: Lexis = Lexis(1 << 28);
    /// `#` continues `#true` and `#false`; for Guile and Chez it ends them.
    pub const LONG_BOOLEAN_HASHES: Lexis = Lexis(1 << 29);
    /// A brace is a symbol of its own, which need not be matched by another (Chez). Needs `BRACES`.
    pub const LONE_BRACES: Lexis = Lexis(1 << 30);
    /// A carriage return, U+0085 and U+2028 end a line comment (Chez).
    pub const COMMENT_ENDS: Lexis = Lexis(1 << 31);
    /// In `#/re/`, a slash in a class does not end the regular expression, nor does one after which a token goes on (LIPS).
    /// Needs `REGEXPS`.
    pub const INNER_SLASHES: Lexis = Lexis(1 << 32);
    /// `#<p>a</p>` and `&{a}` are one token each, with the blanks in them (Kawa; SRFI 107, 109).
    pub const MARKUP: Lexis = Lexis(1 << 33);

    /// The reading for a text of an unknown dialect.
    pub const COMMON: Lexis = Self::BARS
        .with(Self::BRACES)
        .with(Self::INNER_BARS)
        .with(Self::BAR_ESCAPES)
        .with(Self::ESCAPES)
        .with(Self::HEX_ESCAPES)
        .with(Self::WIDTHS)
        .with(Self::SYMBOL_HASHES)
        .with(Self::BOOLEAN_HASHES)
        .with(Self::CHARACTER_HASHES)
        .with(Self::KEYWORD_HASHES)
        .with(Self::MARK_HASHES)
        .with(Self::LONG_BOOLEAN_HASHES)
        .with(Self::HASH_BRACES)
        .with(Self::SCRIPT_BLOCKS);

    /// Any set of switches, one per bit; bits without a switch have no meaning.
    pub const fn from_bits(bits: u64) -> Lexis {
        Lexis(bits)
    }

    /// No switches.
    pub const NOTHING: Lexis = Lexis(0);

    /// This reading with `other` switched on as well.
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
    pub const fn symmetric_difference(self, other: Lexis) -> Lexis {
        Lexis(self.0 ^ other.0)
    }

    /// The index of this reading's table in [`CLASSES`], which depends on `BARS`, `BRACES` and `UNICODE_SPACE`.
    const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Whether everything in `other` is switched on.
    pub const fn has(self, other: Lexis) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether anything in `other` is switched on.
    pub const fn has_any(self, other: Lexis) -> bool {
        self.0 & other.0 != 0
    }
}

/// The switches that determine what `\` means outside strings and bars.
const BACKSLASHES: Lexis = Lexis::ESCAPES.with(Lexis::HEX_ESCAPES).with(Lexis::INFIX);

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
    lexis: Lexis,
    classes: &'static Classes,
    /// Switches on which the tokens so far may depend, except for those of the table of classes that are off.
    met: Lexis,
    /// Where the tokens may depend on them.
    signs: Vec<Sign>,
    place: Cursor,
    /// The start of the first token on the current line.
    line: Cursor,
    /// LF, or CR in a text without LF.
    line_end: u8,
    /// The start of the text's first token.
    first: usize,
    fault: Option<Diagnostic>,
    /// The start of an atom, and the end of its part that may be a number.
    number: (usize, usize),
    /// The start of an atom, and the end of its part that has been searched for what another reader's token may begin with.
    searched: (usize, usize),
    /// Whether all of the last atom but its first byte consists of plain letters, digits and signs.
    ends_plainly: bool,
    next_brace: Ahead,
    next_foreign_end: Ahead,
    next_script_end: Ahead,
    next_block_end: Ahead,
}

/// The position of a lexer between two tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The start of the next token.
    pub(crate) pos: usize,
    /// The number of open brackets.
    depth: i32,
}

/// A token on which readers may differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sign {
    /// Its start.
    pub(crate) token: usize,
    /// The start of the first token on its line, where every reader sees a boundary unless one differs before.
    pub(crate) line: Cursor,
    /// The switches on which the token may depend.
    pub(crate) switches: Lexis,
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

/// The next occurrence of something that is searched for repeatedly, so that no part of a text is searched twice.
#[derive(Clone, Copy, Debug, Default)]
struct Ahead(Option<usize>);

impl Ahead {
    /// The first occurrence at or after `from`, which must not decrease from call to call; `search` finds it.
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
    /// Creates a lexer at the start of `text`.
    pub fn new(text: &'s str, lexis: Lexis) -> Self {
        let mut lexer = Lexer {
            text,
            lexis,
            classes: &CLASSES[lexis.index()],
            met: Lexis::NOTHING,
            signs: Vec::new(),
            place: Cursor::default(),
            line: Cursor::default(),
            line_end: line_end(text),
            first: 0,
            fault: None,
            number: (usize::MAX, 0),
            searched: (usize::MAX, 0),
            ends_plainly: false,
            next_brace: Ahead::default(),
            next_foreign_end: Ahead::default(),
            next_script_end: Ahead::default(),
            next_block_end: Ahead::default(),
        };
        lexer.first = lexer.whitespace(0).end;
        lexer
    }

    /// The position of this lexer.
    #[inline]
    pub(crate) fn place(&self) -> Cursor {
        self.place
    }

    /// Continues at a position that this lexer has been at, or would have been at: one after the same tokens.
    #[inline]
    pub(crate) fn resume(&mut self, place: Cursor) {
        self.place = place;
    }

    /// Skips white space, if there is any.
    #[inline]
    pub(crate) fn skip_whitespace(&mut self) -> Whitespace {
        let white = self.whitespace(self.place.pos);
        self.place.pos = white.end;
        white
    }

    /// Whether this token would be the same in any text with the same line ends, the same tokens before it, the same bytes
    /// up to `end` (which is between two characters), and arbitrary bytes after that; even if the last of these bytes were
    /// another kind of white space.
    ///
    /// A closing bracket does not depend on anything after it. Other tokens depend on the class of the character after
    /// them, which is the same for all white space; comments depend on their line end, which must not be that last byte.
    /// For something that starts with `#!`, `#<`, `#>`, `#{` or `#:#`, an end may have been searched for in vain, and an
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
            b'#' => match self.at(start + 1) {
                Some(b':') => self.at(start + 2) == Some(b'#'),
                next => matches!(next, Some(b'!' | b'<' | b'>' | b'{')),
            },
            b'\\' => token.kind == TokenKind::Raw,
            _ => false,
        };
        known && !searched
    }

    /// Whether the last token, an atom, consists of plain letters, digits and signs after its first byte.
    #[inline]
    pub(crate) fn ends_plainly(&self) -> bool {
        self.ends_plainly
    }

    /// The text that is being split into tokens.
    pub fn text(&self) -> &'s str {
        self.text
    }

    /// The reading by which it is split.
    pub(crate) fn lexis(&self) -> Lexis {
        self.lexis
    }

    /// The first fault so far: something unterminated, or NUL outside strings and comments.
    pub fn fault(&self) -> Option<&Diagnostic> {
        self.fault.as_ref()
    }

    /// Whether the tokens so far might be different under a reading that differs from this one in `switches`.
    pub fn depends_on(&self, switches: Lexis) -> bool {
        self.met.has_any(switches)
            || switches.has_any(Lexis::BARS.with(Lexis::BRACES))
            || switches.has(Lexis::UNICODE_SPACE)
                && self.bytes().iter().any(|byte| class(*byte) == Class::Wide)
    }

    /// The signs so far on which readers differ: the switches on which the tokens may depend. White space beyond ASCII
    /// counts only if it is read as such, or stands before something that extends further than a symbol. Braces count only
    /// before a `#` or a prefix: what touches them keeps touching them, so apart from that they are the same for every reader.
    pub fn signs(&self) -> Lexis {
        match memchr(b'|', self.bytes()) {
            Some(_) if !self.lexis.has(Lexis::BARS) => {
                self.met.with(Lexis::BARS).with(Lexis::INNER_BARS)
            }
            _ => self.met,
        }
    }

    /// The tokens so far that may be different, or impossible to read, under a reading that differs from this one in
    /// `switches`; none if they are not known.
    pub(crate) fn signs_of(&self, switches: Lexis) -> Option<impl Iterator<Item = Sign>> {
        let bars = Lexis::BARS.with(Lexis::INNER_BARS);
        // A bar or a brace that is a letter is no sign.
        let is_known = (self.lexis.has(Lexis::BARS) || !switches.has_any(bars))
            && (self.lexis.has(Lexis::BRACES) || !switches.has_any(Lexis::MARKUP));
        let signs = self.signs.iter().copied();
        is_known.then(|| signs.filter(move |sign| sign.switches.has_any(switches)))
    }

    /// Records that the current token may depend on some switches.
    #[cold]
    fn meet(&mut self, switches: Lexis) {
        self.met = self.met.with(switches);
        self.note(switches);
    }

    /// Records that some switches decide whether the current token can be read at all.
    fn note(&mut self, switches: Lexis) {
        let token = self.place.pos;
        match self.signs.last_mut() {
            Some(last) if last.token == token => last.switches = last.switches.with(switches),
            _ => self.signs.push(Sign {
                token,
                line: self.line,
                switches,
            }),
        }
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

    /// The end of the line that contains `pos`, without its line end.
    fn end_of_line(&self, pos: usize) -> usize {
        memchr(self.line_end, &self.bytes()[pos..]).map_or(self.text.len(), |i| pos + i)
    }

    /// The end of the comment at `start`.
    #[inline(never)]
    fn line_comment(&mut self, start: usize) -> usize {
        let end = self.end_of_line(start);
        // The first bytes of what ends a comment for Chez.
        let comment = &self.bytes()[start..end];
        let comment = comment.strip_suffix(b"\r").unwrap_or(comment);
        match memchr3(b'\r', 0xC2, 0xE2, comment) {
            Some(_) => self.broken_comment(start, end),
            None => end,
        }
    }

    /// The same for a comment that may contain what ends it for Chez.
    #[cold]
    fn broken_comment(&mut self, start: usize, end: usize) -> usize {
        let Some(length) = self.text[start..end].find(['\r', '\u{85}', '\u{2028}']) else {
            return end;
        };
        self.meet(Lexis::COMMENT_ENDS);
        match self.lexis.has(Lexis::COMMENT_ENDS) {
            true => start + length,
            false => end,
        }
    }

    /// The class of the byte at `pos` under the lexis; the end of the text counts as white space.
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
    fn whitespace(&mut self, start: usize) -> Whitespace {
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

    /// The same, for more than one space.
    fn long_whitespace(&mut self, start: usize) -> Whitespace {
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
        if line_ends > 0 {
            self.line = Cursor {
                pos: end,
                ..self.place
            };
        }
        Whitespace {
            end,
            line_ends,
            is_space: false,
        }
    }

    /// The length of the character at `pos`, which is not a plain one, if it is white space.
    #[cold]
    fn wide_whitespace(&mut self, pos: usize) -> usize {
        match self.class_at(pos) {
            Class::Space => {
                self.meet(Lexis::UNICODE_SPACE);
                self.char_width(pos)
            }
            _ => 0,
        }
    }

    /// The length of the character at `pos`.
    fn char_width(&self, pos: usize) -> usize {
        self.char_at(pos).map_or(1, char::len_utf8)
    }

    /// The end of the quoted text that starts at `start`, up to the byte `quote`. `\` escapes the next character, unless
    /// the reading says otherwise for bars.
    fn quoted(&mut self, start: usize, quote: u8, token: usize, what: &str) -> usize {
        let mut pos = start;
        while let Some(i) = memchr2(quote, b'\\', &self.bytes()[pos..]) {
            pos += i + 1;
            if self.at(pos - 1) == Some(quote) {
                return pos;
            }
            if quote == b'|' {
                self.meet(Lexis::BAR_ESCAPES);
                if !self.lexis.has(Lexis::BAR_ESCAPES) {
                    continue;
                }
            }
            pos += self.char_at(pos).map_or(0, char::len_utf8);
        }
        let (code, length) = match quote {
            b'|' => ("unterminated-symbol", 1),
            _ => ("unterminated-string", 1),
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

    /// The end of the atom that starts at `token` and whose constituents continue at `pos`.
    #[inline]
    fn atom(&mut self, pos: usize, token: usize) -> usize {
        let mut pos = self.skip_run(pos, words::plain_constituents);
        let mut is_plain = true;
        // Every byte of a character beyond ASCII is a constituent, unless white space among these characters matters.
        while let Some(byte) = self.at(pos) {
            let class = self.classes[byte as usize];
            match class {
                Class::Constituent => {
                    is_plain &= words::is_plain(byte);
                    pos += 1;
                }
                Class::Hash if self.goes_on_at_hash(pos, token) => {
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

    /// The same, if the next constituent is not a plain one.
    #[cold]
    fn rest_of_atom(&mut self, mut pos: usize, token: usize) -> usize {
        loop {
            match self.class_at(pos) {
                Class::Constituent => pos += self.char_width(pos),
                Class::Hash if self.goes_on_at_hash(pos, token) => pos += 1,
                Class::Prefix if self.goes_on_at_quote(pos, token) => pos += 1,
                Class::Prefix if self.bytes()[token..].starts_with(b"&`{") => {
                    return self.text_in_braces(pos + 1, token).unwrap_or(pos);
                }
                Class::Bar if self.is_letter(token, pos) => pos += 1,
                Class::Bar if self.lexis.has(Lexis::LONE_BARS) => {
                    return match pos > token {
                        true => pos,
                        false => self.lone_bars(pos),
                    };
                }
                Class::Bar => pos = self.quoted(pos + 1, b'|', token, "symbol"),
                Class::Backslash if self.lexis.has(Lexis::INFIX) => return pos,
                Class::Backslash if self.is_system_name(token) => pos += 1,
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
        self.meet(Lexis::MARKUP);
        if !self.lexis.has(Lexis::MARKUP) {
            return None;
        }
        let end = markup::end_of_braces(self.bytes(), brace);
        Some(self.closed(end, token, 2))
    }

    /// The end of the literal at `start`, if it has one.
    fn closed(&mut self, end: Option<usize>, start: usize, length: usize) -> usize {
        end.unwrap_or_else(|| {
            let message = "this literal is not closed before the end of the file";
            self.fail("unterminated-literal", message, start, length);
            self.text.len()
        })
    }

    /// Whether the `#<` at `start` starts an element.
    fn begins_element(&mut self, start: usize) -> bool {
        if !markup::may_begin(&self.bytes()[start + 2..]) {
            return false;
        }
        self.meet(Lexis::MARKUP);
        self.lexis.has(Lexis::MARKUP)
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
                        self.meet(Lexis::INNER_SLASHES);
                        if self.lexis.has(Lexis::INNER_SLASHES) {
                            continue;
                        }
                    }
                    return self.atom(pos, start);
                }
                _ => {}
            }
        }
        let message = "this regular expression is not closed before the end of the file";
        self.fail("unterminated-regexp", message, start, 2);
        self.text.len()
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

    /// Whether the `#` at `pos` continues the atom that starts at `token`, as it does in anything that may be a number.
    #[inline(never)]
    fn goes_on_at_hash(&mut self, pos: usize, token: usize) -> bool {
        self.meet_wide_space(pos);
        if self.follows_brace(pos) {
            self.meet(Lexis::BRACES);
        }
        let switch = match &self.bytes()[token..pos] {
            [b'#', b't' | b'T' | b'f' | b'F'] => Lexis::BOOLEAN_HASHES,
            [b'#', b'$' | b'+'] | [b'#', b'c', b'i' | b's'] => Lexis::MARK_HASHES,
            [b'#', b':'] => Lexis::KEYWORD_HASHES,
            [b'#', b'!' | b':' | b'%', ..] | [b'#', b'0'..=b'9', b'%', ..] => Lexis::SYMBOL_HASHES,
            [b'#', name @ ..] if is_long_boolean(name) => Lexis::LONG_BOOLEAN_HASHES,
            [b'#', ..] => return true,
            _ if self.lexis.has(Lexis::SYMBOL_HASHES) => Lexis::SYMBOL_HASHES,
            [b'0'..=b'9', ..] | [b'+' | b'-' | b'.', _, ..] if pos < self.number_end(token) => {
                return true;
            }
            _ => Lexis::SYMBOL_HASHES,
        };
        self.meet_hash(pos, switch)
    }

    /// Whether a switch makes the `#` at `pos` continue a token. This matters if it would otherwise start something that
    /// extends further, or a token that another `#` may end.
    fn meet_hash(&mut self, pos: usize, switch: Lexis) -> bool {
        let goes_on = self.lexis.has(switch);
        // In the token that starts here if the `#` ends one, another `#` may have another meaning.
        let matters = !goes_on || switch != Lexis::SYMBOL_HASHES;
        let next = self.at(pos + 1);
        if next.is_some_and(|next| matters || begins_long(next)) {
            self.meet(switch);
        }
        goes_on
    }

    /// Whether the `'`, `` ` `` or `,` at `pos` continues the atom that starts at `token`. This matters unless a letter follows.
    #[inline(never)]
    fn goes_on_at_quote(&mut self, pos: usize, token: usize) -> bool {
        if matches!(self.bytes()[token..pos], [b'#', b't' | b'T' | b'f' | b'F']) {
            return false;
        }
        let switch = match self.at(pos) {
            Some(b'`') => Lexis::INNER_BACKQUOTES,
            _ => Lexis::INNER_QUOTES,
        };
        if self.class_at(pos + 1) != Class::Constituent || self.at(pos + 1) == Some(b'@') {
            self.meet(switch);
        }
        self.lexis.has(switch)
    }

    /// Whether a brace touches what starts at `pos`.
    fn follows_brace(&self, pos: usize) -> bool {
        let before = pos.checked_sub(1).and_then(|before| self.at(before));
        matches!(before, Some(b'{' | b'}'))
    }

    /// The end of the token that starts with the bar at `start` and ends with the next bar, or with a `:` after it.
    fn lone_bars(&mut self, start: usize) -> usize {
        let end = self.quoted(start + 1, b'|', start, "symbol");
        if self.at(end) != Some(b':') {
            return end;
        }
        self.meet(Lexis::OPEN_KEYWORDS);
        end + usize::from(self.lexis.has(Lexis::OPEN_KEYWORDS))
    }

    /// The end of the part of the atom that starts at `token` that may be a number for Chez.
    fn number_end(&mut self, token: usize) -> usize {
        if self.number.0 != token {
            self.number = (token, token + number_like(&self.bytes()[token..]));
        }
        self.number.1
    }

    /// Notes white space beyond ASCII that is a letter here, before a `#` at `pos` that may start something long.
    fn meet_wide_space(&mut self, pos: usize) {
        let before = || self.text[..pos].chars().next_back();
        if self.at(pos + 1).is_some_and(begins_long) && before().is_some_and(is_r6rs_whitespace) {
            self.meet(Lexis::UNICODE_SPACE);
        }
    }

    /// Whether the `|` at `pos` is a letter of the token that starts at `token`.
    fn is_letter(&mut self, token: usize, pos: usize) -> bool {
        self.meet(Lexis::BARS.with(Lexis::LONE_BARS));
        // What precedes another bar of the token has been searched.
        let from = match self.searched {
            (start, end) if start == token && end <= pos => end,
            _ => token,
        };
        self.searched = (token, pos);
        if self.bytes()[from..pos].iter().any(may_begin) {
            self.meet(BEGINNINGS);
        }
        if pos < self.number_end(token) {
            self.meet(Lexis::NUMBER_BARS);
            if self.lexis.has(Lexis::NUMBER_BARS) {
                return true;
            }
        }
        if self.is_system_name(token) {
            return true;
        }
        if self.is_mantissa_width(token, pos) {
            self.meet(Lexis::WIDTHS);
            if self.lexis.has(Lexis::WIDTHS) {
                return true;
            }
        }
        if pos > token {
            self.meet(Lexis::INNER_BARS);
        }
        pos > token && !self.lexis.has(Lexis::INNER_BARS)
    }

    /// Whether the atom that starts at `token` is a name in which bars and backslashes are letters.
    fn is_system_name(&mut self, token: usize) -> bool {
        if !self.bytes()[token..].starts_with(b"##") {
            return false;
        }
        self.meet(Lexis::SYSTEM_NAMES);
        self.lexis.has(Lexis::SYSTEM_NAMES)
    }

    /// Whether the `|` at `pos` starts the mantissa width of a number, as in `1.5|53` (R6RS §4.2.8), rather than a quoted
    /// part of a symbol: the token up to here starts like a number, and only digits follow.
    fn is_mantissa_width(&mut self, token: usize, pos: usize) -> bool {
        let digits = self.bytes()[pos + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        // Look back last, since many bars may precede.
        digits > 0
            && matches!(
                self.class_at(pos + 1 + digits),
                Class::Space | Class::Open | Class::Close | Class::Quote | Class::Semicolon
            )
            && match &self.bytes()[token..pos] {
                [b'#', letter, ..] => b"bodxei".contains(&letter.to_ascii_lowercase()),
                _ => pos < self.number_end(token),
            }
            && self.bytes()[token..pos].iter().any(u8::is_ascii_digit)
    }

    /// The end of the escape in a symbol at `pos`: `\x41;`, or `\` and one character, or only the `\` if that is a letter.
    /// The character may be white space: for some readers it is part of the symbol, and for others the symbol ends there,
    /// so the white space must not change.
    fn escape(&mut self, pos: usize) -> usize {
        self.meet(BACKSLASHES);
        if !self.lexis.has(Lexis::ESCAPES) {
            return pos + 1;
        }
        if self.at(pos + 1) == Some(b'x') && self.lexis.has(Lexis::HEX_ESCAPES) {
            let digits = self.bytes()[pos + 2..]
                .iter()
                .take_while(|b| b.is_ascii_hexdigit())
                .count();
            if digits > 0 && self.at(pos + 2 + digits) == Some(b';') {
                return pos + 3 + digits;
            }
        }
        self.escaped(pos)
    }

    /// The end of the `\` at `pos` and the character it escapes.
    fn escaped(&mut self, pos: usize) -> usize {
        let Some(escaped) = self.char_at(pos + 1) else {
            self.fail("unterminated-symbol", "`\\` at the end of the file", pos, 1);
            return self.text.len();
        };
        pos + 1 + escaped.len_utf8()
    }

    /// The end of Gambit's infix expression at `start`: a `;` or a `}` outside brackets, unless `else` or `while` follows.
    /// Strings and comments are as in C.
    fn infix(&mut self, start: usize) -> usize {
        self.meet(BACKSLASHES);
        let mut depth = 0;
        let mut pos = start + 1;
        while let Some(byte) = self.at(pos) {
            let rest = &self.bytes()[pos..];
            pos += match byte {
                b'"' | b'\'' => match c_string(rest) {
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
        self.fail(
            "unterminated-infix",
            "this infix expression is not closed before the end of the file",
            start,
            1,
        );
        self.text.len()
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
                Class::Hash if self.meet_hash(pos, Lexis::CHARACTER_HASHES) => pos += 1,
                // MIT writes `#\C-\]`; for Gambit a character ends there.
                Class::Backslash => {
                    self.meet(Lexis::INFIX);
                    if self.lexis.has(Lexis::INFIX) {
                        return pos;
                    }
                    pos = self.escaped(pos);
                }
                _ => return pos,
            }
        }
    }

    /// The token at `start`, which starts with `#`.
    fn hash(&mut self, start: usize) -> (TokenKind, usize) {
        use TokenKind::{Atom, BlockComment, Character, DatumComment, Open, Prefix, Raw, String};
        let Some(next) = self.at(start + 1) else {
            return (Atom, start + 1);
        };
        match next {
            b'/' | b'[' => self.meet(Lexis::REGEXPS),
            b'~' | b'$' | b'+' => self.meet(Lexis::GEXPS),
            _ => {}
        }
        // A `#` that continues the letter before it starts nothing.
        if self.follows_brace(start) {
            self.meet(Lexis::BRACES);
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
            b'/' if self.lexis.has(Lexis::REGEXPS) => return (Raw, self.regexp(start)),
            b'?' if matches!(self.at(start + 2), Some(b'=' | b',')) => return (Prefix, start + 3),
            b'~' | b'$' | b'+' if self.lexis.has(Lexis::GEXPS) => {
                let spliced = next != b'~' && self.at(start + 2) == Some(b'@');
                return (Prefix, start + 2 + usize::from(spliced));
            }
            b'{' => {
                let switches = Lexis::HASH_BRACES.with(Lexis::LONG_HASH_BRACES);
                self.meet(switches);
                let rest = &self.bytes()[start..];
                if self.lexis.has(Lexis::LONG_HASH_BRACES) {
                    let end = self.next_brace.find(start, || memmem::find(rest, b"}#"));
                    if let Some(end) = end {
                        return (Atom, end + 2);
                    }
                } else if !self.lexis.has(Lexis::HASH_BRACES) {
                    return (Open, start + 2);
                } else if let Some(brace) = self.next_brace.find(start, || memchr(b'}', rest)) {
                    let end = brace + 1;
                    let goes_on =
                        self.at(end) == Some(b'#') && self.meet_hash(end, Lexis::SYMBOL_HASHES);
                    return (Atom, end + usize::from(goes_on));
                }
            }
            // A keyword whose name is such a symbol.
            b':' if self.bytes()[start + 2..].starts_with(b"#{") => {
                self.meet(Lexis::LONG_HASH_BRACES);
                let rest = &self.bytes()[start..];
                if self.lexis.has(Lexis::LONG_HASH_BRACES) {
                    let end = self.next_brace.find(start, || memmem::find(rest, b"}#"));
                    if let Some(end) = end {
                        return (Atom, end + 2);
                    }
                }
            }
            b':' if self.goes_on_anyhow(start + 2) => {
                let first = self.char_width(start + 2);
                return (Atom, self.atom(start + 2 + first, start));
            }
            b'<' if matches!(self.at(start + 2), Some(b'<' | b'#')) => {
                return (Raw, self.here_string(start));
            }
            b'<' if self.begins_element(start) => {
                let end = markup::end_of_element(self.bytes(), start);
                return (Raw, self.closed(end, start, 2));
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

    /// Whether a `#:` takes the character at `pos`, whatever that is but a bar. There has to be one.
    fn goes_on_anyhow(&mut self, pos: usize) -> bool {
        if matches!(self.class_at(pos), Class::Constituent | Class::Bar) {
            return false;
        }
        self.meet(Lexis::OPEN_KEYWORDS);
        let goes_on = self.lexis.has(Lexis::OPEN_KEYWORDS);
        if goes_on && pos == self.text.len() {
            self.fail(
                "unterminated-keyword",
                "`#:` at the end of the file",
                pos - 2,
                2,
            );
        }
        goes_on && pos < self.text.len()
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
        self.fail(
            "unterminated-char-set",
            "this char set is not closed before the end of the file",
            start,
            2,
        );
        self.text.len()
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
        self.fail(
            "unterminated-here-string",
            "this here string is not closed before the end of the file",
            start,
            3,
        );
        bytes.len()
    }

    /// The token at `start`, which starts with `#!`.
    fn bang(&mut self, start: usize) -> (TokenKind, usize) {
        let bytes = self.bytes();
        let mut end = start + 2;
        while let Some(byte) = self.at(end) {
            let ends_name = match byte {
                b'#' => {
                    if end == start + 2 {
                        // Without a name it may not be readable.
                        self.note(Lexis::SYMBOL_HASHES);
                    }
                    !self.meet_hash(end, Lexis::SYMBOL_HASHES)
                }
                byte => is_hard(byte),
            };
            if ends_name {
                break;
            }
            end += 1;
        }
        let name = &self.text[start + 2..end];
        let ends = ['#', '|', '\\', '{', '}', '\'', '`', ',', '+', '\u{b}'];
        let is_end = |c: char| ends.contains(&c) || !c.is_ascii() && !c.is_alphanumeric();
        let short = name.find(is_end).unwrap_or(name.len());
        if is_directive(&name[..short]) {
            return (TokenKind::Directive, start + 2 + short);
        }
        let rest = &bytes[start + 2..];
        let block_end = self
            .next_block_end
            .find(start + 2, || memmem::find(rest, b"!#"));
        match block_end {
            Some(_) => self.meet(Lexis::SCRIPT_BLOCKS.with(Lexis::BANG_BLOCKS)),
            None => self.note(Lexis::BANG_BLOCKS),
        }
        if self.lexis.has(Lexis::BANG_BLOCKS) {
            let Some(block_end) = block_end else {
                let message = "no `!#` closes this comment before the end of the file";
                self.fail("unterminated-comment", message, start, 2);
                return (TokenKind::BlockComment, bytes.len());
            };
            return (TokenKind::BlockComment, block_end + 2);
        }
        let script =
            name.is_empty() || name.starts_with('/') || start == self.first && names_program(rest);
        let may_be_late = late_script(rest);
        if script && start != self.first {
            self.note(Lexis::SCRIPT_BLOCKS.with(may_be_late));
            let is_known = self.lexis.has(Lexis::SCRIPT_BLOCKS) || self.lexis.has_any(may_be_late);
            if !is_known {
                self.fail("late-script", "`#!` after the text's start", start, 2);
            }
        }
        if self.lexis.has(Lexis::SCRIPT_BLOCKS) && (script || start == self.first) {
            // Guile's block comment: its `!#` is at the start of a line or after white space.
            let search = || {
                memmem::find_iter(&bytes[end..], b"!#")
                    .find(|i| class(bytes[end + i - 1]) == Class::Space)
            };
            if let Some(script_end) = self.next_script_end.find(end, search) {
                return (TokenKind::BlockComment, script_end + 2);
            }
        }
        if start != self.first {
            self.meet(may_be_late);
            if rest.is_empty() && self.lexis.has_any(may_be_late) {
                self.fail("late-script", "`#!` at the end of the file", start, 2);
            }
        }
        if script && start == self.first || self.lexis.has_any(may_be_late) {
            return (TokenKind::Shebang, self.end_of_script(start));
        }
        (TokenKind::Atom, self.atom(start + 2, start))
    }

    /// The end of the line that contains `pos`, and of the lines that continue it. A blank or a carriage return after the `\`
    /// ends the line, so these matter as well.
    fn end_of_script(&mut self, pos: usize) -> usize {
        let mut end = self.end_of_line(pos);
        while self.bytes()[..end].trim_ascii_end().ends_with(b"\\") {
            self.meet(Lexis::CONTINUED_SCRIPTS);
            let goes_on = self.bytes()[end - 1] == b'\\' && end < self.text.len();
            if !goes_on || !self.lexis.has(Lexis::CONTINUED_SCRIPTS) {
                break;
            }
            end = self.end_of_line(end + 1);
        }
        end
    }
}

/// Whether the first word of `rest`, which follows a `#!`, is a path, as in `#!../bin/scheme --script`: an operating system takes
/// such a first line for the program to run.
fn names_program(rest: &[u8]) -> bool {
    let word = rest.iter().take_while(|byte| !byte.is_ascii_whitespace());
    word.copied().any(|byte| byte == b'/')
}

/// The switches any of which makes a `#!` before `rest` start a comment, anywhere in the text.
fn late_script(rest: &[u8]) -> Lexis {
    match rest {
        [b'/', ..] => Lexis::LATE_SCRIPTS,
        [b' ', ..] => Lexis::LATE_SCRIPTS.with(Lexis::BLANK_SCRIPTS),
        [byte, ..] if byte.is_ascii_whitespace() => Lexis::BLANK_SCRIPTS,
        // Something has to follow.
        [] => Lexis::BLANK_SCRIPTS,
        _ => Lexis::NOTHING,
    }
}

/// Whether this is `true` or `false`, in either case.
fn is_long_boolean(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"true") || name.eq_ignore_ascii_case(b"false")
}

/// Whether a token of some other reader may begin at this byte of ours, in which a bar may be a letter.
fn may_begin(byte: &u8) -> bool {
    matches!(byte, b'{' | b'}' | b'#' | b'\'' | b'`' | b',')
}

/// The switches that determine whether one does.
const BEGINNINGS: Lexis = Lexis::BRACES
    .with(Lexis::LONE_BRACES)
    .with(Lexis::SYMBOL_HASHES)
    .with(Lexis::INNER_QUOTES)
    .with(Lexis::INNER_BACKQUOTES);

/// Whether `#` and this byte start something that extends beyond what ends a symbol, or in which another `#` may.
fn begins_long(next: u8) -> bool {
    matches!(next, b';' | b'|' | b'\\' | b'{' | b'!' | b'<' | b'>' | b'#')
}

/// The length of the longest prefix of `text` that Chez may read as a number in some radix, with up to 36 digits.
fn number_like(text: &[u8]) -> usize {
    let may_begin = match text {
        [b'.', b'.', ..] => false,
        [first, ..] => matches!(first, b'0'..=b'9' | b'+' | b'-' | b'.'),
        [] => false,
    };
    let goes_on = |byte: &&u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'+' | b'-' | b'.' | b'/' | b'@' | b'#' | b'|')
    };
    match may_begin {
        true => text.iter().take_while(goes_on).count(),
        false => 0,
    }
}

/// The length of the C string or character at the start of `text`.
fn c_string(text: &[u8]) -> Option<usize> {
    let quote = text[0];
    let mut pos = 1;
    loop {
        pos += 1 + memchr2(quote, b'\\', text.get(pos..)?)?;
        if text[pos - 1] == quote {
            return Some(pos);
        }
        pos += 1;
    }
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

    #[inline(always)]
    fn next(&mut self) -> Option<Token> {
        let start = self.place.pos;
        let first = self.at(start)?;
        let (kind, end) = match self.classes[first as usize] {
            Class::Space => (TokenKind::Whitespace, self.whitespace(start).end),
            Class::OpenBrace | Class::CloseBrace if self.lexis.has(Lexis::LONE_BRACES) => {
                (TokenKind::Atom, start + 1)
            }
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
            Class::Semicolon => (TokenKind::LineComment, self.line_comment(start)),
            Class::Prefix => {
                if self.follows_brace(start) {
                    self.meet(Lexis::BRACES);
                }
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
            Class::Backslash if self.lexis.has(Lexis::INFIX) => (TokenKind::Raw, self.infix(start)),
            _ => (TokenKind::Atom, self.atom(start, start)),
        };
        self.place.pos = end;
        Some(self.token(kind, start, end))
    }
}

impl Lexer<'_> {
    /// The token at `start`, which starts with `#`; keeps count of the brackets.
    fn hash_at_depth(&mut self, start: usize) -> (TokenKind, usize) {
        let (kind, end) = self.hash(start);
        match kind {
            TokenKind::Open => self.place.depth += 1,
            // No reader reads what follows: it becomes part of this token, as it is.
            TokenKind::Atom if self.place.depth == 0 && &self.text[start..end] == "#!eof" => {
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

    fn token(&self, kind: TokenKind, start: usize, end: usize) -> Token {
        // Source::decode rejects texts whose offsets do not fit.
        Token {
            kind,
            start: start as u32,
            end: end as u32,
        }
    }
}
