//! Reads a pack of rows; `core.scm` explains the notation. This happens when the crate is built, so an error in a row is an error of
//! the build.

use std::collections::HashMap;

use super::attributes::{self, Atom, AttributeError};
use super::form::{CALL, DATA, Form, Pattern, Row, body_form};
use crate::syntax::data::Data;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser;
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::Lines;

/// A pack as it is written: rows, and the texts that they apply to.
#[derive(Clone, Debug, Default)]
pub struct PackRows {
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

/// Reads a pack. Its rows can be like those of `core`, which all but the core itself are given.
///
/// # Errors
/// Returns the first error, after its line and its column in characters, both from 1: `3:14: there is no such row above`.
pub fn read(text: &str, core: Option<&PackRows>) -> Result<PackRows, String> {
    read_rows(text, core).map_err(|error| {
        let position = Lines::of(text).position(text, error.place().start);
        format!("{position}: {error}")
    })
}

const EXPECTED_PACK: &str = "expected (pack NAME ...)";

fn read_rows(text: &str, core: Option<&PackRows>) -> Result<PackRows, Diagnostic> {
    let tree = parser::parse(&mut Lexer::new(text, Switches::COMMON))?;
    let data = Data { text, tree: &tree };
    let mut top = tree.top_level().filter(|id| data.kind(*id).is_datum());
    let head = top.next();
    let head = head.ok_or_else(|| Diagnostic::error("row", EXPECTED_PACK, 0..0))?;
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
    reader.head(head)?;
    for row in top {
        reader.add(row)?;
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
    fn head(&mut self, head: NodeId) -> Result<(), Diagnostic> {
        let data = self.data;
        let items = data.items(head);
        let (Some("pack"), [_, name, clauses @ ..]) = (data.head(head), &items[..]) else {
            return Err(self.wrong(head, EXPECTED_PACK));
        };
        let name = self.word(*name);
        self.rows.name = name.ok_or_else(|| self.wrong(head, EXPECTED_PACK))?;
        for clause in clauses {
            let words = data.elements(*clause).skip(1).map(|id| self.word(id));
            match (data.head(*clause), words.collect::<Option<Vec<_>>>()) {
                (Some("dialects"), Some(words)) => self.rows.dialects = words,
                (Some("libraries"), Some(words)) => self.rows.libraries = words,
                (Some("keyword-values"), Some(words)) if words == ["below"] => {
                    self.rows.values_below = true;
                }
                (Some("fields"), Some(words)) if words == ["below"] => {
                    self.rows.fields_below = true;
                }
                _ => {
                    let message = "expected (dialects NAME ...), (libraries NAME ...), (keyword-values below) or (fields below)";
                    return Err(self.wrong(*clause, message));
                }
            }
        }
        Ok(())
    }

    /// Reads `(OPERATOR WHAT ATTRIBUTE ...)`, `((OPERATOR ...) WHAT ATTRIBUTE ...)` or `(shape NAME WHAT ATTRIBUTE ...)`.
    fn add(&mut self, id: NodeId) -> Result<(), Diagnostic> {
        let data = self.data;
        if data.kind(id) != NodeKind::List {
            return Err(self.wrong(id, "expected a row: (OPERATOR WHAT ...)"));
        }
        let items = data.items(id);
        if let (Some("shape"), [_, name, what @ ..]) = (data.head(id), &items[..]) {
            let row = self.row(id, what)?;
            let name = self.word(*name);
            let name = name.ok_or_else(|| self.wrong(id, "expected a name"))?;
            self.rows.known.insert(name, row);
            return Ok(());
        }
        let [operators, what @ ..] = &items[..] else {
            return Err(self.wrong(id, "expected an operator"));
        };
        let row = self.row(id, what)?;
        let is_source = |id: &NodeId| matches!(data.head(*id), Some("seen" | "source"));
        if !what.iter().any(is_source) {
            let message = "expected (seen USES AGREEING PROJECTS) or (source NAME ...)";
            return Err(self.wrong(id, message));
        }
        let operators = match data.kind(*operators) {
            NodeKind::List => data.items(*operators),
            _ => vec![*operators],
        };
        for operator in operators {
            let added = self.add_operator(operator, row);
            added.map_err(|message| self.wrong(operator, message))?;
        }
        Ok(())
    }

    /// Adds the row of an operator, or of a pattern.
    fn add_operator(&mut self, operator: NodeId, row: Row) -> Result<(), &'static str> {
        const TWICE: &str = "duplicate row";
        let rows = &mut self.rows;
        if let Some(text) = self.data.string(operator) {
            let pattern =
                pattern(text).ok_or("expected a pattern: \"name*\", \"*name\" or \"*name*\"")?;
            if rows.patterns.iter().any(|(known, _)| *known == pattern) {
                return Err(TWICE);
            }
            rows.patterns.push((pattern, row));
            return Ok(());
        }
        let name = self.data.atom(operator).ok_or("expected an operator")?;
        if rows.names.iter().any(|(known, _)| known == name) {
            return Err(TWICE);
        }
        let entry = (name.to_owned(), row);
        if self.core.is_some_and(|core| core.names.contains(&entry)) {
            return Err("the core has this row");
        }
        rows.known.insert(name.to_owned(), row);
        rows.names.push(entry);
        Ok(())
    }

    /// Reads `WHAT ATTRIBUTE ...` in the list `id`.
    fn row(&self, id: NodeId, what: &[NodeId]) -> Result<Row, Diagnostic> {
        let data = self.data;
        let (mut row, attributes) = self.start(id, what)?;
        for attribute in attributes {
            let values: Vec<NodeId> = data.elements(*attribute).skip(1).collect();
            match data.head(*attribute) {
                Some("seen") => self.evidence(*attribute, &values)?,
                Some("source") if !values.is_empty() => {}
                Some(key) => row = self.set(row, key, *attribute, &values)?,
                None => return Err(self.wrong(*attribute, "expected (ATTRIBUTE VALUE ...)")),
            }
        }
        Ok(row)
    }

    /// Reads what a row begins with. Returns the rest of its data, too.
    fn start<'d>(&self, id: NodeId, what: &'d [NodeId]) -> Result<(Row, &'d [NodeId]), Diagnostic> {
        let Some((first, rest)) = what.split_first() else {
            return Err(self.wrong(id, "expected a number of arguments or a name"));
        };
        // The only element of `(KEY SHAPE)`.
        let shape = |id: NodeId, key: &str| match self.data.items(id)[..] {
            [_, shape] if self.data.head(id) == Some(key) => Some(shape),
            _ => None,
        };
        Ok(match (shape(*first, "list"), rest) {
            (Some(list), [second, rest @ ..]) => {
                let name = shape(*second, "name");
                let name = name.ok_or_else(|| self.wrong(*second, "expected (name SHAPE)"))?;
                (Row::ByFirst(self.form(list)?, self.form(name)?), rest)
            }
            _ => match shape(*first, "string") {
                Some(string) => (Row::IfString(self.form(string)?), rest),
                None => (self.what(*first)?, rest),
            },
        })
    }

