//! The product of the layout: where each token goes, in order, and the loop that prints it.
//!
//! A place holds what is between a token and the one before it. Whatever the source has there already becomes one text with its
//! neighbours: for a file that has been formatted before, that is nearly everything. What it has otherwise is a change, so that nobody has
//! to compare the text with its output to find out.

use super::Layout;
use super::doc::{self, Piece};
use super::newline::{BLANKS, Newline};
use super::printer::Printer;
use crate::syntax::pairs::Difference;
use crate::syntax::tree::{NodeId, NodeKind};
use std::ops::Range;

/// The number of pieces that are rendered together, apart from those of the last line.
const MAX_PIECES: usize = 2048;

/// What is between a token and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Blanks, or nothing.
    Blanks,
    /// A line break, and this many blank lines after it.
    Line(u8),
    /// The blanks directly before it in the source.
    Source,
}

/// What is written at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A node's own token, as in the source: an atom, an opening bracket, a prefix.
    Head,
    /// A node's own token that may have another spelling, end in a line end, or have blanks after it that belong to it in the source.
    Other,
    /// All of a node, as in the source.
    Whole,
    /// The closing bracket of a list.
    Close,
}

/// Where a token goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its node.
    pub node: u32,
    /// The number of blanks before it, in bytes, or the column of the line that it begins.
    pub columns: u32,
    pub gap: Gap,
    pub part: Part,
}

// There is about one for two nodes.
const _: () = assert!(size_of::<Place>() == 12);

/// A text that has been laid out.
pub(crate) struct Printed {
    pub(crate) output: String,
    /// Where it differs from the source: gaps and tokens, in order.
    pub(crate) changes: Vec<Difference>,
}

impl Layout<'_> {
    /// Prints places, and a gap after them. `span` is what they replace in the source; `begins_line` says whether it is the first place
    /// that begins a line there.
    pub(super) fn print_places(
        &self,
        places: &[Place],
        last: Gap,
        span: Range<usize>,
        begins_line: bool,
    ) -> Printed {
        let mut writer = Writer {
            layout: self,
            printer: Printer::new(self.newline, span.len() + span.len() / 8, begins_line),
            pieces: Vec::new(),
            run: span.start..span.start,
            end: span.end,
            has_ended: begins_line,
            changes: Vec::new(),
            grown: 0,
        };
        for place in places {
            writer.place(place);
        }
        writer.finish(last)
    }

    /// The span in the source of what is written at a place.
    #[inline(always)]
    pub(super) fn span_at(&self, place: &Place) -> Range<usize> {
        let node = self.node(place.node as NodeId);
        match place.part {
            Part::Head | Part::Other => node.head(),
            Part::Whole => node.span(),
            Part::Close => node.end as usize - 1..node.end as usize,
        }
    }

    /// What is written at a place.
    pub(super) fn text_at(&self, place: &Place) -> &str {
        match place.part {
            Part::Other => self.head_text(place.node as NodeId),
            Part::Head | Part::Whole | Part::Close => &self.text[self.span_at(place)],
        }
    }

    /// Whether the source has exactly this gap in a span.
    #[inline]
    fn has_gap(&self, span: Range<usize>, gap: Gap, columns: usize) -> bool {
        let source = &self.text.as_bytes()[span];
        match gap {
            Gap::Blanks => match source {
                [] | [b' '] => source.len() == columns,
                _ => source.len() == columns && source.iter().all(|byte| *byte == b' '),
            },
            Gap::Source => source.len() == columns,
            Gap::Line(blank) => {
                let line_end = self.newline.end.as_bytes();
                let mut rest = source;
                for _ in 0..=blank {
                    match rest.strip_prefix(line_end) {
                        Some(after) => rest = after,
                        None => return false,
                    }
                }
                let rest = self.newline.leading.strip(columns, rest);
                rest.is_some_and(<[u8]>::is_empty)
            }
        }
    }
}

