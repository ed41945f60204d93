//! Ranks the repairs of each unreadable form, and decides whether the best one is certain.
//!
//! For each form, the [candidates](super::candidates) balance its brackets with the fewest changes. A [model](super::model) of the
//! author's habits gives the probability of each result: where its lines begin, which items begin lines, and what its lists contain. If one
//! candidate is far more probable than all others together, it is the repair.

use std::ops::Range;
use std::slice;

use super::candidates::{Candidate, DelimiterChange, MAX_WORK, Mistake, candidates};
use super::comments::{ClosingComment, closes_in_comment, closing_comments, from_comment};
use super::fit::misfit;
use super::model::{Judged, Model};
use super::obstacles::{self, Obstacle};
use super::run::one_run;
use crate::options::Options;
use crate::pipeline::{format, read};
use crate::syntax::lexemes::{self, Lexeme};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::margin::{MAX_LEXEMES, SeparatedForms, lacks_opener, separate_forms};
use crate::syntax::parser;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::touches;
use crate::text::replaced;
use crate::text::source::Encoding;

/// The maximum number of bytes of other forms from which the author's habits are learned.
const MAX_LEARNED: usize = 1 << 16;
/// The maximum number of candidates reported for a form.
const MAX_REPORTED: usize = 3;

/// The probability of a change of several brackets in one run after which every line is where its column says.
pub(super) const SURE: f64 = 0.99;
/// The probability from which a candidate is applied.
const CERTAIN: f64 = 0.84;
/// The maximum probability of other structures if only the place on a line is in doubt.
const OTHER_STRUCTURE: f64 = 0.02;

// Natural logarithms of probabilities.

/// A change of one bracket after which every line is where its column says, against others.
const ONE_RUN: f64 = 3.7;
/// A change that adds what a comment ends in right before it, against others.
const FROM_COMMENT: f64 = 9.0;
/// A bracket lost or added at the end of a form, against elsewhere; and at a second offset, against the first.
const AT_THE_END: f64 = 2.0;
const ANOTHER_PLACE: f64 = -4.5;
/// An added opening bracket against a lost closing one.
const OPENER_ADDED: f64 = -1.5;
/// An added opening bracket before a definition, as in `((define`, against one elsewhere.
const OPENER_DOUBLED: f64 = 2.4;
/// The factor of a difference of weights: the choices in a text depend on each other, so each tells less than it would alone.
const DEPENDENT: f64 = 0.28;

/// A text with its certain repairs.
pub(super) fn applied(text: &str, examined: &[ExaminedForm]) -> String {
    let replacements = examined.iter().filter_map(|it| {
        let candidate = it.repair()?;
        Some((it.form.clone(), candidate.applied(&text[it.form.clone()])))
    });
    replaced(text, replacements.collect::<Vec<_>>())
}

/// Which candidates are applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accept {
    /// Those that are certain.
    #[default]
    Certain,
    /// Also the best of those that differ only in the place on a line.
    Best,
}

/// The settings for examining a text.
pub(super) struct Examiner<'o> {
    pub(super) encoding: Encoding,
    pub(super) options: &'o Options,
    pub(super) accept: Accept,
}

/// A text that cannot be read.
pub(super) struct Unreadable {
    /// The parser's error.
    pub(super) error: Diagnostic,
    /// How it was read.
    pub(super) switches: Switches,
    /// Its unreadable forms that touch the requested spans, in source order.
    pub(super) examined: Vec<ExaminedForm>,
    /// Whether any form is unreadable.
    pub(super) is_by_brackets: bool,
}

