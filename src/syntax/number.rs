//! Numbers: a recognizer of the number grammars of R5RS §7.1.1, R6RS §4.2.8 and R7RS §7.1.1.
//!
//! No values are computed. [`recognize`] says whether a text is a number and, if so, where the parts are whose case or
//! presence matters to a reader. In terms of the reports:
//!
//! ```text
//! number      prefix complex
//! prefix      up to one radix (#b #o #d #x) and one exactness (#e #i), in either order
//! complex     real | real @ real | [real] sign [ureal] i | [real] sign infnan i
//! real        [sign] ureal | sign infnan
//! ureal       uinteger [/ uinteger] | decimal [| width]        decimals in radix ten only
//! uinteger    digit+ placeholder*
//! decimal     digit+ placeholder* [. digit* placeholder*] [suffix]   | . digit+ placeholder* [suffix]
//!             where no digit follows a placeholder
//! suffix      marker [sign] digit+
//! ```
//!
//! The three grammars are instances of this one, with different markers and [`Extension`]s. None of them is case-sensitive.

use std::ops::Range;

/// A number grammar: what it accepts beyond the common core.
#[derive(Debug, PartialEq, Eq)]
pub struct Grammar {
    /// The letters that may start an exponent, in lower case.
    pub markers: &'static [u8],
    /// Which extensions it accepts.
    pub extensions: &'static [Extension],
}

/// The extensions that some of the grammars accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// `#` in place of an unknown digit (`15##`), R5RS.
    Placeholders,
    /// A mantissa width in bits (`1.5|53`), R6RS.
    Widths,
    /// `+inf.0`, `-inf.0`, `+nan.0` and `-nan.0`, R6RS and R7RS.
    InfNan,
}

/// R5RS §7.1.1.
pub const R5RS: Grammar = Grammar {
    markers: b"esfdl",
    extensions: &[Extension::Placeholders],
};

/// R6RS §4.2.8.
pub const R6RS: Grammar = Grammar {
    markers: b"esfdl",
    extensions: &[Extension::Widths, Extension::InfNan],
};

/// R7RS §7.1.1.
pub const R7RS: Grammar = Grammar {
    markers: b"e",
    extensions: &[Extension::InfNan],
};

/// The union of the three: a number in any of the reports.
pub const UNION: Grammar = Grammar {
    markers: b"esfdl",
    extensions: &[
        Extension::Placeholders,
        Extension::Widths,
        Extension::InfNan,
    ],
};

/// A part of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// The letter of a radix or exactness prefix.
    Prefix,
    /// Digits of the number's radix.
    Digits,
    /// The digits of a denominator, if all of them are zero.
    ZeroDenominator,
    /// A run of `#` in place of digits.
    Placeholders,
    /// The `@` before an angle.
    Polar,
    /// The letter that starts an exponent.
    Marker,
    /// A mantissa width, including its `|`.
    Width,
    /// An infinity or a NaN, including its sign.
    InfNan,
    /// The `i` of an imaginary part, after a real part or a coefficient.
    Unit,
    /// The `i` of a number that consists of a sign and an `i`.
    BareUnit,
}

/// Recognizes `text` as a number of `grammar` and returns its parts in order, each with its byte span in `text`. Signs, `/`
/// and `.` belong to no part. Returns `None` if `text` as a whole is not a number.
pub fn recognize(text: &[u8], grammar: &Grammar) -> Option<Vec<(Component, Range<usize>)>> {
    let mut recognizer = Recognizer {
        text,
        at: 0,
        grammar,
        radix: 10,
        parts: Vec::new(),
    };
    recognizer.prefix()?;
    recognizer.complex()?;
    (recognizer.at == text.len()).then_some(recognizer.parts)
}

struct Recognizer<'t> {
    text: &'t [u8],
    at: usize,
    grammar: &'t Grammar,
    radix: u32,
    parts: Vec<(Component, Range<usize>)>,
}

