//! The attributes of a form, in one vocabulary for the rows of packs and for the table `[forms]` of a
//! configuration.
//!
//! The program that reads the rows when the crate is built uses this file, too, so it needs the standard library alone.

use std::ops::RangeInclusive;

use super::form::{
    BindingsKind, ClauseKind, Column, Limits, PLAIN, RestKind, Role, Roles, Row, Stay, Strategy,
};

/// The maximum number of arguments before a body.
pub const MAX_ARGS: u8 = Roles::MAX as u8 - 1;

/// The possible indentations of what goes on further lines, in columns.
pub const REST: RangeInclusive<u8> = 0..=8;

/// What arguments can be.
pub const ROLES: &[(&str, Role)] = &[
    ("arg", Role::Arg),
    ("args", Role::Args),
    ("body", Role::Body),
    ("value", Role::Value),
    ("data", Role::Data),
    ("quoted", Role::Quoted),
    ("params", Role::Params),
    ("signature", Role::Signature),
    ("bindings", Role::Bindings(BindingsKind::Sequential)),
    ("let-bindings", Role::Bindings(BindingsKind::Let)),
    ("named-let-bindings", Role::Bindings(BindingsKind::Named)),
    ("do-bindings", Role::Bindings(BindingsKind::Do)),
    ("do-test", Role::DoTest),
    ("definitions", Role::Definitions),
    ("guard-clauses", Role::Guard),
    ("cond-clause", Role::Clause(ClauseKind::Cond)),
    ("case-clause", Role::Clause(ClauseKind::Case)),
    ("record-clause", Role::Clause(ClauseKind::Record)),
    ("match-clause", Role::Clause(ClauseKind::Match)),
    ("lambda-clause", Role::Clause(ClauseKind::Lambda)),
    ("syntax-clause", Role::Clause(ClauseKind::Syntax)),
    ("expand-clause", Role::Clause(ClauseKind::Expand)),
    ("module-clause", Role::Module),
    ("spec", Role::Spec),
    ("exports", Role::Exports),
    ("declaration", Role::Declaration),
    ("requirement", Role::Requirement),
    ("field", Role::Field),
    ("pattern", Role::Pattern),
    ("entry", Role::Entry),
    ("production", Role::Production),
    ("nonterminal", Role::Nonterminal),
    ("inference", Role::Inference),
    ("processor", Role::Processor),
    ("pair", Role::Pair),
    ("row", Role::Row),
];

/// The arguments beside the operator, if their number is not fixed.
const STAYS: &[(&str, Stay)] = &[
    ("leading", Stay::Leading),
    ("leading-and-params", Stay::LeadingAndParameters),
    ("message", Stay::Message),
    ("label-and-constant", Stay::LabelAndConstant),
    ("name-and-type", Stay::NameAndType),
    ("judgment", Stay::Judgment),
    ("name-and-clauses", Stay::NameAndClauses),
];

/// The ways in which forms are divided into lines.
const STRATEGIES: &[(&str, Strategy)] = &[
    ("fixed", Strategy::Fixed),
    ("definition", Strategy::Definition),
    ("module", Strategy::Module),
    ("aligned", Strategy::Aligned),
    ("drop", Strategy::Drop),
    ("elements", Strategy::Elements),
    ("test", Strategy::Test),
    ("cond", Strategy::Cond),
    ("touching", Strategy::Touching),
    ("export", Strategy::Export),
    ("import", Strategy::Import),
];

/// The kinds of rest that have an option, by its name.
const OPTIONS: &[(&str, RestKind)] = &[
    ("if-arms", RestKind::IfArms),
    ("library-body", RestKind::LibraryBody),
];

/// A value of an attribute, as either notation writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom<'t> {
    /// A number.
    Number(u64),
    /// A name, or anything that is not a valid value.
    Name(&'t str),
}

/// What is wrong in an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeError {
    /// The index of the wrong value; none if all of them together are wrong.
    pub value: Option<usize>,
    /// What would be right: "a number of arguments from 0 to 7".
    pub expected: String,
    /// The names among which the right one may be.
    pub names: Vec<&'static str>,
}

