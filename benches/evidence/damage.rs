//! Damages a sound text as people, programs and accidents do, for `repair.rs`.

use std::ops::Range;

use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::TokenKind;

use crate::common::Random;

/// What is done to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Damage {
    CloserRemoved,
    CloserAdded,
    OpenerRemoved,
    OpenerAdded,
    OtherShape,
    /// So many closing brackets are missing at the end of a form at top level.
    TooFew(usize),
    TooMany(usize),
    /// The end of a function is off by one to three brackets.
    FunctionEnd,
    /// The end of another line of a function is off by one or two.
    LineEnd,
    /// A last item was appended behind the closing brackets of the item before, which stayed.
    ItemAppended,
    /// A last item was deleted, on one line, with all closing brackets behind it.
    ItemDeleted,
    /// So was one of several lines.
    BlockDeleted,
    /// The ends of two functions are off by one to three.
    TwoFunctions,
    /// One closing bracket is missing in each of two forms.
    TwoForms,
    /// A list lost its opening bracket and its operator.
    HeadDeleted,
    /// A list in another one was replaced by a closing bracket.
    ItemToCloser,
    QuoteRemoved,
    /// A quotation mark is written twice.
    QuoteDoubled,
    /// One stands before another token of a list.
    QuoteAdded,
    /// The rest of a line has not been typed yet.
    MidEdit,
    /// The text ends at the end of a line in a form.
    Truncated,
    /// One to three lines are deleted.
    LinesDeleted,
    /// A line became a comment.
    LineCommented,
}

/// Kinds of damage that are counted together.
pub(crate) type Group = (&'static str, &'static [Damage]);

pub(crate) const GROUPS: [Group; 6] = [
    (
        "anywhere",
        &[
            Damage::CloserRemoved,
            Damage::CloserAdded,
            Damage::OpenerRemoved,
            Damage::OpenerAdded,
            Damage::OtherShape,
        ],
    ),
    (
        "at the end",
        &[
            Damage::TooFew(1),
            Damage::TooFew(2),
            Damage::TooFew(3),
            Damage::TooMany(1),
            Damage::TooMany(2),
            Damage::TooMany(3),
        ],
    ),
    (
        "realistic",
        &[
            Damage::FunctionEnd,
            Damage::LineEnd,
            Damage::ItemAppended,
            Damage::ItemDeleted,
            Damage::BlockDeleted,
            Damage::TwoFunctions,
        ],
    ),
    (
        "other brackets",
        &[Damage::TwoForms, Damage::HeadDeleted, Damage::ItemToCloser],
    ),
    (
        "quotation marks",
        &[
            Damage::QuoteRemoved,
            Damage::QuoteDoubled,
            Damage::QuoteAdded,
        ],
    ),
    // Brackets alone restore none of these, so every repair is wrong.
    (
        "no bracket",
        &[
            Damage::MidEdit,
            Damage::Truncated,
            Damage::LinesDeleted,
            Damage::LineCommented,
        ],
    ),
];

/// A damaged text.
pub(crate) struct Damaged {
    pub text: String,
    /// What it should be; none if no change of brackets makes it right.
    pub truth: Option<String>,
    /// Where it is damaged.
    pub at: usize,
}

/// A list of a sound text: its bytes, its depth, and the bytes of its items, with their marks.
struct List {
    span: Range<usize>,
    /// Where its first item may begin.
    inner: usize,
    depth: usize,
    items: Vec<Range<usize>>,
    /// Whether it is part of a definition of a function of several lines at top level.
    is_in_function: bool,
}

/// What can be damaged of a sound text.
struct Anatomy<'t> {
    text: &'t str,
    /// In the order of their ends.
    lists: Vec<List>,
    /// Where the tokens within lists begin.
    starts: Vec<usize>,
    quotes: Vec<usize>,
}

