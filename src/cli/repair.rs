//! The arguments of `schemefmt repair`, which fixes unbalanced brackets without formatting.

use std::path::PathBuf;

use clap::{Args as Group, ValueHint};
use schemefmt::Accept;

use super::args::{
    Args, ConfigArgs, InputArgs, ModeArgs, OutputArgs, PartArgs, QuestionArgs, StyleArgs,
};
use super::span::Portion;

/// Fix unbalanced brackets without formatting. Exit with status 3 if any could not be repaired.
#[derive(Debug, Group)]
pub struct RepairArgs {
    /// Files and folders to repair; `-` for standard input, which is repaired to standard output.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath, required_unless_present = "files0_from")]
    paths: Vec<PathBuf>,

    /// List repairs without writing; exit with status 1 if there are any.
    #[arg(short, long)]
    check: bool,

    /// Show repairs as a unified diff without writing; exit with status 1 if there are any.
    #[arg(short, long)]
    diff: bool,

    /// Where only the place on a line is in doubt, take the most probable one.
    #[arg(long)]
    best: bool,

    /// Repair only the forms that touch these lines, counted from 1, such as 10-20,31 or 40-.
    #[arg(
        long,
        value_name = "LINES",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = Portion::lines
    )]
    lines: Vec<Portion>,

    /// The files to repair.
    #[command(flatten)]
    input: InputArgs,
    /// Where the configuration comes from.
    #[command(flatten)]
    config: ConfigArgs,
    /// Options; only the dialect matters here.
    #[command(flatten)]
    style: StyleArgs,
    /// How results are reported.
    #[command(flatten)]
    output: OutputArgs,
}

impl RepairArgs {
    /// Which candidates are applied.
    pub fn accept(&self) -> Accept {
        if self.best {
            Accept::Best
        } else {
            Accept::Certain
        }
    }
}

impl From<RepairArgs> for Args {
    /// The equivalent arguments for formatting.
    fn from(repair: RepairArgs) -> Self {
        Args {
            command: None,
            paths: repair.paths,
            mode: ModeArgs {
                check: repair.check,
                diff: repair.diff,
                ..ModeArgs::default()
            },
            input: repair.input,
            part: PartArgs {
                lines: repair.lines,
                ..PartArgs::default()
            },
            config: repair.config,
            question: QuestionArgs::default(),
            style: repair.style,
            output: repair.output,
            debug: None,
        }
    }
}
