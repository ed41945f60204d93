//! Layout: turns the tree into text.
//!
//! There are two passes. [`measure`] goes down the tree once:
//! it finds the [`Form`] of each list, gives literals their canonical spelling, and computes how wide everything is on one
//! line, or that it has to be broken. [`choice`] and [`build`] then decide, list by list and with the column known, how to
//! break each list that does not fit on one line, and say where each line goes; [`places`] writes these lines.
//!
//! The shapes of a broken list depend on the mode: [`kept`] finds the only one if lines are kept, [`persistent`] that of a
//! list that the author broke, and [`canonical`] those between which costs decide. [`shape`] is what the three share.
//!
//! [`arrange`] walks a broken list and says *where* an item goes that starts a line; [`breaks`] says *whether* it does.
//! What measuring and choosing decide, they note or return along with the reason, so that [`reason`] can explain a list.
//!
//! What stays since it is the author's is found in a file for each kind: what most lists of a text show in [`learned`], what one list shows
//! by itself in [`conventions`], columns that no form gives in [`margins`] and [`authors`], brackets in [`closers`], and gaps in
//! [`padding`], [`alignment`] and [`comments`]. [`columns`] says where lines stand in the source.
//!
//! Invariant: after the parser, nothing depends on the columns of the source, but for what these files take from them where lines are the
//! author's, and nothing depends on its line breaks unless an option keeps them:
//! `rows = "keep"`, the default, for rows of data and groups of what is exported or imported, and for the columns of rows, unless
//! `alignment` says otherwise; `line-breaks = "persistent"` and `"keep"`.

mod alignment;
mod arrange;
mod authors;
mod breaks;
mod build;
mod canonical;
mod choice;
mod closers;
mod columns;
mod comments;
mod conventions;
mod doc;
mod ends;
mod fitting;
mod in_source;
mod kept;
mod learned;
mod margins;
mod measure;
pub(crate) mod newline;
mod padding;
pub(crate) mod partial;
mod persistent;
pub(crate) mod places;
mod printer;
mod reach;
pub(crate) mod reason;
mod settled;
mod shape;
pub(crate) mod stack;
mod tabs;
pub(crate) mod trace;
mod types;
mod units;

use crate::dialects::normalize::Normalizer;
use crate::forms::rules::{Rule, Rules};
use crate::forms::word::Word;
use crate::forms::{self, Form};
use crate::options::{KeywordValues, LineBreaks, RowBreaks, Style, WideLines};
use crate::syntax::tree::{Node, NodeId, NodeKind, Placement, Tree};
use authors::AuthorsColumns;
use choice::{Choices, width_of_first_line};
use closers::KeptBrackets;
use learned::Learned;
use margins::Margins;
use newline::Newline;
use padding::PaddedKinds;
use places::{Gap, Place, Printed};
use reason::Notes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use types::Gaps;
use units::Joint;

/// The width of a node that must not be on one line.
const BROKEN: u32 = u32::MAX;

/// The last column in which a line begins if lines are kept: a list may begin at the end of any line, and without an end, the output would be
/// as wide as it is long.
const FARTHEST: usize = 2500;

/// The most nodes on a line that are searched for the list around one of them, or for the next line.
const LONG_LINE: usize = 1 << 10;

/// What the layout knows about a node.
#[derive(Clone, Copy)]
struct Measured<'r> {
    /// The form that lays it out, if it is a list or a prefix.
    form: Option<&'r Form>,
    /// Its width on one line, or [`BROKEN`].
    width: u32,
    /// Its effect on its neighbours.
    word: Word,
    /// How its text on one line, if it may be on one, relates to the source.
    written: Written,
    /// How it is joined to the item before it.
    joint: Joint,
}

// There is one for each node of a top-level form.
const _: () = assert!(size_of::<Measured<'_>>() <= 16);

/// How the text of a node on one line relates to its text in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// Byte for byte.
    AsInSource,
    /// Its own token keeps its spelling, but something inside or between differs.
    Otherwise,
    /// Its own token has another spelling.
    Respelled,
}

impl Written {
    /// Completes this, which is known of a node's own token, with whether the rest of its text is the same as in the source.
    #[inline]
    fn with_inside(self, is_as_in_source: bool) -> Self {
        match self {
            Written::AsInSource if !is_as_in_source => Written::Otherwise,
            _ => self,
        }
    }
}

/// Where a node is written.
#[derive(Clone, Copy, Default)]
struct Slot {
    column: usize,
    /// The width of what must follow it on the same line.
    suffix: usize,
}

impl Slot {
    /// A column after which nothing has to follow.
    fn at(column: usize) -> Self {
        Slot { column, suffix: 0 }
    }

    /// The end of the line of something of this width, and of what must follow it.
    #[inline]
    fn end(self, width: usize) -> usize {
        self.column + width + self.suffix
    }
}

