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
use crate::options::LineBreaks;
use crate::syntax::pairs::{Difference, Replaced};
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement, Tree};
use crate::text::lines::Lines;
use crate::text::width::{column as column_of, width};
use std::iter::successors;
use std::ops::Range;

/// Adjacent siblings, and the path down to them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SiblingRun {
    /// The lists and prefixes around them, outermost first; empty at top level.
    path: Vec<NodeId>,
    /// The siblings, with everything inside them.
    nodes: Range<NodeId>,
    /// Their span in the source.
    span: Range<usize>,
}

impl SiblingRun {
    /// The runs that some spans touch, in order. Overlapping ones are merged. Given the lines of the text, a span goes on to all lines that
    /// its run is on.
    fn all_touched(
        tree: &Tree,
        mut spans: Vec<Range<usize>>,
        lines: Option<(&str, &Lines)>,
    ) -> Vec<SiblingRun> {
        let finder = RunFinder {
            tree,
            parents: tree.parents(),
        };
        spans.sort_unstable_by_key(|span| span.start);
        let mut runs: Vec<SiblingRun> = Vec::new();
        for mut span in spans {
            // What is in a run adds nothing to it.
            if runs
                .last()
                .is_some_and(|last| end_of(&span) <= last.span.end)
            {
                continue;
            }
            loop {
                let floor = runs.last().map_or(0, |last| last.nodes.end);
                let Some(run) = finder.touched(&span, floor) else {
                    break;
                };
                if let Some((text, lines)) = lines {
                    let around = lines.around(text, &run.span);
                    if around.start < span.start || span.end < around.end {
                        span = span.start.min(around.start)..span.end.max(around.end);
                        continue;
                    }
                }
                match runs.pop_if(|last| run.span.start < last.span.end) {
                    Some(last) => span = last.span.start..last.span.end.max(run.span.end),
                    None => {
                        runs.push(run);
                        break;
                    }
                }
            }
        }
        runs
    }

    /// The top-level form that the run is, is in, or starts with.
    fn top(&self) -> NodeId {
        self.path.first().copied().unwrap_or(self.nodes.start)
    }
}

/// The end of a span. An empty one touches what begins there.
fn end_of(span: &Range<usize>) -> usize {
    span.end.max(span.start + 1)
}

/// Finds runs in a tree without walking all of it for each.
struct RunFinder<'t> {
    tree: &'t Tree,
    parents: Vec<Option<NodeId>>,
}

