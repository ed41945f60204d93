//! Which items of a list make a unit: they stay on the line of the item before them, as the value of a keyword does.
//!
//! That depends on tokens and on the form of the list, so it is decided once, while the list is measured.

use super::{Layout, Measured, Word};
use crate::dialects::Dialect;
use crate::forms::word::is_bar;
use crate::forms::{self, ClauseKind, Form, Role, Roles, Stay, Strategy};
use crate::options::LineBreaks;
use crate::syntax::tree::{Node, NodeId, NodeKind};

/// How an item is joined to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// It may begin a line.
    Free,
    /// It stays on the line of the one before, unless the author put it on another one and his lines count.
    Bound,
    /// It stays there whatever the author did: an ellipsis, and what follows a dot.
    Fixed,
}

/// What the items so far take along on their line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    /// The next item, whatever it is.
    Next,
    /// Up to this many items, but no keyword.
    Values(usize),
}

impl Takes {
    /// This many values.
    fn values(count: usize) -> Self {
        match count {
            0 => Takes::Nothing,
            count => Takes::Values(count),
        }
    }
}

/// The item before, as far as it matters apart from what it takes along.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Dot,
    /// A keyword that ends in a colon.
    Colon,
    /// A type, and the flags after it: keywords without a value.
    Type,
    /// A quoted name that begins a pair of the author's.
    Key,
    /// The value of such a pair.
    Value,
    Other,
}

/// How items belong together by their places in a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grouping {
    /// Each is by itself.
    None,
    /// In pairs; the second item of the first one has this index.
    Pairs(usize),
    /// There may be rows of three.
    Rows,
}

impl Grouping {
    #[inline]
    fn of(form: &Form) -> Self {
        match form.parts.grouped() {
            Some((_, Role::Row)) => Grouping::Rows,
            Some((index, _)) => Grouping::Pairs(index + 2),
            None => Grouping::None,
        }
    }
}

/// The walk over the items of a list.
pub(super) struct Units<'f> {
    form: &'f Form,
    /// Where the list ends, as an index into the tree.
    end: u32,
    /// The number of items so far, dots included.
    index: usize,
    takes: Takes,
    before: Before,
    /// Whether a dot or a colon has connected two items.
    has_infix: bool,
    grouping: Grouping,
    /// The last connective of the list, once it has been looked for.
    last_connective: Option<Option<NodeId>>,
    /// Whether nothing so far connects what comes next, so that only a word can.
    is_idle: bool,
    /// Whether a quoted name may begin a pair.
    may_pair: bool,
}

impl Layout<'_> {
    /// Whether an item stays on the line of the one before it.
    #[inline]
    pub(super) fn is_bound(&self, item: NodeId) -> bool {
        match self.measured(item).joint {
            Joint::Free => false,
            Joint::Bound => !self.stays_apart(item),
            Joint::Fixed => true,
        }
    }

    /// Whether the author began a line with an item, and the layout allows it.
    pub(super) fn source_breaks(&self, item: NodeId) -> bool {
        self.node(item).begins_line()
            && match (self.style.line_breaks, self.measured(item).joint) {
                (LineBreaks::Keep, _) | (_, Joint::Free) => true,
                (mode, Joint::Bound) => mode == LineBreaks::Persistent,
                (_, Joint::Fixed) => false,
            }
    }

    /// Whether quoted names may begin pairs in a list of this form: in calls that stay broken.
    #[inline]
    pub(super) fn may_have_pairs(&self, form: &Form) -> bool {
        match self.style.line_breaks {
            LineBreaks::Persistent => form.strategy.is_call(),
            _ => false,
        }
    }

    /// The last item that connects two others of a contract, among those between a colon and the end of its list: an arrow or an `or`.
    fn last_connective(&self, colon: &Node, end: u32) -> Option<NodeId> {
        let items = self.tree.siblings(colon.next as usize..end as usize);
        let connects = |item: &NodeId| matches!(self.source(*item), "->" | "or");
        items.filter(connects).last()
    }

    /// Whether an item of a list that ends before the node `end` is the dot before what the author put below it, in a list that stays
    /// broken.
    pub(super) fn is_above_tail(&self, item: NodeId, end: u32) -> bool {
        let node = self.node(item);
        node.kind == NodeKind::Dot && node.next < end && self.stays_apart(node.next as usize)
    }

    /// Whether the author put an item on a line of its own in a list that stays broken.
    pub(super) fn stays_apart(&self, item: NodeId) -> bool {
        self.style.line_breaks == LineBreaks::Persistent && self.source_breaks(item)
    }
}

