//! Ambiguous tokens stay as they are.
//!
//! Scheme readers differ on where some tokens end. Tokens that touch each other, with nothing at the joint at which every reader
//! ends a token, make up a *run*. A run is *plain* if it is one token that every reader finds, and otherwise *ambiguous*. The bytes of
//! a run stay together, so whatever a reader makes of them does no harm, unless it reaches beyond the run. There are two hazards:
//!
//! - *near*: some reader may take a comment to begin here, which goes on to the end of the line. From the run on, the line stays
//!   as it is ([`Verbatim`]).
//! - *far*: some reader may take something to begin here that ends anywhere: a string, a block comment, a symbol between bars.
//!   The text is refused.
//!
//! The rules say what may begin in a run, for any reader; there is no model of single readers here. A text's dialect settles some
//! of it (`Dialect::settles`), and what no reader could read to the end does not count (`Scan::can_be_read`).

use crate::syntax::boundary::is_boundary;
use crate::syntax::chars::{is_hard, is_r6rs_whitespace};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::markup;
use crate::syntax::number;
use crate::syntax::parser::{self, is_curly_infix};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Node, NodeKind, Tree};
use crate::syntax::verbatim::Verbatim;
use crate::text::lines::line_end;
use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};
use std::cell::{OnceCell, RefCell};
use std::iter;
use std::ops::Range;

/// What some readers take for letters: bars and backslashes, the latter alone, or in some places; Guile takes braces for letters, too.
const LETTERS: [Switches; 8] = [
    Switches::BARS,
    Switches::BARS.union(Switches::BRACES),
    Switches::BARS.union(Switches::ESCAPES),
    Switches::BARS
        .union(Switches::ESCAPES)
        .union(Switches::BRACES),
    Switches::ESCAPES.union(Switches::BRACES),
    Switches::ESCAPES,
    Switches::HEX_ESCAPES,
    Switches::BAR_ESCAPES,
];

/// What Guile takes for a directive after `#!`; anything else starts a block comment.
const KNOWN_TO_GUILE: [&str; 5] = [
    "r6rs",
    "fold-case",
    "no-fold-case",
    "curly-infix",
    "curly-infix-and-bracket-lists",
];

/// Whether a look at each node of a text's tree is enough to tell that a scan would find nothing.
pub fn is_plain(text: &str, tree: &Tree) -> bool {
    !tree.nodes.iter().any(|node| may_be_ambiguous(text, node))
}

fn may_be_ambiguous(text: &str, node: &Node) -> bool {
    if node.is_plain() {
        return false;
    }
    let head = &text.as_bytes()[node.start as usize..node.head_end as usize];
    match node.kind {
        NodeKind::String | NodeKind::Dot | NodeKind::Page | NodeKind::DatumComment => false,
        NodeKind::List => match head {
            [bracket] => *bracket == b'{',
            _ => has_ambiguous_byte(&head[..head.len() - 1]),
        },
        NodeKind::LineComment => head[0] != b';' || memchr3(b'\r', 0xC2, 0xE2, head).is_some(),
        NodeKind::BlockComment | NodeKind::InlineComment => memmem::find(head, b"#!").is_some(),
        NodeKind::Raw => true,
        _ => has_ambiguous_byte(head),
    }
}

/// The ambiguities of a text.
pub(crate) enum Ambiguity {
    /// The parts that have to stay as they are, in order of their starts; none if every reader takes the text alike.
    Near(Vec<Verbatim>),
    /// The span of the first far hazard.
    Far(Range<usize>),
}

impl Ambiguity {
    /// The parts that have to stay as they are in a text that is not refused.
    pub(crate) fn kept(&self) -> &[Verbatim] {
        match self {
            Ambiguity::Near(kept) => kept,
            Ambiguity::Far(_) => &[],
        }
    }
}

/// Finds the ambiguities of a text that can be parsed under `switches`. `settled` are the switches that its dialect settles.
pub(crate) fn scan(text: &str, tree: &Tree, switches: Switches, settled: Switches) -> Ambiguity {
    if settled.contains(Switches::COMMON) || is_plain(text, tree) {
        return Ambiguity::Near(Vec::new());
    }
    match kept_parts(text, tree, switches, settled) {
        Ok(kept) => Ambiguity::Near(kept),
        Err(span) => Ambiguity::Far(span),
    }
}

