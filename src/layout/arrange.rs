//! Walks a broken list of a known shape, step by step. Both the cost of a shape and its output come from these steps.

use super::comments::CommentRun;
use super::types::{Gaps, Rows, Shape, Step, Under};
use super::{BROKEN, LONG_LINE, Layout, Slot, Word};
use crate::forms::{self, Column, RestKind, Role, Stay, Strategy};
use crate::options::LineBreaks;
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement};
use crate::text::width::{column as column_after, width};

/// What must or should follow an item on its line, as widths.
#[derive(Clone, Copy, Default)]
pub(super) struct Following {
    /// The width of what has to be there: closing brackets, an ellipsis.
    pub must: usize,
    /// The width of what should be there: all that, or the value of a keyword and the like.
    pub should: usize,
}

/// The state of walking a list, or a prefix with its datum, on several lines.
#[derive(Clone)]
pub(super) struct Arrangement<'l, 'a> {
    pub(super) layout: &'l Layout<'a>,
    pub(super) list: NodeId,
    pub(super) node: &'a Node,
    pub(super) shape: Shape,
    /// The gaps before its items, if they have been found for its slot.
    gaps: Option<&'l Gaps>,
    /// The column of the list itself: of its opening bracket, or of a prefix.
    pub(super) column: usize,
    /// The column of its first item, if that does not start a line.
    first: usize,
    /// The column of its first item if that starts a line.
    first_line: usize,
    /// The column of all its lines, if that is the author's, or that below its bracket.
    only_column: Option<usize>,
    /// The column of its second item, if that does not start a line.
    second: Option<usize>,
    /// The width of what follows the last item on its line.
    pub(super) closers: usize,
    pub(super) strategy: Strategy,
    /// The last comments on their own lines.
    comments: Option<CommentRun>,
    /// The last item under which others stay, and its column.
    pub(super) above: Option<(NodeId, usize)>,
    /// The column of the item that begins the current line, unless that is the first line.
    line: Option<usize>,
    /// The index of the next item; the operator is item 0.
    pub(super) index: usize,
    /// The previous item.
    pub(super) previous: Option<NodeId>,
    /// Whether all items so far are on one line.
    pub(super) is_on_one_line: bool,
    /// Whether an item on the current line began another one in the source, so that this line is not the author's.
    pub(super) has_joined: bool,
    /// The column after what is on the current line, if an item may follow there.
    free: Option<usize>,
    /// The column after the last line of the previous item, if that has several.
    after_lines: Option<usize>,
    /// The column after it, if a closing bracket may follow there.
    pub(super) end: Option<usize>,
}

impl<'a> Layout<'a> {
    /// Walks the children of a broken list or prefix; `gaps` are those before its items, and `take` gets the steps. Returns the column
    /// after the last child, or that of the closing bracket if it has its own line.
    pub(super) fn arrange(
        &self,
        id: NodeId,
        shape: Shape,
        slot: Slot,
        gaps: Option<&Gaps>,
        take: &mut impl FnMut(Step, Slot) -> Option<usize>,
    ) -> Option<usize> {
        match cfg!(target_family = "wasm") {
            true => self.arrange_seldom(id, shape, slot, gaps, take),
            false => self.arrange_by(id, shape, slot, gaps, take),
        }
    }

    /// What [`Self::arrange`] does, compiled once for each type of `take`.
    #[inline]
    fn arrange_by(
        &self,
        id: NodeId,
        shape: Shape,
        slot: Slot,
        gaps: Option<&Gaps>,
        take: &mut impl FnMut(Step, Slot) -> Option<usize>,
    ) -> Option<usize> {
        let mut arrangement = Arrangement::new(self, id, shape, slot, gaps);
        // A manual loop, so that each child is looked up only once.
        let end = arrangement.node.next as usize;
        let mut last = None;
        let mut next = id + 1;
        while next < end {
            let child = next;
            let node = self.node(child);
            next = node.next as usize;
            last = Some(child);
            arrangement.child(child, node, take);
        }
        if arrangement.node.kind == NodeKind::List
            && last.is_some_and(|child| self.is_open_ended(child) || self.closes_below(id))
        {
            // Where the next item would start a line. Below a here string: in the first column or, unless the layout is canonical, where it
            // was.
            let source = || self.source_column(arrangement.node.end as usize - 1);
            let column = if self.source(end - 1).starts_with("#<") {
                match self.style.line_breaks {
                    LineBreaks::Canonical => 0,
                    _ => source(),
                }
            } else if self.is_flush(id) && source() == 0 {
                0
            } else if let Some(column) = self.column_of_closer(id, slot.column) {
                column.min(self.farthest)
            } else if self.is_flush(id) {
                0
            } else if self.keeps_brackets(id) && self.begins_below(id) {
                arrangement.first
            } else {
                arrangement.of_line()
            };
            let suffix = arrangement.closers;
            take(
                Step::Close(self.blank_line_before_closer(id)),
                Slot { column, suffix },
            );
            return Some(column);
        }
        arrangement.end
    }

