//! Every option of the configuration, as one table.
//!
//! A row is a key, what it is for, and the slot that it sets. The parser of `schemefmt.toml`, the flags, `--show-config`
//! and `schemefmt init` all walk this table, so that a new option is a row here and nothing else.

use std::ops::RangeInclusive;

use schemefmt::dialect::Dialect;
use schemefmt::options::{
    Alignment, CommentColumn, CondStyle, DataRows, EndOfLine, Exports, HeadAlone, Identifiers,
    LibraryBody, Literals, OneLineDefines, Options, Preset, ProjectRules, Style,
};

/// What holds for one file: how it is formatted, and which files of a folder are.
#[derive(Clone, Debug)]
pub struct Settings {
    /// For the library.
    pub options: Options,
    /// The preset that the style began with.
    pub preset: Preset,
    /// Files of a folder that are formatted, as .gitignore patterns.
    pub include: Vec<String>,
    /// Files and folders that are skipped, as .gitignore patterns.
    pub exclude: Vec<String>,
    /// Emacs Lisp files with layout rules.
    pub emacs_files: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            options: Options::default(),
            preset: Preset::Default,
            include: EXTENSIONS
                .iter()
                .map(|extension| format!("*.{extension}"))
                .collect(),
            exclude: Vec::new(),
            emacs_files: Vec::new(),
        }
    }
}

/// The endings of Scheme files' names.
pub const EXTENSIONS: [&str; 6] = ["scm", "ss", "sls", "sps", "sld", "sch"];

/// Widths that make sense; 0 breaks wherever it can.
const LINE_WIDTHS: RangeInclusive<usize> = 0..=1000;

/// The option that sets several others, which win over it wherever they are set.
pub const PRESET: &str = "style.preset";

/// One option of the configuration.
pub struct Setting {
    /// Its name in `schemefmt.toml`; `style.cond` is `cond` in the table `[style]`.
    pub key: &'static str,
    /// What it is for: one or more sentences.
    pub about: &'static str,
    slot: &'static (dyn Slot + Sync),
}

impl Setting {
    /// Sets the option.
    ///
    /// # Errors
    /// What would have been right, and the nearest right value if there is one near.
    pub fn set(&self, settings: &mut Settings, value: &Value) -> Result<(), Expected> {
        self.slot.set(settings, value)
    }

    /// The value that `settings` has, as TOML.
    pub fn show(&self, settings: &Settings) -> String {
        self.slot.show(settings)
    }

    /// The values to try out when the style of a project is to be found; none for what is no matter of style.
    pub fn candidates(&self) -> Vec<Value> {
        match self.key {
            "line-width" => self.slot.candidates(),
            // Rows that are kept make the layout depend on the line breaks that are there: never unasked.
            "style.data-rows" => Vec::new(),
            key if key.starts_with("style.") => self.slot.candidates(),
            _ => Vec::new(),
        }
    }

    /// The values it takes, for people.
    pub fn accepts(&self) -> String {
        self.slot.accepts()
    }
}

