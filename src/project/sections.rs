//! Which files a section of `.editorconfig` applies to: its header is a glob.
//!
//! `*` matches anything except slashes, `**` anything, `**/` any number of folders, `?` any character except a slash,
//! `[seq]` and `[!seq]` a character in and not in a set, `{a,b}` one of these (which may nest), and `{1..9}` an integer;
//! `\` makes the next character literal. A glob without a slash matches names, whatever folder they are in.
//! <https://spec.editorconfig.org/#glob-expressions>
//!
//! A header is compiled to the steps of an automaton. During matching, each step is tried at most once at each character of
//! a path, so the time is at most proportional to the product of their lengths.

use std::cmp::{max, min};
use std::ops::RangeInclusive;

/// A header longer than this, in bytes, matches no file: no path is that long.
const LONGEST: usize = 4096;

/// A compiled header.
pub struct Header {
    steps: Vec<Step>,
}

/// What has to come next in a path.
enum Step {
    /// This character.
    Char(char),
    /// Any character except a slash.
    NoSlash,
    /// A character in the ranges or, with `false`, one in none of them; never a slash.
    Set(Vec<RangeInclusive<char>>, bool),
    /// Any number of characters, including slashes or not.
    Many { slashes: bool },
    /// Any number of folders, each with its slash.
    Folders,
    /// An integer in a range.
    Number(RangeInclusive<i64>),
    /// Nothing; matching continues at any of these steps.
    Fork(Vec<usize>),
}

/// A piece of a header.
enum Piece {
    Step(Step),
    Open,
    Comma,
    Close,
}

impl Header {
    /// Compiles the text between the brackets; none if it cannot match any file.
    pub fn new(text: &str) -> Option<Header> {
        if text.len() > LONGEST {
            return None;
        }
        let mut steps = Vec::new();
        let text = match text.strip_prefix('/') {
            Some(rest) => rest,
            None if text.contains('/') => text,
            None => {
                steps.push(Step::Folders);
                text
            }
        };
        compile(pieces(text), &mut steps);
        Some(Header { steps })
    }

    /// Whether the section applies to the file at `path`, which is relative to the folder of the `.editorconfig` and has
    /// slashes between its parts.
    pub fn matches(&self, path: &str) -> bool {
        let path: Vec<char> = path.chars().collect();
        let width = path.len() + 1;
        let mut tried = vec![false; (self.steps.len() + 1) * width];
        let mut left = vec![(0, 0)];
        while let Some((step, at)) = left.pop() {
            if std::mem::replace(&mut tried[step * width + at], true) {
                continue;
            }
            let Some(wanted) = self.steps.get(step) else {
                if at == path.len() {
                    return true;
                }
                continue;
            };
            let next = path.get(at).copied();
            let fits = match wanted {
                Step::Fork(targets) => {
                    left.extend(targets.iter().map(|target| (*target, at)));
                    continue;
                }
                Step::Many { slashes } => {
                    left.push((step + 1, at));
                    if next.is_some_and(|next| *slashes || next != '/') {
                        left.push((step, at + 1));
                    }
                    continue;
                }
                Step::Folders => {
                    left.push((step + 1, at));
                    if let Some(length) = path[at..].iter().position(|c| *c == '/') {
                        left.push((step, at + length + 1));
                    }
                    continue;
                }
                Step::Number(range) => {
                    if let Some((number, end)) = number(&path[at..])
                        && range.contains(&number)
                    {
                        left.push((step + 1, at + end));
                    }
                    continue;
                }
                Step::Char(c) => next == Some(*c),
                Step::NoSlash => next.is_some_and(|next| next != '/'),
                Step::Set(ranges, wanted) => next.is_some_and(|next| {
                    next != '/' && ranges.iter().any(|range| range.contains(&next)) == *wanted
                }),
            };
            if fits {
                left.push((step + 1, at + 1));
            }
        }
        false
    }
}

/// The integer at the start of a text, and its end. It has no leading zeros.
fn number(text: &[char]) -> Option<(i64, usize)> {
    let signs = usize::from(matches!(text.first(), Some('-' | '+')));
    let digits = text[signs..].iter().take_while(|c| c.is_ascii_digit());
    let end = signs + digits.count();
    if end > signs + 1 && text[signs] == '0' {
        return None;
    }
    let number: String = text[..end].iter().collect();
    Some((number.parse().ok()?, end))
}

