//! The other readings of a text. Where Scheme readers differ on what its bytes mean, some parts must not change, so that
//! each reader finds in the output what it finds in the input.
//!
//! A text is laid out by one reading. If it contains a sign on which readers differ ([`Lexer::signs`]) and its dialect is
//! not certain, the lines around each sign are also split into tokens by each of the other readings under which the text can
//! be read. If one of their tokens overlaps several of ours, that part must not change ([`Kept`]). Elsewhere the readings may
//! divide words differently, which does no harm as long as what touches goes on touching; verification, which splits the
//! whole text by each of the readings, makes sure of that.

use crate::syntax::chars::{Class, class, is_r6rs_whitespace};
use crate::syntax::lexer::{Cursor, Lexer, Lexis};
use crate::syntax::parser;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::Kept;
use memchr::memmem;

/// Another reading under which a text can be read, and under which its tokens may differ from ours.
#[derive(Debug)]
pub(crate) struct Other {
    pub(crate) lexis: Lexis,
    /// The parts of the text that must not change for the sake of those who read it so.
    kept: Vec<Kept>,
}

/// Selects from some readings those under which a text can be read, and under which its tokens may differ from those of
/// `lexer`, which is at the end of the text.
pub(crate) fn plausible(lexer: &Lexer<'_>, readings: impl Iterator<Item = Lexis>) -> Vec<Other> {
    let signs = lexer.signs();
    let mut found: Vec<Other> = Vec::new();
    for reading in readings {
        if signs.has_any(reading.symmetric_difference(lexer.lexis()))
            && !found.iter().any(|other| other.lexis == reading)
        {
            let (other, is_readable) = compare(lexer, reading);
            if is_readable.unwrap_or_else(|| can_read(lexer.text(), reading)) {
                found.push(other);
            }
        }
    }
    found
}

/// Whether a text can be read by a reading. A dot may stand anywhere: some readers take it where others do not.
fn can_read(text: &str, reading: Lexis) -> bool {
    let parsed = parser::parse(&mut Lexer::new(text, reading));
    parsed.map_or_else(|error| error.code == "misplaced-dot", |_| true)
}

/// The parts that must not change for the sake of other readings, in order of their starts.
pub(crate) fn kept(others: &[Other]) -> Vec<Kept> {
    let mut parts: Vec<Kept> = others.iter().flat_map(|other| other.kept.clone()).collect();
    parts.sort_by_key(|part| part.span.start);
    parts
}

/// The first part that must not change for the sake of one of these readings, whether or not the text can be read by it.
pub(crate) fn first_kept(text: &str, lexis: Lexis, readings: &[Lexis]) -> Option<Kept> {
    let mut lexer = Lexer::new(text, lexis);
    lexer.by_ref().for_each(drop);
    let others: Vec<Other> = readings
        .iter()
        .map(|reading| compare(&lexer, *reading).0)
        .collect();
    kept(&others).into_iter().next()
}

/// Compares another reading with that of `lexer`, which is at the end of a text that can be read. Also returns whether the
/// text can be read by the other one, as far as its tokens around the signs tell; nothing if its brackets are different ones.
fn compare(lexer: &Lexer<'_>, reading: Lexis) -> (Other, Option<bool>) {
    let text = lexer.text();
    let mut stretch = Stretch {
        depth_matters: memmem::find(text.as_bytes(), b"#!eof").is_some(),
        ours: Lexer::new(text, lexer.lexis()),
        theirs: Lexer::new(text, reading),
        our_tokens: Vec::new(),
        their_tokens: Vec::new(),
    };
    let mut other = Other {
        lexis: reading,
        kept: Vec::new(),
    };
    // A brace that is a letter for us may be an unmatched bracket.
    let has_curly_brackets =
        |lexis: Lexis| lexis.has(Lexis::BRACES) && !lexis.has(Lexis::LONE_BRACES);
    let mut has_same_brackets = has_curly_brackets(lexer.lexis()) || !has_curly_brackets(reading);
    let mut include = |stretch: &Stretch<'_>| {
        has_same_brackets &= stretch.has_same_brackets();
        stretch.keep(&mut other.kept);
    };
    match lexer.signs_of(reading.symmetric_difference(lexer.lexis())) {
        Some(signs) => {
            for sign in signs {
                if stretch.theirs.fault().is_none() && stretch.go_on_from(sign.line, sign.token) {
                    include(&stretch);
                }
            }
        }
        None => {
            stretch.go_on_from(Cursor::default(), text.len());
            include(&stretch);
        }
    }
    let is_readable = match stretch.theirs.fault() {
        Some(_) => Some(false),
        None => has_same_brackets.then_some(true),
    };
    (other, is_readable)
}

/// A stretch of a text, split into tokens by two readings, from a place where both see a boundary to the next such place.
struct Stretch<'s> {
    /// Whether what a token is may depend on the number of open brackets.
    depth_matters: bool,
    ours: Lexer<'s>,
    theirs: Lexer<'s>,
    /// The tokens of the stretch that are not white space.
    our_tokens: Vec<Token>,
    their_tokens: Vec<Token>,
}

