//! The signs from which a text's dialect is detected, as data, and the search for them in a tree.

use std::iter;

use memchr::{memchr_iter, memmem};

use super::Dialect;
use crate::syntax::tree::{NodeId, NodeKind, Tree};

/// A dialect, and why it was chosen.
///
/// ```
/// # use schemefmt::{Dialect, Options, format};
/// let detected = format(b"(f)(use-modules (ice-9 match))", &Options::default())?.dialect;
/// assert_eq!(detected.dialect, Dialect::Guile);
/// assert_eq!(detected.reason, schemefmt::Reason::Text(3));
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detected {
    /// The dialect.
    pub dialect: Dialect,
    /// The reason.
    pub reason: Reason,
}

/// Why a dialect was chosen.
///
/// ```
/// # use schemefmt::{Options, Reason, format};
/// let formatted = format(b"(f)", &Options::default().file_name("a.sld"))?;
/// assert_eq!(formatted.dialect.reason, Reason::FileName(".sld"));
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It was requested explicitly.
    Asked,
    /// The datum that starts at this byte of the text, a list or a single token, is a sign of it.
    Text(usize),
    /// The file's name ends like this.
    FileName(&'static str),
    /// Nothing identifies a dialect.
    Nothing,
}

/// A sign of a dialect. White space and comments are none, so formatting a text does not change its dialect; neither is what is
/// commented out by `#;` or quoted at top level.
enum Sign {
    /// One of these words, each of which starts with `#`, anywhere. One that ends in `=` stands for all that start with it.
    Hash(&'static [&'static str]),
    /// A list whose first element starts with this, anywhere.
    HeadPrefix(&'static str),
    /// One of these symbols, outside of all lists.
    Word(&'static [&'static str]),
    /// A list at top level whose operator is one of these, with such a part.
    Form(&'static [&'static str], Part),
    /// A file name that ends like this.
    FileName(&'static [&'static str]),
}

/// What makes a form a sign, beside its operator.
enum Part {
    /// Nothing else.
    Anything,
    /// Its first argument is a list.
    List,
    /// Its first argument is such a symbol.
    Symbol(fn(&str) -> bool),
    /// Its first argument is a symbol, and the second a list that starts with one of these.
    Clause(&'static [&'static str]),
    /// One of its arguments is a list of this symbol and another one.
    Pair(&'static str),
    /// A list somewhere in it starts with one of these.
    Within(&'static [&'static str]),
    /// A list somewhere in it starts with these two.
    Library(&'static str, &'static str),
    /// A symbol somewhere in it starts with one of these.
    Name(&'static [&'static str]),
}

/// Operators of forms that import libraries.
const IMPORTERS: &[&str] = &["import", "library", "define-library", "module"];

/// The clauses of Scheme 48's structures and interfaces.
const SCHEME48_CLAUSES: &[&str] = &["export", "compound-interface"];

