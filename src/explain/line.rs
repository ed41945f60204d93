//! Explains lists and lines from the places of all tokens: how a line changes, token by token and gap by gap, and what decides that.

use std::cell::OnceCell;
use std::mem::discriminant;
use std::ops::Range;

use crate::forms::Column;
#[cfg(feature = "explain")]
use crate::hunks::changed_lines;
use crate::layout::Layout;
use crate::layout::newline::Newline;
use crate::layout::partial::last_line;
#[cfg(feature = "explain")]
use crate::layout::places::Printed;
use crate::layout::places::{Gap, Part, Place};
use crate::layout::reason::{Explanation, Under};
use crate::layout::trace::Visits;
use crate::options::Options;
use crate::pipeline::Reading;
use crate::sort;
use crate::syntax::data::Data;
#[cfg(feature = "explain")]
use crate::syntax::pairs::Changes;
use crate::syntax::tree::{Node, NodeId, NodeKind};
use crate::text::lines::{Lines, line_end};
use crate::text::width::column_from;

/// How a line is laid out, and how it changes.
#[derive(Clone, Debug)]
pub struct LineExplanation {
    /// The line in the text, from 1.
    pub line: usize,
    /// Whether there are only blanks on it.
    pub is_blank: bool,
    /// How it changes, the first change of each kind; empty if it stays as it is written.
    pub changes: Vec<LineChange>,
    /// Its start; none if the layout starts no line there.
    pub start: Option<LineStart>,
}

/// The start of a line, and the reason for its column.
#[derive(Clone, Debug)]
pub struct LineStart {
    /// The line in the text, from 1.
    pub line: usize,
    /// The column at which the layout begins it, from 1.
    pub column: usize,
    /// The list around its first item, what the line stands under there, and the line of that in the text; none at top level.
    pub around: Option<(Explanation, Under, usize)>,
}

/// A change of a line, at a token of it or at the next one.
#[derive(Clone, Debug)]
pub struct LineChange {
    /// What changes.
    pub difference: LineDifference,
    /// The start of the token, in the text and in the output; empty at the end of the text.
    pub token: [String; 2],
    /// The line of the token in the text, from 1.
    pub line: usize,
    /// The columns of the token, from 1.
    pub columns: [usize; 2],
    /// The innermost list around the gap before the token; none at top level.
    pub list: Option<Box<Explanation>>,
    /// The number of that list's items before the token.
    pub index: usize,
    /// The start of the token's line, if that moves.
    pub start: Option<LineStart>,
    /// The change of an earlier line that moves the token.
    pub cause: Option<Box<LineChange>>,
}

#[cfg(feature = "explain")]
impl LineChange {
    /// Whether the token is a closing bracket.
    pub(super) fn is_of_closer(&self) -> bool {
        self.token[0].starts_with([')', ']', '}'])
    }
}

/// What changes at a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineDifference {
    /// Its line is indented with tabs instead of blanks, or the other way round.
    Indentation {
        /// Whether the output has tabs.
        has_tabs: bool,
    },
    /// Its line begins in another column.
    Column,
    /// It no longer begins a line.
    Joined,
    /// It begins a line.
    Broken,
    /// The columns between it and the token before it.
    Gap([usize; 2]),
    /// Its spelling.
    Spelling,
    /// The blanks at the end of a line before it.
    TrailingBlanks,
    /// The number of blank lines before it.
    BlankLines([usize; 2]),
    /// The characters that end a line before it.
    LineEnd {
        /// Whether there are none in the text.
        is_missing: bool,
    },
}

/// A token, or a list on one line that is written as it is, in the text and in the output.
struct Placed {
    /// Where it goes; none for the end of the text.
    place: Option<Place>,
    gap: Gap,
    /// Its span in the text.
    span: Range<usize>,
    /// The end of the token before it.
    before: usize,
    /// The columns after the token before it, and its own, from 1, in the text and in the output.
    columns: [[usize; 2]; 2],
    /// Whether it begins a line.
    begins: [bool; 2],
}

impl Placed {
    /// The number of columns by which it moves to the right.
    fn shift(&self) -> isize {
        let [[_, before], [_, after]] = self.columns;
        after.cast_signed() - before.cast_signed()
    }
}

const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// The column, from 1, after a text that starts at a column.
fn column_after(start: usize, text: &str, tab: usize) -> usize {
    match text.contains(LINE_ENDS) {
        true => 1 + column_from(0, last_line(text), tab),
        false => 1 + column_from(start - 1, text, tab),
    }
}

