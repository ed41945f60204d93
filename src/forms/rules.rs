//! The layout rules for a text, in layers, and where each rule comes from.
//!
//! Layers are searched in this order, and the first one that has a rule for a name decides:
//!
//! 1. the configuration's names,
//! 2. what the text itself tells Emacs or Chez Scheme about indentation,
//! 3. what the project tells Emacs,
//! 4. the names of the packs that hold for the text,
//! 5. the built-in names,
//! 6. the configuration's patterns,
//! 7. the macro definitions of the text,
//! 8. the patterns of the packs,
//! 9. the built-in patterns.
//!
//! So names take precedence over patterns: `"define-*" = 1` applies to definitions that no other layer names, and does not
//! affect `define-record-type`. A name without a rule is that of a plain call.
//!
//! **Invariant**: no rule depends on the line breaks of the text that it lays out, nor on any other source file of the
//! project, so formatting a file gives the same result alone and among others.

use std::cmp::Reverse;
use std::sync::Arc;
use std::{fmt, mem};

use rustc_hash::FxHashMap;

use crate::dialects::Dialect;
use crate::forms::{BUILT_IN, CALL, PATTERNS, Pattern, Row};
use crate::options::KeywordValues;

/// A row, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// How the lists are laid out.
    pub row: Row,
    /// Where the row comes from.
    pub provenance: Provenance,
}

/// Where a rule comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// The built-in table.
    BuiltIn,
    /// A built-in pattern of names.
    Pattern(Pattern<&'static str>),
    /// A pack of built-in rows for one community.
    Pack(&'static str),
    /// The configuration.
    Configuration(Location),
    /// An Emacs indentation rule.
    Emacs(Location),
    /// A `pretty-format` declaration for Chez Scheme.
    Chez(Location),
    /// The definition of a macro.
    Definition(Location),
}

/// A line in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file's name; none for the text being formatted.
    pub file: Option<Arc<str>>,
    /// The line number, from 1.
    pub line: usize,
}

impl Location {
    /// A line in the text being formatted.
    pub(crate) fn here(line: usize) -> Location {
        Location { file: None, line }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(out, "{file}:{}", self.line),
            None => write!(out, "line {}", self.line),
        }
    }
}

impl Provenance {
    /// The same provenance, with `name` as the name of the text being formatted.
    #[must_use]
    pub fn in_file(mut self, name: &str) -> Provenance {
        match &mut self {
            Provenance::BuiltIn | Provenance::Pattern(_) | Provenance::Pack(_) => {}
            Provenance::Configuration(location)
            | Provenance::Emacs(location)
            | Provenance::Chez(location)
            | Provenance::Definition(location) => {
                location.file.get_or_insert_with(|| name.into());
            }
        }
        self
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Provenance::BuiltIn => write!(out, "built-in"),
            Provenance::Pattern(pattern) => write!(out, "built-in, for every `{pattern}`"),
            Provenance::Pack(name) => write!(out, "built-in, for {name}"),
            Provenance::Configuration(location) => write!(out, "{location}"),
            Provenance::Emacs(location) => write!(out, "{location}, for Emacs"),
            Provenance::Chez(location) => write!(out, "{location}, for Chez Scheme"),
            Provenance::Definition(location) => write!(out, "{location}, its definition"),
        }
    }
}

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
        let place = self
            .patterns
            .partition_point(|(other, _)| other.to_string().len() >= length);
        self.patterns.insert(place, (pattern, rule));
    }

    /// Adds the rules of `other`, which take precedence.
    pub fn extend(&mut self, other: Layer) {
        self.names.extend(other.names);
        // Of two patterns of the same length, the first one is found first.
        let own = std::mem::replace(&mut self.patterns, other.patterns);
        self.patterns.extend(own);
        self.patterns
            .sort_by_key(|(pattern, _)| Reverse(pattern.to_string().len()));
    }

    /// The rule for exactly this name, patterns aside.
    #[inline]
    pub fn name(&self, name: &str) -> Option<&Rule> {
        self.names.get(name)
    }

    /// The rule of the first pattern that matches a name.
    #[inline]
    pub fn pattern(&self, name: &str) -> Option<&Rule> {
        let (_, rule) = self
            .patterns
            .iter()
            .find(|(pattern, _)| pattern.matches(name))?;
        Some(rule)
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

    /// The number of rules.
    pub fn len(&self) -> usize {
        self.names.len() + self.patterns.len()
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.patterns.is_empty()
    }
}

