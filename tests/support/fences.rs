//! A judge of where code is in a document that knows nothing of the recognizers: it looks for lines that begin and end blocks.

use std::path::Path;

/// The lines, counted from 1, that are in one of two documents and not in the other, and not between lines that begin and end a block
/// there. Lines that stand outside have to be the same in both, and in the same order.
pub(crate) fn changed_outside(path: &Path, before: &[u8], after: &[u8]) -> Option<usize> {
    let [before, after] = [before, after].map(|text| outside(path, text));
    let mut pairs = before.iter().zip(&after);
    let differing = pairs.position(|((_, old), (_, new))| old != new);
    let ended = || (before.len() != after.len()).then_some(before.len().min(after.len()));
    let at = differing.or_else(ended)?;
    Some(before.get(at).map_or(0, |(line, _)| *line))
}

/// The lines of a document that stand outside of code, with their numbers.
fn outside(path: &Path, text: &[u8]) -> Vec<(usize, String)> {
    let text = String::from_utf8_lossy(text);
    let all: Vec<&str> = text.split('\n').collect();
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let inside = match extension.to_str() {
        Some("md" | "markdown" | "mdown" | "mkd" | "mdx" | "qmd" | "rmd") => inside_fences(&all),
        Some("org") => inside_pair(
            &all,
            |word| word == "#+begin_src",
            |word| word == "#+end_src",
        ),
        Some("rst") => inside_directives(&all),
        Some("texi" | "texinfo" | "txi") => {
            let is_begin = |word: &str| ["@lisp", "@smalllisp", "@example"].contains(&word);
            inside_pair(&all, is_begin, |word| word == "@end")
        }
        notation => panic!("no lines begin and end a block in {notation:?}"),
    };
    let numbered = all.iter().zip(inside).enumerate();
    let outside = numbered.filter(|(_, (_, is_inside))| !is_inside);
    outside
        .map(|(index, (line, _))| (index + 1, (*line).to_owned()))
        .collect()
}

/// For each line of Markdown, whether it is between a fence and the next one that can end it.
fn inside_fences(lines: &[&str]) -> Vec<bool> {
    let mut fence: Option<(char, usize)> = None;
    let is_inside = |line: &&str| {
        let is_mark = |c: char| c.is_ascii_digit() || " \t>*+-.)".contains(c);
        let content = line.trim_start_matches(is_mark);
        let sign = content.chars().next().unwrap_or(' ');
        let length = content.chars().take_while(|c| *c == sign).count();
        let rest = content.trim_start_matches(sign).trim();
        let is_fence = matches!(sign, '`' | '~') && length >= 3;
        match fence {
            None if is_fence && !(sign == '`' && rest.contains('`')) => {
                fence = Some((sign, length));
                false
            }
            None => false,
            Some((open, least))
                if is_fence && sign == open && length >= least && rest.is_empty() =>
            {
                fence = None;
                false
            }
            Some(_) => true,
        }
    };
    lines.iter().map(is_inside).collect()
}

/// For each line, whether it is between one whose first word begins a block and one whose first word ends it.
fn inside_pair(
    lines: &[&str],
    is_begin: impl Fn(&str) -> bool,
    is_end: impl Fn(&str) -> bool,
) -> Vec<bool> {
    let mut is_open = false;
    let is_inside = |line: &&str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        let word = word.to_ascii_lowercase();
        let was_open = is_open;
        is_open = is_open && !is_end(&word) || is_begin(&word);
        was_open && is_open && !is_begin(&word)
    };
    lines.iter().map(is_inside).collect()
}

/// For each line of reStructuredText, whether it is indented below a directive for code.
fn inside_directives(lines: &[&str]) -> Vec<bool> {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let mut directive: Option<usize> = None;
    let is_inside = |line: &&str| {
        let is_directive =
            line.trim_start().starts_with(".. ") && line.to_ascii_lowercase().contains("code");
        match directive {
            Some(open) if line.trim().is_empty() || indentation(line) > open => return true,
            _ => directive = is_directive.then(|| indentation(line)),
        }
        false
    };
    lines.iter().map(is_inside).collect()
}
