//! The arguments of the tasks other than formatting.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args as Group, Subcommand, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use schemefmt::Accept;

use super::completers::{self, shells};
use super::groups::{ConfigArgs, InputArgs, OutputArgs, StyleArgs, up_to};
use crate::cli::region::Portion;

/// The tasks other than formatting.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write a schemefmt.toml with every option explained.
    Init(Box<InitArgs>),
    /// Fix unbalanced brackets without formatting. Exit with status 3 if any could not be repaired.
    Repair(Box<RepairArgs>),
    /// Git merge driver that formats all three versions first. Exit with status 1 on conflicts.
    Merge(Box<MergeArgs>),
    /// Print completions for a shell.
    Completions {
        /// The shell.
        #[arg(value_parser = PossibleValuesParser::new(shells()))]
        shell: String,
    },
    /// Print a manual page, as roff.
    Man {
        /// The command, such as init; the program itself by default.
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Print the JSON schema of schemefmt.toml.
    Schema,
    /// Run a language server on standard input and output.
    #[cfg(feature = "lsp")]
    Lsp {
        /// Use standard input and output. This is the default; many editors pass the flag.
        #[arg(long, hide = true)]
        stdio: bool,
    },
}

/// Write a schemefmt.toml with every option explained.
#[derive(Debug, Group)]
pub(crate) struct InitArgs {
    /// The folder to write it to.
    #[arg(default_value = ".", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,

    /// Suggest the configuration that changes the folder's Scheme files least, with evidence as comments.
    #[arg(long)]
    pub suggest: bool,

    /// Replace the existing configuration; nothing of it is kept.
    #[arg(long)]
    pub force: bool,

    /// Also format files that match this pattern (in .gitignore syntax), and write it to the file.
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,

    /// Skip files and folders that match this pattern (in .gitignore syntax), and write it to the file.
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,

    /// Set this option in the file, such as style.cond="hang".
    #[arg(long, value_name = "KEY=VALUE", add = ArgValueCompleter::new(completers::config))]
    pub config: Vec<String>,

    /// Options to set in the file.
    #[command(flatten)]
    pub style: StyleArgs,
}

/// Fix unbalanced brackets without formatting. Exit with status 3 if any could not be repaired.
#[derive(Debug, Group)]
pub(crate) struct RepairArgs {
    /// Files and folders to repair; `-` for standard input, which is repaired to standard output.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath, required_unless_present = "files0_from")]
    pub(super) paths: Vec<PathBuf>,

    /// List repairs without writing; exit with status 1 if there are any.
    #[arg(short, long)]
    pub(super) check: bool,

    /// Show repairs as a unified diff without writing; exit with status 1 if there are any.
    #[arg(short, long)]
    pub(super) diff: bool,

    /// Where only the place on a line is in doubt, take the most probable one.
    #[arg(long)]
    pub(super) best: bool,

    /// Repair only the forms that touch these lines, counted from 1, such as 10-20,31 or 40-.
    #[arg(
        long,
        value_name = "LINES",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = Portion::lines
    )]
    pub(super) lines: Vec<Portion>,

    /// The files to repair.
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Where the configuration comes from.
    #[command(flatten)]
    pub(super) config: ConfigArgs,
    /// Options; only the dialect matters here.
    #[command(flatten)]
    pub(super) style: StyleArgs,
    /// How results are reported.
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

impl RepairArgs {
    /// Which candidates are applied.
    pub(crate) fn accept(&self) -> Accept {
        if self.best {
            Accept::Best
        } else {
            Accept::Certain
        }
    }
}

/// Git merge driver that formats all three versions first. Exit with status 1 on conflicts.
#[derive(Debug, Group)]
pub(crate) struct MergeArgs {
    /// The version that both sides started from; git's %O.
    #[arg(value_hint = ValueHint::FilePath)]
    pub base: PathBuf,

    /// Our version, which is replaced by the result; git's %A.
    #[arg(value_hint = ValueHint::FilePath)]
    pub ours: PathBuf,

    /// Their version; git's %B.
    #[arg(value_hint = ValueHint::FilePath)]
    pub theirs: PathBuf,

    /// The path that selects the configuration, git's %P; by default, that of our version.
    #[arg(value_hint = ValueHint::FilePath)]
    pub path: Option<PathBuf>,

    /// The length of the conflict markers; git's %L.
    #[arg(long, value_name = "LENGTH", default_value = "7", value_parser = up_to::<MAX_MARKER_SIZE>)]
    pub marker_size: NonZeroUsize,

    /// The labels of the conflict markers for our version, the base and their version; git's %X, %S and %Y.
    #[arg(short = 'L', long, value_name = "NAME", num_args = 3, allow_hyphen_values = true, default_values = VERSION_NAMES)]
    pub labels: Vec<String>,
}

/// The maximum length of the conflict markers.
const MAX_MARKER_SIZE: usize = 1000;

/// The names of the versions, in git's order.
pub(crate) const VERSION_NAMES: [&str; 3] = ["ours", "base", "theirs"];
