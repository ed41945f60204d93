//! The table of forms, as data: which form each operator has.
//!
//! # Terms
//! A *list* is laid out by its first item, the *operator* of a call, and the items after it. Items `1 ..= stay` stay on the
//! operator's line while they fit. Items up to `distinguished` that do not fit there *drop* to a column of their own. The
//! *rest* follow one per line. A form's *parts* say what its items are: an expression in a body, a list of bindings, a
//! clause, data. Its *limits* are the largest flat widths at which it is written on one line, depending on where it is.
//!
//! Lists that are not calls (bindings, clauses, parameter lists, data) are laid out by forms, too; see the constants.

pub(crate) mod find;
pub mod packs;
pub mod project;
pub mod rules;
pub(crate) mod word;

use std::fmt;
use std::ops::Deref;

use memchr::memchr_iter;

/// A column for items, relative to the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Under the second item, if that is on the first item's line; otherwise one column to the right of the bracket.
    Align,
    /// This many columns to the right of the opening bracket.
    Indent(u8),
    /// Under the first item.
    First,
}

/// How many items after the first stay on its line while they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// This many.
    Count(u8),
    /// Every atom up to the first list; if there is none before it, that list, unless it is the only item.
    Leading,
    /// At least one item, and every atom up to the first list; after a single atom also that list, if a body follows it:
    /// these are the parameters of a definition.
    LeadingAndParameters,
    /// One item, and the next if its name starts with a colon: that is the type name of a record, not a keyword.
    NameAndType,
    /// One item; the lists after it that start with one of `MODULE_CLAUSES` are no part of the rest.
    NameAndClauses,
}

/// What an item is to its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A top-level form.
    TopLevel,
    /// An expression or definition in a body.
    Body,
    /// An expression anywhere else.
    Arg,
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
}

/// Which bindings may share a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingsKind {
    /// Those of a `let`: short ones may.
    Let,
    /// Those of a named `let`: slightly longer ones may.
    Named,
    /// Those of `let*` and similar forms: never.
    Sequential,
    /// Those of a `do`: never; a binding may have a step.
    Do,
}

/// Which clauses may be written on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// Those of `cond`.
    Cond,
    /// Those of `guard`: several bodies may share a line with the test.
    Guard,
    /// Those of `case`: the first item is data.
    Case,
    /// Those of `record-case`: a key, the names of what it stands for, and a body; or as in `case`.
    Record,
    /// Those of `match`: the first item is a pattern.
    Match,
    /// Those of `case-lambda`: the first item is a parameter list.
    Lambda,
    /// Those of `syntax-rules` and `syntax-case`: all of them are on one line each, or none.
    Syntax,
    /// Those of `cond-expand`.
    Expand,
}

/// The largest flat widths, in columns, at which a form is written on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For a direct child of a body.
    pub body: u16,
    /// For an argument.
    pub arg: u16,
    /// For a bound value.
    pub bind: u16,
    /// For a form with many items, wherever it is, if that makes a difference.
    pub many: Option<Many>,
}

/// The limit for a form with many items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Many {
    /// How many items after the first and the distinguished ones count as many.
    pub from: u8,
    /// The limit.
    pub limit: u16,
}

/// No limit except the line's width: no line is this wide.
pub const PLAIN: u16 = u16::MAX;

/// Limits by place, and one limit for two or more items.
const fn limits(body: u16, arg: u16, bind: u16, many: u16) -> Limits {
    Limits {
        many: Some(Many {
            from: 2,
            limit: many,
        }),
        ..by_place(body, arg, bind)
    }
}

/// Limits that do not depend on the number of items.
const fn by_place(body: u16, arg: u16, bind: u16) -> Limits {
    Limits {
        body,
        arg,
        bind,
        many: None,
    }
}

/// The same limit wherever the form is.
pub(crate) const fn everywhere(limit: u16) -> Limits {
    by_place(limit, limit, limit)
}

impl Limits {
    /// The limit for a form whose role in the list around it is `part` and that has `after` items after the first and the
    /// distinguished ones.
    #[inline]
    pub fn of(&self, part: Role, after: usize) -> u16 {
        match self.many {
            Some(many) if after >= usize::from(many.from) => many.limit,
            _ => self.at(part),
        }
    }

    /// The limit for a form with few items whose role in the list around it is `part`.
    pub fn at(&self, part: Role) -> u16 {
        match part {
            Role::TopLevel | Body | Declaration => self.body,
            Value => self.bind,
            _ => self.arg,
        }
    }

    /// The same limit wherever the form is.
    pub const fn everywhere(limit: u16) -> Limits {
        everywhere(limit)
    }
}

