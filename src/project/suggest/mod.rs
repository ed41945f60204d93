//! Finds the configuration that changes a project least.
//!
//! All files are read ([`survey`]); options are decided by [`trial`]: files are formatted with each value, and the value whose diff is
//! easiest to review ([`fit`]) is chosen, option by option. Layout rules are decided by vote ([`votes`]): if most calls of an operator
//! are broken in another way than its rule says, the rules that they follow are tried, and so are those of macros that other files define.
//! So there is a number behind everything that is suggested.
//!
//! Options that the caller gives are fixed while the others are tried, and what they change is what the suggestion is compared with.

mod dialect;
mod fit;
mod survey;
mod trial;
mod votes;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use memchr::memmem;
use schemefmt::Dialect;
use schemefmt::internals::config::settings::{Setting, Settings};
use schemefmt::internals::config::{Assignment, chosen, forms};
use schemefmt::internals::forms::Row;
use schemefmt::internals::forms::rules::{Layer, Location, Provenance, Rule};
use schemefmt::options::{self, Declaration, LineBreaks, Options};

pub(crate) use dialect::groups;
use survey::Survey;
use trial::Trial;

/// The option that says where lines are broken.
const LINE_BREAKS: &str = "line-breaks";

/// A file of the project, and its current settings.
pub(crate) struct SourceFile {
    /// Its path, as it is shown.
    pub path: PathBuf,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Its settings without the suggestions.
    pub settings: Settings,
    /// The line width that the project asks for, if it does.
    pub width: Option<usize>,
}

impl SourceFile {
    /// Its options with those among some settings.
    fn options<'c>(&self, settings: impl IntoIterator<Item = &'c Proposal>) -> Options {
        let mut options = self.settings.options.clone();
        for choice in settings {
            if let Proposal::Option { option, value } = choice {
                // Only valid values are tried.
                let _ = options.set(option.key, value);
            }
        }
        options
    }
}

/// A setting of the configuration.
#[derive(Clone, Debug)]
pub(crate) enum Proposal {
    /// An option with a value.
    Option {
        /// The option.
        option: &'static Declaration,
        /// Its value.
        value: String,
    },
    /// A rule for an operator, or for a pattern of operators.
    Form {
        /// The operator.
        name: String,
        /// Its rule.
        row: Row,
    },
}

impl Proposal {
    fn option(key: &str, value: &str) -> Option<Proposal> {
        Some(Proposal::Option {
            option: options::find(key)?,
            value: value.to_owned(),
        })
    }

    /// Whether it may change how a file is laid out: a rule only does if the file has the name.
    fn may_change(&self, file: &SourceFile) -> bool {
        match self {
            Proposal::Option { .. } => true,
            Proposal::Form { name, .. } => {
                let part = name.trim_matches('*').as_bytes();
                memmem::find(&file.bytes, part).is_some()
            }
        }
    }
}

/// The rules among some settings.
fn layer(settings: &[&Proposal]) -> Layer {
    let mut layer = Layer::default();
    for choice in settings {
        if let Proposal::Form { name, row } = choice {
            let provenance = Provenance::Configuration(Location::here(0));
            let row = *row;
            forms::insert(&mut layer, name, Rule { row, provenance });
        }
    }
    layer
}

/// A setting that was given or chosen.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// The setting.
    pub choice: Proposal,
    /// The evidence for it; none if it was given.
    pub evidence: Option<Evidence>,
}

/// The evidence for a setting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence {
    /// The lines of the diff that it saves.
    pub saved: usize,
    /// The number of files in which it helps.
    pub helped: usize,
    /// The number of files in which it harms.
    pub harmed: usize,
    /// For a rule, the number of calls that are laid out like it, and of all calls of the operator.
    pub calls: Option<(usize, usize)>,
}

