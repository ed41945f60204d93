//! From chosen shapes to the pieces of a document.
//!
//! The columns of all lines are known, so a form is a row of texts and of line breaks, each with its column. What stands in
//! the source already as it should, line breaks included, is one text: most of a file that has been formatted before.

use super::Layout;
use super::steps::{Sink, Step};
use crate::doc::{BLANKS, Mark, Piece, Printer};
use crate::syntax::tree::{NodeId, NodeKind, Placement};
use crate::width::{column as column_after, width};
use std::ops::Range;

/// So many pieces are rendered at once.
const MOST_PIECES: usize = 2048;

impl Layout<'_> {
    /// Shapes top-level forms that have been measured, and writes them; `follows` tells whether there are some before them.
    pub(super) fn write(&self, forms: Range<NodeId>, follows: bool, printer: &mut Printer) {
        let mut builder = Builder::new(self, printer);
        builder.forms(forms, if follows { Start::Line } else { Start::Here(0) });
        builder.finish();
    }

    /// The length of the line break at an offset in the source with the blanks after it, where it is that of a line at a
    /// column after `blank` empty ones.
    #[inline]
    fn indentation(&self, offset: usize, column: usize, blank: u8) -> Option<usize> {
        let source = &self.text.as_bytes()[offset..];
        let line_end = self.end_of_line.as_bytes();
        let mut rest = source;
        for _ in 0..=blank {
            rest = rest.strip_prefix(line_end)?;
        }
        let rest = rest.strip_prefix(BLANKS.as_bytes().get(..column)?)?;
        Some(source.len() - rest.len())
    }
}

impl Layout<'_> {
    /// The column after a node that is no list and no prefix, if something may follow there. In the canonical layout nothing
    /// follows on the last line of several.
    #[inline]
    fn end_of_leaf(&self, id: NodeId, column: usize) -> Option<usize> {
        match self.flat_width(id) {
            Some(width) => Some(column + width),
            None if self.keeps_lines() => self.end_of_lines(id, column),
            None => None,
        }
    }

    /// The same of a comment, and of what has several lines.
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

/// Where the first of some forms begins.
#[derive(Clone, Copy)]
pub(super) enum Start {
    /// On a line of its own.
    Line,
    /// Right here, at a column.
    Here(usize),
}

/// Writes forms line by line.
pub(super) struct Builder<'l, 'a, 'p> {
    layout: &'l Layout<'a>,
    printer: &'p mut Printer,
    /// What has not been written yet, but for `run`.
    pieces: Vec<Piece<'l>>,
    /// What comes next, as a span of the source.
    run: Range<usize>,
    /// How many of the line breaks that come next the printer has to know of: it aligns the trailing comments of consecutive
    /// lines when the line below them ends. The form before the first may have ended in one.
    breaks: u8,
}

impl<'l, 'a, 'p> Builder<'l, 'a, 'p> {
    pub(super) fn new(layout: &'l Layout<'a>, printer: &'p mut Printer) -> Self {
        Builder {
            layout,
            printer,
            pieces: Vec::new(),
            run: 0..0,
            breaks: 2,
        }
    }

    /// Forms at top level.
    pub(super) fn forms(&mut self, forms: Range<NodeId>, mut start: Start) {
        let layout = self.layout;
        // The column after the form before, if the next one may stand on its line.
        let mut free = None;
        for id in layout.tree.siblings(forms) {
            let node = layout.node(id);
            layout.choices.borrow_mut().begin(node.next as usize - id);
            if node.place == Placement::Trailing {
                self.trailing(id);
                free = None;
                continue;
            }
            let begins = !layout.keeps_lines() || node.place != Placement::Free || node.begins_line;
            let column = match (free, start) {
                (Some(free), _) if !begins => {
                    self.space();
                    free + 1
                }
                (_, Start::Here(column)) => column,
                (_, Start::Line) => {
                    self.begin_line(0, node.blank);
                    0
                }
            };
            start = Start::Line;
            free = match node.place {
                Placement::Continued => {
                    self.comment(id, Mark::Continued);
                    None
                }
                _ => self.node(id, column, 0),
            };
        }
    }

    /// A node at a column with `trail` columns after it. Gives the column after it, if something may follow there.
    #[inline]
    fn node(&mut self, id: NodeId, column: usize, trail: usize) -> Option<usize> {
        let layout = self.layout;
        let kind = layout.node(id).kind;
        if kind != NodeKind::List && !kind.is_prefix() {
            self.head(id);
            layout.end_of_leaf(id, column)
        } else if layout.fits(id, column, trail) {
            self.flat(id);
            layout.flat_width(id).map(|width| column + width)
        } else {
            self.broken(id, column, trail)
        }
    }

