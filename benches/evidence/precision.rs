//! How often the rules that follow from macro definitions agree with how authors have laid out the macros' uses.
//!
//! `cargo run --release --example precision -- FILE...`
#![allow(clippy::print_stdout)]

#[path = "../common/mod.rs"]
mod common;

use std::collections::BTreeMap;

use common::calls::{may_be_body, with_expected};
use schemefmt::Options;
use schemefmt::internals::call_sites::Indentation;
use schemefmt::internals::forms::rules::Provenance;
use schemefmt::options::LineBreaks;

fn main() {
    let mut options = Options::default();
    options.style.line_breaks = LineBreaks::Keep;
    let verbose = std::env::var_os("VERBOSE").is_some();
    let (mut sites, mut body, mut exact) = (0, 0, 0);
    let mut misses: BTreeMap<String, usize> = BTreeMap::new();
    let mut by_rule: BTreeMap<Indentation, (usize, usize)> = BTreeMap::new();
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        for (site, expected) in with_expected(&bytes, &options) {
            let Some(Provenance::Definition(_)) = site.rule else {
                continue;
            };
            let Some(expected) = expected else {
                continue;
            };
            let indentation = site.indentation;
            let is_exact = match expected {
                Indentation::Body { columns, most, .. } => may_be_body(indentation, columns, most),
                _ => indentation == expected,
            };
            sites += 1;
            body += usize::from(matches!(indentation, Indentation::Body { .. }));
            exact += usize::from(is_exact);
            let tally = by_rule.entry(expected).or_default();
            tally.0 += usize::from(is_exact);
            tally.1 += 1;
            if !is_exact {
                let miss = format!("{path} {} {expected:?} {indentation:?}", site.operator);
                *misses.entry(miss).or_default() += 1;
            }
        }
    }
    let share = |part: usize| 100.0 * part as f64 / sites.max(1) as f64;
    println!(
        "{sites} call sites, {:.1}% bodies, {:.1}% with as many arguments apart",
        share(body),
        share(exact)
    );
    for (expected, (right, all)) in by_rule {
        println!("  {expected:?}: {right} of {all}");
    }
    if verbose {
        let mut misses: Vec<_> = misses.into_iter().collect();
        misses.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (miss, count) in misses.into_iter().take(60) {
            println!("{count:4} {miss}");
        }
    }
}
