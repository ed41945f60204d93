//! Documents: the only module that uses the crate `pretty`.
//!
//! A layout is a document in Wadler's sense: texts, line breaks, nesting. If a form has several shapes, the choice is made
//! before its document is built, from measured widths and known columns, so nothing is left for the renderer to try.
//! Groups, alternatives and alignment to a column that only the renderer knows would decide again what the layout has
//! already decided, and take more than linear time in `pretty`.

use super::printer::Printer;
use pretty::{Arena, Doc, DocAllocator, RefDoc, Render, RenderAnnotated};

/// The pieces that a layout consists of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'t> {
    /// Text.
    Text(&'t str),
    /// Text that may include the line end that follows it, as a here string does.
    Whole(&'t str),
    /// A line break, followed by this many empty lines, and blanks up to a column.
    Line(usize, u8),
}

/// Marks a text that may include the line end that follows it.
struct Whole;

/// Writes some pieces.
pub(super) fn write(pieces: &[Piece<'_>], printer: &mut Printer) {
    let arena = Arena::new();
    if let Some(document) = document(&arena, pieces) {
        // The printer accepts anything, and no line is broken for its width.
        let Ok(()) = document.render_raw(usize::MAX, printer);
    }
}

/// The document for some pieces, if there are any.
fn document<'d>(arena: &'d Arena<'d, Whole>, pieces: &[Piece<'d>]) -> Option<RefDoc<'d, Whole>> {
    let append = |left, right| arena.alloc(Doc::Append(left, right));
    // `DocAllocator::text` would find out the text's width, which does not matter here.
    let text = |text| arena.alloc(Doc::BorrowedText(text));
    let line_break = || RefDoc(&Doc::Hardline);
    let piece = |piece: &Piece<'d>| match *piece {
        Piece::Text(string) => text(string),
        Piece::Whole(string) => arena.alloc(Doc::Annotated(Whole, text(string))),
        Piece::Line(_, blank) => {
            (0..blank).fold(line_break(), |lines, _| append(lines, line_break()))
        }
    };
    // The indentation of a line applies to the document after the line break, so both are in one nesting.
    let lines = pieces.chunk_by(|_, next| !matches!(next, Piece::Line(..)));
    let lines = lines.filter_map(|line| {
        let document = line.iter().map(piece).reduce(append)?;
        Some(match line[0] {
            Piece::Line(column, _) => arena.alloc(Doc::Nest(column as isize, document)),
            Piece::Text(_) | Piece::Whole(_) => document,
        })
    });
    lines.reduce(append)
}

impl Render for Printer {
    type Error = std::convert::Infallible;

    /// `pretty` writes indentation, and nothing else, through this method.
    fn write_str(&mut self, blanks: &str) -> Result<usize, Self::Error> {
        self.indent(blanks.len());
        Ok(blanks.len())
    }

    fn write_str_all(&mut self, text: &str) -> Result<(), Self::Error> {
        match text {
            "\n" => self.newline(),
            text => self.text(text),
        }
        Ok(())
    }

    fn fail_doc(&self) -> Self::Error {
        unreachable!("no document holds a failure")
    }
}

impl RenderAnnotated<'_, Whole> for Printer {
    fn push_annotation(&mut self, _: &Whole) -> Result<(), Self::Error> {
        self.is_whole = true;
        Ok(())
    }

    fn pop_annotation(&mut self) -> Result<(), Self::Error> {
        self.is_whole = false;
        Ok(())
    }
}
