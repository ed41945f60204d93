//! Moves trailing comments to their columns, once it is known where the code before them ends.
//!
//! Trailing comments on consecutive lines share a column if all of them stay within the width there. Those that the author put in one
//! share it also across a line without a comment.

use super::Layout;
use super::places::{Gap, Place};
use crate::options::{HandAlignment, LineBreaks};
use crate::syntax::tree::{NodeId, Placement};
use crate::text::width::{column, column_from, width};

/// What a trailing comment shares with its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Trailing {
    /// Its column in the source, if only comments in one column there are aligned.
    pub source: Option<usize>,
    /// The column after the code before it in the source.
    pub code: usize,
    /// The width of the gap before it if it is aligned with no other.
    pub gap: usize,
    /// The column where it stays among others if the code leaves room; 0 if it does not stay.
    pub least: usize,
    /// Whether it may exceed the width, since lines are kept.
    pub is_unlimited: bool,
    /// Whether it is in no column with the comments above but for one in the source: the list that it is in begins on its line.
    pub is_apart: bool,
}

/// The place of a comment at the end of a line, or of one that continues it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommentPlace {
    /// The index of its place.
    pub index: usize,
    /// Whether the list that it is in begins on its line.
    pub is_beside_opener: bool,
}

/// Comments on their own lines, one directly below the other, which move together.
#[derive(Clone, Copy)]
pub(super) struct CommentRun {
    /// The last one so far.
    pub last: NodeId,
    /// The column in the source of the last one that moves with none above.
    pub source: usize,
    /// The column of that one in the output.
    pub column: usize,
    /// Whether one of them is code.
    pub is_code: bool,
}

/// A line that ends with a trailing comment, or a comment that continues the one above.
#[derive(Clone, Copy, Debug)]
struct CommentLine {
    /// The index of the comment's place.
    index: usize,
    /// The width of the code.
    code: usize,
    /// The width of the comment's first line.
    comment: usize,
    /// What it shares with its neighbours.
    trailing: Trailing,
    /// Whether only closing brackets are before it. It says what they close, and nearly always stands right beside them.
    is_after_closers: bool,
    is_continued: bool,
    /// Whether a line without a comment is between it and the comment before.
    skips_a_line: bool,
}

impl CommentLine {
    /// Whether the next comment may be in one column with it. If a line without a comment is between them, they were in one already.
    fn may_align(&self, next: &CommentLine) -> bool {
        next.is_continued
            || self.trailing.source == next.trailing.source
                && (next.trailing.source.is_some() || !next.trailing.is_apart && !next.skips_a_line)
                && !self.is_after_closers
                && !next.is_after_closers
    }
}

