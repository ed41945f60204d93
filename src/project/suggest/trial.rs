//! Formats the files under changing settings, and keeps what helps.
//!
//! A setting is kept only if it helps in both halves of the files, each of which is unseen to the other, and in two thirds of those that
//! it changes, or in half of them if it saves far more there than it costs in the others. So no single file decides, however long it is,
//! nor a part of a project that is written in its own way.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::mem;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemefmt::internals::call_sites::{call_sites, widths_of_code};
use schemefmt::internals::config::forms;
use schemefmt::internals::explain;
use schemefmt::internals::forms::Row;
use schemefmt::internals::forms::rules::{Layer, Location, Provenance, Rule};
use schemefmt::options::{self, Declaration, LineBreaks};
use schemefmt::{Dialect, Options};

use super::fit::{Distance, missing};
use super::votes::{self, Macros, Sites};
use super::{Changed, ChosenOption, ChosenRule, SourceFile, can_be_formatted};
use crate::project::{dialects, parallel};

/// The number of operators that are tried, those with the most calls first.
const MAX_OPERATORS: usize = 150;

/// The lines per thousand that an option must save, or a rule for what is built in.
const WORTH: usize = 2;

/// The lines that any other rule must save.
const RULE_WORTH: isize = 2;

/// How many times what a setting costs it must save if it helps in fewer than two thirds of the files.
const CLEARLY: isize = 4;

/// The option that says what lines are indented with.
const INDENTATION: &str = "indentation";

/// A width less than the current one is not suggested if more code lines per thousand are wider.
const TOO_WIDE: usize = 5;

/// Formats files under changing settings.
pub struct Trial {
    pub files: Vec<SourceFile>,
    jobs: NonZeroUsize,
    /// The options that are given or chosen.
    pub options: Vec<ChosenOption>,
    rules: Layer,
    /// The cost of each file under the current settings.
    costs: Vec<Distance>,
}

/// The savings of a setting in some files.
struct Gain {
    /// The index of each file whose cost changes, and its cost with the setting.
    costs: Vec<(usize, Distance)>,
    /// The savings in each of these files: lines and their places together.
    saved: Vec<isize>,
    /// The lines that it saves.
    lines: isize,
}

impl Gain {
    /// The savings of new costs of some files compared with those before.
    fn of(before: impl Iterator<Item = Distance> + Clone, costs: Vec<(usize, Distance)>) -> Gain {
        let pairs = || before.clone().zip(&costs);
        let lines = pairs().map(|(before, (_, cost))| difference(before.lines, cost.lines));
        let saved = pairs().map(|(before, (_, cost))| difference(before.total(), cost.total()));
        Gain {
            lines: lines.sum(),
            saved: saved.collect(),
            costs,
        }
    }

    fn total(&self) -> isize {
        self.saved.iter().sum()
    }

    /// Whether it saves enough lines, and helps in both halves of the files, if there are several, and in two thirds of those that it
    /// changes; or in as many as it harms, where it saves far more than it costs.
    fn holds(&self, required_lines: isize) -> bool {
        let half = |half| self.saved.iter().skip(half).step_by(2).sum::<isize>();
        let is_shared = self.saved.len() < 2 || half(0) > 0 && half(1) > 0;
        let is_enough = self.total() > 0 && self.lines >= required_lines;
        let (winners, losers): (Vec<isize>, Vec<isize>) = self
            .saved
            .iter()
            .filter(|saved| **saved != 0)
            .partition(|saved| **saved > 0);
        let is_clear = winners.len() >= losers.len()
            && winners.iter().sum::<isize>() >= CLEARLY * -losers.iter().sum::<isize>();
        is_shared && is_enough && (winners.len() >= 2 * losers.len() || is_clear)
    }
}

impl Trial {
    /// A trial of files that can be formatted, with their current settings.
    pub fn new(files: Vec<SourceFile>, jobs: NonZeroUsize) -> Self {
        Trial {
            files,
            jobs,
            options: Vec::new(),
            rules: Layer::default(),
            costs: Vec::new(),
        }
    }

