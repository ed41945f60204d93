//! Random literals, each production of the reports' grammars as a regular expression, in mixed case.

use proptest::prelude::*;
use proptest::string::string_regex;

/// A literal of the grammar of this name.
pub(crate) fn literal(grammar: &str) -> BoxedStrategy<String> {
    match grammar {
        "r5rs" => Grammar {
            markers: "eEsSfFdDlL",
            placeholders: "#{0,2}",
            width: "",
            inf_nan: None,
            others: &[r"#[tTfF]", r"#\\[!-~]", r"#\\[ \n]"],
            names: &["space", "newline"],
        }
        .literal(),
        "r6rs" => Grammar {
            markers: "eEsSfFdDlL",
            placeholders: "",
            width: r"(\|[1-9][0-9]?)?",
            inf_nan: Some(INF_NAN),
            others: &[
                r"#[tTfF]",
                r"#\\[!-~]",
                r"#\\[ \n\t]",
                r"#\\x[0-9a-fA-F]{1,4}",
                r"#vu8\(1 #[xX][fF]\)",
            ],
            names: &[
                "nul",
                "alarm",
                "backspace",
                "tab",
                "linefeed",
                "newline",
                "vtab",
                "page",
                "return",
                "esc",
                "space",
                "delete",
            ],
        }
        .literal(),
        "r7rs" => Grammar {
            markers: "eE",
            placeholders: "",
            width: "",
            inf_nan: Some(INF_NAN),
            others: &[
                r"#[tTfF]",
                r"#([tT][rR][uU][eE]|[fF][aA][lL][sS][eE])",
                r"#\\[!-~]",
                r"#\\[ \n\t]",
                r"#\\[xX][0-9a-fA-F]{1,4}",
                r"#[uU]8\(1 #[xX][fF]\)",
            ],
            names: &[
                "alarm",
                "backspace",
                "delete",
                "escape",
                "newline",
                "null",
                "return",
                "space",
                "tab",
            ],
        }
        .literal(),
        // Letters are letters: nothing here is a literal but integers and booleans.
        "tiny" => {
            string_regex("[-+]?[0-9]{1,6}|#[tf]|[-+./a-zA-Z<=>!?:$%_&^~][-+./*a-zA-Z0-9?!]{0,5}")
                .expect("a regular expression")
                .boxed()
        }
        _ => prop_oneof![literal("r5rs"), literal("r6rs"), literal("r7rs")].boxed(),
    }
}

const INF_NAN: &str = r"[-+]([iI][nN][fF]|[nN][aA][nN])\.0";

/// A report's grammar, in pieces of regular expressions.
struct Grammar {
    markers: &'static str,
    placeholders: &'static str,
    width: &'static str,
    inf_nan: Option<&'static str>,
    others: &'static [&'static str],
    /// Names of characters, drawn in mixed case.
    names: &'static [&'static str],
}

impl Grammar {
    fn literal(&self) -> BoxedStrategy<String> {
        let numbers = [
            self.number("[dD]", "[0-9]", true),
            self.number("[dD]", "[0-9]", true),
            self.number("[xX]", "[0-9a-fA-F]", false),
            self.number("[xX]", "[0-9a-fA-F]", false),
            self.number("[oO]", "[0-7]", false),
            self.number("[bB]", "[01]", false),
        ];
        let names: Vec<String> = self
            .names
            .iter()
            .map(|name| {
                let letters = name.chars();
                let mixed = letters.map(|c| format!("[{c}{}]", c.to_ascii_uppercase()));
                format!(r"#\\{}", mixed.collect::<String>())
            })
            .collect();
        let regex = |pattern: &str| string_regex(pattern).expect("a regular expression");
        let any = |patterns: Vec<String>| {
            let strategies = patterns.iter().map(|pattern| regex(pattern).boxed());
            prop::strategy::Union::new(strategies).boxed()
        };
        prop_oneof![
            6 => any(numbers.to_vec()),
            2 => any(names),
            2 => any(self.others.iter().map(|&other| other.to_owned()).collect()),
        ]
        .boxed()
    }

    /// A number in one radix, from its prefix on.
    fn number(&self, letter: &str, digit: &str, decimal: bool) -> String {
        let placeholders = self.placeholders;
        let integer = format!("{digit}{{1,3}}{placeholders}");
        let mut ureal = format!("{integer}|{integer}/{integer}");
        // A radix of ten needs no prefix.
        let radix = if decimal {
            let suffix = format!("([{}][-+]?[0-9]{{1,2}})?", self.markers);
            let tail = format!("{suffix}{}", self.width);
            ureal = format!(
                r"{ureal}|[0-9]{{1,3}}{placeholders}{tail}|\.[0-9]{{1,3}}{placeholders}{tail}|[0-9]{{1,3}}\.[0-9]{{0,3}}{placeholders}{tail}"
            );
            if !placeholders.is_empty() {
                ureal = format!(r"{ureal}|[0-9]{{1,3}}##?\.{placeholders}{tail}");
            }
            format!("(#{letter})?")
        } else {
            format!("#{letter}")
        };
        let inf_nan = self
            .inf_nan
            .map_or(String::new(), |word| format!("|{word}"));
        let imaginary = format!("([-+]({ureal})?{inf_nan})[iI]");
        let real = format!("([-+]?({ureal}){inf_nan})");
        let exactness = "(#[eEiI])?";
        format!(
            "({radix}{exactness}|{exactness}{radix})({real}|{real}|{real}{imaginary}|{imaginary}|{real}@{real})"
        )
    }
}
