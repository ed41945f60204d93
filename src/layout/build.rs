//! Turns chosen shapes into places, one after the other.

use super::comments::CommentPlace;
use super::places::{Gap, Part, Place};
use super::types::{Gaps, Rows, Step};
use super::{Layout, Slot, Written};
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind, Placement};
use crate::text::width::{column as column_after, width};
use std::mem::{replace, take};
use std::ops::Range;

impl Layout<'_> {
    /// Chooses shapes for the whole text, which has been measured, and puts everything in its place.
    pub(super) fn places(&self) -> Vec<Place> {
        let mut builder = Builder::new(self, self.tree.nodes.len(), None);
        let first = self.tree.top_level().next();
        builder.columns = first.map_or(0, |first| self.margin_of(first));
        builder.top_level(0..self.tree.nodes.len(), Some(builder.columns));
        builder.finish("")
    }

    /// Whether a form at top level goes on the line of the one before it, at a column. The value of a keyword does, as in Gerbil's
    /// `package: name` or what follows Racket's `#lang s-exp syntax/module-reader`.
    fn follows_at_top_level(&self, id: NodeId, column: usize, is_after_keyword: bool) -> bool {
        let node = self.node(id);
        let is_value =
            is_after_keyword && node.kind.is_datum() && node.kind != NodeKind::HereString;
        node.placement == Placement::Free
            && node.kind != NodeKind::Page
            && match self.style.line_breaks {
                LineBreaks::Canonical => is_value && node.blank() == 0,
                LineBreaks::Persistent => {
                    !node.begins_line() && (is_value || self.fits(id, Slot::at(column)))
                }
                LineBreaks::Keep => !node.begins_line(),
            }
    }

    /// The column after a node that is neither a list nor a prefix, if something may follow there.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn end_of_leaf(&self, id: NodeId, column: usize) -> Option<usize> {
        match self.flat_width(id) {
            Some(width) => Some(column + width),
            None => self.end_of_lines(id, column),
        }
    }

    /// The column after a list or a prefix, given that after what is in it, or that of its bracket on a line of its own.
    #[inline]
    pub(super) fn end_of_broken(&self, id: NodeId, inside: usize, closes_below: bool) -> usize {
        match self.node(id).kind {
            NodeKind::List => inside + self.blanks_before_closer(id, closes_below, None) + 1,
            _ => inside,
        }
    }

    /// The number of blanks before the closing bracket of a list, which may begin a line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn blanks_before_closer(&self, id: NodeId, begins_line: bool, gaps: Option<&Gaps>) -> usize {
        let node = self.node(id);
        match node.has_space_before_end() {
            _ if begins_line => 0,
            true => 1,
            false => self.padding(node.end - 1, gaps),
        }
    }

    /// The column after a comment or a node with several lines, if something may follow there.
    fn end_of_lines(&self, id: NodeId, column: usize) -> Option<usize> {
        if self.is_open_ended(id) {
            return None;
        }
        let text = self.head_text(id);
        Some(match text.rfind(['\n', '\r']) {
            Some(line_end) => column_after(&text[line_end + 1..], self.newline.tab),
            None => column + width(text),
        })
    }
}

/// Puts top-level forms in their places, line by line.
pub(super) struct Builder<'l, 'a> {
    layout: &'l Layout<'a>,
    places: Vec<Place>,
    comments: Vec<CommentPlace>,
    /// The gap before the next place, and its columns so far.
    gap: Gap,
    columns: usize,
    /// The number of the current line among those that begin here.
    line: usize,
    /// The line on which the innermost list of several lines begins.
    list_line: Option<usize>,
    /// The column of the forms at top level that begin lines, if they go where another one is.
    margin: Option<usize>,
    /// The last comment on its own line at top level, and the first of those directly above it.
    comment_run: Option<(NodeId, NodeId)>,
}

impl<'l, 'a> Builder<'l, 'a> {
    /// A builder for about this many nodes, with the forms at top level that begin lines at a column, or where they go by themselves.
    pub(super) fn new(layout: &'l Layout<'a>, nodes: usize, margin: Option<usize>) -> Self {
        Builder {
            layout,
            places: Vec::with_capacity(nodes / 2 + nodes / 8),
            comments: Vec::new(),
            gap: Gap::Blanks,
            columns: 0,
            line: 0,
            list_line: None,
            margin,
            comment_run: None,
        }
    }