    /// Sets the dialects on which the files of folders agree, unless more lines change with one. Returns their names with the folders.
    pub fn choose_dialects(
        &mut self,
        shown: &[(PathBuf, Dialect)],
    ) -> Vec<(PathBuf, &'static str)> {
        dialects::by_folder(shown, |folder, dialect| self.sets_dialect(folder, dialect))
    }

    /// Sets the dialect of the files in a folder, unless more lines change then or one cannot be formatted. Returns whether it is set.
    fn sets_dialect(&mut self, folder: &Path, name: &str) -> bool {
        let Ok(dialect) = name.parse() else {
            return false;
        };
        let is_inside = |index: &usize| self.files[*index].path.starts_with(folder);
        let inside: Vec<usize> = self.all().into_iter().filter(is_inside).collect();
        let changed = |trial: &Self| trial.changed_lines(&inside, None).iter().sum::<usize>();
        let before = changed(self);
        let others: Vec<Dialect> = inside
            .iter()
            .map(|index| mem::replace(&mut self.files[*index].settings.options.dialect, dialect))
            .collect();
        let mut files = inside.iter().map(|index| &self.files[*index]);
        let is_set = files.all(can_be_formatted) && changed(self) <= before;
        if !is_set {
            for (index, dialect) in inside.iter().zip(others) {
                self.files[*index].settings.options.dialect = dialect;
            }
        }
        is_set
    }

    /// Chooses the options that are not fixed, and rules.
    pub fn choose(&mut self) -> Vec<ChosenRule> {
        self.costs = self.try_with(&self.all(), None);
        self.choose_options();
        self.choose_rules()
    }

    /// The number of lines in all files.
    pub fn lines(&self) -> usize {
        let bytes = self.files.iter().flat_map(|file| &file.bytes);
        bytes.filter(|byte| **byte == b'\n').count()
    }

    /// The lines that an option must save.
    fn required_gain(&self) -> isize {
        (self.lines() * WORTH / 1000).max(1).cast_signed()
    }

    /// The options for a file under the current settings.
    fn options_of(&self, file: &SourceFile) -> Options {
        let mut options = file.settings.options.clone();
        for chosen in &self.options {
            // Only valid values are tried.
            let _ = chosen.option.set(&mut options, &chosen.value);
        }
        options
    }

    /// The indices of all files.
    fn all(&self) -> Vec<usize> {
        (0..self.files.len()).collect()
    }

    /// The results of `work` for some of the files, with their options under the current settings and one more; the default where that
    /// cannot format the file.
    fn formatted<R: Default + Send>(
        &self,
        files: &[usize],
        also: Option<(&Declaration, &str)>,
        work: impl Fn(&SourceFile, &schemefmt::Formatted) -> R + Sync,
    ) -> Vec<R> {
        let rules = Arc::new(self.rules.clone());
        let format = |index: &usize| {
            let file = &self.files[*index];
            let mut options = self.options_of(file);
            if let Some((option, value)) = also {
                let _ = option.set(&mut options, value);
            }
            options.rules.configuration = Arc::clone(&rules);
            let formatted = schemefmt::format(&file.bytes, &options);
            formatted.map_or_else(|_| R::default(), |formatted| work(file, &formatted))
        };
        let mut results = Vec::new();
        parallel::in_order(files, self.jobs, format, |result| {
            results.push(result);
            ControlFlow::Continue(())
        });
        results
    }

    /// The costs of some of the files under the current settings and one more.
    fn try_with(&self, files: &[usize], also: Option<(&Declaration, &str)>) -> Vec<Distance> {
        self.formatted(files, also, |file, it| Distance::of(&file.bytes, it))
    }

    /// The number of lines that change in some of the files under the current settings, to the last byte, and one more.
    fn changed_lines(&self, files: &[usize], also: Option<(&Declaration, &str)>) -> Vec<usize> {
        let is_end = |byte: &u8| *byte == b'\n';
        self.formatted(files, also, |file, formatted| {
            missing(file.bytes.split(is_end), formatted.output.split(is_end))
        })
    }

