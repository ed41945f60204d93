//! Shows the result of each stage, for developers: `schemefmt --debug STAGE`.

use std::fmt::Write as _;

use crate::layout::newline::Newline;
use crate::options::Options;
use crate::pipeline::{Reading, read_whole};
use crate::syntax::lexer::Lexer;
use crate::syntax::tree::{NodeId, Placement, Tree};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::Lines;
use crate::text::source::Source;

/// A stage of the pipeline. To add one, add a variant and its name here, and an arm to [`show`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The tokens, each with its line and column.
    Tokens,
    /// The tree: each node with its position, indented under its parent.
    Tree,
    /// The lists, each with its form and its shape.
    Shapes,
    /// The places of the tokens, each with the gap before it.
    Places,
}

impl Stage {
    /// The stages and their names, in order.
    pub const NAMES: [(&str, Stage); 4] = [
        ("tokens", Stage::Tokens),
        ("tree", Stage::Tree),
        ("shapes", Stage::Shapes),
        ("places", Stage::Places),
    ];
}

/// The result of a stage for a text, with one line for each token or node.
///
/// # Errors
/// Returns an error if the text cannot be read, like [`format()`](crate::format()).
pub fn show(input: &[u8], options: &Options, stage: Stage) -> Result<String, Diagnostic> {
    Source::read(input, |source| result(source, options, stage))
}

fn result(source: &Source<'_>, options: &Options, stage: Stage) -> Result<String, Diagnostic> {
    let text = source.text.as_ref();
    let reading = read_whole(text, source.encoding, options)?;
    let Reading { tree, switches, .. } = &reading;
    Ok(match stage {
        Stage::Tokens => {
            let lines = Lines::of(text);
            Lexer::new(text, *switches).fold(String::new(), |mut out, token| {
                let at = lines.position(text, token.start as usize);
                let _ = writeln!(out, "{at}: {:?} {:?}", token.kind, token.text(text));
                out
            })
        }
        Stage::Tree => {
            let mut out = String::new();
            write_tree(text, tree, &mut out);
            out
        }
        Stage::Shapes => {
            reading.lay_out(text, options, Newline::PLAIN, |layout| layout.shapes())?
        }
        Stage::Places => reading.lay_out(text, options, Newline::PLAIN, |layout| {
            layout.shown_places()
        })?,
    })
}

fn write_tree(text: &str, tree: &Tree, out: &mut String) {
    let lines = Lines::of(text);
    // The ends of the nodes around the current one.
    let mut around: Vec<NodeId> = Vec::new();
    for (id, node) in tree.nodes.iter().enumerate() {
        while around.pop_if(|end| *end <= id).is_some() {}
        let at = lines.position(text, node.start as usize);
        let head = &text[node.head()];
        let _ = write!(
            out,
            "{}{at}: {:?} {head:?}",
            "  ".repeat(around.len()),
            node.kind
        );
        if node.placement != Placement::Free {
            let _ = write!(out, ", {:?}", node.placement);
        }
        if node.blank() > 0 {
            let _ = write!(out, ", {} blank before", node.blank());
        }
        out.push('\n');
        around.push(node.next as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, stage: Stage) -> String {
        show(text.as_bytes(), &Options::default(), stage).unwrap()
    }

    #[test]
    fn tokens_have_positions() {
        assert_eq!(
            shown("(λ x) ; y\n'z", Stage::Tokens),
            "1:1: Open \"(\"\n1:2: Atom \"λ\"\n1:3: Whitespace \" \"\n1:4: Atom \"x\"\n1:5: Close \")\"\n\
             1:6: Whitespace \" \"\n1:7: LineComment \"; y\"\n1:10: Whitespace \"\\n\"\n2:1: Prefix \"'\"\n2:2: Atom \"z\"\n"
        );
    }

    #[test]
    fn nodes_are_indented_under_their_parents() {
        assert_eq!(
            shown("(f x) ; y\n\n'z", Stage::Tree),
            "1:1: List \"(\"\n  1:2: Atom \"f\"\n  1:4: Atom \"x\"\n1:7: LineComment \"; y\", Trailing\n\
             3:1: Prefix \"'\", 1 blank before\n  3:2: Atom \"z\"\n"
        );
    }

    #[test]
    fn lists_have_their_shapes() {
        // `(f x)` is on one line, so its contents are not shown.
        assert_eq!(
            shown("(define (g y) (f x))", Stage::Shapes)
                .lines()
                .map(|line| line.split(", Shape").next().unwrap())
                .collect::<Vec<_>>(),
            [
                "1:1: (define, Definition, column 0",
                "  1:9: (g, Fill, column 8, on one line",
                "  1:15: (f, Call, column 2, on one line",
            ]
        );
    }

    #[test]
    fn places_have_their_gaps() {
        assert_eq!(
            shown("(define (g) x) ; c", Stage::Places),
            "1:1: nothing, \"(\"\n1:2: nothing, \"define\"\n1:9: 1 blank, \"(g)\"\n1:13: line at column 2, \"x\"\n\
             1:14: nothing, \")\"\n1:16: 1 blank, \"; c\"\n"
        );
    }
}