    /// What [`Self::arrange`] does, for callers that seldom do so: they share one compiled copy. In the module for the web, which has to be
    /// small, all callers do.
    pub(super) fn arrange_seldom(
        &self,
        id: NodeId,
        shape: Shape,
        slot: Slot,
        gaps: Option<&Gaps>,
        mut take: &mut dyn FnMut(Step, Slot) -> Option<usize>,
    ) -> Option<usize> {
        self.arrange_by(id, shape, slot, gaps, &mut take)
    }

    /// The column of a line in what a `#;` at a column comments out: that of the `#;`, or of the first one if several are on its line.
    fn column_of_skipped(&self, comment: NodeId, column: usize) -> usize {
        let is_around = |outer: &NodeId| {
            let node = self.node(*outer);
            node.kind == NodeKind::DatumComment
                && node.next as usize > comment
                && !self.begins_below(*outer)
        };
        let outer = (0..comment).rev().take(LONG_LINE).take_while(is_around);
        column.saturating_sub(outer.map(|outer| self.first_column(outer, 0)).sum())
    }

    /// The column after the opening bracket or prefix of a node at `column`.
    #[inline]
    pub(super) fn first_column(&self, id: NodeId, column: usize) -> usize {
        let node = self.node(id);
        let after = usize::from(node.has_space_after_head());
        if node.has_short_head() {
            return column + 1 + after;
        }
        self.column_after_head(id, column) + after
    }

    /// The column after any opening bracket or prefix of a node at `column`.
    #[inline(never)]
    fn column_after_head(&self, id: NodeId, column: usize) -> usize {
        let head = self.head_text(id);
        // For a block comment of several lines, the last line counts, which is left as it is.
        match head.rfind(['\n', '\r']) {
            Some(line_end) => column_after(&head[line_end + 1..], self.newline.tab),
            None => column + width(head),
        }
    }

    /// Whether nothing may follow on the last line of a node: it ends in a comment or a here string.
    pub(super) fn is_open_ended(&self, id: NodeId) -> bool {
        match self.node(id).kind {
            NodeKind::LineComment | NodeKind::HereString | NodeKind::Page => true,
            kind if kind.is_prefix() => {
                let last = self.tree.children(id).last();
                last.is_some_and(|last| self.is_open_ended(last))
            }
            _ => false,
        }
    }

    /// Whether a list is the bindings of a named `let`, which stay beside the name.
    #[inline]
    pub(super) fn is_bindings(&self, id: NodeId) -> bool {
        self.form(id).strategy == Strategy::Bindings
    }