impl Stretch<'_> {
    /// Goes on to the stretch from `start`, or from the end of the last stretch if that is later, to the first place beyond
    /// `least` where both readings see a boundary, or to the place where the other one cannot go on. Returns whether there is
    /// anything beyond the last stretch.
    fn go_on_from(&mut self, start: Cursor, least: usize) -> bool {
        let length = self.ours.text().len();
        if least < self.ours.place().pos {
            return false;
        }
        if start.pos > self.ours.place().pos {
            self.ours.resume(start);
            self.theirs.resume(start);
        }
        self.our_tokens.clear();
        self.their_tokens.clear();
        loop {
            let (ours, theirs) = (self.ours.place(), self.theirs.place());
            let is_same = ours.pos == theirs.pos && (ours == theirs || !self.depth_matters);
            let is_boundary = is_same && ours.pos > least;
            let is_broken = self.theirs.fault().is_some();
            if is_boundary || is_broken || ours.pos.min(theirs.pos) == length {
                return true;
            }
            let (lexer, tokens) = match ours.pos <= theirs.pos {
                true => (&mut self.ours, &mut self.our_tokens),
                false => (&mut self.theirs, &mut self.their_tokens),
            };
            let tokens_that_count = lexer
                .next()
                .filter(|token| token.kind != TokenKind::Whitespace);
            tokens.extend(tokens_that_count);
        }
    }

    /// Whether both readings see the same brackets.
    fn has_same_brackets(&self) -> bool {
        let is_bracket = |token: &&Token| matches!(token.kind, TokenKind::Open | TokenKind::Close);
        let text = self.ours.text().as_bytes();
        // The last byte decides what closes a list.
        let bracket = |token: &Token| (token.kind, text[token.end as usize - 1]);
        let ours = self.our_tokens.iter().filter(is_bracket).map(bracket);
        ours.eq(self.their_tokens.iter().filter(is_bracket).map(bracket))
    }

    /// Adds the parts that must not change.
    fn keep(&self, parts: &mut Vec<Kept>) {
        let text = self.ours.text();
        let mut theirs = self.their_tokens.iter().copied().peekable();
        for own in self.our_tokens.iter().map(Some).chain([None]) {
            // Those that start in this token of ours, or before it and after the last one.
            let starts_here = |token: &Token| own.is_none_or(|own| token.start < own.end);
            while let Some(token) = theirs.next_if(starts_here) {
                parts.extend(part(text, own, token));
            }
        }
    }
}

/// The part that must not change because of a token of another reading; `own` is the token of ours in which, or before
/// which, it starts.
fn part(text: &str, own: Option<&Token>, token: Token) -> Option<Kept> {
    let ends_line = token.is_line();
    let word = token.text(text);
    if own == Some(&token) || !ends_line && !word.chars().any(may_be_a_joint) {
        return None;
    }
    // `#~(`, one bracket for some readers: what touches a mark goes on touching it.
    let is_mark_and_bracket = |own: &Token| {
        own.kind == TokenKind::Prefix
            && token.kind == TokenKind::Open
            && own.start == token.start
            && own.end + 1 == token.end
    };
    if own.is_some_and(is_mark_and_bracket) {
        return None;
    }
    let mut start = token.start;
    if let Some(own) = own.filter(|own| own.start < token.end) {
        start = start.min(own.start);
        // The blanks at the end of a comment of ours go, and what ends in one of them is no comment.
        let own_end = match own.is_line() && !ends_line {
            true => own.end_of_comment(text),
            false => own.end,
        };
        let is_within = own.start <= token.start && token.end <= own_end;
        // The line end that ends it is inside ours, too, or ends ours.
        let ends_well = !ends_line || token.end < own.end || own.is_line();
        if is_within && ends_well {
            return None;
        }
    }
    let end = match ends_line {
        true => token.end_of_comment(text),
        false => token.end,
    };
    Some(Kept {
        span: start as usize..end as usize,
        ends_line,
    })
}

/// The strings of a text, read by `lexis`, that would be others for LIPS in `output`, a text with the same tokens: that reader
/// takes from every line of a string as many spaces as there are before the string and its quotation mark.
pub(crate) fn moved_strings(text: &str, output: &str, lexis: Lexis) -> Vec<Token> {
    let long = |text: &'_ str| -> Vec<Token> {
        let tokens = Lexer::new(text, lexis);
        let is_long =
            |token: &Token| token.kind == TokenKind::String && token.text(text).contains("\n ");
        tokens.filter(is_long).collect()
    };
    let (old, new) = (long(text), long(output));
    let pairs = old.into_iter().zip(new);
    let moved = pairs.filter(|(old, new)| !spaces(text, *old).eq(spaces(output, *new)));
    moved.map(|(old, _)| old).collect()
}

/// How many spaces LIPS leaves before each line of a string but the first.
fn spaces(text: &str, token: Token) -> impl Iterator<Item = usize> {
    let before = &text[..token.start as usize];
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    // It counts in UTF-16.
    let column = before[before.len() - column..].encode_utf16().count();
    let lines = token.text(text).split('\n').skip(1);
    lines.map(move |line| {
        let spaces = line.bytes().take_while(|byte| *byte == b' ').count();
        spaces.saturating_sub(column + 1)
    })
}

/// Whether the layout may insert or change white space at this character: some reader takes it for white space, or for the end
/// of a token. What touches a brace goes on touching it.
fn may_be_a_joint(c: char) -> bool {
    match u8::try_from(c).map(class) {
        Ok(
            Class::Constituent
            | Class::Hash
            | Class::Bar
            | Class::Backslash
            | Class::OpenBrace
            | Class::CloseBrace,
        ) => false,
        Ok(Class::Wide) | Err(_) => is_r6rs_whitespace(c),
        Ok(_) => true,
    }
}
