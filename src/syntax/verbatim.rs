//! Makes parts of a tree verbatim, given the parts of the text that have to stay as they are.

use crate::syntax::chars::{Class, class};
use crate::syntax::tree::{Inside, Node, NodeId, NodeKind, Placement, Tree};
use crate::text::lines::line_end;
use memchr::memchr;
use std::cmp::Ordering;
use std::ops::Range;

/// A part of a text that is written as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verbatim {
    /// Its span in bytes.
    pub span: Range<usize>,
    /// Whether its end must also be the end of a line.
    pub ends_line: bool,
}

impl Tree {
    /// Makes some parts of the tree's text, given in order of their starts, verbatim. For each part, these are the siblings
    /// that reach into it, in the innermost list or prefix that contains the whole part.
    pub fn keep(&mut self, text: &str, parts: &[Verbatim]) {
        let runs = self.runs(parts);
        if runs.is_empty() {
            return;
        }
        let end = self.nodes.len();
        let mut copy = Rewritten {
            text,
            line_end: line_end(text),
            old: &self.nodes,
            nodes: Vec::with_capacity(end),
            places: Vec::with_capacity(end + 1),
            before: None,
        };
        for run in &runs {
            copy.nodes_up_to(run.nodes.start);
            copy.verbatim(run);
        }
        copy.nodes_up_to(end);
        self.nodes = copy.finish();
        // Their indices have changed, so it may be any of them.
        self.wide_gaps = (0..self.nodes.len() as u32).collect();
    }

    /// The forms at top level with these tokens, as parts of the text. With a token that begins a form, they include the form before, as what
    /// is wrong may be at its end.
    pub(crate) fn forms_with(&self, tokens: &[Range<usize>]) -> Vec<Verbatim> {
        if tokens.is_empty() {
            return Vec::new();
        }
        let forms: Vec<Range<usize>> = self.top_level().map(|id| self.nodes[id].span()).collect();
        let part = |token: &Range<usize>| {
            let first = forms.partition_point(|form| form.start < token.start);
            let last = forms.partition_point(|form| form.start <= token.start);
            let forms = forms.get(first.saturating_sub(1)..last)?;
            Some(Verbatim {
                span: forms.first()?.start..forms.last()?.end,
                ends_line: false,
            })
        };
        tokens.iter().filter_map(part).collect()
    }

    /// The tree with each stretch that cannot be read as a verbatim node, which includes its last line end.
    pub(crate) fn without_unreadable(&self, text: &str) -> Tree {
        let own = line_end(text);
        let part = |stretch: &Range<usize>| {
            let lines = text[stretch.clone()].trim_start_matches([' ', '\t']);
            let end = end_of_stretch(text, stretch.end, own);
            Verbatim {
                span: stretch.end - lines.len()..end,
                // A library's bracket may follow on the last line.
                ends_line: !text[stretch.end..].starts_with([')', ']', '}']),
            }
        };
        let parts: Vec<Verbatim> = self.unreadable.iter().map(part).collect();
        let mut tree = self.clone();
        tree.ends_in_rest |= parts.last().is_some_and(|last| last.span.end == text.len());
        tree.keep(text, &parts);
        tree
    }

