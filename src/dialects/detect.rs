//! The signs from which a text's dialect is detected, as data, and the [`Detector`] that looks for them.

use memchr::memmem;

use super::Dialect;
use crate::syntax::lexer::Lexer;
use crate::syntax::token::{Token, TokenKind};

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

/// A sign of a dialect. Signs consist of tokens, never of lines, so formatting a text does not change its dialect.
#[derive(Debug)]
enum Sign {
    /// A line that starts with `#lang`.
    Lang,
    /// `#!` followed by one of these words; a word that ends in `=` matches everything that starts with it.
    Directive(&'static [&'static str]),
    /// This atom, anywhere.
    Atom(&'static str),
    /// A list whose first element starts with this, anywhere.
    HeadPrefix(&'static str),
    /// A top-level form whose operator is one of these, with this kind of argument.
    Form(&'static [&'static str], Argument),
    /// Within a top-level form whose operator is one of the first list, a list that starts with one of the second list and
    /// has this second element, if one is given.
    Within(
        &'static [&'static str],
        &'static [&'static str],
        Option<&'static str>,
    ),
    /// One of these symbols, outside of all lists.
    Word(&'static [&'static str]),
    /// Within a top-level form whose operator is one of the first list, a symbol that starts with one of the second, each
    /// of which starts with a colon or a dot.
    Name(&'static [&'static str], &'static [&'static str]),
    /// A top-level form whose operator is this, with a symbol and then a list that starts with one of these.
    Clause(&'static str, &'static [&'static str]),
    /// Such a form in which one of the elements is a list of this symbol and another one.
    Pair(&'static str, &'static str),
    /// A file name that ends like this.
    FileName(&'static [&'static str]),
}

/// What follows the first element of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    Anything,
    List,
    Symbol,
    DottedSymbol,
    /// One that starts with two underscores.
    HiddenSymbol,
}

/// Operators of forms that import libraries.
const IMPORTERS: &[&str] = &["import", "library", "define-library", "module"];

/// Operators with which Gerbil defines something, and nobody else.
const GERBIL_DEFINITIONS: &[&str] = &[
    "begin-ffi",
    "defrules",
    "deferror-class",
    "definline",
    "defcall-actor",
];

/// The clauses of a Bigloo module.
const BIGLOO_CLAUSES: &[&str] = &[
    "export", "extern", "import", "include", "java", "library", "static",
];

