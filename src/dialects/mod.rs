//! The dialects of Scheme and their differences, as data: their names, what may be respelled in each ([`Policy`]), and the
//! signs from which a text's dialect is detected ([`detected`]).

pub mod ambiguous;
pub mod conformance;
mod detect;
pub mod foreign;
pub(crate) mod language;
pub(crate) mod lips;
pub mod normalize;
mod policy;

use std::fmt;
use std::str::FromStr;

use crate::syntax::chars::is_hard;
use crate::syntax::lexer::{Lexer, Switches, UNTERMINATED_RAW_STRING};
use crate::syntax::parser;
use crate::syntax::token::Token;
use crate::text::diagnostics::{Diagnostic, Severity};
use memchr::memmem;
use policy::*;

pub use detect::{Detected, Reason, detected, is_of_script};
pub use policy::{Lowered, Policy};

/// Declares the dialects, each with its documentation and its name. The first one is the default.
macro_rules! dialects {
    (
        $(#[$meta:meta])*
        pub enum Dialect {
            $(#[$first_meta:meta])* $first:ident $first_name:literal,
            $($(#[$variant_meta:meta])* $variant:ident $name:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Dialect {
            $(#[$first_meta])*
            #[default]
            $first,
            $($(#[$variant_meta])* $variant,)*
        }

        impl Dialect {
            /// Every dialect, with the reports first.
            pub const ALL: [Dialect; Dialect::NAMES.len()] = [Dialect::$first, $(Dialect::$variant),*];

            /// Their names, in the same order.
            pub(crate) const NAMES: &[&'static str] = &[$first_name, $($name),*];

            /// The dialect's name on the command line and in the configuration.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }
    };
}

dialects! {
    /// A dialect: a lexical grammar with its rules for letter case. With `Auto`, the dialect is detected from the text; if
    /// there is no sign of one, only what every reader agrees on is rewritten.
    ///
    /// ```
    /// # use schemefmt::Dialect;
    /// assert_eq!("guile".parse(), Ok(Dialect::Guile));
    /// assert_eq!(Dialect::Guile.name(), "guile");
    /// ```
    pub enum Dialect {
        /// Detect the dialect; if it remains unknown, respell only what all readers read alike.
        Auto "auto",
        /// R5RS §7.1.1.
        R5rs "r5rs",
        /// R6RS §4.2.
        R6rs "r6rs",
        /// R7RS §7.1.1.
        R7rs "r7rs",
        /// The tiny 8-bit Scheme.
        Tiny "tiny",
        /// GNU Guile.
        Guile "guile",
        /// Chez Scheme.
        Chez "chez",
        /// Gambit.
        Gambit "gambit",
        /// Chicken.
        Chicken "chicken",
        /// Gauche.
        Gauche "gauche",
        /// MIT/GNU Scheme.
        Mit "mit",
        /// Chibi.
        Chibi "chibi",
        /// Racket's S-expression languages.
        Racket "racket",
        /// Sagittarius.
        Sagittarius "sagittarius",
        /// Vicare and Ikarus.
        Vicare "vicare",
        /// Gerbil.
        Gerbil "gerbil",
        /// Steel.
        Steel "steel",
        /// Bigloo.
        Bigloo "bigloo",
        /// STklos.
        Stklos "stklos",
        /// Kawa.
        Kawa "kawa",
        /// s7.
        S7 "s7",
        /// LIPS.
        Lips "lips",
        /// BiwaScheme.
        Biwa "biwa",
        /// Scheme 48 and scsh.
        Scheme48 "scheme48",
        /// TinyScheme, and GIMP's Script-Fu.
        TinyScheme "tinyscheme",
        /// Cyclone.
        Cyclone "cyclone",
        /// Larceny.
        Larceny "larceny",
    }
}

/// The switches that tests of readers cover: all except those for braces and for raw strings, which a library may add to a reader.
const ASKED: Switches = Switches::all()
    .difference(Switches::BRACES)
    .difference(Switches::RAW_STRINGS);
/// The switches confirmed for Guile, where an option decides what bars mean, and for R7RS, which any of its readers may read.
const OF_GUILE: Switches = ASKED
    .difference(Switches::BARS)
    .difference(Switches::INNER_BARS)
    .difference(Switches::WIDTHS)
    .difference(Switches::ESCAPES)
    .difference(Switches::HEX_ESCAPES);
/// What implementations add to the reports: a text in the syntax of one may have it all the same.
const ADDED: Switches = Switches::REGEXPS
    .union(Switches::INNER_SLASHES)
    .union(Switches::MARKUP)
    .union(Switches::GEXPS);
/// The switches of most readers, which know no mantissa widths.
const PLAIN: Switches = Switches::COMMON.difference(Switches::WIDTHS);
/// The switches of Chez.
const BY_CHEZ: Switches = Switches::COMMON
    .difference(Switches::BAR_ESCAPES)
    .union(Switches::HASH_ENDS);

/// The traits of a dialect.
pub(crate) struct Traits {
    /// The switches of its readers.
    pub(crate) switches: Switches,
    /// The switches on which its readers are known to agree with `switches`. If all common ones are among them, no token is ambiguous.
    pub(crate) settles: Switches,
    /// What may be respelled.
    pub(crate) policy: &'static Policy,
}

/// Whether a text may have raw strings, as some readers know them.
pub(crate) fn may_have_raw_strings(text: &str) -> bool {
    memmem::find(text.as_bytes(), b"#\"").is_some()
}

impl Traits {
    /// How its readers split a text. Where they may know raw strings or not, they know none if one would have no end, unless something
    /// touches the end of what would be a string of another kind: nobody writes that.
    pub(crate) fn switches_for(&self, text: &str, may_have_raw_strings: bool) -> Switches {
        let others = self.switches_without_raw_strings();
        if others == self.switches || !may_have_raw_strings {
            return self.switches;
        }
        let mut lexer = Lexer::new(text, self.switches);
        lexer.by_ref().for_each(drop);
        let has_end = lexer
            .fault()
            .is_none_or(|fault| fault.code != UNTERMINATED_RAW_STRING);
        let is_touched = |token: Token| {
            let after = text.as_bytes().get(token.end as usize);
            token.text(text).starts_with("#\"") && after.is_some_and(|byte| !is_hard(*byte))
        };
        if has_end || Lexer::new(text, others).any(is_touched) {
            self.switches
        } else {
            others
        }
    }

    /// The switches without that for raw strings, if its readers may know none.
    pub(crate) fn switches_without_raw_strings(&self) -> Switches {
        let may_lack = Switches::RAW_STRINGS.difference(self.settles);
        self.switches.difference(may_lack)
    }
}

impl Dialect {
    /// How to read texts in this dialect.
    #[doc(hidden)]
    pub fn switches(self) -> Switches {
        self.traits().switches
    }

    /// How to read a text in this dialect.
    pub(crate) fn switches_for(self, text: &str) -> Switches {
        self.traits().switches_for(text, may_have_raw_strings(text))
    }

    /// What may be respelled in this dialect.
    #[doc(hidden)]
    pub fn policy(self) -> &'static Policy {
        self.traits().policy
    }

    /// The traits of the dialect: one row for each.
    pub(crate) fn traits(self) -> Traits {
        let raw_strings = Switches::RAW_STRINGS;
        let row = |switches: Switches, settles, policy| Traits {
            switches: switches.union(raw_strings),
            settles,
            policy,
        };
        // To these readers, `#"..."` is another kind of string.
        let prefixed = |switches, settles: Switches, policy| Traits {
            switches,
            settles: settles.union(raw_strings),
            policy,
        };
        let (none, common) = (Switches::empty(), Switches::COMMON);
        let with_regexps = common.union(Switches::REGEXPS);
        let with_subscripts = with_regexps.union(Switches::SUBSCRIPTS);
        let with_space = BY_CHEZ.union(Switches::UNICODE_SPACE);
        let of_r6rs = with_space
            .union(Switches::REGEXPS)
            .union(Switches::SUBSCRIPTS);
        let of_mit = PLAIN.difference(Switches::ESCAPES.union(Switches::INNER_BARS));
        let of_racket = PLAIN.difference(Switches::BAR_ESCAPES.union(Switches::HEX_ESCAPES));
        // No reader of a report uses `#/` otherwise, and splitting a regular expression, or `a[0]`, would change it.
        match self {
            Dialect::Auto => row(with_subscripts, none, &AUTO),
            Dialect::R5rs => row(with_subscripts, common, &R5RS),
            Dialect::R6rs => row(of_r6rs, ASKED, &R6RS),
            Dialect::Vicare => row(with_space, ASKED, &R6RS),
            Dialect::R7rs => row(with_subscripts, common, &R7RS),
            Dialect::Tiny => row(common, common, &NOTHING),
            Dialect::Guile => row(common.union(Switches::GEXPS), OF_GUILE, &LONG_BOOLEANS),
            Dialect::Chez => row(BY_CHEZ, ASKED, &CHEZ),
            Dialect::Gambit => prefixed(PLAIN.union(Switches::INFIX), ASKED, &LONG_BOOLEANS),
            Dialect::Chicken => row(PLAIN.difference(Switches::HEX_ESCAPES), ASKED, &CHICKEN),
            Dialect::Mit => row(of_mit, ASKED, &LONG_BOOLEANS),
            Dialect::Racket => prefixed(of_racket.union(Switches::ANNOTATIONS), ASKED, &AUTO),
            Dialect::Chibi => row(common, common, &HEX_CHARACTERS),
            Dialect::Gauche => prefixed(with_regexps, common, &HEX_CHARACTERS),
            Dialect::Sagittarius => row(with_regexps, common, &HEX_CHARACTERS),
            // Their readers could not be tested, or differ in ways of their own.
            Dialect::Kawa => row(with_subscripts.union(Switches::MARKUP), none, &NOTHING),
            Dialect::Lips => row(
                with_subscripts.union(Switches::INNER_SLASHES),
                none,
                &NOTHING,
            ),
            Dialect::Bigloo => prefixed(with_regexps, none, &NOTHING),
            Dialect::Stklos => row(with_subscripts, raw_strings, &NOTHING),
            Dialect::Gerbil | Dialect::Steel => row(with_regexps, none, &NOTHING),
            Dialect::S7
            | Dialect::Biwa
            | Dialect::Scheme48
            | Dialect::TinyScheme
            | Dialect::Cyclone
            | Dialect::Larceny => row(with_subscripts, none, &NOTHING),
        }
    }

    /// Whether its readers accept the syntax of the parser's warning with this code.
    pub(crate) fn reads(self, code: &str) -> bool {
        match code {
            parser::LEADING_DOT => matches!(self, Dialect::Guile | Dialect::Gambit),
            parser::INFIX_DOT => self == Dialect::Racket,
            _ => false,
        }
    }

    /// Its traits where a text shows it: a text in the syntax of a report may also be meant for readers that deviate from it, and
    /// only a dialect's own readers take all that it does for white space.
    fn guessed_traits(self) -> Traits {
        let own = self.traits();
        let (settles, policy) = match self {
            Dialect::R6rs => (own.settles.difference(ADDED), &GUESSED_R6RS),
            Dialect::R7rs => {
                let added = ADDED.union(Switches::INFIX);
                (OF_GUILE.difference(added), &GUESSED_R7RS)
            }
            Dialect::Guile | Dialect::Gambit | Dialect::Mit | Dialect::Chez => {
                (own.settles, &HEX_CHARACTERS)
            }
            _ => (own.settles, own.policy),
        };
        Traits {
            switches: own.switches.difference(Switches::UNICODE_SPACE),
            settles,
            policy,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Dialect {
    type Err = Diagnostic;

    /// Finds the dialect with a name.
    ///
    /// ```
    /// let error = "skheme".parse::<schemefmt::Dialect>().unwrap_err();
    /// assert_eq!(error.to_string(), "unknown dialect `skheme`");
    /// ```
    fn from_str(name: &str) -> Result<Self, Diagnostic> {
        let mut all = Dialect::ALL.into_iter();
        all.find(|dialect| dialect.name() == name).ok_or_else(|| {
            let message = format!("unknown dialect `{name}`");
            Diagnostic::whole(Severity::Error, "unknown-dialect", message)
        })
    }
}
