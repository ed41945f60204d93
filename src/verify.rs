//! The last stage: lexes the output again, and compares its tokens and comments with those of the input.
//!
//! This stage shares with the stages it checks the lexer, under the same reading, and the table of spellings. It does not share the parser,
//! the layout, or the parser's rules for gluing tokens together; it has its own. So in every build, it detects whatever goes wrong between
//! lexing and writing before anything is written. It does not detect what the lexer misreads: text that some reader may split differently
//! stays as it is ([`ambiguous`](crate::dialects::ambiguous)).

use crate::dialects::normalize::Normalizer;
use crate::syntax::boundary::{
    CURLY_INFIX, has_inner_hash, is_boundary, is_comment, is_curly_infix, is_ended_line,
};
use crate::syntax::conflict::{conflict, is_conflict};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::{Token, TokenKind};
use crate::text::diagnostics::{Diagnostic, INTERNAL, Severity};
use crate::text::lines::line_end;
use crate::text::swar;
use memchr::memmem;
use std::cell::LazyCell;
use std::ops::Range;

/// Checks that `output` holds the same tokens and comments as `input`, up to normalization, and that tokens that some
/// reader would join if they touched are apart, or touch, as they did.
///
/// # Errors
/// Returns where tokens are apart that touched, or touch that were apart, up to and with the first other difference, as spans of `input`.
pub fn verify(
    input: &str,
    output: &str,
    switches: Switches,
    normalizer: &Normalizer,
) -> Result<(), Vec<Diagnostic>> {
    // The lexer is a pure function of the text.
    if input == output {
        return Ok(());
    }
    let mut old = Significant::new(input, switches);
    let mut new = Significant::new(output, switches);
    // A line comment ends where the text's lines end.
    let is_comparable = line_end(input) == line_end(output);
    let mut common = CommonStretch::default();
    let start_of_neoteric = LazyCell::new(|| end_of_curly_infix(input, switches));
    let is_neoteric = |token: Token| *start_of_neoteric <= token.start as usize;
    let mut differences = Vec::new();
    loop {
        if is_comparable {
            common.skip(&mut old, &mut new);
        }
        let (what, span) = match (old.advance(), new.advance()) {
            (false, false) => break,
            (true, false) => (
                format!("`{}` was lost", shown(old.text())),
                old.token.span(),
            ),
            (false, true) => {
                let what = format!("`{}` appeared", shown(new.text()));
                (what, input.len()..input.len())
            }
            _ if !is_same(&old, &new) && !is_respelled(&old, &new, normalizer) => {
                if is_conflict(&new.token, output) || is_conflict(&old.token, input) {
                    differences.push(conflict(input, &old.token.span()));
                    break;
                }
                let what = format!("`{}` became `{}`", shown(old.text()), shown(new.text()));
                (what, old.token.span())
            }
            _ if old.touches() != new.touches()
                && !may_be_joined_otherwise(&old, &new, switches, is_neoteric) =>
            {
                let what = format!("the space before `{}` changed", shown(old.text()));
                differences.push(bug(what, old.token.span()));
                continue;
            }
            _ => continue,
        };
        differences.push(bug(what, span));
        break;
    }
    match differences.is_empty() {
        true => Ok(()),
        false => Err(differences),
    }
}

/// The warning about a form that is left as it is because of a difference that [`verify`] found.
pub(crate) fn left_alone(difference: Diagnostic) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        ..difference
    }
    .with_note("this is a bug in schemefmt, and the form is left as it is; please report it with the lines shown here")
}

