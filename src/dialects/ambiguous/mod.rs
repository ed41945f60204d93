//! Parts of a text that stay as they are because readers disagree about them.
//!
//! Scheme readers differ on where some tokens end, and a text without a dialect may be for any of them. Take
//!
//! ```text
//! (f '(\x7C;
//!  b)   a#;(c)  d
//!  e   g)
//! ```
//!
//! - [`is_plain`] looks at each node. `\x7C;` and `a#` have bytes on which readers may differ; a text without any, as most are, is done.
//! - `readings`: what a few characters mean is a switch of the lexer, so the text is split again under each combination of them that can
//!   read it to the end. With a backslash that is a letter, `;` begins a comment. The two lexers are at the same offset again at the end
//!   of the line, so `\x7C;` and the line's end stay.
//! - `hazards`: tokens that touch, with nothing between them at which every reader ends a token, make up a *run*. Within or after one,
//!   some reader may begin a comment, a string or the like, whatever the switches say. To R6RS a `#` ends the symbol in `a#;(c)`, so that
//!   `(c)` is commented out and ` d` follows, which is in a comment to others.
//! - `follow`: from there on, a lexer of theirs and one of ours go on in turn until they are at the same offset: the end of the line, so
//!   `a#;(c)  d` and that end stay, and the next line is laid out.
//!
//! The bytes of a run stay together, so what differs within one does no harm. What differs on a line stays with its siblings there; what
//! differs over several lines stays with the top-level forms that it touches.
//!
//! What is C in braces stays, too, whatever the dialect.
//!
//! A text's dialect settles some of it (`Traits::settles`). There is no model of single readers here.

mod follow;
mod hazards;
mod readings;

use crate::syntax::boundary::{is_boundary, is_comment, is_curly_infix};
use crate::syntax::chars::is_r6rs_whitespace;
use crate::syntax::lexer::{Cursor, Lexer, SearchCache, Switches};
use crate::syntax::number;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Node, NodeKind, Tree};
use crate::syntax::verbatim::Verbatim;
use crate::text::lines::line_end;
use follow::ResumePoint;
use follow::{Ending, FOLLOWED_PER_BYTE};
use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};
use readings::GUILE_LETTERS;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;

/// What there is to do about an ambiguity in a text that shows no dialect.
pub const REMEDY: &str = "set the file's dialect";

/// Whether a look at each node of a text's tree is enough to tell that a scan would find nothing.
pub fn is_plain(text: &str, tree: &Tree) -> bool {
    let mut nodes = tree.outside_plain_nodes();
    !nodes.any(|id| may_be_ambiguous(text, &tree.nodes[id]))
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn may_be_ambiguous(text: &str, node: &Node) -> bool {
    if node.is_plain() {
        return false;
    }
    if node.kind == NodeKind::List && node.has_short_head() {
        return text.as_bytes()[node.start as usize] == b'{';
    }
    let head = &text.as_bytes()[node.head()];
    match node.kind {
        NodeKind::String => head.starts_with(b"#\""),
        NodeKind::Dot | NodeKind::Page | NodeKind::DatumComment => false,
        NodeKind::List => has_ambiguous_byte(&head[..head.len() - 1]),
        NodeKind::LineComment => head[0] != b';' || memchr3(b'\r', 0xC2, 0xE2, head).is_some(),
        NodeKind::BlockComment | NodeKind::InlineComment => memmem::find(head, b"#!").is_some(),
        NodeKind::Raw => true,
        _ => has_ambiguous_byte(head),
    }
}

/// What readers disagree about in a text.
#[derive(Default)]
pub(crate) struct Ambiguity {
    /// The parts that have to stay as they are, in order of their starts.
    pub(crate) kept: Vec<Verbatim>,
    /// What readers disagree about beyond a line, for which whole forms stay.
    pub(crate) disputed: Vec<Range<usize>>,
    /// Whether a reading cannot read the text that might read another layout of it.
    pub(crate) depends_on_layout: bool,
}

/// Finds the ambiguities of a text that can be parsed under `switches`. `settled` are the switches that its dialect settles.
pub(crate) fn scan(text: &str, tree: &Tree, switches: Switches, settled: Switches) -> Ambiguity {
    let is_settled = settled.contains(Switches::COMMON);
    let may_hold_statements = || memchr(b'{', text.as_bytes()).is_some();
    if is_settled && !may_hold_statements() || is_plain(text, tree) {
        return Ambiguity::default();
    }
    // The output ends its last line.
    let (end, line_end) = (text.len(), line_end(text));
    let whole = match text.ends_with(char::from(line_end)) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(format!("{text}{}", char::from(line_end))),
    };
    let text = whole.as_ref();
    let mut scan = Scan {
        text,
        switches,
        settled,
        lexer: Lexer::new(text, switches),
        others: [
            switches,
            switches.difference(GUILE_LETTERS),
            switches.union(Switches::BARS),
            switches.difference(Switches::BRACES),
        ]
        .map(|switches| Lexer::new(text, switches)),
        line_end,
        has_bars: memchr_iter(b'|', text.as_bytes()).nth(1).is_some(),
        has_braces: memchr2(b'{', b'}', text.as_bytes()).is_some(),
        budget: FOLLOWED_PER_BYTE * text.len(),
        searched: FxHashMap::default(),
        found: Ambiguity::default(),
        long: Vec::new(),
    };
    if !is_settled {
        scan.compare_readings(tree);
        scan.budget = FOLLOWED_PER_BYTE * text.len();
        scan.judge_runs(tree);
    }
    scan.keep_statements(tree);
    scan.finish(tree, end)
}