impl RunFinder<'_> {
    fn node(&self, id: NodeId) -> &Node {
        &self.tree.nodes[id]
    }

    /// The nodes around a position or before it, outermost first: the last one that starts at or before it, and those that it is in.
    fn path(&self, offset: usize) -> Vec<NodeId> {
        let after = (self.tree.nodes).partition_point(|node| node.start as usize <= offset);
        let last = after.checked_sub(1);
        let mut path: Vec<NodeId> = successors(last, |id| self.parents[*id]).collect();
        path.reverse();
        path
    }

    /// The shortest run that covers all data and comments touched by a span: in the innermost list that contains them
    /// completely, together with the comments that belong to them. A list is touched through its opening bracket and its
    /// contents, not its closing bracket, so the last line of a list does not select all of it. White space selects
    /// nothing. Of comments before the node `floor`, the last one is enough.
    fn touched(&self, span: &Range<usize>, floor: NodeId) -> Option<SiblingRun> {
        let start = self.after_closers(span.start);
        if start > span.start && start >= span.end {
            return None;
        }
        let span = &(start..span.end);
        let (starts, ends) = (self.path(span.start), self.path(end_of(span) - 1));
        let mut path: Vec<NodeId> = Vec::new();
        let mut siblings = 0..self.tree.nodes.len();
        // The list that is being entered, as a run.
        let mut around: Option<SiblingRun> = None;
        loop {
            let first = match starts.get(path.len()) {
                Some(&id) if (self.node(id).end as usize) > span.start => id,
                Some(&id) => self.node(id).next as usize,
                None => siblings.start,
            };
            let touched = *ends.get(path.len())?;
            if first >= siblings.end || touched < first {
                return None;
            }
            let run = self.run(path.clone(), siblings.clone(), [first, touched], floor);
            match inside(self.tree, first, span) {
                Some(way) if first == touched => {
                    let list = *way.last()?;
                    path.extend(way);
                    siblings = list + 1..self.node(list).next as usize;
                    around = Some(run);
                }
                // A comment that belongs to the opening bracket selects the list.
                _ if self.node(run.nodes.start).placement.belongs_to_code() => {
                    return around.or(Some(run));
                }
                _ => return Some(run),
            }
        }
    }

    /// The end of the outermost list that has nothing but closing brackets and white space after an offset; the offset itself if there
    /// is no such list around it.
    fn after_closers(&self, offset: usize) -> usize {
        let mut path = self.path(offset);
        let after = path.last().map_or(0, |last| last + 1);
        path.retain(|id| self.node(*id).end as usize > offset);
        let is_last = |id: &NodeId| {
            let node = self.node(*id);
            offset >= node.head_end as usize && after >= node.next as usize
        };
        let Some(innermost) = path.last().copied().filter(is_last) else {
            return offset;
        };
        let outwards = path.into_iter().rev();
        let ending = outwards.take_while(|id| self.node(*id).next == self.node(innermost).next);
        self.node(ending.last().unwrap_or(innermost)).end as usize
    }

    /// The siblings from the first to the last of two, with the own-line comments directly before them and the comments that belong to
    /// their code.
    fn run(
        &self,
        path: Vec<NodeId>,
        siblings: Range<NodeId>,
        [first, mut last]: [NodeId; 2],
        floor: NodeId,
    ) -> SiblingRun {
        let before = |id: NodeId| (id > siblings.start).then(|| self.sibling_before(id));
        let belongs = |id: &NodeId| self.node(*id).placement.belongs_to_code();
        let code = successors(Some(first), |id| before(*id)).find(|id| !belongs(id));
        let is_comment = |id: &NodeId| self.node(*id).placement == Placement::OwnLine;
        let comment = |id: &NodeId| match self.node(*id).blank() {
            0 if *id >= floor => before(*id).filter(is_comment),
            _ => None,
        };
        let start = successors(code, comment).last().unwrap_or(first);
        let next = |id: NodeId| self.node(id).next as usize;
        while next(last) < siblings.end && belongs(&next(last)) {
            last = next(last);
        }
        SiblingRun {
            path,
            nodes: start..next(last),
            span: self.node(start).start as usize..self.node(last).end as usize,
        }
    }

    /// The sibling directly before a node that has one.
    fn sibling_before(&self, id: NodeId) -> NodeId {
        let mut before = id - 1;
        while self.parents[before] != self.parents[id] {
            match self.parents[before] {
                Some(parent) => before = parent,
                None => break,
            }
        }
        before
    }
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

