//! Follows a reader that goes on elsewhere than ours, and keeps the text up to where both are at the same offset again.

use super::{Ambiguity, Scan, has_ambiguous_byte};
use crate::syntax::lexer::{Cursor, Lexer, Switches};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Node, Tree};
use crate::syntax::verbatim::Verbatim;
use crate::text::diagnostics::Diagnostic;
use memchr::memchr;
use std::cmp::Ordering;
use std::ops::Range;

/// How many bytes are followed for the hazards of a text, for each of its bytes. Beyond that, the whole text stays as it is.
pub(super) const FOLLOWED_PER_BYTE: usize = 32;

/// Where a part of the text may end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Anywhere,
    /// Only where a line ends, since some reader takes the last of it for a comment.
    AtLineEnd,
}

impl Ending {
    /// What a part needs that ends after a token.
    fn after(token: Option<Token>) -> Ending {
        match token {
            Some(token) if token.is_line() => Ending::AtLineEnd,
            _ => Ending::Anywhere,
        }
    }
}

/// Where some reader resumes after a hazard.
pub(super) struct ResumePoint {
    pub(super) at: usize,
    /// Where the hazard begins in its run; beyond that if after all that is certain.
    pub(super) from: usize,
    pub(super) end: Ending,
    /// Whether only Guile finds it.
    pub(super) is_for_guile: bool,
}

impl ResumePoint {
    pub(super) fn after(at: usize) -> Self {
        ResumePoint {
            at,
            from: at,
            end: Ending::Anywhere,
            is_for_guile: false,
        }
    }

    /// Where Guile resumes.
    pub(super) fn of_guile(at: usize) -> Self {
        ResumePoint {
            is_for_guile: true,
            ..ResumePoint::after(at)
        }
    }
}

impl<'s> Scan<'s> {
    /// Follows the readers that resume at some points in a run, which begins at `start` for ours, by each lexer that applies.
    pub(super) fn follow_all(
        &mut self,
        tokens: &[Token],
        cursor: Cursor,
        points: Vec<ResumePoint>,
    ) {
        let start = cursor.pos;
        let mut ours = self.lexer.clone();
        let is_unquoted = !self.switches.contains(Switches::BARS);
        for point in points {
            let before = tokens.iter().filter(|it| it.end as usize <= point.from);
            let depth = cursor.depth + before.map(Token::opens).sum::<i32>();
            let is_due = [true, point.is_for_guile, is_unquoted, self.has_braces];
            for (index, _) in is_due.into_iter().enumerate().filter(|(_, is_due)| *is_due) {
                let mut theirs = self.others[index].clone();
                ours.resume(cursor);
                theirs.resume_at(point.at, depth);
                if !self.follow(start, &mut ours, &mut theirs, point.end) {
                    self.found.depends_on_layout = true;
                }
                self.others[index] = theirs;
            }
            if self.budget == 0 {
                break;
            }
        }
    }

