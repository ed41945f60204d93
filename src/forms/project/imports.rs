//! The libraries that a text imports, read from its forms at top level.

use crate::syntax::data::Data;
use crate::syntax::tree::{NodeId, NodeKind, Tree};

/// The names of the libraries that a text imports or defines, their words divided by spaces: `srfi 64` for `(import (srfi 64))`,
/// `gauche.test` for `(use gauche.test)`. A file that is loaded goes by its name. What an import set says besides is among
/// them.
pub(crate) fn libraries(text: &str, tree: &Tree) -> Vec<String> {
    let data = Data { text, tree };
    let mut names = Vec::new();
    for top in tree.top_level() {
        match data.head(top) {
            Some("import" | "load" | "use" | "use-modules" | "define-module" | "require") => {
                data.names(top, &mut names);
            }
            Some("texmacs-module" | "plugin-configure" | "lazy-define") => {
                names.push("texmacs-module".to_owned());
            }
            Some("define-library" | "library") => {
                let declarations = data.elements(top);
                let imports = declarations.filter(|id| data.head(*id) == Some("import"));
                imports.for_each(|import| data.names(import, &mut names));
            }
            _ => {}
        }
    }
    names
}

impl Data<'_> {
    /// The names in the elements of a list after the first.
    fn names(self, list: NodeId, names: &mut Vec<String>) {
        let mut elements: Vec<NodeId> = self.elements(list).skip(1).collect();
        while let Some(element) = elements.pop() {
            match self.tree.nodes[element].kind {
                NodeKind::Atom => names.extend(self.atom(element).map(str::to_owned)),
                NodeKind::String => {
                    let path = self.string(element).unwrap_or_default();
                    names.extend(path.rsplit('/').next().map(str::to_owned));
                }
                NodeKind::List => {
                    let words = self.elements(element).map_while(|word| self.atom(word));
                    names.push(words.collect::<Vec<_>>().join(" "));
                    let lists = self.elements(element);
                    elements.extend(lists.filter(|id| self.tree.nodes[*id].kind == NodeKind::List));
                }
                _ => {}
            }
        }
    }
}
