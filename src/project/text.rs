//! The text of a file, for those who look for lines and brackets in it.

use std::borrow::Cow;

use schemefmt::internals::source::BYTE_ORDER_MARK;

/// The bytes of a file without the byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// A text with the lines, columns and brackets of these bytes in which every character stands where its bytes do: of 8-bit
/// text, where each byte is a character, a letter beyond ASCII is some other one.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => {
            let ascii = |byte: &u8| match byte.is_ascii() {
                true => char::from(*byte),
                false => 'x',
            };
            bytes.iter().map(ascii).collect::<String>().into()
        }
    }
}
