//! `--show-config`: what holds for a file, and where each value comes from.

use std::fmt::Write as _;
use std::path::Path;

use schemefmt::explain;
use schemefmt::options::{Options, Preset};
use schemefmt::rules::Layer;

use super::report;
use crate::project::config::{Config, Configs};
use crate::project::settings;
use crate::project::{forms, read};

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
        Some(file) => format!("# {}\n", comment(file.display())),
        None => "# no schemefmt.toml\n".to_owned(),
    };
    if reach == Reach::Named {
        shown.push_str("# skipped in folders: ignored or excluded\n");
    }
    let bytes = read::regular(path, read::MOST_SOURCE).ok();
    let detect = |bytes: &Vec<u8>| explain::dialect(bytes, &settings.options).ok();
    if let Some((dialect, reason)) = bytes.as_ref().and_then(detect) {
        let _ = writeln!(shown, "# read as {dialect}: {}", comment(reason));
    }
    let mut table = "";
    for setting in settings::settings() {
        let (new_table, name) = setting.table_and_name();
        if new_table != table {
            table = new_table;
            let _ = writeln!(shown, "\n[{table}]");
        }
        let assigned = layers
            .iter()
            .rev()
            .find(|assignment| assignment.setting.key() == setting.key());
        let origin = match assigned {
            Some(found) => found.origin.to_string(),
            None if table == "style" && settings.options.style.preset != Preset::Default => {
                "the preset".to_owned()
            }
            None => "default".to_owned(),
        };
        let line = format!("{name} = {}", setting.show(&settings));
        let _ = writeln!(shown, "{line:<32} # {}", comment(origin));
    }
    forms_of(&mut shown, &settings.options, path, bytes.as_deref());
    shown
}

/// The table of layout rules: those of the configuration, of Emacs and of the file itself.
fn forms_of(shown: &mut String, options: &Options, path: &Path, bytes: Option<&[u8]>) {
    let rules = bytes
        .and_then(|bytes| explain::rules(bytes, options).ok())
        .unwrap_or_else(|| options.rules.clone());
    let layers = [
        &*rules.configuration,
        &rules.own,
        &*rules.project,
        &rules.definitions,
    ];
    let name_of_file = report::shown(&report::below_here(path));
    let mut head = "\n[forms]\n";
    for (name, rule) in layers.into_iter().flat_map(Layer::rules) {
        // What another layer outdoes does not hold.
        if rules.rule(&name) == Some(rule) {
            shown.push_str(std::mem::take(&mut head));
            let line = format!(
                "{} = {}",
                settings::key(&name),
                forms::show(&name, &rule.row)
            );
            let source = rule.source.clone().in_file(&name_of_file);
            let _ = writeln!(shown, "{line:<32} # {}", comment(source));
        }
    }
}

/// The text of a comment: on one line, and without what TOML forbids there. Names of files may hold anything.
fn comment(text: impl ToString) -> String {
    text.to_string().replace(char::is_control, "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{ConfigArgs, InputArgs, StyleArgs};
    use toml::de::DeTable;

    #[test]
    fn what_is_shown_is_toml_whatever_the_names() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a\nb");
        std::fs::create_dir(&place).unwrap();
        std::fs::write(
            place.join("schemefmt.toml"),
            "[forms]\n\"a\\u007Fb\\nc\" = 1\n",
        )
        .unwrap();
        let config = ConfigArgs {
            config: vec!["line-width = 5\n".to_owned()],
            ..ConfigArgs::default()
        };
        let (style, input) = (StyleArgs::default(), InputArgs::default());
        let mut configs = Configs::new(&config, &style, &input).unwrap();
        let found = configs.of_folder(&place).unwrap();
        let shown = show(&configs, &found, &place.join("a.scm"), Reach::Everywhere);
        assert!(DeTable::parse(&shown).is_ok(), "{shown}");
    }
}
