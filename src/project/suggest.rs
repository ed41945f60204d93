//! Finds the configuration that changes a project least.
//!
//! Options are decided by trial: the files are formatted with each value, and the value that changes the fewest lines is
//! chosen, option by option. Layout rules are decided by vote: if most calls of an operator are broken in another way than
//! its rule says, the rules that they follow are tried, too. So there is a number behind everything that is suggested. Tabs in
//! the indentation of a line do not count for or against a value, but they count in the totals.
//!
//! Options that the caller gives are fixed while the others are tried. So with `line-breaks = "keep"` the lines' starts are
//! chosen by how many of the project's own lines stay as they are.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use schemefmt::internals::config::settings::Settings;
use schemefmt::internals::forms::attributes;
use schemefmt::internals::forms::project::body_after;
use schemefmt::internals::forms::rules::{Layer, Location, Provenance, Rule};
use schemefmt::internals::forms::{BODY, CALL, Column, Form, Row};
use schemefmt::internals::observe::{CallSite, Indentation, call_sites, widths_of_code};
use schemefmt::options::{self, Declaration, LineBreaks};

use super::{RequestedOption, parallel};

/// The bytes of a project that are tried; from a larger project, an evenly spread sample of files is taken.
const SAMPLE: usize = 2 << 20;

/// The number of calls that an operator must have for a vote.
const QUORUM: usize = 4;

/// The number of top-level forms that must contain them: calls repeated within one form say nothing about the project.
const PLACES: usize = 2;

/// The share of an operator's calls that a vote requires, in percent.
const MAJORITY: usize = 75;

/// The number of operators that are tried, those with the most calls first.
const MOST_OPERATORS: usize = 150;

/// The lines per thousand that an option must save.
const WORTH: usize = 2;

/// The lines that a rule must save.
const RULE_WORTH: usize = 2;

/// A width less than the current one is not suggested if more code lines per thousand are wider.
const TOO_WIDE: usize = 5;

/// A file of the project, and its current settings.
pub struct SourceFile {
    /// Its path, to show.
    pub path: PathBuf,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Its settings without the suggestions.
    pub settings: Settings,
    /// The line width that the project asks for, if it does.
    pub width: Option<usize>,
}

/// A suggested configuration, and the evidence for it.
pub struct Suggestion {
    /// The number of the project's files.
    pub total: usize,
    /// The number of files that were read: all of them, or a sample.
    pub read: usize,
    /// The number of files that were formatted.
    pub files: usize,
    /// The files that were read and cannot be formatted.
    pub left_out: Vec<PathBuf>,
    /// The lines in the files that were formatted.
    pub lines: usize,
    /// What changes without the configuration.
    pub without: Changed,
    /// What changes with it.
    pub with: Changed,
    /// What changes if lines are kept as well; none if they are kept anyway.
    pub keeping: Option<Changed>,
    /// The options to set, the given ones among them, in the order of their declarations.
    pub options: Vec<ChosenOption>,
    /// The layout rules to add, by name.
    pub rules: Vec<ChosenRule>,
}

/// What formatting changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changed {
    /// Lines of the source that are not in the output.
    pub lines: usize,
    /// Files with such a line.
    pub files: usize,
}

/// An option that was given or chosen.
pub struct ChosenOption {
    /// The option.
    pub option: &'static Declaration,
    /// Its value.
    pub value: String,
    /// The lines that it saves; none if it was given.
    pub saved: Option<usize>,
}

/// A rule that was chosen, and the evidence for it.
pub struct ChosenRule {
    /// The operator.
    pub name: String,
    /// Its rule.
    pub row: Row,
    /// The operator's calls that are laid out like this.
    pub votes: usize,
    /// All of the operator's calls.
    pub calls: usize,
    /// The lines that it saves.
    pub saved: usize,
}

