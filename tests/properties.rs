//! The promises of the formatter, tried on texts made at random: nothing lost, idempotent, canonical, no panic.
//!
//! `PROPTEST_CASES=100000 cargo test --release --test properties` tries more of them, `PROPTEST_RNG_SEED=2` others.

#[path = "support/draws.rs"]
mod draws;
mod soup;

use proptest::prelude::*;
use schemefmt::internals::dialects::ambiguous::is_plain;
use schemefmt::internals::hunks::hunks;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::pairs::Changes;
use schemefmt::internals::syntax::parser;
use schemefmt::internals::syntax::token::{Token, TokenKind};
use schemefmt::internals::syntax::tree::{NodeKind, Tree};
use schemefmt::internals::text::lines::line_end;
use schemefmt::internals::text::source::Source;
use schemefmt::options::{Columns, EndOfLine, HandAlignment, IndentStyle, LineBreaks, RowBreaks};
use schemefmt::{Diagnostic, Dialect, Formatted, Options, Severity, diagnose, format};
use std::ops::Range;

use soup::{Bytes, Choices};

/// Every reading of a text that the formatter may try.
const READINGS: [Switches; 7] = [
    Switches::COMMON,
    Switches::COMMON.difference(Switches::BARS),
    Switches::COMMON.difference(Switches::BRACES),
    Switches::COMMON.union(Switches::REGEXPS),
    Switches::COMMON.union(Switches::GEXPS),
    Switches::COMMON.union(Switches::UNICODE_SPACE),
    Switches::COMMON.union(Switches::RAW_STRINGS),
];

/// The tokens' texts, joined, are the text, by every reading; no token is empty.
fn is_lossless(text: &str) -> Result<(), TestCaseError> {
    for switches in READINGS {
        let mut end = 0;
        for token in Lexer::new(text, switches) {
            prop_assert_eq!(token.start as usize, end);
            prop_assert!(token.end > token.start, "an empty token at {}", end);
            prop_assert!(text.get(token.start as usize..token.end as usize).is_some());
            end = token.end as usize;
        }
        prop_assert_eq!(end, text.len());
    }
    Ok(())
}

/// Tokens that are settled come out of every text that goes on otherwise after the bytes which settle them.
fn is_settled_by_its_bytes(text: &str, other: &str) -> Result<(), TestCaseError> {
    for switches in READINGS {
        let lexer = Lexer::new(text, switches);
        for (count, token) in lexer.clone().enumerate() {
            let end = token.end as usize;
            let after = end + text[end..].chars().next().map_or(0, char::len_utf8);
            for end in [end, after] {
                let changed = format!("{}{other}", &text[..end]);
                // Comments end otherwise in a text of lone carriage returns.
                let is_alike = changed.contains('\n') == text.contains('\n');
                if is_alike && lexer.is_settled(token, end) {
                    let again = Lexer::new(&changed, switches).nth(count);
                    prop_assert_eq!(again, Some(token), "{:?}", changed);
                }
            }
            if !lexer.is_settled(token, text.len() + 1) {
                break;
            }
        }
    }
    Ok(())
}

/// The hunks of a text and its output make the one into the other, touch only lines that change, and number them right.
fn hunks_lead_to(before: &str, after: &str, changes: &Changes) -> Result<(), TestCaseError> {
    let mut text = String::new();
    let mut end = 0;
    let line_end = char::from(line_end(before));
    for hunk in hunks(before, after, changes) {
        let (old, new) = (&before[hunk.before.clone()], &after[hunk.after]);
        prop_assert_ne!(old, new);
        text.push_str(&before[end..hunk.before.start]);
        prop_assert!(text.is_empty() || text.ends_with(line_end));
        let line = |offset: usize| before[..offset].matches(line_end).count() + 1;
        prop_assert_eq!(hunk.lines.start, line(hunk.before.start));
        prop_assert_eq!(hunk.lines.len(), old.split_inclusive(line_end).count());
        text.push_str(new);
        end = hunk.before.end;
    }
    text.push_str(&before[end..]);
    prop_assert_eq!(text, after);
    Ok(())
}

/// Whether a text may hold something odd, which comes out as it stands.
fn may_be_odd(text: &str, switches: Switches) -> bool {
    let tree = parser::parse_whole(&mut Lexer::new(text, switches));
    !tree.is_ok_and(|tree| is_plain(text, &tree))
}

/// Whether a text may have strings of several lines whose contents depend on their column (LIPS): what is around them comes out
/// as it stands.
fn may_hold_moved_strings(text: &str, options: &Options) -> bool {
    options.dialect == Dialect::Lips && text.contains("\n ")
}