/// Checks that `sorted` holds the tokens and comments of `input` in the same order, except for items that were reordered: each of `moves`
/// has the spans of adjacent items in their new order.
///
/// # Errors
/// Returns the first difference, as a span of `input`.
pub fn verify_order(
    input: &str,
    sorted: &str,
    switches: Switches,
    moves: &[Vec<Range<usize>>],
) -> Result<(), Diagnostic> {
    let tokens = |text| {
        let tokens = Lexer::new(text, switches);
        let tokens = tokens.filter(|token| token.kind != TokenKind::Whitespace);
        tokens.collect::<Vec<Token>>()
    };
    let (old, new) = (tokens(input), tokens(sorted));
    let index_of = |offset: usize| old.partition_point(|token| (token.start as usize) < offset);
    let mut order: Vec<usize> = (0..old.len()).collect();
    for items in moves {
        let mut moved = Vec::new();
        for item in items {
            let run = index_of(item.start)..index_of(item.end);
            if !is_whole(&old, run.clone(), item, input) {
                return Err(moved_apart(item.clone()));
            }
            moved.extend(run);
        }
        let first = moved.iter().copied().min().unwrap_or_default();
        order[first..first + moved.len()].copy_from_slice(&moved);
    }
    let mut seen = vec![false; old.len()];
    let mut is_new = |at: &usize| !std::mem::replace(&mut seen[*at], true);
    if !order.iter().all(&mut is_new) || new.len() != old.len() {
        return Err(moved_apart(0..input.len().min(1)));
    }
    for (at, token) in new.iter().enumerate() {
        let was = &old[order[at]];
        let before = |all: &[Token], index: usize| index.checked_sub(1).map(|index| all[index]);
        let touches = |all: &[Token], index: usize| {
            before(all, index).is_some_and(|before| before.end == all[index].start)
        };
        let is_new_neighbour = at > 0 && order[at - 1] + 1 != order[at];
        let may_touch = match before(&new, at) {
            Some(before) if is_new_neighbour => {
                is_boundary(before.kind, before.text(sorted), token.text(sorted))
            }
            _ => touches(&old, order[at]),
        };
        let [before, after] = [was.text(input), token.text(sorted)].map(str::trim_ascii_end);
        let is_same = was.kind == token.kind && before == after;
        if !is_same || touches(&new, at) && !may_touch {
            return Err(moved_apart(was.span()));
        }
    }
    Ok(())
}

/// Whether the tokens at these indices make up a span, and are whole data with comments.
fn is_whole(tokens: &[Token], run: Range<usize>, span: &Range<usize>, text: &str) -> bool {
    let is_prefix =
        |token: &Token| matches!(token.kind, TokenKind::Prefix | TokenKind::DatumComment);
    let (Some(first), Some(last)) = (tokens.get(run.start), tokens[..run.end].last()) else {
        return false;
    };
    let before = run.start.checked_sub(1).map(|index| &tokens[index]);
    let depth = tokens[run]
        .iter()
        .try_fold(0usize, |depth, token| match token.kind {
            TokenKind::Open => Some(depth + 1),
            TokenKind::Close => depth.checked_sub(1),
            _ => Some(depth),
        });
    depth == Some(0)
        && first.start as usize == span.start
        // A comment may lose the blanks at its end.
        && text[span.end..last.end as usize].trim_ascii().is_empty()
        && !is_prefix(last)
        && !before.is_some_and(is_prefix)
}

fn moved_apart(span: Range<usize>) -> Diagnostic {
    bug("something other than whole items moved".to_owned(), span)
}

/// A stretch of bytes that two texts have in common, except that its last byte may be a different kind of white space in
/// each. The texts have the same tokens in it, so as long as only white space changes, only one of them has to be lexed.
#[derive(Default)]
struct CommonStretch {
    /// The start of the stretch in each text, and its length.
    old: usize,
    new: usize,
    length: usize,
}