/// The table.
pub static SETTINGS: &[Setting] = &[
    Setting {
        key: "line-width",
        about: "Columns that a line may have, as a terminal shows them.",
        slot: &Number(LINE_WIDTHS, |s| &mut s.options.style.line_width),
    },
    Setting {
        key: "dialect",
        about: "The dialect of Scheme: what is read, and how far numbers and characters are rewritten.\n\
                `auto` lets each file tell.",
        slot: &Choice(|s| &mut s.options.dialect),
    },
    Setting {
        key: "literals",
        about: "Whether numbers and characters get their canonical spelling, and under R6RS and R7RS `\\X41;` in strings\n\
                and identifiers too.",
        slot: &Choice(|s| &mut s.options.literals),
    },
    Setting {
        key: "identifiers",
        about: "`fold` writes identifiers in lower case where the dialect is `r5rs`, which does not tell the cases apart.",
        slot: &Choice(|s| &mut s.options.identifiers),
    },
    Setting {
        key: "end-of-line",
        about: "Line ends; `auto` keeps those of the file.",
        slot: &Choice(|s| &mut s.options.end_of_line),
    },
    Setting {
        key: "include",
        about: "Files that are formatted in folders; patterns as in .gitignore, from this file's folder.",
        slot: &List("patterns", |s| &mut s.include),
    },
    Setting {
        key: "exclude",
        about: "Files and folders that are skipped; patterns as in .gitignore, from this file's folder.\n\
                Hidden and vendored folders are skipped anyway.",
        slot: &List("patterns", |s| &mut s.exclude),
    },
    Setting {
        key: "emacs-rules",
        about: "Whether indentation rules for Emacs (.dir-locals.el, local variables) and Chez Scheme are followed.",
        slot: &Choice(|s| &mut s.options.emacs_rules),
    },
    Setting {
        key: "emacs-files",
        about: "Emacs Lisp files with more indentation rules, from this file's folder.",
        slot: &List("files", |s| &mut s.emacs_files),
    },
    Setting {
        key: "macro-rules",
        about: "Whether the macro definitions in a file tell how the macros are laid out.",
        slot: &Choice(|s| &mut s.options.macro_rules),
    },
    Setting {
        key: PRESET,
        about: "Where the other choices of the style begin: the canonical style, that of Chez Scheme's family, that of\n\
                Guile's own code, or what scheme-mode of Emacs indents to.",
        slot: &StylePreset,
    },
    Setting {
        key: "style.cond",
        about: "The first clause of a `cond`: beside it (`hang`), on the next line (`break`), or beside it unless a line\n\
                would then go over the width (`auto`).",
        slot: &Choice(|s| &mut s.options.style.cond),
    },
    Setting {
        key: "style.if-arms",
        about: "The arms of an `if`: under its test, or 2 columns in.",
        slot: &Choice(|s| &mut s.options.style.if_arms),
    },
    Setting {
        key: "style.calls",
        about: "Arguments that do not fit beside their operator: under the first one, or 2 columns in.",
        slot: &Choice(|s| &mut s.options.style.calls),
    },
    Setting {
        key: "style.head-alone",
        about: "Columns that arguments are indented under an operator that stands alone on its line.",
        slot: &Choice(|s| &mut s.options.style.head_alone),
    },
    Setting {
        key: "style.one-line-defines",
        about: "Procedure definitions that fit on a line stand on one: beside another definition (`grouped`), whenever\n\
                they fit, or never.",
        slot: &Choice(|s| &mut s.options.style.one_line_defines),
    },
    Setting {
        key: "style.exports",
        about: "A long `export`: one name a line, or filled lines.",
        slot: &Choice(|s| &mut s.options.style.exports),
    },
    Setting {
        key: "style.library-body",
        about: "Columns that the body of a library form is indented.",
        slot: &Choice(|s| &mut s.options.style.library_body),
    },
    Setting {
        key: "style.data-rows",
        about: "Rows of quoted atoms, vectors and bytevectors: filled, or as the author broke them.",
        slot: &Choice(|s| &mut s.options.style.data_rows),
    },
    Setting {
        key: "style.comment-column",
        about: "Where trailing comments stand: one space after the code, neighbours in a column (`auto`), or at this column.",
        slot: &Column(|s| &mut s.options.style.comment_column),
    },
];

/// The option of this name.
pub fn find(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}

/// A value before it is understood, as TOML's types go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A list of strings.
    List(Vec<String>),
}

/// What a wrong value should have been.
#[derive(Debug)]
pub struct Expected {
    /// In words: «a number from 0 to 1000».
    pub what: String,
    /// The nearest right value.
    pub nearest: Option<String>,
}

/// An enumeration whose values have names in the configuration.
pub trait Named: Copy + PartialEq + 'static {
    /// Each value and its name.
    fn names() -> Vec<(&'static str, Self)>;

    /// The name of this value.
    fn name(self) -> &'static str {
        let names = Self::names();
        let named = names.into_iter().find(|(_, value)| *value == self);
        named.map_or("", |(name, _)| name)
    }
}

/// Reads the value of `--line-width`.
///
/// # Errors
/// A sentence on what would have been right.
pub fn line_width(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(width) if LINE_WIDTHS.contains(&width) => Ok(width),
        _ => Err(format!("expected {}", number_within(&LINE_WIDTHS))),
    }
}

/// The name of `possibilities` that `word` was probably meant to be.
pub fn nearest(word: &str, possibilities: &[&str]) -> Option<String> {
    similar::get_close_matches(word, possibilities, 1, 0.6)
        .first()
        .map(|&name| name.to_owned())
}

