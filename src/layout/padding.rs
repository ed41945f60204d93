//! Blanks inside brackets, as in `( f x )`, that stay because most brackets of their kind in the text have them.

use super::Layout;
use super::learned::{MIN_LISTS, counted};
use super::types::Gaps;
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind, Placement};

/// Where a bracket is.
#[derive(Clone, Copy)]
enum Position {
    Opening,
    Closing,
    /// At the end of a list on several lines.
    ClosingLines,
    /// Behind one of these.
    ClosingBehind,
}

/// What is beside a bracket, in its list.
#[derive(Clone, Copy)]
enum Content {
    Other,
    List,
    /// A list that is alone there, as in `[ (f x) ]`. Its lines do not count.
    OnlyList,
}

/// A kind of brackets.
#[derive(Clone, Copy)]
struct Kind {
    position: Position,
    is_square: bool,
    content: Content,
}

impl Kind {
    const COUNT: usize = 4 * 2 * 3;

    fn all() -> impl Iterator<Item = Kind> {
        use Position::{Closing, ClosingBehind, ClosingLines, Opening};
        let positions = [Opening, Closing, ClosingLines, ClosingBehind].into_iter();
        let brackets = positions.flat_map(|position| [false, true].map(|is| (position, is)));
        brackets.flat_map(|(position, is_square)| {
            [Content::Other, Content::List, Content::OnlyList].map(|content| Kind {
                position,
                is_square,
                content,
            })
        })
    }

    fn index(self) -> usize {
        (self.position as usize * 2 + usize::from(self.is_square)) * 3 + self.content as usize
    }

    /// The kind that counts in place of this one if a text hardly has it.
    fn like(self) -> Self {
        let (mut position, mut content) = (self.position, self.content);
        match (position, content) {
            (Position::ClosingBehind, _) => position = Position::ClosingLines,
            (Position::Opening, Content::OnlyList) => position = Position::Closing,
            (_, Content::OnlyList) => position = Position::Opening,
            (_, Content::Other) => content = Content::List,
            (_, Content::List) => content = Content::Other,
        }
        Kind {
            position,
            content,
            ..self
        }
    }
}

/// The kinds of brackets inside which one blank stays.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PaddedKinds([bool; Kind::COUNT]);

impl PaddedKinds {
    pub(super) fn is_empty(self) -> bool {
        self == PaddedKinds::default()
    }
}

/// A bracket beside an item.
struct Side {
    kind: Kind,
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
        // A line that begins far before is taken for that of the opening bracket.
        let is_on_one_line = |id: NodeId| {
            let node = self.node(id);
            self.near_line_start(node.end as usize - 1)
                .is_none_or(|start| start <= node.start as usize)
        };
        // What is commented out behind a prefix is another list.
        let inner = self.list_after_prefixes(item);
        let inner = inner.filter(|inner| self.node(*inner).end == beside.end);
        let content = match (self.is_list(item), self.tree.children(list).nth(1)) {
            (false, _) => Content::Other,
            (true, Some(_)) => Content::List,
            (true, None) => Content::OnlyList,
        };
        let position = match content {
            _ if !is_closing => Position::Opening,
            Content::OnlyList => Position::Closing,
            _ if is_on_one_line(list) => Position::Closing,
            _ if inner.is_none_or(is_on_one_line) => Position::ClosingLines,
            _ => Position::ClosingBehind,
        };
        Some(Side {
            kind: Kind {
                position,
                is_square: opener.ends_with('['),
                content,
            },
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
        let (mut padded, mut all) = ([0; Kind::COUNT], [0; Kind::COUNT]);
        // One blank inside each bracket of a list is no slip, however few lists there are. More of them may align something.
        let mut is_sure = [false; Kind::COUNT];
        let mut may_align = false;
        for id in 0..self.tree.nodes.len() {
            let is_padded = self.sides(id).filter(|side| side.blanks == 1).count() == 2;
            for side in self.sides(id) {
                let kind = side.kind.index();
                padded[kind] += u32::from(side.blanks > 0);
                all[kind] += 1;
                is_sure[kind] |= is_padded;
                may_align |= side.blanks > 1;
            }
        }
        for kind in Kind::all() {
            let (own, other) = (kind.index(), kind.like().index());
            let both = |of: [u32; Kind::COUNT]| [of[own], of[other]];
            let padded = counted(both(padded), both(all));
            let is_most = 2 * padded > counted(both(all), both(all));
            kinds.0[own] = is_most && (padded >= MIN_LISTS || is_sure[own] && !may_align);
        }
        // Those around one list stay where those beside other lists do, too.
        for kind in Kind::all().filter(|kind| matches!(kind.content, Content::OnlyList)) {
            let content = Content::List;
            kinds.0[kind.index()] |= kinds.0[Kind { content, ..kind }.index()];
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
            first.blanks > 0 && (self.padded_kinds.0[first.kind.index()] || is_kept())
        };
        let first = self.side(list, false).filter(is_padded);
        usize::from(first.is_some() && !self.is_number(list + 1))
    }

    /// The brackets of a list inside which a blank stays. Where there is one inside of both, they stay together.
    fn padded_sides(&self, list: NodeId) -> impl Iterator<Item = Side> {
        let stays = |side: &Side| side.blanks > 0 && self.padded_kinds.0[side.kind.index()];
        let are_both = self.sides(list).filter(|side| side.blanks > 0).count() == 2;
        let stays_both = are_both && self.sides(list).any(|side| stays(&side));
        self.sides(list)
            .filter(move |side| stays_both || stays(side))
    }
}