fn pieces(text: &str) -> Vec<Piece> {
    let chars: Vec<char> = text.chars().collect();
    let mut pieces = Vec::new();
    let mut at = 0;
    // No bracket is closed before this.
    let mut open_until = 0;
    while let Some(&c) = chars.get(at) {
        at += 1;
        let step = match c {
            '\\' => {
                let escaped = chars.get(at).copied();
                at += 1;
                Step::Char(escaped.unwrap_or('\\'))
            }
            '?' => Step::NoSlash,
            '*' if chars.get(at) == Some(&'*') => {
                let starts_a_name = at == 1 || chars[at - 2] == '/';
                at += 1;
                if starts_a_name && chars.get(at) == Some(&'/') {
                    at += 1;
                    Step::Folders
                } else {
                    Step::Many { slashes: true }
                }
            }
            '*' => Step::Many { slashes: false },
            '[' if at >= open_until => match set(&chars[at..]) {
                Ok((step, length)) => {
                    at += length;
                    step
                }
                Err(length) => {
                    open_until = at + length;
                    Step::Char('[')
                }
            },
            '{' => {
                pieces.push(Piece::Open);
                continue;
            }
            ',' => {
                pieces.push(Piece::Comma);
                continue;
            }
            '}' => {
                pieces.push(Piece::Close);
                continue;
            }
            c => Step::Char(c),
        };
        pieces.push(Piece::Step(step));
    }
    pieces
}

/// The set after a `[`, and its length including the `]`; or, as an error, how far there is none.
fn set(chars: &[char]) -> Result<(Step, usize), usize> {
    let wanted = !matches!(chars.first(), Some('!' | '^'));
    let mut at = usize::from(!wanted);
    let mut ranges = Vec::new();
    loop {
        let mut c = *chars.get(at).ok_or(at)?;
        match c {
            '/' => return Err(at),
            ']' if !ranges.is_empty() => return Ok((Step::Set(ranges, wanted), at + 1)),
            '\\' => {
                at += 1;
                c = *chars.get(at).ok_or(at)?;
            }
            _ => {}
        }
        at += 1;
        match chars.get(at..at + 2) {
            Some(['-', last]) if !matches!(last, ']' | '\\' | '/') => {
                ranges.push(c..=*last);
                at += 2;
            }
            _ => ranges.push(c..=c),
        }
    }
}

/// An open `{`.
struct Braces {
    /// The position of its fork among the steps.
    fork: usize,
    /// The start of its alternatives.
    starts: Vec<usize>,
    /// The forks at the ends of the alternatives, which lead past the `}`.
    ends: Vec<usize>,
}

fn compile(pieces: Vec<Piece>, steps: &mut Vec<Step>) {
    let kinds = braces(&pieces);
    let mut open: Vec<Braces> = Vec::new();
    let mut pieces = pieces.into_iter().zip(kinds);
    while let Some((piece, kind)) = pieces.next() {
        match (piece, kind) {
            (Piece::Step(step), _) => steps.push(step),
            (Piece::Open, Kind::Number(range, length)) => {
                steps.push(Step::Number(range));
                pieces.by_ref().take(length).for_each(drop);
            }
            (Piece::Open, Kind::Choice) => {
                open.push(Braces {
                    fork: steps.len(),
                    starts: vec![steps.len() + 1],
                    ends: Vec::new(),
                });
                steps.push(Step::Fork(Vec::new()));
            }
            (Piece::Comma, Kind::Choice) => {
                if let Some(braces) = open.last_mut() {
                    braces.ends.push(steps.len());
                    braces.starts.push(steps.len() + 1);
                }
                steps.push(Step::Fork(Vec::new()));
            }
            (Piece::Close, Kind::Choice) => {
                let Some(braces) = open.pop() else { continue };
                for end in braces.ends {
                    steps[end] = Step::Fork(vec![steps.len()]);
                }
                steps[braces.fork] = Step::Fork(braces.starts);
            }
            (Piece::Open, Kind::Itself) => steps.push(Step::Char('{')),
            (Piece::Comma, _) => steps.push(Step::Char(',')),
            (Piece::Close, _) => steps.push(Step::Char('}')),
        }
    }
}

/// The meaning of a brace or a comma.
#[derive(Clone)]
enum Kind {
    /// Part of `{a,b}`.
    Choice,
    /// The start of `{1..9}`, followed by this many pieces.
    Number(RangeInclusive<i64>, usize),
    /// A literal character.
    Itself,
}

