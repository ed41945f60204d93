//! The parser: tokens in, tree out. Iterative, one pass, no look at columns but those of comments.
//!
//! The steps that most tokens take are inlined and the others are not, as instructions were counted (`.ci/instructions`).
//!
//! It decides three things besides nesting: where each comment stands ([`Place`]), which tokens are glued to each other
//! and so come out as one verbatim node, and which regions the author has excluded from formatting
//! (`; schemefmt: off`, `on`, `skip`).

use crate::diagnostics::Diagnostic;
use crate::syntax::chars::{Class, class, is_hard};
use crate::syntax::lexer::{Lexer, Whitespace, line_end};
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Node, NodeId, NodeKind, Place, Spaced, Tree};
use memchr::{memchr, memchr_iter, memrchr};

/// How deep lists and prefixes may nest. Beyond it the indentation alone would make the output quadratic.
pub const MAX_DEPTH: usize = 1000;

const FORM_FEED: u8 = 0x0C;

/// Parses what a lexer gives; `observe` is shown each token on the way that is not white space, and the lexer's text.
///
/// # Errors
/// The first of: something unterminated, NUL, a closing bracket without an opening one or of another shape, nesting deeper
/// than [`MAX_DEPTH`], an opening bracket that is never closed. The spans are offsets into the lexer's text.
pub fn parse<'s>(
    lexer: &mut Lexer<'s>,
    mut observe: impl FnMut(Token, &'s str),
) -> Result<Tree, Diagnostic> {
    let text = lexer.text();
    let mut parser = Parser::new(text);
    loop {
        let before = lexer.place().pos;
        let white = lexer.skip_whitespace();
        parser.whitespace(before, white);
        let Some(token) = lexer.next() else {
            return parser.finish();
        };
        if let Some(fault) = lexer.fault() {
            return Err(parser.explain(fault.clone()));
        }
        observe(token, text);
        let touches = before == white.end;
        parser.token(token, touches).map_err(|fault| *fault)?;
    }
}

/// What a token may come to. The error is boxed, since it is large and every token has a result.
type Step = Result<(), Box<Diagnostic>>;

/// What an open frame waits for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Until {
    /// The end of the text: the top level.
    #[default]
    End,
    /// A datum: a prefix.
    Datum,
    /// This bracket: a list.
    Bracket(u8),
}

/// An open list or prefix, or the top level.
#[derive(Default)]
struct Frame {
    node: NodeId,
    /// The last sibling that is complete.
    last: Option<NodeId>,
    /// The comment that began a region excluded from formatting.
    off: Option<NodeId>,
    until: Until,
    /// Whether it is glued to the last sibling in the frame around it.
    is_glued: bool,
    /// Whether the last sibling asks for what comes next to be verbatim.
    skips: bool,
}

impl Frame {
    #[inline]
    fn is_prefix(&self) -> bool {
        self.until == Until::Datum
    }

    /// Notes the last sibling.
    #[inline]
    fn follow(&mut self, last: NodeId) {
        self.last = Some(last);
        self.skips = false;
    }
}

struct Parser<'s> {
    text: &'s str,
    line_end: u8,
    tree: Tree,
    /// The open lists and prefixes; the first frame is the top level.
    frames: Vec<Frame>,
    /// The kind of the last token; white space at the start.
    previous: TokenKind,
    /// Where it ends.
    end: u32,
    /// Line ends in the white space since then; at the start of the text, one more.
    line_ends: usize,
    /// Where the next form feed is, or the end of the text.
    next_page: usize,
}

impl<'s> Parser<'s> {
    fn new(text: &'s str) -> Self {
        Parser {
            text,
            line_end: line_end(text),
            // A node stands for about seven bytes of ordinary code, and of dense code for fewer. Room that is not used costs
            // nothing, and room that is missing a copy of all nodes.
            tree: Tree {
                nodes: Vec::with_capacity(text.len() / 3 + 1),
                depth: 0,
                ends_in_rest: false,
            },
            frames: vec![Frame::default()],
            previous: TokenKind::Whitespace,
            end: 0,
            line_ends: 1,
            next_page: page_after(text, 0),
        }
    }