/// The parts that have to stay as they are, or the span of the first far hazard.
fn kept_parts(
    text: &str,
    tree: &Tree,
    switches: Switches,
    settled: Switches,
) -> Result<Vec<Verbatim>, Range<usize>> {
    let mut scan = Scan {
        text,
        switches,
        settled,
        lexer: Lexer::new(text, switches),
        line_end: line_end(text),
        has_braces: memchr2(b'{', b'}', text.as_bytes()).is_some(),
        last_block_end: OnceCell::new(),
        last_brace: OnceCell::new(),
        end_of_infix: 0,
        end_of_markup: 0,
        lips: Lexer::new(text, switches.union(Switches::INNER_SLASHES)),
        ways: RefCell::default(),
        kept: Vec::new(),
        end_of_line: 0,
    };
    let mut end_of_list = 0;
    for node in &tree.nodes {
        if may_be_ambiguous(text, node) {
            // A run that began before the node may end within it.
            if scan.lexer.place().pos <= node.start as usize {
                scan.lexer
                    .resume_at(node.start as usize, node.start < end_of_list);
            }
            while scan.lexer.place().pos < node.head_end as usize {
                let run = scan.run();
                scan.judge(&run)?;
                scan.lexer.skip_whitespace();
            }
        }
        if node.kind == NodeKind::List {
            end_of_list = end_of_list.max(node.end);
        }
    }
    Ok(scan.kept)
}

struct Scan<'s> {
    text: &'s str,
    switches: Switches,
    settled: Switches,
    /// At the end of the last run.
    lexer: Lexer<'s>,
    line_end: u8,
    /// Whether there are braces anywhere.
    has_braces: bool,
    /// Where the last `!#` is.
    last_block_end: OnceCell<Option<usize>>,
    /// Where the last `}#` is.
    last_brace: OnceCell<Option<usize>>,
    /// How far has been looked for the ends of infix expressions.
    end_of_infix: usize,
    /// How far has been looked for the ends of Kawa's literals.
    end_of_markup: usize,
    /// The text, as LIPS reads it.
    lips: Lexer<'s>,
    /// Under which readings the text can be parsed, as far as that has been tried.
    ways: RefCell<Vec<(Switches, bool)>>,
    kept: Vec<Verbatim>,
    /// The end of the last line that is kept.
    end_of_line: usize,
}

/// Nothing, or the span of a far hazard.
type Judgement = Result<(), Range<usize>>;

