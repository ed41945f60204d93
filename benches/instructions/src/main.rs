//! One stage, once, on 1 MB of generated code, to be counted by callgrind and massif; `.ci/instructions` does that. Run
//! without an argument, it prints the size of the text.
#![allow(clippy::print_stdout)]

#[path = "../../common/mod.rs"]
mod common;

use common::pairs;
use common::shapes::SHAPES;
use schemefmt::Options;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::parser;
use schemefmt::internals::{
    dialects::Dialect,
    dialects::normalize::{Normalizer, Respelled},
    verify,
};
use std::cell::LazyCell;
use std::env;
use std::hint::black_box;

fn main() {
    let text = common::code(1 << 20);
    let options = Options::default();
    // What is done once in a process does not count.
    schemefmt::format(b"(f)", &options).expect("it can be formatted");
    // Only for the stages that need it, since callgrind is slow.
    let output = LazyCell::new(|| {
        let formatted = schemefmt::format(text.as_bytes(), &options);
        let formatted = formatted.expect("what is generated can be formatted");
        String::from_utf8(formatted.output).expect("text stays text")
    });
    match env::args().nth(1).as_deref() {
        Some("lex") => counted(|| Lexer::new(&text, Switches::COMMON).map(black_box).count()),
        Some("parse") => counted(|| {
            parser::parse_whole(&mut Lexer::new(&text, Switches::COMMON)).map(|tree| tree.depth)
        }),
        Some("verify") => {
            let output = output.as_str();
            counted(|| {
                let normalizer = Normalizer::new(Dialect::Auto.policy(), Respelled::LITERALS);
                verify::verify(&text, output, Switches::COMMON, &normalizer)
            });
        }
        Some("format") => counted(|| schemefmt::format(text.as_bytes(), &options)),
        Some("formatted") => {
            let output = output.as_bytes();
            counted(|| schemefmt::format(output, &options));
        }
        // The shape that takes the most memory: a node every two bytes, all in one form.
        Some("wide") => {
            let wide = format!("({})", "()".repeat(text.len() / 2));
            counted(|| schemefmt::format(wide.as_bytes(), &options))
        }
        // What an editor waits for: on saving, and on Enter in the last form.
        Some("edits") => counted(|| schemefmt::edits(text.as_bytes(), &options)),
        Some("indent") => {
            let last = output.rfind("\n  ").map_or(0, |line| line + 1);
            counted(|| schemefmt::indentation(output.as_bytes(), last, &options))
        }
        // Texts of every shape in two sizes, each counted by itself: what is printed is the name and the bytes in and out.
        Some("growth") => {
            for (name, make) in SHAPES {
                for size in [8 << 10, 64 << 10] {
                    let text = make(size);
                    let mut bytes = text.len();
                    counted(|| {
                        let formatted = schemefmt::format(text.as_bytes(), &options);
                        let formatted = formatted.expect("every shape is a valid text");
                        bytes += formatted.output.len();
                    });
                    println!("{bytes}\t{name}");
                }
            }
            // Large enough for whatever is done once per form but costs as much as the text.
            for size in [256 << 10, 2 << 20] {
                let text = "(define (f x)\n  (car (cdr x))\n\n".repeat(size / 32);
                counted(|| schemefmt::repair(text.as_bytes(), &options));
                println!("{}\tevery form broken, repaired", text.len());
            }
        }
        // Texts that repeat every pair of token beginnings, in two sizes, in the dialect of this name. Both nest too deeply, if they
        // nest at all: the error costs more than formatting does.
        Some("pairs") => {
            let dialect = env::args().nth(2).expect("a dialect");
            let dialect: Dialect = dialect.parse().expect("the name of a dialect");
            for pair in pairs::pairs() {
                for times in [1_100, 2_200] {
                    let text = pairs::text(pair, times * pair.concat().len());
                    counted(|| pairs::format(&text, dialect));
                    println!("{}\t{pair:?} in {dialect}", text.len());
                }
            }
        }
        // Brackets that are never closed, and lists that are: what has to be judged to tell what is missing.
        Some("unclosed") => {
            let unclosed = "(".repeat(text.len() / 2) + &"()".repeat(text.len() / 4);
            counted(|| schemefmt::diagnose(unclosed.as_bytes(), &options))
        }
        _ => println!("{}", text.len()),
    }
}

/// Callgrind counts what this function does, and nothing else.
#[inline(never)]
fn counted<T>(work: impl FnOnce() -> T) {
    black_box(work());
}
