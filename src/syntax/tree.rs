//! The tree: one flat array of nodes in source order.
//!
//! A node is a datum, a bracketed list, a prefix with the datum after it, or a comment. The nodes inside node `i` are
//! `i + 1 .. nodes[i].next`; its first child is `i + 1`, and the next sibling of a child `c` is `nodes[c].next`. White
//! space is gone; what is meaningful about it is in [`Placement`], [`Node::line_ends`] and [`Inside`].

use crate::syntax::chars::{Class, class};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::line_end;
use std::cmp::Ordering;
use std::ops::Range;

/// The index of a node in its tree.
pub type NodeId = usize;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A bracketed list. Its children are everything between the brackets, including comments.
    List,
    /// A prefix such as `'` or `#0=`. Its children are comments, if any, followed by the datum, unless the list ends first.
    Prefix,
    /// `#;` and the datum it comments out. Its children are like those of a prefix.
    DatumComment,
    /// A block comment with something after it on its line. Its children are like those of a prefix.
    InlineComment,
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

    /// Whether the node precedes a datum and contains it.
    pub fn is_prefix(self) -> bool {
        matches!(
            self,
            NodeKind::Prefix | NodeKind::DatumComment | NodeKind::InlineComment
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
    pub place: Placement,
    /// The number of line ends between it and what precedes it, at most 3.
    pub line_ends: u8,
    /// What is inside.
    pub inside: Inside,
}

impl Node {
    /// The most line ends before a node that are told apart.
    const MOST_LINE_ENDS: usize = 3;

    /// The number to record for so many line ends before a node.
    #[inline]
    pub(crate) fn capped(line_ends: usize) -> u8 {
        line_ends.min(Self::MOST_LINE_ENDS) as u8
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

    /// Whether it is plain, see [`Inside::Plain`].
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.inside == Inside::Plain
    }

    /// Whether there is a space to keep after its opening bracket or its prefix.
    #[inline]
    pub fn has_space_after_head(&self) -> bool {
        matches!(self.inside, Inside::SpaceAfterHead | Inside::Spaces)
    }

    /// Whether there is a space to keep before its closing bracket.
    #[inline]
    pub fn has_space_before_end(&self) -> bool {
        matches!(self.inside, Inside::SpaceBeforeEnd | Inside::Spaces)
    }
}

/// What is inside a node, as far as its own white space goes. Some of that may be neither inserted nor removed: within a
/// prefix that some readers read as an atom, and inside braces, which some readers take for letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// The node is plain: an atom or a string of printable ASCII that has only this spelling, and is no keyword or other word
    /// on which the layout of its neighbours depends; a list of plain nodes with one space between them and nothing else; or
    /// a quotation mark that touches a plain node. So its text is what it would be on one line.
    Plain,
    /// It is not plain, and there is no such space.
    Other,
    /// There is a space after its opening bracket or its prefix.
    SpaceAfterHead,
    /// There is a space before its closing bracket.
    SpaceBeforeEnd,
    /// There are both.
    Spaces,
}

impl Inside {
    /// That of a node that is plain or not.
    #[inline]
    pub(crate) fn plain_if(is_plain: bool) -> Self {
        match is_plain {
            true => Inside::Plain,
            false => Inside::Other,
        }
    }

    /// That of a node that is not plain.
    #[inline]
    pub(crate) fn spaced(after_head: bool, before_end: bool) -> Self {
        match (after_head, before_end) {
            (false, false) => Inside::Other,
            (true, false) => Inside::SpaceAfterHead,
            (false, true) => Inside::SpaceBeforeEnd,
            (true, true) => Inside::Spaces,
        }
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
    /// Whether the author has excluded something from formatting, so that the nodes in it are not in the tree.
    pub is_partial: bool,
    /// Warnings about what only some readers accept.
    pub warnings: Vec<Diagnostic>,
}

/// A part of a text that is written as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its span in bytes.
    pub span: Range<usize>,
    /// Whether its end must also be the end of a line.
    pub ends_line: bool,
}

