//! How values and rules are written in a `schemefmt.toml`.

use toml_writer::{ToTomlKey, ToTomlValue, TomlKeyBuilder, TomlStringBuilder};

use crate::forms::attributes::ROLES;
use crate::forms::packs::built_in;
use crate::forms::{CALL, Column, Limits, PLAIN, Row, body_form};

/// The largest number of columns that an option takes.
pub const MAX_COLUMNS: usize = 1000;

/// The name of a value as TOML writes it: some are numbers, of columns, but a year is a string.
pub fn as_toml(name: &str) -> String {
    let number = name.parse::<usize>();
    if number.is_ok_and(|columns| columns <= MAX_COLUMNS) || matches!(name, "true" | "false") {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// A key as TOML writes it: bare where it may be.
pub fn key(name: &str) -> String {
    let key = TomlKeyBuilder::new(name);
    let bare = key.as_unquoted();
    bare.unwrap_or_else(|| key.as_basic()).to_toml_key()
}

/// A string as TOML writes it, on one line.
pub fn quoted(text: &str) -> String {
    TomlStringBuilder::new(text).as_basic().to_toml_value()
}

/// What the configuration says of a row, but for its width on one line; nothing of a plain call.
fn keys(name: &str, row: &Row) -> Vec<(&'static str, String)> {
    let form = row.form();
    let args = || ("args", form.distinguished.to_string());
    if *row == Row::Always(CALL) {
        return Vec::new();
    }
    if *row == Row::Always(body_form(form.distinguished)) {
        return vec![args()];
    }
    if let Some(rule) = built_in().name(name)
        && rule.row != *row
        && rule.row.with_body_after(form.distinguished) == *row
    {
        return vec![("like", quoted(name)), args()];
    }
    if let Some(name) = built_in().like(row, name) {
        return vec![("like", quoted(&name))];
    }
    let rest = match form.rest {
        Column::Indent(by) => by.to_string(),
        Column::Align | Column::First => quoted("align"),
    };
    let parts: Vec<String> = form
        .parts
        .as_slice()
        .iter()
        .filter_map(|part| ROLES.iter().find(|(_, known)| known == part))
        .map(|(name, _)| quoted(name))
        .collect();
    let parts = format!("[{}]", parts.join(", "));
    vec![args(), ("rest", rest), ("parts", parts)]
}

/// The row of an operator as the configuration writes it.
pub fn show(name: &str, row: &Row) -> String {
    let mut keys = keys(name, row);
    let limits = row.form().limits;
    match &keys[..] {
        [] => return quoted("call"),
        [("args", args)] => return args.clone(),
        [.., ("parts", _)] if limits.body < PLAIN && limits == Limits::everywhere(limits.body) => {
            keys.push(("one-line", limits.body.to_string()));
        }
        _ => {}
    }
    table(&keys)
}

/// Writes a row with another largest width of the form on one line, in columns.
pub fn show_one_line(name: &str, row: &Row, columns: usize) -> String {
    let mut keys = keys(name, row);
    keys.push(("one-line", columns.to_string()));
    table(&keys)
}

fn table(keys: &[(&str, String)]) -> String {
    let keys = keys.iter().map(|(key, value)| format!("{key} = {value}"));
    format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
}
