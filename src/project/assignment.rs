//! Settings with their values, and where these were found: what configuration files are read into.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use schemefmt::internals::rules::Layer;

use super::selection::Selection;
use super::settings::{Setting, Value};

/// A setting with its value and where that was found.
#[derive(Clone)]
pub struct Assignment {
    /// The option.
    pub setting: Setting,
    /// What to set it to. That it is right was checked where it was read.
    pub value: Value,
    /// Where it was found.
    pub origin: Origin,
}

/// Where a value was found.
#[derive(Clone, Debug)]
pub enum Origin {
    /// In a file, at a line.
    File(Arc<Path>, usize),
    /// In the request: what asks for it.
    Request(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path, line) => write!(out, "{}:{line}", path.display()),
            Origin::Request(by) => write!(out, "{by}"),
        }
    }
}

/// What one `schemefmt.toml` says, or nothing where there is none.
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
