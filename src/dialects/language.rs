//! Texts that must not be laid out as S-expressions: other Racket languages, and readers that depend on indentation.

use std::ops::Range;

use memchr::{memchr_iter, memmem};
use rustc_hash::FxHashSet;

use super::foreign::begins_programs;
use crate::syntax::chars::is_plain_name;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{Node, NodeId, NodeKind, Tree};
use crate::syntax::verbatim::Verbatim;
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::is_at_margin;

/// Racket languages that are written in S-expressions. A name that ends in `/` stands for all names that start with it; any other name also
/// matches when something follows after a `/`, as in `racket/base`.
const S_EXPRESSIONS: &str = "racket typed/ typed-racket typed-scheme scheme mzscheme r5rs r6rs r7rs lazy plai plait plai-typed \
    htdp/ s-exp sicp eopl pie rosette swindle frtime racklog deinprogramm/ slideshow racketscript turnstile hackett gamble malt \
    web-server info setup/infotab";

/// Languages that are written differently, and how.
const OTHERS: [(&str, &str); 10] = [
    ("scribble", "is text with `@` commands"),
    ("pollen", "is text with `@` commands"),
    ("datalog", "is written in facts and rules"),
    ("algol60", "has the syntax of Algol"),
    ("rhombus", "is not written in S-expressions"),
    ("honu", "is not written in S-expressions"),
    ("brag", "is a grammar"),
    ("2d", "adds tables"),
    ("sweet-exp", "makes indentation part of the program"),
    ("reader", "has a reader of its own"),
];

/// Languages that extend the language named after them, and leave its brackets alone.
const ADDITIONS: [&str; 5] = [AT_EXP, "curly-fn", "afl", "debug", "errortrace"];

/// The addition of `@` expressions.
const AT_EXP: &str = "at-exp";

/// The parts of a text with this tree that are not written in S-expressions and have to stay as they are. `chosen` are the languages
/// that the caller declares to be S-expressions or, after `!`, not to be.
///
/// # Errors
/// Returns the reason why the text has to be left unchanged, if it has.
pub(crate) fn other_parts(
    text: &str,
    tree: &Tree,
    chosen: &[String],
) -> Result<Vec<Verbatim>, Diagnostic> {
    if let Some(reason) = foreign_header(text) {
        return Err(reason);
    }
    let mut has_at_expressions = false;
    for id in tree.top_level() {
        let node = &tree.nodes[id];
        let span = node.span();
        let word = node.text(text);
        let reason = match node.kind {
            NodeKind::LineComment => LangLine::of(word, span).and_then(|line| {
                has_at_expressions |= line.has_at_expressions;
                line.foreign(chosen, || is_s_expressions(text, tree))
            }),
            NodeKind::Directive if word == "#!sweet" || word.starts_with("#!reader=srfi/:49") => {
                let why = format!("`{word}` makes indentation part of the program");
                Some(left_as_it_is("indentation-sensitive", &why, span))
            }
            NodeKind::Atom if is_bare_form(text, &span) || is_above_its_items(text, tree, id) => {
                let why = format!(
                    "a line that begins with a bare `{word}` makes indentation part of the program"
                );
                Some(left_as_it_is("indentation-sensitive", &why, span))
            }
            NodeKind::Atom | NodeKind::List | NodeKind::Raw => {
                foreign_reader(&text[span.start..], span)
            }
            _ => None,
        };
        if let Some(reason) = reason {
            return Err(reason);
        }
    }
    if has_at_expressions {
        at_expressions(text, tree)
    } else {
        Ok(Vec::new())
    }
}

/// The reason why a text that cannot be read is returned unchanged, if its first line names another language, which has its own brackets
/// and quotes. `chosen` is as in [`other_parts`].
pub(crate) fn foreign_unread(text: &str, chosen: &[String]) -> Option<Diagnostic> {
    let precedes = |token: &Token| match token.kind {
        TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment => true,
        TokenKind::Shebang => token.text(text).starts_with("#!"),
        _ => false,
    };
    if let Some(reason) = foreign_header(text) {
        return Some(reason);
    }
    let token = Lexer::new(text, Switches::COMMON).find(|token| !precedes(token))?;
    let span = token.span();
    if token.kind != TokenKind::Shebang {
        return foreign_reader(&text[span.start..], span);
    }
    let line = LangLine::of(token.text(text), span)?;
    if line.has_at_expressions {
        let message = "the text of `@` expressions keeps this from being read as S-expressions; the file is left as it is";
        return Some(Diagnostic::warning("foreign-language", message, line.span));
    }
    line.foreign(chosen, || {
        is_s_expressions(text, &parser::parse_all(text, Switches::COMMON))
    })
}