    /// A number of arguments before a body, or the name of a shape or an earlier row.
    fn what(&self, what: NodeId) -> Result<Row, Diagnostic> {
        let atom = self.atom(what);
        if let Some(Atom::Name(name)) = atom {
            let row = self.rows.known.get(name).copied();
            return row.ok_or_else(|| self.wrong(what, "unknown shape or row"));
        }
        let args = attributes::args(&atom.into_iter().collect::<Vec<_>>());
        let args = args.map_err(|error| self.wrong_attribute(what, &[], &error))?;
        Ok(Row::Always(body_form(args)))
    }

    fn form(&self, what: NodeId) -> Result<Form, Diagnostic> {
        match self.what(what)? {
            Row::Always(form) => Ok(form),
            _ => Err(self.wrong(what, "this itself depends on the first argument")),
        }
    }

    fn set(
        &self,
        row: Row,
        key: &str,
        attribute: NodeId,
        values: &[NodeId],
    ) -> Result<Row, Diagnostic> {
        let atoms: Option<Vec<Atom<'_>>> = values.iter().map(|id| self.atom(*id)).collect();
        let atoms = atoms.ok_or_else(|| self.wrong(attribute, "expected numbers and names"))?;
        attributes::set(row, key, &atoms)
            .map_err(|error| self.wrong_attribute(attribute, values, &error))
    }

    /// Checks `USES AGREEING PROJECTS`: three quarters of at least four uses speak for a row.
    fn evidence(&self, attribute: NodeId, numbers: &[NodeId]) -> Result<(), Diagnostic> {
        let [
            Some(Atom::Number(uses)),
            Some(Atom::Number(agreeing)),
            Some(Atom::Number(projects)),
        ] = numbers.iter().map(|id| self.atom(*id)).collect::<Vec<_>>()[..]
        else {
            return Err(self.wrong(attribute, "expected (seen USES AGREEING PROJECTS)"));
        };
        if uses < 4 || agreeing > uses || agreeing * 4 < uses * 3 || projects == 0 {
            let message = "expected 4 uses or more, three quarters of which agree";
            return Err(self.wrong(attribute, message));
        }
        Ok(())
    }

    /// A name or a string.
    fn word(&self, id: NodeId) -> Option<String> {
        let word = self.data.atom(id).or(self.data.string(id));
        word.map(str::to_owned)
    }

    /// A number or a name.
    fn atom(&self, id: NodeId) -> Option<Atom<'t>> {
        let text = self.data.atom(id)?;
        Some(text.parse().map_or(Atom::Name(text), Atom::Number))
    }

    fn wrong(&self, id: NodeId, message: impl Into<String>) -> Diagnostic {
        let at = self.data.start(id);
        Diagnostic::error("row", message, at..at)
    }

    /// An error in an attribute that has these values.
    fn wrong_attribute(
        &self,
        attribute: NodeId,
        values: &[NodeId],
        error: &AttributeError,
    ) -> Diagnostic {
        let value = error.value.and_then(|index| values.get(index));
        let message = format!("expected {}", error.expected);
        self.wrong(*value.unwrap_or(&attribute), message)
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
            ("()", "2:1: expected an operator"),
            ("(f)", "2:1: expected a number of arguments or a name"),
            ("(f 8)", "2:4: expected a number of arguments from 0 to 7"),
            ("(f g)", "2:4: unknown shape or row"),
            (
                "(f let (source x)) (g (list let) (name f))",
                "2:29: this itself depends on the first argument",
            ),
            ("(f (list let*) (names f))", "2:16: expected (name SHAPE)"),
            ("(f 1 1)", "2:6: expected (ATTRIBUTE VALUE ...)"),
            ("(f 1 (rest (1)))", "2:6: expected numbers and names"),
            (
                "(f 1 (rest 9))",
                "2:6: expected a number of columns from 0 to 8, or \"align\"",
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
                "2:22: duplicate row",
            ),
            ("(when when (source x))", "2:2: the core has this row"),
            (
                "(\"f\" 1 (source x))",
                "2:2: expected a pattern: \"name*\", \"*name\" or \"*name*\"",
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
                "1:9: expected (dialects NAME ...), (libraries NAME ...), (keyword-values below) or (fields below)",
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
