//! A formatter for Scheme source code.
//!
//! Bytes go in and bytes come out: the text is cut into tokens, the tokens are matched into a tree that keeps every
//! comment, the tree is laid out in one canonical form, and the result is compared token by token with the input before
//! it is handed back.

pub mod conformance;
pub mod diagnostics;
pub mod dialect;
mod doc;
pub mod forms;
mod layout;
pub mod normalize;
pub mod options;
pub mod source;
pub mod syntax;
pub mod verify;
mod width;

use diagnostics::Diagnostic;
use dialect::Detected;
use doc::Printer;
use layout::Layout;
use normalize::Normalizer;
pub use options::Options;
use options::{CommentColumn, EndOfLine};
use source::Source;
use syntax::lexer::Lexis;
use syntax::parser;
use syntax::tree::Tree;

/// A formatted text.
#[derive(Clone, Debug)]
pub struct Formatted {
    /// The output, in the encoding of the input.
    pub output: Vec<u8>,
    /// The dialect that the text was read in, and why.
    pub dialect: Detected,
    /// Warnings; only an explicit dialect gives any.
    pub warnings: Vec<Diagnostic>,
    /// Why the text was passed through as it stands, where it was (`#lang` languages, indentation-sensitive syntax).
    pub untouched: Option<Diagnostic>,
}

/// Formats `input` under `options`.
///
/// # Errors
/// A located [`Diagnostic`] for a text that cannot be read (unbalanced, unterminated, NUL, too deep), and one with the
/// code `internal` if the output does not hold the same tokens and comments as the input, which is a bug here.
pub fn format(input: &[u8], options: &Options) -> Result<Formatted, Diagnostic> {
    let source = Source::decode(input)?;
    let text = source.text.as_ref();
    let (tree, lexis) = parse(text, Lexis::COMMON)?;
    let dialect = Detected {
        dialect: options.dialect.unwrap_or_default(),
        reason: "nothing decides".to_owned(),
    };
    let normalizer = Normalizer::new(dialect.dialect, options.literals, options.identifiers);
    let end_of_line = match options.end_of_line {
        EndOfLine::Auto => source::first_line_end(text),
        EndOfLine::Lf => "\n",
        EndOfLine::CrLf => "\r\n",
    };
    let column = match options.style.comment_column {
        CommentColumn::Auto => None,
        CommentColumn::Column(column) => Some(column),
    };
    let mut printer = Printer::new(
        end_of_line,
        options.style.line_width,
        column,
        text.len() + text.len() / 8,
    );
    Layout::new(text, &tree, &options.rules, &options.style, &normalizer).print(&mut printer);
    drop(tree);
    let output = printer.finish();
    verify::verify(text, &output, lexis, &normalizer)?;
    Ok(Formatted {
        output: source.encode(output),
        dialect,
        warnings: Vec::new(),
        untouched: None,
    })
}

/// Parses a text by a reading, and where it does not balance, by the others that real readers take: `|` as a letter, curly
/// brackets as letters, Gauche's `#/re/` and `#[...]`.
fn parse(text: &str, lexis: Lexis) -> Result<(Tree, Lexis), Diagnostic> {
    let first = match parser::parse(text, lexis) {
        Ok(tree) => return Ok((tree, lexis)),
        Err(error) => error,
    };
    let retries = [
        lexis.without(Lexis::BARS),
        lexis.without(Lexis::BRACES),
        lexis.with(Lexis::REGEXPS),
    ];
    for retry in retries {
        if retry != lexis
            && let Ok(tree) = parser::parse(text, retry)
        {
            return Ok((tree, retry));
        }
    }
    Err(first)
}