/// The signs, strongest first.
const SIGNS: &[(Sign, Dialect)] = {
    use Part::*;
    use Sign::*;
    &[
        (Hash(&["#lang"]), Dialect::Racket),
        (Hash(&["#!vicare", "#!ikarus"]), Dialect::Vicare),
        (
            Hash(&[
                "#!nobacktrace",
                "#!nounbound",
                "#!deprecated",
                "#!core",
                "#!compatible",
                "#!read-macro=",
                "#!reader=",
            ]),
            Dialect::Sagittarius,
        ),
        (Hash(&["#!chezscheme"]), Dialect::Chez),
        (Form(IMPORTERS, Within(&["chezscheme"])), Dialect::Chez),
        (
            Form(&["import"], Name(&[":std/", ":gerbil/", "./", "../"])),
            Dialect::Gerbil,
        ),
        (
            Word(&["package:", "prelude:", "namespace:"]),
            Dialect::Gerbil,
        ),
        (
            Form(
                &[
                    "begin-ffi",
                    "defrules",
                    "deferror-class",
                    "definline",
                    "defcall-actor",
                ],
                Anything,
            ),
            Dialect::Gerbil,
        ),
        (FileName(&[".bgl"]), Dialect::Bigloo),
        (Form(&["directives"], List), Dialect::Bigloo),
        (FileName(&[".stk"]), Dialect::Stklos),
        (
            Form(
                &["require-builtin", "#%require-dylib", "define/contract"],
                Anything,
            ),
            Dialect::Steel,
        ),
        // In Racket, too, but there `#lang` comes first.
        (Form(&["struct"], Symbol(any)), Dialect::Steel),
        (
            Form(
                &[
                    "module-name",
                    "module-export",
                    "module-static",
                    "module-extends",
                    "module-implements",
                    "module-compile-options",
                    "define-simple-class",
                    "define-namespace",
                ],
                Anything,
            ),
            Dialect::Kawa,
        ),
        (Form(&["import"], Within(&["kawa"])), Dialect::Kawa),
        (
            Form(&["script-fu-register", "script-fu-menu-register"], Anything),
            Dialect::TinyScheme,
        ),
        (
            Form(&["define-structure"], Clause(SCHEME48_CLAUSES)),
            Dialect::Scheme48,
        ),
        (
            Form(&["define-interface"], Clause(SCHEME48_CLAUSES)),
            Dialect::Scheme48,
        ),
        (HeadPrefix("#_"), Dialect::S7),
        (Form(&["define-module"], List), Dialect::Guile),
        (Form(&["use-modules"], Anything), Dialect::Guile),
        (Form(&["define-module"], Symbol(any)), Dialect::Gauche),
        (Form(&["use"], Symbol(is_dotted)), Dialect::Gauche),
        (Form(&["select-module"], Anything), Dialect::Gauche),
        (
            // Not in a library: portable libraries contain such imports under `cond-expand`.
            Form(&["import", "module"], Within(&["chicken"])),
            Dialect::Chicken,
        ),
        (
            Form(&["declare"], Within(&["unit", "uses"])),
            Dialect::Chicken,
        ),
        (HeadPrefix("##sys#"), Dialect::Chicken),
        (HeadPrefix("##core#"), Dialect::Chicken),
        // Modules of Chicken look like these.
        (
            Form(
                &["module"],
                Clause(&[
                    "export", "extern", "import", "include", "java", "library", "static",
                ]),
            ),
            Dialect::Bigloo,
        ),
        (Form(&["module"], Pair("main")), Dialect::Bigloo),
        (Form(&["module"], Symbol(is_hidden)), Dialect::Bigloo),
        (
            Form(&["declare"], Within(&["usual-integrations"])),
            Dialect::Mit,
        ),
        (HeadPrefix("##"), Dialect::Gambit),
        (Hash(&["#!optional"]), Dialect::Gambit),
        (
            Form(
                &["declare"],
                Within(&["standard-bindings", "extended-bindings", "block"]),
            ),
            Dialect::Gambit,
        ),
        (Hash(&["#!r6rs"]), Dialect::R6rs),
        (Form(&["library"], List), Dialect::R6rs),
        (Form(&["import"], Within(&["rnrs"])), Dialect::R6rs),
        (Form(&["define-library"], Anything), Dialect::R7rs),
        (Form(&["import"], Within(&["cyclone"])), Dialect::Cyclone),
        (
            Form(&["import"], Within(&["larceny", "primitives"])),
            Dialect::Larceny,
        ),
        (Form(&["import"], Within(&["scheme"])), Dialect::R7rs),
        (Form(IMPORTERS, Library("scheme", "base")), Dialect::R7rs),
        (FileName(&[".sls", ".sps"]), Dialect::R6rs),
        (FileName(&[".sld"]), Dialect::R7rs),
    ]
};

fn any(_: &str) -> bool {
    true
}

fn is_dotted(name: &str) -> bool {
    name.contains('.')
}

/// Whether a name is one of Bigloo's own modules.
fn is_hidden(name: &str) -> bool {
    name.starts_with("__")
}

/// Detects the dialect of a text from its tree, or from the file's name if the tree does not identify one. An operator that the
/// text defines itself identifies none.
pub fn detected(text: &str, tree: &Tree, file_name: Option<&str>) -> Detected {
    let mut defined = Vec::new();
    loop {
        let mut detection = Detection {
            code: Code { text, tree },
            defined: &defined,
            plain: "",
            strongest: Sighting::of_name(file_name),
        };
        tree.top_level().for_each(|id| detection.top_level(id));
        let Sighting {
            row,
            reason,
            operator,
        } = detection.strongest;
        match operator.filter(|name| defines(text, name)) {
            Some(name) => defined.push(name),
            None => {
                let dialect = SIGNS
                    .get(row)
                    .map_or(Dialect::Auto, |(_, dialect)| *dialect);
                return Detected { dialect, reason };
            }
        }
    }
}

