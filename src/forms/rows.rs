//! Reads a pack of rows; `core.scm` explains the notation. This happens when the crate is built, so a mistake in a row is an error of
//! the build.

use std::collections::HashMap;

use super::attributes::{self, Atom, Mistake};
use super::form::{CALL, DATA, Form, Pattern, Row, body_form};

/// A pack as it is written: rows, and the texts that they hold for.
#[derive(Clone, Debug)]
pub struct PackRows {
    /// What it is called where the source of a rule is told.
    pub name: String,
    /// The dialects whose texts the rows hold for.
    pub dialects: Vec<String>,
    /// The libraries whose importers they hold for.
    pub libraries: Vec<String>,
    /// Whether values of keywords that take several lines go below their keywords.
    pub values_below: bool,
    /// The rows of names, in their order.
    pub names: Vec<(String, Row)>,
    /// The rows of patterns for names, in their order.
    pub patterns: Vec<(Pattern<String>, Row)>,
    /// What rows can be like.
    known: HashMap<String, Row>,
}

/// Reads a pack. Its rows can be like those of `core`, which all but the core itself are given.
///
/// # Errors
/// Returns the first mistake, after its line and its column in characters, both from 1: `3:14: there is no such row above`.
pub fn read(text: &str, core: Option<&PackRows>) -> Result<PackRows, String> {
    read_data(text, core).map_err(|Fault { at, message }| {
        let before = &text[..at];
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.chars().rev().take_while(|c| *c != '\n').count();
        format!("{line}:{column}: {message}")
    })
}

fn read_data(text: &str, core: Option<&PackRows>) -> Result<PackRows, Fault> {
    let data = Tokens { text, at: 0 }.data(None)?;
    let Some((head, rows)) = data.split_first() else {
        return Err(Fault::at(0, "expected (pack NAME ...)"));
    };
    let mut read = PackRows::of_head(head)?;
    read.known = match core {
        Some(core) => core.known.clone(),
        None => HashMap::from([
            ("call".to_owned(), Row::Always(CALL)),
            ("data".to_owned(), Row::Always(DATA)),
        ]),
    };
    for row in rows {
        read.add(row, core)?;
    }
    Ok(read)
}

impl PackRows {
    /// Reads `(pack NAME (dialects NAME ...) (libraries NAME ...) (keyword-values below))`.
    fn of_head(head: &Datum) -> Result<PackRows, Fault> {
        let wrong = || Fault::at(head.at, "expected (pack NAME ...)");
        let Some(("pack", [name, clauses @ ..])) = head.clause() else {
            return Err(wrong());
        };
        let mut rows = PackRows {
            name: name.word().ok_or_else(wrong)?.to_owned(),
            dialects: Vec::new(),
            libraries: Vec::new(),
            values_below: false,
            names: Vec::new(),
            patterns: Vec::new(),
            known: HashMap::new(),
        };
        for clause in clauses {
            let words = |data: &[Datum]| {
                let words = data.iter().map(|datum| datum.word().map(str::to_owned));
                words.collect::<Option<Vec<String>>>()
            };
            match clause.clause().map(|(key, data)| (key, words(data))) {
                Some(("dialects", Some(words))) => rows.dialects = words,
                Some(("libraries", Some(words))) => rows.libraries = words,
                Some(("keyword-values", Some(words))) if words == ["below"] => {
                    rows.values_below = true;
                }
                _ => {
                    let message = "expected (dialects NAME ...), (libraries NAME ...) or (keyword-values below)";
                    return Err(Fault::at(clause.at, message));
                }
            }
        }
        Ok(rows)
    }

    /// Reads `(OPERATOR WHAT ATTRIBUTE ...)`, `((OPERATOR ...) WHAT ATTRIBUTE ...)` or `(shape NAME WHAT ATTRIBUTE ...)`.
    fn add(&mut self, datum: &Datum, core: Option<&PackRows>) -> Result<(), Fault> {
        let Content::List(items) = &datum.content else {
            return Err(Fault::at(datum.at, "expected a row: (OPERATOR WHAT ...)"));
        };
        if let Some(("shape", [name, what @ ..])) = datum.clause() {
            let row = self.row(datum.at, what, false)?;
            let name = name.word().map(str::to_owned);
            let name = name.ok_or_else(|| Fault::at(datum.at, "expected a name"))?;
            self.known.insert(name, row);
            return Ok(());
        }
        let [operators, what @ ..] = &items[..] else {
            return Err(Fault::at(datum.at, "expected an operator"));
        };
        let row = self.row(datum.at, what, true)?;
        let operators = match &operators.content {
            Content::List(operators) => operators,
            _ => std::slice::from_ref(operators),
        };
        for operator in operators {
            self.add_operator(operator, row, core)
                .map_err(|message| Fault::at(operator.at, message))?;
        }
        Ok(())
    }