/// A text, and the places of its tokens under some options.
pub(super) struct Explainer<'a> {
    text: &'a str,
    options: &'a Options,
    reading: &'a Reading,
    layout: &'a Layout<'a>,
    newline: Newline,
    lines: Lines,
    placed: Vec<Placed>,
    visits: OnceCell<Visits>,
}

impl<'a> Explainer<'a> {
    /// An explainer for a text whose tokens have these places, under some options.
    pub(super) fn new(
        text: &'a str,
        options: &'a Options,
        reading: &'a Reading,
        layout: &'a Layout<'a>,
        places: &[Place],
    ) -> Self {
        let mut explainer = Explainer {
            text,
            options,
            reading,
            layout,
            newline: reading.newline(text, options, options.end_of_line),
            lines: Lines::of(text),
            placed: Vec::with_capacity(places.len() + 1),
            visits: OnceCell::new(),
        };
        let line_end = char::from(line_end(text));
        let tab = explainer.newline.tab;
        let (mut before, mut ends, mut ends_line) = (0, [1; 2], true);
        for place in places.iter().copied().map(Some).chain([None]) {
            let (span, new) = match &place {
                Some(place) => (layout.span_at(place), layout.text_at(place)),
                None => (text.len()..text.len(), ""),
            };
            let old_gap = &text[before..span.start];
            let gap = place.map_or(layout.last_gap(), |it| it.gap);
            let width = place.map_or(0, |it| it.columns as usize);
            let columns = [
                column_after(ends[0], old_gap, tab),
                match gap {
                    Gap::Line(_) => 1 + width,
                    Gap::Blanks => ends[1] + width,
                    Gap::Source => {
                        column_after(ends[1], &text[span.start - width..span.start], tab)
                    }
                },
            ];
            explainer.placed.push(Placed {
                place,
                gap,
                span: span.clone(),
                before,
                columns: [[ends[0], columns[0]], [ends[1], columns[1]]],
                begins: [
                    ends_line || old_gap.contains(line_end),
                    ends_line || matches!(gap, Gap::Line(_)),
                ],
            });
            before = span.end;
            ends = [
                column_after(columns[0], &text[span], tab),
                column_after(columns[1], new, tab),
            ];
            ends_line = explainer.newline.ends(new);
        }
        explainer
    }

    /// The differences between a line of the text and what becomes of it, each with the index of its token.
    pub(super) fn differences(&self, line: usize) -> Vec<(usize, LineDifference)> {
        let mut found = Vec::new();
        let start = self.lines.start(line).unwrap_or_default();
        let first = self.placed.partition_point(|it| it.span.start < start);
        for (index, placed) in self.placed.iter().enumerate().skip(first) {
            if self.lines.line(placed.before) > line {
                break;
            }
            if self.lines.line(placed.span.start) == line && placed.place.is_some() {
                found.extend(self.before(placed).map(|it| (index, it)));
                let new = placed.place.as_ref().map(|it| self.layout.text_at(it));
                if new.is_some_and(|new| self.text[placed.span.clone()] != *new) {
                    found.push((index, LineDifference::Spelling));
                }
            } else {
                found.extend(self.line_end(placed, start).map(|it| (index, it)));
            }
        }
        found
    }

    /// What changes between a token and the start of its line, or the token before it.
    fn before(&self, placed: &Placed) -> impl Iterator<Item = LineDifference> + use<> {
        let gap = &self.text[placed.before..placed.span.start];
        let [[before, column], [new_before, new]] = placed.columns;
        let found = match placed.begins {
            [true, true] => {
                let (old, mut written) = (last_line(gap), String::new());
                self.newline.leading.write(new - 1, &mut written);
                let has_tabs = written.contains('\t');
                let is_moved = placed.shift() != 0;
                let is_other = match is_moved {
                    true => new > 1 && old.contains('\t') != has_tabs,
                    false => old != written,
                };
                [
                    is_other.then_some(LineDifference::Indentation { has_tabs }),
                    is_moved.then_some(LineDifference::Column),
                ]
            }
            [true, false] => [Some(LineDifference::Joined), None],
            [false, true] => [Some(LineDifference::Broken), None],
            [false, false] => {
                let blanks = new - new_before;
                let is_same = gap.len() == blanks && gap.bytes().all(|byte| byte == b' ');
                let is_other = !is_same && placed.gap != Gap::Source;
                let widths = [column.saturating_sub(before), blanks];
                [is_other.then_some(LineDifference::Gap(widths)), None]
            }
        };
        found.into_iter().flatten()
    }

