//! How values and rules are written in a `schemefmt.toml`.

use toml_writer::{ToTomlKey, ToTomlValue, TomlKeyBuilder, TomlStringBuilder};

use crate::forms::attributes::ROLES;
use crate::forms::packs::built_in;
use crate::forms::{CALL, Column, Limits, PLAIN, Row, Stay, body_form};

/// The name of a value as TOML writes it: some are numbers.
pub fn as_toml(name: &str) -> String {
    if name.parse::<u32>().is_ok() || matches!(name, "true" | "false") {
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

/// The row of an operator as the configuration writes it.
pub fn show(name: &str, row: &Row) -> String {
    let form = match row {
        Row::Always(form) | Row::IfString(form) | Row::ByFirst(form, _) => form,
    };
    match form.stay {
        _ if *row == Row::Always(CALL) => return quoted("call"),
        Stay::Count(k) if *row == Row::Always(body_form(k)) => return k.to_string(),
        _ => {}
    }
    let k = form.distinguished;
    if let Some(rule) = built_in().name(name)
        && rule.row != *row
        && rule.row.with_body_after(k) == *row
    {
        return format!("{{ like = {}, args = {k} }}", quoted(name));
    }
    if let Some(name) = built_in().like(row, name) {
        return format!("{{ like = {} }}", quoted(&name));
    }
    let rest = match form.rest {
        Column::Indent(by) => by.to_string(),
        Column::Align | Column::First => quoted("align"),
    };
    let parts: Vec<String> = form
        .parts
        .iter()
        .filter_map(|part| ROLES.iter().find(|(_, known)| known == part))
        .map(|(name, _)| quoted(name))
        .collect();
    let limit = form.limits.body;
    let one_line = if limit < PLAIN && form.limits == Limits::everywhere(limit) {
        format!(", one-line = {limit}")
    } else {
        String::new()
    };
    format!(
        "{{ args = {k}, rest = {rest}, parts = [{}]{one_line} }}",
        parts.join(", ")
    )
}

/// Writes a row with another largest width of the form on one line, in columns.
pub fn show_one_line(name: &str, row: &Row, columns: usize) -> String {
    let shown = show(name, row);
    let keys = match shown
        .strip_prefix("{ ")
        .and_then(|rest| rest.strip_suffix(" }"))
    {
        Some(keys) => keys
            .split(", one-line")
            .next()
            .map(|keys| format!("{keys}, ")),
        None if *row == Row::Always(CALL) => None,
        None => Some(format!("args = {shown}, ")),
    };
    format!("{{ {}one-line = {columns} }}", keys.unwrap_or_default())
}
