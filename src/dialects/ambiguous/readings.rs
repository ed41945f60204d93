//! The readings of a text: what a few characters mean where readers differ, and where the tokens are others for that.

use super::follow::Ending;
use super::{Scan, may_be_ambiguous};
use crate::syntax::lexer::{Lexer, Switches};
use crate::syntax::parser;
use crate::syntax::tree::Tree;
use memchr::{memchr, memmem};

/// What some readers take for letters: bars and backslashes, the latter alone, or in some places; Guile takes braces for letters, too.
const LETTERS: [Switches; 10] = {
    use Switches as S;
    [
        S::BARS,
        S::BARS.union(S::BRACES),
        S::BARS.union(S::ESCAPES),
        S::BARS.union(S::ESCAPES).union(S::BRACES),
        S::ESCAPES.union(S::BRACES),
        S::ESCAPES,
        S::INNER_BARS.union(S::ESCAPES),
        S::HEX_ESCAPES,
        S::BAR_ESCAPES,
        S::BAR_ESCAPES.union(S::HEX_ESCAPES),
    ]
};

/// What Guile takes for letters.
pub(super) const GUILE_LETTERS: Switches = LETTERS[3];

impl<'s> Scan<'s> {
    /// Compares the tokens with those of each other reading under which the text can be read.
    pub(super) fn compare_readings(&mut self, tree: &Tree) {
        for other in self.readings(tree) {
            let mut theirs = Lexer::new(self.text, other);
            let mut ours = Lexer::new(self.text, self.switches);
            // A borrowed iterator would keep the lexer from being inlined.
            let is_equal =
                ours.all(|token| theirs.next() == Some(token)) && theirs.next().is_none();
            // Equal tokens make equal trees.
            if is_equal && theirs.fault().is_none() {
                continue;
            }
            if !self.can_be_read(other) {
                self.found.depends_on_layout = true;
                continue;
            }
            let ours = Lexer::new(self.text, self.switches);
            self.compare(ours, Lexer::new(self.text, other));
        }
    }

    /// Compares the tokens of two lexers to the end of the text.
    pub(super) fn compare(&mut self, mut ours: Lexer<'s>, mut theirs: Lexer<'s>) {
        while let Some(token) = ours.next() {
            theirs.next();
            let is_apart = ours.cursor().pos != theirs.cursor().pos;
            let start = token.start as usize;
            if is_apart && !self.follow(start, &mut ours, &mut theirs, Ending::Anywhere) {
                break;
            }
        }
    }

    /// The readings that may differ from ours in what the text's ambiguous nodes have.
    fn readings(&self, tree: &Tree) -> Vec<Switches> {
        let ambiguous = tree.nodes.iter();
        let ambiguous = ambiguous.filter(|node| may_be_ambiguous(self.text, node));
        let heads: Vec<&[u8]> = ambiguous.map(|node| &self.bytes()[node.head()]).collect();
        let is_met = |byte: u8| heads.iter().any(|head| memchr(byte, head).is_some());
        // Beyond a bar or a backslash, what is in a string or a comment for us may be a token for others.
        let may_move = is_met(b'|') || is_met(b'\\');
        let has = |byte: u8| is_met(byte) || may_move && memchr(byte, self.bytes()).is_some();
        let mut met = Switches::empty();
        let of_bars = Switches::BARS | Switches::WIDTHS | Switches::INNER_BARS;
        met.set(of_bars, has(b'|'));
        met.set(
            Switches::ESCAPES | Switches::HEX_ESCAPES | Switches::INFIX,
            has(b'\\'),
        );
        met.set(Switches::BAR_ESCAPES, has(b'\\') && has(b'|'));
        met.set(Switches::BRACES, has(b'{'));
        met.set(Switches::REGEXPS, has(b'#') && (has(b'/') || has(b'[')));
        met.set(Switches::HASH_ENDS, has(b'#'));
        met.set(Switches::INNER_SLASHES, has(b'#') && has(b'/'));
        met.set(Switches::MARKUP, has(b'<') || has(b'&'));
        let has_raw_strings = || memmem::find(self.bytes(), b"#\"").is_some();
        met.set(Switches::RAW_STRINGS, has(b'#') && has_raw_strings());
        let less = |letters: Switches| self.switches.difference(letters);
        let letters = [Switches::empty()].into_iter().chain(LETTERS);
        let letters = letters.flat_map(|it| [less(it), less(it | Switches::WIDTHS)]);
        // What reads the text may be less than most readers know.
        let common = self.switches | Switches::BARS | Switches::BRACES;
        let others = [
            common,
            less(Switches::REGEXPS),
            common | Switches::REGEXPS | Switches::INNER_SLASHES,
            common | Switches::MARKUP,
            common | Switches::INFIX,
            common.difference(Switches::INNER_BARS | Switches::ESCAPES),
            self.switches | Switches::HASH_ENDS,
            less(Switches::BAR_ESCAPES) | Switches::HASH_ENDS,
        ];
        let others = letters.chain(others);
        let others = others.flat_map(|it| [it, it ^ Switches::RAW_STRINGS]);
        let mut readings = Vec::new();
        for other in others {
            let differs = (other ^ self.switches) & met;
            let reading = self.switches ^ differs;
            let is_settled = differs.intersects(self.settled);
            // A reader that differs only in that it takes braces for letters finds other tokens only in runs.
            if differs.is_empty() || differs == Switches::BRACES || is_settled {
                continue;
            }
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
        readings
    }

    /// Whether the text can be read by a reading. A dot may stand anywhere: some readers take it where others do not. And some
    /// accept a text that ends between bars, if there is more than one.
    fn can_be_read(&self, switches: Switches) -> bool {
        let parsed = parser::parse_whole(&mut Lexer::new(self.text, switches));
        parsed.err().is_none_or(|error| {
            error.code == "misplaced-dot" || error.code == "unterminated-symbol" && self.has_bars
        })
    }
}
