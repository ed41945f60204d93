//! What can be asked for on the command line.
//!
//! Names and meanings are those of ruff, prettier and StyLua. Where these differ, the other names are aliases that the help
//! leaves out.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{
    Arg, ArgAction, ArgMatches, Args as Group, FromArgMatches, Parser, Subcommand, ValueHint,
};

use schemefmt::options::{self, Options};

use super::debug::DebugStage;
use super::explain::Spot;
use super::report::OutputFormat;
use super::span::{LineSpan, Span};
use super::terminal::Color;
use super::verify_with;

/// The version, with the commit it was built from where that is known.
const VERSION: &str = env!("SCHEMEFMT_VERSION");

/// Formats Scheme source code: one canonical form, nothing ever lost.
///
/// Files and folders are formatted in place. `-`, or no path and a pipe, formats standard input to standard output.
#[derive(Debug, Parser)]
#[command(
    name = "schemefmt",
    version = VERSION,
    args_conflicts_with_subcommands = true,
    after_help = "Status: 0 nothing to do or done, 1 something is not formatted, 2 an error."
)]
pub struct Args {
    /// Another task than formatting.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Files and folders; `-` is standard input.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// What to do with the result.
    #[command(flatten)]
    pub mode: ModeArgs,
    /// Where the input comes from.
    #[command(flatten)]
    pub input: InputArgs,
    /// What of it is formatted.
    #[command(flatten)]
    pub part: PartArgs,
    /// Where the configuration comes from.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Options of the style, before any configuration.
    #[command(flatten)]
    pub style: StyleArgs,
    /// How to tell what happened.
    #[command(flatten)]
    pub output: OutputArgs,

    /// Write out what a stage makes of the one file that is named.
    #[arg(long, value_enum, value_name = "STAGE", hide = true)]
    pub debug: Option<DebugStage>,

    /// When to use colours.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, help_heading = "Output")]
    pub color: Color,
}

/// What to do with the result.
#[derive(Debug, Group)]
#[command(next_help_heading = "Mode")]
pub struct ModeArgs {
    /// Write nothing; name the files that are not formatted; status 1 if there are any.
    #[arg(short, long)]
    pub check: bool,

    /// Write nothing; show what would change as a unified diff; status 1 if there is anything.
    #[arg(short, long)]
    pub diff: bool,

    /// Write nothing; print just the paths that are not formatted, one a line; status 1 if there are any.
    #[arg(short, long, alias = "files-with-diff")]
    pub list_different: bool,

    /// Write the files, which is what is done anyway; other formatters ask for it.
    #[arg(short, short_alias = 'i', long, alias = "in-place", hide = true, conflicts_with_all = ["check", "diff", "list_different"])]
    pub write: bool,

    /// Write, and end with status 1 if anything was reformatted.
    #[arg(long)]
    pub exit_non_zero_on_format: bool,

    /// Let this Scheme, which must be installed, read each text before and after too: the same data, or nothing is written.
    #[arg(long, value_name = "SCHEME", value_parser = verify_with::names())]
    pub verify_with: Option<String>,
}

/// Where the input comes from.
#[derive(Debug, Default, Group)]
#[command(next_help_heading = "Files")]
pub struct InputArgs {
    /// The path that standard input stands for: decides its configuration, dialect and whether it is ignored.
    #[arg(long, aliases = ["stdin-filename", "stdin-file-path", "assume-filename"], value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub stdin_filepath: Option<PathBuf>,

    /// Take the paths from this file, each ended by a NUL byte; `-` is standard input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "paths")]
    pub files0_from: Option<PathBuf>,

    /// In folders, also format files that match this pattern (written as in .gitignore).
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,

    /// In folders, skip files and folders that match this pattern (written as in .gitignore).
    #[arg(long, alias = "extend-exclude", value_name = "GLOB")]
    pub exclude: Vec<String>,

    /// Do not read .gitignore and .schemefmtignore.
    #[arg(long, alias = "no-respect-gitignore")]
    pub no_ignore: bool,

    /// Skip ignored and excluded files even if they are named; for hooks, which name every file.
    #[arg(long)]
    pub force_exclude: bool,
}

