//! The product of the layout: where each token goes, in order, and the loop that prints it.
//!
//! A place holds what is between a token and the one before it. Whatever the source has there already becomes one text with its
//! neighbours: for a file that has been formatted before, that is nearly everything. What it has otherwise is a change, so that nobody has
//! to compare the text with its output to find out.

use super::Layout;
use super::doc::{self, Piece};
use super::newline::{BLANKS, Leading, Newline};
use super::printer::Printer;
use crate::options::IndentStyle;
use crate::syntax::pairs::Replaced;
use crate::syntax::tree::{NodeId, NodeKind};
use std::ops::Range;

/// The number of pieces that are rendered together, apart from those of the last line.
const MAX_PIECES: usize = 2048;

/// What is between a token and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Blanks, or nothing.
    Blanks,
    /// A line break, and this many blank lines after it.
    Line(u8),
    /// The blanks directly before it in the source.
    Source,
}

/// What is written at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
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
pub(crate) struct Place {
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
    pub(crate) changes: Vec<Replaced>,
    /// Whether a layout of the output depends on gaps or rows in it.
    pub(crate) may_change_again: bool,
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
            line: match self.newline.leading {
                Leading::Blanks => self.newline.end.to_owned() + BLANKS,
                Leading::Tabs(_) => String::new(),
            },
            has_ended: begins_line,
            may_keep_tabs: matches!(self.newline.leading, Leading::Tabs(_))
                && self.style.indentation == IndentStyle::Auto,
            changes: Vec::new(),
        };
        for place in places {
            writer.place(place);
        }
        writer.finish(last)
    }

    /// The span in the source of what is written at a place.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn span_at(&self, place: &Place) -> Range<usize> {
        let node = self.node(place.node as NodeId);
        match place.part {
            Part::Head | Part::Other => node.head(),
            Part::Whole => node.span(),
            Part::Close => node.end as usize - 1..node.end as usize,
        }
    }

    /// What is written at a place.
    pub(crate) fn text_at(&self, place: &Place) -> &str {
        match place.part {
            Part::Other => self.spelling(place.node as NodeId),
            Part::Head | Part::Whole | Part::Close => &self.text[self.span_at(place)],
        }
    }

    /// Whether the source has exactly this gap in a span.
    #[inline]
    fn has_gap(&self, span: Range<usize>, gap: Gap, columns: usize) -> bool {
        let source = &self.text.as_bytes()[span];
        match gap {
            Gap::Blanks => source.len() == columns && source.iter().all(|byte| *byte == b' '),
            Gap::Source => source.len() == columns,
            Gap::Line(blank) => {
                let Newline { end, leading, .. } = self.newline;
                let lines = end.len() * (1 + usize::from(blank));
                let is_line_end = |it: &[u8]| it == end.as_bytes();
                // Blanks stay, though most lines have tabs.
                let has_blanks = |indentation: &[u8]| {
                    self.style.indentation == IndentStyle::Auto
                        && indentation.len() == columns
                        && indentation.iter().all(|byte| *byte == b' ')
                };
                source
                    .split_at_checked(lines)
                    .is_some_and(|(line_ends, indentation)| {
                        line_ends.chunks(end.len()).all(is_line_end)
                            && (leading.strip(columns, indentation) == Some(&[])
                                || has_blanks(indentation))
                    })
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
    /// A line end with the blanks that most lines begin with; none if tabs may be among them.
    line: String,
    /// Whether the next line end has been written, as part of the text before it.
    has_ended: bool,
    /// Whether lines begin with tabs, as they do in the source.
    may_keep_tabs: bool,
    changes: Vec<Replaced>,
}

impl Writer<'_, '_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
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
        let text = layout.spelling(id);
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
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn gap(&mut self, gap: Gap, columns: usize, start: usize) {
        let before = self.run.end..start;
        let source = &self.layout.text.as_bytes()[before.clone()];
        // Nearly all gaps are that of the source, and a blank or a line end.
        let is_usual = match gap {
            Gap::Blanks => source.len() == columns && matches!(source, [] | [b' ']),
            Gap::Line(0) => {
                !self.has_ended
                    && source.len() == self.layout.newline.end.len() + columns
                    && self.line.as_bytes().starts_with(source)
            }
            Gap::Line(_) | Gap::Source => false,
        };
        if is_usual {
            self.run.end = start;
            self.has_ended &= before.is_empty();
        } else {
            self.other_gap(before, gap, columns);
        }
    }

    /// Writes any gap.
    #[inline(never)]
    fn other_gap(&mut self, before: Range<usize>, gap: Gap, columns: usize) {
        let has_ended = std::mem::take(&mut self.has_ended);
        // Of a gap that stays but for the blanks at the end of the line before, only these go.
        let source = &self.layout.text[before.clone()];
        let blanks = match gap {
            Gap::Line(_) => {
                let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
                source.bytes().take_while(is_blank).count()
            }
            Gap::Blanks | Gap::Source => 0,
        };
        let rest = before.start + blanks..before.end;
        // After a line end that has been written, a line feed is no line break of the document.
        let stays = !has_ended
            && (self.layout.has_gap(rest.clone(), gap, columns)
                || gap == Gap::Blanks && self.may_keep_tabs && self.keeps_tabs(&rest, columns));
        if stays {
            if blanks > 0 {
                self.end_run();
                self.change(before.start..rest.start, 0);
            }
            self.run.end = before.end;
            return;
        }
        self.end_run();
        let Newline { end, leading, .. } = self.layout.newline;
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

    /// Whether a gap within a line stays although there are tabs in it, where lines begin with tabs, too: if nothing before it on its line
    /// has changed, so that it is as wide as in the source.
    #[cold]
    fn keeps_tabs(&self, before: &Range<usize>, columns: usize) -> bool {
        let layout = self.layout;
        let is_as_in_source = || {
            let line = layout.near_line_start(before.start);
            line.is_some_and(|line| self.run.start <= line)
        };
        columns > 1
            && layout.text[before.clone()].contains('\t')
            && layout.blanks_before(before.start as u32, before.end as u32) == Some(columns)
            && is_as_in_source()
    }

    /// Records that a span of the source has been replaced by this many bytes, and goes on after it.
    fn change(&mut self, old: Range<usize>, length: usize) {
        self.run = old.end..old.end;
        self.changes.push(Replaced::new(old, length));
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
            may_change_again: self.layout.may_change_again.get(),
        }
    }
}
