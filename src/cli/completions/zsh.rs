//! The script for zsh. It works both as a file `_schemefmt` in a folder of `fpath`, and when it is sourced.

use std::fmt::Write as _;

use super::{Flag, Grammar, Task, Value, escaped};

const SCRIPT: &str = r#"#compdef schemefmt
# Written by `schemefmt completions zsh`.

_schemefmt() {
  # A task is the first word or none.
  if (( CURRENT > 2 )); then
    case $words[2] in
@TASKS@    esac
  fi
@FORMATTING@}

_schemefmt_paths() {
  if (( CURRENT == 2 )); then
    _alternative @NAMES@ 'files:path:_files'
  else
    _files
  fi
}

# Loaded by the completion system, or sourced.
if [[ $funcstack[1] == _schemefmt ]]; then
  _schemefmt "$@"
else
  compdef _schemefmt schemefmt
fi
"#;

pub fn script(grammar: &Grammar) -> String {
    let mut tasks = String::new();
    for task in &grammar.tasks {
        let name = &task.name;
        let operand = match &task.operand {
            Value::Nothing => None,
            value => Some(format!(":{}", action(name, value))),
        };
        let _ = writeln!(tasks, "    {name})\n      shift words; (( CURRENT-- ))");
        arguments(&mut tasks, "      ", task, operand);
        tasks.push_str("      return\n      ;;\n");
    }
    let mut formatting = String::new();
    let paths = "*:path:_schemefmt_paths".to_owned();
    arguments(&mut formatting, "  ", &grammar.formatting, Some(paths));
    let names = format!(
        "tasks:{}",
        action("task", &Value::OneOf(grammar.names.clone()))
    );
    SCRIPT
        .replace("@TASKS@", &tasks)
        .replace("@FORMATTING@", &formatting)
        .replace("@NAMES@", &quoted(&names))
}

/// Lets the flags and operands of a task be completed.
fn arguments(script: &mut String, indent: &str, task: &Task, operand: Option<String>) {
    let _ = write!(script, "{indent}_arguments -s -S :");
    let flags = task.flags.iter().flat_map(specifications);
    for specification in flags.chain(operand) {
        let _ = write!(script, " \\\n{indent}  {}", quoted(&specification));
    }
    script.push('\n');
}

/// One entry for each spelling.
fn specifications(flag: &Flag) -> impl Iterator<Item = String> {
    flag.spellings.iter().map(|spelling| {
        let repeats = if flag.excludes.contains(spelling) {
            ""
        } else {
            "*"
        };
        let excludes = match flag.excludes.join(" ") {
            none if none.is_empty() => none,
            some => format!("({some})"),
        };
        // The value may be in the same word, after a `=`, or in the next word.
        let (joint, value) = match (&flag.value, spelling.starts_with("--")) {
            (Value::Nothing, _) => ("", String::new()),
            (value, true) => ("=", format!(":{}", action(&flag.value_name, value))),
            (value, false) => ("+", format!(":{}", action(&flag.value_name, value))),
        };
        let about = escaped(&flag.about, &['\\', '[', ']', ':']);
        format!("{excludes}{repeats}{spelling}{joint}[{about}]{value}")
    })
}

/// The name of a value, and how it is completed.
fn action(name: &str, value: &Value) -> String {
    let action = match value {
        Value::Nothing | Value::Unknown => " ".to_owned(),
        Value::Path => "_files".to_owned(),
        Value::Folder => "_directories".to_owned(),
        Value::OneOf(values) => {
            let values: Vec<String> = values
                .iter()
                .map(|(name, about)| {
                    let about = escaped(about, &['\\', '"', '$', '`', ':']);
                    format!("{name}\\:\"{about}\"")
                })
                .collect();
            format!("(({}))", values.join(" "))
        }
    };
    format!("{}:{action}", escaped(name, &['\\', ':']))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