    /// The changes in all files under the current settings.
    pub fn changed(&self) -> Changed {
        Changed::of(&self.changed_lines(&self.all(), None))
    }

    /// The files in which much more changes under the current settings than in others, and how many lines: each of them has a tenth
    /// of all changes, and five times its share.
    pub fn dominant(&self) -> Vec<(PathBuf, usize)> {
        let changed = self.changed_lines(&self.all(), None);
        let all: usize = changed.iter().sum();
        let is_dominant = |lines: usize| lines * 10 > all && lines * changed.len() > all * 5;
        let each = changed.iter().zip(&self.files);
        let dominant = each.filter(|(lines, _)| is_dominant(**lines));
        let mut dominant: Vec<_> = dominant
            .map(|(lines, file)| (file.path.clone(), *lines))
            .collect();
        dominant.sort_by_key(|(_, lines)| Reverse(*lines));
        dominant
    }

    /// What changes in each way to break lines, from the one that decides most to the one that decides least; none unless all
    /// files are canonical under the current settings.
    pub fn by_line_breaks(&self) -> Vec<(&'static str, Changed)> {
        let is_canonical = |file| self.options_of(file).style.line_breaks == LineBreaks::Canonical;
        let option = options::find("line-breaks").filter(|_| self.files.iter().all(is_canonical));
        let Some(option) = option else {
            return Vec::new();
        };
        let changed = |way| Changed::of(&self.changed_lines(&self.all(), Some((option, way))));
        let ways = option.values.names.iter();
        ways.map(|way| (*way, changed(*way))).collect()
    }

    /// The options that were given or chosen, in the order of their declarations.
    pub fn into_options(self) -> Vec<ChosenOption> {
        let place = |key| options::declared().position(|option| option.key == key);
        let mut options = self.options;
        options.sort_by_key(|chosen| place(chosen.option.key));
        options
    }

    /// The savings of one more setting in some of the files or, without one, those of changed rules.
    fn gain(&self, files: &[usize], also: Option<(&Declaration, &str)>) -> Gain {
        let before = files.iter().map(|file| self.costs[*file]);
        let costs = self.try_with(files, also);
        Gain::of(before, files.iter().copied().zip(costs).collect())
    }

    /// Takes the costs of a setting that is kept.
    fn accept(&mut self, gain: &Gain) {
        for (index, cost) in &gain.costs {
            self.costs[*index] = *cost;
        }
    }

    /// The calls that the authors have broken into lines.
    fn sites(&self) -> Sites {
        let mut sites = Sites::new();
        for (index, file) in self.files.iter().enumerate() {
            let found = call_sites(&file.bytes, &self.options_of(file));
            for site in found.unwrap_or_default() {
                let known = sites.entry(site.operator.clone()).or_default();
                known.push((index, site));
            }
        }
        sites
    }

    /// The macros that all files define.
    fn macros(&self) -> Macros {
        let mut macros = Macros::default();
        for file in &self.files {
            let rules = explain::rules(&file.bytes, &self.options_of(file));
            for (name, rule) in rules.unwrap_or_default().definitions.rules() {
                let row = macros.entry(name).or_insert(Some(rule.row));
                *row = row.filter(|row| *row == rule.row);
            }
        }
        macros
    }

    /// The smallest line width that may be suggested: not less than what the project asks for, nor less than the current
    /// width if the lines themselves are wider. The larger width that Racket has by default is nothing that a project asks for.
    pub fn smallest_width(&self) -> usize {
        let asked = self.files.iter().filter_map(|file| file.width).max();
        let holds = self.files.iter().map(|file| {
            let width = self.options_of(file).style.line_width;
            width.columns(Dialect::Auto)
        });
        let files = self.files.iter();
        let mut widths: Vec<usize> = files.flat_map(|file| widths_of_code(&file.bytes)).collect();
        widths.sort_unstable_by(|a, b| b.cmp(a));
        let own = widths.get(widths.len() * TOO_WIDE / 1000);
        let own = own.map(|own| holds.max().map_or(*own, |holds| holds.min(*own)));
        asked.max(own).unwrap_or(0)
    }

