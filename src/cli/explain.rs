//! `--explain FILE:LINE[:COLUMN]`: which rule lays out a form and where the rule comes from, why the form is on one line or on
//! several, and what to add to `schemefmt.toml` to change that.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context as _;
use schemefmt::internals::explain::{explain, words};
use schemefmt::internals::text::source::Source;
use schemefmt::options::Options;

use super::context::ContextIo as _;
use super::excerpt::Drawn;
use super::span;
use crate::project::paths::shown;
use crate::project::read;

/// A place in a file, written `FILE:LINE` or `FILE:LINE:COLUMN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: Option<usize>,
}

impl FromStr for Spot {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| span::number(text).ok();
        // Compilers print another colon behind it.
        let text = text.strip_suffix(':').unwrap_or(text);
        let (rest, last) = text.rsplit_once(':').ok_or("expected FILE:LINE")?;
        let last = number(last).ok_or("expected FILE:LINE, where LINE is a number")?;
        let before = rest.rsplit_once(':').filter(|(path, _)| !path.is_empty());
        let with_column = before.and_then(|(path, line)| Some((path, number(line)?, Some(last))));
        let (path, line, column) = with_column.unwrap_or((rest, last, None));
        Ok(Spot {
            path: path.into(),
            line,
            column,
        })
    }
}

/// Explains the form at a spot.
///
/// # Errors
/// The file cannot be read or parsed, or there is no form on the line.
pub fn run(spot: &Spot, options: &Options) -> anyhow::Result<String> {
    let name = shown(&spot.path);
    let bytes =
        read::regular(&spot.path, read::MAX_SOURCE).context_io(format!("{name}: cannot read"))?;
    let explanation = explain(&bytes, options, spot.line, spot.column).map_err(|error| {
        let diagnostic = schemefmt::diagnose(&bytes, options).into_iter().next();
        let text = Source::to_show(&bytes);
        Drawn::of(&[diagnostic.unwrap_or(error)], &text, &spot.path)
    })?;
    let explanation =
        explanation.with_context(|| format!("{name}: no form on line {}", spot.line))?;
    Ok(words::text(&bytes, &explanation, &name, options))
}

#[cfg(test)]
mod tests {
    use schemefmt::internals::explain::Explanation;
    use schemefmt::internals::explain::remedies::{self, Remedy, toml};

    use super::*;
    use crate::project::{Project, Request};

    const TEXT: &str = include_str!("../../testdata/tour.scm");

    /// Forms with every reason and shape.
    const MORE: &str = "\
(define (lone x) x)

(define (f x) (g x))
(define (h x) (g x) (g x))

(let* ((alpha 1) (beta 2)) (+ alpha beta))
(cond ((null? x) (first-thing x)) ((pair? x) (second-thing-that-is-long x (car x) (cdr x))) (else y))
(syntax-rules () ((_ a) (b a)) ((_ a b c d e f) (list-of-many-things a (b c) (d e f) (a b c d e f) (a b))))
(foo (bar ; comment
 1) 2)
(foo \"a
b\" 2)
(foo 1

 2)
(list (very-long-procedure-name-here (another-long-call-here with many arguments) (and-one-more-here x)))
(export first second third fourth fifth sixth seventh eighth)
'(1 2
 3)
'(define (f x) (let ((x 1)) x))
(if (some-test-here x) (then-do-something-long-here x y z) (else-do-something-else-long x y))
(begin (newline) (display x) (begin x) (string->symbol (car x)) (f (g x)))
(with-something-or-other (some-long-expression-there) (other-expressions) (and-more-of-them) 1)
";

    fn options(toml: &str) -> Options {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("schemefmt.toml");
        std::fs::write(&file, toml).unwrap();
        let mut project = Project::new(&Request::nothing(folder.path().to_owned())).unwrap();
        let target = project.target(&folder.path().join("a.scm")).unwrap();
        target.settings().options
    }

    fn at(text: &str, options: &Options, line: usize, column: usize) -> Explanation {
        let found = explain(text.as_bytes(), options, line, Some(column));
        found.unwrap().unwrap()
    }

    fn formatted(text: &str, options: &Options) -> Vec<u8> {
        schemefmt::format(text.as_bytes(), options).unwrap().output
    }

