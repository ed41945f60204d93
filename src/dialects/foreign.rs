//! Texts in files that are named like Scheme but hold something else, such as YAML, XML, a circuit diagram or prose.

use std::path::Path;

use memchr::{memchr_iter, memmem};

use super::detect::program;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::token::TokenKind;
use crate::text::source::{Source, text_of};

/// Queries of tree-sitter: `highlights.scm` and the like, in editors and grammars.
const QUERY: &str = "this is a tree-sitter query, not Scheme";

/// Whatever else does not begin as Scheme does.
pub const NOT_SCHEME: &str = "not Scheme, judging by its name and first lines";

/// The number of bytes within which a predicate of a query ends.
const MAX_PREDICATE: usize = 40;

/// The number of bytes in which most texts begin.
const HEAD: usize = 4096;

/// Returns why the text `bytes` of the file at `path` is not taken for Scheme; none if it is.
///
/// A query is recognized by a predicate such as `(#match? @name "x")`, which no Scheme reader accepts, or by a capture, `@name` after what
/// it names, between top-level forms, where Scheme has no use for it. Under a name or in a folder for queries, weaker signs do.
pub fn reason(path: &Path, bytes: &[u8]) -> Option<&'static str> {
    if path.extension().is_some_and(|extension| extension == "scm") {
        let place = QueryPath::of(path);
        // Every query has a capture, and few other files have what looks like one.
        let has_predicate = || {
            memmem::find_iter(bytes, b"(#").any(|at| {
                let near = &bytes[at + 1..bytes.len().min(at + MAX_PREDICATE)];
                let word = near.split(u8::is_ascii_whitespace).next();
                is_predicate(&text_of(word.unwrap_or_default()))
            })
        };
        let may_be_query = place != QueryPath::Any
            || memchr_iter(b'@', bytes).any(|at| is_capture(bytes, at))
            || has_predicate();
        if may_be_query && is_query(&text_of(bytes), place) {
            return Some(QUERY);
        }
    }
    let head = &bytes[..bytes.len().min(HEAD)];
    let is_scheme = |bytes: &[u8]| {
        let text = text_of(bytes);
        match Beginning::of(&text) {
            Beginning::List(operator) => begins_programs(operator) || !has_foreign_lines(&text),
            beginning => beginning.is_of_scheme(),
        }
    };
    let is_scheme = is_scheme(head)
        || is_scheme(bytes)
        // Whoever formats it says why it cannot be read.
        || Source::decode(bytes).is_err();
    (!is_scheme).then_some(NOT_SCHEME)
}

/// Whether a text has the sign for a comment of another language outside of lists or on the line below an opening bracket, or words of
/// prose outside of lists: so many on a line with nothing but blanks between them.
fn has_foreign_lines(text: &str) -> bool {
    const WORDS: usize = 4;
    let mut depth = 0;
    // The words in a row so far; none in a line that begins with a prefix, such as a command of a prompt.
    let mut words = Some(0);
    let (mut last, mut end) = (TokenKind::Whitespace, 0);
    for token in Lexer::new(text, Switches::COMMON) {
        if token.kind == TokenKind::Whitespace {
            continue;
        }
        let word = token.text(text);
        let is_atom = token.kind == TokenKind::Atom;
        let begins_line = text[end..token.start as usize].contains(['\n', '\r']);
        let is_below_bracket = begins_line && last == TokenKind::Open;
        if is_atom && (depth == 0 || is_below_bracket) && matches!(word, "//" | "--") {
            return true;
        }
        let before = if begins_line { Some(0) } else { words };
        depth += token.opens();
        words = match token.kind {
            TokenKind::Prefix => None,
            _ if is_atom
                && depth == 0
                && word.starts_with(char::is_alphabetic)
                && !word.ends_with(':') =>
            {
                before.map(|words| words + 1)
            }
            _ => before.map(|_| 0),
        };
        if words == Some(WORDS) {
            return true;
        }
        (last, end) = (token.kind, token.end as usize);
    }
    false
}