    #[inline]
    fn frame(&mut self) -> &mut Frame {
        // The top level's frame is never popped.
        let innermost = self.frames.len() - 1;
        &mut self.frames[innermost]
    }

    /// Takes the next token that is not white space; `touches` says whether it touches what is before it.
    #[inline(always)]
    fn token(&mut self, token: Token, touches: bool) -> Step {
        match token.kind {
            TokenKind::Close => self.close(token, touches)?,
            _ => self.open_or_leaf(token, touches)?,
        }
        self.previous = token.kind;
        self.end = token.end;
        self.line_ends = 0;
        Ok(())
    }

    /// The end of the last token. The carriage return before a line feed is not a comment's.
    fn previous_end(&self) -> u32 {
        match self.previous {
            TokenKind::LineComment | TokenKind::Shebang => {
                let before = &self.text.as_bytes()[..self.end as usize];
                before.trim_ascii_end().len() as u32
            }
            _ => self.end,
        }
    }

    /// Takes the white space from `start` on before the next token.
    #[inline]
    fn whitespace(&mut self, start: usize, white: Whitespace) {
        if self.next_page < white.end {
            return self.pages(start, white);
        }
        self.line_ends += white.line_ends;
    }

    /// The same where there may be form feeds, each of which is a node where it stands between the items of a list.
    #[cold]
    fn pages(&mut self, start: usize, white: Whitespace) {
        self.next_page = page_after(self.text, white.end);
        let bytes = &self.text.as_bytes()[start..white.end];
        let line_end = self.line_end;
        let count = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == line_end).count();
        let is_inside = self.frames.len() > 1;
        let list = self.frame().node;
        let is_between = !is_inside || self.tree.nodes[list].kind == NodeKind::List;
        if self.frame().off.is_some() || !is_between || !bytes.contains(&FORM_FEED) {
            self.line_ends += white.line_ends;
            return;
        }
        let mut from = 0;
        for page in memchr_iter(FORM_FEED, bytes) {
            self.line_ends = (self.line_ends + count(&bytes[from..page])).max(1);
            let at = (start + page) as u32;
            let id = self.push(NodeKind::Page, at, at + 1);
            if is_inside {
                self.tree.nodes[id].place = Place::Margin;
            }
            self.frame().follow(id);
            self.line_ends = 0;
            from = page + 1;
        }
        self.line_ends = (self.line_ends + count(&bytes[from..])).max(1);
    }

    /// Appends a node; it is complete unless it is a list or a prefix.
    #[inline]
    fn push(&mut self, kind: NodeKind, start: u32, end: u32) -> NodeId {
        let id = self.tree.nodes.len();
        self.tree.nodes.push(Node {
            start,
            end,
            head_end: end,
            next: id as u32 + 1,
            kind,
            place: Place::Free,
            blank: self.line_ends.saturating_sub(1).min(2) as u8,
            begins_line: self.line_ends > 0,
            spaced: Spaced::default(),
        });
        id
    }

    #[inline(always)]
    fn open_or_leaf(&mut self, token: Token, touches: bool) -> Step {
        let glued = match self.frame().last {
            Some(last) if touches => self.is_glued(last, token).then_some(last),
            None if !touches => {
                self.keep_space(token);
                None
            }
            _ => None,
        };
        match (token.kind, glued) {
            (TokenKind::Open, _) => {
                let id = self.push(NodeKind::List, token.start, token.end);
                let closer = closer(self.text.as_bytes()[token.end as usize - 1]);
                self.enter(id, Until::Bracket(closer), glued.is_some())
            }
            (_, Some(target)) => self.glue(target, token),
            (TokenKind::Atom, None) => {
                let id = self.push(NodeKind::Atom, token.start, token.end);
                self.complete(id);
                Ok(())
            }
            (_, None) => self.other(token),
        }
    }

    /// Takes a token that is neither a bracket nor an atom, nor glued to anything.
    #[inline(never)]
    fn other(&mut self, token: Token) -> Step {
        let kind = match token.kind {
            TokenKind::Prefix => return self.prefix(NodeKind::Prefix, token),
            TokenKind::DatumComment => return self.prefix(NodeKind::DatumComment, token),
            TokenKind::BlockComment => match self.block_comment_place(token) {
                Place::Free => return self.prefix(NodeKind::InlineComment, token),
                place => {
                    let id = self.push(NodeKind::BlockComment, token.start, token.end);
                    self.tree.nodes[id].place = place;
                    self.complete(id);
                    return Ok(());
                }
            },
            TokenKind::LineComment | TokenKind::Shebang => {
                self.line_comment(token);
                return Ok(());
            }
            TokenKind::String => NodeKind::String,
            TokenKind::Raw if self.is_here_string(token) => NodeKind::HereString,
            TokenKind::Raw => {
                self.note_rest(token);
                NodeKind::Raw
            }
            TokenKind::Character => NodeKind::Character,
            TokenKind::Dot => NodeKind::Dot,
            TokenKind::Directive => NodeKind::Directive,
            TokenKind::Atom | TokenKind::Whitespace | TokenKind::Open | TokenKind::Close => {
                NodeKind::Atom
            }
        };
        let id = self.push(kind, token.start, token.end);
        self.complete(id);
        Ok(())
    }

    /// Opens a prefix, or what counts as one.
    fn prefix(&mut self, kind: NodeKind, token: Token) -> Step {
        let id = self.push(kind, token.start, token.end);
        self.enter(id, Until::Datum, false)
    }

    /// Opens the frame of a list or a prefix.
    #[inline]
    fn enter(&mut self, node: NodeId, until: Until, is_glued: bool) -> Step {
        if self.frames.len() > MAX_DEPTH {
            return Err(self.too_deep(node));
        }
        self.frames.push(Frame {
            node,
            until,
            is_glued,
            ..Frame::default()
        });
        self.tree.depth = self.tree.depth.max(self.frames.len());
        Ok(())
    }

    #[cold]
    fn too_deep(&self, node: NodeId) -> Box<Diagnostic> {
        let Node {
            start, head_end, ..
        } = self.tree.nodes[node];
        Box::new(Diagnostic::error(
            "too-deep",
            format!("lists nest deeper than {MAX_DEPTH} levels here"),
            start as usize..head_end as usize,
        ))
    }

    /// Closes the innermost frame.
    #[inline]
    fn leave(&mut self) -> Frame {
        self.frames.pop().unwrap_or_default()
    }

    /// Notes the white space before `token` that must be kept after the innermost open curly bracket or prefix. Comments
    /// bring their own.
    #[inline(never)]
    fn keep_space(&mut self, token: Token) {
        if self.frames.len() == 1 || self.is_placed_comment(token) {
            return;
        }
        let start = token.start as usize;
        let text = self.text;
        let list = self.frame().node;
        let head = &mut self.tree.nodes[list];
        head.spaced.after_head = match head.kind {
            NodeKind::List => text.as_bytes()[head.head_end as usize - 1] == b'{',
            _ => {
                let prefix = &text[head.start as usize..head.head_end as usize];
                !joins_safely(prefix, text.as_bytes()[start])
            }
        };
    }

    /// Whether `token`, which touches the sibling `last`, is glued to it: no reader's boundary is at the joint.
    #[inline(never)]
    fn is_glued(&self, last: NodeId, token: Token) -> bool {
        let start = token.start as usize;
        if matches!(token.kind, TokenKind::LineComment | TokenKind::Shebang) {
            return false;
        }
        let bytes = self.text.as_bytes();
        let (before, after) = (bytes[start - 1], bytes[start]);
        let boundary = match (self.previous, after) {
            // After white space it would end a block comment of Guile's.
            _ if self.text[start..].starts_with("!#") => false,
            // A comment that ends before the line does is no neighbour to glue to.
            (TokenKind::LineComment | TokenKind::BlockComment, _) => true,
            _ if before == b'.' && after == b'[' => false,
            // `_"text"` is one datum in Script-Fu: a text to translate.
            (TokenKind::Atom, b'"') if self.node_text(last) == "_" => false,
            (TokenKind::Atom, b'(' | b'[' | b'"') => {
                // `#foo(`: some readers take the two for one token.
                let Node { start, end, .. } = self.tree.nodes[last];
                !self.text[start as usize..end as usize].contains('#')
            }
            (TokenKind::Open | TokenKind::Close | TokenKind::String, _) if is_hard(before) => true,
            _ => is_hard(after),
        };
        !boundary
    }

    /// Notes whether a token is `#!eof` and all that follows it, to which nothing may be added.
    fn note_rest(&mut self, token: Token) {
        self.tree.ends_in_rest |= token.text(self.text).starts_with("#!eof");
    }

    /// Makes `token` a part of `target`, the sibling that it touches.
    #[inline(never)]
    fn glue(&mut self, target: NodeId, token: Token) -> Step {
        self.collapse(target, token.end);
        if token.kind == TokenKind::Raw {
            self.note_rest(token);
        }
        if self.is_here_string(token) {
            self.tree.nodes[target].kind = NodeKind::HereString;
        }
        if token.kind == TokenKind::Prefix
            && let Some(next) = self.text.as_bytes().get(token.end as usize)
            && matches!(class(*next), Class::Open | Class::Quote)
        {
            // `a,@(b)`: to some readers `(b)` belongs to the mark, to the others white space before it means nothing.
            self.tree.nodes[target].kind = NodeKind::Prefix;
            self.frame().last = None;
            return self.enter(target, Until::Datum, false);
        }
        Ok(())
    }

    fn is_here_string(&self, token: Token) -> bool {
        token.kind == TokenKind::Raw && token.text(self.text).starts_with("#<")
    }

    /// Makes one verbatim node of `id` and all that follows it, up to the offset `end`.
    #[inline(never)]
    fn collapse(&mut self, id: NodeId, end: u32) {
        self.tree.nodes.truncate(id + 1);
        let node = &mut self.tree.nodes[id];
        node.kind = NodeKind::Raw;
        node.end = end;
        node.head_end = end;
        node.next = id as u32 + 1;
        node.spaced = Spaced::default();
    }

    /// A datum or a comment is complete.
    #[inline]
    fn complete(&mut self, id: NodeId) {
        if self.frame().is_prefix() || self.frame().skips {
            return self.complete_around(id);
        }
        self.frame().last = Some(id);
    }

    /// The same where a prefix waits for it, which is complete then too, or a comment says to leave it as it is.
    #[inline(never)]
    fn complete_around(&mut self, mut id: NodeId) {
        loop {
            let Node { kind, end, .. } = self.tree.nodes[id];
            if self.frame().skips && (kind == NodeKind::DatumComment || kind.is_datum()) {
                self.skip(id, end);
            }
            self.frame().follow(id);
            let completes = kind.is_datum() || kind == NodeKind::Dot;
            if !self.frame().is_prefix() || !completes {
                return;
            }
            let parent = self.leave().node;
            self.tree.nodes[parent].end = end;
            self.tree.nodes[parent].next = self.tree.nodes.len() as u32;
            id = parent;
        }
    }

    /// Makes a datum that has just been completed verbatim, since `; schemefmt: skip` stands before it.
    fn skip(&mut self, id: NodeId, end: u32) {
        let innermost = self.tree.nodes[self.tree.nodes.len() - 1];
        self.collapse(id, end);
        if innermost.kind == NodeKind::HereString && innermost.end == end {
            self.tree.nodes[id].kind = NodeKind::HereString;
        }
    }

    fn node_text(&self, id: NodeId) -> &'s str {
        let Node { start, end, .. } = self.tree.nodes[id];
        &self.text[start as usize..end as usize]
    }

    /// Whether a token is a comment that no datum follows on its line.
    fn is_placed_comment(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::LineComment | TokenKind::Shebang => true,
            TokenKind::BlockComment => self.block_comment_place(token) != Place::Free,
            _ => false,
        }
    }

    /// Where a block comment stands. One with something after it on its line is [`Place::Free`]: it goes with that.
    fn block_comment_place(&self, token: Token) -> Place {
        let rest = &self.text.as_bytes()[token.end as usize..];
        let blank = rest
            .iter()
            .take_while(|b| class(**b) == Class::Space && **b != self.line_end)
            .count();
        let ends_line = rest.get(blank).is_none_or(|b| *b == self.line_end);
        let closes = rest
            .iter()
            .find(|b| class(**b) != Class::Space)
            .is_some_and(|b| matches!(class(*b), Class::Close | Class::CloseBrace));
        if !ends_line || closes {
            Place::Free
        } else if self.line_ends == 0 {
            Place::Trailing
        } else if self.column(token.start as usize) == 0 {
            Place::Margin
        } else {
            Place::OwnLine
        }
    }

    fn line_comment(&mut self, token: Token) {
        let text = token.text(self.text).trim_ascii_end();
        let end = token.start + text.len() as u32;
        let id = self.push(NodeKind::LineComment, token.start, end);
        let last = self.frame().last.map(|last| self.tree.nodes[last]);
        let column = self.column(token.start as usize);
        let goes_on = self.line_ends == 1
            && last.is_some_and(|last| {
                matches!(last.place, Place::Trailing | Place::Continued)
                    && last.kind == NodeKind::LineComment
                    && self.column(last.start as usize) == column
            });
        self.tree.nodes[id].place = if self.line_ends == 0 {
            Place::Trailing
        } else if goes_on {
            Place::Continued
        } else if column == 0 {
            Place::Margin
        } else {
            Place::OwnLine
        };
        let own_line = self.line_ends > 0;
        let off = self.frame().off;
        let pragma = pragma(text);
        match (pragma, off) {
            (Some(Pragma::Off), None) if own_line => self.frame().off = Some(id),
            (Some(Pragma::On), Some(off)) if own_line => {
                self.end_region(off, end);
                return;
            }
            _ => {}
        }
        self.complete(id);
        self.frame().skips = pragma == Some(Pragma::Skip)
            && matches!(self.tree.nodes[id].place, Place::OwnLine | Place::Margin);
    }

    /// Makes the region from the comment `off` up to the offset `end` verbatim.
    fn end_region(&mut self, off: NodeId, end: u32) {
        self.collapse(off, end);
        // A region ends in a comment, or is treated so: nothing may follow on its last line.
        self.tree.nodes[off].kind = NodeKind::LineComment;
        self.frame().off = None;
        self.frame().follow(off);
    }

    /// The column of an offset on its line, tabs counted to 8.
    fn column(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset];
        let line = memrchr(self.line_end, before).map_or(0, |i| i + 1);
        crate::width::column(&self.text[line..offset])
    }

    #[inline(always)]
    fn close(&mut self, token: Token, touches: bool) -> Step {
        let shape = self.text.as_bytes()[token.start as usize];
        if self.frame().until != Until::Bracket(shape) || self.frame().off.is_some() {
            self.prepare_to_close(token, shape, touches)?;
        }
        let frame = self.leave();
        let end_of_nodes = self.tree.nodes.len() as u32;
        let node = &mut self.tree.nodes[frame.node];
        node.end = token.end;
        node.next = end_of_nodes;
        // `.]` would be an atom to some.
        let holds_space = shape == b'}' || shape == b']' && self.previous == TokenKind::Dot;
        node.spaced.before_end = holds_space && !touches;
        match self.frame().last {
            Some(target) if frame.is_glued => {
                self.collapse(target, token.end);
                self.frame().follow(target);
            }
            _ => self.complete(frame.node),
        }
        Ok(())
    }

    /// Ends what is still open in the list that a bracket of a shape closes, if it does.
    #[cold]
    fn prepare_to_close(&mut self, token: Token, shape: u8, touches: bool) -> Step {
        // Prefixes that wait for a datum that does not come stay as they are.
        while self.frame().is_prefix() {
            self.abandon_prefix();
        }
        let span = token.start as usize..token.end as usize;
        if self.frames.len() == 1 {
            return Err(Box::new(Diagnostic::error(
                "unmatched-closer",
                format!("`{}` closes nothing", char::from(shape)),
                span,
            )));
        }
        if let Some(off) = self.frame().off {
            self.end_region(off, self.previous_end());
            if shape == b'}' && touches {
                // The bracket touches what is before it, and goes on doing so.
                self.tree.nodes[off].kind = NodeKind::Raw;
            }
        }
        if let Until::Bracket(due) = self.frame().until
            && due != shape
        {
            let fault = Diagnostic::error(
                "mismatched-closer",
                format!("`{}` where `{}` is due", char::from(shape), char::from(due)),
                span,
            );
            let list = self.frame().node;
            let head = self.tree.nodes[list];
            let open_span = head.start as usize..head.head_end as usize;
            return Err(Box::new(fault.with_label(open_span, "opened here")));
        }
        Ok(())
    }

    /// Closes the innermost prefix, which has no datum.
    fn abandon_prefix(&mut self) {
        let end = self.previous_end();
        if let Some(off) = self.frame().off {
            self.end_region(off, end);
        }
        let prefix = self.leave().node;
        self.tree.nodes[prefix].end = end;
        self.tree.nodes[prefix].next = self.tree.nodes.len() as u32;
        self.frame().follow(prefix);
    }

    fn finish(mut self) -> Result<Tree, Diagnostic> {
        while self.frame().is_prefix() {
            self.abandon_prefix();
        }
        if self.frames.len() > 1 {
            let fault = Diagnostic::error(
                "unclosed-list",
                "the file ends before every list is closed",
                self.text.len()..self.text.len(),
            );
            return Err(self.explain(fault));
        }
        if let Some(off) = self.frame().off {
            self.end_region(off, self.previous_end());
        }
        Ok(self.tree)
    }

    /// Adds to an error at the end of the text which list stands open.
    fn explain(&self, fault: Diagnostic) -> Diagnostic {
        let open = self
            .frames
            .iter()
            .rev()
            .find(|frame| matches!(frame.until, Until::Bracket(_)))
            .map(|frame| self.tree.nodes[frame.node]);
        match open {
            Some(node) if fault.code == "unclosed-list" => {
                let span = node.start as usize..node.head_end as usize;
                let opener = self.text[span.clone()].to_owned();
                Diagnostic {
                    message: format!("`{opener}` is never closed"),
                    labels: Vec::new(),
                    ..fault
                }
                .with_label(span, "opened here")
                .with_label(self.text.len()..self.text.len(), "the file ends here")
            }
            Some(node) => {
                fault.with_label(node.start as usize..node.head_end as usize, "in this list")
            }
            None => fault,
        }
    }
}

