//! The rules that a project has for other programs: every shape in which they can stand, and what may not have an effect.

#![allow(clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use schemefmt::internals::explain;
use schemefmt::internals::forms::packs::built_in;
use schemefmt::internals::forms::project::{emacs, lispwords};
use schemefmt::internals::forms::rules::{Layer, Provenance, Rules};
use schemefmt::internals::forms::{CALL, Row, any_definition, body_form};
use schemefmt::options::ProjectRules;
use schemefmt::{Options, format};

fn row(layer: &Layer, name: &str) -> Row {
    let rule = layer.name(name);
    rule.unwrap_or_else(|| panic!("no rule for {name}")).row
}

fn dir_locals(text: &str, folder: &str) -> Layer {
    let declared = emacs::dir_locals(text, &Arc::from(".dir-locals.el"), folder);
    declared.unwrap().rules
}

/// The rules that a text has of its own.
fn rules_of(text: &str) -> Rules {
    explain::rules(text.as_bytes(), &Options::default()).unwrap()
}

fn formatted(text: &str, options: &Options) -> String {
    String::from_utf8(format(text.as_bytes(), options).unwrap().output).unwrap()
}

const SHAPES: &str = include_str!("emacs/shapes.el");

#[test]
fn every_shape_of_lispwords_is_read() {
    let text = "; Names and numbers.\n(last 1)\n(2 first one)\n((some names) 0)\n(called #f)\n\
        (let 2)\n(no-number)\natom\n()\n(text \"1\")\n(last 3)";
    let read = |text| lispwords::read(text, &Arc::from(".lispwords"));
    let layer = read(text).unwrap().rules;
    assert_eq!(layer.rules().len(), 7);
    for (name, k) in [
        ("last", 3),
        ("first", 2),
        ("one", 2),
        ("some", 0),
        ("names", 0),
    ] {
        assert_eq!(row(&layer, name), Row::Always(body_form(k)), "{name}");
    }
    assert_eq!(row(&layer, "called"), Row::Always(CALL));
    let let_row = built_in().name("let").unwrap().row;
    assert_eq!(row(&layer, "let"), let_row.with_body_after(2));
    let provenance = &layer.name("one").unwrap().provenance;
    assert_eq!(provenance.to_string(), ".lispwords:3");
    assert_eq!(read("(when 1").unwrap_err().message, "unclosed `(`");
}

#[test]
fn every_shape_of_dir_locals_is_read() {
    let layer = dir_locals(SHAPES, "");
    assert_eq!(layer.rules().len(), 14);
    for (name, k) in [
        ("for-every-mode", 1),
        ("for-both", 2),
        ("in-racket", 2),
        ("alone", 1),
        ("without-a-dot", 2),
        ("spelled-out", 0),
        ("first-of-two", 1),
        ("second-of-two", 3),
        ("in-a-let", 1),
        ("after-load", 1),
        ("twice", 2),
    ] {
        assert_eq!(row(&layer, name), Row::Always(body_form(k)), "{name}");
    }
    assert_eq!(row(&layer, "like-a-definition"), any_definition());
    assert_eq!(row(&layer, "dynamic-wind"), Row::Always(CALL));
    let let_row = built_in().name("let").unwrap().row;
    assert_eq!(row(&layer, "like-a-let"), let_row);
    for name in ["in-a-string", "in-a-comment", "for-c", "other-property"] {
        assert!(layer.name(name).is_none(), "{name}");
    }
}

#[test]
fn folder_rules_apply_below_the_folder() {
    let k_of = |folder| row(&dir_locals(SHAPES, folder), "alone");
    assert_eq!(k_of("sub"), Row::Always(body_form(2)));
    assert_eq!(k_of("sub/deeper"), Row::Always(body_form(2)));
    assert_eq!(k_of("other"), Row::Always(body_form(1)));
}

#[test]
fn rules_record_their_line() {
    let layer = dir_locals(SHAPES, "");
    let line = 1 + SHAPES
        .lines()
        .position(|line| line.contains("'alone"))
        .unwrap();
    let source = &layer.name("alone").unwrap().provenance;
    assert_eq!(
        source.to_string(),
        format!(".dir-locals.el:{line}, for Emacs")
    );
}

#[test]
fn matching_count_keeps_the_built_in_row() {
    let text = "((scheme-mode . ((eval . (put 'match 'scheme-indent-function 1))\
                                 (eval . (put 'if 'scheme-indent-function 1)))))";
    let layer = dir_locals(text, "");
    assert_eq!(row(&layer, "match"), built_in().name("match").unwrap().row);
    let built_in_if = built_in().name("if").unwrap().row;
    assert!(!built_in_if.has_body_after(1));
    assert!(row(&layer, "if").has_body_after(1));
}

