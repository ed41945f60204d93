//! Finds the configuration that changes a project least.
//!
//! Options are decided by [`trial`]: the files are formatted with each value, and the value whose output is closest to what the
//! authors wrote ([`fit`]) is chosen, option by option. Layout rules are decided by vote ([`votes`]): if most calls of an operator are
//! broken in another way than its rule says, the rules that they follow are tried, and so are those of macros that other files define.
//! So there is a number behind everything that is suggested.
//!
//! Options that the caller gives are fixed while the others are tried. So with `line-breaks = "keep"` the lines' starts are
//! chosen by how many of the project's own lines stay as they are.

mod fit;
mod trial;
mod votes;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use schemefmt::Dialect;
use schemefmt::internals::config::settings::{Setting, Settings};
use schemefmt::internals::config::{Assignment, chosen};
use schemefmt::internals::forms::Row;
use schemefmt::options::Declaration;

use trial::Trial;

/// The bytes of a project that are tried; from a larger project, an evenly spread sample of files is taken.
const SAMPLE: usize = 2 << 20;

/// A file of the project, and its current settings.
pub struct SourceFile {
    /// Its path, as it is shown.
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
    /// The changes without the configuration.
    pub without: Changed,
    /// The changes with it.
    pub with: Changed,
    /// The changes with it for each way to break lines; none if one of them was given.
    pub by_line_breaks: Vec<(&'static str, Changed)>,
    /// The names of the dialects to set for folders, outer folders first.
    pub dialects: Vec<(PathBuf, &'static str)>,
    /// The options to set, the given ones among them, in the order of their declarations.
    pub options: Vec<ChosenOption>,
    /// The layout rules to add, by name.
    pub rules: Vec<ChosenRule>,
    /// The files with a large part of the changes with it, and how many lines, those with the most first.
    pub dominant: Vec<(PathBuf, usize)>,
}

/// Counts of changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changed {
    /// Lines of the source that are not in the output.
    pub lines: usize,
    /// Files with such a line.
    pub files: usize,
}

impl Changed {
    /// The sum of the changes in each file.
    fn of(lines: &[usize]) -> Changed {
        Changed {
            lines: lines.iter().sum(),
            files: lines.iter().filter(|lines| **lines > 0).count(),
        }
    }
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

/// The names of the dialects to set for folders of a project with these files, outer folders first: those on which the files agree that
/// `shown` has with the dialect that each shows, unless more lines change with one.
pub fn dialects(
    files: Vec<SourceFile>,
    shown: &[(PathBuf, Dialect)],
    jobs: NonZeroUsize,
) -> Vec<(PathBuf, &'static str)> {
    let files = sample(files).into_iter().filter(can_be_formatted);
    Trial::new(files.collect(), jobs).choose_dialects(shown)
}

/// Suggests a configuration for a project with these files, in which the given options are fixed; `shown` has the files that show a
/// dialect. Up to `jobs` threads work on it.
pub fn suggest(
    files: Vec<SourceFile>,
    shown: &[(PathBuf, Dialect)],
    given: &[Assignment],
    jobs: NonZeroUsize,
) -> Suggestion {
    let total = files.len();
    let files = sample(files);
    let read = files.len();
    let (files, others): (Vec<_>, Vec<_>) = files.into_iter().partition(can_be_formatted);
    let given = given.iter().filter_map(|given| {
        let Setting::Format(option) = given.setting else {
            return None;
        };
        let options = chosen(std::slice::from_ref(given)).options;
        Some(ChosenOption {
            option,
            value: option.get(&options),
            saved: None,
        })
    });
    let mut trial = Trial::new(files, jobs);
    let without = trial.changed();
    trial.options.extend(given);
    let dialects = trial.choose_dialects(shown);
    let rules = trial.choose();
    Suggestion {
        total,
        read,
        files: trial.files.len(),
        left_out: others.into_iter().map(|file| file.path).collect(),
        lines: trial.lines(),
        without,
        with: trial.changed(),
        dominant: trial.dominant(),
        by_line_breaks: trial.by_line_breaks(),
        dialects,
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

#[cfg(test)]
mod tests {
    use schemefmt::internals::emit;

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
        suggested_from(&[text])
    }

    fn suggested_from(texts: &[impl AsRef<str>]) -> Suggestion {
        let files = texts.iter().map(|text| file(text.as_ref())).collect();
        suggest(files, &[], &[], NonZeroUsize::MIN)
    }

    /// The chosen rules as they are written, with their votes.
    fn rules(suggestion: &Suggestion) -> Vec<(String, usize, usize)> {
        let rules = suggestion.rules.iter();
        let shown = |rule: &ChosenRule| emit::show(&rule.name, &rule.row);
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

    /// The chosen options, with their values.
    fn options(suggestion: &Suggestion) -> Vec<(&'static str, &str)> {
        let options = suggestion.options.iter();
        options
            .map(|chosen| (chosen.option.key, &*chosen.value))
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
    fn suggests_project_forms() {
        let (body, aligned) = calls();
        let text = (body + &aligned).repeat(3);
        let suggestion = suggested_from(&[&text; 3]);
        assert_eq!(rules(&suggestion), [("locked = 1".to_owned(), 9, 9)]);
        assert_eq!(suggestion.rules[0].saved, 18);
        assert_eq!((suggestion.with.lines, suggestion.with.files), (0, 0));
        // What comes out needs nothing more, and says the same again.
        assert_eq!(rules(&suggested_from(&[&text; 3])), rules(&suggestion));
    }

    #[test]
    fn suggests_one_pattern_for_operators_that_begin_or_end_alike() {
        let call = |name: &str| {
            format!(
                "({name}\n (display \"something that is rather long\")\n (display \"something that is rather long\"))\n"
            )
        };
        let (_, aligned) = calls();
        let text_of = |names: &[&str]| {
            names.iter().copied().map(call).collect::<String>() + &aligned.repeat(3)
        };
        let rules_of = |names: &[&str]| rules(&suggested_from(&vec![text_of(names); 3]));
        let row = "{ args = 0, rest = 1, parts = [\"body\"] }";
        assert_eq!(
            rules_of(&["my-add", "my-sub", "my-mul"]),
            [(format!("my-* = {row}"), 9, 9)]
        );
        assert_eq!(
            rules_of(&["add-of", "sub-of", "mul-of"]),
            [(format!("*-of = {row}"), 9, 9)]
        );
        // Two operators are no pattern.
        assert_eq!(rules_of(&["my-add", "my-sub", "mul"]), []);
        // Only the operator with the most calls is written so.
        let beside = |name: &str| aligned.replace("called", name);
        let one = [
            call("my-add").repeat(20),
            beside("my-sub"),
            beside("my-mul"),
        ]
        .concat();
        let text = one + &aligned.repeat(20);
        assert_eq!(
            rules(&suggested_from(&[&text; 3])),
            [(format!("my-add = {row}"), 60, 60)]
        );
    }

    #[test]
    fn a_rule_takes_eight_calls_in_three_files_nine_tenths_of_which_agree() {
        let (body, aligned) = calls();
        let otherwise = body.replace("\n  (", "\n        (");
        let rules_of = |counts: [(usize, usize); 3]| {
            let texts = counts.map(|(agreeing, others)| {
                body.repeat(agreeing) + &otherwise.repeat(others) + &aligned.repeat(12)
            });
            let texts = texts.each_ref().map(|text| &**text);
            rules(&suggested_from(&texts))
        };
        assert_eq!(rules_of([(3, 0), (2, 0), (2, 0)]), []);
        assert_eq!(rules_of([(5, 0), (5, 0), (0, 0)]), []);
        assert_eq!(rules_of([(3, 1), (3, 1), (3, 0)]), []);
        assert_eq!(
            rules_of([(9, 1), (3, 0), (3, 0)]),
            [("locked = 1".to_owned(), 15, 16)]
        );
        // One file has most of the calls that agree.
        assert_eq!(rules_of([(40, 0), (2, 2), (2, 0)]), []);
    }

    #[test]
    fn suggests_macros_of_other_files() {
        let defined = "(define-syntax locked\n  (syntax-rules ()\n    ((_ mutex body ...) (dynamic-wind mutex (lambda () body ...) mutex))))\n";
        let (body, aligned) = calls();
        let text = body + &aligned;
        let suggestion = suggested_from(&[defined, &text, &text]);
        assert_eq!(rules(&suggestion), [("locked = 1".to_owned(), 2, 2)]);
        let other = defined.replace("mutex body ...)", "mutex name body ...)");
        let divided = suggested_from(&[defined, &other, &text, &text]);
        assert_eq!(rules(&divided), []);
    }

    #[test]
    fn clause_heads_get_no_rule() {
        let text = "(mine x\n  (else\n    (display \"something that is rather long\")\n    (display \"something long\")))\n";
        let suggestion = suggested_from(&[text.repeat(4), text.repeat(4), text.repeat(4)]);
        assert!(suggestion.rules.iter().all(|rule| rule.name != "else"));
        let like_an_operator = text.replace("else", "elsewhere");
        let texts = [0; 3].map(|_| like_an_operator.repeat(4));
        let suggestion = suggested_from(&texts);
        assert_eq!(rules(&suggestion), []);
    }

    #[test]
    fn suggests_other_body_columns() {
        let all = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n".repeat(4);
        let suggestion = suggested(&all);
        assert_eq!(options(&suggestion), [("style.body-indent", "3")]);
        assert_eq!(rules(&suggestion), []);
        let (body, aligned) = calls();
        let deeper = body.replace("\n  (", "\n    (").repeat(4) + &aligned.repeat(4);
        let rule = "locked = { args = 1, rest = 4, parts = [\"arg\", \"body\"] }";
        assert_eq!(
            rules(&suggested_from(&[&deeper; 3])),
            [(rule.to_owned(), 12, 12)]
        );
        let flush = "(unit name\n\n(display \"something that is rather long\")\n\n(display 1))\n";
        let rule = "unit = { args = 1, rest = 0, parts = [\"arg\", \"body\"] }";
        assert_eq!(
            rules(&suggested_from(&[0; 3].map(|_| flush.repeat(4)))),
            [(rule.to_owned(), 12, 12)]
        );
    }

    #[test]
    fn options_must_help_in_both_halves() {
        let three = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n";
        let two = three
            .replace("\n   ", "\n  ")
            .replace("\n     (", "\n    (");
        let of = |texts: &[&str]| !options(&suggested_from(texts)).is_empty();
        assert!(of(&[three, three, three]));
        // Only in the first half, and only in one file, however long that is.
        assert!(!of(&[three, &two, three, &two]));
        assert!(!of(&[&three.repeat(50), &two, &two]));
    }

    #[test]
    fn options_may_harm_half_of_the_files_if_they_save_far_more() {
        let three = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n";
        let two = three
            .replace("\n   ", "\n  ")
            .replace("\n     (", "\n    (");
        let of = |times, others: &str| {
            let long = three.repeat(times);
            let texts = [&long, &long, others, others];
            !options(&suggested_from(&texts)).is_empty()
        };
        assert!(of(4, &two));
        assert!(!of(3, &two));
        assert!(!of(2, &two));
    }

    #[test]
    fn rules_for_emacs_that_nobody_follows_are_left_out() {
        let (_, aligned) = calls();
        let rules =
            ";; Local Variables:\n;; eval: (put 'called 'scheme-indent-function 1)\n;; End:\n";
        let texts = [0; 3].map(|_| format!("{aligned}\n{rules}"));
        assert_eq!(options(&suggested_from(&texts)), [("emacs-rules", "false")]);
    }

    #[test]
    fn tabs_are_suggested_for_tabbed_lines() {
        let (_, blank) = calls();
        let tabs = blank.replace("\n        (", "\n\t(");
        assert_eq!(
            options(&suggested_from(&[&tabs; 3])),
            [("indentation", "tabs")]
        );
        assert_eq!(options(&suggested_from(&[&blank; 3])), []);
    }

    #[test]
    fn reports_dominant_files() {
        let three = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n";
        let two = three
            .replace("\n   ", "\n  ")
            .replace("\n     (", "\n    (");
        let at = |path: &str, text: &str| SourceFile {
            path: path.into(),
            ..file(text)
        };
        let mut files: Vec<_> = (0..9).map(|_| at("own/a.scm", three)).collect();
        files.push(at("other/b.scm", &two));
        files.push(at("other/c.scm", &"(f\n\n\n\nx)\n".repeat(9)));
        let suggestion = suggest(files, &[], &[], NonZeroUsize::MIN);
        let most = suggestion.dominant.iter().map(|(path, _)| &**path);
        assert_eq!(
            most.collect::<Vec<_>>(),
            [std::path::Path::new("other/c.scm")]
        );
    }

    #[test]
    fn formatted_project_needs_no_settings() {
        let suggestion = suggested("(define (f x)\n  (g x))\n");
        assert_eq!((suggestion.without.lines, suggestion.without.files), (0, 0));
        assert!(suggestion.options.is_empty() && suggestion.rules.is_empty());
    }

    #[test]
    fn given_flags_are_fixed_and_ordered() {
        let given = |key, value| Assignment::of_word(key, value, "a flag").unwrap();
        let all = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n".repeat(4);
        let given = [given("style.body-indent", "4"), given("line-width", "70")];
        let suggestion = suggest(vec![file(&all)], &[], &given, NonZeroUsize::MIN);
        let options = suggestion.options.iter();
        let options: Vec<_> = options
            .map(|chosen| (chosen.option.key, chosen.saved))
            .collect();
        assert_eq!(options, [("line-width", None), ("style.body-indent", None)]);
    }

    #[test]
    fn suggested_width_respects_the_project() {
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
        // Lines beyond the current width say nothing about smaller widths.
        let wider = wide.replace("x\"", "xxxxxxxxxxxxxx\"");
        assert_eq!(smallest(wider.clone(), None), 80);
        let shown = [(); 3].map(|()| (PathBuf::from("a.scm"), Dialect::Racket));
        let mut racket = Trial::new(vec![file(&wider)], NonZeroUsize::MIN);
        assert_eq!(racket.choose_dialects(&shown).len(), 1);
        assert_eq!(racket.smallest_width(), 80);
    }

    #[test]
    fn a_larger_project_is_sampled() {
        let bytes = " ".repeat(SAMPLE / 3);
        let files = (0..6).map(|_| file(&bytes)).collect();
        assert_eq!(sample(files).len(), 3);
    }

    #[test]
    fn dialect_with_which_more_lines_change_is_not_set() {
        // Bigloo's style has the body of a definition at +3.
        let shown = vec![(PathBuf::from("a.scm"), Dialect::Bigloo); 3];
        let dialects = |text: &str| dialects(vec![file(text)], &shown, NonZeroUsize::MIN);
        let own = "(define (f x)\n   (display x)\n   (newline))\n";
        assert_eq!(dialects(own), [(PathBuf::new(), "bigloo")]);
        assert_eq!(dialects(&own.replace("   ", "  ")), []);
    }
}
