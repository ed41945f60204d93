//! Where a text says what it imports and exports: at the top level, and in the declarations of libraries.

use std::cmp::Reverse;
use std::ops::Range;

use crate::dialects::Dialect;
use crate::syntax::data::Data;
use crate::syntax::tree::{NodeId, NodeKind};

use super::WhyKept;
use super::groups::{ElementKind, Group, groups};
use super::key::named;

/// What the items of a list are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Libraries, or names of one.
    Imports,
    /// Names.
    Exports,
}

/// A list of imports or exports. What follows each `#:use-module` of a form, and forms such as Gauche's `(use a)` on consecutive lines,
/// are the items of one list, too.
#[derive(Debug)]
pub(crate) struct SortableList {
    pub(crate) what: What,
    /// The list, or the form that it is in; none if its items are forms at top level.
    pub(crate) form: Option<NodeId>,
    pub(crate) span: Range<usize>,
    /// Whether it imports something at the top level of a program.
    pub(crate) is_of_program: bool,
    pub(crate) groups: Result<Vec<Group>, WhyKept>,
}

/// What the items of a form with this operator are, if it has such a list.
pub(super) fn what(head: &str) -> Option<What> {
    let known = FORMS.iter().find(|(name, ..)| *name == head);
    known.map(|(_, what, _)| *what)
}

/// What the items after the operator may be.
#[derive(Clone, Copy)]
enum Elements {
    /// Libraries and sets of imports, where a list that begins with any other word names a library.
    Sets,
    /// Module paths, `only-in` and `for-syntax`.
    Modules,
    /// Names, and lists with one.
    Names,
}

/// Forms with such a list as their tail.
const FORMS: [(&str, What, Elements); 5] = [
    ("import", What::Imports, Elements::Sets),
    ("use-modules", What::Imports, Elements::Sets),
    ("require", What::Imports, Elements::Modules),
    ("export", What::Exports, Elements::Names),
    ("provide", What::Exports, Elements::Names),
];

/// Forms that hold declarations of a library: the number of elements before these, and which of them have a list.
const LIBRARIES: [(&str, usize, &[&str]); 7] = [
    ("library", 2, &["import", "export"]),
    ("define-library", 2, &["import", "export"]),
    ("define-module", 2, &["import", "export"]),
    ("define-package", 2, &["import", "export"]),
    ("module", 3, &["require", "provide", "module*", "module+"]),
    ("module*", 3, &["require", "provide", "module*", "module+"]),
    ("module+", 2, &["require", "provide", "module*", "module+"]),
];

/// What shows at the top level that a file is a library: forms, and words.
const OF_LIBRARY: [&str; 4] = ["define-module", "select-module", "export", "provide"];
const WORDS_OF_LIBRARY: [&str; 3] = ["package:", "prelude:", "namespace:"];

/// Every list of a text whose place allows it to be sorted, in order: one before those in it.
pub(crate) fn lists(data: Data<'_>, dialect: Dialect) -> Vec<SortableList> {
    let shows_library = |id: NodeId| {
        let text = || data.text_of(id);
        match data.kind(id) {
            NodeKind::List => data.head(id).is_some_and(|head| OF_LIBRARY.contains(&head)),
            NodeKind::Atom => WORDS_OF_LIBRARY.contains(&text()),
            _ => text().starts_with("#lang"),
        }
    };
    let mut search = Search {
        data,
        dialect,
        is_program: !data.tree.top_level().any(shows_library),
        found: Vec::new(),
    };
    search.uses(data.tree.top_level());
    for form in data.tree.top_level() {
        search.form(form, None);
    }
    search.is_program = false;
    for form in data.tree.top_level() {
        search.library(form);
    }
    let place = |list: &SortableList| (list.span.start, Reverse(list.span.end));
    search.found.sort_by_key(place);
    search.found
}

/// The search for lists.
struct Search<'t> {
    data: Data<'t>,
    dialect: Dialect,
    /// Whether imports are those of a program.
    is_program: bool,
    found: Vec<SortableList>,
}

impl<'t> Search<'t> {
    /// Adds the lists of a form such as `(import ...)`, which is in a declaration or at the top level.
    fn form(&mut self, form: NodeId, around: Option<&str>) {
        let head = self.data.head(form);
        let row = FORMS.iter().find(|(name, ..)| head == Some(name));
        let Some((head, what, content)) = row else {
            return;
        };
        let (before, content) = match (*head, around, self.dialect) {
            // Another package is named first.
            (_, Some("define-package"), _) => (2, Elements::Names),
            ("import", _, Dialect::Gerbil) => (1, Elements::Modules),
            _ => (1, *content),
        };
        self.tail(*what, form, before, content);
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
                // What follows the declarations is the body.
                "library" => elements.take_while(declares).collect(),
                _ => elements.filter(declares).collect(),
            };
            for declaration in declarations {
                self.form(declaration, Some(head));
                libraries.push(declaration);
            }
            if *head == "define-module" {
                self.uses(data.tree.children(library));
                self.keywords(library);
            }
        }
    }

    /// Adds what follows `#:use-module` and `#:export` in a form.
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
                self.tail(What::Exports, pair[1], 0, Elements::Names);
            }
        }
    }

    /// Adds the lists of forms `(use a)` on consecutive lines.
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

    /// Adds each group among siblings as a list.
    fn runs(
        &mut self,
        form: Option<NodeId>,
        siblings: impl Iterator<Item = NodeId>,
        part: impl Fn(NodeId) -> Result<ElementKind, WhyKept>,
    ) {
        let is_of_program = self.is_program;
        let groups = groups(self.data, siblings, part).unwrap_or_default();
        self.found
            .extend(groups.into_iter().map(|group| SortableList {
                what: What::Imports,
                form,
                span: group.span(),
                is_of_program,
                groups: Ok(vec![group]),
            }));
    }

    /// Adds the list that follows some elements of a form, and the lists in its items.
    fn tail(&mut self, what: What, form: NodeId, before: usize, content: Elements) {
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
                what,
                form: Some(list),
                span: node.span(),
                is_of_program: self.is_program && what == What::Imports,
                groups: groups(data, nodes, |id| part(data, id, content)),
            });
        }
    }
}

/// The list in an item: the names of `only`, or what `for-syntax` imports.
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

/// What an element of a list is.
fn part(data: Data<'_>, id: NodeId, content: Elements) -> Result<ElementKind, WhyKept> {
    match (data.kind(id), content, data.head(id)) {
        (NodeKind::Atom | NodeKind::String, ..) | (NodeKind::List, Elements::Names, _) => {
            Ok(ElementKind::Item)
        }
        (NodeKind::List, _, Some("for-syntax")) | (NodeKind::List, Elements::Sets, Some("for")) => {
            Ok(ElementKind::OfPhase)
        }
        (NodeKind::List, Elements::Sets, _)
        | (NodeKind::List, Elements::Modules, Some("only-in")) => Ok(ElementKind::Item),
        _ => Err(WhyKept::not_sorted(data, id)),
    }
}
