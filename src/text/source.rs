//! Conversion between bytes and text: UTF-8 or 8-bit text, byte order mark, line endings.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::ops::Range;

use crate::text::diagnostics::{Diagnostic, Severity};
use crate::text::lines::line_end;
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

/// How far from the start of a file its encoding may be declared: Guile looks through so many bytes, Emacs and Gauche through so many
/// lines.
const DECLARED_WITHIN: usize = 500;
const DECLARED_IN_LINES: usize = 2;

/// Encodings: the beginnings of their names and what may follow, in lower case and without `-` and `_`. Here, `-` is nothing.
type Family = (&'static str, &'static str);

/// Encodings in which a byte below 0x80 is always an ASCII character by itself, those that are UTF-8 first. In others it may be a
/// part of a character or switch between character sets.
const READABLE: [Family; 13] = [
    ("utf8 muleutf8 preferutf8", "- auto emacs hfs withsignature"),
    // Emacs's name for bytes that are not decoded.
    ("ascii usascii binary noconversion rawtext undecided", "-"),
    (
        "iso8859 latin isolatin l",
        "1 2 3 4 5 6 7 8 9 10 11 13 14 15 16",
    ),
    // The parts of ISO 8859 by their numbers in the registry.
    (
        "isoir",
        "100 101 109 110 126 127 138 144 148 157 166 179 199 203 226",
    ),
    ("arabic cyrillic greek hebrew thai", "- iso8bit tis620"),
    (
        "windows cp",
        "874 1250 1251 1252 1253 1254 1255 1256 1257 1258",
    ),
    (
        "cp ibm",
        "437 720 737 775 850 852 855 857 858 860 861 862 863 865 866 869 1125",
    ),
    ("koi8 cyrillickoi8", "- r ru t u"),
    (
        "mac",
        "- intosh roman cyrillic greek turkish centraleurope iceland",
    ),
    ("vietnamese -", "tcvn tcvn5712 viscii vscii"),
    (
        "armscii8 georgianacademy georgianps kz1048 pt154 ptcp154 rk1048 roman8 tis620",
        "-",
    ),
    // Characters of several bytes, all above 0x7F.
    ("emacsmule emacsinternal", "-"),
    (
        "euc eucjp ujis gb2312 japaneseiso8bit koreaniso8bit chineseiso8bit",
        "- japan jis2004 jisx0213 kr korea cn china tw",
    ),
];

/// Other encodings, as far as a sentence may name them.
const UNREADABLE: [Family; 6] = [
    ("shiftjis sjis", "- 2004 jisx0213"),
    ("big5 cnbig5 chinesebig5", "- hkscs eten"),
    (
        "cp ibm ms windows",
        "037 1047 31j 932 936 943 949 950 951 1361",
    ),
    ("iso2022", "jp jp1 jp2 jp3 jpext kr cn cnext 7bit"),
    ("utf ucs", "1 2 4 7 16 16le 16be 32 32le 32be"),
    ("johab uhc gbk gb18030 hz hzgb2312 ebcdic", "- us uk int"),
];

/// Whether an encoding is of one of some families, given the name under which it is declared.
fn is_of(families: &[Family], name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    // Emacs appends the kind of line ends.
    let ends = ["-unix", "-dos", "-mac"];
    let end = ends.iter().find_map(|end| name.strip_suffix(end));
    let plain = end.unwrap_or(&name).replace(['-', '_'], "");
    let words = |list: &'static str| list.split(' ').map(|word| word.trim_matches('-'));
    families.iter().any(|(beginnings, ends)| {
        let mut rests = words(beginnings).filter_map(|known| plain.strip_prefix(known));
        rests.any(|rest| words(ends).any(|end| end == rest))
    })
}

/// The marks at the start of a text in UTF-16.
const UTF_16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// The error for a file that declares an encoding that cannot be read, by a mark or in a comment at its start.
fn unreadable_encoding(bytes: &[u8]) -> Option<Diagnostic> {
    // Without a NUL, these can be two letters of an 8-bit text.
    if UTF_16_MARKS.iter().any(|mark| bytes.starts_with(mark)) && bytes.contains(&0) {
        let message = "this file is in UTF-16; save it as UTF-8";
        return Some(Diagnostic::whole(Severity::Error, "encoding", message));
    }
    let is_prose = LazyCell::new(|| is_plain_utf8(bytes));
    let EncodingDeclaration { name, at, .. } =
        declarations(bytes, DECLARED_WITHIN).find(|found| {
            !is_of(&READABLE, found.name) && (found.formality == Formality::Formal || !*is_prose)
        })?;
    // The text has not been decoded, so report the position in bytes.
    let message =
        format!("unsupported encoding {name}: a byte such as `\\` may be half a character");
    Some(
        Diagnostic::error("encoding", message, at..at + CODING.len())
            .with_note("supported are UTF-8 and encodings that extend ASCII by single bytes, or by bytes above 0x7F"),
    )
}

