//! Unified diffs of bytes, so that `patch` can apply them whatever the encoding.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

use super::terminal::Paint;
use crate::project::paths::{plain, quoted, shown};

/// After this time, very large and very different texts get a coarser diff.
const PATIENCE: Duration = Duration::from_secs(2);

const FILE: Style = Style::new().bold();
const HUNK: Style = AnsiColor::Cyan.on_default();
const DELETED: Style = AnsiColor::Red.on_default();
const INSERTED: Style = AnsiColor::Green.on_default();

/// The diff that turns the file's bytes into `after`, with three lines of context. With colours, the changed words of a
/// line are highlighted.
pub fn unified(path: &Path, before: &[u8], after: &[u8], paint: Paint) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to a vector cannot fail.
    let _ = write(&mut out, path, before, after, paint);
    out
}

fn write(
    out: &mut Vec<u8>,
    path: &Path,
    before: &[u8],
    after: &[u8],
    paint: Paint,
) -> io::Result<()> {
    // Split only at line feeds: the crate's own lines also end at a lone carriage return, and no patch would apply.
    let (old, new) = (lines(before), lines(after));
    let diff = TextDiff::configure()
        .timeout(PATIENCE)
        .newline_terminated(true)
        .diff_slices(&old, &new);
    let name = plain(path);
    // As in git's diffs, a tab ends a name that contains blanks, and a name that needs escapes is between quotation marks.
    let (name, end) = match shown(path) {
        shown if shown != name => (quoted(path), ""),
        _ if name.contains(' ') => (name, "\t"),
        _ => (name, ""),
    };
    let styled = |style| match paint {
        Paint::Plain => Style::new(),
        Paint::Colored => style,
    };
    painted(out, styled(FILE), format!("--- {name}{end}\n").as_bytes())?;
    painted(out, styled(FILE), format!("+++ {name}{end}\n").as_bytes())?;
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        painted(out, styled(HUNK), format!("{}\n", hunk.header()).as_bytes())?;
        for op in hunk.ops() {
            match paint {
                Paint::Plain => diff
                    .iter_changes(op)
                    .try_for_each(|it| line(out, it.tag(), Style::new(), &[(false, it.value())])),
                Paint::Colored => diff
                    .iter_inline_changes(op)
                    .try_for_each(|it| line(out, it.tag(), style_of(it.tag()), it.values())),
            }?;
        }
    }
    Ok(())
}

/// Writes one line with its sign, or the marker for a file that ends without a line end. Each piece says whether it was
/// changed within the line.
fn line(
    out: &mut Vec<u8>,
    tag: ChangeTag,
    style: Style,
    pieces: &[(bool, &[u8])],
) -> io::Result<()> {
    write!(out, "{tag}")?;
    for (is_changed, piece) in pieces {
        let style = match is_changed {
            true => style.underline().bold(),
            false => style,
        };
        painted(out, style, piece)?;
    }
    if !out.ends_with(b"\n") {
        out.write_all(b"\n\\ No newline at end of file\n")?;
    }
    Ok(())
}

/// Writes in a style; the line end comes after the end of the style.
fn painted(out: &mut Vec<u8>, style: Style, bytes: &[u8]) -> io::Result<()> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    write!(out, "{style}")?;
    out.write_all(body)?;
    write!(out, "{style:#}")?;
    out.write_all(&bytes[body.len()..])
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