/// A sign that has been found.
struct Sighting<'s> {
    /// Its row in [`SIGNS`]; their number if nothing has been found.
    row: usize,
    reason: Reason,
    /// The operator that makes a whole form the sign.
    operator: Option<&'s str>,
}

impl Sighting<'_> {
    /// What the name of a file says.
    fn of_name(file_name: Option<&str>) -> Self {
        let name = file_name.unwrap_or_default();
        let end_in = |sign: &Sign| match sign {
            Sign::FileName(ends) => ends.iter().find(|end| name.ends_with(**end)),
            _ => None,
        };
        let mut rows = SIGNS.iter().enumerate();
        let found = rows.find_map(|(row, (sign, _))| Some((row, end_in(sign)?)));
        let (row, reason) = found.map_or((SIGNS.len(), Reason::Nothing), |(row, end)| {
            (row, Reason::FileName(end))
        });
        Sighting {
            row,
            reason,
            operator: None,
        }
    }
}

/// The search for the strongest sign in a text.
struct Detection<'s, 'd> {
    code: Code<'s>,
    /// The operators that are no signs.
    defined: &'d [&'s str],
    /// The last operator with which no stronger sign begins.
    plain: &'s str,
    /// The first one of the strongest signs so far.
    strongest: Sighting<'s>,
}

impl Detection<'_, '_> {
    /// Looks for signs in a node at top level. What is quoted or commented out has none.
    fn top_level(&mut self, id: NodeId) {
        match self.code.tree.nodes[id].kind {
            NodeKind::List => {
                self.form(id);
                self.hashes(id);
            }
            NodeKind::Atom => {
                let name = self.code.text_of(id);
                self.note(
                    id,
                    |sign| matches!(sign, Sign::Word(names) if names.contains(&name)),
                );
                self.hash(id);
            }
            NodeKind::Directive | NodeKind::LineComment => self.hash(id),
            NodeKind::InlineComment => {
                let children = self.code.tree.children(id);
                children.for_each(|child| self.top_level(child));
            }
            _ => {}
        }
    }

    /// Looks for a sign that begins with the operator of a form.
    fn form(&mut self, form: NodeId) {
        let code = self.code;
        let operator = code.head(form).filter(|name| *name != self.plain);
        let Some(operator) = operator.filter(|name| !self.defined.contains(name)) else {
            return;
        };
        let mut is_plain = true;
        let mut stronger = SIGNS[..self.strongest.row].iter().enumerate();
        let found = stronger.find_map(|(row, (sign, _))| match sign {
            Sign::Form(operators, part) if operators.contains(&operator) => {
                is_plain = false;
                Some((row, code.part(form, part)?))
            }
            _ => None,
        });
        if is_plain {
            self.plain = operator;
        }
        if let Some((row, id)) = found {
            self.strongest = Sighting {
                row,
                reason: code.reason(id),
                operator: (id == form).then_some(operator),
            };
        }
    }

    /// Looks for signs that begin with `#` in a form.
    fn hashes(&mut self, form: NodeId) {
        let code = self.code;
        let bytes = code.text_of(form).as_bytes();
        let may_be_one = |hash: usize| matches!(bytes.get(hash + 1), Some(b'!' | b'#' | b'_'));
        if !memchr_iter(b'#', bytes).any(may_be_one) {
            return;
        }
        for id in code.live(form) {
            self.hash(id);
            if let Some(head) = code.head(id).filter(|head| head.starts_with('#')) {
                let is_start = |start: &str| head.len() > start.len() && head.starts_with(start);
                self.note(
                    id,
                    |sign| matches!(sign, Sign::HeadPrefix(start) if is_start(start)),
                );
            }
        }
    }