    /// Adds the row of an operator, or of a pattern.
    fn add_operator(
        &mut self,
        operator: &Datum,
        row: Row,
        core: Option<&PackRows>,
    ) -> Result<(), &'static str> {
        const TWICE: &str = "there is a row for this already";
        match &operator.content {
            Content::Name(name) if self.names.iter().any(|(known, _)| known == name) => Err(TWICE),
            Content::Name(name) => {
                let entry = (name.clone(), row);
                if core.is_some_and(|core| core.names.contains(&entry)) {
                    return Err("the core has this row");
                }
                self.known.insert(name.clone(), row);
                self.names.push(entry);
                Ok(())
            }
            Content::Text(text) => {
                let pattern = pattern(text)
                    .ok_or("expected a pattern: \"name*\", \"*name\" or \"*name*\"")?;
                if self.patterns.iter().any(|(known, _)| *known == pattern) {
                    return Err(TWICE);
                }
                self.patterns.push((pattern, row));
                Ok(())
            }
            _ => Err("expected an operator"),
        }
    }

    /// Reads `WHAT ATTRIBUTE ...` in the list at `at`. A row that is `used` must say where it comes from.
    fn row(&self, at: usize, data: &[Datum], used: bool) -> Result<Row, Fault> {
        let (mut row, attributes) = self.start(at, data)?;
        let mut has_source = !used;
        for attribute in attributes {
            match attribute.clause() {
                Some(("seen", numbers)) => {
                    evidence(attribute.at, numbers)?;
                    has_source = true;
                }
                Some(("source", [_, ..])) => has_source = true,
                Some((key, values)) => row = set(row, key, attribute.at, values)?,
                None => return Err(Fault::at(attribute.at, "expected (ATTRIBUTE VALUE ...)")),
            }
        }
        match has_source {
            true => Ok(row),
            false => Err(Fault::at(
                at,
                "expected (seen USES AGREEING PROJECTS) or (source NAME ...)",
            )),
        }
    }

    /// Reads what a row begins with. Returns the rest of its data, too.
    fn start<'d>(&self, at: usize, data: &'d [Datum]) -> Result<(Row, &'d [Datum]), Fault> {
        let Some((first, rest)) = data.split_first() else {
            return Err(Fault::at(at, "expected a number of arguments or a name"));
        };
        Ok(match (first.clause(), rest) {
            (Some(("list", [list])), [second, rest @ ..]) => {
                let Some(("name", [name])) = second.clause() else {
                    return Err(Fault::at(second.at, "expected (name SHAPE)"));
                };
                (Row::ByFirst(self.form(list)?, self.form(name)?), rest)
            }
            (Some(("string", [string])), rest) => (Row::IfString(self.form(string)?), rest),
            _ => (self.what(first)?, rest),
        })
    }

    /// A number of arguments before a body, or the name of a shape or an earlier row.
    fn what(&self, what: &Datum) -> Result<Row, Fault> {
        if let Content::Name(name) = &what.content {
            let row = self.known.get(name).copied();
            return row.ok_or_else(|| Fault::at(what.at, "there is no such shape or row above"));
        }
        let args = attributes::args(&what.atom().into_iter().collect::<Vec<_>>());
        let args = args.map_err(|mistake| Fault::of(&mistake, what.at, &[]))?;
        Ok(Row::Always(body_form(args)))
    }

    fn form(&self, what: &Datum) -> Result<Form, Fault> {
        match self.what(what)? {
            Row::Always(form) => Ok(form),
            _ => Err(Fault::at(
                what.at,
                "this depends on the first argument itself",
            )),
        }
    }
}

fn set(row: Row, key: &str, at: usize, values: &[Datum]) -> Result<Row, Fault> {
    let atoms: Option<Vec<Atom<'_>>> = values.iter().map(Datum::atom).collect();
    let atoms = atoms.ok_or_else(|| Fault::at(at, "expected numbers and names"))?;
    attributes::set(row, key, &atoms).map_err(|mistake| Fault::of(&mistake, at, values))
}

