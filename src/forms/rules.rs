//! The layout rules for a text, in layers, and where each rule comes from.
//!
//! Layers are searched in this order, and the first one that has a rule for a name decides:
//!
//! 1. the configuration's names,
//! 2. the text's own indentation rules for Emacs or Chez Scheme,
//! 3. the project's rules for editors,
//! 4. the names in the packs that apply to the text,
//! 5. the built-in names,
//! 6. the configuration's patterns,
//! 7. the macro definitions of the text,
//! 8. the patterns of the packs,
//! 9. the built-in patterns,
//! 10. the calls at top level that begin with a string.
//!
//! So names take precedence over patterns: `"define-*" = 1` applies to definitions that no other layer names, and does not
//! affect `define-record-type`. A name without a rule is that of a plain call.
//!
//! **Invariant**: no rule depends on the line breaks of the text that it lays out, nor on any other source file of the
//! project, so formatting a file gives the same result alone and among others.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::dialects::Dialect;
use crate::forms::Pattern;
use crate::forms::packs::{Pack, built_in};

pub use super::rule::{Location, Provenance, Rule};

/// A layer of rules: by name, and by name pattern in the order in which the patterns are tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    names: FxHashMap<Box<str>, Rule>,
    patterns: Vec<(Pattern<String>, Rule)>,
}

impl Layer {
    /// Adds a rule for a name. A later rule replaces an earlier one.
    pub fn insert(&mut self, name: &str, rule: Rule) {
        self.names.insert(name.into(), rule);
    }

    /// Adds a rule for a pattern. If several patterns match a name, the longest one decides.
    pub fn insert_pattern(&mut self, pattern: Pattern<String>, rule: Rule) {
        let length = pattern.to_string().len();
        let index = self
            .patterns
            .partition_point(|(other, _)| other.to_string().len() >= length);
        self.patterns.insert(index, (pattern, rule));
    }

    /// Adds the rules of `other`, which take precedence.
    pub fn extend(&mut self, other: Layer) {
        self.names.extend(other.names);
        // Of two patterns of the same length, the first one is found first.
        for (pattern, rule) in std::mem::replace(&mut self.patterns, other.patterns) {
            self.insert_pattern(pattern, rule);
        }
    }

    /// The rule for exactly this name, patterns aside.
    #[inline]
    pub fn name(&self, name: &str) -> Option<&Rule> {
        self.names.get(name)
    }

    /// The rules for names, in no order.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &Rule)> {
        self.names.iter().map(|(name, rule)| (&**name, rule))
    }

    /// The rule of the first pattern that matches a name.
    #[inline]
    pub fn pattern(&self, name: &str) -> Option<&Rule> {
        self.pattern_of(name).map(|(_, rule)| rule)
    }

    #[inline]
    fn pattern_of(&self, name: &str) -> Option<&(Pattern<String>, Rule)> {
        let mut patterns = self.patterns.iter();
        patterns.find(|(pattern, _)| pattern.matches(name))
    }

    /// All rules: those for names in alphabetical order, then those for patterns.
    pub fn rules(&self) -> Vec<(String, &Rule)> {
        let mut rules: Vec<(String, &Rule)> = self
            .names
            .iter()
            .map(|(name, rule)| (name.to_string(), rule))
            .collect();
        rules.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        rules.extend(
            self.patterns
                .iter()
                .map(|(pattern, rule)| (pattern.to_string(), rule)),
        );
        rules
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.patterns.is_empty()
    }
}

/// The rules for a text. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The rules of the configuration.
    pub configuration: Arc<Layer>,
    /// The rules that the project has for editors.
    pub project: Arc<Layer>,
    /// The rules that the text itself has for Emacs or Chez Scheme.
    pub own: Layer,
    /// The packs that apply to the text; in the rules of a project, those that apply to all of its texts.
    pub packs: Vec<&'static Pack>,
    /// The rules inferred from the macro definitions of the text.
    pub definitions: Layer,
    /// The rules inferred from the calls at top level.
    pub registrations: Layer,
    /// The dialect of the text; in the rules of a project, that of a text that shows none.
    pub dialect: Dialect,
}

impl Rules {
    /// The rule for an operator; none for a plain call.
    #[inline]
    pub fn rule(&self, operator: &str) -> Option<&Rule> {
        self.configuration
            .name(operator)
            .or_else(|| self.own.name(operator))
            .or_else(|| self.project.name(operator))
            .or_else(|| self.packs.iter().find_map(|pack| pack.name(operator)))
            .or_else(|| built_in().name(operator))
            .or_else(|| self.configuration.pattern(operator))
            .or_else(|| self.definitions.name(operator))
            .or_else(|| self.packs.iter().find_map(|pack| pack.pattern(operator)))
            .or_else(|| built_in().pattern(operator))
            .or_else(|| self.registrations.name(operator))
            .or_else(|| {
                // Old readers fold case, and code that is written for them is in capitals. One letter is a variable.
                let has = |is: fn(&u8) -> bool| operator.as_bytes().iter().any(is);
                let is_in_capitals = has(u8::is_ascii_uppercase) && !has(u8::is_ascii_lowercase);
                let may_be_operator = is_in_capitals && operator.len() > 1;
                may_be_operator.then(|| self.rule(&operator.to_ascii_lowercase()))?
            })
    }

    /// The name or the pattern of names for which the rule of an operator is written.
    pub(crate) fn row_name(&self, operator: &str, rule: &Rule) -> String {
        let pattern = match &rule.provenance {
            Provenance::Pattern(pattern) => Some(pattern.to_string()),
            Provenance::Configuration(_) if self.configuration.name(operator).is_none() => {
                let found = self.configuration.pattern_of(operator);
                found.map(|(pattern, _)| pattern.to_string())
            }
            Provenance::Pack(_) if self.packs.iter().all(|it| it.name(operator).is_none()) => {
                let mut found = self.packs.iter().filter_map(|it| it.pattern_of(operator));
                found.next().map(|(pattern, _)| pattern.to_string())
            }
            _ => None,
        };
        pattern.unwrap_or_else(|| operator.to_owned())
    }

    /// Whether the value of a keyword goes below the keyword if it takes several lines.
    pub(crate) fn has_values_below(&self) -> bool {
        self.packs.iter().any(|pack| pack.values_below)
    }

    /// Whether a call whose arguments are fields is a record, whose fields go below the name.
    pub(crate) fn has_fields_below(&self) -> bool {
        self.packs.iter().any(|pack| pack.fields_below)
    }
}
