//! The form of a list: how it is divided into lines, in a few numbers and words.
//!
//! # Terms
//! A *list* is laid out by its first item, the *operator* of a call, and the items after it. Items `1 ..= stay` stay on the
//! operator's line while they fit. Items up to `distinguished` that do not fit there *drop* to a column of their own. The
//! *rest* follow one per line. A form's *parts* say what its items are: an expression in a body, a list of bindings, a
//! clause, data. Its *limits* are the largest flat widths at which it is written on one line, depending on where it is.
//!
//! The program that reads the rows when the crate is built uses this file, too, so it needs the standard library alone.

use std::fmt;

/// A column for items, relative to the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// Under the second item, if that is on the first item's line; otherwise one column to the right of the bracket.
    Align,
    /// This many columns to the right of the opening bracket.
    Indent(u8),
    /// Under the first item.
    First,
}

/// How many items after the first stay on its line while they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stay {
    /// This many.
    Count(u8),
    /// Every atom up to the first list; if there is none before it, that list, unless it is the only item.
    Leading,
    /// At least one item, and every atom up to the first list; after a single atom also that list, if a body follows it:
    /// these are the parameters of a definition.
    LeadingAndParameters,
    /// One item, or two if only the second is a string: a message or a format string.
    Message,
    /// One item, or two if they are a string and an atom or a quotation: the label of a test, and the constant that it expects.
    LabelAndConstant,
    /// One item, and the next if its name starts with a colon: that is the type name of a record, not a keyword. In
    /// nanopass, the next is `(extends ...)`.
    NameAndType,
    /// One item, or all up to `≫`, which leads from a pattern to the premises of its typing rule in Turnstile.
    Judgment,
    /// One item; the lists after it that start with one of `MODULE_CLAUSES` are not part of the rest.
    NameAndClauses,
}

/// What an item is to its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A top-level form.
    TopLevel,
    /// An expression or definition in a body.
    Body,
    /// An expression anywhere else.
    Arg,
    /// A list of arguments.
    Args,
    /// An expression whose value is bound to a name.
    Value,
    /// A name, constant, quoted datum or pattern: something that is not evaluated.
    Data,
    /// What follows a quote: data, or code if it starts like a special form and contains a list.
    Quoted,
    /// The parameters of a `lambda`.
    Params,
    /// The name and parameters of a definition.
    Signature,
    /// A parameter; a list gives its default value.
    Parameter,
    /// The pattern of a `match` or of a macro's rule.
    Pattern,
    /// The list of bindings of a `let`.
    Bindings(BindingsKind),
    /// A list of definitions, as in `local`.
    Definitions,
    /// One binding: a name and its value.
    Binding,
    /// A binding of a `do`: name, value, step.
    DoBinding,
    /// The test of a `do` and its results.
    DoTest,
    /// A clause.
    Clause(ClauseKind),
    /// The variable and the clauses of a `guard`.
    Guard,
    /// A list that is laid out as a call whatever its operator is, such as a library's export or import specification.
    Spec,
    /// A clause of a module: keywords and their values.
    Module,
    /// Names to export.
    Exports,
    /// A declaration of a library, in which a `begin` is always broken.
    Declaration,
    /// A requirement of a `cond-expand`.
    Requirement,
    /// A constructor, field or clause of a record type.
    Field,
    /// A field of a record: a name and its value, whatever form has that name.
    Entry,
    /// A nonterminal of a grammar, beside the first of its alternatives.
    Production,
    /// A nonterminal and the names that stand for it, above its alternatives.
    Nonterminal,
    /// An alternative of a nonterminal: a pattern, or those that a language adds to another one or takes from it.
    Alternative,
    /// The rule of a judgment, if it begins with a list or has a bar between its premises and its conclusion; otherwise a pattern.
    Inference,
    /// A transformer of a nonterminal, if it has a signature; otherwise an expression.
    Processor,
    /// A key, or the value that stays beside it: the items come in pairs.
    Pair,
    /// A constant that begins a row of three, if a string follows it.
    Row,
}

/// Which bindings may share a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BindingsKind {
    /// The bindings of a `let`: short ones may.
    Let,
    /// The bindings of a named `let`: slightly longer ones may.
    Named,
    /// The bindings of `let*` and similar forms: never.
    Sequential,
    /// The bindings of a `do`: never; a binding may have a step.
    Do,
}

/// Which clauses may be written on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseKind {
    /// The clauses of `cond`.
    Cond,
    /// The clauses of `guard`: several bodies may share a line with the test.
    Guard,
    /// The clauses of `case`: the first item is data.
    Case,
    /// The clauses of `record-case`: a key, the names of what it stands for, and a body; or as in `case`.
    Record,
    /// The clauses of `match`: the first item is a pattern.
    Match,
    /// The clauses of `case-lambda`: the first item is a parameter list.
    Lambda,
    /// The clauses of `syntax-rules` and `syntax-case`: all of them are on one line each, or none.
    Syntax,
    /// The clauses of `cond-expand`.
    Expand,
}

