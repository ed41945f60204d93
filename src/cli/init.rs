//! `schemefmt init`: writes a `schemefmt.toml`, either with every option explained, and commented out unless a flag sets it, or with
//! what changes the folder's files least.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::ensure;
use schemefmt::internals::config::settings::{Settings, Value, find, settings};

use super::args::StyleArgs;
use super::context::ContextIo as _;
use super::request::{nothing_requested, project};
use super::suggest;
use crate::project::paths::shown;
use crate::project::schema;
use crate::project::suggest::{SourceFile, Suggestion};
use crate::project::{Discovery, FILE_NAMES, How, Request, RequestedOption};

/// Writes the file to `folder`, with the options that flags set, and returns what to print.
///
/// # Errors
/// Returns an error if there is already a configuration, if it cannot be written, or if there are no files to suggest it from.
pub fn run(folder: &Path, is_suggested: bool, style: &StyleArgs) -> anyhow::Result<String> {
    ensure_none(folder)?;
    let include = shared_patterns(folder)?;
    let (text, summary) = if is_suggested {
        let suggestion = suggested(folder, style, &include)?;
        (
            suggest::text(&suggestion, &include),
            suggest::summary(&suggestion),
        )
    } else {
        (explained(&style.given(), &include), String::new())
    };
    let text = format!("#:schema {}\n{text}", schema::ADDRESS);
    let path = write(folder, &text)?;
    Ok(format!("Wrote {}\n{summary}", shown(&path)))
}

/// The configuration that changes the files of a folder least, with the options that flags set.
fn suggested(folder: &Path, style: &StyleArgs, include: &[String]) -> anyhow::Result<Suggestion> {
    let mut project = project(&Request {
        include: include.to_owned(),
        ..nothing_requested()?
    })?;
    let mut discovery = Discovery::new(&mut project, How::Named);
    discovery.add(folder);
    let files = discovery.into_items().into_iter().filter_map(|item| {
        let target = item.ok().filter(|target| target.notation().is_none())?;
        Some(SourceFile {
            bytes: fs::read(&target.path).ok()?,
            settings: target.settings(),
            width: target.config.stated_width(&target.place),
            path: target.path,
        })
    });
    let files: Vec<_> = files.collect();
    ensure!(
        !files.is_empty(),
        "{}: no Scheme files here to suggest a configuration from",
        shown(folder)
    );
    let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(crate::project::suggest::suggest(
        files,
        &style.given(),
        jobs,
    ))
}

/// Patterns for the files below a folder that look like Scheme but have an extension shared with other languages.
fn shared_patterns(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut project = project(&nothing_requested()?)?;
    let mut discovery = Discovery::new(&mut project, How::Named);
    discovery.add(folder);
    let endings = discovery.left_out();
    Ok(endings.map(|ending| format!("*.{ending}")).collect())
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

/// Writes a new configuration with this text, and returns its path.
fn write(folder: &Path, text: &str) -> anyhow::Result<PathBuf> {
    let path = folder.join(FILE_NAMES[0]);
    let write = || {
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?
            .write_all(text.as_bytes())
    };
    write().context_io(format!("{}: cannot write", shown(&path)))?;
    Ok(path)
}

/// Checks that a folder has no configuration.
fn ensure_none(folder: &Path) -> anyhow::Result<()> {
    for name in FILE_NAMES {
        let path = folder.join(name);
        ensure!(!path.exists(), "{} already exists", shown(&path));
    }
    Ok(())
}

/// The text of a configuration with every option explained.
fn explained(given: &[RequestedOption], include: &[String]) -> String {
    let mut shown = Settings::default();
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
        let given = given
            .iter()
            .find(|given| given.key == setting.key())
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
        let uncommented: String = explained(&[], &[])
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(rest) if !rest.starts_with(' ') => format!("{rest}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let including = explained(&[], &["*.ms".to_owned()]);
        for text in [explained(&[], &[]), including, uncommented] {
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
