//! The table `[forms]` of the configuration: an operator, or a pattern such as `define-*`, and its layout rule.
//!
//! A rule can express everything that a row of the built-in table can: how many arguments precede the body
//! (`with-lock = 1`), that there is no body (`chain = "call"`), which form of the table to copy
//! (`my-let = { like = "let" }`), and what differs from that.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::settings::{self, Invalid};
use crate::dialects::Dialect;
use crate::emit::quoted;
use crate::forms::attributes::{self, Atom};
use crate::forms::packs::{PACKS, built_in};
use crate::forms::rules::{Layer, Rule};
use crate::forms::{CALL, Pattern, Row, body_form};
use crate::syntax::lexer::Lexer;
use crate::syntax::token::{Token, TokenKind};

/// The keys of a rule, in the order in which they are applied.
const KEYS: [&str; 5] = ["like", "args", "rest", "one-line", "parts"];

/// Adds a rule for a name or a pattern to a layer. A key that starts with `*-` or ends with `-*` is a pattern; any other
/// asterisk is part of a name, as in `let*`.
pub fn insert(layer: &mut Layer, key: &str, rule: Rule) {
    let pattern = match (key.strip_suffix("-*"), key.strip_prefix("*-")) {
        (Some(start), _) if !start.is_empty() => Pattern::Prefix(format!("{start}-")),
        (_, Some(end)) if !end.is_empty() => Pattern::Suffix(format!("-{end}")),
        _ => return layer.insert(key, rule),
    };
    layer.insert_pattern(pattern, rule);
}

/// Whether a text can be the name of an operator, or a pattern of such names: one token, to some reader.
pub fn is_name(text: &str) -> bool {
    Dialect::ALL.into_iter().any(|dialect| {
        let mut tokens = Lexer::new(text, dialect.switches());
        let is_whole =
            |token: Token| token.kind == TokenKind::Atom && token.span() == (0..text.len());
        tokens.next().is_some_and(is_whole)
    })
}

/// Reads a rule.
///
/// # Errors
/// Returns the first mistake in it.
pub fn read(rule: &Spanned<DeValue<'_>>) -> Result<Row, Invalid> {
    match rule.get_ref() {
        DeValue::Integer(_) => attributes::args(&[atom(rule)])
            .map(|args| Row::Always(body_form(args)))
            .map_err(|error| Invalid::at(rule, error.expected, None)),
        DeValue::String(word) if word == "call" => Ok(Row::Always(CALL)),
        DeValue::String(word) => Err(Invalid::at(
            rule,
            format!(
                "{}; to copy another form, write {{ like = \"...\" }}",
                accepts()
            ),
            built_in()
                .name(word)
                .map(|_| format!("{{ like = {} }}", quoted(word))),
        )),
        DeValue::Table(table) => read_table(table),
        _ => Err(Invalid::at(rule, accepts(), None)),
    }
}

/// Describes the possible rules, for people.
fn accepts() -> String {
    format!(
        "a number of arguments from 0 to {}, \"call\", or a table with {}",
        attributes::MAX_ARGS,
        KEYS.join(", ")
    )
}

fn read_table(table: &DeTable<'_>) -> Result<Row, Invalid> {
    for key in table.keys() {
        if !KEYS.contains(&key.get_ref().as_ref()) {
            let expected = format!("one of the keys {}", KEYS.join(", "));
            let nearest = settings::nearest(key.get_ref(), &KEYS);
            return Err(Invalid::at(key, expected, nearest));
        }
    }
    let mut row = Row::Always(CALL);
    for key in KEYS {
        row = match table.get(key) {
            Some(name) if key == "like" => like(name)?,
            Some(value) => set(row, key, value)?,
            None => row,
        };
    }
    Ok(row)
}

/// A row with an attribute set to a value of TOML. Only `parts` takes a list.
fn set(row: Row, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Row, Invalid> {
    let values: Vec<&Spanned<DeValue<'_>>> = match (key, value.get_ref()) {
        ("parts", DeValue::Array(items)) => items.iter().collect(),
        ("parts", _) => Vec::new(),
        _ => vec![value],
    };
    let atoms: Vec<Atom<'_>> = values.iter().map(|value| atom(value)).collect();
    attributes::set(row, key, &atoms).map_err(|error| {
        let at = error.value.and_then(|index| values.get(index).copied());
        let at = at.unwrap_or(value);
        let word = at.get_ref().as_str().unwrap_or_default();
        Invalid::at(at, error.expected, settings::nearest(word, &error.names))
    })
}

/// A value as attributes take it; anything but a string or a natural number becomes an unknown name.
fn atom<'t>(value: &'t Spanned<DeValue<'_>>) -> Atom<'t> {
    match value.get_ref() {
        DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix())
            .map_or(Atom::Name(""), Atom::Number),
        DeValue::String(word) => Atom::Name(word),
        _ => Atom::Name(""),
    }
}

fn like(value: &Spanned<DeValue<'_>>) -> Result<Row, Invalid> {
    let word = value.get_ref().as_str().unwrap_or_default();
    let of_packs = PACKS.iter().flat_map(|pack| pack.rules());
    let known: Vec<(String, &Rule)> = built_in().rules().chain(of_packs).collect();
    if let Some((_, rule)) = known.iter().find(|(name, _)| name == word) {
        return Ok(rule.row);
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
    let what = "the name of a built-in form".to_owned();
    Err(Invalid::at(value, what, settings::nearest(word, &names)))
}

#[cfg(test)]
mod tests {
    use crate::forms::attributes::ROLES;
    use crate::forms::rules::Provenance;

    use super::*;
    use crate::emit::{show, show_one_line};

    const GUIDE: &str = include_str!("../../docs/forms.md");

    fn read_table(text: &str) -> Layer {
        let document = DeTable::parse(text).unwrap();
        let DeValue::Table(table) = document.get_ref()["forms"].get_ref() else {
            panic!("no table [forms]");
        };
        let mut layer = Layer::default();
        for (name, rule) in table {
            let row = read(rule).unwrap_or_else(|wrong| panic!("{name:?}: {}", wrong.expected));
            let provenance = Provenance::BuiltIn;
            insert(&mut layer, name.get_ref(), Rule { row, provenance });
        }
        layer
    }

    #[test]
    fn guide_examples_are_valid() {
        let example = GUIDE.split("```toml").nth(1).unwrap();
        let layer = read_table(example.split("```").next().unwrap());
        assert_eq!(layer.rules().len(), 6);
        assert!(layer.pattern("define-anything").is_some());
        for (name, _) in ROLES {
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
        let own = |name: &str| show(name, &built_in().name(name).unwrap().row);
        assert_eq!(own("let*"), "{ like = \"let*\" }");
        assert_eq!(own("catch"), "{ like = \"catch\" }");
        let row = built_in().name("and-let*").unwrap().row;
        assert_eq!(show("mine", &row), "{ like = \"let*\" }");
    }

    #[test]
    fn row_with_a_limit_is_shown() {
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
    fn shown_rules_parse_back() {
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
