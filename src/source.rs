//! Bytes to text and back: UTF-8 or 8-bit, the byte order mark, the line ends.

use crate::diagnostics::Diagnostic;

/// What may stand before a text in UTF-8, and is no part of it.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How the bytes of a file stand for characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// Every byte is one character; the bytes 0x80-0xFF are letters.
    EightBit,
}

/// A decoded source file.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The text. Of an 8-bit file, byte 0xNN is the character U+00NN.
    pub text: std::borrow::Cow<'a, str>,
    /// The encoding of the bytes.
    pub encoding: Encoding,
    /// Whether a byte order mark stood before the text.
    pub bom: bool,
}

impl<'a> Source<'a> {
    /// Decodes the bytes of a file.
    ///
    /// # Errors
    /// A file that declares a multi-byte encoding whose trail bytes include ASCII (Shift-JIS, ISO-2022, GB18030, Big5), and
    /// one of 4 GiB or more.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, Diagnostic> {
        let (bom, rest) = match bytes.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => (true, rest),
            None => (false, bytes),
        };
        if rest.len() >= u32::MAX as usize / 2 {
            return Err(Diagnostic::error(
                "too-large",
                "the file is too large",
                0..0,
            ));
        }
        Ok(match std::str::from_utf8(rest) {
            Ok(text) => Source {
                text: text.into(),
                encoding: Encoding::Utf8,
                bom,
            },
            Err(_) => Source {
                text: rest
                    .iter()
                    .map(|&b| char::from(b))
                    .collect::<String>()
                    .into(),
                encoding: Encoding::EightBit,
                bom,
            },
        })
    }

    /// Turns text made from this source's tokens back into bytes.
    pub fn encode(&self, text: String) -> Vec<u8> {
        let body = match self.encoding {
            Encoding::Utf8 => text.into_bytes(),
            Encoding::EightBit => text
                .chars()
                .map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))
                .collect(),
        };
        if !self.bom {
            return body;
        }
        let mut bytes = BYTE_ORDER_MARK.to_vec();
        bytes.extend(body);
        bytes
    }
}