/// Checks `USES AGREEING PROJECTS`: three quarters of at least four uses speak for a row.
fn evidence(at: usize, numbers: &[Datum]) -> Result<(), Fault> {
    let [
        Some(Atom::Number(uses)),
        Some(Atom::Number(agreeing)),
        Some(Atom::Number(projects)),
    ] = numbers.iter().map(Datum::atom).collect::<Vec<_>>()[..]
    else {
        return Err(Fault::at(at, "expected (seen USES AGREEING PROJECTS)"));
    };
    if uses < 4 || agreeing > uses || agreeing * 4 < uses * 3 || projects == 0 {
        let message = "expected 4 uses or more, three quarters of which agree";
        return Err(Fault::at(at, message));
    }
    Ok(())
}

/// The pattern that a text with asterisks at its ends stands for.
fn pattern(text: &str) -> Option<Pattern<String>> {
    let pattern = match (text.strip_prefix('*'), text.strip_suffix('*')) {
        (Some(within), Some(_)) => Pattern::Within(within.strip_suffix('*')?.to_owned()),
        (Some(end), None) => Pattern::Suffix(end.to_owned()),
        (None, Some(start)) => Pattern::Prefix(start.to_owned()),
        (None, None) => return None,
    };
    Some(pattern)
}

/// A mistake at an offset.
struct Fault {
    at: usize,
    message: String,
}

impl Fault {
    fn at(at: usize, message: impl Into<String>) -> Fault {
        let message = message.into();
        Fault { at, message }
    }

    /// A mistake in an attribute at `at` that has these values.
    fn of(mistake: &Mistake, at: usize, values: &[Datum]) -> Fault {
        let value = mistake.value.and_then(|index| values.get(index));
        let at = value.map_or(at, |value| value.at);
        Fault::at(at, format!("expected {}", mistake.expected))
    }
}

/// A datum, and the offset at which it starts.
struct Datum {
    at: usize,
    content: Content,
}

enum Content {
    Number(u64),
    Name(String),
    Text(String),
    List(Vec<Datum>),
}

impl Datum {
    /// A list that starts with a name: the name and the rest.
    fn clause(&self) -> Option<(&str, &[Datum])> {
        let Content::List(items) = &self.content else {
            return None;
        };
        let (first, rest) = items.split_first()?;
        match &first.content {
            Content::Name(key) => Some((key, rest)),
            _ => None,
        }
    }

    /// A name or a string.
    fn word(&self) -> Option<&str> {
        match &self.content {
            Content::Name(word) | Content::Text(word) => Some(word),
            _ => None,
        }
    }

    /// A number or a name.
    fn atom(&self) -> Option<Atom<'_>> {
        match &self.content {
            Content::Number(number) => Some(Atom::Number(*number)),
            Content::Name(name) => Some(Atom::Name(name)),
            _ => None,
        }
    }
}

