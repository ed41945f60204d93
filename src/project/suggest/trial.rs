//! Formats the files under changing settings, and keeps what helps.
//!
//! A setting is kept only if it helps in at least as many files as it harms, and what it saves does not depend on one file. When all are
//! chosen, each has to do so beside the others.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use schemefmt::Formatted;
use schemefmt::options::{self, Declaration};

use super::fit::ReviewCost;
use super::survey::Survey;
use super::votes;
use super::{Chosen, Evidence, Proposal, SourceFile, layer};
use crate::project::parallel;

/// The number of operators that are tried, those with the most calls first.
const MAX_OPERATORS: usize = 150;

/// An option must save one in this many of the changed lines, or `MANY`, and so must a rule for what is built in.
const SHARE: usize = 100;

/// The lines that are worth an option, however many others change.
const MANY: usize = 50;

/// The number of files that any rule must help in, if it is for more than one.
const FILES: usize = 3;

/// If a setting harms in some files, what it saves must be as clear as if it helped in so many files alike, and harmed in none.
const ALIKE: f64 = 3.0;

/// Formats files under changing settings.
pub(super) struct Trial<'s> {
    survey: &'s Survey,
    jobs: NonZeroUsize,
    /// The settings that are given or chosen.
    pub chosen: Vec<Chosen>,
    /// How the files that were tried come out under these settings.
    outcomes: BTreeMap<usize, Tried>,
    /// The lines that an option must save.
    required: isize,
}

/// How a file comes out under some settings.
#[derive(Clone, Copy, Default)]
struct Tried {
    cost: ReviewCost,
    /// A digest of the output.
    digest: u64,
}

impl Tried {
    /// The outcome of a formatted file. Most settings change few files, so a known outcome saves comparing the texts again.
    fn of(file: &SourceFile, formatted: &Formatted, known: Option<&Tried>) -> Tried {
        let mut hasher = DefaultHasher::new();
        formatted.output.hash(&mut hasher);
        let digest = hasher.finish();
        match known {
            Some(known) if known.digest == digest => *known,
            _ => Tried {
                cost: ReviewCost::of(&file.bytes, formatted),
                digest,
            },
        }
    }
}

/// The savings of a setting in some files.
struct Gain {
    /// How each of these files comes out with the setting.
    outcomes: Vec<(usize, Tried)>,
    /// The savings in each of these files: lines, and lines and damage together.
    saved: Vec<[isize; 2]>,
}

impl Gain {
    /// The savings of new outcomes of some files compared with those before.
    fn of(before: &[Tried], outcomes: Vec<(usize, Tried)>) -> Gain {
        let saved = before.iter().zip(&outcomes).map(|(before, (_, after))| {
            let measures = [|cost: ReviewCost| cost.lines, ReviewCost::weight];
            measures.map(|of| of(before.cost).cast_signed() - of(after.cost).cast_signed())
        });
        Gain {
            saved: saved.collect(),
            outcomes,
        }
    }

    /// The lines that it saves.
    fn lines(&self) -> isize {
        self.saved.iter().map(|[lines, _]| lines).sum()
    }

    /// The lines and the damage that it saves.
    fn total(&self) -> isize {
        self.saved.iter().map(|[_, weight]| weight).sum()
    }

    /// The number of files in which it helps, and of those in which it harms.
    fn files(&self) -> (usize, usize) {
        let count = |wanted: fn(isize) -> bool| {
            let files = self.saved.iter();
            files.filter(|[_, weight]| wanted(*weight)).count()
        };
        (count(|saved| saved > 0), count(|saved| saved < 0))
    }

    /// Whether what it saves is clear. If it harms in no file, it must save something without the file that it helps most, unless that is
    /// the only one. If it harms in some, the square of the sum of what it saves must be several times the sum of the squares: in files
    /// that it helps alike, this ratio is their number.
    fn is_clear(&self) -> bool {
        [0, 1].into_iter().all(|measure| {
            let saved = self.saved.iter().map(|saved| saved[measure]);
            let saved: Vec<f64> = saved.map(|saved| saved as f64).collect();
            let sum: f64 = saved.iter().sum();
            if saved.iter().all(|saved| *saved >= 0.0) {
                let most = saved.iter().copied().fold(0.0, f64::max);
                return sum > 0.0 && (sum > most || saved.len() == 1);
            }
            let squares: f64 = saved.iter().map(|saved| saved * saved).sum();
            sum > 0.0 && sum * sum >= ALIKE * squares
        })
    }