#[test]
fn pairs_of_names_and_numbers_are_read() {
    let layer = dir_locals(
        "((scheme-mode (indent-tabs-mode . nil) (lisp-local-indent locked 1 glet1 2 odd)))",
        "",
    );
    assert_eq!(row(&layer, "locked"), Row::Always(body_form(1)));
    assert_eq!(row(&layer, "glet1"), Row::Always(body_form(2)));
    assert_eq!(layer.rules().len(), 2);
}

#[test]
fn nothing_is_evaluated() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    std::fs::write(&victim, "here").unwrap();
    let name = victim.display();
    let text = format!(
        "((nil . ((eval . (delete-file \"{name}\"))\
                  (eval . (progn (delete-file \"{name}\") (put 'good 'scheme-indent-function 1)))\
                  (eval . (shell-command \"rm {name}\"))\
                  (eval . (if nil (put 'never 'scheme-indent-function 1)))\
                  (eval . (put 'computed 'scheme-indent-function (+ 1 1)))\
                  (eval . (put (intern \"made\") 'scheme-indent-function 1))\
                  (eval . (put 'huge 'scheme-indent-function 99999999999999999999))\
                  (eval . (put 'negative 'scheme-indent-function -1)))))"
    );
    let layer = dir_locals(&text, "");
    let names: Vec<String> = layer.rules().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["good"]);
    assert!(victim.exists());
}

#[test]
fn unbalanced_rules_are_an_error() {
    for text in [
        "(",
        ")",
        "((nil . \"",
        "?",
        "?\\",
        "((scheme-mode . ?\\C-",
        "[(])",
        "(eval . )",
        "(. .)",
        "'",
        "((scheme-mode (eval . (put 'x 'scheme-indent-function))))",
        "((scheme-mode (eval) (lisp-local-indent)))",
        "((\"a\"))",
        "#s(",
        "é?é",
    ] {
        let file = Arc::from("x.el");
        let _ = emacs::dir_locals(text, &file, "");
        let _ = emacs::library(text, &file);
        let _ = emacs::local_variables(text);
    }
    assert!(emacs::dir_locals("(", &Arc::from("x.el"), "").is_err());
}

#[test]
fn puts_are_read_in_any_form() {
    let text = "(add-hook 'scheme-mode-hook (lambda () (put 'a 'scheme-indent-function 1)))\n\
                (when t (put 'b 'scheme-indent-function 2))\n\
                '(put 'quoted 'scheme-indent-function 1)\n";
    let layer = emacs::library(text, &Arc::from("x.el")).unwrap().rules;
    assert_eq!(row(&layer, "a"), Row::Always(body_form(1)));
    assert_eq!(row(&layer, "b"), Row::Always(body_form(2)));
    assert_eq!(layer.rules().len(), 2);
}

#[test]
fn local_variables_are_read_at_the_end() {
    let own = rules_of(
        "(f x)\n\
         ;; Local Variables:\n\
         ;; fill-column: 72\n\
         ;; eval: (put 'below 'scheme-indent-function 2)\n\
         ;; eval: (put 'unclosed\n\
         ;; End:\n\
         ;; eval: (put 'after-the-end 'scheme-indent-function 2)\n",
    )
    .own;
    assert_eq!(row(&own, "below"), Row::Always(body_form(2)));
    assert_eq!(own.rules().len(), 1);
    assert_eq!(
        own.name("below").unwrap().provenance.to_string(),
        "line 4, for Emacs"
    );
}

#[test]
fn declarations_for_chez_are_read() {
    let own = rules_of(
        "(pretty-format 'one '(_ e #f e ...))\n\
         (pretty-format 'none '(_ #f e ...))\n\
         (pretty-format 'plain '(_ e e ...))\n\
         (pretty-format 'alias (pretty-format 'case))\n\
         '(pretty-format 'quoted '(_ e #f e ...))\n",
    )
    .own;
    assert_eq!(row(&own, "one"), Row::Always(body_form(1)));
    assert_eq!(row(&own, "none"), Row::Always(body_form(0)));
    assert_eq!(row(&own, "alias"), built_in().name("case").unwrap().row);
    assert_eq!(own.rules().len(), 3);
}

/// The arguments before the body of macro `m`, as its definition tells.
fn inferred(text: &str) -> Option<Row> {
    let rules = rules_of(text);
    let rule = rules.definitions.name("m")?;
    assert!(matches!(rule.provenance, Provenance::Definition(_)));
    Some(rule.row)
}

