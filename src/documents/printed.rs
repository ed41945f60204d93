//! What code with markup prints, and how the markup is put back after formatting.

use std::ops::Range;

use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::pairs::pairs;
use crate::syntax::token::{Token, TokenKind};

use super::LeftReason;

/// Code as the document prints it.
#[derive(Debug)]
pub(super) struct PrintedCode {
    /// The printed text.
    pub(super) text: String,
    /// The origin in the written code of each byte of the text, and of its end, including any markup before it; none if both texts are the
    /// same. Closing markup belongs to the next byte.
    origins: Option<Vec<usize>>,
}

/// Code without markup.
pub(super) fn as_written(code: &str) -> Result<PrintedCode, LeftReason> {
    Ok(PrintedCode {
        text: code.to_owned(),
        origins: None,
    })
}

/// Collects the text that code with markup prints.
#[derive(Default)]
pub(super) struct Printing {
    text: String,
    origins: Vec<usize>,
    /// The beginning of open markup that has printed nothing so far.
    opened: Option<usize>,
    depth: usize,
}

impl Printing {
    /// Prints a text for the bytes that begin at `origin`.
    pub(super) fn print(&mut self, text: &str, origin: usize) {
        let origin = self.opened.take().unwrap_or(origin);
        self.origins.extend(std::iter::repeat_n(origin, text.len()));
        self.text.push_str(text);
    }

    /// Opens markup at `origin`.
    pub(super) fn open(&mut self, origin: usize) {
        self.opened.get_or_insert(origin);
        self.depth += 1;
    }

    /// Closes markup, which must be open and not empty.
    pub(super) fn close(&mut self) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        self.opened.is_none().then_some(())
    }

    /// The printed text of code of this length; none if markup is still open.
    pub(super) fn finish(mut self, length: usize) -> Option<PrintedCode> {
        self.origins.push(length);
        (self.depth == 0).then_some(PrintedCode {
            text: self.text,
            origins: Some(self.origins),
        })
    }
}

impl PrintedCode {
    /// The span of the printed text for a span of the written code.
    pub(super) fn span_of(&self, written: &Range<usize>) -> Range<usize> {
        let original = |offset: usize| match &self.origins {
            None => offset,
            Some(origins) => origins.partition_point(|origin| *origin < offset),
        };
        let bounded = |offset: usize| self.text.floor_char_boundary(original(offset));
        bounded(written.start)..bounded(written.end)
    }

    /// The origin in the written code of an offset in the printed text.
    pub(super) fn origin(&self, offset: usize) -> usize {
        self.origins.as_ref().map_or(offset, |it| it[offset])
    }

    /// The spans in the written code of tokens on several lines, such as strings.
    pub(super) fn long_strings(&self, switches: Switches) -> Vec<Range<usize>> {
        let is_string = |token: &Token| matches!(token.kind, TokenKind::String | TokenKind::Raw);
        let strings = Lexer::new(&self.text, switches).filter(is_string);
        let long = strings.filter(|token| token.text(&self.text).contains('\n'));
        let origin = |offset: u32| self.origin(offset as usize);
        long.map(|token| origin(token.start)..origin(token.end))
            .collect()
    }

    /// The code to write for the formatted text, given the `written` code. The tokens of both texts correspond one to one, and each keeps
    /// its markup.
    ///
    /// # Errors
    /// Returns an error if there is markup between tokens, or in a token whose spelling changes.
    pub(super) fn rewritten(
        &self,
        written: &str,
        formatted: &str,
        switches: Switches,
    ) -> Result<String, LeftReason> {
        let Some(origins) = &self.origins else {
            return Ok(formatted.to_owned());
        };
        let origin = |span: Range<usize>| &written[origins[span.start]..origins[span.end]];
        let mut code = String::new();
        for pair in pairs(&self.text, formatted, switches) {
            let ([old_gap, new_gap], [old, new]) = (pair.gap, pair.token);
            if origin(old_gap.clone()) != &self.text[old_gap] {
                return Err(LeftReason::Markup("between two data".to_owned()));
            }
            code.push_str(&formatted[new_gap]);
            let (before, after) = (&self.text[old.clone()], &formatted[new.clone()]);
            let source = origin(old.clone());
            code.push_str(match () {
                () if before == after => source,
                () if before == source && !after.contains(['@', '{', '}']) => after,
                // A comment has lost the blanks at its end.
                () if before.trim_end() == after => origin(old.start..old.start + after.len()),
                () => return Err(LeftReason::Markup(format!("in `{before}`"))),
            });
        }
        Ok(code)
    }
}
