//! The built-in rows, in packs: the core, which applies to every text, and one pack for each community. A text shows itself whether
//! a pack applies to it, by its dialect or by a library that it imports, so that a file comes out the same wherever it is
//! formatted.
//!
//! A pack is a file `*.scm` beside this one. It is read when the crate is built, so short runs pay nothing for it.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::dialects::Dialect;
use crate::forms::form::*;
use crate::forms::rule::{Provenance, Rule};

/// The rules of a community, and the texts that they apply to.
#[derive(Debug)]
pub struct Pack {
    /// Its name in the provenance of a rule.
    pub name: &'static str,
    /// The names of the dialects that it applies to.
    pub dialects: &'static [&'static str],
    /// The libraries whose importers it applies to: the first words of their names, or a loaded file.
    libraries: &'static [&'static str],
    /// Whether the value of a keyword goes below the keyword if it takes several lines.
    pub values_below: bool,
    /// Whether a call whose arguments are fields is a record, whose fields go below the name.
    pub fields_below: bool,
    /// The names that have a rule, in the order of the rows, with the index of the rule.
    names: &'static [(&'static str, u8)],
    /// The indices by name, once a name has been looked up.
    index: OnceLock<FxHashMap<&'static str, u8>>,
    rules: &'static [Rule],
    /// The rules for patterns, in the order in which they are tried.
    patterns: &'static [(Pattern<&'static str>, Rule)],
}

// `static CORE: Pack` and `pub static PACKS: [Pack; _]`, written by the build script.
include!(concat!(env!("OUT_DIR"), "/packs.rs"));

/// The core, whose rows apply to every text.
#[inline]
pub fn built_in() -> &'static Pack {
    &CORE
}

impl Pack {
    /// The packs for a text of this dialect that imports these libraries, those of a library first: they are more specific.
    pub(crate) fn applying_to(dialect: Dialect, imported: &[String]) -> Vec<&'static Pack> {
        let (of_libraries, others): (Vec<_>, Vec<_>) =
            PACKS.iter().partition(|pack| pack.has_library(imported));
        let of_dialect = others
            .into_iter()
            .filter(|pack| pack.dialects.contains(&dialect.name()));
        of_libraries.into_iter().chain(of_dialect).collect()
    }

    /// Whether one of its libraries is imported.
    fn has_library(&self, imported: &[String]) -> bool {
        let is_of = |library: &String| {
            self.libraries.iter().any(|own| {
                let after = library.strip_prefix(own);
                after.is_some_and(|after| after.is_empty() || after.starts_with([' ', '/', '.']))
            })
        };
        imported.iter().any(is_of)
    }

    /// The rule for exactly this name, patterns aside.
    #[inline]
    pub fn name(&self, name: &str) -> Option<&Rule> {
        let index = self
            .index
            .get_or_init(|| self.names.iter().copied().collect());
        index.get(name).map(|rule| &self.rules[usize::from(*rule)])
    }

    /// The rule of the first pattern that matches a name.
    #[inline]
    pub fn pattern(&self, name: &str) -> Option<&Rule> {
        self.pattern_of(name).map(|(_, rule)| rule)
    }

    #[inline]
    pub(crate) fn pattern_of(&self, name: &str) -> Option<&(Pattern<&'static str>, Rule)> {
        let mut patterns = self.patterns.iter();
        patterns.find(|(pattern, _)| pattern.matches(name))
    }

    /// The name of a form that is laid out by this row: `own` if it is one, otherwise the first such name or pattern.
    pub fn like(&self, row: &Row, own: &str) -> Option<String> {
        if self.name(own).is_some_and(|rule| rule.row == *row) {
            return Some(own.to_owned());
        }
        let mut rules = self.rules();
        rules
            .find(|(_, rule)| rule.row == *row)
            .map(|(name, _)| name)
    }

    /// All rules in the order of the rows: those for names, then those for patterns.
    pub fn rules(&self) -> impl Iterator<Item = (String, &Rule)> {
        let names = self.names.iter();
        let names = names.map(|(name, rule)| ((*name).to_owned(), &self.rules[usize::from(*rule)]));
        let patterns = self.patterns.iter();
        names.chain(patterns.map(|(pattern, rule)| (pattern.to_string(), rule)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pack_applies_by_dialect_and_import() {
        let imported = |library: &str| {
            let libraries = [library.to_owned()];
            let packs = Pack::applying_to(Dialect::Guile, &libraries).into_iter();
            packs.map(|pack| pack.name).collect::<Vec<_>>()
        };
        assert_eq!(imported("gnu packages base"), ["Guix", "Guile"]);
        assert_eq!(imported(":std/text/json"), ["Gerbil", "Guile"]);
        assert_eq!(imported("mk.scm"), ["miniKanren", "Guile"]);
        assert_eq!(imported("gnus"), ["Guile"]);
        assert_eq!(imported("only"), ["Guile"]);
    }

    #[test]
    fn every_pack_applies_somewhere() {
        for pack in &PACKS {
            let Pack {
                name,
                dialects,
                libraries,
                ..
            } = pack;
            assert!(!dialects.is_empty() || !libraries.is_empty(), "{name}");
            for dialect in *dialects {
                assert!(dialect.parse::<Dialect>().is_ok(), "{name}: {dialect}");
            }
        }
    }
}
