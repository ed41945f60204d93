//! A hash table of names that the build script fills, so that a run of the program need not.

/// Names in an order of their own, found by what they are.
#[derive(Debug)]
pub struct NameTable {
    /// The names, one after the other.
    pub text: &'static str,
    /// Where each name ends in the text.
    pub ends: &'static [u16],
    /// For each hash, one more than the place of a name with this hash or with an earlier one; 0 if there is none. Two to a power are
    /// more than the names, so each search ends.
    pub slots: &'static [u16],
}

impl NameTable {
    /// The place of a name in the order.
    #[inline]
    pub fn find(&self, name: &str) -> Option<usize> {
        let mut slot = hash(name) as usize;
        loop {
            let place = usize::from(self.slots[slot & (self.slots.len() - 1)]).checked_sub(1)?;
            if self.name(place) == name {
                return Some(place);
            }
            slot += 1;
        }
    }

    /// The names in their order.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        (0..self.ends.len()).map(|place| self.name(place))
    }

    fn name(&self, place: usize) -> &'static str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[usize::from(start)..usize::from(self.ends[place])]
    }
}

/// A hash of a name: of its first and last eight bytes. It has 32 bits and is the same on every system, since the system that builds the
/// program may not be the one that runs it.
#[inline]
pub fn hash(name: &str) -> u32 {
    let name = name.as_bytes();
    let (first, last) = match (name.first_chunk(), name.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => match (name.first_chunk(), name.last_chunk()) {
            (Some(first), Some(last)) => {
                let word = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
                (word(first), word(last))
            }
            _ => (
                name.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
                0,
            ),
        },
    };
    let mixed =
        (first ^ last.rotate_left(29) ^ name.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 32) as u32
}
