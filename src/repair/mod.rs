//! Puts brackets right in a text that cannot be read, where nothing speaks for any other change.
//!
//! The search for the [culprit](crate::culprit) says which forms are broken. For each of them, the ways to make its brackets balance by
//! as few changes as possible are [drafted](draft), each draft is laid out with the author's lines, and a [model] of how
//! the author writes says how probable the outcome is: where its lines begin, which items begin lines, and what its lists
//! hold. If one draft is far more probable than all others together, it is the repair; if not, the form is left alone, and the best drafts
//! are told.

mod arities;
mod draft;
mod measured;
mod model;
mod outline;
mod tell;

use std::ops::Range;

use crate::culprit::code::{self, Lexeme};
use crate::culprit::{Broken, broken};
use crate::dialects::ambiguous::Ambiguity;
use crate::dialects::{Detected, language};
use crate::layout::newline::Newline;
use crate::options::{LineBreaks, Options};
use crate::pipeline::{Reading, Unread, detect, read};
use crate::range::Edit;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser;
use crate::text::diagnostics::Diagnostic;
use crate::text::replaced;
use crate::text::source::Source;
use draft::{BracketChange, Draft, Mishap, drafts};
pub use model::{Counts, Tally};
use model::{Model, Weight};
use tell::{Obstacle, VerdictWriter};

/// The most work that is done for the forms of one text: lexemes of drafts that are made, and bytes of those that are laid out.
const MOST_WORK_IN_ALL: usize = 1 << 22;
/// The most bytes of other forms from which the author's ways are learned.
const MOST_LEARNED: usize = 1 << 16;
/// The least lexemes of a broken form from which more can be learned than its fault spoils.
const WORTH_LEARNING: usize = 200;
/// The most proposals for a form that is left alone.
const MOST_PROPOSALS: usize = 3;

// Natural logarithms of probabilities.

/// How much more probable a repair must be than all others together if several brackets are lost or added at the end, which nothing
/// but haste explains.
const CERTAIN_AT_THE_END: f64 = 2.0;
/// How much more it must be where many lines are astray.
const CERTAIN_ASTRAY: f64 = 4.0;
/// How much more probable a bracket is lost or added at the end of a form than elsewhere, and several are; and how much less probable
/// that is at two places than at one. A form on one line has no indentation that could confirm it.
const AT_THE_END: f64 = 6.0;
const SEVERAL_AT_THE_END: f64 = 9.0;
const ON_ONE_LINE: f64 = 0.8;
const ANOTHER_PLACE: f64 = -7.0;
/// How much less probable an opening bracket is added than a closing one is lost, and how much more one is lost than added.
const OPENER_ADDED: f64 = -1.2;
const OPENER_LOST: f64 = 0.5;
/// How much less probable than after any other repair the columns of the lines may be, and the text whatever was changed; and that
/// if several are lost or added at the end.
const SLACK: [f64; 2] = [1.5, 2.0];
const SLACK_AT_THE_END: [f64; 2] = [3.0, 9.0];

/// What repairing a text comes to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repaired {
    /// The text with what is certain repaired, in the encoding of the input.
    pub output: Vec<u8>,
    /// What was found out about each broken form, in source order. Empty if the text can be read.
    pub verdicts: Vec<Verdict>,
}

/// What was found out about a broken form.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// It is repaired.
    Repaired(Proposal),
    /// It is left alone: why, and what might repair it, most probable first.
    LeftAlone(Diagnostic, Vec<Proposal>),
}

/// A way to repair a form.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Proposal {
    /// The edits of the input, in source order.
    pub edits: Vec<Edit>,
    /// What each edit does, with its place, in the same order.
    pub changes: Vec<Diagnostic>,
    /// How much more probable the most probable proposal for the form is than all others: a natural logarithm.
    #[doc(hidden)]
    pub certainty: f64,
}

