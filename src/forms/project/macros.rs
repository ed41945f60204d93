//! Infers the layout of a macro's uses from its definition.
//!
//! A pattern's *tail* is what repeats at its end (`body ...`), or its dotted rest (`. body`). If the template puts the tail
//! into a body (of a `lambda`, a `let`, a clause ...), the macro has a body, too, and the arguments before the tail are
//! distinguished. If the template does not say, for example because it passes the tail on to the macro itself, the tail's
//! name decides.

use std::ops::ControlFlow;

use memchr::{memchr_iter, memmem};

use super::body_after;
use crate::forms::find::Finder;
use crate::forms::rules::{Layer, Location, Provenance, Rule, Rules};
use crate::forms::{self, Column, Role, Row};
use crate::syntax::data::Data;
use crate::syntax::tree::{NodeId, NodeKind, Tree};
use crate::text::lines::line_end;

/// Since a template may use another macro of the text, definitions are read again for as long as that gives more rules, but
/// at most this many times, to bound the work.
const ROUNDS: usize = 3;

/// Tails with these names, with or without a number or a `*`, are bodies.
const BODY_NAMES: [&str; 8] = [
    "body",
    "bodies",
    "exp",
    "expr",
    "expression",
    "form",
    "stmt",
    "command",
];

/// The rules for the macros that a text defines; `rules` are the other rules for it.
pub(crate) fn definitions(text: &str, tree: &Tree, rules: &Rules) -> Layer {
    let data = Data { text, tree };
    let clauses = clauses(data, rules);
    if clauses.is_empty() {
        return Layer::default();
    }
    let mut rules = Rules {
        definitions: Layer::default(),
        ..rules.clone()
    };
    let line_end = line_end(text);
    for _ in 0..ROUNDS {
        let mut found = Layer::default();
        // Returns the line of an offset. The offsets must ascend, since it counts on from the last one.
        let (mut before, mut line) = (0, 1);
        let mut line_at = |offset| {
            line += memchr_iter(line_end, &text.as_bytes()[before..offset]).count();
            before = offset;
            line
        };
        for group in clauses.chunk_by(|a, b| a.name == b.name) {
            if let Some(first) = group.first()
                && found.name(first.name).is_none()
                && let Some(row) = row_of(group, data, &rules)
            {
                let line = line_at(first.start);
                let provenance = Provenance::Definition(Location::here(line));
                found.insert(first.name, Rule { row, provenance });
            }
        }
        if found == rules.definitions {
            break;
        }
        rules.definitions = found;
    }
    rules.definitions
}

/// The clauses of the macros that a text defines.
fn clauses<'t>(data: Data<'t>, rules: &Rules) -> Vec<Clause<'t>> {
    let Data { text, tree } = data;
    let mut clauses = Vec::new();
    // Only lists that contain a definition are visited.
    let mut places = memmem::find_iter(text.as_bytes(), b"define-syntax").peekable();
    if places.peek().is_none() {
        return clauses;
    }
    let mut holds_definition = |id: NodeId| {
        let span = tree.nodes[id].span();
        while places.next_if(|offset| *offset < span.start).is_some() {}
        places.peek().is_some_and(|offset| *offset < span.end)
    };
    let finder = Finder { text, tree, rules };
    for id in tree.top_level() {
        if !holds_definition(id) {
            continue;
        }
        finder.walk(id, Role::TopLevel, &mut |id, role, found| {
            if role == Role::Quoted || !holds_definition(id) {
                return ControlFlow::Break(());
            }
            // Data has no rule.
            match found.rule.and_then(|_| data.head(id)) {
                Some("define-syntax" | "define-syntax-rule" | "define-syntax-public") => {
                    definition(data, id, &mut clauses);
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            }
        });
    }
    clauses
}

/// The row for a macro, if most of its clauses have a body and agree on what precedes it. Clauses that disagree are the
/// steps of a macro that is written as a loop; but a clause that takes a list first may differ from one that takes a name
/// before it, as in `let`.
fn row_of(clauses: &[Clause<'_>], data: Data<'_>, rules: &Rules) -> Option<Row> {
    let mut bodies = 0;
    let (mut after_list, mut after_atom) = (None, None);
    for clause in clauses {
        let items = data.as_list(clause.pattern);
        let arguments = items.get(1..).unwrap_or_default();
        let Some(k) = clause.body_after(arguments, data, rules) else {
            continue;
        };
        bodies += 1;
        let known = match arguments.first().map(|id| data.kind(*id)) {
            Some(NodeKind::List) => &mut after_list,
            _ => &mut after_atom,
        };
        if *known.get_or_insert(k) != k {
            return None;
        }
    }
    if bodies * 2 < clauses.len() {
        return None;
    }
    let name = clauses.first()?.name;
    match (after_list, after_atom) {
        // The defined thing may be a name or a signature, as in `define`.
        (Some(_), _) | (_, Some(_)) if name.starts_with("def") => Some(super::definition(name)),
        (Some(list), Some(atom)) if list != atom => {
            Some(Row::ByFirst(forms::body_form(list), forms::body_form(atom)))
        }
        (Some(k), _) | (_, Some(k)) => Some(body_after(name, k)),
        (None, None) => None,
    }
}

/// A clause of a macro.
struct Clause<'t> {
    name: &'t str,
    /// The offset of the macro's definition.
    start: usize,
    ellipsis: &'t str,
    pattern: NodeId,
    template: NodeId,
}

