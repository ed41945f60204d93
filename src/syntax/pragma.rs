//! Comments that address the formatter: `; schemefmt: off`, `on` and `skip`.

/// What such a comment asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pragma {
    /// Everything after it, up to `on` or the end of the list, is verbatim.
    Off,
    /// Ends the region of an `off`.
    On,
    /// The next datum is verbatim; if the comment is behind a datum, that one is.
    Skip,
    /// There is nothing of this name, or it is not written so.
    Unknown,
}

/// The name of the formatter, which a colon follows.
const NAME: &str = "schemefmt";

/// What it may be asked for.
const WORDS: [(&str, Pragma); 3] = [
    ("off", Pragma::Off),
    ("on", Pragma::On),
    ("skip", Pragma::Skip),
];

impl Pragma {
    /// What a line comment asks for, if it addresses the formatter. Prose that mentions it does not: `; schemefmt: see below`.
    pub(super) fn of(comment: &str) -> Option<Pragma> {
        let text = comment.trim_start_matches(';').trim();
        let (name, rest) = text.split_at_checked(NAME.len())?;
        if !name.eq_ignore_ascii_case(NAME) {
            return None;
        }
        let after_colon = rest.strip_prefix(':');
        let is_exact = name == NAME && after_colon.is_some();
        let mut words = after_colon.unwrap_or(rest).split_whitespace();
        let (first, is_alone) = (words.next()?, words.next().is_none());
        let exact = WORDS.iter().find(|(word, _)| first == *word);
        match exact {
            Some((_, pragma)) if is_exact && is_alone => Some(*pragma),
            Some(_) if is_exact => Some(Pragma::Unknown),
            _ if is_exact => is_alone.then_some(Pragma::Unknown),
            _ => {
                let is_near = WORDS
                    .iter()
                    .any(|(word, _)| first.eq_ignore_ascii_case(word));
                (is_near && is_alone).then_some(Pragma::Unknown)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pragma_is_a_single_word() {
        let cases = [
            ("; schemefmt: off", Some(Pragma::Off)),
            (";;; schemefmt:on ", Some(Pragma::On)),
            (";schemefmt: skip", Some(Pragma::Skip)),
            ("; schemefmt: ignore", Some(Pragma::Unknown)),
            ("; schemefmt: off for a table", Some(Pragma::Unknown)),
            ("; schemefmt: a formatter", None),
            ("; schemefmt:", None),
            ("; schemefmt off", Some(Pragma::Unknown)),
            (";; Schemefmt: Skip", Some(Pragma::Unknown)),
            ("; SCHEMEFMT on", Some(Pragma::Unknown)),
            ("; schemefmt on a table", None),
            ("; schemefmt is a formatter", None),
            ("; schemefmts", None),
            ("; see schemefmt: off", None),
        ];
        for (comment, pragma) in cases {
            assert_eq!(Pragma::of(comment), pragma, "{comment}");
        }
    }
}
