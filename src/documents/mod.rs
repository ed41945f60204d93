//! Scheme inside documents: the code in the blocks of a Markdown, Texinfo, Org or reStructuredText file.
//!
//! A **notation** is the markup of a document, known by its file extension. Its recognizer finds the **blocks**: lines of code in a
//! language that is a Scheme. The rest is the same for every notation: the [`code`] of a block is extracted as the document
//! [prints](printed) it, formatted at the width that its indentation leaves, and put back with the original prefixes. Everything outside of
//! blocks stays the same, byte for byte, and so does a block that is not a whole [`program`].
//!
//! The result is verified: the recognizer must find the same blocks with the same tokens in it, and the same text between them.

mod code;
mod markdown;
mod org;
mod printed;
mod program;
mod rst;
mod texinfo;

use std::ops::Range;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::dialects::Dialect;
use crate::dialects::normalize::Normalizer;
use crate::forms::packs::Pack;
use crate::forms::project::libraries;
use crate::hunks::{Hunk, hunks_of};
use crate::options::{EndOfLine, Options, SortExports, SortImports};
use crate::pipeline::{detect, format, normalizer, read_whole};
use crate::range::{edits_of, format_range};
use crate::syntax::data::Data;
use crate::syntax::lexer::Switches;
use crate::syntax::pairs::{Changes, Difference};
use crate::syntax::tree::Tree;
use crate::text::Edit;
use crate::text::diagnostics::{Diagnostic, INTERNAL, Severity};
use crate::text::lines::Lines;
use crate::text::replaced;
use crate::text::source::{Encoding, Source};
use crate::verify::verify;

use code::Code;
use printed::PrintedCode;
pub use program::LeftReason;

/// The markup of a document.
#[derive(Debug)]
pub struct Notation {
    /// The extensions of its files, in lower case.
    extensions: &'static [&'static str],
    /// Finds the blocks of a document, in order.
    recognize: fn(&str) -> Vec<Block>,
    /// Removes the markup from the code of a block, which leaves what the document prints.
    print: fn(&str) -> Result<PrintedCode, LeftReason>,
}

/// Every notation.
static NOTATIONS: [Notation; 4] = [
    Notation {
        extensions: &["md", "markdown", "mdown", "mkd", "mdx", "qmd", "rmd"],
        recognize: markdown::blocks,
        print: printed::as_written,
    },
    Notation {
        extensions: &["texi", "texinfo", "txi"],
        recognize: texinfo::blocks,
        print: texinfo::print,
    },
    Notation {
        extensions: &["org"],
        recognize: org::blocks,
        print: org::print,
    },
    Notation {
        extensions: &["rst"],
        recognize: rst::blocks,
        print: printed::as_written,
    },
];

/// Names of languages besides those of dialects, each with its dialect; `auto` means any Scheme.
const LANGUAGES: [(&str, Dialect); 5] = [
    ("scheme", Dialect::Auto),
    ("scm", Dialect::Auto),
    ("chezscheme", Dialect::Chez),
    ("rkt", Dialect::Racket),
    ("typed-racket", Dialect::Racket),
];

/// Operators that show that a document is about Guix. Few blocks import anything.
const OF_GUIX: [&str; 9] = [
    "channel",
    "home-environment",
    "modify-services",
    "operating-system",
    "origin",
    "packages",
    "packages->manifest",
    "specifications->manifest",
    "user-account",
];

/// The option whose default differs in documents, and its value: there, authors break lines for their readers.
pub const DEFAULT: (&str, &str) = ("line-breaks", "keep");

/// The dialect of the language with this name, if it is a Scheme.
fn dialect_named(language: &str) -> Option<Dialect> {
    let language = language.to_ascii_lowercase();
    // A language may be called `guile-scheme` or the like.
    let language = language.strip_suffix("-scheme").unwrap_or(&language);
    let listed = LANGUAGES.iter().find(|(name, _)| *name == language);
    let by_name = || language.parse().ok().filter(|it| *it != Dialect::Auto);
    listed.map(|(_, dialect)| *dialect).or_else(by_name)
}

/// A block: lines of code in a document.
#[derive(Debug)]
struct Block {
    /// The dialect of its language.
    dialect: Dialect,
    /// Its lines, without line ends and without prefixes such as the marks of a quotation.
    lines: Vec<Range<usize>>,
    /// Whether the code consists of these bytes of the document. A parser may replace some, such as a tab that is half indentation.
    is_literal: bool,
    /// The line in it that seems to begin or end another block, if any: its own end is probably missing, and what follows is prose.
    other: Option<Range<usize>>,
}

impl Block {
    fn new(dialect: Dialect) -> Self {
        Block {
            dialect,
            lines: Vec::new(),
            is_literal: true,
            other: None,
        }
    }
}

