//! Reads a pack of rows; `core.scm` explains the notation. This happens when the crate is built, so an error in a row is an error of
//! the build.

use std::collections::HashMap;

use super::attributes::{self, Atom, AttributeError};
use super::form::{CALL, DATA, Form, Pattern, Row, body_form};
use crate::syntax::data::Data;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser;
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::lines::Lines;

/// A pack as it is written: rows, and the texts that they apply to.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackRows {
    /// Its name in the provenance of a rule.
    pub name: String,
    /// The dialects that the rows apply to.
    pub dialects: Vec<String>,
    /// The libraries whose importers they apply to.
    pub libraries: Vec<String>,
    /// Whether values of keywords that take several lines go below their keywords.
    pub values_below: bool,
    /// Whether the fields of records that are recognized by their fields go below the name.
    pub fields_below: bool,
    /// The rows of names, in their order.
    pub names: Vec<(String, Row)>,
    /// The rows of patterns for names, in their order.
    pub patterns: Vec<(Pattern<String>, Row)>,
    /// What rows can be like.
    known: HashMap<String, Row>,
}

const EXPECTED_PACK: &str = "expected (pack NAME ...)";

/// Reads a pack. Its rows can be like those of `core`, which all but the core itself are given.
///
/// # Errors
/// Returns the first error, after the line and the column of the row that it is in, both from 1: `3:1: unknown shape or row`.
pub(crate) fn read(text: &str, core: Option<&PackRows>) -> Result<PackRows, String> {
    let at = |offset: usize, message: &str| {
        let position = Lines::of(text).position(text, offset);
        format!("{position}: {message}")
    };
    let tree = parser::parse_whole(&mut Lexer::new(text, Switches::COMMON))
        .map_err(|error| at(error.primary_span().start, &error.message))?;
    let data = Data { text, tree: &tree };
    let known = match core {
        Some(core) => core.known.clone(),
        None => HashMap::from([
            ("call".to_owned(), Row::Always(CALL)),
            ("data".to_owned(), Row::Always(DATA)),
        ]),
    };
    let rows = PackRows {
        known,
        ..PackRows::default()
    };
    let mut reader = RowReader { data, core, rows };
    let top = tree.top_level().filter(|id| data.kind(*id).is_datum());
    for (index, id) in top.enumerate() {
        let read = match index {
            0 => reader.head(id),
            _ => reader.add(id),
        };
        read.map_err(|message| at(data.start(id), &message))?;
    }
    if reader.rows.name.is_empty() {
        return Err(at(0, EXPECTED_PACK));
    }
    Ok(reader.rows)
}

/// Walks a pack and gathers its rows.
struct RowReader<'t> {
    data: Data<'t>,
    core: Option<&'t PackRows>,
    rows: PackRows,
}

impl<'t> RowReader<'t> {
    /// Reads `(pack NAME (dialects NAME ...) (libraries NAME ...) (keyword-values below) (fields below))`.
    fn head(&mut self, head: NodeId) -> Result<(), String> {
        let data = self.data;
        let items = data.as_list(head);
        let (Some("pack"), [_, name, clauses @ ..]) = (data.head(head), &items[..]) else {
            return Err(EXPECTED_PACK.to_owned());
        };
        self.rows.name = self.word(*name)?;
        for clause in clauses {
            let words = data.elements(*clause).skip(1).map(|id| self.word(id));
            let words: Vec<String> = words.collect::<Result<_, _>>()?;
            match data.head(*clause) {
                Some("dialects") => self.rows.dialects = words,
                Some("libraries") => self.rows.libraries = words,
                Some("keyword-values") if words == ["below"] => self.rows.values_below = true,
                Some("fields") if words == ["below"] => self.rows.fields_below = true,
                _ => {
                    let clauses = "(dialects NAME ...), (libraries NAME ...), (keyword-values below) or (fields below)";
                    return Err(format!("expected {clauses}"));
                }
            }
        }
        Ok(())
    }

    /// Reads `(OPERATOR WHAT ATTRIBUTE ...)`, `((OPERATOR ...) WHAT ATTRIBUTE ...)` or `(shape NAME WHAT ATTRIBUTE ...)`.
    fn add(&mut self, id: NodeId) -> Result<(), String> {
        let data = self.data;
        let items = data.as_list(id);
        if let (Some("shape"), [_, name, what @ ..]) = (data.head(id), &items[..]) {
            let row = self.row(what)?;
            let name = self.word(*name)?;
            self.rows.known.insert(name, row);
            return Ok(());
        }
        let [operators, what @ ..] = &items[..] else {
            return Err("expected a row: (OPERATOR WHAT ...)".to_owned());
        };
        let row = self.row(what)?;
        let is_source = |id: &NodeId| matches!(data.head(*id), Some("seen" | "source"));
        if !what.iter().any(is_source) {
            return Err("expected (seen USES AGREEING PROJECTS) or (source NAME ...)".to_owned());
        }
        let operators = match data.kind(*operators) {
            NodeKind::List => data.as_list(*operators),
            _ => vec![*operators],
        };
        operators
            .into_iter()
            .try_for_each(|operator| self.add_operator(operator, row))
    }

