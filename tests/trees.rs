//! What the parser makes of tokens: which comment stands where, what is glued to what, what is verbatim.

use schemefmt::Diagnostic;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::parser::{self, MAX_DEPTH};
use schemefmt::internals::syntax::recover;
use schemefmt::internals::syntax::tree::{NodeId, NodeKind, Placement, Tree};
use schemefmt::internals::syntax::verbatim::Verbatim;

fn parse(text: &str) -> Result<Tree, Diagnostic> {
    parser::parse_whole(&mut Lexer::new(text, Switches::COMMON))
}

/// Siblings in one line: the kind and the text of each, of a list and a prefix only the first token; what is special about
/// it; in curly brackets its children, and after them what of its text is left.
fn shown(text: &str, tree: &Tree, siblings: impl Iterator<Item = NodeId>) -> String {
    let nodes = siblings.map(|id| {
        let node = &tree.nodes[id];
        let kind = match node.kind {
            NodeKind::List => "list",
            NodeKind::Prefix => "prefix",
            NodeKind::DatumComment => "datum-comment",
            NodeKind::InlineComment => "inline",
            NodeKind::Atom => "atom",
            NodeKind::Character => "character",
            NodeKind::String => "string",
            NodeKind::Raw => "raw",
            NodeKind::HereString => "here-string",
            NodeKind::Dot => "dot",
            NodeKind::LineComment => "line-comment",
            NodeKind::BlockComment => "block-comment",
            NodeKind::Directive => "directive",
            NodeKind::Page => "page",
        };
        let head = &text[node.start as usize..node.head_end as usize];
        let place = match node.placement {
            Placement::Free => "",
            Placement::OwnLine => " own",
            Placement::Margin => " margin",
            Placement::Trailing => " trailing",
            Placement::Continued => " continued",
        };
        let blank = [" +0", " +1", " +2"][usize::from(node.blank())];
        let blank = if node.blank() == 0 { "" } else { blank };
        let after = if node.has_space_after_head() {
            " spaced"
        } else {
            ""
        };
        let before = if node.has_space_before_end() {
            " spaced-end"
        } else {
            ""
        };
        let mut line = format!("{kind} {head}{place}{blank}{after}{before}");
        let children = tree.children(id);
        if children.clone().next().is_some() || node.end != node.head_end {
            let inner_end = children
                .clone()
                .last()
                .map_or(node.head_end, |child| tree.nodes[child].end);
            let rest = text[inner_end as usize..node.end as usize].trim_ascii_start();
            line += &format!(" {{{}}}{rest}", shown(text, tree, children));
        }
        line
    });
    nodes.collect::<Vec<_>>().join(", ")
}