/// Collects the clauses of a definition.
fn definition<'t>(data: Data<'t>, id: NodeId, clauses: &mut Vec<Clause<'t>>) {
    let items = data.as_list(id);
    let [head, first, .., last] = items[..] else {
        return;
    };
    let Some(name) = data.atom(first).or_else(|| data.head(first)) else {
        return;
    };
    let (ellipsis, rules) = if data.atom(head) == Some("define-syntax-rule") {
        ("...", vec![(first, last)])
    } else {
        transformer(data, id)
    };
    let has_items = |pattern: NodeId| {
        data.kind(pattern) == NodeKind::List && data.elements(pattern).next().is_some()
    };
    for (pattern, template) in rules {
        if has_items(pattern) {
            clauses.push(Clause {
                name,
                start: data.start(id),
                ellipsis,
                pattern,
                template,
            });
        }
    }
}

/// The ellipsis of the transformer in a definition, and its patterns and templates.
fn transformer<'t>(data: Data<'t>, id: NodeId) -> (&'t str, Vec<(NodeId, NodeId)>) {
    // The first one in the text is the outermost.
    let mut inside = id + 1..data.tree.nodes[id].next as usize;
    let is_transformer =
        |id: &NodeId| matches!(data.head(*id), Some("syntax-rules" | "syntax-case"));
    let Some(transformer) = inside.find(is_transformer) else {
        return ("...", Vec::new());
    };
    let items = data.as_list(transformer);
    let is_case = data.head(transformer) == Some("syntax-case");
    let own = items
        .get(1)
        .and_then(|own| data.atom(*own))
        .filter(|_| !is_case);
    let skipped = if is_case || own.is_some() { 3 } else { 2 };
    let clauses = items
        .iter()
        .skip(skipped)
        .map(|clause| data.as_list(*clause));
    let rules = clauses.filter_map(|clause| match clause[..] {
        [pattern, .., template] => Some((pattern, template)),
        _ => None,
    });
    (own.unwrap_or("..."), rules.collect())
}

/// Where a template puts a tail.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Landing {
    /// Into a body, directly after this node of it, if any.
    Body(Option<NodeId>),
    /// Somewhere else.
    Elsewhere,
}

impl Clause<'_> {
    /// The number of the pattern's arguments before the body, if there is one.
    fn body_after(&self, arguments: &[NodeId], data: Data<'_>, rules: &Rules) -> Option<u8> {
        let is_ellipsis = |id: NodeId| data.atom(id) == Some(self.ellipsis);
        let is_dot = |id: NodeId| data.tree.nodes[id].kind == NodeKind::Dot;
        let (before, tail) = match arguments {
            [before @ .., tail, ellipsis] if is_ellipsis(*ellipsis) => (before, *tail),
            [before @ .., dot, tail] if is_dot(*dot) => (before, *tail),
            _ => return None,
        };
        let tail = data.atom(tail)?;
        let last = before.last().and_then(|last| data.atom(*last));
        let is_joined = match self.landing(tail, data, rules) {
            // `e1 e2 ...` is a body of at least one form.
            Some(Landing::Body(previous)) => {
                last.is_some() && last == previous.and_then(|previous| data.atom(previous))
            }
            None if is_body_name(tail) => last.is_some_and(|last| stem(last) == stem(tail)),
            _ => return None,
        };
        let k = before.len() - usize::from(is_joined);
        // If nothing precedes the body, authors write the macro as a call that they break after the operator.
        u8::try_from(k).ok().filter(|k| *k > 0)
    }

    /// Where the template puts a tail of this name, if it does.
    fn landing(&self, tail: &str, data: Data<'_>, rules: &Rules) -> Option<Landing> {
        let mut landing = None;
        let finder = Finder {
            text: data.text,
            tree: data.tree,
            rules,
        };
        finder.walk(self.template, Role::Body, &mut |id, role, found| {
            if matches!(role, Role::Data | Role::Quoted) {
                return ControlFlow::Break(());
            }
            // An operator's name alone is not evidence of a body.
            let guessed = found.rule.is_some_and(|rule| rule.provenance.is_pattern());
            let has_body = !guessed && matches!(found.form.rest, Column::Indent(2) | Column::First);
            let mut previous = None;
            for (index, item) in data.elements(id).enumerate() {
                let is_body = found.form.role(index) == Role::Body;
                if data.atom(item) == Some(tail) {
                    if has_body && is_body {
                        landing = Some(Landing::Body(previous));
                    } else if landing.is_none() {
                        landing = Some(Landing::Elsewhere);
                    }
                }
                previous = is_body.then_some(item);
            }
            ControlFlow::Continue(())
        });
        landing
    }
}

/// A name without a number or a `*` at its end.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '*')
}

fn is_body_name(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '*' | 's'));
    BODY_NAMES.contains(&stem)
}
