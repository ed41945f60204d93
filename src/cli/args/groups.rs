//! The flags, in groups that several tasks share.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Args as Group, ValueEnum, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use schemefmt::internals::config::Assignment;
use schemefmt::options::{self, Declaration, Options};

use super::completers;
use crate::cli::region::{Portion, Spot};

/// What to do with the result.
#[derive(Debug, Default, Group)]
#[command(next_help_heading = "Mode")]
pub(crate) struct ModeArgs {
    /// List unformatted files without writing; exit with status 1 if there are any.
    #[arg(short, long)]
    pub check: bool,

    /// Show what would change as a unified diff, without writing; exit with status 1 if anything would.
    #[arg(short, long)]
    pub diff: bool,

    /// Print only the paths of unformatted files, one per line, without writing; exit with status 1 if there are any.
    #[arg(short, long, alias = "files-with-diff")]
    pub list_different: bool,

    /// With --list-different, end each path with a NUL byte instead of a line end, for xargs -0.
    #[arg(short = '0', long, requires = "list_different")]
    pub print0: bool,

    /// Write the files. This is the default; the flag exists because other formatters require it.
    #[arg(short, short_alias = 'i', long, alias = "in-place", hide = true, conflicts_with_all = ["check", "diff", "list_different"])]
    pub write: bool,

    /// Write, and exit with status 1 if any file was reformatted.
    #[arg(long)]
    pub exit_non_zero_on_format: bool,
}

impl ModeArgs {
    /// Whether files are written, and not only checked.
    pub(crate) fn writes(&self) -> bool {
        !(self.check || self.diff || self.list_different)
    }
}

/// The files to format.
#[derive(Debug, Default, Group)]
#[command(next_help_heading = "Files")]
pub(crate) struct InputArgs {
    /// Treat standard input as the file at this path, for its configuration, dialect and ignore rules.
    #[arg(long, aliases = ["stdin-filename", "stdin-file-path", "assume-filename"], value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub stdin_filepath: Option<PathBuf>,

    /// Read the paths from this file, each terminated by a NUL byte; `-` for standard input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "paths")]
    pub files0_from: Option<PathBuf>,

    /// In folders, also format files that match this pattern (in .gitignore syntax).
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,

    /// In folders, skip files and folders that match this pattern (in .gitignore syntax).
    #[arg(long, alias = "extend-exclude", value_name = "GLOB")]
    pub exclude: Vec<String>,

    /// Do not read .gitignore or .schemefmtignore.
    #[arg(long, alias = "no-respect-gitignore")]
    pub no_ignore: bool,

    /// Skip ignored and excluded files even if they are named on the command line, as hooks do.
    #[arg(long)]
    pub force_exclude: bool,
}

/// The part of the input to format. A partly selected datum is formatted whole; nothing else changes.
#[derive(Debug, Default, Group)]
#[command(next_help_heading = "Partial formatting")]
pub(crate) struct PartArgs {
    /// In a file with syntax errors, format the forms without errors. The errors are still reported, with status 2.
    #[arg(long, conflicts_with_all = ["lines", "range", "fragment", "since", "changed", "staged"])]
    pub tolerant: bool,

    /// Format only these lines of one file or standard input, counted from 1, such as 10-20,31 or 40-.
    #[arg(
        long,
        alias = "line-ranges",
        value_name = "LINES",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = Portion::lines
    )]
    pub lines: Vec<Portion>,

    /// Format only the range LINE:COLUMN-LINE:COLUMN, counted from 1; the end is exclusive.
    #[arg(long, value_name = "RANGES", value_delimiter = ',', value_parser = Portion::range)]
    pub range: Vec<Portion>,

    /// Treat standard input as a fragment of a file, such as an editor's selection, that begins at this column. It stays at that
    /// column, and comes back unchanged if its brackets do not balance.
    #[arg(
        long,
        value_name = "COLUMN",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = up_to::<MAX_COLUMNS>,
        conflicts_with_all = ["lines", "range"]
    )]
    pub fragment: Option<NonZeroUsize>,

    /// Format only the lines changed since this git commit, and new files.
    #[arg(long, value_name = "REV", allow_hyphen_values = true, conflicts_with_all = ["lines", "range", "fragment"])]
    pub since: Option<String>,

    /// Format only the lines changed since the last git commit, and new files.
    #[arg(long, conflicts_with_all = ["lines", "range", "fragment", "since"])]
    pub changed: bool,

    /// Format only the lines staged for the next git commit; for hooks.
    #[arg(long, conflicts_with_all = ["lines", "range", "fragment", "since", "changed"])]
    pub staged: bool,
}

/// Where the configuration comes from.
#[derive(Debug, Default, Group)]
#[command(next_help_heading = "Configuration")]
pub(crate) struct ConfigArgs {
    /// Use this file instead of the nearest schemefmt.toml, or override one option, such as style.cond="hang".
    #[arg(long, alias = "config-path", value_name = "FILE|KEY=VALUE", add = ArgValueCompleter::new(completers::config))]
    pub config: Vec<String>,

    /// Ignore every schemefmt.toml and .editorconfig.
    #[arg(long)]
    pub no_config: bool,