/// The signs, strongest first.
const SIGNS: &[(Sign, Dialect)] = &[
    (Sign::Lang, Dialect::Racket),
    (Sign::Directive(&["vicare", "ikarus"]), Dialect::Vicare),
    (
        Sign::Directive(&[
            "nobacktrace",
            "nounbound",
            "deprecated",
            "core",
            "compatible",
            "read-macro=",
            "reader=",
        ]),
        Dialect::Sagittarius,
    ),
    (Sign::Directive(&["chezscheme"]), Dialect::Chez),
    (
        Sign::Within(IMPORTERS, &["chezscheme"], None),
        Dialect::Chez,
    ),
    (
        Sign::Name(&["import"], &[":std/", ":gerbil/", "./", "../"]),
        Dialect::Gerbil,
    ),
    (
        Sign::Word(&["package:", "prelude:", "namespace:"]),
        Dialect::Gerbil,
    ),
    (
        Sign::Form(GERBIL_DEFINITIONS, Argument::Anything),
        Dialect::Gerbil,
    ),
    (Sign::FileName(&[".bgl"]), Dialect::Bigloo),
    (Sign::Form(&["directives"], Argument::List), Dialect::Bigloo),
    (Sign::FileName(&[".stk"]), Dialect::Stklos),
    (
        Sign::Form(
            &["require-builtin", "#%require-dylib", "define/contract"],
            Argument::Anything,
        ),
        Dialect::Steel,
    ),
    // In Racket, too, but there `#lang` comes first.
    (Sign::Form(&["struct"], Argument::Symbol), Dialect::Steel),
    (
        Sign::Form(
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
            Argument::Anything,
        ),
        Dialect::Kawa,
    ),
    (Sign::Within(&["import"], &["kawa"], None), Dialect::Kawa),
    (
        Sign::Form(
            &["script-fu-register", "script-fu-menu-register"],
            Argument::Anything,
        ),
        Dialect::TinyScheme,
    ),
    (
        Sign::Clause("define-structure", &["export", "compound-interface"]),
        Dialect::Scheme48,
    ),
    (
        Sign::Clause("define-interface", &["export", "compound-interface"]),
        Dialect::Scheme48,
    ),
    (Sign::HeadPrefix("#_"), Dialect::S7),
    (
        Sign::Form(&["define-module"], Argument::List),
        Dialect::Guile,
    ),
    (
        Sign::Form(&["use-modules"], Argument::Anything),
        Dialect::Guile,
    ),
    (
        Sign::Form(&["define-module"], Argument::Symbol),
        Dialect::Gauche,
    ),
    (
        Sign::Form(&["use"], Argument::DottedSymbol),
        Dialect::Gauche,
    ),
    (
        Sign::Form(&["select-module"], Argument::Anything),
        Dialect::Gauche,
    ),
    (
        // Not in a library: portable libraries contain such imports under `cond-expand`.
        Sign::Within(&["import", "module"], &["chicken"], None),
        Dialect::Chicken,
    ),
    (
        Sign::Within(&["declare"], &["unit", "uses"], None),
        Dialect::Chicken,
    ),
    (Sign::HeadPrefix("##sys#"), Dialect::Chicken),
    (Sign::HeadPrefix("##core#"), Dialect::Chicken),
    // Modules of Chicken look like these.
    (Sign::Clause("module", BIGLOO_CLAUSES), Dialect::Bigloo),
    (Sign::Pair("module", "main"), Dialect::Bigloo),
    (
        Sign::Form(&["module"], Argument::HiddenSymbol),
        Dialect::Bigloo,
    ),
    (
        Sign::Within(&["declare"], &["usual-integrations"], None),
        Dialect::Mit,
    ),
    (Sign::HeadPrefix("##"), Dialect::Gambit),
    (Sign::Atom("#!optional"), Dialect::Gambit),
    (
        Sign::Within(
            &["declare"],
            &["standard-bindings", "extended-bindings", "block"],
            None,
        ),
        Dialect::Gambit,
    ),
    (Sign::Directive(&["r6rs"]), Dialect::R6rs),
    (Sign::Form(&["library"], Argument::List), Dialect::R6rs),
    (Sign::Within(&["import"], &["rnrs"], None), Dialect::R6rs),
    (
        Sign::Form(&["define-library"], Argument::Anything),
        Dialect::R7rs,
    ),
    (
        Sign::Within(&["import"], &["cyclone"], None),
        Dialect::Cyclone,
    ),
    (
        Sign::Within(&["import"], &["larceny", "primitives"], None),
        Dialect::Larceny,
    ),
    (Sign::Within(&["import"], &["scheme"], None), Dialect::R7rs),
    (
        Sign::Within(IMPORTERS, &["scheme"], Some("base")),
        Dialect::R7rs,
    ),
    (Sign::FileName(&[".sls", ".sps"]), Dialect::R6rs),
    (Sign::FileName(&[".sld"]), Dialect::R7rs),
];

/// Detects a text's dialect from its tokens, or from the file's name if the tokens do not identify one.
#[derive(Default)]
pub struct Detector<'s> {
    /// The row in [`SIGNS`] of the strongest sign so far, and the start of the first datum that has it.
    strongest: Option<(usize, usize)>,
    /// The operator of that datum, if it is a form that is a sign by its operator.
    operator: Option<&'s str>,
    /// Where the last list started that may contain a sign.
    list_start: usize,
    /// The number of open brackets.
    depth: usize,
    /// The operator of the last top-level form, if a list within such a form can be a sign.
    form: Option<&'s str>,
    /// The operator of the last top-level form that no sign concerns.
    dull: &'s str,
    /// How much of the start of the innermost list has been seen.
    list: Beginning,
    /// The first element of that list, once it has been seen.
    head: &'s str,
    /// The number of pending data that are to be ignored: those commented out by `#;`, and those quoted at top level.
    ignored: usize,
    /// The depth of the first of these, if it is an open list.
    ignored_list: Option<usize>,
    /// Whether up to the end of this top-level form, only what starts with `#` can be a sign.
    is_quiet: bool,
    /// The operators that are no signs, since the text defines them itself.
    defined: Vec<&'s str>,
}

