//! The code actions: what an editor's menu offers to do to one form.

use std::ops::Range;

use gen_lsp_types::CodeActionKind;
use schemefmt::internals::range::list_around;
use schemefmt::options::LineBreaks;
use schemefmt::{Edit, Options, edits_between, format_range};

use crate::project::text::end_of_line;

/// A code action.
pub struct Action {
    /// Its text in the menu.
    pub title: &'static str,
    /// Its changes to the text.
    pub edits: Vec<Edit>,
}

/// The kind of all of these actions.
pub const KIND: CodeActionKind = CodeActionKind::RefactorRewrite;

/// Whether a client that asks for actions of `kind` wants these: a kind includes all kinds whose names begin with its own.
pub fn is_asked_for(kind: &CodeActionKind) -> bool {
    let (kind, ours) = (String::from(kind.clone()), String::from(KIND));
    let rest = ours.strip_prefix(&kind);
    kind.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The actions on the innermost list that begins its line and contains a span of a text; none if the text cannot be parsed.
pub fn all(text: &str, span: Range<usize>, options: &Options) -> Vec<Action> {
    let Ok(Some(list)) = list_around(text.as_bytes(), span, options) else {
        return Vec::new();
    };
    let formatted = edits(text, list.clone(), options);
    let style = options.style.clone().line_breaks(LineBreaks::Keep);
    let kept = edits(text, list.clone(), &options.clone().style(style));
    let kept = if kept == formatted { Vec::new() } else { kept };
    let skip = vec![skip(text, list.start)];
    let actions = [
        ("Format this form", formatted),
        ("Format this form, keeping its lines", kept),
        ("Skip this form when formatting", skip),
    ];
    let actions = actions.into_iter().filter(|(_, edits)| !edits.is_empty());
    actions
        .map(|(title, edits)| Action { title, edits })
        .collect()
}

fn edits(text: &str, list: Range<usize>, options: &Options) -> Vec<Edit> {
    let bytes = text.as_bytes();
    let formatted = format_range(bytes, &[list], options);
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
        text: ["; schemefmt: skip", end_of_line(text), blanks]
            .concat()
            .into_bytes(),
    }
}