    /// Writes top-level forms. The first one starts at the current position, which is at the column `here`, or else on a line of
    /// its own. Returns the column after the last one, if something may follow there.
    pub(super) fn top_level(
        &mut self,
        nodes: Range<NodeId>,
        mut here: Option<usize>,
    ) -> Option<usize> {
        let layout = self.layout;
        // The column after the previous top-level form, if the next one may go on its line.
        let mut free = None;
        // Whether the previous top-level form is a keyword, which takes its value along.
        let mut takes_value = false;
        for id in layout.tree.siblings(nodes) {
            let node = layout.node(id);
            layout.begin(node.next as usize - id);
            if node.placement == Placement::Trailing {
                self.comment(id);
                free = None;
                continue;
            }
            let follows = |column: &usize| layout.follows_at_top_level(id, *column, takes_value);
            let beside = free.map(|free| free + 1).filter(follows);
            let column = match (beside, here.take()) {
                (Some(column), _) => {
                    self.columns += 1;
                    column
                }
                (None, Some(column)) => column,
                (None, None) => {
                    let most = layout.style.most_blank_lines();
                    let column = match node.placement {
                        placement @ (Placement::Margin | Placement::OwnLine) => {
                            self.column_of_comment(id, placement)
                        }
                        _ => self.margin_of(id),
                    };
                    self.begin_line(column, node.blank().min(most));
                    column
                }
            };
            free = match node.placement {
                Placement::Continued => {
                    self.comment(id);
                    None
                }
                _ => self.node(id, Slot::at(column), layout.gaps_at_top_level()),
            };
            takes_value = layout.measured(id).word.is_keyword() && beside.is_none();
        }
        free
    }

    /// The column of a form at top level, or a comment among these, that begins a line.
    pub(super) fn margin_of(&self, form: NodeId) -> usize {
        let own = || self.layout.margin_of(form);
        self.margin.unwrap_or_else(own)
    }

    /// The column of a comment on its own line at top level: if columns are learned and it has one semicolon, as far from the first of the
    /// comments directly above it as in the source.
    fn column_of_comment(&mut self, comment: NodeId, placement: Placement) -> usize {
        let layout = self.layout;
        if !layout.learns_columns() {
            return match placement {
                Placement::Margin => 0,
                _ => self.margin_of(comment),
            };
        }
        let first = match self.comment_run {
            Some((last, first)) if last + 1 == comment && self.goes_on(comment) => first,
            // A range may begin within the run.
            _ => {
                let above = (1..=comment).rev().take_while(|id| self.goes_on(*id));
                above.last().map_or(comment, |id| id - 1)
            }
        };
        self.comment_run = Some((comment, first));
        match placement {
            Placement::Margin => 0,
            _ if layout.semicolons(comment) > 1 => self.margin_of(comment),
            _ => {
                let column = self.margin_of(first) + layout.column_of(comment);
                column.saturating_sub(layout.column_of(first))
            }
        }
    }

    /// Whether a comment at top level is directly below another one, both on their own lines.
    fn goes_on(&self, comment: NodeId) -> bool {
        let layout = self.layout;
        let Some(above) = comment.checked_sub(1).map(|above| layout.node(above)) else {
            return false;
        };
        let node = layout.node(comment);
        let between = above.end as usize..node.start as usize;
        node.line_ends == 1
            && matches!(above.placement, Placement::OwnLine | Placement::Margin)
            && layout.text[between].trim_ascii().is_empty()
    }

    /// Writes a node with these gaps before its items. Returns the column after it, if something may follow there.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
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
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
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
    #[inline(never)]
    fn broken(&mut self, id: NodeId, slot: Slot, gaps: Option<&Gaps>) -> Option<usize> {
        let layout = self.layout;
        let node = layout.node(id);
        self.head(id);
        if node.has_space_after_head() && !layout.begins_below(id) {
            self.columns += 1;
        }
        let (shape, inside) = layout.shape_and_gaps(id, slot, gaps);
        let gaps = inside.as_deref().or(gaps);
        let around = self.list_line.replace(self.line);
        let start = self.places.len();
        let mut closes_below = false;
        let take = &mut |step, slot| {
            closes_below = matches!(step, Step::Close(_));
            self.step(step, slot, inside.as_deref())
        };
        let end = layout.arrange(id, shape, slot, gaps, take);
        self.list_line = around;
        if shape.rows == Rows::Fill && self.are_equal_rows_of_numbers(id, start) {
            layout.may_change_again.set(true);
        }
        self.closer(id, closes_below, None);
        end.map(|end| layout.end_of_broken(id, end, closes_below))
    }