/// Repairs the brackets of a text that cannot be read, where it is certain what they have to be. Nothing but brackets changes, and only in
/// top-level forms that do not balance. A text that can be read stays as it is.
///
/// ```
/// use schemefmt::{Options, repair};
///
/// let text = b"(define (f x)\n  (let ((y (g x)))\n    (h y x))\n\n(define (g x)\n  (car (cdr x)))\n";
/// let repaired = repair(text, &Options::default())?;
/// assert!(repaired.output.starts_with(b"(define (f x)\n  (let ((y (g x)))\n    (h y x)))\n\n"));
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
///
/// # Errors
/// Returns an error if `input` cannot be decoded, or its encoding would be another one after the repair.
pub fn repair(input: &[u8], options: &Options) -> Result<Repaired, Diagnostic> {
    let whole = 0..input.len();
    repair_ranges(input, std::slice::from_ref(&whole), options)
}

/// Repairs like [`repair`] the forms that touch one of these spans of `input`, which are byte offsets.
///
/// # Errors
/// Returns an error if `input` cannot be decoded, or its encoding would be another one after the repair.
pub fn repair_ranges(
    input: &[u8],
    ranges: &[Range<usize>],
    options: &Options,
) -> Result<Repaired, Diagnostic> {
    let source = Source::decode(input)?;
    let text = source.text.as_ref();
    let mut repaired = Repaired {
        output: input.to_vec(),
        verdicts: Vec::new(),
    };
    let switches = match read(text, source.encoding, options) {
        Err(Unread { switches, .. })
            if language::foreign_unread(text, &options.racket_languages).is_none() =>
        {
            switches
        }
        _ => return Ok(repaired),
    };
    let spans: Vec<_> = ranges
        .iter()
        .map(|range| source.span_of(range.clone()))
        .collect();
    let broken_text = BrokenText::new(text, switches, detect(text, options), options);
    let found = broken(text, switches);
    let model = broken_text.model(&found.sound);
    let mut writer = VerdictWriter::new(&source);
    let mut examined = broken_text.examine_all(&spans, &found, &model);
    let replacements = examined.iter().filter_map(|(form, examined)| {
        let draft = examined.repair()?;
        Some(((*form).clone(), draft.applied(&text[(*form).clone()])))
    });
    let replacements: Vec<_> = replacements.collect();
    if !replacements.is_empty() {
        let is_whole = replacements.len() == found.forms.len();
        let output = replaced(text, replacements);
        if is_whole && read(&output, source.encoding, options).is_err() {
            for (_, examined) in &mut examined {
                examined.leave(Obstacle::Unreadable);
            }
        } else {
            repaired.output = source.encode(output)?;
        }
    }
    let verdicts = examined.into_iter();
    repaired.verdicts = verdicts
        .map(|(form, examined)| writer.verdict(form, &examined))
        .collect();
    Ok(repaired)
}

/// A text that cannot be read, and how it is read as far as it can be.
struct BrokenText<'t> {
    text: &'t str,
    switches: Switches,
    dialect: Detected,
    options: Options,
    /// What a merge conflict takes up of it.
    conflict: Option<Range<usize>>,
    /// How many of its lines end as if they were being typed.
    open_ends: usize,
}

/// A draft, and how probable the text is after it.
struct Judged {
    draft: Draft,
    /// With how probable the change is.
    weight: Weight,
    /// The logarithm of how probable the text is, whatever the change.
    plain: f64,
}

/// What examining a form has found.
#[derive(Default)]
struct Examination {
    /// The best drafts, most probable first.
    judged: Vec<Judged>,
    /// How much more probable the first one is than all others: a natural logarithm.
    certainty: f64,
    /// Why the first one is not the repair.
    obstacle: Option<Obstacle>,
}

impl Examination {
    fn left_alone(obstacle: Obstacle) -> Self {
        Examination {
            obstacle: Some(obstacle),
            ..Examination::default()
        }
    }

    /// The repair, if it is certain.
    fn repair(&self) -> Option<&Draft> {
        let best = self.judged.first().filter(|_| self.obstacle.is_none());
        best.map(|judged| &judged.draft)
    }

    /// Leaves a form alone whose repair was certain by itself.
    fn leave(&mut self, obstacle: Obstacle) {
        self.obstacle = Some(obstacle);
        self.judged.truncate(1);
    }
}

impl<'t> BrokenText<'t> {
    fn new(text: &'t str, switches: Switches, dialect: Detected, options: &Options) -> Self {
        BrokenText {
            text,
            switches,
            dialect,
            conflict: tell::conflict(text),
            open_ends: tell::open_ends(text),
            options: Options {
                style: options.style.clone().line_breaks(LineBreaks::Keep),
                ..options.clone()
            },
        }
    }

