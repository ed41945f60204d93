//! Which files a section of `.editorconfig` applies to: its header is a glob.
//!
//! `*` matches anything except slashes, `**` anything, `**/` any number of folders, `?` any character except a slash,
//! `[seq]` and `[!seq]` a character in and not in a set, `{a,b}` one of these (which may nest), and `{1..9}` an integer;
//! `\` makes the next character literal. A glob without a slash matches names, whatever folder they are in.
//! <https://spec.editorconfig.org/#glob-expressions>
//!
//! A header is translated to a regular expression, which matches in time proportional to the product of its length and that
//! of a path.

use std::cmp::{max, min};
use std::ops::RangeInclusive;

use regex::Regex;

/// A header longer than this, in bytes, matches no file: no path is that long.
const MAX_LENGTH: usize = 4096;

/// An integer without leading zeros, as a group.
const NUMBER: &str = "([-+]?(?:0|[1-9][0-9]*))";

/// A compiled header.
pub struct Header {
    regex: Regex,
    /// The range that each group has to be in, if it takes part in a match.
    numbers: Vec<RangeInclusive<i64>>,
}

impl Header {
    /// Compiles the text between the brackets; none if it cannot match any file, or nests too deep.
    pub fn new(text: &str) -> Option<Header> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        let folders = if text.contains('/') { "" } else { "(?:.*/)?" };
        let text = text.strip_prefix('/').unwrap_or(text);
        // If not all braces have a counterpart, they are characters.
        let special = translated(text, true);
        let Expression { regex, numbers } = special.or_else(|| translated(text, false))?;
        let regex = Regex::new(&format!("^(?s:{folders}{regex})$")).ok()?;
        Some(Header { regex, numbers })
    }

    /// Whether the section applies to the file at `path`, which is relative to the folder of the `.editorconfig` and has
    /// slashes between its parts.
    pub fn matches(&self, path: &str) -> bool {
        let Some(groups) = self.regex.captures(path) else {
            return false;
        };
        let mut numbers = groups.iter().skip(1).zip(&self.numbers);
        numbers.all(|(group, range)| {
            let number = group.map(|group| group.as_str().parse());
            number.is_none_or(|number| number.is_ok_and(|number| range.contains(&number)))
        })
    }
}

/// A regular expression.
#[derive(Default)]
struct Expression {
    regex: String,
    /// The range that each group has to be in.
    numbers: Vec<RangeInclusive<i64>>,
}

impl Expression {
    /// Ends a pair of braces around `inside`, whose translation starts at an offset.
    fn close(&mut self, inside: &str, start: usize, has_comma: bool) {
        let (before, after) = match range(inside) {
            _ if has_comma => ("(?:", ")"),
            Some(range) => {
                self.regex.truncate(start);
                self.numbers.push(range);
                (NUMBER, "")
            }
            None => ("\\{", "\\}"),
        };
        self.regex.insert_str(start, before);
        self.regex += after;
    }
}

/// A glob as a regular expression; none if braces are special, so that `{a,b}` is a choice and `{1..9}` a number, and one of them has no
/// counterpart.
fn translated(glob: &str, has_braces: bool) -> Option<Expression> {
    let mut expression = Expression::default();
    // For each open brace: the offsets after it in the glob and in the expression, and whether it has a comma.
    let mut open: Vec<(usize, usize, bool)> = Vec::new();
    // No set ends before this.
    let mut open_until = 0;
    let mut at = 0;
    while let Some(c) = glob[at..].chars().next() {
        let before = &glob[..at];
        at += c.len_utf8();
        let after = &glob[at..];
        let regex = &mut expression.regex;
        match c {
            '\\' => {
                let escaped = after.chars().next();
                at += escaped.map_or(0, char::len_utf8);
                *regex += &literal(escaped.unwrap_or(c));
            }
            '?' => *regex += "[^/]",
            '*' if after.starts_with("*/") && (before.is_empty() || before.ends_with('/')) => {
                at += 2;
                *regex += "(?:.*/)?";
            }
            '*' if after.starts_with('*') => {
                at += 1;
                *regex += ".*";
            }
            '*' => *regex += "[^/]*",
            '[' if at > open_until => match set(after) {
                Ok((class, length)) => {
                    at += length;
                    *regex += &class;
                }
                Err(length) => {
                    open_until = at + length;
                    *regex += "\\[";
                }
            },
            '{' if has_braces => open.push((at, regex.len(), false)),
            ',' => match open.last_mut() {
                Some((.., has_comma)) => {
                    *has_comma = true;
                    *regex += "|";
                }
                None => *regex += ",",
            },
            '}' if has_braces => {
                let (inside, start, has_comma) = open.pop()?;
                expression.close(&glob[inside..at - 1], start, has_comma);
            }
            c => *regex += &literal(c),
        }
    }
    open.is_empty().then_some(expression)
}

/// The character class for the set after a `[`, and the length of the set including the `]`. A set ends before the next slash;
/// the error is how far the search went.
fn set(text: &str) -> Result<(String, usize), usize> {
    let negated = text.starts_with(['!', '^']);
    let mut class = String::from(if negated { "[^/" } else { "[" });
    let mut chars = text.char_indices().skip(usize::from(negated));
    // A bracket in first place belongs to the set.
    let mut is_first = true;
    while let Some((at, mut c)) = chars.next() {
        match c {
            '/' => return Err(at),
            // The ends of a range may enclose a slash.
            ']' if !is_first => {
                class += if negated { "]" } else { "&&[^/]]" };
                return Ok((class, at + 1));
            }
            '\\' => c = chars.next().ok_or(text.len())?.1,
            _ => {}
        }
        is_first = false;
        class += &literal(c);
        let mut ahead = chars.clone().map(|(_, c)| c);
        if ahead.next() == Some('-')
            && let Some(last) = ahead.next()
            && !matches!(last, ']' | '\\' | '/')
        {
            class += &format!("-{}", literal(last));
            chars.nth(1);
        }
    }
    Err(text.len())
}

/// The range that `1..9` denotes.
fn range(text: &str) -> Option<RangeInclusive<i64>> {
    let (first, last) = text.split_once("..")?;
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    Some(min(first, last)..=max(first, last))
}

/// An expression for a character that means itself.
fn literal(c: char) -> String {
    regex::escape(c.encode_utf8(&mut [0; 4]))
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
    fn globs_follow_the_specification() {
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
    fn headers_match_in_bounded_time() {
        let name = format!("{}.scm", "a".repeat(200));
        for header in [
            "b{a,?,[a],[ab]}".to_owned() + &"{a,?,[a],[ab],[ac]}".repeat(200),
            "*a".repeat(1000) + "b",
            "**?".repeat(1000) + "b",
            "[".repeat(MAX_LENGTH),
            "{".repeat(MAX_LENGTH),
            "{a,".repeat(1000) + &"}".repeat(1000),
        ] {
            assert!(!Header::new(&header).is_some_and(|header| header.matches(&name)));
        }
        assert!(Header::new(&"a".repeat(MAX_LENGTH + 1)).is_none());
    }
}