    /// Tries the values of every option that is not given, one option after the other, and keeps the best.
    fn choose_options(&mut self) {
        let required_gain = self.required_gain();
        let is_indented = votes::are_indented(&self.sites());
        let smallest_width = self.smallest_width();
        let may_be = |option: &Declaration, value: &str| match option.key {
            // If the arguments of some operators are indented, these are the project's own forms; if those of most are, it
            // is how calls are laid out.
            "style.calls" => is_indented,
            "line-width" => value
                .parse::<usize>()
                .is_ok_and(|width| width >= smallest_width),
            _ => true,
        };
        for option in options::declared() {
            let mut given = self.options.iter();
            if given.any(|given| given.option.key == option.key) {
                continue;
            }
            let values = option.tried.iter().filter(|value| may_be(option, value));
            let gains = values.map(|value| (*value, self.gain_of_option(option, value)));
            let gains = gains.filter(|(_, gain)| gain.holds(required_gain));
            let best = gains.max_by_key(|(_, gain)| gain.total());
            if let Some((value, gain)) = best {
                self.options.push(ChosenOption {
                    option,
                    value: value.to_owned(),
                    saved: Some(gain.lines.unsigned_abs()),
                });
                self.accept(&gain);
            }
        }
    }

    /// The savings of an option with this value.
    fn gain_of_option(&self, option: &Declaration, value: &str) -> Gain {
        let also = Some((option, value));
        if option.key != INDENTATION {
            return self.gain(&self.all(), also);
        }
        // Everything else is decided by columns, whatever takes a line there, so this changes no costs.
        let lines = |also| {
            let lines = self.changed_lines(&self.all(), also).into_iter();
            lines.map(|lines| Distance { lines, places: 0 })
        };
        let with = lines(also).enumerate().collect();
        Gain {
            costs: Vec::new(),
            ..Gain::of(lines(None), with)
        }
    }

    /// Tries the rules that calls vote for and those of macros, and keeps those that save lines.
    fn choose_rules(&mut self) -> Vec<ChosenRule> {
        let macros = self.macros();
        let mut sites = self.sites();
        votes::add_patterns(&mut sites);
        let mut voted_on: Vec<_> = sites
            .into_iter()
            .map(|(name, sites)| (votes::rows(&name, &sites, &macros), name, sites))
            .filter(|(rows, ..)| !rows.is_empty())
            .collect();
        voted_on.sort_by_key(|(.., sites)| Reverse(sites.len()));
        voted_on.truncate(MAX_OPERATORS);
        let mut chosen = Vec::new();
        for (rows, name, sites) in voted_on {
            let files: BTreeSet<usize> = sites.iter().map(|(file, _)| *file).collect();
            let files = Vec::from_iter(files);
            let required_gain = if votes::is_known(&sites) {
                self.required_gain()
            } else {
                RULE_WORTH
            };
            let before = self.rules.clone();
            let tried = rows.into_iter().map(|(row, votes)| {
                self.rules = with_rule(&before, &name, row);
                (self.gain(&files, None), row, votes)
            });
            let tried = tried.filter(|(gain, ..)| gain.holds(required_gain));
            // Of several that save as much, the first one.
            let best = tried.min_by_key(|(gain, ..)| Reverse(gain.total()));
            self.rules = before;
            if let Some((gain, row, votes)) = best {
                self.accept(&gain);
                self.rules = with_rule(&self.rules, &name, row);
                chosen.push(ChosenRule {
                    name,
                    row,
                    votes,
                    calls: sites.len(),
                    saved: gain.lines.unsigned_abs(),
                });
            }
        }
        chosen.sort_by(|a, b| a.name.cmp(&b.name));
        chosen
    }
}

/// The difference of two numbers.
fn difference(before: usize, after: usize) -> isize {
    before.cast_signed() - after.cast_signed()
}

/// The rules with one more.
fn with_rule(rules: &Layer, name: &str, row: Row) -> Layer {
    let provenance = Provenance::Configuration(Location::here(0));
    let mut with = rules.clone();
    forms::insert(&mut with, name, Rule { row, provenance });
    with
}
