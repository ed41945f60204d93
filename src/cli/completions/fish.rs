//! The script for fish.

use std::fmt::Write as _;

use super::{Grammar, Task, Value, escaped};

/// The task is the first word; without one, it is formatting.
const HEAD: &str = "\
# Written by `schemefmt completions fish`.

# Whether the words before the cursor ask for this task.
function __schemefmt_does -a task
    set -l words (commandline -opc)
    if contains -- \"$words[2]\" @TASKS@
        test \"$words[2]\" = \"$task\"
    else
        test -z \"$task\"
    end
end

function __schemefmt_begins
    test (count (commandline -opc)) = 1
end

";

pub fn script(grammar: &Grammar) -> String {
    let tasks = grammar.tasks.iter();
    let tasks: Vec<&str> = tasks.map(|task| task.name.as_str()).collect();
    let mut script = HEAD.replace("@TASKS@", &tasks.join(" "));
    for (name, about) in &grammar.names {
        let about = quoted(about);
        let _ = writeln!(
            script,
            "complete -c schemefmt -n __schemefmt_begins -a {name} -d {about}"
        );
    }
    task_lines(&mut script, "__schemefmt_does", &grammar.formatting);
    for task in &grammar.tasks {
        let condition = format!("'__schemefmt_does {}'", task.name);
        task_lines(&mut script, &condition, task);
    }
    script
}

/// The condition that a task has been named.
fn task_lines(script: &mut String, condition: &str, task: &Task) {
    for flag in &task.flags {
        let _ = write!(script, "complete -c schemefmt -n {condition}");
        for spelling in &flag.spellings {
            let _ = match spelling.strip_prefix("--") {
                Some(name) => write!(script, " -l {name}"),
                None => write!(script, " -s {}", spelling.trim_start_matches('-')),
            };
        }
        let value = match &flag.value {
            Value::Nothing => String::new(),
            Value::Path => " -r -F".to_owned(),
            value => format!(" -x{}", candidates(value)),
        };
        let _ = writeln!(script, "{value} -d {}", quoted(&flag.about));
    }
    let operand = match &task.operand {
        Value::Path => " -F".to_owned(),
        value => format!(" -f{}", candidates(value)),
    };
    let _ = writeln!(script, "complete -c schemefmt -n {condition}{operand}");
}

fn candidates(value: &Value) -> String {
    match value {
        Value::Nothing | Value::Unknown | Value::Path => String::new(),
        Value::Folder => " -a '(__fish_complete_directories (commandline -ct))'".to_owned(),
        Value::OneOf(values) => {
            let values: Vec<String> = values
                .iter()
                .map(|(name, about)| match about.as_str() {
                    "" => name.clone(),
                    about => format!("{name}\\t{}", quoted(about)),
                })
                .collect();
            format!(" -a {}", quoted(&values.join(" ")))
        }
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", escaped(text, &['\\', '\'']))
}
