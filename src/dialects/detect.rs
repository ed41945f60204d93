//! The signs from which a text's dialect is detected, as data, and the search for them in a tree.

use std::iter;

use memchr::memchr3_iter;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Dialect, Traits};
use crate::syntax::data::Data;
use crate::syntax::lexer::Switches;
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

impl Detected {
    /// The traits of the text. STklos, which has raw strings, writes modules as Gauche does.
    pub(crate) fn traits_of(&self, text: &str) -> Traits {
        let traits = self.traits();
        let is_module = |form: &str| {
            let names = ["define-module", "select-module"];
            let operator = form.get(1..).unwrap_or_default().trim_ascii_start();
            names.iter().any(|name| operator.starts_with(name))
        };
        match self.reason {
            Reason::Text(start) if self.dialect == Dialect::Gauche && is_module(&text[start..]) => {
                Traits {
                    switches: traits.switches.union(Switches::RAW_STRINGS),
                    settles: traits.settles.difference(Switches::RAW_STRINGS),
                    ..traits
                }
            }
            _ => traits,
        }
    }

    /// The traits of its dialect: of an unknown one, nothing is settled.
    pub(crate) fn traits(&self) -> Traits {
        match self.reason {
            Reason::Asked => self.dialect.traits(),
            Reason::Text(_) | Reason::FileName(_) => self.dialect.guessed_traits(),
            Reason::Nothing => Traits {
                settles: Switches::empty(),
                ..self.dialect.guessed_traits()
            },
        }
    }
}

/// Why a dialect was chosen.
///
/// ```
/// # use schemefmt::{Options, Reason, format};
/// let mut options = Options::default();
/// options.file_name = Some("a.sld".to_owned());
/// let formatted = format(b"(f)", &options)?;
/// assert_eq!(formatted.dialect.reason, Reason::FileName(".sld"));
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It was requested explicitly.
    Asked,
    /// The datum that starts at this byte of the input, a list or a single token, is a sign of it.
    Text(usize),
    /// The file's name has this ending.
    FileName(&'static str),
    /// Nothing identifies a dialect.
    Nothing,
}

/// A sign of a dialect. White space and comments are no signs, so formatting a text does not change its dialect. Neither are data that are
/// commented out by `#;` or quoted at top level.
enum Sign {
    /// A token that satisfies this test: anywhere if it starts with `#!`, `#{` or a bar, otherwise outside of all lists.
    Token(fn(&str) -> bool),
    /// A token that satisfies this test, before all data.
    FirstToken(fn(&str) -> bool),
    /// The first line of a script that one of these programs runs.
    Script(&'static str),
    /// A list whose first element starts with `#` or `^` and satisfies this test, anywhere.
    Head(fn(&str) -> bool),
    /// A list at top level whose operator is one of these words and that meets the condition. An operator that the text itself defines is no
    /// sign.
    Form(&'static str, Condition),
    /// A file name with one of these endings.
    FileName(&'static [&'static str]),
}

/// What a form needs besides its operator to be a sign.
enum Condition {
    /// Nothing else.
    Anything,
    /// Its first argument is a list.
    List,
    /// Its first argument is a symbol that satisfies this test.
    Symbol(fn(&str) -> bool),
    /// Its first argument is a symbol, and the second a list that starts with one of these.
    Clause(&'static [&'static str]),
    /// One of its arguments is a list of two elements, the first of which is this symbol.
    Pair(&'static str),
    /// A list anywhere in it starts with one of these: a symbol, or several, separated by spaces.
    Within(&'static [&'static str]),
    /// It imports a library whose name starts with this, at top level or as a declaration of a library, but not for some implementations
    /// only (`cond-expand`).
    Imports(&'static str),
    /// A symbol anywhere in it starts with one of these.
    Name(&'static [&'static str]),
}

/// Operators of forms that import libraries.
const IMPORTERS: &str = "import library define-library module";

