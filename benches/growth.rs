//! How the cost grows with the size of a text, for texts of many shapes.
//!
//! - `cargo bench --bench growth`: the time, from 64 KB to 2 MB, of formatting texts one after the other in one process.
//! - `cargo bench --bench growth -- cold`: the time of formatting one text in a process of its own, which has to get all memory from
//!   the system.
//! - `cargo bench --bench growth -- pairs`: fails if, for a text that repeats two token beginnings, eight times the text takes more
//!   than 20 times as long. Instructions do not show every square: a search for a byte costs so few of them that in small texts
//!   they do not count, and large texts take callgrind too long.
//! - `cargo bench --bench growth -- write FOLDER [SIZE]`: writes a text of 1 MB, or of that many bytes, of each shape to a folder. More
//!   shapes are among them, with which `benches/measure growth` measures every command.
//!
//! `.ci/instructions` does the same by instructions.
//!
//! A shape's exponent is the slope of the logarithm of the cost against that of the bytes read and written: 1 is linear and 2
//! quadratic.
#![allow(clippy::print_stdout)]

mod common;

use common::pairs;
use common::shapes::{self, SHAPES};
use schemefmt::{Dialect, Options};
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs, thread};

const SMALLEST: usize = 64 << 10;
const DOUBLINGS: u32 = 5;
const ROUNDS: usize = 5;
const COLD_ROUNDS: usize = 15;
const PAIRS_SIZE: usize = 16 << 10;
const PAIRS_ROUNDS: usize = 10;
/// Eight times the text takes eight times as long if the cost is linear, and 64 times if it is quadratic. Getting memory from the
/// system may double it.
const PAIRS_LIMIT: f64 = 20.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => report("times", |shape| {
            sizes().map(|size| warm(shape, size)).collect()
        }),
        ["cold"] => report("times in processes of their own", |shape| {
            sizes().map(|size| cold(shape, size)).collect()
        }),
        ["pairs"] => return every_pair(),
        ["write", folder] => write(Path::new(folder), 1 << 20),
        ["write", folder, size] => write(Path::new(folder), parsed(size)),
        ["once", shape, size] => once(parsed(shape), parsed(size)),
        _ => {
            println!("unknown arguments: {words:?}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn sizes() -> impl Iterator<Item = usize> {
    (0..=DOUBLINGS).map(|doubling| SMALLEST << doubling)
}

fn parsed(word: &str) -> usize {
    word.parse().expect("a number")
}

/// Prints the exponent of each shape. `points` gives bytes and nanoseconds for the shape of a number.
fn report(what: &str, points: impl Fn(usize) -> Vec<(f64, f64)>) {
    println!("exponents of {what}");
    for (number, (name, _)) in SHAPES.iter().enumerate() {
        let points = points(number);
        let (bytes, cost) = points[points.len() - 1];
        let exponent = slope(&points);
        println!(
            "  {name:26} {exponent:5.2}  ({:7.2} a byte in and out at the end)",
            cost / bytes
        );
    }
}

fn text(shape: usize, size: usize) -> String {
    let (_, make) = SHAPES[shape];
    make(size)
}

/// Formats a text; returns the number of bytes written.
fn formatted(text: &str) -> usize {
    let formatted = schemefmt::format(text.as_bytes(), &Options::default());
    formatted.expect("every shape is a valid text").output.len()
}

/// Bytes in and out, and nanoseconds: the least of some rounds, each long enough for the clock.
fn warm(shape: usize, size: usize) -> (f64, f64) {
    let text = text(shape, size);
    let bytes = text.len() + formatted(&text);
    let times = ((SMALLEST << DOUBLINGS) / text.len()).max(1);
    let nanoseconds = (0..ROUNDS).map(|_| {
        let round = common::time(|| {
            for _ in 0..times {
                black_box(formatted(&text));
            }
        });
        round.as_nanos() as f64 / times as f64
    });
    (bytes as f64, nanoseconds.fold(f64::INFINITY, f64::min))
}

/// The same in processes of their own.
fn cold(shape: usize, size: usize) -> (f64, f64) {
    let once = |_| {
        let program = env::current_exe().expect("this program has a path");
        let mut command = Command::new(program);
        numbers(command.args(["once", &shape.to_string(), &size.to_string()]))
    };
    (0..COLD_ROUNDS)
        .map(once)
        .min_by(|one, other| one.1.total_cmp(&other.1))
        .expect("there are rounds")
}

/// Formats one text once, and prints the bytes and the nanoseconds.
fn once(shape: usize, size: usize) {
    let text = text(shape, size);
    let mut bytes = text.len();
    let time = common::time(|| bytes += formatted(&text));
    println!("{bytes} {}", time.as_nanos());
}

/// The two numbers that a process prints.
fn numbers(command: &mut Command) -> (f64, f64) {
    let output = command.output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let mut numbers = said
        .split_whitespace()
        .map(|word| word.parse().expect("a number"));
    (
        numbers.next().expect("bytes"),
        numbers.next().expect("a time"),
    )
}

/// Prints the pairs of beginnings that take too long, in every round, if they are repeated eight times as often.
fn every_pair() -> ExitCode {
    let takes_long = |pair: &[&str; 2]| (0..PAIRS_ROUNDS).all(|_| growth(*pair) > PAIRS_LIMIT);
    let grown_in = |share: usize| -> Vec<_> {
        let pairs = pairs::pairs().skip(share).step_by(2);
        pairs.filter(takes_long).collect()
    };
    let grown = thread::scope(|scope| {
        let odd = scope.spawn(|| grown_in(1));
        let even = grown_in(0);
        [even, odd.join().expect("no text makes it panic")].concat()
    });
    for pair in &grown {
        println!(
            "{pair:?} repeated: {:4.1} times as long for eight times the text",
            growth(*pair)
        );
    }
    println!(
        "of {} pairs, {} take too long",
        pairs::pairs().count(),
        grown.len()
    );
    if grown.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// How many times as long eight times the text takes, for a pair of beginnings.
fn growth(pair: [&str; 2]) -> f64 {
    let [small, large] = [PAIRS_SIZE, 8 * PAIRS_SIZE].map(|size| {
        let text = pairs::text(pair, size);
        common::time(|| pairs::format(&text, Dialect::Auto)).as_secs_f64()
    });
    large / small
}

fn write(folder: &Path, size: usize) {
    fs::create_dir_all(folder).expect("the folder can be made");
    for (number, (name, text)) in shapes::all(size).enumerate() {
        let name = format!("{number:02} {name}.scm");
        fs::write(folder.join(name), text).expect("a file can be written");
    }
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