    /// Whether items go under this one, which is beside `previous`: those that the author put there under a value beside a keyword, a keyword
    /// with its value below, the first arm of an `if`, the first form of a body behind its header, the `=>` of a clause, or the first name in
    /// an import set of which all lines are under it; and by the rules, a further value of a keyword under a list.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn is_above_others(&self, list: NodeId, previous: NodeId, item: NodeId) -> bool {
        if self.has_values_under() {
            return self.is_keyword(previous) && self.is_above_further_value(list, item);
        }
        let may_be = || {
            let form = self.form(list);
            self.is_keyword(previous)
                || self.is_keyword(item)
                || form.strategy == Strategy::Fill
                || form.rest == forms::BODY
                || matches!(
                    form.rest_kind,
                    Some(RestKind::IfArms | RestKind::ClauseBody)
                )
        };
        self.learns_columns() && may_be() && self.is_above_by_form(list, previous, item)
    }

    /// Whether the rules put a further value of a keyword under a list before it: in the canonical layout, and with `keep` if `columns` is
    /// `rules`.
    fn has_values_under(&self) -> bool {
        !self.learns_columns() && self.style.line_breaks != LineBreaks::Persistent
    }

    /// Whether the value of a keyword is a list, and a further value follows it.
    #[cold]
    fn is_above_further_value(&self, list: NodeId, value: NodeId) -> bool {
        let next = self.node(value).next;
        self.is_list(value) && next < self.node(list).next && self.is_bound(next as usize)
    }

    fn is_import_set(&self, list: NodeId) -> bool {
        *self.form(list) == forms::IMPORT_SET
    }

    /// Whether a list is an import set or a pattern, whose second item may name a library or a record that the others are in.
    fn names_first(&self, list: NodeId) -> bool {
        self.is_import_set(list) || forms::PATTERNS.contains(self.form(list))
    }

    /// Whether they do by the form of the list and the words of the two.
    #[cold]
    fn is_above_by_form(&self, list: NodeId, previous: NodeId, item: NodeId) -> bool {
        let node = self.node(item);
        if node.begins_line() {
            return false;
        }
        if self.names_first(list) {
            let mut lines = self.lines(list).peekable();
            return self.node(list + 1).next as usize == previous
                && lines.peek().is_some()
                && lines.all(|(_, line)| self.is_under(line, item));
        }
        let is_above_next = || {
            let mut rest = self
                .tree
                .siblings(node.next as usize..self.node(list).next as usize);
            let next = rest.find(|next| self.node(*next).placement == Placement::Free);
            next.is_some_and(|next| self.node(next).begins_line() && self.is_under(next, item))
        };
        match (self.is_keyword(previous), self.is_keyword(item)) {
            (true, false) => {
                let role = self.form(list).role(usize::MAX);
                self.is_bound(item)
                    && (matches!(role, Role::Parameter | Role::Module) || is_above_next())
            }
            (false, true) => is_above_next() || self.is_above_keywords(list, item),
            (false, false) => {
                let form = self.form(list);
                let is_first_arm = || {
                    form.rest_kind == Some(RestKind::IfArms)
                        && self.node(list + 1).next as usize == previous
                };
                // The first form of a body that begins behind its header, beside the operator.
                let is_body = || {
                    let header = match form.stay {
                        Stay::Count(_) => form.distinguished,
                        // What is known by its name alone has a name or parameters.
                        _ => form.distinguished.max(1),
                    };
                    let is_on_first_line = |it: &NodeId| !self.node(*it).begins_line();
                    let mut beside = self.arguments(list).take_while(is_on_first_line);
                    form.rest == forms::BODY
                        && header > 0
                        && self.is_list(item)
                        && beside.nth(header.into()) == Some(item)
                };
                (self.source(item) == "=>" || is_first_arm() || is_body()) && is_above_next()
            }
            _ => false,
        }
    }

    /// Whether the next keyword that begins a line below one in its list is under it, if not too much is between them.
    fn is_above_keywords(&self, list: NodeId, keyword: NodeId) -> bool {
        let rest = keyword + 1..self.node(list).next as usize;
        let mut rest = self.tree.siblings(rest).take(LONG_LINE);
        let next = rest.find(|it| self.node(*it).begins_line() && self.is_keyword(*it));
        next.is_some_and(|next| self.is_under(next, keyword))
    }

    /// Whether an item begins in the column of another one in the source.
    pub(super) fn is_under(&self, item: NodeId, above: NodeId) -> bool {
        let column = |id| self.source_column(self.node(id).start as usize);
        column(item) == column(above)
    }

    #[inline]
    pub(super) fn is_keyword(&self, id: NodeId) -> bool {
        self.measured(id).word.is_keyword()
    }
}

/// The width of an ellipsis, including the space before it.
const ELLIPSIS: usize = 4;

