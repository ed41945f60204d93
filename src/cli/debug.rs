//! `--debug STAGE`: shows the result of a stage, for developers of the formatter.

use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use schemefmt::internals::debug::{self, Stage};
use schemefmt::internals::text::source::Source;
use schemefmt::options::Options;

use super::context::ContextIo as _;
use super::excerpt::Drawn;
use crate::project::paths::shown;
use crate::project::read;

/// A parser for the names of the stages.
pub fn stages() -> impl TypedValueParser<Value = Stage> {
    let find = |name: String| Stage::NAMES.into_iter().find(|(known, _)| *known == name);
    PossibleValuesParser::new(Stage::NAMES.map(|(name, _)| name))
        .try_map(move |name| find(name).map(|(_, stage)| stage).ok_or("unknown stage"))
}

/// The result of a stage for the file at `path`.
///
/// # Errors
/// Returns an error if the file cannot be read, as bytes or as Scheme.
pub fn run(path: &Path, options: &Options, stage: Stage) -> anyhow::Result<String> {
    let bytes = read::bounded(path, read::MAX_SOURCE)
        .context_io(format!("{}: cannot read", shown(path)))?;
    debug::show(&bytes, options, stage).map_err(|diagnostic| {
        let source = Source::decode(&bytes);
        let text = source.as_ref().map_or("", |source| &source.text);
        Drawn::of(&[diagnostic], text, path)
    })
}