/// How a text begins, after comments and `#!` lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning<'t> {
    /// There is nothing else.
    Nothing,
    /// With a list or a vector, whose first word this is.
    List(&'t str),
    /// With something else that is only in Scheme, such as `#lang` or `#!r6rs`.
    Sign,
    /// With anything else.
    Other,
}

/// The keywords with which a module of Gerbil begins, each with a value; YAML has these, too.
const HEADERS: [&str; 3] = ["package:", "namespace:", "prelude:"];

/// The operators besides definitions that begin files of Scheme; tests for Chez Scheme begin with a `mat`.
const OPERATORS: [&str; 9] = [
    "eval-when",
    "import",
    "include",
    "library",
    "load",
    "mat",
    "module",
    "top-level-program",
    "use-modules",
];

/// Whether an operator begins files of Scheme and none of the languages that share its extensions: MaxScript and SuperCollider have
/// `(if`, `(for` and `(local`, too.
pub fn begins_programs(operator: &str) -> bool {
    operator.starts_with("define") || OPERATORS.contains(&operator)
}

impl<'t> Beginning<'t> {
    /// How a text begins. Strings, quoted names and commands of a prompt may come before the first list.
    pub fn of(text: &'t str) -> Self {
        use TokenKind::*;
        let text = text.trim_start_matches('\u{FEFF}');
        let mut is_empty = true;
        let mut is_prefixed = false;
        let mut skipped_to = 0;
        for token in Lexer::new(text, Switches::COMMON) {
            let (word, rest) = (token.text(text), &text[token.end as usize..]);
            let line = || token.end as usize + rest.find('\n').unwrap_or(rest.len());
            match token.kind {
                _ if (token.start as usize) < skipped_to => continue,
                Whitespace | LineComment | BlockComment => continue,
                Shebang if token.start == 0 && names_other_program(text) => {
                    return Beginning::Other;
                }
                Shebang if word.starts_with("#!") => continue,
                Raw if word.starts_with("<<<<<<<") => continue,
                Raw if !word.starts_with("#>") => {}
                Shebang | Directive | DatumComment | Raw => return Beginning::Sign,
                Open if word.ends_with('(') || begins_list(word, rest) => {
                    return Self::list(word, &text[token.start as usize..]);
                }
                Prefix => {
                    is_prefixed = true;
                    continue;
                }
                String | Character => {}
                Atom if word.starts_with("#reader") => return Beginning::Sign,
                // A list in square brackets may come first if no link or array is it.
                Open if word == "[" => match rest.find(']') {
                    Some(at) if rest[at + 1..].starts_with(char::is_whitespace) => {
                        skipped_to = token.end as usize + at + 1;
                    }
                    _ => return Beginning::Other,
                },
                // Salt names a renderer so, and Racket a language.
                Atom if is_empty && word.starts_with("#!") && !word.starts_with("#!py") => {
                    skipped_to = line();
                }
                Atom if word == "prelude:" && names_module(rest) => return Beginning::Sign,
                Atom if HEADERS.contains(&word) => {
                    is_prefixed = true;
                    is_empty = false;
                    continue;
                }
                // For a shell, a command that does nothing.
                Atom if word == ":" && rest.trim_start_matches(' ').starts_with(';') => {}
                Atom if is_prefixed || word.starts_with("#+") || word.starts_with("#-") => {}
                // Its first bracket is missing.
                Atom if begins_programs(word) && closes_too_much(text) => return Beginning::Sign,
                Close if word == ")" => return Beginning::Sign,
                Atom | Open | Close | Dot => return Beginning::Other,
            }
            is_empty = false;
            is_prefixed = false;
        }
        match is_empty {
            true => Beginning::Nothing,
            false => Beginning::Other,
        }
    }