impl Notation {
    /// The notation of the file at `path`, if it is a document.
    pub fn of(path: &Path) -> Option<&'static Notation> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut all = NOTATIONS.iter();
        all.find(|notation| notation.extensions.contains(&&*extension))
    }

    /// The code of every block that is not blank.
    fn codes<'d>(&self, text: &'d str) -> Vec<Code<'d>> {
        let blocks = (self.recognize)(text).into_iter();
        blocks.filter_map(|block| Code::of(text, &block)).collect()
    }
}

/// The lines of a text, without their ends. A line ends with LF or CR LF.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = content.strip_suffix('\r').unwrap_or(content);
        let span = start..start + content.len();
        start += line.len();
        span
    })
}

/// A document whose code has been formatted.
#[derive(Clone, Debug)]
pub struct FormattedDocument {
    /// The output, in the encoding of the input.
    pub output: Vec<u8>,
    /// The number of blocks to be formatted.
    pub found: usize,
    /// The blocks that have changed, in order.
    pub changed: Vec<ChangedBlock>,
    /// The blocks that are left unchanged.
    pub left: Vec<LeftBlock>,
    /// Warnings about the code of the others.
    pub warnings: Vec<Diagnostic>,
}

/// A block that has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedBlock {
    /// The lines of its code before formatting, as bytes of the decoded text.
    pub before: Range<usize>,
    /// The lines of its code after formatting.
    pub after: Range<usize>,
    /// Its code before and after, as the document prints it.
    pub code: [String; 2],
    /// How the code is split into tokens.
    pub switches: Switches,
}

/// A block that is left unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftBlock {
    /// The number of the first line of its code, from 1.
    pub line: usize,
    /// The reason.
    pub reason: LeftReason,
}

/// A block before and after formatting.
struct BlockChange {
    /// The index of the block.
    block: usize,
    /// The text that replaces its span.
    replacement: String,
    /// What the document prints before and after.
    printed: (PrintedCode, String),
    switches: Switches,
    normalizer: Normalizer,
}

/// Formats all code in a document, or only the data in blocks that the given spans of `input` touch, in bytes.
///
/// # Errors
/// Returns an error if `input` cannot be decoded. The code is `internal` if more than the layout of code would change, which is a bug in
/// this crate.
pub fn format_document(
    input: &[u8],
    notation: &Notation,
    touched: Option<&[Range<usize>]>,
    options: &Options,
) -> Result<FormattedDocument, Diagnostic> {
    let source = Source::decode(input)?;
    let text = source.text.as_ref();
    let touched: Option<Vec<Range<usize>>> = touched.map(|ranges| {
        let spans = ranges.iter().map(|range| source.span_of(range.clone()));
        spans.collect()
    });
    let codes = notation.codes(text);
    let mut work = Work {
        text,
        encoding: source.encoding,
        notation,
        options: options.clone(),
    };
    work.share(&codes);
    let (mut found, mut changes, mut left, mut warnings) = (0, Vec::new(), Vec::new(), Vec::new());
    let mut unclosed = Vec::new();
    for (block, code) in codes.iter().enumerate() {
        let spans = touched.as_ref().map(|spans| code.touched(spans));
        if spans.as_ref().is_some_and(Vec::is_empty) {
            continue;
        }
        found += 1;
        match work.change(block, code, spans) {
            Ok((change, about_it)) => {
                changes.extend(change);
                warnings.extend(about_it);
            }
            Err(reason) => left.push((code.span.start, reason)),
        }
        unclosed.extend(code.other.clone());
    }
    unclosed.dedup();
    warnings.extend(
        unclosed
            .into_iter()
            .map(|line| warning_of_block(text, line)),
    );
    let output = work.put_in(&codes, &mut changes, &mut left)?;
    left.sort_by_key(|(start, _)| *start);
    let places = Lines::of(text);
    let left = left.into_iter().map(|(start, reason)| LeftBlock {
        line: places.line(start),
        reason,
    });
    Ok(FormattedDocument {
        changed: changed_blocks(&codes, changes),
        output: source.encode(output)?,
        warnings: warnings
            .into_iter()
            .map(|warning| source.located(warning, &places))
            .collect(),
        found,
        left: left.collect(),
    })
}

/// The warning for a line that seems to begin or end a block inside of another one.
fn warning_of_block(text: &str, line: Range<usize>) -> Diagnostic {
    let message =
        "this seems to begin or end a block inside of another one, which is left as it is";
    let start = line.start + code::blanks(&text[line.clone()]).len();
    Diagnostic::warning("unclosed-block", message, start..line.end)
        .with_note("is the end of that block missing, or unlike its beginning?")
}