    /// The siblings that are to become verbatim, in order.
    fn runs(&self, parts: &[Verbatim]) -> Vec<Run> {
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
    pub(crate) fn parents(&self) -> Vec<Option<NodeId>> {
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
    fn run(&self, part: &Verbatim, parents: &[Option<NodeId>]) -> Option<Run> {
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
            let has_inside = node.kind.has_children();
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
                innermost.placement == Placement::Trailing && !is_first
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
}

/// Where a stretch that cannot be read ends, together with its line end: at the end of the text if only blanks follow, and where it did if
/// a library's bracket follows on the line.
fn end_of_stretch(text: &str, end: usize, line_end: u8) -> usize {
    let code = text[end..].trim_ascii_start();
    if code.is_empty() {
        return text.len();
    }
    let blanks = &text.as_bytes()[end..text.len() - code.len()];
    memchr(line_end, blanks).map_or(end, |at| end + at + 1)
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

/// The nodes of a tree as they are copied, in which runs are verbatim.
struct Rewritten<'t> {
    text: &'t str,
    line_end: u8,
    old: &'t [Node],
    /// The new nodes. Their `next` is still an index into the old ones.
    nodes: Vec<Node>,
    /// The new index of each old node that has been dealt with.
    places: Vec<u32>,
    /// The end of the run before the next node, and whether its last line ends there.
    before: Option<(u32, bool)>,
}

impl Rewritten<'_> {
    /// Copies the nodes before the one at which the next run starts, or before the end.
    fn nodes_up_to(&mut self, run: NodeId) {
        while self.places.len() < run {
            let mut node = self.next_node();
            // What holds a run is not plain.
            if node.is_plain() && node.next as usize > run {
                node.inside = Inside::empty();
            }
            self.places.push(self.nodes.len() as u32);
            self.nodes.push(node);
        }
    }

    /// The next old node, as it is after what precedes it now.
    fn next_node(&mut self) -> Node {
        let mut node = self.old[self.places.len()];
        if let Some(line_ends) = self.line_ends_before(node.start) {
            node.line_ends = Node::capped(line_ends);
        }
        self.before = None;
        // The comment that this one continues may have become part of a run.
        let is_continued = |before: &Node| before.placement.belongs_to_code();
        if node.placement == Placement::Continued && !self.nodes.last().is_some_and(is_continued) {
            node.placement = Placement::OwnLine;
        }
        node
    }

    /// The number of line ends between a run and the node after it, which starts at an offset; none if there is no run, or if a
    /// bracket closes between them.
    fn line_ends_before(&self, start: u32) -> Option<usize> {
        let (end, is_ended) = self.before?;
        let between = self.text.as_bytes().get(end as usize..start as usize)?;
        let closes = |byte: &u8| matches!(class(*byte), Class::Close | Class::CloseBrace);
        let ends = between.iter().filter(|byte| **byte == self.line_end);
        (!between.iter().any(closes)).then(|| ends.count() + usize::from(is_ended))
    }

    /// Copies a run as one node.
    fn verbatim(&mut self, run: &Run) {
        let node = self.next_node();
        self.space_before(&node, run.nodes.start);
        // A line end at its end is its own, as that of a here string is, unless it is part of a symbol or a character.
        let innermost = &self.old[run.nodes.end - 1];
        let text = &self.text.as_bytes()[..run.end as usize];
        let has_line_end = text.ends_with(&[self.line_end]);
        let is_ended =
            has_line_end && (innermost.end < run.end || innermost.kind == NodeKind::HereString);
        self.before = Some((run.end, is_ended));
        self.places.resize(run.nodes.end, self.nodes.len() as u32);
        self.nodes.push(Node {
            end: run.end,
            head_end: run.end,
            next: run.nodes.end as u32,
            kind: if run.ends_line && !has_line_end || is_ended {
                NodeKind::HereString
            } else {
                NodeKind::Raw
            },
            // A comment on its own line may be one that starts a region left alone, as it is only there.
            placement: match node.placement {
                Placement::OwnLine | Placement::Margin => node.placement,
                _ => Placement::Free,
            },
            inside: Inside::empty(),
            ..node
        });
    }

    /// Notes in the node around a run whether there is a space before it. Its first node is `first`, with the index `id`. If that is a
    /// comment on a line with what precedes it, it needs no white space before it, but what is read as more than that may.
    fn space_before(&mut self, first: &Node, id: NodeId) {
        let is_inside = |around: &Node| {
            around.kind.is_prefix() || self.text[..around.head_end as usize].ends_with('{')
        };
        if first.placement.belongs_to_code()
            && id > 0
            && self.old[id - 1].next as usize > id
            && let Some(around) = self.nodes.last_mut().filter(|around| is_inside(around))
        {
            let has_space = around.head_end < first.start;
            around.inside.set(Inside::SPACE_AFTER_HEAD, has_space);
        }
    }

    /// The new nodes.
    fn finish(mut self) -> Vec<Node> {
        self.places.push(self.nodes.len() as u32);
        for node in &mut self.nodes {
            node.next = self.places[node.next as usize];
        }
        self.nodes
    }
}