/// The operators besides definitions with which lines begin where indentation stands for brackets.
const BARE: [&str; 12] = [
    "begin", "case", "cond", "display", "do", "if", "lambda", "let", "let*", "letrec", "unless",
    "when",
];

/// Whether the atom at a span begins a line and would be the operator of a form if indentation stood for brackets: more follows on its line,
/// or indented on the next one.
fn is_bare_form(text: &str, span: &Range<usize>) -> bool {
    let word = &text[span.clone()];
    if !is_at_margin(text, span.start) || !(begins_programs(word) || BARE.contains(&word)) {
        return false;
    }
    let (line, below) = text[span.end..]
        .split_once('\n')
        .unwrap_or((&text[span.end..], ""));
    let indented = |line: &str| line.starts_with([' ', '\t']) && !line.trim().is_empty();
    match line.trim_start() {
        "" => below.lines().next().is_some_and(indented),
        rest => !rest.starts_with(';'),
    }
}

/// Whether an atom begins a line, with more on it, above an indented line that is in no list either: it is the operator of both.
fn is_above_its_items(text: &str, tree: &Tree, id: NodeId) -> bool {
    let node = |id: NodeId| &tree.nodes[id];
    let begins_line = |id: NodeId| is_at_margin(text, node(id).start as usize);
    if !begins_line(id) {
        return false;
    }
    let mut others = tree.siblings(id..tree.nodes.len()).skip(1);
    let is_code = |id: &NodeId| node(*id).kind.is_datum() || node(*id).kind.is_prefix();
    let has_more = others
        .next()
        .filter(|id| is_code(id) && !node(*id).begins_line());
    let below = has_more.and_then(|_| others.find(|id| node(*id).begins_line()));
    let is_indented = |id: NodeId| !begins_line(id) && node(id).blank() == 0;
    below.filter(is_code).is_some_and(is_indented)
}

/// The reason why a text that says that it is in another language is returned unchanged: the command of a script, the mode of Emacs in one
/// of the first two lines or in the last variables, or the file type of Vim in the first or last lines.
fn foreign_header(text: &str) -> Option<Diagnostic> {
    let script = || match text.starts_with("#!") {
        true => memmem::find(text.as_bytes(), b"\n!#"),
        false => None,
    };
    let mut ends = memchr_iter(b'\n', text.as_bytes());
    let header = &text[..script().or_else(|| ends.nth(1)).unwrap_or(text.len())];
    let (named, language) = header_language(header)
        .or_else(|| header_mode(header))
        .or_else(|| last_mode(text))
        .or_else(|| file_type(text))?;
    let start = named.as_ptr() as usize - text.as_ptr() as usize;
    let (code, why) = if INDENTED.contains(&language) {
        (
            "indentation-sensitive",
            "makes indentation part of the program",
        )
    } else {
        ("foreign-language", "names another language")
    };
    let span = start..start + named.len();
    Some(left_as_it_is(code, &format!("`{named}` {why}"), span))
}

/// The reason why a text is returned unchanged.
fn left_as_it_is(code: &'static str, why: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::warning(code, format!("{why}; the file is left as it is"), span)
}

/// Modes and languages in which indentation stands for brackets.
const INDENTED: [&str; 3] = ["wisp", "sweet", "sweet-exp"];

/// Modes of other Lisps.
const OTHER_MODES: [&str; 2] = ["emacs-lisp", "clojure"];

/// Endings of files in which indentation stands for brackets.
const INDENTED_ENDINGS: [&str; 4] = ["sscm", "sw", "w", "wisp"];