struct Scan<'s> {
    text: &'s str,
    switches: Switches,
    settled: Switches,
    /// The lexer of the text, at the end of the last run.
    lexer: Lexer<'s>,
    /// The lexers that others are followed with: as the text is read, for what only Guile reads, with bars that quote, and with braces
    /// that are letters.
    others: [Lexer<'s>; 4],
    line_end: u8,
    /// Whether there is more than one bar. Nobody who quotes with bars can read a text that has only one.
    has_bars: bool,
    has_braces: bool,
    /// How many bytes may still be followed.
    budget: usize,
    /// What was searched for.
    searched: FxHashMap<&'static [u8], SearchCache>,
    found: Ambiguity,
    /// The parts to keep that go on beyond the line where the run ends that begins them.
    long: Vec<Verbatim>,
}

impl<'s> Scan<'s> {
    fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    /// Judges the runs in the nodes of a tree.
    fn judge_runs(&mut self, tree: &Tree) {
        let mut open: Vec<u32> = Vec::new();
        for node in &tree.nodes {
            while open.pop_if(|end| *end <= node.start).is_some() {}
            if may_be_ambiguous(self.text, node) {
                // A run that began before the node may end within it.
                if self.lexer.cursor().pos <= node.start as usize {
                    self.lexer.resume_at(node.start as usize, open.len() as i32);
                }
                while self.lexer.cursor().pos < node.head_end as usize {
                    let cursor = self.lexer.cursor();
                    let run = self.run(self.text.len());
                    self.judge(&run, cursor);
                    if self.budget == 0 {
                        let start = tree.nodes.first().map_or(0, |first| first.start as usize);
                        return self.keep(start, self.end(), Ending::Anywhere);
                    }
                    self.lexer.skip_whitespace();
                }
            }
            if node.kind == NodeKind::List {
                open.push(node.end);
            }
        }
    }

    /// Keeps C in braces. Only braces that are in no others are examined, so that each byte is read once.
    fn keep_statements(&mut self, tree: &Tree) {
        let mut end = 0;
        for node in &tree.nodes {
            let span = node.span();
            if span.start >= end && node.kind == NodeKind::List && self.bytes()[span.start] == b'{'
            {
                end = span.end;
                if holds_statements(&self.text[span.clone()]) {
                    self.keep(span.start, span.end, Ending::Anywhere);
                }
            }
        }
    }

