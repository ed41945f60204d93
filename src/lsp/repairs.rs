//! The code actions that repair wrong brackets.

use std::ops::Range;

use schemefmt::{Accept, Candidate, Edit, Options, Verdict, repair_ranges};

use super::actions::Action;

/// The kind of the actions that repair one form.
pub const FIX: &str = "quickfix";

/// The kind of the action that repairs the whole text. It is not part of `source.fixAll`, which many editors apply on each save.
pub const REPAIR: &str = "source.repair";

/// The title of that action.
pub const TITLE: &str = "Repair Brackets";

/// What can be done about the brackets of a text that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// Some repairs are certain.
    Certain,
    /// There are only candidates.
    Proposed,
    /// There are none, for example because of another error.
    Unknown,
}

impl Outlook {
    /// What can be done about a text.
    pub fn of(text: &str, options: &Options) -> Self {
        let verdicts = verdicts(text, 0..text.len(), options);
        match &verdicts[..] {
            some if some.iter().any(|it| certain(it).is_some()) => Outlook::Certain,
            some if some.iter().any(|it| !it.candidates.is_empty()) => Outlook::Proposed,
            _ => Outlook::Unknown,
        }
    }

    /// Advice for the user, as the end of a message.
    pub fn advice(self) -> &'static str {
        match self {
            Outlook::Certain => ". A quick fix is available",
            Outlook::Proposed => ". Quick fixes there offer candidates",
            Outlook::Unknown => "",
        }
    }
}

/// The actions that repair the forms that touch a span: the certain repair of a form, or all proposed ones.
pub fn fixes(text: &str, span: Range<usize>, options: &Options) -> Vec<Action> {
    let verdicts = verdicts(text, span, options);
    let fixes = verdicts.iter().flat_map(|verdict| match certain(verdict) {
        Some(candidate) => vec![fix(text, candidate, true)],
        None => {
            let fixes = verdict.candidates.iter();
            fixes.map(|candidate| fix(text, candidate, false)).collect()
        }
    });
    fixes.collect()
}

fn fix(text: &str, candidate: &Candidate, is_preferred: bool) -> Action {
    let edits = candidate.edits.iter().zip(&candidate.changes);
    let changes: Vec<String> = edits
        .map(|(edit, change)| {
            let place = change.position().map(|at| format!(" at {at}"));
            title_of(&text[edit.span.clone()], edit) + &place.unwrap_or_default()
        })
        .collect();
    Action {
        title: changes.join(", "),
        is_preferred,
        edits: candidate.edits.clone(),
    }
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

/// The action that makes all certain repairs, if there are any.
pub fn whole(text: &str, _: Range<usize>, options: &Options) -> Vec<Action> {
    let edits = all_certain(text, options);
    let action = Action {
        title: TITLE.to_owned(),
        is_preferred: false,
        edits,
    };
    let actions = [action].into_iter();
    actions.filter(|action| !action.edits.is_empty()).collect()
}

/// The edits of all certain repairs of a text, in source order.
pub fn all_certain(text: &str, options: &Options) -> Vec<Edit> {
    let verdicts = verdicts(text, 0..text.len(), options);
    let candidates = verdicts.iter().filter_map(certain);
    candidates
        .flat_map(|candidate| candidate.edits.clone())
        .collect()
}

fn certain(verdict: &Verdict) -> Option<&Candidate> {
    let best = verdict.candidates.first();
    best.filter(|_| verdict.refusal.is_none())
}

/// The verdicts on the broken forms that touch a span.
fn verdicts(text: &str, span: Range<usize>, options: &Options) -> Vec<Verdict> {
    let repaired = repair_ranges(text.as_bytes(), &[span], Accept::Certain, options);
    repaired.map_or_else(|_| Vec::new(), |repaired| repaired.verdicts)
}