    /// Like --no-config, and also ignore the project's indentation rules for Emacs and Chez Scheme and its macro definitions.
    #[arg(long)]
    pub isolated: bool,

    /// Ignore every .editorconfig.
    #[arg(long)]
    pub no_editorconfig: bool,
}

/// Questions about the configuration, answered instead of formatting.
#[derive(Debug, Default, Group)]
#[command(next_help_heading = "Configuration")]
pub(crate) struct QuestionArgs {
    /// Print the settings for this file and where each comes from, then exit.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub show_config: Option<PathBuf>,

    /// Explain which rule lays out the form at this position, why it is on one line or several, and how to change that in
    /// schemefmt.toml, then exit.
    #[arg(long, value_name = "FILE:LINE[:COLUMN]", value_hint = ValueHint::FilePath, conflicts_with = "show_config")]
    pub explain: Option<Spot>,
}

/// The flags that set options of the configuration; they override it.
#[derive(Debug, Default, Group)]
#[command(next_help_heading = "Style")]
pub(crate) struct StyleArgs {
    #[arg(long, visible_alias = "width", aliases = ["line-length", "print-width", "column-width", "max-width"], value_name = "COLUMNS", help = about("line-width"), value_parser = values("line-width"))]
    line_width: Option<String>,

    #[arg(long, value_name = "BREAKS", help = about("line-breaks"), value_parser = values("line-breaks"))]
    line_breaks: Option<String>,

    #[arg(long, value_name = "DIALECT", help = about("dialect"), value_parser = values("dialect"))]
    pub dialect: Option<String>,

    /// Keep the spelling of numbers and characters; change only the layout.
    #[arg(long)]
    no_normalize: bool,

    /// Write identifiers in lower case; only for the r5rs dialect, which is case-insensitive.
    #[arg(long)]
    fold_identifiers: bool,

    #[arg(long, value_name = "ENDS", help = about("end-of-line"), value_parser = values("end-of-line"))]
    end_of_line: Option<String>,
}

impl StyleArgs {
    /// The options that the given flags set.
    pub(crate) fn given(&self) -> Vec<Assignment> {
        let keep = self.no_normalize.then_some("keep");
        let fold = self.fold_identifiers.then_some("fold");
        let options = [
            ("--line-width", "line-width", self.line_width.as_deref()),
            ("--line-breaks", "line-breaks", self.line_breaks.as_deref()),
            ("--dialect", "dialect", self.dialect.as_deref()),
            ("--no-normalize", "literals", keep),
            ("--fold-identifiers", "identifiers", fold),
            ("--end-of-line", "end-of-line", self.end_of_line.as_deref()),
        ];
        let given = options.into_iter();
        let given = given.filter_map(|(flag, key, value)| Assignment::of_word(key, value?, flag));
        given.collect()
    }
}

/// The documentation of an option, as help.
fn about(key: &str) -> String {
    let lines = options::find(key).into_iter().flat_map(Declaration::about);
    let about: Vec<&str> = lines.collect();
    about.join(" ").trim_end_matches('.').to_owned()
}

/// The parser for the values of an option.
fn values(key: &'static str) -> ValueParser {
    let Some(option) = options::find(key) else {
        return ValueParser::string();
    };
    if option.values.numbers.is_none() {
        return PossibleValuesParser::new(option.values.names).into();
    }
    ValueParser::new(|value: &str| {
        let mut options = Options::default();
        let set = options.set(option.key, value);
        set.map(|()| option.get(&options))
            .map_err(|_| format!("expected {}", option.values))
    })
}

/// The format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people: file names, diffs, and errors with excerpts.
    Human,
    /// One JSON object; docs/automation.md lists its fields.
    Json,
    /// Annotations for GitHub Actions.
    Github,
    /// GitLab's code quality report.
    Gitlab,
    /// SARIF 2.1.0.
    Sarif,
    /// Checkstyle XML.
    Checkstyle,
    /// JUnit XML, one test case per file.
    Junit,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// When writing to a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How results are reported.
#[derive(Debug, Group)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// The format of the report on standard output.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = OutputFormat::Human)]
    pub output_format: OutputFormat,

    /// Print only errors and the requested output.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Also report files that are unchanged, left alone or skipped, and why.
    #[arg(short, long)]
    pub verbose: bool,

    /// Number of files to process in parallel; by default, enough to use all processors.
    #[arg(short, long, alias = "num-threads", value_name = "N", value_parser = up_to::<MAX_JOBS>)]
    pub jobs: Option<NonZeroUsize>,

    /// When to use colours.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub color: Color,
}

/// The last column at which a fragment may begin. Each of its lines may be indented this far.
const MAX_COLUMNS: usize = 10_000;

/// The largest number of threads.
const MAX_JOBS: usize = 1000;

/// Parses a number from 1 to `MAX`.
pub(super) fn up_to<const MAX: usize>(word: &str) -> Result<NonZeroUsize, String> {
    let number = word.parse().ok();
    number
        .filter(|number: &NonZeroUsize| number.get() <= MAX)
        .ok_or_else(|| format!("expected a number from 1 to {MAX}"))
}
