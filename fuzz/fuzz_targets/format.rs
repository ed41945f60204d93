//! Formatting gives a located error or a text that holds the same tokens and that formatting does not change.
//!
//! That the tokens are the same is checked apart from the library's own verification: by the bytes that are not blank, which
//! no lexer is needed for, and by a small lexer of its own.

#![no_main]

mod relex;

use libfuzzer_sys::fuzz_target;
use schemefmt::dialect::Dialect;
use schemefmt::options::{Literals, Options};
use schemefmt::{Formatted, format};

const DIALECTS: [Option<Dialect>; 8] = [
    None,
    Some(Dialect::R5rs),
    Some(Dialect::R6rs),
    Some(Dialect::R7rs),
    Some(Dialect::Tiny),
    Some(Dialect::Guile),
    Some(Dialect::Gauche),
    Some(Dialect::Chez),
];

fuzz_target!(|input: (u8, u8, bool, &[u8])| {
    let (width, dialect, keep, bytes) = input;
    let mut options = Options {
        dialect: DIALECTS[dialect as usize % DIALECTS.len()],
        literals: if keep {
            Literals::Keep
        } else {
            Literals::Normalize
        },
        ..Options::default()
    };
    options.style.line_width = width as usize % 121;
    let Formatted { output, .. } = match format(bytes, &options) {
        Ok(formatted) => formatted,
        Err(error) => {
            assert_ne!(error.code, "internal", "{error}");
            assert!(!error.labels.is_empty());
            return;
        }
    };
    assert!(relex::same_ink(bytes, &output, keep), "other bytes");
    if let (Some(before), Some(after)) = (relex::tokens(bytes), relex::tokens(&output)) {
        assert!(before.len() == after.len(), "other tokens");
        for (old, new) in before.iter().zip(&after) {
            assert!(relex::same_ink(old, new, keep), "another token");
        }
    }
    match format(&output, &options) {
        Ok(again) => assert!(again.output == output, "not idempotent"),
        Err(error) => panic!("the output is refused: {error}"),
    }
});
