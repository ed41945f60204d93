//! Texts in which every class of tokens of every dialect stands beside every other.
//!
//! A reader can read few texts of which any token of any dialect is a part. So three of four texts are drawn from what it knows.

/// Tokens by class: a class is what a reader may take otherwise than its neighbours, and its tokens are spellings of it.
#[rustfmt::skip]
const CLASSES: &[&[&str]] = &[
    // Identifiers.
    &["a", "Foo", "x->y", "list-ref", "set!"],
    &["+", "-", "...", "1+", "-1+", "->x", "..", "+x", "-.", "+.x"],
    &[".a", "a.b", "a.", "@x", "@", "=>", "/", "<=?", "~", "^x", "_"],
    &["λ", "é\u{301}", "名", "straße"],
    &["a\u{a0}b", "\u{2003}x", "x\u{2028}y", "\u{85}"],
    // White space to one or two readers, and invisible letters.
    &["\u{b}", "\u{b}x", "a\u{b}", "\u{feff}", "a\u{feff}", "\u{200b}x", "\u{1}", "a\u{1f}b"],
    &["|a  b|", "||", "|a;b|", "a|b  c|d", "|a\"b|", "|(|"],
    &["|a\\|  b|", "|a\\x41;  b|", "|\\t|", "|a\\| \"x|"],
    &["a\\x41;b", "\\x7C;", "\\x41;", "\\x3b;"],
    &["\\x;", "a\\x;b", "\\x", "a\\X41;"],
    &["\\;", "a\\;b", "a\\ b", "\\|", "foo\\\"a", "a\\(b", "a\\#"],
    &["a#", "a#b", "a##", "a#t", "x#(1)"],
    &["a'b", "a`b", "a,b", "a,@b", "a#'b"],
    &["a:", ":a", "::", "a::b", "|a  b|:", ":|a|"],
    &["#:key", "#:|a  b|", "#:a:b", "#:"],
    &["##car", "##sys#slot", "##", "#%app", "#%plain-lambda", "#2%car", "#%$x"],
    &["#{a}   b}#", "#{a b}#", "#{g0 abc}", "#{}#"],
    &["#!eof"],
    &["#!optional", "#!rest", "#!key", "#!default", "#!void", "#!unspecific", "#!bwp", "#!nonsense"],
    // Numbers.
    // None that, after an exponent, some reader would be at for years.
    &["1", "-1", "007", "1/2", "+12345678901234567890"],
    &["1.5", ".5", "1.", "-.5E3", "1e400", "1E3", "1.50"],
    &["#XFF", "#b101", "#O17", "#e#X1Af", "#X#E-1A", "#d10", "#I1/2"],
    &["+i", "-I", "1-2I", "1@2", "-1.5E3+.5I", "+1I"],
    &["+inf.0", "-INF.0", "+NaN.0", "1+INF.0i", "+inf.0i"],
    &["1-3/0I", "+0/0I", "+.41e22@.776E6", "1/0", "#E1.5E400", "0/0", "#i1/0"],
    &["1#|9@1E3", "1.5|53@2.5|53", "#e1.5|53", "1E3|9I", "1|9+2|9I"],
    &["#*10", "#*1#t", "#*10#{b;c}#", "#t#T", "#\\x#{a}"],
    &["15##E3", "1#", "1#.#", "#x1#"],
    &["1.5E3|53", "-5S+26|9", "1|a", "1|2|"],
    &["1S3", "1D3", "1.5L2", "1T3", "1F2"],
    &["1a", "1.2.3", "+1x", "1e", "#x1G", "1,2", "1'2", "0x1F"],
    // Booleans and characters.
    &["#t", "#F", "#T", "#f"],
    &["#true", "#FALSE", "#TRUE", "#False"],
    &["#\\a", "#\\A", "#\\(", "#\\)", "#\\;", "#\\\"", "#\\|", "#\\#", "#\\'", "#\\[", "#\\{", "#\\\\", "#\\,"],
    &["#\\space", "#\\SPACE", "#\\NewLine", "#\\nul", "#\\x", "#\\delete", "#\\U+41", "#\\A|B"],
    &["#\\x41", "#\\X41", "#\\x3BB", "#\\x3bb;", "#\\101", "#\\u03BB", "#\\λ", "#\\x0A"],
    &["#\\ ", "#\\\t", "#\\\n"],
    &["#\\aa", "#\\a#", "#\\s\\", "#\\C-a", "#\\a|b|"],
    // Strings.
    &["\"a  b\"", "\"\"", "\"a ;b\"", "\"#|\"", "\"|\"", "\"(\""],
    &["\"a\\\"  b\"", "\"\\\\\"", "\"\\x41;  \"", "\"\\X41;\"", "\"\\n\""],
    &["\"a\n  b\"", "\"a  \n\"", "\"a\\\n   b\"", "\"a\\  \n  b\""],
    &["#\"a  b\"", "#rx\"a  b\"", "#px\"a\"", "#rx#\"a  b\"", "#u8\"a  b\"", "#*\"a\"", "#**\"a\"", "#t\"a  b\""],
    &["#\"\"a  b\"\"", "#\"\"\"\"", "#\"-\"a;  b\"-\"", "#\"\"(  \"\"", "#\";\"\\\";\"", "#\"x\"a\n  b\"x\""],
    &["#/a  b/", "#/a\\/ ;b/i", "#/(/", "#/\\/[^/  ]+/"],
    &["#[a  b]", "#[[:alpha:]  ]", "#[(]"],
    &["#<<END\na  b\nEND\n", "#<<E\n\nE\n", "#<<END\nEND\n", "#<<A\n(\n A\nA\n"],
    &["#<<END \na  b\nEND \n", "#<< E\na\n E\n"],
    &["#<#END\na  #(b  c)\nEND\n", "#<#E\n;\nE\n"],
    &["#>a   b<#", "#<a  b>", "#<a>b   c</a>", "&{a   b}"],
    // Lists, with what opens them.
    &["(a  b)", "()", "(f (g  x) y)", "(let ((x  1)) x)", "(define (f x) x)"],
    &["[a  b]", "[]"],
    &["{a  b}", "{}", "{a + b}"],
    &["f(x)", "f[x]", "f{x}", "{f(x)  +  (g)(x)}", "(f)(x)", "'a(b)"],
    &["#(1  2)", "#()", "#[1  2]"],
    &["#u8(1  2)", "#vu8(1 #XFF)", "#U8(1)", "#f64(1.5  2)", "#u8()", "#VU8(1)"],
    &["#3(a  b)", "#2a((1 2))", "#1(a)", "#0()", "#2((1))"],
    &["#hash((a  . 1))", "#s(a  b)", "#hasheq()", "#fl(1.0)", "#vfx(1  2)", "#&(a  b)", "#&a"],
    &["(#1=a  #1#)", "(#1=(a  b) . #1#)"],
    &["(a . b)", "(a . (b  c))", "(a  .b)", "(a .(b))", "(a. b)", "[a . b]", "(a .\"b\")"],
    &["(. x)", "(a . b c)", "(a .)", "(.)", "(a . b . c)", "#(a . b)"],
    // What stands before a datum.
    &["'", "`", ",", ",@"],
    &["#'", "#`", "#,", "#,@"],
    &["#~", "#$", "#$@", "#+", "#+@", "#-"],
    &["#2=", "#&"],
    &["#;"],
    // Comments and directives.
    &[";c\n", "; c  \n", ";\n", ";; \"\n", ";|\n", "; (\n", "; c \\\n"],
    &["#|c|#", "#| a #|b|# |#", "#||#", "#| \" |#", "#|a\n  b|#"],
    &["#;a", "#;  a", "#;(a  b)", "#;#;a b", "#;'a", "#;\"a  b\"", "#; ;c\na"],
    &["#! foo  bar\n", "#!/bin/sh  x\n", "#!\n", "#! a ( b\n"],
    &["#! a  b\n!#", "#!a  b !#", "#!/bin/sh\n!#", "!#"],
    &["#!fold-case", "#!no-fold-case"],
    &["#!r6rs", "#!chezscheme", "#!r7rs"],
    &["#!curly-infix", "#!gauche", "#!core"],
    &["#", "#a", "#foo", "#!", "#<", "#@", "#.a", "#?", "#_", "#1", "#="],
    // Gambit loses what follows an `if` without an `else`.
    &["\\", "\\if (x) y; else z;", "\\a", "|"],
    &["#lang racket", "#reader", "#ci", "#cs a"],
    &["#+guile", "#-chicken a", "#cond-expand"],
];

