//! The table `[forms]` of the configuration: an operator, or a pattern such as `define-*`, and its layout rule.
//!
//! A rule can express everything that a row of the built-in table can: how many arguments precede the body
//! (`with-lock = 1`), that there is no body (`chain = "call"`), which form of the table to copy
//! (`my-let = { like = "let" }`), and what differs from that.

use std::ops::{Range, RangeInclusive};

use schemefmt::internals::forms::rules::{self, Layer, Rule};
use schemefmt::internals::forms::{
    CALL, Column, Form, Limits, Pattern, Role, Roles, Row, body_form,
};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::settings::{self, Expected};
use super::written::{PARTS, quoted};

/// The keys of a rule.
const KEYS: [&str; 5] = ["like", "args", "rest", "one-line", "parts"];

/// The maximum number of arguments before a body.
pub const MOST_ARGS: u8 = Roles::MOST as u8 - 1;

/// The possible indentations of a body, in columns.
pub const REST: RangeInclusive<u8> = 1..=8;

/// Something wrong in a rule: where it is, and what would be right.
pub type Wrong = (Range<usize>, Expected);

/// Adds a rule for a name or a pattern to a layer. A key that starts with `*-` or ends with `-*` is a pattern; any other
/// asterisk is part of a name, as in `let*`.
pub fn insert(layer: &mut Layer, key: &str, rule: Rule) {
    let is_stem = |stem: &&str| stem.len() > 1;
    let pattern = match (
        key.strip_suffix('*')
            .filter(|stem| stem.ends_with('-'))
            .filter(is_stem),
        key.strip_prefix('*')
            .filter(|stem| stem.starts_with('-'))
            .filter(is_stem),
    ) {
        (Some(start), _) => Pattern::Prefix(start.to_owned()),
        (None, Some(end)) => Pattern::Suffix(end.to_owned()),
        (None, None) => return layer.insert(key, rule),
    };
    layer.insert_pattern(pattern, rule);
}

/// Reads a rule.
///
/// # Errors
/// Returns the first thing that is wrong with it.
pub fn read(rule: &Spanned<DeValue<'_>>) -> Result<Row, Wrong> {
    match rule.get_ref() {
        DeValue::Integer(_) => Ok(Row::Always(body_form(args(rule)?))),
        DeValue::String(word) if word == "call" => Ok(Row::Always(CALL)),
        DeValue::String(word) => Err(wrong(
            rule,
            format!(
                "{}; to copy another form, write {{ like = \"...\" }}",
                accepts()
            ),
            is_known(word).then(|| format!("{{ like = {} }}", quoted(word))),
        )),
        DeValue::Table(table) => read_table(table),
        _ => Err(wrong(rule, accepts(), None)),
    }
}

/// Describes the possible rules, for people.
fn accepts() -> String {
    format!(
        "a number of arguments from 0 to {MOST_ARGS}, \"call\", or a table with {}",
        KEYS.join(", ")
    )
}

fn wrong(at: &Spanned<DeValue<'_>>, what: String, nearest: Option<String>) -> Wrong {
    (at.span(), Expected { what, nearest })
}

fn read_table(table: &DeTable<'_>) -> Result<Row, Wrong> {
    for key in table.keys() {
        if !KEYS.contains(&key.get_ref().as_ref()) {
            let expected = Expected {
                what: format!("one of the keys {}", KEYS.join(", ")),
                nearest: settings::nearest(key.get_ref(), &KEYS),
            };
            return Err((key.span(), expected));
        }
    }
    let mut row = match table.get("like") {
        Some(other) => like(other)?,
        None => Row::Always(CALL),
    };
    if let Some(value) = table.get("args") {
        row = row.with_body_after(args(value)?);
    }
    if let Some(value) = table.get("rest") {
        let rest = rest(value)?;
        row = row.map(|form| Form { rest, ..form });
    }
    if let Some(value) = table.get("one-line") {
        let limits = Limits::everywhere(one_line(value)?);
        row = row.map(|form| Form { limits, ..form });
    }
    if let Some(value) = table.get("parts") {
        let parts = parts(value)?;
        row = row.map(|form| Form { parts, ..form });
    }
    Ok(row)
}

fn args(value: &Spanned<DeValue<'_>>) -> Result<u8, Wrong> {
    number(value)
        .filter(|number| *number <= u16::from(MOST_ARGS))
        .and_then(|number| u8::try_from(number).ok())
        .ok_or_else(|| {
            let what = format!("a number of arguments from 0 to {MOST_ARGS}");
            wrong(value, what, None)
        })
}

fn one_line(value: &Spanned<DeValue<'_>>) -> Result<u16, Wrong> {
    number(value).ok_or_else(|| {
        let what = "the largest width of the form on one line, in columns; 0 for never".to_owned();
        wrong(value, what, None)
    })
}

fn rest(value: &Spanned<DeValue<'_>>) -> Result<Column, Wrong> {
    match value.get_ref() {
        DeValue::String(word) if word == "align" => Ok(Column::Align),
        _ => number(value)
            .and_then(|number| u8::try_from(number).ok())
            .filter(|number| REST.contains(number))
            .map(Column::Indent)
            .ok_or_else(|| {
                let what = format!(
                    "a number of columns from {} to {}, or \"align\"",
                    REST.start(),
                    REST.end()
                );
                wrong(value, what, None)
            }),
    }
}