    /// A list or a prefix on several lines.
    fn broken(&mut self, id: NodeId, column: usize, trail: usize) -> Option<usize> {
        let layout = self.layout;
        let node = layout.node(id);
        self.head(id);
        if node.spaced.after_head && !layout.begins_below(id) {
            self.space();
        }
        let shape = layout.shape(id, column, trail);
        let end = layout.arrange(id, shape, column, trail, self);
        self.closer(id);
        // In the canonical layout nothing follows on the last line of a list.
        let end = end.filter(|_| layout.keeps_lines())?;
        match node.kind {
            NodeKind::List => Some(end + usize::from(node.spaced.before_end) + 1),
            _ => Some(end),
        }
    }

    /// A node on one line.
    fn flat(&mut self, id: NodeId) {
        let layout = self.layout;
        let node = layout.node(id);
        if layout.measured(id).as_is {
            return self.source(node.start as usize..node.end as usize);
        }
        self.head(id);
        for (index, child) in layout.tree.children(id).enumerate() {
            if index > 0 || node.spaced.after_head {
                self.gap(child);
            }
            self.flat(child);
        }
        self.closer(id);
    }

    /// A node's own first token.
    #[inline(always)]
    fn head(&mut self, id: NodeId) {
        let layout = self.layout;
        let node = layout.node(id);
        match layout.measured(id).spelling {
            _ if node.kind == NodeKind::HereString => {
                self.piece(Piece::Comment(Mark::Whole, layout.head_text(id)));
            }
            None => self.source(node.start as usize..node.head_end as usize),
            Some(_) => self.text(layout.head_text(id)),
        }
    }

    /// The closing bracket, if the node is a list.
    fn closer(&mut self, id: NodeId) {
        let node = self.layout.node(id);
        if node.kind == NodeKind::List {
            if node.spaced.before_end {
                self.space();
            }
            self.source(node.end as usize - 1..node.end as usize);
        }
    }

    /// A span of the source.
    #[inline]
    fn source(&mut self, span: Range<usize>) {
        if self.run.end != span.start {
            self.end_run();
            self.run.start = span.start;
        }
        self.run.end = span.end;
    }

    /// A space.
    fn space(&mut self) {
        let end = self.run.end;
        if !self.run.is_empty() && self.layout.text.as_bytes().get(end) == Some(&b' ') {
            self.run.end = end + 1;
        } else {
            self.text(" ");
        }
    }

    /// The gap before an item.
    #[inline]
    fn gap(&mut self, item: NodeId) {
        self.space();
        self.blanks(self.layout.gap(item) - 1);
    }

    /// The blanks that a line begins with.
    pub(super) fn blanks(&mut self, mut column: usize) {
        while column > 0 {
            let blanks = column.min(BLANKS.len());
            self.text(&BLANKS[..blanks]);
            column -= blanks;
        }
    }

    /// A text that does not stand in the source.
    pub(super) fn text(&mut self, text: &'l str) {
        self.piece(Piece::Text(text));
    }

    fn trailing(&mut self, id: NodeId) {
        let column = self.layout.kept_comment_column(id);
        self.comment(id, Mark::Trailing { column });
    }

    fn comment(&mut self, id: NodeId, mark: Mark) {
        self.piece(Piece::Comment(mark, self.layout.head_text(id)));
        self.breaks = 2;
    }

    /// Begins a line at a column, after `blank` empty ones.
    fn begin_line(&mut self, column: usize, blank: u8) {
        if self.breaks == 0
            && !self.run.is_empty()
            && let Some(length) = self.layout.indentation(self.run.end, column, blank)
        {
            self.run.end += length;
            return;
        }
        self.breaks = self.breaks.saturating_sub(1);
        self.piece(Piece::Line(column, blank));
    }

    fn piece(&mut self, piece: Piece<'l>) {
        self.end_run();
        self.pieces.push(piece);
        if self.pieces.len() >= MOST_PIECES {
            self.flush();
        }
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
        self.printer.print(&self.pieces);
        self.pieces.clear();
    }

    pub(super) fn finish(mut self) {
        self.end_run();
        self.flush();
    }
}

impl Sink for Builder<'_, '_, '_> {
    fn step(&mut self, step: Step, column: usize, trail: usize) -> Option<usize> {
        match step {
            Step::Touch(child) => self.node(child, column, trail),
            Step::Space(child) => {
                self.gap(child);
                self.node(child, column, trail)
            }
            Step::Line(child, blank) => {
                self.begin_line(column, blank);
                self.node(child, column, trail)
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
                self.comment(comment, Mark::Continued);
                None
            }
            Step::Close => {
                self.begin_line(column, 0);
                None
            }
        }
    }
}
