//! Conversion between bytes and text: UTF-8 or 8-bit text, byte order mark, line endings.

use std::borrow::Cow;
use std::ops::Range;

use crate::text::diagnostics::{Diagnostic, Severity};
use crate::text::lines::{Lines, line_end};
use memchr::memmem;

/// The byte order mark: it may precede a text in UTF-8, and is not part of it.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The bytes of a file, without the byte order mark. Some readers take the mark for a letter. So one that touches a token that another
/// letter would change is a part of the text: before `#;x`, that makes a symbol and a comment to the end of the line.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    let rest = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let is_letter = match rest {
        [b'#', b';' | b'\\', ..] => true,
        [b'#', next, ..] => next.is_ascii_alphanumeric() && !rest.starts_with(b"#lang"),
        _ => {
            let signs = rest.iter().take_while(|byte| b"+-.".contains(byte)).count();
            let next = rest.get(signs).copied().unwrap_or(b' ');
            next.is_ascii_digit() || signs > 0 && next.is_ascii_alphabetic()
        }
    };
    if is_letter { bytes } else { rest }
}

/// A text with the same lines, columns and brackets as these bytes, in which offsets are byte offsets. In 8-bit text, where
/// each byte is a character, letters beyond ASCII are replaced by others.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => {
            let ascii = |byte: &u8| {
                if byte.is_ascii() {
                    char::from(*byte)
                } else {
                    'x'
                }
            };
            bytes.iter().map(ascii).collect::<String>().into()
        }
    }
}

/// How the bytes of a file encode characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// Every byte is one character; the bytes 0x80-0xFF count as letters.
    EightBit,
}

/// How far from the start of a file its encoding may be declared, in bytes: as far as Guile looks.
const DECLARED_WITHIN: usize = 500;

/// Parts of the names of encodings in which a byte below 0x80 may be a part of a character or switch between character sets, in
/// lower case and without `-` and `_`.
const UNREADABLE: &str = "big5 chinesehz cp1361 cp93 cp94 cp95 gb18030 gbk hzgb ibm93 ibm94 ibm95 iso2022 johab junet macjapanese ms93 ms94 ms95 \
    mskanji shiftjis sjis ucs2 ucs4 uhc utf16 utf32 utf7 windows31j windows93 windows94 windows95";

/// The marks at the start of a text in UTF-16.
const UTF_16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// The error for a file in an encoding that cannot be read, which a mark or a comment at its start declares.
fn unreadable_encoding(bytes: &[u8]) -> Option<Diagnostic> {
    // Without a NUL, these can be two letters of an 8-bit text.
    if UTF_16_MARKS.iter().any(|mark| bytes.starts_with(mark)) && bytes.contains(&0) {
        let message = "this file is in UTF-16; save it as UTF-8";
        return Some(Diagnostic::whole(Severity::Error, "encoding", message));
    }
    let head = &bytes[..DECLARED_WITHIN.min(bytes.len())];
    let mut declared =
        memmem::find_iter(head, CODING).filter_map(|at| Some((at, declared(bytes, at)?)));
    let (at, name) = declared.find(|(_, name)| is_unreadable(name))?;
    if is_plain_utf8(bytes) {
        return None;
    }
    let message = format!(
        "unsupported encoding {name}: a byte such as `\\` may be part of another character"
    );
    Some(
        Diagnostic::error("encoding", message, at..at + CODING.len())
            .with_note("supported are UTF-8 and encodings that extend ASCII by single bytes, or by bytes above 0x7F"),
    )
}

/// The word that declares an encoding.
const CODING: &str = "coding";

/// The encoding that the word at an offset declares in a comment.
fn declared(bytes: &[u8], at: usize) -> Option<&str> {
    let is_line_end = |b: &u8| matches!(b, b'\n' | b'\r');
    let line = bytes[..at].iter().rposition(is_line_end);
    let before = &bytes[line.map_or(0, |end| end + 1)..at];
    let is_comment = before.starts_with(b"#")
        || before.contains(&b';')
        || memmem::find(before, b"-*-").is_some();
    let rest = &bytes[at + CODING.len()..];
    let rest = rest.strip_prefix(b":").or(rest.strip_prefix(b"="))?;
    let is_part = |b: &&u8| b.is_ascii_alphanumeric() || b"-_".contains(b);
    let rest = rest.trim_ascii_start();
    let name = &rest[..rest.iter().take_while(is_part).count()];
    str::from_utf8(name).ok().filter(|_| is_comment)
}