impl<'f> Units<'f> {
    #[inline]
    pub(super) fn new(form: &'f Form, list: &Node, may_pair: bool) -> Self {
        let grouping = Grouping::of(form);
        Units {
            form,
            end: list.next,
            index: 0,
            takes: Takes::Nothing,
            before: Before::Other,
            has_infix: false,
            grouping,
            last_connective: None,
            is_idle: grouping == Grouping::None && !may_pair,
            may_pair,
        }
    }

    /// Decides whether the next item, which is measured but for that, stays with the one before it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn pass(&mut self, layout: &mut Layout<'_>, item: NodeId, node: &Node) {
        if self.is_idle && (node.is_plain() || node.kind == NodeKind::List) {
            self.index += 1;
        } else {
            let mut measured = *layout.measured(item);
            self.decide(layout, item, &mut measured);
            *layout.measured_mut(item) = measured;
        }
    }

    #[inline(never)]
    fn decide<'a>(&mut self, layout: &mut Layout<'a>, item: NodeId, measured: &mut Measured<'a>) {
        let node = layout.node(item);
        if !node.kind.is_element() {
            // What is commented out may come before a value.
            if self.takes != Takes::Nothing && node.kind == NodeKind::DatumComment {
                measured.joint = Joint::Bound;
            }
            return;
        }
        let text = match node.kind {
            NodeKind::Atom | NodeKind::Dot => layout.source(item),
            _ => "",
        };
        let infix = self.infix(layout, text, node);
        let is_value =
            self.takes == Takes::Next || self.before == Before::Colon && text.starts_with(':');
        let pairing = self.may_pair.then(|| self.pairing(layout, item, node));
        // `:init!` after `constructor:` is no keyword, nor is `:=`, nor any word where it is a name, nor an operator.
        let is_plain = measured.word.is_keyword()
            && (is_value || infix.is_some() || self.is_operator(layout, text));
        if is_plain || self.is_name(node, measured.word) {
            measured.word = Word::Other;
        }
        if self.takes == Takes::Nothing && self.begins_row(layout, node) {
            measured.word = Word::Keyword;
        }
        let (is_bound, takes) = match (infix, measured.word) {
            // What a judgment assumes is a part by itself.
            (Some(takes), _) => (text != "⊢" && !self.begins_result(text), takes),
            (_, Word::Arrow | Word::Naming) => (is_value, Takes::Next),
            (_, word) => self.bond(layout, text, word),
        };
        let takes = match node.kind {
            NodeKind::Dot => Takes::Next,
            // The name of a rule stays with its bar.
            _ if is_bar(text) && self.precedes_atom(layout, node) => Takes::Next,
            _ => takes,
        };
        self.has_infix |= matches!(text, "." | ":");
        self.takes = takes;
        self.index += 1;
        measured.joint = match is_bound {
            false => Joint::Free,
            true if self.is_fixed(layout, measured.word) => Joint::Fixed,
            true => Joint::Bound,
        };
        self.before = match node.kind {
            NodeKind::Dot => Before::Dot,
            _ if measured.word == Word::Type || is_bound && measured.word == Word::Keyword => {
                Before::Type
            }
            _ if measured.word == Word::Keyword && text.ends_with(':') => Before::Colon,
            _ => Before::Other,
        };
        match pairing.flatten() {
            Some(Before::Key) => (self.takes, self.before) = (Takes::Next, Before::Key),
            Some(before) if node.kind != NodeKind::Dot => self.before = before,
            _ => {}
        }
        self.is_idle = self.connects_nothing();
    }

    /// What an item is in a pair of the author's: its key or its value, or neither.
    #[cold]
    fn pairing(&self, layout: &Layout<'_>, item: NodeId, node: &Node) -> Option<Before> {
        match (self.takes, self.before) {
            (Takes::Nothing, _) if self.begins_pair(layout, item, node) => Some(Before::Key),
            (_, Before::Key) => Some(Before::Value),
            _ => None,
        }
    }

    /// Whether an item stays with the one before it, and what it takes along, unless something connects it or it does so itself.
    #[inline]
    fn bond<'a>(&self, layout: &mut Layout<'a>, text: &'a str, word: Word) -> (bool, Takes) {
        match word {
            Word::Ellipsis | Word::Type => (true, Takes::Nothing),
            Word::Colons => (true, Takes::Next),
            Word::Keyword => {
                let takes = Takes::values(self.values(layout, text));
                let is_flag = takes == Takes::Nothing && self.before == Before::Type;
                (is_flag, takes)
            }
            _ => match self.takes {
                Takes::Nothing => (self.is_paired(), Takes::Nothing),
                Takes::Next => (true, Takes::Nothing),
                Takes::Values(count) => (true, Takes::values(count - 1)),
            },
        }
    }

    /// Whether an item is an operator like `for:`, below which the author may have put what follows.
    #[inline]
    fn is_operator(&self, layout: &Layout<'_>, text: &str) -> bool {
        self.index == 0
            && text.ends_with(':')
            && layout.style.line_breaks == LineBreaks::Persistent
            && *self.form != forms::ARGUMENTS
            && self.form.strategy != Strategy::Module
            && !self.form.strategy.is_table()
    }

    /// Whether a word is a name that is exported or imported. The ellipsis at the end of a list is that of a template.
    fn is_name(&self, node: &Node, word: Word) -> bool {
        matches!(self.form.strategy, Strategy::Export | Strategy::Import)
            && (word == Word::Arrow || word == Word::Ellipsis && node.next != self.end)
    }

    /// Whether an item that stays with the one before it does so whatever the author did. Where his rows do not count, nor do his lines
    /// within a unit.
    fn is_fixed(&self, layout: &Layout<'_>, word: Word) -> bool {
        match layout.style.line_breaks {
            LineBreaks::Persistent => !layout.may_stay_broken(self.form),
            _ => self.before == Before::Dot || word == Word::Ellipsis,
        }
    }

    /// Whether nothing so far connects what comes next.
    fn connects_nothing(&self) -> bool {
        self.takes == Takes::Nothing
            && self.before == Before::Other
            && !self.has_infix
            && self.grouping == Grouping::None
            && !self.may_pair
    }

    /// Whether an item begins a row: it is a constant, not the first, before a string.
    fn begins_row(&self, layout: &Layout<'_>, node: &Node) -> bool {
        let next = node.next;
        let is_string = |kind| matches!(kind, NodeKind::String | NodeKind::Raw);
        self.grouping == Grouping::Rows
            && node.kind == NodeKind::Atom
            && self.index > 0
            && next < self.end
            && is_string(layout.node(next as usize).kind)
    }

    /// Whether an item is a quoted name before its value, and one of several, in a list that may have pairs: `(f x 'width 1 'height 2)`.
    #[cold]
    fn begins_pair(&self, layout: &Layout<'_>, item: NodeId, node: &Node) -> bool {
        let may_be = self.index > 0 && layout.is_quoted_name(item);
        let mut rest = layout.tree.siblings(node.next as usize..self.end as usize);
        let Some(value) = rest.next().filter(|_| may_be) else {
            return false;
        };
        let mut is_first = || {
            let goes_on = rest.next().is_some_and(|it| layout.is_quoted_name(it));
            goes_on && rest.next().is_some() && !layout.is_quoted_name(value)
        };
        layout.node(value).kind.is_datum() && (self.before == Before::Value || is_first())
    }

    /// Whether what follows an item directly is no list.
    fn precedes_atom(&self, layout: &Layout<'_>, node: &Node) -> bool {
        node.next != self.end && !layout.node(node.next as usize).kind.has_children()
    }

    /// What an infix symbol takes along, if this atom or dot is one there: it stands between two items of code.
    fn infix(&mut self, layout: &Layout<'_>, text: &str, node: &Node) -> Option<Takes> {
        let is_within = matches!(self.takes, Takes::Values(_));
        if !matches!(text.len(), 1..=3) || node.next == self.end || is_within {
            return None;
        }
        // Above clauses, it is the contract of a function: `f : x y -> z`.
        if text == ":" && self.form.role(Roles::MAX) == Role::Clause(ClauseKind::Match) {
            return Some(Takes::Values(self.contract_after(layout, node)));
        }
        let is_data = matches!(
            self.form.strategy,
            Strategy::Data | Strategy::Export | Strategy::Import
        );
        let is_infix = match text {
            // The tail stays beside a key, and in Racket an operator between its operands.
            "." => self.index == 1 && is_data || self.has_infix,
            _ if is_data => false,
            ":" | ":=" | "<-" => self.index > 0,
            "->" => self.index > 1 || self.index > 0 && self.begins_result(text),
            "=" => self.has_infix,
            _ => false,
        };
        let is_infix = is_infix || self.joins_judgment(layout, text);
        is_infix.then_some(Takes::Next)
    }

    /// Whether a symbol is the arrow of a function's type, which begins the line of its result: `(a b c -> d)`. Between dots it is an operator
    /// of Racket's.
    fn begins_result(&self, text: &str) -> bool {
        text == "->"
            && self.before != Before::Dot
            && (self.form.strategy.is_call() || *self.form == forms::ARGUMENTS)
    }

    /// Whether a symbol connects the parts of a judgment as Turnstile writes it, in the canonical layout: `[x ≫ x- : t] ⊢ e ≫ e- ⇒ s`. That of a
    /// rule ends its line.
    fn joins_judgment(&self, layout: &Layout<'_>, text: &str) -> bool {
        let joins = match text {
            "≫" | "⇒" | "⇐" => self.index > 0 && self.form.stay != Stay::Judgment,
            // Elsewhere it is a name.
            "⊢" => *self.form == forms::ARGUMENTS,
            _ => false,
        };
        joins
            && layout.rules.dialect == Dialect::Racket
            && layout.style.line_breaks == LineBreaks::Canonical
    }

    /// The number of items of a contract after its colon: up to what follows the last connective of the list, which is looked for only once.
    fn contract_after(&mut self, layout: &Layout<'_>, colon: &Node) -> usize {
        let end = self.end;
        let last = self
            .last_connective
            .get_or_insert_with(|| layout.last_connective(colon, end));
        let mut items = layout.tree.siblings(colon.next as usize..end as usize);
        let is_after = |last: &NodeId| *last >= colon.next as usize;
        let index = last
            .filter(is_after)
            .and_then(|last| items.position(|it| it == last));
        index.map_or(1, |index| index + 2)
    }

    /// Whether the next item is the second one of a pair.
    fn is_paired(&self) -> bool {
        let Grouping::Pairs(first) = self.grouping else {
            return false;
        };
        self.form.role(self.index) == Role::Pair
            && self.index >= first
            && (self.index - first).is_multiple_of(2)
    }

    /// The number of values that stay with a keyword: in a clause of a module all of them, elsewhere as many as its row says, or one.
    fn values<'a>(&self, layout: &mut Layout<'a>, keyword: &'a str) -> usize {
        match layout.row_of_keyword(keyword) {
            _ if self.form.strategy == Strategy::Module => usize::MAX,
            None if self.grouping == Grouping::Rows => 2,
            Some(row) => row.form().distinguished.into(),
            None => 1,
        }
    }
}