/// The flag in a script's command that says its language, or the ending of its files, and that language, unless it is Scheme.
fn header_language(header: &str) -> Option<(&str, &str)> {
    const FLAG: &str = "--language";
    if !header.starts_with("#!") {
        return None;
    }
    if let Some((before, rest)) = header.split_once(" -x .") {
        let ending = &rest[..rest.find(ends_name).unwrap_or(rest.len())];
        let named = &header[before.len() + 1..header.len() - rest.len() + ending.len()];
        return INDENTED_ENDINGS
            .contains(&ending)
            .then_some((named, INDENTED[0]));
    }
    let start = header.find(FLAG)?;
    let value = header[start + FLAG.len()..].trim_start_matches([' ', '=', '"', '\'']);
    let language = &value[..value.find(ends_name).unwrap_or(value.len())];
    let named = &header[start..header.len() - value.len() + language.len()];
    (!matches!(language, "" | "scheme")).then_some((named, language))
}

/// The mode that a line for Emacs says.
fn header_mode(header: &str) -> Option<(&str, &str)> {
    let (_, rest) = header.split_once("-*-")?;
    let (variables, _) = rest.split_once("-*-")?;
    let named = match variables.split_once("mode:") {
        Some((_, value)) => value.split(';').next()?.trim(),
        None => variables.trim(),
    };
    is_other_mode(named)
}

/// A mode with its name, if indentation stands for brackets there or it is that of another Lisp.
fn is_other_mode(named: &str) -> Option<(&str, &str)> {
    let is_other = INDENTED.contains(&named) || OTHER_MODES.contains(&named);
    is_other.then_some((named, named))
}

/// How far from the end of a text Emacs looks for variables, in bytes.
const VARIABLES_WITHIN: usize = 3000;

/// The mode that the variables at the end of a text say.
fn last_mode(text: &str) -> Option<(&str, &str)> {
    let end = &text[text.floor_char_boundary(text.len().saturating_sub(VARIABLES_WITHIN))..];
    let (_, variables) = end.rsplit_once("Local Variables:")?;
    let mut lines = variables
        .lines()
        .map(|line| line.trim_start_matches([';', '#', ' ', '\t']));
    let value = lines
        .find_map(|line| line.strip_prefix("mode:"))?
        .trim_start();
    is_other_mode(&value[..value.find(ends_name).unwrap_or(value.len())])
}

/// The file type that a line for Vim says, among the first or last five.
fn file_type(text: &str) -> Option<(&str, &str)> {
    const LINES: usize = 5;
    let first = text.lines().take(LINES);
    let mut lines = first.chain(text.lines().rev().take(LINES));
    lines.find_map(|line| {
        let (before, options) = line.split_once("vim:").or_else(|| line.split_once("vi:"))?;
        let is_own = before.is_empty() || before.ends_with(char::is_whitespace);
        let mut options = options.split([' ', ':', '\t']).filter(|_| is_own);
        let named = options.find_map(|option| {
            let (name, value) = option.split_once('=')?;
            matches!(name, "ft" | "filetype").then_some(value)
        });
        is_other_mode(named?)
    })
}

/// Whether the name of a language ends at this character.
fn ends_name(c: char) -> bool {
    !c.is_ascii_alphanumeric() && c != '-'
}

/// A `#lang` line.
struct LangLine<'t> {
    /// The words after `#lang`.
    words: &'t str,
    /// The language, without extensions.
    language: &'t str,
    has_at_expressions: bool,
    span: Range<usize>,
}

impl<'t> LangLine<'t> {
    /// The line with this text, if it is a `#lang` line.
    fn of(text: &'t str, span: Range<usize>) -> Option<Self> {
        // `#!racket` means the same to Racket, but other dialects use it as a directive.
        let words = text.strip_prefix("#lang")?.trim();
        let is_addition = |word: &&str| ADDITIONS.contains(word);
        let mut named = words.split_ascii_whitespace();
        let has_at_expressions = named.clone().take_while(is_addition).any(|it| it == AT_EXP);
        Some(LangLine {
            words,
            language: named.find(|word| !is_addition(word)).unwrap_or_default(),
            has_at_expressions,
            span,
        })
    }

