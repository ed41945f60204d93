//! How an author has laid out calls: what suggestions for a configuration are made from.
//!
//! This looks at line breaks, so nothing that formats may use it.

use std::ops::ControlFlow;

use crate::diagnostics::Diagnostic;
use crate::forms::{Column, Form, Part, Stay};
use crate::layout::find::Finder;
use crate::lines::Lines;
use crate::options::Options;
use crate::rules::Source as RuleSource;
use crate::syntax::tree::{NodeId, NodeKind, Place, Tree};
use crate::width::column;
use crate::with_tree;

/// How the arguments of a call stand that do not stand on the operator's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// Two columns right of the bracket, behind so many arguments that are apart.
    Body(u8),
    /// Under the first argument.
    Aligned,
    /// One column right of the bracket, under an operator that stands alone.
    Under,
    /// In no way that is known here.
    Other,
}

/// A call that its author has broken into lines.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// The operator.
    pub operator: String,
    /// The line that the call starts on, from 1.
    pub line: usize,
    /// How its arguments stand.
    pub shape: Shape,
    /// What its rule says, and where that comes from; none for a plain call.
    pub rule: Option<(Shape, RuleSource)>,
}

/// The calls of a text that their author has broken, in the order of the text. Data and parts of other forms are no calls.
///
/// # Errors
/// A text that cannot be read, as [`format`](crate::format) has it.
pub fn call_sites(input: &[u8], options: &Options) -> Result<Vec<CallSite>, Diagnostic> {
    with_tree(input, options, |_, finder| sites(finder))
}

fn sites(finder: Finder<'_>) -> Vec<CallSite> {
    let Finder { text, tree, .. } = finder;
    let lines = Lines::of(text);
    let mut sites = Vec::new();
    for id in tree.top_level() {
        finder.walk(id, Part::TopLevel, &mut |id, part, found| {
            if matches!(part, Part::Data | Part::Quoted) {
                return ControlFlow::Break(());
            }
            let call = matches!(part, Part::TopLevel | Part::Body | Part::Arg | Part::Value);
            if let Some(operator) = tree.children(id).next().filter(|_| call)
                && tree.nodes[operator].kind == NodeKind::Atom
                && let Some(shape) = shape_of(finder, id, operator, &lines)
            {
                let node = &tree.nodes[operator];
                sites.push(CallSite {
                    operator: text[node.start as usize..node.end as usize].to_owned(),
                    line: lines.line(tree.nodes[id].start as usize),
                    shape,
                    rule: found
                        .rule
                        .map(|rule| (shape_of_form(found.form, tree, id), rule.source.clone())),
                });
            }
            ControlFlow::Continue(())
        });
    }
    sites
}

/// The shape of a list; none if its elements stand on one line or it has comments among them.
fn shape_of(finder: Finder<'_>, id: NodeId, operator: NodeId, lines: &Lines) -> Option<Shape> {
    let Finder { text, tree, .. } = finder;
    let column_of = |offset| column(&text[lines.start_of(offset)..offset]);
    let bracket = column_of(tree.nodes[id].start as usize);
    let mut previous_end = tree.nodes[operator].end as usize;
    // Arguments on the operator's line, and the columns of those that begin a line.
    let mut beside = Vec::new();
    let mut below: Vec<(usize, usize)> = Vec::new();
    let arguments = tree.children(id).skip(1).map(|child| &tree.nodes[child]);
    for (index, node) in arguments
        .filter(|node| node.place == Place::Free)
        .enumerate()
    {
        let start = node.start as usize;
        let same_line = lines.line(previous_end) == lines.line(start);
        previous_end = node.end as usize;
        if !same_line {
            below.push((index, column_of(start)));
        } else if below.is_empty() {
            beside.push(column_of(start));
        }
    }
    let (_, last) = *below.last()?;
    let all_at_last = below.iter().all(|(_, column)| *column == last);
    Some(if all_at_last && beside.first() == Some(&last) {
        Shape::Aligned
    } else if all_at_last && last == bracket + 1 && beside.is_empty() {
        Shape::Under
    } else if last == bracket + 2 {
        // Arguments that are apart and have lines of their own stand further right than the body.
        let body = below.iter().position(|(_, column)| *column == last)?;
        match below[body..].iter().all(|(_, column)| *column == last) {
            true => Shape::Body(u8::try_from(below[body].0).unwrap_or(u8::MAX)),
            false => Shape::Other,
        }
    } else {
        Shape::Other
    })
}

/// What a form says about a list: with a body, how many arguments are apart.
fn shape_of_form(form: &Form, tree: &Tree, id: NodeId) -> Shape {
    if form.rest != Column::Indent(2) {
        return Shape::Aligned;
    }
    let arguments = tree
        .children(id)
        .skip(1)
        .map(|child| tree.nodes[child].kind);
    let atoms = arguments.clone().take_while(|kind| *kind != NodeKind::List);
    let atoms = atoms.filter(|kind| kind.is_datum()).count();
    let count = arguments.filter(|kind| kind.is_datum()).count();
    let k = match form.stay {
        Stay::Count(_) | Stay::NameAndType => usize::from(form.distinguished),
        Stay::Leading => atoms.max(1),
        Stay::LeadingAndParameters if atoms == 1 && count > 2 => 2,
        Stay::LeadingAndParameters => atoms.max(1),
    };
    Shape::Body(u8::try_from(k).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(text: &str) -> Vec<(String, Shape)> {
        call_sites(text.as_bytes(), &Options::default())
            .unwrap()
            .into_iter()
            .map(|site| (site.operator, site.shape))
            .collect()
    }

    #[test]
    fn shapes_are_told_apart() {
        let site = |operator: &str, shape| (operator.to_owned(), shape);
        assert_eq!(
            shapes(
                "(with x\n  y\n  z)\n(f x\n   y)\n(g\n x\n y)\n(h x\n     y)\n(one line)\n'(a b\n  c)"
            ),
            [
                site("with", Shape::Body(1)),
                site("f", Shape::Aligned),
                site("g", Shape::Under),
                site("h", Shape::Other),
            ]
        );
        assert_eq!(
            shapes("(with-two x\n    y\n  z)"),
            [site("with-two", Shape::Body(2))]
        );
    }
}
