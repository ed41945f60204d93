//! The script for bash, including version 3.2 on macOS.

use std::fmt::Write as _;

use super::{Grammar, Task, Value};

/// The part that does not depend on the command's flags. `words` and `paths` say what is possible at the cursor: the words
/// themselves, and the flag of `compgen` that finds the paths, `-f` for all paths or `-d` for folders.
const SCRIPT: &str = r#"# Written by `schemefmt completions bash`.

_schemefmt() {
    local current=$2 before=$3 task= words= paths= word
    # Bash parts words at `=`.
    if [[ $current == "=" ]]; then
        current=
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    ((COMP_CWORD > 1)) && task=${COMP_WORDS[1]}
    case $task in
    @TASKS@) ;;
    *) task= ;;
    esac

    case "$task $before" in
@FLAGS@    *)
        case "$task $current" in
@OPERANDS@        esac
        ;;
    esac

    COMPREPLY=()
    while IFS= read -r word; do
        [[ -n $word ]] && COMPREPLY+=("$word")
    done < <(
        [[ -n $words ]] && compgen -W "$words" -- "$current"
        [[ -n $paths ]] && compgen "$paths" -- "$current"
    )
}

complete -o filenames -F _schemefmt schemefmt
"#;

pub fn script(grammar: &Grammar) -> String {
    let tasks = words(&grammar.names);
    let mut flags = String::new();
    let mut operands = String::new();
    for task in &grammar.tasks {
        cases(&mut flags, &task.name, task);
        operands_of(&mut operands, &task.name, task);
    }
    cases(&mut flags, "", &grammar.formatting);
    let first = format!("((COMP_CWORD == 1)) && words='{tasks}'; paths=-f");
    let _ = writeln!(
        operands,
        "        ' '-*) words='{}' ;;\n        *) {first} ;;",
        spellings(&grammar.formatting)
    );
    SCRIPT
        .replace("@TASKS@", &tasks.replace(' ', " | "))
        .replace("@FLAGS@", &flags)
        .replace("@OPERANDS@", &operands)
}

/// What can follow the flags of a task.
fn cases(script: &mut String, name: &str, task: &Task) {
    for flag in &task.flags {
        let then = match &flag.value {
            Value::Nothing => continue,
            value => assignment(value),
        };
        let before: Vec<String> = flag
            .spellings
            .iter()
            .map(|spelling| format!("'{name} {spelling}'"))
            .collect();
        let _ = writeln!(script, "    {}) {then} ;;", before.join(" | "));
    }
}

/// What else a named task accepts.
fn operands_of(script: &mut String, name: &str, task: &Task) {
    let _ = writeln!(
        script,
        "        '{name} '-*) words='{}' ;;\n        '{name} '*) {} ;;",
        spellings(task),
        assignment(&task.operand)
    );
}

fn assignment(value: &Value) -> String {
    match value {
        Value::Nothing | Value::Unknown => ":".to_owned(),
        Value::Path => "paths=-f".to_owned(),
        Value::Folder => "paths=-d".to_owned(),
        Value::OneOf(values) => format!("words='{}'", words(values)),
    }
}

fn spellings(task: &Task) -> String {
    let flags = task.flags.iter();
    let spellings: Vec<&str> = flags
        .flat_map(|flag| &flag.spellings)
        .map(String::as_str)
        .collect();
    spellings.join(" ")
}

fn words(values: &[(String, String)]) -> String {
    let words: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
    words.join(" ")
}
