//! Some of the items of a list laid out where they stand, among others that stay as they are.
//!
//! The items before say where the list's columns are, as they do where the author's lines are kept; from the first item on
//! that is asked for, the layout goes on as it does from the list's own first item. So what stands as it should is left as it
//! is, and what stands in a list that does not is laid out by where that stands.

use super::Layout;
use super::arrange::Arrangement;
use super::build::{Builder, Start};
use super::shape::Shape;
use crate::doc::Printer;
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{NodeId, NodeKind, Placement, Tree};
use crate::width::{column as column_of, column_from};
use std::ops::Range;

/// Siblings, one right after the other, and the way down to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The lists and prefixes that they stand in, the outermost first; none at top level.
    path: Vec<NodeId>,
    /// The siblings, with what is inside of them.
    nodes: Range<NodeId>,
}

impl Run {
    /// The smallest run that holds all data and comments that a span touches: in the innermost list that holds them whole,
    /// with the comments that belong to them. A list is touched by its opening bracket and by what is in it, not by its closing
    /// bracket, so that the last line of a form does not mean all of it. White space means nothing.
    pub(crate) fn touched(tree: &Tree, span: &Range<usize>) -> Option<Run> {
        let mut path: Vec<NodeId> = Vec::new();
        let mut siblings = 0..tree.nodes.len();
        // The list that is being entered, as a run.
        let mut around: Option<Run> = None;
        loop {
            let touches = |id: &NodeId| {
                let node = &tree.nodes[*id];
                let (start, end) = (node.start as usize, node.end as usize);
                start < span.end.max(span.start + 1) && span.start < end
            };
            let mut touched = tree.siblings(siblings.clone()).filter(touches);
            let first = touched.next()?;
            let last = touched.last().unwrap_or(first);
            let nodes = with_comments(tree, siblings.clone(), first, last);
            let run = Run {
                path: path.clone(),
                nodes,
            };
            match inside(tree, first, span) {
                Some(way) if first == last => {
                    let list = *way.last()?;
                    path.extend(way);
                    siblings = list + 1..tree.nodes[list].next as usize;
                    around = Some(run);
                }
                // A comment that belongs to the opening bracket means the list.
                _ if belongs(tree, run.nodes.start) => return around.or(Some(run)),
                _ => return Some(run),
            }
        }
    }

    /// The span of the source that the run stands for.
    pub(crate) fn span(&self, tree: &Tree) -> Range<usize> {
        let ends = tree.siblings(self.nodes.clone());
        let end = ends.map(|id| tree.nodes[id].end).max().unwrap_or(0);
        tree.nodes[self.nodes.start].start as usize..end as usize
    }

    /// The form at top level that the run is, is in, or begins with.
    fn form(&self) -> NodeId {
        self.path.first().copied().unwrap_or(self.nodes.start)
    }
}

/// The node that begins at an offset and holds no other, and the way down to it; none where something is kept as it stands.
pub(crate) fn item_at(tree: &Tree, offset: usize) -> Option<(Vec<NodeId>, NodeId)> {
    let mut path = Vec::new();
    let mut siblings = 0..tree.nodes.len();
    loop {
        let holds = |id: &NodeId| (tree.nodes[*id].end as usize) > offset;
        let id = tree.siblings(siblings).find(holds)?;
        let node = &tree.nodes[id];
        if node.start as usize == offset {
            return Some((path, id));
        }
        if (node.start as usize) > offset || offset < node.head_end as usize {
            return None;
        }
        path.push(id);
        siblings = id + 1..node.next as usize;
    }
}

/// The way into a node whose own opening token a span does not touch: a list, or a list behind prefixes.
fn inside(tree: &Tree, id: NodeId, span: &Range<usize>) -> Option<Vec<NodeId>> {
    let mut way = vec![id];
    loop {
        let id = *way.last()?;
        let node = &tree.nodes[id];
        if span.start < node.head_end as usize {
            return None;
        }
        match node.kind {
            NodeKind::List => return Some(way),
            kind if kind.is_prefix() => way.push(tree.children(id).last()?),
            _ => return None,
        }
    }
}

/// Whether a node is a comment that belongs to the code before it.
fn belongs(tree: &Tree, id: NodeId) -> bool {
    matches!(
        tree.nodes[id].place,
        Placement::Trailing | Placement::Continued
    )
}

/// The siblings from `first` to `last`, the comments on lines of their own right before and those that belong to the code
/// before them.
fn with_comments(
    tree: &Tree,
    siblings: Range<NodeId>,
    first: NodeId,
    last: NodeId,
) -> Range<NodeId> {
    let mut start = first;
    // Where the comments right before the sibling at hand begin.
    let mut comments = None;
    for id in tree.siblings(siblings.start..tree.nodes[first].next as usize) {
        let node = &tree.nodes[id];
        if !belongs(tree, id) {
            start = match comments {
                Some(comments) if node.blank == 0 => comments,
                _ => id,
            };
        }
        comments = (node.place == Placement::OwnLine).then_some(start);
    }
    let mut end = tree.nodes[last].next as usize;
    while end < siblings.end && belongs(tree, end) {
        end = tree.nodes[end].next as usize;
    }
    start..end
}

