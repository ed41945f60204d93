//! Layout rules that a project has already written down for other programs: for [`emacs`], for [`chez`], and for the macro
//! expander ([`macros`]).
//!
//! This crate's own lexer and parser read all of it as data; nothing is ever evaluated.

pub mod chez;
pub mod emacs;
mod imports;
pub mod macros;

use crate::dialects::Dialect;
use crate::forms::packs::{PACKS, built_in};
use crate::forms::rules::{Layer, Rules};
use crate::forms::{Row, any_definition, body_form};
use crate::syntax::tree::{NodeId, NodeKind, Tree};

/// The rules of a project for a text of this dialect, with the packs that hold for it.
pub(crate) fn with_packs(project: &Rules, text: &str, tree: &Tree, dialect: Dialect) -> Rules {
    let imported = imports::libraries(text, tree);
    let hold = PACKS
        .iter()
        .filter(|pack| pack.holds_for(dialect, &imported));
    Rules {
        packs: hold.collect(),
        dialect,
        ..project.clone()
    }
}

/// The rules that a text has for Chez Scheme and for Emacs; `rules` are the other rules for it.
pub(crate) fn declarations(text: &str, tree: &Tree, rules: &Rules) -> Layer {
    let mut layer = chez::declarations(text, tree, rules);
    layer.extend(emacs::local_variables(text));
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

/// The row of a form that is laid out like a definition.
fn definition(name: &str) -> Row {
    let known = built_in().name(name);
    match known.map(|rule| rule.row) {
        Some(row) if row.has_body_after(1) => row,
        _ => any_definition(),
    }
}

/// A text and its tree, viewed as data.
#[derive(Clone, Copy)]
struct Data<'t> {
    text: &'t str,
    tree: &'t Tree,
}

impl<'t> Data<'t> {
    /// The elements of a list without comments; a dot counts as one. If the tail is itself a list, as in `(a . (b c))`, its
    /// elements are part of the list.
    fn items(self, mut id: NodeId) -> Vec<NodeId> {
        let mut items = Vec::new();
        loop {
            if self.tree.nodes[id].kind != NodeKind::List {
                return items;
            }
            items.extend(self.elements(id));
            match items[..] {
                [.., dot, tail]
                    if self.tree.nodes[dot].kind == NodeKind::Dot
                        && self.tree.nodes[tail].kind == NodeKind::List =>
                {
                    items.truncate(items.len() - 2);
                    id = tail;
                }
                _ => return items,
            }
        }
    }

    /// The elements of a list as written, without comments; a dot counts as one.
    fn elements(self, id: NodeId) -> impl Iterator<Item = NodeId> + 't {
        self.tree.children(id).filter(move |child| {
            let kind = self.tree.nodes[*child].kind;
            kind.is_datum() || kind == NodeKind::Dot
        })
    }

    /// The text of an atom.
    fn atom(self, id: NodeId) -> Option<&'t str> {
        let node = &self.tree.nodes[id];
        (node.kind == NodeKind::Atom).then(|| &self.text[node.start as usize..node.end as usize])
    }

    /// The contents of a string that has no escapes.
    fn string(self, id: NodeId) -> Option<&'t str> {
        let node = &self.tree.nodes[id];
        match node.kind {
            NodeKind::String => self.text[node.start as usize..node.end as usize]
                .strip_prefix('"')?
                .strip_suffix('"'),
            _ => None,
        }
    }

    /// The datum quoted by `'x` or `(quote x)`.
    fn quoted(self, id: NodeId) -> Option<NodeId> {
        let node = &self.tree.nodes[id];
        match node.kind {
            NodeKind::Prefix if self.text.as_bytes()[node.start as usize] == b'\'' => self
                .tree
                .children(id)
                .find(|child| self.tree.nodes[*child].kind.is_datum()),
            NodeKind::List => match self.items(id)[..] {
                [quote, datum] if self.atom(quote) == Some("quote") => Some(datum),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name of a quoted symbol.
    fn quoted_atom(self, id: NodeId) -> Option<&'t str> {
        self.atom(self.quoted(id)?)
    }

    /// The first element of a list, if it is an atom.
    fn head(self, id: NodeId) -> Option<&'t str> {
        if self.tree.nodes[id].kind != NodeKind::List {
            return None;
        }
        self.atom(
            self.tree
                .children(id)
                .find(|child| self.tree.nodes[*child].kind.is_datum())?,
        )
    }

    /// The offset at which a node starts.
    fn start(self, id: NodeId) -> usize {
        self.tree.nodes[id].start as usize
    }
}
