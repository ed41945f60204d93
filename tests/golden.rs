//! Golden cases: `testdata/AREA/CASE.scm` is formatted and must be `testdata/AREA/CASE.out`; where there is no `.out`, the file
//! is canonical as it stands. The examples of `docs/style.md` are cases too: each block `scheme input` and the
//! `scheme output` after it, and each block `scheme`, which is canonical. Each case is also tried at other widths for what must hold there: formatting again changes
//! nothing, and the line breaks of the input do not matter.
//!
//! A first line `;; options: line-width=40 style.cond=break`, or such words after `scheme input`, set options, by the names of
//! the configuration. The guide's table of options is what [`schemefmt::options`] declares. `TRYCMD=overwrite` writes the
//! outputs and the table anew: read what it changed.

use libtest_mimic::{Arguments, Failed, Trial};
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::{Token, TokenKind};
use schemefmt::options::{self, HandAlignment, LineBreaks, RowBreaks};
use schemefmt::{Options, format};
use std::ops::Range;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Failed> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = project.join("testdata");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    assert!(!files.is_empty(), "no golden cases in {}", root.display());
    let mut trials = Vec::new();
    for file in &files {
        let (name, file) = (name_in(&root, file), file.clone());
        trials.push(Trial::test(name, move || check_file(&file)));
    }
    let guide = project.join("docs/style.md");
    let mut text = std::fs::read_to_string(&guide)?;
    let table = table_of_options(&text)?;
    if is_updating() {
        text.replace_range(table, &declared_table());
        for example in examples(&text)?.iter().rev() {
            let output = formatted(example.input.as_bytes(), &example.options)?;
            text.replace_range(example.output.clone(), &String::from_utf8_lossy(&output));
        }
        std::fs::write(&guide, &text)?;
    }
    let table = text[table_of_options(&text)?].to_owned();
    trials.push(Trial::test(
        "docs/style.md: the table of options",
        move || {
            if table == declared_table() {
                return Ok(());
            }
            Err("the table is not what the options declare".into())
        },
    ));
    for example in examples(&text)? {
        let expected = text[example.output.clone()].to_owned();
        let name = format!("docs/style.md:{}", example.line);
        trials.push(Trial::test(name, move || {
            check(
                example.input.as_bytes(),
                &example.options,
                expected.as_bytes(),
                Lines::of(&example.options),
            )
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn is_updating() -> bool {
    std::env::var_os("TRYCMD").is_some_and(|action| action == "overwrite")
}

/// An example of the guide.
struct Example {
    /// The line that its input begins on.
    line: usize,
    options: Options,
    input: String,
    /// Where its output stands.
    output: Range<usize>,
}

/// The examples of a guide, in order. An input without an output is an error, and so is an output without an input.
fn examples(guide: &str) -> Result<Vec<Example>, Failed> {
    const FENCE: &str = "```scheme";
    const BETWEEN: &str = "```\n\n```scheme";
    let mut examples = Vec::new();
    let mut at = 0;
    while let Some(found) = guide[at..].find(FENCE) {
        let line = guide[..at + found].lines().count() + 1;
        let (header, block) = fenced(guide, at + found + FENCE.len())
            .ok_or_else(|| format!("the block in line {line} does not end"))?;
        let settings = header.strip_prefix(" input");
        let output = match settings {
            Some(_) if guide[block.end..].starts_with(BETWEEN) => {
                let after = fenced(guide, block.end + BETWEEN.len());
                after.and_then(|(header, output)| (header == " output").then_some(output))
            }
            None if header.is_empty() => Some(block.clone()),
            _ => None,
        };
        let output = output.ok_or_else(|| format!("line {line}: an input or output is alone"))?;
        at = output.end + "```".len();
        examples.push(Example {
            line,
            options: options_of(settings.unwrap_or_default())?,
            input: guide[block].to_owned(),
            output,
        });
    }
    assert!(!examples.is_empty(), "a guide without examples");
    Ok(examples)
}

/// What follows an opening fence that ends at `start`: the rest of its line, and where the block's lines are.
fn fenced(text: &str, start: usize) -> Option<(&str, Range<usize>)> {
    let (header, rest) = text[start..].split_once('\n')?;
    let first = start + header.len() + 1;
    Some((header, first..first + rest.find("```")?))
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

/// The name of a case: its path in a folder.
fn name_in(root: &Path, file: &Path) -> String {
    let name = file.strip_prefix(root).unwrap_or(file);
    name.display().to_string().replace('\\', "/")
}

/// The options that the first line of a case sets.
fn options_of_case(input: &[u8]) -> Result<Options, Failed> {
    let first = input
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    options_of(first.strip_prefix(";; options: ").unwrap_or_default())
}

fn check_file(file: &Path) -> Result<(), Failed> {
    let input = std::fs::read(file)?;
    let options = options_of_case(&input)?;
    let expected_file = file.with_extension("out");
    if is_updating() {
        let output = formatted(&input, &options)?;
        if output == input {
            drop(std::fs::remove_file(&expected_file));
        } else {
            std::fs::write(&expected_file, &output)?;
        }
    }
    let expected = std::fs::read(&expected_file);
    // The regressions hold white space that stays: in here strings, in verbatim regions, as lone carriage returns.
    let is_regression = file
        .parent()
        .is_some_and(|area| area.ends_with("regressions"));
    let lines = if is_regression {
        Lines::Matter
    } else {
        Lines::of(&options)
    };
    check(&input, &options, expected.as_ref().unwrap_or(&input), lines)
}

/// Whether the line breaks of a case's input have a say in its output.
#[derive(Clone, Copy)]
enum Lines {
    Matter,
    DoNotMatter,
}

impl Lines {
    fn of(options: &Options) -> Lines {
        if options.style.line_breaks == LineBreaks::Canonical {
            Lines::DoNotMatter
        } else {
            Lines::Matter
        }
    }

    /// How the input is redrawn: with line breaks, and with spaces.
    fn redrawn(self) -> &'static [bool] {
        match self {
            Lines::Matter => &[],
            Lines::DoNotMatter => &[true, false],
        }
    }
}

fn check(input: &[u8], options: &Options, expected: &[u8], lines: Lines) -> Result<(), Failed> {
    let output = formatted(input, options)?;
    if output != expected {
        let (output, expected) = (
            String::from_utf8_lossy(&output),
            String::from_utf8_lossy(expected),
        );
        let difference = similar::TextDiff::from_lines(expected.as_ref(), output.as_ref());
        let difference = difference
            .unified_diff()
            .header("expected", "formatted")
            .to_string();
        return Err(difference.into());
    }
    for line_width in [0, 40, 80, 120] {
        let mut options = options.clone();
        options.style.line_width = line_width.into();
        let once = formatted(input, &options)?;
        if formatted(&once, &options)? != once {
            return Err(format!("not idempotent at width {line_width}").into());
        }
        options.style.rows = RowBreaks::Canonical;
        options.style.alignment = HandAlignment::Auto;
        let canonical = formatted(input, &options)?;
        let switches = format(input, &options).map_or(Switches::COMMON, |it| it.switches);
        for break_lines in lines.redrawn() {
            let redrawn = redraw(input, switches, *break_lines);
            if formatted(&redrawn, &options)? != canonical {
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
fn redraw(input: &[u8], switches: Switches, break_lines: bool) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(input) else {
        return input.to_vec();
    };
    // A verbatim region keeps its line breaks; the first line end of a file is the one for all.
    if text.contains("schemefmt:") || text.contains('\r') {
        return input.to_vec();
    }
    let tokens: Vec<_> = Lexer::new(text, switches).collect();
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
            && !tells_a_column(&tokens[i..], text)
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

/// Whether the line of a piece of white space ends in a comment that another one below goes on with, or may: there the
/// column counts.
fn tells_a_column(tokens: &[Token], text: &str) -> bool {
    let mut kinds = tokens.iter().skip(1).skip_while(|token| {
        token.kind != TokenKind::LineComment && !token.text(text).contains('\n')
    });
    kinds
        .next()
        .is_some_and(|token| token.kind == TokenKind::LineComment)
        && kinds.next().is_some()
        && kinds
            .next()
            .is_some_and(|token| token.kind == TokenKind::LineComment)
}

/// The options that words such as `style.cond=break` set.
fn options_of(settings: &str) -> Result<Options, Failed> {
    let mut options = Options::default();
    for setting in settings.split_whitespace() {
        let (key, value) = setting
            .split_once('=')
            .ok_or_else(|| format!("what is `{setting}`?"))?;
        options.set(key, value)?;
    }
    Ok(options)
}

/// The lines of the guide's table of the style's options.
fn table_of_options(guide: &str) -> Result<Range<usize>, Failed> {
    let start = guide
        .find(TABLE_HEAD)
        .ok_or("the guide has no table of options")?;
    let length = guide[start..].find("\n\n").ok_or("the table has no end")?;
    Ok(start..start + length + 1)
}

const TABLE_HEAD: &str = "| option | values | default | what it decides |\n|---|---|---|---|\n";

/// That table, as the options are declared.
fn declared_table() -> String {
    let mut table = TABLE_HEAD.to_owned();
    for option in options::declared() {
        let Some(name) = option.key.strip_prefix("style.") else {
            continue;
        };
        let names = option.values.names.iter().map(|name| format!("`{name}`"));
        let number = option
            .values
            .numbers
            .is_some()
            .then(|| "a number".to_owned());
        let values: Vec<String> = names.chain(number).collect();
        let default = option.get(&Options::default());
        let about: Vec<&str> = option.about().collect();
        table += &format!(
            "| `{name}` | {} | `{default}` | {} |\n",
            values.join(", "),
            about.join(" ")
        );
    }
    table
}
