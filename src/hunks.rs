//! The differences between a text and its formatted version: runs of whole lines, and their replacements.

use std::ops::Range;

use crate::syntax::pairs::{Changes, Difference};
use crate::text::lines::line_end;

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

impl Hunk {
    /// The number of lines that it removes and adds, but for those that both sides share at their starts and ends.
    fn changed_lines(&self, before: &str, after: &str) -> usize {
        let end = char::from(line_end(before));
        let [before, after] = [&before[self.before.clone()], &after[self.after.clone()]]
            .map(|side| side.split_inclusive(end).collect::<Vec<_>>());
        let (short, long) = match before.len() <= after.len() {
            true => (before, after),
            false => (after, before),
        };
        let is_same = |(one, other): &(&&str, &&str)| one == other;
        let start = short.iter().zip(&long).take_while(is_same).count();
        let ends = short[start..].iter().rev().zip(long.iter().rev());
        let shared = start + ends.take_while(is_same).count();
        short.len() + long.len() - 2 * shared
    }
}

/// The hunks in which `before` and `after` differ, from top to bottom. Lines end as in `before`. `after` must hold the tokens
/// of `before`, in the sense of `verify`. For any two texts, replacing the lines of each hunk turns `before` into `after`.
pub fn hunks(before: &str, after: &str, changes: &Changes) -> Vec<Hunk> {
    hunks_of(before, after, changes.differences(before, after))
}

/// The lines of the diff of two such texts, removed and added.
pub fn changed_lines(before: &str, after: &str, changes: &Changes) -> usize {
    let hunks = hunks(before, after, changes);
    hunks
        .iter()
        .map(|hunk| hunk.changed_lines(before, after))
        .sum()
}

/// The hunks of whole lines in which two texts have differences.
pub(crate) fn hunks_of(before: &str, after: &str, differences: Vec<Difference>) -> Vec<Hunk> {
    let line_end = char::from(line_end(before));
    let mut hunks: Vec<Hunk> = Vec::new();
    for Difference { old, new } in differences {
        // A line may be the whole text, so its ends are looked for once.
        let reached = hunks.last().map_or(0, |last| last.before.end);
        let start = if old.start < reached {
            reached
        } else {
            let end = before[..old.start].rfind(line_end);
            end.map_or(0, |end| end + 1)
        };
        let ends_lines =
            before[..old.end].ends_with(line_end) && after[..new.end].ends_with(line_end);
        let end = if ends_lines {
            old.end
        } else if old.end < reached {
            reached
        } else {
            let end = before[old.end..].find(line_end);
            end.map_or(before.len(), |end| old.end + end + 1)
        };
        // The rest of the last line is the same in both, up to the next difference.
        let new_end = new.end + end - old.end;
        match hunks.last_mut() {
            Some(last) if start <= last.before.end => {
                last.before.end = end;
                last.after.end = new_end;
            }
            _ => hunks.push(Hunk {
                lines: 0..0,
                before: start..end,
                after: new.start - (old.start - start)..new_end,
            }),
        }
    }
    let (mut line, mut counted) = (1, 0);
    for hunk in &mut hunks {
        line += before[counted..hunk.before.start].matches(line_end).count();
        counted = hunk.before.start;
        hunk.lines = line..line
            + before[hunk.before.clone()]
                .split_inclusive(line_end)
                .count();
    }
    hunks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lexer::Switches;

    fn of(before: &str, after: &str) -> Vec<(Range<usize>, String, String)> {
        hunks(before, after, &Changes::Unknown(Switches::COMMON))
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
    fn hunks_split_at_common_line_breaks() {
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
    fn unchanged_long_token_is_outside_hunks() {
        assert_eq!(
            of(" \"x\ny\nz\"\n", "\"x\ny\nz\"\n"),
            [(1..2, " \"x\n".to_owned(), "\"x\n".to_owned())]
        );
    }
}