impl Tree {
    /// The nodes at top level.
    pub fn top_level(&self) -> Siblings<'_> {
        self.siblings(0..self.nodes.len())
    }

    /// The children of a list or a prefix, including comments.
    pub fn children(&self, id: NodeId) -> Siblings<'_> {
        self.siblings(id + 1..self.nodes[id].next as usize)
    }

    /// Makes some parts of the tree's text, given in order of their starts, verbatim. For each part, these are the siblings
    /// that reach into it, in the innermost list or prefix that contains the whole part.
    pub fn keep(&mut self, text: &str, parts: &[Kept]) {
        let runs = self.runs(parts);
        if runs.is_empty() {
            return;
        }
        let mut nodes = Vec::with_capacity(self.nodes.len());
        // The new index of each node, and of the end.
        let mut places = Vec::with_capacity(self.nodes.len() + 1);
        let mut runs = runs.into_iter().peekable();
        let mut end_of_run = 0;
        let line_end = line_end(text);
        let ends_line = |end: u32| text.as_bytes()[..end as usize].ends_with(&[line_end]);
        // The end of the run before the next node, and whether its last line ends there.
        let mut kept: Option<(u32, bool)> = None;
        // The number of line ends between a run and the node after it; none if a bracket closes between them.
        let line_ends = |(end, is_ended): (u32, bool), start: u32| {
            let between = text.as_bytes().get(end as usize..start as usize)?;
            let closes = |byte: &u8| matches!(class(*byte), Class::Close | Class::CloseBrace);
            let ends = between.iter().filter(|byte| **byte == line_end).count();
            (!between.iter().any(closes)).then_some(ends + usize::from(is_ended))
        };
        for (id, node) in self.nodes.iter().enumerate() {
            places.push(nodes.len() as u32);
            if id < end_of_run {
                continue;
            }
            let mut node = match kept.take().and_then(|run| line_ends(run, node.start)) {
                Some(line_ends) => Node {
                    line_ends: Node::capped(line_ends),
                    ..*node
                },
                None => *node,
            };
            // The comment that this one continues may have become part of a run.
            let is_continued =
                |before: &Node| matches!(before.place, Placement::Trailing | Placement::Continued);
            if node.place == Placement::Continued && !nodes.last().is_some_and(is_continued) {
                node.place = Placement::OwnLine;
            }
            // What holds a run, or becomes part of one, is not plain.
            let is_before_runs = |run: &Run| run.nodes.start >= node.next as usize;
            if node.is_plain() && !runs.peek().is_none_or(is_before_runs) {
                node.inside = Inside::Other;
            }
            let Some(run) = runs.next_if(|run| run.nodes.start == id) else {
                nodes.push(node);
                continue;
            };
            // A comment on a line with what precedes it needs no white space before it, but what is read as more than that may.
            if let Some(around) = nodes.last_mut()
                && matches!(node.place, Placement::Trailing | Placement::Continued)
                && self.nodes[id - 1].next as usize > id
                && (around.kind.is_prefix() || text[..around.head_end as usize].ends_with('{'))
            {
                let has_space = around.head_end < node.start;
                around.inside = Inside::spaced(has_space, around.has_space_before_end());
            }
            end_of_run = run.nodes.end;
            // A line end at its end is its own, as that of a here string is, unless it is part of a symbol or a character.
            let innermost = &self.nodes[end_of_run - 1];
            let has_line_end = ends_line(run.end);
            let is_ended =
                has_line_end && (innermost.end < run.end || innermost.kind == NodeKind::HereString);
            kept = Some((run.end, is_ended));
            nodes.push(Node {
                end: run.end,
                head_end: run.end,
                next: end_of_run as u32,
                kind: match run.ends_line && !has_line_end || is_ended {
                    true => NodeKind::HereString,
                    false => NodeKind::Raw,
                },
                // A comment on its own line may be one that starts a region left alone, as it is only there.
                place: match node.place {
                    Placement::OwnLine | Placement::Margin => node.place,
                    _ => Placement::Free,
                },
                inside: Inside::Other,
                ..node
            });
        }
        places.push(nodes.len() as u32);
        for node in &mut nodes {
            node.next = places[node.next as usize];
        }
        self.nodes = nodes;
    }

    /// The siblings that are to become verbatim, in order.
    fn runs(&self, parts: &[Kept]) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        if parts.is_empty() {
            return runs;
        }
        let parents = self.parents();
        for part in parts {
            let Some(mut run) = self.run(part, &parents) else {
                continue;
            };
            while let Some(before) = runs.pop_if(|before| before.nodes.end > run.nodes.start) {
                run.ends_line = match before.end.cmp(&run.end) {
                    Ordering::Less => run.ends_line,
                    Ordering::Equal => run.ends_line || before.ends_line,
                    Ordering::Greater => before.ends_line,
                };
                run.nodes.start = run.nodes.start.min(before.nodes.start);
                run.nodes.end = run.nodes.end.max(before.nodes.end);
                run.end = run.end.max(before.end);
            }
            runs.push(run);
        }
        runs
    }

    /// The list or prefix that contains each node.
    fn parents(&self) -> Vec<Option<NodeId>> {
        let mut open: Vec<NodeId> = Vec::new();
        let parent_of = |(id, node): (NodeId, &Node)| {
            while open
                .pop_if(|list| self.nodes[*list].next as usize <= id)
                .is_some()
            {}
            let parent = open.last().copied();
            if node.next as usize > id + 1 {
                open.push(id);
            }
            parent
        };
        self.nodes.iter().enumerate().map(parent_of).collect()
    }

    /// The siblings that a part of the text makes verbatim; none if a single leaf or a prefix contains it, since these are
    /// written as they are.
    fn run(&self, part: &Kept, parents: &[Option<NodeId>]) -> Option<Run> {
        let (start, end) = (part.span.start as u32, part.span.end as u32);
        let after = |offset| self.nodes.partition_point(|node| node.start < offset);
        let first = after(start + 1).saturating_sub(1);
        let last = after(end).checked_sub(1)?;
        let head = &self.nodes[first];
        if !part.ends_line && head.start <= start && end <= head.head_end {
            return None;
        }
        let holds = |id: NodeId| {
            let node = &self.nodes[id];
            let inner_end = node.end - u32::from(node.kind == NodeKind::List);
            let has_inside = node.kind == NodeKind::List || node.kind.is_prefix();
            has_inside && node.head_end <= start && end <= inner_end
        };
        let mut holder = Some(first);
        while let Some(id) = holder.filter(|id| !holds(*id)) {
            holder = parents[id];
        }
        let child = |mut id: NodeId| {
            while parents[id] != holder {
                id = parents[id]?;
            }
            Some(id)
        };
        let first = child(first).or(holder.map(|id| id + 1))?;
        let last = child(last)?;
        let end_of_run = self.nodes[last].next as usize;
        let innermost = &self.nodes[end_of_run - 1];
        let ends_line = match innermost.kind {
            NodeKind::LineComment | NodeKind::HereString => true,
            // What follows its prefix or bracket may have to touch that.
            NodeKind::BlockComment => {
                let is_first = self.nodes[..end_of_run - 1]
                    .last()
                    .is_some_and(|before| before.next as usize >= end_of_run);
                innermost.place == Placement::Trailing && !is_first
            }
            _ => false,
        };
        let is_open = ends_line && innermost.end == self.nodes[last].end;
        let run = Run {
            nodes: first..end_of_run,
            // Blanks at the end of a line may belong to the part.
            end: self.nodes[last].end.max(end),
            ends_line: is_open || part.ends_line && self.nodes[last].end <= end,
        };
        let is_leaf = run.nodes.len() == 1 && run.end == self.nodes[last].end;
        (!is_leaf || run.ends_line && !is_open).then_some(run)
    }

    /// The siblings that make up a range of nodes, with everything inside them.
    pub fn siblings(&self, range: Range<usize>) -> Siblings<'_> {
        Siblings {
            nodes: &self.nodes,
            range,
        }
    }
}

/// Siblings that become one verbatim node.
struct Run {
    /// The siblings and everything inside them.
    nodes: Range<NodeId>,
    /// The end of the last one in the text.
    end: u32,
    /// Whether nothing may follow on the last line.
    ends_line: bool,
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
