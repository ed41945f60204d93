//! Numbers: a recognizer of the number grammars of R5RS §7.1.1, R6RS §4.2.8 and R7RS §7.1.1.
//!
//! No values are computed. [`recognize`] says whether a text is a number in any of the reports and, if so, which of the parts it has that
//! these or their readers disagree on. In terms of the reports:
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
//! The grammar of a report is this one without some [`Component`]s. None of them is case-sensitive.

/// A part of a number that not every reader understands alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// A letter other than `e` that starts an exponent, R5RS and R6RS.
    Marker,
    /// A denominator of which all digits are zero.
    ZeroDenominator,
    /// A run of `#` in place of unknown digits (`15##`), R5RS.
    Placeholders,
    /// The `@` before an angle.
    Polar,
    /// A mantissa width in bits (`1.5|53`), R6RS.
    Width,
    /// `+inf.0`, `-inf.0`, `+nan.0` or `-nan.0`, R6RS and R7RS.
    InfNan,
    /// The `i` of a number that consists of a sign and an `i`, after prefixes if there are any.
    BareUnit,
}

/// What R5RS §7.1.1 lacks.
pub const NOT_IN_R5RS: &[Component] = &[Component::Width, Component::InfNan];
/// What R6RS §4.2.8 lacks.
pub const NOT_IN_R6RS: &[Component] = &[Component::Placeholders];
/// What R7RS §7.1.1 lacks.
pub const NOT_IN_R7RS: &[Component] =
    &[Component::Placeholders, Component::Width, Component::Marker];

/// Whether `text` is a number with none of the `lacking` parts.
pub fn is_number(text: &[u8], lacking: &[Component]) -> bool {
    recognize(text).is_some_and(|parts| !parts.iter().any(|part| lacking.contains(part)))
}

/// Recognizes `text` as a number and returns which of these parts it has, in order. Returns `None` if `text` as a whole is not a number.
pub fn recognize(text: &[u8]) -> Option<Vec<Component>> {
    let mut recognizer = Recognizer {
        rest: text,
        radix: 10,
        parts: Vec::new(),
    };
    recognizer.prefix()?;
    recognizer.complex()?;
    recognizer.rest.is_empty().then_some(recognizer.parts)
}

struct Recognizer<'t> {
    rest: &'t [u8],
    radix: u32,
    parts: Vec<Component>,
}

