//! The table of forms: the form of each operator, and the forms of lists that are not calls.
//!
//! The rows of operators are data: `core.scm` and the other packs beside it.

pub mod attributes;

pub(crate) mod find;
mod form;
pub mod packs;
pub mod project;
mod rule;
pub mod rules;
pub(crate) mod word;

pub use form::*;

use Role::{
    Arg, Body, Data, Declaration, Field, Guard, Parameter, Params, Requirement, Signature, Spec,
    Value,
};
use packs::built_in;
use rules::Provenance;

/// No limit but the line's width.
const UNLIMITED: Limits = Limits::everywhere(PLAIN);

/// A list whose first item is a list, as in `((compose f g) x)`, or what follows a prefix.
pub const ARGUMENTS: Form = items(UNLIMITED, Arg, &[]);
/// Inputs with their labels, as in `(("a" ,a) ("b" ,b))`: never two on one line.
pub const LABELLED: Form = items(UNLIMITED.with_many(1, 0), Arg, &[]);
/// The parameters of a `lambda`.
pub const PARAMS: Form = items(UNLIMITED, Parameter, &[]).strategy(Strategy::Fill);
/// Names that are filled: a library's name, bindings without values, items in braces.
pub const NAMES: Form = items(UNLIMITED, Data, &[]).strategy(Strategy::Fill);
/// The name and parameters of a definition.
pub const SIGNATURE: Form = aligned(UNLIMITED, &[Parameter])
    .first(Data)
    .strategy(Strategy::Fill);
/// The name, itself a list, and the parameters in the definition of a procedure that returns another one.
pub const CURRIED: Form = items(UNLIMITED, Signature, &[Parameter]).strategy(Strategy::Fill);
/// The pattern of a `match` or of a macro's rule.
pub const PATTERN: Form = aligned(UNLIMITED, &[Role::Pattern])
    .first(Role::Pattern)
    .strategy(Strategy::Fill);
/// `(? predicate pattern ...)` and `(= procedure pattern)`.
pub const CODE_PATTERN: Form = aligned(UNLIMITED, &[Arg, Role::Pattern]);
/// A pattern of a form with a body, such as `(let-values bindings body ...)`.
pub const PATTERN_WITH_BODY: Form = Form {
    rest: BODY,
    ..PATTERN
};
/// The forms of patterns that begin with a name.
pub const PATTERNS: [Form; 2] = [PATTERN, PATTERN_WITH_BODY];
/// A pattern whose first item is a list.
pub const LIST_PATTERN: Form = items(UNLIMITED, Role::Pattern, &[]).strategy(Strategy::Fill);
/// A nonterminal and its alternatives, as in `(e (e e) x)`.
pub const PRODUCTION: Form = aligned(Limits::everywhere(60), &[Role::Pattern]).first(Data);
/// A nonterminal and its alternatives with their actions, as in `(e (e e) : (list $1 $2))`.
pub const PRODUCTION_WITH_ACTIONS: Form = Form {
    limits: UNLIMITED.with_many(4, 0),
    ..aligned(UNLIMITED, &[Arg]).first(Data)
};
/// A nonterminal, the names that stand for it, and its alternatives, as in `(Expr (e) (e e) x)`.
pub const NONTERMINAL: Form =
    body(1, Limits::everywhere(0), &[Data, Role::Alternative]).first(Data);
