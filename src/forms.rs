//! Which operator is laid out by which form: the table of forms, as data.
//!
//! # Terms
//! A *list* is laid out as its first item, the *operator* of a call, and the items after it. Items `1 ..= stay` stay on the
//! operator's line while they fit; those up to `distinguished` that do not, *drop* to a column of their own; the *rest*
//! follow one per line. A form's *parts* say what its items are: an expression in a body, a list of bindings, a
//! clause, data. The *limits* say up to which flat width the form stands on one line, by the place it stands in.
//!
//! Lists that are no calls (bindings, clauses, parameter lists, data) are laid out by forms too: see the constants.

use std::fmt;
use std::ops::Deref;

use memchr::memchr_iter;

/// A column that items are put at, seen from the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Under the second item, where that stands on the first one's line; else one right of the bracket.
    Align,
    /// So many columns right of the opening bracket.
    Indent(u8),
    /// Under the first item.
    First,
}

/// How many items after the first stay on its line while they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// So many.
    Count(u8),
    /// Every atom up to the first list; that list if none, unless it is all there is.
    Leading,
    /// At least one, and every atom up to the first list; after a single atom that list too, if a body follows it: the
    /// parameters of a definition.
    LeadingAndParameters,
    /// One, and the next if its name begins with a colon: the type of a record, which is no keyword.
    NameAndType,
}

/// What an item of a form is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A form at top level.
    TopLevel,
    /// An expression or definition in a body.
    Body,
    /// An expression elsewhere.
    Arg,
    /// An expression that is a value being bound.
    Value,
    /// A name, a constant, quoted data, a pattern: nothing that is evaluated.
    Data,
    /// What stands after a quote: data, or code where it begins like a special form with a list in it.
    Quoted,
    /// The parameters of a `lambda`.
    Params,
    /// The name and parameters of a definition.
    Signature,
    /// A parameter, with its default value if it is a list.
    Parameter,
    /// The pattern of a `match` or of a macro's rule.
    Pattern,
    /// The list of bindings of a `let`.
    Bindings(BindingsKind),
    /// One binding: a name and its value.
    Binding,
    /// A binding of a `do`: name, value, step.
    DoBinding,
    /// The test and the results of a `do`.
    DoTest,
    /// A clause.
    Clause(ClauseKind),
    /// The variable and the clauses of a `guard`.
    Guard,
    /// A list that is laid out as a call whatever its operator is (a library's export or import specification).
    Spec,
    /// A clause of a module: keywords and their values.
    Module,
    /// Exported names.
    Exports,
    /// A declaration of a library, in which `begin` is never on one line.
    Declaration,
    /// What a `cond-expand` asks for.
    Requirement,
    /// A constructor, field or clause of a record type.
    Field,
}

/// Which bindings may share a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingsKind {
    /// `let`: short ones.
    Let,
    /// Named `let`: somewhat longer ones.
    Named,
    /// `let*` and the rest: never.
    Sequential,
    /// `do`: never, and a binding has a step.
    Do,
}

/// Which clauses may stand on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// `cond`.
    Cond,
    /// `guard`: several bodies may share its line.
    Guard,
    /// `case`: the first item is data.
    Case,
    /// `match`: the first item is a pattern.
    Match,
    /// `case-lambda`: the first item is a parameter list.
    Lambda,
    /// `syntax-rules`, `syntax-case`: all on one line or none.
    Syntax,
    /// `cond-expand`.
    Expand,
}

/// The largest flat widths, in columns, at which a form stands on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// As a direct child of a body.
    pub body: u16,
    /// As an argument.
    pub arg: u16,
    /// As a value being bound.
    pub bind: u16,
    /// With many items, wherever it stands, if that matters.
    pub many: Option<Many>,
}

/// The limit of a form with many items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Many {
    /// How many items after the first and the distinguished ones are many.
    pub from: u8,
    /// The limit.
    pub limit: u16,
}

