//! How an author has laid out calls: what suggestions for a configuration are made from.
//!
//! This looks at line breaks, so nothing that formats may use it.

use std::ops::ControlFlow;

use crate::diagnostics::Diagnostic;
use crate::forms::Part;
use crate::layout::find::Finder;
use crate::options::Options;
use crate::rules::Source as RuleSource;
use crate::source::Source;
use crate::syntax::tree::{NodeId, NodeKind, Place, Tree};
use crate::width::column;
use crate::{project_rules, read};

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
    let source = Source::decode(input)?;
    let text = source.text.as_ref();
    let tree = read(text, source.encoding, options)?.tree;
    let rules = project_rules::of_text(text, &tree, options);
    let finder = Finder {
        text,
        tree: &tree,
        rules: &rules,
    };
    let lines = Lines::new(text);
    let mut sites = Vec::new();
    for id in tree.top_level() {
        finder.walk(id, Part::TopLevel, &mut |id, part, found| {
            if part == Part::Data {
                return ControlFlow::Break(());
            }
            let call = matches!(part, Part::TopLevel | Part::Body | Part::Arg | Part::Value);
            if let Some(operator) = tree.children(id).next().filter(|_| call)
                && tree.nodes[operator].kind == NodeKind::Atom
                && let Some(shape) = shape_of(&tree, id, operator, &lines)
            {
                let node = &tree.nodes[operator];
                sites.push(CallSite {
                    operator: text[node.start as usize..node.end as usize].to_owned(),
                    line: lines.of(tree.nodes[id].start as usize) + 1,
                    shape,
                    rule: found.rule.map(|rule| {
                        let k = found.form.distinguished;
                        let shape = if rule.row.has_body_after(k) {
                            Shape::Body(k)
                        } else {
                            Shape::Aligned
                        };
                        (shape, rule.source.clone())
                    }),
                });
            }
            ControlFlow::Continue(())
        });
    }
    Ok(sites)
}

/// The shape of a list; none if its elements stand on one line or it has comments among them.
fn shape_of(tree: &Tree, id: NodeId, operator: NodeId, lines: &Lines<'_>) -> Option<Shape> {
    let list = &tree.nodes[id];
    let bracket = lines.column(list.start as usize);
    let mut apart = 0;
    let mut previous_end = tree.nodes[operator].end as usize;
    let mut aligned_at = None;
    let mut rest: Option<usize> = None;
    for child in tree.children(id).skip(1) {
        let node = &tree.nodes[child];
        if node.place != Place::Free {
            continue;
        }
        let start = node.start as usize;
        let same_line = lines.of(previous_end) == lines.of(start);
        previous_end = node.end as usize;
        if same_line {
            if rest.is_none() {
                apart += 1;
                aligned_at.get_or_insert_with(|| lines.column(start));
            }
            continue;
        }
        let column = lines.column(start);
        match rest {
            // An argument that is apart and has dropped.
            None if column == bracket + 4 && aligned_at != Some(column) => apart += 1,
            None => rest = Some(column),
            Some(rest) if rest == column => {}
            Some(_) => return Some(Shape::Other),
        }
    }
    let rest = rest?;
    Some(if Some(rest) == aligned_at {
        Shape::Aligned
    } else if rest == bracket + 2 {
        Shape::Body(apart)
    } else if rest == bracket + 1 && apart == 0 {
        Shape::Under
    } else {
        Shape::Other
    })
}

/// Finds lines and columns.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        Lines {
            text,
            starts: std::iter::once(0).chain(ends.map(|end| end + 1)).collect(),
        }
    }

    /// The line of an offset, from 0.
    fn of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    fn column(&self, offset: usize) -> usize {
        column(&self.text[self.starts[self.of(offset)]..offset])
    }
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
