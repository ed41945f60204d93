//! `schemefmt init`: writes a `schemefmt.toml` with every option explained, and commented out unless a flag sets it.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::args::StyleArgs;
use crate::project::paths::shown;
use crate::project::settings::{Settings, Value, find, settings};
use crate::project::{FILE_NAMES, io_message};

/// Writes the file to `folder` and returns its path. Files that match the patterns in `include` are formatted in addition
/// to the usual ones.
///
/// # Errors
/// Returns an error if there is already a configuration, or if it cannot be written.
pub fn write(folder: &Path, given: &StyleArgs, include: &[String]) -> anyhow::Result<PathBuf> {
    write_new(folder, &text(given, include))
}

/// The line that includes files that match these patterns in addition to the usual ones.
pub fn include_line(include: &[String]) -> Option<String> {
    let setting = find("include").filter(|_| !include.is_empty())?;
    let mut settings = Settings::default();
    settings.include.extend_from_slice(include);
    let value = setting.show(&settings);
    Some(format!(
        "# This folder has files with all of these extensions.\ninclude = {value}\n"
    ))
}

/// Writes a new configuration with this text.
///
/// # Errors
/// Returns the same errors as [`write`].
pub fn write_new(folder: &Path, text: &str) -> anyhow::Result<PathBuf> {
    ensure_none(folder)?;
    let path = folder.join(FILE_NAMES[0]);
    let write = || {
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?
            .write_all(text.as_bytes())
    };
    write().map_err(|error| anyhow!("{}: cannot write: {}", shown(&path), io_message(&error)))?;
    Ok(path)
}

/// Checks that a folder has no configuration.
///
/// # Errors
/// Returns an error if it has one.
pub fn ensure_none(folder: &Path) -> anyhow::Result<()> {
    for name in FILE_NAMES {
        let path = folder.join(name);
        anyhow::ensure!(!path.exists(), "{} already exists", path.display());
    }
    Ok(())
}

/// The contents of the file.
fn text(given: &StyleArgs, include: &[String]) -> String {
    let mut shown = Settings::default();
    let given = |key: &str| given.given.iter().find(|given| given.flag.sets == key);
    let mut text = "# The configuration of schemefmt for this folder and everything below it.\n\
                    # Commented-out settings show the defaults: remove the # to change one.\n"
        .to_owned();
    let mut table = "";
    for setting in settings() {
        let (new_table, name) = setting.table_and_name();
        if new_table != table {
            table = new_table;
            let _ = write!(
                text,
                "\n# Choices on which the community is split.\n[{table}]\n"
            );
        }
        text.push('\n');
        for line in setting.about() {
            let _ = writeln!(text, "# {line}");
        }
        let given = given(setting.key())
            .map(|given| setting.set(&mut shown, &Value::of_word(&given.value)));
        let mark = if given.is_some() { "" } else { "#" };
        let _ = writeln!(
            text,
            "# One of: {}.\n{mark}{name} = {}",
            setting.accepts(),
            setting.show(&shown)
        );
        if setting.key() == "include" {
            text.extend(include_line(include));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::{ConfigFile, Project, Request};

    /// What `init` writes must be a configuration that changes nothing, with or without the comment signs.
    #[test]
    fn the_written_file_is_right() {
        let none = StyleArgs::default();
        let uncommented: String = text(&none, &[])
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(rest) if !rest.starts_with(' ') => format!("{rest}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let including = text(&none, &["*.ms".to_owned()]);
        for text in [text(&none, &[]), including, uncommented] {
            let path = folder.path().join("schemefmt.toml");
            std::fs::write(&path, text).unwrap();
            let request = Request {
                config_file: ConfigFile::Given(path),
                ..Request::nothing(folder.path().to_owned())
            };
            if let Err(problem) = Project::new(&request) {
                panic!("{:?}", problem.diagnostics);
            }
        }
    }
}
