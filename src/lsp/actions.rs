//! The code actions: what an editor's menu offers for a form or a text, rewrites of it and repairs of its brackets and quotation marks.

use std::ops::Range;
use std::slice;

use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams};
use schemefmt::internals::brackets::straight_quotes;
use schemefmt::internals::explain::{Order, orders};
use schemefmt::internals::range::list_around;
use schemefmt::internals::text::lines::end_of_line;
use schemefmt::options::{LineBreaks, SortExports, SortImports};
use schemefmt::{
    Accept, Edit, Options, PossibleRepair, Verdict, edits_between, format_range, repair_ranges,
};

use super::text::Text;

/// A code action.
struct Action {
    /// Its title in the menu.
    title: String,
    /// Whether nearly everyone would choose it.
    is_preferred: bool,
    /// Its changes to the text.
    edits: Vec<Edit>,
}

impl Action {
    /// An action that is not preferred.
    fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Action {
            title: title.into(),
            is_preferred: false,
            edits,
        }
    }
}

/// Makes the actions of a kind for a span of a text. Those without edits are not offered.
type Maker = fn(&str, Range<usize>, &Options) -> Vec<Action>;

/// The kind of the actions on a form.
const REWRITE: &str = "refactor.rewrite";

/// The kind of the action on the imports.
const ORGANIZE: &str = "source.organizeImports";

/// The kind of the actions that repair one form.
const FIX: &str = "quickfix";

/// The kind of the action that repairs the whole text. It is not part of `source.fixAll`, which many editors apply on each save.
const REPAIR: &str = "source.repair";

/// The title of the action that repairs the whole text.
pub(super) const REPAIR_TITLE: &str = "Repair Brackets";

const MAKERS: [(&str, Maker); 4] = [
    (REWRITE, rewrites),
    (ORGANIZE, organized),
    (FIX, fixes),
    (REPAIR, whole),
];

/// The kinds of all actions.
pub(super) fn kinds() -> Vec<CodeActionKind> {
    let kinds = MAKERS.iter().map(|(kind, _)| (*kind).to_owned().into());
    kinds.collect()
}

/// The actions for a range of a text; if kinds are asked for, those of these kinds.
pub(super) fn all(text: &Text, params: &CodeActionParams, options: &Options) -> Vec<CodeAction> {
    let only = params.context.only.as_deref();
    let is_asked_for =
        |kind: &str| only.is_none_or(|only| only.iter().any(|it| includes(it, kind)));
    let asked = MAKERS.iter().filter(|(kind, _)| is_asked_for(kind));
    let whole = text.to_string();
    let actions = asked.flat_map(|(kind, make)| {
        let made = make(&whole, text.span(params.range), options).into_iter();
        let made = made.filter(|action| !action.edits.is_empty());
        made.map(|action| CodeAction {
            title: action.title,
            kind: Some((*kind).to_owned().into()),
            is_preferred: action.is_preferred.then_some(true),
            edit: Some(text.workspace_edit(&params.text_document.uri, action.edits)),
            ..Default::default()
        })
    });
    actions.collect()
}

/// Whether a kind includes another one: all kinds whose names begin with its own.
fn includes(kind: &CodeActionKind, other: &str) -> bool {
    let kind = String::from(kind.clone());
    let rest = other.strip_prefix(&kind);
    kind.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The actions on the innermost list that begins its line and contains a span of a text; none if the text cannot be parsed.
fn rewrites(text: &str, span: Range<usize>, options: &Options) -> Vec<Action> {
    let Ok(Some(list)) = list_around(text.as_bytes(), span, options) else {
        return Vec::new();
    };
    let skip = vec![skip(text, list.start)];
    let list = [list];
    let formatted = edits(text, &list, options);
    let mut keeping = options.clone();
    keeping.style.line_breaks = LineBreaks::Keep;
    let mut kept = edits(text, &list, &keeping);
    if kept == formatted {
        kept.clear();
    }
    vec![
        Action::new("Format this form", formatted),
        Action::new("Format this form, keeping its lines", kept),
        Action::new("Skip this form when formatting", skip),
    ]
}

/// The action that sorts and formats the imports of a text that are not sorted.
fn organized(text: &str, _: Range<usize>, options: &Options) -> Vec<Action> {
    let mut options = options.clone();
    options.style.sort_exports = SortExports::Keep;
    if options.style.sort_imports == SortImports::Keep {
        options.style.sort_imports = SortImports::Sorted;
    }
    let bytes = text.as_bytes();
    let lists = orders(bytes, &options).unwrap_or_default().into_iter();
    let unsorted = lists.filter(|(_, order)| *order == Order::Unsorted);
    let spans = unsorted.map(|(span, _)| span);
    let edits = edits(text, &spans.collect::<Vec<_>>(), &options);
    vec![Action::new("Sort Imports", edits)]
}

fn edits(text: &str, lists: &[Range<usize>], options: &Options) -> Vec<Edit> {
    let bytes = text.as_bytes();
    let formatted = format_range(bytes, lists, options);
    let edits = formatted.and_then(|formatted| edits_between(bytes, &formatted));
    edits.unwrap_or_default()
}

/// Inserts the comment that excludes a form from formatting, on a line before it. The form begins at `start`, and is the first on
/// its line.
fn skip(text: &str, start: usize) -> Edit {
    let line = text[..start].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let blanks = text[line..start].trim_start_matches('\u{FEFF}');
    Edit {
        span: start..start,
        text: format!("; schemefmt: skip{}{blanks}", end_of_line(text)).into_bytes(),
    }
}

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
fn fixes(text: &str, span: Range<usize>, options: &Options) -> Vec<Action> {
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
fn whole(text: &str, _: Range<usize>, options: &Options) -> Vec<Action> {
    vec![Action::new(REPAIR_TITLE, all_certain(text, options))]
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
