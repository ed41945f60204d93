//! Formats the files under changing settings, and takes what makes the diff smaller.
//!
//! The files are in two halves, by the hash of their path. A setting is taken if it makes the diff of each half smaller: what one half
//! shows, the other one confirms. The setting that saves most comes first, until none saves enough.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxBuildHasher;
use schemefmt::Formatted;
use schemefmt::internals::forms::rules::Layer;
use schemefmt::internals::hunks;
use schemefmt::internals::syntax::pairs::Changes;
use schemefmt::options;

use super::operators::{self, Calls};
use super::{Chosen, Evidence, Proposal, SourceFile, layer};
use crate::project::parallel::on_each;

/// A setting must save one in this many of the changed lines, or `MANY`.
const SHARE: usize = 100;

/// The lines that are worth a setting, however many others change.
const MANY: usize = 50;

/// A rule that saves one in this many of the changed lines needs its operator in one half only.
const LARGE_SHARE: isize = 10;

/// The most settings that are taken.
const MAX_SETTINGS: usize = 12;

/// The bytes that are tried; of a larger project, the files with the smallest hashes.
const SAMPLE: usize = 4 << 20;

/// Formats files under changing settings.
pub(super) struct Trial<'f> {
    files: &'f [SourceFile],
    jobs: NonZeroUsize,
    /// The settings that are given or chosen.
    chosen: Vec<Chosen>,
    /// The files that settings are tried on, by index, each with its half and the changed lines under the settings so far.
    sample: Vec<Tried>,
    /// The smallest line width that the project lets be suggested.
    least_width: usize,
}

/// A file that settings are tried on.
#[derive(Clone, Copy)]
struct Tried {
    file: usize,
    half: usize,
    outcome: FileOutcome,
}

/// How a file comes out.
#[derive(Clone, Copy, Default)]
struct FileOutcome {
    /// The lines of its diff.
    lines: usize,
    /// The hash of its output. Most settings change few files, so a known outcome saves comparing the texts again.
    hash: u64,
}

/// A setting to try.
struct Contender {
    choice: Proposal,
    /// The lines that it saved when it was last tried, or could save: no more are expected of it beside more settings.
    bound: isize,
}

/// What a setting changes.
struct Gain {
    /// How each file that it may change comes out, by its index in the sample.
    outcomes: Vec<(usize, FileOutcome)>,
    /// The lines saved in each half.
    saved: [isize; 2],
    /// The number of files in which it helps, and of those in which it harms.
    files: [usize; 2],
}

impl Gain {
    fn total(&self) -> isize {
        self.saved.iter().sum()
    }
}

/// The lines of the diff of a formatted text, removed and added.
pub(super) fn changed_lines(before: &[u8], formatted: &Formatted) -> usize {
    let [before, after] = [before, &formatted.output].map(String::from_utf8_lossy);
    hunks::changed_lines(&before, &after, &Changes::Unknown(formatted.switches))
}

/// The lines that a setting must save of so many that change.
pub(super) fn required(changed: usize) -> usize {
    changed.div_ceil(SHARE).clamp(1, MANY)
}

impl<'f> Trial<'f> {
    /// A trial of the files of a project, with the settings that are given.
    pub(super) fn new(files: &'f [SourceFile], given: &[Proposal], jobs: NonZeroUsize) -> Self {
        let chosen = given.iter().map(|choice| Chosen {
            choice: choice.clone(),
            evidence: None,
        });
        let mut trial = Trial {
            files,
            jobs,
            chosen: chosen.collect(),
            sample: sample(files),
            least_width: files
                .iter()
                .filter_map(|file| file.width)
                .max()
                .unwrap_or(0),
        };
        let all: Vec<usize> = (0..trial.sample.len()).collect();
        for (index, outcome) in trial.with(&all, &trial.settings()) {
            trial.sample[index].outcome = outcome;
        }
        trial
    }

    /// The settings so far.
    fn settings(&self) -> Vec<&Proposal> {
        self.chosen.iter().map(|chosen| &chosen.choice).collect()
    }

    /// How some files of the sample come out under settings, with the indices of the files there.
    fn with(&self, indices: &[usize], settings: &[&Proposal]) -> Vec<(usize, FileOutcome)> {
        let rules = Arc::new(layer(settings));
        on_each(indices, self.jobs, |index| {
            let Tried { file, outcome, .. } = self.sample[*index];
            (*index, self.outcome(file, settings, &rules, outcome))
        })
    }

