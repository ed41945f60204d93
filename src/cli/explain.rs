//! `--explain FILE:LINE[:COLUMN]`: which rule lays out a form, in numbers, where the rule comes from, why the form stands on
//! one line or on several, and what to write into a `schemefmt.toml` to change that.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context as _;
use schemefmt::internals::explain::{Costs, Decision, Explanation, Shaped, Why, explain};
use schemefmt::internals::forms::{Column, PLAIN, Role, Stay, Strategy};
use schemefmt::internals::rules;
use schemefmt::internals::source::Source;
use schemefmt::options::{self, OneLineDefines, Options};

use super::excerpt::Drawn;
use super::remedies::{Remedies, Remedy, toml};
use super::report::Finding;
use crate::project::paths::shown;
use crate::project::{forms, read};

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
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0);
        // What compilers print goes on with a colon.
        let text = text.strip_suffix(':').unwrap_or(text);
        let (rest, last) = text.rsplit_once(':').ok_or("expected FILE:LINE")?;
        let last = number(last).ok_or("expected FILE:LINE, with the number of a line")?;
        let (path, line, column) = match rest.rsplit_once(':') {
            Some((path, line)) if number(line).is_some() && !path.is_empty() => {
                (path, number(line).unwrap_or(last), Some(last))
            }
            _ => (rest, last, None),
        };
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
/// A file that cannot be read, and a line without a form.
pub fn run(spot: &Spot, options: &Options) -> anyhow::Result<String> {
    let name = shown(&spot.path);
    let bytes = read::regular(&spot.path, read::MOST_SOURCE)
        .with_context(|| format!("{name}: cannot read"))?;
    let explanation = explain(&bytes, options, spot.line, spot.column).map_err(|error| {
        let diagnostic = schemefmt::diagnose(&bytes, options).into_iter().next();
        let source = Source::decode(&bytes);
        let text = source.as_ref().map_or("", |source| &source.text);
        let findings = Finding::of_all(&[diagnostic.unwrap_or(error)], text, &spot.path);
        Drawn::of(findings.into_iter().map(|finding| finding.text))
    })?;
    let explanation =
        explanation.with_context(|| format!("{name}: there is no form on line {}", spot.line))?;
    Ok(text(&explanation, &spot.path, &options.style))
}

fn text(explanation: &Explanation, path: &Path, style: &options::Style) -> String {
    let name = shown(path);
    let mut out = String::new();
    describe(&mut out, explanation, &name, style);
    let remedies = Remedies::of(explanation, style);
    let subject = match &explanation.inner {
        Some(inner) => {
            let (line, column, shown) = (inner.line, inner.column, &inner.shown);
            let _ = writeln!(out, "\n{name}:{line}:{column}: {shown}");
            row(&mut out, "here", &here(inner, style));
            "the inner form"
        }
        None => "it",
    };
    let mut block = |wish: &str, lines: &str, remedies: &[Remedy]| {
        if !remedies.is_empty() {
            let toml = toml(remedies);
            let _ = write!(
                out,
                "\nTo have {wish}, write {lines} schemefmt.toml:\n\n{toml}"
            );
        }
    };
    block(
        &format!("{subject} on one line"),
        "into",
        &remedies.on_one_line,
    );
    block("it on several lines", "into", &remedies.on_several);
    let lines = match remedies.broken_otherwise.len() {
        1 => "into",
        _ => "one of these into",
    };
    block("it broken otherwise", lines, &remedies.broken_otherwise);
    if remedies.are_none() {
        out.push_str("\nNothing in schemefmt.toml changes that.\n");
    }
    out
}

fn row(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(out, "  {name:<9} {value}");
}

/// The rule of a form, and what becomes of the form by it.
fn describe(out: &mut String, explanation: &Explanation, file: &str, style: &options::Style) {
    let Explanation {
        line,
        column,
        shown,
        operator,
        part,
        form,
        rule,
        ..
    } = explanation;
    let _ = writeln!(out, "{file}:{line}:{column}: {shown}");
    match (rule, operator) {
        (Some(rule), Some(operator)) => {
            let shown = match rule.provenance {
                rules::Provenance::BuiltIn => operator.clone(),
                _ => forms::show(operator, &rule.row),
            };
            row(out, "rule", &shown);
            row(
                out,
                "source",
                &rule.provenance.clone().in_file(file).to_string(),
            );
        }
        _ => row(out, "rule", of_no_rule(*part, form.strategy)),
    }
    row(out, "stays", &stays(form.stay));
    row(out, "rest", &rest(form.rest));
    row(out, "one line", &one_line(explanation));
    row(out, "here", &here(explanation, style));
    if let Some(shape) = explanation.shape {
        row(out, "shape", &shaped(shape));
    }
}