/// How a broken form is divided into lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The arms go under the test, or are indented by two columns.
    If,
    /// A library, whose body may be at the margin.
    Library,
    /// Like `Fixed`, with clauses whose column is a separate option.
    CaseLambda,
    /// A name and its value: the value goes beside the name or under it, whichever costs less.
    Binding,
    /// As many items as fit on each line.
    Fill,
    /// Data: atoms are filled, and lists go one per line.
    Data,
    /// Like `Fixed`, with a list of parameters that touches the operator.
    Touching,
    /// A list of exported names.
    Export,
    /// Libraries: names are filled, and lists go one per line.
    Import,
}

impl Strategy {
    /// Whether it is that of a call, or nearly.
    pub fn is_call(self) -> bool {
        matches!(self, Strategy::Call | Strategy::Elements | Strategy::Test)
    }
}

/// How a list is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// How it is divided into lines.
    pub strategy: Strategy,
    /// The items after the first that stay on its line while they fit.
    pub stay: Stay,
    /// The number of items after the first that are not part of the rest.
    pub distinguished: u8,
    /// Where distinguished items go if they do not stay on the first line.
    pub drop: Column,
    /// Where the rest goes.
    pub rest: Column,
    /// The one-line limits.
    pub limits: Limits,
    /// The role of the first item, if that is not an operator.
    pub first: Role,
    /// The roles of the items after the first; the last role applies to all that follow.
    pub parts: Roles,
}

/// The roles of a form's items, in order: a short list that is stored inline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles {
    items: [Role; Roles::MOST],
    length: u8,
}

impl Roles {
    /// The largest number of roles that a form distinguishes.
    pub const MOST: usize = 8;

    /// The parts in `items`, of which no more than [`MOST`](Self::MOST) count.
    pub const fn new(items: &[Role]) -> Roles {
        let mut parts = Roles {
            items: [Role::Arg; Roles::MOST],
            length: 0,
        };
        while (parts.length as usize) < Roles::MOST && (parts.length as usize) < items.len() {
            parts.items[parts.length as usize] = items[parts.length as usize];
            parts.length += 1;
        }
        parts
    }
}

impl Deref for Roles {
    type Target = [Role];

    #[inline]
    fn deref(&self) -> &[Role] {
        &self.items[..usize::from(self.length)]
    }
}

use Role::{
    Arg, Body, Data, Declaration, Field, Guard, Parameter, Params, Requirement, Signature, Spec,
    Value,
};

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
        limits,
        first: Role::Arg,
        parts: Roles::new(parts),
    }
}

impl Form {
    /// This form, with what goes on further lines at another column.
    pub(crate) const fn rest(self, rest: Column) -> Form {
        Form { rest, ..self }
    }

    /// This form, divided otherwise.
    pub(crate) const fn strategy(self, strategy: Strategy) -> Form {
        Form { strategy, ..self }
    }

    /// This form with the first `k` items after the operator distinguished and the rest indented as a body.
    fn with_body_after(self, k: u8) -> Form {
        Form {
            limits: self.limits,
            parts: match *self.parts {
                [] | [Arg] => body_form(k).parts,
                _ => self.parts,
            },
            ..body_form(k)
        }
    }

    /// The last item that can be on the first item's line in the preferred shape.
    pub fn may_stay(&self) -> usize {
        match self.stay {
            Stay::Count(stay) => stay.into(),
            Stay::Leading | Stay::LeadingAndParameters => usize::MAX,
            Stay::NameAndType => 2,
            Stay::NameAndClauses => 1,
        }
    }

