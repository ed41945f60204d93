//! The tree of a text by its brackets and prefixes alone, for what the parser does not look into: texts that it cannot
//! read, and regions that are left alone.

use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Inside, Node, NodeId, NodeKind, Placement, Tree};

/// The tree of a text's tokens. It has no comments but `#;` and `#lang`. A closing bracket closes the innermost list, whatever
/// their shapes; without a list, it closes the prefixes before it. The end of the text closes what is open.
pub fn outline(tokens: impl Iterator<Item = Token>) -> Tree {
    let mut outline = Outline::default();
    tokens.for_each(|token| outline.token(token));
    outline.close_from(0);
    Tree {
        nodes: outline.nodes,
        ..Tree::default()
    }
}

#[derive(Default)]
struct Outline {
    nodes: Vec<Node>,
    /// The open lists and prefixes.
    open: Vec<NodeId>,
    /// The end of the last token that is in the tree.
    end: u32,
}

impl Outline {
    fn token(&mut self, token: Token) {
        let kind = match token.kind {
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment => return,
            TokenKind::Close => return self.close(token.end),
            TokenKind::Open => NodeKind::List,
            TokenKind::Prefix => NodeKind::Prefix,
            TokenKind::DatumComment => NodeKind::DatumComment,
            TokenKind::Atom => NodeKind::Atom,
            TokenKind::Character => NodeKind::Character,
            TokenKind::String => NodeKind::String,
            TokenKind::Raw => NodeKind::Raw,
            TokenKind::Dot => NodeKind::Dot,
            TokenKind::Shebang => NodeKind::LineComment,
            TokenKind::Directive => NodeKind::Directive,
        };
        let id = self.nodes.len();
        self.end = token.end;
        self.nodes.push(Node {
            start: token.start,
            end: token.end,
            head_end: token.end,
            next: id as u32 + 1,
            kind,
            place: Placement::Free,
            line_ends: 0,
            inside: Inside::empty(),
        });
        if kind.has_children() {
            self.open.push(id)
        } else {
            self.complete(kind)
        }
    }

    /// Closes the innermost list, if there is one, and the prefixes that still wait for a datum. Each is looked at once.
    fn close(&mut self, end: u32) {
        let is_list = |id: &NodeId| self.nodes[*id].kind == NodeKind::List;
        match self.open.iter().rposition(is_list) {
            Some(list) => {
                self.end = end;
                self.close_from(list);
                self.complete(NodeKind::List);
            }
            None => self.close_from(0),
        }
    }

    /// Closes the prefixes that wait for a node of this kind.
    fn complete(&mut self, mut kind: NodeKind) {
        while (kind.is_datum() || kind == NodeKind::Dot)
            && let Some(last) = self.open.last()
            && self.nodes[*last].kind.is_prefix()
        {
            kind = self.nodes[*last].kind;
            self.close_from(self.open.len() - 1);
        }
    }

    /// Closes what is open from this level on.
    fn close_from(&mut self, level: usize) {
        let next = self.nodes.len() as u32;
        for id in self.open.drain(level..) {
            let node = &mut self.nodes[id];
            (node.end, node.next) = (self.end, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lexer::{Lexer, Switches};
    use crate::syntax::parser;

    /// The texts of some nodes.
    fn shown(text: &str, tree: &Tree, ids: impl Iterator<Item = NodeId>) -> Vec<String> {
        let text_of = |id: NodeId| {
            let node = &tree.nodes[id];
            node.text(text).to_owned()
        };
        ids.map(text_of).collect()
    }

    #[test]
    fn unbalanced_text_has_an_outline() {
        let text = "(a '(b] ; c\n . d) ) 'e ' #;f g (#| h |# \"i\" ' ) #;(j ' k";
        let tree = outline(Lexer::new(text, Switches::COMMON));
        assert_eq!(
            shown(text, &tree, tree.top_level()),
            [
                "(a '(b] ; c\n . d)",
                "'e",
                "' #;f g",
                "(#| h |# \"i\" ' )",
                "#;(j ' k"
            ]
        );
        assert_eq!(
            shown(text, &tree, tree.children(0)),
            ["a", "'(b]", ".", "d"]
        );
    }

    #[test]
    fn unmatched_closer_ends_prefixes() {
        let text = "' #;) a ')";
        let tree = outline(Lexer::new(text, Switches::COMMON));
        assert_eq!(shown(text, &tree, tree.top_level()), ["' #;", "a", "'"]);
    }

    #[test]
    fn outline_matches_the_tree() {
        for text in [
            "(a [b #(c)] '(d . e) `(,f ,@g))\n'h",
            "(a #;b ' #;c d (#;e) #\\f \"g\" #!h)",
            "#;#;(a) b c (' ' d)",
        ] {
            let parsed = parser::parse(&mut Lexer::new(text, Switches::COMMON)).unwrap();
            let outline = outline(Lexer::new(text, Switches::COMMON));
            let nodes = |tree: &Tree| -> Vec<_> {
                let node = |node: &Node| (node.start, node.end, node.next, node.kind);
                tree.nodes.iter().map(node).collect()
            };
            assert_eq!(nodes(&outline), nodes(&parsed), "{text}");
        }
    }
}