/// The start of a list.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Beginning {
    /// Past everything that could be a sign, except for what starts with `#`.
    #[default]
    Past,
    /// Only the bracket, within a form that no sign concerns: only what starts with `#` can be a sign.
    Inner,
    /// Only the bracket.
    Bracket,
    /// The bracket and the first element.
    Head,
    /// The bracket of a form in which a clause can be a sign, the operator and a symbol.
    Name,
    /// Only the bracket of such a clause, the next element of that form.
    Clause,
    /// The bracket of a list that is a sign if it ends here, and two symbols.
    Pair,
}

impl<'s> Detector<'s> {
    /// Processes the next token of `source`. White space and comments may be omitted.
    #[inline(always)]
    pub fn token(&mut self, token: Token, source: &'s str) {
        let first = source.as_bytes()[token.start as usize];
        match token.kind {
            TokenKind::Open => self.open(matches!(first, b'(' | b'['), token.start as usize),
            TokenKind::Close => self.close(),
            TokenKind::Atom | TokenKind::String if self.is_quiet && first != b'#' => {
                self.list = Beginning::Past;
            }
            TokenKind::Atom if self.ignored == 0 => match self.list {
                Beginning::Past | Beginning::Inner
                    if first != b'#'
                        && self.depth > 0
                        && !(self.form.is_some() && matches!(first, b':' | b'.')) =>
                {
                    self.list = Beginning::Past;
                }
                _ => self.atom(token.text(source), token.start as usize),
            },
            _ => self.other(token, source),
        }
    }

    /// Processes a token that is neither a bracket nor an atom that may be a sign.
    fn other(&mut self, token: Token, source: &'s str) {
        match token.kind {
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment => {}
            TokenKind::Shebang => {
                if token.text(source).starts_with("#lang") {
                    self.note(token.start as usize, |sign| matches!(sign, Sign::Lang));
                }
            }
            TokenKind::Directive => self.directive(token.text(source), token.start as usize),
            TokenKind::DatumComment => {
                self.ignored += usize::from(self.ignored_list.is_none());
                self.is_quiet = false;
            }
            TokenKind::Prefix => {
                if self.depth == 0 {
                    // Several prefixes apply to one datum; if there is a `#;` among them, to the datum that is commented
                    // out.
                    self.ignored = self.ignored.max(1);
                }
            }
            _ if self.ignored > 0 => self.ignored -= usize::from(self.ignored_list.is_none()),
            _ => {
                if self.list == Beginning::Head {
                    self.beginning(Argument::Anything, None);
                }
                self.list = Beginning::Past;
            }
        }
    }

    /// The dialect that the tokens of `source`, all of which have been processed, identify, or else the file's name. An
    /// operator that the text defines itself identifies none.
    pub fn detected(&self, source: &'s str, file_name: Option<&str>) -> Detected {
        let found = self.found(file_name);
        let is_by_text = matches!(found.reason, Reason::Text(_));
        let operator = self.operator.filter(|_| is_by_text);
        let Some(name) = operator.filter(|name| defines(source, name)) else {
            return found;
        };
        let mut again = Detector {
            defined: self.defined.iter().copied().chain([name]).collect(),
            ..Detector::default()
        };
        Lexer::new(source, Dialect::Auto.lexis()).for_each(|token| again.token(token, source));
        again.detected(source, file_name)
    }

    /// The dialect that the strongest sign identifies.
    fn found(&self, file_name: Option<&str>) -> Detected {
        let in_text = self.strongest.map_or(SIGNS.len(), |(row, _)| row);
        let stronger = SIGNS[..in_text].iter();
        let mut by_name = stronger.filter_map(|(sign, dialect)| {
            let Sign::FileName(ends) = sign else {
                return None;
            };
            let mut ends = ends.iter();
            let end = ends.find(|end| file_name.is_some_and(|name| name.ends_with(*end)))?;
            Some((*dialect, Reason::FileName(end)))
        });
        let by_text = || {
            let (row, start) = self.strongest?;
            Some((SIGNS[row].1, Reason::Text(start)))
        };
        let found = by_name.next().or_else(by_text);
        let (dialect, reason) = found.unwrap_or((Dialect::Auto, Reason::Nothing));
        Detected { dialect, reason }
    }