impl<'t> Anatomy<'t> {
    fn of(text: &'t str) -> Self {
        let (mut open, mut lists): (Vec<List>, Vec<List>) = (Vec::new(), Vec::new());
        let (mut starts, mut quotes) = (Vec::new(), Vec::new());
        let mut mark = None;
        for token in Lexer::new(text, Switches::COMMON) {
            let (start, end) = (token.start as usize, token.end as usize);
            let mut item = start..end;
            match token.kind {
                TokenKind::Whitespace
                | TokenKind::LineComment
                | TokenKind::BlockComment
                | TokenKind::Directive
                | TokenKind::Shebang => continue,
                TokenKind::Open => {
                    let depth = open.len() + 1;
                    open.push(List {
                        span: mark.take().unwrap_or(start)..end,
                        inner: end,
                        depth,
                        items: Vec::new(),
                        is_in_function: false,
                    });
                    if depth > 1 {
                        starts.push(start);
                    }
                    continue;
                }
                TokenKind::Prefix | TokenKind::DatumComment => {
                    mark.get_or_insert(start);
                    starts.extend((!open.is_empty()).then_some(start));
                    continue;
                }
                TokenKind::Close => {
                    let Some(mut list) = open.pop() else { break };
                    list.span.end = end;
                    item = list.span.clone();
                    lists.push(list);
                }
                TokenKind::String if text[start..].starts_with('"') => {
                    quotes.extend([start, end - 1]);
                }
                _ => {}
            }
            item.start = mark.take().unwrap_or(item.start);
            starts.extend((!open.is_empty()).then_some(start));
            if let Some(list) = open.last_mut() {
                list.items.push(item);
            }
        }
        let mut anatomy = Anatomy {
            text,
            lists,
            starts,
            quotes,
        };
        anatomy.find_functions();
        anatomy
    }

    fn find_functions(&mut self) {
        let mut is_function = false;
        for list in self.lists.iter_mut().rev() {
            if list.depth == 1 {
                let form = &self.text[list.span.clone()];
                is_function = form.starts_with("(define") && form.matches('\n').count() >= 2;
            }
            list.is_in_function = is_function;
        }
    }

    /// The brackets that open, or those that close.
    fn brackets(&self, opens: bool) -> Vec<usize> {
        let of_list = |list: &List| match opens {
            true => list.inner - 1,
            false => list.span.end - 1,
        };
        self.lists.iter().map(of_list).collect()
    }

    /// How many closing brackets stand before an offset, with nothing between.
    fn run_before(&self, end: usize) -> usize {
        let bytes = self.text[..end].bytes().rev();
        bytes.take_while(|byte| b")]}".contains(byte)).count()
    }

    /// The closing brackets from an offset on.
    fn run_from(&self, start: usize) -> &'t str {
        let rest = &self.text[start..];
        let is_other = |c: char| !")]}".contains(c);
        &rest[..rest.find(is_other).unwrap_or(rest.len())]
    }

    /// Whether a line ends at an offset.
    fn is_line_end(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        rest.is_empty() || rest.starts_with(['\n', '\r'])
    }

    /// The ends of the forms at top level that end in at least so many brackets; of functions only, or of any.
    fn ends(&self, least: usize, of_functions: bool) -> Vec<usize> {
        let forms = self.lists.iter().filter(|list| list.depth == 1);
        let forms = forms.filter(|list| list.is_in_function || !of_functions);
        let ends = forms.map(|list| list.span.end);
        ends.filter(|end| self.run_before(*end) >= least).collect()
    }

    /// The last items of lists in functions that follow an item on the line before: where that one ends, the item, and what closes
    /// behind it.
    fn last_items(&self) -> Vec<(usize, Range<usize>, &'t str)> {
        let lists = self.lists.iter().filter(|list| list.is_in_function);
        let found = lists.filter_map(|list| {
            let [.., before, last] = &list.items[..] else {
                return None;
            };
            let gap = &self.text[before.end..last.start];
            let is_next_line = gap.matches('\n').count() == 1 && gap.trim().is_empty();
            let closers = self.run_from(last.end);
            let is_at_end = self.is_line_end(last.end + closers.len());
            (is_next_line && is_at_end).then(|| (before.end, last.clone(), closers))
        });
        found.collect()
    }
}

fn other_shape(bracket: u8) -> &'static str {
    match bracket {
        b'(' => "[",
        b')' => "]",
        b'[' => "(",
        _ => ")",
    }
}

/// A text in which a span is replaced.
fn with(text: &str, span: Range<usize>, new: &str) -> String {
    [&text[..span.start], new, &text[span.end..]].concat()
}

fn pick<T>(mut places: Vec<T>, random: &mut Random) -> Option<T> {
    match places.len() {
        0 => None,
        count => Some(places.swap_remove(random.below(count))),
    }
}