/// The built-in rules, with the interface of a [`Layer`]. They are built at compile time, so short runs pay nothing for
/// them.
#[derive(Debug)]
pub struct BuiltIn {
    names: [&'static str; BUILT_IN.len()],
    rules: [Rule; BUILT_IN.len()],
    /// A hash table with the number of each name, with linear probing.
    places: [u8; PLACES],
    patterns: [Pattern<&'static str>; PATTERNS.len()],
    pattern_rules: [Rule; PATTERNS.len()],
    /// For each byte, the patterns whose names all start with it. A set of patterns has a bit for the number of each.
    by_first: [u16; 256],
    /// For each byte, the patterns whose names all end with it.
    by_last: [u16; 256],
    /// The other patterns.
    by_neither: u16,
}

/// The binary logarithm of the table's size, which is large enough that most other names hit a free slot at once.
const PLACES_LOG: u32 = 9;
const PLACES: usize = 1 << PLACES_LOG;

/// The number in a free slot, which belongs to no name.
const FREE: u8 = u8::MAX;
const _: () = assert!(BUILT_IN.len() <= FREE as usize);
const _: () = assert!(PATTERNS.len() <= u16::BITS as usize);

/// A hash of this many bits, computed from the length and three letters of a name.
#[inline]
pub(crate) const fn hash(name: &str, bits: u32) -> usize {
    let (name, length) = (name.as_bytes(), name.len());
    if length == 0 {
        return 0;
    }
    let [first, middle, last] = [name[0], name[length / 2], name[length - 1]];
    let key = u32::from_le_bytes([length as u8, first, middle, last]);
    // The topmost bits of the product depend on all bits of the key.
    (key.wrapping_mul(0x9E37_79B1) >> (u32::BITS - bits)) as usize
}

static BUILT_IN_RULES: BuiltIn = BuiltIn::new();

/// The built-in rules.
pub fn built_in() -> &'static BuiltIn {
    &BUILT_IN_RULES
}

impl BuiltIn {
    const fn new() -> Self {
        const NO_RULE: Rule = Rule {
            row: Row::Always(CALL),
            provenance: Provenance::BuiltIn,
        };
        let mut made = BuiltIn {
            names: [""; BUILT_IN.len()],
            rules: [NO_RULE; BUILT_IN.len()],
            places: [FREE; PLACES],
            patterns: [Pattern::Prefix(""); PATTERNS.len()],
            pattern_rules: [NO_RULE; PATTERNS.len()],
            by_first: [0; 256],
            by_last: [0; 256],
            by_neither: 0,
        };
        let mut number = 0;
        while number < BUILT_IN.len() {
            let (name, row) = BUILT_IN[number];
            made.names[number] = name;
            made.rules[number].row = row;
            let mut place = hash(name, PLACES_LOG);
            while made.places[place] != FREE {
                place = (place + 1) % PLACES;
            }
            made.places[place] = number as u8;
            number += 1;
        }
        let mut number = 0;
        while number < PATTERNS.len() {
            let (pattern, row) = PATTERNS[number];
            made.patterns[number] = pattern;
            match pattern {
                Pattern::Prefix(start) => {
                    made.by_first[start.as_bytes()[0] as usize] |= 1 << number;
                }
                Pattern::Suffix(end) => {
                    made.by_last[end.as_bytes()[end.len() - 1] as usize] |= 1 << number;
                }
                Pattern::Within(_) => made.by_neither |= 1 << number,
            }
            let provenance = Provenance::Pattern(pattern);
            // A const function can build values but not drop them.
            mem::forget(mem::replace(
                &mut made.pattern_rules[number],
                Rule { row, provenance },
            ));
            number += 1;
        }
        made
    }

