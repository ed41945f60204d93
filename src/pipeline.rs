//! The stages that a text passes through: reading, layout and verification.
//!
//! Three functions read a text. [`read_whole`] refuses one that cannot be read as a whole, [`read`] leaves its unreadable forms alone, and
//! [`format_text`] tries several ways to tell these apart. All of them end in [`read_by`], which parses the text in its dialect ([`parse`]) and
//! makes verbatim what has to stay as it is. Where there is no dialect, [`recover::parse`](crate::syntax::recover::parse) reads whatever it
//! is given.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::mem::replace;
use std::ops::Range;

use crate::dialects::normalize::Normalizer;
use crate::dialects::{
    Detected, Dialect, Reason, Traits, ambiguous, ambiguous::Ambiguity, conformance, detected,
    language, lips, may_have_raw_strings,
};
use crate::forms::find::Finder;
use crate::layout::places::Printed;
use crate::layout::{Layout, newline::Newline, stack};
use crate::options::{EndOfLine, LineBreaks, Options};
use crate::sort::{self, KeptReason, Order};
use crate::syntax::conflict::CONFLICT;
use crate::syntax::data::Data;
use crate::syntax::lexer::{Lexer, Switches, UNTERMINATED_RAW_STRING};
use crate::syntax::pairs::{Changes, Difference, Replaced};
use crate::syntax::parser::{self, INFIX_DOT};
use crate::syntax::recover::{Recovery, around_forms};
use crate::syntax::tree::Tree;
use crate::syntax::typographic;
use crate::text::diagnostics::{Diagnostic, INTERNAL};
use crate::text::lines::{Lines, ends_lines_alike, line_end, touches};
use crate::text::replaced;
use crate::text::source::{Encoding, Source};
use crate::text::swar;
use crate::verify;
use memchr::memchr;
use rustc_hash::FxHashSet;

/// A formatted text.
///
/// ```
/// let formatted = schemefmt::format(b"(f  x)", &schemefmt::Options::default())?;
/// assert_eq!(formatted.output, b"(f x)\n");
/// assert!(formatted.warnings.is_empty() && formatted.skipped.is_none());
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Formatted {
    /// The output, in the encoding of the input.
    pub output: Vec<u8>,
    /// The dialect in which the text was read, and why.
    pub dialect: Detected,
    /// How the text was split into tokens; the output is split in the same way.
    #[doc(hidden)]
    pub switches: Switches,
    /// How the output differs from the input.
    #[doc(hidden)]
    pub changes: Changes,
    /// Warnings: violations of the rules of an explicitly chosen dialect, syntax that only some readers accept, and forms left alone because of
    /// a bug.
    pub warnings: Vec<Diagnostic>,
    /// The input with its imports and exports sorted, if that was asked for and changes it; the output has its tokens.
    #[doc(hidden)]
    pub sorted: Option<Vec<u8>>,
    /// Why the text was returned unchanged, if it was (`#lang` languages, indentation-sensitive syntax).
    pub skipped: Option<Diagnostic>,
    /// Why parts of the text cannot be read, which [`format_readable`](crate::format_readable) has left unchanged: an error for each, in
    /// source order.
    pub errors: Vec<Diagnostic>,
}

impl Formatted {
    /// Removes the blanks at the start of the output, which are behind a byte order mark of this length and stand for what is before a
    /// fragment.
    fn remove_blanks(&mut self, blanks: usize, mark: usize) {
        self.output.drain(mark..mark + blanks);
        let moved = |at: usize| at.saturating_sub(blanks);
        if let Changes::Noted(changes) = &mut self.changes {
            changes.iter_mut().for_each(|it| it.start -= blanks as u32);
        }
        for label in self.diagnostics().flat_map(|it| &mut it.labels) {
            label.span = moved(label.span.start)..moved(label.span.end);
        }
        if let Reason::Text(start) = &mut self.dialect.reason {
            *start = moved(*start);
        }
    }

    /// All that is said about the text.
    fn diagnostics(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        let errors = self.errors.iter_mut();
        errors.chain(&mut self.warnings).chain(&mut self.skipped)
    }
}

/// Formats `input`, a text in UTF-8 or an 8-bit encoding, according to `options`.
///
/// ```
/// use schemefmt::{Options, format};
///
/// let formatted = format(b"(define (f x)\n (g x))", &Options::default())?;
/// assert_eq!(formatted.output, b"(define (f x)\n  (g x))\n");
///
/// let error = format(b"(define x\n  (f 1", &Options::default()).unwrap_err();
/// assert_eq!(error.code, "unclosed-list");
/// assert_eq!(error.position().unwrap().to_string(), "2:3");
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
///
/// # Errors
/// Returns a located [`Diagnostic`] if the text cannot be read (unbalanced, unterminated, NUL, too deep), or if formatting
/// would change the data that one of the possible readers sees (`ambiguous`). One for a text in UTF-16 has no
/// position. Forms whose layout would not hold the same tokens and comments are left as they are, with a warning (`internal`), as
/// that is a bug in this crate; if there are too many, this is the error.
pub fn format(input: &[u8], options: &Options) -> Result<Formatted, Diagnostic> {
    format_text(input, Extent::Whole, options, &[])
}

