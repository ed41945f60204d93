//! Turns chosen shapes into the pieces of a document.
//!
//! The columns of all lines are known, so a top-level form becomes a sequence of texts and line breaks, each with a column. Whatever
//! the source has in the right layout already, line breaks included, becomes a single text: for a file that has been
//! formatted before, that is nearly everything.

use super::doc;
use super::newline::BLANKS;
use super::printer::{Mark, Piece, Printer, Trailing};
use super::types::{Gaps, Step};
use super::{Layout, Slot, Written};
use crate::options::{BlankLines, LineBreaks};
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement};
use crate::text::width::{column as column_after, width};
use std::ops::Range;

/// The number of pieces that are rendered together, apart from those of the last line.
const MAX_PIECES: usize = 2048;

impl Layout<'_> {
    /// Chooses shapes for the whole text, which has been measured, and writes it.
    pub(super) fn write(&self, printer: &mut Printer) {
        let mut builder = Builder::new(self, printer);
        builder.top_level(0..self.tree.nodes.len(), Some(0));
        builder.finish();
    }

    /// The length of the line break at an offset in the source, including the white space after it, if it is exactly that of
    /// a line at a column after `blank` empty lines.
    #[inline]
    fn indentation(&self, offset: usize, column: usize, blank: u8) -> Option<usize> {
        let source = &self.text.as_bytes()[offset..];
        let line_end = self.newline.end.as_bytes();
        let mut rest = source;
        for _ in 0..=blank {
            rest = rest.strip_prefix(line_end)?;
        }
        let rest = self.newline.leading.strip(column, rest)?;
        Some(source.len() - rest.len())
    }

    /// Whether a form at top level goes on the line of the one before it, if that may go on. The value of a keyword does, as in Gerbil's
    /// `package: name` or what follows Racket's `#lang s-exp syntax/module-reader`.
    fn follows_at_top_level(&self, node: &Node, is_after_keyword: bool) -> bool {
        let is_value = is_after_keyword && node.kind.is_datum();
        node.placement == Placement::Free
            && match self.style.line_breaks {
                LineBreaks::Canonical => is_value && node.blank() == 0,
                LineBreaks::Persistent => is_value && !node.begins_line(),
                LineBreaks::Keep => !node.begins_line(),
            }
    }

    /// The column after a node that is neither a list nor a prefix, if something may follow there. In the canonical layout,
    /// nothing may follow on the last line of a node with several lines.
    #[inline]
    fn end_of_leaf(&self, id: NodeId, column: usize) -> Option<usize> {
        match self.flat_width(id) {
            Some(width) => Some(column + width),
            None if self.style.line_breaks.may_follow_lines() => self.end_of_lines(id, column),
            None => None,
        }
    }

    /// The column after a comment or a node with several lines, if something may follow there.
    fn end_of_lines(&self, id: NodeId, column: usize) -> Option<usize> {
        if self.is_open_ended(id) {
            return None;
        }
        let text = self.head_text(id);
        Some(match text.rfind(['\n', '\r']) {
            Some(line_end) => column_after(&text[line_end + 1..]),
            None => column + width(text),
        })
    }
}

/// Writes top-level forms line by line.
pub(super) struct Builder<'l, 'a, 'p> {
    layout: &'l Layout<'a>,
    printer: &'p mut Printer,
    /// The pieces that have not been written yet, before `run`.
    pieces: Vec<Piece<'l>>,
    /// The stretch of the source to be written next.
    run: Range<usize>,
    /// The number of line breaks at the start of `run` that have to be passed to the printer separately: it aligns trailing
    /// comments on consecutive lines at the end of the line after them, and the top-level form before the first one may have ended in
    /// such a comment.
    breaks: u8,
    /// The number of the current line among those that begin here.
    line: usize,
    /// The line on which the innermost list of several lines begins.
    list_line: Option<usize>,
}

impl<'l, 'a, 'p> Builder<'l, 'a, 'p> {
    pub(super) fn new(layout: &'l Layout<'a>, printer: &'p mut Printer) -> Self {
        Builder {
            layout,
            printer,
            pieces: Vec::new(),
            run: 0..0,
            breaks: 2,
            line: 0,
            list_line: None,
        }
    }

