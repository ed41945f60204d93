//! Formats a fragment of a text, such as an editor's selection, without knowing anything else: neither the list around it
//! nor the text before it.
//!
//! The fragment's outermost data stay on the lines they are on. Those that start a line go to the column of the first one,
//! and each is laid out from there.
//!
//! The fragment is first formatted by itself, which fails unless it balances, and gives the switches of its dialect. No tree comes with
//! that, so it is parsed again, to find the data to format in the list that is put around it.

use std::ops::Range;

use schemefmt::internals::syntax::pairs::Changes;
use schemefmt::internals::syntax::parser;
use schemefmt::internals::text::diagnostics::INTERNAL;
use schemefmt::internals::text::lines::end_of_line;
use schemefmt::internals::text::source::{text_of, without_mark};
use schemefmt::internals::text::width::column_from;
use schemefmt::options::{SortExports, SortImports};
use schemefmt::{Diagnostic, Formatted, Options, Severity, format_range};

/// Formats the data of a fragment that starts in this column of its line. The blanks before its first datum and everything after its last
/// datum are kept.
///
/// # Errors
/// Returns the errors of [`schemefmt::format()`]; usually, a fragment's brackets do not balance.
pub(super) fn format(
    bytes: &[u8],
    columns: usize,
    options: &Options,
) -> Result<Formatted, Diagnostic> {
    // Nothing says whether its order matters.
    let mut options = options.clone();
    options.style.sort_imports = SortImports::Keep;
    options.style.sort_exports = SortExports::Keep;
    // A text that balances only inside the list it is put into is not a fragment.
    let whole = schemefmt::format(bytes, &options)?;
    if whole.skipped.is_some() {
        return Ok(whole);
    }
    let text = text_of(without_mark(bytes));
    let tree = parser::parse(&text, whole.switches);
    let blanks = text.len()
        - text
            .trim_start_matches([' ', '\t', '\n', '\r', '\x0C'])
            .len();
    let line = text[..blanks].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let before = if line == 0 { columns } else { 0 };
    let column = column_from(before, &text[line..blanks]);

    let (kept, rest) = bytes.split_at(bytes.len() - text.len() + blanks);
    let end_of_line = end_of_line(&text);
    let (list, tail) = list_around(column);
    let head = list + if column > 0 { end_of_line } else { "" };
    let head = head + &text[..line];
    let own = match before {
        0 => text[line..blanks].to_owned(),
        _ => " ".repeat(column),
    };
    let start = head.len() + own.len();
    let tail = format!("{end_of_line}{tail}");
    let ranges: Vec<Range<usize>> = tree
        .top_level()
        .map(|id| {
            let node = &tree.nodes[id];
            let moved = |offset: u32| offset as usize - blanks + start;
            moved(node.start)..moved(node.end)
        })
        .collect();
    let wrapped = [head.as_bytes(), own.as_bytes(), rest, tail.as_bytes()].concat();
    let mut formatted = format_range(&wrapped, &ranges, &options).map_err(|mut error| {
        // What is wrong in the list around the fragment has no position in it.
        error.labels.clear();
        error
    })?;
    let body = formatted.output.strip_prefix(head.as_bytes());
    // What indents the first datum may be written otherwise.
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let body = body.map(|body| &body[body.iter().take_while(is_blank).count()..]);
    let Some(body) = body.and_then(|body| body.strip_suffix(tail.as_bytes())) else {
        let message = "the fragment would have moved";
        return Err(Diagnostic::whole(Severity::Error, INTERNAL, message));
    };
    formatted.output = [kept, body].concat();
    formatted.changes = Changes::Unknown(formatted.switches);
    formatted.warnings = whole.warnings;
    Ok(formatted)
}

