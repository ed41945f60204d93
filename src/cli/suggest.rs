//! `schemefmt init --suggest`: finds the configuration that changes a project least.
//!
//! Options are decided by trial: the files are formatted with each value, and the value that changes the fewest lines is
//! chosen, option by option. Layout rules are decided by vote: if most calls of an operator are broken in another way than
//! its rule says, the rules that they follow are tried, too. So there is a number behind every line of the result, and it
//! is written above that line. Tabs in the indentation of a line do not count for or against a value, but they count in the
//! totals.
//!
//! Options given as flags are fixed while the others are tried, and are written, too. So `--line-breaks keep` chooses line
//! starts by how many of the project's own lines stay as they are.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use schemefmt::internals::forms::attributes;
use schemefmt::internals::forms::project::body_after;
use schemefmt::internals::forms::rules::{Layer, Location, Provenance, Rule};
use schemefmt::internals::forms::{BODY, CALL, Column, Form, Row};
use schemefmt::internals::observe::{CallSite, Indentation, call_sites, widths_of_code};
use schemefmt::options::{self, Declaration, LineBreaks};

use super::args::StyleArgs;
use super::init::include_line;
use super::parallel;
use crate::project::settings::Settings;
use crate::project::written::{self, as_toml, key};

/// The bytes of a project that are tried; from a larger project, an evenly spread sample of files is taken.
const SAMPLE: usize = 2 << 20;

/// The number of calls that an operator must have for a vote.
const QUORUM: usize = 4;

/// The number of top-level forms that must contain them: a single form that repeats itself is no custom.
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
pub struct File {
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Its settings without the suggestions.
    pub settings: Settings,
    /// The line width that the project asks for, if it does.
    pub width: Option<usize>,
}

/// A suggested configuration.
pub struct Suggestion {
    /// The text of the configuration.
    pub text: String,
    /// A summary to print.
    pub summary: String,
}

/// Suggests a configuration for a project, with the given options; files that match the patterns in `include` are formatted
/// in addition to the usual ones.
pub fn suggest(
    files: Vec<File>,
    given: &StyleArgs,
    include: &[String],
    jobs: NonZeroUsize,
) -> Suggestion {
    let total = files.len();
    let mut trial = Trial::new(sample(files), jobs);
    let sampled = trial.files.len();
    trial.forget_unreadable();
    let all: Vec<usize> = (0..trial.files.len()).collect();
    let count = |file: &File| count_lines(&file.bytes);
    let lines = trial.files.iter().map(count).sum();
    let without = trial.changed(&all, Compare::Bytes);
    trial.options.extend(given.given.iter().filter_map(|given| {
        let option = options::find(given.flag.sets)?;
        let value = given.value.clone();
        Some(Chosen {
            option,
            value,
            saved: None,
        })
    }));
    trial.choose_options(lines);
    let rules = trial.choose_rules();
    let outcome = Outcome {
        read: what_was_read(sampled, total),
        files: all.len(),
        left_out: sampled - all.len(),
        lines,
        without,
        with: trial.changed(&all, Compare::Bytes),
        keeping: trial.keeping_lines(&all),
    };
    let mut text = outcome.text();
    text.extend(include_line(include).map(|line| format!("\n{line}")));
    text += &options_text(&trial.options);
    text += &rules_text(&rules);
    Suggestion {
        text,
        summary: outcome.summary(),
    }
}

/// The result of the trials.
struct Outcome {
    /// A description of the files that were read.
    read: String,
    /// The number of files that can be formatted.
    files: usize,
    /// The number of files that cannot.
    left_out: usize,
    /// The lines in the files that can be formatted.
    lines: usize,
    /// What changes without the configuration.
    without: Changed,
    /// What changes with it.
    with: Changed,
    /// What changes if lines are kept as well; none if they are kept anyway.
    keeping: Option<Changed>,
}