/// What of the input is formatted: data that are touched in part are formatted whole, and nothing else.
#[derive(Debug, Default, Group)]
#[command(next_help_heading = "Only a part")]
pub struct PartArgs {
    /// Format only what these lines touch, counted from 1, such as 10-20,31 or 40-; of one file or standard input.
    #[arg(
        long,
        alias = "line-ranges",
        value_name = "LINES",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub lines: Vec<LineSpan>,

    /// Format only what stands between two places, LINE:COLUMN-LINE:COLUMN, counted from 1; the second one is the first that is not meant.
    #[arg(long, value_name = "PLACES", value_delimiter = ',')]
    pub range: Vec<Span>,

    /// Standard input is a piece of a text, such as an editor's selection, that begins in this column of its line: it stays
    /// there, and if it does not balance it comes out as it went in.
    #[arg(long, value_name = "COLUMN", num_args = 0..=1, require_equals = true, default_missing_value = "1", conflicts_with_all = ["lines", "range"])]
    pub fragment: Option<NonZeroUsize>,

    /// Format only lines that are not as they were in this commit of git, and new files.
    #[arg(long, value_name = "REV", allow_hyphen_values = true, conflicts_with_all = ["lines", "range", "fragment"])]
    pub since: Option<String>,

    /// The same since the last commit.
    #[arg(long, conflicts_with_all = ["lines", "range", "fragment", "since"])]
    pub changed: bool,

    /// Format only the lines that are staged for the next commit; for hooks.
    #[arg(long, conflicts_with_all = ["lines", "range", "fragment", "since", "changed"])]
    pub staged: bool,
}

/// Where the configuration comes from.
#[derive(Debug, Default, Group)]
#[command(next_help_heading = "Configuration")]
pub struct ConfigArgs {
    /// Take this file instead of the nearest schemefmt.toml, or set one option of it, such as style.cond="hang".
    #[arg(long, alias = "config-path", value_name = "FILE|KEY=VALUE", value_hint = ValueHint::FilePath)]
    pub config: Vec<String>,

    /// Read no schemefmt.toml and no .editorconfig.
    #[arg(long)]
    pub no_config: bool,

    /// The same, and follow no rules that the project has for Emacs, Chez Scheme or its macros.
    #[arg(long)]
    pub isolated: bool,

    /// Read no .editorconfig.
    #[arg(long)]
    pub no_editorconfig: bool,

    /// Print what holds for this file and where each value comes from, and do nothing else.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub show_config: Option<PathBuf>,

    /// Tell which rule lays out the form at this place, why it stands on one line or on several, and what to write into
    /// schemefmt.toml to change that, and do nothing else.
    #[arg(long, value_name = "FILE:LINE[:COLUMN]", value_hint = ValueHint::FilePath, conflicts_with = "show_config")]
    pub explain: Option<Spot>,
}

/// Flags for options of the configuration, which wins over none of them.
#[derive(Debug, Default)]
pub struct StyleArgs {
    /// Those that were given.
    pub given: Vec<Given>,
}

/// A flag for an option of the configuration that was given, and the value that it sets.
#[derive(Debug)]
pub struct Given {
    /// The flag.
    pub flag: &'static StyleFlag,
    /// The value.
    pub value: String,
}

/// A flag that sets an option of the configuration. What is not said here is what the option declares.
#[derive(Debug)]
pub struct StyleFlag {
    /// Its name, without the hyphens.
    pub name: &'static str,
    /// The option that it sets.
    pub sets: &'static str,
    /// What it takes.
    takes: Takes,
    /// Other names that the help shows.
    aliases: &'static [&'static str],
    /// Other names that it leaves out.
    hidden_aliases: &'static [&'static str],
}

