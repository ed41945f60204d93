//! From chosen shapes to a document.
//!
//! The columns of all lines are known, so the document of a form is a row of texts and of hard lines, each nested to its
//! column. What stands in the source already as it should, line breaks included, is one text: most of a file that has been
//! formatted before.

use super::Layout;
use super::arrange::{Sink, Step};
use crate::doc::{BLANKS, Doc, Docs, Mark};
use crate::syntax::tree::{NodeId, NodeKind, Place};
use std::ops::Range;

impl Layout<'_> {
    /// Shapes top-level forms that have been measured, and gives their document; `follows` tells whether there are some before
    /// them.
    pub(super) fn document<'d>(
        &'d self,
        forms: Range<NodeId>,
        mut follows: bool,
        docs: &'d Docs<'d>,
    ) -> Doc<'d> {
        let mut builder = Builder {
            layout: self,
            docs,
            done: Docs::nil(),
            run: 0..0,
            breaks: 2,
        };
        for id in self.tree.siblings(forms) {
            let node = self.node(id);
            if node.place == Place::Trailing {
                builder.comment(id, Mark::Trailing);
                continue;
            }
            if follows {
                builder.begin_line(0, node.blank);
            }
            follows = true;
            match node.place {
                Place::Continued => builder.comment(id, Mark::Continued),
                _ => builder.node(id, 0, 0),
            }
        }
        builder.finish()
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

/// Builds the document of a form, line by line.
struct Builder<'d, 'a> {
    layout: &'d Layout<'a>,
    docs: &'d Docs<'d>,
    /// What there is but for `run`.
    done: Doc<'d>,
    /// What comes next, as a span of the source.
    run: Range<usize>,
    /// How many of the line breaks that come next the printer has to know of: it aligns the trailing comments of consecutive
    /// lines when the line below them ends. The form before the first may have ended in one.
    breaks: u8,
}

impl<'d> Builder<'d, '_> {
    /// A node at a column with `trail` columns after it.
    #[inline]
    fn node(&mut self, id: NodeId, column: usize, trail: usize) {
        let kind = self.layout.node(id).kind;
        if kind != NodeKind::List && !kind.is_prefix() {
            self.head(id);
        } else if self.layout.fits(id, column, trail) {
            self.flat(id);
        } else {
            self.broken(id, column, trail);
        }
    }

    /// A list or a prefix on several lines.
    fn broken(&mut self, id: NodeId, column: usize, trail: usize) {
        let layout = self.layout;
        let node = layout.node(id);
        self.head(id);
        if node.spaced.after_head {
            self.space();
        }
        let shape = layout.shape(id, column, trail);
        layout.arrange(id, shape, column, trail, self);
        self.closer(id);
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
                self.space();
            }
            self.flat(child);
        }
        self.closer(id);
    }

    /// A node's own first token.
    #[inline]
    fn head(&mut self, id: NodeId) {
        let layout = self.layout;
        let node = layout.node(id);
        match layout.measured(id).spelling {
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

    /// A text that does not stand in the source.
    fn text(&mut self, text: &'d str) {
        self.append(self.docs.text(text));
    }

    fn comment(&mut self, id: NodeId, mark: Mark) {
        self.append(self.docs.comment(mark, self.layout.head_text(id)));
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
        self.append(self.docs.line(column, blank));
    }

    fn append(&mut self, doc: Doc<'d>) {
        self.end_run();
        self.done = self.docs.append(self.done, doc);
    }

    #[inline]
    fn end_run(&mut self) {
        if !self.run.is_empty() {
            let text = self.docs.text(&self.layout.text[self.run.clone()]);
            self.done = self.docs.append(self.done, text);
            self.run = 0..0;
        }
    }

    fn finish(mut self) -> Doc<'d> {
        self.end_run();
        self.done
    }
}

impl Sink for Builder<'_, '_> {
    fn step(&mut self, step: Step, column: usize, trail: usize) {
        match step {
            Step::Touch(child) => self.node(child, column, trail),
            Step::Space(child) => {
                self.space();
                self.node(child, column, trail);
            }
            Step::Line(child, blank) => {
                self.begin_line(column, blank);
                self.node(child, column, trail);
            }
            Step::Trailing(comment) => self.comment(comment, Mark::Trailing),
            Step::OwnLine(comment, blank) => {
                self.begin_line(column, blank);
                self.head(comment);
            }
            Step::Continued(comment) => {
                self.begin_line(0, 0);
                self.comment(comment, Mark::Continued);
            }
            Step::Close => self.begin_line(column, 0),
        }
    }
}
