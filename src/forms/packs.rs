//! Rows of the table of forms that hold in one community only: packs. A text says itself whether one holds for it, by its
//! dialect or by a library that it imports, so that a file comes out the same wherever it is formatted.
//!
//! The evidence for each row is in `testdata/evidence.tsv`.

use std::sync::LazyLock;

use crate::dialects::Dialect;
use crate::forms::Role::Data;
use crate::forms::rules::{self, Layer, Provenance, Rule};
use crate::forms::{
    self, ClauseKind, Column, Form, Pattern, Role, Row, Stay, Strategy, everywhere,
};
use crate::options::KeywordValues;

/// Rows of one community.
#[derive(Debug)]
pub struct Pack {
    /// What it is called where the source of a rule is told.
    pub name: &'static str,
    /// The dialects whose texts it holds for.
    dialects: &'static [Dialect],
    /// The libraries whose importers it holds for: the first words of their names, or a file that is loaded.
    libraries: &'static [&'static str],
    /// Operators, and how they are laid out. They outrank the built-in table.
    pub operators: &'static [(&'static str, Like)],
    /// Patterns for names of operators, and how these are laid out.
    pub patterns: &'static [(Pattern<&'static str>, Like)],
    /// Where the value of a keyword goes if it takes several lines.
    keyword_values: KeywordValues,
}

/// How an operator of a pack is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Like {
    /// So many arguments apart, and then a body.
    Body(u8),
    /// As a form of the built-in table.
    Form(&'static str),
    /// In a way of its own.
    Row(Row),
}

use Like::{Body, Form as As};

/// In a way of its own, whatever the first argument is.
const fn own(form: Form) -> Like {
    Like::Row(Row::Always(form))
}

/// The requirements of a `cond-expand` and what they stand for, indented as a body.
const EXPAND: Like = own(forms::body(
    0,
    everywhere(0),
    &[Role::Clause(ClauseKind::Expand)],
));
/// The clauses of a `cond` on lines of their own, one column in.
const COND: Like =
    own(forms::body(0, everywhere(20), &[Role::Clause(ClauseKind::Cond)]).rest(Column::Indent(1)));
/// The name of a module and what is in it.
const MODULE: Like =
    own(forms::body(1, everywhere(0), &[Data, Role::Body]).strategy(Strategy::Library));
/// The name of a macro, its literals and its rules.
const RULES: Like = own(forms::body(
    2,
    everywhere(0),
    &[Data, Data, Role::Clause(ClauseKind::Syntax)],
));
/// A clause of a module: what it lists is aligned.
const CLAUSE: Like = own(forms::aligned(everywhere(40), &[Role::Arg]));
/// The name of a module, the clauses that say what goes in and out, and what is in it, which may be at the margin.
const STKLOS_MODULE: Like = own(Form {
    stay: Stay::NameAndClauses,
    drop: forms::BODY,
    ..forms::body(1, everywhere(0), &[Data, Role::Body]).strategy(Strategy::Library)
});
const LAMBDA_CLAUSE: Role = Role::Clause(ClauseKind::Lambda);

