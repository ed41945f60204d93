//! What formatting costs a reviewer.

use schemefmt::Formatted;
use schemefmt::internals::hunks::hunks;
use schemefmt::internals::syntax::lexer::Switches;
use schemefmt::internals::syntax::pairs::{Pair, pairs};
use schemefmt::internals::syntax::token::TokenKind;
use schemefmt::internals::text::width::column_from;

/// How many lines a bent column or a torn row weighs: a reviewer reads past a moved line, but stops at these.
const WEIGHT: usize = 4;

/// The changes that formatting makes to a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReviewCost {
    /// The lines of the diff, removed and added.
    pub lines: usize,
    /// Columns that are bent, and rows that are torn.
    pub damage: usize,
}

impl ReviewCost {
    /// The cost of a formatted text.
    pub(super) fn of(before: &[u8], formatted: &Formatted) -> ReviewCost {
        let sorted = formatted.sorted.as_deref().unwrap_or(before);
        let [before, sorted, after] =
            [before, sorted, &formatted.output].map(String::from_utf8_lossy);
        let hunks = hunks(&before, &after, formatted.switches);
        let lines = hunks
            .into_iter()
            .map(|hunk| hunk.changed_lines(&before, &after));
        ReviewCost {
            lines: lines.sum(),
            damage: damage(&sorted, &after, formatted.switches),
        }
    }

    /// The lines and the damage together, in lines.
    pub(super) fn weight(self) -> usize {
        self.lines + WEIGHT * self.damage
    }
}

/// The columns that are bent and the rows that are torn in a formatted text. A column is what several items of a list stand in that begin
/// lines, before and after. A row is torn where an item begins a line that did not, in a list that its author had broken.
fn damage(before: &str, after: &str, switches: Switches) -> usize {
    let mut damage = 0;
    let mut lists: Vec<OpenItems> = Vec::new();
    let mut is_prefixed = false;
    for Pair { gap, kind, .. } in pairs(before, after, switches) {
        use TokenKind::{BlockComment, Close, DatumComment, Directive, LineComment, Open, Prefix};
        match kind {
            Some(LineComment | BlockComment | Directive) => continue,
            Some(Close) => damage += lists.pop().map_or(0, |list| list.damage()),
            _ if is_prefixed => {}
            _ => {
                if let Some(list) = lists.last_mut() {
                    list.add([&before[gap[0].clone()], &after[gap[1].clone()]]);
                }
            }
        }
        is_prefixed = matches!(kind, Some(Prefix | DatumComment));
        if kind == Some(Open) {
            lists.push(OpenItems::default());
        }
    }
    damage
}

/// A list of which the closing bracket has not been read, before and after.
#[derive(Default)]
struct OpenItems {
    /// The number of items.
    items: usize,
    /// Whether an item after the first begins a line before.
    is_broken: bool,
    /// The items after the second that begin a line only after.
    torn: usize,
    /// The columns of the items that begin a line, before and after.
    columns: Vec<[usize; 2]>,
}

impl OpenItems {
    /// Adds an item, which follows these gaps.
    fn add(&mut self, gaps: [&str; 2]) {
        let column = |gap: &str| Some(column_from(0, gap.rsplit_once('\n')?.1));
        let columns = gaps.map(column);
        match columns {
            _ if self.items == 0 => {}
            [Some(before), Some(after)] => self.columns.push([before, after]),
            [None, Some(_)] if self.items > 1 => self.torn += 1,
            _ => {}
        }
        self.is_broken |= self.items > 0 && columns[0].is_some();
        self.items += 1;
    }

    fn damage(&self) -> usize {
        let is_straight = |side: usize| {
            let mut columns = self.columns.iter().map(|columns| columns[side]);
            let first = columns.next();
            columns.all(|column| Some(column) == first)
        };
        let torn = if self.is_broken { self.torn } else { 0 };
        torn + usize::from(is_straight(0) && !is_straight(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(before: &str, output: &str) -> (usize, usize) {
        let mut formatted =
            schemefmt::format(before.as_bytes(), &schemefmt::Options::default()).unwrap();
        formatted.output = output.as_bytes().to_vec();
        let cost = ReviewCost::of(before.as_bytes(), &formatted);
        (cost.lines, cost.damage)
    }

    #[test]
    fn removed_and_added_lines_count() {
        assert_eq!(cost("(f a\n   b)\n", "(f a\n   b)\n"), (0, 0));
        assert_eq!(cost("(f a\n b)\n", "(f a\n   b)\n"), (2, 0));
        assert_eq!(cost("(f a b)\n", "(f a\n   b)\n"), (3, 0));
        assert_eq!(cost("(f a\n   b)\n", "(f a b)\n"), (3, 0));
        assert_eq!(cost("\n(f a)\n", "(f a)\n"), (1, 0));
        assert_eq!(cost("(f a)\n\n\n\n(f b)\n", "(f a)\n\n(f b)\n"), (2, 0));
    }

    #[test]
    fn bent_columns_are_damage() {
        assert_eq!(cost("(f a\n b\n c)\n", "(f a\n   b\n   c)\n").1, 0);
        assert_eq!(cost("(f a\n b\n c)\n", "(f a\n   b\n  c)\n").1, 1);
        assert_eq!(
            cost("(f a\n b\n  c)\n", "(f a\n   b\n  c)\n").1,
            0,
            "bent before"
        );
        assert_eq!(cost("(f a\n b\n '(c))\n", "(f a\n   b\n  '(c))\n").1, 1);
    }

    #[test]
    fn torn_rows_are_damage() {
        assert_eq!(cost("(f a b\n c)\n", "(f a\n   b\n   c)\n").1, 1);
        assert_eq!(
            cost("(f a b c)\n", "(f a\n   b\n   c)\n").1,
            0,
            "no list on several lines"
        );
        assert_eq!(
            cost("(f a ; x\n c)\n", "(f\n a ; x\n c)\n").1,
            0,
            "the operator alone"
        );
    }
}