/// Operators of forms that import libraries for all implementations that read them.
const PORTABLE: &str = "import library define-library";

/// The signs, strongest first.
const SIGNS: &[(Sign, Dialect)] = {
    use Condition::*;
    use Dialect::*;
    use Sign::*;
    &[
        (FirstToken(|line| line.starts_with("#lang ")), Racket),
        (FileName(&[".rkt", ".rktl", ".rktd"]), Racket),
        (Token(|it| matches!(it, "#!vicare" | "#!ikarus")), Vicare),
        (
            Token(|it| {
                let has_value = it.starts_with("#!read-macro=") || it.starts_with("#!reader=");
                let is_debugging = matches!(it, "#!nobacktrace" | "#!nounbound" | "#!deprecated");
                has_value || is_debugging || matches!(it, "#!core" | "#!compatible")
            }),
            Sagittarius,
        ),
        (Token(|it| it == "#!chezscheme"), Chez),
        (Form(IMPORTERS, Within(&["chezscheme"])), Chez),
        // A line that names the program that runs a script, and the libraries of one implementation, say more than those of a report.
        (Script("gosh gauche"), Gauche),
        (Script("guile"), Guile),
        (Script("chicken-csi csi"), Chicken),
        (Script("gsi gsi-script"), Gambit),
        (Script("sagittarius sash"), Sagittarius),
        (Script("chez chez-scheme chezscheme petite"), Chez),
        (Script("bigloo"), Bigloo),
        (Script("chibi-scheme"), Chibi),
        (Script("gxi"), Gerbil),
        (Script("icyc"), Cyclone),
        (Script("ikarus vicare"), Vicare),
        (Script("kawa"), Kawa),
        (Script("larceny"), Larceny),
        (Script("mit-scheme"), Mit),
        (Script("scsh"), Scheme48),
        (Script("stk stklos"), Stklos),
        (Script("tinyscheme"), TinyScheme),
        (Form(PORTABLE, Imports("gauche")), Gauche),
        (Form(PORTABLE, Imports("sagittarius")), Sagittarius),
        (Form(PORTABLE, Imports("stklos")), Stklos),
        (Form(PORTABLE, Imports("kawa")), Kawa),
        (Form(PORTABLE, Imports("chicken")), Chicken),
        (Form(PORTABLE, Imports("cyclone")), Cyclone),
        (Form("import", Imports("larceny")), Larceny),
        (Form(PORTABLE, Imports("guile")), Guile),
        (Form(PORTABLE, Imports("ice-9")), Guile),
        (Form(PORTABLE, Imports("gambit")), Gambit),
        (Form(PORTABLE, Imports("gerbil")), Gerbil),
        (Form(PORTABLE, Imports("ikarus")), Vicare),
        (Form(PORTABLE, Imports("vicare")), Vicare),
        (Form(PORTABLE, Imports("mit")), Mit),
        // A generated symbol: a name and a unique part. Those of Guile end in `}#`.
        (
            Token(|it| it.starts_with("#{") && it.ends_with('}') && it.contains(' ')),
            Chez,
        ),
        (
            Form("import", Name(&[":std/", ":gerbil/", "./", "../"])),
            Gerbil,
        ),
        (
            Token(|it| matches!(it, "package:" | "prelude:" | "namespace:")),
            Gerbil,
        ),
        (
            Form(
                "begin-ffi defrules deferror-class definline defcall-actor",
                Anything,
            ),
            Gerbil,
        ),
        (FileName(&[".bgl"]), Bigloo),
        (Form("directives", List), Bigloo),
        (FileName(&[".stk"]), Stklos),
        (
            Form("require-builtin #%require-dylib define/contract", Anything),
            Steel,
        ),
        // Racket has these, too, but its texts start with `#lang`.
        (Form("struct", Symbol(|_| true)), Steel),
        (
            Form(
                "module-name module-export module-static module-extends module-implements \
                 module-compile-options define-simple-class define-namespace",
                Anything,
            ),
            Kawa,
        ),
        (
            Form("script-fu-register script-fu-menu-register", Anything),
            TinyScheme,
        ),
        (
            Form(
                "define-structure define-interface",
                Clause(&["export", "compound-interface"]),
            ),
            Scheme48,
        ),
        (Head(|head| is_longer(head, "#_")), S7),
        (Form("define-module", List), Guile),
        (Form("use-modules", Anything), Guile),
        (Form("use", Symbol(|name| name.contains('.'))), Gauche),
        (
            Form(
                "define-cproc define-in-module define-http-handler",
                Anything,
            ),
            Gauche,
        ),
        // STklos has modules like these, too, and fewer texts.
        (Form("define-module", Symbol(|_| true)), Gauche),
        (Form("select-module", Anything), Gauche),
        (Form("module", Within(&["chicken"])), Chicken),
        (
            Form(
                "declare",
                Within(&["unit", "uses", "emit-external-prototypes-first"]),
            ),
            Chicken,
        ),
        (
            Form(
                "foreign-declare define-foreign-record-type define-foreign-type define-foreign-variable",
                Anything,
            ),
            Chicken,
        ),
        (Head(|head| is_longer(head, "##sys#")), Chicken),
        (Head(|head| is_longer(head, "##core#")), Chicken),
        // Modules of Chicken may look like this, too, so its signs are above.
        (
            Form(
                "module",
                Clause(&[
                    "export", "extern", "import", "include", "java", "library", "static",
                ]),
            ),
            Bigloo,
        ),
        (Form("module", Pair("main")), Bigloo),
        // The names of Bigloo's own modules begin with `__`.
        (
            Form("module", Symbol(|name| name.starts_with("__"))),
            Bigloo,
        ),
        (Form("declare", Within(&["usual-integrations"])), Mit),
        (Head(|head| is_longer(head, "##")), Gambit),
        // Ten real files have such a symbol; all are Gambit's own.
        (Token(|name| name.starts_with("|six.")), Gambit),
        (
            Form(
                "declare",
                Within(&["standard-bindings", "extended-bindings", "block"]),
            ),
            Gambit,
        ),
        (Token(|it| it == "#!r6rs"), R6rs),
        (Form("library", List), R6rs),
        (Form("import", Within(&["rnrs"])), R6rs),
        (Form("define-library", Anything), R7rs),
        (Form("import", Within(&["primitives"])), Larceny),
        (Form("import", Within(&["scheme"])), R7rs),
        (Form(IMPORTERS, Within(&["scheme base"])), R7rs),
        (FileName(&[".sls", ".sps"]), R6rs),
        (FileName(&[".sld"]), R7rs),
        // `^x` is `lambda (x)`. Ten real files have one of these and no other sign; all are Gauche's own.
        (
            Head(|name| matches!(name.as_bytes(), [b'^', b'a'..=b'z' | b'_'])),
            Gauche,
        ),
    ]
};

