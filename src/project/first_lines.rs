//! Detects what a file is from how it starts, if its name does not say.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use schemefmt::internals::dialects::foreign::{Beginning, begins_programs};
use schemefmt::internals::text::source::text_of;

/// Programs that read Scheme from a file whose first line names them, without a version number that may follow.
const INTERPRETERS: [&str; 35] = [
    "bigloo",
    "chez",
    "chez-scheme",
    "chezscheme",
    "chibi-scheme",
    "chicken-csi",
    "csi",
    "gauche",
    "gosh",
    "gsi",
    "gsi-script",
    "gxi",
    "guile",
    "icyc",
    "ikarus",
    "kawa",
    "larceny",
    "loko",
    "mit-scheme",
    "mosh",
    "mzscheme",
    "nmosh",
    "petite",
    "racket",
    "sagittarius",
    "sash",
    "scheme",
    "scheme-script",
    "scm",
    "scsh",
    "stk",
    "stklos",
    "tinyscheme",
    "vicare",
    "ypsilon",
];

/// The number of bytes that are examined.
const HEAD: usize = 4096;

/// Whether the file at `path` is a script for a Scheme. Only executable files are opened.
pub(super) fn is_script(path: &Path) -> bool {
    is_executable(path) && head(path).is_ok_and(|head| names_scheme(&head))
}

/// Whether the file at `path` starts like a Scheme program.
pub(super) fn is_scheme(path: &Path) -> bool {
    head(path).is_ok_and(|head| begins_as_scheme(&head))
}

/// Whether the file at `path` can be Scheme, or data for it, judging by how it starts. A file that cannot be read can be anything.
pub(super) fn may_be_scheme(path: &Path) -> bool {
    head(path).map_or(true, |head| Beginning::of(&text_of(&head)).is_of_scheme())
}

fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// Whether a text starts with `#!` and the path of a Scheme, directly or through `env`.
fn names_scheme(head: &[u8]) -> bool {
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or(head);
    let Some(line) = line.strip_prefix(b"#!") else {
        return false;
    };
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    let program = |word: &str| word.rsplit('/').next().unwrap_or(word).to_owned();
    let mut named = words.next().map(program);
    if named.as_deref() == Some("env") {
        let is_program = |word: &&str| !word.starts_with('-') && !word.contains('=');
        named = words.find(is_program).map(program);
    }
    let is_version = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    named.is_some_and(|named| INTERPRETERS.contains(&named.trim_end_matches(is_version)))
}

/// Whether the first thing in a text, apart from comments, is a form that begins files of Scheme and none of the languages that share its
/// extensions.
fn begins_as_scheme(head: &[u8]) -> bool {
    match Beginning::of(&text_of(head)) {
        Beginning::List(operator) => begins_programs(operator),
        Beginning::Sign => true,
        Beginning::Nothing | Beginning::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shebang_names_the_scheme() {
        for line in [
            "#!/usr/bin/guile \\",
            "#! /usr/bin/guile-3.0 -s",
            "#!/usr/bin/env gosh",
            "#!/usr/bin/env -S guile --no-auto-compile -e main -s",
            "#!/usr/bin/env -S GUILE_AUTO_COMPILE=0 guile",
            "#!/usr/local/bin/scheme --script\n(display 1)",
            "#!/usr/bin/env gsi-script",
            "#!/usr/bin/csi -s\r\n",
            "#!/usr/bin/env chibi-scheme",
            "#!/usr/bin/racket",
        ] {
            assert!(names_scheme(line.as_bytes()), "{line}");
        }
        for line in [
            "",
            "#!",
            "#!/bin/sh\nexec guile",
            "#!/usr/bin/env",
            "#!/usr/bin/env python3",
            "#!/usr/bin/guiler",
            "; #!/usr/bin/guile",
            "\n#!/usr/bin/guile",
        ] {
            assert!(!names_scheme(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn first_form_identifies_shared_extensions() {
        for text in [
            "(define x 1)",
            ";; a\n\n#| b |# (mat c #t)",
            "#!/usr/bin/guile \\\n-e main -s\n!#\n(use-modules (a))",
            "#!chezscheme\n(import (rnrs))",
            "(define-record-type a)",
        ] {
            assert!(begins_as_scheme(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "; a",
            "#| a",
            ".TL\nA manuscript for troff",
            "(\n local x = 1\n)",
            "(local x = 1\n  for i in 1 to 10 do print i\n)",
            "(if a then b)",
            "macroScript a (",
            "Synth : Object {",
            "import $ivy.`a`",
            "// a script for Scilab\nx = (1)",
        ] {
            assert!(!begins_as_scheme(text.as_bytes()), "{text}");
        }
    }
}
