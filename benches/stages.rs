//! What each stage costs, as a multiple of the lexing pass: `cargo bench --bench stages`, with the name of a folder of
//! real files in `SCHEMEFMT_BENCH_FILES` if there is one.
//!
//! Each stage and the lexing pass take turns, and the median of the ratios counts, so that a machine whose speed changes
//! does no harm. (The benchmark harnesses that there are compare a time with that of another run.)
#![allow(clippy::print_stdout)]

mod common;

use schemefmt::Options;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::parser;
use schemefmt::internals::{
    dialects::Dialect,
    dialects::normalize::{Normalizer, Respelled},
    verify,
};
use std::hint::black_box;
use std::time::Duration;

const PAIRS: usize = 9;

fn main() {
    report("generated code", &[common::code(4 << 20).into_bytes()]);
    if let Some(files) = common::files() {
        report("real files", &files);
    }
}

/// A text and what the formatter makes of it.
struct Sample {
    text: String,
    output: String,
}

fn report(name: &str, files: &[Vec<u8>]) {
    let options = Options::default();
    let samples: Vec<Sample> = files
        .iter()
        .filter_map(|bytes| {
            let output = schemefmt::format(bytes, &options).ok()?.output;
            let text = String::from_utf8(bytes.clone()).ok()?;
            let output = String::from_utf8(output).ok()?;
            Some(Sample { text, output })
        })
        .collect();
    let size = |text: fn(&Sample) -> &String| samples.iter().map(|s| text(s).len()).sum::<usize>();
    let bytes = size(|sample| &sample.text);
    println!(
        "{name}: {} files, {bytes} bytes in, {} out",
        samples.len(),
        size(|sample| &sample.output)
    );
    let lex = |samples: &[Sample]| {
        for sample in samples {
            Lexer::new(&sample.text, Switches::COMMON).for_each(|token| {
                black_box(token);
            });
        }
    };
    let normalizer = Normalizer::new(Dialect::Auto.policy(), Respelled::LITERALS);
    let formatted = |text: &str| schemefmt::format(text.as_bytes(), &options).is_ok();
    stage("lexing, against itself", bytes, &samples, lex, |sample| {
        Lexer::new(&sample.text, Switches::COMMON)
            .map(black_box)
            .count()
            > 0
    });
    stage("lexing and parsing", bytes, &samples, lex, |sample| {
        parser::parse_whole(&mut Lexer::new(&sample.text, Switches::COMMON)).is_ok()
    });
    stage("verification", bytes, &samples, lex, |sample| {
        verify::verify(&sample.text, &sample.output, Switches::COMMON, &normalizer).is_ok()
    });
    stage("everything", bytes, &samples, lex, |sample| {
        formatted(&sample.text)
    });
    stage(
        "everything, once formatted",
        bytes,
        &samples,
        lex,
        |sample| formatted(&sample.output),
    );
}

fn stage(
    name: &str,
    bytes: usize,
    samples: &[Sample],
    lex: impl Fn(&[Sample]),
    work: impl Fn(&Sample) -> bool,
) {
    let work = || {
        for sample in samples {
            black_box(work(sample));
        }
    };
    work();
    let mut pairs: Vec<(f64, Duration)> = (0..PAIRS)
        .map(|_| {
            let lexing = common::time(|| lex(samples));
            let stage = common::time(work);
            (stage.as_secs_f64() / lexing.as_secs_f64(), stage)
        })
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, time) = pairs[PAIRS / 2];
    println!(
        "  {name:28} {ratio:6.2} x lexing ({:.2} to {:.2}), {:6.1} MB/s",
        pairs[0].0,
        pairs[PAIRS - 1].0,
        bytes as f64 / time.as_secs_f64() / 1e6
    );
}