    /// The computed remedies have the effect that they claim, for every form of a text.
    #[test]
    fn remedies_help() {
        let default = options("");
        let (mut whole, mut inner, mut several) = (0, 0, 0);
        for text in [TEXT, MORE] {
            for (line, content) in (1..).zip(text.lines()) {
                for (column, _) in (1..).zip(content.chars()).filter(|(_, c)| *c == '(') {
                    let Ok(Some(found)) = explain(text.as_bytes(), &default, line, Some(column))
                    else {
                        continue;
                    };
                    let with = |remedies: &[Remedy]| options(&toml(remedies));
                    let broken = found.inner.as_deref().unwrap_or(&found);
                    let on_one_line = remedies::one_line(broken);
                    let on_several = remedies::several(&found);
                    let shown =
                        format!("{line}:{column}: {found:?}\n{on_one_line:?} {on_several:?}");
                    if !on_one_line.is_empty() {
                        let changed = with(&on_one_line);
                        let again = at(text, &changed, broken.line, broken.column);
                        assert_eq!(again.whys, [], "{shown}");
                        let count = if found.inner.is_some() {
                            &mut inner
                        } else {
                            &mut whole
                        };
                        *count += 1;
                    }
                    if let Some(remedy) = on_several {
                        let changed = with(&[remedy]);
                        let again = at(text, &changed, line, column);
                        assert_ne!(again.whys, [], "{shown}");
                        let changed = formatted(text, &changed);
                        assert_ne!(changed, formatted(text, &default), "{shown}");
                        several += 1;
                    }
                }
            }
        }
        assert!(
            whole > 10 && inner > 10 && several > 3,
            "{whole} {inner} {several}"
        );
    }

    /// Under some options, the lines that are found for the first form of a text.
    fn found(toml: &str, text: &str) -> Vec<String> {
        let options = options(toml);
        let found = remedies::found(text.as_bytes(), &options, &at(text, &options, 1, 1));
        let lines = found.iter().map(|remedy| match remedy.table {
            "" => remedy.line.clone(),
            table => format!("{table}.{}", remedy.line),
        });
        lines.collect()
    }

