//! Readers that are only asked by name, with `READER`: they take more to install than the gate has time for, or read what this
//! crate has no reading for, so that what they say has to be judged.

use schemefmt::Dialect;

use super::Judge;
use super::readers::{PAIRS, Reader, SCRIPT, ScriptLine, Units};

/// Scheme 48, which takes its program from its input.
const SCHEME48: Reader = Reader {
    name: "scheme48",
    programs: &["scheme48"],
    arguments: &[],
    script: concat!(
        include_str!("scheme48.scm"),
        include_str!("../../src/cli/verify_with/judge.scm")
    ),
    units: Units::Characters,
    script_line: ScriptLine::Skipped,
};

/// LIPS, in a folder of npm's that `NODE_PATH` names.
const LIPS: Reader = Reader {
    name: "lips",
    programs: &["node"],
    arguments: &[SCRIPT],
    script: concat!(include_str!("lips.js"), include_str!("judge.js")),
    units: Units::Characters,
    script_line: ScriptLine::Skipped,
};

/// BiwaScheme, found in the same way.
const BIWA: Reader = Reader {
    name: "biwa",
    programs: &["node"],
    arguments: &[SCRIPT],
    script: concat!(include_str!("biwa.js"), include_str!("judge.js")),
    units: Units::Characters,
    script_line: ScriptLine::Skipped,
};

/// Steel, by the program of the crate in `tests/readers/steel`, which compares texts by itself.
const STEEL: Reader = Reader {
    name: "steel",
    programs: &["steel-judge"],
    arguments: &[PAIRS],
    script: "",
    units: Units::Characters,
    script_line: ScriptLine::Skipped,
};

pub const OTHERS: [Judge; 4] = [
    Judge::new(&SCHEME48, Dialect::Scheme48),
    Judge::new(&LIPS, Dialect::Lips),
    Judge::new(&BIWA, Dialect::Biwa),
    Judge::new(&STEEL, Dialect::Steel),
];