/// What is left of a text to read.
struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl Tokens<'_> {
    /// Reads data up to the end of the text, or of the list that begins at `opener`.
    fn data(&mut self, opener: Option<usize>) -> Result<Vec<Datum>, Fault> {
        let mut data = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let at = self.at;
            let Some(first) = rest.chars().next() else {
                return match opener {
                    Some(at) => Err(Fault::at(at, "this list does not end")),
                    None => Ok(data),
                };
            };
            let length = |end: &dyn Fn(char) -> bool| rest.find(end).unwrap_or(rest.len());
            let content = match first {
                ';' => {
                    self.at += length(&|c| c == '\n');
                    continue;
                }
                ')' if opener.is_some() => {
                    self.at += 1;
                    return Ok(data);
                }
                ')' => return Err(Fault::at(at, "there is no list to end here")),
                '(' => {
                    self.at += 1;
                    Content::List(self.data(Some(at))?)
                }
                '"' => {
                    let Some((text, _)) = rest[1..].split_once('"') else {
                        return Err(Fault::at(at, "this string does not end"));
                    };
                    self.at += text.len() + 2;
                    Content::Text(text.to_owned())
                }
                space if space.is_whitespace() => {
                    self.at += space.len_utf8();
                    continue;
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "();\"".contains(c);
                    let word = &rest[..length(&ends)];
                    self.at += word.len();
                    match word.parse() {
                        Ok(number) => Content::Number(number),
                        Err(_) => Content::Name(word.to_owned()),
                    }
                }
            };
            data.push(Datum { at, content });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::form::{Column, Limits, PLAIN, Stay};
    use super::*;

    const CORE: &str = include_str!("core.scm");

    #[test]
    fn a_mistake_is_told_with_its_place() {
        let core = read(CORE, None).unwrap();
        for (rows, mistake) in [
            ("f 1)", "2:4: there is no list to end here"),
            ("(f 1 (seen 4 4 1)", "2:1: this list does not end"),
            ("(\"f 1)", "2:2: this string does not end"),
            ("f", "2:1: expected a row: (OPERATOR WHAT ...)"),
            ("()", "2:1: expected an operator"),
            ("(f)", "2:1: expected a number of arguments or a name"),
            ("(f 8)", "2:4: expected a number of arguments from 0 to 7"),
            ("(f g)", "2:4: there is no such shape or row above"),
            (
                "(f let (source x)) (g (list let) (name f))",
                "2:29: this depends on the first argument itself",
            ),
            ("(f (list let*) (names f))", "2:16: expected (name SHAPE)"),
            ("(f 1 1)", "2:6: expected (ATTRIBUTE VALUE ...)"),
            ("(f 1 (rest (1)))", "2:6: expected numbers and names"),
            (
                "(f 1 (rest 9))",
                "2:6: expected a number of columns from 1 to 8, or \"align\"",
            ),
            (
                "(f 1 (color red))",
                "2:6: expected args, rest, one-line, parts, stay, drop, strategy or option",
            ),
            (
                "(f 1)",
                "2:1: expected (seen USES AGREEING PROJECTS) or (source NAME ...)",
            ),
            (
                "(f 1 (seen 4 4))",
                "2:6: expected (seen USES AGREEING PROJECTS)",
            ),
            (
                "(f 1 (seen 8 5 1))",
                "2:6: expected 4 uses or more, three quarters of which agree",
            ),
            (
                "(f 1 (source x)) ((g f) 2 (source x))",
                "2:22: there is a row for this already",
            ),
            ("(when when (source x))", "2:2: the core has this row"),
            (
                "(\"f\" 1 (source x))",
                "2:2: expected a pattern: \"name*\", \"*name\" or \"*name*\"",
            ),
        ] {
            let text = format!("(pack X (libraries x))\n{rows}");
            assert_eq!(read(&text, Some(&core)).unwrap_err(), mistake, "{rows}");
        }
    }

    #[test]
    fn a_head_says_for_whom_the_rows_hold() {
        for (head, mistake) in [
            ("", "1:1: expected (pack NAME ...)"),
            ("; é\n f", "2:2: expected (pack NAME ...)"),
            (
                "(pack X (dialect y))",
                "1:9: expected (dialects NAME ...), (libraries NAME ...) or (keyword-values below)",
            ),
        ] {
            assert_eq!(read(head, None).unwrap_err(), mistake, "{head}");
        }
        let head = "(pack \"A B\" (dialects c d) (libraries \"e f\") (keyword-values below))";
        let read = read(head, None).unwrap();
        assert_eq!(read.name, "A B");
        assert_eq!(
            (read.dialects, read.libraries),
            (vec!["c".to_owned(), "d".to_owned()], vec!["e f".to_owned()])
        );
        assert!(read.values_below && read.names.is_empty());
    }

    #[test]
    fn a_row_says_what_it_is_like_and_what_differs() {
        let text = "(pack x)\n\
            (shape two 2 (one-line 30 40 any 20))\n\
            ((f g) two (stay leading) (drop align) (source y))\n\
            (\"h*\" (list two) (name call) (rest 3) (source y))\n\
            (\"*i*\" (string f) (source y))";
        let PackRows {
            names, patterns, ..
        } = read(text, None).unwrap();
        let two = Form {
            limits: Limits::by_place(30, 40, PLAIN).with_many(2, 20),
            ..body_form(2)
        };
        let f = Form {
            stay: Stay::Leading,
            drop: Column::Align,
            ..two
        };
        assert_eq!(
            names,
            ["f", "g"].map(|name| (name.to_owned(), Row::Always(f)))
        );
        let rest = |form| Form {
            rest: Column::Indent(3),
            ..form
        };
        let expected = [
            (
                Pattern::Prefix("h".to_owned()),
                Row::ByFirst(rest(two), rest(CALL)),
            ),
            (Pattern::Within("i".to_owned()), Row::IfString(f)),
        ];
        assert_eq!(patterns, expected);
    }
}
