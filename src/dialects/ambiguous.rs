//! Parts of a text that stay as they are because readers disagree about them.
//!
//! Scheme readers differ on where some tokens end. The parts are found in two ways:
//!
//! - *Readings.* What a few characters mean is a switch of the lexer, so the text is split under each combination that occurs
//!   (`LETTERS`) and that can read it to the end. Where the tokens differ, the text stays as it is until they agree again.
//! - *Hazards.* Tokens that touch each other, with nothing at the joint at which every reader ends a token, make up a *run*. In a
//!   run, some reader may begin a string, a comment or the like (`Scan::others_after`), whatever the switches say. The text is
//!   split from the end of that as well, until the tokens agree again.
//!
//! The bytes of a run stay together, so what differs within one does no harm. What differs on a line stays with its siblings there; what
//! differs over several lines stays with the top-level forms that it touches.
//!
//! A text's dialect settles some of it (`Traits::settles`). There is no model of single readers here.

use crate::syntax::boundary::{is_boundary, is_comment};
use crate::syntax::chars::{is_hard, is_r6rs_whitespace};
use crate::syntax::lexer::{Cursor, Lexer, Switches};
use crate::syntax::number;
use crate::syntax::parser::{self, is_curly_infix};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Node, NodeKind, Tree};
use crate::syntax::verbatim::Verbatim;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::line_end;
use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};
use std::cmp::Ordering;
use std::ops::Range;

/// What there is to do about an ambiguity in a text that shows no dialect.
pub const REMEDY: &str = "set the file's dialect";

/// What some readers take for letters: bars and backslashes, the latter alone, or in some places; Guile takes braces for letters, too.
const LETTERS: [Switches; 10] = {
    use Switches as S;
    [
        S::BARS,
        S::BARS.union(S::BRACES),
        S::BARS.union(S::ESCAPES),
        S::BARS.union(S::ESCAPES).union(S::BRACES),
        S::ESCAPES.union(S::BRACES),
        S::ESCAPES,
        S::INNER_BARS.union(S::ESCAPES),
        S::HEX_ESCAPES,
        S::BAR_ESCAPES,
        S::BAR_ESCAPES.union(S::HEX_ESCAPES),
    ]
};

/// What Guile takes for letters.
const GUILE_LETTERS: Switches = LETTERS[3];

/// White space to all but Guile and Chicken.
const VERTICAL_TAB: u8 = b'\x0B';

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
    let mut nodes = tree.outside_plain_nodes();
    !nodes.any(|id| may_be_ambiguous(text, &tree.nodes[id]))
}

fn may_be_ambiguous(text: &str, node: &Node) -> bool {
    if node.is_plain() {
        return false;
    }
    let head = &text.as_bytes()[node.head()];
    match node.kind {
        NodeKind::String => head.starts_with(b"#\""),
        NodeKind::Dot | NodeKind::Page | NodeKind::DatumComment => false,
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
    if settled.contains(Switches::COMMON) || is_plain(text, tree) {
        return Ambiguity::default();
    }
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
        line_end: line_end(text),
        has_bars: memchr_iter(b'|', text.as_bytes()).nth(1).is_some(),
        has_braces: memchr2(b'{', b'}', text.as_bytes()).is_some(),
        budget: FOLLOWED_PER_BYTE * text.len(),
        searched: Vec::new(),
        found: Ambiguity::default(),
        long: Vec::new(),
    };
    scan.compare_readings(tree);
    scan.budget = FOLLOWED_PER_BYTE * text.len();
    scan.judge_runs(tree);
    scan.finish(tree)
}

/// How many bytes are followed for the hazards of a text, for each of its bytes. Beyond that, the whole text stays as it is.
const FOLLOWED_PER_BYTE: usize = 32;

struct Scan<'s> {
    text: &'s str,
    switches: Switches,
    settled: Switches,
    /// At the end of the last run.
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
    /// What was last searched for, and the stretch up to the next occurrence.
    searched: Vec<(&'static [u8], Range<usize>)>,
    found: Ambiguity,
    /// The parts to keep that go on beyond the line where the run ends that begins them.
    long: Vec<Verbatim>,
}

