//! The lexicon as a table: a text, and the tokens that it is cut into, under each reading of what the dialects read
//! differently. Every row is tried under all readings that have its switch as the row says.

use schemefmt::Dialect;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::token::TokenKind;

/// Under which readings a row holds.
#[derive(Clone, Copy, Debug)]
enum Under {
    /// All.
    All,
    /// Those that have this switched on.
    On(Switches),
    /// Those that have it off.
    Off(Switches),
}

use Dialect::{Gambit, Kawa, Lips};
use Under::{All, Off, On};

const BARS: Switches = Switches::BARS;
const BRACES: Switches = Switches::BRACES;
const REGEXPS: Switches = Switches::REGEXPS;
const GEXPS: Switches = Switches::GEXPS;
const UNICODE: Switches = Switches::UNICODE_SPACE;
const RAW_STRINGS: Switches = Switches::RAW_STRINGS;
const SWITCHES: [Switches; 6] = [BARS, BRACES, REGEXPS, GEXPS, UNICODE, RAW_STRINGS];
/// The common reading with all of these off.
const BARE: Switches = Switches::COMMON.difference(BARS).difference(BRACES);

/// Every reading that differs from the common one in these switches.
fn readings() -> impl Iterator<Item = Switches> {
    (0..1 << SWITCHES.len()).map(|set: usize| {
        let on = SWITCHES
            .iter()
            .enumerate()
            .filter(|(i, _)| set >> i & 1 == 1);
        on.fold(BARE, |switches, (_, switch)| switches.union(*switch))
    })
}

/// How the dialects are read.
fn dialects() -> impl Iterator<Item = Switches> {
    Dialect::ALL.into_iter().map(Dialect::switches)
}

impl Under {
    fn includes(self, switches: Switches) -> bool {
        match self {
            All => true,
            On(switch) => switches.contains(switch),
            Off(switch) => !switches.contains(switch),
        }
    }
}

