//! Finds out what is wrong with a text that cannot be read, and where, from its indentation; each broken form is examined
//! separately.
//!
//! A parser notices a missing bracket only at the end of the text, and an extra one only where there is nothing left to
//! close. Both places can be far from the mistake. The author's indentation says more: what starts at column 0 starts a
//! form, and what starts at the column of a list is not in it.

mod brackets;
mod code;
mod quotes;

use std::ops::Range;

use crate::dialects::language;
use crate::options::Options;
use crate::pipeline::{Unread, read};
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::parser;
use crate::text::diagnostics::{Diagnostic, Severity};
use crate::text::lines::Lines;
use crate::text::lines::line_end;
use crate::text::source::Source;
use brackets::{Edit, Walk};
use code::{Item, Kind};

/// The maximum number of errors reported.
const MOST: usize = 10;
/// The maximum number of changes searched for in one form.
const MOST_EDITS: usize = 3;
/// The maximum number of errors searched for, and so counted.
const LIMIT: usize = 1000;

const UNCLOSED: &str = "unclosed-list";
const UNMATCHED: &str = "unmatched-closer";

/// Finds what keeps a text from being read: the errors of each broken form, in source order, each at the place where the
/// indentation suggests the mistake. Empty for a text that [`format()`] can read. At most ten errors are returned, followed
/// by one that says how many more there are.
///
/// ```
/// use schemefmt::{Options, diagnose};
///
/// let text = b"(define (f)\n  (let ((x 1)\n    (g x)))\n\n(define (h)\n  (i)\n";
/// let errors = diagnose(text, &Options::default());
/// let places: Vec<_> = errors.iter().filter_map(|error| error.position()).collect();
/// assert_eq!((places[0].line, places[1].line), (2, 6));
/// assert_eq!(errors[0].to_string(), "a `)` is probably missing here");
/// ```
///
/// This takes longer than [`format()`] takes to fail, but still time linear in the size of the text.
pub fn diagnose(input: &[u8], options: &Options) -> Vec<Diagnostic> {
    let source = match Source::decode(input) {
        Ok(source) => source,
        Err(error) => return vec![error],
    };
    let text = source.text.as_ref();
    let errors = match read(text, source.encoding, options) {
        Err(Unread { error, lexis }) if language::foreign_unread(text).is_none() => {
            of_text(text, lexis, &error)
        }
        _ => return Vec::new(),
    };
    let lines = Lines::of(text);
    let located = errors.into_iter().map(|error| error.located(text, &lines));
    located.collect()
}

/// Diagnoses a text that cannot be read. `error` is the parser's error.
fn of_text(text: &str, lexis: Lexis, error: &Diagnostic) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut held = 0;
    let mut from = 0;
    // Every iteration except the last ends at a quotation mark.
    for _ in 0..MOST {
        let (items, unclosed) = code::items(text, lexis, from);
        let about_strings = unclosed
            .as_ref()
            .is_none_or(|fault| fault.code == "unterminated-string");
        let suspect = about_strings
            .then(|| quotes::suspect(&text[from..], line_end(text)))
            .flatten()
            .map(|suspect| suspect.moved(from));
        let last = match (&suspect, &unclosed) {
            (Some(suspect), _) => Some(suspect.line.end),
            (None, Some(fault)) => Some(place(fault).start + 1),
            (None, None) => None,
        };
        // The form that contains it says nothing about brackets.
        let end = last.map_or(items.len(), |last| beginning_before(&items, last));
        forms(
            text,
            lexis,
            &items[..end],
            last.is_none(),
            &mut held,
            &mut errors,
        );
        let form = items.get(end).map_or(from, |item| item.start as usize);
        let Some(suspect) = suspect else {
            errors.extend(
                unclosed.map(|fault| of_reader(text, lexis, form..text.len()).unwrap_or(fault)),
            );
            break;
        };
        errors.push(match unclosed {
            Some(fault) if suspect.line.contains(&place(&fault).start) => {
                let said = of_reader(text, lexis, form..text.len());
                said.filter(|said| said.code == fault.code).unwrap_or(fault)
            }
            fault => suspect.tell(fault.as_ref()),
        });
        let Some(next) = text[suspect.line.end..].find("\n(") else {
            break;
        };
        from = suspect.line.end + next + 1;
    }
    if errors.is_empty() {
        errors.push(error.clone());
    }
    errors.sort_by_key(|error| place(error).start);
    let more = errors.len().saturating_sub(MOST);
    errors.truncate(MOST);
    if let [only] = errors.as_slice()
        && only.code == UNCLOSED
        && place(only).end < text.trim_end().len()
    {
        let end = text.len()..text.len();
        errors = vec![only.clone().with_label(end, "the file ends here")];
    }
    if more > 0 {
        let plural = if more == 1 { "" } else { "s" };
        let message = format!("{more} more error{plural}");
        errors.push(Diagnostic::whole(Severity::Error, "more-errors", message));
    }
    errors
}

