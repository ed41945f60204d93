//! The structure of a text for editors: the nodes around an offset, folds, and definitions.
//!
//! A text that cannot be read has a structure, too: a form ends at the latest where the indentation says.

use std::ops::Range;

use crate::forms::find::Finder;
use crate::forms::rules::Rules;
use crate::forms::{Form, RestKind, Role, Strategy};
use crate::options::Options;
use crate::pipeline::read;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{NodeId, NodeKind, Tree};
use crate::text::lines::{Lines, begins_line};
use crate::text::source::Encoding;

/// The structure of a text. Places in it are byte offsets.
pub struct Structure<'t> {
    text: &'t str,
    tree: Tree,
    switches: Switches,
    rules: Rules,
}

/// A part of a text that can be folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Its first and last line, from 1.
    pub lines: (usize, usize),
    /// Its kind.
    pub kind: FoldKind,
}

/// The kind of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A list.
    List,
    /// Lines of comments.
    Comment,
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name that it defines.
    pub name: String,
    /// The kind of the definition.
    pub kind: SymbolKind,
    /// The whole definition.
    pub span: Range<usize>,
    /// The name in it.
    pub name_span: Range<usize>,
    /// The definitions inside it.
    pub children: Vec<Symbol>,
}

/// The kind of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A library, or a module in a file.
    Module,
    /// A record type.
    Record,
    /// A class.
    Class,
    /// A method of a generic procedure.
    Method,
    /// A procedure or a macro.
    Procedure,
    /// Something else.
    Variable,
}

impl<'t> Structure<'t> {
    /// The structure of a text without a byte order mark.
    pub fn new(text: &'t str, options: &Options) -> Self {
        let reading = read(text, Encoding::Utf8, options);
        let tree = reading.with_unreadable.unwrap_or(reading.tree);
        let rules = options.rules_of(text, &tree, reading.dialect.dialect);
        Structure {
            text,
            tree,
            switches: reading.switches,
            rules,
        }
    }

    /// The spans around an offset, innermost first: the atom, and then, for each list, its items, the list itself, and the list with its
    /// prefixes.
    pub fn around(&self, offset: usize) -> Vec<Range<usize>> {
        let mut spans = Vec::new();
        for id in self.tree.around(offset..offset) {
            spans.push(self.span(id));
            let mut children = self.tree.children(id);
            if let (NodeKind::List, Some(first)) = (self.tree.nodes[id].kind, children.next()) {
                let last = children.last().unwrap_or(first);
                spans.push(self.span(first).start..self.span(last).end);
            }
        }
        spans.retain(|span| span.start <= offset && offset <= span.end);
        spans.dedup();
        spans.reverse();
        spans
    }

    /// The folds, ordered by their first lines.
    pub fn folds(&self) -> Vec<Fold> {
        let lines = Lines::of(self.text);
        let last = |span: &Range<usize>| lines.line(span.end.max(span.start + 1) - 1);
        let mut folds: Vec<Fold> = Vec::new();
        // Of several lists that begin on one line, take the outermost.
        let mut taken = 0;
        for id in (0..self.tree.nodes.len()).filter(|id| self.is_list(*id)) {
            let span = self.span(id);
            let (start, end) = (lines.line(span.start), last(&span));
            if start > taken && end > start {
                taken = start;
                folds.push(Fold {
                    lines: (start, end),
                    kind: FoldKind::List,
                });
            }
        }
        let kind = FoldKind::Comment;
        let comments = self.comments(&lines).into_iter();
        folds.extend(comments.map(|lines| Fold { lines, kind }));
        folds.sort_by_key(|fold| fold.lines);
        folds
    }

