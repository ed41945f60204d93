//! Explanations: each reason is explained, and the advice changes what it says.

use std::collections::BTreeMap;

use schemefmt::internals::explain::{BreakReason, Decision, Explained, Under, explain, prose};
use schemefmt::internals::forms::Column;
use schemefmt::{Configuration, Options};

const TEXT: &str = include_str!("../testdata/tour.scm");

/// Forms with every reason and shape.
const MORE: &str = "\
(define (lone x) x)

(define (f x) (g x))
(define (h x) (g x) (g x))

(let* ((alpha 1) (beta 2)) (+ alpha beta))
(cond ((null? x) (first-thing x)) ((pair? x) (second-thing-that-is-long x (car x) (cdr x))) (else y))
(syntax-rules () ((_ a) (list-of-a-few-things a (b c))) ((_ a b c d e f) (list-of-many-things a (b c) (d e f) (a b c d e f) (a b))))
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
    Configuration::from_toml(toml).unwrap().options("a.scm")
}

fn spot(text: &str, options: &Options, line: usize, column: Option<usize>) -> Explained {
    let found = explain(text.as_bytes(), options, line, column);
    found.unwrap().unwrap()
}

fn formatted(text: &str, options: &Options) -> Vec<u8> {
    schemefmt::format(text.as_bytes(), options).unwrap().output
}

/// The options on which the layout of a list depends are named with it.
#[test]
fn options_of_a_list_are_named() {
    let long = "(a-procedure-with-a-name an-argument another)";
    let of = |head: &str| format!("({head} {long}\n{long}\n{long})\n");
    let cases = [
        ("", of("if"), "if-arms, a rule for `if` under [forms]"),
        (
            "",
            of("foo"),
            "calls, call-atoms, head-alone, head-alone-from, a rule for",
        ),
        (
            "",
            of("foo #:key"),
            "calls, call-atoms, head-alone, head-alone-from, keyword-values",
        ),
        ("", of("cond (#t 1)"), "cond"),
        (
            "",
            "(define (f x) x)\n".into(),
            "body-indent, one-line-defines",
        ),
        ("", "'(1 2 3\n 4 5 6\n 7 8 9 10 11)\n".into(), "rows\n"),
        (KEEP, of("when"), "body-indent, columns"),
        (KEEP, of("define-library (a)"), "library-body"),
    ];
    let mut named = String::new();
    for (toml, text, expected) in cases {
        let (_, shown) = explained(&text, 1, toml);
        let set_by = format!("  set by    {expected}");
        assert!(shown.contains(&set_by), "{text}: {shown}");
        named.push_str(expected);
    }
    // What no list depends on is named with the change that it makes, or with the order.
    let others = [
        "style.blank-lines",
        "style.sort-imports",
        "style.sort-exports",
    ];
    for option in schemefmt::options::declared().filter(|it| !others.contains(&it.key)) {
        if let Some(key) = option.key.strip_prefix("style.") {
            assert!(named.contains(key), "{key}");
        }
    }
}

/// Other line breaks are advised only where nothing else helps.
#[test]
fn line_breaks_are_the_last_resort() {
    let rules = format!("{PERSISTENT}\ncolumns = \"rules\"");
    let (_, shown) = explained("(if x\n  (f x)\n  (g x))\n", 2, &rules);
    assert!(
        shown.contains("if-arms = 2") && !shown.contains("line-breaks = "),
        "{shown}"
    );
}

#[test]
fn a_list_that_nothing_can_break_is_on_one_line() {
    for text in ["(module #t)\n", "(module)\n"] {
        let (found, shown) = explained(text, 1, "");
        let found = found.list.unwrap();
        assert_eq!((found.reasons, found.rows), (vec![], None));
        assert!(shown.contains("nothing in it begins a line"), "{shown}");
    }
}

#[test]
fn a_column_outside_of_all_lists_stands_for_its_line() {
    let text = "(f) ; one\n\n(g)\n";
    let shown = |line, column| {
        let found = explain(text.as_bytes(), &options(""), line, Some(column));
        found
            .unwrap()
            .and_then(|found| found.list)
            .map(|it| it.shown)
    };
    assert_eq!(shown(1, 7).as_deref(), Some("(f)"));
    assert_eq!(shown(2, 1), None);
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
            let start = found
                .line
                .and_then(|it| it.start)
                .filter(|_| !content.is_empty());
            let Some(start) = start else { continue };
            let column = content.chars().take_while(|c| *c == ' ').count() + 1;
            assert_eq!((start.line, start.column), (line, column), "{content}");
            if let Some((list, Under::Column(Column::Indent(by)), _)) = start.around {
                assert_eq!(list.column + usize::from(by), column, "{content}");
            }
        }
    }
}

