//! Blanks inside brackets, as in `( f x )`, that stay because most brackets of their kind in the text have them.

use super::Layout;
use super::learned::{MIN_LISTS, counted};
use super::types::Gaps;
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind, Placement};

/// The number of kinds of brackets: opening ones, closing ones, closing ones of lists on several lines, and those behind another one of
/// these, round or square, each beside something else or beside a list; and those around a single list, as in `[ (f x) ]`.
const KINDS: usize = 20;

/// The first of the last four.
const AROUND_ONE: usize = 16;

/// The kinds of brackets inside which one blank stays.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PaddedKinds([bool; KINDS]);

impl PaddedKinds {
    pub(super) fn is_empty(self) -> bool {
        self == PaddedKinds::default()
    }
}

/// A bracket beside an item.
struct Side {
    kind: usize,
    /// The offset of what blanks are before: the first item or the closing bracket.
    offset: u32,
    /// The number of these blanks.
    blanks: usize,
}

impl Layout<'_> {
    /// The opening or the closing bracket of a list, if no comment is beside it.
    fn side(&self, list: NodeId, is_closing: bool) -> Option<Side> {
        let node = self.node(list);
        let item = match is_closing {
            false => self.tree.children(list).next()?,
            true => self.tree.children(list).last()?,
        };
        let beside = self.node(item);
        // What follows a here string is on the next line.
        let is_free = beside.placement == Placement::Free
            && beside.kind.is_datum()
            && !self.is_open_ended(item);
        let opener = self.source(list);
        // There is always a blank inside a curly bracket.
        if node.kind != NodeKind::List || !is_free || opener.ends_with('{') {
            return None;
        }
        let [start, end] = match is_closing {
            false => [node.head_end, beside.start],
            true => [beside.end, node.end - 1],
        };
        let is_square = usize::from(opener.ends_with('['));
        // A line that begins far before is taken for that of the opening bracket.
        let is_on_one_line = |id: NodeId| {
            let node = self.node(id);
            self.near_line_start(node.end as usize - 1)
                .is_none_or(|start| start <= node.start as usize)
        };
        // What is commented out behind a prefix is another list.
        let inner = self.list_after_prefixes(item);
        let inner = inner.filter(|inner| self.node(*inner).end == beside.end);
        let group = match is_closing {
            false => 0,
            true if is_on_one_line(list) => 1,
            true if inner.is_none_or(is_on_one_line) => 2,
            true => 3,
        };
        let is_list = self.is_list(item);
        let kind = match is_list && self.tree.children(list).nth(1).is_none() {
            true => AROUND_ONE + 2 * is_square + usize::from(is_closing),
            false => 4 * group + 2 * is_square + usize::from(is_list),
        };
        Some(Side {
            kind,
            offset: end,
            blanks: self.blanks_before(start, end).unwrap_or(0),
        })
    }

    fn sides(&self, list: NodeId) -> impl Iterator<Item = Side> {
        [false, true]
            .into_iter()
            .filter_map(move |is_closing| self.side(list, is_closing))
    }

    /// The kinds of brackets most of which have blanks inside. What is on lines of its own counts, since it may come to stand beside them.
    pub(super) fn padded_kinds(&self) -> PaddedKinds {
        let mut kinds = PaddedKinds::default();
        if self.style.line_breaks == LineBreaks::Canonical || self.wide.is_empty() {
            return kinds;
        }
        let (mut padded, mut all) = ([0; KINDS], [0; KINDS]);
        // One blank inside each bracket of a list is no slip, however few lists there are. More of them may align something.
        let mut is_sure = [false; KINDS];
        let mut may_align = false;
        for id in 0..self.tree.nodes.len() {
            let is_padded = self.sides(id).filter(|side| side.blanks == 1).count() == 2;
            for side in self.sides(id) {
                padded[side.kind] += u32::from(side.blanks > 0);
                all[side.kind] += 1;
                is_sure[side.kind] |= is_padded;
                may_align |= side.blanks > 1;
            }
        }
        for (kind, stays) in kinds.0.iter_mut().enumerate() {
            // The two kinds of one bracket, or the two around one list; one behind others is like the first of them.
            let other = match kind {
                12..AROUND_ONE => kind - 4,
                _ => kind ^ 1,
            };
            let both = |of: [u32; KINDS]| [of[kind], of[other]];
            let padded = counted(both(padded), both(all));
            let is_most = 2 * padded > counted(both(all), both(all));
            *stays = is_most && (padded >= MIN_LISTS || is_sure[kind] && !may_align);
        }
        // Those around one list stay where those beside other lists do, too.
        for (around, beside) in (AROUND_ONE..KINDS).zip([1, 5, 3, 7]) {
            kinds.0[around] |= kinds.0[beside];
        }
        kinds
    }

    /// Keeps a blank inside each bracket of such a kind, in a list that has been measured.
    pub(super) fn keep_padding(&mut self, list: NodeId) {
        let mut found = Gaps::default();
        for side in self.padded_sides(list) {
            found.before.insert(side.offset, 1);
            found.widen(Some(list), 1);
        }
        self.keep(found);
    }

    /// The number of such blanks before the first item of a list, under which others go. A number among others has its own.
    pub(super) fn padding_of_first(&self, list: NodeId) -> usize {
        let is_padded = |first: &Side| {
            let is_kept = || self.gaps.before.contains_key(&first.offset);
            first.blanks > 0 && (self.padded_kinds.0[first.kind] || is_kept())
        };
        let first = self.side(list, false).filter(is_padded);
        usize::from(first.is_some() && !self.is_number(list + 1))
    }

    /// The brackets of a list inside which a blank stays. Where there is one inside of both, they stay together.
    fn padded_sides(&self, list: NodeId) -> impl Iterator<Item = Side> {
        let stays = |side: &Side| side.blanks > 0 && self.padded_kinds.0[side.kind];
        let are_both = self.sides(list).filter(|side| side.blanks > 0).count() == 2;
        let stays_both = are_both && self.sides(list).any(|side| stays(&side));
        self.sides(list)
            .filter(move |side| stays_both || stays(side))
    }
}