    /// Whether the places from `start` on, those of the items of a list, are lines of equally many numbers, which the next canonical layout
    /// takes for rows.
    fn are_equal_rows_of_numbers(&self, list: NodeId, start: usize) -> bool {
        let layout = self.layout;
        if layout.style.line_breaks != LineBreaks::Canonical {
            return false;
        }
        let places = &self.places[start..];
        let mut rows = places.chunk_by(|_, next| !matches!(next.gap, Gap::Line(_)));
        let first = rows.next().map_or(0, <[Place]>::len);
        // Each number has one place.
        first < places.len()
            && rows.all(|row| row.len() == first)
            && layout.tree.items(list).all(|item| layout.is_number(item))
    }

    /// Writes a node on one line.
    fn flat(&mut self, id: NodeId, gaps: Option<&Gaps>) {
        let layout = self.layout;
        let node = layout.node(id);
        if layout.measured(id).written == Written::AsInSource {
            return self.place(id, Part::Whole);
        }
        self.head(id);
        for (index, child) in layout.tree.children(id).enumerate() {
            if index > 0 || node.has_space_after_head() {
                self.columns += layout.gap(child, gaps);
            } else {
                self.columns += layout.padding(layout.node(child).start, gaps);
            }
            self.flat(child, gaps);
        }
        self.closer(id, false, gaps);
    }

    /// Writes a node's own first token.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn head(&mut self, id: NodeId) {
        let is_other = self.layout.measured(id).written == Written::Respelled
            || matches!(
                self.layout.node(id).kind,
                NodeKind::HereString | NodeKind::LineComment
            );
        self.place(id, if is_other { Part::Other } else { Part::Head });
    }

    /// Writes the closing bracket, if the node is a list; it may begin a line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn closer(&mut self, id: NodeId, begins_line: bool, gaps: Option<&Gaps>) {
        if self.layout.node(id).kind == NodeKind::List {
            self.columns += self.layout.blanks_before_closer(id, begins_line, gaps);
            self.place(id, Part::Close);
        }
    }

    /// Writes a comment that may move to the column of others.
    fn comment(&mut self, id: NodeId) {
        self.comments.push(CommentPlace {
            index: self.places.len(),
            is_beside_opener: self.list_line == Some(self.line),
        });
        self.head(id);
    }

    /// Starts a line at a column, after `blank` empty lines.
    #[inline]
    pub(super) fn begin_line(&mut self, column: usize, blank: u8) {
        self.line += 1;
        (self.gap, self.columns) = (Gap::Line(blank), column);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn place(&mut self, node: NodeId, part: Part) {
        self.places.push(Place {
            node: node as u32,
            columns: take(&mut self.columns) as u32,
            gap: replace(&mut self.gap, Gap::Blanks),
            part,
        });
    }

    /// All places, with the comments in their columns; `before` is what precedes the first place on its line.
    pub(super) fn finish(mut self, before: &str) -> Vec<Place> {
        (self.layout).align_comments(&mut self.places, &self.comments, before);
        self.places
    }

    /// Writes the next step of an arrangement; its slot and the result are those of a [`Step`]. `inside` has the gaps in the lists of
    /// the list.
    pub(super) fn step(&mut self, step: Step, slot: Slot, inside: Option<&Gaps>) -> Option<usize> {
        let column = slot.column;
        let child = match step {
            Step::Touch(child) => child,
            Step::Space(child, gap) => {
                self.columns += gap;
                child
            }
            Step::Line(child, blank) => {
                self.begin_line(column, blank);
                child
            }
            Step::Trailing(comment) => {
                self.comment(comment);
                return self.layout.end_of_leaf(comment, column);
            }
            Step::OwnLine(comment, blank) => {
                self.begin_line(column, blank);
                self.head(comment);
                return self.layout.end_of_leaf(comment, column);
            }
            Step::Continued(comment) => {
                self.begin_line(0, 0);
                self.comment(comment);
                return None;
            }
            Step::Close(blank) => {
                self.begin_line(column, blank);
                return None;
            }
        };
        self.node(child, slot, inside)
    }
}
