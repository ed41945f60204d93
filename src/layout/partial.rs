//! Lays out some of the items of a list in place, while the others stay as they are.
//!
//! The preceding items determine the list's columns, as they do if the author's lines are kept; from the first requested
//! item on, the layout proceeds as it does from the first item of a list. So items that are already right stay as they are,
//! and items in a list that is itself out of place are laid out relative to where the list is.

use super::arrange::Arrangement;
use super::build::Builder;
use super::places::{Gap, Printed};
use super::types::{Gaps, Shape};
use super::{Layout, Slot};
use crate::syntax::pairs::Difference;
use crate::syntax::tree::{NodeId, NodeKind, Placement, Tree};
use crate::text::width::{column as column_of, column_from, width};
use std::ops::Range;

/// Adjacent siblings, and the path down to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SiblingRun {
    /// The lists and prefixes around them, outermost first; empty at top level.
    path: Vec<NodeId>,
    /// The siblings, with everything inside them.
    nodes: Range<NodeId>,
}

impl SiblingRun {
    /// The runs that some spans touch, in order. Overlapping ones are merged.
    pub(crate) fn all_touched(tree: &Tree, spans: Vec<Range<usize>>) -> Vec<SiblingRun> {
        let mut runs: Vec<(SiblingRun, Range<usize>)> = Vec::new();
        for mut span in spans {
            while let Some(run) = SiblingRun::touched(tree, &span) {
                let found = run.span(tree);
                let overlaps = |(_, other): &(_, Range<usize>)| {
                    other.start < found.end && found.start < other.end
                };
                let Some(index) = runs.iter().position(overlaps) else {
                    runs.push((run, found));
                    break;
                };
                let (_, other) = runs.swap_remove(index);
                span = other.start.min(found.start)..other.end.max(found.end);
            }
        }
        runs.sort_unstable_by_key(|(_, span)| span.start);
        runs.into_iter().map(|(run, _)| run).collect()
    }

    /// The shortest run that covers all data and comments touched by a span: in the innermost list that contains them
    /// completely, together with the comments that belong to them. A list is touched through its opening bracket and its
    /// contents, not its closing bracket, so the last line of a list does not select all of it. White space selects
    /// nothing.
    fn touched(tree: &Tree, span: &Range<usize>) -> Option<SiblingRun> {
        let start = after_closers(tree, span.start);
        if start > span.start && start >= span.end {
            return None;
        }
        let span = &(start..span.end);
        let mut path: Vec<NodeId> = Vec::new();
        let mut siblings = 0..tree.nodes.len();
        // The list that is being entered, as a run.
        let mut around: Option<SiblingRun> = None;
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
            let run = SiblingRun {
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
                // A comment that belongs to the opening bracket selects the list.
                _ if tree.nodes[run.nodes.start].placement.belongs_to_code() => {
                    return around.or(Some(run));
                }
                _ => return Some(run),
            }
        }
    }

    /// The span of the source that the run covers.
    pub(crate) fn span(&self, tree: &Tree) -> Range<usize> {
        let ends = tree.siblings(self.nodes.clone());
        let end = ends.map(|id| tree.nodes[id].end).max().unwrap_or(0);
        tree.nodes[self.nodes.start].start as usize..end as usize
    }

    /// The top-level form that the run is, is in, or starts with.
    fn top(&self) -> NodeId {
        self.path.first().copied().unwrap_or(self.nodes.start)
    }
}

/// The node that starts at an offset, and the path down to it; none inside something verbatim.
pub(crate) fn item_at(tree: &Tree, offset: usize) -> Option<(Vec<NodeId>, NodeId)> {
    let begins_before = |id: &NodeId| (tree.nodes[*id].start as usize) < offset;
    let mut around = tree.around(offset..offset + 1).peekable();
    let path = std::iter::from_fn(|| around.next_if(begins_before)).collect();
    Some((path, around.next()?))
}

