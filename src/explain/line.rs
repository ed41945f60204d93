//! Explains lists and lines from a text and its output: how a line changes, token by token and gap by gap, and what decides that.

use std::cell::RefCell;
use std::mem::discriminant;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::forms::Column;
use crate::layout::Layout;
use crate::layout::newline::Newline;
use crate::layout::reason::Explanation;
use crate::options::Options;
use crate::pipeline::Reading;
use crate::sort;
use crate::syntax::data::Data;
use crate::syntax::lexer::Switches;
use crate::syntax::pairs::{Pair, pairs};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{NodeId, NodeKind, Tree};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::{Lines, line_end};
use crate::text::width::column_from;

/// How a line is laid out, and how it changes.
#[derive(Clone, Debug)]
pub struct LineExplanation {
    /// The line in the text, from 1.
    pub line: usize,
    /// Whether there are only blanks on it.
    pub is_blank: bool,
    /// How it changes; empty if it stays as it is written.
    pub changes: Vec<LineChange>,
    /// Its start; none if the layout starts no line there.
    pub start: Option<LineStart>,
}

impl LineExplanation {
    /// The list around the first item of the line, if the layout begins it there.
    pub fn around(&self) -> Option<&Explanation> {
        let (list, _) = self.start.as_ref()?.around.as_ref()?;
        Some(list)
    }
}

/// The start of a line, and the reason for its column.
#[derive(Clone, Debug)]
pub struct LineStart {
    /// The line in the text, from 1.
    pub line: usize,
    /// The column at which the layout begins it, from 1.
    pub column: usize,
    /// The list around its first item, and the element at that column; none at top level.
    pub around: Option<(Explanation, Column)>,
}

/// A change of a line, at a token of it or at the next one.
#[derive(Clone, Debug)]
pub struct LineChange {
    /// What changes.
    pub difference: LineDifference,
    /// The start of the token, in the text and in the output.
    pub token: [String; 2],
    /// The kind of the token.
    pub kind: Option<TokenKind>,
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

/// A token in both versions of a text, and the gap before it.
struct PlacedPair {
    pair: Pair,
    /// The columns of the gap and of the token, from 1, in each version.
    columns: [[usize; 2]; 2],
    /// The number of line ends in the gap.
    breaks: [usize; 2],
    /// The line of the token, from 1.
    lines: [usize; 2],
}

impl PlacedPair {
    /// Whether the token begins a line.
    fn begins(&self) -> [bool; 2] {
        [0, 1].map(|version| self.breaks[version] > 0 || self.pair.gap[version].start == 0)
    }

    /// The number of columns by which the token moves to the right.
    fn shift(&self) -> isize {
        let [[_, before], [_, after]] = self.columns;
        after.cast_signed() - before.cast_signed()
    }

    /// The columns between the token and the one before it on its line.
    fn gap(&self) -> [usize; 2] {
        self.columns.map(|[start, end]| end.saturating_sub(start))
    }

    /// The offset of the token in the text.
    fn start(&self) -> usize {
        self.pair.token[0].start
    }
}

/// A text and its formatted version.
pub(super) struct TextAndOutput<'t> {
    texts: [&'t str; 2],
    /// The lines of the text.
    lines: Lines,
    placed: Vec<PlacedPair>,
}

const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// What follows the last line end of a text.
pub(super) fn last_line(text: &str) -> &str {
    text.rsplit(LINE_ENDS).next().unwrap_or_default()
}

/// The column, from 1, after a text that starts at a column.
fn column_after(start: usize, text: &str) -> usize {
    match text.contains(LINE_ENDS) {
        true => 1 + column_from(0, last_line(text)),
        false => 1 + column_from(start - 1, text),
    }
}

impl<'t> TextAndOutput<'t> {
    pub(super) fn new(text: &'t str, output: &'t str, switches: Switches) -> Self {
        let texts = [text, output];
        let (mut ends, mut lines) = ([1; 2], [1; 2]);
        let line_ends = texts.map(|text| char::from(line_end(text)));
        let placed = pairs(text, output, switches).map(|pair| {
            let mut placed = PlacedPair {
                pair,
                columns: [[0; 2]; 2],
                breaks: [0; 2],
                lines,
            };
            for version in [0, 1] {
                let piece = |span: &Range<usize>| &texts[version][span.clone()];
                let gap = piece(&placed.pair.gap[version]);
                let token = piece(&placed.pair.token[version]);
                let breaks = |text: &str| text.matches(line_ends[version]).count();
                let start = column_after(ends[version], gap);
                placed.columns[version] = [ends[version], start];
                placed.breaks[version] = breaks(gap);
                placed.lines[version] += placed.breaks[version];
                lines[version] = placed.lines[version] + breaks(token.trim_end_matches('\r'));
                ends[version] = column_after(start, token.trim_end_matches('\r'));
            }
            placed
        });
        let placed = placed.collect();
        TextAndOutput {
            texts,
            lines: Lines::of(text),
            placed,
        }
    }