/// A text and its tokens, each written as its kind, a space, and its text.
type Row = (Under, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    (All, "", &[]),
    // Hard boundaries.
    (All, "a", &["atom a"]),
    (All, "a b", &["atom a", "space  ", "atom b"]),
    (All, "a\tb", &["atom a", "space \t", "atom b"]),
    (All, "a\nb", &["atom a", "space \n", "atom b"]),
    (All, "a\rb", &["atom a", "space \r", "atom b"]),
    (All, "a\x0Cb", &["atom a", "space \x0C", "atom b"]),
    (All, "a \t\r\n\x0C b", &["atom a", "space  \t\r\n\x0C ", "atom b"]),
    // A run of white space of every length, and what is not a space among its first and last.
    (All, "a       b", &["atom a", "space        ", "atom b"]),
    (All, "a        b", &["atom a", "space         ", "atom b"]),
    (All, "a         b", &["atom a", "space          ", "atom b"]),
    (All, "a\n        \tb", &["atom a", "space \n        \t", "atom b"]),
    (All, "a\n                 b", &["atom a", "space \n                 ", "atom b"]),
    (All, "a        \n        \n", &["atom a", "space         \n        \n"]),
    (All, "a(b)c", &["atom a", "open (", "atom b", "close )", "atom c"]),
    (All, "a[b]c", &["atom a", "open [", "atom b", "close ]", "atom c"]),
    (All, "a\"b\"c", &["atom a", "string \"b\"", "atom c"]),
    (All, "a;b\nc", &["atom a", "line-comment ;b", "space \n", "atom c"]),
    // Two tokens that touch, which to some are one.
    (All, "x'slot", &["atom x", "prefix '", "atom slot"]),
    (All, "x`y", &["atom x", "prefix `", "atom y"]),
    (All, "x,y", &["atom x", "prefix ,", "atom y"]),
    (All, "x,@y", &["atom x", "prefix ,@", "atom y"]),
    (All, "x#'y", &["atom x#", "prefix '", "atom y"]),
    // White space beyond ASCII.
    (Off(UNICODE), "a\u{a0}b", &["atom a\u{a0}b"]),
    (Off(UNICODE), "\u{a0}b", &["atom \u{a0}b"]),
    (Off(UNICODE), "a \u{a0}", &["atom a", "space  ", "atom \u{a0}"]),
    (Off(UNICODE), "a\u{85}b", &["atom a\u{85}b"]),
    (Off(UNICODE), "a\u{2028}b", &["atom a\u{2028}b"]),
    (Off(UNICODE), "a\u{3000}b", &["atom a\u{3000}b"]),
    (Off(UNICODE), "a\x0Bb", &["atom a\x0Bb"]),
    (Off(UNICODE), "\x0B", &["atom \x0B"]),
    (On(UNICODE), "a\u{a0}b", &["atom a", "space \u{a0}", "atom b"]),
    (On(UNICODE), "\u{a0}b", &["space \u{a0}", "atom b"]),
    (On(UNICODE), "a\u{85}b", &["atom a", "space \u{85}", "atom b"]),
    (On(UNICODE), "a\u{1680}b", &["atom a", "space \u{1680}", "atom b"]),
    (On(UNICODE), "a\u{2028}b", &["atom a", "space \u{2028}", "atom b"]),
    (On(UNICODE), "a\u{2029}b", &["atom a", "space \u{2029}", "atom b"]),
    (On(UNICODE), "a\u{3000}b", &["atom a", "space \u{3000}", "atom b"]),
    (On(UNICODE), "a\x0Bb", &["atom a", "space \x0B", "atom b"]),
    (On(UNICODE), "a \u{a0}\n\u{3000}\tb", &["atom a", "space  \u{a0}\n\u{3000}\t", "atom b"]),
    (On(UNICODE), "a λ\u{a0}é", &["atom a", "space  ", "atom λ", "space \u{a0}", "atom é"]),
    (On(UNICODE), "#t\u{a0}#vu8\u{a0}(", &["atom #t", "space \u{a0}", "atom #vu8", "space \u{a0}", "open ("]),
    (On(UNICODE), "#\\a\u{a0}b", &["character #\\a", "space \u{a0}", "atom b"]),
    (Off(UNICODE), "#\\a\u{a0}b", &["character #\\a\u{a0}b"]),
    // A zero-width space and a byte order mark are white space for nobody.
    (All, "a\u{200b}b", &["atom a\u{200b}b"]),
    (All, "a\u{feff}b", &["atom a\u{feff}b"]),
    (All, "λé字🙂 é", &["atom λé字🙂", "space  ", "atom é"]),
    // Line comments.
    (All, ";", &["line-comment ;"]),
    (All, ";a\n;b", &["line-comment ;a", "space \n", "line-comment ;b"]),
    (All, ";(\"|#|\n)", &["line-comment ;(\"|#|", "space \n", "close )"]),
    (All, ";a\r\nb", &["line-comment ;a\r", "space \n", "atom b"]),
    (All, ";a\rb\nc", &["line-comment ;a\rb", "space \n", "atom c"]),
    (All, ";a\x0C\u{85}b\nc", &["line-comment ;a\x0C\u{85}b", "space \n", "atom c"]),
    // Where no line feed is, a carriage return ends the line.
    (All, ";a\rb", &["line-comment ;a", "space \r", "atom b"]),
    (All, "a\r;b\rc", &["atom a", "space \r", "line-comment ;b", "space \r", "atom c"]),
    // Block comments.
    (All, "#||#a", &["block-comment #||#", "atom a"]),
    (All, "#|a|#b", &["block-comment #|a|#", "atom b"]),
    (All, "#|||#a", &["block-comment #|||#", "atom a"]),
    (All, "#||||#a", &["block-comment #||||#", "atom a"]),
    (All, "#|##\\|#a", &["block-comment #|##\\|#", "atom a"]),
    (All, "#|a#|b|#c|#d", &["block-comment #|a#|b|#c|#", "atom d"]),
    (All, "#|#|#|a|#|#|#b", &["block-comment #|#|#|a|#|#|#", "atom b"]),
    (All, "#|\"|#\"a\"", &["block-comment #|\"|#", "string \"a\""]),
    (All, "#|;\n(|#)", &["block-comment #|;\n(|#", "close )"]),
    (All, "#|é|#é", &["block-comment #|é|#", "atom é"]),
    (On(BARS), "a#|b |#", &["atom a#|b |#"]),
    (Off(BARS), "a#|b |#", &["atom a#|b", "space  ", "atom |#"]),
    // Datum comments.
    (All, "#;a", &["datum-comment #;", "atom a"]),
    (All, "#; a", &["datum-comment #;", "space  ", "atom a"]),
    (All, "#;#;a b", &["datum-comment #;", "datum-comment #;", "atom a", "space  ", "atom b"]),
    (All, "#;(a)", &["datum-comment #;", "open (", "atom a", "close )"]),
    (All, "a#;b", &["atom a#", "line-comment ;b"]),
    (All, "#;", &["datum-comment #;"]),
    // Scripts.
    (All, "#!/bin/sh (\na", &["shebang #!/bin/sh (", "space \n", "atom a"]),
    (All, "#! /bin/sh (\na", &["shebang #! /bin/sh (", "space \n", "atom a"]),
    (All, "#!/bin/sh", &["shebang #!/bin/sh"]),
    (All, "#!/bin/sh\ra", &["shebang #!/bin/sh", "space \r", "atom a"]),
    (All, "#!../bin/a -b c.d --e\na", &["shebang #!../bin/a -b c.d --e", "space \n", "atom a"]),
    (All, "#!a/b c\nd", &["shebang #!a/b c", "space \n", "atom d"]),
    (All, "#!gsc -:dq-\na", &["shebang #!gsc -:dq-", "space \n", "atom a"]),
    (All, "#!b - 1", &["atom #!b", "space  ", "atom -", "space  ", "atom 1"]),
    (All, "#!a;/b '(\nd", &["shebang #!a;/b '(", "space \n", "atom d"]),
    (All, "#!a b/c", &["atom #!a", "space  ", "atom b/c"]),
    (All, "a #!b/c d", &["atom a", "space  ", "atom #!b/c", "space  ", "atom d"]),
    (All, "#!a/b (\n!#", &["block-comment #!a/b (\n!#"]),
    // What stands before it goes when the text is formatted.
    (All, " #!/bin/sh (\na", &["space  ", "shebang #!/bin/sh (", "space \n", "atom a"]),
    (All, "a #!/bin/sh", &["atom a", "space  ", "atom #!/bin/sh"]),
    (All, ";a\n#!/b c", &["line-comment ;a", "space \n", "atom #!/b", "space  ", "atom c"]),
    // Guile's scripts, and its block comments.
    (All, "#!/bin/guile -s\n!#\na", &["block-comment #!/bin/guile -s\n!#", "space \n", "atom a"]),
    (All, "#!a (\n!#)", &["block-comment #!a (\n!#", "close )"]),
    (All, "#!a!# b\n!#c", &["block-comment #!a!# b\n!#", "atom c"]),
    (All, "#!/a!#\nb", &["shebang #!/a!#", "space \n", "atom b"]),
    (All, "a #! b ( !# c", &["atom a", "space  ", "block-comment #! b ( !#", "space  ", "atom c"]),
    (All, "a #!/b ( !# c", &["atom a", "space  ", "block-comment #!/b ( !#", "space  ", "atom c"]),
    (All, "a #! b !# #! c !# d", &["atom a", "space  ", "block-comment #! b !#", "space  ", "block-comment #! c !#", "space  ", "atom d"]),
    (All, "a #!b c !#", &["atom a", "space  ", "atom #!b", "space  ", "atom c", "space  ", "atom !#"]),
    (All, "a #! b", &["atom a", "space  ", "atom #!", "space  ", "atom b"]),
    // Directives.
    (All, "#!r6rs", &["directive #!r6rs"]),
    (All, "#!r7rs a", &["directive #!r7rs", "space  ", "atom a"]),
    (All, "#!fold-case(", &["directive #!fold-case", "open ("]),
    (All, "#!no-fold-case)", &["directive #!no-fold-case", "close )"]),
    (All, "#!chezscheme;a", &["directive #!chezscheme", "line-comment ;a"]),
    (All, "#!vicare\"a\"", &["directive #!vicare", "string \"a\""]),
    (All, "#!ikarus[", &["directive #!ikarus", "open ["]),
    (All, "#!larceny\n", &["directive #!larceny", "space \n"]),
    (All, "#!err5rs\t", &["directive #!err5rs", "space \t"]),
    (All, "#!curly-infix]", &["directive #!curly-infix", "close ]"]),
    (All, "#!core", &["directive #!core"]),
    (All, "#!compatible", &["directive #!compatible"]),
    (All, "#!nobacktrace", &["directive #!nobacktrace"]),
    (All, "#!nounbound", &["directive #!nounbound"]),
    (All, "#!deprecated", &["directive #!deprecated"]),
    (All, "#!sweet", &["directive #!sweet"]),
    (All, "#!read-macro=a/b(", &["directive #!read-macro=a/b", "open ("]),
    (All, "#!reader=srfi/:49 a", &["directive #!reader=srfi/:49", "space  ", "atom a"]),
    (All, "#!r6rs a !#", &["directive #!r6rs", "space  ", "atom a", "space  ", "atom !#"]),
    (All, "a#!r6rs", &["atom a#!r6rs"]),
    (All, "a #!r6rs'b", &["atom a", "space  ", "directive #!r6rs", "prefix '", "atom b"]),
    (All, "#!R6RS", &["atom #!R6RS"]),
    (All, "#!r6rsx", &["atom #!r6rsx"]),
    (All, "#!xread-macro=a", &["atom #!xread-macro=a"]),
    (All, "#!read-macro", &["atom #!read-macro"]),
    (All, "#!xreader=a", &["atom #!xreader=a"]),
    (All, "#!optional", &["atom #!optional"]),
    (All, "#!rest(", &["atom #!rest", "open ("]),
    (All, "#!default #!void", &["atom #!default", "space  ", "atom #!void"]),
    // The end of the input.
    (All, "#!eof (\n\"", &["raw #!eof (\n\""]),
    (All, " <<<<<<<\n=======\n>>>>>>>", &["space  ", "atom <<<<<<<", "space \n", "atom =======", "space \n", "atom >>>>>>>"]),
    (All, "a #!eof", &["atom a", "space  ", "raw #!eof"]),
    (All, "(a)#!eof)", &["open (", "atom a", "close )", "raw #!eof)"]),
    (All, "[a]#!eof)", &["open [", "atom a", "close ]", "raw #!eof)"]),
    (All, "#(a)#!eof)", &["open #(", "atom a", "close )", "raw #!eof)"]),
    (All, "(#!eof)", &["open (", "atom #!eof", "close )"]),
    (All, "#(#!eof)", &["open #(", "atom #!eof", "close )"]),
    (All, "((a)#!eof)", &["open (", "open (", "atom a", "close )", "atom #!eof", "close )"]),
    (All, "#!eofx (", &["atom #!eofx", "space  ", "open ("]),
    (On(BRACES), "{#!eof }", &["open {", "atom #!eof", "space  ", "close }"]),
    (On(BRACES), "{a}#!eof }", &["open {", "atom a", "close }", "raw #!eof }"]),
    // Other languages.
    (All, "#lang racket (\na", &["shebang #lang racket (", "space \n", "atom a"]),
    (All, "#lang", &["shebang #lang"]),
    (All, "(a)\n#lang b\n", &["open (", "atom a", "close )", "space \n", "shebang #lang b", "space \n"]),
    (All, "(#lang b)", &["open (", "atom #lang", "space  ", "atom b", "close )"]),
    (All, "#langx b", &["atom #langx", "space  ", "atom b"]),
    // Strings.
    (All, r#""""#, &[r#"string """#]),
    (All, r#""a""b""#, &[r#"string "a""#, r#"string "b""#]),
    (All, r#""a\"b"c"#, &[r#"string "a\"b""#, "atom c"]),
    (All, r#""\\"a"#, &[r#"string "\\""#, "atom a"]),
    (All, r#""\\\""a"#, &[r#"string "\\\"""#, "atom a"]),
    (All, "\"a\n;b|(\"c", &["string \"a\n;b|(\"", "atom c"]),
    (All, "\"a\\\n   b\"c", &["string \"a\\\n   b\"", "atom c"]),
    (All, "\"a\\\r\n   b\"c", &["string \"a\\\r\n   b\"", "atom c"]),
    (All, r#""\x41;\n"a"#, &[r#"string "\x41;\n""#, "atom a"]),
    (All, "\"\\é\"é", &["string \"\\é\"", "atom é"]),
    (All, "\"é\0\"", &["string \"é\0\""]),
    // Strings with a prefix.
    (Off(RAW_STRINGS), r##"#"a\"b"c"##, &[r##"string #"a\"b""##, "atom c"]),
    // Raw strings: the examples of SRFI 267, and what follows one.
    (On(RAW_STRINGS), r##"#""""a"##, &[r##"string #"""""##, "atom a"]),
    (On(RAW_STRINGS), r##"#"""""""##, &[r##"string #"""""##, r##"string """##]),
    (On(RAW_STRINGS), r##"#""\""b"##, &[r##"string #""\"""##, "atom b"]),
    (On(RAW_STRINGS), r##"#"--")")")"-""--""a""##, &[r##"string #"--")")")"-""--""##, r##"string "a""##]),
    (On(RAW_STRINGS), r##"#"-"""-")"##, &[r##"string #"-"""-""##, "close )"]),
    (On(RAW_STRINGS), r##"#"-"#""a"""-"a"##, &[r##"string #"-"#""a"""-""##, "atom a"]),
    (On(RAW_STRINGS), r##"#"-"ends with \""-" a"##, &[r##"string #"-"ends with \""-""##, "space  ", "atom a"]),
    (On(RAW_STRINGS), "#\"\"a\n  b;\"\";c", &["string #\"\"a\n  b;\"\"", "line-comment ;c"]),
    (On(RAW_STRINGS), "#\"#|(\n;\"|#\"#|(\n;\"#t", &["string #\"#|(\n;\"|#\"#|(\n;\"", "atom #t"]),
    (On(RAW_STRINGS), "#\"\\\"é\"\\\"'a", &["string #\"\\\"é\"\\\"", "prefix '", "atom a"]),
    (On(RAW_STRINGS), "a#\"\"b\"\"", &["atom a#", "string \"\"", "atom b", "string \"\""]),
    (Off(RAW_STRINGS), "#\"\"a  b\"\"", &["string #\"\"", "atom a", "space   ", "atom b", "string \"\""]),
    (All, r##"#*"a"b"##, &[r##"string #*"a""##, "atom b"]),
    (All, r##"#**"a""##, &[r##"string #**"a""##]),
    (All, r##"#`"a\"`b"c"##, &[r##"string #`"a\"`b""##, "atom c"]),
    (All, r##"#u8"a\"b"c"##, &[r##"string #u8"a\"b""##, "atom c"]),
    (All, r##"#rx"a""##, &[r##"string #rx"a""##]),
    (All, r##"#px"a""##, &[r##"string #px"a""##]),
    (All, r##"#rx#"a""##, &[r##"string #rx#"a""##]),
    (All, r##"#px#"a""##, &[r##"string #px#"a""##]),
    (All, r##"#U8"a""##, &["atom #U8", r#"string "a""#]),
    (All, r##"#u8 "a""##, &["atom #u8", "space  ", r#"string "a""#]),
    (All, r##"#***"a""##, &["atom #***", r#"string "a""#]),
    (All, r##"a#"b""##, &["atom a#", r#"string "b""#]),
    (All, r##"#'"a""##, &["prefix #'", r#"string "a""#]),
    (All, r##"#&"a""##, &["prefix #&", r#"string "a""#]),
    // Regular expressions.
    (On(REGEXPS), "#/a b/c", &["raw #/a b/c"]),
    (On(REGEXPS), "#/(/i)", &["raw #/(/i", "close )"]),
    (On(REGEXPS), r"#/a\/b/ c", &[r"raw #/a\/b/", "space  ", "atom c"]),
    (On(REGEXPS), r"#/\\/(", &[r"raw #/\\/", "open ("]),
    (On(REGEXPS), "#/;\"/'a", &["raw #/;\"/", "prefix '", "atom a"]),
    (On(REGEXPS), "#//a", &["raw #//a"]),
    (Off(REGEXPS), "#/a b/c", &["atom #/a", "space  ", "atom b/c"]),
    (Off(REGEXPS), "#/(/i)", &["open #/(", "atom /i", "close )"]),
    (All, "a#/b c/", &["atom a#/b", "space  ", "atom c/"]),
    // Char sets.
    (On(REGEXPS), "#[a z]b", &["raw #[a z]", "atom b"]),
    (On(REGEXPS), "#[[:alpha:]_]b", &["raw #[[:alpha:]_]", "atom b"]),
    (On(REGEXPS), "#[^[:a:][:b:]]]", &["raw #[^[:a:][:b:]]", "close ]"]),
    (On(REGEXPS), r"#[\]]]", &[r"raw #[\]]", "close ]"]),
    (On(REGEXPS), r"#[\\]]", &[r"raw #[\\]", "close ]"]),
    (On(REGEXPS), "#[a[b]]", &["raw #[a[b]", "close ]"]),
    (On(REGEXPS), "#[(;\"|]a", &["raw #[(;\"|]", "atom a"]),
    (On(REGEXPS), "#[\\é]é", &["raw #[\\é]", "atom é"]),
    (On(REGEXPS), "(a b #[c])d", &["open (", "atom a", "space  ", "atom b", "space  ", "raw #[c]", "close )", "atom d"]),
    (On(REGEXPS), "#[]]", &["raw #[]", "close ]"]),
    (Off(REGEXPS), "#[a z]b", &["open #[", "atom a", "space  ", "atom z", "close ]", "atom b"]),
    (Off(REGEXPS), "#[#[a]]", &["open #[", "open #[", "atom a", "close ]", "close ]"]),
    // Here strings.
    (All, "#<<END\na (\nEND\nb", &["raw #<<END\na (\nEND\n", "atom b"]),
    (All, "#<#END\na #{b}\nEND\nc", &["raw #<#END\na #{b}\nEND\n", "atom c"]),
    (All, "#<<END\nEND", &["raw #<<END\nEND"]),
    (All, "#<<END\n\nENDS\n END\nEND \nEND\nb", &["raw #<<END\n\nENDS\n END\nEND \nEND\n", "atom b"]),
    (All, "#<<END\r\na\r\nEND\r\nb", &["raw #<<END\r\na\r\nEND\r\n", "atom b"]),
    (All, "#<<E\ra\rE\rb", &["raw #<<E\ra\rE\r", "atom b"]),
    (All, "#<<a b\nc\na b\nd", &["raw #<<a b\nc\na b\n", "atom d"]),
    (All, "#<<E \na\nE\n (a  b)\nE \nc", &["raw #<<E \na\nE\n (a  b)\nE \n", "atom c"]),
    (All, "#<< E\na\nE\n E\nb", &["raw #<< E\na\nE\n E\n", "atom b"]),
    // To those who see line feeds the carriage return is a part of the tag.
    (All, "#<<E\r\na\nE\nE\r\nb", &["raw #<<E\r\na\nE\nE\r\n", "atom b"]),
    (All, "#<<\na\n\nb", &["raw #<<\na\n\n", "atom b"]),
    (All, "(#<<E\na\nE\n)", &["open (", "raw #<<E\na\nE\n", "close )"]),
    (All, "#<a>", &["atom #<a>"]),
    (All, "#<a #>", &["atom #<a", "space  ", "atom #>"]),
    // Foreign text.
    (All, "#>int (a;<#b", &["raw #>int (a;<#", "atom b"]),
    (All, "#>\n<#\n#>b<#", &["raw #>\n<#", "space \n", "raw #>b<#"]),
    (All, "#><#", &["raw #><#"]),
    (All, "#>a b", &["atom #>a", "space  ", "atom b"]),
    (All, "#>a# <", &["atom #>a#", "space  ", "atom <"]),
    // Characters.
    (All, r"#\a", &[r"character #\a"]),
    (All, r"#\space)", &[r"character #\space", "close )"]),
    (All, r"#\x41;b", &[r"character #\x41", "line-comment ;b"]),
    (All, r"#\x (", &[r"character #\x", "space  ", "open ("]),
    (All, r"#\x)", &[r"character #\x", "close )"]),
    (All, r"#\U+41[", &[r"character #\U+41", "open ["]),
    (All, "#\\λ", &["character #\\λ"]),
    (All, "#\\λx字 é", &["character #\\λx字", "space  ", "atom é"]),
    (All, r"#\##t", &[r"character #\##t"]),
    (All, r"#\a#b", &[r"character #\a#b"]),
    (All, r"#\\", &[r"character #\\"]),
    (All, r"#\\)", &[r"character #\\", "close )"]),
    (All, r"#\.5", &[r"character #\.5"]),
    // These end it.
    (All, "#\\  a", &["character #\\ ", "space  ", "atom a"]),
    (All, "#\\ a", &["character #\\ ", "atom a"]),
    (All, "#\\\ta", &["character #\\\t", "atom a"]),
    (All, "#\\\na", &["character #\\\n", "atom a"]),
    (All, "#\\\ra", &["character #\\\r", "atom a"]),
    (All, "#\\\x0Ca", &["character #\\\x0C", "atom a"]),
    (All, r"#\(a", &[r"character #\(", "atom a"]),
    (All, r"#\)a", &[r"character #\)", "atom a"]),
    (All, r"#\[a", &[r"character #\[", "atom a"]),
    (All, r"#\]a", &[r"character #\]", "atom a"]),
    (All, r"#\{a", &[r"character #\{", "atom a"]),
    (All, r"#\}a", &[r"character #\}", "atom a"]),
    (All, "#\\\"a", &["character #\\\"", "atom a"]),
    (All, r"#\;a", &[r"character #\;", "atom a"]),
    (All, r"#\'a", &[r"character #\'", "atom a"]),
    (All, r"#\`a", &[r"character #\`", "atom a"]),
    (All, r"#\,a", &[r"character #\,", "atom a"]),
    (All, r"#\|a", &[r"character #\|", "atom a"]),
    (All, r"#\((", &[r"character #\(", "open ("]),
    (All, r"#\))", &[r"character #\)", "close )"]),
    (All, r"#\;;a", &[r"character #\;", "line-comment ;a"]),
    // And these end its name.
    (All, r"#\a(", &[r"character #\a", "open ("]),
    (All, "#\\a\"b\"", &["character #\\a", "string \"b\""]),
    (All, r"#\a'b", &[r"character #\a", "prefix '", "atom b"]),
    (All, r"#\a`b", &[r"character #\a", "prefix `", "atom b"]),
    (All, r"#\a,@b", &[r"character #\a", "prefix ,@", "atom b"]),
    (On(BRACES), r"#\a{b}", &[r"character #\a", "open {", "atom b", "close }"]),
    (Off(BRACES), r"#\a{b}", &[r"character #\a", "atom {b}"]),
    (On(BARS), r"#\a|b |", &[r"character #\a", "atom |b |"]),
    // MIT's names with escapes.
    (All, r"#\C-\]]", &[r"character #\C-\]", "close ]"]),
    (All, r"#\C-\((", &[r"character #\C-\(", "open ("]),
    // As in a symbol: to some readers the blank is a part of it, so it stays.
    (All, r"#\C-\ a", &[r"character #\C-\ a"]),
    (All, "#\\C-\\éb c", &["character #\\C-\\éb", "space  ", "atom c"]),
    // Numbers and symbols.
    (All, "1+ -1+ 2x2", &["atom 1+", "space  ", "atom -1+", "space  ", "atom 2x2"]),
    (All, "#nil #36rFF", &["atom #nil", "space  ", "atom #36rFF"]),
    (All, "#e#x-1/2@+.5i", &["atom #e#x-1/2@+.5i"]),
    (All, "+ - ... -> @", &["atom +", "space  ", "atom -", "space  ", "atom ...", "space  ", "atom ->", "space  ", "atom @"]),
    (All, "#t#f", &["atom #t#f"]),
    (All, "15##.##", &["atom 15##.##"]),
    (All, "a\\x41;b", &["atom a\\x41;b"]),
    (All, "a\\x41;b c", &["atom a\\x41;b", "space  ", "atom c"]),
    (All, "a\\xfFgG;b", &["atom a\\xfFgG", "line-comment ;b"]),
    (All, "a\\x;b", &["atom a\\x", "line-comment ;b"]),
    (All, "a\\x41 b", &["atom a\\x41", "space  ", "atom b"]),
    (All, "a\\X41;b", &["atom a\\X41", "line-comment ;b"]),
    (All, "\\x3bb;(", &["atom \\x3bb;", "open ("]),
    (All, "a\\(b c", &["atom a\\(b", "space  ", "atom c"]),
    (All, "a\\ b c", &["atom a\\ b", "space  ", "atom c"]),
    (All, "\\\\;a", &["atom \\\\", "line-comment ;a"]),
    (All, "\\éé é", &["atom \\éé", "space  ", "atom é"]),
    (All, "#\u{3bb}(", &["open #\u{3bb}("]),
    // Bars.
    (On(BARS), "||", &["atom ||"]),
    (On(BARS), "|a b|", &["atom |a b|"]),
    (On(BARS), "|a;(\"|)", &["atom |a;(\"|", "close )"]),
    (On(BARS), "foo|a b|bar c", &["atom foo|a b|bar", "space  ", "atom c"]),
    (On(BARS), "foo||bar", &["atom foo||bar"]),
    (On(BARS), "|a b||c d|", &["atom |a b||c d|"]),
    (On(BARS), r"|a\|b c|(", &[r"atom |a\|b c|", "open ("]),
    (On(BARS), r"|\\|(", &[r"atom |\\|", "open ("]),
    (On(BARS), r"|\x41; |", &[r"atom |\x41; |"]),
    (On(BARS), "a.|b c|", &["atom a.|b c|"]),
    (On(BARS), ".|b c|", &["atom .|b c|"]),
    (On(BARS), "#:|a b|", &["atom #:|a b|"]),
    (All, "#:a(b)", &["atom #:a", "open (", "atom b", "close )"]),
    (All, "#:a[", &["atom #:a", "open ["]),
    (All, "#:a#b(", &["open #:a#b("]),
    (On(BARS), "#a|b c|(", &["open #a|b c|("]),
    (On(BARS), "'|a;b(|", &["prefix '", "atom |a;b(|"]),
    (Off(BARS), "|a b|", &["atom |a", "space  ", "atom b|"]),
    (Off(BARS), "|a;b", &["atom |a", "line-comment ;b"]),
    (Off(BARS), "a| |(", &["atom a|", "space  ", "atom |", "open ("]),
    // The width of a mantissa is no quoted part of a symbol.
    (All, "1.5|53", &["atom 1.5|53"]),
    (All, "1|53", &["atom 1|53"]),
    (All, "1|53 a", &["atom 1|53", "space  ", "atom a"]),
    (All, "-.5|53)", &["atom -.5|53", "close )"]),
    (All, "#x1|53(", &["open #x1|53("]),
    (All, "1|53(", &["atom 1|53", "open ("]),
    (All, "+1e3|53[", &["atom +1e3|53", "open ["]),
    (All, "1|53\"a\"", &["atom 1|53", "string \"a\""]),
    (All, "1|53;a", &["atom 1|53", "line-comment ;a"]),
    (On(UNICODE), "1|53\u{a0}b", &["atom 1|53", "space \u{a0}", "atom b"]),
    (On(BARS), "a|53 b|", &["atom a|53 b|"]),
    (On(BARS), "a1|53 b|", &["atom a1|53 b|"]),
    (On(BARS), "+|53 b|", &["atom +|53 b|"]),
    (On(BARS), "1|a b|", &["atom 1|a b|"]),
    (On(BARS), "1|5a b|", &["atom 1|5a b|"]),
    (On(BARS), "1|5'a b|", &["atom 1|5'a b|"]),
    (On(BARS), "1|5|53", &["atom 1|5|53"]),
    (On(BARS), "1| |", &["atom 1| |"]),
    // Keywords and other words.
    (All, "#:k :k k: (", &["atom #:k", "space  ", "atom :k", "space  ", "atom k:", "space  ", "open ("]),
    (All, "##sym ##a#b", &["atom ##sym", "space  ", "atom ##a#b"]),
    (All, "#%x #3%x", &["atom #%x", "space  ", "atom #3%x"]),
    (All, "#*101", &["atom #*101"]),
    (All, "#", &["atom #"]),
    (All, "# a", &["atom #", "space  ", "atom a"]),
    (All, "#)", &["atom #", "close )"]),
    (All, "##", &["atom ##"]),
    (All, "#{a b(}c", &["atom #{a b(}", "atom c"]),
    (All, "#{a b}#c", &["atom #{a b}#", "atom c"]),
    (All, "#{a}##{b}", &["atom #{a}#", "atom #{b}"]),
    (On(BRACES), "#{a", &["atom #", "open {", "atom a"]),
    (Off(BRACES), "#{a b", &["atom #{a", "space  ", "atom b"]),
    // Labels.
    (All, "#0=a", &["prefix #0=", "atom a"]),
    (All, "#0=(#0#)", &["prefix #0=", "open (", "atom #0#", "close )"]),
    (All, "#12=#12#", &["prefix #12=", "atom #12#"]),
    (All, "#9= a", &["prefix #9=", "space  ", "atom a"]),
    (All, "#0#a", &["atom #0#", "atom a"]),
    (All, "#0", &["atom #0"]),
    (All, "#0a=", &["atom #0a="]),
    (All, "#a0=b", &["atom #a0=b"]),
    (All, "a#0=", &["atom a#0="]),
    // What opens a vector is one token.
    (All, "#(a)", &["open #(", "atom a", "close )"]),
    (All, "#vu8(1)", &["open #vu8(", "atom 1", "close )"]),
    (All, "#u8( 1", &["open #u8(", "space  ", "atom 1"]),
    (All, "#U8(", &["open #U8("]),
    (All, "#f64(", &["open #f64("]),
    (All, "#2a((", &["open #2a(", "open ("]),
    (All, "#3(a", &["open #3(", "atom a"]),
    (All, "#hash((", &["open #hash(", "open ("]),
    (All, "#vs16b(", &["open #vs16b("]),
    (All, "#vu8[", &["open #vu8["]),
    (All, "#vu8 (", &["atom #vu8", "space  ", "open ("]),
    (All, "#vu8'(", &["atom #vu8", "prefix '", "open ("]),
    (All, "vu8(", &["atom vu8", "open ("]),
    (All, "a#(", &["atom a#", "open ("]),
    (On(BRACES), "#vu8{", &["atom #vu8", "open {"]),
    (Off(BRACES), "#vu8{ ", &["atom #vu8{", "space  "]),
    // Prefixes.
    (All, "'a", &["prefix '", "atom a"]),
    (All, "''(", &["prefix '", "prefix '", "open ("]),
    (All, "' a", &["prefix '", "space  ", "atom a"]),
    (All, "`(,a ,@b)", &["prefix `", "open (", "prefix ,", "atom a", "space  ", "prefix ,@", "atom b", "close )"]),
    (All, ", @x", &["prefix ,", "space  ", "atom @x"]),
    (All, ",@ x", &["prefix ,@", "space  ", "atom x"]),
    (All, "'@x", &["prefix '", "atom @x"]),
    (All, "`@x", &["prefix `", "atom @x"]),
    (All, ",", &["prefix ,"]),
    (All, "#'a", &["prefix #'", "atom a"]),
    (All, "#`a", &["prefix #`", "atom a"]),
    (All, "#`(", &["prefix #`", "open ("]),
    (All, "#` \"a\"", &["prefix #`", "space  ", "string \"a\""]),
    (All, "#,a", &["prefix #,", "atom a"]),
    (All, "#,@a", &["prefix #,@", "atom a"]),
    (All, "#, @a", &["prefix #,", "space  ", "atom @a"]),
    (All, "#'@a", &["prefix #'", "atom @a"]),
    (All, "#&a", &["prefix #&", "atom a"]),
    (All, "#&#&(", &["prefix #&", "prefix #&", "open ("]),
    // G-expressions.
    (On(GEXPS), "#~(a)", &["prefix #~", "open (", "atom a", "close )"]),
    (On(GEXPS), "#~@a", &["prefix #~", "atom @a"]),
    (On(GEXPS), "#$a", &["prefix #$", "atom a"]),
    (On(GEXPS), "#$@a", &["prefix #$@", "atom a"]),
    (On(GEXPS), "#+a", &["prefix #+", "atom a"]),
    (On(GEXPS), "#+@(", &["prefix #+@", "open ("]),
    (Off(GEXPS), "#~(a)", &["open #~(", "atom a", "close )"]),
    (Off(GEXPS), "#~a #$a #+a", &["atom #~a", "space  ", "atom #$a", "space  ", "atom #+a"]),
    (Off(GEXPS), "#$@a", &["atom #$@a"]),
    (All, "#-a #.a", &["atom #-a", "space  ", "atom #.a"]),
    // Gauche's debugging prints.
    (All, "#?=a", &["prefix #?=", "atom a"]),
    (All, "#?,a", &["prefix #?,", "atom a"]),
    (All, "#?a", &["atom #?a"]),
    (All, "#? a", &["atom #?", "space  ", "atom a"]),
    // Brackets.
    (All, "()[]", &["open (", "close )", "open [", "close ]"]),
    (All, "(]", &["open (", "close ]"]),
    (On(BRACES), "{a b}", &["open {", "atom a", "space  ", "atom b", "close }"]),
    (On(BRACES), "a{b}c", &["atom a", "open {", "atom b", "close }", "atom c"]),
    (On(BRACES), "'{}", &["prefix '", "open {", "close }"]),
    (Off(BRACES), "{a b}", &["atom {a", "space  ", "atom b}"]),
    (Off(BRACES), "a{b}c(", &["atom a{b}c", "open ("]),
    (Off(BRACES), "{ }", &["atom {", "space  ", "atom }"]),
    // Dots.
    (All, ".", &["dot ."]),
    (All, "(a . b)", &["open (", "atom a", "space  ", "dot .", "space  ", "atom b", "close )"]),
    (All, ".\t", &["dot .", "space \t"]),
    (All, ".\n", &["dot .", "space \n"]),
    (All, ".\r", &["dot .", "space \r"]),
    (All, ".\x0C", &["dot .", "space \x0C"]),
    (All, ".(", &["dot .", "open ("]),
    (All, ".)", &["dot .", "close )"]),
    (All, ".\"a\"", &["dot .", "string \"a\""]),
    (All, ".;a", &["dot .", "line-comment ;a"]),
    (All, ".[", &["atom .", "open ["]),
    (All, ".]", &["atom .", "close ]"]),
    (All, ".'a", &["atom .", "prefix '", "atom a"]),
    (All, ".5", &["atom .5"]),
    (All, "..", &["atom .."]),
    (All, ".#t", &["atom .#t"]),
    (All, ".\\x41;", &["atom .\\x41;"]),
    (All, "a.", &["atom a."]),
    (All, "a.b", &["atom a.b"]),
    (All, "a.(", &["atom a.", "open ("]),
    (All, "'.", &["prefix '", "dot ."]),
];

/// The words for kinds.
fn word(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Whitespace => "space",
        TokenKind::LineComment => "line-comment",
        TokenKind::BlockComment => "block-comment",
        TokenKind::DatumComment => "datum-comment",
        TokenKind::Directive => "directive",
        TokenKind::Shebang => "shebang",
        TokenKind::String => "string",
        TokenKind::Raw => "raw",
        TokenKind::Character => "character",
        TokenKind::Atom => "atom",
        TokenKind::Dot => "dot",
        TokenKind::Open => "open",
        TokenKind::Close => "close",
        TokenKind::Prefix => "prefix",
    }
}

#[test]
fn every_row_by_every_reading() {
    for (under, text, expected) in ROWS {
        let mut tried = 0;
        for switches in readings().filter(|switches| under.includes(*switches)) {
            let mut lexer = Lexer::new(text, switches);
            let tokens: Vec<_> = lexer
                .by_ref()
                .map(|token| format!("{} {}", word(token.kind), token.text(text)))
                .collect();
            assert_eq!(
                tokens, *expected,
                "{text:?} under {under:?} by {switches:?}"
            );
            assert_eq!(lexer.fault(), None, "{text:?} by {switches:?}");
            tried += 1;
        }
        assert_eq!(tried, if matches!(under, All) { 64 } else { 32 });
    }
}

/// What is not closed, or must not stand where it stands: the first fault's code and the bytes it is about.
#[rustfmt::skip]
const FAULTS: &[(Under, &str, &str, &str)] = &[
    (All, "a \"b", "unterminated-string", "\""),
    (All, "\"", "unterminated-string", "\""),
    (All, r#"a "b\""#, "unterminated-string", "\""),
    (All, "\"a\\", "unterminated-string", "\""),
    (All, "a #u8\"b", "unterminated-string", "#"),
    (All, "a #`\"b", "unterminated-string", "#"),
    (Off(RAW_STRINGS), "a #\"b", "unterminated-string", "#"),
    (On(RAW_STRINGS), "a #\"b", "unterminated-raw-string", "#\""),
    (On(RAW_STRINGS), "a #\"b\"c\"b", "unterminated-raw-string", "#\""),
    (On(RAW_STRINGS), "a #\"\"b\" \"", "unterminated-raw-string", "#\""),
    (On(BARS), "a |b", "unterminated-symbol", "|"),
    (On(BARS), "a b|c ", "unterminated-symbol", "b"),
    (On(BARS), r"|a\|", "unterminated-symbol", "|"),
    (On(BARS), "1|53' ", "unterminated-symbol", "1"),
    (All, r"a b\", "unterminated-symbol", r"\"),
    (All, "a #|b", "unterminated-comment", "#|"),
    (All, "a #|b#|c|#", "unterminated-comment", "#|"),
    (All, "#|#", "unterminated-comment", "#|"),
    (All, "#|#|#", "unterminated-comment", "#|"),
    (On(REGEXPS), "a #/b c", "unterminated-regexp", "#/"),
    (On(REGEXPS), r"a #/b\/", "unterminated-regexp", "#/"),
    (On(REGEXPS), "a #[b c", "unterminated-char-set", "#["),
    (On(REGEXPS), "#[[:a:]", "unterminated-char-set", "#["),
    (On(REGEXPS), r"#[\]", "unterminated-char-set", "#["),
    (All, "a #<<E\nb", "unterminated-here-string", "#<<"),
    (All, "#<<E", "unterminated-here-string", "#<<"),
    (All, "#<<E\n", "unterminated-here-string", "#<<"),
    (All, "#<<E\n E\nE \nEE", "unterminated-here-string", "#<<"),
    (All, "#<<E\r\na\nE\n", "unterminated-here-string", "#<<"),
    (All, "#<<\n", "unterminated-here-string", "#<<"),
    (All, "#<# \n\n", "unterminated-here-string", "#<#"),
    (All, r"a #\", "unterminated-character", r"#\"),
    (All, "a b\0c", "nul", "\0"),
    (All, "\0", "nul", "\0"),
    (All, "a\\x41;\0", "nul", "\0"),
    (All, "#\\\0", "nul", "\0"),
    (All, "a\n<<<<<<<\n(\n=======\n>>>>>>> \"\nb", "merge-conflict", "<<<<<<<"),
    // Some of its markers are in a comment or a string.
    (All, "#| a\n<<<<<<< b\n|#\n=======\nc |#\n>>>>>>> d\n(e)", "merge-conflict", "<<<<<<< b"),
    (All, "\"\n<<<<<<< a\n=======\n\"\n>>>>>>> b\n(c)", "merge-conflict", "<<<<<<< a"),
    // The first counts.
    (All, "\0 \"", "nul", "\0"),
];

#[test]
fn lexical_errors_are_located() {
    for (under, text, code, about) in FAULTS {
        for switches in readings().filter(|switches| under.includes(*switches)) {
            let mut lexer = Lexer::new(text, switches);
            let end = lexer.by_ref().last().map_or(0, |token| token.end as usize);
            assert_eq!(end, text.len(), "{text:?} by {switches:?}");
            let fault = lexer.fault().unwrap_or_else(|| panic!("{text:?}"));
            assert_eq!(fault.code, *code, "{text:?} by {switches:?}");
            let span = fault.labels[0].span.clone();
            let start = text.find(about).expect("it is about a part of the text");
            assert_eq!(span, start..start + about.len(), "{text:?} by {switches:?}");
        }
    }
}

/// The last of two backslashes, which the table cannot say.
#[test]
fn trailing_backslash_in_character_is_an_error() {
    let mut lexer = Lexer::new(r"#\C-\", Switches::COMMON);
    assert_eq!(lexer.by_ref().count(), 1);
    let fault = lexer.fault().expect("nothing follows the backslash");
    assert_eq!(fault.labels[0].span, 4..5);
}

/// NUL within strings and comments is no fault.
#[test]
fn nul_is_allowed_in_strings_and_comments() {
    for text in ["\"\0\"", ";\0", "#|\0|#", "|\0|"] {
        let mut lexer = Lexer::new(text, Switches::COMMON);
        assert_eq!(lexer.by_ref().count(), 1);
        assert_eq!(lexer.fault(), None, "{text:?}");
    }
}

/// What is read otherwise in single dialects.
#[rustfmt::skip]
const BY_DIALECT: &[(Dialect, &str, &[&str])] = &[
    // Gambit's infix expressions, at which a character ends.
    (Gambit, "a\\;b", &["atom a", "raw \\;", "atom b"]),
    (Gambit, "\\f(a, \"b;\"); c", &["raw \\f(a, \"b;\");", "space  ", "atom c"]),
    (Gambit, "\\a // b;\n+ c; d", &["raw \\a // b;\n+ c;", "space  ", "atom d"]),
    (Gambit, "\\a /* ; */; b", &["raw \\a /* ; */;", "space  ", "atom b"]),
    (Gambit, "\\if (a) { b; } else { c; } d", &["raw \\if (a) { b; } else { c; }", "space  ", "atom d"]),
    (Gambit, "\\a=';'; b", &["raw \\a=';';", "space  ", "atom b"]),
    (Gambit, "#\\s\\a;b", &["character #\\s", "raw \\a;", "atom b"]),
    (Lips, "#/[^/] +/ a", &["raw #/[^/] +/", "space  ", "atom a"]),
    (Lips, "#/a/b c/gi)", &["raw #/a/b c/gi", "close )"]),
    (Lips, r"#/\[\/ /'a", &[r"raw #/\[\/ /", "prefix '", "atom a"]),
    (Lips, "#/[)]/)", &["raw #/[)]/", "close )"]),
    (Kawa, "#<p>a  (b</p>)", &["raw #<p>a  (b</p>", "close )"]),
    (Kawa, "#<a/> b", &["raw #<a/>", "space  ", "atom b"]),
    (Kawa, "#<a b=\">\"><c>d</c> </> e", &["raw #<a b=\">\"><c>d</c> </>", "space  ", "atom e"]),
    (Kawa, "#<a b=\"&(c \"d\" #\\))\"/>)", &["raw #<a b=\"&(c \"d\" #\\))\"/>", "close )"]),
    (Kawa, "#<[a] (b c)/>d", &["raw #<[a] (b c)/>", "atom d"]),
    (Kawa, "#<a>&[b #<c>d  ]</c> ; ]\n]&e;</a>f", &["raw #<a>&[b #<c>d  ]</c> ; ]\n]&e;</a>", "atom f"]),
    (Kawa, "#<!-- a > ( -->b", &["raw #<!-- a > ( -->", "atom b"]),
    (Kawa, "#<![CDATA[ ]> ]]>b", &["raw #<![CDATA[ ]> ]]>", "atom b"]),
    (Kawa, "#<?a  ( ?>b", &["raw #<?a  ( ?>", "atom b"]),
    (Kawa, "&{it's  {a} \"}b", &["atom &{it's  {a} \"}", "atom b"]),
    (Kawa, "&{a &[\"}\"] &b[c]{d  }}e", &["atom &{a &[\"}\"] &b[c]{d  }}", "atom e"]),
    (Kawa, "&`{a;  '}b", &["atom &`{a;  '}", "atom b"]),
    (Kawa, "&`(a)", &["atom &", "prefix `", "open (", "atom a", "close )"]),
    (Kawa, "&a{b  c} &", &["atom &a{b  c}", "space  ", "atom &"]),
    (Kawa, "a{b}", &["atom a", "open {", "atom b", "close }"]),
];

#[test]
fn dialect_specific_readings() {
    for (dialect, text, expected) in BY_DIALECT {
        let mut lexer = Lexer::new(text, dialect.switches());
        let tokens: Vec<_> = lexer
            .by_ref()
            .map(|token| format!("{} {}", word(token.kind), token.text(text)))
            .collect();
        assert_eq!(tokens, *expected, "{text:?} by {dialect}");
        assert_eq!(lexer.fault(), None, "{text:?} by {dialect}");
    }
}

#[test]
fn unterminated_infix_is_an_error() {
    for text in ["\\a + b", "(\\ (x) y)", "\\f(\"a;"] {
        let mut lexer = Lexer::new(text, Gambit.switches());
        lexer.by_ref().for_each(drop);
        let fault = lexer.fault().map(|fault| fault.code);
        assert_eq!(fault, Some("unterminated-infix"), "{text:?}");
    }
}

/// A reading that a text's tokens do not depend on need not be tried; where they differ, it must.
#[test]
fn reading_dependent_tokens_are_marked() {
    let texts = ROWS.iter().map(|(_, text, _)| text);
    for text in texts.chain(BY_DIALECT.iter().map(|(_, text, _)| text)) {
        for switches in dialects() {
            let mut lexer = Lexer::new(text, switches);
            let tokens: Vec<_> = lexer.by_ref().collect();
            let alike =
                |other: &Switches| !switches.symmetric_difference(*other).intersects(UNICODE);
            for other in dialects().filter(alike) {
                if !lexer.depends_on(switches.symmetric_difference(other)) {
                    let others: Vec<_> = Lexer::new(text, other).collect();
                    assert_eq!(tokens, others, "{text:?} by {switches:?} and {other:?}");
                }
            }
        }
    }
    let depends = |text, switches, changed| {
        let mut lexer = Lexer::new(text, switches);
        lexer.by_ref().for_each(drop);
        lexer.depends_on(changed)
    };
    let plain = "(define (f x) '#t \"#/\" ; #~ λ\n";
    for switches in readings() {
        assert!(!depends(plain, switches, REGEXPS));
        assert!(!depends(plain, switches, GEXPS));
        assert!(!depends(plain, switches, REGEXPS.union(GEXPS)));
        assert!(!depends("(a b)", switches, REGEXPS.union(GEXPS)));
        assert!(!depends("#~a", switches, REGEXPS));
        assert!(!depends("#/a/", switches, GEXPS));
        assert!(!depends("#/a/ #~a é | {", switches, Switches::empty()));
    }
}

/// What a token is called settled by is all that decides it: it comes out of every text that begins so.
#[test]
fn settled_tokens_are_independent_of_what_follows() {
    const ENDS: [&str; 16] = [
        "", "a", "0", " ", "(", ")", "[", "\"", "|", "#", ";", "'", "@", "|# ", " !# ", "}#<#",
    ];
    let all = SWITCHES.into_iter().fold(BARE, Switches::union);
    let (mut settled, mut unsettled) = (0, 0);
    let texts = ROWS.iter().map(|(_, text, _)| text);
    for text in texts.chain(BY_DIALECT.iter().map(|(_, text, _)| text)) {
        // What ends a line is told by the whole text.
        if text.contains('\r') {
            continue;
        }
        for switches in dialects().chain([BARE, all]) {
            let mut lexer = Lexer::new(text, switches);
            let tokens: Vec<_> = lexer.by_ref().collect();
            let boundaries = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
            for (end, after) in boundaries.flat_map(|end| ENDS.map(|after| (end, after))) {
                // The last of the bytes may be another white space.
                let before = &text[..end];
                let blanks = [" ", "\n", "\t"].map(|blank| {
                    let rest = before.strip_suffix(|last: char| last.is_ascii_whitespace());
                    rest.unwrap_or(before).to_owned()
                        + if rest.is_some() { blank } else { "" }
                        + after
                });
                for other in blanks {
                    let others: Vec<_> = Lexer::new(&other, switches).collect();
                    for (i, token) in tokens.iter().enumerate() {
                        if !lexer.is_settled(*token, end) {
                            unsettled += 1;
                        } else if others.len() >= i && others[..i] == tokens[..i] {
                            settled += 1;
                            assert_eq!(others.get(i), Some(token), "{text:?} against {other:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(
        settled > 10_000 && unsettled > 10_000,
        "{settled} {unsettled}"
    );
    // A comment asks for its line end and for a byte after that, which may be the one that is another.
    let comment = Lexer::new("; a\nb", Switches::COMMON);
    let first = comment.clone().next().expect("a comment");
    assert_eq!(
        [3, 4, 5].map(|end| comment.is_settled(first, end)),
        [false, false, true]
    );
    // A closing bracket is one whatever follows it, and an atom is not.
    let lexer = Lexer::new("(a) b", Switches::COMMON);
    let tokens: Vec<_> = lexer.clone().collect();
    let by_end = |end| [0, 1, 2].map(|i: usize| lexer.is_settled(tokens[i], end));
    assert_eq!(by_end(1), [false; 3]);
    assert_eq!(by_end(2), [true, false, false]);
    assert_eq!(by_end(3), [true; 3]);
}

/// Which dialect is read how: a switch on, and the dialects that have it on.
#[test]
fn every_dialect_has_its_reading() {
    use Dialect::*;
    let prefixed = [Gambit, Gauche, Racket, Bigloo];
    let with_raw_strings = Dialect::ALL.into_iter();
    let with_raw_strings = with_raw_strings.filter(|dialect| !prefixed.contains(dialect));
    let with_raw_strings: Vec<Dialect> = with_raw_strings.collect();
    let table: [(Switches, &[Dialect]); 7] = [
        (RAW_STRINGS, &with_raw_strings),
        (Switches::INFIX, &[Gambit]),
        (BARS, &Dialect::ALL),
        (BRACES, &Dialect::ALL),
        (
            REGEXPS,
            &[
                Auto,
                // Readers of the reports do not use `#/` otherwise.
                R5rs,
                R6rs,
                R7rs,
                Gauche,
                Sagittarius,
                // Those that are read as `auto` is.
                Gerbil,
                Steel,
                Bigloo,
                Stklos,
                Kawa,
                S7,
                Lips,
                Biwa,
                Scheme48,
                TinyScheme,
                Cyclone,
                Larceny,
            ],
        ),
        (GEXPS, &[Guile]),
        (UNICODE, &[R6rs, Vicare]),
    ];
    for (switch, dialects) in table {
        for dialect in Dialect::ALL {
            let expected = dialects.contains(&dialect);
            assert_eq!(
                dialect.switches().contains(switch),
                expected,
                "{dialect}: {switch:?}"
            );
        }
    }
}

/// The switches, as sets.
#[test]
fn switches_are_switched_one_by_one() {
    for (i, switch) in SWITCHES.into_iter().enumerate() {
        for (j, other) in SWITCHES.into_iter().enumerate() {
            assert_eq!(switch.contains(other), i == j);
            assert!(switch.union(other).contains(switch));
            assert_eq!(
                switch.union(other).difference(other).contains(switch),
                i != j
            );
            assert_eq!(switch.difference(other).contains(switch), i != j);
            assert_eq!(switch.symmetric_difference(other).contains(switch), i != j);
            assert_eq!(switch.contains(switch.union(other)), i == j);
        }
    }
}