/// Forms at top level between blank lines, which is as far as forms are laid out by one another.
struct Block<'r> {
    forms: Range<NodeId>,
    /// The form before them.
    previous: Option<NodeId>,
    /// The runs that are, or stand in, some of them.
    runs: &'r [Run],
}

impl Layout<'_> {
    /// Lays out runs of siblings where they stand: for each that does not stand as it should, the span of the source that it
    /// takes with the blanks before it, and what takes its place. The runs come in order, and none overlaps another.
    pub(crate) fn rewrites(
        &mut self,
        runs: &[Run],
        lexis: Lexis,
        printer: impl Fn() -> Printer,
    ) -> Vec<(Range<usize>, String)> {
        let mut rewrites = Vec::new();
        // Each block is measured and written once, however many runs it has.
        for Block {
            forms,
            previous,
            runs,
        } in self.blocks(runs)
        {
            self.measure_forms(forms.clone(), previous);
            let mut whole = printer();
            self.write(forms.clone(), false, &mut whole);
            let stand = self.stand_so(forms.start, runs, &whole.finish(), lexis);
            self.choices.borrow_mut().begin(forms.len());
            let moved = runs.iter().zip(stand).filter(|(_, stands)| !stands);
            rewrites.extend(moved.map(|(run, _)| self.rewrite(run, printer())));
        }
        rewrites
    }

    /// A run laid out where it stands, given that the forms around it have been measured.
    fn rewrite(&self, run: &Run, mut printer: Printer) -> (Range<usize>, String) {
        let span = run.span(self.tree);
        let line = self.line_start(span.start);
        let mut builder = Builder::new(self, &mut printer);
        let before = &self.text[line..span.start];
        // What follows a form feed begins a line for the layout, wherever that stands.
        let begins_line = self.node(run.nodes.start).begins_line
            && before.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        let (start, column) = match begins_line {
            true => (line, None),
            false => {
                builder.text(before);
                (span.start, Some(self.real_column(span.start)))
            }
        };
        match run.path.last() {
            Some(list) => {
                let start = run.nodes.start;
                let shape = |column, trail| self.shape_around(*list, column, trail, start);
                let mut arrangement = self.arrangement_before(&run.path, *list, start, shape);
                for id in self.tree.siblings(run.nodes.clone()) {
                    let node = self.node(id);
                    match id == run.nodes.start {
                        true => {
                            let column = column.unwrap_or_else(|| {
                                let column = arrangement.column_of_line(id, node);
                                builder.blanks(column);
                                column
                            });
                            arrangement.begin(id, node, column, begins_line, &mut builder);
                        }
                        false => arrangement.child(id, node, &mut builder),
                    }
                }
            }
            None => builder.forms(run.nodes.clone(), Start::Here(column.unwrap_or(0))),
        }
        builder.finish();
        let mut text = printer.finish();
        if start > line {
            text.drain(..start - line);
        }
        (start..span.end, text)
    }

    /// The blocks that runs are in, which come in order.
    fn blocks<'r>(&self, mut runs: &'r [Run]) -> Vec<Block<'r>> {
        let mut blocks = Vec::new();
        let (mut start, mut before, mut previous) = (0, None, None);
        // How many runs the block at hand has, and where the last of them ends.
        let (mut count, mut end) = (0, 0);
        let forms = self.tree.siblings(0..self.tree.nodes.len());
        for id in forms.map(Some).chain([None]) {
            if id.is_none_or(|id| self.node(id).blank > 0 && id >= end) {
                let within;
                (within, runs) = runs.split_at(count);
                let next = id.unwrap_or(self.tree.nodes.len());
                if !within.is_empty() {
                    blocks.push(Block {
                        forms: start..next,
                        previous: before,
                        runs: within,
                    });
                }
                (start, before, count) = (next, previous, 0);
            }
            let Some(id) = id else {
                break;
            };
            while let Some(run) = runs.get(count).filter(|run| run.form() == id) {
                end = run.nodes.end;
                count += 1;
            }
            if self.node(id).place != Placement::Trailing {
                previous = Some(id);
            }
        }
        blocks
    }

    /// Whether each of some runs stands in `whole`, what is made of the text from the form `first` on, as it stands there, and
    /// so does the form at top level around it.
    fn stand_so(&self, first: NodeId, runs: &[Run], whole: &str, lexis: Lexis) -> Vec<bool> {
        let tokens = |text| {
            let tokens = Lexer::new(text, lexis);
            tokens.filter(|token: &Token| token.kind != TokenKind::Whitespace)
        };
        let from = self.node(first).start as usize;
        let from = self.text[..from].trim_end_matches([' ', '\t']).len();
        let text = &self.text[from..];
        let mut stand = vec![true; runs.len()];
        let asked = runs.iter().map(|run| {
            let form = self.node(run.form()).start as usize;
            (form, run.span(self.tree))
        });
        let mut spans = asked.zip(&mut stand);
        // The last form of a run that is indented, or not as it is to be.
        let mut indented = None;
        let mut at_hand = spans.next();
        let (mut old_end, mut new_end) = (0, 0);
        for (old, new) in tokens(text).zip(tokens(whole)) {
            let start = from + old.start as usize;
            while at_hand
                .as_ref()
                .is_some_and(|((_, span), _)| start >= span.end)
            {
                at_hand = spans.next();
            }
            let Some(((form, span), stands)) = &mut at_hand else {
                break;
            };
            let gaps = (
                &text[old_end..old.start as usize],
                &whole[new_end..new.start as usize],
            );
            // Of the blanks before the span only those on its own line are in question.
            let is_same_gap = match start > span.start {
                true => gaps.0 == gaps.1,
                false => last_line(gaps.0) == last_line(gaps.1),
            };
            // In a form that is indented, what is to stand elsewhere may stand where it would if the form were not.
            if start == *form && last_line(gaps.0) != last_line(gaps.1) {
                indented = Some(start);
            }
            let is_same = is_same_gap && old.text(text) == new.text(whole);
            if indented == Some(*form) || start >= span.start && !is_same {
                **stands = false;
            }
            (old_end, new_end) = (old.end as usize, new.end as usize);
        }
        stand
    }

    /// The column of an item that begins a line, by what stands before it in the list that is the last of its `path`.
    pub(crate) fn column_of_item(&mut self, path: &[NodeId], item: NodeId) -> usize {
        let (Some(&form), Some(&list)) = (path.first(), path.last()) else {
            return 0;
        };
        let forms = form..self.node(form).next as usize;
        self.measure_forms(forms.clone(), None);
        self.choices.borrow_mut().begin(forms.len());
        let shape = |column, trail| self.shape(list, column, trail);
        let mut arrangement = self.arrangement_before(path, list, item, shape);
        arrangement.column_of_line(item, self.node(item))
    }

    /// A list's arrangement as it stands before an item; its shape follows from its column and from what follows it.
    fn arrangement_before(
        &self,
        path: &[NodeId],
        list: NodeId,
        item: NodeId,
        shape: impl FnOnce(usize, usize) -> Shape,
    ) -> Arrangement<'_, '_> {
        let mut offset = self.node(list).start as usize;
        let mut column = self.real_column(offset);
        let trail = self.trail(path);
        let shape = shape(column, trail);
        let mut arrangement = Arrangement::new(self, list, shape, column, trail);
        for child in self.tree.siblings(list + 1..item) {
            let node = self.node(child);
            if node.place == Placement::Free {
                // From one item to the next, so that each line is looked at once.
                let between = &self.text[offset..node.start as usize];
                column = match between.rfind(self.line_end()) {
                    Some(end) => column_of(&between[end + 1..]),
                    None => column_from(column, between),
                };
                offset = node.start as usize;
                arrangement.stand(child, node, column, !node.begins_line);
            }
        }
        arrangement
    }

    /// A list's shape, of which the items before `start` stand as they do in the source.
    fn shape_around(&self, list: NodeId, column: usize, trail: usize, start: NodeId) -> Shape {
        let canonical = self.shape(list, column, trail);
        match self.second_as_it_stands(list) {
            Some((second, shape)) if second < start => Shape {
                stay: canonical.stay,
                rows: canonical.rows,
                ..shape
            },
            _ => canonical,
        }
    }

    /// The width of what follows the last list of a path on its line whatever happens.
    fn trail(&self, path: &[NodeId]) -> usize {
        let pairs = path.iter().zip(path.iter().skip(1));
        pairs.fold(0, |trail, (outer, inner)| {
            let (outer, inner) = (self.node(*outer), self.node(*inner));
            match (outer.next == inner.next, outer.kind) {
                (false, _) => 0,
                (true, NodeKind::List) => trail + 1 + usize::from(outer.spaced.before_end),
                (true, _) => trail,
            }
        })
    }

    /// The column of the trailing comment right before a node in the source, or of the one that goes on with it.
    pub(super) fn comment_before(&self, id: NodeId) -> Option<usize> {
        let before = self.node(id.checked_sub(1)?);
        matches!(before.place, Placement::Trailing | Placement::Continued)
            .then(|| self.real_column(before.start as usize))
    }

    /// Where the line of an offset begins in the source.
    fn line_start(&self, offset: usize) -> usize {
        let line_end = self.text[..offset].rfind(self.line_end());
        line_end.map_or(0, |end| end + 1)
    }

    /// What lines of the source end in.
    fn line_end(&self) -> char {
        match self.end_of_line {
            "\r" => '\r',
            _ => '\n',
        }
    }

    /// The column of an offset in the source.
    fn real_column(&self, offset: usize) -> usize {
        column_of(&self.text[self.line_start(offset)..offset])
    }
}

fn last_line(gap: &str) -> &str {
    gap.rfind(['\n', '\r']).map_or(gap, |end| &gap[end + 1..])
}
