//! Character classes: delimiters and white space.

use unicode_general_category::{GeneralCategory, get_general_category};

/// What a byte means where a token may start or continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    /// Continues an atom: letters, digits, signs, and every byte of a character beyond ASCII.
    Constituent,
    /// Space, tab, line feed, carriage return, form feed.
    Space,
    /// `(` and `[`.
    Open,
    /// `)` and `]`.
    Close,
    /// `{`.
    OpenBrace,
    /// `}`.
    CloseBrace,
    /// `"`.
    Quote,
    /// `;`.
    Semicolon,
    /// `'`, `` ` `` and `,`.
    Prefix,
    /// `#`.
    Hash,
    /// `|`.
    Bar,
    /// `\`.
    Backslash,
    /// A byte of a character beyond ASCII, or a vertical tab: white space if R6RS says so, otherwise a constituent.
    Wide,
    /// NUL.
    Nul,
}

const fn class_of(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | b'\n' | b'\r' | 0x0C => Class::Space,
        b'(' | b'[' => Class::Open,
        b')' | b']' => Class::Close,
        b'{' => Class::OpenBrace,
        b'}' => Class::CloseBrace,
        b'"' => Class::Quote,
        b';' => Class::Semicolon,
        b'\'' | b'`' | b',' => Class::Prefix,
        b'#' => Class::Hash,
        b'|' => Class::Bar,
        b'\\' => Class::Backslash,
        0x0B | 0x80.. => Class::Wide,
        0 => Class::Nul,
        _ => Class::Constituent,
    }
}

/// The class of every byte.
pub(crate) type Classes = [Class; 256];

const fn classes(is_bar: bool, are_braces: bool, is_wide: bool) -> Classes {
    let mut table = [Class::Constituent; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match class_of(byte as u8) {
            Class::Bar if !is_bar => Class::Constituent,
            Class::OpenBrace | Class::CloseBrace if !are_braces => Class::Constituent,
            Class::Wide if !is_wide => Class::Constituent,
            class => class,
        };
        byte += 1;
    }
    table
}

/// The classes of bytes under each reading of `|`, of braces, and of white space beyond ASCII, indexed by
/// [`Switches::index`](super::lexer::Switches).
pub(crate) static CLASSES: [Classes; 8] = {
    let mut tables = [[Class::Constituent; 256]; 8];
    let mut index = 0;
    while index < 8 {
        tables[index] = classes(index & 1 != 0, index & 2 != 0, index & 4 != 0);
        index += 1;
    }
    tables
};

/// The class of a byte if all of these are read as special.
#[inline]
pub(crate) fn class(byte: u8) -> Class {
    CLASSES[7][byte as usize]
}

/// Whether every reader ends a token at this byte: white space, `( ) [ ] " ;`. If two tokens touch with no such byte on
/// either side of the joint, nothing may be inserted between them, since some reader takes the two for one.
#[inline]
pub(crate) fn is_hard(byte: u8) -> bool {
    matches!(
        class(byte),
        Class::Space | Class::Open | Class::Close | Class::Quote | Class::Semicolon
    )
}

/// White space by R6RS §4.2.1: the characters of the categories Zs, Zl and Zp, and tab, LF, VT, FF, CR and NEL.
pub(crate) fn is_r6rs_whitespace(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\x0B' | '\x0C' | '\r' | '\u{85}')
        || matches!(
            get_general_category(c),
            GeneralCategory::SpaceSeparator
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
}

/// Whether an atom is a keyword such as `#:key`, which every reader ends before a bracket or a quotation mark.
pub(crate) fn is_keyword(atom: &str) -> bool {
    atom.strip_prefix("#:").is_some_and(is_plain_name)
}

/// Whether a name consists of ASCII characters that are constituents for every reader.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "!$%&*+-./:<=>?^_~".contains(c);
    !name.is_empty() && name.chars().all(is_letter)
}
