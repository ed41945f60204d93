//! `schemefmt init --suggest`: the configuration that changes a project least.
//!
//! Options are tried out: each value is formatted with, and what changes fewer lines is taken, option by option. Layout rules
//! are voted on: where most calls of an operator are broken in another way than its rule says, the rule that they follow is
//! tried out as well. So every line of the result has a number behind it, which stands above it. The tabs that a line is
//! indented with are no reason for or against a value; they count in what is said about the whole.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use schemefmt::internals::forms::{CALL, Row};
use schemefmt::internals::observe::{CallSite, Shape, call_sites};
use schemefmt::internals::project_rules::body_after;
use schemefmt::internals::rules::{Layer, Location, Rule, Source};
use schemefmt::options::{self, Declaration};

use super::init::include_line;
use super::parallel;
use crate::project::forms;
use crate::project::settings::{Settings, as_toml, key};

/// Bytes of a project that are tried out; of a larger one, files evenly spread.
const SAMPLE: usize = 2 << 20;

/// Calls that an operator must have to be voted on.
const QUORUM: usize = 3;

/// A vote must be this large a share of an operator's calls, in percent.
const MAJORITY: usize = 60;

/// Operators that are tried out, those with the most calls first.
const MOST_OPERATORS: usize = 150;

/// An option must save this many lines per thousand.
const WORTH: usize = 2;

/// A file of the project, and what holds for it already.
pub struct File {
    /// Its contents.
    pub bytes: Vec<u8>,
    /// What holds for it without the suggestions.
    pub settings: Settings,
}

/// A configuration, and what it saves.
pub struct Suggestion {
    /// The text of the configuration.
    pub text: String,
    /// Files and lines that were tried out.
    pub files: usize,
    /// See `files`.
    pub lines: usize,
    /// Lines that change without the configuration.
    pub without: usize,
    /// Lines that change with it.
    pub with: usize,
}

/// Suggests a configuration for a project, in which files that match the patterns of `include` are formatted besides the usual
/// ones.
pub fn suggest(files: Vec<File>, include: &[String], jobs: NonZeroUsize) -> Suggestion {
    let mut trial = Trial {
        files: sample(files),
        jobs,
        options: Vec::new(),
        rules: Layer::default(),
    };
    trial.forget_unreadable();
    let all: Vec<usize> = (0..trial.files.len()).collect();
    let lines: usize = trial
        .files
        .iter()
        .map(|file| count_lines(&file.bytes))
        .sum();
    let without = trial.changed(&all, Compare::Bytes);
    let mut text = String::new();
    let sites = trial.sites();
    let options = trial.choose_options(lines, &sites);
    let rules = trial.choose_rules(sites);
    let with = trial.changed(&all, Compare::Bytes);
    let _ = writeln!(
        text,
        "# Suggested from {} files with {lines} lines: {without} of them change without this file ({}), {with} with it ({}).",
        trial.files.len(),
        percent(without, lines),
        percent(with, lines),
    );
    text.extend(include_line(include).map(|line| format!("\n{line}")));
    let mut table = "";
    for (option, value, saved) in options {
        let (new_table, name) = option.key.split_once('.').unwrap_or(("", option.key));
        let value = as_toml(value);
        if new_table != table {
            table = new_table;
            let _ = writeln!(text, "\n[{table}]");
        }
        let _ = writeln!(text, "\n# {saved} lines fewer change.\n{name} = {value}");
    }
    if !rules.is_empty() {
        text.push_str("\n[forms]\n");
    }
    for (name, row, evidence) in rules {
        let _ = writeln!(
            text,
            "# {evidence}\n{} = {}",
            key(&name),
            forms::show(&name, &row)
        );
    }
    Suggestion {
        text,
        files: trial.files.len(),
        lines,
        without,
        with,
    }
}

/// A part of the total as people read it.
fn percent(part: usize, total: usize) -> String {
    format!("{:.1}%", 100.0 * part as f64 / total.max(1) as f64)
}

fn count_lines(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').count() - 1
}

/// Files that are evenly spread over all of them.
fn sample(files: Vec<File>) -> Vec<File> {
    let total: usize = files.iter().map(|file| file.bytes.len()).sum();
    let step = total.div_ceil(SAMPLE).max(1);
    files.into_iter().step_by(step).collect()
}

/// An option, its value as TOML, and the lines that it saves.
type ChosenOption = (&'static Declaration, &'static str, usize);

/// What counts as a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compare {
    /// Every byte.
    Bytes,
    /// All but how a line is indented to its column.
    Columns,
}

/// The calls of each operator, with the files that they stand in.
type Sites = BTreeMap<String, Vec<(usize, CallSite)>>;

