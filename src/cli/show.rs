//! `--show-config`: shows the settings for a file, and where each one comes from.

use std::fmt::Write as _;
use std::path::Path;

use schemefmt::internals::config::patterns::Kind;
use schemefmt::internals::config::settings;
use schemefmt::internals::forms::rules::Layer;
use schemefmt::internals::{emit, explain};
use schemefmt::options::Options;

use super::report::below_here;
use crate::project::paths::shown;
use crate::project::{Project, Target, generated, read};

/// The settings of a file as a `schemefmt.toml`, with their origins as comments.
pub(crate) fn show(project: &mut Project, target: &Target) -> String {
    let (path, config) = (&target.absolute_path, &target.config);
    let settings = target.settings();
    let assignments = config.assignments(path);
    let mut text = match &config.config.path {
        Some(file) => format!("# {}\n", comment(shown(file))),
        None => "# no schemefmt.toml\n".to_owned(),
    };
    let program = target.notation().is_none().then_some(path);
    let bytes = program.and_then(|path| read::regular(path, read::MAX_SOURCE).ok());
    let skipped = project.skipped(path, Kind::of(path.is_dir()));
    let skipped = skipped.map(|reason| reason.to_string());
    let generated = || bytes.as_ref().and_then(|bytes| generated(bytes));
    if let Some(reason) = skipped.or_else(|| generated().map(str::to_owned)) {
        let _ = writeln!(text, "# skipped in folders: {}", comment(reason));
    }
    let detect = |bytes: &Vec<u8>| explain::dialect(bytes, &settings.options).ok();
    if let Some((dialect, reason)) = bytes.as_ref().and_then(detect) {
        let _ = writeln!(text, "# read as {dialect}: {}", comment(reason));
    }
    let mut table = "";
    for setting in settings::settings() {
        let (new_table, name) = setting.table_and_name();
        if new_table != table {
            table = new_table;
            let _ = writeln!(text, "\n[{table}]");
        }
        let assigned = assignments
            .iter()
            .rev()
            .find(|assignment| assignment.setting.key() == setting.key());
        let origin = match assigned {
            Some(found) => found.origin.to_string(),
            None => "default".to_owned(),
        };
        let line = format!("{name} = {}", setting.show(&settings));
        let _ = writeln!(text, "{line:<32} # {}", comment(origin));
    }
    forms_of(&mut text, &settings.options, path, bytes.as_deref());
    text
}

/// The table of layout rules: those of the configuration, of Emacs and of the file itself.
fn forms_of(text: &mut String, options: &Options, path: &Path, bytes: Option<&[u8]>) {
    let rules = bytes
        .and_then(|bytes| explain::rules(bytes, options).ok())
        .unwrap_or_else(|| options.rules.clone());
    let layers = [
        &*rules.configuration,
        &rules.own,
        &*rules.project,
        &rules.definitions,
    ];
    let name_of_file = shown(&below_here(path));
    let mut head = "\n[forms]\n";
    for (name, rule) in layers.into_iter().flat_map(Layer::rules) {
        // A rule overridden by another layer does not apply.
        if rules.rule(&name) == Some(rule) {
            text.push_str(std::mem::take(&mut head));
            let line = format!("{} = {}", emit::key(&name), emit::show(&name, &rule.row));
            let provenance = rule.provenance.clone().in_file(&name_of_file);
            let _ = writeln!(text, "{line:<32} # {}", comment(provenance));
        }
    }
}

/// The text of a comment: on one line, and without what TOML forbids there. File names may contain anything.
fn comment(text: impl ToString) -> String {
    text.to_string().replace(char::is_control, "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Request;
    use toml::de::DeTable;

    #[test]
    fn shown_configuration_is_valid_toml() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a\nb");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(
            inner.join("schemefmt.toml"),
            "[forms]\n\"|a\\u007Fb\\nc|\" = 1\n",
        )
        .unwrap();
        let mut project = Project::new(&Request {
            lines: vec!["line-width = 5\n".to_owned()],
            ..Request::nothing(folder.path().to_owned())
        })
        .unwrap();
        let target = project.target(&inner.join("a.scm")).unwrap();
        let shown = show(&mut project, &target);
        assert!(DeTable::parse(&shown).is_ok(), "{shown}");
    }
}