/// A row with one of its attributes set: `args`, `rest`, `one-line`, `parts`, `stay`, `drop`, `strategy` or
/// `option`.
///
/// # Errors
/// Returns an error if there is no such attribute, or if it does not take these values.
pub fn set(mut row: Row, key: &str, values: &[Atom<'_>]) -> Result<Row, AttributeError> {
    if key == "args" {
        return Ok(row.with_body_after(args(values)?));
    }
    for form in row.forms_mut() {
        match key {
            "rest" => form.rest = column(values)?,
            "drop" => form.drop = column(values)?,
            "one-line" => form.limits = limits(values)?,
            "parts" => form.parts = parts(values)?,
            "stay" => {
                form.stay = match *values {
                    [Atom::Number(_)] => Stay::Count(args(values)?),
                    _ => only(values, STAYS)?,
                }
            }
            "strategy" => form.strategy = only(values, STRATEGIES)?,
            "option" => form.rest_kind = Some(only(values, OPTIONS)?),
            _ => return wrong("args, rest, one-line, parts, stay, drop, strategy or option"),
        }
    }
    Ok(row)
}

fn wrong<T>(expected: impl Into<String>) -> Result<T, AttributeError> {
    Err(AttributeError {
        value: None,
        expected: expected.into(),
        names: Vec::new(),
    })
}

/// A number of arguments before a body.
///
/// # Errors
/// Returns an error if that is not the only value.
pub fn args(values: &[Atom<'_>]) -> Result<u8, AttributeError> {
    match *values {
        [Atom::Number(count)] if count <= MAX_ARGS.into() => Ok(count as u8),
        _ => wrong(format!("a number of arguments from 0 to {MAX_ARGS}")),
    }
}

fn column(values: &[Atom<'_>]) -> Result<Column, AttributeError> {
    let (least, most) = REST.into_inner();
    match *values {
        [Atom::Name("align")] => Ok(Column::Align),
        [Atom::Number(by)] if (least.into()..=most.into()).contains(&by) => {
            Ok(Column::Indent(by as u8))
        }
        _ => wrong(format!(
            "a number of columns from {least} to {most}, or \"align\""
        )),
    }
}

/// One width; or one in a body, one as an argument, one as a bound value, and one for a form with several items after the
/// distinguished ones.
fn limits(values: &[Atom<'_>]) -> Result<Limits, AttributeError> {
    let width = |value: &Atom<'_>| match *value {
        Atom::Number(columns) => u16::try_from(columns).ok(),
        Atom::Name(name) => (name == "any").then_some(PLAIN),
    };
    let widths: Option<Vec<u16>> = values.iter().map(width).collect();
    match widths.as_deref() {
        Some([everywhere]) => Ok(Limits::everywhere(*everywhere)),
        Some([body, arg, bind]) => Ok(Limits::by_role(*body, *arg, *bind)),
        Some([body, arg, bind, many]) => {
            Ok(Limits::by_role(*body, *arg, *bind).with_many(2, *many))
        }
        _ => wrong("the largest width of the form on one line, in columns; 0 for never"),
    }
}

fn parts(values: &[Atom<'_>]) -> Result<Roles, AttributeError> {
    if values.is_empty() || values.len() > Roles::MAX {
        return wrong(format!("a list of up to {} kinds of arguments", Roles::MAX));
    }
    let roles = values.iter().enumerate().map(|(index, value)| {
        only(&[*value], ROLES).map_err(|error| AttributeError {
            value: Some(index),
            ..error
        })
    });
    let roles: Vec<Role> = roles.collect::<Result<_, _>>()?;
    Ok(Roles::new(&roles))
}

/// What the only value names.
fn only<T: Copy>(values: &[Atom<'_>], named: &[(&'static str, T)]) -> Result<T, AttributeError> {
    let found = named
        .iter()
        .find(|(name, _)| *values == [Atom::Name(name)])
        .map(|(_, meant)| *meant);
    found.ok_or_else(|| {
        let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
        AttributeError {
            value: None,
            expected: format!("one of {}", names.join(", ")),
            names,
        }
    })
}