    /// How a file comes out under settings, and rules of theirs; `known` is how it does under others.
    fn outcome(
        &self,
        file: usize,
        settings: &[&Proposal],
        rules: &Arc<Layer>,
        known: FileOutcome,
    ) -> FileOutcome {
        let file = &self.files[file];
        let mut options = file.options(settings.iter().copied());
        options.rules.configuration = Arc::clone(rules);
        let Ok(formatted) = schemefmt::format(&file.bytes, &options) else {
            return FileOutcome::default();
        };
        let hash = FxBuildHasher.hash_one(&formatted.output);
        if hash == known.hash {
            return known;
        }
        let lines = changed_lines(&file.bytes, &formatted);
        FileOutcome { lines, hash }
    }

    /// The lines of the diff of each file under the settings so far and some more.
    pub(super) fn changed(&self, also: &[Proposal]) -> Vec<usize> {
        let settings: Vec<&Proposal> = self.settings().into_iter().chain(also).collect();
        let rules = Arc::new(layer(&settings));
        let all: Vec<usize> = (0..self.files.len()).collect();
        on_each(&all, self.jobs, |file| {
            let known = FileOutcome::default();
            self.outcome(*file, &settings, &rules, known).lines
        })
    }

    /// The files that have much more of the diff under the current settings than others, and how many lines: each of them has a tenth
    /// of all, and five times its share.
    pub(super) fn dominant(&self, changed: &[usize]) -> Vec<(PathBuf, usize)> {
        let all: usize = changed.iter().sum();
        let is_dominant = |lines: usize| lines * 10 > all && lines * changed.len() > all * 5;
        let each = changed.iter().zip(self.files);
        let dominant = each.filter(|(lines, _)| is_dominant(**lines));
        let mut dominant: Vec<_> = dominant
            .map(|(lines, file)| (file.path.clone(), *lines))
            .collect();
        dominant.sort_by_key(|(_, lines)| Reverse(*lines));
        dominant
    }

    /// The settings, those first that were given, and then those that save most.
    pub(super) fn into_chosen(self) -> Vec<Chosen> {
        let mut chosen = self.chosen;
        chosen.sort_by_key(|chosen| Reverse(chosen.evidence.map_or(usize::MAX, |it| it.saved)));
        chosen
    }

    /// Takes settings, the one that saves most first, until none saves enough. Some help only beside others, so those that saved nothing
    /// are tried again beside what was taken.
    pub(super) fn choose(&mut self) {
        let mut candidates = self.candidates();
        loop {
            let taken_before = self.chosen.len();
            while let Some((choice, gain)) = self.best(&mut candidates) {
                candidates.retain(|other| !other.choice.is_same_setting(&choice));
                let [helped, harmed] = gain.files;
                let saved = gain.total().unsigned_abs();
                for (index, outcome) in gain.outcomes {
                    self.sample[index].outcome = outcome;
                }
                let evidence = Some(Evidence {
                    saved,
                    helped,
                    harmed,
                });
                self.chosen.push(Chosen { choice, evidence });
                self.limit(&mut candidates);
            }
            if self.chosen.len() == taken_before {
                return;
            }
            candidates.retain(|candidate| candidate.bound != 0);
            for candidate in &mut candidates {
                candidate.bound = isize::MAX;
            }
            self.limit(&mut candidates);
        }
    }

    /// Expects no more of a rule than what the calls of its operator still change.
    fn limit(&self, candidates: &mut [Contender]) {
        let operators = self.operators();
        for Contender { choice, bound } in candidates {
            if let Proposal::Form { name, .. } = choice {
                *bound = operators.get(name).map_or(0, Calls::most_saved).min(*bound);
            }
        }
    }

    /// The operators and patterns with broken calls that change under the settings so far.
    fn operators(&self) -> BTreeMap<String, Calls> {
        let files = self.sample.iter().map(|tried| &self.files[tried.file]);
        operators::changed(&Vec::from_iter(files), &self.settings(), self.jobs)
    }