    /// A span of both versions.
    fn texts(&self, spans: &[Range<usize>; 2]) -> [&'t str; 2] {
        [0, 1].map(|version| &self.texts[version][spans[version].clone()])
    }

    /// A token as it is shown, in both versions: with what follows on its line, if it is an opening bracket or a prefix.
    fn shown(&self, placed: &PlacedPair) -> [String; 2] {
        /// The maximum length of what is shown, in characters.
        const MAX_SHOWN: usize = 30;

        let begins_datum = matches!(placed.pair.kind, Some(TokenKind::Open | TokenKind::Prefix));
        [0, 1].map(|version| {
            let span = &placed.pair.token[version];
            let line = |text: &'t str| text.split(LINE_ENDS).next().unwrap_or_default();
            let text = match begins_datum {
                true => line(&self.texts[version][span.start..]),
                false => &self.texts[version][span.clone()],
            };
            let start: String = line(text).chars().take(MAX_SHOWN).collect();
            let more = if start == text { "" } else { "..." };
            start + more
        })
    }

    /// The differences between a line of the text and what becomes of it, each with the index of its token.
    pub(super) fn differences(&self, line: usize) -> Vec<(usize, LineDifference)> {
        let mut found = Vec::new();
        let first = self.placed.partition_point(|placed| placed.lines[0] < line);
        for (index, placed) in self.placed.iter().enumerate().skip(first) {
            if self.lines.line(placed.pair.gap[0].start) > line {
                break;
            }
            if placed.lines[0] == line && placed.pair.kind.is_some() {
                found.extend(self.before(placed).map(|it| (index, it)));
                found.extend(self.spelling(placed).map(|it| (index, it)));
            } else {
                found.extend(self.line_end(placed, line).map(|it| (index, it)));
            }
        }
        found
    }

    /// What changes between a token and the start of its line, or the token before it.
    fn before(&self, placed: &PlacedPair) -> impl Iterator<Item = LineDifference> + use<> {
        let gaps = self.texts(&placed.pair.gap);
        let found = match placed.begins() {
            [true, true] => {
                let [before, has_tabs] = gaps.map(|gap| last_line(gap).contains('\t'));
                let is_other = before != has_tabs && placed.columns[1][1] > 1;
                let is_moved = placed.shift() != 0;
                [
                    is_other.then_some(LineDifference::Indentation { has_tabs }),
                    is_moved.then_some(LineDifference::Column),
                ]
            }
            [true, false] => [Some(LineDifference::Joined), None],
            [false, true] => [Some(LineDifference::Broken), None],
            [false, false] => {
                let is_other = gaps[0] != gaps[1];
                [is_other.then_some(LineDifference::Gap(placed.gap())), None]
            }
        };
        found.into_iter().flatten()
    }

    /// What changes in a token.
    fn spelling(&self, placed: &PlacedPair) -> Option<LineDifference> {
        let [before, after] = self.texts(&placed.pair.token);
        let [before, after] = [before, after].map(|token| token.trim_end_matches('\r'));
        let is_comment = placed.pair.kind == Some(TokenKind::LineComment);
        match (before == after, before.trim_end() == after.trim_end()) {
            (true, _) => None,
            (false, true) if is_comment => Some(LineDifference::TrailingBlanks),
            _ => Some(LineDifference::Spelling),
        }
    }

    /// What changes at the end of a line that ends in the gap before a token, or on a blank line there.
    fn line_end(
        &self,
        placed: &PlacedPair,
        line: usize,
    ) -> impl Iterator<Item = LineDifference> + use<> {
        let gap = &placed.pair.gap;
        let start = self.lines.start(line).unwrap_or_default();
        let is_blank = start > gap[0].start || gap[0].start == 0;
        let from = start.max(gap[0].start);
        let own = self.texts[0][from..gap[0].end].split(LINE_ENDS).next();
        // At the start of a text, there is no other line that ends in the gap.
        let blank = [0, 1].map(|it| {
            let is_after_line = usize::from(gap[it].start > 0);
            placed.breaks[it].saturating_sub(is_after_line)
        });
        let is_removed = is_blank && blank[0] != blank[1];
        let is_joined = !is_blank && placed.breaks[1] == 0 && placed.pair.kind.is_some();
        let has_return = |version: usize, from: usize| {
            let (before, _) = self.texts[version][from..gap[version].end].split_once('\n')?;
            Some(self.texts[version][..from + before.len()].ends_with('\r'))
        };
        let returns = [has_return(0, from), has_return(1, gap[1].start)];
        let is_other = !is_removed && !is_joined && returns[0] != returns[1];
        [
            is_removed.then_some(LineDifference::BlankLines(blank)),
            (!is_removed && own.is_some_and(|own| own.ends_with([' ', '\t'])))
                .then_some(LineDifference::TrailingBlanks),
            is_joined.then_some(LineDifference::Joined),
            is_other.then_some(LineDifference::LineEnd {
                is_missing: returns[0].is_none(),
            }),
        ]
        .into_iter()
        .flatten()
    }