    #[inline]
    fn open(&mut self, is_list: bool, start: usize) {
        if self.is_quiet {
            self.list = match is_list {
                true => Beginning::Inner,
                false => Beginning::Past,
            };
            self.list_start = start;
        } else if self.ignored > 0 {
            self.ignored_list.get_or_insert(self.depth);
        } else {
            self.list = self.beginning_of(is_list);
            self.list_start = start;
        }
        self.depth += 1;
    }

    /// The start of a list, or of something else in brackets, that may be a sign.
    fn beginning_of(&mut self, is_list: bool) -> Beginning {
        if self.list == Beginning::Head {
            self.beginning(Argument::List, None);
        }
        if self.depth == 0 {
            self.form = None;
        }
        match is_list {
            true if self.list == Beginning::Name => Beginning::Clause,
            true if self.depth == 0 || self.form.is_some() => Beginning::Bracket,
            true => Beginning::Inner,
            false => Beginning::Past,
        }
    }

    #[inline]
    fn close(&mut self) {
        if self.is_quiet {
            self.list = Beginning::Past;
            self.depth -= 1;
            self.is_quiet = self.depth > 0;
            return;
        }
        self.close_other();
    }

    /// Processes a closing bracket of a list that may be a sign.
    fn close_other(&mut self) {
        if self.ignored_list.is_none() {
            match self.list {
                Beginning::Head => self.beginning(Argument::Anything, None),
                Beginning::Pair => self.pair(),
                _ => {}
            }
            self.list = Beginning::Past;
        }
        self.depth = self.depth.saturating_sub(1);
        if self.ignored_list == Some(self.depth) {
            self.ignored_list = None;
            // The list was one of these.
            self.ignored -= 1;
        }
    }

    fn atom(&mut self, text: &'s str, start: usize) {
        if let Some(name) = text.strip_prefix("#!") {
            self.directive_name(name, start);
        }
        if text.starts_with('#') {
            self.note(
                start,
                |sign| matches!(sign, Sign::Atom(atom) if *atom == text),
            );
        }
        if self.depth == 0 {
            self.note(
                start,
                |sign| matches!(sign, Sign::Word(words) if words.contains(&text)),
            );
        }
        if let Some(form) = self.form.filter(|_| self.depth > 0)
            && text.starts_with([':', '.'])
        {
            self.note(start, |sign| matches!(sign, Sign::Name(forms, starts) if forms.contains(&form) && starts.iter().any(|start| text.starts_with(start))));
        }
        if matches!(self.list, Beginning::Inner | Beginning::Bracket) && text.starts_with('#') {
            self.note(self.list_start, |sign| matches!(sign, Sign::HeadPrefix(prefix) if text.starts_with(prefix) && text.len() > prefix.len()));
        }
        self.list = match self.list {
            Beginning::Past | Beginning::Inner | Beginning::Name | Beginning::Pair => {
                Beginning::Past
            }
            Beginning::Bracket if self.depth > 1 => {
                self.head = text;
                Beginning::Head
            }
            Beginning::Clause => {
                let form = self.form;
                self.note(self.list_start, |sign| {
                    matches!(sign, Sign::Clause(operator, heads)
                        if form == Some(*operator) && heads.contains(&text))
                });
                self.head = text;
                Beginning::Head
            }
            Beginning::Bracket if text == self.dull => {
                self.is_quiet = true;
                Beginning::Past
            }
            Beginning::Bracket => self.form(text),
            Beginning::Head => {
                self.beginning(Argument::of(text), Some(text));
                let form = self.form.unwrap_or_default();
                let head = self.head;
                let goes_on = |(sign, _): &(Sign, _)| match sign {
                    Sign::Clause(operator, _) => self.depth == 1 && form == *operator,
                    Sign::Pair(operator, first) => {
                        self.depth == 2 && form == *operator && head == *first
                    }
                    _ => false,
                };
                match (SIGNS.iter().any(goes_on), self.depth) {
                    (true, 1) => Beginning::Name,
                    (true, _) => Beginning::Pair,
                    _ => Beginning::Past,
                }
            }
        };
    }

