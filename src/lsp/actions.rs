//! What can be done to one form, as a menu in an editor offers it.

use std::ops::Range;

use gen_lsp_types::CodeActionKind;
use schemefmt::internals::range::list_around;
use schemefmt::options::LineBreaks;
use schemefmt::{Edit, Options, edits_between, format_range};

/// Something that can be done.
pub struct Action {
    /// What the menu says.
    pub title: &'static str,
    /// What it changes.
    pub edits: Vec<Edit>,
}

/// What kind of action they all are.
pub const KIND: CodeActionKind = CodeActionKind::RefactorRewrite;

/// Whether who asks for actions of a kind asks for these: a kind is asked for by its first words, too.
pub fn is_asked_for(kind: &CodeActionKind) -> bool {
    let (kind, ours) = (String::from(kind.clone()), String::from(KIND));
    let rest = ours.strip_prefix(&kind);
    kind.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// What can be done to the innermost list that begins its line and holds a span of a text. Of a text that cannot be read nothing.
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

/// The comment that keeps the form at `start`, which begins its line, as it is, on a line before it.
fn skip(text: &str, start: usize) -> Edit {
    let line = text[..start].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let end_of_line = match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if text[at..].starts_with('\r') => "\r",
        _ => "\n",
    };
    let blanks = text[line..start].trim_start_matches('\u{FEFF}');
    Edit {
        span: start..start,
        text: ["; schemefmt: skip", end_of_line, blanks]
            .concat()
            .into_bytes(),
    }
}