/// The largest flat widths, in columns, at which a form is written on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// For a direct child of a body.
    pub body: u16,
    /// For an argument.
    pub arg: u16,
    /// For a bound value.
    pub bind: u16,
    /// For a form with many items, where this is less, if that makes a difference: how many items after the first and the distinguished
    /// ones count as many, and the limit.
    pub many: Option<(u8, u16)>,
}

/// No limit except the line's width: no line is this wide.
pub const PLAIN: u16 = u16::MAX;

impl Limits {
    /// The limit for a form whose role in the list around it is `role` and that has `after` items after the first and the
    /// distinguished ones.
    #[inline]
    pub fn of(&self, role: Role, after: usize) -> u16 {
        match self.many {
            Some((from, limit)) if after >= usize::from(from) => limit.min(self.at(role)),
            _ => self.at(role),
        }
    }

    /// The limit for a form with few items whose role in the list around it is `role`.
    pub fn at(&self, role: Role) -> u16 {
        match role {
            Role::TopLevel | Role::Body | Role::Declaration => self.body,
            Role::Value => self.bind,
            _ => self.arg,
        }
    }

    /// One limit wherever the form is.
    pub const fn everywhere(limit: u16) -> Limits {
        Limits::by_role(limit, limit, limit)
    }

    /// A limit for each role, whatever the number of items.
    pub const fn by_role(body: u16, arg: u16, bind: u16) -> Limits {
        Limits {
            body,
            arg,
            bind,
            many: None,
        }
    }

    /// These limits, but another one for forms with `from` items or more.
    pub const fn with_many(self, from: u8, limit: u16) -> Limits {
        Limits {
            many: Some((from, limit)),
            ..self
        }
    }
}

/// How a broken list is divided into lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// As `stay`, `drop` and `rest` say.
    Fixed,
    /// Like `Fixed`, but on one line only next to another definition.
    Definition,
    /// Like `Fixed`, with the items aligned: the bindings of a `let`, which stay beside the name in a named one.
    Bindings,
    /// Like `Fixed`, in clauses that start with a keyword and hold all of its values.
    Module,
    /// Like `Fixed`, but with all arguments under the operator if only that stays within the width.
    Aligned,
    /// Like `Fixed`, but a list as the distinguished argument drops if that saves lines.
    Drop,
    /// A call: the arguments go beside the operator or under it, whichever costs less.
    Call,
    /// A call whose arguments are the elements of a list: laid out as a call, with each argument on its own line.
    Elements,
    /// A call of an operator that usually occurs in a test: the argument goes beside it unless a line would exceed the
    /// width.
    Test,
    /// The clauses go beside the operator, or under it if that avoids exceeding the width or saves lines.
    Cond,
    /// A name and its value: the value goes beside the name or under it, whichever costs less.
    Binding,
    /// As many items as fit on each line.
    Fill,
    /// Data: atoms are filled, and lists go one per line.
    Data,
    /// Like `Fixed`, with a list of parameters that touches the operator in Gauche.
    Touching,
    /// A list of exported names.
    Export,
    /// Libraries: names are filled, and lists go one per line.
    Import,
}

impl Strategy {
    /// Whether it is that of data, parameters, or what is exported or imported, whose rows may be the author's.
    pub fn is_table(self) -> bool {
        matches!(
            self,
            Strategy::Fill | Strategy::Data | Strategy::Import | Strategy::Export
        )
    }

    /// Whether it is that of a call, or nearly.
    pub fn is_call(self) -> bool {
        matches!(self, Strategy::Call | Strategy::Elements | Strategy::Test)
    }

    /// Whether the operator may be alone on its line.
    pub(crate) fn has_operator_alone(self) -> bool {
        self.is_call() || matches!(self, Strategy::Aligned | Strategy::Cond)
    }

    /// Whether the width may put the second item below the first. Elsewhere, only the author does.
    pub(crate) fn may_drop(self) -> bool {
        self != Strategy::Fixed
    }
}

/// What the rest of a form is, where more than its column says where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RestKind {
    /// The arms of an `if`, which have the option `if-arms`.
    IfArms,
    /// The body of a library, which has the option `library-body`.
    LibraryBody,
    /// The body of a clause or the value of a binding, whose column is learned though the list has no operator.
    ClauseBody,
}