    /// Processes the operator of a top-level form; returns what has been seen of the start of the form.
    fn form(&mut self, head: &'s str) -> Beginning {
        let is_within = |(sign, _): &(Sign, _)| match sign {
            Sign::Within(forms, ..) | Sign::Name(forms, _) => forms.contains(&head),
            Sign::Clause(form, _) | Sign::Pair(form, _) => *form == head,
            _ => false,
        };
        let is_form =
            |(sign, _): &(Sign, _)| matches!(sign, Sign::Form(heads, _) if heads.contains(&head));
        let is_defined = self.defined.contains(&head);
        self.form = (!is_defined && SIGNS.iter().any(is_within)).then_some(head);
        if self.form.is_some() || !is_defined && SIGNS.iter().any(is_form) {
            self.head = head;
            Beginning::Head
        } else {
            self.dull = head;
            self.is_quiet = true;
            Beginning::Past
        }
    }

    fn directive(&mut self, text: &str, start: usize) {
        if let Some(name) = text.strip_prefix("#!") {
            self.directive_name(name, start);
        }
    }

    fn directive_name(&mut self, name: &str, start: usize) {
        let is = |known: &&str| match known.ends_with('=') {
            true => name.starts_with(known),
            false => name == *known,
        };
        self.note(
            start,
            |sign| matches!(sign, Sign::Directive(names) if names.iter().any(is)),
        );
    }

    /// Checks what the first element of a list, and what follows it, say about the dialect.
    fn beginning(&mut self, argument: Argument, second: Option<&str>) {
        let head = self.head;
        if self.depth == 1 {
            self.note(self.list_start, |sign| {
                matches!(sign, Sign::Form(heads, wanted) if heads.contains(&head) && wanted.admits(argument))
            });
        } else if let Some(form) = self.form {
            self.note(self.list_start, |sign| {
                matches!(sign, Sign::Within(forms, heads, wanted)
                    if forms.contains(&form) && heads.contains(&head) && (wanted.is_none() || *wanted == second))
            });
        }
    }

    /// Notes a list of two symbols that is a sign.
    #[cold]
    fn pair(&mut self) {
        let (form, head) = (self.form.unwrap_or_default(), self.head);
        self.note(
            self.list_start,
            |sign| matches!(sign, Sign::Pair(operator, first) if *operator == form && *first == head),
        );
    }

    /// Records the first row that `is` accepts, if it is stronger than any before. The datum with the sign starts at `start`.
    fn note(&mut self, start: usize, is: impl Fn(&Sign) -> bool) {
        let weaker = self.strongest.map_or(SIGNS.len(), |(row, _)| row);
        if let Some(row) = SIGNS[..weaker].iter().position(|(sign, _)| is(sign)) {
            self.strongest = Some((row, start));
            self.operator = matches!(SIGNS[row].0, Sign::Form(..)).then_some(self.head);
        }
    }
}

impl Argument {
    /// What an atom is.
    fn of(atom: &str) -> Argument {
        if atom.starts_with("__") {
            Argument::HiddenSymbol
        } else if atom.contains('.') {
            Argument::DottedSymbol
        } else {
            Argument::Symbol
        }
    }

    fn admits(self, found: Argument) -> bool {
        match self {
            Argument::Anything => true,
            Argument::Symbol => !matches!(found, Argument::Anything | Argument::List),
            _ => self == found,
        }
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
    use crate::UnknownDialect;
    use crate::syntax::lexer::Lexis;

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

    fn detect(text: &str, file_name: Option<&str>) -> Detected {
        let mut detector = Detector::default();
        Lexer::new(text, Lexis::COMMON).for_each(|token| detector.token(token, text));
        detector.detected(text, file_name)
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
            ("\"#!r6rs\" ;#!r6rs", Auto),
            ("", Auto),
        ];
        for (text, dialect) in cases {
            assert_eq!(detect(text, None).dialect, dialect, "{text}");
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
