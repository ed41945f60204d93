//! Finds the imports and exports of a text: at top level, and in the declarations of libraries.

use std::cmp::Reverse;
use std::ops::Range;

use crate::dialects::Dialect;
use crate::syntax::data::Data;
use crate::syntax::tree::{NodeId, NodeKind};

use super::KeptReason;
use super::groups::{ElementKind, Group, groups};
use super::key::named;

/// The kind of the items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SortableKind {
    /// Libraries, or names from one.
    Imports,
    /// Names.
    Exports,
}

/// A list of imports or exports. All uses after `#:use-module` in one form make up one list, and so do forms such as Gauche's `(use a)` on
/// consecutive lines.
#[derive(Debug)]
pub(crate) struct SortableList {
    pub(crate) kind: SortableKind,
    /// The list, or the form that contains it; none if its items are forms at top level.
    pub(crate) form: Option<NodeId>,
    pub(crate) span: Range<usize>,
    /// Whether it imports at the top level of a program.
    pub(crate) is_of_program: bool,
    pub(crate) groups: Result<Vec<Group>, KeptReason>,
}

/// The kind of the items of a form with this operator, if it imports or exports.
pub(super) fn sortable_kind(head: &str) -> Option<SortableKind> {
    let known = FORMS.iter().find(|(name, ..)| *name == head);
    known.map(|(_, kind, _)| *kind)
}

/// The kind of the elements after the operator.
#[derive(Clone, Copy)]
enum Elements {
    /// Libraries and import sets. A list that begins with a word that is not an operator of sets names a library.
    Sets,
    /// Module paths, `only-in` and `for-syntax`.
    Modules,
    /// Names, and lists with one name.
    Names,
}

/// Forms whose tail is such a list.
const FORMS: [(&str, SortableKind, Elements); 5] = [
    ("import", SortableKind::Imports, Elements::Sets),
    ("use-modules", SortableKind::Imports, Elements::Sets),
    ("require", SortableKind::Imports, Elements::Modules),
    ("export", SortableKind::Exports, Elements::Names),
    ("provide", SortableKind::Exports, Elements::Names),
];

/// Forms that contain declarations of a library: the number of elements before the declarations, and the declarations with a list.
const LIBRARIES: [(&str, usize, &[&str]); 6] = [
    ("library", 2, &["import", "export"]),
    ("define-library", 2, &["import", "export"]),
    ("define-module", 2, &["import", "export"]),
    ("module", 3, &["require", "provide", "module*", "module+"]),
    ("module*", 3, &["require", "provide", "module*", "module+"]),
    ("module+", 2, &["require", "provide", "module*", "module+"]),
];

/// Operators and words at top level that show that a file is a library.
const OF_LIBRARY: [&str; 4] = ["define-module", "select-module", "export", "provide"];
const WORDS_OF_LIBRARY: [&str; 3] = ["package:", "prelude:", "namespace:"];

/// Every list that may be sorted in its place, in order; a list comes before those in it.
pub(crate) fn lists(data: Data<'_>, dialect: Dialect) -> Vec<SortableList> {
    let shows_library = |id: NodeId| match data.kind(id) {
        NodeKind::List => data.head(id).is_some_and(|head| OF_LIBRARY.contains(&head)),
        NodeKind::Atom => WORDS_OF_LIBRARY.contains(&data.text_of(id)),
        _ => data.text_of(id).starts_with("#lang"),
    };
    let mut search = ListSearch {
        data,
        dialect,
        is_program: !data.tree.top_level().any(shows_library),
        found: Vec::new(),
    };
    search.uses(data.tree.top_level());
    for form in data.tree.top_level() {
        search.form(form);
    }
    search.is_program = false;
    for form in data.tree.top_level() {
        search.library(form);
    }
    let order = |list: &SortableList| (list.span.start, Reverse(list.span.end));
    search.found.sort_by_key(order);
    search.found
}

/// The search for lists.
struct ListSearch<'t> {
    data: Data<'t>,
    dialect: Dialect,
    /// Whether imports belong to a program.
    is_program: bool,
    found: Vec<SortableList>,
}

impl<'t> ListSearch<'t> {
    /// Adds the lists of a form such as `(import ...)`, in a declaration or at top level.
    fn form(&mut self, form: NodeId) {
        let head = self.data.head(form);
        let row = FORMS.iter().find(|(name, ..)| head == Some(name));
        let Some((head, kind, content)) = row else {
            return;
        };
        let content = match (*head, self.dialect) {
            ("import", Dialect::Gerbil) => Elements::Modules,
            _ => *content,
        };
        self.tail(*kind, form, 1, content);
    }

