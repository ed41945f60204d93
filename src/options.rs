//! What a caller may choose. Every choice is an enumeration or a number, with the canonical style as its default.

use crate::dialect::Dialect;
use crate::rules::Rules;

/// Everything that decides how a text is formatted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The dialect; `None` lets the text decide.
    pub dialect: Option<Dialect>,
    /// The file's name, used only for the dialects that a name's ending tells (`.sls`, `.sps`, `.sld`).
    pub file_name: Option<String>,
    /// Whether numbers and characters get their canonical spelling.
    pub literals: Literals,
    /// What happens to the case of identifiers under R5RS.
    pub identifiers: Identifiers,
    /// The line ends of the output.
    pub end_of_line: EndOfLine,
    /// The layout's choices.
    pub style: Style,
    /// Layout rules of the project, before the built-in ones.
    pub rules: Rules,
    /// Whether rules for Emacs and Chez Scheme that the text holds are followed.
    pub emacs_rules: ProjectRules,
    /// Whether the text's macro definitions tell how the macros are laid out.
    pub macro_rules: ProjectRules,
}

/// Whether rules are taken from what a project has written for other programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProjectRules {
    /// They are.
    #[default]
    Follow,
    /// They are not.
    Ignore,
}

/// Whether literals are normalized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Literals {
    /// Numbers and characters get the canonical spelling of the dialect.
    #[default]
    Normalize,
    /// That, and under R6RS and R7RS the hex escapes of strings and identifiers (`\X3BB;`) too.
    NormalizeEscapes,
    /// Every token keeps its spelling: layout alone.
    Keep,
}

/// The case of identifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Identifiers {
    /// As written.
    #[default]
    Keep,
    /// ASCII letters to lower case, under the `r5rs` dialect only (R5RS §2).
    Fold,
}

/// The line ends of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndOfLine {
    /// Those of the file: its first one; LF where it has none.
    #[default]
    Auto,
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
}

/// The layout's choices, where the community splits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Columns that a line may have.
    pub line_width: usize,
    /// Where the first clause of a `cond` stands.
    pub cond: CondStyle,
    /// Where the arms of an `if` stand.
    pub if_arms: Alignment,
    /// Where the arguments of a call stand that do not fit beside its operator.
    pub calls: Alignment,
    /// Indentation of the arguments under an operator that stands alone on its line.
    pub head_alone: HeadAlone,
    /// When a procedure definition stands on one line.
    pub one_line_defines: OneLineDefines,
    /// How a long `export` is written.
    pub exports: Exports,
    /// Indentation of a library's body.
    pub library_body: LibraryBody,
    /// Rows of quoted atoms, vectors and bytevectors.
    pub data_rows: DataRows,
    /// Where trailing comments stand.
    pub comment_column: CommentColumn,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            line_width: 80,
            cond: CondStyle::Auto,
            if_arms: Alignment::Align,
            calls: Alignment::Align,
            head_alone: HeadAlone::One,
            one_line_defines: OneLineDefines::Grouped,
            exports: Exports::OnePerLine,
            library_body: LibraryBody::Indent,
            data_rows: DataRows::Fill,
            comment_column: CommentColumn::Auto,
        }
    }
}

/// A whole set of the layout's choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// The canonical style.
    #[default]
    Default,
    /// As Chez Scheme's family writes: the arguments of a call 2 columns in.
    Chez,
    /// As Guile's own code is written: the clauses of a `cond` under it.
    Guile,
    /// The shapes that scheme-mode of Emacs indents to: the clauses of a `cond` always beside it.
    Emacs,
}

impl Style {
    /// The choices of a preset.
    pub fn of(preset: Preset) -> Style {
        let style = Style::default();
        match preset {
            Preset::Default => style,
            Preset::Chez => Style {
                calls: Alignment::Two,
                ..style
            },
            Preset::Guile => Style {
                cond: CondStyle::Break,
                ..style
            },
            Preset::Emacs => Style {
                cond: CondStyle::Hang,
                ..style
            },
        }
    }
}

/// The first clause of a `cond`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CondStyle {
    /// Beside `cond` unless a line would go over the width there, else on the next line.
    Auto,
    /// Always beside `cond`.
    Hang,
    /// Always on the next line.
    Break,
}

/// Arguments that follow on further lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Under the first argument.
    Align,
    /// Two columns right of the opening parenthesis.
    Two,
}

/// Arguments under an operator that stands alone on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadAlone {
    /// One column right of the opening parenthesis.
    One,
    /// Two columns.
    Two,
}

/// When a procedure definition that fits on one line stands on one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneLineDefines {
    /// If another definition stands right beside it, with no blank line between.
    Grouped,
    /// Whenever it fits.
    Fits,
    /// Never.
    Never,
}

/// A long `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exports {
    /// One name a line.
    OnePerLine,
    /// As many names on a line as fit.
    Fill,
}

/// The body of a library form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibraryBody {
    /// Two columns.
    Indent,
    /// Not indented.
    Flush,
}

/// Rows of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataRows {
    /// As many atoms on a line as fit.
    Fill,
    /// The author's rows (the one place where line breaks of the source are kept).
    Keep,
}

/// Trailing comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentColumn {
    /// One space after the code; neighbours share a column.
    Auto,
    /// At this column, where the code leaves room.
    Column(usize),
}

impl CommentColumn {
    /// The column, if one is fixed.
    pub(crate) fn fixed(self) -> Option<usize> {
        match self {
            CommentColumn::Auto => None,
            CommentColumn::Column(column) => Some(column),
        }
    }
}
