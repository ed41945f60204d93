//! How often the layout breaks lines where the authors of real code did: `cargo run --release --example agreement --
//! [KEY=VALUE...] [--operators N] FOLDER...`. Each folder in a FOLDER is a project, and KEY=VALUE sets an option.
//!
//! Each file is formatted as it stands, and both texts are read as lists. What counts is said of each item of a list but the
//! first: **bits** is the share that begins a line in both or in neither, **columns** the share of those that begin one in
//! both which stand in the same column seen from the list's bracket, and **J** the share of those that begin a line in either
//! which do so in both, in the same column. Every project counts the same in the mean. `--operators` tells after which
//! operators the two differ most.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::ops::AddAssign;
use std::path::Path;
use std::process::ExitCode;

use common::{children, scheme_files};
use schemefmt::Options;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::TokenKind;

/// The most bytes of a project that are read, so that a large one does not take minutes.
const MOST_BYTES: usize = 3 << 20;

/// The longest file that is read, in bytes: longer ones are usually generated.
const LONGEST_FILE: usize = 400 << 10;

/// A list, and where its items stand.
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
    /// Those that begin a line only in the author's text.
    only_author: usize,
    /// Those that begin a line only in ours.
    only_layout: usize,
    /// Those that begin one in both.
    both: usize,
    /// Those that begin one in both, at the same column.
    same: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.items += other.items;
        self.only_author += other.only_author;
        self.only_layout += other.only_layout;
        self.both += other.both;
        self.same += other.same;
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
            only_author: usize::from(item.begins_line && !our_item.begins_line),
            only_layout: usize::from(!item.begins_line && our_item.begins_line),
            both: usize::from(both),
            same: usize::from(both && same),
        }
    }

    /// The number of items that begin a line in just one of the texts.
    fn different(&self) -> usize {
        self.only_author + self.only_layout
    }

    /// Bits, columns and J, in percent.
    fn shares(&self) -> [f64; 3] {
        [
            share(self.items - self.different(), self.items),
            share(self.same, self.both),
            share(self.same, self.different() + self.both),
        ]
    }
}

fn share(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

/// Every list of a text, in the order in which they begin.
fn lists(text: &str, switches: Switches) -> Vec<List<'_>> {
    let mut lists: Vec<List<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let (mut column, mut begins_line, mut is_prefixed) = (0, false, false);
    for token in Lexer::new(text, switches) {
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
    by: &mut BTreeMap<String, Tally>,
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
            *by.entry(list.operator.to_owned()).or_default() += one;
        }
    }
    Some(tally)
}

/// How the layout agrees with the files of a project, and how many bytes and files that is.
fn of_project(
    folder: &Path,
    options: &Options,
    by: &mut BTreeMap<String, Tally>,
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
    // An evenly spread sample.
    let step = all.div_ceil(MOST_BYTES).max(1);
    let (mut tally, mut read) = (Tally::default(), 0);
    for (path, text) in texts.iter().step_by(step) {
        let mut options = options.clone();
        options.file_name = Some(path.to_string_lossy().into_owned());
        let Ok(formatted) = schemefmt::format(text, &options) else {
            continue;
        };
        let (Ok(text), Ok(output)) = (
            std::str::from_utf8(text),
            std::str::from_utf8(&formatted.output),
        ) else {
            continue;
        };
        if formatted.skipped.is_some() {
            continue;
        }
        let text = text.replace("\r\n", "\n");
        let output = output.replace("\r\n", "\n");
        if let Some(one) = compare(
            &lists(&text, formatted.switches),
            &lists(&output, formatted.switches),
            by,
        ) {
            tally += one;
            read += 1;
        }
    }
    (tally, read)
}

fn main() -> ExitCode {
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
                return ExitCode::FAILURE;
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
    by.sort_by_key(|(_, tally)| Reverse(tally.different() + tally.both - tally.same));
    for (operator, tally) in by.into_iter().take(operators) {
        println!(
            "{operator:30} {:6} only the author breaks {:6} only the layout {:6} other column  of {}",
            tally.only_author,
            tally.only_layout,
            tally.both - tally.same,
            tally.items
        );
    }
    ExitCode::SUCCESS
}
