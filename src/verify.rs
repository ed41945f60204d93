//! The last stage: the output is lexed again, and its tokens and comments are compared with the input's.
//!
//! It shares with what it checks the lexer, under the same reading, and the table of spellings; not the parser, the layout, or
//! the rules by which the parser glues tokens together, which it has by itself. So it sees whatever goes wrong between lexing and
//! writing, in every build, before anything is written; what the lexer reads wrong, it does not. Against that a text that
//! readers read in several ways is verified under each of them: with other switches ([`Dialect::readers`]), by the same lexer.
//!
//! [`Dialect::readers`]: crate::dialect::Dialect::readers

use crate::diagnostics::Diagnostic;
use crate::lines::line_end;
use crate::normalize::Normalizer;
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::words;
use memchr::memmem;
use std::cell::OnceCell;

/// Checks that `output` holds the same tokens and comments as `input`, under normalization, and that tokens that some
/// reader would take for one if they touched stand apart, or touch, as they did.
///
/// # Errors
/// Where the two differ first, as a span of `input`.
pub fn verify(
    input: &str,
    output: &str,
    lexis: Lexis,
    normalizer: &Normalizer,
) -> Result<(), Diagnostic> {
    // The lexer is a function of the text.
    if input == output {
        return Ok(());
    }
    let mut old = Significant::new(input, lexis);
    let mut new = Significant::new(output, lexis);
    // A line comment ends where the text's lines do.
    let is_comparable = line_end(input) == line_end(output);
    let mut run = Run::default();
    let neoteric = Neoteric::new(input, lexis);
    loop {
        if is_comparable {
            run.skip(&mut old, &mut new);
        }
        match (old.advance(), new.advance()) {
            (true, true) => {}
            (false, false) => return Ok(()),
            (true, false) => {
                return Err(bug(format!("`{}` was lost", shown(old.text())), old.token));
            }
            (false, true) => {
                let end = Token {
                    kind: TokenKind::Whitespace,
                    start: input.len() as u32,
                    end: input.len() as u32,
                };
                return Err(bug(format!("`{}` appeared", shown(new.text())), end));
            }
        }
        if !is_same(&old, &new) && !is_respelled(&old, &new, normalizer) {
            return Err(bug(
                format!("`{}` became `{}`", shown(old.text()), shown(new.text())),
                old.token,
            ));
        }
        if old.touches() != new.touches() && !may_be_joined_otherwise(&old, &new, &neoteric) {
            return Err(bug(
                format!("the space before `{}` changed", shown(old.text())),
                old.token,
            ));
        }
    }
}

/// A stretch of bytes that two texts have in common, but that its last byte may be white space of one kind in one and of
/// another in the other, and in which the tokens of one are those of the other: for as long as nothing but white space
/// changes, only one of the two need be lexed.
#[derive(Default)]
struct Run {
    /// Where the stretch begins in each text, and its length.
    old: usize,
    new: usize,
    length: usize,
}

impl Run {
    /// Goes from stretch to stretch over what is the same but for white space. Both texts stand after tokens that are the
    /// same, and do so again.
    fn skip(&mut self, old: &mut Significant<'_>, new: &mut Significant<'_>) {
        loop {
            self.find(old, new);
            let into_old = |position: usize| position - self.new + self.old;
            if new.advance_within(self.new + self.length) {
                old.token = Token {
                    kind: new.token.kind,
                    start: into_old(new.token.start as usize) as u32,
                    end: into_old(new.token.end as usize) as u32,
                };
            }
            let mut place = new.lexer.place();
            place.pos = into_old(place.pos);
            old.lexer.resume(place);
            if !(old.skip_whitespace() && new.skip_whitespace()) {
                return;
            }
        }
    }

    /// Finds the stretch that begins where the texts stand, unless they stand within one.
    fn find(&mut self, old: &Significant<'_>, new: &Significant<'_>) {
        let (from, to) = (old.lexer.place().pos, new.lexer.place().pos);
        let is_within = to < self.new + self.length && from + self.new == to + self.old;
        if is_within {
            return;
        }
        (self.old, self.new) = (from, to);
        let same = common_prefix(old.rest(), new.rest());
        let is_blank = |text: &[u8]| text.get(same).is_some_and(u8::is_ascii_whitespace);
        // The tokens before white space end alike, whichever it is.
        self.length = same + usize::from(is_blank(old.rest()) && is_blank(new.rest()));
        // A whole character or nothing of it.
        while !new.lexer.text().is_char_boundary(to + self.length) {
            self.length -= 1;
        }
    }
}