    /// Notes a token that is a sign because it begins with `#`.
    fn hash(&mut self, id: NodeId) {
        let node = &self.code.tree.nodes[id];
        let is_token = matches!(
            node.kind,
            NodeKind::Atom | NodeKind::Directive | NodeKind::LineComment
        );
        if !is_token || self.code.text.as_bytes()[node.start as usize] != b'#' {
            return;
        }
        let text = self.code.text_of(id);
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        let is = |known: &&str| word == *known || known.ends_with('=') && word.starts_with(known);
        self.note(
            id,
            |sign| matches!(sign, Sign::Hash(words) if words.iter().any(is)),
        );
    }

    /// Notes a node if it is a stronger sign than those before.
    fn note(&mut self, id: NodeId, is: impl Fn(&Sign) -> bool) {
        let mut stronger = SIGNS[..self.strongest.row].iter();
        if let Some(row) = stronger.position(|(sign, _)| is(sign)) {
            self.strongest = Sighting {
                row,
                reason: self.code.reason(id),
                operator: None,
            };
        }
    }
}

/// A text and its tree.
#[derive(Clone, Copy)]
struct Code<'s> {
    text: &'s str,
    tree: &'s Tree,
}

impl<'s> Code<'s> {
    /// The node that makes a form a sign, if it has such a part.
    fn part(self, form: NodeId, part: &Part) -> Option<NodeId> {
        let mut arguments = self.items(form).skip(1);
        let begins = |id: NodeId, heads: &[&str]| {
            let head = self.head(id);
            head.is_some_and(|head| heads.contains(&head))
        };
        match part {
            Part::Anything => Some(form),
            Part::List => {
                let first = &self.tree.nodes[arguments.next()?];
                (first.kind == NodeKind::List).then_some(form)
            }
            Part::Symbol(is) => self
                .symbol(arguments.next()?)
                .filter(|name| is(name))
                .map(|_| form),
            Part::Clause(heads) => {
                self.symbol(arguments.next()?)?;
                arguments.next().filter(|id| begins(*id, heads))
            }
            Part::Pair(first) => arguments.find(|id| {
                let mut items = self.items(*id).skip(1);
                let second = items.next().and_then(|id| self.symbol(id));
                begins(*id, &[first]) && second.is_some() && items.next().is_none()
            }),
            Part::Within(heads) => self.live(form).find(|id| begins(*id, heads)),
            Part::Library(first, second) => self.live(form).find(|id| {
                let follows = |id: NodeId| self.symbol(id) == Some(second);
                begins(*id, &[first]) && self.items(*id).nth(1).is_some_and(follows)
            }),
            Part::Name(starts) => self.live(form).find(|id| {
                let is_start = |start: &&str| self.text_of(*id).starts_with(*start);
                self.symbol(*id).is_some() && starts.iter().any(is_start)
            }),
        }
    }

    fn text_of(self, id: NodeId) -> &'s str {
        let node = &self.tree.nodes[id];
        &self.text[node.start as usize..node.end as usize]
    }

    fn reason(self, id: NodeId) -> Reason {
        Reason::Text(self.tree.nodes[id].start as usize)
    }

    /// The text of a node that is an atom.
    fn symbol(self, id: NodeId) -> Option<&'s str> {
        (self.tree.nodes[id].kind == NodeKind::Atom).then(|| self.text_of(id))
    }

    /// The first element of a list in round or square brackets, if it is an atom.
    fn head(self, list: NodeId) -> Option<&'s str> {
        let node = &self.tree.nodes[list];
        let opener = self.text.as_bytes()[node.start as usize];
        let is_list = node.kind == NodeKind::List && matches!(opener, b'(' | b'[');
        let first = is_list.then(|| self.items(list).next()).flatten()?;
        self.symbol(first)
    }

    /// The data in a list.
    fn items(self, list: NodeId) -> impl Iterator<Item = NodeId> + 's {
        let datum = move |id: NodeId| match self.tree.nodes[id].kind {
            // The last of its children is the datum after it.
            NodeKind::InlineComment => self.tree.children(id).last(),
            _ => Some(id),
        };
        let children = self.tree.children(list).filter_map(datum);
        children.filter(move |id| self.tree.nodes[*id].kind.is_datum())
    }

    /// A form and the nodes in it, without those that are commented out by `#;`.
    fn live(self, form: NodeId) -> impl Iterator<Item = NodeId> + 's {
        let end = self.tree.nodes[form].next as usize;
        let mut next = form;
        iter::from_fn(move || {
            while next < end && self.tree.nodes[next].kind == NodeKind::DatumComment {
                next = self.tree.nodes[next].next as usize;
            }
            let id = next;
            next += 1;
            (id < end).then_some(id)
        })
    }
}

