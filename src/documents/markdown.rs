//! Markdown: fenced blocks, wherever they are nested.

use std::mem;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::{Block, dialect_named};

/// The comments, of Markdown and of MDX, that leave the block below alone.
const SKIPS: [&str; 2] = ["<!-- schemefmt: skip -->", "{/* schemefmt: skip */}"];

/// The fewest marks that begin a block.
const MIN_MARKS: usize = 3;

/// The fenced blocks of a document whose info string names a Scheme, without those that are skipped.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let front = front_matter(text);
    let mut blocks = Vec::new();
    let mut open: Option<Fence> = None;
    let events = Parser::new_ext(&text[front..], Options::ENABLE_FOOTNOTES).into_offset_iter();
    for (event, span) in events {
        let span = front + span.start..front + span.end;
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let dialect = dialect_named(language(&info));
                let dialect = dialect.filter(|_| !is_skipped(&text[..span.start]));
                open = dialect.map(|dialect| Fence {
                    block: Block::new(dialect),
                    marks: marks(&text[span.start..]),
                    is_closed: text[span.clone()]
                        .trim_end()
                        .ends_with(marks(&text[span.start..])),
                    holds: false,
                    line: None,
                });
            }
            Event::Text(shown) => {
                if let Some(fence) = &mut open {
                    fence.add(text, &shown, span);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take().map(Fence::finish)),
            _ => {}
        }
    }
    blocks
}

/// Whether what stands above a block ends with a comment that leaves it alone, on a line of its own in the same list or quotation.
fn is_skipped(above: &str) -> bool {
    let mut lines = above.rsplit('\n').skip(1);
    let marks = [' ', '\t', '>', '-', '*', '+'];
    let last = lines.find_map(|line| {
        let line = line.trim_start_matches(marks).trim_end();
        (!line.is_empty()).then_some(line)
    });
    last.is_some_and(|line| SKIPS.contains(&line))
}

/// The length of the front matter: metadata at the beginning of a text.
fn front_matter(text: &str) -> usize {
    let metadata = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    match Parser::new_ext(text, metadata).into_offset_iter().next() {
        Some((Event::Start(Tag::MetadataBlock(_)), span)) if span.start == 0 => span.end,
        _ => 0,
    }
}

/// The language in an info string: its first word, or the first class in braces.
fn language(info: &str) -> &str {
    let after_identifier = info.strip_prefix("{#").and_then(|it| it.split_once(' '));
    let info = after_identifier.map_or(info, |(_, classes)| classes);
    let info = info.trim_start_matches(['{', '.', ' ']);
    let end = info.find([' ', '\t', ',', ';', ':', '{', '}', '/', '[']);
    &info[..end.unwrap_or(info.len())]
}

/// The backquotes or tildes at the beginning of a text.
fn marks(text: &str) -> &str {
    let mark = if text.starts_with('~') { '~' } else { '`' };
    &text[..text.len() - text.trim_start_matches(mark).len()]
}

/// A fenced block whose end has not been reached.
struct Fence<'t> {
    block: Block,
    /// The marks that it begins with.
    marks: &'t str,
    /// Whether it ends with them, too.
    is_closed: bool,
    /// Whether a line has begun a block of other marks in it, which has not ended.
    holds: bool,
    /// A line whose end has not been reached.
    line: Option<Range<usize>>,
}

impl Fence<'_> {
    /// Adds a piece of the code, which the parser reports as `shown`. It reports a line that ends with CR LF in two parts, without the CR.
    fn add(&mut self, text: &str, shown: &str, span: Range<usize>) {
        let piece = &text[span.clone()];
        self.block.is_literal &= piece == shown;
        let mut start = span.start;
        for part in piece.split_inclusive('\n') {
            let line = self.line.get_or_insert(start..start);
            let content = part.strip_suffix('\n');
            let length = content.unwrap_or(part).len();
            if length > 0 {
                self.block.is_literal &= line.end == start;
                line.end = start + length;
            }
            if content.is_some()
                && let Some(line) = self.line.take()
            {
                if self.is_marked(text[line.clone()].trim()) {
                    self.block.other.get_or_insert(line.clone());
                }
                self.block.lines.push(line);
            }
            start += part.len();
        }
    }

    /// Whether a line, without the blanks around it, seems to begin or end a block, so that the end of this one is probably missing or
    /// wrong. A fence may hold a whole block of other marks.
    fn is_marked(&mut self, line: &str) -> bool {
        let marks = marks(line);
        let info = &line[marks.len()..];
        if info.is_empty() && marks.len() > 1 {
            return !mem::take(&mut self.holds);
        }
        let begins = marks.len() >= MIN_MARKS && !info.contains('`');
        let is_like = line.starts_with(self.marks) || !self.is_closed;
        self.holds |= begins && !is_like;
        begins && is_like
    }

    /// The whole block. Its last line may lack a line end.
    fn finish(mut self) -> Block {
        self.block.lines.extend(self.line.take());
        self.block
    }
}
