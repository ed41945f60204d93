//! Finds the configuration that changes a project least.
//!
//! One rule decides: a setting is taken if it makes the diff of the files smaller ([`trial`]). Tried are the values of options, and for
//! operators the rules that the authors' own calls follow ([`operators`]). So there is a number behind everything that is suggested.
//!
//! Options that the caller gives are fixed while the others are tried, and what they change is what the suggestion is compared with.

mod dialect;
mod operators;
mod trial;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use memchr::memmem;
use schemefmt::Dialect;
use schemefmt::internals::config::settings::{Setting, Settings};
use schemefmt::internals::config::{Assignment, chosen, forms};
use schemefmt::internals::forms::Row;
use schemefmt::internals::forms::rules::{Layer, Location, Provenance, Rule};
use schemefmt::options::{self, Declaration, LineBreaks, Options};

use crate::project::parallel::on_each;
pub(crate) use dialect::groups;
use trial::Trial;

/// The option that says where lines are broken.
const LINE_BREAKS: &str = "line-breaks";

/// Persistent line breaks are suggested instead of canonical ones if their diff is at most one in so many lines.
pub(crate) const MUCH_SMALLER: usize = 3;

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
    /// Whether both set the same option, or the rule of the same operator.
    fn is_same_setting(&self, other: &Proposal) -> bool {
        match (self, other) {
            (Proposal::Option { option, .. }, _) => other.sets(option.key),
            (Proposal::Form { name, .. }, Proposal::Form { name: other, .. }) => name == other,
            (Proposal::Form { .. }, Proposal::Option { .. }) => false,
        }
    }

    /// Whether it sets this option.
    fn sets(&self, key: &str) -> bool {
        matches!(self, Proposal::Option { option, .. } if option.key == key)
    }

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
    /// What was found for each way to break lines; none if one was given.
    pub line_breaks: Option<ChosenLineBreaks>,
    /// The names of the dialects to set for folders, outer folders first.
    pub dialects: Vec<(PathBuf, &'static str)>,
    /// The settings, those first that were given, and then those that save most.
    pub chosen: Vec<Chosen>,
    /// The files with a large part of the diff with it, and how many lines, those with the most first.
    pub dominant: Vec<(PathBuf, usize)>,
}

/// A way to break lines that the files decided.
pub(crate) struct ChosenLineBreaks {
    /// The value of the option.
    pub value: &'static str,
    /// The lines of the diff with each value and the suggestion for that.
    pub changed: [(&'static str, usize); 3],
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
    (dialects, readable(files, &given, jobs).1)
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
    let (files, unreadable) = readable(files, &given, jobs);
    let outcome = |also: Option<Proposal>| {
        let given: Vec<Proposal> = given.iter().cloned().chain(also).collect();
        Savings::of(&files, &given, jobs)
    };
    let mut line_breaks = None;
    let canonical = outcome(None);
    let Savings {
        trial,
        without,
        changed,
    } = if is_open(&files, &given) {
        let [persistent, keep] =
            ["persistent", "keep"].map(|value| outcome(Proposal::option(LINE_BREAKS, value)));
        let [broken, kept] = [&canonical, &persistent].map(Savings::changed_lines);
        let is_persistent = kept < broken && kept * MUCH_SMALLER <= broken;
        let changed = [
            ("canonical", broken),
            ("persistent", kept),
            ("keep", keep.changed_lines()),
        ];
        let value = changed[usize::from(is_persistent)].0;
        line_breaks = Some(ChosenLineBreaks { value, changed });
        if is_persistent { persistent } else { canonical }
    } else {
        canonical
    };
    let with = changed.iter().sum();
    let kept = trial.changed(Proposal::option("literals", "keep").as_slice());
    Suggestion {
        files: files.len(),
        unreadable,
        lines: lines(&files),
        without,
        with,
        respelled: with.saturating_sub(kept.iter().sum()),
        line_breaks,
        dialects,
        dominant: trial.dominant(&changed),
        chosen: trial.into_chosen(),
    }
}

/// What settings save beside those that are given.
struct Savings<'f> {
    trial: Trial<'f>,
    /// The lines of the diff with what is given.
    without: usize,
    /// The lines of the diff of each file with what is chosen, too.
    changed: Vec<usize>,
}

impl<'f> Savings<'f> {
    fn of(files: &'f [SourceFile], given: &[Proposal], jobs: NonZeroUsize) -> Self {
        let mut trial = Trial::new(files, given, jobs);
        let without = trial.changed(&[]).iter().sum();
        trial.choose();
        let changed = trial.changed(&[]);
        Savings {
            trial,
            without,
            changed,
        }
    }

