//! A second opinion on what the tokens of a text are, written without a look at the library's lexer.

/// Whether two texts have the same bytes in the same order, blanks aside, and the case of ASCII letters too unless `exact`.
/// `#\` before a blank and the name of that blank count as the same.
pub fn same_ink(old: &[u8], new: &[u8], exact: bool) -> bool {
    let (old, new) = (ink(old), ink(new));
    if exact {
        old == new
    } else {
        old.eq_ignore_ascii_case(&new) || has_blank_character(&old) || has_blank_character(&new)
    }
}

/// What is not blank to any reader: R6RS takes more for white space than ASCII's.
fn ink(text: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(text) {
        Ok(text) => text
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
            .into_bytes(),
        Err(_) => text
            .iter()
            .copied()
            .filter(|byte| !byte.is_ascii_whitespace())
            .collect(),
    }
}

/// Whether a character literal may be a blank, or the name of one.
fn has_blank_character(ink: &[u8]) -> bool {
    [&b"#\\space"[..], b"#\\tab", b"#\\newline"]
        .iter()
        .any(|name| {
            ink.windows(name.len())
                .any(|part| part.eq_ignore_ascii_case(name))
        })
}

/// The tokens of a text, or none where it has anything but plain lists, strings, characters, words and comments.
pub fn tokens(text: &[u8]) -> Option<Vec<&[u8]>> {
    let is_strange = |c: char| c.is_whitespace() && !c.is_ascii_whitespace();
    let lone_returns = text.contains(&b'\r') && !text.contains(&b'\n');
    if lone_returns || std::str::from_utf8(text).is_ok_and(|text| text.contains(is_strange)) {
        return None;
    }
    let mut tokens = Vec::new();
    let mut rest = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    while let Some(first) = rest.first() {
        let length = match first {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0C => {
                rest = &rest[1..];
                continue;
            }
            b'(' | b')' | b'[' | b']' | b'\'' | b'`' => 1,
            b',' if rest.get(1) == Some(&b'@') => 2,
            b',' => 1,
            b';' => rest
                .iter()
                .position(|byte| *byte == b'\n')
                .unwrap_or(rest.len()),
            b'"' => string(rest)?,
            b'#' => match rest.get(1)? {
                b'(' => 2,
                b';' => 2,
                b'|' => block(rest)?,
                b'\\' if rest.get(2)?.is_ascii_whitespace() => 3,
                b'\\' if rest.get(3) == Some(&b'#') => return None,
                b'\\' => 3 + word(rest.get(3..)?)?,
                b't' | b'f' | b'x' | b'e' | b'i' | b'b' | b'o' | b'd' => word(rest)?,
                _ => return None,
            },
            b'{' | b'}' | b'|' | b'\\' | 0 => return None,
            _ => word(rest)?,
        };
        tokens.push(&rest[..length]);
        rest = &rest[length..];
    }
    Some(tokens)
}

fn word(text: &[u8]) -> Option<usize> {
    let end = text
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || b"()[]\";'`,".contains(byte))
        .unwrap_or(text.len());
    (!text[..end].iter().any(|byte| b"|\\{}#\0".contains(byte))
        || text.starts_with(b"#") && !text[1..end].iter().any(|byte| b"|\\{}#\0".contains(byte)))
    .then_some(end)
}

fn string(text: &[u8]) -> Option<usize> {
    let mut escaped = false;
    for (i, byte) in text.iter().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(i + 1),
            _ => {}
        }
    }
    None
}

fn block(text: &[u8]) -> Option<usize> {
    let mut depth = 0;
    let mut i = 0;
    loop {
        match text.get(i..i + 2)? {
            b"#|" => (depth, i) = (depth + 1, i + 2),
            b"|#" => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            return Some(i);
        }
    }
}