/// Whether a name goes on after this beginning.
fn is_longer(name: &str, beginning: &str) -> bool {
    name.len() > beginning.len() && name.starts_with(beginning)
}

/// Programs that run scripts in Scheme, and whose names are no sign of a dialect.
const OF_NO_DIALECT: &str = "loko mosh mzscheme nmosh racket scheme scheme-script scm ypsilon";

/// Whether a line is the first one of a script in Scheme, judging by the program that it names.
pub fn is_of_script(line: &str) -> bool {
    let signs = SIGNS.iter().filter_map(|(sign, _)| match sign {
        Sign::Script(programs) => Some(*programs),
        _ => None,
    });
    let mut all = signs.chain([OF_NO_DIALECT]);
    all.any(|programs| runs(line, programs))
}

/// Whether a line is the first one of a script that one of these programs runs.
fn runs(line: &str, programs: &str) -> bool {
    program(line).is_some_and(|named| programs.split(' ').any(|program| program == named))
}

/// The program that a line `#!...` names for running its script, directly or through `env`, without its version.
pub(super) fn program(line: &str) -> Option<&str> {
    let mut words = line.lines().next()?.strip_prefix("#!")?.split_whitespace();
    let base = |word| str::rsplit(word, '/').next();
    let mut named = words.next().and_then(base)?;
    if named == "env" {
        let is_program = |word: &&str| !word.starts_with('-') && !word.contains('=');
        named = words.find(is_program).and_then(base)?;
    }
    let is_version = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    Some(named.trim_end_matches(is_version))
}