/// What a line stands under: a way to break lines, a text, a line in it, and a part of the explanation.
#[test]
fn what_a_line_stands_under() {
    let keyword = "(f #:key a\n         b\n   ;; x\n   c)\n";
    let imports = "(import (only (a) b\n                  c))\n";
    let numbers = "'(100 2\n    1 2\n   10 20)\n";
    let code = "(g x\n   ; (a\n   ;   b)\n   y)\n";
    let margin = "(f a\n; margin\n   b)\n";
    let cases = [
        (
            "keep",
            keyword,
            2,
            "in line with what is on line 1 in (f ...)",
        ),
        ("keep", keyword, 4, "under the second element of (f ...)"),
        (
            "persistent",
            imports,
            2,
            "in line with what is on line 1 in (only ...)",
        ),
        ("keep", numbers, 2, "where the author has it in (100 ...)"),
        ("keep", code, 3, "in line with what is on line 2 in (g ...)"),
        ("canonical", margin, 2, "where the author has it in (f ...)"),
        (
            "canonical",
            "(f a ; x\n)\n",
            2,
            "3 columns right of the opening bracket of (f ...)",
        ),
        (
            "keep",
            "(f\n a\n b)\n",
            3,
            "1 column right of the opening bracket of (f ...)",
        ),
    ];
    for (mode, text, line, expected) in cases {
        let (_, shown) = explained(text, line, &format!("line-breaks = \"{mode}\""));
        assert!(shown.contains(expected), "{text}: {shown}");
    }
}

/// The number of a reason for several lines. A new one does not compile without a number, and fails without a case below.
fn number_of_reason(reason: &BreakReason) -> usize {
    match reason {
        BreakReason::Limit { .. } => 0,
        BreakReason::Width { .. } => 1,
        BreakReason::Definition => 2,
        BreakReason::Clauses => 3,
        BreakReason::Inner => 4,
        BreakReason::Comment(_) => 5,
        BreakReason::Blank(_) => 6,
        BreakReason::Text(_) => 7,
        BreakReason::Verbatim(_) => 8,
        BreakReason::Author => 9,
        BreakReason::Closer => 10,
        BreakReason::Opener => 11,
    }
}
const REASONS: usize = 12;

/// The number of a reason for a shape, in the same way.
fn number_of_decision(decision: Decision) -> usize {
    match decision {
        Decision::Form => 0,
        Decision::Style(_) => 1,
        Decision::Width => 2,
        Decision::Author => 3,
        Decision::Kept => 4,
        Decision::Habit(_) => 5,
        Decision::Rows => 6,
        Decision::Alone => 7,
        Decision::Belongs => 8,
        Decision::FarRight => 9,
        Decision::Wide(_) => 10,
        Decision::Large(_) => 11,
        Decision::String => 12,
        Decision::Cost(..) => 13,
        Decision::Column => 14,
        Decision::Convention => 15,
    }
}
const DECISIONS: usize = 16;

