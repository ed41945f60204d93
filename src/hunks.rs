//! The differences between a text and its formatted version: runs of whole lines, and their replacements. The cost is that of lexing
//! both texts.

use std::ops::Range;

use memchr::memchr_iter;

use crate::syntax::lexer::Lexis;
use crate::syntax::pairs::pairs;

/// A run of consecutive lines that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The numbers of these lines in the input, from 1. Empty for an insertion, which goes before the line at its start.
    pub lines: Range<usize>,
    /// These lines, as a span of the input.
    pub before: Range<usize>,
    /// Their replacement, as a span of the output.
    pub after: Range<usize>,
}

/// The hunks in which `before` and `after` differ, from top to bottom; lines end at line feeds. `after` must hold the tokens
/// of `before`, in the sense of `verify`, and both are read by `lexis`. For any two texts, replacing the lines of each hunk
/// turns `before` into `after`.
pub fn hunks(before: &str, after: &str, lexis: Lexis) -> Vec<Hunk> {
    let mut search = HunkSearch {
        before,
        after,
        old: 0,
        new: 0,
        line: 1,
        hunks: Vec::new(),
    };
    for pair in pairs(before, after, lexis) {
        search.both(pair.gap);
        let [old, new] = &pair.token;
        if before[old.clone()] == after[new.clone()] {
            search.both(pair.token);
        }
    }
    search.up_to(before.len(), after.len());
    search.hunks
}

struct HunkSearch<'s> {
    before: &'s str,
    after: &'s str,
    /// The starts, in each text, of the lines that have not been compared yet.
    old: usize,
    new: usize,
    /// The number of that line in `before`.
    line: usize,
    hunks: Vec<Hunk>,
}

impl HunkSearch<'_> {
    /// Compares two pieces, one of which became the other. If both contain a line break, the lines before and after it are
    /// separate.
    fn both(&mut self, [old, new]: [Range<usize>; 2]) {
        let (before, after) = (&self.before[old.clone()], &self.after[new.clone()]);
        let ends = |text: &str| Some((text.find('\n')?, text.rfind('\n')?));
        if let (Some(of_old), Some(of_new)) = (ends(before), ends(after)) {
            self.up_to(old.start + of_old.0 + 1, new.start + of_new.0 + 1);
            self.up_to(old.start + of_old.1 + 1, new.start + of_new.1 + 1);
        }
    }

    /// Compares the lines up to two corresponding line ends.
    fn up_to(&mut self, old: usize, new: usize) {
        let same = same_lines(&self.before[self.old..old], &self.after[self.new..new]);
        self.advance(self.old + same, self.new + same);
        if (self.old, self.new) == (old, new) {
            return;
        }
        let (before, after, line) = (self.old..old, self.new..new, self.line);
        self.advance(old, new);
        match self.hunks.last_mut() {
            Some(last) if last.before.end == before.start && last.after.end == after.start => {
                last.lines.end = self.line;
                last.before.end = before.end;
                last.after.end = after.end;
            }
            _ => self.hunks.push(Hunk {
                lines: line..self.line,
                before,
                after,
            }),
        }
    }

    fn advance(&mut self, old: usize, new: usize) {
        let lines = &self.before[self.old..old];
        let unended = !lines.is_empty() && !lines.ends_with('\n');
        self.line += memchr_iter(b'\n', lines.as_bytes()).count() + usize::from(unended);
        (self.old, self.new) = (old, new);
    }
}

/// The length of the whole lines at the start of two texts that are equal.
fn same_lines(a: &str, b: &str) -> usize {
    if a == b {
        return a.len();
    }
    let pairs = a.split_inclusive('\n').zip(b.split_inclusive('\n'));
    pairs
        .take_while(|(a, b)| a == b)
        .map(|(line, _)| line.len())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(before: &str, after: &str) -> Vec<(Range<usize>, String, String)> {
        hunks(before, after, Lexis::COMMON)
            .into_iter()
            .map(|hunk| {
                let (old, new) = (&before[hunk.before], &after[hunk.after]);
                (hunk.lines, old.to_owned(), new.to_owned())
            })
            .collect()
    }

    /// A hunk: line numbers, the lines, and their replacement.
    type Change<'s> = (Range<usize>, &'s str, &'s str);

    #[test]
    fn lines_are_told_apart_where_both_texts_break_them() {
        let cases: [(&str, &str, &[Change<'_>]); 11] = [
            ("a\nb\n", "a\nb\n", &[]),
            ("", "", &[]),
            // Only the indentation differs.
            (
                "(a\n b\n  c)\n",
                "(a\n b\n c)\n",
                &[(3..4, "  c)\n", " c)\n")],
            ),
            // Adjacent lines make one hunk; others do not.
            (
                "(a\nb\nc)\n",
                "(a\n b\n c)\n",
                &[(2..4, "b\nc)\n", " b\n c)\n")],
            ),
            (
                " a\nb\n c\n",
                "a\nb\nc\n",
                &[(1..2, " a\n", "a\n"), (3..4, " c\n", "c\n")],
            ),
            // Lines are split, joined and shifted against each other.
            (
                "(a b)\nc\n",
                "(a\n b)\nc\n",
                &[(1..2, "(a b)\n", "(a\n b)\n")],
            ),
            (
                "(a b\n c)\nd\n",
                "(a\n b c)\nd\n",
                &[(1..3, "(a b\n c)\n", "(a\n b c)\n")],
            ),
            // Blank lines are removed and added.
            ("a\n\n\nb\n", "a\n\nb\n", &[(3..4, "\n", "")]),
            ("a\nb\n", "a\n\nb\n", &[(2..2, "", "\n")]),
            // Differences at the end of the text, and in spellings.
            ("a", "a\n", &[(1..2, "a", "a\n")]),
            ("a\n#T\n", "a\n#t\n", &[(2..3, "#T\n", "#t\n")]),
        ];
        for (before, after, expected) in cases {
            let expected: Vec<_> = expected
                .iter()
                .map(|(lines, old, new)| (lines.clone(), (*old).to_owned(), (*new).to_owned()))
                .collect();
            assert_eq!(of(before, after), expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn a_long_token_that_stays_is_no_part_of_a_hunk() {
        assert_eq!(
            of(" \"x\ny\nz\"\n", "\"x\ny\nz\"\n"),
            [(1..2, " \"x\n".to_owned(), "\"x\n".to_owned())]
        );
    }
}
