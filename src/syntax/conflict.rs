//! Unresolved merge conflicts, as git and others mark them.

use std::ops::Range;

use crate::syntax::token::{Token, TokenKind};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::line_end;

/// The code of the error for a conflict.
pub const CONFLICT: &str = "merge-conflict";

/// The starts of a conflict's first line, of the line before its second side, and of its last line. Those of a conflict within a conflict
/// may be longer.
pub(crate) const FIRST_MARKER: &str = "<<<<<<<";
const MIDDLE_MARKER: &str = "=======";
pub(crate) const LAST_MARKER: &str = ">>>>>>>";

/// Whether a text starts with one of them.
pub(crate) fn begins_with_marker(text: &str) -> bool {
    let mut markers = [FIRST_MARKER, MIDDLE_MARKER, LAST_MARKER].into_iter();
    markers.any(|marker| text.starts_with(marker))
}

/// Whether a line is the first or the last one of a conflict as git writes it, with the name of a side.
fn names_side(line: &str) -> bool {
    let after = line
        .strip_prefix(FIRST_MARKER)
        .or(line.strip_prefix(LAST_MARKER));
    after.is_some_and(|name| name.starts_with(' ') && !name.trim_ascii().is_empty())
}

/// The conflicts in a text, in source order: lines that begin with the three markers, and all lines between them, without the last line
/// end. A conflict within another one belongs to that. A first or last line alone, with the name of a side, is what is left of one.
pub fn conflicts(text: &str) -> Vec<Range<usize>> {
    // The starts of the conflicts that are open, and whether their second sides have begun.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut sides: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(char::from(line_end(text))) {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        if names_side(line) {
            sides.push(start..end);
        }
        if line.starts_with(FIRST_MARKER) {
            open.push((start, false));
        } else if line.starts_with(MIDDLE_MARKER) {
            open.last_mut()
                .into_iter()
                .for_each(|(_, has_middle)| *has_middle = true);
        } else if line.starts_with(LAST_MARKER)
            && let Some((first, _)) = open.pop_if(|(_, has_middle)| *has_middle)
        {
            while found.pop_if(|inner| first < inner.start).is_some() {}
            found.push(first..end);
        }
        start += line.len();
    }
    sides.retain(|side| {
        let after = found.partition_point(|it| it.end <= side.start);
        found.get(after).is_none_or(|it| side.start < it.start)
    });
    found.append(&mut sides);
    found.sort_unstable_by_key(|it| it.start);
    found
}

/// Whether a token of a text is a conflict.
pub fn is_conflict(token: &Token, text: &str) -> bool {
    token.kind == TokenKind::Raw && begins_with_marker(token.text(text))
}

/// The error for a conflict with this span.
pub fn conflict(text: &str, span: &Range<usize>) -> Diagnostic {
    let first = text[span.clone()].lines().next().unwrap_or_default();
    let message = "unresolved merge conflict";
    Diagnostic::error(CONFLICT, message, span.start..span.start + first.len())
        .with_note("the text can be formatted once the conflict is resolved")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_found_by_their_lines() {
        let found = |text: &str| -> Vec<String> {
            let found = conflicts(text).into_iter();
            found
                .map(|span| text[span].replace(['\n', '\r'], "/"))
                .collect()
        };
        for (text, expected) in [
            (
                "a\n<<<<<<< A\nb\n=======\n>>>>>>> B\nc\n",
                vec!["<<<<<<< A/b/=======/>>>>>>> B"],
            ),
            (
                "<<<<<<<\n|||||||\n=======\n>>>>>>>",
                vec!["<<<<<<</|||||||/=======/>>>>>>>"],
            ),
            (
                "<<<<<<< A\r\n=======\r\n>>>>>>> B\r\n",
                vec!["<<<<<<< A//=======//>>>>>>> B"],
            ),
            (
                "<<<<<<< A\r=======\r>>>>>>> B\r",
                vec!["<<<<<<< A/=======/>>>>>>> B"],
            ),
            (
                "<<<<<<<\n=======\n>>>>>>>\n<<<<<<<\n=======\n>>>>>>>\n",
                vec!["<<<<<<</=======/>>>>>>>"; 2],
            ),
            // A conflict in the common ancestor, and one on each side.
            (
                "<<<<<<<\n|||||||\n<<<<<<<<<\n=========\n>>>>>>>>>\n=======\n>>>>>>>\n",
                vec!["<<<<<<</|||||||/<<<<<<<<</=========/>>>>>>>>>/=======/>>>>>>>"],
            ),
            (
                "<<<<<<<\n<<<<<<<\n=======\n>>>>>>>\n=======\n<<<<<<<\n=======\n>>>>>>>\n>>>>>>>\n",
                vec!["<<<<<<</<<<<<<</=======/>>>>>>>/=======/<<<<<<</=======/>>>>>>>/>>>>>>>"],
            ),
            // Part of one is left.
            ("a\n<<<<<<< A\nb\n=======\nc\n", vec!["<<<<<<< A"]),
            ("a\n=======\n>>>>>>> B\nc\n", vec![">>>>>>> B"]),
            (
                "<<<<<<< A\n=======\n>>>>>>> B\n>>>>>>> C",
                vec!["<<<<<<< A/=======/>>>>>>> B", ">>>>>>> C"],
            ),
            // Otherwise, without all three markers, in order and at the margin, there is none.
            ("<<<<<<<\n=======\n", vec![]),
            ("<<<<<<<\n>>>>>>>\n=======\n", vec![]),
            ("=======\n>>>>>>>\n", vec![]),
            ("<<<<<<<\n =======\n>>>>>>>\n", vec![]),
            ("<<<<<<\n=======\n>>>>>>>\n", vec![]),
            (
                "<<<<<<<\n<<<<<<<\n=======\n>>>>>>>\n",
                vec!["<<<<<<</=======/>>>>>>>"],
            ),
        ] {
            assert_eq!(found(text), expected, "{text:?}");
        }
    }
}