/// Changes the number of brackets before one of some places by up to `most`.
fn off_by(
    anatomy: &Anatomy<'_>,
    ends: Vec<usize>,
    most: usize,
    random: &mut Random,
) -> Option<(String, usize)> {
    let count = 1 + random.below(most);
    let end = pick(ends, random)?;
    let text = anatomy.text;
    let changed = match random.below(2) {
        0 if anatomy.run_before(end) < count => return None,
        0 => with(text, end - count..end, ""),
        _ => with(text, end..end, &")))"[..count]),
    };
    Some((changed, end))
}

/// A damaged text; none if it has no place for this.
pub(crate) fn damage_to(text: &str, damage: Damage, random: &mut Random) -> Option<Damaged> {
    let anatomy = Anatomy::of(text);
    let (text, at) = match damage {
        Damage::CloserRemoved
        | Damage::CloserAdded
        | Damage::OpenerRemoved
        | Damage::OpenerAdded
        | Damage::OtherShape
        | Damage::TooFew(_)
        | Damage::TooMany(_) => with_wrong_brackets(&anatomy, damage, random)?,
        Damage::QuoteRemoved => {
            let at = pick(anatomy.quotes, random)?;
            (with(text, at..at + 1, ""), at)
        }
        Damage::QuoteDoubled | Damage::QuoteAdded => {
            let places = match damage {
                Damage::QuoteDoubled => anatomy.quotes,
                _ => anatomy.starts,
            };
            let at = pick(places, random)?;
            (with(text, at..at, "\""), at)
        }
        Damage::FunctionEnd
        | Damage::LineEnd
        | Damage::ItemAppended
        | Damage::TwoFunctions
        | Damage::TwoForms => with_wrong_ends(&anatomy, damage, random)?,
        Damage::ItemDeleted | Damage::BlockDeleted | Damage::HeadDeleted | Damage::ItemToCloser => {
            return without_code(&anatomy, damage, random);
        }
        Damage::MidEdit | Damage::Truncated | Damage::LinesDeleted | Damage::LineCommented => {
            let (text, at) = without_lines(&anatomy, damage, random)?;
            let truth = None;
            return Some(Damaged { text, truth, at });
        }
    };
    let truth = Some(anatomy.text.to_owned());
    Some(Damaged { text, truth, at })
}

/// Brackets as an accident leaves them.
fn with_wrong_brackets(
    anatomy: &Anatomy<'_>,
    damage: Damage,
    random: &mut Random,
) -> Option<(String, usize)> {
    let text = anatomy.text;
    Some(match damage {
        Damage::CloserAdded => {
            let at = pick(anatomy.starts.clone(), random)?;
            // A closing bracket goes behind what stands before.
            let behind = text[..at].trim_end().len();
            let line = text[..behind].rsplit('\n').next()?;
            if line.contains(';') {
                return None;
            }
            (with(text, behind..behind, ")"), at)
        }
        Damage::OpenerAdded => {
            let at = pick(anatomy.starts.clone(), random)?;
            (with(text, at..at, "("), at)
        }
        Damage::OtherShape => {
            let at = pick(
                [anatomy.brackets(true), anatomy.brackets(false)].concat(),
                random,
            )?;
            let other = other_shape(text.as_bytes()[at]);
            (with(text, at..at + 1, other), at)
        }
        Damage::TooFew(count) => {
            let end = pick(anatomy.ends(count, false), random)?;
            (with(text, end - count..end, ""), end)
        }
        Damage::TooMany(count) => {
            let end = pick(anatomy.ends(1, false), random)?;
            (with(text, end..end, &")))"[..count]), end)
        }
        _ => {
            let at = pick(anatomy.brackets(damage == Damage::OpenerRemoved), random)?;
            (with(text, at..at + 1, ""), at)
        }
    })
}