    /// The reason why a text in this language is returned unchanged, if it is. `is_proved` tells whether the text itself shows that it is
    /// written in S-expressions.
    fn foreign(self, chosen: &[String], is_proved: impl FnOnce() -> bool) -> Option<Diagnostic> {
        let LangLine {
            words, language, ..
        } = self;
        let foreign = |why: &str| {
            left_as_it_is(
                "foreign-language",
                &format!("`#lang {words}` {why}"),
                self.span,
            )
        };
        // The last one that matches decides.
        let choice = chosen
            .iter()
            .rev()
            .find_map(|choice| match choice.strip_prefix('!') {
                Some(name) => is_of(language, name).then_some(false),
                None => is_of(language, choice).then_some(true),
            });
        if choice == Some(false) {
            return Some(foreign("is not to be formatted"));
        }
        let mut known = S_EXPRESSIONS.split_ascii_whitespace();
        if choice == Some(true) || known.any(|known| is_of(language, known)) {
            return None;
        }
        if let Some((_, why)) = OTHERS.iter().find(|(known, _)| is_of(language, known)) {
            return Some(foreign(why));
        }
        if !language.is_empty() && is_proved() {
            return None;
        }
        let reason = foreign("is not known to be written in S-expressions");
        Some(match language {
            "" => reason,
            _ => reason.with_note(format!(
                "`racket-languages = [\"{language}\"]` in schemefmt.toml has `#lang {language}` formatted"
            )),
        })
    }
}

/// Whether a text shows that it is written in S-expressions: at least nine in ten of its data are lists at the margin, the rest are data as
/// well, and there is no `@` expression.
fn is_s_expressions(text: &str, tree: &Tree) -> bool {
    let data: Vec<&Node> = tree
        .top_level()
        .map(|id| &tree.nodes[id])
        .filter(|node| node.kind.is_element())
        .collect();
    let is_list = |node: &&&Node| {
        let is_at_margin = text[..node.start as usize].ends_with(['\n', '\r']);
        is_at_margin
            && node.kind == NodeKind::List
            && text[node.start as usize..].starts_with(['(', '['])
    };
    let lists = data.iter().filter(is_list).count();
    lists > 0
        && 10 * lists >= 9 * data.len()
        && data.iter().all(|node| node.kind.is_datum())
        && !tree.nodes.iter().any(|node| is_at_expression(text, node))
}

/// Whether an `@` expression begins with a node, or may be in it. A lone `@` is a symbol, and to a reader of `@` expressions, `@name` is the
/// symbol `name` unless a bracket or a bar follows: neither depends on the layout.
fn is_at_expression(text: &str, node: &Node) -> bool {
    let (own, after) = text[node.start as usize..].split_at((node.end - node.start) as usize);
    match (node.kind, own.strip_prefix('@')) {
        (NodeKind::Atom, Some("")) => {
            let ends = |c: char| c.is_ascii_whitespace() || ")]".contains(c);
            !after.is_empty() && !after.starts_with(ends)
        }
        (NodeKind::Atom, Some(name)) => !is_plain_name(name) || after.starts_with(['[', '{', '|']),
        (NodeKind::Raw | NodeKind::HereString, _) => own.contains('@'),
        _ => false,
    }
}

/// The top-level forms of a text that contain `@` expressions. The text is left unchanged if such a form is not clearly separate: if it
/// does not start and end at line boundaries, or contains something that may end elsewhere within the text of an `@` expression.
fn at_expressions(text: &str, tree: &Tree) -> Result<Vec<Verbatim>, Diagnostic> {
    let mut kept: Vec<Verbatim> = Vec::new();
    for form in tree.top_level() {
        let nodes = &tree.nodes[form..tree.nodes[form].next as usize];
        let (start, end) = (nodes[0].start as usize, nodes[0].end as usize);
        let last_end = kept.last().map_or(0, |last| last.span.end);
        let goes_on = last_end > 0 && !text[last_end..start].contains(['\n', '\r']);
        if !goes_on && !nodes.iter().any(|node| is_at_expression(text, node)) {
            continue;
        }
        let is_doubtful = |node: &Node| {
            let own = &text[node.head()];
            own.contains(['\n', '\r'])
                || own.starts_with(';') && text[..node.start as usize].ends_with('@')
        };
        if nodes.iter().any(is_doubtful) || !goes_on && !is_at_margin(text, start) {
            let why = "it is not clear where an `@` expression ends";
            return Err(left_as_it_is("foreign-language", why, start..end));
        }
        match kept.last_mut().filter(|_| goes_on) {
            Some(last) => last.span.end = end,
            None => kept.push(Verbatim {
                span: start..end,
                ends_line: true,
            }),
        }
    }
    Ok(kept)
}

