//! The formatting options, each declared once.
//!
//! A declaration gives an option's name in `schemefmt.toml`, its type and so its values, its default, and its documentation,
//! which `schemefmt init` also writes to the file. The fields of [`Options`] and [`Style`] and the table of [`declared`] options
//! are generated from the declarations. The configuration, the flags, `init`, `--show-config`, the
//! headers of golden cases, the schema and the table in `docs/style.md` are generated from that table.
//!
//! To add a style option, declare it here with an enumeration of its values, use it in the layout, and add an example to
//! `docs/style.md`; `docs/CONTRIBUTING.md` lists the files to write anew.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::dialects::Dialect;
use crate::dialects::normalize::Respelled;
use crate::emit::MAX_COLUMNS;
use crate::forms::project;
use crate::forms::rules::Rules;
use crate::forms::{Form, Stay};
use crate::syntax::tree::Tree;
use crate::text::diagnostics::{Diagnostic, Severity};

/// The declaration of one option.
///
/// ```
/// # use schemefmt::Options;
/// let option = schemefmt::options::find("style.cond").unwrap();
/// let mut options = Options::default();
/// options.set(option.key, "hang")?;
/// assert_eq!(option.get(&options), "hang");
/// # Ok::<(), schemefmt::Diagnostic>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Declaration {
    /// The option's name in `schemefmt.toml`; `style.cond` is `cond` in the table `[style]`.
    pub key: &'static str,
    /// The values it takes.
    pub values: Values,
    /// The values that `schemefmt init --suggest` tries when it works out a project's style.
    #[doc(hidden)]
    pub tried: &'static [&'static str],
    about: &'static str,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> Option<()>,
}

/// The values that an option takes.
///
/// ```
/// let values = &schemefmt::options::find("line-width").unwrap().values;
/// assert_eq!((values.names, &values.numbers), (&["auto"][..], &Some(1..=1000)));
/// assert_eq!(values.to_string(), "auto or a number from 1 to 1000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Values {
    /// The names it takes.
    pub names: &'static [&'static str],
    /// The numbers it takes as well, if any.
    pub numbers: Option<RangeInclusive<usize>>,
}

impl Declaration {
    /// The option's documentation: sentences, wrapped into lines.
    pub fn about(&self) -> impl Iterator<Item = &'static str> {
        self.about.lines().map(str::trim)
    }

    /// The option's value in `options`, spelled as [`Options::set`] takes it.
    pub fn get(&self, options: &Options) -> String {
        (self.get)(options)
    }
}

impl Values {
    /// `auto, hang or break`; `a number from 1 to 1000`. Names are written by `spelled`.
    pub(crate) fn listed(&self, spelled: impl Fn(&str) -> String) -> String {
        let numbers = self.numbers.as_ref();
        let numbers =
            numbers.map(|range| format!("a number from {} to {}", range.start(), range.end()));
        let names = self.names.iter().map(|name| spelled(name));
        let all: Vec<String> = names.chain(numbers).collect();
        match all.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => all.concat(),
        }
    }
}

impl std::fmt::Display for Values {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.listed(str::to_owned))
    }
}

/// A type that options can have.
trait OptionValue: Sized {
    const VALUES: Values;
    /// Parses a value.
    fn read(word: &str) -> Option<Self>;
    /// The spelling of a value.
    fn word(&self) -> String;
}

