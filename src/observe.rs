//! How an author has laid out calls: what suggestions for a configuration are made from.
//!
//! This looks at line breaks, so nothing that formats may use it.

use std::ops::ControlFlow;

use crate::diagnostics::Diagnostic;
use crate::forms::{BODY, Column, Form, Role, Stay};
use crate::layout::find::Finder;
use crate::lines::Lines;
use crate::options::{Alignment, Options, Style};
use crate::rules::Provenance;
use crate::syntax::tree::{NodeId, NodeKind, Placement, Tree};
use crate::width::column;
use crate::with_tree;

/// How the arguments of a call are indented that do not stand on the operator's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Indentation {
    /// A body behind arguments that are apart. So few or so many of them can be apart, as the lines show: those that begin a
    /// line further right are, and no more than stand before the first one in the body's column.
    Body {
        /// How many columns right of the bracket it stands.
        columns: u8,
        /// The fewest arguments that are apart.
        least: u8,
        /// The most.
        most: u8,
    },
    /// Under the first argument.
    Aligned,
    /// One column right of the bracket, under an operator that stands alone.
    Under,
    /// In no way that is known here.
    Other,
}

impl Indentation {
    /// A body so many columns right of the bracket, behind exactly `k` arguments that are apart.
    fn body_at(columns: u8, k: usize) -> Indentation {
        let k = u8::try_from(k).unwrap_or(u8::MAX);
        Indentation::Body {
            columns,
            least: k,
            most: k,
        }
    }

    /// Whether this can be a body so many columns right of the bracket, behind `k` arguments that are apart.
    pub fn may_be_body(self, at: u8, k: u8) -> bool {
        matches!(self, Indentation::Body { columns, least, most } if columns == at && (least..=most).contains(&k))
    }

    /// Whether the arguments are those of a plain call: aligned, or under an operator that stands alone.
    pub fn is_plain(self) -> bool {
        matches!(self, Indentation::Aligned | Indentation::Under)
    }
}

/// A call that its author has broken into lines.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CallSite {
    /// The operator.
    pub operator: String,
    /// The line that the call starts on, from 1.
    pub line: usize,
    /// Which form at top level it stands in, from 0.
    pub form: usize,
    /// How its arguments are indented.
    pub indentation: Indentation,
    /// How its rule and the style indent them.
    pub expected: Indentation,
    /// Where its rule comes from; none for a plain call.
    pub rule: Option<Provenance>,
}

/// The calls of a text that their author has broken, in the order of the text. Data and parts of other forms are no calls.
///
/// # Errors
/// A text that cannot be read, as [`format`](crate::format) has it.
pub fn call_sites(input: &[u8], options: &Options) -> Result<Vec<CallSite>, Diagnostic> {
    with_tree(input, options, |_, finder| sites(finder, &options.style))
}

/// The widths of a text's lines that hold code, in columns; blank lines and comments on lines of their own are none.
pub fn widths_of_code(input: &[u8]) -> Vec<usize> {
    let text = String::from_utf8_lossy(input);
    let code = text.lines().map(str::trim_end).filter(|line| {
        let content = line.trim_start();
        !content.is_empty() && !content.starts_with(';')
    });
    code.map(column).collect()
}

fn sites(finder: Finder<'_>, style: &Style) -> Vec<CallSite> {
    let Finder { text, tree, .. } = finder;
    let lines = Lines::of(text);
    let mut sites = Vec::new();
    for (form, id) in tree.top_level().enumerate() {
        finder.walk(id, Role::TopLevel, &mut |id, part, found| {
            if matches!(part, Role::Data | Role::Quoted) {
                return ControlFlow::Break(());
            }
            let call = matches!(part, Role::TopLevel | Role::Body | Role::Arg | Role::Value);
            if let Some(operator) = tree.children(id).next().filter(|_| call)
                && tree.nodes[operator].kind == NodeKind::Atom
                && let Some(indentation) = indentation_of(finder, id, operator, &lines)
            {
                let node = &tree.nodes[operator];
                sites.push(CallSite {
                    operator: text[node.start as usize..node.end as usize].to_owned(),
                    line: lines.line(tree.nodes[id].start as usize),
                    form,
                    indentation,
                    expected: indentation_by_form(found.form, tree, id, style),
                    rule: found.rule.map(|rule| rule.provenance.clone()),
                });
            }
            ControlFlow::Continue(())
        });
    }
    sites
}