/// Which part of a text is formatted or repaired. Its portions are ranges of bytes or, before the text is read, what flags and git name.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum Extent<Portion = Range<usize>> {
    /// All of it.
    Whole,
    /// All of it that can be read: see [`format_readable`](crate::format_readable).
    Readable,
    /// The data that these touch: see [`format_range`](crate::format_range).
    Ranges(Vec<Portion>),
    /// The data that these whole lines touch, which have changed, and all data on the lines that those are on, so that only whole lines
    /// differ: where a list begins in the middle of a line, all of that line is selected, too.
    Changed(Vec<Portion>),
    /// All of it, as a fragment of another text, such as an editor's selection, that has this number of columns before it, without
    /// knowing anything else: neither the list around it nor the text before it.
    ///
    /// Its outermost data stay on the lines they are on. The first one stays where it is; the others that begin a line go to its column,
    /// and each is laid out from there. Blank lines, the blanks before the first datum, and everything after the last one stay.
    Fragment(usize),
}

impl<Portion> Extent<Portion> {
    /// What it is limited to, if it is to some portions.
    pub fn portions(&self) -> Option<&[Portion]> {
        match self {
            Extent::Ranges(portions) | Extent::Changed(portions) => Some(portions),
            Extent::Whole | Extent::Readable | Extent::Fragment(_) => None,
        }
    }

    fn portions_mut(&mut self) -> Option<&mut Vec<Portion>> {
        match self {
            Extent::Ranges(portions) | Extent::Changed(portions) => Some(portions),
            Extent::Whole | Extent::Readable | Extent::Fragment(_) => None,
        }
    }
}

/// Formats a part of a text. If it has an error, the unreadable forms are left alone that one of the `recoveries` finds; without any, the
/// error is returned.
pub(crate) fn format_text(
    input: &[u8],
    extent: Extent,
    options: &Options,
    recoveries: &[Recovery],
) -> Result<Formatted, Diagnostic> {
    let source = Source::decode(input)?;
    let lines = LazyCell::new(|| Lines::of(&source.text));
    let blanks = match extent {
        Extent::Fragment(column) => column,
        Extent::Whole | Extent::Readable | Extent::Ranges(_) | Extent::Changed(_) => 0,
    };
    let mut formatted = match blanks {
        0 => format_source(&source, extent, options, recoveries),
        _ => format_source(&source.indented(blanks), extent, options, recoveries),
    }
    .map_err(|error| source.located(error.moved(|at| at.saturating_sub(blanks)), &lines))?;
    if blanks > 0 {
        formatted.remove_blanks(blanks, source.mark().len());
    }
    for diagnostic in formatted.diagnostics() {
        source.locate(diagnostic, &lines);
    }
    if let Reason::Text(start) = &mut formatted.dialect.reason {
        *start = source.mark().len() + source.bytes(&source.text[..*start]).len();
    }
    Ok(formatted)
}

/// Formats a decoded text like [`format_text`]. A text in another language is left alone. The diagnostics have no positions yet.
fn format_source(
    source: &Source<'_>,
    mut extent: Extent,
    options: &Options,
    recoveries: &[Recovery],
) -> Result<Formatted, Diagnostic> {
    let read = |recovery| read_by(&source.text, source.encoding, options, recovery, &[]);
    let mut recoveries = recoveries.iter().copied();
    let mut reading = read(recoveries.next());
    if let Some(reason) = reading.foreign.take() {
        let output = source.encode(source.text.to_string())?;
        return Ok(Formatted {
            skipped: Some(reason),
            ..reading.formatted(output)
        });
    }
    if let Some(spans) = extent.portions_mut() {
        *spans = source.spans_of(spans);
    }
    let Some(error) = reading.tree.error.clone() else {
        return reading.format(source, extent, options, Reading::lay_out_part);
    };
    // What is in the text itself may keep the rest of it from being formatted; a bug of this crate is told.
    let around_unreadable = |reading: Reading| {
        let spans = extent.portions().unwrap_or_default();
        let is_readable = reading.recovery.is_some() && reading.can_read(&source.text, spans);
        is_readable.then(|| {
            let errors = match extent {
                Extent::Readable => reading.errors(&source.text),
                _ => Vec::new(),
            };
            match reading.format(source, extent.clone(), options, Reading::lay_out_part) {
                Err(found) if found.code != INTERNAL => None,
                formatted => Some(formatted.map(|formatted| Formatted {
                    errors,
                    ..formatted
                })),
            }
        })?
    };
    around_unreadable(reading)
        .or_else(|| recoveries.find_map(|recovery| around_unreadable(read(Some(recovery)))))
        .unwrap_or(Err(*error))
}

/// How often a text is read again to leave forms alone that fail verification. Each time, these are all in which tokens came apart or
/// together, but only one that has other tokens.
const ROUNDS: usize = 8;

/// How often a text is laid out to find the layout that stands. Nearly always, it is the first one.
const LAYOUTS: usize = 8;

/// The maximum depth of nested lists to sort. Import sets seldom have more than two levels.
const PASSES: usize = 8;

