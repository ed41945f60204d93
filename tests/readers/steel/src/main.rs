//! Reads the file that its argument names, in which texts stand two by two as lists of character codes, and says of each pair
//! whether Steel's parser finds the same data in both.

use std::io::Write as _;
use std::panic;

use steel_parser::parser::Parser;

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let lists = std::fs::read_to_string(path).expect("it can be read");
    let texts: Vec<String> = lists.lines().map(decoded).collect();
    // A text on which the parser panics is none that it can read.
    panic::set_hook(Box::new(|_| ()));
    for pair in texts.chunks_exact(2) {
        let verdict = match (data(&pair[0]), data(&pair[1])) {
            (None, None) => "unreadable",
            (None, Some(_)) => "gained",
            (Some(_), None) => "lost",
            (Some(before), Some(after)) if before == after => "same",
            _ => "misread",
        };
        println!("verdict {verdict}");
        std::io::stdout().flush().expect("someone listens");
    }
}

/// The text that a list of character codes spells.
fn decoded(list: &str) -> String {
    let codes = list.trim_matches(['(', ')']).split_whitespace();
    let characters = codes.filter_map(|code| char::from_u32(code.parse().ok()?));
    characters.collect()
}

/// The data of a text as the parser writes them; none if it cannot read the text.
fn data(text: &str) -> Option<Vec<String>> {
    let parsed = panic::catch_unwind(|| {
        let data = Parser::parse_without_lowering(text).ok()?;
        Some(data.iter().map(ToString::to_string).collect())
    });
    parsed.ok().flatten()
}