/// All packs.
pub const PACKS: &[Pack] = &[
    Pack {
        name: "miniKanren",
        dialects: &[],
        libraries: &[
            "minikanren",
            "faster-minikanren",
            "kanren",
            "mk",
            "mk.scm",
            "mk-vicare.scm",
        ],
        operators: &[("project", Body(1))],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "Gauche",
        dialects: &[Dialect::Gauche],
        libraries: &[],
        operators: &[
            ("^", Like::Row(forms::CARET)),
            ("define-cclass", Body(1)),
            ("loop-guarded", Body(1)),
            ("quasirename", Body(1)),
            ("match-let1", As("let1")),
            ("rxmatch-case", As("record-case")),
            ("rxmatch-if", Body(2)),
            ("rxmatch-let", Body(2)),
            ("test*", Like::Row(Row::Always(forms::CALL))),
        ],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "Gambit",
        dialects: &[Dialect::Gambit],
        libraries: &[],
        operators: &[
            ("##define", As("define")),
            ("##define-macro", As("define")),
            ("##define-syntax", As("define-syntax")),
            ("##lambda", As("lambda")),
            ("##let", As("let")),
            ("##letrec", As("letrec")),
            ("define-library-type-of-exception", As("define-type")),
            ("macro-force-vars", Body(1)),
            ("macro-number-dispatch", Body(1)),
        ],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "Guix",
        dialects: &[],
        libraries: &["gnu", "guix"],
        operators: &[
            ("add-after", Body(2)),
            ("add-before", Body(2)),
            ("define-record-type*", Body(1)),
            ("file-system", Body(0)),
            ("git-reference", Body(0)),
            ("manifest-entry", Body(0)),
            ("modify-inputs", Body(1)),
            ("modify-phases", Body(1)),
            ("operating-system", Body(0)),
            ("origin", Body(0)),
            ("package", Body(0)),
            ("package/inherit", Body(1)),
            ("replace", Body(1)),
            ("run-with-store", Body(1)),
            ("substitute*", Body(1)),
            ("substitute-keyword-arguments", Body(1)),
            ("with-imported-modules", Body(1)),
            ("wrap-program", Body(1)),
        ],
        patterns: &[],
        keyword_values: KeywordValues::Below,
    },
    Pack {
        name: "Guile's compiler",
        dialects: &[],
        libraries: &["language cps"],
        operators: &[("$continue", Body(2)), ("$kargs", Body(2))],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "Gerbil",
        dialects: &[Dialect::Gerbil],
        libraries: &[":std", ":gerbil"],
        operators: &[
            ("ast-case", As("syntax-case")),
            ("ast-rules", As("syntax-rules")),
            ("begin-annotation", Body(1)),
            (
                "begin-ffi",
                own(forms::body(1, everywhere(0), &[Data, Role::Body])),
            ),
            ("begin-foreign", Body(0)),
            ("begin-syntax", Body(0)),
            ("c-define-type", Body(1)),
            ("catch", Body(1)),
            ("chain", Body(1)),
            ("cond", COND),
            ("cond-expand", EXPAND),
            ("core-ast-case", As("syntax-case")),
            ("core-syntax-case", As("syntax-case")),
            ("declare-inline", Body(1)),
            (
                "def*",
                own(forms::body(1, everywhere(0), &[Data, LAMBDA_CLAUSE])),
            ),
            ("define-c-lambda", Body(3)),
            ("defrules", RULES),
            ("extern", Body(0)),
            ("finally", As("with-exception-catcher")),
            ("for", As("let*")),
            ("for/collect", As("let*")),
            ("if", Body(1)),
            ("import", As("use-modules")),
            ("interface", Body(1)),
            ("lambda%", As("lambda")),
            ("let-hash", Body(1)),
            ("module", MODULE),
            ("rec", Body(1)),
            ("test-case", Body(1)),
            ("test-suite", Body(1)),
            ("try", As("with-exception-catcher")),
            ("unwind-protect", Body(0)),
            ("using", Body(1)),
            ("while", Body(1)),
            ("with", Body(1)),
            ("with*", Body(1)),
        ],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "Steel",
        dialects: &[Dialect::Steel],
        libraries: &[],
        operators: &[
            ("check-equal?", As("list")),
            ("check-syntax-error?", As("list")),
            ("cond", As("conde")),
            ("test", As("list")),
        ],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "Bigloo",
        dialects: &[Dialect::Bigloo],
        libraries: &[],
        operators: &[
            ("args-parse", Body(1)),
            ("class", As("define-type")),
            ("cond", As("conde")),
            ("cond-expand", EXPAND),
            ("extern", CLAUSE),
            ("import", As("use-modules")),
            ("include", CLAUSE),
            ("lalr-grammar", Body(0)),
            ("match-case", As("match")),
            ("method", Body(3)),
            ("module", MODULE),
            ("regular-grammar", Body(1)),
            ("string-case", As("case")),
            ("unwind-protect", Body(0)),
            ("use", CLAUSE),
            ("with-exception-handler", Body(0)),
            ("with-handler", Body(0)),
            ("with-trace", Body(2)),
        ],
        patterns: &[
            (Pattern::Prefix("duplicate::"), Body(1)),
            (Pattern::Prefix("instantiate::"), Body(0)),
            (Pattern::Prefix("widen!::"), Body(1)),
            (Pattern::Prefix("with-access::"), Body(2)),
        ],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "STklos",
        dialects: &[Dialect::Stklos],
        libraries: &[],
        operators: &[
            ("define-module", STKLOS_MODULE),
            ("test", As("list")),
            ("test/approx", As("list")),
            ("test-equal", As("list")),
            ("test/compile-error", As("list")),
            ("test/error", As("list")),
        ],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "LilyPond",
        dialects: &[],
        libraries: &["lily"],
        operators: &[("make", Body(1))],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "nanopass",
        dialects: &[],
        libraries: &["nanopass"],
        operators: &[("definitions", Body(0)), ("terminals", Body(0))],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
    Pack {
        name: "Vicare",
        dialects: &[Dialect::Vicare],
        libraries: &["vicare"],
        operators: &[
            ("case-word-size", As("cond-expand")),
            ("compensate", Body(1)),
            ("declare-core-primitive", Body(2)),
            ("define-core-record-type", Body(1)),
            ("define-label", Body(1)),
            ("for-each-in-order", Body(1)),
            ("internal-body", Body(0)),
            ("lambda/std", As("lambda")),
            ("lambda/typed", As("lambda")),
            ("let/checked", As("let*")),
            ("let/std", As("let")),
            ("method-syntax", Body(1)),
            ("named-case-lambda", Body(1)),
            ("named-case-lambda*", Body(1)),
            ("named-lambda*", Body(2)),
            ("parameterise", As("parameterize")),
            ("parametrise", As("parameterize")),
            ("procedure-argument-violation", Body(1)),
            ("procedure-arguments-consistency-violation", Body(1)),
            ("procedure-signature-argument-violation", Body(1)),
            ("receive/std", As("receive")),
            ("returnable", Body(0)),
            ("with-arguments-validation", Body(2)),
            ("with-compensations", Body(0)),
            ("with-compensations/on-error", Body(0)),
        ],
        patterns: &[],
        keyword_values: KeywordValues::Beside,
    },
];

impl Like {
    /// The row that this stands for.
    pub fn row(self) -> Row {
        match self {
            Body(k) => Row::Always(forms::body_form(k)),
            As(name) => match rules::built_in().name(name) {
                Some(rule) => rule.row,
                None => Row::Always(forms::CALL),
            },
            Like::Row(row) => row,
        }
    }
}

impl Pack {
    /// Whether it holds for a text of this dialect that imports these libraries.
    pub(crate) fn holds_for(&self, dialect: Dialect, imported: &[String]) -> bool {
        let is_of = |library: &String| {
            self.libraries.iter().any(|own| {
                let after = library.strip_prefix(own);
                after.is_some_and(|after| after.is_empty() || after.starts_with([' ', '/', '.']))
            })
        };
        self.dialects.contains(&dialect) || imported.iter().any(is_of)
    }

    /// The rules of the pack.
    fn layer(&self) -> Layer {
        let mut layer = Layer::default();
        let provenance = Provenance::Pack(self.name);
        let rule = |like: Like| Rule {
            row: like.row(),
            provenance: provenance.clone(),
        };
        for (operator, like) in self.operators {
            layer.insert(operator, rule(*like));
        }
        for (pattern, like) in self.patterns {
            layer.insert_pattern(pattern.owned(), rule(*like));
        }
        layer
    }
}

/// The rules of each pack, in the order of [`PACKS`]; made when some are first asked for.
static LAYERS: LazyLock<Vec<Layer>> = LazyLock::new(|| PACKS.iter().map(Pack::layer).collect());

/// The rules of the packs that hold for a text of this dialect that imports these libraries.
pub(crate) fn rules(dialect: Dialect, imported: &[String]) -> Vec<&'static Layer> {
    let packs = PACKS.iter().enumerate();
    let held = packs.filter(|(_, pack)| pack.holds_for(dialect, imported));
    held.map(|(number, _)| &LAYERS[number]).collect()
}

