//! The parser: turns tokens into a tree, iteratively, in one pass, and without regard to columns except for those of
//! comments.
//!
//! The steps for most tokens are inlined and the others are not, according to instruction counts (`.ci/instructions`).
//!
//! Apart from nesting, it determines three things: the placement of each comment ([`Placement`]); which tokens are glued to
//! each other, and so become one verbatim node; and which regions the author has excluded from formatting
//! (`; schemefmt: off`, `on`, `skip`).

use crate::syntax::boundary::{has_inner_hash, is_curly_infix};
use crate::syntax::chars::{Class, class, is_hard, is_keyword, is_r6rs_whitespace};
use crate::syntax::conflict::{CONFLICT, FIRST_MARKER};
use crate::syntax::lexer::{Lexer, Switches, Whitespace};
use crate::syntax::pragma::Pragma;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Inside, Node, NodeId, NodeKind, Placement, Tree};
use crate::text::diagnostics::{Diagnostic, Severity};
use crate::text::lines::line_end;
use crate::text::swar;
use crate::text::width::{TAB, column};
use memchr::{memchr, memchr_iter, memmem, memrchr};
use std::iter;
use std::mem::replace;
use std::ops::Range;

/// The maximum nesting depth of lists and prefixes. If it were unlimited, indentation alone could make the output
/// quadratic.
pub const MAX_DEPTH: usize = 1000;

/// The code of the warning for a dot that is first in a list, as in `(. rest)`.
pub const LEADING_DOT: &str = "leading-dot";
/// The code of the warning for the second dot around an operator, as in `(a . < . b)`.
pub const INFIX_DOT: &str = "infix-dot";
/// The code for any other dot that not all readers accept.
const MISPLACED_DOT: &str = "misplaced-dot";

/// The code of the warning for a comment that addresses the formatter but has no effect.
const MISUSED: &str = "misused-pragma";

const FORM_FEED: u8 = 0x0C;

/// Parses a text with this error, of which these stretches cannot be read. Without any, none of it can be.
pub(crate) fn parse_unreadable(
    text: &str,
    switches: Switches,
    error: Diagnostic,
    stretches: Option<Vec<Range<usize>>>,
) -> Tree {
    let parsed = stretches.and_then(|stretches| {
        let parser = Parser::new(text, switches);
        parser.run(&mut Lexer::new(text, switches), stretches).ok()
    });
    let mut tree = parsed.unwrap_or_else(|| parse_all(text, switches));
    tree.error = Some(Box::new(error));
    tree
}

/// Parses a text as if nothing in it could be read, so that whatever the author has excluded from formatting is in the tree, too.
pub(crate) fn parse_all(text: &str, switches: Switches) -> Tree {
    let all = iter::once(0..text.len()).collect();
    let parsed = Parser::new(text, switches).run(&mut Lexer::new(text, switches), all);
    parsed.unwrap_or_default()
}

/// Parses the tokens of a lexer, if all of them can be read.
///
/// # Errors
/// Returns a merge conflict, or the first of these errors: something unterminated; NUL; a closing bracket without an opening one, or of another
/// shape; nesting deeper than [`MAX_DEPTH`]; a dot that no reader accepts; an opening bracket that is never closed. The
/// spans are offsets into the lexer's text.
pub fn parse_whole(lexer: &mut Lexer<'_>) -> Result<Tree, Diagnostic> {
    let parser = Parser::new(lexer.text(), lexer.switches());
    parser.run(lexer, Vec::new()).map_err(|error| {
        // What is wrong before a conflict may come from it.
        if memmem::find(lexer.text().as_bytes(), FIRST_MARKER.as_bytes()).is_some() {
            lexer.by_ref().for_each(drop);
        }
        let fault = lexer.fault().filter(|fault| fault.code == CONFLICT);
        fault.cloned().unwrap_or(error)
    })
}

/// The result of taking a token. The error is boxed because it is large and every token has a result.
type Taken = Result<(), Box<Diagnostic>>;

/// What is between two tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separation {
    Nothing,
    /// One space.
    Space,
    Other,
}

/// What an open frame is waiting for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Until {
    /// The end of the text, for the top level.
    #[default]
    End,
    /// A datum, for a prefix.
    Datum,
    /// This closing bracket, for a list.
    Bracket(u8),
}

/// An open list or prefix, or the top level. It has the indices of nodes as the tree does, since every list moves two frames.
#[derive(Clone, Copy, Default)]
struct Frame {
    node: u32,
    /// The last complete sibling.
    last: Option<u32>,
    /// The comment that started a region excluded from formatting.
    off: Option<u32>,
    until: Until,
    /// Whether it is glued to the previous sibling in the enclosing frame.
    is_glued: bool,
    /// The comment that requires the next datum to be verbatim.
    skip: Option<u32>,
    /// Whether its node is plain so far.
    is_plain: bool,
    /// Whether a dot is in the list.
    has_dot: bool,
}

impl Frame {
    #[inline]
    fn node(&self) -> NodeId {
        self.node as NodeId
    }

    #[inline]
    fn last(&self) -> Option<NodeId> {
        self.last.map(|last| last as NodeId)
    }

    #[inline]
    fn off(&self) -> Option<NodeId> {
        self.off.map(|off| off as NodeId)
    }

    #[inline]
    fn is_prefix(&self) -> bool {
        self.until == Until::Datum
    }
}

