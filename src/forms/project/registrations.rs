//! Finds the operators of a text that name what they test or register, by the calls of them at top level.

use rustc_hash::FxHashMap;

use crate::forms::form::{Row, Strategy, body_form};
use crate::forms::rules::{Layer, Location, Provenance, Rule, Rules};
use crate::forms::word::Word;
use crate::syntax::data::Data;
use crate::syntax::tree::{NodeId, NodeKind, Tree};
use crate::text::lines::Lines;

/// The rules for the operators without one whose calls at top level all have a string first, and then a list or a keyword. They hold
/// for calls inside other forms, too.
pub(crate) fn registrations(text: &str, tree: &Tree, rules: &Rules) -> Layer {
    let data = Data { text, tree };
    let is_keyword = |id| {
        data.atom(id)
            .is_some_and(|atom| Word::of(atom).is_keyword())
    };
    // Hardly any form has a string in second place, so this looks at nothing but the kind of what is there.
    let may_register = |call: NodeId| {
        let (end, first) = (tree.nodes[call].next, call + 1);
        let second = (first < end as usize).then(|| tree.nodes[first].next);
        second.is_some_and(|second| {
            let is_other = |kind| matches!(kind, NodeKind::Atom | NodeKind::List);
            second < end && !is_other(tree.nodes[second as usize].kind)
        })
    };
    let registers = |call: &NodeId| {
        if !may_register(*call) {
            return false;
        }
        let mut arguments = data.elements(*call).skip(1);
        arguments
            .next()
            .is_some_and(|id| data.kind(id) == NodeKind::String)
            && arguments
                .next()
                .is_none_or(|id| data.kind(id) == NodeKind::List || is_keyword(id))
    };
    let mut layer = Layer::default();
    // Where the first call of each operator is.
    let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
    for call in tree.top_level().filter(registers) {
        if let Some(name) = data.head(call) {
            seen.entry(name).or_insert(data.start(call));
        }
    }
    seen.retain(|name, _| rules.rule(name).is_none());
    if seen.is_empty() {
        return layer;
    }
    for call in tree.top_level().filter(|call| !registers(call)) {
        if let Some(name) = data.head(call) {
            seen.remove(name);
        }
    }
    let lines = Lines::of(text);
    for (name, first) in seen {
        let row = Row::IfNamed(body_form(1).strategy(Strategy::Drop), u8::MAX);
        let provenance = Provenance::Registration(Location::here(lines.line(first)));
        layer.insert(name, Rule { row, provenance });
    }
    layer
}
