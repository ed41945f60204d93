//! `--show-config`: what holds for a file, and where each value comes from.

use std::fmt::Write as _;
use std::path::Path;

use super::{Config, Configs};
use crate::cli::config::settings::SETTINGS;

/// Where a file is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// In folders as well, if its name is that of a Scheme file.
    Everywhere,
    /// Only if it is named: it is ignored or excluded.
    Named,
}

/// The settings of the file at `path`, an absolute path, as a `schemefmt.toml` with the origins as comments.
pub fn show(configs: &Configs, config: &Config, path: &Path, reach: Reach) -> String {
    let settings = configs.settings(config, path);
    let layers = configs.layers(config, path);
    let mut shown = match &config.path {
        Some(file) => format!("# {}\n", file.display()),
        None => "# no schemefmt.toml\n".to_owned(),
    };
    if reach == Reach::Named {
        shown.push_str("# skipped in folders: ignored or excluded\n");
    }
    if let Some(formatted) = std::fs::read(path)
        .ok()
        .and_then(|bytes| schemefmt::format(&bytes, &settings.options).ok())
    {
        let detected = formatted.dialect;
        let _ = writeln!(
            shown,
            "# read as {}: {}",
            detected.dialect.name(),
            detected.reason
        );
    }
    let mut table = "";
    for setting in SETTINGS {
        let (new_table, name) = setting.key.split_once('.').unwrap_or(("", setting.key));
        if new_table != table {
            table = new_table;
            let _ = writeln!(shown, "\n[{table}]");
        }
        let assigned = layers
            .iter()
            .rev()
            .find(|assignment| assignment.setting.key == setting.key);
        let origin = assigned.map_or("default".to_owned(), |found| found.origin.to_string());
        let line = format!("{name} = {}", setting.show(&settings));
        let _ = writeln!(shown, "{line:<32} # {origin}");
    }
    shown
}
