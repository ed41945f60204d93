//! `--explain FILE:LINE[:COLUMN]`: how a line changes and why, which rule lays out a form and where the rule comes from, why the form is
//! on one line or on several, and what to add to `schemefmt.toml` to change that. `--debug STAGE FILE`: the result of a stage, for developers
//! of the formatter.

use std::path::Path;

use anyhow::Context as _;
use schemefmt::Position;
use schemefmt::internals::debug::{self, Stage};
use schemefmt::internals::explain::{explain, prose};
use schemefmt::internals::text::lines::Lines;
use schemefmt::internals::text::source::Source;
use schemefmt::options::Options;

use super::failure::{ContextIo as _, Drawn};
use super::region::Spot;
use super::report::below_here;
use super::scope::offset_of;
use crate::project::paths::shown;
use crate::project::{FILE_NAMES, read};

/// Explains the form at a spot of a file with this configuration, if it has one.
///
/// # Errors
/// The file cannot be read or parsed, or there is no form on the line.
pub(super) fn line(
    spot: &Spot,
    config: Option<&Path>,
    options: &Options,
) -> anyhow::Result<String> {
    let name = shown(&spot.path);
    let bytes =
        read::regular(&spot.path, read::MAX_SOURCE).context_io(format!("{name}: cannot read"))?;
    let source = Source::to_show(&bytes);
    let text = source.text.as_ref();
    let position = Position {
        line: spot.line,
        column: spot.column.unwrap_or(1),
    };
    offset_of(position, text, &Lines::of(text)).with_context(|| name.clone())?;
    let explanation = explain(&bytes, options, spot.line, spot.column).map_err(|error| {
        let diagnostic = schemefmt::diagnose(&bytes, options).into_iter().next();
        Drawn::of(&[diagnostic.unwrap_or(error)], &source, &spot.path)
    })?;
    let explanation =
        explanation.with_context(|| format!("{name}: no form on line {}", spot.line))?;
    let config = config.map_or(FILE_NAMES[0].to_owned(), |path| shown(&below_here(path)));
    Ok(prose::text(&bytes, &explanation, &name, &config, options))
}

/// The result of a stage for the file at `path`.
///
/// # Errors
/// Returns an error if the file cannot be read, as bytes or as Scheme.
pub(super) fn stage(path: &Path, options: &Options, stage: Stage) -> anyhow::Result<String> {
    let bytes = read::bounded(path, read::MAX_SOURCE)
        .context_io(format!("{}: cannot read", shown(path)))?;
    debug::show(&bytes, options, stage)
        .map_err(|diagnostic| Drawn::of(&[diagnostic], &Source::to_show(&bytes), path))
}