/// Declares enumerations with a name for each value.
macro_rules! choices {
    ($(
        $(#[$attribute:meta])*
        pub enum $Choice:ident {
            $($(#[$value_attribute:meta])* $Value:ident = $name:literal,)+
        }
    )+) => {$(
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
    )+};
}

/// Declares a struct whose fields are options. `[access]` is the path from [`Options`] to the struct. `tried` says which values
/// `schemefmt init --suggest` tries: `nothing` or all `names` by default, or for one field the values listed.
macro_rules! options {
    (
        $(#[$attribute:meta])*
        pub struct $Struct:ident $access:tt, $table:ident, tried $by_default:ident {
            $(
                $(#[doc = $about:literal])+
                $field:ident: $Type:ty = $default:expr, $key:literal
                $(, tried $tried:expr)?;
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

        static $table: &[Declaration] = &[
            $(Declaration {
                key: $key,
                values: <$Type as OptionValue>::VALUES,
                tried: options!(@first [$($tried)?] [options!(@tried $by_default $Type)]),
                about: concat!($($about, "\n"),+),
                get: |options| options!(@at options $access $field).word(),
                set: |options, word| {
                    let value = <$Type as OptionValue>::read(word)?;
                    options!(@at options $access $field) = value;
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

/// Every option, in the order in which they are shown to people: the top-level keys of `schemefmt.toml` first.
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

/// Finds the option with this name.
///
/// ```
/// assert!(schemefmt::options::find("line-width").is_some());
/// assert!(schemefmt::options::find("width").is_none());
/// ```
pub fn find(key: &str) -> Option<&'static Declaration> {
    STYLE.iter().chain(OPTIONS).find(|option| option.key == key)
}

/// Options that no longer exist, by their names, and what to write instead.
#[doc(hidden)]
pub const REMOVED: [(&str, &str); 4] = [
    (
        "style.preset",
        "there are no presets any more: `chez` was `calls = 2`, `guile` was `cond = \"break\"`, `emacs` was `cond = \"hang\"`, \
         `gerbil` was `cond = \"break\"` and `if-arms = 2`, `bigloo` was `body-indent = 3`",
    ),
    (
        "style.case-lambda-clauses",
        "write `case-lambda = { args = 0, rest = 1 }` under [forms] instead of the value 1",
    ),
    (
        "style.clause-bodies",
        "clause bodies are indented by 1 column in the canonical layout, and otherwise as most of the file's are",
    ),
    (
        "style.trailing-comments",
        "comments at the ends of consecutive lines share a column; where lists or lines are kept, if the author aligned them",
    ),
];

/// What to write instead of an option that no longer exists.
pub(crate) fn instead_of(key: &str) -> Option<&'static str> {
    let is_key = |removed: &str| removed == key || removed.strip_prefix("style.") == Some(key);
    let removed = REMOVED.iter().find(|(removed, _)| is_key(removed));
    removed.map(|(_, instead)| *instead)
}

options! {
    /// Everything that decides how a text is formatted. Start from the default and set what should differ:
    ///
    /// ```
    /// use schemefmt::{Dialect, Options};
    ///
    /// let mut options = Options::default();
    /// options.dialect = Dialect::Guile;
    /// options.style.line_width = 100.into();
    /// ```
    #[derive(Clone, Debug)]
    pub struct Options [], OPTIONS, tried nothing {
        /// The dialect of Scheme: what syntax is accepted, and which numbers and characters may be respelled.
        /// `auto` detects it for each file.
        dialect: Dialect = Dialect::Auto, "dialect";

        /// How numbers and characters are spelled: canonically, as in `#xffff` for `#xFFFF` (`normalize`), or as written (`keep`).
        /// `auto` is `normalize` in the canonical layout, and otherwise `keep`.
        literals: Literals = Literals::Auto, "literals";

        /// `fold` writes identifiers in lower case, but only under the `r5rs` dialect, which is case-insensitive.
        identifiers: Identifiers = Identifiers::Keep, "identifiers";

        /// Line endings; `auto` keeps those of the file.
        end_of_line: EndOfLine = EndOfLine::Auto, "end-of-line";

        /// Whether to follow the project's indentation rules for editors (.dir-locals.el, .lispwords, local variables) and Chez.
        emacs_rules: ProjectRules = ProjectRules::Follow, "emacs-rules", tried &["false"];

        /// Whether to infer the layout of macros from their definitions in the file.
        macro_rules: ProjectRules = ProjectRules::Follow, "macro-rules";

        besides
        /// The style options.
        style: Style;
        /// The file's name. Its extension (`.sls`, `.sps`, `.sld`, `.stk`, `.bgl`, `.rkt`) identifies some dialects.
        file_name: Option<String>;
        /// Names of Racket languages that are written in S-expressions or, after `!`, are not; the last one that applies decides. For
        /// others, the text decides, if the language is not a known one.
        racket_languages: Vec<String>;
        /// The project's layout rules, which take precedence over the built-in ones.
        #[doc(hidden)]
        rules: Rules;
    }
}

options! {
    /// The style options: choices of layout on which the community is split.
    ///
    /// ```
    /// use schemefmt::options::{CondStyle, Style};
    ///
    /// let mut style = Style::default();
    /// style.cond = CondStyle::Break;
    /// style.line_width = 100.into();
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Style [style], STYLE, tried names {
        /// The maximum width of a line, in columns as a terminal shows them; `auto` is 102 in Racket and 80 elsewhere.
        line_width: LineWidth = LineWidth::Auto, "line-width", tried &["72", "79", "90", "100", "120"];

        /// Where lines are broken: as the style requires (`canonical`); likewise, except that lists that the author broke stay broken,
        /// and others stay on one line if they fit (`persistent`); or where the author broke them, whatever the width (`keep`).
        // Keeping lines makes the layout depend on the source, so nothing may choose it unasked.
        line_breaks: LineBreaks = LineBreaks::Canonical, "line-breaks", tried &[];

        /// With `line-breaks = "persistent"`: whether a line of the author's that is at most a tenth wider than `line-width` stays as it
        /// is (`keep`) or is broken like a wider one (`break`).
        wide_lines: WideLines = WideLines::Keep, "wide-lines", tried &[];

        /// The rows of data, parameters, exports, imports and a call's atoms that do not fit on one line: where the author broke them, if
        /// most rows fit (`keep`), or as the style requires (`canonical`).
        rows: RowBreaks = RowBreaks::Keep, "rows", tried &[];

        /// With `line-breaks = "keep"` or `"persistent"`: whether a closing bracket that the author put alone on its line joins the line
        /// before (`join`) or stays (`keep`), as does an opening bracket at the end of its line. `auto` is `keep` where most lists of the
        /// file, three or more, have such closing brackets, those with a prefix counted apart; closing ones also stay where most lists of
        /// an operator have one, two or more, or a single one on three lines or more. Unless it is `join`, these brackets stay in a list that
        /// has both, unless that is a call with `persistent`, and a closing one stays in a library, its exports and imports, before a
        /// comment, and below a blank line.
        closers: Closers = Closers::Auto, "closers", tried &["keep"];

        /// With `line-breaks = "keep"`, and for calls, exports and imports with `persistent`: the columns are those of most such lists in
        /// the file (`learned`) or of the style alone (`rules`).
        columns: Columns = Columns::Learned, "columns", tried &[];

        /// Whether items that the author aligned, with gaps of two blanks or more, are one blank apart (`collapse`) or stay aligned
        /// (`keep`): with `line-breaks = "keep"`, all of them and trailing comments; otherwise those that fit. `auto` is `keep` unless
        /// lines and rows are `canonical`.
        alignment: HandAlignment = HandAlignment::Auto, "alignment", tried &["collapse"];

        /// What lines are indented with: blanks (`spaces`), or a tab for every 8 columns and blanks for the rest (`tabs`). `auto` is `tabs`
        /// with `line-breaks = "keep"` or `"persistent"` if more than two thirds of the file's indented lines have some, and otherwise
        /// `spaces`.
        indentation: IndentStyle = IndentStyle::Auto, "indentation", tried &["tabs"];

        /// The first clause of a `cond`: beside the keyword (`hang`), on the next line (`break`), or whichever fits better (`auto`).
        /// `auto` is `break` in the files of Guile; in those of Racket, Chez, Gerbil and Swish, it is always on the next line.
        cond: CondStyle = CondStyle::Auto, "style.cond";

        /// The arms of an `if`: aligned under the test, or indented by 2 columns.
        if_arms: Alignment = Alignment::Align, "style.if-arms";

        /// Arguments that continue a call on further lines: aligned under the first argument, or indented by 2 columns.
        calls: Alignment = Alignment::Align, "style.calls";

        /// Consecutive atoms in a call on several lines: on one line while they fit (`pack`), or each on its own line
        /// (`one-per-line`).
        call_atoms: CallAtoms = CallAtoms::Pack, "style.call-atoms";

        /// The value of a keyword, if it takes several lines: beside the keyword, or below it; `auto` is `below` in the files of
        /// Guix and `beside` elsewhere.
        keyword_values: KeywordValues = KeywordValues::Auto, "style.keyword-values";

        /// The width, in columns, from which on an operator gets a line of its own if that saves lines.
        head_alone_from: HeadAloneFrom = HeadAloneFrom::Width(8), "style.head-alone-from", tried &["never", "6", "12"];

        /// The indentation, in columns, of arguments under an operator that is alone on its line.
        head_alone: HeadAlone = HeadAlone::One, "style.head-alone";

        /// The indentation of bodies, in columns; `auto` is 3 in Bigloo and 2 elsewhere.
        body_indent: BodyIndent = BodyIndent::Auto, "style.body-indent";

        /// When a procedure definition is on one line: next to another one (`grouped`), whenever it fits (`fits`), or never
        /// (`never`).
        one_line_defines: OneLineDefines = OneLineDefines::Grouped, "style.one-line-defines";

        /// The items of an `import`, `use-modules`, `require` and the like: in their order (`keep`), or sorted by name within their
        /// groups, in libraries (`sorted`) or in programs, too (`programs`).
        // Whether the order matters is for the author to know.
        sort_imports: SortImports = SortImports::Keep, "style.sort-imports", tried &[];

        /// The names in an `export`, `provide` and the like: in their order (`keep`), or sorted within their groups (`sorted`).
        sort_exports: SortExports = SortExports::Keep, "style.sort-exports", tried &[];

        /// The indentation of the body of a library form, in columns; `auto` is 0 in STklos's `define-module` and 2 elsewhere.
        library_body: LibraryBody = LibraryBody::Auto, "style.library-body";

        /// The most blank lines in a row at top level and, where lines or lists stay, anywhere.
        // Fewer than the author has never make a diff smaller.
        blank_lines: BlankLines = BlankLines::Two, "style.blank-lines", tried &[];
    }
}

impl Options {
    /// The tokens to respell, with `auto` decided.
    pub(crate) fn respelled(&self) -> Respelled {
        let literals = match (self.literals, self.style.line_breaks) {
            (Literals::Normalize, _) | (Literals::Auto, LineBreaks::Canonical) => {
                Respelled::LITERALS
            }
            (Literals::Keep | Literals::Auto, _) => Respelled::empty(),
        };
        match self.identifiers {
            Identifiers::Keep => literals,
            Identifiers::Fold => literals | Respelled::IDENTIFIERS,
        }
    }

    /// All layout rules for a text of this dialect: those of its project, its packs, and its own.
    pub(crate) fn rules_of(&self, text: &str, tree: &Tree, dialect: Dialect) -> Rules {
        let mut rules = project::with_packs(&self.rules, text, tree, dialect);
        if self.emacs_rules == ProjectRules::Follow {
            rules.own = project::declarations(text, tree, &rules);
        } else {
            rules.project = Arc::default();
        }
        if self.macro_rules == ProjectRules::Follow {
            rules.definitions = project::macros::definitions(text, tree, &rules);
        }
        rules.registrations = project::registrations(text, tree, &rules);
        rules
    }

    /// Sets an option, by its name and the spelling of its value in `schemefmt.toml`.
    ///
    /// ```
    /// # use schemefmt::Options;
    /// let mut options = Options::default();
    /// options.set("style.cond", "break")?;
    /// options.set("line-width", "100")?;
    /// # Ok::<(), schemefmt::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if there is no such option (`unknown-option`), or if it does not take this value (`invalid-value`).
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Diagnostic> {
        let (code, message) = match find(key) {
            None => ("unknown-option", format!("unknown option `{key}`")),
            Some(option) => {
                if (option.set)(self, value).is_some() {
                    return Ok(());
                }
                let expected = &option.values;
                (
                    "invalid-value",
                    format!("invalid value for `{key}`: expected {expected}"),
                )
            }
        };
        let mut error = Diagnostic::whole(Severity::Error, code, message);
        error.note = instead_of(key).map(str::to_owned);
        Err(error)
    }
}

choices! {
    /// Whether to use layout rules that the project has written for other programs.
    pub enum ProjectRules {
        /// Use them; they take precedence over the built-in ones.
        #[default]
        Follow = "true",
        /// Do not look for them.
        Ignore = "false",
    }

    /// How literals are spelled.
    pub enum Literals {
        /// Canonically in the canonical layout, and otherwise as written.
        #[default]
        Auto = "auto",
        /// Numbers and characters get the canonical spelling of the dialect.
        Normalize = "normalize",
        /// Every token keeps its spelling; only the layout changes.
        Keep = "keep",
    }

    /// The case of identifiers.
    pub enum Identifiers {
        /// As written.
        #[default]
        Keep = "keep",
        /// ASCII letters become lower case, under the `r5rs` dialect only (R5RS §2).
        Fold = "fold",
    }

    /// The line endings of the output.
    pub enum EndOfLine {
        /// The file's own: that of its first line, or LF if it has none.
        #[default]
        Auto = "auto",
        /// `\n`.
        Lf = "lf",
        /// `\r\n`.
        CrLf = "crlf",
    }

    /// Where lines are broken.
    pub enum LineBreaks {
        /// Where the canonical style breaks them.
        #[default]
        Canonical = "canonical",
        /// In each list that the author broke, and in each that does not fit on one line, where the canonical style breaks it.
        Persistent = "persistent",
        /// Where the author broke them, whatever the width.
        Keep = "keep",
    }

    /// What becomes of the author's lines that are at most a tenth too wide, if broken lists are kept.
    pub enum WideLines {
        /// They stay.
        #[default]
        Keep = "keep",
        /// They are broken.
        Break = "break",
    }

    /// Where the rows of data, parameters, exports, imports and a call's atoms are broken that do not fit on one line.
    pub enum RowBreaks {
        /// Where the author broke them, if most rows fit; a row that does not is filled.
        #[default]
        Keep = "keep",
        /// Where the canonical style breaks them.
        Canonical = "canonical",
    }

    /// What becomes of columns that the author aligned by hand.
    pub enum HandAlignment {
        /// They are kept if the author's lines or rows are.
        #[default]
        Auto = "auto",
        /// Items are separated by one blank, and trailing comments follow the style.
        Collapse = "collapse",
        /// Gaps of two blanks or more stay if they align items with the row above or below, and trailing comments stay in
        /// their column if the code leaves room.
        Keep = "keep",
    }

    /// What becomes of closing brackets alone on their lines, and of opening brackets at the ends of theirs, if the author's lines are
    /// kept.
    pub enum Closers {
        /// They stay where most lists of the file have such closing brackets.
        #[default]
        Auto = "auto",
        /// The closing brackets go to the end of the line before, and the first items to their opening brackets.
        Join = "join",
        /// They stay.
        Keep = "keep",
    }

    /// Where lines begin, if they are the author's.
    pub enum Columns {
        /// Where they begin in most lists like theirs in the file, if there are at least three.
        #[default]
        Learned = "learned",
        /// Where the style puts them.
        Rules = "rules",
    }

    /// What lines are indented with.
    pub enum IndentStyle {
        /// Tabs if more than two thirds of the indented lines have some and the author's lines or lists are kept; otherwise blanks.
        #[default]
        Auto = "auto",
        /// Blanks.
        Spaces = "spaces",
        /// A tab for every 8 columns, and blanks for the rest, as Emacs writes them.
        Tabs = "tabs",
    }

    /// Where the first clause of a `cond` goes.
    pub enum CondStyle {
        /// Beside `cond`, or on the next line if that avoids exceeding the width or saves two lines.
        #[default]
        Auto = "auto",
        /// Always beside `cond`.
        Hang = "hang",
        /// Always on the next line.
        Break = "break",
    }

    /// Where arguments that continue on further lines are aligned.
    pub enum Alignment {
        /// Under the first argument.
        #[default]
        Align = "align",
        /// Two columns to the right of the opening parenthesis.
        Two = "2",
    }

    /// How atoms among the arguments of a call on several lines are broken.
    pub enum CallAtoms {
        /// An atom directly after an atom stays on its line while it fits.
        #[default]
        Pack = "pack",
        /// Each argument has its own line.
        OnePerLine = "one-per-line",
    }

    /// Where the value of a keyword goes if it takes several lines.
    pub enum KeywordValues {
        /// As the text's community has it: below in the files of Guix, and beside elsewhere.
        #[default]
        Auto = "auto",
        /// On the keyword's line.
        Beside = "beside",
        /// On the next line, in the keyword's column.
        Below = "below",
    }

    /// The indentation of arguments under an operator that is alone on its line.
    pub enum HeadAlone {
        /// One column to the right of the opening parenthesis.
        #[default]
        One = "1",
        /// Two columns.
        Two = "2",
    }

    /// The indentation of the body of a form.
    pub enum BodyIndent {
        /// As the dialect's community has it: three columns in Bigloo, and two elsewhere.
        #[default]
        Auto = "auto",
        /// Two columns.
        Two = "2",
        /// Three columns.
        Three = "3",
    }

    /// When a procedure definition that fits on one line is written on one.
    pub enum OneLineDefines {
        /// Next to another definition, with no blank line between them.
        #[default]
        Grouped = "grouped",
        /// Whenever it fits.
        Fits = "fits",
        /// Never.
        Never = "never",
    }

    /// The most blank lines in a row at top level and, where lines or lists stay, anywhere.
    pub enum BlankLines {
        /// Two.
        #[default]
        Two = "2",
        /// One.
        One = "1",
    }

    /// Whether imports are sorted.
    pub enum SortImports {
        /// They stay in their order.
        #[default]
        Keep = "keep",
        /// Imports of libraries are sorted by name within their groups.
        Sorted = "sorted",
        /// Imports at the top of programs are sorted, too.
        Programs = "programs",
    }

    /// Whether exports are sorted.
    pub enum SortExports {
        /// They stay in their order.
        #[default]
        Keep = "keep",
        /// They are sorted by name within their groups.
        Sorted = "sorted",
    }

    /// The indentation of the body of a library form.
    pub enum LibraryBody {
        /// Not indented after the clauses of STklos's `define-module`, and two columns elsewhere.
        #[default]
        Auto = "auto",
        /// Two columns.
        Indent = "2",
        /// Not indented.
        Flush = "0",
    }
}

/// What each way to break lines takes from the author.
impl LineBreaks {
    /// The fewest line ends between two items of the source that become a line break whatever the widths: one if lines are kept, so that
    /// widths decide nothing, and otherwise those of a blank line.
    pub(crate) fn kept_line_ends(self) -> u8 {
        match self {
            LineBreaks::Keep => 1,
            LineBreaks::Canonical | LineBreaks::Persistent => 2,
        }
    }
}

impl Style {
    /// Whether the canonical layout has what the author set apart on lines of its own stay there: atoms, and what is commented out by `#;`.
    pub(crate) fn sets_apart(&self) -> bool {
        self.line_breaks == LineBreaks::Canonical && self.rows == RowBreaks::Keep
    }

    /// The most blank lines in a row at top level and, where lines or lists stay, anywhere.
    pub(crate) fn most_blank_lines(&self) -> u8 {
        match self.blank_lines {
            BlankLines::One => 1,
            BlankLines::Two => 2,
        }
    }
}

impl BodyIndent {
    /// The number of columns in a text of this dialect.
    pub(crate) fn columns(self, dialect: Dialect) -> u8 {
        match self {
            BodyIndent::Auto if dialect == Dialect::Bigloo => 3,
            BodyIndent::Auto | BodyIndent::Two => 2,
            BodyIndent::Three => 3,
        }
    }
}

impl LibraryBody {
    /// Whether the body of a library form with this row is at the margin.
    #[doc(hidden)]
    pub fn is_flush(self, form: &Form) -> bool {
        match self {
            LibraryBody::Auto => form.stay == Stay::NameAndClauses,
            LibraryBody::Indent => false,
            LibraryBody::Flush => true,
        }
    }
}

/// Which operators get a line of their own if that saves lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeadAloneFrom {
    /// Those that are at least this wide, in columns.
    Width(usize),
    /// None, unless the rest would exceed the width beside the operator.
    Never,
}

impl HeadAloneFrom {
    /// Whether an operator of this width is one of them.
    pub(crate) fn holds_for(self, width: usize) -> bool {
        matches!(self, HeadAloneFrom::Width(least) if width >= least)
    }
}

/// The maximum width of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineWidth {
    /// As the dialect's community has it: 102 columns in Racket (its style guide, §4.4), and 80 elsewhere.
    #[default]
    Auto,
    /// This many columns. With 0, every line that can be broken is.
    Columns(usize),
}

impl LineWidth {
    /// The number of columns in a text of this dialect.
    pub fn columns(self, dialect: Dialect) -> usize {
        match self {
            LineWidth::Auto if dialect == Dialect::Racket => 102,
            LineWidth::Auto => 80,
            LineWidth::Columns(columns) => columns,
        }
    }
}

impl From<usize> for LineWidth {
    fn from(columns: usize) -> Self {
        LineWidth::Columns(columns)
    }
}

/// Takes this name or a number of columns.
macro_rules! name_or_columns {
    ($Choice:ident, $Name:ident = $name:literal, $Columns:ident) => {
        impl OptionValue for $Choice {
            const VALUES: Values = Values {
                names: &[$name],
                numbers: Some(1..=MAX_COLUMNS),
            };

            fn read(word: &str) -> Option<Self> {
                if word == $name {
                    return Some($Choice::$Name);
                }
                let columns = word.parse().ok();
                let columns = columns.filter(|columns| (1..=MAX_COLUMNS).contains(columns));
                columns.map($Choice::$Columns)
            }

            fn word(&self) -> String {
                match self {
                    $Choice::$Name => $name.to_owned(),
                    $Choice::$Columns(columns) => columns.to_string(),
                }
            }
        }
    };
}

name_or_columns!(LineWidth, Auto = "auto", Columns);
name_or_columns!(HeadAloneFrom, Never = "never", Width);

impl OptionValue for Dialect {
    const VALUES: Values = Values {
        names: Dialect::NAMES,
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
                options.set(option.key, &value).unwrap();
                assert_eq!(option.get(&options), value, "{}", option.key);
                options.set(option.key, &default).unwrap();
                assert_eq!(option.get(&options), default, "{}", option.key);
            }
            for tried in option.tried {
                Options::default().set(option.key, tried).unwrap();
            }
            for wrong in ["", "x y", "1001"] {
                let error = Options::default().set(option.key, wrong).unwrap_err();
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
    fn unknown_options_are_rejected() {
        let error = Options::default().set("cond", "hang").unwrap_err();
        assert_eq!(
            (error.code, &*error.message),
            ("unknown-option", "unknown option `cond`")
        );
        let error = Options::default().set("style.cond", "hung").unwrap_err();
        let expected = "invalid value for `style.cond`: expected auto, hang or break";
        assert_eq!((error.code, &*error.message), ("invalid-value", expected));
    }
}