    /// The rule for exactly this name, patterns aside.
    #[inline]
    pub fn name(&self, name: &str) -> Option<&Rule> {
        let mut place = hash(name, PLACES_LOG);
        loop {
            let number = usize::from(self.places[place]);
            if *self.names.get(number)? == name {
                return Some(&self.rules[number]);
            }
            place = (place + 1) % PLACES;
        }
    }

    /// The rule of the first pattern that matches a name.
    #[inline]
    pub fn pattern(&self, name: &str) -> Option<&Rule> {
        let [first, last] = [*name.as_bytes().first()?, *name.as_bytes().last()?].map(usize::from);
        let mut candidates = self.by_first[first] | self.by_last[last] | self.by_neither;
        while candidates != 0 {
            let number = candidates.trailing_zeros() as usize;
            if self.patterns[number].matches(name) {
                return Some(&self.pattern_rules[number]);
            }
            candidates &= candidates - 1;
        }
        None
    }

    /// The name of a form that is laid out by this row: `own` if it is one, otherwise the first such name or pattern in the
    /// table.
    pub fn like(&self, row: &Row, own: &str) -> Option<String> {
        if self.name(own).is_some_and(|rule| rule.row == *row) {
            return Some(own.to_owned());
        }
        let is_it = |rule: &Rule| rule.row == *row;
        let name = self.rules.iter().position(is_it);
        let pattern = || self.pattern_rules.iter().position(is_it);
        name.map(|number| self.names[number].to_owned())
            .or_else(|| pattern().map(|number| self.patterns[number].to_string()))
    }

    /// All rules: those for names in alphabetical order, then those for patterns.
    pub fn rules(&self) -> Vec<(String, &Rule)> {
        let names = self.names.iter().map(ToString::to_string);
        let mut rules: Vec<(String, &Rule)> = names.zip(&self.rules).collect();
        rules.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let patterns = self.patterns.iter().map(ToString::to_string);
        rules.extend(patterns.zip(&self.pattern_rules));
        rules
    }
}

/// The rules for a text. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The rules of the configuration.
    pub configuration: Arc<Layer>,
    /// The rules that the project has for Emacs.
    pub project: Arc<Layer>,
    /// The rules that the text itself has for Emacs or Chez Scheme.
    pub own: Layer,
    /// The rules of the packs that apply to the text.
    pub packs: Vec<&'static Layer>,
    /// The rules inferred from the macro definitions of the text.
    pub definitions: Layer,
    /// The dialect of the text.
    pub dialect: Dialect,
    /// Where the value of a keyword goes in such a text if it takes several lines.
    pub keyword_values: KeywordValues,
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
    }

    /// The row for an operator; none for a plain call.
    #[inline]
    pub fn row(&self, operator: &str) -> Option<&Row> {
        Some(&self.rule(operator)?.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_names_are_found_and_no_others() {
        for (name, row) in BUILT_IN {
            let rows = BUILT_IN.iter().filter(|(other, _)| other == name);
            assert_eq!(rows.count(), 1, "{name}");
            let found = built_in().name(name);
            assert_eq!(found.map(|rule| rule.row), Some(*row), "{name}");
            let shorter: String = name.chars().skip(1).collect();
            for other in [shorter, format!("{name}{name}"), format!("{name}+")] {
                let is_built_in = BUILT_IN.iter().any(|(name, _)| *name == other);
                let found = built_in().name(&other);
                assert_eq!(found.is_some(), is_built_in, "{other}");
            }
        }
    }
}