/// Whether a form stands on one line, and why not.
fn here(explanation: &Explanation, style: &options::Style) -> String {
    let whys: Vec<String> = explanation
        .whys
        .iter()
        .map(|found| why(found, explanation, style))
        .collect();
    match explanation.width {
        _ if !whys.is_empty() => format!("on several lines: {}", whys.join("; ")),
        Some(width) => format!("on one line, of {width} columns"),
        None => "on one line".to_owned(),
    }
}

fn why(why: &Why, explanation: &Explanation, style: &options::Style) -> String {
    match why {
        Why::Limit { width, limit } => {
            let form = &explanation.form;
            let few = usize::from(form.limits.at(explanation.part));
            let several = if *limit < few {
                ", with several items"
            } else {
                ""
            };
            match limit {
                0 => format!("it never stands on one{several}"),
                _ => format!(
                    "on one it would have {width} columns, and it may have {limit}{several}"
                ),
            }
        }
        Why::Width(end) => {
            let width = style.line_width;
            format!("on one it would reach column {end}, and lines end at {width}")
        }
        Why::Definition => match style.one_line_defines {
            OneLineDefines::Never => "no procedure definition stands on one",
            _ => "a procedure definition stands on one only beside another definition",
        }
        .to_owned(),
        Why::Clauses => "the other clauses take several".to_owned(),
        Why::Inner => "a form in it takes several, as told below".to_owned(),
        Why::Comment(line) => format!("a comment in it, on line {line}, ends the line"),
        Why::Blank(line) => format!("the blank line before line {line} stays"),
        Why::Text(line) => format!("a text in it, on line {line}, has several lines"),
        Why::Kept(line) => format!("the author's lines are kept, and line {line} begins in it"),
        Why::Rows => "rows of data stay as the author broke them".to_owned(),
    }
}

fn shaped(shape: Shaped) -> String {
    let (this, other) = match shape.is_beside {
        true => ("beside the first element", "under it"),
        false => ("under the first element", "beside it"),
    };
    let because = match shape.by {
        Decision::Form => "the form has no other shape".to_owned(),
        Decision::Alone => "nothing can follow on the line of that".to_owned(),
        Decision::Operator => {
            "it is long, and beside it the rest would stand far to the right or is one list"
                .to_owned()
        }
        Decision::Costs(own, _) if own == Costs::default() => {
            "nothing goes beyond the width".to_owned()
        }
        Decision::Costs(own, other_costs) => {
            format!("{}; {other} {}", cost(own), cost(other_costs))
        }
    };
    format!("{this}: {because}")
}

fn cost(costs: Costs) -> String {
    let over = match costs.over {
        0 => "nothing goes beyond the width".to_owned(),
        1 => "1 column goes beyond the width".to_owned(),
        over => format!("{over} columns go beyond the width"),
    };
    match costs.lines {
        None => over,
        Some(1) => format!("{over}, with 1 line break"),
        Some(lines) => format!("{over}, with {lines} line breaks"),
    }
}

/// What decides where an operator does not.
fn of_no_rule(part: Role, strategy: Strategy) -> &'static str {
    match part {
        Role::Data | Role::Quoted => "data",
        Role::Params | Role::Signature => "parameters",
        Role::Bindings(_) => "a list of bindings",
        Role::Binding | Role::DoBinding => "a binding",
        Role::DoTest => "the test of a `do`",
        Role::Clause(_) | Role::Guard => "a clause",
        Role::Exports | Role::Spec | Role::Module => "a part of a library",
        _ if strategy == Strategy::Call => "a plain call: no rule for its operator",
        _ => "a list without an operator",
    }
}

fn stays(stay: Stay) -> String {
    match stay {
        Stay::Count(0) => "nothing after the first element stays on its line".to_owned(),
        Stay::Count(1) => "1 element stays on the line of the first".to_owned(),
        Stay::Count(k) => format!("{k} elements stay on the line of the first"),
        Stay::NameAndType => "the name stays on the line of the first element".to_owned(),
        Stay::Leading | Stay::LeadingAndParameters => {
            "what stands before the first list stays on the line of the first element".to_owned()
        }
    }
}

fn rest(rest: Column) -> String {
    match rest {
        Column::Align => "under the second element".to_owned(),
        Column::First => "under the first element".to_owned(),
        Column::Indent(by) => format!("{by} columns right of the opening bracket"),
    }
}

