//! The canonical spelling of a literal.

use crate::dialect::Dialect;
use crate::options::{Identifiers, Literals};
use crate::syntax::token::TokenKind;

/// Knows the canonical spelling of the tokens of a text.
#[derive(Clone, Debug)]
pub struct Normalizer;

impl Normalizer {
    /// A normalizer for a dialect.
    pub fn new(_dialect: Dialect, _literals: Literals, _identifiers: Identifiers) -> Self {
        Normalizer
    }

    /// The canonical spelling of a token, or `None` where it already has it or must keep its own.
    pub fn spelling(&self, _kind: TokenKind, _text: &str) -> Option<String> {
        None
    }
}