impl Scan<'_> {
    /// The offset of the last occurrence of something, which is searched for once.
    fn last(&self, known: &OnceCell<Option<usize>>, what: &[u8]) -> Option<usize> {
        *known.get_or_init(|| memmem::rfind(self.bytes(), what))
    }

    fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// The tokens of the run that starts where the lexer is. What every reader takes for a mark before a datum makes up a run by
    /// itself, as do comments.
    fn run(&mut self) -> Vec<Token> {
        let mut run: Vec<Token> = self.lexer.next().into_iter().collect();
        let is_certain = |mark: &Token| match mark.kind {
            TokenKind::DatumComment => true,
            TokenKind::Prefix => {
                let text = mark.text(self.text).as_bytes();
                !matches!(text, [b'#', b'~' | b'$' | b'+', ..])
            }
            _ => is_comment(*mark),
        };
        if run.iter().all(is_certain) {
            return run;
        }
        loop {
            let place = self.lexer.place();
            match self.lexer.next().filter(|token| self.goes_on(&run, *token)) {
                Some(token) => run.push(token),
                None => {
                    self.lexer.resume(place);
                    return run;
                }
            }
        }
    }

    /// Whether a run goes on with a token that touches it.
    fn goes_on(&self, run: &[Token], token: Token) -> bool {
        let is_apart = |last: &Token| {
            is_comment(*last) || is_boundary(last.kind, last.text(self.text), token.text(self.text))
        };
        token.kind != TokenKind::Whitespace && !token.is_line() && !run.last().is_some_and(is_apart)
    }

    /// Judges a run.
    fn judge(&mut self, tokens: &[Token]) -> Judgement {
        let (Some(token), Some(last)) = (tokens.first(), tokens.last()) else {
            return Ok(());
        };
        let run = token.start as usize..last.end as usize;
        let is_alone = tokens.len() == 1;
        match token.kind {
            TokenKind::LineComment => return self.line_comment(&run),
            TokenKind::Shebang => return self.script_line(&run),
            TokenKind::BlockComment => return self.block_comment(&run),
            TokenKind::DatumComment => return Ok(()),
            TokenKind::String if is_alone => return Ok(()),
            TokenKind::Raw if matches!(self.bytes()[run.start + 1], b'/' | b'[') => {
                self.regexp(&run)?
            }
            _ => {}
        }
        let bytes = &self.text.as_bytes()[run.clone()];
        let is_plain =
            || token.kind == TokenKind::Raw || !has_ambiguous_byte(bytes) || self.is_settled(bytes);
        match is_alone && is_plain() {
            true => Ok(()),
            false => self.ambiguous_run(tokens, &run),
        }
    }

    /// Judges a run that is not plain.
    fn ambiguous_run(&mut self, tokens: &[Token], run: &Range<usize>) -> Judgement {
        self.markup(run)?;
        let bytes = &self.text.as_bytes()[run.clone()];
        let body = after_character(bytes);
        if !self.can_be_read_otherwise(body) {
            return Ok(());
        }
        if self.is_far(run) {
            return Err(run.clone());
        }
        if memchr(b'\\', body).is_some() {
            self.infix(run)?;
        }
        if let Some(at) = memmem::find(body, b"#!") {
            self.hash_bang(run, run.end - body.len() + at)?;
        }
        if body.ends_with(b"#lang") {
            // After what is white space for Racket, the rest of the line says in which language.
            self.keep_line(run.start, run.end, run.end)?;
        }
        // One that follows the run may belong to a mark in it.
        let end = match has_mark(body) {
            true => (run.end + 1).min(self.text.len()),
            false => run.end,
        };
        let start = run.end - body.len();
        if let Some(at) = memchr(b';', &self.bytes()[start..end]) {
            self.keep_line(run.start, start + at, run.end)?;
        }
        self.keep_braces(tokens);
        // A line after a brace, which may be one symbol with it.
        let touches_line = self.bytes().get(run.end) == Some(&b'#');
        match touches_line && bytes.ends_with(b"}") {
            true => self.keep_line(run.start, run.end, run.end),
            false => Ok(()),
        }
    }

    /// Whether the text's dialect settles what a token is.
    fn is_settled(&self, token: &[u8]) -> bool {
        let is_number = || number::recognize(token, &number::R6RS).is_some();
        match token {
            [b'|', name @ .., b'|'] if self.is_quoting_settled(Switches::BARS) => {
                memchr2(b'|', b'\\', name).is_none()
            }
            _ => {
                self.settled.contains(Switches::WIDTHS) && is_number()
                    || self.settled.contains(Switches::HEX_ESCAPES) && has_only_hex_escapes(token)
            }
        }
    }

    /// Whether a switch about bars is settled. It is not if the text can only be read with bars as letters: some readers accept a
    /// text that ends between bars.
    fn is_quoting_settled(&self, switch: Switches) -> bool {
        self.switches.contains(Switches::BARS) && self.settled.contains(switch)
    }

    /// Whether some reader may take a run in another way. If all that is odd in it are backslashes, or two bars around it, then only
    /// if someone who takes these for letters can read the text to its end.
    fn can_be_read_otherwise(&self, run: &[u8]) -> bool {
        let (is_quoted, name) = match run {
            [b'|', name @ .., b'|'] => (true, name),
            _ => (false, run),
        };
        let has_escapes = memchr(b'\\', name).is_some();
        let is_more = memchr2(b'|', b'#', name).is_some() || !is_quoted && !has_escapes;
        let may_apply = |letters: &Switches| {
            (self.has_braces || !letters.intersects(Switches::BRACES))
                && match letters.intersects(Switches::BARS) {
                    true => is_quoted,
                    false => has_escapes,
                }
        };
        let mut ways = LETTERS.into_iter().filter(may_apply);
        is_more || ways.any(|letters| self.can_be_read(self.switches.difference(letters)))
    }

    /// Whether the text can be read by a reading. A dot may stand anywhere: some readers take it where others do not.
    fn can_be_read(&self, switches: Switches) -> bool {
        let mut ways = self.ways.borrow_mut();
        if let Some((_, is_read)) = ways.iter().find(|(way, _)| *way == switches) {
            return *is_read;
        }
        let parsed = parser::parse(&mut Lexer::new(self.text, switches));
        let is_read = parsed.map_or_else(|error| error.code == "misplaced-dot", |_| true);
        ways.push((switches, is_read));
        is_read
    }

    /// Whether an odd number of bars, which quote nothing beyond the run for us, may do so for some reader.
    fn may_quote_otherwise(&self, body: &[u8]) -> bool {
        if !self.switches.contains(Switches::BARS) {
            // Only Guile never quotes with them; for others, some of them may be letters.
            let is_guile =
                self.settled != Switches::empty() && !self.settled.contains(Switches::BARS);
            // Nobody who quotes with bars can read a text that has only one.
            let has_pair = memchr_iter(b'|', self.bytes()).nth(1).is_some();
            return has_pair
                && (!is_guile || self.can_be_read(self.switches.union(Switches::BARS)));
        }
        // Those for whom it quotes may take other characters for letters as well.
        let quoting = self.switches.difference(Switches::WIDTHS);
        let ways = LETTERS
            .into_iter()
            .filter(|it| !it.intersects(Switches::BARS));
        let mut ways = iter::once(Switches::empty()).chain(ways);
        memchr(b'\\', body).is_some()
            || ways.any(|letters| self.can_be_read(quoting.difference(letters)))
    }

    /// Whether something may begin in an ambiguous run that reaches beyond its line.
    fn is_far(&self, run: &Range<usize>) -> bool {
        let bytes = &self.bytes()[run.clone()];
        let body = after_character(bytes);
        // What begins the run is what it is for every reader.
        let inner = match body.len() == bytes.len() {
            true => &body[1..],
            false => body,
        };
        let opens = |what: &&[u8]| memmem::find(inner, what).is_some();
        let bars = memchr_iter(b'|', body).count();
        let is_like_number = matches!(bytes[0], b'0'..=b'9' | b'+' | b'-' | b'.' | b'#');
        // For Chez, the first bar of a symbol that begins like a number is a letter.
        let unsigned = bytes.strip_prefix(b"+").or(bytes.strip_prefix(b"-"));
        let begins_number = matches!(unsigned.unwrap_or(bytes), [b'0'..=b'9' | b'.', ..]);
        let has_blank = || bytes.iter().any(u8::is_ascii_whitespace);
        // Gambit's keyword takes what follows, whatever that is.
        let after = self.bytes().get(run.end).copied();
        let is_open_keyword = bytes.ends_with(b"#:") && after.is_none_or(is_hard);
        // Guile's symbol goes on to a `}#`.
        let goes_on = || self.last(&self.last_brace, b"}#") >= Some(run.end);
        let is_long_symbol = bytes.starts_with(b"#{") && !bytes.ends_with(b"}#") && goes_on();
        is_open_keyword
            || is_long_symbol
            || [&b"\""[..], b"#|", b"#{", b"#<<", b"#<#"].iter().any(opens)
            || bars % 2 == 1 && self.may_quote_otherwise(body)
            || bars > 0 && is_like_number && has_blank()
            || bars > 0 && begins_number && number::recognize(bytes, &number::R6RS).is_none()
            || !self.is_quoting_settled(Switches::BAR_ESCAPES)
                && memmem::find(body, b"\\|").is_some()
    }

    /// Keeps the line from `start` on, since a comment may begin at `at` for some reader. What is before `known` has been judged.
    fn keep_line(&mut self, start: usize, at: usize, known: usize) -> Judgement {
        if at < self.end_of_line {
            return Ok(());
        }
        let bytes = self.text.as_bytes();
        let end = memchr(self.line_end, &bytes[at..]).map_or(bytes.len(), |i| at + i);
        let rest = &bytes[known.clamp(at, end)..end];
        if self.crosses(start, end) || may_open(rest) {
            return Err(start..end);
        }
        let end = end - usize::from(bytes[at..end].ends_with(b"\r"));
        let trimmed = at + bytes[at..end].trim_ascii_end().len();
        // A blank after these may be a part of them.
        let needs_blank = bytes[..trimmed].ends_with(b"\\") || bytes[..trimmed].ends_with(b"#!");
        self.end_of_line = end;
        self.kept.push(Verbatim {
            span: start..if needs_blank { end } else { trimmed },
            ends_line: true,
        });
        Ok(())
    }

    /// Judges a line comment: for Chez, a carriage return, U+0085 and U+2028 end it.
    fn line_comment(&mut self, run: &Range<usize>) -> Judgement {
        let comment = &self.text[run.clone()];
        let comment = comment.strip_suffix('\r').unwrap_or(comment);
        match comment.find(['\r', '\u{85}', '\u{2028}']) {
            Some(at) => self.keep_line(run.start, run.start + at, run.start + at),
            None => Ok(()),
        }
    }

    /// Judges a block comment: one of Guile's is a line comment for others.
    fn block_comment(&mut self, run: &Range<usize>) -> Judgement {
        let comment = &self.text[run.clone()];
        match comment.starts_with("#!") {
            // Chicken accepts a here string without an end, which would come to hold what is added after it.
            true if comment.contains("#<<") => Err(run.clone()),
            true => self.keep_line(run.start, run.end, run.end),
            false => Ok(()),
        }
    }

    /// Judges a script's first line: for Racket, it goes on after a `\` that a line feed follows, and `#lang` ends after its name.
    fn script_line(&mut self, run: &Range<usize>) -> Judgement {
        let line = &self.text[run.clone()];
        if let Some(language) = line.strip_prefix("#lang ") {
            let rest = language.trim_start().split_once([' ', '\t']);
            let rest = rest.map_or("", |(_, rest)| rest.trim_start());
            let is_open = |mark: char| rest.matches(mark).count() % 2 == 1;
            let opens = is_open('"') || is_open('|') || rest.contains("#|") || rest.contains("#<");
            if !rest.starts_with(';') && opens {
                return Err(run.clone());
            }
        }
        let next = (run.end + 1).min(self.text.len());
        if line.ends_with('\\') {
            return self.keep_line(run.start, next, next);
        }
        if line.ends_with("\\\r") {
            // Without the carriage return it would go on, and the output would have another line to keep.
            self.kept.push(Verbatim {
                span: run.start..run.end - 1,
                ends_line: false,
            });
        }
        Ok(())
    }

    /// Judges a regular expression or a char set, which are several tokens for those who have none.
    fn regexp(&mut self, run: &Range<usize>) -> Judgement {
        if self.settled.contains(Switches::REGEXPS) {
            return Ok(());
        }
        let bytes = &self.bytes()[run.clone()];
        let is_several = memchr3(b'"', b';', b'|', bytes).is_some()
            && self.can_be_read(self.switches.difference(Switches::REGEXPS));
        if is_several && memchr2(b'"', b'|', bytes).is_some() {
            return Err(run.clone());
        }
        self.long_regexp(run.start)?;
        match is_several {
            true => self.keep_line(run.start, run.start, run.end),
            false => Ok(()),
        }
    }

    /// Keeps a regular expression that is longer for LIPS.
    fn long_regexp(&mut self, start: usize) -> Judgement {
        if start < self.lips.place().pos || self.lips.fault().is_some() {
            return Ok(());
        }
        self.lips.resume_at(start, true);
        self.lips.by_ref().next();
        // If one is not closed, LIPS cannot read the text.
        match self.lips.fault() {
            Some(_) => Ok(()),
            None => self.keep_token(start, self.lips.place().pos),
        }
    }

    /// Keeps what may be one of Kawa's literals.
    fn markup(&mut self, run: &Range<usize>) -> Judgement {
        let (text, start) = (self.text.as_bytes(), run.start);
        if self.settled.contains(Switches::MARKUP) || start < self.end_of_markup {
            return Ok(());
        }
        let end = match &text[run.clone()] {
            [b'#', b'<', ..] if markup::may_begin(&text[start + 2..]) => {
                markup::end_of_element(text, start)
            }
            [b'&', rest @ ..] => match memchr(b'{', rest) {
                Some(brace) => markup::end_of_braces(text, start + 1 + brace),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        // If one is not closed, Kawa cannot read the text.
        self.end_of_markup = end.unwrap_or(text.len());
        let Some(end) = end.filter(|_| self.can_be_read(self.switches.union(Switches::MARKUP)))
        else {
            return Ok(());
        };
        self.keep_token(start, end)
    }

    /// Keeps what is one token for some reader.
    fn keep_token(&mut self, start: usize, end: usize) -> Judgement {
        if self.crosses(start, end) {
            return Err(start..end);
        }
        self.kept.push(Verbatim {
            span: start..end,
            ends_line: false,
        });
        Ok(())
    }

    /// Whether one of the tokens from `start` on, where one begins, crosses an offset.
    fn crosses(&mut self, start: usize, offset: usize) -> bool {
        let place = self.lexer.place();
        self.lexer.resume_at(start, true);
        let before = |token: &Token| (token.start as usize) < offset;
        let tokens = self.lexer.by_ref().take_while(before);
        let last = tokens
            .last()
            .filter(|last| last.kind != TokenKind::Whitespace);
        self.lexer.resume(place);
        last.is_some_and(|last| last.end as usize > offset)
    }

    /// Judges what follows a run with a backslash, where an infix expression may begin for Gambit. It ends at a `;`, and `//`
    /// begins a comment in it.
    fn infix(&mut self, run: &Range<usize>) -> Judgement {
        if self.settled.contains(Switches::INFIX) || run.end < self.end_of_infix {
            return Ok(());
        }
        let bytes = self.text.as_bytes();
        let semicolon = memchr(b';', &bytes[run.end..]).map_or(bytes.len(), |i| run.end + i);
        let end = memchr(self.line_end, &bytes[semicolon..]).map_or(bytes.len(), |i| semicolon + i);
        self.end_of_infix = semicolon;
        let has_after = |what| memmem::find(&bytes[semicolon..end], what).is_some();
        let is_hazard = memmem::find(&bytes[run.end..semicolon], b"//").is_some()
            || [&b"\""[..], b"#:"].into_iter().any(has_after)
            || may_open(&bytes[semicolon..end]);
        match is_hazard && self.can_be_read(self.switches.union(Switches::INFIX)) {
            true => Err(run.clone()),
            false => Ok(()),
        }
    }

    /// Judges the `#!` at `at` in a run: a comment to the end of the line for Racket and Chicken, if a blank or a `/` follows, and
    /// one to the next `!#` for Guile.
    fn hash_bang(&mut self, run: &Range<usize>, at: usize) -> Judgement {
        let rest = &self.text[at + 2..];
        if rest
            .bytes()
            .next()
            .is_none_or(|byte| byte == b'/' || is_hard(byte))
        {
            return self.keep_line(run.start, at, run.end);
        }
        let ends_name = |c: char| !c.is_ascii_alphanumeric() && c != '-';
        let name = rest.split(ends_name).next().unwrap_or_default();
        let is_known = KNOWN_TO_GUILE.contains(&name);
        let may_end = self.last(&self.last_block_end, b"!#") > Some(at);
        // Within a run it is one for Guile alone.
        let turns_on_infix = at > run.start && is_curly_infix(&self.text[at..]) && self.has_braces;
        match may_end && !is_known || turns_on_infix {
            true => Err(at..at + 2),
            false => Ok(()),
        }
    }

    /// Keeps a run with braces, which some take for letters, if what touches them may be another token then.
    fn keep_braces(&mut self, run: &[Token]) {
        let bytes = |token: &Token| token.text(self.text).as_bytes();
        let is_brace = |token: &Token| matches!(bytes(token), b"{" | b"}");
        let may_differ = |token: &Token| {
            let begins = matches!(bytes(token)[0], b'#' | b'|' | b'\\');
            !is_brace(token)
                && (begins || token.kind == TokenKind::Prefix || has_ambiguous_byte(bytes(token)))
        };
        if !run.iter().any(is_brace) || !run.iter().any(may_differ) {
            return;
        }
        let last = run[run.len() - 1];
        let place = self.lexer.place();
        self.lexer.skip_whitespace();
        let after = self.lexer.next();
        self.lexer.resume(place);
        let end = match after {
            // The mark may be the end of a symbol.
            Some(datum) if last.kind == TokenKind::Prefix => datum.end,
            _ => last.end,
        };
        self.kept.push(Verbatim {
            span: run[0].start as usize..end as usize,
            ends_line: false,
        });
    }
}

fn is_comment(token: Token) -> bool {
    token.is_line() || token.kind == TokenKind::BlockComment
}

/// Whether something that reaches beyond the line may open in the rest of it, whether or not a reader takes that for a comment.
fn may_open(rest: &[u8]) -> bool {
    let opens = |what: &&[u8]| memmem::find(rest, what).is_some();
    memchr_iter(b'"', rest).count() % 2 == 1 || [&b"|"[..], b"\\", b"#<", b"#{"].iter().any(opens)
}

/// A run's bytes, without the `#\` of a character and the byte after it.
fn after_character(run: &[u8]) -> &[u8] {
    match run {
        [b'#', b'\\', _, rest @ ..] => rest,
        _ => run,
    }
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
    bytes.iter().any(|byte| b"|\\#{}\";'`,".contains(byte))
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