/// A suggested configuration, and the evidence for it.
pub(crate) struct Suggestion {
    /// The number of files that can be formatted.
    pub files: usize,
    /// The files with errors, which formatting would report.
    pub unreadable: Vec<PathBuf>,
    /// The lines in the files that can be formatted.
    pub lines: usize,
    /// The lines of the diff without the configuration but for what was given, removed and added.
    pub without: usize,
    /// The lines of the diff with it.
    pub with: usize,
    /// How many of these would not be there if literals were kept as they are.
    pub respelled: usize,
    /// The lines of the diff with each way to break lines and the suggestion for that; empty if one was given.
    pub by_line_breaks: Vec<(&'static str, usize)>,
    /// The names of the dialects to set for folders, outer folders first.
    pub dialects: Vec<(PathBuf, &'static str)>,
    /// The settings, those first that were given, and then those that save most.
    pub chosen: Vec<Chosen>,
    /// The files with a large part of the diff with it, and how many lines, those with the most first.
    pub dominant: Vec<(PathBuf, usize)>,
}

/// What a configuration needs for a project with these files, whatever its style is: the names of the dialects to set for folders, outer
/// folders first, and the files with errors. A dialect is one on which the files agree that `shown` has with the dialect that each shows,
/// where it matters and does not harm.
pub(crate) fn dialects_and_unreadable(
    mut files: Vec<SourceFile>,
    shown: &[(PathBuf, Dialect)],
    given: &[Assignment],
    jobs: NonZeroUsize,
) -> (Vec<(PathBuf, &'static str)>, Vec<PathBuf>) {
    let given = proposals(given);
    let dialects = dialect::choose(&mut files, shown, &given, jobs);
    (dialects, survey::readable(files, &given, jobs).1)
}

/// Suggests a configuration for a project with these files, in which the given options are fixed; `shown` has the files that show a
/// dialect. Up to `jobs` threads work on it.
pub(crate) fn suggest(
    mut files: Vec<SourceFile>,
    shown: &[(PathBuf, Dialect)],
    given: &[Assignment],
    jobs: NonZeroUsize,
) -> Suggestion {
    let given = proposals(given);
    let dialects = dialect::choose(&mut files, shown, &given, jobs);
    let survey = Survey::new(files, &given, jobs);
    let mut trial = Trial::new(&survey, &given, jobs);
    let without = trial.changed(&[]).iter().sum();
    trial.choose();
    let changed = trial.changed(&[]);
    let with = changed.iter().sum();
    let kept = trial.changed(Proposal::option("literals", "keep").as_slice());
    Suggestion {
        files: survey.files.len(),
        unreadable: survey.unreadable.clone(),
        lines: survey.lines(),
        without,
        with,
        respelled: with.saturating_sub(kept.iter().sum()),
        by_line_breaks: by_line_breaks(&survey, &given, with, jobs),
        dialects,
        dominant: trial.dominant(&changed),
        chosen: trial.into_chosen(),
    }
}

/// The options that are given, as settings.
fn proposals(given: &[Assignment]) -> Vec<Proposal> {
    let given = given.iter().filter_map(|given| {
        let Setting::Format(option) = given.setting else {
            return None;
        };
        let value = option.get(&chosen(std::slice::from_ref(given)).options);
        Some(Proposal::Option { option, value })
    });
    given.collect()
}

/// The lines of the diff in each way to break lines, with the suggestion for that, from the way that decides most to the one that decides
/// least; empty if one is given or configured. `canonical` is the first of these.
fn by_line_breaks(
    survey: &Survey,
    given: &[Proposal],
    canonical: usize,
    jobs: NonZeroUsize,
) -> Vec<(&'static str, usize)> {
    let is_given = |choice: &Proposal| matches!(choice, Proposal::Option { option, .. } if option.key == LINE_BREAKS);
    let is_canonical =
        |file: &SourceFile| file.options(given).style.line_breaks == LineBreaks::Canonical;
    if given.iter().any(is_given) || !survey.files.iter().all(is_canonical) {
        return Vec::new();
    }
    let others = ["persistent", "keep"].map(|way| {
        let way_option = Proposal::option(LINE_BREAKS, way);
        let given: Vec<Proposal> = given.iter().cloned().chain(way_option).collect();
        let mut trial = Trial::new(survey, &given, jobs);
        trial.choose();
        (way, trial.changed(&[]).iter().sum())
    });
    [("canonical", canonical)]
        .into_iter()
        .chain(others)
        .collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use schemefmt::internals::emit;

    use super::*;

    pub(crate) fn file(text: &str) -> SourceFile {
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
        let rules = suggestion.chosen.iter().filter_map(|chosen| {
            let Proposal::Form { name, row } = &chosen.choice else {
                return None;
            };
            let (votes, calls) = chosen.evidence?.calls?;
            Some((format!("{name} = {}", emit::show(name, row)), votes, calls))
        });
        rules.collect()
    }

    /// The chosen options, with their values.
    fn options(suggestion: &Suggestion) -> Vec<(&'static str, &str)> {
        let options = suggestion.chosen.iter().filter_map(|chosen| {
            let Proposal::Option { option, value } = &chosen.choice else {
                return None;
            };
            Some((option.key, &**value))
        });
        options.collect()
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
        assert_eq!(suggestion.chosen[0].evidence.unwrap().saved, 36);
        assert_eq!((suggestion.without, suggestion.with), (36, 0));
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
        let suggestion = suggested_from(&[defined, &text, &text, &text]);
        assert_eq!(rules(&suggestion), [("locked = 1".to_owned(), 3, 3)]);
        // Two files are too few.
        assert_eq!(rules(&suggested_from(&[defined, &text, &text])), []);
        let other = defined.replace("mutex body ...)", "mutex name body ...)");
        let divided = suggested_from(&[defined, &other, &text, &text, &text]);
        assert_eq!(rules(&divided), []);
    }

    #[test]
    fn clause_heads_get_no_rule() {
        let text = "(mine x\n  (else\n    (display \"something that is rather long\")\n    (display \"something long\")))\n";
        let suggestion = suggested_from(&[text.repeat(4), text.repeat(4), text.repeat(4)]);
        assert_eq!(rules(&suggestion), []);
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
    fn options_must_help_in_several_files() {
        let three = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n";
        let two = three
            .replace("\n   ", "\n  ")
            .replace("\n     (", "\n    (");
        let of = |texts: &[&str]| !options(&suggested_from(texts)).is_empty();
        assert!(of(&[three, three, three]));
        // Only in half of the files, and only in one, however long that is.
        assert!(!of(&[three, &two, three, &two]));
        assert!(!of(&[&three.repeat(50), &two, &two]));
    }

    #[test]
    fn options_may_harm_a_file_if_they_help_in_many_others() {
        let three = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n";
        let two = three
            .replace("\n   ", "\n  ")
            .replace("\n     (", "\n    (");
        let of = |helped: usize| {
            let texts = [vec![three; helped], vec![&two]].concat();
            !options(&suggested_from(&texts)).is_empty()
        };
        // As much is saved in each file as is lost in one: 5 * 5 is at least 3 * 7, but 4 * 4 is not 3 * 6.
        assert!(of(6));
        assert!(!of(5));
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
        assert_eq!(suggestion.without, 0);
        assert!(suggestion.chosen.is_empty());
    }

    #[test]
    fn given_flags_are_fixed() {
        let given = |key, value| Assignment::of_word(key, value, "a flag").unwrap();
        let all = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n".repeat(4);
        let given = [given("style.body-indent", "3"), given("line-width", "70")];
        let suggestion = suggest(vec![file(&all)], &[], &given, NonZeroUsize::MIN);
        assert_eq!(
            options(&suggestion),
            [("style.body-indent", "3"), ("line-width", "70")]
        );
        let is_given = |chosen: &Chosen| chosen.evidence.is_none();
        assert!(suggestion.chosen.iter().all(is_given));
    }

    /// The dialects of folders with a file in each; every file shows this dialect.
    fn dialects_of(texts: &[(&str, &str)], dialect: Dialect) -> Vec<(PathBuf, &'static str)> {
        let path = |folder: &str| PathBuf::from(folder).join("a.scm");
        let at = |(folder, text): &(&str, &str)| SourceFile {
            path: path(folder),
            ..file(text)
        };
        let shown = texts
            .iter()
            .flat_map(|(folder, _)| vec![(path(folder), dialect); 3]);
        let shown: Vec<_> = shown.collect();
        let files = texts.iter().map(at).collect();
        dialects_and_unreadable(files, &shown, &[], NonZeroUsize::MIN).0
    }

    #[test]
    fn dialect_is_set_where_it_matters_and_does_not_harm() {
        // Bigloo's style has the body of a definition at +3.
        let own = "(define (f x)\n   (display x)\n   (newline))\n";
        let of = |text: &str| dialects_of(&[("", text)], Dialect::Bigloo);
        assert_eq!(of(own), [(PathBuf::new(), "bigloo")]);
        assert_eq!(of(&own.replace("   ", "  ")), [], "more lines change");
        assert_eq!(of("(display 1)\n"), [], "nothing changes");
    }

    #[test]
    fn dialect_is_set_where_a_text_is_ambiguous() {
        let of = |text: &str| dialects_of(&[("", text)], Dialect::R7rs);
        let disputed = "(f foo\\\"a\n b\" foo\\\"c   d\"\n x)\n";
        assert_eq!(of(disputed), [(PathBuf::new(), "r7rs")]);
    }

    #[test]
    fn folders_with_the_same_dialect_have_one_group() {
        let path = PathBuf::from;
        let dialects = [
            (path("a"), "chez"),
            (path("a/b"), "racket"),
            (path("a/b/c"), "chez"),
            (path("d"), "chez"),
            (path("e"), "racket"),
        ];
        let groups = groups(&dialects);
        let shown: Vec<(&str, Vec<&str>)> = groups
            .iter()
            .map(|(dialect, folders)| {
                (
                    *dialect,
                    folders.iter().filter_map(|it| it.to_str()).collect(),
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("chez", vec!["a", "d"]),
                ("racket", vec!["e"]),
                ("racket", vec!["a/b"]),
                ("chez", vec!["a/b/c"]),
            ]
        );
    }

    /// With kept lines, the suggestion is compared with kept lines.
    #[test]
    fn compared_with_the_same_way_to_break_lines() {
        let given = |way| Assignment::of_word("line-breaks", way, "a flag").unwrap();
        let text = "(f a b\n c)\n(f\n a b c)\n";
        let of = |way| suggest(vec![file(text)], &[], &[given(way)], NonZeroUsize::MIN);
        let [canonical, keep] = ["canonical", "keep"].map(|way| of(way).without);
        assert!(keep > 0 && keep < canonical, "{keep} {canonical}");
        assert!(of("keep").by_line_breaks.is_empty());
        let all = suggest(vec![file(text)], &[], &[], NonZeroUsize::MIN);
        let ways: Vec<_> = all.by_line_breaks.iter().map(|(way, _)| *way).collect();
        assert_eq!(ways, ["canonical", "persistent", "keep"]);
        assert_eq!(all.by_line_breaks[0].1, all.with);
    }

    /// Where the body of a library is moved, a bracket on a line of its own is one more line that changes.
    #[test]
    fn options_that_help_only_beside_others_are_suggested() {
        let header = "(library (a)\n         (export x\n                 )\n         (import (b)\n                 )\n\n";
        let body = format!("(begin\n{}  )\n\n", "  (display x)\n".repeat(9));
        let text = format!("{header}{body})\n");
        let keep = Assignment::of_word("line-breaks", "keep", "a flag").unwrap();
        let files = [0; 3].map(|_| file(&text)).into();
        let suggestion = suggest(files, &[], &[keep], NonZeroUsize::MIN);
        let chosen = options(&suggestion);
        assert!(chosen.contains(&("style.library-body", "0")), "{chosen:?}");
        assert!(chosen.contains(&("closers", "keep")), "{chosen:?}");
    }

    #[test]
    fn respelled_literals_are_counted_apart() {
        let suggestion = suggested("(f #xFF)\n(g #XAB)\n  (h)\n");
        assert_eq!((suggestion.with, suggestion.respelled), (6, 4));
    }

    #[test]
    fn a_form_must_help_in_three_files() {
        let (body, aligned) = calls();
        let text = (body + &aligned).repeat(4);
        assert_eq!(rules(&suggested_from(&[&text, &text])), []);
        assert_ne!(rules(&suggested_from(&[&text, &text, &text])), []);
    }
}
