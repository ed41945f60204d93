//! The distance between a formatted text and what its author wrote.

use std::collections::HashMap;
use std::hash::Hash;

use schemefmt::Formatted;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::TokenKind;
use schemefmt::internals::text::width::{TAB, column_from};

/// The changes that formatting makes to a text, in lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distance {
    /// Lines that are not in the output, whether blanks or tabs indent them.
    pub lines: usize,
    /// Lines that are not in the output at the same column of their list. So a list that moves as a whole counts once, not once for each
    /// line.
    pub places: usize,
}

impl Distance {
    /// The distance of the output from a text.
    pub fn of(before: &[u8], formatted: &Formatted) -> Distance {
        let [before, after] = [before, &formatted.output].map(String::from_utf8_lossy);
        let [before, after] = [before, after].map(|text| lines(&text, formatted.switches));
        let whole = |line: &CodeLine| (line.column, line.text.clone());
        let placed = |line: &CodeLine| (line.column - line.bracket, line.text.clone());
        Distance {
            lines: missing(before.iter().map(whole), after.iter().map(whole)),
            places: missing(before.iter().map(placed), after.iter().map(placed)),
        }
    }

    /// Both together, so that both lines and columns count.
    pub fn total(self) -> usize {
        self.lines + self.places
    }
}

/// A line of a text.
struct CodeLine {
    /// Its text without indentation.
    text: String,
    /// The column at which the text begins.
    column: isize,
    /// The column after the bracket of the list that contains its beginning; 0 outside of lists.
    bracket: isize,
}

/// The lines of a text.
fn lines(text: &str, switches: Switches) -> Vec<CodeLine> {
    let mut lines = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let (mut column, mut bracket) = (0, 0);
    let mut line = String::new();
    for token in Lexer::new(text, switches) {
        for c in token.text(text).chars() {
            column = match c {
                '\n' => 0,
                '\t' => (column / TAB + 1) * TAB,
                _ => column + 1,
            };
            line.push(c);
            if c == '\n' {
                lines.push(CodeLine::new(&std::mem::take(&mut line), bracket));
                bracket = open.last().copied().unwrap_or(0);
            }
        }
        match token.kind {
            TokenKind::Open => open.push(column),
            TokenKind::Close => _ = open.pop(),
            _ => {}
        }
    }
    if !line.is_empty() {
        lines.push(CodeLine::new(&line, bracket));
    }
    lines
}

impl CodeLine {
    fn new(line: &str, bracket: usize) -> CodeLine {
        let text = line.trim_start_matches([' ', '\t']);
        let blank = &line[..line.len() - text.len()];
        CodeLine {
            text: text.trim_end_matches(['\r', '\n']).to_owned(),
            column: column_from(0, blank).cast_signed(),
            bracket: bracket.cast_signed(),
        }
    }
}

/// How many of `before` are not in `after`, counted with multiplicity. Formatting keeps the order of the text, so this is close to what
/// a diff would say, and takes as long for any two texts.
pub fn missing<T: Eq + Hash>(
    before: impl Iterator<Item = T>,
    after: impl Iterator<Item = T>,
) -> usize {
    let mut left: HashMap<T, usize> = HashMap::new();
    for line in after {
        *left.entry(line).or_default() += 1;
    }
    before
        .filter(|line| match left.get_mut(line) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(before: &str) -> (usize, usize) {
        let formatted = schemefmt::format(before.as_bytes(), &schemefmt::Options::default());
        let cost = Distance::of(before.as_bytes(), &formatted.unwrap());
        (cost.lines, cost.places)
    }

    #[test]
    fn moved_list_counts_once() {
        assert_eq!(cost("(define (f x)\n  (g x)\n  (h x))\n"), (0, 0));
        assert_eq!(
            cost("(define (f x)\n     (when x\n       (display x)\n       (newline)))\n"),
            (3, 1)
        );
    }

    #[test]
    fn tabs_are_blanks() {
        let text = "(define (procedure\n\t argument)\n  (let ((a 1))\n    (if a\n\tb\n\tc)))\n";
        assert_eq!(cost(&text.replace('\t', "        ")), cost(text));
    }

    #[test]
    fn lines_of_strings_and_outside_of_lists_count() {
        assert_eq!(cost("  a\n(f \"x\n  y\")\n"), (1, 1));
    }
}