/// No limit but the line's width: no line is that wide.
pub const PLAIN: u16 = u16::MAX;

/// Limits by place, and one for two items or more.
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

const fn everywhere(limit: u16) -> Limits {
    by_place(limit, limit, limit)
}

impl Limits {
    /// The limit for a form that is a `part` of the list around it and has `after` items after the first and the
    /// distinguished ones.
    #[inline]
    pub fn of(&self, part: Role, after: usize) -> u16 {
        match self.many {
            Some(many) if after >= usize::from(many.from) => many.limit,
            _ => self.at(part),
        }
    }

    /// The limit for a form that is a `part` of the list around it and has few items.
    pub fn at(&self, part: Role) -> u16 {
        match part {
            Role::TopLevel | Body | Declaration => self.body,
            Value => self.bind,
            _ => self.arg,
        }
    }

    /// The same limit wherever the form stands.
    pub const fn everywhere(limit: u16) -> Limits {
        everywhere(limit)
    }
}

/// How the lines of a broken form come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// As `stay`, `drop` and `rest` say.
    Fixed,
    /// As fixed; on one line only beside another definition.
    Definition,
    /// As fixed, under each other: the bindings of a `let`, which stay beside the name of a named one.
    Bindings,
    /// As fixed, in clauses that a keyword begins, with all of its values.
    Module,
    /// As fixed, but with all arguments under the operator where only that keeps the width.
    Aligned,
    /// As fixed; a list as the distinguished argument drops where that saves lines.
    Drop,
    /// A call: the arguments beside the operator or under it, by cost.
    Call,
    /// A call whose arguments are the elements of a list: laid out as a call, each argument on its own line.
    Elements,
    /// A call of an operator that is most often part of a test: the argument beside it unless that goes over the width.
    Test,
    /// The clauses beside the operator, or under it where that keeps the width or saves lines.
    Cond,
    /// The arms under the test, or at two columns.
    If,
    /// A library, whose body may stand at the margin.
    Library,
    /// As fixed, with clauses whose column is an option of its own.
    CaseLambda,
    /// A name and its value: the value beside the name or under it, by cost.
    Binding,
    /// As many items on a line as fit.
    Fill,
    /// Data: atoms are filled, lists stand one per line.
    Data,
    /// A list of exported names.
    Export,
    /// Libraries: names are filled, lists stand one per line.
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
    /// How its lines come about.
    pub strategy: Strategy,
    /// Items after the first that stay on its line while they fit.
    pub stay: Stay,
    /// Items after the first that are not the rest.
    pub distinguished: u8,
    /// Where distinguished items go that do not stay.
    pub drop: Column,
    /// Where the rest goes.
    pub rest: Column,
    /// One-line limits.
    pub limits: Limits,
    /// What the first item is, where it is not an operator.
    pub first: Role,
    /// What the items after the first are; the last one goes for all that follow.
    pub parts: Roles,
}

/// What the items of a form are, in order: a short list that lives in the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles {
    items: [Role; Roles::MOST],
    length: u8,
}