/// Writes places one after the other.
struct Writer<'l, 'a> {
    layout: &'l Layout<'a>,
    printer: Printer,
    /// The pieces that have not been printed yet, before `run`.
    pieces: Vec<Piece<'l>>,
    /// The stretch of the source to be written next, up to the end of the token before.
    run: Range<usize>,
    /// The end of what the places replace in the source.
    end: usize,
    /// Whether the next line end has been written, as part of the text before it.
    has_ended: bool,
    changes: Vec<Difference>,
    /// The number of bytes by which the output so far is longer than the source.
    grown: isize,
}

impl Writer<'_, '_> {
    #[inline(always)]
    fn place(&mut self, place: &Place) {
        let layout = self.layout;
        let span = layout.span_at(place);
        self.gap(place.gap, place.columns as usize, span.start);
        self.run.end = span.end;
        if place.part == Part::Other {
            self.other(place.node as NodeId, span);
        }
    }

    /// Goes on after a token of [`Part::Other`], which has been added to the run.
    #[inline(never)]
    fn other(&mut self, id: NodeId, span: Range<usize>) {
        let layout = self.layout;
        let text = layout.head_text(id);
        match layout.node(id).kind {
            NodeKind::LineComment => {
                let rest = &layout.text[span.end..self.end];
                let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                if blanks > 0 {
                    self.end_run();
                    self.change(span.start..span.end + blanks, span.len());
                }
            }
            NodeKind::HereString => {
                self.run.end = span.start;
                self.end_run();
                self.pieces.push(Piece::Whole(text));
                self.run = span.end..span.end;
                self.has_ended = layout.newline.ends(text);
            }
            _ => {
                self.run.end = span.start;
                self.end_run();
                self.pieces.push(Piece::Text(text));
                self.change(span, text.len());
            }
        }
    }

    /// Writes the gap before a token that begins at an offset in the source.
    #[inline(always)]
    fn gap(&mut self, gap: Gap, columns: usize, start: usize) {
        let before = self.run.end..start;
        if before.is_empty() && columns == 0 && gap == Gap::Blanks {
            return;
        }
        let has_ended = std::mem::take(&mut self.has_ended);
        // After a line end that has been written, a line feed is no line break of the document.
        if !has_ended && self.layout.has_gap(before.clone(), gap, columns) {
            self.run.end = start;
        } else {
            self.other_gap(before, gap, columns, has_ended);
        }
    }

    /// Writes a gap that the source does not have.
    #[inline(never)]
    fn other_gap(&mut self, before: Range<usize>, gap: Gap, columns: usize, has_ended: bool) {
        self.end_run();
        let Newline { end, leading } = self.layout.newline;
        let length = match gap {
            Gap::Line(blank) => {
                if self.pieces.len() >= MAX_PIECES {
                    self.flush();
                }
                self.pieces.push(Piece::Line(columns, blank));
                let line_ends = usize::from(blank) + usize::from(!has_ended);
                line_ends * end.len() + leading.length(columns)
            }
            Gap::Source => {
                let blanks = before.end - columns..before.end;
                self.pieces.push(Piece::Text(&self.layout.text[blanks]));
                columns
            }
            Gap::Blanks => {
                let mut count = columns;
                while count > 0 {
                    let blanks = count.min(BLANKS.len());
                    self.pieces.push(Piece::Text(&BLANKS[..blanks]));
                    count -= blanks;
                }
                columns
            }
        };
        self.change(before, length);
    }

    /// Records that a span of the source has been replaced by this many bytes, and goes on after it.
    fn change(&mut self, old: Range<usize>, length: usize) {
        let start = old.start.strict_add_signed(self.grown);
        self.grown += length.cast_signed() - old.len().cast_signed();
        self.run = old.end..old.end;
        self.changes.push(Difference {
            old,
            new: start..start + length,
        });
    }

    fn end_run(&mut self) {
        if !self.run.is_empty() {
            let text = &self.layout.text[self.run.clone()];
            self.pieces.push(Piece::Text(text));
            self.run.start = self.run.end;
        }
    }

    fn flush(&mut self) {
        doc::write(&self.pieces, &mut self.printer);
        self.pieces.clear();
    }

    /// The output, with this gap between the last token and the end of what the places replace.
    fn finish(mut self, gap: Gap) -> Printed {
        self.gap(gap, 0, self.end);
        self.end_run();
        self.flush();
        Printed {
            output: self.printer.finish(),
            changes: self.changes,
        }
    }
}