impl Layout<'_> {
    /// Lays out the data that some spans touch, in place, or all data on the lines that these are on. Runs that are right already stay as
    /// they are.
    pub(crate) fn print_touched(mut self, spans: Vec<Range<usize>>, whole_lines: bool) -> Printed {
        let lines = whole_lines.then(|| Lines::of(self.text));
        let lines = lines.as_ref().map(|lines| (self.text, lines));
        let runs = SiblingRun::all_touched(self.tree, spans, lines);
        self.measure_all();
        let whole = self.print_all(&self.places());
        self.begin(self.tree.nodes.len());
        let changes: Vec<Difference> = Replaced::differences(&whole.changes).collect();
        let runs = runs
            .iter()
            .filter(|run| self.is_misplaced(run, &whole.output, &changes));
        let runs: Vec<&SiblingRun> = runs.collect();
        RunPrinter::new(&self).print(&runs)
    }

    /// Lays out the top-level forms of a fragment, behind blanks for what is before it. They stay on their lines. The first one stays where
    /// it is, and the others that begin lines go to its column. Those that do are laid out together, as their comments are aligned.
    pub(crate) fn print_fragment(mut self) -> Printed {
        self.measure_all();
        self.begin(self.tree.nodes.len());
        let is_page = |id: NodeId| self.node(id).kind == NodeKind::Page;
        let goes_on = |id: NodeId| {
            let node = self.node(id);
            let shares_line = node.placement == Placement::Free && !node.begins_line();
            !(is_page(id) || shares_line && self.style.line_breaks == LineBreaks::Canonical)
        };
        let forms = Vec::from_iter(self.tree.top_level());
        let together = forms.chunk_by(|before, form| !is_page(*before) && goes_on(*form));
        let span = |forms: &[NodeId]| {
            self.node(forms[0]).span().start..self.node(forms[forms.len() - 1]).span().end
        };
        let forms = together.filter(|forms| !is_page(forms[0])).map(span);
        let forms: Vec<Range<usize>> = forms.collect();
        let mut printer = RunPrinter::new(&self);
        if let Some(first) = forms.first() {
            printer.margin = Some(self.source_column(first.start));
            printer.stays = Some(first.start);
        }
        let runs = SiblingRun::all_touched(self.tree, forms, None);
        printer.print(&Vec::from_iter(&runs))
    }

    /// Whether a run is not exactly the same in the source and in the formatted text, given where these differ.
    fn is_misplaced(&self, run: &SiblingRun, formatted: &str, changes: &[Difference]) -> bool {
        let after = |start: usize| changes.partition_point(|change| change.old.end <= start);
        // Whether what is before a token on its line is the same in both texts.
        let is_right = |start: usize| {
            let before = after(start).checked_sub(1).map(|index| &changes[index]);
            before.is_none_or(|Difference { old, new }| {
                old.end < start
                    || last_line(&self.text[old.clone()]) == last_line(&formatted[new.clone()])
            })
        };
        let span = &run.span;
        let inside = changes.get(after(span.start));
        // In an indented top-level form, an item may be where it would be if the form were not indented.
        !(is_right(self.node(run.top()).start as usize)
            && is_right(span.start)
            && inside.is_none_or(|change| change.old.start >= span.end))
    }

    /// The column of the item at an offset, which starts a line, given what precedes it in its list; none if it is in something verbatim.
    pub(crate) fn column_of_item(mut self, offset: usize) -> Option<usize> {
        let mut path: Vec<NodeId> = self.tree.around(offset..offset + 1).collect();
        let item = path
            .iter()
            .position(|id| self.node(*id).start as usize == offset)?;
        let top = path[0]..self.node(path[0]).next as usize;
        let item = path.drain(item..).next()?;
        let nodes = if self.learns_columns() {
            0..self.tree.nodes.len()
        } else {
            top.clone()
        };
        self.measure_top_level(nodes);
        self.learn(Some(item));
        self.begin(top.len());
        let run = SiblingRun {
            path,
            nodes: item..self.node(item).next as usize,
            span: self.node(item).span(),
        };
        let line = self.line_start(offset);
        let printed = RunPrinter::new(&self).print(&[&run]);
        let text = &printed.output[line..];
        let blanks = text.len() - text.trim_start_matches([' ', '\t']).len();
        Some(column_of(&text[..blanks], self.newline.tab))
    }

    /// A list around runs.
    fn list_around<'g>(
        &self,
        list: NodeId,
        slot: Slot,
        around: Option<&'g Gaps>,
    ) -> ListAround<'g> {
        let (shape, inside) = self.shape_and_gaps(list, slot, around);
        let node = self.node(list);
        let text = &self.text[node.span()];
        let line_end = |at: Option<usize>| Some(node.start as usize + at?);
        let line_ends = [text.find(self.line_end()), text.rfind(self.line_end())].map(line_end);
        ListAround {
            slot,
            around,
            inside,
            shape,
            second: self.second_as_it_stands(list),
            line_ends: line_ends[0]
                .zip(line_ends[1])
                .map(|(first, last)| [first, last]),
        }
    }

    /// The shape of a list whose items before `start` are where they are in the source.
    fn shape_around(&self, list: &ListAround<'_>, start: NodeId) -> Shape {
        match list.second {
            // If lines are kept, the list has this shape in any case.
            Some((second, shape))
                if second < start && self.style.line_breaks != LineBreaks::Keep =>
            {
                Shape {
                    stay: list.shape.stay,
                    rows: list.shape.rows,
                    ..shape
                }
            }
            _ => list.shape,
        }
    }

    /// Lays out a run in a list that stands before it in this way. The run is at a column if it goes on with a line, which stays. Returns the
    /// column after it.
    fn lay_out_run(
        &self,
        run: &SiblingRun,
        list: &ListAround<'_>,
        mut arrangement: Arrangement<'_, '_>,
        column: Option<usize>,
        builder: &mut Builder<'_, '_>,
    ) -> Option<usize> {
        let first = run.nodes.start;
        let node = self.node(first);
        arrangement.shape = self.shape_around(list, first);
        if column.is_some_and(|it| self.is_on_one_line(run, arrangement.list, list, it)) {
            arrangement.shape.stay = usize::MAX;
        }
        let begins_line = column.is_none();
        let column = column.unwrap_or_else(|| arrangement.column_of_line(first, node));
        if begins_line {
            builder.begin_line(column, 0);
        }
        let take = &mut |step, slot| builder.step(step, slot, list.inside.as_deref());
        arrangement.begin(first, node, column, begins_line, take);
        for id in self.tree.siblings(node.next as usize..run.nodes.end) {
            arrangement.child(id, self.node(id), take);
        }
        arrangement.end
    }

    /// Whether a list is on one line if a run at a column in it is, while everything else in it stays as it is.
    fn is_on_one_line(
        &self,
        run: &SiblingRun,
        list: NodeId,
        around: &ListAround<'_>,
        column: usize,
    ) -> bool {
        let span = &run.span;
        let has_others = |[first, last]: [usize; 2]| first < span.start || last >= span.end;
        if self.flat_width(list).is_none() || around.line_ends.is_some_and(has_others) {
            return false;
        }
        let gaps = around.gaps();
        let slot = Slot {
            column,
            ..around.slot
        };
        let after = &self.text[span.end..self.node(list).end as usize];
        let gap = self.gap(run.nodes.start, gaps);
        let siblings = self.tree.siblings(run.nodes.clone());
        let widths = siblings.map(|id| Some(self.gap(id, gaps) + self.flat_width(id)?));
        let end = widths
            .sum::<Option<usize>>()
            .map(|run| slot.end(run + width(after)));
        end.is_some_and(|end| end <= self.width.saturating_add(gap))
    }

    /// The column of the trailing comment directly before a node in the source, or of the one that continues it.
    pub(super) fn comment_before(&self, id: NodeId) -> Option<usize> {
        let before = self.node(id.checked_sub(1)?);
        before
            .placement
            .belongs_to_code()
            .then(|| self.source_column(before.start as usize))
    }

    /// The start of the line of an offset in the source.
    pub(super) fn line_start(&self, offset: usize) -> usize {
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
}

