//! The tree: one flat array of nodes in source order.
//!
//! A node is a datum, a bracketed list, a prefix with the datum after it, or a comment. The nodes inside node `i` are
//! `i + 1 .. nodes[i].next`; its first child is `i + 1`, and the next sibling of a child `c` is `nodes[c].next`. White
//! space is gone; what is meaningful about it is in [`Placement`], [`Node::line_ends`] and [`Inside`].

use crate::text::diagnostics::Diagnostic;
use bitflags::bitflags;
use std::iter::from_fn;
use std::ops::Range;

/// The index of a node in its tree.
pub type NodeId = usize;

/// The kind of a node. In this order, the questions below are about neighbouring kinds, so each takes one comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// `#;` and the datum it comments out. Its children are like those of a prefix.
    DatumComment,
    /// A prefix such as `'` or `#0=`. Its children are comments, if any, followed by the datum, unless the list ends first.
    Prefix,
    /// A block comment with something after it on its line. Its children are like those of a prefix.
    InlineComment,
    /// A bracketed list. Its children are everything between the brackets, including comments.
    List,
    /// A symbol, number, boolean or keyword.
    Atom,
    /// A character literal.
    Character,
    /// A string.
    String,
    /// Text that is written as it is: here strings, verbatim regions, tokens glued to each other.
    Raw,
    /// Text that is written as it is and that ends in the last line of a here string or, for some reader, in a comment:
    /// nothing may follow on that line.
    HereString,
    /// The dot of a dotted pair.
    Dot,
    /// `; ...`.
    LineComment,
    /// A block comment at the end of its line, or on its own lines.
    BlockComment,
    /// `#!fold-case` and the like.
    Directive,
    /// A form feed, which gets its own line.
    Page,
}

impl NodeKind {
    /// Whether the node is a datum for a reader; a prefix with its datum counts as one.
    pub fn is_datum(self) -> bool {
        matches!(
            self,
            NodeKind::Prefix
                | NodeKind::InlineComment
                | NodeKind::List
                | NodeKind::Atom
                | NodeKind::Character
                | NodeKind::String
                | NodeKind::Raw
                | NodeKind::HereString
        )
    }

    /// Whether the node counts as an element of its list: a datum or a dot, not a comment or what `#;` comments out.
    pub fn is_element(self) -> bool {
        self.is_datum() || self == NodeKind::Dot
    }

    /// Whether the node has others inside, if it is not empty: a list or a prefix.
    #[inline]
    pub fn has_children(self) -> bool {
        self == NodeKind::List || self.is_prefix()
    }

    /// Whether the node precedes a datum and contains it.
    pub fn is_prefix(self) -> bool {
        matches!(
            self,
            NodeKind::DatumComment | NodeKind::Prefix | NodeKind::InlineComment
        )
    }
}

/// The position of a node relative to the lines around it. Only comments have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// Not a comment: the layout decides.
    Free,
    /// A comment on its own line, indented like its neighbours.
    OwnLine,
    /// A comment or a form feed on its own line, at the left margin inside a form.
    Margin,
    /// A comment at the end of a line, after code.
    Trailing,
    /// A comment on its own line that continues the trailing comment above, in the same column.
    Continued,
}

impl Placement {
    /// Whether the node is a comment that belongs to the code before it.
    pub fn belongs_to_code(self) -> bool {
        matches!(self, Placement::Trailing | Placement::Continued)
    }
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The byte offset of the node's first byte.
    pub start: u32,
    /// The byte offset after the node's last byte; for a prefix, after its datum.
    pub end: u32,
    /// The byte offset after the node's own first token, the opening bracket or the prefix. Otherwise the same as `end`.
    pub head_end: u32,
    /// The index after the last node inside this one.
    pub next: u32,
    /// The node's kind.
    pub kind: NodeKind,
    /// The node's placement, if it is a comment.
    pub placement: Placement,
    /// The number of line ends between it and what precedes it, at most 3.
    pub line_ends: u8,
    /// What is inside.
    pub inside: Inside,
}

impl Node {
    /// Cap on counted preceding newlines.
    const MAX_LINE_ENDS: usize = 3;