/// The start and the end of a list whose items go in a column if they are on their own lines, which the comment ensures;
/// empty if that is the column of top-level forms.
fn list_around(column: usize) -> (String, &'static str) {
    match column {
        0 => (String::new(), ""),
        1 => ("(schemefmt-fragment ;".to_owned(), ")"),
        _ => (" ".repeat(column - 2) + "(begin ;", ")"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &[u8], columns: usize) -> Result<Vec<u8>, String> {
        match format(text, columns, &Options::default()) {
            Ok(formatted) => Ok(formatted.output),
            Err(diagnostic) => Err(diagnostic.code.to_owned()),
        }
    }

    #[test]
    fn a_fragment_stays_at_the_column_of_its_first_line() {
        for (before, columns, after) in [
            ("    (f  x)\n  (g\n y)\n", 0, "    (f x)\n    (g y)\n"),
            ("   (f  x)\n  (g)\n (h)\n", 0, "   (f x)\n   (g)\n   (h)\n"),
            ("  (f  x)\n(g)\n (h)\n", 0, "  (f x)\n  (g)\n  (h)\n"),
            (" (f  x)\n  (g\n y)\n", 0, " (f x)\n (g y)\n"),
            ("(f  x)\n  (g\n y)\n", 0, "(f x)\n(g y)\n"),
            ("\t(f  x)\n(g)\n", 0, "\t(f x)\n        (g)\n"),
            // It starts in the middle of a line and ends in the middle of one.
            ("(f  x)\n  (g)", 10, "(f x)\n          (g)"),
            ("(f  x)", 0, "(f x)"),
            // Blank lines and what follows the last datum are kept, and the data stay on their lines.
            ("\n \n  1 2\n3   4  \n\n", 0, "\n \n  1 2\n  3   4  \n\n"),
            ("  ; a\n   ; b\n(f\n x) ; c", 0, "  ; a\n  ; b\n  (f x) ; c"),
            ("  (f  x)\r\n (g)\r\n", 0, "  (f x)\r\n  (g)\r\n"),
            ("  (f  x)\r (g)\r", 0, "  (f x)\r  (g)\r"),
            ("", 0, ""),
            ("  \n", 3, "  \n"),
            ("    else", 0, "    else"),
            ("   \"a\n  b\"   ", 0, "   \"a\n  b\"   "),
        ] {
            let after = Ok(after.as_bytes().to_vec());
            assert_eq!(formatted(before.as_bytes(), columns), after, "{before:?}");
        }
        let latin = b"\n  (\xE9  \xE8)\n(b)\n".as_slice();
        assert_eq!(
            formatted(latin, 0),
            Ok(b"\n  (\xE9 \xE8)\n  (b)\n".to_vec())
        );
        let spaced = "  (f  x)\n\u{A0}(b)\n".as_bytes();
        assert_eq!(formatted(spaced, 0), Ok("  (f x)\n  \u{A0}(b)\n".into()));
        let marked = "\u{FEFF} (λ  x)\n(b)\n".as_bytes();
        assert_eq!(formatted(marked, 0), Ok("\u{FEFF} (λ x)\n (b)\n".into()));
    }

    #[test]
    fn fragment_keeps_its_column() {
        for column in 0..60 {
            let indented = |by: usize| " ".repeat(by);
            let expected = format!("{0}(f)\n{0}; c\n{0}(g)\n", indented(column));
            // A comment at column 0 stays there, as it does elsewhere.
            for other in 1..60 {
                let text = format!("{}(f)\n{1}; c\n{1}(g)\n", indented(column), indented(other));
                assert_eq!(formatted(text.as_bytes(), 0), Ok(expected.clone().into()));
            }
        }
    }

    #[test]
    fn fragment_width_starts_at_its_column() {
        let text = format!("({} b)\n", "a".repeat(40));
        assert_eq!(formatted(text.as_bytes(), 30), Ok(text.clone().into()));
        // It would take 83 of the 80 columns.
        let broken = format!("({}\n{}b)\n", "a".repeat(40), " ".repeat(41));
        assert_eq!(formatted(text.as_bytes(), 40), Ok(broken.into()));
    }

    #[test]
    fn unbalanced_fragment_is_an_error() {
        for text in ["  (f", "  x)", "  (f)) (g)", "  (f)) (g", "\"", "#|"] {
            assert!(formatted(text.as_bytes(), 0).is_err(), "{text}");
        }
    }
}