    /// How a text begins whose first list, with this opening bracket, begins the rest of it.
    fn list(opener: &str, rest: &'t str) -> Self {
        let inside = &rest[opener.len()..];
        let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
        let operator = inside.split(is_end).next().unwrap_or(inside);
        if opener == "(" && !begins_programs(operator) && is_of_other_text(rest, operator) {
            Beginning::Other
        } else {
            Beginning::List(operator)
        }
    }

    /// Whether a text that begins so is taken for Scheme.
    pub fn is_of_scheme(self) -> bool {
        self != Beginning::Other
    }
}

/// Whether the value of `prelude:` is that of a module of Gerbil: a module, or none.
fn names_module(rest: &str) -> bool {
    let value = rest.trim_start();
    value.starts_with(':') || value.starts_with("#f")
}

/// Programs that run scripts in other languages.
const OTHER_PROGRAMS: &str = "abcl awk babashka bb bun ccl clisp clj clojure cmucl deno ecl elixir emacs escript expect fennel gawk \
    groovy hy janet jq julia kotlin lisp lua luajit make newlisp node nodejs ocaml osascript perl php picolisp \
    pil pwsh python raku Rscript ros ruby runghc runhaskell sbcl scala sed stack swift swipl tclsh ts-node tsx \
    wish";

const SHELLS: [&str; 8] = ["ash", "bash", "csh", "dash", "fish", "ksh", "sh", "zsh"];

/// Whether the first line of a text names a program that runs scripts in another language: a shell does unless it executes a Scheme before
/// the first list.
fn names_other_program(text: &str) -> bool {
    let is_other = |name: &str| OTHER_PROGRAMS.split(' ').any(|other| other == name);
    let Some(named) = program(text) else {
        return false;
    };
    if !SHELLS.contains(&named) {
        return is_other(named);
    }
    let head = text.split("\n(").next().unwrap_or_default();
    head.split_once("exec").is_none_or(|(_, command)| {
        let words = command.lines().next().unwrap_or_default();
        words.split([' ', '/']).any(is_other)
    })
}

/// Whether what follows a square or curly bracket is that of a list of Scheme: JSON, Markdown, templates and configurations begin with such
/// a bracket, too.
fn begins_list(bracket: &str, rest: &str) -> bool {
    match bracket {
        "[" => {
            let operator = rest.split_whitespace().next().unwrap_or(rest);
            rest.starts_with('(') || begins_programs(operator)
        }
        "{" => !rest
            .trim_start()
            .starts_with(['"', '{', '}', '%', '#', '$', '\\', '/']),
        _ => false,
    }
}

/// Whether a text that begins with a list of this operator is no Scheme: a function or a comment of another language is in the brackets, or
/// prose or a sign follows them on their line.
fn is_of_other_text(text: &str, operator: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let is_function = matches!(operator, "function" | "async") || line.contains("=>");
    if is_function && line.contains('{') {
        return true;
    }
    let without_bars = Switches::COMMON.difference(Switches::BARS);
    let end = end_of_list(text, Switches::COMMON).or_else(|| end_of_list(text, without_bars));
    let is_comment = operator.starts_with('*')
        && (operator.trim_start_matches('*').is_empty() || !operator.ends_with('*'));
    end.is_some_and(|end| {
        let inside = &text[1..end - 1];
        is_comment && inside != operator && inside.ends_with('*') || is_before_prose(&text[end..])
    })
}

/// The end of the list with which a text begins.
fn end_of_list(text: &str, switches: Switches) -> Option<usize> {
    let mut depth = 0;
    let closer = Lexer::new(text, switches).find(|token| {
        depth += token.opens();
        depth == 0
    });
    closer.map(|token| token.end as usize)
}

/// Whether what follows a list on its line is no Scheme: prose, or a sign that touches the list.
fn is_before_prose(rest: &str) -> bool {
    let rest = rest.lines().next().unwrap_or_default();
    let after = rest.trim_start();
    let next = after.split_whitespace().next().unwrap_or_default();
    let is_apart = |c: char| c.is_whitespace() || "()[]{}\"';`#".contains(c);
    after.starts_with(|c: char| c.is_alphanumeric())
        || matches!(next, "-" | "*" | "=" | "|" | "–" | "—" | "':" | "\":")
        || rest.starts_with(|c: char| !is_apart(c))
}

