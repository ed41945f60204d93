//! The hazards: what some reader may begin or end in a run, whatever the switches say, and where it resumes after that.

use super::follow::{Ending, ResumePoint};
use super::{Scan, after_character, has_mark, has_odd_character};
use crate::syntax::chars::{is_hard, is_keyword, is_plain_name, is_r6rs_whitespace};
use crate::syntax::lexer::Switches;
use crate::syntax::number;
use crate::syntax::token::{Token, TokenKind};
use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};
use std::ops::Range;

/// White space to all but Guile and Chicken.
const VERTICAL_TAB: u8 = b'\x0B';

/// What Guile takes for a directive after `#!`; anything else starts a block comment.
const KNOWN_TO_GUILE: &str =
    "r6rs fold-case no-fold-case curly-infix curly-infix-and-bracket-lists";

/// The hazards of runs, in the order in which readers are followed: a text with each, what stays of that, and what finds where readers
/// resume. A test scans the texts.
const HAZARDS: [(&str, &str, Find); 10] = [
    // A quote and a datum comment begin within what Guile takes for a symbol, before a comment to the end of the line.
    ("(a'#;b  c\n d)", "a'#;b  c", inside),
    // A symbol to Gambit; to Racket and Chicken a comment to the end of the line, and to Guile one to the next `!#`.
    ("(a #!/b  c\n d)", "#!/b  c", |scan, run, points| {
        if run.bytes.starts_with(b"#!") {
            scan.add_begun(run.start, points);
        }
    }),
    // An odd character before a comment; to Chez it ends at the directive, and what follows that may be a keyword for others.
    ("(a #\\x#!r6rs#:;b\n d)", "#\\x#!r6rs#:;b", in_character),
    // A symbol and a comment to Guile and Chicken; to others white space, and a datum comment after it.
    ("(a b\u{b}#;(c)  d\n e)", "b\u{b}#;(c)  d", at_white_space),
    // A symbol and a comment; to R6RS and Chez the symbol ends before its `#`, and `#;` comments out a list.
    ("(a b#;(c)  d\n e)", "b#;(c)  d", |_, run, points| {
        // To Chez `\x;` is an escape.
        let ends_in_mark = run.body.last().is_some_and(|last| has_mark(&[*last]));
        if (ends_in_mark || run.body.ends_with(b"\\x")) && run.after == Some(b';') {
            points.push(ResumePoint::after(run.end + 1));
        }
    }),
    // A keyword; to Gambit it takes the blank and the symbol after it.
    ("(#:  a\n b)", "#: ", |scan, run, points| {
        points.extend(scan.end_of_keyword(run.end).map(ResumePoint::after));
    }),
    // A symbol up to the first brace to Chez, and up to `}#` to Guile.
    ("(f #{a}   b}#\n c)", "#{a}   b}#", |scan, run, points| {
        let is_open = run.bytes.starts_with(b"#{") && !run.bytes.ends_with(b"}#");
        if is_open && scan.may_be_guile() {
            points.extend(scan.find(run.end, b"}#").map(ResumePoint::of_guile));
        }
    }),
    // A symbol; where white space ends in it, Racket reads a language up to the end of the line after `#lang`. After a brace, what some
    // take for a comment to the end of the line may be none.
    ("(a !#lang  b\n c)", "!#lang  b", |scan, run, points| {
        let is_letter = run.bytes.ends_with(b"}") && run.after == Some(b'#');
        if run.body.ends_with(b"#lang") || is_letter {
            points.push(scan.after_line(run.end));
        }
    }),
    // A symbol and strings; to Insider one raw string, up to the first bracket before a quotation mark.
    (
        "(a #R\"(b\"  \"c)\"\n d)",
        "#R\"(b\"  \"c)\"",
        |scan, run, points| {
            if run.bytes.starts_with(b"#R\"(") {
                points.extend(scan.find(run.start, b")\"").map(ResumePoint::after));
            }
        },
    ),
    // A symbol with a part in bars; to Chez the first is a letter, since what begins like a number may have a width.
    ("(f 1|a  b|  c ; |\n d)", "1|a  b|  c ; |", at_bars),
];