    /// How the author writes, by the forms that are sound.
    fn model(&self, sound: &[Range<usize>]) -> Model {
        let mut model = Model::default();
        let mut learned = 0;
        for form in sound {
            let text = &self.text[form.clone()];
            learned += text.len();
            if learned > MOST_LEARNED {
                break;
            }
            if let Some((lexemes, laid_out)) = self.laid_out(text) {
                model.learn(text, &lexemes, &laid_out);
            }
        }
        model
    }

    /// The lexemes of a text, and where the layout places them, with the author's lines; none if it cannot be read.
    fn laid_out(&self, text: &str) -> Option<(Vec<Lexeme>, Vec<Lexeme>)> {
        let tree = parser::parse(&mut Lexer::new(text, self.switches)).ok()?;
        let reading = Reading {
            tree,
            folded: None,
            switches: self.switches,
            retried: false,
            ambiguity: Ambiguity::Near(Vec::new()),
            unread: Vec::new(),
            foreign: None,
            dialect: self.dialect.clone(),
        };
        let printed = reading.print(text, &self.options, Newline::PLAIN).ok()?;
        let [(lexemes, _), (laid_out, _)] =
            [text, &printed].map(|text| code::lexemes(text, self.switches, 0));
        (lexemes.len() == laid_out.len()).then_some((lexemes, laid_out))
    }

