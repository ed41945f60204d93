//! Unified diffs, of bytes, so that `patch` can use them whatever the encoding.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

use super::terminal::Paint;
use crate::project::paths::shown;

/// Texts that are very large and very different get a coarser diff after this time.
const PATIENCE: Duration = Duration::from_secs(2);

const FILE: Style = Style::new().bold();
const HUNK: Style = AnsiColor::Cyan.on_default();
const DELETED: Style = AnsiColor::Red.on_default();
const INSERTED: Style = AnsiColor::Green.on_default();

/// The diff that makes `after` of the file's bytes, with three lines of context. In colours, the changed words of a line are
/// marked.
pub fn unified(path: &Path, before: &[u8], after: &[u8], paint: Paint) -> Vec<u8> {
    let mut out = Vec::new();
    // A vector takes everything.
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
    // Cut at `\n` alone: the crate's own lines end at a lone `\r` as well, which no patch would apply.
    let (old, new) = (lines(before), lines(after));
    let diff = TextDiff::configure()
        .timeout(PATIENCE)
        .newline_terminated(true)
        .diff_slices(&old, &new);
    let name = shown(path);
    // As in git's diffs, a tab ends a name that has blanks.
    let end = if name.contains(' ') { "\t" } else { "" };
    painted(out, paint, FILE, format!("--- {name}{end}\n").as_bytes())?;
    painted(out, paint, FILE, format!("+++ {name}{end}\n").as_bytes())?;
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        painted(out, paint, HUNK, format!("{}\n", hunk.header()).as_bytes())?;
        match paint {
            Paint::Plain => {
                for change in hunk.iter_changes() {
                    line(out, change.tag(), |out| out.write_all(change.value()))?;
                }
            }
            Paint::Colored => {
                for change in hunk
                    .ops()
                    .iter()
                    .flat_map(|op| diff.iter_inline_changes(op))
                {
                    line(out, change.tag(), |out| {
                        change.values().iter().try_for_each(|(changed, piece)| {
                            let style = style_of(change.tag());
                            let style = if *changed {
                                style.underline().bold()
                            } else {
                                style
                            };
                            painted(out, paint, style, piece)
                        })
                    })?;
                }
            }
        }
    }
    Ok(())
}

/// One line, with the sign of what became of it; the marker of a file's end without a line end.
fn line(
    out: &mut Vec<u8>,
    tag: ChangeTag,
    content: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    write!(out, "{tag}")?;
    content(out)?;
    if !out.ends_with(b"\n") {
        out.write_all(b"\n\\ No newline at end of file\n")?;
    }
    Ok(())
}

/// Writes in a style, the line end after its end.
fn painted(out: &mut Vec<u8>, paint: Paint, style: Style, bytes: &[u8]) -> io::Result<()> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    match paint {
        Paint::Plain => out.write_all(body)?,
        Paint::Colored if style == Style::new() => out.write_all(body)?,
        Paint::Colored => {
            write!(out, "{style}")?;
            out.write_all(body)?;
            write!(out, "{style:#}")?;
        }
    }
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
