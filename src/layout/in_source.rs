//! Where things stand in the source: their columns, and the gaps before them.

use super::Layout;
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::width::{column, column_from, width};
use std::ops::Range;

/// The most bytes from the start of a line over which a column is counted each time.
const NEAR: usize = 1000;

impl<'a> Layout<'a> {
    /// The width in the source of the gap before an item that does not start a line, but no less than that of the space to
    /// be written.
    pub(super) fn gap_before(&self, item: NodeId) -> usize {
        let end = self.node(item).start as usize;
        let blanks = &self.text[self.end_before(item)..end];
        let start = end - blanks.len() + blanks.trim_end_matches([' ', '\t']).len();
        self.width_of_blanks(start..end).max(1)
    }

    /// The width of what is between two offsets, if it is blanks.
    pub(super) fn blanks_before(&self, start: u32, end: u32) -> Option<usize> {
        let blanks = start as usize..end as usize;
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let are_blanks = self.text.as_bytes()[blanks.clone()].iter().all(is_blank);
        are_blanks.then(|| self.width_of_blanks(blanks))
    }

    fn width_of_blanks(&self, blanks: Range<usize>) -> usize {
        if !self.text[blanks.clone()].contains('\t') {
            return blanks.len();
        }
        // Beyond that, many tabs on one line would take too long.
        self.near_line_start(blanks.end).map_or(0, |start| {
            self.column_between(start, 0, blanks.end) - self.column_between(start, 0, blanks.start)
        })
    }

    /// The end of the last leaf or opening bracket before an item. A character or a symbol may end in a blank.
    fn end_before(&self, item: NodeId) -> usize {
        let Some(before) = item.checked_sub(1).map(|before| self.node(before)) else {
            return 0;
        };
        let end = if before.end <= self.node(item).start {
            before.end
        } else {
            before.head_end
        };
        end as usize
    }

    /// The blanks directly before an item.
    pub(super) fn blanks_at(&self, item: NodeId) -> &'a str {
        let before = &self.text[self.end_before(item)..self.node(item).start as usize];
        &before[before.trim_end_matches([' ', '\t']).len()..]
    }

    /// The column of an offset in the source. A tab within a token is as wide as it was measured, so that the column is the same in the
    /// output.
    pub(super) fn source_column(&self, offset: usize) -> usize {
        match self.near_line_start(offset) {
            Some(start) => self.column_between(start, 0, offset),
            None => self.far_column(offset),
        }
    }

    /// The start of a line, unless it is far before an offset.
    pub(super) fn near_line_start(&self, offset: usize) -> Option<usize> {
        let from = self.text.floor_char_boundary(offset.saturating_sub(NEAR));
        match self.text[from..offset].rfind(self.line_end()) {
            Some(end) => Some(from + end + 1),
            None => (from == 0).then_some(0),
        }
    }

    /// The column of an offset that is far from the start of its line. What was found before is known, so that each stretch of a line is
    /// passed once.
    #[cold]
    fn far_column(&self, offset: usize) -> usize {
        let mut known = self.far_columns.borrow_mut();
        let after = known.partition_point(|(at, _)| *at <= offset);
        let before = known[..after].last().copied();
        let on_line = before.filter(|(at, _)| !self.text[*at..offset].contains(self.line_end()));
        let (mut at, mut column) = on_line.unwrap_or_else(|| (self.line_start(offset), 0));
        let mut found = Vec::new();
        while at + NEAR < offset {
            let next = self.end_of_token(at + NEAR).min(offset);
            column = self.column_between(at, column, next);
            found.push((next, column));
            at = next;
        }
        known.splice(after..after, found);
        self.column_between(at, column, offset)
    }

    /// The end of the token that an offset is in; the offset, or one just before it, if that is between tokens.
    fn end_of_token(&self, offset: usize) -> usize {
        let nodes = &self.tree.nodes;
        let next = nodes.partition_point(|node| node.head_end as usize <= offset);
        match nodes.get(next) {
            Some(node) if (node.start as usize) < offset => node.head_end as usize,
            _ => self.text.floor_char_boundary(offset),
        }
    }

    /// The column of an offset, given that of one before it on its line, which is not in a token that begins on this line.
    pub(super) fn column_between(&self, start: usize, mut reached: usize, offset: usize) -> usize {
        let line = &self.text[start..offset];
        let tab = self.newline.tab;
        // Tabs, form feeds and carriage returns.
        let is_special = |byte| matches!(byte, b'\t'..=b'\r');
        if !line.trim_start_matches('\t').bytes().any(is_special) {
            return column_from(reached, line, tab);
        }
        let nodes = &self.tree.nodes;
        let first = nodes.partition_point(|node| node.head_end as usize <= start);
        let mut at = start;
        for node in &nodes[first..] {
            let token = (node.start as usize).max(start)..node.head_end as usize;
            if token.start >= offset {
                break;
            }
            reached = column_from(reached, &self.text[at..token.start], tab);
            at = token.end.min(offset);
            let text = &self.text[token.start..at];
            reached = match text.rfind('\r') {
                // A form feed gets its own line.
                _ if node.kind == NodeKind::Page => 0,
                Some(end) => column(&text[end + 1..], tab),
                None if (node.start as usize) < start => column(text, tab),
                None => reached + width(text),
            };
        }
        column_from(reached, &self.text[at..offset], tab)
    }
}