    /// Examines the forms that touch one of these spans.
    fn examine_all<'f>(
        &self,
        spans: &[Range<usize>],
        found: &'f Broken,
        model: &Model,
    ) -> Vec<(&'f Range<usize>, Examination)> {
        // A form's range ends after its last line. A span that is a position touches what begins there.
        let touches = |form: &&Range<usize>| {
            let end = form.start + self.text[(*form).clone()].trim_end().len();
            let touched = |span: &Range<usize>| {
                span.start <= end && form.start < span.end.max(span.start + 1)
            };
            spans.iter().any(touched)
        };
        let mut work = 0;
        let mut examined: Vec<_> = found
            .forms
            .iter()
            .filter(touches)
            .map(|form| match self.refused(form, found) {
                Some(obstacle) => (form, Examination::left_alone(obstacle)),
                None => (form, self.examine(form, model, &mut work)),
            })
            .collect();
        if examined.len() == found.forms.len() {
            for outer in &found.around {
                self.confirm(outer, &mut examined);
            }
        }
        examined
    }

    /// Why a form is not examined at all, if it is not.
    fn refused(&self, form: &Range<usize>, found: &Broken) -> Option<Obstacle> {
        let is_touched =
            |conflict: &Range<usize>| conflict.start < form.end && form.start < conflict.end;
        if self.conflict.as_ref().is_some_and(is_touched) {
            return Some(Obstacle::Conflict);
        }
        if found.doubtful.is_some_and(|from| from < form.end) {
            return Some(Obstacle::OpenString);
        }
        found.is_unindented.then_some(Obstacle::Unindented)
    }

    /// Examines a form.
    fn examine(&self, form: &Range<usize>, model: &Model, work: &mut usize) -> Examination {
        let (text, after) = (&self.text[form.clone()], &self.text[form.end..]);
        let (lexemes, _) = code::lexemes(text, self.switches, 0);
        let drafts = drafts(text, &lexemes, work);
        *work += text.len() * drafts.len();
        if *work > MOST_WORK_IN_ALL {
            return Examination::left_alone(Obstacle::TooLarge);
        }
        let Some(first) = drafts.first() else {
            return Examination::left_alone(Obstacle::TooMany);
        };
        // The others differ from the first one in one place.
        let is_worth_learning = lexemes.len() >= WORTH_LEARNING;
        let learned = is_worth_learning.then(|| self.learned_from(text, first, model));
        let learned = learned.flatten();
        let model = learned.as_ref().unwrap_or(model);
        let judged = drafts
            .into_iter()
            .filter_map(|draft| self.judge(text, draft, lexemes.len(), model));
        let mut judged: Vec<Judged> = judged.collect();
        judged.sort_by(|a, b| b.weight.evidence.total_cmp(&a.weight.evidence));
        let Some(best) = judged.first() else {
            return Examination::left_alone(Obstacle::TooMany);
        };
        let certainty = certainty(text, best, &judged);
        let is_astray = best.weight.standing.is_off() || model.standing().is_off();
        let obstacle = if self.is_unfinished(text, &best.draft) {
            Some(Obstacle::Unfinished)
        } else if is_astray && certainty < bound(text, best) + CERTAIN_ASTRAY
            || tell::may_go_on(text, after, &best.draft.changes)
        {
            Some(Obstacle::Astray)
        } else {
            (certainty < bound(text, best)).then_some(Obstacle::Ambiguous)
        };
        judged.truncate(MOST_PROPOSALS);
        Examination {
            judged,
            certainty,
            obstacle,
        }
    }

    /// Whether something seems to be unfinished in a form that a draft repairs: where it changes, or because it lacks closing brackets and
    /// has the only line of the text that ends as if it were being typed.
    fn is_unfinished(&self, text: &str, draft: &Draft) -> bool {
        let closes = |change: &BracketChange| {
            matches!(
                change.mishap(text),
                Mishap::LostAtTheEnd | Mishap::CloserLost
            )
        };
        let has_only_open_end = || self.open_ends == 1 && tell::open_ends(text) == 1;
        draft.changes.iter().any(closes) && has_only_open_end()
            || draft.falls_short(text)
            || tell::is_unfinished(text, &draft.changes)
    }

    /// Leaves the forms within another one alone if that could not be read after their repair.
    fn confirm(&self, outer: &Range<usize>, examined: &mut [(&Range<usize>, Examination)]) {
        let first = examined.partition_point(|(form, _)| form.end <= outer.start);
        let end = examined.partition_point(|(form, _)| form.start < outer.end);
        let within = &mut examined[first..end];
        let (Some((first, _)), Some((last, _))) = (within.first(), within.last()) else {
            return;
        };
        let bounds = outer.start.min(first.start)..outer.end.max(last.end);
        let replacements = within.iter().map(|(form, examined)| {
            let draft = examined.repair()?;
            let span = form.start - bounds.start..form.end - bounds.start;
            Some((span, draft.applied(&self.text[(*form).clone()])))
        });
        // One cannot be repaired, but the others are all the same.
        let Some(replacements) = replacements.collect::<Option<Vec<_>>>() else {
            return;
        };
        let applied = replaced(&self.text[bounds.clone()], replacements);
        if parser::parse(&mut Lexer::new(&applied, self.switches)).is_ok() {
            return;
        }
        for (_, examined) in within {
            examined.leave(Obstacle::Around);
        }
    }

    /// The model with what is learned from a form, as a draft has it. What operators and names are used for is not, as one wrong use of a
    /// rare one would count too much.
    fn learned_from(&self, text: &str, draft: &Draft, model: &Model) -> Option<Model> {
        let applied = draft.applied(text);
        let (lexemes, laid_out) = self.laid_out(&applied)?;
        let mut model = model.clone();
        model.own.learn(&applied, &lexemes, &laid_out);
        Some(model)
    }

    /// Judges a draft for a text of so many lexemes; none if its result cannot be read, or has other lexemes than those told.
    fn judge(&self, text: &str, draft: Draft, count: usize, model: &Model) -> Option<Judged> {
        let applied = draft.applied(text);
        let (lexemes, laid_out) = self.laid_out(&applied)?;
        let added = |change: &BracketChange| {
            isize::from(change.bracket.is_some()) - isize::from(!change.span.is_empty())
        };
        let expected = count as isize + draft.changes.iter().map(added).sum::<isize>();
        if lexemes.len() as isize != expected {
            return None;
        }
        let mut weight = model.weigh(&applied, &lexemes, &laid_out);
        let plain = weight.evidence;
        weight.evidence += before(text, &draft);
        Some(Judged {
            draft,
            weight,
            plain,
        })
    }
}

/// What the changes of a draft undo, if that is of one kind.
fn only_mishap(text: &str, draft: &Draft) -> Option<Mishap> {
    let mut mishaps = draft.changes.iter().map(|change| change.mishap(text));
    let first = mishaps.next()?;
    mishaps.all(|other| other == first).then_some(first)
}