    /// Adds the row of an operator, or of a pattern.
    fn add_operator(&mut self, operator: NodeId, row: Row) -> Result<(), String> {
        let word = self.word(operator)?;
        let rows = &mut self.rows;
        if self.data.string(operator).is_some() {
            let pattern =
                pattern(&word).ok_or("expected a pattern: \"name*\", \"*name\" or \"*name*\"")?;
            if rows.patterns.iter().any(|(known, _)| *known == pattern) {
                return Err(format!("duplicate row for `{pattern}`"));
            }
            rows.patterns.push((pattern, row));
            return Ok(());
        }
        if rows.names.iter().any(|(known, _)| *known == word) {
            return Err(format!("duplicate row for `{word}`"));
        }
        let entry = (word, row);
        if self.core.is_some_and(|core| core.names.contains(&entry)) {
            return Err(format!("the core has this row for `{}`", entry.0));
        }
        rows.known.insert(entry.0.clone(), row);
        rows.names.push(entry);
        Ok(())
    }

    /// Reads `WHAT ATTRIBUTE ...`.
    fn row(&self, what: &[NodeId]) -> Result<Row, String> {
        let data = self.data;
        let (mut row, attributes) = self.start(what)?;
        for attribute in attributes {
            let values = data.elements(*attribute).skip(1).map(|id| self.atom(id));
            let values = values.collect::<Option<Vec<_>>>();
            let values = values.ok_or("expected numbers and names in an attribute")?;
            match data.head(*attribute) {
                Some("seen") => check_evidence(&values)?,
                Some("source") if !values.is_empty() => {}
                Some(key) => row = attributes::set(row, key, &values).map_err(expected)?,
                None => return Err("expected (ATTRIBUTE VALUE ...)".to_owned()),
            }
        }
        Ok(row)
    }

    /// Reads what a row begins with. Returns the rest of its data, too.
    fn start<'d>(&self, what: &'d [NodeId]) -> Result<(Row, &'d [NodeId]), String> {
        let Some((first, rest)) = what.split_first() else {
            return Err("expected a number of arguments or a name".to_owned());
        };
        // The only element of `(KEY SHAPE)`.
        let shape = |id: NodeId, key: &str| match self.data.as_list(id)[..] {
            [_, shape] if self.data.head(id) == Some(key) => Some(shape),
            _ => None,
        };
        Ok(match (shape(*first, "list"), rest) {
            (Some(list), [second, rest @ ..]) => {
                let name = shape(*second, "name").ok_or("expected (name SHAPE)")?;
                (Row::ByFirst(self.form(list)?, self.form(name)?), rest)
            }
            _ => match self.data.as_list(*first)[..] {
                [_, named] if self.data.head(*first) == Some("string") => {
                    (Row::IfNamed(self.form(named)?, u8::MAX), rest)
                }
                [_, named, least] if self.data.head(*first) == Some("named") => {
                    let least = attributes::args(self.atom(least).as_slice()).map_err(expected)?;
                    (Row::IfNamed(self.form(named)?, least), rest)
                }
                _ => (self.what(*first)?, rest),
            },
        })
    }

    /// A number of arguments before a body, or the name of a shape or an earlier row.
    fn what(&self, what: NodeId) -> Result<Row, String> {
        let atom = self.atom(what);
        if let Some(Atom::Name(name)) = atom {
            let row = self.rows.known.get(name).copied();
            return row.ok_or_else(|| format!("unknown shape or row `{name}`"));
        }
        let args = attributes::args(atom.as_slice()).map_err(expected)?;
        Ok(Row::Always(body_form(args)))
    }

    fn form(&self, what: NodeId) -> Result<Form, String> {
        match self.what(what)? {
            Row::Always(form) => Ok(form),
            _ => Err("a shape itself depends on the first argument".to_owned()),
        }
    }

    /// A name or a string.
    fn word(&self, id: NodeId) -> Result<String, String> {
        let word = self.data.atom(id).or(self.data.string(id));
        word.map(str::to_owned)
            .ok_or_else(|| "expected a name or a string".to_owned())
    }

    /// A number or a name.
    fn atom(&self, id: NodeId) -> Option<Atom<'t>> {
        let text = self.data.atom(id)?;
        Some(text.parse().map_or(Atom::Name(text), Atom::Number))
    }
}

fn expected(error: AttributeError) -> String {
    format!("expected {}", error.expected)
}