impl Examiner<'_> {
    /// Examines the unreadable forms of a text that touch these spans; none if it can be read, or is in another language. A form
    /// with a doubled quotation mark is the only one if the text can be read without the mark.
    pub(super) fn examine(&self, text: &str, spans: &[Range<usize>]) -> Option<Unreadable> {
        // The trees of a large text take much memory, so they are not kept.
        let (error, switches) = {
            let reading = read(text, self.encoding, self.options);
            let error = reading.tree.error.filter(|_| reading.foreign.is_none())?;
            (*error, reading.switches)
        };
        let unreadable = UnreadableText::new(text, switches);
        let mut found = separate_forms(text, switches);
        let string = found.doubtful.and_then(|_| unreadable.examine_string());
        if let Some(string) = string
            && unreadable.is_touched(&string.form, spans)
            && format(
                applied(text, slice::from_ref(&string)).as_bytes(),
                self.options,
            )
            .is_ok()
        {
            return Some(Unreadable {
                error,
                switches,
                examined: vec![string],
                is_by_brackets: true,
            });
        }
        unreadable.join_library(&mut found);
        let model = unreadable.model(&found.balanced);
        let mut examined = unreadable.examine_all(spans, &found, &model);
        if self.accept == Accept::Best {
            let is_place = |it: &&mut ExaminedForm| it.obstacle == Some(Obstacle::Place);
            let in_doubt = examined.iter_mut().filter(is_place);
            in_doubt.for_each(|examined| examined.obstacle = None);
        }
        let (around, otherwise) = if found.around.is_empty() {
            (Obstacle::AtMargin, Obstacle::Unreadable)
        } else {
            (Obstacle::Around, Obstacle::Around)
        };
        if let Some(last) = examined.iter().rposition(|it| it.removes_at_margin(text)) {
            let until = examined[..=last].iter_mut();
            until.for_each(|examined| examined.leave(around));
        }
        if examined.len() == found.unbalanced.len()
            && examined.iter().all(|form| form.repair().is_some())
            && format(applied(text, &examined).as_bytes(), self.options).is_err()
        {
            let examined = examined.iter_mut();
            examined.for_each(|examined| examined.leave(otherwise));
        }
        Some(Unreadable {
            error,
            switches,
            examined,
            is_by_brackets: !(found.unbalanced.is_empty() && found.around.is_empty()),
        })
    }
}

/// A text that cannot be read, and what can be read of it.
pub(super) struct UnreadableText<'t> {
    pub(super) text: &'t str,
    pub(super) switches: Switches,
    /// The span of a merge conflict in it.
    conflict: Option<Range<usize>>,
    /// The number of its lines that end like unfinished ones.
    open_ends: usize,
    /// The comments that hold closing brackets.
    comments: Vec<ClosingComment>,
}

/// The result of examining a form.
#[derive(Default)]
pub(super) struct ExaminedForm {
    /// The form's range in the text.
    pub(super) form: Range<usize>,
    /// The best candidates with their probabilities, most probable first.
    pub(super) judged: Vec<(Judged, f64)>,
    /// The reason why the first one is not the repair.
    pub(super) obstacle: Option<Obstacle>,
}

impl ExaminedForm {
    fn left_alone(form: &Range<usize>, obstacle: Obstacle) -> Self {
        ExaminedForm {
            form: form.clone(),
            obstacle: Some(obstacle),
            ..ExaminedForm::default()
        }
    }

    /// The repair, if it is certain.
    pub(super) fn repair(&self) -> Option<&Candidate> {
        let best = self.judged.first().filter(|_| self.obstacle.is_none());
        best.map(|(judged, _)| &judged.candidate)
    }

    /// Whether the repair removes a quotation mark of the text.
    pub(super) fn changes_string(&self, text: &str) -> bool {
        let mut changes = self.repair().into_iter().flat_map(|best| &best.changes);
        changes.any(|change| &text[change.span_in(&self.form)] == "\"")
    }

    /// Whether the repair removes a bracket at the margin: one alone there closes a list of an earlier form on purpose.
    fn removes_at_margin(&self, text: &str) -> bool {
        let mut changes = self.repair().into_iter().flat_map(|best| &best.changes);
        changes.any(|change| {
            let before = &text[..change.span_in(&self.form).start];
            change.delimiter.is_none() && before.ends_with('\n')
        })
    }

    /// Leaves a form alone, although its own repair was certain.
    fn leave(&mut self, obstacle: Obstacle) {
        self.obstacle = Some(obstacle);
        self.judged.truncate(1);
    }
}

impl<'t> UnreadableText<'t> {
    fn new(text: &'t str, switches: Switches) -> Self {
        UnreadableText {
            text,
            switches,
            conflict: obstacles::conflict(text),
            open_ends: obstacles::open_ends(text),
            comments: closing_comments(text, switches),
        }
    }

    /// The author's habits, learned from the forms without errors.
    fn model(&self, balanced: &[Range<usize>]) -> Model {
        let mut model = Model::default();
        let mut learned = 0;
        for form in balanced {
            let text = &self.text[form.clone()];
            learned += text.len();
            if learned > MAX_LEARNED {
                break;
            }
            let (lexemes, _) = lexemes::lexemes(text, self.switches);
            model.learn(text, &lexemes);
        }
        model
    }

