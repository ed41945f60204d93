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
use syntax::lexer::{self, Lexer, Lexis};
use syntax::parser;
use syntax::token::TokenKind;
use syntax::tree::{NodeKind, Tree};

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
    let end_of_line = match (first_line_end(text, lexis, &tree), options.end_of_line) {
        // Where carriage returns end the lines, they do so within here strings and verbatim regions too: they stay.
        ("\r", _) => "\r",
        (own, EndOfLine::Auto) => own,
        (_, EndOfLine::Lf) => "\n",
        (_, EndOfLine::CrLf) => "\r\n",
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
    if lexis != Lexis::COMMON
        && !parse(&output, Lexis::COMMON).is_ok_and(|(_, again)| again == lexis)
    {
        return Err(ambiguous(text));
    }
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

/// The error for a text that balances only by a reading that is not the common one, and would by that one if it were laid out.
fn ambiguous(text: &str) -> Diagnostic {
    match parser::parse(text, Lexis::COMMON) {
        Err(error) => error,
        Ok(_) => Diagnostic::error(
            "ambiguous",
            "this text can be read in more than one way",
            0..text.len(),
        ),
    }
}

/// The line ends of a text: `\r` if it has no others, else its first line end between two tokens, `\n` where there is none.
/// Those inside of strings and of what is verbatim do not count, since they stay as they are.
fn first_line_end(text: &str, lexis: Lexis, tree: &Tree) -> &'static str {
    if lexer::line_end(text) == b'\r' {
        return "\r";
    }
    let mut nodes = tree.nodes.iter().peekable();
    let mut verbatim_end = 0;
    let mut before = TokenKind::Whitespace;
    for token in Lexer::new(text, lexis) {
        while let Some(node) = nodes.next_if(|node| node.start <= token.start) {
            verbatim_end = if node.end == node.head_end && node.kind != NodeKind::Page {
                node.end
            } else {
                0
            };
        }
        if token.kind == TokenKind::Whitespace
            && token.start >= verbatim_end
            && let Some(i) = memchr::memchr(b'\n', token.text(text).as_bytes())
        {
            // A comment goes on to the line feed; a carriage return may also be data, as in `#\` and a line break.
            let return_before = text[..token.start as usize + i].ends_with('\r');
            let is_own = i > 0 || matches!(before, TokenKind::LineComment | TokenKind::Shebang);
            return if return_before && is_own {
                "\r\n"
            } else {
                "\n"
            };
        }
        before = token.kind;
    }
    "\n"
}