/// The position at which an error is reported.
fn place(error: &Diagnostic) -> Range<usize> {
    error
        .labels
        .first()
        .map_or(0..0, |label| label.span.clone())
}

/// The parser's error for a part of a text.
fn of_reader(text: &str, lexis: Lexis, part: Range<usize>) -> Option<Diagnostic> {
    let parsed = parser::parse(&mut Lexer::new(&text[part.clone()], lexis));
    parsed.err().map(|error| error.moved(part.start))
}

/// The index of the item that starts the last form before an offset.
fn beginning_before(items: &[Item], offset: usize) -> usize {
    let until = items.partition_point(|item| (item.start as usize) < offset);
    pieces(&items[..until])
        .last()
        .map_or(0, |piece| piece.items.start)
}

/// A stretch of items that starts with a bracket at the margin, or at the start of the text.
struct Piece {
    items: Range<usize>,
    /// Opening minus closing brackets, from the start of the text to the end of the piece.
    height: i64,
    /// The minimum of that after any item of the piece.
    least: i64,
}

fn pieces(items: &[Item]) -> Vec<Piece> {
    let begins_line = |item: &&Item| item.is_first && matches!(item.kind, Kind::Open(_));
    // Nearly always column 0.
    let columns = items.iter().filter(begins_line).map(|item| item.column);
    let margin = columns.min().unwrap_or(0);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut height = 0;
    for (number, item) in items.iter().enumerate() {
        if begins_line(&item) && item.column == margin || pieces.is_empty() {
            pieces.push(Piece {
                items: number..number,
                height,
                least: i64::MAX,
            });
        }
        match item.kind {
            Kind::Open(_) => height += 1,
            Kind::Close(_) => height -= 1,
            Kind::Prefix | Kind::Leaf => {}
        }
        if let Some(piece) = pieces.last_mut() {
            piece.items.end = number + 1;
            piece.height = height;
            piece.least = piece.least.min(height);
        }
    }
    pieces
}

/// For each piece, the first one at or after it that brings the brackets down to the level before it.
fn ends(pieces: &[Piece]) -> Vec<Option<usize>> {
    let mut ends = vec![None; pieces.len()];
    // The pieces to the right, nearest last, each with a lower level than all in between.
    let mut lower: Vec<usize> = Vec::new();
    for number in (0..pieces.len()).rev() {
        while lower
            .last()
            .is_some_and(|&last| pieces[last].least >= pieces[number].least)
        {
            lower.pop();
        }
        lower.push(number);
        let before = number.checked_sub(1).map_or(0, |i| pieces[i].height);
        let nearest = lower.partition_point(|&piece| pieces[piece].least <= before);
        ends[number] = nearest.checked_sub(1).map(|i| lower[i]);
    }
    ends
}

/// Diagnoses the brackets of each form. `held` is the number of libraries and the like that are open before the forms, and
/// after them. At most [`LIMIT`] errors are searched for.
fn forms(
    text: &str,
    lexis: Lexis,
    items: &[Item],
    is_to_the_end: bool,
    held: &mut usize,
    errors: &mut Vec<Diagnostic>,
) {
    let pieces = pieces(items);
    let ends = ends(&pieces);
    let before = |number: usize| number.checked_sub(1).map_or(0, |i| pieces[i].height);
    let unmatched = |number: usize| (before(number) - pieces[number].least).max(0) as usize;
    let ends_a_library = pieces.len() > 1 && unmatched(pieces.len() - 1) > 0;
    let is_definition = |number: usize| {
        let piece: Option<&Piece> = pieces.get(number);
        piece.is_some_and(|piece| brackets::is_definition(text, &items[piece.items.clone()]))
    };
    // The piece with which the outermost library starts, and the one that closed it.
    let mut holder = 0;
    let mut last_held = None;
    let mut number = 0;
    while number < pieces.len() && errors.len() < LIMIT {
        let piece = &pieces[number];
        let mut walk = Walk::new(text, &items[piece.items.clone()]);
        (0..piece.items.len()).for_each(|item| {
            walk.step(item);
        });
        let holds = number + 1 < pieces.len()
            && walk.open.iter().all(|&list| {
                let list = &walk.lists[list];
                list.is_open_ended() || list.is_container && ends_a_library
            });
        match (unmatched(number), walk.open.len()) {
            (0, 0) => errors.extend(otherwise(text, lexis, &items[piece.items.clone()])),
            (0, opened) if holds => {
                if *held == 0 {
                    holder = number;
                    last_held = None;
                }
                *held += opened;
            }
            (closed, 0) if closed <= *held => {
                *held -= closed;
                if *held == 0 {
                    last_held = Some(number);
                }
            }
            (1, 0) if *held == 0 && last_held.is_some() => {
                // The library extends to here.
                let early: usize = last_held.take().unwrap_or(number);
                errors.extend(of_form(text, lexis, &items[pieces[early].items.clone()]));
            }
            (0, _)
                if *held == 0
                    && let Some(end) = ends[number]
                    && !(is_definition(number) && is_definition(number + 1)) =>
            {
                // The author puts lines inside a form at the margin.
                let all = &items[piece.items.start..pieces[end].items.end];
                if (pieces[end].height, pieces[end].least) == (before(number), before(number)) {
                    errors.extend(otherwise(text, lexis, all));
                } else {
                    errors.extend(of_form(text, lexis, all));
                }
                number = end;
            }
            _ => errors.extend(of_form(text, lexis, &items[piece.items.clone()])),
        }
        number += 1;
    }
    if *held > 0 && is_to_the_end {
        errors.extend(of_form(
            text,
            lexis,
            &items[pieces.get(holder).map_or(0, |piece| piece.items.start)..],
        ));
    }
}