/// Options, a text, a line in it, and a part of the explanation of what begins there.
const EXPLAINED: &[(&str, &str, usize, &str)] = &[
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
    // Why a form is on several lines.
    (
        "",
        "(let* ((a 1)\n (b 2))\n a)",
        1,
        "it is never on one line",
    ),
    (
        "",
        "(if (some-test-here x) (then-do-something x) y)",
        1,
        "on one line it would have 47 columns (the limit is 30)",
    ),
    (
        "line-width = 20",
        "(set! something (another one))",
        1,
        "on one line it would reach column 30 (the line width is 20)",
    ),
    (
        "[style]\none-line-defines = \"never\"",
        "(define (f x) x)",
        1,
        "procedure definitions are never on one line",
    ),
    (
        "",
        "(define (f x) x)",
        1,
        "a one-line definition must stand directly next to another one",
    ),
    (
        "",
        "(let* ((alpha 1) (beta 2)) (+ alpha beta))",
        1,
        "a form in it takes several lines",
    ),
    (
        "",
        "(syntax-rules ()\n ((_ a) (list-of-a-few-things a (b c)))\n ((_ a b c d e f) (list-of-many-things a (b c) (d e f) (a b c d) (e f))))",
        2,
        "the other clauses take several lines",
    ),
    (
        "",
        "(f a ; b\n c)",
        1,
        "the comment on line 1 ends the line",
    ),
    ("", "(f a\n\n b)", 1, "the blank line before line 3 is kept"),
    (
        "",
        "(f \"a\nb\")",
        1,
        "a token on line 1 contains a line break",
    ),
    (
        "line-breaks = \"keep\"\nclosers = \"keep\"",
        "(g a\n )",
        1,
        "its closing bracket stays alone on its line",
    ),
    (
        "line-breaks = \"keep\"",
        "(\n g a)",
        1,
        "its opening bracket stays at the end of its line",
    ),
    (
        "line-breaks = \"persistent\"",
        "(f a\n b)",
        1,
        "the author broke it; to have it on one line, join its lines by hand",
    ),
    (
        "line-breaks = \"keep\"",
        "(f a\n b)",
        1,
        "line breaks are kept, and there is one before line 2",
    ),
    // What decides the shape.
    ("", "(define (f x) x)", 1, "the form has no other shape"),
    (
        "[style]\ncond = \"break\"",
        "(cond (a\n b)\n (else c))",
        1,
        "set by the option `cond`",
    ),
    (
        "line-breaks = \"persistent\"\nline-width = 30",
        "(a-procedure-with-a-name (another-call\n with many))",
        1,
        "beside it, the line would be too long",
    ),
    (
        "line-breaks = \"persistent\"",
        "(f\n a b)",
        1,
        "under the first element: the author put it there",
    ),
    (
        "line-breaks = \"keep\"",
        "(f a\n   b)",
        1,
        "beside the first element: line breaks are kept",
    ),
    (
        "line-breaks = \"keep\"",
        "(f a\n b)",
        1,
        "line breaks are kept, and a convention has lines there",
    ),
    (
        "line-breaks = \"keep\"",
        "(call-with-values\n   (lambda () (f))\n   (lambda (a b) (g)))",
        1,
        "line breaks are kept, and all lines begin in one column",
    ),
    (
        "line-breaks = \"keep\"",
        "(call-with-values\n   (lambda () (f))\n   (lambda (a b) (g)))",
        3,
        "(call-with-values ...) on line 1, where all lines of that list begin",
    ),
    (
        "line-breaks = \"keep\"",
        "(define-library (a)\n(export b)\n(import c))",
        2,
        "where the author has it in (define-library ...) on line 1",
    ),
    (
        "line-width = 20",
        "'(1 2 3 4 5 6 7\n  8 9 10 11 12 13)",
        1,
        "the author's rows are kept, most of which fit",
    ),
    (
        "",
        "(f ; a\n b)",
        1,
        "nothing can follow the first element on its line",
    ),
    (
        "line-width = 20",
        "(=> (another one) (and another))",
        1,
        "the two belong together, and they fit",
    ),
    (
        "",
        "(a-procedure-with-a-name-that-is-more-than-half-a-line-long one-argument-of-it and-another-one-of-them)",
        1,
        "beside it, the rest would be too far to the right",
    ),
    (
        "line-width = 30",
        "(a-procedure-with-a-name (another-call with many))",
        1,
        "the first has more than 8 columns, and only one element follows",
    ),
    (
        "line-width = 20",
        "(list \"a text of some length\")",
        1,
        "the string does not fit under it either",
    ),
    (
        "line-width = 20",
        "(list (another one) (and another))",
        1,
        "beside the first element: everything fits",
    ),
    (
        "line-width = 26",
        "(a-procedure (another one) (and another))",
        1,
        "under the first element: everything fits, and 1 short list or line would be broken, with 2 line breaks; beside it, 1 column would be beyond the line width, and 1 short list or line would be broken, with 1 line break",
    ),
];

