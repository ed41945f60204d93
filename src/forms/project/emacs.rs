//! Indentation rules for Emacs's scheme-mode, read from Emacs Lisp as data.
//!
//! `(put 'name 'scheme-indent-function N)` says that the first `N` arguments of `name` are distinguished and the rest is a
//! body; racket-mode has a property of its own. Such forms occur in `.dir-locals.el` ([`dir_locals`]), at the end of a Scheme file
//! ([`local_variables`]), and in Emacs Lisp files ([`library`]).

use std::sync::Arc;

use memchr::memmem;

use super::{body_after, definition};
use crate::forms::rules::{Layer, Location, Provenance, Rule};
use crate::forms::{CALL, Row};
use crate::syntax::data::Data;
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser;
use crate::syntax::tree::{NodeId, NodeKind};
use crate::text::diagnostics::Diagnostic;
use crate::text::lines::{Lines, start_of_line};

/// The modes whose variables apply to a Scheme file, most general first; later ones take precedence.
const MODES: [&str; 11] = [
    "nil",
    "prog-mode",
    "lisp-data-mode",
    "racket-mode",
    "scheme-mode",
    "gauche-mode",
    "guile-mode",
    "chez-scheme-mode",
    "chicken-mode",
    "mit-scheme-mode",
    "vicare-mode",
];

/// Forms that evaluate their contents, and the first argument to be evaluated.
const EVALUATING: [(&str, usize); 6] = [
    ("progn", 0),
    ("let", 1),
    ("let*", 1),
    ("with-eval-after-load", 1),
    ("eval-after-load", 1),
    ("eval-and-compile", 0),
];

/// The maximum distance of local variables from the end of a file, in bytes: as far as Emacs looks.
const TAIL: usize = 3000;

/// Reads a `.dir-locals.el` for the files in `folder`, a path relative to its own folder, with `/` as the separator and no
/// trailing `/`. `file` is the name to use in messages.
///
/// # Errors
/// Returns an error if the text is unbalanced.
pub fn dir_locals(text: &str, file: &Arc<str>, folder: &str) -> Result<Declarations, Diagnostic> {
    // Compared with the names of folders that may contain it.
    let folder = match folder {
        "" => String::new(),
        folder => format!("{folder}/"),
    };
    read(text, Some(file), |reader| {
        let data = reader.data;
        for id in data.tree.top_level() {
            reader.classes(&data.as_list(id), &folder);
        }
    })
}

/// The Emacs settings of a text.
#[derive(Debug, Default)]
pub struct Declarations {
    /// Its layout rules.
    pub rules: Layer,
    /// Its other variables.
    pub variables: Variables,
}

/// The values of other variables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variables {
    /// The line width, `fill-column`.
    pub fill_column: Option<usize>,
    /// Whether lines are indented with tabs, `indent-tabs-mode`.
    pub indents_with_tabs: Option<bool>,
}

/// Reads an Emacs Lisp file: every `put` in its code, at any depth.
///
/// # Errors
/// Returns an error if the text is unbalanced.
pub fn library(text: &str, file: &Arc<str>) -> Result<Declarations, Diagnostic> {
    read(text, Some(file), |reader| {
        let nodes = &reader.data.tree.nodes;
        let mut id = 0;
        while id < nodes.len() {
            if nodes[id].kind == NodeKind::Prefix
                && text[nodes[id].start as usize..].starts_with('\'')
            {
                id = nodes[id].next as usize;
                continue;
            }
            reader.put(&reader.data.as_list(id));
            id += 1;
        }
    })
}

/// Reads the rules in the local variables at the end of a Scheme file. What cannot be read is ignored.
pub fn local_variables(text: &str) -> Layer {
    let mut layer = Layer::default();
    let (lines, first) = last_variables(text).unwrap_or_default();
    for (index, line) in lines.iter().enumerate() {
        let Some(expression) = value_of(line.trim_start(), "eval") else {
            continue;
        };
        let read = read(expression, None, |reader| {
            reader.first_line = first + index;
            let data = reader.data;
            for id in data.tree.top_level() {
                reader.evaluate(&data.as_list(id));
            }
        });
        layer.extend(read.unwrap_or_default().rules);
    }
    layer
}