/// Whether the operators of a program show that it is for Guix.
fn is_of_guix(text: &str, tree: &Tree) -> bool {
    let data = Data { text, tree };
    let mut heads = (0..tree.nodes.len()).filter_map(|node| data.head(node));
    heads.any(|head| OF_GUIX.contains(&head))
}

/// The blocks that have changed.
fn changed_blocks(codes: &[Code<'_>], changes: Vec<BlockChange>) -> Vec<ChangedBlock> {
    let (mut old_end, mut new_end) = (0, 0);
    let changed = changes.into_iter().map(|change| {
        let before = codes[change.block].span.clone();
        let start = new_end + (before.start - old_end);
        let after = start..start + change.replacement.len();
        (old_end, new_end) = (before.end, after.end);
        ChangedBlock {
            before,
            after,
            code: [change.printed.0.text, change.printed.1],
            switches: change.switches,
        }
    });
    changed.collect()
}

/// Everything needed to format the blocks of a document.
struct Work<'w> {
    text: &'w str,
    encoding: Encoding,
    notation: &'w Notation,
    options: Options,
}

impl Work<'_> {
    /// Collects what the blocks of a document have in common: the imported libraries, whether it is about Guix, and the most frequent
    /// dialect.
    fn share(&mut self, codes: &[Code<'_>]) {
        let mut shown: FxHashMap<Dialect, usize> = FxHashMap::default();
        let mut imported = Vec::new();
        for code in codes {
            if let Ok((_, PrintedCode { text, .. })) = self.program(code)
                && let options = self.options_for(code, &text)
                && let Ok(reading) = read_whole(&text, Encoding::Utf8, &options)
            {
                imported.extend(libraries(&text, &reading.tree));
                imported.extend(is_of_guix(&text, &reading.tree).then(|| "guix".to_owned()));
                *shown.entry(reading.dialect.dialect).or_default() += 1;
            }
        }
        let shown_by = |dialect: &Dialect| shown.get(dialect).copied().unwrap_or(0);
        let others = Dialect::ALL.into_iter().filter(|it| *it != Dialect::Auto);
        let most = others.max_by_key(shown_by).filter(|it| shown_by(it) > 0);
        self.options.rules.dialect = most.unwrap_or_default();
        self.options.rules.packs = Pack::applying_to(Dialect::Auto, &imported);
    }

    /// Formats the code of a block, or the data in it that spans touch. Returns the change, if any, and warnings at places in the document.
    fn change(
        &self,
        block: usize,
        code: &Code<'_>,
        touched: Option<Vec<Range<usize>>>,
    ) -> Result<(Option<BlockChange>, Vec<Diagnostic>), LeftReason> {
        let (written, printed) = self.program(code)?;
        let options = self.options_for(code, &printed.text);
        let text = printed.text.as_bytes();
        let formatted = match touched {
            None => format(text, &options),
            Some(spans) => {
                let spans = spans.iter().map(|span| printed.span_of(span));
                format_range(text, &spans.collect::<Vec<_>>(), &options)
            }
        };
        let formatted = formatted.map_err(|error| LeftReason::Unreadable(error.message))?;
        if let Some(reason) = formatted.skipped {
            return Err(LeftReason::Unreadable(reason.message));
        }
        program::check_tokens(&printed.text, formatted.switches)?;
        let new = String::from_utf8_lossy(&formatted.output).into_owned();
        let rewritten = printed.rewritten(&written, &new, formatted.switches)?;
        let replacement = code.put_back(self.text, &rewritten);
        let moved = |offset: usize| code.in_document(printed.origin(offset));
        let warnings = formatted.warnings.into_iter();
        let warnings = warnings.map(|it| it.moved(moved)).collect();
        let is_change = replacement != self.text[code.span.clone()];
        let change = is_change.then(|| BlockChange {
            block,
            replacement,
            printed: (printed, new),
            switches: formatted.switches,
            normalizer: normalizer(&formatted.dialect, &options),
        });
        Ok((change, warnings))
    }

    /// The code of a block, as it is written and as the document prints it, if it is a program.
    fn program(&self, code: &Code<'_>) -> Result<(String, PrintedCode), LeftReason> {
        if code.other.is_some() {
            return Err(LeftReason::Unclosed);
        }
        let written = code.written(self.text)?;
        if self.encoding == Encoding::EightBit && !written.is_ascii() {
            return Err(LeftReason::Encoding);
        }
        let printed = (self.notation.print)(&written)?;
        program::check(&printed.text)?;
        Ok((written, printed))
    }

    /// The options for a block, with the line width that its indentation leaves.
    fn options_for(&self, code: &Code<'_>, printed: &str) -> Options {
        let mut options = self.options.clone();
        if code.dialect != Dialect::Auto {
            options.dialect = code.dialect;
        }
        options.end_of_line = EndOfLine::Lf;
        options.style.sort_imports = SortImports::Keep;
        options.style.sort_exports = SortExports::Keep;
        if code.indentation() > 0 {
            let width = options.style.line_width;
            let width = width.columns(detect(printed, &options).dialect);
            options.style.line_width = width.saturating_sub(code.indentation()).max(1).into();
        }
        options
    }

    /// The document with the changes applied. A block that would change how the document is read goes to `left` instead, and so do those
    /// after it.
    fn put_in(
        &self,
        codes: &[Code<'_>],
        changes: &mut Vec<BlockChange>,
        left: &mut Vec<(usize, LeftReason)>,
    ) -> Result<String, Diagnostic> {
        loop {
            let replacements = changes
                .iter()
                .map(|change| (codes[change.block].span.clone(), &change.replacement));
            let output = replaced(self.text, replacements);
            let Err(block) = self.verify(codes, changes, &output) else {
                return Ok(output);
            };
            let Some(last) = changes.iter().rposition(|change| change.block <= block) else {
                let message = "formatting would have changed the document around its code";
                return Err(Diagnostic::whole(Severity::Error, INTERNAL, message));
            };
            let gone = changes.drain(last..).map(|change| change.block);
            left.extend(gone.map(|block| (codes[block].span.start, LeftReason::Misread)));
        }
    }

    /// Checks that `output` is the same document, with the same tokens in each of its blocks.
    ///
    /// # Errors
    /// Returns the index of the first block that differs, or that follows a difference.
    fn verify(
        &self,
        codes: &[Code<'_>],
        changes: &[BlockChange],
        output: &str,
    ) -> Result<(), usize> {
        if changes.is_empty() {
            return Ok(());
        }
        let again = self.notation.codes(output);
        let mut changes = changes.iter().peekable();
        let (mut old_end, mut new_end) = (0, 0);
        for (block, old) in codes.iter().enumerate() {
            let new = again.get(block).ok_or(block)?;
            let around = self.text[old_end..old.span.start] == output[new_end..new.span.start];
            let same = match changes.next_if(|change| change.block == block) {
                Some(change) => self.is_same_code(old, new, output, change),
                None => self.text[old.span.clone()] == output[new.span.clone()],
            };
            if !around || !same || old.dialect != new.dialect {
                return Err(block);
            }
            (old_end, new_end) = (old.span.end, new.span.end);
        }
        if again.len() == codes.len() && self.text[old_end..] == output[new_end..] {
            Ok(())
        } else {
            Err(codes.len())
        }
    }

    /// Whether a block prints the same tokens before and after, and keeps every byte of a string that spans lines.
    fn is_same_code(
        &self,
        old: &Code<'_>,
        new: &Code<'_>,
        output: &str,
        change: &BlockChange,
    ) -> bool {
        let BlockChange {
            printed: (before, _),
            switches,
            normalizer,
            ..
        } = change;
        let written = new.written(output);
        let Ok(after) = written.and_then(|written| (self.notation.print)(&written)) else {
            return false;
        };
        let strings = |printed: &PrintedCode, code: &Code<'_>, text: &str| -> Vec<String> {
            let spans = printed.long_strings(*switches).into_iter();
            spans
                .map(|it| text[code.in_document(it.start)..code.in_document(it.end)].to_owned())
                .collect()
        };
        verify(&before.text, &after.text, *switches, normalizer).is_ok()
            && strings(before, old, self.text) == strings(&after, new, output)
    }
}

/// The differences between a document and its formatted version.
fn differences_of_blocks(before: &str, after: &str, changed: &[ChangedBlock]) -> Vec<Difference> {
    let of_block = |block: &ChangedBlock| {
        let (old, new) = (block.before.clone(), block.after.clone());
        let (old_start, new_start) = (old.start, new.start);
        let changes = Changes::Unknown(block.switches);
        let found = changes.differences(&before[old], &after[new]).into_iter();
        found.map(move |Difference { old, new }| Difference {
            old: old_start + old.start..old_start + old.end,
            new: new_start + new.start..new_start + new.end,
        })
    };
    changed.iter().flat_map(of_block).collect()
}

/// The hunks between a document and its formatted version.
pub fn hunks_of_blocks(before: &str, after: &str, changed: &[ChangedBlock]) -> Vec<Hunk> {
    hunks_of(before, after, differences_of_blocks(before, after, changed))
}

/// The edits that format a document.
///
/// # Errors
/// Returns an error if one of the documents cannot be decoded.
pub fn edits_of_blocks(
    before: &[u8],
    after: &[u8],
    changed: &[ChangedBlock],
) -> Result<Vec<Edit>, Diagnostic> {
    edits_of(before, after, |old, new| {
        differences_of_blocks(old, new, changed)
    })
}