    /// Writes top-level forms. The first one starts at the current position, which is at the column `here`, or else on a line of
    /// its own.
    pub(super) fn top_level(&mut self, nodes: Range<NodeId>, mut here: Option<usize>) {
        let layout = self.layout;
        // The column after the previous top-level form, if the next one may go on its line.
        let mut free = None;
        // Whether the previous top-level form is a keyword, which takes its value along.
        let mut takes_value = false;
        for id in layout.tree.siblings(nodes) {
            let node = layout.node(id);
            layout.begin(node.next as usize - id);
            if node.placement == Placement::Trailing {
                self.trailing(id);
                free = None;
                continue;
            }
            let follows = layout.follows_at_top_level(node, takes_value);
            let column = match (free, here.take()) {
                (Some(free), _) if follows => {
                    self.space();
                    free + 1
                }
                (_, Some(column)) => column,
                (_, None) => {
                    let most = match layout.style.blank_lines {
                        BlankLines::One => 1,
                        BlankLines::Two => 2,
                    };
                    self.begin_line(0, node.blank().min(most));
                    0
                }
            };
            free = match node.placement {
                Placement::Continued => {
                    self.comment(layout.source(id), Mark::Continued);
                    None
                }
                _ => self.node(id, Slot::at(column), layout.gaps_at_top_level()),
            };
            takes_value = layout.measured(id).word.is_keyword() && !follows;
        }
    }

    /// Writes a node with these gaps before its items. Returns the column after it, if something may follow there.
    #[inline(always)]
    fn node(&mut self, id: NodeId, slot: Slot, gaps: Option<&Gaps>) -> Option<usize> {
        let layout = self.layout;
        if layout.node(id).kind.has_children() {
            self.list(id, slot, gaps)
        } else {
            self.head(id);
            layout.end_of_leaf(id, slot.column)
        }
    }

    /// Writes a list or a prefix.
    fn list(&mut self, id: NodeId, slot: Slot, gaps: Option<&Gaps>) -> Option<usize> {
        let layout = self.layout;
        if layout.is_flat(id, slot) {
            self.flat(id, gaps);
            let wider = gaps.map_or(0, |gaps| gaps.wider(id));
            layout
                .flat_width(id)
                .map(|width| slot.column + width + wider)
        } else {
            self.broken(id, slot, gaps)
        }
    }

    /// Writes a list or a prefix on several lines.
    fn broken(&mut self, id: NodeId, slot: Slot, gaps: Option<&Gaps>) -> Option<usize> {
        let layout = self.layout;
        let node = layout.node(id);
        self.head(id);
        if node.has_space_after_head() && !layout.begins_below(id) {
            self.space();
        }
        let (shape, inside) = layout.shape_and_gaps(id, slot, gaps);
        let gaps = inside.as_ref().or(gaps);
        let around = self.list_line.replace(self.line);
        let take = &mut |step, slot| self.step(step, slot, inside.as_ref());
        let end = layout.arrange(id, shape, slot, gaps, take);
        self.list_line = around;
        self.closer(id);
        // In the canonical layout, nothing may follow on the last line of a list.
        let end = end.filter(|_| layout.style.line_breaks.may_follow_lines())?;
        match node.kind {
            NodeKind::List => Some(end + usize::from(node.has_space_before_end()) + 1),
            _ => Some(end),
        }
    }

    /// Writes a node on one line.
    fn flat(&mut self, id: NodeId, gaps: Option<&Gaps>) {
        let layout = self.layout;
        let node = layout.node(id);
        if layout.measured(id).written == Written::AsInSource {
            return self.source(node.span());
        }
        self.head(id);
        for (index, child) in layout.tree.children(id).enumerate() {
            if index > 0 || node.has_space_after_head() {
                self.gap(layout.gap(child, gaps));
            } else {
                self.gap(layout.padding(layout.node(child).start));
            }
            self.flat(child, gaps);
        }
        self.closer(id);
    }

    /// Writes a node's own first token.
    #[inline(always)]
    fn head(&mut self, id: NodeId) {
        let layout = self.layout;
        let node = layout.node(id);
        match layout.measured(id).written {
            _ if node.kind == NodeKind::HereString => {
                self.piece(Piece::Comment(Mark::Whole, layout.head_text(id)));
            }
            Written::Respelled => self.text(layout.head_text(id)),
            Written::AsInSource | Written::Otherwise => {
                self.source(node.head());
            }
        }
    }