#[test]
fn definitions_reveal_where_a_body_begins() {
    let k = |k| Some(Row::Always(body_form(k)));
    for (text, expected) in [
        (
            "(define-syntax-rule (m x body ...) (let ((y x)) body ...))",
            k(1),
        ),
        (
            "(define-syntax m (syntax-rules () ((_ x y . body) (lambda (x y) . body))))",
            k(2),
        ),
        (
            "(define-syntax m (syntax-rules () ((_ t e1 e2 ...) (if t (begin e1 e2 ...)))))",
            k(1),
        ),
        (
            "(define-syntax m (lambda (s) (syntax-case s () [(_ a b ...) #'(let () b ...)])))",
            k(1),
        ),
        (
            "(define-syntax (m s) (syntax-case s () ((_ a b ...) #t #'(when a b ...))))",
            k(1),
        ),
        (
            "(define-syntax m (syntax-rules ::: () ((_ a b :::) (unless a b :::))))",
            k(1),
        ),
        (
            "(define-syntax m (syntax-rules () ((_ a b ...) (cond (a b ...) (else #f)))))",
            k(1),
        ),
        // By way of another macro of the text, before it or behind it.
        (
            "(define-syntax-rule (m a b ...) (n a b ...))\n\
             (define-syntax-rule (n a b ...) (when a b ...))",
            k(1),
        ),
        // Two ways to call it, as with `let`.
        (
            "(define-syntax m (syntax-rules ()\n\
              ((_ (b ...) e ...) (let (b ...) e ...))\n\
              ((_ tag (b ...) e ...) (let tag (b ...) e ...))))",
            Some(Row::ByFirst(body_form(1), body_form(2))),
        ),
        // Inside of a library.
        (
            "(library (l) (export m) (import (rnrs))\n\
              (define-syntax m (syntax-rules () ((_ a b ...) (let ((x a)) b ...)))))",
            k(1),
        ),
        // No bodies: arguments, data, nothing before the body, nothing repeated.
        ("(define-syntax-rule (m a b ...) (list a b ...))", None),
        (
            "(define-syntax-rule (m a b ...) (f a '(begin b ...)))",
            None,
        ),
        ("(define-syntax-rule (m b ...) (begin b ...))", None),
        ("(define-syntax-rule (m a b) (let ((x a)) b))", None),
        (
            "(define-syntax m (er-macro-transformer (lambda (f r c) f)))",
            None,
        ),
        // A name that looks like that of a form with a body is no evidence.
        ("(define-syntax-rule (m a b ...) (with-some a b ...))", None),
    ] {
        assert_eq!(inferred(text), expected, "{text}");
    }
}

#[test]
fn quoted_data_define_nothing() {
    for text in [
        "'(define-syntax-rule (m x body ...) (let ((y x)) body ...))",
        "(quote (define-syntax-rule (m x body ...) (let ((y x)) body ...)))",
        "#(define-syntax-rule (m x body ...) (let ((y x)) body ...))",
        "(case x ((define-syntax-rule (m x body ...) (let ((y x)) body ...)) 1))",
    ] {
        assert_eq!(inferred(text), None, "{text}");
    }
}

#[test]
fn malformed_definitions_do_not_panic() {
    for text in [
        "(define-syntax)",
        "(define-syntax m)",
        "(define-syntax m ())",
        "(define-syntax () ())",
        "(define-syntax m (syntax-rules))",
        "(define-syntax m (syntax-rules ()))",
        "(define-syntax m (syntax-rules () ()))",
        "(define-syntax m (syntax-rules () (() ())))",
        "(define-syntax m (syntax-rules () ((_ . x) x)))",
        "(define-syntax-rule)",
        "(define-syntax-rule m m)",
        "(define-syntax-rule (m ...) (begin ...))",
        "(define-syntax-rule (m . b) (let . b))",
        "(define-syntax m (syntax-case))",
        "(pretty-format )",
        "(pretty-format 'a)",
        "(pretty-format 'a '())",
        "(pretty-format 'a '#f)",
        ";; Local Variables:",
        "; Local Variables: é\n; eval: (é\n",
    ] {
        rules_of(text);
    }
}

/// Comments are indented by the formatter, which must not change what it goes by.
#[test]
fn local_variables_may_be_indented_in_any_way() {
    let own = rules_of(
        " ;; Local Variables:\n;; eval: (put 'a 'scheme-indent-function 2)\n   ;; End:\n\
         ;; eval: (put 'after-the-end 'scheme-indent-function 2)\n",
    )
    .own;
    assert_eq!(row(&own, "a"), Row::Always(body_form(2)));
    assert_eq!(own.rules().len(), 1);
}