/// A text and its tree.
#[rustfmt::skip]
const ROWS: &[(&str, &str)] = &[
    ("", ""),
    ("a b", "atom a, atom b"),
    ("(a (b) [c])", "list ( {atom a, list ( {atom b}), list [ {atom c}]})"),
    ("#(a) #vu8(1)", "list #( {atom a}), list #vu8( {atom 1})"),
    ("() [ ]", "list ( {}), list [ {}]"),
    ("(a . b)", "list ( {atom a, dot ., atom b})"),
    (r#"#\a "b""#, r#"character #\a, string "b""#),
    // Blank lines: before the first node too, and at most two.
    ("a\nb", "atom a, atom b"),
    ("a\n\nb", "atom a, atom b +1"),
    ("a\n\n\nb", "atom a, atom b +2"),
    ("a\n \n\t\n\n\nb", "atom a, atom b +2"),
    ("\n\na", "atom a +2"),
    ("a\r\n\r\nb", "atom a, atom b +1"),
    ("a\r\rb", "atom a, atom b +1"),
    ("a\n\r\rb", "atom a, atom b"),
    ("(a\n\n)", "list ( {atom a})"),
    ("(\n\na)", "list ( {atom a +1})"),
    ("a\n\n(b)", "atom a, list ( +1 {atom b})"),
    ("a\n\n'b", "atom a, prefix ' +1 {atom b}"),
    // Prefixes.
    ("'a b", "prefix ' {atom a}, atom b"),
    ("''a", "prefix ' {prefix ' {atom a}}"),
    ("'(a) b", "prefix ' {list ( {atom a})}, atom b"),
    ("`(,a ,@b)", "prefix ` {list ( {prefix , {atom a}, prefix ,@ {atom b}})}"),
    ("#0=(#0#)", "prefix #0= {list ( {atom #0#})}"),
    ("'\"a\" b", "prefix ' {string \"a\"}, atom b"),
    ("'#\\a b", "prefix ' {character #\\a}, atom b"),
    ("(' a)", "list ( {prefix ' {atom a}})"),
    ("' . a", "prefix ' {dot .}, atom a"),
    // One that has nothing after it stays.
    ("(a ')", "list ( {atom a, prefix '})"),
    ("(a '' )", "list ( {atom a, prefix ' {prefix '}})"),
    ("'", "prefix '"),
    ("(' ;b\n)", "list ( {prefix ' {line-comment ;b trailing}})"),
    ("(a #;)", "list ( {atom a, datum-comment #;})"),
    // White space after one that does not mean the same to every reader.
    ("' a", "prefix ' {atom a}"),
    ("` a", "prefix ` {atom a}"),
    (",@ a", "prefix ,@ {atom a}"),
    ("#' a", "prefix #' {atom a}"),
    (", a", "prefix , {atom a}"),
    (", @a", "prefix , spaced {atom @a}"),
    ("#, a", "prefix #, {atom a}"),
    ("#, @a", "prefix #, spaced {atom @a}"),
    ("#` a", "prefix #` {atom a}"),
    ("#` \"a\"", "prefix #` spaced {string \"a\"}"),
    ("#,@ a", "prefix #,@ spaced {atom a}"),
    ("#& a", "prefix #& spaced {atom a}"),
    ("#&a", "prefix #& {atom a}"),
    ("#0= a", "prefix #0= spaced {atom a}"),
    ("#?=a", "prefix #?= {atom a}"),
    ("#; a", "datum-comment #; spaced {atom a}"),
    ("#;a", "datum-comment #; {atom a}"),
    ("#& ;b\n a", "prefix #& {line-comment ;b trailing, atom a}"),
    ("#& #|b|#\n a", "prefix #& {block-comment #|b|# trailing, atom a}"),
    ("#& #|b|# a", "prefix #& spaced {inline #|b|# spaced {atom a}}"),
    // Datum comments.
    ("#;a b", "datum-comment #; {atom a}, atom b"),
    ("#;#;a b c", "datum-comment #; {datum-comment #; {atom a}, atom b}, atom c"),
    ("'#;a b c", "prefix ' {datum-comment #; {atom a}, atom b}, atom c"),
    ("(a . #;b c)", "list ( {atom a, dot ., datum-comment #; {atom b}, atom c})"),
    ("#;'a b", "datum-comment #; {prefix ' {atom a}}, atom b"),
    // Directives are no data.
    ("'#!fold-case a b", "prefix ' {directive #!fold-case, atom a}, atom b"),
    ("#!r6rs\na", "directive #!r6rs, atom a"),
    // Line comments.
    (";a", "line-comment ;a margin"),
    ("\n;a", "line-comment ;a margin +1"),
    (" ;a", "line-comment ;a own"),
    ("a ;b", "atom a, line-comment ;b trailing"),
    ("a;b", "atom a, line-comment ;b trailing"),
    ("a ;b \t\nc", "atom a, line-comment ;b trailing, atom c"),
    ("a ;b\r\nc", "atom a, line-comment ;b trailing, atom c"),
    ("a\n;b", "atom a, line-comment ;b margin"),
    ("a\n  ;b\nc", "atom a, line-comment ;b own, atom c"),
    ("a\n\n  ;b", "atom a, line-comment ;b own +1"),
    ("(a ;b\n)", "list ( {atom a, line-comment ;b trailing})"),
    ("( ;b\na)", "list ( {line-comment ;b trailing, atom a})"),
    ("(a\n;b\n)", "list ( {atom a, line-comment ;b margin})"),
    // One that goes on under another, at its column, on the next line.
    ("a ;b\n  ;c", "atom a, line-comment ;b trailing, line-comment ;c continued"),
    ("a ;b\n  ;c\n  ;d", "atom a, line-comment ;b trailing, line-comment ;c continued, line-comment ;d continued"),
    ("a ;b\n   ;c", "atom a, line-comment ;b trailing, line-comment ;c own"),
    ("a ;b\n ;c", "atom a, line-comment ;b trailing, line-comment ;c own"),
    ("a ;b\n;c", "atom a, line-comment ;b trailing, line-comment ;c margin"),
    ("a ;b\n\n  ;c", "atom a, line-comment ;b trailing, line-comment ;c own +1"),
    ("a\t;b\n        ;c", "atom a, line-comment ;b trailing, line-comment ;c continued"),
    ("a\tb ;c\n          ;d", "atom a, atom b, line-comment ;c trailing, line-comment ;d continued"),
    ("字 ;b\n   ;c", "atom 字, line-comment ;b trailing, line-comment ;c continued"),
    ("a\r\na ;b\r\n  ;c", "atom a, atom a, line-comment ;b trailing, line-comment ;c continued"),
    ("a\ra ;b\r  ;c", "atom a, atom a, line-comment ;b trailing, line-comment ;c continued"),
    ("a #|b|#\n  ;c", "atom a, block-comment #|b|# trailing, line-comment ;c own"),
    ("(a ;b\n) ;c", "list ( {atom a, line-comment ;b trailing}), line-comment ;c trailing"),
    ("(a ;b\n  ;c\n)", "list ( {atom a, line-comment ;b trailing, line-comment ;c own})"),
    ("(a ;b\n   ;c\n)", "list ( {atom a, line-comment ;b trailing, line-comment ;c continued})"),
    ("  ;b\n  ;c", "line-comment ;b own, line-comment ;c own"),
    // Scripts are comments.
    ("#!/bin/sh\na", "line-comment #!/bin/sh margin, atom a"),
    // Block comments: with something after them on their line they go with it.
    ("#|a|# b", "inline #|a|# spaced {atom b}"),
    ("#|a|#b", "inline #|a|# {atom b}"),
    ("#|a|# #|b|# c d", "inline #|a|# #|b|# spaced {atom c}, atom d"),
    ("(a #|b|# c)", "list ( {atom a, inline #|b|# spaced {atom c}})"),
    ("(a #|b|#)", "list ( {atom a, inline #|b|#})"),
    ("(a #|b|#\n)", "list ( {atom a, inline #|b|#})"),
    ("{a #|b|#\n}", "list { spaced-end {atom a, inline #|b|#}}"),
    ("#|a|# ;b\nc", "line-comment #|a|# ;b margin, atom c"),
    ("#|a|# . b", "inline #|a|# spaced {dot .}, atom b"),
    ("#|a|#", "block-comment #|a|# margin"),
    ("#|a|# \t\r\nb", "block-comment #|a|# margin, atom b"),
    (" #|a|#\nb", "block-comment #|a|# own, atom b"),
    ("a #|b|#\nc", "atom a, block-comment #|b|# trailing, atom c"),
    ("a #|b|#", "atom a, block-comment #|b|# trailing"),
    ("a\n#|b|#\nc", "atom a, block-comment #|b|# margin, atom c"),
    ("a\n\n #|b|#\nc", "atom a, block-comment #|b|# own +1, atom c"),
    ("(a\n #|b|#\nc)", "list ( {atom a, block-comment #|b|# own, atom c})"),
    ("'#|a|#\nb c", "prefix ' {block-comment #|a|# trailing, atom b}, atom c"),
    // Form feeds.
    ("a\n\x0C\nb", "atom a, page \x0C, atom b"),
    ("a\n\n\x0C\n\nb", "atom a, page \x0C +1, atom b +1"),
    ("a\n\n\n\x0C\n\n\nb", "atom a, page \x0C +2, atom b +2"),
    ("a\x0Cb", "atom a, page \x0C, atom b"),
    ("a \x0C \x0C\n\n\x0C", "atom a, page \x0C, page \x0C, page \x0C +1"),
    ("\x0Ca", "page \x0C, atom a"),
    ("(a\n\x0C\nb)", "list ( {atom a, page \x0C margin, atom b})"),
    ("'\x0C\n\na b", "prefix ' {atom a +1}, atom b"),
    ("a\r\x0C\r\rb", "atom a, page \x0C, atom b +1"),
    ("a ;b\n\x0C\n  ;c", "atom a, line-comment ;b trailing, page \x0C, line-comment ;c own"),
    // What touches and may be one to some reader is one.
    ("x'slot", "raw x'slot"),
    ("x'y'z w", "raw x'y'z, atom w"),
    ("x,y", "raw x,y"),
    ("(x'a y'b)", "list ( {raw x'a, raw y'b})"),
    ("#\\(a", "raw #\\(a"),
    ("#\\a'b", "raw #\\a'b"),
    (".'a", "raw .'a"),
    ("a.[b]", "raw a.[b]"),
    ("a#b(c (d)) e", "raw a#b(c (d)), atom e"),
    ("a#b[c]", "raw a#b[c]"),
    ("a#\"b\"", "raw a#\"b\""),
    ("_\"a\"", "raw _\"a\""),
    ("{a}b", "raw {a}b"),
    ("a{b}c d", "raw a{b}c, atom d"),
    ("{a}{b}", "raw {a}{b}"),
    ("a{b} c", "raw a{b}, atom c"),
    ("#{a}b", "raw #{a}b"),
    ("'x'y z", "raw 'x'y, atom z"),
    ("(a)!#", "raw (a)!#"),
    ("\"a\"!#b c", "raw \"a\"!#b, atom c"),
    ("#\\a{b}", "raw #\\a{b}"),
    // A comment may be a part of it, but nothing after the comment is.
    ("#\\(#|a|#b c", "raw #\\(#|a|#b, atom c"),
    ("#\\(#|a|##|b|#c", "raw #\\(#|a|##|b|#c"),
    // A mark that touches what is before it holds the list or the string that touches it.
    ("a,@(b) c", "prefix a,@ {list ( {atom b})}, atom c"),
    ("a'\"b\" c", "prefix a' {string \"b\"}, atom c"),
    ("(a'[b] c)", "list ( {prefix a' {list [ {atom b}]}, atom c})"),
    ("a,@ (b)", "raw a,@, list ( {atom b})"),
    // Boundaries for every reader.
    ("a(b)", "atom a, list ( {atom b})"),
    ("a[b]", "atom a, list [ {atom b}]"),
    ("a\"b\"", "atom a, string \"b\""),
    ("a.(b)", "atom a., list ( {atom b})"),
    ("a.\"b\"", "atom a., string \"b\""),
    ("_(a)", "atom _, list ( {atom a})"),
    ("#:a(b)", "atom #:a, list ( {atom b})"),
    ("#:a[b]", "atom #:a, list [ {atom b}]"),
    ("#:a-b.c\"d\"", "atom #:a-b.c, string \"d\""),
    ("__\"a\"", "atom __, string \"a\""),
    ("(a)b", "list ( {atom a}), atom b"),
    ("[a]b", "list [ {atom a}], atom b"),
    ("(a)'b", "list ( {atom a}), prefix ' {atom b}"),
    ("(a){b}", "list ( {atom a}), list { {atom b}}"),
    ("\"a\"b", "string \"a\", atom b"),
    ("\"a\"#\\b", "string \"a\", character #\\b"),
    ("\"a\"#|b|#c", "string \"a\", inline #|b|# {atom c}"),
    ("\"a\"#;b c", "string \"a\", datum-comment #; {atom b}, atom c"),
    ("a#b;c", "atom a#b, line-comment ;c trailing"),
    ("#\\a(b)", "character #\\a, list ( {atom b})"),
    ("#\\a\"b\"", "character #\\a, string \"b\""),
    ("#\\a;b", "character #\\a, line-comment ;b trailing"),
    ("(a)\n#|b|#\n'c", "list ( {atom a}), block-comment #|b|# margin, prefix ' {atom c}"),
    ("'#|a|#(b)", "prefix ' {inline #|a|# {list ( {atom b})}}"),
    // Curly brackets keep their white space.
    ("{a}", "list { {atom a}}"),
    ("{ a}", "list { spaced {atom a}}"),
    ("{a }", "list { spaced-end {atom a}}"),
    ("{ a b }", "list { spaced spaced-end {atom a, atom b}}"),
    ("{\na\n}", "list { spaced spaced-end {atom a}}"),
    ("{ ;a\nb}", "list { {line-comment ;a trailing, atom b}}"),
    ("{}", "list { {}}"),
    ("( a )", "list ( {atom a})"),
    ("[ a ]", "list [ {atom a}]"),
    ("[. ]", "list [ spaced-end {dot .}]"),
    ("(. )", "list ( {dot .})"),
    // Here strings, and what follows the end.
    ("#<<E\na\nE\nb", "here-string #<<E\na\nE\n, atom b"),
    ("'#<<E\na\nE\nb", "prefix ' {here-string #<<E\na\nE\n}, atom b"),
    ("x'#<<E\na\nE\nb", "here-string x'#<<E\na\nE\n, atom b"),
    ("#>a<#b", "raw #>a<#b"),
    ("a #!eof (", "atom a, raw #!eof ("),
    // What the author keeps.
    ("; schemefmt: skip\n(a  b)\n(c)", "line-comment ; schemefmt: skip margin, raw (a  b), list ( {atom c})"),
    (";;;schemefmt:skip \n'(a  b) c", "line-comment ;;;schemefmt:skip margin, raw '(a  b), atom c"),
    (" ; schemefmt: skip\n#;(a  b) c", "line-comment ; schemefmt: skip own, raw #;(a  b), atom c"),
    ("a ; schemefmt: skip\n(b)", "raw a, line-comment ; schemefmt: skip trailing, list ( {atom b})"),
    ("; schemefmt: skip it\n(a)", "line-comment ; schemefmt: skip it margin, list ( {atom a})"),
    ("; skip\n(a)", "line-comment ; skip margin, list ( {atom a})"),
    ("#| schemefmt: skip |#\n(a)", "block-comment #| schemefmt: skip |# margin, list ( {atom a})"),
    ("; schemefmt: skip\nx'y\nb", "line-comment ; schemefmt: skip margin, raw x'y, atom b"),
    ("; schemefmt: skip\n'#<<E\na\nE\nb", "line-comment ; schemefmt: skip margin, here-string '#<<E\na\nE\n, atom b"),
    ("; schemefmt: skip\n(#<<E\na\nE\n) b", "line-comment ; schemefmt: skip margin, raw (#<<E\na\nE\n), atom b"),
    ("; schemefmt: skip\n(a\n  b)\n\nc", "line-comment ; schemefmt: skip margin, raw (a\n  b), atom c +1"),
    ("; schemefmt: off\na   b\n; schemefmt: on\nc", "line-comment ; schemefmt: off\na   b\n; schemefmt: on margin, atom c"),
    ("; schemefmt: off\na   b\n; schemefmt: on  \n\nc", "line-comment ; schemefmt: off\na   b\n; schemefmt: on margin, atom c +1"),
    ("; schemefmt: off\na   b\n\n", "line-comment ; schemefmt: off\na   b margin"),
    ("; schemefmt: off\n(a  ;b \n)", "line-comment ; schemefmt: off\n(a  ;b \n) margin"),
    ("(a\n ; schemefmt: off\n b   c\n )d", "list ( {atom a, line-comment ; schemefmt: off\n b   c own}), atom d"),
    ("(a\n ; schemefmt: off\n b   c ;d \n )", "list ( {atom a, line-comment ; schemefmt: off\n b   c ;d own})"),
    ("a ; schemefmt: off\n(b)", "atom a, line-comment ; schemefmt: off trailing, list ( {atom b})"),
    ("; schemefmt: off\na ; schemefmt: on\nb", "line-comment ; schemefmt: off\na ; schemefmt: on\nb margin"),
    ("; schemefmt: on\na", "line-comment ; schemefmt: on margin, atom a"),
    ("; schemefmt: off\n(a\n; schemefmt: on\n)\n; schemefmt: on\nb", "line-comment ; schemefmt: off\n(a\n; schemefmt: on\n)\n; schemefmt: on margin, atom b"),
    ("; schemefmt: off\n; schemefmt: off\na\n; schemefmt: on\nb", "line-comment ; schemefmt: off\n; schemefmt: off\na\n; schemefmt: on margin, atom b"),
    ("; schemefmt: off\n\x0C\n; schemefmt: on\nb", "line-comment ; schemefmt: off\n\x0C\n; schemefmt: on margin, atom b"),
    ("; schemefmt: off\na\n; schemefmt: on\n\x0C\nb", "line-comment ; schemefmt: off\na\n; schemefmt: on margin, page \x0C, atom b"),
    ("{a\n; schemefmt: off\nb }", "list { spaced-end {atom a, line-comment ; schemefmt: off\nb margin}}"),
    ("{a\n; schemefmt: off\nb}", "list { {atom a, raw ; schemefmt: off\nb margin}}"),
    ("(a\n; schemefmt: off\nb)", "list ( {atom a, line-comment ; schemefmt: off\nb margin})"),
    ("(a ' \n ; schemefmt: off\n)", "list ( {atom a, prefix ' {line-comment ; schemefmt: off own}})"),
    ("' \n ; schemefmt: off", "prefix ' {line-comment ; schemefmt: off own}"),
];

#[test]
fn every_row_parses() {
    for (text, expected) in ROWS {
        match parse(text) {
            Ok(tree) => assert_eq!(shown(text, &tree, tree.top_level()), *expected, "{text:?}"),
            Err(error) => panic!("{text:?}: {error}"),
        }
    }
}

/// Plain nodes are in the source as they would be on one line, have no other spelling, and mean nothing for their neighbours.
#[test]
fn plain_lists_are_marked() {
    let plain = [
        "a",
        "set!",
        "a->b",
        "12",
        "-1/2",
        "=",
        "#t",
        "\"A b\"",
        "()",
        "(f x)",
        "[f x]",
        "(f (g 1) \"x\")",
        "'a",
        "'(a b)",
        "(f 'a ,@b)",
    ];
    let others = [
        // Another spelling, or a width that is not the length.
        "A",
        "1E3",
        "#T",
        "#\\a",
        "\"a\\n\"",
        "\"a\nb\"",
        "\"\u{3bb}\"",
        "\u{3bb}",
        "|a b|",
        "a\\b",
        "a#b",
        // A meaning for the neighbours.
        "=>",
        "...",
        "::",
        ":key",
        "key:",
        "#:key",
        // Other white space, or something else, inside.
        "( f)",
        "(f )",
        "(f  x)",
        "(f\tx)",
        "(f\nx)",
        "(f(g))",
        "(f (g  1))",
        "(f X)",
        "(a . b)",
        "(f ; x\n)",
        "(f #|x|# y)",
        "(f #;x y)",
        "(f \u{c} x)",
        "' a",
        "'A",
        "#(a)",
        "#'a",
        "{a b}",
        "(f')",
    ];
    for (texts, expected) in [(&plain[..], true), (&others, false)] {
        for text in texts {
            let tree = parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(tree.nodes[0].is_plain(), expected, "{text:?}");
        }
    }
    // What holds something verbatim is not plain any more.
    let text = "((a b) (c d))";
    let mut tree = parse(text).expect("it balances");
    tree.keep(
        text,
        &[Verbatim {
            span: 2..5,
            ends_line: false,
        }],
    );
    let is_plain: Vec<bool> = tree.nodes.iter().map(|node| node.is_plain()).collect();
    assert_eq!(is_plain, [false, false, false, true, true, true]);
}

/// A text that cannot be read has a tree, too. Each row has the top-level nodes, the nodes in the first list, and the unreadable stretches.
#[test]
fn every_text_has_a_tree() {
    for (text, top, first, unreadable) in [
        (
            "(a '(b] ; c\n . d) ) 'e ' #;f g (#| h |# \"i\" ' ) #;(j ' k",
            vec![
                "(a '(b] ; c\n . d)",
                ")",
                "'e",
                "' #;f g",
                "(#| h |# \"i\" ' )",
                "#;(j ' k",
            ],
            vec!["a", "'(b]", "; c", ".", "d"],
            vec!["(a '(b] ; c\n . d) ) 'e ' #;f g (#| h |# \"i\" ' ) #;(j ' k"],
        ),
        (
            "' #;) a ')",
            vec!["' #;", ")", "a", "'", ")"],
            vec!["#;"],
            vec!["' #;) a ')"],
        ),
        // A form ends where the indentation says.
        (
            "(a (b\n   c\n\n(d e)\n(f [g)\n  ; h\n",
            vec!["(a (b\n   c", "(d e)", "(f [g)\n  ; h"],
            vec!["a", "(b\n   c"],
            vec!["(a (b\n   c", "(f [g)\n  ; h"],
        ),
        // What it holds has no effect beyond its end.
        (
            "(a\n  ; schemefmt: off\n  \"b\"\n  #!curly-infix\n  g\n(c)\n(d e)\n",
            vec![
                "(a\n  ; schemefmt: off\n  \"b\"\n  #!curly-infix\n  g",
                "(c)",
                "(d e)",
            ],
            vec!["a", "; schemefmt: off", "\"b\"", "#!curly-infix", "g"],
            vec!["(a\n  ; schemefmt: off\n  \"b\"\n  #!curly-infix\n  g"],
        ),
        (
            "(library (a)\n  (b (c)\n\n  (d))\n\n(e f)\n(g \"h\n(i)\n",
            vec!["(library (a)\n  (b (c)\n\n  (d))", "(e f)", "(g \"h\n(i)"],
            vec!["library", "(a)", "(b (c)", "(d)"],
            vec!["  (b (c)", "(g \"h\n(i)"],
        ),
    ] {
        let tree = recover::parse(text, Switches::COMMON);
        let texts = |ids: &mut dyn Iterator<Item = NodeId>| -> Vec<&str> {
            ids.map(|id| tree.nodes[id].text(text)).collect()
        };
        assert_eq!(texts(&mut tree.top_level()), top, "{text}");
        assert_eq!(texts(&mut tree.children(0)), first, "{text}");
        let stretches = tree.unreadable.iter().map(|it| &text[it.clone()]);
        assert_eq!(stretches.collect::<Vec<_>>(), unreadable, "{text}");
        assert!(tree.error.is_some() && tree.warnings.is_empty() && !tree.is_neoteric);
        let mut end = 0;
        for id in tree.top_level() {
            let node = &tree.nodes[id];
            assert!(end <= node.start && node.start < node.end, "{text}");
            end = node.end;
        }
    }
}

/// How deep lists and prefixes nest, the top level counted.
#[test]
fn depth_is_limited() {
    for (text, depth) in [
        ("", 0),
        ("a", 0),
        ("(a)", 2),
        ("('a)", 3),
        ("(a) ((b) c)", 3),
    ] {
        assert_eq!(parse(text).expect("it balances").depth, depth, "{text}");
    }
    let nested = |depth: usize| parse(&("(".repeat(depth) + &")".repeat(depth)));
    assert!(nested(MAX_DEPTH).is_ok());
    assert_eq!(
        nested(MAX_DEPTH + 1).expect_err("too deep").code,
        "too-deep"
    );
    // Nor does what cannot be read nest deeper, and whatever is deeper is in the innermost list.
    let open = "(".repeat(3 * MAX_DEPTH);
    let tree = recover::parse(&open, Switches::COMMON);
    let around = tree.around(open.len() - 1..open.len());
    assert_eq!(around.count(), MAX_DEPTH + 1);
}

#[test]
fn rest_after_eof_is_marked() {
    for (text, ends) in [
        ("a", false),
        ("a #!eof", true),
        ("#!eof\n(", true),
        ("(#!eof)", false),
        ("#>#!eof<#", false),
        ("#<<E\n#!eof\nE\n", false),
        ("\"#!eof\"", false),
    ] {
        assert_eq!(
            parse(text).expect("it balances").ends_in_rest,
            ends,
            "{text:?}"
        );
    }
}

/// A part of a text, by its place and what is said of it.
type Label = (usize, usize, &'static str);

/// A text that is no sequence of data: the error's code, a part of its message, and what it points at.
#[rustfmt::skip]
const ERRORS: &[(&str, &str, &str, &[Label])] = &[
    ("a)", "unmatched-closer", "unmatched `)`", &[(1, 2, "")]),
    ("(a)]", "unmatched-closer", "unmatched `]`", &[(3, 4, "")]),
    ("')", "unmatched-closer", "unmatched `)`", &[(1, 2, "")]),
    ("(a]", "mismatched-closer", "expected `)`, found `]`", &[(2, 3, ""), (0, 1, "opened here")]),
    ("[a)", "mismatched-closer", "expected `]`, found `)`", &[(2, 3, ""), (0, 1, "opened here")]),
    ("{a)", "mismatched-closer", "expected `}`, found `)`", &[(2, 3, ""), (0, 1, "opened here")]),
    ("(a (b '])", "mismatched-closer", "expected `)`, found `]`", &[(7, 8, ""), (3, 4, "opened here")]),
    ("#vu8(a]", "mismatched-closer", "expected `)`, found `]`", &[(6, 7, ""), (0, 5, "opened here")]),
    ("a (b c", "unclosed-list", "unclosed `(`", &[(2, 3, "opened here"), (6, 6, "the file ends here")]),
    ("(a (b)", "unclosed-list", "unclosed `(`", &[(0, 1, "opened here"), (6, 6, "the file ends here")]),
    ("(a [b", "unclosed-list", "unclosed `[`", &[(3, 4, "opened here"), (5, 5, "the file ends here")]),
    ("(a #vu8('", "unclosed-list", "unclosed `#vu8(`", &[(3, 8, "opened here"), (9, 9, "the file ends here")]),
    ("a \"b", "unterminated-string", "unterminated ", &[(2, 3, "")]),
    ("(a '\"b", "unterminated-string", "unterminated ", &[(4, 5, ""), (0, 1, "in this list")]),
    ("(a #(\"b)", "unterminated-string", "unterminated ", &[(5, 6, ""), (3, 5, "in this list")]),
    ("(a) |b", "unterminated-symbol", "unterminated ", &[(4, 5, "")]),
    ("(a\0)", "nul", "NUL", &[(2, 3, ""), (0, 1, "in this list")]),
];

#[test]
fn errors_have_positions() {
    for (text, code, message, labels) in ERRORS {
        let error = parse(text).expect_err(text);
        assert_eq!(error.code, *code, "{text:?}");
        assert!(
            error.message.contains(message),
            "{text:?}: {}",
            error.message
        );
        let found: Vec<_> = error
            .labels
            .iter()
            .map(|label| (label.span.start, label.span.end, label.message.as_str()))
            .collect();
        assert_eq!(found, *labels, "{text:?}");
    }
}
