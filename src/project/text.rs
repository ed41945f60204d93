//! The text of a file, for finding lines and brackets in it.

use std::borrow::Cow;

use schemefmt::internals::text::source::BYTE_ORDER_MARK;

/// The bytes of a file, without the byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// A text with the same lines, columns and brackets as these bytes, in which offsets are byte offsets. In 8-bit text, where
/// each byte is a character, letters beyond ASCII are replaced by others.
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

/// The line ending of a text.
pub fn end_of_line(text: &str) -> &'static str {
    match text {
        text if text.contains("\r\n") => "\r\n",
        text if text.contains('\r') && !text.contains('\n') => "\r",
        _ => "\n",
    }
}
