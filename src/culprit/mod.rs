//! What is wrong with a text that cannot be read, and where, as its indentation tells: each broken form for itself.
//!
//! A reader knows that a bracket is missing where the text ends, and that one is too many where nothing is left to close. Both can be
//! far from the mistake. The author's lines say more: what begins at column 0 begins a form, and what begins at the
//! column of a list is not in it.

mod brackets;
mod code;
mod quotes;

use std::ops::Range;

use crate::diagnostics::{Diagnostic, Severity};
use crate::lines::line_end;
use crate::syntax::lexer::{Lexer, Lexis};
use crate::syntax::parser;
use brackets::{Edit, Walk};
use code::{Item, Kind};

/// How many errors are told.
const MOST: usize = 10;
/// How many changes are looked for in one form.
const MOST_EDITS: usize = 3;
/// How many errors are looked for; no more are counted.
const LIMIT: usize = 1000;

const UNCLOSED: &str = "unclosed-list";
const UNMATCHED: &str = "unmatched-closer";

/// What is wrong with a text that cannot be read. `error` is what the reader says.
pub(crate) fn diagnose(text: &str, lexis: Lexis, error: &Diagnostic) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut held = 0;
    let mut from = 0;
    // Each turn but the last one ends at a quotation mark.
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
        // The form that this is in says nothing about brackets.
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

/// Where an error is reported.
fn place(error: &Diagnostic) -> Range<usize> {
    error
        .labels
        .first()
        .map_or(0..0, |label| label.span.clone())
}

/// What the reader says of a part of a text.
fn of_reader(text: &str, lexis: Lexis, part: Range<usize>) -> Option<Diagnostic> {
    let parsed = parser::parse(&mut Lexer::new(&text[part.clone()], lexis), |_, _| ());
    parsed.err().map(|error| error.moved(part.start))
}

/// The number of the item that the last form begins with which begins before an offset.
fn beginning_before(items: &[Item], offset: usize) -> usize {
    let until = items.partition_point(|item| (item.start as usize) < offset);
    pieces(&items[..until])
        .last()
        .map_or(0, |piece| piece.items.start)
}

/// A stretch of items that begins with a bracket at the margin, or with the text.
struct Piece {
    items: Range<usize>,
    /// Brackets opened less brackets closed, from the start of the text to the end of the piece.
    height: i64,
    /// The least that is after any item of the piece.
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

/// For each piece the first at or after it in which the brackets come down to where they were before it.
fn ends(pieces: &[Piece]) -> Vec<Option<usize>> {
    let mut ends = vec![None; pieces.len()];
    // Pieces to the right, the nearest last, each lower than all between.
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

/// What is wrong with the brackets of each form. `held` libraries and the like are open before them, and after. At most
/// [`LIMIT`] errors are looked for.
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
    // The piece that the outermost library begins with, and the one that closed it.
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
                // The library goes on to here.
                let early: usize = last_held.take().unwrap_or(number);
                errors.extend(of_form(text, lexis, &items[pieces[early].items.clone()]));
            }
            (0, _)
                if *held == 0
                    && let Some(end) = ends[number]
                    && !(is_definition(number) && is_definition(number + 1)) =>
            {
                // Its author writes at the margin within a form.
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

/// What is wrong with a form whose brackets do not balance.
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

/// The errors of a form, with one for all brackets that are missing at the same place. So many lists are still open: if
/// everything else is missing at one place, as where a text breaks off, so are their brackets.
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

/// What else is wrong with a form: brackets of other shapes, and whatever the reader refuses.
fn otherwise(text: &str, lexis: Lexis, form: &[Item]) -> Option<Diagnostic> {
    let (first, last) = (form.first()?, form.last()?);
    of_reader(text, lexis, first.start as usize..last.end as usize)
}

/// The error for a change that would mend it.
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
            witness(error, item, "indented as what follows that list")
        }
        Edit::DropOpener { opener } => {
            let bracket = &text[items[opener].span()];
            let message = format!("this `{bracket}` is probably one too many");
            Diagnostic::error(UNCLOSED, message, items[opener].span())
        }
        Edit::Drop {
            closer,
            witness: item,
            unmatched,
        } => {
            let message = format!("this `{}` is probably one too many", shape(closer));
            let error = Diagnostic::error(UNMATCHED, message, items[closer].span());
            let error = witness(error, item, "indented as a part of the list that it closes");
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
                "indented as a part of the list that begins there",
            )
            .with_label(items[unmatched].span(), "so this one closes nothing")
        }
    }
}