/// What may stand between two tokens, the most frequent several times.
const BETWEEN: &[&str] = &[
    "",
    "",
    "",
    "",
    "",
    "",
    " ",
    " ",
    "  ",
    "\n",
    "\n",
    "\n\n",
    "\t",
    "\u{c}",
    " \n  ",
    ";c\n",
    " ; c\n",
    " ;; c  \n\n",
    "#|c|#",
    " #|c|# ",
    "#|c\n|#\n",
    "#;x ",
    " #;x ",
    " #;(x  y)",
    "\n#;x\n",
];

/// What tokens may stand in.
const AROUND: &[(&str, &str)] = &[
    ("", ""),
    ("", ""),
    ("(", ")"),
    ("(", ")"),
    ("(f ", ")"),
    ("[", "]"),
    ("{", "}"),
    ("#(", ")"),
    ("#u8(", ")"),
    ("'(", ")"),
    ("'", ""),
    ("#;", ""),
    ("`(a ,", ")"),
    ("(define x ", ")"),
    ("(let ((y ", ")) (g  z))"),
    ("(f '(", "\n b) c)"),
    ("(cond (", ") (else  x))"),
    ("(a . ", ")"),
    ("(if aaaaaaaaaaaa (bbbbbbbbbb ", ") cccccccc)"),
];

