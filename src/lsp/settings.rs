//! The client's own configuration: the options of `schemefmt.toml`, with the names that are usual in JSON.
//!
//! `line-width` is called `lineWidth` there, and `style.if-arms` is `ifArms` in the object `style`.

use std::fmt::Display;

use schemefmt::Options;
use schemefmt::internals::config::Assignment;
use schemefmt::options;
use serde_json::Value;

/// The section of a client's configuration that is for this server.
pub(super) const SECTION: &str = "schemefmt";

/// The settings of a client.
#[derive(Clone, Default)]
pub(super) struct ClientSettings {
    /// The options that files can override.
    pub options: Vec<Assignment>,
    /// Whether a text is formatted only if all of it can be read: `tolerant` is false.
    pub is_strict: bool,
}

/// Reads the settings of a client, and returns a message for each invalid value. Unknown names are skipped: they may be settings of the
/// extension itself.
pub(super) fn read(configuration: &Value) -> (ClientSettings, Vec<String>) {
    let configuration = section(configuration);
    let mut settings = ClientSettings::default();
    let mut wrong = Vec::new();
    let at = |name: &str| configuration.pointer(&format!("/{}", name.replace('.', "/")));
    let mut invalid = |name: &str, value: &Value, expected: &dyn Display| {
        wrong.push(format!(
            "invalid value for {SECTION}.{name} in the editor's settings: {value}; expected {expected}"
        ));
    };
    for option in options::declared() {
        let name = name(option.key);
        let Some(value) = at(&name) else { continue };
        let Some(word) = word(value) else { continue };
        match Options::default().set(option.key, &word) {
            Ok(()) => {
                let origin = format!("{SECTION}.{name} in the editor");
                let assignment = Assignment::of_word(option.key, &word, origin);
                settings.options.extend(assignment);
            }
            Err(_) => invalid(&name, value, &option.values),
        }
    }
    match &configuration["tolerant"] {
        Value::Null | Value::Bool(true) => {}
        Value::Bool(false) => settings.is_strict = true,
        value => invalid("tolerant", value, &"true or false"),
    }
    let removed = options::REMOVED.map(|(key, instead)| (name(key), instead));
    let is_set = |name: &str| at(name).is_some_and(|value| !value.is_null());
    let removed = removed.iter().filter(|(name, _)| is_set(name));
    wrong.extend(removed.map(|(name, instead)| {
        format!("{SECTION}.{name} in the editor's settings no longer exists: {instead}")
    }));
    (settings, wrong)
}

/// This server's section in the configuration that a client sends, which is either the section itself or an object that contains it.
fn section(configuration: &Value) -> &Value {
    let within = |name: &str| configuration.get(name).filter(|value| value.is_object());
    within(SECTION)
        .or(within("settings").map(section))
        .unwrap_or(configuration)
}

/// A value as it is written in `schemefmt.toml`; none for null, which sets nothing.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(word) => Some(word.clone()),
        other => Some(other.to_string()),
    }
}

/// An option's name in JSON, with a dot between an object and its member.
fn name(key: &str) -> String {
    let mut name = String::with_capacity(key.len());
    let mut words = key.split('-');
    name.extend(words.next());
    for word in words {
        let (first, rest) = word.split_at(1);
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(rest);
    }
    name
}

#[cfg(test)]
mod tests {
    use schemefmt::internals::config::chosen;
    use serde_json::json;

    use super::*;

    fn set(configuration: &Value) -> Vec<(&'static str, String)> {
        let (
            ClientSettings {
                options: requested, ..
            },
            _,
        ) = read(configuration);
        let options = chosen(&requested).options;
        let shown = |key| options::find(key).map(|option| (key, option.get(&options)));
        let keys = requested.iter().map(|asked| asked.setting.key());
        keys.filter_map(shown).collect()
    }

    #[test]
    fn options_are_named_as_json_does() {
        let own = json!({
            "lineWidth": 70,
            "lineBreaks": "keep",
            "emacsRules": false,
            "literals": null,
            "path": "/bin/schemefmt",
            "style": { "ifArms": 2, "cond": "hang" },
        });
        let expected = [
            ("line-width", "70"),
            ("line-breaks", "keep"),
            ("emacs-rules", "false"),
            ("style.if-arms", "2"),
            ("style.cond", "hang"),
        ];
        for sent in [
            own.clone(),
            json!({ "schemefmt": own }),
            json!({ "settings": own }),
            json!({ "settings": { "schemefmt": own } }),
        ] {
            let mut set = set(&sent);
            let mut expected = expected
                .map(|(key, value)| (key, value.to_owned()))
                .to_vec();
            set.sort();
            expected.sort();
            assert_eq!(set, expected, "{sent}");
        }
        for nothing in [
            json!(null),
            json!([]),
            json!({}),
            json!("lineWidth"),
            json!(1),
        ] {
            assert_eq!(set(&nothing), []);
        }
    }

    #[test]
    fn invalid_values_are_reported() {
        let wide = json!({ "lineWidth": "wide", "style": { "cond": ["x"], "preset": "guile", "clauseBodies": null } });
        let (
            ClientSettings {
                options: requested, ..
            },
            wrong,
        ) = read(&wide);
        assert!(requested.is_empty());
        assert_eq!(wrong.len(), 3);
        let removed = "schemefmt.style.preset in the editor's settings no longer exists: ";
        assert!(wrong[2].starts_with(removed));
        assert_eq!(
            wrong[0],
            "invalid value for schemefmt.lineWidth in the editor's settings: \"wide\"; \
             expected auto or a number from 1 to 1000"
        );
    }

    #[test]
    fn every_option_has_a_name_of_its_own() {
        let mut names: Vec<String> = options::declared().map(|option| name(option.key)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), options::declared().count());
        assert!(names.contains(&"style.oneLineDefines".to_owned()));
    }
}
