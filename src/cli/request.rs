//! Turns the flags into a request to the project layer.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use schemefmt::internals::config::Assignment;
use schemefmt::internals::text::source::Source;

use super::args::{ConfigArgs, InputArgs, StyleArgs};
use super::failure::{Drawn, ending};
use super::terminal;
use crate::project::{ConfigFile, Files, Problem, Project, Request};

/// The request that the flags make.
///
/// # Errors
/// Returns an error if flags contradict each other, or if the current folder is unknown.
pub(super) fn request(
    config: &ConfigArgs,
    style: &StyleArgs,
    input: &InputArgs,
) -> anyhow::Result<Request> {
    let pass_if = |pass: bool| if pass { Files::Pass } else { Files::Read };
    let mut request = Request {
        config_file: if config.no_config || config.isolated {
            ConfigFile::Nothing
        } else {
            ConfigFile::Nearest
        },
        editorconfig: pass_if(config.no_config || config.no_editorconfig),
        ignore_files: pass_if(input.no_ignore),
        include: input.include.clone(),
        exclude: input.exclude.clone(),
        ..nothing_requested()?
    };
    for argument in &config.config {
        if argument.contains('=') && !Path::new(argument).is_file() {
            request.lines.push(argument.clone());
        } else if let ConfigFile::Given(_) = request.config_file {
            bail!("--config gives a second file, {argument}; only one is allowed");
        } else {
            request.config_file = ConfigFile::Given(PathBuf::from(argument));
        }
    }
    request.options.extend(style.given());
    if config.isolated {
        // Ignore the project's rules for other programs.
        let ignored = ["emacs-rules", "macro-rules"].iter();
        let ignored = ignored.filter_map(|key| Assignment::of_word(key, "false", "--isolated"));
        request.options.extend(ignored);
    }
    Ok(request)
}

/// A request that asks for nothing, from the current folder.
///
/// # Errors
/// Returns an error if the current folder is unknown.
pub(super) fn nothing_requested() -> anyhow::Result<Request> {
    let here = std::env::current_dir().context("cannot determine the current folder")?;
    Ok(Request::nothing(here))
}

/// The project that a request asks for.
///
/// # Errors
/// Returns an error if the configuration that it names cannot be used, drawn like one in a file that is formatted.
pub(super) fn project(request: &Request) -> anyhow::Result<Project> {
    Project::new(request).map_err(|problem| drawn(&problem))
}

/// A problem as an error.
pub(super) fn drawn(problem: &Problem) -> anyhow::Error {
    let source = Source::of_text(&problem.text);
    Drawn::of(&problem.diagnostics, &source, &problem.path)
}

/// Prints the errors among some problems.
pub(super) fn tell_errors(problems: &[Problem]) {
    for problem in problems.iter().filter(|it| it.is_error()) {
        terminal::message(&ending(&drawn(problem)));
    }
}