/// Adds where readers resume after the hazards of a kind in a run.
type Find = fn(&mut Scan<'_>, &RunText<'_>, &mut Vec<ResumePoint>);

/// A run, which ends at an offset.
struct RunText<'r> {
    tokens: &'r [Token],
    start: usize,
    end: usize,
    bytes: &'r [u8],
    /// The bytes after the character that it begins with, if it does.
    body: &'r [u8],
    /// The byte after it.
    after: Option<u8>,
}

/// Adds the hazards at each byte within a run.
fn inside(scan: &mut Scan<'_>, run: &RunText<'_>, points: &mut Vec<ResumePoint>) {
    if is_matter_of_readings(run.body) {
        return;
    }
    // What begins the run is what it is for every reader.
    let inner = run.end - run.body.len() + usize::from(run.body.len() == run.bytes.len());
    let begins_symbol = !matches!(run.bytes[0], b'#' | b'0'..=b'9' | b'+' | b'-' | b'.');
    // For Gambit, a bar ends what is before it.
    let may_end = memchr3(b'{', b'}', b'|', run.bytes).is_some();
    let is_symbol = begins_symbol && !may_end && !has_odd_character(run.bytes);
    let mut token = 0;
    for at in inner..run.end {
        token += usize::from(run.tokens[token].end as usize <= at);
        let is_certain = match scan.bytes()[at] {
            b'"' => true,
            b'#' if is_symbol && token == 0 => true,
            _ => run.tokens[token].kind == TokenKind::String,
        };
        if !(is_certain && scan.is_known()) {
            scan.add_begun(at, points);
        }
    }
}

/// Adds a directive in a character's name, which ends it for Chez.
fn in_character(_: &mut Scan<'_>, run: &RunText<'_>, points: &mut Vec<ResumePoint>) {
    if let (true, Some(at)) = (run.bytes.starts_with(b"#\\"), memmem::find(run.body, b"#!")) {
        let name = run.body[at + 2..].iter();
        let length = name.take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let from = run.end - run.body.len() + at;
        points.push(ResumePoint {
            from,
            ..ResumePoint::after(from + 2 + length)
        });
    }
}

/// Adds the white space that others take for letters.
fn at_white_space(scan: &mut Scan<'_>, run: &RunText<'_>, points: &mut Vec<ResumePoint>) {
    if !run.bytes.is_ascii() || run.bytes.contains(&VERTICAL_TAB) {
        let spaces = scan.text[run.start..run.end].match_indices(is_r6rs_whitespace);
        points.extend(spaces.map(|(at, space)| ResumePoint {
            from: run.start + at,
            ..ResumePoint::after(run.start + at + space.len())
        }));
    }
}

/// Adds the bars of a run if they quote otherwise than they do for us, whatever the switches say.
fn at_bars(scan: &mut Scan<'_>, run: &RunText<'_>, points: &mut Vec<ResumePoint>) {
    let (bytes, body) = (run.bytes, run.body);
    let bars = memchr_iter(b'|', body).count();
    let is_like_number = matches!(bytes[0], b'0'..=b'9' | b'+' | b'-' | b'.' | b'#');
    // For Chez, the first bar of a symbol that begins like a number is a letter.
    let unsigned = bytes.strip_prefix(b"+").or(bytes.strip_prefix(b"-"));
    let begins_number = matches!(unsigned.unwrap_or(bytes), [b'0'..=b'9' | b'.', ..]);
    let is_number = || number::is_number(bytes, number::NOT_IN_R6RS);
    let has_blank = || bytes.iter().any(u8::is_ascii_whitespace);
    let is_open = bars % 2 == 1 && !is_matter_of_readings(body);
    // Bars are letters only where the text cannot be read otherwise.
    let is_known = scan.is_known() && scan.switches.contains(Switches::BARS);
    let is_hazard = is_open && (is_like_number || !is_known)
        || bars > 0 && is_like_number && has_blank() && scan.may_have(Switches::WIDTHS)
        || bars > 0 && begins_number && !is_number() && scan.may_have(Switches::WIDTHS);
    let is_due = is_hazard && scan.may_have(Switches::INNER_BARS);
    let next = scan.find(run.end, b"|").filter(|_| is_due);
    points.extend(next.map(ResumePoint::after));
}