/// Suggests a configuration for a project with these files, in which the given options are fixed. Up to `jobs` threads work on it.
pub fn suggest(
    files: Vec<SourceFile>,
    given: &[RequestedOption],
    jobs: NonZeroUsize,
) -> Suggestion {
    let total = files.len();
    let files = sample(files);
    let read = files.len();
    let (files, others): (Vec<_>, Vec<_>) = files.into_iter().partition(can_be_formatted);
    let mut trial = Trial::new(files, jobs);
    let without = trial.changed_in_all(Compare::Bytes);
    trial.options.extend(given.iter().filter_map(|given| {
        Some(ChosenOption {
            option: options::find(given.key)?,
            value: given.value.clone(),
            saved: None,
        })
    }));
    trial.choose_options();
    let rules = trial.choose_rules();
    Suggestion {
        total,
        read,
        files: trial.files.len(),
        left_out: others.into_iter().map(|file| file.path).collect(),
        lines: trial.lines(),
        without,
        with: trial.changed_in_all(Compare::Bytes),
        keeping: trial.keeping_lines(),
        options: trial.into_options(),
        rules,
    }
}

/// Whether a file can be formatted with its current settings.
fn can_be_formatted(file: &SourceFile) -> bool {
    let formatted = schemefmt::format(&file.bytes, &file.settings.options);
    formatted.is_ok_and(|formatted| formatted.untouched.is_none())
}

/// A sample of files, evenly spread.
fn sample(files: Vec<SourceFile>) -> Vec<SourceFile> {
    let total: usize = files.iter().map(|file| file.bytes.len()).sum();
    let step = total.div_ceil(SAMPLE).max(1);
    files.into_iter().step_by(step).collect()
}

/// What counts as a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compare {
    /// Any byte.
    Bytes,
    /// Anything except how a line is indented to its column.
    Columns,
}

/// The calls of each operator, with the files that contain them.
type Sites = BTreeMap<String, Vec<(usize, CallSite)>>;

/// Whether the arguments of most operators without a rule are indented rather than aligned.
fn are_indented(sites: &Sites) -> bool {
    let (mut indented, mut aligned) = (0, 0);
    for sites in sites.values() {
        let count = |wanted: fn(Indentation) -> bool| {
            let plain = sites.iter().filter(|(_, site)| site.rule.is_none());
            plain.filter(|(_, site)| wanted(site.indentation)).count()
        };
        let bodies = count(|indentation| matches!(indentation, Indentation::Body { .. }));
        let others = count(|indentation| indentation == Indentation::Aligned);
        indented += usize::from(bodies > others);
        aligned += usize::from(others > bodies);
    }
    indented > aligned
}

/// Formats files under changing settings.
struct Trial {
    files: Vec<SourceFile>,
    jobs: NonZeroUsize,
    options: Vec<ChosenOption>,
    rules: Layer,
}

impl Trial {
    /// A trial of files that can be formatted, with their current settings.
    fn new(files: Vec<SourceFile>, jobs: NonZeroUsize) -> Self {
        Trial {
            files,
            jobs,
            options: Vec::new(),
            rules: Layer::default(),
        }
    }

    /// The number of lines in all files.
    fn lines(&self) -> usize {
        let ends = |file: &SourceFile| file.bytes.iter().filter(|byte| **byte == b'\n').count();
        self.files.iter().map(ends).sum()
    }

    /// The options for a file under the current settings.
    fn options_of(&self, file: &SourceFile) -> schemefmt::Options {
        let mut options = file.settings.options.clone();
        for chosen in &self.options {
            // Only valid values are tried.
            let _ = chosen.option.set(&mut options, &chosen.value);
        }
        options
    }

    /// What changes in all files under the current settings.
    fn changed_in_all(&self, compare: Compare) -> Changed {
        self.changed(&self.all(), None, compare)
    }

    /// The indices of all files.
    fn all(&self) -> Vec<usize> {
        (0..self.files.len()).collect()
    }

    /// What changes in some of the files under the current settings, and one more option with its value if that is given.
    fn changed(
        &self,
        files: &[usize],
        also: Option<(&Declaration, &str)>,
        compare: Compare,
    ) -> Changed {
        let rules = Arc::new(self.rules.clone());
        let mut total = Changed::default();
        let work = |index: &usize| {
            let file = &self.files[*index];
            let mut options = self.options_of(file);
            if let Some((option, value)) = also {
                let _ = option.set(&mut options, value);
            }
            options.rules.configuration = Arc::clone(&rules);
            match schemefmt::format(&file.bytes, &options) {
                Ok(formatted) => changed_lines(&file.bytes, &formatted.output, compare),
                Err(_) => 0,
            }
        };
        parallel::in_order(files, self.jobs, work, |lines| {
            total.lines += lines;
            total.files += usize::from(lines > 0);
            ControlFlow::Continue(())
        });
        total
    }

