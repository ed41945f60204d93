//! Random libraries with comments everywhere, and the same ones as they are sorted: an oracle that knows nothing of the formatter.

/// A random library.
pub(crate) struct Library {
    /// Its text, with the items of each group in any order.
    pub shuffled: String,
    /// Its text with these in order.
    pub sorted: String,
    /// The dialect that it is written in.
    pub dialect: &'static str,
}

/// The generator of Knuth's MMIX.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Where a list is, and what its items are.
#[derive(Clone, Copy)]
enum Kind {
    Names,
    Libraries,
    Modules,
    Keywords,
    Uses,
}

/// An item with its comments.
#[derive(Clone)]
struct Item {
    /// What it is ordered by in this generator: the numbers are unique.
    number: usize,
    above: String,
    datum: String,
    behind: String,
}

/// The library that belongs to a seed.
pub(crate) fn library(seed: u64) -> Library {
    let mut random = Random(seed);
    for _ in 0..3 {
        random.below(1);
    }
    let (dialect, parts): (_, &[(&str, Option<Kind>)]) = match random.below(5) {
        0 => (
            "r7rs",
            &[
                ("(define-library (a b)\n  (export ", Some(Kind::Names)),
                (")\n  (import ", Some(Kind::Libraries)),
                (
                    ")\n  (begin\n    (import (z) (y))\n    (define b 1) (define a 2)))\n",
                    None,
                ),
            ],
        ),
        1 => (
            "r6rs",
            &[
                ("(library (a b)\n  (export ", Some(Kind::Names)),
                (")\n  (import ", Some(Kind::Libraries)),
                (
                    ")\n  (define (f) (import (z) (y)) 1)\n  (export z y))\n",
                    None,
                ),
            ],
        ),
        2 => (
            "guile",
            &[
                (
                    "(define-module (a b)\n  #:use-module (z)\n  #:version (1)\n  ",
                    Some(Kind::Keywords),
                ),
                ("\n  #:export (", Some(Kind::Names)),
                (
                    ")\n  #:pure)\n\n'(import (z) (y))\n(use-modules ",
                    Some(Kind::Libraries),
                ),
                (")\n", None),
            ],
        ),
        3 => (
            "racket",
            &[
                ("#lang racket/base\n(require ", Some(Kind::Modules)),
                (")\n(provide ", Some(Kind::Names)),
                (")\n(begin (require z y))\n", None),
            ],
        ),
        _ => (
            "gauche",
            &[
                ("(define-module a.b\n  ", Some(Kind::Uses)),
                ("\n  (export ", Some(Kind::Names)),
                ("))\n(select-module a.b)\n", Some(Kind::Uses)),
                ("\n(define a 1)\n", None),
            ],
        ),
    };
    let (mut shuffled, mut sorted) = (String::new(), String::new());
    for (text, kind) in parts {
        shuffled.push_str(text);
        sorted.push_str(text);
        if let Some(kind) = kind {
            list(&mut random, *kind, &mut [&mut shuffled, &mut sorted]);
        }
    }
    Library {
        shuffled,
        sorted,
        dialect,
    }
}

/// Writes the groups of a list, as they come and in order.
fn list(random: &mut Random, kind: Kind, texts: &mut [&mut String; 2]) {
    let groups = random.below(3) + 1;
    for group in 0..groups {
        let size = random.below(5) + 1;
        let has_heading = size > 1 && random.below(3) == 0;
        let mut items: Vec<Item> = (0..size).map(|_| item(random, kind, has_heading)).collect();
        random.shuffle(&mut items);
        // Of the others it would be unclear what their comments are about.
        items.sort_by_key(|item| !item.above.is_empty());
        if items.len() > 1 && !items[0].above.is_empty() && items[1].above.is_empty() {
            items[0].above.clear();
        }
        let mut ordered = items.clone();
        ordered.sort_by_key(|item| item.number);
        let heading = match has_heading {
            true => format!("\n ; heading {}\n", random.below(1000)),
            false => String::new(),
        };
        let gap = if group > 0 { "\n" } else { "" };
        for (text, items) in texts.iter_mut().zip([items, ordered]) {
            text.push_str(gap);
            text.push_str(&heading);
            for Item {
                above,
                datum,
                behind,
                ..
            } in items
            {
                if !above.is_empty() && !text.trim_end_matches(' ').ends_with('\n') {
                    text.push('\n');
                }
                text.push_str(&(above + &datum + &behind));
                let ends_line = !behind.is_empty() || random.below(2) == 0;
                text.push(if ends_line { '\n' } else { ' ' });
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }
}

/// An item; under a heading it has no comment above.
fn item(random: &mut Random, kind: Kind, has_heading: bool) -> Item {
    let number = random.below(100_000_000);
    let datum = match kind {
        Kind::Names => match random.below(8) {
            0 => format!("A{number}"),
            _ => format!("a{number}"),
        },
        Kind::Libraries => set(random, format!("(a {number} b)"), "only"),
        Kind::Modules => set(random, format!("a/a{number}"), "only-in"),
        Kind::Keywords => match random.below(3) {
            0 => format!("#:use-module ; k\n ((a {number}) #:select (b a))"),
            _ => format!("#:use-module (a {number})"),
        },
        Kind::Uses => format!("(use a.a{number})"),
    };
    let comments = random.below(6);
    let above = match has_heading || comments > 0 {
        true => String::new(),
        false if random.below(2) == 0 => format!(" ; above {number}\n"),
        false => format!(" ; above {number}\n ;; and more\n"),
    };
    let before = match random.below(8) {
        0 => format!("#;(b a{number}) "),
        1 => format!("#| before {number} |# "),
        _ => String::new(),
    };
    let behind = match random.below(3) {
        0 => format!(" ; behind {number}"),
        _ => String::new(),
    };
    Item {
        number,
        above,
        datum: before + &datum,
        behind,
    }
}

/// A set of imports, by which it is ordered does not change. Its names are in order.
fn set(random: &mut Random, library: String, only: &str) -> String {
    match random.below(5) {
        0 => format!("({only} {library} a ; a\n B c2 c10)"),
        1 if only == "only" => format!("(prefix {library} z)"),
        2 if only == "only" => format!("(rename {library} (b a))"),
        _ => library,
    }
}