/// Runs of closing brackets at the ends of lines as an edit by hand or by a program leaves them.
fn with_wrong_ends(
    anatomy: &Anatomy<'_>,
    damage: Damage,
    random: &mut Random,
) -> Option<(String, usize)> {
    let text = anatomy.text;
    match damage {
        Damage::FunctionEnd => off_by(anatomy, anatomy.ends(1, true), 3, random),
        Damage::LineEnd => {
            let lists = anatomy.lists.iter();
            let inner = lists.filter(|list| list.is_in_function && list.depth > 1);
            let ends = inner.map(|list| list.span.end);
            let ends =
                ends.filter(|end| anatomy.is_line_end(*end) && !text[*end..].trim().is_empty());
            off_by(anatomy, ends.collect(), 2, random)
        }
        Damage::ItemAppended => {
            let (at, _, closers) = pick(anatomy.last_items(), random)?;
            Some((with(text, at..at, closers), at))
        }
        Damage::TwoFunctions => {
            let (second, at) = off_by(anatomy, anatomy.ends(1, true), 3, random)?;
            let ends = anatomy.ends(1, true).into_iter();
            let before: Vec<usize> = ends.filter(|end| *end < at).collect();
            // The text up to there is still the same.
            let anatomy = Anatomy {
                text: &second,
                lists: Vec::new(),
                ..Anatomy::of("")
            };
            off_by(&anatomy, before, 3, random)
        }
        _ => {
            let closers = anatomy.brackets(false);
            let (first, second) = (pick(closers.clone(), random)?, pick(closers, random)?);
            let (first, second) = (first.min(second), first.max(second));
            if !text[first..second].contains("\n\n(") {
                return None;
            }
            let text = with(text, second..second + 1, "");
            Some((with(&text, first..first + 1, ""), first))
        }
    }
}

/// A text from which code is deleted that brackets cannot bring back: what it should be is the rest, balanced.
fn without_code(anatomy: &Anatomy<'_>, damage: Damage, random: &mut Random) -> Option<Damaged> {
    let text = anatomy.text;
    let (text, truth, at) = match damage {
        Damage::ItemDeleted | Damage::BlockDeleted => {
            let mut items = anatomy.last_items();
            let is_block = damage == Damage::BlockDeleted;
            items.retain(|(_, item, _)| text[item.clone()].contains('\n') == is_block);
            let (at, item, closers) = pick(items, random)?;
            let all = at..item.end + closers.len();
            (with(text, all.clone(), ""), with(text, all, closers), at)
        }
        Damage::HeadDeleted => {
            let mut lists: Vec<&List> = anatomy.lists.iter().collect();
            lists.retain(|list| list.items.len() > 1 && list.depth > 1);
            let list = pick(lists, random)?;
            let head = list.span.start..list.items[1].start;
            let without_closer = with(text, list.span.end - 1..list.span.end, "");
            (
                with(text, head.clone(), ""),
                with(&without_closer, head.clone(), ""),
                head.start,
            )
        }
        _ => {
            let items = anatomy
                .lists
                .iter()
                .flat_map(|list| &list.items[1.min(list.items.len())..]);
            let is_list = |item: &&Range<usize>| text[..item.end].ends_with([')', ']']);
            let item = pick(items.filter(is_list).collect(), random)?.clone();
            let start = text[..item.start].trim_end().len();
            let all = start..item.end;
            (with(text, all.clone(), ")"), with(text, all, ""), start)
        }
    };
    let truth = Some(truth);
    Some(Damaged { text, truth, at })
}

/// A text that lacks more than brackets.
fn without_lines(
    anatomy: &Anatomy<'_>,
    damage: Damage,
    random: &mut Random,
) -> Option<(String, usize)> {
    let text = anatomy.text;
    let at = pick(anatomy.starts.clone(), random)?;
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end_of = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end);
    Some(match damage {
        Damage::MidEdit => (with(text, at..end_of(at), ""), at),
        Damage::Truncated => (text[..end_of(at)].to_owned() + "\n", at),
        Damage::LinesDeleted => {
            let count = 1 + random.below(3);
            let end = (0..count).fold(line, |at, _| (end_of(at) + 1).min(text.len()));
            (with(text, line..end, ""), line)
        }
        _ => (with(text, line..line, ";"), line),
    })
}

/// The tokens of a text that mean something.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    let means = |kind| {
        !matches!(
            kind,
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment
        )
    };
    Lexer::new(text, Switches::COMMON)
        .filter(|token| means(token.kind))
        .map(|token| token.text(text))
        .collect()
}

/// For each line of code, the lines of the lists that are open where it begins: what the structure is, apart from places on a line.
pub(crate) fn parents(text: &str) -> Vec<Vec<usize>> {
    let (mut open, mut parents) = (Vec::new(), Vec::new());
    let (mut line, mut last) = (0, None);
    for token in Lexer::new(text, Switches::COMMON) {
        let is_code = !matches!(
            token.kind,
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment
        );
        if is_code && token.kind != TokenKind::Close && last.replace(line) != Some(line) {
            parents.push(open.clone());
        }
        match token.kind {
            TokenKind::Open => open.push(line),
            TokenKind::Close => drop(open.pop()),
            _ => {}
        }
        line += token.text(text).matches('\n').count();
    }
    parents
}