    /// What changes if the author's lines are kept as well; none if they are kept anyway.
    fn keeping_lines(&self) -> Option<Changed> {
        let keeps = |file| self.options_of(file).style.line_breaks == LineBreaks::Keep;
        let is_kept = self.files.iter().any(keeps);
        let option = options::find("line-breaks").filter(|_| !is_kept)?;
        Some(self.changed(&self.all(), Some((option, "keep")), Compare::Bytes))
    }

    /// The options that were given or chosen, in the order of their declarations.
    fn into_options(self) -> Vec<ChosenOption> {
        let place = |key| options::declared().position(|option| option.key == key);
        let mut options = self.options;
        options.sort_by_key(|chosen| place(chosen.option.key));
        options
    }

    /// How the authors have broken their calls.
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

    /// The smallest line width that may be suggested: not less than what the project asks for, nor less than the current
    /// width if the lines themselves are wider.
    fn smallest_width(&self) -> usize {
        let asked = self.files.iter().filter_map(|file| file.width).max();
        let holds = self
            .files
            .iter()
            .map(|file| self.options_of(file))
            .map(|options| options.style.line_width.columns(options.dialect));
        let mut widths: Vec<usize> = self
            .files
            .iter()
            .flat_map(|file| widths_of_code(&file.bytes))
            .collect();
        widths.sort_unstable_by(|a, b| b.cmp(a));
        let own = widths.get(widths.len() * TOO_WIDE / 1000);
        let own = own.map(|own| holds.max().map_or(*own, |holds| holds.min(*own)));
        asked.max(own).unwrap_or(0)
    }

    /// Tries the values of every option that is not given, one option after the other, and keeps the best.
    fn choose_options(&mut self) {
        let all = self.all();
        let worth = (self.lines() * WORTH / 1000).max(1);
        let is_indented = are_indented(&self.sites());
        let smallest_width = self.smallest_width();
        let mut best = self.changed_in_all(Compare::Columns).lines;
        for option in options::declared() {
            let mut options = self.options.iter();
            let is_given = options.any(|given| given.option.key == option.key);
            // If the arguments of some operators are indented, these are the project's own forms; if those of most are, it
            // is how calls are laid out.
            if is_given || option.key == "style.calls" && !is_indented {
                continue;
            }
            let before = best;
            let mut taken = None;
            for &value in option.tried {
                let is_too_narrow = option.key == "line-width"
                    && value
                        .parse()
                        .is_ok_and(|width: usize| width < smallest_width);
                if is_too_narrow {
                    continue;
                }
                let also = Some((option, value));
                let changed = self.changed(&all, also, Compare::Columns).lines;
                if changed + worth <= before && changed < best {
                    taken = Some(value);
                    best = changed;
                }
            }
            if let Some(value) = taken {
                self.options.push(ChosenOption {
                    option,
                    value: value.to_owned(),
                    saved: Some(before - best),
                });
            }
        }
    }

    /// Tries the rules that calls vote for, and keeps those that save lines.
    fn choose_rules(&mut self) -> Vec<ChosenRule> {
        let mut voted_on: Vec<_> = self.sites().into_iter().collect();
        voted_on.retain(|(name, sites)| !voted_rules(name, sites).is_empty());
        voted_on.sort_by_key(|(_, sites)| std::cmp::Reverse(sites.len()));
        voted_on.truncate(MOST_OPERATORS);
        let mut chosen = Vec::new();
        for (name, sites) in voted_on {
            let mut files: Vec<usize> = sites.iter().map(|(file, _)| *file).collect();
            files.dedup();
            let before = self.changed(&files, None, Compare::Columns).lines;
            let rules = self.rules.clone();
            let mut best = before;
            let mut taken = None;
            for (row, votes) in voted_rules(&name, &sites) {
                let location = Location {
                    file: None,
                    line: 0,
                };
                let provenance = Provenance::Configuration(location);
                let mut with = rules.clone();
                with.insert(&name, Rule { row, provenance });
                let tried = std::mem::replace(&mut self.rules, with);
                let changed = self.changed(&files, None, Compare::Columns).lines;
                if changed + RULE_WORTH <= before && changed < best {
                    best = changed;
                    taken = Some((row, votes));
                } else {
                    self.rules = tried;
                }
            }
            if let Some((row, votes)) = taken {
                chosen.push(ChosenRule {
                    name,
                    row,
                    votes,
                    calls: sites.len(),
                    saved: before - best,
                });
            }
        }
        chosen.sort_by(|a, b| a.name.cmp(&b.name));
        chosen
    }
}

