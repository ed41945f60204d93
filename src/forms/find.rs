//! Finds the form that lays out a list: its role in the list around it decides, or else its operator.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::word::{self, Word};
use crate::dialects::Dialect;
use crate::forms::rules::{Provenance, Rule, Rules};
use crate::forms::{self, BindingsKind, ClauseKind, Form, Role, Roles, Row, Strategy};
use crate::syntax::chars::is_keyword;
use crate::syntax::tree::{NodeId, NodeKind, Tree};

/// What decides the layout of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'r> {
    /// Its form.
    pub form: &'r Form,
    /// The rule for its operator, if that decided.
    pub rule: Option<&'r Rule>,
}

/// Finds the forms of the lists of a text.
#[derive(Clone, Copy)]
pub(crate) struct Finder<'a> {
    pub text: &'a str,
    pub tree: &'a Tree,
    pub rules: &'a Rules,
}

impl<'a> Finder<'a> {
    /// How to lay out a list whose role in the list around it is `role`.
    pub(crate) fn find(self, id: NodeId, role: Role) -> Found<'a> {
        self.find_by(id, role, |name| self.rules.rule(name))
    }

    /// How to lay out a list whose role in the list around it is `role`, if `rule` looks up the rules of operators.
    #[inline]
    pub(crate) fn find_by(
        self,
        id: NodeId,
        role: Role,
        mut rule: impl FnMut(&'a str) -> Option<&'a Rule>,
    ) -> Found<'a> {
        let role = self.role_by_items(id, role, &mut rule);
        let fixed = |form| Found { form, rule: None };
        if let Some(form) = forms::of_role(role) {
            return fixed(self.special(id, role, rule).unwrap_or(form));
        }
        let node = &self.tree.nodes[id];
        let opener = self.text.as_bytes()[node.start as usize];
        match Some(opener).filter(|_| node.has_short_head()) {
            // There, brackets make a list of their elements.
            Some(b'[') if self.rules.dialect == Dialect::Gerbil => {
                return fixed(&forms::LITERAL_HEAD);
            }
            Some(b'(' | b'[') => {}
            // Elsewhere, braces hold infix expressions. Blanks inside them stay in any case, so that nothing could be under a first item.
            Some(b'{')
                if self.rules.dialect == Dialect::Racket
                    && !node.has_space_after_head()
                    && !node.has_space_before_end() => {}
            Some(b'{') => return fixed(&forms::NAMES),
            _ => return fixed(&forms::DATA),
        }
        let mut items = self.tree.items(id);
        let Some(operator) = items.next() else {
            return fixed(&forms::DATA);
        };
        let node = &self.tree.nodes[operator];
        let name = match node.kind {
            NodeKind::Atom => node.text(self.text),
            _ => match self.without_operator(id, operator) {
                Some(form) => return fixed(form),
                None => match self.operator_name(operator) {
                    Some(name) => name,
                    None => return fixed(&forms::CALL),
                },
            },
        };
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            return fixed(&forms::LITERAL_HEAD);
        }
        let first = items.next();
        let is_dot = |item| self.kind(item) == NodeKind::Dot;
        if first.is_some_and(is_dot) && self.is_tail(items.clone()) {
            return fixed(&forms::CALL);
        }
        // Most lists are expressions, of which the operator decides.
        let is_expression = matches!(role, Role::TopLevel | Role::Body | Role::Arg | Role::Value);
        if !is_expression && let Some(form) = self.of_part(id, role, name, first) {
            return fixed(form);
        }
        let is_word = !node.is_plain() && Word::of(name).is_keyword();
        self.of_operator(id, name, is_word, first, rule)
    }

    /// The form of a list that it has, whatever the rule for its operator, because of the part of another form it is in.
    #[inline(never)]
    fn of_part(
        self,
        id: NodeId,
        role: Role,
        name: &str,
        first: Option<NodeId>,
    ) -> Option<&'static Form> {
        if let Some(form) = forms::in_role(role, name) {
            let is_configured = self.rules.configuration.name(name).is_some();
            return Some(form).filter(|_| !is_configured);
        }
        let second = self.tree.items(id).nth(2);
        if role == Role::Field && second.is_some_and(|item| self.is_list(item)) {
            return Some(&forms::FIELD_WITH_OPTIONS);
        }
        forms::of_name_in(role, name).or_else(|| match (role, first) {
            (Role::Processor, Some(first)) if self.text_of(first) == ":" => Some(&forms::PROCESSOR),
            (Role::Entry, _) if self.pair(id).is_some() => Some(&forms::CALL),
            _ => None,
        })
    }

    /// The role of a list, given that of its place: what stands in place of data may begin like code.
    #[inline]
    fn role_by_items(
        self,
        id: NodeId,
        role: Role,
        mut rule: impl FnMut(&'a str) -> Option<&'a Rule>,
    ) -> Role {
        match role {
            Role::Quoted if self.text_of(id).starts_with('#') => Role::Data,
            Role::Quoted if self.begins_like_code(id, &mut rule) => Role::Arg,
            Role::Field | Role::Signature if self.binds_names(id, &mut rule) => Role::Arg,
            // The type of a procedure.
            Role::Field if self.text_at(id, 0) == Some("->") => Role::Arg,
            Role::Processor if self.begins_clause(id) => Role::Clause(ClauseKind::Match),
            Role::Clause(ClauseKind::Case) if self.is_call_among_clauses(id) => Role::Arg,
            role => role,
        }
    }

    /// Whether a list among the clauses of a `case` is a call: it begins with a symbol, and an atom, which would do nothing as a body, is
    /// before its last item.
    fn is_call_among_clauses(self, id: NodeId) -> bool {
        let mut items = self.tree.items(id).skip(1);
        !self.begins_clause(id)
            && items.next().is_some_and(|second| {
                let is_atom = self.kind(second) == NodeKind::Atom;
                is_atom && !matches!(self.text_of(second), "=>" | "...")
            })
            && items.next().is_some()
    }

    /// Whether what is behind a dot is no list, so that it makes a pair with an operator before it.
    #[cold]
    fn is_tail(self, rest: impl Iterator<Item = NodeId>) -> bool {
        let mut rest = rest.map(|it| self.kind(it));
        rest.next() != Some(NodeKind::List) && rest.next().is_none()
    }

    /// The form of a list in code whose first item cannot be an operator.
    fn without_operator(self, id: NodeId, first: NodeId) -> Option<&'static Form> {
        match self.kind(first) {
            NodeKind::List if self.rules.has_fields_below() && self.is_labelled(first) => {
                Some(&forms::LABELLED)
            }
            NodeKind::List if self.is_typing_rule(id) => Some(&forms::TYPING_RULE),
            NodeKind::List => Some(&forms::ARGUMENTS),
            // It is spliced, or computed.
            NodeKind::Prefix if matches!(self.prefix(first), ",@" | "#,@") => {
                Some(&forms::ARGUMENTS)
            }
            NodeKind::Prefix if self.is_computed(first) => Some(&forms::ARGUMENTS),
            NodeKind::String | NodeKind::Character => Some(&forms::LITERAL_HEAD),
            _ => None,
        }
    }

    /// Whether a list is a typing rule of Turnstile's: a pattern, and what it elaborates to. In a premise, `⊢` comes first.
    fn is_typing_rule(self, id: NodeId) -> bool {
        // The pattern may have a type or two behind it.
        let is_mark = |it: &&str| matches!(*it, "≫" | "⊢");
        let first = || self.tree.items(id).take(5).map(|it| self.text_of(it));
        self.rules.dialect == Dialect::Racket && first().find(is_mark) == Some("≫")
    }

    /// Whether an item is a list that is unquoted, but not to rename an operator.
    fn is_computed(self, item: NodeId) -> bool {
        matches!(self.prefix(item), "," | "#,")
            && self.has_list_inside(item)
            && self.operator_name(item).is_none()
    }

    /// Whether what follows a prefix is a list.
    fn has_list_inside(self, item: NodeId) -> bool {
        let inside = self.tree.children(item).next();
        inside.is_some_and(|inside| self.kind(inside) == NodeKind::List)
    }

    /// How to lay out a call of an operator, given whether that looks like a keyword, and its first argument.
    #[inline]
    fn of_operator(
        self,
        id: NodeId,
        name: &'a str,
        is_word: bool,
        first: Option<NodeId>,
        mut rule: impl FnMut(&'a str) -> Option<&'a Rule>,
    ) -> Found<'a> {
        let rule = match is_word {
            true => self.rule_of_word(id, name, first, &mut rule),
            false => rule(name).filter(|rule| {
                !rule.provenance.is_pattern() || self.looks_like(id, rule.row.form())
            }),
        };
        if is_word && rule.is_none() && self.names_values(id, name) {
            return Found {
                form: &forms::ARGUMENTS,
                rule,
            };
        }
        let row = rule.map(|rule| &rule.row);
        let form = match row {
            None if self.rules.has_fields_below() && self.has_fields(id) => &forms::RECORD,
            _ => self.of_first_argument(row, id, first),
        };
        match rule {
            Some(guess) if guess.provenance.is_pattern() => self.of_guess(id, form, guess),
            _ => Found { form, rule },
        }
    }

    /// Whether a first item that looks like a keyword is one: names like `:range` (SRFI 42) and `lambda:` (Typed Racket) are operators unless
    /// another keyword follows their value.
    fn is_keyword_first(self, id: NodeId, name: &str) -> bool {
        name.starts_with("#:") || self.is_keyword_at(id, 2)
    }

    /// Whether a first item that looks like a keyword names the values after it.
    #[cold]
    fn names_values(self, id: NodeId, name: &str) -> bool {
        // There may be only lists: `(fields: (x point-x) (y point-y))`.
        self.is_keyword_first(id, name)
            || name.ends_with(':') && self.has_several(id, |it| self.is_list(it))
    }

    /// The rule for a first item that looks like a keyword.
    #[cold]
    fn rule_of_word(
        self,
        id: NodeId,
        name: &'a str,
        first: Option<NodeId>,
        rule: &mut dyn FnMut(&'a str) -> Option<&'a Rule>,
    ) -> Option<&'a Rule> {
        let is_keyword = self.is_keyword_first(id, name);
        let own = rule(name).filter(|rule| match rule.provenance.is_pattern() {
            true => !is_keyword && self.looks_like(id, rule.row.form()),
            // The row of `#:with` says how many values that has.
            false => !name.starts_with("#:"),
        });
        // Forms with types are named like those without: `for/list:`.
        let untyped = name.strip_suffix(':').filter(|_| !is_keyword);
        own.or_else(|| self.rule_without_types(id, first, rule(untyped?)?))
    }

    /// This rule of a form without types, if it may lay out the list, of which `first` is the first argument. Tables such as imports have no
    /// types, and where the rule has bindings, a type may stand.
    fn rule_without_types(
        self,
        id: NodeId,
        first: Option<NodeId>,
        rule: &'a Rule,
    ) -> Option<&'a Rule> {
        let form = rule.row.form();
        let is_list = || first.is_some_and(|first| self.is_list(first));
        let is_alike = match rule.row {
            Row::Always(_) => {
                !form.strategy.is_table()
                    && (!matches!(form.role(1), Role::Bindings(_)) || is_list())
            }
            _ => true,
        };
        (is_alike && self.looks_like(id, form)).then_some(rule)
    }

    /// Whether a call has two arguments or more, and all are such.
    fn has_several(self, id: NodeId, is_such: impl FnMut(NodeId) -> bool) -> bool {
        let mut arguments = self.arguments(id);
        arguments.clone().nth(1).is_some() && arguments.all(is_such)
    }

    /// Whether item `index` of a list is a keyword.
    fn is_keyword_at(self, id: NodeId, index: usize) -> bool {
        let text = self.text_at(id, index);
        text.is_some_and(|text| Word::of(text).is_keyword())
    }

    /// The text of item `index` of a list.
    fn text_at(self, id: NodeId, index: usize) -> Option<&'a str> {
        let item = self.tree.items(id).nth(index);
        item.map(|id| self.text_of(id))
    }

    /// How to lay out a call whose operator has this form by its name alone.
    fn of_guess(self, id: NodeId, form: &'a Form, rule: &'a Rule) -> Found<'a> {
        match self.in_place_of_bindings(id, form) {
            Some(argument) if self.binds_later(id, argument) => Found {
                form: rule.row.for_first(false),
                rule: Some(rule),
            },
            Some(argument) if self.holds_no_bindings(argument) => Found {
                form: &forms::LET_OF_CALL,
                rule: Some(rule),
            },
            // A procedure may be named like a `let`.
            Some(argument) if self.is_atom_without_bindings(argument, id) => Found {
                form: &forms::CALL,
                rule: None,
            },
            _ => Found {
                form,
                rule: Some(rule),
            },
        }
    }

    /// The argument of a call where this form has bindings.
    fn in_place_of_bindings(self, id: NodeId, form: &Form) -> Option<NodeId> {
        let may_bind = |index: &usize| matches!(form.role(*index), Role::Bindings(_));
        let index = [1, 2].into_iter().find(may_bind)?;
        self.arguments(id).nth(index - 1)
    }

    /// Whether an argument of a call is an atom, and no other argument may be bindings, or an ellipsis, as in the template of a macro.
    fn is_atom_without_bindings(self, argument: NodeId, call: NodeId) -> bool {
        let may_be_bindings = |id: NodeId| {
            self.text_of(id) == "..."
                || self.is_list(id) && self.tree.items(id).next().is_none_or(|it| self.is_list(it))
        };
        self.kind(argument) == NodeKind::Atom && !self.arguments(call).any(may_be_bindings)
    }

    /// The form of a call whose operator has this row, if any, given its first argument.
    fn of_first_argument(
        self,
        row: Option<&'a Row>,
        id: NodeId,
        first: Option<NodeId>,
    ) -> &'a Form {
        // In a quasiquotation, bindings may be unquoted: `(let ,(map bind names) ...)`.
        let is_list = |form: &Form| {
            let may_be_unquoted = matches!(form.role(1), Role::Bindings(_));
            first.is_some_and(|id| {
                self.is_list(id)
                    || may_be_unquoted && self.prefix(id) == "," && self.has_list_inside(id)
            })
        };
        match row {
            Some(Row::Always(form)) => form,
            Some(Row::ByFirst(list, _)) if is_list(list) => list,
            Some(Row::ByFirst(_, atom))
                if matches!(atom.role(2), Role::Bindings(BindingsKind::Named))
                    && self.text_at(id, 2) == Some(":") =>
            {
                &forms::TYPED_NAMED_LET
            }
            // A loop may have two keywords before its clauses.
            Some(Row::ByFirst(_, atom))
                if matches!(atom.role(3), Role::Bindings(_)) && self.is_keyword_at(id, 3) =>
            {
                &forms::KEYED_LOOP
            }
            Some(Row::ByFirst(_, atom)) => atom,
            Some(Row::IfNamed(form, least))
                if first.is_some_and(|first| self.is_name(first, id, *least)) =>
            {
                form
            }
            None if self.rules.dialect == Dialect::Racket => &forms::WIDE_CALL,
            Some(Row::IfNamed(..)) | None => &forms::CALL,
        }
    }

    /// Whether the first argument of a call is its name: a string, or a symbol if there are at least so many arguments.
    fn is_name(self, first: NodeId, id: NodeId, least: u8) -> bool {
        match self.kind(first) {
            NodeKind::String => true,
            NodeKind::Atom => {
                let is_symbol = !self
                    .text_of(first)
                    .starts_with(|c: char| c.is_ascii_digit() || c == '#');
                is_symbol && self.arguments(id).count() >= usize::from(least)
            }
            _ => false,
        }
    }

    /// The arguments of a call.
    fn arguments(self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone + 'a {
        let data = self.tree.items(id).skip(1);
        data.filter(move |id| self.kind(*id).is_datum())
    }

    /// Whether the arguments of a call look like the parts of the form that its name suggests: after atoms, only lists follow, and
    /// clauses begin with what is no operator.
    fn looks_like(self, id: NodeId, form: &Form) -> bool {
        let mut arguments = self.arguments(id);
        let first = arguments.next();
        match form.role(Roles::MAX) {
            Role::Clause(kind) => {
                let begins = |id: NodeId| self.begins_clause(id);
                let mut clauses = arguments.clone();
                // The pattern of the last one may be a variable.
                let last = clauses
                    .by_ref()
                    .last()
                    .filter(|_| kind == ClauseKind::Match);
                first.is_some_and(|first| !begins(first))
                    && arguments.clone().next().is_some_and(begins)
                    && arguments.all(|id| begins(id) || Some(id) == last && self.is_list(id))
            }
            Role::Body if form.strategy == Strategy::Drop => {
                let mut body = self.arguments(id).skip_while(|id| !self.is_list(*id));
                let has_body = body.clone().next().is_some();
                has_body && body.all(|id| self.is_list(id) || self.kind(id).is_prefix())
            }
            _ => true,
        }
    }

    /// Whether a datum is a list that begins like a clause: with a list, a literal, `else` or `_`.
    fn begins_clause(self, id: NodeId) -> bool {
        let first = self.tree.items(id).next().filter(|_| self.is_list(id));
        first.is_some_and(|first| match self.kind(first) {
            NodeKind::Atom => {
                let text = self.text_of(first);
                matches!(text, "else" | "_") || text.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => true,
        })
    }

    /// Whether what should be the bindings of a form that is only named like a `let` is no list of these: it holds an atom beside a list,
    /// and is neither a single binding nor a template of bindings.
    fn holds_no_bindings(self, argument: NodeId) -> bool {
        let mut items = self.tree.items(argument);
        items.clone().any(|id| self.kind(id) == NodeKind::Atom)
            && items.clone().any(|id| self.is_list(id))
            && !items.any(|id| self.kind(id) == NodeKind::Dot || self.text_of(id) == "...")
            && !self.is_binding(argument)
    }

    /// Whether the argument of a call where bindings should be is a list of names, and bindings and a body follow it.
    fn binds_later(self, call: NodeId, argument: NodeId) -> bool {
        let mut after = self
            .arguments(call)
            .skip_while(|id| *id != argument)
            .skip(1);
        let may_bind = |id: NodeId| {
            let mut items = self.tree.items(id).peekable();
            let is_binding = |item| self.is_list(item) && self.pair(item).is_some();
            self.is_list(id) && items.peek().is_some() && items.all(is_binding)
        };
        let mut names = self.tree.items(argument);
        names.all(|name| self.kind(name) == NodeKind::Atom)
            && after.next().is_some_and(may_bind)
            && after.next().is_some()
    }

    /// Whether the arguments of a call are two or more fields: lists of a name, which is that of no other field and of no form, and a
    /// value.
    fn has_fields(self, id: NodeId) -> bool {
        // The records of a pack are values of fields with their names.
        let may_name = |rule: &Rule| match rule.provenance {
            Provenance::Pack(_) => rule.row.form().distinguished == 0,
            _ => rule.row.is_plain_call(),
        };
        let mut names = FxHashSet::default();
        let is_field = |argument: NodeId| {
            let Some((name, _)) = self.pair(argument) else {
                return false;
            };
            self.kind(argument) == NodeKind::List
                && self.kind(name) == NodeKind::Atom
                && self.rules.rule(self.text_of(name)).is_none_or(may_name)
                && names.insert(self.text_of(name))
        };
        self.has_several(id, is_field)
    }

    /// The form of a list that differs, by what it contains, from those that usually have its role.
    #[inline]
    fn special(
        self,
        id: NodeId,
        role: Role,
        rule: impl FnOnce(&'a str) -> Option<&'a Rule>,
    ) -> Option<&'static Form> {
        let is_list = |id: NodeId| self.is_list(id);
        let mut items = self.tree.items(id);
        match role {
            Role::Bindings(_) if self.is_binding(id) => Some(&forms::BINDING),
            Role::Bindings(_) if !items.any(is_list) => Some(&forms::NAMES),
            Role::Binding => {
                let is_test = is_list(items.next()?) && items.next().is_none();
                is_test.then_some(&forms::BINDING_TEST)
            }
            Role::Pattern | Role::Alternative => match items.next()? {
                first if role == Role::Alternative && matches!(self.text_of(first), "+" | "-") => {
                    Some(&forms::EXTENSION)
                }
                first if is_list(first) => Some(&forms::LIST_PATTERN),
                first if matches!(self.text_of(first), "?" | "=") => Some(&forms::CODE_PATTERN),
                first => rule(self.text_of(first))
                    .is_some_and(|rule| !rule.provenance.is_pattern() && rule.row.has_body())
                    .then_some(&forms::PATTERN_WITH_BODY),
            },
            Role::Clause(_) if self.is_typing_rule(id) => Some(&forms::TYPING_RULE),
            // In Typed Racket, a type: `(case-lambda [Integer -> Integer])`.
            Role::Clause(ClauseKind::Lambda) if items.any(|id| self.text_of(id) == "->") => {
                Some(&forms::CALL)
            }
            Role::Clause(ClauseKind::Record) => {
                let first = items.next()?;
                let is_key = self.kind(first) != NodeKind::List && self.text_of(first) != "else";
                is_key.then_some(&forms::RECORD_CLAUSE)
            }
            Role::Signature if is_list(items.next()?) => Some(&forms::CURRIED),
            Role::Production if items.any(|id| self.text_of(id) == ":") => {
                Some(&forms::PRODUCTION_WITH_ACTIONS)
            }
            Role::Inference => {
                let is_rule = items.clone().next().is_some_and(is_list)
                    || items.any(|id| word::is_bar(self.text_of(id)));
                is_rule.then_some(&forms::INFERENCE)
            }
            _ => None,
        }
    }

    /// Whether a datum is a list, or stays as it stands and begins like one.
    fn is_list(self, id: NodeId) -> bool {
        let node = &self.tree.nodes[id];
        match node.kind {
            NodeKind::List => true,
            NodeKind::Raw | NodeKind::HereString => {
                matches!(self.text.as_bytes()[node.start as usize], b'(' | b'[')
            }
            _ => false,
        }
    }

    /// Whether a quoted list starts with an operator that has a rule, and contains a list.
    fn begins_like_code(self, id: NodeId, rule: impl FnOnce(&'a str) -> Option<&'a Rule>) -> bool {
        let mut items = self.tree.items(id);
        let Some(operator) = items.next() else {
            return false;
        };
        self.kind(operator) == NodeKind::Atom
            && !is_keyword(self.text_of(operator))
            && items.any(|item| self.kind(item) == NodeKind::List)
            && rule(self.text_of(operator)).is_some_and(|rule| {
                let form = rule.row.form();
                match rule.provenance.is_pattern() {
                    true => form.strategy == Strategy::Drop && self.looks_like(id, form),
                    false => !rule.row.is_plain_call(),
                }
            })
    }

    /// Whether a list is a form that binds names, like `(lambda (x) ...)`. A field can have the name of such an operator, but no list of
    /// names follows it.
    #[inline(never)]
    fn binds_names(self, id: NodeId, rule: &mut dyn FnMut(&'a str) -> Option<&'a Rule>) -> bool {
        let mut items = self.tree.items(id);
        let (Some(operator), Some(first)) = (items.next(), items.next()) else {
            return false;
        };
        let may_bind = |form: &Form| matches!(form.role(1), Role::Params | Role::Bindings(_));
        self.is_list(first)
            && items.next().is_some()
            && self.kind(operator) == NodeKind::Atom
            && rule(self.text_of(operator))
                .is_some_and(|rule| !rule.provenance.is_pattern() && may_bind(rule.row.form()))
    }

    /// Whether what stands in place of some bindings is a single one, as Gerbil allows: a name and a list. In
    /// `(x ((f y)))`, which `and-let*` takes, the list is a binding, too.
    fn is_binding(self, id: NodeId) -> bool {
        let Some((name, value)) = self.pair(id) else {
            return false;
        };
        let is_atom = |id: NodeId| self.kind(id) == NodeKind::Atom;
        is_atom(name)
            && self.kind(value) == NodeKind::List
            && self.tree.items(value).next().is_none_or(is_atom)
    }

    /// Whether a list is an input with its label: `("label" ,package)`.
    fn is_labelled(self, id: NodeId) -> bool {
        let label = self.tree.items(id).next();
        label.is_some_and(|label| self.kind(label) == NodeKind::String)
            && self.text_at(id, 1).is_some_and(|it| it.starts_with(','))
    }

    /// The items of a list of two.
    fn pair(self, list: NodeId) -> Option<(NodeId, NodeId)> {
        let mut items = self.tree.items(list);
        let pair = (items.next()?, items.next()?);
        items.next().is_none().then_some(pair)
    }

    fn kind(self, id: NodeId) -> NodeKind {
        self.tree.nodes[id].kind
    }

    /// A node's own first token.
    fn prefix(self, id: NodeId) -> &'a str {
        &self.text[self.tree.nodes[id].head()]
    }

    #[inline]
    fn text_of(self, id: NodeId) -> &'a str {
        self.tree.nodes[id].text(self.text)
    }

    /// The name of an operator: its own, or in an explicitly renaming macro that of what is renamed, `,(rename 'let)`.
    pub(crate) fn operator_name(self, operator: NodeId) -> Option<&'a str> {
        match self.kind(operator) {
            NodeKind::Atom => Some(self.text_of(operator)),
            NodeKind::Prefix if self.prefix(operator) == "," => {
                let (_, quoted) = self.pair(self.tree.children(operator).next()?)?;
                let renamed = self.text_of(quoted).strip_prefix('\'')?;
                Some(renamed.trim_ascii_start())
            }
            _ => None,
        }
    }

    /// Calls `visit` for every list from `id` down, whose role is `role`: with the list, its role, and its layout. If
    /// `visit` breaks, the contents of that list are skipped.
    pub(crate) fn walk(
        self,
        id: NodeId,
        role: Role,
        visit: &mut dyn FnMut(NodeId, Role, Found<'a>) -> ControlFlow<()>,
    ) {
        let node = &self.tree.nodes[id];
        match node.kind {
            NodeKind::List => {
                let found = self.find(id, role);
                if visit(id, role, found).is_break() {
                    return;
                }
                let mut index = 0;
                for child in self.tree.children(id) {
                    self.walk(child, found.form.role(index), visit);
                    index += usize::from(self.kind(child).is_datum());
                }
            }
            kind if kind.is_prefix() => {
                let prefix = &self.text[node.head()];
                let inner = match kind {
                    NodeKind::Prefix => forms::after_prefix(prefix, role),
                    _ => role,
                };
                for child in self.tree.children(id) {
                    self.walk(child, inner, visit);
                }
            }
            _ => {}
        }
    }
}
