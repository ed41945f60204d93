//! `schemefmt.toml` as a file, and the lines of one that flags give: what they say, or the problem that is in them.

use std::io;
use std::path::Path;

use schemefmt::internals::config::reader;
use schemefmt::internals::emit;
use schemefmt::{Configuration, Severity};
use toml::de::DeTable;

use super::paths::{absolute_path, below, shown};
use super::problem::Problem;

/// Reads the configuration file at `path`, whose content is `bytes`; paths are shown relative to `here`.
///
/// # Errors
/// Returns everything that is wrong with it.
pub(super) fn read(
    path: &Path,
    here: &Path,
    bytes: io::Result<Vec<u8>>,
) -> Result<Configuration, Problem> {
    let bytes = bytes.map_err(|error| Problem::unread("config", path, &error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Problem::whole_file(Severity::Error, "config", path, "is not UTF-8"))?;
    let absolute = absolute_path(path);
    let folder = absolute.parent().unwrap_or(&absolute);
    let shown_path = shown(path);
    let origin = |line| format!("{shown_path}:{line}");
    reader::read(&text, folder, &shown(&below(here, path)), origin)
        .map_err(|diagnostics| Problem::new(path, &text, diagnostics))
}

/// Reads `KEY=VALUE` like a line of a file in `folder`. A value that is not TOML is taken as a string, so that shell users
/// do not need quotes within quotes.
///
/// # Errors
/// Returns what is wrong with it.
pub(crate) fn line(line: &str, folder: &Path) -> Result<Configuration, Problem> {
    let text = match (DeTable::parse(line), line.split_once('=')) {
        (Err(_), Some((key, value))) => format!("{key}={}", emit::quoted(value.trim())),
        _ => line.to_owned(),
    };
    let name = format!("--config {line}");
    reader::read(&text, folder, &shown(Path::new(&name)), |_| name.clone())
        .map_err(|diagnostics| Problem::new(Path::new("--config"), &text, diagnostics))
}
