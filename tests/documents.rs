//! Scheme inside documents: what is code is formatted, and nothing around it changes.

use std::ops::Range;
use std::path::Path;

use proptest::prelude::*;
use schemefmt::Options;
use schemefmt::internals::documents::{
    DEFAULT, FormattedDocument, LeftReason, Notation, edits_of_blocks, format_document,
    hunks_of_blocks,
};

#[path = "support/draws.rs"]
mod draws;
#[path = "support/fences.rs"]
mod fences;

/// The options that hold in documents.
fn defaults() -> Options {
    let mut options = Options::default();
    let (key, value) = DEFAULT;
    options.set(key, value).expect("it takes the value");
    options
}

fn document(
    name: &str,
    text: &[u8],
    touched: Option<&[Range<usize>]>,
    options: &Options,
) -> FormattedDocument {
    let notation = Notation::of(Path::new(name)).expect("it is a document");
    let formatted = format_document(text, notation, touched, options);
    formatted.expect("it can be formatted")
}

/// What a document becomes, which has to be a document that stays as it is.
#[track_caller]
fn formatted(name: &str, text: &str) -> String {
    let output = document(name, text.as_bytes(), None, &defaults()).output;
    let again = document(name, &output, None, &defaults()).output;
    assert_eq!(again, output, "{name}");
    assert_eq!(
        fences::changed_outside(Path::new(name), text.as_bytes(), &output),
        None,
        "{name}: {text}"
    );
    String::from_utf8(output).expect("it is UTF-8")
}