/// The word that declares an encoding.
const CODING: &str = "coding";

/// A declaration of an encoding in a comment.
struct EncodingDeclaration<'t> {
    name: &'t str,
    /// The offset of [`CODING`].
    at: usize,
    formality: Formality,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Formality {
    /// `-*- coding: NAME -*-` for Emacs, `fileencoding=NAME` for Vim, or a line of a comment that holds nothing else.
    Formal,
    /// Part of a sentence, such as "The encoding: UTF-8."
    Prose,
}

/// The declarations of encodings that begin within this many bytes of a text's start, in order.
fn declarations(bytes: &[u8], within: usize) -> impl Iterator<Item = EncodingDeclaration<'_>> {
    let head = &bytes[..within.min(bytes.len())];
    memmem::find_iter(head, CODING).filter_map(|at| declaration(bytes, at))
}

/// The encoding that the word at an offset declares in a comment. A sentence does not declare what is no encoding: "JSON encoding: the
/// following".
fn declaration(bytes: &[u8], at: usize) -> Option<EncodingDeclaration<'_>> {
    let is_line_end = |b: &u8| matches!(b, b'\n' | b'\r');
    let line = bytes[..at].iter().rposition(is_line_end);
    let before = &bytes[line.map_or(0, |end| end + 1)..at];
    let is_emacs = memmem::find(before, b"-*-").is_some();
    let is_comment = before.starts_with(b"#") || before.contains(&b';') || is_emacs;
    let is_vim = before.ends_with(b"fileen") && bytes[at..].starts_with(b"coding=");
    let rest = &bytes[at + CODING.len()..];
    let rest = rest.strip_prefix(b":").or(rest.strip_prefix(b"="))?;
    let blanks = rest
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    let rest = &rest[blanks..];
    let length = rest
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || b"-_.".contains(b))
        .count();
    let (name, rest) = rest.split_at(length);
    let rest = rest.split(is_line_end).next().unwrap_or_default();
    let is_mark = |b: &u8| b.is_ascii_whitespace() || b";#|!".contains(b);
    let mut words = [b"En", b"en"]
        .iter()
        .filter_map(|word| before.strip_suffix(*word));
    let marks = words.next().unwrap_or(before);
    let is_alone = marks.iter().chain(rest).all(is_mark);
    // A sentence may end with the name.
    let name = std::str::from_utf8(name).ok()?.trim_end_matches('.');
    let formality = if is_emacs || is_vim || is_alone {
        Formality::Formal
    } else {
        Formality::Prose
    };
    let is_known = is_of(&READABLE, name) || is_of(&UNREADABLE, name);
    let declares = !name.is_empty() && (formality == Formality::Formal || is_known);
    (is_comment && declares).then_some(EncodingDeclaration {
        name,
        at,
        formality,
    })
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