    /// Treats the forms of a library as one if only the brackets at its end are wrong, since these also close the library.
    fn join_library(&self, found: &mut SeparatedForms) {
        let Some((span, containers)) = &found.library else {
            return;
        };
        let text = &self.text[span.clone()];
        let (lexemes, _) = lexemes::lexemes(text, self.switches);
        let is_at_the_end = |run: Candidate| run.changes.iter().all(|change| change.is_last(text));
        if one_run(&lexemes, containers).is_some_and(is_at_the_end) {
            found.unbalanced.retain(|form| form.end <= span.start);
            found.around.retain(|form| form.end <= span.start);
            found.unbalanced.push(span.clone());
        } else {
            found.library = None;
        }
    }

    /// Whether one of these spans touches a form.
    fn is_touched(&self, form: &Range<usize>, spans: &[Range<usize>]) -> bool {
        spans.iter().any(|span| touches(self.text, form, span))
    }

    /// Examines the forms that touch one of these spans.
    fn examine_all(
        &self,
        spans: &[Range<usize>],
        found: &SeparatedForms,
        model: &Model,
    ) -> Vec<ExaminedForm> {
        let mut work = 0;
        let examined = |form: &Range<usize>| match self.refused(form, found) {
            Some(obstacle) => ExaminedForm::left_alone(form, obstacle),
            None => {
                let library = found.library.as_ref().filter(|(span, _)| span == form);
                let containers = library.map_or(&[][..], |(_, openers)| openers);
                self.examine(form, containers, model, &mut work)
            }
        };
        let touched = found
            .unbalanced
            .iter()
            .filter(|it| self.is_touched(it, spans));
        touched.map(examined).collect()
    }

    /// The reason why a form is not examined, if there is one.
    fn refused(&self, form: &Range<usize>, found: &SeparatedForms) -> Option<Obstacle> {
        let is_touched =
            |conflict: &Range<usize>| conflict.start < form.end && form.start < conflict.end;
        if self.conflict.as_ref().is_some_and(is_touched) {
            return Some(Obstacle::Conflict);
        }
        if found.doubtful.is_some_and(|from| from < form.end) {
            return Some(Obstacle::OpenString { mark: found.mark });
        }
        found.is_unindented.then_some(Obstacle::Unindented)
    }

    /// Examines a form. Its lists that open at `containers` contain forms at the margin.
    fn examine(
        &self,
        form: &Range<usize>,
        containers: &[usize],
        model: &Model,
        work: &mut usize,
    ) -> ExaminedForm {
        let text = &self.text[form.clone()];
        let (lexemes, _) = lexemes::lexemes(text, self.switches);
        let (is_library, has_many) = (!containers.is_empty(), lexemes.len() > MAX_LEXEMES);
        // Every line requires several brackets in one run.
        let is_sure = |run: &Candidate| is_library || run.changes.len() > 1;
        let mut candidates = if is_library || has_many {
            Vec::new()
        } else {
            candidates(text, &lexemes, work)
        };
        *work += text.len() * candidates.len();
        let is_too_large = has_many || *work > MAX_WORK;
        if is_too_large {
            candidates.clear();
        }
        // A single bracket is compared with other candidates.
        let run =
            one_run(&lexemes, containers).filter(|run| !candidates.is_empty() || is_sure(run));
        let comment = from_comment(self.text, form, &lexemes, &self.comments);
        for other in run.iter().chain(&comment) {
            if !candidates.iter().any(|it| it.is_like(other)) {
                candidates.push(other.clone());
            }
        }
        let candidates = candidates.into_iter();
        let judged = candidates.filter_map(|candidate| self.judge(text, candidate, model));
        let mut judged: Vec<Judged> = judged.collect();
        judged.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        if judged.is_empty() {
            let obstacle = if is_too_large {
                Obstacle::TooLarge
            } else {
                Obstacle::TooMany
            };
            return ExaminedForm::left_alone(form, obstacle);
        }
        let (support, probability) = supported(text, &mut judged, run, comment, is_sure);
        let obstacle = self.obstacle(form, &lexemes, &judged, support, probability);
        ExaminedForm {
            form: form.clone(),
            judged: with_probabilities(judged, probability),
            obstacle,
        }
    }