/// Whether most operators that have no rule have their arguments indented rather than aligned.
fn are_indented(sites: &Sites) -> bool {
    let (mut indented, mut aligned) = (0, 0);
    for sites in sites.values() {
        let count = |wanted: fn(Shape) -> bool| {
            let shapes = sites.iter().filter(|(_, site)| site.rule.is_none());
            shapes.filter(|(_, site)| wanted(site.shape)).count()
        };
        let bodies = count(|shape| matches!(shape, Shape::Body(_)));
        let others = count(|shape| shape == Shape::Aligned);
        indented += usize::from(bodies > others);
        aligned += usize::from(others > bodies);
    }
    indented > aligned
}

/// Formats files under changing settings.
struct Trial {
    files: Vec<File>,
    jobs: NonZeroUsize,
    options: Vec<(&'static Declaration, &'static str)>,
    rules: Layer,
}

impl Trial {
    /// Leaves out the files that cannot be formatted.
    fn forget_unreadable(&mut self) {
        self.files.retain(|file| {
            schemefmt::format(&file.bytes, &file.settings.options)
                .is_ok_and(|formatted| formatted.untouched.is_none())
        });
    }

    /// How many lines of some of the files change.
    fn changed(&self, files: &[usize], compare: Compare) -> usize {
        let rules = Arc::new(self.rules.clone());
        let mut total = 0;
        let work = |index: &usize| {
            let file = &self.files[*index];
            let mut settings = file.settings.clone();
            for (option, value) in &self.options {
                // Only right values are tried out.
                let _ = option.set(&mut settings.options, value);
            }
            settings.options.rules.configuration = Arc::clone(&rules);
            match schemefmt::format(&file.bytes, &settings.options) {
                Ok(formatted) => changed_lines(&file.bytes, &formatted.output, compare),
                Err(_) => 0,
            }
        };
        parallel::in_order(files, self.jobs, work, |lines| {
            total += lines;
            ControlFlow::Continue(())
        });
        total
    }

    /// How the authors have broken their calls.
    fn sites(&self) -> Sites {
        let mut sites = Sites::new();
        for (index, file) in self.files.iter().enumerate() {
            for site in call_sites(&file.bytes, &file.settings.options).unwrap_or_default() {
                let known = sites.entry(site.operator.clone()).or_default();
                known.push((index, site));
            }
        }
        sites
    }

    /// Tries the values of every option, one option after the other, and keeps the best.
    fn choose_options(&mut self, lines: usize, sites: &Sites) -> Vec<ChosenOption> {
        let all: Vec<usize> = (0..self.files.len()).collect();
        let worth = (lines * WORTH / 1000).max(1);
        let mut best = self.changed(&all, Compare::Columns);
        let mut chosen = Vec::new();
        for option in options::declared() {
            // Some operators whose arguments are indented are forms of the project; where most are, calls are.
            if option.key == "style.calls" && !are_indented(sites) {
                continue;
            }
            let before = best;
            let mut taken = None;
            for &value in option.tried {
                self.options.push((option, value));
                let changed = self.changed(&all, Compare::Columns);
                self.options.pop();
                if changed + worth <= before && changed < best {
                    taken = Some(value);
                    best = changed;
                }
            }
            if let Some(value) = taken {
                chosen.push((option, value, before - best));
                self.options.push((option, value));
            }
        }
        chosen
    }

    /// Tries the rules that call sites vote for and keeps those that save lines.
    fn choose_rules(&mut self, by_operator: Sites) -> Vec<(String, Row, String)> {
        let mut candidates: Vec<_> = by_operator
            .into_iter()
            .filter_map(|(name, sites)| Some((vote(&sites)?, name, sites)))
            .collect();
        candidates.sort_by_key(|(_, _, sites)| std::cmp::Reverse(sites.len()));
        candidates.truncate(MOST_OPERATORS);
        let mut chosen = Vec::new();
        for ((shape, votes), name, sites) in candidates {
            let row = match shape {
                Shape::Body(k) => body_after(&name, k),
                Shape::Aligned | Shape::Under | Shape::Other => Row::Always(CALL),
            };
            let mut files: Vec<usize> = sites.iter().map(|(file, _)| *file).collect();
            files.dedup();
            let before = self.changed(&files, Compare::Columns);
            let rules = self.rules.clone();
            let location = Location {
                file: None,
                line: 0,
            };
            let source = Source::Configuration(location);
            self.rules.insert(&name, Rule { row, source });
            let saved = before.saturating_sub(self.changed(&files, Compare::Columns));
            if saved < 2 {
                self.rules = rules;
                continue;
            }
            let evidence = format!(
                "{votes} of {} calls are laid out so; {saved} lines fewer change.",
                sites.len()
            );
            chosen.push((name, row, evidence));
        }
        chosen.sort_by(|a, b| a.0.cmp(&b.0));
        chosen
    }
}

