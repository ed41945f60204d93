//! The files that say which options there are: the schema of the configuration, and the settings of the extension for Visual
//! Studio Code. `TRYCMD=overwrite` writes them anew.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use schemefmt::internals::config::selection::EXTENSIONS;
use schemefmt::options::{Declaration, Options, declared};
use serde_json::{Value, json};

/// What stands before the settings in `package.json`, and what behind them.
const BEFORE: &str = "\"title\": \"Formatting\",\n        \"properties\": {\n";
const AFTER: &str = "\n        }\n      }\n    ]";

/// Checks that the file at `path` in this repository is what `expected` makes of its text.
fn check(path: &str, expected: impl Fn(&str) -> String) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
    let expected = expected(&text);
    serde_json::from_str::<Value>(&expected).unwrap();
    if env::var_os("TRYCMD").is_some_and(|action| action == "overwrite") {
        fs::write(&file, expected).unwrap();
    } else {
        let line = expected
            .lines()
            .zip(text.lines())
            .find(|(new, old)| new != old);
        assert!(
            text == expected,
            "{path} is stale, {line:?}: TRYCMD=overwrite writes it anew"
        );
    }
}

#[test]
fn schema_file_is_current() {
    let command = Command::new(env!("CARGO_BIN_EXE_schemefmt"))
        .arg("schema")
        .output();
    let schema = String::from_utf8(command.unwrap().stdout).unwrap();
    check("docs/schemefmt.schema.json", |_| schema.clone());
}

#[test]
fn settings_are_the_declared_options() {
    check("packages/editors/vscode/package.json", |text| {
        let (head, rest) = text.split_once(BEFORE).unwrap();
        let (_, tail) = rest.split_once(AFTER).unwrap();
        let settings: Vec<String> = declared()
            .enumerate()
            .map(|(i, option)| setting(i, option))
            .collect();
        format!("{head}{BEFORE}{}{AFTER}{tail}", settings.join(",\n"))
    });
}

/// Where one extension of Scheme files is named, all are.
#[test]
fn extensions_are_named_everywhere() {
    let files = [
        ".pre-commit-hooks.yaml",
        "docs/automation.md",
        "docs/documents.md",
        "docs/usage.md",
    ];
    for path in files {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let text = fs::read_to_string(file).unwrap();
        let lists: Vec<&str> = text.lines().filter(|line| line.contains("sps")).collect();
        assert!(!lists.is_empty(), "{path} has no list of extensions");
        for list in lists {
            let words: Vec<&str> = list.split(|c: char| !c.is_alphanumeric()).collect();
            let missing = EXTENSIONS.iter().filter(|it| !words.contains(it));
            assert_eq!(missing.collect::<Vec<_>>(), [&""; 0], "{path}: {list}");
        }
    }
}

/// A setting, as `package.json` has it. One that is null says nothing: what files and defaults say holds.
fn setting(order: usize, option: &Declaration) -> String {
    let names = option.values.names;
    let default = option.get(&Options::default());
    let numbers = option.values.numbers.as_ref();
    let numbers = numbers.map(
        |range| json!({ "type": "integer", "minimum": range.start(), "maximum": range.end() }),
    );
    let named = match names {
        [] => json!({ "type": "null" }),
        ["true", "false"] => json!({ "type": ["boolean", "null"] }),
        _ => {
            let words = names.iter().map(|name| json!(name));
            let unset = json!(format!("not set ({default})"));
            json!({
                "enum": words.clone().chain([Value::Null]).collect::<Vec<_>>(),
                "enumItemLabels": words.chain([unset]).collect::<Vec<_>>(),
            })
        }
    };
    let mut schema = match numbers {
        None => named,
        Some(numbers) => json!({ "anyOf": [numbers, named] }),
    };
    let about: Vec<&str> = option.about().collect();
    schema["default"] = Value::Null;
    schema["scope"] = json!("resource");
    schema["order"] = json!(order);
    schema["markdownDescription"] = json!(format!("{} Default: `{default}`.", about.join(" ")));
    let text = serde_json::to_string_pretty(&schema).unwrap();
    format!("\"schemefmt.{}\": {text}", spelling(option.key))
        .lines()
        .map(|line| format!("          {line}"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// `style.if-arms` is `style.ifArms`.
fn spelling(key: &str) -> String {
    let mut words = key.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at(1);
        name + &initial.to_uppercase() + rest
    })
}
