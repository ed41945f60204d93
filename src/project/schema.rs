//! The JSON schema of `schemefmt.toml` (draft 7, which all the editors read that complete and check it).

use schemefmt::internals::config::reader::{FILES, FORMS, OVERRIDES, REQUIRED_VERSION};
use schemefmt::internals::config::settings::{self, Setting, Settings};
use schemefmt::internals::emit;
use schemefmt::internals::forms::attributes::{MAX_ARGS, REST, ROLES};
use serde_json::{Value, json};

/// The address of the schema of this version.
pub(crate) const ADDRESS: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/raw/v",
    env!("CARGO_PKG_VERSION"),
    "/docs/schemefmt.schema.json"
);

/// The schema, from the declarations of the options.
pub(crate) fn schema() -> Value {
    let mut all = options(|_| true);
    all[REQUIRED_VERSION] = json!({
        "description": "The versions of schemefmt that the project requires; other versions refuse to run.",
        "type": "string",
        "examples": [">=0.1, <0.2"],
    });
    let mut some = options(|setting| !setting.is_about_folders());
    some[FILES] = json!({
        "description": "The files that this section applies to: patterns as in .gitignore, relative to this file's folder.",
        "type": "array",
        "items": { "type": "string" },
        "minItems": 1,
    });
    all[OVERRIDES] = json!({
        "description": "Settings for some files; later sections override earlier ones.",
        "type": "array",
        "items": {
            "type": "object",
            "properties": some,
            "required": [FILES],
            "additionalProperties": false,
        },
    });
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": ADDRESS,
        "title": "The configuration of schemefmt",
        "type": "object",
        "properties": all,
        "additionalProperties": false,
        "definitions": { "rule": rule() },
    })
}

/// The properties for the options of one kind, in their tables, and for the layout rules.
fn options(is_meant: impl Fn(Setting) -> bool) -> Value {
    let mut properties = json!({});
    for setting in settings::settings().filter(|setting| is_meant(*setting)) {
        let (table, name) = setting.table_and_name();
        let inside = match table {
            "" => &mut properties,
            table => {
                let table = &mut properties[table];
                table["type"] = "object".into();
                table["additionalProperties"] = false.into();
                &mut table["properties"]
            }
        };
        inside[name] = option(setting);
    }
    properties[FORMS] = json!({
        "description": "Layout rules: an operator, or a pattern such as define-*, and how its forms are laid out.",
        "type": "object",
        "additionalProperties": { "$ref": "#/definitions/rule" },
    });
    properties
}

/// The schema of an option. What TOML writes for its values is JSON, too.
fn option(setting: Setting) -> Value {
    let value = |toml: &str| serde_json::from_str::<Value>(toml).unwrap_or_default();
    let about = setting.about().join(" ");
    let default = value(&setting.show(&Settings::default()));
    let Setting::Format(option) = setting else {
        let items = json!({ "type": "string" });
        return json!({ "description": about, "default": default, "type": "array", "items": items });
    };
    let names = option.values.names.iter();
    let names: Vec<Value> = names.map(|name| value(&emit::as_toml(name))).collect();
    let numbers = option.values.numbers.as_ref();
    let numbers = numbers.map(
        |range| json!({ "type": "integer", "minimum": range.start(), "maximum": range.end() }),
    );
    let all: Vec<Value> = [json!({ "enum": names })]
        .into_iter()
        .chain(numbers)
        .collect();
    json!({ "description": about, "default": default, "anyOf": all })
}

/// The schema of a layout rule.
fn rule() -> Value {
    let count = json!({
        "description": "The number of distinguished arguments before the body.",
        "type": "integer",
        "minimum": 0,
        "maximum": MAX_ARGS,
    });
    let roles: Vec<&str> = ROLES.iter().map(|(name, _)| *name).collect();
    json!({
        "description": "A number of arguments before a body, \"call\" for none, or a table.",
        "anyOf": [
            count,
            { "const": "call" },
            {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "like": { "description": "The form of the built-in table to copy.", "type": "string" },
                    "args": count,
                    "rest": {
                        "description": "The indentation of the body in columns, or \"align\".",
                        "anyOf": [
                            { "type": "integer", "minimum": REST.start(), "maximum": REST.end() },
                            { "const": "align" },
                        ],
                    },
                    "one-line": {
                        "description": "The largest width of the form on one line, in columns; 0 for never.",
                        "type": "integer",
                        "minimum": 0,
                        "maximum": u16::MAX,
                    },
                    "parts": {
                        "description": "The kind of each argument; the last one applies to all that follow.",
                        "type": "array",
                        "items": { "enum": roles },
                        "minItems": 1,
                        "maxItems": MAX_ARGS + 1,
                    },
                },
            },
        ],
    })
}