    /// The role of item `index`; the operator is item 0.
    pub fn part(&self, index: usize) -> Role {
        match (index, self.parts.last()) {
            (0, _) | (_, None) => self.first,
            (_, Some(last)) => *self.parts.get(index - 1).unwrap_or(last),
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
    limits: by_place(74, PLAIN, PLAIN),
    first: Role::Arg,
    parts: Roles::new(&[Arg]),
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
const fn items(limits: Limits, first: Role, parts: &[Role]) -> Form {
    Form {
        strategy: Strategy::Fixed,
        stay: Stay::Count(0),
        distinguished: 0,
        drop: Column::First,
        rest: Column::First,
        limits,
        first,
        parts: Roles::new(parts),
    }
}

/// A list whose first item is a list: `((compose f g) x)`.
pub const LIST_HEAD: Form = items(everywhere(PLAIN), Arg, &[Arg]);
/// Quoted data, vectors.
pub const DATA: Form = items(everywhere(PLAIN), Data, &[]).strategy(Strategy::Data);
/// What follows a prefix.
pub const PREFIXED: Form = items(everywhere(PLAIN), Arg, &[]);
/// The parameters of a `lambda`.
pub const PARAMS: Form = items(everywhere(PLAIN), Parameter, &[]).strategy(Strategy::Fill);
/// Names that are filled: a library's name, bindings without values, items in braces.
pub const NAMES: Form = items(everywhere(PLAIN), Data, &[]).strategy(Strategy::Fill);
/// The name and parameters of a definition.
pub const SIGNATURE: Form = Form {
    first: Data,
    ..aligned(everywhere(PLAIN), &[Parameter]).strategy(Strategy::Fill)
};
/// The same if the name is itself a list: the definition of a procedure that returns another one.
pub const CURRIED: Form =
    items(everywhere(PLAIN), Signature, &[Parameter]).strategy(Strategy::Fill);
/// The pattern of a `match` or of a macro's rule.
pub const PATTERN: Form = Form {
    first: Role::Pattern,
    ..aligned(everywhere(PLAIN), &[Role::Pattern]).strategy(Strategy::Fill)
};
/// `(? predicate pattern ...)` and `(= procedure pattern)`.
pub const CODE_PATTERN: Form = aligned(everywhere(PLAIN), &[Arg, Role::Pattern]);
/// A pattern whose first item is a list.
pub const LIST_PATTERN: Form =
    items(everywhere(PLAIN), Role::Pattern, &[]).strategy(Strategy::Fill);
/// `(only (lib) name ...)`.
pub const IMPORT_SET: Form = aligned(everywhere(PLAIN), &[Spec, Data]).strategy(Strategy::Fill);
/// `(and requirement ...)` and the like.
pub const REQUIREMENTS: Form = aligned(everywhere(PLAIN), &[Requirement]);
/// `(fields field ...)` of a record type.
pub const FIELDS: Form = aligned(everywhere(40), &[Data]);
/// `(protocol expression)` of a record type.
pub const PROTOCOL: Form = body(0, everywhere(PLAIN), &[Arg]);
/// A list in code whose first item is not an operator but a string, number or other literal.
pub const LITERAL_HEAD: Form = items(everywhere(PLAIN), Arg, &[Arg]).strategy(Strategy::Data);
/// `begin` as a declaration of a library.
pub const LIBRARY_BEGIN: Form = body(0, everywhere(0), &[Body]).strategy(Strategy::Library);
/// The exported names after a keyword.
pub const EXPORT_LIST: Form = items(everywhere(44), Data, &[]).strategy(Strategy::Export);

/// A name and its value.
pub const BINDING: Form = items(everywhere(PLAIN), Data, &[Value]).strategy(Strategy::Binding);
const DO_BINDING: Form = Form {
    first: Data,
    ..aligned(everywhere(PLAIN), &[Value, Arg])
};
const DO_TEST: Form = items(everywhere(PLAIN), Arg, &[Body]);
const GUARD: Form = Form {
    first: Data,
    ..aligned(everywhere(76), &[Role::Clause(ClauseKind::Guard)])
};

/// A clause of `record-case` that begins with a key: `(key (name ...) body ...)`.
pub const RECORD_CLAUSE: Form = Form {
    first: Data,
    ..body(1, limits(60, 60, 60, 0), &[Params, Body])
};

const fn bindings(many: u16, part: Role) -> Form {
    let limits = Limits {
        many: Some(Many {
            from: 1,
            limit: many,
        }),
        ..everywhere(PLAIN)
    };
    items(limits, part, &[]).strategy(Strategy::Bindings)
}

const fn clause(one: u16, first: Role, parts: &[Role]) -> Form {
    items(limits(one, one, one, 0), first, parts)
}

/// The form of a list that is a part of another form, whatever the list contains; none if its operator decides.
pub fn of_part(part: Role) -> Option<&'static Form> {
    const LET_BINDINGS: Form = bindings(30, Role::Binding);
    const NAMED_BINDINGS: Form = bindings(50, Role::Binding);
    const OTHER_BINDINGS: Form = bindings(0, Role::Binding);
    const DO_BINDINGS: Form = bindings(0, Role::DoBinding);
    const COND_CLAUSE: Form = clause(56, Arg, &[Body]);
    const GUARD_CLAUSE: Form = items(everywhere(44), Arg, &[Body]);
    const CASE_CLAUSE: Form = clause(60, Data, &[Body]);
    const MATCH_CLAUSE: Form = clause(60, Role::Pattern, &[Body]);
    const LAMBDA_CLAUSE: Form = clause(60, Params, &[Body]);
    const EXPAND_CLAUSE: Form = clause(60, Requirement, &[Body]);
    const SYNTAX_CLAUSE: Form = clause(50, Role::Pattern, &[Body]);
    Some(match part {
        Data | Role::Quoted => &DATA,
        Params => &PARAMS,
        Signature => &SIGNATURE,
        Guard => &GUARD,
        Role::Bindings(BindingsKind::Let) => &LET_BINDINGS,
        Role::Bindings(BindingsKind::Named) => &NAMED_BINDINGS,
        Role::Bindings(BindingsKind::Sequential) => &OTHER_BINDINGS,
        Role::Bindings(BindingsKind::Do) => &DO_BINDINGS,
        Role::Binding | Parameter => &BINDING,
        Role::Pattern => &PATTERN,
        Role::DoBinding => &DO_BINDING,
        Role::DoTest => &DO_TEST,
        Role::Clause(ClauseKind::Cond) => &COND_CLAUSE,
        Role::Clause(ClauseKind::Guard) => &GUARD_CLAUSE,
        Role::Clause(ClauseKind::Case | ClauseKind::Record) => &CASE_CLAUSE,
        Role::Clause(ClauseKind::Match) => &MATCH_CLAUSE,
        Role::Clause(ClauseKind::Lambda) => &LAMBDA_CLAUSE,
        Role::Clause(ClauseKind::Expand) => &EXPAND_CLAUSE,
        Role::Clause(ClauseKind::Syntax) => &SYNTAX_CLAUSE,
        Role::Exports => &EXPORT_LIST,
        Role::TopLevel
        | Role::Module
        | Body
        | Arg
        | Value
        | Spec
        | Declaration
        | Requirement
        | Field => return None,
    })
}

/// The role of what follows a prefix whose role in its list is `part`.
pub(crate) fn after_prefix(prefix: &str, part: Role) -> Role {
    match prefix {
        "'" => Role::Quoted,
        "`" | "," | ",@" => Arg,
        "#'" | "#`" | "#," | "#,@" => Body,
        _ => part,
    }
}

/// What an operator's name determines: one form, or two that depend on the first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// This form.
    Always(Form),
    /// The first form if the first argument is a list, the second if it is an atom.
    ByFirst(Form, Form),
    /// This form if the first argument is a string, otherwise a plain call.
    IfString(Form),
}

const LET: Form = body(
    1,
    limits(26, 42, 42, 24),
    &[Role::Bindings(BindingsKind::Let), Body],
);
const NAMED_LET: Form = body(
    2,
    limits(26, 42, 42, 24),
    &[Data, Role::Bindings(BindingsKind::Named), Body],
);
const LET_STAR: Form = body(
    1,
    everywhere(28),
    &[Role::Bindings(BindingsKind::Sequential), Body],
);
/// A `let` that destructures a value: the value, then the bindings.
const LET_OF: Form = body(
    2,
    everywhere(28),
    &[Arg, Role::Bindings(BindingsKind::Sequential), Body],
);
/// A `let` with one binding, whose name and value are the first two arguments.
const LET_ONE: Form = body(2, everywhere(28), &[Data, Value, Body]);
const LETREC: Form = body(
    1,
    limits(26, 42, 42, 24),
    &[Role::Bindings(BindingsKind::Sequential), Body],
);
/// A definition of a procedure.
pub const DEFINE_PROCEDURE: Form =
    body(1, limits(PLAIN, PLAIN, PLAIN, 0), &[Signature, Body]).strategy(Strategy::Definition);
const DEFINE_VARIABLE: Form = body(1, everywhere(76), &[Data, Body]);
const LAMBDA: Form = body(1, limits(34, 46, 64, 40), &[Params, Body]);
/// Gauche's `^`.
pub(crate) const CARET: Row = Row::ByFirst(LAMBDA.strategy(Strategy::Touching), CALL);
const WHEN: Form = body(1, limits(30, 40, 40, 24), &[Arg, Body]);
const IF: Form = aligned(by_place(30, 50, 56), &[Arg, Body]).strategy(Strategy::If);
const AND: Form = aligned(by_place(46, 62, 62), &[Arg]);
const OR: Form = aligned(by_place(44, 62, 62), &[Arg]);
const COND: Form =
    aligned(everywhere(20), &[Role::Clause(ClauseKind::Cond)]).strategy(Strategy::Cond);
const CASE: Form = body(1, everywhere(40), &[Arg, Role::Clause(ClauseKind::Case)]);
/// `record-case` and the like.
pub(crate) const RECORD_CASE: Form =
    body(1, everywhere(40), &[Arg, Role::Clause(ClauseKind::Record)]);
const MATCH: Form = body(
    1,
    by_place(44, 54, 54),
    &[Arg, Role::Clause(ClauseKind::Match)],
);
const CASE_LAMBDA: Form =
    body(0, everywhere(36), &[Role::Clause(ClauseKind::Lambda)]).strategy(Strategy::CaseLambda);
const CLAUSES_UNDER: Form =
    body(0, everywhere(36), &[Role::Clause(ClauseKind::Lambda)]).rest(Column::Indent(1));
const MATCH_LAMBDA: Form = body(0, everywhere(36), &[Role::Clause(ClauseKind::Match)]);
const DO: Form = Form {
    stay: Stay::Count(1),
    distinguished: 2,
    drop: Column::Align,
    ..body(
        1,
        everywhere(24),
        &[Role::Bindings(BindingsKind::Do), Role::DoTest, Body],
    )
};
const RECEIVE: Form = body(2, everywhere(44), &[Params, Value, Body]);
const RECORD: Form = Form {
    stay: Stay::NameAndType,
    ..body(1, everywhere(56), &[Data, Field])
};
const SYNTAX_RULES: Form = body(1, everywhere(36), &[Data, Role::Clause(ClauseKind::Syntax)]);
const OWN_ELLIPSIS: Form = body(
    2,
    everywhere(36),
    &[Data, Data, Role::Clause(ClauseKind::Syntax)],
);
const SYNTAX_CASE: Form = body(
    2,
    everywhere(36),
    &[Arg, Data, Role::Clause(ClauseKind::Syntax)],
);
const LIBRARY: Form = body(1, everywhere(0), &[Data, Declaration]).strategy(Strategy::Library);
const ONE_BODY: Form = body(1, everywhere(PLAIN), &[Arg, Body]).strategy(Strategy::Drop);
const TEST: Form = CALL.strategy(Strategy::Test);
const ELEMENTS: Form = CALL.strategy(Strategy::Elements);
const NO_ARGUMENT: Form = body(0, everywhere(PLAIN), &[Arg]);
const UNDER: Form = NO_ARGUMENT.rest(Column::Indent(1));
const ONE: Form = body(1, everywhere(PLAIN), &[Arg, Body]);
const ONE_DATA: Form = body(1, everywhere(PLAIN), &[Data, Body]);
const ONE_PARAMS: Form = body(1, everywhere(PLAIN), &[Params, Body]);
const CLAUSES: Form = body(0, everywhere(20), &[Role::Clause(ClauseKind::Cond)]);
const LET_STAR_BINDINGS: Role = Role::Bindings(BindingsKind::Sequential);
const FORMAT: Form = Form {
    stay: Stay::Count(2),
    drop: Column::Align,
    ..aligned(everywhere(PLAIN), &[Arg]).strategy(Strategy::Aligned)
};

/// A call at top level whose first argument is a string, which names what is registered or tested.
pub static REGISTRATION: Form = ONE_BODY;

/// The built-in rows.
pub(crate) const BUILT_IN: &[(&str, Row)] = &[
    ("define", Row::ByFirst(DEFINE_PROCEDURE, DEFINE_VARIABLE)),
    ("define*", Row::ByFirst(DEFINE_PROCEDURE, DEFINE_VARIABLE)),
    (
        "define-public",
        Row::ByFirst(DEFINE_PROCEDURE, DEFINE_VARIABLE),
    ),
    (
        "define*-public",
        Row::ByFirst(DEFINE_PROCEDURE, DEFINE_VARIABLE),
    ),
    (
        "define-integrable",
        Row::ByFirst(DEFINE_PROCEDURE, DEFINE_VARIABLE),
    ),
    (
        "define-inline",
        Row::ByFirst(DEFINE_PROCEDURE, DEFINE_VARIABLE),
    ),
    (
        "define-constant",
        Row::ByFirst(DEFINE_PROCEDURE, DEFINE_VARIABLE),
    ),
    (
        "define-macro",
        Row::ByFirst(DEFINE_PROCEDURE, DEFINE_VARIABLE),
    ),
    (
        "define-syntax-rule",
        Row::Always(body(1, everywhere(0), &[Data, Body])),
    ),
    (
        "define-values",
        Row::Always(body(1, everywhere(76), &[Params, Value])),
    ),
    ("lambda", Row::Always(LAMBDA)),
    ("λ", Row::Always(LAMBDA)),
    ("^", Row::ByFirst(LAMBDA, CALL)),
    ("lambda*", Row::Always(LAMBDA)),
    (
        "named-lambda",
        Row::Always(body(1, limits(34, 46, 64, 40), &[Signature, Body])),
    ),
    ("let", Row::ByFirst(LET, NAMED_LET)),
    ("letrec", Row::Always(LETREC)),
    ("let-syntax", Row::Always(LETREC)),
    ("letrec-syntax", Row::Always(LETREC)),
    ("fluid-let", Row::Always(LETREC)),
    ("let1", Row::Always(LET_ONE)),
    ("rlet1", Row::Always(LET_ONE)),
    ("and-let1", Row::Always(LET_ONE)),
    ("if-let1", Row::Always(LET_ONE)),
    ("let*", Row::Always(LET_STAR)),
    ("letrec*", Row::Always(LET_STAR)),
    ("let-values", Row::Always(LET_STAR)),
    ("let*-values", Row::Always(LET_STAR)),
    ("parameterize", Row::Always(LET_STAR)),
    ("with-syntax", Row::Always(LET_STAR)),
    ("and-let*", Row::Always(LET_STAR)),
    ("if", Row::Always(IF)),
    ("cond", Row::Always(COND)),
    ("case", Row::Always(CASE)),
    ("match", Row::Always(MATCH)),
    ("match*", Row::Always(MATCH)),
    ("case-lambda", Row::Always(CASE_LAMBDA)),
    ("case-lambda*", Row::Always(CASE_LAMBDA)),
    ("match-lambda", Row::Always(MATCH_LAMBDA)),
    ("match-lambda*", Row::Always(MATCH_LAMBDA)),
    ("match-let", Row::Always(LET_STAR)),
    ("match-let*", Row::Always(LET_STAR)),
    ("when", Row::Always(WHEN)),
    ("unless", Row::Always(WHEN)),
    ("while", Row::Always(WHEN)),
    ("until", Row::Always(WHEN)),
    ("dotimes", Row::Always(WHEN)),
    ("dolist", Row::Always(WHEN)),
    ("begin", Row::Always(body(0, by_place(30, 42, 42), &[Body]))),
    ("and", Row::Always(AND)),
    ("or", Row::Always(OR)),
    ("list", Row::Always(ELEMENTS)),
    ("vector", Row::Always(ELEMENTS)),
    ("cons*", Row::Always(ELEMENTS)),
    ("append", Row::Always(ELEMENTS)),
    ("not", Row::Always(TEST)),
    ("assert", Row::Always(TEST)),
    ("do", Row::Always(DO)),
    ("receive", Row::Always(RECEIVE)),
    (
        "guard",
        Row::Always(body(1, limits(76, 76, 76, 40), &[Guard, Body])),
    ),
    ("define-record-type", Row::Always(RECORD)),
    ("define-immutable-record-type", Row::Always(RECORD)),
    ("define-synchronized-record-type", Row::Always(RECORD)),
    ("define-structure", Row::Always(RECORD)),
    (
        "define-syntax",
        Row::Always(body(1, everywhere(72), &[Signature, Value])),
    ),
    ("syntax-rules", Row::ByFirst(SYNTAX_RULES, OWN_ELLIPSIS)),
    ("syntax-case", Row::Always(SYNTAX_CASE)),
    ("library", Row::Always(LIBRARY)),
    ("define-library", Row::Always(LIBRARY)),
    (
        "define-module",
        Row::Always(body(1, everywhere(0), &[Data, Role::Module]).strategy(Strategy::Module)),
    ),
    (
        "module",
        Row::ByFirst(
            body(1, everywhere(0), &[Data, Body]).strategy(Strategy::Library),
            body(2, everywhere(0), &[Data, Data, Body]).strategy(Strategy::Library),
        ),
    ),
    ("call-with-values", Row::Always(ONE_BODY)),
    ("call-with-input-file", Row::Always(ONE_BODY)),
    ("call-with-output-file", Row::Always(ONE_BODY)),
    ("call-with-input-string", Row::Always(ONE_BODY)),
    ("call-with-port", Row::Always(ONE_BODY)),
    ("with-input-from-file", Row::Always(ONE_BODY)),
    ("with-output-to-file", Row::Always(ONE_BODY)),
    ("with-input-from-string", Row::Always(ONE_BODY)),
    ("call-with-output-string", Row::Always(NO_ARGUMENT)),
    ("with-output-to-string", Row::Always(NO_ARGUMENT)),
    ("catch", Row::Always(ONE_BODY)),
    ("with-throw-handler", Row::Always(ONE_BODY)),
    ("call/cc", Row::Always(CALL)),
    ("call-with-current-continuation", Row::Always(UNDER)),
    ("dynamic-wind", Row::Always(body(0, everywhere(40), &[Arg]))),
    ("with-exception-handler", Row::Always(UNDER)),
    (
        "set!",
        Row::Always(aligned(everywhere(PLAIN), &[Data, Value])),
    ),
    (
        "cond-expand",
        Row::Always(
            body(0, everywhere(0), &[Role::Clause(ClauseKind::Expand)]).rest(Column::Indent(1)),
        ),
    ),
    (
        "export",
        Row::Always(aligned(everywhere(44), &[Spec]).strategy(Strategy::Export)),
    ),
    (
        "import",
        Row::Always(aligned(everywhere(40), &[Spec]).strategy(Strategy::Import)),
    ),
    ("use-modules", Row::Always(aligned(everywhere(48), &[Spec]))),
    ("format", Row::Always(FORMAT)),
    (
        "printf",
        Row::Always(Form {
            stay: Stay::Count(1),
            ..FORMAT
        }),
    ),
    ("errorf", Row::Always(FORMAT)),
    ("quote", Row::Always(DATA)),
    ("alet", Row::Always(LET_STAR)),
    ("alet*", Row::Always(LET_STAR)),
    (
        "begin-for-syntax",
        Row::Always(body(0, everywhere(0), &[Body])),
    ),
    ("begin0", Row::Always(ONE)),
    ("bind-exit", Row::Always(ONE_PARAMS)),
    (
        "define-condition-type",
        Row::Always(body(2, everywhere(56), &[Data, Data, Field])),
    ),
    ("define-type", Row::Always(RECORD)),
    ("delay", Row::Always(NO_ARGUMENT)),
    ("do*", Row::Always(DO)),
    ("ecase", Row::Always(CASE)),
    ("etypecase", Row::Always(CASE)),
    ("eval-when", Row::Always(ONE_DATA)),
    ("conde", Row::Always(CLAUSES)),
    ("fresh", Row::Always(ONE_PARAMS)),
    ("mlet", Row::Always(ONE)),
    ("pass-if", Row::Always(ONE)),
    ("run*", Row::Always(ONE_PARAMS)),
    ("fluid-let-syntax", Row::Always(LETREC)),
    ("fn", Row::Always(LAMBDA)),
    ("for", Row::Always(ONE)),
    ("method", Row::ByFirst(ONE_PARAMS, CALL)),
    ("call-with-new-thread", Row::Always(UNDER)),
    ("case-lambda-checked", Row::Always(CLAUSES_UNDER)),
    ("condition-case", Row::Always(RECORD_CASE)),
    ("record-case", Row::Always(RECORD_CASE)),
    (
        "defmacro",
        Row::Always(body(2, everywhere(0), &[Data, Params, Body])),
    ),
    ("stream-let", Row::Always(NAMED_LET)),
    ("syntax-parameterize", Row::Always(LETREC)),
    ("with-output-to-port", Row::Always(ONE)),
    (
        "for/fold",
        Row::Always(body(
            2,
            everywhere(28),
            &[LET_STAR_BINDINGS, LET_STAR_BINDINGS, Body],
        )),
    ),
    ("labels", Row::Always(LETREC)),
    ("lambda-case", Row::Always(CLAUSES_UNDER)),
    ("let/cc", Row::Always(ONE_DATA)),
    ("let/ec", Row::Always(ONE_DATA)),
    (
        "multiple-value-bind",
        Row::Always(body(1, everywhere(44), &[Params, Value, Body])),
    ),
    ("opt-lambda", Row::Always(LAMBDA)),
    ("receive-and-return", Row::Always(RECEIVE)),
    ("stream-lambda", Row::Always(LAMBDA)),
    ("synchronize", Row::Always(ONE)),
    ("syntax/loc", Row::Always(ONE)),
    ("trace-let", Row::Always(NAMED_LET)),
    ("typecase", Row::Always(CASE)),
    ("with-exception-catcher", Row::Always(UNDER)),
];

/// Operators with a special meaning in one part of another form, and the form of the other lists there.
struct Vocabulary {
    operators: &'static [(&'static [&'static str], Form)],
    others: Option<Form>,
}

/// The form that an operator has because of the part of another form it is in; none if the rules decide.
#[inline]
pub(crate) fn in_part(part: Role, operator: &str) -> Option<&'static Form> {
    match part {
        Requirement | Field | Spec | Declaration => in_vocabulary(part, operator),
        _ => None,
    }
}

fn in_vocabulary(part: Role, operator: &str) -> Option<&'static Form> {
    const REQUIREMENT_WORDS: &Vocabulary = &Vocabulary {
        operators: &[(&["and", "or", "not"], REQUIREMENTS)],
        others: Some(NAMES),
    };
    const FIELD_WORDS: &Vocabulary = &Vocabulary {
        operators: &[(&["fields"], FIELDS), (&["protocol"], PROTOCOL)],
        others: Some(SIGNATURE),
    };
    const SPEC_WORDS: &Vocabulary = &Vocabulary {
        operators: &[
            (
                &["only", "except", "rename", "prefix", "for", "drop"],
                IMPORT_SET,
            ),
            // A Bigloo module defines the classes that it exports where it exports them.
            (
                &["class", "abstract-class", "final-class", "wide-class"],
                RECORD,
            ),
        ],
        others: Some(NAMES),
    };
    const DECLARATION_WORDS: &Vocabulary = &Vocabulary {
        operators: &[(&["begin"], LIBRARY_BEGIN)],
        others: None,
    };
    let vocabulary = match part {
        Requirement => REQUIREMENT_WORDS,
        Field => FIELD_WORDS,
        Spec => SPEC_WORDS,
        Declaration => DECLARATION_WORDS,
        _ => return None,
    };
    let known = vocabulary.operators.iter();
    known
        .filter(|(names, _)| names.contains(&operator))
        .map(|(_, form)| form)
        .next()
        .or(vocabulary.others.as_ref())
}

