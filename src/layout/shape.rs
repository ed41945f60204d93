//! What a list's form and the style say about its shape, whatever the mode, and the author's rows.

use super::types::{Decision, Rows, Second, Shape, Step};
use super::units::Joint;
use super::{Layout, Slot, Word};
use crate::forms::{self, Column, Form, RestKind, Role, Stay, Strategy};
use crate::options::{Alignment, CallAtoms, HeadAlone, LineBreaks, RowBreaks};
use crate::syntax::tree::{NodeId, NodeKind, Placement};

/// Up to this many strings among data go one per line.
const MAX_LISTED_STRINGS: usize = 8;

/// Up to this width, quotation marks included, many strings are the words of a list.
const SHORT_STRING: usize = 12;

/// The fewest rows of a call, of as many items each, that are a table, and the fewest items in each.
const MIN_ROWS: usize = 3;
const MIN_ROW: usize = 3;

/// A line of numbers.
struct NumberRow {
    length: usize,
    width: usize,
    /// Its width with the first number of the next line and the brackets directly behind that; none for the last line.
    with_next: Option<usize>,
}

impl Layout<'_> {
    /// Where `next`, what follows the first item of a list, is if it cannot be beside that or has to be, whatever the mode; and why.
    pub(super) fn forced(&self, list: NodeId, next: NodeId) -> Option<(Second, Decision)> {
        let node = self.node(next);
        if self.hangs_below_comment(list, next) {
            Some((Second::Beside, Decision::Kept))
        } else if node.placement != Placement::Free || node.blank() > 0 {
            Some((Second::Below, Decision::Alone))
        } else {
            (self.is_bound(next) && !self.source_breaks(next))
                .then_some((Second::Beside, Decision::Belongs))
        }
    }

    /// Whether a comment is in the place of the second item, and the item below begins there.
    pub(super) fn hangs_below_comment(&self, list: NodeId, comment: NodeId) -> bool {
        let (first, comment) = (self.node(list + 1), self.node(comment));
        let column = |offset: u32| self.source_column(offset as usize);
        // Arguments of this style hang below nothing.
        let hangs = self.style.calls != Alignment::Two || !self.form(list).strategy.is_call();
        hangs
            && comment.placement == Placement::Trailing
            && self.learns_columns()
            && first.next < self.node(list).next
            && self.flat_width(list + 1).is_some()
            && self.node(first.next as usize).start == comment.start
            && self.tree.items(list).nth(1).is_some_and(|item| {
                self.node(item).begins_line()
                    && column(self.node(item).start) == column(first.end) + 1
                    && !self.ends_with_next(list, item)
            })
    }

    /// Whether the second item of a list is a number with blanks before it, so that it may end in one column with the next one.
    fn ends_with_next(&self, list: NodeId, item: NodeId) -> bool {
        let next = self.tree.items(list).nth(2);
        next.is_some_and(|next| {
            self.is_number(item)
                && self.is_number(next)
                && self.column_of(next) < self.column_of(item)
        })
    }

    /// The second item of a list, and the list's shape according to where that item is in the source.
    pub(super) fn second_as_it_stands(&self, id: NodeId) -> Option<(NodeId, Shape)> {
        let form = self.form(id);
        let (_, next) = self.first_and_next(id)?;
        let is_below = self.as_it_stands(id, next) == Second::Below;
        let fixed = self.fixed(id, form);
        let shape = match form.strategy {
            strategy if is_below && strategy.has_operator_alone() => self.alone(strategy, fixed),
            strategy => self.beside(strategy, fixed),
        };
        Some((next, shape))
    }

    /// The first datum of a list, or the dot before it, and what follows.
    pub(super) fn first_and_next(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        let mut children = self
            .tree
            .children(id)
            .skip_while(|child| !self.node(*child).kind.is_element());
        Some((children.next()?, children.next()?))
    }

    /// The elements of a list behind the first one, which the numbers of forms and shapes count.
    pub(super) fn arguments(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        let items = self.tree.items(id);
        items
            .filter(|item| self.node(*item).kind.is_element())
            .skip(1)
    }

    /// The shape according to a form's numbers and the style's options.
    pub(super) fn fixed(&self, id: NodeId, form: &Form) -> Shape {
        let rest = || self.arguments(id);
        let mut drop = form.drop;
        let (stay, distinguished) = match form.stay {
            // A list never stays, but an atom does.
            Stay::Count(0) if form.strategy == Strategy::Drop => {
                let is_atom = self
                    .first_and_next(id)
                    .is_some_and(|(_, next)| !self.is_list(next));
                (is_atom.into(), form.distinguished.into())
            }
            Stay::Count(stay) => (stay.into(), stay.max(form.distinguished).into()),
            Stay::Message => {
                let is_string = |item| self.node(item).kind == NodeKind::String;
                let stay = 1 + rest().take(2).position(is_string).unwrap_or(0);
                (stay, stay)
            }
            Stay::LabelAndConstant => {
                let mut rest = rest();
                let is_label = |item| self.node(item).kind == NodeKind::String;
                let has_label = rest.next().is_some_and(is_label);
                let is_constant = |item| self.node(item).kind != NodeKind::List;
                let stay = 1 + usize::from(has_label && rest.next().is_some_and(is_constant));
                (stay, stay.max(form.distinguished.into()))
            }
            Stay::NameAndType => {
                let stay = 1 + usize::from(rest().nth(1).is_some_and(|it| self.is_type_name(it)));
                (stay, stay)
            }
            Stay::Judgment => {
                let stay = 1 + rest().position(|it| self.source(it) == "≫").unwrap_or(0);
                (stay, stay)
            }
            Stay::NameAndClauses => {
                let clauses = rest().skip(1);
                (
                    1,
                    1 + clauses.take_while(|it| self.is_module_clause(*it)).count(),
                )
            }
            Stay::Leading => {
                let (atoms, _, body) = self.leading_atoms(id);
                let has_argument = body.is_some() && form.distinguished > 0;
                let stay = atoms.max(has_argument.into());
                (stay, stay)
            }
            Stay::LeadingAndParameters => {
                let (stay, distinguished, below) = self.names_and_parameters(id, form);
                drop = below;
                (stay, distinguished)
            }
        };
        Shape {
            stay,
            distinguished,
            drop,
            rest: self.rest(form, stay),
            rows: self.call_rows(id, form),
            sets_apart: false,
        }
    }

    /// How many items of a definition stay on its first line, and how many are distinguished: names, and parameters that a body follows.
    /// Where the distinguished ones go if they begin a line, too.
    fn names_and_parameters(&self, id: NodeId, form: &Form) -> (usize, usize, Column) {
        let (atoms, parameters, body) = self.leading_atoms(id);
        // Behind several names, only an empty list is sure to be one of parameters.
        let has_parameters = parameters.is_some_and(|item| {
            (atoms == 1 || atoms > 0 && self.is_empty_list(item)) && self.is_parameters(item)
        });
        let has_parameters = has_parameters && body.is_some();
        let header = match atoms {
            0 if self.style.rows == RowBreaks::Keep => self.header_after_parameters(id),
            _ => has_parameters.into(),
        };
        let stay = atoms.max(1) + header;
        match parameters {
            Some(_) => (stay, atoms.max(1), form.drop),
            // Names that nothing follows are the body, and the first one goes where the others do.
            None => (stay, 1, form.rest),
        }
    }

    /// How many items the author put behind the parameters that a definition begins with, on their line: a type, or keywords and values.
    fn header_after_parameters(&self, id: NodeId) -> usize {
        let items = self.arguments(id).skip(1);
        let begins_with_atom = items.clone().next().is_some_and(|item| !self.is_list(item));
        let begins_body = |item| self.node(item).begins_line() && !self.is_bound(item);
        let body = items.clone().position(begins_body);
        body.filter(|_| begins_with_atom).unwrap_or(0)
    }

    /// The number of atoms that the arguments of a list begin with, without keywords and a string after a name, which documents it; and
    /// the two items after them.
    fn leading_atoms(&self, id: NodeId) -> (usize, Option<NodeId>, Option<NodeId>) {
        let arguments = self.arguments(id);
        let mut before = None;
        let is_leading = |item: &NodeId| {
            let kind = self.node(*item).kind;
            let follows_name = before.replace(kind) == Some(NodeKind::Atom);
            let documents = kind == NodeKind::String && follows_name;
            !self.is_list(*item) && !self.is_keyword(*item) && !documents
        };
        let atoms = arguments.clone().take_while(is_leading).count();
        let mut after = arguments.skip(atoms);
        (atoms, after.next(), after.next())
    }

    /// The number of arguments of a call on a line. Atoms are packed, but not in a call that begins with two strings, the words of a
    /// command; the arguments of a format string are if all are atoms. Many short strings fill lines.
    fn call_rows(&self, id: NodeId, form: &Form) -> Rows {
        if self.style.call_atoms != CallAtoms::Pack {
            return Rows::One;
        }
        let is_string = |item: &NodeId| self.node(*item).kind == NodeKind::String;
        let arguments = || self.tree.items(id).skip(1);
        let packs = match form.strategy {
            Strategy::Call | Strategy::Elements => {
                match arguments().take(2).filter(is_string).count() {
                    2 if self.has_many_short_strings(id) => return Rows::Fill,
                    strings => strings < 2 && form.strategy == Strategy::Call,
                }
            }
            Strategy::Fixed => form.has_arguments_as_body(),
            Strategy::Aligned if form.stay == Stay::Message => {
                arguments().all(|item| !self.is_list(item) || self.is_empty_list(item))
            }
            _ => false,
        };
        if packs { Rows::Pack } else { Rows::One }
    }

    /// Whether the arguments of a call are more than a few strings and nothing else, none of them wide.
    #[cold]
    fn has_many_short_strings(&self, id: NodeId) -> bool {
        let is_short = |item: NodeId| {
            let is_string = self.node(item).kind == NodeKind::String;
            is_string && self.flat_width(item).is_some_and(|it| it <= SHORT_STRING)
        };
        let mut strings = self.tree.items(id).skip(1).enumerate();
        let mut many = false;
        strings.all(|(index, item)| {
            many = index >= MAX_LISTED_STRINGS;
            is_short(item)
        }) && many
    }

    /// Whether an item is a boolean as the destination of what is formatted: a message beside it would gain little below it.
    pub(super) fn is_destination(&self, item: NodeId) -> bool {
        matches!(self.head_text(item), "#t" | "#f")
    }

    /// Where the rest of a form goes if this many items stay, according to the style's options.
    fn rest(&self, form: &Form, stay: usize) -> Column {
        let style = self.style;
        match form.rest_kind {
            Some(RestKind::IfArms) if style.if_arms == Alignment::Two => Column::Indent(2),
            Some(RestKind::LibraryBody) if style.library_body.is_flush(form) => Column::Indent(0),
            // An only argument is no body.
            _ if form.stay == Stay::Leading && stay < form.distinguished.into() => {
                self.below_operator()
            }
            _ if form.rest == forms::BODY => {
                Column::Indent(style.body_indent.columns(self.rules.dialect))
            }
            _ => form.rest,
        }
    }

    /// A list whose second item is there.
    pub(super) fn with_second(&self, second: Second, strategy: Strategy, fixed: Shape) -> Shape {
        match second {
            Second::Beside => self.beside(strategy, fixed),
            Second::Below => self.alone(strategy, fixed),
        }
    }

    /// A list whose second item is beside the operator.
    pub(super) fn beside(&self, strategy: Strategy, fixed: Shape) -> Shape {
        Shape {
            rest: match self.style.calls {
                Alignment::Two if strategy.is_call() => Column::Indent(2),
                _ => fixed.rest,
            },
            ..fixed
        }
    }

    /// A list whose operator is alone on its line.
    pub(super) fn alone(&self, strategy: Strategy, fixed: Shape) -> Shape {
        Shape {
            stay: 0,
            distinguished: 0,
            rest: match strategy {
                // Clauses are indented by one column, whatever the option for calls says.
                Strategy::Cond => Column::Indent(1),
                _ => self.below_operator(),
            },
            ..fixed
        }
    }

    /// Where arguments go below an operator that is alone on its line.
    fn below_operator(&self) -> Column {
        match self.style.head_alone {
            HeadAlone::One => Column::Indent(1),
            HeadAlone::Two => Column::Indent(2),
        }
    }

    /// Whether a node is a list, or a prefix of one.
    #[inline]
    pub(super) fn is_list(&self, id: NodeId) -> bool {
        let kind = self.node(id).kind;
        kind == NodeKind::List || kind.is_prefix() && self.precedes_list(id)
    }

    #[inline(never)]
    fn precedes_list(&self, prefix: NodeId) -> bool {
        let mut children = self.tree.children(prefix);
        children.any(|child| self.is_list(child))
    }

    /// Whether a node is a quoted atom, such as `'name`.
    pub(super) fn is_quoted_name(&self, id: NodeId) -> bool {
        self.head_text(id) == "'" && !self.is_list(id)
    }

    /// Whether a node is an empty list, or a prefix of one, such as `'()`.
    pub(super) fn is_empty_list(&self, id: NodeId) -> bool {
        let mut children = self.tree.children(id);
        match (self.node(id).kind, children.next(), children.next()) {
            (NodeKind::List, None, _) => true,
            (kind, Some(only), None) => kind.is_prefix() && self.is_empty_list(only),
            _ => false,
        }
    }

    /// Whether an item after the name of a definition may be its parameters. A macro of one's own may have its clauses there, in square
    /// brackets, or with a pattern that begins with an underscore.
    fn is_parameters(&self, id: NodeId) -> bool {
        let first = |id| self.tree.items(id).next();
        let pattern = first(id).filter(|it| self.node(*it).kind == NodeKind::List);
        let begins = pattern.and_then(first).map(|it| self.source(it));
        self.is_list(id) && self.source(id) != "[" && begins != Some("_")
    }

    /// Whether an item is the name of a record's type as Scheme 48 writes it, `:type`, or the language of nanopass that another one extends.
    pub(super) fn is_type_name(&self, id: NodeId) -> bool {
        match self.node(id).kind {
            NodeKind::Atom => self.head_text(id).starts_with(':'),
            NodeKind::List => {
                let first = self.tree.items(id).next();
                first.is_some_and(|first| self.source(first) == "extends")
            }
            _ => false,
        }
    }

    /// Whether an item is a clause at the start of a module.
    pub(super) fn is_module_clause(&self, id: NodeId) -> bool {
        let first = self
            .tree
            .items(id)
            .next()
            .filter(|_| self.node(id).kind == NodeKind::List);
        first.is_some_and(|first| forms::MODULE_CLAUSES.contains(&self.head_text(first)))
    }

    /// Whether a list is a name with its parameters, of which one has a default value or a type, as in `(port 80)`.
    fn has_defaults(&self, id: NodeId, form: &Form) -> bool {
        let has_default = |item: NodeId| {
            let mut items = self.tree.items(item);
            let name = items.next().map(|name| self.node(name).kind);
            self.node(item).kind == NodeKind::List
                && name == Some(NodeKind::Atom)
                && items.count() == 1
        };
        form.parts.last() == Some(Role::Parameter) && self.tree.items(id).skip(1).any(has_default)
    }

    /// Whether a list of this form may keep the author's rows, by the options.
    pub(super) fn may_keep_rows(&self, form: &Form) -> bool {
        form.strategy.is_table() && self.style.rows == RowBreaks::Keep
    }

    /// A shape of a table with the author's rows, if most of these fit on a line in the slot of a list.
    ///
    /// They are kept where the list is written, but cost nothing: another shape around it would join those that then fit on one
    /// line, and without them that shape would not be chosen again.
    pub(super) fn in_rows(
        &self,
        id: NodeId,
        slot: Slot,
        mut shape: Shape,
        decision: Decision,
    ) -> (Shape, Decision) {
        let form = self.form(id);
        if self.lists_below(id, form) {
            (shape.stay, shape.distinguished) = (0, 0);
        }
        if !self.may_keep_rows(form) {
            return (shape, decision);
        }
        if shape.rows == Rows::Keep {
            return (shape, Decision::Rows);
        }
        let mut in_rows = Shape {
            rows: Rows::Keep,
            ..shape
        };
        if self.continues_under_second(id, form) {
            in_rows.rest = Column::Align;
        }
        let (rows, beyond) = self.rows_in(id, in_rows, slot);
        if 2 * beyond >= rows {
            return (shape, decision);
        }
        (in_rows, Decision::Rows)
    }

    /// The shape of a definition with the author's rows, if it has nothing but names, or with parameters below the names, if the author put
    /// them there. As other rows, it is not counted among the costs.
    pub(super) fn in_rows_of_definition(&self, id: NodeId, shape: Shape) -> Shape {
        let (atoms, parameters, _) = self.leading_atoms(id);
        if let Some(parameters) = parameters {
            let are_below = atoms > 0 && self.node(parameters).begins_line();
            let stay = if are_below { atoms } else { shape.stay };
            return Shape { stay, ..shape };
        }
        // What is commented out may be beside the operator.
        let is_beside = self
            .first_and_next(id)
            .is_some_and(|(_, next)| !self.node(next).begins_line());
        match self.arguments(id).position(|name| self.source_breaks(name)) {
            Some(stay) => Shape {
                stay: stay.max(is_beside.into()),
                rows: Rows::Keep,
                ..shape
            },
            None => shape,
        }
    }

    /// The shape of a call whose arguments the author put in rows of as many items each, like a matrix, if all of these fit: beside
    /// the operator, or below it as they were.
    pub(super) fn in_equal_rows(
        &self,
        id: NodeId,
        slot: Slot,
        beside: Shape,
        below: Shape,
    ) -> Option<Shape> {
        if self.style.line_breaks != LineBreaks::Canonical || self.style.rows != RowBreaks::Keep {
            return None;
        }
        let arguments = self.tree.items(id).skip(1);
        let begins_line = |item: NodeId| self.source_breaks(item);
        // Pairs of a quoted name and a value are rows, too.
        let is_key = |item| self.is_quoted_name(item);
        let least = match arguments.clone().next() {
            Some(first) if is_key(first) => 2,
            _ => MIN_ROW,
        };
        if arguments.clone().take(least).skip(1).any(begins_line) {
            return None;
        }
        let is_below = arguments.clone().next().is_some_and(begins_line);
        let mut rows: Vec<usize> = Vec::new();
        let mut are_keyed = true;
        for item in arguments {
            match rows.last_mut() {
                Some(length) if !begins_line(item) => *length += 1,
                _ => {
                    rows.push(1);
                    are_keyed &= is_key(item);
                }
            }
        }
        let least = if are_keyed { least } else { MIN_ROW };
        let shape = Shape {
            rows: Rows::Keep,
            ..if is_below { below } else { beside }
        };
        let are_equal = rows.len() >= MIN_ROWS && rows.iter().all(|row| *row == rows[0]);
        (are_equal && rows[0] >= least && self.rows_in(id, shape, slot).1 == 0).then_some(shape)
    }

    /// Whether data are numbers in rows of the author's, two or more of two or more each, which the canonical layout keeps even if all fit
    /// on one line. Lines that are full are no rows, since filling gives them, too: none has room for the first number of the next one
    /// without becoming wider than the widest. Lines of equally many numbers are always rows.
    pub(super) fn has_rows_of_numbers(&self, id: NodeId, form: &Form) -> bool {
        if self.style.line_breaks != LineBreaks::Canonical
            || form.strategy != Strategy::Data
            || !self.may_keep_rows(form)
        {
            return false;
        }
        let mut rows: Vec<NumberRow> = Vec::new();
        for item in self.tree.items(id) {
            let node = self.node(item);
            let Some(width) = self.flat_width(item).filter(|_| self.is_number(item)) else {
                return false;
            };
            match rows.last_mut() {
                Some(row) if !node.begins_line() => {
                    row.length += 1;
                    row.width += 1 + width;
                }
                last => {
                    // Closing brackets on the next lines may join it.
                    let after = self.text[node.end as usize..].bytes();
                    let after = after.filter(|byte| !byte.is_ascii_whitespace());
                    let closers = after.take_while(|byte| b")]}".contains(byte)).count();
                    if let Some(row) = last {
                        row.with_next = Some(row.width + 1 + width + closers);
                    }
                    rows.push(NumberRow {
                        length: 1,
                        width,
                        with_next: None,
                    });
                }
            }
        }
        let widest = rows.iter().map(|row| row.width).max().unwrap_or(0);
        let has_room = |row: &NumberRow| row.with_next.is_some_and(|width| width <= widest);
        let are_equal = || rows.iter().all(|row| row.length == rows[0].length);
        // Leading lines of one number may have been broken without need.
        let mut after_singles = rows.iter().skip_while(|row| row.length == 1);
        rows.iter().filter(|row| row.length > 1).count() > 1
            && (are_equal() || after_singles.any(has_room))
    }

    /// The number of the author's rows in a list, and of further lines on which these have to go on, in a shape that keeps rows.
    fn rows_in(&self, id: NodeId, shape: Shape, slot: Slot) -> (usize, usize) {
        let mut others = self.tree.items(id).skip(1);
        if others.all(|item| self.node(item).begins_line()) {
            // A row of one item goes on nowhere.
            return (1, 0);
        }
        // The width of what is in it, if the author put that on one line and nothing needs several.
        let width = self.tree.children(id).try_fold(1, |width, child| {
            let goes_on = child == id + 1 || !self.source_breaks(child);
            let own = self.flat_width(child).filter(|_| goes_on)?;
            Some(width + own + 1)
        });
        if width.is_some_and(|width| slot.end(width) > self.right_edge(slot.column)) {
            // The only row goes on.
            return (1, 1);
        }
        if self.has_narrow_rows(id, shape, slot) {
            return (1, 0);
        }
        let (mut rows, mut beyond) = (1, 0);
        self.arrange_seldom(id, shape, slot, None, &mut |step, slot| {
            if let Step::Line(item, _) = step {
                if self.node(item).begins_line() {
                    rows += 1
                } else {
                    beyond += 1
                }
            }
            self.end(step.item()?, slot)
        });
        (rows, beyond)
    }

    /// Whether the author's rows of a list all fit, wherever below the first item its shape has them begin, and nothing in them has
    /// several lines, is a comment or may belong to its neighbour.
    fn has_narrow_rows(&self, id: NodeId, shape: Shape, slot: Slot) -> bool {
        let head = self.source(id).len();
        let column_of = |column, first| match column {
            Column::First => head,
            Column::Align => head + first + 1,
            Column::Indent(by) => usize::from(by),
        };
        let (mut column, mut end) = (None, head);
        for item in self.tree.children(id) {
            let (node, width) = (self.node(item), self.flat_width(item));
            let breaks_as_it_fits = node.placement == Placement::Free
                && node.kind.is_datum()
                && self.measured(item).joint == Joint::Free
                && !self.is_keyword(item);
            let Some(width) = width.filter(|_| breaks_as_it_fits) else {
                return false;
            };
            let first = *column.get_or_insert_with(|| {
                column_of(shape.drop, width).max(column_of(shape.rest, width))
            });
            end = match node.begins_line() {
                true => first.max(head) + width + 1,
                false => end + width + 1,
            };
            if slot.end(end) > self.width {
                return false;
            }
        }
        self.has_no_gaps()
    }

    /// Whether the author put what is exported or imported below the operator, or parameters below the name, and rows are kept.
    pub(super) fn lists_below(&self, id: NodeId, form: &Form) -> bool {
        let is_below_name = form.strategy == Strategy::Fill && form.stay == Stay::Count(1);
        (is_below_name || matches!(form.strategy, Strategy::Import | Strategy::Export))
            && self.style.rows == RowBreaks::Keep
            && self
                .first_and_next(id)
                .is_some_and(|(_, next)| self.node(next).begins_line())
    }

    /// Whether the rest of a list without an operator goes under its second item, which the author put beside the first: in a clause
    /// the body that begins there, in data lists after a name. What follows a keyword is put beside it in any case.
    pub(super) fn continues_under_second(&self, id: NodeId, form: &Form) -> bool {
        let Some((first, second)) = self.first_and_next(id) else {
            return false;
        };
        let is_clause = form.rest == Column::First && form.parts.as_slice() == [Role::Body];
        let has_keywords = || {
            let third = self.tree.items(id).nth(2);
            self.is_keyword(first) && third.is_some_and(|third| self.is_keyword(third))
        };
        let is_record = form.strategy == Strategy::Data
            && self.node(first).kind == NodeKind::Atom
            && self.is_list(second)
            && !has_keywords();
        let is_arrow = self.measured(second).word == Word::Arrow;
        (is_clause && !is_arrow || is_record) && self.second_in_source(id) == Some(Second::Beside)
    }

    /// The number of items on a line of a list that is not a call.
    pub(super) fn rows(&self, id: NodeId, form: &Form) -> Rows {
        match form.strategy {
            Strategy::Fill if self.has_defaults(id, form) => Rows::Pack,
            Strategy::Data => self.data_rows(id),
            Strategy::Import if self.tree.items(id).any(|item| self.is_list(item)) => Rows::One,
            Strategy::Export => Rows::One,
            _ => Rows::Fill,
        }
    }

    /// Whether data is filled: atoms are, unless they are a few strings.
    fn data_rows(&self, id: NodeId) -> Rows {
        let mut strings = 0;
        let mut others = 0;
        for item in self.tree.items(id) {
            match self.node(item).kind {
                _ if self.is_list(item) => return Rows::One,
                NodeKind::String => strings += 1,
                _ => others += 1,
            }
        }
        if others == 0 && strings <= MAX_LISTED_STRINGS {
            Rows::One
        } else {
            Rows::Fill
        }
    }
}