/// Why the only block of a document is left.
#[track_caller]
fn reason(name: &str, text: &str) -> String {
    let formatted = document(name, text.as_bytes(), None, &defaults());
    assert_eq!(formatted.output, text.as_bytes());
    match &formatted.left[..] {
        [left] => left.reason.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn blocks_are_found_by_their_language() {
    for (name, before, after) in [
        (
            "a.md",
            "```scheme\n(f  x)\n```\n",
            "```scheme\n(f x)\n```\n",
        ),
        (
            "a.md",
            "~~~~ scm\n(f  \"\n~~~ c\n~~~\n\")\n~~~~\n",
            "~~~~ scm\n(f \"\n~~~ c\n~~~\n\")\n~~~~\n",
        ),
        (
            "a.md",
            "```{.racket .x}\n(f  x)\n```",
            "```{.racket .x}\n(f x)\n```",
        ),
        (
            "a.md",
            "```Guile,ignore\n(f  x)\n",
            "```Guile,ignore\n(f x)\n",
        ),
        (
            "a.markdown",
            "```gerbil\n(f  x)\n```\n",
            "```gerbil\n(f x)\n```\n",
        ),
        (
            "a.texi",
            "@lisp\n(f  x)\n@end lisp\n",
            "@lisp\n(f x)\n@end lisp\n",
        ),
        (
            "a.texi",
            "@example scheme\n@group\n(f  x)\n@end group\n@end example\n",
            "@example scheme\n@group\n(f x)\n@end group\n@end example\n",
        ),
        (
            "a.org",
            "#+BEGIN_SRC scheme :results value\n(f  x)\n#+END_SRC\n",
            "#+BEGIN_SRC scheme :results value\n(f x)\n#+END_SRC\n",
        ),
        (
            "a.rst",
            ".. Code-block:: scheme\n   :linenos:\n\n   (f  x)\n\nSo (f  x).\n",
            ".. Code-block:: scheme\n   :linenos:\n\n   (f x)\n\nSo (f  x).\n",
        ),
        (
            "README.MD",
            "```{#id .scheme .x}\n(f  x)\n```\n",
            "```{#id .scheme .x}\n(f x)\n```\n",
        ),
        (
            "a.md",
            "a\n\n---\nb\n\n~~~scm\n(f  x)\n~~~\n\n---\n",
            "a\n\n---\nb\n\n~~~scm\n(f x)\n~~~\n\n---\n",
        ),
        (
            "a.texi",
            "@example lisp\n(f  x)\n@end example\n",
            "@example lisp\n(f x)\n@end example\n",
        ),
        (
            "a.org",
            "#+begin_quote\n#+begin_src scheme\n(f  x)\n#+end_src\n#+end_quote\n",
            "#+begin_quote\n#+begin_src scheme\n(f x)\n#+end_src\n#+end_quote\n",
        ),
        (
            "a.rst",
            ".. code:: scheme\n   :emphasize-lines: 1,\n     2\n\n   (f  x)\n",
            ".. code:: scheme\n   :emphasize-lines: 1,\n     2\n\n   (f x)\n",
        ),
        (
            "a.rst",
            "- a::\n\n    b\n\n  .. note::\n\n     .. code:: scheme\n\n        (f  x)\n",
            "- a::\n\n    b\n\n  .. note::\n\n     .. code:: scheme\n\n        (f x)\n",
        ),
    ] {
        assert_eq!(formatted(name, before), after);
    }
}

#[test]
fn text_outside_blocks_stays() {
    for (name, text) in [
        ("a.md", "(f  x)\n\n    (f  x)\n"),
        (
            "a.md",
            "```\n(f  x)\n```\n\n```python\n(f  x)\n```\n\n```auto\n(f  x)\n```\n",
        ),
        ("a.md", "`````markdown\n```scheme\n(f  x)\n```\n`````\n"),
        ("a.md", "<pre>\n```scheme\n(f  x)\n```\n</pre>\n"),
        ("a.texi", "@example\n(f  x)\n@end example\n"),
        (
            "a.texi",
            "@verbatim\n@lisp\n(f  x)\n@end lisp\n@end verbatim\n",
        ),
        ("a.org", "#+begin_src emacs-lisp\n(f  x)\n#+end_src\n"),
        (
            "a.org",
            "#+begin_src scheme\n(f  x)\n* A headline\n#+end_src\n",
        ),
        (
            "a.org",
            "#+begin_example\n#+begin_src scheme\n(f  x)\n#+end_src\n#+end_example\n",
        ),
        ("a.rst", ".. code-block:: lua\n\n   (f  x)\n"),
        // Metadata.
        ("a.md", "---\na: |\n```scheme\n(f  x)\n```\n---\n"),
        (
            "a.md",
            "+++\na = \"\"\"\n```scheme\n(f  x)\n```\n\"\"\"\n+++\n",
        ),
        // Other Lisps.
        ("a.md", "```lisp\n(f  x)\n```\n"),
        ("a.org", "#+begin_src lisp\n(f  x)\n#+end_src\n"),
        ("a.texi", "@tex\n@lisp\n(f  x)\n@end lisp\n@end tex\n"),
        ("a.texi", "@bye\n@lisp\n(f  x)\n@end lisp\n"),
        (
            "a.org",
            "#+begin_src scheme\n(f  x)\n#+end_src it does not\n",
        ),
        ("a.rst", "a::\n\n  .. code:: scheme\n\n     (f  x)\n"),
        ("a.rst", "..\n  .. code:: scheme\n\n     (f  x)\n"),
        (
            "a.rst",
            ".. code:: rst\n\n  .. code:: scheme\n\n     (f  x)\n",
        ),
        (
            "a.rst",
            ".. raw:: html\n\n  .. code:: scheme\n\n     (f  x)\n",
        ),
        ("a.rst", ".. code-block:: scheme\n   (f  x)\n"),
        // To docutils, a directive begins after a blank line, and names are alike in either case.
        ("a.rst", "a\n.. code:: scheme\n\n   (f  x)\n"),
        (
            "a.rst",
            ".. Code-Block:: python\n\n   '''\n\n   .. code:: scheme\n\n      (f  x)\n   '''\n",
        ),
        (
            "a.rst",
            ".. Raw:: html\n\n   .. code:: scheme\n\n      (f  x)\n",
        ),
    ] {
        assert_eq!(formatted(name, text), text);
    }
}

#[test]
fn line_prefixes_stay() {
    for (name, before, after) in [
        (
            "a.md",
            "- a\n\n  ```scheme\n  (let ((a  1))\n  a)\n\n  (g)\n  ```\n",
            "- a\n\n  ```scheme\n  (let ((a 1))\n    a)\n\n  (g)\n  ```\n",
        ),
        (
            "a.md",
            "> > ~~~scheme\n> > (let ((a  1))\n> > a)\n> >\n> > (g)\n> > ~~~\n",
            "> > ~~~scheme\n> > (let ((a 1))\n> >   a)\n> >\n> > (g)\n> > ~~~\n",
        ),
        (
            "a.md",
            "```scheme\r\n(let ((a  1))\r\na)\r\n\r\n(g)\r\n```\r\n",
            "```scheme\r\n(let ((a 1))\r\n  a)\r\n\r\n(g)\r\n```\r\n",
        ),
        (
            "a.md",
            "```scheme\n\n   (let ((a  1))\n     a)\n\n```\n",
            "```scheme\n\n   (let ((a 1))\n     a)\n\n```\n",
        ),
        // All lines end like the first one.
        (
            "a.md",
            "```scheme\n(let ((a  1))\na)\n(b)\r\n(c\r\n   d)\n```\n",
            "```scheme\n(let ((a 1))\n  a)\n(b)\n(c\n d)\n```\n",
        ),
        (
            "a.org",
            "- a\n  #+begin_src scheme\n\t(let ((a  1))\n\ta)\n  #+end_src\n",
            "- a\n  #+begin_src scheme\n\t(let ((a 1))\n\t  a)\n  #+end_src\n",
        ),
        // Lines of a string.
        (
            "a.md",
            "- ```scheme\n  (f  \"a\n    b\n\n  c\")\n  ```\n",
            "- ```scheme\n  (f \"a\n    b\n\n  c\")\n  ```\n",
        ),
    ] {
        assert_eq!(formatted(name, before), after);
    }
}

#[test]
fn lines_and_columns_are_the_authors() {
    let text = "```scheme\n(f 1)     ; => 2\n(f 100)   ; => 200\n(g\n x)\n```\n";
    assert_eq!(formatted("a.md", text), text);
    let canonical = document("a.md", text.as_bytes(), None, &Options::default());
    let output = String::from_utf8(canonical.output).expect("it is UTF-8");
    assert!(output.ends_with("(g x)\n```\n"), "{output}");
}

#[test]
fn width_is_reduced_by_the_indentation() {
    let block = |indentation: &str| {
        let a = "a".repeat(36);
        format!("1. x\n\n{indentation}```scheme\n{indentation}({a} {a})\n{indentation}```\n")
    };
    let text = block("   ");
    let width = |columns: usize| {
        let mut options = Options::default();
        options.style.line_width = columns.into();
        document("a.md", text.as_bytes(), None, &options)
    };
    assert_eq!(width(3 + 75).changed.len(), 0);
    assert_eq!(width(3 + 74).changed.len(), 1);
}

#[test]
fn blocks_share_dialect_and_imports() {
    let text = "@lisp\n(use-modules (guix packages))\n@end lisp\n\n@lisp\n(package\n   (name \"a\")\n   \
                (arguments\n  #~(begin\n   (f))))\n@end lisp\n";
    let output = formatted("a.texi", text);
    assert!(output.contains("(package\n  (name"), "{output}");
    assert!(output.contains("#~(begin\n       (f))"), "{output}");
}

#[test]
fn guix_blocks_are_recognized() {
    let text = "#+begin_src scheme\n(packages\n (list (package\n    (name \"a\"))))\n#+end_src\n";
    let output = formatted("a.org", text);
    assert!(
        output.contains("(list (package\n         (name"),
        "{output}"
    );
}

#[test]
fn markup_counts_with_its_printed_width() {
    for (before, after) in [
        ("(f @var{x}  @dots{})", "(f @var{x} @dots{})"),
        (
            "(f  \"@@a@{@}\" @code{(g  y)})",
            "(f \"@@a@{@}\" @code{(g y)})",
        ),
        (
            "(f @var{a}   @i{; b @dots{}}\nc)",
            "(f @var{a}   @i{; b @dots{}}\n   c)",
        ),
        ("(@dots{}  @var{a}@dots{})", "(@dots{} @var{a}@dots{})"),
        ("(f @var{long}\n@r{x})", "(f @var{long}\n   @r{x})"),
        ("(@var{f} x\n     y)", "(@var{f} x\n   y)"),
        // A comment loses the blanks at its end.
        ("(f) ; @var{a}  ", "(f) ; @var{a}"),
        ("(f  #T)", "(f #T)"),
    ] {
        let block = |code: &str| format!("@lisp\n{code}\n@end lisp\n");
        assert_eq!(formatted("a.texi", &block(before)), block(after));
    }
    let normalized = |code: &str| {
        let block = format!("@lisp\n{code}\n@end lisp\n");
        document("a.texi", block.as_bytes(), None, &Options::default())
    };
    assert_eq!(normalized("(f  #T)").output, b"@lisp\n(f #t)\n@end lisp\n");
    let left = normalized("(f  #@var{T})").left;
    assert_eq!(left[0].reason.to_string(), "markup: in `#T`");
}

#[test]
fn fragments_are_left_alone() {
    for (code, why) in [
        ("> (f  x)\n1", "a transcript"),
        ("scheme@(guile-user)> (f  x)", "a transcript"),
        ("1 ]=> (f  x)", "a transcript"),
        ("#;1> (f  x)", "a transcript"),
        ("$ guile (f  x)", "a transcript"),
        ("(f  x) ⇒ 1", "it shows results"),
        ("(f  x)\n=> 1", "it shows results"),
        ("(f  x) -> any", "it shows results"),
        (
            "import-spec:\n  (only  x)\n  identifier",
            "an atom is indented, but in no list",
        ),
        ("(f  x)\n;; it is\n<-> y", "it shows results"),
        ("ab?   cd?\nefg?  h", "not Scheme: there is no list"),
        ("; a  b", "not Scheme: there is no list"),
        ("name> (f  x)", "not Scheme: a word stands beside a list"),
        ("int f(int x)", "not Scheme: a word stands beside a list"),
        (
            "int  x;\n(f)",
            "not Scheme: a sign touches the word before it",
        ),
        (
            "either,or\n(f  x)",
            "not Scheme: a sign touches the word before it",
        ),
        (
            "struct x\n{\n  int  y; }",
            "not Scheme: there is a brace in no list",
        ),
        (
            "{\n  \"a\":  1 }",
            "not Scheme: there is a brace in no list",
        ),
        (
            "(f  x)\nor\n(g)",
            "not Scheme: too few of its lines are of lists",
        ),
        ("1 (f  x)\n2 (g)", "not Scheme: a word stands beside a list"),
        (" (f  x)\n+(g)", "a diff"),
        (
            "<<<<<<<\n(f  x)\n=======\n>>>>>>>",
            "unresolved merge conflict",
        ),
        ("(f  x", "unclosed `(`"),
        ("(f  x))", "unmatched `)`"),
        (
            "#lang scribble/base\n(f  x)",
            "`#lang scribble/base` is text with `@` commands; the file is left as it is",
        ),
    ] {
        let text = format!("```scheme\n{code}\n```\n");
        assert_eq!(reason("a.md", &text), why, "{code}");
    }
    for (code, why) in [
        ("(f  x) @result{} 1", "it shows results"),
        ("(f  x)\n@print{} 1", "it shows results"),
        ("(f  @xref{x})", "markup: `@xref`"),
        ("(f  {x})", "markup: `{`"),
        ("(f  x}", "markup: `}`"),
        ("(f  @var{x)", "markup: a brace is not closed"),
        ("(f  @var{})", "markup: `}`"),
        ("(f @code{ x}  y)", "markup: between two data"),
    ] {
        let text = format!("@lisp\n{code}\n@end lisp\n");
        assert_eq!(reason("a.texi", &text), why, "{code}");
    }
    let escaped = "#+begin_src scheme\n(f  x\n,* y)\n#+end_src\n";
    assert_eq!(reason("a.org", escaped), "markup: `,* y)`");
    let reference = "#+begin_src scheme\n'(\n  <<a block>>\n)\n(<< a  b >> c)\n#+end_src\n";
    assert_eq!(reason("a.org", reference), "markup: `<<a block>>`");
    let shifts = "#+begin_src scheme\n(<< a  b >> c)\n#+end_src\n";
    assert_eq!(formatted("a.org", shifts), shifts.replace("a  b", "a b"));
}

#[test]
fn blocks_with_a_part_of_a_conflict_are_left_alone() {
    let block = "```scheme\n(f  x)\n```\n";
    let fence = "```\n";
    for conflict in [
        format!("<<<<<<<\n```scheme\n(f  x)\n=======\n```scheme\n(g  x)\n>>>>>>>\n{fence}"),
        format!(
            "```scheme\n(f  x)\n<<<<<<<\n{fence}\n```scheme\n=======\n>>>>>>>\n(g  x)\n{fence}"
        ),
    ] {
        let text = format!("{block}\n{conflict}\n{block}");
        let around = block.replace("f  x", "f x");
        let expected = format!("{around}\n{conflict}\n{around}");
        assert_eq!(formatted("a.md", &text), expected);
    }
}

#[test]
fn misreadable_blocks_are_left_alone() {
    // A blank after the mark of a quotation belongs to the mark.
    let sound = "```scheme\n(f  x)\n```\n\n";
    let quoted = ">```scheme\n>(define (f  x)\n>(g  x))\n>```\n\n";
    let text = format!("{sound}{}{sound}", quoted.repeat(30));
    let formatted = document("a.md", text.as_bytes(), None, &defaults());
    let output = String::from_utf8(formatted.output).expect("it is UTF-8");
    assert_eq!(output, text.replacen("(f  x)\n```", "(f x)\n```", 1));
    assert_eq!(formatted.left.len(), 31);
}

/// A block in which another one begins or ends has probably lost its end, and prose is in it.
#[test]
fn a_block_in_which_another_begins_or_ends_is_left_alone() {
    for (name, unclosed, sound, place) in [
        (
            "a.md",
            "```scheme\n(f  x)\n\nand\n\n```scheme\n(g  x)\n```\n\n",
            "```scheme\n(h  x)\n```\n",
            "6:1",
        ),
        (
            "a.md",
            "- ~~~scheme\n  (f  x)\n\n    ~~~python\n    f( x)\n  ~~~\n\n",
            "```scheme\n(h  x)\n```\n",
            "4:5",
        ),
        // An end that is too short, indented too far, or of other marks is none.
        (
            "a.md",
            "````scheme\n(f  x)\n```\n\n(see  below)\n````\n\n",
            "```scheme\n(h  x)\n```\n",
            "3:1",
        ),
        (
            "a.md",
            "> ```scheme\n> (f  x)\n>  ``\n>\n> (see  below)\n\n",
            "```scheme\n(h  x)\n```\n",
            "3:4",
        ),
        (
            "a.md",
            "```scheme\n(f  x)\n    ```\n\n(see  below)\n```\n",
            "~~~scheme\n(h  x)\n~~~\n",
            "3:5",
        ),
        (
            "a.md",
            "~~~scheme\n(f  x)\n```\n(see  below)\n~~~\n",
            "```scheme\n(h  x)\n```\n",
            "3:1",
        ),
        (
            "a.md",
            "1. ~~~scheme\n   (f  x)\n\n   (see  below)\n\n   ```scheme\n   (g  x)\n   ```\n\n",
            "```scheme\n(h  x)\n```\n",
            "6:4",
        ),
        (
            "a.org",
            "#+begin_src scheme\n(f  x)\n\n(see below)\n\n  #+begin_src scheme\n  (g  x)\n  #+end_src\n",
            "#+begin_src scheme\n(h  x)\n#+end_src\n",
            "6:3",
        ),
        (
            "a.org",
            "#+begin_src scheme\n(f  x)\n#+begin_example\n#+end_src\n",
            "#+begin_src scheme\n(h  x)\n#+end_src\n",
            "3:1",
        ),
        (
            "a.texi",
            "@lisp\n(f  x)\n@cindex f\n(f  y)\n@cindex g\n@example\n(g  x)\n@end lisp\n",
            "@lisp\n(h  x)\n@end lisp\n",
            "6:1",
        ),
        (
            "a.rst",
            ".. code:: scheme\n\n   (f  x)\n\n   .. code-block:: scheme\n\n     (g  x)\n\n",
            ".. code:: scheme\n\n   (h  x)\n",
            "5:4",
        ),
    ] {
        for options in [defaults(), Options::default()] {
            let text = format!("{sound}\n{unclosed}{sound}");
            let formatted = document(name, text.as_bytes(), None, &options);
            let output = String::from_utf8(formatted.output).expect("it is UTF-8");
            assert_eq!(output, text.replace("h  x", "h x"));
            let places = formatted.warnings.iter().map(|it| it.position());
            let lines = sound.matches('\n').count() + 1;
            let (line, column) = place.split_once(':').expect("a line and a column");
            let line: usize = line.parse().expect("a line");
            let expected = format!("{}:{column}", line + lines);
            let places: Vec<_> = places.map(|it| it.expect("a place").to_string()).collect();
            assert_eq!(places, [expected], "{text}");
            assert!(
                formatted
                    .left
                    .iter()
                    .all(|it| it.reason == LeftReason::Unclosed)
            );
        }
    }
    // What a longer fence holds is meant so.
    let held = "````scheme\n(f  \"\n```scheme\n(g  x)\n```\n\")\n````\n";
    assert_eq!(formatted("a.md", held), held.replace("f  ", "f "));
    let escaped = "#+begin_src scheme\n(f  \"\n,#+begin_src scheme\n\")\n#+end_src\n";
    assert_eq!(reason("a.org", escaped), "markup: `,#+begin_src scheme`");
}

/// A fence without an end reaches to the end of the document, and so may prose.
#[test]
fn prose_in_a_block_is_no_code() {
    let code = "(define (f x)\n  (g  x))\n".repeat(9);
    let text = format!("```scheme\n{code}\nThat is all\n");
    assert_eq!(
        reason("a.md", &text),
        "not Scheme: words stand beside each other"
    );
}

#[test]
fn arrows_in_programs_are_not_results() {
    let text = "```scheme\n(cond ((f  x)\n       => g))\n(→ a  b)\n```\n";
    assert_eq!(
        formatted("a.md", text),
        text.replace("  x", " x").replace("  b", " b")
    );
}

#[test]
fn a_part_of_a_document() {
    let text = "```scheme\n(f  x)\n\n(g  x)\n```\n\n```scheme\n(h  x)\n```\n";
    let place = text.find("(g").expect("it is there");
    let only = |span: Range<usize>| {
        let touched: Vec<_> = std::iter::once(span).collect();
        document("a.md", text.as_bytes(), Some(&touched), &defaults())
    };
    let formatted = only(place..place + 6);
    let output = String::from_utf8(formatted.output).expect("it is UTF-8");
    assert_eq!(output, text.replace("(g  x)", "(g x)"));
    assert_eq!(formatted.found, 1);
    assert_eq!(only(0..3).found, 0);
}

/// The comment skips the block directly below it, wherever that is nested.
#[test]
fn a_comment_in_markdown_skips_a_block() {
    let skip = "<!-- schemefmt: skip -->";
    let block = "```scheme\n(f  x)\n```\n";
    let [other, line] = ["(f x)", "(f  x)"];
    for (before, skipped) in [
        (format!("{skip}\n"), true),
        (format!("<!-- why\n-->\n{skip}\n\n"), true),
        ("{/* schemefmt: skip */}\n".to_owned(), true),
        ("{/* schemefmt: skip */} *\n\n".to_owned(), false),
        (format!("{skip}\ntext\n\n"), false),
        (format!("{skip}\n```sh\nls\n```\n"), false),
        ("<!-- schemefmt: skipped -->\n".to_owned(), false),
    ] {
        let text = format!("{before}{block}\n{block}");
        let first = if skipped { line } else { other };
        let expected = format!(
            "{before}{}\n{}",
            block.replace(line, first),
            block.replace(line, other)
        );
        assert_eq!(formatted("a.md", &text), expected);
    }
    for nested in [
        "- a\n\n  {skip}\n  ```scheme\n  (f  x)\n  ```\n",
        "> {skip}\r\n>\r\n> ```scheme\r\n> (f  x)\r\n> ```\r\n",
    ] {
        let nested = nested.replace("{skip}", skip);
        assert_eq!(formatted("a.md", &nested), nested);
    }
}

#[test]
fn directives_hold_in_blocks() {
    let text = "```scheme\n; schemefmt: skip\n(f  x)\n(g  x)\n```\n";
    assert_eq!(formatted("a.md", text), text.replace("(g  x)", "(g x)"));
}

#[test]
fn eight_bit_letters_stay() {
    let text = b"caf\xE9\n\n```scheme\n(f  x)\n```\n\n```scheme\n(f  \"\xE9\")\n```\n";
    let formatted = document("a.md", text, None, &defaults());
    let expected = b"caf\xE9\n\n```scheme\n(f x)\n```\n\n```scheme\n(f  \"\xE9\")\n```\n";
    assert_eq!(formatted.output, expected);
    assert_eq!(
        formatted.left[0].reason.to_string(),
        "letters that are not in UTF-8"
    );
}

#[test]
fn warnings_are_about_places_in_the_document() {
    for (name, text) in [
        ("a.md", "a\n\n> ```r7rs\n> (f)\n> (g #:key)\n> ```\n"),
        (
            "a.texi",
            "@example r7rs\n(f @var{x} @dots{} @var{#:key})\n@end example\n",
        ),
    ] {
        let warnings = document(name, text.as_bytes(), None, &defaults()).warnings;
        let [warning] = &warnings[..] else {
            panic!("{name}: {warnings:?}");
        };
        let place = text.find("#:key").expect("it is there");
        let label = &warning.labels[0];
        assert!(label.span.end > place && text[label.span.clone()].contains("#:key"));
        let line = text[..place].matches('\n').count() + 1;
        let position = warning.position().expect("it has a place");
        assert_eq!(position.line, line);
    }
}

#[test]
fn edits_and_hunks_are_of_lines() {
    let text = "\u{FEFF}λ\n\n```scheme\n(a)\n(f  x)\n(b)\n(ff  y)\n```\n\n- ```scheme\n  (g\n     y)\n  ```\n";
    let FormattedDocument {
        output, changed, ..
    } = document("a.md", text.as_bytes(), None, &defaults());
    let edits = edits_of_blocks(text.as_bytes(), &output, &changed).expect("it can be decoded");
    let mut edited = text.as_bytes().to_vec();
    for edit in edits.iter().rev() {
        edited.splice(edit.span.clone(), edit.text.clone());
    }
    assert_eq!(edited, output);
    let after = String::from_utf8(output).expect("it is UTF-8");
    let hunks = hunks_of_blocks(&text[3..], &after[3..], &changed);
    let lines: Vec<_> = hunks.into_iter().map(|hunk| hunk.lines).collect();
    assert_eq!(lines, [5..6, 7..8, 12..13]);
}

/// Documents to change at random.
const SOUND: [(&str, &str); 4] = [
    (
        "a.md",
        "# T\n\n```scheme\n(define (f x)\n   (g  \"a\n  b\" x))\n```\n\n- a\n\n  ~~~guile\n  (let ((a  1))\n   a) ; c\n  ~~~\n\n> b\n> ```rkt\n> (h  #t)\n> ```\n",
    ),
    (
        "a.texi",
        "@node a\n@lisp\n@group\n(define (f @var{x})\n   (g  \"@{a@}\" @dots{}))\n@end group\n@end lisp\nb @code{c}\n@example scheme\n(let ((a  1))\n a)\n@end example\n",
    ),
    (
        "a.org",
        "* T\n  #+begin_src scheme\n    (define (f x)\n      (g  x))\n  #+end_src\n- b\n#+BEGIN_SRC racket\n(let ((a  1))\na)\n#+END_SRC\n",
    ),
    (
        "a.rst",
        "T\n=\n\n.. code-block:: scheme\n   :linenos:\n\n   (define (f x)\n      (g  x))\n\n   (h)\n\n- a\n\n  .. code:: guile\n\n    (let ((a  1))\n    a)\n\nb\n",
    ),
];

/// What is put into them.
const PIECES: [&str; 31] = [
    "```",
    "~~~",
    "```scheme\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "    ",
    "> ",
    "- ",
    "1. ",
    "(",
    ")",
    "\"",
    "#|",
    "|#",
    ";",
    "'",
    "@lisp\n",
    "@end lisp\n",
    "@{",
    "@var{",
    "}",
    "#+begin_src scheme\n",
    "#+end_src\n",
    "* ",
    ".. code:: scm\n\n",
    "λ",
    "#<<EOF\n",
];

/// Changes a text at a place, by its length.
#[derive(Clone, Debug)]
enum Mutation {
    Insert(usize, usize),
    Delete(usize, usize),
    Repeat(usize, usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let place = 0..1000usize;
    prop_oneof![
        3 => (place.clone(), 0..PIECES.len()).prop_map(|(at, piece)| Mutation::Insert(at, piece)),
        1 => (place.clone(), 1..30usize).prop_map(|(at, length)| Mutation::Delete(at, length)),
        1 => (place, 1..60usize).prop_map(|(at, length)| Mutation::Repeat(at, length)),
    ]
}

fn mutated(text: &str, mutations: &[Mutation]) -> String {
    let mut text = text.to_owned();
    for mutation in mutations {
        let (Mutation::Insert(at, size) | Mutation::Delete(at, size) | Mutation::Repeat(at, size)) =
            *mutation;
        let start = text.floor_char_boundary(at * text.len() / 1000);
        let end = text.floor_char_boundary(start + size);
        match mutation {
            Mutation::Insert(_, piece) => text.insert_str(start, PIECES[*piece]),
            Mutation::Delete(..) => text.replace_range(start..end.max(start), ""),
            Mutation::Repeat(..) => {
                let piece = text[start..end.max(start)].to_owned();
                text.insert_str(start, &piece);
            }
        }
    }
    text
}

/// The number of random documents; `DOCUMENTS` asks for more.
fn cases() -> u32 {
    let asked = std::env::var("DOCUMENTS").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(400)
}

/// The bytes of a document that formatting keeps in their order: all but white space, and the marks of blank lines in quotations.
fn kept(text: &[u8]) -> Vec<u8> {
    let is_kept = |byte: &u8| !byte.is_ascii_whitespace() && *byte != b'>';
    text.iter().copied().filter(is_kept).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..draws::config() })]

    #[test]
    fn only_white_space_changes_in_any_document(
        base in 0..SOUND.len(),
        mutations in prop::collection::vec(mutation(), 0..6),
    ) {
        let (name, text) = SOUND[base];
        let text = mutated(text, &mutations);
        let options = defaults();
        let once = document(name, text.as_bytes(), None, &options);
        prop_assert_eq!(kept(&once.output), kept(text.as_bytes()));
        let twice = document(name, &once.output, None, &options);
        prop_assert_eq!(
            String::from_utf8_lossy(&twice.output),
            String::from_utf8_lossy(&once.output)
        );
    }
}