/// Whether an atom may be a sign anywhere.
fn is_marked(atom: &str) -> bool {
    ["#!", "#{", "|"].iter().any(|mark| atom.starts_with(mark))
}

/// Detects the dialect of a text from its tree, or from the file's name if the tree does not identify one.
pub fn detected(text: &str, tree: &Tree, file_name: Option<&str>) -> Detected {
    let code = Data { text, tree };
    let places = Places::of(code);
    let found = SIGNS.iter().find_map(|(sign, dialect)| {
        let reason = match sign {
            Sign::FileName(ends) => {
                let is_end = |end: &&&str| file_name.is_some_and(|name| name.ends_with(**end));
                Reason::FileName(ends.iter().find(is_end)?)
            }
            _ => Reason::Text(tree.nodes[places.find(sign)?].start as usize),
        };
        Some((*dialect, reason))
    });
    let (dialect, reason) = found.unwrap_or((Dialect::Auto, Reason::Nothing));
    Detected { dialect, reason }
}

/// The places in a text where signs can be, each list in the order of the text.
struct Places<'s> {
    code: Data<'s>,
    /// The lists at top level whose operators can be signs, by these.
    forms: FxHashMap<&'s str, Vec<NodeId>>,
    /// The tokens that can be signs: those at top level, and those that start with `#`.
    tokens: Vec<NodeId>,
    /// The lists whose first element starts with `#` or `^`, and that element.
    marked_lists: Vec<(NodeId, &'s str)>,
    /// Where the next character stands that may begin one of these.
    next_mark: usize,
}

/// The offset of the first character, from `start` on, that may begin a marked token or list; `usize::MAX` if there is none.
fn mark_from(text: &str, start: usize) -> usize {
    let bytes = &text.as_bytes()[start..];
    let may_be_mark = |at: &usize| {
        let next = bytes.get(at + 1);
        bytes[*at] != b'#' || matches!(next, Some(b'!' | b'#' | b'_' | b'{'))
    };
    let mark = memchr3_iter(b'#', b'|', b'^', bytes).find(may_be_mark);
    mark.map_or(usize::MAX, |at| start + at)
}

impl<'s> Places<'s> {
    fn of(code: Data<'s>) -> Self {
        let operators = SIGNS.iter().filter_map(|(sign, _)| match sign {
            Sign::Form(operators, _) => Some(operators.split(' ')),
            _ => None,
        });
        let mut forms = FxHashMap::with_capacity_and_hasher(SIGNS.len(), FxBuildHasher);
        forms.extend(operators.flatten().map(|it| (it, Vec::new())));
        let mut places = Places {
            code,
            forms,
            tokens: Vec::new(),
            marked_lists: Vec::new(),
            next_mark: mark_from(code.text, 0),
        };
        code.tree.top_level().for_each(|id| places.add(id));
        places
    }

    /// Adds a node at top level. Quoted and commented-out data are no signs.
    fn add(&mut self, id: NodeId) {
        let code = self.code;
        match code.tree.nodes[id].kind {
            NodeKind::List => {
                let operator = code.head(id).unwrap_or_default();
                if let Some(forms) = self.forms.get_mut(operator) {
                    forms.push(id);
                }
                self.add_marked(id);
            }
            NodeKind::Atom | NodeKind::Directive => self.tokens.push(id),
            NodeKind::LineComment | NodeKind::BlockComment if code.text_of(id).starts_with("#") => {
                self.tokens.push(id)
            }
            NodeKind::InlineComment => code.tree.children(id).for_each(|child| self.add(child)),
            _ => {}
        }
    }