/// How a list is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    /// How it is divided into lines.
    pub strategy: Strategy,
    /// The items after the first that stay on its line while they fit.
    pub stay: Stay,
    /// The number of items after the first that are not part of the rest.
    pub distinguished: u8,
    /// Where distinguished items go if they do not stay on the first line.
    pub drop: Column,
    /// Where the rest goes, unless an option says otherwise.
    pub rest: Column,
    /// What the rest is, if more than that and the option for all bodies says where it goes.
    pub rest_kind: Option<RestKind>,
    /// The one-line limits.
    pub limits: Limits,
    /// The role of the first item, if that is not an operator.
    pub first: Role,
    /// The roles of the items after the first; the last role applies to all that follow.
    pub parts: Roles,
}

/// The roles of a form's items, in order: a short list that is stored inline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roles {
    items: [Role; Roles::MAX],
    length: u8,
    /// The index of the first role that items have in pairs or rows; none of them if it is the length.
    grouped: u8,
}

impl Roles {
    /// The largest number of roles that a form distinguishes.
    pub const MAX: usize = 8;

    /// The parts in `items`, of which no more than [`MAX`](Self::MAX) count.
    pub const fn new(items: &[Role]) -> Roles {
        let mut parts = Roles {
            items: [Role::Arg; Roles::MAX],
            length: 0,
            grouped: 0,
        };
        while (parts.length as usize) < Roles::MAX && (parts.length as usize) < items.len() {
            let role = items[parts.length as usize];
            parts.items[parts.length as usize] = role;
            if parts.grouped == parts.length && !matches!(role, Role::Pair | Role::Row) {
                parts.grouped += 1;
            }
            parts.length += 1;
        }
        parts
    }

    /// The first role that items have in pairs or rows, and its index.
    #[inline]
    pub(crate) fn grouped(&self) -> Option<(usize, Role)> {
        let index = usize::from(self.grouped);
        (self.grouped < self.length).then(|| (index, self.items[index]))
    }

    /// The role of all items that follow.
    #[inline]
    pub(crate) fn last(&self) -> Option<Role> {
        let last = usize::from(self.length).checked_sub(1)?;
        self.items.get(last).copied()
    }

    /// The roles.
    #[inline]
    pub fn as_slice(&self) -> &[Role] {
        &self.items[..usize::from(self.length)]
    }
}

/// How the table of forms says where bodies go; an option can change it.
pub const BODY: Column = Column::Indent(2);

/// `k` arguments apart, and then a body.
pub(crate) const fn body(k: u8, limits: Limits, parts: &[Role]) -> Form {
    Form {
        strategy: Strategy::Fixed,
        stay: Stay::Count(k),
        distinguished: k,
        drop: Column::Indent(4),
        rest: BODY,
        rest_kind: None,
        limits,
        first: Role::Arg,
        parts: Roles::new(parts),
    }
}

impl Form {
    /// This form, divided otherwise.
    pub(crate) const fn strategy(self, strategy: Strategy) -> Form {
        Form { strategy, ..self }
    }

    /// This form with another role for its first item.
    pub(crate) const fn first(self, first: Role) -> Form {
        Form { first, ..self }
    }

    /// Whether all items after the operator are arguments in the column of a body, as those of `dynamic-wind` are.
    pub(crate) fn has_arguments_as_body(&self) -> bool {
        self.strategy == Strategy::Fixed
            && self.rest == BODY
            && self.parts.as_slice() == [Role::Arg]
    }

    /// This form with the first `k` items after the operator distinguished and the rest indented as a body.
    fn with_body_after(self, k: u8) -> Form {
        Form {
            limits: self.limits,
            parts: match *self.parts.as_slice() {
                [] | [Role::Arg] => body_form(k).parts,
                _ => self.parts,
            },
            ..body_form(k)
        }
    }

    /// Whether this is the form of a list of parameters, alone or behind the name of a definition.
    pub(crate) fn lists_parameters(&self) -> bool {
        self.role(Roles::MAX) == Role::Parameter
    }

    /// The role of item `index`; the operator is item 0.
    pub fn role(&self, index: usize) -> Role {
        match index.min(self.parts.length.into()) {
            0 => self.first,
            index => self.parts.items[index - 1],
        }
    }
}

/// A plain call.
pub const CALL: Form = Form {
    strategy: Strategy::Call,
    stay: Stay::Count(1),
    distinguished: 0,
    drop: Column::Indent(1),
    rest: Column::Align,
    rest_kind: None,
    limits: Limits::by_role(74, PLAIN, PLAIN),
    first: Role::Arg,
    parts: Roles::new(&[Role::Arg]),
};

/// A plain call in Racket, whose lines are wide enough for any statement that fits.
pub const WIDE_CALL: Form = Form {
    limits: Limits::everywhere(PLAIN),
    ..CALL
};

