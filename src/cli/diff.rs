//! Unified diffs of bytes, so that `patch` can apply them whatever the encoding.

use std::collections::HashSet;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

use crate::project::paths::{plain, quoted, shown};

const FILE: Style = Style::new().bold();
const HUNK: Style = AnsiColor::Cyan.on_default();
const DELETED: Style = AnsiColor::Red.on_default();
const INSERTED: Style = AnsiColor::Green.on_default();

/// The diff that turns the file's bytes into `after`, with three lines of context. With colours, the changed words of a
/// line are highlighted, and white space is visible in lines that differ in nothing else.
pub(super) fn unified(path: &Path, before: &[u8], after: &[u8], is_colored: bool) -> Vec<u8> {
    // Split only at line feeds: the crate's own lines also end at a lone carriage return, and no patch would apply.
    let (old, new) = (lines(before), lines(after));
    let diff = TextDiff::configure()
        .newline_terminated(true)
        .diff_slices(&old, &new);
    let name = plain(path);
    // As in git's diffs, a tab ends a name that contains blanks, and a name that needs escapes is between quotation marks.
    let name = match shown(path) {
        shown if shown != name => quoted(path),
        _ if name.contains(' ') => name + "\t",
        _ => name,
    };
    let styled = |style| if is_colored { style } else { Style::new() };
    let mut out = Vec::new();
    for sign in ["---", "+++"] {
        let title = format!("{sign} {name}\n");
        painted(&mut out, styled(FILE), title.as_bytes());
    }
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        let title = format!("{}\n", hunk.header());
        painted(&mut out, styled(HUNK), title.as_bytes());
        for op in hunk.ops() {
            if is_colored {
                // The lines of each side without their blanks.
                let sides = [&old[op.old_range()], &new[op.new_range()]].map(|lines| {
                    let lines = lines.iter().map(|line| without_blanks(line));
                    lines.collect::<HashSet<Vec<u8>>>()
                });
                for change in diff.iter_inline_changes(op) {
                    let tag = change.tag();
                    let (of_line, other) = match tag {
                        ChangeTag::Equal => (None, &sides[1]),
                        ChangeTag::Delete => (change.old_index().map(|it| old[it]), &sides[1]),
                        ChangeTag::Insert => (change.new_index().map(|it| new[it]), &sides[0]),
                    };
                    let differs_in_blanks = |it: &&[u8]| other.contains(&without_blanks(it));
                    match of_line.filter(differs_in_blanks) {
                        Some(it) => line(&mut out, tag, style_of(tag), &[(false, &visible(it))]),
                        None => line(&mut out, tag, style_of(tag), change.values()),
                    }
                }
            } else {
                let changes = diff.iter_changes(op);
                changes
                    .for_each(|it| line(&mut out, it.tag(), Style::new(), &[(false, it.value())]));
            }
        }
    }
    out
}

/// A line without white space.
fn without_blanks(line: &[u8]) -> Vec<u8> {
    let visible = line.iter().filter(|byte| !byte.is_ascii_whitespace());
    visible.copied().collect()
}

/// A line in which tabs, blanks at its end and a carriage return there can be seen.
fn visible(line: &[u8]) -> Vec<u8> {
    let text = line.trim_ascii_end();
    let mut out = Vec::with_capacity(line.len());
    for (index, byte) in line.iter().enumerate() {
        match byte {
            // The tab stays, so that the text stays in its column, but for what is right before a tab stop.
            b'\t' => out.extend_from_slice("→\t".as_bytes()),
            b' ' if index >= text.len() => out.extend_from_slice("·".as_bytes()),
            b'\r' if index >= text.len() => out.extend_from_slice("␍".as_bytes()),
            other => out.push(*other),
        }
    }
    out
}

/// Writes one line with its sign, or the marker for a file that ends without a line end. Each piece says whether it was
/// changed within the line.
fn line(out: &mut Vec<u8>, tag: ChangeTag, style: Style, pieces: &[(bool, &[u8])]) {
    out.extend_from_slice(tag.to_string().as_bytes());
    for (is_changed, piece) in pieces {
        let style = if *is_changed {
            style.underline().bold()
        } else {
            style
        };
        painted(out, style, piece);
    }
    if !out.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

/// Writes in a style; the line end comes after the end of the style.
fn painted(out: &mut Vec<u8>, style: Style, bytes: &[u8]) {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let end = &bytes[body.len()..];
    let [on, off] = [format!("{style}"), format!("{style:#}")];
    for piece in [on.as_bytes(), body, off.as_bytes(), end] {
        out.extend_from_slice(piece);
    }
}

fn style_of(tag: ChangeTag) -> Style {
    match tag {
        ChangeTag::Equal => Style::new(),
        ChangeTag::Delete => DELETED,
        ChangeTag::Insert => INSERTED,
    }
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colored(before: &str, after: &str) -> Vec<String> {
        let diff = unified(Path::new("a"), before.as_bytes(), after.as_bytes(), true);
        let diff = anstream::adapter::strip_bytes(&diff).into_vec();
        let diff = String::from_utf8(diff).unwrap();
        diff.lines().skip(3).map(str::to_owned).collect()
    }

    #[test]
    fn white_space_is_visible_in_lines_that_differ_in_nothing_else() {
        assert_eq!(
            colored("\t(f)\n", "        (f)\n"),
            ["-→\t(f)", "+        (f)"]
        );
        assert_eq!(colored("(f)  \n", "(f)\n"), ["-(f)··", "+(f)"]);
        assert_eq!(colored("(f)\r\n", "(f)\n"), ["-(f)␍", "+(f)"]);
        assert_eq!(colored("\t(f) \n", "(g)\n"), ["-\t(f) ", "+(g)"]);
    }
}
