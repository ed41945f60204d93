//! Items that connect their neighbours.

/// What a node means for the layout of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// `#:key`, `:key`, `key:`, or `#!key` among parameters: it stays with its value.
    Keyword,
    /// `#:init-keyword` or `#:allocation`, options of a slot: its value is a keyword, too.
    Naming,
    /// `=>`: it stays with its receiver.
    Arrow,
    /// `...`: it stays with what it repeats.
    Ellipsis,
    /// `::`, before a type: it stays between what it connects.
    Colons,
    /// `::type`: it stays with what it is the type of.
    Type,
    /// Nothing in particular.
    Other,
}

/// Whether an atom is the bar between the premises and the conclusion of a rule.
pub(crate) fn is_bar(atom: &str) -> bool {
    atom.len() > 2 && atom.chars().all(|c| matches!(c, '-' | '─'))
}

impl Word {
    #[inline]
    pub(crate) fn is_keyword(self) -> bool {
        matches!(self, Word::Keyword | Word::Naming)
    }

    #[inline]
    pub(crate) fn of(atom: &str) -> Word {
        let bytes = atom.as_bytes();
        // The first and the last byte decide most cases.
        let is_plain = !matches!(bytes.first(), Some(b'=' | b'.' | b'#' | b':'));
        if is_plain && bytes.last() != Some(&b':') {
            return Word::Other;
        }
        match bytes {
            b"=>" => Word::Arrow,
            b"..." => Word::Ellipsis,
            b"::" => Word::Colons,
            [b':', b':', ..] => Word::Type,
            b"#:init-keyword" | b":init-keyword" | b"init-keyword:" => Word::Naming,
            b"#:allocation" | b":allocation" | b"allocation:" => Word::Naming,
            [b'#', b':', _, ..] | b"#!key" | b"#!optional" | b"#!rest" => Word::Keyword,
            // With a slash it names a library of Gerbil's.
            [b':', .., last] if *last != b':' && !bytes.contains(&b'/') => Word::Keyword,
            [.., b':', b':'] => Word::Other,
            // Without a letter it is an operator, such as `?:`.
            [first, .., b':'] if *first == b':' || !bytes.iter().all(u8::is_ascii_punctuation) => {
                Word::Keyword
            }
            _ => Word::Other,
        }
    }
}
