//! Which operator is laid out by which form, as data.

use std::collections::HashMap;

/// Layout rules by operator name or name pattern (`define-*`).
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Exact names.
    pub names: HashMap<String, u32>,
}
