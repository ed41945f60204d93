//! The number of operands of each operator in the reports and in common libraries, from `arities.txt`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The number of operands that stands for any number.
const ANY: u8 = u8::MAX - 1;

static TABLE: LazyLock<FxHashMap<&str, (u8, u8)>> = LazyLock::new(|| {
    let lines = include_str!("arities.txt").lines();
    let of_line = |line: &'static str| {
        let mut words = line.split_ascii_whitespace();
        let mut number = || {
            words
                .next()
                .and_then(|word| word.parse().ok())
                .unwrap_or(ANY)
        };
        let arity = (number() + 1, number() + 1);
        words.map(move |name| (name, arity))
    };
    lines
        .filter(|line| !line.starts_with(';'))
        .flat_map(of_line)
        .collect()
});

/// The fewest and the most items, including the operator, of a list with this operator; none if they are unknown.
pub(crate) fn arity(operator: &str) -> Option<(u8, u8)> {
    TABLE.get(operator).copied()
}

/// The fewest items of a finished list with this operator.
pub(super) fn fewest_when_done(operator: &str) -> u8 {
    match operator {
        "define" => 3,
        "else" => 2,
        _ => arity(operator).map_or(0, |(fewest, _)| fewest),
    }
}
