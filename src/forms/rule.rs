//! A layout rule, and where it comes from.

use std::fmt;
use std::sync::Arc;

use super::{Pattern, Row};

/// A row, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// How the lists are laid out.
    pub row: Row,
    /// Where the row comes from.
    pub provenance: Provenance,
}

/// Where a rule comes from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Provenance {
    /// The built-in table.
    #[error("built-in")]
    BuiltIn,
    /// A built-in pattern of names.
    #[error("built-in, for every `{0}`")]
    Pattern(Pattern<&'static str>),
    /// A pack of built-in rows for one community.
    #[error("built-in, for {0}")]
    Pack(&'static str),
    /// The configuration.
    #[error("{0}")]
    Configuration(Location),
    /// An Emacs indentation rule.
    #[error("{0}, for Emacs")]
    Emacs(Location),
    /// A line of a `.lispwords` file.
    #[error("{0}")]
    Lispwords(Location),
    /// A `pretty-format` declaration for Chez Scheme.
    #[error("{0}, for Chez Scheme")]
    Chez(Location),
    /// The definition of a macro.
    #[error("{0}, its definition")]
    Definition(Location),
    /// The calls at top level.
    #[error("{0}, its use at top level")]
    Registration(Location),
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
    pub fn here(line: usize) -> Location {
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
    /// Whether the rule is that of a built-in pattern, and so says little about a single name.
    pub fn is_pattern(&self) -> bool {
        matches!(self, Provenance::Pattern(_))
    }

    /// The option that turns such rules off, if there is one.
    #[cfg(feature = "explain")]
    pub(crate) fn option(&self) -> Option<&'static str> {
        match self {
            Provenance::Emacs(_) | Provenance::Lispwords(_) | Provenance::Chez(_) => {
                Some("emacs-rules")
            }
            Provenance::Definition(_) => Some("macro-rules"),
            _ => None,
        }
    }

    /// The provenance with `name` as the name of the text being formatted, where a file has none.
    #[must_use]
    pub fn in_file(mut self, name: &str) -> Provenance {
        match &mut self {
            Provenance::BuiltIn | Provenance::Pattern(_) | Provenance::Pack(_) => {}
            Provenance::Configuration(location)
            | Provenance::Emacs(location)
            | Provenance::Lispwords(location)
            | Provenance::Chez(location)
            | Provenance::Definition(location)
            | Provenance::Registration(location) => {
                location.file.get_or_insert_with(|| name.into());
            }
        }
        self
    }
}
