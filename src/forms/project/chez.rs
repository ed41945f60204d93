//! Declarations for Chez Scheme's pretty-printer in a text: `(pretty-format 'name '(_ e #f e ...))`, where the items after
//! the `#f` are a body, and `(pretty-format 'name (pretty-format 'other))`, which copies the format of another form.

use std::cell::LazyCell;
use std::ops::ControlFlow;

use memchr::memmem;

use super::body_after;
use crate::forms::find::Finder;
use crate::forms::packs::built_in;
use crate::forms::rules::{Layer, Location, Provenance, Rule, Rules};
use crate::forms::{Role, Row, Strategy};
use crate::syntax::data::Data;
use crate::syntax::tree::{NodeId, Tree};
use crate::text::lines::Lines;

/// The declarations in the code of a text. A format without an `#f` at its own level is ignored.
pub(crate) fn declarations(text: &str, tree: &Tree, rules: &Rules) -> Layer {
    let mut layer = Layer::default();
    if memmem::find(text.as_bytes(), b"pretty-format").is_none() {
        return layer;
    }
    let data = Data { text, tree };
    let lines = LazyCell::new(|| Lines::of(text));
    let finder = Finder { text, tree, rules };
    for id in tree.top_level() {
        finder.walk(id, Role::TopLevel, &mut |id, role, found| {
            if role == Role::Quoted {
                return ControlFlow::Break(());
            }
            if found.form.strategy == Strategy::Call
                && data.head(id) == Some("pretty-format")
                && let [_, name, format] = data.as_list(id)[..]
                && let Some(name) = data.quoted_atom(name)
                && let Some(row) = row(data, name, format)
            {
                let provenance =
                    Provenance::Chez(Location::here(lines.line(tree.nodes[id].start as usize)));
                layer.insert(name, Rule { row, provenance });
            }
            ControlFlow::Continue(())
        });
    }
    layer
}

fn row(data: Data<'_>, name: &str, format: NodeId) -> Option<Row> {
    let Some(format) = data.quoted(format) else {
        return match data.as_list(format)[..] {
            [pretty_format, other] if data.atom(pretty_format) == Some("pretty-format") => {
                Some(built_in().name(data.quoted_atom(other)?)?.row)
            }
            _ => None,
        };
    };
    let items = data.as_list(format);
    let body = items
        .iter()
        .position(|item| data.atom(*item) == Some("#f"))?;
    Some(body_after(name, u8::try_from(body.checked_sub(1)?).ok()?))
}