/// An encoding that is declared where readers look for it.
#[derive(PartialEq, Eq)]
struct Declared {
    name: String,
    is_in_first_lines: bool,
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
    /// Decodes the bytes of a file.
    ///
    /// # Errors
    /// Returns an error for a file in UTF-16, for one that declares an encoding other than those in which a byte below 0x80 is
    /// always an ASCII character, and for one of 2 GiB or more.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, Diagnostic> {
        let rest = without_mark(bytes);
        if let Some(found) = unreadable_encoding(rest) {
            return Err(found);
        }
        if rest.len() >= u32::MAX as usize / 2 {
            return Err(Diagnostic::error(
                "too-large",
                "the file is too large",
                0..0,
            ));
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

    /// The text from which excerpts are taken: the decoded text or, if it cannot be decoded, the start of the file with `?` for each byte
    /// beyond ASCII, so that offsets are byte offsets.
    pub fn to_show(bytes: &'a [u8]) -> Cow<'a, str> {
        if let Ok(source) = Source::decode(bytes) {
            return source.text;
        }
        let head = without_mark(bytes).iter().take(2 * DECLARED_WITHIN);
        head.map(|&b| if b.is_ascii() { char::from(b) } else { '?' })
            .collect::<String>()
            .into()
    }

    /// Encodes text that consists of this source's tokens.
    ///
    /// # Errors
    /// Returns an error if some reader would decode the bytes otherwise than it decodes this source: they start with a byte order
    /// mark that this source has not, or declare another encoding where readers look for one.
    pub fn encode(&self, text: String) -> Result<Vec<u8>, Diagnostic> {
        self.keeps_declarations(&text)?;
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
        let stood_apart = self.text.starts_with(|c: char| c.is_ascii_whitespace());
        let stands_apart = body
            .first()
            .is_none_or(|&byte| byte.is_ascii_whitespace() || b"([;\"".contains(&byte));
        if stood_apart && !stands_apart {
            if memmem::find(&body, b"\r\n").is_some() {
                bytes.push(b'\r');
            }
            bytes.push(line_end(&self.text));
        }
        bytes.extend(body);
        Ok(bytes)
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

    /// Checks that `output`, which consists of this source's tokens, declares what this source declares.
    fn keeps_declarations(&self, output: &str) -> Result<(), Diagnostic> {
        if self.text.is_ascii() {
            return Ok(());
        }
        let (old, new) = (self.declared(&self.text), self.declared(output));
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new);
        let same = same.count();
        let Some(changed) = old.get(same).or(new.get(same)) else {
            return Ok(());
        };
        let name = &changed.name;
        let bytes = self.text.as_bytes();
        let place = declarations(bytes, bytes.len()).find(|found| found.name == name);
        let place = place.map_or(0, |found| found.at);
        let message = format!(
            "formatting would move the encoding declaration {name} into or out of the lines where readers look for it"
        );
        Err(
            Diagnostic::error("encoding", message, place..place + CODING.len())
                .with_note("put it on the first line, or save the file as UTF-8 without it"),
        )
    }

    /// The encodings that a text in this source's encoding declares, in order. Prose says nothing of a text in UTF-8, and a declaration of
    /// UTF-8 nothing new.
    fn declared(&self, text: &str) -> Vec<Declared> {
        // A character of 8-bit text has at most two bytes here.
        let mut head = self.bytes(&text[..text.floor_char_boundary(2 * DECLARED_WITHIN)]);
        head.truncate(DECLARED_WITHIN);
        let is_new = |found: &EncodingDeclaration<'_>| {
            self.encoding != Encoding::Utf8
                || found.formality == Formality::Formal && !is_of(&READABLE[..1], found.name)
        };
        let declared = declarations(&head, head.len()).filter(is_new);
        declared
            .map(|found| Declared {
                name: found.name.to_owned(),
                is_in_first_lines: memchr::memchr_iter(line_end(text), &head[..found.at]).count()
                    < DECLARED_IN_LINES,
            })
            .collect()
    }

    /// The span of the decoded text that corresponds to a span of the bytes. An end that is out of range or within a
    /// character is moved back to the nearest character boundary, or to the start.
    pub fn span_of(&self, bytes: Range<usize>) -> Range<usize> {
        let offset = |byte: usize| {
            let byte = byte.saturating_sub(self.mark().len());
            match self.encoding {
                Encoding::Utf8 => self.text.floor_char_boundary(byte),
                Encoding::EightBit => self
                    .text
                    .char_indices()
                    .nth(byte)
                    .map_or(self.text.len(), |(offset, _)| offset),
            }
        };
        let start = offset(bytes.start);
        start..offset(bytes.end).max(start)
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

/// The byte offsets of places in a decoded text that come in ascending order, so that each piece between them is counted once.
#[derive(Clone, Copy)]
pub(crate) struct ByteOffsets<'s> {
    source: &'s Source<'s>,
    /// The last place, and its byte offset.
    place: usize,
    byte: usize,
}

impl<'s> ByteOffsets<'s> {
    pub(crate) fn of(source: &'s Source<'s>) -> Self {
        ByteOffsets {
            source,
            place: 0,
            byte: source.mark().len(),
        }
    }

    /// The byte offset of a place.
    pub(crate) fn at(&mut self, place: usize) -> usize {
        let between = &self.source.text[self.place..place];
        self.byte += match self.source.encoding {
            Encoding::Utf8 => between.len(),
            Encoding::EightBit => between.chars().count(),
        };
        self.place = place;
        self.byte
    }
}