    /// Whether it is clear, saves enough lines, and helps in as many files as it harms.
    fn is_enough(&self, required: isize) -> bool {
        let (helped, harmed) = self.files();
        self.lines() >= required && helped >= harmed && self.is_clear()
    }

    fn evidence(&self, calls: Option<(usize, usize)>) -> Evidence {
        let (helped, harmed) = self.files();
        Evidence {
            saved: self.lines().unsigned_abs(),
            helped,
            harmed,
            calls,
        }
    }
}

/// The results of `work` for each of some items.
pub(super) fn on_each<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let mut results = Vec::with_capacity(items.len());
    parallel::in_order(items, jobs, work, |result| {
        results.push(result);
        ControlFlow::Continue(())
    });
    results
}

impl<'s> Trial<'s> {
    /// A trial of the files of a project, with the settings that are given.
    pub(super) fn new(survey: &'s Survey, given: &[Proposal], jobs: NonZeroUsize) -> Self {
        let given = given.iter().cloned();
        let mut trial = Trial {
            survey,
            jobs,
            chosen: given
                .map(|choice| Chosen {
                    choice,
                    evidence: None,
                })
                .collect(),
            outcomes: BTreeMap::new(),
            required: 0,
        };
        let outcomes = trial.with(&survey.sample, &trial.settings());
        let changed: usize = outcomes.iter().map(|(_, outcome)| outcome.cost.lines).sum();
        trial.required = required(changed).cast_signed();
        trial.outcomes.extend(outcomes);
        trial
    }

    /// Chooses the options that are not given, and rules.
    pub(super) fn choose(&mut self) {
        self.choose_options();
        self.choose_rules();
        self.prune();
    }

    /// The settings so far.
    fn settings(&self) -> Vec<&Proposal> {
        self.chosen.iter().map(|chosen| &chosen.choice).collect()
    }

    /// How some of the files come out under settings, in their order.
    fn with(&self, files: &[usize], settings: &[&Proposal]) -> Vec<(usize, Tried)> {
        let rules = Arc::new(layer(settings));
        let outcomes = on_each(files, self.jobs, |index| {
            let file = &self.survey.files[*index];
            let mut options = file.options(settings.iter().copied());
            options.rules.configuration = Arc::clone(&rules);
            match schemefmt::format(&file.bytes, &options) {
                Ok(formatted) => Tried::of(file, &formatted, self.outcomes.get(index)),
                Err(_) => Tried::default(),
            }
        });
        files.iter().copied().zip(outcomes).collect()
    }

    /// The lines of the diff of each file under the settings so far and some more.
    pub(super) fn changed(&self, also: &[Proposal]) -> Vec<usize> {
        let settings: Vec<&Proposal> = self.settings().into_iter().chain(also).collect();
        let outcomes = self.with(&self.survey.all(), &settings);
        let lines = outcomes.into_iter().map(|(_, outcome)| outcome.cost.lines);
        lines.collect()
    }