impl Outcome {
    /// The comments at the start of the configuration.
    fn text(&self) -> String {
        let (files, lines) = (self.files, self.lines);
        let mut text = format!("# Suggested from {}, with {lines} lines.\n", self.read);
        if self.left_out > 0 {
            let left_out = files_of(self.left_out);
            let _ = writeln!(text, "# Leaving out {left_out} that cannot be formatted.");
        }
        let changes = |changed: Changed| {
            let (count, share) = (changed.lines, percent(changed.lines, lines));
            let (unchanged, all) = (files - changed.files, files_of(files));
            format!("{count} lines change ({share}); unchanged: {unchanged} of {all}")
        };
        let _ = writeln!(
            text,
            "# Without this configuration, {}.\n# With it, {}.",
            changes(self.without),
            changes(self.with)
        );
        if let Some(keeping) = self.keeping {
            let _ = writeln!(
                text,
                "# With line-breaks = \"keep\" as well, {}.\n\
                 # `schemefmt init --suggest --line-breaks keep` optimizes for that.",
                changes(keeping)
            );
        }
        text
    }

    /// The summary to print.
    fn summary(&self) -> String {
        let keeping = self.keeping.map(|keeping| {
            let lines = keeping.lines;
            format!(", {lines} with line-breaks = \"keep\" as well")
        });
        format!(
            "{}, {} lines: {} change without it, {} with it{}\n",
            self.read,
            self.lines,
            self.without.lines,
            self.with.lines,
            keeping.unwrap_or_default()
        )
    }
}

/// The options of a configuration, in the usual order.
fn options_text(chosen: &[Chosen]) -> String {
    let mut text = String::new();
    let mut table = "";
    for option in options::declared() {
        let Some(chosen) = chosen.iter().find(|chosen| chosen.option.key == option.key) else {
            continue;
        };
        let (new_table, name) = option.key.split_once('.').unwrap_or(("", option.key));
        if new_table != table {
            table = new_table;
            let _ = writeln!(text, "\n[{table}]");
        }
        let reason = match chosen.saved {
            Some(saved) => format!("{saved} fewer lines change."),
            None => "As requested.".to_owned(),
        };
        let value = as_toml(&chosen.value);
        let _ = writeln!(text, "\n# {reason}\n{name} = {value}");
    }
    text
}

/// The rules of a configuration, by name.
fn rules_text(rules: &[ChosenRule]) -> String {
    let mut text = String::new();
    if !rules.is_empty() {
        text.push_str("\n[forms]\n");
    }
    for rule in rules {
        let _ = writeln!(
            text,
            "# {} of {} calls are laid out like this; {} fewer lines change.\n{} = {}",
            rule.votes,
            rule.calls,
            rule.saved,
            key(&rule.name),
            written::show(&rule.name, &rule.row)
        );
    }
    text
}

/// The number of files that were read, and the total.
fn what_was_read(sampled: usize, total: usize) -> String {
    match sampled == total {
        true => files_of(total),
        false => format!("a sample, {sampled} of {}", files_of(total)),
    }
}

/// A number of files, for people.
fn files_of(count: usize) -> String {
    match count {
        1 => "1 file".to_owned(),
        count => format!("{count} files"),
    }
}

/// A percentage, for people.
fn percent(part: usize, total: usize) -> String {
    format!("{:.1}%", 100.0 * part as f64 / total.max(1) as f64)
}

fn count_lines(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').count() - 1
}