/// What a text may begin with.
const BEGINNINGS: &[&str] = &[
    "#!/usr/bin/env gsi\n",
    "#!/bin/sh  x \\\n  exec y\n",
    "#! /bin/sh\n",
    "#!/usr/bin/guile -s\n!#\n",
    "\u{feff}",
    "\u{feff} ",
    "#!r6rs\n",
    "#!chezscheme\n",
    "#!fold-case\n",
    "#!curly-infix\n",
    "(import (chicken base))\n",
    "(declare (block))\n",
    "(use-modules (a))\n",
    "(define-library (a))\n",
    "#lang racket\n",
    ";; see !# here\n",
    ";; coding: utf-8\n",
];

/// A text in pieces, each of which can be left out.
pub(crate) type Pieces = Vec<&'static str>;

/// What texts are made of.
#[derive(Clone)]
struct Words {
    classes: Vec<Vec<&'static str>>,
    around: Vec<(&'static str, &'static str)>,
    /// Every pair of classes, in the order in which they are drawn.
    pairs: Vec<(usize, usize)>,
    drawn: usize,
}

/// Draws texts, always the same ones for a seed and a reader.
pub(crate) struct Neighbours {
    random: Random,
    all: Words,
    known: Words,
}

impl Neighbours {
    /// Texts that belong to a seed, for a reader that says of each of some texts whether it can read it.
    pub(crate) fn new(seed: u64, can_read: impl Fn(&[String]) -> Vec<bool>) -> Self {
        let mut random = Random(seed);
        Neighbours {
            all: Words::new(&mut random, |texts| vec![true; texts.len()]),
            known: Words::new(&mut random, can_read),
            random,
        }
    }
}

