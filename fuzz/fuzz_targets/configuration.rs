//! Any bytes as `schemefmt.toml`, as `.editorconfig` and as the `KEY=VALUE` of `--config`: read or refused with a place, the same
//! each time; and under whatever was read, formatting keeps its promises.
//!
//! The modules of the command are taken in as they are: files are written and found, so that nothing is tried that no user
//! gets to see.

#![no_main]

#[path = "../../src/cli/mod.rs"]
#[allow(dead_code, reason = "only the configuration is asked for anything")]
mod cli;
#[path = "../../src/project/mod.rs"]
mod project;
mod promises;
mod relex;

use std::fs;
use std::sync::LazyLock;

use cli::show;
use libfuzzer_sys::fuzz_target;
use project::{Project, Request};
use schemefmt::internals::config::settings::Settings;
use schemefmt::internals::forms::rules::Rules;
use schemefmt::options::{HandAlignment, LineBreaks, RowBreaks};
use tempfile::TempDir;

static SAMPLE: &str = include_str!("sample.scm");
/// The same tokens and comments on other lines.
static REDRAWN: LazyLock<String> =
    LazyLock::new(|| SAMPLE.replace("  ", "\t \t").replace(") (", ")\n("));
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

/// What holds for a file in the folder, and how it is shown; none if the configuration is refused, which has to be explained.
fn settings_of(lines: Vec<String>) -> Option<(Settings, String)> {
    let request = Request {
        lines,
        ..Request::nothing(FOLDER.path().to_owned())
    };
    let mut project = match Project::new(&request) {
        Ok(project) => project,
        Err(problem) => {
            assert!(!problem.diagnostics.is_empty());
            return None;
        }
    };
    let Some(target) = project.target(&FOLDER.path().join("a.scm")) else {
        assert!(project.take_problems().iter().any(|problem| problem.is_error()));
        return None;
    };
    let shown = show::show(&mut project, &target);
    Some((target.settings(), shown))
}

fn write(name: &str, bytes: Option<&[u8]>) {
    let path = FOLDER.path().join(name);
    match bytes {
        Some(bytes) => fs::write(path, bytes).expect("a file"),
        None if path.exists() => fs::remove_file(path).expect("a file"),
        None => {}
    }
}

fuzz_target!(|input: (u8, &[u8])| {
    let (place, bytes) = input;
    let is = |bit: u8| place >> bit & 1 == 1;
    write("schemefmt.toml", is(0).then_some(bytes));
    write(".editorconfig", is(1).then_some(bytes));
    let text = std::str::from_utf8(bytes).ok();
    let line = text.filter(|text| is(2) && text.contains('='));
    let lines = || Vec::from_iter(line.map(str::to_owned));
    let read = settings_of(lines());
    let again = settings_of(lines());
    let Some((settings, shown)) = read else {
        assert!(again.is_none(), "refused once");
        return;
    };
    let (_, shown_again) = again.expect("read once");
    assert_eq!(shown, shown_again);
    let options = &settings.options;
    let output = promises::kept(SAMPLE.as_bytes(), options);
    let style = &options.style;
    if style.line_breaks == LineBreaks::Canonical
        && style.rows == RowBreaks::Canonical
        && style.alignment != HandAlignment::Keep
    {
        let other = promises::kept(REDRAWN.as_bytes(), options);
        assert!(output == other, "not canonical");
    }
    // What is shown is a configuration that says the same. Of rules it shows less than there is to them.
    write("schemefmt.toml", Some(shown.as_bytes()));
    write(".editorconfig", None);
    let Some((reread, _)) = settings_of(Vec::new()) else {
        panic!("what is shown is refused:\n{shown}");
    };
    assert_eq!(without_rules(&settings), without_rules(&reread));
});

fn without_rules(settings: &Settings) -> String {
    let mut settings = settings.clone();
    settings.options.rules = Rules::default();
    format!("{settings:?}")
}