/// Reads a text as [`format()`] does, and passes its tree to `work`.
pub(crate) fn with_tree<T: Send>(
    input: &[u8],
    options: &Options,
    work: impl FnOnce(Finder<'_>) -> T + Send,
) -> Result<T, Diagnostic> {
    Source::read(input, |source| {
        let text = source.text.as_ref();
        read_whole(text, source.encoding, options)?.with_rules(text, options, work)
    })
}

/// The dialect of a text, which need not be well-formed.
pub(crate) fn detect(text: &str, options: &Options) -> Detected {
    detect_in(None, text, options)
}

/// The dialect from the options or, with `auto`, from a text and its tree, if all of it can be read. A text without signs of a dialect has
/// that of the rules.
fn detect_in(tree: Option<&Tree>, text: &str, options: &Options) -> Detected {
    let file_name = options.file_name.as_deref();
    let mut found = match options.dialect {
        Dialect::Auto => {
            let all = || {
                // What touches may come apart.
                let switches = Dialect::Auto.switches_for(text);
                let switches = switches.difference(Switches::SUBSCRIPTS);
                Cow::Owned(parser::parse_all(text, switches))
            };
            let tree = tree.filter(|tree| !tree.is_partial);
            let tree = tree.map_or_else(all, Cow::Borrowed);
            detected(text, &tree, file_name)
        }
        dialect => Detected {
            dialect,
            reason: Reason::Asked,
        },
    };
    if found.reason == Reason::Nothing {
        found.dialect = options.rules.dialect;
    }
    found
}

/// The tree of a text, with how the text was read.
pub(crate) struct Reading {
    /// The tree to lay out: what has to stay as it is is a verbatim node.
    pub(crate) tree: Tree,
    /// The tree with what is in the unreadable forms, if there are any.
    pub(crate) with_unreadable: Option<Tree>,
    /// How unreadable forms are told apart.
    pub(crate) recovery: Option<Recovery>,
    /// The text with its identifiers folded, if folding changes it. Offsets stay the same.
    pub(crate) folded: Option<String>,
    pub(crate) switches: Switches,
    /// Whether forms are left alone since they failed verification.
    pub(crate) has_failed: bool,
    /// Whether the text's dialect cannot read it, but another reading can.
    pub(crate) fell_back: bool,
    pub(crate) ambiguity: Ambiguity,
    /// Why the text has to be returned unchanged, if it has to.
    pub(crate) foreign: Option<Diagnostic>,
    pub(crate) dialect: Detected,
}

impl Reading {
    /// This reading, if all of the text can be read.
    ///
    /// # Errors
    /// Returns the error that keeps it from being read.
    pub(crate) fn whole(self) -> Result<Self, Diagnostic> {
        match self.tree.error {
            Some(error) => Err(*error),
            None => Ok(self),
        }
    }

    /// The tree of all of the text.
    pub(crate) fn full_tree(&self) -> &Tree {
        self.with_unreadable.as_ref().unwrap_or(&self.tree)
    }

    /// The error of each stretch of the text that cannot be read.
    pub(crate) fn errors(&self, text: &str) -> Vec<Diagnostic> {
        let own = line_end(text);
        let stretches = self.tree.unreadable.iter();
        let errors = stretches.filter_map(|stretch| {
            let lines = Some(&text[stretch.clone()]).filter(|it| ends_lines_alike(it, own))?;
            let mut lexer = Lexer::new(lines, self.switches);
            let error = parser::parse_whole(&mut lexer).err()?;
            Some(error.moved(|at| at + stretch.start))
        });
        let errors: Vec<_> = errors.collect();
        if errors.is_empty() {
            // Only all of them together cannot be read.
            return self.tree.error.as_deref().cloned().into_iter().collect();
        }
        errors
    }

    /// Sorts a text, lays out a part of it with `lay_out`, and verifies the output. The forms that fail are left alone
    /// with a warning; then nothing is sorted.
    fn format(
        self,
        source: &Source<'_>,
        extent: Extent,
        options: &Options,
        lay_out: impl Fn(&mut Self, &Source<'_>, Extent, &Options) -> Result<Printed, Diagnostic>,
    ) -> Result<Formatted, Diagnostic> {
        let mut warnings = self.warnings(&source.text, options);
        let dialect = self.dialect.clone();
        let recovery = self.recovery;
        let mut part = extent.clone();
        let (mut sorted, mut reading) = self.sorted(source, options, part.portions_mut())?;
        let mut failed = Vec::new();
        let mut rounds = 0..ROUNDS;
        let Printed {
            output, changes, ..
        } = loop {
            let text = sorted.as_ref().unwrap_or(source);
            let printed = lay_out(&mut reading, text, part, options)?;
            let Err(mut differences) = reading.verify(text, &printed.output, options) else {
                break printed;
            };
            let is_last = |last: &mut Diagnostic| last.code != INTERNAL || rounds.next().is_none();
            if let Some(error) = differences.pop_if(is_last) {
                return Err(error);
            }
            if sorted.take().is_none() {
                let labels = differences.iter().flat_map(|difference| &difference.labels);
                failed.extend(labels.map(|label| label.span.clone()));
                warnings.extend(differences.into_iter().map(verify::left_alone));
            }
            part = extent.clone();
            reading = read_by(&source.text, source.encoding, options, recovery, &failed);
        };
        let source = sorted.as_ref().unwrap_or(source);
        let output = source.encode(output)?;
        // The layout knows neither how names were spelled, nor what was in another order, nor of a line behind a mark.
        let is_source = sorted.is_none() && reading.folded.is_none() && !source.stood_apart();
        let sorted = sorted.map(|source| source.encode(source.text.to_string()));
        Ok(Formatted {
            warnings,
            dialect,
            sorted: sorted.transpose()?,
            changes: match is_source {
                true => Changes::Noted(changes),
                false => Changes::Unknown(reading.switches),
            },
            ..reading.formatted(output)
        })
    }

    /// The result of formatting this text, without diagnostics.
    fn formatted(&self, output: Vec<u8>) -> Formatted {
        Formatted {
            output,
            dialect: self.dialect.clone(),
            switches: self.switches,
            changes: Changes::Unknown(self.switches),
            warnings: Vec::new(),
            sorted: None,
            skipped: None,
            errors: Vec::new(),
        }
    }

    /// Lays out a part of a text. Where some reading cannot read the text that might read another layout of it, a layout of
    /// all of it is laid out again.
    fn lay_out_part(
        &mut self,
        source: &Source<'_>,
        extent: Extent,
        options: &Options,
    ) -> Result<Printed, Diagnostic> {
        let text = source.text.as_ref();
        let is_whole = matches!(extent, Extent::Whole | Extent::Readable);
        // Line endings follow those of the surroundings.
        let ends = if is_whole {
            options.end_of_line
        } else {
            EndOfLine::Auto
        };
        let print = |reading: &Self, text: &str| {
            let newline = reading.newline(text, options, ends);
            reading.lay_out(text, options, newline, |layout| match &extent {
                Extent::Whole | Extent::Readable => layout.print(),
                Extent::Ranges(spans) => layout.print_touched(spans.clone(), false),
                Extent::Changed(lines) => layout.print_touched(lines.clone(), true),
                Extent::Fragment(_) => layout.print_fragment(),
            })
        };
        let mut printed = print(self, text)?;
        if extent.portions().is_none() {
            printed = self.standing_layout(source, printed, options, print)?;
        }
        // Free its memory for the verification.
        self.tree.nodes = Vec::new();
        Ok(printed)
    }

    /// The layout that stands: the one that a text ends with if it is laid out again and again by `print`, starting from its first layout.
    /// A layout shows its own facts about how the author broke and aligned it, and some reading may read it that cannot read the text. Of
    /// layouts that follow each other in a circle, it is the first in the order of their characters.
    fn standing_layout(
        &self,
        source: &Source<'_>,
        first: Printed,
        options: &Options,
        print: impl Fn(&Self, &str) -> Result<Printed, Diagnostic>,
    ) -> Result<Printed, Diagnostic> {
        let text = source.text.as_ref();
        let may_move = options.style.line_breaks != LineBreaks::Canonical
            || self.ambiguity.depends_on_layout
            || first.may_change_again;
        if !may_move || self.has_failed || first.output == text {
            return Ok(first);
        }
        let mut layouts = vec![first.output];
        let mut stands = 0;
        while layouts.len() < LAYOUTS {
            let last = layouts[stands].as_str();
            let again = read_by(last, source.encoding, options, self.recovery, &[]);
            if (again.switches, again.dialect.dialect) != (self.switches, self.dialect.dialect) {
                break;
            }
            let next = print(&again, last)?.output;
            let circle = layouts.iter().position(|it| *it == next);
            if let Some(start) = circle {
                let texts = layouts.iter().enumerate().skip(start);
                stands = texts.min_by_key(|(_, it)| *it).map_or(start, |(at, _)| at);
                break;
            }
            stands = layouts.len();
            layouts.push(next);
        }
        let output = layouts.swap_remove(stands);
        let changes = match stands {
            0 => first.changes,
            _ => {
                let differences = Changes::Unknown(self.switches).differences(text, &output);
                let replaced = |it: Difference| Replaced::new(it.old, it.new.len());
                differences.into_iter().map(replaced).collect()
            }
        };
        Ok(Printed {
            output,
            changes,
            ..first
        })
    }

    /// Whether what is to be formatted can be read: some of the text, and all that these spans of it touch.
    fn can_read(&self, text: &str, spans: &[Range<usize>]) -> bool {
        !self.tree.unreadable.iter().any(|stretch| {
            *stretch == (0..text.len()) || spans.iter().any(|span| touches(text, stretch, span))
        })
    }

    /// Sorts the imports and exports of a text as the options ask for, or only the lists entirely within some spans; these spans are moved
    /// along. The text is none if nothing changes.
    ///
    /// # Errors
    /// Returns an error if anything but whole items would move, which is a bug in this crate.
    pub(crate) fn sorted(
        mut self,
        source: &Source<'_>,
        options: &Options,
        mut within: Option<&mut Vec<Range<usize>>>,
    ) -> Result<(Option<Source<'static>>, Reading), Diagnostic> {
        let style = &options.style;
        let mut found = None;
        if !self.is_plain() {
            return Ok((found, self));
        }
        for _ in 0..PASSES {
            let before = found.as_ref().unwrap_or(source).text.as_ref();
            let dialect = self.dialect.dialect;
            let spans = within.as_ref().map(|spans| &spans[..]);
            let data = Data {
                text: before,
                tree: &self.tree,
            };
            let Some(sorted) = sort::sorted(data, dialect, style, spans) else {
                break;
            };
            verify::verify_order(before, &sorted.text, self.switches, &sorted.moves)?;
            let again = read_whole(&sorted.text, source.encoding, options);
            let is_alike = |again: &Reading| {
                (again.dialect.dialect, again.switches) == (dialect, self.switches)
            };
            let Some(again) = again.ok().filter(is_alike) else {
                break;
            };
            self = again;
            for span in within.iter_mut().flat_map(|spans| spans.iter_mut()) {
                *span = sorted.span(span);
            }
            found = Some(Source {
                text: sorted.text.into(),
                encoding: source.encoding,
                bom: source.bom,
            });
        }
        Ok((found, self))
    }

    /// Whether readers can read all of the text and agree about it; otherwise, nothing is sorted.
    fn is_plain(&self) -> bool {
        self.ambiguity.kept.is_empty() && !self.fell_back && self.with_unreadable.is_none()
    }

    /// How a list is treated in this text.
    pub(crate) fn order(&self, order: Order) -> Order {
        match order {
            Order::Unsorted if !self.is_plain() => Order::Kept(KeptReason::Parts),
            order => order,
        }
    }

    /// Violations of the rules of an explicitly chosen dialect, syntax that only the readers of others accept, typographic quotation
    /// marks, and comments that address the formatter without effect.
    pub(crate) fn warnings(&self, text: &str, options: &Options) -> Vec<Diagnostic> {
        let dialect = self.dialect.dialect;
        let is_due = |warning: &&Diagnostic| !dialect.reads(warning.code);
        let mut warnings: Vec<_> = self.tree.warnings.iter().filter(is_due).cloned().collect();
        // A text that has one of these is meant for Racket, and has many.
        let mut has_infix_dot = false;
        warnings.retain(|it| it.code != INFIX_DOT || !replace(&mut has_infix_dot, true));
        // Those of a text that cannot be read are among what is diagnosed.
        if self.tree.error.is_none() {
            warnings.extend(typographic::warnings(text, &self.tree));
        }
        if options.dialect != Dialect::Auto {
            let tokens = Lexer::new(text, self.switches);
            let found = conformance::check(tokens, text, options.dialect);
            // One diagnostic for a token is enough.
            let start = |it: &Diagnostic| it.labels.first().map(|label| label.span.start);
            let known: FxHashSet<_> = self
                .tree
                .error
                .as_deref()
                .into_iter()
                .chain(&warnings)
                .map(start)
                .collect();
            warnings.extend(found.into_iter().filter(|it| !known.contains(&start(it))));
        }
        warnings.extend(self.disputes(text));
        warnings
    }

    /// Warnings about the forms that are left unchanged because readers disagree about them.
    fn disputes(&self, text: &str) -> impl Iterator<Item = Diagnostic> {
        let remedy = LazyCell::new(|| remedy(text, &self.dialect));
        let disputed = self.ambiguity.disputed.iter();
        disputed.map(move |span| {
            let message = "readers disagree about where this token ends; the form is left as it is";
            let first_line =
                span.start..span.start + text[span.clone()].lines().next().map_or(0, str::len);
            Diagnostic::warning("ambiguous", message, first_line).with_note(remedy.as_str())
        })
    }

    /// How line ends are written, given the option for them.
    pub(crate) fn newline(&self, text: &str, options: &Options, ends: EndOfLine) -> Newline {
        Newline::of(text, self.switches, &self.tree, &options.style, ends)
    }

    /// Passes the text and its rules to `work`, on a stack large enough for its depth.
    fn with_rules<T: Send>(
        &self,
        text: &str,
        options: &Options,
        work: impl FnOnce(Finder<'_>) -> T + Send,
    ) -> Result<T, Diagnostic> {
        let (text, tree) = (self.folded.as_deref().unwrap_or(text), &self.tree);
        stack::with_room(tree.depth, || {
            // Macro definitions in unreadable forms count, too.
            let rules = &options.rules_of(text, self.full_tree(), self.dialect.dialect);
            work(Finder { text, tree, rules })
        })
    }

    /// Passes the layout of the text to `work`, on a stack large enough for its depth.
    pub(crate) fn lay_out<T: Send>(
        &self,
        text: &str,
        options: &Options,
        newline: Newline,
        work: impl FnOnce(Layout<'_>) -> T + Send,
    ) -> Result<T, Diagnostic> {
        let normalizer = normalizer(&self.dialect, options);
        self.with_rules(text, options, |Finder { text, tree, rules }| {
            let style = &options.style;
            work(Layout::new(text, tree, rules, style, &normalizer, newline))
        })
    }

    /// The laid out text.
    pub(crate) fn print(
        &self,
        text: &str,
        options: &Options,
        newline: Newline,
    ) -> Result<Printed, Diagnostic> {
        self.lay_out(text, options, newline, |layout| layout.print())
    }

    /// Checks that `output` means the same as the text to every reader that it may be written for.
    fn verify(
        &self,
        source: &Source<'_>,
        output: &str,
        options: &Options,
    ) -> Result<(), Vec<Diagnostic>> {
        let text = source.text.as_ref();
        // Every reader reads the same text in the same way.
        if swar::equal(output.as_bytes(), text.as_bytes()) {
            return Ok(());
        }
        // Without the text's last line feed, its carriage returns would end lines.
        if let Some(offset) = memchr(b'\r', text.as_bytes())
            && line_end(text) != line_end(output)
        {
            return Err(vec![ambiguous(offset..offset + 1)]);
        }
        let normalizer = normalizer(&self.dialect, options);
        verify::verify(text, output, self.switches, &normalizer)?;
        if self.dialect.dialect == Dialect::Lips
            && let Some(string) = lips::moved_string(text, output, self.switches)
        {
            return Err(vec![ambiguous(string.span())]);
        }
        // If the output is read in the same way, with the same parts to keep, formatting it again gives the same layout.
        if !self.is_plain()
            && !self.is_alike(
                text,
                &parse(output, source.encoding, options, self.recovery),
                output,
            )
        {
            return Err(vec![ambiguous(0..text.len().min(1))]);
        }
        Ok(())
    }

    /// Whether another text is read in the same way as this one, with the same parts left unchanged.
    pub(crate) fn is_alike(&self, text: &str, other: &Reading, other_text: &str) -> bool {
        other.dialect.dialect == self.dialect.dialect
            && other.switches == self.switches
            && other.with_unreadable.is_some() == self.with_unreadable.is_some()
            && self.kept_texts(text).eq(other.kept_texts(other_text))
    }

    /// The texts of the parts that are left unchanged.
    fn kept_texts<'t>(&'t self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let kept = self.ambiguity.kept.iter().map(|part| &part.span);
        kept.chain(&self.tree.unreadable)
            .map(|span| &text[span.clone()])
    }
}

/// A reading for a text in this encoding: in 8-bit text, every byte beyond ASCII is a letter.
fn in_encoding(switches: Switches, encoding: Encoding) -> Switches {
    match encoding {
        Encoding::Utf8 => switches,
        Encoding::EightBit => switches.difference(Switches::UNICODE_SPACE),
    }
}

/// Reads a text in the dialect from the options or, with `auto`, in the one detected from the text. In its tree, the parts
/// that must not change for the sake of other readings are verbatim, and so is what cannot be read.
pub(crate) fn read(text: &str, encoding: Encoding, options: &Options) -> Reading {
    read_by(text, encoding, options, Some(around_forms), &[])
}

/// Reads a text like [`read`], if all of it can be read.
///
/// # Errors
/// Returns the error that keeps it from being read.
pub(crate) fn read_whole(
    text: &str,
    encoding: Encoding,
    options: &Options,
) -> Result<Reading, Diagnostic> {
    read_by(text, encoding, options, None, &[]).whole()
}

/// Reads a text, with unreadable forms told apart by a recovery. The forms with tokens that failed verification are verbatim.
fn read_by(
    text: &str,
    encoding: Encoding,
    options: &Options,
    recovery: Option<Recovery>,
    failed: &[Range<usize>],
) -> Reading {
    let mut reading = parse(text, encoding, options, recovery);
    let mut kept = reading.ambiguity.kept.clone();
    kept.extend(reading.tree.forms_with(failed));
    if reading.with_unreadable.is_none() {
        match language::other_parts(text, &reading.tree, &options.racket_languages) {
            Ok(parts) => kept.extend(parts),
            Err(reason) => reading.foreign = Some(reason),
        }
    }
    kept.extend(language::kept_lines(text, &reading.tree));
    if reading.dialect.dialect == Dialect::Lips {
        kept.extend(lips::kept_forms(text, &reading.tree));
    }
    kept.sort_by_key(|part| part.span.start);
    reading.tree.keep(text, &kept);
    reading.has_failed = !failed.is_empty();
    reading.folded = normalizer(&reading.dialect, options).fold(text, &reading.tree);
    reading
}

/// Parses a text. The tree has no verbatim nodes for ambiguous parts, and identifiers are not folded.
fn parse(text: &str, encoding: Encoding, options: &Options, recovery: Option<Recovery>) -> Reading {
    // What touches may come apart, so that it is a sign, too.
    let may_be_raw = may_have_raw_strings(text);
    let by_traits = |traits: &Traits| in_encoding(traits.switches_for(text, may_be_raw), encoding);
    let first = by_traits(&options.dialect.traits()).difference(Switches::SUBSCRIPTS);
    let mut lexer = Lexer::new(text, first);
    let mut parsed = parser::parse_whole(&mut lexer);
    let dialect = detect_in(parsed.as_ref().ok(), text, options);
    let traits = dialect.traits_of(text);
    let own = by_traits(&traits);
    let mut switches = own;
    let differs = match &parsed {
        Ok(tree) => tree.may_be_joined || lexer.depends_on(switches.symmetric_difference(first)),
        Err(_) => true,
    };
    if differs && switches != first {
        lexer = Lexer::new(text, switches);
        parsed = parser::parse_whole(&mut lexer);
    }
    let mut fell_back = false;
    if parsed.as_ref().is_err_and(may_retry) {
        let retries = [
            switches.intersection(traits.switches_without_raw_strings()),
            switches.union(Switches::COMMON),
            switches.difference(Switches::BARS),
            switches.difference(Switches::BRACES),
            switches.union(Switches::INNER_SLASHES),
            switches.symmetric_difference(Switches::REGEXPS),
        ];
        let read = |retry| parser::parse_whole(&mut Lexer::new(text, retry)).ok();
        let mut again = retries.into_iter();
        if let Some((tree, retry)) = again.find_map(|retry| Some((read(retry)?, retry))) {
            (parsed, switches, fell_back) = (Ok(tree), retry, true);
        }
    }
    let mut foreign = None;
    let (tree, with_unreadable) = match parsed {
        Ok(tree) => (tree, None),
        Err(error) => {
            foreign = language::foreign_unread(text, &options.racket_languages);
            let recovery = recovery.filter(|_| foreign.is_none());
            let stretches = recovery.and_then(|recovery| recovery(text, switches));
            let all = parser::parse_unreadable(text, switches, error, stretches);
            (all.without_unreadable(text), Some(all))
        }
    };
    // The dialect cannot settle what its own reading fails on.
    let settled = traits.settles.difference(own ^ switches);
    Reading {
        folded: None,
        has_failed: false,
        ambiguity: ambiguous::scan(&masked(text, &tree.unreadable), &tree, switches, settled),
        tree,
        with_unreadable,
        recovery,
        switches,
        fell_back,
        foreign,
        dialect,
    }
}

/// Whether other readings may be tried after an error. Some readers end a here string at the end of the text, and some accept a dot
/// anywhere, so the reading may be right all the same. A merge conflict is an error in every reading; so is a raw string without an end
/// where nothing else can be meant.
fn may_retry(error: &Diagnostic) -> bool {
    ![
        "unterminated-here-string",
        "misplaced-dot",
        UNTERMINATED_RAW_STRING,
        CONFLICT,
    ]
    .contains(&error.code)
}

/// A text in which each of these stretches is replaced by letters, so that nothing in it is ambiguous.
fn masked<'t>(text: &'t str, stretches: &[Range<usize>]) -> Cow<'t, str> {
    let letters = |stretch: &Range<usize>| (stretch.clone(), "x".repeat(stretch.len()));
    match stretches {
        [] => Cow::Borrowed(text),
        _ => Cow::Owned(replaced(text, stretches.iter().map(letters))),
    }
}

/// The normalizer for the literals of a text whose dialect is known.
pub(crate) fn normalizer(detected: &Detected, options: &Options) -> Normalizer {
    Normalizer::new(detected.traits().policy, options.respelled())
}

/// The error for a text that another reader would read differently after formatting, or could read only before or only after it.
fn ambiguous(span: Range<usize>) -> Diagnostic {
    let message = "readers disagree about where this token ends";
    Diagnostic::error("ambiguous", message, span).with_note(ambiguous::REMEDY)
}

/// What to do about a form on which readers disagree: name a dialect that settles it.
fn remedy(text: &str, dialect: &Detected) -> String {
    if dialect.reason != Reason::Nothing {
        return format!("the text is read as {}", dialect.dialect);
    }
    let settles = |dialect: &Dialect| {
        let options = Options {
            dialect: *dialect,
            ..Options::default()
        };
        let read = parse(text, Encoding::Utf8, &options, None).whole();
        read.is_ok_and(|reading| reading.ambiguity.disputed.is_empty())
    };
    let names: Vec<&str> = Dialect::ALL
        .into_iter()
        .filter(settles)
        .map(Dialect::name)
        .collect();
    match names.as_slice() {
        [] => "no dialect resolves the ambiguity".to_owned(),
        _ => format!(
            "{}; these resolve the ambiguity: {}",
            ambiguous::REMEDY,
            names.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::SortImports;
    use crate::text::diagnostics::Severity;
    use std::cell::Cell;

    /// Formats a text with a layout that writes `instead` for `right`; returns the output, the lines that are warned of and the number of
    /// layouts.
    fn sabotaged(
        text: &str,
        extent: Extent,
        options: &Options,
        [right, instead]: [&str; 2],
    ) -> Result<(String, Vec<usize>, usize), Diagnostic> {
        let source = Source::decode(text.as_bytes())?;
        let layouts = Cell::new(0);
        let lay_out = |reading: &mut Reading, source: &Source<'_>, extent, options: &Options| {
            layouts.set(layouts.get() + 1);
            let printed = reading.lay_out_part(source, extent, options)?;
            let output = printed.output.replace(right, instead);
            Ok(Printed { output, ..printed })
        };
        let reading = read_whole(text, source.encoding, options)?;
        let formatted = reading.format(&source, extent, options, lay_out)?;
        let line = |warning: &Diagnostic| {
            assert_eq!(
                (warning.severity, warning.code),
                (Severity::Warning, INTERNAL)
            );
            text[..warning.labels[0].span.start].lines().count()
        };
        let lines = formatted.warnings.iter().map(line).collect();
        let output = String::from_utf8(formatted.output).unwrap();
        Ok((output, lines, layouts.get()))
    }

    const TEXT: &str = "(one  1)\n(two  lost  2)\n;  three\n(re  #/(a):(b)/)\n'(four  4)\n";

    #[test]
    fn a_form_that_fails_is_left_alone() {
        for (sabotage, left) in [
            (["(two lost 2)", "(two 2)"], &[2][..]),
            (["(two lost 2)", "(two lost 3)"], &[2]),
            (["(two lost 2)", "(two lost 2 2)"], &[2]),
            (["(two lost 2)", "(two lost 2"], &[2]),
            (["(two lost 2)", "(two lost2)"], &[2]),
            (["(re #/(a):(b)/)", "(re #/(a) :(b)/)"], &[4]),
            (["(re #/(a):(b)/)", "(re #/(a):(b) /)"], &[4]),
            // What appeared may be of the form before or of the form after.
            (["(re #/(a):(b)/)", "(re #/(a):(b)/) x"], &[4, 5]),
            (["'(four 4)\n", "'(four 4)\nx\n"], &[5]),
        ] {
            let (output, warned, _) =
                sabotaged(TEXT, Extent::Whole, &Options::default(), sabotage).unwrap();
            let lines = TEXT.lines().enumerate().map(|(index, line)| {
                let is_left = left.contains(&(index + 1)) || line.starts_with(';');
                let line = if is_left {
                    line
                } else {
                    &line.replace("  ", " ")
                };
                format!("{line}\n")
            });
            assert_eq!(output, lines.collect::<String>(), "{sabotage:?}");
            assert_eq!(warned.len(), 1, "{sabotage:?}");
        }
    }

    #[test]
    fn work_on_forms_that_fail_is_bounded() {
        let format =
            |text: &str, sabotage| sabotaged(text, Extent::Whole, &Options::default(), sabotage);
        // All of these are found at once.
        let apart = "(f  #&x)\n(g  1)\n".repeat(100);
        let (output, warned, layouts) = format(&apart, ["(f #&x)", "(f #& x)"]).unwrap();
        assert_eq!(output, apart.replace("(g  1)", "(g 1)"));
        assert_eq!((warned.len(), layouts), (100, 2));
        let lost = "(f  x)\n(g  1)\n";
        let sabotage = ["(f x)", "(f)"];
        let (output, warned, _) = format(&lost.repeat(ROUNDS), sabotage).unwrap();
        assert_eq!(output, "(f  x)\n(g 1)\n".repeat(ROUNDS));
        assert_eq!(warned.len(), ROUNDS);
        let error = format(&lost.repeat(ROUNDS + 1), sabotage).unwrap_err();
        assert_eq!(error.code, INTERNAL);
    }

    #[test]
    fn a_selected_form_that_fails_is_left_alone() {
        let touched = Extent::Ranges(vec![Range { start: 0, end: 20 }]);
        let sabotage = ["(two lost 2)", "(two 2)"];
        let (output, warned, _) = sabotaged(TEXT, touched, &Options::default(), sabotage).unwrap();
        assert_eq!(output, TEXT.replace("(one  1)", "(one 1)"));
        assert_eq!(warned, [2]);
    }

    #[test]
    fn nothing_is_sorted_around_a_form_that_fails() {
        let mut options = Options::default();
        options.style.sort_imports = SortImports::Programs;
        let text = "(import (b) (a))\n(f  lost)\n(g  1)\n";
        let (output, warned, _) =
            sabotaged(text, Extent::Whole, &options, ["(f lost)", "(f)"]).unwrap();
        assert_eq!(output, "(import (b) (a))\n(f  lost)\n(g 1)\n");
        assert_eq!(warned, [2]);
    }

    #[test]
    fn the_layout_that_stands_is_written() {
        let standing = |text: &str, lines, next: fn(&str) -> &str| {
            let mut options = Options::default();
            options.style.line_breaks = lines;
            let source = Source::decode(text.as_bytes()).unwrap();
            let reading = read_whole(text, source.encoding, &options).unwrap();
            let print = |_: &Reading, text: &str| {
                let (output, changes) = (next(text).to_owned(), Vec::new());
                Ok(Printed {
                    output,
                    changes,
                    may_change_again: false,
                })
            };
            let first = print(&reading, text).unwrap();
            let printed = reading.standing_layout(&source, first, &options, print);
            printed.unwrap().output
        };
        let follow = |text: &str| match text {
            "(a)" => "(b)",
            "(b)" => "(c)",
            _ => "(d)",
        };
        assert_eq!(standing("(a)", LineBreaks::Keep, follow), "(d)");
        assert_eq!(standing("(a)", LineBreaks::Canonical, follow), "(b)");
        // Wherever the circle is entered.
        let turn = |text: &str| match text {
            "(b)" => "(d)",
            "(d)" => "(c)",
            _ => "(b)",
        };
        for text in ["(a)", "(b)", "(c)", "(d)"] {
            assert_eq!(standing(text, LineBreaks::Persistent, turn), "(b)");
        }
    }
}