impl Layout<'_> {
    /// What a trailing comment shares with its neighbours.
    pub(super) fn trailing(&self, comment: NodeId, is_beside_opener: bool) -> Trailing {
        let start = self.node(comment).start as usize;
        let source = column(&self.text[self.line_start(start)..start], self.newline.tab);
        let may_stay = self.style.alignment != HandAlignment::Collapse;
        let source = may_stay.then_some(source);
        let gap = self.gap_before(comment);
        let keeps_lines = self.style.line_breaks == LineBreaks::Keep && source.is_some();
        let follows = self.style.line_breaks != LineBreaks::Canonical;
        let source = source.filter(|_| follows);
        Trailing {
            source,
            code: source.map_or(0, |source| source.saturating_sub(gap)),
            gap: if keeps_lines { gap } else { 1 },
            least: source.filter(|_| gap > 1).unwrap_or(0),
            is_unlimited: keeps_lines,
            is_apart: is_beside_opener,
        }
    }

    /// Whether a comment goes on with some others.
    pub(super) fn goes_on(&self, run: CommentRun, comment: NodeId) -> bool {
        let (last, node) = (self.node(run.last), self.node(comment));
        last.next as usize == comment
            && node.line_ends == 1
            && last.placement == Placement::OwnLine
            && node.placement == Placement::OwnLine
    }

    /// Whether a comment is code that is commented out, or goes on with such comments of as many semicolons.
    pub(super) fn is_code(&self, above: Option<CommentRun>, comment: NodeId) -> bool {
        let inside = &self.source(comment)[self.semicolons(comment)..];
        let is_alike = |run: &CommentRun| self.semicolons(run.last) == self.semicolons(comment);
        above.is_some_and(|run| run.is_code && is_alike(&run))
            || inside
                .trim_start_matches([' ', '\t', '\'', '`', ','])
                .starts_with(['(', '['])
    }

    /// The column of a comment that goes on with some others, if it has one semicolon, as code that is commented out often has, or the others
    /// are code: as far from the first one as in the source, but not the first column, where it would be at the margin.
    pub(super) fn column_in_run(&self, run: Option<CommentRun>, comment: NodeId) -> Option<usize> {
        let run = run.filter(|run| run.column > 0 && self.goes_on(*run, comment))?;
        let semicolons = self.semicolons(comment);
        if semicolons > 1 && !(run.is_code && semicolons == self.semicolons(run.last)) {
            return None;
        }
        let source = self.source_column(self.node(comment).start as usize);
        Some((run.column + source).saturating_sub(run.source).max(1))
    }

    /// The number of semicolons that a comment begins with.
    pub(super) fn semicolons(&self, comment: NodeId) -> usize {
        let text = self.source(comment);
        text.len() - text.trim_start_matches(';').len()
    }

    /// Moves the comments among some places to their columns. `before` is what precedes the first place on its line.
    pub(super) fn align_comments(
        &self,
        places: &mut [Place],
        comments: &[CommentPlace],
        before: &str,
    ) {
        let mut lines: Vec<CommentLine> = Vec::new();
        for comment in comments {
            let between = lines.last().map(|above| above.index + 1..comment.index + 1);
            let below = between.map(|between| self.lines_below(&places[between]));
            if below.is_some_and(|below| below.is_none()) {
                self.move_comments(places, &lines);
                lines.clear();
            }
            let line = self.comment_line(places, comment, lines.last(), before);
            lines.push(CommentLine {
                skips_a_line: below.flatten() == Some(2),
                ..line
            });
        }
        self.move_comments(places, &lines);
    }

    /// A line up to its comment, given the one above if that has a comment, too.
    fn comment_line(
        &self,
        places: &[Place],
        comment: &CommentPlace,
        above: Option<&CommentLine>,
        before: &str,
    ) -> CommentLine {
        let index = comment.index;
        let id = places[index].node as NodeId;
        let text = self.source(id);
        let is_continued = self.node(id).placement == Placement::Continued;
        let (code, is_after_closers) = match is_continued {
            true => (0, above.is_some_and(|above| above.is_after_closers)),
            false => self.code_before(places, index, before),
        };
        let trailing = match above {
            Some(above) if is_continued => above.trailing,
            _ if is_continued => Trailing::default(),
            _ => self.trailing(id, comment.is_beside_opener),
        };
        CommentLine {
            index,
            code,
            comment: width(text.split(self.newline.end).next().unwrap_or(text)),
            trailing,
            is_after_closers,
            is_continued,
            skips_a_line: false,
        }
    }

    /// The column after the code before a comment on its line, and whether that is nothing but closing brackets.
    fn code_before(&self, places: &[Place], comment: usize, before: &str) -> (usize, bool) {
        let are_closers = |text: &str| {
            text.bytes()
                .all(|byte| matches!(byte, b' ' | b'\t' | b')' | b']'))
        };
        let tab = self.newline.tab;
        let mut first = comment;
        // What the line begins with: its indentation, the end of a token of several lines, or what precedes the first place.
        let (mut end, mut is_after_closers) = loop {
            let place = &places[first];
            if matches!(place.gap, Gap::Line(_)) {
                break (0, true);
            }
            let text = match first {
                0 => before,
                _ => self.text_at(&places[first - 1]),
            };
            match text.rfind(self.line_end()) {
                Some(line_end) => {
                    break (
                        column(&text[line_end + 1..], tab),
                        are_closers(&text[line_end + 1..]),
                    );
                }
                None if first == 0 => break (column(text, tab), are_closers(text)),
                None => first -= 1,
            }
        };
        for place in &places[first..comment] {
            let text = self.text_at(place);
            end = column_from(end + place.columns as usize, text, tab);
            is_after_closers &= are_closers(text);
        }
        (end + places[comment].columns as usize, is_after_closers)
    }

    /// How many lines a comment is below the one before, given the places from after that up to its own: one, or two with code on the
    /// line between. None if they are farther apart, or a blank line or a comment on its own line is between them.
    fn lines_below(&self, places: &[Place]) -> Option<usize> {
        let begins_line = |place: &&Place| matches!(place.gap, Gap::Line(_));
        let mut lines = places.iter().filter(begins_line);
        let first = lines.next().filter(|it| it.gap == Gap::Line(0))?;
        match (lines.next(), lines.next()) {
            (None, _) => Some(1),
            (Some(second), None) if second.gap == Gap::Line(0) => {
                (!self.text_at(first).starts_with(';')).then_some(2)
            }
            _ => None,
        }
    }

    /// Moves the comments of consecutive lines.
    fn move_comments(&self, places: &mut [Place], lines: &[CommentLine]) {
        let Some(last) = lines.last() else {
            return;
        };
        let below = places.get(last.index + 1);
        let below = below.filter(|it| it.gap == Gap::Line(0) && self.text_at(it).starts_with(';'));
        let below = below.map(|it| it.columns as usize);
        let width = match self.style.line_breaks {
            LineBreaks::Keep => self.style.line_width.columns(self.rules.dialect),
            _ => self.widest,
        };
        for group in lines.chunk_by(CommentLine::may_align) {
            let below = below.filter(|_| group.last().is_some_and(|it| it.index == last.index));
            for (line, column) in group.iter().zip(columns(group, below, width)) {
                let blanks = self.blanks_at(places[line.index].node as NodeId);
                let place = &mut places[line.index];
                if line.is_continued {
                    place.columns = column as u32;
                } else if line.trailing.is_unlimited
                    && !blanks.is_empty()
                    && column_from(line.code, blanks, self.newline.tab) == column
                {
                    (place.gap, place.columns) = (Gap::Source, blanks.len() as u32);
                } else {
                    place.columns += column.saturating_sub(line.code) as u32;
                }
            }
        }
    }
}