    /// Follows two lexers from the run at `start` until they are at the same offset, and keeps the text up to there, with the `end` that
    /// what theirs has passed so far needs. Returns whether theirs can still be a reader's.
    pub(super) fn follow(
        &mut self,
        start: usize,
        ours: &mut Lexer<'s>,
        theirs: &mut Lexer<'s>,
        mut needed: Ending,
    ) -> bool {
        // Where their last token begins.
        let mut last = start;
        // Where the last token ends that is no white space.
        let mut end = ours.cursor().pos.max(theirs.cursor().pos);
        let is_white =
            |token: &Option<Token>| token.is_some_and(|token| token.kind == TokenKind::Whitespace);
        loop {
            let (our, their) = (ours.cursor().pos, theirs.cursor().pos);
            let (lexer, other) = match our.cmp(&their) {
                Ordering::Equal => break,
                Ordering::Less => (&mut *ours, their),
                Ordering::Greater => (&mut *theirs, our),
            };
            let token = lexer.next();
            let now = lexer.cursor().pos;
            self.budget = self.budget.saturating_sub(now - our.min(their));
            if our > their {
                needed = Ending::after(token);
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
            if theirs.cursor().depth < 0 || theirs.fault().is_some_and(is_lost) {
                return false;
            }
        }
        let (end, needed) = self.with_what_follows(end, needed);
        let is_over = ours.cursor().pos == self.text.len();
        let is_open = is_over && theirs.fault().is_some();
        let is_number = is_open && self.is_number_with_bar(last);
        let can_end = !is_over || theirs.cursor().depth == ours.cursor().depth;
        if is_number && self.may_have(Switches::WIDTHS) {
            self.keep(start, self.end(), Ending::Anywhere);
        } else if can_end && is_open {
            // A line end after it would be a part of it.
            self.keep_within(start..end);
        } else if can_end {
            self.keep(start, end, needed);
        }
        can_end
    }

    /// The end of a part of the text that ends at an offset, together with what belongs to it after that, and what this end needs.
    fn with_what_follows(&self, mut end: usize, mut needed: Ending) -> (usize, Ending) {
        if let Some(keyword) = self.end_of_keyword(end) {
            (end, needed) = (keyword, Ending::Anywhere);
        }
        if let Some(comment) = self.end_of_comment(end) {
            (end, needed) = (comment, Ending::AtLineEnd);
        }
        // A carriage return before a line feed is part of the line end, unless it may be a character.
        if self.is_within_line_end(end) && !self.text[..end].ends_with("\\\r") {
            end -= 1;
        }
        (end, needed)
    }

    /// Whether an offset is between a carriage return and the line feed after it.
    pub(super) fn is_within_line_end(&self, at: usize) -> bool {
        self.text[..at].ends_with('\r') && self.text[at..].starts_with('\n')
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
        is_kept.then(|| {
            let line_end = memchr(self.line_end, comment.as_bytes()).unwrap_or(comment.len());
            end + after.len() - comment.len() + line_end
        })
    }

    /// Keeps a part of the text, unless it is of one run, whose bytes stay together anyway.
    pub(super) fn keep(&mut self, start: usize, mut end: usize, needed: Ending) {
        let ends_line = needed == Ending::AtLineEnd;
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
        let may_need_blank = trimmed.ends_with(b"\\") || trimmed.ends_with(b"#!");
        let needs_blank = may_need_blank && trimmed.len() < part.len();
        let length = if !ends_line {
            end - start
        } else if needs_blank {
            part.len()
        } else {
            trimmed.len()
        };
        let span = start..start + length;
        let run = self.end_of_run(&span);
        // Nor does a comment keep the blanks at its end.
        if ends_line || needs_blank || run < span.end {
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

    /// Keeps a part behind which the line need not end.
    pub(super) fn keep_within(&mut self, span: Range<usize>) {
        let ends_line = false;
        self.found.kept.push(Verbatim { span, ends_line });
    }

    /// The end of the text without its last line end.
    pub(super) fn end(&self) -> usize {
        let text = self.text.strip_suffix(char::from(self.line_end));
        let text = text.map(|text| text.strip_suffix('\r').unwrap_or(text));
        text.unwrap_or(self.text).len()
    }

    /// Follows Guile, to which a script's first line is a comment to the next `!#`, and keeps what it finds otherwise after that.
    pub(super) fn follow_end_of_script(&mut self, cursor: Cursor) {
        let end = self.find(cursor.pos + 2, b"!#");
        let Some(end) = end.filter(|_| self.may_be_guile()) else {
            return;
        };
        for mut theirs in self.others.clone() {
            let mut ours = self.lexer.clone();
            ours.resume(cursor);
            let last = ours.by_ref().find(|token| token.end as usize >= end);
            theirs.resume_at(end, cursor.depth);
            if let Some(last) = last
                && self.follow(
                    last.start as usize,
                    &mut ours,
                    &mut theirs,
                    Ending::Anywhere,
                )
            {
                self.compare(ours, theirs);
            }
        }
    }

    /// Keeps a run with braces, which some take for letters, if what touches them may be another token then.
    pub(super) fn keep_braces(&mut self, run: &[Token]) {
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
        let cursor = self.lexer.cursor();
        self.lexer.skip_whitespace();
        let after = self.lexer.next();
        self.lexer.resume(cursor);
        let end = match after {
            // The mark may be the end of a symbol.
            Some(datum) if last.kind == TokenKind::Prefix => datum.end,
            _ => last.end,
        };
        self.keep_within(run[0].start as usize..end as usize);
    }

    /// The end of the run that begins a part of the text, as far as it lies in that.
    fn end_of_run(&mut self, span: &Range<usize>) -> usize {
        let cursor = self.lexer.cursor();
        self.lexer.resume_at(span.start, 1);
        let run = self.run(span.end);
        self.lexer.resume(cursor);
        run.last().map_or(span.start, |last| last.end as usize)
    }

    /// The parts in order, up to the end of the text as it came; those that cross a line's end with the whole forms.
    pub(super) fn finish(mut self, tree: &Tree, end: usize) -> Ambiguity {
        let span_of = |part: &Verbatim| (part.span.start, part.span.end);
        self.long.sort_by_key(span_of);
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
        kept.sort_by_key(span_of);
        for span in kept.iter_mut().map(|part| &mut part.span).chain(disputed) {
            span.end = span.end.min(end);
        }
        self.found
    }
}