/// The reason why the rest of a text is returned unchanged, if it starts with its own reader. The readers that DrRacket writes at the top
/// of a student's program read S-expressions.
fn foreign_reader(rest: &str, span: Range<usize>) -> Option<Diagnostic> {
    let reader = rest.strip_prefix("#reader")?;
    let is_name_over = reader.starts_with([' ', '(', '"', '\t']);
    if !is_name_over || is_by_drracket(rest) {
        return None;
    }
    let why = "`#reader` changes how the rest is read";
    let span = span.start..span.start + "#reader".len();
    Some(left_as_it_is("foreign-language", why, span))
}

/// Whether a text starts with what DrRacket writes at the top of a student's program: the reader of a teaching language, and its settings.
fn is_by_drracket(text: &str) -> bool {
    // Only then, the line is looked at as a whole.
    text.starts_with("#reader(lib ")
        && text
            .lines()
            .next()
            .is_some_and(|line| line.contains("((modname "))
}

/// The parts of a text whose lines mean something to its tools: the last line of DrRacket's header, a command of a prompt like
/// `,time (f x)` that begins a line, and the datum after a feature like Chicken's `#+debug`, on its line.
pub(crate) fn kept_lines(text: &str, tree: &Tree) -> Vec<Verbatim> {
    let node = |id: NodeId| &tree.nodes[id];
    let after = |id: NodeId| tree.nodes.get(tree.nodes[id].next as usize);
    let mut kept = Vec::new();
    let mut last_end = 0;
    for id in tree.top_level() {
        let Node {
            start, end, kind, ..
        } = *node(id);
        if (start as usize) < last_end {
            continue;
        }
        let rest = &text[start as usize..];
        let is_command = || {
            // The name may come to touch the comma.
            let begins_name =
                |name| text[node(name).head()].starts_with(|c: char| c.is_ascii_alphabetic());
            kind == NodeKind::Prefix
                && &text[node(id).head()] == ","
                && node(id).begins_line()
                && tree.children(id).next().is_some_and(begins_name)
                && after(id).is_some_and(|next| !next.begins_line() && next.kind.is_datum())
        };
        let is_header = kind == NodeKind::List && is_by_drracket(rest);
        if !is_header && !is_command() {
            continue;
        }
        let line_end = start as usize + rest.find(['\n', '\r']).unwrap_or(rest.len());
        let on_line = tree
            .siblings(id..tree.nodes.len())
            .take_while(|it| *it == id || !node(*it).begins_line());
        let end = on_line.map(|id| node(id).end).max().unwrap_or(end);
        last_end = line_end.max(end as usize);
        kept.push(Verbatim {
            span: start as usize..last_end,
            ends_line: true,
        });
    }
    let bytes = text.as_bytes();
    let is_sign = |at: usize| matches!(bytes.get(at + 1), Some(b'+' | b'-'));
    if memchr_iter(b'#', bytes).any(is_sign) {
        kept.extend(features_with_data(text, tree));
    }
    kept
}

/// The features of a text, such as `#+debug`, each with the datum after it.
fn features_with_data(text: &str, tree: &Tree) -> Vec<Verbatim> {
    let is_feature = |node: &Node| {
        let head = &text[node.head()];
        matches!(node.kind, NodeKind::Atom | NodeKind::List)
            && (head.starts_with("#+") || head.starts_with("#-"))
    };
    let top_level: FxHashSet<NodeId> = tree.top_level().collect();
    let nodes = tree.nodes.iter().enumerate();
    let features = nodes.filter(|(_, node)| is_feature(node));
    let pairs = features.filter_map(|(id, feature)| {
        let datum = tree.nodes.get(feature.next as usize)?;
        // In a list, it may come to be beside it.
        let is_beside = datum.start >= feature.end
            && !(datum.begins_line() && top_level.contains(&id))
            && datum.kind.is_datum()
            && text[feature.end as usize..datum.start as usize]
                .trim()
                .is_empty();
        is_beside.then_some(Verbatim {
            span: feature.start as usize..datum.end as usize,
            ends_line: false,
        })
    });
    pairs.collect()
}

/// Whether an entry in the lists above matches a language.
fn is_of(language: &str, known: &str) -> bool {
    language
        .strip_prefix(known)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || known.ends_with('/'))
}