/// What a flag takes.
#[derive(Debug)]
enum Takes {
    /// A value of the option, which the help calls so.
    Value(&'static str),
    /// Nothing: it stands for this value, and the help says this of it.
    Nothing(&'static str, &'static str),
}

/// Every such flag, in the order of the help.
static STYLE_FLAGS: [StyleFlag; 6] = [
    StyleFlag {
        name: "line-width",
        sets: "line-width",
        takes: Takes::Value("COLUMNS"),
        aliases: &["width"],
        hidden_aliases: &["line-length", "print-width", "column-width", "max-width"],
    },
    StyleFlag {
        name: "line-breaks",
        sets: "line-breaks",
        takes: Takes::Value("BREAKS"),
        aliases: &[],
        hidden_aliases: &[],
    },
    StyleFlag {
        name: "dialect",
        sets: "dialect",
        takes: Takes::Value("DIALECT"),
        aliases: &[],
        hidden_aliases: &[],
    },
    StyleFlag {
        name: "no-normalize",
        sets: "literals",
        takes: Takes::Nothing(
            "keep",
            "Keep the spelling of every number and character: layout alone",
        ),
        aliases: &[],
        hidden_aliases: &[],
    },
    StyleFlag {
        name: "fold-identifiers",
        sets: "identifiers",
        takes: Takes::Nothing(
            "fold",
            "Write identifiers in lower case; only where the dialect is r5rs, which does not tell the cases apart",
        ),
        aliases: &[],
        hidden_aliases: &[],
    },
    StyleFlag {
        name: "end-of-line",
        sets: "end-of-line",
        takes: Takes::Value("ENDS"),
        aliases: &[],
        hidden_aliases: &[],
    },
];

impl StyleFlag {
    fn arg(&self) -> Arg {
        let arg = Arg::new(self.name)
            .long(self.name)
            .visible_aliases(self.aliases)
            .aliases(self.hidden_aliases);
        let option = match self.takes {
            Takes::Nothing(_, about) => return arg.action(ArgAction::SetTrue).help(about),
            Takes::Value(name) => options::find(self.sets).map(|option| (option, name)),
        };
        let Some((option, name)) = option else {
            return arg;
        };
        let about: Vec<&str> = option.about().collect();
        let arg = arg
            .value_name(name)
            .help(about.join(" ").trim_end_matches('.').to_owned());
        match option.values.numbers {
            None => arg.value_parser(PossibleValuesParser::new(option.values.names)),
            Some(_) => arg.value_parser(|value: &str| {
                let mut options = Options::default();
                match option.set(&mut options, value) {
                    Ok(()) => Ok(option.get(&options)),
                    Err(_) => Err(format!("expected {}", option.values)),
                }
            }),
        }
    }

    /// The value that was given, if one was.
    fn given(&'static self, matches: &ArgMatches) -> Option<Given> {
        let value = match self.takes {
            Takes::Value(_) => matches.get_one::<String>(self.name)?.clone(),
            Takes::Nothing(value, _) => matches.get_flag(self.name).then(|| value.to_owned())?,
        };
        Some(Given { flag: self, value })
    }
}

impl Group for StyleArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        let command = command.next_help_heading("Style");
        STYLE_FLAGS
            .iter()
            .fold(command, |command, flag| command.arg(flag.arg()))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for StyleArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = STYLE_FLAGS.iter().filter_map(|flag| flag.given(matches));
        Ok(StyleArgs {
            given: given.collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// How to tell what happened.
#[derive(Debug, Group)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// How findings are written to standard output.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = OutputFormat::Human)]
    pub output_format: OutputFormat,

    /// Print errors and what was asked for, nothing else.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Also tell about each file that was formatted, is unchanged or was left alone.
    #[arg(short, long)]
    pub verbose: bool,

    /// Files to work on at once; by default as many as keep the processors busy.
    #[arg(short, long, alias = "num-threads", value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

/// Another task than formatting.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write a schemefmt.toml with every option explained.
    Init {
        /// The folder to write it in.
        #[arg(default_value = ".", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        /// Read the Scheme files in the folder and write the configuration that changes them least, with the evidence.
        #[arg(long)]
        suggest: bool,
        /// Options that the file sets, whatever the others are.
        #[command(flatten)]
        style: StyleArgs,
    },
    /// Print the completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page (roff).
    Man,
    /// Serve an editor over standard input and output: the language server protocol.
    #[cfg(feature = "lsp")]
    Lsp {
        /// Over standard input and output, which is how it is done anyway; many editors ask for it.
        #[arg(long, hide = true)]
        stdio: bool,
    },
}
