//! Indentation rules in a `.lispwords` file, which scmindent and `raco fixw` read: lists of names and the number of arguments before
//! their bodies, which comes last or first: `(when unless 1)`, `((when unless) 1)`, `(1 when unless)`. `#f` means a plain call.

use std::sync::Arc;

use super::body_after;
use super::emacs::Declarations;
use crate::forms::rules::{Layer, Location, Provenance, Rule};
use crate::forms::{CALL, Row};
use crate::syntax::data::Data;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser;
use crate::syntax::tree::NodeId;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::Lines;

/// Reads a file. What is written otherwise is ignored. `file` is the name to use in messages.
///
/// # Errors
/// Returns an error if the text is unbalanced.
pub fn read(text: &str, file: &Arc<str>) -> Result<Declarations, Diagnostic> {
    let tree = parser::parse_whole(&mut Lexer::new(text, Switches::COMMON))?;
    let data = Data { text, tree: &tree };
    let lines = Lines::of(text);
    let mut rules = Layer::default();
    for id in tree.top_level() {
        let Some((names, body)) = entry(data, &data.as_list(id)) else {
            continue;
        };
        let location = Location {
            file: Some(Arc::clone(file)),
            line: lines.line(data.start(id)),
        };
        for name in names {
            let row = body.map_or(Row::Always(CALL), |k| body_after(name, k));
            let provenance = Provenance::Lispwords(location.clone());
            rules.insert(name, Rule { row, provenance });
        }
    }
    Ok(Declarations {
        rules,
        ..Declarations::default()
    })
}

/// The names in a list of these items, and the number of arguments before their bodies; none of a plain call.
fn entry<'t>(data: Data<'t>, items: &[NodeId]) -> Option<(Vec<&'t str>, Option<u8>)> {
    let body = |id: &NodeId| match data.atom(*id)? {
        "#f" => Some(None),
        number => number.parse().ok().map(Some),
    };
    let (first, after) = items.split_first()?;
    let (last, before) = items.split_last()?;
    let (names, body) = match body(last) {
        Some(body) => (before, body),
        None => (after, body(first)?),
    };
    let names = names.iter().flat_map(|id| match data.atom(*id) {
        Some(name) => vec![name],
        None => data.elements(*id).filter_map(|id| data.atom(id)).collect(),
    });
    Some((names.collect(), body))
}