/// The rules for an operator that most of its calls follow, each with the number of these, the one with the most distinguished
/// arguments first; empty if the operator has few calls, or if most are laid out as expected.
fn voted_rules(name: &str, sites: &[(usize, CallSite)]) -> Vec<(Row, usize)> {
    let places: BTreeSet<_> = sites.iter().map(|(file, site)| (file, site.form)).collect();
    if sites.len() < QUORUM || places.len() < PLACES {
        return Vec::new();
    }
    let columns: BTreeSet<u8> = sites
        .iter()
        .filter_map(|(_, site)| match site.indentation {
            Indentation::Body { columns, .. } => Some(columns),
            _ => None,
        })
        .filter(|columns| attributes::REST.contains(columns))
        .collect();
    let after = (0..=attributes::MOST_ARGS).rev();
    let bodies = after.flat_map(|after| columns.iter().map(move |&columns| (after, columns)));
    let mut voted = Vec::new();
    for body in bodies.map(Some).chain([None]) {
        let follows = |indentation: Indentation| match body {
            Some((after, columns)) => indentation.may_be_body(columns, after),
            None => indentation.is_plain(),
        };
        let count = |of: fn(&CallSite) -> Indentation| {
            let sites = sites.iter();
            sites.filter(|(_, site)| follows(of(site))).count()
        };
        let votes = count(|site| site.indentation);
        let is_majority = votes * 100 >= sites.len() * MAJORITY;
        if is_majority && count(|site| site.expected) * 2 <= sites.len() {
            voted.push((
                body.map_or(Row::Always(CALL), |body| with_body(name, body)),
                votes,
            ));
        }
    }
    voted
}

/// The row for an operator with a body after some arguments, indented by some columns.
fn with_body(name: &str, (after, columns): (u8, u8)) -> Row {
    let row = body_after(name, after);
    match Column::Indent(columns) {
        BODY => row,
        rest => row.map(|form| Form { rest, ..form }),
    }
}

/// The number of lines of `before` that are not in `after`, counted with multiplicity. Formatting keeps the order of the
/// text, so this is close to what a diff would say, and takes the same time for any two texts. Under [`Compare::Columns`],
/// a tab is equal to the blanks that it stands for.
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

/// A line with the tabs in its indentation replaced by blanks.
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

