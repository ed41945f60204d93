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
    /// There is nothing of this name.
    Unknown,
}

impl Pragma {
    /// What a line comment asks for, if it addresses the formatter. Prose that mentions it does not: `; schemefmt: see below`.
    pub(super) fn of(comment: &str) -> Option<Pragma> {
        let text = comment.trim_start_matches(';').trim();
        let mut words = text.strip_prefix("schemefmt:")?.split_whitespace();
        let (first, more) = (words.next()?, words.next());
        match (first, more) {
            ("off", None) => Some(Pragma::Off),
            ("on", None) => Some(Pragma::On),
            ("skip", None) => Some(Pragma::Skip),
            ("off" | "on" | "skip", Some(_)) | (_, None) => Some(Pragma::Unknown),
            (_, Some(_)) => None,
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
            ("; see schemefmt: off", None),
        ];
        for (comment, pragma) in cases {
            assert_eq!(Pragma::of(comment), pragma, "{comment}");
        }
    }
}