    /// Adds the lists in the declarations of a library.
    fn library(&mut self, form: NodeId) {
        let data = self.data;
        let mut libraries = vec![form];
        while let Some(library) = libraries.pop() {
            let head = data.head(library);
            let row = LIBRARIES.iter().find(|(name, ..)| head == Some(name));
            let Some((head, before, declared)) = row else {
                continue;
            };
            let declares = |id: &NodeId| data.head(*id).is_some_and(|it| declared.contains(&it));
            let elements = data.elements(library).skip(*before);
            let declarations: Vec<NodeId> = match *head {
                // The body follows the declarations.
                "library" => elements.take_while(declares).collect(),
                _ => elements.filter(declares).collect(),
            };
            for declaration in declarations {
                self.form(declaration);
                libraries.push(declaration);
            }
            if *head == "define-module" {
                self.uses(data.tree.children(library));
                self.keywords(library);
            }
        }
    }

    /// Adds the lists after `#:use-module` and `#:export` in a form.
    fn keywords(&mut self, form: NodeId) {
        let data = self.data;
        let part = |id: NodeId| match data.atom(id) {
            Some("#:use-module") => Ok(ElementKind::Keyword),
            _ => Ok(ElementKind::Other),
        };
        self.runs(Some(form), data.tree.children(form), part);
        let elements: Vec<NodeId> = data.elements(form).collect();
        for pair in elements.windows(2) {
            if data.atom(pair[0]) == Some("#:export") && data.kind(pair[1]) == NodeKind::List {
                self.tail(SortableKind::Exports, pair[1], 0, Elements::Names);
            }
        }
    }

    /// Adds the lists of `(use a)` forms on consecutive lines.
    fn uses(&mut self, siblings: impl Iterator<Item = NodeId>) {
        let data = self.data;
        let part = |id: NodeId| match data.head(id) {
            Some("use") => Ok(ElementKind::Item),
            _ => Ok(ElementKind::Other),
        };
        if self.dialect == Dialect::Gauche {
            self.runs(None, siblings, part);
        }
    }

    /// Adds each group of siblings as a list.
    fn runs(
        &mut self,
        form: Option<NodeId>,
        siblings: impl Iterator<Item = NodeId>,
        part: impl Fn(NodeId) -> Result<ElementKind, KeptReason>,
    ) {
        let is_of_program = self.is_program;
        let groups = groups(self.data, siblings, part).unwrap_or_default();
        self.found
            .extend(groups.into_iter().map(|group| SortableList {
                kind: SortableKind::Imports,
                form,
                span: group.span(),
                is_of_program,
                groups: Ok(vec![group]),
            }));
    }

    /// Adds the list that begins after some elements of a form, and the lists in its items.
    fn tail(&mut self, kind: SortableKind, form: NodeId, before: usize, content: Elements) {
        let data = self.data;
        let mut tails = vec![(form, before, content)];
        while let Some((list, before, content)) = tails.pop() {
            let last = data.elements(list).take(before).last();
            let nodes = data.tree.children(list);
            let nodes = nodes.filter(move |id| last.is_none_or(|last| *id > last));
            let items = data.elements(list).skip(before);
            tails.extend(items.filter_map(|item| inner(data, item, content)));
            let node = &data.tree.nodes[list];
            self.found.push(SortableList {
                kind,
                form: Some(list),
                span: node.span(),
                is_of_program: self.is_program && kind == SortableKind::Imports,
                groups: groups(data, nodes, |id| part(data, id, content)),
            });
        }
    }
}

/// The list in an item: the names of `only`, or the imports of `for-syntax`.
fn inner(data: Data<'_>, item: NodeId, content: Elements) -> Option<(NodeId, usize, Elements)> {
    let mut set = item;
    loop {
        match (data.head(set)?, content) {
            (_, Elements::Names) => return None,
            ("only" | "only-in", _) => return Some((set, 2, Elements::Names)),
            ("for-syntax", Elements::Modules) => return Some((set, 1, content)),
            _ => set = named(data, set)?,
        }
    }
}

/// The kind of an element of a list.
fn part(data: Data<'_>, id: NodeId, content: Elements) -> Result<ElementKind, KeptReason> {
    match (data.kind(id), content, data.head(id)) {
        // An ellipsis stays behind what it repeats.
        (NodeKind::Atom, ..) if matches!(data.text_of(id), "." | "...") => {
            Err(KeptReason::not_sorted(data, id))
        }
        (NodeKind::Atom | NodeKind::String, ..) | (NodeKind::List, Elements::Names, _) => {
            Ok(ElementKind::Item)
        }
        (NodeKind::List, _, Some("for-syntax")) | (NodeKind::List, Elements::Sets, Some("for")) => {
            Ok(ElementKind::OfPhase)
        }
        (NodeKind::List, Elements::Sets, _)
        | (NodeKind::List, Elements::Modules, Some("only-in")) => Ok(ElementKind::Item),
        _ => Err(KeptReason::not_sorted(data, id)),
    }
}