/// Whether white space between a prefix and a datum that begins with the byte `next` means nothing to any reader.
pub(crate) fn joins_safely(prefix: &str, next: u8) -> bool {
    match prefix {
        "'" | "`" | ",@" | "#'" => true,
        "," | "#," => next != b'@',
        "#`" => next != b'"',
        _ => false,
    }
}

/// The closing bracket of an opening one.
pub(crate) fn closer(open: u8) -> u8 {
    match open {
        b'[' => b']',
        b'{' => b'}',
        _ => b')',
    }
}

/// Where the first form feed at or after an offset is, or the end of the text.
fn page_after(text: &str, offset: usize) -> usize {
    let rest = &text.as_bytes()[offset..];
    offset + memchr(FORM_FEED, rest).unwrap_or(rest.len())
}

/// A comment that speaks to the formatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pragma {
    /// What follows, up to `on` or the end of the list, is verbatim.
    Off,
    /// Ends what `off` began.
    On,
    /// The datum that follows is verbatim.
    Skip,
}

fn pragma(comment: &str) -> Option<Pragma> {
    let text = comment.trim_start_matches(';').trim();
    match text.strip_prefix("schemefmt:")?.trim() {
        "off" => Some(Pragma::Off),
        "on" => Some(Pragma::On),
        "skip" => Some(Pragma::Skip),
        _ => None,
    }
}