    /// Adds the marked tokens and lists in a form, which begins behind those before it.
    fn add_marked(&mut self, form: NodeId) {
        let code = self.code;
        let span = code.tree.nodes[form].span();
        if self.next_mark < span.start {
            self.next_mark = mark_from(code.text, span.start);
        }
        if self.next_mark >= span.end {
            return;
        }
        for id in code.live(form) {
            match code.tree.nodes[id].kind {
                NodeKind::List => {
                    let head = code.head(id).filter(|head| head.starts_with(['#', '^']));
                    self.marked_lists.extend(head.map(|head| (id, head)));
                }
                NodeKind::Directive => self.tokens.push(id),
                NodeKind::Atom if is_marked(code.text_of(id)) => {
                    self.tokens.push(id);
                }
                _ => {}
            }
        }
    }

    fn find_token(&self, is_sign: impl Fn(&str) -> bool) -> Option<NodeId> {
        let mut tokens = self.tokens.iter().copied();
        tokens.find(|id| is_sign(self.code.text_of(*id)))
    }

    /// The first node with this sign.
    fn find(&self, sign: &Sign) -> Option<NodeId> {
        let code = self.code;
        match sign {
            Sign::Token(is_sign) => self.find_token(is_sign),
            Sign::Script(programs) => self.find_token(|it| runs(it, programs)),
            Sign::FirstToken(is_sign) => {
                let is_datum = |id: &NodeId| code.kind(*id).is_datum();
                let mut before = code.tree.top_level().take_while(|id| !is_datum(id));
                before.find(|id| is_sign(code.text_of(*id)))
            }
            Sign::Head(is_sign) => {
                let mut lists = self.marked_lists.iter();
                lists.find(|(_, head)| is_sign(head)).map(|(id, _)| *id)
            }
            Sign::Form(operators, part) => {
                let of_operator = |operator| {
                    let mut forms = self.forms.get(operator)?.iter();
                    let part = |form: &NodeId| Some((*form, code.part(*form, part)?));
                    let (form, id) = forms.find_map(part)?;
                    (id != form || !code.defines(operator)).then_some(id)
                };
                operators.split(' ').filter_map(of_operator).min()
            }
            Sign::FileName(_) => None,
        }
    }
}

impl<'s> Data<'s> {
    /// The node by which a form meets a condition, if it does.
    fn part(self, form: NodeId, part: &Condition) -> Option<NodeId> {
        let mut arguments = self.elements(form).skip(1);
        let begins = |id: NodeId, heads: &[&str]| {
            let Some(head) = self.head(id) else {
                return false;
            };
            let second = || self.atom(self.elements(id).nth(1)?);
            let mut rests = heads.iter().filter_map(|known| known.strip_prefix(head));
            rests.any(|rest| match rest.strip_prefix(' ') {
                Some(next) => second() == Some(next),
                None => rest.is_empty(),
            })
        };
        match part {
            Condition::Anything => Some(form),
            Condition::List => {
                let first = &self.tree.nodes[arguments.next()?];
                (first.kind == NodeKind::List).then_some(form)
            }
            Condition::Symbol(is) => self
                .atom(arguments.next()?)
                .filter(|name| is(name))
                .map(|_| form),
            Condition::Clause(heads) => {
                self.atom(arguments.next()?)?;
                arguments.next().filter(|id| begins(*id, heads))
            }
            Condition::Pair(first) => arguments.find(|id| {
                let mut items = self.elements(*id).skip(1);
                let second = items.next().and_then(|id| self.atom(id));
                begins(*id, &[first]) && second.is_some() && items.next().is_none()
            }),
            Condition::Within(heads) => self.live(form).find(|id| begins(*id, heads)),
            Condition::Imports(name) => {
                let is_import = |id: &NodeId| self.head(*id) == Some("import");
                let imports = iter::once(form).chain(arguments).filter(is_import);
                let mut lists = imports.flat_map(|import| self.live(import));
                lists.find(|id| self.head(*id) == Some(name))
            }
            Condition::Name(starts) => self.live(form).find(|id| {
                let is_start = |start: &&str| self.text_of(*id).starts_with(*start);
                self.atom(*id).is_some() && starts.iter().any(is_start)
            }),
        }
    }

