//! How far apart the tab stops are that a text was written with.

use super::learned::MIN_LISTS;
use crate::syntax::tree::{NodeId, NodeKind, Tree};
use crate::text::lines::line_end;
use crate::text::width::{TAB, column, column_from};
use memchr::memchr;

/// The distances that a text may show besides the usual one.
const OTHERS: [usize; 2] = [2, 4];

/// The distance of a text's tab stops, in columns: the one with which most lines come to stand in a place in their lists that they have
/// not with the usual one, if hardly any line loses its place.
pub(super) fn distance(text: &str, tree: &Tree) -> usize {
    if memchr(b'\t', text.as_bytes()).is_none() {
        return TAB;
    }
    let usual = are_in_place(tree, &columns(text, tree, TAB));
    let gained = OTHERS.map(|tab| {
        let other = are_in_place(tree, &columns(text, tree, tab));
        let both = || other.iter().zip(&usual);
        let gained = both().filter(|(other, usual)| **other && !**usual).count();
        let lost = both().filter(|(other, usual)| !**other && **usual).count();
        let is_shown = gained >= MIN_LISTS as usize && gained > 8 * lost;
        (if is_shown { gained - lost } else { 0 }, tab)
    });
    match gained.into_iter().max() {
        Some((1.., tab)) => tab,
        _ => TAB,
    }
}

/// The columns of all nodes, if tab stops are so far apart.
fn columns(text: &str, tree: &Tree, tab: usize) -> Vec<usize> {
    let line_end = char::from(line_end(text));
    let (mut before, mut reached) = (0, 0);
    let nodes = tree.nodes.iter().map(|node| {
        let between = &text[before..node.start as usize];
        before = node.start as usize;
        reached = match between.rfind(line_end) {
            Some(end) => column(&between[end + 1..], tab),
            None => column_from(reached, between, tab),
        };
        reached
    });
    nodes.collect()
}

/// For each item that begins a line, whether it is in a column that its list gives: one or two beyond the bracket, that of the item beside
/// the first, or that of the item that begins the line before.
fn are_in_place(tree: &Tree, columns: &[usize]) -> Vec<bool> {
    let is_list = |id: &NodeId| tree.nodes[*id].kind == NodeKind::List;
    let lists = (0..tree.nodes.len()).filter(is_list);
    let lines = lists.flat_map(|list| {
        let begins_line = |id: &NodeId| tree.nodes[*id].begins_line();
        let beside = tree.items(list).nth(1).filter(|id| !begins_line(id));
        let mut above = beside;
        tree.items(list).filter(begins_line).map(move |item| {
            let beyond = columns[item].checked_sub(columns[list]);
            let others = [beside, above.replace(item)];
            let is_under = |other: NodeId| columns[other] == columns[item];
            matches!(beyond, Some(1 | 2)) || others.into_iter().flatten().any(is_under)
        })
    });
    lines.collect()
}