/// Each function consumes what its production matches; `None` means that the text is not a number.
impl Recognizer<'_> {
    fn prefix(&mut self) -> Option<()> {
        let (mut radix, mut exactness) = (None, None);
        while self.peek() == Some(b'#') {
            let letter = self.text.get(self.at + 1)?.to_ascii_lowercase();
            let seen = match letter {
                b'b' => radix.replace(2),
                b'o' => radix.replace(8),
                b'd' => radix.replace(10),
                b'x' => radix.replace(16),
                b'e' | b'i' => exactness.replace(0),
                _ => return None,
            };
            if seen.is_some() {
                return None;
            }
            self.at += 1;
            self.take(Component::Prefix, 1);
        }
        self.radix = radix.unwrap_or(10);
        Some(())
    }

    fn complex(&mut self) -> Option<()> {
        if self.sign_and_unit(Component::BareUnit) {
            return Some(());
        }
        let signed = self.at_sign();
        self.real()?;
        match self.peek() {
            None => Some(()),
            Some(b'@') => {
                self.take(Component::Polar, 1);
                self.real()
            }
            Some(b'+' | b'-') if self.sign_and_unit(Component::Unit) => Some(()),
            Some(b'+' | b'-') => {
                self.real()?;
                self.unit()
            }
            Some(_) if signed => self.unit(),
            Some(_) => None,
        }
    }

    fn real(&mut self) -> Option<()> {
        if self.inf_nan() {
            return Some(());
        }
        if self.at_sign() {
            self.at += 1;
        }
        self.ureal()
    }

    fn ureal(&mut self) -> Option<()> {
        let digits = self.digits();
        let placeholders = digits > 0 && self.placeholders();
        match self.peek() {
            Some(b'/') if digits > 0 => {
                self.at += 1;
                let zeros = self.run(self.at, |b| b == b'0');
                let denominator = self.run(self.at, |b| char::from(b).is_digit(self.radix));
                let part = match zeros == denominator {
                    true => Component::ZeroDenominator,
                    false => Component::Digits,
                };
                self.take(part, denominator);
                self.placeholders();
                (denominator > 0).then_some(())
            }
            Some(b'.') if self.radix == 10 => {
                self.at += 1;
                let fraction = if placeholders { 0 } else { self.digits() };
                if digits + fraction == 0 {
                    return None;
                }
                self.placeholders();
                self.suffix()?;
                self.width()
            }
            _ if digits == 0 => None,
            _ if self.radix == 10 => {
                self.suffix()?;
                self.width()
            }
            _ => Some(()),
        }
    }

    fn suffix(&mut self) -> Option<()> {
        let is_marker = |b: u8| self.grammar.markers.contains(&b.to_ascii_lowercase());
        if !self.peek().is_some_and(is_marker) {
            return Some(());
        }
        self.take(Component::Marker, 1);
        if self.at_sign() {
            self.at += 1;
        }
        (self.digits() > 0).then_some(())
    }

    fn width(&mut self) -> Option<()> {
        if self.peek() != Some(b'|') {
            return Some(());
        }
        let bits = self.run(self.at + 1, |b| b.is_ascii_digit());
        if bits == 0 || !self.admits(Extension::Widths) {
            return None;
        }
        self.take(Component::Width, 1 + bits);
        Some(())
    }

    /// An `i` after a real part or a coefficient.
    fn unit(&mut self) -> Option<()> {
        if !matches!(self.peek(), Some(b'i' | b'I')) {
            return None;
        }
        self.take(Component::Unit, 1);
        Some(())
    }

    /// A sign and an `i` at the end of the text.
    fn sign_and_unit(&mut self, unit: Component) -> bool {
        let found = matches!(self.text[self.at..], [b'+' | b'-', b'i' | b'I']);
        if found {
            self.at += 1;
            self.take(unit, 1);
        }
        found
    }

    fn inf_nan(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let found = self.at_sign()
            && self.admits(Extension::InfNan)
            && rest.get(1..6).is_some_and(|word| {
                word.eq_ignore_ascii_case(b"inf.0") || word.eq_ignore_ascii_case(b"nan.0")
            });
        if found {
            self.take(Component::InfNan, 6);
        }
        found
    }

    /// Consumes digits and returns how many there were.
    fn digits(&mut self) -> usize {
        let digits = self.run(self.at, |b| char::from(b).is_digit(self.radix));
        self.take(Component::Digits, digits);
        digits
    }

    /// Consumes placeholders and returns whether there were any.
    fn placeholders(&mut self) -> bool {
        if !self.admits(Extension::Placeholders) {
            return false;
        }
        let placeholders = self.run(self.at, |b| b == b'#');
        self.take(Component::Placeholders, placeholders);
        placeholders > 0
    }

    fn take(&mut self, part: Component, len: usize) {
        if len > 0 {
            self.parts.push((part, self.at..self.at + len));
            self.at += len;
        }
    }

    fn run(&self, from: usize, belongs: impl Fn(u8) -> bool) -> usize {
        self.text[from..]
            .iter()
            .take_while(|&&b| belongs(b))
            .count()
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn at_sign(&self) -> bool {
        matches!(self.peek(), Some(b'+' | b'-'))
    }

    fn admits(&self, extension: Extension) -> bool {
        self.grammar.extensions.contains(&extension)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports, as letters: R5RS, R6RS, R7RS.
    const REPORTS: [(char, &Grammar); 3] = [('5', &R5RS), ('6', &R6RS), ('7', &R7RS)];

    /// A production, examples of it, and the reports whose grammar accepts them ("567": all; "": none).
    type Row = (
        &'static str,
        &'static [(&'static str, &'static [&'static str])],
    );

    const PRODUCTIONS: &[Row] = &[
        (
            "uinteger 10",
            &[
                ("567", &["0", "7", "007", "1234567890"]),
                ("", &["", "a", "1a", "1 ", " 1", "1_0", "1,0", "١"]),
            ],
        ),
        (
            "uinteger 2",
            &[
                ("567", &["#b0", "#B101"]),
                ("", &["#b", "#b2", "#b1e1", "#b1.1", "#b.1"]),
            ],
        ),
        (
            "uinteger 8",
            &[
                ("567", &["#o0", "#O7654"]),
                ("", &["#o", "#o8", "#o1.", "#o1e1"]),
            ],
        ),
        (
            "uinteger 16",
            &[
                ("567", &["#xFACE", "#XfAcE", "#x1e3", "#xd", "#xabcdef"]),
                ("", &["#x", "#xg", "#x1.5", "#x.a", "FACE", "#x1s3"]),
            ],
        ),
        (
            "sign",
            &[
                ("567", &["+5", "-5", "-0"]),
                ("", &["+", "-", "++5", "+-5", "5+", "5-", "1+", "-1+"]),
            ],
        ),
        (
            "prefix: radix and exactness, in both orders",
            &[
                (
                    "567",
                    &[
                        "#e1", "#i1", "#d1", "#e#x1A", "#x#e1A", "#I#b1", "#B#I1", "#i#d1.5",
                        "#d#E1.5",
                    ],
                ),
                (
                    "",
                    &[
                        "#", "#e", "#x#e", "#e#e1", "#e#i1", "#x#x1", "#x#b1", "#e#x#e1", "#t",
                        "#f", "#1", "##1", "#a1", "1#e", "-#x1",
                    ],
                ),
            ],
        ),
        (
            "ureal: rational",
            &[
                ("567", &["1/2", "-1/2", "+007/8", "#xA/bC", "#e1/2", "1/0"]),
                (
                    "",
                    &[
                        "1/", "/2", "/", "1/2/3", "1/-2", "1.5/2", "1/2.5", "1/2e3", "1e3/2",
                        "#b1/2",
                    ],
                ),
            ],
        ),
        (
            "decimal",
            &[
                (
                    "567",
                    &[
                        "1.5", ".5", "5.", "-.5", "+5.", "1.50", "#d1.5", "#e.5", "00.00",
                    ],
                ),
                (
                    "",
                    &[
                        ".", "...", "..5", "1..5", "1.5.", ".e5", "+.", "-.e1", "#e.",
                    ],
                ),
            ],
        ),
        (
            "suffix: exponent e",
            &[
                (
                    "567",
                    &[
                        "1e3", "1E3", "1e+3", "1e-3", ".5e3", "5.e3", "1.5E10", "#d1e3", "-1e3",
                    ],
                ),
                (
                    "",
                    &[
                        "1e", "1e+", "e3", "1e3.5", "1e3e4", "1ee3", "1e+-3", "1e3e", "+e3",
                    ],
                ),
            ],
        ),
        (
            "suffix: exponents s f d l",
            &[
                ("56", &["1s3", "1F3", "1.5d-3", ".5L+3", "5.S3", "1s3+2d4i"]),
                ("", &["1s", "1t3", "1T3", "1g3", "1x3", "f3", "1sf3"]),
            ],
        ),
        (
            "placeholders",
            &[
                (
                    "5",
                    &[
                        "15##", "1#", "#x1A##", "1#/2#", "1/2##", "15.##", "15.2#", ".5##",
                        "15##.", "15##.##", "15##e3", "1.#E3", "#b1#", "1#+2#i", "1#@2#",
                    ],
                ),
                (
                    "",
                    &[
                        "#1", ".#", "#.", "1#5", "1#.5", "1.#5", "1/#", "#/2", "1e3#", "1e#", "+#",
                        "1#2#", "#x#",
                    ],
                ),
            ],
        ),
        (
            "mantissa width",
            &[
                (
                    "6",
                    &[
                        "1.5|53",
                        "1|24",
                        "1.5E3|53",
                        ".5|1",
                        "-1.5|53",
                        "1.5|53+2.5|24i",
                        "1|53@2|53",
                    ],
                ),
                (
                    "",
                    &[
                        "1.5|",
                        "|53",
                        "1.5|a",
                        "1.5|5.3",
                        "1/2|53",
                        "#x1|53",
                        "1.5|53|",
                        "1.5|53|24",
                        "+inf.0|53",
                        "1.5|53e3",
                        "1.5||53",
                        "1.5|-53",
                    ],
                ),
            ],
        ),
        (
            "infnan",
            &[
                (
                    "67",
                    &[
                        "+inf.0", "-inf.0", "+nan.0", "-nan.0", "+INF.0", "-NaN.0", "#i+inf.0",
                        "#x+inf.0",
                    ],
                ),
                (
                    "",
                    &[
                        "inf.0", "nan.0", "+inf", "+inf.", "+inf.00", "+inf.1", "+nan", "+infx0",
                        "++inf.0", "1inf.0", "+inf.0e1",
                    ],
                ),
            ],
        ),
        (
            "complex: rectangular",
            &[
                (
                    "567",
                    &[
                        "1+2i",
                        "1-2I",
                        "-1+2i",
                        "1+i",
                        "1-I",
                        "1/2+3/4i",
                        "1.5e3-.5e-3i",
                        "#x-A+Bi",
                        "#e1+2i",
                        "#X#iA-BI",
                    ],
                ),
                (
                    "",
                    &[
                        "1+2", "1i", "1+2ii", "1+2i3", "i", "1+", "1+-2i", "1+2+3i", "1+2i+3i",
                        "1i+2", "+i+1", "1++i", "#b1+2i",
                    ],
                ),
            ],
        ),
        (
            "complex: imaginary",
            &[
                (
                    "567",
                    &[
                        "+i", "-i", "+I", "-I", "+2i", "-1/2I", "+.5i", "#e+i", "#x-Ai", "-1.5E2I",
                    ],
                ),
                (
                    "",
                    &[
                        "+ii", "+i-", "-i+", "+I.5", "+is", "2i", "+i1", "#xi", "+2i@3",
                    ],
                ),
            ],
        ),
        (
            "complex: with infnan",
            &[
                (
                    "67",
                    &[
                        "+inf.0i",
                        "-NaN.0I",
                        "1+inf.0i",
                        "+inf.0+i",
                        "+inf.0-2i",
                        "-inf.0-nan.0i",
                        "+inf.0@1",
                        "1@-inf.0",
                    ],
                ),
                (
                    "",
                    &[
                        "inf.0i",
                        "1inf.0i",
                        "+inf.0ii",
                        "1+inf.0",
                        "+inf.0inf.0",
                        "+inf.01i",
                    ],
                ),
            ],
        ),
        (
            "complex: polar",
            &[
                (
                    "567",
                    &[
                        "1@2",
                        "-1@+2",
                        "1.5e3@-2E1",
                        "#x1@A",
                        "1/2@3/4",
                        "#e1@2",
                        "-.5@.5",
                    ],
                ),
                (
                    "",
                    &[
                        "1@", "@2", "@", "1@@2", "1@2@3", "1@2i", "1@i", "+i@1", "1+2i@3", "1@+",
                    ],
                ),
            ],
        ),
        (
            "identifiers",
            &[(
                "",
                &[
                    "+a", "-x", "->x", "...", "1+", "1-", "2x2", "-1+", "3d", "x1", "0xFF",
                ],
            )],
        ),
    ];

    #[test]
    fn every_production_of_every_report() {
        for (production, examples) in PRODUCTIONS {
            for (reports, texts) in *examples {
                for text in *texts {
                    for (report, grammar) in REPORTS {
                        assert_eq!(
                            recognize(text.as_bytes(), grammar).is_some(),
                            reports.contains(report),
                            "{text} by {production} of R{report}RS"
                        );
                    }
                    assert_eq!(
                        recognize(text.as_bytes(), &UNION).is_some(),
                        !reports.is_empty(),
                        "{text} by {production} of the union"
                    );
                }
            }
        }
    }

    /// The parts of a text in the union grammar, written `Part:text`.
    fn parts(text: &str) -> String {
        let parts = recognize(text.as_bytes(), &UNION).expect("a number");
        let parts = parts
            .into_iter()
            .map(|(part, span)| format!("{part:?}:{}", &text[span]));
        parts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn parts_stand_where_they_are() {
        assert_eq!(parts("#E#X1Af"), "Prefix:E Prefix:X Digits:1Af");
        assert_eq!(
            parts("1E3-2.5S1I"),
            "Digits:1 Marker:E Digits:3 Digits:2 Digits:5 Marker:S Digits:1 Unit:I"
        );
        assert_eq!(parts("+I"), "BareUnit:I");
        assert_eq!(parts("#D-i"), "Prefix:D BareUnit:i");
        assert_eq!(parts("1-I"), "Digits:1 Unit:I");
        assert_eq!(parts("+5I"), "Digits:5 Unit:I");
        assert_eq!(parts("-INF.0+I"), "InfNan:-INF.0 Unit:I");
        assert_eq!(parts("+Nan.0i"), "InfNan:+Nan.0 Unit:i");
        assert_eq!(
            parts("#x1A#/B##"),
            "Prefix:x Digits:1A Placeholders:# Digits:B Placeholders:##"
        );
        assert_eq!(
            parts("15##.##e3|53"),
            "Digits:15 Placeholders:## Placeholders:## Marker:e Digits:3 Width:|53"
        );
        assert_eq!(parts("#xA@-B"), "Prefix:x Digits:A Polar:@ Digits:B");
        assert_eq!(
            parts("1-3/00I"),
            "Digits:1 Digits:3 ZeroDenominator:00 Unit:I"
        );
        assert_eq!(parts("1/10"), "Digits:1 Digits:10");
    }
}
