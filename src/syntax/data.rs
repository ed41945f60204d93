//! A text and its tree, viewed as data: what the elements of lists are, for whatever reads a text to find something out.

use crate::syntax::tree::{NodeId, NodeKind, Tree};

/// A text and its tree.
#[derive(Clone, Copy)]
pub(crate) struct Data<'t> {
    pub text: &'t str,
    pub tree: &'t Tree,
}

impl<'t> Data<'t> {
    /// The kind of a node.
    pub(crate) fn kind(self, id: NodeId) -> NodeKind {
        self.tree.nodes[id].kind
    }

    /// The offset at which a node starts.
    pub(crate) fn start(self, id: NodeId) -> usize {
        self.tree.nodes[id].start as usize
    }

    /// The text of a node.
    pub(crate) fn text_of(self, id: NodeId) -> &'t str {
        self.tree.nodes[id].text(self.text)
    }

    /// The text of an atom.
    pub(crate) fn atom(self, id: NodeId) -> Option<&'t str> {
        (self.kind(id) == NodeKind::Atom).then(|| self.text_of(id))
    }

    /// The contents of a string that has no escapes.
    pub(crate) fn string(self, id: NodeId) -> Option<&'t str> {
        let string = Some(self.text_of(id)).filter(|_| self.kind(id) == NodeKind::String);
        string?.strip_prefix('"')?.strip_suffix('"')
    }

    /// The elements of a list as written, without comments; a dot counts as one.
    pub(crate) fn elements(self, list: NodeId) -> impl Iterator<Item = NodeId> + 't {
        let datum = move |id: NodeId| match self.kind(id) {
            // The last of its children is the datum after it.
            NodeKind::InlineComment => self.tree.children(id).last(),
            _ => Some(id),
        };
        let elements = self.tree.children(list).filter_map(datum);
        elements.filter(move |id| self.kind(*id).is_element())
    }

    /// The elements of a list as readers see it: if its tail is itself a list, as in `(a . (b c))`, the elements of that are among them.
    pub(crate) fn as_list(self, mut id: NodeId) -> Vec<NodeId> {
        let mut items = Vec::new();
        while self.kind(id) == NodeKind::List {
            items.extend(self.elements(id));
            match items[..] {
                [.., dot, tail]
                    if self.kind(dot) == NodeKind::Dot && self.kind(tail) == NodeKind::List =>
                {
                    items.truncate(items.len() - 2);
                    id = tail;
                }
                _ => break,
            }
        }
        items
    }

    /// The first element of a list in round or square brackets, if it is an atom.
    pub(crate) fn head(self, list: NodeId) -> Option<&'t str> {
        let is_list = self.kind(list) == NodeKind::List
            && matches!(self.text.as_bytes()[self.start(list)], b'(' | b'[');
        // Most lists begin with an atom: there is nothing to skip.
        match self.tree.children(list).next().filter(|_| is_list)? {
            first if self.kind(first) == NodeKind::Atom => Some(self.text_of(first)),
            _ => self.atom(self.elements(list).next()?),
        }
    }

    /// The datum quoted by `'x` or `(quote x)`.
    pub(crate) fn quoted(self, id: NodeId) -> Option<NodeId> {
        match self.kind(id) {
            NodeKind::Prefix if self.text_of(id).starts_with('\'') => self.elements(id).next(),
            NodeKind::List => match self.as_list(id)[..] {
                [quote, datum] if self.atom(quote) == Some("quote") => Some(datum),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name of a quoted symbol.
    pub(crate) fn quoted_atom(self, id: NodeId) -> Option<&'t str> {
        self.atom(self.quoted(id)?)
    }
}