/// The meaning of each piece. If not all braces have a counterpart, they are literal, and so is a pair without a comma that
/// does not enclose a range.
fn braces(pieces: &[Piece]) -> Vec<Kind> {
    let mut kinds = vec![Kind::Itself; pieces.len()];
    // The open braces, each with its commas.
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Step(_) => {}
            Piece::Open => open.push((at, Vec::new())),
            Piece::Comma => {
                if let Some((_, commas)) = open.last_mut() {
                    commas.push(at);
                }
            }
            Piece::Close => {
                let Some((start, commas)) = open.pop() else {
                    return vec![Kind::Itself; pieces.len()];
                };
                if !commas.is_empty() {
                    for at in commas.into_iter().chain([start, at]) {
                        kinds[at] = Kind::Choice;
                    }
                } else if let Some(range) = range(&pieces[start + 1..at]) {
                    kinds[start] = Kind::Number(range, at - start);
                }
            }
        }
    }
    if open.is_empty() {
        kinds
    } else {
        vec![Kind::Itself; pieces.len()]
    }
}

/// The range that `1..9` denotes.
fn range(pieces: &[Piece]) -> Option<RangeInclusive<i64>> {
    let char = |piece: &Piece| match piece {
        Piece::Step(Step::Char(c)) => Some(*c),
        _ => None,
    };
    let text: String = pieces.iter().map(char).collect::<Option<_>>()?;
    let (first, last) = text.split_once("..")?;
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    Some(min(first, last)..=max(first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn about(header: &str, matching: &[&str], others: &[&str]) {
        let compiled = Header::new(header).unwrap();
        for path in matching {
            assert!(compiled.matches(path), "[{header}] is about {path}");
        }
        for path in others {
            assert!(!compiled.matches(path), "[{header}] is not about {path}");
        }
    }

    #[test]
    fn globs_as_specified() {
        about("*", &["a.scm", "b/c.scm"], &[]);
        about(
            "*.scm",
            &["a.scm", "b/.scm", "b/c/d.scm"],
            &["a.scmx", "a.ss"],
        );
        about("a.scm", &["a.scm", "b/a.scm"], &["aa.scm", "a.scm/b"]);
        about("/a.scm", &["a.scm"], &["b/a.scm"]);
        about(
            "b/*.scm",
            &["b/a.scm"],
            &["a.scm", "c/b/a.scm", "b/c/a.scm"],
        );
        about(
            "b/**.scm",
            &["b/a.scm", "b/c/a.scm"],
            &["b.scm", "c/b/a.scm"],
        );
        about(
            "b/**/a.scm",
            &["b/a.scm", "b/c/a.scm", "b/c/d/a.scm"],
            &["ba.scm"],
        );
        about("**/a.scm", &["a.scm", "b/c/a.scm"], &["ba.scm"]);
        about("a?c", &["abc", "x/aλc"], &["ac", "a/c", "abbc"]);
        about("[ab].scm", &["a.scm", "b.scm"], &["c.scm", "ab.scm"]);
        about("[!ab].scm", &["c.scm"], &["a.scm", "b.scm"]);
        about("[a-c].scm", &["b.scm"], &["d.scm", "-.scm"]);
        about("[]a].scm", &["].scm", "a.scm"], &["b.scm"]);
        about("[-a].scm", &["-.scm", "a.scm"], &["b.scm"]);
        about("[\\]].scm", &["].scm"], &["\\.scm"]);
        about("a[b", &["a[b"], &["ab"]);
        about("a[/]b", &["a[/]b"], &["a/b"]);
        about("*.{scm,ss}", &["a.scm", "b/a.ss"], &["a.sld", "a.{scm,ss}"]);
        about(
            "{a,b{c,d}e,}.x",
            &["a.x", "bce.x", "bde.x", ".x"],
            &["be.x"],
        );
        about("{a}.x", &["{a}.x"], &["a.x"]);
        about("{}.x", &["{}.x"], &[".x"]);
        about("{a,b.x", &["{a,b.x"], &["a.x", "b.x"]);
        about("a,b", &["a,b"], &["a", "b"]);
        about(
            "{1..12}.x",
            &["1.x", "12.x"],
            &["0.x", "13.x", "01.x", "a.x"],
        );
        about("a{-3..3}", &["a-3", "a0", "a+3"], &["a-4", "a"]);
        about("{2..-1}", &["0", "b/-1"], &["3", "-2"]);
        about("a\\*\\{b", &["a*{b"], &["ax{b"]);
    }

    /// Most of these would take years if every possibility were tried.
    #[test]
    fn no_header_takes_long() {
        let name = format!("{}.scm", "a".repeat(200));
        for header in [
            "b{a,?,[a],[ab]}".to_owned() + &"{a,?,[a],[ab],[ac]}".repeat(200),
            "*a".repeat(1000) + "b",
            "**?".repeat(1000) + "b",
            "[".repeat(LONGEST),
            "{".repeat(LONGEST),
            "{a,".repeat(1000) + &"}".repeat(1000),
        ] {
            assert!(!Header::new(&header).unwrap().matches(&name));
        }
        assert!(Header::new(&"a".repeat(LONGEST + 1)).is_none());
    }
}