/// How many bytes two texts begin with that are the same.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let mut same = 0;
    for (a, b) in a.as_chunks().0.iter().zip(b.as_chunks().0) {
        if a != b {
            return same + words::same(*a, *b);
        }
        same += a.len();
    }
    let bytes = a[same..].iter().zip(&b[same..]);
    same + bytes.take_while(|(a, b)| a == b).count()
}

fn shown(text: &str) -> &str {
    let end = text.char_indices().nth(40).map_or(text.len(), |(i, _)| i);
    &text[..end]
}

fn bug(what: String, token: Token) -> Diagnostic {
    Diagnostic::error(
        "internal",
        format!("formatting would have changed the program: {what}"),
        token.start as usize..token.end as usize,
    )
    .with_note("this is a bug in schemefmt, and nothing was written; please report it with the lines shown here")
}

/// Goes through the tokens of a text that are not white space.
struct Significant<'s> {
    lexer: Lexer<'s>,
    token: Token,
    /// The token before; an empty one, beyond any text, before the first.
    previous: Token,
}

impl<'s> Significant<'s> {
    fn new(text: &'s str, lexis: Lexis) -> Self {
        let nothing = Token {
            kind: TokenKind::Whitespace,
            start: u32::MAX,
            end: u32::MAX,
        };
        Significant {
            lexer: Lexer::new(text, lexis),
            token: nothing,
            previous: nothing,
        }
    }

    /// Goes on to the next token, if there is one.
    #[inline]
    fn advance(&mut self) -> bool {
        self.previous = self.token;
        self.skip_whitespace();
        let next = self.lexer.next();
        self.token = next.unwrap_or(self.token);
        next.is_some()
    }

    /// Goes over the tokens that depend on nothing at or after `end`, and says whether there are any.
    fn advance_within(&mut self, end: usize) -> bool {
        let mut place = self.lexer.place();
        let mut last = None;
        while place.pos < end {
            self.skip_whitespace();
            match self.lexer.next() {
                Some(token) if self.lexer.is_settled(token, end) => last = Some(token),
                _ => break,
            }
            place = self.lexer.place();
        }
        self.lexer.resume(place);
        self.token = last.unwrap_or(self.token);
        last.is_some()
    }

    /// Goes over white space, and says whether there is any.
    #[inline]
    fn skip_whitespace(&mut self) -> bool {
        let start = self.lexer.place().pos;
        self.lexer.skip_whitespace().end > start
    }

    /// What has not been lexed.
    fn rest(&self) -> &'s [u8] {
        &self.lexer.text().as_bytes()[self.lexer.place().pos..]
    }

    fn text(&self) -> &'s str {
        self.token.text(self.lexer.text())
    }

    fn before(&self) -> &'s str {
        self.previous.text(self.lexer.text())
    }

    #[inline]
    fn bytes(&self) -> &'s [u8] {
        &self.lexer.text().as_bytes()[self.token.start as usize..self.token.end as usize]
    }

    /// Whether the token before touches this one.
    #[inline]
    fn touches(&self) -> bool {
        self.previous.end == self.token.start
    }
}

/// Where in a text a list is one datum with what it touches (SRFI 105).
struct Neoteric<'s> {
    text: &'s str,
    lexis: Lexis,
    /// Where that begins, once it has been asked for.
    start: OnceCell<usize>,
}

impl<'s> Neoteric<'s> {
    fn new(text: &'s str, lexis: Lexis) -> Self {
        Neoteric {
            text,
            lexis,
            start: OnceCell::new(),
        }
    }

    fn includes(&self, token: Token) -> bool {
        const MARK: &str = "#!curly-infix";
        let is_mark = |token: &Token| {
            token.kind == TokenKind::Directive && token.text(self.text).starts_with(MARK)
        };
        let start = self.start.get_or_init(|| {
            let marks = memmem::find(self.text.as_bytes(), MARK.as_bytes());
            let mark = marks.and_then(|_| Lexer::new(self.text, self.lexis).find(is_mark));
            mark.map_or(usize::MAX, |mark| mark.end as usize)
        });
        *start <= token.start as usize
    }
}

#[inline]
fn is_same(old: &Significant<'_>, new: &Significant<'_>) -> bool {
    old.token.kind == new.token.kind
        && match (old.bytes(), new.bytes()) {
            // Half of the tokens are brackets.
            ([old], [new]) => old == new,
            (old, new) => old == new,
        }
}