/// Items aligned with each other: the first is beside the operator, and the others go under it.
pub(crate) const fn aligned(limits: Limits, parts: &[Role]) -> Form {
    Form {
        strategy: Strategy::Fixed,
        limits,
        parts: Roles::new(parts),
        ..CALL
    }
}

/// A list without an operator, whose items are aligned.
pub(crate) const fn items(limits: Limits, first: Role, parts: &[Role]) -> Form {
    Form {
        strategy: Strategy::Fixed,
        stay: Stay::Count(0),
        distinguished: 0,
        drop: Column::First,
        rest: Column::First,
        rest_kind: None,
        limits,
        first,
        parts: Roles::new(parts),
    }
}

/// Quoted data, vectors.
pub const DATA: Form = items(Limits::everywhere(PLAIN), Role::Data, &[]).strategy(Strategy::Data);

/// Quoted data that may hold code.
pub const QUOTED: Form =
    items(Limits::everywhere(PLAIN), Role::Quoted, &[]).strategy(Strategy::Data);

/// The form of which only this is known: its first `k` arguments are distinguished and a body follows.
pub const fn body_form(k: u8) -> Form {
    use Role::{Arg, Body};
    const ARGS_AND_BODY: [Role; Roles::MAX] = [Arg, Arg, Arg, Arg, Arg, Arg, Arg, Body];
    let args = if (k as usize) < Roles::MAX {
        k as usize
    } else {
        Roles::MAX - 1
    };
    let (_, parts) = ARGS_AND_BODY.split_at(Roles::MAX - 1 - args);
    body(k, Limits::everywhere(PLAIN), parts)
}

/// What an operator's name determines: one form, or two that depend on the first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// This form.
    Always(Form),
    /// The first form if the first argument is a list, the second if it is an atom.
    ByFirst(Form, Form),
    /// This form if the first argument is a string, or a symbol if there are at least so many arguments; otherwise a plain call.
    IfNamed(Form, u8),
}

impl Row {
    /// Its only form, or the first one.
    pub fn form(&self) -> &Form {
        let (Row::Always(form) | Row::ByFirst(form, _) | Row::IfNamed(form, _)) = self;
        form
    }

    /// Its only form, or the one for a list or for an atom as the first argument.
    pub fn for_first(&self, is_list: bool) -> &Form {
        match self {
            Row::ByFirst(_, form) if !is_list => form,
            _ => self.form(),
        }
    }

    /// Whether this row lays out a list as a call, or nearly so, as it would be without the row.
    pub fn is_plain_call(&self) -> bool {
        matches!(self, Row::Always(form) if form.strategy.is_call())
    }

    /// Whether this row indents what follows the first arguments as a body.
    pub fn has_body(&self) -> bool {
        matches!(self, Row::Always(form) | Row::ByFirst(form, _) if form.rest == BODY)
    }

    /// Whether this row makes the first `k` arguments distinguished and indents the rest as a body.
    pub fn has_body_after(&self, k: u8) -> bool {
        let (Row::Always(form) | Row::ByFirst(form, _)) = self else {
            return false;
        };
        form.distinguished == k && form.rest == BODY && matches!(form.stay, Stay::Count(_))
    }

    /// This row with the first `k` arguments distinguished and the rest indented as a body; unchanged if it is so already.
    #[must_use]
    pub fn with_body_after(&self, k: u8) -> Row {
        if self.has_body_after(k) {
            return *self;
        }
        if let Row::IfNamed(..) = self {
            return Row::Always(body_form(k));
        }
        let mut row = *self;
        for form in row.forms_mut() {
            *form = form.with_body_after(k);
        }
        row
    }

    /// Its forms, to be changed.
    pub fn forms_mut(&mut self) -> Vec<&mut Form> {
        match self {
            Row::Always(form) | Row::IfNamed(form, _) => vec![form],
            Row::ByFirst(list, atom) => vec![list, atom],
        }
    }
}

/// A pattern for names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern<S> {
    /// Names that start with this.
    Prefix(S),
    /// Names that end with this.
    Suffix(S),
    /// Names that contain this.
    Within(S),
}

impl<S: AsRef<str>> Pattern<S> {
    /// Whether the pattern matches a name.
    pub fn matches(&self, name: &str) -> bool {
        match self {
            Pattern::Prefix(start) => name.starts_with(start.as_ref()),
            Pattern::Suffix(end) => name.ends_with(end.as_ref()),
            Pattern::Within(part) => name.contains(part.as_ref()),
        }
    }
}

impl<S: AsRef<str>> fmt::Display for Pattern<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::Prefix(start) => write!(out, "{}*", start.as_ref()),
            Pattern::Suffix(end) => write!(out, "*{}", end.as_ref()),
            Pattern::Within(part) => write!(out, "*{}*", part.as_ref()),
        }
    }
}
