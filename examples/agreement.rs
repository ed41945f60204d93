//! How often the layout breaks lines where the authors of real code did: `cargo run --release --example agreement --
//! [KEY=VALUE...] [--operators N] FOLDER...`. Each folder in a FOLDER is a project, and KEY=VALUE sets an option.
//!
//! Each file is formatted as it stands, and both texts are read as lists. What counts is said of each item of a list but the
//! first: **bits** is the share that begins a line in both or in neither, **columns** the share of those that begin one in
//! both which stand in the same column seen from the list's bracket, and **J** the share of those that begin a line in either
//! which do so in both, in the same column. Every project counts the same in the mean. `--operators` tells after which
//! operators the two differ most.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../benches/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::fs;
use std::ops::AddAssign;
use std::path::Path;

use common::{children, scheme_files};
use schemefmt::Options;
use schemefmt::internals::syntax::lexer::{Lexer, Lexis};
use schemefmt::internals::syntax::token::TokenKind;

/// The bytes of a project's files that are looked at, and of a single one: no project takes for ever, and generated files are
/// most often long.
const MOST_BYTES: usize = 3 << 20;
const LONGEST_FILE: usize = 400 << 10;
/// The lines of a text's lists.
struct List<'t> {
    operator: &'t str,
    column: usize,
    items: Vec<Item>,
}

/// An item of a list.
#[derive(Clone, Copy)]
struct Item {
    begins_line: bool,
    column: usize,
}

/// What has been counted over the items of lists.
#[derive(Clone, Copy, Default)]
struct Tally {
    items: usize,
    /// Those that begin a line in both texts or in neither.
    equal: usize,
    /// Those that begin one in both.
    both: usize,
    /// Those that begin one in both, at the same column.
    same: usize,
    /// Those that begin one in either.
    either: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.items += other.items;
        self.equal += other.equal;
        self.both += other.both;
        self.same += other.same;
        self.either += other.either;
    }
}

impl Tally {
    fn of(author: (&List<'_>, Item), ours: (&List<'_>, Item)) -> Tally {
        let ((list, item), (our_list, our_item)) = (author, ours);
        let both = item.begins_line && our_item.begins_line;
        let same =
            item.column.wrapping_sub(list.column) == our_item.column.wrapping_sub(our_list.column);
        Tally {
            items: 1,
            equal: usize::from(item.begins_line == our_item.begins_line),
            both: usize::from(both),
            same: usize::from(both && same),
            either: usize::from(item.begins_line || our_item.begins_line),
        }
    }

    /// Bits, columns and J, in percent.
    fn shares(&self) -> [f64; 3] {
        [
            share(self.equal, self.items),
            share(self.same, self.both),
            share(self.same, self.either),
        ]
    }
}

fn share(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

/// Every list of a text, in the order in which they begin.
fn lists(text: &str, lexis: Lexis) -> Vec<List<'_>> {
    let mut lists: Vec<List<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let (mut column, mut begins_line, mut is_prefixed) = (0, false, false);
    for token in Lexer::new(text, lexis) {
        let word = token.text(text);
        let start = column;
        for c in word.chars() {
            column = match c {
                '\n' => 0,
                '\t' => (column / 8 + 1) * 8,
                _ => column + 1,
            };
        }
        match token.kind {
            TokenKind::Whitespace => begins_line |= word.contains('\n'),
            TokenKind::LineComment | TokenKind::Shebang => begins_line = true,
            TokenKind::BlockComment | TokenKind::Directive => {}
            TokenKind::Close => {
                open.pop();
                (begins_line, is_prefixed) = (false, false);
            }
            _ => {
                if !is_prefixed {
                    if let Some(list) = open.last() {
                        let list = &mut lists[*list];
                        if list.items.is_empty() {
                            list.operator = if token.kind == TokenKind::Open {
                                "(...)"
                            } else {
                                word
                            };
                        }
                        list.items.push(Item {
                            begins_line,
                            column: start,
                        });
                    }
                    begins_line = false;
                }
                is_prefixed = matches!(token.kind, TokenKind::Prefix | TokenKind::DatumComment);
                if token.kind == TokenKind::Open {
                    open.push(lists.len());
                    lists.push(List {
                        operator: "()",
                        column: start,
                        items: Vec::new(),
                    });
                    begins_line = false;
                }
            }
        }
    }
    lists
}