/// What an explanation says, once all of its advice has been followed.
fn explained(text: &str, line: usize, toml: &str) -> (Explained, String) {
    let options = options(toml);
    let explained = spot(text, &options, line, None);
    let shown = prose::text(
        text.as_bytes(),
        &explained,
        "a.scm",
        "schemefmt.toml",
        &options,
    );
    let advice = shown.split_once(" as it is written, add ");
    let advice = advice.and_then(|(_, advice)| advice.split_once(" to schemefmt.toml:\n\n"));
    if let Some((lines, settings)) = advice {
        for advised in alternatives(settings, lines == "one of these") {
            let with = self::options(&merged(toml, &advised));
            let again = spot(text, &with, line, None).line.unwrap();
            assert!(again.changes.is_empty(), "{advised}\n{shown}");
        }
    }
    let stays = explained.line.as_ref().unwrap().changes.is_empty();
    assert!(
        stays || advice.is_some() || shown.contains("No setting"),
        "{shown}"
    );
    (explained, shown)
}

/// Advised settings, as configurations that are to be tried apart: a line each, or all of it.
fn alternatives(settings: &str, is_each: bool) -> Vec<String> {
    if !is_each {
        return vec![settings.to_owned()];
    }
    let mut table = "";
    let mut alternatives = Vec::new();
    for line in settings.lines() {
        match line {
            line if line.starts_with('[') => table = line,
            line if line.contains(" = ") => alternatives.push(format!("{table}\n{line}\n")),
            _ => {}
        }
    }
    let unique: std::collections::BTreeSet<_> = alternatives.iter().collect();
    assert_eq!(unique.len(), alternatives.len(), "repeated: {settings}");
    alternatives
}

/// A configuration with the settings of another one, which take precedence.
fn merged(toml: &str, more: &str) -> String {
    let mut tables: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for text in [toml, more] {
        let mut table = "";
        for line in text.lines() {
            match line.split_once(" = ") {
                Some((key, _)) => {
                    tables.entry(table).or_default().insert(key, line);
                }
                None => table = line,
            }
        }
    }
    let tables = tables.iter().map(|(table, lines)| {
        let lines: Vec<&str> = lines.values().copied().collect();
        format!("{table}\n{}\n", lines.join("\n"))
    });
    tables.collect()
}

#[test]
fn each_reason_is_explained_and_its_advice_helps() {
    let (mut reasons, mut decisions) = ([false; REASONS], [false; DECISIONS]);
    let large = format!("(cond {})", "(a b) ".repeat(100));
    let learned = "(unless (a)\n      (b)\n      (c))\n".repeat(4);
    let long = [
        (
            "",
            &*large,
            1,
            "the list has at least 200 data and comments",
        ),
        (
            "line-breaks = \"keep\"",
            &learned,
            1,
            "the author put it there; the rest is indented by 6, as in 4 of 4 such lists of this file",
        ),
        (
            "line-breaks = \"keep\"",
            &learned,
            2,
            "(unless ...) on line 1, as in 4 of 4 such lists of this file",
        ),
    ];
    for (toml, text, line, expected) in EXPLAINED.iter().copied().chain(long) {
        let (found, shown) = explained(text, line, toml);
        let found = found.list.unwrap();
        assert!(shown.contains(expected), "{text}: {shown}");
        for reason in &found.reasons {
            reasons[number_of_reason(reason)] = true;
        }
        if let Some((_, decision)) = found.shape {
            decisions[number_of_decision(decision)] = true;
        }
    }
    assert_eq!((reasons, decisions), ([true; REASONS], [true; DECISIONS]));
}