/// The shape that most of an operator's calls have, if it is not what its rule says, and how many have it.
fn vote(sites: &[(usize, CallSite)]) -> Option<(Shape, usize)> {
    if sites.len() < QUORUM {
        return None;
    }
    let mut votes: BTreeMap<Shape, usize> = BTreeMap::new();
    for (_, site) in sites {
        // A call that stands alone on its line is one all the same.
        let shape = match site.shape {
            Shape::Under => Shape::Aligned,
            shape => shape,
        };
        *votes.entry(shape).or_default() += 1;
    }
    let (shape, count) = votes.into_iter().max_by_key(|(_, count)| *count)?;
    let agrees = |site: &CallSite| match &site.rule {
        Some((says, _)) => *says == shape,
        None => shape == Shape::Aligned,
    };
    let settled = sites.iter().filter(|(_, site)| agrees(site)).count() * 2 > sites.len();
    let wins = count * 100 >= sites.len() * MAJORITY;
    let sayable = match shape {
        Shape::Body(k) => k <= forms::MOST_ARGS,
        Shape::Aligned | Shape::Under => true,
        Shape::Other => false,
    };
    (wins && sayable && !settled).then_some((shape, count))
}

/// How many lines of `before` are not in `after`, each counted as often as it stands there. Formatting keeps the order of the
/// text, so that this is nearly what a diff would say, and takes the same time for any two texts. Under
/// [`Compare::Columns`] a tab is as good as the blanks that it stands for.
fn changed_lines(before: &[u8], after: &[u8], compare: Compare) -> usize {
    let lines = |bytes| {
        <[u8]>::split(bytes, |byte| *byte == b'\n').map(move |line| match compare {
            Compare::Bytes => Cow::Borrowed(line),
            Compare::Columns => without_tabs(line),
        })
    };
    let mut left: HashMap<Cow<'_, [u8]>, usize> = HashMap::new();
    for line in lines(after) {
        *left.entry(line).or_default() += 1;
    }
    lines(before)
        .filter(|line| match left.get_mut(line) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        })
        .count()
}

/// A line with blanks for the tabs that indent it.
fn without_tabs(line: &[u8]) -> Cow<'_, [u8]> {
    let indentation = line.iter().take_while(|byte| byte.is_ascii_whitespace());
    let (bytes, columns) = indentation.fold((0, 0), |(bytes, column), byte| match byte {
        b'\t' => (bytes + 1, (column / 8 + 1) * 8),
        _ => (bytes + 1, column + 1),
    });
    if bytes == columns {
        return Cow::Borrowed(line);
    }
    let mut blank = vec![b' '; columns];
    blank.extend_from_slice(&line[bytes..]);
    Cow::Owned(blank)
}

/// Writes the suggestion into a folder.
///
/// # Errors
/// A configuration that is there already, and whatever hinders writing.
pub fn write(folder: &Path, suggestion: &Suggestion) -> anyhow::Result<String> {
    let path = super::init::write_new(folder, &suggestion.text)?;
    Ok(format!(
        "Wrote {}\n{} files, {} lines: {} change without it, {} with it\n",
        path.display(),
        suggestion.files,
        suggestion.lines,
        suggestion.without,
        suggestion.with
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggested(text: &str) -> Suggestion {
        let file = File {
            bytes: text.as_bytes().to_vec(),
            settings: Settings::default(),
        };
        suggest(vec![file], &[], NonZeroUsize::MIN)
    }

    #[test]
    fn a_macro_of_the_project_is_found() {
        let call = "(locked mutex\n  (display \"something that is rather long\")\n  (display \"something that is rather long\"))\n";
        // Calls of the usual kind, so that it is not calls as such that are indented so.
        let usual = call
            .replace("locked", "called")
            .replace("\n  (", "\n        (");
        let suggestion = suggested(&(call.to_owned() + &usual).repeat(4));
        assert!(
            suggestion.text.contains("\nlocked = 1\n"),
            "{}",
            suggestion.text
        );
        assert_eq!(suggestion.with, 0, "{}", suggestion.text);
        assert!(suggestion.without > 0);
    }

    #[test]
    fn what_is_formatted_needs_nothing() {
        let suggestion = suggested("(define (f x)\n  (g x))\n");
        assert_eq!((suggestion.without, suggestion.with), (0, 0));
        assert_eq!(suggestion.text.lines().count(), 1);
    }
}