    #[test]
    fn settings_are_found_by_trial() {
        let long = "(a-procedure-with-a-name an-argument another)";
        let of = |head: &str| format!("({head} {long}\n{long}\n{long})\n");
        let cases = [
            ("", of("if"), "style.if-arms = 2"),
            ("", of("foo"), "style.calls = 2"),
            ("", of("foo"), "forms.foo = 1"),
            ("[forms]\nfoo = 1", of("foo"), "forms.foo = \"call\""),
            (
                "",
                "(cond ((f x) (g x)) (else (h x)))\n".into(),
                "style.cond = \"break\"",
            ),
            (
                "",
                "(define (f x) x)\n".into(),
                "style.one-line-defines = \"fits\"",
            ),
            (
                "line-width = 20",
                "'(1 2 3\n 4 5 6\n 7 8 9 10 11)\n".into(),
                "rows = \"canonical\"",
            ),
            (
                "line-breaks = \"keep\"\ncolumns = \"rules\"",
                of("when"),
                "style.body-indent = 3",
            ),
            (
                "line-breaks = \"keep\"",
                "(foo x\n)\n".into(),
                "closers = \"keep\"",
            ),
        ];
        for (toml, text, expected) in cases {
            let found = found(toml, &text);
            assert!(
                found.iter().any(|line| line == expected),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn settings_that_keep_lines_come_first_where_lines_are_kept() {
        let (text, keep) = (
            "(if x\n    (f x) (g x))\n",
            options("line-breaks = \"keep\""),
        );
        let shown = words::text(text.as_bytes(), &at(text, &keep, 1, 1), "a.scm", &keep);
        let [arms, breaks] =
            ["if-arms = 2", "line-breaks = \"canonical\""].map(|it| shown.find(it));
        assert!(arms.unwrap() < breaks.unwrap(), "{shown}");
    }

    /// What everyone's code has in common is not laid out by one project's rules.
    #[test]
    fn standard_operators_get_no_rule() {
        let long = "(a-procedure-with-a-name an-argument another)";
        for operator in ["+", "set!", "car", "let*"] {
            let text = format!("({operator} {long}\n{long}\n{long})\n");
            let found = found("", &text);
            assert!(
                !found.iter().any(|line| line.starts_with("forms")),
                "{found:?}"
            );
            let short = format!("({operator} x 5)\n");
            assert_eq!(remedies::several(&at(&short, &options(""), 1, 1)), None);
        }
    }

    /// Each setting that is found changes the layout as a line of a `schemefmt.toml`, too.
    #[test]
    fn found_settings_work_in_a_configuration() {
        let default = options("");
        let text = String::from_utf8(formatted(MORE, &default)).unwrap();
        let mut tried = 0;
        for (line, content) in (1..)
            .zip(text.lines())
            .filter(|(_, line)| line.starts_with('('))
        {
            let explained = at(&text, &default, line, 1);
            for remedy in remedies::found(text.as_bytes(), &default, &explained) {
                let changed = formatted(&text, &options(&toml(std::slice::from_ref(&remedy))));
                assert_ne!(changed, text.as_bytes(), "{content}: {remedy:?}");
                tried += 1;
            }
        }
        assert!(tried > 10, "{tried}");
    }

    /// The reported column is that of the line in the output.
    #[test]
    fn reported_columns_are_right() {
        let default = options("");
        for text in [TEXT, MORE] {
            let text = String::from_utf8(formatted(text, &default)).unwrap();
            for (line, content) in (1..).zip(text.lines()) {
                let Ok(Some(found)) = explain(text.as_bytes(), &default, line, None) else {
                    continue;
                };
                let start = found.start.as_ref().filter(|_| !content.is_empty());
                let Some(start) = start else { continue };
                let column = content.chars().take_while(|c| *c == ' ').count() + 1;
                assert_eq!(
                    (start.line, start.column),
                    (line, column),
                    "{content}: {found:?}"
                );
            }
        }
    }

    /// Each reason appears in an explanation: options, a text, a line in it, and a part of the explanation.
    #[test]
    fn each_reason_is_explained() {
        let large = format!("(cond {})", "(a b) ".repeat(100));
        let cases = [
            (
                "[style]\nsort-exports = \"sorted\"",
                "(library (a)\n (export b a))",
                2,
                "not sorted by name; formatting sorts it",
            ),
            (
                "[style]\nsort-exports = \"sorted\"",
                "(library (a)\n (export a b))",
                2,
                "order     sorted by name",
            ),
            (
                "[style]\nsort-exports = \"sorted\"",
                "(library (a)\n (export . a))",
                2,
                "order     stays: ",
            ),
            ("", "'(a\n b)", 1, "rule      data"),
            (
                "",
                "(f \"a\nb\")",
                1,
                "a token in it, on line 1, contains a line break",
            ),
            ("", "(f a\n\n b)", 1, "the blank line before line 3 is kept"),
            (
                "line-breaks = \"keep\"\nclosers = \"keep\"",
                "(g a\n )",
                1,
                "its closing bracket stays alone on its line",
            ),
            (
                "[style]\none-line-defines = \"never\"",
                "(define (f x) x)",
                1,
                "procedure definitions are never on one",
            ),
            ("", &large, 1, "it holds 200 data and comments or more"),
            (
                "[style]\ncond = \"break\"",
                "(cond (a\n b)\n (else c))",
                1,
                "the option `cond` says so",
            ),
        ];
        for (toml, text, line, expected) in cases {
            let options = options(toml);
            let found = explain(text.as_bytes(), &options, line, None);
            let shown = words::text(text.as_bytes(), &found.unwrap().unwrap(), "a.scm", &options);
            assert!(shown.contains(expected), "{text}: {shown}");
        }
    }

    #[test]
    fn parses_spots() {
        let spot = |path: &str, line, column| Spot {
            path: path.into(),
            line,
            column,
        };
        let cases = [
            ("a.scm:3", Some(spot("a.scm", 3, None))),
            ("a.scm:3:", Some(spot("a.scm", 3, None))),
            ("a.scm:3:7", Some(spot("a.scm", 3, Some(7)))),
            ("a.scm:3:7:", Some(spot("a.scm", 3, Some(7)))),
            ("C:/a.scm:3", Some(spot("C:/a.scm", 3, None))),
            ("a:b.scm:3:7", Some(spot("a:b.scm", 3, Some(7)))),
            ("a.scm", None),
            ("a.scm:0", None),
            ("a.scm:3:0", None),
            ("a.scm:x", None),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse().ok(), expected, "{text}");
        }
    }
}
