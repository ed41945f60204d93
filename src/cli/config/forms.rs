//! The table `[forms]` of the configuration: an operator, or a pattern such as `define-*`, and its layout rule.

use schemefmt::rules::Layer;

use super::settings::{Expected, Value};

/// Puts one rule before the built-in ones.
///
/// # Errors
/// What would have been right.
pub fn set(_rules: &mut Layer, _operator: &str, _rule: &Value) -> Result<(), Expected> {
    Err(Expected {
        what: "no rule: the table [forms] cannot be set yet".to_owned(),
        nearest: None,
    })
}