    /// The tokens of the run that starts where the lexer is, up to an offset. What every reader takes for a mark before a datum makes up a run by
    /// itself, as do comments.
    fn run(&mut self, limit: usize) -> Vec<Token> {
        let mut run: Vec<Token> = self.lexer.next().into_iter().collect();
        let is_certain = |mark: &Token| match mark.kind {
            TokenKind::DatumComment => true,
            TokenKind::Prefix => {
                let text = mark.text(self.text).as_bytes();
                !matches!(text, [b'#', b'~' | b'$' | b'+', ..])
            }
            kind => is_comment(kind),
        };
        if run.iter().all(is_certain) {
            return run;
        }
        while self.lexer.cursor().pos < limit {
            let cursor = self.lexer.cursor();
            match self.lexer.next().filter(|token| self.goes_on(&run, *token)) {
                Some(token) => run.push(token),
                None => {
                    self.lexer.resume(cursor);
                    break;
                }
            }
        }
        run
    }

    /// Whether a run goes on with a token that touches it.
    fn goes_on(&self, run: &[Token], token: Token) -> bool {
        let is_apart = |last: &Token| {
            is_comment(last.kind)
                || is_boundary(last.kind, last.text(self.text), token.text(self.text))
        };
        token.kind != TokenKind::Whitespace && !token.is_line() && !run.last().is_some_and(is_apart)
    }

    /// Follows whatever some reader may find in the run that starts at an offset, and keeps what it finds otherwise.
    fn judge(&mut self, tokens: &[Token], cursor: Cursor) {
        let (Some(token), Some(last)) = (tokens.first(), tokens.last()) else {
            return;
        };
        let run = token.start as usize..last.end as usize;
        let points = match token.kind {
            TokenKind::LineComment => self.hazards_in_comment(&run),
            TokenKind::Shebang => {
                self.follow_end_of_script(cursor);
                self.hazards_in_first_line(&run)
            }
            // Guile's block comment, `#! ... !#`, is a line comment for other readers, which may take each of its lines for one.
            TokenKind::BlockComment if self.text[run.clone()].starts_with("#!") => {
                let last = self.text[run.clone()].rfind(char::from(self.line_end));
                let last = last.map(|end| ResumePoint::after(run.start + end + 1));
                let lines = [self.after_line(run.start), self.after_line(run.end)];
                lines.into_iter().chain(last).collect()
            }
            TokenKind::BlockComment | TokenKind::DatumComment => return,
            _ if tokens.len() == 1 && self.is_plain_token(token) => return,
            _ => {
                if self.turns_on_infix(&run) {
                    return self.keep(run.start, run.end, Ending::Anywhere);
                }
                if self.is_escape(&run) {
                    return self.keep(run.start, self.end(), Ending::Anywhere);
                }
                self.keep_braces(tokens);
                self.hazards(tokens, &run)
            }
        };
        self.follow_all(tokens, cursor, points);
    }

    /// Whether a token that nothing touches is the same for every reader, or a matter of the readings.
    fn is_plain_token(&self, token: &Token) -> bool {
        let bytes = token.text(self.text).as_bytes();
        match token.kind {
            TokenKind::String | TokenKind::Raw => true,
            _ => !has_ambiguous_byte(bytes) || self.is_settled(bytes),
        }
    }

    /// Whether the text's dialect settles what a token is.
    fn is_settled(&self, token: &[u8]) -> bool {
        // To Chez, a bar after a `#` quotes.
        let may_be_width = || memchr(b'#', &token[1..]).is_none();
        let is_number = || may_be_width() && number::recognize(token).is_some();
        match token {
            // It is not settled if the text can only be read with bars as letters: some readers accept a text that ends between bars.
            [b'|', name @ .., b'|']
                if self
                    .switches
                    .intersection(self.settled)
                    .contains(Switches::BARS) =>
            {
                memchr2(b'|', b'\\', name).is_none()
            }
            _ => {
                self.settled.contains(Switches::WIDTHS) && is_number()
                    || self.settled.contains(Switches::HEX_ESCAPES) && has_only_hex_escapes(token)
            }
        }
    }