    /// Its span in bytes.
    #[inline]
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Its text in the text of its tree.
    #[inline]
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.span()]
    }

    /// The span of its own first token.
    #[inline]
    pub fn head(&self) -> Range<usize> {
        self.start as usize..self.head_end as usize
    }

    /// Whether its own first token is one byte, as most opening brackets and prefixes are.
    #[inline]
    pub(crate) fn has_short_head(&self) -> bool {
        self.head_end - self.start == 1
    }

    /// The number to record for this many line ends before a node.
    #[inline]
    pub(crate) fn capped(line_ends: usize) -> u8 {
        line_ends.min(Self::MAX_LINE_ENDS) as u8
    }

    /// The number of blank lines before it, at most 2.
    #[inline]
    pub fn blank(&self) -> u8 {
        self.line_ends.saturating_sub(1)
    }

    /// Whether there is a line break between it and what precedes it.
    #[inline]
    pub fn begins_line(&self) -> bool {
        self.line_ends > 0
    }

    /// Whether it is plain, see [`Inside::PLAIN`].
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.inside.contains(Inside::PLAIN)
    }

    /// Whether there is a space to keep after its opening bracket or its prefix.
    #[inline]
    pub fn has_space_after_head(&self) -> bool {
        self.inside.contains(Inside::SPACE_AFTER_HEAD)
    }

    /// Whether there is a space to keep before its closing bracket.
    #[inline]
    pub fn has_space_before_end(&self) -> bool {
        self.inside.contains(Inside::SPACE_BEFORE_END)
    }
}

bitflags! {
    /// What is inside a node, as far as its own white space goes. Some of that may be neither inserted nor removed: within a
    /// prefix that some readers read as an atom, and inside braces, which some readers take for letters.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Inside: u8 {
        /// The node is plain: an atom or a string of printable ASCII that has only this spelling, and is no keyword or other word
        /// on which the layout of its neighbours depends; a list of plain nodes with one space between them and nothing else; or
        /// a quotation mark that touches a plain node. So its text is what it would be on one line.
        const PLAIN = 1;
        /// There is a space to keep after its opening bracket or its prefix. It is not plain.
        const SPACE_AFTER_HEAD = 1 << 1;
        /// There is a space to keep before its closing bracket. It is not plain.
        const SPACE_BEFORE_END = 1 << 2;
    }
}

// In dense text there is a node for every two bytes.
const _: () = assert!(size_of::<Node>() == 20);

/// The tree of a text.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The nodes, in source order.
    pub nodes: Vec<Node>,
    /// The maximum nesting depth of lists and prefixes.
    pub depth: usize,
    /// Whether the text ends with something that is kept to the last byte: `#!eof` and what follows it, or a here string.
    pub ends_in_rest: bool,
    /// Whether there is a `#!curly-infix` (SRFI 105): from there on, what touches an opening bracket forms one datum with
    /// the list.
    pub is_neoteric: bool,
    /// Whether something is one datum with what touches it in a reading with subscripts.
    pub may_be_joined: bool,
    /// Whether the author has excluded something from formatting, so that the nodes in it are not in the tree.
    pub is_partial: bool,
    /// The nodes after what may be more than one blank within a line, and the lists that end in blanks. It may also have others, and
    /// indices beyond the last node: what the parser has taken back.
    pub wide_gaps: Vec<u32>,
    /// Warnings about what only some readers accept.
    pub warnings: Vec<Diagnostic>,
    /// Why not all of the text can be read, if it cannot.
    pub error: Option<Box<Diagnostic>>,
    /// The stretches of the text that cannot be read, in source order: whole lines, each without its last line end.
    pub unreadable: Vec<Range<usize>>,
}

impl Tree {
    /// The nodes at top level.
    pub fn top_level(&self) -> impl Iterator<Item = NodeId> + Clone {
        self.siblings(0..self.nodes.len())
    }

    /// The children of a list or a prefix, including comments.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        self.siblings(id + 1..self.nodes[id].next as usize)
    }

    /// The children of a node that are not comments; `#;` and directives are included.
    #[inline]
    pub fn items(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        let mut range = id + 1..self.nodes[id].next as usize;
        from_fn(move || {
            loop {
                let id = range.next()?;
                let node = &self.nodes[id];
                range.start = node.next as usize;
                if node.placement == Placement::Free {
                    return Some(id);
                }
            }
        })
    }

    /// The siblings that make up a range of nodes, with everything inside them.
    #[inline]
    pub fn siblings(&self, mut range: Range<NodeId>) -> impl Iterator<Item = NodeId> + Clone {
        from_fn(move || {
            let id = range.next()?;
            range.start = self.nodes[id].next as usize;
            Some(id)
        })
    }

    /// All nodes in source order, except those inside a plain one, see [`Inside::PLAIN`].
    #[inline]
    pub fn outside_plain_nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut next = 0;
        from_fn(move || {
            let (id, node) = (next, self.nodes.get(next)?);
            next = if node.is_plain() {
                node.next as usize
            } else {
                id + 1
            };
            Some(id)
        })
    }

    /// The nodes that contain a span of the text, from the outermost in.
    pub fn around(&self, span: Range<usize>) -> impl Iterator<Item = NodeId> {
        let mut siblings = self.siblings(0..self.nodes.len());
        from_fn(move || {
            let reaches = |id: &NodeId| self.nodes[*id].end as usize >= span.end;
            let begins = |id: &NodeId| self.nodes[*id].start as usize <= span.start;
            let id = siblings.find(reaches).filter(begins)?;
            siblings = self.siblings(id + 1..self.nodes[id].next as usize);
            Some(id)
        })
    }
}
