//! A hash table of names that the build script fills, so that a run of the program need not.

/// Names in the order in which they are written, and a hash table that finds them.
#[derive(Debug)]
pub struct NameTable {
    /// All names, without anything between them.
    pub text: &'static str,
    /// Where each name ends in the text, in bytes.
    pub ends: &'static [u16],
    /// An open hash table: at the hash of each name, or in the next free slot after it, the index of the name plus one; 0 in a free slot.
    /// Its length is a power of two, and at least half of the slots are free.
    pub slots: &'static [u16],
}

impl NameTable {
    /// The index of a name.
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

/// The hash of a name, from its first and last eight bytes. It is the same on every system: the one that builds the program may not be
/// the one that runs it.
#[inline]
pub fn hash(name: &str) -> u32 {
    let name = name.as_bytes();
    let word = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte))
    };
    let first = word(&name[..name.len().min(8)]);
    let last = word(&name[name.len().saturating_sub(8)..]);
    // The upper half of a product depends on all bits of its factors.
    let product = (first ^ last.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (product >> 32) as u32
}