/// The end of the outermost list that has nothing but closing brackets and white space after an offset; the offset itself if there
/// is no such list around it.
fn after_closers(tree: &Tree, offset: usize) -> usize {
    let around: Vec<NodeId> = tree.around(offset..offset + 1).collect();
    let node = |id: NodeId| &tree.nodes[id];
    let is_last = |id: &NodeId| {
        let is_over = |child: NodeId| node(child).end as usize <= offset;
        offset >= node(*id).head_end as usize && tree.children(*id).all(is_over)
    };
    let Some(innermost) = around.last().copied().filter(is_last) else {
        return offset;
    };
    let outwards = around.into_iter().rev();
    let ending = outwards.take_while(|id| node(*id).next == node(innermost).next);
    let outermost = ending.last().unwrap_or(innermost);
    node(outermost).end as usize
}

/// Enters a node whose own opening token a span does not touch: a list, or a list after prefixes.
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

/// The siblings from `first` to `last`, with the own-line comments directly before them and the comments that belong to
/// their code.
fn with_comments(
    tree: &Tree,
    siblings: Range<NodeId>,
    first: NodeId,
    last: NodeId,
) -> Range<NodeId> {
    let mut start = first;
    // The start of the comments directly before the current sibling.
    let mut comments = None;
    for id in tree.siblings(siblings.start..tree.nodes[first].next as usize) {
        let node = &tree.nodes[id];
        if !node.placement.belongs_to_code() {
            start = match comments {
                Some(comments) if node.blank() == 0 => comments,
                _ => id,
            };
        }
        comments = (node.placement == Placement::OwnLine).then_some(start);
    }
    let mut end = tree.nodes[last].next as usize;
    while end < siblings.end && tree.nodes[end].placement.belongs_to_code() {
        end = tree.nodes[end].next as usize;
    }
    start..end
}

