//! Sorting imports and exports: takes a text, and returns it with the items of some lists reordered.
//!
//! A **list** contains the imports or exports of a library ([`mod@lists`]). Its items form **groups**, which stay where they are; comments
//! belong to items ([`groups`]). Within a group, items are ordered by name ([`key`]). This is done on the text, before layout:
//! [`verify_order`](crate::verify::verify_order) proves that only whole items have moved, and layout starts from the result.
//!
//! Nothing here depends on columns, or on which items share a line, so formatted text is sorted in the same way again.

mod groups;
mod key;
mod lists;

use std::ops::Range;

use crate::dialects::Dialect;
use crate::options::{SortExports, SortImports, Style};
use crate::syntax::data::Data;
use crate::syntax::tree::NodeId;
use crate::text::lines::{end_of_line, line_end};

use groups::{Group, SortItem};
pub(crate) use lists::{SortableKind, SortableList, lists};

/// Why a list keeps its order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeptReason {
    /// It is in this form, not in the declarations of a library.
    #[error("it is inside `{0}`, where the order can matter")]
    Inside(String),
    /// It is at the top level of a program.
    #[error(
        "it is at the top of a program, where the order can matter; `sort-imports = \"programs\"` sorts it, too"
    )]
    Program,
    /// It has an item of an unknown kind.
    #[error("`{0}` is not among what is sorted")]
    NotSorted(String),
    /// Some comments may belong to the item below them, or head all items below them.
    #[error(
        "a comment may be about one item or about several; blank lines around the group would tell"
    )]
    Comments,
    /// Parts of the text have to stay unchanged.
    #[error("readers disagree about parts of this file, where nothing is sorted")]
    Parts,
}

impl KeptReason {
    /// The reason for a datum of an unknown kind, with the beginning of its text.
    fn not_sorted(data: Data<'_>, id: NodeId) -> Self {
        let text = data.text_of(id);
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        KeptReason::NotSorted(text[..end].to_owned())
    }
}

impl Style {
    /// Whether lists of this kind are sorted.
    fn sorts(&self, kind: SortableKind) -> bool {
        match kind {
            SortableKind::Imports => self.sort_imports != SortImports::Keep,
            SortableKind::Exports => self.sort_exports != SortExports::Keep,
        }
    }
}

/// How a list is treated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The items of each group are in order.
    Sorted,
    /// They are not in order, and will be sorted.
    Unsorted,
    /// They keep the author's order.
    Kept(KeptReason),
}

impl SortableList {
    /// How it is treated; none if the options do not sort such lists.
    pub(crate) fn order(&self, style: &Style) -> Option<Order> {
        let programs = style.sort_imports == SortImports::Programs;
        let order = match &self.groups {
            _ if self.is_of_program && !programs => Order::Kept(KeptReason::Program),
            Err(why) => Order::Kept(why.clone()),
            Ok(groups) if groups.iter().all(Group::is_sorted) => Order::Sorted,
            Ok(groups) if groups.iter().any(|it| it.is_unclear && !it.is_sorted()) => {
                Order::Kept(KeptReason::Comments)
            }
            Ok(_) => Order::Unsorted,
        };
        style.sorts(self.kind).then_some(order)
    }
}

/// How the items of a list are treated; none if it has no imports or exports, or if the options do not sort them.
pub(crate) fn order_of(
    data: Data<'_>,
    dialect: Dialect,
    style: &Style,
    list: NodeId,
) -> Option<Order> {
    let node = &data.tree.nodes[list];
    let is_in = |it: &Range<usize>| it.start <= node.start as usize && node.end as usize <= it.end;
    let is_use = data.head(list) == Some("use");
    let lists = lists(data, dialect);
    let is_about = |it: &&SortableList| match it.form {
        None => is_use && is_in(&it.span),
        form => form == Some(list),
    };
    let orders = lists.iter().filter(is_about);
    let mut orders: Vec<Order> = orders.filter_map(|it| it.order(style)).collect();
    // Of a form's lists, report the first one that is not sorted.
    orders.sort_by_key(|order| *order == Order::Sorted);
    let elsewhere = || {
        let kind = lists::sortable_kind(data.head(list)?)?;
        let around = data.tree.around(node.span());
        let heads = around
            .filter(|it| *it != list)
            .filter_map(|it| data.head(it));
        let why = KeptReason::Inside(heads.last()?.to_owned());
        style.sorts(kind).then_some(Order::Kept(why))
    };
    orders.into_iter().next().or_else(elsewhere)
}