/// Each function consumes what its production matches; `None` means that the text is not a number.
impl Recognizer<'_> {
    fn prefix(&mut self) -> Option<()> {
        let (mut radix, mut exactness) = (None, None);
        while let [b'#', letter, rest @ ..] = self.rest {
            let seen = match letter.to_ascii_lowercase() {
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
            self.rest = rest;
        }
        self.radix = radix.unwrap_or(10);
        Some(())
    }

    fn complex(&mut self) -> Option<()> {
        if let [b'+' | b'-', b'i' | b'I'] = self.rest {
            self.parts.push(Component::BareUnit);
            self.rest = &[];
            return Some(());
        }
        let is_signed = matches!(self.rest, [b'+' | b'-', ..]);
        self.real()?;
        match self.rest {
            [] => Some(()),
            [b'@', rest @ ..] => {
                self.parts.push(Component::Polar);
                self.rest = rest;
                self.real()
            }
            [b'+' | b'-', b'i' | b'I'] => {
                self.rest = &[];
                Some(())
            }
            [b'+' | b'-', ..] => {
                self.real()?;
                self.unit()
            }
            _ if is_signed => self.unit(),
            _ => None,
        }
    }

    fn real(&mut self) -> Option<()> {
        let is_signed = self.eat(is_sign);
        match self.rest.split_at_checked(5) {
            Some((word, rest)) if is_signed && is_inf_nan(word) => {
                self.parts.push(Component::InfNan);
                self.rest = rest;
                Some(())
            }
            _ => self.ureal(),
        }
    }

    fn ureal(&mut self) -> Option<()> {
        let digits = self.digits();
        let has_placeholders = digits > 0 && self.placeholders();
        if digits > 0 && self.eat(|byte| byte == b'/') {
            return self.denominator();
        }
        if self.radix != 10 {
            return (digits > 0).then_some(());
        }
        let has_point = self.eat(|byte| byte == b'.');
        let fraction = if has_point && !has_placeholders {
            self.digits()
        } else {
            0
        };
        if digits + fraction == 0 {
            return None;
        }
        if has_point {
            self.placeholders();
        }
        self.suffix()?;
        self.width()
    }

    fn denominator(&mut self) -> Option<()> {
        let text = self.rest;
        let digits = self.digits();
        if text[..digits].iter().all(|digit| *digit == b'0') {
            self.parts.push(Component::ZeroDenominator);
        }
        self.placeholders();
        (digits > 0).then_some(())
    }

    fn suffix(&mut self) -> Option<()> {
        if self.eat(|byte| b"sfdl".contains(&byte.to_ascii_lowercase())) {
            self.parts.push(Component::Marker);
        } else if !self.eat(|byte| matches!(byte, b'e' | b'E')) {
            return Some(());
        }
        self.eat(is_sign);
        (self.digits() > 0).then_some(())
    }

    fn width(&mut self) -> Option<()> {
        if !self.eat(|byte| byte == b'|') {
            return Some(());
        }
        self.parts.push(Component::Width);
        (self.digits() > 0).then_some(())
    }

    /// An `i` after a real part or a coefficient.
    fn unit(&mut self) -> Option<()> {
        self.eat(|byte| matches!(byte, b'i' | b'I')).then_some(())
    }

    /// Consumes digits and returns how many there were.
    fn digits(&mut self) -> usize {
        let radix = self.radix;
        self.run(|byte| char::from(byte).is_digit(radix))
    }

    /// Consumes placeholders and returns whether there were any.
    fn placeholders(&mut self) -> bool {
        let found = self.run(|byte| byte == b'#') > 0;
        if found {
            self.parts.push(Component::Placeholders);
        }
        found
    }

    /// Consumes the next byte if it belongs, and returns whether it does.
    fn eat(&mut self, belongs: impl Fn(u8) -> bool) -> bool {
        match self.rest {
            [next, rest @ ..] if belongs(*next) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Consumes the bytes that belong and returns how many there were.
    fn run(&mut self, belongs: impl Fn(u8) -> bool) -> usize {
        let length = self.rest.iter().take_while(|byte| belongs(**byte)).count();
        self.rest = &self.rest[length..];
        length
    }
}

fn is_inf_nan(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"inf.0") || word.eq_ignore_ascii_case(b"nan.0")
}

fn is_sign(byte: u8) -> bool {
    matches!(byte, b'+' | b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports, as letters: R5RS, R6RS, R7RS.
    const REPORTS: [(char, &[Component]); 3] =
        [('5', NOT_IN_R5RS), ('6', NOT_IN_R6RS), ('7', NOT_IN_R7RS)];

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
    fn every_production_is_parsed() {
        for (production, examples) in PRODUCTIONS {
            for (reports, texts) in *examples {
                for text in *texts {
                    for (report, lacking) in REPORTS {
                        assert_eq!(
                            is_number(text.as_bytes(), lacking),
                            reports.contains(report),
                            "{text} by {production} of R{report}RS"
                        );
                    }
                    assert_eq!(
                        recognize(text.as_bytes()).is_some(),
                        !reports.is_empty(),
                        "{text} by {production} of the union"
                    );
                }
            }
        }
    }

    #[test]
    fn readers_disagree_about_numbers() {
        use Component::*;
        let parts = |text: &str| recognize(text.as_bytes()).expect("a number");
        assert_eq!(parts("#E#X1Af"), []);
        assert_eq!(parts("1E3-2.5S1I"), [Marker]);
        assert_eq!(parts("1-I"), []);
        assert_eq!(parts("+5I"), []);
        assert_eq!(parts("+I"), [BareUnit]);
        assert_eq!(parts("#D-i"), [BareUnit]);
        assert_eq!(parts("-INF.0+I"), [InfNan]);
        assert_eq!(parts("+Nan.0-inf.0i"), [InfNan, InfNan]);
        assert_eq!(parts("#x1A#/B##"), [Placeholders, Placeholders]);
        assert_eq!(parts("15##.##e3|53"), [Placeholders, Placeholders, Width]);
        assert_eq!(parts("#xA@-B"), [Polar]);
        assert_eq!(parts("1-3/00I"), [ZeroDenominator]);
        assert_eq!(parts("1/10"), []);
    }
}