/// How a list's arguments are indented; none if its elements stand on one line.
fn indentation_of(
    finder: Finder<'_>,
    id: NodeId,
    operator: NodeId,
    lines: &Lines,
) -> Option<Indentation> {
    let Finder { text, tree, .. } = finder;
    let column_of = |offset| column(&text[lines.start_of(offset)..offset]);
    let bracket = column_of(tree.nodes[id].start as usize);
    let mut previous_end = tree.nodes[operator].end as usize;
    // Arguments on the operator's line, and the columns of those that begin a line.
    let mut beside = Vec::new();
    let mut below: Vec<(usize, usize)> = Vec::new();
    let arguments = tree.children(id).skip(1).map(|child| &tree.nodes[child]);
    for (index, node) in arguments
        .filter(|node| node.place == Placement::Free)
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
    if all_at_last && beside.first() == Some(&last) {
        return Some(Indentation::Aligned);
    }
    if all_at_last && last == bracket + 1 && beside.is_empty() {
        return Some(Indentation::Under);
    }
    let body = below.iter().position(|(_, column)| *column == last)?;
    let (apart, in_body) = below.split_at(body);
    let is_body = apart.iter().all(|(_, column)| *column > last)
        && in_body.iter().all(|(_, column)| *column == last);
    let columns = last.checked_sub(bracket).filter(|_| is_body);
    let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    Some(match columns {
        Some(columns @ 1..) => Indentation::Body {
            columns: small(columns),
            least: small(apart.last().map_or(0, |(index, _)| index + 1)),
            most: small(in_body[0].0),
        },
        _ => Indentation::Other,
    })
}

/// How a form indents a list's arguments.
fn indentation_by_form(form: &Form, tree: &Tree, id: NodeId, style: &Style) -> Indentation {
    let columns = match (form.rest, form.strategy, style.calls) {
        (BODY, ..) => style.body_indent.columns(),
        (_, strategy, Alignment::Two) if strategy.is_call() => return Indentation::body_at(2, 1),
        (Column::Indent(1), ..) if form.distinguished == 0 => return Indentation::Under,
        (Column::Indent(columns), ..) => columns,
        (Column::Align | Column::First, ..) => return Indentation::Aligned,
    };
    let arguments = tree
        .children(id)
        .skip(1)
        .map(|child| tree.nodes[child].kind);
    let atoms = arguments.clone().take_while(|kind| *kind != NodeKind::List);
    let atoms = atoms.filter(|kind| kind.is_datum()).count();
    let count = arguments.filter(|kind| kind.is_datum()).count();
    let apart = match form.stay {
        Stay::Count(_) | Stay::NameAndType => usize::from(form.distinguished),
        Stay::LeadingAndParameters if atoms == 1 && count > 2 => 2,
        Stay::Leading | Stay::LeadingAndParameters => atoms.max(1),
    };
    Indentation::body_at(columns, apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indentations(text: &str) -> Vec<(String, Indentation)> {
        call_sites(text.as_bytes(), &Options::default())
            .unwrap()
            .into_iter()
            .map(|site| (site.operator, site.indentation))
            .collect()
    }

    #[test]
    fn indentations_are_told_apart() {
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
    fn what_is_expected_is_what_the_rule_and_the_style_say() {
        let expected = |text: &str, key: &str, value: &str| {
            let mut options = Options::default();
            options.set(key, value).unwrap();
            call_sites(text.as_bytes(), &options).unwrap()[0].expected
        };
        let call = "(f x\n  y)";
        assert_eq!(expected(call, "style.calls", "align"), Indentation::Aligned);
        assert_eq!(
            expected(call, "style.calls", "2"),
            Indentation::body_at(2, 1)
        );
        let when = "(when x\n   y)";
        assert!(expected(when, "style.body-indent", "3").may_be_body(3, 1));
        let sites = call_sites(b"1 (when x\n   y)", &Options::default()).unwrap();
        assert_eq!((sites[0].form, sites[0].line), (1, 1));
    }

    #[test]
    fn only_lines_of_code_are_measured() {
        let text = "(a) ; b  \n\n   \n  ; comment\n\t(c)\n";
        assert_eq!(widths_of_code(text.as_bytes()), [7, 11]);
    }
}