/// Where some reader goes on after a hazard.
struct Other {
    at: usize,
    /// Where the hazard begins in its run; beyond that if after all that is certain.
    from: usize,
    /// Whether the end of a line is what ended the hazard.
    ends_line: bool,
    /// Whether only Guile finds it.
    is_for_guile: bool,
}

impl Other {
    /// Where Guile goes on.
    fn of_guile(at: usize) -> Self {
        Other {
            is_for_guile: true,
            ..Other::after(at)
        }
    }

    fn after(at: usize) -> Self {
        Other {
            at,
            from: at,
            ends_line: false,
            is_for_guile: false,
        }
    }
}

impl<'s> Scan<'s> {
    fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    /// The end of the text without its last line end, which may be missing.
    fn end(&self) -> usize {
        let text = self.text.strip_suffix(char::from(self.line_end));
        let text = text.map(|text| text.strip_suffix('\r').unwrap_or(text));
        text.unwrap_or(self.text).len()
    }

    /// Keeps a part that whatever follows it may follow.
    fn keep_within(&mut self, span: Range<usize>) {
        let ends_line = false;
        self.found.kept.push(Verbatim { span, ends_line });
    }

    /// Compares the tokens with those of each other reading under which the text can be read.
    fn compare_readings(&mut self, tree: &Tree) {
        for other in self.readings(tree) {
            let mut theirs = Lexer::new(self.text, other);
            let mut ours = Lexer::new(self.text, self.switches);
            // A borrowed iterator would keep the lexer from being inlined.
            let is_equal =
                ours.all(|token| theirs.next() == Some(token)) && theirs.next().is_none();
            // Equal tokens make equal trees.
            if is_equal && theirs.fault().is_none() {
                continue;
            }
            if !self.can_be_read(other) {
                self.found.depends_on_layout = true;
                continue;
            }
            let ours = Lexer::new(self.text, self.switches);
            self.compare(ours, Lexer::new(self.text, other));
        }
    }

    /// Compares the tokens of two lexers to the end of the text.
    fn compare(&mut self, mut ours: Lexer<'s>, mut theirs: Lexer<'s>) {
        while let Some(token) = ours.next() {
            theirs.next();
            let is_apart = ours.place().pos != theirs.place().pos;
            let start = token.start as usize;
            if is_apart && !self.follow(start, &mut ours, &mut theirs, false) {
                break;
            }
        }
    }