    /// What changes at the end of a line that starts at an offset and ends in the gap before a token, or on a blank line there.
    fn line_end(
        &self,
        placed: &Placed,
        start: usize,
    ) -> impl Iterator<Item = LineDifference> + use<> {
        let is_blank = start > placed.before || placed.before == 0;
        let rest = &self.text[start.max(placed.before)..placed.span.start];
        let own = rest.split(LINE_ENDS).next();
        // At the start of a text, there is no other line that ends in the gap.
        let ends =
            self.text[placed.before..placed.span.start].matches(char::from(line_end(self.text)));
        let lines = ends.count().saturating_sub(usize::from(placed.before > 0));
        let new_lines = match placed.gap {
            Gap::Line(blank) => blank.into(),
            Gap::Blanks | Gap::Source => 0,
        };
        let is_removed = is_blank && lines != new_lines;
        let is_joined = !is_blank && !placed.begins[1] && placed.place.is_some();
        let has_return = |(before, _): (&str, &str)| before.ends_with('\r');
        let returns = rest.split_once('\n').map(has_return);
        let end = self.newline.end;
        let new_returns = end.split_once('\n').map(has_return);
        let new_returns = new_returns.filter(|_| matches!(placed.gap, Gap::Line(_)));
        let is_other = !is_removed && !is_joined && returns != new_returns;
        [
            is_removed.then_some(LineDifference::BlankLines([lines, new_lines])),
            (!is_removed && own.is_some_and(|own| own.ends_with([' ', '\t'])))
                .then_some(LineDifference::TrailingBlanks),
            is_joined.then_some(LineDifference::Joined),
            is_other.then_some(LineDifference::LineEnd {
                is_missing: returns.is_none(),
            }),
        ]
        .into_iter()
        .flatten()
    }

    /// The size of the diff from the text to its output, in removed and added lines.
    #[cfg(feature = "explain")]
    pub(super) fn diff(&self) -> usize {
        let places: Vec<Place> = self.placed.iter().filter_map(|it| it.place).collect();
        let Printed {
            output, changes, ..
        } = self.layout.print_all(&places);
        changed_lines(self.text, &output, &Changes::Noted(changes))
    }

    /// The start of a token, in the text and in the output: with what follows on its line, if it is an opening bracket or a prefix.
    fn shown(&self, placed: &Placed) -> [String; 2] {
        /// The maximum length of what is shown, in characters.
        const MAX_SHOWN: usize = 30;

        let span = placed.span.clone();
        let (old, new) = match &placed.place {
            Some(place) if place.part != Part::Close && self.node(place).kind.has_children() => {
                let line = self.lines.around(self.text, &(span.start..span.start));
                (&self.text[span.start..line.end], "")
            }
            Some(place) => (&self.text[span], self.layout.text_at(place)),
            None => ("", ""),
        };
        [old, new].map(|text| {
            let line = text.split(LINE_ENDS).next().unwrap_or_default();
            let start: String = line.chars().take(MAX_SHOWN).collect();
            let more = if start == text { "" } else { "..." };
            start + more
        })
    }

    fn visits(&self) -> &Visits {
        self.visits.get_or_init(|| self.layout.visits())
    }

    fn node(&self, place: &Place) -> &Node {
        &self.reading.tree.nodes[place.node as NodeId]
    }

    /// The width of a list in the output, if it is on one line there.
    fn width_on_line(&self, list: &Range<usize>) -> Option<usize> {
        let from = |offset| self.placed.partition_point(|it| it.span.start < offset);
        let within = &self.placed[from(list.start)..from(list.end)];
        let (first, rest) = within.split_first()?;
        let has_lines = |it: &Placed| {
            let text = it.place.as_ref().map(|place| self.layout.text_at(place));
            text.is_some_and(|text| text.contains(LINE_ENDS))
        };
        let is_one = !rest.iter().any(|it| it.begins[1]) && !within.iter().any(has_lines);
        is_one.then(|| self.placed[from(list.end)].columns[1][0] - first.columns[1][1])
    }

    /// The index of the token at an offset of the text.
    fn index_of(&self, offset: usize) -> Option<usize> {
        let found = self
            .placed
            .binary_search_by_key(&offset, |it| it.span.start);
        found.ok()
    }

    /// For a token that begins a line in the output: the list around it, and what the line stands under. None at top level.
    fn under(&self, placed: &Placed) -> Option<(NodeId, Under)> {
        let place = placed.place.filter(|_| placed.begins[1])?;
        let node = place.node as NodeId;
        if place.part != Part::Close {
            return self.visits().get(&node)?.under;
        }
        let bracket = self.index_of(self.node(&place).start as usize)?;
        let distance = placed.columns[1][1].checked_sub(self.placed[bracket].columns[1][1])?;
        let distance = u8::try_from(distance).ok()?;
        Some((node, Under::Column(Column::Indent(distance))))
    }

