//! The options of formatting, each declared once.
//!
//! A declaration is an option's name in `schemefmt.toml`, its type with the values it takes, its default, and its
//! documentation, which is also what `schemefmt init` writes about it. The fields of [`Options`] and [`Style`], the builder's
//! methods and the table of [`declared`] options are made from it; the configuration, the flags, `init`, `--show-config`, the
//! headers of golden cases and the table in `docs/style.md` are made from that table.
//!
//! So a new option of the style is a line here, with an enumeration of its values; what asks for it in the layout; and an
//! example in `docs/style.md`.

use std::ops::RangeInclusive;

use crate::dialect::Dialect;
use crate::rules::Rules;

/// One option, as it is declared.
///
/// ```
/// # use schemefmt::Options;
/// let option = schemefmt::options::find("style.cond").unwrap();
/// let mut options = Options::default();
/// option.set(&mut options, "hang")?;
/// assert_eq!(option.get(&options), "hang");
/// # Ok::<(), schemefmt::options::OptionError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Declaration {
    /// Its name in `schemefmt.toml`; `style.cond` is `cond` in the table `[style]`.
    pub key: &'static str,
    /// The values it takes.
    pub values: Values,
    /// Values that are worth trying where a project's style is to be found out.
    pub tried: &'static [&'static str],
    about: &'static str,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> Option<()>,
}

/// The values that an option takes.
///
/// ```
/// let values = &schemefmt::options::find("style.comment-column").unwrap().values;
/// assert_eq!((values.names, &values.numbers), (&["auto"][..], &Some(0..=1000)));
/// assert_eq!(values.to_string(), "auto or a number from 0 to 1000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Values {
    /// These names.
    pub names: &'static [&'static str],
    /// And any number in this range.
    pub numbers: Option<RangeInclusive<usize>>,
}

impl Declaration {
    /// What the option is for: sentences, in lines of a page's width.
    pub fn about(&self) -> impl Iterator<Item = &'static str> {
        self.about.lines().map(str::trim)
    }

    /// The value that `options` has, as [`Options::set`] takes it.
    pub fn get(&self, options: &Options) -> String {
        (self.get)(options)
    }

    /// Sets the option.
    ///
    /// # Errors
    /// A value that it does not take.
    pub fn set(&self, options: &mut Options, value: &str) -> Result<(), OptionError> {
        (self.set)(options, value).ok_or_else(|| OptionError::WrongValue {
            key: self.key,
            expected: self.values.to_string(),
        })
    }
}

impl std::fmt::Display for Values {
    /// `auto, hang or break`; `a number from 0 to 1000`.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let numbers = self.numbers.as_ref();
        let numbers =
            numbers.map(|range| format!("a number from {} to {}", range.start(), range.end()));
        let names = self.names.iter().map(ToString::to_string);
        let all: Vec<String> = names.chain(numbers).collect();
        match all.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                write!(out, "{} or {last}", rest.join(", "))
            }
            _ => out.write_str(&all.concat()),
        }
    }
}

/// Why an option could not be set.
///
/// ```
/// # use schemefmt::{Options, options::OptionError};
/// let error = Options::default().set("width", "80").unwrap_err();
/// assert_eq!(error, OptionError::Unknown("width".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no option `{0}`")]
    Unknown(String),
    /// The option does not take this value.
    #[error("wrong value for `{key}`: expected {expected}")]
    WrongValue {
        /// The option.
        key: &'static str,
        /// The values it takes.
        expected: String,
    },
}

/// The type of an option.
trait OptionValue: Sized {
    const VALUES: Values;
    /// The value that a word stands for.
    fn read(word: &str) -> Option<Self>;
    /// The word that stands for a value.
    fn word(&self) -> String;
}