    /// The setting that saves most, if one saves enough. It is tried beside the settings so far, and so is every other one that was not
    /// already seen to save less.
    fn best(&self, candidates: &mut [Contender]) -> Option<(Proposal, Gain)> {
        let taken = self.chosen.iter().filter(|it| it.evidence.is_some());
        if taken.count() == MAX_SETTINGS {
            return None;
        }
        let changed: usize = self.sample.iter().map(|tried| tried.outcome.lines).sum();
        let required = required(changed).cast_signed();
        candidates.sort_by_key(|candidate| Reverse(candidate.bound));
        let mut best: Option<(Proposal, Gain)> = None;
        for candidate in candidates {
            let least = best.as_ref().map_or(required, |(_, gain)| gain.total() + 1);
            if candidate.bound < least {
                break;
            }
            let gain = self.gain(&candidate.choice);
            candidate.bound = gain.total();
            if gain.total() >= least && self.is_confirmed(&candidate.choice, &gain, changed) {
                best = Some((candidate.choice.clone(), gain));
            }
        }
        best
    }

    /// Whether a setting helps in each half. A rule that saves much may leave one of them as it is.
    fn is_confirmed(&self, choice: &Proposal, gain: &Gain, changed: usize) -> bool {
        let is_large = gain.total() * LARGE_SHARE >= changed.cast_signed();
        let least = match choice {
            Proposal::Form { .. } if is_large => 0,
            _ => 1,
        };
        let is_empty = |half: usize| self.sample.iter().all(|tried| tried.half != half);
        let halves = gain.saved.iter().enumerate();
        halves
            .into_iter()
            .all(|(half, saved)| *saved >= least || is_empty(half))
    }

    /// What one more setting changes.
    fn gain(&self, choice: &Proposal) -> Gain {
        let mut settings = self.settings();
        settings.push(choice);
        let may_change = |index: &usize| choice.may_change(&self.files[self.sample[*index].file]);
        let indices: Vec<usize> = (0..self.sample.len()).filter(may_change).collect();
        let mut gain = Gain {
            outcomes: self.with(&indices, &settings),
            saved: [0; 2],
            files: [0; 2],
        };
        for (index, after) in &gain.outcomes {
            let Tried { half, outcome, .. } = self.sample[*index];
            let saved = outcome.lines.cast_signed() - after.lines.cast_signed();
            gain.saved[half] += saved;
            gain.files[0] += usize::from(saved > 0);
            gain.files[1] += usize::from(saved < 0);
        }
        gain
    }

    /// The values of all options that are not given, and the rules that the authors' calls follow.
    fn candidates(&self) -> Vec<Contender> {
        let settings = self.settings();
        let files = || self.sample.iter().map(|tried| &self.files[tried.file]);
        let mut candidates = Vec::new();
        for option in options::declared() {
            if settings.iter().any(|given| given.sets(option.key)) {
                continue;
            }
            let now = files().map(|file| option.get(&file.options(settings.iter().copied())));
            let now = BTreeSet::from_iter(now);
            let is_narrow = |value: &str| {
                let width = value.parse::<usize>().ok();
                option.key == "line-width" && width.is_some_and(|width| width < self.least_width)
            };
            let values = option.tried.iter().filter(|value| !is_narrow(value));
            let new = values.filter(|value| now.iter().any(|now| now != **value));
            candidates.extend(new.map(|value| Contender {
                choice: Proposal::Option {
                    option,
                    value: (*value).to_owned(),
                },
                bound: isize::MAX,
            }));
        }
        for (name, calls) in self.operators() {
            let rows = calls.rows(&name).into_iter();
            candidates.extend(rows.map(|row| Contender {
                choice: Proposal::Form {
                    name: name.clone(),
                    row,
                },
                bound: calls.most_saved(),
            }));
        }
        candidates
    }
}

/// The files to try settings on, with their halves.
fn sample(files: &[SourceFile]) -> Vec<Tried> {
    let mut indices: Vec<usize> = (0..files.len()).collect();
    indices.sort_by_key(|file| FxBuildHasher.hash_one(&files[*file].path));
    let mut bytes = 0;
    indices.retain(|file| {
        let is_within = bytes < SAMPLE;
        bytes += files[*file].bytes.len();
        is_within
    });
    let sample = indices.into_iter().map(|file| Tried {
        file,
        half: half(&files[file].path),
        outcome: FileOutcome::default(),
    });
    sample.collect()
}

/// The half that a file is in.
pub(super) fn half(path: &Path) -> usize {
    (FxBuildHasher.hash_one(path) >> 32) as usize % 2
}
