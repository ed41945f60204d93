//! How the time grows with the size of a text, for texts of many shapes: `cargo bench --bench growth`.
//!
//! A shape's exponent is the slope of the logarithm of the time against that of the bytes read and written, over a factor
//! of 32: 1 is linear and 2 quadratic.
#![allow(clippy::print_stdout)]

mod common;

use schemefmt::Options;
use std::hint::black_box;

const SMALLEST: usize = 64 << 10;
const DOUBLINGS: u32 = 5;
const ROUNDS: usize = 5;

/// Makes an input of a size.
type Generator = fn(usize) -> String;

fn main() {
    let shapes: [(&str, Generator); 14] = [
        ("ordinary code", common::code),
        ("nested calls", |size| {
            nested(size, 200, "(call argument ", "x", ")")
        }),
        ("calls nested last", |size| {
            nested(size, 60, "(f ", "x", ")")
        }),
        ("nested lets", |size| {
            nested(
                size,
                100,
                "(let ((name (value of it))) (display name) ",
                "x",
                ")",
            )
        }),
        ("if chains", |size| {
            nested(
                size,
                150,
                "(if (test of-something) (consequent of-it) ",
                "x",
                ")",
            )
        }),
        ("prefixes", |size| nested(size, 900, "'", "x", " ")),
        ("one wide call", |size| {
            around(size, "(call", " argument", ")")
        }),
        ("one wide body", |size| {
            around(size, "(begin", " (display it) (newline)", ")")
        }),
        ("quoted data", |size| {
            around(size, "'(", "(key . 123) symbol 45 ", ")")
        }),
        ("a vector", |size| around(size, "#(", "1 2 345 67890 ", ")")),
        ("comments", |size| {
            around(size, "(begin", " x ; remark\n ; another\n", ")")
        }),
        ("block comments", |size| {
            around(size, "(f", " #| a #| b |# |# x", ")")
        }),
        ("strings", |size| {
            around(size, "(list", " \"a text\\nof two lines\"", ")")
        }),
        ("macros", |size| {
            around(
                size,
                "",
                "(define-syntax m (syntax-rules () ((_ x b ...) (let x b ...))))\n",
                "",
            )
        }),
    ];
    println!("exponents over a factor of {}", 1 << DOUBLINGS);
    for (name, shape) in shapes {
        let points: Vec<(f64, f64)> = (0..=DOUBLINGS)
            .map(|doubling| point(&shape(SMALLEST << doubling)))
            .collect();
        let (bytes, seconds) = points[points.len() - 1];
        println!(
            "  {name:20} {:5.2}  ({:6.1} MB/s in and out at the end)",
            slope(&points),
            bytes / seconds / 1e6
        );
    }
}

/// Bytes in and out, and seconds: the least of some rounds, each long enough for the clock.
fn point(text: &str) -> (f64, f64) {
    let options = Options::default();
    let format = || {
        let formatted = schemefmt::format(text.as_bytes(), &options);
        formatted.expect("every shape is a valid text").output.len()
    };
    let bytes = text.len() + format();
    let times = ((SMALLEST << DOUBLINGS) / text.len()).max(1);
    let seconds = (0..ROUNDS)
        .map(|_| {
            let round = common::time(|| {
                for _ in 0..times {
                    black_box(format());
                }
            });
            round.as_secs_f64() / times as f64
        })
        .fold(f64::INFINITY, f64::min);
    (bytes as f64, seconds)
}

/// The slope of the straight line through the points' logarithms (least squares).
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let logs = points.iter().map(|(x, y)| (x.ln(), y.ln()));
    let (x, y) = logs
        .clone()
        .fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x, sum.1 + y));
    let (x, y) = (x / count, y / count);
    let (top, bottom) = logs.fold((0.0, 0.0), |sum, (u, v)| {
        (sum.0 + (u - x) * (v - y), sum.1 + (u - x) * (u - x))
    });
    top / bottom
}

/// Forms of so many levels, as many as fit.
fn nested(size: usize, depth: usize, open: &str, core: &str, close: &str) -> String {
    let form = format!("{}{core}{}\n", open.repeat(depth), close.repeat(depth));
    form.repeat((size / form.len()).max(1))
}

/// One form with as many items as fit.
fn around(size: usize, open: &str, item: &str, close: &str) -> String {
    format!("{open}{}{close}\n", item.repeat(size / item.len()))
}