/// Whether a declared encoding is one of [`UNREADABLE`].
fn is_unreadable(name: &str) -> bool {
    let plain = name.to_ascii_lowercase().replace(['-', '_'], "");
    plain == "hz" || UNREADABLE.split(' ').any(|known| plain.contains(known))
}

/// Whether a text is valid UTF-8, and cannot be ISO 2022, HZ or UTF-7, whose bytes are ASCII.
fn is_plain_utf8(bytes: &[u8]) -> bool {
    let may_shift = || {
        memchr::memchr(0x1B, bytes).is_some()
            || memmem::find(bytes, b"~{").is_some()
            || memmem::find(bytes, b"+A").is_some()
    };
    std::str::from_utf8(bytes).is_ok() && !(bytes.is_ascii() && may_shift())
}

/// A decoded source file.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The text. In an 8-bit file, byte 0xNN is the character U+00NN.
    pub text: Cow<'a, str>,
    /// The encoding of the bytes.
    pub encoding: Encoding,
    /// Whether the text was preceded by a byte order mark.
    pub bom: bool,
}

impl<'a> Source<'a> {
    /// A text that is decoded already.
    pub fn of_text(text: &'a str) -> Self {
        Source {
            text: text.into(),
            encoding: Encoding::Utf8,
            bom: false,
        }
    }