/// Checks `USES AGREEING PROJECTS`: three quarters of at least four uses speak for a row.
fn check_evidence(numbers: &[Atom<'_>]) -> Result<(), String> {
    match *numbers {
        [
            Atom::Number(uses @ 4..),
            Atom::Number(agreeing),
            Atom::Number(1..),
        ] if agreeing <= uses && agreeing * 4 >= uses * 3 => Ok(()),
        _ => Err(
            "expected (seen USES AGREEING PROJECTS): 4 uses or more, three quarters of which agree"
                .to_owned(),
        ),
    }
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

#[cfg(test)]
mod tests {
    use super::super::form::{Column, Limits, PLAIN, Stay};
    use super::*;

    const CORE: &str = include_str!("core.scm");

    #[test]
    fn row_errors_have_a_position() {
        let core = read(CORE, None).unwrap();
        for (rows, error) in [
            ("f 1)", "2:4: unmatched `)`"),
            ("(f 1 (seen 4 4 1)", "2:1: unclosed `(`"),
            ("(\"f 1)", "2:2: unterminated string"),
            ("f", "2:1: expected a row: (OPERATOR WHAT ...)"),
            ("()", "2:1: expected a row: (OPERATOR WHAT ...)"),
            ("(f)", "2:1: expected a number of arguments or a name"),
            ("(f 8)", "2:1: expected a number of arguments from 0 to 7"),
            ("(f g)", "2:1: unknown shape or row `g`"),
            (
                "(f let (source x)) (g (list let) (name f))",
                "2:20: a shape itself depends on the first argument",
            ),
            ("(f (list let*) (names f))", "2:1: expected (name SHAPE)"),
            ("(f 1 1)", "2:1: expected (ATTRIBUTE VALUE ...)"),
            (
                "(f 1 (rest (1)))",
                "2:1: expected numbers and names in an attribute",
            ),
            (
                "(f 1 (rest 9))",
                "2:1: expected a number of columns from 0 to 8, or \"align\"",
            ),
            (
                "(f 1 (color red))",
                "2:1: expected args, rest, one-line, parts, stay, drop, strategy or option",
            ),
            (
                "(f 1)",
                "2:1: expected (seen USES AGREEING PROJECTS) or (source NAME ...)",
            ),
            (
                "(f 1 (seen 4 4))",
                "2:1: expected (seen USES AGREEING PROJECTS): 4 uses or more, three quarters of which agree",
            ),
            (
                "(f 1 (seen 8 5 1))",
                "2:1: expected (seen USES AGREEING PROJECTS): 4 uses or more, three quarters of which agree",
            ),
            (
                "(f 1 (source x)) ((g f) 2 (source x))",
                "2:18: duplicate row for `f`",
            ),
            (
                "(when when (source x))",
                "2:1: the core has this row for `when`",
            ),
            (
                "(\"f\" 1 (source x))",
                "2:1: expected a pattern: \"name*\", \"*name\" or \"*name*\"",
            ),
        ] {
            let text = format!("(pack X (libraries x))\n{rows}");
            assert_eq!(read(&text, Some(&core)).unwrap_err(), error, "{rows}");
        }
    }

    #[test]
    fn pack_head_selects_files() {
        for (head, error) in [
            ("", "1:1: expected (pack NAME ...)"),
            ("; é\n f", "2:2: expected (pack NAME ...)"),
            (
                "(pack X (dialect y))",
                "1:1: expected (dialects NAME ...), (libraries NAME ...), (keyword-values below) or (fields below)",
            ),
        ] {
            assert_eq!(read(head, None).unwrap_err(), error, "{head}");
        }
        let head = "(pack \"A B\" (dialects c d) (libraries \"e f\") (keyword-values below) (fields below))";
        let read = read(head, None).unwrap();
        assert_eq!(read.name, "A B");
        assert_eq!(
            (read.dialects, read.libraries),
            (vec!["c".to_owned(), "d".to_owned()], vec!["e f".to_owned()])
        );
        assert!(read.values_below && read.fields_below && read.names.is_empty());
    }

    #[test]
    fn row_copies_another_row_with_changes() {
        let text = "(pack x)\n\
            (shape two 2 (one-line 30 40 any 20))\n\
            ((f g) two (stay leading) (drop align) (source y))\n\
            (\"h*\" (list two) (name call) (rest 3) (source y))\n\
            (\"*i*\" (string f) (source y))";
        let PackRows {
            names, patterns, ..
        } = read(text, None).unwrap();
        let two = Form {
            limits: Limits::by_role(30, 40, PLAIN).with_many(2, 20),
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
            (Pattern::Within("i".to_owned()), Row::IfNamed(f, u8::MAX)),
        ];
        assert_eq!(patterns, expected);
    }
}