    /// The reason why the first candidate for a form, with this probability, is not applied.
    fn obstacle(
        &self,
        form: &Range<usize>,
        lexemes: &[Lexeme],
        judged: &[Judged],
        support: Support,
        probability: f64,
    ) -> Option<Obstacle> {
        let best = &judged[0];
        let (text, after) = (&self.text[form.clone()], &self.text[form.end..]);
        let is_from_comment = support == Support::Comment;
        let has_only_open_end = self.open_ends == 1 && obstacles::open_ends(text) == 1;
        if has_only_open_end && best.candidate.growth() > 0 && !is_from_comment
            || best.candidate.falls_short(text)
            || obstacles::is_unfinished(text, &best.candidate.changes)
            || obstacles::is_header(text, lexemes, after) && !is_from_comment
        {
            return Some(Obstacle::Unfinished);
        }
        let (comments, switches) = (&self.comments, self.switches);
        let is_commented = || obstacles::is_commented(self.text, form, switches, lexemes);
        if !is_from_comment && is_commented()
            || closes_in_comment(self.text, form, &best.candidate, comments, switches)
        {
            return Some(Obstacle::Commented);
        }
        let is_before_data = || obstacles::is_before_data(text, lexemes, after, switches);
        if best.candidate.growth() > 0 && is_before_data() {
            return Some(Obstacle::Unindented);
        }
        let is_cut_off = || obstacles::is_cut_off(lexemes, &best.candidate);
        if after.trim().is_empty() && !is_from_comment && is_cut_off() {
            return Some(Obstacle::CutOff);
        }
        if let Some(mark) = obstacles::doubtful_mark(text, lexemes) {
            let mark = Some(form.start + mark);
            return Some(Obstacle::OpenString { mark });
        }
        let may_be_certain = support != Support::None
            || best.candidate.changes.len() == 1
            || best.candidate.only_mistake(text) == Some(Mistake::OtherShape);
        let lacks_opener = || !is_from_comment && lacks_opener(&best.candidate.lexemes);
        if !may_be_certain || lacks_opener() || best.candidate.defines_twice(text) {
            return Some(Obstacle::Ambiguous);
        }
        if probability >= CERTAIN {
            return None;
        }
        Some(if probability_elsewhere(judged) < OTHER_STRUCTURE {
            Obstacle::Place
        } else {
            Obstacle::Ambiguous
        })
    }

    /// Judges a candidate for a text; none if its result cannot be read, or has other lexemes than expected.
    fn judge(&self, text: &str, candidate: Candidate, model: &Model) -> Option<Judged> {
        let applied = candidate.applied(text);
        let (lexemes, _) = lexemes::lexemes(&applied, self.switches);
        let is_readable = || parser::parse_whole(&mut Lexer::new(&applied, self.switches)).is_ok();
        (lexemes.len() == candidate.lexemes.len() && is_readable()).then(|| Judged {
            weight: model.weigh(&applied, &lexemes) + before(text, &candidate),
            candidate,
        })
    }
}

/// Puts first among the candidates for a text what a comment or the columns of all lines suggest. Returns what speaks for the first one, and
/// its probability. If the lines require a change elsewhere, the comment suggests nothing.
fn supported(
    text: &str,
    judged: &mut [Judged],
    run: Option<Candidate>,
    comment: Option<Candidate>,
    is_sure: impl Fn(&Candidate) -> bool,
) -> (Support, f64) {
    let has_run = run.is_some();
    let run_structure = run.as_ref().map(Candidate::structure);
    let agrees = |comment: &Candidate| {
        let structure = run_structure.as_ref();
        structure.is_none_or(|structure| *structure == comment.structure())
    };
    let comment = comment.filter(agrees);
    let support = if comment.is_some_and(|it| put_comment_first(judged, &it)) {
        Support::Comment
    } else if run.is_some_and(|run| put_first(text, judged, &run, &is_sure)) {
        Support::Run
    } else {
        Support::None
    };
    let probability = match support {
        Support::Run if is_sure(&judged[0].candidate) => SURE,
        Support::Comment if has_run => SURE,
        _ => probability(judged, support),
    };
    (support, probability)
}

/// Puts the change of one run of brackets first among the candidates for a text, unless the first one repairs a mistake within a line and
/// leaves lines where they fit as well. Returns whether it is first.
fn put_first(
    text: &str,
    judged: &mut [Judged],
    run: &Candidate,
    is_sure: impl Fn(&Candidate) -> bool,
) -> bool {
    let index = judged.iter().position(|it| it.candidate.is_like(run));
    let cost = |judged: &Judged| misfit(text, &judged.candidate.lexemes);
    let is_within_line = matches!(
        judged[0].candidate.only_mistake(text),
        Some(Mistake::CloserAdded | Mistake::OpenerAdded | Mistake::OpenerLost)
    );
    let goes_first = |index: &usize| {
        *index == 0 || is_sure(run) || !is_within_line || cost(&judged[0]) > cost(&judged[*index])
    };
    move_to_front(judged, index.filter(goes_first))
}