/// Whether a text defines a name: `(define-syntax name`, `(define (name` and the like.
fn defines(text: &str, name: &str) -> bool {
    let bytes = text.as_bytes();
    let is_letter = |byte: &u8| !byte.is_ascii_whitespace() && !is_delimiter(*byte);
    let is_defined = |start: usize| {
        let (before, after) = (&bytes[..start], &bytes[start + name.len()..]);
        if before.last().is_some_and(is_letter) || after.first().is_some_and(is_letter) {
            return false;
        }
        let before = before.trim_ascii_end();
        let before = before.strip_suffix(b"(").unwrap_or(before).trim_ascii_end();
        let length = before
            .iter()
            .rev()
            .take_while(|byte| is_letter(byte))
            .count();
        let (before, definer) = before.split_at(before.len() - length);
        let opens = before.trim_ascii_end().ends_with(b"(");
        opens && definer.starts_with(b"def")
    };
    memmem::find_iter(bytes, name).any(is_defined)
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'[' | b']' | b'"' | b';')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lexer::{Lexer, Lexis};
    use crate::syntax::outline::outline;
    use crate::syntax::parser;
    use crate::syntax::token::TokenKind;
    use crate::{Options, UnknownDialect};

    #[test]
    fn names_go_both_ways() {
        for dialect in Dialect::ALL {
            assert_eq!(dialect.name().parse(), Ok(dialect));
        }
        assert_eq!(
            "scheme".parse::<Dialect>(),
            Err(UnknownDialect("scheme".to_owned()))
        );
    }

    /// What a text's tree says; its outline says the same.
    fn detect(text: &str, file_name: Option<&str>) -> Detected {
        let tree = parser::parse(&mut Lexer::new(text, Lexis::COMMON)).unwrap();
        let found = detected(text, &tree, file_name);
        let outline = outline(Lexer::new(text, Lexis::COMMON));
        assert_eq!(detected(text, &outline, file_name), found, "{text}");
        found
    }

    #[test]
    fn dialects_read_what_is_their_own() {
        let first = |text, dialect: Dialect| {
            let token = Lexer::new(text, dialect.lexis()).next();
            token.map(|token| (token.kind, token.text(text)))
        };
        let regexp = "#/a b/i";
        assert_eq!(
            first(regexp, Dialect::Gauche),
            Some((TokenKind::Raw, regexp))
        );
        assert_eq!(first(regexp, Dialect::Auto), Some((TokenKind::Raw, regexp)));
        assert_eq!(first(regexp, Dialect::Chez), Some((TokenKind::Atom, "#/a")));
        assert_eq!(
            first("#~x", Dialect::Guile),
            Some((TokenKind::Prefix, "#~"))
        );
        assert_eq!(
            first("#~x", Dialect::Gambit),
            Some((TokenKind::Atom, "#~x"))
        );
        let no_break = "\u{a0}";
        assert_eq!(
            first(no_break, Dialect::R6rs),
            Some((TokenKind::Whitespace, no_break))
        );
        assert_eq!(
            first(no_break, Dialect::Auto),
            Some((TokenKind::Atom, no_break))
        );
    }

    #[test]
    fn the_text_decides() {
        use Dialect::*;
        let cases = [
            ("#lang racket/base ( define x 1 )", Racket),
            ("#!vicare ( library ( a ) )", Vicare),
            ("#!read-macro=sagittarius ( library ( a ) )", Sagittarius),
            ("#!chezscheme ( library ( a ) )", Chez),
            ("( import ( chezscheme ) )", Chez),
            (
                "( library ( a ) ( export ) ( import ( rnrs ) ( chezscheme ) ) )",
                Chez,
            ),
            ("( define-module ( a b ) #:use-module ( rnrs ) )", Guile),
            ("( use-modules ( ice-9 match ) )", Guile),
            ("( define-module a.b ( use srfi-1 ) )", Gauche),
            ("( use gauche.net )", Gauche),
            ("( use srfi-1 )", Auto),
            ("( select-module user )", Gauche),
            (
                "( declare ( usual-integrations ) ) ( define ( f #!optional x ) x )",
                Mit,
            ),
            ("( import scheme ( chicken io ) )", Chicken),
            ("( define ( f x ) ( ##sys#slot x 0 ) )", Chicken),
            (
                "( module a ( main load ) ( import scheme ( chicken base ) ) )",
                Chicken,
            ),
            ("( module a ( main b c ) ( import scheme ) )", Auto),
            ("( module a ( main ) ( import scheme ) )", Auto),
            ("( module a ( option x ) ( main b ) )", Bigloo),
            ("( module a ( use b ) ( f ( main b ) ) )", Auto),
            ("( module a ( main ( b ) ) )", Auto),
            ("( list ( main b ) )", Auto),
            (
                "( module __a ( option x ) ) ( define ( f #!optional x ) x )",
                Bigloo,
            ),
            ("( module a__ ( option x ) )", Auto),
            ("( module a ( export b ) ( main c ) )", Bigloo),
            ("( declare ( unit a ) ( usual-integrations ) )", Chicken),
            (
                "( define-library ( a ) ( cond-expand ( chicken ( import ( chicken io ) ) ) ) )",
                R7rs,
            ),
            ("( define ( f x ) ( ##car x ) )", Gambit),
            ("( define ( f #!optional x ) x )", Gambit),
            ("( declare ( standard-bindings ) ( block ) )", Gambit),
            ("( define x 1 ) #!r6rs", R6rs),
            ("( library ( a ) )", R6rs),
            ("( library a )", Auto),
            ("( import ( for ( rnrs base ) run ) )", R6rs),
            ("( import ( only ( rnrs ) car ) )", R6rs),
            ("( define-library ( a ) )", R7rs),
            ("( import ( scheme write ) )", R7rs),
            ("( module m ( ) ( import ( scheme base ) ) )", R7rs),
            ("( import :std/error ./types )", Gerbil),
            ("( import ( only-in :std/sugar try ) )", Gerbil),
            ("( import :stdio )", Auto),
            ("( list :std/error )", Auto),
            ("package: a/b", Gerbil),
            ("( package: a )", Auto),
            ("( defrules a ( ) )", Gerbil),
            ("( require-builtin steel/time )", Steel),
            ("( define/contract ( f x ) x )", Steel),
            ("( struct a ( b ) )", Steel),
            ("( struct ( a ) b )", Auto),
            ("#lang racket ( struct a ( b ) )", Racket),
            // What the text defines itself is no sign.
            ("( define-syntax defrules x ) ( defrules a ( ) )", Auto),
            (
                "( defrules a ( ) ) ( define-syntax-rule ( defrules . x ) y )",
                Auto,
            ),
            ("(define defrules\"a\") ( defrules b )", Auto),
            ("(define defrules;a\n b) ( defrules b )", Auto),
            // The operator is not what comes first after the bracket, but for comments.
            (
                "( define ( defrules a ) b ) ( ;defrules\n defrules c )",
                Auto,
            ),
            ("( define ( a b ) c ) ( ; a\n defrules ( ) )", Gerbil),
            ("( define #|a|# b ) ( #|a|# defrules c )", Gerbil),
            ("( define # b ) ( #; a defrules c )", Gerbil),
            (
                "( use-modules ( a ) ) ( define-macro (defrules a) b ) ( defrules c )",
                Guile,
            ),
            (
                "( defrules a ( ) ) ( definline ( b ) c ) ( define-syntax defrules d )",
                Gerbil,
            ),
            (
                "( defrules a ( ) ) ( f define-syntax defrules ) ( define defrules-b c )",
                Gerbil,
            ),
            (
                "( define ( script-fu-register . a ) b ) ( script-fu-register \"c\" )",
                Auto,
            ),
            (
                "( defsyntax ( define/contract a ) b ) ( define/contract ( c ) d ) ( #!optional )",
                Gambit,
            ),
            ("( module a ( import b ) ( define x 1 ) )", Bigloo),
            ("( module a ( b c ) ( import scheme ) )", Auto),
            ("( module a * ( import scheme ( chicken io ) ) )", Chicken),
            ("( module ( a ) ( import scheme ) )", Auto),
            ("( directives ( include \"a.sch\" ) )", Bigloo),
            ("( module-export a )", Kawa),
            ("( import ( kawa regex ) )", Kawa),
            ("( f ( #_car x ) )", S7),
            (
                "( define-structure a ( export b ) ( open scheme ) )",
                Scheme48,
            ),
            ("( define-structure a b )", Auto),
            ("( define-structure ( export a ) b )", Auto),
            ("( script-fu-register \"script-fu-a\" )", TinyScheme),
            ("( import ( scheme base ) ( cyclone test ) )", Cyclone),
            ("( import ( scheme base ) ( larceny deprecated ) )", Larceny),
            // Strength goes by the table, not by what comes first.
            ("( library ( a ) ) ( use-modules ( b ) )", Guile),
            // Not live, not at top level, not the beginning of a list.
            ("#; ( library ( a ) ) ( define x 1 )", Auto),
            ("#; #; ( use-modules ( a ) ) ( library ( a ) ) x", Auto),
            ("#; x ( library ( a ) )", R6rs),
            ("( library #; ( x ) ( a ) )", R6rs),
            ("' ( library ( a ) )", Auto),
            ("' #; ( a ) ( library ( a ) )", Auto),
            ("' a ( library ( a ) )", R6rs),
            ("#; ( a ( b ) ) ( library ( a ) )", R6rs),
            ("( use-modules ) ( define ( import ( rnrs ) ) )", Guile),
            ("( import a ) ( define ( rnrs ) )", Auto),
            ("( import a ) ( ( rnrs ) )", Auto),
            ("( begin ( library ( a ) ) )", Auto),
            ("( list library ( a ) )", Auto),
            ("( import ( list rnrs ) )", Auto),
            ("( define ( scheme base ) 1 )", Auto),
            ("( list #; ( ##car x ) #!optional )", Gambit),
            ("( f ' ( ##car x ) )", Gambit),
            ("( f ( ' ##car x ) )", Auto),
            ("#| a |# ( #| b |# use-modules #| c |# ( d ) )", Guile),
            ("\"#!r6rs\" ;#!r6rs", Auto),
            ("", Auto),
        ];
        for (text, dialect) in cases {
            assert_eq!(detect(text, None).dialect, dialect, "{text}");
        }
    }

    #[test]
    fn what_has_no_tree_decides_too() {
        let detect = |text| crate::pipeline::detect(text, &Options::default()).dialect;
        assert_eq!(detect("( f ) ) ( use-modules ( a"), Dialect::Guile);
        assert_eq!(detect("( import ' ( rnrs"), Dialect::R6rs);
        assert_eq!(detect("( f ] ( g \" ( use-modules"), Dialect::Auto);
        assert_eq!(detect("( define-module #; ( a ) b"), Dialect::Gauche);
        assert_eq!(detect("( ' ( use-modules ( a ) )"), Dialect::Auto);
        for region in ["off", "skip"] {
            let text = format!("(f)\n;; schemefmt: {region}\n( use-modules ( a ) )\n");
            let formatted = crate::format(text.as_bytes(), &Options::default()).unwrap();
            assert_eq!(formatted.dialect.dialect, Dialect::Guile);
            assert_eq!(formatted.output, text.as_bytes());
        }
    }

    #[test]
    fn the_name_decides_where_the_text_does_not() {
        let by_name = |text, name| detect(text, Some(name)).dialect;
        assert_eq!(by_name("( define x 1 )", "a/b.sls"), Dialect::R6rs);
        assert_eq!(by_name("( define x 1 )", "b.sps"), Dialect::R6rs);
        assert_eq!(by_name("( define x 1 )", "b.sld"), Dialect::R7rs);
        assert_eq!(by_name("( define x 1 )", "b.scm"), Dialect::Auto);
        assert_eq!(by_name("( define x 1 )", "b.bgl"), Dialect::Bigloo);
        // This ending says more than a form that other dialects have, too.
        let module = "( define-module a ( import b ) )";
        assert_eq!(by_name(module, "b.stk"), Dialect::Stklos);
        assert_eq!(by_name(module, "b.scm"), Dialect::Gauche);
        assert_eq!(by_name("( import ( chezscheme ) )", "b.sls"), Dialect::Chez);
    }
}
