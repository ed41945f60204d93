//! `--debug STAGE`: shows the result of a stage, for developers of the formatter.

use std::path::Path;

use schemefmt::internals::debug::{self, Stage};
use schemefmt::internals::text::source::Source;
use schemefmt::options::Options;

use super::context::ContextIo as _;
use super::report::Drawn;
use crate::project::paths::shown;
use crate::project::read;

/// The result of a stage for the file at `path`.
///
/// # Errors
/// Returns an error if the file cannot be read, as bytes or as Scheme.
pub(super) fn run(path: &Path, options: &Options, stage: Stage) -> anyhow::Result<String> {
    let bytes = read::bounded(path, read::MAX_SOURCE)
        .context_io(format!("{}: cannot read", shown(path)))?;
    debug::show(&bytes, options, stage)
        .map_err(|diagnostic| Drawn::of(&[diagnostic], &Source::to_show(&bytes), path))
}