    /// The index of the first token that moves for a reason of its own, where others move only since it does.
    fn cause(&self, mut index: usize) -> usize {
        loop {
            let placed = &self.placed[index];
            let next = match placed.begins {
                [true, true] => self.under(placed).and_then(|(list, under)| {
                    let anchor = self.layout.anchor(list, under);
                    self.index_of(self.reading.tree.nodes[anchor].start as usize)
                }),
                [false, false] => index.checked_sub(1),
                _ => None,
            };
            match next {
                Some(next) if next < index && self.placed[next].shift() == placed.shift() => {
                    index = next
                }
                _ => return index,
            }
        }
    }

    /// Explains a list.
    pub(super) fn list(&self, list: NodeId) -> Option<Explanation> {
        let mut explanation = self.layout.explain(list, self.visits())?;
        let (text, tree) = (self.text, &self.reading.tree);
        let dialect = self.reading.dialect.dialect;
        let order = sort::order_of(Data { text, tree }, dialect, &self.options.style, list);
        explanation.order = order.map(|order| self.reading.order(order));
        if let width @ Some(_) = self.width_on_line(&explanation.span) {
            explanation.reasons.clear();
            (explanation.rows, explanation.inner) = (None, None);
            explanation.width = width;
        }
        Some(explanation)
    }

    /// Explains a line of the text.
    pub(super) fn line(&self, line: usize) -> LineExplanation {
        let mut seen = Vec::new();
        let mut differences = self.differences(line);
        differences.retain(|(index, difference)| {
            let is_own = self.lines.line(self.placed[*index].span.start) == line;
            let kind = (discriminant(difference), is_own);
            let is_new = !seen.contains(&kind);
            seen.push(kind);
            is_new
        });
        let changes = differences.into_iter();
        let changes = changes.map(|(index, difference)| self.change(index, difference));
        let start = first_of_line(self.text, line);
        let index = start.and_then(|start| self.index_of(start));
        LineExplanation {
            line,
            is_blank: start.is_none(),
            changes: changes.collect(),
            start: index.and_then(|index| self.start(index)),
        }
    }

    /// The start of a line at a token; none if the token begins no line in the output, or one that does not stand under an item of a list.
    fn start(&self, index: usize) -> Option<LineStart> {
        let tree = &self.reading.tree;
        let placed = &self.placed[index];
        let node = placed.place.filter(|_| placed.begins[1])?.node as NodeId;
        let around = match self.under(placed) {
            Some((list, under)) => {
                let anchor = tree.nodes[self.layout.anchor(list, under)].start;
                Some((self.list(list)?, under, self.lines.line(anchor as usize)))
            }
            None if tree.top_level().any(|top| top == node) => None,
            None => return None,
        };
        Some(LineStart {
            line: self.lines.line(placed.span.start),
            column: placed.columns[1][1],
            around,
        })
    }

    /// Explains a difference at a token.
    fn change(&self, index: usize, difference: LineDifference) -> LineChange {
        let tree = &self.reading.tree;
        let placed = &self.placed[index];
        let start = placed.span.start;
        let before = index
            .checked_sub(1)
            .map_or(0, |it| self.placed[it].span.start);
        let around = tree.around(before..start + 1);
        let list = around
            .filter(|id| tree.nodes[*id].kind == NodeKind::List)
            .last();
        let is_before = |item: &NodeId| (tree.nodes[*item].start as usize) < start;
        let is_column = difference == LineDifference::Column;
        let cause = is_column.then(|| self.cause(index));
        let cause = cause.filter(|cause| *cause != index);
        LineChange {
            difference,
            token: self.shown(placed),
            line: self.lines.line(start),
            columns: placed.columns.map(|[_, column]| column),
            index: list.map_or(0, |list| tree.items(list).filter(is_before).count()),
            list: list.and_then(|list| self.list(list)).map(Box::new),
            start: if is_column { self.start(index) } else { None },
            cause: cause.map(|cause| Box::new(self.change_of_column(cause))),
        }
    }

    /// Explains what moves a token: its own line, the gap before it, or the spelling of the token before it.
    fn change_of_column(&self, index: usize) -> LineChange {
        match self.before(&self.placed[index]).last() {
            Some(difference) => self.change(index, difference),
            None => self.change(index.saturating_sub(1), LineDifference::Spelling),
        }
    }
}

/// The offset of the first character of a line that is not blank.
pub(super) fn first_of_line(text: &str, line: usize) -> Option<usize> {
    let start = Lines::of(text).start(line)?;
    let blanks = text[start..].find(|c| !matches!(c, ' ' | '\t'))?;
    let is_blank = text[start + blanks..].starts_with(['\n', '\r']);
    (!is_blank).then_some(start + blanks)
}