fn one_line(explanation: &Explanation) -> String {
    let limits = &explanation.form.limits;
    if explanation.is_unlimited {
        return "as wide as the line".to_owned();
    }
    let place = match explanation.part {
        Role::TopLevel | Role::Body | Role::Declaration => "in a body",
        Role::Value => "as a value that is bound",
        _ => "as an argument",
    };
    let columns = |limit| match limit {
        0 => "never".to_owned(),
        PLAIN => "as wide as the line".to_owned(),
        limit => format!("up to {limit} columns"),
    };
    let limit = limits.at(explanation.part);
    let mut text = format!("{}, {place}", columns(limit));
    if let Some(many) = limits.many
        && many.limit < limit
    {
        let _ = write!(
            text,
            "; {} with {} or more items after the ones that stay",
            columns(many.limit),
            many.from
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::{Project, Request};

    const TEXT: &str = include_str!("../../testdata/tour.scm");

    /// Forms that meet with every reason and shape.
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
        project.settings(&target.config, &target.place).options
    }

    fn at(text: &str, options: &Options, line: usize, column: usize) -> Explanation {
        let found = explain(text.as_bytes(), options, line, Some(column));
        found.unwrap().unwrap()
    }

    fn formatted(text: &str, options: &Options) -> Vec<u8> {
        schemefmt::format(text.as_bytes(), options).unwrap().output
    }

    /// What is told to write has the effect that is told, for every form of a text.
    #[test]
    fn remedies_help() {
        let default = options("");
        let (mut whole, mut inner, mut several, mut otherwise) = (0, 0, 0, 0);
        for text in [TEXT, MORE] {
            for (line, content) in (1..).zip(text.lines()) {
                for (column, _) in (1..).zip(content.chars()).filter(|(_, c)| *c == '(') {
                    let Ok(Some(found)) = explain(text.as_bytes(), &default, line, Some(column))
                    else {
                        continue;
                    };
                    let with = |remedies: &[Remedy]| options(&toml(remedies));
                    let remedies = Remedies::of(&found, &default.style);
                    let shown = format!("{line}:{column}: {found:?}\n{remedies:?}");
                    if !remedies.on_one_line.is_empty() {
                        let culprit = found.inner.as_deref().unwrap_or(&found);
                        let changed = with(&remedies.on_one_line);
                        let again = at(text, &changed, culprit.line, culprit.column);
                        assert_eq!(again.whys, [], "{shown}");
                        let count = if found.inner.is_some() {
                            &mut inner
                        } else {
                            &mut whole
                        };
                        *count += 1;
                    }
                    if !remedies.on_several.is_empty() {
                        let again = at(text, &with(&remedies.on_several), line, column);
                        assert_ne!(again.whys, [], "{shown}");
                        let changed = formatted(text, &with(&remedies.on_several));
                        assert_ne!(changed, formatted(text, &default), "{shown}");
                        several += 1;
                    }
                    for remedy in remedies.broken_otherwise {
                        // What the author's rows are is another matter.
                        let is_kept = remedy.line.starts_with("data-rows");
                        let changed = formatted(text, &with(&[remedy]));
                        assert!(is_kept || changed != formatted(text, &default), "{shown}");
                        otherwise += 1;
                    }
                }
            }
        }
        assert!(
            whole > 10 && inner > 10 && several > 10 && otherwise > 10,
            "{whole} {inner} {several} {otherwise}"
        );
    }

    /// Where the author's lines are kept, only what says something of columns has an effect.
    #[test]
    fn remedies_help_where_lines_are_kept() {
        let kept = "line-breaks = \"keep\"\n";
        let keep = options(kept);
        let text = String::from_utf8(formatted(MORE, &options(""))).unwrap();
        let mut tried = 0;
        for (line, content) in (1..).zip(text.lines()) {
            for (column, _) in (1..).zip(content.chars()).filter(|(_, c)| *c == '(') {
                let found = at(&text, &keep, line, column);
                for remedy in Remedies::of(&found, &keep.style).broken_otherwise {
                    if remedy.line.starts_with("line-breaks") {
                        continue;
                    }
                    let shown = format!("{line}:{column}: {found:?}\n{remedy:?}");
                    let changed = options(&format!("{kept}{}", toml(&[remedy])));
                    assert_ne!(formatted(&text, &changed), text.as_bytes(), "{shown}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 3, "{tried}");
    }

    #[test]
    fn spots() {
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