impl Layout<'_> {
    /// Lays out runs of siblings in place, which are in order and do not overlap. Those that are right already stay as they are.
    pub(crate) fn print_runs(mut self, runs: &[SiblingRun]) -> Printed {
        self.measure_all();
        let whole = self.print_all();
        self.begin(self.tree.nodes.len());
        let mut printed = Printed {
            output: String::with_capacity(self.text.len()),
            changes: Vec::new(),
        };
        let mut end = 0;
        for run in runs.iter().filter(|run| self.is_misplaced(run, &whole)) {
            let (span, within) = self.print_run(run);
            printed.output.push_str(&self.text[end..span.start]);
            let grown = printed.output.len().cast_signed() - span.start.cast_signed();
            printed.output.push_str(&within.output);
            let moved = |change: Difference| Difference {
                new: moved(change.new.start, grown)..moved(change.new.end, grown),
                ..change
            };
            printed
                .changes
                .extend(within.changes.into_iter().map(moved));
            end = span.end;
        }
        printed.output.push_str(&self.text[end..]);
        printed
    }

    /// Lays out a run in place, after the top-level forms around it have been measured. Returns the span that the output replaces, too.
    fn print_run(&self, run: &SiblingRun) -> (Range<usize>, Printed) {
        let gaps = self.gaps_around(&run.path);
        let gaps = gaps.as_ref();
        let span = run.span(self.tree);
        let line = self.line_start(span.start);
        let mut builder = Builder::new(self, run.nodes.len());
        let before = &self.text[line..span.start];
        // For the layout, what follows a form feed starts a line, wherever it is.
        let begins_line = self.node(run.nodes.start).begins_line()
            && before.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        let (start, before, column) = match begins_line {
            true => (line, "", None),
            false => (span.start, before, Some(self.real_column(span.start))),
        };
        match run.path.last() {
            Some(&list) => {
                let first = run.nodes.start;
                let slot = self.slot_in_source(&run.path);
                let (mut shape, inside) = self.shape_around(list, slot, first, gaps);
                let gaps = inside.as_ref().or(gaps);
                let in_slot = |column| Slot { column, ..slot };
                if column.is_some_and(|it| self.is_on_one_line(run, list, in_slot(it), gaps)) {
                    shape.stay = usize::MAX;
                }
                let mut arrangement = self.arrangement_before(list, shape, slot, first, gaps);
                let node = self.node(first);
                let column = column.unwrap_or_else(|| arrangement.column_of_line(first, node));
                if begins_line {
                    builder.begin_line(column, 0);
                }
                let take = &mut |step, slot| builder.step(step, slot, inside.as_ref());
                arrangement.begin(first, node, column, begins_line, take);
                for id in self.tree.siblings(node.next as usize..run.nodes.end) {
                    arrangement.child(id, self.node(id), take);
                }
            }
            None => {
                if begins_line {
                    builder.begin_line(0, 0);
                }
                builder.top_level(run.nodes.clone(), Some(column.unwrap_or(0)));
            }
        }
        let places = builder.finish(before);
        let printed = self.print_places(&places, Gap::Blanks, start..span.end, begins_line);
        (start..span.end, printed)
    }

    /// Whether a run is not exactly the same in the source and in `whole`, the formatted text.
    fn is_misplaced(&self, run: &SiblingRun, whole: &Printed) -> bool {
        let changes = &whole.changes;
        let after = |start: usize| changes.partition_point(|change| change.old.end <= start);
        // Whether what is before a token on its line is the same in both texts.
        let is_right = |start: usize| {
            let before = after(start).checked_sub(1).map(|index| &changes[index]);
            before.is_none_or(|Difference { old, new }| {
                old.end < start
                    || last_line(&self.text[old.clone()]) == last_line(&whole.output[new.clone()])
            })
        };
        let span = run.span(self.tree);
        let inside = changes.get(after(span.start));
        // In an indented top-level form, an item may be where it would be if the form were not indented.
        !(is_right(self.node(run.top()).start as usize)
            && is_right(span.start)
            && inside.is_none_or(|change| change.old.start >= span.end))
    }

    /// The column of an item that starts a line, given what precedes it in the last list of its `path`.
    pub(crate) fn column_of_item(&mut self, path: &[NodeId], item: NodeId) -> usize {
        let (Some(&top), Some(&list)) = (path.first(), path.last()) else {
            return 0;
        };
        let top = top..self.node(top).next as usize;
        let nodes = if self.learns_columns() {
            0..self.tree.nodes.len()
        } else {
            top.clone()
        };
        self.measure_top_level(nodes);
        self.learn(Some(item));
        self.begin(top.len());
        let slot = self.slot_in_source(path);
        let shape = self.shape(list, slot);
        let arrangement = self.arrangement_before(list, shape, slot, item, None);
        arrangement.column_of_line(item, self.node(item))
    }

    /// The arrangement of a list as it is before an item.
    fn arrangement_before<'l>(
        &'l self,
        list: NodeId,
        shape: Shape,
        slot: Slot,
        item: NodeId,
        gaps: Option<&'l Gaps>,
    ) -> Arrangement<'l, 'l> {
        let mut offset = self.node(list).start as usize;
        let mut column = slot.column;
        let mut arrangement = Arrangement::new(self, list, shape, slot, gaps);
        for child in self.tree.siblings(list + 1..item) {
            let node = self.node(child);
            if node.placement == Placement::Free {
                // The column is computed from one item to the next, so that each line is read only once.
                let between = &self.text[offset..node.start as usize];
                column = match between.rfind(self.line_end()) {
                    Some(end) => column_of(&between[end + 1..]),
                    None => column_from(column, between),
                };
                offset = node.start as usize;
                arrangement.stand(child, node, column, !node.begins_line());
            }
        }
        arrangement
    }

    /// The gaps that the neighbours of the last list of a path decide for its items.
    fn gaps_around(&self, path: &[NodeId]) -> Option<Gaps> {
        let (_, around) = path.split_last()?;
        let Some(list) = around.last() else {
            return self.gaps_at_top_level().cloned();
        };
        let gaps = self.gaps_around(around);
        self.shape_and_gaps(*list, self.slot_in_source(around), gaps.as_ref())
            .1
    }

    /// The shape of a list whose items before `start` are where they are in the source, and the gaps in its lists.
    fn shape_around(
        &self,
        list: NodeId,
        slot: Slot,
        start: NodeId,
        around: Option<&Gaps>,
    ) -> (Shape, Option<Gaps>) {
        let (canonical, gaps) = self.shape_and_gaps(list, slot, around);
        let shape = match self.second_as_it_stands(list) {
            // If lines are kept, the list has this shape in any case.
            Some((second, shape)) if second < start && !self.style.line_breaks.keeps_columns() => {
                Shape {
                    stay: canonical.stay,
                    rows: canonical.rows,
                    ..shape
                }
            }
            _ => canonical,
        };
        (shape, gaps)
    }

    /// Whether a list is on one line if a run in it is, while everything else in it stays as it is. `slot` has the column of the run
    /// and what follows the list.
    fn is_on_one_line(
        &self,
        run: &SiblingRun,
        list: NodeId,
        slot: Slot,
        gaps: Option<&Gaps>,
    ) -> bool {
        let (span, node) = (run.span(self.tree), self.node(list));
        let before = &self.text[node.start as usize..span.start];
        let after = &self.text[span.end..node.end as usize];
        let gap = self.gap(run.nodes.start, gaps);
        let siblings = self.tree.siblings(run.nodes.clone());
        let widths = siblings.map(|id| Some(self.gap(id, gaps) + self.flat_width(id)?));
        let end = widths
            .sum::<Option<usize>>()
            .map(|run| slot.end(run + width(after)));
        self.flat_width(list).is_some()
            && !before.contains(self.line_end())
            && !after.contains(self.line_end())
            && end.is_some_and(|end| end <= self.width.saturating_add(gap))
    }

    /// Where the last list of a path is in the source.
    fn slot_in_source(&self, path: &[NodeId]) -> Slot {
        let list = path.last();
        let column = list.map_or(0, |list| self.real_column(self.node(*list).start as usize));
        let suffix = path.windows(2).fold(0, |suffix, pair| {
            let (outer, inner) = (self.node(pair[0]), self.node(pair[1]));
            match (outer.next == inner.next, outer.kind) {
                (false, _) => 0,
                (true, NodeKind::List) => suffix + 1 + usize::from(outer.has_space_before_end()),
                (true, _) => suffix,
            }
        });
        Slot { column, suffix }
    }

    /// The column of the trailing comment directly before a node in the source, or of the one that continues it.
    pub(super) fn comment_before(&self, id: NodeId) -> Option<usize> {
        let before = self.node(id.checked_sub(1)?);
        before
            .placement
            .belongs_to_code()
            .then(|| self.real_column(before.start as usize))
    }

    /// The start of the line of an offset in the source.
    fn line_start(&self, offset: usize) -> usize {
        let line_end = self.text[..offset].rfind(self.line_end());
        line_end.map_or(0, |end| end + 1)
    }

    /// The line ending of the source.
    pub(super) fn line_end(&self) -> char {
        match self.newline.end {
            "\r" => '\r',
            _ => '\n',
        }
    }

    /// The column of an offset in the source.
    fn real_column(&self, offset: usize) -> usize {
        column_of(&self.text[self.line_start(offset)..offset])
    }
}

/// An offset after a text before it has grown by this much.
fn moved(offset: usize, grown: isize) -> usize {
    offset.strict_add_signed(grown)
}

/// The blanks before an item that are on its own line.
fn last_line(gap: &str) -> &str {
    gap.rfind(['\n', '\r']).map_or(gap, |end| &gap[end + 1..])
}
