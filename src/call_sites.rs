//! How an author has laid out calls: the basis for suggesting a configuration.
//!
//! This module looks at line breaks, so the formatter must not use it.

use std::ops::{ControlFlow, Range};

use crate::forms::Role;
use crate::forms::find::Finder;
use crate::forms::rules::Provenance;
use crate::options::Options;
use crate::pipeline::with_tree;
use crate::syntax::tree::{NodeId, NodeKind, Placement};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::Lines;
use crate::text::width::{TAB, column, column_from};

/// How the arguments of a call that are not on the operator's line are indented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Indentation {
    /// A body after distinguished arguments. The lines leave open how many arguments are distinguished: at least those that
    /// start a line further to the right, and at most those before the first one in the body's column.
    Body {
        /// The body's indentation, in columns from the bracket.
        columns: u8,
        /// The smallest possible number of distinguished arguments.
        least: u8,
        /// The largest possible number.
        most: u8,
    },
    /// Under the first argument.
    Aligned,
    /// One column to the right of the bracket, under an operator that is alone on its line.
    Under,
    /// In a way that is not known here.
    Other,
}

/// A call that its author has broken into several lines.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CallSite {
    /// The operator.
    pub operator: String,
    /// How its arguments are indented.
    pub indentation: Indentation,
    /// The numbers of its lines, from 1.
    pub lines: Range<usize>,
    /// The provenance of its rule; none for a plain call.
    pub rule: Option<Provenance>,
}

/// Finds the calls of a text, in source order; none for one on a single line. Data and parts of other forms are not calls.
///
/// # Errors
/// Returns an error if the text cannot be read, like [`format`](crate::format()).
pub fn call_sites(input: &[u8], options: &Options) -> Result<Vec<Option<CallSite>>, Diagnostic> {
    with_tree(input, options, sites)
}

/// The calls of a text; none for one on a single line.
fn sites(finder: Finder<'_>) -> Vec<Option<CallSite>> {
    let Finder { text, tree, .. } = finder;
    let lines = Lines::of(text);
    let mut columns = ColumnCounter::default();
    let mut sites = Vec::new();
    for id in tree.top_level() {
        finder.walk(id, Role::TopLevel, &mut |id, role, found| {
            if matches!(role, Role::Data | Role::Quoted) {
                return ControlFlow::Break(());
            }
            let call = matches!(role, Role::TopLevel | Role::Body | Role::Arg | Role::Value);
            if let Some(operator) = tree.children(id).next().filter(|_| call)
                && tree.nodes[operator].kind == NodeKind::Atom
            {
                let indentation = indentation_of(finder, id, operator, &lines, &mut columns);
                let span = tree.nodes[id].span();
                sites.push(indentation.map(|indentation| CallSite {
                    operator: tree.nodes[operator].text(text).to_owned(),
                    indentation,
                    lines: lines.line(span.start)..lines.line(span.end) + 1,
                    rule: found.rule.map(|rule| rule.provenance.clone()),
                }));
            }
            ControlFlow::Continue(())
        });
    }
    sites
}

/// Finds columns. Each is counted from the one found before, if that is further left on its line.
#[derive(Default)]
struct ColumnCounter {
    /// An offset and its column.
    last: (usize, usize),
}

impl ColumnCounter {
    fn of(&mut self, text: &str, lines: &Lines, offset: usize) -> usize {
        let start = lines.start_of(offset);
        let (from, column) = match self.last {
            last if (start..=offset).contains(&last.0) => last,
            _ => (start, 0),
        };
        let column = column_from(column, &text[from..offset], TAB);
        self.last = (offset, column);
        column
    }
}

/// How the arguments of a list are indented; none if all of its elements are on one line.
fn indentation_of(
    finder: Finder<'_>,
    id: NodeId,
    operator: NodeId,
    lines: &Lines,
    columns: &mut ColumnCounter,
) -> Option<Indentation> {
    let Finder { text, tree, .. } = finder;
    let mut previous_end = tree.nodes[operator].end as usize;
    // The first argument on the operator's line, and the columns of those that start a line.
    let mut beside = None;
    let mut below: Vec<(usize, usize)> = Vec::new();
    let arguments = tree.children(id).skip(1).map(|child| &tree.nodes[child]);
    for (index, node) in arguments
        .filter(|node| node.placement == Placement::Free)
        .enumerate()
    {
        let start = node.start as usize;
        let same_line = lines.line(previous_end) == lines.line(start);
        previous_end = node.end as usize;
        if !same_line {
            below.push((index, column(&text[lines.start_of(start)..start], TAB)));
        } else if below.is_empty() {
            beside = beside.or(Some(start));
        }
    }
    let (_, last) = *below.last()?;
    let bracket = columns.of(text, lines, tree.nodes[id].start as usize);
    let beside = beside.map(|start| columns.of(text, lines, start));
    let all_at_last = below.iter().all(|(_, column)| *column == last);
    if all_at_last && beside == Some(last) {
        return Some(Indentation::Aligned);
    }
    if all_at_last && last == bracket + 1 && beside.is_none() {
        return Some(Indentation::Under);
    }
    let body = below.iter().position(|(_, column)| *column == last)?;
    let (apart, in_body) = below.split_at(body);
    let is_body = apart.iter().all(|(_, column)| *column > last)
        && in_body.iter().all(|(_, column)| *column == last);
    let columns = last.checked_sub(bracket).filter(|_| is_body);
    let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    Some(match columns {
        Some(columns) => Indentation::Body {
            columns: small(columns),
            least: small(apart.last().map_or(0, |(index, _)| index + 1)),
            most: small(in_body[0].0),
        },
        None => Indentation::Other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indentations(text: &str) -> Vec<(String, Indentation)> {
        call_sites(text.as_bytes(), &Options::default())
            .unwrap()
            .into_iter()
            .flatten()
            .map(|site| (site.operator, site.indentation))
            .collect()
    }

    #[test]
    fn distinguishes_indentations() {
        let site = |operator: &str, indentation| (operator.to_owned(), indentation);
        let body = |columns, least, most| Indentation::Body {
            columns,
            least,
            most,
        };
        assert_eq!(
            indentations(
                "(with x\n  y\n  z)\n(f x\n   y)\n(g\n x\n y)\n(h x\n     y)\n(one line)\n'(a b\n  c)"
            ),
            [
                site("with", body(2, 0, 1)),
                site("f", Indentation::Aligned),
                site("g", Indentation::Under),
                site("h", body(5, 0, 1)),
            ]
        );
        assert_eq!(
            indentations("(h x\n  y\n    z)\n(h x\n  y\n   z\n  t)\n  (h\n x)"),
            ["h"; 3].map(|h| site(h, Indentation::Other))
        );
        assert_eq!(
            indentations("(with-two x\n    y\n  z)"),
            [site("with-two", body(2, 2, 2))]
        );
    }

    #[test]
    fn calls_have_their_lines() {
        let sites = call_sites(b"1\n(f x\n   (g y\n      z))\n", &Options::default()).unwrap();
        let lines = sites.into_iter().flatten().map(|site| site.lines);
        assert_eq!(lines.collect::<Vec<_>>(), [2..5, 3..5]);
    }
}