    /// The indices of the tokens in a span of the text.
    fn within(&self, span: &Range<usize>) -> Range<usize> {
        let from = |offset| self.placed.partition_point(|it| it.start() < offset);
        from(span.start)..from(span.end)
    }

    /// The width of a list in the output, if it is on one line there.
    pub(super) fn width_on_line(&self, list: &Range<usize>) -> Option<usize> {
        let within = self.within(list);
        let (first, after) = (self.placed.get(within.start)?, self.placed.get(within.end)?);
        let last = &self.placed[within.end - 1];
        let is_one = first.lines[1] == last.lines[1];
        is_one.then(|| after.columns[1][0] - first.columns[1][1])
    }

    /// Where the output has the tokens in a span of the text: lines from the first of them, and columns from the token at `origin`.
    #[cfg(feature = "explain")]
    pub(super) fn placing(&self, span: &Range<usize>, origin: usize) -> Vec<[usize; 2]> {
        let tokens = &self.placed[self.within(span)];
        let column = |placed: &PlacedPair| placed.columns[1][1];
        let line = tokens.first().map_or(0, |it| it.lines[1]);
        let origin = self
            .index_of(origin)
            .map_or(0, |it| column(&self.placed[it]));
        let placing = tokens
            .iter()
            .map(|it| [it.lines[1] - line, column(it).abs_diff(origin)]);
        placing.collect()
    }

    /// The index of the token at an offset of the text.
    fn index_of(&self, offset: usize) -> Option<usize> {
        self.placed
            .binary_search_by_key(&offset, PlacedPair::start)
            .ok()
    }

    /// For a token that begins a line in the output: the list around it, the element at its column, and the index of that element or, if
    /// there is none, of the bracket. None if it is at top level.
    fn anchor(&self, tree: &Tree, index: usize) -> Option<(NodeId, Option<Column>, usize)> {
        let placed = &self.placed[index];
        let is_around = |id: &NodeId| {
            let node = &tree.nodes[*id];
            node.kind == NodeKind::List && (node.start as usize) < placed.start()
        };
        let around = tree.around(placed.start()..placed.start() + 1);
        let list = around.filter(is_around).last()?;
        let find = |id: NodeId| self.index_of(tree.nodes[id].start as usize);
        let bracket = find(list)?;
        let column = |index: usize| self.placed[index].columns[1][1];
        let is_above = |it: &usize| *it < index && column(*it) == column(index);
        let line = |index: usize| self.placed[index].lines[1];
        let mut items = tree.children(list).map(find);
        let [first, second] = [0, 1].map(|_| items.next().flatten().filter(is_above));
        Some(match (first, second) {
            (_, Some(second)) if line(second) == line(bracket) => {
                (list, Some(Column::Align), second)
            }
            (Some(first), _) => (list, Some(Column::First), first),
            _ => {
                let distance = column(index).checked_sub(column(bracket));
                let distance = distance.and_then(|it| u8::try_from(it).ok());
                (list, distance.map(Column::Indent), bracket)
            }
        })
    }

    /// The index of the first token that moves for a reason of its own, where others move only since it does.
    fn cause(&self, tree: &Tree, mut index: usize) -> usize {
        loop {
            let placed = &self.placed[index];
            let next = match placed.begins() {
                [true, true] => self.anchor(tree, index).map(|(.., anchor)| anchor),
                [false, false] => index.checked_sub(1),
                _ => None,
            };
            match next {
                Some(next) if self.placed[next].shift() == placed.shift() => index = next,
                _ => return index,
            }
        }
    }
}

/// A text, and what is made of it under some options.
pub(super) struct Explainer<'a> {
    pub(super) text: &'a str,
    pub(super) options: &'a Options,
    pub(super) reading: &'a Reading,
    pub(super) versions: TextAndOutput<'a>,
    /// The lists that have been explained.
    pub(super) known: RefCell<FxHashMap<NodeId, Option<Explanation>>>,
}