/// A sample of files, evenly spread.
fn sample(files: Vec<File>) -> Vec<File> {
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

/// The changes under a configuration.
#[derive(Clone, Copy, Debug, Default)]
struct Changed {
    /// Lines of the source that are not in the output.
    lines: usize,
    /// Files with such a line.
    files: usize,
}

/// An option that was given or chosen.
struct Chosen {
    option: &'static Declaration,
    value: String,
    /// The lines that it saves; none if it was given.
    saved: Option<usize>,
}

/// A rule that was chosen, and the evidence for it.
struct ChosenRule {
    name: String,
    row: Row,
    /// The operator's calls that are laid out like this.
    votes: usize,
    /// All of the operator's calls.
    calls: usize,
    /// The lines that it saves.
    saved: usize,
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
    files: Vec<File>,
    jobs: NonZeroUsize,
    options: Vec<Chosen>,
    rules: Layer,
}

impl Trial {
    fn new(files: Vec<File>, jobs: NonZeroUsize) -> Self {
        Trial {
            files,
            jobs,
            options: Vec::new(),
            rules: Layer::default(),
        }
    }

    /// Drops the files that cannot be formatted.
    fn forget_unreadable(&mut self) {
        self.files.retain(|file| {
            schemefmt::format(&file.bytes, &file.settings.options)
                .is_ok_and(|formatted| formatted.untouched.is_none())
        });
    }

    /// The options for a file under the current settings.
    fn options_of(&self, file: &File) -> schemefmt::Options {
        let mut options = file.settings.options.clone();
        for chosen in &self.options {
            // Only valid values are tried.
            let _ = chosen.option.set(&mut options, &chosen.value);
        }
        options
    }

    /// What changes in some of the files.
    fn changed(&self, files: &[usize], compare: Compare) -> Changed {
        let rules = Arc::new(self.rules.clone());
        let mut total = Changed::default();
        let work = |index: &usize| {
            let file = &self.files[*index];
            let mut options = self.options_of(file);
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

    /// Whether the author's lines are kept.
    fn keeps_lines(&self) -> bool {
        let mut files = self.files.iter();
        files.any(|file| self.options_of(file).style.line_breaks == LineBreaks::Keep)
    }

    /// What changes if the author's lines are kept as well; none if they are kept anyway.
    fn keeping_lines(&mut self, files: &[usize]) -> Option<Changed> {
        let option = options::find("line-breaks").filter(|_| !self.keeps_lines())?;
        Some(self.changed_with(option, "keep", files, Compare::Bytes))
    }

    /// What changes with one more option.
    fn changed_with(
        &mut self,
        option: &'static Declaration,
        value: &str,
        files: &[usize],
        compare: Compare,
    ) -> Changed {
        let value = value.to_owned();
        self.options.push(Chosen {
            option,
            value,
            saved: None,
        });
        let changed = self.changed(files, compare);
        self.options.pop();
        changed
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
            .map(|file| self.options_of(file).style.line_width);
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
    fn choose_options(&mut self, lines: usize) {
        let all: Vec<usize> = (0..self.files.len()).collect();
        let worth = (lines * WORTH / 1000).max(1);
        let is_indented = are_indented(&self.sites());
        let smallest_width = self.smallest_width();
        let mut best = self.changed(&all, Compare::Columns).lines;
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
                let changed = self
                    .changed_with(option, value, &all, Compare::Columns)
                    .lines;
                if changed + worth <= before && changed < best {
                    taken = Some(value);
                    best = changed;
                }
            }
            if let Some(value) = taken {
                self.options.push(Chosen {
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
        voted_on.retain(|(_, sites)| !candidates(sites).is_empty());
        voted_on.sort_by_key(|(_, sites)| std::cmp::Reverse(sites.len()));
        voted_on.truncate(MOST_OPERATORS);
        let mut chosen = Vec::new();
        for (name, sites) in voted_on {
            let mut files: Vec<usize> = sites.iter().map(|(file, _)| *file).collect();
            files.dedup();
            let before = self.changed(&files, Compare::Columns).lines;
            let rules = self.rules.clone();
            let mut best = before;
            let mut taken = None;
            for Candidate { body, votes } in candidates(&sites) {
                let row = match body {
                    Some(body) => body.row(&name),
                    None => Row::Always(CALL),
                };
                let location = Location {
                    file: None,
                    line: 0,
                };
                let provenance = Provenance::Configuration(location);
                let mut with = rules.clone();
                with.insert(&name, Rule { row, provenance });
                let tried = std::mem::replace(&mut self.rules, with);
                let changed = self.changed(&files, Compare::Columns).lines;
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

/// A rule that calls vote for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    /// The body of the form; none for a plain call.
    body: Option<Body>,
    /// The number of calls laid out like this.
    votes: usize,
}

/// A body, as rules describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Body {
    /// The number of arguments before it.
    after: u8,
    /// Its indentation, in columns.
    columns: u8,
}

impl Body {
    /// The rule for an operator with this name.
    fn row(self, name: &str) -> Row {
        let row = body_after(name, self.after);
        match Column::Indent(self.columns) {
            BODY => row,
            rest => row.map(|form| Form { rest, ..form }),
        }
    }
}

/// The rules that most of an operator's calls follow, the one with the most distinguished arguments first; empty if the
/// operator has few calls, or if most are laid out as expected.
fn candidates(sites: &[(usize, CallSite)]) -> Vec<Candidate> {
    let places: BTreeSet<_> = sites.iter().map(|(file, site)| (file, site.form)).collect();
    if sites.len() < QUORUM || places.len() < PLACES {
        return Vec::new();
    }
    let follows = |indentation: Indentation, body: Option<Body>| match body {
        Some(body) => indentation.may_be_body(body.columns, body.after),
        None => indentation.is_plain(),
    };
    let columns: BTreeSet<u8> = sites
        .iter()
        .filter_map(|(_, site)| match site.indentation {
            Indentation::Body { columns, .. } => Some(columns),
            _ => None,
        })
        .filter(|columns| attributes::REST.contains(columns))
        .collect();
    let bodies = (0..=attributes::MOST_ARGS).rev().flat_map(|after| {
        let columns = columns.iter();
        columns.map(move |&columns| Some(Body { after, columns }))
    });
    let rules = bodies.chain([None]).map(|body| {
        let count = |of: fn(&CallSite) -> Indentation| {
            let sites = sites.iter();
            sites.filter(|(_, site)| follows(of(site), body)).count()
        };
        let votes = count(|site| site.indentation);
        (Candidate { body, votes }, count(|site| site.expected))
    });
    rules
        .filter(|(candidate, expected)| {
            candidate.votes * 100 >= sites.len() * MAJORITY && expected * 2 <= sites.len()
        })
        .map(|(candidate, _)| candidate)
        .collect()
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

/// Writes the suggestion to a folder.
///
/// # Errors
/// Returns an error if there is already a configuration, or if it cannot be written.
pub fn write(folder: &Path, suggestion: &Suggestion) -> anyhow::Result<String> {
    let path = super::init::write_new(folder, &suggestion.text)?;
    Ok(format!("Wrote {}\n{}", path.display(), suggestion.summary))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> File {
        File {
            bytes: text.as_bytes().to_vec(),
            settings: Settings::default(),
            width: None,
        }
    }

    fn suggested(files: Vec<File>) -> String {
        suggest(files, &StyleArgs::default(), &[], NonZeroUsize::MIN).text
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
        let text = suggested(vec![file(&(body + &aligned).repeat(4))]);
        let rule = "\n# 4 of 4 calls are laid out like this; 8 fewer lines change.\nlocked = 1\n";
        assert!(text.contains(rule), "{text}");
        assert!(
            text.contains("\n# With it, 0 lines change (0.0%); unchanged: 1 of 1 file."),
            "{text}"
        );
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
            let text = suggested(vec![file(&(text + &aligned.repeat(7)))]);
            assert!(!text.contains("locked"), "{text}");
        }
        let agreeing = body.repeat(6) + &otherwise.repeat(2) + &aligned.repeat(8);
        let text = suggested(vec![file(&agreeing)]);
        assert!(text.contains("# 6 of 8 calls"), "{text}");
    }

    #[test]
    fn bodies_at_other_columns_are_found() {
        let all = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n".repeat(4);
        let text = suggested(vec![file(&all)]);
        assert!(text.contains("\nbody-indent = 3\n"), "{text}");
        assert!(!text.contains("[forms]"), "{text}");
        let (body, aligned) = calls();
        let deeper = body.replace("\n  (", "\n    (").repeat(4) + &aligned.repeat(4);
        let text = suggested(vec![file(&deeper)]);
        let rule = "locked = { args = 1, rest = 4, parts = [\"arg\", \"body\"] }";
        assert!(text.contains(rule), "{text}");
    }

    #[test]
    fn what_is_formatted_needs_nothing() {
        let text = suggested(vec![file("(define (f x)\n  (g x))\n")]);
        assert!(text.contains("# Without this configuration, 0 lines change (0.0%); unchanged: 1"));
        assert!(text.lines().all(|line| line.starts_with('#')), "{text}");
    }

    #[test]
    fn no_width_is_smaller_than_what_the_project_asks_for_or_has() {
        // Calls that are broken at 72 columns and would be joined at 80.
        let (name, line) = ("a-procedure-with-a-long-name", "(define (f x)\n  (g x))\n");
        let broken = format!("(define result\n  ({name} {0}\n   {0}))\n", "x".repeat(20));
        let narrow = format!("{broken}{line}").repeat(10);
        let wide = format!("(display \"{}\")\n", "x".repeat(65));
        let smallest = |text: String, width| {
            let file = File {
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
    fn a_larger_project_is_sampled_and_this_is_said() {
        let (files, bytes) = (6, " ".repeat(SAMPLE / 3));
        let sampled = sample((0..files).map(|_| file(&bytes)).collect()).len();
        assert_eq!(what_was_read(sampled, files), "a sample, 3 of 6 files");
        assert_eq!(what_was_read(sampled, sampled), "3 files");
    }
}