impl Words {
    /// The tokens and what is around them, as far as they can be read in a text that holds nothing else that is unusual.
    fn new(random: &mut Random, can_read: impl Fn(&[String]) -> Vec<bool>) -> Self {
        let tokens = CLASSES.iter().copied().flatten();
        let tokens = tokens.map(|token| format!("({token} a\n)"));
        let around = AROUND.iter().map(|(open, close)| format!("{open}a{close}"));
        let mut can_read = can_read(&tokens.chain(around).collect::<Vec<_>>()).into_iter();
        let mut keep = || can_read.next().expect("an answer to each");
        let mut classes: Vec<Vec<_>> = Vec::new();
        for class in CLASSES {
            let known = class.iter().copied().filter(|_| keep());
            classes.push(known.collect());
        }
        classes.retain(|class| !class.is_empty());
        let around = AROUND.iter().copied().filter(|_| keep()).collect();
        let count = 0..classes.len();
        let mut pairs: Vec<_> = count
            .clone()
            .flat_map(|a| count.clone().map(move |b| (a, b)))
            .collect();
        for last in (1..pairs.len()).rev() {
            pairs.swap(last, random.below(last + 1));
        }
        Words {
            classes,
            around,
            pairs,
            drawn: 0,
        }
    }

    fn token(&self, random: &mut Random) -> &'static str {
        let class = random.below(self.classes.len());
        random.of(&self.classes[class])
    }

    /// A text. As many as there are pairs of classes hold each pair once.
    fn draw(&mut self, random: &mut Random) -> Pieces {
        let (left, right) = self.pairs[self.drawn % self.pairs.len()];
        self.drawn += 1;
        let mut pieces = Vec::new();
        if random.below(12) == 0 {
            pieces.push(random.of(BEGINNINGS));
        }
        let (open, close) = random.of(&self.around);
        pieces.push(open);
        if random.below(3) == 0 {
            pieces.push(self.token(random));
            pieces.push(random.of(BETWEEN));
        }
        pieces.push(random.of(&self.classes[left]));
        pieces.push(random.of(BETWEEN));
        pieces.push(random.of(&self.classes[right]));
        if random.below(2) == 0 {
            pieces.push(random.of(BETWEEN));
            pieces.push(self.token(random));
        }
        if random.below(3) == 0 {
            pieces.push(random.of(BETWEEN));
        }
        pieces.push(close);
        if random.below(3) == 0 {
            pieces.push(random.of(BETWEEN));
            pieces.push(self.token(random));
        }
        if random.below(3) == 0 {
            pieces.push("\n(g    h)");
        }
        if random.below(2) == 0 {
            pieces.push("\n");
        }
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }
}

impl Iterator for Neighbours {
    type Item = Pieces;

    fn next(&mut self) -> Option<Pieces> {
        let words = match self.random.below(4) {
            0 => &mut self.all,
            _ => &mut self.known,
        };
        Some(words.draw(&mut self.random))
    }
}

/// How the ends of the lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LineEnds {
    /// All with a line feed.
    Lf,
    /// All with a carriage return and a line feed.
    CrLf,
    /// Every other one so.
    Mixed,
}

impl LineEnds {
    /// The text with these line ends, of one that has line feeds.
    pub(crate) fn write(self, text: &str) -> String {
        let mut lines = text.split('\n');
        let mut written = lines.next().unwrap_or_default().to_owned();
        for (count, line) in lines.enumerate() {
            let is_crlf = match self {
                LineEnds::Lf => false,
                LineEnds::CrLf => true,
                LineEnds::Mixed => count % 2 == 0,
            };
            written.push_str(if is_crlf { "\r\n" } else { "\n" });
            written.push_str(line);
        }
        written
    }
}

/// SplitMix64: numbers that are the same everywhere.
pub(crate) struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = end as u64;
        usize::try_from(self.next() % end).expect("below a usize")
    }

    /// One of these.
    pub(crate) fn of<T: Copy>(&mut self, these: &[T]) -> T {
        these[self.below(these.len())]
    }
}