    /// The first and the last line of each run of comments on lines of their own.
    fn comments(&self, lines: &Lines) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let is_comment = |it: &Token| {
            matches!(it.kind, TokenKind::LineComment | TokenKind::BlockComment)
                && begins_line(self.text, it.start as usize)
        };
        for token in Lexer::new(self.text, self.switches).filter(is_comment) {
            let Range { start, end } = token.span();
            let (first, last) = (lines.line(start), lines.line(end.max(start + 1) - 1));
            match runs.last_mut() {
                Some((_, end)) if *end + 1 == first => *end = last,
                _ => runs.push((first, last)),
            }
        }
        runs.retain(|(first, last)| first < last);
        runs
    }

    /// The definitions. Inner ones are children of outer ones.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        // The definitions around the current node, and their ends.
        let mut open: Vec<(NodeId, Symbol)> = Vec::new();
        let mut id = 0;
        while id < self.tree.nodes.len() {
            close(&mut open, &mut symbols, id);
            let node = &self.tree.nodes[id];
            let next = node.next as usize;
            // Quoted and commented-out data define nothing.
            let is_code = !node.kind.is_prefix();
            let symbol = self.is_list(id).then(|| self.symbol(id)).flatten();
            let is_macro = symbol
                .as_ref()
                .is_some_and(|it| self.defines_syntax(&it.span));
            if let Some(symbol) = symbol {
                open.push((next, symbol));
            }
            id = if is_code && !is_macro { id + 1 } else { next };
        }
        close(&mut open, &mut symbols, id);
        symbols
    }

    /// The definition in a list, according to the row of its operator.
    fn symbol(&self, list: NodeId) -> Option<Symbol> {
        let mut items = self.tree.items(list);
        let operator = self.finder().operator_name(items.next()?)?;
        let first = items.next()?;
        let has_parameters = self.is_list(first);
        let is_procedure = has_parameters || items.next().is_some_and(|id| self.is_lambda(id));
        let form = self.rules.rule(operator)?.row.for_first(has_parameters);
        let kind = kind_of(operator, form, is_procedure)?;
        let name_span = match kind {
            SymbolKind::Module => self.span(first),
            _ => self.span(self.head(first)),
        };
        let words: Vec<&str> = self.text[name_span.clone()].split_whitespace().collect();
        Some(Symbol {
            name: words.join(" "),
            kind,
            span: self.span(list),
            name_span,
            children: Vec::new(),
        })
    }

    /// The first atom in an item and the lists that it begins with, or the item itself.
    fn head(&self, mut id: NodeId) -> NodeId {
        while let Some(first) = self.tree.children(id).next() {
            id = first;
        }
        id
    }

    /// Whether a value is a procedure.
    fn is_lambda(&self, id: NodeId) -> bool {
        let operator = self.tree.items(id).next().filter(|_| self.is_list(id));
        let operator = operator.and_then(|operator| self.finder().operator_name(operator));
        operator.is_some_and(|name| name.contains("lambda") || name == "λ")
    }

    fn finder(&self) -> Finder<'_> {
        Finder {
            text: self.text,
            tree: &self.tree,
            rules: &self.rules,
        }
    }

    /// Whether a definition defines a macro; definitions in it are templates.
    fn defines_syntax(&self, span: &Range<usize>) -> bool {
        let operator = self.text[span.clone()].trim_start_matches(['(', '[']);
        let operator = operator.split(|c: char| c.is_whitespace()).next();
        operator.is_some_and(|name| name.contains("syntax") || name.contains("macro"))
    }

    fn is_list(&self, id: NodeId) -> bool {
        self.tree.nodes[id].kind == NodeKind::List
    }

    fn span(&self, id: NodeId) -> Range<usize> {
        self.tree.nodes[id].span()
    }
}

/// The kind of the definitions of an operator with a form, if it defines anything.
fn kind_of(operator: &str, form: &Form, is_procedure: bool) -> Option<SymbolKind> {
    let defines = operator.starts_with("def") || operator == "struct";
    let has_fields = form.parts.as_slice().contains(&Role::Field);
    Some(match operator {
        _ if form.rest_kind == Some(RestKind::LibraryBody) => SymbolKind::Module,
        _ if form.strategy == Strategy::Module => SymbolKind::Module,
        _ if !defines && !has_fields => return None,
        _ if operator.contains("class") => SymbolKind::Class,
        _ if has_fields || operator.contains("record") || operator.contains("struct") => {
            SymbolKind::Record
        }
        _ if operator.contains("method") => SymbolKind::Method,
        _ if is_procedure || operator.contains("syntax") => SymbolKind::Procedure,
        _ => SymbolKind::Variable,
    })
}