/// Whether a draft adds or removes several brackets, all at the end.
fn is_haste(text: &str, draft: &Draft) -> bool {
    use Mishap::{AddedAtTheEnd, LostAtTheEnd};
    let only = only_mishap(text, draft);
    draft.changes.len() > 1 && matches!(only, Some(LostAtTheEnd | AddedAtTheEnd))
}

/// How certain a draft must be to be made: so that of the projects in view about one form in two hundred is repaired wrongly. Several
/// changes are made only if they are of one kind that comes in numbers.
fn bound(text: &str, judged: &Judged) -> f64 {
    let Some(mishap) = only_mishap(text, &judged.draft) else {
        return f64::INFINITY;
    };
    let is_single = judged.draft.changes.len() == 1;
    let has_lines = judged.weight.standing.lines > 1;
    match mishap {
        _ if is_haste(text, &judged.draft) => CERTAIN_AT_THE_END,
        Mishap::CloserAdded if !is_single => 9.0,
        _ if !is_single => f64::INFINITY,
        Mishap::LostAtTheEnd if has_lines => 5.0,
        Mishap::LostAtTheEnd => 8.5,
        Mishap::AddedAtTheEnd if has_lines => 8.0,
        Mishap::AddedAtTheEnd if is_on_one_line(text) => 3.0,
        Mishap::AddedAtTheEnd => 12.0,
        Mishap::CloserAdded => 6.0,
        Mishap::OpenerAdded => 5.5,
        Mishap::CloserLost | Mishap::OtherShape => 4.0,
        Mishap::OpenerLost => 2.0,
    }
}

/// How much more probable the best of some drafts is than all others together; none at all if by the lines alone, or by the text
/// alone, another one is better.
fn certainty(text: &str, best: &Judged, judged: &[Judged]) -> f64 {
    let most = |of: fn(&Judged) -> f64| judged.iter().map(of).fold(f64::MIN, f64::max);
    let [of_lines, of_text] = match is_haste(text, &best.draft) {
        true => SLACK_AT_THE_END,
        false => SLACK,
    };
    let is_at_odds = best.weight.lines + of_lines < most(|judged| judged.weight.lines)
        || best.plain + of_text < most(|judged| judged.plain);
    if is_at_odds {
        return 0.0;
    }
    let others = judged[1..].iter();
    let rest: f64 = others
        .map(|other| (other.weight.evidence - best.weight.evidence).exp())
        .sum();
    -rest.max(1e-9).ln()
}

fn is_on_one_line(text: &str) -> bool {
    !text.trim_end().contains(['\n', '\r'])
}

/// How probable changes are, apart from what the text is after them. Each bracket is as probable as any other, so that a long run is more
/// probable than a short one; most are lost or added at the end of a form; and several at one place.
fn before(text: &str, draft: &Draft) -> f64 {
    let of_change = |change: &BracketChange| {
        let kind = match change.mishap(text) {
            Mishap::OpenerAdded => OPENER_ADDED,
            Mishap::OpenerLost => OPENER_LOST,
            _ => 0.0,
        };
        kind + (change.run as f64).ln()
    };
    let mut places: Vec<usize> = draft.changes.iter().map(|change| change.place).collect();
    places.sort_unstable();
    places.dedup();
    let end = match &draft.changes[..] {
        changes if !changes.iter().all(|change| change.is_last(text)) => 0.0,
        [_] => AT_THE_END,
        _ => SEVERAL_AT_THE_END,
    };
    let end = if is_on_one_line(text) {
        ON_ONE_LINE * end
    } else {
        end
    };
    let apart = ANOTHER_PLACE * (places.len() as f64 - 1.0);
    end + apart + draft.changes.iter().map(of_change).sum::<f64>()
}

/// Counts what the author of a text chose, for the tables that this is judged by; none if it cannot be read.
#[doc(hidden)]
pub fn measure(input: &[u8], options: &Options, counts: &mut Counts) -> Option<()> {
    let source = Source::decode(input).ok()?;
    let text = source.text.as_ref();
    let reading = read(text, source.encoding, options).ok()?;
    let broken_text = BrokenText::new(text, reading.switches, reading.dialect, options);
    let (lexemes, laid_out) = broken_text.laid_out(text)?;
    counts.learn(text, &lexemes, &laid_out);
    Some(())
}
