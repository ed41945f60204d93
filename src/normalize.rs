//! The canonical spelling of a literal.

use crate::dialect::Dialect;
use crate::syntax::token::TokenKind;

/// The canonical spelling of a token under a dialect, or `None` where it already has it or must keep its own.
pub fn normalize(_kind: TokenKind, _text: &str, _dialect: Dialect) -> Option<String> {
    None
}
