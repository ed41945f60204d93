//! The order of names as people read them: case-insensitive first, with numbers ordered by value.

use crate::syntax::data::Data;
use crate::syntax::tree::{NodeId, NodeKind};

/// The sort key of an item: the words of its name, case-insensitive and then as they are written, and then all of its words. Items with
/// equal keys have the same words.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SortKey {
    name: (Vec<Pieces>, Vec<String>),
    all: (Vec<Pieces>, Vec<String>),
}

/// A word in pieces: a letter, or, for a number, `0`, the count of its digits, and the digits.
type Pieces = Vec<(String, usize, String)>;

/// Operators of sets of imports or exports. A name or another set follows.
const OPERATORS: [&str; 11] = [
    "only",
    "except",
    "prefix",
    "rename",
    "drop-prefix",
    "for",
    "library",
    "only-in",
    "struct-out",
    "all-from-out",
    "rename-out",
];

/// The name or set that a set takes from.
pub(super) fn named(data: Data<'_>, set: NodeId) -> Option<NodeId> {
    let is_set = OPERATORS.contains(&data.head(set)?);
    data.elements(set).nth(1).filter(|_| is_set)
}

impl SortKey {
    /// The key of a datum.
    pub(super) fn of(data: Data<'_>, datum: NodeId) -> Self {
        let sets = std::iter::successors(Some(datum), |set| named(data, *set));
        let named = sets.last().unwrap_or(datum);
        SortKey {
            name: words(data, named),
            all: words(data, datum),
        }
    }
}

/// The atoms in a datum, in order: in pieces, and as they are written.
fn words(data: Data<'_>, datum: NodeId) -> (Vec<Pieces>, Vec<String>) {
    let is_word = |id: &NodeId| matches!(data.kind(*id), NodeKind::Atom | NodeKind::String);
    let nodes = datum..data.tree.nodes[datum].next as usize;
    let words = nodes.filter(is_word).map(|id| data.text_of(id));
    words.map(|word| (read(word), word.to_owned())).unzip()
}

fn read(word: &str) -> Pieces {
    let mut rest = word;
    let pieces = std::iter::from_fn(|| {
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = rest[..rest.len() - after.len()].trim_start_matches('0');
        if after.len() < rest.len() {
            rest = after;
            return Some(("0".to_owned(), digits.len(), digits.to_owned()));
        }
        let mut chars = rest.chars();
        let letter = chars.next()?.to_lowercase().collect();
        rest = chars.as_str();
        Some((letter, 0, String::new()))
    });
    pieces.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_people_read() {
        let words = [
            "", "a", "a!", "A-b", "a-B", "a2", "a02x", "a10", "ab", "B", "b", "é",
        ];
        for pair in words.windows(2) {
            assert!(read(pair[0]) <= read(pair[1]), "{pair:?}");
        }
        assert!(read("srfi-13") < read("srfi-133"));
        assert!(read("99999999999999999999") < read("100000000000000000000"));
    }
}
