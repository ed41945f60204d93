//! The code actions that repair wrong brackets and quotation marks.

use std::ops::Range;
use std::slice;

use schemefmt::internals::brackets::straight_quotes;
use schemefmt::{Accept, Edit, Options, PossibleRepair, Verdict, repair_ranges};

use super::actions::Action;

/// The kind of the actions that repair one form.
pub(super) const FIX: &str = "quickfix";

/// The kind of the action that repairs the whole text. It is not part of `source.fixAll`, which many editors apply on each save.
pub(super) const REPAIR: &str = "source.repair";

/// The title of that action.
pub(super) const TITLE: &str = "Repair Brackets";

/// Advice about the brackets of a text that cannot be read, as the end of a message; and whether some repairs are certain.
pub(super) fn advice(text: &str, options: &Options) -> (&'static str, bool) {
    let verdicts = verdicts(text, 0..text.len(), options);
    if verdicts.iter().any(|it| certain(it).is_some()) {
        (". A quick fix is available", true)
    } else if verdicts.iter().any(|it| !it.candidates.is_empty()) {
        (". Quick fixes there offer candidates", false)
    } else {
        ("", false)
    }
}

/// The actions that repair the forms that touch a span: the certain repair of a form, or all proposed ones; and those that replace
/// typographic quotation marks.
pub(super) fn fixes(text: &str, span: Range<usize>, options: &Options) -> Vec<Action> {
    let verdicts = verdicts(text, span.clone(), options);
    let fixes = verdicts.iter().flat_map(|verdict| {
        let certain = certain(verdict);
        let candidates = certain.map_or(&verdict.candidates[..], slice::from_ref);
        candidates.iter().map(move |candidate| Action {
            is_preferred: certain.is_some(),
            ..fix(text, candidate)
        })
    });
    let quotes = straight_quotes(text.as_bytes(), span, options).into_iter();
    let quotes =
        quotes.map(|edits| Action::new(title_of(&text[edits[0].span.clone()], &edits[0]), edits));
    fixes.chain(quotes).collect()
}

fn fix(text: &str, candidate: &PossibleRepair) -> Action {
    let edits = candidate.edits.iter().zip(&candidate.changes);
    let changes: Vec<String> = edits
        .map(|(edit, change)| {
            let position = change.position().map(|at| format!(" at {at}"));
            title_of(&text[edit.span.clone()], edit) + &position.unwrap_or_default()
        })
        .collect();
    Action::new(changes.join(", "), candidate.edits.clone())
}

/// Describes an edit, given the text that it replaces.
fn title_of(old: &str, edit: &Edit) -> String {
    let new = String::from_utf8_lossy(&edit.text);
    match (old.is_empty(), new.is_empty()) {
        (true, _) => format!("Insert `{new}`"),
        (false, true) => format!("Remove `{old}`"),
        (false, false) => format!("Replace `{old}` by `{new}`"),
    }
}

/// The action that makes all certain repairs.
pub(super) fn whole(text: &str, _: Range<usize>, options: &Options) -> Vec<Action> {
    vec![Action::new(TITLE, all_certain(text, options))]
}

/// The edits of all certain repairs of a text, in source order.
pub(super) fn all_certain(text: &str, options: &Options) -> Vec<Edit> {
    let verdicts = verdicts(text, 0..text.len(), options);
    let candidates = verdicts.iter().filter_map(certain);
    candidates
        .flat_map(|candidate| candidate.edits.clone())
        .collect()
}

fn certain(verdict: &Verdict) -> Option<&PossibleRepair> {
    let best = verdict.candidates.first();
    best.filter(|_| verdict.refusal.is_none())
}

/// The verdicts on the unreadable forms that touch a span.
fn verdicts(text: &str, span: Range<usize>, options: &Options) -> Vec<Verdict> {
    let repaired = repair_ranges(text.as_bytes(), &[span], Accept::Certain, options);
    repaired.map_or_else(|_| Vec::new(), |repaired| repaired.verdicts)
}
