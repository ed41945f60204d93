//! The code actions: rewrites that an editor's menu offers for a form or a text.

use std::ops::Range;

use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams};
use schemefmt::internals::explain::{Order, orders};
use schemefmt::internals::range::list_around;
use schemefmt::internals::text::lines::end_of_line;
use schemefmt::options::{LineBreaks, SortExports, SortImports};
use schemefmt::{Edit, Options, edits_between, format_range};

use super::repairs;
use super::text::Text;

/// A code action.
pub(super) struct Action {
    /// Its title in the menu.
    pub title: String,
    /// Whether nearly everyone would choose it.
    pub is_preferred: bool,
    /// Its changes to the text.
    pub edits: Vec<Edit>,
}

impl Action {
    /// An action that is not preferred.
    pub(super) fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Action {
            title: title.into(),
            is_preferred: false,
            edits,
        }
    }
}

/// Makes the actions of a kind for a span of a text. Those without edits are not offered.
type Maker = fn(&str, Range<usize>, &Options) -> Vec<Action>;

const REWRITE: &str = "refactor.rewrite";

const ORGANIZE: &str = "source.organizeImports";

const MAKERS: [(&str, Maker); 4] = [
    (REWRITE, rewrites),
    (ORGANIZE, organized),
    (repairs::FIX, repairs::fixes),
    (repairs::REPAIR, repairs::whole),
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