/// The value in `name: value`.
fn value_of<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    line.strip_prefix(name)?.trim_start().strip_prefix(':')
}

/// The lines between `Local Variables:` and `End:` at the end of a text, without their common prefix and suffix, and the
/// number of the first one.
fn last_variables(text: &str) -> Option<(Vec<&str>, usize)> {
    const START: &str = "Local Variables:";
    let from = text.floor_char_boundary(text.len().saturating_sub(TAIL));
    // Forwards, which is faster than backwards.
    let start = from + memmem::find_iter(&text.as_bytes()[from..], START).last()?;
    let line_start = start_of_line(text, start);
    // The indentation of a comment is not up to its author.
    let prefix = text[line_start..start].trim();
    let mut lines = text[start..].lines();
    let suffix = lines.next()?[START.len()..].trim();
    let mut variables = Vec::new();
    for line in lines {
        let line = line.trim();
        let line = line.strip_prefix(prefix).unwrap_or(line);
        let line = line.strip_suffix(suffix).unwrap_or(line);
        if value_of(line.trim_start(), "End").is_some() {
            break;
        }
        variables.push(line);
    }
    Some((variables, Lines::of(text).line(start) + 1))
}

/// Reads a text as Emacs Lisp, and collects what `visit` finds in it.
fn read(
    text: &str,
    file: Option<&Arc<str>>,
    visit: impl FnOnce(&mut Reader<'_>),
) -> Result<Declarations, Diagnostic> {
    let text = without_characters(text);
    let switches = Switches::COMMON
        .difference(Switches::BARS)
        .difference(Switches::BRACES);
    let tree = parser::parse_whole(&mut Lexer::new(&text, switches))?;
    let mut reader = Reader {
        data: Data {
            text: &text,
            tree: &tree,
        },
        lines: Lines::of(&text),
        file,
        first_line: 1,
        declared: Declarations::default(),
    };
    visit(&mut reader);
    Ok(reader.declared)
}

/// The text with each character literal (`?\(`, `?;`) replaced by other bytes, since a Scheme lexer would take it for a
/// bracket or a comment.
fn without_characters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        match c {
            ';' | '"' => {
                // Skip a comment or a string.
                out.push(c);
                let end = if c == ';' { '\n' } else { '"' };
                while let Some(inner) = chars.next() {
                    out.push(inner);
                    if inner == end {
                        break;
                    }
                    if inner == '\\' && c == '"' {
                        out.extend(chars.next());
                    }
                }
                before = end;
                continue;
            }
            '?' if !before.is_alphanumeric() && !"-_?!*+/<>=".contains(before) => {
                let mut length = 1;
                let mut escaped = true;
                while escaped {
                    let Some(next) = chars.next() else { break };
                    length += next.len_utf8();
                    // `?\C-\(` has several.
                    escaped =
                        next == '\\' || next == '-' && length > 3 && chars.peek() == Some(&'\\');
                }
                out.extend(std::iter::repeat_n('x', length));
                before = 'x';
                continue;
            }
            _ => out.push(c),
        }
        before = c;
    }
    out
}

/// Walks Emacs Lisp and collects rules.
struct Reader<'t> {
    data: Data<'t>,
    lines: Lines,
    file: Option<&'t Arc<str>>,
    /// The line number of the text's first line.
    first_line: usize,
    declared: Declarations,
}

