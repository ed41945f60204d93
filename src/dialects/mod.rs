//! The dialects of Scheme and their differences, as data: their names, what may be respelled in each ([`Policy`]), and the
//! signs from which a text's dialect is detected ([`detected`]).

pub mod conformance;
mod detect;
pub(crate) mod language;
pub(crate) mod lips;
pub mod normalize;
pub mod odd;
mod policy;

use std::fmt;
use std::str::FromStr;

use crate::syntax::lexer::Lexis;
use crate::syntax::parser;
use policy::*;

pub use detect::{Detected, Reason, detected};
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
                match self {
                    Dialect::$first => $first_name,
                    $(Dialect::$variant => $name,)*
                }
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

/// What every reader settles that takes part in the readers' tests.
const OWN: Lexis = Lexis::INFIX.with(Lexis::MARKUP).with(Lexis::REGEXPS);
/// What readers settle as well that quote with bars.
const WITH_BARS: Lexis = OWN.with(Lexis::BARS);
/// What readers settle in which a backslash also escapes between bars.
const WITH_ESCAPES: Lexis = WITH_BARS.with(Lexis::BAR_ESCAPES);
/// What R6RS and Chez settle.
const OF_R6RS: Lexis = WITH_BARS.with(Lexis::HEX_ESCAPES).with(Lexis::WIDTHS);

/// What is known of a dialect.
struct Traits {
    /// What its texts have beyond the common syntax.
    beyond_common: Lexis,
    /// The switches on which its readers agree with this reading; with all of the common ones, nothing is odd.
    settles: Lexis,
    policy: &'static Policy,
}

impl Dialect {
    /// How to read texts in this dialect.
    #[doc(hidden)]
    pub fn lexis(self) -> Lexis {
        Lexis::COMMON.with(self.traits().beyond_common)
    }

    /// The switches on which the readers of this dialect are known to agree with [`Dialect::lexis`].
    pub(crate) fn settles(self) -> Lexis {
        self.traits().settles
    }

    /// How to read texts in which this dialect was detected: without what only its own readers take for white space.
    pub(crate) fn guessed_lexis(self) -> Lexis {
        self.lexis().without(Lexis::UNICODE_SPACE)
    }

    /// What may be respelled in this dialect.
    #[doc(hidden)]
    pub fn policy(self) -> &'static Policy {
        self.traits().policy
    }

    /// All that is known of the dialect: a row for each.
    fn traits(self) -> Traits {
        let row = |beyond_common, settles, policy| Traits {
            beyond_common,
            settles,
            policy,
        };
        match self {
            // No other dialect uses `#/`, and splitting a regular expression would change it.
            Dialect::Auto => row(Lexis::REGEXPS, Lexis::NOTHING, &AUTO),
            Dialect::R5rs => row(Lexis::COMMON, Lexis::COMMON, &R5RS),
            Dialect::R6rs | Dialect::Vicare => row(Lexis::UNICODE_SPACE, OF_R6RS, &R6RS),
            Dialect::R7rs => row(Lexis::COMMON, Lexis::COMMON, &R7RS),
            Dialect::Tiny => row(Lexis::COMMON, Lexis::COMMON, &NOTHING),
            Dialect::Guile => row(Lexis::GEXPS, OWN.with(Lexis::BAR_ESCAPES), &LONG_BOOLEANS),
            Dialect::Chez => row(Lexis::COMMON, OF_R6RS, &CHEZ),
            Dialect::Gambit => row(Lexis::INFIX, WITH_ESCAPES, &LONG_BOOLEANS),
            Dialect::Chicken => row(Lexis::COMMON, WITH_ESCAPES, &CHICKEN),
            Dialect::Mit => row(Lexis::COMMON, WITH_ESCAPES, &LONG_BOOLEANS),
            Dialect::Racket => row(Lexis::COMMON, WITH_BARS, &AUTO),
            Dialect::Chibi => row(Lexis::COMMON, Lexis::COMMON, &HEX_CHARACTERS),
            Dialect::Gauche | Dialect::Sagittarius => {
                row(Lexis::REGEXPS, Lexis::COMMON, &HEX_CHARACTERS)
            }
            // Their readers were not there to be asked, or differ in ways of their own.
            Dialect::Kawa => row(Lexis::REGEXPS.with(Lexis::MARKUP), Lexis::NOTHING, &NOTHING),
            Dialect::Lips => row(
                Lexis::REGEXPS.with(Lexis::INNER_SLASHES),
                Lexis::NOTHING,
                &NOTHING,
            ),
            Dialect::Gerbil
            | Dialect::Steel
            | Dialect::Bigloo
            | Dialect::Stklos
            | Dialect::S7
            | Dialect::Biwa
            | Dialect::Scheme48
            | Dialect::TinyScheme
            | Dialect::Cyclone
            | Dialect::Larceny => row(Lexis::REGEXPS, Lexis::NOTHING, &NOTHING),
        }
    }

    /// Whether its readers accept what the parser warns of under this code.
    pub(crate) fn reads(self, code: &str) -> bool {
        match code {
            parser::LEADING_DOT => matches!(self, Dialect::Guile | Dialect::Gambit),
            parser::INFIX_DOT => self == Dialect::Racket,
            _ => false,
        }
    }

    /// The policy if the dialect was detected from the text: a text in the syntax of a report may also be meant for readers
    /// that deviate from it.
    pub(crate) fn guessed_policy(self) -> &'static Policy {
        match self {
            Dialect::R6rs => &GUESSED_R6RS,
            Dialect::R7rs => &GUESSED_R7RS,
            Dialect::Guile | Dialect::Gambit | Dialect::Mit | Dialect::Chez => &HEX_CHARACTERS,
            dialect => dialect.policy(),
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not that of a dialect.
///
/// ```
/// let error = "skheme".parse::<schemefmt::Dialect>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no dialect `skheme`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no dialect `{0}`")]
pub struct UnknownDialect(pub String);

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        Dialect::ALL
            .into_iter()
            .find(|dialect| dialect.name() == name)
            .ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}