/// The number of changes of one kind on a line that are explained.
const MAX_ALIKE: usize = 8;

impl Explainer<'_> {
    /// Explains a list.
    pub(super) fn list(&self, list: NodeId) -> Result<Option<Explanation>, Diagnostic> {
        if let Some(known) = self.known.borrow().get(&list) {
            return Ok(known.clone());
        }
        let found = self.explained(list)?;
        self.known.borrow_mut().insert(list, found.clone());
        Ok(found)
    }

    fn explained(&self, list: NodeId) -> Result<Option<Explanation>, Diagnostic> {
        let Explainer {
            text,
            options,
            reading,
            ref versions,
            ..
        } = *self;
        let explain = |layout: Layout<'_>| layout.explain(list);
        let found = reading.lay_out(text, options, Newline::PLAIN, explain)?;
        let Some(mut explanation) = found else {
            return Ok(None);
        };
        let tree = &reading.tree;
        let dialect = reading.dialect.dialect;
        let order = sort::order_of(Data { text, tree }, dialect, &options.style, list);
        explanation.order = order.map(|order| reading.order(order));
        if let width @ Some(_) = versions.width_on_line(&explanation.span) {
            explanation.reasons.clear();
            (explanation.rows, explanation.inner) = (None, None);
            explanation.width = width;
        }
        Ok(Some(explanation))
    }

    /// Explains a line of the text.
    pub(super) fn line(&self, line: usize) -> Result<LineExplanation, Diagnostic> {
        let versions = &self.versions;
        let mut alike: FxHashMap<_, usize> = FxHashMap::default();
        let changes = versions.differences(line).into_iter();
        let changes = changes.filter(|(index, difference)| {
            let is_own = versions.placed[*index].lines[0] == line;
            let count = alike.entry((discriminant(difference), is_own)).or_default();
            *count += 1;
            *count <= MAX_ALIKE
        });
        let changes = changes.map(|(index, difference)| self.change(index, difference));
        let start = first_of_line(self.text, line);
        let index = start.and_then(|start| versions.index_of(start));
        Ok(LineExplanation {
            line,
            is_blank: start.is_none(),
            changes: changes.collect::<Result<_, _>>()?,
            start: index.map_or(Ok(None), |index| self.start(index))?,
        })
    }

    /// The start of a line at a token; none if the token begins no line in the output.
    fn start(&self, index: usize) -> Result<Option<LineStart>, Diagnostic> {
        let versions = &self.versions;
        let placed = &versions.placed[index];
        if !placed.begins()[1] {
            return Ok(None);
        }
        let around = match versions.anchor(&self.reading.tree, index) {
            None => None,
            Some((list, Some(under), _)) => self.list(list)?.map(|list| (list, under)),
            Some((_, None, _)) => return Ok(None),
        };
        Ok(Some(LineStart {
            line: placed.lines[0],
            column: placed.columns[1][1],
            around,
        }))
    }

    /// Explains a difference at a token.
    fn change(&self, index: usize, difference: LineDifference) -> Result<LineChange, Diagnostic> {
        let tree = &self.reading.tree;
        let versions = &self.versions;
        let placed = &versions.placed[index];
        let before = index
            .checked_sub(1)
            .map_or(0, |it| versions.placed[it].start());
        let around = tree.around(before..placed.start() + 1);
        let list = around
            .filter(|id| tree.nodes[*id].kind == NodeKind::List)
            .last();
        let is_before = |item: &NodeId| (tree.nodes[*item].start as usize) < placed.start();
        let is_column = difference == LineDifference::Column;
        let cause = is_column.then(|| versions.cause(tree, index));
        let cause = cause.filter(|cause| *cause != index);
        let cause = cause
            .map(|cause| self.change_of_column(cause))
            .transpose()?;
        Ok(LineChange {
            difference,
            token: versions.shown(placed),
            kind: placed.pair.kind,
            line: placed.lines[0],
            columns: placed.columns.map(|[_, column]| column),
            index: list.map_or(0, |list| tree.items(list).filter(is_before).count()),
            list: list.map_or(Ok(None), |list| self.list(list))?.map(Box::new),
            start: if is_column { self.start(index)? } else { None },
            cause: cause.map(Box::new),
        })
    }

    /// Explains what moves a token: its own line, the gap before it, or the spelling of the token before it.
    fn change_of_column(&self, index: usize) -> Result<LineChange, Diagnostic> {
        let versions = &self.versions;
        match versions.before(&versions.placed[index]).last() {
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