/// Puts the change that adds the brackets in a comment first, unless another one is far more probable. Returns whether it is first.
fn put_comment_first(judged: &mut [Judged], comment: &Candidate) -> bool {
    let index = judged.iter().position(|it| it.candidate.is_like(comment));
    let index = index.filter(|&index| judged[index].weight + FROM_COMMENT > judged[0].weight);
    move_to_front(judged, index)
}

/// Puts the candidate with this index first, if there is one. Returns whether there is.
fn move_to_front(judged: &mut [Judged], index: Option<usize>) -> bool {
    if let Some(index) = index {
        judged[..=index].rotate_right(1);
    }
    index.is_some()
}

/// What speaks for the first candidate, apart from its probability.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Support {
    None,
    /// It changes one run of closing brackets, after which every line is where its column says.
    Run,
    /// It adds what a comment ends in right before it.
    Comment,
}

/// The probability of the first candidate.
fn probability(judged: &[Judged], support: Support) -> f64 {
    let others: f64 = judged[1..].iter().map(|it| it.odds(&judged[0])).sum();
    let support = match support {
        Support::None => 0.0,
        Support::Run => ONE_RUN,
        Support::Comment => FROM_COMMENT,
    };
    let lead = support - libm::log(others.max(1e-9));
    1.0 / (1.0 + libm::exp(-DEPENDENT * lead))
}

/// The candidates to report with their probabilities, given that of the first one.
fn with_probabilities(judged: Vec<Judged>, first: f64) -> Vec<(Judged, f64)> {
    let odds: Vec<f64> = judged.iter().map(|it| it.odds(&judged[0])).collect();
    let others: f64 = odds[1..].iter().sum();
    let share = (1.0 - first) / others.max(1e-9);
    let with_probability = |(number, (judged, odds))| match number {
        0 => (judged, first),
        _ => (judged, f64::min(share * odds, 1.0 - first)),
    };
    let reported = judged.into_iter().zip(odds).take(MAX_REPORTED).enumerate();
    reported.map(with_probability).collect()
}

/// The probability that the structure is not that of the first candidate: that some line has other parents.
fn probability_elsewhere(judged: &[Judged]) -> f64 {
    let structure = judged[0].candidate.structure();
    let (mut same, mut other) = (0.0, 0.0);
    for it in judged {
        if it.candidate.structure() == structure {
            same += it.odds(&judged[0]);
        } else {
            other += it.odds(&judged[0]);
        }
    }
    other / (same + other)
}

/// Whether a bracket is one of two that open a definition.
fn opens_a_definition_twice(text: &str, bracket: &Range<usize>) -> bool {
    let before = text[..bracket.start].ends_with(['(', '[']);
    let rest = &text[bracket.end..];
    let next = rest.strip_prefix(['(', '[']);
    next.or(before.then_some(rest))
        .is_some_and(|rest| rest.starts_with("define"))
}

/// The probability of changes, apart from that of the resulting text. Each bracket is as probable as any other, so a long run is more
/// probable than a short one. Most are lost or added at the end of a form, and several at one offset.
fn before(text: &str, candidate: &Candidate) -> f64 {
    let of_change = |change: &DelimiterChange| {
        let kind = match change.mistake(text) {
            Mistake::OpenerAdded if opens_a_definition_twice(text, &change.span) => OPENER_DOUBLED,
            Mistake::OpenerAdded => OPENER_ADDED,
            _ => 0.0,
        };
        kind + libm::log(change.run as f64)
    };
    let mut places: Vec<usize> = candidate
        .changes
        .iter()
        .map(|change| change.run_start)
        .collect();
    places.sort_unstable();
    places.dedup();
    let is_at_the_end = candidate.changes.iter().all(|change| change.is_last(text));
    let end = if is_at_the_end { AT_THE_END } else { 0.0 };
    let apart = ANOTHER_PLACE * (places.len() as f64 - 1.0);
    end + apart + candidate.changes.iter().map(of_change).sum::<f64>()
}
