//! The tree: one flat array of nodes in the order of the text.
//!
//! A node is a datum, a bracketed list, a prefix with what it stands before, or a comment. The nodes inside of node `i` are
//! `i + 1 .. nodes[i].next`; its first child is `i + 1`, and the next sibling of a child `c` is `nodes[c].next`. White
//! space is gone: what of it means something is in [`Place`] and [`Node::blank`].

use std::ops::Range;

/// Index of a node in its tree.
pub type NodeId = usize;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A bracketed list; its children are everything between the brackets, comments included.
    List,
    /// A prefix such as `'` or `#0=`: its children are comments, if any, and then the datum, unless the list ends first.
    Prefix,
    /// `#;` and the datum it comments out; children as of a prefix.
    DatumComment,
    /// A block comment that stands before something on its line; children as of a prefix.
    InlineComment,
    /// A symbol, number, boolean, keyword.
    Atom,
    /// A character literal.
    Character,
    /// A string.
    String,
    /// Text that is written as it stands: here strings, verbatim regions, tokens glued to each other.
    Raw,
    /// Text that is written as it stands and that ends in the last line of a here string: nothing may follow on that line.
    HereString,
    /// The dot of a dotted pair.
    Dot,
    /// `; ...`.
    LineComment,
    /// A block comment at the end of its line, or on lines of its own.
    BlockComment,
    /// `#!fold-case` and its like.
    Directive,
    /// A form feed, which has a line of its own.
    Page,
}

impl NodeKind {
    /// Whether the node is a datum for a reader (a prefix counts with what it stands before).
    pub fn is_datum(self) -> bool {
        matches!(
            self,
            NodeKind::List
                | NodeKind::Prefix
                | NodeKind::Atom
                | NodeKind::Character
                | NodeKind::String
                | NodeKind::Raw
                | NodeKind::HereString
                | NodeKind::InlineComment
        )
    }

    /// Whether the node stands before a datum and holds it.
    pub fn is_prefix(self) -> bool {
        matches!(
            self,
            NodeKind::Prefix | NodeKind::DatumComment | NodeKind::InlineComment
        )
    }
}

/// How a node stands to the lines around it. Only comments have a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Not a comment: the layout decides.
    Free,
    /// A comment on a line of its own, indented like its neighbours.
    OwnLine,
    /// A comment on a line of its own, at the left margin inside a form; a form feed there.
    Margin,
    /// A comment at the end of the line of what stands before it.
    Trailing,
    /// A comment on a line of its own that goes on with the trailing comment above, at its column.
    Continued,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Byte offset of the node's first byte.
    pub start: u32,
    /// Byte offset after the node's last byte; of a prefix, after its datum.
    pub end: u32,
    /// Byte offset after the node's own first token: the opening bracket or the prefix. Else the same as `end`.
    pub head_end: u32,
    /// The index after the last node inside this one.
    pub next: u32,
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands, if it is a comment.
    pub place: Place,
    /// Blank lines before it, at most 2.
    pub blank: u8,
    /// Whether a line break stands between it and what is before it.
    pub begins_line: bool,
    /// White space that a curly list or a prefix keeps inside, see [`Spaced`].
    pub spaced: Spaced,
}

/// Where white space may be neither put in nor taken away: within a prefix that some readers read as an atom, and inside
/// of curly brackets, which some readers take for letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spaced {
    /// A space follows the opening bracket or the prefix.
    pub after_head: bool,
    /// A space stands before the closing bracket.
    pub before_end: bool,
}

/// A text's tree.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The nodes in the order of the text.
    pub nodes: Vec<Node>,
    /// The deepest nesting of lists and prefixes.
    pub depth: usize,
    /// Whether the text ends in `#!eof` and what follows it, which stands as it stood to the last byte.
    pub ends_in_rest: bool,
}

impl Tree {
    /// The nodes at top level.
    pub fn top_level(&self) -> Siblings<'_> {
        self.siblings(0..self.nodes.len())
    }

    /// The children of a list or a prefix, comments included.
    pub fn children(&self, id: NodeId) -> Siblings<'_> {
        self.siblings(id + 1..self.nodes[id].next as usize)
    }

    /// The siblings that make up a range of nodes, with what is inside of them.
    pub fn siblings(&self, range: Range<usize>) -> Siblings<'_> {
        Siblings {
            nodes: &self.nodes,
            range,
        }
    }
}

/// An iterator over siblings.
#[derive(Clone, Debug)]
pub struct Siblings<'t> {
    nodes: &'t [Node],
    range: Range<usize>,
}

impl Iterator for Siblings<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        let id = self.range.start;
        if id >= self.range.end {
            return None;
        }
        self.range.start = self.nodes[id].next as usize;
        Some(id)
    }
}