/// The arrangement of a list as it stands in the source up to an item.
struct Standing<'l, 'a> {
    arrangement: Arrangement<'l, 'a>,
    /// The next child.
    next: NodeId,
}

impl<'l, 'a> Standing<'l, 'a> {
    /// The arrangement before its first item.
    fn new(arrangement: Arrangement<'l, 'a>) -> Self {
        Standing {
            next: arrangement.list + 1,
            arrangement,
        }
    }

    /// Goes on to the place before an item.
    fn move_to(&mut self, item: NodeId) {
        let layout = self.arrangement.layout;
        for child in layout.tree.siblings(self.next..item) {
            let (node, column) = (layout.node(child), layout.column_of(child));
            match node.placement {
                Placement::Free => self
                    .arrangement
                    .stand(child, node, column, !node.begins_line()),
                _ => self.arrangement.hang(child, column),
            }
        }
        self.next = item;
    }
}

/// Prints runs from the first to the last, in one descent.
struct RunPrinter<'l, 'a> {
    layout: &'l Layout<'a>,
    /// A position in the source.
    cursor: LineCursor,
    printed: Printed,
    /// A position in the output.
    written: LineCursor,
    /// The end of what has been printed, in the source, and its column in the output, if something may follow there.
    end: usize,
    end_column: Option<usize>,
    /// The column of the forms at top level that begin lines, if they go where another one is, and the start of one that stays.
    margin: Option<usize>,
    stays: Option<usize>,
}

/// A position in a text that only moves on, so that each line is read only once.
#[derive(Clone, Copy, Default)]
struct LineCursor {
    offset: usize,
    /// The start of its line.
    line: usize,
}

impl LineCursor {
    /// Moves on to an offset in the text.
    fn move_to(&mut self, offset: usize, text: &str, line_end: char) {
        if let Some(end) = text[self.offset..offset].rfind(line_end) {
            self.line = self.offset + end + 1;
        }
        self.offset = offset;
    }
}

/// A list around runs, where it is in the source.
struct ListAround<'g> {
    slot: Slot,
    /// The gaps that its neighbours decide for its items.
    around: Option<&'g Gaps>,
    /// The gaps that it decides for the items of its lists.
    inside: Option<Box<Gaps>>,
    shape: Shape,
    /// Its second item, and the shape that this has given it in the source.
    second: Option<(NodeId, Shape)>,
    /// The first and the last line end in it.
    line_ends: Option<[usize; 2]>,
}

impl ListAround<'_> {
    /// The gaps before its items.
    fn gaps(&self) -> Option<&Gaps> {
        self.inside.as_deref().or(self.around)
    }
}

impl<'l, 'a> RunPrinter<'l, 'a> {
    fn new(layout: &'l Layout<'a>) -> Self {
        RunPrinter {
            layout,
            cursor: LineCursor::default(),
            written: LineCursor::default(),
            printed: Printed {
                output: String::with_capacity(layout.text.len()),
                changes: Vec::new(),
                may_change_again: false,
            },
            end: 0,
            end_column: None,
            margin: None,
            stays: None,
        }
    }

