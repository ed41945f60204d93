//! The command-line arguments.
//!
//! Names and meanings follow ruff, prettier and StyLua. Where these disagree, the other names are hidden aliases.

mod commands;
mod completers;
mod groups;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, ValueHint};
use schemefmt::internals::debug::Stage;

use commands::RepairArgs;
pub(crate) use commands::{Command, InitArgs, MergeArgs, VERSION_NAMES};
pub(crate) use groups::{
    Color, ConfigArgs, InputArgs, ModeArgs, OutputArgs, OutputFormat, PartArgs, QuestionArgs,
    StyleArgs,
};

/// The version, with the commit it was built from if that is known.
const VERSION: &str = env!("SCHEMEFMT_VERSION");

/// The text after the options in the help of the program: what people want of it, a line each, with two blanks before what it does.
pub(crate) const AFTER_HELP: &str = include_str!("../manual/after_help.txt").trim_ascii_end();

/// Format Scheme source code in one canonical style, without losing anything.
///
/// Files and folders are formatted in place. With `-`, or without a path in a pipe, standard input is formatted to standard output.
/// Read-only modes such as --check default to the current directory.
#[derive(Debug, Parser)]
#[command(
    name = "schemefmt",
    version = VERSION,
    args_conflicts_with_subcommands = true,
    after_help = AFTER_HELP
)]
pub(crate) struct Args {
    /// A task other than formatting.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Files and folders to format; `-` for standard input.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// What to do with the result.
    #[command(flatten)]
    pub mode: ModeArgs,
    /// The files to format.
    #[command(flatten)]
    pub input: InputArgs,
    /// The part of the input to format.
    #[command(flatten)]
    pub part: PartArgs,
    /// Where the configuration comes from.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Questions about the configuration.
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Style options, which override any configuration.
    #[command(flatten)]
    pub style: StyleArgs,
    /// How results are reported.
    #[command(flatten)]
    pub output: OutputArgs,

    /// Print the result of a stage for the given file.
    #[arg(long, value_name = "STAGE", value_parser = stages(), hide = true)]
    pub debug: Option<Stage>,
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

/// A parser for the names of the stages.
fn stages() -> impl TypedValueParser<Value = Stage> {
    let find = |name: String| Stage::NAMES.into_iter().find(|(known, _)| *known == name);
    PossibleValuesParser::new(Stage::NAMES.map(|(name, _)| name))
        .try_map(move |name| find(name).map(|(_, stage)| stage).ok_or("unknown stage"))
}