impl Measured<'_> {
    /// The entry for a comment that has a placement, for a form feed, and for a node that has not been measured.
    const NOTHING: Self = Measured {
        form: None,
        width: BROKEN,
        word: Word::Other,
        written: Written::AsInSource,
        joint: Joint::Free,
    };

    /// The entry for a plain atom or string.
    #[inline]
    fn plain(node: &Node) -> Self {
        Measured {
            width: node.end - node.start,
            ..Self::NOTHING
        }
    }

    #[inline]
    fn is_procedure_definition(&self) -> bool {
        self.form
            .is_some_and(|form| form.strategy == forms::Strategy::Definition)
    }
}

/// Lays out one text.
pub(crate) struct Layout<'a> {
    text: &'a str,
    tree: &'a Tree,
    /// The nodes of the tree, which are asked for most.
    nodes: &'a [Node],
    rules: &'a Rules,
    style: &'a Style,
    /// The maximum width of a line, in columns; unlimited if the author's lines are kept.
    width: usize,
    /// The maximum width of a line that is the author's.
    widest: usize,
    /// The last column in which a line begins.
    farthest: usize,
    /// Whether the value of a keyword goes below it if it takes several lines.
    drops_values: bool,
    normalizer: &'a Normalizer,
    /// How its lines are written.
    newline: Newline,
    /// The rules of the operators so far.
    known: FxHashMap<&'a str, Option<&'a Rule>>,
    /// The nodes, as far as they have been measured.
    measured: Vec<Measured<'a>>,
    /// The width of lists and prefixes if everything in them is as narrow as it can be, as far as that has been asked.
    narrowest: RefCell<FxHashMap<NodeId, usize>>,
    /// Whether the part being measured is quoted: its lists may be as wide as the line, and nothing in it touches its operator.
    is_quoted: bool,
    /// The canonical spellings that differ from the source.
    spellings: FxHashMap<NodeId, Box<str>>,
    /// The gaps before items that are not one column wide: where the author aligned items, if that is kept, and where parameters
    /// touch their operator.
    gaps: Gaps,
    /// The items after a gap that may be wider than that in the source, if the author's alignment is kept.
    wide: Vec<NodeId>,
    /// The nodes after blank lines, if there are such items.
    after_blank_lines: Vec<NodeId>,
    /// The lists that are rows of a table, which stay on one line where broken lists stay broken.
    table_rows: FxHashSet<NodeId>,
    /// The data whose rows of numbers stay in the canonical layout, however wide they are where the list is written.
    rows_of_numbers: FxHashSet<NodeId>,
    /// The brackets of the author's that stay alone on their lines, or at the ends of them.
    brackets: KeptBrackets,
    /// Whether two blanks before the value of a clause or binding stay.
    keeps_double_blanks: bool,
    /// The brackets inside which a blank stays.
    padded_kinds: PaddedKinds,
    /// The gaps to keep in the forms at top level, where they are found once these are measured.
    at_top_level: OnceCell<Gaps>,
    /// Whether a layout of the output may differ from it: gaps of the author's have been kept at top level or in a list that is broken, or
    /// numbers have been filled in lines that look like rows.
    may_change_again: Cell<bool>,
    /// The shapes chosen for those lists that have a choice.
    choices: RefCell<Choices>,
    /// Offsets on wide lines, in order, and their columns, from which others are counted.
    far_columns: RefCell<Vec<(usize, usize)>>,
    /// The columns that the text has shown, if its lines are kept.
    learned: Learned<'a>,
    /// The margins of the author's.
    margins: Margins,
    /// The columns of the author's that no form gives.
    authors: AuthorsColumns,
    /// What measuring has decided about lists, if that is to be explained.
    notes: Option<Notes>,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(
        text: &'a str,
        tree: &'a Tree,
        rules: &'a Rules,
        style: &'a Style,
        normalizer: &'a Normalizer,
        newline: Newline,
    ) -> Self {
        let width = style.line_width.columns(rules.dialect);
        let [width, widest, farthest] = match style.line_breaks {
            LineBreaks::Keep => [usize::MAX, usize::MAX, FARTHEST],
            LineBreaks::Persistent if style.wide_lines == WideLines::Keep => {
                [width, width + width / 10, usize::MAX]
            }
            LineBreaks::Persistent | LineBreaks::Canonical => [width, width, usize::MAX],
        };
        let mut layout = Layout {
            text,
            tree,
            nodes: &tree.nodes,
            rules,
            style,
            width,
            widest,
            farthest,
            drops_values: match style.keyword_values {
                KeywordValues::Auto => rules.has_values_below(),
                chosen => chosen == KeywordValues::Below,
            },
            normalizer,
            newline,
            known: FxHashMap::default(),
            measured: Vec::new(),
            narrowest: RefCell::default(),
            is_quoted: false,
            spellings: FxHashMap::default(),
            gaps: Gaps::default(),
            wide: Vec::new(),
            after_blank_lines: Vec::new(),
            table_rows: FxHashSet::default(),
            rows_of_numbers: FxHashSet::default(),
            brackets: KeptBrackets::default(),
            keeps_double_blanks: false,
            padded_kinds: PaddedKinds::default(),
            at_top_level: OnceCell::new(),
            may_change_again: Cell::new(false),
            choices: RefCell::default(),
            far_columns: RefCell::default(),
            learned: Learned::default(),
            margins: Margins::default(),
            authors: AuthorsColumns::default(),
            notes: None,
        };
        layout.find_kept_brackets();
        if layout.keeps_columns_of_rows() {
            layout.wide = layout.after_wide_gaps();
            if !layout.wide.is_empty() {
                layout.after_blank_lines = layout.after_blank_lines();
            }
            layout.padded_kinds = layout.padded_kinds();
        }
        layout
    }

    /// The whole text, laid out.
    pub(crate) fn print(mut self) -> Printed {
        self.measure_all();
        let places = self.places();
        // Their memory is free for the output.
        self.measured = Vec::new();
        self.choices.take();
        self.print_all(&places)
    }

    /// The whole text in these places.
    pub(crate) fn print_all(&self, places: &[Place]) -> Printed {
        self.print_places(places, self.last_gap(), 0..self.text.len(), false)
    }

    /// What is between the last place and the end of the text.
    pub(crate) fn last_gap(&self) -> Gap {
        match self.tree.nodes.is_empty() || self.tree.ends_in_rest {
            true => Gap::Blanks,
            false => Gap::Line(0),
        }
    }

    fn node(&self, id: NodeId) -> &'a Node {
        &self.nodes[id]
    }

    fn measured(&self, id: NodeId) -> &Measured<'a> {
        &self.measured[id]
    }

    /// The form of a list or a prefix that has been measured.
    fn form(&self, id: NodeId) -> &'a Form {
        self.measured(id).form.unwrap_or(&forms::DATA)
    }

    fn measured_mut(&mut self, id: NodeId) -> &mut Measured<'a> {
        &mut self.measured[id]
    }

    /// The text to write for a node's own token: for an atom all of it, for a list its opening bracket, for a prefix its
    /// mark.
    fn head_text(&self, id: NodeId) -> &str {
        match self.measured(id).written {
            Written::Respelled => self.spelling(id),
            Written::AsInSource | Written::Otherwise => self.source(id),
        }
    }

    /// The same for a node that may have another spelling than in the source.
    fn spelling(&self, id: NodeId) -> &str {
        match self.spellings.get(&id) {
            Some(spelling) => spelling,
            None => self.source(id),
        }
    }

    /// The text of a node's own token in the source.
    fn source(&self, id: NodeId) -> &'a str {
        let node = self.node(id);
        &self.text[node.head()]
    }

    /// The width of a node on one line, if it may be on one line.
    fn flat_width(&self, id: NodeId) -> Option<usize> {
        match self.measured(id).width {
            BROKEN => None,
            width => Some(width as usize),
        }
    }

    /// Whether a node on one line is within the width there.
    #[inline]
    fn fits(&self, id: NodeId, slot: Slot) -> bool {
        self.flat_width(id).is_some_and(|width| {
            slot.end(width) <= self.width || self.is_tolerated(id, slot, width)
        })
    }

    /// Whether a node of this width is on a line of the author's that is wider than usual, but not too wide where it is written, or a row
    /// of a table, or a pair on a line of its own.
    #[inline(never)]
    fn is_tolerated(&self, id: NodeId, slot: Slot, width: usize) -> bool {
        self.table_rows.contains(&id)
            || self.is_pair_on_line(id)
            || slot.end(width) <= self.widest && self.is_on_authors_line(id, slot, width)
    }

    /// Whether a node is a pair without lists in it that begins a line where broken lists stay broken.
    #[cold]
    fn is_pair_on_line(&self, id: NodeId) -> bool {
        let is_pair = || {
            let kinds = self.tree.children(id).map(|item| self.node(item).kind);
            let kinds: Vec<_> = kinds.take(4).collect();
            matches!(kinds[..], [_, NodeKind::Dot, _])
                && !kinds.iter().any(|kind| kind.has_children())
        };
        self.style.line_breaks == LineBreaks::Persistent && self.keeps_break(id) && is_pair()
    }

    /// Whether a node of this width is on a line of the author's that stays and is not too wide where the node is written.
    #[cold]
    fn is_on_authors_line(&self, id: NodeId, slot: Slot, width: usize) -> bool {
        self.is_in_kept_lines(id) && self.end_of_authors_line(id, slot.column, width) <= self.widest
    }

    /// The column in which the author's line with a node ends if that node, of this width, is at a column.
    #[cold]
    fn end_of_authors_line(&self, id: NodeId, column: usize, node_width: usize) -> usize {
        let node = self.node(id);
        let is_on_line = |text: &str| !text.contains(['\n', '\r']);
        if !is_on_line(&self.text[node.span()]) {
            return usize::MAX;
        }
        // Each node is at least one column wide.
        let after = self
            .tree
            .nodes
            .iter()
            .skip(node.next as usize)
            .take(self.widest);
        let after = after.zip(node.next as usize..);
        let ends_line =
            |(next, _): &(&Node, NodeId)| next.begins_line() || next.placement != Placement::Free;
        let end = match after.clone().find(ends_line) {
            // It will be on the line.
            Some((next, id)) if next.begins_line() && !self.keeps_break(id) => return usize::MAX,
            Some((next, _)) => next.start as usize,
            None if self.tree.nodes.len() < node.next as usize + self.widest => self.text.len(),
            None => return usize::MAX,
        };
        // What follows on the line as it will be written, with closing brackets that go up to it.
        let closers = |between: Range<usize>| {
            let bytes = self.text.as_bytes()[between].iter();
            bytes.filter(|byte| b")]}".contains(byte)).count()
        };
        let (mut line, mut before) = (0, node.end as usize);
        for (next, id) in after.take_while(|(next, _)| (next.start as usize) < end) {
            let is_first = self.node(id - 1).next as usize > id;
            let text = self.spelling(id);
            line += closers(before..next.start as usize) + usize::from(!is_first);
            line += width_of_first_line(text);
            if !is_on_line(text) {
                return column + node_width + line;
            }
            before = next.head_end as usize;
        }
        column + node_width + line + closers(before..end)
    }

    /// Whether an item or comment that begins a line in the source does so in the output, for all that the options say. An item joins
    /// a bracket or a prefix on the line above.
    fn keeps_break(&self, item: NodeId) -> bool {
        let joins = |before: NodeId| {
            self.node(before).next as usize > item
                && self.node(item).placement == Placement::Free
                && !self.begins_below(before)
        };
        self.source_breaks(item)
            && !item.checked_sub(1).is_some_and(joins)
            && self.is_in_kept_lines(item)
    }

    /// Whether an item is in a list that may keep its lines.
    fn is_in_kept_lines(&self, item: NodeId) -> bool {
        self.style.rows == RowBreaks::Keep
            || self.style.line_breaks == LineBreaks::Keep
            || (self.around(item)).is_none_or(|list| self.may_stay_broken(self.form(list)))
    }

    /// The list or prefix around an item, unless more nodes are between them than a line may have.
    fn around(&self, item: NodeId) -> Option<NodeId> {
        let mut before = (item.saturating_sub(self.widest.min(LONG_LINE))..item).rev();
        before.find(|it| self.node(*it).next as usize > item)
    }

    /// The column where a line may end whose first item is at a column. Beyond the width, breaking lines brings nothing back
    /// within it, so there half of the width is left to every line.
    #[inline]
    fn right_edge(&self, column: usize) -> usize {
        if column < self.width {
            self.width
        } else {
            column + self.width / 2
        }
    }

    /// Whether a node is written on one line there. What holds no list always is.
    #[inline]
    fn is_flat(&self, id: NodeId, slot: Slot) -> bool {
        self.flat_width(id).is_some_and(|width| {
            slot.end(width) <= self.right_edge(slot.column) || self.is_flat_beyond(id, slot, width)
        })
    }

    /// Whether a node of this width is on one line though that ends beyond the right edge.
    #[inline(never)]
    fn is_flat_beyond(&self, id: NodeId, slot: Slot, width: usize) -> bool {
        !self.is_list(id)
            || self.is_tolerated(id, slot, width)
            || self.gains_little(slot.end(width), || slot.end(self.narrowest(id)))
    }

    /// Whether a line that ends at a column stays as the author has it, since it would still end at `least` if it were broken: beyond what
    /// is tolerated, and with more than half of the excess left.
    fn gains_little(&self, end: usize, least: impl FnOnce() -> usize) -> bool {
        let over = |end: usize| end.saturating_sub(self.width);
        let stays = |least| least > self.widest && 2 * over(least) > over(end);
        self.widest > self.width && stays(least())
    }

    /// Whether a node is a definition.
    fn is_definition(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.kind == NodeKind::List
            && self.tree.children(id).next().is_some_and(|operator| {
                let operator = self.node(operator);
                operator.kind == NodeKind::Atom && forms::is_definition(operator.text(self.text))
            })
    }

    /// Whether two adjacent siblings are definitions with no blank line between them.
    fn is_beside(&self, before: NodeId, after: NodeId) -> bool {
        self.node(after).blank() == 0 && self.is_definition(before) && self.is_definition(after)
    }
}