    /// The text with these runs laid out.
    fn print(mut self, runs: &[&SiblingRun]) -> Printed {
        let around = self.layout.gaps_at_top_level();
        self.siblings(None, runs, 0, Slot::default(), around);
        self.copy(self.layout.text.len());
        self.printed.may_change_again = self.layout.may_change_again.get();
        self.printed
    }

    /// Prints the runs in a list, or at top level; `depth` is the number of lists around their siblings.
    fn siblings(
        &mut self,
        list: Option<NodeId>,
        runs: &[&SiblingRun],
        depth: usize,
        slot: Slot,
        around: Option<&Gaps>,
    ) {
        let layout = self.layout;
        let list = list.map(|list| (list, layout.list_around(list, slot, around)));
        let mut standing = list.as_ref().map(|(list, it)| {
            let arrangement = Arrangement::new(layout, *list, it.shape, slot, it.gaps());
            (it, Standing::new(arrangement))
        });
        let inside = list.as_ref().map_or(around, |(_, it)| it.inside.as_deref());
        let child = |run: &&SiblingRun| run.path.get(depth).copied();
        for runs in runs.chunk_by(|one, other| child(one).is_some() && child(one) == child(other)) {
            match (child(&runs[0]), &mut standing) {
                (Some(child), _) => {
                    let end = layout.node(child).next;
                    let suffix = match &standing {
                        Some((_, it)) if it.arrangement.node.next == end => it.arrangement.closers,
                        _ => 0,
                    };
                    let column = layout.column_of(child);
                    let slot = Slot { column, suffix };
                    self.siblings(Some(child), runs, depth + 1, slot, inside);
                }
                (None, Some((list, standing))) => {
                    standing.move_to(runs[0].nodes.start);
                    self.run(runs[0], Some((list, standing.arrangement.clone())));
                }
                (None, None) => self.run(runs[0], None),
            }
        }
    }

    /// Prints a run, given the list around it, and how that stands before it.
    fn run(&mut self, run: &SiblingRun, list: Option<(&ListAround<'_>, Arrangement<'_, '_>)>) {
        let layout = self.layout;
        let span = run.span.clone();
        self.cursor
            .move_to(span.start, layout.text, layout.line_end());
        let line = self.cursor.line;
        let mut builder = Builder::new(layout, run.nodes.len(), self.margin);
        let before = &layout.text[line..span.start];
        let first = run.nodes.start;
        let node = layout.node(first);
        // For the layout, what follows a form feed starts a line, wherever it is.
        let begins_line = node.begins_line()
            && self.stays != Some(span.start)
            && before.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        let start = if begins_line { line } else { span.start };
        let column = (!begins_line).then(|| layout.column_of(first));
        let moved = self.moved_column(start);
        self.copy(start);
        match list {
            Some((list, arrangement)) => {
                self.end_column = layout.lay_out_run(run, list, arrangement, column, &mut builder);
            }
            None => {
                let column = match (column, node.placement) {
                    (Some(column), _) => moved.unwrap_or(column),
                    (None, Placement::Margin) => 0,
                    (None, _) => builder.margin_of(first),
                };
                if begins_line {
                    builder.begin_line(column, 0);
                }
                self.end_column = builder.top_level(run.nodes.clone(), Some(column));
            }
        }
        let output = &self.printed.output;
        self.written
            .move_to(output.len(), output, layout.line_end());
        let places = builder.finish(&self.printed.output[self.written.line..]);
        let printed = layout.print_places(&places, Gap::Blanks, start..span.end, begins_line);
        self.printed.changes.extend(printed.changes);
        self.printed.output.push_str(&printed.output);
        self.end = span.end;
    }

    /// The column of an offset in the output, if what has been printed before it on its line may have moved it.
    fn moved_column(&self, offset: usize) -> Option<usize> {
        let layout = self.layout;
        let is_on_line = !layout.text[self.end..offset].contains(layout.line_end());
        let end = self.end_column.filter(|_| is_on_line)?;
        Some(layout.column_between(self.end, end, offset))
    }

    /// Copies the source up to an offset.
    fn copy(&mut self, offset: usize) {
        let text = &self.layout.text[self.end..offset];
        self.printed.output.push_str(text);
        self.end = offset;
    }
}

/// The blanks before an item that are on its own line.
pub(crate) fn last_line(gap: &str) -> &str {
    gap.rfind(['\n', '\r']).map_or(gap, |end| &gap[end + 1..])
}
