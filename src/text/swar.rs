//! Operations on eight bytes at a time: what a text starts with or consists of, without a branch for each byte.

/// A byte repeated in all eight places of a word.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Whether two texts are equal. Where the C library compares byte by byte, as musl does, this takes a tenth of the time.
#[inline]
pub fn equal(a: &[u8], b: &[u8]) -> bool {
    match (a, b) {
        // Most gaps between tokens, and half of all tokens.
        ([a], [b]) => a == b,
        _ => a.len() == b.len() && common_prefix(a, b) == a.len(),
    }
}

/// How many bytes are compared at once while they are equal.
const STRETCH: usize = 32;

/// The length in bytes of the common prefix of two texts.
pub(crate) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let stretches = a.as_chunks::<STRETCH>().0.iter().zip(b.as_chunks().0);
    let mut length = STRETCH * stretches.take_while(|(a, b)| a == b).count();
    let words = a[length..].as_chunks().0.iter();
    for (a, b) in words.zip(b[length..].as_chunks().0) {
        if a != b {
            return length + same(*a, *b);
        }
        length += a.len();
    }
    let bytes = a[length..].iter().zip(&b[length..]);
    length + bytes.take_while(|(a, b)| a == b).count()
}

/// The number of equal bytes at the start of both words.
#[inline]
pub(crate) fn same(a: [u8; 8], b: [u8; 8]) -> usize {
    let different = u64::from_le_bytes(a) ^ u64::from_le_bytes(b);
    different.trailing_zeros() as usize / 8
}

/// The number of spaces at the start of a word.
#[inline]
pub(crate) fn spaces(bytes: [u8; 8]) -> usize {
    same(bytes, [b' '; 8])
}

/// The number of bytes at the start of a word that are lower-case letters, digits or one of `-./:`. These are constituents
/// for every reader, and make up most atoms.
#[inline]
pub(crate) fn plain_constituents(bytes: [u8; 8]) -> usize {
    let word = u64::from_le_bytes(bytes);
    let plain = within(word, b'a', b'z') | within(word, b'-', b':');
    let others = !plain & all(0x80);
    others.trailing_zeros() as usize / 8
}

/// Whether a byte of an atom is printable ASCII, and neither a capital nor what quotes a part of the atom.
#[inline]
pub(crate) fn is_plain(byte: u8) -> bool {
    PLAIN[usize::from(byte)]
}

static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        plain[byte as usize] = matches!(byte, b'!' | b'$'..=b'@' | b'^'..=b'z' | b'~');
        byte += 1;
    }
    plain
};

/// Whether all bytes of a text are printable ASCII.
#[inline]
pub(crate) fn is_printable(bytes: &[u8]) -> bool {
    // The two ends of a short text, which may overlap, cover all of it.
    match (bytes, bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        ([], ..) => true,
        ([first, .., last] | [first @ last], None, _) => {
            let middle = bytes[bytes.len() / 2];
            are_printable([*first, middle, *last, b' ', b' ', b' ', b' ', b' '])
        }
        (_, Some([a, b, c, d]), Some([e, f, g, h])) if bytes.len() <= 8 => {
            are_printable([*a, *b, *c, *d, *e, *f, *g, *h])
        }
        _ => is_long_printable(bytes),
    }
}

/// Whether a text of eight bytes or more is printable.
fn is_long_printable(bytes: &[u8]) -> bool {
    let (eights, _) = bytes.as_chunks::<8>();
    bytes.last_chunk().is_some_and(|last| are_printable(*last))
        && eights.iter().all(|eight| are_printable(*eight))
}

fn are_printable(bytes: [u8; 8]) -> bool {
    within(u64::from_le_bytes(bytes), b' ', b'~') & all(0x80) == all(0x80)
}

/// The highest bit of each byte that is ASCII and from `first` to `last`; the other bits have no meaning.
const fn within(word: u64, first: u8, last: u8) -> u64 {
    let low = word & all(0x7F);
    // The sum of two bytes below 0x80 does not carry into the next byte.
    let reaches_first = low + all(0x80 - first);
    let is_beyond_last = low + all(0x7F - last);
    (reaches_first ^ is_beyond_last) & !word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_at_the_first_other_byte() {
        for byte in 0..=u8::MAX {
            let is_plain = matches!(byte, b'a'..=b'z' | b'-'..=b':');
            for index in 0..8 {
                for fill in [b'a', b'z', b'-', b':'] {
                    let mut bytes = [fill; 8];
                    bytes[index] = byte;
                    let expected = if is_plain { 8 } else { index };
                    assert_eq!(plain_constituents(bytes), expected, "{bytes:?}");
                }
                let mut bytes = [b' '; 8];
                bytes[index] = byte;
                let expected = if byte == b' ' { 8 } else { index };
                assert_eq!(spaces(bytes), expected, "{bytes:?}");
            }
        }
    }

    #[test]
    fn texts_are_alike_up_to_the_first_other_byte() {
        for length in 0..3 * STRETCH {
            let text = vec![b'a'; length];
            assert_eq!(common_prefix(&text, &text), length);
            for index in 0..length {
                let mut other = text.clone();
                other[index] = b'b';
                assert_eq!(common_prefix(&text, &other), index);
                assert_eq!(common_prefix(&text, &other[..index]), index);
            }
        }
    }

    #[test]
    fn printable_texts_hold_nothing_else() {
        for length in 0..20 {
            assert!(is_printable(&vec![b'~'; length]));
            for index in 0..length {
                for byte in 0..=u8::MAX {
                    let mut bytes = vec![b' '; length];
                    bytes[index] = byte;
                    let expected = matches!(byte, b' '..=b'~');
                    assert_eq!(is_printable(&bytes), expected, "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn spelling_ignores_following_text() {
        assert_eq!(plain_constituents(*b"ab(\xFF\x00zz-"), 2);
        assert_eq!(spaces(*b"  \t\x80    "), 2);
        assert_eq!(same(*b"(a\xFFb) c)", *b"(a\xFFb] d)"), 4);
        assert_eq!(same([0x80; 8], [0x80; 8]), 8);
    }
}