/// A place in the settings that a row of the table sets.
trait Slot {
    fn set(&self, settings: &mut Settings, value: &Value) -> Result<(), Expected>;
    fn show(&self, settings: &Settings) -> String;
    fn accepts(&self) -> String;
    /// Values worth trying out.
    fn candidates(&self) -> Vec<Value>;
}

/// One of the names of an enumeration.
struct Choice<T: 'static>(fn(&mut Settings) -> &mut T);

/// A preset of the style.
struct StylePreset;

/// A number in a range.
struct Number(RangeInclusive<usize>, fn(&mut Settings) -> &mut usize);

/// `auto` or a column.
struct Column(fn(&mut Settings) -> &mut CommentColumn);

/// A list of what the word says.
struct List(&'static str, fn(&mut Settings) -> &mut Vec<String>);

impl<T: Named> Slot for Choice<T> {
    fn set(&self, settings: &mut Settings, value: &Value) -> Result<(), Expected> {
        let word = match value {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::List(_) => String::new(),
        };
        let Some((_, choice)) = T::names().into_iter().find(|(name, _)| *name == word) else {
            let names: Vec<&str> = T::names().into_iter().map(|(name, _)| name).collect();
            return Err(Expected {
                what: self.accepts(),
                nearest: nearest(&word, &names),
            });
        };
        *(self.0)(settings) = choice;
        Ok(())
    }

    fn show(&self, settings: &Settings) -> String {
        as_toml((self.0)(&mut settings.clone()).name())
    }

    fn accepts(&self) -> String {
        let names: Vec<String> = T::names()
            .into_iter()
            .map(|(name, _)| as_toml(name))
            .collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }

    fn candidates(&self) -> Vec<Value> {
        let text = |name: &str| Value::Text(name.to_owned());
        T::names().into_iter().map(|(name, _)| text(name)).collect()
    }
}

impl Slot for StylePreset {
    fn set(&self, settings: &mut Settings, value: &Value) -> Result<(), Expected> {
        Choice(|s| &mut s.preset).set(settings, value)?;
        settings.options.style = Style {
            line_width: settings.options.style.line_width,
            ..Style::of(settings.preset)
        };
        Ok(())
    }

    fn show(&self, settings: &Settings) -> String {
        Choice(|s| &mut s.preset).show(settings)
    }

    fn accepts(&self) -> String {
        Choice(|s| &mut s.preset).accepts()
    }

    fn candidates(&self) -> Vec<Value> {
        Vec::new()
    }
}

impl Slot for Number {
    fn set(&self, settings: &mut Settings, value: &Value) -> Result<(), Expected> {
        *(self.1)(settings) = within(value, &self.0).ok_or_else(|| Expected {
            what: self.accepts(),
            nearest: None,
        })?;
        Ok(())
    }

    fn show(&self, settings: &Settings) -> String {
        (self.1)(&mut settings.clone()).to_string()
    }

    fn accepts(&self) -> String {
        number_within(&self.0)
    }

    fn candidates(&self) -> Vec<Value> {
        [72, 79, 90, 100, 120].map(Value::Number).to_vec()
    }
}

impl Slot for Column {
    fn set(&self, settings: &mut Settings, value: &Value) -> Result<(), Expected> {
        let column = match value {
            Value::Text(text) if text == "auto" => Some(CommentColumn::Auto),
            value => within(value, &LINE_WIDTHS).map(CommentColumn::Column),
        };
        *(self.0)(settings) = column.ok_or_else(|| Expected {
            what: self.accepts(),
            nearest: None,
        })?;
        Ok(())
    }

    fn show(&self, settings: &Settings) -> String {
        match (self.0)(&mut settings.clone()) {
            CommentColumn::Auto => quoted("auto"),
            CommentColumn::Column(column) => column.to_string(),
        }
    }

    fn accepts(&self) -> String {
        format!("{} or {}", quoted("auto"), number_within(&LINE_WIDTHS))
    }

    fn candidates(&self) -> Vec<Value> {
        [32, 40, 48].map(Value::Number).to_vec()
    }
}

impl Slot for List {
    fn set(&self, settings: &mut Settings, value: &Value) -> Result<(), Expected> {
        let Value::List(words) = value else {
            return Err(Expected {
                what: self.accepts(),
                nearest: None,
            });
        };
        (self.1)(settings).clone_from(words);
        Ok(())
    }

    fn show(&self, settings: &Settings) -> String {
        let words: Vec<String> = (self.1)(&mut settings.clone())
            .iter()
            .map(|word| quoted(word))
            .collect();
        format!("[{}]", words.join(", "))
    }

    fn accepts(&self) -> String {
        format!("a list of {}", self.0)
    }

    fn candidates(&self) -> Vec<Value> {
        Vec::new()
    }
}

/// The name of a value as TOML writes it: some are numbers.
fn as_toml(name: &str) -> String {
    if name.parse::<u32>().is_ok() || matches!(name, "true" | "false") {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// A key as TOML writes it: bare where it may be.
pub fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// A string as TOML writes it, which is as JSON does, but for DEL.
pub fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.replace('\u{7F}', "\\u007F")
}

fn within(value: &Value, range: &RangeInclusive<usize>) -> Option<usize> {
    match value {
        Value::Number(number) => usize::try_from(*number)
            .ok()
            .filter(|number| range.contains(number)),
        Value::Text(_) | Value::List(_) => None,
    }
}

fn number_within(range: &RangeInclusive<usize>) -> String {
    format!("a number from {} to {}", range.start(), range.end())
}

impl Named for Option<Dialect> {
    fn names() -> Vec<(&'static str, Self)> {
        let chosen = |dialect| (dialect != Dialect::Auto).then_some(dialect);
        Dialect::ALL
            .map(|dialect| (dialect.name(), chosen(dialect)))
            .to_vec()
    }
}

impl Named for Preset {
    fn names() -> Vec<(&'static str, Self)> {
        vec![
            ("default", Preset::Default),
            ("chez", Preset::Chez),
            ("guile", Preset::Guile),
            ("emacs", Preset::Emacs),
        ]
    }
}

impl Named for Literals {
    fn names() -> Vec<(&'static str, Self)> {
        vec![
            ("normalize", Literals::Normalize),
            ("normalize-escapes", Literals::NormalizeEscapes),
            ("keep", Literals::Keep),
        ]
    }
}

impl Named for Identifiers {
    fn names() -> Vec<(&'static str, Self)> {
        vec![("keep", Identifiers::Keep), ("fold", Identifiers::Fold)]
    }
}

impl Named for EndOfLine {
    fn names() -> Vec<(&'static str, Self)> {
        vec![
            ("auto", EndOfLine::Auto),
            ("lf", EndOfLine::Lf),
            ("crlf", EndOfLine::CrLf),
        ]
    }
}

impl Named for ProjectRules {
    fn names() -> Vec<(&'static str, Self)> {
        vec![
            ("true", ProjectRules::Follow),
            ("false", ProjectRules::Ignore),
        ]
    }
}

impl Named for CondStyle {
    fn names() -> Vec<(&'static str, Self)> {
        vec![
            ("auto", CondStyle::Auto),
            ("hang", CondStyle::Hang),
            ("break", CondStyle::Break),
        ]
    }
}

impl Named for Alignment {
    fn names() -> Vec<(&'static str, Self)> {
        vec![("align", Alignment::Align), ("2", Alignment::Two)]
    }
}

impl Named for HeadAlone {
    fn names() -> Vec<(&'static str, Self)> {
        vec![("1", HeadAlone::One), ("2", HeadAlone::Two)]
    }
}

impl Named for OneLineDefines {
    fn names() -> Vec<(&'static str, Self)> {
        vec![
            ("grouped", OneLineDefines::Grouped),
            ("fits", OneLineDefines::Fits),
            ("never", OneLineDefines::Never),
        ]
    }
}

impl Named for Exports {
    fn names() -> Vec<(&'static str, Self)> {
        vec![
            ("one-per-line", Exports::OnePerLine),
            ("fill", Exports::Fill),
        ]
    }
}

impl Named for LibraryBody {
    fn names() -> Vec<(&'static str, Self)> {
        vec![("2", LibraryBody::Indent), ("0", LibraryBody::Flush)]
    }
}

impl Named for DataRows {
    fn names() -> Vec<(&'static str, Self)> {
        vec![("fill", DataRows::Fill), ("keep", DataRows::Keep)]
    }
}