impl Reader<'_> {
    /// Reads a list of `(mode . variables)` and `("folder" . such a list)`, for the files in `folder`.
    fn classes(&mut self, classes: &[NodeId], folder: &str) {
        let data = self.data;
        let classes: Vec<Vec<NodeId>> = classes.iter().map(|class| data.as_list(*class)).collect();
        for mode in MODES {
            for class in &classes {
                if let [key, variables @ ..] = &class[..]
                    && data.atom(*key) == Some(mode)
                {
                    variables.iter().for_each(|id| self.variable(*id));
                }
            }
        }
        for class in &classes {
            if let [key, nested @ ..] = &class[..]
                && let Some(below) = data.string(*key)
                && folder.starts_with(below)
            {
                self.classes(nested, folder);
            }
        }
    }

    /// Reads `(eval . EXPRESSION)`, `(fill-column . N)`, `(indent-tabs-mode . FLAG)` or `(lisp-local-indent name N name N ...)`.
    fn variable(&mut self, id: NodeId) {
        let data = self.data;
        let items = data.as_list(id);
        // The dot counts as an element.
        let value = items.last().and_then(|value| data.atom(*value));
        match data.head(id) {
            // A pair of `eval` and an expression is the same as a list of `eval` and the elements of the expression.
            Some("eval") => self.evaluate(&items[1..]),
            Some("fill-column") => {
                let columns = value.and_then(|value| value.parse().ok());
                let known = &mut self.declared.variables.fill_column;
                *known = columns.or(*known);
            }
            Some("indent-tabs-mode") => {
                // A list of nothing but the name is a pair of it and `nil`.
                let is_set = |value: &str| items.len() > 1 && value != "nil";
                self.declared.variables.indents_with_tabs = value.map(is_set);
            }
            Some("lisp-local-indent") => {
                for pair in items[1..].chunks_exact(2) {
                    if let Some(name) = data.atom(pair[0]) {
                        self.rule(name, pair[1], pair[0]);
                    }
                }
            }
            _ => {}
        }
    }

    /// Reads the elements of an expression that Emacs would evaluate.
    fn evaluate(&mut self, items: &[NodeId]) {
        let data = self.data;
        self.put(items);
        let head = items.first().and_then(|head| data.atom(*head));
        let evaluating = EVALUATING.iter().find(|(name, _)| head == Some(name));
        let Some((head, skipped)) = evaluating else {
            return;
        };
        for id in items.iter().skip(1 + skipped) {
            let quoted = data.quoted(*id).filter(|_| *head == "eval-after-load");
            self.evaluate(&data.as_list(quoted.unwrap_or(*id)));
        }
    }

    /// Adds the rule of a list of these elements, if that is a `put`.
    fn put(&mut self, items: &[NodeId]) {
        let data = self.data;
        if let [put, quoted, property, method] = items
            && matches!(data.atom(*put), Some("put" | "function-put"))
            && let Some(name) = data.quoted_atom(*quoted)
            && matches!(
                data.quoted_atom(*property),
                Some("scheme-indent-function" | "racket-indent-function")
            )
        {
            self.rule(name, *method, *quoted);
        }
    }

    /// Adds a rule found at a node: `method` is a number, `'defun`, `nil` or `'scheme-let-indent`. Other functions cannot
    /// be run.
    fn rule(&mut self, name: &str, method: NodeId, at: NodeId) {
        let data = self.data;
        let method_text = data.atom(method).or_else(|| data.quoted_atom(method));
        let row = match method_text {
            Some("defun") => definition(name),
            Some("nil") if name.len() > 3 && name.starts_with("def") => definition(name),
            Some("nil") => Row::Always(CALL),
            Some("scheme-let-indent") => body_after("let", 1),
            number => match number.and_then(|number| number.parse().ok()) {
                Some(k) => body_after(name, k),
                None => return,
            },
        };
        let location = Location {
            file: self.file.cloned(),
            line: self.first_line + self.lines.line(data.start(at)) - 1,
        };
        let provenance = Provenance::Emacs(location);
        self.declared.rules.insert(name, Rule { row, provenance });
    }
}