    /// Writes the closing bracket, if the node is a list.
    fn closer(&mut self, id: NodeId) {
        let node = self.layout.node(id);
        if node.kind == NodeKind::List {
            if node.has_space_before_end() {
                self.space();
            } else {
                self.gap(self.layout.padding(node.end - 1));
            }
            self.source(node.end as usize - 1..node.end as usize);
        }
    }

    /// Writes a span of the source.
    #[inline]
    fn source(&mut self, span: Range<usize>) {
        if self.run.end != span.start {
            self.end_run();
            self.run.start = span.start;
        }
        self.run.end = span.end;
    }

    /// Writes a space.
    fn space(&mut self) {
        let end = self.run.end;
        if !self.run.is_empty() && self.layout.text.as_bytes().get(end) == Some(&b' ') {
            self.run.end = end + 1;
        } else {
            self.text(" ");
        }
    }

    /// Writes a gap of this width between two items.
    #[inline]
    fn gap(&mut self, width: usize) {
        if width == 0 {
            return;
        }
        self.space();
        let mut count = width - 1;
        while count > 0 {
            let blanks = count.min(BLANKS.len());
            self.text(&BLANKS[..blanks]);
            count -= blanks;
        }
    }

    /// Indents the line on which the first text will be.
    pub(super) fn indent(&mut self, column: usize) {
        self.printer.indent(column);
    }

    /// Writes a text that is not in the source.
    pub(super) fn text(&mut self, text: &'l str) {
        self.piece(Piece::Text(text));
    }

    fn trailing(&mut self, id: NodeId) {
        let (text, trailing) = self.layout.trailing(id);
        let is_apart = trailing.is_apart || self.list_line == Some(self.line);
        self.comment(
            text,
            Mark::Trailing(Trailing {
                is_apart,
                ..trailing
            }),
        );
    }

    fn comment(&mut self, text: &'l str, mark: Mark) {
        self.piece(Piece::Comment(mark, text));
        self.breaks = 2;
    }

    /// Starts a line at a column, after `blank` empty lines.
    fn begin_line(&mut self, column: usize, blank: u8) {
        self.line += 1;
        if self.breaks == 0
            && !self.run.is_empty()
            && let Some(length) = self.layout.indentation(self.run.end, column, blank)
        {
            self.run.end += length;
            return;
        }
        self.breaks = self.breaks.saturating_sub(1);
        self.end_run();
        if self.pieces.len() >= MAX_PIECES {
            self.flush();
        }
        self.pieces.push(Piece::Line(column, blank));
    }

    fn piece(&mut self, piece: Piece<'l>) {
        self.end_run();
        self.pieces.push(piece);
    }

    #[inline]
    fn end_run(&mut self) {
        if !self.run.is_empty() {
            let text = &self.layout.text[self.run.clone()];
            self.pieces.push(Piece::Text(text));
            self.run = 0..0;
        }
    }

    fn flush(&mut self) {
        doc::write(&self.pieces, self.printer);
        self.pieces.clear();
    }

    pub(super) fn finish(mut self) {
        self.end_run();
        self.flush();
    }

    /// Writes the next step of an arrangement; its slot and the result are those of a [`Step`]. `inside` has the gaps in the lists of
    /// the list.
    pub(super) fn step(&mut self, step: Step, slot: Slot, inside: Option<&Gaps>) -> Option<usize> {
        let column = slot.column;
        match step {
            Step::Touch(child) => self.node(child, slot, inside),
            Step::Space(child, gap) => {
                self.gap(gap);
                self.node(child, slot, inside)
            }
            Step::Line(child, blank) => {
                self.begin_line(column, blank);
                self.node(child, slot, inside)
            }
            Step::Trailing(comment) => {
                self.trailing(comment);
                self.layout.end_of_leaf(comment, column)
            }
            Step::OwnLine(comment, blank) => {
                self.begin_line(column, blank);
                self.head(comment);
                self.layout.end_of_leaf(comment, column)
            }
            Step::Continued(comment) => {
                self.begin_line(0, 0);
                self.comment(self.layout.source(comment), Mark::Continued);
                None
            }
            Step::Close => {
                self.begin_line(column, 0);
                None
            }
        }
    }
}