/// Whether a text has more closing brackets than opening ones.
fn closes_too_much(text: &str) -> bool {
    let brackets = Lexer::new(text, Switches::COMMON).map(|token| token.opens());
    brackets.sum::<i32>() < 0
}

/// Whether the `@` at an offset is apart from what precedes it, and a name follows.
fn is_capture(bytes: &[u8], at: usize) -> bool {
    let is_closer = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b')' | b']' | b'"');
    let is_apart = at == 0 || is_closer(bytes[at - 1]);
    is_apart && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
}

/// Block comments, directives, characters, vectors and keywords: only Scheme has these.
const OF_SCHEME: [&str; 5] = ["#|", "#!", "#\\", "#(", "#:"];

/// The names of queries in editors.
const QUERIES: [&str; 23] = [
    "aerial",
    "brackets",
    "context",
    "debugger",
    "embedding",
    "folds",
    "highlights",
    "highlights-params",
    "imports",
    "indents",
    "injections",
    "locals",
    "matchup",
    "outline",
    "overrides",
    "rainbows",
    "redactions",
    "runnables",
    "semantic_tokens",
    "structure",
    "tags",
    "textobjects",
    "textsubjects",
];

/// What a path says of a query.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum QueryPath {
    /// Nothing.
    Any,
    /// It has the name of a query.
    Named,
    /// It is in a folder for queries.
    Placed,
    /// Both.
    Certain,
}

impl QueryPath {
    fn of(path: &Path) -> Self {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let is_named = stem.is_some_and(|stem| QUERIES.contains(&stem));
        let mut folders = path.ancestors().skip(1).map(|folder| folder.file_name());
        let of_editor = folders.clone().nth(1).flatten() == Some("languages".as_ref());
        let is_placed = of_editor || folders.any(|folder| folder == Some("queries".as_ref()));
        match (is_named, is_placed) {
            (true, true) => QueryPath::Certain,
            (true, false) => QueryPath::Named,
            (false, true) => QueryPath::Placed,
            (false, false) => QueryPath::Any,
        }
    }
}