/// Declares an enumeration with a name for each value.
macro_rules! choice {
    (
        $(#[$attribute:meta])*
        pub enum $Choice:ident {
            $($(#[$value_attribute:meta])* $Value:ident = $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        ///
        /// The default:
        ///
        /// ```
        #[doc = concat!("use schemefmt::options::", stringify!($Choice), ";")]
        ///
        #[doc = concat!("let choice = ", stringify!($Choice), "::default();")]
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Choice {
            $($(#[$value_attribute])* $Value,)+
        }

        impl OptionValue for $Choice {
            const VALUES: Values = Values { names: &[$($name),+], numbers: None };

            fn read(word: &str) -> Option<Self> {
                match word {
                    $($name => Some($Choice::$Value),)+
                    _ => None,
                }
            }

            fn word(&self) -> String {
                match self { $($Choice::$Value => $name),+ }.to_owned()
            }
        }
    };
}

/// Declares a struct whose fields are options. `[access]` is the way from [`Options`] to it. A field may end with the values
/// that are worth trying, where these are not those of the struct (`nothing`, or all its `names`), and with what sets it,
/// where that is more than the field.
macro_rules! options {
    (
        $(#[$attribute:meta])*
        pub struct $Struct:ident $access:tt, $table:ident, tried $by_default:ident {
            $(
                $(#[doc = $about:literal])+
                $field:ident: $Type:ty = $default:expr, $key:literal
                $(, tried $tried:expr)? $(, set by $set:expr)?;
            )+
            $(
                besides
                $($(#[$other_attribute:meta])+ $other:ident: $Other:ty;)+
            )?
        }
    ) => {
        $(#[$attribute])*
        #[non_exhaustive]
        pub struct $Struct {
            $($(#[doc = $about])+ pub $field: $Type,)+
            $($($(#[$other_attribute])+ pub $other: $Other,)+)?
        }

        impl Default for $Struct {
            fn default() -> Self {
                $Struct {
                    $($field: $default,)+
                    $($($other: <$Other>::default(),)+)?
                }
            }
        }

        impl $Struct {
            $(
                $(#[doc = $about])+
                #[must_use]
                pub fn $field(mut self, $field: $Type) -> Self {
                    self.$field = $field;
                    self
                }
            )+
        }

        static $table: &[Declaration] = &[
            $(Declaration {
                key: $key,
                values: <$Type as OptionValue>::VALUES,
                tried: options!(@first [$($tried)?] [options!(@tried $by_default $Type)]),
                about: concat!($($about, "\n"),+),
                get: |options| options!(@at options $access $field).word(),
                set: |options, word| {
                    let value = <$Type as OptionValue>::read(word)?;
                    let set: fn(&mut Options, $Type) = options!(
                        @first [$($set)?] [|options, value| options!(@at options $access $field) = value]
                    );
                    set(options, value);
                    Some(())
                },
            },)+
        ];
    };
    (@at $options:ident [] $field:ident) => { $options.$field };
    (@at $options:ident [$access:ident] $field:ident) => { $options.$access.$field };
    (@tried nothing $Type:ty) => { &[] };
    (@tried names $Type:ty) => { <$Type as OptionValue>::VALUES.names };
    (@first [] [$default:expr]) => { $default };
    (@first [$chosen:expr] [$default:expr]) => { $chosen };
}

/// Every option, in the order in which people are shown them: those in no table of `schemefmt.toml` first.
///
/// ```
/// for option in schemefmt::options::declared() {
///     println!("{}: {}", option.key, option.values);
/// }
/// ```
pub fn declared() -> impl Iterator<Item = &'static Declaration> {
    let (style, top): (Vec<_>, Vec<_>) = STYLE
        .iter()
        .chain(OPTIONS)
        .partition(|option| option.key.contains('.'));
    top.into_iter().chain(style)
}

/// The option of this name.
///
/// ```
/// assert!(schemefmt::options::find("line-width").is_some());
/// assert!(schemefmt::options::find("width").is_none());
/// ```
pub fn find(key: &str) -> Option<&'static Declaration> {
    declared().find(|option| option.key == key)
}

options! {
    /// Everything that decides how a text is formatted. Begin with the default and set what is to differ:
    ///
    /// ```
    /// use schemefmt::{Dialect, Options, options};
    ///
    /// let style = options::Style::default().line_width(100);
    /// let options = Options::default().dialect(Dialect::Guile).style(style);
    /// ```
    #[derive(Clone, Debug)]
    pub struct Options [], OPTIONS, tried nothing {
        /// The dialect of Scheme: what is read, and how far numbers and characters are rewritten.
        /// `auto` lets each file tell.
        dialect: Dialect = Dialect::Auto, "dialect";

        /// Whether numbers and characters get their canonical spelling, and under R6RS and R7RS `\X41;` in strings
        /// and identifiers too.
        literals: Literals = Literals::Normalize, "literals";

        /// `fold` writes identifiers in lower case where the dialect is `r5rs`, which does not tell the cases apart.
        identifiers: Identifiers = Identifiers::Keep, "identifiers";

        /// Line ends; `auto` keeps those of the file.
        end_of_line: EndOfLine = EndOfLine::Auto, "end-of-line";

        /// Whether indentation rules for Emacs (.dir-locals.el, local variables) and Chez Scheme are followed.
        emacs_rules: ProjectRules = ProjectRules::Follow, "emacs-rules";

        /// Whether the macro definitions in a file tell how the macros are laid out.
        macro_rules: ProjectRules = ProjectRules::Follow, "macro-rules";

        besides
        /// The layout's choices.
        style: Style;
        /// The file's name; its ending (`.sls`, `.sps`, `.sld`) tells some dialects.
        file_name: Option<String>;
        /// Layout rules of the project, before the built-in ones.
        #[doc(hidden)]
        rules: Rules;
    }
}

options! {
    /// The layout's choices, where the community splits.
    ///
    /// ```
    /// use schemefmt::options::{Preset, Style};
    ///
    /// let style = Style::of(Preset::Guile).line_width(100);
    /// assert_eq!(style.line_width, 100);
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Style [style], STYLE, tried names {
        /// Columns that a line may have, as a terminal shows them.
        line_width: usize = 80, "line-width", tried &["72", "79", "90", "100", "120"];

        /// Which data begin a line: those that the style says (`canonical`), or those that begin one in the source, whatever
        /// the width (`keep`).
        // Lines that are kept make the layout depend on those that are there: never unasked.
        line_breaks: LineBreaks = LineBreaks::Canonical, "line-breaks", tried &[];

        /// Items and trailing comments that the author aligned in columns, by two blanks or more, where the author's lines are
        /// kept: one blank (`collapse`), or as they stand (`keep`).
        // Gaps that are kept make the layout depend on the columns that are there: only where lines are kept, which is never
        // unasked.
        alignment: HandAlignment = HandAlignment::Collapse, "alignment", tried &["keep"];

        /// Where the other choices of the style begin: the canonical style, that of Chez Scheme's family, that of
        /// Guile's own code, or what scheme-mode of Emacs indents to.
        preset: Preset = Preset::Default, "style.preset", tried &[], set by |options, preset| {
            options.style = Style {
                line_width: options.style.line_width,
                line_breaks: options.style.line_breaks,
                alignment: options.style.alignment,
                ..Style::of(preset)
            };
        };

        /// The first clause of a `cond`: beside it (`hang`), on the next line (`break`), or beside it unless the next line
        /// keeps the width or saves two lines (`auto`).
        cond: CondStyle = CondStyle::Auto, "style.cond";

        /// The arms of an `if`: under its test, or 2 columns in.
        if_arms: Alignment = Alignment::Align, "style.if-arms";

        /// Arguments that do not fit beside their operator: under the first one, or 2 columns in.
        calls: Alignment = Alignment::Align, "style.calls";

        /// Atoms among the arguments of a call on several lines: one right after another on its line while it fits (`pack`), or
        /// each on its own.
        call_atoms: CallAtoms = CallAtoms::Pack, "style.call-atoms";

        /// The width from which on an operator stands alone on its line where that saves lines.
        head_alone_from: HeadAloneFrom = HeadAloneFrom::Width(8), "style.head-alone-from", tried &["never", "6", "12"];

        /// Columns that arguments are indented under an operator that stands alone on its line.
        head_alone: HeadAlone = HeadAlone::One, "style.head-alone";

        /// Columns that bodies are indented.
        body_indent: BodyIndent = BodyIndent::Two, "style.body-indent";

        /// Columns that the clauses of a `case-lambda` are indented.
        case_lambda_clauses: CaseLambdaClauses = CaseLambdaClauses::Two, "style.case-lambda-clauses";

        /// Procedure definitions that fit on a line stand on one: beside another definition (`grouped`), whenever
        /// they fit, or never.
        one_line_defines: OneLineDefines = OneLineDefines::Grouped, "style.one-line-defines";

        /// A long `export`: one name a line, or filled lines.
        exports: Exports = Exports::OnePerLine, "style.exports";

        /// Columns that the body of a library form is indented.
        library_body: LibraryBody = LibraryBody::Indent, "style.library-body";

        /// Rows of quoted atoms, vectors and bytevectors: filled, or as the author broke them.
        // Rows that are kept make the layout depend on the line breaks that are there: never unasked.
        data_rows: DataRows = DataRows::Fill, "style.data-rows", tried &[];

        /// Where trailing comments stand: one space after the code, neighbours in a column (`auto`), or at this column.
        comment_column: CommentColumn = CommentColumn::Auto, "style.comment-column", tried &["32", "40", "48"];
    }
}

impl Options {
    /// The layout's choices.
    #[must_use]
    pub fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// The file's name; its ending (`.sls`, `.sps`, `.sld`) tells some dialects.
    #[must_use]
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// Sets the option that has this name in `schemefmt.toml` to the value that the word stands for.
    ///
    /// ```
    /// # use schemefmt::Options;
    /// let mut options = Options::default();
    /// options.set("style.cond", "break")?;
    /// options.set("line-width", "100")?;
    /// # Ok::<(), schemefmt::options::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// An option that there is not, and a value that it does not take.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let option = find(key).ok_or_else(|| OptionError::Unknown(key.to_owned()))?;
        option.set(self, value)
    }
}

choice! {
    /// Whether rules are taken from what a project has written for other programs.
    pub enum ProjectRules {
        /// They hold, before the built-in ones.
        #[default]
        Follow = "true",
        /// Nobody looks for them.
        Ignore = "false",
    }
}

choice! {
    /// Whether literals are normalized.
    pub enum Literals {
        /// Numbers and characters get the canonical spelling of the dialect.
        #[default]
        Normalize = "normalize",
        /// That, and under R6RS and R7RS the hex escapes of strings and identifiers (`\X3BB;`) too.
        NormalizeEscapes = "normalize-escapes",
        /// Every token keeps its spelling: layout alone.
        Keep = "keep",
    }
}

choice! {
    /// The case of identifiers.
    pub enum Identifiers {
        /// As written.
        #[default]
        Keep = "keep",
        /// ASCII letters to lower case, under the `r5rs` dialect only (R5RS §2).
        Fold = "fold",
    }
}

choice! {
    /// The line ends of the output.
    pub enum EndOfLine {
        /// Those of the file: its first one; LF where it has none.
        #[default]
        Auto = "auto",
        /// `\n`.
        Lf = "lf",
        /// `\r\n`.
        CrLf = "crlf",
    }
}

choice! {
    /// Which data begin a line.
    pub enum LineBreaks {
        /// Those that the canonical style says.
        #[default]
        Canonical = "canonical",
        /// Those that begin one in the source, whatever the width.
        Keep = "keep",
    }
}

choice! {
    /// Columns that the author aligned by hand, where the author's lines are kept.
    pub enum HandAlignment {
        /// One blank between items, trailing comments by the style.
        #[default]
        Collapse = "collapse",
        /// Gaps of two blanks or more stay where items are aligned with those of the row above or below, and trailing
        /// comments stay where they stand if the code leaves room.
        Keep = "keep",
    }
}

choice! {
    /// A whole set of the layout's choices.
    pub enum Preset {
        /// The canonical style.
        #[default]
        Default = "default",
        /// As Chez Scheme's family writes: the arguments of a call 2 columns in.
        Chez = "chez",
        /// As Guile's own code is written: the clauses of a `cond` under it.
        Guile = "guile",
        /// The shapes that scheme-mode of Emacs indents to: the clauses of a `cond` always beside it.
        Emacs = "emacs",
    }
}

impl Style {
    /// The choices of a preset.
    pub fn of(preset: Preset) -> Style {
        let style = Style {
            preset,
            ..Style::default()
        };
        match preset {
            Preset::Default => style,
            Preset::Chez => style.calls(Alignment::Two),
            Preset::Guile => style.cond(CondStyle::Break),
            Preset::Emacs => style.cond(CondStyle::Hang),
        }
    }
}

choice! {
    /// The first clause of a `cond`.
    pub enum CondStyle {
        /// Beside `cond`, unless a line would go over the width there or two lines are saved on the next line.
        #[default]
        Auto = "auto",
        /// Always beside `cond`.
        Hang = "hang",
        /// Always on the next line.
        Break = "break",
    }
}

choice! {
    /// Arguments that follow on further lines.
    pub enum Alignment {
        /// Under the first argument.
        #[default]
        Align = "align",
        /// Two columns right of the opening parenthesis.
        Two = "2",
    }
}

choice! {
    /// Atoms among the arguments of a call on several lines.
    pub enum CallAtoms {
        /// An atom right after an atom stays on its line while it fits.
        #[default]
        Pack = "pack",
        /// Each argument has its own line.
        OnePerLine = "one-per-line",
    }
}

choice! {
    /// Arguments under an operator that stands alone on its line.
    pub enum HeadAlone {
        /// One column right of the opening parenthesis.
        #[default]
        One = "1",
        /// Two columns.
        Two = "2",
    }
}

choice! {
    /// The body of a form.
    pub enum BodyIndent {
        /// Two columns.
        #[default]
        Two = "2",
        /// Three columns.
        Three = "3",
    }
}

impl BodyIndent {
    /// The number of columns.
    pub(crate) fn columns(self) -> u8 {
        match self {
            BodyIndent::Two => 2,
            BodyIndent::Three => 3,
        }
    }
}

choice! {
    /// The clauses of a `case-lambda`.
    pub enum CaseLambdaClauses {
        /// Two columns, as any body.
        #[default]
        Two = "2",
        /// One column.
        One = "1",
    }
}

choice! {
    /// When a procedure definition that fits on one line stands on one.
    pub enum OneLineDefines {
        /// If another definition stands right beside it, with no blank line between.
        #[default]
        Grouped = "grouped",
        /// Whenever it fits.
        Fits = "fits",
        /// Never.
        Never = "never",
    }
}

choice! {
    /// A long `export`.
    pub enum Exports {
        /// One name a line.
        #[default]
        OnePerLine = "one-per-line",
        /// As many names on a line as fit.
        Fill = "fill",
    }
}

choice! {
    /// The body of a library form.
    pub enum LibraryBody {
        /// Two columns.
        #[default]
        Indent = "2",
        /// Not indented.
        Flush = "0",
    }
}

choice! {
    /// Rows of data.
    pub enum DataRows {
        /// As many atoms on a line as fit.
        #[default]
        Fill = "fill",
        /// The author's rows (the one place where line breaks of the source are kept).
        Keep = "keep",
    }
}

/// Operators that stand alone on their line where that saves lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeadAloneFrom {
    /// Those of so many columns and more.
    Width(usize),
    /// None, unless the rest would go over the width beside it.
    Never,
}

impl HeadAloneFrom {
    /// Whether an operator of this width is one of them.
    pub(crate) fn holds_for(self, width: usize) -> bool {
        matches!(self, HeadAloneFrom::Width(least) if width >= least)
    }
}

/// Trailing comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommentColumn {
    /// One space after the code; neighbours share a column.
    #[default]
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

/// A number of columns; a width of 0 breaks wherever it can.
impl OptionValue for usize {
    const VALUES: Values = Values {
        names: &[],
        numbers: Some(0..=1000),
    };

    fn read(word: &str) -> Option<Self> {
        let numbers = Self::VALUES.numbers?;
        word.parse().ok().filter(|number| numbers.contains(number))
    }

    fn word(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for CommentColumn {
    const VALUES: Values = Values {
        names: &["auto"],
        ..usize::VALUES
    };

    fn read(word: &str) -> Option<Self> {
        match word {
            "auto" => Some(CommentColumn::Auto),
            number => usize::read(number).map(CommentColumn::Column),
        }
    }

    fn word(&self) -> String {
        match self {
            CommentColumn::Auto => "auto".to_owned(),
            CommentColumn::Column(column) => column.to_string(),
        }
    }
}

impl OptionValue for HeadAloneFrom {
    const VALUES: Values = Values {
        names: &["never"],
        ..usize::VALUES
    };

    fn read(word: &str) -> Option<Self> {
        match word {
            "never" => Some(HeadAloneFrom::Never),
            number => usize::read(number).map(HeadAloneFrom::Width),
        }
    }

    fn word(&self) -> String {
        match self {
            HeadAloneFrom::Never => "never".to_owned(),
            HeadAloneFrom::Width(width) => width.to_string(),
        }
    }
}

impl OptionValue for Dialect {
    const VALUES: Values = Values {
        names: &Dialect::NAMES,
        numbers: None,
    };

    fn read(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    fn word(&self) -> String {
        self.name().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_its_values_and_no_others() {
        for option in declared() {
            let default = option.get(&Options::default());
            let mut numbers = option.values.numbers.iter().map(|range| range.end());
            let names = option.values.names.iter().map(ToString::to_string);
            for value in names.chain(numbers.next().map(ToString::to_string)) {
                let mut options = Options::default();
                option.set(&mut options, &value).unwrap();
                assert_eq!(option.get(&options), value, "{}", option.key);
                option.set(&mut options, &default).unwrap();
                assert_eq!(option.get(&options), default, "{}", option.key);
            }
            for tried in option.tried {
                option.set(&mut Options::default(), tried).unwrap();
            }
            for wrong in ["", "x y", "1001"] {
                let error = option.set(&mut Options::default(), wrong).unwrap_err();
                assert!(error.to_string().contains(option.key), "{error}");
            }
            assert!(
                option.about().all(|line| !line.is_empty()),
                "{}",
                option.key
            );
        }
    }

    #[test]
    fn a_preset_sets_the_style_and_leaves_the_width() {
        let mut options = Options::default();
        options.set("line-width", "33").unwrap();
        options.set("style.exports", "fill").unwrap();
        options.set("style.preset", "chez").unwrap();
        let chez = Style::of(Preset::Chez).line_width(33);
        assert_eq!(options.style, chez);
        assert_eq!(chez.calls, Alignment::Two);
    }

    #[test]
    fn what_is_no_option_is_refused() {
        let error = Options::default().set("cond", "hang").unwrap_err();
        assert_eq!(error, OptionError::Unknown("cond".to_owned()));
        let error = Options::default().set("style.cond", "hung").unwrap_err();
        let said = "wrong value for `style.cond`: expected auto, hang or break";
        assert_eq!(error.to_string(), said);
    }
}
