//! Kawa's literals that are text with expressions in it: `#<p>a &(f x)</p>` (SRFI 107), `&{a &[b] c}` (SRFI 109) and
//! `&name[x]{a}` (SRFI 108). Blanks in them are data.

use memchr::{memchr, memchr2, memmem};

/// What is open within a literal, and what may end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// An element's first tag: attributes.
    Tag,
    /// An element after its first tag: text.
    Element,
    /// An attribute's value, up to this quotation mark: text.
    Value(u8),
    /// Text in braces.
    Braces,
    /// Expressions, up to this bracket.
    List(u8),
    /// The expressions of `&name[...]`, after which text in braces may follow.
    Arguments,
}

/// Whether `#<` before this starts a literal.
pub(crate) fn may_begin(rest: &[u8]) -> bool {
    match rest {
        [b'!', next, ..] => matches!(next, b'-' | b'['),
        [first, ..] => {
            first.is_ascii_alphabetic() || matches!(first, b'_' | b'?' | b'[' | b'(' | 0x80..)
        }
        [] => false,
    }
}

/// The end of the literal that starts with the `#<` at `start`; none if it is not closed.
pub(crate) fn end_of_element(text: &[u8], start: usize) -> Option<usize> {
    let mut literal = Literal::new(text);
    let pos = literal.construct(start + 2)?;
    literal.finish(pos)
}

/// The end of the text in braces that opens at `brace`; none if it is not closed.
pub(crate) fn end_of_braces(text: &[u8], brace: usize) -> Option<usize> {
    let mut literal = Literal::new(text);
    literal.open.push(Open::Braces);
    literal.finish(brace + 1)
}

struct Literal<'t> {
    text: &'t [u8],
    open: Vec<Open>,
}

impl<'t> Literal<'t> {
    fn new(text: &'t [u8]) -> Self {
        Literal {
            text,
            open: Vec::new(),
        }
    }

    fn at(&self, pos: usize) -> Option<u8> {
        self.text.get(pos).copied()
    }

    fn rest(&self, pos: usize) -> &'t [u8] {
        self.text.get(pos..).unwrap_or_default()
    }

    /// The position after the next occurrence of `end`.
    fn after(&self, pos: usize, end: &[u8]) -> Option<usize> {
        Some(pos + memmem::find(self.rest(pos), end)? + end.len())
    }

    /// The position from which everything that is open is closed.
    fn finish(&mut self, mut pos: usize) -> Option<usize> {
        while let Some(open) = self.open.last().copied() {
            let byte = self.at(pos)?;
            pos += 1;
            pos = match open {
                Open::Tag => self.in_tag(byte, pos),
                Open::Element if byte == b'<' => self.in_element(pos)?,
                Open::Value(quote) if byte == quote => self.close(pos),
                Open::Braces if byte == b'}' => self.close(pos),
                Open::Braces if byte == b'{' => self.begin(Open::Braces, pos),
                Open::Element | Open::Value(_) | Open::Braces => match byte {
                    b'&' => self.reference(pos)?,
                    _ => pos,
                },
                Open::Arguments if byte == b']' => {
                    let pos = self.close(pos);
                    match self.at(pos) {
                        Some(b'{') => self.begin(Open::Braces, pos + 1),
                        _ => pos,
                    }
                }
                Open::List(bracket) if byte == bracket => self.close(pos),
                Open::List(_) | Open::Arguments => self.in_list(byte, pos)?,
            };
        }
        Some(pos)
    }

    fn begin(&mut self, open: Open, pos: usize) -> usize {
        self.open.push(open);
        pos
    }

    fn close(&mut self, pos: usize) -> usize {
        self.open.pop();
        pos
    }

    /// Begins what a `<` before `pos` begins.
    fn construct(&mut self, pos: usize) -> Option<usize> {
        let end: &[u8] = match self.rest(pos) {
            [b'!', b'-', b'-', ..] => b"-->",
            [b'!', ..] => b"]]>",
            [b'?', ..] => b"?>",
            _ => return Some(self.begin(Open::Tag, pos)),
        };
        self.after(pos, end)
    }

    fn in_tag(&mut self, byte: u8, pos: usize) -> usize {
        match byte {
            b'>' => {
                self.open.pop();
                self.begin(Open::Element, pos)
            }
            b'/' if self.at(pos) == Some(b'>') => self.close(pos + 1),
            b'"' | b'\'' => self.begin(Open::Value(byte), pos),
            _ => match closing(byte) {
                Some(bracket) => self.begin(Open::List(bracket), pos),
                None => pos,
            },
        }
    }

    /// After a `<` in an element.
    fn in_element(&mut self, pos: usize) -> Option<usize> {
        match self.at(pos) {
            Some(b'/') => {
                self.open.pop();
                self.after(pos, b">")
            }
            _ => self.construct(pos),
        }
    }

    /// After an `&` in text: expressions, a comment, another literal, or a character's name.
    fn reference(&mut self, pos: usize) -> Option<usize> {
        let rest = self.rest(pos);
        if rest.starts_with(b"#|") {
            return self.after(pos, b"|#");
        }
        if let Some(bracket) = rest.first().copied().and_then(closing) {
            let open = match bracket {
                b'}' => Open::Braces,
                bracket => Open::List(bracket),
            };
            return Some(self.begin(open, pos + 1));
        }
        Some(self.named(pos))
    }

    /// After an `&` that a name may follow.
    fn named(&mut self, pos: usize) -> usize {
        let is_part = |byte: &&u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':' | 0x80..)
        };
        let after = pos + self.rest(pos).iter().take_while(is_part).count();
        match self.at(after) {
            Some(b'[') if after > pos => self.begin(Open::Arguments, after + 1),
            Some(b'{') => self.begin(Open::Braces, after + 1),
            _ => after,
        }
    }

    /// After a byte of an expression.
    fn in_list(&mut self, byte: u8, pos: usize) -> Option<usize> {
        let rest = self.rest(pos);
        match (byte, rest.first()) {
            (b'"' | b'|', _) => end_of_quoted(self.text, byte, pos),
            (b';', _) => Some(pos + memchr(b'\n', rest).unwrap_or(rest.len())),
            (b'#', Some(b'\\')) => Some(pos + 2),
            (b'#', Some(b'|')) => self.after(pos, b"|#"),
            (b'#', Some(b'<')) if may_begin(&rest[1..]) => self.construct(pos + 1),
            (b'&', _) => Some(self.named(pos)),
            _ => Some(match closing(byte) {
                Some(bracket) => self.begin(Open::List(bracket), pos),
                None => pos,
            }),
        }
    }
}

/// The position after the `quote` that ends what another one before `pos` begins; a backslash escapes the byte after it.
pub(crate) fn end_of_quoted(text: &[u8], quote: u8, mut pos: usize) -> Option<usize> {
    loop {
        pos += 1 + memchr2(quote, b'\\', text.get(pos..)?)?;
        if text[pos - 1] == quote {
            return Some(pos);
        }
        pos += 1;
    }
}

/// The bracket that closes this one.
fn closing(bracket: u8) -> Option<u8> {
    match bracket {
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        b'{' => Some(b'}'),
        _ => None,
    }
}