/// Why a line changes: options, a text, a line in it, a part of the explanation, and of the advice.
const CHANGES: &[(&str, &str, usize, &str, &str)] = &[
    (
        "",
        "(f a)\n",
        1,
        "none: this line stays as it is written",
        "",
    ),
    // Indentation.
    (
        "",
        TABS,
        4,
        "blanks replace the tabs that indent it: set by the option `indentation`",
        "indentation = \"tabs\"",
    ),
    (
        KEEP,
        TABS,
        4,
        "tabs that indent it: at most two of three",
        "\"tabs\"",
    ),
    (
        "indentation = \"tabs\"",
        TABS,
        5,
        "tabs replace the blanks that indent it",
        "indentation = \"auto\"",
    ),
    (
        "indentation = \"tabs\"\nline-breaks = \"keep\"",
        "(aaaaaaaaaaaaaa b\n\t        c)\n",
        2,
        "tabs replace the blanks that indent it",
        "",
    ),
    // Columns.
    (
        RULES,
        "(if x\n  y)\n",
        2,
        "it moves from column 3 to 5",
        "if-arms",
    ),
    (
        RULES,
        "(if x\n  (f y\n     z)\n  (h x))\n",
        3,
        "from column 6 to 8, since line 2 moves from column 3 to 5: under the second element of (if ...)",
        "if-arms = 2",
    ),
    (
        "",
        "(let ((x 1))\n  (f   (g a)\n       (very-long-argument-of-this-call x y z)\n       (very-long-argument-of-this-call x y z)))\n",
        3,
        "since the blanks before `(g a)` on line 2 become one",
        "",
    ),
    (
        "",
        "(f #xFFFF00 (g a b))\n",
        1,
        "`#xFFFF00` becomes `#xffff00`: set by the option `literals`",
        "literals = \"keep\"",
    ),
    // Line breaks.
    (
        "",
        "(f a\n   b)\n",
        2,
        "it is joined to the line before: (f ...) on line 1 fits on one line, of 7 columns",
        "line-breaks = \"persistent\"",
    ),
    (
        "",
        "(f a\n   b)\n",
        1,
        "line 2 is joined to the line before: (f ...)",
        "line-breaks = \"keep\"",
    ),
    (
        PERSISTENT,
        "(set!\n x (f a\n      b))\n",
        2,
        "the second element is beside the first element: the form has no other shape",
        "\"set!\" = \"call\"",
    ),
    (
        "",
        "(let lp\n ((x 1))\n  (lp x))\n",
        2,
        "2 elements stay on the line of the first",
        "",
    ),
    (
        "line-width = 20\nrows = \"canonical\"",
        "(f aaa\n   bbb\n   (another call here))\n",
        2,
        "an atom shares the line of an atom before it",
        "call-atoms = \"one-per-line\"",
    ),
    (
        "line-width = 30\nrows = \"canonical\"",
        "(format #t\n        \"~a ~a ~a\"\n        aaa\n        bbb\n        ccc)\n",
        3,
        "an atom shares the line of an atom before it",
        "",
    ),
    (
        KEEP,
        "(f a\n   )\n",
        2,
        "set by the option `closers`",
        "closers = \"keep\"",
    ),
    (
        "",
        "(f a\n   )\n",
        2,
        "a closing bracket begins no line",
        "No setting",
    ),
    (
        PERSISTENT,
        "(\n f a)\n",
        2,
        "the first element stays beside its bracket",
        "closers = \"keep\"",
    ),
    (
        "line-width = 24",
        "(f (a-long-name b)\n   ...\n   (another-one c))\n",
        2,
        "`...` stays beside what it repeats",
        "line-breaks = \"keep\"",
    ),
    (
        "",
        "'\n(a)\n",
        2,
        "a prefix stays beside its datum",
        "line-breaks = \"keep\"",
    ),
    (
        "",
        "(define (f x) x)\n",
        1,
        "added before `x`: (define (f x) x) on line 1 is on several lines: a one-line definition must",
        "one-line-defines = \"fits\"",
    ),
    (
        "",
        "(f) (g)\n",
        1,
        "each form at top level has lines of its own",
        "",
    ),
    // Gaps.
    (
        "",
        "( f a)\n",
        1,
        "the blanks before `f` are always removed",
        "No setting",
    ),
    (
        "line-breaks = \"keep\"\n",
        "(f (g )\n   a)\n",
        1,
        "the blanks before `)` are removed: they stay only where most such brackets of the file have some",
        "No setting",
    ),
    (
        "",
        "(f(g))\n",
        1,
        "a blank is added before `(g))`",
        "No setting",
    ),
    (
        "",
        "(abcdef\ta)\n",
        1,
        "blanks replace the tab before `a`",
        "",
    ),
    (
        "",
        "(f a      ; x\n   b)\n",
        1,
        "the comment gets 1 blank before it instead of 6",
        "line-breaks = \"persistent\"",
    ),
    // Line ends and blank lines.
    (
        "",
        "(f a)  \n",
        1,
        "blanks at the end of a line are always removed",
        "No setting",
    ),
    (
        "",
        "; a  \n",
        1,
        "blanks at the end of a line are always removed",
        "No setting",
    ),
    (
        "",
        "(f)\n \n(g)\n",
        2,
        "blanks at the end of a line are always removed",
        "No setting",
    ),
    (
        "",
        "(f)\n(g)\r\n",
        2,
        "set by the option `end-of-line`",
        "end-of-line = \"crlf\"",
    ),
    ("", "(f)", 1, "the last line gets a line end", "No setting"),
    (
        "",
        "\n(f)\n",
        1,
        "it is removed: none stays at the start of a file",
        "No setting",
    ),
    (
        "",
        "(f)\n\n",
        2,
        "none stays at the end of a file",
        "No setting",
    ),
    (
        "",
        "(\n\nf a)\n",
        2,
        "none stays after an opening bracket",
        "No setting",
    ),
    (
        "",
        "(f a\n\n\n )\n",
        2,
        "2 blank lines are removed: none stays before a closing",
        "",
    ),
    (
        "",
        "(f a\n\n\n b)\n",
        3,
        "2 blank lines become 1: at most one stays inside",
        "",
    ),
    (
        "",
        "(f)\n\n\n\n(g)\n",
        3,
        "3 blank lines become 2: at most two stay",
        "",
    ),
    (
        "\n[style]\nblank-lines = 1",
        "(f)\n\n\n(g)\n",
        2,
        "at most one stays at top level, set by the option `blank-lines`",
        "blank-lines = 2",
    ),
];
const KEEP: &str = "line-breaks = \"keep\"";
const RULES: &str = "line-breaks = \"keep\"\ncolumns = \"rules\"";
const PERSISTENT: &str = "line-breaks = \"persistent\"";
const TABS: &str = "(let ((x 1))\n  (begin\n    (if (a-long-test-of-something x)\n\t(a-long-call-of-something x)\n        (a-long-call-of-something x))\n    (if (a-long-test-of-something x)\n        (a-long-call-of-something x)\n        (a-long-call-of-something x))))\n";