impl CommonStretch {
    /// Moves from stretch to stretch while the texts differ only in white space. Before and after, both texts are just past
    /// the same tokens.
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
            let mut cursor = new.lexer.cursor();
            cursor.pos = into_old(cursor.pos);
            old.lexer.resume(cursor);
            if !(old.skip_whitespace() && new.skip_whitespace()) {
                return;
            }
        }
    }

    /// Finds the stretch that starts at the current positions, unless they are inside one.
    fn find(&mut self, old: &Significant<'_>, new: &Significant<'_>) {
        let (from, to) = (old.lexer.cursor().pos, new.lexer.cursor().pos);
        let is_within = to < self.new + self.length && from + self.new == to + self.old;
        if is_within {
            return;
        }
        (self.old, self.new) = (from, to);
        let same = swar::common_prefix(old.rest(), new.rest());
        let is_blank = |text: &[u8]| text.get(same).is_some_and(u8::is_ascii_whitespace);
        // Tokens before white space end in the same way, whichever kind it is.
        self.length = same + usize::from(is_blank(old.rest()) && is_blank(new.rest()));
        // Do not split a character.
        while !new.lexer.text().is_char_boundary(to + self.length) {
            self.length -= 1;
        }
    }
}

fn shown(text: &str) -> &str {
    let end = text.char_indices().nth(40).map_or(text.len(), |(i, _)| i);
    &text[..end]
}

fn bug(what: String, span: Range<usize>) -> Diagnostic {
    Diagnostic::error(
        INTERNAL,
        format!("formatting would have changed the program: {what}"),
        span,
    )
    .with_note("this is a bug in schemefmt, and nothing was written; please report it with the lines shown here")
}

/// Iterates over the tokens of a text that are not white space.
struct Significant<'s> {
    lexer: Lexer<'s>,
    token: Token,
    /// The previous token; before the first one, an empty token beyond the end of any text.
    previous: Token,
}

impl<'s> Significant<'s> {
    fn new(text: &'s str, switches: Switches) -> Self {
        let nothing = Token {
            kind: TokenKind::Whitespace,
            start: u32::MAX,
            end: u32::MAX,
        };
        Significant {
            lexer: Lexer::new(text, switches),
            token: nothing,
            previous: nothing,
        }
    }

    /// Moves to the next token, if there is one.
    #[inline]
    fn advance(&mut self) -> bool {
        self.previous = self.token;
        self.skip_whitespace();
        let next = self.lexer.next();
        self.token = next.unwrap_or(self.token);
        next.is_some()
    }

    /// Skips the tokens that do not depend on anything at or after `end`; returns whether there are any.
    fn advance_within(&mut self, end: usize) -> bool {
        let mut cursor = self.lexer.cursor();
        let mut last = None;
        while cursor.pos < end {
            self.skip_whitespace();
            match self.lexer.next() {
                Some(token) if self.lexer.is_settled(token, end) => last = Some(token),
                _ => break,
            }
            cursor = self.lexer.cursor();
        }
        self.lexer.resume(cursor);
        self.token = last.unwrap_or(self.token);
        last.is_some()
    }

    /// Skips white space; returns whether there is any.
    #[inline]
    fn skip_whitespace(&mut self) -> bool {
        let start = self.lexer.cursor().pos;
        self.lexer.skip_whitespace().end > start
    }

    /// The part that has not been lexed yet.
    fn rest(&self) -> &'s [u8] {
        &self.lexer.text().as_bytes()[self.lexer.cursor().pos..]
    }

    fn text(&self) -> &'s str {
        self.token.text(self.lexer.text())
    }

    fn before(&self) -> &'s str {
        self.previous.text(self.lexer.text())
    }

    #[inline]
    fn bytes(&self) -> &'s [u8] {
        &self.lexer.text().as_bytes()[self.token.span()]
    }

    /// Whether the previous token is a `^` that touches the opening bracket before it.
    fn follows_caret(&self) -> bool {
        let before = &self.lexer.text().as_bytes()[..self.previous.start as usize];
        self.before() == "^" && matches!(before.last(), Some(b'(' | b'['))
    }

    /// Whether the previous token touches this one.
    #[inline]
    fn touches(&self) -> bool {
        self.previous.end == self.token.start
    }
}