/// By how many columns some comments move to the right along with their code, if their column in the source has no room for one of them:
/// as far as the code of all of them moves, if that is equally far.
fn moved(comments: &[CommentLine]) -> usize {
    let trailing = || comments.iter().filter(|comment| !comment.is_continued);
    let has_room = |comment: &CommentLine| Some(comment.code) < comment.trailing.source;
    let mut shifts = trailing().map(|it| it.code.checked_sub(it.trailing.code));
    match shifts.next().flatten() {
        Some(shift) if shifts.all(|other| other == Some(shift)) && !trailing().all(has_room) => {
            shift
        }
        _ => 0,
    }
}

/// The columns of comments on consecutive lines that may be in one; `below` is that of an own-line comment on the next line.
fn columns(comments: &[CommentLine], below: Option<usize>, width: usize) -> Vec<usize> {
    let trailing = || comments.iter().filter(|comment| !comment.is_continued);
    let moved = moved(comments);
    let least_of = |comment: &CommentLine| match comment.trailing.least {
        0 => 0,
        least => least + moved,
    };
    let alone = |comment: &CommentLine| comment.code + comment.trailing.gap;
    // What exceeds the width anywhere stays in its column, and so does what the author aligned and nothing moves.
    let may_be_at = |comment: &CommentLine, column: usize| {
        column + comment.comment <= width
            || comment.trailing.least > 0
                && (comment.trailing.source == Some(column)
                    || alone(comment) + comment.comment > width)
    };
    // A few that overrun the column of the others, or the width in it, do not take it from them.
    let least = trailing().map(least_of).max().unwrap_or(0);
    let overruns = |comment: &&CommentLine| {
        let is_within = comment.trailing.is_unlimited || may_be_at(comment, least);
        comment.code + 1 > least || !is_within
    };
    let few = 2 * trailing().filter(overruns).count() < trailing().count();
    let is_left_out = |comment: &&CommentLine| few && overruns(comment);
    let others = || trailing().filter(|comment| !is_left_out(comment));
    let shared = |least: &dyn Fn(&CommentLine) -> usize| {
        let columns = others().map(|comment| (comment.code + 1).max(least(comment)));
        columns.max().unwrap_or(0)
    };
    let is_unlimited = trailing().any(|comment| comment.trailing.is_unlimited);
    let fits = |shared: &usize| is_unlimited || others().all(|comment| may_be_at(comment, *shared));
    let columns = [shared(&least_of), shared(&|_| 0)];
    // A single one keeps its distance where lines are kept.
    let keeps_gap = is_unlimited && trailing().nth(1).is_none();
    let shared = columns.into_iter().find(fits).filter(|_| !keeps_gap);
    // A comment that is too long anywhere takes no column from the others.
    let own = |comment: &CommentLine| {
        let column = (comment.code + 1).max(least_of(comment));
        let stays = !keeps_gap && may_be_at(comment, column);
        let alone = if stays { column } else { alone(comment) };
        shared.filter(|_| !is_left_out(&comment)).unwrap_or(alone)
    };
    let last = comments.iter().rposition(|comment| !comment.is_continued);
    // An own-line comment below, in the same column, would be read as continuing the last one.
    let collides = below.is_some() && below == last.map(|last| own(&comments[last]));
    let mut column = columns[1];
    let columns = comments.iter().enumerate().map(|(index, comment)| {
        if !comment.is_continued {
            let moves = collides && (shared.is_some() || Some(index) == last);
            column = own(comment) + usize::from(moves);
        }
        column
    });
    columns.collect()
}
