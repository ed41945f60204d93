//! Standard input to standard output, as editors want it.

use std::io;
use std::path::Path;

use anyhow::{Context as _, ensure};

use super::args::InputArgs;
use super::report::{Action, Form, Reporter, Summary, Verdict};
use super::terminal;
use super::work::{self, Task};
use crate::project::config::Configs;
use crate::project::discover::{self, Discovery, How, Item};
use crate::project::patterns::Kind;
use crate::project::read;

/// What standard input is called where nothing else is said.
const STDIN: &str = "<stdin>";

/// Formats standard input. Of text that is to stay as it is the same comes out; of text that cannot be formatted, nothing,
/// so that an editor keeps what it has.
///
/// # Errors
/// Standard input or output that fails.
pub fn run(
    mut configs: Configs,
    input: &InputArgs,
    form: Form,
    diff: Option<super::terminal::Paint>,
) -> anyhow::Result<Summary> {
    let name = input.stdin_filepath.as_deref().unwrap_or(Path::new(STDIN));
    let place = discover::place_of(name);
    let bytes = read::all(io::stdin(), read::MOST_SOURCE).context("cannot read standard input")?;
    let mut reporter = Reporter::new(form);

    let mut discovery = Discovery::new(&mut configs, input);
    let excluded = input.stdin_filepath.is_some() && discovery.excludes(&place, Kind::File);
    let config = discovery.config_of(place.parent().unwrap_or(&place));
    for item in discovery.into_items() {
        if let Item::Told(report) = item {
            reporter.tell(report)?;
        }
    }
    let Some(config) = config else {
        return Ok(reporter.finish()?);
    };
    if excluded {
        pass(form.action, &bytes)?;
        return Ok(Summary {
            left_alone: 1,
            ..Summary::default()
        });
    }

    let mut options = configs.settings(&config, &place).options;
    if input.stdin_filepath.is_none() {
        options.file_name = None;
    }
    let examined = work::examine_guarded(name, &place, &bytes, &options, How::Named);
    if examined.verdict != Verdict::Failed {
        let output = examined.output.as_ref();
        pass(form.action, output.map_or(&bytes, |output| &output.bytes))?;
    }
    let task = Task {
        configs: &configs,
        form,
        diff,
    };
    reporter.tell(task.report(name, &bytes, examined))?;
    Ok(reporter.finish()?)
}

/// Writes the result, if it was asked for.
fn pass(action: Action, bytes: &[u8]) -> anyhow::Result<()> {
    if action == Action::Write {
        ensure!(
            !terminal::is_closed(),
            "cannot write standard output: it is closed"
        );
        terminal::print(bytes)?;
    }
    Ok(())
}