/// The end of the first `#!curly-infix` of a text (SRFI 105), or the largest offset if there is none. From there on, a list
/// forms one datum with what it touches.
fn end_of_curly_infix(text: &str, switches: Switches) -> usize {
    let is_mark =
        |token: &Token| token.kind == TokenKind::Directive && is_curly_infix(token.text(text));
    let found = memmem::find(text.as_bytes(), CURLY_INFIX.as_bytes());
    let mark = found.and_then(|_| Lexer::new(text, switches).find(is_mark));
    mark.map_or(usize::MAX, |mark| mark.end as usize)
}

#[inline]
fn is_same(old: &Significant<'_>, new: &Significant<'_>) -> bool {
    old.token.kind == new.token.kind && swar::equal(old.bytes(), new.bytes())
}

/// Whether a token has become its canonical spelling, or a comment has lost the blanks at its end.
#[cold]
fn is_respelled(old: &Significant<'_>, new: &Significant<'_>, normalizer: &Normalizer) -> bool {
    if old.token.kind != new.token.kind {
        return false;
    }
    match old.token.kind {
        TokenKind::LineComment | TokenKind::Shebang => {
            // Blanks beyond ASCII may be letters of an 8-bit text.
            old.bytes().trim_ascii_end() == new.bytes().trim_ascii_end()
        }
        kind => normalizer
            .spelling(kind, old.text())
            .is_some_and(|spelling| *spelling == *new.text()),
    }
}

/// Whether two tokens that touch in one text may be apart in the other; `is_neoteric` says whether a list forms one datum with
/// what it touches at a token.
#[cold]
fn may_be_joined_otherwise(
    old: &Significant<'_>,
    new: &Significant<'_>,
    switches: Switches,
    is_neoteric: impl Fn(Token) -> bool,
) -> bool {
    if old.touches() {
        !switches.joins(old.previous.kind, old.before(), old.bytes()[0])
            && may_separate(
                old.previous.kind,
                old.before(),
                old.token.kind,
                old.text(),
                is_neoteric(old.token),
            )
    } else {
        match new.text() {
            // A boundary for every reader, unless the list forms one datum with what it touches.
            "(" | "[" if new.follows_caret() => !is_neoteric(old.token),
            after => may_be_joined(new.previous.kind, new.before(), after),
        }
    }
}

/// Whether a space may be inserted between two tokens: every reader ends a token there. `is_neoteric` says whether a
/// list forms one datum with what it touches.
fn may_separate(
    kind: TokenKind,
    before: &str,
    next: TokenKind,
    after: &str,
    is_neoteric: bool,
) -> bool {
    match next {
        // In `#t#;` and `a\;`, some readers take the `;` together with the character before it.
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

/// Whether the space between two tokens may be removed: inside brackets, unless some reader takes these for letters, and
/// after some prefixes.
fn may_be_joined(kind: TokenKind, before: &str, after: &str) -> bool {
    match (kind, before) {
        (TokenKind::Open, _) => !before.ends_with('{'),
        (TokenKind::Prefix, "'" | "`" | ",@" | "#'") => true,
        (TokenKind::Prefix, "," | "#,") => !after.starts_with('@'),
        (TokenKind::Prefix, "#`") => !after.starts_with('"'),
        (TokenKind::Raw, _) if is_ended_line(before) => true,
        _ => matches!(after, ")" | "]"),
    }
}

/// Whether a token of this kind is something after which white space matters to some reader, or ends in something that some
/// reader takes as part of what follows: a `#`, or a `\`.
fn is_open(kind: TokenKind, text: &str) -> bool {
    match kind {
        TokenKind::Atom => {
            text.ends_with("#!")
                || text.ends_with('\\')
                || text.ends_with('#') && has_inner_hash(text)
        }
        TokenKind::Character => text.ends_with('#') && has_inner_hash(text),
        _ => false,
    }
}