/// Whether a text may hold a command of a prompt, which stays as it is: a name after a comma that begins a line.
fn has_command(text: &str) -> bool {
    text.match_indices(',').any(|(comma, _)| {
        let before = text[..comma].trim_end_matches([' ', '\t']);
        let begins_line = before.is_empty() || before.ends_with(['\n', '\r', '\u{c}']);
        let name = text[comma + 1..].trim_start();
        begins_line && name.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

/// Formatting gives a located error, or a text that formatting does not change.
fn is_sound(input: &[u8], options: &Options) -> Result<(), TestCaseError> {
    let (once, switches) = match format(input, options) {
        Ok(formatted) if formatted.skipped.is_some() => {
            prop_assert_eq!(formatted.output, input);
            return Ok(());
        }
        Ok(formatted) => {
            let is_bug = |warning: &Diagnostic| warning.code == "internal";
            prop_assert!(!formatted.warnings.iter().any(is_bug), "{:?}", formatted);
            let (before, after) = (Source::decode(input), Source::decode(&formatted.output));
            if let (Ok(before), Ok(after)) = (before, after) {
                hunks_lead_to(&before.text, &after.text, &formatted.changes)?;
            }
            (formatted.output, formatted.switches)
        }
        Err(error) => {
            prop_assert_ne!(error.code, "internal", "{}", error);
            let told = diagnose(input, options);
            let is_error = |said: &&Diagnostic| said.severity == Severity::Error;
            let errors = told.iter().take_while(is_error);
            prop_assert!(
                !told
                    .iter()
                    .skip(errors.clone().count())
                    .any(|it| is_error(&it))
            );
            // The last one may count those that are not told.
            prop_assert!(errors.clone().count() <= 11);
            let places = errors.filter_map(|error| error.labels.first());
            prop_assert!(places.map(|label| label.span.start).is_sorted());
            // An encoding is that of the whole text.
            prop_assert!(!error.labels.is_empty() || error.code == "encoding");
            for error in told.iter().chain([&error]) {
                for label in &error.labels {
                    prop_assert!(
                        label.span.start <= label.span.end && label.span.end <= input.len(),
                        "{:?}",
                        error
                    );
                    let lines = label.lines.as_ref().expect("they are known");
                    // No position lies inside a CR LF.
                    let start = lines.start.offset_in(input);
                    prop_assert!(start.is_none_or(|it| it == label.span.start), "{:?}", error);
                }
            }
            return Ok(());
        }
    };
    if let Ok(text) = std::str::from_utf8(&once)
        && !may_be_odd(text, switches)
        && !may_hold_moved_strings(text, options)
        // What follows a feature stays as it is, and so does a command.
        && !text.contains("#+")
        && !has_command(text)
        && let Ok(tree) = parser::parse_whole(&mut Lexer::new(text, switches))
    {
        let verbatim = verbatim(&tree);
        let is_blank =
            |token: &Token| token.kind == TokenKind::Whitespace && !verbatim.contains(token);
        for token in Lexer::new(text, switches).filter(is_blank) {
            let blanks = token.text(text).split(['\n', '\r']).rev().skip(1);
            prop_assert!(
                blanks
                    .clone()
                    .all(|blanks| blanks.trim_matches('\u{c}').is_empty()),
                "blanks at a line's end: {:?}",
                text
            );
        }
    }
    let twice = format(&once, options).map(|formatted| formatted.output);
    let shown = String::from_utf8_lossy(&once);
    match twice {
        Ok(twice) => prop_assert_eq!(shown, String::from_utf8_lossy(&twice)),
        Err(error) => prop_assert!(false, "the output is refused: {}\n{}", error, shown),
    }
    Ok(())
}

/// The spans of a tree that come out as they stand.
struct Verbatim(Vec<Range<u32>>);

fn verbatim(tree: &Tree) -> Verbatim {
    let spans = tree.nodes.iter().filter_map(|node| match node.kind {
        NodeKind::Raw | NodeKind::HereString | NodeKind::LineComment => Some(node.start..node.end),
        // A prefix may be glued to what is before it.
        NodeKind::Prefix => Some(node.start..node.head_end),
        _ => None,
    });
    Verbatim(spans.collect())
}

impl Verbatim {
    fn contains(&self, token: &Token) -> bool {
        self.0.iter().any(|span| span.contains(&token.start))
    }
}

/// Where the items of bodies start before which a line break has no influence, since the last item begins a line.
fn further_breaks(text: &str, tree: &Tree) -> Vec<u32> {
    const OPERATORS: [&str; 8] = [
        "begin", "when", "unless", "if", "cond", "case", "lambda", "let*",
    ];
    let mut starts = Vec::new();
    for list in (0..tree.nodes.len()).filter(|id| tree.nodes[*id].kind == NodeKind::List) {
        let items: Vec<_> = tree.children(list).map(|id| &tree.nodes[id]).collect();
        let [operator, _, further @ .., before, last] = &items[..] else {
            continue;
        };
        let is_list = |kind: NodeKind| kind == NodeKind::List;
        let is_bare = items.iter().all(|item| item.kind.is_datum());
        let is_form = OPERATORS.contains(&&text[operator.start as usize..operator.end as usize]);
        if is_bare && is_form && is_list(before.kind) && is_list(last.kind) && last.begins_line() {
            starts.extend(further.iter().chain([before]).map(|item| item.start));
        }
    }
    starts
}

/// The text with its white space redrawn where it has no influence: not beside comments, not before a comment on the same
/// line, whose column may matter, not within what is verbatim, and with blank lines kept. Line breaks stay where the author's
/// are kept; of a list that stays broken, those that say nothing more do not. None where it does not balance.
fn redrawn(
    text: &str,
    switches: Switches,
    line_breaks: LineBreaks,
    choices: &[usize],
) -> Option<String> {
    const BLANKS: [&str; 3] = [" ", "  ", "\t"];
    const BREAKS: [&str; 3] = ["\n", "\n      ", " \n \t"];
    let tree = parser::parse_whole(&mut Lexer::new(text, switches)).ok()?;
    let tokens: Vec<Token> = Lexer::new(text, switches).collect();
    let line_end = if text.contains('\r') && !text.contains('\n') {
        "\r"
    } else {
        "\n"
    };
    // Where only some lines end in a carriage return alone, the others decide how it is read.
    let lone_returns = text.replace("\r\n", "").contains('\r');
    let is_comment = |token: Option<&Token>| {
        token.is_none_or(|token| {
            matches!(
                token.kind,
                TokenKind::LineComment
                    | TokenKind::BlockComment
                    | TokenKind::Shebang
                    | TokenKind::Directive
            ) || token.kind == TokenKind::Raw
        })
    };
    let verbatim = verbatim(&tree);
    let further = further_breaks(text, &tree);
    let mut pieces: Vec<String> = Vec::new();
    let mut commented = false;
    for (i, token) in tokens.iter().enumerate().rev() {
        let old = token.text(text);
        if token.kind != TokenKind::Whitespace {
            commented |= is_comment(Some(token));
            pieces.push(old.to_owned());
            continue;
        }
        let lines = old.matches(line_end).count();
        let beside = is_comment(i.checked_sub(1).and_then(|i| tokens.get(i)))
            || is_comment(tokens.get(i + 1));
        let fixed = commented
            || beside
            || lines > 1
            || old.contains('\u{c}')
            || lone_returns && lines > 0
            || old.contains('\r')
            || verbatim.contains(token);
        commented &= lines == 0;
        pieces.push(if fixed {
            old.to_owned()
        } else {
            let choice = choices[i % choices.len()];
            let breaks = match line_breaks {
                LineBreaks::Canonical => choice >= BLANKS.len(),
                LineBreaks::Persistent if further.contains(&token.end) => choice >= BLANKS.len(),
                _ => lines > 0,
            };
            let runs = if breaks { BREAKS } else { BLANKS };
            runs[choice % runs.len()].replace('\n', line_end)
        });
    }
    pieces.reverse();
    Some(pieces.concat())
}

proptest! {
    #![proptest_config(draws::config())]

    #[test]
    fn lexing_loses_nothing_of_programs(text in soup::program()) {
        is_lossless(&text)?;
    }

    #[test]
    fn lexing_loses_nothing_of_soup(text in soup::soup()) {
        is_lossless(&text)?;
    }

    #[test]
    fn settled_tokens_stay(text in soup::soup(), other in soup::soup()) {
        is_settled_by_its_bytes(&text, &other)?;
    }

    #[test]
    fn lexing_loses_nothing_of_bytes(Bytes(bytes) in soup::bytes()) {
        let source = Source::decode(&bytes).expect("a short text is decoded");
        is_lossless(&source.text)?;
        let body = source.encode(source.text.to_string());
        prop_assert_eq!(body.expect("nothing moves"), bytes);
    }

    #[test]
    fn programs_are_sound(text in soup::program(), Choices(options) in soup::options()) {
        is_sound(text.as_bytes(), &options)?;
    }

    #[test]
    fn code_is_sound(text in soup::code(), Choices(options) in soup::options()) {
        is_sound(text.as_bytes(), &options)?;
    }

    #[test]
    fn soup_is_sound(text in soup::soup(), Choices(options) in soup::options()) {
        is_sound(text.as_bytes(), &options)?;
    }

    #[test]
    fn bytes_are_sound(Bytes(bytes) in soup::bytes(), Choices(options) in soup::options()) {
        is_sound(&bytes, &options)?;
    }

    #[test]
    fn white_space_has_no_influence(
        text in soup::plain_program(),
        Choices(mut options) in soup::options(),
        choices in proptest::collection::vec(0..6usize, 1..40),
    ) {
        options.style.rows = RowBreaks::Canonical;
        options.style.alignment = HandAlignment::Collapse;
        options.style.columns = Columns::Rules;
        // What `auto` goes by may be redrawn.
        options.end_of_line = EndOfLine::Lf;
        if options.style.indentation == IndentStyle::Auto {
            options.style.indentation = IndentStyle::Spaces;
        }
        let Ok(once) = format(text.as_bytes(), &options) else {
            return Err(TestCaseError::reject("it does not balance"));
        };
        prop_assume!(once.skipped.is_none() && !may_be_odd(&text, once.switches));
        prop_assume!(!may_hold_moved_strings(&text, &options));
        // What follows a feature stays as it is, and so does a command.
        prop_assume!(!text.contains("#+") && !has_command(&text));
        let switches = once.switches;
        let Some(other) = redrawn(&text, switches, options.style.line_breaks, &choices) else {
            return Err(TestCaseError::reject("it balances by another reading"));
        };
        let again = format(other.as_bytes(), &options);
        prop_assume!(!has_command(&other));
        // What is in another language may show in its margin.
        prop_assume!(!again.as_ref().is_ok_and(|again| again.skipped.is_some()));
        let shown = |formatted: Formatted| String::from_utf8_lossy(&formatted.output).into_owned();
        prop_assert_eq!(Ok(shown(once)), again.map(shown), "redrawn: {:?}", other);
    }
}

/// Where the author's lines are kept, those of the canonical layout are.
fn is_fixed(input: &[u8], mut options: Options) -> Result<(), TestCaseError> {
    // Where the lines are kept, another string might stay in its column.
    prop_assume!(!may_hold_moved_strings(
        &String::from_utf8_lossy(input),
        &options
    ));
    options.style.line_breaks = LineBreaks::Canonical;
    // Comments that are aligned by hand may stand beyond the width.
    options.style.alignment = HandAlignment::Collapse;
    let Ok(canonical) = format(input, &options) else {
        return Err(TestCaseError::reject("it does not balance"));
    };
    options.style.line_breaks = LineBreaks::Keep;
    let kept = format(&canonical.output, &options).map(|kept| kept.output);
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    prop_assert_eq!(kept.map(|kept| shown(&kept)), Ok(shown(&canonical.output)));
    Ok(())
}

proptest! {
    #![proptest_config(draws::config())]

    #[test]
    fn canonical_lines_are_kept(text in soup::program(), Choices(options) in soup::options()) {
        is_fixed(text.as_bytes(), options)?;
    }

    #[test]
    fn canonical_lines_of_soup_are_kept(text in soup::soup(), Choices(options) in soup::options()) {
        is_fixed(text.as_bytes(), options)?;
    }
}

/// A form with these items after its head, some of which begin lines.
fn broken_form(head: &str, items: &[&str], begins_line: &[bool]) -> String {
    let mut text = head.to_owned();
    for (item, begins_line) in items.iter().zip(begins_line) {
        text += if *begins_line { "\n " } else { " " };
        text += item;
    }
    text + ")"
}

proptest! {
    #![proptest_config(draws::config())]

    #[test]
    fn lists_that_stay_broken_are_sound(text in soup::program(), Choices(mut options) in soup::options()) {
        options.style.line_breaks = LineBreaks::Persistent;
        is_sound(text.as_bytes(), &options)?;
    }

    /// One line break before an item of a body breaks the form; in the definition of a procedure, the first one begins a line then, and so
    /// does one behind a string, unless it is an atom.
    #[test]
    fn a_body_is_broken_by_any_line_break(
        head in proptest::sample::select(&["(begin", "(when test", "(if test", "(define (f x)", "(let ((x 1))"][..]),
        items in proptest::collection::vec(proptest::sample::select(&["a", "(f x)", "\"text\"", "'(1 2)"][..]), 2..6),
        breaks in proptest::collection::vec(any::<bool>(), 6),
        which in 0..6usize,
    ) {
        let mut options = Options::default();
        options.style.line_breaks = LineBreaks::Persistent;
        options.style.columns = Columns::Rules;
        let formatted = |begins_line: &[bool]| {
            let text = broken_form(head, &items, begins_line);
            format(text.as_bytes(), &options).map(|f| String::from_utf8_lossy(&f.output).into_owned())
        };
        let mut some = breaks;
        some[which % items.len()] = true;
        let is = |index: usize, item| items.get(index) == Some(&item);
        let all: Vec<bool> = (0..6)
            .map(|index| some[index] || index == 0 || is(index - 1, "\"text\"") && !is(index, "a"))
            .collect();
        let some = formatted(&some);
        prop_assert_eq!(some.clone().map(|some| some.lines().count() > 1), Ok(true));
        if head.starts_with("(define") {
            prop_assert_eq!(some, formatted(&all));
        }
    }
}

/// Texts, with the options, that formatting once changed again.
const SECOND_RUNS: &[(&[(&str, &str)], &str)] = &[
    // A comment for Steel that ends in carriage returns, which are none of its text.
    (&[], "(f\n ;;@doc x\r\r\n b)\n"),
    // A blank beyond ASCII after a block comment at a line's end.
    (&[("dialect", "r6rs")], "#| a |#\u{a0}\n; b\n\"\"\n"),
    // Numbers below one that is behind a string of two lines.
    (
        &[("line-breaks", "persistent")],
        "(match x((\"two\nlines\" x\n+5\n -12)))",
    ),
    // Of two lines of a body at the margin, one joins the operator.
    (
        &[("line-breaks", "persistent")],
        "(declare(block)(guard\ne(#\"\"n)\ne))(##sys#x)",
    ),
    // A form feed behind what may be commented out.
    (&[("line-breaks", "keep")], "#- x\u{c}"),
    // A `#;` among the names of a definition.
    (&[], "(define-names #;(x)\n first\n second\n\n third)"),
    (&[], "(define-foo #;(gone away)\ndefine define\u{c})"),
    (&[], "(define-foo #;\"\n\" x)"),
    (
        &[("line-width", "20")],
        "(defclass #;(a b) point (x y)#;t (z w))",
    ),
    // Parameters below a name that would all fit on one line.
    (
        &[("dialect", "racket")],
        "((test/spec-passed\n 'contract-marks38\n '(let () (define/contract chan\n (channel/c (l _ (named-blame? 'top-level))) (make-channel)) ((())) 1)))",
    ),
    // A language that touches an atom, and comes apart from it.
    (&[], " \\ #lang racket\n ' \\ #t #{g0 a b}"),
    // A list that drops its second item keeps a body in the first column.
    (
        &[("line-breaks", "persistent"), ("line-width", "19")],
        "(a ,(f #| b |# \"a b\")\nb\nc)\n",
    ),
    // A comment beside the test of a clause is no body that others continue under.
    (
        &[("line-breaks", "persistent")],
        "(define (f x)\n  (cond [x ; c\n         (g)]))\n",
    ),
    // Nor is what cannot follow a first item of several lines.
    (
        &[("line-breaks", "persistent")],
        "(do [] (#;() a \"\n\" \"\")\n ((([]))))\n",
    ),
    (&[("line-breaks", "persistent")], "(cond [\"a\nb\" x])\n"),
    (&[("line-breaks", "persistent")], "(let (((v\na) ())) v)\n"),
    (
        &[("line-breaks", "persistent"), ("line-width", "17")],
        "(let values ([(a b) ()]) b)\n",
    ),
    // Nor an ellipsis, which stays beside the operator.
    (
        &[("line-breaks", "persistent"), ("line-width", "19")],
        "(match-lambda ... b)\n",
    ),
    // A clause whose bracket ends its line.
    (&[("line-breaks", "keep")], "(case x (\n:e a\nb))\n"),
    // What the author put below a datum that is commented out, or below a directive, stays there.
    (
        &[("line-breaks", "persistent")],
        "#(((a) b) (d #;(g a y)\naa))\n",
    ),
    (&[("line-breaks", "persistent")], "((f #!r6rs\nb) ...)\n"),
    // What is commented out is the first thing in its list.
    (
        &[("line-breaks", "keep")],
        "#hash(#;a c\na) #hash(#;a c\na) #(a\na\ny\n b\na)\n",
    ),
    // A tab in a token, and a lone carriage return.
    (&[("line-breaks", "keep")], "(\"a\tb\" (x\na))\n"),
    (
        &[("line-breaks", "keep")],
        "#[\n\r](#(\"\"\no\n a\n a) \"\")\n",
    ),
    // Gaps of a line that moves, behind a marker of parameters and before a dot.
    (
        &[("line-breaks", "keep")],
        "(f ( #!optional a   b\n     (c)))\n",
    ),
    (
        &[("line-breaks", "keep")],
        "(\n -1 syntax-case   .\n\n define\n)\n",
    ),
    // Clauses below a comment that is below the name of a library.
    (
        &[("line-breaks", "keep")],
        "(library\n ;\n(())\n   ()(())(()))\n",
    ),
    (
        &[("line-breaks", "persistent")],
        "(library\n ;\n(())\n   ()(())(()))\n",
    ),
    // Rows after an item that moves.
    (
        &[("line-breaks", "persistent"), ("line-width", "20")],
        "([(a . b)             ()]\n(\"s\"                 y)\n[3                   1]\n())\n",
    ),
    // Numbers that end in one column, below a bracket that ends its line.
    (
        &[("line-breaks", "persistent"), ("closers", "keep")],
        "(define x (\n      1\n\n  #E1.5))\n",
    ),
    // What is commented out and comes to stand beside an operator is above no row.
    (&[], "#!r6rs\n (if\n  #;(cond define) (\"a b\"  -1.5))\n"),
    // Numbers that end in one column, among items in the first column.
    (
        &[("line-breaks", "keep")],
        "(((\n\"\"\n\n 1e-3\n  1.5\n\na\n\nb)))\n",
    ),
    // A brace below a comment has no blank before it.
    (&[("line-breaks", "keep")], "{ ;\n} (e\na)\n"),
    // Lists that come to share a line are in no column.
    (
        &[
            ("line-breaks", "persistent"),
            ("rows", "canonical"),
            ("alignment", "keep"),
        ],
        "(lib (export (r n (sxxxhashxxxxxxxxxxxxxx h)\n(sxxxstringxhxxxxxxxx  sa) (a aal))))\n",
    ),
    // Verbatim up to a bracket that some readers take for part of its last atom.
    (&[], "[\n; schemefmt: off\n\"\".]\n"),
    // Items that touched, sorted, and a letter that is no blank.
    (&[("style.sort-exports", "sorted")], "(export n() e)\n"),
    (
        &[("style.sort-exports", "sorted")],
        "(export () y[]\u{2028})\n",
    ),
    // What joins a line that is wider than usual: the line is no longer the author's, or it is longer than his.
    (
        &[
            ("line-breaks", "persistent"),
            ("rows", "canonical"),
            ("line-width", "22"),
        ],
        "(let [fa aaacaaaaaaelse f ])\n",
    ),
    (
        &[("line-breaks", "persistent"), ("line-width", "40")],
        "([aa]l a a e(a\ns a a aaaaa a a a a a a \u{e9})\"\")\n",
    ),
    (
        &[("line-breaks", "persistent"), ("line-width", "40")],
        "([aa]l a a e(a\ns a a a aaaaa a a a a a \u{e9}\n)\"\")\n",
    ),
    (
        &[("line-breaks", "persistent"), ("line-width", "13")],
        "((a\ne ae .\nakey)())\n",
    ),
    // Data filled like prose, but for lines that join an opening bracket or a prefix, or would come to the first column.
    (&[("line-breaks", "keep")], "#((\na\na)\n())\n"),
    (&[("line-breaks", "keep")], "(\n#s[(g\na\no)\na])\n"),
    (&[("line-breaks", "keep")], "#(a\n(b\n#1=\nc))\n"),
    (&[("line-breaks", "keep")], "  #(t\n  (()\n  a)\n  y)\n"),
    (
        &[("line-breaks", "keep"), ("closers", "keep")],
        "(8(a\na\n#;\n a)\n)\n",
    ),
    // The second datum of those at the margin, which comes to begin a line.
    (
        &[("line-breaks", "persistent"), ("line-width", "3")],
        "#(\na aa\nF\n a\na\n a)\n",
    ),
    // What the author put behind a first item of several lines.
    (
        &[("line-breaks", "persistent")],
        "(#;()(test-eq\"\"(()\na)()) a\n())\n",
    ),
    // Conventions: of a list whose rest has no lines, below what is commented out, of a vector.
    (
        &[
            ("line-breaks", "keep"),
            ("closers", "keep"),
            ("style.calls", "2"),
        ],
        "[h\n...\n]\n",
    ),
    (&[("line-breaks", "keep")], "(a\n    #;()\n  a)\n"),
    (
        &[("line-breaks", "persistent")],
        "(match e #(\"\n\"()\na))\n",
    ),
    // A message that would fit below its destination.
    (
        &[("line-breaks", "persistent"), ("rows", "canonical")],
        "#lang a\n((format\"\"'((li\"aaaaaaaaa aaaaaaaaa aa\"\"aaaaaaaaa\")\n(lab\"aaaaaaaaa aaaaaaaaa aaaa aa\"\"aaaaa    \"))))\n",
    ),
    // A comment in the place of the second item.
    (
        &[("line-breaks", "persistent"), ("style.calls", "2")],
        "(list ;\n      k\n      p\n      s)\n(list a\n      (b)\n      (c))\n",
    ),
    // A binding that comes to begin a line.
    (
        &[],
        "(let((oaaaa  \"\")\n(g      \"\")\n(d      ())(objs(\n)a)))\n",
    ),
    // What comes to be beside a feature.
    (&[], "(#+\ns[\n]\u{3bb})\n"),
    // A dot that is no name, and an operator that the first item touched.
    (&[("style.sort-imports", "programs")], "[import a .]\n"),
    (
        &[
            ("style.cond", "break"),
            ("style.if-arms", "2"),
            ("style.sort-imports", "programs"),
        ],
        "(import(f)#||#a)\n",
    ),
    // A keyword for Gambit whose name is a line end.
    (&[], "(a)\r\n\u{c}\r\n(b)\r\n#:"),
    // A comment to the end of the line for Racket, at the end of the text.
    (&[], "();\n#!();"),
    // What is verbatim up to the end of its line, in a text with carriage returns.
    (&[], "\n{;\r"),
    (&[], "\u{feff} a{\r\n}"),
    (&[("dialect", "r6rs")], "#!\u{85}"),
    // The first form of a library's body, in a text that cannot be read.
    (
        &[("line-breaks", "keep")],
        "(define-library(export)(import)\n(r",
    ),
    // A keyword at the end of its list, and of the text.
    (&[("line-width", "20")], "defiasyn(else #:a))"),
    // An operator behind blanks, and none.
    (&[], "(, (r 'let)()())"),
    (&[], "(,)"),
    // Numbers that end in one column, the first of which seems to hang below a comment.
    (&[("line-breaks", "keep")], "(f;\n      -3\n    0.63)"),
    // Lines that the rules have put where a convention would, too.
    (
        &[("line-breaks", "persistent"), ("line-width", "14")],
        "(def(l(p((let o()())))))",
    ),
    (
        &[("line-breaks", "persistent"), ("line-width", "22")],
        "(d(ort(d(p\n((((syntax-rules()(()(let l()()))))))))))",
    ),
    // Blanks that are lost on a line wider than usual.
    (
        &[("line-breaks", "persistent"), ("line-width", "22")],
        "(def a(import(prefix c: aolors )) )",
    ),
    // Data whose rows are not kept is torn each time.
    (
        &[
            ("line-breaks", "persistent"),
            ("rows", "canonical"),
            ("line-width", "21"),
        ],
        "(iat(let(a a aaaaao)()))",
    ),
    // A command whose comma did not touch it, before a token of several lines.
    (&[("line-breaks", "keep")], ", k |\n| n"),
    // A keyword whose value the author put below, and one whose line is not the author's.
    (
        &[("line-breaks", "persistent"), ("line-width", "20")],
        "#lang a\n(((syntax-parse()[(pd #:rhombusaexpr e)])))",
    ),
    (
        &[
            ("line-breaks", "persistent"),
            ("rows", "canonical"),
            ("line-width", "65"),
            ("style.body-indent", "3"),
        ],
        "#lang a\n(am(syntax-parse()[(group(ed #:rhombusaassign(laaa aa aa aaaaaaaaaaaaa aaaaae)))]()))",
    ),
    // A line that its columns make wider than usual.
    (
        &[("line-breaks", "persistent"), ("line-width", "26")],
        "(receive()()(paaa                s)(paaaaaa             ss))",
    ),
    // What is in a comment to the end of the line for some reader, once a line ends there.
    (&[("dialect", "chez")], "(d#; n\"\n\")"),
    (&[("dialect", "r6rs")], "#(x |;|#||#\"\n\")"),
    // An ellipsis below what is commented out on lines of its own.
    (&[], "(f\n#;(match x a[])\n...)"),
    // A second item that does not fit behind a first one of several lines.
    (
        &[
            ("line-breaks", "persistent"),
            ("line-width", "17"),
            ("style.calls", "2"),
        ],
        "[a[\naa ](k aa\" a  \") l e]",
    ),
    (
        &[
            ("line-breaks", "persistent"),
            ("line-width", "20"),
            ("columns", "rules"),
            ("style.head-alone", "2"),
        ],
        "(\u{3000}[\na\" a \"](a(aaa aaa))\"\")",
    ),
    // What is behind a datum that is commented out, and under it.
    (
        &[("line-breaks", "persistent")],
        "(receive #;(gone away)\n . () ; a\n)",
    ),
    // A column of values beside a list that begins on the line below its bracket.
    (
        &[("line-breaks", "persistent"), ("line-width", "29")],
        "[i   ()]\n[\n#\\a\n\" a \"a aaaa ao [a[[aaaaaa ] ]a]\na]",
    ),
    // Columns in braces, and within rows of which one goes on below.
    (&[("line-breaks", "keep")], "(#||#\ncond {\naa y\ni  a})"),
    (
        &[("line-breaks", "keep")],
        "([`(aa(aa a))\n()]\n[`(aa(a  ai)(maa))]\n[`(aa(ra   r)(  a))])",
    ),
    // A column of an author's row that ends before a form feed.
    (
        &[],
        "(#u8\"aa\"# aaaa a aa [aa a aaaaa aaaaa a a aa a\u{a0}a aa aa[[aaaaaa ] ]aaoap]a\n...\u{c})",
    ),
    // What touches, and shows a dialect once it is apart.
    (
        &[("line-width", "4")],
        "(declare(block)) a[define-module()]",
    ),
    (
        &[],
        "(define-module a)(define-module()\u{85}\"\"#~(do(()x)))",
    ),
    // Parameters for Gauche below an operator that begins a line.
    (
        &[
            ("line-breaks", "keep"),
            ("closers", "keep"),
            ("dialect", "gauche"),
        ],
        "(\n^ (^x))",
    ),
    // Arguments at +2 below a comment, and what is behind a datum that is commented out.
    (
        &[
            ("line-breaks", "keep"),
            ("columns", "rules"),
            ("style.calls", "2"),
        ],
        "( aaaaae;\n         e\n         ())",
    ),
    (&[("line-breaks", "keep")], "  (do #;[]\n    x\n    b)"),
    // A keyword whose line becomes shorter than the author's.
    (
        &[("line-breaks", "persistent"), ("line-width", "48")],
        "(\"\"[](dts [(((define(grateabibliography #:tag [ta\"             \"]\"\")\n())))]))",
    ),
    // Lists that follow the habit that they show, with what belongs to the operator beside it.
    (
        &[("line-breaks", "persistent"), ("style.body-indent", "3")],
        "#lang e\n(define: a[][]\n  []\n  ())\n(define:[]a l\n  ())",
    ),
    // What an ellipsis drops from, and a row of the author's in which a dot begins a line.
    (
        &[("line-breaks", "persistent"), ("line-width", "13")],
        "(def(()(:is aar ...)))",
    ),
    (
        &[("line-breaks", "persistent"), ("line-width", "7")],
        "(\u{a0}(()#a ... ...))",
    ),
    (
        &[],
        "#s[#||# #| |# (ab #;()\n. aaratheralongavariableanameathatafillsamostaofaaalineaofaei)]",
    ),
    // A quotation that fits beside the keyword that it belongs to, but would not if it were a list.
    (&[("line-width", "21")], "'(#:background 'white())"),
    (&[("line-width", "10")], "[l #(=> 'a())]"),
    // Lists that hang from the end of a line that begins within another one, or with its closing bracket.
    (
        &[("line-breaks", "keep")],
        " (x\nx) ( define x (define x\n\n  x))\n",
    ),
    (
        &[("line-breaks", "keep")],
        "(define x\n; schemefmt: off\n) (define x\n  x)\n",
    ),
    // Brackets alone on their lines in lists with a prefix and without, few of each.
    (
        &[("line-breaks", "keep")],
        " ( define  . ; trailing\n(\ndefine)\n  ) #| block |# ( (\n  define\n  )\n  ) ",
    ),
    (
        &[("line-breaks", "keep")],
        " ' (\n#| own line |#\n) ( (\n  define\n  )\n  define ) (\ndefine\n  ) ",
    ),
    // Numbers below the first item of a list, which has a blank before it.
    (
        &[("line-breaks", "persistent")],
        "( \"\"\n  0\n1.5\n\t ( define ) ) ' #(  define  . define ) ",
    ),
    (
        &[("line-breaks", "persistent"), ("columns", "rules")],
        "( #(  define  . define ) ) ( #( #| a |#\u{a0}\n+i\n1e-3\n1.5 ) )",
    ),
    // Gaps behind items of several lines: below a comment, beside a body in the first column, and near two columns.
    (
        &[("line-breaks", "persistent")],
        "(; trailing\nexport \"a  \n\"\tb\n .  c)",
    ),
    (&[("line-breaks", "persistent")], "(\n ()  e\n aaa g\ne\nd)"),
    (
        &[("line-breaks", "keep")],
        "#((else a\n\n\"a\nb\"\tc\nunless #| block |#))",
    ),
    // Rows that lose their gaps, and come to be in the column of others.
    (
        &[("line-width", "17")],
        "'((a   s   x)\n(bb  sss x)\n(c   s   x)\n(dd  sss x)\n(e   s   x)\n\n(f   sss   x)\n(gg  s     xxxx)\n(hh  sss   x)\n(ii  s     xxxx))",
    ),
    // A body in the first column whose second item does not fit beside the first.
    (
        &[("line-breaks", "persistent"), ("line-width", "18")],
        "((dynamic-wind a\nx\nb b\nelse\n))",
    ),
    // Habits of lists whose second item follows lines, and of those whose first item moves.
    (
        &[("line-breaks", "persistent")],
        "(let ()\n  (#'(define x\n  x) x\n    x)) (. ; trailing\nx)",
    ),
    (
        &[("line-breaks", "keep")],
        "{\n( n d\n e)}(#(\nk e\nn)\n #(e e\n  n))",
    ),
    // A further value in the clause of a module that begins in the first column.
    (
        &[("line-breaks", "persistent")],
        "((define x)(define-module (a b)\n#!r6rs\n#:export x\n  ()))",
    ),
    // Numbers below the first one, which is in the first column, or below an operator that is commented out.
    (
        &[("line-breaks", "persistent")],
        "{\n; own line\n#E1.5\n\t 1e-3\n\na\nb\n  #| c |#\n\n  }",
    ),
    (
        &[("line-breaks", "persistent")],
        "(\n\n-1 \n \n 0 ; trailing\n)",
    ),
    (
        &[("line-breaks", "persistent"), ("columns", "rules")],
        "`(#;gone a  b\n  0\n1.5\nc)",
    ),
    // A parameter that others stand under, which does not fit on the first line.
    (
        &[("line-breaks", "persistent"), ("line-width", "30")],
        "(define (f aaaaa bb [cc ddddddddddd]\n                    [ee ffffff])\n  x)",
    ),
    // What hangs from a line that joins the one above.
    (
        &[("line-breaks", "persistent"), ("dialect", "r6rs")],
        "(\n      ,@(define-values (a b)\u{3000}(define x\n          x)))",
    ),
    (
        &[("line-breaks", "keep")],
        "(; trailing\n) (\nonly\t( a\n  b))",
    ),
    // Data filled like prose, before a form feed.
    (&[("line-breaks", "keep")], "#((\n#;\na\nb\n\nc)\u{c})"),
    // The first line of a list that begins in the first column, and joins a brace.
    (
        &[("line-breaks", "persistent")],
        "{\n\nquote\ta ; trailing\n#t #!fold-case b ; trailing\nc }",
    ),
    // A gap behind a first item of several lines that begins in the first column.
    (
        &[("line-breaks", "persistent")],
        "(when . (\n\"a\nb\"  xxxxxx\nx\n\nbegin x))",
    ),
    // An empty list that does not fit.
    (
        &[("line-breaks", "persistent"), ("line-width", "1")],
        "(case x ())",
    ),
    // The value of a quoted name, which is none once it drops; and an ellipsis that cannot follow.
    (
        &[("line-breaks", "persistent"), ("line-width", "26")],
        "(aa (bb (cc res (list\n (ddd gui 'x x 'y y 'image star.image)))))",
    ),
    (
        &[("line-breaks", "persistent"), ("line-width", "17")],
        "(a ([n (fxmin (span-length tsp) ...)]))",
    ),
    // Pairs of which the first one's value drops, and values that may drop beside the operator of their list.
    (
        &[("line-breaks", "persistent"), ("line-width", "20")],
        "(show-all shapes (list\n 'the-first-of-them (list 'uri uri)\n 'at (list 'x (x-of shape) 'y (y-of shape))))",
    ),
    (
        &[("line-breaks", "persistent"), ("line-width", "37")],
        "(let ((title   (key-get args #:title \"Select File\"))\n (type    (f x))) x)",
    ),
    // A comment between brackets that are apart, with all lines above it joined.
    (
        &[("line-breaks", "persistent")],
        "(\n   define\n   x\n  ; about\n  )",
    ),
    // Text at the margin between brackets that are apart.
    (&[("line-breaks", "keep")], "(\nf\n\"a\nb\"\n ;; about\n  )"),
    // Brackets and lines of lists that join an operator, and a second item that joins.
    (&[("line-breaks", "persistent")], "(do\n    ( ; about\n))\n"),
    (
        &[("line-breaks", "persistent")],
        "(begin (library\n  b\n  ))",
    ),
    // Form feeds that did not have lines of their own.
    (
        &[("line-breaks", "persistent")],
        "#(\ndefine ()\nb\n\n  ; about\nb\u{c})",
    ),
    (
        &[("line-breaks", "persistent"), ("rows", "canonical")],
        "(define-syntax (\n define a\n .\u{c}b ; about\n))",
    ),
    // Bodies at +2 below what is commented out.
    (
        &[("style.calls", "2")],
        "(#;gone x x (define (f x . rest)))",
    ),
    // A number that joins its bracket.
    (
        &[("line-breaks", "persistent"), ("style.head-alone", "2")],
        "('a\n\n  x) (\n  -1.5\n; schemefmt: off\n)\n",
    ),
    // Numbers below a bracket.
    (
        &[("line-breaks", "keep"), ("closers", "keep")],
        "(x\n (\n -1\n  1))",
    ),
    // A carriage return that ends no line, behind an item with a comment once that is sorted.
    (
        &[("style.sort-exports", "sorted")],
        "(export c\ra ; of a\nb)\n",
    ),
    // A pair that begins a line only in the source.
    (
        &[("line-breaks", "persistent"), ("line-width", "1")],
        "(\n  (a . b))\n",
    ),
    // A wide gap on the first line of a list that comes to hang from its second item.
    (
        &[("line-breaks", "keep")],
        "(let ((a(b))) (cond o   (c)\n  (d)))\n",
    ),
    // A body in the first column, and an item that is not.
    (
        &[("line-breaks", "keep")],
        "(let*\n\n  ; after a blank line\ndefine\ndefine\n    ;; indented\n    define)\n",
    ),
    // What readers disagree about at the end of the text, which had no line end, or in a comment that ended in a blank.
    (&[], "#| block |# ;\n#:export #; ' 1.5|53"),
    (&[], "\n.;\r\\"),
    (&[], "\n.;\r\\ "),
    // What is left alone, and touches what follows, in a text for Chez.
    (
        &[],
        "(use-modules (a))\n(cond (d #{g0 a b})x\n; schemefmt: off\n(define x))\n",
    ),
    // A carriage return in what is verbatim, before a line feed.
    (&[], "\n{'\n  ;;@doc two returns\r\r\n  define"),
    // A command of a prompt below a keyword.
    (&[], "#:export\n  , define define"),
    // A body at +2 behind what is commented out.
    (
        &[("style.calls", "2")],
        "(-1 x #;gone (define x \"two\nlines\"))\n",
    ),
    // A row of data that has a comment.
    (
        &[("line-width", "31")],
        "#(#;(gone away)\ndefine #:export ; trailing\ndefine #| block |#)",
    ),
    // A module for Gauche, with a blank after its bracket, and what is one raw string there.
    (
        &[],
        "( define-module define ) #( #\"raw\" ) ( #\"raw\" define )",
    ),
    // An empty list in the place of the name of a definition.
    (&[], "(define-foo\n  '() x\n\n  (define x))"),
    // Verbatim up to a bracket that some readers take for a part of its last symbol.
    (&[], "(\n; schemefmt: off\ndefine#|touching|##\\\\)"),
];

/// Texts, with the options, whose canonical lines did not stay.
const FIXED_LINES: &[(&[(&str, &str)], &str)] = &[
    // The name of a definition.
    (&[("columns", "rules")], "(define-foo\nbar\u{c})"),
    (&[("columns", "rules")], "(a . (define-foo\n\nbar))"),
    // A clause of which all lines stand where the rule puts them.
    (
        &[("columns", "rules")],
        "(match-lambda (=> define\n\ndefine))",
    ),
    // What is under the second item, behind what is commented out on several lines.
    (&[], "(#; ; trailing\na b c\u{c})"),
    // What is under an ellipsis behind a first item of several lines.
    (
        &[("columns", "rules")],
        "(#| block |# (; trailing\na) ... b)",
    ),
    // A further value of a keyword.
    (
        &[("line-width", "1"), ("columns", "rules")],
        "({ #:export #;(gone away)\na } . b)",
    ),
    // What is below a `#;`, in its column.
    (&[], "#(define (\u{c}) #; ; trailing\ndefine)"),
    (
        &[("closers", "keep")],
        "and #| two\nlines |# #; ; trailing\n#; @\"\" define",
    ),
    // The only argument of what may be a procedure.
    (
        &[("columns", "rules"), ("style.head-alone", "2")],
        "(with-foo (a\n\"two\nlines\"))",
    ),
    // A body at +2 below arguments.
    (
        &[("columns", "rules")],
        "(f define\n  (lambda (x)\n    \"two\nlines\"))",
    ),
    // A `#;` on a line of its own in the place of the second item.
    (&[("style.head-alone", "2")], "((\u{c}=>\n#;\n))"),
    (
        &[("style.body-indent", "3")],
        "(with-foo\n#;\n()\ndefine (\\() (; trailing\ndefine))",
    ),
    // What is below a `#;` in the place of a name.
    (
        &[],
        "(let #;\n(a-rather-long-variable-name-that-fills-most-of-a-line-of-eighty-columns) define\u{c})",
    ),
];

/// Options with these settings.
fn options_of(settings: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (key, value) in settings {
        options.set(key, value).expect("a right value");
    }
    options
}

#[test]
fn second_runs_change_nothing() {
    for (settings, text) in SECOND_RUNS {
        let sound = is_sound(text.as_bytes(), &options_of(settings));
        assert!(sound.is_ok(), "{text:?} {settings:?}: {sound:?}");
    }
}

#[test]
fn canonical_lines_stay() {
    for (settings, text) in FIXED_LINES {
        let fixed = is_fixed(text.as_bytes(), options_of(settings));
        assert!(fixed.is_ok(), "{text:?} {settings:?}: {fixed:?}");
    }
}

/// Read with `|` as a letter since it does not balance otherwise, and laid out it would.
#[test]
fn misreadable_output_is_rejected() {
    let error = format(br"|;|\", &Options::default()).expect_err("it is refused");
    assert_eq!(error.code, "ambiguous");
}

/// Without the blanks before it, the letter would be a byte order mark, and no part of the text.
#[test]
fn letter_becoming_a_byte_order_mark_is_rejected() {
    for text in [&b"\n\xEF\xBB\xBFx"[..], b" \xEF\xBB\xBF\"\xFF\""] {
        let error = format(text, &Options::default()).expect_err("it is refused");
        assert_eq!(error.code, "late-byte-order-mark");
        assert_eq!(error.labels[0].span.start, 1);
    }
}

/// What is not written in S-expressions has brackets and quotes of its own.
#[test]
fn only_our_languages_have_to_balance() {
    let formatted = |text: &str| format(text.as_bytes(), &Options::default());
    for text in [
        "#lang scribble/base\n@title{It's (\"\n",
        "; A comment.\n#| another |#\n#lang at-exp racket\n@a[)\n#|",
        "#!/usr/bin/env racket\n#lang datalog\n\0(",
    ] {
        let passed = formatted(text).expect("it is passed through");
        assert_eq!(passed.skipped.expect("a reason").code, "foreign-language");
        assert_eq!(passed.output, text.as_bytes());
    }
    for text in [
        "#lang racket/base\n(a",
        "#lang r6rs\n(a",
        "a\n#lang scribble/base\n(a",
    ] {
        assert_eq!(
            formatted(text).expect_err("unbalanced").code,
            "unclosed-list"
        );
    }
}