impl<'l, 'a> Arrangement<'l, 'a> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn new(
        layout: &'l Layout<'a>,
        list: NodeId,
        shape: Shape,
        slot: Slot,
        gaps: Option<&'l Gaps>,
    ) -> Self {
        let node = layout.node(list);
        let is_list = node.kind == NodeKind::List;
        let Slot { column, suffix } = slot;
        let below = match is_list && layout.keeps_brackets(list) {
            true => layout.column_below_bracket(list, column, gaps),
            false => None,
        };
        let first = match below {
            Some((first, _)) => first,
            None => layout.first_column(list, column),
        };
        Arrangement {
            layout,
            list,
            node,
            shape,
            gaps,
            column,
            first,
            first_line: match node.kind {
                NodeKind::DatumComment => layout.column_of_skipped(list, column),
                kind if kind.is_prefix() && layout.is_under_prefix(list) => column,
                _ => first,
            },
            only_column: match below {
                Some((first, true)) => Some(first),
                _ => layout.authors_column(list, column),
            },
            second: None,
            closers: if is_list {
                suffix + 1 + usize::from(node.has_space_before_end())
            } else {
                suffix
            },
            strategy: layout.form(list).strategy,
            comments: None,
            above: None,
            line: None,
            index: 0,
            previous: None,
            is_on_one_line: true,
            has_joined: false,
            free: Some(first),
            after_lines: None,
            end: Some(first),
        }
    }

    /// The column of the next item if it starts a line. It depends on nothing but the shape and the columns so far, so it serves the
    /// canonical lines, the author's lines, a range of a text, and a line that is yet to be written.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn of_line(&self) -> usize {
        let column = match self.only_column {
            Some(column) => column,
            None if self.index == 0 => self.first_line,
            None => self.at(self.by_shape()),
        };
        column.min(self.layout.farthest)
    }

    /// Where the shape has the next item, which is not the first, if it starts a line.
    #[inline]
    fn by_shape(&self) -> Column {
        let Shape { drop, rest, .. } = self.shape;
        match (self.index <= self.shape.distinguished, self.second) {
            // A datum commented out by `#;` stands where the first argument would.
            (true, Some(_)) if self.index == 1 => Column::Align,
            (false, None) if rest == Column::Align => drop,
            (true, _) => drop,
            (false, _) => rest,
        }
    }

    /// What the next item or comment stands under if it starts a line.
    pub(super) fn under(&self, child: NodeId) -> Under {
        let (layout, node) = (self.layout, self.layout.node(child));
        if node.placement == Placement::OwnLine
            && let Some(run) = self.comments
            && layout.column_in_run(Some(run), child).is_some()
        {
            return Under::Item(run.last);
        }
        let is_padded = node.begins_line() && layout.padding(node.start, self.gaps) > 0;
        match self.above {
            _ if node.placement == Placement::Margin => Under::Author,
            _ if layout.stays_in_first_column(self.list, child) => Under::Author,
            _ if layout.is_labelled(self.list) && node.begins_line() => Under::Author,
            Some((above, column)) if self.goes_under(child, above, column) => Under::Item(above),
            _ if is_padded || self.only_column.is_some() => Under::Author,
            _ if self.index == 0 => Under::Column(Column::First),
            _ => match self.by_shape() {
                Column::Align if self.second.is_none() => Under::Column(Column::First),
                column => Under::Column(column),
            },
        }
    }

    /// The width of the gap before an item that does not start a line, if what is before it ends at a column.
    #[inline]
    pub(super) fn gap(&self, item: NodeId, end: usize) -> usize {
        match self.layout.gap(item, self.gaps) {
            gap @ 2.. => self.gap_behind_lines(item, end).unwrap_or(gap),
            gap => gap,
        }
    }

    #[cold]
    fn gap_behind_lines(&self, item: NodeId, end: usize) -> Option<usize> {
        let distance = self.layout.distance_behind_lines(item, self.gaps)?;
        let line = self.line.unwrap_or_else(|| self.of_line());
        Some((line + distance).saturating_sub(end).max(1))
    }

    /// The column of an item or comment that begins a line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn line_of(&self, child: NodeId) -> usize {
        let layout = self.layout;
        match self.above {
            _ if layout.stays_in_first_column(self.list, child) => 0,
            _ if layout.is_labelled(self.list) && layout.node(child).begins_line() => {
                let column = layout.as_far(layout.node(child).start, self.list, self.column);
                column.min(layout.farthest)
            }
            Some((above, column)) if self.goes_under(child, above, column) => {
                column.min(layout.farthest)
            }
            // A gap before what has not begun a line is none at the start of one.
            _ if !layout.node(child).begins_line() => self.of_line(),
            _ => self.of_line() + layout.padding(layout.node(child).start, self.gaps),
        }
    }

    /// Whether a line goes under an item above, which is at a column: the author put it there, or it is a further name in an import set or
    /// a further value in the clause of a module, which may be or come too far to the right. By the rules, a further value of a keyword does.
    #[cold]
    fn goes_under(&self, child: NodeId, above: NodeId, column: usize) -> bool {
        let layout = self.layout;
        let is_value = || {
            self.strategy == Strategy::Module
                && layout.is_list(child)
                && layout.node(child).begins_line()
                && (layout.column_of(child) > layout.column_of(above) || self.of_line() > column)
        };
        if layout.has_values_under() {
            let is_value = layout.is_bound(child) && !layout.is_unwritten(child);
            return self.previous == Some(above) && is_value;
        }
        layout.is_under(child, above) || layout.is_import_set(self.list) || is_value()
    }

    #[inline]
    fn at(&self, column: Column) -> usize {
        match column {
            Column::Indent(by) => self.column + usize::from(by),
            Column::Align => self.second.unwrap_or(self.first),
            Column::First if self.layout.padded_kinds.is_empty() => self.first,
            Column::First => self.first + self.layout.padding_of_first(self.list),
        }
    }

    /// There is no blank line after an opening bracket, and in the canonical layout at most one in a row inside a form.
    #[inline]
    fn blank_before(&self, child: NodeId, node: &Node) -> u8 {
        match node.blank() {
            _ if child == self.list + 1 => 0,
            blank @ 0..=1 => blank,
            _ if self.layout.style.line_breaks == LineBreaks::Canonical => 1,
            blank => blank.min(self.layout.style.most_blank_lines()),
        }
    }

    /// Takes the step of the next item or comment.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn child(
        &mut self,
        child: NodeId,
        node: &Node,
        take: &mut impl FnMut(Step, Slot) -> Option<usize>,
    ) {
        match node.placement {
            Placement::Free => self.item(child, node, take),
            _ => self.comment(child, node, take),
        }
    }

    #[inline(never)]
    fn comment(
        &mut self,
        comment: NodeId,
        node: &Node,
        take: &mut impl FnMut(Step, Slot) -> Option<usize>,
    ) {
        let (step, column) = self.step_of_comment(comment, node);
        self.hang(comment, column);
        self.end = take(step, Slot::at(column));
        (self.free, self.after_lines) = (None, None);
    }

    /// Records a comment at a column, which may be in the place of the second item.
    pub(super) fn hang(&mut self, comment: NodeId, column: usize) {
        let layout = self.layout;
        if layout.learns_columns() && self.previous.is_some() {
            let above = self.comments.filter(|run| layout.goes_on(*run, comment));
            let is_code = layout.is_code(above, comment);
            let above = above.filter(|run| layout.column_in_run(Some(*run), comment).is_some());
            let source = || layout.source_column(layout.node(comment).start as usize);
            let (source, column) =
                above.map_or_else(|| (source(), column), |run| (run.source, run.column));
            self.comments = Some(CommentRun {
                last: comment,
                source,
                column,
                is_code,
            });
        }
        if self.index == 1 && self.layout.hangs_below_comment(self.list, comment) {
            self.second.get_or_insert(column);
        }
    }

    /// Where a comment goes, and its column.
    fn step_of_comment(&self, comment: NodeId, node: &Node) -> (Step, usize) {
        let blank = self.blank_before(comment, node);
        let is_before_items = self.previous.is_none() && self.comments_may_touch();
        let is_first = is_before_items && comment == self.list + 1;
        match node.placement {
            // A comment directly after the opening bracket is placed like an item, and so are its continuations.
            Placement::Trailing if is_first => match self.gap_behind_opener() {
                0 => (Step::Touch(comment), self.first),
                gap => (Step::Space(comment, gap), self.first + gap),
            },
            Placement::Continued if is_before_items => (
                Step::OwnLine(comment, 0),
                self.first + self.gap_behind_opener(),
            ),
            Placement::Trailing => (
                Step::Trailing(comment),
                self.free.map_or(0, |free| free + 1),
            ),
            Placement::Continued => (Step::Continued(comment), 0),
            Placement::Margin => (Step::OwnLine(comment, blank), 0),
            Placement::OwnLine | Placement::Free => {
                let column = self.layout.column_in_run(self.comments, comment);
                let column = column.unwrap_or_else(|| self.line_of(comment));
                (Step::OwnLine(comment, blank), column)
            }
        }
    }

    /// The width of the gap between an opening bracket and the comment behind it: unless the layout is canonical, a blank stays.
    #[cold]
    fn gap_behind_opener(&self) -> usize {
        let start = self.layout.node(self.list + 1).start;
        let has_gap = start > self.node.head_end && self.node.kind == NodeKind::List;
        usize::from(has_gap && self.layout.style.line_breaks != LineBreaks::Canonical)
    }

    /// Whether comments may touch the opening bracket, or do touch a `#;`. White space after a brace must not change.
    fn comments_may_touch(&self) -> bool {
        let last_of_head = self.layout.text.as_bytes()[self.node.head_end as usize - 1];
        match self.node.kind {
            NodeKind::DatumComment => {
                let next = self.layout.nodes.get(self.list + 1);
                next.is_some_and(|next| next.start == self.node.head_end)
            }
            NodeKind::List => last_of_head != b'{',
            _ => false,
        }
    }

    /// The column of the next item or comment if it starts a line.
    pub(super) fn column_of_line(&self, child: NodeId, node: &Node) -> usize {
        if node.placement == Placement::Free {
            return self.line_of(child);
        }
        // Under the trailing comment above, it would continue that one.
        match self.step_of_comment(child, node).1 {
            column if self.layout.comment_before(child) == Some(column) => column + 1,
            column => column,
        }
    }

    /// Places the first of some siblings that are laid out in place. It may or may not start a line.
    pub(super) fn begin(
        &mut self,
        child: NodeId,
        node: &Node,
        column: usize,
        begins_line: bool,
        take: &mut impl FnMut(Step, Slot) -> Option<usize>,
    ) {
        if node.placement != Placement::Free {
            take(Step::Touch(child), Slot::at(column));
            self.free = None;
            return;
        }
        let suffix = self.following(node).must;
        let slot = Slot { column, suffix };
        if begins_line {
            self.line = Some(column);
        }
        let end_of_lines = take(Step::Touch(child), slot);
        self.end = self.end_on_line(child, node, slot).or(end_of_lines);
        self.free = self.end;
        self.stand(child, node, column, !begins_line);
    }

    /// Records an item that stays where it is in the source.
    pub(super) fn stand(&mut self, item: NodeId, node: &Node, column: usize, is_beside: bool) {
        self.pass(item, node, column, is_beside);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn item(
        &mut self,
        item: NodeId,
        node: &Node,
        take: &mut impl FnMut(Step, Slot) -> Option<usize>,
    ) {
        let blank = self.blank_before(item, node);
        let following = self.following(node);
        let (step, column) = match self.free.filter(|_| blank == 0) {
            Some(free) if !self.begins_line(item, node, following, free) => match self.previous {
                None => match self.layout.padding(node.start, self.gaps) {
                    0 => (Step::Touch(item), free),
                    padding => (Step::Space(item, padding), free + padding),
                },
                Some(_) => {
                    let gap = self.gap(item, free);
                    (Step::Space(item, gap), free + gap)
                }
            },
            _ => match self.after_lines.filter(|_| blank == 0) {
                Some(end) if self.follows_lines(item, node, following.must, end) => {
                    let gap = self.gap(item, end);
                    (Step::Space(item, gap), end + gap)
                }
                _ => {
                    self.drop_second();
                    let column = self.line_of(item);
                    self.begin_line(column);
                    (Step::Line(item, blank), column)
                }
            },
        };
        let suffix = following.must;
        let slot = Slot { column, suffix };
        let end_of_lines = take(step, slot);
        let end = self.end_on_line(item, node, slot);
        self.end = end.or(end_of_lines);
        (self.free, self.after_lines) = match end {
            None if self.layout.style.line_breaks != LineBreaks::Keep => (None, end_of_lines),
            _ => (self.end, None),
        };
        self.pass(item, node, column, !matches!(step, Step::Line(..)));
    }

    /// Notes the column of the line that the next item is on.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn begin_line(&mut self, column: usize) {
        // The items of the first line count from the one under which the others begin.
        let counts = self.previous.is_some() || self.shape.rest != Column::Align;
        self.line = counts.then_some(column);
    }

    /// Takes the shape of a list with its operator alone if the next item is the second one, which does not fit beside it.
    #[inline]
    fn drop_second(&mut self) {
        let (layout, shape) = (self.layout, self.shape);
        let is_alone = self.index == 1 && shape.stay > 0 && self.second.is_none();
        let keeps_columns = layout.style.line_breaks == LineBreaks::Keep;
        if is_alone && self.strategy.has_operator_alone() && !keeps_columns {
            self.shape = layout.alone(self.strategy, shape);
        } else if is_alone && self.strategy == Strategy::Fill && !keeps_columns {
            // As if the author had listed them below.
            self.shape.distinguished = 0;
        }
    }

    /// Records an item at a column: whether it is on the line of the one before it, and whether it stays with that.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn pass(&mut self, item: NodeId, node: &Node, column: usize, is_beside: bool) {
        // An ellipsis may be behind a first item of several lines.
        let is_ellipsis = || {
            let follows = |previous| self.layout.node(previous).kind.is_element();
            self.layout.measured(item).word == Word::Ellipsis && self.previous.is_some_and(follows)
        };
        if self.index == 1 && is_beside && (self.is_on_one_line || is_ellipsis()) {
            // The second item may be a datum that is commented out.
            self.second.get_or_insert(column);
        }
        if let Some(previous) = self.previous
            && is_beside
            // By the rules, only lists are above others.
            && (node.kind.has_children() || self.layout.learns_columns())
            && self.layout.is_above_others(self.list, previous, item)
        {
            self.above = Some((item, column));
        }
        // A line at another column begins another clause.
        if !is_beside && self.above.is_some_and(|(_, above)| column != above) {
            self.above = None;
        }
        self.has_joined =
            is_beside && (self.has_joined || node.begins_line() && self.previous.is_some());
        self.previous = Some(item);
        // What is before the first datum is commented out.
        let goes_on = self.index == 0 || is_beside && self.is_on_one_line;
        self.is_on_one_line = goes_on && self.free.is_some();
        self.index += usize::from(node.kind.is_element());
    }

    /// The width of what must, and of what should, follow an item on its line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn following(&self, node: &Node) -> Following {
        let layout = self.layout;
        let next = node.next as usize;
        if next == self.node.next as usize {
            return Following {
                must: self.closers,
                should: self.closers,
            };
        }
        if !layout.is_bound(next) || layout.node(next).placement != Placement::Free {
            return Following::default();
        }
        let is_last = layout.node(next).next == self.node.next;
        let beyond = if is_last { self.closers } else { 0 };
        if layout.measured(next).word == Word::Ellipsis {
            return Following {
                must: ELLIPSIS + beyond,
                should: ELLIPSIS + beyond,
            };
        }
        let width = match layout.flat_width(next) {
            Some(width) => width,
            // What the author broke may be beside others in his rows.
            None if self.shape.rows == Rows::Keep && layout.is_authors(next) => {
                layout.narrowest(next)
            }
            // Wider than any line, and its sums fit into 32 bits.
            None => BROKEN as usize / 2,
        };
        Following {
            must: match node.kind {
                // A vector or a quotation that is on one line below stays so.
                NodeKind::Dot
                    if !matches!(layout.source(next), "(" | "[")
                        && self.of_line() + 2 + width + beyond <= layout.width =>
                {
                    1 + width + beyond
                }
                NodeKind::Dot => 1 + layout.narrowest(next) + beyond,
                _ => 0,
            },
            should: 1 + width + beyond,
        }
    }

    /// The column after an item, if it is on one line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn end_on_line(&self, item: NodeId, node: &Node, slot: Slot) -> Option<usize> {
        let width = self.layout.flat_width(item)?;
        let is_leaf = !node.kind.has_children();
        let wider = self.gaps.map_or(0, |gaps| gaps.wider(item));
        (is_leaf || self.layout.is_flat(item, slot)).then_some(slot.column + width + wider)
    }
}
