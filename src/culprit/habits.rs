//! What people write in other languages, and what it is in Scheme.

use super::code::{Lexeme, LexemeKind};
use crate::text::diagnostics::Diagnostic;

/// A mark, as the start of a name or within one, and what to write instead.
struct Habit {
    code: &'static str,
    is_met: fn(&str) -> Option<(usize, usize)>,
    advice: &'static str,
}

const HABITS: [Habit; 2] = [
    Habit {
        code: "typographic-quote",
        is_met: |name| {
            let (at, mark) = name
                .char_indices()
                .find(|(_, c)| matches!(c, '‘' | '’' | '“' | '”'))?;
            Some((at, mark.len_utf8()))
        },
        advice: "is part of a name in Scheme; strings stand in `\"`, and `'` quotes",
    },
    Habit {
        code: "slash-comment",
        is_met: |name| name.starts_with("//").then_some((0, 2)),
        advice: "begins no comment in Scheme; `;` does",
    },
];

/// A warning for each habit that is met in code, at the first place.
pub(super) fn habits(text: &str, lexemes: &[Lexeme]) -> Vec<Diagnostic> {
    let names = || {
        let leaves = lexemes.iter().filter(|it| it.kind == LexemeKind::Leaf);
        let is_name = |it: &&Lexeme| !text[it.span()].starts_with(['"', '|', '#']);
        leaves.filter(is_name)
    };
    let warning = |habit: &Habit| {
        names().find_map(|name| {
            let (at, length) = (habit.is_met)(&text[name.span()])?;
            let start = name.start as usize + at;
            let span = start..start + length;
            let message = format!("`{}` {}", &text[span.clone()], habit.advice);
            Some(Diagnostic::warning(habit.code, message, span))
        })
    };
    HABITS.iter().filter_map(warning).collect()
}
