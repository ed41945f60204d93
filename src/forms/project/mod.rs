//! Layout rules that a project has already written down for other programs: for [`emacs`], for other editors ([`lispwords`]), for
//! [`chez`], and for the macro expander ([`macros`]).
//!
//! This crate's own lexer and parser read all of it as data; nothing is ever evaluated.

pub mod chez;
pub mod emacs;
mod imports;
pub mod lispwords;
pub mod macros;
mod registrations;

pub(crate) use imports::libraries;
pub(crate) use registrations::registrations;

use std::sync::Arc;

use crate::dialects::Dialect;
use crate::forms::packs::{Pack, built_in};
use crate::forms::rules::{Layer, Rule, Rules};
use crate::forms::{BODY, Column, Row, any_definition, body_form};
use crate::syntax::tree::Tree;

/// The rules of a project for a text of this dialect, with the packs that apply to it, before those for all texts.
pub(crate) fn with_packs(project: &Rules, text: &str, tree: &Tree, dialect: Dialect) -> Rules {
    let own = Pack::applying_to(dialect, &libraries(text, tree));
    let is_other = |pack: &&&Pack| own.iter().all(|own| own.name != pack.name);
    let others: Vec<_> = project.packs.iter().filter(is_other).copied().collect();
    let mut rules = Rules {
        packs: [own, others].concat(),
        dialect,
        ..project.clone()
    };
    let refined = refined(&rules.project, &rules.packs);
    if !refined.is_empty() {
        Arc::make_mut(&mut rules.project).extend(refined);
    }
    rules
}

/// The rules for an editor that say no more than how many arguments precede a body, for names of which a pack knows more: all but the
/// number is the pack's.
fn refined(layer: &Layer, packs: &[&'static Pack]) -> Layer {
    let mut refined = Layer::default();
    for (name, rule) in layer.names() {
        let Some(known) = packs.iter().find_map(|pack| pack.name(name)) else {
            continue;
        };
        let k = rule.row.form().distinguished;
        if rule.row == Row::Always(body_form(k)) || rule.row == body_after(name, k) {
            let row = known.row.with_body_after(k);
            let provenance = rule.provenance.clone();
            refined.insert(name, Rule { row, provenance });
        }
    }
    refined
}

/// The rules that a text has for Chez Scheme and for Emacs; `rules` are the other rules for it.
pub(crate) fn declarations(text: &str, tree: &Tree, rules: &Rules) -> Layer {
    let mut layer = chez::declarations(text, tree, rules);
    layer.extend(emacs::local_variables(text));
    let refined = refined(&layer, &rules.packs);
    layer.extend(refined);
    layer
}

/// The row of a form whose first `k` arguments precede its body: what the built-in rules know about a form of that name,
/// with this indentation.
pub fn body_after(name: &str, k: u8) -> Row {
    let known = built_in();
    match known.name(name).or_else(|| known.pattern(name)) {
        Some(rule) => rule.row.with_body_after(k),
        None => Row::Always(body_form(k)),
    }
}

/// The row of a form with a body after some arguments, where the rest stands in this column.
pub fn body_at(name: &str, after: u8, rest: Column) -> Row {
    let mut row = body_after(name, after);
    if rest != BODY {
        for form in row.forms_mut() {
            form.rest = rest;
        }
    }
    row
}

/// The row of a form that is laid out like a definition.
fn definition(name: &str) -> Row {
    let known = built_in().name(name);
    match known.map(|rule| rule.row) {
        Some(row) if row.has_body_after(1) => row,
        _ => any_definition(),
    }
}