    /// The readings that may differ from ours in what the text's ambiguous nodes have.
    fn readings(&self, tree: &Tree) -> Vec<Switches> {
        let ambiguous = tree.nodes.iter();
        let ambiguous = ambiguous.filter(|node| may_be_ambiguous(self.text, node));
        let heads: Vec<&[u8]> = ambiguous.map(|node| &self.bytes()[node.head()]).collect();
        let is_met = |byte: u8| heads.iter().any(|head| memchr(byte, head).is_some());
        // Beyond a bar or a backslash, what is in a string or a comment for us may be a token for others.
        let may_move = is_met(b'|') || is_met(b'\\');
        let has = |byte: u8| is_met(byte) || may_move && memchr(byte, self.bytes()).is_some();
        let mut met = Switches::empty();
        let of_bars = Switches::BARS | Switches::WIDTHS | Switches::INNER_BARS;
        met.set(of_bars, has(b'|'));
        met.set(
            Switches::ESCAPES | Switches::HEX_ESCAPES | Switches::INFIX,
            has(b'\\'),
        );
        met.set(Switches::BAR_ESCAPES, has(b'\\') && has(b'|'));
        met.set(Switches::BRACES, has(b'{'));
        met.set(Switches::REGEXPS, has(b'#') && (has(b'/') || has(b'[')));
        met.set(Switches::HASH_ENDS, has(b'#'));
        met.set(Switches::INNER_SLASHES, has(b'#') && has(b'/'));
        met.set(Switches::MARKUP, has(b'<') || has(b'&'));
        let has_raw_strings = || memmem::find(self.bytes(), b"#\"").is_some();
        met.set(Switches::RAW_STRINGS, has(b'#') && has_raw_strings());
        let less = |letters: Switches| self.switches.difference(letters);
        let letters = [Switches::empty()].into_iter().chain(LETTERS);
        let letters = letters.flat_map(|it| [less(it), less(it | Switches::WIDTHS)]);
        // What reads the text may be less than most readers know.
        let common = self.switches | Switches::BARS | Switches::BRACES;
        let others = [
            common,
            less(Switches::REGEXPS),
            common | Switches::REGEXPS | Switches::INNER_SLASHES,
            common | Switches::MARKUP,
            common | Switches::INFIX,
            common.difference(Switches::INNER_BARS | Switches::ESCAPES),
            self.switches | Switches::HASH_ENDS,
            less(Switches::BAR_ESCAPES) | Switches::HASH_ENDS,
        ];
        let others = letters.chain(others);
        let others = others.flat_map(|it| [it, it ^ Switches::RAW_STRINGS]);
        let mut readings = Vec::new();
        for other in others {
            let differs = (other ^ self.switches) & met;
            let reading = self.switches ^ differs;
            let is_settled = differs.intersects(self.settled);
            // Those who take braces alone for letters find other tokens only in runs.
            if differs.is_empty() || differs == Switches::BRACES || is_settled {
                continue;
            }
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
        readings
    }

    /// Whether the text can be read by a reading. A dot may stand anywhere: some readers take it where others do not. And some
    /// accept a text that ends between bars, if there is more than one.
    fn can_be_read(&self, switches: Switches) -> bool {
        let parsed = parser::parse_whole(&mut Lexer::new(self.text, switches));
        parsed.err().is_none_or(|error| {
            error.code == "misplaced-dot" || error.code == "unterminated-symbol" && self.has_bars
        })
    }

    /// Follows two lexers from the run at `start` until they are at the same place, and keeps the text up to there. `in_line` says
    /// whether theirs is at the end of a comment. Returns whether theirs can still be a reader's.
    fn follow(
        &mut self,
        start: usize,
        ours: &mut Lexer<'s>,
        theirs: &mut Lexer<'s>,
        in_line: bool,
    ) -> bool {
        let mut ends_line = in_line;
        // Where their last token begins.
        let mut last = start;
        // Where the last token ends that is no white space.
        let mut end = ours.place().pos.max(theirs.place().pos);
        let is_white =
            |token: &Option<Token>| token.is_some_and(|token| token.kind == TokenKind::Whitespace);
        loop {
            let (our, their) = (ours.place().pos, theirs.place().pos);
            let (lexer, other) = match our.cmp(&their) {
                Ordering::Equal => break,
                Ordering::Less => (&mut *ours, their),
                Ordering::Greater => (&mut *theirs, our),
            };
            let token = lexer.next();
            let now = lexer.place().pos;
            self.budget = self.budget.saturating_sub(now - our.min(their));
            if our > their {
                ends_line = token.is_some_and(|token| token.is_line());
                last = their;
            }
            if !is_white(&token) {
                end = end.max(now);
            } else if our < their && other < now {
                break;
            }
            // Some readers accept a text that ends between bars.
            let is_lost =
                |fault: &Diagnostic| fault.code != "unterminated-symbol" || !self.has_bars;
            if theirs.place().depth < 0 || theirs.fault().is_some_and(is_lost) {
                return false;
            }
        }
        let is_over = ours.place().pos == self.text.len();
        if let Some(keyword) = self.end_of_keyword(end) {
            (end, ends_line) = (keyword, false);
        }
        if let Some(comment) = self.end_of_comment(end) {
            (end, ends_line) = (comment, true);
        }
        let is_open = is_over && theirs.fault().is_some();
        let is_number = is_open && self.is_number_with_bar(last);
        let can_end = !is_over || theirs.place().depth == ours.place().depth;
        if is_number && self.may_have(Switches::WIDTHS) {
            self.keep(start, self.end(), false);
        } else if can_end && is_open {
            // A line end after it would be a part of it.
            self.keep_within(start..end);
        } else if can_end {
            self.keep(start, end, ends_line);
        }
        can_end
    }

    /// Whether a token that begins at an offset is a number with a bar to Chez, such as `1#|2`.
    fn is_number_with_bar(&self, at: usize) -> bool {
        let token = &self.text[at..];
        let rest = token.trim_start_matches(|c: char| c.is_ascii_digit() || c == '#');
        token.starts_with(|c: char| c.is_ascii_digit()) && rest.starts_with('|')
    }

    /// The end of a line comment that follows a part of the text, if that ends in a blank: the comment stays where it is.
    fn end_of_comment(&self, end: usize) -> Option<usize> {
        let (before, after) = self.text.split_at(end);
        let comment = after.trim_start_matches([' ', '\t']);
        let is_kept = before.ends_with(' ') && comment.starts_with(';');
        let line_end = memchr(self.line_end, comment.as_bytes()).unwrap_or(comment.len());
        is_kept.then(|| end + after.len() - comment.len() + line_end)
    }

    /// Keeps a part of the text, unless it is of one run, whose bytes stay together anyway.
    fn keep(&mut self, start: usize, mut end: usize, ends_line: bool) {
        if self.turns_on_infix(&(start..end)) {
            end = self.end();
        }
        let part = &self.bytes()[start..end];
        if ends_line && part.ends_with(b"\\\r") {
            // The carriage return may be a character.
            let end = (end + 1).min(self.text.len());
            return self.keep_within(start..end);
        }
        let part = part.strip_suffix(b"\r").unwrap_or(part);
        let trimmed = part.trim_ascii_end();
        // A blank after these may be a part of them.
        let needs_blank = trimmed.ends_with(b"\\") || trimmed.ends_with(b"#!");
        let length = if !ends_line {
            end - start
        } else if needs_blank {
            part.len()
        } else {
            trimmed.len()
        };
        let span = start..start + length;
        let run = self.end_of_run(&span);
        if ends_line || run < span.end {
            let beyond = &self.bytes()[run.min(span.end)..span.end];
            let is_long = memchr(self.line_end, beyond).is_some();
            let parts = if is_long {
                &mut self.long
            } else {
                &mut self.found.kept
            };
            parts.push(Verbatim { span, ends_line });
        }
    }

    /// The end of the run that begins a part of the text, as far as it lies in that.
    fn end_of_run(&mut self, span: &Range<usize>) -> usize {
        let place = self.lexer.place();
        self.lexer.resume_at(span.start, 1);
        let run = self.run(span.end);
        self.lexer.resume(place);
        run.last().map_or(span.start, |last| last.end as usize)
    }

    /// The parts in order; those that cross a line's end with the whole forms.
    fn finish(mut self, tree: &Tree) -> Ambiguity {
        let place = |part: &Verbatim| (part.span.start, part.span.end);
        self.long.sort_by_key(place);
        let forms: Vec<&Node> = tree.top_level().map(|form| &tree.nodes[form]).collect();
        let Ambiguity { kept, disputed, .. } = &mut self.found;
        for Verbatim { span, ends_line } in self.long {
            let first = forms.partition_point(|form| form.end as usize <= span.start);
            let after = forms.partition_point(|form| (form.start as usize) < span.end);
            let mut whole = span.clone();
            if let Some([first, .., last] | [first @ last]) = forms.get(first..after) {
                whole.start = whole.start.min(first.start as usize);
                whole.end = whole.end.max(last.end as usize);
            }
            kept.push(Verbatim {
                ends_line: ends_line && whole.end == span.end,
                span: whole,
            });
            match disputed.last_mut() {
                Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                _ => disputed.push(span),
            }
        }
        kept.sort_by_key(place);
        self.found
    }

    /// Judges the runs in the nodes of a tree.
    fn judge_runs(&mut self, tree: &Tree) {
        let mut open: Vec<u32> = Vec::new();
        for node in &tree.nodes {
            while open.pop_if(|end| *end <= node.start).is_some() {}
            if may_be_ambiguous(self.text, node) {
                // A run that began before the node may end within it.
                if self.lexer.place().pos <= node.start as usize {
                    self.lexer.resume_at(node.start as usize, open.len() as i32);
                }
                while self.lexer.place().pos < node.head_end as usize {
                    let place = self.lexer.place();
                    let run = self.run(self.text.len());
                    self.judge(&run, place);
                    if self.budget == 0 {
                        let start = tree.nodes.first().map_or(0, |first| first.start as usize);
                        return self.keep(start, self.end(), false);
                    }
                    self.lexer.skip_whitespace();
                }
            }
            if node.kind == NodeKind::List {
                open.push(node.end);
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
        while self.lexer.place().pos < limit {
            let place = self.lexer.place();
            match self.lexer.next().filter(|token| self.goes_on(&run, *token)) {
                Some(token) => run.push(token),
                None => {
                    self.lexer.resume(place);
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

    /// Follows whatever some reader may find in the run that starts at a place, and keeps what it finds otherwise.
    fn judge(&mut self, tokens: &[Token], place: Cursor) {
        let (Some(token), Some(last)) = (tokens.first(), tokens.last()) else {
            return;
        };
        let run = token.start as usize..last.end as usize;
        let others = match token.kind {
            TokenKind::LineComment => self.others_in_comment(&run),
            TokenKind::Shebang => {
                self.judge_end_of_script(place);
                self.others_in_first_line(&run)
            }
            // One of Guile's is a line comment for others, which may take each of its lines for one.
            TokenKind::BlockComment if self.text[run.clone()].starts_with("#!") => {
                let last = self.text[run.clone()].rfind(char::from(self.line_end));
                let last = last.map(|end| Other::after(run.start + end + 1));
                let lines = [self.after_line(run.start), self.after_line(run.end)];
                lines.into_iter().chain(last).collect()
            }
            TokenKind::BlockComment | TokenKind::DatumComment => return,
            _ if tokens.len() == 1 && self.is_plain_token(token) => return,
            _ => {
                if self.turns_on_infix(&run) {
                    return self.keep(run.start, run.end, false);
                }
                if self.is_escape(&run) {
                    return self.keep(run.start, self.end(), false);
                }
                self.keep_braces(tokens);
                self.others_in_run(tokens, &run)
            }
        };
        let mut ours = self.lexer.clone();
        let switches = self.switches;
        for other in others {
            let before = tokens.iter().filter(|it| it.end as usize <= other.from);
            let depth = place.depth + before.map(opens).sum::<i32>();
            let is_unquoted = !switches.contains(Switches::BARS);
            let is_due = [true, other.is_for_guile, is_unquoted, self.has_braces];
            for (index, _) in is_due.into_iter().enumerate().filter(|(_, is_due)| *is_due) {
                let mut theirs = self.others[index].clone();
                ours.resume(place);
                theirs.resume_at(other.at, depth);
                self.follow(run.start, &mut ours, &mut theirs, other.ends_line);
                self.others[index] = theirs;
            }
            if self.budget == 0 {
                break;
            }
        }
    }

    /// Follows Guile, to which a script's first line is a comment to the next `!#`, and keeps what it finds otherwise after that.
    fn judge_end_of_script(&mut self, place: Cursor) {
        let end = self.find(place.pos + 2, b"!#");
        let Some(end) = end.filter(|_| self.may_be_guile()) else {
            return;
        };
        for mut theirs in self.others.clone() {
            let mut ours = self.lexer.clone();
            ours.resume(place);
            let last = ours.by_ref().find(|token| token.end as usize >= end);
            theirs.resume_at(end, place.depth);
            if let Some(last) = last
                && self.follow(last.start as usize, &mut ours, &mut theirs, false)
            {
                self.compare(ours, theirs);
            }
        }
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
        let is_number = || may_be_width() && number::recognize(token, &number::R6RS).is_some();
        match token {
            [b'|', name @ .., b'|'] if self.are_bars_settled() => {
                memchr2(b'|', b'\\', name).is_none()
            }
            _ => {
                self.settled.contains(Switches::WIDTHS) && is_number()
                    || self.settled.contains(Switches::HEX_ESCAPES) && has_only_hex_escapes(token)
            }
        }
    }

    /// Whether it is settled that bars quote. It is not if the text can only be read with bars as letters: some readers accept a
    /// text that ends between bars.
    fn are_bars_settled(&self) -> bool {
        self.switches.contains(Switches::BARS) && self.settled.contains(Switches::BARS)
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

    /// Where readers may go on after something that begins in a run: the table of hazards.
    fn others_in_run(&mut self, tokens: &[Token], run: &Range<usize>) -> Vec<Other> {
        let bytes = &self.bytes()[run.clone()];
        let body = after_character(bytes);
        let mut others = Vec::new();
        if !is_matter_of_readings(body) {
            // What begins the run is what it is for every reader.
            let inner = run.end - body.len() + usize::from(body.len() == bytes.len());
            let begins_symbol = !matches!(bytes[0], b'#' | b'0'..=b'9' | b'+' | b'-' | b'.');
            // For Gambit, a bar ends what is before it.
            let may_end = memchr3(b'{', b'}', b'|', bytes).is_some();
            let is_symbol = begins_symbol && !may_end && !has_odd_character(bytes);
            let is_known = self.is_known();
            let mut token = 0;
            for at in inner..run.end {
                token += usize::from(tokens[token].end as usize <= at);
                let is_certain = match self.bytes()[at] {
                    b'"' => true,
                    b'#' if is_symbol && token == 0 => true,
                    _ => tokens[token].kind == TokenKind::String,
                };
                if !(is_certain && is_known) {
                    let begun = |other| Other { from: at, ..other };
                    others.extend(self.others_at(at).into_iter().map(begun));
                }
            }
        }
        if bytes.starts_with(b"#!") {
            others.extend(self.others_at_bang(run.start));
        }
        self.add_others_at_ends(run, body, &mut others);
        let after = self.bytes().get(run.end).copied();
        // What follows the run may belong to a mark at its end. To Chez `\x;` is an escape.
        let ends_in_mark = body.last().is_some_and(|last| has_mark(&[*last]));
        if (ends_in_mark || body.ends_with(b"\\x")) && after == Some(b';') {
            others.push(Other::after(run.end + 1));
        }
        others.extend(self.end_of_keyword(run.end).map(Other::after));
        // Guile's symbol goes on to a `}#`.
        if bytes.starts_with(b"#{") && !bytes.ends_with(b"}#") && self.may_be_guile() {
            others.extend(self.find(run.end, b"}#").map(Other::of_guile));
        }
        // After what is white space for Racket, the rest of the line says in which language; after a brace, a comment to the end of
        // the line may be none.
        if body.ends_with(b"#lang") || bytes.ends_with(b"}") && after == Some(b'#') {
            others.push(self.after_line(run.end));
        }
        others.extend(self.others_at_bars(run));
        others
    }

    /// Where readers may go on that begin something at an offset, or do not.
    fn others_at(&mut self, at: usize) -> Vec<Other> {
        let rest = &self.bytes()[at..];
        let (end, length) = match rest {
            [b'"', ..] => (self.end_of_token(at), 1),
            [b'#', b'|' | b'"', ..] => (self.end_of_token(at), 2),
            [b'#', b'{', ..] => {
                let end = self.find(at + 2, b"}#").map(Other::of_guile);
                return end.into_iter().chain([Other::after(at + 2)]).collect();
            }
            [b'#', b'<', b'<' | b'#', ..] => (self.end_of_token(at), 3),
            [b';', ..] => return vec![self.after_line(at), Other::after(at + 1)],
            [b'#', b'!', ..] => return self.others_at_bang(at),
            _ => return Vec::new(),
        };
        let ends = end.into_iter().chain([at + length]);
        ends.map(Other::after).collect()
    }

    /// Adds where readers may go on after what ends a token for them within a run: white space that others take for letters, and to
    /// Chez, a directive in a character's name.
    fn add_others_at_ends(&self, run: &Range<usize>, body: &[u8], others: &mut Vec<Other>) {
        let bytes = &self.bytes()[run.clone()];
        if let (b"#\\", Some(at)) = (&bytes[..bytes.len().min(2)], memmem::find(body, b"#!")) {
            let name = body[at + 2..].iter();
            let length = name.take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let from = run.end - body.len() + at;
            others.push(Other {
                from,
                ..Other::after(from + 2 + length)
            });
        }
        if !bytes.is_ascii() || bytes.contains(&VERTICAL_TAB) {
            let spaces = self.text[run.clone()].match_indices(is_r6rs_whitespace);
            others.extend(spaces.map(|(at, space)| Other {
                from: run.start + at,
                ..Other::after(run.start + at + space.len())
            }));
        }
    }

    /// Where Gambit goes on after a `#:` that ends at an offset: its keyword takes what follows, whatever that is, and the symbol after
    /// it.
    fn end_of_keyword(&self, end: usize) -> Option<usize> {
        let (before, rest) = self.bytes().split_at(end);
        let is_keyword = before.ends_with(b"#:") && self.may_have(Switches::INFIX);
        let is_empty = rest.first().copied().is_none_or(is_hard);
        (is_keyword && is_empty).then(|| {
            let next = (end + 1).min(self.text.len());
            let goes_on = |byte: &&u8| !is_hard(**byte) && !b"|'`,{}\\".contains(*byte);
            next + self.bytes()[next..].iter().take_while(goes_on).count()
        })
    }

    /// The end of the token that begins at an offset for some reader.
    fn end_of_token(&mut self, at: usize) -> Option<usize> {
        if self.budget == 0 {
            return None;
        }
        self.others[0].resume_at(at, 1);
        self.others[0].next();
        let end = self.others[0].place().pos;
        self.budget = self.budget.saturating_sub(end - at);
        self.others[0].fault().is_none().then_some(end)
    }

    /// Where readers may go on after the `#!` at an offset: a comment to the end of the line for Racket and Chicken, if a blank or a
    /// `/` follows, and one to the next `!#` for Guile.
    fn others_at_bang(&mut self, at: usize) -> Vec<Other> {
        let rest = &self.text[at + 2..];
        let mut others = Vec::new();
        let first = rest.bytes().next();
        if first.is_none_or(|byte| byte == b'/' || is_hard(byte)) {
            others.push(self.after_line(at));
            others.extend(self.after_continued_line(at));
        }
        let ends_name = |c: char| !c.is_ascii_alphanumeric() && c != '-';
        let name = rest.split(ends_name).next().unwrap_or_default();
        if !KNOWN_TO_GUILE.contains(&name) && self.may_be_guile() {
            others.extend(self.find(at + 2, b"!#").map(Other::of_guile));
        }
        others
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

    /// Where readers may go on if the bars of a run quote otherwise than they do for us, whatever the switches say.
    fn others_at_bars(&mut self, run: &Range<usize>) -> Option<Other> {
        let bytes = &self.bytes()[run.clone()];
        let body = after_character(bytes);
        let bars = memchr_iter(b'|', body).count();
        let is_like_number = matches!(bytes[0], b'0'..=b'9' | b'+' | b'-' | b'.' | b'#');
        // For Chez, the first bar of a symbol that begins like a number is a letter.
        let unsigned = bytes.strip_prefix(b"+").or(bytes.strip_prefix(b"-"));
        let begins_number = matches!(unsigned.unwrap_or(bytes), [b'0'..=b'9' | b'.', ..]);
        let is_number = || number::recognize(bytes, &number::R6RS).is_some();
        let has_blank = || bytes.iter().any(u8::is_ascii_whitespace);
        let is_open = bars % 2 == 1 && !is_matter_of_readings(body);
        // Bars are letters only where the text cannot be read otherwise.
        let is_known = self.is_known() && self.switches.contains(Switches::BARS);
        let is_hazard = is_open && (is_like_number || !is_known)
            || bars > 0 && is_like_number && has_blank() && self.may_have(Switches::WIDTHS)
            || bars > 0 && begins_number && !is_number() && self.may_have(Switches::WIDTHS);
        self.find(run.end, b"|")
            .filter(|_| is_hazard && self.may_have(Switches::INNER_BARS))
            .map(Other::after)
    }

    /// Where readers may go on within a line comment: for Chez, a carriage return, U+0085 and U+2028 end it.
    fn others_in_comment(&mut self, run: &Range<usize>) -> Vec<Other> {
        let comment = &self.text[run.clone()];
        let comment = comment.strip_suffix('\r').unwrap_or(comment);
        let mut ends = comment.match_indices(['\r', '\u{85}', '\u{2028}']);
        let end = ends.next().map(|(at, end)| run.start + at + end.len());
        end.map(Other::after).into_iter().collect()
    }

    /// Where readers may go on in or after a script's first line: for Racket, it goes on after a `\` that a line feed follows, and
    /// `#lang` ends after its name.
    fn others_in_first_line(&mut self, run: &Range<usize>) -> Vec<Other> {
        let line = &self.text[run.clone()];
        let mut others = Vec::new();
        if let Some(language) = line.strip_prefix("#lang ") {
            let name = language.trim_start();
            let rest = name.find([' ', '\t']).map_or("", |end| &name[end..]);
            if !rest.trim().is_empty() {
                others.push(Other::after(run.end - rest.len()));
            }
        }
        others.extend(self.after_continued_line(run.start));
        if line.ends_with("\\\r") {
            // Without the carriage return it would go on, and the output would have another line to keep.
            self.keep_within(run.start..run.end - 1);
        }
        others
    }

    /// The end of the line with an offset, for those to whom a comment goes on to there.
    fn after_line(&mut self, at: usize) -> Other {
        let what: &[u8] = if self.line_end == b'\r' { b"\r" } else { b"\n" };
        let at = self.find(at, what).map_or(self.text.len(), |end| end - 1);
        Other {
            ends_line: true,
            ..Other::after(at)
        }
    }

    /// The end of a line that goes on after a `\` at its end, as a comment after `#!` does for Racket; none if it does not.
    fn after_continued_line(&mut self, at: usize) -> Option<Other> {
        let mut line = self.after_line(at);
        let mut is_continued = false;
        while self.text[..line.at].ends_with('\\') && line.at < self.text.len() {
            line = self.after_line(line.at + 1);
            is_continued = true;
        }
        is_continued.then_some(line)
    }

    /// The end of the next occurrence of something, which is searched for once in each stretch of the text.
    fn find(&mut self, from: usize, what: &'static [u8]) -> Option<usize> {
        let mut known = self.searched.iter();
        let is_known =
            |search: &&(&[u8], Range<usize>)| search.0 == what && search.1.contains(&from);
        let next = match known.find(is_known) {
            Some((_, stretch)) => stretch.end - 1,
            None => {
                let rest = self.bytes().get(from..).filter(|_| self.budget > 0)?;
                let found = memmem::find(rest, what);
                self.budget = self.budget.saturating_sub(found.unwrap_or(rest.len()));
                let next = found.map_or(self.text.len(), |at| from + at);
                self.searched.retain(|(other, _)| *other != what);
                self.searched.push((what, from..next + 1));
                next
            }
        };
        (next < self.text.len()).then_some(next + what.len())
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
        self.keep_within(run[0].start as usize..end as usize);
    }
}

/// How many brackets a token opens, less those that it closes.
fn opens(token: &Token) -> i32 {
    match token.kind {
        TokenKind::Open => 1,
        TokenKind::Close => -1,
        _ => 0,
    }
}

/// Whether all that is odd in a run are backslashes, or two bars around it: the readings say what becomes of it.
fn is_matter_of_readings(run: &[u8]) -> bool {
    let (is_quoted, name) = match run {
        [b'|', name @ .., b'|'] => (true, name),
        _ => (false, run),
    };
    memchr2(b'|', b'#', name).is_none() && (is_quoted || memchr(b'\\', name).is_some())
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
