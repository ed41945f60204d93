//! What holds for every text under all options.

use schemefmt::options::{Literals, Options};
use schemefmt::{Formatted, diagnose, format};

use crate::relex;

/// Formats `bytes` and checks that the result is a located error that is no fault of ours, or a text that holds the same
/// tokens and that formatting does not change. Gives that text.
///
/// That the tokens are the same is checked apart from the library's own verification: by the bytes that are not blank, which
/// no lexer is needed for, and by a small lexer of its own.
pub fn kept(bytes: &[u8], options: &Options) -> Option<Vec<u8>> {
    let Formatted {
        output, warnings, ..
    } = match format(bytes, options) {
        Ok(formatted) => formatted,
        Err(error) => {
            assert_ne!(error.code, "internal", "{error}");
            // An encoding is that of the whole text.
            assert!(!error.labels.is_empty() || error.code == "encoding");
            diagnose(bytes, options);
            return None;
        }
    };
    assert!(warnings.iter().all(|it| it.code != "internal"), "{warnings:?}");
    let exact = options.literals == Literals::Keep;
    assert!(relex::same_ink(bytes, &output, exact), "other bytes");
    if let (Some(before), Some(after)) = (relex::tokens(bytes), relex::tokens(&output)) {
        assert!(before.len() == after.len(), "other tokens");
        for (old, new) in before.iter().zip(&after) {
            assert!(relex::same_ink(old, new, exact), "another token");
        }
    }
    match format(&output, options) {
        Ok(again) => assert!(again.output == output, "not idempotent"),
        Err(error) => panic!("the output is refused: {error}"),
    }
    Some(output)
}