/// What a language adds to the alternatives of another one, `(+ pattern ...)`, or takes from them, `(- pattern ...)`.
pub const EXTENSION: Form = aligned(UNLIMITED.with_many(2, 0), &[Role::Pattern]).first(Data);
/// The rule of a judgment: premises, a bar, and a conclusion.
pub const INFERENCE: Form = items(Limits::everywhere(0), Role::Pattern, &[]);
/// A typing rule: `[pattern ≫ premise ... -------- conclusion]`.
pub const TYPING_RULE: Form = Form {
    stay: Stay::Judgment,
    rest: Column::Indent(1),
    ..items(Limits::everywhere(0), Role::Pattern, &[Body])
};
/// A transformer, as in `(Expr : Expr (ir) -> Expr () clause ...)`.
pub const PROCESSOR: Form = body(
    6,
    Limits::everywhere(0),
    &[Data, Data, Params, Data, Data, Data, Role::Processor],
)
.first(Data);
/// `(only (lib) name ...)`.
pub const IMPORT_SET: Form = aligned(UNLIMITED, &[Spec, Data]).strategy(Strategy::Fill);
/// `(and requirement ...)` and the like.
pub const REQUIREMENTS: Form = aligned(UNLIMITED, &[Requirement]);
/// `(fields field ...)` of a record type.
pub const FIELDS: Form = aligned(Limits::everywhere(40), &[Data]);
/// `(name accessor (default value))` of a record type.
pub const FIELD_WITH_OPTIONS: Form = aligned(UNLIMITED.with_many(2, 0), &[Data, Arg]).first(Data);
/// `(protocol expression)` of a record type.
pub const PROTOCOL: Form = body(0, UNLIMITED, &[Arg]);
/// A list in code whose first item is not an operator but a string, number or other literal.
pub const LITERAL_HEAD: Form = items(UNLIMITED, Arg, &[Arg]).strategy(Strategy::Data);
/// A form named like a `let` whose first argument is no list of bindings.
pub const LET_OF_CALL: Form = body(1, Limits::everywhere(28), &[Arg, Body]);
/// `begin` as a declaration of a library.
pub const LIBRARY_BEGIN: Form = Form {
    rest_kind: Some(RestKind::LibraryBody),
    ..body(0, Limits::everywhere(0), &[Body])
};
/// The modules or files of a structure.
pub const OPENED: Form = aligned(UNLIMITED, &[Spec]).strategy(Strategy::Import);
/// The exported names after a keyword.
pub const EXPORT_LIST: Form = items(Limits::everywhere(44), Data, &[]).strategy(Strategy::Export);
/// A named `let` with a type before its bindings.
pub const TYPED_NAMED_LET: Form = body(
    4,
    Limits::by_role(26, 42, 42).with_many(2, 24),
    &[Data, Data, Data, Role::Bindings(BindingsKind::Named), Body],
);
/// A loop with two keywords, or a type and a keyword, before its clauses.
pub const KEYED_LOOP: Form = body(
    5,
    Limits::everywhere(40),
    &[
        Arg,
        Arg,
        Arg,
        Arg,
        Role::Bindings(BindingsKind::Sequential),
        Body,
    ],
);

/// A name and its value.
pub const BINDING: Form =
    with_clause_body(items(UNLIMITED, Data, &[Value]).strategy(Strategy::Binding));
/// A test among bindings, as in `and-let*` (SRFI 2): an expression without a name.
pub const BINDING_TEST: Form =
    with_clause_body(items(UNLIMITED, Arg, &[]).strategy(Strategy::Binding));
const DO_BINDING: Form = aligned(UNLIMITED, &[Value, Arg]).first(Data);
const DO_TEST: Form = items(UNLIMITED, Arg, &[Body]);
const GUARD: Form = aligned(Limits::everywhere(76), &[Role::Clause(ClauseKind::Guard)]).first(Data);

/// A clause of `record-case` that begins with a key: `(key (name ...) body ...)`.
pub const RECORD_CLAUSE: Form =
    body(1, Limits::everywhere(60).with_many(2, 0), &[Params, Body]).first(Data);

const fn bindings(many: u16, role: Role) -> Form {
    items(UNLIMITED.with_many(1, many), role, &[]).strategy(Strategy::Bindings)
}

const fn clause(one: u16, first: Role, parts: &[Role]) -> Form {
    with_clause_body(items(Limits::everywhere(one).with_many(2, 0), first, parts))
}

const fn with_clause_body(form: Form) -> Form {
    Form {
        rest_kind: Some(RestKind::ClauseBody),
        ..form
    }
}