    /// Whether a run ends in `\x` before a semicolon, and a bar follows: to Chez and Gambit, that is an escape, and what the bar is depends on
    /// what begins the symbol.
    fn is_escape(&self, run: &Range<usize>) -> bool {
        let (before, after) = self.bytes().split_at(run.end);
        let is_escape = after_character(&before[run.start..]).ends_with(b"\\x");
        is_escape && after.starts_with(b";") && memchr(b'|', after).is_some()
    }

    /// Whether a directive within a stretch makes curly brackets of letters for Guile alone.
    fn turns_on_infix(&self, run: &Range<usize>) -> bool {
        let bytes = &self.bytes()[run.clone()];
        let mut inner = memmem::find_iter(bytes, b"#!").filter(|at| *at > 0);
        inner.any(|at| is_curly_infix(&self.text[run.start + at..])) && self.has_braces
    }

    /// Whether the text's dialect is one whose reader was asked what it makes of a run.
    fn is_known(&self) -> bool {
        self.settled.contains(Switches::HASH_ENDS)
    }

    /// Whether some reader of the text may have a switch.
    fn may_have(&self, switch: Switches) -> bool {
        self.switches.contains(switch) || !self.settled.contains(switch)
    }

    /// Whether Guile may read the text, which alone may take bars for letters.
    fn may_be_guile(&self) -> bool {
        !self.settled.contains(Switches::BARS)
    }
}

/// Whether what is in braces is C, as in the glue of RScheme, and not Scheme: a statement ends a line, where Scheme would have a comment
/// without text beside a token.
fn holds_statements(braces: &str) -> bool {
    let ends_statement = |at: usize| {
        let (before, rest) = (&braces[..at], &braces[at + 1..]);
        let ends_line = rest
            .trim_start_matches([' ', '\t'])
            .starts_with(['\n', '\r']);
        ends_line && !before.ends_with(|c: char| c.is_whitespace() || matches!(c, ';' | '{'))
    };
    memchr_iter(b';', braces.as_bytes()).any(ends_statement)
}

/// Whether every backslash in a symbol starts an escape like `\x41;`, and nothing else in it is ambiguous.
fn has_only_hex_escapes(symbol: &[u8]) -> bool {
    let mut parts = symbol.split(|byte| *byte == b'\\');
    let first = parts.next().unwrap_or_default();
    let is_escape = |part: &[u8]| {
        let end = memchr(b';', part).unwrap_or_default();
        end > 1
            && part[0] == b'x'
            && part[1..end].iter().all(u8::is_ascii_hexdigit)
            && !goes_on_odd(&part[end + 1..])
    };
    !has_ambiguous_byte(first) && parts.all(is_escape)
}

/// A run's bytes, without the `#\` of a character and the byte after it.
fn after_character(run: &[u8]) -> &[u8] {
    match run {
        [b'#', b'\\', _, rest @ ..] => rest,
        _ => run,
    }
}

/// Whether a token has a byte on which readers may differ.
fn has_ambiguous_byte(token: &[u8]) -> bool {
    let rest = match token {
        [b'#', b'\\', _, rest @ ..] => rest,
        [b'|' | b'\\' | b'{' | b'}', ..] | b"#:" | [b'#', b'!' | b'<', ..] => return true,
        [first, rest @ ..] if first.is_ascii_graphic() => rest,
        _ => token,
    };
    goes_on_odd(rest)
}

/// Whether the rest of a token, after what begins it, has such a byte.
fn goes_on_odd(rest: &[u8]) -> bool {
    has_mark(rest) || !rest.iter().all(u8::is_ascii_graphic) && has_odd_character(rest)
}

/// Whether a byte may end a token for some reader, or begin another.
fn has_mark(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| {
        matches!(
            byte,
            b'|' | b'\\' | b'#' | b'{' | b'}' | b'"' | b';' | b'\'' | b'`' | b','
        )
    })
}

/// Whether a token has a character that is white space for some reader, or invisible.
fn has_odd_character(token: &[u8]) -> bool {
    let is_odd = |c: char| {
        is_r6rs_whitespace(c)
            || c.is_control()
            || matches!(c, ' ' | '\u{180e}' | '\u{200b}' | '\u{feff}')
    };
    // A character may have been cut through after `#\`.
    String::from_utf8_lossy(token).chars().any(is_odd)
}