fn parts(value: &Spanned<DeValue<'_>>) -> Result<Roles, Wrong> {
    let what = format!("a list of up to {} kinds of arguments", Roles::MOST);
    let DeValue::Array(items) = value.get_ref() else {
        return Err(wrong(value, what, None));
    };
    if items.is_empty() || items.len() > Roles::MOST {
        return Err(wrong(value, what, None));
    }
    let parts: Vec<Role> = items
        .iter()
        .map(|item| {
            let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
            let word = item.get_ref().as_str().unwrap_or_default();
            PARTS
                .iter()
                .find(|(name, _)| *name == word)
                .map(|(_, part)| *part)
                .ok_or_else(|| {
                    let what = format!("one of {}", names.join(", "));
                    wrong(item, what, settings::nearest(word, &names))
                })
        })
        .collect::<Result<_, _>>()?;
    Ok(Roles::new(&parts))
}

fn like(value: &Spanned<DeValue<'_>>) -> Result<Row, Wrong> {
    let word = value.get_ref().as_str().unwrap_or_default();
    let known = rules::built_in().rules();
    if let Some((_, rule)) = known.iter().find(|(name, _)| name == word) {
        return Ok(rule.row);
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
    let what = "the name of a built-in form".to_owned();
    Err(wrong(value, what, settings::nearest(word, &names)))
}

fn is_known(name: &str) -> bool {
    rules::built_in().name(name).is_some()
}

fn number(value: &Spanned<DeValue<'_>>) -> Option<u16> {
    match value.get_ref() {
        DeValue::Integer(number) => u16::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::written::{show, show_one_line};

    const GUIDE: &str = include_str!("../../docs/forms.md");

    fn read_table(text: &str) -> Layer {
        let document = DeTable::parse(text).unwrap();
        let DeValue::Table(table) = document.get_ref()["forms"].get_ref() else {
            panic!("no table [forms]");
        };
        let mut layer = Layer::default();
        for (name, rule) in table {
            let row = read(rule).unwrap_or_else(|(_, wrong)| panic!("{name:?}: {}", wrong.what));
            let provenance = rules::Provenance::BuiltIn;
            insert(&mut layer, name.get_ref(), Rule { row, provenance });
        }
        layer
    }

    #[test]
    fn the_guide_is_right() {
        let example = GUIDE.split("```toml").nth(1).unwrap();
        let layer = read_table(example.split("```").next().unwrap());
        assert_eq!(layer.len(), 6);
        assert!(layer.pattern("define-anything").is_some());
        for (name, _) in PARTS {
            assert!(GUIDE.contains(&format!("`{name}`")), "{name}");
        }
        for key in KEYS {
            assert!(GUIDE.contains(&format!("| `{key}` |")), "{key}");
        }
    }

    #[test]
    fn stars_are_patterns_beside_a_hyphen() {
        let layer =
            read_table("[forms]\n'let*' = 1\n'a-*' = 1\n'a-b-*' = 2\n'*-z' = 3\n'-*' = 1\n");
        assert!(layer.name("let*").is_some() && layer.name("-*").is_some());
        let k_of = |name| show(name, &layer.pattern(name).unwrap().row);
        assert_eq!(k_of("a-x"), "1");
        assert_eq!(k_of("a-b-x"), "2", "the longest pattern holds");
        assert_eq!(k_of("x-z"), "3");
        assert!(layer.pattern("x").is_none());
    }

    #[test]
    fn a_form_is_shown_by_its_own_name() {
        let own = |name: &str| show(name, &rules::built_in().name(name).unwrap().row);
        assert_eq!(own("let*"), "{ like = \"let*\" }");
        assert_eq!(own("catch"), "{ like = \"catch\" }");
        let row = rules::built_in().name("and-let*").unwrap().row;
        assert_eq!(show("mine", &row), "{ like = \"let*\" }");
    }

    #[test]
    fn a_row_with_a_limit() {
        let limited = |text: &str| {
            let row = read_table(&format!("[forms]\nx = {text}\n"));
            show_one_line("x", &row.name("x").unwrap().row, 50)
        };
        assert_eq!(limited("\"call\""), "{ one-line = 50 }");
        assert_eq!(limited("2"), "{ args = 2, one-line = 50 }");
        assert_eq!(
            limited("{ like = \"let\" }"),
            "{ like = \"let\", one-line = 50 }"
        );
        assert_eq!(
            limited("{ args = 1, rest = 1, parts = [\"arg\", \"body\"], one-line = 20 }"),
            "{ args = 1, rest = 1, parts = [\"arg\", \"body\"], one-line = 50 }"
        );
    }

    /// Reads the text shown for a row, which must give the same row.
    #[test]
    fn what_is_shown_is_right() {
        let shown = |text: &str| {
            let layer = read_table(&format!("[forms]\nx = {text}\n"));
            let row = layer.name("x").unwrap().row;
            (row, show("x", &row))
        };
        for text in [
            "0",
            "3",
            "\"call\"",
            "{ like = \"let\" }",
            "{ args = 1, rest = 1, parts = [\"arg\", \"case-clause\"], one-line = 20 }",
        ] {
            let (row, again) = shown(text);
            assert_eq!(again, text);
            assert_eq!(shown(&again).0, row);
        }
    }
}