impl Roles {
    /// The most parts that a form tells apart.
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

/// Where bodies stand in the table of forms; an option can move them.
pub const BODY: Column = Column::Indent(2);

const fn body(k: u8, limits: Limits, parts: &[Role]) -> Form {
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
    const fn rest(self, rest: Column) -> Form {
        Form { rest, ..self }
    }

    const fn strategy(self, strategy: Strategy) -> Form {
        Form { strategy, ..self }
    }

    /// This form with the first `k` items after the operator apart and the rest indented as a body.
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

    /// The last item that can stand on the first item's line in the preferred shape.
    pub fn may_stay(&self) -> usize {
        match self.stay {
            Stay::Count(stay) => stay.into(),
            Stay::Leading | Stay::LeadingAndParameters => usize::MAX,
            Stay::NameAndType => 2,
        }
    }

    /// What item `index` is; the operator is item 0.
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

/// Items under each other: the first beside the operator, the others aligned with it.
const fn aligned(limits: Limits, parts: &[Role]) -> Form {
    Form {
        strategy: Strategy::Fixed,
        limits,
        parts: Roles::new(parts),
        ..CALL
    }
}

/// A list without an operator, whose items stand under each other.
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
/// What stands after a prefix.
pub const PREFIXED: Form = items(everywhere(PLAIN), Arg, &[]);
/// The parameters of a `lambda`.
pub const PARAMS: Form = items(everywhere(PLAIN), Parameter, &[]).strategy(Strategy::Fill);
/// Names that are filled: a library's name, bindings without values, items in curly brackets.
pub const NAMES: Form = items(everywhere(PLAIN), Data, &[]).strategy(Strategy::Fill);
/// The name and parameters of a definition.
pub const SIGNATURE: Form = Form {
    first: Data,
    ..aligned(everywhere(PLAIN), &[Parameter]).strategy(Strategy::Fill)
};
/// The same where the name is a list itself: a definition of a procedure that returns another.
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
/// `(and requirement ...)` and its like.
pub const REQUIREMENTS: Form = aligned(everywhere(PLAIN), &[Requirement]);
/// `(fields field ...)` of a record type.
pub const FIELDS: Form = aligned(everywhere(40), &[Data]);
/// `(protocol expression)` of a record type.
pub const PROTOCOL: Form = body(0, everywhere(PLAIN), &[Arg]);
/// A list in code whose first item is no operator but a string, a number or another literal.
pub const LITERAL_HEAD: Form = items(everywhere(PLAIN), Arg, &[Arg]).strategy(Strategy::Data);
/// `begin` as a declaration of a library.
pub const LIBRARY_BEGIN: Form = body(0, everywhere(0), &[Body]).strategy(Strategy::Library);
/// The exported names after a keyword.
pub const EXPORT_LIST: Form = items(everywhere(44), Data, &[]).strategy(Strategy::Export);

const BINDING: Form = items(everywhere(PLAIN), Data, &[Value]).strategy(Strategy::Binding);
const DO_BINDING: Form = Form {
    first: Data,
    ..aligned(everywhere(PLAIN), &[Value, Arg])
};
const DO_TEST: Form = items(everywhere(PLAIN), Arg, &[Body]);
const GUARD: Form = Form {
    first: Data,
    ..aligned(everywhere(76), &[Role::Clause(ClauseKind::Guard)])
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

/// The form of a list that is a part of another form, whatever stands in it; none where its operator decides.
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
        Role::Clause(ClauseKind::Case) => &CASE_CLAUSE,
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

/// What stands after a prefix that is a `part` of a list.
pub(crate) fn after_prefix(prefix: &str, part: Role) -> Role {
    match prefix {
        "'" => Role::Quoted,
        "`" | "," | ",@" => Arg,
        "#'" | "#`" | "#," | "#,@" => Body,
        _ => part,
    }
}

/// What an operator's name says: a form, or two for the two kinds of the first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// This form.
    Always(Form),
    /// The first form where the first argument is a list, the second where it is an atom.
    ByFirst(Form, Form),
    /// This form where the first argument is a string, else a plain call.
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
/// A `let` that takes something apart: what, and then the bindings.
const LET_OF: Form = body(
    2,
    everywhere(28),
    &[Arg, Role::Bindings(BindingsKind::Sequential), Body],
);
/// A `let` of one binding, whose name and value are its first two arguments.
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
const WHEN: Form = body(1, limits(30, 40, 40, 24), &[Arg, Body]);
const IF: Form = aligned(by_place(30, 50, 56), &[Arg, Body]).strategy(Strategy::If);
const AND: Form = aligned(by_place(46, 62, 62), &[Arg]);
const OR: Form = aligned(by_place(44, 62, 62), &[Arg]);
const COND: Form =
    aligned(everywhere(20), &[Role::Clause(ClauseKind::Cond)]).strategy(Strategy::Cond);
const CASE: Form = body(1, everywhere(40), &[Arg, Role::Clause(ClauseKind::Case)]);
const MATCH: Form = body(
    1,
    by_place(44, 54, 54),
    &[Arg, Role::Clause(ClauseKind::Match)],
);
const CASE_LAMBDA: Form =
    body(0, everywhere(36), &[Role::Clause(ClauseKind::Lambda)]).strategy(Strategy::CaseLambda);
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

/// A call at top level whose first argument is a string: that names what is registered or tested.
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
    (
        "for/fold",
        Row::Always(body(
            2,
            everywhere(28),
            &[LET_STAR_BINDINGS, LET_STAR_BINDINGS, Body],
        )),
    ),
    ("labels", Row::Always(LETREC)),
    ("lambda-case", Row::Always(CASE_LAMBDA)),
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

/// Operators that mean something of their own in one part of another form, and the form of the other lists there.
struct Vocabulary {
    operators: &'static [(&'static [&'static str], Form)],
    others: Option<Form>,
}

/// The form that an operator has in a part of another form because it stands there; none where the rules decide.
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
        operators: &[(
            &["only", "except", "rename", "prefix", "for", "drop"],
            IMPORT_SET,
        )],
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

/// The keywords of a module's clauses that names follow which it exports.
pub(crate) const EXPORTING: [&str; 5] = [
    "#:export",
    "#:re-export",
    "#:replace",
    "#:export-syntax",
    ":export",
];

/// A pattern of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern<S> {
    /// Names that begin so.
    Prefix(S),
    /// Names that end so.
    Suffix(S),
    /// Names that hold this.
    Within(S),
}

impl<S: AsRef<str>> Pattern<S> {
    /// Whether a name is one of those that the pattern stands for.
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

/// Whether a text begins so. Most are told apart by their first byte.
#[inline]
fn begins_with(text: &[u8], start: &[u8]) -> bool {
    match (text.first(), start.first()) {
        (Some(first), Some(wanted)) => first == wanted && text.starts_with(start),
        (_, wanted) => wanted.is_none(),
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

/// What is known of a form whose first `k` arguments are apart from the body that follows them.
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

/// The one-line limits of a form of which no more is known than that it has a body.
const BODY_FORM: Limits = everywhere(PLAIN);

/// A definition of which no more is known.
pub const ANY_DEFINITION: Row = Row::ByFirst(DEFINE_PROCEDURE, DEFINITION);

impl Row {
    /// Whether this row lays out a list as a call, which is what would be done without it, or nearly.
    pub fn is_plain_call(&self) -> bool {
        matches!(self, Row::Always(form) if form.strategy.is_call())
    }

    /// Whether this row keeps the first `k` arguments apart and indents the rest as a body.
    pub fn has_body_after(&self, k: u8) -> bool {
        let (Row::Always(form) | Row::ByFirst(form, _)) = self else {
            return false;
        };
        form.distinguished == k && form.rest == BODY && matches!(form.stay, Stay::Count(_))
    }

    /// This row with the first `k` arguments apart and the rest indented as a body; the same if it is so already.
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

    /// This row with each of its forms changed.
    #[must_use]
    pub fn map(self, change: impl Fn(Form) -> Form) -> Row {
        match self {
            Row::Always(form) => Row::Always(change(form)),
            Row::ByFirst(list, atom) => Row::ByFirst(change(list), change(atom)),
            Row::IfString(form) => Row::IfString(change(form)),
        }
    }
}

/// Whether an operator defines something, as its name says.
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

/// The names that a definition's operator begins with.
const DEFINITIONS: Pattern<&str> = Pattern::Prefix("def");

/// What the shape of a name suggests, the first match first.
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