    /// Whether a name is defined somewhere: `(define-syntax name`, `(define (name` and the like.
    fn defines(self, name: &str) -> bool {
        let is_name = |id: NodeId| self.atom(id).or(self.head(id)) == Some(name);
        let is_definition = |id: NodeId| {
            // Looking at the text first is much quicker than finding the elements of every list.
            let inside = self.text_of(id).strip_prefix(['(', '[']).unwrap_or("");
            self.kind(id) == NodeKind::List
                && inside.trim_ascii_start().starts_with("def")
                && self.elements(id).nth(1).is_some_and(is_name)
        };
        (0..self.tree.nodes.len()).any(is_definition)
    }

    /// A form and its nodes, without those that are commented out by `#;`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::syntax::lexer::Lexer;
    use crate::syntax::token::TokenKind;
    use crate::syntax::{parser, recover};

    #[test]
    fn dialect_names_round_trip() {
        for dialect in Dialect::ALL {
            assert_eq!(dialect.name().parse(), Ok(dialect));
        }
        let error = "scheme".parse::<Dialect>().unwrap_err();
        assert_eq!(error.code, "unknown-dialect");
    }

    /// What a text's tree says; its tree as a text that cannot be read says the same.
    fn detect(text: &str, file_name: Option<&str>) -> Detected {
        let tree = recover::parse(text, Switches::COMMON);
        let found = detected(text, &tree, file_name);
        let all = parser::parse_all(text, Switches::COMMON);
        assert_eq!(detected(text, &all, file_name), found, "{text}");
        found
    }

    #[test]
    fn dialects_read_their_own_syntax() {
        let first = |text, dialect: Dialect| {
            let token = Lexer::new(text, dialect.switches()).next();
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
    fn text_decides_the_dialect() {
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
            ("( declare ( emit-external-prototypes-first ) )", Chicken),
            ("( define-foreign-variable size int )", Chicken),
            (
                "( define-library ( a ) ( cond-expand ( chicken ( import ( chicken io ) ) ) ) )",
                R7rs,
            ),
            ("( define ( f x ) ( ##car x ) )", Gambit),
            ("( define ( f #!optional x ) x )", Auto),
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
            ("( struct . a )", Auto),
            ("( struct #lang a )", Steel),
            ("( list #lang a )", Auto),
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
                "( defsyntax ( define/contract a ) b ) ( define/contract ( c ) d ) ( ##car a )",
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
            ("( list #; ( ##car x ) ( ##cdr x ) )", Gambit),
            ("( define ( |six.x+y| a b ) c )", Gambit),
            ("( f '|six x| )", Auto),
            ("( f '#{g0 abc} )", Chez),
            ("( f '#{g0 abc}# )", Auto),
            ("( define-http-handler \"/\" x )", Gauche),
            ("( map ( ^x ( f x ) ) y )", Gauche),
            ("( library ( a ) ( map ( ^x ( f x ) ) y ) )", R6rs),
            ("( map ( ^ 2 ) ( ^xy z ) ^x )", Auto),
            ("( define-cproc f ( x ) y )", Gauche),
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
    fn unparsable_text_decides_too() {
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
    fn file_name_decides_without_signs() {
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