/// Diagnoses a form whose brackets do not balance.
fn of_form(text: &str, lexis: Lexis, form: &[Item]) -> Vec<Diagnostic> {
    let mut items = form.to_vec();
    let mut errors = Vec::new();
    while errors.len() < MOST_EDITS
        && let Some(edit) = brackets::repair(text, &items)
    {
        errors.push(tell(text, &items, &edit));
        items = edit.apply(&items);
    }
    if errors.is_empty() {
        errors.extend(otherwise(text, lexis, form));
    }
    let mut walk = Walk::new(text, &items);
    (0..items.len()).for_each(|item| {
        walk.step(item);
    });
    together(errors, walk.open.len())
}

/// The errors of a form, with a single error for all brackets missing at the same place. This many lists are still open: if
/// everything else is missing at one place, as at the end of a truncated text, their brackets are, too.
fn together(errors: Vec<Diagnostic>, open: usize) -> Vec<Diagnostic> {
    let mut places: Vec<(Diagnostic, usize)> = Vec::new();
    for error in errors {
        let is_there = |(first, _): &&mut (Diagnostic, usize)| {
            first.code == UNCLOSED && error.code == UNCLOSED && place(first) == place(&error)
        };
        let Some((first, more)) = places.iter_mut().find(is_there) else {
            places.push((error, 0));
            continue;
        };
        for label in error.labels {
            if !first.labels.contains(&label) {
                first.labels.push(label);
            }
        }
        *more += 1;
    }
    if let [(_, more @ 1..)] = places.as_mut_slice() {
        *more += open;
    }
    let counted = |(mut error, more): (Diagnostic, usize)| {
        if more > 0 {
            error.message = format!("{}, and {more} more", error.message);
        }
        error
    };
    places.into_iter().map(counted).collect()
}

/// The other errors of a form: mismatched brackets, and whatever the parser rejects.
fn otherwise(text: &str, lexis: Lexis, form: &[Item]) -> Option<Diagnostic> {
    let (first, last) = (form.first()?, form.last()?);
    of_reader(text, lexis, first.start as usize..last.end as usize)
}

/// The error for a change that would fix it.
fn tell(text: &str, items: &[Item], edit: &Edit) -> Diagnostic {
    let shape = |item: usize| match items[item].kind {
        Kind::Close(shape) => char::from(shape),
        Kind::Open(due) => char::from(due),
        Kind::Prefix | Kind::Leaf => ')',
    };
    let witness = |error: Diagnostic, witness: Option<usize>, what: &str| match witness {
        Some(item) => error.with_label(items[item].span(), what),
        None => error,
    };
    match *edit {
        Edit::Close {
            after,
            opener,
            witness: item,
        } => {
            let at = items[after].end as usize;
            let message = format!("a `{}` is probably missing here", shape(opener));
            let error = Diagnostic::error(UNCLOSED, message, at..at)
                .with_label(items[opener].span(), "opened here");
            witness(error, item, "indented like what follows that list")
        }
        Edit::DropOpener { opener } => {
            let bracket = &text[items[opener].span()];
            let message = format!("this `{bracket}` is probably extra");
            Diagnostic::error(UNCLOSED, message, items[opener].span())
        }
        Edit::Drop {
            closer,
            witness: item,
            unmatched,
        } => {
            let message = format!("this `{}` is probably extra", shape(closer));
            let error = Diagnostic::error(UNMATCHED, message, items[closer].span());
            let error = witness(error, item, "indented as part of the list that it closes");
            if closer == unmatched {
                return error;
            }
            error.with_label(items[unmatched].span(), "so this one closes nothing")
        }
        Edit::Open {
            before,
            witness: item,
            unmatched,
        } => {
            let at = items[before].start as usize;
            let opener = match shape(unmatched) {
                ']' => '[',
                '}' => '{',
                _ => '(',
            };
            let message = format!("a `{opener}` is probably missing here");
            let error = Diagnostic::error(UNMATCHED, message, at..at);
            witness(
                error,
                item,
                "indented as part of the list that begins there",
            )
            .with_label(items[unmatched].span(), "so this one closes nothing")
        }
    }
}