struct Parser<'s> {
    text: &'s str,
    switches: Switches,
    line_end: u8,
    tree: Tree,
    /// The innermost open list or prefix, or the top level.
    frame: Frame,
    /// The frames around the innermost one, from the top level inwards.
    around: Vec<Frame>,
    /// The kind of the last token; white space at the start.
    previous: TokenKind,
    /// The end of the last token.
    end: u32,
    /// The number of line ends in the white space after it, plus one at the start of the text.
    line_ends: usize,
    /// The position of the next form feed, or the end of the text.
    next_page: usize,
    /// Whether the last line comment is documentation.
    documents: bool,
    /// Whether it is in a stretch that cannot be read.
    is_unreadable: bool,
    /// Whether Unicode's white space is white space.
    reads_wide_blanks: bool,
}

impl<'s> Parser<'s> {
    fn new(text: &'s str, switches: Switches) -> Self {
        Parser {
            text,
            switches,
            line_end: line_end(text),
            // In ordinary code there is a node for about every seven bytes, and in dense code for fewer. Unused space costs
            // nothing, but too little space costs copying all nodes.
            tree: Tree {
                nodes: Vec::with_capacity(text.len() / 3 + 1),
                ..Tree::default()
            },
            frame: Frame::default(),
            around: Vec::new(),
            previous: TokenKind::Whitespace,
            end: 0,
            line_ends: 1,
            next_page: page_after(text, 0),
            documents: false,
            is_unreadable: false,
            reads_wide_blanks: switches.contains(Switches::UNICODE_SPACE),
        }
    }

    /// Parses the tokens of a lexer, of which those in some stretches cannot be read.
    fn run(
        mut self,
        lexer: &mut Lexer<'_>,
        stretches: Vec<Range<usize>>,
    ) -> Result<Tree, Diagnostic> {
        let mut next = stretches.iter();
        loop {
            let stretch = next.next();
            self.tokens(lexer, stretch.map_or(usize::MAX, |it| it.start))?;
            match stretch {
                Some(stretch) => self.unreadable(lexer, stretch),
                None => break,
            }
        }
        self.tree.unreadable = stretches;
        self.finish()
    }