/// Moves definitions that end before a node into those around them.
fn close(open: &mut Vec<(NodeId, Symbol)>, top: &mut Vec<Symbol>, node: NodeId) {
    while let Some((_, symbol)) = open.pop_if(|(end, _)| *end <= node) {
        match open.last_mut() {
            Some((_, around)) => around.children.push(symbol),
            None => top.push(symbol),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Structure<'_> {
        Structure::new(text, &Options::default())
    }

    #[test]
    fn what_is_around_a_place_goes_from_the_atom_to_the_form() {
        let around = |text: &'static str| {
            let at = text.find('¦').unwrap();
            let text = text.replace('¦', "");
            let spans = of(&text).around(at);
            spans
                .into_iter()
                .map(|span| text[span].to_owned())
                .collect::<Vec<_>>()
        };
        let form = "(f (g ab c) 'd)";
        let items = "f (g ab c) 'd";
        assert_eq!(
            around("x (f (g a¦b c) 'd)"),
            ["ab", "g ab c", "(g ab c)", items, form]
        );
        assert_eq!(
            around("x (f (g ab¦ c) 'd)"),
            ["ab", "g ab c", "(g ab c)", items, form]
        );
        assert_eq!(around("x (f ¦(g ab c) 'd)"), ["(g ab c)", items, form]);
        assert_eq!(around("x (f (g ab c) '¦d)"), ["d", "'d", items, form]);
        assert_eq!(around("(¦)"), ["()"]);
        assert_eq!(around("(f) ¦ (g)"), [] as [&str; 0]);
        assert_eq!(
            around("(f (g a¦"),
            ["a", "g a", "(g a", "f (g a", "(f (g a"]
        );
    }

    #[test]
    fn forms_and_comments_are_folded() {
        let text = "; one\n; two\n\n; alone\n(define (f)\n  (g (h\n      1)))\n(x) ; no\n; here\n(a\n b)\n; there\n#| a\n b |#\n";
        let fold = |first, last, kind| Fold {
            lines: (first, last),
            kind,
        };
        let expected = [
            fold(1, 2, FoldKind::Comment),
            fold(5, 7, FoldKind::List),
            fold(6, 7, FoldKind::List),
            fold(10, 11, FoldKind::List),
            fold(12, 14, FoldKind::Comment),
        ];
        assert_eq!(of(text).folds(), expected);
        assert_eq!(of("(f\n(g\nx\n").folds().len(), 2);
    }

    /// The names and kinds of definitions, indented by their depth.
    fn shown(symbols: &[Symbol], depth: usize, out: &mut Vec<String>) {
        for symbol in symbols {
            out.push(format!(
                "{}{} {:?}",
                "  ".repeat(depth),
                symbol.name,
                symbol.kind
            ));
            shown(&symbol.children, depth + 1, out);
        }
    }

    #[test]
    fn definitions_are_listed_in_modules_and_in_each_other() {
        let found = |text: &str| {
            let mut out = Vec::new();
            shown(&of(text).symbols(), 0, &mut out);
            out
        };
        assert_eq!(
            found(
                "(define-library (a  b)\n(begin\n(define (f x) (define y 1) y)\n(define g (lambda () 1))\n\
                 (define-record-type <p> (p x) p? (x p-x))))\n(define z '(define no 1))"
            ),
            [
                "(a b) Module",
                "  f Procedure",
                "    y Variable",
                "  g Procedure",
                "  <p> Record",
                "z Variable",
            ]
        );
        assert_eq!(
            found(
                "(define-syntax-rule (my x) (define x 1))\n(define ((c a) b) a)\n(named-lambda (f x) x)"
            ),
            ["my Procedure", "c Procedure"]
        );
        assert_eq!(
            found("(define-class <c> (<d>) (x))\n(define-method (area (c <c>)) 1)\n#;(define n 1)"),
            ["<c> Class", "area Method"]
        );
        assert_eq!(
            found("#lang racket\n(struct p (x y))\n(module m racket (define a 1))"),
            ["p Record", "m Module", "  a Variable"]
        );
        assert_eq!(
            found("(define (f\n(define g"),
            ["f Procedure", "  g Variable"]
        );
        let text = "(define (f x) x)";
        let symbols = of(text).symbols();
        assert_eq!(
            (
                &text[symbols[0].span.clone()],
                &text[symbols[0].name_span.clone()]
            ),
            (text, "f")
        );
    }
}
