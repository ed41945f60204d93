//! Finds the operators of a text that name what they test or register, by the calls of them at top level.

use rustc_hash::FxHashMap;

use crate::forms::form::{Row, Strategy, body_form};
use crate::forms::rules::{Layer, Location, Provenance, Rule, Rules};
use crate::forms::word::Word;
use crate::syntax::data::Data;
use crate::syntax::tree::{NodeKind, Tree};
use crate::text::lines::Lines;

/// The rules for the operators without one whose calls at top level all have a string first, and then a list or a keyword. They hold
/// for calls inside other forms, too.
pub(crate) fn registrations(text: &str, tree: &Tree, rules: &Rules) -> Layer {
    let data = Data { text, tree };
    // Where the first call of each operator is; none if a call of it is otherwise.
    let mut seen: FxHashMap<&str, Option<usize>> = FxHashMap::default();
    for id in tree.top_level() {
        if let Some(name) = data.head(id) {
            let mut arguments = data.elements(id).skip(1);
            let is_keyword = |id| {
                data.atom(id)
                    .is_some_and(|atom| Word::of(atom).is_keyword())
            };
            let registers = arguments
                .next()
                .is_some_and(|id| data.kind(id) == NodeKind::String)
                && arguments
                    .next()
                    .is_none_or(|id| data.kind(id) == NodeKind::List || is_keyword(id));
            let first = seen.entry(name).or_insert(Some(data.start(id)));
            *first = first.filter(|_| registers);
        }
    }
    let mut layer = Layer::default();
    seen.retain(|name, first| first.is_some() && rules.rule(name).is_none());
    if seen.is_empty() {
        return layer;
    }
    let lines = Lines::of(text);
    for (name, first) in seen {
        let row = Row::IfNamed(body_form(1).strategy(Strategy::Drop), u8::MAX);
        let line = first.map_or(1, |first| lines.line(first));
        let provenance = Provenance::Registration(Location::here(line));
        layer.insert(name, Rule { row, provenance });
    }
    layer
}