/// Whether a token has become its canonical spelling, or a comment has lost the blanks at its end.
#[cold]
fn is_respelled(old: &Significant<'_>, new: &Significant<'_>, normalizer: &Normalizer) -> bool {
    if old.token.kind != new.token.kind {
        return false;
    }
    match old.token.kind {
        TokenKind::LineComment | TokenKind::Shebang => {
            // Other blanks than ASCII's may be letters of an 8-bit text.
            old.bytes().trim_ascii_end() == new.bytes().trim_ascii_end()
        }
        kind => normalizer
            .spelling(kind, old.text())
            .is_some_and(|spelling| *spelling == *new.text()),
    }
}

/// Whether two tokens that touch in one text may stand apart in the other.
#[cold]
fn may_be_joined_otherwise(
    old: &Significant<'_>,
    new: &Significant<'_>,
    neoteric: &Neoteric<'_>,
) -> bool {
    if old.touches() {
        let is_neoteric = neoteric.includes(old.token);
        may_come_apart(
            old.previous.kind,
            old.before(),
            old.token.kind,
            old.text(),
            is_neoteric,
        )
    } else {
        may_be_joined(new.previous.kind, new.before(), new.text())
    }
}

/// Whether a space may be put between two tokens: where every reader sees a boundary. `is_neoteric` says whether a list goes
/// with what it touches.
fn may_come_apart(
    kind: TokenKind,
    before: &str,
    next: TokenKind,
    after: &str,
    is_neoteric: bool,
) -> bool {
    match next {
        // `#t#;`, `a\;`.
        TokenKind::LineComment => !is_open(kind, before),
        _ if is_comment(kind) || is_comment(next) => true,
        _ if is_neoteric && after.starts_with(['(', '[', '{']) => {
            matches!(
                kind,
                TokenKind::Open | TokenKind::Prefix | TokenKind::DatumComment
            )
        }
        _ => is_boundary(kind, before, after),
    }
}

/// Whether the space between two tokens may be taken away: inside of brackets, unless some reader takes them for letters,
/// and after some prefixes.
fn may_be_joined(kind: TokenKind, before: &str, after: &str) -> bool {
    match (kind, before) {
        (TokenKind::Open, _) => !before.ends_with('{'),
        (TokenKind::Prefix, "'" | "`" | ",@" | "#'") => true,
        (TokenKind::Prefix, "," | "#,") => !after.starts_with('@'),
        (TokenKind::Prefix, "#`") => !after.starts_with('"'),
        // A here string ends with its line.
        (TokenKind::Raw, _) if before.ends_with(['\n', '\r']) => true,
        _ => matches!(after, ")" | "]"),
    }
}

fn is_comment(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::LineComment | TokenKind::BlockComment | TokenKind::Shebang
    )
}

/// Whether every reader sees two tokens where a token of a kind and another touch.
fn is_boundary(kind: TokenKind, before: &str, after: &str) -> bool {
    let last = before.as_bytes()[before.len() - 1];
    let first = after.as_bytes()[0];
    let may_go_on = match (first, kind) {
        (_, TokenKind::Atom) if last == b'\\' => true,
        // `#vu8(` is one token, and so is any other such word to some reader.
        (b'(' | b'[' | b'"', TokenKind::Atom) => {
            before.contains('#') || last == b'.' && first == b'['
        }
        // `#\a#"b"`
        (b'(' | b'[' | b'"', TokenKind::Character) => has_inner_hash(before),
        _ => false,
    };
    if may_go_on {
        return false;
    }
    let ends = match kind {
        // The last byte of `#\(` is no bracket.
        TokenKind::Open | TokenKind::Close | TokenKind::String => ends_tokens(last),
        // A here string ends with its line.
        TokenKind::Raw => matches!(last, b'\n' | b'\r'),
        _ => false,
    };
    ends || ends_tokens(first)
}

/// Whether a token of a kind ends in what some reader takes for a part of what follows: a `#`, or a `\`.
fn is_open(kind: TokenKind, text: &str) -> bool {
    match kind {
        TokenKind::Atom => text.ends_with('\\') || text.ends_with('#') && has_inner_hash(text),
        TokenKind::Character => text.ends_with('#') && has_inner_hash(text),
        _ => false,
    }
}

/// Whether a token has a `#` beyond its first character, or beyond the one that a character literal stands for.
fn has_inner_hash(text: &str) -> bool {
    let literal = text.strip_prefix("#\\").unwrap_or(text);
    literal.chars().skip(1).any(|c| c == '#')
}

/// Whether every reader ends a token before this byte.
fn ends_tokens(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b'[' | b']' | b'"' | b';')
}
