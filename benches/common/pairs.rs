//! Texts in which every two token beginnings follow each other, for costs that grow with the square of a text's size.
//!
//! Such a cost comes from something that each of many tokens searches the rest of the text for, or the text before it: two
//! beginnings are enough to have something to search for, and to keep it from being found.

use schemefmt::{Dialect, Options};
use std::hint::black_box;

/// What a token begins with, ends with or holds, for some reader, and what stands between tokens.
pub(crate) const BEGINNINGS: [&str; 80] = [
    // Letters, digits, signs, and what readers do not agree to call so.
    "a",
    "1",
    "-",
    ".",
    "/",
    ":",
    "@",
    "é",
    "\0",
    "\u{b}",
    "\u{a0}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    // Blanks and line ends.
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\u{c}",
    // Brackets and prefixes.
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    "`",
    ",",
    ",@",
    // What reaches farther than a word.
    "\"",
    ";",
    "|",
    "\\",
    "\\x",
    "&{",
    "; schemefmt: off\n",
    // What begins with a hash.
    "#",
    "#\\",
    "#(",
    "#[",
    "#{",
    "}#",
    "#|",
    "|#",
    "#;",
    "#'",
    "#`",
    "#,",
    "#&",
    "#~",
    "#$@",
    "#+",
    "#/",
    "#?=",
    "#1=",
    "#1#",
    "#*",
    "#u8(",
    "#rx\"",
    "#:",
    "#%",
    "#t",
    "#true",
    "#d",
    "#!",
    "!#",
    "#! ",
    "#!/",
    "#!x",
    "#!r6rs",
    "#!fold-case",
    "#!eof",
    "#<",
    "#<<",
    "#<#",
    "#<p>",
    "#>",
    "<#",
    "#lang ",
];

/// Every two beginnings, in one order: repeated, they also follow each other in the other one.
pub(crate) fn pairs() -> impl Iterator<Item = [&'static str; 2]> {
    (0..BEGINNINGS.len()).flat_map(|one| {
        (one..BEGINNINGS.len()).map(move |other| [BEGINNINGS[one], BEGINNINGS[other]])
    })
}

/// A text of about so many bytes that repeats a pair, after a line that keeps it from being the text's start. It does so an even
/// number of times: what is quoted is closed, or not, in texts of every size.
pub(crate) fn text(pair: [&str; 2], size: usize) -> String {
    let pair = pair.concat();
    "a\n".to_owned() + &pair.repeat(2).repeat(size / pair.len() / 2)
}

/// Formats a text in a dialect, or finds where its mistakes are.
pub(crate) fn format(text: &str, dialect: Dialect) {
    let mut options = Options::default();
    options.dialect = dialect;
    if black_box(schemefmt::format(text.as_bytes(), &options)).is_err() {
        black_box(schemefmt::diagnose(text.as_bytes(), &options));
    }
}