/// A text after sorting some of its lists.
pub(crate) struct Sorted {
    pub(crate) text: String,
    /// The spans of the items in the text before, in their new order, for each group that has changed.
    pub(crate) moves: Vec<Vec<Range<usize>>>,
    /// The end of each of these groups in the text before, and how much longer the text up to it has become.
    shifts: Vec<(usize, isize)>,
}

impl Sorted {
    /// The span of what was at `span` before. No group may cross its ends.
    pub(crate) fn span(&self, span: &Range<usize>) -> Range<usize> {
        let moved = |offset: usize| {
            let before = self.shifts.partition_point(|(end, _)| *end <= offset);
            let by = before.checked_sub(1).map_or(0, |last| self.shifts[last].1);
            offset.saturating_add_signed(by)
        };
        moved(span.start)..moved(span.end)
    }
}

/// Sorts the lists of a text, or those entirely `within` some spans; of nested lists, only the innermost. None if there is nothing to sort.
pub(crate) fn sorted(
    data: Data<'_>,
    dialect: Dialect,
    style: &Style,
    within: Option<&[Range<usize>]>,
) -> Option<Sorted> {
    if !style.sorts(SortableKind::Imports) && !style.sorts(SortableKind::Exports) {
        return None;
    }
    let is_within = |list: &SortableList| {
        let covers =
            |span: &Range<usize>| span.start <= list.span.start && list.span.end <= span.end;
        within.is_none_or(|spans| spans.iter().any(covers))
    };
    let mut unsorted = lists(data, dialect);
    unsorted.retain(|list| list.order(style) == Some(Order::Unsorted) && is_within(list));
    // A list comes before those in it.
    let starts = unsorted.iter().skip(1).map(|list| list.span.start);
    let starts: Vec<usize> = starts.chain([usize::MAX]).collect();
    let innermost = unsorted.iter().zip(starts);
    let innermost = innermost.filter(|(list, next)| list.span.end <= *next);
    let groups = innermost.flat_map(|(list, _)| list.groups.iter().flatten());
    let mut output = Sorted {
        text: String::with_capacity(data.text.len()),
        moves: Vec::new(),
        shifts: Vec::new(),
    };
    let mut written = 0;
    for group in groups.filter(|group| !group.is_sorted()) {
        output
            .text
            .push_str(&data.text[written..group.span().start]);
        written = output.push(data.text, group);
        let shift = output.text.len().cast_signed() - written.cast_signed();
        output.shifts.push((written, shift));
    }
    output.text.push_str(&data.text[written..]);
    (written > 0).then_some(output)
}

impl Sorted {
    /// Writes the items of a group in order, separated by the same text as before, and by a line end where a comment requires one. Returns
    /// where the rest of the text begins.
    fn push(&mut self, text: &str, group: &Group) -> usize {
        let mut items: Vec<&SortItem> = group.items.iter().collect();
        items.sort_by(|a, b| a.key.cmp(&b.key));
        let mut follows_comment = false;
        for (index, item) in items.iter().enumerate() {
            let start = group.items[index].span.start;
            let end = match index {
                0 => text[..start].trim_ascii_end().len(),
                _ => group.items[index - 1].span.end,
            };
            let mut gap = &text[end..start];
            if follows_comment || item.begins_with_comment {
                gap = self.break_line(text, gap);
            }
            // Its new neighbour may not touch an item that its old one touched.
            match index {
                _ if gap.is_empty() && !text[..start].ends_with(['(', '[']) => self.text.push(' '),
                0 => {}
                _ => self.text.push_str(gap),
            }
            // A comment at the margin stays there.
            if item.begins_with_comment && self.text.ends_with(['\n', '\r']) {
                self.text.push(' ');
            }
            self.text.push_str(&text[item.span.clone()]);
            follows_comment = item.ends_with_comment;
        }
        self.moves
            .push(items.iter().map(|item| item.span.clone()).collect());
        let rest = &text[group.span().end..];
        let gap = &rest[..rest.len() - rest.trim_ascii_start().len()];
        if follows_comment {
            group.span().end + gap.len() - self.break_line(text, gap).len()
        } else {
            group.span().end
        }
    }

    /// Breaks the line unless the next gap does. Returns that gap without the blanks before its line end.
    fn break_line<'g>(&mut self, text: &str, gap: &'g str) -> &'g str {
        if gap.contains(char::from(line_end(text))) {
            return gap.trim_start_matches([' ', '\t']);
        }
        self.text.push_str(end_of_line(text));
        self.text.push(' ');
        gap
    }
}