/// Whether a text looks like a query and not like Scheme.
fn is_query(text: &str, place: QueryPath) -> bool {
    let is_likely = place >= QueryPath::Named;
    let mut is_query = place == QueryPath::Certain;
    let mut depth = 0usize;
    let (mut last, mut last_end) = ("(", 0);
    for token in Lexer::new(text, Switches::COMMON) {
        let token_text = token.text(text);
        let follows_group = last.ends_with([')', ']', '"']);
        match token.kind {
            _ if OF_SCHEME.iter().any(|start| token_text.starts_with(start)) => return false,
            TokenKind::LineComment => {
                let words = token_text.trim_start_matches([';', ' ']);
                is_query |= is_likely && (words.starts_with("inherits:") || words == "extends");
                continue;
            }
            TokenKind::Whitespace => continue,
            TokenKind::Atom if last == "(" && is_predicate(token_text) => return true,
            TokenKind::Atom if last == "(" && !is_node_type(token_text) => return false,
            TokenKind::Atom if is_capture(text.as_bytes(), token.start as usize) => {
                let follows = follows_group || matches!(last, "*" | "+" | "?");
                is_query |= depth == 0 && follows || is_likely && !matches!(last, "(" | "[");
            }
            TokenKind::Atom if matches!(token_text, "*" | "+" | "?") => {
                is_query |= is_likely && follows_group && token.start == last_end;
            }
            TokenKind::Open | TokenKind::String => {
                is_query |= is_likely && last.len() > 1 && last.ends_with(':');
                // A group of siblings.
                let is_group = token.kind == TokenKind::Open && depth == 1 && last == "(";
                is_query |= is_group && place >= QueryPath::Placed;
                depth += usize::from(token.kind == TokenKind::Open);
            }
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        (last, last_end) = (token_text, token.end);
    }
    is_query
}

/// Whether an operator can be the type of a node, which is an identifier, or what else begins a list in a query.
fn is_node_type(operator: &str) -> bool {
    operator.starts_with('@')
        || operator.ends_with(':')
        || (operator.chars()).all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/'))
}

/// Whether an operator is `#name?` or `#name!`.
fn is_predicate(operator: &str) -> bool {
    let name = operator.strip_prefix('#');
    let name = name.and_then(|name| name.strip_suffix(['?', '!']));
    name.is_some_and(|name| {
        name.len() > 1 && name.chars().all(|c| matches!(c, 'a'..='z' | '-' | '_'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_for(path: &str, text: &str) -> Option<&'static str> {
        reason(Path::new(path), text.as_bytes())
    }

    #[test]
    fn tree_sitter_queries_are_recognized() {
        let query = Some(QUERY);
        assert_eq!(reason_for("a.scm", "(comment) @comment\n"), query);
        assert_eq!(reason_for("a.scm", "[\"if\" \"else\"] @keyword"), query);
        assert_eq!(reason_for("a.scm", "((a) @b (#match? @b \"x\"))"), query);
        for path in ["queries/a.scm", "x/languages/json/a.scm", "redactions.scm"] {
            for text in [
                "((a) @b)",
                "(pair\n  value: (number) @redact)",
                "(pair value: (number))",
                "(a \"b\" @c)",
                "(a (_)? (b))",
                "(a [(b) \"c\"]* .)",
                "(a b: \"c\")",
            ] {
                assert_eq!(reason_for(path, text), query, "{path}: {text}");
            }
            assert_eq!(reason_for(path, "(a (b))"), None, "{path}");
        }
        for text in [
            "((a)   (b))",
            "; inherits: c\n(a (b))",
            ";; extends\n(a (b))",
        ] {
            assert_eq!(reason_for("queries/a.scm", text), query, "{text}");
            assert_eq!(reason_for("a.scm", text), None, "{text}");
        }
        assert_eq!(reason_for("a.scm", "((a) (#set! b \"c\"))"), query);
        assert_eq!(reason_for("queries/c/tags.scm", "; inherits: d\n"), query);
        assert_eq!(reason_for("queries/c/tags.scm", "(a (b))"), query);
        assert_eq!(
            reason_for("a.scm", "(pair\n  value: (number) @redact)"),
            None
        );
        assert_eq!(reason_for("a.sld", "(comment) @comment\n"), None);
    }

    #[test]
    fn scheme_is_not_a_query() {
        for scheme in [
            "`(a ,@b)",
            "`(a ,@(b) ,@c)",
            "(@ (ice-9 match) match)",
            "(define x `(html (@ (lang \"en\")) \"a @b\")) ; (a) @b",
            "(#t @x)",
            "(#:key @x)",
            "(display 1)\n#!\n(call) @deffn\n!#",
            "#|\n(call) @deffn\n|#",
            "(a #\\;) @b",
            "(define @x 1)\n(set! y @x)",
        ] {
            assert_eq!(reason_for("a.scm", scheme), None, "{scheme}");
        }
        for scheme in [
            "(define-module (a tags))\n(f key: (g x))",
            "(define (f x)\n  (* x 2))\n(g key: (h x))",
            "(define x #:key)",
            "(display (list 1 2))",
        ] {
            assert_eq!(reason_for("tags.scm", scheme), None, "{scheme}");
        }
    }

    #[test]
    fn scheme_begins_with_a_list_or_a_sign() {
        for text in [
            "",
            "\n\u{c}\n",
            "; a",
            "#| a",
            "(a b)",
            "; data\n((a . 1))",
            "\u{feff}(a)",
            "#(1 2)",
            "#u8(1 2)",
            "'(1 2)",
            "`(a ,b)",
            "#'(a)",
            "#0=(a . #0#)",
            "#hash((a . 1))",
            "[define x 1]",
            "[(a 1) (b 2)]",
            "#lang racket",
            "#;a (b)",
            "#!r6rs (library)",
            "#!r6rs\nx",
            "#!fold-case\n(a)",
            "#!racket/base\n(define x 1)",
            "#ci(module a mzscheme)",
            "#reader(lib\"read.ss\"\"wxme\")WXME0108 ## \n(a)",
            "#reader(lib \"htdp-beginner-reader.ss\" \"lang\")((modname a))",
            "#!/bin/sh\n#|\nexec csi -s \"$0\"\n|#\n(display 1)",
            "#!/bin/sh\n# a\nexec guile -s \"$0\"\n!#\n(display 1)",
            "#!/usr/local/bin/scsh \\\n-o threads -s\n!#\n(a)",
            "#!/bin/sh\n\":\"; exec mzscheme -r \"$0\" \"$@\"\n(display 1)",
            "package: std/misc\nnamespace: #f\n(import :std/sugar)",
            "prelude:\n:<core>\npackage: a\n",
            "{a + b}",
            "#>\n#include <a.h>\n<#\n(a)",
            "\"What this is.\"\n(define x 1)",
            ",use (ice-9 match)\n(a)",
            "'a\n(b)",
            "#+chicken (a)",
            "#!/bin/sh\n:;exec scm -f$0 \"$@\"\n(a)",
            "#!/bin/sh\n: ;exec scm -f$0 \"$@\"\n(a)",
            "[optimized]\n(lambda (a) b)",
            "<<<<<<< HEAD\n(a)\n=======\n(b)\n>>>>>>> b\n(c)",
            // A bracket is missing, and others have to say where.
            "define (f x)\n  (g x))\n",
            ")\n(define x 1)",
            "(define x 1) ; one\n",
            "(f) (g) 'a \"b\" #t\n",
            "(define x 1) x\n",
            "(f)\n- \n",
            "(+ 1 2) => 3\n",
            "(* 1 2)\n",
            "(*)\n",
            "(*a* *b*)\n",
            "(function f (x) (g x))\n",
            "(cond (a => b))\n",
            "#!/usr/bin/env guile\n!#\n(a)\n",
            "#!/usr/local/bin/my-scheme\n(a)\n",
            "#!/bin/bash\n#|\nexec ${GUILE-guile} -s \"$0\"\n|#\n(a)\n",
            "(define x",
        ] {
            assert_eq!(reason_for("a.scm", text), None, "{text}");
        }
        let long = format!(";{}\n(a)", "x".repeat(2 * HEAD));
        assert_eq!(reason_for("a.scm", &long), None);
        assert_eq!(reason(Path::new("a.scm"), b"\xFF\xFE(\0"), None);
        assert_eq!(reason(Path::new("a.scm"), b"; \xE9\n(a)"), None);
    }

    #[test]
    fn texts_with_lines_of_other_languages_are_left_alone() {
        let other = Some(NOT_SCHEME);
        assert_eq!(reason_for("a.scm", "(\n// foo\nvar a = 1\n)\n"), other);
        assert_eq!(reason_for("a.ss", "(a + b)\n  -- sum\n"), other);
        let prose = "(Hello world.)\n\n   This is prose with   blanks; and more";
        assert_eq!(reason_for("a.scm", prose), other);
        for text in [
            "(// 7 2)\n(-- n)\n",
            "(f)\n; This is a comment of prose\n",
            "(f)\n'a 'b 'c 'd\n",
            "(f)\na b c\n",
            "(f)\r(g)\ra\rb\rc\rd\r",
            "(f)\n,load a b c d\nalpha: beta: gamma: delta:\n",
            "(export\n  //\n  --)\n",
            "(g x\n  -- y)\n",
            "(define x 1)\n(f)\n-- a b c d\n",
            "(f) \"\n// foo\n\"",
        ] {
            assert_eq!(reason_for("a.scm", text), None, "{text}");
        }
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in [
            "base:\n  '*':\n    - nginx\n",
            "# a comment (of YAML)\ninclude:\n  - a\n",
            "'*':\n  - a\n",
            "\"*\":\n  - (a)\n",
            "package: nginx\nservice: nginx\n",
            "package:\n  pkg.installed:\n    - name: a\n",
            "{% set a = (1, 2) %}\na:\n  pkg.installed\n",
            "{{ a }}:\n  file.managed\n",
            "{#- a -#}\n",
            "#!py\ndef run():\n    return {}\n",
            "#!py\n(a, b) = (1, 2)\n",
            "{$Title}\n",
            "#!jinja|yaml\n{% set a = (1, 2) %}\n",
            "#!yaml|gpg\na: (b)\n",
            "---\na: b\n",
            "<StyledLayerDescriptor version=\"1.0.0\">\n</StyledLayerDescriptor>\n",
            "<?xml version=\"1.0\"?>\n<a/>\n",
            "<!-- a -->\n<a/>\n",
            "<% include Header %>\n<p>$Content</p>\n",
            "* Encoding: UTF-8.\nGET FILE='a.sav'.\n",
            "GET FILE='a.sav'.\nCOMPUTE b = (c + 1).\n",
            "/* a */\nFREQUENCIES a.\n",
            "v 20130925 2\nC 40000 40000 0 0 0 title-B.sym\n",
            "v {xschem version=3.4.4}\nG {}\n",
            "EESchema Schematic File Version 2\n",
            "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
            "../../a/b.scm",
            "b.scm",
            "A page (with remarks).\n",
            "# A page (with remarks)\n",
            "[a link](b)\n",
            "[{\"a\": 1}]\n",
            "{ \"a\": [1, 2] }\n",
            "[section]\na = (b)\n",
            "[1, 2]\n[3, (4)]\n",
            "[a]\n[b]: c (d)\n",
            "#+TITLE: A (page)\n",
            "all: x.o\n\tcc -o x x.o\n",
            "#include <stdio.h>\nint main(void) { return 0; }\n",
            "#!/bin/sh\necho (a)\n",
            "\u{7f}ELF\u{2}",
            "define (f x)\n  g x\n",
            "define : f x\n  g x\n",
            "import (scheme base)\n\ndefine (f x) (g x)\n",
            "!function(e){e()}(this);\n",
            "(function(e){var t=1;e(t)})(this);\n",
            "(function () {\n  f(x);\n})();\n",
            "(async () => {\n  f(x)\n})()\n",
            "(()=>{f(x)})()\n",
            "(C) Copyright 2020 A. All rights reserved.\n",
            "(1) A first item.\n(2) A second one.\n",
            "(a) an item.\n",
            "'(a) and G@b':\n  - c\n",
            "(G@os:Ubuntu):\n  - a\n",
            "(a|b):\n  - c\n",
            "(foo).scm\n",
            "(foo), (bar)\n",
            "(foo)/bar.scm\n",
            "(a) - an item\n",
            "'(G@os:Ubuntu)':\n  - a\n",
            "prelude: a\npackage: b\n",
            "prelude:\n  - a\n",
            "package:\n  (a): b\n",
            "{ // a\n  b: 1 }\n",
            "{ /* a */ }\n",
            "(*a comment*)\nf[x_] := x\n",
            "(* a comment *)\nf[x_] := x\n",
            "(** a\n * b\n *)\nlet x = (1)\n",
            "#!/usr/bin/env python3\n(a, b) = (1, 2)\n",
            "#!/usr/bin/perl -w\n(f)\n",
            "#!/bin/sh\n(cd a; make)\n",
            "#!/bin/sh\nexec python3 \"$0\"\n(a)\n",
            "#!/usr/bin/sbcl --script\n(defun f (x) x)\n",
            "#!/usr/bin/env node\n(f)()\n",
        ] {
            assert_eq!(reason_for("a.scm", text), Some(NOT_SCHEME), "{text}");
        }
    }
}
