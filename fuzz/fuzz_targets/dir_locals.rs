//! Any bytes as `.dir-locals.el`, as an Emacs Lisp file and as a file's own variables: rules or an error with a place, the same
//! each time; nothing in them is done. A text in which each rule's operator stands keeps its promises under them.

#![no_main]

mod promises;
mod relex;

use std::fmt::Write as _;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use schemefmt::format;
use schemefmt::options::Options;
use schemefmt::internals::forms::project::emacs;
use schemefmt::internals::forms::rules::Provenance;
use schemefmt::internals::text::source;

const FOLDERS: [&str; 4] = ["", "src", "src/deep", "a b"];

fuzz_target!(|input: (u8, &[u8])| {
    let (place, bytes) = input;
    let Ok(decoded) = source::Source::decode(bytes) else {
        return;
    };
    let text = decoded.text.as_ref();
    let file = Arc::from("rules.el");
    let folder = FOLDERS[(place >> 2) as usize % FOLDERS.len()];
    let read = || match place & 3 {
        0 | 1 => emacs::dir_locals(text, &file, folder).map(|declared| declared.rules),
        2 => emacs::library(text, &file).map(|declared| declared.rules),
        _ => Ok(emacs::local_variables(text)),
    };
    let (layer, again) = (read(), read());
    let layer = match (layer, again) {
        (Ok(layer), Ok(again)) => {
            assert!(layer == again, "other rules");
            layer
        }
        (Err(error), Err(_)) => return assert!(!error.labels.is_empty()),
        _ => panic!("refused once"),
    };
    let mut sample = String::from(";;; Calls of what has a rule.\n");
    for (name, rule) in layer.rules().into_iter().take(20) {
        let Provenance::Emacs(location) = &rule.provenance else {
            panic!("{name} comes from elsewhere");
        };
        assert!(location.line >= 1 && location.line <= text.lines().count().max(1));
        let _ = writeln!(
            sample,
            "({name} first (second  argument) ; trailing\n'(data)  (({name}) a body that is longer than the rest of it))\n\
             (define ({name} x)  ({name} x \"text\" (lambda (y)  (display y) {name})))"
        );
    }
    let mut options = Options::default();
    options.rules.project = Arc::new(layer);
    options.style.line_width = 60.into();
    let output = promises::kept(sample.as_bytes(), &options);
    // The names come from one lexer, and to another they may be anything.
    let redrawn = sample.replace("  ", "\n ");
    if format(redrawn.as_bytes(), &options).is_ok() && relex::tokens(sample.as_bytes()).is_some() {
        assert!(
            output == promises::kept(redrawn.as_bytes(), &options),
            "not canonical"
        );
    }
    // The variables of a file hold in the file.
    if place & 3 == 3 {
        promises::kept(bytes, &Options::default());
    }
});