#[cfg(test)]
mod tests {
    use boon::{Compiler, SchemaIndex, Schemas};
    use schemefmt::Configuration;
    use toml::de::{DeTable, DeValue};

    use super::*;

    fn compiled(schemas: &mut Schemas) -> SchemaIndex {
        let mut compiler = Compiler::new();
        compiler.add_resource(ADDRESS, schema()).unwrap();
        compiler.compile(ADDRESS, schemas).unwrap()
    }

    /// A document as JSON; dates and floating-point numbers are not supported.
    fn as_json(value: &DeValue<'_>) -> Value {
        match value {
            DeValue::String(text) => json!(text),
            DeValue::Integer(number) => json!(number.as_str().parse::<i64>().unwrap()),
            DeValue::Boolean(truth) => json!(truth),
            DeValue::Array(items) => items.iter().map(|item| as_json(item.get_ref())).collect(),
            DeValue::Table(table) => {
                let entry = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
                    let key: &std::borrow::Cow<'_, str> = key.get_ref();
                    (key.to_string(), as_json(value.get_ref()))
                };
                Value::Object(table.iter().map(entry).collect())
            }
            _ => Value::Null,
        }
    }

    fn is_valid(schemas: &Schemas, index: SchemaIndex, text: &str) -> bool {
        let document = DeTable::parse(text).expect(text);
        let json = as_json(&DeValue::Table(document.into_inner()));
        schemas.validate(&json, index).is_ok()
    }

    /// The examples in the documentation, but for those of other tools, which name themselves.
    #[test]
    fn every_example_fits() {
        let (mut schemas, mut examples) = (Schemas::new(), 0);
        let index = compiled(&mut schemas);
        for guide in [
            include_str!("../../README.md"),
            include_str!("../../docs/adopting.md"),
            include_str!("../../docs/configuration.md"),
            include_str!("../../docs/documents.md"),
            include_str!("../../docs/forms.md"),
            include_str!("../../docs/style.md"),
        ] {
            for block in guide.split("\n```toml\n").skip(1) {
                let text = block.split("\n```").next().unwrap();
                assert!(is_valid(&schemas, index, text), "{text}");
                examples += 1;
            }
        }
        assert!(examples >= 4, "{examples}");
    }

    #[test]
    fn schema_rejects_what_the_reader_rejects() {
        let mut schemas = Schemas::new();
        let index = compiled(&mut schemas);
        let cases = [
            ("line-width = 100\n[style]\ncond = \"hang\"\n", true),
            ("line-width = 1001\n", false),
            ("emacs-rules = false\n", true),
            ("emacs-rules = \"no\"\n", false),
            ("include = [\"*.ms\"]\n", true),
            ("include = \"*.ms\"\n", false),
            ("[style]\ncond = \"hung\"\n", false),
            ("line_width = 80\n", false),
            ("required-version = \">=0.1\"\n", true),
            (
                "[forms]\na = 1\nb = \"call\"\nc = { like = \"let\" }\n",
                true,
            ),
            ("[forms]\na = 8\n", false),
            ("[forms]\na = { parts = [\"what\"] }\n", false),
            (
                "[[overrides]]\nfiles = [\"a\"]\nstyle.cond = \"hang\"\n",
                true,
            ),
            ("[[overrides]]\nline-width = 80\n", false),
            ("[[overrides]]\nfiles = []\n", false),
            ("[[overrides]]\nfiles = [\"a\"]\ninclude = [\"b\"]\n", false),
        ];
        for (text, fits) in cases {
            assert_eq!(is_valid(&schemas, index, text), fits, "{text}");
            let read = Configuration::from_toml(text);
            assert_eq!(read.is_ok(), fits, "{text}");
        }
    }
}