/// How two texts with the same lists agree: on the whole, and after each operator.
fn compare(
    author: &[List<'_>],
    ours: &[List<'_>],
    by: &mut BTreeMap<String, [usize; 4]>,
) -> Option<Tally> {
    if author.len() != ours.len() {
        return None;
    }
    let mut tally = Tally::default();
    for (list, our_list) in author.iter().zip(ours) {
        if list.items.len() != our_list.items.len() {
            continue;
        }
        for (item, our_item) in list.items.iter().zip(&our_list.items).skip(1) {
            let one = Tally::of((list, *item), (our_list, *our_item));
            tally += one;
            let counts = by.entry(list.operator.to_owned()).or_default();
            counts[0] += usize::from(item.begins_line && !our_item.begins_line);
            counts[1] += usize::from(!item.begins_line && our_item.begins_line);
            counts[2] += one.both - one.same;
            counts[3] += 1;
        }
    }
    Some(tally)
}

/// How the layout agrees with the files of a project, and how many bytes and files that is.
fn of_project(
    folder: &Path,
    options: &Options,
    by: &mut BTreeMap<String, [usize; 4]>,
) -> (Tally, usize) {
    let mut files = Vec::new();
    scheme_files(folder, &mut files);
    let texts = files
        .iter()
        .filter_map(|path| Some((path, fs::read(path).ok()?)));
    let texts: Vec<_> = texts
        .filter(|(_, text)| text.len() <= LONGEST_FILE)
        .collect();
    let all: usize = texts.iter().map(|(_, text)| text.len()).sum();
    // Every so-manieth file, so that what is looked at comes from all of the project.
    let step = all.div_ceil(MOST_BYTES).max(1);
    let (mut tally, mut read) = (Tally::default(), 0);
    for (path, text) in texts.iter().step_by(step) {
        let options = options.clone().file_name(path.to_string_lossy());
        let Ok(formatted) = schemefmt::format(text, &options) else {
            continue;
        };
        let (Ok(text), Ok(output)) = (
            std::str::from_utf8(text),
            std::str::from_utf8(&formatted.output),
        ) else {
            continue;
        };
        if formatted.untouched.is_some() {
            continue;
        }
        let text = text.replace("\r\n", "\n");
        let output = output.replace("\r\n", "\n");
        if let Some(one) = compare(
            &lists(&text, formatted.lexis),
            &lists(&output, formatted.lexis),
            by,
        ) {
            tally += one;
            read += 1;
        }
    }
    (tally, read)
}

fn main() {
    let mut options = Options::default();
    let mut folders = Vec::new();
    let mut operators = 0;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--operators" {
            operators = arguments
                .next()
                .and_then(|number| number.parse().ok())
                .unwrap_or(40);
        } else if let Some((key, value)) = argument.split_once('=') {
            if let Err(error) = options.set(key, value) {
                eprintln!("{error}");
                return;
            }
        } else {
            folders.extend(children(Path::new(&argument)));
        }
    }
    folders.retain(|folder| folder.is_dir());
    let mut by = BTreeMap::new();
    let mut rows = Vec::new();
    for folder in &folders {
        let (tally, files) = of_project(folder, &options, &mut by);
        if tally.items == 0 {
            continue;
        }
        let [bits, columns, j] = tally.shares();
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        println!(
            "{name:30} bits {bits:6.2}  columns {columns:6.2}  J {j:6.2}  {files} files, {} items",
            tally.items
        );
        rows.push([bits, columns, j]);
    }
    let mean =
        |index: usize| rows.iter().map(|row| row[index]).sum::<f64>() / rows.len().max(1) as f64;
    let name = format!("mean of {} projects", rows.len());
    println!(
        "{name:30} bits {:6.2}  columns {:6.2}  J {:6.2}",
        mean(0),
        mean(1),
        mean(2)
    );
    let mut by: Vec<_> = by.into_iter().filter(|_| operators > 0).collect();
    by.sort_by_key(|(_, counts)| std::cmp::Reverse(counts[0] + counts[1] + counts[2]));
    for (operator, [author, ours, columns, items]) in by.into_iter().take(operators) {
        println!(
            "{operator:30} {author:6} only the author breaks {ours:6} only the layout {columns:6} other column  of {items}"
        );
    }
}
