//! Syntax of other languages, and its counterpart in Scheme.

use crate::syntax::lexemes::{Lexeme, LexemeKind};
use crate::text::diagnostics::Diagnostic;

/// A mark in a name, and what to write instead.
struct ForeignHabit {
    code: &'static str,
    mark_in: fn(&str) -> Option<&str>,
    advice: &'static str,
}

const HABITS: [ForeignHabit; 2] = [
    ForeignHabit {
        code: "typographic-quote",
        mark_in: |name| name.matches(['‘', '’', '“', '”']).next(),
        advice: "is part of a name in Scheme; strings stand in `\"`, and `'` quotes",
    },
    ForeignHabit {
        code: "slash-comment",
        mark_in: |name| name.starts_with("//").then_some("//"),
        advice: "is not a comment in Scheme; use `;`",
    },
];

/// A warning for each of these habits that occurs in code, at the first place.
pub(super) fn habits(text: &str, lexemes: &[Lexeme]) -> Vec<Diagnostic> {
    let names = || {
        let leaves = lexemes.iter().filter(|it| it.kind == LexemeKind::Leaf);
        let is_name = |it: &&Lexeme| !text[it.span()].starts_with(['"', '|', '#']);
        leaves.filter(is_name)
    };
    let warning = |habit: &ForeignHabit| {
        names().find_map(|name| {
            let mark = (habit.mark_in)(&text[name.span()])?;
            let start = name.start as usize + text[name.span()].find(mark)?;
            let message = format!("`{mark}` {}", habit.advice);
            Some(Diagnostic::warning(
                habit.code,
                message,
                start..start + mark.len(),
            ))
        })
    };
    HABITS.iter().filter_map(warning).collect()
}