#[test]
fn each_rule_source_can_be_disabled() {
    let long = "(display \"something that is rather long to read\")";
    let text = format!(
        "(define-syntax-rule (mine x b ...) (let ((y x)) b ...))\n(mine v\n  {long}\n  {long})\n\
         (yours v\n  {long}\n  {long})\n;; Local Variables:\n;; eval: (put 'yours 'scheme-indent-function 1)\n;; End:\n"
    );
    let with = formatted(&text, &Options::default());
    assert!(with.contains("(mine v\n  (display") && with.contains("(yours v\n  (display"));
    let mut no_macros = Options::default();
    no_macros.macro_rules = ProjectRules::Ignore;
    let without = formatted(&text, &no_macros);
    assert!(!without.contains("(mine v\n  (display") && without.contains("(yours v\n  (display"));
    let mut no_emacs = Options::default();
    no_emacs.emacs_rules = ProjectRules::Ignore;
    let without = formatted(&text, &no_emacs);
    assert!(without.contains("(mine v\n  (display") && !without.contains("(yours v\n  (display"));
}

#[test]
fn rule_layers_are_ordered() {
    let location = |line| schemefmt::internals::forms::rules::Location {
        file: Some("x".into()),
        line,
    };
    let rule = |k, line| schemefmt::internals::forms::rules::Rule {
        row: Row::Always(body_form(k)),
        provenance: Provenance::Configuration(location(line)),
    };
    let layer = |k, line| {
        let mut layer = Layer::default();
        for name in ["let-it", "when"] {
            layer.insert(name, rule(k, line));
        }
        layer
    };
    let mut rules = Rules {
        configuration: Arc::new(layer(3, 1)),
        own: layer(4, 2),
        project: Arc::new(layer(5, 3)),
        definitions: layer(6, 4),
        ..Rules::default()
    };
    let says = |rules: &Rules, name: &str| rules.rule(name).map(|rule| rule.row);
    assert_eq!(says(&rules, "when"), Some(Row::Always(body_form(3))));
    rules.configuration = Arc::default();
    assert_eq!(says(&rules, "when"), Some(Row::Always(body_form(4))));
    rules.own = Layer::default();
    assert_eq!(says(&rules, "when"), Some(Row::Always(body_form(5))));
    rules.project = Arc::default();
    // The built-in names go before definitions, and those before the built-in patterns.
    assert_eq!(
        says(&rules, "when"),
        Some(built_in().name("when").unwrap().row)
    );
    assert_eq!(says(&rules, "let-it"), Some(Row::Always(body_form(6))));
    rules.definitions = Layer::default();
    assert_eq!(
        says(&rules, "let-it"),
        Some(built_in().pattern("let-it").unwrap().row)
    );
    assert_eq!(says(&rules, "nobody-knows"), None);
}

/// What Emacs itself makes of `.dir-locals.el` files; more of them can be named in `DIR_LOCALS`, with `:` between. Emacs
/// evaluates what is in them.
#[test]
fn rules_agree_with_emacs() {
    if Command::new("emacs").arg("--version").output().is_err() {
        eprintln!("emacs is not installed; nothing compared");
        return;
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emacs");
    let mut files = vec![tests.join("shapes.el")];
    if let Some(more) = std::env::var_os("DIR_LOCALS") {
        files.extend(std::env::split_paths(&more));
    }
    for file in files {
        compare_with_emacs(&tests.join("rules.el"), &file, "");
        compare_with_emacs(&tests.join("rules.el"), &file, "sub");
    }
}

fn compare_with_emacs(script: &PathBuf, file: &Path, below: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join(below);
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(folder.path().join(".dir-locals.el"), &text).unwrap();
    let scheme = place.join("a.scm");
    std::fs::write(&scheme, "(f x)\n").unwrap();
    let output = Command::new("emacs")
        .args(["--batch", "-Q", "-l"])
        .arg(script)
        .arg(&scheme)
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let layer = dir_locals(&text, below);
    let theirs: Vec<(&str, &str)> = output
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .collect();
    for (name, method) in &theirs {
        let ours = row(&layer, name);
        let same = match *method {
            "defun" => ours.has_body_after(1) || ours == any_definition(),
            "nil" => ours == Row::Always(CALL),
            "scheme-let-indent" => ours == built_in().name("let").unwrap().row,
            k => ours.has_body_after(k.parse().unwrap()),
        };
        assert!(same, "{}: {name}: {method}, {ours:?}", file.display());
    }
    eprintln!(
        "{} in `{below}`: {} rules, the same",
        file.display(),
        theirs.len()
    );
}