impl Scan<'_> {
    /// Where readers resume after the hazards of a run.
    pub(super) fn hazards(&mut self, tokens: &[Token], run: &Range<usize>) -> Vec<ResumePoint> {
        let bytes = &self.bytes()[run.clone()];
        let run = RunText {
            tokens,
            start: run.start,
            end: run.end,
            bytes,
            body: after_character(bytes),
            after: self.bytes().get(run.end).copied(),
        };
        let mut points = Vec::new();
        for (_, _, find) in HAZARDS {
            find(self, &run, &mut points);
        }
        points
    }

    /// Adds where readers resume that begin something at an offset, or do not.
    fn add_begun(&mut self, at: usize, points: &mut Vec<ResumePoint>) {
        let first = points.len();
        self.add_ends(at, points);
        let begun = points[first..].iter_mut();
        begun.for_each(|point| point.from = at);
    }

    /// Adds where readers resume behind what begins at an offset, without the offset itself.
    fn add_ends(&mut self, at: usize, points: &mut Vec<ResumePoint>) {
        let (end, length) = match &self.bytes()[at..] {
            [b'"', ..] => (self.end_of_token(at), 1),
            [b'#', b'|' | b'"', ..] => (self.end_of_token(at), 2),
            [b'#', b'<', b'<' | b'#', ..] => (self.end_of_token(at), 3),
            [b'#', b'{', ..] => {
                points.extend(self.find(at + 2, b"}#").map(ResumePoint::of_guile));
                (None, 2)
            }
            [b';', ..] => {
                points.push(self.after_line(at));
                (None, 1)
            }
            [b'#', b'!', ..] => return self.add_bang(at, points),
            _ => return,
        };
        points.extend(end.into_iter().chain([at + length]).map(ResumePoint::after));
    }

    /// Adds where readers resume after the `#!` at an offset: a comment to the end of the line for Racket and Chicken, if a blank or a
    /// `/` follows, and one to the next `!#` for Guile.
    fn add_bang(&mut self, at: usize, points: &mut Vec<ResumePoint>) {
        let rest = &self.text[at + 2..];
        let first = rest.bytes().next();
        if first.is_none_or(|byte| byte == b'/' || is_hard(byte)) {
            points.push(self.after_line(at));
            points.extend(self.after_continued_line(at));
        }
        let ends_name = |c: char| !c.is_ascii_alphanumeric() && c != '-';
        let name = rest.split(ends_name).next().unwrap_or_default();
        let is_known = KNOWN_TO_GUILE.split(' ').any(|known| known == name);
        if !is_known && self.may_be_guile() {
            points.extend(self.find(at + 2, b"!#").map(ResumePoint::of_guile));
        }
    }

    /// Where readers resume within a line comment: for Chez, a carriage return, U+0085 and U+2028 end it.
    pub(super) fn hazards_in_comment(&mut self, run: &Range<usize>) -> Vec<ResumePoint> {
        let comment = &self.text[run.clone()];
        let comment = comment.strip_suffix('\r').unwrap_or(comment);
        let mut ends = comment.match_indices(['\r', '\u{85}', '\u{2028}']);
        let end = ends.next().map(|(at, end)| run.start + at + end.len());
        end.map(ResumePoint::after).into_iter().collect()
    }

    /// Where readers resume in or after a script's first line: for Racket, it goes on after a `\` that a line feed follows, and
    /// `#lang` ends after its name.
    pub(super) fn hazards_in_first_line(&mut self, run: &Range<usize>) -> Vec<ResumePoint> {
        let line = &self.text[run.clone()];
        let mut points = Vec::new();
        if let Some(language) = line.strip_prefix("#lang ") {
            let name = language.trim_start();
            let rest = name.find([' ', '\t']).map_or("", |end| &name[end..]);
            // Plain words are data to other readers, and end before the line does.
            let is_plain = |word: &str| is_keyword(word) || is_plain_name(word);
            if !rest.split_ascii_whitespace().all(is_plain) {
                points.push(ResumePoint::after(run.end - rest.len()));
            } else if !rest.trim().is_empty() {
                self.keep_within(run.start..run.start + line.trim_end().len());
            }
        }
        points.extend(self.after_continued_line(run.start));
        if line.ends_with("\\\r") {
            // Without the carriage return it would go on, and the output would have another line to keep.
            self.keep_within(run.start..run.end - 1);
        }
        points
    }

    /// Where Gambit goes on after a `#:` that ends at an offset: its keyword takes what follows, whatever that is, and the symbol after
    /// it.
    pub(super) fn end_of_keyword(&self, end: usize) -> Option<usize> {
        let (before, rest) = self.bytes().split_at(end);
        let is_keyword = before.ends_with(b"#:") && self.may_have(Switches::INFIX);
        let is_empty = rest.first().copied().is_none_or(is_hard);
        (is_keyword && is_empty).then(|| {
            let next = (end + 1).min(self.text.len());
            let goes_on = |byte: &&u8| !is_hard(**byte) && !b"|'`,{}\\".contains(*byte);
            let end = next + self.bytes()[next..].iter().take_while(goes_on).count();
            // No line end is taken apart.
            end + usize::from(self.is_within_line_end(end))
        })
    }

    /// The end of the token that begins at an offset for some reader.
    fn end_of_token(&mut self, at: usize) -> Option<usize> {
        if self.budget == 0 {
            return None;
        }
        self.others[0].resume_at(at, 1);
        self.others[0].next();
        let end = self.others[0].cursor().pos;
        self.budget = self.budget.saturating_sub(end - at);
        self.others[0].fault().is_none().then_some(end)
    }

    /// The end of the line with an offset, for those to whom a comment goes on to there.
    pub(super) fn after_line(&mut self, at: usize) -> ResumePoint {
        let what: &[u8] = if self.line_end == b'\r' { b"\r" } else { b"\n" };
        let at = self.find(at, what).map_or(self.text.len(), |end| end - 1);
        ResumePoint {
            end: Ending::AtLineEnd,
            ..ResumePoint::after(at)
        }
    }

    /// The end of a line that goes on after a `\` at its end, as a comment after `#!` does for Racket; none if it does not.
    fn after_continued_line(&mut self, at: usize) -> Option<ResumePoint> {
        let mut line = self.after_line(at);
        let mut is_continued = false;
        while self.text[..line.at].ends_with('\\') && line.at < self.text.len() {
            line = self.after_line(line.at + 1);
            is_continued = true;
        }
        is_continued.then_some(line)
    }

    /// The end of the next occurrence of something, which is searched for once in each stretch of the text.
    pub(super) fn find(&mut self, from: usize, what: &'static [u8]) -> Option<usize> {
        let rest = self.bytes().get(from..).filter(|_| self.budget > 0)?;
        let cache = self.searched.entry(what).or_default();
        let next = cache.find(from, || {
            let found = memmem::find(rest, what);
            self.budget = self.budget.saturating_sub(found.unwrap_or(rest.len()));
            found
        });
        Some(next? + what.len())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use crate::dialects::ambiguous::scan;
    use crate::syntax::recover;

    #[test]
    fn examples_stay_as_told() {
        for (text, expected, _) in HAZARDS {
            let switches = Dialect::Auto.switches();
            let tree = recover::parse(text, switches);
            let found = scan(text, &tree, switches, Switches::empty());
            let kept = found.kept.into_iter().map(|it| &text[it.span]);
            let longest = kept.max_by_key(|part| part.len());
            assert_eq!(longest, Some(expected), "{text:?}");
        }
    }
}
