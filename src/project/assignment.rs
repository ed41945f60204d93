//! Settings with their values, and where these were found: the result of reading configuration files.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use schemefmt::internals::forms::rules::Layer;

use super::paths::shown;
use super::selection::Selection;
use super::settings::{Setting, Value};

/// A setting with its value, and where that was found.
#[derive(Clone)]
pub struct Assignment {
    /// The option.
    pub setting: Setting,
    /// The value. It was validated when it was read.
    pub value: Value,
    /// Where it was found.
    pub origin: Origin,
}

/// Where a value was found.
#[derive(Clone, Debug)]
pub enum Origin {
    /// In this file, on this line.
    File(Arc<Path>, usize),
    /// In the request; this is what asks for it.
    Request(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path, line) => write!(out, "{}:{line}", shown(path)),
            Origin::Request(by) => write!(out, "{by}"),
        }
    }
}

/// The contents of a `schemefmt.toml`; empty if there is none.
#[derive(Default)]
pub struct Config {
    /// The file, if there is one.
    pub path: Option<Arc<Path>>,
    /// The options that it sets.
    pub(super) assignments: Vec<Assignment>,
    /// Its layout rules.
    pub(super) rules: Arc<Layer>,
    /// Which files it selects.
    pub(super) selection: Selection,
}
