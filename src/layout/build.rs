//! From chosen shapes to a document.

use super::Layout;
use super::arrange::{Sink, Step};
use crate::doc::{Doc, Docs, Mark, Printer};
use crate::syntax::tree::{NodeId, NodeKind, Place};

impl Layout<'_> {
    /// Measures, shapes and writes one top-level form.
    pub(super) fn form(&mut self, id: NodeId, grouped: bool, printer: &mut Printer) {
        self.measure_form(id, grouped);
        let docs = Docs::new();
        let doc = match self.node(id).place {
            Place::Trailing => docs.comment(Mark::Trailing, self.head_text(id)),
            Place::Continued => docs.comment(Mark::Continued, self.head_text(id)),
            _ => self.doc(&docs, id, 0, 0, 0),
        };
        printer.print(doc);
    }

    /// The document of a node at a column. `indentation` is what line breaks around it go to.
    fn doc<'d>(
        &'d self,
        docs: &'d Docs<'d>,
        id: NodeId,
        column: usize,
        indentation: usize,
        trail: usize,
    ) -> Doc<'d> {
        let node = self.node(id);
        if node.kind != NodeKind::List && !node.kind.is_prefix() {
            return docs.text(self.head_text(id));
        }
        if self.fits(id, column, trail) {
            return self.flat(docs, id);
        }
        let mut builder = Builder {
            layout: self,
            docs,
            doc: docs.text(self.head_text(id)),
            indentation,
        };
        if node.spaced.after_head {
            builder.push(docs.text(" "));
        }
        let shape = self.shape(id, column, trail);
        self.arrange(id, shape, column, trail, &mut builder);
        if node.kind == NodeKind::List {
            if node.spaced.before_end {
                builder.push(docs.text(" "));
            }
            builder.push(docs.text(self.closer(id)));
        }
        builder.doc
    }

    /// The document of a node on one line.
    fn flat<'d>(&'d self, docs: &'d Docs<'d>, id: NodeId) -> Doc<'d> {
        let node = self.node(id);
        if self.measured(id).as_is {
            return docs.text(&self.text[node.start as usize..node.end as usize]);
        }
        if node.kind != NodeKind::List && !node.kind.is_prefix() {
            return docs.text(self.head_text(id));
        }
        let mut doc = docs.text(self.head_text(id));
        let space = docs.text(" ");
        for (index, child) in self.tree.children(id).enumerate() {
            if index > 0 || node.spaced.after_head {
                doc = docs.append(doc, space);
            }
            doc = docs.append(doc, self.flat(docs, child));
        }
        if node.kind == NodeKind::List {
            if node.spaced.before_end {
                doc = docs.append(doc, space);
            }
            doc = docs.append(doc, docs.text(self.closer(id)));
        }
        doc
    }

    fn closer(&self, id: NodeId) -> &str {
        let end = self.node(id).end as usize;
        &self.text[end - 1..end]
    }
}

/// Puts the steps of an arrangement into a document.
struct Builder<'d, 'a> {
    layout: &'d Layout<'a>,
    docs: &'d Docs<'d>,
    doc: Doc<'d>,
    indentation: usize,
}

impl<'d> Builder<'d, '_> {
    fn push(&mut self, doc: Doc<'d>) {
        self.doc = self.docs.append(self.doc, doc);
    }

    /// `doc` on a new line at a column.
    fn line(&mut self, column: usize, blank: u8, doc: Doc<'d>) {
        let lines = self.docs.append(self.docs.lines(blank), doc);
        let by = column as isize - self.indentation as isize;
        self.push(self.docs.nest(by, lines));
    }
}

impl Sink for Builder<'_, '_> {
    fn step(&mut self, step: Step, column: usize, trail: usize) {
        let (layout, docs) = (self.layout, self.docs);
        match step {
            Step::Touch(child) => {
                self.push(layout.doc(docs, child, column, self.indentation, trail))
            }
            Step::Space(child) => {
                self.push(docs.text(" "));
                self.push(layout.doc(docs, child, column, self.indentation, trail));
            }
            Step::Line(child, blank) => {
                let doc = layout.doc(docs, child, column, column, trail);
                self.line(column, blank, doc);
            }
            Step::Soft { item, target, .. } => {
                let doc = layout.doc(docs, item, column, target, trail);
                let by = target as isize - self.indentation as isize;
                self.push(docs.nest(by, docs.append(docs.soft_line(), doc)));
            }
            Step::Trailing(comment) => {
                self.push(docs.comment(Mark::Trailing, layout.head_text(comment)));
            }
            Step::OwnLine(comment, blank) => {
                self.line(column, blank, docs.text(layout.head_text(comment)));
            }
            Step::Continued(comment) => {
                let text = docs.comment(Mark::Continued, layout.head_text(comment));
                self.line(0, 0, text);
            }
            Step::Close => self.line(column, 0, docs.nil()),
        }
    }
}