#[test]
fn each_change_is_explained_and_its_advice_helps() {
    for (toml, text, line, expected, advice) in CHANGES.iter().copied() {
        let (_, shown) = explained(text, line, toml);
        let changes = shown.lines().filter(|line| line.starts_with("  change "));
        let changes: Vec<&str> = changes.collect();
        assert!(changes.iter().any(|it| it.contains(expected)), "{shown}");
        let (_, settings) = shown.split_once("\n\n").unwrap();
        assert!(settings.contains(advice), "{shown}");
    }
}

/// What makes the diff of the file larger is advised only if nothing else helps.
#[test]
fn advice_that_makes_the_diff_larger_is_the_last_resort() {
    let (_, shown) = explained(TABS, 4, KEEP);
    assert!(
        shown.contains("# the diff of this file has 6 lines instead of 2"),
        "{shown}"
    );
    let blanks = TABS.replace('\t', "        ");
    let (_, shown) = explained(&blanks.replace("    (if", "   (if"), 3, KEEP);
    assert!(!shown.contains("\"tabs\""), "{shown}");
}

/// How many items go on each line, and which gaps are closed: options, a text, a line in it, and a part of the explanation.
#[test]
fn rows_and_gaps_are_explained_and_their_advice_helps() {
    let wide_call = format!("(f {})", "(a-long-name b) ".repeat(9));
    let wide_body = wide_call.replace("(f ", "(begin ");
    let wide_command = wide_call.replace("(f ", "(f \"git\" \"pull\" ");
    let wide_message = wide_call.replace("(f ", "(format #f \"~a\" ");
    let wide_data = format!("'({})", "a-long-name ".repeat(9));
    let one_per_line = "[style]\ncall-atoms = \"one-per-line\"";
    let cases = [
        (
            "",
            &*wide_body,
            1,
            "one per line, since the form has a body",
        ),
        (
            "",
            &wide_call,
            1,
            "one item per line, since they do not fit on one",
        ),
        (
            one_per_line,
            &wide_call,
            1,
            "set by the option `call-atoms`",
        ),
        ("", &wide_command, 1, "since two strings come first"),
        ("", &wide_message, 1, "one per line\n"),
        ("", &wide_data, 1, "as many items per line as fit"),
        ("", "(f   a)", 1, "before `a` become one: it aligns nothing"),
        (
            "alignment = \"collapse\"",
            "(f   a)",
            1,
            "set by the option `alignment`",
        ),
        ("line-breaks = \"keep\"", "(f   a)", 1, "it aligns nothing"),
        (
            "line-breaks = \"persistent\"",
            "(f   a)",
            1,
            "or does not fit so",
        ),
    ];
    for (toml, text, line, expected) in cases {
        let (_, shown) = explained(text, line, toml);
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
}

/// Where the author's lines are kept, each setting that is advised keeps the line in question as it is written.
#[test]
fn remedies_keep_the_line() {
    let keep = "line-breaks = \"keep\"";
    let collapse = "line-breaks = \"keep\"\nalignment = \"collapse\"";
    let rules = "line-breaks = \"keep\"\ncolumns = \"rules\"";
    let by_rules = "line-breaks = \"persistent\"\ncolumns = \"rules\"";
    let emacs = "(called a\n        b\n        c)\n\n;; Local Variables:\n;; eval: (put 'called 'scheme-indent-function 1)\n;; End:\n";
    let tabbed = "(f (long-name x\n\t      y)\n   (long-name x\n              y)\n   (long-name x\n              y))\n";
    let unlike = "(unless (a)\n      (b)\n      (c))\n".repeat(4);
    let cases = [
        (rules, "(if x\n  (f x)\n  (g x))\n", 2, "if-arms = 2"),
        (
            keep,
            "(foo x\n    (bar)\n    (baz))\n",
            3,
            "foo = { args = 1, rest = 4",
        ),
        (
            keep,
            "(foo x\n    (g (bar\n        y)\n     z))\n",
            3,
            "foo = { args = 1, rest = 4",
        ),
        (
            keep,
            "(let ((x 1))\n    (f x)\n    x)\n(let ((y 1))\n  (g y))\n",
            2,
            "let = { args = 1, rest = 4",
        ),
        (keep, "(f x\n   )\n", 2, "closers = \"keep\""),
        (keep, tabbed, 2, "indentation = \"tabs\""),
        (rules, emacs, 2, "emacs-rules = false"),
        (
            collapse,
            "(f a   b)\n(f ccc d)\n",
            1,
            "alignment = \"auto\"",
        ),
        (rules, &unlike, 2, "columns = \"learned\""),
        (by_rules, "(if x\n  (f x)\n  (g x))\n", 2, "if-arms = 2"),
        ("", "(f #xFF)\n", 1, "literals = \"keep\""),
    ];
    for (toml, text, line, expected) in cases {
        let options = options(toml);
        let found = spot(text, &options, line, None);
        let shown = prose::text(text.as_bytes(), &found, "a.scm", "schemefmt.toml", &options);
        let advice = shown.split_once(&format!("\nTo keep line {line} as it is written, add "));
        let (_, advice) = advice.expect(&shown);
        let (advice, _) = advice.split_once("\n\nTo keep a form").expect(&shown);
        let (lines, settings) = advice.split_once(" to schemefmt.toml:\n\n").unwrap();
        assert!(settings.contains(expected), "{shown}");
        for advised in alternatives(settings, lines == "one of these") {
            let kept = formatted(text, &self::options(&merged(toml, &advised)));
            let kept = String::from_utf8(kept).unwrap();
            let own = text.lines().nth(line - 1);
            assert!(
                kept.lines().any(|line| Some(line) == own),
                "{advised}\n{kept}"
            );
        }
    }
    let options = options(keep);
    for text in ["(let lp ((x 1)  (y 2))\n  (lp x y))\n", "'(1 \n  2)\n"] {
        let found = spot(text, &options, 1, None);
        let shown = prose::text(text.as_bytes(), &found, "a.scm", "schemefmt.toml", &options);
        assert!(
            shown.contains("No setting in schemefmt.toml keeps line 1 "),
            "{shown}"
        );
        assert!(!shown.contains("line-breaks = "), "{shown}");
    }
}

/// What every explanation ends with.
#[test]
fn a_skipped_form_stays_as_it_is_written() {
    for mode in ["canonical", "persistent", "keep"] {
        let options = options(&format!("line-breaks = \"{mode}\"\n"));
        let form = "(f   a    ;    x\n        b)\n";
        assert_ne!(formatted(form, &options), form.as_bytes(), "{mode}");
        let skipped = format!("; schemefmt: skip\n{form}");
        assert_eq!(formatted(&skipped, &options), skipped.as_bytes(), "{mode}");
    }
}