    fn changed_lines(&self) -> usize {
        self.changed.iter().sum()
    }
}

/// Whether the files decide where lines are broken: that is neither given nor configured.
fn is_open(files: &[SourceFile], given: &[Proposal]) -> bool {
    let is_canonical =
        |file: &SourceFile| file.options(given).style.line_breaks == LineBreaks::Canonical;
    !given.iter().any(|choice| choice.sets(LINE_BREAKS)) && files.iter().all(is_canonical)
}

/// The number of lines in some files.
fn lines(files: &[SourceFile]) -> usize {
    let bytes = files.iter().flat_map(|file| &file.bytes);
    bytes.filter(|byte| **byte == b'\n').count()
}

/// The files that can be formatted with the options that are given, and the paths of those with errors.
fn readable(
    files: Vec<SourceFile>,
    given: &[Proposal],
    jobs: NonZeroUsize,
) -> (Vec<SourceFile>, Vec<PathBuf>) {
    let found = on_each(&files, jobs, |file| {
        schemefmt::format(&file.bytes, &file.options(given)).map(|it| it.skipped.is_none())
    });
    let mut unreadable = Vec::new();
    let files = files.into_iter().zip(found).filter_map(|(file, found)| {
        let is_formatted = found.unwrap_or_else(|_| {
            unreadable.push(file.path.clone());
            false
        });
        is_formatted.then_some(file)
    });
    (files.collect(), unreadable)
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

    /// The chosen rules as they are written.
    fn rules(suggestion: &Suggestion) -> Vec<String> {
        let rules = suggestion.chosen.iter().filter_map(|chosen| {
            let Proposal::Form { name, row } = &chosen.choice else {
                return None;
            };
            Some(format!("{name} = {}", emit::show(name, row)))
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
        assert_eq!(rules(&suggestion), ["locked = 1"]);
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
            [format!("my-* = {row}")]
        );
        assert_eq!(
            rules_of(&["add-of", "sub-of", "mul-of"]),
            [format!("*-of = {row}")]
        );
        // Two operators are no pattern.
        assert_eq!(
            rules_of(&["my-add", "my-sub", "mul"]),
            ["mul", "my-add", "my-sub"].map(|name| format!("{name} = {row}"))
        );
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
            [format!("my-add = {row}")]
        );
    }

    #[test]
    fn clause_heads_get_no_rule() {
        let text = "(mine x\n  (else\n    (display \"something that is rather long\")\n    (display \"something long\")))\n";
        let suggestion = suggested_from(&[text.repeat(4), text.repeat(4), text.repeat(4)]);
        assert!(rules(&suggestion).is_empty());
    }

    #[test]
    fn suggests_other_body_columns() {
        let all = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n".repeat(4);
        let suggestion = suggested(&all);
        assert_eq!(options(&suggestion), [("style.body-indent", "3")]);
        assert!(rules(&suggestion).is_empty());
        let (body, aligned) = calls();
        let deeper = body.replace("\n  (", "\n    (").repeat(4) + &aligned.repeat(4);
        let rule = "locked = { args = 1, rest = 4, parts = [\"arg\", \"body\"] }";
        assert_eq!(rules(&suggested_from(&[&deeper; 3])), [rule]);
        let flush = "(unit name\n\n(display \"something that is rather long\")\n\n(display 1))\n";
        let rule = "unit = { args = 1, rest = 0, parts = [\"arg\", \"body\"] }";
        assert_eq!(
            rules(&suggested_from(&[0; 3].map(|_| flush.repeat(4)))),
            [rule]
        );
    }

    /// The settings for two files, one in each half.
    fn of_halves(texts: [&str; 2]) -> Suggestion {
        let paths = ('a'..='z').map(|letter| PathBuf::from(format!("{letter}.scm")));
        let (first, second): (Vec<_>, Vec<_>) = paths.partition(|path| trial::half(path) == 0);
        let files = [first[0].clone(), second[0].clone()].into_iter().zip(texts);
        let files = files.map(|(path, text)| SourceFile { path, ..file(text) });
        let given = Assignment::of_word(LINE_BREAKS, "canonical", "a flag").unwrap();
        suggest(files.collect(), &[], &[given], NonZeroUsize::MIN)
    }

    #[test]
    fn a_setting_must_help_in_both_halves() {
        let three = "(define (f x)\n   (when x\n      (display x)\n      (newline)))\n";
        let two = three
            .replace("\n   ", "\n  ")
            .replace("\n     (", "\n    (");
        let many = three.repeat(9);
        let of = |one: &str, other: &str| options(&of_halves([one, other])).len() - 1;
        assert_eq!(of(three, three), 1);
        assert_eq!(of(&many, &two), 0);
        assert_eq!(of(&two, &many), 0);
        assert_eq!(of(&many, "(f x)\n"), 0);
    }

    #[test]
    fn a_rule_that_saves_a_tenth_needs_one_half() {
        let (body, aligned) = calls();
        let text = (body + &aligned).repeat(4);
        assert_eq!(rules(&of_halves([&text, &aligned])), ["locked = 1"]);
        let more = "(f  x)\n".repeat(400);
        assert_eq!(rules(&of_halves([&text, &(aligned + &more)])), [""; 0]);
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
        let own = (0..9).map(|index| at(&format!("own/{index}.scm"), three));
        let mut files: Vec<_> = own.collect();
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
        let text = "(f a b\n    c)\n(f\n a b c)\n";
        let of = |way| suggest(vec![file(text)], &[], &[given(way)], NonZeroUsize::MIN);
        let [canonical, keep] = ["canonical", "keep"].map(|way| of(way).without);
        assert!(keep > 0 && keep < canonical, "{keep} {canonical}");
        assert!(of("keep").line_breaks.is_none());
    }

    #[test]
    fn persistent_line_breaks_are_suggested_if_they_change_much_less() {
        let of = |text: &str| suggest(vec![file(text)], &[], &[], NonZeroUsize::MIN);
        let broken = of("(f a b\n   c)\n");
        assert_eq!(broken.with, 0);
        let line_breaks = broken.line_breaks.unwrap();
        assert_eq!(line_breaks.value, "persistent");
        assert_eq!(
            line_breaks.changed,
            [("canonical", 3), ("persistent", 0), ("keep", 0)]
        );
        let spaced = of("(f  a)\n").line_breaks.unwrap();
        assert_eq!(spaced.value, "canonical");
    }

    /// Where a body is moved, the bracket alone on its line below it is, too.
    #[test]
    fn options_that_help_only_beside_others_are_suggested() {
        let bodies = "(define (f x)\n   (g x)\n   (h x)\n   )\n".repeat(4);
        let others = "(define (k x)\n   (g x))\n".repeat(9);
        let text = format!("{bodies}{others}");
        let keep = Assignment::of_word("line-breaks", "keep", "a flag").unwrap();
        let rules = Assignment::of_word("columns", "rules", "a flag").unwrap();
        let files = [0; 3].map(|_| file(&text)).into();
        let suggestion = suggest(files, &[], &[keep, rules], NonZeroUsize::MIN);
        let chosen = options(&suggestion);
        assert!(chosen.contains(&("style.body-indent", "3")), "{chosen:?}");
        assert!(chosen.contains(&("closers", "keep")), "{chosen:?}");
    }

    #[test]
    fn respelled_literals_are_counted_apart() {
        let canonical = Assignment::of_word(LINE_BREAKS, "canonical", "a flag").unwrap();
        let files = vec![file("(f #xFF)\n(g #XAB)\n  (h)\n")];
        let suggestion = suggest(files, &[], &[canonical], NonZeroUsize::MIN);
        assert_eq!((suggestion.with, suggestion.respelled), (6, 4));
    }
}