/// What the clauses at the start of a module start with.
pub(crate) const MODULE_CLAUSES: [&str; 2] = ["export", "import"];

/// Keywords of module clauses that are followed by exported names.
pub(crate) const EXPORTING: [&str; 5] = [
    "#:export",
    "#:re-export",
    "#:replace",
    "#:export-syntax",
    ":export",
];

/// A pattern for names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let name = name.as_bytes();
        match self {
            Pattern::Prefix(start) => begins_with(name, start.as_ref().as_bytes()),
            Pattern::Suffix(end) => {
                let end = end.as_ref().as_bytes();
                name.last() == end.last() && name.ends_with(end) || end.is_empty()
            }
            Pattern::Within(part) => {
                let part = part.as_ref().as_bytes();
                part.first().is_none_or(|first| {
                    memchr_iter(*first, name).any(|start| name[start..].starts_with(part))
                })
            }
        }
    }
}

/// Whether a text starts with another. In most cases the first byte decides.
#[inline]
fn begins_with(text: &[u8], start: &[u8]) -> bool {
    match (text.first(), start.first()) {
        (Some(first), Some(wanted)) => first == wanted && text.starts_with(start),
        (_, wanted) => wanted.is_none(),
    }
}

impl Pattern<&str> {
    /// The same pattern with a text of its own.
    pub(crate) fn owned(self) -> Pattern<String> {
        match self {
            Pattern::Prefix(start) => Pattern::Prefix(start.to_owned()),
            Pattern::Suffix(end) => Pattern::Suffix(end.to_owned()),
            Pattern::Within(part) => Pattern::Within(part.to_owned()),
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

/// The row for a form of which only this is known: its first `k` arguments are distinguished and a body follows.
pub const fn body_form(k: u8) -> Form {
    const ARGS_AND_BODY: [Role; Roles::MOST] = [Arg, Arg, Arg, Arg, Arg, Arg, Arg, Body];
    let args = if (k as usize) < Roles::MOST {
        k as usize
    } else {
        Roles::MOST - 1
    };
    let (_, parts) = ARGS_AND_BODY.split_at(Roles::MOST - 1 - args);
    body(k, BODY_FORM, parts)
}

/// The one-line limits of a form of which only this is known: it has a body.
const BODY_FORM: Limits = everywhere(PLAIN);

/// The row for a definition of which nothing else is known.
pub const ANY_DEFINITION: Row = Row::ByFirst(DEFINE_PROCEDURE, DEFINITION);

impl Row {
    /// Whether this row lays out a list as a call, or nearly so, as it would be without the row.
    pub fn is_plain_call(&self) -> bool {
        matches!(self, Row::Always(form) if form.strategy.is_call())
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
        match self {
            Row::IfString(_) => Row::Always(body_form(k)),
            row => row.map(|form| form.with_body_after(k)),
        }
    }

    /// This row with each of its forms transformed.
    #[must_use]
    pub fn map(self, change: impl Fn(Form) -> Form) -> Row {
        match self {
            Row::Always(form) => Row::Always(change(form)),
            Row::ByFirst(list, atom) => Row::ByFirst(change(list), change(atom)),
            Row::IfString(form) => Row::IfString(change(form)),
        }
    }
}

/// Whether an operator is one that defines something, judging by its name.
pub(crate) fn is_definition(operator: &str) -> bool {
    let mut patterns = PATTERNS.iter().map(|(pattern, _)| pattern);
    DEFINITIONS.matches(operator)
        && patterns.find(|pattern| pattern.matches(operator)) == Some(&DEFINITIONS)
}

const LEADING: Form = Form {
    stay: Stay::Leading,
    ..ONE_BODY
};
const DEFINITION: Form = Form {
    stay: Stay::LeadingAndParameters,
    ..body(1, everywhere(76), &[Data, Body])
};

/// What the names of operators that define something start with.
const DEFINITIONS: Pattern<&str> = Pattern::Prefix("def");

/// The layouts that the form of a name suggests; the first match decides.
pub(crate) const PATTERNS: &[(Pattern<&str>, Row)] = &[
    (Pattern::Prefix("default"), Row::Always(CALL)),
    (Pattern::Prefix("defer"), Row::Always(CALL)),
    (Pattern::Prefix("definition"), Row::Always(CALL)),
    (DEFINITIONS, ANY_DEFINITION),
    (Pattern::Prefix("let-"), Row::ByFirst(LET_STAR, LET_OF)),
    (Pattern::Prefix("let*"), Row::ByFirst(LET_STAR, LET_OF)),
    (Pattern::Suffix("-case"), Row::Always(CASE)),
    (Pattern::Prefix("case-"), Row::Always(CASE)),
    (Pattern::Prefix("with-"), Row::Always(LEADING)),
    (Pattern::Prefix("call-with-"), Row::Always(LEADING)),
    (Pattern::Within("match"), Row::Always(ONE_BODY)),
    (
        Pattern::Prefix("if-"),
        Row::Always(Form {
            stay: Stay::Count(1),
            ..body(2, everywhere(PLAIN), &[Arg, Body])
        }),
    ),
    (Pattern::Prefix("test-"), Row::IfString(ONE_BODY)),
];