    /// The files that have much more of the diff under the current settings than others, and how many lines: each of them has a tenth
    /// of all, and five times its share.
    pub(super) fn dominant(&self, changed: &[usize]) -> Vec<(PathBuf, usize)> {
        let all: usize = changed.iter().sum();
        let is_dominant = |lines: usize| lines * 10 > all && lines * changed.len() > all * 5;
        let each = changed.iter().zip(&self.survey.files);
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

    /// The savings of one more setting in some of the files of the sample, if they are enough.
    fn gain(&self, files: &[usize], choice: &Proposal, required: isize) -> Option<Gain> {
        let mut settings = self.settings();
        settings.push(choice);
        let before: Vec<Tried> = files.iter().map(|file| self.outcomes[file]).collect();
        let gain = Gain::of(&before, self.with(files, &settings));
        gain.is_enough(required).then_some(gain)
    }

    /// Keeps a setting.
    fn keep(&mut self, choice: Proposal, gain: Gain, calls: Option<(usize, usize)>) {
        let evidence = Some(gain.evidence(calls));
        self.outcomes.extend(gain.outcomes);
        self.chosen.push(Chosen { choice, evidence });
    }

    /// Tries the values of every option that is not given, one option after the other, and keeps the best. Some options help only beside
    /// others, so those that were tried without the last one that was kept are tried again.
    fn choose_options(&mut self) {
        let declared: Vec<_> = options::declared().collect();
        let mut since_kept = 0;
        for option in declared.iter().cycle() {
            if since_kept == declared.len() {
                break;
            }
            since_kept += 1;
            if let Some((gain, choice)) = self.best_value(option) {
                self.keep(choice, gain, None);
                since_kept = 0;
            }
        }
    }

    /// The value of an option that saves most beside the settings so far; none if none does or the option is among them.
    fn best_value(&self, option: &'static Declaration) -> Option<(Gain, Proposal)> {
        let survey = self.survey;
        let may_be = |value: &str| match option.key {
            // If the arguments of some operators are indented, these are the project's own forms; if those of most are, it
            // is how calls are laid out.
            "style.calls" => survey.is_indented,
            "line-width" => value
                .parse::<usize>()
                .is_ok_and(|width| width >= survey.smallest_width),
            _ => true,
        };
        let is_this = |choice: &&Proposal| matches!(choice, Proposal::Option { option: it, .. } if it.key == option.key);
        let settings = self.settings();
        if settings.iter().any(is_this) {
            return None;
        }
        let files = survey.sample.iter().map(|index| &survey.files[*index]);
        let now = files.map(|file| option.get(&file.options(settings.iter().copied())));
        let now = BTreeSet::from_iter(now);
        let is_new = |value: &str| now.iter().any(|now| now != value);
        let values = option.tried.iter();
        let values = values.filter(|value| may_be(value) && is_new(value));
        let gains = values.filter_map(|value| {
            let value = (*value).to_owned();
            let choice = Proposal::Option { option, value };
            let gain = self.gain(&survey.sample, &choice, self.required)?;
            Some((gain, choice))
        });
        gains.max_by_key(|(gain, _)| gain.total())
    }

    /// Tries the rules that calls vote for and those of macros, and keeps those that save lines.
    fn choose_rules(&mut self) {
        let survey = self.survey;
        let mut sites = survey.sites(&self.settings(), self.jobs);
        votes::add_patterns(&mut sites);
        let mut voted_on: Vec<_> = sites
            .into_iter()
            .map(|(name, sites)| (votes::rows(&name, &sites, &survey.macros), name, sites))
            .filter(|(rows, ..)| !rows.is_empty())
            .collect();
        voted_on.sort_by_key(|(.., sites)| Reverse(sites.len()));
        voted_on.truncate(MAX_OPERATORS);
        for (rows, name, sites) in voted_on {
            let files: BTreeSet<usize> = sites.iter().map(|(file, _)| *file).collect();
            let in_sample = |file: &usize| survey.sample.contains(file);
            let files: Vec<usize> = files.into_iter().filter(in_sample).collect();
            let required = if votes::is_known(&sites) {
                self.required
            } else {
                1
            };
            let tried = rows.into_iter().filter_map(|(row, votes)| {
                let name = name.clone();
                let choice = Proposal::Form { name, row };
                let gain = self.gain(&files, &choice, required)?;
                (gain.files().0 >= FILES).then_some((gain, choice, votes))
            });
            // If several rows save the same, the first one is chosen.
            let best = tried.min_by_key(|(gain, ..)| Reverse(gain.total()));
            if let Some((gain, choice, votes)) = best {
                self.keep(choice, gain, Some((votes, sites.len())));
            }
        }
    }

    /// Leaves out every setting that does not help beside the others, those that save least first.
    fn prune(&mut self) {
        let survey = self.survey;
        // A rule was tried on the files that have broken calls of its operator, but may change others.
        self.outcomes
            .extend(self.with(&survey.sample, &self.settings()));
        self.chosen
            .sort_by_key(|chosen| chosen.evidence.map_or(usize::MAX, |it| it.saved));
        let mut index = 0;
        while let Some(Evidence { calls, .. }) = self.chosen.get(index).and_then(|it| it.evidence) {
            let settings = self.settings();
            let without: Vec<&Proposal> = [&settings[..index], &settings[index + 1..]].concat();
            let mut files = survey.sample.clone();
            files.retain(|file| settings[index].may_change(&survey.files[*file]));
            let before = self.with(&files, &without);
            let after = files.iter().map(|file| (*file, self.outcomes[file]));
            let all_before: Vec<Tried> = before.iter().map(|(_, outcome)| *outcome).collect();
            let gain = Gain::of(&all_before, after.collect());
            let is_enough = match settings[index] {
                Proposal::Option { .. } => gain.is_enough(self.required),
                Proposal::Form { .. } => gain.is_enough(1) && gain.files().0 >= FILES,
            };
            if is_enough {
                self.chosen[index].evidence = Some(gain.evidence(calls));
                index += 1;
            } else {
                self.outcomes.extend(before);
                self.chosen.remove(index);
            }
        }
    }
}

/// The lines that an option must save of so many that change.
pub(super) fn required(changed: usize) -> usize {
    changed.div_ceil(SHARE).clamp(1, MANY)
}
