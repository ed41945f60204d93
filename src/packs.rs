//! Rows of the table of forms that hold in one community only: packs. A text says itself whether one holds for it, by its
//! dialect or by a library that it imports, so that a file comes out the same wherever it is formatted.
//!
//! The evidence for each row is in `testdata/evidence.tsv`.

use std::sync::LazyLock;

use crate::dialect::Dialect;
use crate::forms::{self, Row};
use crate::rules::{self, Layer, Provenance, Rule};

/// Rows of one community.
#[derive(Debug)]
pub struct Pack {
    /// What it is called where the source of a rule is told.
    pub name: &'static str,
    /// The dialects whose texts it holds for.
    dialects: &'static [Dialect],
    /// The libraries whose importers it holds for: the first words of their names, or a file that is loaded.
    libraries: &'static [&'static str],
    /// Operators, and how they are laid out.
    pub operators: &'static [(&'static str, Like)],
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
    },
    Pack {
        name: "Guix",
        dialects: &[],
        libraries: &["gnu", "guix"],
        operators: &[
            ("modify-inputs", Body(1)),
            ("modify-phases", Body(1)),
            ("origin", Body(0)),
            ("package", Body(0)),
            ("package/inherit", Body(1)),
            ("substitute*", Body(1)),
            ("substitute-keyword-arguments", Body(1)),
        ],
    },
    Pack {
        name: "Guile's compiler",
        dialects: &[],
        libraries: &["language cps"],
        operators: &[("$continue", Body(2)), ("$kargs", Body(2))],
    },
    Pack {
        name: "Gerbil",
        dialects: &[],
        libraries: &[":std", ":gerbil"],
        operators: &[
            ("begin-annotation", Body(1)),
            ("interface", Body(1)),
            ("using", Body(1)),
        ],
    },
    Pack {
        name: "nanopass",
        dialects: &[],
        libraries: &["nanopass"],
        operators: &[("definitions", Body(0)), ("terminals", Body(0))],
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
    pub(crate) fn rules(&self) -> Option<&'static Layer> {
        LAYERS
            .iter()
            .find(|(name, _)| *name == self.name)
            .map(|(_, layer)| layer)
    }
}

/// The rules of each pack by its name, made when the first one is asked for.
static LAYERS: LazyLock<Vec<(&'static str, Layer)>> = LazyLock::new(|| {
    let layer = |pack: &Pack| {
        let mut layer = Layer::default();
        for (operator, like) in pack.operators {
            let provenance = Provenance::Pack(pack.name);
            let row = like.row();
            layer.insert(operator, Rule { row, provenance });
        }
        (pack.name, layer)
    };
    PACKS.iter().map(layer).collect()
});

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
        assert!(PACKS[1].holds_for(Dialect::Gauche, &[]));
    }

    #[test]
    fn what_rows_are_like_is_in_the_table() {
        for (operator, like) in PACKS.iter().flat_map(|pack| pack.operators) {
            if let As(name) = like {
                assert!(rules::built_in().name(name).is_some(), "{operator}");
            }
            let elsewhere = rules::built_in().name(operator).map(|rule| rule.row);
            assert_ne!(elsewhere, Some(like.row()), "{operator}");
        }
    }
}
