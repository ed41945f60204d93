//! How often the rules that follow from macro definitions agree with how authors have laid out the macros' uses.
//!
//! `cargo run --release --example precision -- FILE...`
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

use schemefmt::Options;
use schemefmt::internals::observe::{Shape, call_sites};
use schemefmt::internals::rules::Source;

fn main() {
    let verbose = std::env::var_os("VERBOSE").is_some();
    let (mut sites, mut body, mut exact) = (0, 0, 0);
    let mut misses: BTreeMap<String, usize> = BTreeMap::new();
    let mut by_rule: BTreeMap<Shape, (usize, usize)> = BTreeMap::new();
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let Ok(found) = call_sites(&bytes, &Options::default()) else {
            continue;
        };
        for site in found {
            let Some((shape, Source::Definition(_))) = site.rule else {
                continue;
            };
            sites += 1;
            body += usize::from(matches!(site.shape, Shape::Body(_)));
            exact += usize::from(site.shape == shape);
            let tally = by_rule.entry(shape).or_default();
            tally.0 += usize::from(site.shape == shape);
            tally.1 += 1;
            if site.shape != shape {
                let miss = format!("{path} {} {shape:?} {:?}", site.operator, site.shape);
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
    for (shape, (right, all)) in by_rule {
        println!("  {shape:?}: {right} of {all}");
    }
    if verbose {
        let mut misses: Vec<_> = misses.into_iter().collect();
        misses.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (miss, count) in misses.into_iter().take(60) {
            println!("{count:4} {miss}");
        }
    }
}