/// The form of a list that is a part of another form, whatever the list contains; none if its operator decides.
pub fn of_role(role: Role) -> Option<&'static Form> {
    Some(match role {
        Data => &DATA,
        Role::Quoted => &QUOTED,
        Role::Args => const { &items(UNLIMITED, Arg, &[]).strategy(Strategy::Data) },
        Params => &PARAMS,
        Signature => &SIGNATURE,
        Guard => &GUARD,
        Role::Bindings(BindingsKind::Let) => const { &bindings(30, Role::Binding) },
        Role::Bindings(BindingsKind::Named) => const { &bindings(50, Role::Binding) },
        Role::Bindings(BindingsKind::Sequential) => const { &bindings(0, Role::Binding) },
        Role::Bindings(BindingsKind::Do) => const { &bindings(0, Role::DoBinding) },
        Role::Binding | Parameter => &BINDING,
        Role::Pattern | Role::Alternative | Role::Inference => &PATTERN,
        Role::Production => &PRODUCTION,
        Role::DoBinding => &DO_BINDING,
        Role::DoTest => &DO_TEST,
        Role::Definitions => const { &items(UNLIMITED.with_many(1, 0), Body, &[]) },
        Role::Clause(ClauseKind::Cond) => const { &clause(56, Arg, &[Body]) },
        Role::Clause(ClauseKind::Guard) => {
            const { &with_clause_body(items(Limits::everywhere(44), Arg, &[Body])) }
        }
        Role::Clause(ClauseKind::Case) => const { &clause(60, Data, &[Body]) },
        // The names of what the key stands for may be before the body.
        Role::Clause(ClauseKind::Record) => const { &clause(60, Data, &[Body, Body]) },
        Role::Clause(ClauseKind::Match) => const { &clause(60, Role::Pattern, &[Body]) },
        Role::Clause(ClauseKind::Lambda) => const { &clause(60, Params, &[Body]) },
        Role::Clause(ClauseKind::Expand) => const { &clause(60, Requirement, &[Body]) },
        Role::Clause(ClauseKind::Syntax) => const { &clause(50, Role::Pattern, &[Body]) },
        Role::Exports => &EXPORT_LIST,
        Role::TopLevel
        | Role::Module
        | Body
        | Arg
        | Value
        | Spec
        | Declaration
        | Requirement
        | Field
        | Role::Entry
        | Role::Nonterminal
        | Role::Processor
        | Role::Pair
        | Role::Row => return None,
    })
}

/// The role of what follows a prefix whose role in its list is `role`.
pub(crate) fn after_prefix(prefix: &str, role: Role) -> Role {
    match prefix {
        "'" => Role::Quoted,
        "`" | "," | ",@" | "#'" | "#`" => Arg,
        "#," | "#,@" => Body,
        _ => role,
    }
}

/// A record, recognized by its fields.
pub static RECORD: Form = Form {
    rest: Column::Indent(1),
    ..body(0, UNLIMITED, &[Role::Entry])
};

/// The form that an operator has because of the part of another form it is in, unless the configuration has a rule for it.
#[inline]
pub(crate) fn in_role(role: Role, operator: &str) -> Option<&'static Form> {
    Some(match (role, operator) {
        (Requirement, "and" | "or" | "not") => &REQUIREMENTS,
        (Field, "fields") => &FIELDS,
        (Field, "protocol") => &PROTOCOL,
        (Spec, "only" | "except" | "rename" | "prefix" | "for" | "drop" | "for-syntax") => {
            &IMPORT_SET
        }
        (Spec, "only-in" | "except-in" | "rename-in" | "prefix-in") => &IMPORT_SET,
        // Gerbil exports what it imports with `(import: library ...)`.
        (Spec, "import:" | "rename:" | "prefix:") => &IMPORT_SET,
        // A Bigloo module defines the classes that it exports where it exports them.
        (Spec, "class" | "abstract-class" | "final-class" | "wide-class") => {
            return match &built_in().name("define-record-type")?.row {
                Row::Always(form) => Some(form),
                _ => None,
            };
        }
        (Declaration, "begin") => &LIBRARY_BEGIN,
        // The modules that a structure of Scheme 48 is made of.
        (Declaration, "open" | "files") => &OPENED,
        _ => return None,
    })
}

/// The form of a list in some part of another form that begins with a name of its own, such as that of a library or a field, whatever rule
/// an operator of this name has; none if it begins with an operator.
#[inline]
pub(crate) fn of_name_in(role: Role, name: &str) -> Option<&'static Form> {
    Some(match (role, name) {
        (Field, _) => &SIGNATURE,
        (Role::Nonterminal, "entry" | "extends" | "terminals") => return None,
        (Role::Nonterminal, _) => &NONTERMINAL,
        (Requirement | Spec, _) => &NAMES,
        _ => return None,
    })
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

/// The row for a definition of which nothing else is known.
pub fn any_definition() -> Row {
    let rule = built_in().pattern(DEFINITIONS);
    rule.map_or(Row::Always(CALL), |rule| rule.row)
}

/// What the names of operators that define something start with.
const DEFINITIONS: &str = "def";

/// Whether an operator is one that defines something, judging by its name.
pub(crate) fn is_definition(operator: &str) -> bool {
    operator.starts_with(DEFINITIONS)
        && built_in().pattern(operator).is_some_and(|rule| {
            rule.provenance == Provenance::Pattern(Pattern::Prefix(DEFINITIONS))
        })
}

// The build script reads the packs with it.
#[cfg(test)]
mod rows;