    /// Parses the tokens before an offset, and the white space before the next one.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn tokens(&mut self, lexer: &mut Lexer<'_>, end: usize) -> Result<(), Diagnostic> {
        loop {
            let before = lexer.cursor().pos;
            let white = lexer.skip_whitespace();
            self.whitespace(before, white);
            if white.end >= end {
                return Ok(());
            }
            let Some(token) = lexer.next() else {
                return Ok(());
            };
            if let Some(fault) = lexer.fault() {
                return Err(self.explain(fault.clone()));
            }
            let gap = self.gap(before, white);
            let ends_plainly = lexer.ends_plainly();
            self.token(token, gap, ends_plainly)
                .map_err(|fault| *fault)?;
        }
    }

    /// What is between the last token, which ends at an offset, and the white space after it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn gap(&self, before: usize, white: Whitespace) -> Separation {
        if white.is_space {
            Separation::Space
        } else if before == white.end && self.line_ends == 0 {
            // A here string includes its line end.
            Separation::Nothing
        } else {
            Separation::Other
        }
    }

    /// Parses a stretch that cannot be read. Nothing in it has an effect on what follows.
    fn unreadable(&mut self, lexer: &mut Lexer<'_>, stretch: &Range<usize>) {
        self.abandon_prefixes();
        let around = self.depth();
        let Tree {
            depth: tree_depth,
            ends_in_rest,
            is_neoteric,
            is_partial,
            ..
        } = self.tree;
        self.is_unreadable = true;
        loop {
            let before = lexer.cursor().pos;
            let white = lexer.skip_whitespace();
            if white.end >= stretch.end {
                lexer.resume_at(before.min(stretch.end), lexer.cursor().depth);
                break;
            }
            self.whitespace(before, white);
            let Some(mut token) = lexer.next() else {
                break;
            };
            token.end = token.end.min(stretch.end as u32);
            let kind = token.kind;
            let is_alone = match kind {
                TokenKind::Close => !self.prepare_to_close_any(token, around),
                TokenKind::Open | TokenKind::Prefix | TokenKind::DatumComment => {
                    self.depth() > MAX_DEPTH
                }
                _ => false,
            };
            if is_alone {
                token.kind = TokenKind::Raw;
            }
            let gap = self.gap(before, white);
            let _ = self.token(token, gap, false);
            self.previous = kind;
        }
        while self.depth() > around {
            self.abandon();
        }
        self.is_unreadable = false;
        self.tree.depth = tree_depth;
        self.tree.ends_in_rest = ends_in_rest;
        self.tree.is_neoteric = is_neoteric;
        self.tree.is_partial = is_partial;
    }

    /// Has a bracket close the innermost list; returns whether there is one within so many frames.
    fn prepare_to_close_any(&mut self, token: Token, around: usize) -> bool {
        while self.depth() > around && self.frame.is_prefix() {
            self.abandon();
        }
        let is_open = self.depth() > around;
        if is_open {
            let shape = self.text.as_bytes()[token.start as usize];
            self.frame.until = Until::Bracket(shape);
            self.frame.has_dot = false;
        }
        is_open
    }

    /// The number of open lists and prefixes, and the top level.
    #[inline]
    fn depth(&self) -> usize {
        self.around.len() + 1
    }

    /// Processes the next token that is not white space, given what is before it; `ends_plainly` says whether, if it is an
    /// atom, all of it but the first byte is plain.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn token(&mut self, token: Token, gap: Separation, ends_plainly: bool) -> Taken {
        match token.kind {
            TokenKind::Close => self.close(token, gap)?,
            _ => self.open_or_leaf(token, gap, ends_plainly)?,
        }
        self.previous = token.kind;
        self.end = token.end;
        self.line_ends = match token.kind {
            TokenKind::Raw => self.is_here_string(token) && self.ends_line(token.end),
            TokenKind::LineComment | TokenKind::Shebang => self.is_cut_short(token),
            _ => false,
        }
        .into();
        Ok(())
    }

    /// Whether a comment ends before its line does, as it may for Chez: what follows begins another line all the same.
    fn is_cut_short(&self, comment: Token) -> bool {
        match &self.text.as_bytes()[comment.end as usize..] {
            [] | [b'\r', b'\n', ..] => false,
            [byte, ..] => *byte != self.line_end,
        }
    }

    /// Whether there is a line end before an offset.
    fn ends_line(&self, offset: u32) -> bool {
        self.text.as_bytes()[..offset as usize].ends_with(&[self.line_end])
    }

    /// The end of the last token. For a comment, it is the end of the node: trailing blanks do not belong to it.
    fn previous_end(&self) -> u32 {
        match (self.previous, self.tree.nodes.last()) {
            (TokenKind::LineComment | TokenKind::Shebang, Some(comment)) => comment.end,
            _ => self.end,
        }
    }

    /// Processes the white space from `start` up to the next token.
    #[inline]
    fn whitespace(&mut self, start: usize, white: Whitespace) {
        if self.next_page < white.end {
            return self.pages(start, white);
        }
        self.line_ends += white.line_ends;
    }

    /// Processes white space that may contain form feeds. One between the items of a list becomes a node.
    #[cold]
    fn pages(&mut self, start: usize, white: Whitespace) {
        self.next_page = page_after(self.text, white.end);
        let bytes = &self.text.as_bytes()[start..white.end];
        let line_end = self.line_end;
        let count = |bytes: &[u8]| memchr_iter(line_end, bytes).count();
        let is_inside = !self.around.is_empty();
        if self.frame.off.is_some() || self.frame.is_prefix() || !bytes.contains(&FORM_FEED) {
            self.line_ends += white.line_ends;
            return;
        }
        let mut from = 0;
        for page in memchr_iter(FORM_FEED, bytes) {
            self.line_ends = (self.line_ends + count(&bytes[from..page])).max(1);
            let at = (start + page) as u32;
            let id = self.push(NodeKind::Page, at, at + 1);
            if is_inside {
                self.tree.nodes[id].placement = Placement::Margin;
            }
            self.frame.last = Some(id as u32);
            self.frame.is_plain = false;
            self.line_ends = 0;
            from = page + 1;
        }
        self.line_ends = (self.line_ends + count(&bytes[from..])).max(1);
    }

    /// Appends the node of a token, which may be plain.
    #[inline]
    fn leaf(&mut self, kind: NodeKind, token: Token, is_plain: bool) {
        let mut inside = Inside::empty();
        inside.set(Inside::PLAIN, is_plain);
        let id = self.append(kind, token.start, token.end, inside);
        self.complete(id);
    }

    /// Appends a node that is not complete, or not plain. Whether a list or a prefix is plain is known at its end.
    #[inline]
    fn push(&mut self, kind: NodeKind, start: u32, end: u32) -> NodeId {
        self.append(kind, start, end, Inside::empty())
    }

    #[inline]
    fn append(&mut self, kind: NodeKind, start: u32, end: u32, inside: Inside) -> NodeId {
        let id = self.tree.nodes.len();
        self.tree.nodes.push(Node {
            start,
            end,
            head_end: end,
            next: id as u32 + 1,
            kind,
            placement: Placement::Free,
            line_ends: Node::capped(self.line_ends),
            inside,
        });
        id
    }

    /// Records a node after more than a blank, or a list that ends in blanks.
    #[cold]
    fn note_wide_gap(&mut self, id: NodeId) {
        self.tree.wide_gaps.push(id as u32);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn open_or_leaf(&mut self, token: Token, gap: Separation, ends_plainly: bool) -> Taken {
        let glued = match (self.frame.last(), gap) {
            (Some(_), Separation::Space) | (None, Separation::Nothing) => None,
            (last, gap) => {
                self.frame.is_plain = false;
                if self.line_ends == 0 && gap != Separation::Nothing {
                    self.note_wide_gap(self.tree.nodes.len());
                }
                match (last, gap) {
                    (Some(last), Separation::Nothing) => self.is_glued(last, token).then_some(last),
                    (Some(last), _) => {
                        if self.tree.nodes[last].placement == Placement::Margin {
                            self.join_code(last, token);
                        }
                        None
                    }
                    (None, _) => {
                        self.keep_space(token);
                        None
                    }
                }
            }
        };
        match (token.kind, glued) {
            (TokenKind::Open, _) => {
                let id = self.push(NodeKind::List, token.start, token.end);
                let last = self.text.as_bytes()[token.end as usize - 1];
                let begins_plainly = token.end - token.start == 1 && last != b'{';
                let until = Until::Bracket(closer(last));
                self.enter(Frame {
                    node: id as u32,
                    until,
                    is_glued: glued.is_some(),
                    is_plain: begins_plainly,
                    ..Frame::default()
                })
            }
            (_, Some(target)) => self.glue(target, token),
            (TokenKind::Atom, None) => {
                let is_plain = ends_plainly && self.is_plain_atom(token);
                self.frame.is_plain &= is_plain;
                self.leaf(NodeKind::Atom, token, is_plain);
                Ok(())
            }
            (_, None) => self.other(token),
        }
    }

    /// Where code inside a form begins at the left margin, too, the comments there that lead up to it are like their neighbours.
    #[cold]
    fn join_code(&mut self, last: NodeId, code: Token) {
        let is_comment = |kind| matches!(kind, TokenKind::LineComment | TokenKind::BlockComment);
        if self.around.is_empty()
            || is_comment(code.kind)
            || self.column(code.start as usize) > 0
            || self.frame.off.is_some()
        {
            return;
        }
        let mut next = code.start as usize;
        for node in self.tree.nodes[..=last].iter_mut().rev() {
            let is_next = self.text[node.end as usize..next].trim().is_empty();
            if !is_next || node.placement != Placement::Margin || node.kind == NodeKind::Page {
                return;
            }
            node.placement = Placement::OwnLine;
            next = node.start as usize;
        }
    }

    /// Whether an atom is plain, given that all of it but its first byte is: whatever has several spellings has capitals or a
    /// backslash, and words like `=>`, `->`, `...`, `::` and keywords have a meaning for their neighbours.
    #[inline]
    fn is_plain_atom(&self, atom: Token) -> bool {
        let bytes = self.text.as_bytes();
        let (start, end) = (atom.start as usize, atom.end as usize);
        match bytes[start] {
            b'#' => matches!(&bytes[start..end], b"#t" | b"#f"),
            // It connects only what follows an infix dot or colon.
            b'=' => end - start == 1,
            b'.' | b':' => false,
            // The bar of a rule takes its name along.
            b'-' if bytes[start..end].starts_with(b"--") => false,
            b'-' | b'<' => !matches!(&bytes[start..end], b"->" | b"<-") && bytes[end - 1] != b':',
            first => swar::is_plain(first) && bytes[end - 1] != b':',
        }
    }

    /// Processes a token that is neither a bracket nor an atom, and is not glued to anything.
    #[inline(never)]
    fn other(&mut self, token: Token) -> Taken {
        let is_plain = token.kind == TokenKind::String && {
            let text = &self.text.as_bytes()[token.span()];
            text[0] == b'"' && swar::is_printable(text) && memchr(b'\\', text).is_none()
        };
        self.frame.is_plain &= is_plain || token.kind == TokenKind::Prefix;
        let kind = match token.kind {
            TokenKind::Prefix => return self.prefix(NodeKind::Prefix, token),
            TokenKind::DatumComment => return self.prefix(NodeKind::DatumComment, token),
            TokenKind::BlockComment => match self.block_comment_place(token) {
                Placement::Free => return self.inline_comment(token),
                placement => {
                    let id = self.push(NodeKind::BlockComment, token.start, token.end);
                    self.tree.nodes[id].placement = placement;
                    let id = self.with_comments_before(id);
                    self.complete(id);
                    return Ok(());
                }
            },
            TokenKind::LineComment | TokenKind::Shebang => {
                self.line_comment(token);
                return Ok(());
            }
            TokenKind::String => NodeKind::String,
            TokenKind::Raw => {
                self.note_rest(token);
                if self.is_here_string(token) {
                    NodeKind::HereString
                } else {
                    NodeKind::Raw
                }
            }
            TokenKind::Character => NodeKind::Character,
            TokenKind::Dot => {
                let id = self.push(NodeKind::Dot, token.start, token.end);
                self.dot(id);
                self.complete(id);
                return Ok(());
            }
            TokenKind::Directive => {
                self.note_infix(token);
                NodeKind::Directive
            }
            TokenKind::Atom | TokenKind::Whitespace | TokenKind::Open | TokenKind::Close => {
                NodeKind::Atom
            }
        };
        self.leaf(kind, token, is_plain);
        Ok(())
    }

    /// Opens a prefix, or something treated as one.
    fn prefix(&mut self, kind: NodeKind, token: Token) -> Taken {
        let id = self.push(kind, token.start, token.end);
        let begins_plainly = matches!(token.text(self.text), "'" | "`" | "," | ",@");
        self.enter(Frame {
            node: id as u32,
            until: Until::Datum,
            is_plain: begins_plainly,
            ..Frame::default()
        })
    }

    /// Opens the frame of a block comment that has something after it on its line, or continues that of the comment
    /// directly before it.
    fn inline_comment(&mut self, token: Token) -> Taken {
        let node = self.frame.node();
        let goes_on = self.frame.is_prefix()
            && self.frame.last.is_none()
            && self.tree.nodes[node].kind == NodeKind::InlineComment;
        if !goes_on {
            return self.prefix(NodeKind::InlineComment, token);
        }
        let head = &mut self.tree.nodes[node];
        head.head_end = token.end;
        head.end = token.end;
        head.inside = Inside::empty();
        Ok(())
    }

    /// Makes a comment that ends its line one with the block comments before it there, if nothing else is between: no datum follows
    /// these. It stands where the first of them does. Returns its node.
    fn with_comments_before(&mut self, comment: NodeId) -> NodeId {
        let (node, last) = (self.frame.node(), self.frame.last);
        let Node { end, kind, .. } = self.tree.nodes[comment];
        let first = self.tree.nodes[node];
        if first.kind != NodeKind::InlineComment || last.is_some() || self.line_ends > 0 {
            return comment;
        }
        self.tree.nodes.truncate(comment);
        self.leave();
        let around = self.frame.node();
        if around + 1 == node {
            // A comment has its own space.
            self.tree.nodes[around]
                .inside
                .remove(Inside::SPACE_AFTER_HEAD);
        }
        self.tree.nodes[node] = Node {
            end,
            head_end: end,
            kind,
            placement: match (first.begins_line(), self.column(first.start as usize)) {
                (false, _) => Placement::Trailing,
                (true, 0) => Placement::Margin,
                (true, _) => Placement::OwnLine,
            },
            ..first
        };
        node
    }

    /// Records a dot in its list. Readers differ on what it means outside of lists and after a prefix.
    fn dot(&mut self, id: NodeId) {
        let nodes = &self.tree.nodes;
        let is_comment = |frame: &Frame| {
            frame.is_prefix() && nodes[frame.node()].kind == NodeKind::InlineComment
        };
        let mut frames = iter::once(&mut self.frame).chain(self.around.iter_mut().rev());
        match frames.find(|frame| !is_comment(frame)) {
            Some(list) if matches!(list.until, Until::Bracket(_)) => list.has_dot = true,
            _ => self.warn_of_dot(id, MISPLACED_DOT),
        }
    }

    /// Checks the dots of the list that is about to be closed by a bracket of this shape. A dot goes before the last datum or, in Racket,
    /// on both sides of an operator: `(a . < . b)`. Readers differ on what it means at the start.
    fn check_dots(&mut self, shape: u8) -> Taken {
        // Infix expressions have their own rules (SRFI 105).
        if !self.frame.has_dot || shape == b'}' {
            return Ok(());
        }
        // The numbers of data before the first dot, and after each.
        let mut data = [0; 4];
        let (mut dots, mut last) = (0, 0);
        let mut child = self.frame.node() + 1;
        while child < self.tree.nodes.len() {
            match self.after_comments(child) {
                Some(dot) if self.tree.nodes[dot].kind == NodeKind::Dot => {
                    if data[0] == 0 {
                        self.warn_of_dot(dot, LEADING_DOT);
                    } else if dots > 0 {
                        self.warn_of_dot(dot, INFIX_DOT);
                    }
                    (dots, last) = ((dots + 1).min(3), dot);
                }
                Some(id) if self.tree.nodes[id].kind.is_datum() => data[dots] += 1,
                _ => {}
            }
            child = self.tree.nodes[child].next as usize;
        }
        match (dots, data) {
            (_, [0, ..]) | (0, _) | (1, [_, 1, ..]) => Ok(()),
            (2, [_, 1, after, _]) if after > 0 => Ok(()),
            _ => {
                let message = "expected exactly one datum between this dot and the end of the list";
                let span = self.tree.nodes[last].head();
                Err(Box::new(Diagnostic::error(MISPLACED_DOT, message, span)))
            }
        }
    }

    /// What an inline comment precedes, if anything; any other node itself.
    fn after_comments(&self, id: NodeId) -> Option<NodeId> {
        match self.tree.nodes[id].kind {
            NodeKind::InlineComment => {
                let inner = self.tree.children(id).last()?;
                self.after_comments(inner)
            }
            _ => Some(id),
        }
    }

    fn warn_of_dot(&mut self, dot: NodeId, code: &'static str) {
        self.warn(code, "only some Scheme readers accept a dot here", dot);
    }

    /// Records a warning about a node's own token, which is written as it is. What is wrong with a stretch that cannot be read, the error
    /// says.
    fn warn(&mut self, code: &'static str, message: &str, id: NodeId) {
        if self.is_unreadable {
            return;
        }
        let span = self.tree.nodes[id].head();
        let warning = Diagnostic::warning(code, message, span);
        self.tree.warnings.push(warning);
    }

    /// Opens the frame of a list or a prefix.
    #[inline]
    fn enter(&mut self, frame: Frame) -> Taken {
        if self.depth() > MAX_DEPTH {
            return Err(self.too_deep(frame.node()));
        }
        self.around.push(replace(&mut self.frame, frame));
        self.tree.depth = self.tree.depth.max(self.depth());
        Ok(())
    }

    #[cold]
    fn too_deep(&self, node: NodeId) -> Box<Diagnostic> {
        let message = format!("lists nest deeper than {MAX_DEPTH} levels here");
        let span = self.tree.nodes[node].head();
        Box::new(Diagnostic::error("too-deep", message, span))
    }

    /// Closes the innermost frame. The node around it is plain only if this one is.
    #[inline]
    fn leave(&mut self) -> Frame {
        let around = self.around.pop().unwrap_or_default();
        let frame = replace(&mut self.frame, around);
        self.frame.is_plain &= frame.is_plain;
        frame
    }

    /// Records white space before `token` that must be kept after the innermost open brace or prefix. Comments have their
    /// own.
    #[inline(never)]
    fn keep_space(&mut self, token: Token) {
        if self.around.is_empty() || self.is_placed_comment(token) {
            return;
        }
        let start = token.start as usize;
        let text = self.text;
        let list = self.frame.node();
        let head = &mut self.tree.nodes[list];
        let has_space = match head.kind {
            NodeKind::List => text.as_bytes()[head.head_end as usize - 1] == b'{',
            _ => {
                let prefix = &text[head.head()];
                !joins_safely(prefix, text.as_bytes()[start])
            }
        };
        head.inside.set(Inside::SPACE_AFTER_HEAD, has_space);
    }

    /// Whether `token` is glued to the sibling `last`, which it touches: not every reader sees a boundary between them.
    #[inline(never)]
    fn is_glued(&mut self, last: NodeId, token: Token) -> bool {
        let start = token.start as usize;
        let bytes = self.text.as_bytes();
        let (before, after) = (bytes[start - 1], bytes[start]);
        if token.is_line() {
            // `#t#;(x)`, `a\;b`: some readers take the `#` or the `\` together with the `;`. Before white space, `#!` would begin
            // a comment for some.
            return match self.previous {
                TokenKind::Atom if before == b'\\' || self.text[..start].ends_with("#!") => true,
                TokenKind::Atom | TokenKind::Character => {
                    before == b'#' && has_inner_hash(self.node_text(last))
                }
                _ => false,
            };
        }
        let boundary = match (self.previous, after) {
            // After white space, it would end one of Guile's block comments.
            _ if self.text[start..].starts_with("!#") => false,
            // A comment that ends before its line does cannot be glued to, unless it is glued itself.
            (TokenKind::BlockComment, _) if self.tree.nodes[last].kind == NodeKind::Raw => {
                is_hard(after)
            }
            (TokenKind::LineComment | TokenKind::BlockComment, _) => true,
            _ if self.tree.is_neoteric && matches!(after, b'(' | b'[' | b'{') => false,
            _ if before == b'.' && after == b'[' => false,
            _ if self.joins(last, after) => false,
            // `_"text"` is one datum in Script-Fu: a string to translate.
            (TokenKind::Atom, b'"') if self.node_text(last) == "_" => false,
            (TokenKind::Atom, _) if before == b'\\' => false,
            // `#foo(`: some readers take the two for one token.
            (TokenKind::Atom, b'(' | b'[' | b'"') => {
                let atom = self.node_text(last);
                !atom.contains('#') || is_keyword(atom)
            }
            // `#\a#"b"`: some readers take the last `#` as part of the string.
            (TokenKind::Character, b'(' | b'[' | b'"') => !has_inner_hash(self.node_text(last)),
            (TokenKind::Open | TokenKind::Close | TokenKind::String, _) if is_hard(before) => true,
            _ => is_hard(after),
        };
        !boundary
    }

    /// Whether the sibling `last`, which touches what begins with this byte, makes up one datum with that in this reading. Notes whether it
    /// does in some.
    fn joins(&mut self, last: NodeId, after: u8) -> bool {
        let text = self.node_text(last);
        let is_joined = self.tree.nodes[last].kind == NodeKind::Raw;
        let goes_on = is_joined
            && match after {
                b'[' | b':' => text.ends_with(']'),
                // No blank on one side alone: `"a"b"c"`.
                b'"' => text.starts_with('"'),
                _ => false,
            };
        let switches = self.switches.union(Switches::SUBSCRIPTS);
        let joins = goes_on || switches.joins(self.previous, text, after);
        self.tree.may_be_joined |= joins;
        goes_on || joins && self.switches.contains(Switches::SUBSCRIPTS)
    }

    /// Records whether a token is `#!eof` with everything after it, or a here string without a line end; nothing may be
    /// appended to these.
    fn note_rest(&mut self, token: Token) {
        let is_open = self.is_here_string(token) && !self.ends_line(token.end);
        self.tree.ends_in_rest |= is_open || token.text(self.text).starts_with("#!eof");
    }

    /// Records whether a directive is that of SRFI 105.
    fn note_infix(&mut self, directive: Token) {
        self.tree.is_neoteric |= is_curly_infix(directive.text(self.text));
    }

    /// Makes `token` part of `target`, the sibling that it touches.
    #[inline(never)]
    fn glue(&mut self, target: NodeId, token: Token) -> Taken {
        let is_comment = token.is_line();
        let end = if is_comment {
            token.end_of_comment(self.text)
        } else {
            token.end
        };
        self.frame.is_plain = false;
        self.collapse(target, end);
        match token.kind {
            TokenKind::Raw => self.note_rest(token),
            TokenKind::Directive => self.note_infix(token),
            _ => {}
        }
        if is_comment || self.is_here_string(token) {
            self.tree.nodes[target].kind = NodeKind::HereString;
        }
        if token.kind == TokenKind::Prefix
            && let Some(next) = self.text.as_bytes().get(token.end as usize)
            && matches!(class(*next), Class::Open | Class::Quote)
        {
            // `a,@(b)`: for some readers `(b)` belongs to the mark, and for the others white space before it has no
            // meaning.
            self.tree.nodes[target].kind = NodeKind::Prefix;
            self.frame.last = None;
            return self.enter(Frame {
                node: target as u32,
                until: Until::Datum,
                ..Frame::default()
            });
        }
        Ok(())
    }

    fn is_here_string(&self, token: Token) -> bool {
        let text = token.text(self.text);
        token.kind == TokenKind::Raw && (text.starts_with("#<<") || text.starts_with("#<#"))
    }

    /// Turns `id` and everything after it, up to the offset `end`, into one verbatim node.
    #[inline(never)]
    fn collapse(&mut self, id: NodeId, end: u32) {
        self.tree.nodes.truncate(id + 1);
        let node = &mut self.tree.nodes[id];
        node.kind = NodeKind::Raw;
        node.end = end;
        node.head_end = end;
        node.next = id as u32 + 1;
        node.inside = Inside::empty();
    }

    /// Processes the completion of a datum or a comment.
    #[inline]
    fn complete(&mut self, id: NodeId) {
        if self.frame.is_prefix() || self.frame.skip.is_some() {
            return self.complete_around(id);
        }
        self.frame.last = Some(id as u32);
    }

    /// Processes the completion of a node that may complete a prefix around it, or that a comment may say to leave as it is.
    #[inline(never)]
    fn complete_around(&mut self, mut id: NodeId) {
        loop {
            let Node { kind, end, .. } = self.tree.nodes[id];
            let is_whole = kind == NodeKind::DatumComment || kind.is_datum();
            if is_whole && self.frame.skip.take().is_some() {
                self.skip(id, end);
            }
            self.frame.last = Some(id as u32);
            let completes = kind.is_element();
            if !self.frame.is_prefix() || !completes {
                return;
            }
            let frame = self.leave();
            let after = self.tree.nodes.len() as u32;
            let parent = &mut self.tree.nodes[frame.node()];
            parent.end = end;
            parent.next = after;
            if frame.is_plain {
                parent.inside = Inside::PLAIN;
            }
            id = frame.node();
        }
    }

    /// Makes the datum before a trailing `; schemefmt: skip` verbatim.
    #[inline(never)]
    fn skip_last(&mut self, comment: Token) {
        let last = self.frame.last();
        let last = last.filter(|last| self.tree.nodes[*last].kind.is_datum());
        match last {
            Some(last) => self.skip(last, self.tree.nodes[last].end),
            None => {
                let span = comment.span();
                let message = "expected a datum before this comment on its line";
                let warning = Diagnostic::warning(MISUSED, message, span);
                self.tree.warnings.push(warning);
            }
        }
    }

    /// Makes a datum that has just been completed verbatim, because a `; schemefmt: skip` says so.
    fn skip(&mut self, id: NodeId, end: u32) {
        self.tree.is_partial = true;
        let innermost = self.tree.nodes[self.tree.nodes.len() - 1];
        self.collapse(id, end);
        if innermost.kind == NodeKind::HereString && innermost.end == end {
            self.tree.nodes[id].kind = NodeKind::HereString;
        }
    }

    fn node_text(&self, id: NodeId) -> &'s str {
        self.tree.nodes[id].text(self.text)
    }

    /// Whether a token is a comment with no datum after it on its line.
    fn is_placed_comment(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::LineComment | TokenKind::Shebang => true,
            TokenKind::BlockComment => self.block_comment_place(token) != Placement::Free,
            _ => false,
        }
    }

    /// The placement of a block comment. If something follows it on its line, it is [`Placement::Free`] and stays with
    /// that.
    fn block_comment_place(&self, token: Token) -> Placement {
        let is_white = |c: char| match self.reads_wide_blanks {
            true => is_r6rs_whitespace(c),
            false => c.is_ascii() && class(c as u8) == Class::Space,
        };
        let line_end = char::from(self.line_end);
        let rest = &self.text[token.end as usize..];
        let rest = rest.trim_start_matches(|c| is_white(c) && c != line_end);
        let ends_line = rest.is_empty() || rest.starts_with(line_end);
        let closes = rest
            .trim_start_matches(is_white)
            .starts_with([')', ']', '}']);
        if !ends_line || closes {
            Placement::Free
        } else if self.line_ends == 0 {
            Placement::Trailing
        } else if self.column(token.start as usize) == 0 {
            Placement::Margin
        } else {
            Placement::OwnLine
        }
    }

    fn line_comment(&mut self, token: Token) {
        // What belongs to a comment that starts with `;;@doc` is data for Steel.
        self.documents &= self.previous == TokenKind::LineComment;
        self.documents |= token
            .text(self.text)
            .trim_start_matches(';')
            .starts_with("@doc");
        let end = if self.documents {
            token.end_of_line(self.text)
        } else {
            token.end_of_comment(self.text)
        };
        let text = &self.text[token.start as usize..end as usize];
        let own_line = self.line_ends > 0;
        let pragma = Pragma::of(text).filter(|_| !self.is_unreadable);
        if pragma == Some(Pragma::Skip) && !own_line {
            self.skip_last(token);
        }
        let id = self.push(NodeKind::LineComment, token.start, end);
        let last = self.frame.last().map(|last| self.tree.nodes[last]);
        let column = self.column(token.start as usize);
        let goes_on = self.line_ends == 1
            && last.is_some_and(|last| {
                last.placement.belongs_to_code()
                    && last.kind == NodeKind::LineComment
                    && self.column(last.start as usize) == column
            });
        self.tree.nodes[id].placement = if self.line_ends == 0 {
            Placement::Trailing
        } else if goes_on {
            Placement::Continued
        } else if column == 0 {
            Placement::Margin
        } else {
            Placement::OwnLine
        };
        match pragma {
            Some(pragma) => self.apply(pragma, id, own_line),
            None => {
                let id = self.with_comments_before(id);
                self.complete(id);
            }
        }
    }

    /// Applies a pragma in a comment.
    #[inline(never)]
    fn apply(&mut self, pragma: Pragma, id: NodeId, own_line: bool) {
        let end = self.tree.nodes[id].end;
        match (pragma, self.frame.off()) {
            (Pragma::On, Some(off)) if own_line => return self.end_region(off, end),
            (Pragma::Off, None) if own_line => self.frame.off = Some(id as u32),
            (Pragma::On, None) if own_line => {
                self.warn(MISUSED, "no matching `schemefmt: off`", id);
            }
            (Pragma::Unknown, _) => {
                let message = "unknown pragma: expected `schemefmt: off`, `schemefmt: on` or `schemefmt: skip`";
                self.warn("unknown-pragma", message, id);
            }
            (Pragma::On | Pragma::Off, _) if !own_line => {
                self.warn(MISUSED, "this must be on its own line", id);
            }
            _ => {}
        }
        self.complete(id);
        if pragma == Pragma::Skip && own_line {
            self.frame.skip = Some(id as u32);
        }
    }

    /// Makes the region from the comment `off` up to the offset `end` verbatim.
    fn end_region(&mut self, off: NodeId, end: u32) {
        self.tree.is_partial = true;
        self.collapse(off, end);
        // A region ends in a comment, or is treated as if it did: nothing may follow on its last line, unless a closing bracket touches
        // it that some readers take for a part of its last atom. It keeps doing so.
        let (region, rest) = self.text.split_at(end as usize);
        let is_touched =
            rest.starts_with('}') || region.ends_with(['.', '\\']) && rest.starts_with([')', ']']);
        self.tree.nodes[off].kind = if self.ends_line(end) {
            NodeKind::HereString
        } else if is_touched {
            NodeKind::Raw
        } else {
            NodeKind::LineComment
        };
        self.frame.off = None;
        self.frame.skip = None;
        // Dots in the region are not checked, nor those around it, which look the same.
        self.frame.has_dot = false;
        self.frame.last = Some(off as u32);
    }

    /// The column of an offset on its line.
    fn column(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset];
        let line = memrchr(self.line_end, before).map_or(0, |i| i + 1);
        column(&self.text[line..offset], TAB)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn close(&mut self, token: Token, gap: Separation) -> Taken {
        let shape = self.text.as_bytes()[token.start as usize];
        let frame = &mut self.frame;
        let touches = gap == Separation::Nothing;
        frame.is_plain &= touches;
        let is_simple = frame.off.is_none() && frame.skip.is_none() && !frame.has_dot;
        if frame.until != Until::Bracket(shape) || !is_simple {
            self.prepare_to_close(token, shape)?;
        }
        let frame = self.leave();
        let end_of_nodes = self.tree.nodes.len() as u32;
        let node = &mut self.tree.nodes[frame.node()];
        node.end = token.end;
        node.next = end_of_nodes;
        // Some readers would take `.]` for an atom.
        let holds_space = shape == b'}' || shape == b']' && self.previous == TokenKind::Dot;
        if frame.is_plain {
            node.inside = Inside::PLAIN;
        } else {
            let has_space = holds_space && !touches;
            node.inside.set(Inside::SPACE_BEFORE_END, has_space);
            if !touches && self.line_ends == 0 {
                self.note_wide_gap(frame.node());
            }
        }
        match self.frame.last() {
            Some(target) if frame.is_glued => self.collapse(target, token.end),
            _ => self.complete(frame.node()),
        }
        Ok(())
    }

    /// Closes whatever is still open in the list that a bracket of this shape closes, if it does.
    #[cold]
    fn prepare_to_close(&mut self, token: Token, shape: u8) -> Taken {
        // Prefixes still waiting for a datum are left as they are.
        self.abandon_prefixes();
        let span = token.span();
        if self.around.is_empty() {
            return Err(Box::new(Diagnostic::error(
                "unmatched-closer",
                format!("unmatched `{}`", char::from(shape)),
                span,
            )));
        }
        self.end_region_inside();
        self.warn_of_skip();
        if let Until::Bracket(due) = self.frame.until
            && due != shape
        {
            let fault = Diagnostic::error(
                "mismatched-closer",
                format!(
                    "expected `{}`, found `{}`",
                    char::from(due),
                    char::from(shape)
                ),
                span,
            );
            let list = self.frame.node();
            let open_span = self.tree.nodes[list].head();
            return Err(Box::new(fault.with_label(open_span, "opened here")));
        }
        self.check_dots(shape)
    }

    /// Warns about a comment that is to skip a datum, if the list or the text ends without one.
    fn warn_of_skip(&mut self) {
        if let Some(skip) = self.frame.skip {
            self.warn(
                MISUSED,
                "expected a datum after this comment",
                skip as NodeId,
            );
        }
    }

    /// Makes a region that is still open verbatim, up to the last token.
    fn end_region_inside(&mut self) {
        let Some(off) = self.frame.off() else {
            return;
        };
        let message = "no matching `schemefmt: on`; the rest of the list or file stays as it is";
        self.warn(MISUSED, message, off);
        self.end_region(off, self.previous_end());
    }

    /// Closes the innermost prefixes without a datum.
    fn abandon_prefixes(&mut self) {
        while self.frame.is_prefix() {
            self.abandon();
        }
    }

    /// Closes the innermost prefix without a datum, or the innermost list without a bracket.
    fn abandon(&mut self) {
        let end = self.previous_end();
        self.end_region_inside();
        self.frame.is_plain = false;
        let node = self.leave().node();
        self.tree.nodes[node].end = end;
        self.tree.nodes[node].next = self.tree.nodes.len() as u32;
        self.frame.last = Some(node as u32);
        let kind = self.tree.nodes[node].kind;
        if kind != NodeKind::InlineComment {
            let message =
                "expected a datum after this prefix; only some Scheme readers accept this";
            self.warn("lone-prefix", message, node);
        }
    }

    fn finish(mut self) -> Result<Tree, Diagnostic> {
        self.abandon_prefixes();
        if let Some(list) = self.innermost_list() {
            let (span, end) = (list.head(), self.text.len());
            let message = format!("unclosed `{}`", &self.text[span.clone()]);
            return Err(Diagnostic::whole(Severity::Error, "unclosed-list", message)
                .with_label(span, "opened here")
                .with_label(end..end, "the file ends here"));
        }
        self.end_region_inside();
        self.warn_of_skip();
        self.tree.nodes.shrink_to_fit();
        Ok(self.tree)
    }

    /// The innermost list that is open.
    fn innermost_list(&self) -> Option<&Node> {
        let is_list = |frame: &&Frame| matches!(frame.until, Until::Bracket(_));
        let mut frames = iter::once(&self.frame).chain(self.around.iter().rev());
        let list = frames.find(is_list)?;
        Some(&self.tree.nodes[list.node()])
    }

    /// Adds to an error about a token which list is open.
    fn explain(&self, fault: Diagnostic) -> Diagnostic {
        match self.innermost_list() {
            Some(list) => fault.with_label(list.head(), "in this list"),
            None => fault,
        }
    }
}

/// Whether every reader ignores white space between a prefix and a datum that starts with the byte `next`.
pub(crate) fn joins_safely(prefix: &str, next: u8) -> bool {
    match prefix {
        "'" | "`" | ",@" | "#'" => true,
        "," | "#," => next != b'@',
        "#`" => next != b'"',
        _ => false,
    }
}

/// The closing bracket for an opening bracket.
pub(crate) fn closer(open: u8) -> u8 {
    match open {
        b'[' => b']',
        b'{' => b'}',
        _ => b')',
    }
}

/// The opening bracket for a closing bracket.
pub(crate) fn opener_of(closer: u8) -> u8 {
    match closer {
        b']' => b'[',
        b'}' => b'{',
        _ => b'(',
    }
}

/// The first form feed at or after an offset, or the end of the text.
fn page_after(text: &str, offset: usize) -> usize {
    let rest = &text.as_bytes()[offset..];
    offset + memchr(FORM_FEED, rest).unwrap_or(rest.len())
}
