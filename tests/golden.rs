//! Golden cases: `testdata/AREA/CASE.scm` is formatted and must be `testdata/AREA/CASE.out`; where there is no `.out`, the file
//! is canonical as it stands. Each is also tried at other widths for what must hold there: formatting again changes
//! nothing, and the line breaks of the input do not matter.
//!
//! A first line `;; options: line_width=40` sets options, by the names of the configuration. `UPDATE_EXPECT=1` writes the
//! outputs anew: read what it changed.

use libtest_mimic::{Arguments, Failed, Trial};
use schemefmt::options::{
    Alignment, CondStyle, DataRows, Exports, HeadAlone, LibraryBody, OneLineDefines,
};
use schemefmt::syntax::lexer::{Lexer, Lexis};
use schemefmt::syntax::token::TokenKind;
use schemefmt::{Options, format};
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    assert!(!files.is_empty(), "no golden cases in {}", root.display());
    let trials = files
        .into_iter()
        .map(|file| {
            let name = file
                .strip_prefix(&root)
                .unwrap_or(&file)
                .display()
                .to_string();
            Trial::test(name, move || check(&file))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The golden cases in the folders of `folder`.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            for inner in std::fs::read_dir(&path).into_iter().flatten().flatten() {
                let inner = inner.path();
                if inner
                    .extension()
                    .is_some_and(|extension| extension == "scm")
                {
                    files.push(inner);
                }
            }
        }
    }
}

fn check(file: &Path) -> Result<(), Failed> {
    let input = std::fs::read(file)?;
    let options = options_of(&input)?;
    let output = formatted(&input, &options)?;
    let expected_file = file.with_extension("out");
    if std::env::var_os("UPDATE_EXPECT").is_some() && output != input {
        std::fs::write(&expected_file, &output)?;
    }
    let expected = match std::fs::read(&expected_file) {
        Ok(expected) => expected,
        Err(_) => input.clone(),
    };
    if output != expected {
        let (output, expected) = (
            String::from_utf8_lossy(&output),
            String::from_utf8_lossy(&expected),
        );
        let difference = similar::TextDiff::from_lines(expected.as_ref(), output.as_ref());
        return Err(format!(
            "{}",
            difference.unified_diff().header("expected", "formatted")
        )
        .into());
    }
    for line_width in [0, 40, 80, 120] {
        let mut options = options.clone();
        options.style.line_width = line_width;
        let once = formatted(&input, &options)?;
        if formatted(&once, &options)? != once {
            return Err(format!("not idempotent at width {line_width}").into());
        }
        // The regressions hold white space that stays: in here strings, in verbatim regions, as lone carriage returns.
        if file
            .parent()
            .is_some_and(|area| area.ends_with("regressions"))
        {
            continue;
        }
        for break_lines in [true, false] {
            let redrawn = redraw(&input, break_lines);
            if formatted(&redrawn, &options)? != once {
                let redrawn = String::from_utf8_lossy(&redrawn);
                return Err(format!("not canonical at width {line_width}:\n{redrawn}").into());
            }
        }
    }
    Ok(())
}

fn formatted(input: &[u8], options: &Options) -> Result<Vec<u8>, Failed> {
    match format(input, options) {
        Ok(formatted) => Ok(formatted.output),
        Err(error) => Err(format!("{} at {:?}", error.message, error.labels).into()),
    }
}

/// The input with each run of white space between two tokens made a line break, or a space; not beside comments, and not
/// where there is a blank line or a page break.
fn redraw(input: &[u8], break_lines: bool) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(input) else {
        return input.to_vec();
    };
    if text.contains("schemefmt:") {
        return input.to_vec();
    }
    let tokens: Vec<_> = Lexer::new(text, Lexis::COMMON).collect();
    let mut out = String::new();
    for (i, token) in tokens.iter().enumerate() {
        let is_comment = |i: usize| {
            matches!(
                tokens.get(i).map(|token| token.kind),
                None | Some(TokenKind::LineComment | TokenKind::BlockComment | TokenKind::Shebang)
            )
        };
        let own = token.text(text);
        let free = token.kind == TokenKind::Whitespace
            && i > 0
            && !is_comment(i - 1)
            && !is_comment(i + 1)
            && own.matches('\n').count() < 2
            && !own.contains('\x0C');
        match (free, break_lines) {
            (false, _) => out.push_str(own),
            (true, true) => out.push_str("\n   "),
            (true, false) => out.push(' '),
        }
    }
    out.into_bytes()
}

/// The options that the first line sets.
fn options_of(input: &[u8]) -> Result<Options, Failed> {
    let mut options = Options::default();
    let first = input
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let Some(settings) = first.strip_prefix(";; options: ") else {
        return Ok(options);
    };
    for setting in settings.split_whitespace() {
        let style = &mut options.style;
        match setting.split_once('=') {
            Some(("line_width", width)) => style.line_width = width.parse()?,
            Some(("dialect", name)) => {
                options.dialect = Some(name.parse().map_err(|_| format!("dialect {name}?"))?);
            }
            Some(("cond", "hang")) => style.cond = CondStyle::Hang,
            Some(("cond", "break")) => style.cond = CondStyle::Break,
            Some(("if_arms", "2")) => style.if_arms = Alignment::Two,
            Some(("calls", "2")) => style.calls = Alignment::Two,
            Some(("head_alone", "2")) => style.head_alone = HeadAlone::Two,
            Some(("one_line_defines", "fits")) => style.one_line_defines = OneLineDefines::Fits,
            Some(("one_line_defines", "never")) => style.one_line_defines = OneLineDefines::Never,
            Some(("exports", "fill")) => style.exports = Exports::Fill,
            Some(("library_body", "0")) => style.library_body = LibraryBody::Flush,
            Some(("data_rows", "keep")) => style.data_rows = DataRows::Keep,
            _ => return Err(format!("what is `{setting}`?").into()),
        }
    }
    Ok(options)
}