    /// Decodes the bytes of a file.
    ///
    /// # Errors
    /// Returns an error for a file in UTF-16; for one that declares an encoding in which a byte below 0x80 may be a part of another
    /// character, unless it is UTF-8 all the same; and for one of 2 GiB or more.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, Diagnostic> {
        let rest = without_mark(bytes);
        if let Some(found) = unreadable_encoding(rest) {
            let start = Source::undecoded(bytes);
            return Err(start.located(found, &Lines::of(&start.text)));
        }
        if rest.len() >= u32::MAX as usize / 2 {
            let message = "the file is too large";
            return Err(Diagnostic::whole(Severity::Error, "too-large", message));
        }
        let (text, encoding) = match std::str::from_utf8(rest) {
            Ok(text) => (text.into(), Encoding::Utf8),
            Err(_) => {
                let letters = rest.iter().map(|&b| char::from(b));
                (letters.collect::<String>().into(), Encoding::EightBit)
            }
        };
        Ok(Source {
            text,
            encoding,
            bom: rest.len() < bytes.len(),
        })
    }

    /// This text behind some blanks.
    pub(crate) fn indented(&self, blanks: usize) -> Source<'static> {
        Source {
            text: (" ".repeat(blanks) + &self.text).into(),
            encoding: self.encoding,
            bom: self.bom,
        }
    }

    /// What excerpts are taken from: the decoded text or, if it cannot be decoded, the start of the file.
    pub fn to_show(bytes: &'a [u8]) -> Self {
        Source::decode(bytes).unwrap_or_else(|_| Source::undecoded(bytes))
    }

    /// The start of a file that cannot be decoded, with `?` for each byte beyond ASCII.
    fn undecoded(bytes: &[u8]) -> Self {
        let rest = without_mark(bytes);
        let head = rest.iter().take(2 * DECLARED_WITHIN);
        let text = head.map(|&b| if b.is_ascii() { char::from(b) } else { '?' });
        Source {
            text: text.collect::<String>().into(),
            encoding: Encoding::EightBit,
            bom: rest.len() < bytes.len(),
        }
    }

    /// Decodes the bytes of a file for `work`, whose error is located in them.
    ///
    /// # Errors
    /// Returns the errors of [`Source::decode`] and of `work`.
    pub(crate) fn read<T>(
        bytes: &'a [u8],
        work: impl FnOnce(&Source<'a>) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        let source = Source::decode(bytes)?;
        work(&source).map_err(|error| source.located(error, &Lines::of(&source.text)))
    }

    /// Turns the spans of a diagnostic, which are spans of the decoded text, into spans of the bytes, with their lines and columns.
    pub(crate) fn locate(&self, diagnostic: &mut Diagnostic, lines: &Lines) {
        for label in &mut diagnostic.labels {
            let Range { start, end } = label.span;
            label.lines = Some(lines.position(&self.text, start)..lines.position(&self.text, end));
            label.span = self.byte_span(start..end, lines);
        }
    }

    /// A diagnostic with its spans turned by [`locate`](Self::locate).
    pub(crate) fn located(&self, mut diagnostic: Diagnostic, lines: &Lines) -> Diagnostic {
        self.locate(&mut diagnostic, lines);
        diagnostic
    }

    /// The span of the bytes that corresponds to a span of the decoded text, which has these lines. What is beyond the end is cut off.
    pub(crate) fn byte_span(&self, span: Range<usize>, lines: &Lines) -> Range<usize> {
        let byte = |offset: usize| {
            let offset = self.text.floor_char_boundary(offset);
            self.mark().len()
                + match self.encoding {
                    Encoding::Utf8 => offset,
                    Encoding::EightBit => lines.characters(&self.text, offset),
                }
        };
        byte(span.start)..byte(span.end)
    }

    /// Encodes text that consists of this source's tokens.
    ///
    /// # Errors
    /// Returns an error if the bytes start with a byte order mark that this source does not have.
    pub fn encode(&self, text: String) -> Result<Vec<u8>, Diagnostic> {
        let body = match self.encoding {
            Encoding::Utf8 => text.into_bytes(),
            Encoding::EightBit => self.bytes(&text),
        };
        if !self.bom {
            let gets_mark = without_mark(&body).len() < body.len();
            return if gets_mark {
                Err(self.late_mark())
            } else {
                Ok(body)
            };
        }
        let mut bytes = BYTE_ORDER_MARK.to_vec();
        // Keep what was apart from it apart, by a line, which moves no column.
        let stands_apart = body
            .first()
            .is_none_or(|&byte| byte.is_ascii_whitespace() || b"([;\"".contains(&byte));
        if self.stood_apart() && !stands_apart {
            // The last line end is nearly always that of the layout.
            let last = memchr::memrchr(b'\n', &body);
            if last.is_some_and(|end| body[..end].ends_with(b"\r")) {
                bytes.push(b'\r');
            }
            bytes.push(line_end(&self.text));
        }
        bytes.extend(body);
        Ok(bytes)
    }

    /// Whether there were blanks after the byte order mark.
    pub(crate) fn stood_apart(&self) -> bool {
        self.bom && self.text.starts_with(|c: char| c.is_ascii_whitespace())
    }

    /// The error for a text with a byte order mark after blanks. There the mark is part of a name; without the blanks it would
    /// not be.
    fn late_mark(&self) -> Diagnostic {
        // In 8-bit text, the first byte of the mark is the character U+00EF.
        let mark = self.text.match_indices(['\u{FEFF}', '\u{EF}']).next();
        let span = mark.map_or(0..0, |(start, mark)| start..start + mark.len());
        let message = "whitespace before a byte order mark; delete either";
        Diagnostic::error("late-byte-order-mark", message, span)
    }

    /// The span of the decoded text that corresponds to a span of the bytes. An end that is out of range or within a
    /// character is moved back to the nearest character boundary, or to the start.
    pub fn span_of(&self, bytes: Range<usize>) -> Range<usize> {
        self.spans_of(std::slice::from_ref(&bytes)).remove(0)
    }

    /// The spans in the decoded text of some ranges of bytes.
    pub(crate) fn spans_of(&self, ranges: &[Range<usize>]) -> Vec<Range<usize>> {
        // In 8-bit text, where each byte begins.
        let starts: Vec<usize> = match self.encoding {
            Encoding::Utf8 => Vec::new(),
            Encoding::EightBit => self.text.char_indices().map(|(start, _)| start).collect(),
        };
        let offset = |byte: usize| {
            let byte = byte.saturating_sub(self.mark().len());
            match self.encoding {
                Encoding::Utf8 => self.text.floor_char_boundary(byte),
                Encoding::EightBit => starts.get(byte).copied().unwrap_or(self.text.len()),
            }
        };
        let span = |bytes: &Range<usize>| {
            let start = offset(bytes.start);
            start..offset(bytes.end).max(start)
        };
        ranges.iter().map(span).collect()
    }

    /// The bytes before the decoded text.
    pub(crate) fn mark(&self) -> &'static [u8] {
        if self.bom { BYTE_ORDER_MARK } else { b"" }
    }

    /// The bytes that a piece of the decoded text encodes to.
    pub(crate) fn bytes(&self, text: &str) -> Vec<u8> {
        match self.encoding {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::EightBit => text
                .chars()
                .map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))
                .collect(),
        }
    }
}