#[cfg(test)]
mod tests {
    use schemefmt::internals::written;

    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile {
            path: PathBuf::new(),
            bytes: text.as_bytes().to_vec(),
            settings: Settings::default(),
            width: None,
        }
    }

    fn suggested(text: &str) -> Suggestion {
        suggest(vec![file(text)], &[], NonZeroUsize::MIN)
    }

    /// The chosen rules as they are written, with their votes.
    fn rules(suggestion: &Suggestion) -> Vec<(String, usize, usize)> {
        let rules = suggestion.rules.iter();
        let shown = |rule: &ChosenRule| written::show(&rule.name, &rule.row);
        rules
            .map(|rule| {
                (
                    format!("{} = {}", rule.name, shown(rule)),
                    rule.votes,
                    rule.calls,
                )
            })
            .collect()
    }

    /// A call broken like a form with a body, and a call of another operator with aligned arguments, so that calls in
    /// general are not indented like the former.
    fn calls() -> (String, String) {
        let body = "(locked mutex\n  (display \"something that is rather long\")\n  (display \"something that is rather long\"))\n";
        let aligned = body
            .replace("locked", "called")
            .replace("\n  (", "\n        (");
        (body.to_owned(), aligned)
    }

    #[test]
    fn a_macro_of_the_project_is_found() {
        let (body, aligned) = calls();
        let suggestion = suggested(&(body + &aligned).repeat(4));
        assert_eq!(rules(&suggestion), [("locked = 1".to_owned(), 4, 4)]);
        assert_eq!(suggestion.rules[0].saved, 8);
        assert_eq!((suggestion.with.lines, suggestion.with.files), (0, 0));
    }

    #[test]
    fn a_rule_takes_four_calls_in_several_forms_three_quarters_of_which_agree() {
        let (body, aligned) = calls();
        let otherwise = body.replace("\n  (", "\n        (");
        let few = body.repeat(3);
        let one_form = format!(
            "(begin\n  {})\n",
            body.repeat(4).trim_end().replace('\n', "\n  ")
        );
        let divided = body.repeat(5) + &otherwise.repeat(2);
        for text in [few, one_form, divided] {
            let suggestion = suggested(&(text + &aligned.repeat(7)));
            assert_eq!(rules(&suggestion), []);
        }
        let agreeing = body.repeat(6) + &otherwise.repeat(2) + &aligned.repeat(8);
        let suggestion = suggested(&agreeing);
        assert_eq!(rules(&suggestion), [("locked = 1".to_owned(), 6, 8)]);
    }

    #[test]
    fn bodies_at_other_columns_are_found() {
        let all = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n".repeat(4);
        let suggestion = suggested(&all);
        let options = suggestion.options.iter();
        let options: Vec<_> = options
            .map(|chosen| (chosen.option.key, &*chosen.value))
            .collect();
        assert_eq!(options, [("style.body-indent", "3")]);
        assert_eq!(rules(&suggestion), []);
        let (body, aligned) = calls();
        let deeper = body.replace("\n  (", "\n    (").repeat(4) + &aligned.repeat(4);
        let rule = "locked = { args = 1, rest = 4, parts = [\"arg\", \"body\"] }";
        assert_eq!(rules(&suggested(&deeper)), [(rule.to_owned(), 4, 4)]);
    }

    #[test]
    fn what_is_formatted_needs_nothing() {
        let suggestion = suggested("(define (f x)\n  (g x))\n");
        assert_eq!((suggestion.without.lines, suggestion.without.files), (0, 0));
        assert!(suggestion.options.is_empty() && suggestion.rules.is_empty());
    }

    #[test]
    fn what_is_given_is_fixed_and_comes_in_the_usual_order() {
        let given = |key, value: &str| RequestedOption {
            key,
            value: value.to_owned(),
            by: "a flag".to_owned(),
        };
        let all = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n".repeat(4);
        let given = [given("style.body-indent", "4"), given("line-width", "70")];
        let suggestion = suggest(vec![file(&all)], &given, NonZeroUsize::MIN);
        let options = suggestion.options.iter();
        let options: Vec<_> = options
            .map(|chosen| (chosen.option.key, chosen.saved))
            .collect();
        assert_eq!(options, [("line-width", None), ("style.body-indent", None)]);
    }

    #[test]
    fn no_width_is_smaller_than_what_the_project_asks_for_or_has() {
        // Calls that are broken at 72 columns and would be joined at 80.
        let (name, line) = ("a-procedure-with-a-long-name", "(define (f x)\n  (g x))\n");
        let broken = format!("(define result\n  ({name} {0}\n   {0}))\n", "x".repeat(20));
        let narrow = format!("{broken}{line}").repeat(10);
        let wide = format!("(display \"{}\")\n", "x".repeat(65));
        let smallest = |text: String, width| {
            let file = SourceFile {
                width,
                ..file(&text)
            };
            Trial::new(vec![file], NonZeroUsize::MIN).smallest_width()
        };
        assert!(smallest(narrow.clone(), None) <= 72);
        assert_eq!(smallest(narrow.clone(), Some(78)), 78);
        assert_eq!(smallest(narrow.clone() + &wide, None), 77);
        // Lines beyond the current width are no evidence about smaller widths.
        assert_eq!(smallest(wide.replace("x\"", "xxxxxxxxxxxxxx\""), None), 80);
    }

    #[test]
    fn a_larger_project_is_sampled() {
        let bytes = " ".repeat(SAMPLE / 3);
        let files = (0..6).map(|_| file(&bytes)).collect();
        assert_eq!(sample(files).len(), 3);
    }
}