/// Where the value of a keyword goes if it takes several lines, in such a text.
pub(crate) fn keyword_values(dialect: Dialect, imported: &[String]) -> KeywordValues {
    let is_below = |pack: &Pack| pack.keyword_values == KeywordValues::Below;
    let below = |pack: &Pack| is_below(pack) && pack.holds_for(dialect, imported);
    match PACKS.iter().any(below) {
        true => KeywordValues::Below,
        false => KeywordValues::Beside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_holds_for_its_dialect_and_for_who_imports_its_libraries() {
        let imported = |library: &str| {
            let libraries = [library.to_owned()];
            let packs = PACKS.iter();
            let names = packs.filter(|pack| pack.holds_for(Dialect::R7rs, &libraries));
            names.map(|pack| pack.name).collect::<Vec<_>>()
        };
        assert_eq!(imported("gnu packages base"), ["Guix"]);
        assert_eq!(imported(":std/text/json"), ["Gerbil"]);
        assert_eq!(imported("mk.scm"), ["miniKanren"]);
        assert_eq!(imported("gnus"), [""; 0]);
        assert_eq!(imported("only"), [""; 0]);
        let gauche = PACKS.iter().find(|pack| pack.name == "Gauche");
        assert!(gauche.is_some_and(|pack| pack.holds_for(Dialect::Gauche, &[])));
    }

    #[test]
    fn what_rows_are_like_is_in_the_table() {
        for (operator, like) in PACKS.iter().flat_map(|pack| pack.operators) {
            if let As(name) = like {
                assert!(rules::built_in().name(name).is_some(), "{operator}");
            }
            let known = rules::built_in().name(operator);
            assert!(
                known.is_none_or(|rule| rule.row != like.row()),
                "{operator}"
            );
        }
    }
}
